//! The proof for each thread alone as an engine.

use crate::{Answer, argue};
use raceproof_engine::{Engine, EngineName, How, Limit, Outcome, Question};
use raceproof_flow::Facts;

/// Proves each thread alone. It finds no races: without a proof it says what it could not prove.
pub struct Modular;

impl Engine for Modular {
    fn name(&self) -> EngineName {
        EngineName::Modular
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        let is_late = || question.budget.check(0).is_err();
        let mut outcome = Outcome::default();
        let program = question.machine.code().program();
        if !Facts::new(program).may_create() {
            outcome.how = Some(How::OneThread);
            return outcome;
        }
        let argued = argue(program, &is_late);
        outcome.arguments = (!argued.arguments.objects.is_empty()).then(|| Box::new(argued.arguments));
        outcome.needs = argued.needs;
        match argued.answer {
            Answer::Proved => outcome.how = Some(How::EachAlone),
            Answer::Unordered(a, b) => outcome.limit(Limit::Unproved(a, b)),
            Answer::Refused(refusal) => outcome.limit(Limit::Refused(refusal.span, refusal.why.to_string())),
        }
        outcome
    }
}
