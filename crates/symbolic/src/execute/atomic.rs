//! Atomic operations and fences.

use raceproof_ir::{Inst, Order};

use super::{Executor, Flow};
use crate::bounded::{Motion, Order as By, Place};
use crate::path::Local;
use crate::translate::modify;

/// Whether an operation that reads or writes orders as much as it can.
fn strong(read: bool, write: bool, order: Order) -> bool {
    (!read || order.acquires()) && (!write || order.releases())
}

impl Executor<'_, '_> {
    pub(crate) fn atomic(&mut self, mut local: Local, inst: &Inst, place: Place) -> Flow<Local> {
        let (yes, no) = (self.terms.bool(true), self.terms.bool(false));
        match inst {
            Inst::Fence { order } => {
                if local.path.alone {
                    return self.plain(local, None, None);
                }
                let mut draft = self.begin(&local.path, &[], true, place)?;
                draft.direct = false;
                let nowhere = self.terms.null();
                let fence = By::Fence(order.acquires(), order.releases());
                self.edge(&mut draft, fence, nowhere, 0, yes);
                let motion = self.take();
                self.push(draft, &local.path, motion)?;
                Ok(Some(local))
            }
            Inst::AtomicLoad {
                kind,
                dst,
                addr,
                order,
            } => {
                let (address, length) = (
                    operand!(self, local, place, *addr),
                    u32::from(self.terms.shape.of_kind(*kind)) / 8,
                );
                self.bounds(&mut local.path, address, length, false, place);
                let mut draft = self.begin(&local.path, &[address], true, place)?;
                let value = self.read(&mut draft, &local.path, address, length)?;
                self.touch(&mut draft, address, length, no, true);
                draft.unordered = !strong(true, false, *order);
                self.edge(&mut draft, By::Load(order.acquires()), address, 0, yes);
                self.done(local, draft, Some(*dst), value)
            }
            Inst::AtomicStore {
                kind,
                addr,
                value,
                order,
            } => {
                let (address, value) = (
                    operand!(self, local, place, *addr),
                    operand!(self, local, place, *value),
                );
                let length = u32::from(self.terms.shape.of_kind(*kind)) / 8;
                self.bounds(&mut local.path, address, length, true, place);
                let mut draft = self.begin(&local.path, &[address], true, place)?;
                self.write(&mut draft, address, value, yes);
                self.touch(&mut draft, address, length, yes, true);
                draft.unordered = !strong(false, true, *order);
                self.edge(&mut draft, By::Store(order.releases()), address, 0, yes);
                self.done(local, draft, None, value)
            }
            Inst::AtomicRmw {
                op,
                kind,
                dst,
                addr,
                value,
                order,
            } => {
                let (address, operand) = (
                    operand!(self, local, place, *addr),
                    operand!(self, local, place, *value),
                );
                let length = u32::from(self.terms.shape.of_kind(*kind)) / 8;
                self.bounds(&mut local.path, address, length, true, place);
                let mut draft = self.begin(&local.path, &[address], true, place)?;
                let old = self.read(&mut draft, &local.path, address, length)?;
                let new = modify(self.terms, *op, old, operand);
                self.write(&mut draft, address, new, yes);
                self.touch(&mut draft, address, length, yes, true);
                draft.unordered = !strong(true, true, *order);
                self.edge(&mut draft, By::Load(order.acquires()), address, 0, yes);
                self.edge(&mut draft, By::Update(order.releases()), address, 0, yes);
                self.done(local, draft, Some(*dst), old)
            }
            Inst::AtomicCas { .. } => self.compare_and_swap(local, inst, place),
            _ => Ok(Some(local)),
        }
    }

    fn compare_and_swap(&mut self, mut local: Local, inst: &Inst, place: Place) -> Flow<Local> {
        let Inst::AtomicCas {
            kind,
            dst,
            ok,
            addr,
            expected,
            desired,
            weak,
            success,
            failure,
        } = inst
        else {
            unreachable!("an instruction of another family");
        };
        let (address, expected, desired) = (
            operand!(self, local, place, *addr),
            operand!(self, local, place, *expected),
            operand!(self, local, place, *desired),
        );
        let length = u32::from(self.terms.shape.of_kind(*kind)) / 8;
        self.bounds(&mut local.path, address, length, true, place);
        let mut draft = self.begin(&local.path, &[address], true, place)?;
        let old = self.read(&mut draft, &local.path, address, length)?;
        let mut equal = self.terms.eq(old, expected);
        let mut motion = self.take();
        if *weak {
            // It may fail for no reason.
            let fails = self.terms.var(1);
            let lucky = self.terms.not(fails);
            equal = self.terms.and(equal, lucky);
            motion = Motion::Take(self.terms.zext(fails, 64));
        }
        self.write(&mut draft, address, desired, equal);
        self.touch(&mut draft, address, length, equal, true);
        draft.unordered = !strong(true, true, *success) || !strong(true, false, *failure);
        let differs = self.terms.not(equal);
        self.edge(&mut draft, By::Load(success.acquires()), address, 0, equal);
        self.edge(&mut draft, By::Load(failure.acquires()), address, 0, differs);
        self.edge(&mut draft, By::Update(success.releases()), address, 0, equal);
        self.finish(draft, &mut local.path, motion)?;
        let flag = self.terms.zext(equal, 32);
        self.set(&mut local, *dst, old);
        self.set(&mut local, *ok, flag);
        Ok(Some(local))
    }
}
