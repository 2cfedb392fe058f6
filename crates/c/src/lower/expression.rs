//! Expressions as values.
//!
//! The order of evaluation is gcc's where C leaves it open: operands from left to right, except that the
//! value of a plain variable is taken after a call in the other operand; the address of an assignment before
//! its value; arguments from right to left.
//!
//! A destination register, where one is given, is written by the last instruction of the expression
//! only, so that `x = c ? x + 1 : f(x)` may use `x` itself.

use raceproof_ir::{BinaryOp, CompareOp, Inst, Kind, Operand, Reg, Span, UnaryOp};

use super::FunctionLowering;
use super::assign::Stepped;
use super::convert::{Numeric, constant, float_constant};
use super::function::Home;
use crate::hir::{self, Expr, ExprKind, Type, TypeId};

impl<'a> FunctionLowering<'_, 'a> {
    /// The value of a scalar expression.
    pub(super) fn value(&mut self, e: &'a Expr) -> Operand {
        self.value_to(e, None)
    }

    /// The value of a scalar expression in a register.
    pub(super) fn value_into(&mut self, e: &'a Expr, dst: Reg) {
        let value = self.value_to(e, Some(dst));
        let kind = self.operand_kind(Operand::Reg(dst));
        let value = self.coerce(value, kind, e.span);
        self.copy(dst, value, e.span);
    }

    /// Evaluates for the effects only.
    pub(super) fn effect(&mut self, e: &'a Expr) {
        match &e.kind {
            ExprKind::IncDec { place, increment, .. } => {
                self.step_value(place, *increment, Stepped::Nothing, e.span);
            }
            ExprKind::Assign { place, value } => {
                self.assign(place, value, false, e.span);
            }
            ExprKind::AssignOp { .. } => {
                self.assign_op(e, false);
            }
            ExprKind::Cast(inner) | ExprKind::Bool(inner) | ExprKind::Not(inner) => {
                self.effect(inner);
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.effect(b);
            }
            ExprKind::Conditional(c, a, b) => {
                let blocks = [(); 3].map(|()| self.code.new_block());
                let [then, otherwise, end] = blocks;
                self.condition(c, then, otherwise);
                self.code.start(then);
                self.effect(a);
                self.code.jump(end, e.span);
                self.code.start(otherwise);
                self.effect(b);
                self.code.start(end);
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let (more, end) = (self.code.new_block(), self.code.new_block());
                match e.kind {
                    ExprKind::And(..) => self.condition(a, more, end),
                    _ => self.condition(a, end, more),
                }
                self.code.start(more);
                self.effect(b);
                self.code.start(end);
            }
            ExprKind::Statements(statements, value) => {
                let scope = self.begin_scope();
                for statement in statements {
                    self.statement(statement);
                }
                if let Some(value) = value {
                    self.effect(value);
                }
                self.end_scope(scope, e.span);
            }
            ExprKind::Call { callee, args } => {
                self.call(e, callee, args, Wanted::Nothing);
            }
            // The value is taken, though nobody uses it.
            ExprKind::Load(place) if self.layout.is_record(place.ty) => {
                let unused = self.temporary_record(e.ty, e.span);
                self.record(e, Some(unused));
            }
            // An lvalue whose value is not taken is no access.
            ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Function(_) => {}
            ExprKind::Deref(_) | ExprKind::Member { .. } | ExprKind::CompoundLiteral { .. } => {
                self.address(e);
            }
            _ if self.layout.is_record(e.ty) => {
                self.record(e, None);
            }
            _ => {
                self.value(e);
            }
        }
    }

    /// The value of a scalar expression, in `dest` if that is as good as anywhere else.
    ///
    /// Long because it has an arm for each form of expression.
    pub(super) fn value_to(&mut self, e: &'a Expr, dest: Option<Reg>) -> Operand {
        let span = e.span;
        self.program.traits.long_doubles |= matches!(self.layout.plain(e.ty), Type::LongDouble);
        match &e.kind {
            ExprKind::Int(value) => constant(self.layout.scalar(e.ty), *value),
            ExprKind::Float(value) => float_constant(self.layout.scalar(e.ty), *value),
            ExprKind::Load(place) => {
                if place.is_lvalue() {
                    let place = self.place(place);
                    self.load(place, dest)
                } else {
                    self.value_to(place, dest)
                }
            }
            ExprKind::AddrOf(_) | ExprKind::Decay(_) | ExprKind::PtrAdd { .. } => {
                let addr = self.pointer(e);
                self.materialise(addr, dest, span)
            }
            ExprKind::Function(id) => self.program.function_address(*id),
            ExprKind::Cast(inner) => self.cast(inner, e.ty, dest, span),
            ExprKind::Bool(inner) => {
                if self.is_truth(inner) {
                    return self.value_to(inner, dest);
                }
                let value = self.value(inner);
                self.truth(value, dest, span)
            }
            ExprKind::Not(inner) => {
                let value = self.value(inner);
                let kind = self.operand_kind(value);
                self.is_zero(CompareOp::Eq, kind, value, dest, span)
            }
            ExprKind::Unary(op, inner) => {
                let a = self.value(inner);
                let kind = self.layout.scalar(e.ty);
                let op = match op {
                    hir::UnaryOp::Neg if kind.is_float() => UnaryOp::FNeg,
                    hir::UnaryOp::Neg => UnaryOp::Neg,
                    hir::UnaryOp::Complement => UnaryOp::Not,
                };
                let dst = self.target(dest, kind);
                self.emit(Inst::Unary { op, kind, dst, a }, span);
                Operand::Reg(dst)
            }
            ExprKind::Binary(op, left, right) => {
                let (a, b) = self.operands(left, right);
                self.arithmetic(*op, e.ty, a, b, right.ty, dest, span)
            }
            ExprKind::Compare(op, left, right) => {
                let (a, b) = self.operands(left, right);
                self.compare(*op, left.ty, a, b, dest, span)
            }
            ExprKind::PtrDiff(left, right) => self.pointer_difference(left, right, dest, span),
            ExprKind::And(..) | ExprKind::Or(..) => self.short_circuit(e, dest),
            ExprKind::Conditional(c, a, b) => {
                let [then, otherwise, end] = [(); 3].map(|()| self.code.new_block());
                let dst = self.target(dest, self.layout.scalar(e.ty));
                self.condition(c, then, otherwise);
                self.code.start(then);
                self.value_into(a, dst);
                self.code.jump(end, span);
                self.code.start(otherwise);
                self.value_into(b, dst);
                self.code.start(end);
                Operand::Reg(dst)
            }
            ExprKind::Elvis(c, b) => {
                let [then, otherwise, end] = [(); 3].map(|()| self.code.new_block());
                let dst = self.target(dest, self.layout.scalar(e.ty));
                let value = self.value(c);
                let cond = self.truth(value, None, c.span);
                self.code.branch(cond, then, otherwise, c.span);
                self.code.start(then);
                self.copy(dst, value, c.span);
                self.code.jump(end, span);
                self.code.start(otherwise);
                self.value_into(b, dst);
                self.code.start(end);
                Operand::Reg(dst)
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.value_to(b, dest)
            }
            ExprKind::Assign { place, value } => self.assign(place, value, true, span),
            ExprKind::AssignOp { .. } => self.assign_op(e, true),
            ExprKind::IncDec {
                place,
                increment,
                prefix,
            } => {
                let wanted = if *prefix { Stepped::New } else { Stepped::Old };
                self.step_value(place, *increment, wanted, span)
            }
            ExprKind::Call { callee, args } => self
                .call(e, callee, args, Wanted::Scalar(dest))
                .unwrap_or(constant(Kind::I32, 0)),
            ExprKind::Statements(statements, value) => {
                let scope = self.begin_scope();
                for statement in statements {
                    self.statement(statement);
                }
                let value = match value {
                    Some(value) if self.layout.kind(value.ty).is_some() => self.value_to(value, dest),
                    Some(value) => {
                        self.effect(value);
                        constant(Kind::I32, 0)
                    }
                    None => constant(Kind::I32, 0),
                };
                self.end_scope(scope, span);
                value
            }
            ExprKind::LabelAddr(label) => self.label_address(*label, span),
            ExprKind::SizeOfVla(ty) => {
                let size = self.vla_size(*ty, span);
                let to = Numeric::unsigned(self.layout.scalar(e.ty));
                self.convert(size, Numeric::unsigned(Kind::I64), to, dest, span)
            }
            ExprKind::SetLength { local, length, then } => {
                self.set_length(*local, length);
                match then {
                    Some(then) => self.value_to(then, dest),
                    None => constant(Kind::I32, 0),
                }
            }
            ExprKind::VaStart(..) | ExprKind::VaArg(..) | ExprKind::VaEnd(..) | ExprKind::VaCopy(..) => {
                self.variadic(e, dest)
            }
            ExprKind::AtomicLoad { .. }
            | ExprKind::AtomicStore { .. }
            | ExprKind::AtomicRmw { .. }
            | ExprKind::AtomicCompareExchange { .. }
            | ExprKind::AtomicCompareSwap { .. }
            | ExprKind::Fence(_) => self.atomic_builtin(e, dest),
            ExprKind::Sync { op, args } => {
                let (kinds, result) = op.signature();
                let mut operands = Vec::with_capacity(args.len());
                for (arg, &kind) in args.iter().zip(kinds) {
                    let value = self.value(arg);
                    operands.push(self.coerce(value, kind, arg.span));
                }
                let dst = result.map(|kind| self.target(dest, kind));
                self.sync(*op, operands, dst, span);
                dst.map_or(constant(Kind::I32, 0), Operand::Reg)
            }
            ExprKind::Builtin { builtin, args } => self.builtin(*builtin, args, e, dest),
            // An array or record where a scalar is wanted is its address.
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Deref(_)
            | ExprKind::Member { .. }
            | ExprKind::CompoundLiteral { .. } => {
                if self.layout.kind(e.ty).is_some() {
                    let place = self.place(e);
                    self.load(place, dest)
                } else {
                    let addr = self.address(e);
                    self.materialise(addr, dest, span)
                }
            }
        }
    }

    /// Both operands of an operator.
    fn operands(&mut self, left: &'a Expr, right: &'a Expr) -> (Operand, Operand) {
        if is_variable(left) && calls(right) {
            let b = self.value(right);
            return (self.value(left), b);
        }
        let start = self.program.calls();
        let a = self.value(left);
        let middle = self.program.calls();
        let b = self.value(right);
        self.program.note_unsequenced(start, middle);
        (a, b)
    }

    /// Converts a scalar expression to a type.
    fn cast(&mut self, inner: &'a Expr, to: TypeId, dest: Option<Reg>, span: Span) -> Operand {
        let Some(kind) = self.layout.kind(to) else {
            self.effect(inner);
            return constant(Kind::I32, 0);
        };
        if self.layout.is_bool(to) && self.is_truth(inner) {
            let truth = self.value(inner);
            let from = Numeric::unsigned(Kind::I32);
            return self.convert(truth, from, Numeric::unsigned(Kind::I8), dest, span);
        }
        self.note_cast(inner.ty, to);
        let same = self.layout.kind(inner.ty) == Some(kind);
        let value = self.value_to(inner, dest.filter(|_| same));
        self.convert_type(value, inner.ty, to, dest, span)
    }

    /// Whether the value of an `int` expression is 0 or 1 by its form.
    pub(super) fn is_truth(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Compare(..)
            | ExprKind::Not(_)
            | ExprKind::Bool(_)
            | ExprKind::And(..)
            | ExprKind::Or(..) => true,
            ExprKind::Int(value) => matches!(value, 0 | 1) && self.layout.kind(e.ty) == Some(Kind::I32),
            _ => false,
        }
    }

    /// Arithmetic on operands of type `ty` (the right one of a shift has a type of its own).
    #[allow(clippy::too_many_arguments, reason = "an operator has many parts")]
    pub(super) fn arithmetic(
        &mut self,
        op: hir::BinaryOp,
        ty: TypeId,
        a: Operand,
        mut b: Operand,
        right: TypeId,
        dest: Option<Reg>,
        span: Span,
    ) -> Operand {
        let kind = self.layout.scalar(ty);
        let signed = self.layout.is_signed(ty);
        let pick = |signed_op, unsigned_op| if signed { signed_op } else { unsigned_op };
        let op = match op {
            hir::BinaryOp::Add if kind.is_float() => BinaryOp::FAdd,
            hir::BinaryOp::Sub if kind.is_float() => BinaryOp::FSub,
            hir::BinaryOp::Mul if kind.is_float() => BinaryOp::FMul,
            hir::BinaryOp::Div if kind.is_float() => BinaryOp::FDiv,
            hir::BinaryOp::Add => pick(BinaryOp::AddSigned, BinaryOp::Add),
            hir::BinaryOp::Sub => pick(BinaryOp::SubSigned, BinaryOp::Sub),
            hir::BinaryOp::Mul => pick(BinaryOp::MulSigned, BinaryOp::Mul),
            hir::BinaryOp::Div => pick(BinaryOp::DivSigned, BinaryOp::DivUnsigned),
            hir::BinaryOp::Rem => pick(BinaryOp::RemSigned, BinaryOp::RemUnsigned),
            hir::BinaryOp::And => BinaryOp::And,
            hir::BinaryOp::Or => BinaryOp::Or,
            hir::BinaryOp::Xor => BinaryOp::Xor,
            hir::BinaryOp::Shl => BinaryOp::Shl,
            hir::BinaryOp::Shr => pick(BinaryOp::ShrSigned, BinaryOp::ShrUnsigned),
        };
        if matches!(op, BinaryOp::Shl | BinaryOp::ShrSigned | BinaryOp::ShrUnsigned) {
            let from = self.numeric(right);
            b = self.convert(b, from, Numeric { kind, signed }, None, span);
        }
        self.binary(op, kind, a, b, dest, span)
    }

    /// Comparison of two operands of type `ty`.
    pub(super) fn compare(
        &mut self,
        op: hir::CompareOp,
        ty: TypeId,
        a: Operand,
        b: Operand,
        dest: Option<Reg>,
        span: Span,
    ) -> Operand {
        let kind = self.layout.scalar(ty);
        let signed = self.layout.is_signed(ty);
        let (op, swap) = match op {
            hir::CompareOp::Eq if kind.is_float() => (CompareOp::FEq, false),
            hir::CompareOp::Ne if kind.is_float() => (CompareOp::FNe, false),
            hir::CompareOp::Lt if kind.is_float() => (CompareOp::FLt, false),
            hir::CompareOp::Le if kind.is_float() => (CompareOp::FLe, false),
            hir::CompareOp::Gt if kind.is_float() => (CompareOp::FLt, true),
            hir::CompareOp::Ge if kind.is_float() => (CompareOp::FLe, true),
            hir::CompareOp::Eq => (CompareOp::Eq, false),
            hir::CompareOp::Ne => (CompareOp::Ne, false),
            hir::CompareOp::Lt if signed => (CompareOp::LtSigned, false),
            hir::CompareOp::Le if signed => (CompareOp::LeSigned, false),
            hir::CompareOp::Gt if signed => (CompareOp::LtSigned, true),
            hir::CompareOp::Ge if signed => (CompareOp::LeSigned, true),
            hir::CompareOp::Lt => (CompareOp::LtUnsigned, false),
            hir::CompareOp::Le => (CompareOp::LeUnsigned, false),
            hir::CompareOp::Gt => (CompareOp::LtUnsigned, true),
            hir::CompareOp::Ge => (CompareOp::LeUnsigned, true),
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let dst = self.target(dest, Kind::I32);
        self.emit(Inst::Compare { op, kind, dst, a, b }, span);
        Operand::Reg(dst)
    }

    /// `p - q` in elements.
    fn pointer_difference(
        &mut self,
        left: &'a Expr,
        right: &'a Expr,
        dest: Option<Reg>,
        span: Span,
    ) -> Operand {
        let (a, b) = self.operands(left, right);
        let int = Numeric::signed(self.layout.address_kind());
        let pointer = Numeric::unsigned(Kind::Ptr);
        let a = self.convert(a, pointer, int, None, left.span);
        let b = self.convert(b, pointer, int, None, right.span);
        let bytes = self.binary(BinaryOp::Sub, int.kind, a, b, dest, span);
        let size = match self.layout.pointee(left.ty) {
            Some(ty) if self.layout.is_variable(ty) => {
                let size = self.vla_size(ty, span);
                self.convert(size, Numeric::signed(Kind::I64), int, None, span)
            }
            Some(ty) => constant(int.kind, self.layout.size(ty).max(1).into()),
            None => constant(int.kind, 1),
        };
        if size == constant(int.kind, 1) {
            return bytes;
        }
        self.binary(BinaryOp::DivSigned, int.kind, bytes, size, dest, span)
    }

    /// Sets the length of a variable length array type.
    pub(super) fn set_length(&mut self, local: hir::LocalId, length: &'a Expr) {
        match self.home(local) {
            Home::Register(register) => self.value_into(length, register),
            Home::Slot(slot) => {
                let value = self.value(length);
                let addr = self.code.slot_address(slot, length.span);
                let kind = self.operand_kind(value);
                self.emit(Inst::Store { kind, addr, value }, length.span);
            }
            Home::Pointed(_) => self.gap("length of an array in an array", length.span),
        }
    }
}

/// What a call's result is used for.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    /// Nothing.
    Nothing,
    /// Its value, perhaps in a register.
    Scalar(Option<Reg>),
    /// A record, at an address that nothing else uses yet, or anywhere.
    Record(Option<Operand>),
}

/// Whether an expression is the value of a variable.
fn is_variable(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Load(place) => matches!(place.kind, ExprKind::Local(_) | ExprKind::Global(_)),
        ExprKind::Cast(inner) => is_variable(inner),
        _ => false,
    }
}

/// Whether evaluating an expression may call a function, as far as a quick look tells.
fn calls(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Call { .. } | ExprKind::Statements(..) => true,
        ExprKind::Cast(inner)
        | ExprKind::Load(inner)
        | ExprKind::Bool(inner)
        | ExprKind::Not(inner)
        | ExprKind::Unary(_, inner)
        | ExprKind::Deref(inner)
        | ExprKind::AddrOf(inner)
        | ExprKind::Decay(inner)
        | ExprKind::Member { base: inner, .. } => calls(inner),
        ExprKind::Binary(_, a, b) | ExprKind::Compare(_, a, b) => calls(a) || calls(b),
        ExprKind::PtrAdd { pointer, index, .. } => calls(pointer) || calls(index),
        _ => false,
    }
}
