//! Read-write locks: lane 0 has what writers release, lane 1 what readers do.

use raceproof_ir::sync_object::rwlock;
use raceproof_ir::{SyncObject, SyncOp as Op};

use super::{BUSY, DEADLOCK, DESTROYED, Operation, TIMED_OUT};
use crate::bounded::Order as By;
use crate::execute::{Executor, Flow, Reading};
use crate::path::{Local, Path};
use crate::term::Term;

impl Executor<'_, '_> {
    pub(super) fn read_write_lock(
        &mut self,
        mut local: Local,
        o: Operation<'_>,
        object: Term,
    ) -> Flow<Local> {
        let zero = o.zero;
        match o.op {
            Op::RwInit | Op::RwDestroy => self.make_or_end(local, o, object),
            Op::RwRead
            | Op::RwWrite
            | Op::RwTryRead
            | Op::RwTryWrite
            | Op::RwTimedRead
            | Op::RwTimedWrite => {
                let reads = matches!(o.op, Op::RwRead | Op::RwTryRead | Op::RwTimedRead);
                let mut draft =
                    self.open(&mut local.path, object, SyncObject::ReadWriteLock, true, o.place)?;
                let writer = self.peek(&mut draft, &local.path, object, rwlock::WRITER)?;
                let readers = self.peek(&mut draft, &local.path, object, rwlock::READERS)?;
                let (me, one) = (self.me(), self.word(1));
                let dead = self.is(writer, DESTROYED);
                let alive = self.terms.not(dead);
                self.define(&mut draft, alive);
                let mut free = self.is(writer, 0);
                if reads {
                    let more = self.terms.add(readers, one);
                    self.poke(&mut draft, object, rwlock::READERS, more, free);
                    self.edge(&mut draft, By::Acquire, object, 0, free);
                    self.note_reading(&local.path, object, free, true);
                } else {
                    let none = self.is(readers, 0);
                    free = self.terms.and(free, none);
                    self.poke(&mut draft, object, rwlock::WRITER, me, free);
                    self.edge(&mut draft, By::Acquire, object, 0, free);
                    self.edge(&mut draft, By::Acquire, object, 1, free);
                }
                let result = if matches!(o.op, Op::RwRead | Op::RwWrite) {
                    let mine = self.terms.eq(writer, me);
                    let settled = self.terms.or(mine, dead);
                    let enabled = self.terms.or(free, settled);
                    self.require(&mut draft, enabled);
                    let refused = self.word(DEADLOCK);
                    self.terms.ite(free, zero, refused)
                } else {
                    draft.unordered = true;
                    let tried = matches!(o.op, Op::RwTryRead | Op::RwTryWrite);
                    let refused = self.word(if tried { BUSY } else { TIMED_OUT });
                    self.terms.ite(free, zero, refused)
                };
                self.done(local, draft, o.dst, result)
            }
            Op::RwUnlock => {
                let mut draft =
                    self.open(&mut local.path, object, SyncObject::ReadWriteLock, true, o.place)?;
                let writer = self.peek(&mut draft, &local.path, object, rwlock::WRITER)?;
                let readers = self.peek(&mut draft, &local.path, object, rwlock::READERS)?;
                let me = self.me();
                let mine = self.terms.eq(writer, me);
                let others = self.terms.not(mine);
                let held = self.readings(object);
                let (none, unread) = (self.is(held, 0), self.is(readers, 0));
                let idle = self.terms.or(none, unread);
                let some = self.terms.not(idle);
                let defined = self.terms.or(mine, some);
                self.define(&mut draft, defined);
                self.note_reading(&local.path, object, others, false);
                let one = self.word(1);
                let less = self.terms.sub(readers, one);
                self.poke(&mut draft, object, rwlock::WRITER, zero, mine);
                self.poke(&mut draft, object, rwlock::READERS, less, others);
                self.edge(&mut draft, By::Release, object, 0, mine);
                self.edge(&mut draft, By::Release, object, 1, others);
                self.done(local, draft, o.dst, zero)
            }
            _ => self.gap(local.path, o.unknown(), o.place),
        }
    }

    /// Makes a read-write lock, or ends its life.
    fn make_or_end(&mut self, mut local: Local, o: Operation<'_>, object: Term) -> Flow<Local> {
        let (zero, yes) = (o.zero, o.yes);
        let mut draft = self.open(
            &mut local.path,
            object,
            SyncObject::ReadWriteLock,
            o.op != Op::RwInit,
            o.place,
        )?;
        let writer = self.peek(&mut draft, &local.path, object, rwlock::WRITER)?;
        let readers = self.peek(&mut draft, &local.path, object, rwlock::READERS)?;
        let unread = self.is(readers, 0);
        if o.op == Op::RwInit {
            let dead = self.is(writer, DESTROYED);
            let ok = self.terms.or(dead, unread);
            self.define(&mut draft, ok);
            self.poke(&mut draft, object, rwlock::WRITER, zero, yes);
            self.poke(&mut draft, object, rwlock::READERS, zero, yes);
        } else {
            let unwritten = self.is(writer, 0);
            let free = self.terms.and(unwritten, unread);
            self.define(&mut draft, free);
            let destroyed = self.word(DESTROYED);
            self.poke(&mut draft, object, rwlock::WRITER, destroyed, yes);
        }
        self.done(local, draft, o.dst, zero)
    }

    /// How often the thread at hand holds a lock for reading. What other paths did does not count: their
    /// conditions do not hold.
    fn readings(&mut self, lock: Term) -> Term {
        let mut count = self.word(0);
        let one = self.word(1);
        for reading in self.readings.get(&self.current).cloned().unwrap_or_default() {
            let same = self.terms.eq(reading.lock, lock);
            let counts = self.terms.and(same, reading.when);
            let changed = match reading.taken {
                true => self.terms.add(count, one),
                false => self.terms.sub(count, one),
            };
            count = self.terms.ite(counts, changed, count);
        }
        count
    }

    /// Remembers that the thread at hand took a read lock or gave it up.
    fn note_reading(&mut self, path: &Path, lock: Term, when: Term, taken: bool) {
        let when = self.terms.and(path.guard, when);
        let readings = self.readings.entry(self.current).or_default();
        readings.push(Reading { lock, when, taken });
    }
}
