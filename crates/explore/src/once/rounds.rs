//! Loops of a thread that is alone whose number of rounds depends on the schedule: `while (error > limit)` around regions, for one.
//!
//! A run goes round such a loop a few times, whatever its condition says, and leaves it then. Where the states at one of the loop's branches
//! that may leave it ([`Outlet`]) are different from one round to the next, the values count as ones that depend on
//! the schedule. If in the end nothing that they reach is steered by them, a round does the same accesses from every state that differs from
//! the first one in such values only, and comes to such a state again. So by induction every round of every schedule does what the first one did. That what is
//! stored in a round may have an equal value by chance does no harm: a store of a value that depends on another such value counts wherever it
//! stores. Where rounds change places, as those that read one of two arrays and write the other, every second one is compared: the [period](Rounds::period).
//!
//! What comes after the loop depends on where and, if the period is not 1, when it was left. One run leaves every loop by one outlet in one round of
//! its period; there is a run for each of these [ways](Rounds::ways), and all must be clean. A loop that the run leaves in another way before that has not
//! shown what comes after its outlets, unless the run comes to it again.
//!
//! The thread must be alone at these branches, so that what was done before is ordered before what comes, whichever way it goes.
//!
//! Cost: for each outlet as many copies of the state as the period is long and as many comparisons.

use raceproof_machine::{FuncId, Machine, ObjectId, Outlet, Outlets, Site, State, ThreadId};
use rustc_hash::FxHashMap;

/// The most ways.
const MOST: usize = 16;

/// The longest period.
const LONGEST: usize = 2;

/// The first block of a loop, and its function.
type Head = (FuncId, u32);

/// Loops that are left after any number of rounds.
pub(super) struct Rounds {
    list: Vec<Outlet>,
    /// The branches, and what their rounds leave in registers.
    pub outlets: Outlets,
    /// After how many rounds things are as before.
    period: usize,
    /// The way at hand.
    way: usize,
    /// How many ways in a row were clean.
    clean: usize,
    /// Loops in progress.
    begun: FxHashMap<Head, Loop>,
    /// Whether registers were found to differ that were not known to.
    pub news: bool,
    /// Whether a run showed a race that was not confirmed: there might be none with the right number of rounds, or one elsewhere.
    pub is_in_doubt: bool,
    /// Whether loops are left when they are.
    is_shut: bool,
}

impl Default for Rounds {
    fn default() -> Rounds {
        Rounds {
            list: Vec::new(),
            outlets: Outlets::default(),
            period: 1,
            way: 0,
            clean: 0,
            begun: FxHashMap::default(),
            news: false,
            is_in_doubt: false,
            is_shut: false,
        }
    }
}

/// A loop in progress.
struct Loop {
    /// How deep the calls of its thread are.
    depth: usize,
    seen: Vec<Seen>,
}

/// An outlet that the thread came to.
struct Seen {
    outlet: usize,
    /// How often.
    times: usize,
    /// The states in which it did first, one for each round of the period.
    states: Vec<State>,
}

/// Where a thread goes on at an outlet.
pub(super) struct Arrival {
    /// Whether the branch jumps.
    pub jumps: bool,
    /// Bytes that differ: the object, where they start, where they end.
    pub bytes: Vec<(ObjectId, u32, u32)>,
}

fn head(outlet: &Outlet) -> Head {
    (outlet.function, outlet.head)
}

/// The number of an outlet among those of its loop.
fn rank_of(list: &[Outlet], number: usize) -> usize {
    let of = head(&list[number]);
    list[..number].iter().filter(|o| head(o) == of).count()
}

impl Rounds {
    /// A loop that the run came to and did not leave by an outlet: what comes after that was not seen.
    pub fn unseen(&self) -> Option<Site> {
        let number = self
            .begun
            .values()
            .flat_map(|l| &l.seen)
            .map(|seen| seen.outlet)
            .min()?;
        self.list[number].sites.first().map(|(site, _)| *site)
    }

    /// Whether no loop is left so.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The loops.
    fn heads(&self) -> Vec<Head> {
        let mut heads: Vec<Head> = self.list.iter().map(head).collect();
        heads.sort_unstable();
        heads.dedup();
        heads
    }

    /// In how many ways a loop may be left.
    fn ways_of(&self, loop_: Head) -> usize {
        self.period * self.list.iter().filter(|o| head(o) == loop_).count()
    }

    /// How many ways there are through all loops.
    fn ways(&self) -> usize {
        self.heads().iter().map(|h| self.ways_of(*h)).product()
    }

    /// Whether a branch can be an outlet beside the others.
    pub fn takes(&self, outlet: &Outlet) -> bool {
        let is_known = |o: &Outlet| head(o) == head(outlet) && o.block == outlet.block;
        let others = self.ways_of(head(outlet)).max(1);
        !self.is_shut
            && !self.list.iter().any(is_known)
            && self.ways() / others * (others + self.period) <= MOST
    }

    /// A branch is an outlet from now on.
    pub fn add(&mut self, outlet: Outlet) {
        self.outlets.add(&outlet);
        self.list.push(outlet);
        self.clean = 0;
    }

    /// Does something else after an answer that is none: compares rounds that are further apart, or lets loops take their course. Whether there is something
    /// to try.
    pub fn change(&mut self) -> bool {
        if self.is_empty() {
            return false;
        }
        let is_longer = !self.is_in_doubt && self.period < LONGEST && self.ways() * 2 <= MOST;
        let list = std::mem::take(&mut self.list);
        *self = Rounds {
            period: self.period + usize::from(is_longer),
            is_shut: self.is_in_doubt,
            ..Rounds::default()
        };
        if is_longer {
            list.into_iter().for_each(|outlet| self.add(outlet));
        }
        is_longer || self.is_shut
    }

    /// The operations of all outlets.
    pub fn sites(&self) -> impl Iterator<Item = Site> + '_ {
        self.list
            .iter()
            .flat_map(|o| o.sites.iter().map(|(site, _)| *site))
    }

    /// A run begins.
    pub fn begin(&mut self) {
        self.begun.clear();
        self.news = false;
    }

    /// A run told more about values that depend on the schedule: those before it did not know that.
    pub fn is_unclean(&mut self) {
        self.clean = 0;
    }

    /// A run was clean; whether all ways were. Otherwise the next one is at hand.
    pub fn is_done(&mut self) -> bool {
        self.clean += 1;
        let ways = self.ways();
        self.way = (self.way + 1) % ways.max(1);
        self.clean >= ways
    }

    /// By which outlet a loop is left in the way at hand, by its number among those of the loop, and in which round of the period.
    fn choice(&self, loop_: Head) -> (usize, usize) {
        let mut rest = self.way;
        for h in self.heads() {
            let ways = self.ways_of(h);
            if h == loop_ {
                let choice = rest % ways;
                return (choice / self.period, choice % self.period);
            }
            rest /= ways;
        }
        (0, 0)
    }

    /// A thread that is alone comes to an outlet; none if it cannot be told what its rounds have in common.
    pub fn arrive(&mut self, machine: &Machine, state: &State, t: ThreadId, site: Site) -> Option<Arrival> {
        let (number, leaves) = self
            .list
            .iter()
            .enumerate()
            .find_map(|(i, o)| Some((i, o.leaves_by_jumping(site)?)))?;
        let outlet = &self.list[number];
        let of = head(outlet);
        let rank = rank_of(&self.list, number);
        let (chosen, phase) = self.choice(of);
        let depth = state.thread(t)?.depth();
        let round = self.begun.entry(of).or_insert_with(|| Loop {
            depth,
            seen: Vec::new(),
        });
        if round.depth != depth {
            return None;
        }
        let at = match round.seen.iter().position(|seen| seen.outlet == number) {
            Some(at) => at,
            None => {
                round.seen.push(Seen {
                    outlet: number,
                    times: 0,
                    states: Vec::new(),
                });
                round.seen.len() - 1
            }
        };
        let seen = &mut round.seen[at];
        let now = seen.times % self.period;
        let mut bytes = Vec::new();
        match seen.states.get(now) {
            None => seen.states.push(state.clone()),
            Some(before) => {
                let difference = machine.difference(before, state, t, &machine.ways(site)?)?;
                bytes = difference.bytes;
                for (f, r) in difference.registers {
                    self.news |= self.outlets.taint(f, outlet.exit, r);
                    self.news |= self.outlets.taint(f, outlet.stay, r);
                }
            }
        }
        seen.times += 1;
        let is_late = seen.times > 4 * (self.period + 1);
        let is_met = |s: &Seen| rank_of(&self.list, s.outlet) == chosen;
        // An outlet that is not met in any of so many rounds is met in none.
        let is_chosen = rank == chosen && now == phase || is_late && !round.seen.iter().any(is_met);
        let is_over = is_chosen && round.seen.iter().all(|seen| seen.times > self.period);
        if is_late && !is_over {
            return None;
        }
        if is_over {
            self.begun.remove(&of);
        }
        Some(Arrival {
            jumps: is_over == leaves,
            bytes,
        })
    }
}
