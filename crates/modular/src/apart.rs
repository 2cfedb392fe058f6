//! Whether two accesses whose addresses are sums may overlap.
//!
//! Two threads of a team do different works, and have different numbers. What all of them find in memory that
//! nobody writes is the same, everything else is each one's own; then the difference of two addresses is a
//! sum of both. Do the inequalities that hold at the two places let it be less than the length of an access?
//! (The two-thread reduction of Betts et al. 2012, with affine forms instead of a prover.) Lanes of a vector
//! loop are compared in the same way; there, what was computed before the loop is the same for both.
//!
//! A product of atoms is a variable of its own. An inequality with one of its factors, multiplied by the
//! others where these are not negative, says something of it (Sherali and Adams 1990): two rows of an array
//! whose numbers differ are as far apart as a row is long, or more. Where products of both sides have all but
//! one factor in common, the cases that one of these is less, equal or more are looked at one by one.
//!
//! Cost: a system of a few dozen inequalities for each pair of places, and each case.

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

/// So often are inequalities multiplied by what is not negative.
const ROUNDS: usize = 2;

/// So many inequalities there may be before no more are made of them.
const MOST_ROWS: usize = 120;

/// So many pairs of factors and atoms are told apart by cases.
const MOST_CASES: usize = 2;

/// Atoms multiplied, each of a side; those that mean the same on both are of side 0.
type Monomial = Vec<(AtomId, u8)>;

/// Two sides that are compared.
#[derive(Clone)]
struct Sides<'a, 'p> {
    analysis: &'a Analysis<'p>,
    /// Whether an atom means the same on both.
    is_common: &'a dyn Fn(AtomId) -> bool,
    facts: [&'a Facts; 2],
    variables: BTreeMap<Monomial, u32>,
    monomials: Vec<Monomial>,
    rows: Vec<Row>,
}

impl Sides<'_, '_> {
    fn monomial(&self, atom: AtomId, side: u8) -> Monomial {
        let factors = self.analysis.atoms.factors(atom).into_iter();
        let mut monomial: Monomial = factors
            .map(
                |atom| match condition!("index-sums", "the same factor", (self.is_common)(atom)) {
                    true => (atom, 0),
                    false => (atom, side),
                },
            )
            .collect();
        monomial.sort_unstable();
        monomial
    }

    fn variable(&mut self, monomial: Monomial) -> u32 {
        if let Some(&known) = self.variables.get(&monomial) {
            return known;
        }
        let next = self.monomials.len() as u32;
        self.monomials.push(monomial.clone());
        self.variables.insert(monomial, next);
        next
    }

    fn row(&mut self, parts: &[(&Form, i128, u8)]) -> Row {
        let mut factors = BTreeMap::new();
        let mut constant = 0;
        for (form, times, side) in parts {
            for (atom, factor) in &form.terms {
                let variable = self.variable(self.monomial(*atom, *side));
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
                    Atom::Quotient(of, _) | Atom::Ratio(of, _) => {
                        more.extend(of.terms.iter().map(|(atom, _)| *atom));
                    }
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

    /// Whether atoms multiplied, which mean the same on both sides, are not negative. Others would be more
    /// than can be gone through.
    fn is_natural(&self, monomial: &Monomial) -> bool {
        let lowest = |facts: &Facts, atom: AtomId| facts.lower(&self.analysis.atoms, &Form::atom(atom), 2);
        let is_natural = |atom: AtomId| self.facts.iter().any(|facts| lowest(facts, atom) >= 0);
        monomial.iter().all(|&(atom, _)| is_natural(atom))
    }

    /// What is known of products: inequalities with one factor, multiplied by the others, if these are not
    /// negative.
    fn add_products(&mut self) {
        for _ in 0..ROUNDS {
            let products: Vec<Monomial> = (self.monomials.iter()).filter(|m| m.len() > 1).cloned().collect();
            let rows = self.rows.clone();
            for product in products {
                for i in 0..product.len() {
                    let mut others = product.clone();
                    let factor = others.remove(i);
                    let Some(&factor) = self.variables.get(&vec![factor]) else {
                        continue;
                    };
                    let is_common = others.iter().all(|(_, side)| *side == 0);
                    if !is_common || !condition!("index-sums", "no negative factor", self.is_natural(&others))
                    {
                        continue;
                    }
                    for row in rows.iter().filter(|row| row.factors.contains_key(&factor)) {
                        self.multiply(row, &others);
                    }
                }
            }
        }
    }

    /// An inequality times something that is not negative, if the products are known.
    fn multiply(&mut self, row: &Row, by: &Monomial) {
        let mut factors = BTreeMap::new();
        for (variable, factor) in &row.factors {
            let mut product = self.monomials[*variable as usize].clone();
            product.extend(by);
            product.sort_unstable();
            let Some(&product) = self.variables.get(&product) else {
                return;
            };
            *factors.entry(product).or_insert(0) += factor;
        }
        if row.constant != 0 {
            let by = self.variable(by.clone());
            *factors.entry(by).or_insert(0) += row.constant;
        }
        let row = Row { factors, constant: 0 };
        if self.rows.len() < MOST_ROWS && !self.rows.contains(&row) {
            self.rows.push(row);
        }
    }

    /// Factors of the two addresses whose products have all others in common, and atoms with the same
    /// constant factor: where these are not told apart, it matters which is less. Of the latter, those that
    /// move an address further than the number by which both differ: the rows of an array that works go
    /// across.
    fn cases(&self, x: &Form, y: &Form, by: AtomId) -> Vec<(u32, u32)> {
        let products = |form: &Form, side: u8| -> Vec<(Monomial, i64, (AtomId, u8))> {
            let all = form
                .terms
                .iter()
                .map(|(atom, times)| (self.monomial(*atom, side), *times));
            let split = |(monomial, times): (Monomial, i64)| {
                let at = monomial.iter().position(|(_, of)| *of != 0)?;
                let mut others = monomial;
                let factor = others.remove(at);
                let is_common = others.iter().all(|(_, of)| *of == 0);
                is_common.then_some((others, times, factor))
            };
            let mut split: Vec<_> = all.filter_map(split).collect();
            split.sort_by_key(|(others, times, _)| (others.is_empty(), -i128::from(*times).abs()));
            split
        };
        let least = x.factor(by).unsigned_abs().min(y.factor(by).unsigned_abs());
        let mut cases: Vec<(u32, u32)> = Vec::new();
        for (others, times, factor) in products(x, 1) {
            for (of, by_as_much, other) in products(y, 2) {
                let is_row = times == by_as_much && times.unsigned_abs() > least;
                let known = self
                    .variables
                    .get(&vec![factor])
                    .zip(self.variables.get(&vec![other]));
                if let Some((&a, &b)) = known
                    && of == others
                    && (!others.is_empty() || is_row)
                    && (factor.0 != by || other.0 != by)
                    && cases.len() < MOST_CASES
                    && !cases
                        .iter()
                        .any(|(c, d)| others.is_empty() && (*c == a || *d == b))
                {
                    cases.push((a, b));
                }
            }
        }
        cases
    }

    /// Whether there is certainly no solution, in any case.
    fn has_none(&self, cases: &[(u32, u32)]) -> bool {
        let mut sides = self.clone();
        sides.add_products();
        let mut system = System::default();
        let is_small = sides.rows.iter().all(|row| system.add(row).is_some());
        if is_small && system.has_none() {
            return true;
        }
        let Some((&(a, b), cases)) = cases.split_first() else {
            return false;
        };
        // The one is less, both are equal, or the other one is less.
        let row = |less: u32, more: u32, gap: i128| Row {
            factors: BTreeMap::from([(less, -1), (more, 1)]),
            constant: -gap,
        };
        let all = [
            vec![row(a, b, 1)],
            vec![row(a, b, 0), row(b, a, 0)],
            vec![row(b, a, 1)],
        ];
        all.into_iter().all(|rows| {
            let mut sides = self.clone();
            sides.rows.extend(rows);
            sides.has_none(cases)
        })
    }
}

impl Analysis<'_> {
    /// Whether different threads of a team have different numbers by this atom.
    fn is_distinct(&self, atom: AtomId) -> bool {
        match self.atoms.atom(atom) {
            Atom::Work(id, block) => self.tells_threads_apart(*id, *block),
            Atom::Number(_) | Atom::Given(..) => true,
            _ => false,
        }
    }

    /// Whether two accesses of different threads of a team never overlap.
    pub(crate) fn are_apart(&self, a: &Access, b: &Access) -> Option<Own> {
        // A thread that has done no work has no number of one. Numbers are those of a context, and so of one
        // team; that there is one at a time is asked for where they begin.
        let mut both = a.facts.own.iter().copied();
        let apart = both.find(|atom| {
            let is_inside = condition!(
                "uniform",
                "both within works",
                a.facts.inside == Some(*atom) && b.facts.inside == Some(*atom)
            );
            let of = Some(*atom).filter(|_| is_inside);
            let is_common = |atom: AtomId| {
                condition!(
                    "index-sums",
                    "the same for all threads",
                    self.atoms.is_common(atom) || self.is_uniform(atom, of)
                )
            };
            condition!("index-sums", "has a work", b.facts.own.contains(atom))
                && condition!("index-sums", "numbers that differ", self.is_distinct(*atom))
                && self.are_apart_by(a, b, *atom, &is_common)
        })?;
        let round = match *self.atoms.atom(apart) {
            Atom::Work(id, block) => Round::Work(id, block),
            Atom::Given(_, index, _) => index.round,
            _ => Round::Number(self.contexts.thread(a.thread).root),
        };
        Some(Own::Cell {
            round,
            stride: 0,
            at: 0,
            span: 0,
        })
    }

    /// What must meet if two accesses do: how far they are into their objects, and if these are rows, the
    /// cells that led there, and so on.
    fn levels(&self, a: &Access, b: &Access) -> Vec<(Form, Form)> {
        let mut levels = Vec::new();
        let mut at = a.form.clone().zip(b.form.clone());
        while let Some((x, y)) = at {
            let (Some((of, x)), Some((other, y))) = (self.atoms.in_row(&x), self.atoms.in_row(&y)) else {
                break;
            };
            levels.push((x, y));
            at = of.zip(other);
        }
        levels
    }

    /// Whether two accesses never overlap if the number that an atom is differs.
    fn are_apart_by(&self, a: &Access, b: &Access, by: AtomId, is_common: &dyn Fn(AtomId) -> bool) -> bool {
        [true, false].into_iter().all(|is_less| {
            let (a, b) = if is_less { (a, b) } else { (b, a) };
            let mut sides = Sides {
                analysis: self,
                is_common,
                facts: [&a.facts, &b.facts],
                variables: BTreeMap::new(),
                monomials: Vec::new(),
                rows: Vec::new(),
            };
            let number = Form::atom(by);
            let mut less = sides.row(&[(&number, 1, 2), (&number, -1, 1)]);
            less.constant -= 1;
            sides.rows.push(less);
            let mut start = [BTreeSet::from([by]), BTreeSet::from([by])];
            let levels = self.levels(a, b);
            let mut lengths = [a.length, b.length];
            for (x, y) in &levels {
                // No overlap if one begins where the other has ended. The cells that lead to the same block
                // are one.
                let mut above = sides.row(&[(x, 1, 1), (y, -1, 2)]);
                above.constant += i128::from(lengths[0]) - 1;
                let mut below = sides.row(&[(x, -1, 1), (y, 1, 2)]);
                below.constant += i128::from(lengths[1]) - 1;
                sides.rows.extend([above, below]);
                for (start, form) in start.iter_mut().zip([x, y]) {
                    start.extend(form.terms.iter().map(|(atom, _)| *atom));
                }
                lengths = [1, 1];
            }
            sides.add_side(&a.facts, &start[0], 1);
            sides.add_side(&b.facts, &start[1], 2);
            let cases = levels.iter().flat_map(|(x, y)| sides.cases(x, y, by));
            let cases: Vec<_> = cases.take(MOST_CASES).collect();
            sides.has_none(&cases)
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
