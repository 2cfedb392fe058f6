//! Skipping rounds of a loop: their accesses are told without executing them.
//!
//! An observer that only wants to know who accesses what may let the machine skip rounds of an innermost loop. When a thread jumps back, the
//! next round is traced on *lines*: values that grow by the same amount in every round, exactly, modulo the width of the register. A value
//! that is none (loaded from changing memory, computed in floats) is *unknown*. If every address and every condition of the round is a
//! line, the rounds that take the same path are counted (no line wraps where that would show, no condition changes, no access leaves its object),
//! and they are skipped: the accesses are told as ranges, registers that are lines get their last values, stores of lines are made.
//!
//! What is lost is told: the operations whose results are unknown, and the objects that have not got the values stored to them. The run goes on with
//! stale values there. It is for the observer to show that they steer nothing; then the accesses of the run are exactly those of the program. A value
//! in memory may be taken for constant in a loop only if no store of the loop overlaps it.
//!
//! By induction over rounds: lines at the start of a round are guessed from the first and verified to be, at its end, the lines one round
//! later. Faults cannot be skipped: accesses are checked for all rounds, divisors are known, and everything else that can stop a thread is not
//! traced at all. Notes (overflow, uninitialised reads) of skipped rounds are not made.
//!
//! Works may begin and end in a round. Then addresses must not change, so that all works do the same, and two of them are told: a third
//! would conflict only with what these conflict with.
//!
//! Cost: a few microseconds for each attempt, less than fifty rounds.

use super::access::distance;
use super::{Machine, arith};
use crate::op::{Op, Word};
use crate::{Access, Memory, ObjectId, Observer, Pointer, Site, State, ThreadId, Work};
use raceproof_ir::{Kind, UnaryOp};
use std::collections::HashMap;

/// What is not known after rounds were skipped.
#[derive(Clone, Copy, Debug)]
pub struct Skip<'a> {
    /// Operations whose results are unknown.
    pub computed: &'a [Site],
    /// Objects that lack the values stored to them.
    pub stored: &'a [ObjectId],
}

/// What rounds of loops looked like when they were skipped, by the place of the jump back: where to begin next time.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    shapes: HashMap<Site, Shape>,
}

#[derive(Clone, Debug)]
struct Shape {
    /// What each register gains in a round, and whether it is narrow.
    gains: Vec<Option<(u64, bool)>>,
    changing: Vec<Site>,
}

/// Fewer rounds are not worth it.
const FEW: u64 = 6;
/// More rounds than are ever skipped.
const ENDLESS: i128 = u32::MAX as i128;
/// Longest round that is traced.
const LONG: usize = 400;

/// A value that grows by the same amount in every round, modulo 2^32 if `narrow`, else 2^64.
#[derive(Clone, Copy, Debug)]
struct Line {
    at: u64,
    by: u64,
    narrow: bool,
}

impl Line {
    fn constant(at: u64) -> Line {
        Line {
            at,
            by: 0,
            narrow: false,
        }
    }

    fn after(self, rounds: u64) -> u64 {
        let value = self.at.wrapping_add(self.by.wrapping_mul(rounds));
        if self.narrow {
            u64::from(value as u32)
        } else {
            value
        }
    }

    /// The low 32 bits.
    fn low(self) -> Line {
        Line {
            at: u64::from(self.at as u32),
            by: u64::from(self.by as u32),
            narrow: true,
        }
    }

    fn is_constant(self) -> bool {
        self.by == 0
    }
}

/// `None` is unknown.
type Value = Option<Line>;

/// An access of a round.
#[derive(Clone, Copy, Debug)]
struct Touch {
    site: Site,
    start: Pointer,
    by: i64,
    length: u32,
    write: bool,
    value: Value,
}

impl Touch {
    /// First byte and the one behind the last, over all rounds.
    fn span(&self, rounds: u64) -> (i64, i64) {
        let first = i64::from(self.start.offset());
        let last = first + self.by * (rounds as i64 - 1);
        (first.min(last), first.max(last) + i64::from(self.length))
    }

    fn overlaps(&self, other: &Touch, rounds: u64) -> bool {
        let (a, b) = (self.span(rounds), other.span(rounds));
        self.start.object() == other.start.object() && a.0 < b.1 && b.0 < a.1
    }
}

/// Why rounds are not skipped.
enum Not {
    /// The loop has something that cannot be traced.
    Ever,
    /// There are too few.
    Now,
}

/// The trace of a round.
struct Trace<'a> {
    memory: &'a Memory,
    values: Vec<Value>,
    /// How many rounds are known to go the same way.
    rounds: i128,
    touches: Vec<Touch>,
    unknown: Vec<Site>,
    /// Loads whose bytes a store of the loop overlaps.
    changing: Vec<Site>,
    works: Vec<Option<[Value; 3]>>,
}

impl Trace<'_> {
    /// Limits the rounds to those in which `at + k * by` is in a range.
    fn within(&mut self, at: i128, by: i128, low: i128, high: i128) {
        let rounds = match by {
            _ if at < low || at > high => 0,
            0 => return,
            1.. => (high - at) / by + 1,
            _ => (at - low) / -by + 1,
        };
        self.rounds = self.rounds.min(rounds);
    }

    /// A register as a signed number of 32 bits, and what it grows by.
    fn signed32(&mut self, line: Line) -> (i128, i128) {
        let (at, by) = (i128::from(line.at as i32), i128::from(line.by as i32));
        self.within(at, by, i32::MIN.into(), i32::MAX.into());
        (at, by)
    }

    fn signed64(&mut self, line: Line) -> (i128, i128) {
        let line = self.wide(line);
        let (at, by) = (i128::from(line.at as i64), i128::from(line.by as i64));
        self.within(at, by, i64::MIN.into(), i64::MAX.into());
        (at, by)
    }

    fn unsigned(&mut self, line: Line) -> (i128, i128) {
        let line = self.wide(line);
        let (at, by) = (i128::from(line.at), i128::from(line.by as i64));
        self.within(at, by, 0, u64::MAX.into());
        (at, by)
    }

    /// A register as 64 bits: one of 32 is extended by zeros.
    fn wide(&mut self, line: Line) -> Line {
        if !line.narrow || line.by == 0 {
            return line;
        }
        let by = i64::from(line.by as i32);
        self.within(i128::from(line.at), by.into(), 0, u32::MAX.into());
        Line {
            at: line.at,
            by: by as u64,
            narrow: false,
        }
    }

    /// Whether a comparison of numbers holds, for as many rounds as it does not change.
    fn less(&mut self, a: (i128, i128), b: (i128, i128), or_equal: bool) -> bool {
        let (at, by) = (a.0 - b.0, a.1 - b.1);
        let most = if or_equal { 0 } else { -1 };
        let holds = at <= most;
        if holds {
            self.within(at, by, i128::MIN / 2, most);
        } else {
            self.within(at, by, most + 1, i128::MAX / 2);
        }
        holds
    }

    fn equal(&mut self, a: Line, b: Line) -> bool {
        let (a, b) = (self.unsigned(a), self.unsigned(b));
        let (at, by) = (a.0 - b.0, a.1 - b.1);
        if at == 0 {
            self.within(at, by, 0, 0);
        } else if by != 0 && at % by == 0 && -at / by > 0 {
            self.rounds = self.rounds.min(-at / by);
        }
        at == 0
    }

    fn get(&self, w: Word) -> Value {
        self.values[w as usize]
    }

    fn set(&mut self, w: Word, value: Value, site: Site) {
        if value.is_none() {
            self.unknown.push(site);
        }
        self.values[w as usize] = value;
    }

    /// A sum or difference modulo the width.
    fn sum(&mut self, a: Value, b: Value, minus: bool, narrow: bool) -> Value {
        let (mut a, mut b) = (a?, b?);
        if narrow {
            (a, b) = (a.low(), b.low());
        } else {
            (a, b) = (self.wide(a), self.wide(b));
        }
        let add = |x: u64, y: u64| {
            if minus {
                x.wrapping_sub(y)
            } else {
                x.wrapping_add(y)
            }
        };
        let sum = Line {
            at: add(a.at, b.at),
            by: add(a.by, b.by),
            narrow,
        };
        Some(if narrow { sum.low() } else { sum })
    }

    fn product(&mut self, a: Value, b: Value, narrow: bool) -> Value {
        let (mut a, mut b) = (a?, b?);
        if narrow {
            (a, b) = (a.low(), b.low());
        } else {
            (a, b) = (self.wide(a), self.wide(b));
        }
        if b.by != 0 {
            (a, b) = (b, a);
        }
        if b.by != 0 {
            return None;
        }
        let product = Line {
            at: a.at.wrapping_mul(b.at),
            by: a.by.wrapping_mul(b.at),
            narrow,
        };
        Some(if narrow { product.low() } else { product })
    }

    /// A signed quotient by a known number.
    fn quotient(&mut self, a: Value, b: Value, narrow: bool) -> Result<Value, Not> {
        let Some(b) = b.filter(|b| b.is_constant()) else {
            return Err(Not::Ever);
        };
        let by = if narrow {
            i128::from(b.at as i32)
        } else {
            i128::from(b.at as i64)
        };
        if by == 0 || by == -1 {
            return Err(Not::Now);
        }
        let Some(a) = a else {
            return Ok(None);
        };
        let (at, step) = if narrow {
            self.signed32(a)
        } else {
            self.signed64(a)
        };
        if step % by != 0 {
            return Ok(None);
        }
        // Quotients are truncated towards zero, so the sign must not change.
        match at {
            0.. => self.within(at, step, 0, i128::MAX / 2),
            _ => self.within(at, step, i128::MIN / 2, -1),
        }
        let line = Line {
            at: (at / by) as u64,
            by: (step / by) as u64,
            narrow,
        };
        Ok(Some(if narrow { line.low() } else { line }))
    }

    /// A value computed from constants, else unknown.
    fn known(a: Value, b: Value, f: impl Fn(u64, u64) -> u64) -> Value {
        match (a?, b?) {
            (a, b) if a.is_constant() && b.is_constant() => Some(Line::constant(f(a.at, b.at))),
            _ => None,
        }
    }

    /// The address `a + b * scale`.
    fn moved(&mut self, a: Value, b: Value, narrow: bool, scale: i64) -> Value {
        let (a, b) = (a?, b?);
        if a.narrow && !a.is_constant() {
            return None;
        }
        let (at, by) = if narrow {
            self.signed32(b)
        } else {
            self.signed64(b)
        };
        let scale = i128::from(scale);
        let start = Pointer(a.at).moved((at * scale) as i64);
        let by = i128::from(a.by as i64) + by * scale;
        // The offset must not wrap, or it would run into the object's name.
        self.within(i128::from(start.offset()), by, 0, u32::MAX.into());
        Some(Line {
            at: start.0,
            by: by as i64 as u64,
            narrow: false,
        })
    }

    fn displaced(&mut self, a: Value, disp: i32) -> Value {
        self.moved(a, Some(Line::constant(i64::from(disp) as u64)), false, 1)
    }

    /// An access. A load gives the value that memory has, as long as it does not change.
    fn touch(&mut self, site: Site, address: Value, length: u32, value: Option<Value>) -> Result<Value, Not> {
        let Some(address) = address else {
            return Err(Not::Ever);
        };
        let start = Pointer(address.at);
        let Some(object) = self.memory.object(start.object()).filter(|o| o.is_alive()) else {
            return Err(Not::Now);
        };
        if value.is_some() && object.is_constant() {
            return Err(Not::Now);
        }
        let last = i128::from(object.size()) - i128::from(length);
        let by = address.by as i64;
        self.within(i128::from(start.offset()), by.into(), 0, last);
        if self.rounds == 0 {
            return Err(Not::Now);
        }
        self.touches.push(Touch {
            site,
            start,
            by,
            length,
            write: value.is_some(),
            value: value.flatten(),
        });
        if by != 0 || value.is_some() || self.changing.contains(&site) {
            return Ok(None);
        }
        let Ok(bytes) = self.memory.load(start, length) else {
            return Err(Not::Now);
        };
        let number = bytes.iter().rev().fold(0, |v, b| v << 8 | u64::from(*b));
        Ok(Some(Line::constant(number)))
    }

    fn load(&mut self, site: Site, dst: Word, address: Value, length: u32) -> Result<(), Not> {
        let value = self.touch(site, address, length, None)?;
        self.set(dst, value, site);
        Ok(())
    }

    fn store(&mut self, site: Site, value: Word, address: Value, length: u32) -> Result<(), Not> {
        let value = self.get(value);
        self.touch(site, address, length, Some(value)).map(|_| ())
    }

    /// Traces an operation that does not jump.
    fn operation(&mut self, op: Op, site: Site) -> Result<(), Not> {
        let narrow = true;
        let constant = |b: i32| Some(Line::constant(i64::from(b) as u64));
        let (dst, value) = match op {
            Op::Copy { dst, a } => (dst, self.get(a)),
            Op::Const { dst, low, high } => {
                (dst, Some(Line::constant(u64::from(low) | u64::from(high) << 32)))
            }
            Op::Add32 { dst, a, b } | Op::AddSigned32 { dst, a, b } => {
                (dst, self.sum(self.get(a), self.get(b), false, narrow))
            }
            Op::Sub32 { dst, a, b } | Op::SubSigned32 { dst, a, b } => {
                (dst, self.sum(self.get(a), self.get(b), true, narrow))
            }
            Op::Mul32 { dst, a, b } | Op::MulSigned32 { dst, a, b } => {
                (dst, self.product(self.get(a), self.get(b), narrow))
            }
            Op::Add64 { dst, a, b } | Op::AddSigned64 { dst, a, b } => {
                (dst, self.sum(self.get(a), self.get(b), false, !narrow))
            }
            Op::Sub64 { dst, a, b } | Op::SubSigned64 { dst, a, b } => {
                (dst, self.sum(self.get(a), self.get(b), true, !narrow))
            }
            Op::Mul64 { dst, a, b } | Op::MulSigned64 { dst, a, b } => {
                (dst, self.product(self.get(a), self.get(b), !narrow))
            }
            Op::Add32I { dst, a, b } | Op::AddSigned32I { dst, a, b } => {
                (dst, self.sum(self.get(a), constant(b), false, narrow))
            }
            Op::Mul32I { dst, a, b } | Op::MulSigned32I { dst, a, b } => {
                (dst, self.product(self.get(a), constant(b), narrow))
            }
            Op::Add64I { dst, a, b } | Op::AddSigned64I { dst, a, b } => {
                (dst, self.sum(self.get(a), constant(b), false, !narrow))
            }
            Op::Mul64I { dst, a, b } | Op::MulSigned64I { dst, a, b } => {
                (dst, self.product(self.get(a), constant(b), !narrow))
            }
            Op::Shl32I { dst, a, b } => {
                let factor = Line::constant(u64::from(1u32.wrapping_shl(b as u32)));
                (dst, self.product(self.get(a), Some(factor), narrow))
            }
            Op::Shl64I { dst, a, b } => {
                let factor = Line::constant(1u64.wrapping_shl(b as u32));
                (dst, self.product(self.get(a), Some(factor), !narrow))
            }
            Op::DivSigned32 { dst, a, b } => (dst, self.quotient(self.get(a), self.get(b), narrow)?),
            Op::DivSigned64 { dst, a, b } => (dst, self.quotient(self.get(a), self.get(b), !narrow)?),
            Op::And { dst, a, b } => (dst, Self::known(self.get(a), self.get(b), |a, b| a & b)),
            Op::Or { dst, a, b } => (dst, Self::known(self.get(a), self.get(b), |a, b| a | b)),
            Op::Xor { dst, a, b } => (dst, Self::known(self.get(a), self.get(b), |a, b| a ^ b)),
            Op::Unary { dst, a, op, kind } => {
                let a = self.get(a);
                let zero = Some(Line::constant(0));
                let value = match (op, kind) {
                    (UnaryOp::Neg, Kind::I32) => self.sum(zero, a, true, narrow),
                    (UnaryOp::Neg, Kind::I64) => self.sum(zero, a, true, !narrow),
                    _ => Self::known(a, zero, |a, _| arith::unary(op, kind, a)),
                };
                (dst, value)
            }
            Op::Low32 { dst, a } => (dst, self.get(a).map(Line::low)),
            Op::Sign32To64 { dst, a } => {
                let value = self.get(a).map(|a| {
                    let (at, by) = self.signed32(a);
                    Line {
                        at: at as u64,
                        by: by as u64,
                        narrow: false,
                    }
                });
                (dst, value)
            }
            // Floats, and conversions from and to them.
            Op::FAdd64 { dst, .. }
            | Op::FSub64 { dst, .. }
            | Op::FMul64 { dst, .. }
            | Op::FDiv64 { dst, .. }
            | Op::FAdd32 { dst, .. }
            | Op::FSub32 { dst, .. }
            | Op::FMul32 { dst, .. }
            | Op::FDiv32 { dst, .. }
            | Op::Signed32ToF64 { dst, .. }
            | Op::Convert { dst, .. }
            | Op::FCompare64 { dst, .. }
            | Op::FCompare32 { dst, .. } => (dst, None),
            Op::Offset {
                dst,
                a,
                b,
                narrow,
                scale,
            } => (dst, self.moved(self.get(a), self.get(b), narrow, scale.into())),
            Op::OffsetI { dst, a, b } => (dst, self.displaced(self.get(a), b)),
            Op::SlotLive { register, .. } => {
                return match self.get(register) {
                    Some(line) if line.is_constant() && line.at != 0 => Ok(()),
                    _ => Err(Not::Now),
                };
            }
            Op::WorkBegin { a, b, c } => {
                self.works.push(Some([self.get(a), self.get(b), self.get(c)]));
                return Ok(());
            }
            Op::WorkEnd {} => {
                self.works.push(None);
                return Ok(());
            }
            _ => return self.memory_operation(op, site),
        };
        self.set(dst, value, site);
        Ok(())
    }

    fn memory_operation(&mut self, op: Op, site: Site) -> Result<(), Not> {
        macro_rules! at {
            ($a:expr, $disp:expr) => {
                self.displaced(self.get($a), $disp)
            };
            ($a:expr, $b:expr, $narrow:expr, $scale:expr) => {
                self.moved(self.get($a), self.get($b), $narrow, i64::from($scale))
            };
        }
        let global =
            |object: u32, offset: u32| Some(Line::constant(Pointer::new(ObjectId(object), offset).0));
        match op {
            Op::Load8 { dst, a, disp } => {
                let p = at!(a, disp);
                self.load(site, dst, p, 1)
            }
            Op::Load16 { dst, a, disp } => {
                let p = at!(a, disp);
                self.load(site, dst, p, 2)
            }
            Op::Load32 { dst, a, disp } => {
                let p = at!(a, disp);
                self.load(site, dst, p, 4)
            }
            Op::Load64 { dst, a, disp } => {
                let p = at!(a, disp);
                self.load(site, dst, p, 8)
            }
            Op::LoadX8 {
                dst,
                a,
                b,
                narrow,
                scale,
            } => {
                let p = at!(a, b, narrow, scale);
                self.load(site, dst, p, 1)
            }
            Op::LoadX16 {
                dst,
                a,
                b,
                narrow,
                scale,
            } => {
                let p = at!(a, b, narrow, scale);
                self.load(site, dst, p, 2)
            }
            Op::LoadX32 {
                dst,
                a,
                b,
                narrow,
                scale,
            } => {
                let p = at!(a, b, narrow, scale);
                self.load(site, dst, p, 4)
            }
            Op::LoadX64 {
                dst,
                a,
                b,
                narrow,
                scale,
            } => {
                let p = at!(a, b, narrow, scale);
                self.load(site, dst, p, 8)
            }
            Op::LoadG8 { dst, object, offset } => self.load(site, dst, global(object, offset), 1),
            Op::LoadG16 { dst, object, offset } => self.load(site, dst, global(object, offset), 2),
            Op::LoadG32 { dst, object, offset } => self.load(site, dst, global(object, offset), 4),
            Op::LoadG64 { dst, object, offset } => self.load(site, dst, global(object, offset), 8),
            Op::Store8 { value, a, disp } => {
                let p = at!(a, disp);
                self.store(site, value, p, 1)
            }
            Op::Store16 { value, a, disp } => {
                let p = at!(a, disp);
                self.store(site, value, p, 2)
            }
            Op::Store32 { value, a, disp } => {
                let p = at!(a, disp);
                self.store(site, value, p, 4)
            }
            Op::Store64 { value, a, disp } => {
                let p = at!(a, disp);
                self.store(site, value, p, 8)
            }
            Op::StoreX8 {
                value,
                a,
                b,
                narrow,
                scale,
            } => {
                let p = at!(a, b, narrow, scale);
                self.store(site, value, p, 1)
            }
            Op::StoreX16 {
                value,
                a,
                b,
                narrow,
                scale,
            } => {
                let p = at!(a, b, narrow, scale);
                self.store(site, value, p, 2)
            }
            Op::StoreX32 {
                value,
                a,
                b,
                narrow,
                scale,
            } => {
                let p = at!(a, b, narrow, scale);
                self.store(site, value, p, 4)
            }
            Op::StoreX64 {
                value,
                a,
                b,
                narrow,
                scale,
            } => {
                let p = at!(a, b, narrow, scale);
                self.store(site, value, p, 8)
            }
            Op::StoreG8 {
                value,
                object,
                offset,
            } => self.store(site, value, global(object, offset), 1),
            Op::StoreG16 {
                value,
                object,
                offset,
            } => self.store(site, value, global(object, offset), 2),
            Op::StoreG32 {
                value,
                object,
                offset,
            } => self.store(site, value, global(object, offset), 4),
            Op::StoreG64 {
                value,
                object,
                offset,
            } => self.store(site, value, global(object, offset), 8),
            _ => Err(Not::Ever),
        }
    }

    /// Whether a conditional jump is taken, in all rounds that count.
    fn condition(&mut self, op: Op) -> Result<bool, Not> {
        let known = |v: Value| v.ok_or(Not::Ever);
        let small = |b: i32| Line::constant(i64::from(b) as u64);
        let plain = |b: u32| Line::constant(u64::from(b));
        macro_rules! less {
            ($view:ident, $a:expr, $b:expr, $or_equal:expr) => {{
                let (a, b) = ($a, $b);
                let (a, b) = (self.$view(a), self.$view(b));
                self.less(a, b, $or_equal)
            }};
        }
        let get = |t: &Self, w: Word| known(t.get(w));
        Ok(match op {
            Op::JumpEq { a, b, .. } => {
                let (a, b) = (get(self, a)?, get(self, b)?);
                self.equal(a, b)
            }
            Op::JumpNe { a, b, .. } => {
                let (a, b) = (get(self, a)?, get(self, b)?);
                !self.equal(a, b)
            }
            Op::JumpEqI { a, b, .. } => {
                let a = get(self, a)?;
                self.equal(a, plain(b))
            }
            Op::JumpNeI { a, b, .. } => {
                let a = get(self, a)?;
                !self.equal(a, plain(b))
            }
            Op::JumpLtUnsigned { a, b, .. } => less!(unsigned, get(self, a)?, get(self, b)?, false),
            Op::JumpLeUnsigned { a, b, .. } => less!(unsigned, get(self, a)?, get(self, b)?, true),
            Op::JumpLtSigned32 { a, b, .. } => less!(signed32, get(self, a)?, get(self, b)?, false),
            Op::JumpLeSigned32 { a, b, .. } => less!(signed32, get(self, a)?, get(self, b)?, true),
            Op::JumpLtSigned64 { a, b, .. } => less!(signed64, get(self, a)?, get(self, b)?, false),
            Op::JumpLeSigned64 { a, b, .. } => less!(signed64, get(self, a)?, get(self, b)?, true),
            Op::JumpLtUnsignedI { a, b, .. } => less!(unsigned, get(self, a)?, plain(b), false),
            Op::JumpGtUnsignedI { a, b, .. } => less!(unsigned, plain(b), get(self, a)?, false),
            Op::JumpLtSigned32I { a, b, .. } => less!(signed32, get(self, a)?, small(b), false),
            Op::JumpGtSigned32I { a, b, .. } => less!(signed32, small(b), get(self, a)?, false),
            Op::JumpLtSigned64I { a, b, .. } => less!(signed64, get(self, a)?, small(b), false),
            Op::JumpGtSigned64I { a, b, .. } => less!(signed64, small(b), get(self, a)?, false),
            _ => return Err(Not::Ever),
        })
    }

    /// Traces the round from `head` back to it. It stays before `end`.
    fn round(&mut self, ops: &[Op], head: usize, end: usize) -> Result<(), Not> {
        self.rounds = ENDLESS;
        self.touches.clear();
        self.unknown.clear();
        self.works.clear();
        let mut pc = head;
        for _ in 0..LONG {
            let mut op = ops[pc];
            let here = pc;
            pc += 1;
            let target = op.target_mut().map(|t| *t as usize);
            match (op, target) {
                (Op::Jump { .. }, Some(target)) => pc = target,
                (_, Some(target)) => {
                    if self.condition(op)? {
                        pc = target;
                    }
                }
                _ => self.operation(op, Site(here as u32))?,
            }
            if pc == head {
                return Ok(());
            }
            if pc < head || pc >= end {
                return Err(Not::Now);
            }
        }
        Err(Not::Ever)
    }
}

impl Machine<'_> {
    /// A thread has jumped back from `from` to `head`. Skips rounds if the observer agrees.
    #[inline(never)]
    pub(super) fn skip<O: Observer>(
        &self,
        state: &mut State,
        t: ThreadId,
        observer: &mut O,
        window: &mut [u64],
        from: usize,
        head: usize,
    ) {
        let at = Site(from as u32);
        let shape = observer.shapes().and_then(|s| s.shapes.remove(&at));
        let again = shape.and_then(|shape| self.trace(&state.memory, window, from, head, Some(shape)).ok());
        let trace = again.map_or_else(|| self.trace(&state.memory, window, from, head, None), Ok);
        let (trace, shape) = match trace {
            Ok(trace) => trace,
            Err(not) => return observer.cannot_skip(at, matches!(not, Not::Ever)),
        };
        if let Some(shapes) = observer.shapes() {
            shapes.shapes.insert(at, shape);
        }
        let rounds = trace.rounds as u64;
        let Trace {
            values,
            touches,
            unknown,
            works,
            ..
        } = trace;
        let is_kept = |i: usize, store: &Touch| {
            let others = touches.iter().enumerate().filter(|(j, t)| *j != i && t.write);
            store.value.is_some() && others.into_iter().all(|(_, t)| !t.overlaps(store, rounds))
        };
        let stores: Vec<(Touch, bool)> = touches
            .iter()
            .enumerate()
            .filter(|(_, t)| t.write)
            .map(|(i, t)| (*t, is_kept(i, t)))
            .collect();
        let mut lost: Vec<ObjectId> = stores
            .iter()
            .filter(|s| !s.1)
            .map(|s| s.0.start.object())
            .collect();
        lost.dedup();
        let skip = Skip {
            computed: &unknown,
            stored: &lost,
        };
        if !observer.skip(at, skip) {
            return;
        }
        if works.is_empty() {
            touches.iter().for_each(|touch| tell(observer, t, touch, rounds));
        } else {
            tell_works(observer, t, &touches, &works);
        }
        for (store, _) in stores.iter().filter(|s| s.1) {
            make(&mut state.memory, store, rounds);
        }
        for (word, value) in window.iter_mut().zip(values) {
            if let Some(line) = value {
                *word = line.after(rounds - 1);
            }
        }
    }

    /// Traces a round, with lines that hold in every round.
    fn trace<'m>(
        &self,
        memory: &'m Memory,
        window: &[u64],
        from: usize,
        head: usize,
        shape: Option<Shape>,
    ) -> Result<(Trace<'m>, Shape), Not> {
        let ops = &self.code.ops[..];
        let mut trace = Trace {
            memory,
            values: Vec::new(),
            rounds: 0,
            touches: Vec::new(),
            unknown: Vec::new(),
            changing: Vec::new(),
            works: Vec::new(),
        };
        let gains = match shape {
            Some(shape) => {
                trace.changing = shape.changing;
                shape.gains
            }
            None => {
                trace.values = window.iter().map(|&v| Some(Line::constant(v))).collect();
                trace.round(ops, head, from + 1)?;
                // What a register gains in this round it may gain in every round.
                let ends = window.iter().zip(&trace.values);
                ends.map(|(&before, after)| after.map(|a| (a.at.wrapping_sub(before), a.narrow)))
                    .collect()
            }
        };
        let mut start: Vec<Value> = window
            .iter()
            .zip(gains)
            .map(|(&at, gain)| {
                let (by, narrow) = gain?;
                let line = Line { at, by, narrow };
                let line = if narrow { line.low() } else { line };
                (line.at == at).then_some(line)
            })
            .collect();
        for _ in 0..8 {
            trace.values.clone_from(&start);
            trace.round(ops, head, from + 1)?;
            let mut stable = true;
            for (start, end) in start.iter_mut().zip(&trace.values) {
                let Some(line) = *start else { continue };
                let goes_on = matches!(end, Some(end) if end.by == line.by && end.at == line.after(1) && (end.narrow == line.narrow || line.by == 0));
                if !goes_on {
                    *start = None;
                    stable = false;
                }
            }
            if !stable {
                continue;
            }
            if trace.rounds < i128::from(FEW) {
                return Err(Not::Now);
            }
            // Nothing ends it: the thread waits for others.
            if trace.rounds == ENDLESS {
                return Err(Not::Ever);
            }
            let rounds = trace.rounds as u64;
            let changing: Vec<Site> = trace
                .touches
                .iter()
                .filter(|load| !load.write && load.by == 0 && !trace.changing.contains(&load.site))
                .filter(|load| trace.touches.iter().any(|s| s.write && s.overlaps(load, rounds)))
                .map(|load| load.site)
                .collect();
            if !changing.is_empty() {
                trace.changing.extend(changing);
                continue;
            }
            if !trace.works.is_empty() && !trace.works_are_alike() {
                return Err(Not::Ever);
            }
            let shape = Shape {
                gains: start.iter().map(|l| l.map(|l| (l.by, l.narrow))).collect(),
                changing: trace.changing.clone(),
            };
            return Ok((trace, shape));
        }
        Err(Not::Ever)
    }
}

impl Trace<'_> {
    /// Whether every round is a work that does the same as the others.
    fn works_are_alike(&self) -> bool {
        let whole = matches!(self.works[..], [Some([Some(team), Some(construct), Some(_)]), None]
            if team.is_constant() && construct.is_constant());
        whole && self.touches.iter().all(|t| t.by == 0)
    }
}

/// Tells the accesses of all rounds at one place: as one range if they are next to each other.
fn tell<O: Observer>(observer: &mut O, t: ThreadId, touch: &Touch, rounds: u64) {
    let (low, high) = touch.span(rounds);
    let access = |start: i64, length: i64| Access {
        object: touch.start.object(),
        start: start as u32,
        length: length as u32,
        write: touch.write,
        atomic: false,
        site: touch.site,
    };
    if touch.by.unsigned_abs() <= u64::from(touch.length) {
        return observer.access(t, access(low, high - low));
    }
    let first = i64::from(touch.start.offset());
    for k in 0..rounds as i64 {
        observer.access(t, access(first + k * touch.by, touch.length.into()));
    }
}

/// Tells the accesses of two works, which stand for all.
fn tell_works<O: Observer>(observer: &mut O, t: ThreadId, touches: &[Touch], works: &[Option<[Value; 3]>]) {
    let Some(Some([Some(team), Some(construct), Some(number)])) = works.first() else {
        return;
    };
    for k in 0..2 {
        observer.work(
            t,
            Some(Work {
                team: team.at,
                construct: construct.at,
                number: number.after(k),
            }),
        );
        touches.iter().for_each(|touch| tell(observer, t, touch, 1));
        observer.work(t, None);
    }
}

/// Makes the stores of all rounds at one place.
fn make(memory: &mut Memory, store: &Touch, rounds: u64) {
    let Some(value) = store.value else { return };
    let first = if store.by == 0 { rounds - 1 } else { 0 };
    for k in first..rounds {
        let p = store.start.moved(distance(k, false, 1).wrapping_mul(store.by));
        let bytes = value.after(k).to_le_bytes();
        // The range was checked; an object that cannot be written was never traced.
        let _ = memory.store(p, &bytes[..store.length as usize]);
    }
}
