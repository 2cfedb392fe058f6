//! `sizeof`, `_Alignof`, and explicit casts.

use raceproof_ir::Span;

use super::Checker;
use super::constant::has_effects;
use super::types::{ERROR, VOID};
use crate::ast;
use crate::hir::{Expr, ExprKind, Init, InitItem, InitValue, TypeId};

impl Checker<'_> {
    /// A constant of type `size_t`.
    pub(crate) fn size_constant(&self, size: u64, span: Span) -> Expr {
        self.int(i128::from(size), self.types.size_t(), span)
    }

    pub(crate) fn sizeof_expr(&mut self, operand: &ast::Expr, span: Span) -> Expr {
        let value = self.expr(operand);
        if self.is_bit_field(&value.expr) {
            self.error(span, "`sizeof` does not apply to a bit-field");
            return self.poison(span);
        }
        let ty = value.expr.ty;
        let size = self.sizeof(ty, span);
        // The operand is evaluated if its size is not constant.
        if self.types.is_vla(ty) && has_effects(&value.expr) {
            let first = self.decay(value);
            let first = self.cast(first, VOID);
            return Expr {
                ty: size.ty,
                span,
                kind: ExprKind::Comma(Box::new(first), Box::new(size)),
            };
        }
        size
    }

    pub(crate) fn sizeof_type(&mut self, name: &ast::TypeName, span: Span) -> Expr {
        let mark = self.lengths_mark();
        let ty = self.type_name(name);
        let size = self.sizeof(ty.ty, span);
        self.with_lengths(mark, size)
    }

    fn sizeof(&mut self, ty: TypeId, span: Span) -> Expr {
        if ty == ERROR {
            return self.poison(span);
        }
        if self.types.is_vla(ty) {
            return Expr {
                kind: ExprKind::SizeOfVla(ty),
                ty: self.types.size_t(),
                span,
            };
        }
        match self.types.size(ty) {
            Some(size) => self.size_constant(size, span),
            None => {
                let name = self.types.type_name(ty);
                self.error(
                    span,
                    format!("the size of the incomplete type `{name}` is not known"),
                );
                self.poison(span)
            }
        }
    }

    pub(crate) fn alignof_expr(&mut self, operand: &ast::Expr, span: Span) -> Expr {
        let value = self.expr(operand);
        let declared = match value.expr.kind {
            ExprKind::Global(id) => self.globals[id.0 as usize].align,
            ExprKind::Local(id) => self
                .function
                .as_ref()
                .and_then(|f| f.locals.get(id.0 as usize))
                .map_or(0, |local| local.align),
            _ => 0,
        };
        let align = self.types.align(value.expr.ty).max(declared);
        self.size_constant(align, span)
    }

    pub(crate) fn cast_expr(&mut self, name: &ast::TypeName, operand: &ast::Expr, span: Span) -> Expr {
        let mark = self.lengths_mark();
        let to = self.type_name(name);
        let value = self.rvalue(operand);
        let cast = self.explicit_cast(value, to.ty, span);
        self.with_lengths(mark, cast)
    }

    fn explicit_cast(&mut self, value: Expr, to: TypeId, span: Span) -> Expr {
        let to = self.types.unatomic(to);
        let from = value.ty;
        if from == ERROR || to == ERROR {
            return self.poison(span);
        }
        if to == VOID {
            return Expr {
                kind: ExprKind::Cast(Box::new(value)),
                ty: VOID,
                span,
            };
        }
        if self.is_untyped(&value) {
            return Expr {
                ty: to,
                span,
                ..value
            };
        }
        let types = &self.types;
        if from == to && types.as_record(to).is_some() {
            return value;
        }
        if let Some(record) = types.as_record(to)
            && types.record(record).union
            && let Some(field) = types.record(record).fields.iter().find(|f| f.ty == from)
        {
            let item = InitItem {
                offset: field.offset,
                bits: None,
                ty: from,
                value: InitValue::Expr(value),
            };
            return self.union_value(to, item, span);
        }
        if self.has_packed(from, to)
            && let Some(converted) = self.convert_packed(value.clone(), to, true)
        {
            return converted;
        }
        let types = &self.types;
        let floating_pointer = (types.is_floating(from) && types.is_pointer(to))
            || (types.is_pointer(from) && types.is_floating(to));
        if !types.is_scalar(from) || !types.is_scalar(to) || floating_pointer {
            let (from, to) = (types.type_name(from), types.type_name(to));
            self.error(span, format!("`{from}` cannot be cast to `{to}`"));
            return self.poison(span);
        }
        let value = self.forget_precision(value);
        let mut cast = self.cast(value, to);
        cast.span = span;
        cast
    }

    /// GNU C: a value cast to a union that has a member of its type.
    fn union_value(&mut self, ty: TypeId, item: InitItem, span: Span) -> Expr {
        let local = self.add_local(String::new(), ty, 0, span);
        let place = Expr {
            kind: ExprKind::CompoundLiteral {
                local,
                init: Box::new(Init::List {
                    zero: true,
                    items: vec![item],
                }),
            },
            ty,
            span,
        };
        Expr {
            kind: ExprKind::Load(Box::new(place)),
            ty,
            span,
        }
    }
}
