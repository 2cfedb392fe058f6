//! `target`: runs on the host, which is the only device, with the same memory. What `map` copies is in
//! [`transfer`](super::transfer); what remains of the data environment is that scalars and pointers are
//! firstprivate unless they are mapped (section 5.1.1 of OpenMP 5.2). A pointer that only leads to what is
//! mapped is not mapped itself.

use raceproof_ir::{Construct, Span};

use super::super::Checker;
use super::super::types::{INT, LLONG, VOID_PTR};
use super::combine::Combine;
use super::share::{Context, Rule, root};
use super::takes;
use super::task::TASK;
use crate::ast;
use crate::hir::Stmt;
use crate::openmp::{
    ClauseArgument, ClauseName, Construct as C, DefaultmapBehaviour, DefaultmapCategory, Directive, Item,
};

/// Sets the limit on threads and gives the one before.
const LIMIT: (&str, &str) = ("__raceproof_omp_limit", "ii");

/// What a `target` copies of the variables that no clause names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Copies {
    pub scalars: bool,
    pub pointers: bool,
    pub aggregates: bool,
}

impl Copies {
    fn of(d: &Directive) -> Copies {
        use DefaultmapBehaviour as B;
        use DefaultmapCategory as K;
        let mut copies = Copies {
            scalars: true,
            pointers: true,
            aggregates: false,
        };
        for clause in d.clauses(ClauseName::Defaultmap) {
            let ClauseArgument::Defaultmap { behaviour, category } = clause.argument else {
                continue;
            };
            let is_about = |kind| category.is_none_or(|of| of == K::All || of == kind);
            let is_copied = match behaviour {
                B::Firstprivate => true,
                B::Tofrom | B::To | B::From | B::Alloc | B::Present => false,
                B::Default | B::None => continue,
            };
            let kinds = [
                (K::Scalar, &mut copies.scalars),
                (K::Pointer, &mut copies.pointers),
                (K::Aggregate, &mut copies.aggregates),
            ];
            for (_, copied) in kinds.into_iter().filter(|(kind, _)| is_about(*kind)) {
                *copied = is_copied;
            }
        }
        copies
    }
}

/// Whether an item is a variable, and not a part of one or of what it points to.
fn is_whole(item: &Item) -> bool {
    matches!(item.base.kind, ast::ExprKind::Name(_)) && item.subscripts.is_empty() && item.shape.is_empty()
}

impl Context {
    /// What the clauses of a directive say about names in its `target`. `shared` is for the constructs
    /// inside; what is firstprivate in these is so on the device too, unless its value comes back.
    pub(super) fn list_for_target(&mut self, d: &Directive) {
        let is_inside = !takes(&super::leaves(d), ClauseName::Firstprivate);
        for clause in &d.clauses {
            match (&clause.argument, clause.name) {
                (ClauseArgument::Names(names), ClauseName::Firstprivate) if is_inside => {
                    self.copied.extend(names.iter().map(|name| name.symbol));
                }
                (ClauseArgument::Names(names), ClauseName::IsDevicePtr) => {
                    self.leading.extend(names.iter().map(|name| name.symbol));
                }
                (ClauseArgument::Names(names), ClauseName::Private | ClauseName::Firstprivate)
                | (ClauseArgument::Lastprivate { names, .. } | ClauseArgument::Linear { names, .. }, _) => {
                    self.listed.extend(names.iter().map(|name| name.symbol));
                }
                (ClauseArgument::Map { items, .. } | ClauseArgument::Reduction { items, .. }, name)
                | (ClauseArgument::Items(items), name @ ClauseName::HasDeviceAddr) => {
                    for item in items {
                        let leads = name != ClauseName::InReduction && !is_whole(item);
                        let names = if leads {
                            &mut self.leading
                        } else {
                            &mut self.listed
                        };
                        names.extend(root(&item.base).map(|name| name.symbol));
                    }
                }
                _ => {}
            }
        }
    }
}

impl Checker<'_> {
    pub(super) fn target(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        let rule = Rule::Target(Copies::of(d));
        let is_task = d.has(ClauseName::Nowait) || d.has(ClauseName::Depend);
        let mut before = Vec::new();
        self.idle_target(d, C::Target, &mut before);
        // What an `if` keeps on the host is not copied.
        let transfers = match d.condition(C::Target).is_none() {
            true => self.transfers(d, &mut before),
            false => Vec::new(),
        };
        if d.has(ClauseName::Map) && d.condition(C::Target).is_some() {
            before.push(self.copies_more(span));
        }
        let inside = |s: &mut Self, out: &mut Vec<Stmt>| {
            if is_task {
                s.task_privates(d, leaves, &[], out);
            } else {
                s.privates(d, leaves, &[], out);
            }
            let reductions = s.begin_reductions(d, leaves, ClauseName::InReduction, out);
            let transfers = s.pass_transfers(&transfers);
            s.transfer(&transfers, false, false, out);
            // A region of its own surrounds it, with all tasks that are made inside.
            let mark = s.runtime("__raceproof_omp_mark", "L", Vec::new(), span);
            let mark = s.keep(mark, out);
            let inner = s.leaf(d, &leaves[1..], body, span);
            out.push(inner);
            let mark = s.get(mark, LLONG, span);
            let finish = s.runtime("__raceproof_omp_finish", "vL", vec![mark], span);
            out.push(s.run(finish));
            if s.maps_unnamed() {
                out.push(s.copies_more(span));
            }
            s.transfer(&transfers, true, false, out);
            s.end_reductions(reductions, Some(Combine::Team), span, out);
        };
        // A limit of teams is theirs. Whoever makes a task of it may go on and change what the expression is
        // made of, so that it would have to be kept: more threads than there are do no harm.
        let limits = d.has(ClauseName::ThreadLimit) && !d.is(C::Teams) && !is_task;
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
        let region = self.region(Construct::Target, TASK, vec![flags, event], checked, span);
        before.push(region);
        self.block_of(before, span)
    }

    pub(super) fn target_data(&mut self, d: &Directive, body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let mut before = Vec::new();
        self.idle_target(d, C::TargetData, &mut before);
        before.push(self.keeps_on_device(span));
        let (mut statements, _) = self.within(Context::new(Rule::Same, false), Some(d), |s, out| {
            if let Some(body) = body {
                let body = s.statement(body);
                out.push(body);
            }
        });
        before.append(&mut statements);
        self.block_of(before, span)
    }

    /// Transfers between host and device.
    pub(super) fn target_transfer(&mut self, d: &Directive, span: Span) -> Stmt {
        let mut before = Vec::new();
        for of in d.constructs.iter().copied() {
            self.idle_target(d, of, &mut before);
        }
        let is_update = d.is(C::TargetUpdate);
        if !is_update {
            before.push(self.keeps_on_device(span));
        } else if d.condition(C::TargetUpdate).is_some() {
            before.push(self.copies_more(span));
        }
        let transfers = match is_update && d.condition(C::TargetUpdate).is_none() {
            true => self.transfers(d, &mut before),
            false => Vec::new(),
        };
        let inside = |s: &mut Self, out: &mut Vec<Stmt>| {
            let transfers = s.pass_transfers(&transfers);
            s.transfer(&transfers, false, true, out);
            s.transfer(&transfers, true, true, out);
        };
        let is_task = d.has(ClauseName::Depend) || !transfers.is_empty() && d.has(ClauseName::Nowait);
        if !is_task {
            let (mut statements, _) = self.within(Context::new(Rule::Same, false), None, inside);
            before.append(&mut statements);
            return self.block_of(before, span);
        }
        self.depends(d, &mut before);
        let checked = self.within(Context::new(Rule::Same, true), None, inside);
        let undeferred = i128::from(!d.has(ClauseName::Nowait));
        let flags = self.int(8 | 4 | undeferred, INT, span);
        let event = self.int(0, VOID_PTR, span);
        let region = self.region(Construct::Target, TASK, vec![flags, event], checked, span);
        before.push(region);
        self.block_of(before, span)
    }
}
