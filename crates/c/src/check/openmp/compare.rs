//! `atomic compare`: conditional updates (section 15.8.4 of OpenMP 5.2).
//!
//! `if (x == e) { x = d; }` is one compare-and-swap, a minimum or maximum of integers one read-modify-write.
//! Neither is a loop, so that the value found steers nothing unless the program captures it. Other conditions
//! are retried.

use raceproof_ir::{Order, RmwOp, Span};

use super::super::Checker;
use super::super::convert::Use;
use super::super::types::INT;
use super::atomic::{assignment, expression, same};
use crate::ast::{self, BinaryOp as Op};
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, LocalId, Stmt, TypeId};

/// `if (condition) { place = value; } else …`.
pub(super) struct Conditional<'s> {
    condition: &'s ast::Expr,
    pub place: &'s ast::Expr,
    value: &'s ast::Expr,
    otherwise: Option<&'s ast::Stmt>,
}

/// What a conditional update did: the value before it, the one after it, and whether it was made where that
/// is known.
struct Updated {
    old: Expr,
    new: Expr,
    done: Option<LocalId>,
}

/// A conditional update, as a statement or as `x = condition ? value : x`.
pub(super) fn conditional(statement: &ast::Stmt) -> Option<Conditional<'_>> {
    if let ast::StmtKind::If { arms, otherwise } = &statement.kind {
        let [arm] = arms.as_slice() else {
            return None;
        };
        let (place, value) = assignment(expression(&arm.body)?)?;
        return Some(Conditional {
            condition: &arm.condition,
            place,
            value,
            otherwise: otherwise.as_deref(),
        });
    }
    let (place, chosen) = assignment(expression(statement)?)?;
    match &chosen.kind {
        ast::ExprKind::Conditional {
            condition,
            then: Some(value),
            otherwise,
        } if same(otherwise, place) => Some(Conditional {
            condition,
            place,
            value,
            otherwise: None,
        }),
        _ => None,
    }
}

/// The two sides of a comparison and its operator.
fn comparison(expr: &ast::Expr) -> Option<(&ast::Expr, Op, &ast::Expr)> {
    match &expr.kind {
        ast::ExprKind::Binary { first, rest } => match rest.as_slice() {
            [tail] => Some((first, tail.operator, &tail.operand)),
            _ => None,
        },
        _ => None,
    }
}

impl Conditional<'_> {
    /// What the place is compared with for equality.
    fn expected(&self) -> Option<&ast::Expr> {
        match comparison(self.condition)? {
            (x, Op::Equal, e) if same(x, self.place) => Some(e),
            (e, Op::Equal, x) if same(x, self.place) => Some(e),
            _ => None,
        }
    }

    /// Whether the larger value stays (or the smaller), if it is the value compared with that is stored.
    fn keeps_larger(&self) -> Option<bool> {
        let (a, op, b) = comparison(self.condition)?;
        let less = match op {
            Op::Less => true,
            Op::Greater => false,
            _ => return None,
        };
        match () {
            () if same(a, self.place) && same(b, self.value) => Some(less),
            () if same(b, self.place) && same(a, self.value) => Some(!less),
            () => None,
        }
    }
}

/// The read-modify-write that does `x op= e` for values of this type.
pub(super) fn read_modify_write(op: BinaryOp, is_float: bool) -> Option<RmwOp> {
    Some(match (op, is_float) {
        (BinaryOp::Add, false) => RmwOp::Add,
        (BinaryOp::Sub, false) => RmwOp::Sub,
        (BinaryOp::Mul, false) => RmwOp::Mul,
        (BinaryOp::And, false) => RmwOp::And,
        (BinaryOp::Or, false) => RmwOp::Or,
        (BinaryOp::Xor, false) => RmwOp::Xor,
        (BinaryOp::Add, true) => RmwOp::FAdd,
        (BinaryOp::Sub, true) => RmwOp::FSub,
        (BinaryOp::Mul, true) => RmwOp::FMul,
        (BinaryOp::Div, true) => RmwOp::FDiv,
        _ => return None,
    })
}

impl Checker<'_> {
    /// A conditional update on its own.
    pub(super) fn compare_update(
        &mut self,
        body: &ast::Stmt,
        order: Order,
        weak: bool,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let update = conditional(body)?;
        if update.otherwise.is_some() {
            return None;
        }
        self.conditional_update(&update, order, weak, out);
        Some(())
    }

    /// A conditional update with the value before or after it, or with whether it was made.
    pub(super) fn compare_capture(
        &mut self,
        body: &ast::Stmt,
        order: Order,
        weak: bool,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        if let Some(update) = conditional(body) {
            // `if (x == e) { x = d; } else { v = x; }`.
            let (to, from) = assignment(expression(update.otherwise?)?)?;
            if !same(from, update.place) || update.expected().is_none() {
                return None;
            }
            self.update_or_capture(&update, to, order, weak, out);
            return Some(());
        }
        let ast::StmtKind::Block(block) = &body.kind else {
            return None;
        };
        let [first, second] = block.items.as_slice() else {
            return None;
        };
        if let Some(update) = conditional(second)
            && let Some((to, from)) = expression(first).and_then(assignment)
        {
            if same(from, update.place) && update.otherwise.is_none() {
                // `{ v = x; if … }`.
                if let Some(updated) = self.conditional_update(&update, order, weak, out) {
                    self.assign_value(to, updated.old, body.span, out);
                }
                return Some(());
            }
            // `{ r = x == e; if (r) { x = d; } else … }`.
            if !same(update.condition, to) {
                return None;
            }
            let update = Conditional {
                condition: from,
                ..update
            };
            update.expected()?;
            let done = match update.otherwise {
                None => self.conditional_update(&update, order, weak, out)?.done,
                Some(otherwise) => {
                    let (to, from) = assignment(expression(otherwise)?)?;
                    if !same(from, update.place) {
                        return None;
                    }
                    self.update_or_capture(&update, to, order, weak, out)
                }
            };
            if let Some(done) = done {
                let done = self.get(done, INT, body.span);
                self.assign_value(to, done, body.span, out);
            }
            return Some(());
        }
        // `{ if … v = x; }`.
        let update = conditional(first)?;
        let (to, from) = assignment(expression(second)?)?;
        if !same(from, update.place) || update.otherwise.is_some() {
            return None;
        }
        if let Some(updated) = self.conditional_update(&update, order, weak, out) {
            self.assign_value(to, updated.new, body.span, out);
        }
        Some(())
    }

    /// Updates, or captures the value where the update is not made.
    fn update_or_capture(
        &mut self,
        update: &Conditional<'_>,
        to: &ast::Expr,
        order: Order,
        weak: bool,
        out: &mut Vec<Stmt>,
    ) -> Option<LocalId> {
        let updated = self.conditional_update(update, order, weak, out)?;
        let done = updated.done?;
        let span = to.span;
        let mut capture = Vec::new();
        self.assign_value(to, updated.old, span, &mut capture);
        let made = self.get(done, INT, span);
        let failed = self.not(made, span);
        out.push(self.when(failed, capture, span));
        Some(done)
    }

    /// None after a message.
    fn conditional_update(
        &mut self,
        update: &Conditional<'_>,
        order: Order,
        weak: bool,
        out: &mut Vec<Stmt>,
    ) -> Option<Updated> {
        let span = update.place.span;
        let target = self.atomic_place(update.place);
        if Self::is_poison(&target) {
            return None;
        }
        let ty = self.types.unatomic(target.ty);
        let is_integer = self.types.is_integer(ty);
        if let Some(expected) = update.expected()
            && (is_integer || self.types.is_pointer(ty))
        {
            return self.swap(update, expected, ty, order, weak, out);
        }
        if let Some(larger) = update.keeps_larger()
            && is_integer
        {
            let value = self.rvalue(update.value);
            if value.ty == ty {
                let signed = self.types.integer(ty).is_some_and(|(_, signed)| signed);
                let op = match (larger, signed) {
                    (true, true) => RmwOp::MaxSigned,
                    (true, false) => RmwOp::MaxUnsigned,
                    (false, true) => RmwOp::MinSigned,
                    (false, false) => RmwOp::MinUnsigned,
                };
                let value = self.keep(value, out);
                let operand = self.get(value, ty, span);
                let old = self.modified(op, update.place, operand, ty, order, span);
                let old = self.keep(old, out);
                let (before, with) = (self.get(old, ty, span), self.get(value, ty, span));
                let (before, with) = (self.promote(before), self.promote(with));
                let is_less = self.compare(CompareOp::Lt, before, with, span);
                let (before, with) = (self.get(old, ty, span), self.get(value, ty, span));
                let new = match larger {
                    true => self.conditional(is_less, with, before, span),
                    false => self.conditional(is_less, before, with, span),
                };
                let old = self.get(old, ty, span);
                return Some(Updated { old, new, done: None });
            }
        }
        let chosen = ast::Expr {
            span,
            kind: ast::ExprKind::Conditional {
                condition: Box::new(update.condition.clone()),
                then: Some(Box::new(update.value.clone())),
                otherwise: Box::new(update.place.clone()),
            },
        };
        let (old, new) = self.retry(update.place, &chosen, order, out)?;
        Some(Updated {
            old: self.local_value(old, span),
            new: self.get(new, ty, span),
            done: None,
        })
    }

    /// A read-modify-write; gives the old value.
    pub(super) fn modified(
        &mut self,
        op: RmwOp,
        place: &ast::Expr,
        value: Expr,
        ty: TypeId,
        order: Order,
        span: Span,
    ) -> Expr {
        let object = self.expr(place).expr;
        let pointer = self.address_place(object, place.span);
        Expr {
            kind: ExprKind::AtomicRmw {
                op,
                pointer: Box::new(pointer),
                value: Box::new(value),
                order,
                new_value: false,
            },
            ty,
            span,
        }
    }

    /// One compare-and-swap.
    fn swap(
        &mut self,
        update: &Conditional<'_>,
        expected: &ast::Expr,
        ty: TypeId,
        order: Order,
        weak: bool,
        out: &mut Vec<Stmt>,
    ) -> Option<Updated> {
        let span = update.place.span;
        let expected = self.rvalue(expected);
        let expected = self.assign_convert(expected, ty, Use::Assign);
        let desired = self.rvalue(update.value);
        let desired = self.assign_convert(desired, ty, Use::Assign);
        if Self::is_poison(&expected) || Self::is_poison(&desired) {
            return None;
        }
        let desired = self.keep(desired, out);
        let old = self.addressed_local(ty, span);
        out.push(self.declared(old, Some(expected), span));
        let object = self.expr(update.place).expr;
        let pointer = self.address_place(object, span);
        let found = self.local_place(old, span);
        let found = self.address_place(found, span);
        let value = self.get(desired, ty, span);
        let swapped = self.swapped(pointer, found, value, weak, order, span);
        let swapped = self.cast(swapped, INT);
        let done = self.keep(swapped, out);
        let made = self.get(done, INT, span);
        let (with, before) = (self.get(desired, ty, span), self.local_value(old, span));
        Some(Updated {
            old: self.local_value(old, span),
            new: self.conditional(made, with, before, span),
            done: Some(done),
        })
    }
}
