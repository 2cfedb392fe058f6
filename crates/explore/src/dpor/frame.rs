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
