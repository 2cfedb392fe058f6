//! Blocks that threads hand to each other through containers: a list or a slot that a lock protects.
//!
//! Who unlinks a block from where everybody finds it, under the lock that everybody holds who changes that,
//! has the block for itself: as if it had just made it. Such a block is *taken*
//! ([`Carry::held`]). What it does with the block from then on comes after all that others did before they
//! put it there, and before all that others do who take it after it was put there again.
//!
//! Why. A *root* is a cell of an object that is one in all of a run, from which blocks are taken; a *link* is
//! a pointer in a block to the next one. *Invariant:* of all roots, links of blocks that nobody has, and
//! threads that have it, at most one has a given block. It holds because each store to a root or to a link
//! that others may know is one of these:
//! - of null, or of something that is no block;
//! - of a block that the thread has, and then has no longer, whose links are null or, for a root, what was in
//!   the root until then, so that the new block takes over the reference;
//! - to a root, of the link of the block that it held: then the thread has that block.
//!
//! Loads and stores of a root are under a lock that all stores to it have in common, without any
//! synchronisation in between ([`Own::Content`] ends with it), or while there is no other thread. Any other
//! store breaks the root or the link, and nothing is taken there.
//!
//! Who finds a block in a root, or by one link from there, and uses it without giving up the lock, is apart
//! from who has it: it is there, so nobody has it, and putting and taking are under the same lock. So is who
//! has put it into a root, until the lock is given up. The same
//! goes for a *tail*, a cell that says which block is the last: nobody takes anything there, but it must not
//! be left with a block that is taken. It has null or a block whose links are null; so who takes a block and
//! leaves something else in the root has not taken that one, and others must set the tail before they
//! synchronise ([`Carry::pending`]).
//!
//! Accesses by others are compared with those of who has taken a block like any two.
//!
//! [`Carry::held`]: crate::carry::Carry
//! [`Carry::pending`]: crate::carry::Carry
//!
//! SOUNDNESS: containers

use crate::analyse::Analysis;
use crate::carry::Linked;
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::parallel::Access;
use crate::state::{Flag, Lock, Mode, State};
use crate::value::{Own, Target, Value};
use raceproof_engine::{condition, effect};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of a pointer at most.
pub(crate) const POINTER: u64 = 8;

/// A link of a block.
pub(crate) type Link = (ObjectId, i64);

/// What all that is done to containers has in common. It only grows, but for the locks.
#[derive(Debug, Default)]
pub(crate) struct Containers {
    pub roots: BTreeSet<Flag>,
    pub links: BTreeSet<Link>,
    pub tails: BTreeSet<Flag>,
    /// Roots, tails and links that are written in some other way.
    pub broken: BTreeSet<Flag>,
    stale: BTreeSet<Flag>,
    pub broken_links: BTreeSet<Link>,
    /// Pointers in blocks to others that may go along with them, and those that are written in other ways.
    pub carried: BTreeSet<Link>,
    pub broken_carried: BTreeSet<Link>,
    /// Locks that are held alone at all stores to a cell; none if there are none, or all while there was no
    /// other thread.
    pub locks: BTreeMap<Flag, BTreeSet<Lock>>,
    /// Tails that are set while there is no other thread: nobody knows to which lists they belong.
    pub early: BTreeSet<Flag>,
    /// How many of all were known when the analysis began.
    known: usize,
}

impl Containers {
    fn size(&self) -> usize {
        self.roots.len() + self.links.len() + self.tails.len() + self.carried.len()
    }

    /// What another analysis may begin with, if it is more than this one has begun with.
    pub fn seed(&self) -> Option<Containers> {
        let seed = Containers {
            roots: self.roots.clone(),
            links: self.links.clone(),
            tails: self.tails.clone(),
            carried: self.carried.clone(),
            known: self.size(),
            ..Containers::default()
        };
        (!self.roots.is_empty() && seed.known > self.known).then_some(seed)
    }
}

/// A null pointer and nothing else.
pub(crate) fn is_null(value: &Value) -> bool {
    value.targets.is_empty() && (value.low, value.high) == (0, 0)
}

impl Analysis<'_> {
    pub(crate) fn is_block(&self, object: ObjectId) -> bool {
        matches!(self.memory.object(object).name, Name::Site(..))
    }

    pub(crate) fn blocks<'a>(&'a self, value: &'a Value) -> impl Iterator<Item = Target> + 'a {
        let targets = value.targets.iter().map(|(target, _)| *target);
        targets.filter(|target| self.is_block(target.object))
    }

    /// Whether containers are followed: handlers may come in between, and threads of teams hold what others
    /// give up.
    pub(crate) fn has_containers(&self) -> bool {
        !self.contexts.is_coarse()
            && condition!("containers", "no teams", !self.has_teams)
            && condition!("containers", "no guests", !self.has_guests)
    }

    /// The one cell that an address means.
    pub(crate) fn cell_of(&self, address: &Value) -> Option<Flag> {
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        let offset = offsets.constant()?;
        let is_known = condition!("containers", "known address", !address.is_lost());
        (is_known && condition!("containers", "one object", self.is_single(target.object)))
            .then_some((target.object, offset))
    }

    /// What a pointer is that was loaded from a container.
    pub(crate) fn content(&mut self, address: &Value, value: &Value) -> Option<Own> {
        if !self.has_containers() || address.is_lost() {
            return None;
        }
        if let Some(Own::Content { cell, link: None, .. }) = address.own {
            let mut offsets = address.targets.iter().map(|(_, offsets)| offsets.constant());
            let first = offsets.next()??;
            return offsets.all(|o| o == Some(first)).then_some(Own::Content {
                cell,
                link: Some(first),
                moved: false,
            });
        }
        let cell = self.cell_of(address)?;
        if self.blocks(value).next().is_some() && self.stores.containers.tails.insert(cell) {
            self.contexts.changed = true;
        }
        Some(Own::Content {
            cell,
            link: None,
            moved: false,
        })
    }

    pub(crate) fn break_cell(&mut self, cell: Flag) {
        let is_new = self.stores.containers.broken.insert(cell);
        self.contexts.changed |= is_new;
    }

    pub(crate) fn leave_stale(&mut self, tail: Flag) {
        let is_new = self.stores.containers.stale.insert(tail);
        self.contexts.changed |= is_new;
    }

    pub(crate) fn break_link(&mut self, link: Link) {
        let is_new = self.stores.containers.broken_links.insert(link);
        self.contexts.changed |= is_new;
    }

    /// Something is synchronised: others may have changed what is in containers.
    pub(crate) fn stir(&mut self, state: &mut State) {
        if !state.carry.stirred {
            state.carry.stirred = true;
        }
        if state
            .registers
            .iter()
            .any(|r| r.own.is_some_and(|own| own.is_mark()))
        {
            effect!("containers", "synchronised", state.marks(Own::is_mark));
        }
        let is_inside = |linked: &Linked| matches!(linked, Linked::Inside(_));
        if state.carry.links.values().any(is_inside) {
            effect!(
                "containers",
                "links may be old",
                state.carry.links.retain(|_, linked| !is_inside(linked))
            );
        }
        if !state.carry.placed.is_empty() {
            state.carry.placed.clear();
        }
        if !state.carry.pending.is_empty() {
            let pending = std::mem::take(&mut state.carry.pending);
            for tail in pending.into_keys() {
                effect!("containers", "a tail was not set", self.leave_stale(tail));
            }
        }
    }

    /// Bytes of an object are written: what was in cells there is there no longer, and if nobody has looked
    /// at what it is, they are no containers.
    pub(crate) fn write_containers(&mut self, state: &mut State, target: Target, at: Offsets, length: u64) {
        let hits = |object: ObjectId, offset: i64| {
            object == target.object && at.overlaps(length, Offsets::at(offset), POINTER)
        };
        let is_block = self.is_block(target.object);
        let is_over = |own: &Own| match *own {
            Own::Content { cell, link, .. } => {
                hits(cell.0, cell.1) || is_block && link.is_some_and(|f| hits(target.object, f))
            }
            _ => false,
        };
        if state
            .registers
            .iter()
            .any(|r| r.own.is_some_and(|own| is_over(&own)))
        {
            effect!("containers", "written", state.marks(is_over));
        }
        let is_other = self.at_hand.is_other;
        let is_old = |link: &Link, linked: &Linked| {
            !is_other && hits(link.0, link.1)
                || matches!(linked, Linked::Inside(cell) if hits(cell.0, cell.1))
        };
        if state
            .carry
            .links
            .iter()
            .any(|(link, linked)| is_old(link, linked))
        {
            effect!(
                "containers",
                "links written",
                state.carry.links.retain(|link, linked| !is_old(link, linked))
            );
        }
        if self.at_hand.is_container {
            return;
        }
        self.break_cells(target.object, at, length);
        let links = self.stores.containers.links.iter().copied();
        let links: Vec<Link> = links.filter(|link| hits(link.0, link.1)).collect();
        for link in links {
            effect!("containers", "links written in other ways", self.break_link(link));
        }
        effect!(
            "carried",
            "written in other ways",
            self.break_carried(target.object, at, length)
        );
    }

    /// Cells are written in ways that nobody has looked at.
    pub(crate) fn break_cells(&mut self, object: ObjectId, at: Offsets, length: u64) {
        let hits = |cell: &Flag| cell.0 == object && at.overlaps(length, Offsets::at(cell.1), POINTER);
        let cells = self.stores.containers.tails.union(&self.stores.containers.roots);
        let cells: Vec<Flag> = cells.copied().filter(hits).collect();
        for cell in cells {
            effect!("containers", "cells written in other ways", {
                self.break_cell(cell);
                self.leave_stale(cell);
            });
        }
    }

    /// Whether a thread has all blocks that a value may mean, or had them until it stored them in a cell that
    /// nobody takes anything from.
    pub(crate) fn has(&self, state: &State, value: &Value) -> bool {
        let is_given = |object: &ObjectId| {
            value.own.is_some_and(|own| own.is_given())
                && condition!("containers", "put once", !state.carry.placed.contains(object))
        };
        !value.is_forged()
            && self.blocks(value).all(|block| {
                let object = block.object;
                condition!("containers", "the youngest instance", block.recent)
                    && condition!(
                        "containers",
                        "nobody else has it",
                        is_given(&object)
                            || state.fresh.contains(&object)
                            || state.carry.held.contains(&object)
                    )
            })
    }

    /// Whether the links of all blocks that a value may mean are null, or what is in this cell.
    pub(crate) fn is_linked(&self, state: &State, value: &Value, root: Option<Flag>) -> bool {
        let is_fine = |link: &Link| match state.carry.links.get(link) {
            Some(Linked::Null) => true,
            Some(Linked::Inside(cell)) => {
                condition!("containers", "links to what was there", Some(*cell) == root)
            }
            Some(Linked::Along | Linked::Youngest(_)) | None => {
                condition!("containers", "links that are known", false)
            }
        };
        self.blocks(value).all(|block| {
            let links = &self.stores.containers.links;
            links
                .range((block.object, i64::MIN)..=(block.object, i64::MAX))
                .all(is_fine)
        })
    }

    /// A lock that is held, and that protects a cell: it is held at all stores there, and if nobody takes
    /// anything there, at those of all roots that may be of the same list.
    pub(crate) fn is_protected(&self, cell: Flag, is_held: impl Fn(&Lock) -> bool) -> bool {
        let is_root = self.stores.containers.roots.contains(&cell);
        let roots: Vec<Flag> = match is_root {
            true => Vec::new(),
            false => self.stores.containers.roots.iter().copied().collect(),
        };
        let locks = |of: &Flag| self.stores.containers.locks.get(of);
        let near: Vec<_> = roots
            .iter()
            .filter(|root| self.are_near(**root, cell))
            .filter_map(locks)
            .collect();
        let is_common = |lock: &Lock| {
            condition!(
                "containers",
                "the lock of the root",
                near.iter().all(|locks| locks.contains(lock))
            )
        };
        locks(&cell).is_some_and(|locks| locks.iter().any(|lock| is_held(lock) && is_common(lock)))
    }

    /// Whether two cells may be about the same list: no lock tells them apart.
    fn are_near(&self, a: Flag, b: Flag) -> bool {
        let locks = |of: &Flag| self.stores.containers.locks.get(of);
        let is_early = |of: &Flag| self.stores.containers.early.contains(of);
        if !condition!(
            "containers",
            "set while there are others",
            !is_early(&a) && !is_early(&b)
        ) {
            return true;
        }
        match (locks(&a), locks(&b)) {
            (Some(a), Some(b)) => !condition!("containers", "lists of different locks", a.is_disjoint(b)),
            // Nothing but null was ever stored in one of them.
            _ => false,
        }
    }

    /// Whether what is in a cell is in a container.
    pub(crate) fn is_sound(&self, cell: Flag) -> bool {
        match self.stores.containers.roots.contains(&cell) {
            true => !self.stores.containers.broken.contains(&cell),
            false => {
                self.stores.containers.tails.contains(&cell) && !self.stores.containers.stale.contains(&cell)
            }
        }
    }

    /// Tails that may be about the same list as a cell.
    pub(crate) fn tails_of(&self, cell: Flag) -> Vec<Flag> {
        let tails = self
            .stores
            .containers
            .tails
            .difference(&self.stores.containers.roots);
        tails
            .filter(|tail| self.are_near(**tail, cell))
            .copied()
            .collect()
    }

    /// Cells of other locks that are held as well: a block may get into the lists of both.
    pub(crate) fn is_mixed(&self, cell: Flag, held: &BTreeSet<Lock>) -> bool {
        let locks = |of: &Flag| self.stores.containers.locks.get(of);
        let is_held = |of: &Flag| locks(of).is_some_and(|locks| !locks.is_disjoint(held));
        let mut cells = self.stores.containers.roots.union(&self.stores.containers.tails);
        !condition!(
            "containers",
            "no list of another lock",
            !cells.any(|other| is_held(other) && !self.are_near(*other, cell))
        )
    }

    /// A pointer is known not to be null: if it is what a root has now, the tail was not taken from there.
    pub(crate) fn learn_content(&self, value: &Value, state: &mut State) {
        if let Some(Own::Content {
            cell,
            link: None,
            moved: false,
        }) = value.own
            && state.carry.pending.values().any(|why| *why == Some(cell))
        {
            state.carry.pending.retain(|_, why| *why != Some(cell));
        }
    }

    /// Whether a block that a value means may be the youngest instance, which this thread has made and nobody
    /// else knows, and whether it may be one that this thread has taken. What was found in memory is not the
    /// former, and what is in a root is not the latter.
    pub(crate) fn may_be_own(&self, value: &Value, block: Target) -> (bool, bool) {
        let Some(Own::Content { cell, .. }) = value.own else {
            return (true, true);
        };
        let is_old = condition!(
            "containers",
            "found in memory",
            !block.recent && self.is_block(block.object)
        );
        let is_root =
            self.stores.containers.roots.contains(&cell) && !self.stores.containers.broken.contains(&cell);
        (!is_old, !(is_old && is_root))
    }

    /// Whether two accesses are apart because a block is taken.
    pub(crate) fn is_handed_over(&self, a: &Access, b: &Access) -> bool {
        a.taken && (b.taken || self.is_found(b)) || b.taken && self.is_found(a)
    }

    /// Whether an access is to what is in a container.
    fn is_found(&self, access: &Access) -> bool {
        let (cell, link) = match access.own {
            Some(Own::Content { cell, link, .. }) => (cell, link),
            // Who has put it there has not given up the lock since.
            Some(Own::Given { cell: Some(cell), .. }) => (cell, None),
            _ => return false,
        };
        let containers = &self.stores.containers;
        let is_held = |lock: &Lock| access.guard.locks.get(lock) == Some(&Mode::Exclusive);
        let has_lock = self.is_protected(cell, is_held);
        let is_root = containers.roots.contains(&cell);
        let is_linked = |link: i64| {
            let found = self.memory.pieces(cell.0, Offsets::at(cell.1), POINTER);
            let mut blocks = found.iter().flat_map(|(_, _, value)| self.blocks(value));
            is_root
                && blocks.all(|block| {
                    let link = (block.object, link);
                    containers.links.contains(&link) && !containers.broken_links.contains(&link)
                })
        };
        condition!("containers", "found under a lock", has_lock)
            && condition!("containers", "found in a container", self.is_sound(cell))
            && condition!("containers", "found by a link", link.is_none_or(is_linked))
    }
}
