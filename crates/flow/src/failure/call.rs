//! What calls and synchronisation do on the way of a failure.

use raceproof_ir::{Address, BlockId, Callee, Inst, Kind, Operand, Point, Reg, SyncOp};
use raceproof_library::{Use, find};
use std::collections::BTreeMap;

use super::value::Value;
use super::walk::{Frame, Then, Walk, Walker, name};
use crate::limits;

impl Walker<'_, '_, '_> {
    /// A step synchronises.
    pub(super) fn synchronise(&mut self, walk: &mut Walk, at: Point, inst: &Inst) -> Then {
        let Inst::Sync { op, dst, args } = inst else {
            return Then::Next;
        };
        if walk.is_astray {
            match op {
                _ if op.creates() => return Then::Matters,
                SyncOp::ThreadSelf | SyncOp::ThreadYield => {}
                SyncOp::ThreadExit if walk.is_alone => return Then::Over,
                _ if walk.is_alone => {}
                _ => return Then::Matters,
            }
        } else {
            walk.is_alone &= !op.creates();
            let is_failed = |i: usize| args.get(i).is_some_and(|arg| self.value(walk, arg).is_failed());
            let others = (0..args.len()).filter(|i| *i != 1 || !op.creates());
            if others.into_iter().any(is_failed) {
                let is_object = is_failed(0) && !op.creates();
                return if is_object { Then::Over } else { Then::Matters };
            }
            if op.creates() && is_failed(1) {
                // The thread gets it.
                let Some(Operand::Address(Address::Function(f))) = args.first() else {
                    return Then::Matters;
                };
                let given = self.value(walk, &args[1]);
                let first = Point::new(*f, BlockId(0), 0);
                self.start(first, [(Reg(0), given)].into(), false, BTreeMap::new());
            }
        }
        if let Some(dst) = dst {
            let value = Value::Other(name((at.function, at.block, at.index)));
            Self::assign(walk, *dst, value);
        }
        Then::Next
    }

    /// A step calls a function.
    pub(super) fn call(&mut self, walk: &mut Walk, at: Point, inst: &Inst) -> Then {
        let Inst::Call { dst, callee, args } = inst else {
            return Then::Next;
        };
        let values: Vec<Value> = args.iter().map(|arg| self.value(walk, arg)).collect();
        let is_failed = values
            .iter()
            .zip(args)
            .any(|(value, arg)| value.is_failed() && matches!(arg, Operand::Reg(_)));
        let facts = self.ground.facts;
        let program = facts.program();
        let g = match callee {
            Callee::Function(g) => *g,
            Callee::Pointer(target) if self.value(walk, target) == Value::Known(0) => return Then::Over,
            Callee::Pointer(_) if is_failed || walk.is_astray => return Then::Matters,
            Callee::Pointer(_) => {
                walk.is_alone &= !facts.may_create();
                dst.iter().for_each(|dst| {
                    let value = Value::Other(name((at.function, at.block, at.index)));
                    Self::assign(walk, *dst, value);
                });
                return Then::Next;
            }
        };
        let function = program.function(g);
        if function.blocks.is_empty() {
            return self.library_call(walk, at, inst, &values);
        }
        let is_ours = function.origin.is_ours();
        if walk.is_astray && is_ours && (!walk.is_alone || facts.may_create_in(g)) {
            return Then::Matters;
        }
        if is_ours || !walk.is_astray && !is_failed {
            walk.is_alone &= !facts.may_create_in(g);
            dst.iter().for_each(|dst| {
                let value = Value::Other(name((at.function, at.block, at.index)));
                Self::assign(walk, *dst, value);
            });
            return Then::Next;
        }
        if walk.frames.len() >= limits::FAILURE_DEPTH.size() {
            return Then::Matters;
        }
        let registers = (0..).map(Reg).zip(values).collect();
        walk.frames.push(Frame {
            function: g,
            registers,
            dst: *dst,
        });
        walk.at.push((BlockId(0), 0));
        self.enter(walk, BlockId(0))
    }

    fn library_call(&mut self, walk: &mut Walk, at: Point, inst: &Inst, values: &[Value]) -> Then {
        let Inst::Call { dst, callee, args } = inst else {
            return Then::Next;
        };
        let facts = self.ground.facts;
        let program = facts.program();
        let function = callee.named().map(|g| program.function(g));
        let found = function.and_then(|function| find(&function.name));
        let here = name((at.function, at.block, at.index));
        let mut result = Value::Other(here);
        let is_given = |i: usize| values[i].is_failed() && matches!(args[i], Operand::Reg(_));
        if let Some(found) = &found
            && found.row.ends.is_some()
        {
            // What is called at the end may do anything.
            let is_quiet = !walk.is_astray || !facts.callbacks().of(inst).any(true, |_| true);
            return if is_quiet { Then::Over } else { Then::Matters };
        }
        for i in (0..args.len()).filter(|i| is_given(*i)) {
            let argument = found.as_ref().and_then(|found| found.argument(i));
            match argument.map(|argument| {
                (
                    argument.usage,
                    argument.reads.is_some() || argument.writes.is_some(),
                )
            }) {
                Some((Use::Freed, _)) => {}
                Some((_, true)) => return Then::Over,
                Some((Use::Value | Use::Noted, _)) => result = Value::Dark,
                _ if walk.is_astray => {}
                _ => return Then::Matters,
            }
        }
        if walk.is_alone {
            let callees = facts.callbacks().of(inst);
            if callees.any(facts.may_create(), |f| facts.may_create_in(f)) {
                walk.is_alone = false;
                if walk.is_astray {
                    return Then::Matters;
                }
            }
        } else if walk.is_astray {
            let is_errno =
                function.is_some_and(|f| matches!(f.name.as_str(), "__errno_location" | "strerror"));
            let is_quiet = found
                .as_ref()
                .is_some_and(|found| found.row.is_output() || found.row.is_pure());
            let is_fine = |(arg, value): (&Operand, &Value)| match arg {
                Operand::Reg(r) if program.function(at.function).kind(*r) != Kind::Ptr => true,
                _ => self.is_harmless(arg, *value),
            };
            if !(is_errno || is_quiet && args.iter().zip(values).all(is_fine)) {
                return Then::Matters;
            }
            if is_errno {
                self.harmless.insert(here);
            }
        }
        if let Some(dst) = dst {
            Self::assign(walk, *dst, result);
        }
        Then::Next
    }
}
