//! `atomic`: read, write, update, capture, compare (section 15.8.4 of OpenMP 5.2).
//!
//! The place is given an atomic type, so that the usual operators do what is needed; an update of a form that
//! no operator has is a loop of compare-and-swap. The order is relaxed unless a clause says otherwise.

use raceproof_ir::{Order, RmwOp, Span};

use super::super::convert::Use;
use super::super::operator::arithmetic_op;
use super::super::scope::Entity;
use super::super::types::{BOOL, ERROR, QualType};
use super::super::{Checker, Value};
use crate::ast::{self, BinaryOp as Op};
use crate::hir::{BinaryOp, Expr, ExprKind, LocalId, Stmt, StmtKind, TypeId};
use crate::openmp::{ClauseName, Directive};

/// The name that stands for the value read in the new value of a loop of compare-and-swap.
const OLD: &str = "omp old";

/// Whether two places are spelled alike.
pub(super) fn same(a: &ast::Expr, b: &ast::Expr) -> bool {
    use ast::ExprKind as K;
    match (&a.kind, &b.kind) {
        (K::Name(a), K::Name(b)) => a == b,
        (K::Integer(a), K::Integer(b)) => a.value == b.value,
        (K::Index { base: a, index: i }, K::Index { base: b, index: j }) => same(a, b) && same(i, j),
        (
            K::Member {
                base: a,
                arrow: p,
                field: f,
            },
            K::Member {
                base: b,
                arrow: q,
                field: g,
            },
        ) => same(a, b) && p == q && f.symbol == g.symbol,
        (
            K::Unary {
                operator: p,
                operand: a,
            },
            K::Unary {
                operator: q,
                operand: b,
            },
        ) => p == q && same(a, b),
        (K::Binary { first: a, rest: p }, K::Binary { first: b, rest: q }) => {
            same(a, b)
                && p.len() == q.len()
                && p.iter()
                    .zip(q)
                    .all(|(x, y)| x.operator == y.operator && same(&x.operand, &y.operand))
        }
        _ => false,
    }
}

/// `expr` with `old` for each occurrence of `place`.
fn replace(expr: &mut ast::Expr, place: &ast::Expr, old: ast::Symbol) {
    use ast::ExprKind as K;
    if same(expr, place) {
        expr.kind = K::Name(old);
        return;
    }
    match &mut expr.kind {
        K::Binary { first, rest } => {
            replace(first, place, old);
            for tail in rest {
                replace(&mut tail.operand, place, old);
            }
        }
        K::Unary { operand, .. } | K::Cast { operand, .. } => replace(operand, place, old),
        K::Conditional {
            condition,
            then,
            otherwise,
        } => {
            replace(condition, place, old);
            if let Some(then) = then {
                replace(then, place, old);
            }
            replace(otherwise, place, old);
        }
        K::Call { arguments, .. } => arguments.iter_mut().for_each(|a| replace(a, place, old)),
        K::Comma(list) => list.iter_mut().for_each(|a| replace(a, place, old)),
        _ => {}
    }
}

/// The expression of an expression statement.
pub(super) fn expression(statement: &ast::Stmt) -> Option<&ast::Expr> {
    match &statement.kind {
        ast::StmtKind::Expr(expr) => Some(expr),
        ast::StmtKind::Block(block) => match block.items.as_slice() {
            [item] => expression(item),
            _ => None,
        },
        _ => None,
    }
}

/// Target and value of a plain assignment.
pub(super) fn assignment(expr: &ast::Expr) -> Option<(&ast::Expr, &ast::Expr)> {
    match &expr.kind {
        ast::ExprKind::Assign {
            operator: None,
            target,
            value,
            ..
        } => Some((target, value)),
        _ => None,
    }
}

impl Checker<'_> {
    fn clause_order(&self, d: &Directive) -> Order {
        [
            (ClauseName::SeqCst, Order::SeqCst),
            (ClauseName::AcqRel, Order::AcqRel),
            (ClauseName::Release, Order::Release),
            (ClauseName::Acquire, Order::Acquire),
            (ClauseName::Relaxed, Order::Relaxed),
        ]
        .into_iter()
        .find(|(name, _)| d.has(*name))
        .map_or(self.default_order(), |(_, order)| order)
    }

    pub(super) fn atomic_construct(&mut self, d: &Directive, body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let order = self.clause_order(d);
        let Some(body) = body else {
            return self.stmt(StmtKind::Empty, span);
        };
        let mut out = Vec::new();
        let understood = if d.has(ClauseName::Read) {
            expression(body).and_then(assignment).map(|(to, from)| {
                let value = self.atomic_place(from);
                let value = self.read(value);
                self.assign_value(to, value, body.span, &mut out);
            })
        } else if d.has(ClauseName::Write) {
            expression(body).and_then(assignment).map(|(to, from)| {
                let place = self.atomic_place(to);
                let value = self.rvalue(from);
                let value = self.assign_convert(value, place.ty, Use::Assign);
                if place.ty != ERROR && value.ty != ERROR {
                    let store = self.store_place(place, value, body.span);
                    out.push(store);
                }
            })
        } else if d.has(ClauseName::Compare) {
            let weak = d.has(ClauseName::Weak);
            match d.has(ClauseName::Capture) {
                true => self.compare_capture(body, order, weak, &mut out),
                false => self.compare_update(body, order, weak, &mut out),
            }
        } else if d.has(ClauseName::Capture) {
            self.capture(body, order, &mut out)
        } else {
            self.update(body, order, &mut out).map(|_| ())
        };
        if understood.is_none() {
            self.clause_error(
                body.span,
                "this statement has no form that `atomic` allows",
                "the forms are those of section 15.8.4 of the standard",
            );
        }
        let body = Box::new(self.block_of(out, span));
        self.stmt(StmtKind::Atomic { order, body }, span)
    }

    /// A place that is accessed atomically.
    pub(super) fn atomic_place(&mut self, expr: &ast::Expr) -> Expr {
        let mut place = self.expr(expr).expr;
        if Self::is_poison(&place) {
            return place;
        }
        if !self.is_place(&place) || !self.types.is_scalar(self.types.unatomic(place.ty)) {
            self.error(expr.span, "`atomic` needs a scalar variable here");
            return self.poison(expr.span);
        }
        if self.is_bit_field(&place) {
            self.error(expr.span, "an atomic access to a bit-field is not supported");
            return self.poison(expr.span);
        }
        self.mark_addressed(&place);
        place.ty = self.types.atomic(place.ty);
        place
    }

    pub(super) fn assign_value(&mut self, to: &ast::Expr, value: Expr, span: Span, out: &mut Vec<Stmt>) {
        let place = self.expr(to).expr;
        if Self::is_poison(&place) || Self::is_poison(&value) {
            return;
        }
        let value = self.assign_convert(value, place.ty, Use::Assign);
        if !Self::is_poison(&value) {
            let store = self.store_place(place, value, span);
            out.push(store);
        }
    }

    /// An update; gives the place that it updates.
    fn update<'s>(
        &mut self,
        body: &'s ast::Stmt,
        order: Order,
        out: &mut Vec<Stmt>,
    ) -> Option<&'s ast::Expr> {
        let expr = expression(body)?;
        let (value, place) = self.updated(expr, order, out)?;
        if let Some(value) = value {
            let value = self.discard(value);
            out.push(self.run(value));
        }
        Some(place)
    }

    /// An update as an expression that gives the new value (of `x++` the old one), after the statements that
    /// it needs.
    fn updated<'s>(
        &mut self,
        expr: &'s ast::Expr,
        order: Order,
        out: &mut Vec<Stmt>,
    ) -> Option<(Option<Expr>, &'s ast::Expr)> {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Step {
                increment,
                prefix,
                operand,
            } => {
                let place = self.atomic_place(operand);
                let ty = self.types.unatomic(place.ty);
                let stepped = Expr {
                    kind: ExprKind::IncDec {
                        place: Box::new(place),
                        increment: *increment,
                        prefix: *prefix,
                    },
                    ty,
                    span,
                };
                Some((Some(stepped), operand))
            }
            ast::ExprKind::Assign {
                operator: Some(operator),
                target,
                value,
                ..
            } => {
                let op = arithmetic_op(*operator)?;
                let changed = self.changed(target, op, value, span);
                Some((Some(changed), target))
            }
            ast::ExprKind::Assign {
                operator: None,
                target,
                value,
                ..
            } => {
                if let ast::ExprKind::Binary { first, rest } = &value.kind
                    && let [tail] = rest.as_slice()
                    && let Some(op) = arithmetic_op(tail.operator)
                {
                    if same(first, target) {
                        let changed = self.changed(target, op, &tail.operand, span);
                        return Some((Some(changed), target));
                    }
                    let commutes = matches!(
                        tail.operator,
                        Op::Add | Op::Multiply | Op::BitAnd | Op::BitOr | Op::BitXor
                    );
                    if commutes && same(&tail.operand, target) {
                        let changed = self.changed(target, op, first, span);
                        return Some((Some(changed), target));
                    }
                }
                if !contains(value, target) {
                    return None;
                }
                let new = self.retry(target, value, order, out).map(|(_, new)| {
                    let ty = self.local_place(new, span).ty;
                    self.get(new, ty, span)
                });
                Some((new, target))
            }
            _ => None,
        }
    }

    /// `target op= value`.
    fn changed(&mut self, target: &ast::Expr, op: BinaryOp, value: &ast::Expr, span: Span) -> Expr {
        let place = self.atomic_place(target);
        let value = self.rvalue(value);
        if Self::is_poison(&place) || Self::is_poison(&value) {
            return self.poison(span);
        }
        let ty = self.types.unatomic(place.ty);
        let (value, computation) = if self.types.is_pointer(ty) {
            (self.promote(value), ty)
        } else if !self.types.is_arithmetic(value.ty) {
            self.error(value.span, "a number is needed here");
            return self.poison(span);
        } else if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            (self.promote(value), self.promoted_bits(ty, None))
        } else {
            let zero = self.int(0, super::super::types::INT, span);
            let like = Expr {
                kind: ExprKind::Cast(Box::new(zero)),
                ty,
                span,
            };
            let (_, value, computation) = self.arithmetic(like, value);
            (value, computation)
        };
        Expr {
            kind: ExprKind::AssignOp {
                op,
                place: Box::new(place),
                value: Box::new(value),
                computation,
            },
            ty,
            span,
        }
    }

    /// A local without a name in memory.
    pub(super) fn addressed_local(&mut self, ty: TypeId, span: Span) -> LocalId {
        let local = self.add_local(String::new(), ty, 0, span);
        if let Some(function) = &mut self.function
            && let Some(local) = function.locals.get_mut(local.0 as usize)
        {
            local.addressed = true;
        }
        local
    }

    /// A compare-and-swap; gives whether it stored.
    pub(super) fn swapped(
        &mut self,
        pointer: Expr,
        expected: Expr,
        desired: Expr,
        weak: bool,
        order: Order,
        span: Span,
    ) -> Expr {
        let failure = match order {
            Order::Release => Order::Relaxed,
            Order::AcqRel => Order::Acquire,
            other => other,
        };
        Expr {
            kind: ExprKind::AtomicCompareExchange {
                pointer: Box::new(pointer),
                expected: Box::new(expected),
                desired: Box::new(desired),
                weak,
                success: order,
                failure,
            },
            ty: BOOL,
            span,
        }
    }

    /// `place = value`, where the value depends on the place in any way, by compare-and-swap. Gives the
    /// locals with the old and the new value.
    pub(super) fn retry(
        &mut self,
        place: &ast::Expr,
        value: &ast::Expr,
        order: Order,
        out: &mut Vec<Stmt>,
    ) -> Option<(LocalId, LocalId)> {
        let span = value.span;
        let target = self.atomic_place(place);
        if Self::is_poison(&target) {
            return None;
        }
        let ty = self.types.unatomic(target.ty);
        let symbol = self.interner.intern(OLD);
        let old = self.addressed_local(ty, span);
        let current = self.read(target);
        out.push(self.declared(old, Some(current), span));
        self.scopes.push();
        self.scopes
            .bind(symbol, span, Entity::Local(old, QualType::plain(ty)));
        let mut new = value.clone();
        replace(&mut new, place, symbol);
        let desired = self.rvalue(&new);
        let desired = self.assign_convert(desired, ty, Use::Assign);
        self.scopes.pop();
        if Self::is_poison(&desired) {
            return None;
        }
        let kept = self.temporary(ty, span);
        let desired = self.set(kept, ty, desired, span);
        let object = self.expr(place).expr;
        let pointer = self.address_place(object, span);
        let expected = self.local_place(old, span);
        let expected = self.address_place(expected, span);
        let swapped = self.swapped(pointer, expected, desired, false, order, span);
        let failed = self.not(swapped, span);
        let body = Box::new(self.stmt(StmtKind::Empty, span));
        out.push(self.stmt(StmtKind::DoWhile { body, cond: failed }, span));
        Some((old, kept))
    }

    /// `capture`: an update, and the value before or after it.
    fn capture(&mut self, body: &ast::Stmt, order: Order, out: &mut Vec<Stmt>) -> Option<()> {
        if let Some(expr) = expression(body) {
            let (to, value) = assignment(expr)?;
            let (value, _) = self.updated(value, order, out)?;
            self.assign_value(to, value?, body.span, out);
            return Some(());
        }
        let ast::StmtKind::Block(block) = &body.kind else {
            return None;
        };
        let [first, second] = block.items.as_slice() else {
            return None;
        };
        let (first, second) = (expression(first)?, expression(second)?);
        // `{ v = x; update }` or `{ update; v = x; }`.
        if let Some((to, from)) = assignment(first)
            && self.target_of(second).is_some_and(|place| same(place, from))
        {
            return self.capture_old(to, from, second, order, out);
        }
        let (to, from) = assignment(second)?;
        let place = self.target_of(first)?;
        if !same(place, from) {
            return None;
        }
        if let ast::ExprKind::Step {
            increment, operand, ..
        } = &first.kind
        {
            let prefix = ast::Expr {
                span: first.span,
                kind: ast::ExprKind::Step {
                    increment: *increment,
                    prefix: true,
                    operand: operand.clone(),
                },
            };
            let (value, _) = self.updated(&prefix, order, out)?;
            self.assign_value(to, value?, body.span, out);
            return Some(());
        }
        let (value, _) = self.updated(first, order, out)?;
        self.assign_value(to, value?, body.span, out);
        Some(())
    }

    /// The place that an update is of.
    fn target_of<'s>(&self, expr: &'s ast::Expr) -> Option<&'s ast::Expr> {
        match &expr.kind {
            ast::ExprKind::Step { operand, .. } => Some(operand),
            ast::ExprKind::Assign { target, .. } => Some(target),
            _ => None,
        }
    }

    fn capture_old(
        &mut self,
        to: &ast::Expr,
        place: &ast::Expr,
        update: &ast::Expr,
        order: Order,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let span = update.span;
        let new = match &update.kind {
            ast::ExprKind::Step {
                increment, operand, ..
            } => {
                let postfix = ast::Expr {
                    span,
                    kind: ast::ExprKind::Step {
                        increment: *increment,
                        prefix: false,
                        operand: operand.clone(),
                    },
                };
                let (value, _) = self.updated(&postfix, order, out)?;
                self.assign_value(to, value?, span, out);
                return Some(());
            }
            ast::ExprKind::Assign {
                operator: Some(operator),
                operator_span,
                value,
                ..
            } => {
                if let Some(old) = self.modified_alike(*operator, place, value, order, span) {
                    self.assign_value(to, old, span, out);
                    return Some(());
                }
                ast::Expr {
                    span,
                    kind: ast::ExprKind::Binary {
                        first: Box::new(place.clone()),
                        rest: vec![ast::BinaryTail {
                            operator: *operator,
                            operator_span: *operator_span,
                            operand: (**value).clone(),
                        }],
                    },
                }
            }
            ast::ExprKind::Assign { value, .. } => {
                if !contains(value, place) {
                    let target = self.expr(place).expr;
                    let ty = self.types.unatomic(target.ty);
                    let pointer = self.address_place(target, span);
                    let value = self.rvalue(value);
                    let value = self.assign_convert(value, ty, Use::Assign);
                    if Self::is_poison(&value) {
                        return Some(());
                    }
                    let old = Expr {
                        kind: ExprKind::AtomicRmw {
                            op: RmwOp::Exchange,
                            pointer: Box::new(pointer),
                            value: Box::new(value),
                            order,
                            new_value: false,
                        },
                        ty,
                        span,
                    };
                    self.assign_value(to, old, span, out);
                    return Some(());
                }
                (**value).clone()
            }
            _ => return None,
        };
        let Some((old, _)) = self.retry(place, &new, order, out) else {
            return Some(());
        };
        let value = self.local_place(old, span);
        let value = self.decay(Value::plain(value));
        self.assign_value(to, value, span, out);
        Some(())
    }
}

impl Checker<'_> {
    /// `place op= value` as one read-modify-write that gives the old value, where the types allow that.
    fn modified_alike(
        &mut self,
        operator: Op,
        place: &ast::Expr,
        value: &ast::Expr,
        order: Order,
        span: Span,
    ) -> Option<Expr> {
        let target = self.atomic_place(place);
        let ty = self.types.unatomic(target.ty);
        let is_float = self.types.is_floating(ty);
        if !(is_float || self.types.is_integer(ty)) || ty == BOOL {
            return None;
        }
        let op = super::compare::read_modify_write(arithmetic_op(operator)?, is_float)?;
        let value = self.rvalue(value);
        // Integers may be cut off before they are combined, floating values may not.
        let fits = match is_float {
            true => value.ty == ty || self.types.is_integer(value.ty),
            false => self.types.is_integer(value.ty),
        };
        if !fits {
            return None;
        }
        let value = self.cast(value, ty);
        Some(self.modified(op, place, value, ty, order, span))
    }
}

/// Whether an expression mentions a place.
fn contains(expr: &ast::Expr, place: &ast::Expr) -> bool {
    use ast::ExprKind as K;
    same(expr, place)
        || match &expr.kind {
            K::Binary { first, rest } => {
                contains(first, place) || rest.iter().any(|tail| contains(&tail.operand, place))
            }
            K::Unary { operand, .. } | K::Cast { operand, .. } => contains(operand, place),
            K::Conditional {
                condition,
                then,
                otherwise,
            } => {
                contains(condition, place)
                    || then.as_ref().is_some_and(|then| contains(then, place))
                    || contains(otherwise, place)
            }
            _ => false,
        }
}
