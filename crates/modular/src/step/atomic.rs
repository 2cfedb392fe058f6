//! Atomic accesses.

use crate::analyse::{Analysis, Here};
use crate::state::{Sort, State};
use crate::value::{Claim, Own, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::{Inst, Kind, RmwOp};

impl Analysis<'_> {
    /// What an atomic access does.
    ///
    /// Long because it has an arm for each of them.
    pub(super) fn access_atomically(&mut self, here: Here, inst: &Inst, state: &mut State) {
        let function = self.contexts.context(here.place.0).function;
        // It may be how a lock in a variable is taken or given back.
        self.stir(state);
        let size = |kind: &Kind| u64::from(kind.size(self.program.model));
        match inst {
            Inst::AtomicLoad {
                kind,
                dst,
                addr,
                order,
            } => {
                let address = self.operand(function, state, addr);
                self.touch(here, state, &address, size(kind), false, true);
                let mut value = self.load(here.thread, state, &address, size(kind), *kind);
                self.disclose_number(*kind, &value, state);
                if !kind.is_float() {
                    self.look(state, &address, size(kind), Some(*order), &mut value);
                }
                self.set(state, *dst, value);
            }
            Inst::AtomicStore {
                kind,
                addr,
                value,
                order,
            } => {
                let (address, value) = (
                    self.operand(function, state, addr),
                    self.operand(function, state, value),
                );
                effect!("tickets", "an atomic store", state.forget_found(|_| true));
                self.write_word(here, state, &address, size(kind), &value, Some(*order));
            }
            Inst::AtomicRmw {
                op,
                kind,
                dst,
                addr,
                value,
                order,
            } => {
                let (address, value) = (
                    self.operand(function, state, addr),
                    self.operand(function, state, value),
                );
                let mut old = self.load(here.thread, state, &address, size(kind), *kind);
                self.disclose_number(*kind, &old, state);
                let new = match op {
                    RmwOp::Exchange => value.clone(),
                    _ => old.mix(&value, *kind),
                };
                if *op == RmwOp::Add {
                    self.at_hand.taking = self.taking_at_once(&address, *kind, &value);
                }
                state.forget_found(|_| true);
                let sets = matches!(op, RmwOp::Exchange | RmwOp::Or)
                    && condition!("word-locks", "exchanged for something else", !value.may_be_zero());
                match sets {
                    true => old.claim = self.set_word(here, state, &address, size(kind), &new, *order),
                    false => self.write_word(here, state, &address, size(kind), &new, Some(*order)),
                }
                if self.at_hand.taking.take().is_some() {
                    old.own = self.take(here, state, &address, *kind).map(Own::Index);
                }
                self.set(state, *dst, old);
            }
            Inst::AtomicCas {
                kind,
                dst,
                ok,
                addr,
                expected,
                desired,
                weak,
                success,
                ..
            } => {
                let (address, value) = (
                    self.operand(function, state, addr),
                    self.operand(function, state, desired),
                );
                let expected = self.operand(function, state, expected);
                state.forget_found(|_| true);
                let mut old = self.load(here.thread, state, &address, size(kind), *kind);
                self.disclose_number(*kind, &old, state);
                let mut done = Value::between(0, 1);
                if condition!("word-locks", "swapped for something else", !value.may_be_zero())
                    && condition!("word-locks", "zero was expected", !expected.may_be_other())
                {
                    let claim = self.set_word(here, state, &address, size(kind), &value, *success);
                    old.claim =
                        claim.filter(|_| condition!("word-locks", "a swap that does not fail", !weak));
                    done.claim = claim.map(Claim::turn);
                } else {
                    // It may store nothing, so it takes nothing either.
                    effect!(
                        "word-locks",
                        "a swap may store nothing",
                        state.drop_locks(|lock| lock.sort == Sort::Zero)
                    );
                    self.write_word(here, state, &address, size(kind), &value, Some(*success));
                }
                self.set(state, *dst, old);
                self.set(state, *ok, done);
            }
            _ => unreachable!("an instruction of another family"),
        }
    }
}
