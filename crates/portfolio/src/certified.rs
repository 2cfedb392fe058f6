//! The proof for each thread alone, with its argument checked.
//!
//! *Invariant:* nobody in this crate asks [`Modular`] but this module, and what it says counts as proved only
//! with a [`Proof`], which only [`certify`] makes.
//!
//! SOUNDNESS: certified-arguments

use std::time::Instant;

use raceproof_certify::{Broken, Effort, Proof, Refutation, certify};
use raceproof_engine::argument::Arguments;
use raceproof_engine::{Engine, Limit, Outcome, Question};
use raceproof_machine::Machine;
use raceproof_modular::Modular;

use crate::limits;

/// What is known of each thread alone. An argument that is refuted is no proof.
#[derive(Debug)]
pub(crate) struct EachAlone {
    outcome: Outcome,
    proof: Option<Proof>,
}

impl EachAlone {
    /// Asks for a proof, and has its argument checked.
    pub fn answer(question: &Question<'_>) -> EachAlone {
        let started = Instant::now();
        let mut outcome = Modular.answer(question);
        if !outcome.is_complete() {
            return EachAlone { outcome, proof: None };
        }
        let time = limits::CERTIFY.time().max(started.elapsed() / 2);
        let budget = question.budget.part(time, u64::MAX);
        let effort = Effort {
            runs: raceproof_certify::limits::RUNS.count(),
            seed: 1,
            budget: &budget,
        };
        let none = Arguments::default();
        let arguments = outcome.arguments.as_deref().unwrap_or(&none);
        let proof = match certify(question.machine, arguments, effort) {
            Ok(proof) => Some(proof),
            Err(refutation) => {
                outcome.limit(limit(question.machine, &refutation));
                None
            }
        };
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
