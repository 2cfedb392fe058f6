//! Whether two accesses whose addresses are sums may overlap.
//!
//! Two threads of a team do different works, and have different numbers. What all of them find in memory that
//! nobody writes is the same, everything else is each one's own; then the difference of two addresses is a
//! sum of both. Do the inequalities that hold at the two places let it be less than the length of an access?
//! (The two-thread reduction of Betts et al. 2012, with affine forms instead of a prover.) Lanes of a vector
//! loop are compared in the same way; there, what was computed before the loop is the same for both.
//!
//! A product of two atoms is an atom; of two products with one factor in common, the difference is known to
//! be at least that factor where the other factors differ by one and more.
//!
//! Cost: a system of a few dozen inequalities for each pair of places.

use crate::analyse::Analysis;
use crate::context::ContextId;
use crate::fact::Facts;
use crate::form::{Atom, AtomId, Form};
use crate::parallel::Access;
use crate::solve::{Row, System};
use crate::value::{Own, Round};
use raceproof_engine::condition;
use std::collections::{BTreeMap, BTreeSet};

/// How often inequalities are looked for that have to do with those at hand.
const STEPS: usize = 4;

/// Beyond this a range says nothing.
const FAR: i128 = 1 << 62;

/// Two sides that are compared.
struct Sides<'a, 'p> {
    analysis: &'a Analysis<'p>,
    /// Whether an atom means the same on both.
    is_common: &'a dyn Fn(AtomId) -> bool,
    variables: BTreeMap<(AtomId, u8), u32>,
    rows: Vec<Row>,
}

impl Sides<'_, '_> {
    fn variable(&mut self, atom: AtomId, side: u8) -> u32 {
        let side = if (self.is_common)(atom) { 0 } else { side };
        let next = self.variables.len() as u32;
        *self.variables.entry((atom, side)).or_insert(next)
    }

    fn row(&mut self, parts: &[(&Form, i128, u8)]) -> Row {
        let mut factors = BTreeMap::new();
        let mut constant = 0;
        for (form, times, side) in parts {
            for (atom, factor) in &form.terms {
                let variable = self.variable(*atom, *side);
                *factors.entry(variable).or_insert(0) += i128::from(*factor) * times;
            }
            constant += i128::from(form.constant) * times;
        }
        Row { factors, constant }
    }

    /// Inequalities of one side that have to do with these atoms, and what is known of the atoms.
    fn add_side(&mut self, facts: &Facts, start: &BTreeSet<AtomId>, side: u8) {
        let mut atoms = start.clone();
        let forms: Vec<Form> = facts.forms().collect();
        let mut is_used = vec![false; forms.len()];
        for _ in 0..STEPS {
            let mut more = BTreeSet::new();
            for (form, used) in forms.iter().zip(&mut is_used) {
                if !*used && form.terms.iter().any(|(atom, _)| atoms.contains(atom)) {
                    *used = true;
                    more.extend(form.terms.iter().map(|(atom, _)| *atom));
                    let row = self.row(&[(form, 1, side)]);
                    self.rows.push(row);
                }
            }
            for atom in atoms.iter().chain(&more.clone()) {
                match self.analysis.atoms.atom(*atom) {
                    Atom::Quotient(of, _) => more.extend(of.terms.iter().map(|(atom, _)| *atom)),
                    Atom::Product(factors) => more.extend(factors.iter().copied()),
                    _ => {}
                }
            }
            atoms.extend(more);
        }
        for atom in atoms {
            self.add_atom(atom, side);
        }
    }

    fn add_atom(&mut self, atom: AtomId, side: u8) {
        let (low, high) = self.analysis.atoms.range(atom);
        let form = Form::atom(atom);
        if low > -FAR {
            let mut row = self.row(&[(&form, 1, side)]);
            row.constant -= low;
            self.rows.push(row);
        }
        if high < FAR {
            let mut row = self.row(&[(&form, -1, side)]);
            row.constant += high;
            self.rows.push(row);
        }
        if let Atom::Quotient(of, by) = self.analysis.atoms.atom(atom) {
            let (of, by) = (of.clone(), i128::from(*by));
            let above = self.row(&[(&of, 1, side), (&form, -by, side)]);
            let mut below = self.row(&[(&of, -1, side), (&form, by, side)]);
            below.constant += by - 1;
            self.rows.extend([above, below]);
        }
    }

    /// What is known of products where one factor is less on the first side than on the second.
    fn add_products(&mut self, less: AtomId, facts: [&Facts; 2]) {
        let products: Vec<AtomId> = self.variables.keys().map(|(atom, _)| *atom).collect();
        for atom in products {
            let factors = self.analysis.atoms.factors(atom);
            let [a, b] = factors[..] else { continue };
            let other = match (a == less, b == less) {
                (true, false) => b,
                (false, true) => a,
                _ => continue,
            };
            let lowest = |facts: &Facts| facts.lower(&self.analysis.atoms, &Form::atom(other), 2);
            if condition!("index-sums", "the same factor", (self.is_common)(other))
                && condition!(
                    "index-sums",
                    "no negative factor",
                    facts.iter().any(|facts| lowest(facts) >= 0)
                )
            {
                let (product, other) = (Form::atom(atom), Form::atom(other));
                let row = self.row(&[(&product, 1, 2), (&product, -1, 1), (&other, -1, 1)]);
                self.rows.push(row);
            }
        }
    }
}

impl Analysis<'_> {
    /// Whether different threads of a team have different numbers by this atom.
    fn is_distinct(&self, atom: AtomId) -> bool {
        match self.atoms.atom(atom) {
            Atom::Work(id, block) => self.tells_threads_apart(*id, *block),
            Atom::Number(_) => true,
            _ => false,
        }
    }

    /// Whether two accesses of different threads of a team never overlap.
    pub(crate) fn are_apart(&self, a: &Access, b: &Access) -> Option<Own> {
        // A thread that has done no work has no number of one. Numbers are those of a context, and so of one
        // team; that there is one at a time is asked for where they begin.
        let mut both = a.facts.own.iter().copied();
        let is_common = |atom: AtomId| {
            condition!(
                "index-sums",
                "the same for all threads",
                self.atoms.is_common(atom)
            )
        };
        let apart = both.find(|atom| {
            condition!("index-sums", "has a work", b.facts.own.contains(atom))
                && condition!("index-sums", "numbers that differ", self.is_distinct(*atom))
                && self.are_apart_by(a, b, *atom, &is_common)
        })?;
        let round = match *self.atoms.atom(apart) {
            Atom::Work(id, block) => Round::Work(id, block),
            _ => Round::Number(self.contexts.thread(a.thread).root),
        };
        Some(Own::Cell {
            round,
            stride: 0,
            at: 0,
            span: 0,
        })
    }

    /// Whether two accesses never overlap if the number that an atom is differs.
    fn are_apart_by(&self, a: &Access, b: &Access, by: AtomId, is_common: &dyn Fn(AtomId) -> bool) -> bool {
        [true, false].into_iter().all(|is_less| {
            let (a, b) = if is_less { (a, b) } else { (b, a) };
            let mut sides = Sides {
                analysis: self,
                is_common,
                variables: BTreeMap::new(),
                rows: Vec::new(),
            };
            let number = Form::atom(by);
            let mut less = sides.row(&[(&number, 1, 2), (&number, -1, 1)]);
            less.constant -= 1;
            sides.rows.push(less);
            let mut start = [BTreeSet::from([by]), BTreeSet::from([by])];
            if let (Some(x), Some(y)) = (&a.form, &b.form) {
                // No overlap if one begins where the other has ended.
                let mut above = sides.row(&[(x, 1, 1), (y, -1, 2)]);
                above.constant += i128::from(a.length) - 1;
                let mut below = sides.row(&[(x, -1, 1), (y, 1, 2)]);
                below.constant += i128::from(b.length) - 1;
                sides.rows.extend([above, below]);
                for (start, form) in start.iter_mut().zip([x, y]) {
                    start.extend(form.terms.iter().map(|(atom, _)| *atom));
                }
            }
            sides.add_side(&a.facts, &start[0], 1);
            sides.add_side(&b.facts, &start[1], 2);
            sides.add_products(by, [&a.facts, &b.facts]);
            let mut system = System::default();
            let is_small = sides.rows.iter().all(|row| system.add(row).is_some());
            is_small && system.has_none()
        })
    }

    /// Whether two accesses in different lanes of one vector loop never overlap.
    pub(crate) fn are_in_other_lanes(&self, a: &Access, b: &Access, lane: (ContextId, AtomId)) -> bool {
        let (id, atom) = lane;
        let Some(blocks) = self.lane_blocks(atom) else {
            return false;
        };
        let is_common = |atom: AtomId| {
            let form = Form::atom(atom);
            let is_within = |block| self.atoms.is_over(&form, (id, block));
            let is_below = |context| context != id && self.contexts.is_below(context, id);
            condition!(
                "lanes",
                "the same in all lanes",
                !blocks.iter().any(|block| is_within(*block)) && !self.atoms.is_of(&form, is_below)
            )
        };
        a.form.is_some() && b.form.is_some() && self.are_apart_by(a, b, atom, &is_common)
    }
}
