//! Values known before the program runs: constant expressions and address constants.

use super::Checker;
use super::types::{self, ERROR};
use crate::ast;
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, FuncId, LabelId, StaticAddress, Type, TypeId};

/// A value known before the program runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Constant {
    Int(i128),
    Float(f64),
    Address(StaticAddress),
}

impl Checker<'_> {
    /// Checks an expression that must be an integer constant; says so if it is not.
    pub(crate) fn integer_constant(&mut self, expr: &ast::Expr, what: &str) -> Option<(i128, TypeId)> {
        let value = self.rvalue(expr);
        if value.ty == ERROR {
            return None;
        }
        if !self.types.is_integer(value.ty) {
            let name = self.types.type_name(value.ty);
            self.error(
                expr.span,
                format!("{what} must be an integer constant, not of type `{name}`"),
            );
            return None;
        }
        match self.evaluate(&value) {
            Some(Constant::Int(number)) => Some((number, value.ty)),
            _ => {
                self.error(expr.span, format!("{what} is not an integer constant"));
                None
            }
        }
    }

    /// The integer that an expression always has.
    pub(crate) fn evaluate_int(&self, expr: &Expr) -> Option<i128> {
        match self.evaluate(expr)? {
            Constant::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The distance `&&a - &&b` of two labels, whatever integer type it is converted to. It is constant, but
    /// not known before the function is lowered.
    pub(crate) fn label_difference(&self, expr: &Expr) -> Option<(FuncId, LabelId, LabelId)> {
        match &expr.kind {
            ExprKind::Cast(inner) if self.types.is_integer(expr.ty) => self.label_difference(inner),
            ExprKind::PtrDiff(a, b) if self.types.size(self.types.pointee(a.ty)?.ty)? == 1 => {
                match (self.evaluate(a)?, self.evaluate(b)?) {
                    (
                        Constant::Address(StaticAddress::Label(function, a)),
                        Constant::Address(StaticAddress::Label(same, b)),
                    ) if function == same => Some((function, a, b)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The value of an expression, if it is known before the program runs.
    ///
    /// Long because it has an arm for each form of expression.
    pub(crate) fn evaluate(&self, expr: &Expr) -> Option<Constant> {
        match &expr.kind {
            ExprKind::Int(value) => Some(Constant::Int(*value)),
            ExprKind::Float(value) => Some(Constant::Float(*value)),
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => self.evaluate_place(place),
            ExprKind::LabelAddr(label) => {
                let function = self.function.as_ref()?;
                Some(Constant::Address(StaticAddress::Label(function.id, *label)))
            }
            ExprKind::Cast(inner) => {
                let value = self.evaluate(inner)?;
                self.convert_constant(value, inner.ty, expr.ty)
            }
            ExprKind::Bool(inner) => {
                let truth = constant_truth(self.evaluate(inner)?);
                Some(Constant::Int(i128::from(truth)))
            }
            ExprKind::Not(inner) => {
                let truth = constant_truth(self.evaluate(inner)?);
                Some(Constant::Int(i128::from(!truth)))
            }
            ExprKind::Unary(op, inner) => match (op, self.evaluate(inner)?) {
                (crate::hir::UnaryOp::Neg, Constant::Int(v)) => {
                    Some(Constant::Int(self.types.wrap(v.wrapping_neg(), expr.ty)))
                }
                (crate::hir::UnaryOp::Complement, Constant::Int(v)) => {
                    Some(Constant::Int(self.types.wrap(!v, expr.ty)))
                }
                (crate::hir::UnaryOp::Neg, Constant::Float(v)) => Some(Constant::Float(-v)),
                _ => None,
            },
            ExprKind::Binary(op, a, b) => {
                let (x, y) = (self.evaluate(a)?, self.evaluate(b)?);
                match (x, y) {
                    (Constant::Int(x), Constant::Int(y)) => self
                        .fold_int(*op, x, y, expr.ty)
                        .map(|value| Constant::Int(self.types.wrap(value, expr.ty))),
                    (Constant::Address(address), Constant::Int(y)) => match op {
                        BinaryOp::Add => displace(address, y),
                        BinaryOp::Sub => displace(address, y.checked_neg()?),
                        _ => None,
                    },
                    (Constant::Int(x), Constant::Address(address)) if *op == BinaryOp::Add => {
                        displace(address, x)
                    }
                    (Constant::Address(a), Constant::Address(b)) if *op == BinaryOp::Sub => {
                        distance(a, b).map(Constant::Int)
                    }
                    _ => None,
                }
            }
            ExprKind::Compare(op, a, b) => {
                let (x, y) = (self.evaluate(a)?, self.evaluate(b)?);
                self.compare_constants(*op, x, y)
            }
            ExprKind::PtrAdd {
                pointer,
                index,
                subtract,
            } => {
                let Constant::Int(index) = self.evaluate(index)? else {
                    return None;
                };
                let pointee = self.types.pointee(pointer.ty)?;
                let size = i128::from(self.types.size(pointee.ty)?);
                let bytes = index.checked_mul(size)?;
                let bytes = if *subtract { bytes.checked_neg()? } else { bytes };
                match self.evaluate(pointer)? {
                    Constant::Address(address) => displace(address, bytes),
                    Constant::Int(base) => {
                        Some(Constant::Int(self.types.wrap(base.checked_add(bytes)?, expr.ty)))
                    }
                    Constant::Float(_) => None,
                }
            }
            ExprKind::PtrDiff(a, b) => {
                let pointee = self.types.pointee(a.ty)?;
                let size = i128::from(self.types.size(pointee.ty)?);
                let bytes = match (self.evaluate(a)?, self.evaluate(b)?) {
                    (Constant::Address(a), Constant::Address(b)) => distance(a, b)?,
                    (Constant::Int(a), Constant::Int(b)) => a.checked_sub(b)?,
                    _ => return None,
                };
                bytes.checked_div(size).map(Constant::Int)
            }
            ExprKind::And(a, b) => match constant_truth(self.evaluate(a)?) {
                false => Some(Constant::Int(0)),
                true => Some(Constant::Int(i128::from(constant_truth(self.evaluate(b)?)))),
            },
            ExprKind::Or(a, b) => match constant_truth(self.evaluate(a)?) {
                true => Some(Constant::Int(1)),
                false => Some(Constant::Int(i128::from(constant_truth(self.evaluate(b)?)))),
            },
            ExprKind::Conditional(c, a, b) => {
                if constant_truth(self.evaluate(c)?) {
                    self.evaluate(a)
                } else {
                    self.evaluate(b)
                }
            }
            ExprKind::Load(place) => self.load_constant(place, expr.ty),
            _ => None,
        }
    }

    /// The address of a place.
    pub(crate) fn evaluate_place(&self, place: &Expr) -> Option<Constant> {
        match &place.kind {
            ExprKind::Global(id) => {
                let global = self.globals.get(id.0 as usize)?;
                (!global.thread_local).then_some(Constant::Address(StaticAddress::Global(*id, 0)))
            }
            ExprKind::Function(id) => Some(Constant::Address(StaticAddress::Function(*id))),
            ExprKind::Deref(pointer) => self.evaluate(pointer),
            ExprKind::Member { base, record, field } => {
                let member = self.types.record(*record).fields.get(*field as usize)?;
                if member.bits.is_some() {
                    return None;
                }
                match self.evaluate_place(base)? {
                    Constant::Address(address) => displace(address, i128::from(member.offset)),
                    Constant::Int(number) => {
                        Some(Constant::Int(number.checked_add(i128::from(member.offset))?))
                    }
                    Constant::Float(_) => None,
                }
            }
            _ => None,
        }
    }

    /// The value of a scalar in a `const` object whose initial value is known (GNU C).
    fn load_constant(&self, place: &Expr, ty: TypeId) -> Option<Constant> {
        let Constant::Address(StaticAddress::Global(id, offset)) = self.evaluate_place(place)? else {
            return None;
        };
        let global = self.globals.get(id.0 as usize)?;
        if !global.constant || !self.links.is_defined(id) {
            return None;
        }
        let start = u64::try_from(offset).ok()?;
        if let Some((_, address)) = global.relocations.iter().find(|(at, _)| *at == start) {
            return self.types.is_pointer(ty).then_some(Constant::Address(*address));
        }
        let size = self.types.size(ty)?;
        if size > 16 || start.checked_add(size)? > global.size {
            return None;
        }
        let mut bytes = [0u8; 16];
        for (i, byte) in bytes.iter_mut().enumerate().take(size as usize) {
            *byte = global.bytes.get(start as usize + i).copied().unwrap_or_default();
        }
        let raw = u128::from_le_bytes(bytes);
        match self.types.get(ty) {
            Type::Bool | Type::Int { .. } | Type::Pointer { .. } => {
                Some(Constant::Int(self.types.wrap(raw as i128, ty)))
            }
            Type::Float => Some(Constant::Float(f64::from(f32::from_bits(raw as u32)))),
            Type::Double | Type::LongDouble => Some(Constant::Float(f64::from_bits(raw as u64))),
            _ => None,
        }
    }

    fn convert_constant(&self, value: Constant, from: TypeId, to: TypeId) -> Option<Constant> {
        match value {
            Constant::Address(_) => {
                if to == types::BOOL {
                    return Some(Constant::Int(1));
                }
                let pointer_size = u64::from(self.types.model.pointer_size());
                let keeps = self.types.is_pointer(to)
                    || (self.types.is_integer(to) && self.types.size(to) == Some(pointer_size));
                keeps.then_some(value)
            }
            Constant::Int(number) => {
                if self.types.is_integer(to) || self.types.is_pointer(to) {
                    Some(Constant::Int(self.types.wrap(number, to)))
                } else if self.types.is_floating(to) {
                    let float = match self.types.integer(from) {
                        Some((128, false)) => number as u128 as f64,
                        _ => number as f64,
                    };
                    Some(Constant::Float(if to == types::FLOAT {
                        f64::from(number as f32)
                    } else {
                        float
                    }))
                } else {
                    None
                }
            }
            Constant::Float(number) => {
                if self.types.is_floating(to) {
                    Some(Constant::Float(if to == types::FLOAT {
                        f64::from(number as f32)
                    } else {
                        number
                    }))
                } else if to == types::BOOL {
                    Some(Constant::Int(i128::from(number != 0.0)))
                } else if self.types.is_integer(to) {
                    Some(Constant::Int(self.types.wrap(number as i128, to)))
                } else {
                    None
                }
            }
        }
    }

    fn compare_constants(&self, op: CompareOp, x: Constant, y: Constant) -> Option<Constant> {
        let equal = |truth: bool| match op {
            CompareOp::Eq => Some(Constant::Int(i128::from(truth))),
            CompareOp::Ne => Some(Constant::Int(i128::from(!truth))),
            _ => None,
        };
        match (x, y) {
            (Constant::Int(x), Constant::Int(y)) => Some(Constant::Int(i128::from(match op {
                CompareOp::Eq => x == y,
                CompareOp::Ne => x != y,
                CompareOp::Lt => x < y,
                CompareOp::Le => x <= y,
                CompareOp::Gt => x > y,
                CompareOp::Ge => x >= y,
            }))),
            (Constant::Address(_), Constant::Int(0)) | (Constant::Int(0), Constant::Address(_)) => {
                equal(false)
            }
            (Constant::Address(a), Constant::Address(b)) => equal(a == b),
            _ => None,
        }
    }
}

fn constant_truth(value: Constant) -> bool {
    match value {
        Constant::Int(value) => value != 0,
        Constant::Float(value) => value != 0.0,
        Constant::Address(_) => true,
    }
}

fn displace(address: StaticAddress, bytes: i128) -> Option<Constant> {
    let bytes = i64::try_from(bytes).ok()?;
    match address {
        StaticAddress::Global(id, offset) => Some(Constant::Address(StaticAddress::Global(
            id,
            offset.checked_add(bytes)?,
        ))),
        other => (bytes == 0).then_some(Constant::Address(other)),
    }
}

fn distance(a: StaticAddress, b: StaticAddress) -> Option<i128> {
    match (a, b) {
        (StaticAddress::Global(x, p), StaticAddress::Global(y, q)) if x == y => {
            Some(i128::from(p) - i128::from(q))
        }
        _ => (a == b).then_some(0),
    }
}
