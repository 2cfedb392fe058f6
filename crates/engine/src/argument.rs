//! Why shared objects do not race: the argument of a proof, as data.
//!
//! A prover gives one [`SharedObject`] for each object that two threads may access. Its bytes fall into
//! [parts](Part); an access of many bytes may be in several. A part lists all its [uses](Use), and
//! [reasons](Reason): of any two uses by different threads that conflict, one of these reasons keeps them
//! apart. Where none was found the two are in [`Part::open`]. Whoever checks an argument needs to know
//! nothing of how it was found.
//!
//! *Invariant:* names are those of the program and of its steps, so that they mean the same to the prover, to
//! a checker that runs the program, and to a report; everything is in an order that only the program decides.

use raceproof_ir::{FuncId, GlobalId, Point, SlotId};

/// Which object, by what makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ObjectName {
    /// A global.
    Global(GlobalId),
    /// The copies of a thread-local global.
    ThreadLocal(GlobalId),
    /// A local variable, in every call of its function.
    Slot(FuncId, SlotId),
    /// The blocks that an instruction allocates.
    Block(Point),
    /// Arguments of the program, its environment, what the library keeps.
    Outside,
}

/// Some bytes of an object: `length` at each offset from `low` to `high` that leaves `rest` when divided by
/// `step`, or at `low` alone if there is no step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes {
    /// The first offset.
    pub low: i64,
    /// The last offset.
    pub high: i64,
    /// How far offsets are apart; 0 if there is one only.
    pub step: u64,
    /// What is left of an offset that is divided by the step.
    pub rest: u64,
    /// So many bytes at each.
    pub length: u64,
}

impl Bytes {
    /// Whether some bytes of one may be bytes of the other. Steps that differ count as one.
    pub fn overlap(&self, other: &Bytes) -> bool {
        let end = |b: &Bytes| i128::from(b.high) + i128::from(b.length);
        if end(self) <= i128::from(other.low) || end(other) <= i128::from(self.low) {
            return false;
        }
        let step = i128::from(self.step.max(other.step));
        let is_alike = self.step == other.step || self.step == 0 || other.step == 0;
        if step == 0 || !is_alike {
            return true;
        }
        let number = |b: &Bytes| match b.step {
            0 => i128::from(b.low),
            _ => i128::from(b.rest),
        };
        let apart = (number(other) - number(self)).rem_euclid(step);
        apart < i128::from(self.length) || step - apart < i128::from(other.length)
    }

    /// Whether so many bytes at an offset are all in the bytes at one of these.
    pub fn cover(&self, start: u64, length: u64) -> bool {
        let (start, low, high) = (i128::from(start), i128::from(self.low), i128::from(self.high));
        let step = i128::from(self.step);
        let last = start.min(high);
        let at = match step {
            0 => low,
            _ => last - (last - i128::from(self.rest)).rem_euclid(step),
        };
        at >= low && at <= start && start + i128::from(length) <= at + i128::from(self.length)
    }
}

/// Who does an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Actor {
    /// The function that its thread begins with.
    pub entry: FuncId,
    /// Whether there may be more than one such thread.
    pub many: bool,
}

/// An access that threads may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Use {
    /// The instruction.
    pub at: Point,
    /// The bytes that it may mean.
    pub bytes: Bytes,
    /// Whether it writes.
    pub write: bool,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Whether an operation of a synchronisation object makes it, on the bytes of this.
    pub synchronises: bool,
    /// Whether only who made the object knows it then.
    pub unshared: bool,
    /// Whether code that is not known may make it, or it is through an address that cannot be followed.
    pub unknown: bool,
    /// Who makes it.
    pub by: Actor,
}

/// What makes bytes a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LockSort {
    /// The library: a mutex, a read-write lock, a spin lock, a once.
    Object,
    /// A semaphore that lets one past at a time.
    Semaphore,
    /// A variable that is not zero while somebody has it.
    Word,
}

/// How a lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// With others.
    Shared,
    /// Alone.
    Exclusive,
}

/// A lock that two accesses have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lock {
    /// These bytes of an object that is one in all of a run.
    Bytes {
        /// The object.
        object: ObjectName,
        /// Where its bytes begin.
        offset: i64,
        /// How many they are.
        length: u64,
        /// What makes them a lock.
        sort: LockSort,
    },
    /// The lock of all atomic blocks.
    AtomicBlock,
    /// What keeps the combinations of a reduction apart.
    Combination,
    /// The lock of the element that is accessed: one of these in an array of locks.
    Element {
        /// The array.
        object: ObjectName,
        /// Where the lock of the first element is.
        offset: i64,
        /// How far locks are apart.
        stride: u64,
    },
    /// The lock at this distance from the address by which the object is known.
    Near(i64),
}

/// Whose some bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owner {
    /// The thread that a round of the loop creates, by the number of the round: where the loop begins.
    Round(Point),
    /// The thread with this number in its team.
    Number,
    /// Who does the work with this number: where works begin.
    Work(Point),
    /// Who took this number from a counter, at these bytes.
    Ticket(ObjectName, i64),
    /// The thread that it was made for.
    Instance,
    /// The one thread of a team that has a certain number.
    OnlyNumber(i128),
}

/// What puts one access before the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum By {
    /// One thread is created after what the other does.
    Creation,
    /// One thread has been joined, or its team is over.
    Join,
    /// A barrier of their team, if they do not access different bytes.
    Barrier,
    /// One thread has set these bytes after its access, and the other one has found them set.
    Flag(ObjectName, i64),
    /// One thread has put the block where the other one, or another one before it, has taken it.
    HandOver,
}

/// Why two accesses by different threads that conflict do not race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// Nobody writes: there are none that conflict.
    OnlyRead,
    /// Both are atomic.
    Atomic,
    /// Both hold a lock, one of them alone. The mode is shared if some hold it with others.
    Guarded(Lock, Mode),
    /// The bytes of each belong to one thread at a time.
    Owned(Owner),
    /// One comes before the other.
    Ordered(By),
    /// Both are by the one thread that there is of its kind.
    OneThread,
    /// Only who made the object knows it at the time of one of them.
    Unshared,
}

/// Two accesses that nothing was found for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpenPair {
    /// Their places in [`Part::uses`].
    pub uses: [usize; 2],
    /// The calls that lead to each, from the first function of its thread on; those before a function that is
    /// called in many ways are left out.
    pub paths: [Vec<Point>; 2],
    /// The locks that are held at each, as far as they have names.
    pub held: [Vec<Lock>; 2],
}

/// A place that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unknown {
    /// Where it is.
    pub at: Point,
    /// What is not known, in words.
    pub what: String,
}

/// Bytes of an object that are accessed together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// All accesses.
    pub uses: Vec<Use>,
    /// What keeps any two of them apart that conflict.
    pub reasons: Vec<Reason>,
    /// Pairs that nothing was found for, those first that matter most; not all if there are many.
    pub open: Vec<OpenPair>,
}

/// An object that two threads may access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedObject {
    /// Which.
    pub name: ObjectName,
    /// Its parts, in the order of their first bytes.
    pub parts: Vec<Part>,
    /// How runs of the program refute what is said of it, in words.
    pub refuted: Option<String>,
}

impl SharedObject {
    /// Whether no two accesses race.
    pub fn is_proved(&self) -> bool {
        self.refuted.is_none() && self.parts.iter().all(|part| part.open.is_empty())
    }
}

impl Arguments {
    /// Takes back what is said of an object, or of all if there is none.
    pub fn withdraw(&mut self, name: Option<ObjectName>, why: &str) {
        let mut is_known = name.is_none();
        for object in &mut self.objects {
            if name.is_none_or(|name| name == object.name) {
                object.refuted.get_or_insert_with(|| why.to_owned());
                is_known = true;
            }
        }
        if let Some(name) = name.filter(|_| !is_known) {
            let place = self.objects.partition_point(|object| object.name < name);
            let refuted = Some(why.to_owned());
            let parts = vec![Part::default()];
            self.objects.insert(place, SharedObject { name, parts, refuted });
        }
    }
}

/// All objects that two threads may access, in the order of their names. No two threads have an access in
/// conflict to any other object, unless the one thread was created after the other's access or joined before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// The objects.
    pub objects: Vec<SharedObject>,
    /// What cannot be followed: it was taken to do the worst.
    pub unknown: Vec<Unknown>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_cover_what_lies_in_one_of_them() {
        let field = Bytes {
            low: 4,
            high: 36,
            step: 16,
            rest: 4,
            length: 4,
        };
        assert!(field.cover(4, 4) && field.cover(22, 2) && field.cover(36, 4));
        assert!(!field.cover(0, 4) && !field.cover(6, 4) && !field.cover(52, 4) && !field.cover(8, 1));
        let text = Bytes {
            low: 2,
            high: 2,
            step: 0,
            rest: 0,
            length: 1 << 59,
        };
        assert!(text.cover(2, 1) && text.cover(1000, 8) && !text.cover(1, 1));
    }
}
