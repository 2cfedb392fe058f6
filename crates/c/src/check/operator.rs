//! Operators on values: arithmetic, shifts, comparisons, logic and pointer arithmetic.

use raceproof_ir::Span;

use super::Checker;
use super::expression::{balance, join};
use super::packed::Packed;
use super::types::{ERROR, VOID};
use crate::ast::{self, BinaryOp as Op, UnaryOp};
use crate::hir::{self, BinaryOp, CompareOp, Expr, ExprKind, TypeId};
use raceproof_source::Diagnostic;

/// Longer chains of operators would nest the typed tree too deeply.
const MAX_CHAIN: usize = 1000;

/// The operator as written.
pub(crate) fn spelling(operator: Op) -> &'static str {
    match operator {
        Op::Multiply => "*",
        Op::Divide => "/",
        Op::Remainder => "%",
        Op::Add => "+",
        Op::Subtract => "-",
        Op::ShiftLeft => "<<",
        Op::ShiftRight => ">>",
        Op::Less => "<",
        Op::Greater => ">",
        Op::LessEqual => "<=",
        Op::GreaterEqual => ">=",
        Op::Equal => "==",
        Op::NotEqual => "!=",
        Op::BitAnd => "&",
        Op::BitXor => "^",
        Op::BitOr => "|",
        Op::And => "&&",
        Op::Or => "||",
    }
}

/// The arithmetic operation of an operator, if it is one.
pub(crate) fn arithmetic_op(operator: Op) -> Option<BinaryOp> {
    Some(match operator {
        Op::Multiply => BinaryOp::Mul,
        Op::Divide => BinaryOp::Div,
        Op::Remainder => BinaryOp::Rem,
        Op::Add => BinaryOp::Add,
        Op::Subtract => BinaryOp::Sub,
        Op::ShiftLeft => BinaryOp::Shl,
        Op::ShiftRight => BinaryOp::Shr,
        Op::BitAnd => BinaryOp::And,
        Op::BitXor => BinaryOp::Xor,
        Op::BitOr => BinaryOp::Or,
        _ => return None,
    })
}

pub(crate) fn compare_op(operator: Op) -> Option<CompareOp> {
    Some(match operator {
        Op::Less => CompareOp::Lt,
        Op::Greater => CompareOp::Gt,
        Op::LessEqual => CompareOp::Le,
        Op::GreaterEqual => CompareOp::Ge,
        Op::Equal => CompareOp::Eq,
        Op::NotEqual => CompareOp::Ne,
        _ => return None,
    })
}

impl Checker<'_> {
    /// A chain of operators of one precedence.
    pub(crate) fn chain(&mut self, first: &ast::Expr, rest: &[ast::BinaryTail]) -> Expr {
        if let Some(tail) = rest.first()
            && matches!(tail.operator, Op::And | Op::Or)
        {
            return self.logical_chain(first, rest, tail.operator == Op::And);
        }
        let mut left = self.rvalue(first);
        for (index, tail) in rest.iter().enumerate() {
            let right = self.rvalue(&tail.operand);
            let span = join(left.span, right.span);
            left = self.binary_operator(tail.operator, left, right, span, tail.operator_span);
            if index == MAX_CHAIN && !matches!(left.kind, ExprKind::Int(_) | ExprKind::Float(_)) {
                self.report(
                    Diagnostic::error(
                        tail.operator_span,
                        format!("this chain has more than {MAX_CHAIN} operators"),
                    )
                    .help("break it up with parentheses or variables"),
                );
                return self.poison(span);
            }
        }
        left
    }

    /// `a && b && c` as a balanced tree, which means the same.
    fn logical_chain(&mut self, first: &ast::Expr, rest: &[ast::BinaryTail], and: bool) -> Expr {
        let mut span = first.span;
        let mut operands = vec![self.condition(first)];
        for tail in rest {
            let operand = self.condition(&tail.operand);
            span = join(span, operand.span);
            operands.push(operand);
        }
        if operands.iter().any(|operand| operand.ty == ERROR) {
            return self.poison(span);
        }
        // Constants fold from the left: `0 && …` is 0 whatever follows.
        let mut kept: Vec<Expr> = Vec::with_capacity(operands.len());
        for operand in operands {
            match kept.pop() {
                None => kept.push(operand),
                Some(last) => {
                    if self.constant_truth(&last).is_some() {
                        let span = join(last.span, operand.span);
                        kept.push(self.logical(and, last, operand, span));
                    } else {
                        kept.push(last);
                        kept.push(operand);
                    }
                }
            }
        }
        let tree = balance(kept, &|a, b| {
            let span = join(a.span, b.span);
            let ty = a.ty;
            let (a, b) = (Box::new(a), Box::new(b));
            let kind = if and {
                ExprKind::And(a, b)
            } else {
                ExprKind::Or(a, b)
            };
            Expr { kind, ty, span }
        });
        match tree {
            Some(tree) => Expr { span, ..tree },
            None => self.poison(span),
        }
    }

    /// One binary operator on two values.
    pub(crate) fn binary_operator(
        &mut self,
        operator: Op,
        a: Expr,
        b: Expr,
        span: Span,
        operator_span: Span,
    ) -> Expr {
        if a.ty == ERROR || b.ty == ERROR {
            return self.poison(span);
        }
        if self.has_packed(a.ty, b.ty) && !matches!(operator, Op::And | Op::Or) {
            return self.packed_operator(operator, a, b, span, operator_span);
        }
        if let Some(compare) = compare_op(operator) {
            return self.comparison(operator, compare, a, b, span);
        }
        let Some(op) = arithmetic_op(operator) else {
            let (a, b) = (self.scalar_truth(a), self.scalar_truth(b));
            return self.logical(operator == Op::And, a, b, span);
        };
        let types = &self.types;
        match op {
            BinaryOp::Add => {
                if types.is_pointer(a.ty) && types.is_integer(b.ty) {
                    return self.pointer_add(a, b, false, span);
                }
                if types.is_integer(a.ty) && types.is_pointer(b.ty) {
                    return self.pointer_add(b, a, false, span);
                }
            }
            BinaryOp::Sub if types.is_pointer(a.ty) => {
                if types.is_integer(b.ty) {
                    return self.pointer_add(a, b, true, span);
                }
                if types.is_pointer(b.ty) {
                    return self.pointer_difference(a, b, span);
                }
            }
            _ => {}
        }
        let integers_only = !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div);
        let fits = |ty| {
            if integers_only {
                types.is_integer(ty)
            } else {
                types.is_arithmetic(ty)
            }
        };
        if !fits(a.ty) || !fits(b.ty) {
            self.invalid_operands(operator, a.ty, b.ty, operator_span);
            return self.poison(span);
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let precision = self.precision(&a);
            let a = self.promote(a);
            let b = self.promote(b);
            let result = self.binary(op, a, b, span);
            return match precision {
                Some((width, _)) => self.cut(result, width, span),
                None => result,
            };
        }
        if let Some((width, ty)) = self.common_precision(&a, &b) {
            let a = self.with_precision(a, width, ty);
            let b = self.with_precision(b, width, ty);
            let result = self.binary(op, a, b, span);
            return self.cut(result, width, span);
        }
        let (a, b, _) = self.arithmetic(a, b);
        self.binary(op, a, b, span)
    }

    /// One binary operator on complex numbers or vectors.
    pub(crate) fn packed_operator(
        &mut self,
        operator: Op,
        a: Expr,
        b: Expr,
        span: Span,
        operator_span: Span,
    ) -> Expr {
        let types = (a.ty, b.ty);
        let is_complex = |ty| self.types.as_packed(ty).is_some_and(Packed::is_complex);
        if self.is_foreign(types.0) || self.is_foreign(types.1) {
            return self.foreign_operator(operator, a, b, span, operator_span);
        }
        let result = match is_complex(a.ty) || is_complex(b.ty) {
            true => self.complex_operator(operator, a, b, span),
            false => self.vector_operator(operator, a, b, span),
        };
        result.unwrap_or_else(|| {
            self.invalid_operands(operator, types.0, types.1, operator_span);
            self.poison(span)
        })
    }

    pub(crate) fn invalid_operands(&mut self, operator: Op, a: TypeId, b: TypeId, span: Span) {
        let (a, b) = (self.types.type_name(a), self.types.type_name(b));
        self.error(
            span,
            format!("`{}` does not apply to `{a}` and `{b}`", spelling(operator)),
        );
    }

    /// Whether pointer arithmetic can step over what a pointer points to; says if not.
    pub(crate) fn can_step(&mut self, pointer: TypeId, span: Span) -> bool {
        let Some(pointee) = self.types.pointee(pointer) else {
            return true;
        };
        let known = self.types.is_void(pointee.ty)
            || self.types.is_function(pointee.ty)
            || self.types.is_complete(pointee.ty);
        if !known {
            let name = self.types.type_name(pointee.ty);
            self.error(
                span,
                format!("arithmetic on a pointer to the incomplete type `{name}`"),
            );
        }
        known
    }

    /// `pointer + index` (or `-`) in elements.
    pub(crate) fn pointer_add(&mut self, pointer: Expr, index: Expr, subtract: bool, span: Span) -> Expr {
        if !self.can_step(pointer.ty, span) {
            return self.poison(span);
        }
        let index = self.promote(index);
        Expr {
            ty: pointer.ty,
            kind: ExprKind::PtrAdd {
                pointer: Box::new(pointer),
                index: Box::new(index),
                subtract,
            },
            span,
        }
    }

    fn pointer_difference(&mut self, a: Expr, b: Expr, span: Span) -> Expr {
        if !self.can_step(a.ty, span) {
            return self.poison(span);
        }
        let (Some(x), Some(y)) = (self.types.pointee(a.ty), self.types.pointee(b.ty)) else {
            return self.poison(span);
        };
        if !self.types.compatible(x.ty, y.ty) {
            let (a, b) = (self.types.type_name(a.ty), self.types.type_name(b.ty));
            self.error(
                span,
                format!("the pointers have the different types `{a}` and `{b}`"),
            );
            return self.poison(span);
        }
        let b = self.cast(b, a.ty);
        Expr {
            kind: ExprKind::PtrDiff(Box::new(a), Box::new(b)),
            ty: self.types.ptrdiff_t(),
            span,
        }
    }

    fn comparison(&mut self, operator: Op, compare: CompareOp, a: Expr, b: Expr, span: Span) -> Expr {
        let types = &self.types;
        if types.is_arithmetic(a.ty) && types.is_arithmetic(b.ty) {
            if let Some((width, ty)) = self.common_precision(&a, &b) {
                let a = self.with_precision(a, width, ty);
                let b = self.with_precision(b, width, ty);
                return self.compare(compare, a, b, span);
            }
            let (a, b, _) = self.arithmetic(a, b);
            return self.compare(compare, a, b, span);
        }
        let (p, q) = (types.is_pointer(a.ty), types.is_pointer(b.ty));
        let ty = if p && q {
            if self.is_null_constant(&b) {
                a.ty
            } else if self.is_null_constant(&a) {
                b.ty
            } else {
                self.common_pointer(a.ty, b.ty, span)
            }
        } else if (p && types.is_integer(b.ty)) || (q && types.is_integer(a.ty)) {
            let (pointer, other) = if p { (a.ty, &b) } else { (b.ty, &a) };
            if !self.is_null_constant(other) {
                self.warning(span, "a pointer is compared with an integer");
            }
            pointer
        } else {
            self.invalid_operands(operator, a.ty, b.ty, span);
            return self.poison(span);
        };
        let (a, b) = (self.cast(a, ty), self.cast(b, ty));
        self.compare(compare, a, b, span)
    }

    /// `+e`, `-e`, `~e`.
    pub(crate) fn sign(&mut self, operator: UnaryOp, operand: &ast::Expr, span: Span) -> Expr {
        let value = self.rvalue(operand);
        if value.ty == ERROR {
            return value;
        }
        let packed = match self.types.as_packed(value.ty) {
            Some(_) if self.is_foreign(value.ty) => {
                let ty = value.ty;
                Some(self.foreign_result(vec![value.clone()], ty, span))
            }
            Some(of) if of.is_complex() => self.complex_sign(operator, value.clone(), span),
            Some(_) => self.vector_sign(operator, value.clone(), span),
            None => None,
        };
        if let Some(result) = packed {
            return result;
        }
        let fits = match operator {
            UnaryOp::BitNot => self.types.is_integer(value.ty),
            _ => self.types.is_arithmetic(value.ty),
        };
        if !fits {
            let sign = match operator {
                UnaryOp::BitNot => "~",
                UnaryOp::Minus => "-",
                _ => "+",
            };
            let name = self.types.type_name(value.ty);
            self.error(span, format!("`{sign}` does not apply to `{name}`"));
            return self.poison(span);
        }
        let precision = self.precision(&value);
        let value = self.promote(value);
        let result = match operator {
            UnaryOp::Minus => self.unary(hir::UnaryOp::Neg, value, span),
            UnaryOp::BitNot => self.unary(hir::UnaryOp::Complement, value, span),
            _ => return Expr { span, ..value },
        };
        match precision {
            Some((width, _)) => self.cut(result, width, span),
            None => result,
        }
    }

    /// Evaluates for effects only.
    pub(crate) fn discard(&mut self, value: Expr) -> Expr {
        if value.ty == ERROR {
            value
        } else {
            self.cast(value, VOID)
        }
    }
}
