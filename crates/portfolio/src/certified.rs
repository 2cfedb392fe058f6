//! The proof for each thread alone, with its argument checked.
//!
//! *Invariant:* nobody in this crate asks [`Modular`] but this module, and what it says counts as proved only
//! with a [`Proof`], which only [`certify`] makes.
//!
//! SOUNDNESS: certified-arguments

use std::time::Instant;

use raceproof_certify::{Broken, Effort, Proof, Refutation, certify};
use raceproof_engine::argument::{Arguments, SharedObject};
use raceproof_engine::{Engine, How, Limit, Outcome, Question};
use raceproof_machine::Machine;
use raceproof_modular::Modular;

use crate::limits;

/// What is known of each thread alone. What is refuted of an argument is no proof: of an object it is taken
/// back, and the program is not proved.
#[derive(Clone, Debug)]
pub(crate) struct EachAlone {
    outcome: Outcome,
    proof: Option<Proof>,
}

impl EachAlone {
    /// Asks for a proof, and has its argument checked.
    pub fn answer(question: &Question<'_>) -> EachAlone {
        let started = Instant::now();
        let question = &Question {
            budget: &question.budget.of_engine(Modular.name()),
            ..*question
        };
        let mut outcome = Modular.answer(question);
        let proves = |all: &Arguments| all.objects.iter().any(SharedObject::is_proved);
        if !outcome.is_complete() && !outcome.arguments.as_deref().is_some_and(proves) {
            return EachAlone { outcome, proof: None };
        }
        question.budget.enter("checking the proof");
        let time = limits::CERTIFY.time().max(started.elapsed() / 2);
        let budget = question.budget.part(time, u64::MAX);
        // Where there is one thread there is no argument that a run could contradict.
        let runs = match outcome.how {
            Some(How::OneThread) => 0,
            _ => raceproof_certify::limits::RUNS.count(),
        };
        let effort = Effort {
            runs,
            seed: 1,
            budget: &budget,
        };
        let mut arguments = outcome.arguments.take().unwrap_or_default();
        let mut proof = None;
        // What is refuted is taken back, and the rest looked at again.
        for round in 1..=limits::REFUTATIONS.get() {
            let refutation = match certify(question.machine, &arguments, effort) {
                Ok(found) => {
                    proof = Some(found);
                    break;
                }
                Err(refutation) => refutation,
            };
            outcome.limit(limit(question.machine, &refutation));
            let is_one = !matches!(refutation.how, Broken::Undefined(_)) && round < limits::REFUTATIONS.get();
            let words = refutation.words(question.machine.code().program());
            arguments.withdraw(is_one.then_some(refutation.object), &words);
        }
        outcome.arguments = (!arguments.objects.is_empty()).then_some(arguments);
        let proof = proof.filter(|_| outcome.is_complete());
        EachAlone { outcome, proof }
    }

    /// What an engine might have said, with a proof of nothing if it leaves nothing open.
    #[cfg(test)]
    pub fn of(outcome: Outcome) -> EachAlone {
        let program = raceproof_ir::Program::default();
        let machine = Machine::new(&program, Default::default());
        let budget = raceproof_engine::Budget::new(None, u64::MAX, 1 << 20);
        let effort = Effort {
            runs: 0,
            seed: 1,
            budget: &budget,
        };
        let proof = certify(&machine, &Arguments::default(), effort).ok();
        EachAlone {
            proof: proof.filter(|_| outcome.is_complete()),
            outcome,
        }
    }

    /// Whether there is a proof.
    pub fn is_proved(&self) -> bool {
        self.proof.is_some()
    }

    /// Whether asking again would give no other answer: what it says of objects is said of teams of any size.
    pub fn is_whole(&self) -> bool {
        self.outcome.arguments.is_some()
    }

    /// How a part of an object of the argument was checked, in a word, if there is a proof.
    pub fn checked(&self, object: usize, part: usize) -> Option<&'static str> {
        let checked = self.proof.as_ref()?.checked().get(object)?.get(part)?;
        Some(checked.word())
    }

    /// What the engine says, with what its argument leaves open.
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// The same, to name what is open.
    pub fn outcome_mut(&mut self) -> &mut Outcome {
        &mut self.outcome
    }
}

/// What a refutation leaves open.
fn limit(machine: &Machine<'_>, refutation: &Refutation) -> Limit {
    let code = machine.code();
    let (first, second) = refutation.places();
    match refutation.how {
        Broken::Undefined(_) => Limit::Undefined(code.first_site(first)),
        _ => Limit::Refuted(
            code.first_site(first),
            code.first_site(second),
            refutation.words(code.program()),
        ),
    }
}
