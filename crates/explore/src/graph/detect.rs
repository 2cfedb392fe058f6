//! Comparing what threads accessed, and telling what was found.

use super::access_set::{AccessSet, Interval};
use super::causality::{Causality, Segment};
use super::node::NOBODY;
use super::search::{End, Search};
use super::team::Sight;
use raceproof_engine::Limit;
use raceproof_machine::{Access, Stop, ThreadId};

impl Search<'_, '_> {
    /// Definition 7 of the paper: compares the thread's current segment with those of the others.
    pub fn detect(&mut self, t: ThreadId) {
        // What has not changed was compared when it was made, and since then by those who made something
        // else.
        if !self.causality.change(t).current.set.settle_news() {
            return;
        }
        let mine = &self.causality.pasts[t.0 as usize].current;
        let found = against(&self.causality, t, mine, &mine.set);
        self.found.races.extend(found.map(|(a, b)| (a.site, b.site)));
    }

    /// Compares the atomic accesses of the operation just done with the others.
    pub fn detect_momentary(&mut self, t: ThreadId) {
        if self.record.momentary.is_empty() {
            return;
        }
        let mut set = std::mem::take(&mut self.scratch.momentary);
        set.clear();
        for &a in &self.record.momentary {
            set.add(a);
        }
        set.settle();
        let mine = &self.causality.pasts[t.0 as usize].current;
        let found = against(&self.causality, t, mine, &set);
        self.found.races.extend(found.map(|(a, b)| (a.site, b.site)));
        self.scratch.momentary = set;
    }

    /// Compares the ends of objects with the accesses of others: with another order of these that was not
    /// followed, an access would come too late.
    pub fn detect_ends(&mut self, t: ThreadId) {
        if self.record.ended.is_empty() {
            return;
        }
        self.known.recording = None;
        let mut set = AccessSet::default();
        let ended = self.record.ended.drain(..);
        ended
            .filter(|end| !self.machine.code().is_runtime(end.site))
            .for_each(|end| set.add(end));
        set.settle();
        let mine = &self.causality.pasts[t.0 as usize].current;
        if let Some((end, _)) = against(&self.causality, t, mine, &set) {
            self.found.outcome.limit(Limit::Ending(end.site));
        }
    }

    /// Whether a swap has failed where its write would have raced: it might do that write earlier, before
    /// something that makes it fail now.
    pub fn misses_swap(&self, t: ThreadId) -> bool {
        let mut set = AccessSet::default();
        for a in self.record.momentary.iter().filter(|a| !a.write) {
            set.add(Access { write: true, ..*a });
        }
        if set.is_empty() {
            return false;
        }
        set.settle();
        let mine = &self.causality.pasts[t.0 as usize].current;
        against(&self.causality, t, mine, &set).is_some()
    }

    /// Whether some of these accesses would race if a thread made them after its next operation.
    pub fn would_race(&self, t: ThreadId, accesses: Vec<Access>) -> bool {
        let mut set = AccessSet::default();
        accesses.into_iter().for_each(|access| set.add(access));
        set.settle();
        let Some(past) = self.causality.pasts.get(t.0 as usize) else {
            return false;
        };
        against(&self.causality, t, &past.current, &set).is_some()
    }

    /// Tells what was found since the last node, on the edge from `parent`.
    pub fn report(&mut self, parent: u32, t: ThreadId, choice: u64) -> Result<(), End> {
        if self.log.is_some() {
            return Ok(());
        }
        let last = (parent != NOBODY).then_some((t, choice));
        for stop in std::mem::take(&mut self.found.faults) {
            if let Stop::Fault(fault) = stop
                && self.found.faulty.insert(fault.site)
            {
                match self.team.is_some() {
                    true => self.leave_clue(Sight::Fault(fault.site), parent, last),
                    false => {
                        let retraced = self.retrace(parent, last);
                        self.show_fault(fault, retraced);
                    }
                }
                self.note_defect()?;
            }
        }
        for (a, b) in std::mem::take(&mut self.found.races) {
            if !self.found.pairs.insert((a.min(b), a.max(b))) {
                continue;
            }
            match self.team.is_some() {
                true => self.leave_clue(Sight::Race(a, b), parent, last),
                false => {
                    let retraced = self.retrace(parent, last);
                    self.show_race(a, b, retraced)?;
                }
            }
        }
        Ok(())
    }
}

/// A conflict of a set of thread `t`, made in its segment `mine`, with an unordered segment of another
/// thread.
fn against(
    causality: &Causality,
    t: ThreadId,
    mine: &Segment,
    set: &AccessSet,
) -> Option<(Interval, Interval)> {
    for (i, past) in causality.pasts.iter().enumerate() {
        let u = ThreadId(i as u32);
        if u == t {
            continue;
        }
        let conflict = |theirs: &Segment| {
            let found = set.conflict(&theirs.set)?;
            (!Causality::ordered(t, mine, u, theirs)).then_some(found)
        };
        let found = conflict(&past.current).or_else(|| past.segments.iter().find_map(conflict));
        if found.is_some() {
            return found;
        }
    }
    None
}
