//! Nondeterministic values, assumptions, assertions, fences.

use raceproof_ir::{Inst, Kind, Operand, Order};

use super::ModelCall;
use crate::lower::FunctionLowering;
use crate::lower::convert::{Numeric, constant};

/// `__VERIFIER_nondet_…()`: any value of the type that the program declares it to return. Of a floating type
/// the bits are chosen, so that fractions, infinities and what is not a number are among the values. A
/// pointer is any number: it points to nothing that the program may access, which a program that accesses it
/// finds out.
pub(super) fn nondet(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let Some(result) = call.result else {
        f.gap(format!("`{}` is not modelled", call.name), call.span);
        return None;
    };
    let chosen = match result.kind {
        Kind::Ptr => Numeric::signed(f.layout.address_kind()),
        Kind::F32 => Numeric::signed(Kind::I32),
        Kind::F64 => Numeric::signed(Kind::I64),
        _ => result,
    };
    let is_bool = call.name.ends_with("bool") || call.name.ends_with("_Bool");
    let bits = chosen.kind.bits();
    let (low, high) = match (is_bool, chosen.signed) {
        (true, _) => (0, 1),
        (false, true) => (-1 << (bits - 1), !(-1i128 << (bits - 1))),
        // The top half of unsigned 128-bit numbers does not fit.
        (false, false) => (0, i128::MAX >> (127 - bits.min(127))),
    };
    let name = match result.kind.is_float() {
        true => format!("bits of {}", call.name),
        false => call.name.to_owned(),
    };
    let dst = f.temporary(chosen.kind);
    f.emit(
        Inst::Nondet {
            kind: chosen.kind,
            dst,
            signed: chosen.signed,
            low,
            high,
            name,
        },
        call.span,
    );
    let value = Operand::Reg(dst);
    Some(match result.kind.is_float() {
        true => f.reinterpret(value, chosen.kind, result.kind, call.span),
        false => f.convert(value, chosen, result, None, call.span),
    })
}

/// The first argument as a truth value.
fn condition(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Operand {
    let value = call.args[0];
    match value.numeric.kind {
        Kind::I32 => value.value,
        _ => f.is_not_zero(value.value, call.span),
    }
}

/// `__VERIFIER_assume(condition)`.
pub(super) fn assume(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let cond = condition(f, call);
    f.emit(Inst::Assume { cond }, call.span);
    None
}

/// `__VERIFIER_assert(condition)`.
pub(super) fn assert(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let cond = condition(f, call);
    let message = call.name.to_owned();
    f.emit(Inst::Assert { cond, message }, call.span);
    None
}

/// `reach_error()`.
pub(super) fn error(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let cond = constant(Kind::I32, 0);
    let message = call.name.to_owned();
    f.emit(Inst::Assert { cond, message }, call.span);
    None
}

/// `__assert_fail("condition", …)`.
pub(super) fn assertion_failed(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let message = f.literal_text(call.args[0].value);
    let message = message.unwrap_or_else(|| "assertion".to_owned());
    f.abnormal_end(&message, call.span);
    None
}

/// `atomic_thread_fence(order)`.
pub(super) fn fence(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let order = match call.args[0].value {
        Operand::Const(_, 0) => Order::Relaxed,
        Operand::Const(_, 1 | 2) => Order::Acquire,
        Operand::Const(_, 3) => Order::Release,
        Operand::Const(_, 4) => Order::AcqRel,
        Operand::Const(..) => Order::SeqCst,
        _ => {
            f.gap("a fence whose order is not constant", call.span);
            return None;
        }
    };
    f.emit(Inst::Fence { order }, call.span);
    None
}
