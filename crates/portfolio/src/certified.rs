//! The proof for each thread alone, with its argument checked.
//!
//! *Invariant:* nobody in this crate asks [`Modular`] but this engine, so that an answer without limits is
//! one whose argument [`certify`] has accepted.
//!
//! SOUNDNESS: certified-arguments

use std::time::Instant;

use raceproof_certify::{Broken, Effort, Refutation, certify};
use raceproof_engine::argument::Arguments;
use raceproof_engine::{Engine, EngineName, Limit, Outcome, Question};
use raceproof_machine::Machine;
use raceproof_modular::Modular;

use crate::limits;

/// Proves each thread alone. An argument that runs refute is no proof.
pub(crate) struct EachAlone;

impl Engine for EachAlone {
    fn name(&self) -> EngineName {
        EngineName::Modular
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        let started = Instant::now();
        let mut outcome = Modular.answer(question);
        if !outcome.is_complete() {
            return outcome;
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
        if let Err(refutation) = certify(question.machine, arguments, effort) {
            outcome.limit(limit(question.machine, &refutation));
        }
        outcome
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
