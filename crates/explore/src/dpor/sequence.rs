//! Atomic operations for the predicting orders, which know channels only: each store that releases, and each
//! release fence, leaves what its thread knows in a channel of its own, and whoever acquires by a load picks
//! up the channels of the release sequences that the value belongs to. These are the rules of
//! [`HappensBefore`](raceproof_order::HappensBefore), with the name of a channel for what is in it.

use raceproof_machine::ThreadId;
use raceproof_order::{Channel, Edge, Strength};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The lane of these channels; those of synchronisation objects are low numbers.
const LANE: u8 = u8::MAX;

/// The release sequences of the path.
#[derive(Debug, Default)]
pub struct Sequences {
    now: Rc<Now>,
    /// What there was before each change.
    past: Vec<Rc<Now>>,
}

#[derive(Clone, Debug, Default)]
struct Now {
    /// The number of the next channel.
    next: u64,
    /// By location: the heads of the sequences that its value belongs to, with their channels.
    heads: BTreeMap<u64, Vec<(ThreadId, u64)>>,
    /// By thread, the channel of its last release fence.
    fences: BTreeMap<ThreadId, u64>,
    /// By thread, the channels that an acquire fence would pick up.
    pending: BTreeMap<ThreadId, Vec<u64>>,
}

impl Sequences {
    pub fn moment(&self) -> usize {
        self.past.len()
    }

    pub fn undo(&mut self, moment: usize) {
        self.past.truncate(moment + 1);
        if self.past.len() > moment
            && let Some(now) = self.past.pop()
        {
            self.now = now;
        }
    }

    /// What an edge is by channels.
    pub fn by_channels(&mut self, t: ThreadId, edge: Edge) -> Vec<Edge> {
        let (location, strength) = match edge {
            Edge::AtomicLoad(location, strength)
            | Edge::AtomicStore(location, strength)
            | Edge::AtomicUpdate(location, strength) => (location, strength),
            Edge::Fence(strength) => (0, strength),
            // The place of a task that has ended is used again.
            Edge::Fork(child)
                if self.now.fences.contains_key(&child) || self.now.pending.contains_key(&child) =>
            {
                let now = self.change();
                now.fences.remove(&child);
                now.pending.remove(&child);
                return vec![edge];
            }
            edge => return vec![edge],
        };
        let now = self.change();
        match edge {
            Edge::AtomicLoad(..) => now.load(t, location, strength),
            Edge::Fence(_) => now.fence(t, strength),
            _ => {
                if matches!(edge, Edge::AtomicStore(..)) {
                    let heads = now.heads.entry(location).or_default();
                    heads.retain(|(head, _)| *head == t);
                }
                now.publish(t, location, strength)
            }
        }
    }

    fn change(&mut self) -> &mut Now {
        self.past.push(Rc::clone(&self.now));
        Rc::make_mut(&mut self.now)
    }
}

impl Now {
    fn load(&mut self, t: ThreadId, location: u64, strength: Strength) -> Vec<Edge> {
        let heads = self.heads.get(&location).into_iter().flatten();
        let channels: Vec<u64> = heads.map(|(_, channel)| *channel).collect();
        if strength.acquire {
            return channels.into_iter().map(acquire).collect();
        }
        let pending = self.pending.entry(t).or_default();
        pending.extend(channels);
        pending.sort_unstable();
        pending.dedup();
        Vec::new()
    }

    fn publish(&mut self, t: ThreadId, location: u64, strength: Strength) -> Vec<Edge> {
        let fence = self.fences.get(&t).copied();
        let heads = self.heads.entry(location).or_default();
        if !strength.release {
            let fence = fence.map(|channel| (t, channel));
            heads.extend(fence.filter(|head| !heads.contains(head)));
            return Vec::new();
        }
        // It tells all that earlier ones of the thread tell.
        heads.retain(|(head, _)| *head != t);
        heads.push((t, self.next));
        self.next += 1;
        vec![release(self.next - 1)]
    }

    fn fence(&mut self, t: ThreadId, strength: Strength) -> Vec<Edge> {
        let mut edges = Vec::new();
        if strength.acquire {
            edges.extend(self.pending.remove(&t).into_iter().flatten().map(acquire));
        }
        if strength.release {
            self.fences.insert(t, self.next);
            edges.push(release(self.next));
            self.next += 1;
        }
        edges
    }
}

fn acquire(key: u64) -> Edge {
    Edge::Acquire(Channel { key, lane: LANE })
}

fn release(key: u64) -> Edge {
    Edge::Release(Channel { key, lane: LANE })
}
