//! What a thread does between two nodes of the graph, as the engine needs it.

use super::access_set::AccessSet;
use raceproof_engine::Unwritten;
use raceproof_machine::{Access, Note, ObjectId, Observer, Sink, Site, ThreadId};
use raceproof_order::Edge;

/// Records a thread's turn.
#[derive(Debug, Default)]
pub struct Record {
    /// Accesses since the thread's last synchronisation.
    pub set: AccessSet,
    /// Atomic accesses: each is checked at once and then forgotten, for the release that goes with it orders
    /// it.
    pub momentary: Vec<Access>,
    /// Objects on the stack whose life ended, as writes of all their bytes.
    pub ended: Vec<Access>,
    /// Edges of the operation at hand.
    pub edges: Vec<Edge>,
    /// Where threads observed each other without an edge.
    pub unordered: Option<Site>,
    /// Where there were more alternatives than those on offer.
    pub narrowed: Option<Site>,
    /// Where bytes were read that nobody has written, in the whole search.
    pub unwritten: Unwritten,
}

impl Sink for Record {
    #[inline]
    fn access(&mut self, _thread: ThreadId, access: Access) {
        if access.atomic {
            self.momentary.push(access);
        } else {
            self.set.add(access);
        }
    }

    fn released(&mut self, _thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        let is_stack = object.space().is_stack();
        let end = Access {
            object,
            start: 0,
            length: if is_stack { u32::MAX } else { size },
            write: true,
            atomic: false,
            site,
        };
        // Freeing is like writing all of it; that of a stack object is no race, but whoever uses it later
        // meets a defect.
        match is_stack {
            false => self.set.add(end),
            true if self.ended.last() != Some(&end) => self.ended.push(end),
            true => {}
        }
    }

    fn edge(&mut self, _thread: ThreadId, edge: Edge) {
        self.edges.push(edge);
    }

    fn unordered(&mut self, _thread: ThreadId, site: Site) {
        self.unordered = Some(site);
    }

    fn narrowed(&mut self, _thread: ThreadId, site: Site) {
        self.narrowed = Some(site);
    }

    fn note(&mut self, note: Note, site: Site) {
        self.unwritten.add(note, site);
    }
}

impl Observer for Record {}
