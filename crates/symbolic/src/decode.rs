//! From a solution of the formula to a schedule of the machine.
//!
//! The solution tells which statements each context executes and all values read and chosen. The machine is
//! driven along: for each statement its thread makes the steps of the bounded program that lead to it. Where
//! the machine does something else the two disagree about what the program means, which is a defect of
//! raceproof; what was done so far is given back and the caller says so.

use raceproof_machine::{
    At, Config, FUEL, Fault, Machine, Observer, Pause, Schedule, Sink, Site, State, Status, Stop, ThreadId,
    Turn,
};

use raceproof_order::Edge;

use crate::bounded::{Motion, Special};
use crate::formula::Model;
use crate::sequentialize::{Sequence, Which};
use crate::world;

struct Quiet;
impl Sink for Quiet {}
impl Observer for Quiet {
    const STEP: bool = true;
}

/// The thread that an operation creates.
#[derive(Default)]
struct Birth(Option<ThreadId>);
impl Sink for Birth {
    fn edge(&mut self, _: ThreadId, edge: Edge) {
        if let Edge::Fork(child) = edge {
            self.0 = Some(child);
        }
    }
}
impl Observer for Birth {
    const STEP: bool = true;
}

/// The machine and the bounded program do not agree.
#[derive(Debug)]
pub(crate) struct Disagree;

struct Driver<'d, 'm, 'p, 'f, 'b> {
    machine: &'m Machine<'p>,
    sequence: &'d Sequence<'f, 'b>,
    model: Model,
    state: State,
    turns: Vec<Turn>,
    /// The machine's thread for each of ours.
    threads: Vec<Option<ThreadId>>,
    /// Steps done.
    done: Vec<usize>,
    fault: Option<Box<Fault>>,
}

/// The executed statements, in order.
fn order(sequence: &Sequence<'_, '_>, model: &mut Model) -> Vec<Which> {
    let mut order = Vec::new();
    for round in &sequence.executed {
        for (t, row) in round.iter().enumerate() {
            for (j, &exec) in row.iter().enumerate() {
                if sequence.formula.holds(model, exec) {
                    order.push((t, j));
                }
            }
        }
    }
    order
}

fn driver<'d, 'm, 'p, 'f, 'b>(
    machine: &'m Machine<'p>,
    sequence: &'d Sequence<'f, 'b>,
    model: Model,
) -> Driver<'d, 'm, 'p, 'f, 'b> {
    let count = sequence.bounded.threads.len();
    let mut threads = vec![None; count];
    threads[0] = Some(ThreadId(0));
    Driver {
        machine,
        sequence,
        model,
        state: machine.initial(),
        turns: Vec::new(),
        threads,
        done: vec![0; count],
        fault: None,
    }
}

/// The world in which a solution's race is, where parts of it are free.
pub(crate) fn world(config: &Config, sequence: &Sequence<'_, '_>, a: Which, b: Which) -> Config {
    let mut model = Model::default();
    let mut order = order(sequence, &mut model);
    for which in [a, b] {
        if !order.contains(&which) {
            order.push(which);
        }
    }
    let mut executed = Vec::new();
    let mut done = vec![0; sequence.bounded.threads.len()];
    for (t, j) in order {
        for step in &sequence.bounded.threads[t].steps[done[t]..] {
            if sequence.formula.holds(&mut model, step.guard) {
                executed.push((t, done[t]));
            }
            done[t] += 1;
            if step.statement == Some(j) {
                break;
            }
        }
    }
    let free = &sequence.bounded.free;
    world::chosen(free, sequence.formula, &mut model, &executed, config)
}

/// The schedule that leads to both accesses of a race.
pub(crate) fn race(machine: &Machine<'_>, sequence: &Sequence<'_, '_>, a: Which, b: Which) -> Schedule {
    let mut model = Model::default();
    let mut order = order(sequence, &mut model);
    let block = |w: Which| {
        sequence.bounded.threads[w.0].statements[w.1]
            .block
            .map(|begin| (w.0, begin))
    };
    // Nobody runs while another is in an atomic block, so the other access comes before the block, or after
    // it if its thread is created there.
    let mut after = None;
    let (inside, outside) = if block(b).is_some() { (b, a) } else { (a, b) };
    if order.contains(&a) {
        // The first access has been made.
        order.push(b);
    } else {
        match block(inside).and_then(|begin| order.iter().position(|&w| w == begin)) {
            Some(at) => {
                let creates = |w: &Which| {
                    sequence.bounded.threads[w.0].statements[w.1].special == Special::Create(outside.0)
                };
                if order[at..].iter().any(creates) {
                    after = Some((inside, outside));
                } else {
                    order.insert(at, outside);
                    order.push(inside);
                }
            }
            None => order.extend([a, b]),
        }
    }
    let mut driver = driver(machine, sequence, model);
    let go = || {
        order.into_iter().try_for_each(|which| driver.statement(which))?;
        if let Some((inside, outside)) = after {
            driver.statement(inside)?;
            driver.leave_block(inside.0)?;
            driver.statement(outside)?;
        }
        for which in [a, b] {
            driver.run_on(which);
        }
        Ok(())
    };
    // What was done so far is given back, and its replay tells.
    let _: Result<(), Disagree> = go();
    Schedule::new(driver.turns)
}

/// The defect that a thread meets after so many of its steps, and the schedule.
pub(crate) fn fault(
    machine: &Machine<'_>,
    sequence: &Sequence<'_, '_>,
    thread: usize,
    steps: usize,
) -> Option<(Box<Fault>, Schedule)> {
    let mut model = Model::default();
    let order = order(sequence, &mut model);
    let mut driver = driver(machine, sequence, model);
    for which in order {
        if driver.statement(which).is_err() {
            break;
        }
    }
    while driver.fault.is_none() && driver.done[thread] < steps {
        if driver.step(thread).is_err() {
            break;
        }
    }
    if driver.fault.is_none() {
        let _ = driver.access(thread);
    }
    if driver.fault.is_none() {
        let _ = driver.take(thread, 0);
    }
    let schedule = Schedule::new(driver.turns);
    driver.fault.map(|fault| (fault, schedule))
}

/// The threads that wait for ever, each at its place, and the schedule.
pub(crate) fn deadlock(
    machine: &Machine<'_>,
    sequence: &Sequence<'_, '_>,
) -> Option<(Vec<(ThreadId, Site)>, Schedule)> {
    let mut model = Model::default();
    let order = order(sequence, &mut model);
    let mut driver = driver(machine, sequence, model);
    for which in order {
        driver.statement(which).ok()?;
    }
    let alive = |driver: &Driver<'_, '_, '_, '_, '_>| -> Vec<(usize, ThreadId)> {
        let threads = driver.threads.iter().enumerate();
        let known = threads.filter_map(|(t, id)| Some((t, (*id)?)));
        known
            .filter(|(_, id)| driver.machine.at(&driver.state, *id) != At::End)
            .collect()
    };
    for (t, id) in alive(&driver) {
        if machine.at(&driver.state, id) != At::Held {
            driver.wait(t).ok()?;
        }
    }
    let waiting: Vec<(ThreadId, Site)> = alive(&driver)
        .into_iter()
        .map(|(_, id)| (id, machine.site(&driver.state, id)))
        .collect();
    let moves = |id: ThreadId| match machine.at(&driver.state, id) {
        At::Held | At::End => false,
        At::Sync => machine.alternatives(&driver.state, id) > 0 && !machine.only_wakes(&driver.state, id),
        _ => true,
    };
    let over = |status: Status| matches!(status, Status::Stuck | Status::Exited(_));
    let mut threads = driver.state.threads();
    let ends = threads.any(|(id, thread)| moves(id) || over(thread.status()));
    (!ends && !waiting.is_empty()).then(|| (waiting, Schedule::new(driver.turns)))
}

impl Driver<'_, '_, '_, '_, '_> {
    /// Takes a thread to where it waits.
    fn wait(&mut self, t: usize) -> Result<(), Disagree> {
        while let Some(step) = self.sequence.bounded.threads[t].steps.get(self.done[t]) {
            let taken = self.sequence.formula.holds(&mut self.model, step.guard);
            if taken && step.statement.is_some() {
                break;
            }
            self.step(t)?;
        }
        self.approach(t).map(|_| ())
    }

    /// The steps of a thread up to and including a statement.
    fn statement(&mut self, (t, j): Which) -> Result<(), Disagree> {
        loop {
            let steps = &self.sequence.bounded.threads[t].steps;
            let step = steps.get(self.done[t]).ok_or(Disagree)?;
            let last = step.statement == Some(j);
            self.step(t)?;
            if last {
                return Ok(());
            }
        }
    }

    /// Lets a thread make the access of a statement that is no turn of its own: it comes with what follows.
    fn run_on(&mut self, (t, j): Which) {
        let steps = &self.sequence.bounded.threads[t].steps;
        let silent = steps
            .iter()
            .any(|step| step.statement == Some(j) && step.motion == Motion::None);
        if let Some(id) = self.threads[t].filter(|_| silent)
            && self.machine.at(&self.state, id) == At::Code
        {
            self.turns.push(Turn::access(id));
            self.machine.run(&mut self.state, id, &mut Quiet, FUEL);
        }
    }

    /// Takes a thread to the end of the atomic block that it is in.
    fn leave_block(&mut self, t: usize) -> Result<(), Disagree> {
        let id = self.threads[t].ok_or(Disagree)?;
        while self.machine.in_atomic_block(&self.state, id) {
            match self.machine.at(&self.state, id) {
                At::Code => match self.machine.run(&mut self.state, id, &mut Quiet, FUEL) {
                    Pause::Accessed | Pause::Sync | Pause::Choice => self.turns.push(Turn::access(id)),
                    _ => return Err(Disagree),
                },
                _ => self.take(t, 0)?,
            }
        }
        Ok(())
    }

    fn step(&mut self, t: usize) -> Result<(), Disagree> {
        let step = self.sequence.bounded.threads[t].steps[self.done[t]];
        let formula = &self.sequence.formula;
        self.done[t] += 1;
        if !formula.holds(&mut self.model, step.guard) {
            return Ok(());
        }
        let id = self.threads[t].ok_or(Disagree)?;
        match step.motion {
            Motion::None => Ok(()),
            Motion::Access => self.access(t),
            Motion::Look => self.look(t, id),
            Motion::Share(work) => {
                let work = formula.value(&mut self.model, work) as u64;
                self.approach(t)?;
                let choice = self
                    .machine
                    .choice_of_work(&self.state, id, work)
                    .ok_or(Disagree)?;
                self.take(t, choice)
            }
            Motion::Take(value) => {
                let value = formula.value(&mut self.model, value) as u64;
                self.take(t, value)
            }
            Motion::Create(child) => {
                let id = self.approach(t)?;
                self.turns.push(Turn::take(id, 0));
                let mut birth = Birth::default();
                match self.machine.take(&mut self.state, id, 0, &mut birth) {
                    Ok(()) => self.threads[child] = birth.0,
                    Err(stop) => return Err(self.failed(stop)),
                }
                Ok(())
            }
            Motion::Signal => {
                self.approach(t)?;
                let choice = self.sleeper(t, step.statement);
                self.take(t, choice)
            }
            Motion::Meet(serial) => {
                let serial = formula.value(&mut self.model, serial) as usize;
                self.approach(t)?;
                let choice = self.among_sleepers(id, serial);
                self.take(t, choice)
            }
            Motion::End => {
                if self.machine.at(&self.state, id) == At::Code {
                    self.turns.push(Turn::access(id));
                    self.machine.run(&mut self.state, id, &mut Quiet, FUEL);
                }
                Ok(())
            }
        }
    }

    /// The alternative of the last to arrive at a barrier that makes this thread the serial one.
    fn among_sleepers(&self, me: ThreadId, serial: usize) -> u64 {
        let named = serial
            .checked_sub(1)
            .and_then(|i| self.threads.get(i).copied().flatten());
        let Some(named) = named.filter(|id| *id != me) else {
            return 0;
        };
        let mut awaited = self.state.threads().filter(|(id, _)| *id == named);
        let Some(Status::Waiting { on, .. }) = awaited.next().map(|(_, t)| t.status()) else {
            return 0;
        };
        let before = self.state.threads().filter(|(id, thread)| {
            *id < named && matches!(thread.status(), Status::Waiting { on: other, .. } if other == on)
        });
        1 + before.count() as u64
    }

    /// Which of those that sleep the signal wakes.
    fn sleeper(&mut self, t: usize, statement: Option<usize>) -> u64 {
        let formula = &self.sequence.formula;
        let picked = self.sequence.picks.iter().find(|((signal, _), pick)| {
            Some(signal.1) == statement && signal.0 == t && formula.holds(&mut self.model, **pick)
        });
        let Some(sleeper) = picked.and_then(|((_, wait), _)| self.threads[wait.0]) else {
            return 0;
        };
        let status = |id: ThreadId| {
            self.state
                .threads()
                .find(|(i, _)| *i == id)
                .map(|(_, t)| t.status())
        };
        let Some(Status::Waiting { on, .. }) = status(sleeper) else {
            return 0;
        };
        let before = self.state.threads().filter(|(id, thread)| {
            *id < sleeper && matches!(thread.status(), Status::Waiting { on: other, .. } if other == on)
        });
        before.count() as u64
    }

    fn failed(&mut self, stop: Stop) -> Disagree {
        if let Stop::Fault(fault) = stop {
            self.fault = Some(fault);
        }
        Disagree
    }

    fn access(&mut self, t: usize) -> Result<(), Disagree> {
        let id = self.threads[t].ok_or(Disagree)?;
        if self.machine.at(&self.state, id) != At::Code {
            return Err(Disagree);
        }
        self.turns.push(Turn::access(id));
        match self.machine.run(&mut self.state, id, &mut Quiet, FUEL) {
            Pause::Accessed => Ok(()),
            Pause::Stop(stop) => Err(self.failed(stop)),
            _ => Err(Disagree),
        }
    }

    /// A call that uses a state of the library, which may be a turn of its own before the access.
    fn look(&mut self, t: usize, id: ThreadId) -> Result<(), Disagree> {
        if self.machine.at(&self.state, id) == At::Code {
            self.turns.push(Turn::access(id));
            match self.machine.run(&mut self.state, id, &mut Quiet, FUEL) {
                Pause::Accessed => return Ok(()),
                Pause::Sync => {}
                Pause::Stop(stop) => return Err(self.failed(stop)),
                _ => return Err(Disagree),
            }
        }
        self.take(t, 0)?;
        self.access(t)
    }

    /// Takes the thread to its next synchronisation or choice.
    fn approach(&mut self, t: usize) -> Result<ThreadId, Disagree> {
        let id = self.threads[t].ok_or(Disagree)?;
        if self.machine.at(&self.state, id) == At::Code {
            self.turns.push(Turn::access(id));
            match self.machine.run(&mut self.state, id, &mut Quiet, FUEL) {
                Pause::Sync | Pause::Choice => {}
                Pause::Stop(stop) => return Err(self.failed(stop)),
                _ => return Err(Disagree),
            }
        }
        Ok(id)
    }

    fn take(&mut self, t: usize, choice: u64) -> Result<(), Disagree> {
        let id = self.approach(t)?;
        match self.machine.at(&self.state, id) {
            At::Sync if self.machine.alternatives(&self.state, id) == 0 => return Err(Disagree),
            At::Sync | At::Choice(_) => {}
            _ => return Err(Disagree),
        }
        self.turns.push(Turn::take(id, choice));
        match self.machine.take(&mut self.state, id, choice, &mut Quiet) {
            Ok(()) => Ok(()),
            Err(stop) => Err(self.failed(stop)),
        }
    }
}
