//! Terminators.

use raceproof_ir::{BlockId, Kind, Operand, Terminator};

use super::compute::Test;
use super::{Flatten, Pending};
use crate::code::{Labels, Switch};
use crate::op::Op;

impl Flatten<'_, '_> {
    /// Flattens a terminator; `next` is the number of the block laid out after this one.
    pub fn terminator(&mut self, terminator: &Terminator, next: u32) {
        match terminator {
            Terminator::Jump(to) => self.jump_unless(*to, next),
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => self.branch(*cond, *then, *otherwise, next),
            Terminator::Switch {
                kind,
                value,
                signed,
                cases,
                default,
            } => {
                let table = self.code.switches.len() as u32;
                let op = if *kind == Kind::I128 {
                    let x = self.wide_operand(*value);
                    Op::SwitchWide { table, x }
                } else {
                    let a = self.operand(*value);
                    Op::Switch { a, table }
                };
                // Targets are blocks until `patch`.
                let switch = Switch::new(*kind, *signed, cases, default.0, |b| b.0);
                self.code.switches.push(switch);
                self.jump(op);
            }
            Terminator::JumpTo { target, labels } => {
                let table = self.code.labels.len() as u32;
                let a = self.operand(*target);
                self.code.labels.push(Labels {
                    function: self.id,
                    targets: labels.iter().map(|b| (*b, b.0)).collect(),
                });
                self.jump(Op::JumpTo { a, table });
            }
            Terminator::Return(value) => self.leave(*value),
            Terminator::Unreachable => self.push(Op::Unreachable {}),
        }
    }

    fn leave(&mut self, value: Option<Operand>) {
        let wide = self.function.result == Some(Kind::I128);
        let a = match value {
            None => None,
            Some(o) if wide => Some(self.wide_operand(o)),
            Some(o) => Some(self.operand(o)),
        };
        if !self.function.slots.is_empty() || self.facts.has_allocas {
            self.push(Op::Leave {});
        }
        // Returning from the first function is a call of `exit`.
        if self.code.program.entry == Some(self.id) {
            self.use_hidden("exit");
        }
        self.push(match a {
            None => Op::ReturnNothing {},
            Some(x) if wide => Op::ReturnWide { x },
            Some(a) => Op::Return { a },
        });
    }

    fn branch(&mut self, cond: Operand, then: BlockId, otherwise: BlockId, next: u32) {
        if let Some(value) = self.known(cond) {
            return self.jump_unless(if value != 0 { then } else { otherwise }, next);
        }
        let test = match self.peek(cond) {
            Some(Pending::Compare { op, kind, a, b }) if self.is_test(op, kind) => {
                self.take(cond);
                self.test(op, kind, a, b)
            }
            _ => None,
        };
        let test = test.unwrap_or_else(|| Test::NeI(self.operand(cond), 0));
        if then.0 == next {
            self.jump(test.negated().jump(otherwise.0));
        } else {
            self.jump(test.jump(then.0));
            self.jump_unless(otherwise, next);
        }
    }

    fn jump_unless(&mut self, to: BlockId, next: u32) {
        if to.0 != next {
            self.jump(Op::Jump { target: to.0 });
        }
    }

    fn jump(&mut self, op: Op) {
        self.jumps.push(self.code.ops.len());
        self.push(op);
    }

    /// Replaces blocks by operations.
    pub fn patch(&mut self) {
        let starts = std::mem::take(&mut self.starts);
        let start = |b: &mut u32| *b = starts.get(*b as usize).copied().unwrap_or(0);
        for i in std::mem::take(&mut self.jumps) {
            match &mut self.code.ops[i] {
                Op::Switch { table, .. } | Op::SwitchWide { table, .. } => {
                    let switch = &mut self.code.switches[*table as usize];
                    switch.dense.iter_mut().for_each(start);
                    switch.ranges.iter_mut().for_each(|(_, _, b)| start(b));
                    start(&mut switch.default);
                }
                Op::JumpTo { table, .. } => {
                    let labels = &mut self.code.labels[*table as usize];
                    labels.targets.iter_mut().for_each(|(_, b)| start(b));
                }
                op => {
                    if let Some(target) = op.target_mut() {
                        start(target);
                    }
                }
            }
        }
    }
}
