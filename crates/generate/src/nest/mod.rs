//! Random nests of loops in regions of OpenMP: strides, bounds in memory, numbers of threads, phases,
//! pointers, sizes that are free. They are small enough to go through all accesses (`meet`), so whether one
//! has a race is known exactly where that decides something: a race that is found this way is one.

mod draw;
mod meet;
mod write;

pub use meet::Race;

/// What a number is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variable {
    /// The counter of the loop that threads or lanes share.
    Outer,
    /// That of a loop within.
    Inner,
    /// One of the sizes in memory.
    Size(usize),
    /// What was found of the first size under the lock.
    Look,
    /// The number of the thread.
    Number,
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Term {
    Constant(i64),
    Variable(Variable),
    Sum(Box<Term>, Box<Term>),
    Times(Box<Term>, Box<Term>),
    Divided(Box<Term>, Box<Term>),
    Rest(Box<Term>, Box<Term>),
    /// Its lowest eight bits.
    Byte(Box<Term>),
    /// What a function gives that adds the second size.
    Called(Box<Term>),
}

/// How an element is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Read,
    Write,
    Atomic,
    /// Written under a lock.
    Locked,
    /// Written by a function.
    Put,
}

/// The array, pointers into it from memory, and an array that each thread has for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Array,
    Pointer(usize),
    Own,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Statement {
    Access(Base, Term, Sort),
    /// If a comparison holds: its sign, and whether numbers are compared without theirs.
    When(Term, &'static str, bool, Term, Vec<Statement>),
    /// A loop within, from, to, and by how much.
    Count(Term, Term, i64, Vec<Statement>),
}

/// The head of a loop that is shared.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Head {
    kind: &'static str,
    from: Term,
    to: Term,
    relation: &'static str,
    step: i64,
}

/// Who does what.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Task {
    /// Threads share a loop, in one of these schedules.
    Loop(Head, &'static str),
    /// Threads share two loops, one within the other.
    Grid(Head, Head, &'static str),
    /// Every thread does its lanes.
    Lanes(Head),
    /// One thread does it.
    Single,
    /// The thread with this number does it.
    Only(i64),
    /// Every thread does it.
    Each,
    /// One thread changes the first size by this, under the lock.
    Change(i64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Phase {
    task: Task,
    body: Vec<Statement>,
    /// Whether threads go on without waiting.
    nowait: bool,
    /// How often all threads do it.
    times: u32,
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    phases: Vec<Phase>,
    /// How far pointers lead into the array: constants, and factors of the second size.
    pointers: [(i64, i64); 2],
    /// How often the region is made; the second size grows by one each time.
    rounds: u32,
}

/// The sizes are from here to there.
const SIZES: [i64; 2] = [-1, 3];

/// Elements of the array, and where indices begin.
const LENGTH: i64 = 900;
const START: i64 = 300;

impl Nest {
    fn changes(&self) -> bool {
        self.phases
            .iter()
            .any(|phase| matches!(phase.task, Task::Change(_)))
    }
}

impl crate::Smaller for Nest {
    fn reductions(&self) -> Vec<Nest> {
        let mut out = Vec::new();
        for p in 0..self.phases.len() {
            let mut less = self.clone();
            less.phases.remove(p);
            out.push(less);
            for s in 0..self.phases[p].body.len() {
                let mut less = self.clone();
                less.phases[p].body.remove(s);
                out.push(less);
                if let Statement::When(.., inner) | Statement::Count(.., inner) = &self.phases[p].body[s] {
                    let mut less = self.clone();
                    less.phases[p].body.splice(s..=s, inner.iter().cloned());
                    out.push(less);
                }
            }
            if self.phases[p].times > 1 {
                let mut less = self.clone();
                less.phases[p].times = 1;
                out.push(less);
            }
        }
        if self.rounds > 1 {
            out.push(Nest {
                rounds: 1,
                ..self.clone()
            });
        }
        out
    }
}
