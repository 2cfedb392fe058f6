//! Threads that can change places.
//!
//! A thread's number is a name: it shows in its handle, in the words of the locks that it owns, in its arena
//! and in what `pthread_self` says. A *movable* thread is one whose number shows only in words of locks,
//! which it lists as its [marks](Mark): it has no objects of its own, no thread-specific data and no part in
//! tasks. Marks are in order, so that it does not show which lock was taken first. Two such threads can
//! change places if nobody will ask for one of them by its handle; whether that is so is the engine's
//! business.

use raceproof_ir::SyncOp;

use crate::encode::{Reader, put};
use crate::live::Live;
use crate::op::Op;
use crate::run::Machine;
use crate::state::NOWHERE;
use crate::sync;
use crate::{Pointer, SpaceId, State, Status, ThreadId};

/// Which threads change places.
#[derive(Clone, Debug, Default)]
pub struct Rearrangement {
    /// The places that get another thread, each with the place that this one comes from.
    moves: Vec<(ThreadId, ThreadId)>,
    /// The same as swaps, one after the other.
    swaps: Vec<(ThreadId, ThreadId)>,
}

impl Rearrangement {
    /// Becomes the one that puts into each of these places, which are in order, the thread that was in the
    /// place of the same position in `from`. Both have the same places. `from` is used up.
    pub fn set(&mut self, places: &[ThreadId], from: &mut [ThreadId]) {
        self.moves.clear();
        self.swaps.clear();
        for first in 0..places.len() {
            let mut at = first;
            while from[at] != places[at] {
                let source = std::mem::replace(&mut from[at], places[at]);
                self.moves.push((places[at], source));
                if source == places[first] {
                    break;
                }
                self.swaps.push((places[at], source));
                at = places.binary_search(&source).unwrap_or(first);
            }
        }
    }

    /// Whether every thread stays where it is.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The places that get another thread, each with the place that this one comes from.
    pub fn moves(&self) -> &[(ThreadId, ThreadId)] {
        &self.moves
    }

    /// The pairs of places to swap, one after the other.
    pub fn swaps(&self) -> &[(ThreadId, ThreadId)] {
        &self.swaps
    }
}

/// A word of a lock that a thread holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mark {
    /// The word.
    pub at: Pointer,
    /// What it has to do with the thread.
    pub kind: MarkKind,
}

/// What a word of a lock has to do with the thread that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MarkKind {
    /// It is the thread's name.
    Owner,
    /// It is one more than the thread's name.
    Runner,
    /// It counts the thread among others and does not name it.
    Reader,
}

impl MarkKind {
    /// How a thread is named in the word, if it is.
    pub(crate) fn name(self, thread: ThreadId) -> Option<u32> {
        match self {
            MarkKind::Owner => Some(thread.0 + 1),
            MarkKind::Runner => Some(thread.0 + 2),
            MarkKind::Reader => None,
        }
    }
}

impl Mark {
    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        put(out, self.at.0 << 2 | self.kind as u64);
        put(out, self.at.0 >> 62);
    }

    pub(crate) fn decode(r: &mut Reader<'_>) -> Mark {
        let low = r.get();
        Mark {
            at: Pointer(low >> 2 | r.get() << 62),
            kind: match low & 3 {
                0 => MarkKind::Owner,
                1 => MarkKind::Runner,
                _ => MarkKind::Reader,
            },
        }
    }
}

impl Machine<'_> {
    /// Whether no operation of the program tells a thread its name or keeps it in a place without a mark.
    pub fn is_nameless(&self) -> bool {
        // The buffer of a long jump has the name of its thread.
        let jumps = self.code.ops.iter().any(|op| matches!(op, Op::SetJump { .. }));
        !jumps
            && self.code.syncs.iter().all(|sync| {
                !matches!(
                    sync.op,
                    SyncOp::ThreadSelf | SyncOp::ThreadDetach | SyncOp::BarrierWait | SyncOp::WorkShare
                )
            })
    }

    /// The thread that a thread is about to wait for.
    #[inline]
    pub fn awaited(&self, s: &State, t: ThreadId) -> Option<ThreadId> {
        let pc = s.threads.get(t.0 as usize)?.frames.last()?.pc;
        match self.code.ops.get(pc as usize) {
            Some(&Op::Sync { index }) if self.code.syncs[index as usize].op == SyncOp::ThreadJoin => {
                self.joined_by(s, t, index)
            }
            _ => None,
        }
    }

    fn joined_by(&self, s: &State, t: ThreadId, index: u32) -> Option<ThreadId> {
        let handle = self.arguments(s, t, index).first().copied()?;
        let target = ThreadId(u32::try_from(handle.checked_sub(1)?).ok()?);
        let thread = s.threads.get(target.0 as usize)?;
        (target != t && !thread.joined && !thread.detached).then_some(target)
    }

    /// Steps over the join that a thread is at, as if the other thread had ended, if nobody reads what that
    /// returned. Gives the other thread.
    pub fn pass_join(&self, s: &mut State, t: ThreadId) -> Option<ThreadId> {
        let target = self.awaited(s, t)?;
        let (Op::Sync { index }, _) = self.pending(s, t)? else {
            return None;
        };
        let dst = self.code.syncs[index as usize].dst;
        let frame = *s.threads[t.0 as usize].frames.last()?;
        let routine = &self.code.functions[frame.function.0 as usize];
        let live = routine.live.get_or_init(|| Live::new(&self.code, routine));
        if dst != NOWHERE && live.before(frame.pc + 1 - routine.entry).contains(&dst) {
            return None;
        }
        s.mark_thread(t);
        s.threads[t.0 as usize].frames.last_mut()?.pc += 1;
        Some(target)
    }

    /// The threads that the signal which a thread is at may wake, in the order of its alternatives.
    pub fn sleepers(&self, s: &State, t: ThreadId) -> Vec<ThreadId> {
        match self.pending(s, t) {
            Some((Op::Sync { index }, _)) if self.code.syncs[index as usize].op == SyncOp::CondSignal => {
                let condition = self.arguments(s, t, index).first().copied().unwrap_or(0);
                sync::waiters(s, Pointer(condition)).collect()
            }
            _ => Vec::new(),
        }
    }
}

impl State {
    /// Whether the thread's number shows only in words of locks that it owns.
    pub fn is_movable(&self, t: ThreadId) -> bool {
        self.is_impersonal(t) && self.has_no_objects(t)
    }

    /// Whether there are no objects of the thread's own.
    #[inline]
    pub fn has_no_objects(&self, t: ThreadId) -> bool {
        self.memory.is_vacant(SpaceId::heap(t)) && self.memory.is_vacant(SpaceId::stack(t))
    }

    /// Whether the thread's number shows only in words of locks that it owns and in the names of its objects.
    /// Threads that are stored as the same part have the same answer.
    pub fn is_impersonal(&self, t: ThreadId) -> bool {
        let Some(thread) = self.threads.get(t.0 as usize) else {
            return false;
        };
        !thread.recyclable
            && !thread.detached
            && !thread.joined
            && thread.atomic_depth == 0
            && thread.family.parent.is_none()
            && thread.status != Status::Delayed
            && thread.family.after.is_empty()
            && thread.family.pending.is_empty()
            && thread.family.history.is_empty()
            && thread.family.first_task == 0
            && thread.family.tasks_made == 0
            && thread.family.spare_tasks.is_empty()
            && thread.family.owned.is_empty()
            && thread.family.passing.is_empty()
            && thread.family.tag.is_none()
            && thread.spare.is_empty()
            && thread.allocas.is_empty()
            && thread.locals.is_empty()
            && thread.specific.is_empty()
            && thread.errno.0 == 0
            && thread.ending.is_none()
    }

    /// Whether a thread's name is in the words of locks.
    pub fn is_named(&self, t: ThreadId) -> bool {
        self.threads
            .get(t.0 as usize)
            .is_some_and(|thread| thread.marks.iter().any(|m| m.kind != MarkKind::Reader))
    }

    /// Lets movable threads change places. Threads count as unchanged; words of locks do not.
    pub fn rearrange(&mut self, rearrangement: &Rearrangement) {
        let mut renamed = Vec::new();
        for &(to, old) in &rearrangement.moves {
            for mark in &self.threads[old.0 as usize].marks {
                // A lock that was made anew while it was held has another owner or none.
                let (Some(name), Some(new)) = (mark.kind.name(old), mark.kind.name(to)) else {
                    continue;
                };
                if self
                    .memory
                    .load(mark.at, 4)
                    .is_ok_and(|word| word == name.to_le_bytes())
                {
                    renamed.push((mark.at, new.to_le_bytes()));
                }
            }
        }
        for &(a, b) in &rearrangement.swaps {
            self.threads.swap(a.0 as usize, b.0 as usize);
        }
        // After all have been looked at: no word is read again that has been written.
        for (at, name) in renamed {
            // The word was there a moment ago.
            let _ = self.memory.store(at, &name);
        }
    }
}
