//! What a register or a cell of memory may hold.

use crate::common::Common;
use crate::context::ContextId;
use crate::form::Form;
use crate::name::Symbol;
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::state::{Flag, Guard, Lock, Mode};
use raceproof_engine::condition;
use raceproof_ir::{BinaryOp, BlockId, Kind};
use std::rc::Rc;

/// Where a pointer points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Target {
    pub object: ObjectId,
    /// Whether this is the youngest instance that the thread made, known by registers only.
    pub recent: bool,
}

/// What a number says about a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub lock: Lock,
    /// The mode in which the lock is held if the number is zero.
    pub zero: Option<Mode>,
    /// The same if it is not.
    pub other: Option<Mode>,
    /// The only number that it can be if it is not zero, where that is known.
    pub busy: Option<i128>,
}

impl Claim {
    /// The same of a number that may be anything if it is not zero.
    pub fn whatever_else(self) -> Claim {
        Claim { busy: None, ..self }
    }

    /// What the number says that is zero where this one is not.
    pub fn turn(self) -> Claim {
        Claim {
            lock: self.lock,
            zero: self.other,
            other: self.zero,
            busy: None,
        }
    }
}

/// What was known just after a call, what if it returned zero, and what if not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub both: Common<Guard>,
    pub zero: Option<Common<Guard>>,
    pub other: Option<Common<Guard>>,
}

/// What gives every thread another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Round {
    /// The counter of a loop, in the round in which the thread was created or which its creator is in: the
    /// context that runs it once, and its head.
    Loop(ContextId, BlockId),
    /// The number of the thread in its team: the context that the thread begins with.
    Number(ContextId),
    /// The number of the work that the thread does: where works of that construct begin.
    Work(ContextId, BlockId),
    /// A number that the thread took from a counter. It is one that no other thread has, whichever that is.
    Counter(Flag),
    /// A number by its name, which others may have as well.
    Value(Symbol),
}

/// A number that no other thread has: that of the round times `scale`, and `add`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Index {
    pub round: Round,
    /// So many of its lowest bits tell it from others.
    pub bits: u32,
    pub scale: i64,
    pub add: i64,
}

impl Index {
    pub fn new(round: Round, bits: u32) -> Index {
        Index {
            round,
            bits,
            scale: 1,
            add: 0,
        }
    }

    /// The number with a constant added. It may wrap: two that differ do so still.
    fn plus(self, by: i128) -> Option<Index> {
        let add = i64::try_from(i128::from(self.add).checked_add(by)?).ok()?;
        Some(Index { add, ..self })
    }

    /// The number times a constant, where that does not wrap in so many bits.
    fn times(self, by: i128, bits: u32) -> Option<Index> {
        let product = |a: i64| i64::try_from(i128::from(a).checked_mul(by)?).ok();
        let (scale, add) = (product(self.scale)?, product(self.add)?);
        Some(Index {
            scale,
            add,
            bits,
            ..self
        })
    }

    /// What an operation with a constant makes of it.
    pub fn compute(self, op: BinaryOp, kind: Kind, by: i128) -> Option<Index> {
        match op {
            BinaryOp::Add | BinaryOp::AddSigned => self.plus(by),
            BinaryOp::Sub | BinaryOp::SubSigned => self.plus(by.checked_neg()?),
            // Others may wrap.
            BinaryOp::MulSigned => self.times(by, kind.bits()),
            _ => None,
        }
    }
}

/// What a number or an address has to do with what gives every thread another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Own {
    Index(Index),
    /// An address: the number of the round times `stride`, from offset `at` of an object that is one in all
    /// of a run, and up to `span` bytes more.
    Cell {
        round: Round,
        stride: u64,
        at: i64,
        span: u64,
    },
    /// An address in an instance of an object that this thread alone was given.
    Instance,
    /// An address that is so many bytes from one that has a name.
    Near {
        symbol: Symbol,
        at: i64,
    },
    /// What is in a cell now, or in this link of the block that is in the cell, or so many bytes from there.
    Content {
        cell: Flag,
        link: Option<i64>,
        moved: bool,
    },
    /// A block that was this thread's own until it was stored, since something was synchronised last, or so
    /// many bytes from there; and the cell that has it now, if one has.
    Given {
        cell: Option<Flag>,
        moved: bool,
    },
    /// What is in a variable now, and as long as a lock is held, and `add`.
    Found {
        counter: Flag,
        bits: u32,
        add: i64,
    },
}

impl Own {
    /// What an operation with a constant leaves of it.
    pub fn compute(self, op: BinaryOp, kind: Kind, by: i128) -> Option<Own> {
        match self {
            Own::Index(index) => index.compute(op, kind, by).map(Own::Index),
            Own::Found { counter, bits, add } => {
                let by = match op {
                    BinaryOp::Add | BinaryOp::AddSigned => by,
                    BinaryOp::Sub | BinaryOp::SubSigned => by.checked_neg()?,
                    _ => return None,
                };
                let add = i64::try_from(i128::from(add).checked_add(by)?).ok()?;
                condition!("tickets", "found in as many bits", kind.bits() == bits).then_some(Own::Found {
                    counter,
                    bits,
                    add,
                })
            }
            _ => None,
        }
    }

    /// What is left of it where an address is moved.
    fn shift(self, index: (i128, i128), scale: i64, disp: i64) -> Option<Own> {
        let by = |i: i128| i.saturating_mul(i128::from(scale));
        let (first, last) = (by(index.0).min(by(index.1)), by(index.0).max(by(index.1)));
        let moved = |at: i64| {
            let at = first
                .saturating_add(i128::from(disp))
                .saturating_add(i128::from(at));
            i64::try_from(at).ok()
        };
        match self {
            Own::Cell {
                round,
                stride,
                at,
                span,
            } => {
                let span = last.saturating_sub(first).saturating_add(i128::from(span));
                let span = u64::try_from(span)
                    .ok()
                    .filter(|span| condition!("cells", "less than a stride", *span < stride))?;
                Some(Own::Cell {
                    round,
                    stride,
                    at: moved(at)?,
                    span,
                })
            }
            Own::Near { symbol, at } if condition!("elements", "moved by a constant", first == last) => {
                Some(Own::Near {
                    symbol,
                    at: moved(at)?,
                })
            }
            Own::Instance => Some(Own::Instance),
            Own::Content { cell, link, moved } => Some(Own::Content {
                cell,
                link,
                moved: moved || (first, last, disp) != (0, 0, 0),
            }),
            Own::Given { cell, moved } => Some(Own::Given {
                cell,
                moved: moved || (first, last, disp) != (0, 0, 0),
            }),
            _ => None,
        }
    }

    /// What two different ones have in common.
    fn join(self, other: Own) -> Option<Own> {
        match (self, other) {
            (Own::Given { moved: a, .. }, Own::Given { moved: b, .. }) if a == b => {
                Some(Own::Given { cell: None, moved: a })
            }
            _ => None,
        }
    }

    /// Whether it is a block that was this thread's own until it was stored.
    pub fn is_given(&self) -> bool {
        matches!(self, Own::Given { moved: false, .. })
    }

    /// Whether it is about what is in a container.
    pub fn is_mark(&self) -> bool {
        matches!(self, Own::Content { .. } | Own::Given { .. })
    }
}

/// Where numbers come from, as far as addresses can be made of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// Constants, and bytes that nobody has set. They are no addresses of objects.
    Plain,
    /// They were computed: from text or bit by bit they can become any address.
    Computed,
    /// An address that was made of such numbers: nobody knows where it points.
    Forged,
}

impl Origin {
    /// The same numbers in a register or a load of this kind.
    fn read_as(self, kind: Kind) -> Origin {
        match (self, kind) {
            (Origin::Plain, _) => Origin::Plain,
            (_, Kind::Ptr) => Origin::Forged,
            _ => Origin::Computed,
        }
    }
}

/// A set of numbers and addresses.
///
/// Numbers are an interval, read as signed. An address stays with its object through arithmetic and casts;
/// then its offset is anything. Float bits are any number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub low: i128,
    pub high: i128,
    pub targets: Vec<(Target, Offsets)>,
    pub claim: Option<Claim>,
    /// What a function that returned this has done, as far as that depends on it.
    pub split: Option<Rc<Split>>,
    /// Of all these numbers or addresses.
    pub own: Option<Own>,
    /// The same by the name of a value that they were computed from: which that is, and not that no other
    /// thread has it.
    pub pick: Option<Own>,
    /// The sum that each of them is, in threads of teams.
    pub form: Option<Rc<Form>>,
    /// Of the numbers.
    pub origin: Origin,
}

/// Where intervals that grow come to rest: what leaves its kind would be any number of it.
const LOWER: [i128; 2] = [i32::MIN as i128, i64::MIN as i128];

/// The signed numbers of a kind.
pub(crate) fn range(kind: Kind) -> (i128, i128) {
    match kind.bits() {
        128 => (i128::MIN, i128::MAX),
        bits => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
    }
}

/// Takes in other targets; both are in their order.
fn add_targets(
    mine: &mut Vec<(Target, Offsets)>,
    theirs: &[(Target, Offsets)],
    change: impl Fn(Offsets) -> Offsets,
    combine: fn(Offsets, Offsets) -> Offsets,
) {
    // Most of the time there is nothing new among them.
    let mut at = 0;
    let mut is_known = |&(target, offsets): &(Target, Offsets)| {
        while mine.get(at).is_some_and(|(known, _)| *known < target) {
            at += 1;
        }
        match mine.get_mut(at) {
            Some((known, place)) if *known == target => {
                *place = combine(*place, change(offsets));
                true
            }
            _ => false,
        }
    };
    if theirs.iter().all(&mut is_known) {
        return;
    }
    let old = std::mem::replace(mine, Vec::with_capacity(mine.len().max(theirs.len())));
    let (mut old, mut new) = (old.into_iter().peekable(), theirs.iter().copied().peekable());
    loop {
        mine.push(match (old.peek(), new.peek()) {
            (Some(&(a, at)), Some(&(b, by))) if a == b => {
                old.next();
                new.next();
                (a, combine(at, change(by)))
            }
            (Some(&(a, at)), Some(&(b, _))) if a < b => {
                old.next();
                (a, at)
            }
            (Some(&first), None) => {
                old.next();
                first
            }
            (_, Some(&(b, by))) => {
                new.next();
                (b, change(by))
            }
            (None, None) => break,
        });
    }
}

impl Value {
    pub const NONE: Value = Value {
        low: i128::MAX,
        high: i128::MIN,
        targets: Vec::new(),
        claim: None,
        split: None,
        own: None,
        pick: None,
        form: None,
        origin: Origin::Plain,
    };

    /// Bytes that nobody has set, or that say nothing.
    pub const UNSET: Value = Value {
        low: i128::MIN,
        high: i128::MAX,
        targets: Vec::new(),
        claim: None,
        split: None,
        own: None,
        pick: None,
        form: None,
        origin: Origin::Plain,
    };

    /// A number that the library computed.
    pub const RESULT: Value = Value {
        low: i128::MIN,
        high: i128::MAX,
        targets: Vec::new(),
        claim: None,
        split: None,
        own: None,
        pick: None,
        form: None,
        origin: Origin::Computed,
    };

    /// Any number of a kind, in a register that nobody has set.
    pub fn any(kind: Kind) -> Value {
        let (low, high) = range(kind);
        Value {
            low,
            high,
            ..Value::NONE
        }
    }

    /// Any number of a kind that was computed.
    pub fn computed(kind: Kind) -> Value {
        Value {
            origin: Origin::Computed,
            ..Value::any(kind)
        }
    }

    /// Numbers that were computed; one alone is a constant.
    pub fn between(low: i128, high: i128) -> Value {
        let origin = match low == high {
            true => Origin::Plain,
            false => Origin::Computed,
        };
        Value {
            low,
            high,
            origin,
            ..Value::NONE
        }
    }

    pub fn number(number: i128) -> Value {
        Value::between(number, number)
    }

    /// The bits of a constant.
    pub fn constant(kind: Kind, bits: u128) -> Value {
        let unused = 128 - kind.bits();
        Value::number(((bits << unused) as i128) >> unused)
    }

    /// Bytes that all have this value.
    pub fn repeated(&self) -> Value {
        match self.low == self.high && self.targets.is_empty() {
            true => Value::UNSET,
            false => self.blur().join(&Value::RESULT),
        }
    }

    pub fn pointer(object: ObjectId, recent: bool, offset: i64) -> Value {
        Value {
            targets: vec![(Target { object, recent }, Offsets::at(offset))],
            ..Value::NONE
        }
    }

    pub fn may_be_zero(&self) -> bool {
        !self.targets.is_empty() || self.low <= 0 && self.high >= 0
    }

    pub fn may_be_other(&self) -> bool {
        !self.targets.is_empty() || self.has_numbers() && (self.low, self.high) != (0, 0)
    }

    pub fn has_numbers(&self) -> bool {
        self.low <= self.high
    }

    /// Whether there is no such value.
    fn is_nothing(&self) -> bool {
        self.targets.is_empty() && !self.has_numbers()
    }

    /// The numbers, as a range for an index; everything if there are addresses among them.
    pub fn indices(&self) -> Option<(i128, i128)> {
        (self.has_numbers()).then_some((self.low, self.high))
    }

    /// Takes in other values. With stops, what grows goes on to the next of these, or to the bounds of a kind
    /// beyond them.
    fn merge(&mut self, other: &Value, stops: Option<&[i128]>) {
        let is_nothing = self.is_nothing();
        if other.has_numbers() {
            if !self.has_numbers() {
                (self.low, self.high) = (other.low, other.high);
            } else {
                let (low, high) = (self.low, self.high);
                self.low = low.min(other.low);
                self.high = high.max(other.high);
                if let Some(stops) = stops
                    && other.low < low
                {
                    let mut lower = stops.iter().rev().copied().chain(LOWER);
                    self.low = lower.find(|&l| l <= other.low).unwrap_or(i128::MIN);
                }
                if let Some(stops) = stops
                    && other.high > high
                {
                    let mut upper = stops.iter().copied().chain(LOWER.into_iter().map(|l| -(l + 1)));
                    self.high = upper.find(|&u| u >= other.high).unwrap_or(i128::MAX);
                }
            }
        }
        let combine = match stops {
            Some(_) => Offsets::widen,
            None => Offsets::join,
        };
        add_targets(&mut self.targets, &other.targets, |offsets| offsets, combine);
        if self.claim != other.claim {
            self.claim = None;
        }
        if self.split != other.split {
            self.split = None;
        }
        // Nothing at all is in any container.
        let is_mark = |own: Option<Own>| own.is_some_and(|own| own.is_mark());
        if is_nothing && is_mark(other.own) {
            self.own = other.own;
        } else if self.own != other.own && !(other.is_nothing() && is_mark(self.own)) {
            self.own = self.own.zip(other.own).and_then(|(a, b)| a.join(b));
        }
        if self.pick != other.pick {
            self.pick = None;
        }
        if self.form != other.form {
            self.form = None;
        }
        self.origin = self.origin.max(other.origin);
    }

    /// Takes in other values.
    pub fn absorb(&mut self, other: &Value) {
        self.merge(other, None);
    }

    /// Takes in what arithmetic leaves of other values.
    pub fn absorb_blurred(&mut self, other: &Value) {
        add_targets(&mut self.targets, &other.targets, |_| Offsets::ANY, Offsets::join);
        let is_instance = |own: &Own| *own == Own::Instance;
        (self.claim, self.split, self.pick) = (None, None, None);
        self.form = None;
        self.own = self.own.filter(is_instance).filter(|own| other.own == Some(*own));
        self.origin = self.origin.max(other.origin);
    }

    fn merged(&self, other: &Value, stops: Option<&[i128]>) -> Value {
        let mut result = self.clone();
        result.merge(other, stops);
        result
    }

    pub fn join(&self, other: &Value) -> Value {
        self.merged(other, None)
    }

    pub fn widen(&self, other: &Value) -> Value {
        self.merged(other, Some(&[]))
    }

    /// Widens to the next of these numbers, which increase.
    pub fn widen_to(&self, other: &Value, stops: &[i128]) -> Value {
        self.merged(other, Some(stops))
    }

    /// Whether an access at this address may be anywhere: it is not known where from, and no constant. Other
    /// numbers among addresses, null and what nobody has set, are no address of anything: who uses them
    /// leaves every object.
    pub fn is_lost(&self) -> bool {
        self.origin == Origin::Forged || self.targets.is_empty() && self.low < self.high
    }

    /// Whether nobody knows where it points: it was made of numbers that were computed.
    pub fn is_forged(&self) -> bool {
        self.origin == Origin::Forged
    }

    /// Numbers outside the kind wrap, so they may be any of it.
    pub fn fit(mut self, kind: Kind) -> Value {
        self.origin = self.origin.read_as(kind);
        let (low, high) = range(kind);
        if self.has_numbers() && (self.low < low || self.high > high) {
            (self.low, self.high) = (low, high);
            // The numbers among addresses are none of anything.
            if kind != Kind::Ptr || self.targets.is_empty() {
                self.form = None;
            }
        }
        self
    }

    /// The objects only, each at any offset: what arithmetic leaves of addresses.
    pub fn blur(&self) -> Value {
        let mut result = Value::NONE;
        let targets = self.targets.iter();
        result.targets = targets.map(|&(target, _)| (target, Offsets::ANY)).collect();
        result.own = self.own.filter(|own| *own == Own::Instance);
        result.origin = self.origin;
        result
    }

    /// The result of an operation on two values that this domain does not follow.
    pub fn mix(&self, other: &Value, kind: Kind) -> Value {
        let mut result = self.blur().join(&other.blur());
        (result.low, result.high) = range(kind);
        result.own = None;
        if self.targets.is_empty() && other.targets.is_empty() {
            result.origin = result.origin.max(Origin::Computed);
        }
        result
    }

    /// As memory keeps it: nobody knows any more whether an instance is the youngest.
    pub fn settle(&self) -> Value {
        self.replace(|target| Target {
            recent: false,
            ..target
        })
    }

    /// Without the knowledge that an instance of the objects that `made` selects is the youngest.
    pub fn age(&self, made: impl Fn(ObjectId) -> bool) -> Value {
        self.replace(|target| Target {
            recent: target.recent && !made(target.object),
            ..target
        })
    }

    fn replace(&self, change: impl Fn(Target) -> Target) -> Value {
        let mut result = Value {
            low: self.low,
            high: self.high,
            origin: self.origin,
            ..Value::NONE
        };
        // Instances of an object are next to each other, the older ones first: they stay in their order.
        result.targets.reserve_exact(self.targets.len());
        for &(target, offsets) in &self.targets {
            let target = change(target);
            match result.targets.last_mut() {
                Some((last, at)) if *last == target => *at = at.join(offsets),
                _ => result.targets.push((target, offsets)),
            }
        }
        result
    }

    /// Every address moved.
    pub fn shift(&self, index: (i128, i128), scale: i64, disp: i64) -> Value {
        let mut result = self.clone();
        result.claim = None;
        result.split = None;
        result.form = None;
        let shift = |own: Own| own.shift(index, scale, disp);
        (result.own, result.pick) = (self.own.and_then(shift), self.pick.and_then(shift));
        for (_, offsets) in &mut result.targets {
            *offsets = offsets.add(index, scale, disp);
        }
        // An offset from null is whatever the index was computed from.
        if self.targets.is_empty() && index.0 != index.1 {
            result.origin = Origin::Forged;
        }
        if self.has_numbers() {
            let by = |i: i128| i.saturating_mul(i128::from(scale));
            let (a, b, disp) = (by(index.0), by(index.1), i128::from(disp));
            result.low = self.low.saturating_add(a.min(b)).saturating_add(disp);
            result.high = self.high.saturating_add(a.max(b)).saturating_add(disp);
        }
        result
    }
}
