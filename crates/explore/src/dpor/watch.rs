//! What the engine sees of a turn: races by happens-before, and what the operation touched.
//!
//! There are two orders. Happens-before decides what is a race; it has only the edges that the program's synchronisation gives. The order of
//! dependence decides which executions are the same; it has an edge between any two operations that touch the same bytes, so a
//! relaxed load comes after the store that it reads from and yet does not know of it.

use crate::touch::Touch;
use raceproof_machine::{Access, ObjectId, Observer, Pointer, Sink, Site, ThreadId};
use raceproof_order::{Edge, HappensBefore, Reach, Shadow};

pub struct Watch {
    /// Happens-before.
    pub happens_before: HappensBefore,
    /// The order of dependence.
    pub dependence: HappensBefore,
    shadow: Shadow,
    /// Whether the operation at hand is one whose order matters.
    pub global: bool,
    /// What it touched, if so.
    pub touches: Vec<Touch>,
    /// A lock that it took or gave back.
    pub lock: Option<(Pointer, bool)>,
    /// A race: the earlier place and the later one.
    pub race: Option<(Site, Site)>,
    /// Where there were more alternatives than those on offer.
    pub narrowed: Option<Site>,
}

/// A moment to go back to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    happens_before: usize,
    dependence: usize,
    shadow: usize,
}

impl Watch {
    pub fn new() -> Watch {
        let mut watch = Watch {
            happens_before: HappensBefore::new(),
            dependence: HappensBefore::new(),
            shadow: Shadow::default(),
            global: false,
            touches: Vec::new(),
            lock: None,
            race: None,
            narrowed: None,
        };
        watch.happens_before.keep_journal();
        watch.dependence.keep_journal();
        watch.shadow.keep_journal();
        watch
    }

    pub fn moment(&self) -> Moment {
        Moment {
            happens_before: self.happens_before.moment(),
            dependence: self.dependence.moment(),
            shadow: self.shadow.moment(),
        }
    }

    pub fn undo(&mut self, moment: Moment) {
        self.happens_before.undo(moment.happens_before);
        self.dependence.undo(moment.dependence);
        self.shadow.undo(moment.shadow);
    }

    /// Begins an operation whose order matters.
    pub fn begin(&mut self) {
        self.global = true;
        self.touches.clear();
        self.lock = None;
    }

    fn touch(&mut self, touch: Touch) {
        if !self.touches.contains(&touch) {
            self.touches.push(touch);
        }
    }
}

impl Sink for Watch {
    #[inline]
    fn access(&mut self, thread: ThreadId, a: Access) {
        let clock = self.happens_before.clock(thread);
        let touch = raceproof_order::Touch {
            epoch: self.happens_before.epoch(thread),
            site: a.site.0,
            write: a.write,
            atomic: a.atomic,
        };
        let reach = Reach {
            object: a.object.0,
            start: a.start,
            length: a.length,
        };
        let earlier = self.shadow.access(reach, touch, |e| clock.knows(e));
        if let Some(earlier) = earlier
            && self.race.is_none()
        {
            self.race = Some((Site(earlier.site), a.site));
        }
        if self.global {
            self.touch(Touch {
                object: a.object,
                start: a.start,
                end: a.start.saturating_add(a.length),
                write: a.write,
            });
        }
    }

    fn allocated(&mut self, _thread: ThreadId, object: ObjectId, _site: Site) {
        self.shadow.forget(object.0);
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() {
            self.access(
                thread,
                Access {
                    object,
                    start: 0,
                    length: size,
                    write: true,
                    atomic: false,
                    site,
                },
            );
        }
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.happens_before.apply(thread, edge);
        match edge {
            Edge::Acquire(channel) | Edge::Release(channel) if self.global => {
                self.touch(Touch::channel(channel));
            }
            _ if self.global => {}
            _ => self.dependence.apply(thread, edge),
        }
    }

    fn narrowed(&mut self, _thread: ThreadId, site: Site) {
        self.narrowed = Some(site);
    }

    fn lock(&mut self, _thread: ThreadId, object: Pointer, held: bool) {
        self.lock = Some((object, held));
    }
}

impl Observer for Watch {}
