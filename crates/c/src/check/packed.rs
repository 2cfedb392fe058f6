//! Complex numbers and vectors: several numbers that are one value; and numbers that are only bytes
//! (`foreign`).
//!
//! Their types are records of our own, so that they are declared, copied, passed, returned and accessed as
//! records are. A computation takes its operands apart, computes with the numbers, and puts the result
//! together in a temporary; `vector` and `complex` say what each operator does. Where all parts are constants
//! the result is one too, so that objects of static storage duration can have it as their initial value.

use raceproof_ir::Span;

use super::foreign::Foreign;
use super::types::{ERROR, QualType, Quals, TypeTable};
use super::{Checker, Value};
use crate::hir::{
    Expr, ExprKind, Field, Init, InitItem, InitValue, Record, RecordId, Stmt, StmtKind, Type, TypeId,
};

/// Vectors of more elements are not taken apart.
const MAX_ELEMENTS: u64 = 256;

/// What such a type is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Packed {
    pub element: TypeId,
    pub count: u64,
    pub form: Form,
}

/// What they are together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Form {
    Vector,
    Complex,
    /// A number that is not computed with; the elements are its bytes.
    Foreign(Foreign),
}

impl Packed {
    pub fn is_vector(self) -> bool {
        self.form == Form::Vector
    }

    pub fn is_complex(self) -> bool {
        self.form == Form::Complex
    }
}

/// The numbers of a value, and what is evaluated before they can be used. Each may be used more than once.
pub(crate) struct Parts {
    pub before: Vec<Expr>,
    pub parts: Vec<Expr>,
}

impl TypeTable {
    /// The type of so many numbers together.
    pub fn packed(&mut self, of: Packed) -> TypeId {
        let known = self.packed.iter().position(|other| *other == Some(of));
        if let Some(known) = known {
            return self.intern(Type::Record(RecordId(known as u32)));
        }
        let part = self.size(of.element).unwrap_or(1);
        let (size, name) = (part * of.count, self.type_name(of.element));
        let field = |name: &str, ty, offset| Field {
            name: name.to_owned(),
            ty,
            offset,
            bits: None,
        };
        let fields = match of.is_complex() {
            true => vec![field("", of.element, 0), field("", of.element, part)],
            false => vec![field("", self.array(of.element, Some(of.count)), 0)],
        };
        let record = self.add_record(Record {
            name: match of.form {
                Form::Complex => format!("_Complex {name}"),
                Form::Vector => format!("vector of {} {name}", of.count),
                Form::Foreign(foreign) => foreign.to_string(),
            },
            union: false,
            complete: true,
            size,
            align: match of.form {
                Form::Complex => self.qual_align(QualType::plain(of.element)),
                Form::Vector => size,
                Form::Foreign(foreign) => foreign.align(),
            },
            fields,
            span: Span::NONE,
        });
        self.packed[record.0 as usize] = Some(of);
        self.intern(Type::Record(record))
    }

    /// What a type is of, if it is several numbers together.
    pub fn as_packed(&self, ty: TypeId) -> Option<Packed> {
        self.packed[self.as_record(ty)?.0 as usize]
    }
}

impl Checker<'_> {
    /// Whether one of two types is several numbers together.
    pub(crate) fn has_packed(&self, a: TypeId, b: TypeId) -> bool {
        self.types.as_packed(a).is_some() || self.types.as_packed(b).is_some()
    }

    /// What stands for a computation with such values that is not followed.
    pub(crate) fn unfollowed(&mut self, ty: TypeId, span: Span) -> Expr {
        self.gap_value("a computation with complex numbers or vectors", ty, span)
    }

    /// A value that is not known because getting there is a gap.
    pub(crate) fn gap_value(&mut self, what: &str, ty: TypeId, span: Span) -> Expr {
        let text = what.to_owned();
        let gap = Stmt {
            kind: StmtKind::Gap { text },
            span,
        };
        let value = match self.types.as_packed(ty) {
            Some(_) => self.put_together(ty, Vec::new(), Vec::new(), span),
            None if self.types.is_floating(ty) => Expr {
                kind: ExprKind::Float(0.0),
                ty,
                span,
            },
            None => self.int(0, ty, span),
        };
        Expr {
            ty: value.ty,
            kind: ExprKind::Statements(vec![gap], Some(Box::new(value))),
            span,
        }
    }

    /// A value with these parts, and zeros for the others, after something was evaluated.
    pub(crate) fn put_together(
        &mut self,
        ty: TypeId,
        before: Vec<Expr>,
        parts: Vec<Expr>,
        span: Span,
    ) -> Expr {
        if parts.iter().any(|part| part.ty == ERROR) {
            return self.poison(span);
        }
        let local = self.add_local(String::new(), ty, 0, span);
        let item = |(index, value): (u64, Expr)| InitItem {
            offset: index * self.types.size(value.ty).unwrap_or(1),
            bits: None,
            ty: value.ty,
            value: InitValue::Expr(value),
        };
        let items = (0..).zip(parts).map(item).collect();
        let init = Box::new(Init::List { zero: true, items });
        let place = Expr {
            kind: ExprKind::CompoundLiteral { local, init },
            ty,
            span,
        };
        let value = Expr {
            kind: ExprKind::Load(Box::new(place)),
            ty,
            span,
        };
        self.after(before, value, span)
    }

    /// A value after something was evaluated.
    pub(crate) fn after(&mut self, before: Vec<Expr>, value: Expr, span: Span) -> Expr {
        let then = |value, first| self.sequence(first, value, span);
        before.into_iter().rev().fold(value, then)
    }

    /// Takes a value apart; a number has one part. None if there are too many.
    pub(crate) fn take_apart(&mut self, value: Expr) -> Option<Parts> {
        let (ty, span) = (value.ty, value.span);
        let Some(of) = self.types.as_packed(ty) else {
            let (before, value) = self.used_again(value);
            let parts = vec![value];
            return Some(Parts { before, parts });
        };
        if of.count > MAX_ELEMENTS {
            return None;
        }
        if let Some(parts) = self.constant_parts(&value, of) {
            let before = Vec::new();
            return Some(Parts { before, parts });
        }
        let (before, value) = self.used_again(value);
        let ExprKind::Load(place) = value.kind else {
            return None;
        };
        let part = |index: u64| {
            let index = self.int(i128::from(index), super::types::LONG, span);
            let part = self.part_of_place((*place).clone(), of, index, span);
            self.decay(part)
        };
        let parts = (0..of.count).map(part).collect();
        Some(Parts { before, parts })
    }

    /// What can be read as often as one likes: a constant, or a local that the value was put into.
    pub(crate) fn used_again(&mut self, value: Expr) -> (Vec<Expr>, Expr) {
        let is_local = |place: &Expr| matches!(place.kind, ExprKind::Local(_)) && place.ty == value.ty;
        let is_simple = match &value.kind {
            ExprKind::Int(_) | ExprKind::Float(_) => true,
            ExprKind::Load(place) => is_local(place),
            _ => false,
        };
        if is_simple {
            return (Vec::new(), value);
        }
        let (ty, span) = (value.ty, value.span);
        let local = self.temporary(ty, span);
        let set = self.set(local, ty, value, span);
        (vec![set], self.get(local, ty, span))
    }

    /// The parts of a value that is put together from constants.
    pub(crate) fn constant_parts(&mut self, value: &Expr, of: Packed) -> Option<Vec<Expr>> {
        let ExprKind::Load(place) = &value.kind else {
            return None;
        };
        let ExprKind::CompoundLiteral { init, .. } = &place.kind else {
            return None;
        };
        let Init::List { items, .. } = &**init else {
            return None;
        };
        let zero = self.int(0, super::types::INT, value.span);
        let zero = self.cast(zero, of.element);
        let size = self.types.size(of.element)?;
        let mut parts = vec![zero; of.count as usize];
        for item in items {
            let InitValue::Expr(part) = &item.value else {
                return None;
            };
            if !matches!(part.kind, ExprKind::Int(_) | ExprKind::Float(_)) || part.ty != of.element {
                return None;
            }
            *parts.get_mut((item.offset / size) as usize)? = part.clone();
        }
        Some(parts)
    }

    fn part_of_place(&mut self, place: Expr, of: Packed, index: Expr, span: Span) -> Value {
        self.mark_addressed(&place);
        let pointer = self.types.pointer(of.element, Quals::default());
        let address = Expr {
            kind: ExprKind::AddrOf(Box::new(place)),
            ty: pointer,
            span,
        };
        let element = self.pointer_add(address, index, false, span);
        self.deref(element, span)
    }

    /// A part of such a value: an element of a vector, the real or the imaginary part of a complex number.
    pub(crate) fn packed_part(&mut self, whole: Value, index: Expr, span: Span) -> Value {
        let Some(of) = self.types.as_packed(whole.expr.ty) else {
            return Value::plain(self.poison(span));
        };
        if !self.types.is_integer(index.ty) {
            if index.ty != ERROR {
                self.error(span, "the index of a vector must be an integer");
            }
            return Value::plain(self.poison(span));
        }
        if self.is_place(&whole.expr) {
            return self.part_of_place(whole.expr, of, index, span);
        }
        if let (ExprKind::Int(number), Some(parts)) = (&index.kind, self.constant_parts(&whole.expr, of)) {
            let part = usize::try_from(*number).ok().and_then(|number| parts.get(number));
            return Value::plain(part.cloned().unwrap_or_else(|| self.poison(span)));
        }
        let (before, value) = self.used_again(whole.expr);
        let ExprKind::Load(place) = value.kind else {
            return Value::plain(self.poison(span));
        };
        let part = self.part_of_place(*place, of, index, span);
        let part = self.decay(part);
        Value::plain(self.after(before, part, span))
    }

    /// Converts between such values and numbers; none if there is no such conversion. A cast may make a
    /// vector of a number of its size.
    pub(crate) fn convert_packed(&mut self, value: Expr, to: TypeId, is_cast: bool) -> Option<Expr> {
        let (from, span) = (value.ty, value.span);
        let packed = (self.types.as_packed(from), self.types.as_packed(to));
        let is_number = |ty| self.types.is_arithmetic(ty);
        if self.is_foreign(from) || self.is_foreign(to) {
            return self.convert_foreign(value, to);
        }
        match packed {
            (Some(of), None) if of.is_complex() && is_number(to) => {
                if to == super::types::BOOL {
                    let truth = self.complex_truth(value);
                    return Some(self.cast(truth, to));
                }
                let Parts { before, mut parts } = self.take_apart(value)?;
                let real = self.cast(parts.swap_remove(0), to);
                Some(self.after(before, real, span))
            }
            (None, Some(of)) if of.is_complex() && is_number(from) => {
                let real = self.cast(value, of.element);
                Some(self.put_together(to, Vec::new(), vec![real], span))
            }
            (Some(a), Some(b)) if a.is_complex() && b.is_complex() => {
                let Parts { before, parts } = self.take_apart(value)?;
                let cast = |part| self.cast(part, b.element);
                let parts = parts.into_iter().map(cast).collect();
                Some(self.put_together(to, before, parts, span))
            }
            (Some(_), Some(_)) => self.reinterpret(value, to),
            _ if is_cast => self.reinterpret(value, to),
            _ => None,
        }
    }

    /// The same bytes as a value of another type of that size.
    fn reinterpret(&mut self, value: Expr, to: TypeId) -> Option<Expr> {
        let (from, span) = (value.ty, value.span);
        let is_complex = |ty| self.types.as_packed(ty).is_some_and(Packed::is_complex);
        let fits = |ty| self.types.as_packed(ty).is_some() || self.types.is_integer(ty);
        if is_complex(from) || is_complex(to) || !fits(from) || !fits(to) {
            return None;
        }
        if self.types.size(from) != self.types.size(to) {
            return None;
        }
        if let Some(constant) = self
            .constant_bytes(&value)
            .and_then(|bytes| self.of_bytes(&bytes, to, span))
        {
            return Some(constant);
        }
        let (mut before, value) = self.used_again(value);
        let place = match value.kind {
            ExprKind::Load(place) => *place,
            _ => {
                let local = self.temporary(from, span);
                before.push(self.set(local, from, value, span));
                Expr {
                    kind: ExprKind::Local(local),
                    ty: from,
                    span,
                }
            }
        };
        self.mark_addressed(&place);
        let pointer = self.types.pointer(to, Quals::default());
        let address = Expr {
            kind: ExprKind::AddrOf(Box::new(place)),
            ty: pointer,
            span,
        };
        let other = self.deref(address, span);
        let other = self.decay(other);
        Some(self.after(before, other, span))
    }

    /// The bytes of a constant.
    fn constant_bytes(&mut self, value: &Expr) -> Option<Vec<u8>> {
        let parts = match self.types.as_packed(value.ty) {
            Some(of) => self.constant_parts(value, of)?,
            None => vec![value.clone()],
        };
        let mut bytes = Vec::new();
        for part in parts {
            let size = self.types.size(part.ty)? as usize;
            match (part.kind, self.types.get(part.ty)) {
                (ExprKind::Int(number), _) => bytes.extend(number.to_le_bytes().into_iter().take(size)),
                (ExprKind::Float(number), Type::Float) => bytes.extend((number as f32).to_le_bytes()),
                (ExprKind::Float(number), Type::Double) => bytes.extend(number.to_le_bytes()),
                _ => return None,
            }
        }
        Some(bytes)
    }

    /// The constant that has these bytes.
    fn of_bytes(&mut self, bytes: &[u8], ty: TypeId, span: Span) -> Option<Expr> {
        let of = self.types.as_packed(ty);
        let element = of.map_or(ty, |of| of.element);
        let size = self.types.size(element)? as usize;
        let mut parts = Vec::new();
        for chunk in bytes.chunks_exact(size) {
            let mut raw = [0; 16];
            raw.get_mut(..size)?.copy_from_slice(chunk);
            let raw = u128::from_le_bytes(raw);
            let kind = match self.types.get(element) {
                Type::Int { .. } => ExprKind::Int(self.types.wrap(raw as i128, element)),
                Type::Float => ExprKind::Float(f32::from_bits(raw as u32).into()),
                Type::Double => ExprKind::Float(f64::from_bits(raw as u64)),
                _ => return None,
            };
            let ty = element;
            parts.push(Expr { kind, ty, span });
        }
        match of {
            Some(_) => Some(self.put_together(ty, Vec::new(), parts, span)),
            None => parts.pop(),
        }
    }
}
