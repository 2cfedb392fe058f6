//! Instructions that compute numbers and addresses from others.

use crate::analyse::{Analysis, Here};
use crate::state::State;
use crate::value::{Claim, Origin, Own, Value, range};
use raceproof_engine::{condition, effect};
use raceproof_flow::Exposed;
use raceproof_ir::{
    BinaryOp, Block, BlockId, CompareOp, ConvertOp, Function, Inst, Kind, Operand, Reg, UnaryOp,
};
use rustc_hash::FxHashSet;

impl Analysis<'_> {
    /// What a computation gives.
    pub(super) fn compute(&mut self, here: Here, inst: &Inst, state: &mut State) {
        let function = self.contexts.context(here.place.0).function;
        match inst {
            Inst::Copy { dst, src } => {
                let mut value = self.operand(function, state, src);
                value.form = self.compute_sum(here.place.0, inst, state, &[&value]);
                self.set(state, *dst, value);
            }
            Inst::Unary { op, kind, dst, a } => {
                let value = self.operand(function, state, a);
                let mut result = match op {
                    UnaryOp::Neg if value.targets.is_empty() && value.has_numbers() => {
                        Value::between(value.high.saturating_neg(), value.low.saturating_neg()).fit(*kind)
                    }
                    _ => value.mix(&Value::NONE, *kind),
                };
                result.form = self.compute_sum(here.place.0, inst, state, &[&value]);
                self.set(state, *dst, result);
            }
            Inst::Binary { op, kind, dst, a, b } => {
                let literal = [a, b].map(|o| matches!(o, Operand::Const(..)));
                let (a, b) = (self.operand(function, state, a), self.operand(function, state, b));
                let mut value = binary(*op, *kind, &a, &b);
                let constant = |v: &Value| (v.targets.is_empty() && v.low == v.high).then_some(v.low);
                let is_sum = matches!(op, BinaryOp::Add | BinaryOp::AddSigned | BinaryOp::MulSigned);
                // What registers hold may be found to be more than one number later on.
                value.pick = match literal {
                    [false, true] => named_sum(*op, *kind, &a, b.low),
                    [true, false] if is_sum => named_sum(*op, *kind, &b, a.low),
                    _ => None,
                };
                value.own = match (a.own, constant(&b), constant(&a), b.own) {
                    (Some(own), Some(by), ..) => own.compute(*op, *kind, by),
                    (_, _, Some(by), Some(own)) if is_sum => own.compute(*op, *kind, by),
                    _ => None,
                };
                value.form = self.compute_sum(here.place.0, inst, state, &[&a, &b]);
                self.narrow(state, *kind, &mut value);
                self.set(state, *dst, value);
            }
            Inst::Compare { op, dst, a, b, .. } => {
                let zero = matches!(b, Operand::Const(_, 0));
                let (a, b) = (self.operand(function, state, a), self.operand(function, state, b));
                self.set(state, *dst, compare(*op, &a, &b, zero));
            }
            Inst::Convert {
                op,
                from,
                to,
                dst,
                src,
            } => {
                let value = self.operand(function, state, src);
                let (_, block, index) = here.place;
                if *op == ConvertOp::PtrToInt && !self.only_compared(function).contains(&(block, index)) {
                    effect!(
                        "wildcards",
                        "addresses become numbers",
                        self.disclose(&value, state)
                    );
                }
                let form = self.compute_sum(here.place.0, inst, state, &[&value]);
                let mut value = convert(*op, *from, *to, value);
                value.form = form;
                self.narrow(state, *to, &mut value);
                self.set(state, *dst, value);
            }
            Inst::Offset {
                dst,
                base,
                index,
                scale,
                disp,
                within,
            } => {
                let (base, index) = (
                    self.operand(function, state, base),
                    self.operand(function, state, index),
                );
                let allowed = self.allowed(state, &index, *within);
                let range = index.indices().map(|range| allowed.clip(range));
                let mut value = match range {
                    Some(range) if index.targets.is_empty() => base.shift(range, *scale, *disp),
                    _ => base.mix(&index, Kind::Ptr),
                };
                if let Some(Own::Index(number)) = index.own {
                    value.own = self.cell((number, index.high), &base, *scale, *disp);
                }
                if let Some(Own::Index(number)) = index.pick {
                    value.pick = self.cell((number, index.high), &base, *scale, *disp);
                }
                self.bound_index(here.thread, state, &index, allowed);
                value.form = self.compute_sum(here.place.0, inst, state, &[&base, &index]);
                self.set(state, *dst, value);
            }
            _ => unreachable!("an instruction of another family"),
        }
    }
}

/// Indices are not told that go so far.
const FAR: i128 = 1 << 24;

/// The least and the greatest index that is taken for granted.
#[derive(Clone, Copy, Default)]
pub(crate) struct Allowed {
    pub low: Option<i64>,
    pub high: Option<i64>,
}

impl Allowed {
    fn clip(self, (low, high): (i128, i128)) -> (i128, i128) {
        let at_least = self.low.map_or(low, |least| low.max(i128::from(least)));
        let at_most = self.high.map_or(high, |most| high.min(i128::from(most)));
        (at_least, at_most)
    }
}

impl Analysis<'_> {
    /// What an index may be where the language allows these only. Where a loop or a comparison tells how far
    /// it goes, that says more: what begins before the first element does so.
    ///
    /// SOUNDNESS: member-arrays
    fn allowed(&mut self, state: &State, index: &Value, allowed: Option<(i64, i64)>) -> Allowed {
        let (Some((first, last)), Some((low, high))) = (index.indices(), allowed) else {
            return Allowed::default();
        };
        let (least, most) = self.told(state, index);
        let is_unknown = |end: Option<i128>| {
            condition!(
                "member-arrays",
                "not known how far",
                end.is_none_or(|end| end.abs() >= FAR)
            )
        };
        let kept = Allowed {
            low: Some(low).filter(|&low| first < i128::from(low) && is_unknown(least)),
            high: Some(high).filter(|&high| last > i128::from(high) && is_unknown(most)),
        };
        // A number that is certainly none of them says nothing of which it should be.
        let (first, last) = kept.clip((first, last));
        if first > last {
            return Allowed::default();
        }
        self.needs.whole_arrays |= kept.low.is_some() || kept.high.is_some();
        kept
    }
}

/// The instructions that make numbers of addresses which are used for differences and comparisons only.
pub(crate) fn only_compared(function: &Function) -> FxHashSet<(BlockId, usize)> {
    let exposed = Exposed::new(function);
    let is_compared = |block: &Block, at: usize, r: Reg| {
        for (inst, _) in &block.instructions[at + 1..] {
            let compares = match inst {
                Inst::Binary { op, .. } => matches!(op, BinaryOp::Sub | BinaryOp::SubSigned),
                Inst::Compare { .. } => true,
                _ => false,
            };
            if inst.reads_register(r) && !condition!("wildcards", "only compared", compares) {
                return false;
            }
            if inst.defines(r) {
                return true;
            }
        }
        let is_read = block.terminator.operand() == Some(Operand::Reg(r));
        !is_read && !block.terminator.successors().any(|next| exposed.has(next, r))
    };
    let mut compared = FxHashSet::default();
    for (b, block) in function.blocks.iter().enumerate() {
        for (at, (inst, _)) in block.instructions.iter().enumerate() {
            if let Inst::Convert {
                op: ConvertOp::PtrToInt,
                dst,
                ..
            } = inst
                && is_compared(block, at, *dst)
            {
                compared.insert((BlockId(b as u32), at));
            }
        }
    }
    compared
}

fn binary(op: BinaryOp, kind: Kind, a: &Value, b: &Value) -> Value {
    let pure = |v: &Value| v.targets.is_empty() && v.has_numbers();
    if !kind.is_int() || !pure(a) || !pure(b) {
        return a.mix(b, kind);
    }
    let corners = |f: fn(i128, i128) -> Option<i128>| {
        let all = [
            f(a.low, b.low),
            f(a.low, b.high),
            f(a.high, b.low),
            f(a.high, b.high),
        ];
        let low = all.iter().copied().collect::<Option<Vec<_>>>();
        match low {
            Some(all) => Value::between(
                all.iter().copied().min().unwrap_or(0),
                all.iter().copied().max().unwrap_or(0),
            )
            .fit(kind),
            None => Value::computed(kind),
        }
    };
    match op {
        BinaryOp::Add | BinaryOp::AddSigned => corners(i128::checked_add),
        BinaryOp::Sub | BinaryOp::SubSigned => corners(i128::checked_sub),
        BinaryOp::Mul | BinaryOp::MulSigned => corners(i128::checked_mul),
        BinaryOp::And if b.low >= 0 => {
            Value::between(0, if a.low >= 0 { a.high.min(b.high) } else { b.high })
        }
        BinaryOp::And if a.low >= 0 => Value::between(0, a.high),
        BinaryOp::RemSigned | BinaryOp::RemUnsigned if a.low >= 0 && b.low >= 0 && b.high > 0 => {
            Value::between(0, a.high.min(b.high - 1))
        }
        BinaryOp::RemUnsigned if b.low > 0 => Value::between(0, b.high - 1),
        BinaryOp::RemSigned if b.low > 0 => Value::between((1 - b.high).max(a.low), b.high - 1),
        // Nobody comes by who divides by zero.
        BinaryOp::DivSigned | BinaryOp::DivUnsigned if a.low >= 0 && b.low >= 0 && b.high > 0 => {
            Value::between(a.low / b.high, a.high / b.low.max(1))
        }
        _ => Value::computed(kind),
    }
}

/// What an operation with a constant makes of a number that has a name, if it is not cut off.
fn named_sum(op: BinaryOp, kind: Kind, a: &Value, by: i128) -> Option<Own> {
    let pick = a.pick?.compute(op, kind, by)?;
    let (low, high) = range(kind);
    let fits = |change: fn(i128, i128) -> Option<i128>| {
        let is_inside = |n: i128| change(n, by).is_some_and(|n| n >= low && n <= high);
        is_inside(a.low) && is_inside(a.high)
    };
    let is_exact = match op {
        BinaryOp::Add => fits(i128::checked_add),
        BinaryOp::Sub => fits(i128::checked_sub),
        // Others must not overflow.
        _ => true,
    };
    // What wraps an address leaves its object.
    condition!("names", "sums are not cut off", is_exact || kind.bits() >= 64).then_some(pick)
}

fn compare(op: CompareOp, a: &Value, b: &Value, with_zero: bool) -> Value {
    let mut result = Value::between(0, 1);
    let claim = match a.claim {
        // A number that is zero or this one is zero where it is not this one.
        Some(claim)
            if b.targets.is_empty()
                && claim.busy.is_some()
                && (b.low, Some(b.high)) == (b.high, claim.busy) =>
        {
            Some(claim.turn())
        }
        claim => claim
            .filter(|_| condition!("claims", "compared with zero", with_zero))
            .map(Claim::whatever_else),
    };
    if let Some(mut claim) = claim {
        match op {
            CompareOp::Eq => {
                claim = claim.turn();
                result.claim = Some(claim);
            }
            CompareOp::Ne => result.claim = Some(claim),
            _ => {}
        }
    }
    let pure = |v: &Value| v.targets.is_empty() && v.has_numbers();
    if !pure(a) || !pure(b) {
        return result;
    }
    let apart = a.high < b.low || b.high < a.low;
    let same = a.low == a.high && b.low == b.high && a.low == b.low;
    let decided = match op {
        CompareOp::Eq if apart => Some(0),
        CompareOp::Eq if same => Some(1),
        CompareOp::Ne if apart => Some(1),
        CompareOp::Ne if same => Some(0),
        CompareOp::LtSigned if a.high < b.low => Some(1),
        CompareOp::LtSigned if a.low >= b.high => Some(0),
        CompareOp::LeSigned if a.high <= b.low => Some(1),
        CompareOp::LeSigned if a.low > b.high => Some(0),
        _ => None,
    };
    if let Some(number) = decided {
        (result.low, result.high) = (number, number);
        result.origin = Origin::Plain;
    }
    result
}

fn convert(op: ConvertOp, from: Kind, to: Kind, value: Value) -> Value {
    match op {
        ConvertOp::SExt | ConvertOp::PtrToInt | ConvertOp::IntToPtr => value,
        ConvertOp::ZExt => match value.has_numbers() && value.low < 0 {
            true => {
                let all = match from.bits() {
                    128 => Value::any(to),
                    bits => Value::between(0, (1i128 << bits) - 1).fit(to),
                };
                Value {
                    low: all.low,
                    high: all.high,
                    pick: None,
                    ..value
                }
            }
            false => value,
        },
        ConvertOp::Trunc => {
            let (low, high) = range(to);
            let is_same = value.targets.is_empty() && value.low >= low && value.high <= high;
            // Some bits of an address may be any number.
            let mut value = match value.targets.is_empty() {
                true => value.fit(to),
                false => value.mix(&Value::NONE, to),
            };
            if !is_same {
                effect!("claims", "cut off", (value.claim, value.split) = (None, None));
            }
            let is_kept = |own: &Own| {
                condition!(
                    "cells",
                    "numbers that are not cut off",
                    is_same || matches!(own, Own::Index(index) if index.bits <= to.bits())
                )
            };
            // Numbers that differ do so still, but those with a name must be the same.
            (value.own, value.pick) = (
                value.own.filter(is_kept),
                value
                    .pick
                    .filter(|_| condition!("names", "values that are not cut off", is_same)),
            );
            value
        }
        _ => value.mix(&Value::NONE, to),
    }
}
