//! `barrier`, `flush`, `ordered`.

use raceproof_ir::{Order, Span, SyncOp};

use super::super::Checker;
use super::super::types::{INT, LLONG, VOID, VOID_PTR};
use super::share::{Context, Rule};
use crate::ast;
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, LocalId, Stmt, StmtKind};
use crate::openmp::{ClauseArgument, ClauseName, Directive, DirectiveArgument, Doacross, SinkTerm};

impl Checker<'_> {
    /// This thread has read the first values of what is written last; gives what to wait for before that.
    pub(super) fn copied(&mut self, span: Span, out: &mut Vec<Stmt>) -> LocalId {
        let number = self.runtime("__raceproof_omp_copied", "L", Vec::new(), span);
        self.keep(number, out)
    }

    /// Waits until all threads of the team have read them.
    pub(super) fn all_copied(&mut self, number: LocalId, span: Span) -> Stmt {
        let number = self.get(number, LLONG, span);
        let wait = self.runtime("__raceproof_omp_all_copied", "vL", vec![number], span);
        self.run(wait)
    }

    pub(super) fn barrier(&mut self, span: Span) -> Stmt {
        let call = self.runtime("__raceproof_omp_barrier", "v", Vec::new(), span);
        self.run(call)
    }

    /// A flush is a fence. With a list it is neither a release nor an acquire flush, so it orders nothing.
    pub(super) fn flush(&mut self, d: &Directive, span: Span) -> Stmt {
        if matches!(d.argument, DirectiveArgument::Items(_)) {
            return self.block_of(Vec::new(), span);
        }
        let order = match () {
            () if d.has(ClauseName::Acquire) => Order::Acquire,
            () if d.has(ClauseName::Release) => Order::Release,
            () if d.has(ClauseName::AcqRel) => Order::AcqRel,
            () => Order::SeqCst,
        };
        self.run(Expr {
            kind: ExprKind::Fence(order),
            ty: VOID,
            span,
        })
    }

    /// An ordered block, or a dependence between iterations.
    pub(super) fn ordered(&mut self, d: &Directive, body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let contexts = self.function.as_ref().map(|f| &f.contexts);
        let Some(place) = contexts.and_then(|all| all.iter().rev().find_map(|c| c.ordered.clone())) else {
            if d.has(ClauseName::Simd) {
                return self.ordered_lanes(body, span);
            }
            return self.unsupported(d, body, span);
        };
        let mut dependences = Vec::new();
        for clause in &d.clauses {
            if let ClauseArgument::Doacross(doacross) = &clause.argument {
                dependences.push((doacross, clause.span));
            }
        }
        if dependences.is_empty() {
            if d.has(ClauseName::Depend) {
                return self.unsupported(d, body, span);
            }
            let (mut statements, _) = self.ordered_body(body);
            let Some(counter) = place.counter else {
                return self.unsupported(d, None, span);
            };
            let at = self.get(counter, VOID_PTR, span);
            let index = self.get(place.index, LLONG, span);
            let enter = self.sync(SyncOp::OrderedEnter, vec![at, index], VOID, span);
            statements.insert(0, self.run(enter));
            let at = self.get(counter, VOID_PTR, span);
            let index = self.get(place.index, LLONG, span);
            let one = self.wide(1, span);
            let next = self.binary(BinaryOp::Add, index, one, span);
            let next = self.keep(next, &mut statements);
            let next_value = self.get(next, LLONG, span);
            let total = self.get(place.total, LLONG, span);
            let is_last = self.compare(CompareOp::Eq, next_value, total, span);
            let zero = self.wide(0, span);
            let next_value = self.get(next, LLONG, span);
            let next = self.conditional(is_last, zero, next_value, span);
            let exit = self.sync(SyncOp::OrderedExit, vec![at, next], VOID, span);
            statements.push(self.run(exit));
            let one = self.int(1, INT, span);
            let passed = self.set(place.passed, INT, one, span);
            statements.push(self.run(passed));
            return self.block_of(statements, span);
        }
        let mut out = Vec::new();
        for (dependence, at) in dependences {
            let statement = self.doacross(dependence, &place, at);
            out.push(statement);
        }
        self.block_of(out, span)
    }

    /// The lanes of a vector loop run this block one after the other.
    fn ordered_lanes(&mut self, body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let contexts = self.function.as_ref().map(|f| f.contexts.iter().rev());
        let mut nearest = contexts
            .into_iter()
            .flatten()
            .take_while(|context| !context.is_region);
        let has_lanes = nearest.any(|context| context.has_lanes);
        let (mut statements, _) = self.ordered_body(body);
        if has_lanes && let Some(counter) = self.program_mutex("ordered simd", span) {
            let turn = |s: &mut Self, op: SyncOp| {
                let zero = s.wide(0, span);
                let turn = s.sync(op, vec![counter.clone(), zero], VOID, span);
                s.run(turn)
            };
            statements.insert(0, turn(self, SyncOp::OrderedEnter));
            statements.push(turn(self, SyncOp::OrderedExit));
        }
        self.block_of(statements, span)
    }

    fn ordered_body(&mut self, body: Option<&ast::Stmt>) -> (Vec<Stmt>, Context) {
        let context = Context::new(Rule::Same, false).excluding("ordered");
        self.within(context, None, |s, out| {
            if let Some(body) = body {
                let body = s.statement(body);
                out.push(body);
            }
        })
    }

    fn doacross(&mut self, dependence: &Doacross, place: &super::work::OrderedLoop, span: Span) -> Stmt {
        let Some(cells) = place.cells else {
            self.clause_error(span, "this loop has no `ordered(n)` clause", "add one");
            return self.stmt(StmtKind::Empty, span);
        };
        let cell = |s: &mut Self, number: Expr| {
            let pointer = s.get(cells, VOID_PTR, span);
            let eight = s.wide(8, span);
            let bytes = s.binary(BinaryOp::Mul, number, eight, span);
            let chars = s.cast(pointer, super::super::types::CHAR_PTR);
            let at = s.pointer_add(chars, bytes, false, span);
            s.cast(at, VOID_PTR)
        };
        match dependence {
            Doacross::Source => {
                let number = self.get(place.flat, LLONG, span);
                let at = cell(self, number);
                let value = self.runtime("__raceproof_omp_construct", "L", Vec::new(), span);
                let set = self.sync(SyncOp::EventSet, vec![at, value], VOID, span);
                self.run(set)
            }
            Doacross::SinkPrevious => {
                let number = self.get(place.flat, LLONG, span);
                let one = self.wide(1, span);
                let number = self.binary(BinaryOp::Sub, number, one, span);
                let mut out = Vec::new();
                let number = self.keep(number, &mut out);
                let zero = self.wide(0, span);
                let value = self.get(number, LLONG, span);
                let exists = self.compare(CompareOp::Ge, value, zero, span);
                let value = self.get(number, LLONG, span);
                let at = cell(self, value);
                let value = self.runtime("__raceproof_omp_construct", "L", Vec::new(), span);
                let wait = self.sync(SyncOp::EventWait, vec![at, value], VOID, span);
                let wait = self.run(wait);
                out.push(self.when(exists, vec![wait], span));
                self.block_of(out, span)
            }
            Doacross::Sink(terms) => {
                if terms.len() != place.levels.len() {
                    let wanted = place.levels.len();
                    let message = format!("this sink has {} terms, the loop nest {wanted}", terms.len());
                    self.error(span, message);
                    return self.stmt(StmtKind::Empty, span);
                }
                let mut out = Vec::new();
                let mut exists: Option<Expr> = None;
                let mut flat: Option<Expr> = None;
                for (term, level) in terms.iter().zip(&place.levels) {
                    let number = self.sink_number(term, level, span);
                    let number = self.keep(number, &mut out);
                    let zero = self.wide(0, span);
                    let value = self.get(number, LLONG, span);
                    let low = self.compare(CompareOp::Ge, value, zero, span);
                    let value = self.get(number, LLONG, span);
                    let count = self.get(level.count, LLONG, span);
                    let high = self.compare(CompareOp::Lt, value, count, span);
                    let within = self.logical(true, low, high, span);
                    exists = Some(match exists.take() {
                        Some(before) => self.logical(true, before, within, span),
                        None => within,
                    });
                    let value = self.get(number, LLONG, span);
                    flat = Some(match flat.take() {
                        Some(before) => {
                            let count = self.get(level.count, LLONG, span);
                            let scaled = self.binary(BinaryOp::Mul, before, count, span);
                            self.binary(BinaryOp::Add, scaled, value, span)
                        }
                        None => value,
                    });
                }
                let (Some(exists), Some(flat)) = (exists, flat) else {
                    return self.stmt(StmtKind::Empty, span);
                };
                let at = cell(self, flat);
                let value = self.runtime("__raceproof_omp_construct", "L", Vec::new(), span);
                let wait = self.sync(SyncOp::EventWait, vec![at, value], VOID, span);
                let wait = self.run(wait);
                out.push(self.when(exists, vec![wait], span));
                self.block_of(out, span)
            }
        }
    }

    /// The number of the iteration that a coordinate of a sink names: those of this iteration and the offset
    /// in steps.
    fn sink_number(&mut self, term: &SinkTerm, level: &super::iterate::Level, span: Span) -> Expr {
        if term.variable.symbol != level.name.symbol {
            let wanted = self.name(level.name.symbol).to_owned();
            self.error(
                term.variable.span,
                format!("expected the loop variable `{wanted}` here"),
            );
        }
        let mut offset = self.wide(0, span);
        for (negative, value) in &term.offsets {
            let value = self.rvalue(value);
            let value = self.cast(value, LLONG);
            let op = if *negative { BinaryOp::Sub } else { BinaryOp::Add };
            offset = self.binary(op, offset, value, span);
        }
        let step = self.bound_value(level.step, span);
        let steps = self.binary(BinaryOp::Div, offset, step, span);
        let number = self.get(level.number, LLONG, span);
        self.plus(number, steps, span)
    }
}
