//! Initialisers (C11 6.7.9): a walk over the parts of an object, with designators and elided braces.
//!
//! The walk keeps a stack of the aggregates that are being filled. A braced list starts a stack of its own; a
//! value that does not fit an aggregate as a whole opens it; a designator cuts the stack back to the list's
//! own aggregate and opens what it names. What is stored goes to a [`Store`].

use raceproof_ir::Span;

use super::Checker;
use super::convert::Use;
use super::store::{Part, Sink, Store};
use super::types::{ERROR, INT, QualType};
use crate::ast::{self, InitialiserKind};
use crate::hir::{Expr, GlobalId, Init, Type, TypeId};

/// An aggregate that is being filled.
pub(super) struct Level {
    pub ty: TypeId,
    pub offset: u64,
    /// Which part comes next.
    pub next: u64,
}

/// Where a value goes, and at which distances from there again.
pub(super) struct Target {
    pub stack: Vec<Level>,
    pub distances: Vec<u64>,
}

impl Checker<'_> {
    /// The initialiser of an automatic object, and the object's type if the initialiser completes it.
    pub(crate) fn initialise_local(
        &mut self,
        ty: QualType,
        initialiser: &ast::Initialiser,
    ) -> (Option<Init>, TypeId) {
        if let Some(value) = self.deduced.take() {
            let value = self.assign_convert(value, ty.ty, Use::Initialise);
            return (Some(Init::Expr(value)), ty.ty);
        }
        if self.types.is_vla(ty.ty) {
            let empty = matches!(&initialiser.kind, InitialiserKind::List(items) if items.is_empty());
            if empty {
                return (
                    Some(Init::List {
                        zero: true,
                        items: Vec::new(),
                    }),
                    ty.ty,
                );
            }
            self.error(initialiser.span, "a variable length array cannot be initialised");
            return (None, ty.ty);
        }
        if !self.is_aggregate(ty.ty) {
            let value = self.scalar_initialiser(ty.ty, initialiser);
            return (value.map(Init::Expr), ty.ty);
        }
        if let InitialiserKind::Expr(expr) = &initialiser.kind
            && !self.types.is_array(ty.ty)
        {
            let value = self.rvalue(expr);
            let value = self.assign_convert(value, ty.ty, Use::Initialise);
            return (Some(Init::Expr(value)), ty.ty);
        }
        let mut store = Store::automatic();
        let complete = self.aggregate(&mut store, ty.ty, initialiser);
        if let Some(size) = self.types.size(complete)
            && store.extent > size
            && complete != ERROR
        {
            self.error(
                initialiser.span,
                "a flexible array member of an automatic object cannot be initialised",
            );
        }
        let Sink::Automatic { items } = store.sink else {
            return (None, complete);
        };
        let items = items.into_iter().map(|(_, item)| item).collect();
        (Some(Init::List { zero: true, items }), complete)
    }

    /// The initialiser of an object of static storage duration; `counts` if it is to be kept.
    pub(crate) fn initialise_global(
        &mut self,
        id: GlobalId,
        ty: QualType,
        initialiser: &ast::Initialiser,
        counts: bool,
    ) {
        let outer = std::mem::replace(&mut self.static_initialiser, true);
        let mut store = Store::fixed(self.types.model.pointer_size());
        let mut complete = ty.ty;
        let part = Part {
            ty: ty.ty,
            offset: 0,
            bits: None,
        };
        if let Some(value) = self.deduced.take() {
            self.store_value(&mut store, part, value, &[0]);
        } else if !self.is_aggregate(ty.ty) {
            if let Some(value) = self.scalar_initialiser(ty.ty, initialiser) {
                self.store_value(&mut store, part, value, &[0]);
            }
        } else {
            match &initialiser.kind {
                InitialiserKind::Expr(expr) if !self.types.is_array(ty.ty) => {
                    let value = self.rvalue(expr);
                    let value = self.assign_convert(value, ty.ty, Use::Initialise);
                    self.store_value(&mut store, part, value, &[0]);
                }
                _ => complete = self.aggregate(&mut store, ty.ty, initialiser),
            }
        }
        self.static_initialiser = outer;
        let complete = QualType { ty: complete, ..ty };
        if complete.ty != ty.ty {
            self.set_global_type(id, complete);
        }
        if !counts {
            return;
        }
        if self.types.is_complete(complete.ty) {
            self.set_storage(id, complete);
        }
        if let Sink::Static { bytes, relocations } = store.sink {
            let global = &mut self.globals[id.0 as usize];
            global.size = global.size.max(store.extent);
            global.bytes = bytes;
            global.relocations = relocations.into_iter().collect();
        }
    }

    fn is_aggregate(&self, ty: TypeId) -> bool {
        let is_number = self.types.as_packed(ty).is_some_and(|of| !of.is_vector());
        self.types.is_array(ty) || self.types.as_record(ty).is_some() && !is_number
    }

    /// `x = e`, `x = { e }` or `x = {}` for a scalar.
    fn scalar_initialiser(&mut self, ty: TypeId, initialiser: &ast::Initialiser) -> Option<Expr> {
        match &initialiser.kind {
            InitialiserKind::Expr(expr) => {
                let value = self.rvalue(expr);
                Some(self.assign_convert(value, ty, Use::Initialise))
            }
            InitialiserKind::List(items) => {
                let Some(first) = items.first() else {
                    let zero = self.int(0, INT, initialiser.span);
                    return Some(self.assign_convert(zero, ty, Use::Initialise));
                };
                if let Some(designator) = first.designators.first() {
                    self.error(designator.span, "a scalar has no parts to designate");
                    return None;
                }
                if let Some(second) = items.get(1) {
                    self.warning(second.value.span, "a scalar takes one value: the rest is ignored");
                }
                self.scalar_initialiser(ty, &first.value)
            }
        }
    }

    /// The initialiser of an array or a braced one of a record; gives the type, completed.
    fn aggregate(&mut self, store: &mut Store, ty: TypeId, initialiser: &ast::Initialiser) -> TypeId {
        let part = Part {
            ty,
            offset: 0,
            bits: None,
        };
        match &initialiser.kind {
            InitialiserKind::List(items) => self.braced(store, part, items, initialiser.span),
            InitialiserKind::Expr(expr) => match &expr.kind {
                ast::ExprKind::String(literal) => match self.string_part(store, part, literal, &[0]) {
                    Some(ty) => ty,
                    None => {
                        let of = self.types.type_name(ty);
                        self.error(expr.span, format!("a string literal cannot initialise `{of}`"));
                        ERROR
                    }
                },
                // GNU C: an array initialised by a compound literal.
                ast::ExprKind::CompoundLiteral {
                    initialiser: inner, ..
                } => {
                    self.expr(expr);
                    match &inner.kind {
                        InitialiserKind::List(items) => self.braced(store, part, items, inner.span),
                        InitialiserKind::Expr(_) => ERROR,
                    }
                }
                _ => {
                    self.error(
                        expr.span,
                        "an array must be initialised by a braced list or a string literal",
                    );
                    self.expr(expr);
                    ERROR
                }
            },
        }
    }

    fn complete_array(&mut self, ty: TypeId, count: u64) -> TypeId {
        match *self.types.get(ty) {
            Type::Array {
                element,
                length: None,
            } => self.types.array(element, Some(count)),
            _ => ty,
        }
    }

    /// A braced list for a part; gives its type, completed.
    fn braced(
        &mut self,
        store: &mut Store,
        part: Part,
        items: &[ast::InitialiserItem],
        span: Span,
    ) -> TypeId {
        if !self.is_aggregate(part.ty) {
            // Braces around a scalar that is part of an aggregate.
            let list = ast::Initialiser {
                span,
                kind: InitialiserKind::List(Vec::new()),
            };
            let inner = match items.first() {
                Some(first) if first.designators.is_empty() => &first.value,
                _ => &list,
            };
            if let Some(value) = self.scalar_initialiser(part.ty, inner) {
                self.store_value(store, part, value, &[0]);
            }
            return part.ty;
        }
        if let [only] = items
            && only.designators.is_empty()
            && let InitialiserKind::Expr(expr) = &only.value.kind
            && let ast::ExprKind::String(literal) = &expr.kind
            && let Some(ty) = self.string_part(store, part, literal, &[0])
        {
            return ty;
        }
        if self.types.as_record(part.ty).is_some() && !self.types.is_complete(part.ty) {
            let of = self.types.type_name(part.ty);
            self.error(span, format!("the incomplete type `{of}` cannot be initialised"));
            return ERROR;
        }
        let count = self.list(store, part, items);
        self.complete_array(part.ty, count)
    }

    /// Fills an aggregate from a braced list; gives how many parts it reached.
    fn list(&mut self, store: &mut Store, part: Part, items: &[ast::InitialiserItem]) -> u64 {
        let mut target = Target {
            stack: vec![Level {
                ty: part.ty,
                offset: part.offset,
                next: 0,
            }],
            distances: Vec::new(),
        };
        let mut reached = 0;
        let mut excess = false;
        for item in items {
            target.distances.clear();
            target.distances.push(0);
            if !item.designators.is_empty() {
                target.stack.truncate(1);
                if !self.designate(&mut target, &item.designators) {
                    target.stack.truncate(1);
                    continue;
                }
            } else if !self.settle(&mut target.stack) {
                if !excess {
                    self.warning(
                        item.value.span,
                        "there are more values than parts: the rest is ignored",
                    );
                    excess = true;
                }
                continue;
            }
            self.place_value(store, &mut target, &item.value);
            let last = self.last_index(&target);
            reached = reached.max(last.saturating_add(1));
            if let Some(top) = target.stack.last_mut() {
                self.advance(top);
            }
        }
        reached
    }

    fn last_index(&self, target: &Target) -> u64 {
        target.stack.first().map_or(0, |level| level.next)
    }

    /// How many parts an aggregate has that are filled in turn.
    fn count(&self, ty: TypeId) -> u64 {
        match self.types.get(ty) {
            Type::Array { length, .. } => length.unwrap_or(u64::MAX),
            _ => match self.types.as_record(ty) {
                Some(id) => {
                    let record = self.types.record(id);
                    let fields = record.fields.len() as u64;
                    if record.union { fields.min(1) } else { fields }
                }
                None => 0,
            },
        }
    }

    fn advance(&self, level: &mut Level) {
        let union = self
            .types
            .as_record(level.ty)
            .is_some_and(|id| self.types.record(id).union);
        level.next = if union {
            u64::MAX
        } else {
            level.next.saturating_add(1)
        };
    }

    /// Leaves aggregates that are full; false if the list's own is.
    fn settle(&self, stack: &mut Vec<Level>) -> bool {
        loop {
            let Some(top) = stack.last() else {
                return false;
            };
            if top.next < self.count(top.ty) {
                return true;
            }
            if stack.len() == 1 {
                return false;
            }
            stack.pop();
            if let Some(top) = stack.last_mut() {
                self.advance(top);
            }
        }
    }

    /// The part that comes next in an aggregate.
    pub(super) fn part(&self, level: &Level) -> Option<Part> {
        match self.types.get(level.ty) {
            Type::Array { element, .. } => {
                let size = self.types.size(*element)?;
                Some(Part {
                    ty: *element,
                    offset: level.offset.checked_add(level.next.checked_mul(size)?)?,
                    bits: None,
                })
            }
            _ => {
                let record = self.types.as_record(level.ty)?;
                let field = self.types.record(record).fields.get(level.next as usize)?;
                Some(Part {
                    ty: field.ty,
                    offset: level.offset + field.offset,
                    bits: field.bits.map(|bits| crate::hir::FieldBits {
                        location_start: bits.location_start + level.offset,
                        ..bits
                    }),
                })
            }
        }
    }

    /// Puts a value at the target, opening aggregates that it does not fill as a whole.
    fn place_value(&mut self, store: &mut Store, target: &mut Target, value: &ast::Initialiser) {
        let expr = match &value.kind {
            InitialiserKind::List(items) => {
                let Some(part) = target.stack.last().and_then(|level| self.part(level)) else {
                    return;
                };
                for distance in target.distances.clone() {
                    let part = Part {
                        offset: part.offset + distance,
                        ..part
                    };
                    self.braced(store, part, items, value.span);
                }
                self.skip_range(target);
                return;
            }
            InitialiserKind::Expr(expr) => expr,
        };
        if let ast::ExprKind::String(literal) = &expr.kind {
            loop {
                let Some(part) = target.stack.last().and_then(|level| self.part(level)) else {
                    return;
                };
                let distances = target.distances.clone();
                if self.string_part(store, part, literal, &distances).is_some() {
                    self.skip_range(target);
                    return;
                }
                if !self.is_aggregate(part.ty) || !self.open(target, part) {
                    break;
                }
            }
        }
        let value = self.rvalue(expr);
        loop {
            let Some(part) = target.stack.last().and_then(|level| self.part(level)) else {
                return;
            };
            let whole = !self.is_aggregate(part.ty)
                || value.ty == ERROR
                || (self.types.as_packed(part.ty).is_some() && self.types.as_packed(value.ty).is_some())
                || (self.types.as_record(part.ty).is_some()
                    && self.types.compatible(self.types.unatomic(part.ty), value.ty));
            if whole {
                let value = self.assign_convert(value, part.ty, Use::Initialise);
                let distances = std::mem::take(&mut target.distances);
                self.store_value(store, part, value, &distances);
                target.distances = distances;
                self.skip_range(target);
                return;
            }
            if !self.open(target, part) {
                self.error(expr.span, "there is no part for this value");
                return;
            }
        }
    }

    /// Opens the aggregate that comes next; false if nothing is left to fill.
    fn open(&self, target: &mut Target, part: Part) -> bool {
        target.stack.push(Level {
            ty: part.ty,
            offset: part.offset,
            next: 0,
        });
        self.settle(&mut target.stack)
    }

    /// A string literal as the value of a character array; gives the array's type, completed. None if the
    /// part is no array of matching characters.
    fn string_part(
        &mut self,
        store: &mut Store,
        part: Part,
        literal: &ast::StringLiteral,
        distances: &[u64],
    ) -> Option<TypeId> {
        let Type::Array { element, length } = *self.types.get(part.ty) else {
            return None;
        };
        let element = self.types.unatomic(element);
        let width = self.types.size(element)?;
        let fits = self.types.is_integer(element) && width == self.unit_size(literal);
        if !fits || (width > 1 && matches!(self.types.get(element), Type::Bool)) {
            return None;
        }
        let mut bytes = self.string_bytes(literal);
        let count = bytes.len() as u64 / width;
        let room = length.unwrap_or(count);
        if count > room {
            if count - 1 > room {
                self.warning(literal.span, "the string is longer than the array");
            }
            bytes.truncate((room * width) as usize);
        }
        let ty = self.complete_array(part.ty, count);
        let part = Part { ty, ..part };
        self.store_bytes(store, part, &bytes, distances, literal.span);
        Some(ty)
    }
}
