//! A state on the path, with what is still to be tried from it.

use super::event::Event;
use super::watch::Moment;
use crate::store::Root;
use crate::thread_set::ThreadSet;
use crate::touch::Touch;
use raceproof_machine::ThreadId;
use std::rc::Rc;

/// A thread and what its next operation touches.
#[derive(Clone, Debug)]
pub struct Known {
    pub thread: ThreadId,
    pub touches: Rc<[Touch]>,
}

/// A state on the path.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub root: Root,
    /// Turns that led here.
    pub turns: usize,
    pub moment: Moment,
    /// Threads whose operation can go on.
    pub enabled: ThreadSet,
    /// Threads whose operation must wait.
    pub waiting: ThreadSet,
    /// Threads to be tried: a source set in the end.
    pub backtrack: ThreadSet,
    /// Threads whose trying would repeat executions already seen, until something that depends on them
    /// happens.
    pub sleep: Vec<Known>,
    /// Threads that came back to the same state alone, until something that depends on their way happens.
    pub spinning: Vec<Known>,
    /// Threads that ran long without an operation.
    pub aside: ThreadSet,
    /// Whether this is a choice of one thread, which no order has a say in.
    pub choice: bool,
    /// The thread at hand, with the number of its next alternative and of all.
    pub current: Option<ThreadId>,
    pub next: u64,
    pub count: u64,
    /// The values of a choice.
    pub values: Vec<u64>,
    /// What the alternatives of the thread at hand touched so far.
    pub footprint: Vec<Touch>,
    /// The event of the alternative at hand.
    pub event: Option<Event>,
}

impl Frame {
    pub fn is_asleep(&self, t: ThreadId) -> bool {
        self.sleep.iter().any(|known| known.thread == t)
    }

    pub fn is_spinning(&self, t: ThreadId) -> bool {
        self.spinning.iter().any(|known| known.thread == t)
    }

    /// The thread at hand has been tried in all alternatives.
    pub fn finish(&mut self) {
        if let Some(thread) = self.current.take()
            && !self.choice
        {
            let touches = Rc::from(std::mem::take(&mut self.footprint));
            self.sleep.push(Known { thread, touches });
        }
    }
}

/// How much of the search is done, from 0 to 1: what is known to be left at each frame is taken to be as much
/// as what was tried there. Reversals that are found later make it less again.
pub fn estimate(frames: &[Frame]) -> f64 {
    let (mut weight, mut done) = (1.0, 0.0);
    for frame in frames {
        let all = frame.backtrack.iter().count().max(1) as f64;
        let left = frame.backtrack.iter().filter(|t| !frame.is_asleep(*t)).count() as f64;
        if !frame.choice {
            done += weight * (all - left.max(1.0)) / all;
            weight /= all;
        }
        let ways = frame.count.max(1) as f64;
        done += weight * (frame.next.max(1) - 1) as f64 / ways;
        weight /= ways;
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_at_each_frame_counts_alike() {
        let thread = |id: u32| ThreadId(id);
        let mut first = Frame {
            current: Some(thread(1)),
            next: 1,
            count: 1,
            ..Frame::default()
        };
        first.backtrack.insert(thread(1));
        first.backtrack.insert(thread(2));
        let mut second = Frame {
            choice: true,
            current: Some(thread(1)),
            next: 1,
            count: 4,
            ..Frame::default()
        };
        let is = |frames: &[Frame], expected: f64| (estimate(frames) - expected).abs() < 1e-9;
        assert!(is(&[], 0.0));
        assert!(is(&[first.clone(), second.clone()], 0.0));
        second.next = 3;
        assert!(is(&[first.clone(), second.clone()], 0.25));
        first.finish();
        assert!(is(std::slice::from_ref(&first), 0.5));
        first.backtrack.insert(thread(3));
        assert!(is(&[first], 1.0 / 3.0));
    }
}
