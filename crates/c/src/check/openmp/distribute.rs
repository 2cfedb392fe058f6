//! `distribute parallel for`: chunks of a loop go to the teams, and each is a loop that a region of its team
//! shares.
//!
//! With `dist_schedule(static, n)` the program knows which team has a chunk: the thread of the team goes
//! through its chunks, and each is a region of its own. Otherwise chunks may be cut in any way, and any
//! thread of any team may do any iteration: then each team has one region whose threads share the iterations
//! with those of the others.

use raceproof_ir::Span;

use super::super::Checker;
use super::super::types::LLONG;
use super::share::{Context, Rule};
use crate::ast;
use crate::hir::{BinaryOp, CompareOp, Expr, LocalId, Stmt};
use crate::openmp::{ClauseArgument, ClauseName, Construct as C, Directive};

/// More iterations or tasks than any run gets to.
const PLENTY: i128 = 1 << 40;

/// The numbers of the first iteration of a chunk and of the one behind its last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk {
    pub from: LocalId,
    pub to: LocalId,
}

impl Checker<'_> {
    pub(super) fn distribute_parallel(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        let size = match d.clause(ClauseName::DistSchedule).map(|clause| &clause.argument) {
            Some(ClauseArgument::DistSchedule { chunk }) => chunk.as_deref(),
            _ => None,
        };
        let (statements, _) = self.within(Context::new(Rule::Same, false), None, |s, out| {
            let next = s.runtime("__raceproof_omp_next_construct", "v", Vec::new(), span);
            out.push(s.run(next));
            let Some(size) = size else {
                let region = s.leaf(d, &leaves[1..], body, span);
                out.push(region);
                return;
            };
            let depth = s.constant_clause(d.expr(ClauseName::Collapse), "the argument of `collapse`");
            // The loop variables are those of the threads of the regions.
            s.scopes.push();
            let nest = s.skewed_nest(body, depth, out);
            s.scopes.pop();
            let (Some((levels, _)), Some((size, _))) = (nest, s.chunk_size(size, out)) else {
                return;
            };
            if levels.iter().any(|level| level.skew.is_some()) {
                out.push(s.gap(
                    "this schedule or clause of a loop whose bounds depend on a loop around it",
                    span,
                ));
            }
            let total = s.total(&levels, span);
            let total = s.keep(total, out);
            s.in_turn(total, size, 1, span, out, |s, from, out| {
                let chunk = s.chunk_bounds(from, size, total, span, out);
                if let Some(function) = &mut s.function
                    && let Some(context) = function.contexts.last_mut()
                {
                    context.chunk = Some(chunk);
                }
                let region = s.leaf(d, &leaves[1..], body, span);
                let bounds = (s.get(chunk.from, LLONG, span), s.get(chunk.to, LLONG, span));
                let is_there = s.compare(CompareOp::Lt, bounds.0, bounds.1, span);
                out.push(s.when(is_there, vec![region], span));
            });
        });
        self.block_of(statements, span)
    }

    /// The chunk that a loop is which a region shares, if `distribute` has cut it.
    pub(super) fn chunk_of(&self, d: &Directive, construct: C) -> Option<Chunk> {
        let contexts = &self.function.as_ref()?.contexts;
        let around = contexts.iter().rev().nth(1)?;
        around
            .chunk
            .filter(|_| construct == C::For && d.is(C::Distribute))
    }

    /// The size of a chunk as a number, and whether it is known to be one. None after a message.
    pub(super) fn chunk_size(&mut self, size: &ast::Expr, out: &mut Vec<Stmt>) -> Option<(LocalId, bool)> {
        let value = self.rvalue(size);
        if !Self::is_poison(&value) && !self.types.is_integer(value.ty) {
            self.error(size.span, "the size of a chunk is an integer");
            return None;
        }
        let is_one = self.evaluate_int(&value) == Some(1);
        Some((self.amount(value, out), is_one))
    }

    /// A number of iterations or tasks that the program asks for, or [`PLENTY`] if that is less: with more of
    /// them the sums below would not be right.
    pub(super) fn amount(&mut self, value: Expr, out: &mut Vec<Stmt>) -> LocalId {
        let (span, ty) = (value.span, value.ty);
        if let Some(number) = self.evaluate_int(&value) {
            let number = self.wide(number.min(PLENTY), span);
            return self.keep(number, out);
        }
        if self.types.integer(ty).is_none_or(|(bits, _)| bits < 64) {
            let value = self.cast(value, LLONG);
            return self.keep(value, out);
        }
        let value = self.keep(value, out);
        let (a, b) = (self.get(value, ty, span), self.int(PLENTY, ty, span));
        let is_less = self.compare(CompareOp::Lt, a, b, span);
        let (a, b) = (self.get(value, ty, span), self.int(PLENTY, ty, span));
        let (a, b) = (self.cast(a, LLONG), self.cast(b, LLONG));
        let least = self.conditional(is_less, a, b, span);
        self.keep(least, out)
    }

    /// How many parts of a size there are, the last of which may be smaller: a sum of the two might not be
    /// right.
    pub(super) fn parts(&mut self, total: LocalId, size: LocalId, span: Span) -> Expr {
        let (a, b) = (self.get(total, LLONG, span), self.get(size, LLONG, span));
        let whole = self.binary(BinaryOp::Div, a, b, span);
        let (a, b) = (self.get(total, LLONG, span), self.get(size, LLONG, span));
        let rest = self.binary(BinaryOp::Rem, a, b, span);
        let zero = self.wide(0, span);
        let has_rest = self.compare(CompareOp::Gt, rest, zero, span);
        let last = self.cast(has_rest, LLONG);
        self.binary(BinaryOp::Add, whole, last, span)
    }

    /// Goes through the chunks that are this one's turn: `for (turn = number; turn * size < total; turn +=
    /// members) …`, counted by rounds of all.
    pub(super) fn in_turn(
        &mut self,
        total: LocalId,
        chunk: LocalId,
        whose: i128,
        span: Span,
        out: &mut Vec<Stmt>,
        body: impl FnOnce(&mut Self, Expr, &mut Vec<Stmt>),
    ) {
        let of = self.int(whose, super::super::types::INT, span);
        let size = self.runtime("__raceproof_omp_members", "Li", vec![of.clone()], span);
        let size = self.keep(size, out);
        let number = self.runtime("__raceproof_omp_member", "Li", vec![of], span);
        let number = self.keep(number, out);
        let round = self.temporary(LLONG, span);
        let at = self.get(round, LLONG, span);
        let all = self.get(size, LLONG, span);
        let turn = self.binary(BinaryOp::Mul, at, all, span);
        let me = self.get(number, LLONG, span);
        let turn = self.binary(BinaryOp::Add, turn, me, span);
        let length = self.get(chunk, LLONG, span);
        let from = self.binary(BinaryOp::Mul, turn, length, span);
        let mut inside = Vec::new();
        body(self, from, &mut inside);
        let all = self.get(size, LLONG, span);
        let length = self.get(chunk, LLONG, span);
        let stride = self.binary(BinaryOp::Mul, all, length, span);
        let stride = self.keep(stride, out);
        let rounds = self.parts(total, stride, span);
        let rounds = self.keep(rounds, out);
        let bounds = (self.wide(0, span), self.get(rounds, LLONG, span));
        out.push(self.count_up(round, bounds, None, inside, span));
    }

    /// A chunk that begins here, as far as there is anything before the end.
    pub(super) fn chunk_bounds(
        &mut self,
        from: Expr,
        size: LocalId,
        end: LocalId,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Chunk {
        let from = self.keep(from, out);
        let start = self.get(from, LLONG, span);
        let length = self.get(size, LLONG, span);
        let stop = self.binary(BinaryOp::Add, start, length, span);
        let stop = self.keep(stop, out);
        let (a, b) = (self.get(stop, LLONG, span), self.get(end, LLONG, span));
        let is_short = self.compare(CompareOp::Lt, a, b, span);
        let (a, b) = (self.get(stop, LLONG, span), self.get(end, LLONG, span));
        let to = self.conditional(is_short, a, b, span);
        let to = self.keep(to, out);
        Chunk { from, to }
    }
}
