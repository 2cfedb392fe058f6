//! Drawing a nest.

use super::{Base, Head, Nest, Phase, SIZES, Sort, Statement, Task, Term, Variable};
use raceproof_engine::Dice;

/// What a body may use.
#[derive(Clone, Copy)]
struct Scope {
    outer: bool,
    inner: bool,
    /// The first size is changed, and found under the lock.
    looks: bool,
    /// It is the body of a lane: there are no locks, and an array of the thread's own.
    lane: bool,
    number: bool,
}

impl Term {
    fn plus(self, other: Term) -> Term {
        match (self, other) {
            (Term::Constant(a), Term::Constant(b)) => Term::Constant(a + b),
            (a, b) => Term::Sum(Box::new(a), Box::new(b)),
        }
    }

    fn times(self, other: Term) -> Term {
        Term::Times(Box::new(self), Box::new(other))
    }
}

fn between(dice: &mut Dice, low: i64, high: i64) -> i64 {
    low + i64::from(dice.below((high - low + 1) as u32))
}

fn size(dice: &mut Dice, scope: Scope) -> Term {
    let size = dice.below(2) as usize;
    Term::Variable(match (size, scope.looks) {
        (0, true) if scope.lane => Variable::Size(1),
        (0, true) => Variable::Look,
        _ => Variable::Size(size),
    })
}

fn divisor(dice: &mut Dice, scope: Scope) -> Term {
    match dice.one_in(3) {
        true => size(dice, scope),
        false => Term::Constant(between(dice, 2, 4)),
    }
}

/// A counter or a number of a thread, mostly with a factor.
fn part(dice: &mut Dice, scope: Scope) -> Term {
    let mut all = Vec::new();
    all.extend(scope.outer.then_some(Variable::Outer));
    all.extend(scope.outer.then_some(Variable::Outer));
    all.extend(scope.inner.then_some(Variable::Inner));
    all.extend((scope.number && dice.one_in(3)).then_some(Variable::Number));
    let Some(variable) = (!all.is_empty()).then(|| all[dice.below(all.len() as u32) as usize]) else {
        return size(dice, scope);
    };
    let one = Term::Variable(variable);
    match dice.below(14) {
        0..=4 => one,
        5..=8 => Term::Constant(between(dice, -3, 4)).times(one),
        9 => one.times(size(dice, scope)),
        10 => Term::Rest(Box::new(one), Box::new(divisor(dice, scope))),
        11 => Term::Divided(Box::new(one), Box::new(divisor(dice, scope))),
        12 => Term::Byte(Box::new(Term::Constant(between(dice, 1, 64)).times(one))),
        _ => Term::Called(Box::new(one)),
    }
}

fn index(dice: &mut Dice, scope: Scope) -> Term {
    let mut term = Term::Constant(between(dice, -2, 3));
    for _ in 0..1 + dice.below(3) {
        let next = match dice.below(5) {
            0 => size(dice, scope),
            _ => part(dice, scope),
        };
        term = term.plus(next);
    }
    term
}

/// A bound: a constant, a size, or what depends on the counter around.
fn bound(dice: &mut Dice, scope: Scope) -> Term {
    match dice.below(6) {
        0..=2 => Term::Constant(between(dice, -1, 5)),
        3 | 4 => size(dice, scope).plus(Term::Constant(between(dice, 0, 2))),
        _ => part(dice, scope),
    }
}

fn access(dice: &mut Dice, scope: Scope) -> Statement {
    let base = match (scope.lane, dice.below(4)) {
        (true, _) => Base::Own,
        (false, 0) => Base::Pointer(dice.below(2) as usize),
        _ => Base::Array,
    };
    let sort = match (scope.lane, dice.below(10)) {
        (_, 0..=2) => Sort::Read,
        (false, 3) => Sort::Atomic,
        (false, 4) => Sort::Locked,
        (false, 5) if base == Base::Array => Sort::Put,
        _ => Sort::Write,
    };
    Statement::Access(base, index(dice, scope), sort)
}

fn statements(dice: &mut Dice, scope: Scope, depth: u32) -> Vec<Statement> {
    let count = 1 + dice.below(2);
    let mut all = Vec::new();
    for _ in 0..count {
        all.push(match dice.below(6) {
            0 | 1 if depth > 0 => {
                let relation = ["<", "<=", ">", ">=", "==", "!="][dice.below(6) as usize];
                let (a, b) = (part(dice, scope), bound(dice, scope));
                Statement::When(a, relation, dice.one_in(6), b, statements(dice, scope, depth - 1))
            }
            2 if depth > 0 && !scope.inner => {
                let within = Scope { inner: true, ..scope };
                let (from, to) = (bound(dice, scope), bound(dice, scope));
                let step = [1, 1, 2, -1][dice.below(4) as usize];
                Statement::Count(from, to, step, statements(dice, within, depth - 1))
            }
            _ => access(dice, scope),
        });
    }
    all
}

fn head(dice: &mut Dice, scope: Scope) -> Head {
    let outside = Scope {
        outer: false,
        number: false,
        ..scope
    };
    let kind = ["int", "int", "int", "long", "unsigned", "unsigned long", "short"][dice.below(7) as usize];
    let is_down = dice.one_in(5) && !kind.starts_with("unsigned");
    // What is changed meanwhile is no bound.
    let free = |dice: &mut Dice| match dice.one_in(2) {
        true => Term::Constant(between(dice, 0, 5)),
        false => Term::Variable(Variable::Size(usize::from(outside.looks || dice.one_in(2)))),
    };
    let low = match dice.one_in(3) && !kind.starts_with("unsigned") {
        true => Term::Constant(between(dice, -4, 1)),
        false => Term::Constant(between(dice, 0, 2)),
    };
    let high = free(dice);
    let (from, to) = if is_down { (high, low) } else { (low, high) };
    let relation = match (is_down, dice.one_in(3)) {
        (false, false) => "<",
        (false, true) => "<=",
        (true, false) => ">",
        (true, true) => ">=",
    };
    let step = [1, 1, 1, 2, 3][dice.below(5) as usize];
    let step = if is_down { -step } else { step };
    Head {
        kind,
        from,
        to,
        relation,
        step,
    }
}

const SCHEDULES: [&str; 7] = [
    "",
    "",
    "static",
    "static, 1",
    "static, 2",
    "dynamic",
    "dynamic, 2",
];

impl Nest {
    /// The next one.
    pub fn random(dice: &mut Dice) -> Nest {
        let looks = dice.one_in(6);
        let scope = Scope {
            outer: false,
            inner: false,
            looks,
            lane: false,
            number: true,
        };
        let count = [1, 1, 2, 3][dice.below(4) as usize];
        let mut phases = Vec::new();
        for _ in 0..count {
            let task = match dice.below(14) {
                0 => Task::Single,
                1 => Task::Only(i64::from(dice.below(2))),
                2 => Task::Each,
                3 => Task::Lanes(head(dice, scope)),
                4..=6 => {
                    let schedule = SCHEDULES[dice.below(7) as usize];
                    Task::Grid(head(dice, scope), head(dice, scope), schedule)
                }
                _ => Task::Loop(head(dice, scope), SCHEDULES[dice.below(7) as usize]),
            };
            let within = Scope {
                outer: matches!(task, Task::Loop(..) | Task::Grid(..) | Task::Lanes(_)),
                inner: matches!(task, Task::Grid(..)),
                lane: matches!(task, Task::Lanes(_)),
                number: !matches!(task, Task::Lanes(_)),
                ..scope
            };
            phases.push(Phase {
                body: statements(dice, within, 2),
                task,
                nowait: dice.one_in(2),
                times: if dice.one_in(8) { 2 } else { 1 },
            });
        }
        if looks {
            let at = dice.below(phases.len() as u32 + 1) as usize;
            let change = Phase {
                task: Task::Change(between(dice, 1, 2)),
                body: Vec::new(),
                nowait: true,
                times: 1,
            };
            phases.insert(at, change);
        }
        let mut pointer = || (between(dice, 0, 1) * between(dice, 0, 3), between(dice, 0, 1));
        Nest {
            pointers: [pointer(), pointer()],
            phases,
            rounds: if dice.one_in(6) { 2 } else { 1 },
        }
    }

    /// All that the sizes may be at first.
    pub(super) fn sizes() -> impl Iterator<Item = [i64; 2]> {
        let [low, high] = SIZES;
        (low..=high).flat_map(move |n| (low..=high).map(move |m| [n, m]))
    }
}
