//! Blocks that go along with others from thread to thread.
//!
//! What a thread takes from a container often leads to more: a job has an argument, a message its text. Such
//! a block is *carried* by the other one. *Invariant* (`container` has the first part of it): of all roots,
//! links and carrying pointers of blocks that nobody has, and threads that have it, at most one has a given
//! block. A thread that has two may store one in a carrying pointer of the other. When that is put into a
//! container, the one goes along, if the thread still has it. Whoever takes the other from there and loads
//! the pointer has the one from then on. Where a block is put, all its pointers that others take something
//! from must be null, or to a block that the thread has, or as they were when it was taken: any other store
//! there, by whomever, breaks the pointer.
//!
//! SOUNDNESS: containers

use crate::analyse::{Analysis, Here};
use crate::carry::Linked;
use crate::container::{Link, POINTER};
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::state::State;
use crate::value::{Target, Value};
use raceproof_engine::condition;
use raceproof_ir::Reg;
use std::collections::BTreeSet;

impl Analysis<'_> {
    /// What a pointer in a block that a thread has is when this is stored there: the thread still has the
    /// other block as well, until the one is put where others take it.
    pub(crate) fn goes_along(&self, here: Here, state: &State, value: &Value) -> Option<Linked> {
        let blocks: BTreeSet<ObjectId> = self.blocks(value).map(|block| block.object).collect();
        let mut all = blocks.iter();
        let (Some(&block), None) = (all.next(), all.next()) else {
            return None;
        };
        (condition!("carried", "nobody else has it", self.has(state, value))
            && condition!(
                "carried",
                "no tail has it",
                !value.own.is_some_and(|own| own.is_given())
            )
            && self.may_have(here, &blocks))
        .then_some(Linked::Youngest(block))
    }

    /// The pointers in a block through which others go along.
    pub(crate) fn carried_by(&self, block: ObjectId) -> Vec<Link> {
        let containers = &self.stores.containers;
        let all = (block, i64::MIN)..=(block, i64::MAX);
        let carried = containers.carried.range(all).copied();
        let is_sound = |link: &Link| {
            !containers.links.contains(link)
                && condition!("carried", "not broken", !containers.broken_carried.contains(link))
        };
        carried.filter(is_sound).collect()
    }

    /// Bytes of a block are written in ways that nobody has looked at.
    pub(crate) fn break_carried(&mut self, object: ObjectId, at: Offsets, length: u64) {
        let containers = &mut self.stores.containers;
        let all = (object, i64::MIN)..=(object, i64::MAX);
        let hits = |link: &Link| at.overlaps(length, Offsets::at(link.1), POINTER);
        let hit: Vec<Link> = containers.carried.range(all).copied().filter(hits).collect();
        for link in hit {
            self.contexts.changed |= self.stores.containers.broken_carried.insert(link);
        }
    }

    /// A block is put where others take it: what it leads to goes along, or is nobody's.
    pub(crate) fn pack(&mut self, state: &mut State, block: ObjectId) {
        for link in self.carried_by(block) {
            let linked = state.carry.links.get(&link).copied();
            let is_along = match linked {
                Some(Linked::Null | Linked::Along) => true,
                Some(Linked::Youngest(other)) => {
                    let is_mine = state.fresh.contains(&other) || state.carry.held.contains(&other);
                    self.pack_other(state, other);
                    condition!("carried", "the thread still has it", is_mine)
                }
                Some(Linked::Inside(_)) | None => condition!("carried", "known where it is put", false),
            };
            if !is_along {
                self.break_carried(link.0, Offsets::at(link.1), 1);
            }
        }
    }

    /// A block goes along with one that is put.
    fn pack_other(&mut self, state: &mut State, other: ObjectId) {
        if !state.fresh.contains(&other) && !state.carry.held.contains(&other) {
            return;
        }
        state.give_away(other);
        state.fresh.remove(&other);
        state.carry.placed.insert(other);
        let links = &mut state.carry.links;
        links.retain(|_, linked| *linked != Linked::Youngest(other));
        self.pack(state, other);
    }

    /// A pointer was loaded: it may be to a block that goes along with one that this thread has.
    pub(crate) fn unpack(&mut self, here: Here, state: &mut State, address: &Value, to: Reg) {
        if !self.has_containers() || !condition!("carried", "known address", !address.is_lost()) {
            return;
        }
        let of: Option<Vec<(Target, i64)>> = (address.targets.iter())
            .map(|(target, offsets)| Some((*target, offsets.constant()?)))
            .collect();
        let of = of.unwrap_or_default();
        let value = &state.registers[to.0 as usize];
        let blocks: BTreeSet<ObjectId> = self.blocks(value).map(|block| block.object).collect();
        let is_of_blocks = of.iter().all(|(target, _)| self.is_block(target.object));
        let Some(&first) = blocks.first().filter(|_| is_of_blocks && !of.is_empty()) else {
            return;
        };
        for (target, at) in &of {
            self.contexts.changed |= self.stores.containers.carried.insert((target.object, *at));
        }
        let is_mine = |(target, _): &(Target, i64)| {
            condition!("carried", "of the youngest instance", target.recent)
                && condition!(
                    "carried",
                    "of a block that the thread has",
                    state.fresh.contains(&target.object) || state.carry.held.contains(&target.object)
                )
        };
        let links: Vec<Link> = of.iter().map(|(target, at)| (target.object, *at)).collect();
        let is_sound = |link: &Link| self.carried_by(link.0).contains(link);
        if !of.iter().all(is_mine) || !links.iter().all(is_sound) {
            return;
        }
        let is_linked = |linked: Linked| {
            links
                .iter()
                .all(|link| state.carry.links.get(link) == Some(&linked))
        };
        if is_linked(Linked::Youngest(first)) {
            let value = &mut state.registers[to.0 as usize];
            for (target, _) in &mut value.targets {
                target.recent |= target.object == first;
            }
            value.targets.sort_unstable_by_key(|(target, _)| *target);
        } else if is_linked(Linked::Along) {
            state.carry.links.retain(|link, _| !links.contains(link));
            let within: Vec<ObjectId> = links.iter().map(|link| link.0).collect();
            self.take_block(here, state, &within, &[to.0 as usize]);
            // If it was loaded from one of several blocks, the others lead elsewhere.
            let is_from_one = condition!("carried", "loaded from one block", links.len() == 1);
            if is_from_one && blocks.len() == 1 && state.carry.held.contains(&first) {
                let linked = links.into_iter().map(|link| (link, Linked::Youngest(first)));
                state.carry.links.extend(linked);
            }
        }
    }
}
