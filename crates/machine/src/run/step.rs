//! The loop that executes operations.
//!
//! The inner loop is one function with a slice of the frame's registers and nothing else of the thread, so
//! that they and the program counter stay in the processor's registers; whatever changes the frame (calls,
//! returns) leaves it with an [`Action`] for the outer loop. The families of operations do their work in the
//! sibling modules.

use crate::limits;
use raceproof_ir::{FuncId, Kind};

use super::access::distance;
use super::arith::{self, mask};
use super::call::{Call, Entered};
use super::{Fork, Machine, Pause, wide};
use crate::op::Op;
use crate::state::{State, Status};
use crate::{Access, FaultKind, Gap, Note, ObjectId, Observer, Pointer, Site, Stop, ThreadId, Work};

/// Why the inner loop ended.
enum Action {
    Pause(Pause),
    Call {
        function: FuncId,
        args: u32,
        result: u32,
    },
    Leave,
    Return(u64),
    ReturnWide(u128),
    LongJump(Pointer, i32),
}

impl Machine<'_> {
    /// Runs a thread until it gets to a point of interest. `fuel` bounds the number of jumps and calls, and
    /// what natives go through.
    ///
    /// Long because the loop over operations is one match, so that the program counter and what it
    /// works on stay in registers of the processor.
    pub fn run<O: Observer>(&self, state: &mut State, t: ThreadId, observer: &mut O, fuel: u64) -> Pause {
        if let Some(stop) = &state.failed {
            return Pause::Stop(stop.clone());
        }
        let Some(thread) = state.threads.get_mut(t.0 as usize) else {
            return Pause::Finished;
        };
        let (Status::Runnable, Some(frame)) = (thread.status, thread.frames.last()) else {
            return Pause::Finished;
        };
        let (mut pc, mut base) = (frame.pc as usize, frame.base as usize);
        let mut words = self.code.functions[frame.function.0 as usize].words as usize;
        let mut regs = std::mem::take(&mut thread.registers);
        thread.dirty = true;
        let ops = &self.code.ops[..];
        let (mut fuel, full) = (fuel, fuel);
        // The registers of the running frame.
        let mut window: &mut [u64];

        macro_rules! get {
            ($a:expr) => {
                window[$a as usize]
            };
        }
        macro_rules! set {
            ($d:expr, $v:expr) => {{
                let value: u64 = $v;
                window[$d as usize] = value;
            }};
        }
        macro_rules! site {
            () => {
                Site(pc as u32 - 1)
            };
        }
        macro_rules! pause {
            ($p:expr) => {
                break Action::Pause($p)
            };
        }
        // Pauses with the operation not executed.
        macro_rules! before {
            ($p:expr) => {{
                pc -= 1;
                break Action::Pause($p);
            }};
        }
        macro_rules! fault {
            ($kind:expr) => {{
                let stop = FaultKind::at($kind, t, site!());
                before!(Pause::Stop(stop))
            }};
        }
        macro_rules! stop {
            ($stop:expr) => {{
                let stop: Stop = $stop;
                before!(Pause::Stop(stop))
            }};
        }
        macro_rules! access {
            ($p:expr, $start:expr, $length:expr, $write:expr) => {
                observer.access(
                    t,
                    Access {
                        object: $p.object(),
                        start: $start,
                        length: $length,
                        write: $write,
                        atomic: false,
                        site: site!(),
                    },
                )
            };
        }
        macro_rules! accessed {
            () => {
                if O::STEP {
                    // Fuel counts from the last access, so that it does not matter where a run was
                    // interrupted.
                    fuel = full;
                    if observer.accessed() {
                        pause!(Pause::Accessed)
                    }
                }
            };
        }
        macro_rules! load {
            ($n:literal, $dst:expr, $p:expr) => {
                load!($n, $dst, $p, |v| v)
            };
            ($n:literal, $dst:expr, $p:expr, $f:expr) => {{
                let p: Pointer = $p;
                match state.memory.read::<$n>(p) {
                    Ok((value, written)) => {
                        access!(p, p.offset(), $n, false);
                        if !written {
                            observer.note(Note::UninitialisedRead, site!());
                        }
                        let f: fn(u64) -> u64 = $f;
                        set!($dst, f(value));
                        accessed!();
                    }
                    Err(kind) => {
                        // Another thread may have ended the object's life without being ordered with this
                        // access.
                        if kind.is_ended_object() {
                            access!(p, p.offset(), $n, false);
                        }
                        fault!(*kind)
                    }
                }
            }};
        }
        macro_rules! store {
            ($n:literal, $value:expr, $p:expr) => {{
                let p: Pointer = $p;
                match state.memory.write::<$n>(p, get!($value)) {
                    Ok(()) => {
                        access!(p, p.offset(), $n, true);
                        accessed!();
                    }
                    Err(kind) => {
                        if kind.is_ended_object() {
                            access!(p, p.offset(), $n, true);
                        }
                        fault!(*kind)
                    }
                }
            }};
        }
        macro_rules! at {
            ($a:expr, $disp:expr) => {
                Pointer(get!($a)).moved(i64::from($disp))
            };
            ($a:expr, $b:expr, $narrow:expr, $scale:expr) => {
                Pointer(get!($a)).moved(distance(get!($b), $narrow, $scale))
            };
        }
        macro_rules! global {
            ($object:expr, $offset:expr) => {
                Pointer::new(ObjectId($object), $offset)
            };
        }
        macro_rules! jump_if {
            ($cond:expr, $target:expr) => {{
                if O::FORKS {
                    match observer.forks(site!()) {
                        None => {}
                        Some(Fork::Ways(meet)) => {
                            let ways = [$target as usize, pc];
                            self.tell_ways(state, t, observer, window, (site!(), &ways), meet);
                        }
                        Some(Fork::Pause) => before!(Pause::Branch),
                    }
                }
                if $cond {
                    jump!($target)
                }
            }};
        }
        macro_rules! jump {
            ($target:expr) => {{
                let from = pc - 1;
                pc = $target as usize;
                if O::SKIP && pc <= from && observer.turns_back(Site(from as u32)) {
                    self.skip(state, t, observer, window, from, pc);
                    // What is told of the rounds takes time, too.
                    fuel = fuel
                        .saturating_sub(std::mem::take(&mut state.effort) >> limits::EFFORT)
                        .max(1);
                }
                fuel -= 1;
                if fuel == 0 {
                    pause!(Pause::Fuel)
                }
            }};
        }
        macro_rules! u32s {
            ($a:expr, $b:expr) => {
                (get!($a) as u32, get!($b) as u32)
            };
        }
        macro_rules! i32s {
            ($a:expr, $b:expr) => {
                (get!($a) as i32, get!($b) as i32)
            };
        }
        macro_rules! noted32 {
            ($dst:expr, $pair:expr) => {{
                let (value, overflow): (i32, bool) = $pair;
                if overflow {
                    self.record.wrap();
                    observer.note(Note::SignedOverflow, site!());
                }
                set!($dst, u64::from(value as u32));
            }};
        }
        macro_rules! noted64 {
            ($dst:expr, $pair:expr) => {{
                let (value, overflow): (i64, bool) = $pair;
                if overflow {
                    self.record.wrap();
                    observer.note(Note::SignedOverflow, site!());
                }
                set!($dst, value as u64);
            }};
        }
        macro_rules! attempt {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(kind) => fault!(kind),
                }
            };
        }
        macro_rules! f64s {
            ($dst:expr, $a:expr, $op:tt, $b:expr) => {
                set!($dst, (f64::from_bits(get!($a)) $op f64::from_bits(get!($b))).to_bits())
            };
        }
        macro_rules! f32s {
            ($dst:expr, $a:expr, $op:tt, $b:expr) => {{
                let (a, b) = u32s!($a, $b);
                set!($dst, u64::from((f32::from_bits(a) $op f32::from_bits(b)).to_bits()))
            }};
        }
        macro_rules! wide {
            ($a:expr) => {
                u128::from(get!($a)) | u128::from(get!($a + 1)) << 64
            };
        }
        macro_rules! set_wide {
            ($d:expr, $v:expr) => {{
                let value: u128 = $v;
                set!($d, value as u64);
                set!($d + 1, (value >> 64) as u64);
            }};
        }
        let pause = loop {
            if fuel == 0 {
                break Pause::Fuel;
            }
            window = &mut regs[base..base + words];
            #[rustfmt::skip]
            let action = loop {
                let op = ops[pc];
                pc += 1;
                if O::READS && !self.is_quiet(state, t, &op) {
                    before!(Pause::Change)
                }
                match op {
                    Op::Copy { dst, a } => set!(dst, get!(a)),
                    Op::Const { dst, low, high } => set!(dst, u64::from(low) | u64::from(high) << 32),
                    Op::CopyWide { to, from } => set_wide!(to, wide!(from)),

                    Op::Add32 { dst, a, b } => {
                        let (a, b) = u32s!(a, b);
                        set!(dst, u64::from(a.wrapping_add(b)));
                    }
                    Op::Sub32 { dst, a, b } => {
                        let (a, b) = u32s!(a, b);
                        set!(dst, u64::from(a.wrapping_sub(b)));
                    }
                    Op::Mul32 { dst, a, b } => {
                        let (a, b) = u32s!(a, b);
                        set!(dst, u64::from(a.wrapping_mul(b)));
                    }
                    Op::AddSigned32 { dst, a, b } => {
                        let (a, b) = i32s!(a, b);
                        noted32!(dst, a.overflowing_add(b));
                    }
                    Op::SubSigned32 { dst, a, b } => {
                        let (a, b) = i32s!(a, b);
                        noted32!(dst, a.overflowing_sub(b));
                    }
                    Op::MulSigned32 { dst, a, b } => {
                        let (a, b) = i32s!(a, b);
                        noted32!(dst, a.overflowing_mul(b));
                    }
                    Op::DivSigned32 { dst, a, b } => {
                        let (a, b) = i32s!(a, b);
                        let v = attempt!(arith::div_signed(a.into(), b.into(), i32::MIN.into()));
                        set!(dst, u64::from(v as u32));
                    }
                    Op::RemSigned32 { dst, a, b } => {
                        let (a, b) = i32s!(a, b);
                        let v = attempt!(arith::rem_signed(a.into(), b.into(), i32::MIN.into()));
                        set!(dst, u64::from(v as u32));
                    }
                    Op::Shl32 { dst, a, b } => {
                        let (a, b) = u32s!(a, b);
                        set!(dst, u64::from(a.wrapping_shl(b)));
                    }
                    Op::ShrUnsigned32 { dst, a, b } => {
                        let (a, b) = u32s!(a, b);
                        set!(dst, u64::from(a.wrapping_shr(b)));
                    }
                    Op::ShrSigned32 { dst, a, b } => {
                        let (a, b) = i32s!(a, b);
                        set!(dst, u64::from(a.wrapping_shr(b as u32) as u32));
                    }
                    Op::Add64 { dst, a, b } => set!(dst, get!(a).wrapping_add(get!(b))),
                    Op::Sub64 { dst, a, b } => set!(dst, get!(a).wrapping_sub(get!(b))),
                    Op::Mul64 { dst, a, b } => set!(dst, get!(a).wrapping_mul(get!(b))),
                    Op::AddSigned64 { dst, a, b } => noted64!(dst, (get!(a) as i64).overflowing_add(get!(b) as i64)),
                    Op::SubSigned64 { dst, a, b } => noted64!(dst, (get!(a) as i64).overflowing_sub(get!(b) as i64)),
                    Op::MulSigned64 { dst, a, b } => noted64!(dst, (get!(a) as i64).overflowing_mul(get!(b) as i64)),
                    Op::DivSigned64 { dst, a, b } => {
                        let v = attempt!(arith::div_signed(get!(a) as i64, get!(b) as i64, i64::MIN));
                        set!(dst, v as u64);
                    }
                    Op::RemSigned64 { dst, a, b } => {
                        let v = attempt!(arith::rem_signed(get!(a) as i64, get!(b) as i64, i64::MIN));
                        set!(dst, v as u64);
                    }
                    Op::DivUnsigned { dst, a, b } => {
                        let v = get!(a).checked_div(get!(b));
                        set!(dst, attempt!(v.ok_or(FaultKind::DivisionByZero)));
                    }
                    Op::RemUnsigned { dst, a, b } => {
                        let v = get!(a).checked_rem(get!(b));
                        set!(dst, attempt!(v.ok_or(FaultKind::DivisionByZero)));
                    }
                    Op::And { dst, a, b } => set!(dst, get!(a) & get!(b)),
                    Op::Or { dst, a, b } => set!(dst, get!(a) | get!(b)),
                    Op::Xor { dst, a, b } => set!(dst, get!(a) ^ get!(b)),
                    Op::Shl64 { dst, a, b } => set!(dst, get!(a).wrapping_shl(get!(b) as u32)),
                    Op::ShrUnsigned64 { dst, a, b } => set!(dst, get!(a).wrapping_shr(get!(b) as u32)),
                    Op::ShrSigned64 { dst, a, b } => set!(dst, (get!(a) as i64).wrapping_shr(get!(b) as u32) as u64),

                    Op::Add32I { dst, a, b } => set!(dst, u64::from((get!(a) as u32).wrapping_add(b as u32))),
                    Op::Mul32I { dst, a, b } => set!(dst, u64::from((get!(a) as u32).wrapping_mul(b as u32))),
                    Op::AddSigned32I { dst, a, b } => noted32!(dst, (get!(a) as i32).overflowing_add(b)),
                    Op::MulSigned32I { dst, a, b } => noted32!(dst, (get!(a) as i32).overflowing_mul(b)),
                    Op::Shl32I { dst, a, b } => set!(dst, u64::from((get!(a) as u32).wrapping_shl(b as u32))),
                    Op::ShrUnsigned32I { dst, a, b } => set!(dst, u64::from((get!(a) as u32).wrapping_shr(b as u32))),
                    Op::ShrSigned32I { dst, a, b } => set!(dst, u64::from((get!(a) as i32).wrapping_shr(b as u32) as u32)),
                    Op::Add64I { dst, a, b } => set!(dst, get!(a).wrapping_add(i64::from(b) as u64)),
                    Op::Mul64I { dst, a, b } => set!(dst, get!(a).wrapping_mul(i64::from(b) as u64)),
                    Op::AddSigned64I { dst, a, b } => noted64!(dst, (get!(a) as i64).overflowing_add(b.into())),
                    Op::MulSigned64I { dst, a, b } => noted64!(dst, (get!(a) as i64).overflowing_mul(b.into())),
                    Op::Shl64I { dst, a, b } => set!(dst, get!(a).wrapping_shl(b as u32)),
                    Op::ShrUnsigned64I { dst, a, b } => set!(dst, get!(a).wrapping_shr(b as u32)),
                    Op::ShrSigned64I { dst, a, b } => set!(dst, (get!(a) as i64).wrapping_shr(b as u32) as u64),
                    Op::AndI { dst, a, b } => set!(dst, get!(a) & i64::from(b) as u64),
                    Op::OrI { dst, a, b } => set!(dst, get!(a) | i64::from(b) as u64),
                    Op::XorI { dst, a, b } => set!(dst, get!(a) ^ i64::from(b) as u64),
                    Op::BinarySmall { dst, a, b, op, kind } => {
                        let (value, overflow) = attempt!(arith::binary(op, kind, get!(a), get!(b)));
                        if overflow {
                            self.record.wrap();
                    observer.note(Note::SignedOverflow, site!());
                        }
                        set!(dst, value);
                    }
                    Op::BinaryWide { op, to, x, y } => {
                        let (value, overflow) = attempt!(wide::binary(op, wide!(x), wide!(y)));
                        if overflow {
                            self.record.wrap();
                    observer.note(Note::SignedOverflow, site!());
                        }
                        set_wide!(to, value);
                    }
                    Op::Unary { dst, a, op, kind } => set!(dst, arith::unary(op, kind, get!(a))),
                    Op::UnaryWide { op, to, x } => set_wide!(to, wide::unary(op, wide!(x))),

                    Op::FAdd64 { dst, a, b } => f64s!(dst, a, +, b),
                    Op::FSub64 { dst, a, b } => f64s!(dst, a, -, b),
                    Op::FMul64 { dst, a, b } => f64s!(dst, a, *, b),
                    Op::FDiv64 { dst, a, b } => f64s!(dst, a, /, b),
                    Op::FAdd32 { dst, a, b } => f32s!(dst, a, +, b),
                    Op::FSub32 { dst, a, b } => f32s!(dst, a, -, b),
                    Op::FMul32 { dst, a, b } => f32s!(dst, a, *, b),
                    Op::FDiv32 { dst, a, b } => f32s!(dst, a, /, b),

                    Op::Eq { dst, a, b } => set!(dst, u64::from(get!(a) == get!(b))),
                    Op::Ne { dst, a, b } => set!(dst, u64::from(get!(a) != get!(b))),
                    Op::LtUnsigned { dst, a, b } => set!(dst, u64::from(get!(a) < get!(b))),
                    Op::LeUnsigned { dst, a, b } => set!(dst, u64::from(get!(a) <= get!(b))),
                    Op::LtSigned32 { dst, a, b } => set!(dst, u64::from((get!(a) as i32) < get!(b) as i32)),
                    Op::LeSigned32 { dst, a, b } => set!(dst, u64::from(get!(a) as i32 <= get!(b) as i32)),
                    Op::LtSigned64 { dst, a, b } => set!(dst, u64::from((get!(a) as i64) < get!(b) as i64)),
                    Op::LeSigned64 { dst, a, b } => set!(dst, u64::from(get!(a) as i64 <= get!(b) as i64)),
                    Op::EqI { dst, a, b } => set!(dst, u64::from(get!(a) == u64::from(b))),
                    Op::NeI { dst, a, b } => set!(dst, u64::from(get!(a) != u64::from(b))),
                    Op::LtUnsignedI { dst, a, b } => set!(dst, u64::from(get!(a) < u64::from(b))),
                    Op::GtUnsignedI { dst, a, b } => set!(dst, u64::from(get!(a) > u64::from(b))),
                    Op::LtSigned32I { dst, a, b } => set!(dst, u64::from((get!(a) as i32) < b)),
                    Op::GtSigned32I { dst, a, b } => set!(dst, u64::from(get!(a) as i32 > b)),
                    Op::LtSigned64I { dst, a, b } => set!(dst, u64::from((get!(a) as i64) < i64::from(b))),
                    Op::GtSigned64I { dst, a, b } => set!(dst, u64::from(get!(a) as i64 > i64::from(b))),
                    Op::FCompare64 { dst, a, b, op, on } => set!(dst, u64::from(arith::compare_float(op, get!(a), get!(b)) == on)),
                    Op::FCompare32 { dst, a, b, op } => set!(dst, u64::from(arith::compare(op, Kind::F32, get!(a), get!(b)))),
                    Op::CompareSmall { dst, a, b, op, kind } => set!(dst, u64::from(arith::compare(op, kind, get!(a), get!(b)))),
                    Op::CompareWide { dst, op, x, y } => set!(dst, u64::from(wide::compare(op, wide!(x), wide!(y)))),

                    Op::Low8 { dst, a } => set!(dst, get!(a) & 0xff),
                    Op::Low16 { dst, a } => set!(dst, get!(a) & 0xffff),
                    Op::Low32 { dst, a } => set!(dst, get!(a) & 0xffff_ffff),
                    Op::Sign8To16 { dst, a } => set!(dst, u64::from(get!(a) as i8 as u16)),
                    Op::Sign8To32 { dst, a } => set!(dst, u64::from(get!(a) as i8 as u32)),
                    Op::Sign16To32 { dst, a } => set!(dst, u64::from(get!(a) as i16 as u32)),
                    Op::Sign8To64 { dst, a } => set!(dst, get!(a) as i8 as u64),
                    Op::Sign16To64 { dst, a } => set!(dst, get!(a) as i16 as u64),
                    Op::Sign32To64 { dst, a } => set!(dst, get!(a) as i32 as u64),
                    Op::Signed32ToF64 { dst, a } => set!(dst, f64::from(get!(a) as i32).to_bits()),
                    Op::Convert { dst, a, op, from, to } => {
                        let value = get!(a);
                        if from == Kind::I64 && to.is_float() && self.is_number_of_address(state, value) {
                            let what = "an address that becomes a floating-point number";
                            stop!(Gap::stop(what, t, site!()))
                        }
                        set!(dst, self.convert(state, observer, site!(), op, from, to, value));
                    }
                    Op::ConvertWide { op, from, to, out, x } => {
                        let value = if from == Kind::I128 {
                            wide!(x)
                        } else {
                            u128::from(get!(x))
                        };
                        let value = wide::convert(op, from, to, value);
                        if to == Kind::I128 {
                            set_wide!(out, value);
                        } else {
                            set!(out, value as u64);
                        }
                    }

                    Op::Offset { dst, a, b, narrow, scale } => set!(dst, at!(a, b, narrow, scale).0),
                    Op::OffsetI { dst, a, b } => set!(dst, at!(a, b).0),
                    Op::SlotLive { register, slot } => {
                        if get!(register) == 0 {
                            match self.make_slot(state, t, observer, slot, site!()) {
                                Ok(p) => set!(register, p.0),
                                Err(stop) => stop!(stop),
                            }
                        }
                    }
                    Op::SlotDead { register } => {
                        let p = Pointer(get!(register));
                        if !p.is_null() {
                            state.memory.end(p.object(), site!());
                            observer.released(t, p.object(), 0, site!());
                            set!(register, 0);
                        }
                    }
                    Op::ThreadLocalAddr { dst, number } => {
                        match self.thread_local(state, t, observer, number, site!()) {
                            Ok(p) => set!(dst, p.0),
                            Err(stop) => stop!(stop),
                        }
                    }
                    Op::Alloca { dst, a, align } => {
                        let size = get!(a);
                        match self.make_alloca(state, t, observer, size, align, site!()) {
                            Ok(p) => set!(dst, p.0),
                            Err(stop) => stop!(stop),
                        }
                    }
                    Op::AllocaFree { a } => {
                        let p = Pointer(get!(a));
                        self.end_alloca(state, t, observer, p, site!());
                    }

                    Op::Load8 { dst, a, disp } => load!(1, dst, at!(a, disp)),
                    Op::Load16 { dst, a, disp } => load!(2, dst, at!(a, disp)),
                    Op::Load32 { dst, a, disp } => load!(4, dst, at!(a, disp)),
                    Op::Load64 { dst, a, disp } => load!(8, dst, at!(a, disp)),
                    Op::LoadSigned8 { dst, a, disp } => load!(1, dst, at!(a, disp), |v| u64::from(v as i8 as u32)),
                    Op::LoadX8 { dst, a, b, narrow, scale } => load!(1, dst, at!(a, b, narrow, scale)),
                    Op::LoadX16 { dst, a, b, narrow, scale } => load!(2, dst, at!(a, b, narrow, scale)),
                    Op::LoadX32 { dst, a, b, narrow, scale } => load!(4, dst, at!(a, b, narrow, scale)),
                    Op::LoadX64 { dst, a, b, narrow, scale } => load!(8, dst, at!(a, b, narrow, scale)),
                    Op::LoadG8 { dst, object, offset } => load!(1, dst, global!(object, offset)),
                    Op::LoadG16 { dst, object, offset } => load!(2, dst, global!(object, offset)),
                    Op::LoadG32 { dst, object, offset } => load!(4, dst, global!(object, offset)),
                    Op::LoadG64 { dst, object, offset } => load!(8, dst, global!(object, offset)),
                    Op::Store8 { value, a, disp } => store!(1, value, at!(a, disp)),
                    Op::Store16 { value, a, disp } => store!(2, value, at!(a, disp)),
                    Op::Store32 { value, a, disp } => store!(4, value, at!(a, disp)),
                    Op::Store64 { value, a, disp } => store!(8, value, at!(a, disp)),
                    Op::StoreX8 { value, a, b, narrow, scale } => store!(1, value, at!(a, b, narrow, scale)),
                    Op::StoreX16 { value, a, b, narrow, scale } => store!(2, value, at!(a, b, narrow, scale)),
                    Op::StoreX32 { value, a, b, narrow, scale } => store!(4, value, at!(a, b, narrow, scale)),
                    Op::StoreX64 { value, a, b, narrow, scale } => store!(8, value, at!(a, b, narrow, scale)),
                    Op::StoreG8 { value, object, offset } => store!(1, value, global!(object, offset)),
                    Op::StoreG16 { value, object, offset } => store!(2, value, global!(object, offset)),
                    Op::StoreG32 { value, object, offset } => store!(4, value, global!(object, offset)),
                    Op::StoreG64 { value, object, offset } => store!(8, value, global!(object, offset)),
                    Op::LoadWide { .. }
                | Op::LoadPtr32 { .. }
                | Op::StoreWide { .. }
                | Op::StorePtr32 { .. }
                | Op::LoadBits { .. }
                | Op::StoreBits { .. }
                | Op::MemCopy { .. }
                | Op::MemFill { .. } => match self.access(state, t, observer, window, op, site!()) {
                    Ok(true) => accessed!(),
                    Ok(false) => {}
                    Err(stop) => stop!(stop),
                },

                Op::Jump { target } => jump!(target),
                    Op::JumpEq { a, b, target } => jump_if!(get!(a) == get!(b), target),
                    Op::JumpNe { a, b, target } => jump_if!(get!(a) != get!(b), target),
                    Op::JumpLtUnsigned { a, b, target } => jump_if!(get!(a) < get!(b), target),
                    Op::JumpLeUnsigned { a, b, target } => jump_if!(get!(a) <= get!(b), target),
                    Op::JumpLtSigned32 { a, b, target } => jump_if!((get!(a) as i32) < get!(b) as i32, target),
                    Op::JumpLeSigned32 { a, b, target } => jump_if!(get!(a) as i32 <= get!(b) as i32, target),
                    Op::JumpLtSigned64 { a, b, target } => jump_if!((get!(a) as i64) < get!(b) as i64, target),
                    Op::JumpLeSigned64 { a, b, target } => jump_if!(get!(a) as i64 <= get!(b) as i64, target),
                    Op::JumpEqI { a, b, target } => jump_if!(get!(a) == u64::from(b), target),
                    Op::JumpNeI { a, b, target } => jump_if!(get!(a) != u64::from(b), target),
                    Op::JumpLtUnsignedI { a, b, target } => jump_if!(get!(a) < u64::from(b), target),
                    Op::JumpGtUnsignedI { a, b, target } => jump_if!(get!(a) > u64::from(b), target),
                    Op::JumpLtSigned32I { a, b, target } => jump_if!((get!(a) as i32) < b, target),
                    Op::JumpGtSigned32I { a, b, target } => jump_if!(get!(a) as i32 > b, target),
                    Op::JumpLtSigned64I { a, b, target } => jump_if!((get!(a) as i64) < i64::from(b), target),
                    Op::JumpGtSigned64I { a, b, target } => jump_if!(get!(a) as i64 > i64::from(b), target),
                    Op::JumpFCompare64 { a, b, target, op, on } => jump_if!(arith::compare_float(op, get!(a), get!(b)) == on, target),
                    Op::Switch { a, table } => {
                        let switch = &self.code.switches[table as usize];
                        if O::FORKS {
                            self.tell_switch(state, t, observer, window, (site!(), switch));
                        }
                        let value = get!(a) & mask(switch.kind);
                        let value = if switch.signed {
                            i128::from(arith::signed(switch.kind, value))
                        } else {
                            i128::from(value)
                        };
                        jump!(switch.target(value))
                    }
                    Op::SwitchWide { table, x } => {
                        jump!(self.code.switches[table as usize].target(wide!(x) as i128))
                    }
                    Op::JumpTo { a, table } => {
                        let p = Pointer(get!(a));
                        match self.label(p, table) {
                            Some(target) => jump!(target),
                            None => fault!(FaultKind::BadJump(p)),
                        }
                    }
                    Op::Unreachable {} => fault!(FaultKind::Unreachable),

                    Op::Call { function, args, result } => {
                        let function = FuncId(function);
                        break Action::Call {
                            function,
                            args,
                            result,
                        };
                    }
                    Op::CallPointer { a, args, result } => {
                        let p = Pointer(get!(a));
                        let Some(function) = self.code.function_at(p) else {
                            fault!(FaultKind::BadCall(p))
                        };
                        if self.is_refused(function) {
                            stop!(self.refusal(function, t, site!()))
                        }
                        break Action::Call {
                            function,
                            args,
                            result,
                        };
                    }
                    Op::Leave {} => break Action::Leave,
                    Op::Return { a } => break Action::Return(get!(a)),
                    Op::ReturnWide { x } => break Action::ReturnWide(wide!(x)),
                    Op::ReturnNothing {} => break Action::Return(0),

                    Op::WorkBegin { a, b, c } => {
                        let work = Work::begun(get!(a), get!(b), get!(c));
                        if work.is_lane() {
                            self.record.start_lane(site!());
                        }
                        observer.work_at(t, site!());
                        observer.work(t, Some(work));
                    }
                    Op::WorkEnd {} => observer.work(t, None),
                    Op::Sync { .. } | Op::Atomic { .. } => before!(Pause::Sync),
                    Op::Nondet { .. } => before!(Pause::Choice),
                    Op::Assume { a } => {
                        if get!(a) == 0 {
                            before!(Pause::Ignored)
                        }
                    }
                    Op::Assert { a, message } => {
                        if get!(a) == 0 {
                            fault!(FaultKind::Assertion(self.code.messages[message as usize].clone()))
                        }
                    }
                    Op::SetJump { dst, a } => {
                        let p = Pointer(get!(a));
                        match self.set_jump(state, t, observer, p, pc as u32) {
                            Ok(()) => {
                                set!(dst, 0);
                                accessed!();
                            }
                            Err(stop) => stop!(stop),
                        }
                    }
                    Op::LongJump { a, b } => {
                        break Action::LongJump(Pointer(get!(a)), get!(b) as i32);
                    }
                    Op::Gap { what } => {
                        stop!(Gap::stop(self.code.messages[what as usize].as_str(), t, site!()))
                    }
                }
            };
            fuel = fuel.saturating_sub(1);
            let thread = &mut state.threads[t.0 as usize];
            let entered = match action {
                Action::Pause(pause) => break pause,
                Action::Call {
                    function,
                    args,
                    result,
                } => {
                    let call = Call {
                        function,
                        args: self.code.list(args),
                        result,
                        pc: pc as u32,
                    };
                    match self.enter(thread, &mut regs, base + words, call) {
                        Some(missing) => {
                            if missing {
                                observer.note(Note::MissingArgument, site!());
                            }
                            let routine = &self.code.functions[function.0 as usize];
                            pc = routine.entry as usize;
                            base += words;
                            words = routine.words as usize;
                            continue;
                        }
                        None => {
                            thread.registers = regs;
                            let entered = self.call_native(state, t, observer, call);
                            fuel = fuel.saturating_sub(std::mem::take(&mut state.effort) >> limits::EFFORT);
                            entered
                        }
                    }
                }
                Action::Return(value) => match self.go_back(thread, &mut regs, value) {
                    Some(caller) => {
                        pc = caller.pc as usize;
                        base = caller.base as usize;
                        words = self.code.functions[caller.function.0 as usize].words as usize;
                        continue;
                    }
                    None => {
                        thread.registers = regs;
                        self.return_value(state, t, observer, u128::from(value))
                    }
                },
                Action::ReturnWide(value) => {
                    thread.registers = regs;
                    self.return_value(state, t, observer, value)
                }
                Action::Leave => {
                    thread.registers = regs;
                    if !Self::ends_process(state, t) {
                        self.leave(state, t, observer, site!());
                    }
                    Ok(Entered::Frame {
                        pc: pc as u32,
                        base: base as u32,
                    })
                }
                Action::LongJump(p, value) => {
                    thread.registers = regs;
                    self.long_jump(state, t, observer, p, value, pc as u32)
                }
            };
            let thread = &mut state.threads[t.0 as usize];
            regs = std::mem::take(&mut thread.registers);
            match entered {
                Ok(Entered::Frame { pc: next, base: at }) => {
                    pc = next as usize;
                    base = at as usize;
                    let function = thread.frames.last().map_or(FuncId(0), |f| f.function);
                    words = self.code.functions[function.0 as usize].words as usize;
                }
                Ok(Entered::Returned) => {
                    if O::STEP {
                        fuel = full;
                        if observer.accessed() {
                            break Pause::Accessed;
                        }
                    }
                }
                Ok(Entered::Finished) => break Pause::Finished,
                Ok(Entered::Exit(status)) => break Pause::Exit(status),
                Ok(Entered::Waits) => {
                    pc -= 1;
                    break Pause::Ignored;
                }
                Err(stop) => {
                    pc -= 1;
                    break Pause::Stop(stop);
                }
            }
        };
        let thread = &mut state.threads[t.0 as usize];
        thread.registers = regs;
        if let Some(frame) = thread.frames.last_mut() {
            frame.pc = pc as u32;
        }
        pause
    }
}
