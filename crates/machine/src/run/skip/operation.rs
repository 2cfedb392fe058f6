//! What each operation does to lines.

use super::line::{Line, Value};
use super::trace::{Not, Trace};
use crate::op::{Op, Word};
use crate::run::arith;
use crate::{ObjectId, Pointer, Site};
use raceproof_ir::{Kind, UnaryOp};

impl Trace<'_> {
    /// Traces an operation that does not jump.
    ///
    /// Long because it has an arm for each operation.
    pub(super) fn operation(&mut self, op: Op, site: Site) -> Result<(), Not> {
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
            Op::Call { function, result, .. } => return self.call(site, function, result),
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

    /// Long because it has an arm for each operation on memory.
    pub(super) fn memory_operation(&mut self, op: Op, site: Site) -> Result<(), Not> {
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
    pub(super) fn condition(&mut self, op: Op) -> Result<bool, Not> {
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
}
