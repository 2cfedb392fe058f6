//! What is known when a thread is at some place.

use crate::assigned::{self, Assigned};
use crate::barrier::{Passages, join_passages};
use crate::carry::Carry;
use crate::common::Common;
use crate::fact::Facts;
use crate::join_all::Met;
use crate::label::Label;
use crate::local::Local;
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::phase::Event;
use crate::pick::Picked;
use crate::relation::Relations;
use crate::value::{Claim, Round, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::{Function, Kind, Reg};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What makes an object a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Sort {
    /// The library: a mutex, a read-write lock, a spin lock, a once.
    Object,
    /// A semaphore that lets one past at a time.
    Semaphore,
    /// A variable that is not zero while somebody has it.
    Word,
    /// No lock: such a variable is zero, as long as the atomic block at hand goes on.
    Zero,
    /// No lock: a variable was found not to be zero any more. That stays so.
    Raised,
}

/// A lock that is one object in every run: its bytes. Locks of different bytes are different locks, also
/// where they overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lock {
    pub object: ObjectId,
    pub offset: i64,
    pub length: u64,
    pub sort: Sort,
}

impl Lock {
    /// Whether a write of `length` bytes at one of these offsets of its object may change it.
    pub fn overlaps(&self, at: Offsets, length: u64) -> bool {
        at.overlaps(length, Offsets::at(self.offset), self.length)
    }
}

/// How a lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Mode {
    /// With others.
    Shared,
    /// Alone.
    Exclusive,
}

/// Bytes that are one variable in every run.
pub(crate) type Flag = (ObjectId, i64);

impl Sort {
    /// Whether who holds it keeps others away.
    pub fn is_lock(self) -> bool {
        !matches!(self, Sort::Zero | Sort::Raised)
    }
}

/// Index of an abstract thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ThreadNo(pub u32);

/// What orders an access with those of other threads.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Guard {
    /// Locks that are held for certain.
    pub locks: BTreeMap<Lock, Mode>,
    /// Those that are held for certain once more, or so many times more.
    pub again: BTreeMap<Lock, u8>,
    /// Locks that are held for certain and belong to one of many elements or objects.
    pub picked: BTreeMap<Picked, Mode>,
    /// Threads that this one may have created, without those that have ended, and all that they created, this
    /// one knowing it.
    pub created: BTreeSet<ThreadNo>,
    /// Threads that have ended for certain, this one knowing it.
    pub joined: BTreeSet<ThreadNo>,
    /// Rounds of loops in which this thread has created none yet.
    pub quiet: BTreeSet<Round>,
    /// Threads that have ended in this round of a loop.
    pub met: BTreeSet<Met>,
    /// Numbers of rounds that were put into objects for certain, and are not over.
    pub labels: BTreeSet<Label>,
    /// Counters from which this thread may have taken a number that it has not used yet.
    pub unused: Common<BTreeSet<Flag>>,
    /// Variables that this thread may have set to something other than zero, of those that somebody looks at.
    pub set: Common<BTreeSet<Flag>>,
    /// The number in its team that this thread has for certain, and the team.
    pub only: Option<(Round, i128)>,
    /// What this thread may have met last of what its team meets together.
    pub last: Common<BTreeSet<Event>>,
    /// How often this thread may have passed barriers of POSIX.
    pub passed: Common<Passages>,
    /// Objects whose lock has been made for certain, before anything that this thread does now.
    pub ready: BTreeSet<ObjectId>,
}

/// Keeps what is held on both paths, as it is held on both. Says whether anything changed.
fn keep_common<L: Ord, M: Copy + Ord>(mine: &mut BTreeMap<L, M>, theirs: &BTreeMap<L, M>) -> bool {
    let mut changed = false;
    mine.retain(|lock, mode| {
        let held = theirs.get(lock).map(|other| (*mode).min(*other));
        changed |= held != Some(*mode);
        *mode = held.unwrap_or(*mode);
        held.is_some()
    });
    changed
}

/// Keeps what is in both. Says whether anything changed.
pub(crate) fn keep<T: Ord>(mine: &mut BTreeSet<T>, theirs: &BTreeSet<T>) -> bool {
    let before = mine.len();
    mine.retain(|known| theirs.contains(known));
    before != mine.len()
}

/// Takes in what is in the other one. Says whether anything changed.
pub(crate) fn grow<T: Ord + Copy>(mine: &mut BTreeSet<T>, theirs: &BTreeSet<T>) -> bool {
    let new: Vec<T> = theirs.difference(mine).copied().collect();
    mine.extend(&new);
    !new.is_empty()
}

impl Guard {
    /// Keeps what holds on both paths. Says whether anything changed.
    pub fn meet(&mut self, other: &Guard) -> bool {
        let only = self.only.filter(|_| self.only == other.only);
        let changed = [
            keep_common(&mut self.locks, &other.locks),
            keep_common(&mut self.picked, &other.picked),
            keep_common(&mut self.again, &other.again),
            self.only != only,
            grow(&mut self.created, &other.created),
            keep(&mut self.joined, &other.joined),
            keep(&mut self.quiet, &other.quiet),
            keep(&mut self.ready, &other.ready),
            keep(&mut self.labels, &other.labels),
            keep(&mut self.met, &other.met),
            self.passed != other.passed && join_passages(&mut self.passed, &other.passed),
            self.last != other.last && grow(&mut self.last, &other.last),
            self.set != other.set && grow(&mut self.set, &other.set),
            self.unused != other.unused && grow(&mut self.unused, &other.unused),
        ];
        self.only = only;
        changed.contains(&true)
    }
}

/// What a register holds.
pub(crate) type Register = Common<Value>;

/// The registers of a function that nobody has set yet.
pub(crate) fn unset(function: &Function) -> Vec<Register> {
    let mut kinds: BTreeMap<Kind, Register> = BTreeMap::new();
    let mut any = |kind: Kind| {
        let known = kinds.entry(kind).or_insert_with(|| Value::any(kind).into());
        known.clone()
    };
    function.registers.iter().map(|r| any(r.kind)).collect()
}

impl Guard {
    /// What a caller knows after a call whose context stands for others too, so that what this caller held
    /// was not known there: the function may have given up locks of these objects.
    pub fn frame(&mut self, caller: &Guard, given: &BTreeSet<Option<ObjectId>>) {
        let is_kept = |lock: &Lock| match lock.sort {
            Sort::Raised => true,
            Sort::Zero => false,
            _ => condition!(
                "merged-calls",
                "locks that are not given up",
                !given.contains(&None) && !given.contains(&Some(lock.object))
            ),
        };
        for (lock, mode) in caller.locks.iter().filter(|(lock, _)| is_kept(lock)) {
            let held = self.locks.entry(*lock).or_insert(*mode);
            *held = (*held).max(*mode);
        }
        let again = caller.again.iter().filter(|(lock, _)| is_kept(lock));
        self.again.extend(again.map(|(lock, times)| (*lock, *times)));
        if condition!("merged-calls", "no element is given up", given.is_empty()) {
            self.picked
                .extend(caller.picked.iter().map(|(lock, mode)| (*lock, *mode)));
        }
        let created = &self.created;
        let stays = |t: &&ThreadNo| {
            condition!(
                "merged-calls",
                "joined and not created again",
                !created.contains(*t)
            )
        };
        self.joined.extend(caller.joined.iter().filter(stays));
        if condition!(
            "merged-calls",
            "none is created",
            created.is_subset(&caller.created)
        ) {
            self.quiet.extend(&caller.quiet);
            self.met.extend(&caller.met);
        }
        self.created.extend(&caller.created);
        self.ready.extend(&caller.ready);
        self.only = caller.only;
    }
}

/// What is known at a place in a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub registers: Vec<Register>,
    pub guard: Common<Guard>,
    /// Objects whose youngest instance no memory and no other thread knows.
    pub fresh: Common<BTreeSet<ObjectId>>,
    /// Blocks that are taken from containers, and what is known of those.
    pub carry: Common<Carry>,
    /// Constants in fresh local variables.
    pub locals: Common<BTreeMap<Local, i128>>,
    /// Local variables that are set for certain.
    pub assigned: Common<Assigned>,
    /// What named values have to do with each other.
    pub relations: Common<Relations>,
    /// What sums have to do with each other.
    pub facts: Rc<Facts>,
    /// Objects with locks that this thread may have given up since calls that are told apart no longer began;
    /// none is any.
    pub given: Common<BTreeSet<Option<ObjectId>>>,
}

/// What a number that comes from two ways says about locks, given what is held at the end of each.
///
/// A claim of one way is kept if the other way agrees with it: the lock is held there, or the number is not
/// one of those that the claim is about. Where a lock is held at the end of one way only, and the number
/// tells the ways apart, that is a new claim.
pub(crate) fn common_claim(mine: (&Value, &Guard), theirs: (&Value, &Guard), old: bool) -> Option<Claim> {
    let agrees = |claim: Claim, (value, guard): (&Value, &Guard)| {
        let holds = |mode: Option<Mode>| {
            mode.is_none_or(|mode| guard.locks.get(&claim.lock).is_some_and(|held| *held >= mode))
        };
        value
            .claim
            .is_some_and(|c| c.whatever_else() == claim.whatever_else())
            || (!value.may_be_zero() || holds(claim.zero)) && (!value.may_be_other() || holds(claim.other))
    };
    if let Some(claim) = mine.0.claim {
        let is_same = theirs.0.claim == Some(claim);
        let kept = if is_same { claim } else { claim.whatever_else() };
        return Some(kept).filter(|_| condition!("claims", "the other way agrees", agrees(claim, theirs)));
    }
    if old {
        return None;
    }
    if let Some(claim) = theirs.0.claim {
        return Some(claim.whatever_else())
            .filter(|claim| condition!("claims", "this way agrees", agrees(*claim, mine)));
    }
    let is_zero = |value: &Value| value.may_be_zero() && !value.may_be_other();
    let is_other = |value: &Value| value.may_be_other() && !value.may_be_zero();
    [(mine, theirs), (theirs, mine)]
        .into_iter()
        .find_map(|(here, there)| {
            let apart = is_zero(here.0) && is_other(there.0) || is_other(here.0) && is_zero(there.0);
            let apart = condition!("claims", "the number tells the ways apart", apart);
            let mut locks = here.1.locks.iter().filter(|_| apart);
            let (&lock, &mode) =
                locks.find(|(lock, _)| lock.sort.is_lock() && !there.1.locks.contains_key(lock))?;
            let (zero, other) = match is_zero(here.0) {
                true => (Some(mode), None),
                false => (None, Some(mode)),
            };
            Some(Claim {
                lock,
                zero,
                other,
                busy: None,
            })
        })
}

impl State {
    /// Locks that are held no longer, or may not be; what registers say about them is old too.
    pub fn drop_locks(&mut self, gone: impl Fn(&Lock) -> bool) {
        if self.guard.locks.keys().any(&gone) {
            self.guard.locks.retain(|lock, _| !gone(lock));
        }
        if self.guard.again.keys().any(&gone) {
            effect!(
                "recursive-locks",
                "given up for good",
                self.guard.again.retain(|lock, _| !gone(lock))
            );
        }
        self.forget_splits();
        for register in &mut self.registers {
            if register.claim.is_some_and(|c| gone(&c.lock)) {
                effect!("claims", "given up", register.claim = None);
            }
        }
    }

    /// What functions that returned before have done is old now.
    pub fn forget_splits(&mut self) {
        for register in self.registers.iter_mut().filter(|r| r.split.is_some()) {
            register.split = None;
        }
        // Locks may be taken or given back.
        effect!("tickets", "what was found is old", self.forget_found(|_| true));
    }

    /// A number is known to be zero, or not to be: then more is known of what the function has done that
    /// returned it.
    pub fn choose(&mut self, value: &Value) {
        let Some(split) = &value.split else { return };
        let chosen = match (value.may_be_zero(), value.may_be_other()) {
            (true, false) => &split.zero,
            (false, true) => &split.other,
            _ => return,
        };
        if let Some(chosen) = chosen {
            let mut guard = chosen.clone();
            guard.quiet.clone_from(&self.guard.quiet);
            // Names and rounds may be over.
            guard.picked.clone_from(&self.guard.picked);
            guard.met.clone_from(&self.guard.met);
            guard.labels.clone_from(&self.guard.labels);
            let mut both = split.both.clone();
            both.quiet.clone_from(&self.guard.quiet);
            both.met.clone_from(&self.guard.met);
            both.labels.clone_from(&self.guard.labels);
            both.picked.clone_from(&self.guard.picked);
            if condition!("calls", "nothing happened since", both == self.guard) {
                self.guard = guard;
            }
        }
    }

    /// Only these registers may be read from here on.
    pub fn keep_read(&mut self, read: Option<&[Reg]>) {
        let Some(read) = read else { return };
        let mut registers = vec![Register::from(Value::UNSET); self.registers.len()];
        for r in read {
            registers[r.0 as usize] = self.registers[r.0 as usize].clone();
        }
        self.registers = registers;
    }

    /// Takes in another way to get here. Says whether anything changed. Where the way is an old one, nothing
    /// new is claimed.
    pub fn join(&mut self, other: &State, old: bool) -> bool {
        self.join_read(other, None, |_| false, &[], old)
    }

    /// The same where these registers only may be read from here on, and some are widened, to one of these
    /// numbers first.
    pub fn join_read(
        &mut self,
        other: &State,
        read: Option<&[Reg]>,
        widens: impl Fn(Reg) -> bool,
        stops: &[i128],
        old: bool,
    ) -> bool {
        let mut changed = false;
        if self.fresh != other.fresh {
            changed |= keep(&mut self.fresh, &other.fresh);
        }
        changed |= self.join_carry(other, read);
        if self.locals != other.locals {
            let locals = self.locals.len();
            self.locals
                .retain(|local, number| other.locals.get(local) == Some(number));
            changed |= locals != self.locals.len();
        }
        if self.assigned != other.assigned {
            changed |= assigned::meet(&mut self.assigned, &other.assigned);
        }
        let all = (0..self.registers.len() as u32).map(Reg);
        let (all, read) = match read {
            Some(read) => (None, Some(read.iter().copied())),
            None => (Some(all), None),
        };
        for r in all.into_iter().flatten().chain(read.into_iter().flatten()) {
            let (mine, theirs) = (&mut self.registers[r.0 as usize], &other.registers[r.0 as usize]);
            if mine == theirs {
                continue;
            }
            let claim = common_claim((mine, &self.guard), (theirs, &other.guard), old);
            let mut joined = if widens(r) {
                mine.widen_to(theirs, stops)
            } else {
                mine.join(theirs)
            };
            joined.claim = claim;
            if joined != **mine {
                changed = true;
                *mine = joined.into();
            }
        }
        if self.given != other.given {
            changed |= grow(&mut self.given, &other.given);
        }
        if self.relations != other.relations {
            changed |= self.relations.join(&other.relations);
        }
        if self.facts != other.facts {
            changed |= Rc::make_mut(&mut self.facts).meet(&other.facts);
        }
        changed | (self.guard != other.guard && self.guard.meet(&other.guard))
    }
}
