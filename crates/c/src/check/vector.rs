//! Vectors (GNU C): operators work on each element. A number beside a vector stands for one of equal
//! elements; a comparison gives integers of the elements' size, -1 for true.

use raceproof_ir::Span;

use super::attribute::Attributes;
use super::operator::{arithmetic_op, compare_op};
use super::packed::{Form, Packed, Parts};
use super::types::{ERROR, QualType};
use super::{Checker, Value};
use crate::ast::{self, BinaryOp as Op, UnaryOp};
use crate::hir::{self, BinaryOp, CompareOp, Expr, ExprKind, TypeId};

impl Checker<'_> {
    /// The type that a declaration derives others from: vectors of it, if an attribute says so.
    pub(crate) fn of_vectors(&mut self, base: QualType, attributes: &Attributes) -> QualType {
        match attributes.vector {
            Some((bytes, span)) => self.vector_type(base, bytes, span),
            None => base,
        }
    }

    /// The type of a vector of so many bytes.
    fn vector_type(&mut self, element: QualType, bytes: u64, span: Span) -> QualType {
        let size = self.types.size(element.ty).unwrap_or(0);
        let fits = self.types.is_arithmetic(element.ty) && bytes.is_power_of_two() && bytes >= size;
        if element.ty == ERROR || !fits || size == 0 {
            if element.ty != ERROR {
                self.error(span, "a vector has numbers, and a power of two of bytes");
            }
            return QualType { ty: ERROR, ..element };
        }
        let of = Packed {
            element: element.ty,
            count: bytes / size,
            form: Form::Vector,
        };
        let ty = self.types.packed(of);
        QualType { ty, ..element }
    }

    /// The vector of signed integers that have the size of a vector's elements.
    fn mask_type(&mut self, of: Packed) -> TypeId {
        let bits = self.types.size(of.element).unwrap_or(0) as u32 * 8;
        let element = self.types.integer_of_bits(bits, true).unwrap_or(of.element);
        self.types.packed(Packed { element, ..of })
    }

    /// `a op b`, where one of them is a vector; none if they do not go together.
    pub(crate) fn vector_operator(&mut self, operator: Op, a: Expr, b: Expr, span: Span) -> Option<Expr> {
        let vector = |value: &Expr| self.types.as_packed(value.ty).filter(|of| of.is_vector());
        let is_number = |value: &Expr| self.types.is_arithmetic(value.ty);
        let (ty, of) = match (vector(&a), vector(&b)) {
            (Some(of), Some(_)) => (a.ty, of),
            (Some(of), None) if is_number(&b) => (a.ty, of),
            (None, Some(of)) if is_number(&a) => (b.ty, of),
            _ => return None,
        };
        let (compare, arithmetic) = (compare_op(operator), arithmetic_op(operator));
        let integers =
            !matches!(operator, Op::Add | Op::Subtract | Op::Multiply | Op::Divide) && compare.is_none();
        if compare.is_none() && arithmetic.is_none() || integers && !self.types.is_integer(of.element) {
            return None;
        }
        let is_shift = matches!(operator, Op::ShiftLeft | Op::ShiftRight);
        let b = match vector(&b) {
            Some(other) if is_shift && other.count == of.count => b,
            Some(_) if b.ty != ty => self.convert_packed(b, ty, false)?,
            _ => b,
        };
        let (a, b) = (self.elements(a, of)?, self.elements(b, of)?);
        let result = match compare {
            Some(_) => self.mask_type(of),
            None => ty,
        };
        let element = self.types.as_packed(result)?.element;
        let pairs = a.parts.into_iter().zip(b.parts);
        let parts = pairs
            .map(|(x, y)| match (compare, arithmetic) {
                (Some(compare), _) => self.compare_elements(compare, x, y, element, span),
                (None, op) => self.combine_elements(op.unwrap_or(BinaryOp::Add), x, y, element, span),
            })
            .collect();
        let before = a.before.into_iter().chain(b.before).collect();
        Some(self.put_together(result, before, parts, span))
    }

    /// The elements of an operand, which may be a number instead.
    fn elements(&mut self, value: Expr, of: Packed) -> Option<Parts> {
        if self.types.as_packed(value.ty).is_some() {
            return self.take_apart(value);
        }
        let number = self.cast(value, of.element);
        let mut number = self.take_apart(number)?;
        number.parts = vec![number.parts.pop()?; of.count as usize];
        Some(number)
    }

    fn compare_elements(&mut self, op: CompareOp, x: Expr, y: Expr, element: TypeId, span: Span) -> Expr {
        let (x, y, _) = self.arithmetic(x, y);
        let truth = self.compare(op, x, y, span);
        let mask = self.unary(hir::UnaryOp::Neg, truth, span);
        self.cast(mask, element)
    }

    fn combine_elements(&mut self, op: BinaryOp, x: Expr, y: Expr, element: TypeId, span: Span) -> Expr {
        let result = match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                let (x, y) = (self.promote(x), self.promote(y));
                self.binary(op, x, y, span)
            }
            _ => {
                let (x, y, _) = self.arithmetic(x, y);
                self.binary(op, x, y, span)
            }
        };
        self.cast(result, element)
    }

    /// `+v`, `-v`, `~v`, `!v`.
    pub(crate) fn vector_sign(&mut self, operator: UnaryOp, value: Expr, span: Span) -> Option<Expr> {
        let (ty, of) = (value.ty, self.types.as_packed(value.ty)?);
        if operator == UnaryOp::BitNot && !self.types.is_integer(of.element) {
            return None;
        }
        let zero = self.int(0, super::types::INT, span);
        if operator == UnaryOp::Not {
            return self.vector_operator(Op::Equal, value, zero, span);
        }
        let Parts { before, parts } = self.take_apart(value)?;
        let compute = |part| {
            let part = self.promote(part);
            let result = match operator {
                UnaryOp::Minus => self.unary(hir::UnaryOp::Neg, part, span),
                UnaryOp::BitNot => self.unary(hir::UnaryOp::Complement, part, span),
                _ => part,
            };
            self.cast(result, of.element)
        };
        let parts = parts.into_iter().map(compute).collect();
        Some(self.put_together(ty, before, parts, span))
    }

    /// `__builtin_shuffle(a, mask)`, `__builtin_shuffle(a, b, mask)`: the elements that the mask names.
    pub(crate) fn shuffle(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let values: Vec<Expr> = args.iter().map(|arg| self.rvalue(arg)).collect();
        let (a, b, mask) = match &values[..] {
            [a, mask] => (a, None, mask),
            [a, b, mask] => (a, Some(b), mask),
            _ => {
                self.error(span, "`__builtin_shuffle` takes one or two vectors and a mask");
                return self.poison(span);
            }
        };
        let shuffled = self.shuffled(a.clone(), b.cloned(), mask.clone(), span);
        shuffled.unwrap_or_else(|| self.wrong_vectors(&values, span))
    }

    fn shuffled(&mut self, a: Expr, b: Option<Expr>, mask: Expr, span: Span) -> Option<Expr> {
        let (ty, of) = (a.ty, self.types.as_packed(a.ty)?);
        let wanted = self.types.as_packed(mask.ty)?;
        if !of.is_vector() || wanted.count != of.count || !self.types.is_integer(wanted.element) {
            return None;
        }
        let (a, mask) = (self.take_apart(a)?, self.take_apart(mask)?);
        let b = match b {
            Some(b) if b.ty == ty => Some(self.take_apart(b)?),
            Some(_) => return None,
            None => None,
        };
        let count = i128::from(of.count) * (1 + i128::from(b.is_some()));
        let (mut before, mut from) = (a.before, a.parts);
        if let Some(b) = b {
            before.extend(b.before);
            from.extend(b.parts);
        }
        before.extend(mask.before);
        let pick = |index: Expr| {
            let last = self.int(count - 1, wanted.element, span);
            let (index, last, _) = self.arithmetic(index, last);
            let index = self.binary(BinaryOp::And, index, last, span);
            self.pick(&from, index, span)
        };
        let parts = mask.parts.into_iter().map(pick).collect();
        Some(self.put_together(ty, before, parts, span))
    }

    /// The one of some values that an index names.
    fn pick(&mut self, from: &[Expr], index: Expr, span: Span) -> Expr {
        if let ExprKind::Int(number) = index.kind {
            return from[number as usize].clone();
        }
        let mut result = from[0].clone();
        for (number, value) in from.iter().enumerate().skip(1) {
            let number = self.int(number as i128, index.ty, span);
            let is_this = self.compare(CompareOp::Eq, index.clone(), number, span);
            result = self.conditional(is_this, value.clone(), result, span);
        }
        result
    }

    /// `__builtin_shufflevector(a, b, 0, 4, …)`: the elements with these numbers; -1 is any.
    pub(crate) fn shuffle_vector(&mut self, args: &[ast::Expr], span: Span) -> Expr {
        let [a, b, numbers @ ..] = args else {
            self.error(span, "`__builtin_shufflevector` takes two vectors and numbers");
            return self.poison(span);
        };
        let (a, b) = (self.rvalue(a), self.rvalue(b));
        let Some(of) = self
            .types
            .as_packed(a.ty)
            .filter(|of| of.is_vector() && a.ty == b.ty)
        else {
            return self.wrong_vectors(&[a, b], span);
        };
        let (Some(a), Some(b)) = (self.take_apart(a), self.take_apart(b)) else {
            return self.unfollowed(super::types::INT, span);
        };
        let from: Vec<Expr> = a.parts.into_iter().chain(b.parts).collect();
        let mut parts = Vec::new();
        for number in numbers {
            let constant = self.integer_constant(number, "the number of an element");
            let at = constant.and_then(|(value, _)| usize::try_from(value.max(0)).ok());
            let Some(part) = at.and_then(|at| from.get(at)) else {
                self.error(number.span, "this is not the number of an element");
                return self.poison(span);
            };
            parts.push(part.clone());
        }
        let count = parts.len() as u64;
        let ty = self.types.packed(Packed { count, ..of });
        let before = a.before.into_iter().chain(b.before).collect();
        self.put_together(ty, before, parts, span)
    }

    /// `__builtin_convertvector(v, T)`: each element as one of another type.
    pub(crate) fn convert_vector(&mut self, value: &ast::Expr, to: &ast::TypeName, span: Span) -> Value {
        let (value, to) = (self.rvalue(value), self.type_name(to).ty);
        let of = (self.types.as_packed(value.ty), self.types.as_packed(to));
        let (Some(from), Some(into)) = of else {
            return Value::plain(self.wrong_vectors(&[value], span));
        };
        if from.count != into.count || !from.is_vector() || !into.is_vector() {
            return Value::plain(self.wrong_vectors(&[value], span));
        }
        let Some(Parts { before, parts }) = self.take_apart(value) else {
            return Value::plain(self.unfollowed(to, span));
        };
        let parts = parts
            .into_iter()
            .map(|part| self.cast(part, into.element))
            .collect();
        Value::plain(self.put_together(to, before, parts, span))
    }

    fn wrong_vectors(&mut self, values: &[Expr], span: Span) -> Expr {
        if values.iter().all(|value| value.ty != ERROR) {
            self.error(span, "these are not vectors that go together");
        }
        self.poison(span)
    }
}
