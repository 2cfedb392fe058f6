//! What is asked of the formula: races, defects, and whether the bounds left anything out.

use super::{Pair, Sequence, Which};
use crate::bounded::{Reason, Special, Statement};
use crate::term::Term;

impl Sequence<'_, '_> {
    /// Whether a thread is about to execute a statement, after all rounds.
    pub fn pending(&mut self, (t, j): Which) -> Term {
        let k = self.passed.len() - 1;
        let statement = &self.bounded.threads[t].statements[j];
        let before = match j {
            0 => self.created(k, t),
            _ => self.passed[k][t][j - 1],
        };
        let terms = &mut self.formula.terms;
        let not = terms.not(self.passed[k][t][j]);
        let here = terms.and(before, not);
        terms.and(here, statement.guard)
    }

    /// Makes sure that what a statement would read is what is in memory, if the condition holds.
    pub fn look(&mut self, condition: Term, statement: &Statement) {
        for read in &statement.reads {
            let there = self.read(read.address, read.length);
            self.formula.assert_equal_if(condition, read.value, there);
        }
    }

    /// The races that there can be after the rounds so far.
    pub fn races(&mut self) -> Vec<Pair> {
        let mut out = Vec::new();
        for (a, b, conflict) in self.races.clone() {
            let (p, q) = (self.pending(a), self.pending(b));
            let both = self.formula.terms.and(p, q);
            let free = self.unheld(&[a.0, b.0]);
            let both = self.formula.terms.and(both, free);
            let mut race = self.formula.terms.and(both, conflict);
            let mut looks = Vec::new();
            for which in [a, b] {
                let statement = &self.bounded.threads[which.0].statements[which.1];
                let terms = &mut self.formula.terms;
                let certain = terms.is_true(statement.enabled)
                    && terms.is_true(statement.defined)
                    && statement
                        .touches
                        .iter()
                        .all(|t| terms.constant(t.write).is_some() && terms.is_true(t.when));
                if !certain {
                    race = terms.and(race, statement.enabled);
                    race = terms.and(race, statement.defined);
                    looks.push(statement);
                }
            }
            if self.formula.terms.is_false(race) {
                continue;
            }
            for statement in looks {
                self.look(race, statement);
            }
            out.push((a, b, race));
        }
        out
    }

    /// Whether anything is executed in the last round. An atomic block in which the execution ends does not
    /// count: it could be begun in any round, and what comes before it is an execution without it.
    pub fn uses_last_round(&mut self) -> Term {
        let last: Vec<Term> = self
            .executed
            .last()
            .into_iter()
            .flatten()
            .flatten()
            .copied()
            .collect();
        let any = self.formula.terms.any(last);
        let free = self.formula.terms.not(self.halted);
        self.formula.terms.and(any, free)
    }

    /// Whether no thread but these has stopped inside an atomic block.
    pub fn unheld(&mut self, threads: &[usize]) -> Term {
        let others = self
            .stuck
            .iter()
            .enumerate()
            .filter(|(other, _)| !threads.contains(other));
        let others: Vec<Term> = others.map(|(_, stuck)| *stuck).collect();
        let any = self.formula.terms.any(others);
        self.formula.terms.not(any)
    }

    /// The ends of paths, each with the condition that an execution of the rounds so far gets there.
    pub fn stops(&mut self, wanted: impl Fn(&Reason) -> bool) -> Vec<(usize, Term)> {
        let k = self.passed.len() - 1;
        let mut out = Vec::new();
        for (i, stop) in self.bounded.stops.iter().enumerate() {
            if !wanted(&stop.reason) {
                continue;
            }
            let before = match stop.after {
                0 => self.created(k, stop.thread),
                n => self.passed[k][stop.thread][n - 1],
            };
            let reached = self.formula.terms.and(before, stop.guard);
            let alone = self.unheld(&[stop.thread]);
            let reached = self.formula.terms.and(reached, alone);
            if !self.formula.terms.is_false(reached) {
                out.push((i, reached));
            }
        }
        out
    }

    /// Whether a thread is about to access a place that is not followed.
    pub fn leaves_places(&mut self) -> Term {
        let mut out = Vec::new();
        let all: Vec<(Which, &Statement)> = self.statements().collect();
        for (which, statement) in all {
            let followed = self.follows(statement);
            if !self.formula.terms.is_true(followed) {
                let (pending, elsewhere) = (self.pending(which), self.formula.terms.not(followed));
                out.push(self.formula.terms.and(pending, elsewhere));
            }
        }
        self.formula.terms.any(out)
    }

    /// The statements that can be defects: each with the condition.
    pub fn defects(&mut self) -> Vec<(Which, Term)> {
        let mut out = Vec::new();
        let all: Vec<(Which, &Statement)> = self.statements().collect();
        for (which, statement) in all {
            let gone = self.gone(statement);
            let misused = self.misused(which, statement);
            let terms = &mut self.formula.terms;
            let wrong = terms.not(statement.defined);
            let bad = terms.any([wrong, gone, misused]);
            if terms.is_false(bad) {
                continue;
            }
            let pending = self.pending(which);
            let alone = self.unheld(&[which.0]);
            let pending = self.formula.terms.and(pending, alone);
            let defect = self.formula.terms.and(pending, bad);
            self.look(defect, statement);
            out.push((which, defect));
        }
        out
    }

    /// Whether a join or a detachment is of what cannot be joined (no thread, itself, or what has been joined
    /// or detached), or a condition variable is destroyed on which somebody waits.
    fn misused(&mut self, which: Which, statement: &Statement) -> Term {
        let (handle, myself) = match statement.special {
            Special::Join { handle, .. } => (handle, Some(which.0)),
            Special::Detach { handle } => (handle, None),
            Special::Destroy { condition } => return self.awaited(condition),
            _ => return self.formula.terms.bool(false),
        };
        let mut fine = self.formula.terms.bool(false);
        for (t, named) in self.named(handle) {
            if Some(t) != myself {
                let fresh = self.formula.terms.not(self.joined[t]);
                let one = self.formula.terms.and(named, fresh);
                fine = self.formula.terms.or(fine, one);
            }
        }
        self.formula.terms.not(fine)
    }

    /// Whether a statement that is about to be executed has to wait.
    fn waits(&mut self, which: Which, statement: &Statement) -> Term {
        let k = self.passed.len() - 1;
        if let Special::Await(list) = statement.special {
            return self.unfinished(k, which.0, list);
        }
        let Special::Join { handle, .. } = statement.special else {
            let blocked = self.formula.terms.not(statement.enabled);
            return match statement.asleep {
                Some(asleep) => self.formula.terms.or(blocked, asleep),
                None => blocked,
            };
        };
        let mut waits = self.formula.terms.bool(false);
        for (t, named) in self.named(handle) {
            if t != which.0 {
                let ended = self.ended(k, t);
                let over = self.formula.terms.or(ended, self.joined[t]);
                let running = self.formula.terms.not(over);
                let one = self.formula.terms.and(named, running);
                waits = self.formula.terms.or(waits, one);
            }
        }
        waits
    }

    /// Whether a thread has come to where it has to wait.
    fn blocked(&mut self, t: usize) -> Term {
        let mut blocked: Vec<Term> = self
            .stops(|reason| *reason == Reason::Blocked)
            .into_iter()
            .filter(|(i, _)| self.bounded.stops[*i].thread == t)
            .map(|(_, reached)| reached)
            .collect();
        for (j, statement) in self.bounded.threads[t].statements.iter().enumerate() {
            let waits = self.waits((t, j), statement);
            if self.formula.terms.is_false(waits) {
                continue;
            }
            let pending = self.pending((t, j));
            let gone = self.gone(statement);
            let there = self.formula.terms.not(gone);
            let here = self.formula.terms.all([pending, waits, there]);
            self.look(here, statement);
            blocked.push(here);
        }
        self.formula.terms.any(blocked)
    }

    /// Whether every thread that has not ended waits, and there is one. A thread that waits inside an atomic
    /// block keeps all others from running.
    pub fn deadlock(&mut self) -> Term {
        let k = self.passed.len() - 1;
        let (mut all, mut some) = (Vec::new(), Vec::new());
        let mut alone = Vec::new();
        for t in 0..self.bounded.threads.len() {
            let blocked = self.blocked(t);
            let (created, ended) = (self.created(k, t), self.ended(k, t));
            let terms = &mut self.formula.terms;
            let missing = terms.not(created);
            all.push(terms.any([blocked, missing, ended]));
            some.push(blocked);
            alone.push(terms.and(self.stuck[t], blocked));
        }
        let terms = &mut self.formula.terms;
        all.push(terms.any(some));
        all.push(terms.not(self.halted));
        let all = terms.all(all);
        alone.push(all);
        terms.any(alone)
    }
}
