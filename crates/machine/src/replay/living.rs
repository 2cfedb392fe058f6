//! Races on variables that are alive.
//!
//! The place of a variable on the stack goes to another one when its function returns. A thread that still
//! has its address then races with whoever uses the new one, and a reader would be told of a variable that
//! has nothing to do with it. The thread may as well come earlier, when the variable was alive: the run is
//! searched for an access of the owner to what was there before, and the threads are put in the order in
//! which the two accesses race. Only the replay of that order makes a witness; else there is the first one.

use raceproof_order::{Edge, Epoch, HappensBefore};

use super::detect::play;
use super::{Witness, replay};
use crate::limits;
use crate::schedule::What;
use crate::{Access, Machine, ObjectId, Observer, Schedule, Sink, Site, ThreadId, Turn};

/// The same race, told of the variable that was there when its address was taken, where that can be shown.
pub fn living(machine: &Machine, witness: Witness) -> Witness {
    let [first, second] = witness.parties.each_ref();
    let object = second.access.object;
    let is_long = witness.accesses > limits::THIN_RUN.count();
    if !object.space().is_stack() || first.thread == second.thread || is_long {
        return witness;
    }
    let mut history = History {
        object,
        order: HappensBefore::new(),
        turn: 0,
        operations: 0,
        life: 0,
        touches: Vec::new(),
    };
    let mut state = machine.initial();
    let turns = witness.schedule.turns();
    for (number, turn) in turns.iter().enumerate() {
        history.turn = number;
        history.operations = 0;
        play(machine, &mut state, *turn, &mut history);
    }
    for (stranger, owner) in [(second, first), (first, second)] {
        let is_it =
            |touch: &&Touch| touch.thread == stranger.thread && touch.access.site == stranger.access.site;
        let Some(late) = history.touches.iter().rfind(is_it) else {
            continue;
        };
        let is_earlier = |touch: &&Touch| {
            let (a, b) = (touch.access, late.access);
            let is_shared =
                a.start < b.start.saturating_add(b.length) && b.start < a.start.saturating_add(a.length);
            touch.thread == owner.thread
                && touch.life < late.life
                && is_shared
                && (a.write || b.write)
                && !(a.atomic && b.atomic)
                && !late.knows.contains(&touch.moment)
        };
        let Some(early) = history.touches.iter().rfind(is_earlier) else {
            continue;
        };
        let schedule = reordered(turns, early, owner.thread);
        let sites = (early.access.site, late.access.site);
        if let Some(found) = replay(machine, &schedule, Some(sites)) {
            let has = |site: Site| found.parties.iter().any(|party| party.access.site == site);
            if has(sites.0) && has(sites.1) {
                return found;
            }
        }
    }
    witness
}

/// All others go first, then the owner makes its access.
fn reordered(turns: &[Turn], early: &Touch, owner: ThreadId) -> Schedule {
    let (before, after) = turns.split_at(early.turn);
    let mut order = before.to_vec();
    let mut own = after.first().copied();
    if let (
        Some(Turn {
            what: What::Run | What::Access(_),
            ..
        }),
        1..,
    ) = (own, early.operations)
    {
        order.push(Turn {
            thread: owner,
            what: What::Access(early.operations),
        });
        own = Some(Turn::access(owner));
    }
    order.extend(after.iter().filter(|turn| turn.thread != owner));
    order.extend(own);
    Schedule::new(order)
}

/// An access to the object.
struct Touch {
    thread: ThreadId,
    access: Access,
    moment: Epoch,
    /// Those before that are ordered before it.
    knows: Vec<Epoch>,
    turn: usize,
    /// How many operations with accesses its turn had before.
    operations: u32,
    /// How many objects had the name before.
    life: u32,
}

/// Keeps all accesses to what has one name.
struct History {
    object: ObjectId,
    order: HappensBefore,
    turn: usize,
    operations: u32,
    life: u32,
    touches: Vec<Touch>,
}

impl Sink for History {
    fn access(&mut self, thread: ThreadId, access: Access) {
        if access.object != self.object || self.touches.len() >= limits::LIVING_TOUCHES.size() {
            return;
        }
        let (moment, clock) = (self.order.epoch(thread), self.order.clock(thread));
        let knows = self
            .touches
            .iter()
            .map(|touch| touch.moment)
            .filter(|&e| clock.knows(e));
        self.touches.push(Touch {
            thread,
            access,
            moment,
            knows: knows.collect(),
            turn: self.turn,
            operations: self.operations,
            life: self.life,
        });
    }

    fn allocated(&mut self, _thread: ThreadId, object: ObjectId, _site: Site) {
        self.life += u32::from(object == self.object);
    }

    fn edge(&mut self, thread: ThreadId, edge: Edge) {
        self.order.apply(thread, edge);
    }
}

impl Observer for History {
    const STEP: bool = true;

    fn accessed(&mut self) -> bool {
        self.operations += 1;
        false
    }
}
