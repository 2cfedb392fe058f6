//! Quotients and remainders of sums.
//!
//! A number that is not negative, divided by a constant or by another number that is not negative, is an
//! atom: what it was divided by, times that, is what was divided or a little less. The runtime takes the
//! number of a work of collapsed loops apart so, by how often the inner loops run. That is the distance of
//! their bounds, if they run at all; and what is left for the outermost loop is less than how often that
//! runs, so that its remainder is all of it.
//!
//! SOUNDNESS: index-sums

use crate::analyse::Analysis;
use crate::fact::Facts;
use crate::form::{Atom, AtomId, Form};
use crate::state::State;
use crate::value::Value;
use raceproof_engine::condition;
use std::rc::Rc;

/// So many inequalities are added up to bound what is divided.
const DEPTH: u32 = 2;

impl Analysis<'_> {
    /// A sum that is divided by another one: the quotient, or the remainder.
    pub(crate) fn divide_sums(
        &mut self,
        state: &mut State,
        (x, a): (&Form, &Value),
        (y, b): (&Form, &Value),
        is_remainder: bool,
    ) -> Option<Form> {
        let is_natural = || a.low >= 0 || self.is_natural(&state.facts, x);
        if !condition!("index-sums", "divided without a sign", is_natural()) {
            return None;
        }
        let constant = (b.low == b.high).then_some(b.low);
        let divisor = match constant {
            Some(by) => Form::constant(by).filter(|by| by.constant > 0)?,
            None => y.clone(),
        };
        // Nobody comes by who divides by zero.
        if !condition!("index-sums", "divided by what has no sign", b.low >= 0) {
            return None;
        }
        if self.is_below(&state.facts, x, &divisor) {
            let facts = Rc::make_mut(&mut state.facts);
            facts.add(&divisor.plus(x, -1)?.add(-1)?);
            return match is_remainder {
                true => Some(x.clone()),
                false => Form::constant(0),
            };
        }
        let quotient = match divisor.as_constant() {
            Some(by) => {
                let high = a.high.max(0) / i128::from(by);
                Form::atom(self.atoms.find(Atom::Quotient(Rc::new(x.clone()), by), 0, high))
            }
            None => self.ratio(state, x, a, &divisor)?,
        };
        match (is_remainder, divisor.as_constant()) {
            (false, _) => Some(quotient),
            (true, Some(by)) => x.plus(&quotient, by.checked_neg()?),
            (true, None) => {
                let distance = self.distance(&state.facts, &divisor);
                x.plus(&self.atoms.product(&distance, &quotient)?, -1)
            }
        }
    }

    /// Whether a sum is not negative for certain: all in all, or each of its factors.
    fn is_natural(&self, facts: &Facts, x: &Form) -> bool {
        let lowest = |form: &Form| facts.lower(&self.atoms, form, DEPTH);
        let is_natural = |(atom, times): &(AtomId, i64)| {
            let mut factors = self.atoms.factors(*atom).into_iter();
            *times > 0 && factors.all(|factor| lowest(&Form::atom(factor)) >= 0)
        };
        lowest(x) >= 0 || x.constant >= 0 && x.terms.iter().all(is_natural)
    }

    /// What a number that is not negative gives, divided by one that is no constant.
    fn ratio(&mut self, state: &mut State, x: &Form, a: &Value, divisor: &Form) -> Option<Form> {
        let [(by, 1)] = divisor.terms[..] else { return None };
        if divisor.constant != 0 {
            return None;
        }
        let atom = Atom::Ratio(Rc::new(x.clone()), by);
        let quotient = Form::atom(self.atoms.find(atom, 0, a.high.max(0)));
        let distance = self.distance(&state.facts, divisor);
        let whole = self.atoms.product(&distance, &quotient)?;
        let rest = x.plus(&whole, -1)?;
        let facts = Rc::make_mut(&mut state.facts);
        facts.add(&distance.add(-1)?);
        facts.add(&rest);
        facts.add(&distance.plus(&rest, -1)?.add(-1)?);
        Some(quotient)
    }

    /// What a number is that is not zero: how often a loop runs that counts by one is how far its bounds are
    /// apart.
    fn distance(&self, facts: &Facts, form: &Form) -> Form {
        let counting = match form.terms[..] {
            [(count, 1)] if form.constant == 0 => facts.counted.get(&count),
            _ => None,
        };
        counting
            .filter(|counting| condition!("index-sums", "counted by one", counting.step.abs() == 1))
            .and_then(|counting| {
                let span = counting.to.plus(&counting.from, -1)?.times(counting.step)?;
                span.add(i128::from(counting.closed))
            })
            .unwrap_or_else(|| form.clone())
    }

    /// Whether a number is less than another one: it is what divisions have left of a number that is less
    /// than all divisors and that one multiplied, as that of a work of collapsed loops is.
    fn is_below(&mut self, facts: &Facts, x: &Form, divisor: &Form) -> bool {
        let Some((divided, product)) = self.divided(x, divisor.clone()) else {
            return false;
        };
        // The range of what nothing has divided yet may still grow.
        if x.terms.iter().any(|(atom, _)| *atom == divided) {
            return false;
        }
        let gap = product.plus(&Form::atom(divided), -1).and_then(|gap| gap.add(-1));
        gap.is_some_and(|gap| {
            condition!(
                "index-sums",
                "less than the divisor",
                facts.lower(&self.atoms, &gap, 1) >= 0
            )
        })
    }

    /// What a sum is the quotient of in the end, and all that this was divided by, times something.
    fn divided(&mut self, x: &Form, times: Form) -> Option<(AtomId, Form)> {
        let [(atom, 1)] = x.terms[..] else { return None };
        if x.constant != 0 {
            return None;
        }
        match self.atoms.atom(atom).clone() {
            Atom::Quotient(of, by) => {
                let times = times.times(by)?;
                self.divided(&of, times)
            }
            Atom::Ratio(of, by) => {
                let times = self.atoms.product(&times, &Form::atom(by))?;
                self.divided(&of, times)
            }
            _ => Some((atom, times)),
        }
    }

    /// Loops whose works are shared together have works: each of them runs once at least.
    pub(crate) fn run_once(&self, facts: &mut Facts, works: &Form) {
        let [(product, 1..)] = works.terms[..] else { return };
        if works.constant > 0 {
            return;
        }
        for count in self.atoms.factors(product) {
            let Some(counting) = facts.counted.get(&count).cloned() else {
                continue;
            };
            let span = counting.to.plus(&counting.from, -1);
            let span = span.and_then(|span| span.times(counting.step.signum()));
            if let Some(span) = span.and_then(|span| span.add(i128::from(counting.closed) - 1)) {
                facts.add(&span);
            }
        }
    }
}
