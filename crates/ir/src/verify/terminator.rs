//! Rules of terminators.

use super::{Checker, Rule};
use crate::{Kind, Terminator};

impl Checker<'_> {
    pub(super) fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(target) => self.block(*target),
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                self.operand(*cond, Kind::I32);
                self.block(*then);
                self.block(*otherwise);
            }
            Terminator::Switch {
                kind,
                value,
                signed,
                cases,
                default,
            } => {
                self.operand(*value, *kind);
                if !kind.is_int() {
                    self.broken(Rule::Switch, format!("a switch over {}", kind.name()));
                }
                let (least, most) = kind.range(*signed);
                for case in cases {
                    if case.low > case.high || case.low < least || case.high > most {
                        let message = format!("the case {}..{} of {}", case.low, case.high, kind.name());
                        self.broken(Rule::Switch, message);
                    }
                    self.block(case.target);
                }
                self.block(*default);
            }
            Terminator::JumpTo { target, labels } => {
                self.operand(*target, Kind::Ptr);
                for label in labels {
                    self.block(*label);
                }
            }
            Terminator::Return(value) => {
                let result = self.function.and_then(|f| f.result);
                match (value, result) {
                    (Some(value), Some(kind)) => self.operand(*value, kind),
                    (None, None) => {}
                    (Some(value), None) => {
                        self.any_operand(*value);
                        self.broken(Rule::Return, "a value where the function has no result");
                    }
                    (None, Some(kind)) => {
                        let message = format!("no value where the function has a result of {}", kind.name());
                        self.broken(Rule::Return, message);
                    }
                }
            }
            Terminator::Unreachable => {}
        }
    }
}
