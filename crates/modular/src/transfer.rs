//! Stores of pointers: what they put into containers and take from there (`container` says why that is
//! sound).

use crate::analyse::{Analysis, Here};
use crate::carry::Linked;
use crate::container::{Link, POINTER, is_null};
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::state::{Flag, Lock, State};
use crate::value::{Own, Target, Value};
use raceproof_engine::{condition, effect};
use std::collections::BTreeSet;

/// What a store to a cell is.
struct Step {
    cell: Option<Flag>,
    /// Registers with what was in the cell, if it is taken.
    taken: Vec<usize>,
    /// Registers with what is in the cell from now on.
    next: Vec<usize>,
    /// Whether what is stored was the thread's own, and whether it is in a container from now on.
    given: Option<bool>,
    /// Whether what is stored is where others take it from now on.
    is_put: bool,
    /// What the links are from now on of a block that the thread has.
    linked: Vec<(Link, Linked)>,
    /// Tails that have to be set, and because of what.
    pending: Vec<(Flag, Option<Flag>)>,
}

impl Analysis<'_> {
    /// A store of a pointer at an address: what it is to containers.
    fn step_of(&mut self, here: Here, state: &State, address: &Value, value: &Value) -> Step {
        let mut step = Step {
            cell: self.cell_of(address),
            taken: Vec::new(),
            next: Vec::new(),
            given: None,
            is_put: false,
            linked: Vec::new(),
            pending: Vec::new(),
        };
        let alone = self.is_alone(here.place, state);
        let held = state.exclusive();
        if let Some(cell) = step.cell {
            self.store_in_cell(state, (cell, address), value, (&held, alone), &mut step);
        }
        if step.cell.is_none() && !is_null(value) {
            for (target, at) in self.places(address) {
                self.break_cells(target.object, at, POINTER);
            }
        }
        let mut is_placed = step
            .cell
            .is_some_and(|cell| self.stores.containers.roots.contains(&cell));
        for (target, at) in self.places(address) {
            is_placed |= self.store_in_link(
                here,
                state,
                (target, at, address),
                value,
                (&held, alone),
                &mut step,
            );
        }
        if self.has(state, value) && self.blocks(value).next().is_some() {
            let is_kept = |(_, linked): &(Link, Linked)| matches!(linked, Linked::Youngest(_));
            step.is_put = is_placed;
            step.given = (!step.linked.iter().any(is_kept)).then_some(is_placed);
        }
        step
    }

    /// A store to a cell that is one in all of a run.
    ///
    /// Long because it is a root, a tail or neither, and because what is stored may be put there, or be what
    /// is left when something is taken.
    fn store_in_cell(
        &mut self,
        state: &State,
        (cell, address): (Flag, &Value),
        value: &Value,
        (held, alone): (&BTreeSet<Lock>, bool),
        step: &mut Step,
    ) {
        let is_new = address
            .targets
            .iter()
            .all(|(t, _)| t.recent && state.fresh.contains(&t.object));
        let alone = alone || is_new;
        if !condition!("containers", "stored while alone", alone) {
            let locks = self
                .stores
                .containers
                .locks
                .entry(cell)
                .or_insert_with(|| held.clone());
            let before = locks.len();
            effect!(
                "containers",
                "locks of every store",
                locks.retain(|lock| held.contains(lock))
            );
            self.contexts.changed |= before != locks.len();
        }
        let inside =
            |own: Option<Own>| matches!(own, Some(Own::Content { cell: c, link: None, .. }) if c == cell);
        let registers = state.registers.iter().enumerate();
        let taken: Vec<usize> = registers.filter(|(_, r)| inside(r.own)).map(|(r, _)| r).collect();
        let blocks: BTreeSet<ObjectId> = taken
            .iter()
            .flat_map(|&r| {
                self.blocks(&state.registers[r])
                    .map(|b| b.object)
                    .collect::<Vec<_>>()
            })
            .collect();
        let next = match value.own {
            Some(Own::Content {
                cell: of,
                link: Some(link),
                moved: false,
            }) if condition!("containers", "the link of what was there", of == cell) => Some(link),
            _ => None,
        };
        let mut found = taken.iter().flat_map(|&r| &state.registers[r].targets);
        let all_blocks = found.all(|(target, _)| self.is_block(target.object));
        let next = next.filter(|_| condition!("containers", "links of blocks", all_blocks));
        let takes = !blocks.is_empty() && (next.is_some() || is_null(value));
        if takes {
            let mut is_new = self.stores.containers.roots.insert(cell);
            if let Some(link) = next {
                for block in &blocks {
                    is_new |= self.stores.containers.links.insert((*block, link));
                }
            }
            self.contexts.changed |= is_new;
        }
        let is_kept = alone
            || condition!(
                "containers",
                "under a lock",
                self.is_protected(cell, |lock| held.contains(lock))
            );
        let broken_links = &self.stores.containers.broken_links;
        let is_next = takes
            && next.is_none_or(|link| {
                condition!(
                    "containers",
                    "links that are containers",
                    !blocks.iter().any(|block| broken_links.contains(&(*block, link)))
                )
            });
        let puts = self.has(state, value);
        let is_root = self.stores.containers.roots.contains(&cell);
        if is_root {
            let is_fine = is_null(value) || is_next || puts && self.is_linked(state, value, Some(cell));
            if !(condition!("containers", "put in order", is_fine) && is_kept) {
                self.break_cell(cell);
            }
        } else if self.stores.containers.tails.contains(&cell) {
            self.set_tail(state, cell, value, (held, alone, is_kept));
        }
        if is_root && value.own.is_some_and(|own| own.is_given()) && self.is_mixed(cell, held) {
            self.break_cell(cell);
        }
        let is_sound = condition!(
            "containers",
            "not broken",
            !self.stores.containers.broken.contains(&cell)
        );
        if is_root && takes && is_sound && is_kept {
            step.taken = taken;
            let registers = state.registers.iter().enumerate();
            let next = registers.filter(|(_, r)| next.is_some() && r.own == value.own);
            step.next = next.map(|(r, _)| r).collect();
            let near = self.tails_of(cell);
            step.pending
                .extend(near.into_iter().map(|tail| (tail, Some(cell))));
        } else if is_root {
            let near = self.tails_of(cell).into_iter();
            let near = near.filter(|tail| state.carry.pending.contains_key(tail));
            step.pending.extend(near.map(|tail| (tail, None)));
        }
    }

    /// A tail is set: to what has been put, or is about to be.
    fn set_tail(
        &mut self,
        state: &State,
        tail: Flag,
        value: &Value,
        (held, alone, is_kept): (&BTreeSet<Lock>, bool, bool),
    ) {
        let is_given =
            value.own.is_some_and(|own| own.is_given()) && self.blocks(value).all(|block| block.recent);
        let is_fine = (is_given || self.has(state, value))
            && self.is_linked(state, value, None)
            && !self.is_mixed(tail, held);
        if alone && !is_null(value) && self.stores.containers.early.insert(tail) {
            self.contexts.changed = true;
        }
        if !(condition!("containers", "set in order", is_null(value) || is_fine) && is_kept) {
            self.leave_stale(tail);
        }
    }

    /// A store that may be to a link. Says whether that puts something there.
    fn store_in_link(
        &mut self,
        here: Here,
        state: &State,
        (target, at, address): (Target, Offsets, &Value),
        value: &Value,
        (held, alone): (&BTreeSet<Lock>, bool),
        step: &mut Step,
    ) -> bool {
        let object = target.object;
        if !self.is_block(object) {
            return false;
        }
        let has_it = target.recent && (state.fresh.contains(&object) || state.carry.held.contains(&object));
        if let (true, Some(offset)) = (has_it, at.constant()) {
            let linked = match value.own {
                Some(Own::Content {
                    cell,
                    link: None,
                    moved: false,
                }) => Some(Linked::Inside(cell)),
                _ if is_null(value) => Some(Linked::Null),
                _ => self.goes_along(here, state, value),
            };
            // If it may be elsewhere, this link is what it was.
            let is_certain = address.targets.len() == 1 && !address.is_lost();
            let known = state.carry.links.get(&(object, offset));
            let is_so = |linked: &Linked| is_certain || known == Some(linked);
            let linked =
                linked.filter(|linked| condition!("containers", "linked for certain", is_so(linked)));
            step.linked
                .extend(linked.map(|linked| ((object, offset), linked)));
            return false;
        }
        if !is_null(value) {
            effect!(
                "carried",
                "stored in a block of others",
                self.break_carried(object, at, POINTER)
            );
        }
        let links = self
            .stores
            .containers
            .links
            .range((object, i64::MIN)..=(object, i64::MAX));
        let hit: Vec<Link> = links
            .filter(|(_, f)| at.overlaps(POINTER, Offsets::at(*f), POINTER))
            .copied()
            .collect();
        if hit.is_empty() || is_null(value) {
            return false;
        }
        let found = match address.own {
            Some(Own::Content { cell, link: None, .. }) => Some(cell),
            _ => None,
        };
        let is_known = found.filter(|cell| self.is_sound(*cell)).is_some_and(|cell| {
            alone
                || condition!(
                    "containers",
                    "linked under its lock",
                    self.is_protected(cell, |lock| held.contains(lock))
                )
        });
        let is_fine = condition!("containers", "linked to what is found", is_known)
            && condition!(
                "containers",
                "linked in order",
                self.has(state, value) && self.is_linked(state, value, None)
            );
        if !is_fine {
            hit.into_iter().for_each(|link| self.break_link(link));
            return false;
        }
        if let Some(cell) = found {
            let near = self.tails_of(cell);
            step.pending.extend(near.into_iter().map(|tail| (tail, None)));
        }
        self.blocks(value).next().is_some()
    }

    /// A pointer is stored: `write` does it.
    pub(crate) fn store_pointer(
        &mut self,
        here: Here,
        state: &mut State,
        (address, value): (&Value, &Value),
        write: impl FnOnce(&mut Self, &mut State),
    ) {
        if !self.has_containers() || address.is_forged() {
            return write(self, state);
        }
        let step = self.step_of(here, state, address, value);
        if step.is_put {
            let blocks: Vec<ObjectId> = self.blocks(value).map(|block| block.object).collect();
            blocks.into_iter().for_each(|block| self.pack(state, block));
        }
        // What is found in memory is none that only this thread has.
        let is_other = |t: &Target| {
            let is_own = state.fresh.contains(&t.object) || state.carry.held.contains(&t.object);
            condition!("containers", "written in another block", !t.recent && is_own)
        };
        let is_found = matches!(address.own, Some(Own::Content { .. }));
        self.at_hand.is_other = is_found && address.targets.iter().all(|(t, _)| is_other(t));
        self.at_hand.is_container = true;
        write(self, state);
        (self.at_hand.is_container, self.at_hand.is_other) = (false, false);
        if let Some(cell) = step.cell {
            state.carry.pending.remove(&cell);
        }
        if let Some(placed) = step.given {
            let given = Own::Given {
                cell: step.cell.filter(|_| placed),
                moved: false,
            };
            let blocks: BTreeSet<ObjectId> = self.blocks(value).map(|block| block.object).collect();
            for register in &mut state.registers {
                let is_it = |(t, _): &(Target, Offsets)| t.recent && blocks.contains(&t.object);
                if register.own.is_none() && register.targets.iter().any(is_it) {
                    register.own = Some(given);
                }
            }
            if placed {
                effect!(
                    "containers",
                    "put from now on",
                    state.carry.placed.extend(&blocks)
                );
            }
        }
        for (link, linked) in step.linked {
            if let Linked::Youngest(block) = linked {
                state.carry.held.insert(block);
            }
            state.carry.links.insert(link, linked);
        }
        if let Some(cell) = step.cell.filter(|_| !step.taken.is_empty()) {
            for &r in &step.next {
                state.registers[r].own = Some(Own::Content {
                    cell,
                    link: None,
                    moved: false,
                });
            }
            self.take_block(here, state, &[cell.0], &step.taken);
        }
        for (tail, why) in step
            .pending
            .into_iter()
            .filter(|(tail, _)| Some(*tail) != step.cell)
        {
            let known = state.carry.pending.entry(tail).or_insert(why);
            *known = known.filter(|_| *known == why);
        }
    }

    /// Whether a function may have blocks for itself.
    pub(crate) fn may_have(&self, here: Here, blocks: &BTreeSet<ObjectId>) -> bool {
        condition!(
            "containers",
            "found in order",
            !blocks.iter().any(|block| self.memory.unordered.contains(block))
        ) && condition!(
            "containers",
            "taken by what is not recursive",
            !self.contexts.context(here.place.0).recursive
        )
    }

    /// What these registers have is the thread's own from now on.
    pub(crate) fn take_block(
        &mut self,
        here: Here,
        state: &mut State,
        within: &[ObjectId],
        registers: &[usize],
    ) {
        let of = |&r: &usize| {
            self.blocks(&state.registers[r])
                .map(|block| block.object)
                .collect::<Vec<_>>()
        };
        let blocks: BTreeSet<ObjectId> = registers.iter().flat_map(of).collect();
        let mut all = blocks.iter().chain(within);
        let is_disclosed = all.any(|block| self.memory.disclosed.contains(block));
        if !condition!("containers", "disclosed to nobody", !is_disclosed) || !self.may_have(here, &blocks) {
            return;
        }
        for block in &blocks {
            state.forget_instance(*block);
            state.forget_labels(|label| label.is_of_instance(*block));
            state.fresh.remove(block);
        }
        for register in &mut state.registers {
            if register
                .targets
                .iter()
                .any(|(t, _)| t.recent && blocks.contains(&t.object))
            {
                effect!(
                    "containers",
                    "another one was taken",
                    *register = register.age(|o| blocks.contains(&o)).into()
                );
            }
        }
        for &r in registers {
            let value = &mut state.registers[r];
            for (target, _) in &mut value.targets {
                target.recent |= blocks.contains(&target.object);
            }
            value.targets.sort_unstable_by_key(|(target, _)| *target);
            value.own = None;
        }
        state.carry.taken.extend(&blocks);
        state.carry.held.extend(&blocks);
        for &block in &blocks {
            let along = self
                .carried_by(block)
                .into_iter()
                .map(|link| (link, Linked::Along));
            state.carry.links.extend(along);
        }
    }
}
