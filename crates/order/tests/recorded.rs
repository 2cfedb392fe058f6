//! Orders whose every race is one of a reordering of the trace: on random traces, against a search of all
//! reorderings.

use std::collections::HashSet;

use raceproof_order::{Action, Channel, Detect, Edge, Schedulable, SyncPreserving, ThreadId};

use Action::{Acquire, Read, Release, Write};
use random_trace::{count, numbers, random_trace};

mod random_trace;

type Trace = [(u32, Action)];

/// All correct reorderings of a trace: how far each thread may have come in one.
struct Reorderings<'t> {
    trace: &'t Trace,
    /// The events of each thread.
    events: [Vec<usize>; 3],
    /// Whether critical sections of a lock keep their order.
    is_sync_preserving: bool,
    seen: HashSet<Situation>,
}

/// Where a reordering has come to.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Situation {
    positions: [usize; 3],
    /// The last write of each variable.
    writes: [Option<usize>; 4],
    /// The last acquisition of each lock.
    acquired: [Option<usize>; 3],
}

impl<'t> Reorderings<'t> {
    fn of(trace: &'t Trace, is_sync_preserving: bool) -> Self {
        let of = |t| (0..trace.len()).filter(|&i| trace[i].0 == t).collect();
        let mut all = Reorderings {
            trace,
            events: [of(0), of(1), of(2)],
            is_sync_preserving,
            seen: HashSet::new(),
        };
        let mut open = vec![Situation::default()];
        while let Some(at) = open.pop() {
            if all.seen.insert(at.clone()) {
                open.extend((0..3).filter_map(|t| all.step(&at, t)));
            }
        }
        all
    }

    fn is_done(&self, at: &Situation, event: usize) -> bool {
        let t = self.trace[event].0 as usize;
        self.events[t][..at.positions[t]].contains(&event)
    }

    /// Whether a thread has been created, if an event does that.
    fn is_begun(&self, at: &Situation, t: u32) -> bool {
        let begins = |&i: &usize| self.trace[i].1 == Action::Hand(Edge::Fork(ThreadId(t)));
        (0..self.trace.len())
            .find(begins)
            .is_none_or(|i| self.is_done(at, i))
    }

    /// Whether a thread may do its next event.
    fn may(&self, at: &Situation, t: usize, event: usize) -> bool {
        let trace = self.trace;
        let before = |action: Action| (0..event).filter(move |&i| trace[i].1 == action);
        self.is_begun(at, t as u32)
            && match trace[event].1 {
                Read(x) => {
                    let found = before(Write(x)).next_back();
                    at.writes[x as usize] == found
                }
                Acquire(l) => {
                    let last = at.acquired[(l - 100) as usize];
                    let is_free = last.is_none_or(|last| {
                        let by = trace[last].0;
                        let released = (last..trace.len()).find(|&i| trace[i] == (by, Release(l)));
                        released.is_some_and(|i| self.is_done(at, i))
                    });
                    is_free && !(self.is_sync_preserving && last.is_some_and(|last| last > event))
                }
                Action::Hand(Edge::Join(u)) => {
                    let all = &self.events[u.0 as usize];
                    self.is_begun(at, u.0) && all.iter().all(|&i| self.is_done(at, i))
                }
                Action::Hand(Edge::Acquire(channel)) => {
                    before(Action::Hand(Edge::Release(channel))).all(|i| self.is_done(at, i))
                }
                _ => true,
            }
    }

    fn step(&self, at: &Situation, t: usize) -> Option<Situation> {
        let &event = self.events[t].get(at.positions[t])?;
        if !self.may(at, t, event) {
            return None;
        }
        let mut next = at.clone();
        next.positions[t] += 1;
        match self.trace[event].1 {
            Write(x) => next.writes[x as usize] = Some(event),
            Acquire(l) => next.acquired[(l - 100) as usize] = Some(event),
            _ => {}
        }
        Some(next)
    }

    /// Whether some reordering leads to where both events come next.
    fn have(&self, first: usize, second: usize) -> bool {
        let next = |at: &Situation, event: usize| {
            let t = self.trace[event].0 as usize;
            self.events[t].get(at.positions[t]) == Some(&event)
        };
        self.seen.iter().any(|at| {
            [first, second]
                .iter()
                .all(|&e| next(at, e) && self.is_begun(at, self.trace[e].0))
        })
    }
}

fn conflict((t, a): (u32, Action), (u, b): (u32, Action)) -> bool {
    t != u && matches!((a, b), (Write(x), Read(y) | Write(y)) | (Read(x), Write(y)) if x == y)
}

/// What an order says of each event.
fn told(trace: &Trace, order: &mut dyn Detect) -> Vec<Option<u64>> {
    let events = trace.iter().zip(0..);
    events
        .map(|(&(t, action), i)| order.apply(ThreadId(t), action, i))
        .collect()
}

/// The closure finds a race exactly where a reordering that keeps the order of sections has it.
#[test]
fn sync_preserving_races_are_as_defined() {
    let mut below = numbers(11);
    let (mut races, mut more) = (0, 0);
    for _ in 0..count(3_000) {
        let trace = random_trace(&mut below);
        let all = Reorderings::of(&trace, true);
        let mut order = SyncPreserving::new();
        for j in 0..trace.len() {
            let (t, action) = trace[j];
            let told = order.apply(ThreadId(t), action, j as u64);
            let mut found = (0..j).filter(|&i| conflict(trace[i], trace[j]) && all.have(i, j));
            match told {
                Some(i) => assert!(found.any(|race| race == i as usize), "{i} and {j}: {trace:?}"),
                None => assert_eq!(found.next(), None, "{j}: {trace:?}"),
            }
            races += u32::from(told.is_some());
            if let Read(x) | Write(x) = action {
                for i in (0..j).filter(|&i| conflict(trace[i], trace[j])) {
                    let confirmed = order.confirms(x, i as u64, ThreadId(t));
                    assert_eq!(confirmed, all.have(i, j), "{i} and {j}: {trace:?}");
                }
            }
        }
        let by_happens_before = self::told(&trace, &mut Schedulable::happens_before());
        more += u32::from(by_happens_before.iter().all(Option::is_none) && races > 0);
    }
    assert!(races > 1_000 && more > 50, "{races} {more}");
}

/// Every race of the schedulable order is one of a reordering, not only the first.
#[test]
fn schedulable_races_have_reorderings() {
    let mut below = numbers(13);
    let (mut races, mut fewer) = (0, 0);
    for _ in 0..count(3_000) {
        let trace = random_trace(&mut below);
        let all = Reorderings::of(&trace, false);
        let schedulable = told(&trace, &mut Schedulable::new());
        for (j, race) in schedulable.iter().enumerate() {
            if let Some(i) = race {
                races += 1;
                assert!(all.have(*i as usize, j), "{i} and {j}: {trace:?}");
            }
        }
        let by_happens_before = told(&trace, &mut Schedulable::happens_before());
        let first = by_happens_before.iter().position(Option::is_some);
        assert_eq!(first, schedulable.iter().position(Option::is_some), "{trace:?}");
        fewer += u32::from(by_happens_before != schedulable);
    }
    assert!(races > 1_000 && fewer > 50, "{races} {fewer}");
}

/// A read that finds another value elsewhere: a race by happens-before that no reordering shows.
#[test]
fn a_read_that_decides_is_no_schedulable_race() {
    let flag = Channel { key: 9, lane: 0 };
    let trace = [
        (0, Action::Hand(Edge::Release(flag))),
        (0, Write(1)),
        (0, Write(2)),
        (1, Read(2)),
        (1, Write(1)),
    ];
    assert_eq!(told(&trace, &mut Schedulable::happens_before())[4], Some(1));
    assert_eq!(
        told(&trace, &mut Schedulable::new()),
        [None, None, None, Some(2), None]
    );
    assert_eq!(told(&trace, &mut SyncPreserving::new())[4], None);
}
