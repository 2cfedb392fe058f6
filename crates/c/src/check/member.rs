//! Places: members, elements, what pointers point to, and their addresses; `offsetof`.

use raceproof_ir::Span;

use super::types::{ERROR, QualType, Quals};
use super::{Checker, Value};
use crate::ast::{self, DesignatorKind};
use crate::hir::{Expr, ExprKind, RecordId, Type};
use crate::suggest::similar;
use raceproof_source::Diagnostic;

impl Checker<'_> {
    /// Whether a place is a bit-field.
    pub(crate) fn is_bit_field(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Member { record, field, .. } => self
                .types
                .record(*record)
                .fields
                .get(*field as usize)
                .is_some_and(|field| field.bits.is_some()),
            _ => false,
        }
    }

    /// `*pointer`.
    pub(crate) fn deref(&mut self, pointer: Expr, span: Span) -> Value {
        if pointer.ty == ERROR {
            return Value::plain(pointer);
        }
        let Some(to) = self.types.pointee(pointer.ty) else {
            let name = self.types.type_name(pointer.ty);
            self.error(span, format!("`*` needs a pointer, not `{name}`"));
            return Value::plain(self.poison(span));
        };
        // `*&f` and `*f` of a function are the function.
        if let (Type::Function { .. }, ExprKind::AddrOf(inner)) = (self.types.get(to.ty), &pointer.kind)
            && let ExprKind::Function(id) = inner.kind
        {
            return Value::plain(Expr {
                kind: ExprKind::Function(id),
                ty: to.ty,
                span,
            });
        }
        Value {
            expr: Expr {
                kind: ExprKind::Deref(Box::new(pointer)),
                ty: to.ty,
                span,
            },
            quals: to.quals,
        }
    }

    /// `base[index]`.
    pub(crate) fn index(&mut self, base: &ast::Expr, index: &ast::Expr, span: Span) -> Value {
        let whole = self.expr(base);
        if self.types.as_packed(whole.expr.ty).is_some() {
            let index = self.rvalue(index);
            return self.packed_part(whole, index, span);
        }
        let a = self.decay(whole);
        let b = self.rvalue(index);
        if a.ty == ERROR || b.ty == ERROR {
            return Value::plain(self.poison(span));
        }
        let (pointer, index) = if self.types.is_pointer(a.ty) {
            (a, b)
        } else {
            (b, a)
        };
        if !self.types.is_pointer(pointer.ty) || !self.types.is_integer(index.ty) {
            let (a, b) = (self.types.type_name(pointer.ty), self.types.type_name(index.ty));
            let message = if self.types.is_pointer(pointer.ty) {
                format!("an array index must be an integer, not `{b}`")
            } else {
                format!("`[]` needs an array or pointer, not `{b}` and `{a}`")
            };
            self.error(span, message);
            return Value::plain(self.poison(span));
        }
        let element = self.pointer_add(pointer, index, false, span);
        self.deref(element, span)
    }

    /// `base.field` or `base->field`.
    pub(crate) fn member(&mut self, base: &ast::Expr, arrow: bool, field: ast::Ident, span: Span) -> Value {
        let value = if arrow {
            let pointer = self.rvalue(base);
            if pointer.ty != ERROR && self.types.as_record(pointer.ty).is_some() {
                let name = self.types.type_name(pointer.ty);
                self.report(
                    Diagnostic::error(span, format!("`->` needs a pointer, not `{name}`")).help("write `.`"),
                );
                return Value::plain(self.poison(span));
            }
            if pointer.ty != ERROR && !self.types.is_pointer(pointer.ty) {
                let name = self.types.type_name(pointer.ty);
                self.error(span, format!("`->` needs a pointer to a record, not `{name}`"));
                return Value::plain(self.poison(span));
            }
            let at = pointer.span;
            self.deref(pointer, at)
        } else {
            self.expr(base)
        };
        if value.expr.ty == ERROR {
            return Value::plain(self.poison(span));
        }
        if *self.types.get(value.expr.ty) == Type::VaList
            && let Some(place) = self.list_member(field, span)
        {
            return place;
        }
        let Some(record) = self.types.as_record(value.expr.ty) else {
            let name = self.types.type_name(value.expr.ty);
            let spelling = self.name(field.symbol).to_owned();
            let mut message = Diagnostic::error(
                field.span,
                format!("`{name}` is no struct or union and has no member `{spelling}`"),
            );
            if let Some(to) = self.types.pointee(value.expr.ty)
                && self.types.as_record(to.ty).is_some()
                && !arrow
            {
                message = message.help("it is a pointer to one: write `->`");
            }
            self.report(message);
            return Value::plain(self.poison(span));
        };
        self.select(value, record, field, span)
    }

    fn select(&mut self, base: Value, record: RecordId, field: ast::Ident, span: Span) -> Value {
        let spelling = self.name(field.symbol).to_owned();
        let Some(path) = self.types.find_member(record, &spelling) else {
            self.no_member(base.expr.ty, record, &spelling, field.span);
            return Value::plain(self.poison(span));
        };
        let Value { mut expr, mut quals } = base;
        for (record, index) in path {
            let ty = self.types.record(record).fields[index as usize].ty;
            quals = quals.with(self.types.quals_of_member(record, index));
            expr = Expr {
                kind: ExprKind::Member {
                    base: Box::new(expr),
                    record,
                    field: index,
                },
                ty,
                span,
            };
        }
        Value { expr, quals }
    }

    fn no_member(&mut self, ty: crate::hir::TypeId, record: RecordId, spelling: &str, span: Span) {
        let of = self.types.type_name(ty);
        let known = self.types.record(record);
        let message = if known.complete {
            let message = Diagnostic::error(span, format!("`{of}` has no member `{spelling}`"));
            let names = known.fields.iter().map(|f| f.name.as_str());
            match similar(spelling, names) {
                Some(name) => message.help(format!("did you mean `{name}`?")),
                None => message,
            }
        } else {
            Diagnostic::error(
                span,
                format!("`{of}` is incomplete: its member `{spelling}` is not known"),
            )
            .label(known.span, "declared here without members")
        };
        self.report(message);
    }

    /// `&operand`.
    pub(crate) fn address_of(&mut self, operand: &ast::Expr, span: Span) -> Expr {
        let value = self.expr(operand);
        let ty = value.expr.ty;
        if ty == ERROR {
            return self.poison(span);
        }
        if let ExprKind::Function(_) = value.expr.kind {
            let mut pointer = self.decay(value);
            pointer.span = span;
            return pointer;
        }
        if self.is_bit_field(&value.expr) {
            self.error(span, "the address of a bit-field cannot be taken");
            return self.poison(span);
        }
        if !self.is_place(&value.expr) {
            self.error(span, "`&` needs a variable or another place in memory");
            return self.poison(span);
        }
        if let ExprKind::Local(id) = value.expr.kind
            && self.function.as_ref().is_some_and(|f| f.registers.contains(&id))
        {
            self.error(span, "the address of a `register` variable cannot be taken");
        }
        let ty = self.types.pointer(ty, value.quals);
        if let ExprKind::Deref(pointer) = value.expr.kind {
            let mut pointer = self.cast(*pointer, ty);
            pointer.span = span;
            return pointer;
        }
        self.mark_addressed(&value.expr);
        Expr {
            kind: ExprKind::AddrOf(Box::new(value.expr)),
            ty,
            span,
        }
    }

    /// `offsetof(type, member)`.
    pub(crate) fn offsetof(&mut self, name: &ast::TypeName, member: &[ast::Designator], span: Span) -> Expr {
        let ty = self.type_name(name);
        let size_t = self.types.size_t();
        let mut offset = self.int(0, size_t, span);
        let mut current = ty;
        for designator in member {
            if current.ty == ERROR {
                return self.poison(span);
            }
            match &designator.kind {
                DesignatorKind::Field(field) => {
                    let spelling = self.name(field.symbol).to_owned();
                    let Some(record) = self.types.as_record(current.ty) else {
                        let of = self.types.type_name(current.ty);
                        self.error(field.span, format!("`{of}` has no member `{spelling}`"));
                        return self.poison(span);
                    };
                    let Some(path) = self.types.find_member(record, &spelling) else {
                        self.no_member(current.ty, record, &spelling, field.span);
                        return self.poison(span);
                    };
                    for (record, index) in path {
                        let field = self.types.record(record).fields[index as usize].clone();
                        if field.bits.is_some() {
                            self.error(designator.span, "a bit-field has no offset");
                            return self.poison(span);
                        }
                        let step = self.size_constant(field.offset, span);
                        offset = self.binary(crate::hir::BinaryOp::Add, offset, step, span);
                        current = QualType::plain(field.ty);
                    }
                }
                DesignatorKind::Index(index) | DesignatorKind::Range(index, _) => {
                    let element = self.types.element(current.ty);
                    let Some((element, size)) = element.and_then(|e| Some((e, self.types.size(e)?))) else {
                        let of = self.types.type_name(current.ty);
                        self.error(designator.span, format!("`{of}` is not an array"));
                        return self.poison(span);
                    };
                    let index = self.rvalue(index);
                    if index.ty == ERROR {
                        return self.poison(span);
                    }
                    if !self.types.is_integer(index.ty) {
                        self.error(designator.span, "an array index must be an integer");
                        return self.poison(span);
                    }
                    let index = self.cast(index, size_t);
                    let size = self.size_constant(size, span);
                    let step = self.binary(crate::hir::BinaryOp::Mul, index, size, span);
                    offset = self.binary(crate::hir::BinaryOp::Add, offset, step, span);
                    current = QualType::plain(element);
                }
            }
        }
        Expr { span, ..offset }
    }

    /// The place that a pointer value points to, as its own non-atomic type.
    pub(crate) fn plain_place(&mut self, pointer: Expr) -> Expr {
        let span = pointer.span;
        if let Some(to) = self.types.pointee(pointer.ty) {
            let inner = self.types.unatomic(to.ty);
            let ty = self.types.pointer(inner, Quals::default());
            let pointer = self.cast(pointer, ty);
            return Expr {
                kind: ExprKind::Deref(Box::new(pointer)),
                ty: inner,
                span,
            };
        }
        self.poison(span)
    }
}
