//! What each instruction does to a path: computations are in `compute`, accesses in `access` and `atomic`,
//! synchronisation in `sync`.

use std::rc::Rc;

use raceproof_ir::{Callee, Function, Inst, Operand, Reg};

use super::{Executor, Flow};
use crate::bounded::{Motion, Place, Reason, Step};
use crate::path::Local;
use crate::term::Term;

impl Executor<'_, '_> {
    pub(super) fn instruction(
        &mut self,
        mut local: Local,
        function: &Function,
        inst: &Inst,
        place: Place,
    ) -> Flow<Local> {
        match inst {
            Inst::Copy { .. }
            | Inst::Unary { .. }
            | Inst::Binary { .. }
            | Inst::Compare { .. }
            | Inst::Convert { .. }
            | Inst::Offset { .. } => return self.compute(local, inst, place),
            Inst::SlotAddr { .. }
            | Inst::SlotDead { .. }
            | Inst::ThreadLocalAddr { .. }
            | Inst::Alloca { .. }
            | Inst::AllocaFree { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::LoadBits { .. }
            | Inst::StoreBits { .. }
            | Inst::MemCopy { .. }
            | Inst::MemFill { .. } => return self.access(local, function, inst, place),
            Inst::AtomicLoad { .. }
            | Inst::AtomicStore { .. }
            | Inst::AtomicRmw { .. }
            | Inst::AtomicCas { .. }
            | Inst::Fence { .. } => return self.atomic(local, inst, place),
            Inst::Sync { op, dst, args } => {
                let words = operands!(self, local, place, args);
                return self.sync(local, *op, *dst, &words, place);
            }
            Inst::Call { dst, callee, args } => {
                let words = operands!(self, local, place, args);
                return self.call_instruction(local, *dst, callee, &words, place);
            }
            Inst::Nondet { .. } => return self.choose(local, inst, place),
            // What was there before is as good as anything.
            Inst::Unset { .. } => {}
            Inst::Assume { cond } => {
                let cond = operand!(self, local, place, *cond);
                let holds = self.truth(cond);
                local.path.guard = self.terms.and(local.path.guard, holds);
            }
            Inst::Assert { cond, .. } => {
                let cond = operand!(self, local, place, *cond);
                let holds = self.truth(cond);
                let fails = self.terms.not(holds);
                self.stop(&mut local.path, fails, Reason::Fault, place);
            }
            Inst::SetJump { .. } | Inst::LongJump { .. } => return self.gap(local.path, "setjmp", place),
            Inst::Gap { what } => return self.gap(local.path, what.clone(), place),
        }
        Ok(Some(local))
    }

    fn call_instruction(
        &mut self,
        mut local: Local,
        dst: Option<Reg>,
        callee: &Callee,
        words: &[Term],
        place: Place,
    ) -> Flow<Local> {
        let id = match callee {
            Callee::Function(id) => *id,
            Callee::Pointer(pointer) => {
                let pointer = operand!(self, local, place, *pointer);
                let list = self.functions(&mut local.path, pointer, words.len(), place);
                if self.terms.is_false(local.path.guard) {
                    return Ok(None);
                }
                match list[..] {
                    [] => return Ok(None),
                    [(id, _)] => id,
                    _ => return self.call_one_of(local, &list, dst, words, place),
                }
            }
        };
        if self.program.function(id).blocks.is_empty() {
            return self.library(local, id, dst, words, place);
        }
        let Some((path, value)) = self.call(local.path.clone(), id, words)? else {
            return Ok(None);
        };
        local.path = path;
        if let (Some(dst), Some(value)) = (dst, value) {
            self.set(&mut local, dst, value);
        }
        Ok(Some(local))
    }

    /// Any number of a range.
    fn choose(&mut self, mut local: Local, inst: &Inst, place: Place) -> Flow<Local> {
        let Inst::Nondet {
            kind,
            dst,
            signed,
            low,
            high,
            ..
        } = inst
        else {
            unreachable!("an instruction of another family");
        };
        let bits = self.terms.shape.of_kind(*kind);
        if bits > 64 {
            return self.gap(local.path, "a choice of 128 bits", place);
        }
        let value = self.terms.var(bits);
        let (first, last) = (
            self.terms.number(*low as u128, bits),
            self.terms.number(*high as u128, bits),
        );
        let (above, below) = match signed {
            true => (
                self.terms.less_equal_signed(first, value),
                self.terms.less_equal_signed(value, last),
            ),
            false => (
                self.terms.less_equal(first, value),
                self.terms.less_equal(value, last),
            ),
        };
        self.bounded.constraints.extend([above, below]);
        let number = match signed {
            true => self.terms.sext(value, 64),
            false => self.terms.zext(value, 64),
        };
        let guard = local.path.guard;
        self.thread().steps.push(Step {
            guard,
            motion: Motion::Take(number),
            statement: None,
        });
        self.set(&mut local, *dst, value);
        Ok(Some(local))
    }

    /// Whether a word is not zero.
    pub fn truth(&mut self, word: Term) -> Term {
        let zero = self.terms.number(0, self.terms.width(word));
        self.terms.ne(word, zero)
    }

    /// The value of an operand; none for the address of a label.
    pub fn operand(&mut self, local: &Local, operand: Operand) -> Option<Term> {
        Some(match operand {
            Operand::Reg(Reg(r)) => local.registers[r as usize],
            Operand::Const(kind, value) => self.terms.number(value, self.terms.shape.of_kind(kind)),
            Operand::Address(address) => {
                let value = self.address(address)?;
                self.terms.number(u128::from(value), self.terms.shape.width)
            }
        })
    }

    pub fn set(&mut self, local: &mut Local, register: Reg, value: Term) {
        Rc::make_mut(&mut local.registers)[register.0 as usize] = value;
    }
}
