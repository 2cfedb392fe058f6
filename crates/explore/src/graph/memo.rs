//! Turns that have been taken: the same thread in the same memory does the same again.
//!
//! Many states differ only in where the other threads are. An operation that is
//! [insular](raceproof_machine::Machine::is_insular) and the code up to the next one depend on their thread
//! and on memory only, so what comes of them is kept by the names that these have in the store: what the
//! thread, its past and the memory are then. Taking the turn again is a look-up, see
//! [`recall`](super::recall).
//!
//! A turn is kept only if it is as simple as that: no other thread went on because of it, no clock changed,
//! nothing was found or remarked, and the thread is alive and waits for its next turn. Whether its accesses
//! conflict with the pasts of others is another question at every node; the answer is kept for each pair of
//! pasts. Only pasts without any conflict are passed over; else the turn is taken anew.
//!
//! Cost: a look-up for each thread of a node. Where memory is hardly ever the same again that is wasted, so
//! the memo gives up if it seldom knows a turn.

use super::causality::{Known, Past};
use super::node::decode_past;
use super::symmetry::Crew;
use crate::limits;
use crate::store::{NodeId, Root, Store};
use raceproof_machine::{Pointer, ThreadId};
use rustc_hash::FxHashMap;
use std::num::NonZero;

/// A memory and what threads know of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SettingId(u32);

/// What decides a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub setting: SettingId,
    pub thread: ThreadId,
    pub leaf: NodeId,
    pub past: NodeId,
}

/// A mutex that threads wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct WaitId(NonZero<u32>);

/// What is known of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) enum KnownTurn {
    /// The thread has to wait.
    Blocked,
    /// This comes of it.
    Taken(TakenId),
}

/// A turn that has been taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakenId(u32);

/// What came of a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub setting: SettingId,
    pub leaf: NodeId,
    pub past: NodeId,
    /// Its atomic accesses, as a past.
    pub momentary: NodeId,
    /// Parts that are not threads: where they begin in the list of changes, and how many there are.
    changes: (u32, u32),
}

/// A turn that is being taken and may be kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recording {
    pub key: Key,
    pub momentary: NodeId,
    /// Whether the operation has been done.
    pub done: bool,
}

/// What threads know of each other.
#[derive(Debug)]
pub(super) struct Company {
    pub crews: Vec<Crew>,
    /// The threads that clocks tell of.
    pub known: Known,
    /// For each thread, the first one that knows the same.
    pub alike: Vec<ThreadId>,
}

impl Company {
    pub fn is_joiner(&self, t: ThreadId) -> bool {
        self.crews.iter().any(|c| c.joiner == t)
    }
}

#[derive(Debug)]
struct Setting {
    company: u32,
    /// The threads that have no objects, as bits.
    vacant: u64,
}

/// What is known of a stored past.
#[derive(Clone, Copy, Debug)]
pub(super) struct PastCard {
    /// Whether it has no finished segments.
    pub simple: bool,
    /// The threads that it tells of.
    pub known: Known,
}

/// All that is kept.
#[derive(Default)]
pub(super) struct Memo {
    given_up: bool,
    turns: FxHashMap<Key, KnownTurn>,
    taken: Vec<Taken>,
    changes: Vec<(u32, NodeId)>,
    settings: Vec<Setting>,
    setting_index: FxHashMap<(NodeId, Root), SettingId>,
    companies: Vec<Company>,
    company_index: FxHashMap<NodeId, u32>,
    past_cards: FxHashMap<NodeId, PastCard>,
    conflicts: FxHashMap<(NodeId, NodeId), bool>,
    /// The positions of the parts that mutexes are in.
    waits: Vec<u32>,
    wait_index: FxHashMap<Pointer, WaitId>,
    /// Whether a thread has to wait for a mutex in a part with this name.
    blocked: FxHashMap<(WaitId, ThreadId, NodeId), bool>,
    recalled: u32,
    tried: u32,
}

impl Memo {
    /// An empty one, which keeps turns if it is on.
    pub fn new(on: bool) -> Memo {
        Memo {
            given_up: !on,
            ..Memo::default()
        }
    }

    /// Whether turns are kept.
    pub fn is_on(&self) -> bool {
        !self.given_up
    }

    /// Bytes that it occupies.
    pub fn memory(&self) -> usize {
        fn map<K, V>(map: &FxHashMap<K, V>) -> usize {
            map.capacity() * (size_of::<(K, V)>() + 1)
        }
        map(&self.turns)
            + self.taken.capacity() * size_of::<Taken>()
            + self.changes.capacity() * size_of::<(u32, NodeId)>()
            + self.settings.capacity() * size_of::<Setting>()
            + map(&self.setting_index)
            + map(&self.past_cards)
            + map(&self.conflicts)
            + map(&self.blocked)
    }

    /// A turn was recalled, or had to be taken anew. Gives up, and forgets all, if it is seldom of use or
    /// larger than this; gives whether it is still on.
    pub fn count(&mut self, recalled: bool, limit: usize) -> bool {
        self.recalled += u32::from(recalled);
        self.tried += 1;
        if self.tried == limits::MEMO_TRIAL.count() {
            if self.recalled < limits::MEMO_TRIAL.count() / 2 || self.memory() > limit {
                // Cards tell of waits.
                *self = Memo {
                    given_up: true,
                    waits: std::mem::take(&mut self.waits),
                    wait_index: std::mem::take(&mut self.wait_index),
                    ..Memo::default()
                };
            }
            (self.recalled, self.tried) = (0, 0);
        }
        self.is_on()
    }

    /// The setting of a memory and clocks, if it is known.
    #[inline]
    pub fn setting(&self, causality: NodeId, memory: Root) -> Option<SettingId> {
        self.setting_index.get(&(causality, memory)).copied()
    }

    /// Whether it is known what threads know of each other with these clocks.
    pub fn has_company(&self, causality: NodeId) -> bool {
        self.company_index.contains_key(&causality)
    }

    /// Gets to know a setting, and its company if that is new.
    pub fn add_setting(
        &mut self,
        causality: NodeId,
        memory: Root,
        vacant: u64,
        company: Option<Company>,
    ) -> SettingId {
        if let Some(company) = company {
            self.company_index.insert(causality, self.companies.len() as u32);
            self.companies.push(company);
        }
        let company = self.company_index.get(&causality).copied().unwrap_or_default();
        let id = SettingId(self.settings.len() as u32);
        self.settings.push(Setting { company, vacant });
        self.setting_index.insert((causality, memory), id);
        id
    }

    /// Whether the same threads have no objects in two settings.
    #[inline]
    pub fn has_same_vacancies(&self, a: SettingId, b: SettingId) -> bool {
        self.settings[a.0 as usize].vacant == self.settings[b.0 as usize].vacant
    }

    #[inline]
    pub fn company(&self, setting: SettingId) -> &Company {
        &self.companies[self.settings[setting.0 as usize].company as usize]
    }

    /// Whether a thread has no objects.
    #[inline]
    pub fn is_vacant(&self, setting: SettingId, t: ThreadId) -> bool {
        self.settings[setting.0 as usize].vacant >> t.0 & 1 != 0
    }

    #[inline]
    pub fn known(&self, key: &Key) -> Option<KnownTurn> {
        self.turns.get(key).copied()
    }

    /// The number of a mutex in the part at a position.
    pub fn wait(&mut self, mutex: Pointer, position: u32) -> Option<WaitId> {
        let waits = &mut self.waits;
        let number = NonZero::new(waits.len() as u32 + 1).map(WaitId)?;
        Some(*self.wait_index.entry(mutex).or_insert_with(|| {
            waits.push(position);
            number
        }))
    }

    /// Where the part is that a mutex is in.
    #[inline]
    pub fn wait_position(&self, wait: WaitId) -> usize {
        self.waits[wait.0.get() as usize - 1] as usize
    }

    /// Whether a thread has to wait for a mutex in a part with this name, if that is known.
    #[inline]
    pub fn has_to_wait(&self, wait: WaitId, t: ThreadId, part: NodeId) -> Option<bool> {
        self.blocked.get(&(wait, t, part)).copied()
    }

    pub fn set_has_to_wait(&mut self, wait: WaitId, t: ThreadId, part: NodeId, waits: bool) {
        self.blocked.insert((wait, t, part), waits);
    }

    /// The thread of a turn has to wait.
    pub fn add_blocked(&mut self, key: Key) {
        self.turns.insert(key, KnownTurn::Blocked);
    }

    /// Keeps what came of a turn; its changes are new names of parts at positions.
    pub fn add_taken(
        &mut self,
        recording: Recording,
        setting: SettingId,
        leaf: NodeId,
        past: NodeId,
        changes: impl Iterator<Item = (u32, NodeId)>,
    ) {
        let first = self.changes.len();
        self.changes.extend(changes);
        let id = TakenId(self.taken.len() as u32);
        self.taken.push(Taken {
            setting,
            leaf,
            past,
            momentary: recording.momentary,
            changes: (first as u32, (self.changes.len() - first) as u32),
        });
        self.turns.insert(recording.key, KnownTurn::Taken(id));
    }

    #[inline]
    pub fn taken(&self, id: TakenId) -> Taken {
        self.taken[id.0 as usize]
    }

    /// The parts that a turn changes.
    #[inline]
    pub fn changes(&self, taken: &Taken) -> &[(u32, NodeId)] {
        let (first, count) = taken.changes;
        &self.changes[first as usize..(first + count) as usize]
    }

    /// The card of a stored past.
    #[inline]
    pub fn past_card(&mut self, store: &Store, past: NodeId) -> PastCard {
        if past == NodeId(0) {
            return PastCard {
                simple: true,
                known: Known::default(),
            };
        }
        *self.past_cards.entry(past).or_insert_with(|| {
            let past = decode(store, past);
            PastCard {
                simple: past.segments.is_empty(),
                known: past.known(),
            }
        })
    }

    /// Whether two stored pasts of different threads have conflicting accesses, ordered or not.
    #[inline]
    pub fn conflict(&mut self, store: &Store, a: NodeId, b: NodeId) -> bool {
        if a == NodeId(0) || b == NodeId(0) {
            return false;
        }
        *self.conflicts.entry((a, b)).or_insert_with(|| {
            let (a, b) = (decode(store, a), decode(store, b));
            let (mut mine, theirs) = (segments(&a), || segments(&b));
            mine.any(|x| theirs().any(|y| x.conflict(y).is_some()))
        })
    }
}

fn segments(past: &Past) -> impl Iterator<Item = &super::access_set::AccessSet> {
    let finished = past.segments.iter().map(|segment| &segment.set);
    finished.chain([&past.current.set])
}

fn decode(store: &Store, past: NodeId) -> Past {
    let mut decoded = Past::default();
    decode_past(&mut decoded, store.content(past));
    decoded
}
