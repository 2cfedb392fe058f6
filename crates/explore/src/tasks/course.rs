//! A run in the making: tasks go on depth first as long as nothing is up to the schedule.
//!
//! SOUNDNESS: same-accesses-of-tasks

use super::watch::{Chosen, Watch};
use crate::limits::TASK_BYTES;
use crate::store::Tree;
use raceproof_engine::{Budget, Exhausted, Finding, Limit, Outcome};
use raceproof_machine::{
    At, FUEL, Machine, Pause, Schedule, Site, State, Status, Stop, TaskStep, ThreadId, Turn,
};
use raceproof_order::TaskId;

/// Why a run does not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Nothing is left that is not up to the schedule.
    Quiet,
    /// A synchronisation that this engine does not know.
    Foreign(Site),
}

/// A turn of a task, with the node that it was in and, if it joined one of several, which task.
#[derive(Clone, Copy, Debug)]
pub struct Logged {
    pub task: TaskId,
    pub node: u32,
    pub turn: Turn,
    pub picked: Option<TaskId>,
    /// It took the lock.
    pub locks: bool,
    /// It gave the lock back.
    pub unlocks: bool,
}

/// A run in the making.
#[derive(Clone)]
pub struct Course<'m, 'p> {
    pub machine: &'m Machine<'p>,
    pub state: State,
    pub watch: Watch,
    /// Tasks that can go on, the next one last.
    stack: Vec<ThreadId>,
    /// Tasks that wait, each at its place.
    pub waiting: Vec<ThreadId>,
    /// Which task a waiting one is going to join.
    commits: Vec<(ThreadId, ThreadId)>,
    pub log: Vec<Logged>,
    /// Its state as it was stored last.
    pub tree: Tree,
}

impl<'m, 'p> Course<'m, 'p> {
    pub fn new(machine: &'m Machine<'p>, watch: Watch) -> Course<'m, 'p> {
        Course {
            machine,
            state: machine.initial(),
            watch,
            stack: vec![ThreadId::MAIN],
            waiting: Vec::new(),
            commits: Vec::new(),
            log: Vec::new(),
            tree: Tree::default(),
        }
    }

    /// The tasks that wait for one of several that is chosen already, each with that one.
    pub fn commits(&self) -> Vec<(ThreadId, ThreadId)> {
        let mut commits = self.commits.clone();
        commits.sort_unstable();
        commits
    }

    /// Goes on until everything that is left is up to the schedule. Locks are taken as they come if `locks`.
    pub fn settle(&mut self, budget: &Budget, outcome: &mut Outcome, locks: bool) -> Result<Halt, Exhausted> {
        let mut steps = 0u32;
        loop {
            steps += 1;
            if steps.is_multiple_of(1024) {
                budget.check(self.state.threads().len() as u64)?;
                budget.check_memory(self.weight())?;
            }
            if let Some(site) = self.watch.foreign {
                return Ok(Halt::Foreign(site));
            }
            let Some(&t) = self.stack.last() else {
                match (0..self.waiting.len())
                    .rev()
                    .find(|&i| self.can_go_on(self.waiting[i], locks))
                {
                    Some(i) => {
                        let t = self.waiting.remove(i);
                        self.stack.push(t);
                        continue;
                    }
                    None => return Ok(Halt::Quiet),
                }
            };
            match self.machine.at(&self.state, t) {
                At::Code => self.run(t, outcome),
                At::End => {
                    self.stack.pop();
                }
                At::Sync if self.machine.task_step(&self.state, t) == TaskStep::Foreign => {
                    return Ok(Halt::Foreign(self.machine.site(&self.state, t)));
                }
                At::Held => return Ok(Halt::Foreign(self.machine.site(&self.state, t))),
                At::Sync if self.can_go_on(t, locks) => {
                    if let TaskStep::Lock(lock) = self.machine.task_step(&self.state, t)
                        && *self.watch.lock.get_or_insert(lock) != lock
                    {
                        return Ok(Halt::Foreign(self.machine.site(&self.state, t)));
                    }
                    self.take(t, outcome);
                }
                At::Sync | At::Choice(_) => {
                    self.watch.holds_across_wait |= self.watch.holder == Some(t);
                    self.stack.pop();
                    self.waiting.push(t);
                }
            }
        }
    }

    /// Bytes that it takes, roughly.
    pub fn weight(&self) -> usize {
        self.state.threads().len() * TASK_BYTES + self.log.capacity() * size_of::<Logged>()
    }

    fn can_go_on(&self, t: ThreadId, locks: bool) -> bool {
        match self.machine.at(&self.state, t) {
            At::Code => true,
            At::Sync => match self.machine.task_step(&self.state, t) {
                TaskStep::Foreign => true,
                TaskStep::Structured => self.machine.alternatives(&self.state, t) > 0,
                TaskStep::Pick(_) => self.pick(t).is_some(),
                TaskStep::Lock(_) => self.watch.holder == Some(t) || (locks && self.watch.holder.is_none()),
                TaskStep::Unlock(_) => true,
            },
            At::Choice(_) | At::Held | At::End => false,
        }
    }

    /// The task that a waiting one has committed to join, and the alternative that joins it.
    fn pick(&self, t: ThreadId) -> Option<(ThreadId, u64)> {
        let (_, task) = self.commits.iter().find(|(waiter, _)| *waiter == t)?;
        Some((*task, self.machine.alternative_of(&self.state, t, *task)?))
    }

    /// Whether some task waits for a choice.
    pub fn has_choices(&self) -> bool {
        self.waiting
            .iter()
            .any(|&t| match self.machine.at(&self.state, t) {
                At::Choice(_) => true,
                At::Sync => matches!(self.machine.task_step(&self.state, t), TaskStep::Pick(_)),
                _ => false,
            })
    }

    /// The first task that waits for a choice not made yet, and what there is to choose from: values, or
    /// tasks to join.
    pub fn open_choice(&self, outcome: &mut Outcome) -> Option<(ThreadId, Vec<Choice>)> {
        for &t in &self.waiting {
            match self.machine.at(&self.state, t) {
                At::Choice(range) => {
                    let (values, all) = range.values();
                    if !all {
                        outcome.limit(Limit::Sampled(self.machine.site(&self.state, t)));
                    }
                    return Some((t, values.into_iter().map(Choice::Value).collect()));
                }
                At::Sync if self.commits.iter().all(|(waiter, _)| *waiter != t) => {
                    if let TaskStep::Pick(tasks) = self.machine.task_step(&self.state, t) {
                        return Some((t, tasks.into_iter().map(Choice::Join).collect()));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Makes a choice for a task that waits for it.
    pub fn choose(&mut self, t: ThreadId, choice: Choice, outcome: &mut Outcome) {
        self.waiting.retain(|w| *w != t);
        self.stack.push(t);
        match choice {
            Choice::Value(value) => {
                self.watch.choose(t, Chosen::Value(value));
                self.perform(t, value, None, outcome);
            }
            Choice::Join(task) => {
                self.watch.choose(t, Chosen::Join(self.watch.task(task)));
                self.commits.push((t, task));
            }
        }
    }

    /// The tasks that want to isolate, if no block is in progress.
    pub fn isolating(&self) -> Vec<ThreadId> {
        if self.watch.holder.is_some() {
            return Vec::new();
        }
        let wants = |t: &&ThreadId| {
            self.machine.at(&self.state, **t) == At::Sync
                && matches!(self.machine.task_step(&self.state, **t), TaskStep::Lock(_))
        };
        self.waiting.iter().filter(wants).copied().collect()
    }

    /// Lets a waiting task take the lock; false if it is another lock than before.
    pub fn isolate(&mut self, t: ThreadId, outcome: &mut Outcome) -> bool {
        if let TaskStep::Lock(lock) = self.machine.task_step(&self.state, t)
            && *self.watch.lock.get_or_insert(lock) != lock
        {
            return false;
        }
        self.waiting.retain(|w| *w != t);
        self.stack.push(t);
        self.take(t, outcome);
        true
    }

    fn record(&mut self, turn: Turn, picked: Option<TaskId>) {
        let task = self.watch.task(turn.thread);
        self.log.push(Logged {
            task,
            node: self.watch.chains.node(task),
            turn,
            picked,
            locks: false,
            unlocks: false,
        });
    }

    fn run(&mut self, t: ThreadId, outcome: &mut Outcome) {
        self.record(Turn::run(t), None);
        match self.machine.run(&mut self.state, t, &mut self.watch, FUEL) {
            // It may wait in a loop for what another does.
            Pause::Fuel => {
                self.stack.pop();
                self.stack.insert(0, t);
            }
            Pause::Stop(stop) => self.stop(t, stop, outcome),
            Pause::Ignored => self.state.set_status(t, Status::Stuck),
            _ => {}
        }
    }

    /// The thread does the operation that it is at.
    fn take(&mut self, t: ThreadId, outcome: &mut Outcome) {
        match self.pick(t) {
            Some((task, choice)) => {
                self.commits.retain(|(waiter, _)| *waiter != t);
                let picked = self.watch.task(task);
                self.perform(t, choice, Some(picked), outcome);
            }
            None => self.perform(t, 0, None, outcome),
        }
    }

    fn perform(&mut self, t: ThreadId, choice: u64, picked: Option<TaskId>, outcome: &mut Outcome) {
        self.record(Turn::take(t, choice), picked);
        let before = self.watch.holder;
        let result = self.machine.take(&mut self.state, t, choice, &mut self.watch);
        if let Some(last) = self.log.last_mut() {
            last.locks = before.is_none() && self.watch.holder.is_some();
            last.unlocks = before.is_some() && self.watch.holder.is_none();
        }
        if let Err(stop) = result {
            self.stop(t, stop, outcome);
        }
        if let Some(child) = self.watch.forked.take() {
            self.stack.push(child);
        }
    }

    fn stop(&mut self, t: ThreadId, stop: Stop, outcome: &mut Outcome) {
        self.state.set_status(t, Status::Stuck);
        match stop {
            Stop::Gap(gap) => outcome.limit(Limit::Gap(gap)),
            Stop::Fault(fault) => {
                if fault.kind.is_undefined() {
                    outcome.limit(Limit::Undefined(fault.site));
                }
                let told = |f: &Finding| matches!(f, Finding::Fault(known, _) if known.site == fault.site);
                if !outcome.findings.iter().any(told) {
                    outcome.findings.push(Finding::Fault(fault, self.schedule()));
                }
            }
        }
    }

    /// The turns so far.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.log.iter().map(|l| l.turn).collect())
    }

    /// Reports tasks that wait for ever, unless that is because another met a defect or a choice was made
    /// that cannot come true.
    pub fn tell_deadlock(&self, outcome: &mut Outcome) {
        let statuses = || self.state.threads().map(|(_, s)| s.status());
        let over = statuses().any(|s| matches!(s, Status::Stuck | Status::Exited(_)));
        let hopes = self
            .commits
            .iter()
            .any(|(t, _)| self.machine.alternatives(&self.state, *t) > 0);
        let told = |f: &Finding| matches!(f, Finding::Deadlock(..));
        if self.waiting.is_empty() || over || hopes || outcome.findings.iter().any(told) {
            return;
        }
        let waiting = self
            .waiting
            .iter()
            .map(|&t| (t, self.machine.site(&self.state, t)));
        let waiting = waiting.collect();
        outcome.findings.push(Finding::Deadlock(waiting, self.schedule()));
    }
}

/// A choice that is not the schedule's order of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A value of the environment.
    Value(u64),
    /// Which task is joined.
    Join(ThreadId),
}
