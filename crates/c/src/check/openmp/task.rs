//! Tasks: `task`, `taskwait`, `taskgroup`.

use raceproof_ir::{Construct, Span, SyncOp};

use super::super::Checker;
use super::super::scope::Entity;
use super::super::types::{INT, LLONG, VOID, VOID_PTR};
use super::combine::Combine;
use super::share::{Context, Rule};
use super::takes;
use crate::ast::{self, Ident};
use crate::hir::{BinaryOp, Expr, LocalId, Stmt};
use crate::openmp::{ClauseArgument, ClauseName, Construct as C, Directive};

/// The runtime function of tasks, and the one that makes room for what a task gets.
pub(super) const TASK: (&str, &str) = ("__raceproof_omp_task", "vpplip");
pub(super) const TASK_BLOCK: (&str, &str) = ("__raceproof_omp_task_block", "pl");

impl Checker<'_> {
    /// The flags of a task: see the runtime.
    pub(super) fn task_flags(&mut self, d: &Directive, of: C, extra: i128, span: Span) -> Expr {
        let mut flags = self.int(extra, INT, span);
        if d.condition(of).is_some() {
            let condition = self.if_clause(d, of, span);
            let inline = self.not(condition, span);
            flags = self.binary(BinaryOp::Or, flags, inline, span);
        }
        if let Some(expr) = d.expr(ClauseName::Final) {
            let condition = self.condition(expr);
            let two = self.int(2, INT, span);
            let bit = self.binary(BinaryOp::Mul, condition, two, span);
            flags = self.binary(BinaryOp::Or, flags, bit, span);
        }
        flags
    }

    /// Copies the firstprivate variables of a task into its context.
    pub(super) fn task_privates(
        &mut self,
        d: &Directive,
        leaves: &[C],
        levels: &[Ident],
        out: &mut Vec<Stmt>,
    ) {
        let is_level = |name: &Ident| levels.iter().any(|level| level.symbol == name.symbol);
        if takes(leaves, ClauseName::Private) {
            for name in d.names(ClauseName::Private).filter(|name| !is_level(name)) {
                self.private(name, false, out);
            }
        }
        if takes(leaves, ClauseName::Firstprivate) {
            for name in d.names(ClauseName::Firstprivate).filter(|name| !is_level(name)) {
                self.copied_private(name);
            }
        }
        // The handle of an event is firstprivate (section 12.5.2).
        let is_named = |name: &Ident| {
            let mut names = d.names(ClauseName::Firstprivate);
            names.any(|other| other.symbol == name.symbol)
        };
        for name in d.names(ClauseName::Detach).filter(|name| !is_named(name)) {
            self.copied_private(name);
        }
    }

    /// A firstprivate variable whose value is taken when the task is made.
    pub(super) fn copied_private(&mut self, name: Ident) {
        let Some(binding) = self.scopes.find(name.symbol).copied() else {
            self.undeclared(name.symbol, name.span);
            return;
        };
        let ty = match binding.what {
            Entity::Local(_, ty) => ty,
            Entity::Global(id) => self.global_type(id),
            Entity::Error => return,
            _ => {
                self.error(name.span, "this is not a variable");
                return;
            }
        };
        let index = self.function.as_ref().map_or(0, |f| f.contexts.len());
        let Some(index) = index.checked_sub(1) else {
            return;
        };
        let outer = self.outer_binding(index, name, binding);
        self.late_private(index, name.symbol, outer, ty, true, name.span);
    }

    /// What a name means around the construct with this index.
    fn outer_binding(
        &mut self,
        index: usize,
        name: Ident,
        binding: super::super::scope::Binding<Entity>,
    ) -> super::super::scope::Binding<Entity> {
        let mut binding = binding;
        for around in 0..index {
            binding = self.apply_rule(around, name.symbol, binding, name.span);
        }
        binding
    }

    pub(super) fn task(&mut self, d: &Directive, leaves: &[C], body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let mut before = Vec::new();
        self.idle_task(d, &mut before);
        let has_depend = d.has(ClauseName::Depend);
        let flags = self.task_flags(d, C::Task, if has_depend { 4 } else { 0 }, span);
        let flags = self.keep(flags, &mut before);
        self.depends(d, &mut before);
        let event = self.detach_event(d, &mut before, span);
        let context = Context::new(Rule::Task, true).excluding("task");
        let checked = self.within(context, Some(d), |s, out| {
            s.task_privates(d, leaves, &[], out);
            let reductions = s.begin_reductions(d, leaves, ClauseName::InReduction, out);
            let inner = s.leaf(d, &leaves[1..], body, span);
            out.push(inner);
            s.end_reductions(reductions, Some(Combine::Team), span, out);
        });
        let flags = self.get(flags, INT, span);
        let region = self.region(Construct::Task, TASK, vec![flags, event], checked, span);
        before.push(region);
        self.block_of(before, span)
    }

    /// The event that a detachable task waits for at its end, or null.
    fn detach_event(&mut self, d: &Directive, out: &mut Vec<Stmt>, span: Span) -> Expr {
        let Some(name) = d.names(ClauseName::Detach).next() else {
            return self.int(0, VOID_PTR, span);
        };
        let event = self.runtime("__raceproof_omp_event", "p", Vec::new(), span);
        let event = self.keep(event, out);
        let expr = ast::Expr {
            kind: ast::ExprKind::Name(name.symbol),
            span: name.span,
        };
        let place = self.expr(&expr).expr;
        if !Self::is_poison(&place) {
            let value = self.get(event, VOID_PTR, span);
            let value = self.cast(value, place.ty);
            out.push(self.store_place(place, value, name.span));
        }
        self.get(event, VOID_PTR, span)
    }

    pub(super) fn taskwait(&mut self, d: &Directive, span: Span) -> Stmt {
        if !d.has(ClauseName::Depend) {
            let wait = self.sync(SyncOp::TaskWait, Vec::new(), VOID, span);
            let mut out = Vec::new();
            self.at_scheduling_point(wait, span, &mut out);
            return self.block_of(out, span);
        }
        // Nobody waits: later tasks are ordered after earlier ones by a task that does nothing.
        if d.has(ClauseName::Nowait) {
            return self.task(d, &[C::Task], None, span);
        }
        let mut out = Vec::new();
        self.depends(d, &mut out);
        let wait = self.sync(SyncOp::TaskAwaitDepend, Vec::new(), VOID, span);
        self.at_scheduling_point(wait, span, &mut out);
        self.block_of(out, span)
    }

    /// A wait during which others of the same thread may run: see the runtime.
    pub(super) fn at_scheduling_point(&mut self, wait: Expr, span: Span, out: &mut Vec<Stmt>) {
        let give = self.runtime("__raceproof_omp_give_turn", "v", Vec::new(), span);
        out.push(self.run(give));
        out.push(self.run(wait));
        let take = self.runtime("__raceproof_omp_take_turn", "v", Vec::new(), span);
        out.push(self.run(take));
    }

    pub(super) fn taskgroup(&mut self, d: &Directive, body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let mut out = Vec::new();
        self.idle(d, &[ClauseName::TaskReduction], &mut out);
        if d.has(ClauseName::TaskReduction) {
            out.push(self.reduces_tasks(span));
        }
        let mark = self.begin_group(span, &mut out);
        let (mut statements, _) = self.within(Context::new(Rule::Same, false), Some(d), |s, out| {
            for clause in d.clauses(ClauseName::TaskReduction) {
                let ClauseArgument::Reduction { items, .. } = &clause.argument else {
                    continue;
                };
                for item in items {
                    if let Some(Entity::Local(id, _)) = s.meaning(item) {
                        s.takes_part(id, None);
                    }
                }
            }
            if let Some(body) = body {
                let body = s.statement(body);
                out.push(body);
            }
        });
        out.append(&mut statements);
        self.end_group(mark, span, &mut out);
        self.block_of(out, span)
    }

    pub(super) fn begin_group(&mut self, span: Span, out: &mut Vec<Stmt>) -> LocalId {
        let mark = self.sync(SyncOp::TaskMark, Vec::new(), LLONG, span);
        self.keep(mark, out)
    }

    pub(super) fn end_group(&mut self, mark: LocalId, span: Span, out: &mut Vec<Stmt>) {
        let mark = self.get(mark, LLONG, span);
        let wait = self.sync(SyncOp::TaskWaitSince, vec![mark], VOID, span);
        self.at_scheduling_point(wait, span, out);
    }
}
