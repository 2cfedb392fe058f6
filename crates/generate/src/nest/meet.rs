//! Going through all accesses of a nest.
//!
//! A program with one run that stays inside the array and has two accesses in conflict by different threads,
//! with no barrier in between, has a race. Threads are as many as are needed: there is a thread for each work
//! of a loop that is divided, and in other loops anybody may do any work.

use super::{Base, Head, LENGTH, Nest, START, Sort, Statement, Task, Term, Variable};

/// Two accesses in conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// The sizes at first.
    pub sizes: [i64; 2],
    /// The element.
    pub element: i64,
}

/// Threads that do what anybody may do, for bodies that ask for their numbers.
const THREADS: i64 = 3;

/// Rounds of a loop at most.
const ROUNDS: usize = 40;

/// What a body sees.
#[derive(Clone, Copy)]
struct Seen {
    outer: i64,
    inner: i64,
    sizes: [i64; 2],
    look: i64,
    number: i64,
}

/// An access.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// Barriers before it.
    epoch: u32,
    /// Which construct, and which work of it.
    construct: u32,
    work: i64,
    /// Who does it; nobody in particular if anybody may.
    thread: Option<i64>,
    lane: Option<i64>,
    element: i64,
    sort: Sort,
}

impl Term {
    fn value(&self, seen: &Seen) -> Option<i64> {
        let of = |a: &Term| a.value(seen);
        Some(match self {
            Term::Constant(c) => *c,
            Term::Variable(variable) => match variable {
                Variable::Outer => seen.outer,
                Variable::Inner => seen.inner,
                Variable::Size(s) => seen.sizes[*s],
                Variable::Look => seen.look,
                Variable::Number => seen.number,
            },
            Term::Sum(a, b) => of(a)?.checked_add(of(b)?)?,
            Term::Times(a, b) => of(a)?.checked_mul(of(b)?)?,
            Term::Divided(a, by) => of(a)?.checked_div(of(by)?)?,
            Term::Rest(a, by) => of(a)?.checked_rem(of(by)?)?,
            Term::Byte(a) => of(a)? & 255,
            Term::Called(a) => of(a)?.checked_add(seen.sizes[1])?,
        })
    }

    fn uses(&self, what: Variable) -> bool {
        match self {
            Term::Constant(_) => false,
            Term::Variable(variable) => *variable == what,
            Term::Sum(a, b) | Term::Times(a, b) | Term::Divided(a, b) | Term::Rest(a, b) => {
                a.uses(what) || b.uses(what)
            }
            Term::Byte(a) | Term::Called(a) => a.uses(what),
        }
    }
}

fn uses(all: &[Statement], what: Variable) -> bool {
    all.iter().any(|statement| match statement {
        Statement::Access(_, index, _) => index.uses(what),
        Statement::When(a, _, _, b, body) | Statement::Count(a, b, _, body) => {
            a.uses(what) || b.uses(what) || uses(body, what)
        }
    })
}

fn compare(a: i64, relation: &str, b: i64) -> bool {
    match relation {
        "<" => a < b,
        "<=" => a <= b,
        ">" => a > b,
        ">=" => a >= b,
        "==" => a == b,
        _ => a != b,
    }
}

impl Head {
    /// The iterations; none if there are too many, or what they are is not clear.
    fn iterations(&self, seen: &Seen) -> Option<Vec<i64>> {
        let (mut at, to) = (self.from.value(seen)?, self.to.value(seen)?);
        if self.kind.starts_with("unsigned") && (at < 0 || to < 0) {
            return None;
        }
        let mut all = Vec::new();
        while compare(at, self.relation, to) {
            all.push(at);
            at += self.step;
            (all.len() <= ROUNDS).then_some(())?;
        }
        Some(all)
    }
}

/// What one run does; it ends where something leaves the array.
struct Run<'a> {
    nest: &'a Nest,
    sizes: [i64; 2],
    steps: Vec<Step>,
}

impl Run<'_> {
    fn statements(&mut self, all: &[Statement], seen: Seen, step: Step) -> Option<()> {
        for statement in all {
            match statement {
                Statement::Access(base, index, sort) => {
                    let start = match base {
                        Base::Pointer(p) => {
                            self.nest.pointers[*p].0 + self.nest.pointers[*p].1 * self.sizes[1]
                        }
                        _ => 0,
                    };
                    let element = START + start + index.value(&seen)?;
                    (0..LENGTH).contains(&element).then_some(())?;
                    let sort = *sort;
                    self.steps.push(Step {
                        element,
                        sort,
                        ..step
                    });
                }
                Statement::When(a, relation, is_unsigned, b, body) => {
                    let (mut a, mut b) = (a.value(&seen)?, b.value(&seen)?);
                    if *is_unsigned {
                        (a, b) = (a & 0xffff_ffff, b & 0xffff_ffff);
                    }
                    if compare(a, relation, b) {
                        self.statements(body, seen, step)?;
                    }
                }
                Statement::Count(from, to, by, body) => {
                    let (mut at, to) = (from.value(&seen)?, to.value(&seen)?);
                    let mut rounds = 0;
                    while if *by > 0 { at < to } else { at > to } {
                        self.statements(body, Seen { inner: at, ..seen }, step)?;
                        at += by;
                        rounds += 1;
                        (rounds <= ROUNDS).then_some(())?;
                    }
                }
            }
        }
        Some(())
    }

    /// A loop that threads share: what its iterations see, one after the other.
    fn shared(
        &mut self,
        body: &[Statement],
        all: Vec<Seen>,
        schedule: &str,
        anybody: &[Option<i64>],
        one: Step,
    ) -> Option<()> {
        for (work, seen) in all.into_iter().enumerate() {
            let work = work as i64;
            let who = match schedule {
                "static" | "static, 1" => vec![Some(work)],
                "static, 2" => vec![Some(work / 2)],
                _ => anybody.to_vec(),
            };
            // Two iterations of a chunk are one work.
            let work = if schedule == "dynamic, 2" { work / 2 } else { work };
            for thread in who {
                let number = thread.unwrap_or(0);
                self.statements(body, Seen { number, ..seen }, Step { work, thread, ..one })?;
            }
        }
        Some(())
    }

    /// One time that all threads come to a phase.
    fn phase(&mut self, p: usize, epoch: u32, construct: u32, looks: &[i64]) -> Option<()> {
        let phase = &self.nest.phases[p];
        let asks = uses(&phase.body, Variable::Number);
        let looks = if uses(&phase.body, Variable::Look) {
            looks
        } else {
            &looks[..1]
        };
        let one = Step {
            epoch,
            construct,
            work: 0,
            thread: None,
            lane: None,
            element: 0,
            sort: Sort::Read,
        };
        for &look in looks {
            let seen = Seen {
                outer: 0,
                inner: 0,
                sizes: self.sizes,
                look,
                number: 0,
            };
            // Who may do a work: all numbers where the body asks for them.
            let anybody: Vec<Option<i64>> = match asks {
                true => (0..THREADS).map(Some).collect(),
                false => vec![None],
            };
            match &phase.task {
                Task::Loop(head, schedule) => {
                    let all = head.iterations(&seen)?.into_iter();
                    let all = all.map(|outer| Seen { outer, ..seen }).collect();
                    self.shared(&phase.body, all, schedule, &anybody, one)?;
                }
                Task::Grid(outer, inner, schedule) => {
                    let mut all = Vec::new();
                    for outer in outer.iterations(&seen)? {
                        let inner = inner.iterations(&seen)?.into_iter();
                        all.extend(inner.map(|inner| Seen { outer, inner, ..seen }));
                    }
                    (all.len() <= ROUNDS).then_some(())?;
                    self.shared(&phase.body, all, schedule, &anybody, one)?;
                }
                Task::Lanes(head) => {
                    for (lane, outer) in head.iterations(&seen)?.into_iter().enumerate() {
                        let lane = Some(lane as i64);
                        self.statements(&phase.body, Seen { outer, ..seen }, Step { lane, ..one })?;
                    }
                }
                Task::Single => {
                    for thread in anybody {
                        let number = thread.unwrap_or(0);
                        self.statements(&phase.body, Seen { number, ..seen }, Step { thread, ..one })?;
                    }
                }
                Task::Only(number) => {
                    let (number, thread) = (*number, Some(*number));
                    self.statements(&phase.body, Seen { number, ..seen }, Step { thread, ..one })?;
                }
                Task::Each => {
                    for number in 0..THREADS {
                        let (work, thread) = (number, Some(number));
                        let step = Step { work, thread, ..one };
                        self.statements(&phase.body, Seen { number, ..seen }, step)?;
                    }
                }
                Task::Change(_) => {}
            }
        }
        Some(())
    }

    /// All of one region.
    fn region(&mut self, first: u32) -> Option<()> {
        let nest = self.nest;
        let (mut epoch, mut construct) = (first, 0);
        let change = nest.phases.iter().find_map(|phase| match phase.task {
            Task::Change(by) => Some(by),
            _ => None,
        });
        // Which epoch has the change, and of how many there are.
        let mut epochs = Vec::new();
        let mut at = first;
        for phase in &nest.phases {
            for _ in 0..phase.times {
                epochs.push((at, matches!(phase.task, Task::Change(_))));
                at += u32::from(!phase.nowait);
            }
        }
        let changed = epochs.iter().find(|(_, is_it)| *is_it).map(|(epoch, _)| *epoch);
        let old = self.sizes[0];
        for p in 0..nest.phases.len() {
            for _ in 0..nest.phases[p].times {
                let new = old + change.unwrap_or(0);
                let looks = match changed {
                    Some(changed) if epoch == changed => vec![old, new],
                    Some(changed) if epoch > changed => vec![new],
                    _ => vec![old],
                };
                self.phase(p, epoch, construct, &looks)?;
                epoch += u32::from(!nest.phases[p].nowait);
                construct += 1;
            }
        }
        self.sizes[0] += change.unwrap_or(0);
        Some(())
    }
}

impl Step {
    fn races(&self, other: &Step) -> bool {
        let is_read = |step: &Step| step.sort == Sort::Read;
        let is = |sort: Sort| self.sort == sort && other.sort == sort;
        if self.element != other.element
            || is_read(self) && is_read(other)
            || is(Sort::Atomic)
            || is(Sort::Locked)
            || self.epoch != other.epoch
        {
            return false;
        }
        match (self.lane, other.lane) {
            // The array is each thread's own.
            (Some(a), Some(b)) => self.construct == other.construct && a != b,
            (None, None) => {
                let is_other = match (self.thread, other.thread) {
                    (Some(a), Some(b)) => a != b,
                    _ => true,
                };
                is_other && (self.construct != other.construct || self.work != other.work)
            }
            _ => false,
        }
    }
}

impl Nest {
    /// A race, if there is one in a run that stays inside the array.
    pub fn race(&self) -> Option<Race> {
        Nest::sizes().find_map(|sizes| {
            let mut run = Run {
                nest: self,
                sizes,
                steps: Vec::new(),
            };
            for round in 0..self.rounds {
                run.region(round * 100)?;
                run.sizes[1] += 1;
            }
            run.steps.sort_by_key(|step| (step.epoch, step.element));
            let steps = &run.steps;
            let found = steps.iter().enumerate().find_map(|(i, a)| {
                let mut later = steps[i + 1..].iter();
                let b = later
                    .by_ref()
                    .take_while(|b| (b.epoch, b.element) == (a.epoch, a.element))
                    .find(|b| a.races(b))?;
                Some(b.element)
            });
            found.map(|element| Race { sizes, element })
        })
    }
}
