//! Numbers and addresses as sums of what they were computed from.
//!
//! The index of an access in a region is often a sum: of the number of the work, of counters of loops within,
//! and of bounds that all threads find in the same variables, each with a constant factor. A [`Form`] is such
//! a sum, exact over the integers: what may wrap has none. Its [atoms](Atom) are numbers that the analysis
//! knows no more of than a range.
//!
//! Invariant: an atom that a register, a fact or an access of a state knows means what was computed last
//! under it, like the names of `name`: it is over where its block begins again ([`Atoms::is_over`]). Bytes of
//! memory are an atom only where nobody writes them as long as the team is there that reads them (`steady`).

use crate::context::ContextId;
use crate::name::Symbol;
use crate::object::ObjectId;
use crate::state::ThreadNo;
use crate::value::Index;
use raceproof_ir::{BlockId, Kind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Index into [`Atoms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct AtomId(u32);

/// What a sum is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Atom {
    /// The number of the work that the thread does, or of the lane.
    Work(ContextId, BlockId),
    /// The number of the thread in its team: the context that the thread begins with.
    Number(ContextId),
    /// A number that a thread of a counted loop was given, and no other one that the same place creates, as
    /// one of a kind.
    Given(ThreadNo, Index, Kind),
    /// What the creator of a thread has computed before the loop that creates it.
    Before(Symbol),
    /// A value by its name.
    Value(Symbol),
    /// How often a loop runs that threads share: the instruction that asks for it.
    Count(ContextId, BlockId, usize),
    /// What bytes hold that nobody writes.
    Cell(ObjectId, i64, Kind),
    /// The address of an object.
    Object(ObjectId),
    /// Where a block begins that the cell at an address leads to, and no other cell.
    Row(Rc<Form>),
    /// A number that is not negative, divided by a constant.
    Quotient(Rc<Form>, i64),
    /// The same, divided by another number that is not negative.
    Ratio(Rc<Form>, AtomId),
    /// Two or three numbers multiplied, none of which is a product; in their order.
    Product(Rc<[AtomId]>),
}

/// A sum of atoms with factors, which are not zero, in the order of the atoms, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Form {
    pub terms: Vec<(AtomId, i64)>,
    pub constant: i64,
}

/// Products of more atoms are not followed.
const MOST_FACTORS: usize = 3;

/// Sums of more atoms are not followed.
const MOST_TERMS: usize = 12;

impl Form {
    pub fn constant(constant: i128) -> Option<Form> {
        let constant = i64::try_from(constant).ok()?;
        Some(Form {
            terms: Vec::new(),
            constant,
        })
    }

    pub fn atom(atom: AtomId) -> Form {
        Form {
            terms: vec![(atom, 1)],
            constant: 0,
        }
    }

    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// This and so many times another.
    pub fn plus(&self, other: &Form, times: i64) -> Option<Form> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (atom, factor) = match (a.peek(), b.peek()) {
                (Some((x, f)), Some((y, g))) if x == y => {
                    let sum = f.checked_add(g.checked_mul(times)?)?;
                    a.next();
                    b.next();
                    (*x, sum)
                }
                (Some((x, f)), other) if other.is_none_or(|(y, _)| x < y) => {
                    a.next();
                    (*x, *f)
                }
                (_, Some((y, g))) => {
                    b.next();
                    (*y, g.checked_mul(times)?)
                }
                _ => break,
            };
            if factor != 0 {
                terms.push((atom, factor));
            }
        }
        let constant = self.constant.checked_add(other.constant.checked_mul(times)?)?;
        (terms.len() <= MOST_TERMS).then_some(Form { terms, constant })
    }

    pub fn add(&self, constant: i128) -> Option<Form> {
        let constant = i64::try_from(i128::from(self.constant).checked_add(constant)?).ok()?;
        Some(Form {
            terms: self.terms.clone(),
            constant,
        })
    }

    pub fn times(&self, by: i64) -> Option<Form> {
        Form::default().plus(self, by)
    }

    pub fn factor(&self, atom: AtomId) -> i64 {
        match self.terms.binary_search_by_key(&atom, |(a, _)| *a) {
            Ok(i) => self.terms[i].1,
            Err(_) => 0,
        }
    }
}

/// What is known of an atom.
#[derive(Debug)]
struct Known {
    atom: Atom,
    low: i128,
    high: i128,
    /// The blocks with which it ends.
    ends: BTreeSet<(ContextId, BlockId)>,
    /// Whether all threads of a team mean the same by it.
    is_common: bool,
}

/// All atoms.
#[derive(Debug, Default)]
pub(crate) struct Atoms {
    list: Vec<Known>,
    ids: FxHashMap<Atom, AtomId>,
    /// Whether a range has grown since this was last cleared.
    pub changed: bool,
}

impl Atoms {
    /// An atom that is in a range, beside those where it was before.
    pub fn find(&mut self, atom: Atom, low: i128, high: i128) -> AtomId {
        if let Some(&id) = self.ids.get(&atom) {
            let known = &mut self.list[id.0 as usize];
            if low < known.low || high > known.high {
                (known.low, known.high) = (known.low.min(low), known.high.max(high));
                self.changed = true;
            }
            return id;
        }
        let id = AtomId(self.list.len() as u32);
        let (ends, is_common) = match &atom {
            Atom::Work(context, block) | Atom::Count(context, block, _) => {
                (BTreeSet::from([(*context, *block)]), false)
            }
            Atom::Value(symbol) => (BTreeSet::from([symbol.place()]), false),
            Atom::Number(_) | Atom::Given(..) => (BTreeSet::new(), false),
            Atom::Cell(..) | Atom::Object(_) | Atom::Before(_) => (BTreeSet::new(), true),
            Atom::Quotient(form, _) => self.of_all(form.terms.iter().map(|(atom, _)| *atom)),
            Atom::Ratio(form, by) => self.of_all(form.terms.iter().map(|(atom, _)| *atom).chain([*by])),
            Atom::Product(factors) => self.of_all(factors.iter().copied()),
            // Another look at the same cell may find another block.
            Atom::Row(form) => (self.of_all(form.terms.iter().map(|(atom, _)| *atom)).0, false),
        };
        self.ids.insert(atom.clone(), id);
        self.list.push(Known {
            atom,
            low,
            high,
            ends,
            is_common,
        });
        id
    }

    fn of_all(&self, atoms: impl Iterator<Item = AtomId>) -> (BTreeSet<(ContextId, BlockId)>, bool) {
        let (mut ends, mut is_common) = (BTreeSet::new(), true);
        for atom in atoms {
            let known = &self.list[atom.0 as usize];
            ends.extend(&known.ends);
            is_common &= known.is_common;
        }
        (ends, is_common)
    }

    pub fn atom(&self, id: AtomId) -> &Atom {
        &self.list[id.0 as usize].atom
    }

    pub fn range(&self, id: AtomId) -> (i128, i128) {
        let known = &self.list[id.0 as usize];
        (known.low, known.high)
    }

    pub fn is_common(&self, id: AtomId) -> bool {
        self.list[id.0 as usize].is_common
    }

    /// Whether a sum mentions what ends with a block.
    pub fn is_over(&self, form: &Form, at: (ContextId, BlockId)) -> bool {
        let ends = |(atom, _): &(AtomId, i64)| self.list[atom.0 as usize].ends.contains(&at);
        form.terms.iter().any(ends)
    }

    /// Whether a sum mentions what ends where a context does.
    pub fn is_of(&self, form: &Form, is_below: impl Fn(ContextId) -> bool) -> bool {
        let ends = |(atom, _): &(AtomId, i64)| {
            let mut ends = self.list[atom.0 as usize].ends.iter();
            ends.any(|(context, _)| is_below(*context))
        };
        form.terms.iter().any(ends)
    }

    /// Whether something holds for an atom that a sum mentions, or for one that this was made of.
    pub fn mentions(&self, form: &Form, holds: &dyn Fn(&Atom) -> bool) -> bool {
        let is_made = |id: AtomId| match self.atom(id) {
            Atom::Quotient(of, _) | Atom::Row(of) => self.mentions(of, holds),
            Atom::Ratio(of, by) => self.mentions(of, holds) || self.mentions(&Form::atom(*by), holds),
            Atom::Product(factors) => factors.iter().any(|a| self.mentions(&Form::atom(*a), holds)),
            _ => false,
        };
        let mut atoms = form.terms.iter().map(|(atom, _)| *atom);
        atoms.any(|atom| holds(self.atom(atom)) || is_made(atom))
    }

    /// The atoms that a sum is made of in the end.
    pub fn leaves(&self, form: &Form) -> Vec<AtomId> {
        let (mut leaves, mut open): (_, Vec<AtomId>) =
            (Vec::new(), form.terms.iter().map(|(atom, _)| *atom).collect());
        while let Some(atom) = open.pop() {
            match self.atom(atom) {
                Atom::Quotient(of, _) => open.extend(of.terms.iter().map(|(atom, _)| *atom)),
                Atom::Ratio(of, by) => open.extend(of.terms.iter().map(|(atom, _)| *atom).chain([*by])),
                Atom::Product(factors) => open.extend(factors.iter().copied()),
                _ => leaves.push(atom),
            }
        }
        leaves
    }

    /// The range of a sum, by those of its atoms.
    pub fn bounds(&self, form: &Form) -> (i128, i128) {
        let start = i128::from(form.constant);
        form.terms
            .iter()
            .fold((start, start), |(low, high), (atom, factor)| {
                let (a, b) = self.range(*atom);
                let by = |n: i128| n.saturating_mul(i128::from(*factor));
                let (a, b) = (by(a).min(by(b)), by(a).max(by(b)));
                (low.saturating_add(a), high.saturating_add(b))
            })
    }

    /// One sum multiplied by another, if no product has more than three atoms.
    pub fn product(&mut self, a: &Form, b: &Form) -> Option<Form> {
        if let Some(by) = b.as_constant() {
            return a.times(by);
        }
        if let Some(by) = a.as_constant() {
            return b.times(by);
        }
        let mut sum = a.times(b.constant)?;
        for (atom, factor) in &b.terms {
            sum = sum.plus(&Form::atom(*atom), factor.checked_mul(a.constant)?)?;
            for (other, by) in &a.terms {
                let product = self.product_of(*atom, *other)?;
                sum = sum.plus(&Form::atom(product), factor.checked_mul(*by)?)?;
            }
        }
        Some(sum)
    }

    /// What a product is made of; of others, the atom itself.
    pub fn factors(&self, id: AtomId) -> Vec<AtomId> {
        match self.atom(id) {
            Atom::Product(factors) => factors.to_vec(),
            _ => vec![id],
        }
    }

    pub fn product_of(&mut self, a: AtomId, b: AtomId) -> Option<AtomId> {
        let mut factors = self.factors(a);
        factors.extend(self.factors(b));
        factors.sort_unstable();
        if factors.len() > MOST_FACTORS {
            return None;
        }
        let ((a_low, a_high), (b_low, b_high)) = (self.range(a), self.range(b));
        let mut corners = Vec::new();
        for x in [a_low, a_high] {
            corners.extend([x.saturating_mul(b_low), x.saturating_mul(b_high)]);
        }
        let (low, high) = (corners.iter().min()?, corners.iter().max()?);
        Some(self.find(Atom::Product(factors.into()), *low, *high))
    }
}
