//! Calm schedules: as few changes from one thread to another as can be.
//!
//! Engines change between threads as their search goes, and a reader has to follow. A race is seen by
//! happens-before, so a run in which each thread goes on until it has to wait often shows it as well. Such
//! runs are tried for several orders of the threads, with the inputs of the witness; then parts of a thread
//! are moved together as long as the race stays (delta debugging). Whatever comes out is a schedule like any
//! other: only its replay makes a witness.

use std::collections::VecDeque;

use super::thin::Attempt;
use super::{After, Detector, Referee, play, play_within};
use crate::limits;
use crate::{At, Machine, State, ThreadId, Turn};

/// How often a schedule goes from one thread to another.
pub(super) fn changes(turns: &[Turn]) -> usize {
    turns
        .windows(2)
        .filter(|pair| pair[0].thread != pair[1].thread)
        .count()
}

/// A schedule that shows the same race with fewer changes, or the same one.
pub(super) fn calm(attempt: &mut Attempt<'_, '_>, turns: Vec<Turn>, threads: u32) -> Vec<Turn> {
    let inputs = inputs(attempt.machine, &turns);
    let cost = |turns: &[Turn]| (changes(turns), turns.len());
    let mut best = turns;
    for order in orders(threads) {
        for is_strict in [false, true] {
            if attempt.is_over() {
                return best;
            }
            let run = Run {
                order: &order,
                is_strict,
                inputs: inputs.clone(),
                longest: 2 * best.len() + 64,
            };
            if let Some(other) = run.go(attempt)
                && cost(&other) < cost(&best)
            {
                best = other;
            }
        }
    }
    while let Some(better) = moved_together(attempt, &best) {
        best = better;
    }
    best
}

/// Two parts of a thread that come one after the other are made one, if that shows the race.
fn moved_together(attempt: &mut Attempt<'_, '_>, turns: &[Turn]) -> Option<Vec<Turn>> {
    let parts: Vec<&[Turn]> = turns.chunk_by(|a, b| a.thread == b.thread).collect();
    if parts.len() > limits::CALM_PARTS.size() {
        return None;
    }
    for (later, part) in parts.iter().enumerate().rev() {
        let mut before = parts[..later].iter();
        let Some(earlier) = before.rposition(|other| other[0].thread == part[0].thread) else {
            continue;
        };
        let between = parts[earlier + 1..later].concat();
        let (head, tail) = (parts[..earlier].concat(), parts[later + 1..].concat());
        let up = [&head, parts[earlier], part, &between[..], &tail].concat();
        let down = [&head, &between[..], parts[earlier], part, &tail].concat();
        for mut other in [up, down] {
            if attempt.is_over() {
                return None;
            }
            if let Some(used) = attempt.shows_race(&other)
                && changes(&other[..used]) < changes(turns)
            {
                other.truncate(used);
                return Some(other);
            }
        }
    }
    None
}

/// Which thread goes first: all orders of a few threads, some of many.
fn orders(threads: u32) -> Vec<Vec<ThreadId>> {
    let first: Vec<ThreadId> = (0..threads).map(ThreadId).collect();
    let mut all = vec![Vec::new()];
    if threads <= limits::CALM_THREADS.count() {
        for t in first {
            let longer = |order: Vec<ThreadId>| {
                (0..=order.len()).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, t);
                    order
                })
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        return all;
    }
    let mut last = first.clone();
    last.reverse();
    vec![first, last]
}

/// The values that each thread was given.
fn inputs(machine: &Machine<'_>, turns: &[Turn]) -> Vec<VecDeque<Turn>> {
    let mut state = machine.initial();
    let mut inputs: Vec<VecDeque<Turn>> = Vec::new();
    for turn in turns {
        if matches!(machine.at(&state, turn.thread), At::Choice(_)) {
            let t = turn.thread.0 as usize;
            inputs.resize_with(inputs.len().max(t + 1), VecDeque::new);
            inputs[t].push_back(*turn);
        }
        play(machine, &mut state, *turn, &mut crate::Blind);
    }
    inputs
}

/// A run in which threads go on until they have to wait.
struct Run<'a> {
    order: &'a [ThreadId],
    /// Whether a thread that may go first does so as soon as it can.
    is_strict: bool,
    inputs: Vec<VecDeque<Turn>>,
    longest: usize,
}

impl Run<'_> {
    /// The turns that lead to the race, if they do.
    fn go(mut self, attempt: &mut Attempt<'_, '_>) -> Option<Vec<Turn>> {
        let machine = attempt.machine;
        let mut state = machine.initial();
        let mut referee = Referee::default();
        let mut detector = Detector::of(Some(attempt.places));
        let mut turns: Vec<Turn> = Vec::new();
        while turns.len() < self.longest && !detector.preferred {
            let current = turns.last().map(|turn| turn.thread).filter(|_| !self.is_strict);
            let candidates = current.into_iter().chain(self.order.iter().copied());
            let next = candidates
                .filter_map(|t| self.next(machine, &state, &referee, t))
                .next();
            let Some(turn) = next.filter(|turn| referee.allows(machine, &state, *turn)) else {
                break;
            };
            if matches!(machine.at(&state, turn.thread), At::Choice(_))
                && let Some(values) = self.inputs.get_mut(turn.thread.0 as usize)
            {
                values.pop_front();
            }
            turns.push(turn);
            detector.begin_turn();
            if play_within(machine, &mut state, turn, &mut detector, attempt.fuel) != After::GoesOn {
                break;
            }
        }
        attempt.count(detector.count);
        detector.preferred.then_some(turns)
    }

    /// What a thread can do next, but for waking up without a reason.
    fn next(&self, machine: &Machine<'_>, state: &State, referee: &Referee, t: ThreadId) -> Option<Turn> {
        if machine.sleeps(state, t).is_some() {
            return None;
        }
        if matches!(machine.at(state, t), At::Choice(_)) {
            let values = self.inputs.get(t.0 as usize);
            return values.and_then(|values| values.front().copied());
        }
        referee.next(machine, state, t)
    }
}
