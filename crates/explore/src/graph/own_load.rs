//! Loads that do not acquire, of what only their own thread stores.
//!
//! Where a thread sees what another did and nothing orders the two, the theory of the graph does not hold. A
//! relaxed load of a location that nobody else ever stores to by an atomic operation sees nothing of others:
//! the index that the one producer of a queue keeps, for one. Whether somebody does is known when everything
//! has been explored, so such loads are kept until then. Threads must not change places meanwhile, for this
//! is about who they are.

use super::search::{End, Search};
use super::team::{Garbled, Message, put, thread};
use raceproof_engine::Limit;
use raceproof_machine::{Site, ThreadId};
use raceproof_order::{Edge, Strength};
use rustc_hash::FxHashMap;

/// Who stores to locations, and who loads without acquiring.
#[derive(Debug, Default)]
pub struct OwnLoads {
    /// The one thread that stores to a location by atomic operations; none if there are several.
    writers: FxHashMap<u64, Option<ThreadId>>,
    loads: FxHashMap<(u64, ThreadId), Site>,
}

impl OwnLoads {
    fn store(&mut self, location: u64, t: ThreadId) {
        let writer = self.writers.entry(location).or_insert(Some(t));
        if *writer != Some(t) {
            *writer = None;
        }
    }

    /// The loads that may have seen what others stored.
    fn foreign(&self) -> impl Iterator<Item = Site> {
        let is_foreign = |location: &u64, t: ThreadId| {
            let writer = self.writers.get(location);
            writer.is_some_and(|writer| *writer != Some(t))
        };
        let loads = self.loads.iter();
        loads
            .filter(move |((location, t), _)| is_foreign(location, *t))
            .map(|(_, site)| *site)
    }
}

impl OwnLoads {
    /// Appends all of it, for another worker.
    pub fn put(&self, out: &mut Vec<u8>) {
        put(out, self.writers.len() as u64);
        for (&location, writer) in &self.writers {
            put(out, location);
            put(out, writer.map_or(0, |t| u64::from(t.0) + 1));
        }
        put(out, self.loads.len() as u64);
        for (&(location, t), site) in &self.loads {
            for number in [location, u64::from(t.0), u64::from(site.0)] {
                put(out, number);
            }
        }
    }

    /// Adds what another worker has put.
    pub fn add(&mut self, message: &mut Message<'_>) -> Result<(), Garbled> {
        for _ in 0..message.count()? {
            let (location, writer) = (message.number()?, message.word()?);
            match writer.checked_sub(1) {
                Some(t) => self.store(location, ThreadId(t)),
                None => drop(self.writers.insert(location, None)),
            }
        }
        for _ in 0..message.count()? {
            let (location, t) = (message.number()?, thread(message)?);
            let site = Site(message.word()?);
            self.loads.entry((location, t)).or_insert(site);
        }
        Ok(())
    }
}

impl Search<'_, '_> {
    /// Keeps in mind who stores where. If the operation just done saw something and nothing ordered it, that
    /// is a limit, or will be one if others store what it loaded; at once if it `is_mixed` up with an atomic
    /// block or a swap.
    pub fn note_observation(&mut self, t: ThreadId, unordered: Option<(Site, bool)>) -> Result<(), End> {
        for edge in &self.record.edges {
            if let Edge::AtomicStore(location, _) | Edge::AtomicUpdate(location, _) = *edge {
                self.own_loads.store(location, t);
            }
        }
        if !self.knows_all(t) {
            for access in &self.record.momentary {
                if self.overlaps.add(access) {
                    self.found.outcome.limit(Limit::Unordered(access.site));
                }
            }
        }
        let Some((site, is_mixed)) = unordered.filter(|_| !self.knows_all(t)) else {
            return Ok(());
        };
        let is_load = !is_mixed && !self.machine.code().has_teams();
        match self.record.edges[..] {
            [Edge::AtomicLoad(location, Strength { acquire: false, .. })] if is_load => {
                if self.rules.crews {
                    return Err(self.without_crews());
                }
                self.own_loads.loads.entry((location, t)).or_insert(site);
            }
            _ => self.found.outcome.limit(Limit::Unordered(site)),
        }
        Ok(())
    }

    /// Everything has been explored, or as much as can be.
    pub fn settle_observations(&mut self) {
        let mut foreign: Vec<Site> = self.own_loads.foreign().collect();
        foreign.sort_unstable();
        foreign.extend(self.machine.tries_beside_waits());
        for site in foreign {
            self.found.outcome.limit(Limit::Unordered(site));
        }
    }
}
