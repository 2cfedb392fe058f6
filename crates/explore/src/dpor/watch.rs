//! What the engine sees of a turn: races by happens-before, and what the operation touched.
//!
//! There are two orders. Happens-before decides what is a race; it has only the edges that the program's
//! synchronisation gives. The order of dependence decides which executions are the same; it has an edge
//! between any two operations that touch the same bytes, so a relaxed load comes after the store that it
//! reads from and yet does not know of it. Where races are predicted ([`Order`]), an order with fewer edges
//! takes the place of happens-before.

use super::sequence::Sequences;
use super::{Options, Order};
use crate::touch::Touch;
use raceproof_engine::Unwritten;
use raceproof_machine::{Access, Note, ObjectId, Observer, Pointer, Sink, Site, ThreadId};
use raceproof_order::{
    Action, Dc, Detect, Edge, HappensBefore, Predict, PredictMoment, Reach, Shadow, VectorClock, Wcp,
};
use rustc_hash::FxHashMap;

/// An order that predicts races.
#[derive(Debug)]
pub enum Predictor {
    Wcp(Box<Wcp>),
    Dc(Box<Dc>),
}

impl Predictor {
    fn get(&self) -> &dyn Predict {
        match self {
            Predictor::Wcp(order) => order.as_ref(),
            Predictor::Dc(order) => order.as_ref(),
        }
    }

    fn change(&mut self) -> &mut dyn Predict {
        match self {
            Predictor::Wcp(order) => order.as_mut(),
            Predictor::Dc(order) => order.as_mut(),
        }
    }
}

/// An access that a race may be predicted with.
#[derive(Clone, Debug)]
pub struct Mark {
    pub thread: ThreadId,
    pub site: Site,
    /// The turn on the path that made it.
    pub turn: u32,
    /// The turn that its critical section began with; the same turn if it is in none.
    pub section: u32,
    /// What its thread knew.
    pub knows: VectorClock,
    /// What it knew in the weaker order, if there is one.
    pub knew_weakly: Option<VectorClock>,
}

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
    /// The bytes of the lock that it worked on, if it is one of a section.
    pub lock_bytes: Option<Touch>,
    /// Races: the earlier place and the later one.
    pub races: Vec<(Site, Site)>,
    /// Where the life of objects on a stack ended though another thread might have accessed them later.
    pub ended: Vec<Site>,
    /// Where there were more alternatives than those on offer.
    pub narrowed: Option<Site>,
    /// Where bytes were read that nobody has written, in the whole search.
    pub unwritten: Unwritten,
    /// The turn that began the critical section that the thread is in, if those are the events.
    pub inside: Option<u32>,
    pub predictor: Option<Predictor>,
    /// An order that predicts more races, and orders no sections.
    weak: Option<Box<Dc>>,
    /// The release sequences of atomic operations, if races are predicted.
    sequences: Sequences,
    /// The accesses of the path, if races are predicted.
    pub marks: Vec<Mark>,
    /// For each turn of the path, the moment of its thread in the predicting order.
    pub times: Vec<u32>,
    /// A predicted race.
    pub predicted: Option<(u64, u64)>,
    /// A race that only the weaker order predicts.
    pub predicted_weakly: Option<(u64, u64)>,
    /// The ranges that synchronisation has accessed, ever. Of such an access only the first byte is kept,
    /// once its range is known; plain accesses of the range access that byte too. Two of these may be
    /// predicted to race though their own bytes differ; that is dropped like any prediction that does not
    /// replay.
    synchronising: FxHashMap<ObjectId, Vec<(u32, u32)>>,
}

/// A moment to go back to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    happens_before: usize,
    dependence: usize,
    shadow: usize,
    marks: usize,
    sequences: usize,
    predictor: PredictMoment,
    weak: PredictMoment,
}

impl Watch {
    pub fn new(options: &Options) -> Watch {
        let mut watch = Watch {
            happens_before: HappensBefore::new(),
            dependence: HappensBefore::new(),
            shadow: Shadow::default(),
            global: false,
            touches: Vec::new(),
            lock: None,
            lock_bytes: None,
            races: Vec::new(),
            ended: Vec::new(),
            narrowed: None,
            unwritten: Unwritten::default(),
            inside: None,
            predictor: match options.order {
                Order::Hb => None,
                Order::Wcp => Some(Predictor::Wcp(Box::new(Wcp::new()))),
                Order::Dc => Some(Predictor::Dc(Box::new(Dc::new()))),
            },
            weak: (options.order == Order::Dc).then(|| Box::new(Dc::weak())),
            sequences: Sequences::default(),
            marks: Vec::new(),
            times: Vec::new(),
            predicted: None,
            predicted_weakly: None,
            synchronising: FxHashMap::default(),
        };
        watch.happens_before.keep_journal();
        watch.dependence.keep_journal();
        watch.shadow.keep_journal();
        if let Some(order) = &mut watch.predictor {
            order.change().keep_journal();
        }
        if let Some(order) = &mut watch.weak {
            order.keep_journal();
        }
        watch
    }

    pub fn moment(&self) -> Moment {
        Moment {
            happens_before: self.happens_before.moment(),
            dependence: self.dependence.moment(),
            shadow: self.shadow.moment(),
            marks: self.marks.len(),
            sequences: self.sequences.moment(),
            predictor: self
                .predictor
                .as_ref()
                .map(|order| order.get().moment())
                .unwrap_or_default(),
            weak: self.weak.as_ref().map(|order| order.moment()).unwrap_or_default(),
        }
    }

    pub fn undo(&mut self, moment: Moment) {
        self.happens_before.undo(moment.happens_before);
        self.dependence.undo(moment.dependence);
        self.shadow.undo(moment.shadow);
        self.marks.truncate(moment.marks);
        self.sequences.undo(moment.sequences);
        if let Some(order) = &mut self.predictor {
            order.change().undo(moment.predictor);
        }
        if let Some(order) = &mut self.weak {
            order.undo(moment.weak);
        }
    }

    /// Thread `t` begins a turn.
    pub fn turn(&mut self, turn: usize, t: ThreadId) {
        if let Some(order) = &self.predictor {
            self.times.truncate(turn);
            self.times.push(order.get().epoch(t).time);
        }
    }

    /// What a thread knows in the order that races are found by.
    pub fn ordered(&self, t: ThreadId) -> VectorClock {
        match &self.predictor {
            Some(order) => order.get().clock(t),
            None => self.happens_before.clock(t).clone(),
        }
    }

    fn predict(&mut self, thread: ThreadId, a: Access) {
        let Some(order) = &mut self.predictor else { return };
        let mark = self.marks.len() as u64;
        let turn = self.times.len() as u32 - 1;
        let variable = |byte: u32| u64::from(a.object.0) << 32 | u64::from(byte);
        let mut end = a.start.saturating_add(a.length);
        let known = match a.atomic {
            true => Some(self.synchronising.entry(a.object).or_default()),
            false => self.synchronising.get_mut(&a.object),
        };
        let mut stand_ins = Vec::new();
        if let Some(known) = known {
            match a.atomic {
                true if known.contains(&(a.start, end)) => end = a.start + 1,
                true => known.push((a.start, end)),
                false => stand_ins.extend(
                    known
                        .iter()
                        .filter(|(from, to)| *from < end && a.start < *to && *from < a.start)
                        .map(|(from, _)| *from),
                ),
            }
        }
        for byte in stand_ins.into_iter().chain(a.start..end) {
            let x = variable(byte);
            // The operations of a lock itself do not race with each other.
            let action = match a.write && !a.atomic {
                true => Action::Write(x),
                false => Action::Read(x),
            };
            let earlier = order.change().apply(thread, action, mark);
            if let Some(earlier) = earlier
                && self.predicted.is_none()
            {
                self.predicted = Some((earlier, mark));
            }
            let earlier = self
                .weak
                .as_mut()
                .and_then(|order| order.apply(thread, action, mark));
            if let Some(earlier) = earlier
                && self.predicted_weakly.is_none()
            {
                self.predicted_weakly = Some((earlier, mark));
            }
        }
        self.marks.push(Mark {
            thread,
            site: a.site,
            turn,
            section: self.inside.unwrap_or(turn),
            knows: order.get().clock(thread),
            knew_weakly: self.weak.as_ref().map(|order| order.clock(thread)),
        });
    }

    /// Whether the operation at hand is an event of its own, by what it touches itself.
    fn is_event(&self) -> bool {
        self.inside.is_none()
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
        if self.inside.is_some() && !a.atomic {
            self.touch(Touch::of(&a));
        }
        if self.global && self.is_event() {
            self.touch(Touch::of(&a));
        } else if self.global {
            self.lock_bytes = Some(Touch::of(&a));
        }
        let predicts = self.predictor.is_some();
        if predicts {
            self.predict(thread, a);
        }
        let touch = raceproof_order::Touch {
            epoch: match &self.predictor {
                Some(order) => order.get().epoch(thread),
                None => self.happens_before.epoch(thread),
            },
            site: match predicts {
                true => self.marks.len() as u32 - 1,
                false => a.site.0,
            },
            write: a.write,
            atomic: a.atomic,
        };
        let reach = Reach {
            object: a.object.0,
            start: a.start,
            length: a.length,
        };
        if let Some(order) = &self.predictor {
            // The order predicts races of plain accesses; those with atomic ones are looked up.
            let clock = order.get().clock(thread);
            let earlier = self.shadow.access(reach, touch, |e| clock.knows(e));
            if let Some(earlier) = earlier
                && (a.atomic || earlier.atomic)
                && self.predicted.is_none()
            {
                self.predicted = Some((earlier.site.into(), touch.site.into()));
            }
            return;
        }
        let clock = self.happens_before.clock(thread);
        let earlier = self.shadow.access(reach, touch, |e| clock.knows(e));
        if let Some(earlier) = earlier {
            self.races.push((Site(earlier.site), a.site));
        }
    }

    fn allocated(&mut self, _thread: ThreadId, object: ObjectId, _site: Site) {
        self.shadow.forget(object.0);
    }

    fn released(&mut self, thread: ThreadId, object: ObjectId, size: u32, site: Site) {
        if object.space().is_stack() {
            let late = match &self.predictor {
                Some(order) => {
                    let clock = order.get().clock(thread);
                    self.shadow.end(object.0, thread, |e| clock.knows(e))
                }
                None => {
                    let clock = self.happens_before.clock(thread);
                    self.shadow.end(object.0, thread, |e| clock.knows(e))
                }
            };
            if late.is_some() && !self.ended.contains(&site) {
                self.ended.push(site);
            }
        } else {
            self.access(thread, Access::end(object, size, site));
        }
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        let is_section = self.global && !self.is_event();
        if let Some(order) = &mut self.predictor {
            let action = match edge {
                Edge::Acquire(channel) if is_section => Action::Acquire(channel.key),
                Edge::Release(channel) if is_section => Action::Release(channel.key),
                edge => Action::Hand(edge),
            };
            let edges = match action {
                Action::Hand(edge) => self.sequences.by_channels(thread, edge),
                _ => Vec::new(),
            };
            let hands = edges.into_iter().map(Action::Hand);
            let own = Some(action).filter(|action| !matches!(action, Action::Hand(_)));
            for action in own.into_iter().chain(hands) {
                order.change().apply(thread, action, 0);
                if let Some(order) = &mut self.weak {
                    order.apply(thread, action, 0);
                }
            }
        } else {
            self.happens_before.apply(thread, edge);
        }
        match edge {
            Edge::Acquire(channel) | Edge::Release(channel) if self.global && self.is_event() => {
                self.touch(Touch::channel(channel));
            }
            _ if self.global => {}
            _ => self.dependence.apply(thread, edge),
        }
    }

    fn narrowed(&mut self, _thread: ThreadId, site: Site) {
        self.narrowed = Some(site);
    }

    fn note(&mut self, note: Note, site: Site) {
        self.unwritten.add(note, site);
    }

    fn lock(&mut self, _thread: ThreadId, object: Pointer, held: bool) {
        self.lock = Some((object, held));
    }
}

impl Observer for Watch {}
