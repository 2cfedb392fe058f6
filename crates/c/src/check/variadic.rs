//! Variable arguments: `va_list` and its operations.

use raceproof_ir::Span;

use super::types::{self, ERROR, Quals, VOID};
use super::{Checker, Value};
use crate::ast;
use crate::hir::{Expr, ExprKind, Type, TypeId};

impl Checker<'_> {
    /// The place of a `va_list` argument.
    pub(crate) fn va_list(&mut self, expr: &ast::Expr) -> Option<Expr> {
        let value = self.expr(expr);
        let span = value.expr.span;
        if value.expr.ty == ERROR {
            return None;
        }
        if *self.types.get(value.expr.ty) == Type::VaList {
            self.mark_addressed(&value.expr);
            return Some(value.expr);
        }
        let is_pointer = self
            .types
            .pointee(value.expr.ty)
            .is_some_and(|to| *self.types.get(to.ty) == Type::VaList && to.ty != ERROR);
        if is_pointer {
            let pointer = self.decay(value);
            return Some(self.deref(pointer, span).expr);
        }
        let name = self.types.type_name(value.expr.ty);
        self.error(span, format!("expected a `va_list`, found `{name}`"));
        None
    }

    /// A member of the structure that gcc has for a `va_list` of x86-64, which is none here: a gap.
    pub(crate) fn list_member(&mut self, field: ast::Ident, span: Span) -> Option<Value> {
        let ty = match self.name(field.symbol) {
            "gp_offset" | "fp_offset" => types::UINT,
            "overflow_arg_area" | "reg_save_area" => types::VOID_PTR,
            _ => return None,
        };
        let pointer = self.types.pointer(ty, Quals::default());
        let address = self.gap_value("a member of a `va_list`", pointer, span);
        Some(self.deref(address, span))
    }

    pub(crate) fn va_arg(&mut self, list: &ast::Expr, name: &ast::TypeName, span: Span) -> Expr {
        let mark = self.lengths_mark();
        let list = self.va_list(list);
        let ty = self.types_of_va_arg(name, span);
        let (Some(list), Some(ty)) = (list, ty) else {
            return self.poison(span);
        };
        let expr = Expr {
            kind: ExprKind::VaArg(Box::new(list)),
            ty,
            span,
        };
        self.with_lengths(mark, expr)
    }

    fn types_of_va_arg(&mut self, name: &ast::TypeName, span: Span) -> Option<TypeId> {
        let ty = self.type_name(name).ty;
        let ty = self.types.unatomic(ty);
        if ty == ERROR {
            return None;
        }
        let of = self.types.type_name(ty);
        if !self.types.is_complete(ty) || self.types.is_array(ty) {
            self.error(span, format!("an argument cannot have the type `{of}`"));
            return None;
        }
        if *self.types.get(ty) == Type::VaList {
            return Some(self.types.pointer(ty, Quals::default()));
        }
        if !self.types.is_promoted(ty) {
            self.warning(span, format!("`{of}` is promoted when passed through `...`"));
        }
        Some(ty)
    }

    pub(crate) fn va_start(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        if self.function.as_ref().is_none_or(|f| !f.variadic) {
            self.error(span, "`va_start` in a function without `...`");
        }
        self.va_operation(args, span, ExprKind::VaStart)
    }

    pub(crate) fn va_operation(
        &mut self,
        args: &[ast::Expr],
        span: Span,
        make: fn(Box<Expr>) -> ExprKind,
    ) -> Expr {
        let list = match args.first() {
            Some(list) => self.va_list(list),
            None => {
                self.error(span, "a `va_list` is missing");
                None
            }
        };
        match list {
            Some(list) => Expr {
                kind: make(Box::new(list)),
                ty: VOID,
                span,
            },
            None => self.poison(span),
        }
    }

    pub(crate) fn va_copy(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let [to, from] = args else {
            self.error(span, "`va_copy` takes 2 arguments");
            return self.poison(span);
        };
        match (self.va_list(to), self.va_list(from)) {
            (Some(to), Some(from)) => Expr {
                kind: ExprKind::VaCopy(Box::new(to), Box::new(from)),
                ty: VOID,
                span,
            },
            _ => self.poison(span),
        }
    }
}
