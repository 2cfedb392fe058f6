//! Assignment, compound assignment, `++` and `--`.

use raceproof_ir::{Order, Span};

use super::convert::Use;
use super::operator::arithmetic_op;
use super::types::{ERROR, INT, QualType, Quals, VOID};
use super::{Checker, Value};
use crate::ast;
use crate::hir::{BinaryOp, Expr, ExprKind, TypeId};
use raceproof_source::Diagnostic;

impl Checker<'_> {
    /// Whether an expression is a place that an object has, not a part of a value.
    pub(crate) fn is_place(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Member { base, .. } => self.is_place(base),
            _ => expr.is_lvalue(),
        }
    }

    /// Says if something cannot be assigned to.
    pub(crate) fn assignable(&mut self, target: &Value) -> bool {
        let span = target.expr.span;
        if target.expr.ty == ERROR {
            return false;
        }
        if !self.is_place(&target.expr) {
            self.error(span, "this is not something that can be assigned to");
            return false;
        }
        let ty = target.expr.ty;
        if self.types.is_array(ty) || self.types.is_function(ty) {
            let name = self.types.type_name(ty);
            let mut message = Diagnostic::error(span, format!("`{name}` cannot be assigned to"));
            if self.types.is_array(ty) {
                message = message.help("assign to its elements, or copy with `memcpy`");
            }
            self.report(message);
            return false;
        }
        if !self.types.is_complete(ty) {
            let name = self.types.type_name(ty);
            self.error(
                span,
                format!("the incomplete type `{name}` cannot be assigned to"),
            );
            return false;
        }
        if target.quals.constant || self.has_constant_member(ty, 0) {
            let name = self.types.qual_name(QualType::qualified(ty, target.quals));
            self.error(
                span,
                format!("this is `const` and cannot be assigned to: `{name}`"),
            );
            return false;
        }
        true
    }

    fn has_constant_member(&self, ty: TypeId, depth: u32) -> bool {
        let Some(id) = self.types.as_record(ty) else {
            return match self.types.element(ty) {
                Some(element) => self.has_constant_member(element, depth),
                None => false,
            };
        };
        if depth > 64 {
            return false;
        }
        let fields = &self.types.record(id).fields;
        (0..fields.len()).any(|i| {
            self.types.quals_of_member(id, i as u32).constant
                || self.has_constant_member(fields[i].ty, depth + 1)
        })
    }

    /// Whether accesses to a place are relaxed atomics because it is volatile and the user wants that.
    pub(crate) fn is_relaxed(&self, place: &Expr, quals: Quals) -> bool {
        let is_bits = || match &place.kind {
            ExprKind::Member { record, field, .. } => {
                let field = self.types.record(*record).fields.get(*field as usize);
                field.is_some_and(|field| field.bits.is_some())
            }
            _ => false,
        };
        self.options.volatile_atomic
            && quals.volatile
            && self.function.is_some()
            && self.types.is_scalar(place.ty)
            && self.is_place(place)
            && !is_bits()
    }

    /// The address of a place whose accesses are relaxed atomics.
    pub(crate) fn relaxed_address(&mut self, place: Expr) -> Box<Expr> {
        self.mark_addressed(&place);
        let span = place.span;
        let ty = self.types.pointer(place.ty, Quals::default());
        let kind = ExprKind::AddrOf(Box::new(place));
        Box::new(Expr { kind, ty, span })
    }

    /// Puts a value of its type into a place.
    fn put_into(&mut self, place: Value, value: Expr, span: Span) -> Expr {
        let ty = self.types.unatomic(place.expr.ty);
        if self.is_relaxed(&place.expr, place.quals) {
            let (before, value) = self.used_again(value);
            let stored = ExprKind::AtomicStore {
                pointer: self.relaxed_address(place.expr),
                value: Box::new(value.clone()),
                order: Order::Relaxed,
            };
            let kind = stored;
            let ty = VOID;
            let stored = self.sequence(Expr { kind, ty, span }, value, span);
            return self.after(before, stored, span);
        }
        let kind = ExprKind::Assign {
            place: Box::new(place.expr),
            value: Box::new(value),
        };
        Expr { kind, ty, span }
    }

    /// `place op= value` and steps: the place is found once, read, and written with what `compute` makes of
    /// it. Gives what was written, or what was read before.
    fn update_place(
        &mut self,
        place: Value,
        gives_old: bool,
        span: Span,
        compute: &mut dyn FnMut(&mut Self, Expr) -> Expr,
    ) -> Expr {
        let Value { expr, quals } = place;
        self.mark_addressed(&expr);
        let pointer_type = self.types.pointer(expr.ty, quals);
        let address = Expr {
            kind: ExprKind::AddrOf(Box::new(expr)),
            ty: pointer_type,
            span,
        };
        let pointer = self.temporary(pointer_type, span);
        let set = self.set(pointer, pointer_type, address, span);
        let target = |checker: &mut Self| {
            let address = checker.get(pointer, pointer_type, span);
            checker.deref(address, span)
        };
        let old = target(self);
        let old = self.decay(old);
        let (mut before, old) = self.used_again(old);
        before.insert(0, set);
        let new = compute(self, old.clone());
        if new.ty == ERROR {
            return new;
        }
        let place = target(self);
        let written = self.put_into(place, new, span);
        if gives_old {
            before.push(written);
            return self.after(before, old, span);
        }
        self.after(before, written, span)
    }

    pub(crate) fn assign(&mut self, target: &ast::Expr, value: &ast::Expr, span: Span) -> Expr {
        let place = self.expr(target);
        let value = self.rvalue(value);
        let ty = self.types.unatomic(place.expr.ty);
        if !self.assignable(&place) {
            return self.poison(span);
        }
        let value = self.assign_convert(value, ty, Use::Assign);
        if value.ty == ERROR {
            return self.poison(span);
        }
        self.put_into(place, value, span)
    }

    pub(crate) fn assign_operator(
        &mut self,
        operator: ast::BinaryOp,
        target: &ast::Expr,
        value: &ast::Expr,
        span: Span,
    ) -> Expr {
        let place = self.expr(target);
        let value = self.rvalue(value);
        if !self.assignable(&place) || value.ty == ERROR {
            return self.poison(span);
        }
        let Some(op) = arithmetic_op(operator) else {
            return self.poison(span);
        };
        let ty = self.types.unatomic(place.expr.ty);
        if self.has_packed(ty, value.ty) || self.is_relaxed(&place.expr, place.quals) {
            return self.update_place(place, false, span, &mut |checker, old| {
                let new = checker.binary_operator(operator, old, value.clone(), span, span);
                checker.assign_convert(new, ty, Use::Assign)
            });
        }
        let types = &self.types;
        if types.is_pointer(ty) && matches!(op, BinaryOp::Add | BinaryOp::Sub) && types.is_integer(value.ty) {
            if !self.can_step(ty, span) {
                return self.poison(span);
            }
            let value = self.promote(value);
            return self.assign_op(op, place.expr, value, ty, ty, span);
        }
        let integers_only = !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div);
        let fits = |ty| {
            if integers_only {
                types.is_integer(ty)
            } else {
                types.is_arithmetic(ty)
            }
        };
        if !fits(ty) || !fits(value.ty) {
            self.invalid_operands(operator, ty, value.ty, span);
            return self.poison(span);
        }
        let current = self.read_type(&place.expr, ty);
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let value = self.promote(value);
            return self.assign_op(op, place.expr, value, current, ty, span);
        }
        let dummy = Expr {
            kind: ExprKind::Builtin {
                builtin: crate::hir::Builtin::Unreachable,
                args: Vec::new(),
            },
            ty: current,
            span,
        };
        let (_, value, computation) = self.arithmetic(dummy, value);
        self.assign_op(op, place.expr, value, computation, ty, span)
    }

    /// The promoted type of what is read from a place.
    fn read_type(&mut self, place: &Expr, ty: TypeId) -> TypeId {
        let width = match &place.kind {
            ExprKind::Member { record, field, .. } => self
                .types
                .record(*record)
                .fields
                .get(*field as usize)
                .and_then(|field| field.bits)
                .map(|bits| bits.width),
            _ => None,
        };
        self.promoted_bits(ty, width)
    }

    fn assign_op(
        &mut self,
        op: BinaryOp,
        place: Expr,
        value: Expr,
        computation: TypeId,
        ty: TypeId,
        span: Span,
    ) -> Expr {
        Expr {
            kind: ExprKind::AssignOp {
                op,
                place: Box::new(place),
                value: Box::new(value),
                computation,
            },
            ty,
            span,
        }
    }

    pub(crate) fn step(&mut self, operand: &ast::Expr, increment: bool, prefix: bool, span: Span) -> Expr {
        let place = self.expr(operand);
        if !self.assignable(&place) {
            return self.poison(span);
        }
        let ty = self.types.unatomic(place.expr.ty);
        if self.types.as_packed(ty).is_some() || self.is_relaxed(&place.expr, place.quals) {
            let operator = match increment {
                true => ast::BinaryOp::Add,
                false => ast::BinaryOp::Subtract,
            };
            return self.update_place(place, !prefix, span, &mut |checker, old| {
                let one = checker.int(1, INT, span);
                let new = checker.binary_operator(operator, old, one, span, span);
                checker.assign_convert(new, ty, Use::Assign)
            });
        }
        if !self.types.is_scalar(ty) {
            let name = self.types.type_name(ty);
            let sign = if increment { "++" } else { "--" };
            self.error(span, format!("`{sign}` does not apply to `{name}`"));
            return self.poison(span);
        }
        if !self.can_step(ty, span) {
            return self.poison(span);
        }
        Expr {
            kind: ExprKind::IncDec {
                place: Box::new(place.expr),
                increment,
                prefix,
            },
            ty,
            span,
        }
    }
}
