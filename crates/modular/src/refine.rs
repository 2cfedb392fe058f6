//! What comparisons tell.

use crate::analyse::Analysis;
use crate::relation::Meaning;
use crate::state::State;
use crate::value::{Index, Own, Round, Value};
use raceproof_engine::condition;
use raceproof_flow::{definition, is_untouched};
use raceproof_ir::{BlockId, CompareOp, FuncId, Inst, Kind, Operand};

impl Analysis<'_> {
    /// What a branch or an assumption tells about the registers that its condition was computed from, and
    /// about locks.
    ///
    /// Long because a comparison tells of numbers, names, sums, locks and pointers.
    pub(crate) fn learn(
        &mut self,
        function: FuncId,
        (block, end): (BlockId, usize),
        cond: &Operand,
        truth: bool,
        value: &Value,
        state: &mut State,
    ) {
        if let Some(claim) = value.claim {
            let mode = if truth { claim.other } else { claim.zero };
            if let Some(mode) = mode {
                self.hold(state, claim.lock, mode);
            }
        }
        let program = self.program;
        let code = &program.function(function).blocks[block.0 as usize];
        let (mut cond, mut truth) = (*cond, truth);
        let now = end;
        let mut end = end;
        // A few negations may stand between the comparison and the branch.
        for _ in 0..4 {
            let Operand::Reg(r) = cond else { return };
            let mut known = Value::clone(&state.registers[r.0 as usize]);
            if condition!(
                "branches",
                "what was returned is untouched",
                is_untouched(code, r, end, now)
            ) && known.has_numbers()
                && known.split.is_some()
            {
                // Being something else than zero is no interval; one number that is not zero stands for it.
                (known.low, known.high) = if truth { (1, 1) } else { (0, 0) };
                state.choose(&known);
            }
            let Some(at) = definition(code, r, end) else {
                return;
            };
            let Inst::Compare { op, kind, a, b, .. } = &code.instructions[at].0 else {
                return;
            };
            let untouched = |operand: &Operand| match operand {
                Operand::Reg(r) => is_untouched(code, *r, at, now),
                _ => true,
            };
            let values = (
                self.constant_operand(function, state, a),
                self.constant_operand(function, state, b),
            );
            // What an operand holds now tells of the comparison only if it held that then.
            if let (Some(x), Some(y)) = values
                && condition!("branches", "first operand is untouched", untouched(a))
                && condition!("branches", "second operand is untouched", untouched(b))
            {
                if let (Some(a), Some(b)) = (Meaning::of(&x), Meaning::of(&y)) {
                    state.relations.compare(*op, (a, b), truth);
                }
                let differs = matches!((op, truth), (CompareOp::Ne, true) | (CompareOp::Eq, false));
                if differs && matches!(b, Operand::Const(_, 0)) {
                    self.learn_content(&x, state);
                }
                self.compare_sums(*op, *kind, (&x, &y), truth, state);
                let (mut x, y) = refine(*op, *kind, truth, x, y);
                let is_zero = matches!((op, truth), (CompareOp::Eq, true) | (CompareOp::Ne, false));
                if is_zero && *kind == Kind::Ptr && matches!(b, Operand::Const(_, 0)) && !x.is_forged() {
                    // No object is at null.
                    x.targets.clear();
                    (x.low, x.high) = (0, 0);
                }
                for (operand, refined) in [(a, x), (b, y)] {
                    if let Operand::Reg(r) = operand {
                        state.choose(&refined);
                        if let Some(claim) = refined.claim {
                            let mode = match (refined.may_be_zero(), refined.may_be_other()) {
                                (true, false) => claim.zero,
                                (false, true) => claim.other,
                                _ => None,
                            };
                            if let Some(mode) = mode {
                                self.hold(state, claim.lock, mode);
                            }
                        }
                        if let Some(Own::Index(Index {
                            round: team @ Round::Number(_),
                            scale: 1,
                            add: 0,
                            ..
                        })) = refined.own
                            && condition!("thread-number", "one number", refined.low == refined.high)
                        {
                            state.guard.only = Some((team, refined.low));
                        }
                        state.registers[r.0 as usize] = refined.into();
                    }
                }
            }
            match negation(*op, b) {
                Some(flips) => (cond, truth, end) = (*a, truth ^ flips, at),
                None => return,
            }
        }
    }
}

/// Whether a comparison is with zero, and then whether it turns truth round.
pub(crate) fn negation(op: CompareOp, b: &Operand) -> Option<bool> {
    match (op, b) {
        (CompareOp::Eq, Operand::Const(_, 0)) => Some(true),
        (CompareOp::Ne, Operand::Const(_, 0)) => Some(false),
        _ => None,
    }
}

/// Narrows both sides of a comparison that came out so.
pub(crate) fn refine(op: CompareOp, kind: Kind, truth: bool, a: Value, b: Value) -> (Value, Value) {
    let pure = |v: &Value| v.has_numbers() && v.targets.is_empty();
    if !kind.is_int()
        || !condition!("branches", "first operand is a number", pure(&a))
        || !condition!("branches", "second operand is a number", pure(&b))
    {
        return (a, b);
    }
    let (mut x, mut y) = (a.clone(), b.clone());
    let less = |x: &mut Value, y: &mut Value, gap: i128| {
        x.high = x.high.min(y.high.saturating_sub(gap));
        y.low = y.low.max(x.low.saturating_add(gap));
    };
    let unsigned_is_signed = condition!("branches", "numbers without a sign", a.low >= 0 && b.low >= 0);
    match (op, truth) {
        (CompareOp::Eq, true) | (CompareOp::Ne, false) => {
            (x.low, x.high) = (a.low.max(b.low), a.high.min(b.high));
            (y.low, y.high) = (x.low, x.high);
        }
        (CompareOp::Ne, true) | (CompareOp::Eq, false)
            if condition!("branches", "not one number", b.low == b.high) =>
        {
            x.low += i128::from(x.low == b.low);
            x.high -= i128::from(x.high == b.low);
        }
        (CompareOp::LtSigned, true) => less(&mut x, &mut y, 1),
        (CompareOp::LtSigned, false) => less(&mut y, &mut x, 0),
        (CompareOp::LeSigned, true) => less(&mut x, &mut y, 0),
        (CompareOp::LeSigned, false) => less(&mut y, &mut x, 1),
        (CompareOp::LtUnsigned, true) if unsigned_is_signed => less(&mut x, &mut y, 1),
        (CompareOp::LtUnsigned, false) if unsigned_is_signed => less(&mut y, &mut x, 0),
        (CompareOp::LeUnsigned, true) if unsigned_is_signed => less(&mut x, &mut y, 0),
        (CompareOp::LeUnsigned, false) if unsigned_is_signed => less(&mut y, &mut x, 1),
        _ => {}
    }
    // An empty range would mean that this way is never taken; that is left to others to use.
    match (x.has_numbers(), y.has_numbers()) {
        (true, true) => (x, y),
        _ => (a, b),
    }
}
