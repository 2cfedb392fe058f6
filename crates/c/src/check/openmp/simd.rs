//! `simd`, whose iterations run side by side in one thread; and `linear` variables.

use raceproof_ir::{Span, SyncOp};

use super::super::Checker;
use super::super::types::{INT, LLONG, VOID, VOID_PTR};
use super::iterate::{Bound, Level};
use super::share::{Context, Private, Rule};
use crate::ast;
use crate::hir::{CompareOp, Expr, LocalId, Stmt};
use crate::openmp::{ClauseArgument, ClauseName, Construct as C, Directive};

impl Checker<'_> {
    /// The variables of `linear`, with the locals that hold their first values, and the steps.
    pub(super) fn linear(
        &mut self,
        d: &Directive,
        levels: &[Level],
        out: &mut Vec<Stmt>,
    ) -> Vec<(Private, LocalId, Bound)> {
        let mut made = Vec::new();
        for clause in d.clauses(ClauseName::Linear) {
            let ClauseArgument::Linear { names, step, .. } = &clause.argument else {
                continue;
            };
            let step = match step {
                Some(step) => {
                    let value = self.rvalue(step);
                    let value = self.cast(value, LLONG);
                    match self.evaluate_int(&value) {
                        Some(number) => Bound::Constant(number),
                        None => Bound::Kept(self.keep(value, out)),
                    }
                }
                None => Bound::Constant(1),
            };
            for &name in names {
                if levels.iter().any(|level| level.name.symbol == name.symbol) {
                    continue;
                }
                let Some(private) = self.firstprivate(name, out) else {
                    continue;
                };
                if !self.types.is_scalar(private.ty.ty) || self.types.is_floating(private.ty.ty) {
                    self.error(name.span, "a linear variable is an integer or a pointer");
                    continue;
                }
                let start = self.local_value(private.inner, name.span);
                let start = self.keep(start, out);
                made.push((private, start, step));
            }
        }
        made
    }

    pub(super) fn linear_value(
        &mut self,
        private: &Private,
        start: LocalId,
        step: Bound,
        number: Expr,
    ) -> Stmt {
        let span = private.name.span;
        let step = self.bound_value(step, span);
        let offset = self.times(number, step, span);
        let start = self.local_value(start, span);
        let ty = self.types.unatomic(private.ty.ty);
        let value = if self.types.is_pointer(ty) {
            self.pointer_add(start, offset, false, span)
        } else {
            let start = self.cast(start, LLONG);
            let sum = self.plus(start, offset, span);
            self.cast(sum, ty)
        };
        let place = self.local_place(private.inner, span);
        self.store_place(place, value, span)
    }

    /// Whether a `simd` loop has no lanes: they are one iteration long, or `if` is false.
    pub(super) fn is_without_lanes(&mut self, d: &Directive) -> bool {
        let safelen = d.expr(ClauseName::Safelen).map(|expr| self.rvalue(expr));
        let condition = d.condition(C::Simd).map(|expr| self.condition(expr));
        safelen.and_then(|value| self.evaluate_int(&value)) == Some(1)
            || condition.and_then(|value| self.evaluate_int(&value)) == Some(0)
    }

    /// Begins the lane of an iteration. Works without a team are lanes: beside each other, but parts of their
    /// thread otherwise. In place of the team is the distance from which on they are not beside each other,
    /// or zero.
    pub(super) fn begin_lane(
        &mut self,
        d: &Directive,
        index: LocalId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Stmt {
        let safelen = d.expr(ClauseName::Safelen).map(|expr| self.rvalue(expr));
        let safelen = safelen.and_then(|value| self.evaluate_int(&value));
        let near = safelen.filter(|near| (1..i128::from(u32::MAX)).contains(near));
        let near = near.unwrap_or(0);
        let nobody = match d.condition(C::Simd) {
            Some(_) => {
                let condition = self.if_clause(d, C::Simd, span);
                let condition = self.keep(condition, out);
                let condition = self.get(condition, INT, span);
                let condition = self.truth(condition);
                let (near, one) = (self.wide(near, span), self.wide(1, span));
                let near = self.conditional(condition, near, one, span);
                let near = self.keep(near, out);
                let near = self.get(near, LLONG, span);
                self.cast(near, VOID_PTR)
            }
            None => self.int(near, VOID_PTR, span),
        };
        let construct = self.runtime("__raceproof_omp_next_lanes", "L", Vec::new(), span);
        let construct = self.keep(construct, out);
        let construct = self.get(construct, LLONG, span);
        let number = self.get(index, LLONG, span);
        let begin = self.sync(SyncOp::WorkBegin, vec![nobody, construct, number], VOID, span);
        self.run(begin)
    }

    /// A loop whose iterations run side by side in one thread.
    pub(super) fn simd(&mut self, d: &Directive, leaves: &[C], body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let depth = self.constant_clause(d.expr(ClauseName::Collapse), "the argument of `collapse`");
        let is_sequential = self.is_without_lanes(d);
        let mut context = Context::new(Rule::Same, false);
        context.has_lanes = !is_sequential;
        let (statements, _) = self.within(context, Some(d), |s, out| {
            let Some((levels, inner)) = s.nest(body, depth, out) else {
                return;
            };
            // Each lane has its own.
            let mut own = Vec::new();
            let made = s.privates(d, leaves, &levels, &mut own);
            let lasts = s.lastprivates(d, leaves, &made, &levels, out);
            let linear = s.linear(d, &levels, out);
            let reductions = s.begin_reductions(d, leaves, ClauseName::Reduction, out);
            let total = s.total(&levels, span);
            let total = s.keep(total, out);
            let index = s.temporary(LLONG, span);
            let mut iteration = Vec::new();
            let mut end = None;
            if !is_sequential {
                iteration.push(s.begin_lane(d, index, span, out));
                end = Some(s.end_work(span));
            }
            iteration.append(&mut own);
            s.set_variables(&levels, index, false, span, &mut iteration);
            for (private, start, step) in &linear {
                let number = s.get(index, LLONG, span);
                let statement = s.linear_value(private, *start, *step, number);
                iteration.push(statement);
            }
            let checked = s.iteration(inner);
            iteration.push(checked);
            // Copies that lanes hand on to each other in memory would seem to race.
            let linear_copies = linear.iter().map(|(private, ..)| private.inner);
            let mut copies = lasts.iter().map(|last| last.inner).chain(linear_copies);
            let in_memory = copies.any(|copy| s.is_addressed(copy))
                || reductions.iter().any(|reduced| s.is_in_memory(reduced));
            if in_memory && !is_sequential {
                out.push(s.gap(
                    "a variable of a vector loop in memory of which every lane has a copy",
                    span,
                ));
            }
            let bounds = (s.wide(0, span), s.get(total, LLONG, span));
            out.push(s.count_up(index, bounds, end, iteration, span));
            let mut then = Vec::new();
            s.assign_lasts(&lasts, &mut then);
            for (private, start, step) in &linear {
                let number = s.get(total, LLONG, span);
                let statement = s.linear_value(private, *start, *step, number);
                then.push(statement);
                s.assign_lasts(std::slice::from_ref(private), &mut then);
            }
            if !then.is_empty() {
                let zero = s.wide(0, span);
                let count = s.get(total, LLONG, span);
                let any = s.compare(CompareOp::Gt, count, zero, span);
                out.push(s.when(any, then, span));
            }
            s.end_variables(&levels, &|_| true, out);
            s.end_reductions(reductions, None, span, out);
        });
        self.block_of(statements, span)
    }
}
