//! Works that threads share, and which of them a thread does.

use raceproof_ir::{Span, SyncOp};

use super::super::Checker;
use super::super::types::{INT, LLONG, VOID, VOID_PTR};
use super::iterate::Level;
use crate::hir::{CompareOp, Expr, LocalId, Stmt, StmtKind};

/// The works of a construct that this thread does.
pub(super) struct Share {
    /// The first, and the one behind the last.
    pub first: LocalId,
    pub limit: LocalId,
    /// Who shares, and the number of the construct.
    pub workers: LocalId,
    pub construct: LocalId,
    /// How many works there are, and who is asked for more.
    pub works: LocalId,
    pub source: Source,
}

/// Who gives works to this thread.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// Those that share the construct; the number tells which, see the runtime.
    Team(i128),
    /// The tasks of a taskloop: the number of this one, and how many there are.
    Tasks(LocalId, LocalId),
    /// The threads of the team by `schedule(static)` without a chunk size.
    Parts,
}

/// What `ordered` needs to know of its loop.
#[derive(Clone)]
pub(crate) struct OrderedLoop {
    /// The counter of `ordered` without an argument.
    pub counter: Option<LocalId>,
    /// Whether this iteration has had its ordered block.
    pub passed: LocalId,
    /// The number of the iteration, and how many there are.
    pub index: LocalId,
    pub total: LocalId,
    /// Of `ordered(n)`: a cell for each iteration, the number of this one, and the loops.
    pub cells: Option<LocalId>,
    pub flat: LocalId,
    pub levels: Vec<Level>,
}

impl Checker<'_> {
    /// Asks for a share of some works.
    pub(super) fn share(&mut self, works: Expr, whose: i128, span: Span, out: &mut Vec<Stmt>) -> Share {
        let works = self.keep(works, out);
        let (all, of) = (self.get(works, LLONG, span), self.int(whose, INT, span));
        let first = self.runtime("__raceproof_omp_share", "LLi", vec![all, of], span);
        let first = self.keep(first, out);
        let limit = self.sync(SyncOp::WorkLimit, Vec::new(), LLONG, span);
        let limit = self.keep(limit, out);
        let of = self.int(whose, INT, span);
        let workers = self.runtime("__raceproof_omp_workers", "pi", vec![of], span);
        let workers = self.keep(workers, out);
        let construct = self.runtime("__raceproof_omp_construct", "L", Vec::new(), span);
        let construct = self.keep(construct, out);
        Share {
            first,
            limit,
            workers,
            construct,
            works,
            source: Source::Team(whose),
        }
    }

    /// Asks for the part of a loop that `schedule(static)` gives to this thread. How that divides the loop is
    /// up to the runtime.
    pub(super) fn static_share(&mut self, works: Expr, span: Span, out: &mut Vec<Stmt>) -> Share {
        let works = self.keep(works, out);
        let all = self.get(works, LLONG, span);
        let first = self.runtime("__raceproof_omp_static_share", "LL", vec![all], span);
        let first = self.keep(first, out);
        let all = self.get(works, LLONG, span);
        let limit = self.runtime("__raceproof_omp_static_limit", "LL", vec![all], span);
        let limit = self.keep(limit, out);
        let workers = self.runtime("__raceproof_omp_static_workers", "p", Vec::new(), span);
        let workers = self.keep(workers, out);
        let construct = self.runtime("__raceproof_omp_static_construct", "L", Vec::new(), span);
        let construct = self.keep(construct, out);
        Share {
            first,
            limit,
            workers,
            construct,
            works,
            source: Source::Parts,
        }
    }

    /// Asks for the works after those of the share; it is empty then if there are no more.
    fn next_share(&mut self, share: &Share, span: Span) -> Vec<Stmt> {
        let construct = self.get(share.construct, LLONG, span);
        let works = self.get(share.works, LLONG, span);
        let first = match share.source {
            Source::Team(whose) => {
                let of = self.int(whose, INT, span);
                self.runtime("__raceproof_omp_more", "LLLi", vec![construct, works, of], span)
            }
            Source::Tasks(task, size) => {
                let workers = self.get(share.workers, VOID_PTR, span);
                let (task, size) = (self.get(task, INT, span), self.get(size, INT, span));
                let args = vec![workers, construct, works, task, size];
                self.sync(SyncOp::WorkMore, args, LLONG, span)
            }
            Source::Parts => {
                let args = vec![construct, works];
                self.runtime("__raceproof_omp_static_more", "LLL", args, span)
            }
        };
        let first = self.set(share.first, LLONG, first, span);
        let limit = match share.source {
            Source::Parts => {
                let works = self.get(share.works, LLONG, span);
                self.runtime("__raceproof_omp_static_limit", "LL", vec![works], span)
            }
            Source::Team(_) | Source::Tasks(..) => self.sync(SyncOp::WorkLimit, Vec::new(), LLONG, span),
        };
        let limit = self.set(share.limit, LLONG, limit, span);
        vec![self.run(first), self.run(limit)]
    }

    /// Does something with each range of works that this thread gets.
    pub(super) fn while_works(&mut self, share: &Share, range: Stmt, span: Span) -> Stmt {
        let first = self.get(share.first, LLONG, span);
        let limit = self.get(share.limit, LLONG, span);
        let cond = self.compare(CompareOp::Lt, first, limit, span);
        let mut body = vec![range];
        body.extend(self.next_share(share, span));
        let body = Box::new(self.block_of(body, span));
        self.stmt(StmtKind::While { cond, body }, span)
    }

    pub(super) fn begin_work(&mut self, share: &Share, number: Expr, span: Span) -> Stmt {
        let workers = self.get(share.workers, VOID_PTR, span);
        let construct = self.get(share.construct, LLONG, span);
        let begin = self.sync(SyncOp::WorkBegin, vec![workers, construct, number], VOID, span);
        self.run(begin)
    }

    pub(super) fn end_work(&mut self, span: Span) -> Expr {
        self.sync(SyncOp::WorkEnd, Vec::new(), VOID, span)
    }

    /// Does the works of a share: `index` counts them.
    pub(super) fn do_works(&mut self, share: &Share, index: LocalId, work: Vec<Stmt>, span: Span) -> Stmt {
        let number = self.get(index, LLONG, span);
        let mut body = vec![self.begin_work(share, number, span)];
        body.extend(work);
        let end = self.end_work(span);
        let from = self.get(share.first, LLONG, span);
        let to = self.get(share.limit, LLONG, span);
        let range = self.count_up(index, (from, to), Some(end), body, span);
        self.while_works(share, range, span)
    }
}
