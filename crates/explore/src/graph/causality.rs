//! What the deterministic synchronisation (creation, join, barriers) of a program orders, beside the search
//! over its locks.
//!
//! The race-detecting state graph empties a thread's set at each of its lock operations. Creation, join and
//! barriers are no choice of the schedule, so making nodes of them would cost interleavings for nothing. Here
//! they order accesses by clocks instead: a thread's set is a list of *segments*, one for each stretch
//! between two such operations, with what the thread knew in it. Two segments are ordered if one thread knew
//! of the other's segment. A lock operation drops all segments of its thread.
//!
//! Why this is exact. A path of happens-before edges that leaves thread `p` after an access in one of its
//! live segments cannot leave by a release of a lock: that would have dropped the segment. So it leaves by a
//! creation, the end of the thread or a barrier, and these publish the segment's number. From there it may
//! pass through locks, so lock channels carry clocks too; a lock release publishes only the *earlier*
//! segments of its thread, which have been dropped by then or were published before.
//!
//! What locks carry differs with every order in which threads take them, though it hardly ever matters: it
//! tells of segments that creation, a barrier or the end of a thread published, and only to a third thread.
//! So a search first runs with *forgetful locks*: lock channels carry nothing, and a node has only the clocks
//! of deterministic synchronisation, which are the same whatever the order of the locks. Less knowledge
//! orders fewer segments, so every race is still seen. What is seen is a candidate until its replay with
//! exact clocks; if one is not confirmed, the search starts again with locks that carry clocks.
//!
//! Numbers of dropped segments mean nothing any more. [`Causality::normalise`] renumbers the live ones from
//! 1, so states that differ in history only become equal.

use super::access_set::AccessSet;
use super::node::{decode_clock, encode_clock, word};
use raceproof_machine::{Rearrangement, ThreadId};
use raceproof_order::{Channel, Edge, VectorClock};
use std::collections::BTreeMap;

/// A stretch of a thread between two synchronisation operations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// Its number among the thread's; from 1.
    pub number: u32,
    /// What the thread knew of the others in it.
    pub knows: VectorClock,
    /// What it accessed.
    pub set: AccessSet,
}

/// One thread's past as far as it can still race.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// Finished segments with accesses, oldest first.
    pub segments: Vec<Segment>,
    /// The segment that it is in.
    pub current: Segment,
}

/// The pasts of all threads and what channels carry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Causality {
    /// By thread.
    pub pasts: Vec<Past>,
    /// Which pasts may differ from what was saved or loaded last.
    pub changed: Vec<bool>,
    /// Whether what threads know or channels carry may differ from what was saved or loaded last.
    pub clocks_changed: bool,
    channels: BTreeMap<Channel, VectorClock>,
    locations: BTreeMap<u64, VectorClock>,
    /// The threads that what was saved or loaded last tells of, apart from finished segments.
    known: Known,
}

/// The threads that some clock tells of; those with high numbers count as such.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known(u128);

impl Known {
    /// Whether a clock tells of this thread.
    #[inline]
    pub fn has(self, t: ThreadId) -> bool {
        1u128.checked_shl(t.0).is_none_or(|bit| self.0 & bit != 0)
    }

    /// The threads that one of the two tells of.
    pub fn or(self, other: Known) -> Known {
        Known(self.0 | other.0)
    }

    fn add(&mut self, clock: &VectorClock) {
        for (t, &time) in clock.components().iter().enumerate().take(128) {
            self.0 |= u128::from(time != 0) << t;
        }
    }
}

impl Past {
    /// The threads that its finished segments tell of.
    pub fn known(&self) -> Known {
        let mut known = Known::default();
        self.segments.iter().for_each(|s| known.add(&s.knows));
        known
    }
}

impl Causality {
    /// The threads that some clock tells of.
    pub fn known(&self) -> Known {
        let mut known = match self.clocks_changed {
            true => self.known_now(),
            false => self.known,
        };
        for past in &self.pasts {
            known = known.or(past.known());
        }
        known
    }

    /// The threads that what was saved or loaded last tells of, apart from finished segments.
    pub fn known_by_clocks(&self) -> Known {
        self.known
    }

    fn known_now(&self) -> Known {
        let mut known = Known::default();
        self.pasts.iter().for_each(|past| known.add(&past.current.knows));
        self.channels.values().for_each(|c| known.add(c));
        self.locations.values().for_each(|c| known.add(c));
        known
    }

    /// What threads know and channels carry has been saved or loaded.
    pub fn settle_clocks(&mut self) {
        self.clocks_changed = false;
        self.known = self.known_now();
    }

    /// Lets all these threads know only what each of them knows.
    pub fn level(&mut self, threads: &[ThreadId]) {
        let clock = |t: &ThreadId| self.pasts.get(t.0 as usize).map(|p| &p.current.knows);
        let Some(first) = threads.first().and_then(clock) else {
            return;
        };
        if threads.iter().all(|t| clock(t) == Some(first)) {
            return;
        }
        let mut least = VectorClock::default();
        for (u, &time) in first.components().iter().enumerate() {
            let u = ThreadId(u as u32);
            let time = threads
                .iter()
                .map(|t| clock(t).map_or(0, |c| c.get(u)))
                .min()
                .unwrap_or(time);
            least.set(u, time);
        }
        self.clocks_changed = true;
        for t in threads {
            // Clocks are not part of the stored past, so that has not changed.
            if let Some(past) = self.pasts.get_mut(t.0 as usize) {
                past.current.knows = least.clone();
            }
        }
    }

    /// Whether two threads know the same.
    pub fn know_the_same(&self, t: ThreadId, u: ThreadId) -> bool {
        let clock = |t: ThreadId| self.pasts.get(t.0 as usize).map(|p| &p.current.knows);
        clock(t) == clock(u)
    }

    /// Threads of which no clock tells change places.
    pub fn rearrange(&mut self, rearrangement: &Rearrangement) {
        for &(a, b) in rearrangement.swaps() {
            let last = a.max(b);
            if self.pasts.len() <= last.0 as usize {
                // One that has done nothing yet.
                self.change(last);
                self.changed[last.0 as usize] = false;
            }
            self.clocks_changed |= !self.know_the_same(a, b);
            self.pasts.swap(a.0 as usize, b.0 as usize);
        }
    }

    /// The past of a thread, made if there is none, to change it.
    #[inline(always)]
    pub fn change(&mut self, t: ThreadId) -> &mut Past {
        let i = t.0 as usize;
        if self.pasts.len() <= i {
            self.make_room(i);
        }
        self.changed[i] = true;
        &mut self.pasts[i]
    }

    #[cold]
    fn make_room(&mut self, i: usize) {
        while self.pasts.len() <= i {
            let mut past = Past::default();
            past.current.number = 1;
            self.pasts.push(past);
            self.changed.push(true);
        }
    }

    /// Ends the current segment of a thread and starts the next.
    fn next_segment(&mut self, t: ThreadId) {
        let past = self.change(t);
        let knows = past.current.knows.clone();
        let number = past.current.number + 1;
        let mut done = std::mem::replace(
            &mut past.current,
            Segment {
                number,
                knows,
                set: AccessSet::default(),
            },
        );
        if !done.set.is_empty() {
            done.set.settle();
            past.segments.push(done);
        }
    }

    /// What the thread publishes: all it knows, and its own segments before the current one.
    fn published(&mut self, t: ThreadId) -> VectorClock {
        let past = self.change(t);
        let mut clock = past.current.knows.clone();
        clock.set(t, past.current.number - 1);
        clock
    }

    /// A lock operation: the thread's accesses so far have been checked and are dropped.
    pub fn drop_segments(&mut self, t: ThreadId) {
        let past = self.change(t);
        past.segments.clear();
        past.current.set.clear();
        // Nobody can know of the first one.
        if past.current.number > 1 {
            past.current.number += 1;
        }
    }

    /// Thread `t` does `edge` as a deterministic operation. Gives whether a segment ended (it is then the
    /// last finished one).
    pub fn apply(&mut self, t: ThreadId, edge: Edge) {
        self.clocks_changed = true;
        match edge {
            Edge::Fork(child) => {
                self.next_segment(t);
                self.next_segment(child);
                let clock = self.published(t);
                self.change(child).current.knows = clock;
            }
            Edge::Join(child) => {
                self.next_segment(t);
                self.next_segment(child);
                let clock = self.published(child);
                self.change(t).current.knows.join(&clock);
            }
            Edge::Release(channel) => {
                self.next_segment(t);
                let clock = self.published(t);
                self.channels.entry(channel).or_default().join(&clock);
            }
            Edge::Acquire(channel) => {
                if self.channels.contains_key(&channel) {
                    self.next_segment(t);
                    self.change(t);
                    let clock = &self.channels[&channel];
                    self.pasts[t.0 as usize].current.knows.join(clock);
                }
            }
            Edge::AtomicLoad(location, _) => {
                if let Some(clock) = self.locations.get(&location).cloned() {
                    self.next_segment(t);
                    self.change(t).current.knows.join(&clock);
                }
            }
            Edge::AtomicStore(location, _) => {
                self.next_segment(t);
                let clock = self.published(t);
                self.locations.insert(location, clock);
            }
            Edge::AtomicUpdate(location, _) => {
                self.next_segment(t);
                let clock = self.published(t);
                self.locations.entry(location).or_default().join(&clock);
            }
            Edge::Fence(_) => {}
        }
    }

    /// Appends what threads know and what channels carry; nothing if nobody knows anything.
    pub fn encode_clocks(&self, out: &mut Vec<u8>) {
        let empty = |c: &VectorClock| c.components().is_empty();
        if self.pasts.iter().all(|p| empty(&p.current.knows))
            && self.channels.is_empty()
            && self.locations.is_empty()
        {
            return;
        }
        for (t, past) in self.pasts.iter().enumerate() {
            if !empty(&past.current.knows) {
                out.push(1);
                out.extend((t as u32).to_le_bytes());
                encode_clock(&past.current.knows, out);
            }
        }
        for (channel, clock) in &self.channels {
            out.push(2);
            out.push(channel.lane);
            out.extend(channel.key.to_le_bytes());
            encode_clock(clock, out);
        }
        for (location, clock) in &self.locations {
            out.push(3);
            out.extend(location.to_le_bytes());
            encode_clock(clock, out);
        }
    }

    /// Restores what [`Causality::encode_clocks`] wrote; gives the bytes after it.
    pub fn decode_clocks<'b>(&mut self, mut bytes: &'b [u8]) -> &'b [u8] {
        for past in &mut self.pasts {
            past.current.knows = VectorClock::default();
        }
        self.channels.clear();
        self.locations.clear();
        while let Some((&tag, rest)) = bytes.split_first() {
            match tag {
                1 => {
                    bytes = rest;
                    let t = ThreadId(word(&mut bytes));
                    let clock = decode_clock(&mut bytes);
                    // The clocks may be of threads that only another worker has seen until now.
                    self.make_room(t.0 as usize);
                    self.pasts[t.0 as usize].current.knows = clock;
                }
                2 => {
                    let lane = rest[0];
                    bytes = &rest[1..];
                    let key = u64::from(word(&mut bytes)) | u64::from(word(&mut bytes)) << 32;
                    let clock = decode_clock(&mut bytes);
                    self.channels.insert(Channel { key, lane }, clock);
                }
                3 => {
                    bytes = rest;
                    let location = u64::from(word(&mut bytes)) | u64::from(word(&mut bytes)) << 32;
                    let clock = decode_clock(&mut bytes);
                    self.locations.insert(location, clock);
                }
                _ => break,
            }
        }
        bytes
    }

    /// Whether two segments of different threads are ordered.
    pub fn ordered(t: ThreadId, a: &Segment, u: ThreadId, b: &Segment) -> bool {
        a.knows.get(u) >= b.number || b.knows.get(t) >= a.number
    }

    /// Drops finished segments that every other living thread knows, then renumbers. `alive` tells which
    /// threads have not finished.
    pub fn normalise(&mut self, alive: impl Fn(ThreadId) -> bool) {
        let ended = |t| self.changed[t] && !alive(ThreadId(t as u32));
        let anew = self.clocks_changed || (0..self.pasts.len()).any(ended);
        for t in 0..self.pasts.len() {
            if anew && !self.pasts[t].segments.is_empty() {
                self.drop_known(t, &alive);
            }
        }
        for t in 0..self.pasts.len() {
            let past = &self.pasts[t];
            if past.current.number as usize != past.segments.len() + 1 {
                self.renumber(t);
            }
        }
    }

    fn drop_known(&mut self, t: usize, alive: &impl Fn(ThreadId) -> bool) {
        // The oldest comes first.
        let oldest = self.pasts[t].segments[0].number;
        let mut known_to_all = u32::MAX;
        for (u, past) in self.pasts.iter().enumerate() {
            let known = past.current.knows.get(ThreadId(t as u32));
            if u != t && known < known_to_all && alive(ThreadId(u as u32)) {
                known_to_all = known;
                if known < oldest {
                    return;
                }
            }
        }
        self.pasts[t].segments.retain(|s| s.number > known_to_all);
        self.changed[t] = true;
    }

    /// Numbers the live segments of a thread from 1, in every clock too: the new number of an old one is how
    /// many live ones there are up to it.
    fn renumber(&mut self, t: usize) {
        let live: Vec<u32> = self.pasts[t].segments.iter().map(|s| s.number).collect();
        let thread = ThreadId(t as u32);
        let carried = !self.channels.is_empty() || !self.locations.is_empty();
        let mut clocks_changed = false;
        let mut fix = |clock: &mut VectorClock| {
            let known = clock.get(thread);
            if known == 0 {
                return false;
            }
            clocks_changed = true;
            let new = live.partition_point(|&n| n <= known) as u32;
            clock.set(thread, new);
            new != known
        };
        for (u, past) in self.pasts.iter_mut().enumerate() {
            for (i, segment) in past.segments.iter_mut().enumerate() {
                if u == t {
                    segment.number = i as u32 + 1;
                }
                self.changed[u] |= fix(&mut segment.knows) || u == t;
            }
            if u == t {
                past.current.number = past.segments.len() as u32 + 1;
            }
            fix(&mut past.current.knows);
        }
        let mut keep = |clock: &mut VectorClock| {
            fix(clock);
            !clock.components().is_empty()
        };
        self.channels.retain(|_, clock| keep(clock));
        self.locations.retain(|_, clock| keep(clock));
        self.clocks_changed |= clocks_changed || carried;
    }
}
