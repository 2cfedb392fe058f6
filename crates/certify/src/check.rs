//! The comparison of one run with an argument.
//!
//! Two clocks go along: one of creation and joins alone, and one of all that happens before. The first is
//! what two accesses have to be ordered by, unless a lock keeps them apart. The accesses to an object are
//! kept by their bytes; of those that are alike but for the time, the last one counts, because whoever comes
//! after that comes after all of them.

use crate::book::{Book, Listed, PartNo};
use crate::held::{Held, Locks};
use crate::limits;
use crate::refutation::{Broken, Refutation};
use raceproof_engine::argument::{By, LockSort, Mode, ObjectName, Reason};
use raceproof_engine::condition;
use raceproof_ir::{BlockId, FuncId, Inst, Origin, Point, SyncObject, SyncOp};
use raceproof_machine::{Access, Machine, ObjectId, ObjectKind, Pointer, Site, State, ThreadId};
use raceproof_order::{Edge, Epoch, HappensBefore};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What happened.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Told {
    Access(Access),
    Allocated(ObjectId),
    Edge(Edge),
    Lock(Pointer, bool),
}

/// Bytes that are looked up together.
const GRANULE: u32 = 16;

/// An access that was made.
#[derive(Clone, Debug)]
struct Record {
    access: Access,
    thread: ThreadId,
    /// When, by creation and joins, and by all that happens before.
    lives: Epoch,
    happened: Epoch,
    locks: Rc<[Held]>,
    parts: Rc<[PartNo]>,
    /// Whether nobody but who made the object has used it until then.
    unshared: bool,
    /// Whether the instruction that makes the object fills it.
    fills: bool,
}

impl Record {
    fn is_like(&self, other: &Record) -> bool {
        self.access == other.access
            && condition!(
                "checked-records",
                "by the same thread",
                self.thread == other.thread
            )
            && condition!(
                "checked-records",
                "shared or not",
                self.unshared == other.unshared
            )
            && condition!(
                "checked-records",
                "with the same locks",
                Rc::ptr_eq(&self.locks, &other.locks)
            )
            && condition!("checked-records", "of the same parts", self.parts == other.parts)
    }

    fn conflicts(&self, other: &Record) -> bool {
        let (a, b) = (&self.access, &other.access);
        let end = |access: &Access| u64::from(access.start) + u64::from(access.length);
        self.thread != other.thread
            && (a.write || b.write)
            && !(a.atomic && b.atomic)
            && u64::from(a.start) < end(b)
            && u64::from(b.start) < end(a)
    }
}

/// What is known of an object of the run.
#[derive(Default)]
struct Instance {
    maker: Option<ThreadId>,
    /// Whether somebody else has used it.
    is_shared: bool,
    records: FxHashMap<u32, Vec<Record>>,
    wide: Vec<Record>,
}

/// A run that is compared with an argument.
pub(crate) struct Check<'m, 'p, 'b> {
    machine: &'m Machine<'p>,
    book: &'b Book<'b>,
    lives: HappensBefore,
    happens: HappensBefore,
    locks: Locks,
    instances: FxHashMap<ObjectId, Instance>,
    /// The synchronisation at hand: what it is, whether it acquired, and the object that it used.
    op: Option<SyncOp>,
    acquired: bool,
    used: Option<Access>,
    accesses: u64,
}

impl<'m, 'p, 'b> Check<'m, 'p, 'b> {
    pub fn new(machine: &'m Machine<'p>, book: &'b Book<'b>) -> Check<'m, 'p, 'b> {
        Check {
            machine,
            book,
            lives: HappensBefore::new(),
            happens: HappensBefore::new(),
            locks: Locks::default(),
            instances: FxHashMap::default(),
            op: None,
            acquired: false,
            used: None,
            accesses: 0,
        }
    }

    /// How many accesses were compared.
    pub fn accesses(&self) -> u64 {
        self.accesses
    }

    /// A step begins, with a synchronisation if it is one.
    pub fn begin(&mut self, op: Option<SyncOp>) {
        (self.op, self.acquired, self.used) = (op, false, None);
    }

    /// Something happened in the step.
    pub fn hear(&mut self, state: &State, t: ThreadId, told: Told) -> Result<(), Refutation> {
        match told {
            Told::Access(access) => {
                if self.op.is_some() && self.used.is_none() {
                    self.used = Some(access);
                }
                self.access(state, t, access)?;
            }
            Told::Allocated(object) => {
                let instance = Instance {
                    maker: Some(t),
                    ..Instance::default()
                };
                self.instances.insert(object, instance);
            }
            Told::Edge(edge) => {
                self.acquired |= matches!(edge, Edge::Acquire(_));
                if condition!(
                    "checked-order",
                    "creation and joins alone",
                    matches!(edge, Edge::Fork(_) | Edge::Join(_))
                ) {
                    self.lives.apply(t, edge);
                }
                self.happens.apply(t, edge);
            }
            Told::Lock(at, is_held) => {
                let held = self.lock(state, at, LockSort::Object, Mode::Exclusive);
                self.locks.turn(t, held, self.op, is_held);
            }
        }
        Ok(())
    }

    /// A step is over: semaphores and the like are held by whoever got past them.
    pub fn end(&mut self, state: &State, t: ThreadId) -> Result<(), Refutation> {
        let (Some(op), Some(used)) = (self.op, self.used) else {
            return Ok(());
        };
        let at = Pointer::new(used.object, used.start);
        match op {
            SyncOp::SemWait | SyncOp::SemTryWait | SyncOp::SemTimedWait if self.acquired => {
                let held = self.lock(state, at, LockSort::Semaphore, Mode::Exclusive);
                let name = (held.object, i64::from(at.offset()));
                let is_lock = self.book.semaphores.iter().any(|(o, at)| (Some(*o), *at) == name);
                let has_it_alone = !self.locks.is_held_by_another(t, at, LockSort::Semaphore);
                if is_lock && !condition!("checked-semaphores", "one gets past it", has_it_alone) {
                    let object = held.object.unwrap_or(ObjectName::Outside);
                    return Err(self.refute(object, Broken::TwoHolders(self.point(used.site))));
                }
                self.locks.turn(t, held, None, true);
            }
            SyncOp::SemPost => {
                let held = self.lock(state, at, LockSort::Semaphore, Mode::Exclusive);
                self.locks.turn(t, held, None, false);
            }
            SyncOp::OnceBegin if used.length == SyncObject::Once.length() => {
                let is_first = condition!("checked-once", "held alone by the first", !self.acquired);
                let mode = match is_first {
                    true => Mode::Exclusive,
                    false => Mode::Shared,
                };
                let held = self.lock(state, at, LockSort::Object, mode);
                self.locks.turn(t, held, None, true);
            }
            SyncOp::OnceEnd => {
                let held = self.lock(state, at, LockSort::Object, Mode::Shared);
                self.locks.turn(t, held, None, true);
            }
            _ => {}
        }
        Ok(())
    }

    /// A defect that the argument assumes away.
    pub fn undefined(&self, site: Site) -> Refutation {
        self.refute(ObjectName::Outside, Broken::Undefined(self.point(site)))
    }

    fn refute(&self, object: ObjectName, how: Broken) -> Refutation {
        Refutation { object, how }
    }

    fn point(&self, site: Site) -> Point {
        let nowhere = Point::new(FuncId(0), BlockId(0), 0);
        self.machine.code().point(site).unwrap_or(nowhere)
    }

    /// What the argument calls an object; nothing if it is not about such ones.
    fn name(&self, state: &State, object: ObjectId) -> Option<ObjectName> {
        Some(match state.memory.object(object)?.kind() {
            ObjectKind::Global(g) => ObjectName::Global(g),
            ObjectKind::ThreadLocal(g) => ObjectName::ThreadLocal(g),
            ObjectKind::Slot(f, slot) => ObjectName::Slot(f, slot),
            ObjectKind::Alloca(site) | ObjectKind::Heap(site) => ObjectName::Block(self.point(site)),
            ObjectKind::Environment | ObjectKind::Library => ObjectName::Outside,
            ObjectKind::Code(_) | ObjectKind::Errno => return None,
        })
    }

    fn lock(&self, state: &State, at: Pointer, sort: LockSort, mode: Mode) -> Held {
        let object = self.name(state, at.object());
        let is_of_runtime = |f: FuncId| self.is_of_runtime(f);
        Held {
            at,
            object,
            length: 0,
            sort: Some(sort),
            is_ours: match object {
                Some(ObjectName::Slot(f, _)) => is_of_runtime(f),
                Some(ObjectName::Block(point)) => is_of_runtime(point.function),
                _ => false,
            },
            mode,
        }
    }

    fn is_of_runtime(&self, f: FuncId) -> bool {
        let origin = self.machine.code().program().function(f).origin;
        matches!(origin, Origin::Runtime(_))
    }

    /// An access is made.
    fn access(&mut self, state: &State, t: ThreadId, access: Access) -> Result<(), Refutation> {
        let Some(name) = self.name(state, access.object).filter(|_| access.length > 0) else {
            return Ok(());
        };
        let program = self.machine.code().program();
        let in_block = self.machine.in_atomic_block(state, t);
        let mut locks = self.locks.all(t, in_block);
        if access.write && self.book.words.iter().any(|word| word.object == name) {
            self.locks.written((program, state), self.book, t, name, access);
            // The write that takes a variable is made with it, and so is the one that gives it back.
            let after = self.locks.all(t, in_block);
            if after.len() > locks.len() {
                locks = after;
            }
        }
        let at = self.point(access.site);
        // What a runtime does for itself is no business of the argument.
        if access.site == Site::START || self.is_of_runtime(at.function) {
            return Ok(());
        }
        if self.book.is_open(name) {
            return Ok(());
        }
        self.accesses += 1;
        let fills = name == ObjectName::Block(at);
        let listed = match self.book.lists(name) && !fills {
            true => Some(self.listed(state, t, name, at, access)?),
            false => None,
        };
        if let Some(listed) = &listed
            && listed.needs_lock
            && !condition!(
                "checked-uses",
                "with its lock",
                self.is_locked(&listed.parts, access.object, &locks)
            )
        {
            return Err(self.refute(name, Broken::Unheld(at)));
        }
        let parts: Rc<[PartNo]> = listed.map_or_else(Vec::new, |listed| listed.parts).into();
        let instance = self.instances.entry(access.object).or_default();
        instance.is_shared |= instance.maker != Some(t);
        let record = Record {
            access,
            thread: t,
            lives: self.lives.epoch(t),
            happened: self.happens.epoch(t),
            locks,
            parts,
            unshared: !instance.is_shared,
            fills,
        };
        self.compare(name, &record)?;
        self.keep(record);
        Ok(())
    }

    /// Whether one of the locks is held that the reasons of some parts name.
    fn is_locked(&self, parts: &[PartNo], object: ObjectId, locks: &[Held]) -> bool {
        let mut reasons = parts.iter().flat_map(|part| self.book.reasons(*part));
        reasons.any(|reason| match *reason {
            Reason::Guarded(lock, _) => locks.iter().any(|held| held.is_meant(lock, object)),
            _ => false,
        })
    }

    /// What the argument says of an access. Parts of the library that are written in C may be listed by their
    /// call.
    fn listed(
        &self,
        state: &State,
        t: ThreadId,
        name: ObjectName,
        at: Point,
        access: Access,
    ) -> Result<Listed, Refutation> {
        let (start, length) = (u64::from(access.start), u64::from(access.length));
        let mut found = self.book.find(name, at, start, length);
        if found.is_none() && self.machine.code().is_internal(access.site) {
            let calls = self.machine.stack(state, t).into_iter();
            let mut calls = calls.map(|(_, site)| self.point(site));
            found = calls.find_map(|call| self.book.find(name, call, start, length));
        }
        let program = self.machine.code().program();
        let synchronises = || matches!(program.instruction(at), Some(Inst::Sync { .. }));
        match found {
            // Operations have accesses of their own to what they are given.
            None if access.atomic && synchronises() => Ok(Listed::default()),
            None if condition!("checked-uses", "listed", false) => Ok(Listed::default()),
            None => Err(self.refute(name, Broken::Unlisted(at))),
            Some(listed)
                if !condition!(
                    "checked-uses",
                    "listed as a write",
                    listed.may_write || !access.write
                ) =>
            {
                Err(self.refute(name, Broken::Written(at)))
            }
            Some(listed)
                if !condition!(
                    "checked-uses",
                    "listed as plain",
                    listed.may_be_plain || access.atomic
                ) =>
            {
                Err(self.refute(name, Broken::Plain(at)))
            }
            Some(listed) => Ok(listed),
        }
    }

    /// Compares an access with those before it.
    fn compare(&self, name: ObjectName, new: &Record) -> Result<(), Refutation> {
        let Some(instance) = self.instances.get(&new.access.object) else {
            return Ok(());
        };
        let wide = instance.wide.iter();
        let near = granules(&new.access).filter_map(|granule| instance.records.get(&granule));
        let all: Box<dyn Iterator<Item = &Record>> = match is_wide(&new.access) {
            true => Box::new(instance.records.values().flatten()),
            false => Box::new(near.flatten()),
        };
        for old in wide.chain(all).filter(|old| old.conflicts(new)) {
            if !self.is_apart(old, new) {
                let (a, b) = (self.point(old.access.site), self.point(new.access.site));
                let how = match self.book.lists(name) {
                    true => Broken::Unordered(a, b),
                    false => Broken::Unshared(a, b),
                };
                return Err(self.refute(name, how));
            }
        }
        Ok(())
    }

    /// Whether one of the reasons of the argument keeps two accesses apart, the older one first.
    fn is_apart(&self, old: &Record, new: &Record) -> bool {
        if self.lives.clock(new.thread).knows(old.lives) {
            return true;
        }
        let happened = self.happens.clock(new.thread).knows(old.happened);
        if old.fills && condition!("checked-order", "filled before it is known", happened) {
            return true;
        }
        let parts = new.parts.iter().filter(|part| old.parts.contains(part));
        let mut reasons = parts.flat_map(|part| self.book.reasons(*part));
        reasons.any(|reason| match *reason {
            Reason::Guarded(lock, _) => old.locks.iter().any(|mine| {
                let is_common = |theirs: &&Held| {
                    let is_same =
                        (theirs.at, theirs.sort, theirs.length) == (mine.at, mine.sort, mine.length);
                    condition!("checked-locks", "the same lock", is_same)
                        && condition!(
                            "checked-locks",
                            "one holds it alone",
                            mine.mode.max(theirs.mode) == Mode::Exclusive
                        )
                };
                mine.is_meant(lock, new.access.object) && new.locks.iter().any(|theirs| is_common(&theirs))
            }),
            Reason::Ordered(By::Barrier) => condition!("checked-order", "after the barrier", happened),
            Reason::Ordered(By::Flag(..)) => condition!("checked-order", "after the flag", happened),
            Reason::Ordered(By::HandOver) => condition!("checked-order", "handed over in order", happened),
            Reason::Unshared => {
                condition!("checked-order", "before it was shared", old.unshared)
                    && condition!("checked-order", "known in order", happened)
            }
            Reason::OnlyRead
            | Reason::Atomic
            | Reason::Owned(_)
            | Reason::OneThread
            | Reason::Ordered(By::Creation | By::Join) => {
                condition!("checked-order", "by creation or joins", false)
            }
        })
    }

    fn keep(&mut self, record: Record) {
        let instance = self.instances.entry(record.access.object).or_default();
        let put = |records: &mut Vec<Record>, record: Record| match records
            .iter()
            .position(|known| known.is_like(&record))
        {
            Some(known) => records[known] = record,
            None if records.len() < limits::KEPT.size() => records.push(record),
            None => {}
        };
        if is_wide(&record.access) {
            return put(&mut instance.wide, record);
        }
        for granule in granules(&record.access) {
            put(instance.records.entry(granule).or_default(), record.clone());
        }
    }
}

fn is_wide(access: &Access) -> bool {
    u64::from(access.length) > limits::WIDE.get()
}

fn granules(access: &Access) -> impl Iterator<Item = u32> + use<> {
    let last = access.start.saturating_add(access.length - 1);
    access.start / GRANULE..=last / GRANULE
}
