//! Canonical states: `Canonize` of figures 6 and 7.
//!
//! Threads that are alike change places, and what they have allocated changes its name with them. Where
//! nobody asks for one of some threads in particular, two states that differ in which of them is where are
//! one: the later one is looked up as the earlier one was stored, with its locksets and its future under the
//! same names. Paths keep the names that threads have in the program, so a path can be replayed as it is.
//!
//! - Who asks for threads in particular is whoever joins them, one after the other. A *crew* is threads that
//!   one thread joins and only reads in between. The joiner waits until all of them have ended, or nobody
//!   else can go on: a join gives nothing to others, and nobody else ever writes to what is read in between
//!   ([`Symmetry::watch`]; if somebody does, the search starts again without crews). So no other thread can
//!   tell, and no race is lost.
//! - Members of a crew are renamed if their numbers show only in the words of their locks and in the names of
//!   their objects. That nothing else depends on names is a matter of the program
//!   ([`Addresses`](raceproof_machine::Addresses)).
//! - The order of members is one of their contents: what each has and is at, with its own objects; then the
//!   order in which their objects are come to from what everybody has. So the first nodes of two lists have
//!   the same name, whoever made them. Members that are the same in all this keep their order: at worst two
//!   states stay apart that are one.
//!
//! SOUNDNESS: lockset-crews

use super::search::Search;
use crate::ahead::joins_ahead;
use crate::store::{NodeId, Root};
use crate::walk::Halt;
use raceproof_machine::{
    Access, Addresses, Machine, Mixed, ObjectId, Part, Pointer, Renaming, State, Status, ThreadId, owner,
};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Threads that one thread waits for without doing anything else in between.
#[derive(Debug, PartialEq, Eq)]
pub struct Crew {
    pub joiner: ThreadId,
    pub members: Vec<ThreadId>,
}

impl Crew {
    pub fn has_ended(&self, state: &State) -> bool {
        let is_over = |m: &ThreadId| {
            state
                .thread(*m)
                .is_some_and(|thread| matches!(thread.status(), Status::Finished(_)))
        };
        self.members.iter().all(is_over)
    }
}

/// What a canonical state is stored as, and the names that it has there.
#[derive(Clone, Debug)]
pub struct Canonical {
    pub key: NodeId,
    pub names: Rc<Renaming>,
}

/// Who writes to an object, or ends it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writers {
    One(ThreadId),
    Several,
}

/// Of which sort a part is, as far as its bytes mean something else.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sort {
    Member,
    Thread,
    Other,
}

/// What is known of names.
pub struct Symmetry {
    addresses: Addresses,
    writers: FxHashMap<ObjectId, Writers>,
    /// What joiners read between their joins.
    kept: FxHashMap<ObjectId, ThreadId>,
    /// The addresses in a stored part of some sort: parts of several sorts may have the same bytes.
    mentions: FxHashMap<(NodeId, Sort), Rc<[Pointer]>>,
    /// How a stored part looks to the member that it belongs to.
    looks: FxHashMap<(ThreadId, NodeId), u64>,
    /// Those for whom these looks are right.
    members: Vec<ThreadId>,
    /// Kept for its memory.
    bytes: Vec<u8>,
}

impl Symmetry {
    /// That of a program that does not care for names.
    pub fn of(machine: &Machine<'_>) -> Option<Symmetry> {
        Some(Symmetry {
            addresses: Addresses::of(machine)?,
            writers: FxHashMap::default(),
            kept: FxHashMap::default(),
            mentions: FxHashMap::default(),
            looks: FxHashMap::default(),
            members: Vec::new(),
            bytes: Vec::new(),
        })
    }

    /// Whether an access that was made just now leaves everything as it is thought to be.
    pub fn watch(&mut self, state: &State, t: ThreadId, access: &Access) -> bool {
        if access.write {
            let writers = self.writers.entry(access.object).or_insert(Writers::One(t));
            if *writers != Writers::One(t) {
                *writers = Writers::Several;
            }
        }
        let joiner = self.kept.get(&access.object);
        let is_kept = !access.write || joiner.is_none_or(|joiner| *joiner == t);
        is_kept && self.addresses.admit(state, access)
    }

    /// Nobody but the joiner writes to what it reads between joins, from now on and until now.
    fn keep(&mut self, joiner: ThreadId, reads: &[Access]) -> bool {
        let is_own = |read: &Access| {
            let writers = self.writers.get(&read.object);
            writers.is_none_or(|writers| *writers == Writers::One(joiner))
        };
        if !reads.iter().all(is_own) {
            return false;
        }
        let objects = reads.iter().map(|read| (read.object, joiner));
        self.kept.extend(objects);
        true
    }

    fn mentions(
        &mut self,
        machine: &Machine<'_>,
        state: &State,
        part: Part,
        leaf: NodeId,
        members: &[ThreadId],
    ) -> Result<Rc<[Pointer]>, Mixed> {
        let sort = match part {
            Part::Thread(t) if members.contains(&t) => Sort::Member,
            Part::Thread(_) => Sort::Thread,
            _ => Sort::Other,
        };
        if let Some(known) = self.mentions.get(&(leaf, sort)) {
            return Ok(known.clone());
        }
        let mut list = Vec::new();
        machine.each_address(&self.addresses, state, part, members, |p| list.push(p))?;
        let list: Rc<[Pointer]> = list.into();
        self.mentions.insert((leaf, sort), list.clone());
        Ok(list)
    }

    /// How a part looks to the member that it belongs to, whoever that is and whoever the others are.
    fn look(
        &mut self,
        machine: &Machine<'_>,
        state: &State,
        (part, leaf): (Part, NodeId),
        m: ThreadId,
        is_named: bool,
    ) -> u64 {
        if !is_named && let Some(&known) = self.looks.get(&(m, leaf)) {
            return known;
        }
        self.bytes.clear();
        let names = Renaming::as_seen_by(m, &self.members);
        machine.encode_renamed(state, part, &names, &mut self.bytes);
        let look = hash(&self.bytes);
        if !is_named {
            self.looks.insert((m, leaf), look);
        }
        look
    }

    /// Bytes of what is kept for speed.
    pub fn memory(&self) -> usize {
        let mention = size_of::<((NodeId, Sort), Rc<[Pointer]>)>() + 2 * size_of::<Pointer>();
        self.mentions.capacity() * mention + self.looks.capacity() * size_of::<((ThreadId, NodeId), u64)>()
    }
}

fn hash(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The parts of a state that are not what they were at the start, in their order.
struct Parts {
    list: Vec<(Part, NodeId)>,
    /// Objects with words of locks that name their owners.
    named: FxHashSet<ObjectId>,
}

impl Parts {
    fn of_member(&self, m: ThreadId) -> impl Iterator<Item = (Part, NodeId)> {
        self.list
            .iter()
            .copied()
            .filter(move |(part, _)| owner(*part) == Some(m))
    }

    fn is_named(&self, part: Part) -> bool {
        matches!(part, Part::Object(id, _) if self.named.contains(&id))
    }

    fn of_object(&self, id: ObjectId) -> &[(Part, NodeId)] {
        let first = self.list.partition_point(|(part, _)| *part < Part::Object(id, 0));
        let rest = &self.list[first..];
        let is_of = |part: Part| matches!(part, Part::Object(other, _) if other == id);
        let count = rest.iter().take_while(|(part, _)| is_of(*part)).count();
        &rest[..count]
    }
}

impl Search<'_, '_> {
    /// The crew of a node, if `moved` made the step to it and the node before had this one.
    pub fn crew_after(
        &mut self,
        root: Root,
        moved: ThreadId,
        before: Option<Rc<Crew>>,
    ) -> Result<Option<Rc<Crew>>, Halt> {
        let Some(symmetry) = &mut self.symmetry else {
            return Ok(None);
        };
        if let Some(crew) = before
            && crew.joiner != moved
        {
            return Ok(Some(crew));
        }
        let machine = self.walk.machine;
        if machine.awaited(&self.walk.space.state, moved).is_none() {
            return Ok(None);
        }
        let (members, reads) = joins_ahead(machine, &mut self.walk.space.state, moved, |_| true);
        self.walk.space.load(&mut self.walk.store, root)?;
        if members.len() < 2 || !symmetry.keep(moved, &reads) {
            return Ok(None);
        }
        Ok(Some(Rc::new(Crew {
            joiner: moved,
            members,
        })))
    }

    /// Whether another thread than its joiner waits for one of a crew.
    pub fn is_asked_for(&self, crew: &Crew) -> bool {
        let count = self.walk.state().threads().count() as u32;
        let mut others = (0..count).map(ThreadId).filter(|t| *t != crew.joiner);
        others.any(|t| {
            let target = self.walk.machine.awaited(self.walk.state(), t);
            target.is_some_and(|target| crew.members.contains(&target))
        })
    }

    /// The state at hand, which is stored, with the names that states have which differ in names only.
    pub fn canonize(&mut self, crew: &Crew) -> Result<Option<Canonical>, Halt> {
        let Some(mut symmetry) = self.symmetry.take() else {
            return Ok(None);
        };
        let canonical = self.canonize_by(&mut symmetry, crew);
        self.symmetry = Some(symmetry);
        canonical
    }

    fn canonize_by(&mut self, symmetry: &mut Symmetry, crew: &Crew) -> Result<Option<Canonical>, Halt> {
        let (machine, space) = (self.walk.machine, &self.walk.space);
        let state = &space.state;
        let is_renamed = |m: &&ThreadId| state.can_be_renamed(**m);
        let mut members: Vec<ThreadId> = crew.members.iter().filter(is_renamed).copied().collect();
        members.sort_unstable();
        if members.len() < 2 {
            return Ok(None);
        }
        if symmetry.members != members {
            symmetry.members.clone_from(&members);
            symmetry.looks.clear();
        }
        let mut parts = Parts {
            list: Vec::new(),
            named: FxHashSet::default(),
        };
        state.each_named_object(|id| {
            parts.named.insert(id);
        });
        for (position, leaf) in space.leaves().iter().enumerate() {
            if *leaf != NodeId(0) {
                parts.list.push((space.part(position), *leaf));
            }
        }
        parts.list.sort_unstable_by_key(|(part, _)| *part);
        let Ok(order) = order(symmetry, machine, state, &parts, &members) else {
            self.asymmetric = true;
            return Err(Halt::Enough);
        };
        let names = Renaming::in_order(&order);
        let mut renamed: Vec<(Part, NodeId)> = Vec::with_capacity(parts.list.len());
        for &(part, leaf) in &parts.list {
            let is_member = matches!(part, Part::Thread(t) if members.contains(&t));
            let mentions = symmetry.mentions(machine, state, part, leaf, &members);
            let is_same = !is_member
                && !parts.is_named(part)
                && mentions.is_ok_and(|list| list.iter().all(|p| names.pointer(*p) == *p));
            let leaf = match is_same {
                true => leaf,
                false => {
                    symmetry.bytes.clear();
                    machine.encode_renamed(state, part, &names, &mut symmetry.bytes);
                    self.walk.store.intern(&symmetry.bytes)?
                }
            };
            renamed.push((names.part(part), leaf));
        }
        renamed.sort_unstable_by_key(|(part, _)| *part);
        let bytes = &mut symmetry.bytes;
        bytes.clear();
        for t in [crew.joiner].iter().chain(&crew.members) {
            bytes.extend(t.0.to_le_bytes());
        }
        for (part, leaf) in renamed {
            let (tag, id, chunk) = match part {
                Part::Thread(t) => (0, t.0, 0),
                Part::Object(id, chunk) => (1, id.0, chunk),
                Part::Space(space) => (2, space.0, 0),
                Part::Environment => (3, 0, 0),
            };
            bytes.push(tag);
            for number in [id, chunk, leaf.0] {
                bytes.extend(number.to_le_bytes());
            }
        }
        Ok(Some(Canonical {
            key: self.walk.store.intern(bytes)?,
            names: Rc::new(names),
        }))
    }
}

/// The order of members: by how each looks, then by when it is come to from what is not of a member.
fn order(
    symmetry: &mut Symmetry,
    machine: &Machine<'_>,
    state: &State,
    parts: &Parts,
    members: &[ThreadId],
) -> Result<Vec<ThreadId>, Mixed> {
    let mut ranks = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let is_members = |part: Part| owner(part).is_some_and(|t| members.contains(&t));
    let common = parts.list.iter().copied().filter(|(part, _)| !is_members(*part));
    let mut queue: Vec<(Part, NodeId)> = common.collect();
    let mut next = 0;
    while let Some(&(part, leaf)) = queue.get(next) {
        next += 1;
        for p in symmetry.mentions(machine, state, part, leaf, members)?.iter() {
            let maker = p.object().space().thread();
            if members.contains(&maker) && seen.insert(p.object()) {
                let rank = ranks.len();
                ranks.entry(maker).or_insert(rank);
                queue.extend(parts.of_object(p.object()));
            }
        }
    }
    let mut order = Vec::with_capacity(members.len());
    for &m in members {
        let mut looks = Vec::new();
        for (part, leaf) in parts.of_member(m) {
            // Also finds out whether a number may be an address.
            symmetry.mentions(machine, state, part, leaf, members)?;
            looks.push((
                place(part),
                symmetry.look(machine, state, (part, leaf), m, parts.is_named(part)),
            ));
        }
        let rank = ranks.get(&m).copied().unwrap_or(usize::MAX);
        order.push((hash(&looks), rank, m));
    }
    order.sort_unstable();
    Ok(order.into_iter().map(|(_, _, m)| m).collect())
}

/// What a part is of its thread.
fn place(part: Part) -> (u8, usize, u32) {
    match part {
        Part::Thread(_) => (0, 0, 0),
        Part::Object(id, chunk) => (1 + u8::from(id.space().is_stack()), id.index(), chunk),
        Part::Space(space) => (3 + u8::from(space.is_stack()), 0, 0),
        Part::Environment => (5, 0, 0),
    }
}
