//! Threads that are alike change places, so that it does not matter which of them did what.
//!
//! Eight threads that run the same function have 8! orders in which they take a lock, and the states between
//! differ only in which thread is where. Two threads can change places in a state if nobody will ever ask for
//! one of them in particular. Somebody does: whoever joins them, one after the other. So a *crew* is found
//! first: a thread that is to wait for another is let run ahead in thought, over its joins as if they were
//! done, as long as it does nothing in between but read. The threads that it joins on the way are its crew.
//! Then:
//!
//! - The joiner waits until its whole crew has ended and joins them all then. In between it would only have
//!   read, and a join gives nothing to others, so no other thread can tell.
//! - What it would have read in between counts as read before the first join. If an access of another thread
//!   races with such a read, it races with it there too: the earlier read knows less, and nothing between the
//!   two places tells others of it. The converse fails (what was ordered by the join counts as a race then),
//!   so a race is a candidate until its replay.
//! - Members of the crew that are [movable](raceproof_machine::State::is_movable) and that no clock tells of
//!   are interchangeable: the joiner waits for all of them, and nobody else has a use for their handles (if
//!   another thread waits for one of them, the search starts again without crews). A node has them in the
//!   order of their contents. What they know from their creator differs by when they were created; all are
//!   given what the one that knows least knows. Less knowledge orders less, so again nothing is missed, and a
//!   replay decides.
//! - Of members in equal states one is enough to go on from a node.
//!
//! The order is one of contents, not of names in the store, so that a path can be retraced. A retraced path
//! keeps the names that the threads have in the program. A candidate that replay does not confirm ends the
//! use of crews, as does the wish for final states, which name threads.
//!
//! Not found: symmetry of threads that have objects of their own (arrays on the stack, heap blocks), or whose
//! arguments differ and still matter.

use super::Rules;
use super::causality::Known;
use super::memo::WaitId;
use super::node::word;
use super::search::{End, Search};
use crate::ahead::joins_ahead;
use crate::store::NodeId;
use raceproof_machine::{Class, Next, Status, ThreadId};
use std::cmp::Ordering;

/// Threads that one thread waits for without doing anything else in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Crew {
    pub joiner: ThreadId,
    pub members: Vec<ThreadId>,
}

impl Crew {
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.extend(self.joiner.0.to_le_bytes());
        out.extend((self.members.len() as u32).to_le_bytes());
        for member in &self.members {
            out.extend(member.0.to_le_bytes());
        }
    }

    pub fn decode(bytes: &mut &[u8]) -> Crew {
        let joiner = ThreadId(word(bytes));
        let count = word(bytes);
        Crew {
            joiner,
            members: (0..count).map(|_| ThreadId(word(bytes))).collect(),
        }
    }
}

/// What is known of a thread that is stored as some leaf.
#[derive(Clone, Copy)]
pub(super) struct Card {
    /// The last bytes of the stored thread, the very last one as the highest, with zeros before its start:
    /// they mostly decide its order. Registers come last there. They change more slowly than the place in the
    /// code does, and mostly grow: so threads seldom have to move.
    pub end: u64,
    /// Whether it can change places if it has no objects.
    pub impersonal: bool,
    /// Whether words of locks have its name.
    pub named: bool,
    pub role: Role,
    /// Which mutex it waits for, if that decides whether it has to wait.
    pub wait: Option<WaitId>,
}

/// What a thread waits for, as far as its leaf tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// For its turn to do an operation that depends on itself and on memory only.
    Insular,
    /// For its turn to do another operation whose order matters.
    Global,
    /// For nothing: it has finished.
    Finished,
    /// For nothing: it is stuck or has ended the program.
    Stuck,
    /// For something else, or it could go on by itself.
    Other,
}

impl Role {
    pub fn is_alive(self) -> bool {
        !matches!(self, Role::Finished | Role::Stuck)
    }
}

/// The cards of the leaves that threads were stored as.
#[derive(Default)]
pub(super) struct Cards(Vec<Option<Card>>);

impl Cards {
    #[inline]
    pub fn get(&self, leaf: NodeId) -> Option<Card> {
        self.0.get(leaf.0 as usize).copied().flatten()
    }

    fn set(&mut self, leaf: NodeId, card: Card) {
        let i = leaf.0 as usize;
        if self.0.len() <= i {
            self.0.resize(i + 1, None);
        }
        self.0[i] = Some(card);
    }

    pub fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Option<Card>>()
    }
}

/// By what members of a crew are ordered: their contents.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// That of its card.
    pub end: u64,
    pub leaf: NodeId,
    pub past: NodeId,
    pub thread: ThreadId,
}

impl Search<'_, '_> {
    pub fn without_crews(&self) -> End {
        End::Wrong(Rules {
            crews: false,
            ..self.rules
        })
    }

    /// In how many ways a thread at a synchronisation can go on: a joiner waits for its whole crew, and who
    /// would wake up without a reason and find nothing to do sleeps on, unless what it reads races.
    #[inline]
    pub fn ways(&mut self, t: ThreadId) -> u32 {
        match self.alike.crews.iter().find(|c| c.joiner == t) {
            Some(crew) if !self.has_ended(crew) => 0,
            _ => match self.machine.alternatives(self.state(), t) {
                0 => 0,
                ways => ways - u32::from(self.sleeps_on(t)),
            },
        }
    }

    /// Whether a thread could wake up without a reason, which would lead back to the same node and adds
    /// nothing.
    fn sleeps_on(&mut self, t: ThreadId) -> bool {
        match self.machine.fruitless_wake(&mut self.space.state, t) {
            Some(reads) => !self.would_race(t, reads),
            None => false,
        }
    }

    fn has_ended(&self, crew: &Crew) -> bool {
        crew.members.iter().all(|&m| {
            self.state()
                .thread(m)
                .is_some_and(|thread| matches!(thread.status(), Status::Finished(_)))
        })
    }

    /// Finds the crews of threads that have begun to wait for others.
    pub fn form_crews(&mut self) -> Result<(), End> {
        if !std::mem::take(&mut self.alike.newly_waiting) || !self.rules.crews {
            return Ok(());
        }
        let count = self.state().threads().count() as u32;
        for t in (0..count).map(ThreadId) {
            if self.machine.next(self.state(), t) != Next::Sync(Class::Local) {
                continue;
            }
            let Some(target) = self.machine.awaited(self.state(), t) else {
                continue;
            };
            if self
                .alike
                .crews
                .iter()
                .any(|c| c.joiner != t && c.members.contains(&target))
            {
                return Err(self.without_crews());
            }
            if !self.alike.crews.iter().any(|c| c.joiner == t) {
                self.form_crew(t)?;
            }
        }
        Ok(())
    }

    fn form_crew(&mut self, t: ThreadId) -> Result<(), End> {
        let here = self.space.save(&mut self.visited.store)?;
        let crews = &self.alike.crews;
        let is_free = |member| !crews.iter().any(|c| c.members.contains(&member));
        let (members, reads) = joins_ahead(self.machine, &mut self.space.state, t, is_free);
        let mut crew = Crew { joiner: t, members };
        self.space.load(&mut self.visited.store, here)?;
        crew.members.sort_unstable();
        if !reads.is_empty() {
            let past = self.causality.change(t);
            for access in reads {
                past.current.set.add(access);
            }
            self.detect(t);
        }
        self.causality.clocks_changed = true;
        self.alike.crews.push(crew);
        self.alike.crews.sort_by_key(|c| c.joiner);
        Ok(())
    }

    /// Nothing can move any more: joiners go as far as they really can.
    pub fn dissolve_crews(&mut self) -> Result<(), End> {
        if !self.alike.crews.is_empty() {
            self.alike.crews.clear();
            self.causality.clocks_changed = true;
            let rules = self.rules;
            self.rules.crews = false;
            let result = self.advance();
            self.rules = rules;
            // What a joiner read on the way has been compared when its crew was formed.
            self.found.races.clear();
            return result;
        }
        Ok(())
    }

    /// The joiner goes on.
    pub fn dismiss_crew(&mut self, t: ThreadId) {
        let before = self.alike.crews.len();
        self.alike.crews.retain(|c| c.joiner != t);
        self.causality.clocks_changed |= self.alike.crews.len() != before;
    }

    /// Whether the members of a crew that can change places are in order. The threads and the sets have been
    /// stored.
    fn is_arranged(&mut self, crew: usize, known: Known) -> bool {
        let mut last: Option<Key> = None;
        for i in 0..self.alike.crews[crew].members.len() {
            let thread = self.alike.crews[crew].members[i];
            let Some(key) = self.key(thread, known) else {
                continue;
            };
            if last.is_some_and(|last| self.compare(&last, &key).is_gt()) {
                return false;
            }
            last = Some(key);
        }
        true
    }

    /// By what a thread is ordered if it can change places.
    #[inline(always)]
    fn key(&mut self, thread: ThreadId, known: Known) -> Option<Key> {
        let card = self.card(thread);
        let movable = card.impersonal
            && !known.has(thread)
            && self.state().has_no_objects(thread)
            && !self.alike.crews.iter().any(|c| c.joiner == thread);
        movable.then(|| Key {
            end: card.end,
            leaf: self.space.thread_leaf(thread),
            past: self.visited.sets.leaf(thread.0 as usize),
            thread,
        })
    }

    /// The members of a crew that can change places, by their places. The threads have been stored.
    fn list_movable(&mut self, crew: usize, known: Known, movable: &mut Vec<Key>) {
        movable.clear();
        let members = std::mem::take(&mut self.alike.crews[crew].members);
        for &thread in &members {
            movable.extend(self.key(thread, known));
        }
        self.alike.crews[crew].members = members;
    }

    /// The card of a thread, which has been stored.
    #[inline(always)]
    pub fn card(&mut self, t: ThreadId) -> Card {
        let leaf = self.space.thread_leaf(t);
        match self.alike.cards.get(leaf) {
            Some(card) => card,
            None => self.write_card(t, leaf),
        }
    }

    fn write_card(&mut self, t: ThreadId, leaf: NodeId) -> Card {
        let wait = self.wait_of(t);
        let content = self.visited.store.content(leaf);
        let mut end = [0; 8];
        match content.last_chunk() {
            Some(chunk) => end = *chunk,
            None => end[8 - content.len()..].copy_from_slice(content),
        }
        let card = Card {
            end: u64::from_le_bytes(end),
            impersonal: self.state().is_impersonal(t),
            named: self.state().is_named(t),
            role: self.role(t),
            wait,
        };
        self.alike.cards.set(leaf, card);
        card
    }

    fn role(&self, t: ThreadId) -> Role {
        match self.state().thread(t).map(|thread| thread.status()) {
            Some(Status::Finished(_)) => Role::Finished,
            Some(status) if !status.is_alive() => Role::Stuck,
            None => Role::Stuck,
            _ if !self.machine.is_surely_global(self.state(), t) => Role::Other,
            _ if self.machine.is_insular(self.state(), t) => Role::Insular,
            _ => Role::Global,
        }
    }

    /// Brings the members of every crew into the order of their contents. The threads and the sets have been
    /// stored.
    pub fn arrange(&mut self) {
        if self.alike.crews.is_empty() {
            return;
        }
        let known = self.causality.known();
        let mut places = std::mem::take(&mut self.alike.places);
        let mut from = std::mem::take(&mut self.alike.from);
        let mut keys = std::mem::take(&mut self.alike.keys);
        let mut rearrangement = std::mem::take(&mut self.alike.rearrangement);
        for i in 0..self.alike.crews.len() {
            let arranged = self.is_arranged(i, known);
            if arranged && !self.causality.clocks_changed {
                continue;
            }
            self.list_movable(i, known, &mut keys);
            places.clear();
            places.extend(keys.iter().map(|key| key.thread));
            if self.causality.clocks_changed {
                self.causality.level(&places);
            }
            if arranged {
                continue;
            }
            keys.sort_by(|a, b| self.compare(a, b));
            self.assign(&places, &keys, &mut from);
            rearrangement.set(&places, &mut from);
            self.space.rearrange(&rearrangement);
            self.causality.rearrange(&rearrangement);
            for &(a, b) in rearrangement.swaps() {
                let (x, y) = (
                    self.visited.sets.leaf(a.0 as usize),
                    self.visited.sets.leaf(b.0 as usize),
                );
                if x != y {
                    self.visited.sets.set(a.0 as usize, y);
                    self.visited.sets.set(b.0 as usize, x);
                }
                let (x, y) = (self.has_yielded(a), self.has_yielded(b));
                if x != y {
                    self.set_yielded(a, y);
                    self.set_yielded(b, x);
                }
            }
            if let Some(log) = &mut self.log {
                log.rearrange(&rearrangement);
            }
        }
        self.alike.places = places;
        self.alike.from = from;
        self.alike.keys = keys;
        self.alike.rearrangement = rearrangement;
    }

    /// Which thread comes into each of the places, given the order of the threads. Of those that are alike as
    /// many as possible stay where they are.
    fn assign(&mut self, places: &[ThreadId], order: &[Key], from: &mut Vec<ThreadId>) {
        from.clear();
        let mut homeless = std::mem::take(&mut self.alike.homeless);
        for alike in order.chunk_by(|a, b| self.compare(a, b).is_eq()) {
            let first = from.len();
            let spots = &places[first..first + alike.len()];
            // Both are in the order of numbers.
            let mut spots_left = spots.iter().peekable();
            homeless.clear();
            for key in alike {
                while spots_left.next_if(|&&spot| spot < key.thread).is_some() {}
                if spots_left.next_if(|&&spot| spot == key.thread).is_none() {
                    homeless.push(key.thread);
                }
            }
            let mut homeless_left = homeless.drain(..);
            let mut settled = alike.iter().map(|key| key.thread).peekable();
            for &spot in spots {
                while settled.next_if(|&t| t < spot).is_some() {}
                match settled.next_if(|&t| t == spot) {
                    Some(t) => from.push(t),
                    None => from.extend(homeless_left.next()),
                }
            }
        }
        self.alike.homeless = homeless;
    }

    #[inline]
    pub fn compare(&self, a: &Key, b: &Key) -> Ordering {
        match a.end.cmp(&b.end) {
            Ordering::Equal if (a.leaf, a.past) == (b.leaf, b.past) && self.yielded.is_empty() => {
                Ordering::Equal
            }
            Ordering::Equal => self.compare_closely(a, b),
            unequal => unequal,
        }
    }

    fn compare_closely(&self, a: &Key, b: &Key) -> Ordering {
        let content = |x, y| {
            if x == y {
                Ordering::Equal
            } else {
                self.visited.store.content(x).cmp(self.visited.store.content(y))
            }
        };
        content(a.leaf, b.leaf)
            .then_with(|| content(a.past, b.past))
            .then_with(|| self.has_yielded(a.thread).cmp(&self.has_yielded(b.thread)))
    }

    /// The threads for which a thread in an equal state comes after them at this node, so that going on from
    /// that one is enough. The last of them is already next to those who are further on.
    pub fn list_doubles(&mut self) {
        self.alike.doubles.clear();
        if self.alike.crews.is_empty() {
            return;
        }
        let known = self.causality.known();
        let mut keys = std::mem::take(&mut self.alike.keys);
        let mut doubles = std::mem::take(&mut self.alike.doubles);
        for i in 0..self.alike.crews.len() {
            self.list_movable(i, known, &mut keys);
            // They are in the order of their contents, so equal ones are neighbours; equal contents are one
            // leaf.
            for pair in keys.windows(2) {
                let (a, b) = (pair[0].thread, pair[1].thread);
                if (pair[0].leaf, pair[0].past) == (pair[1].leaf, pair[1].past)
                    && self.has_yielded(a) == self.has_yielded(b)
                    && !self.state().is_named(a)
                    && self.causality.know_the_same(a, b)
                {
                    doubles.push(a);
                }
            }
        }
        self.alike.keys = keys;
        self.alike.doubles = doubles;
    }
}

/// What an encoded crew begins with.
pub(super) const CREW: u8 = 4;
