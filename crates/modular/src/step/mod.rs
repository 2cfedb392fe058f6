//! What each instruction does to what is known: one file for each family of instructions.

mod atomic;
mod compute;
mod memory;

pub(crate) use compute::{Allowed, only_compared};

use crate::analyse::{Analysis, Here, Step};
use crate::refusal::Why;
use crate::state::State;
use crate::value::{Value, range};
use crate::wild::Reach;
use raceproof_ir::{Inst, Kind};

/// Bytes of what `setjmp` fills.
const JUMP_BUFFER: u64 = 8;

impl Analysis<'_> {
    /// One instruction; nothing if control does not go on.
    pub(crate) fn step(&mut self, here: Here, inst: &Inst, state: &mut State) -> Step<()> {
        self.hand_over(here, inst, state);
        let function = self.contexts.context(here.place.0).function;
        match inst {
            Inst::Copy { .. }
            | Inst::Unary { .. }
            | Inst::Binary { .. }
            | Inst::Compare { .. }
            | Inst::Convert { .. }
            | Inst::Offset { .. } => self.compute(here, inst, state),
            Inst::SlotAddr { .. }
            | Inst::SlotDead { .. }
            | Inst::ThreadLocalAddr { .. }
            | Inst::Alloca { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::LoadBits { .. }
            | Inst::StoreBits { .. }
            | Inst::MemCopy { .. }
            | Inst::MemFill { .. } => self.access(here, inst, state),
            Inst::AtomicLoad { .. }
            | Inst::AtomicStore { .. }
            | Inst::AtomicRmw { .. }
            | Inst::AtomicCas { .. } => self.access_atomically(here, inst, state),
            Inst::AllocaFree { .. } | Inst::Fence { .. } | Inst::Assert { .. } => {}
            Inst::Call { dst, callee, args } => {
                let Some(value) = self.call(here, state, callee, args)? else {
                    return Ok(None);
                };
                if let Some(dst) = dst {
                    self.set(state, *dst, value);
                }
            }
            Inst::Sync { op, dst, args } => {
                let values: Vec<Value> = args.iter().map(|a| self.operand(function, state, a)).collect();
                let Some(value) = self.synchronise(here, state, *op, &values)? else {
                    return Ok(None);
                };
                self.mark_work(here, *op, args, state);
                if let Some(dst) = dst {
                    self.set(state, *dst, value);
                }
            }
            Inst::Unset { kind, dst } => self.set(state, *dst, Value::any(*kind)),
            Inst::Nondet {
                kind,
                dst,
                signed,
                low,
                high,
                ..
            } => {
                let value = match *signed || *high <= range(*kind).1 {
                    true => Value::between(*low, *high),
                    false => Value::computed(*kind),
                };
                self.set(state, *dst, value);
            }
            Inst::Assume { cond } => {
                let value = self.operand(function, state, cond);
                if (value.low, value.high) == (0, 0) && value.targets.is_empty() {
                    return Ok(None);
                }
                let place = (here.place.1, here.place.2);
                self.learn(function, place, cond, true, &value, state);
            }
            Inst::SetJump { dst, buffer } => {
                let buffer = self.operand(function, state, buffer);
                self.fill(here, state, &buffer, JUMP_BUFFER, &Value::RESULT);
                self.come_back(here, state);
                self.set(state, *dst, Value::any(Kind::I32));
            }
            Inst::LongJump { buffer, .. } => {
                let buffer = self.operand(function, state, buffer);
                self.touch(here, state, &buffer, JUMP_BUFFER, false, false);
                return Ok(None);
            }
            Inst::Gap { what } => {
                self.note_unknown(here, Why::Gap(what.clone()));
                let reach = match what.starts_with("asm") {
                    true => Reach::Named,
                    false => Reach::Anything,
                };
                self.run_unknown(here, state, &[], reach);
            }
        }
        self.note_ever(here, inst, state);
        Ok(Some(()))
    }
}
