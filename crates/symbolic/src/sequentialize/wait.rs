//! Waits for tasks and on condition variables.

use super::{Sequence, Which};
use crate::term::Term;

impl Sequence<'_, '_> {
    /// Whether any of some tasks that a thread waits for is not over.
    pub(super) fn unfinished(&mut self, k: usize, me: usize, list: usize) -> Term {
        let mut any = self.formula.terms.bool(false);
        for &(t, condition) in &self.bounded.awaited[list] {
            let is_made = match self.bounded.threads[t].creator {
                // What the thread itself made it made before.
                Some((c, j)) if c == me => self.bounded.threads[c].statements.get(j).map(|s| s.guard),
                _ => Some(self.created(k, t)),
            };
            let Some(is_made) = is_made else { continue };
            let over = self.ended(k, t);
            let runs = self.formula.terms.not(over);
            let one = self.formula.terms.all([condition, is_made, runs]);
            any = self.formula.terms.or(any, one);
        }
        any
    }

    /// Whether anybody sleeps on a condition variable.
    pub(super) fn awaited(&mut self, condition: Term) -> Term {
        let one = self.formula.terms.number(1, 32);
        let mut any = self.formula.terms.bool(false);
        for (_, awaited, object) in self.waits.clone() {
            let state = self.cell(object, 0);
            let terms = &mut self.formula.terms;
            let (sleeps, same) = (terms.eq(state, one), terms.eq(awaited, condition));
            let both = terms.and(sleeps, same);
            any = terms.or(any, both);
        }
        any
    }

    pub(super) fn signal(&mut self, which: Which, condition: Term, all: bool, exec: Term) {
        let (one, two) = (self.formula.terms.number(1, 32), self.formula.terms.number(2, 32));
        let mut candidates = Vec::new();
        for (wait, awaited, object) in self.waits.clone() {
            if wait.0 == which.0 {
                continue;
            }
            let state = self.cell(object, 0);
            let terms = &mut self.formula.terms;
            let (sleeps, same) = (terms.eq(state, one), terms.eq(awaited, condition));
            let matches = terms.and(sleeps, same);
            if terms.is_false(matches) {
                continue;
            }
            candidates.push((wait, object, state, matches));
        }
        let mut clause = Vec::new();
        let mut before = self.formula.terms.bool(false);
        for (wait, object, state, matches) in candidates {
            let pick = if all {
                matches
            } else {
                let pick = match self.picks.get(&(which, wait)) {
                    Some(&pick) => pick,
                    None => self.formula.terms.var(1),
                };
                self.picks.insert((which, wait), pick);
                let chosen = self.formula.terms.and(exec, pick);
                self.imply(chosen, matches);
                let (not_pick, not_before, not_exec) = (
                    self.formula.terms.not(pick),
                    self.formula.terms.not(before),
                    self.formula.terms.not(exec),
                );
                self.formula.assert_any(&[not_exec, not_pick, not_before]);
                before = self.formula.terms.or(before, pick);
                clause.push(matches);
                pick
            };
            let now = self.formula.terms.and(exec, pick);
            let woken = self.formula.terms.ite(now, two, state);
            self.memory.insert((object, 0), woken);
        }
        // Somebody is woken if anybody sleeps.
        let not = self.formula.terms.not(exec);
        for matches in clause {
            let awake = self.formula.terms.not(matches);
            self.formula.assert_any(&[not, awake, before]);
        }
    }
}
