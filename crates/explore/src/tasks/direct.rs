//! From a candidate to a witness: a schedule that leads to both accesses without ordering them.
//!
//! The run itself is one if only tasks order its accesses. Where isolated blocks happened to order the two,
//! another one is made: everything that precedes either of the accesses in the computation graph, in the
//! order of the run, then both tasks up to their accesses. A block that one of the accesses is in comes last,
//! so that it blocks nobody; one that is needed in part is brought to its end.

use super::course::{Course, Logged};
use super::history::Entry;
use super::watch::Candidate;
use raceproof_machine::{
    Access, At, FUEL, Machine, Observer, Pause, Pointer, Schedule, Sink, State, ThreadId, Turn, What,
    Witness, replay,
};
use raceproof_order::{Edge, TaskId};

/// Tries to make a witness of a candidate.
pub fn confirm(machine: &Machine, course: &Course, race: &Candidate) -> Option<Witness> {
    let wanted = Some((race.earlier.site, race.later.site));
    if let Some(witness) = replay(machine, &course.schedule(), wanted) {
        return Some(witness);
    }
    for (first, second) in [(&race.earlier, &race.later), (&race.later, &race.earlier)] {
        let mut director = Director::new(machine, course, first, second);
        director.go();
        if let Some(witness) = replay(machine, &Schedule::new(director.turns), wanted) {
            return Some(witness);
        }
    }
    None
}

struct Director<'a, 'm, 'p> {
    machine: &'m Machine<'p>,
    course: &'a Course<'m, 'p>,
    goals: [&'a Entry; 2],
    /// What each task still has to do, first things last, with the place in the run's log.
    todo: Vec<Vec<(usize, Logged)>>,
    state: State,
    eye: Eye,
    turns: Vec<Turn>,
}

impl<'a, 'm, 'p> Director<'a, 'm, 'p> {
    fn new(
        machine: &'m Machine<'p>,
        course: &'a Course<'m, 'p>,
        first: &'a Entry,
        second: &'a Entry,
    ) -> Self {
        let goals = [first, second];
        let knows = |e: &Entry, task: TaskId| e.known.get(task);
        let mut todo = vec![Vec::new(); course.watch.tasks.len()];
        for (i, logged) in course.log.iter().enumerate().rev() {
            let task = logged.task;
            let own = goals.iter().find(|g| g.task == task);
            let wanted = match own {
                // Up to the node of the access, which is entered as far as needed.
                Some(goal) => logged.node <= goal.node,
                None => goals.iter().any(|g| logged.node < knows(g, task)),
            };
            if wanted {
                todo[task.0 as usize].push((i, *logged));
            }
        }
        let mut eye = Eye::default();
        eye.threads.push(ThreadId::MAIN);
        eye.tasks.push(TaskId(0));
        eye.accesses = vec![0; todo.len()];
        eye.forks = vec![0; todo.len()];
        eye.threads.resize(todo.len(), ThreadId(u32::MAX));
        Director {
            machine,
            course,
            goals,
            todo,
            state: machine.initial(),
            eye,
            turns: Vec::new(),
        }
    }

    fn is_reached(&self, goal: &Entry) -> bool {
        self.eye.accesses[goal.task.0 as usize] >= goal.ordinal
    }

    /// Whether the task still has to go into the node of its access: that comes last.
    fn is_last(&self, task: TaskId) -> bool {
        let goal = self.goals.iter().find(|g| g.task == task).map(|g| g.node);
        let todo = &self.todo[task.0 as usize];
        let Some((_, next)) = todo.last() else {
            return false;
        };
        // A block that is entered and not left again before the access.
        let is_left = |l: &Logged| l.unlocks && l.node > next.node && goal.is_none_or(|g| l.node < g);
        goal == Some(next.node) || (next.locks && !todo.iter().any(|(_, l)| is_left(l)))
    }

    fn go(&mut self) {
        loop {
            if self.goals.iter().all(|g| self.is_reached(g))
                || self.turns.len() > 4 * self.course.log.len() + 100_000
            {
                return;
            }
            let tasks = (0..self.todo.len()).map(|i| TaskId(i as u32));
            let ready = tasks.filter(|&t| self.can_go_on(t));
            let rank = |t: TaskId| {
                let goal = self.goals.iter().position(|g| g.task == t);
                (
                    self.is_last(t),
                    if self.is_last(t) { goal } else { None },
                    self.place(t),
                )
            };
            let best = ready.min_by_key(|&t| rank(t));
            // Where only the inner part of a block precedes the accesses, the block is in the way of others
            // until it is over.
            match (best, self.eye.holder) {
                (Some(task), None) => self.step(task),
                (Some(task), Some(_)) if !self.is_last(task) => self.step(task),
                (_, Some(holder)) if self.leaves_block(holder) => {
                    if !self.step_freely(holder) {
                        return;
                    }
                }
                (Some(task), Some(_)) => self.step(task),
                (None, _) => return,
            }
        }
    }

    /// Whether the holder of the lock has nothing to do any more, and its block holds no access that is
    /// wanted.
    fn leaves_block(&self, holder: ThreadId) -> bool {
        let task = self.eye.task(holder);
        self.todo[task.0 as usize].is_empty() && self.goals.iter().all(|g| g.task != task)
    }

    /// Lets a thread go on whatever the run did; false if it cannot.
    fn step_freely(&mut self, thread: ThreadId) -> bool {
        match self.machine.at(&self.state, thread) {
            At::Code => {
                self.turns.push(Turn::run(thread));
                self.machine
                    .run(&mut self.state, thread, &mut Whole(&mut self.eye), FUEL);
                true
            }
            At::Sync if self.machine.alternatives(&self.state, thread) > 0 => {
                self.turns.push(Turn::take(thread, 0));
                let taken = self.machine.take(&mut self.state, thread, 0, &mut self.eye);
                self.eye.place(self.course);
                taken.is_ok()
            }
            _ => false,
        }
    }

    fn place(&self, task: TaskId) -> usize {
        self.todo[task.0 as usize].last().map_or(usize::MAX, |(i, _)| *i)
    }

    fn can_go_on(&self, task: TaskId) -> bool {
        if self.goals.iter().any(|g| g.task == task && self.is_reached(g)) {
            return false;
        }
        let thread = self.eye.threads[task.0 as usize];
        let Some((_, next)) = self.todo[task.0 as usize].last() else {
            return false;
        };
        if thread.0 == u32::MAX {
            return false;
        }
        match (self.machine.at(&self.state, thread), next.turn.what) {
            (At::Code, What::Run) | (At::Choice(_), What::Take(_)) => true,
            (At::Sync, What::Take(_)) => match next.picked {
                Some(picked) => self.alternative(thread, picked).is_some(),
                None => self.machine.alternatives(&self.state, thread) > 0,
            },
            _ => false,
        }
    }

    fn alternative(&self, waiter: ThreadId, picked: TaskId) -> Option<u64> {
        let thread = self.eye.threads[picked.0 as usize];
        self.machine.alternative_of(&self.state, waiter, thread)
    }

    fn step(&mut self, task: TaskId) {
        let thread = self.eye.threads[task.0 as usize];
        let Some((_, next)) = self.todo[task.0 as usize].last().copied() else {
            return;
        };
        if let What::Take(choice) = next.turn.what {
            let picked = next.picked.and_then(|p| self.alternative(thread, p));
            let choice = picked.unwrap_or(choice);
            self.turns.push(Turn::take(thread, choice));
            // A defect of a task ends its part in the run, no more.
            let _ = self.machine.take(&mut self.state, thread, choice, &mut self.eye);
            self.eye.place(self.course);
            self.todo[task.0 as usize].pop();
            return;
        }
        let goal = self.goals.iter().any(|g| g.task == task && g.node == next.node);
        if !goal {
            self.turns.push(Turn::run(thread));
            self.machine
                .run(&mut self.state, thread, &mut Whole(&mut self.eye), FUEL);
            self.todo[task.0 as usize].pop();
            return;
        }
        self.turns.push(Turn::access(thread));
        let pause = self.machine.run(&mut self.state, thread, &mut self.eye, FUEL);
        // The access may have been the last thing before an operation.
        if pause != Pause::Accessed || self.machine.at(&self.state, thread) != At::Code {
            self.todo[task.0 as usize].pop();
        }
    }
}

/// Counts the accesses of tasks and tells which threads run them.
#[derive(Default)]
struct Eye {
    /// By task.
    threads: Vec<ThreadId>,
    accesses: Vec<u32>,
    forks: Vec<u32>,
    /// By thread.
    tasks: Vec<TaskId>,
    forked: Option<(TaskId, ThreadId)>,
    /// Who holds the lock.
    holder: Option<ThreadId>,
}

impl Eye {
    fn task(&self, t: ThreadId) -> TaskId {
        self.tasks.get(t.0 as usize).copied().unwrap_or(TaskId(0))
    }

    /// Finds out which task of the run a new thread is.
    fn place(&mut self, course: &Course) {
        let Some((parent, thread)) = self.forked.take() else {
            return;
        };
        let index = self.forks[parent.0 as usize];
        self.forks[parent.0 as usize] += 1;
        let mut tasks = course.watch.tasks.iter().skip(1);
        let Some(i) = tasks.position(|t| t.parent == parent && t.index == index) else {
            return;
        };
        let task = TaskId(i as u32 + 1);
        self.threads[task.0 as usize] = thread;
        let at = thread.0 as usize;
        if self.tasks.len() <= at {
            self.tasks.resize(at + 1, TaskId(0));
        }
        self.tasks[at] = task;
    }

    fn count(&mut self, t: ThreadId, a: &Access) {
        if !a.atomic {
            let task = self.task(t);
            self.accesses[task.0 as usize] += 1;
        }
    }
}

impl Sink for Eye {
    fn access(&mut self, t: ThreadId, a: Access) {
        self.count(t, &a);
    }

    fn released(
        &mut self,
        t: ThreadId,
        object: raceproof_machine::ObjectId,
        _size: u32,
        _site: raceproof_machine::Site,
    ) {
        if !object.space().is_stack() {
            let task = self.task(t);
            self.accesses[task.0 as usize] += 1;
        }
    }

    fn lock(&mut self, t: ThreadId, _object: Pointer, held: bool) {
        self.holder = held.then_some(t);
    }

    fn edge(&mut self, t: ThreadId, edge: Edge) {
        if let Edge::Fork(child) = edge {
            self.forked = Some((self.task(t), child));
        }
    }
}

impl Observer for Eye {
    const STEP: bool = true;
}

/// The same without pauses.
struct Whole<'a>(&'a mut Eye);

impl Sink for Whole<'_> {
    fn access(&mut self, t: ThreadId, a: Access) {
        self.0.access(t, a);
    }

    fn released(
        &mut self,
        t: ThreadId,
        object: raceproof_machine::ObjectId,
        size: u32,
        site: raceproof_machine::Site,
    ) {
        self.0.released(t, object, size, site);
    }
}

impl Observer for Whole<'_> {}
