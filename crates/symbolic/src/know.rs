//! Exact happens-before inside the formula: who knows of one marked access.
//!
//! Where threads observe each other without being ordered by it (relaxed atomics, failed try-locks, atomics
//! inside atomic blocks), two accesses may be unordered although no execution makes them next to each other.
//! There the formula marks an access when it is executed and follows who knows of it: one bit for each
//! thread, lock, release sequence and fence is what a vector clock would say of that access. A second access
//! that conflicts and whose thread does not know of the marked one is a race. The rules are those of the
//! machine's clocks (C11 5.1.2.4).

use std::collections::{BTreeMap, BTreeSet};

use crate::bounded::{Edge, Order, Special, Statement};
use crate::sequentialize::{Pair, Sequence, Which};
use crate::term::Term;

/// Who knows of the marked access.
#[derive(Debug)]
pub(crate) struct Knowledge {
    threads: Vec<Term>,
    /// What later stores of each thread publish by its last release fence.
    fences: Vec<Term>,
    /// What an acquire fence of each thread would pick up.
    pending: Vec<Term>,
    /// By object, offset and lane.
    channels: BTreeMap<(u32, u32, u8), Term>,
    /// By object, offset and thread: the release sequences of the current value.
    heads: BTreeMap<(u32, u32, usize), Term>,
    /// Whether a statement's access is the marked one.
    marks: BTreeMap<Which, Term>,
}

impl Sequence<'_, '_> {
    /// Begins to follow the knowledge if the program needs it.
    pub(crate) fn begin_to_know(&mut self) {
        let weak = self
            .bounded
            .threads
            .iter()
            .flat_map(|t| &t.statements)
            .any(|s| s.unordered);
        if !weak && !self.has_mixed_swap() && !self.has_mixed_bytes() {
            return;
        }
        let no = self.formula.terms.bool(false);
        let count = self.bounded.threads.len();
        let mut marks = BTreeMap::new();
        for (a, b, _) in self.conflicts().to_vec() {
            for which in [a, b] {
                marks.entry(which).or_insert_with(|| self.formula.terms.var(1));
            }
        }
        self.knowledge = Some(Knowledge {
            threads: vec![no; count],
            fences: vec![no; count],
            pending: vec![no; count],
            channels: BTreeMap::new(),
            heads: BTreeMap::new(),
            marks,
        });
    }

    /// Whether a compare-and-swap can race. It may write when it comes first and fail when it comes second,
    /// so that the two accesses are never next to each other.
    fn has_mixed_swap(&self) -> bool {
        let swaps = |&(t, n): &Which| {
            let touches = &self.bounded.threads[t].statements[n].touches;
            touches
                .iter()
                .any(|touch| touch.atomic && self.formula.terms.constant(touch.write).is_none())
        };
        self.conflicts().iter().any(|(a, b, _)| swaps(a) || swaps(b))
    }

    /// Whether operations synchronise on some bytes of others, and not the same: one may see of the other
    /// what orders nothing.
    fn has_mixed_bytes(&mut self) -> bool {
        let statements = self.bounded.threads.iter().flat_map(|t| &t.statements);
        let touches = statements.flat_map(|s| &s.touches).filter(|touch| touch.atomic);
        let touches: Vec<(Term, u32)> = touches.map(|touch| (touch.address, touch.length)).collect();
        let mut extents = BTreeSet::new();
        for (address, length) in touches {
            let places = self.exact_places(address).into_iter();
            extents.extend(places.map(|((object, at), _)| (object, at, length)));
        }
        let overlap = |a: &(u32, u32, u32), b: &(u32, u32, u32)| {
            a.0 == b.0 && a.1 < b.1.saturating_add(b.2) && b.1 < a.1.saturating_add(a.2)
        };
        // They are sorted by where they begin, and no operation uses more than 20 bytes.
        let all: Vec<_> = extents.into_iter().collect();
        all.iter().enumerate().any(|(i, a)| {
            let near = all[i + 1..].iter().take_while(|b| b.0 == a.0 && b.1 - a.1 < 20);
            near.into_iter().any(|b| overlap(a, b))
        })
    }

    /// The places of an address, each with the condition.
    fn exact_places(&mut self, address: Term) -> Vec<((u32, u32), Term)> {
        let yes = self.formula.terms.bool(true);
        if let Some(v) = self.formula.terms.constant(address) {
            return vec![(self.formula.terms.shape.place(v), yes)];
        }
        self.places_of(address)
    }

    fn known_at(&mut self, know: &Knowledge, edge: &Edge) -> Term {
        let mut any = self.formula.terms.bool(false);
        for ((o, at), there) in self.exact_places(edge.address) {
            let known: Vec<Term> = match edge.order {
                Order::Acquire => know
                    .channels
                    .get(&(o, at, edge.lane))
                    .into_iter()
                    .copied()
                    .collect(),
                _ => know
                    .heads
                    .range((o, at, 0)..=(o, at, usize::MAX))
                    .map(|(_, &t)| t)
                    .collect(),
            };
            let known = self.formula.terms.any(known);
            let here = self.formula.terms.and(there, known);
            any = self.formula.terms.or(any, here);
        }
        self.formula.terms.and(any, edge.when)
    }

    /// What a statement's thread knows when the statement makes its access.
    fn knows_at(&mut self, know: &Knowledge, which: Which, statement: &Statement) -> Term {
        let mut knows = know.threads[which.0];
        for edge in &statement.edges {
            match edge.order {
                Order::Acquire | Order::Load(true) => {
                    let more = self.known_at(know, edge);
                    knows = self.formula.terms.or(knows, more);
                }
                _ => {}
            }
        }
        knows
    }

    /// A statement is executed if the condition holds: what becomes of the knowledge.
    pub(crate) fn know(&mut self, which: Which, statement: &Statement, exec: Term) {
        let Some(mut know) = self.knowledge.take() else {
            return;
        };
        let t = which.0;
        let knows = self.knows_at(&know, which, statement);
        let learned = self.formula.terms.ite(exec, knows, know.threads[t]);
        know.threads[t] = learned;
        for edge in &statement.edges {
            let now = self.formula.terms.and(exec, edge.when);
            match edge.order {
                Order::Load(false) => {
                    let more = self.known_at(&know, edge);
                    let more = self.formula.terms.and(more, exec);
                    know.pending[t] = self.formula.terms.or(know.pending[t], more);
                }
                Order::Fence(true, _) => {
                    let more = self.formula.terms.and(now, know.pending[t]);
                    know.threads[t] = self.formula.terms.or(know.threads[t], more);
                }
                _ => {}
            }
        }
        if let Special::Join { handle, .. } = statement.special {
            for other in 0..know.threads.len() {
                let number = self.formula.terms.handle(other);
                let named = self.formula.terms.eq(handle, number);
                let now = self.formula.terms.and(exec, named);
                let more = self.formula.terms.and(now, know.threads[other]);
                know.threads[t] = self.formula.terms.or(know.threads[t], more);
            }
        }
        if let Special::Await(list) = statement.special {
            for &(other, condition) in &self.bounded.awaited[list] {
                let more = self.formula.terms.all([exec, condition, know.threads[other]]);
                know.threads[t] = self.formula.terms.or(know.threads[t], more);
            }
        }
        if let Some(&mark) = know.marks.get(&which) {
            let marked = self.formula.terms.and(exec, mark);
            know.threads[t] = self.formula.terms.or(know.threads[t], marked);
        }
        for edge in &statement.edges {
            let now = self.formula.terms.and(exec, edge.when);
            self.release(&mut know, t, edge, now);
        }
        if let Special::Create(child) = statement.special {
            let more = self.formula.terms.and(exec, know.threads[t]);
            know.threads[child] = self.formula.terms.or(know.threads[child], more);
        }
        self.knowledge = Some(know);
    }

    fn release(&mut self, know: &mut Knowledge, t: usize, edge: &Edge, now: Term) {
        let no = self.formula.terms.bool(false);
        match edge.order {
            Order::Release => {
                for ((o, at), there) in self.exact_places(edge.address) {
                    let here = self.formula.terms.and(now, there);
                    let more = self.formula.terms.and(here, know.threads[t]);
                    let channel = know.channels.entry((o, at, edge.lane)).or_insert(no);
                    *channel = self.formula.terms.or(*channel, more);
                }
            }
            Order::Store(releases) | Order::Update(releases) => {
                let published = match releases {
                    true => know.threads[t],
                    false => know.fences[t],
                };
                for ((o, at), there) in self.exact_places(edge.address) {
                    let here = self.formula.terms.and(now, there);
                    if matches!(edge.order, Order::Store(_)) {
                        // A plain store ends the release sequences of others.
                        let kept = self.formula.terms.not(here);
                        for (&(_, _, other), head) in know.heads.range_mut((o, at, 0)..=(o, at, usize::MAX)) {
                            if other != t {
                                *head = self.formula.terms.and(*head, kept);
                            }
                        }
                    }
                    let more = self.formula.terms.and(here, published);
                    let head = know.heads.entry((o, at, t)).or_insert(no);
                    *head = self.formula.terms.or(*head, more);
                }
            }
            Order::Fence(_, true) => {
                know.fences[t] = self.formula.terms.ite(now, know.threads[t], know.fences[t]);
            }
            Order::Acquire | Order::Load(_) | Order::Fence(..) => {}
        }
    }

    /// Races of an access that has been made with one that is about to be, unordered after the rounds so far.
    pub(crate) fn distant_races(&mut self) -> Vec<Pair> {
        let Some(know) = self.knowledge.take() else {
            return Vec::new();
        };
        let k = self.passed.len() - 1;
        let mut out = Vec::new();
        for (a, b, conflict) in self.conflicts().to_vec() {
            for (first, second) in [(a, b), (b, a)] {
                let Some(&mark) = know.marks.get(&first) else {
                    continue;
                };
                let earlier = &self.bounded.threads[first.0].statements[first.1];
                let statement = &self.bounded.threads[second.0].statements[second.1];
                let behind = self.passed[k][first.0][first.1];
                let made = self.formula.terms.and(behind, earlier.guard);
                let knows = self.knows_at(&know, second, statement);
                let unknown = self.formula.terms.not(knows);
                let pending = self.pending(second);
                let free = self.unheld(&[second.0]);
                let parts = [
                    mark,
                    made,
                    pending,
                    free,
                    conflict,
                    unknown,
                    statement.enabled,
                    statement.defined,
                ];
                let race = self.formula.terms.all(parts);
                if !self.formula.terms.is_false(race) {
                    self.look(race, statement);
                    out.push((first, second, race));
                }
            }
        }
        self.knowledge = Some(know);
        out
    }
}
