//! What engines have answered so far, and what that leaves open.

use raceproof_engine::{EngineName, Exhausted, Finding, Limit, Outcome, Tried};

use crate::certified::EachAlone;

/// What engines have answered so far.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// What one run could not tell.
    pub one_run: Option<Outcome>,
    /// What the proof for each thread alone says, if it was asked.
    pub proof: Option<EachAlone>,
    /// The answer, or the search that went furthest so far, and whose it is.
    pub search: Option<(EngineName, Outcome)>,
    /// Others who were asked and could not tell, in their order.
    pub others: Vec<(EngineName, Outcome)>,
    /// Who has the answer.
    pub answered: Option<EngineName>,
    /// What runs have shown of the pairs that they aimed at.
    pub tried: Vec<Tried>,
}

/// What an answer is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counts {
    /// It is the search, in place of one that went less far.
    Search,
    /// It answers if it is conclusive; else it is told that it could not.
    Answer,
    /// It answers if it has a race; else nobody hears of it.
    Race,
    /// The same, and all that was known before it is forgotten: it was a beginning only.
    RaceAlone,
    /// It is known that there is no race: the defects count that it finds.
    Defects,
}

impl Known {
    /// Hears an answer.
    pub fn hear(&mut self, counts: Counts, engine: EngineName, outcome: Outcome) {
        match engine {
            EngineName::Once if outcome.beyond_one_run().is_some() => self.one_run = Some(outcome),
            _ => self.hear_search(counts, engine, outcome),
        }
        self.compare();
    }

    /// Hears what runs have shown of the pairs that they aimed at.
    pub fn hear_tries(&mut self, outcome: &mut Outcome) {
        if !outcome.tried.is_empty() {
            self.tried = std::mem::take(&mut outcome.tried);
        }
    }

    /// Hears what the proof for each thread alone says.
    pub fn hear_proof(&mut self, proof: EachAlone) {
        self.proof = Some(proof);
        self.compare();
    }

    /// A proof is the answer if a search was made that leaves room for it.
    fn compare(&mut self) {
        let is_open = self.answered.is_none() && self.search.is_some();
        if is_open && self.is_proved() && self.leaves_room() {
            self.answered = Some(EngineName::Modular);
        }
    }

    fn hear_search(&mut self, counts: Counts, engine: EngineName, outcome: Outcome) {
        match counts {
            Counts::Search => {
                let outcome = self.with_early_defect(outcome);
                self.answered = is_conclusive(&outcome).then_some(engine);
                self.search = Some((engine, outcome));
            }
            Counts::Answer if is_conclusive(&outcome) => self.answer(engine, outcome),
            Counts::Answer => {
                self.others.retain(|(other, _)| *other != engine);
                self.others.push((engine, outcome));
            }
            Counts::Race if outcome.has_race() => self.answer(engine, outcome),
            Counts::RaceAlone | Counts::Defects if outcome.has_race() => {
                self.search = Some((engine, outcome));
                self.answered = Some(engine);
            }
            Counts::Race | Counts::RaceAlone => {}
            Counts::Defects => {
                if let Some((_, decided)) = &mut self.search {
                    decided.hear(outcome);
                }
            }
        }
    }

    /// Takes a conclusive answer after a search that was not.
    fn answer(&mut self, engine: EngineName, outcome: Outcome) {
        let outcome = match self.search.take() {
            Some((searched, earlier)) => {
                self.others.push((searched, limits_of(&earlier)));
                keep_defects(outcome, earlier)
            }
            None => outcome,
        };
        self.search = Some((engine, outcome));
        self.answered = Some(engine);
    }

    /// A search that found nothing else has the defect that one run met before there were threads.
    fn with_early_defect(&mut self, mut outcome: Outcome) -> Outcome {
        if self.met_defect() && outcome.findings.is_empty() {
            let early = self.one_run.iter().flat_map(|early| early.limits.clone());
            for limit in early.filter(|limit| matches!(limit, Limit::Undefined(_))) {
                outcome.limit(limit);
            }
            let early = self.one_run.iter().flat_map(|early| early.findings.clone());
            outcome.findings.extend(early);
        }
        outcome
    }

    /// Whether one run met a defect before there were threads, so that the rest of the program is undefined
    /// with some inputs.
    pub fn met_defect(&self) -> bool {
        self.one_run
            .as_ref()
            .is_some_and(|early| !early.findings.is_empty())
    }

    /// Whether there is a proof for each thread alone. It rests on an assumption that a search does not need,
    /// and a search may see it fail.
    pub fn is_proved(&self) -> bool {
        self.proof.as_ref().is_some_and(EachAlone::is_proved)
    }

    /// Whether one run was made and did not decide, so that schedules have to be searched.
    pub fn needs_search(&self) -> bool {
        self.one_run.is_some()
    }

    /// Whether one run has decided, but did not see whether something fails in another order of events.
    pub fn is_unseen(&self) -> bool {
        self.answered == Some(EngineName::Once)
            && self
                .search
                .as_ref()
                .is_some_and(|(_, outcome)| outcome.unseen.is_some() && outcome.is_complete())
    }

    /// Whether one run has decided that there is no race.
    pub fn is_by_one_run(&self) -> bool {
        let is_safe = |(_, outcome): &(EngineName, Outcome)| outcome.verdict() == Some(false);
        self.answered == Some(EngineName::Once) && self.search.as_ref().is_some_and(is_safe)
    }

    /// Whether the search was cut off by a limit on states.
    pub fn is_cut_off(&self) -> bool {
        self.has_limit(is_cut_off)
    }

    /// Whether the search ended at a limit of time, memory or states.
    pub fn is_exhausted(&self) -> bool {
        self.has_limit(|limit| match limit {
            Limit::Exhausted(why) => *why != Exhausted::Interrupted,
            Limit::Cut(..) => true,
            _ => false,
        })
    }

    /// Whether inputs have more values than were tried.
    pub fn has_many_inputs(&self) -> bool {
        self.has_limit(|limit| matches!(limit, Limit::Sampled(_)))
    }

    /// Whether another engine may do better, because what stopped the search is its own theory.
    pub fn has_limit_of_theory(&self) -> bool {
        self.has_limit(|limit| matches!(limit, Limit::Unordered(_) | Limit::Ending(_)))
    }

    /// Whether the search took bytes for zeros that may be anything.
    pub fn has_unwritten(&self) -> bool {
        self.has_limit(|limit| matches!(limit, Limit::Unwritten(_)))
    }

    /// Whether a formula may tell more than the search: there was too much to explore, and no defect or gap
    /// that it would meet as well.
    pub fn leaves_formula(&self) -> bool {
        let limits = self.limits();
        !limits.is_empty()
            && limits.iter().all(|limit| match limit {
                Limit::Sampled(_) | Limit::TooLarge(_) | Limit::Unordered(_) | Limit::Cut(..) => true,
                Limit::Exhausted(why) => *why != Exhausted::Interrupted,
                // The formula has zeros there too.
                Limit::Unwritten(_) => false,
                _ => false,
            })
    }

    /// Whether the search ended only because there was more than it could explore, and not at a defect.
    fn leaves_room(&self) -> bool {
        self.limits().iter().all(|limit| match limit {
            Limit::Exhausted(why) => *why != Exhausted::Interrupted,
            Limit::Sampled(_) | Limit::Unwritten(_) | Limit::Mapping(_) => true,
            Limit::TooLarge(_) | Limit::Unordered(_) | Limit::Gap(_) | Limit::Cut(..) => true,
            _ => false,
        })
    }

    fn limits(&self) -> &[Limit] {
        match &self.search {
            Some((_, outcome)) => &outcome.limits,
            None => &[],
        }
    }

    fn has_limit(&self, is_meant: impl Fn(&Limit) -> bool) -> bool {
        self.limits().iter().any(is_meant)
    }
}

/// Whether a limit is that on states.
pub(crate) fn is_cut_off(limit: &Limit) -> bool {
    matches!(
        limit,
        Limit::Exhausted(Exhausted::States) | Limit::Cut(Exhausted::States, _)
    )
}

/// Whether there is nothing more to ask.
pub(crate) fn is_conclusive(outcome: &Outcome) -> bool {
    outcome.has_race() || outcome.is_complete()
}

/// What an outcome leaves open, without the rest.
pub(crate) fn limits_of(outcome: &Outcome) -> Outcome {
    Outcome {
        limits: outcome.limits.clone(),
        ..Outcome::default()
    }
}

/// An answer with the defects that an earlier search met and this one did not look for.
fn keep_defects(mut answer: Outcome, earlier: Outcome) -> Outcome {
    let has_faults = answer.findings.iter().any(|f| matches!(f, Finding::Fault(..)));
    let has_deadlock = answer.findings.iter().any(|f| matches!(f, Finding::Deadlock(..)));
    answer
        .findings
        .extend(earlier.findings.into_iter().filter(|found| match found {
            Finding::Race(_) => false,
            Finding::Fault(..) => !has_faults,
            Finding::Deadlock(..) => !has_deadlock,
        }));
    answer
}
