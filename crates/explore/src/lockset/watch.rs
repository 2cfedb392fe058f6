//! What the engine sees of a step.

use super::cells::{Bytes, Cells, Met};
use super::future::Use;
use crate::touch::Touch;
use raceproof_engine::Unwritten;
use raceproof_machine::{Access, Note, ObjectId, Observer, Sink, Site, ThreadId};
use raceproof_order::{Edge, LocksetTable};

#[derive(Debug, Default)]
pub struct Watch {
    pub table: LocksetTable,
    pub cells: Cells,
    /// The node that the step starts from.
    pub node: u32,
    /// Whether the operation at hand is one whose order matters.
    pub global: bool,
    pub touches: Vec<Touch>,
    pub met: Met,
    /// Bytes on which a floor did not protect an access.
    pub unprotected: Vec<Bytes>,
    /// Bytes that were written, so that earlier accesses no longer count.
    pub written: Vec<Bytes>,
    /// What was accessed.
    pub uses: Vec<Use>,
    /// The accesses themselves.
    pub accesses: Vec<(ThreadId, Access)>,
    /// Where the life of objects on a stack ended though another thread might have accessed them later.
    pub ended: Vec<Site>,
    /// Where there were more alternatives than those on offer.
    pub narrowed: Option<Site>,
    /// Where bytes were read that nobody has written, in the whole search.
    pub unwritten: Unwritten,
}

impl Watch {
    pub fn begin(&mut self, node: u32, global: bool) {
        self.node = node;
        self.global = global;
        self.touches.clear();
        self.met.races.clear();
        self.met.expand.clear();
        self.unprotected.clear();
        self.written.clear();
        self.uses.clear();
        self.accesses.clear();
    }

    fn touch(&mut self, touch: Touch) {
        if self.global && !self.touches.contains(&touch) {
            self.touches.push(touch);
        }
    }
}

impl Sink for Watch {
    fn access(&mut self, t: ThreadId, a: Access) {
        self.met.unprotected = false;
        self.cells
            .access(t, &a, self.node, &mut self.table, &mut self.met);
        let bytes = Bytes::of(&a);
        if self.met.unprotected {
            self.unprotected.push(bytes);
        }
        if a.write && !a.atomic {
            self.written.push(bytes);
        }
        self.uses.push(Use {
            object: a.object,
            thread: t,
            write: a.write,
            atomic: a.atomic,
        });
        self.accesses.push((t, a));
        self.touch(Touch::of(&a));
    }

    fn allocated(&mut self, _thread: ThreadId, object: ObjectId, _site: Site) {
        self.cells.forget(object);
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if object.space().is_stack() {
            self.accesses.push((thread, Access::end(object, size, site)));
            self.met.unprotected = false;
            if self.cells.end(thread, object, &self.table, &mut self.met) {
                self.ended.push(site);
            }
            if self.met.unprotected {
                self.unprotected.push(Bytes {
                    object,
                    start: 0,
                    end: u32::MAX,
                });
            }
            self.uses.push(Use {
                object,
                thread,
                write: true,
                atomic: false,
            });
        } else {
            self.access(thread, Access::end(object, size, site));
        }
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.table.apply(thread, edge);
        if let Edge::Acquire(channel) | Edge::Release(channel) = edge {
            self.touch(Touch::channel(channel));
        }
    }

    fn narrowed(&mut self, _thread: ThreadId, site: Site) {
        self.narrowed = Some(site);
    }

    fn note(&mut self, note: Note, site: Site) {
        self.unwritten.add(note, site);
    }
}

impl Observer for Watch {
    const STEP: bool = true;
}
