//! Complex numbers: what operators do with the real and the imaginary part.
//!
//! A real operand stays real, as gcc has it. A product is that of the parts, and a quotient is Smith's; what
//! C11's annex G asks for where parts are infinite or no numbers is not done.

use raceproof_ir::Span;

use super::operator::{arithmetic_op, compare_op};
use super::packed::{Form, Packed, Parts};
use super::types::{self, ERROR, INT};
use super::{Checker, Value};
use crate::ast::{self, BinaryOp as Op, UnaryOp};
use crate::hir::{self, BinaryOp, CompareOp, Expr, ExprKind, TypeId};

/// An operand: its real part, and the imaginary one unless it is a real number.
type Number = (Expr, Option<Expr>);

impl Checker<'_> {
    /// The type of complex numbers with parts of a type.
    pub(crate) fn complex_type(&mut self, element: TypeId) -> TypeId {
        self.types.packed(Packed {
            element,
            count: 2,
            form: Form::Complex,
        })
    }

    /// `__builtin_complex(real, imaginary)`.
    pub(crate) fn complex_builtin(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let [real, imaginary] = args else {
            self.error(span, "`__builtin_complex` takes two numbers");
            return self.poison(span);
        };
        let (real, imaginary) = (self.rvalue(real), self.rvalue(imaginary));
        if real.ty == ERROR || real.ty != imaginary.ty || !self.types.is_floating(real.ty) {
            self.error(span, "`__builtin_complex` takes two numbers of one floating type");
            return self.poison(span);
        }
        let ty = self.complex_type(real.ty);
        self.put_together(ty, Vec::new(), vec![real, imaginary], span)
    }

    /// `__builtin_conj`, `__builtin_creal`, `__builtin_cimag` and their versions for the other types.
    pub(crate) fn complex_function(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let (stem, element) = match name.strip_suffix(['f', 'l']) {
            Some(stem) if name.ends_with('f') => (stem, types::FLOAT),
            // `creal` and `conj` have no such ending, and `creall` has.
            Some(stem) if stem != "crea" => (stem, types::LDOUBLE),
            _ => (name, types::DOUBLE),
        };
        let part = match stem {
            "conj" => None,
            "creal" => Some(0),
            "cimag" => Some(1),
            _ => return None,
        };
        if !self.has_arguments(&format!("__builtin_{name}"), args, 1, span) {
            return Some(self.poison(span));
        }
        let ty = self.complex_type(element);
        let value = self.argument(&args[0], ty, 1);
        Some(match part {
            None => self.complex_sign(UnaryOp::BitNot, value, span)?,
            Some(part) => {
                let part = self.int(part, INT, span);
                let part = self.packed_part(Value::plain(value), part, span);
                self.decay(part)
            }
        })
    }

    /// `2.0i`.
    pub(crate) fn imaginary_literal(&mut self, number: Expr, span: Span) -> Expr {
        let ty = self.complex_type(number.ty);
        let zero = self.int(0, INT, span);
        let zero = self.cast(zero, number.ty);
        self.put_together(ty, Vec::new(), vec![zero, number], span)
    }

    /// Whether a complex number is not zero.
    pub(crate) fn complex_truth(&mut self, value: Expr) -> Expr {
        let span = value.span;
        let Some(Parts { before, parts }) = self.take_apart(value) else {
            return self.poison(span);
        };
        let mut truths = parts.into_iter().map(|part| self.truth(part)).collect::<Vec<_>>();
        let (Some(b), Some(a)) = (truths.pop(), truths.pop()) else {
            return self.poison(span);
        };
        let truth = self.logical(false, a, b, span);
        self.after(before, truth, span)
    }

    /// `a op b`, where one of them is complex; none if they do not go together.
    pub(crate) fn complex_operator(&mut self, operator: Op, a: Expr, b: Expr, span: Span) -> Option<Expr> {
        let element = |ty| match self.types.as_packed(ty) {
            Some(of) => of.is_complex().then_some(of.element),
            None => self.types.is_arithmetic(ty).then_some(ty),
        };
        let (x, y) = (element(a.ty)?, element(b.ty)?);
        let element = self.arithmetic_type(x, y, span);
        let (before, a) = self.number(a, element)?;
        let (rest, b) = self.number(b, element)?;
        let mut before: Vec<Expr> = before.into_iter().chain(rest).collect();
        if let Some(compare) = compare_op(operator) {
            let equal = self.complex_equality(compare, a, b, span)?;
            return Some(self.after(before, equal, span));
        }
        let (real, imaginary) = match arithmetic_op(operator)? {
            op @ (BinaryOp::Add | BinaryOp::Sub) => {
                let real = self.binary(op, a.0, b.0, span);
                let imaginary = match (a.1, b.1) {
                    (Some(x), Some(y)) => self.binary(op, x, y, span),
                    (Some(x), None) => x,
                    (None, Some(y)) if op == BinaryOp::Sub => self.unary(hir::UnaryOp::Neg, y, span),
                    (_, y) => y?,
                };
                (real, imaginary)
            }
            BinaryOp::Mul => self.product(a, b, span)?,
            BinaryOp::Div => self.quotient(a, b, &mut before, span)?,
            _ => return None,
        };
        let ty = self.complex_type(element);
        Some(self.put_together(ty, before, vec![real, imaginary], span))
    }

    /// The type in which numbers of two types are computed with.
    fn arithmetic_type(&mut self, a: TypeId, b: TypeId, span: Span) -> TypeId {
        let zero = |ty| Expr {
            kind: ExprKind::LabelAddr(hir::LabelId(0)),
            ty,
            span,
        };
        self.arithmetic(zero(a), zero(b)).2
    }

    /// The type that two branches have in common, one of which is complex or a vector.
    pub(crate) fn common_packed(&mut self, a: TypeId, b: TypeId, span: Span) -> TypeId {
        let (p, q) = (self.types.as_packed(a), self.types.as_packed(b));
        for ty in [a, b] {
            if self.is_foreign(ty) {
                return ty;
            }
        }
        let is_complex = |of: Option<Packed>| of.is_some_and(Packed::is_complex);
        if !is_complex(p) && !is_complex(q) {
            return if p.is_some() { a } else { b };
        }
        let element = |of: Option<Packed>, ty| of.map_or(ty, |of| of.element);
        let element = self.arithmetic_type(element(p, a), element(q, b), span);
        self.complex_type(element)
    }

    fn number(&mut self, value: Expr, element: TypeId) -> Option<(Vec<Expr>, Number)> {
        let is_complex = self.types.as_packed(value.ty).is_some();
        let value = match is_complex {
            true => value,
            false => self.cast(value, element),
        };
        let Parts { before, parts } = self.take_apart(value)?;
        let mut parts = parts.into_iter();
        let real = self.cast(parts.next()?, element);
        let imaginary = parts.next().map(|part| self.cast(part, element));
        Some((before, (real, imaginary)))
    }

    fn complex_equality(&mut self, op: CompareOp, a: Number, b: Number, span: Span) -> Option<Expr> {
        let zero = self.int(0, INT, span);
        let zero = self.cast(zero, a.0.ty);
        let real = self.compare(op, a.0, b.0, span);
        let (x, y) = (a.1.unwrap_or_else(|| zero.clone()), b.1.unwrap_or(zero));
        let imaginary = self.compare(op, x, y, span);
        match op {
            CompareOp::Eq => Some(self.logical(true, real, imaginary, span)),
            CompareOp::Ne => Some(self.logical(false, real, imaginary, span)),
            _ => None,
        }
    }

    fn product(&mut self, a: Number, b: Number, span: Span) -> Option<(Expr, Expr)> {
        let mut times = |x: &Expr, y: &Expr| self.binary(BinaryOp::Mul, x.clone(), y.clone(), span);
        match (a, b) {
            ((ar, Some(ai)), (br, Some(bi))) => {
                let (rr, ii) = (times(&ar, &br), times(&ai, &bi));
                let (ri, ir) = (times(&ar, &bi), times(&ai, &br));
                let real = self.binary(BinaryOp::Sub, rr, ii, span);
                Some((real, self.binary(BinaryOp::Add, ri, ir, span)))
            }
            ((r, Some(i)), (factor, None)) | ((factor, None), (r, Some(i))) => {
                Some((times(&r, &factor), times(&i, &factor)))
            }
            _ => None,
        }
    }

    /// Smith's way: the smaller part of the divisor is divided by the larger one first.
    fn quotient(&mut self, a: Number, b: Number, before: &mut Vec<Expr>, span: Span) -> Option<(Expr, Expr)> {
        let ty = a.0.ty;
        let zero = self.int(0, INT, span);
        let zero = self.cast(zero, ty);
        let (c, Some(d)) = b else {
            let (divisor, imaginary) = (b.0, a.1?);
            let real = self.binary(BinaryOp::Div, a.0, divisor.clone(), span);
            return Some((real, self.binary(BinaryOp::Div, imaginary, divisor, span)));
        };
        let (x, y) = (a.0, a.1.unwrap_or_else(|| zero.clone()));
        let mut keep = |checker: &mut Self, value: Expr| {
            let (ty, local) = (value.ty, checker.temporary(value.ty, span));
            if matches!(value.kind, ExprKind::Int(_) | ExprKind::Float(_)) {
                return value;
            }
            before.push(checker.set(local, ty, value, span));
            checker.get(local, ty, span)
        };
        let size = |checker: &mut Self, value: &Expr| {
            let is_negative = checker.compare(CompareOp::Lt, value.clone(), zero.clone(), span);
            let negated = checker.unary(hir::UnaryOp::Neg, value.clone(), span);
            checker.conditional(is_negative, negated, value.clone(), span)
        };
        let (of_c, of_d) = (size(self, &c), size(self, &d));
        let turned = self.compare(CompareOp::Lt, of_c, of_d, span);
        let turned = keep(self, turned);
        let mut choose = |checker: &mut Self, a: &Expr, b: &Expr| {
            let chosen = checker.conditional(turned.clone(), a.clone(), b.clone(), span);
            keep(checker, chosen)
        };
        // The larger and the smaller part of the divisor, and the parts that go with them.
        let (large, small) = (choose(self, &d, &c), choose(self, &c, &d));
        let (p, q) = (choose(self, &y, &x), choose(self, &x, &y));
        let ratio = self.binary(BinaryOp::Div, small.clone(), large.clone(), span);
        let ratio = keep(self, ratio);
        let mut mix = |checker: &mut Self, op, x: &Expr, y: &Expr| {
            let scaled = checker.binary(BinaryOp::Mul, y.clone(), ratio.clone(), span);
            let mixed = checker.binary(op, x.clone(), scaled, span);
            keep(checker, mixed)
        };
        let divisor = mix(self, BinaryOp::Add, &large, &small);
        let real = mix(self, BinaryOp::Add, &p, &q);
        let straight = mix(self, BinaryOp::Sub, &q, &p);
        let negated = self.unary(hir::UnaryOp::Neg, straight.clone(), span);
        let imaginary = self.conditional(turned, negated, straight, span);
        let real = self.binary(BinaryOp::Div, real, divisor.clone(), span);
        Some((real, self.binary(BinaryOp::Div, imaginary, divisor, span)))
    }

    /// `+z`, `-z`, and `~z`, which is the conjugate.
    pub(crate) fn complex_sign(&mut self, operator: UnaryOp, value: Expr, span: Span) -> Option<Expr> {
        if operator == UnaryOp::Plus {
            return Some(value);
        }
        let ty = value.ty;
        let Parts { before, mut parts } = self.take_apart(value)?;
        let imaginary = self.unary(hir::UnaryOp::Neg, parts.pop()?, span);
        let mut real = parts.pop()?;
        if operator == UnaryOp::Minus {
            real = self.unary(hir::UnaryOp::Neg, real, span);
        }
        Some(self.put_together(ty, before, vec![real, imaginary], span))
    }
}
