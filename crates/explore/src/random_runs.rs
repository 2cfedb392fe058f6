//! A few runs with schedules drawn at random, to find the race that is easy to see.
//!
//! A search that goes through everything in order may never leave the first loop of a program without end.
//! Runs in which every thread gets its turns see what such a program does most of the time. They prove
//! nothing; a race counts after its replay, as always. The dice are the same every time, and so is the
//! answer.
//!
//! [Short ones](short_runs) have inputs that a search tries. [Long ones](long_runs) go on, for races that
//! come late (after a thousand items of a queue, or when all inputs have been drawn), and take inputs from
//! all of their range: data of few different values may hold the same lock by accident.
//!
//! [Others](refuting_runs) are compared with a proof that covers all of what they may do.
//!
//! In every other run a thread that sleeps for a time lets all others go first, as it mostly is on a real
//! machine: a queue that workers empty slowly gets full only so.

use crate::limits;
use raceproof_engine::{Budget, Dice, Engine, EngineName, Finding, Limit, Outcome, Question};
use raceproof_machine::{
    At, Blind, FUEL, Machine, NO_ROOM, Observer, Pause, Schedule, State, Status, Stop, ThreadId, Turn, What,
    Witness, replay,
};

/// How runs are drawn.
struct Look {
    /// The runs.
    runs: &'static [Manner],
    /// The most turns of a run.
    turns: usize,
    /// How often all of them are drawn while they are short: as long as they have fewer turns together than
    /// one of them may have.
    repeats: u64,
    /// How often the threads of a run may run long without an operation that others see. Programs that
    /// compute more are not for looks like this.
    long_runs: u32,
    /// Whether inputs may be any, and not only those that a search tries.
    any_input: bool,
    /// Whether works may be done by anybody, and not only by those to whom an even division gives them.
    any_mapping: bool,
    /// Whether what was drawn counts when there is no budget for more.
    part: bool,
}

/// How threads take turns in a run.
#[derive(Clone, Copy)]
pub(crate) struct Manner {
    /// How many turns in a row a thread has.
    pub quantum: u32,
    /// Whether a thread that is about to sleep lets all others go first.
    pub sleeps: bool,
}

/// Threads sleep for as long as others can move.
pub(crate) const fn sleeping(quantum: u32) -> Manner {
    Manner {
        quantum,
        sleeps: true,
    }
}

/// Threads sleep for no time.
pub(crate) const fn hasty(quantum: u32) -> Manner {
    Manner {
        quantum,
        sleeps: false,
    }
}

const SHORT_RUNS: Look = Look {
    runs: &[
        hasty(1),
        sleeping(4),
        hasty(16),
        sleeping(2),
        hasty(64),
        sleeping(1),
    ],
    turns: 1 << 12,
    repeats: 1,
    long_runs: 3,
    any_input: false,
    any_mapping: false,
    part: false,
};

const REFUTING_RUNS: Look = Look {
    runs: &[
        hasty(1),
        sleeping(4),
        hasty(16),
        sleeping(2),
        hasty(64),
        sleeping(1),
        hasty(2),
        hasty(1),
        hasty(8),
        hasty(256),
        hasty(1),
        hasty(4),
    ],
    turns: 1 << 12,
    repeats: 1,
    long_runs: 3,
    any_input: true,
    any_mapping: true,
    part: true,
};

const LONG_RUNS: Look = Look {
    runs: &[sleeping(4), hasty(64), sleeping(1)],
    turns: 1 << 17,
    repeats: 100,
    long_runs: 64,
    any_input: true,
    any_mapping: false,
    part: true,
};

/// [Short runs](short_runs) as an engine. They are executions like those of partial order reduction, so that
/// is its name.
pub struct ShortRuns;

impl Engine for ShortRuns {
    fn name(&self) -> EngineName {
        EngineName::Dpor
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        shown(short_runs(question.machine, question.budget))
    }
}

/// [Long runs](long_runs) as an engine, by the same name.
pub struct LongRuns;

impl Engine for LongRuns {
    fn name(&self) -> EngineName {
        EngineName::Dpor
    }

    fn answer(&self, question: &Question<'_>) -> Outcome {
        shown(long_runs(question.machine, question.budget))
    }
}

/// The answer where a run has shown a race, or none has.
fn shown(race: Option<Witness>) -> Outcome {
    let mut outcome = Outcome::default();
    match race {
        Some(witness) => outcome.findings.push(Finding::Race(Box::new(witness))),
        None => outcome.limit(Limit::FewRuns),
    }
    outcome
}

/// A race of one of a few short runs.
pub fn short_runs(machine: &Machine, budget: &Budget) -> Option<Witness> {
    SHORT_RUNS.find(machine, budget)
}

/// A race of one of a few runs that differ in schedules, inputs and, if anybody may do any work, in who does
/// which.
pub fn refuting_runs(machine: &Machine, any_mapping: bool, budget: &Budget) -> Option<Witness> {
    let look = Look {
        any_mapping,
        ..REFUTING_RUNS
    };
    look.find(machine, budget)
}

/// A race of one of a few long runs.
pub fn long_runs(machine: &Machine, budget: &Budget) -> Option<Witness> {
    LONG_RUNS.find(machine, budget)
}

impl Look {
    /// The first race.
    fn find(&self, machine: &Machine, budget: &Budget) -> Option<Witness> {
        let mut turns = 0;
        let runs = (0..self.repeats).flat_map(|_| self.runs);
        for (number, &manner) in (0..).zip(runs) {
            if number >= self.runs.len() as u64 && turns >= self.turns {
                break;
            }
            let mut dice = Dice::numbered(1, number);
            let schedule = self.draw(machine, budget, manner, &mut dice)?;
            turns += schedule.turns().len();
            let witness = replay(machine, &schedule, None);
            if witness.is_some() {
                return witness;
            }
            budget.check(0).ok()?;
        }
        None
    }

    /// A run, unless there is no budget for it or it is a long one.
    fn draw(&self, machine: &Machine, budget: &Budget, manner: Manner, dice: &mut Dice) -> Option<Schedule> {
        let mut state = machine.initial();
        state.limit_memory(limits::RUN_MEMORY.get());
        let mut turns = Vec::new();
        let mut long_runs = 0;
        while turns.len() < self.turns {
            if budget.check(0).is_err() || long_runs >= self.long_runs {
                if self.part {
                    break;
                }
                return None;
            }
            let threads = (0..state.threads().count() as u32).map(ThreadId);
            let mut ready: Vec<ThreadId> = threads.filter(|&t| can_move(machine, &mut state, t)).collect();
            if manner.sleeps && ready.iter().any(|&t| !machine.is_sleepy(&state, t)) {
                ready.retain(|&t| !machine.is_sleepy(&state, t));
            }
            let Some(&t) = ready.get(dice.below(ready.len() as u32) as usize) else {
                break;
            };
            for n in 0..manner.quantum {
                if n > 0 && manner.sleeps && machine.is_sleepy(&state, t) {
                    break;
                }
                let Some(turn) = self.next(machine, &mut state, t, dice) else {
                    break;
                };
                match take(machine, &mut state, turn, &mut Blind) {
                    Taken::Whole => {}
                    Taken::Long => long_runs += 1,
                    // A replay has no such limit, so the run ends before this turn.
                    Taken::TooLarge => return Some(Schedule::new(turns)),
                }
                turns.push(turn);
            }
        }
        Some(Schedule::new(turns))
    }

    fn next(&self, machine: &Machine, state: &mut State, t: ThreadId, dice: &mut Dice) -> Option<Turn> {
        next(machine, state, t, dice, (self.any_input, self.any_mapping))
    }
}

/// What a thread does next, drawn from what it can do. Inputs may be any, or only those that a search tries;
/// works may be done by anybody, or are divided evenly.
pub(crate) fn next(
    machine: &Machine,
    state: &mut State,
    t: ThreadId,
    dice: &mut Dice,
    (any_input, any_mapping): (bool, bool),
) -> Option<Turn> {
    match machine.at(state, t) {
        At::Code => Some(Turn::run(t)),
        At::Choice(range) => {
            let (values, all) = range.values();
            if any_input && !all && !dice.one_in(4) {
                return Some(Turn::take(t, range.value(dice.roll())));
            }
            let value = values.get(dice.below(values.len() as u32) as usize)?;
            Some(Turn::take(t, *value))
        }
        At::Sync => match machine.fruitful_alternatives(state, t) {
            0 => None,
            // Every other time, so that long loops come to an end as well.
            _ if machine.share(state, t).is_some() && !(any_mapping && dice.one_in(2)) => {
                Some(Turn::take(t, machine.usual(state, t)))
            }
            count => Some(Turn::take(t, u64::from(dice.below(count)))),
        },
        At::Held | At::End => None,
    }
}

/// Whether a thread can go on. Wake-ups that find nothing to do would take up most of a run.
pub(crate) fn can_move(machine: &Machine, state: &mut State, t: ThreadId) -> bool {
    match machine.at(state, t) {
        At::Code | At::Choice(_) => true,
        At::Sync => machine.fruitful_alternatives(state, t) > 0,
        At::Held | At::End => false,
    }
}

/// What came of a turn.
pub(crate) enum Taken {
    /// It is over.
    Whole,
    /// It would go on for longer.
    Long,
    /// It allocates more than a run may.
    TooLarge,
}

/// Takes a turn.
pub(crate) fn take<O: Observer>(machine: &Machine, state: &mut State, turn: Turn, observer: &mut O) -> Taken {
    let t = turn.thread;
    let pause = match turn.what {
        What::Take(choice) => match machine.take(state, t, choice, observer) {
            Ok(()) => return Taken::Whole,
            Err(stop) => Pause::Stop(stop),
        },
        What::Run | What::Access(_) => machine.run(state, t, observer, FUEL),
    };
    if let Pause::Stop(Stop::Gap(gap)) = &pause
        && gap.what == NO_ROOM
    {
        return Taken::TooLarge;
    }
    if matches!(pause, Pause::Stop(_) | Pause::Ignored) {
        state.set_status(t, Status::Stuck);
    }
    match pause {
        Pause::Fuel => Taken::Long,
        _ => Taken::Whole,
    }
}
