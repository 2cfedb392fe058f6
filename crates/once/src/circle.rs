//! Whether a run goes round in a circle: threads that only compute and are back in a state that they were in
//! before do so for ever.
//!
//! Asked for at each pause of a thread that used all its fuel. States are compared in the manner of Brent's
//! algorithm for cycles, with a state kept at every power of two; the whole state only where the thread's own
//! part is the same, so that a long computation pays for its registers alone.

use crate::limits;
use raceproof_machine::{Machine, Part, State, ThreadId};

#[derive(Debug, Default)]
pub(crate) struct Circle {
    pauses: u64,
    thread: Option<ThreadId>,
    part: Vec<u8>,
    whole: Option<Vec<u8>>,
}

impl Circle {
    /// Something other than computing happened.
    pub fn leave(&mut self) {
        self.pauses = 0;
    }

    /// The thread has computed for long. Whether everything is as it was at an earlier pause.
    pub fn is_closed(&mut self, machine: &Machine<'_>, state: &State, t: ThreadId) -> bool {
        self.pauses += 1;
        if self.pauses < limits::CIRCLE_PAUSES.get() {
            return false;
        }
        let mut part = Vec::new();
        machine.encode_part(state, Part::Thread(t), &mut part);
        if self.thread == Some(t) && part == self.part && self.pauses > limits::CIRCLE_PAUSES.get() {
            let mut whole = Vec::new();
            machine.encode_all(state, &mut whole);
            if self.whole.as_ref() == Some(&whole) {
                return true;
            }
            self.whole = Some(whole);
        }
        if self.pauses.is_power_of_two() {
            self.thread = Some(t);
            self.part = part;
            self.whole = None;
        }
        false
    }
}
