//! Arithmetic on bit-fields wider than `int`.
//!
//! gcc gives such a bit-field an integer type of exactly its width, and computes in it. The typed tree has no
//! such types: a value of one is a value of the declared type whose upper bits repeat what the width says,
//! and every operation that could change them is followed by a pair of shifts. A result so cut is marked by a
//! cast to the type that it has already, which nothing else makes from a pair of shifts, so that later
//! operations find the width again.

use raceproof_ir::Span;

use super::Checker;
use crate::hir::{BinaryOp, Expr, ExprKind, TypeId};

impl Checker<'_> {
    /// The width of a value of such a type, and whether the type is signed.
    pub(crate) fn precision(&self, expr: &Expr) -> Option<(u32, bool)> {
        let (bits, signed) = self.types.integer(expr.ty)?;
        let width = match &expr.kind {
            ExprKind::Cast(inner) if inner.ty == expr.ty => match &inner.kind {
                ExprKind::Binary(BinaryOp::Shr, _, amount) => match amount.kind {
                    ExprKind::Int(amount) => bits.checked_sub(u32::try_from(amount).ok()?)?,
                    _ => return None,
                },
                _ => return None,
            },
            ExprKind::Cast(_) => return None,
            _ => u32::from(self.bit_field_width(expr)?),
        };
        (width > 32 && width < bits).then_some((width, signed))
    }

    /// Hides the width of a value: an explicit conversion to the declared type. It is of that type then,
    /// however narrow the bit-field.
    pub(crate) fn forget_precision(&self, expr: Expr) -> Expr {
        if self.precision(&expr).is_none() && self.bit_field_width(&expr).is_none() {
            return expr;
        }
        let (ty, span) = (expr.ty, expr.span);
        let inner = match expr.kind {
            ExprKind::Cast(inner) => inner,
            kind => Box::new(Expr { kind, ty, span }),
        };
        // One more cast around a load, none around a pair of shifts: neither is the mark.
        match inner.kind {
            ExprKind::Binary(..) => *inner,
            _ => Expr {
                kind: ExprKind::Cast(inner),
                ty,
                span,
            },
        }
    }

    /// Cuts a value of an integer type to a width.
    pub(crate) fn cut(&mut self, expr: Expr, width: u32, span: Span) -> Expr {
        let ty = expr.ty;
        let Some((bits, _)) = self.types.integer(ty) else {
            return expr;
        };
        let amount = i128::from(bits.saturating_sub(width));
        let left = self.int(amount, super::types::INT, span);
        let right = self.int(amount, super::types::INT, span);
        let shifted = self.binary(BinaryOp::Shl, expr, left, span);
        let back = self.binary(BinaryOp::Shr, shifted, right, span);
        if matches!(back.kind, ExprKind::Int(_)) {
            return back;
        }
        Expr {
            kind: ExprKind::Cast(Box::new(back)),
            ty,
            span,
        }
    }

    /// The width in which gcc computes with two operands, and the type that stands for it; none if it is a
    /// type that C has.
    pub(crate) fn common_precision(&self, a: &Expr, b: &Expr) -> Option<(u32, TypeId)> {
        let of = |expr: &Expr| -> Option<(u32, bool, bool, TypeId)> {
            match self.precision(expr) {
                Some((width, signed)) => Some((width, signed, true, expr.ty)),
                None => {
                    let ty = self.promoted_bits(expr.ty, self.bit_field_width(expr));
                    let (bits, signed) = self.types.integer(ty)?;
                    Some((bits, signed, false, ty))
                }
            }
        };
        let (x, y) = (of(a)?, of(b)?);
        if !x.2 && !y.2 {
            return None;
        }
        let wider = if x.0 > y.0 || (x.0 == y.0 && !x.1) { x } else { y };
        wider.2.then_some((wider.0, wider.3))
    }

    /// Converts both operands to the type of [`Checker::common_precision`].
    pub(crate) fn with_precision(&mut self, expr: Expr, width: u32, ty: TypeId) -> Expr {
        let same = expr.ty == ty && self.precision(&expr).is_some_and(|(own, _)| own == width);
        if same {
            return expr;
        }
        let span = expr.span;
        let expr = self.promote(expr);
        let expr = self.cast(expr, ty);
        self.cut(expr, width, span)
    }
}
