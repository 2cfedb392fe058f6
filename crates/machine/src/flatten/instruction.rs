//! Instructions, one by one.

use raceproof_ir::{Callee, CompareOp, ConvertOp, Inst, Kind, Operand, Order, Reg, RmwOp, SyncOp};

use super::address::Place;
use super::{Flatten, Pending};
use crate::Pointer;
use crate::code::{AtomicCode, AtomicWhat, NondetCode, SyncCode};
use crate::library::effect;
use crate::op::{Op, WIDE, Word};
use crate::state::NOWHERE;

impl<'p> Flatten<'_, 'p> {
    /// Long because it has an arm for each instruction.
    pub(super) fn instruction(&mut self, inst: &'p Inst) {
        match inst {
            Inst::Copy { dst, src } => self.copy(*dst, *src),
            Inst::Unary { op, kind, dst, a } => self.unary(*op, *kind, *dst, *a),
            Inst::Binary { op, kind, dst, a, b } => self.binary(*op, *kind, *dst, *a, *b),
            Inst::Compare { op, kind, dst, a, b } => {
                let (op, kind, a, b) = (*op, *kind, *a, *b);
                self.defer(*dst, Pending::Compare { op, kind, a, b });
            }
            Inst::Convert {
                op,
                from,
                to,
                dst,
                src,
            } => self.convert(*op, *from, *to, *dst, *src),
            Inst::Offset {
                dst,
                base,
                index,
                scale,
                disp,
                within: _,
            } => {
                let (base, index, scale, disp) = (*base, *index, *scale, *disp);
                self.defer(
                    *dst,
                    Pending::Offset {
                        base,
                        index,
                        scale,
                        disp,
                    },
                );
            }
            // What was there before is as good as anything.
            Inst::Unset { .. } => {}
            Inst::SlotAddr { dst, slot } => {
                // The object comes to life here, wherever its address is used.
                self.slot(*slot);
                self.defer(*dst, Pending::Slot(*slot));
            }
            Inst::SlotDead { slot } => {
                while let Some(i) = self
                    .pending
                    .iter()
                    .position(|(_, p)| matches!(p, Pending::Slot(s) if s == slot))
                {
                    let (r, pending) = self.pending.remove(i);
                    let dst = self.word(r);
                    self.compute(pending, dst);
                }
                self.alive[slot.0 as usize / 64] &= !(1 << (slot.0 % 64));
                let register = self.first_slot + slot.0;
                self.push(Op::SlotDead { register });
            }
            Inst::ThreadLocalAddr { dst, global } => {
                let number = self.code.thread_locals.iter().position(|g| g == global);
                let number = number.map_or(u32::MAX, |n| n as u32);
                let dst = self.define(*dst);
                self.push(Op::ThreadLocalAddr { dst, number });
            }
            Inst::Alloca { dst, size, align, .. } => {
                let a = self.operand(*size);
                let dst = self.define(*dst);
                self.push(Op::Alloca {
                    dst,
                    a,
                    align: *align,
                });
            }
            Inst::AllocaFree { addr } => {
                let a = self.operand(*addr);
                self.push(Op::AllocaFree { a });
            }
            Inst::Load { kind, dst, addr } => self.load_to(*kind, *dst, *addr),
            Inst::Store { kind, addr, value } => {
                if *kind == Kind::I128 {
                    let from = self.wide_operand(*value);
                    let place = self.place(*addr);
                    let a = self.place_register(place);
                    return self.push(Op::StoreWide { a, from });
                }
                let value = self.operand(*value);
                let place = self.place(*addr);
                self.store(*kind, value, place);
            }
            Inst::LoadBits {
                kind,
                dst,
                addr,
                bits,
            } => {
                let a = self.operand_place(*addr);
                let dst = self.define(*dst);
                self.code.bits.push((*kind, *bits));
                let bits = self.code.bits.len() as u32 - 1;
                self.push(Op::LoadBits { dst, a, bits });
            }
            Inst::StoreBits {
                kind,
                addr,
                value,
                bits,
            } => {
                let value = self.operand(*value);
                let a = self.operand_place(*addr);
                self.code.bits.push((*kind, *bits));
                let bits = self.code.bits.len() as u32 - 1;
                self.push(Op::StoreBits { value, a, bits });
            }
            Inst::MemCopy { dst, src, size } => {
                let a = self.operand_place(*dst);
                let b = self.operand_place(*src);
                let size = self.operand(*size);
                self.push(Op::MemCopy { a, b, size });
            }
            Inst::MemFill { dst, byte, size } => {
                let a = self.operand_place(*dst);
                let b = self.operand(*byte);
                let size = self.operand(*size);
                self.push(Op::MemFill { a, b, size });
            }
            Inst::AtomicLoad { .. }
            | Inst::AtomicStore { .. }
            | Inst::AtomicRmw { .. }
            | Inst::AtomicCas { .. }
            | Inst::Fence { .. } => self.atomic(inst),
            Inst::Call { dst, callee, args } => self.call(*dst, *callee, args),
            // Nobody else has a say in these, and there may be as many as a loop has iterations.
            Inst::Sync {
                op: SyncOp::WorkBegin,
                args,
                ..
            } => {
                let mut words = args.iter().map(|o| self.operand(*o));
                let mut next = || words.next().unwrap_or(NOWHERE);
                let (a, b, c) = (next(), next(), next());
                self.push(Op::WorkBegin { a, b, c });
            }
            Inst::Sync {
                op: SyncOp::WorkEnd, ..
            } => self.push(Op::WorkEnd {}),
            Inst::Sync { op, dst, args } => {
                let args = args.iter().map(|o| self.operand(*o)).collect();
                let dst = self.define_maybe(*dst);
                self.code.uses.serial |= *op == SyncOp::BarrierWait && dst != NOWHERE;
                self.code.syncs.push(SyncCode { op: *op, dst, args });
                let index = self.code.syncs.len() as u32 - 1;
                self.push(Op::Sync { index });
            }
            Inst::Nondet {
                kind,
                dst,
                signed,
                low,
                high,
                name,
            } => {
                let dst = self.define(*dst);
                self.code.choices.list.push(NondetCode {
                    kind: *kind,
                    dst,
                    signed: *signed,
                    low: *low,
                    high: *high,
                    name: name.clone(),
                });
                let index = self.code.choices.list.len() as u32 - 1;
                self.push(Op::Nondet { index });
            }
            Inst::Assume { cond } => {
                let a = self.operand(*cond);
                self.push(Op::Assume { a });
            }
            Inst::Assert { cond, message } => {
                let a = self.operand(*cond);
                let message = self.message(message);
                self.push(Op::Assert { a, message });
            }
            Inst::SetJump { dst, buffer } => {
                self.settle_all();
                let a = self.operand(*buffer);
                let dst = self.define(*dst);
                self.push(Op::SetJump { dst, a });
                self.alive.fill(0);
            }
            Inst::LongJump { buffer, value } => {
                let a = self.operand(*buffer);
                let b = self.operand(*value);
                self.push(Op::LongJump { a, b });
            }
            Inst::Gap { what } => {
                let what = self.message(what);
                self.push(Op::Gap { what });
            }
        }
    }

    fn message(&mut self, text: &str) -> u32 {
        self.code.messages.push(text.to_string());
        self.code.messages.len() as u32 - 1
    }

    /// Computes everything that is pending.
    fn settle_all(&mut self) {
        while let Some((r, pending)) = self.pending.pop() {
            let dst = self.word(r);
            self.compute(pending, dst);
        }
    }

    fn define_maybe(&mut self, dst: Option<Reg>) -> Word {
        dst.map_or(NOWHERE, |r| self.define(r))
    }

    fn operand_place(&mut self, o: Operand) -> Word {
        let place = self.place(o);
        self.place_register(place)
    }

    fn copy(&mut self, dst: Reg, src: Operand) {
        if self.function.kind(dst) == Kind::I128 {
            let from = self.wide_operand(src);
            let to = self.define(dst);
            return self.push(Op::CopyWide { to, from });
        }
        if let Some(value) = self.known(src) {
            let dst = self.define(dst);
            return self.load_constant(dst, value as u64);
        }
        if let Some(pending) = self.take(src) {
            let dst = self.define(dst);
            return self.compute(pending, dst);
        }
        let a = self.operand(src);
        let dst = self.define(dst);
        self.push(Op::Copy { dst, a });
    }

    fn load_to(&mut self, kind: Kind, dst: Reg, addr: Operand) {
        let place = self.place(addr);
        if kind == Kind::I128 {
            let a = self.place_register(place);
            let to = self.define(dst);
            return self.push(Op::LoadWide { a, to });
        }
        // A signed character that is promoted at once.
        if kind == Kind::I8
            && let Place::Base { a, disp } = place
            && let Some(Inst::Convert {
                op: ConvertOp::SExt,
                from: Kind::I8,
                to: Kind::I32,
                dst: promoted,
                src,
            }) = self.next
            && *src == Operand::Reg(dst)
            && self.is_single()
        {
            self.settle(*promoted);
            self.merged = true;
            let dst = self.word(*promoted);
            return self.push(Op::LoadSigned8 { dst, a, disp });
        }
        let dst = self.define(dst);
        self.load(kind, dst, place);
    }

    fn call(&mut self, dst: Option<Reg>, callee: Callee, args: &[Operand]) {
        let mut list = Vec::with_capacity(args.len());
        for arg in args {
            if self.is_wide(*arg) {
                let word = self.wide_operand(*arg);
                list.extend([word, word + 1]);
            } else {
                list.push(self.operand(*arg));
            }
        }
        let target = match callee {
            Callee::Pointer(Operand::Address(raceproof_ir::Address::Function(f))) => Callee::Function(f),
            Callee::Pointer(o) => Callee::Pointer(Operand::Const(Kind::Ptr, u128::from(self.operand(o)))),
            Callee::Function(f) => Callee::Function(f),
        };
        let wide = dst.is_some_and(|r| self.function.kind(r) == Kind::I128);
        let result = match self.define_maybe(dst) {
            NOWHERE => NOWHERE,
            word if wide => word | WIDE,
            word => word,
        };
        let args = self.code.lists.len() as u32;
        self.code.lists.push(list.len() as u32);
        self.code.lists.extend(list);
        if let Callee::Function(f) = target
            && let Some(native) = self.code.program.functions.get(f.0 as usize)
            && native.blocks.is_empty()
        {
            self.use_hidden(&native.name);
        }
        self.push(match target {
            Callee::Function(f) => Op::Call {
                function: f.0,
                args,
                result,
            },
            Callee::Pointer(Operand::Const(_, word)) => Op::CallPointer {
                a: word as Word,
                args,
                result,
            },
            Callee::Pointer(_) => Op::Unreachable {},
        });
    }

    /// What a native finds in the state of the library may depend on the schedule: see [`effect`].
    pub(super) fn use_hidden(&mut self, name: &str) {
        let Some((state, changes)) = effect::hidden(name).filter(|(s, _)| self.code.hidden.contains(s))
        else {
            return;
        };
        let at = Pointer::new(self.code.library_object(), effect::offset(state));
        let address = self.constant(at.0);
        let what = match changes {
            true => AtomicWhat::Rmw(RmwOp::Or, self.constant(0), Order::Relaxed),
            false => AtomicWhat::Load(Order::Relaxed),
        };
        self.code.atomics.push(AtomicCode {
            kind: Kind::I32,
            address,
            dst: NOWHERE,
            what,
        });
        let index = self.code.atomics.len() as u32 - 1;
        self.push(Op::Atomic { index });
    }

    fn is_wide(&self, o: Operand) -> bool {
        match o {
            Operand::Reg(r) => self.function.kind(r) == Kind::I128,
            Operand::Const(kind, _) => kind == Kind::I128,
            Operand::Address(_) => false,
        }
    }

    fn value(&mut self, kind: Kind, o: Operand) -> Word {
        if kind == Kind::I128 {
            self.wide_operand(o)
        } else {
            self.operand(o)
        }
    }

    fn atomic(&mut self, inst: &Inst) {
        let (kind, addr, dst, what) = match *inst {
            Inst::AtomicLoad {
                kind,
                dst,
                addr,
                order,
            } => (kind, Some(addr), Some(dst), AtomicWhat::Load(order)),
            Inst::AtomicStore {
                kind,
                addr,
                value,
                order,
            } => {
                let value = self.value(kind, value);
                (kind, Some(addr), None, AtomicWhat::Store(value, order))
            }
            Inst::AtomicRmw {
                op,
                kind,
                dst,
                addr,
                value,
                order,
            } => {
                let value = self.value(kind, value);
                (kind, Some(addr), Some(dst), AtomicWhat::Rmw(op, value, order))
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
                failure,
            } => {
                let expected = self.value(kind, expected);
                let desired = self.value(kind, desired);
                self.settle(ok);
                let ok = self.word(ok);
                let what = AtomicWhat::Cas {
                    ok,
                    expected,
                    desired,
                    weak,
                    success,
                    failure,
                };
                (kind, Some(addr), Some(dst), what)
            }
            Inst::Fence { order } => (Kind::I32, None, None, AtomicWhat::Fence(order)),
            _ => return,
        };
        let address = addr.map_or(NOWHERE, |o| self.operand_place(o));
        let dst = self.define_maybe(dst);
        self.code.atomics.push(AtomicCode {
            kind,
            address,
            dst,
            what,
        });
        let index = self.code.atomics.len() as u32 - 1;
        self.push(Op::Atomic { index });
    }

    /// Whether a comparison can be folded into a branch.
    pub(super) fn is_test(&self, op: CompareOp, kind: Kind) -> bool {
        let signed = matches!(op, CompareOp::LtSigned | CompareOp::LeSigned);
        match kind {
            Kind::I128 | Kind::F32 => false,
            Kind::I8 | Kind::I16 => !signed,
            _ => true,
        }
    }
}
