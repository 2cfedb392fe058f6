//! What comparisons and loops tell of sums: inequalities that hold at a place.
//!
//! A branch on a comparison of two sums tells that their difference is not negative, or is. Where ways meet,
//! what holds on both is kept; a value that gets a name there is, on each way, what that way brings, and what
//! was said of its old meaning is said of the new one by how they differ. So the counter of a loop is known
//! to stay above what it starts with, and what `a < b ? a : b` gives is below both.
//!
//! Cost: a few dozen inequalities for each place, of a few atoms each.

use crate::context::ContextId;
use crate::form::{AtomId, Atoms, Form};
use crate::limits;
use raceproof_ir::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// How a loop that threads share counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Counting {
    pub from: Form,
    pub to: Form,
    pub step: i64,
    /// Whether the variable may become what it goes to.
    pub closed: bool,
}

/// All that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Facts {
    /// Of sums without their constants, the least constants with which they are not negative.
    rows: BTreeMap<Vec<(AtomId, i64)>, i64>,
    /// The loops that were counted.
    pub counted: BTreeMap<AtomId, Counting>,
    /// How many works were asked for last in a context.
    pub shared: BTreeMap<ContextId, Form>,
    /// Numbers of works, and of threads, that this thread has for certain.
    pub own: BTreeSet<AtomId>,
    /// The number of the work that this thread is in for certain.
    pub inside: Option<AtomId>,
    /// Lanes that may be at hand.
    pub lanes: BTreeSet<(ContextId, AtomId)>,
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Facts {
    pub fn forms(&self) -> impl Iterator<Item = Form> + '_ {
        self.rows.iter().map(|(terms, constant)| Form {
            terms: terms.clone(),
            constant: *constant,
        })
    }

    /// A sum is not negative.
    pub fn add(&mut self, form: &Form) {
        let common = form
            .terms
            .iter()
            .fold(0, |all, (_, f)| gcd(all, f.unsigned_abs()));
        let Ok(common @ 1..) = i64::try_from(common) else {
            return;
        };
        let terms: Vec<_> = form.terms.iter().map(|(a, f)| (*a, f / common)).collect();
        let constant = form.constant.div_euclid(common);
        if self.rows.len() >= limits::FACTS.size() && !self.rows.contains_key(&terms) {
            return;
        }
        let known = self.rows.entry(terms).or_insert(constant);
        *known = (*known).min(constant);
    }

    /// Whether something is said of one of these atoms.
    pub fn mentions(&self, is_one: impl Fn(AtomId) -> bool) -> bool {
        let has = |terms: &Vec<(AtomId, i64)>| terms.iter().any(|(atom, _)| is_one(*atom));
        self.own.iter().any(|atom| is_one(*atom)) || self.rows.keys().any(has)
    }

    /// Nothing is said any more of these atoms.
    pub fn forget(&mut self, is_one: impl Fn(AtomId) -> bool) {
        let has = |form: &Form| form.terms.iter().any(|(atom, _)| is_one(*atom));
        self.own.retain(|atom| !is_one(*atom));
        self.inside = self.inside.filter(|atom| !is_one(*atom));
        self.rows
            .retain(|terms, _| !terms.iter().any(|(atom, _)| is_one(*atom)));
        self.counted
            .retain(|_, counting| !has(&counting.from) && !has(&counting.to));
        self.shared.retain(|_, form| !has(form));
    }

    /// Two sums are equal.
    pub fn equate(&mut self, a: &Form, b: &Form) {
        for (a, b) in [(a, b), (b, a)] {
            if let Some(difference) = a.plus(b, -1) {
                self.add(&difference);
            }
        }
    }

    /// A sum is at least this, by the ranges of atoms and by what follows from so many inequalities.
    pub fn lower(&self, atoms: &Atoms, form: &Form, depth: u32) -> i128 {
        let best = atoms.bounds(form).0;
        if depth == 0 || form.terms.is_empty() {
            return best;
        }
        let rests = self.without_a_row(form);
        rests.fold(best, |best, rest| best.max(self.lower(atoms, &rest, depth - 1)))
    }

    /// A sum is at least this by inequalities alone, if so many say how far it goes.
    pub fn told(&self, form: &Form, depth: u32) -> Option<i128> {
        match form.as_constant() {
            Some(constant) => Some(i128::from(constant)),
            None if depth == 0 => None,
            None => (self.without_a_row(form))
                .filter_map(|rest| self.told(&rest, depth - 1))
                .max(),
        }
    }

    /// What is left of a sum without an inequality that has one of its atoms.
    fn without_a_row<'a>(&'a self, form: &'a Form) -> impl Iterator<Item = Form> + 'a {
        self.rows.iter().filter_map(|(terms, constant)| {
            let times = terms.iter().find_map(|(atom, factor)| {
                let mine = form.factor(*atom);
                (mine != 0 && mine % factor == 0 && mine / factor > 0).then(|| mine / factor)
            })?;
            let fact = Form {
                terms: terms.clone(),
                constant: *constant,
            };
            let rest = form.plus(&fact, -times)?;
            (rest.terms.len() <= form.terms.len().max(2)).then_some(rest)
        })
    }

    /// A sum is at most this.
    pub fn upper(&self, atoms: &Atoms, form: &Form, depth: u32) -> i128 {
        match form.times(-1) {
            Some(turned) => self.lower(atoms, &turned, depth).saturating_neg(),
            None => i128::MAX,
        }
    }

    /// What holds on two ways. Of an old place no more is said than before, and the caller tells which
    /// inequalities become weaker step by step no longer.
    pub fn join(
        &self,
        other: &Facts,
        atoms: &Atoms,
        is_old: bool,
        is_steady: impl Fn(&Form) -> bool,
    ) -> Facts {
        if self == other {
            return self.clone();
        }
        let mut joined = Facts::default();
        let mut keep = |mine: &Facts, theirs: &Facts| {
            for (terms, constant) in &mine.rows {
                let form = Form {
                    terms: terms.clone(),
                    constant: *constant,
                };
                let lowest = match theirs.rows.get(terms) {
                    Some(other) if other <= constant => 0,
                    _ => theirs.lower(atoms, &form, 2),
                };
                if lowest >= 0 {
                    joined.add(&form);
                } else if !is_steady(&form)
                    && let Some(weaker) = form.add(lowest.saturating_neg())
                    && theirs.rows.contains_key(terms)
                {
                    joined.add(&weaker);
                }
            }
        };
        keep(self, other);
        if !is_old {
            keep(other, self);
        }
        joined.counted = self.counted.clone();
        joined
            .counted
            .retain(|atom, counting| other.counted.get(atom) == Some(counting));
        joined.shared = self.shared.clone();
        joined
            .shared
            .retain(|context, form| other.shared.get(context) == Some(form));
        joined.own = self.own.intersection(&other.own).copied().collect();
        joined.inside = self.inside.filter(|_| self.inside == other.inside);
        joined.lanes = self.lanes.union(&other.lanes).copied().collect();
        joined
    }

    /// Keeps what is said on both ways. Says whether anything changed.
    pub fn meet(&mut self, other: &Facts) -> bool {
        let joined = Facts {
            rows: (self.rows.iter())
                .filter_map(|(terms, constant)| {
                    let theirs = other.rows.get(terms)?;
                    (theirs <= constant).then(|| (terms.clone(), *constant))
                })
                .collect(),
            counted: (self.counted.iter())
                .filter(|(atom, counting)| other.counted.get(atom) == Some(counting))
                .map(|(atom, counting)| (*atom, counting.clone()))
                .collect(),
            shared: (self.shared.iter())
                .filter(|(context, form)| other.shared.get(context) == Some(form))
                .map(|(context, form)| (*context, form.clone()))
                .collect(),
            own: self.own.intersection(&other.own).copied().collect(),
            inside: self.inside.filter(|_| self.inside == other.inside),
            lanes: self.lanes.union(&other.lanes).copied().collect(),
        };
        let changed = joined != *self;
        *self = joined;
        changed
    }

    /// A way leads into a block, where some atoms end, and others begin as these sums.
    pub fn bring(&mut self, atoms: &Atoms, at: (ContextId, BlockId), brought: &[(AtomId, Option<Form>)]) {
        let is_over = |form: &Form| atoms.is_over(form, at);
        let mut meant: BTreeMap<AtomId, Form> = BTreeMap::new();
        for (new, form) in brought {
            let Some(form) = form else { continue };
            let mut over = form.terms.iter().filter(|(atom, _)| is_over(&Form::atom(*atom)));
            if let (Some((old, factor @ (1 | -1))), None) = (over.next(), over.next()) {
                // new = factor * old + rest, so old = factor * (new - rest).
                let rest = form.plus(&Form::atom(*old), -factor);
                let old_as = rest.and_then(|rest| Form::atom(*new).plus(&rest, -1)?.times(*factor));
                if let Some(old_as) = old_as {
                    meant.entry(*old).or_insert(old_as);
                }
            }
        }
        let rows = std::mem::take(&mut self.rows);
        for (terms, constant) in rows {
            let mut sum = Form::constant(i128::from(constant));
            for (atom, factor) in &terms {
                let as_now = match is_over(&Form::atom(*atom)) {
                    true => meant.get(atom).cloned(),
                    false => Some(Form::atom(*atom)),
                };
                sum = sum.zip(as_now).and_then(|(sum, form)| sum.plus(&form, *factor));
            }
            if let Some(sum) = sum {
                self.add(&sum);
            }
        }
        for (new, form) in brought {
            if let Some(form) = form.as_ref().filter(|form| !is_over(form)) {
                self.equate(&Form::atom(*new), form);
            }
        }
        let is_atom_over = |atom: &AtomId| is_over(&Form::atom(*atom));
        self.counted.retain(|atom, counting| {
            !is_atom_over(atom) && !is_over(&counting.from) && !is_over(&counting.to)
        });
        self.shared.retain(|_, form| !is_over(form));
        self.own.retain(|atom| !is_atom_over(atom));
        self.inside = self.inside.filter(|atom| !is_atom_over(atom));
    }
}
