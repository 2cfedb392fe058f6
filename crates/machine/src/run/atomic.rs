//! Atomic operations: one indivisible step each. The edges that their orders give are told by whoever lets
//! them happen.

use raceproof_ir::{BinaryOp, Kind, RmwOp};

use super::arith::{self, mask, signed};
use crate::code::{AtomicCode, AtomicWhat};
use crate::memory::Memory;
use crate::state::{NOWHERE, State};
use crate::{Access, Note, Pointer, Sink, Site, Stop, ThreadId};

/// Executes an atomic operation; a compare-and-swap fails in any case if `fails`. Gives whether it stored.
pub(crate) fn execute(
    state: &mut State,
    t: ThreadId,
    code: &AtomicCode,
    flat: bool,
    site: Site,
    fails: bool,
    sink: &mut impl Sink,
) -> Result<bool, Stop> {
    if let AtomicWhat::Fence(_) = code.what {
        return Ok(false);
    }
    let State { memory, threads, .. } = state;
    let thread = &mut threads[t.0 as usize];
    let base = thread.frames.last().map_or(0, |f| f.base as usize);
    let registers = &mut thread.registers[base..];
    let pointer = flat && code.kind == Kind::Ptr;
    let size = if pointer {
        4
    } else {
        (code.kind.bits() / 8) as usize
    };
    let p = Pointer(registers[code.address as usize]);
    let fault = |kind: crate::Refused| kind.at(t, site);

    let get = |registers: &[u64], word: u32| {
        let low = u128::from(registers[word as usize]);
        if code.kind == Kind::I128 {
            low | u128::from(registers[word as usize + 1]) << 64
        } else {
            low
        }
    };
    // What a value is in memory, and back.
    let out = |memory: &Memory, value: u128| {
        if pointer {
            u128::from(memory.pointer_to_integer(Pointer(value as u64)))
        } else {
            value
        }
    };

    let mut old = 0;
    if !matches!(code.what, AtomicWhat::Store(..)) {
        let bytes = memory.load(p, size as u32).map_err(fault)?;
        old = bytes.iter().rev().fold(0, |v, b| v << 8 | u128::from(*b));
        if pointer {
            old = u128::from(memory.integer_to_pointer(old as u64).0);
        }
        if !memory.is_initialised(p, size as u32) {
            sink.note(Note::UninitialisedRead, site);
        }
    }
    let mut ok = None;
    let new = match code.what {
        AtomicWhat::Store(word, _) => Some(get(registers, word)),
        AtomicWhat::Rmw(op, word, _) => Some(modify(op, code.kind, old, get(registers, word))),
        AtomicWhat::Cas {
            expected, desired, ..
        } => {
            let equal = old == get(registers, expected) && !fails;
            ok = Some(equal);
            equal.then(|| get(registers, desired))
        }
        AtomicWhat::Load(_) | AtomicWhat::Fence(_) => None,
    };
    if let Some(new) = new {
        let bytes = out(memory, new).to_le_bytes();
        memory.store(p, &bytes[..size]).map_err(fault)?;
    }
    sink.access(
        t,
        Access {
            object: p.object(),
            start: p.offset(),
            length: size as u32,
            write: new.is_some(),
            atomic: true,
            site,
        },
    );
    if code.dst != NOWHERE {
        registers[code.dst as usize] = old as u64;
        if code.kind == Kind::I128 {
            registers[code.dst as usize + 1] = (old >> 64) as u64;
        }
    }
    if let (Some(equal), AtomicWhat::Cas { ok: word, .. }) = (ok, code.what) {
        registers[word as usize] = u64::from(equal);
    }
    Ok(new.is_some())
}

/// The value that a read-modify-write leaves.
fn modify(op: RmwOp, kind: Kind, old: u128, operand: u128) -> u128 {
    let wide = kind == Kind::I128;
    let low = |v: u128| if wide { v } else { v & u128::from(mask(kind)) };
    let number = |v: u128| {
        if wide {
            v as i128
        } else {
            i128::from(signed(kind, v as u64))
        }
    };
    let float = |op| u128::from(arith::float(op, kind, old as u64, operand as u64));
    match op {
        RmwOp::Exchange => operand,
        RmwOp::Add => low(old.wrapping_add(operand)),
        RmwOp::Sub => low(old.wrapping_sub(operand)),
        RmwOp::Mul => low(old.wrapping_mul(operand)),
        RmwOp::And => old & operand,
        RmwOp::Or => old | operand,
        RmwOp::Xor => old ^ operand,
        RmwOp::Nand => low(!(old & operand)),
        RmwOp::MinSigned if number(operand) < number(old) => operand,
        RmwOp::MaxSigned if number(operand) > number(old) => operand,
        RmwOp::MinUnsigned => old.min(operand),
        RmwOp::MaxUnsigned => old.max(operand),
        RmwOp::MinSigned | RmwOp::MaxSigned => old,
        RmwOp::FAdd => float(BinaryOp::FAdd),
        RmwOp::FSub => float(BinaryOp::FSub),
        RmwOp::FMul => float(BinaryOp::FMul),
        RmwOp::FDiv => float(BinaryOp::FDiv),
    }
}
