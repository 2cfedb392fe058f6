//! Going through a trace with several orders at a time.
//!
//! Each event is applied to every order. A race is noted by its two places, so a loop that races a million
//! times is one pair. What the schedulable order and the closure of sync-preserving reorderings find are
//! races; of happens-before that holds for the first one; what the others find is *predicted* until the
//! closure confirms it, which is tried a few times for each pair. For that the history of the trace is kept,
//! unless the caller does without.

use raceproof_order::{Action, Dc, Detect, Schedulable, SyncPreserving, ThreadId, VectorClock, Wcp};
use rustc_hash::FxHashMap;

use crate::{Access, Event, Found, Pair, Roster, Standing, Summary};

/// An order by which races are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderName {
    /// Happens-before.
    Hb,
    /// Schedulable happens-before.
    Shb,
    /// Weak-causally-precedes.
    Wcp,
    /// Does-not-commute.
    Dc,
    /// Sync-preserving reorderings.
    Sync,
}

impl OrderName {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            OrderName::Hb => "hb",
            OrderName::Shb => "shb",
            OrderName::Wcp => "wcp",
            OrderName::Dc => "dc",
            OrderName::Sync => "sync",
        }
    }
}

/// How often a pair is tried to be confirmed.
const TRIES: u64 = 8;

/// Bits of a mark for the spot; the others number the events.
const SPOT_BITS: u32 = 28;

/// A place of the program, with who is there and whether it writes.
type Spot = (u32, ThreadId, bool);

/// A pair of spots, as far as it was met.
struct Met {
    standing: Standing,
    variable: u64,
    event: u64,
    times: u64,
}

/// An order with what it has found.
struct Course {
    name: OrderName,
    order: Box<dyn Detect>,
    events: u64,
    pairs: FxHashMap<(u32, u32), Met>,
}

/// The first race for which there is a reordering.
struct Shown {
    /// How many events of each thread come before both accesses.
    before: VectorClock,
    /// The accesses, by their numbers from 1.
    accesses: [u64; 2],
}

/// Goes through the events of a trace.
pub struct Analysis {
    courses: Vec<Course>,
    /// What confirms predictions.
    history: Option<SyncPreserving>,
    /// All events, if a reordering is asked for.
    kept: Option<Vec<Event>>,
    shown: Option<Shown>,
    spots: Vec<Spot>,
    numbers: FxHashMap<Spot, u32>,
    events: u64,
}

impl Analysis {
    /// By these orders. Predictions are confirmed where that is possible if the history is kept.
    pub fn new(orders: &[OrderName], keeps_history: bool) -> Analysis {
        let course = |&name: &OrderName| Course {
            name,
            order: match name {
                OrderName::Hb => Box::new(Schedulable::happens_before()),
                OrderName::Shb => Box::new(Schedulable::new()),
                OrderName::Wcp => Box::new(Wcp::new()),
                OrderName::Dc => Box::new(Dc::new()),
                OrderName::Sync => Box::new(SyncPreserving::new()),
            },
            events: 0,
            pairs: FxHashMap::default(),
        };
        let predicts = |name: &OrderName| !matches!(name, OrderName::Shb | OrderName::Sync);
        Analysis {
            courses: orders.iter().map(course).collect(),
            history: (keeps_history && orders.iter().any(predicts)).then(SyncPreserving::history),
            kept: None,
            shown: None,
            spots: Vec::new(),
            numbers: FxHashMap::default(),
            events: 0,
        }
    }

    /// Keeps all events from now on, the first one, to give a [reordering](Analysis::reordering).
    pub fn keep_events(&mut self) {
        self.kept = Some(Vec::new());
        self.history.get_or_insert_with(SyncPreserving::history);
    }

    /// A correct reordering of a part of the trace in which the accesses of a race come next to each other at
    /// its end, if events are kept and some race was confirmed so.
    pub fn reordering(&self) -> Option<Vec<Event>> {
        let (kept, shown) = (self.kept.as_ref()?, self.shown.as_ref()?);
        let mut counts: FxHashMap<ThreadId, u32> = FxHashMap::default();
        let is_before = |event: &&Event| {
            let count = counts.entry(event.thread).or_default();
            *count += 1;
            *count <= shown.before.get(event.thread)
        };
        let mut events: Vec<Event> = kept.iter().filter(is_before).copied().collect();
        events.extend(
            shown
                .accesses
                .iter()
                .filter_map(|number| kept.get(*number as usize - 1)),
        );
        Some(events)
    }

    /// The next event.
    pub fn event(&mut self, event: Event) {
        self.events += 1;
        let Event {
            thread,
            action,
            place,
        } = event;
        let access = match action {
            Action::Read(x) => Some((x, false)),
            Action::Write(x) => Some((x, true)),
            _ => None,
        };
        let spot = access.map_or(0, |(_, write)| self.spot((place, thread, write)));
        let mark = self.events << SPOT_BITS | u64::from(spot);
        if let Some(history) = &mut self.history {
            history.apply(thread, action, mark);
        }
        if let Some(kept) = &mut self.kept {
            kept.push(event);
        }
        for course in &mut self.courses {
            let (Some(earlier), Some((x, _))) = (course.order.apply(thread, action, mark), access) else {
                continue;
            };
            let is_first = course.events == 0;
            course.events += 1;
            let first = (earlier & ((1 << SPOT_BITS) - 1)) as u32;
            let met = course.pairs.entry((first, spot)).or_insert(Met {
                standing: match course.name {
                    OrderName::Shb | OrderName::Sync => Standing::Race,
                    OrderName::Hb if is_first => Standing::Race,
                    OrderName::Hb | OrderName::Wcp | OrderName::Dc => Standing::Predicted,
                },
                variable: x,
                event: self.events,
                times: 0,
            });
            met.times += 1;
            if met.standing == Standing::Predicted
                && met.times <= TRIES
                && let Some(history) = &self.history
                && history.confirms(x, earlier, thread)
            {
                met.standing = Standing::Race;
                (met.variable, met.event) = (x, self.events);
            }
            if met.standing == Standing::Race
                && self.kept.is_some()
                && self.shown.is_none()
                && let Some(history) = &self.history
                && let Some(before) = history.reordering(x, earlier, thread)
            {
                let accesses = [earlier >> SPOT_BITS, self.events];
                self.shown = Some(Shown { before, accesses });
            }
        }
    }

    /// A variable ends: nothing races with its accesses any more.
    pub fn forget(&mut self, variable: u64) {
        self.courses
            .iter_mut()
            .for_each(|course| course.order.forget(variable));
    }

    fn spot(&mut self, spot: Spot) -> u32 {
        *self.numbers.entry(spot).or_insert_with(|| {
            self.spots.push(spot);
            self.spots.len() as u32 - 1
        })
    }

    /// What was found, in the names that the reader knows.
    pub fn summary(&self, roster: &Roster) -> Summary {
        let access = |spot: u32| {
            let (place, thread, write) = self.spots[spot as usize];
            Access {
                thread: roster.threads.name(thread.0).to_owned(),
                place: roster.places.name(place).to_owned(),
                write,
            }
        };
        let found = |course: &Course| {
            let mut pairs: Vec<_> = course.pairs.iter().collect();
            pairs.sort_by_key(|(spots, met)| (met.event, **spots));
            let pair = |(spots, met): (&(u32, u32), &Met)| Pair {
                standing: met.standing,
                variable: roster.variables.name(met.variable as u32).to_owned(),
                accesses: [access(spots.0), access(spots.1)],
                event: met.event,
                times: met.times,
            };
            Found {
                order: course.name.word(),
                events: course.events,
                pairs: pairs.into_iter().map(pair).collect(),
            }
        };
        Summary {
            events: self.events,
            threads: roster.threads.len(),
            locks: roster.locks.len(),
            variables: roster.variables.len(),
            orders: self.courses.iter().map(found).collect(),
        }
    }
}
