//! Threads that one thread waits for without doing anything else in between.
//!
//! A thread that is to wait for another is let run ahead in thought, over its joins as if they were done, as
//! long as it does nothing in between but read.

use crate::limits;
use raceproof_machine::{Access, At, Machine, ObjectId, Observer, Sink, Site, State, Stream, ThreadId};
use raceproof_order::Edge;

/// What a thread does that runs ahead in thought.
#[derive(Default)]
struct Ahead {
    reads: Vec<Access>,
    /// It did more than read.
    acts: bool,
}

impl Sink for Ahead {
    fn access(&mut self, _thread: ThreadId, access: Access) {
        if access.write || access.atomic {
            self.acts = true;
        } else {
            self.reads.push(access);
        }
    }

    fn allocated(&mut self, _thread: ThreadId, _object: ObjectId, _site: Site) {
        self.acts = true;
    }

    fn released(&mut self, _thread: ThreadId, _object: ObjectId, _size: u32, _site: Site) {
        self.acts = true;
    }

    fn edge(&mut self, _thread: ThreadId, _edge: Edge) {
        self.acts = true;
    }

    fn output(&mut self, _stream: Stream, _bytes: &[u8]) {
        self.acts = true;
    }
}

impl Observer for Ahead {}

/// The threads that a thread joins on its way, in that order, and what it reads before the last of them. Ends
/// at a thread that is not free. The state is used up.
pub fn joins_ahead(
    machine: &Machine<'_>,
    state: &mut State,
    t: ThreadId,
    is_free: impl Fn(ThreadId) -> bool,
) -> (Vec<ThreadId>, Vec<Access>) {
    let (mut members, mut reads) = (Vec::new(), Vec::new());
    let mut ahead = Ahead::default();
    while let Some(member) = machine.pass_join(state, t) {
        if members.contains(&member) || !is_free(member) {
            break;
        }
        members.push(member);
        // What is read on the way to a join that is not one of these does not count.
        reads.append(&mut ahead.reads);
        if machine.at(state, t) == At::Code {
            // However it pauses, the next join is passed or is not there.
            let _ = machine.run(state, t, &mut ahead, limits::RUN_AHEAD.get());
        }
        if ahead.acts {
            break;
        }
    }
    (members, reads)
}
