//! Wake-ups without a reason: whether a thread that sleeps on a condition variable would find something to
//! do.
//!
//! Most waits are in a loop that tests a condition again. A thread that wakes up there while the condition
//! does not hold takes the mutex, reads, and goes back to sleep: the state is the same then. It has learnt
//! what the mutex tells, which it will learn anyway when it goes on, and others learn through the mutex of
//! what it read. So such a *fruitless* wake-up matters only if what it reads races with what another thread
//! has done; whoever leaves it out has to look for that. Where somebody may find the mutex taken without
//! waiting for it ([`Machine::tries_beside_waits`]) it matters too.
//!
//! Why it is enough to look at that after each operation of the others: let the read of a fruitless wake-up
//! and a write of another thread be unordered. The writer does not hold the mutex then. If the read comes
//! first, leave the wake-up out: everything else can happen as before, up to the write. Whoever has taken the
//! mutex since the read knows of it, and the write is not ordered after the read, so all that the write needs
//! can happen without those sections of the mutex: it is free, and the thread wakes up right after the write.
//!
//! SOUNDNESS: fruitless-wake

use crate::op::Op;
use crate::run::{Machine, Pause};
use crate::state::{Status, Thread};
use crate::{Access, Observer, Part, Sink, Site, State, ThreadId};
use raceproof_ir::SyncOp;

/// Most jumps and calls from a wait back to it.
const LONGEST: u64 = 64;

/// What is read on the way.
#[derive(Default)]
struct Reads(Vec<Access>);

impl Sink for Reads {
    fn access(&mut self, _thread: ThreadId, access: Access) {
        self.0.push(access);
    }
}

impl Observer for Reads {
    const READS: bool = true;
}

impl Machine<'_> {
    /// Whether a thread sleeps on a condition variable, and only a wake-up without a reason would let it go
    /// on now.
    pub fn only_wakes(&self, s: &State, t: ThreadId) -> bool {
        self.sleeps(s, t) == Some(SyncOp::CondWait)
    }

    /// The wait that a thread sleeps in, if waits may end without a reason.
    pub(crate) fn sleeps(&self, s: &State, t: ThreadId) -> Option<SyncOp> {
        let thread = s.threads.get(t.0 as usize)?;
        if self.config.faithful_waits || !matches!(thread.status, Status::Waiting { .. }) {
            return None;
        }
        match self.pending(s, t)? {
            (Op::Sync { index }, _) => Some(self.code.syncs[index as usize].op)
                .filter(|op| matches!(op, SyncOp::CondWait | SyncOp::CondTimedWait)),
            _ => None,
        }
    }

    /// In how many ways the synchronisation that a thread is at can go on now, without a fruitless wake-up.
    pub fn fruitful_alternatives(&self, s: &mut State, t: ThreadId) -> u32 {
        let all = self.alternatives(s, t);
        match self.fruitless_wake(s, t) {
            Some(_) => all - 1,
            None => all,
        }
    }

    /// If a thread can wake up without a reason, which is its last alternative, and would find nothing to do
    /// and come back to the same state: what it would read. The state is as before.
    pub fn fruitless_wake(&self, s: &mut State, t: ThreadId) -> Option<Vec<Access>> {
        let wait = self.sleeps(s, t)?;
        if self.alternatives(s, t) == u32::from(wait == SyncOp::CondTimedWait) {
            return None;
        }
        let (Op::Sync { index }, _) = self.pending(s, t)? else {
            return None;
        };
        let before: Thread = (*s.threads[t.0 as usize]).clone();
        let mut reads = Reads::default();
        s.threads[t.0 as usize].status = Status::Runnable;
        self.finish_sync(s, t, self.code.syncs[index as usize].dst, 0);
        let pause = self.run(s, t, &mut reads, LONGEST);
        let is_back = pause == Pause::Sync && {
            let after = &mut s.threads[t.0 as usize];
            after.status = before.status;
            after.frames.last().map(|f| f.pc) == before.frames.last().map(|f| f.pc)
        };
        let mut bytes = [Vec::new(), Vec::new()];
        if is_back {
            self.encode_part(s, Part::Thread(t), &mut bytes[0]);
        }
        *s.threads[t.0 as usize] = before;
        if !is_back {
            return None;
        }
        self.encode_part(s, Part::Thread(t), &mut bytes[1]);
        (bytes[0] == bytes[1]).then_some(reads.0)
    }

    /// Where somebody may find a mutex taken without waiting for it, if another thread may hold it for a
    /// moment because it woke up without a reason.
    pub fn tries_beside_waits(&self) -> Option<Site> {
        if self.config.faithful_waits || !self.has_waits() {
            return None;
        }
        let tries = |op: &Op| match op {
            Op::Sync { index } => {
                let op = self.code.syncs[*index as usize].op;
                matches!(op, SyncOp::MutexTryLock | SyncOp::MutexTimedLock)
            }
            _ => false,
        };
        (0..)
            .map(Site)
            .zip(&self.code.ops)
            .find(|(_, op)| tries(op))
            .map(|(site, _)| site)
    }

    /// Whether an operation of a thread changes nothing but its registers and calls.
    #[inline]
    pub(crate) fn is_quiet(&self, s: &State, t: ThreadId, op: &Op) -> bool {
        match *op {
            Op::Call { function, .. } => !self.code.functions[function as usize].is_native(),
            Op::Return { .. } | Op::ReturnNothing {} => s.threads[t.0 as usize].frames.len() > 1,
            _ => op.is_quiet(),
        }
    }
}
