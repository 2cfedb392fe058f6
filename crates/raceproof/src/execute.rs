//! Executing a program once: what it prints goes where the caller says, what it does wrong comes back.

use raceproof_engine::Dice;
use raceproof_machine::{
    Access, At, FUEL, Machine, Note, Notes, ObjectId, Observer, Pause, Pointer, Schedule, Sink, Site, State,
    Stop, Stream, ThreadId, Turn, What,
};
use raceproof_order::Edge;

use crate::log::Log;

/// How an execution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The program ended with this status.
    Exit(i32),
    /// The program assumed something that does not hold in this execution.
    Ignored,
    /// These threads wait for ever, each at its place.
    Deadlock(Vec<(ThreadId, Site)>),
    /// A defect of the program or a limit of raceproof.
    Stop(Stop),
}

/// An execution that has ended.
pub struct Execution {
    /// How.
    pub end: End,
    /// The last state.
    pub state: State,
    /// What is noteworthy, each once for each place.
    pub notes: Notes,
    /// How many accesses to memory there were.
    pub accesses: u64,
}

/// Watches an execution.
struct Watch<'a> {
    print: &'a mut dyn FnMut(Stream, &[u8]),
    notes: Notes,
    accesses: u64,
    crowd: Crowd,
    log: Option<&'a mut Log>,
}

impl Sink for Watch<'_> {
    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        if let Some(log) = &mut self.log {
            log.edge(thread, edge);
        }
        if let Edge::Fork(child) = edge {
            self.crowd.alive.push(child);
        }
    }

    fn access(&mut self, thread: ThreadId, access: Access) {
        self.accesses += 1;
        if let Some(log) = &mut self.log {
            log.access(thread, access);
        }
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if let Some(log) = &mut self.log {
            log.access(thread, Access::end(object, size, site));
        }
    }

    fn lock(&mut self, thread: ThreadId, object: Pointer, held: bool) {
        if let Some(log) = &mut self.log {
            log.lock(thread, object, held);
        }
    }

    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        (self.print)(stream, bytes);
    }

    fn note(&mut self, note: Note, site: Site) {
        self.notes.add(note, site);
    }
}

impl Observer for Watch<'_> {}

/// Watches a turn that ends after some operations that access memory.
struct Turning<'a, 'b> {
    watch: &'a mut Watch<'b>,
    left: u32,
}

impl Sink for Turning<'_, '_> {
    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.watch.edge(thread, edge);
    }

    fn access(&mut self, thread: ThreadId, access: Access) {
        self.watch.access(thread, access);
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        self.watch.released(thread, object, size, site);
    }

    fn lock(&mut self, thread: ThreadId, object: Pointer, held: bool) {
        self.watch.lock(thread, object, held);
    }

    fn output(&mut self, stream: Stream, bytes: &[u8]) {
        self.watch.output(stream, bytes);
    }

    fn note(&mut self, note: Note, site: Site) {
        self.watch.note(note, site);
    }
}

impl Observer for Turning<'_, '_> {
    const STEP: bool = true;

    fn accessed(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }
}

/// Executes a program: first by a schedule, then with nondeterministic values and a schedule that are drawn
/// with `seed`. The same schedule and seed give the same execution. What threads do is kept in `log`.
pub fn execute(
    machine: &Machine<'_>,
    schedule: &Schedule,
    seed: u64,
    print: &mut dyn FnMut(Stream, &[u8]),
    log: Option<&mut Log>,
) -> Execution {
    let mut watch = Watch {
        print,
        notes: Notes::default(),
        accesses: 0,
        crowd: Crowd {
            alive: vec![ThreadId::MAIN],
        },
        log,
    };
    let mut random = Random::new(seed);
    let mut state = machine.initial();
    let follow = |turn: &Turn| follow(machine, &mut state, *turn, &mut watch);
    let end = schedule.turns().iter().find_map(follow);
    let end = end.unwrap_or_else(|| run(machine, &mut state, &mut random, &mut watch));
    Execution {
        end,
        state,
        notes: watch.notes,
        accesses: watch.accesses,
    }
}

/// Does a turn, and says how the program ended if it did.
fn follow(machine: &Machine<'_>, state: &mut State, turn: Turn, watch: &mut Watch<'_>) -> Option<End> {
    let pause = match turn.what {
        What::Take(choice) => {
            let result = machine.take(state, turn.thread, choice, watch);
            return result.err().map(End::Stop);
        }
        What::Run => machine.run(state, turn.thread, watch, FUEL),
        What::Access(left) => {
            let mut turning = Turning { watch, left };
            loop {
                let pause = machine.run(state, turn.thread, &mut turning, FUEL);
                // Running out of fuel counts like an access.
                if pause != Pause::Fuel || turning.accessed() {
                    break pause;
                }
            }
        }
    };
    end_of(pause)
}

/// How the program ended with a pause, if it did.
fn end_of(pause: Pause) -> Option<End> {
    match pause {
        Pause::Exit(status) => Some(End::Exit(status)),
        Pause::Ignored => Some(End::Ignored),
        Pause::Stop(stop) => Some(End::Stop(stop)),
        Pause::Sync
        | Pause::Choice
        | Pause::Accessed
        | Pause::Branch
        | Pause::Finished
        | Pause::Change
        | Pause::Fuel => None,
    }
}

fn run(machine: &Machine<'_>, state: &mut State, random: &mut Random, watch: &mut Watch<'_>) -> End {
    loop {
        let next = match state.threads().len() > FEW {
            true => watch.crowd.next(machine, state, random),
            false => {
                let ready = ready(machine, state);
                ready.get(random.below(ready.len())).copied()
            }
        };
        let Some(thread) = next else {
            return stuck(machine, state);
        };
        if machine.at(state, thread) == At::Code {
            match end_of(machine.run(state, thread, watch, FUEL)) {
                Some(end) => return end,
                None => continue,
            }
        }
        let choice = match machine.at(state, thread) {
            At::Choice(range) => random.between(range.low, range.high) as u64,
            _ => random.below(machine.alternatives(state, thread) as usize) as u64,
        };
        if let Err(stop) = machine.take(state, thread, choice, watch) {
            return End::Stop(stop);
        }
    }
}

/// With more threads than this, one that can go on is looked for at random instead of listing them all.
const FEW: usize = 64;

/// Threads that may be alive; those that are not are dropped when they are met.
struct Crowd {
    alive: Vec<ThreadId>,
}

impl Crowd {
    /// One that can go on.
    fn next(&mut self, machine: &Machine<'_>, state: &State, random: &mut Random) -> Option<ThreadId> {
        let mut tries = 0;
        while tries < FEW && !self.alive.is_empty() {
            let i = random.below(self.alive.len());
            let thread = self.alive[i];
            if can_go_on(machine, state, thread) {
                return Some(thread);
            }
            match machine.at(state, thread) == At::End {
                true => {
                    self.alive.swap_remove(i);
                }
                false => tries += 1,
            }
        }
        self.alive.iter().copied().find(|t| can_go_on(machine, state, *t))
    }
}

fn can_go_on(machine: &Machine<'_>, state: &State, thread: ThreadId) -> bool {
    match machine.at(state, thread) {
        At::Code | At::Choice(_) => true,
        At::Sync => machine.alternatives(state, thread) > 0,
        At::Held | At::End => false,
    }
}

/// The threads that can go on.
fn ready(machine: &Machine<'_>, state: &State) -> Vec<ThreadId> {
    let can = |thread: &ThreadId| can_go_on(machine, state, *thread);
    state.threads().map(|(thread, _)| thread).filter(can).collect()
}

/// How a program ended of which no thread can go on.
fn stuck(machine: &Machine<'_>, state: &State) -> End {
    let waits = |thread: &ThreadId| machine.at(state, *thread) != At::End;
    let waiting = state.threads().map(|(thread, _)| thread).filter(waits);
    let waiting: Vec<_> = waiting
        .map(|thread| (thread, machine.site(state, thread)))
        .collect();
    match waiting.is_empty() {
        true => End::Exit(0),
        false => End::Deadlock(waiting),
    }
}

/// What is drawn.
pub(crate) struct Random(Dice);

impl Random {
    /// The same numbers for the same seed.
    pub fn new(seed: u64) -> Random {
        Random(Dice::new(seed))
    }

    /// A number below `end`; 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        match end {
            0 | 1 => 0,
            end => (self.0.roll() % end as u64) as usize,
        }
    }

    /// A number of a range with both ends in it.
    fn between(&mut self, low: i128, high: i128) -> i128 {
        let bits = u128::from(self.0.roll()) << 64 | u128::from(self.0.roll());
        let span = high.wrapping_sub(low).cast_unsigned();
        match span.checked_add(1) {
            Some(count) => low.wrapping_add((bits % count).cast_signed()),
            None => bits.cast_signed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_stay_in_their_range() {
        let mut random = Random::new(7);
        for (low, high) in [
            (0, 0),
            (-3, 4),
            (i128::MIN, i128::MAX),
            (i128::MAX - 1, i128::MAX),
        ] {
            for _ in 0..100 {
                let value = random.between(low, high);
                assert!((low..=high).contains(&value), "{value} in {low}..={high}");
            }
        }
        assert_eq!(random.below(0), 0);
    }
}
