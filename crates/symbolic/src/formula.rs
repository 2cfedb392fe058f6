//! A formula: words, the gates that they become, the clauses of these, and the solver (CaDiCaL).
//!
//! Clauses are only added, so that what the solver learned stays true while the bounds grow; what holds for
//! one question only is assumed, not asserted. The solver is asked to stop when the budget is used up or
//! somebody interrupts. So is whoever makes the formula: from then on nothing is added any more, and no
//! question is answered.

use crate::limits;
use std::time::Instant;

use raceproof_engine::Budget;
use rustc_hash::FxHashMap;

use crate::gates::{Bit, Gate, Gates};
use crate::term::{Term, Terms};

/// Asks the budget from inside the solver.
struct Stop<'b> {
    budget: &'b Budget,
}

impl cadical::Callbacks for Stop<'_> {
    fn terminate(&mut self) -> bool {
        self.budget.check(0).is_err()
    }
}

/// Words with what is asserted about them.
pub struct Formula<'b> {
    /// The words.
    pub terms: Terms,
    gates: Gates,
    solver: cadical::Solver<Stop<'b>>,
    /// The solver's variable of each gate; 0 if it has none yet.
    numbers: Vec<i32>,
    variables: i32,
    clauses: u64,
    seconds: f64,
    truth: i32,
    budget: &'b Budget,
    /// A solution to go back to, by the solver's variables.
    solution: Option<Vec<bool>>,
    /// How many conflicts a question may take, if not as many as it needs.
    pub patience: Option<i32>,
    /// The budget is used up.
    is_over: bool,
}

/// Sizes and times.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Variables of the solver.
    pub variables: u64,
    /// Clauses given to the solver.
    pub clauses: u64,
    /// Seconds in the solver.
    pub seconds: f64,
}

/// Values of the variables that satisfy the formula.
#[derive(Debug, Default)]
pub struct Model {
    known: FxHashMap<Term, u128>,
}

impl<'b> Formula<'b> {
    /// An empty formula whose solver stops with the budget.
    pub fn new(budget: &'b Budget) -> Formula<'b> {
        let mut solver = cadical::Solver::new();
        solver.set_callbacks(Some(Stop { budget }));
        let mut formula = Formula {
            terms: Terms::default(),
            gates: Gates::new(),
            solver,
            numbers: Vec::new(),
            variables: 1,
            clauses: 0,
            seconds: 0.0,
            truth: 1,
            budget,
            solution: None,
            patience: None,
            is_over: false,
        };
        formula.clause(&[1]);
        formula
    }

    /// What it has grown to.
    pub fn size(&self) -> Size {
        Size {
            variables: self.variables as u64,
            clauses: self.clauses,
            seconds: self.seconds,
        }
    }

    /// Whether the budget is used up.
    pub fn is_over(&mut self) -> bool {
        self.is_over = self.is_over || self.budget.check(0).is_err();
        self.is_over
    }

    fn clause(&mut self, literals: &[i32]) {
        self.clauses += 1;
        if self.is_over || self.clauses.is_multiple_of(limits::CLAUSES_BETWEEN_LOOKS.get()) && self.is_over()
        {
            return;
        }
        self.solver.add_clause(literals.iter().copied());
    }

    /// The solver's literal for a bit.
    fn literal(&mut self, bit: Bit) -> i32 {
        let mut stack = vec![bit.gate()];
        self.numbers.resize(self.gates.gates.len(), 0);
        while let Some(&top) = stack.last() {
            if self.numbers[top] != 0 {
                stack.pop();
                continue;
            }
            let gate = self.gates.gates[top];
            let inputs: Vec<Bit> = match gate {
                Gate::False | Gate::Input(_) => Vec::new(),
                Gate::And(a, b) | Gate::Xor(a, b) => vec![a, b],
                Gate::Ite(c, a, b) => vec![c, a, b],
            };
            let missing: Vec<usize> = inputs
                .iter()
                .map(|b| b.gate())
                .filter(|&g| self.numbers[g] == 0)
                .collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            if gate == Gate::False {
                self.numbers[top] = -self.truth;
                continue;
            }
            self.variables += 1;
            let out = self.variables;
            self.numbers[top] = out;
            let number = |b: Bit| {
                let n = self.numbers[b.gate()];
                if b.is_complement() { -n } else { n }
            };
            match gate {
                Gate::And(a, b) => {
                    let (a, b) = (number(a), number(b));
                    self.clause(&[-out, a]);
                    self.clause(&[-out, b]);
                    self.clause(&[out, -a, -b]);
                }
                Gate::Xor(a, b) => {
                    let (a, b) = (number(a), number(b));
                    self.clause(&[-out, a, b]);
                    self.clause(&[-out, -a, -b]);
                    self.clause(&[out, -a, b]);
                    self.clause(&[out, a, -b]);
                }
                Gate::Ite(c, a, b) => {
                    let (c, a, b) = (number(c), number(a), number(b));
                    self.clause(&[-out, -c, a]);
                    self.clause(&[out, -c, -a]);
                    self.clause(&[-out, c, b]);
                    self.clause(&[out, c, -b]);
                    self.clause(&[-out, a, b]);
                    self.clause(&[out, -a, -b]);
                }
                Gate::False | Gate::Input(_) => {}
            }
        }
        let n = self.numbers[bit.gate()];
        if bit.is_complement() { -n } else { n }
    }

    fn truth_of(&mut self, t: Term) -> i32 {
        let bit = self.gates.word(&self.terms, t)[0];
        self.literal(bit)
    }

    /// One of these holds.
    pub fn assert_any(&mut self, list: &[Term]) {
        if self.is_over || list.iter().any(|&t| self.terms.is_true(t)) {
            return;
        }
        let literals: Vec<i32> = list.iter().map(|&t| self.truth_of(t)).collect();
        self.clause(&literals);
    }

    /// This holds.
    pub fn assert(&mut self, t: Term) {
        self.assert_any(&[t]);
    }

    /// If `condition` holds, the two words are equal.
    pub fn assert_equal_if(&mut self, condition: Term, a: Term, b: Term) {
        if self.is_over || a == b || self.terms.is_false(condition) {
            return;
        }
        let condition = -self.truth_of(condition);
        let (a, b) = (self.gates.word(&self.terms, a), self.gates.word(&self.terms, b));
        for (&x, &y) in a.iter().zip(&b) {
            if x != y {
                let (x, y) = (self.literal(x), self.literal(y));
                self.clause(&[condition, -x, y]);
                self.clause(&[condition, x, -y]);
            }
        }
    }

    /// Whether the formula can be satisfied while these hold; `None` if the solver was stopped.
    pub fn solve(&mut self, assumed: &[Term]) -> Option<bool> {
        self.solve_within(self.patience, assumed)
    }

    /// The same with so many conflicts.
    fn solve_within(&mut self, conflicts: Option<i32>, assumed: &[Term]) -> Option<bool> {
        if self.is_over() {
            return None;
        }
        if assumed.iter().any(|&t| self.terms.is_false(t)) {
            return Some(false);
        }
        let literals: Vec<i32> = assumed.iter().map(|&t| self.truth_of(t)).collect();
        if self.is_over {
            return None;
        }
        self.solution = None;
        if let Some(conflicts) = conflicts {
            self.solver.set_limit("conflicts", conflicts).ok()?;
        }
        let started = Instant::now();
        let answer = self.solver.solve_with(literals);
        self.seconds += started.elapsed().as_secs_f64();
        answer
    }

    /// The same with few conflicts; `None` if it takes more.
    pub fn try_to_solve(&mut self, assumed: &[Term]) -> Option<bool> {
        let most = i32::try_from(limits::TRIED_CONFLICTS.get()).unwrap_or(i32::MAX);
        self.solve_within(Some(most), assumed)
    }

    /// The solution at hand.
    pub fn solution(&self) -> Vec<bool> {
        let value = |number| self.solver.value(number) == Some(true);
        std::iter::once(false)
            .chain((1..=self.variables).map(value))
            .collect()
    }

    /// Goes back to a solution, until the next one is found.
    pub fn go_back_to(&mut self, solution: Vec<bool>) {
        self.solution = Some(solution);
    }

    /// The value of a term in the solution that [`Formula::solve`] found.
    pub fn value(&self, model: &mut Model, t: Term) -> u128 {
        let (gates, numbers, solver) = (&self.gates, &self.numbers, &self.solver);
        self.terms.evaluate(t, &mut model.known, &mut |var| {
            let bits = gates.known(var).unwrap_or(&[]);
            bits.iter().rev().fold(0, |value, bit| {
                let number = numbers.get(bit.gate()).copied().unwrap_or(0);
                let is_set = |number: i32| match &self.solution {
                    Some(kept) => kept.get(number as usize).copied().unwrap_or(false),
                    None => solver.value(number) == Some(true),
                };
                let set = number != 0 && is_set(number);
                value << 1 | u128::from(set != bit.is_complement())
            })
        })
    }

    /// Whether a truth value holds in the solution.
    pub fn holds(&self, model: &mut Model, t: Term) -> bool {
        self.value(model, t) != 0
    }
}
