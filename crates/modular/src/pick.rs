//! Locks that belong to one of many elements or objects.
//!
//! A thread that holds the lock of an element, whichever it is, and accesses something in the element of the
//! same number is kept apart from others that do so: if two such accesses overlap, their numbers are equal,
//! because what they access stays within one element; so they hold the same lock. The same holds for a lock
//! and an access that are so many bytes from one address ([`Key::Near`]): if the accesses overlap, the
//! addresses are equal, because they are whole strides apart.
//!
//! That the number or address is the same one tells its name (`name`), which follows exact numbers: one that
//! was cut off or has wrapped has another name. What it tells of other names (`relation`) is used too: locks
//! of two elements that are taken in the order of their numbers, where the access is to one of the two, and
//! locks that are picked by what one operation with a constant makes of the number: equal numbers have the
//! same lock. An access to an element by a constant, with the lock of this element by a constant, is one with
//! the lock of its element too. Not found: locks that are picked by what more than one such operation makes
//! of it, or by what a function returns.
//!
//! SOUNDNESS: element-locks

use crate::analyse::Analysis;
use crate::name::Symbol;
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::relation::{Computed, Meaning, Pair, Recipe, Relations};
use crate::state::{Guard, Mode, State};
use crate::value::{Own, Round, Value};
use raceproof_engine::condition;

/// Where a lock is, by the name of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Spot {
    /// So many strides from an offset of an object that is one in all of a run, as the number says.
    Cell { object: ObjectId, stride: u64, at: i64 },
    /// So many bytes from the address.
    Near(i64),
}

/// A lock that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Picked {
    pub symbol: Symbol,
    spot: Spot,
}

impl Picked {
    /// The same lock by what its name means.
    pub fn as_meant(self, meaning: Meaning) -> Option<Picked> {
        let symbol = meaning.own.symbol()?;
        let spot = match (self.spot, meaning.own) {
            (Spot::Cell { object, stride, at }, Own::Index(index))
                if condition!("elements", "numbers go up", index.scale > 0) =>
            {
                let by = i64::try_from(stride).ok()?.checked_mul(index.add)?;
                Spot::Cell {
                    object,
                    stride: stride.checked_mul(index.scale.unsigned_abs())?,
                    at: at.checked_add(by)?,
                }
            }
            (Spot::Near(by), Own::Near { at, .. }) => Spot::Near(at.checked_add(by)?),
            (
                Spot::Near(by),
                Own::Cell {
                    stride, at, span: 0, ..
                },
            ) => Spot::Cell {
                object: meaning.object?,
                stride,
                at: at.checked_add(by)?,
            },
            _ => return None,
        };
        Some(Picked { symbol, spot })
    }

    /// The same lock by the other of two names, where both mean the same number.
    pub fn of_the_other(self, pair: &Pair) -> Option<Picked> {
        let symbol = pair.other(self.symbol)?;
        condition!(
            "elements",
            "equal numbers pick one cell",
            matches!(self.spot, Spot::Cell { .. })
        )
        .then_some(Picked { symbol, ..self })
    }
}

/// What keeps an access apart from others with the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    /// The access is within an element of `stride` bytes, and the lock of this element is held: it is
    /// `lock_stride` bytes from that of the element before, and that of the first is at `at`.
    Cell {
        stride: u64,
        lock: ObjectId,
        lock_stride: u64,
        at: i64,
        /// Where the number of the lock is computed from that of the element: how, and how much less than the
        /// number of the element that is.
        by: Option<(Recipe, i64)>,
    },
    /// The access is within `step` bytes from an address that leaves `rest` when divided by `step`, or is
    /// that if there is no step, and the lock at this distance from the address is held.
    Near { step: u64, rest: i64, lock: i64 },
}

impl Key {
    /// Where the lock is that whoever accesses these bytes of an object with this key has.
    pub fn lock_at(self, object: ObjectId, offset: i64, length: u64) -> Option<(ObjectId, i64)> {
        let length = i64::try_from(length).ok()?;
        Some(match self {
            Key::Cell {
                stride,
                lock,
                lock_stride,
                at,
                by: None,
            } => {
                let (stride, lock_stride) = (i64::try_from(stride).ok()?, i64::try_from(lock_stride).ok()?);
                let (number, rest) = (offset.div_euclid(stride), offset.rem_euclid(stride));
                condition!("elements", "named within one element", rest + length <= stride).then_some(())?;
                (lock, number.checked_mul(lock_stride)?.checked_add(at)?)
            }
            Key::Cell { .. } => return None,
            Key::Near { step: 0, rest, lock } => (object, rest.checked_add(lock)?),
            Key::Near { step, rest, lock } => {
                let step = i64::try_from(step).ok()?;
                let into = offset.checked_sub(rest)?.rem_euclid(step);
                condition!("elements", "named within one object", into + length <= step).then_some(())?;
                (object, (offset - into).checked_add(lock)?)
            }
        })
    }
}

impl Guard {
    pub fn forget_picked(&mut self, is_over: impl Fn(&Symbol) -> bool) {
        self.picked.retain(|picked, _| !is_over(&picked.symbol));
    }

    /// What keeps an access to these bytes of an object apart from others.
    pub fn keys(
        &self,
        relations: &Relations,
        pick: Option<Own>,
        offsets: Offsets,
        length: u64,
    ) -> Vec<(Key, Mode)> {
        let Some((pick, symbol)) = pick.and_then(|pick| Some((pick, pick.symbol()?))) else {
            return Vec::new();
        };
        if self.picked.is_empty() {
            return Vec::new();
        }
        let mut keys = Vec::new();
        let in_all_cases = relations.held(&self.picked);
        for (lock, mode) in self.picked.iter().chain(in_all_cases.iter().map(|(l, m)| (l, m))) {
            let computed = relations.computed.get(&lock.symbol);
            let by = computed.filter(|computed| computed.symbol() == Some(symbol));
            if condition!(
                "elements",
                "picked by the same value",
                lock.symbol == symbol || by.is_some()
            ) {
                let key = key(pick, lock.spot, by.copied(), offsets, length);
                keys.extend(key.map(|key| (key, *mode)));
            }
        }
        keys
    }
}

fn key(pick: Own, lock: Spot, by: Option<Computed>, offsets: Offsets, length: u64) -> Option<Key> {
    match (pick, lock) {
        (
            Own::Cell { stride, at, span, .. },
            Spot::Cell {
                object,
                stride: lock_stride,
                at: lock_at,
            },
        ) => {
            let size = i64::try_from(stride).ok().filter(|&size| size > 0)?;
            let (whole, rest) = (at.div_euclid(size), at.rem_euclid(size));
            let end = u64::try_from(rest).ok()?.checked_add(span)?.checked_add(length)?;
            // As if the number were so many more.
            let back = match by {
                Some(_) => 0,
                None => whole.checked_mul(i64::try_from(lock_stride).ok()?)?,
            };
            condition!("elements", "within the element", end <= stride).then_some(Key::Cell {
                stride,
                lock: object,
                lock_stride,
                at: lock_at.checked_sub(back)?,
                by: by.map(|by| (by.recipe(), whole)),
            })
        }
        (Own::Near { at, .. }, Spot::Near(lock)) if by.is_none() => match offsets.constant() {
            Some(offset) => Some(Key::Near {
                step: 0,
                rest: offset.checked_sub(at)?,
                lock,
            }),
            None => {
                let (step, rest) = offsets.stride();
                let size = i64::try_from(step).ok()?;
                let end = u64::try_from(at).ok()?.checked_add(length)?;
                condition!("elements", "within the object", end <= step).then_some(Key::Near {
                    step,
                    rest: i64::try_from(rest).ok()?.checked_sub(at)?.rem_euclid(size),
                    lock,
                })
            }
        },
        _ => None,
    }
}

/// One of several keys that keeps two accesses to an object apart, and how it is held by both.
pub(crate) fn keep_apart(mine: &[(Key, Mode)], theirs: &[(Key, Mode)]) -> Option<(Key, Mode)> {
    let is_same = |a: &(Key, Mode), b: &(Key, Mode)| {
        condition!("elements", "the same lock of the element", a.0 == b.0)
            && condition!("elements", "one holds it alone", a.1.max(b.1) == Mode::Exclusive)
    };
    mine.iter().find_map(|a| {
        let b = theirs.iter().find(|b| is_same(a, b))?;
        Some((a.0, a.1.min(b.1)))
    })
}

impl Analysis<'_> {
    /// The lock that an address means, by the name of what picks it.
    fn picked(&self, address: &Value) -> Option<Picked> {
        let pick = address.pick?;
        // One that may be made while others use it protects nothing.
        let is_late = |object: &ObjectId| self.locks.made.get(object).is_some_and(|(_, late)| *late);
        let mut objects = address.targets.iter().map(|(target, _)| target.object);
        let is_made = !objects.any(|object| is_late(&object));
        if !condition!("elements", "known address", !address.is_lost())
            || address.targets.is_empty()
            || !condition!("elements", "made before its use", is_made)
        {
            return None;
        }
        // Nor does one that shares bytes with the next.
        let mut places = self.places(address).into_iter();
        let is_whole = places.all(|(target, at)| self.whole(target.object, at).is_some());
        if !condition!("elements", "whole objects", is_whole) {
            return None;
        }
        let spot = match pick {
            Own::Cell {
                round: Round::Value(_),
                stride,
                at,
                span: 0,
            } => {
                let [(target, _)] = address.targets[..] else {
                    return None;
                };
                Spot::Cell {
                    object: target.object,
                    stride,
                    at,
                }
            }
            Own::Near { at, .. } => Spot::Near(at),
            _ => return None,
        };
        Some(Picked {
            symbol: pick.symbol()?,
            spot,
        })
    }

    /// A lock is taken.
    pub(crate) fn hold_picked(&self, state: &mut State, address: &Value, mode: Mode) {
        if let Some(picked) = self.picked(address) {
            let held = state.guard.picked.entry(picked).or_insert(mode);
            *held = (*held).max(mode);
        }
    }

    /// A lock is given up, and with it those that may be the same.
    pub(crate) fn give_up_picked(&self, state: &mut State, address: &Value) {
        let gone = self.picked(address);
        let is_other = |picked: &Picked| match (picked.spot, gone) {
            // Other bytes from the same.
            (spot, Some(gone)) if picked.symbol == gone.symbol && spot != gone.spot => {
                match (spot, gone.spot) {
                    (Spot::Near(_), Spot::Near(_)) => true,
                    (
                        Spot::Cell { object, stride, .. },
                        Spot::Cell {
                            object: o, stride: s, ..
                        },
                    ) => object != o || condition!("elements", "given up in the same stride", stride == s),
                    _ => false,
                }
            }
            (Spot::Cell { object, .. }, _) => {
                condition!(
                    "elements",
                    "given up in another object",
                    address.targets.iter().all(|(target, _)| target.object != object)
                )
            }
            (Spot::Near(_), _) => condition!("elements", "given up near another", false),
        };
        state.guard.picked.retain(|picked, _| is_other(picked));
    }
}
