//! The schedule of a path of the graph: the path is run again, and the turns on the way are kept.
//!
//! Where threads [changed places](super::symmetry) on the path, the schedule has the names that they have in
//! the program.

use super::node::NOBODY;
use super::search::Search;
use crate::limits;
use raceproof_machine::{
    Blind, FUEL, Machine, Next, Rearrangement, Schedule, Site, State, Stop, ThreadId, Turn, What,
};

/// Takes a turn. A defect ends the part of its thread in the run, no more.
fn take(machine: &Machine, state: &mut State, turn: Turn) {
    match turn.what {
        What::Take(choice) => drop(machine.take(state, turn.thread, choice, &mut Blind)),
        What::Run | What::Access(_) => drop(machine.run(state, turn.thread, &mut Blind, FUEL)),
    }
}

/// The name in the program of the thread in each place; a thread in a place beyond has the name of the place.
#[derive(Debug, Default)]
pub(super) struct Names(Vec<ThreadId>);

impl Names {
    /// The name of the thread in a place.
    pub fn of(&self, t: ThreadId) -> ThreadId {
        self.0.get(t.0 as usize).copied().unwrap_or(t)
    }
}

/// The turns taken so far.
#[derive(Debug, Default)]
pub(super) struct Log {
    turns: Vec<Turn>,
    names: Names,
}

impl Log {
    fn name(&self, t: ThreadId) -> ThreadId {
        self.names.of(t)
    }

    pub fn run(&mut self, t: ThreadId) {
        self.turns.push(Turn::run(self.name(t)));
    }

    /// A thread takes an alternative; if this is to wake one of `sleepers`, its number depends on their
    /// names.
    pub fn take(&mut self, t: ThreadId, choice: u64, sleepers: &[ThreadId]) {
        let choice = match sleepers.get(choice as usize) {
            Some(&woken) => {
                let woken = self.name(woken);
                sleepers.iter().filter(|&&s| self.name(s) < woken).count() as u64
            }
            None => choice,
        };
        self.turns.push(Turn::take(self.name(t), choice));
    }

    /// Threads change places.
    pub fn rearrange(&mut self, rearrangement: &Rearrangement) {
        let names = &mut self.names.0;
        for &(a, b) in rearrangement.swaps() {
            while names.len() <= a.max(b).0 as usize {
                names.push(ThreadId(names.len() as u32));
            }
            names.swap(a.0 as usize, b.0 as usize);
        }
    }
}

/// A path that was taken again.
#[derive(Debug)]
pub(super) struct Retraced {
    pub schedule: Schedule,
    /// Who is where at its end.
    pub names: Names,
    /// The defects on the way.
    pub faults: Vec<Stop>,
}

impl Search<'_, '_> {
    /// The turns of the path to a node and of one more edge, and who is where then.
    pub fn retrace(&self, index: u32, last: Option<(ThreadId, u64)>) -> Retraced {
        let mut path = Vec::new();
        let mut at = index;
        while at != NOBODY {
            let node = &self.visited.nodes[at as usize];
            if node.parent != NOBODY {
                path.push(self.visited.edges.turn(node));
            }
            at = node.parent;
        }
        path.reverse();
        self.retrace_path(&path, index != NOBODY, last)
    }

    /// The same for a path whose turns are known, if there is a node.
    pub fn retrace_path(
        &self,
        path: &[(ThreadId, u64)],
        to_node: bool,
        last: Option<(ThreadId, u64)>,
    ) -> Retraced {
        let mut again = Search::new(self.machine, self.options, self.budget, self.rules, self.idle);
        again.log = Some(Log::default());
        // A path that has been taken can be taken again; if it cannot, replay tells.
        let _ = again.follow(path, to_node, last);
        let log = again.log.unwrap_or_default();
        Retraced {
            schedule: Schedule::new(log.turns),
            names: log.names,
            faults: again.found.faults,
        }
    }

    /// A schedule and what can still be done after it, which is to join threads that have ended; and who
    /// waits then, and where. Who can be joined depends on names, so this is not done where threads have
    /// changed places. Nothing if the schedule has a turn that is not possible: a name is wrong.
    pub fn run_down(&self, schedule: &Schedule) -> Option<(Schedule, Vec<(ThreadId, Site)>)> {
        let machine = self.machine;
        let mut state = machine.initial();
        let mut turns = schedule.turns().to_vec();
        for &turn in &turns {
            if !machine.allows(&state, turn) {
                return None;
            }
            take(machine, &mut state, turn);
        }
        let mut t = ThreadId(0);
        for _ in 0..limits::RETRACE_TURNS.get() {
            let turn = match machine.next(&state, t) {
                Next::Code => Turn::run(t),
                Next::Sync(_) if machine.alternatives(&state, t) > 0 && !machine.only_wakes(&state, t) => {
                    Turn::take(t, 0)
                }
                _ if (t.0 as usize) < state.threads().len() => {
                    t.0 += 1;
                    continue;
                }
                _ => break,
            };
            take(machine, &mut state, turn);
            turns.push(turn);
        }
        let alive = state.threads().filter(|(_, thread)| thread.status().is_alive());
        let waiting = alive.map(|(t, _)| (t, machine.site(&state, t))).collect();
        Some((Schedule::new(turns), waiting))
    }

    fn follow(
        &mut self,
        path: &[(ThreadId, u64)],
        to_node: bool,
        last: Option<(ThreadId, u64)>,
    ) -> Result<(), super::search::End> {
        self.advance()?;
        if to_node {
            self.settle()?;
        }
        for &(t, choice) in path {
            self.take_turn(t, choice)?;
            self.settle()?;
        }
        match last {
            Some((t, choice)) => self.take_turn(t, choice),
            None => Ok(()),
        }
    }
}
