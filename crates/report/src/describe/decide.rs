//! The decisions that led a thread to an access, in the user's words.

use raceproof_flow::{Decision, Way, decisions};
use raceproof_machine::{Party, Witness};

use super::Describe;
use crate::finding::thread_name;
use crate::{Finding, Location};

/// So many decisions of a thread are told, the last ones.
const MOST: usize = 3;

impl Describe<'_> {
    /// Says why each thread comes to its access.
    pub(super) fn tell_decisions(&self, finding: &mut Finding, witness: &Witness) {
        for party in witness.parties() {
            let name = thread_name(party.thread().0);
            let decisions = self.decisions(party);
            let words = match decisions.as_slice() {
                [] => continue,
                [one] => one.clone(),
                [some @ .., last] => format!("{} and {last}", some.join(", ")),
            };
            finding.notes.push(format!("{name} comes there because {words}"));
        }
    }

    /// The decisions that led to an access, in words: "`mode == 2` holds (a.c:12)".
    fn decisions(&self, party: &Party) -> Vec<String> {
        let mut told = Vec::new();
        for (_, site) in party.stack().iter().filter(|(_, site)| !self.is_internal(*site)) {
            let Some(point) = self.machine.code().point(*site) else {
                continue;
            };
            let all = decisions(self.program(), point);
            let mut all: Vec<(Location, String)> = all
                .iter()
                .filter_map(|decision| self.decision(decision))
                .collect();
            // The last decision is the one nearest to the access.
            all.sort();
            told.extend(all.into_iter().rev().map(|(_, words)| words));
        }
        told.dedup();
        told.truncate(MOST);
        told.reverse();
        told
    }

    fn decision(&self, decision: &Decision) -> Option<(Location, String)> {
        let at = self.span(decision.span);
        let text = self.quote(&at);
        if text.is_empty() || text.contains('\n') {
            return None;
        }
        let bare = text.replace("->", "");
        let is_comparison = ["==", "!=", "<", ">"].iter().any(|sign| bare.contains(sign));
        let what = match (decision.way, is_comparison) {
            (Way::Holds(true), true) => "holds".to_owned(),
            (Way::Holds(false), true) => "does not hold".to_owned(),
            (Way::Holds(true), false) => "is not 0".to_owned(),
            (Way::Holds(false), false) => "is 0".to_owned(),
            (Way::Is(value), _) => format!("is {value}"),
        };
        let words = format!("`{text}` {what} ({})", at.line_of_file());
        Some((at, words))
    }
}
