//! Expressions that choose: conditionals, `_Generic`, and the comma.

use raceproof_ir::Span;

use super::expression::balance;
use super::types::{ERROR, QualType, VOID};
use super::{Checker, Value};
use crate::ast;
use crate::hir::{Expr, ExprKind, TypeId};
use raceproof_source::Diagnostic;

impl Checker<'_> {
    pub(crate) fn comma(&mut self, list: &[ast::Expr], span: Span) -> Expr {
        let mut values: Vec<Expr> = list.iter().map(|expr| self.rvalue(expr)).collect();
        let Some(last) = values.pop() else {
            return self.poison(span);
        };
        if last.ty == ERROR || values.iter().any(|value| value.ty == ERROR) {
            return self.poison(span);
        }
        let first: Vec<Expr> = values.into_iter().map(|value| self.cast(value, VOID)).collect();
        match balance(first, &|a, b| {
            let span = a.span;
            Expr {
                kind: ExprKind::Comma(Box::new(a), Box::new(b)),
                ty: VOID,
                span,
            }
        }) {
            Some(first) => Expr {
                ty: last.ty,
                kind: ExprKind::Comma(Box::new(first), Box::new(last)),
                span,
            },
            None => last,
        }
    }

    pub(crate) fn conditional_expr(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Expr {
        let condition = self.condition(condition);
        let then = self.rvalue(then);
        let otherwise = self.rvalue(otherwise);
        let Some((then, otherwise)) = self.unify(then, otherwise, span) else {
            return self.poison(span);
        };
        if condition.ty == ERROR {
            return self.poison(span);
        }
        self.conditional(condition, then, otherwise, span)
    }

    pub(crate) fn elvis(&mut self, condition: &ast::Expr, otherwise: &ast::Expr, span: Span) -> Expr {
        let value = self.rvalue(condition);
        let otherwise = self.rvalue(otherwise);
        if value.ty != ERROR && !self.types.is_scalar(value.ty) {
            let name = self.types.type_name(value.ty);
            self.error(
                value.span,
                format!("a value of type `{name}` is neither true nor false"),
            );
            return self.poison(span);
        }
        let Some((value, otherwise)) = self.unify(value, otherwise, span) else {
            return self.poison(span);
        };
        match self.constant_truth(&value) {
            Some(true) => value,
            Some(false) => otherwise,
            None => Expr {
                ty: value.ty,
                kind: ExprKind::Elvis(Box::new(value), Box::new(otherwise)),
                span,
            },
        }
    }

    /// Converts the two branches of a conditional to their common type.
    fn unify(&mut self, a: Expr, b: Expr, span: Span) -> Option<(Expr, Expr)> {
        if a.ty == ERROR || b.ty == ERROR {
            return None;
        }
        let types = &self.types;
        if types.is_arithmetic(a.ty) && types.is_arithmetic(b.ty) {
            let (a, b, _) = self.arithmetic(a, b);
            return Some((a, b));
        }
        if a.ty == VOID || b.ty == VOID {
            let (a, b) = (self.cast(a, VOID), self.cast(b, VOID));
            return Some((a, b));
        }
        if types.as_record(a.ty).is_some() && types.compatible(a.ty, b.ty) {
            return Some((a, b));
        }
        if self.has_packed(a.ty, b.ty) {
            return self.unify_packed(a, b, span);
        }
        let ty = if types.is_pointer(a.ty) && self.is_null_constant(&b) {
            a.ty
        } else if types.is_pointer(b.ty) && self.is_null_constant(&a) {
            b.ty
        } else if types.is_pointer(a.ty) && types.is_pointer(b.ty) {
            self.common_pointer(a.ty, b.ty, span)
        } else if types.is_pointer(a.ty) && types.is_integer(b.ty) {
            self.warning(span, "the branches are a pointer and an integer");
            a.ty
        } else if types.is_pointer(b.ty) && types.is_integer(a.ty) {
            self.warning(span, "the branches are a pointer and an integer");
            b.ty
        } else {
            let (a, b) = (types.type_name(a.ty), types.type_name(b.ty));
            self.error(span, format!("the branches have the types `{a}` and `{b}`"));
            return None;
        };
        Some((self.cast(a, ty), self.cast(b, ty)))
    }

    /// A complex number and another number, or two vectors of one size.
    fn unify_packed(&mut self, a: Expr, b: Expr, span: Span) -> Option<(Expr, Expr)> {
        let names = (self.types.type_name(a.ty), self.types.type_name(b.ty));
        let ty = self.common_packed(a.ty, b.ty, span);
        let convert = |checker: &mut Self, value: Expr| match value.ty == ty {
            true => Some(value),
            false => checker.convert_packed(value, ty, false),
        };
        let both = convert(self, a).zip(convert(self, b));
        if both.is_none() {
            let (a, b) = names;
            self.error(span, format!("the branches have the types `{a}` and `{b}`"));
        }
        both
    }

    /// The type of what may be either of two pointers.
    pub(crate) fn common_pointer(&mut self, a: TypeId, b: TypeId, span: Span) -> TypeId {
        let (Some(x), Some(y)) = (self.types.pointee(a), self.types.pointee(b)) else {
            return a;
        };
        let quals = x.quals.with(y.quals);
        let to = if self.types.is_void(x.ty) || self.types.is_void(y.ty) {
            VOID
        } else if self.types.compatible(x.ty, y.ty) {
            self.types.composite(x.ty, y.ty)
        } else {
            let (a, b) = (self.types.type_name(a), self.types.type_name(b));
            self.warning(
                span,
                format!("the pointers have the different types `{a}` and `{b}`"),
            );
            VOID
        };
        self.types.pointer(to, quals)
    }

    pub(crate) fn generic(
        &mut self,
        controlling: &ast::GenericControl,
        associations: &[(Option<ast::TypeName>, ast::Expr)],
        span: Span,
    ) -> Value {
        let ty = match controlling {
            ast::GenericControl::Expr(expr) => QualType::plain(self.type_of(expr)),
            ast::GenericControl::Type(name) => self.type_name(name),
        };
        if ty.ty == ERROR {
            return Value::plain(self.poison(span));
        }
        let mut default = None;
        let mut chosen = None;
        for (name, expr) in associations {
            match name {
                None => default = Some(expr),
                Some(name) => {
                    let candidate = self.type_name(name);
                    if candidate.ty != ERROR
                        && candidate.quals == ty.quals
                        && chosen.is_none()
                        && self.types.compatible(candidate.ty, ty.ty)
                    {
                        chosen = Some(expr);
                    }
                }
            }
        }
        match chosen.or(default) {
            Some(expr) => {
                let mut value = self.expr(expr);
                value.expr.span = span;
                value
            }
            None => {
                let name = self.types.qual_name(ty);
                self.report(
                    Diagnostic::error(span, format!("no association of `_Generic` fits `{name}`"))
                        .help("add one for this type, or `default`"),
                );
                Value::plain(self.poison(span))
            }
        }
    }
}
