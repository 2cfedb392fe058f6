//! All races of one run: every pair of places that it shows to race, each with a witness.
//!
//! An engine that looks for races keeps as much of the past as one race needs. Who wants to see all gets them
//! from the runs that showed one: the schedule of the race is run again with a [`Ledger`] that forgets
//! nothing, and goes on as far as the program does, one thread after the other. What such a run does not show
//! may still race in other runs.

use crate::limits;
use raceproof_order::{Edge, HappensBefore, Ledger, Reach, Touch};

use super::{After, Pair, Referee, Starts, Witness, inspect, play};
use crate::{Access, Machine, ObjectId, Observer, Schedule, Sink, Site, State, ThreadId, Turn};

/// Runs a schedule and goes on after it. Gives a witness for each race whose two places `is_new` accepts.
pub fn survey(
    machine: &Machine,
    schedule: &Schedule,
    is_new: impl FnMut(Site, Site) -> bool,
) -> Vec<Witness> {
    let mut run = Run {
        machine,
        is_new,
        state: machine.initial(),
        surveyor: Surveyor::default(),
        turns: Vec::new(),
        referee: Referee::default(),
        stopped: Vec::new(),
        found: Vec::new(),
    };
    if schedule.turns().iter().all(|turn| run.take(*turn)) {
        run.go_on();
    }
    let Run { turns, found, .. } = run;
    let witness =
        |(pair, used): (Pair, usize)| inspect(machine, Schedule::new(turns[..used].to_vec()), pair, None);
    found.into_iter().filter_map(witness).collect()
}

struct Run<'m, 'p, F> {
    machine: &'m Machine<'p>,
    is_new: F,
    state: State,
    surveyor: Surveyor,
    turns: Vec<Turn>,
    referee: Referee,
    /// Threads that can do no more.
    stopped: Vec<ThreadId>,
    /// Two accesses, and how many turns lead to them.
    found: Vec<(Pair, usize)>,
}

impl<F: FnMut(Site, Site) -> bool> Run<'_, '_, F> {
    /// Takes a turn. Gives whether there may be more to see.
    fn take(&mut self, turn: Turn) -> bool {
        if !self.referee.allows(self.machine, &self.state, turn) {
            return false;
        }
        self.turns.push(turn);
        self.surveyor.starts.begin_turn(self.surveyor.count);
        if play(self.machine, &mut self.state, turn, &mut self.surveyor) == After::Stopped {
            self.stopped.push(turn.thread);
        }
        for ([earlier, later], [a, b]) in self.surveyor.races.drain(..) {
            if (self.is_new)(a, b) {
                let pair = self.surveyor.starts.pair(earlier, later);
                self.found.push((pair, self.turns.len()));
            }
        }
        self.surveyor.count < limits::SURVEY_ACCESSES.count()
    }

    /// Goes on, thread by thread, as far as the program does.
    fn go_on(&mut self) {
        let end = self.turns.len() + limits::SURVEY_TURNS.size();
        loop {
            let before = self.turns.len();
            for t in (0..self.state.threads().count() as u32).map(ThreadId) {
                for _ in 0..limits::SURVEY_PATIENCE.size() {
                    if self.stopped.contains(&t) {
                        break;
                    }
                    let Some(turn) = self.referee.next(self.machine, &self.state, t) else {
                        break;
                    };
                    if !self.take(turn) || self.turns.len() >= end {
                        return;
                    }
                }
            }
            if self.turns.len() == before {
                return;
            }
        }
    }
}

/// Numbers accesses as they come and finds all races.
struct Surveyor {
    order: HappensBefore,
    ledger: Ledger,
    count: u32,
    starts: Starts,
    /// Numbers and places of two accesses.
    races: Vec<([u32; 2], [Site; 2])>,
}

impl Default for Surveyor {
    fn default() -> Surveyor {
        Surveyor {
            order: HappensBefore::new(),
            ledger: Ledger::by_site(),
            count: 0,
            starts: Starts::default(),
            races: Vec::new(),
        }
    }
}

impl Sink for Surveyor {
    fn access(&mut self, thread: ThreadId, a: Access) {
        let number = self.count;
        self.count = self.count.saturating_add(1);
        if number >= limits::SURVEY_ACCESSES.count() {
            return;
        }
        let reach = Reach {
            object: a.object.0,
            start: a.start,
            length: a.length,
        };
        let touch = Touch {
            epoch: self.order.epoch(thread),
            site: a.site.0,
            write: a.write,
            atomic: a.atomic,
        };
        let clock = self.order.clock(thread);
        let knows = |old: &Touch| clock.knows(old.epoch);
        let races = &mut self.races;
        self.ledger.access(reach, touch, number, knows, |old, earlier| {
            races.push(([earlier, number], [Site(old.site), a.site]));
        });
    }

    fn allocated(&mut self, _thread: ThreadId, object: ObjectId, _site: Site) {
        self.ledger.forget(object.0);
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() {
            self.access(thread, Access::end(object, size, site));
        }
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.order.apply(thread, edge);
    }
}

impl Observer for Surveyor {}
