//! Building expressions with constants folded, at the widths of their types.
//!
//! Only what has one value whatever the program does is folded: division by zero and shifts out of range are
//! left for the machine. An unsigned `__int128` is kept as its bit pattern.

use raceproof_ir::Span;

use super::Checker;
use super::types::{self, BOOL, ERROR, INT, TypeTable};
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, Type, TypeId, UnaryOp};

impl TypeTable {
    /// A number as the value of an integer or pointer type that equals it modulo the type's width.
    pub fn wrap(&self, value: i128, ty: TypeId) -> i128 {
        let (bits, signed) = match self.get(ty) {
            Type::Bool => return i128::from(value != 0),
            Type::Int { bits, signed, .. } => (u32::from(*bits), *signed),
            Type::Pointer { .. } => (self.model.pointer_size() * 8, false),
            _ => return value,
        };
        if bits >= 128 {
            return value;
        }
        let shift = 128 - bits;
        if signed {
            (value << shift) >> shift
        } else {
            (((value as u128) << shift) >> shift) as i128
        }
    }

    /// Whether a number is a value of an integer type.
    pub fn fits(&self, value: i128, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Int {
                bits: 128,
                signed: false,
                ..
            } => value >= 0,
            _ => self.wrap(value, ty) == value,
        }
    }

    fn is_unsigned_128(&self, ty: TypeId) -> bool {
        self.integer(ty) == Some((128, false))
    }
}

/// A floating value as the type keeps it.
fn round(value: f64, ty: TypeId) -> f64 {
    if ty == types::FLOAT {
        f64::from(value as f32)
    } else {
        value
    }
}

/// A floating number as an integer of a width, as gcc folds it: towards zero, and to the nearest end of the
/// range.
fn float_to_int(value: f64, bits: u32, signed: bool) -> i128 {
    if value.is_nan() {
        return 0;
    }
    let value = value.trunc();
    if signed {
        let (low, high) = if bits >= 128 {
            (i128::MIN, i128::MAX)
        } else {
            (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
        };
        (value as i128).clamp(low, high)
    } else if bits >= 128 {
        (value as u128) as i128
    } else {
        (value as i128).clamp(0, (1i128 << bits) - 1)
    }
}

impl Checker<'_> {
    /// An integer constant.
    pub(crate) fn int(&self, value: i128, ty: TypeId, span: Span) -> Expr {
        Expr {
            kind: ExprKind::Int(self.types.wrap(value, ty)),
            ty,
            span,
        }
    }

    /// A conversion between scalars or to `void`; the types are known to allow it.
    pub(crate) fn cast(&mut self, expr: Expr, to: TypeId) -> Expr {
        let span = expr.span;
        let from = expr.ty;
        if from == to {
            return expr;
        }
        if from == ERROR || to == ERROR {
            return Expr {
                kind: expr.kind,
                ty: ERROR,
                span,
            };
        }
        let to_integer = self.types.integer(to);
        let to_pointer = self.types.is_pointer(to);
        match &expr.kind {
            ExprKind::Int(value) => {
                if to_integer.is_some() || to_pointer {
                    return self.int(*value, to, span);
                }
                if self.types.is_floating(to) {
                    let float = if self.types.is_unsigned_128(from) {
                        if to == types::FLOAT {
                            f64::from(*value as u128 as f32)
                        } else {
                            *value as u128 as f64
                        }
                    } else if to == types::FLOAT {
                        f64::from(*value as f32)
                    } else {
                        *value as f64
                    };
                    return Expr {
                        kind: ExprKind::Float(float),
                        ty: to,
                        span,
                    };
                }
            }
            ExprKind::Float(value) => {
                if to == BOOL {
                    return self.int(i128::from(*value != 0.0), to, span);
                }
                if let Some((bits, signed)) = to_integer {
                    return self.int(float_to_int(*value, bits, signed), to, span);
                }
                if self.types.is_floating(to) {
                    return Expr {
                        kind: ExprKind::Float(round(*value, to)),
                        ty: to,
                        span,
                    };
                }
            }
            _ => {}
        }
        // A conversion to `_Bool` is a test, whichever way the lowering reads a cast to it.
        let expr = if to == BOOL && self.types.is_scalar(from) {
            self.truth(expr)
        } else {
            expr
        };
        Expr {
            kind: ExprKind::Cast(Box::new(expr)),
            ty: to,
            span,
        }
    }

    /// The truth of a constant, if it is one.
    pub(crate) fn constant_truth(&self, expr: &Expr) -> Option<bool> {
        match expr.kind {
            ExprKind::Int(value) => Some(value != 0),
            ExprKind::Float(value) => Some(value != 0.0),
            _ => None,
        }
    }

    /// A scalar as 0 or 1 of type `int`.
    pub(crate) fn truth(&mut self, expr: Expr) -> Expr {
        let span = expr.span;
        if expr.ty == ERROR {
            return expr;
        }
        if let Some(truth) = self.constant_truth(&expr) {
            return self.int(i128::from(truth), INT, span);
        }
        match expr.kind {
            ExprKind::Bool(_)
            | ExprKind::Not(_)
            | ExprKind::Compare(..)
            | ExprKind::And(..)
            | ExprKind::Or(..) => expr,
            _ => Expr {
                kind: ExprKind::Bool(Box::new(expr)),
                ty: INT,
                span,
            },
        }
    }

    /// `!e`.
    pub(crate) fn not(&mut self, expr: Expr, span: Span) -> Expr {
        if expr.ty == ERROR {
            return expr;
        }
        match self.constant_truth(&expr) {
            Some(truth) => self.int(i128::from(!truth), INT, span),
            None => Expr {
                kind: ExprKind::Not(Box::new(expr)),
                ty: INT,
                span,
            },
        }
    }

    /// `-e` or `~e` on a promoted value.
    pub(crate) fn unary(&mut self, op: UnaryOp, expr: Expr, span: Span) -> Expr {
        let ty = expr.ty;
        match (op, &expr.kind) {
            (UnaryOp::Neg, ExprKind::Int(value)) => self.int(value.wrapping_neg(), ty, span),
            (UnaryOp::Complement, ExprKind::Int(value)) => self.int(!value, ty, span),
            (UnaryOp::Neg, ExprKind::Float(value)) => Expr {
                kind: ExprKind::Float(-value),
                ty,
                span,
            },
            _ => Expr {
                kind: ExprKind::Unary(op, Box::new(expr)),
                ty,
                span,
            },
        }
    }

    /// Arithmetic on two values of the type of the result; a shift's right operand has its own.
    pub(crate) fn binary(&mut self, op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
        let ty = a.ty;
        if ty == ERROR || b.ty == ERROR {
            return self.poison(span);
        }
        let folded = match (&a.kind, &b.kind) {
            (ExprKind::Int(x), ExprKind::Int(y)) => self
                .fold_int(op, *x, *y, ty)
                .map(|value| ExprKind::Int(self.types.wrap(value, ty))),
            (ExprKind::Float(x), ExprKind::Float(y)) => {
                fold_float(op, *x, *y).map(|value| ExprKind::Float(round(value, ty)))
            }
            _ => None,
        };
        Expr {
            kind: folded.unwrap_or_else(|| ExprKind::Binary(op, Box::new(a), Box::new(b))),
            ty,
            span,
        }
    }

    /// The result modulo the width of the type; none if it is undefined.
    pub(crate) fn fold_int(&self, op: BinaryOp, x: i128, y: i128, ty: TypeId) -> Option<i128> {
        let (bits, signed) = self.types.integer(ty)?;
        let unsigned_wide = bits == 128 && !signed;
        Some(match op {
            BinaryOp::Add => x.wrapping_add(y),
            BinaryOp::Sub => x.wrapping_sub(y),
            BinaryOp::Mul => x.wrapping_mul(y),
            BinaryOp::Div if unsigned_wide => (x as u128).checked_div(y as u128)? as i128,
            BinaryOp::Rem if unsigned_wide => (x as u128).checked_rem(y as u128)? as i128,
            BinaryOp::Div | BinaryOp::Rem => {
                let quotient = x.checked_div(y)?;
                if !self.types.fits(quotient, ty) {
                    return None;
                }
                if op == BinaryOp::Div {
                    quotient
                } else {
                    x.checked_rem(y)?
                }
            }
            BinaryOp::And => x & y,
            BinaryOp::Or => x | y,
            BinaryOp::Xor => x ^ y,
            BinaryOp::Shl | BinaryOp::Shr => {
                let amount = u32::try_from(y).ok().filter(|n| *n < bits)?;
                match op {
                    BinaryOp::Shl => x << amount,
                    _ if unsigned_wide => ((x as u128) >> amount) as i128,
                    _ => x >> amount,
                }
            }
        })
    }

    /// A comparison of two values of one type.
    pub(crate) fn compare(&mut self, op: CompareOp, a: Expr, b: Expr, span: Span) -> Expr {
        if a.ty == ERROR || b.ty == ERROR {
            return self.poison(span);
        }
        let order = match (&a.kind, &b.kind) {
            (ExprKind::Int(x), ExprKind::Int(y)) if self.types.is_unsigned_128(a.ty) => {
                Some((*x as u128).partial_cmp(&(*y as u128)))
            }
            (ExprKind::Int(x), ExprKind::Int(y)) => Some(x.partial_cmp(y)),
            (ExprKind::Float(x), ExprKind::Float(y)) => Some(x.partial_cmp(y)),
            _ => None,
        };
        match order {
            Some(order) => self.int(i128::from(holds(op, order)), INT, span),
            None => Expr {
                kind: ExprKind::Compare(op, Box::new(a), Box::new(b)),
                ty: INT,
                span,
            },
        }
    }

    /// `a && b` (or `a || b`).
    pub(crate) fn logical(&mut self, and: bool, a: Expr, b: Expr, span: Span) -> Expr {
        if a.ty == ERROR || b.ty == ERROR {
            return self.poison(span);
        }
        match (self.constant_truth(&a), self.constant_truth(&b)) {
            (Some(x), _) if x != and && !has_statements(&b) => {
                return self.int(i128::from(!and), INT, span);
            }
            (Some(x), Some(y)) => {
                let truth = if and { x && y } else { x || y };
                return self.int(i128::from(truth), INT, span);
            }
            _ => {}
        }
        let (a, b) = (Box::new(a), Box::new(b));
        Expr {
            kind: if and {
                ExprKind::And(a, b)
            } else {
                ExprKind::Or(a, b)
            },
            ty: INT,
            span,
        }
    }

    /// `c ? a : b` with both branches already of the result's type.
    pub(crate) fn conditional(&mut self, c: Expr, a: Expr, b: Expr, span: Span) -> Expr {
        let ty = a.ty;
        if let Some(truth) = self.constant_truth(&c) {
            let (taken, dropped) = if truth { (&a, &b) } else { (&b, &a) };
            if matches!(taken.kind, ExprKind::Int(_) | ExprKind::Float(_)) && !has_statements(dropped) {
                let taken = if truth { a } else { b };
                return Expr { span, ..taken };
            }
        }
        Expr {
            kind: ExprKind::Conditional(Box::new(c), Box::new(a), Box::new(b)),
            ty,
            span,
        }
    }
}

fn fold_float(op: BinaryOp, x: f64, y: f64) -> Option<f64> {
    Some(match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => x * y,
        BinaryOp::Div => x / y,
        _ => return None,
    })
}

fn holds(op: CompareOp, order: Option<std::cmp::Ordering>) -> bool {
    let Some(order) = order else {
        return op == CompareOp::Ne;
    };
    match op {
        CompareOp::Eq => order.is_eq(),
        CompareOp::Ne => order.is_ne(),
        CompareOp::Lt => order.is_lt(),
        CompareOp::Le => order.is_le(),
        CompareOp::Gt => order.is_gt(),
        CompareOp::Ge => order.is_ge(),
    }
}

/// Whether an expression holds a statement expression, which may hold labels and declarations that others
/// refer to.
pub(crate) fn has_statements(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Statements(..)) || children(expr).into_iter().any(has_statements)
}

/// Whether evaluating an expression may do more than give a value.
pub(crate) fn has_effects(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Local(_)
        | ExprKind::Global(_)
        | ExprKind::Function(_)
        | ExprKind::LabelAddr(_)
        | ExprKind::SizeOfVla(_) => false,
        ExprKind::Deref(_)
        | ExprKind::Member { .. }
        | ExprKind::Load(_)
        | ExprKind::AddrOf(_)
        | ExprKind::Decay(_)
        | ExprKind::Cast(_)
        | ExprKind::Bool(_)
        | ExprKind::Unary(..)
        | ExprKind::Not(_)
        | ExprKind::Binary(..)
        | ExprKind::Compare(..)
        | ExprKind::PtrAdd { .. }
        | ExprKind::PtrDiff(..)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Conditional(..)
        | ExprKind::Elvis(..)
        | ExprKind::Comma(..) => children(expr).into_iter().any(has_effects),
        _ => true,
    }
}

/// The expressions directly within an expression; of a statement expression or compound literal, none.
pub(crate) fn children(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Local(_)
        | ExprKind::Global(_)
        | ExprKind::Function(_)
        | ExprKind::LabelAddr(_)
        | ExprKind::SizeOfVla(_)
        | ExprKind::Fence(_)
        | ExprKind::Statements(..)
        | ExprKind::CompoundLiteral { .. } => Vec::new(),
        ExprKind::Deref(e)
        | ExprKind::Member { base: e, .. }
        | ExprKind::Load(e)
        | ExprKind::AddrOf(e)
        | ExprKind::Decay(e)
        | ExprKind::Cast(e)
        | ExprKind::Bool(e)
        | ExprKind::Unary(_, e)
        | ExprKind::Not(e)
        | ExprKind::IncDec { place: e, .. }
        | ExprKind::VaStart(e)
        | ExprKind::VaArg(e)
        | ExprKind::VaEnd(e)
        | ExprKind::AtomicLoad { pointer: e, .. } => vec![e],
        ExprKind::Binary(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::PtrAdd {
            pointer: a, index: b, ..
        }
        | ExprKind::PtrDiff(a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Elvis(a, b)
        | ExprKind::Comma(a, b)
        | ExprKind::Assign { place: a, value: b }
        | ExprKind::AssignOp {
            place: a, value: b, ..
        }
        | ExprKind::VaCopy(a, b)
        | ExprKind::AtomicStore {
            pointer: a, value: b, ..
        }
        | ExprKind::AtomicRmw {
            pointer: a, value: b, ..
        } => vec![a, b],
        ExprKind::Conditional(a, b, c)
        | ExprKind::AtomicCompareExchange {
            pointer: a,
            expected: b,
            desired: c,
            ..
        }
        | ExprKind::AtomicCompareSwap {
            pointer: a,
            expected: b,
            desired: c,
            ..
        } => vec![a, b, c],
        ExprKind::SetLength { length, then, .. } => {
            std::iter::once(&**length).chain(then.as_deref()).collect()
        }
        ExprKind::Call { callee, args } => std::iter::once(&**callee).chain(args).collect(),
        ExprKind::Sync { args, .. } | ExprKind::Builtin { args, .. } => args.iter().collect(),
    }
}
