//! Teams of threads and what is shared among them in blocks: `parallel`, `teams`, `sections`, `single`,
//! `masked`, `scope`, `critical`.

use raceproof_ir::{Construct, ObjectRole, Span, SyncOp};

use super::super::Checker;
use super::super::link::Linkage;
use super::super::types::{INT, LLONG, QualType, VOID, VOID_PTR};
use super::combine::Combine;
use super::share::{Context, Rule};
use crate::ast;
use crate::hir::{CompareOp, Expr, LocalId, Stmt, StmtKind};
use crate::openmp::{ClauseArgument, ClauseName, Construct as C, Directive, DirectiveArgument};

impl Checker<'_> {
    /// The condition of an `if` clause, or true.
    pub(super) fn if_clause(&mut self, d: &Directive, of: C, span: Span) -> Expr {
        match d.condition(of) {
            Some(condition) => self.condition(condition),
            None => self.int(1, INT, span),
        }
    }

    /// The argument of a clause that takes an integer, or 0.
    pub(super) fn int_clause(&mut self, d: &Directive, name: ClauseName, span: Span) -> Expr {
        match d.expr(name) {
            Some(expr) => self.clause_int(expr),
            None => self.int(0, INT, span),
        }
    }

    pub(super) fn parallel(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        let mut before = Vec::new();
        let wanted = self.int_clause(d, ClauseName::NumThreads, span);
        let condition = self.if_clause(d, C::Parallel, span);
        let sources = self.copyin_sources(d, &mut before);
        let checked = self.within(Context::new(Rule::Team, true), Some(d), |s, out| {
            s.copyin(sources, span, out);
            s.privates(d, leaves, &[], out);
            let reductions = s.begin_reductions(d, leaves, ClauseName::Reduction, out);
            let group = s.begin_participants(d, span, out);
            let inner = s.leaf(d, &leaves[1..], body, span);
            out.push(inner);
            s.end_participants(group, span, out);
            s.end_reductions(reductions, Some(Combine::Team), span, out);
        });
        let runtime = ("__raceproof_omp_parallel", "vpplii");
        let region = self.region(
            Construct::Parallel,
            runtime,
            vec![wanted, condition],
            checked,
            span,
        );
        before.push(region);
        self.block_of(before, span)
    }

    pub(super) fn teams(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        let count = match d.clause(ClauseName::NumTeams).map(|clause| &clause.argument) {
            Some(ClauseArgument::NumTeams { upper, .. }) => self.clause_int(upper),
            _ => self.int(0, INT, span),
        };
        let limit = self.int_clause(d, ClauseName::ThreadLimit, span);
        let checked = self.within(Context::new(Rule::Team, true), Some(d), |s, out| {
            s.privates(d, leaves, &[], out);
            let reductions = s.begin_reductions(d, leaves, ClauseName::Reduction, out);
            let inner = s.leaf(d, &leaves[1..], body, span);
            out.push(inner);
            s.end_reductions(reductions, Some(Combine::League), span, out);
        });
        let runtime = ("__raceproof_omp_teams", "vpplii");
        self.region(Construct::Teams, runtime, vec![count, limit], checked, span)
    }

    /// The barrier at the end of a construct that may go without.
    pub(super) fn end_barrier(&mut self, d: &Directive, statements: Vec<Stmt>, span: Span) -> Stmt {
        let block = self.block_of(statements, span);
        // Of `target … nowait`, it is the `target` that nobody waits for.
        if d.has(ClauseName::Nowait) && !d.is(C::Target) || d.is(C::Parallel) {
            return block;
        }
        let barrier = self.barrier(span);
        self.block_of(vec![block, barrier], span)
    }

    pub(super) fn sections(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        let items: &[ast::Stmt] = match body.map(|body| &body.kind) {
            Some(ast::StmtKind::Block(block)) => &block.items,
            _ => &[],
        };
        self.refuse_nested("a work-sharing region", span);
        let context = Context::new(Rule::Same, false).excluding("sections");
        let (statements, _) = self.within(context, Some(d), |s, out| {
            let made = s.privates(d, leaves, &[], out);
            let lasts = s.lastprivates(d, leaves, &made, &[], out);
            let both = made.iter().any(|p| lasts.iter().any(|l| l.inner == p.inner));
            let copied = both.then(|| s.copied(span, out));
            let reductions = s.begin_reductions(d, leaves, ClauseName::Reduction, out);
            let group = s.begin_participants(d, span, out);
            let count = s.wide(items.len() as i128, span);
            let share = s.share(count, 0, span, out);
            let index = s.temporary(LLONG, span);
            let mut chain: Option<Box<Stmt>> = None;
            let mut arms = Vec::new();
            for (number, item) in items.iter().enumerate() {
                let (mut section, _) = s.within(Context::new(Rule::Same, false), None, |s, out| {
                    let checked = s.statement(item);
                    out.push(checked);
                });
                if number + 1 == items.len() {
                    section.extend(copied.map(|number| s.all_copied(number, span)));
                    s.assign_lasts(&lasts, &mut section);
                }
                arms.push((number, section, item.span));
            }
            for (number, section, at) in arms.into_iter().rev() {
                let this = s.get(index, LLONG, at);
                let wanted = s.wide(number as i128, at);
                let cond = s.compare(CompareOp::Eq, this, wanted, at);
                let then = Box::new(s.block_of(section, at));
                let arm = s.stmt(
                    StmtKind::If {
                        cond,
                        then,
                        otherwise: chain.take(),
                    },
                    at,
                );
                chain = Some(Box::new(arm));
            }
            let work = chain.map(|chain| *chain).into_iter().collect();
            let works = s.do_works(&share, index, work, span);
            out.push(works);
            s.end_participants(group, span, out);
            s.end_reductions(reductions, Some(Combine::Construct), span, out);
        });
        self.end_barrier(d, statements, span)
    }

    pub(super) fn single(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        self.refuse_nested("a work-sharing region", span);
        let mut out = Vec::new();
        let published: Vec<ast::Ident> = d.names(ClauseName::Copyprivate).collect();
        let count = self.wide(1, span);
        let share = self.share(count, 0, span, &mut out);
        let first = self.get(share.first, LLONG, span);
        let limit = self.get(share.limit, LLONG, span);
        let mine = self.compare(CompareOp::Lt, first, limit, span);
        let mine = self.keep(mine, &mut out);
        let index = self.temporary(LLONG, span);
        let context = Context::new(Rule::Same, false).excluding("single");
        let (work, _) = self.within(context, Some(d), |s, out| {
            s.privates(d, leaves, &[], out);
            let inner = s.leaf(d, &leaves[1..], body, span);
            out.push(inner);
        });
        let works = self.do_works(&share, index, work, span);
        out.push(works);
        for name in published {
            self.copyprivate(name, mine, span, &mut out);
        }
        self.end_barrier(d, out, span)
    }

    /// Gives the value of a variable of the thread that did a `single` to the others.
    fn copyprivate(&mut self, name: ast::Ident, mine: LocalId, span: Span, out: &mut Vec<Stmt>) {
        let at = name.span;
        let expr = ast::Expr {
            kind: ast::ExprKind::Name(name.symbol),
            span: at,
        };
        let place = self.expr(&expr).expr;
        if Self::is_poison(&place) {
            return;
        }
        self.mark_addressed(&place);
        let mine = self.get(mine, INT, span);
        let address = self.address_place(place.clone(), at);
        let address = self.cast(address, VOID_PTR);
        let publish = self.runtime("__raceproof_omp_publish", "vp", vec![address], span);
        let publish = self.run(publish);
        out.push(self.when(mine.clone(), vec![publish], span));
        out.push(self.barrier(span));
        let pointer = self.runtime("__raceproof_omp_published", "p", Vec::new(), span);
        let from = self.pointed(pointer, place.ty, at);
        let copy = self.copy_place(place, from, at);
        let other = self.not(mine, span);
        out.push(self.when(other, vec![copy], span));
        out.push(self.barrier(span));
    }

    pub(super) fn masked(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        let filter = self.int_clause(d, ClauseName::Filter, span);
        let number = self.runtime("__raceproof_omp_number", "i", Vec::new(), span);
        let mine = self.compare(CompareOp::Eq, number, filter, span);
        let context = Context::new(Rule::Same, false).excluding(leaves[0].text());
        let (statements, _) = self.within(context, Some(d), |s, out| {
            let inner = s.leaf(d, &leaves[1..], body, span);
            out.push(inner);
        });
        self.when(mine, statements, span)
    }

    pub(super) fn scope(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        self.refuse_nested("a `scope` region", span);
        let (statements, _) = self.within(Context::new(Rule::Same, false), Some(d), |s, out| {
            s.privates(d, leaves, &[], out);
            // Its combinations are those of a construct with a number of its own.
            let next = s.runtime("__raceproof_omp_next_construct", "v", Vec::new(), span);
            out.push(s.run(next));
            let reductions = s.begin_reductions(d, leaves, ClauseName::Reduction, out);
            let group = s.begin_participants(d, span, out);
            let inner = s.leaf(d, &leaves[1..], body, span);
            out.push(inner);
            s.end_participants(group, span, out);
            s.end_reductions(reductions, Some(Combine::Construct), span, out);
        });
        self.end_barrier(d, statements, span)
    }

    pub(super) fn critical(&mut self, d: &Directive, body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let name = match &d.argument {
            DirectiveArgument::Name(name) => self.name(name.symbol).to_owned(),
            _ => String::new(),
        };
        let context = Context::new(Rule::Same, false).excluding("critical");
        let (mut statements, _) = self.within(context, None, |s, out| {
            if let Some(body) = body {
                let body = s.statement(body);
                out.push(body);
            }
        });
        let shown = match name.is_empty() {
            true => "critical".to_owned(),
            false => format!("critical({name})"),
        };
        let Some(states) = self.program_mutex(&shown, span) else {
            return self.stmt(StmtKind::Empty, span);
        };
        let mut before = Vec::new();
        let mutex = self.runtime("__raceproof_omp_group_mutex", "pp", vec![states], span);
        let mutex = self.keep(mutex, &mut before);
        before.push(self.mutex_operation(mutex, SyncOp::MutexLock, span));
        statements.splice(0..0, before);
        statements.push(self.mutex_operation(mutex, SyncOp::MutexUnlock, span));
        self.block_of(statements, span)
    }

    /// The address of a mutex of the whole program, in as many states as contention groups may need.
    pub(super) fn program_mutex(&mut self, name: &str, span: Span) -> Option<Expr> {
        // No name of C has a space in it.
        let symbol = self.interner.intern(&format!("omp {name}"));
        // Five words for each team of a league that there may be.
        let ty = self.types.array(LLONG, Some(5 * 64));
        let id = self.link_global(symbol, span, QualType::plain(ty), Linkage::External, true)?;
        self.set_defined(id);
        let global = &mut self.globals[id.0 as usize];
        global.name = name.to_owned();
        global.role = Some(ObjectRole::Critical);
        let place = self.global_place(id, span);
        let address = self.address_place(place, span);
        Some(self.cast(address, VOID_PTR))
    }

    /// A critical section keeps apart the threads of one contention group; those of other teams of a league
    /// have a mutex of their own.
    fn mutex_operation(&mut self, mutex: LocalId, op: SyncOp, span: Span) -> Stmt {
        let address = self.get(mutex, VOID_PTR, span);
        let operation = self.sync(op, vec![address], INT, span);
        let operation = self.cast(operation, VOID);
        self.run(operation)
    }
}
