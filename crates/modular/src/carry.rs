//! What a thread knows of the blocks that it takes from containers and puts there (`container`).

use crate::common::Common;
use crate::container::Link;
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::state::{Flag, Register, State, grow};
use crate::value::{Own, Target, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::Reg;
use std::collections::{BTreeMap, BTreeSet};

/// What is in a link of a block that a thread has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linked {
    Null,
    /// What is in this cell now.
    Inside(Flag),
    /// A block that goes along with this one: nobody else has it.
    Along,
    /// The youngest instance of a block.
    Youngest(ObjectId),
}

/// What a thread knows of blocks that it takes and puts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Carry {
    /// Objects whose youngest instance this thread has taken, and nobody else has.
    pub held: BTreeSet<ObjectId>,
    /// Objects of which this call has taken an instance.
    pub taken: BTreeSet<ObjectId>,
    /// What is in links of youngest instances.
    pub links: BTreeMap<Link, Linked>,
    /// Tails that may not be right, until something is synchronised: because of what was taken from a root,
    /// or for another reason.
    pub pending: BTreeMap<Flag, Option<Flag>>,
    /// Objects whose youngest instance may be in a container since something was synchronised last.
    pub placed: BTreeSet<ObjectId>,
    /// Objects whose youngest instance others may have since two ways met, though a block led to it.
    pub lost: BTreeSet<ObjectId>,
    /// Whether this call may have synchronised something.
    pub stirred: bool,
}

fn has_recent<'a>(mut values: impl Iterator<Item = &'a Value>, object: ObjectId) -> bool {
    values.any(|value| value.targets.iter().any(|(t, _)| t.recent && t.object == object))
}

impl Carry {
    /// Takes in another way to get here. A block that was taken on one way only is the youngest all the same
    /// if no value of the other way is an older one. Says whether anything changed.
    pub fn join(
        &mut self,
        other: &Carry,
        has: impl Fn(ObjectId) -> bool,
        had: impl Fn(ObjectId) -> bool,
    ) -> bool {
        let before = self.held.clone();
        // Blocks may have others of which no register has the address.
        let leads = |links: &BTreeMap<Link, Linked>, object| {
            let mut linked = links.values();
            !condition!(
                "carried",
                "no block leads to it",
                !linked.any(|linked| *linked == Linked::Youngest(object))
            )
        };
        let links = self.links.clone();
        let lost = self.lost.clone();
        let has = |object| has(object) || leads(&links, object) || lost.contains(&object);
        let had = |object| had(object) || leads(&other.links, object) || other.lost.contains(&object);
        let is_void = |object: &ObjectId, taken: &BTreeSet<ObjectId>, has: &dyn Fn(ObjectId) -> bool| {
            condition!("containers", "taken in this call", taken.contains(object))
                && condition!("containers", "no older one on the other way", !has(*object))
        };
        let mine = before
            .iter()
            .filter(|o| other.held.contains(*o) || is_void(o, &self.taken, &had));
        let theirs = other
            .held
            .iter()
            .filter(|o| before.contains(*o) || is_void(o, &other.taken, &has));
        self.held = mine.chain(theirs).copied().collect();
        // What goes along with a block that the other way does not have.
        let is_along = |linked: &Linked| matches!(linked, Linked::Along | Linked::Youngest(_));
        let is_there = |link: &Link, linked: &Linked| {
            other.links.get(link) == Some(linked)
                || is_along(linked) && !other.held.contains(&link.0) && is_void(&link.0, &self.taken, &had)
        };
        let is_here = |link: &Link, linked: &Linked| {
            let is_new = other.held.contains(&link.0) && !before.contains(&link.0);
            is_along(linked) && is_new && is_void(&link.0, &other.taken, &has)
        };
        self.links.retain(|link, linked| is_there(link, linked));
        let theirs = other.links.iter().filter(|(link, linked)| is_here(link, linked));
        self.links.extend(theirs.map(|(link, linked)| (*link, *linked)));
        self.lost.extend(&other.lost);
        let led = links.values().chain(other.links.values());
        self.lost.extend(led.filter_map(|linked| match linked {
            Linked::Youngest(object) if !self.held.contains(object) => Some(*object),
            _ => None,
        }));
        let mut changed = before != self.held || links != self.links || lost != self.lost;
        for (tail, why) in &other.pending {
            let known = self.pending.get(tail).copied();
            let both = match known {
                Some(known) if known != *why => None,
                _ => *why,
            };
            if known != Some(both) {
                self.pending.insert(*tail, both);
                changed = true;
            }
        }
        changed |= other.stirred && !self.stirred;
        self.stirred |= other.stirred;
        changed |= grow(&mut self.placed, &other.placed);
        changed | grow(&mut self.taken, &other.taken)
    }
}

impl Carry {
    /// What a function returns with is joined with what it returned with before.
    pub fn join_exits(&mut self, value: &Value, (other, theirs): (&Carry, &Value)) -> bool {
        let is_in = |value: &Value, object| has_recent(std::iter::once(value), object);
        self.join(other, |o| is_in(value, o), |o| is_in(theirs, o))
    }

    /// What a function begins with.
    pub fn for_call(&self) -> Common<Carry> {
        let carry = Carry {
            taken: BTreeSet::new(),
            stirred: false,
            ..self.clone()
        };
        carry.into()
    }
}

impl State {
    /// Marks of what is in containers are over.
    pub fn marks(&mut self, is_over: impl Fn(&Own) -> bool) {
        let over = |r: &Register| r.own.is_some_and(|own| is_over(&own));
        for register in &mut self.registers {
            if over(register) {
                register.own = None;
            }
        }
    }

    /// Something is known to others.
    pub fn give_away(&mut self, object: ObjectId) {
        if self.carry.held.contains(&object) {
            effect!("containers", "known to others", self.carry.held.remove(&object));
        }
    }

    /// There is a new instance of an object, which nobody has taken.
    pub fn forget_instance(&mut self, object: ObjectId) {
        self.give_away(object);
        if self.carry.lost.contains(&object) {
            self.carry.lost.remove(&object);
        }
        if self.carry.placed.contains(&object) {
            self.carry.placed.remove(&object);
        }
        if self.carry.links.values().any(|l| *l == Linked::Youngest(object)) {
            effect!(
                "carried",
                "the youngest instance is another one",
                self.carry.links.retain(|_, l| *l != Linked::Youngest(object))
            );
        }
        if self.carry.links.keys().any(|(of, _)| *of == object) {
            effect!(
                "containers",
                "links of another instance",
                self.carry.links.retain(|(of, _), _| *of != object)
            );
        }
    }

    /// Joins what two ways know of blocks, given the registers that may be read.
    pub fn join_carry(&mut self, other: &State, read: Option<&[Reg]>) -> bool {
        if self.carry == other.carry {
            return false;
        }
        fn has(state: &State, read: Option<&[Reg]>, object: ObjectId) -> bool {
            match read {
                Some(read) => has_recent(read.iter().map(|r| &*state.registers[r.0 as usize]), object),
                None => has_recent(state.registers.iter().map(|r| &**r), object),
            }
        }
        let mut carry = self.carry.clone();
        let changed = carry.join(&other.carry, |o| has(self, read, o), |o| has(other, read, o));
        self.carry = carry;
        changed
    }

    /// What is known after a call.
    pub fn take_back(&mut self, exit: &Carry, is_kept: impl Fn(&ObjectId) -> bool) {
        let before = std::mem::take(&mut *self.carry);
        let mut carry = exit.clone();
        carry.held.extend(
            before
                .held
                .iter()
                .filter(|o| is_kept(o) && !exit.taken.contains(*o)),
        );
        carry.taken.extend(&before.taken);
        carry.stirred |= before.stirred;
        self.carry = carry.into();
        if exit.stirred {
            effect!("containers", "a call synchronises", self.marks(Own::is_mark));
        }
        for register in &mut self.registers {
            let is_older = |(t, _): &(Target, Offsets)| t.recent && exit.taken.contains(&t.object);
            if register.targets.iter().any(is_older) {
                effect!(
                    "containers",
                    "taken by a call",
                    *register = register.age(|o| exit.taken.contains(&o)).into()
                );
            }
        }
    }
}
