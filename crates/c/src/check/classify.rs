//! Floating point builtins: special values, classification and comparisons that never trap.

use raceproof_ir::Span;

use super::Checker;
use super::types::{DOUBLE, ERROR, FLOAT, INT, LDOUBLE, TypeTable, VOID};
use crate::ast;
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, LocalId, TypeId};

/// The type that a suffix of a builtin's name stands for.
fn suffix(name: &str) -> (&str, TypeId) {
    if let Some(stem) = name.strip_suffix("f128") {
        (stem, LDOUBLE)
    } else if let Some(stem) = name
        .strip_suffix('f')
        .filter(|s| *s != "in" && !s.ends_with("isin"))
    {
        (stem, FLOAT)
    } else if let Some(stem) = name
        .strip_suffix('l')
        .filter(|s| *s != "huge_va" && !s.ends_with("norma"))
    {
        (stem, LDOUBLE)
    } else {
        (name, DOUBLE)
    }
}

fn is_floating(types: &TypeTable, ty: TypeId) -> bool {
    types.is_arithmetic(ty)
}

impl Checker<'_> {
    /// A floating builtin; none if the name is of no such.
    pub(crate) fn classify(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let (stem, ty) = suffix(name);
        let special = match stem {
            "huge_val" | "inf" => Some(f64::INFINITY),
            "nan" | "nans" => Some(f64::NAN),
            _ => None,
        };
        if let Some(value) = special {
            for arg in args {
                self.rvalue(arg);
            }
            return Some(Expr {
                kind: ExprKind::Float(value),
                ty,
                span,
            });
        }
        let function = match stem {
            "isnan" => "__isnan",
            "isinf" | "isinf_sign" => "__isinf",
            "isfinite" | "finite" => "__isfinite",
            "isnormal" => "__isnormal",
            "signbit" => "__signbit",
            _ => return self.comparison_builtin(name, args, span),
        };
        if !self.has_arguments(&format!("__builtin_{name}"), args, 1, span) {
            return Some(self.poison(span));
        }
        let value = self.rvalue(&args[0]);
        if value.ty != ERROR && !is_floating(&self.types, value.ty) {
            let of = self.types.type_name(value.ty);
            self.error(span, format!("expected a floating value, found `{of}`"));
            return Some(self.poison(span));
        }
        let value = self.cast(value, DOUBLE);
        Some(self.call_library(function, vec![value], span))
    }

    fn comparison_builtin(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        if name == "fpclassify" {
            return Some(self.fpclassify(args, span));
        }
        let op = match name {
            "isgreater" => Some(CompareOp::Gt),
            "isgreaterequal" => Some(CompareOp::Ge),
            "isless" => Some(CompareOp::Lt),
            "islessequal" => Some(CompareOp::Le),
            "islessgreater" | "isunordered" => None,
            _ => return None,
        };
        if !self.has_arguments(&format!("__builtin_{name}"), args, 2, span) {
            return Some(self.poison(span));
        }
        let a = self.rvalue(&args[0]);
        let b = self.rvalue(&args[1]);
        if a.ty == ERROR || b.ty == ERROR {
            return Some(self.poison(span));
        }
        if !self.types.is_arithmetic(a.ty) || !self.types.is_arithmetic(b.ty) {
            self.error(span, "this comparison needs floating values");
            return Some(self.poison(span));
        }
        let (a, b, ty) = self.arithmetic(a, b);
        if let Some(op) = op {
            return Some(self.compare(op, a, b, span));
        }
        if name == "isunordered" {
            let (a, b) = (self.cast(a, DOUBLE), self.cast(b, DOUBLE));
            let x = self.call_library("__isnan", vec![a], span);
            let y = self.call_library("__isnan", vec![b], span);
            let (x, y) = (self.truth(x), self.truth(y));
            return Some(self.binary(BinaryOp::Or, x, y, span));
        }
        // islessgreater: each operand is evaluated once.
        let (x, y) = (self.temporary(ty, span), self.temporary(ty, span));
        let set_a = self.set(x, ty, a, span);
        let set_b = self.set(y, ty, b, span);
        let (a, b) = (self.get(x, ty, span), self.get(y, ty, span));
        let less = self.compare(CompareOp::Lt, a, b, span);
        let (a, b) = (self.get(x, ty, span), self.get(y, ty, span));
        let greater = self.compare(CompareOp::Gt, a, b, span);
        let either = self.binary(BinaryOp::Or, less, greater, span);
        let rest = self.sequence(set_b, either, span);
        Some(self.sequence(set_a, rest, span))
    }

    /// `__builtin_fpclassify(nan, infinite, normal, subnormal, zero, x)`.
    fn fpclassify(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        if !self.has_arguments("__builtin_fpclassify", args, 6, span) {
            return self.poison(span);
        }
        let value = self.rvalue(&args[5]);
        let value = self.cast(value, DOUBLE);
        let class = self.call_library("__fpclassify", vec![value], span);
        if class.ty == ERROR {
            return class;
        }
        let local = self.temporary(INT, span);
        let set = self.set(local, INT, class, span);
        // The library's numbers, in the order of the arguments.
        let numbers = [0, 1, 4, 3, 2];
        let mut result = self.argument(&args[4], INT, 5);
        for index in (0..4).rev() {
            let this = self.argument(&args[index], INT, index + 1);
            let have = self.get(local, INT, span);
            let want = self.int(numbers[index], INT, span);
            let test = self.compare(CompareOp::Eq, have, want, span);
            if this.ty == ERROR || result.ty == ERROR {
                return self.poison(span);
            }
            result = self.conditional(test, this, result, span);
        }
        self.sequence(set, result, span)
    }

    /// A new temporary of the function.
    pub(crate) fn temporary(&mut self, ty: TypeId, span: Span) -> LocalId {
        self.add_local(String::new(), ty, 0, span)
    }

    /// Reads a temporary.
    pub(crate) fn get(&self, local: LocalId, ty: TypeId, span: Span) -> Expr {
        let place = Expr {
            kind: ExprKind::Local(local),
            ty,
            span,
        };
        Expr {
            kind: ExprKind::Load(Box::new(place)),
            ty,
            span,
        }
    }

    /// Sets a temporary.
    pub(crate) fn set(&self, local: LocalId, ty: TypeId, value: Expr, span: Span) -> Expr {
        let place = Expr {
            kind: ExprKind::Local(local),
            ty,
            span,
        };
        Expr {
            kind: ExprKind::Assign {
                place: Box::new(place),
                value: Box::new(value),
            },
            ty,
            span,
        }
    }

    /// `first, then`.
    pub(crate) fn sequence(&mut self, first: Expr, then: Expr, span: Span) -> Expr {
        let first = self.cast(first, VOID);
        Expr {
            ty: then.ty,
            kind: ExprKind::Comma(Box::new(first), Box::new(then)),
            span,
        }
    }
}
