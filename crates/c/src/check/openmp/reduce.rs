//! Reductions: private copies that start with the neutral element and are combined at the end.
//!
//! The combination is made under a lock of the team: combinations do not race with each other, but with
//! everything else that touches the variable.
//!
//! With the modifier `task`, tasks that take part (`in_reduction`) run beside the thread whose copy their
//! name means. They combine into a second copy, which the thread adds to its own when they have ended.

use raceproof_ir::Span;

use super::super::Checker;
use super::super::scope::Entity;
use super::super::types::{ERROR, INT, LLONG, QualType, Quals};
use super::declare::UserReduction;
use super::share::{Private, root};
use super::takes;
use crate::ast;
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, LocalId, Stmt, StmtKind, Type, TypeId};
use crate::openmp::{
    ClauseArgument, ClauseName, Construct as C, Directive, Item, ReductionInitializer, ReductionModifier,
    ReductionOperator, Subscript,
};

/// What is reduced.
enum Shape {
    /// One object.
    Object(Entity, LocalId),
    /// Elements from where two pointers point: outer, inner, how many.
    Elements(LocalId, LocalId, LocalId),
}

/// One item of a reduction.
pub(super) struct Reduced {
    pub operator: ReductionOperator,
    pub user: Option<UserReduction>,
    shape: Shape,
    pub ty: TypeId,
    pub span: Span,
    /// What tasks that take part combine into; it is combined with the copy at the end.
    pub tasks: Option<Box<Reduced>>,
    /// What to wait for before a combination: others may still look at the original.
    pub after: Option<LocalId>,
}

impl Checker<'_> {
    /// Makes the private copies.
    pub(super) fn begin_reductions(
        &mut self,
        d: &Directive,
        leaves: &[C],
        name: ClauseName,
        out: &mut Vec<Stmt>,
    ) -> Vec<Reduced> {
        let mut made = Vec::new();
        if !takes(leaves, name) {
            return made;
        }
        let original = self.interner.intern("omp_orig");
        for clause in d.clauses(name) {
            let ClauseArgument::Reduction {
                operator,
                items,
                modifier,
            } = &clause.argument
            else {
                continue;
            };
            // Tasks inside take part in the reduction of the group that this one is in.
            let is_task = name == ClauseName::InReduction || leaves.first() == Some(&C::Taskloop);
            for item in items {
                let before = if is_task { self.meaning(item) } else { None };
                let Some(mut reduced) = self.reduce(*operator, item, name, out) else {
                    continue;
                };
                if let (Some(outer), Some(Entity::Local(copy, _))) = (before, self.meaning(item)) {
                    self.takes_part(copy, Some(outer));
                    // The loop is the group.
                    if let (ClauseName::Reduction, Entity::Local(outer, _)) = (name, outer) {
                        self.takes_part(outer, None);
                    }
                }
                if *modifier == Some(ReductionModifier::Task) {
                    reduced.tasks = self.reduce_tasks(*operator, item, out).map(Box::new);
                }
                made.push(reduced);
            }
        }
        // All threads have looked at the original before one combines into it; nothing else is ordered.
        let looks = |reduced: &Reduced| match reduced.user.as_ref().and_then(|u| u.initializer.as_ref()) {
            None => false,
            Some(ReductionInitializer::Call(call)) => uses_name(call, original),
            Some(ReductionInitializer::Value(value)) => initialiser_uses(value, original),
        };
        let is_team = matches!(
            leaves.first(),
            Some(C::For | C::Sections | C::Parallel | C::Scope)
        );
        if is_team && made.iter().any(looks) {
            let number = self.copied(d.span, out);
            made.iter_mut().for_each(|reduced| reduced.after = Some(number));
        }
        made
    }

    /// What the variable of an item means here.
    pub(super) fn meaning(&mut self, item: &Item) -> Option<Entity> {
        let name = root(&item.base)?;
        let binding = self.scopes.find(name.symbol).copied()?;
        Some(self.resolve_sharing(name.symbol, binding, name.span).what)
    }

    /// A second copy of what has just been given one, for the tasks that take part.
    fn reduce_tasks(
        &mut self,
        operator: ReductionOperator,
        item: &Item,
        out: &mut Vec<Stmt>,
    ) -> Option<Reduced> {
        let name = root(&item.base)?;
        let copy = self.scopes.find(name.symbol).copied()?;
        out.push(self.reduces_tasks(item.span));
        let reduced = self.reduce(operator, item, ClauseName::Reduction, out);
        let second = self.scopes.find(name.symbol).copied()?;
        self.scopes.bind(name.symbol, copy.span, copy.what);
        if let Entity::Local(copy, _) = copy.what {
            self.takes_part(copy, Some(second.what));
        }
        reduced
    }

    fn reduce(
        &mut self,
        operator: ReductionOperator,
        item: &Item,
        clause: ClauseName,
        out: &mut Vec<Stmt>,
    ) -> Option<Reduced> {
        let span = item.span;
        let is_task = clause == ClauseName::InReduction;
        let name = match &item.base.kind {
            ast::ExprKind::Name(symbol) if item.shape.is_empty() => ast::Ident {
                symbol: *symbol,
                span: item.base.span,
            },
            _ => {
                self.clause_error(
                    span,
                    "this item of a reduction is not supported",
                    "reduce a variable or an array section of one",
                );
                return None;
            }
        };
        let (shape, ty) = match item.subscripts.as_slice() {
            [] => {
                let mut private = self.private(name, true, out)?;
                if is_task {
                    private.outer = self.original(private.outer);
                }
                match self.types.is_array(private.ty.ty) {
                    true => self.whole_array(&private, out),
                    false => (
                        Shape::Object(private.outer, private.inner),
                        self.types.unatomic(private.ty.ty),
                    ),
                }
            }
            [
                Subscript::Section {
                    lower,
                    length,
                    stride: None,
                    ..
                },
            ] => self.section(name, lower.as_ref(), length.as_ref(), is_task, span, out)?,
            _ => {
                self.clause_error(span, "this array section is not supported in a reduction", "");
                return None;
            }
        };
        let spelling = self.operator_name(&operator);
        let user = self
            .declared
            .reductions
            .iter()
            .rev()
            .find(|user| user.name == spelling && user.ty == ty)
            .cloned();
        let arithmetic = self.types.is_arithmetic(ty);
        let integers_only = matches!(
            operator,
            ReductionOperator::BitAnd | ReductionOperator::BitOr | ReductionOperator::BitXor
        );
        let fits = arithmetic
            && !matches!(operator, ReductionOperator::Named(_))
            && !(integers_only && self.types.is_floating(ty));
        if user.is_none() && !fits {
            let of = self.types.type_name(ty);
            self.clause_error(
                span,
                &format!("no reduction `{spelling}` is known for the type `{of}`"),
                "declare one with `#pragma omp declare reduction`",
            );
            return None;
        }
        let reduced = Reduced {
            operator,
            user,
            shape,
            ty,
            span,
            tasks: None,
            after: None,
        };
        self.initialise_reduced(&reduced, out);
        Some(reduced)
    }

    /// The scalar (or record) at the bottom of an array type.
    fn bottom(&self, mut ty: TypeId) -> TypeId {
        while let Some(element) = self.types.element(ty) {
            ty = element;
        }
        ty
    }

    fn size_of(&mut self, ty: TypeId, span: Span) -> Expr {
        let size = if self.types.is_vla(ty) {
            Expr {
                kind: ExprKind::SizeOfVla(ty),
                ty: self.types.size_t(),
                span,
            }
        } else {
            let size = self.types.size(ty).unwrap_or(0);
            self.size_constant(size, span)
        };
        self.cast(size, LLONG)
    }

    /// The first element of an array, as a pointer to what is at its bottom.
    fn first_element(&mut self, array: Expr, bottom: TypeId, out: &mut Vec<Stmt>) -> LocalId {
        let pointer = self.read(array);
        let to = self.types.pointer(bottom, Quals::default());
        let pointer = self.cast(pointer, to);
        self.keep(pointer, out)
    }

    fn whole_array(&mut self, private: &Private, out: &mut Vec<Stmt>) -> (Shape, TypeId) {
        let span = private.name.span;
        let bottom = self.bottom(private.ty.ty);
        let outer = self.entity_place(private.outer, span);
        let outer = self.first_element(outer, bottom, out);
        let inner = self.local_place(private.inner, span);
        let inner = self.first_element(inner, bottom, out);
        let bytes = self.size_of(private.ty.ty, span);
        let each = self.size_of(bottom, span);
        let count = self.binary(BinaryOp::Div, bytes, each, span);
        let count = self.keep(count, out);
        (Shape::Elements(outer, inner, count), bottom)
    }

    fn section(
        &mut self,
        name: ast::Ident,
        lower: Option<&ast::Expr>,
        length: Option<&ast::Expr>,
        is_task: bool,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<(Shape, TypeId)> {
        let number = |s: &mut Self, expr: Option<&ast::Expr>| {
            expr.map(|expr| {
                let value = s.rvalue(expr);
                s.cast(value, LLONG)
            })
        };
        let lower = match number(self, lower) {
            Some(lower) => lower,
            None => self.wide(0, span),
        };
        let length = number(self, length);
        if lower.ty == ERROR || length.as_ref().is_some_and(|length| length.ty == ERROR) {
            return None;
        }
        let lower = self.keep(lower, out);
        let Some(binding) = self.scopes.find(name.symbol).copied() else {
            self.undeclared(name.symbol, name.span);
            return None;
        };
        let binding = self.resolve_sharing(name.symbol, binding, name.span);
        let target = match is_task {
            true => self.original(binding.what),
            false => binding.what,
        };
        let outer = self.entity_place(target, name.span);
        let base = outer.ty;
        let element = match self.types.element(base) {
            Some(element) => element,
            None => match self.types.pointee(base) {
                Some(to) => to.ty,
                None => {
                    self.error(name.span, "an array section needs an array or a pointer");
                    return None;
                }
            },
        };
        let bottom = self.bottom(element);
        let is_array = self.types.is_array(base);
        let length = match length {
            Some(length) => length,
            None if is_array => {
                let bytes = self.size_of(base, span);
                let each = self.size_of(element, span);
                let all = self.binary(BinaryOp::Div, bytes, each, span);
                let lower = self.get(lower, LLONG, span);
                self.binary(BinaryOp::Sub, all, lower, span)
            }
            None => {
                self.error(span, "the length of this array section is not known");
                return None;
            }
        };
        if is_array {
            self.asks_for_whole(&length, base, element, span, out);
        }
        let length = self.keep(length, out);
        let start = |s: &mut Self, place: Expr, out: &mut Vec<Stmt>| {
            let pointer = s.read(place);
            let by = s.get(lower, LLONG, span);
            let pointer = s.pointer_add(pointer, by, false, span);
            let to = s.types.pointer(bottom, Quals::default());
            let pointer = s.cast(pointer, to);
            s.keep(pointer, out)
        };
        let outer = start(self, outer, out);
        let inner = if is_array {
            let private = self.private(name, true, out)?;
            let place = self.local_place(private.inner, span);
            start(self, place, out)
        } else {
            self.section_copy(name, element, base, lower, length, out)
        };
        let count = self.get(length, LLONG, span);
        let each = self.size_of(element, span);
        let bytes = self.binary(BinaryOp::Mul, count, each, span);
        let unit = self.size_of(bottom, span);
        let count = self.binary(BinaryOp::Div, bytes, unit, span);
        let count = self.keep(count, out);
        Some((Shape::Elements(outer, inner, count), bottom))
    }

    /// The copy of an array has all its elements, so that nobody would notice one that is not in the section:
    /// a gap, unless that is all of it.
    fn asks_for_whole(
        &mut self,
        length: &Expr,
        array: TypeId,
        element: TypeId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let bytes = self.size_of(array, span);
        let each = self.size_of(element, span);
        let all = self.binary(BinaryOp::Div, bytes, each, span);
        let known = [length, &all].map(|number| self.evaluate_int(number));
        if known[0].is_some() && known[0] == known[1] {
            return;
        }
        let is_part = self.compare(CompareOp::Ne, length.clone(), all, span);
        let gap = self.gap("a reduction of a part of an array", span);
        out.push(self.when(is_part, vec![gap], span));
    }

    /// A copy of the elements that a pointer points to; the private pointer points so that equal indices mean
    /// equal elements.
    fn section_copy(
        &mut self,
        name: ast::Ident,
        element: TypeId,
        pointer: TypeId,
        lower: LocalId,
        length: LocalId,
        out: &mut Vec<Stmt>,
    ) -> LocalId {
        let span = name.span;
        let size_t = self.types.size_t();
        let count = self.temporary(size_t, span);
        let value = self.get(length, LLONG, span);
        let value = self.cast(value, size_t);
        let set = self.set(count, size_t, value, span);
        out.push(self.run(set));
        let ty = self.types.vla(element, Some(count));
        let spelling = self.name(name.symbol).to_owned();
        let storage = self.add_local(spelling.clone(), ty, 0, span);
        out.push(self.declared(storage, None, span));
        let bottom = self.bottom(element);
        let place = self.local_place(storage, span);
        let first = self.first_element(place, bottom, out);
        let inner = self.add_local(spelling, pointer, 0, span);
        let place = self.local_place(storage, span);
        let start = self.read(place);
        let by = self.get(lower, LLONG, span);
        let start = self.pointer_add(start, by, true, span);
        let start = self.cast(start, pointer);
        out.push(self.declared(inner, Some(start), span));
        self.scopes
            .bind(name.symbol, span, Entity::Local(inner, QualType::plain(pointer)));
        first
    }

    /// The neutral element.
    fn neutral(&mut self, operator: ReductionOperator, ty: TypeId, span: Span) -> Expr {
        let number = match operator {
            ReductionOperator::Multiply | ReductionOperator::And => 1,
            ReductionOperator::BitAnd => -1,
            ReductionOperator::Min | ReductionOperator::Max => {
                let is_min = operator == ReductionOperator::Min;
                if self.types.is_floating(ty) {
                    let large = match self.types.get(ty) {
                        Type::Float => f64::from(f32::MAX),
                        _ => f64::MAX,
                    };
                    let value = if is_min { large } else { -large };
                    return Expr {
                        kind: ExprKind::Float(value),
                        ty,
                        span,
                    };
                }
                let (bits, signed) = self.types.integer(ty).unwrap_or((32, true));
                match (is_min, signed) {
                    (true, true) => (1i128 << (bits.min(127) - 1)) - 1,
                    (true, false) => (1i128 << bits.min(126)) - 1,
                    (false, true) => -(1i128 << (bits.min(127) - 1)),
                    (false, false) => 0,
                }
            }
            _ => 0,
        };
        let value = self.int(number, LLONG, span);
        self.cast(value, ty)
    }

    /// Runs statements for each element of two sequences, or once for an object: `make` gets the outer and
    /// the inner place.
    pub(super) fn for_each(
        &mut self,
        reduced: &Reduced,
        out: &mut Vec<Stmt>,
        make: impl FnOnce(&mut Self, Expr, Expr, &mut Vec<Stmt>),
    ) {
        let span = reduced.span;
        match reduced.shape {
            Shape::Object(outer, inner) => {
                let outer = self.entity_place(outer, span);
                let inner = self.local_place(inner, span);
                make(self, outer, inner, out);
            }
            Shape::Elements(outer, inner, count) => {
                let index = self.temporary(LLONG, span);
                let element = |s: &mut Self, base: LocalId| {
                    let pointer = s.local_value(base, span);
                    let at = s.get(index, LLONG, span);
                    let pointer = s.pointer_add(pointer, at, false, span);
                    s.pointed(pointer, reduced.ty, span)
                };
                let outer = element(self, outer);
                let inner = element(self, inner);
                let mut body = Vec::new();
                make(self, outer, inner, &mut body);
                let bounds = (self.wide(0, span), self.get(count, LLONG, span));
                out.push(self.count_up(index, bounds, None, body, span));
            }
        }
    }

    fn initialise_reduced(&mut self, reduced: &Reduced, out: &mut Vec<Stmt>) {
        let span = reduced.span;
        self.for_each(reduced, out, |s, outer, inner, out| match &reduced.user {
            None => {
                let value = s.neutral(reduced.operator, reduced.ty, span);
                out.push(s.store_place(inner, value, span));
            }
            Some(user) => s.user_initialise(user, outer, inner, reduced.ty, span, out),
        });
    }

    /// A local for one of the names that a declared reduction speaks of.
    pub(super) fn user_name(&mut self, name: &str, ty: TypeId, span: Span) -> LocalId {
        let local = self.add_local(name.to_owned(), ty, 0, span);
        if let Some(function) = &mut self.function
            && let Some(local) = function.locals.get_mut(local.0 as usize)
        {
            local.addressed = true;
        }
        let symbol = self.interner.intern(name);
        self.scopes
            .bind(symbol, span, Entity::Local(local, QualType::plain(ty)));
        local
    }

    fn user_initialise(
        &mut self,
        user: &UserReduction,
        outer: Expr,
        inner: Expr,
        ty: TypeId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        self.scopes.push();
        let mut body = Vec::new();
        let original = self.user_name("omp_orig", ty, span);
        let private = self.user_name("omp_priv", ty, span);
        body.push(self.declared(original, None, span));
        let symbol = self.interner.intern("omp_orig");
        let uses_original = match &user.initializer {
            None => false,
            Some(ReductionInitializer::Call(call)) => uses_name(call, symbol),
            Some(ReductionInitializer::Value(value)) => initialiser_uses(value, symbol),
        };
        if uses_original {
            let to = self.local_place(original, span);
            body.push(self.copy_place(to, outer, span));
        }
        match &user.initializer {
            None => {
                let init = crate::hir::Init::List {
                    zero: true,
                    items: Vec::new(),
                };
                let kind = if self.types.is_scalar(ty) {
                    let zero = self.int(0, INT, span);
                    let zero = self.cast(zero, ty);
                    StmtKind::Local {
                        local: private,
                        init: Some(crate::hir::Init::Expr(zero)),
                    }
                } else {
                    StmtKind::Local {
                        local: private,
                        init: Some(init),
                    }
                };
                body.push(self.stmt(kind, span));
            }
            Some(ReductionInitializer::Value(value)) => {
                let (init, _) = self.initialise_local(QualType::plain(ty), value);
                body.push(self.stmt(StmtKind::Local { local: private, init }, span));
            }
            Some(ReductionInitializer::Call(call)) => {
                body.push(self.declared(private, None, span));
                let call = self.rvalue(call);
                let call = self.discard(call);
                body.push(self.run(call));
            }
        }
        let from = self.local_place(private, span);
        body.push(self.copy_place(inner, from, span));
        self.scopes.pop();
        out.push(self.block_of(body, span));
    }

    /// With the modifier `task`, tasks of the construct take part: they end before the copies are combined.
    pub(super) fn begin_participants(
        &mut self,
        d: &Directive,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<LocalId> {
        let mut clauses = d.clauses(ClauseName::Reduction);
        let any = clauses.any(|clause| {
            matches!(
                clause.argument,
                ClauseArgument::Reduction {
                    modifier: Some(ReductionModifier::Task),
                    ..
                }
            )
        });
        any.then(|| self.begin_group(span, out))
    }

    pub(super) fn end_participants(&mut self, group: Option<LocalId>, span: Span, out: &mut Vec<Stmt>) {
        if let Some(group) = group {
            self.end_group(group, span, out);
        }
    }

    /// Whether the private copy is in memory.
    pub(super) fn is_in_memory(&self, reduced: &Reduced) -> bool {
        match reduced.shape {
            Shape::Object(_, inner) => self.is_addressed(inner),
            Shape::Elements(..) => true,
        }
    }

    /// Whether the address of a local is used.
    pub(super) fn is_addressed(&self, local: LocalId) -> bool {
        let locals = self.function.as_ref().map(|function| &function.locals);
        locals
            .and_then(|locals| locals.get(local.0 as usize))
            .is_some_and(|local| local.addressed)
    }
}

/// Whether an expression mentions a name; true where that is not looked into.
fn uses_name(expr: &ast::Expr, symbol: ast::Symbol) -> bool {
    use ast::ExprKind as K;
    match &expr.kind {
        K::Name(name) => *name == symbol,
        K::Integer(_) | K::Floating(_) | K::Char(_) | K::String(_) | K::Bool(_) | K::Nullptr => false,
        K::Index { base, index } => uses_name(base, symbol) || uses_name(index, symbol),
        K::Call { arguments, .. } => arguments.iter().any(|a| uses_name(a, symbol)),
        K::Member { base, .. } => uses_name(base, symbol),
        K::Unary { operand, .. } | K::Cast { operand, .. } | K::Step { operand, .. } => {
            uses_name(operand, symbol)
        }
        K::Binary { first, rest } => {
            uses_name(first, symbol) || rest.iter().any(|tail| uses_name(&tail.operand, symbol))
        }
        K::SizeofExpr(_) | K::SizeofType(_) => false,
        K::Assign { target, value, .. } => uses_name(target, symbol) || uses_name(value, symbol),
        K::CompoundLiteral { initialiser, .. } => initialiser_uses(initialiser, symbol),
        _ => true,
    }
}

fn initialiser_uses(initialiser: &ast::Initialiser, symbol: ast::Symbol) -> bool {
    match &initialiser.kind {
        ast::InitialiserKind::Expr(expr) => uses_name(expr, symbol),
        ast::InitialiserKind::List(items) => items.iter().any(|item| initialiser_uses(&item.value, symbol)),
    }
}
