//! `target`: runs on the host, which is the only device, with the same memory. So `map` copies nothing; what remains of the
//! data environment is that scalars are firstprivate unless they are mapped.

use raceproof_ir::Span;

use super::super::Checker;
use super::super::types::{INT, VOID_PTR};
use super::combine::Combine;
use super::share::{Context, Rule};
use super::task::TASK;
use crate::ast;
use crate::hir::Stmt;
use crate::openmp::{
    ClauseArgument, ClauseName, Construct as C, DefaultmapBehaviour, DefaultmapCategory, Directive,
};

/// Sets the limit on threads and gives the one before.
const LIMIT: (&str, &str) = ("__raceproof_omp_limit", "ii");

impl Checker<'_> {
    pub(super) fn target(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        let maps_scalars = d.clauses(ClauseName::Defaultmap).any(|clause| {
            matches!(
                clause.argument,
                ClauseArgument::Defaultmap {
                    behaviour: DefaultmapBehaviour::Tofrom
                        | DefaultmapBehaviour::To
                        | DefaultmapBehaviour::From
                        | DefaultmapBehaviour::Alloc
                        | DefaultmapBehaviour::Present,
                    category: None | Some(DefaultmapCategory::Scalar | DefaultmapCategory::All),
                }
            )
        });
        let rule = if maps_scalars { Rule::Same } else { Rule::Target };
        let is_task = d.has(ClauseName::Nowait) || d.has(ClauseName::Depend);
        let inside = |s: &mut Self, out: &mut Vec<Stmt>| {
            if is_task {
                s.task_privates(d, leaves, &[], out);
            } else {
                s.privates(d, leaves, &[], out);
            }
            let reductions = s.begin_reductions(d, leaves, ClauseName::InReduction, out);
            let inner = s.leaf(d, &leaves[1..], body, span);
            out.push(inner);
            s.end_reductions(reductions, Some(Combine::Team), span, out);
        };
        // A limit of teams is theirs. Whoever makes a task of it may go on and change what the expression is made of, so that it would have to be kept: more threads
        // than there are do no harm.
        let limits = d.has(ClauseName::ThreadLimit) && !d.is(C::Teams) && !is_task;
        let mut before = Vec::new();
        self.idle_target(d, C::Target, &mut before);
        if !is_task {
            let outer = limits.then(|| {
                let limit = self.int_clause(d, ClauseName::ThreadLimit, span);
                let outer = self.runtime(LIMIT.0, LIMIT.1, vec![limit], span);
                self.keep(outer, &mut before)
            });
            let (mut statements, _) = self.within(Context::new(rule, false), Some(d), inside);
            before.append(&mut statements);
            if let Some(outer) = outer {
                let outer = self.local_value(outer, span);
                let back = self.runtime(LIMIT.0, LIMIT.1, vec![outer], span);
                before.push(self.run(back));
            }
            return self.block_of(before, span);
        }
        self.depends(d, &mut before);
        let checked = self.within(Context::new(rule, true), Some(d), inside);
        // A device does not wait for the host: it runs beside it even in a team of one.
        let undeferred = i128::from(!d.has(ClauseName::Nowait));
        let flags = self.int(8 | 4 | undeferred, INT, span);
        let event = self.int(0, VOID_PTR, span);
        let region = self.region("target", TASK, vec![flags, event], checked, span);
        before.push(region);
        self.block_of(before, span)
    }

    pub(super) fn target_data(&mut self, d: &Directive, body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let mut before = Vec::new();
        self.idle_target(d, C::TargetData, &mut before);
        let (mut statements, _) = self.within(Context::new(Rule::Same, false), Some(d), |s, out| {
            if let Some(body) = body {
                let body = s.statement(body);
                out.push(body);
            }
        });
        before.append(&mut statements);
        self.block_of(before, span)
    }

    /// Transfers between host and device: there is nothing to transfer, but tasks to wait for.
    pub(super) fn target_transfer(&mut self, d: &Directive, span: Span) -> Stmt {
        let mut before = Vec::new();
        for of in d.constructs.iter().copied() {
            self.idle_target(d, of, &mut before);
        }
        if !d.has(ClauseName::Depend) {
            return self.block_of(before, span);
        }
        self.depends(d, &mut before);
        let checked = self.within(Context::new(Rule::Same, true), None, |_, _| {});
        let undeferred = i128::from(!d.has(ClauseName::Nowait));
        let flags = self.int(8 | 4 | undeferred, INT, span);
        let event = self.int(0, VOID_PTR, span);
        let region = self.region("target", TASK, vec![flags, event], checked, span);
        before.push(region);
        self.block_of(before, span)
    }
}
