//! One run: inputs and schedule are drawn, and every step is told to the check.

use crate::book::Book;
use crate::check::{Check, Told};
use crate::limits;
use crate::refutation::{Broken, Refutation};
use raceproof_engine::condition;
use raceproof_engine::{Budget, Dice};
use raceproof_ir::{Inst, SyncOp};
use raceproof_machine::{
    Access, At, Code, FUEL, FaultKind, Machine, NO_ROOM, ObjectId, Observer, Pause, Pointer, Range, Sink,
    Site, State, Status, Stop, ThreadId,
};
use raceproof_order::Edge;

/// How a run is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draw {
    /// A thread goes on until another has its turn, once in so many steps.
    quantum: u32,
    /// Whether inputs are small.
    small_inputs: bool,
    /// Whether the runs are those of a twin: its defects are none of the program, and where it comes to what
    /// the argument does not know there is nothing to compare.
    is_twin: bool,
}

impl Draw {
    /// The runs of a check: from threads that take turns at every access to those that hardly do.
    pub fn numbered(number: u32) -> Draw {
        Draw {
            quantum: [8, 1, 64, 3, 400, 20][number as usize % 6],
            small_inputs: number.is_multiple_of(2),
            is_twin: false,
        }
    }

    /// The same of a twin.
    pub fn of_twin(number: u32) -> Draw {
        Draw {
            is_twin: true,
            ..Draw::numbered(number)
        }
    }
}

/// Keeps what happens in a step, and pauses after every access.
#[derive(Default)]
struct Watch {
    told: Vec<(ThreadId, Told)>,
}

impl Sink for Watch {
    fn access(&mut self, thread: ThreadId, access: Access) {
        self.told.push((thread, Told::Access(access)));
    }

    fn allocated(&mut self, thread: ThreadId, object: ObjectId, _site: Site) {
        self.told.push((thread, Told::Allocated(object)));
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() {
            self.access(thread, Access::end(object, size, site));
        }
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.told.push((thread, Told::Edge(edge)));
    }

    fn lock(&mut self, thread: ThreadId, object: Pointer, held: bool) {
        self.told.push((thread, Told::Lock(object, held)));
    }
}

impl Observer for Watch {
    const STEP: bool = true;
}

/// Makes a run, as long as there is budget. Gives how many accesses were compared.
pub(crate) fn run(
    machine: &Machine<'_>,
    book: &Book<'_>,
    draw: Draw,
    dice: &mut Dice,
    budget: &Budget,
) -> Result<u64, Refutation> {
    let mut state = machine.initial();
    state.limit_memory(limits::MEMORY.get());
    let mut run = Run {
        machine,
        state,
        check: Check::new(machine, book),
        watch: Watch::default(),
        draw,
        long: 0,
    };
    let mut current = ThreadId::MAIN;
    for turn in 0..limits::TURNS.get() {
        if turn % 64 == 0 && budget.check(0).is_err() {
            break;
        }
        if dice.one_in(draw.quantum) || !run.can_move(current) {
            let threads = (0..run.state.threads().count() as u32).map(ThreadId);
            let ready: Vec<ThreadId> = threads.filter(|&t| run.can_move(t)).collect();
            match ready.get(dice.below(ready.len() as u32) as usize) {
                Some(&t) => current = t,
                None => break,
            }
        }
        match run.step(current, dice) {
            Ok(true) => {}
            Ok(false) => break,
            Err(refutation) if draw.is_twin && is_beyond(&refutation) => break,
            Err(refutation) => return Err(refutation),
        }
    }
    Ok(run.check.accesses())
}

struct Run<'m, 'p, 'b> {
    machine: &'m Machine<'p>,
    state: State,
    check: Check<'m, 'p, 'b>,
    watch: Watch,
    draw: Draw,
    /// How often a thread went on for long.
    long: u64,
}

impl Run<'_, '_, '_> {
    fn can_move(&self, t: ThreadId) -> bool {
        match self.machine.at(&self.state, t) {
            At::Code | At::Choice(_) => true,
            At::Sync => self.machine.alternatives(&self.state, t) > 0,
            At::Held | At::End => false,
        }
    }

    /// Lets a thread go on up to its next access. Gives whether the run goes on.
    fn step(&mut self, t: ThreadId, dice: &mut Dice) -> Result<bool, Refutation> {
        let site = self.machine.site(&self.state, t);
        let op = operation(self.machine.code(), site);
        let pause = match self.machine.at(&self.state, t) {
            At::Code => self.machine.run(&mut self.state, t, &mut self.watch, FUEL),
            At::Choice(range) => {
                let choice = self.draw.input(range, dice);
                self.take(t, choice)
            }
            At::Sync => {
                let count = self.machine.alternatives(&self.state, t);
                let choice = match self.machine.share(&self.state, t) {
                    Some(_) => self.machine.usual(&self.state, t),
                    None => u64::from(dice.below(count)),
                };
                self.take(t, choice)
            }
            At::Held | At::End => return Ok(true),
        };
        self.check.begin(op);
        for (thread, told) in self.watch.told.drain(..) {
            self.check.hear(&self.state, thread, told)?;
        }
        self.check.end(&self.state, t)?;
        self.after(t, pause)
    }

    fn take(&mut self, t: ThreadId, choice: u64) -> Pause {
        match self.machine.take(&mut self.state, t, choice, &mut self.watch) {
            Ok(()) => Pause::Sync,
            Err(stop) => Pause::Stop(stop),
        }
    }

    /// What a pause means for the run: whether it goes on.
    fn after(&mut self, t: ThreadId, pause: Pause) -> Result<bool, Refutation> {
        match pause {
            Pause::Fuel => {
                self.long += 1;
                Ok(self.long < limits::LONG_TURNS.get())
            }
            Pause::Exit(_) | Pause::Ignored => Ok(false),
            Pause::Stop(stop) => {
                if let Stop::Gap(gap) = &stop
                    && gap.what == NO_ROOM
                {
                    return Ok(false);
                }
                if let Stop::Fault(fault) = &stop
                    && !self.draw.is_twin
                    && !condition!(
                        "checked-runs",
                        "no defect that is assumed away",
                        !is_assumed_away(&fault.kind)
                    )
                {
                    return Err(self.check.undefined(fault.site));
                }
                self.state.set_status(t, Status::Stuck);
                Ok(true)
            }
            _ => Ok(true),
        }
    }
}

/// Whether a twin does what the argument says nothing of, because the program may never do it.
fn is_beyond(refutation: &Refutation) -> bool {
    matches!(
        refutation.how,
        Broken::Unlisted(_) | Broken::Written(_) | Broken::Plain(_) | Broken::Unshared(..)
    )
}

impl Draw {
    /// A value of an input: often a small one, as those decide how often loops go round.
    fn input(self, range: Range<'_>, dice: &mut Dice) -> u64 {
        let (values, is_all) = range.values();
        if !is_all && !self.small_inputs && dice.one_in(2) {
            return range.value(dice.roll());
        }
        let place = dice.below(values.len() as u32) as usize;
        values.get(place).copied().unwrap_or(0)
    }
}

/// The synchronisation that an operation is.
fn operation(code: &Code<'_>, site: Site) -> Option<SyncOp> {
    let point = code.point(site)?;
    match code.program().instruction(point)? {
        Inst::Sync { op, .. } => Some(*op),
        _ => None,
    }
}

/// Whether the proof assumes that there is no such defect: that no access leaves its object or comes after
/// its end, and that no thread gives up a lock of another.
fn is_assumed_away(kind: &FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::OutOfBounds { .. }
            | FaultKind::UseAfterFree { .. }
            | FaultKind::DeadVariable(_)
            | FaultKind::WildPointer(_)
            | FaultKind::Misuse { .. }
    )
}
