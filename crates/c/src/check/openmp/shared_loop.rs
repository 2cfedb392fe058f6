//! Loops whose iterations are shared: `for`, `loop`, `distribute`.
//!
//! With `schedule(static, n)` the program knows which thread does what. Without a size it knows only that
//! equal loops are divided equally: the runtime has the ways in which that may be. Otherwise an iteration, or
//! a chunk of them, is a work that any thread might do.

use raceproof_ir::{Span, SyncOp};

use super::super::Checker;
use super::super::types::{INT, LLONG, VOID, VOID_PTR};
use super::combine::Combine;
use super::distribute::Chunk;
use super::iterate::{Bound, Level, together};
use super::share::{Context, Private, Rule};
use super::takes;
use super::work::{OrderedLoop, Share};
use crate::ast;
use crate::hir::{BinaryOp, CompareOp, Expr, LocalId, Stmt, StmtKind};
use crate::openmp::{BindKind, ClauseArgument, ClauseName, Construct as C, Directive, ScheduleKind};
use crate::symbol::Symbol;

/// How a loop is divided.
enum Schedule {
    /// In about equal parts, one for each thread.
    Even,
    /// In chunks of this size, in turn.
    InTurn(LocalId),
    /// As works of one iteration.
    Free,
    /// As works of chunks of this size.
    FreeChunks(LocalId),
    /// Each team divides its own part in chunks of this size, in turn.
    Parts(LocalId),
}

/// What has the values of the last iteration after a loop.
#[derive(Clone)]
enum Lasts {
    Nothing,
    /// Done at the end of the last iteration, whoever does it: these variables, and the loop variables with
    /// these names.
    Within(Vec<Private>, Vec<Symbol>),
    /// Done after the loop by the thread that did the last iteration, where that is known: this local tells
    /// the number of its last one.
    After(LocalId),
}

/// Everything about a loop that is being shared.
struct Plan {
    schedule: Schedule,
    whose: i128,
    /// The loops whose iterations are shared, and those that run within each.
    levels: Vec<Level>,
    inner: Vec<Level>,
    index: LocalId,
    total: LocalId,
    /// The iterations to share if these are not all, and how many they are in any case.
    chunk: Option<Chunk>,
    count: LocalId,
    lasts: Lasts,
    /// What to wait for before the last values are written: others may still read the first ones.
    copied: Option<LocalId>,
    linear: Vec<(Private, LocalId, Bound)>,
    ordered: Option<OrderedLoop>,
}

impl Checker<'_> {
    /// Who shares the iterations of a loop: 0 the threads of a team, 1 the teams, 2 all threads of all teams.
    fn whose(&self, d: &Directive, construct: C, part: Option<Chunk>) -> i128 {
        match construct {
            _ if part.is_some() => 0,
            C::Distribute => 1,
            C::For if d.is(C::Distribute) => 2,
            C::Loop => match d.clause(ClauseName::Bind).map(|clause| &clause.argument) {
                Some(ClauseArgument::Bind(BindKind::Teams)) => 1,
                Some(_) => 0,
                None => i128::from(d.is(C::Teams)),
            },
            _ => 0,
        }
    }

    fn schedule(
        &mut self,
        d: &Directive,
        construct: C,
        part: Option<Chunk>,
        out: &mut Vec<Stmt>,
    ) -> Schedule {
        let clause = match construct {
            C::Distribute => d.clause(ClauseName::DistSchedule),
            _ => d.clause(ClauseName::Schedule),
        };
        let (kind, chunk) = match clause.map(|clause| &clause.argument) {
            Some(ClauseArgument::Schedule { kind, chunk, .. }) => (*kind, chunk.as_deref()),
            // Chunks are given to the teams in turn. Without a size they may be cut in any way.
            Some(ClauseArgument::DistSchedule { chunk: Some(chunk) }) => {
                (ScheduleKind::Static, Some(&**chunk))
            }
            _ => return Schedule::Free,
        };
        let chunk = chunk.and_then(|chunk| self.chunk_size(chunk, out));
        let is_open = construct == C::For && d.is(C::Distribute) && part.is_none();
        match (kind, chunk) {
            // What a team divides among its threads is open.
            (ScheduleKind::Static, Some((chunk, false))) if is_open => Schedule::Parts(chunk),
            (ScheduleKind::Static, _) if is_open => Schedule::Free,
            // Equal loops are divided equally only if none has lanes (section 11.5.3).
            (ScheduleKind::Static, Some((chunk, false))) if d.is(C::Simd) => Schedule::FreeChunks(chunk),
            (ScheduleKind::Static, _) if d.is(C::Simd) => Schedule::Free,
            (ScheduleKind::Runtime, _) => {
                let chunk = self.runtime("__raceproof_omp_runtime_chunk", "L", Vec::new(), d.span);
                Schedule::FreeChunks(self.keep(chunk, out))
            }
            (ScheduleKind::Static, None) => Schedule::Even,
            (ScheduleKind::Static, Some((chunk, _))) => Schedule::InTurn(chunk),
            (ScheduleKind::Dynamic, Some((chunk, false))) => Schedule::FreeChunks(chunk),
            _ => Schedule::Free,
        }
    }

    /// Whether iterations that may be beside each other by `order(concurrent)` come in chunks.
    fn has_concurrent_chunks(d: &Directive, construct: C) -> bool {
        let name = match construct {
            C::Distribute => ClauseName::DistSchedule,
            _ => ClauseName::Schedule,
        };
        let comes_in_chunks = match d.clause(name).map(|clause| &clause.argument) {
            Some(ClauseArgument::Schedule { kind, chunk, .. }) => match kind {
                ScheduleKind::Static | ScheduleKind::Runtime => true,
                ScheduleKind::Dynamic => chunk.is_some(),
                _ => false,
            },
            Some(ClauseArgument::DistSchedule { chunk }) => chunk.is_some(),
            _ => false,
        };
        d.has(ClauseName::Order) && comes_in_chunks
    }

    /// Long because the order of the statements that it makes is the meaning of the construct.
    pub(super) fn shared_loop(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        let construct = leaves[0];
        if construct == C::Loop
            && let Some(clause) = d.clause(ClauseName::Bind)
            && matches!(clause.argument, ClauseArgument::Bind(BindKind::Thread))
        {
            // Each thread runs all iterations, beside each other.
            return self.simd(d, leaves, body, span);
        }
        let has_lanes =
            d.is(C::Simd) && !self.is_without_lanes(d) || Self::has_concurrent_chunks(d, construct);
        let collapse = self.constant_clause(d.expr(ClauseName::Collapse), "the argument of `collapse`");
        let ordered = d.expr(ClauseName::Ordered);
        let depth = self
            .constant_clause(ordered, "the argument of `ordered`")
            .max(collapse);
        let part = self.chunk_of(d, construct);
        let whose = self.whose(d, construct, part);
        let mut lasts_only_if: Option<Stmt> = None;
        for clause in d.clauses(ClauseName::Lastprivate) {
            if let ClauseArgument::Lastprivate {
                conditional: true, ..
            } = clause.argument
            {
                lasts_only_if = Some(self.gap("lastprivate(conditional: …)", clause.span));
            }
        }
        for clause in d.clauses(ClauseName::Reduction) {
            if let ClauseArgument::Reduction {
                modifier: Some(crate::openmp::ReductionModifier::Inscan),
                ..
            } = clause.argument
            {
                lasts_only_if = Some(self.gap("reduction(inscan, …)", clause.span));
            }
        }
        if construct == C::For {
            self.refuse_nested("a work-sharing region", span);
        }
        let mut context = Context::new(Rule::Same, false);
        context.excludes = (construct != C::Distribute).then(|| construct.text());
        context.has_lanes = has_lanes;
        let (statements, _) = self.within(context, Some(d), |s, out| {
            out.extend(lasts_only_if);
            let tiles = body.filter(|_| depth == 1).and_then(together);
            let written = tiles.map(|(written, _)| written).or(body);
            let Some((levels, inner_body)) = s.skewed_nest(written, depth, out) else {
                return;
            };
            let mut schedule = s.schedule(d, construct, part, out);
            if let Some((_, size)) = tiles {
                let value = s.rvalue(size);
                let value = s.cast(value, LLONG);
                match schedule {
                    Schedule::Free | Schedule::Parts(_) if !d.has(ClauseName::Order) && !d.is(C::Simd) => {
                        schedule = Schedule::FreeChunks(s.keep(value, out));
                    }
                    _ => out.push(s.gap("this directive on a loop that is tiled or unrolled in part", span)),
                }
            }
            let made = s.privates(d, leaves, &levels, out);
            let lasts = s.lastprivates(d, leaves, &made, &levels, out);
            let linear = match takes(leaves, ClauseName::Linear) {
                true => s.linear(d, &levels, out),
                false => Vec::new(),
            };
            // All threads have read the first value before one writes the last; nothing else is ordered.
            let both = made.iter().any(|p| lasts.iter().any(|l| l.inner == p.inner));
            let copied = (construct == C::For && (both || !linear.is_empty())).then(|| s.copied(span, out));
            let reductions = s.begin_reductions(d, leaves, ClauseName::Reduction, out);
            let group = s.begin_participants(d, span, out);
            let (shared, inner) = levels.split_at(collapse.min(levels.len()));
            let total = s.total(shared, span);
            let total = s.keep(total, out);
            let count = match part {
                Some(chunk) => {
                    let (from, to) = (s.get(chunk.from, LLONG, span), s.get(chunk.to, LLONG, span));
                    let count = s.binary(BinaryOp::Sub, to, from, span);
                    s.keep(count, out)
                }
                None => total,
            };
            let is_skewed = levels.iter().any(|level| level.skew.is_some());
            if let Schedule::Parts(size) = schedule {
                schedule = match is_skewed {
                    true => Schedule::Free,
                    false => Schedule::FreeChunks(s.part_chunk(total, size, span, out)),
                };
            }
            if !has_lanes && (construct == C::Loop || d.has(ClauseName::Order)) {
                let args = vec![s.get(count, LLONG, span), s.int(whose, INT, span)];
                let check = s.runtime("__raceproof_omp_concurrent", "vLi", args, span);
                out.push(s.run(check));
            }
            let index = s.temporary(LLONG, span);
            let last_names: Vec<_> = d.names(ClauseName::Lastprivate).map(|n| n.symbol).collect();
            let has_last_level = levels.iter().any(|l| last_names.contains(&l.name.symbol));
            let has_last = !lasts.is_empty() || has_last_level || !linear.is_empty();
            // Iterations that are not there have numbers too, which nobody must count.
            let counts = has_last || ordered.is_some() || d.has(ClauseName::Ordered);
            if is_skewed && (counts || !matches!(schedule, Schedule::Free)) {
                out.push(s.gap(
                    "this schedule or clause of a loop whose bounds depend on a loop around it",
                    span,
                ));
            }
            let is_open = matches!(
                schedule,
                Schedule::Free | Schedule::FreeChunks(_) | Schedule::Even
            );
            let plan_lasts = match (has_last, is_open) {
                (false, _) => Lasts::Nothing,
                (true, true) => Lasts::Within(lasts.clone(), last_names.clone()),
                (true, false) => {
                    let nothing = s.wide(-1, span);
                    Lasts::After(s.keep(nothing, out))
                }
            };
            let mut plan = Plan {
                schedule,
                whose,
                levels: shared.to_vec(),
                inner: inner.to_vec(),
                index,
                total,
                chunk: part,
                count,
                lasts: plan_lasts,
                copied,
                linear,
                ordered: None,
            };
            // The construct has its number once its share is asked for.
            let share = s.loop_share(&plan, span, out);
            if d.has(ClauseName::Ordered) {
                plan.ordered = Some(s.ordered_loop(&plan, ordered.is_some(), span, out));
            }
            if let Some(function) = &mut s.function
                && let Some(context) = function.contexts.last_mut()
            {
                context.ordered = plan.ordered.clone();
            }
            let iteration = s.loop_iteration(&plan, inner_body, span);
            let lane = has_lanes.then(|| s.begin_lane(d, index, span, out));
            // Copies that lanes hand on to each other in memory would seem to race.
            let linear_copies = plan.linear.iter().map(|(private, ..)| private.inner);
            let mut copies = made.iter().chain(&lasts).map(|p| p.inner).chain(linear_copies);
            let in_memory = copies.any(|copy| s.is_addressed(copy))
                || reductions.iter().any(|reduced| s.is_in_memory(reduced));
            if has_lanes && in_memory {
                out.push(s.gap(
                    "a variable of a vector loop in memory of which every lane has a copy",
                    span,
                ));
            }
            s.divide(&plan, share.as_ref(), lane, iteration, span, out);
            if let Lasts::After(last) = plan.lasts {
                s.end_lasts(&plan, last, &lasts, &last_names, span, out);
            }
            s.end_participants(group, span, out);
            let of = match whose {
                0 => Combine::Construct,
                1 => Combine::League,
                _ => Combine::Team,
            };
            s.end_reductions(reductions, Some(of), span, out);
        });
        match construct {
            C::Distribute => self.block_of(statements, span),
            _ if whose != 0 => self.block_of(statements, span),
            _ => self.end_barrier(d, statements, span),
        }
    }

    /// The share of a loop whose mapping is open. Loops with a fixed one are numbered too.
    fn loop_share(&mut self, plan: &Plan, span: Span, out: &mut Vec<Stmt>) -> Option<Share> {
        match plan.schedule {
            Schedule::Free => {
                let total = self.get(plan.count, LLONG, span);
                Some(self.share(total, plan.whose, span, out))
            }
            Schedule::FreeChunks(chunk) => {
                let works = self.parts(plan.count, chunk, span);
                Some(self.share(works, plan.whose, span, out))
            }
            Schedule::Even => {
                let total = self.get(plan.count, LLONG, span);
                Some(self.static_share(total, span, out))
            }
            Schedule::InTurn(_) | Schedule::Parts(_) => {
                let next = self.runtime("__raceproof_omp_next_construct", "v", Vec::new(), span);
                out.push(self.run(next));
                None
            }
        }
    }

    /// The size of the chunks that must stay together where a team cuts its part in chunks.
    fn part_chunk(&mut self, total: LocalId, size: LocalId, span: Span, out: &mut Vec<Stmt>) -> LocalId {
        let args = vec![self.get(total, LLONG, span), self.get(size, LLONG, span)];
        let chunk = self.runtime("__raceproof_omp_part_chunk", "LLL", args, span);
        self.keep(chunk, out)
    }

    /// The number of an iteration by its number among those that are shared.
    fn number_of(&mut self, plan: &Plan, number: Expr, span: Span) -> Expr {
        match plan.chunk {
            Some(chunk) => {
                let first = self.get(chunk.from, LLONG, span);
                self.binary(BinaryOp::Add, first, number, span)
            }
            None => number,
        }
    }

    fn ordered_loop(&mut self, plan: &Plan, has_cells: bool, span: Span, out: &mut Vec<Stmt>) -> OrderedLoop {
        let mut levels = plan.levels.clone();
        levels.extend(plan.inner.iter().cloned());
        let (mut counter, mut cells) = (None, None);
        if has_cells {
            let total = self.total(&levels, span);
            let pointer = self.runtime("__raceproof_omp_cells", "pL", vec![total], span);
            cells = Some(self.keep(pointer, out));
        } else {
            let pointer = self.runtime("__raceproof_omp_ordered", "p", Vec::new(), span);
            counter = Some(self.keep(pointer, out));
        }
        OrderedLoop {
            counter,
            passed: self.temporary(INT, span),
            index: plan.index,
            total: plan.total,
            cells,
            flat: self.temporary(LLONG, span),
            levels,
        }
    }

    /// The statements of one iteration.
    fn loop_iteration(&mut self, plan: &Plan, body: &ast::Stmt, span: Span) -> Vec<Stmt> {
        let mut out = Vec::new();
        let has_cells = plan.ordered.as_ref().is_some_and(|o| o.cells.is_some());
        self.set_variables(&plan.levels, plan.index, has_cells, span, &mut out);
        for (private, start, step) in &plan.linear {
            let number = self.get(plan.index, LLONG, span);
            let statement = self.linear_value(private, *start, *step, number);
            out.push(statement);
        }
        if let Lasts::After(last) = plan.lasts {
            let number = self.get(plan.index, LLONG, span);
            let set = self.set(last, LLONG, number, span);
            out.push(self.run(set));
        }
        if let Some(ordered) = &plan.ordered {
            let zero = self.int(0, INT, span);
            let set = self.set(ordered.passed, INT, zero, span);
            out.push(self.run(set));
        }
        if plan.inner.is_empty() {
            if let Some(ordered) = &plan.ordered {
                let number = self.get(plan.index, LLONG, span);
                let set = self.set(ordered.flat, LLONG, number, span);
                out.push(self.run(set));
            }
            let checked = self.iteration(body);
            self.with_lasts(plan, checked, span, &mut out);
            return out;
        }
        // Loops within that only `ordered` knows of run one after the other.
        let inner = self.temporary(LLONG, span);
        let mut inside = Vec::new();
        self.set_variables(&plan.inner, inner, true, span, &mut inside);
        if let Some(ordered) = &plan.ordered {
            let total = self.total(&plan.inner, span);
            let outer = self.get(plan.index, LLONG, span);
            let scaled = self.binary(BinaryOp::Mul, outer, total, span);
            let number = self.get(inner, LLONG, span);
            let flat = self.binary(BinaryOp::Add, scaled, number, span);
            let set = self.set(ordered.flat, LLONG, flat, span);
            inside.push(self.run(set));
        }
        let checked = self.iteration(body);
        inside.push(checked);
        let total = self.total(&plan.inner, span);
        let zero = self.wide(0, span);
        let loops = self.count_up(inner, (zero, total), None, inside, span);
        self.with_lasts(plan, loops, span, &mut out);
        out
    }

    /// A body, and after it what the last iteration gives to the variables around.
    fn with_lasts(&mut self, plan: &Plan, body: Stmt, span: Span, out: &mut Vec<Stmt>) {
        let Lasts::Within(lasts, names) = plan.lasts.clone() else {
            out.push(body);
            return;
        };
        // `continue` ends the body only: it is a loop that runs once.
        let cond = self.int(0, INT, span);
        let body = Box::new(body);
        out.push(self.stmt(StmtKind::DoWhile { body, cond }, span));
        let number = self.get(plan.index, LLONG, span);
        let final_number = self.final_number(plan, span);
        let is_last = self.compare(CompareOp::Eq, number, final_number, span);
        let then = self.last_values(plan, &lasts, &names, span);
        out.push(self.when(is_last, then, span));
    }

    fn final_number(&mut self, plan: &Plan, span: Span) -> Expr {
        let one = self.wide(1, span);
        let total = self.get(plan.total, LLONG, span);
        self.binary(BinaryOp::Sub, total, one, span)
    }

    /// Gives the outer variables the values of the last iteration.
    fn last_values(&mut self, plan: &Plan, lasts: &[Private], names: &[Symbol], span: Span) -> Vec<Stmt> {
        let mut then = Vec::new();
        then.extend(plan.copied.map(|number| self.all_copied(number, span)));
        self.assign_lasts(lasts, &mut then);
        self.end_variables(&plan.levels, &|symbol| names.contains(&symbol), &mut then);
        for (private, start, step) in &plan.linear {
            let total = self.get(plan.total, LLONG, span);
            let statement = self.linear_value(private, *start, *step, total);
            then.push(statement);
            self.assign_lasts(std::slice::from_ref(private), &mut then);
        }
        then
    }

    /// What ends an iteration, however its body is left.
    fn iteration_end(&mut self, plan: &Plan, span: Span) -> Option<Expr> {
        let ordered = plan.ordered.as_ref()?;
        let counter = self.get(ordered.counter?, VOID_PTR, span);
        let index = self.get(plan.index, LLONG, span);
        let total = self.get(plan.total, LLONG, span);
        let passed = self.get(ordered.passed, INT, span);
        let args = vec![counter, index, total, passed];
        Some(self.runtime("__raceproof_omp_ordered_skip", "vpLLi", args, span))
    }

    /// Runs the iterations of this thread.
    fn divide(
        &mut self,
        plan: &Plan,
        share: Option<&Share>,
        lane: Option<Stmt>,
        iteration: Vec<Stmt>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let mut end = self.iteration_end(plan, span);
        let index = plan.index;
        let mut iteration = iteration;
        if let Some(begin) = lane {
            iteration.insert(0, begin);
            let finish = self.end_work(span);
            end = Some(match end {
                Some(end) => self.sequence(end, finish, span),
                None => finish,
            });
        } else if share.is_none() {
            // Reports name the iteration although it is the thread that counts.
            let fixed = self.int(i128::from(u32::MAX), VOID_PTR, span);
            let construct = self.wide(0, span);
            let number = self.get(index, LLONG, span);
            let begin = self.sync(SyncOp::WorkBegin, vec![fixed, construct, number], VOID, span);
            iteration.insert(0, self.run(begin));
            let finish = self.end_work(span);
            end = Some(match end {
                Some(end) => self.sequence(end, finish, span),
                None => finish,
            });
        }
        match (&plan.schedule, share) {
            (Schedule::Free | Schedule::Even, Some(share)) => {
                let number = self.get(index, LLONG, span);
                let mut body = vec![self.begin_work(share, number, span)];
                body.extend(iteration);
                let finish = self.end_work(span);
                let finish = match end {
                    Some(end) => self.sequence(end, finish, span),
                    None => finish,
                };
                let from = self.get(share.first, LLONG, span);
                let to = self.get(share.limit, LLONG, span);
                let bounds = (self.number_of(plan, from, span), self.number_of(plan, to, span));
                let range = self.count_up(index, bounds, Some(finish), body, span);
                out.push(self.while_works(share, range, span));
            }
            (Schedule::FreeChunks(chunk), Some(share)) => {
                let work = self.temporary(LLONG, span);
                let number = self.get(work, LLONG, span);
                let mut body = vec![self.begin_work(share, number, span)];
                let size = self.get(*chunk, LLONG, span);
                let number = self.get(work, LLONG, span);
                let from = self.binary(BinaryOp::Mul, number, size, span);
                let from = self.number_of(plan, from, span);
                self.chunk(plan, from, *chunk, end, iteration, span, &mut body);
                let finish = self.end_work(span);
                let from = self.get(share.first, LLONG, span);
                let to = self.get(share.limit, LLONG, span);
                let range = self.count_up(work, (from, to), Some(finish), body, span);
                out.push(self.while_works(share, range, span));
            }
            (Schedule::InTurn(chunk), _) => {
                self.in_turn(plan.count, *chunk, plan.whose, span, out, |s, from, out| {
                    let from = s.number_of(plan, from, span);
                    s.chunk(plan, from, *chunk, end, iteration, span, out);
                });
            }
            _ => unreachable!("works of an open schedule have a share, and parts of teams were made one"),
        }
    }

    /// The iterations of a chunk, as far as there are any.
    #[allow(clippy::too_many_arguments)]
    fn chunk(
        &mut self,
        plan: &Plan,
        from: Expr,
        chunk: LocalId,
        end: Option<Expr>,
        iteration: Vec<Stmt>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let end_of_all = plan.chunk.map_or(plan.total, |chunk| chunk.to);
        let chunk = self.chunk_bounds(from, chunk, end_of_all, span, out);
        let bounds = (self.get(chunk.from, LLONG, span), self.get(chunk.to, LLONG, span));
        out.push(self.count_up(plan.index, bounds, end, iteration, span));
    }

    /// The thread that did the last iteration gives the outer variables their values.
    fn end_lasts(
        &mut self,
        plan: &Plan,
        last: LocalId,
        lasts: &[Private],
        names: &[Symbol],
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let then = self.last_values(plan, lasts, names, span);
        let final_number = self.final_number(plan, span);
        let done = self.get(last, LLONG, span);
        let is_last = self.compare(CompareOp::Eq, done, final_number, span);
        let zero = self.wide(0, span);
        let done = self.get(last, LLONG, span);
        let did = self.compare(CompareOp::Ge, done, zero, span);
        let cond = self.logical(true, did, is_last, span);
        out.push(self.when(cond, then, span));
    }
}
