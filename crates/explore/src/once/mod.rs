//! One run decides (part of the graph engine).
//!
//! Where no branch, address or bound depends on a value whose order of update is up to the schedule, every thread does the same
//! accesses in every schedule. Then one run shows all accesses, and two of them race exactly if they conflict, are not ordered by the
//! synchronisation that holds in every schedule (creation, join, barriers, tasks, ordered regions), and can happen at the same time in
//! spite of the locks held: lock contexts with acquisition histories tell, see [`lock_context`].
//!
//! Works (iterations, sections, single blocks) whose thread the program leaves open have identities of their own, see [`stamp`]: one run covers
//! every mapping. That needs works that do the same whoever does them: what belongs to a thread (its number, its private variables, what it left
//! behind in them after other works) must not steer control or an address in them, see [`Machine::work_view`] and [`private`]. What threads collect in registers and
//! combine afterwards is no such thing, see [`totals`].
//!
//! Values that depend on the schedule are found in the run itself: a granule that conflicting accesses reach without order (kept apart by a
//! lock or atomic) has such a value, and so has whatever is computed from it; see [`Machine::influence`]. If one of them steers control or an
//! address, or a kind of synchronisation occurs that this reasoning does not cover (semaphores, condition variables, read-write locks, tries, locks
//! held across barriers or not released in order), one run is not enough, and the search of the graph takes over.
//!
//! Updates that commute leave no such value for whoever comes after all of them, see [`history`] and [`Machine::updates`].
//!
//! A branch that such a value decides does no harm if its ways soon meet again and only compute, load and store before that. Then what both ways may
//! access is told at the branch, in every round of the run that knows the branch ([`raceproof_machine::Meet`]): in any schedule the thread goes one of these
//! ways, under the same locks and at the same time of its clock, and goes on from the meeting point with the same registers but for those assigned on
//! the ways, whose values depend on the schedule from then on, as do all bytes that a way may store to. So the accesses told are at least those of any schedule. One that
//! races with them is a candidate as any other; one that cannot happen is not confirmed, and the search takes over.
//!
//! A loop that such a value ends does no harm either if its rounds do the same whatever those values are, see [`rounds`].
//!
//! Inputs are taken as their smallest or 0 and count as values that depend on the schedule: where they steer nothing, the run tells what happens with
//! any of them.
//!
//! A race found so is a candidate until a schedule for it has been replayed.

mod circle;
mod direct;
mod follow;
mod history;
mod lanes;
pub mod lock_context;
mod loops;
mod moment;
mod private;
mod rounds;
mod stamp;
mod thread;
mod totals;
mod uses;
mod watch;

use crate::Budget;
use crate::outcome::{Finding, Limit, Outcome};
use circle::Circle;
use history::{Dependent, History};
use raceproof_machine::{
    Accumulator, Ahead, At, Class, Crossing, FUEL, Fault, Influence, Machine, Own, Part, Pause, Pointer,
    Seen, Site, State, Status, Stop, SyncKind, ThreadId, Witness,
};
use rounds::Rounds;
use rustc_hash::{FxHashMap, FxHashSet};
use stamp::Turning;
use std::rc::Rc;
use watch::{Candidate, Places, Watch};

/// What one run told.
#[derive(Debug)]
pub enum Answer {
    /// It decides: a race, or none in any schedule.
    Decided(Outcome),
    /// It does not, for what happens at this place.
    Undecided {
        /// Where one run stopped being enough.
        site: Site,
        /// Why.
        why: &'static str,
        /// A defect that leaves the rest of the program undefined, met with some inputs before there were threads.
        defect: Option<Box<Fault>>,
    },
}

impl Answer {
    fn undecided(site: Site, why: &'static str) -> Answer {
        Answer::Undecided {
            site,
            why,
            defect: None,
        }
    }
}

/// What commutes in a program.
struct Updates {
    /// By place, the class of the update that it belongs to.
    classes: Rc<Vec<u8>>,
    accumulators: Vec<Accumulator>,
}

/// Runs the program once and decides if that is possible.
///
/// What updates of one class leave does not depend on their order, see [`history`], but how many there are may depend on the size of a team. So that
/// is only made use of where there is no answer otherwise.
pub fn check(machine: &Machine, budget: &Budget, all: bool) -> Answer {
    let accumulators = machine.accumulators();
    let mut updates = machine.updates();
    totals::mark(&mut updates, &accumulators);
    let updates = Updates {
        classes: Rc::new(updates),
        accumulators,
    };
    let mut has_updates = false;
    let again = |has_updates: &mut bool| decide(machine, budget, all, &updates, has_updates);
    let answer = again(&mut has_updates);
    if !has_updates {
        return answer;
    }
    match answer {
        Answer::Undecided { defect: None, .. } => match again(&mut has_updates) {
            Answer::Decided(mut outcome) => {
                outcome.by_totals = true;
                Answer::Decided(outcome)
            }
            other => other,
        },
        Answer::Decided(mut outcome) if outcome.unseen.is_some() => {
            if let Answer::Decided(more) = again(&mut has_updates)
                && more.is_complete()
                && more.findings.is_empty()
            {
                outcome.unseen = more.unseen;
            }
            Answer::Decided(outcome)
        }
        answer => answer,
    }
}

/// Decides by one run. `has_updates` says whether the order of updates of one class is taken to leave no trace, and gets whether there are any.
fn decide(
    machine: &Machine,
    budget: &Budget,
    all: bool,
    updates: &Updates,
    has_updates: &mut bool,
) -> Answer {
    let mut rounds = Rounds::default();
    let mut found = *has_updates;
    loop {
        let updates = (updates, *has_updates);
        let answer = attempt(machine, budget, all, updates, &mut rounds, &mut found);
        if matches!(answer, Answer::Decided(_)) || !rounds.change() {
            *has_updates = found;
            return answer;
        }
    }
}

/// The same with loops that are left after any number of rounds; more of these may be found. The classes of updates come with whether their order is taken
/// to leave no trace, and `has_updates` gets whether there are any.
fn attempt(
    machine: &Machine,
    budget: &Budget,
    all: bool,
    (updates, trusts_updates): (&Updates, bool),
    rounds: &mut Rounds,
    has_updates: &mut bool,
) -> Answer {
    let mut tainted = FxHashSet::default();
    let mut late_stores = FxHashSet::default();
    let mut known = Dependent::default();
    let mut open = FxHashMap::default();
    // Each round knows more memory whose value depends on the schedule, and more stores of such values; a few rounds reach the
    // fixpoint. A program without locks and atomics needs one.
    // A run that leaves loops early skips none: being clean is not all that is asked of it.
    let mut skipping = rounds.is_empty();
    let ahead = machine.ahead();
    let places = Rc::new(Places::of(machine));
    let mut turning = Turning::default();
    let mut left = ROUNDS;
    let mut unseen = None;
    while left > 0 {
        if rounds.has_ways() {
            known.merge_by_place();
        }
        let mut watch = Watch::new(&tainted, &late_stores, known.clone(), places.clone());
        watch.history.limit(budget.memory());
        watch.history.classify(updates.classes.clone(), trusts_updates);
        watch.open(&open, rounds.sites());
        let mut run = Run::new(machine, budget, watch, &ahead);
        run.rounds = std::mem::take(rounds);
        run.rounds.begin();
        run.is_patient = all;
        run.watch.loops.allowed = skipping;
        run.watch.stamps.turning = turning.clone();
        let mut outcome = Outcome::default();
        if trusts_updates {
            totals::begin(&mut run.own, &updates.accumulators);
        }
        run.go(&mut outcome);
        if trusts_updates {
            totals::settle(&mut run.own, &updates.accumulators, &run.watch.totals);
        }
        *rounds = std::mem::take(&mut run.rounds);
        *has_updates |= run.watch.history.has_updates;
        if let Some(construct) = run.watch.turned {
            turning.add(construct);
            continue;
        }
        skipping = false;
        if let Some(crossing) = run.crossing.take() {
            rounds.add(crossing);
            left = ROUNDS;
            continue;
        }
        left -= 1;
        outcome.forks_in_lock = run.watch.forks_in_lock;
        outcome.stats.executions = 1;
        outcome.stats.states = 1;
        if run.watch.loops.skipped {
            if run.is_clean(&outcome) || outcome.limits.iter().any(|l| matches!(l, Limit::Exhausted(_))) {
                return Answer::Decided(outcome);
            }
            // What it met may be a race all the same: a replay tells, and saves another long run.
            let is_long = run.steps + run.watch.accesses > LONG;
            run.rest();
            if is_long
                && !all
                && !run.astray
                && let Some(race) = run.watch.races.first()
                && let Some(witness) = run.confirm(race)
            {
                outcome.findings.push(Finding::Race(Box::new(witness)));
                return Answer::Decided(outcome);
            }
            continue;
        }
        if !run.watch.races.is_empty() {
            run.rest();
            for race in &run.watch.races {
                if let Some(witness) = run.confirm(race) {
                    outcome.findings.push(Finding::Race(Box::new(witness)));
                    if !all {
                        break;
                    }
                }
            }
            if outcome.has_race() {
                return Answer::Decided(outcome);
            }
            rounds.is_in_doubt = true;
            let why = "accesses that seem to race could not be brought together";
            return Answer::undecided(run.watch.races[0].access.site, why);
        }
        if !outcome.limits.is_empty() {
            return Answer::Decided(outcome);
        }
        if let Some((site, why)) = run.watch.unsuitable {
            let defect = run.defect;
            return Answer::Undecided { site, why, defect };
        }
        if let Some(site) = run.differing_synchronisation(rounds) {
            let why = "rounds of a loop leave something that threads synchronise by in different states";
            return Answer::undecided(site, why);
        }
        if let Some(site) = rounds.unseen().filter(|_| !rounds.is_enough) {
            let why = "a value that depends on the schedule ends a loop that has one round";
            return Answer::undecided(site, why);
        }
        if let Some(site) = run.untimely_end() {
            let why = "the life of an object may end before others are done with it";
            return Answer::undecided(site, why);
        }
        if run.watch.has_lock_cycle() {
            let why = "locks are taken in a circle, so threads may wait for each other for ever";
            return Answer::undecided(Site::START, why);
        }
        // What one way leaves may matter on another, so that all must know it.
        if !rounds.news
            && !rounds.is_enough
            && !rounds.has_ways()
            && follow::steers_nothing(machine, &run.watch, &run.own, &rounds.crossings, &ahead)
            && follow::fails_nothing(machine, &run.watch, &run.own, &rounds.crossings, &run.state)
        {
            if rounds.is_done() {
                outcome.unseen = unseen;
                return Answer::Decided(outcome);
            }
            left = ROUNDS;
            continue;
        }
        let dependent = run.watch.dependent();
        let news = dependent != known || rounds.news;
        known = dependent;
        let (reads, inputs) = run.steering();
        // Where nobody runs beside it, a value can do no harm but to be an address or to make something fail.
        let (all_reads, all_inputs) = run.watch.all_reads();
        let late = machine.late(
            &all_reads,
            &all_inputs,
            &run.own,
            &rounds.crossings,
            &run.state,
            run.watch.returned,
        );
        let fails = late.fails(|site| run.watch.history.uses.has_store(site));
        match machine.influence(&reads, &inputs, &run.own, &rounds.crossings) {
            Influence::Steers(site) => {
                if let Some(crossing) = machine.crossing(site).filter(|o| rounds.takes(o)) {
                    rounds.add(crossing);
                    left = ROUNDS;
                    continue;
                }
                let why = "a value that depends on the schedule steers control or an address";
                return Answer::undecided(site, why);
            }
            Influence::Stores { stores, branches } => {
                if let Some(site) = late.steers {
                    let why = "a value that depends on the schedule is an address or a size";
                    return Answer::undecided(site, why);
                }
                let stores: FxHashSet<Site> = stores.into_iter().collect();
                let late_now: FxHashSet<Site> = late.stores.into_iter().collect();
                if !news
                    && !rounds.is_enough
                    && stores.is_subset(&tainted)
                    && late_now.is_subset(&late_stores)
                    && run.watch.has_told(&branches)
                {
                    unseen = unseen.or(fails);
                    if rounds.is_done() {
                        outcome.unseen = unseen;
                        return Answer::Decided(outcome);
                    }
                    left = ROUNDS;
                    continue;
                }
                rounds.is_unclean();
                tainted.extend(stores);
                late_stores.extend(late_now);
                open.extend(branches);
            }
        }
    }
    let why = "too many rounds were needed to follow values that depend on the schedule";
    Answer::undecided(Site::START, why)
}

/// One run by a fixed rule: the lowest thread that can go on does, until it has had a long turn.
pub(crate) struct Run<'m, 'p> {
    machine: &'m Machine<'p>,
    budget: &'m Budget,
    ahead: &'m Ahead,
    state: State,
    watch: Watch,
    barrier_users: Vec<(u64, ThreadId)>,
    /// Where the look for a thread that can go on begins.
    first: u32,
    /// What the first thread to ask for works of a construct had in its registers.
    views: FxHashMap<(u64, u64), Vec<Seen>>,
    /// Registers that were different in another thread, and those that may be.
    own: Own,
    /// Who took the last operation, and how many in a row.
    last: ThreadId,
    streak: u32,
    /// What the thread was when it was looked at, and how many writes there had been.
    before: (Vec<u8>, u64),
    /// How many times a thread was let go on.
    steps: u64,
    circle: Circle,
    /// When to look again whether values that were lost steer anything.
    next_look: u64,
    /// They do.
    astray: bool,
    /// How often threads used all their fuel.
    tired: u32,
    /// For threads that wait for tasks, one of these that has not ended: no need to look at them before it has.
    asleep: Vec<Option<ThreadId>>,
    /// Who goes first where there are many threads.
    favourite: Option<ThreadId>,
    /// Nobody could go on though some were asleep, and all were looked at since.
    is_awake: bool,
    /// Whether it goes on after a race as long as it can.
    is_patient: bool,
    /// What leaves the rest of the program undefined, with the inputs that were taken.
    defect: Option<Box<Fault>>,
    /// Loops that are left after any number of rounds.
    rounds: Rounds,
    /// A branch that should be taken both ways, found on the way, and from how many threads on to look for one.
    crossing: Option<Crossing>,
    look_from: u32,
    /// It has shown a race and need not go on.
    has_enough: bool,
}

/// How many threads have been made by then, if one race is enough.
const ENOUGH: u32 = 16;

/// How often the program is run with what is known of values that depend on the schedule.
const ROUNDS: u32 = 9;

/// How many operations a thread may take in a row: it might wait for another in a loop.
const STREAK: u32 = 2000;

/// How many times threads are let go on in a run with inputs: with other inputs it might have been a short one.
const LONGEST_WITH_INPUTS: u64 = 1 << 21;

/// Steps and accesses of a run that is not made again without need.
const LONG: u64 = 1 << 20;

/// Bytes of an address.
const WORD: u32 = 8;

/// How often threads may use all their fuel in such a run, and in one that has shown a race.
const MOST_TIRED: u32 = 16;

/// From so many threads on it is chosen who goes first.
const MANY: u32 = 64;

/// How many threads they may create.
const MOST_WITH_INPUTS: u32 = 256;

/// How often a thread that does not let others go on is asked whether it waits in a loop, and for how many operations it is looked at.
const LOOKED_AT_EVERY: u32 = 512;
const LONGEST_LOOP: u32 = 24;

impl<'m, 'p> Run<'m, 'p> {
    fn new(machine: &'m Machine<'p>, budget: &'m Budget, watch: Watch, ahead: &'m Ahead) -> Run<'m, 'p> {
        let mut state = machine.initial();
        state.give_places_to_any();
        Run {
            machine,
            budget,
            ahead,
            state,
            watch,
            barrier_users: Vec::new(),
            first: 0,
            views: FxHashMap::default(),
            own: Own::default(),
            last: ThreadId::MAIN,
            streak: 0,
            before: (Vec::new(), 0),
            steps: 0,
            circle: Circle::default(),
            next_look: 0,
            astray: false,
            tired: 0,
            asleep: Vec::new(),
            favourite: None,
            is_awake: false,
            is_patient: false,
            defect: None,
            rounds: Rounds::default(),
            crossing: None,
            look_from: 2,
            has_enough: false,
        }
    }

    /// Gives back the memory of what is not needed to make a witness, which takes as much.
    fn rest(&mut self) {
        self.state = State::default();
        self.watch.history = History::default();
    }

    /// A witness of a race that the run has shown, if a schedule leads to it.
    fn confirm(&self, race: &Candidate) -> Option<Witness> {
        let steps = self.steps * 8 + self.watch.accesses * 4 + 1_000_000;
        direct::confirm(self.machine, self.budget, race, &self.watch, steps)
    }

    /// Whether a run that skipped loops ended well: no other run is needed to believe it.
    fn is_clean(&self, outcome: &Outcome) -> bool {
        let (watch, crossings) = (&self.watch, &self.rounds.crossings);
        !self.astray
            && watch.races.is_empty()
            && outcome.limits.is_empty()
            && outcome.findings.is_empty()
            && watch.unsuitable.is_none()
            && self.untimely_end().is_none()
            && !watch.has_lock_cycle()
            && follow::steers_nothing(self.machine, watch, &self.own, crossings, self.ahead)
            && follow::fails_nothing(self.machine, watch, &self.own, crossings, &self.state)
    }

    /// Places that got values which depend on the schedule and matter, and inputs.
    fn steering(&self) -> (Vec<Site>, Vec<Site>) {
        let may_create_after = |site| self.machine.may_create_after(self.ahead, site);
        let mut reads = self.watch.steering_reads(may_create_after);
        reads.extend(self.watch.own_reads(|site| self.machine.is_runtime(site)));
        (reads, self.watch.steering_inputs(may_create_after))
    }

    /// Looks, from time to time where a thread is alone, whether a value that depends on the schedule ends a loop: then no more rounds of it are needed.
    fn looks_for_crossing(&mut self) {
        if self.watch.forks() < self.look_from {
            return;
        }
        // A loop of which a round has shown a race might go on for ever.
        if !self.watch.races.is_empty() {
            let enough = if self.is_patient { 32 * ENOUGH } else { ENOUGH };
            self.has_enough = self.watch.forks() >= enough;
            return;
        }
        if self.watch.dependent_reads.is_empty() {
            return;
        }
        self.look_from = self.watch.forks() * 2;
        let (reads, inputs) = self.steering();
        let crossings = &self.rounds.crossings;
        if let Influence::Steers(site) = self.machine.influence(&reads, &inputs, &self.own, crossings) {
            let found = self.machine.crossing(site);
            self.crossing = found.filter(|o| self.rounds.takes(o));
        }
    }

    /// Where an operation other than those of locks used bytes that differ from round to round.
    fn differing_synchronisation(&self, rounds: &Rounds) -> Option<Site> {
        if rounds.differing.is_empty() {
            return None;
        }
        let history = &self.watch.history;
        let meets = |u: &uses::Use| {
            let object = history.get(u.sheet).object;
            let is_met = |&(o, start, end): &(raceproof_machine::ObjectId, u32, u32)| {
                o == object && u.low < end && start < u.high
            };
            rounds.differing.iter().any(is_met)
        };
        let mut uses = history.uses.all();
        uses.find(|u| self.machine.synchronises(u.site) && meets(u))
            .map(|u| u.site)
    }

    /// A thread is at a branch that leaves a loop in any round, or in none.
    fn at_crossing(&mut self, t: ThreadId, outcome: &mut Outcome) {
        let site = self.machine.site(&self.state, t);
        if !self.is_last(t) || self.watch.is_working(t) {
            self.rounds.is_beside = true;
            let why = "a value that depends on the schedule steers control or an address";
            self.watch.unsuitable = Some((site, why));
            return;
        }
        if let Err(stop) = self
            .machine
            .make_locals(&mut self.state, t, &mut self.watch, site)
        {
            return self.stop(t, stop, outcome);
        }
        let Some(arrival) = self.rounds.arrive(self.machine, &self.state, t, site) else {
            let why = "a value that depends on the schedule ends a loop whose rounds are very different";
            self.watch.unsuitable = Some((site, why));
            return;
        };
        for (object, start, end) in arrival.bytes {
            self.watch.history.mark(object, start, end);
        }
        self.machine.go(&mut self.state, t, arrival.jumps);
    }

    /// Where the life of an object of the program ended that others might still use in another schedule.
    fn untimely_end(&self) -> Option<Site> {
        let ends = self.watch.ends.iter().copied();
        ends.into_iter().find(|site| !self.machine.is_runtime(*site))
    }

    /// Looks, from time to time, whether values that were lost steer anything.
    fn looks_astray(&mut self) -> bool {
        let loops = &mut self.watch.loops;
        if !loops.skipped || !loops.news || self.steps < self.next_look {
            return false;
        }
        loops.news = false;
        self.next_look = self.steps + self.steps / 4 + 1;
        self.astray = !follow::is_on_track(self.machine, &self.watch, &self.own);
        self.astray
    }

    /// Whether what the other threads did is over and known to this one, in every schedule that comes here. That they have ended in this run is
    /// not enough.
    fn is_last(&self, t: ThreadId) -> bool {
        self.state
            .threads()
            .all(|(u, thread)| u == t || (!thread.status().is_alive() && thread.is_joined()))
    }

    fn go(&mut self, outcome: &mut Outcome) {
        'again: loop {
            self.steps += 1;
            if self.steps.is_multiple_of(32)
                && let Err(e) = self.budget.check(0)
            {
                outcome.limit(Limit::Exhausted(e));
                return;
            }
            let is_over = self.crossing.is_some() || self.rounds.is_enough || self.has_enough;
            if is_over || self.looks_astray() {
                return;
            }
            // A run that skipped rounds does not count once it has shown a race.
            if self.watch.loops.skipped && !self.watch.races.is_empty() {
                return;
            }
            let count = self.state.threads().count() as u32;
            let first = self.first;
            let favourite = self.favour(count);
            let others = (0..count).map(|i| ThreadId((first + i) % count));
            for t in favourite.into_iter().chain(others) {
                if self.is_asleep(t) {
                    continue;
                }
                match self.machine.at(&self.state, t) {
                    At::Code => {
                        self.is_awake = false;
                        self.watch.set_concurrent(!self.is_last(t));
                        let pause = self.machine.run(&mut self.state, t, &mut self.watch, FUEL);
                        self.look_at_given();
                        if pause == Pause::Fuel {
                            self.first = t.0 + 1;
                            self.favourite = None;
                            self.tired += 1;
                            // It might go on for ever.
                            if !self.watch.races.is_empty() && !self.is_patient && self.tired > MOST_TIRED {
                                return;
                            }
                            if self.watch.has_inputs() && self.tired > MOST_TIRED {
                                let site = self.machine.site(&self.state, t);
                                self.watch.unsuitable = Some((site, "inputs are chosen in a long run"));
                                return;
                            }
                            if let Err(e) = self.budget.check(0) {
                                outcome.limit(Limit::Exhausted(e));
                                return;
                            }
                            if self.circle.is_closed(self.machine, &self.state, t) {
                                let site = self.machine.site(&self.state, t);
                                self.watch.unsuitable = Some((site, "threads compute for ever"));
                                return;
                            }
                        } else {
                            self.circle.leave();
                        }
                        self.paused(t, pause, outcome);
                        if self.watch.unsuitable.is_some() {
                            return;
                        }
                        continue 'again;
                    }
                    At::Sync if self.machine.alternatives(&self.state, t) > 0 => {
                        self.take(t, outcome);
                        self.streak = if self.last == t { self.streak + 1 } else { 0 };
                        self.last = t;
                        if self.streak > STREAK {
                            self.first = t.0 + 1;
                            self.favourite = None;
                            self.streak = 0;
                        }
                        if self.watch.unsuitable.is_some() || self.watch.turned.is_some() {
                            return;
                        }
                        if self.waits_in_a_loop(t) {
                            let site = self.machine.site(&self.state, t);
                            self.watch.unsuitable = Some((site, "a thread waits in a loop"));
                            return;
                        }
                        continue 'again;
                    }
                    At::Choice(_) => {
                        let site = self.machine.site(&self.state, t);
                        if self.steps > LONGEST_WITH_INPUTS || self.watch.forks() > MOST_WITH_INPUTS {
                            self.watch.unsuitable = Some((site, "inputs are chosen in a long run"));
                            return;
                        }
                        self.watch.set_concurrent(!self.is_last(t));
                        self.watch.note_input(site);
                        self.take(t, outcome);
                        continue 'again;
                    }
                    At::Sync => self.fall_asleep(t),
                    _ => {}
                }
            }
            // Another task may have the number of the one that a thread waited for.
            if std::mem::replace(&mut self.is_awake, true) {
                break;
            }
            self.asleep.clear();
        }
        self.finish();
    }

    /// Who goes first where there are many: a task that one of them waits for, and so on from there, so that tasks that make tasks end before
    /// others begin and few are there at a time.
    fn favour(&mut self, count: u32) -> Option<ThreadId> {
        if count < MANY {
            return None;
        }
        let mut now = self.favourite.take()?;
        // A chain of waits has no thread twice.
        for _ in 0..count {
            let thread = self.state.thread(now)?;
            if !thread.status().is_alive() {
                now = thread.creator()?;
            } else if self.machine.at(&self.state, now) == At::Sync
                && self.machine.alternatives(&self.state, now) == 0
            {
                now = self.machine.awaits(&self.state, now)?;
            } else {
                break;
            }
        }
        // What another task in its place waited for is not its business.
        if let Some(awaited) = self.asleep.get_mut(now.0 as usize) {
            *awaited = None;
        }
        self.favourite = Some(now);
        self.favourite
    }

    fn is_asleep(&self, t: ThreadId) -> bool {
        let awaited = self.asleep.get(t.0 as usize).copied().flatten();
        awaited
            .and_then(|task| self.state.thread(task))
            .is_some_and(|task| task.status().is_alive())
    }

    /// A thread cannot go on.
    fn fall_asleep(&mut self, t: ThreadId) {
        let i = t.0 as usize;
        if self.asleep.len() <= i {
            self.asleep.resize(i + 1, None);
        }
        self.asleep[i] = self.machine.awaits(&self.state, t);
        self.favourite = self.asleep[i].or(self.favourite);
    }

    /// Whether a thread that has taken many operations in a row is where it was a few operations ago, with nothing written since: only another
    /// thread can get it out of there.
    fn waits_in_a_loop(&mut self, t: ThreadId) -> bool {
        let since = self.streak % LOOKED_AT_EVERY;
        if self.streak < LOOKED_AT_EVERY || since > LONGEST_LOOP {
            return false;
        }
        let mut bytes = Vec::new();
        self.machine.encode_part(&self.state, Part::Thread(t), &mut bytes);
        if since == 0 {
            self.before = (bytes, self.watch.writes);
            return false;
        }
        self.before == (bytes, self.watch.writes)
    }

    fn paused(&mut self, t: ThreadId, pause: Pause, outcome: &mut Outcome) {
        match pause {
            Pause::Stop(stop) => self.stop(t, stop, outcome),
            Pause::Branch => self.at_crossing(t, outcome),
            Pause::Ignored => {
                self.state.set_status(t, Status::Stuck);
                let site = self.machine.site(&self.state, t);
                self.watch.unsuitable = Some((site, "an assumption does not hold"));
            }
            _ => {}
        }
    }

    fn stop(&mut self, t: ThreadId, stop: Stop, outcome: &mut Outcome) {
        self.state.set_status(t, Status::Stuck);
        if !self.rounds.is_empty() {
            let site = self.machine.site(&self.state, t);
            let why = "a thread does not go on, perhaps because of how often it went round a loop";
            self.watch.unsuitable = Some((site, why));
            return;
        }
        if self.watch.has_inputs() {
            // With other inputs it might have gone on.
            if let Stop::Fault(fault) = &stop
                && fault.kind.is_undefined()
                && self.watch.forks() == 0
            {
                self.defect = Some(fault.clone());
            }
            let site = self.machine.site(&self.state, t);
            self.watch.unsuitable = Some((site, "a thread does not go on, perhaps because of an input"));
            return;
        }
        match stop {
            Stop::Gap(gap) => outcome.limit(Limit::Gap(gap)),
            Stop::Fault(fault) => {
                if fault.kind.is_undefined() {
                    outcome.limit(Limit::Undefined(fault.site));
                }
                let schedule = raceproof_machine::Schedule::default();
                outcome.findings.push(Finding::Fault(fault, schedule));
            }
        }
    }

    fn take(&mut self, t: ThreadId, outcome: &mut Outcome) {
        self.is_awake = false;
        let is_last = self.is_last(t);
        let site = self.machine.site(&self.state, t);
        let class = self.machine.class(&self.state, t);
        let kind = self.machine.sync_kind(&self.state, t);
        self.watch.set_concurrent(!is_last);
        self.watch.deterministic = is_last || class.is_local();
        self.watch.takes_turn = self.machine.takes_turn(&self.state, t);
        self.watch.meets = matches!(kind, SyncKind::Create | SyncKind::Barrier | SyncKind::Join);
        if kind == SyncKind::Create && self.watch.holds_lock(t) {
            self.watch.forks_in_lock = true;
        }
        if !is_last {
            let covered = match kind {
                SyncKind::Lock | SyncKind::Atomic => true,
                SyncKind::Other => class.is_local(),
                // A lock held while threads meet orders what follows in ways that lock contexts do not tell.
                SyncKind::Create | SyncKind::Barrier | SyncKind::Join => !self.watch.holds_lock(t),
            };
            if !covered || class == Class::Block || self.overbooks(t) {
                self.watch.unsuitable = Some((site, "this synchronisation is beyond what one run tells"));
                return;
            }
        }
        if let Some((team, construct)) = self.machine.share(&self.state, t) {
            let size = self.machine.share_size(&self.state, t);
            if size == 1 {
                self.watch.alone.insert((team, construct));
            }
            self.watch.asks(t, (team, construct), size);
            self.note_view((team, construct), t, site);
        }
        // What can go on in several ways has a result that is as good as an input.
        let is_share = self.machine.share(&self.state, t).is_some();
        if !is_share && self.machine.alternatives(&self.state, t) > 1 {
            self.watch.note_input(site);
        }
        self.watch.depth = self.state.thread(t).map_or(0, |thread| thread.depth());
        let usual = self.machine.usual(&self.state, t);
        let result = self.machine.take(&mut self.state, t, usual, &mut self.watch);
        self.look_at_given();
        if kind == SyncKind::Create
            || kind == SyncKind::Barrier
            || (kind == SyncKind::Join && self.is_last(t))
        {
            self.watch.meet(t);
        }
        if kind == SyncKind::Join && self.is_last(t) {
            self.looks_for_crossing();
        }
        if let Err(stop) = result {
            self.stop(t, stop, outcome);
        }
    }

    /// Looks whether addresses that were stored where others can see them are of something private.
    fn look_at_given(&mut self) {
        let mut given = std::mem::take(&mut self.watch.given);
        for a in given.drain(..) {
            // What the bytes of a short address mean is not told here.
            if self.machine.code().program().model.pointer_size() < WORD {
                self.watch.gives_private = Some(a.site);
                return;
            }
            // Giving an object up is a write of all its bytes, and leaves none.
            if !self
                .state
                .memory
                .object(a.object)
                .is_some_and(|object| object.is_alive())
            {
                continue;
            }
            // One address is where it was stored; in a block they may be anywhere.
            let end = match a.length {
                WORD => a.start + 1,
                length => a.start.saturating_add(length),
            };
            let memory = &self.state.memory;
            let size = memory.object(a.object).map_or(0, |object| object.size());
            let length = (end - 1).saturating_add(WORD).min(size).saturating_sub(a.start);
            let Ok(bytes) = memory.load(Pointer::new(a.object, a.start), length) else {
                continue;
            };
            for word in bytes.windows(WORD as usize) {
                let value = word.try_into().map_or(0, u64::from_le_bytes);
                let target = Pointer(value).object();
                if memory.object(target).is_some() && self.watch.is_private(target) {
                    self.watch.gives_private = Some(a.site);
                    break;
                }
            }
        }
        self.watch.given = given;
    }

    /// Compares what the works of a construct would see in the registers of this thread and of the first one.
    fn note_view(&mut self, construct: (u64, u64), t: ThreadId, site: Site) {
        let Some(view) = self.machine.work_view(&self.state, t) else {
            return;
        };
        let first = self.views.entry(construct).or_insert_with(|| view.clone());
        if first.len() != view.len() {
            self.watch.unsuitable = Some((site, "threads come to a construct on different ways"));
            return;
        }
        let is_scratch = |object| self.watch.history.is_scratch(object);
        let is_like = |(a, b): &(&Seen, &Seen)| a.is_like(b, is_scratch);
        for (mine, theirs) in view.iter().zip(first.iter()).filter(|pair| !is_like(pair)) {
            match mine.register {
                Some(register) if mine.register == theirs.register => {
                    self.own.registers.insert(register);
                }
                _ => self.watch.unsuitable = Some((site, "threads come to a construct on different ways")),
            }
        }
    }

    /// Whether more threads use a barrier than it is for.
    fn overbooks(&mut self, t: ThreadId) -> bool {
        let Some((barrier, needed)) = self.machine.barrier(&self.state, t) else {
            return false;
        };
        if !self.barrier_users.contains(&(barrier.0, t)) {
            self.barrier_users.push((barrier.0, t));
        }
        self.barrier_users.iter().filter(|(b, _)| *b == barrier.0).count() > needed as usize
    }

    /// Nothing can move. A thread that waits for ever or met a defect has not shown all its accesses.
    fn finish(&mut self) {
        if self.watch.history.is_full {
            let why = "an object is too large to tell its bytes apart";
            self.watch.unsuitable = Some((Site::START, why));
            return;
        }
        // Whoever does a work may reach what is private to another then.
        if let Some(site) = self.watch.gives_private
            && self.watch.stamps.has_teams()
        {
            self.watch.unsuitable = Some((site, "the address of something private is given to others"));
            return;
        }
        let threads = self.state.threads().count();
        let incomplete = |status: Status| status.is_alive() || (status == Status::Stuck && threads > 1);
        if let Some((t, _)) = self
            .state
            .threads()
            .find(|(_, thread)| incomplete(thread.status()))
        {
            let site = self.machine.site(&self.state, t);
            self.watch.unsuitable = Some((site, "a thread waits for ever or met a defect"));
        }
    }
}
