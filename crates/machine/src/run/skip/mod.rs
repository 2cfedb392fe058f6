//! Skipping rounds of a loop: their accesses are told without executing them.
//!
//! An observer that only wants to know who accesses what may let the machine skip rounds of an innermost
//! loop. When a thread jumps back, the next round is traced on *lines*: values that grow by the same amount
//! in every round, exactly, modulo the width of the register. A value that is none (loaded from changing
//! memory, computed in floats) is *unknown*. If every address and every condition of the round is a line, the
//! rounds that take the same path are counted (no line wraps where that would show, no condition changes, no
//! access leaves its object), and they are skipped: the accesses are told as ranges, registers that are lines
//! get their last values, stores of lines are made.
//!
//! What is lost is told: the operations whose results are unknown, and the objects that have not got the
//! values stored to them. The run goes on with stale values there. It is for the observer to show that they
//! steer nothing; then the accesses of the run are exactly those of the program. A value in memory may be
//! taken for constant in a loop only if no store of the loop overlaps it.
//!
//! By induction over rounds: lines at the start of a round are guessed from the first and verified to be, at
//! its end, the lines one round later. Faults cannot be skipped: accesses are checked for all rounds,
//! divisors are known, and everything else that can stop a thread is not traced at all. Notes (overflow,
//! uninitialised reads) of skipped rounds are not made. Calls of functions that only compute a number are
//! not made either if the program cannot see `errno`: what they leave there is lost.
//!
//! Works may begin and end in a round. If no address changes, all works do the same, and two of them are
//! told: a third would conflict only with what these conflict with. If addresses change so that no round
//! conflicts with another one, all are told as one work: whatever else conflicts with one of them is in none
//! of them, and to it they are all alike.
//!
//! Cost: a few microseconds for each attempt, less than fifty rounds.

mod line;
mod operation;
mod trace;

use super::Machine;
use super::access::distance;
use crate::limits;
use crate::{Access, Memory, ObjectId, Observer, Site, State, ThreadId, Work};
use line::{Line, Touch, Value};
use std::collections::HashMap;
use trace::{Not, Trace};

/// What is not known after rounds were skipped.
#[derive(Clone, Copy, Debug)]
pub struct Skip<'a> {
    /// Operations whose results are unknown.
    pub computed: &'a [Site],
    /// Objects that lack the values stored to them.
    pub stored: &'a [ObjectId],
}

/// What rounds of loops looked like when they were skipped, by the place of the jump back: where to begin
/// next time.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    shapes: HashMap<Site, Shape>,
}

#[derive(Clone, Debug)]
struct Shape {
    /// What each register gains in a round, and whether it is narrow.
    gains: Vec<Option<(u64, bool)>>,
    changing: Vec<Site>,
}

/// More rounds than are ever skipped.
const ENDLESS: i128 = u32::MAX as i128;
impl Machine<'_> {
    /// A thread has jumped back from `from` to `head`. Skips rounds if the observer agrees.
    #[inline(never)]
    pub(super) fn skip<O: Observer>(
        &self,
        state: &mut State,
        t: ThreadId,
        observer: &mut O,
        window: &mut [u64],
        from: usize,
        head: usize,
    ) {
        let at = Site(from as u32);
        let shape = observer.shapes().and_then(|s| s.shapes.remove(&at));
        let again = shape.and_then(|shape| self.trace(&state.memory, window, from, head, Some(shape)).ok());
        let trace = again.map_or_else(|| self.trace(&state.memory, window, from, head, None), Ok);
        let (trace, shape) = match trace {
            Ok(trace) => trace,
            Err(not) => return observer.cannot_skip(at, matches!(not, Not::Ever)),
        };
        if let Some(shapes) = observer.shapes() {
            shapes.shapes.insert(at, shape);
        }
        let rounds = trace.rounds as u64;
        state.effort += rounds * limits::SKIP_EFFORT;
        let Trace {
            values,
            touches,
            unknown,
            works,
            calls,
            ..
        } = trace;
        let is_kept = |i: usize, store: &Touch| {
            let others = touches.iter().enumerate().filter(|(j, t)| *j != i && t.write);
            store.value.is_some() && others.into_iter().all(|(_, t)| !t.overlaps(store, rounds))
        };
        let stores: Vec<(Touch, bool)> = touches
            .iter()
            .enumerate()
            .filter(|(_, t)| t.write)
            .map(|(i, t)| (*t, is_kept(i, t)))
            .collect();
        let mut lost: Vec<ObjectId> = stores
            .iter()
            .filter(|s| !s.1)
            .map(|s| s.0.start.object())
            .collect();
        if calls {
            lost.push(state.threads[t.0 as usize].errno);
        }
        lost.retain(|object| *object != ObjectId::NONE);
        lost.dedup();
        let skip = Skip {
            computed: &unknown,
            stored: &lost,
        };
        if !observer.skip(at, skip) {
            return;
        }
        if !works.is_empty() && touches.iter().all(|t| t.by == 0) {
            tell_works(observer, t, &touches, &works, 2, 1);
        } else {
            tell_works(observer, t, &touches, &works, 1, rounds);
        }
        for (store, _) in stores.iter().filter(|s| s.1) {
            make(&mut state.memory, store, rounds);
        }
        for (word, value) in window.iter_mut().zip(values) {
            if let Some(line) = value {
                *word = line.after(rounds - 1);
            }
        }
    }

    /// Traces a round, with lines that hold in every round.
    fn trace<'m>(
        &'m self,
        memory: &'m Memory,
        window: &[u64],
        from: usize,
        head: usize,
        shape: Option<Shape>,
    ) -> Result<(Trace<'m>, Shape), Not> {
        let ops = &self.code.ops[..];
        let mut trace = Trace {
            memory,
            routines: &self.code.functions,
            values: Vec::new(),
            rounds: 0,
            touches: Vec::new(),
            unknown: Vec::new(),
            changing: Vec::new(),
            works: Vec::new(),
            calls: false,
        };
        let gains = match shape {
            Some(shape) => {
                trace.changing = shape.changing;
                shape.gains
            }
            None => {
                trace.values = window.iter().map(|&v| Some(Line::constant(v))).collect();
                trace.round(ops, head, from + 1)?;
                // What a register gains in this round it may gain in every round.
                let ends = window.iter().zip(&trace.values);
                ends.map(|(&before, after)| after.map(|a| (a.at.wrapping_sub(before), a.narrow)))
                    .collect()
            }
        };
        let mut start: Vec<Value> = window
            .iter()
            .zip(gains)
            .map(|(&at, gain)| {
                let (by, narrow) = gain?;
                let line = Line { at, by, narrow };
                let line = if narrow { line.low() } else { line };
                (line.at == at).then_some(line)
            })
            .collect();
        for _ in 0..8 {
            trace.values.clone_from(&start);
            trace.round(ops, head, from + 1)?;
            let mut stable = true;
            for (start, end) in start.iter_mut().zip(&trace.values) {
                let Some(line) = *start else { continue };
                let goes_on = end.is_some_and(|end| {
                    let is_as_wide = end.narrow == line.narrow || line.by == 0;
                    end.by == line.by && end.at == line.after(1) && is_as_wide
                });
                if !goes_on {
                    *start = None;
                    stable = false;
                }
            }
            if !stable {
                continue;
            }
            if trace.rounds < i128::from(limits::SKIP_ROUNDS) {
                return Err(Not::Now);
            }
            // Nothing ends it: the thread waits for others.
            if trace.rounds == ENDLESS {
                return Err(Not::Ever);
            }
            let rounds = trace.rounds as u64;
            let changing: Vec<Site> = trace
                .touches
                .iter()
                .filter(|load| !load.write && load.by == 0 && !trace.changing.contains(&load.site))
                .filter(|load| trace.touches.iter().any(|s| s.write && s.overlaps(load, rounds)))
                .map(|load| load.site)
                .collect();
            if !changing.is_empty() {
                trace.changing.extend(changing);
                continue;
            }
            if !trace.works.is_empty() && !trace.works_are_told_by_few() {
                return Err(Not::Ever);
            }
            let shape = Shape {
                gains: start.iter().map(|l| l.map(|l| (l.by, l.narrow))).collect(),
                changing: trace.changing.clone(),
            };
            return Ok((trace, shape));
        }
        Err(Not::Ever)
    }
}

/// Tells the accesses of all rounds at one place: as one range if they are next to each other.
fn tell<O: Observer>(observer: &mut O, t: ThreadId, touch: &Touch, rounds: u64) {
    let (low, high) = touch.span(rounds);
    let access = |start: i64, length: i64| Access {
        object: touch.start.object(),
        start: start as u32,
        length: length as u32,
        write: touch.write,
        atomic: false,
        site: touch.site,
    };
    if touch.by.unsigned_abs() <= u64::from(touch.length) {
        return observer.access(t, access(low, high - low));
    }
    let first = access(touch.start.offset().into(), touch.length.into());
    observer.accesses(t, first, touch.by, rounds);
}

/// Tells the accesses of so many works, which stand for all, each with those of so many rounds.
fn tell_works<O: Observer>(
    observer: &mut O,
    t: ThreadId,
    touches: &[Touch],
    works: &[Option<[Value; 3]>],
    count: u64,
    rounds: u64,
) {
    for k in 0..count {
        let begins = works.iter().flatten();
        for work in begins.clone() {
            let number = |i: usize| work[i].map_or(0, |line| line.after(k));
            observer.work(t, Some(Work::begun(number(0), number(1), number(2))));
        }
        touches.iter().for_each(|touch| tell(observer, t, touch, rounds));
        begins.for_each(|_| observer.work(t, None));
    }
}

/// Makes the stores of all rounds at one place.
fn make(memory: &mut Memory, store: &Touch, rounds: u64) {
    let Some(value) = store.value else { return };
    let first = if store.by == 0 { rounds - 1 } else { 0 };
    for k in first..rounds {
        let p = store.start.moved(distance(k, false, 1).wrapping_mul(store.by));
        let bytes = value.after(k).to_le_bytes();
        // The range was checked; an object that cannot be written was never traced.
        let _ = memory.store(p, &bytes[..store.length as usize]);
    }
}
