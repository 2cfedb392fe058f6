//! What the threads of an execution do, and the trace that it is.
//!
//! A mutex is a lock of the trace. What else orders threads is an edge that no reordering leaves out. An
//! atomic operation is one under a lock that its bytes have.

use raceproof_machine::{Access, ObjectId, ObjectKind, Pointer, ThreadId};
use raceproof_machine::{Bytes, Site, State};
use raceproof_order::{Action, Channel, Edge};
use raceproof_report::Describe;
use raceproof_trace::{Encoder, Event, Spread};
use std::collections::{HashMap, HashSet};

/// What a thread did.
#[derive(Clone, Copy, Debug)]
enum Deed {
    Access(Access),
    Edge(Edge),
    /// The mutex at this address, and whether it was taken; the edges of that come before.
    Lock(u64, bool),
}

/// What threads did, in its order.
#[derive(Clone, Debug, Default)]
pub struct Log {
    deeds: Vec<(ThreadId, Deed)>,
}

/// Where an object would be if all were apart.
fn address(object: ObjectId, start: u32) -> u64 {
    u64::from(object.0) << 32 | u64::from(start)
}

impl Log {
    /// An access was made.
    pub fn access(&mut self, thread: ThreadId, access: Access) {
        if access.length > 0 {
            self.deeds.push((thread, Deed::Access(access)));
        }
    }

    /// An edge.
    pub fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.deeds.push((thread, Deed::Edge(edge)));
    }

    /// A lock was taken or given back; its edge came just before.
    pub fn lock(&mut self, thread: ThreadId, object: Pointer, held: bool) {
        let expected = |edge: Edge| match edge {
            Edge::Acquire(channel) => held && channel.key == object.0,
            Edge::Release(channel) => !held && channel.key == object.0,
            _ => false,
        };
        // Between both the operation may have touched the bytes of the lock.
        let is_it = |(by, deed): &(ThreadId, Deed)| match deed {
            Deed::Edge(edge) => *by == thread && expected(*edge),
            _ => false,
        };
        if let Some(back) = self.deeds.iter().rev().take(2).position(is_it) {
            let at = self.deeds.len() - 1 - back;
            self.deeds[at] = (thread, Deed::Lock(object.0, held));
        }
    }

    /// Locks that are more than a mutex: readers have another lane of them.
    fn shared(&self) -> HashSet<u64> {
        let lane = |(_, deed): &(ThreadId, Deed)| match deed {
            Deed::Edge(Edge::Acquire(channel) | Edge::Release(channel)) => Some(channel.key),
            _ => None,
        };
        self.deeds.iter().filter_map(lane).collect()
    }

    /// The trace in its compact form.
    pub fn encode(&self, describe: &Describe<'_>, state: &State) -> Vec<u8> {
        let mut spread = Spread::default();
        for (_, deed) in &self.deeds {
            if let Deed::Access(access) = deed {
                spread.cut(address(access.object, access.start), access.length.into());
            }
        }
        let mut writing = Writing {
            describe,
            state,
            encoder: Encoder::default(),
            spread,
            threads: 0,
            locks: HashMap::new(),
            places: HashMap::new(),
            holders: HashMap::new(),
        };
        let shared = self.shared();
        for &(thread, deed) in &self.deeds {
            writing.threads(thread);
            match deed {
                Deed::Access(access) => writing.access(thread, access),
                Deed::Edge(edge) => writing.edge(thread, edge),
                Deed::Lock(at, held) if shared.contains(&at) => {
                    let channel = Channel { key: at, lane: 0 };
                    let edge = if held {
                        Edge::Acquire(channel)
                    } else {
                        Edge::Release(channel)
                    };
                    writing.edge(thread, edge);
                }
                Deed::Lock(at, held) => writing.lock(thread, at, held),
            }
        }
        writing.encoder.bytes
    }
}

/// Writes a trace.
struct Writing<'a> {
    describe: &'a Describe<'a>,
    state: &'a State,
    encoder: Encoder,
    spread: Spread,
    threads: u32,
    /// By their address, and whether they are those of atomic operations.
    locks: HashMap<(u64, bool), u64>,
    places: HashMap<Site, u32>,
    /// Who holds a lock, and how often.
    holders: HashMap<u64, (ThreadId, u32)>,
}

impl Writing<'_> {
    fn threads(&mut self, last: ThreadId) {
        while self.threads <= last.0 {
            self.encoder.thread(&format!("T{}", self.threads));
            self.threads += 1;
        }
    }

    fn place(&mut self, site: Site) -> u32 {
        let next = self.places.len() as u32;
        let number = *self.places.entry(site).or_insert(next);
        if number == next {
            let at = self.describe.place(site);
            let name = match at.is_known() {
                true => format!("{}:{}:{}", at.file, at.line, at.column),
                false => "a place without a line".to_owned(),
            };
            self.encoder.place(&name);
        }
        number
    }

    fn event(&mut self, thread: ThreadId, action: Action, place: u32) {
        self.encoder.event(Event {
            thread,
            action,
            place,
        });
    }

    fn name(describe: &Describe<'_>, state: &State, at: u64, length: u32) -> String {
        let object = state.memory.object(ObjectId((at >> 32) as u32));
        let kind = object.map_or(ObjectKind::Library, |object| object.kind());
        describe.bytes(Bytes {
            kind,
            start: at as u32,
            length,
        })
    }

    fn lock_number(&mut self, key: (u64, bool)) -> u64 {
        let next = self.locks.len() as u64;
        let number = *self.locks.entry(key).or_insert(next);
        if number == next {
            let name = Self::name(self.describe, self.state, key.0, 1);
            match key.1 {
                true => self.encoder.lock(&format!("atomic {name}")),
                false => self.encoder.lock(&name),
            }
        }
        number
    }

    /// A recursive mutex is one section, from the first time to the last.
    fn lock(&mut self, thread: ThreadId, at: u64, held: bool) {
        let pointer = Pointer(at);
        let lock = self.lock_number((address(pointer.object(), pointer.offset()), false));
        let place = self.place(Site::START);
        match (self.holders.get_mut(&lock), held) {
            (Some((holder, depth)), true) if *holder == thread => *depth += 1,
            (_, true) => {
                self.holders.insert(lock, (thread, 1));
                self.event(thread, Action::Acquire(lock), place);
            }
            (Some((holder, depth)), false) if *holder == thread => {
                *depth -= 1;
                if *depth == 0 {
                    self.holders.remove(&lock);
                    self.event(thread, Action::Release(lock), place);
                }
            }
            (_, false) => {}
        }
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        // Channels have one number in a trace.
        let one = |channel: Channel| Channel {
            key: channel.key.rotate_left(8) ^ u64::from(channel.lane),
            lane: 1,
        };
        let edge = match edge {
            Edge::Acquire(channel) => Edge::Acquire(one(channel)),
            Edge::Release(channel) => Edge::Release(one(channel)),
            Edge::Fork(other) | Edge::Join(other) => {
                self.threads(other);
                if other == thread {
                    return;
                }
                edge
            }
            edge => edge,
        };
        let place = self.place(Site::START);
        self.event(thread, Action::Hand(edge), place);
    }

    fn access(&mut self, thread: ThreadId, access: Access) {
        let place = self.place(access.site);
        let at = address(access.object, access.start);
        let lock = access.atomic.then(|| self.lock_number((at, true)));
        if let Some(lock) = lock {
            self.event(thread, Action::Acquire(lock), place);
        }
        let mut parts = Vec::new();
        let Writing {
            describe,
            state,
            encoder,
            spread,
            ..
        } = self;
        spread.access(
            at,
            access.length.into(),
            |at| encoder.variable(&Self::name(describe, state, at, 1)),
            |part| parts.push(u64::from(part)),
        );
        for x in parts {
            // An atomic update reads too.
            if access.atomic && access.write {
                self.event(thread, Action::Read(x), place);
            }
            let action = if access.write {
                Action::Write(x)
            } else {
                Action::Read(x)
            };
            self.event(thread, action, place);
        }
        if let Some(lock) = lock {
            self.event(thread, Action::Release(lock), place);
        }
    }
}
