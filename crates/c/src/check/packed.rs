//! Complex numbers and vectors: several numbers that are one value.
//!
//! Their types are records of our own, so that they are declared, copied, passed, returned and accessed as
//! records are. What is computed with them as a whole is a gap where the program gets there; parts of them
//! are numbers like any other.

use raceproof_ir::Span;

use super::types::{ERROR, QualType, Quals, TypeTable};
use super::{Checker, Value};
use crate::ast;
use crate::hir::{Expr, ExprKind, Field, Init, InitItem, InitValue, Record, Stmt, StmtKind, TypeId};

/// What such a type is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Packed {
    pub element: TypeId,
    pub count: u64,
    pub is_complex: bool,
}

impl TypeTable {
    /// The type of so many numbers together.
    pub fn packed(&mut self, of: Packed) -> TypeId {
        let known = self.packed.iter().find(|(_, other)| *other == of);
        if let Some((ty, _)) = known {
            return *ty;
        }
        let part = self.size(of.element).unwrap_or(1);
        let (size, name) = (part * of.count, self.type_name(of.element));
        let field = |name: &str, ty, offset| Field {
            name: name.to_owned(),
            ty,
            offset,
            bits: None,
        };
        let fields = match of.is_complex {
            true => vec![field("", of.element, 0), field("", of.element, part)],
            false => vec![field("", self.array(of.element, Some(of.count)), 0)],
        };
        let record = self.add_record(Record {
            name: match of.is_complex {
                true => format!("_Complex {name}"),
                false => format!("vector of {} {name}", of.count),
            },
            union: false,
            complete: true,
            size,
            align: match of.is_complex {
                true => self.qual_align(QualType::plain(of.element)),
                false => size,
            },
            fields,
            span: Span::NONE,
        });
        let ty = self.intern(crate::hir::Type::Record(record));
        self.packed.push((ty, of));
        ty
    }

    /// What a type is of, if it is several numbers together.
    pub fn as_packed(&self, ty: TypeId) -> Option<Packed> {
        let ty = self.unatomic(ty);
        let known = self.packed.iter().find(|(known, _)| *known == ty);
        known.map(|(_, of)| *of)
    }
}

impl Checker<'_> {
    /// The type of a vector of so many bytes.
    pub(crate) fn vector_type(&mut self, element: QualType, bytes: u64, span: Span) -> QualType {
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
            is_complex: false,
        };
        let ty = self.types.packed(of);
        QualType { ty, ..element }
    }

    /// Whether one of two types is several numbers together; the type that both have in common then.
    pub(crate) fn packed_of(&self, a: TypeId, b: TypeId) -> Option<TypeId> {
        let is_packed = |ty: &TypeId| self.types.as_packed(*ty).is_some();
        [a, b].into_iter().find(is_packed)
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
            Some(_) => self.packed_value(ty, Vec::new(), span),
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

    /// A value with these parts, and zeros for the others.
    fn packed_value(&mut self, ty: TypeId, parts: Vec<Expr>, span: Span) -> Expr {
        if self.function.is_none() {
            self.error(
                span,
                "an initial value of a complex number or vector is not supported here",
            );
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
        Expr {
            kind: ExprKind::Load(Box::new(place)),
            ty,
            span,
        }
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
        let of = Packed {
            element: real.ty,
            count: 2,
            is_complex: true,
        };
        let ty = self.types.packed(of);
        self.packed_value(ty, vec![real, imaginary], span)
    }

    /// A part of such a value: an element of a vector, the real or the imaginary part of a complex number.
    pub(crate) fn packed_part(&mut self, whole: Value, index: Expr, span: Span) -> Value {
        let Some(of) = self.types.as_packed(whole.expr.ty) else {
            return Value::plain(self.poison(span));
        };
        if !self.is_place(&whole.expr) {
            return Value::plain(self.unfollowed(of.element, span));
        }
        self.mark_addressed(&whole.expr);
        let pointer = self.types.pointer(of.element, Quals::default());
        let address = Expr {
            kind: ExprKind::AddrOf(Box::new(whole.expr)),
            ty: pointer,
            span,
        };
        let element = self.pointer_add(address, index, false, span);
        self.deref(element, span)
    }
}
