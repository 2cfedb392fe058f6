//! Branches of a thread that is alone which depend on the schedule: `while (error > limit)` around regions,
//! for one, or `if (sum > limit)` before one.
//!
//! A branch that leaves no loop is taken both ways, by two runs.
//!
//! A run goes round a loop a few times, whatever its condition says, and leaves it then. Where the states at
//! one of the loop's branches that may leave it are different from one round to the next, the values count as
//! ones that depend on the schedule. If in the end nothing that they reach is steered by them, a round does
//! the same accesses from every state that differs from the first one in such values only, and comes to such
//! a state again. So by induction every round of every schedule does what the first one did. That what is
//! stored in a round may have an equal value by chance does no harm: a store of a value that depends on
//! another such value counts wherever it stores. Where rounds change places, as those that read one of two
//! arrays and write the other, every second one is compared: the [period](Rounds::period). Other branches
//! that a run comes to more than once are compared in the same way, and go one way and the other in turn.
//!
//! What comes after the loop depends on where and, if the period is not 1, when it was left. One run leaves
//! every loop by one branch in one round of its period, and goes one way first at every other branch; there
//! is a run for each of these [ways](Rounds::ways), and all must be clean, knowing what all of them found to
//! depend on the schedule. A loop that the run leaves in another way before that has not shown what comes
//! after its branches, unless the run comes to it again. A loop that may be left in several ways and is come
//! to again may have been left in another way before: so what it is come to with is compared, too, as if that
//! were another round.
//!
//! The thread must be alone at these branches, so that what was done before is ordered before what comes,
//! whichever way it goes; or all that can go on must be there and go the same way, see [`super::cross`].
//!
//! Bytes of barriers, semaphores and the like must not differ: how many a barrier waits for is no value that
//! is followed. Those of locks may, for who holds them is compared besides.
//!
//! Cost: for each branch as many copies of the state as the period is long, and a comparison each time.
//!
//! SOUNDNESS: convergence

use crate::limits;
use raceproof_engine::{Crossing, SiteFacts};
use raceproof_engine::{condition, effect};
use raceproof_flow::{Crossings, Own};
use raceproof_machine::{FuncId, ObjectId, Pointer, Reg, Site, State, ThreadId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What a run decides about at once: the loop in that function with that first block, or one other branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Group {
    Loop(FuncId, u32),
    Branch(FuncId, u32),
}

/// Loops that are left after any number of rounds.
pub(super) struct Rounds {
    list: Vec<Crossing>,
    /// The branches, and what their rounds leave in registers.
    pub crossings: Crossings,
    /// Registers that hold inputs from the start, and no branches.
    given: Crossings,
    /// After how many rounds things are as before.
    period: usize,
    /// The way at hand.
    way: usize,
    /// How many ways in a row were clean.
    clean: usize,
    /// Loops in progress.
    begun: FxHashMap<Group, Loop>,
    /// Bytes that were found to differ on some way: the object, where they start, where they end.
    pub differing: Vec<(ObjectId, u32, u32)>,
    /// Whether registers were found to differ that were not known to.
    pub news: bool,
    /// Whether the run need not go on: it came to a branch very often.
    pub is_enough: bool,
    /// Whether a thread came to such a branch beside others.
    pub is_beside: bool,
    /// Whether a run showed a race that was not confirmed: there might be none with the right number of
    /// rounds, or one elsewhere.
    pub is_in_doubt: bool,
    /// Whether loops are left when they are.
    is_shut: bool,
    /// The numbers of crossings that several threads came to together.
    collective: BTreeSet<usize>,
}

impl Default for Rounds {
    fn default() -> Rounds {
        Rounds {
            list: Vec::new(),
            crossings: Crossings::default(),
            given: Crossings::default(),
            period: 1,
            way: 0,
            clean: 0,
            begun: FxHashMap::default(),
            differing: Vec::new(),
            news: false,
            is_enough: false,
            is_beside: false,
            is_in_doubt: false,
            is_shut: false,
            collective: BTreeSet::new(),
        }
    }
}

/// A loop in progress.
struct Loop {
    /// How deep the calls of its thread are.
    depth: usize,
    seen: Vec<Seen>,
    /// Whether it was left, and may be come to again.
    is_left: bool,
}

/// A crossing that was come to.
struct Seen {
    crossing: usize,
    /// How often.
    times: usize,
    /// The threads that did.
    threads: Vec<ThreadId>,
    /// The states in which they did first, one for each round of the period.
    states: Vec<State>,
}

/// Where a thread goes on at a crossing.
pub(super) struct Arrival {
    /// Whether the branch jumps.
    pub jumps: bool,
    /// Bytes that differ: the object, where they start, where they end.
    pub bytes: Vec<(ObjectId, u32, u32)>,
}

fn group(crossing: &Crossing) -> Group {
    let branch = &crossing.branch;
    match &branch.leaves {
        Some(around) => Group::Loop(branch.function, around.head),
        None => Group::Branch(branch.function, branch.block),
    }
}

/// The number of a crossing among those of its loop.
fn rank_of(list: &[Crossing], number: usize) -> usize {
    let of = group(&list[number]);
    list[..number].iter().filter(|o| group(o) == of).count()
}

impl Rounds {
    /// None, with registers that hold inputs from the start.
    pub fn with(given: Crossings) -> Rounds {
        Rounds {
            crossings: given.clone(),
            given,
            ..Rounds::default()
        }
    }

    /// A loop that the run came to and did not leave by a crossing: what comes after that was not seen.
    pub fn unseen(&self) -> Option<Site> {
        let is_open = |(g, l): &(&Group, &Loop)| matches!(g, Group::Loop(..)) && !l.is_left;
        let seen = self.begun.iter().filter(is_open).flat_map(|(_, l)| &l.seen);
        let number = seen.map(|seen| seen.crossing).min()?;
        self.list[number].sites.first().map(|(site, _)| *site)
    }

    /// Whether no loop is left so.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The loops and the other branches.
    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = self.list.iter().map(group).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// In how many ways a loop may be left, or a branch be taken.
    fn ways_of(&self, of: Group) -> usize {
        if matches!(of, Group::Branch(..)) {
            return 2;
        }
        self.period * self.list.iter().filter(|o| group(o) == of).count()
    }

    /// How many ways there are through all loops.
    fn ways(&self) -> usize {
        self.groups().iter().map(|h| self.ways_of(*h)).product()
    }

    /// Whether there are several: what one run leaves behind a loop or branch is not what every schedule
    /// does.
    pub fn has_ways(&self) -> bool {
        self.ways() > 1
    }

    /// Whether a branch can be one of them.
    pub fn takes(&self, crossing: &Crossing) -> bool {
        let of = group(crossing);
        let is_known = |o: &Crossing| group(o) == of && o.branch.block == crossing.branch.block;
        let others = self.list.iter().any(|o| group(o) == of);
        let (before, after) = match of {
            Group::Branch(..) => (1, 2),
            Group::Loop(..) if others => (self.ways_of(of), self.ways_of(of) + self.period),
            Group::Loop(..) => (1, self.period),
        };
        !self.is_shut
            && !self.list.iter().any(is_known)
            && self.ways() / before * after <= limits::WAYS.size()
    }

    /// A branch is one of them from now on.
    pub fn add(&mut self, crossing: Crossing) {
        self.crossings.add(&crossing.branch);
        self.list.push(crossing);
        self.clean = 0;
    }

    /// Does something else after an answer that is none: compares rounds that are further apart, or lets
    /// loops take their course. Whether there is something to try.
    pub fn change(&mut self) -> bool {
        if self.is_empty() {
            return false;
        }
        let is_shut = self.is_in_doubt || self.is_beside;
        let is_longer =
            !is_shut && self.period < limits::PERIOD.size() && self.ways() * 2 <= limits::WAYS.size();
        let list = std::mem::take(&mut self.list);
        *self = Rounds {
            period: self.period + usize::from(is_longer),
            is_shut,
            ..Rounds::with(std::mem::take(&mut self.given))
        };
        if is_longer {
            list.into_iter().for_each(|crossing| self.add(crossing));
        }
        is_longer || self.is_shut
    }

    /// The operations of all crossings.
    pub fn sites(&self) -> impl Iterator<Item = Site> + '_ {
        self.list
            .iter()
            .flat_map(|o| o.sites.iter().map(|(site, _)| *site))
    }

    /// The crossing with this operation, and whether that leaves its loop by jumping.
    fn find(&self, site: Site) -> Option<(usize, bool)> {
        let mut all = self.list.iter().enumerate();
        all.find_map(|(i, o)| Some((i, o.leaves_by_jumping(site)?)))
    }

    /// The registers that decide a branch, beside what its block loads, and their function.
    pub fn grounds(&self, facts: SiteFacts, site: Site) -> Option<(FuncId, BTreeSet<Reg>)> {
        let crossing = &self.list[self.find(site)?.0];
        Some((crossing.branch.function, facts.grounds(crossing)?))
    }

    /// Whether several threads came to a crossing together.
    pub fn is_collective(&self) -> bool {
        !self.collective.is_empty()
    }

    /// A crossing that several threads came to together, and at which they may go different ways in another
    /// schedule.
    pub fn unsteady(&self, facts: SiteFacts, values: (&[Site], &[Site]), own: &Own) -> Option<Site> {
        let is_unsteady = |crossing: &&Crossing| {
            let grounds = facts.grounds(crossing);
            let branch = &crossing.branch;
            !grounds.is_some_and(|grounds| facts.is_steady(values, own, &self.crossings, branch, &grounds))
        };
        let mut crossings = self.collective.iter().map(|&number| &self.list[number]);
        let site = |crossing: &Crossing| crossing.sites.first().map(|(site, _)| *site);
        crossings.find(is_unsteady).and_then(site)
    }

    /// A run begins.
    pub fn begin(&mut self) {
        self.begun.clear();
        self.collective.clear();
        self.news = false;
        self.is_enough = false;
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

    /// Which of the ways of a loop or branch is at hand.
    fn choice(&self, of: Group) -> usize {
        let mut rest = self.way;
        for group in self.groups() {
            let ways = self.ways_of(group);
            if group == of {
                return rest % ways;
            }
            rest /= ways;
        }
        0
    }

    /// A thread that is alone comes to a crossing, or several come there together; none if it cannot be told
    /// what their rounds have in common. `barriers` are those that were used so far.
    ///
    /// Long because each of its conditions is marked.
    pub fn arrive(
        &mut self,
        facts: SiteFacts,
        state: &State,
        (threads, barriers): (&[ThreadId], &[Pointer]),
        site: Site,
    ) -> Option<Arrival> {
        let machine = facts.machine;
        let (number, leaves) = self.find(site)?;
        let crossing = &self.list[number];
        let is_collective = threads.len() > 1;
        if is_collective {
            self.collective.insert(number);
        }
        let of = group(crossing);
        let rank = rank_of(&self.list, number);
        let choice = self.choice(of);
        let (chosen, phase) = (choice / self.period, choice % self.period);
        let depth = state.thread(*threads.first()?)?.depth();
        let ways = self.ways_of(of);
        let round = self.begun.entry(of).or_insert_with(|| Loop {
            depth,
            seen: Vec::new(),
            is_left: false,
        });
        if round.depth != depth {
            return None;
        }
        // What was left behind the loop the last time may have been left otherwise: it is compared with what
        // was there before.
        if std::mem::take(&mut round.is_left) {
            round.seen.iter_mut().for_each(|seen| seen.times = 0);
        }
        let at = match round.seen.iter().position(|seen| seen.crossing == number) {
            Some(at) => at,
            None => {
                round.seen.push(Seen {
                    crossing: number,
                    times: 0,
                    threads: threads.to_vec(),
                    states: Vec::new(),
                });
                round.seen.len() - 1
            }
        };
        let seen = &mut round.seen[at];
        if !condition!("rounds-alike", "by the same threads", seen.threads == threads) {
            return None;
        }
        // A branch that leaves no loop need not be in one: what it is met with is compared each time.
        let period = match of {
            Group::Loop(..) => self.period,
            Group::Branch(..) => 1,
        };
        let now = seen.times % period;
        let mut bytes = Vec::new();
        match seen.states.get(now) {
            None => seen.states.push(state.clone()),
            Some(before) => {
                let ways = machine.code().ways(site)?;
                let difference = machine.difference((before, state), threads, &ways, barriers)?;
                effect!("rounds-alike", "memory that differs", {
                    bytes = difference.bytes;
                    self.differing.extend(&bytes);
                });
                // What the code puts off is computed from these later.
                for (f, r) in facts.computed_from(&difference.registers) {
                    for way in crossing.branch.ways {
                        effect!(
                            "rounds-alike",
                            "registers that differ",
                            self.news |= self.crossings.taint(f, way, r)
                        );
                    }
                }
            }
        }
        let turn = seen.times;
        seen.times += 1;
        if matches!(of, Group::Branch(..)) {
            self.is_enough |= seen.times >= limits::OFTEN.size();
            return Some(Arrival {
                jumps: (turn + choice).is_multiple_of(2),
                bytes,
            });
        }
        let is_late = seen.times > 4 * (self.period + 1);
        let is_met = |s: &Seen| rank_of(&self.list, s.crossing) == chosen;
        // A crossing that is not met in any of so many rounds is met in none.
        let is_chosen = rank == chosen && now == phase || is_late && !round.seen.iter().any(is_met);
        // What counts rounds was the same for all threads three times, then.
        let enough = self.period + usize::from(is_collective);
        let is_over = is_chosen && round.seen.iter().all(|seen| seen.times > enough);
        if is_late && !is_over {
            return None;
        }
        if is_over && ways > 1 {
            round.is_left = true;
        } else if is_over {
            self.begun.remove(&of);
        }
        Some(Arrival {
            jumps: is_over == leaves,
            bytes,
        })
    }
}
