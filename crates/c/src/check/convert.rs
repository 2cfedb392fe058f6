//! Conversions: of places to values, promotions, the usual arithmetic conversions, and conversion as if by
//! assignment.

use raceproof_ir::{Order, Span};

use super::types::{self, DOUBLE, ERROR, FLOAT, INT, LDOUBLE, QualType, UINT};
use super::{Checker, Value};
use crate::hir::{Expr, ExprKind, Init, InitItem, InitValue, Rank, Type, TypeId};
use raceproof_source::Diagnostic;

/// Why a value is converted, for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Use {
    Assign,
    Initialise,
    /// The number of the argument, from 1.
    Argument(usize),
    Return,
}

impl Use {
    fn text(self) -> String {
        match self {
            Use::Assign => "assignment".to_owned(),
            Use::Initialise => "initialisation".to_owned(),
            Use::Argument(index) => format!("argument {index}"),
            Use::Return => "return value".to_owned(),
        }
    }
}

impl Checker<'_> {
    /// The value of an expression: places are read, arrays and functions become pointers.
    pub(crate) fn decay(&mut self, value: Value) -> Expr {
        let Value { expr, quals } = value;
        let span = expr.span;
        if expr.ty == ERROR {
            return expr;
        }
        match self.types.get(expr.ty) {
            Type::Function { .. } | Type::VaList => {
                let ty = self.types.pointer(expr.ty, quals);
                match expr.kind {
                    ExprKind::Deref(inner) => *inner,
                    _ => {
                        self.mark_addressed(&expr);
                        Expr {
                            kind: ExprKind::AddrOf(Box::new(expr)),
                            ty,
                            span,
                        }
                    }
                }
            }
            Type::Array { element, .. } | Type::Vla { element, .. } => {
                let ty = self.types.pointer(*element, quals);
                Expr {
                    kind: ExprKind::Decay(Box::new(expr)),
                    ty,
                    span,
                }
            }
            Type::Void => match expr.kind {
                // `*p` of a `void *`: only its evaluation counts.
                ExprKind::Deref(inner) => Expr {
                    kind: ExprKind::Cast(inner),
                    ty: expr.ty,
                    span,
                },
                _ => expr,
            },
            Type::Record(id) if expr.is_lvalue() && !self.types.record(*id).complete => {
                let name = self.types.type_name(expr.ty);
                self.error(span, format!("a value of the incomplete type `{name}` is used"));
                self.poison(span)
            }
            _ if self.is_relaxed(&expr, quals) => {
                let ty = expr.ty;
                let pointer = self.relaxed_address(expr);
                let order = Order::Relaxed;
                let kind = ExprKind::AtomicLoad { pointer, order };
                Expr { kind, ty, span }
            }
            _ if expr.is_lvalue() => {
                let ty = self.types.unatomic(expr.ty);
                Expr {
                    kind: ExprKind::Load(Box::new(expr)),
                    ty,
                    span,
                }
            }
            _ => expr,
        }
    }

    /// Says that the local at the root of a place needs memory.
    pub(crate) fn mark_addressed(&mut self, place: &Expr) {
        let mut place = place;
        loop {
            match &place.kind {
                ExprKind::Member { base, .. } => place = base,
                ExprKind::Local(id) | ExprKind::CompoundLiteral { local: id, .. } => {
                    if let Some(function) = &mut self.function
                        && let Some(local) = function.locals.get_mut(id.0 as usize)
                    {
                        local.addressed = true;
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// The width of the bit-field that a value was read from or is the result of storing to.
    pub(crate) fn bit_field_width(&self, expr: &Expr) -> Option<u8> {
        let mut expr = expr;
        loop {
            match &expr.kind {
                ExprKind::Load(place)
                | ExprKind::Assign { place, .. }
                | ExprKind::AssignOp { place, .. }
                | ExprKind::IncDec { place, .. } => expr = place,
                ExprKind::Comma(_, last) => expr = last,
                ExprKind::Member { record, field, .. } => {
                    let fields = &self.types.record(*record).fields;
                    return fields.get(*field as usize)?.bits.map(|bits| bits.width);
                }
                _ => return None,
            }
        }
    }

    /// The integer promotions.
    pub(crate) fn promote(&mut self, expr: Expr) -> Expr {
        let width = self.bit_field_width(&expr);
        let ty = self.promoted_bits(expr.ty, width);
        self.cast(expr, ty)
    }

    /// What a type is promoted to; of a bit-field, by its width.
    pub(crate) fn promoted_bits(&self, ty: TypeId, width: Option<u8>) -> TypeId {
        let (signed, small) = match self.types.get(ty) {
            Type::Bool => (false, true),
            Type::Int { signed, rank, .. } => (*signed, *rank < Rank::Int),
            _ => return ty,
        };
        match width {
            _ if small => INT,
            Some(width) if width < 32 || (width == 32 && signed) => INT,
            Some(32) => UINT,
            _ => ty,
        }
    }

    /// The default argument promotions.
    pub(crate) fn promote_argument(&mut self, expr: Expr) -> Expr {
        if expr.ty == FLOAT {
            return self.cast(expr, DOUBLE);
        }
        self.promote(expr)
    }

    /// The common type of two promoted arithmetic types.
    fn common_type(&mut self, a: TypeId, b: TypeId) -> TypeId {
        for floating in [LDOUBLE, DOUBLE, FLOAT] {
            if a == floating || b == floating {
                return floating;
            }
        }
        if a == b {
            return a;
        }
        let (
            &Type::Int {
                bits: p,
                signed: s,
                rank: r,
            },
            &Type::Int {
                bits: q,
                signed: t,
                rank: u,
            },
        ) = (self.types.get(a), self.types.get(b))
        else {
            return ERROR;
        };
        if s == t {
            return if r >= u { a } else { b };
        }
        let (unsigned, unsigned_rank, unsigned_bits, signed, signed_rank, signed_bits) =
            if s { (b, u, q, a, r, p) } else { (a, r, p, b, u, q) };
        if unsigned_rank >= signed_rank {
            unsigned
        } else if signed_bits > unsigned_bits {
            signed
        } else {
            self.types.with_sign(signed, false)
        }
    }

    /// The usual arithmetic conversions on two arithmetic values.
    pub(crate) fn arithmetic(&mut self, a: Expr, b: Expr) -> (Expr, Expr, TypeId) {
        let a = self.promote(a);
        let b = self.promote(b);
        let ty = self.common_type(a.ty, b.ty);
        (self.cast(a, ty), self.cast(b, ty), ty)
    }

    /// Whether a value is a null pointer constant: an integer constant 0, or one cast to `void *`.
    pub(crate) fn is_null_constant(&self, expr: &Expr) -> bool {
        matches!(expr.kind, ExprKind::Int(0))
            && (self.types.is_integer(expr.ty) || expr.ty == types::VOID_PTR)
    }

    /// Converts as if by assignment, with the messages that this deserves.
    pub(crate) fn assign_convert(&mut self, expr: Expr, to: TypeId, why: Use) -> Expr {
        let to = self.types.unatomic(to);
        let from = expr.ty;
        let span = expr.span;
        if to == ERROR || from == ERROR {
            return Expr {
                kind: expr.kind,
                ty: ERROR,
                span,
            };
        }
        if self.is_untyped(&expr) && to != types::VOID {
            return Expr { ty: to, ..expr };
        }
        if from == to {
            if to == types::VOID {
                self.error(span, format!("a void value is used in {}", why.text()));
                return self.poison(span);
            }
            return expr;
        }
        let types = &self.types;
        if types.is_arithmetic(to) && types.is_arithmetic(from) {
            return self.cast(expr, to);
        }
        if types.is_pointer(to) {
            if self.is_null_constant(&expr) {
                return self.cast(expr, to);
            }
            if types.is_pointer(from) {
                self.check_pointers(from, to, span, why);
                return self.cast(expr, to);
            }
            if types.is_integer(from) {
                self.mismatch_warning(span, from, to, why, "makes a pointer from an integer");
                return self.cast(expr, to);
            }
        }
        if types.is_integer(to) && types.is_pointer(from) {
            if to != types::BOOL {
                self.mismatch_warning(span, from, to, why, "makes an integer from a pointer");
            }
            return self.cast(expr, to);
        }
        if let (Some(a), Some(b)) = (types.as_record(from), types.as_record(to))
            && (a == b || self.types.compatible(from, to))
        {
            return expr;
        }
        if let Some(record) = types.as_record(to)
            && types.transparent[record.0 as usize]
            && let Some((field, offset)) = self.transparent_member(record, &expr)
        {
            return self.transparent_value(expr, to, field, offset);
        }
        if self.has_packed(from, to)
            && let Some(converted) = self.convert_packed(expr, to, false)
        {
            return converted;
        }
        self.mismatch(span, from, to, why);
        self.poison(span)
    }

    fn transparent_member(&self, record: crate::hir::RecordId, expr: &Expr) -> Option<(TypeId, u64)> {
        let fields = &self.types.record(record).fields;
        let exact = fields.iter().find(|f| self.types.compatible(f.ty, expr.ty));
        let loose = || {
            fields.iter().find(|f| {
                self.types.is_pointer(f.ty) && (self.types.is_pointer(expr.ty) || self.is_null_constant(expr))
            })
        };
        exact.or_else(loose).map(|f| (f.ty, f.offset))
    }

    fn transparent_value(&mut self, expr: Expr, to: TypeId, field: TypeId, offset: u64) -> Expr {
        let span = expr.span;
        let value = self.cast(expr, field);
        let local = self.add_local(String::new(), to, 0, span);
        let init = Init::List {
            zero: true,
            items: vec![InitItem {
                offset,
                bits: None,
                ty: field,
                value: InitValue::Expr(value),
            }],
        };
        let place = Expr {
            kind: ExprKind::CompoundLiteral {
                local,
                init: Box::new(init),
            },
            ty: to,
            span,
        };
        Expr {
            kind: ExprKind::Load(Box::new(place)),
            ty: to,
            span,
        }
    }

    /// An error that one type cannot become another.
    pub(crate) fn mismatch(&mut self, span: Span, from: TypeId, to: TypeId, why: Use) {
        let (to, from) = (self.types.type_name(to), self.types.type_name(from));
        self.error(
            span,
            format!(
                "mismatched types in {}: expected `{to}`, found `{from}`",
                why.text()
            ),
        );
    }

    fn mismatch_warning(&mut self, span: Span, from: TypeId, to: TypeId, why: Use, what: &str) {
        let (to, from) = (self.types.type_name(to), self.types.type_name(from));
        let message = format!(
            "{} {what} without a cast: expected `{to}`, found `{from}`",
            why.text()
        );
        self.report(
            Diagnostic::warning(span, message).help(format!("write the cast `({to})` if this is meant")),
        );
    }

    fn check_pointers(&mut self, from: TypeId, to: TypeId, span: Span, why: Use) {
        let (Some(a), Some(b)) = (self.types.pointee(from), self.types.pointee(to)) else {
            return;
        };
        let void = |checker: &Self, ty: QualType| checker.types.is_void(ty.ty);
        let fits = void(self, a)
            || void(self, b)
            || self.types.compatible(a.ty, b.ty)
            || self.same_but_sign(a.ty, b.ty);
        if !fits {
            self.mismatch_warning(span, from, to, why, "changes between pointer types");
            return;
        }
        let lost_const = a.quals.constant && !b.quals.constant;
        let lost_volatile = a.quals.volatile && !b.quals.volatile;
        if (lost_const || lost_volatile) && !self.types.is_function(a.ty) {
            let which = if lost_const { "const" } else { "volatile" };
            self.warning(
                span,
                format!(
                    "{} drops `{which}` from the pointed-to type: expected `{}`, found `{}`",
                    why.text(),
                    self.types.type_name(to),
                    self.types.type_name(from)
                ),
            );
        }
    }

    fn same_but_sign(&self, a: TypeId, b: TypeId) -> bool {
        match (self.types.get(a), self.types.get(b)) {
            (Type::Int { bits: p, rank: r, .. }, Type::Int { bits: q, rank: s, .. }) => {
                p == q && (r == s || *p == 8)
            }
            _ => false,
        }
    }
}
