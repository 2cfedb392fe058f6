//! `taskloop`: a loop whose iterations are done by tasks.

use raceproof_ir::{Span, SyncOp};

use super::super::Checker;
use super::super::scope::Entity;
use super::super::types::{INT, LLONG, VOID_PTR};
use super::iterate::Level;
use super::reduce::Combine;
use super::share::{Context, Rule};
use super::takes;
use super::task::TASK;
use crate::ast::{self, Ident};
use crate::hir::{BinaryOp, CompareOp, Expr, LocalId, Stmt, StmtKind};
use crate::openmp::{ClauseArgument, ClauseName, Construct as C, Directive};

/// A loop that is divided into tasks.
struct TaskLoop {
    levels: Vec<Level>,
    total: LocalId,
    grain: Option<LocalId>,
    works: LocalId,
    construct: LocalId,
    workers: LocalId,
    size: LocalId,
    task: LocalId,
}

impl Checker<'_> {
    /// How many iterations a task has at least.
    fn grain(&mut self, d: &Directive, total: LocalId, span: Span, out: &mut Vec<Stmt>) -> Option<LocalId> {
        let amount = |name| match d.clause(name).map(|clause| &clause.argument) {
            Some(ClauseArgument::Amount { value, .. }) => Some(value),
            _ => None,
        };
        let grain = match (amount(ClauseName::Grainsize), amount(ClauseName::NumTasks)) {
            (Some(size), _) => {
                let value = self.rvalue(size);
                self.cast(value, LLONG)
            }
            (None, Some(count)) => {
                let value = self.rvalue(count);
                let value = self.cast(value, LLONG);
                let value = self.keep(value, out);
                // Rounded up: not more tasks than there may be.
                let (all, count) = (self.get(total, LLONG, span), self.get(value, LLONG, span));
                let sum = self.binary(BinaryOp::Add, all, count, span);
                let one = self.wide(1, span);
                let sum = self.binary(BinaryOp::Sub, sum, one, span);
                let count = self.get(value, LLONG, span);
                self.binary(BinaryOp::Div, sum, count, span)
            }
            (None, None) => return None,
        };
        if Self::is_poison(&grain) {
            return None;
        }
        let grain = self.keep(grain, out);
        let value = self.get(grain, LLONG, span);
        let one = self.wide(1, span);
        let is_small = self.compare(CompareOp::Lt, value, one, span);
        let one = self.wide(1, span);
        let set = self.set(grain, LLONG, one, span);
        let set = self.run(set);
        out.push(self.when(is_small, vec![set], span));
        Some(grain)
    }

    /// Whether there are other ways to cut the iterations into tasks than the one that is followed: without `strict`, a task has from
    /// `grainsize` up to less than twice as many iterations, and with `num_tasks` any number.
    fn has_other_cuts(&mut self, d: &Directive, total: LocalId, grain: LocalId, span: Span) -> Option<Expr> {
        let is_open = |name| {
            let argument = d.clause(name).map(|clause| &clause.argument);
            matches!(argument, Some(ClauseArgument::Amount { strict: false, .. }))
        };
        let one = self.wide(1, span);
        let (some, all) = if is_open(ClauseName::Grainsize) {
            let (twice, size) = (self.wide(2, span), self.get(grain, LLONG, span));
            let twice = self.binary(BinaryOp::Mul, twice, size, span);
            (self.get(grain, LLONG, span), twice)
        } else if is_open(ClauseName::NumTasks) {
            (self.get(grain, LLONG, span), self.get(grain, LLONG, span))
        } else {
            return None;
        };
        let is_several = self.compare(CompareOp::Gt, some, one, span);
        let total = self.get(total, LLONG, span);
        let is_more = self.compare(CompareOp::Gt, total, all, span);
        Some(self.logical(true, is_several, is_more, span))
    }

    /// Tasks for the iterations of a loop, which share the iterations as works, because how many tasks there are and which iterations they
    /// do is open. What they have copies of belongs to the task; lanes have copies of their own.
    pub(super) fn taskloop(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        let depth = self.constant_clause(d.expr(ClauseName::Collapse), "the argument of `collapse`");
        let flags = self.task_flags(d, C::Taskloop, 0, span);
        let (statements, _) = self.within(Context::new(Rule::Same, false), None, |s, out| {
            let flags = s.keep(flags, out);
            s.idle_task(d, out);
            let Some((levels, inner)) = s.nest(body, depth, out) else {
                return;
            };
            let total = s.total(&levels, span);
            let total = s.keep(total, out);
            let grain = s.grain(d, total, span, out);
            let works = match grain {
                Some(grain) => {
                    // The last task has what is left, too.
                    let (all, size) = (s.get(total, LLONG, span), s.get(grain, LLONG, span));
                    let count = s.binary(BinaryOp::Div, all, size, span);
                    let count = s.keep(count, out);
                    let none = s.get(count, LLONG, span);
                    let none = s.not(none, span);
                    let any = s.get(total, LLONG, span);
                    let any = s.truth(any);
                    let cond = s.logical(true, none, any, span);
                    let one = s.wide(1, span);
                    let set = s.set(count, LLONG, one, span);
                    let set = s.run(set);
                    out.push(s.when(cond, vec![set], span));
                    count
                }
                None => total,
            };
            let construct = s.runtime("__raceproof_omp_next_lanes", "L", Vec::new(), span);
            let construct = s.keep(construct, out);
            let zero = s.int(0, INT, span);
            let workers = s.runtime("__raceproof_omp_workers", "pi", vec![zero], span);
            let workers = s.keep(workers, out);
            let iterations = s.get(works, LLONG, span);
            let size = s.runtime("__raceproof_omp_tasks", "iL", vec![iterations], span);
            let size = s.keep(size, out);
            let task = s.temporary(INT, span);
            let group = match d.has(ClauseName::Nogroup) {
                true => None,
                false => Some(s.begin_group(span, out)),
            };
            let loops = TaskLoop {
                levels,
                total,
                grain,
                works,
                construct,
                workers,
                size,
                task,
            };
            let checked = s.within(Context::new(Rule::Task, true), Some(d), |s, out| {
                s.taskloop_body(d, leaves, &loops, inner, span, out);
            });
            let flags = s.get(flags, INT, span);
            let event = s.int(0, VOID_PTR, span);
            let region = s.region("task", TASK, vec![flags, event], checked, span);
            let bounds = (s.int(0, INT, span), s.get(size, INT, span));
            out.push(s.count_up(task, bounds, None, vec![region], span));
            if let Some(group) = group {
                s.end_group(group, span, out);
            }
            if grain.is_some() && d.is(C::Simd) && !s.is_without_lanes(d) {
                out.push(s.gap("lanes of a task with several iterations", span));
            }
            // The cut that was followed is one of those that may be: its races are races.
            if let Some(grain) = grain
                && let Some(is_open) = s.has_other_cuts(d, total, grain, span)
            {
                let gap = s.gap(
                    "tasks of a `taskloop` whose sizes are open; `strict:` fixes them",
                    span,
                );
                out.push(s.when(is_open, vec![gap], span));
            }
        });
        self.block_of(statements, span)
    }

    /// What one of the tasks does.
    fn taskloop_body(
        &mut self,
        d: &Directive,
        leaves: &[C],
        loops: &TaskLoop,
        body: &ast::Stmt,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let names: Vec<Ident> = loops.levels.iter().map(|level| level.name).collect();
        let is_level = |name: &Ident| names.iter().any(|level| level.symbol == name.symbol);
        let copies: Vec<Ident> = d
            .names(ClauseName::Firstprivate)
            .filter(|name| takes(leaves, ClauseName::Firstprivate) && !is_level(name))
            .collect();
        for &name in &copies {
            self.copied_private(name);
        }
        let mut reductions = self.begin_reductions(d, leaves, ClauseName::Reduction, out);
        reductions.extend(self.begin_reductions(d, leaves, ClauseName::InReduction, out));
        let args = vec![
            self.get(loops.workers, VOID_PTR, span),
            self.get(loops.construct, LLONG, span),
            self.get(loops.works, LLONG, span),
            self.get(loops.task, INT, span),
            self.get(loops.size, INT, span),
        ];
        let first = self.sync(SyncOp::WorkShare, args, LLONG, span);
        let first = self.keep(first, out);
        let limit = self.sync(SyncOp::WorkLimit, Vec::new(), LLONG, span);
        let limit = self.keep(limit, out);
        let share = super::work::Share {
            first,
            limit,
            workers: loops.workers,
            construct: loops.construct,
            works: loops.works,
            source: super::work::Source::Tasks(loops.task, loops.size),
        };
        let index = self.temporary(LLONG, span);
        let has_lanes = d.is(C::Simd) && !self.is_without_lanes(d);
        let lane = (has_lanes && loops.grain.is_none()).then(|| self.begin_lane(d, index, span, out));
        let mut inside = Vec::new();
        let mut made = Vec::new();
        for &name in copies.iter().filter(|_| !has_lanes) {
            // A work of several iterations is a task.
            let start = if loops.grain.is_some() {
                &mut inside
            } else {
                &mut *out
            };
            made.extend(self.firstprivate(name, start));
        }
        let in_memory = reductions.iter().any(|reduced| self.is_in_memory(reduced));
        if lane.is_some() && in_memory {
            out.push(self.gap(
                "a variable of a vector loop in memory of which every lane has a copy",
                span,
            ));
        }
        let has_lane = lane.is_some();
        let mut context = Context::new(Rule::Same, false);
        context.has_lanes = has_lanes;
        let (iteration, _) = self.within(context, None, |s, out| {
            out.extend(lane);
            // The loop variables and private copies belong to the iteration.
            let mut own = loops.levels.clone();
            for level in &mut own {
                let spelling = s.name(level.name.symbol).to_owned();
                level.variable = s.add_local(spelling, level.ty.ty, level.ty.align, level.name.span);
                level.number = s.temporary(LLONG, span);
                let entity = Entity::Local(level.variable, level.ty);
                s.scopes.bind(level.name.symbol, level.name.span, entity);
            }
            for name in d.names(ClauseName::Private).filter(|name| !is_level(name)) {
                s.private(name, false, out);
            }
            for &name in copies.iter().filter(|_| has_lanes) {
                made.extend(s.firstprivate(name, out));
            }
            let lasts = s.lastprivates(d, leaves, &made, &own, out);
            s.set_variables(&own, index, false, span, out);
            // `continue` ends the iteration: the body is a loop that runs once.
            let checked = s.iteration(body);
            let never = s.int(0, INT, span);
            let once = StmtKind::DoWhile {
                body: Box::new(checked),
                cond: never,
            };
            out.push(s.stmt(once, span));
            let last_names: Vec<_> = d.names(ClauseName::Lastprivate).map(|n| n.symbol).collect();
            let mut then = Vec::new();
            s.assign_lasts(&lasts, &mut then);
            s.end_variables(&own, &|symbol| last_names.contains(&symbol), &mut then);
            if !then.is_empty() {
                let one = s.wide(1, span);
                let all = s.get(loops.total, LLONG, span);
                let final_number = s.binary(BinaryOp::Sub, all, one, span);
                let number = s.get(index, LLONG, span);
                let is_last = s.compare(CompareOp::Eq, number, final_number, span);
                out.push(s.when(is_last, then, span));
            }
            if has_lane {
                let end = s.end_work(span);
                out.push(s.run(end));
            }
        });
        let Some(grain) = loops.grain else {
            out.push(self.do_works(&share, index, iteration, span));
            return self.end_reductions(reductions, Some(Combine::Team), span, out);
        };
        let work = self.temporary(LLONG, span);
        let (number, size) = (self.get(work, LLONG, span), self.get(grain, LLONG, span));
        let from = self.binary(BinaryOp::Mul, number, size, span);
        let from = self.keep(from, &mut inside);
        let (number, one) = (self.get(work, LLONG, span), self.wide(1, span));
        let next = self.binary(BinaryOp::Add, number, one, span);
        let next = self.keep(next, &mut inside);
        let (a, b) = (self.get(next, LLONG, span), self.get(loops.works, LLONG, span));
        let is_last = self.compare(CompareOp::Eq, a, b, span);
        let (a, b) = (self.get(next, LLONG, span), self.get(grain, LLONG, span));
        let usual = self.binary(BinaryOp::Mul, a, b, span);
        let all = self.get(loops.total, LLONG, span);
        let to = self.conditional(is_last, all, usual, span);
        let to = self.keep(to, &mut inside);
        let bounds = (self.get(from, LLONG, span), self.get(to, LLONG, span));
        inside.push(self.count_up(index, bounds, None, iteration, span));
        out.push(self.do_works(&share, work, inside, span));
        self.end_reductions(reductions, Some(Combine::Team), span, out);
    }
}
