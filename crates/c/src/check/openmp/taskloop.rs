//! `taskloop`: a loop whose iterations are done by tasks.
//!
//! The works that the tasks share are what is never cut. With `strict` that is what a task does. Without it,
//! iterations next to each other may be of different tasks, if both have as many as they must: with
//! `grainsize(g)` only the first `g` and the last `g` iterations stay together, because any number from `g`
//! on is a sum of numbers from `g` to `2g - 1`; with `num_tasks` none do, unless there is one task. A task is
//! taken to do iterations that follow each other, as all implementations have it.

use raceproof_ir::{Construct, Span, SyncOp};

use super::super::Checker;
use super::super::scope::Entity;
use super::super::types::{INT, LLONG, VOID_PTR};
use super::combine::Combine;
use super::iterate::Level;
use super::share::{self, Context};
use super::takes;
use super::task::TASK;
use crate::ast::{self, Ident};
use crate::hir::{BinaryOp, CompareOp, Expr, LocalId, Stmt, StmtKind};
use crate::openmp::{ClauseArgument, ClauseName, Construct as C, Directive};

/// How iterations are cut into tasks.
#[derive(Clone, Copy)]
enum Rule {
    /// As many tasks as are asked for, sizes that differ by one at the most, larger ones first.
    Count,
    /// As many iterations as are asked for in each task but the last.
    Size,
    /// At least as many iterations as are asked for, and less than twice as many.
    AtLeast,
    /// As many tasks as are asked for, of any sizes.
    AnySizes,
}

impl Rule {
    /// Whether a work is a task, and not just what is never cut.
    fn is_fixed(self) -> bool {
        matches!(self, Rule::Count | Rule::Size)
    }
}

/// A rule with its number, which the program computes.
#[derive(Clone, Copy)]
struct Cut {
    rule: Rule,
    amount: LocalId,
}

/// A loop that is divided into tasks.
struct TaskLoop {
    levels: Vec<Level>,
    total: LocalId,
    cut: Option<Cut>,
    works: LocalId,
    construct: LocalId,
    workers: LocalId,
    size: LocalId,
    task: LocalId,
}

impl Checker<'_> {
    /// How the clauses want the iterations to be cut.
    fn taskloop_cut(&mut self, d: &Directive, out: &mut Vec<Stmt>) -> Option<Cut> {
        let clause = |name| match d.clause(name).map(|clause| &clause.argument) {
            Some(ClauseArgument::Amount { strict, value }) => Some((*strict, value)),
            _ => None,
        };
        let (rule, amount) = match (clause(ClauseName::Grainsize), clause(ClauseName::NumTasks)) {
            (Some((true, size)), _) => (Rule::Size, size),
            (Some((false, size)), _) => (Rule::AtLeast, size),
            (None, Some((true, count))) => (Rule::Count, count),
            (None, Some((false, count))) => (Rule::AnySizes, count),
            (None, None) => return None,
        };
        let amount = self.rvalue(amount);
        (!Self::is_poison(&amount)).then(|| Cut {
            rule,
            amount: self.amount(amount, out),
        })
    }

    /// A question to the runtime about a cut.
    fn ask_cut(&mut self, name: &str, cut: Cut, total: LocalId, work: Option<Expr>, span: Span) -> Expr {
        let mut args = vec![
            self.int(cut.rule as i128, INT, span),
            self.get(total, LLONG, span),
            self.get(cut.amount, LLONG, span),
        ];
        let signature = if work.is_some() { "LiLLL" } else { "LiLL" };
        args.extend(work);
        self.runtime(name, signature, args, span)
    }

    /// Tasks for the iterations of a loop, which share the iterations as works, because how many tasks there
    /// are and which iterations they do is open. What they have copies of belongs to the task; lanes have
    /// copies of their own.
    pub(super) fn taskloop(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        let depth = self.constant_clause(d.expr(ClauseName::Collapse), "the argument of `collapse`");
        let flags = self.task_flags(d, C::Taskloop, 0, span);
        let (statements, _) = self.within(Context::new(share::Rule::Same, false), None, |s, out| {
            let flags = s.keep(flags, out);
            s.idle_task(d, out);
            let Some((levels, inner)) = s.nest(body, depth, out) else {
                return;
            };
            let total = s.total(&levels, span);
            let total = s.keep(total, out);
            let cut = s.taskloop_cut(d, out);
            let works = match cut {
                Some(cut) => {
                    let count = s.ask_cut("__raceproof_omp_cuts", cut, total, None, span);
                    s.keep(count, out)
                }
                None => total,
            };
            let construct = s.runtime("__raceproof_omp_next_lanes", "L", Vec::new(), span);
            let construct = s.keep(construct, out);
            let zero = s.int(0, INT, span);
            let workers = s.runtime("__raceproof_omp_workers", "pi", vec![zero], span);
            let workers = s.keep(workers, out);
            let iterations = s.get(works, LLONG, span);
            let has_lanes = d.is(C::Simd) && !s.is_without_lanes(d);
            let has_lanes = s.int(i128::from(has_lanes), INT, span);
            let size = s.runtime("__raceproof_omp_tasks", "iLi", vec![iterations, has_lanes], span);
            let size = s.keep(size, out);
            let task = s.temporary(INT, span);
            let group = match d.has(ClauseName::Nogroup) {
                true => None,
                false => Some(s.begin_group(span, out)),
            };
            let loops = TaskLoop {
                levels,
                total,
                cut,
                works,
                construct,
                workers,
                size,
                task,
            };
            let context = Context::new(share::Rule::Task, true).excluding("taskloop");
            let checked = s.within(context, Some(d), |s, out| {
                s.taskloop_body(d, leaves, &loops, inner, span, out);
            });
            let flags = s.get(flags, INT, span);
            let event = s.int(0, VOID_PTR, span);
            let region = s.region(Construct::Task, TASK, vec![flags, event], checked, span);
            let bounds = (s.int(0, INT, span), s.get(size, INT, span));
            out.push(s.count_up(task, bounds, None, vec![region], span));
            if let Some(group) = group {
                s.end_group(group, span, out);
            }
            if cut.is_some() && d.is(C::Simd) && !s.is_without_lanes(d) {
                out.push(s.gap("lanes of a task with several iterations", span));
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
        let has_lanes = d.is(C::Simd) && !self.is_without_lanes(d);
        // The reduction is one of the lanes too: what is made in here each of them has for itself.
        let mut context = Context::new(share::Rule::Same, false);
        context.has_lanes = has_lanes;
        let (mut statements, _) = self.within(context, None, |s, out| {
            s.task_share(d, leaves, loops, &copies, body, span, out);
        });
        out.append(&mut statements);
    }

    /// Its share of the iterations.
    ///
    /// Long because the order of the statements that it makes is the meaning of the construct.
    #[allow(clippy::too_many_arguments)]
    fn task_share(
        &mut self,
        d: &Directive,
        leaves: &[C],
        loops: &TaskLoop,
        copies: &[Ident],
        body: &ast::Stmt,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let names: Vec<Ident> = loops.levels.iter().map(|level| level.name).collect();
        let is_level = |name: &Ident| names.iter().any(|level| level.symbol == name.symbol);
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
        let lane = (has_lanes && loops.cut.is_none()).then(|| self.begin_lane(d, index, span, out));
        let mut inside = Vec::new();
        let mut made = Vec::new();
        for &name in copies.iter().filter(|_| !has_lanes) {
            let start = match loops.cut {
                Some(cut) if cut.rule.is_fixed() => &mut inside,
                _ => &mut *out,
            };
            made.extend(self.firstprivate(name, start));
        }
        let has_lane = lane.is_some();
        let (iteration, _) = self.within(Context::new(share::Rule::Same, false), None, |s, out| {
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
        let in_memory = reductions.iter().any(|reduced| self.is_in_memory(reduced));
        if has_lane && in_memory {
            out.push(self.gap(
                "a variable of a vector loop in memory of which every lane has a copy",
                span,
            ));
        }
        let Some(cut) = loops.cut else {
            out.push(self.do_works(&share, index, iteration, span));
            return self.end_reductions(reductions, Some(Combine::Team), span, out);
        };
        let work = self.temporary(LLONG, span);
        let number = self.get(work, LLONG, span);
        let from = self.ask_cut("__raceproof_omp_cut", cut, loops.total, Some(number), span);
        let from = self.keep(from, &mut inside);
        let (number, one) = (self.get(work, LLONG, span), self.wide(1, span));
        let next = self.binary(BinaryOp::Add, number, one, span);
        let to = self.ask_cut("__raceproof_omp_cut", cut, loops.total, Some(next), span);
        let to = self.keep(to, &mut inside);
        let bounds = (self.get(from, LLONG, span), self.get(to, LLONG, span));
        inside.push(self.count_up(index, bounds, None, iteration, span));
        out.push(self.do_works(&share, work, inside, span));
        self.end_reductions(reductions, Some(Combine::Team), span, out);
    }
}
