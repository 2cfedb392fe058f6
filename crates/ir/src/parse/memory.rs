//! Reads addresses, accesses and atomics.

use super::cursor::{Cursor, Read, fail};
use super::declare::Symbol;
use super::function::Code;
use super::instruction::Targets;
use super::lex::Token;
use super::operand::unknown;
use crate::print::DEFAULT_ALIGN;
use crate::{Bits, Inst, Kind, Order, RmwOp};

impl Code<'_> {
    /// Long because it has an arm for each instruction.
    pub(super) fn memory(
        &mut self,
        cursor: &mut Cursor<'_, '_>,
        word: &str,
        targets: &Targets<'_>,
    ) -> Read<Option<Inst>> {
        Ok(Some(match word {
            "offset" => self.offset(cursor, targets)?,
            "unset" => {
                let target = targets.one()?;
                let kind = cursor.kind()?;
                let dst = self.assign(target, kind);
                Inst::Unset { kind, dst }
            }
            "slot_addr" => {
                let target = targets.one()?;
                let slot = self.slot(cursor)?;
                let dst = self.assign(target, Kind::Ptr);
                Inst::SlotAddr { dst, slot }
            }
            "slot_dead" => {
                targets.none()?;
                let slot = self.slot(cursor)?;
                Inst::SlotDead { slot }
            }
            "thread_local_addr" => {
                let target = targets.one()?;
                let (key, span) = cursor.name('@', "a thread-local global")?;
                let global = match self.reader.symbols.get(key) {
                    Some(Symbol::Global(id)) => *id,
                    Some(Symbol::Function(_)) => {
                        return fail(span, "this is a function", "name a thread-local global");
                    }
                    None => return unknown(span),
                };
                let dst = self.assign(target, Kind::Ptr);
                Inst::ThreadLocalAddr { dst, global }
            }
            "alloca" => self.alloca(cursor, targets)?,
            "alloca_free" => {
                targets.none()?;
                let addr = self.operand(cursor, Some(Kind::Ptr))?;
                Inst::AllocaFree { addr }
            }
            "load" => {
                let target = targets.one()?;
                let kind = cursor.kind()?;
                let addr = self.operand(cursor, Some(Kind::Ptr))?;
                let dst = self.assign(target, kind);
                Inst::Load { kind, dst, addr }
            }
            "store" => {
                targets.none()?;
                let kind = cursor.kind()?;
                let addr = self.operand(cursor, Some(Kind::Ptr))?;
                let value = self.next(cursor, kind)?;
                Inst::Store { kind, addr, value }
            }
            "load_bits" => {
                let target = targets.one()?;
                let kind = cursor.kind()?;
                let addr = self.operand(cursor, Some(Kind::Ptr))?;
                let bits = bits(cursor)?;
                let dst = self.assign(target, kind);
                Inst::LoadBits {
                    kind,
                    dst,
                    addr,
                    bits,
                }
            }
            "store_bits" => {
                targets.none()?;
                let kind = cursor.kind()?;
                let addr = self.operand(cursor, Some(Kind::Ptr))?;
                let value = self.next(cursor, kind)?;
                let bits = bits(cursor)?;
                Inst::StoreBits {
                    kind,
                    addr,
                    value,
                    bits,
                }
            }
            "mem_copy" => {
                targets.none()?;
                let dst = self.operand(cursor, Some(Kind::Ptr))?;
                let src = self.next(cursor, Kind::Ptr)?;
                let size = self.next(cursor, Kind::I64)?;
                Inst::MemCopy { dst, src, size }
            }
            "mem_fill" => {
                targets.none()?;
                let dst = self.operand(cursor, Some(Kind::Ptr))?;
                let byte = self.next(cursor, Kind::I32)?;
                let size = self.next(cursor, Kind::I64)?;
                Inst::MemFill { dst, byte, size }
            }
            _ => return Ok(None),
        }))
    }

    /// `offset BASE, INDEX * SCALE + DISP`
    fn offset(&mut self, cursor: &mut Cursor<'_, '_>, targets: &Targets<'_>) -> Read<Inst> {
        let target = targets.one()?;
        let base = self.operand(cursor, Some(Kind::Ptr))?;
        let index = self.next(cursor, Kind::I64)?;
        let scale = if cursor.take_mark('*') {
            cursor.integer("the scale", i128::from(i64::MIN), i128::from(i64::MAX))? as i64
        } else {
            1
        };
        let disp = cursor.displacement()?;
        let within = match cursor.take_word("within") {
            true => {
                let bound = |cursor: &mut Cursor<'_, '_>| {
                    cursor.integer("a bound of the index", i128::from(i64::MIN), i128::from(i64::MAX))
                };
                let low = bound(cursor)? as i64;
                Some((low, bound(cursor)? as i64))
            }
            false => None,
        };
        let dst = self.assign(target, Kind::Ptr);
        Ok(Inst::Offset {
            dst,
            base,
            index,
            scale,
            disp,
            within,
        })
    }

    /// `alloca SIZE align N shape #S`
    fn alloca(&mut self, cursor: &mut Cursor<'_, '_>, targets: &Targets<'_>) -> Read<Inst> {
        let target = targets.one()?;
        let size = self.operand(cursor, Some(Kind::I64))?;
        let mut align = DEFAULT_ALIGN;
        let mut shape = None;
        if cursor.take_word("align") {
            align = cursor.u32("an alignment")?;
        }
        if cursor.take_word("shape") {
            shape = Some(self.reader.shape_name(cursor)?);
        }
        let dst = self.assign(target, Kind::Ptr);
        Ok(Inst::Alloca {
            dst,
            size,
            align,
            shape,
        })
    }

    pub(super) fn atomic(
        &mut self,
        cursor: &mut Cursor<'_, '_>,
        word: &str,
        targets: &Targets<'_>,
    ) -> Read<Option<Inst>> {
        Ok(Some(match word {
            "atomic_load" => {
                let target = targets.one()?;
                let kind = cursor.kind()?;
                let addr = self.operand(cursor, Some(Kind::Ptr))?;
                let order = order(cursor)?;
                let dst = self.assign(target, kind);
                Inst::AtomicLoad {
                    kind,
                    dst,
                    addr,
                    order,
                }
            }
            "atomic_store" => {
                targets.none()?;
                let kind = cursor.kind()?;
                let addr = self.operand(cursor, Some(Kind::Ptr))?;
                let value = self.next(cursor, kind)?;
                let order = order(cursor)?;
                Inst::AtomicStore {
                    kind,
                    addr,
                    value,
                    order,
                }
            }
            "atomic_rmw" => {
                let target = targets.optional()?;
                let span = cursor.span();
                let word = cursor.word("an operation", "write `atomic_rmw add i32 @x, 1 seq_cst`")?;
                let Some(op) = RmwOp::from_name(word) else {
                    let known: Vec<&str> = RmwOp::ALL.iter().map(|op| op.name()).collect();
                    let remedy = format!("the operations are {}", known.join(", "));
                    return fail(span, format!("there is no operation `{word}`"), remedy);
                };
                let kind = cursor.kind()?;
                let addr = self.operand(cursor, Some(Kind::Ptr))?;
                let value = self.next(cursor, kind)?;
                let order = order(cursor)?;
                let dst = self.assign(target, kind);
                Inst::AtomicRmw {
                    op,
                    kind,
                    dst,
                    addr,
                    value,
                    order,
                }
            }
            "atomic_cas" => {
                let (old, stored) = targets.two()?;
                let weak = cursor.take_word("weak");
                let kind = cursor.kind()?;
                let addr = self.operand(cursor, Some(Kind::Ptr))?;
                let expected = self.next(cursor, kind)?;
                let desired = self.next(cursor, kind)?;
                let success = order(cursor)?;
                let failure = order(cursor)?;
                let dst = self.assign(old, kind);
                let ok = self.assign(stored, Kind::I32);
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
                }
            }
            "fence" => {
                targets.none()?;
                let order = order(cursor)?;
                Inst::Fence { order }
            }
            _ => return Ok(None),
        }))
    }
}

/// A memory order; none is the strongest, as in C.
fn order(cursor: &mut Cursor<'_, '_>) -> Read<Order> {
    let Some(Token::Word(word)) = cursor.peek() else {
        return Ok(Order::SeqCst);
    };
    match Order::from_name(word) {
        Some(order) => {
            cursor.step();
            Ok(order)
        }
        None => cursor.fail(
            format!("`{word}` is no memory order"),
            "the orders are relaxed, acquire, release, acq_rel and seq_cst",
        ),
    }
}

/// `bits SHIFT:WIDTH signed location START:LENGTH`
fn bits(cursor: &mut Cursor<'_, '_>) -> Read<Bits> {
    const FORM: &str = "write `bits SHIFT:WIDTH location START:LENGTH`";
    cursor.keyword("bits", FORM)?;
    let shift = cursor.integer("the first bit", 0, 255)? as u8;
    cursor.mark(':', FORM)?;
    let width = cursor.integer("the number of bits", 0, 255)? as u8;
    let signed = cursor.take_word("signed");
    cursor.keyword("location", FORM)?;
    let location_start = cursor.integer("the start", i128::from(i32::MIN), i128::from(i32::MAX))? as i32;
    cursor.mark(':', FORM)?;
    let location_length = cursor.u32("the length")?;
    Ok(Bits {
        shift,
        width,
        signed,
        location_start,
        location_length,
    })
}
