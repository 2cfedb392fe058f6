//! One run as an engine.

use crate::check;
use raceproof_engine::{Engine, EngineName, Outcome, Question};

/// Decides by one run, or says why that is not enough.
pub struct Once;

impl Engine for Once {
    fn name(&self) -> EngineName {
        EngineName::Once
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        check(question.machine, question.budget, question.scope.all)
    }
}
