//! What `map` and `target update` copy between host and device.
//!
//! The device has the host's memory here, so nothing is copied. But a copy to the device reads the variable
//! of the host where the construct begins, and one from there writes it where it ends, beside whatever the
//! host does then: those are accesses. What is on the device already is not copied again. Which variables are
//! is not followed, so a program that keeps some there (`target data`, `target enter data`, `declare target`)
//! has no such accesses but those of `target update`, and the coverage says so; so it does of what is mapped
//! without being named, and of items that are not understood here.

use raceproof_ir::Span;

use super::super::Checker;
use super::super::types::{INT, LLONG, VOID_PTR};
use super::share::{Context, root};
use crate::hir::{LocalId, Stmt, TypeId};
use crate::openmp::{ClauseArgument, ClauseName, Directive, Item, MapKind, Subscript};

/// See `__raceproof_omp_caveat`.
const TASK_REDUCTIONS: i128 = 1;
const TRANSFERS: i128 = 2;
const CANCELS: i128 = 3;

/// Bytes that are copied.
#[derive(Clone, Copy)]
pub(super) struct Transfer {
    address: LocalId,
    bytes: LocalId,
    /// To the device where the construct begins, and back where it ends.
    ways: [bool; 2],
    span: Span,
}

/// Whether an item is a variable, or a part of one in its first dimension.
fn is_plain(item: &Item) -> bool {
    let is_known = |subscript: &Subscript| match subscript {
        Subscript::Index(_) => true,
        Subscript::Section { stride, .. } => stride.is_none(),
    };
    item.shape.is_empty() && item.subscripts.len() < 2 && item.subscripts.iter().all(is_known)
}

impl Checker<'_> {
    /// The program does something that is not followed in all of its consequences.
    fn caveat(&mut self, what: i128, span: Span) -> Stmt {
        let what = self.int(what, INT, span);
        let call = self.runtime("__raceproof_omp_caveat", "vi", vec![what], span);
        self.run(call)
    }

    /// Nobody may look at the variable of a reduction of tasks before the end of its group.
    pub(super) fn reduces_tasks(&mut self, span: Span) -> Stmt {
        self.caveat(TASK_REDUCTIONS, span)
    }

    /// Nothing is cancelled.
    pub(super) fn cancels(&mut self, span: Span) -> Stmt {
        self.caveat(CANCELS, span)
    }

    /// There are copies that are not followed.
    pub(super) fn copies_more(&mut self, span: Span) -> Stmt {
        self.caveat(TRANSFERS, span)
    }

    /// Variables stay on the device: there are no copies of them that can be told.
    pub(super) fn keeps_on_device(&mut self, span: Span) -> Stmt {
        let what = self.int(TRANSFERS, INT, span);
        let call = self.runtime("__raceproof_omp_keeps", "vi", vec![what], span);
        self.run(call)
    }

    /// What the clauses of a `target` or `target update` copy.
    pub(super) fn transfers(&mut self, d: &Directive, out: &mut Vec<Stmt>) -> Vec<Transfer> {
        let mut all = Vec::new();
        for clause in &d.clauses {
            let is_update = matches!(clause.argument, ClauseArgument::Motion { .. });
            let (iterators, mapper, items, ways) = match &clause.argument {
                ClauseArgument::Map {
                    iterators,
                    mapper,
                    kind,
                    items,
                    ..
                } => {
                    let is = |kinds: [MapKind; 2]| kind.is_none_or(|kind| kinds.contains(&kind));
                    let ways = [
                        is([MapKind::To, MapKind::Tofrom]),
                        is([MapKind::From, MapKind::Tofrom]),
                    ];
                    (iterators, mapper, items, ways)
                }
                ClauseArgument::Motion {
                    iterators,
                    mapper,
                    items,
                    ..
                } => {
                    let is_back = clause.name == ClauseName::From;
                    (iterators, mapper, items, [!is_back, is_back])
                }
                _ => continue,
            };
            if ways == [false; 2] {
                continue;
            }
            for item in items {
                let is_known = iterators.is_empty() && mapper.is_none() && is_plain(item);
                let is_kept = self.meaning(item).is_some_and(|what| self.is_on_device(&what));
                if !is_known || is_kept && !is_update || root(&item.base).is_none() {
                    out.push(self.copies_more(item.span));
                } else if let Some((address, bytes)) = self.locator(item, out) {
                    all.push(Transfer {
                        address: self.keep(address, out),
                        bytes: self.keep(bytes, out),
                        ways,
                        span: item.span,
                    });
                }
            }
        }
        all
    }

    /// The same inside of the construct at hand: where it becomes a function it gets what was evaluated
    /// before.
    pub(super) fn pass_transfers(&mut self, all: &[Transfer]) -> Vec<Transfer> {
        let pass = |s: &mut Self, one: &Transfer| Transfer {
            address: s.passed(one.address, VOID_PTR, one.span),
            bytes: s.passed(one.bytes, LLONG, one.span),
            ..*one
        };
        all.iter().map(|one| pass(self, one)).collect()
    }

    /// The local inside that has the value of one outside.
    fn passed(&mut self, outer: LocalId, ty: TypeId, span: Span) -> LocalId {
        let is_region = |context: &&mut Context| context.is_region;
        let innermost = self.function.as_mut().and_then(|f| f.contexts.last_mut());
        if innermost.filter(is_region).is_none() {
            return outer;
        }
        let inner = self.temporary(ty, span);
        let context = self.function.as_mut().and_then(|f| f.contexts.last_mut());
        if let Some(context) = context {
            context.by_value.push((outer, inner));
        }
        inner
    }

    /// Copies to the device, or back. `is_update`: what is there already is copied, too.
    pub(super) fn transfer(&mut self, all: &[Transfer], is_back: bool, is_update: bool, out: &mut Vec<Stmt>) {
        for one in all.iter().filter(|one| one.ways[usize::from(is_back)]) {
            let span = one.span;
            let args = vec![
                self.get(one.bytes, LLONG, span),
                self.int(i128::from(is_update), INT, span),
            ];
            let is_made = self.runtime("__raceproof_omp_copies", "iLi", args, span);
            let args = vec![
                self.get(one.address, VOID_PTR, span),
                self.get(one.address, VOID_PTR, span),
                self.get(one.bytes, LLONG, span),
            ];
            // What a copy back writes is what is there.
            let name = if is_back { "memmove" } else { "memcmp" };
            let copy = self.call_library(name, args, span);
            let copy = self.run(copy);
            out.push(self.when(is_made, vec![copy], span));
        }
    }
}
