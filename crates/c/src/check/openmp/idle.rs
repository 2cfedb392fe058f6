//! Expressions of clauses that steer nothing here: `priority`, `device`, `affinity`, what is mapped, the `if`
//! of what runs on a device.
//!
//! They are evaluated all the same, by the thread that meets the construct: what they read may race, and what
//! they call may do anything.

use raceproof_ir::Span;

use super::super::Checker;
use crate::ast;
use crate::hir::{Stmt, StmtKind};
use crate::openmp::{ClauseArgument, ClauseName, Construct as C, Directive, Item, IterVar, Subscript};

impl Checker<'_> {
    /// Evaluates the expressions of a task's clauses that steer nothing.
    pub(super) fn idle_task(&mut self, d: &Directive, out: &mut Vec<Stmt>) {
        self.idle(d, &[ClauseName::Priority, ClauseName::Affinity], out);
    }

    /// Evaluates those of a construct for a device.
    pub(super) fn idle_target(&mut self, d: &Directive, of: C, out: &mut Vec<Stmt>) {
        if let Some(condition) = d.condition(of) {
            self.idle_expr(condition, out);
        }
        self.idle(
            d,
            &[
                ClauseName::Device,
                ClauseName::Map,
                ClauseName::To,
                ClauseName::From,
            ],
            out,
        );
    }

    pub(super) fn idle(&mut self, d: &Directive, names: &[ClauseName], out: &mut Vec<Stmt>) {
        for clause in d.clauses.iter().filter(|clause| names.contains(&clause.name)) {
            match &clause.argument {
                ClauseArgument::Expr(expr) => self.idle_expr(expr, out),
                ClauseArgument::Device { device, .. } => self.idle_expr(device, out),
                ClauseArgument::Affinity { iterators, items }
                | ClauseArgument::Map { iterators, items, .. }
                | ClauseArgument::Motion { iterators, items, .. } => {
                    self.iterate(iterators, clause.span, out, |s, out| {
                        items.iter().for_each(|item| s.idle_item(item, out));
                    });
                }
                ClauseArgument::Reduction { items, .. } => {
                    items.iter().for_each(|item| self.idle_item(item, out));
                }
                _ => {}
            }
        }
    }

    fn idle_expr(&mut self, expr: &ast::Expr, out: &mut Vec<Stmt>) {
        let value = self.rvalue(expr);
        if !Self::is_poison(&value) {
            out.push(self.run(value));
        }
    }

    /// Where an item is and how long, without an access to it.
    fn idle_item(&mut self, item: &Item, out: &mut Vec<Stmt>) {
        item.shape.iter().for_each(|size| self.idle_expr(size, out));
        let is_name = matches!(item.base.kind, ast::ExprKind::Name(_));
        if !is_name || !item.subscripts.is_empty() {
            let base = self.expr(&item.base).expr;
            if Self::is_poison(&base) {
                return;
            }
            let value = match item.subscripts.is_empty() {
                true if !self.is_place(&base) || self.is_bit_field(&base) => base,
                true => self.address_place(base, item.span),
                // A section of what a pointer points to.
                false => self.read(base),
            };
            out.push(self.run(value));
        }
        for subscript in &item.subscripts {
            let parts = match subscript {
                Subscript::Index(index) => [Some(index), None, None],
                Subscript::Section {
                    lower,
                    length,
                    stride,
                    ..
                } => [lower.as_ref(), length.as_ref(), stride.as_ref()],
            };
            parts
                .into_iter()
                .flatten()
                .for_each(|part| self.idle_expr(part, out));
        }
    }

    /// The statements that `inside` makes, for each value of iterators.
    pub(super) fn iterate(
        &mut self,
        iterators: &[IterVar],
        span: Span,
        out: &mut Vec<Stmt>,
        inside: impl FnOnce(&mut Self, &mut Vec<Stmt>),
    ) {
        self.scopes.push();
        let loops: Vec<Stmt> = iterators.iter().filter_map(|i| self.iterator(i)).collect();
        let mut statements = Vec::new();
        inside(self, &mut statements);
        for mut iterator in loops.into_iter().rev() {
            if let StmtKind::For { body, .. } = &mut iterator.kind {
                **body = self.block_of(std::mem::take(&mut statements), span);
            }
            statements.push(iterator);
        }
        self.scopes.pop();
        out.append(&mut statements);
    }
}
