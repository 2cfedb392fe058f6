//! One run by a fixed rule, which tells [watch](super::watch) what threads do.
//!
//! The lowest thread that can go on does, until it has had a long turn. The run stops where it cannot tell
//! what other schedules do ([`Watch::obstacle`]).

use super::circle::Circle;
use super::follow;
use super::rounds::Rounds;
use super::watch::Watch;
use crate::limits;
use raceproof_engine::{Budget, Crossing, Finding, Influence, Limit, Obstacle, Outcome, SiteFacts};
use raceproof_engine::{condition, effect};
use raceproof_flow::Own;
use raceproof_machine::{
    At, Class, ConstructName, FUEL, Fault, FaultKind, Machine, Object, ObjectId, ObjectKind, Part, Pause,
    Pointer, Seen, Site, State, Status, Stop, SyncKind, ThreadId, Witness,
};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;

/// One run by a fixed rule: the lowest thread that can go on does, until it has had a long turn.
pub(crate) struct Run<'m, 'p> {
    pub(super) machine: &'m Machine<'p>,
    pub(super) budget: &'m Budget,
    pub(super) facts: SiteFacts<'m, 'p>,
    pub(super) state: State,
    pub(super) watch: Watch,
    /// Which threads used each barrier.
    pub(super) barrier_users: Vec<(u64, ThreadId)>,
    /// What the first thread to ask for works of a construct had in its registers.
    pub(super) views: FxHashMap<ConstructName, Vec<Seen>>,
    /// Registers that were different in another thread, and those that may be.
    pub(super) own: Own,
    /// Loops that are left after any number of rounds.
    pub(super) rounds: Rounds,
    /// Whether it goes on after a race as long as it can.
    pub(super) is_patient: bool,
    pub(super) roster: Roster,
    pub(super) effort: Effort,
    endless: Endless,
    pub(super) found: Found,
}

/// Who goes on.
#[derive(Default)]
pub(super) struct Roster {
    /// Where the look for a thread that can go on begins.
    first: u32,
    /// Who goes first where there are many threads.
    favourite: Option<ThreadId>,
    /// For threads that wait for tasks, one of these that has not ended: no need to look at them before it
    /// has.
    asleep: Vec<Option<ThreadId>>,
    /// Nobody could go on though some were asleep, and all were looked at since.
    is_awake: bool,
    /// Threads that stand at a branch that leaves a loop beside others, see [`super::cross`].
    pub gathered: Vec<ThreadId>,
    /// Who took the last operation, and how many in a row.
    last: Option<ThreadId>,
    streak: u32,
}

/// How much was done, and when to look whether to go on.
pub(super) struct Effort {
    /// How many times a thread was let go on.
    pub steps: u64,
    /// How often threads used all their fuel.
    tired: u32,
    /// When to look again whether values that were lost steer anything.
    next_look: u64,
    /// When to try again to bring about a race.
    next_try: u64,
    /// From how many threads on to look for a branch that should be taken both ways.
    look_from: u32,
}

/// What shows that threads do not get on.
#[derive(Default)]
struct Endless {
    /// What a thread was when it was looked at, and how many writes there had been.
    before: (Vec<u8>, u64),
    circle: Circle,
}

/// What came up on the way.
#[derive(Default)]
pub(super) struct Found {
    /// A race that was brought about while the run went on.
    pub shown: Option<Witness>,
    /// What leaves the rest of the program undefined, with the inputs that were taken.
    pub defect: Option<Box<Fault>>,
    /// A branch that should be taken both ways.
    pub crossing: Option<Crossing>,
    /// The run has shown a race and need not go on.
    has_enough: bool,
    /// Values that were lost steer something.
    pub is_astray: bool,
    /// What fails on the way at hand, which may never be taken.
    pub may_fail: Option<Site>,
}

/// The status of a process that was aborted.
const ABORTED: i32 = 134;

/// Bytes of an address.
const WORD: u32 = 8;

impl<'m, 'p> Run<'m, 'p> {
    pub(super) fn new(facts: SiteFacts<'m, 'p>, budget: &'m Budget, watch: Watch) -> Run<'m, 'p> {
        let machine = facts.machine;
        let mut state = machine.initial();
        state.give_places_to_any();
        Run {
            machine,
            budget,
            facts,
            state,
            watch,
            barrier_users: Vec::new(),
            views: FxHashMap::default(),
            own: Own::default(),
            rounds: Rounds::default(),
            is_patient: false,
            roster: Roster {
                last: Some(ThreadId::MAIN),
                ..Roster::default()
            },
            effort: Effort {
                steps: 0,
                tired: 0,
                next_look: 0,
                next_try: limits::FIRST_TRY.get(),
                look_from: 2,
            },
            endless: Endless::default(),
            found: Found::default(),
        }
    }

    /// Tries, from time to time, to bring about a race that the run has shown: what is left of a long run
    /// need not be seen then. It costs a part of what the run has cost so far.
    fn shows_race(&mut self) -> bool {
        let effort = self.effort.steps + u64::from(self.effort.tired) * limits::FIRST_TRY.get();
        if effort < self.effort.next_try {
            return false;
        }
        if !self.is_patient
            && let Some(race) = self.watch.races.list.first()
        {
            self.found.shown = self.confirm(race);
        }
        self.effort.next_try = effort * 4;
        self.found.shown.is_some()
    }

    /// Looks, from time to time where a thread is alone, whether a value that depends on the schedule ends a
    /// loop: then no more rounds of it are needed.
    fn looks_for_crossing(&mut self) {
        if self.watch.forks() < self.effort.look_from {
            return;
        }
        // A loop of which a round has shown a race might go on for ever.
        if !self.watch.races.list.is_empty() {
            let enough = if self.is_patient {
                32 * limits::ENOUGH_THREADS.count()
            } else {
                limits::ENOUGH_THREADS.count()
            };
            self.found.has_enough = self.watch.forks() >= enough;
            return;
        }
        if self.watch.reads.dependent.is_empty() {
            return;
        }
        self.effort.look_from = self.watch.forks() * 2;
        let (reads, inputs) = self.steering();
        let crossings = &self.rounds.crossings;
        if let Influence::Steers(site) = self.facts.influence(&reads, &inputs, &self.own, crossings) {
            let found = self.facts.crossing(site);
            self.found.crossing = found.filter(|o| self.rounds.takes(o));
        }
    }

    /// Looks, from time to time, whether values that were lost steer anything.
    fn looks_astray(&mut self) -> bool {
        let loops = &mut self.watch.loops;
        if !loops.skipped || !loops.news || self.effort.steps < self.effort.next_look {
            return false;
        }
        loops.news = false;
        self.effort.next_look = self.effort.steps + self.effort.steps / 4 + 1;
        self.found.is_astray = !follow::is_on_track(self.facts, &self.watch, &self.own);
        self.found.is_astray
    }

    /// Whether what the other threads did is over and known to this one, in every schedule that comes here.
    /// That they have ended in this run is not enough.
    pub(super) fn is_last(&self, t: ThreadId) -> bool {
        self.state
            .threads()
            .all(|(u, thread)| u == t || (!thread.status().is_alive() && thread.is_joined()))
    }

    /// Lets threads go on, one after the other, until the run is over or need not go on.
    pub(super) fn go(&mut self, outcome: &mut Outcome) {
        'again: loop {
            self.effort.steps += 1;
            if self.effort.steps.is_multiple_of(32)
                && let Err(e) = self.budget.check(0)
            {
                outcome.limit(Limit::Exhausted(e));
                return;
            }
            let is_over = self.found.crossing.is_some() || self.rounds.is_enough || self.found.has_enough;
            if is_over || self.looks_astray() || self.shows_race() {
                return;
            }
            // A run that skipped rounds does not count once it has shown a race.
            if self.watch.loops.skipped && !self.watch.races.list.is_empty() {
                return;
            }
            let count = self.state.threads().count() as u32;
            let first = self.roster.first;
            let favourite = self.favour(count);
            let others = (0..count).map(|i| ThreadId((first + i) % count));
            let mut sleeper = None;
            for t in favourite.into_iter().chain(others) {
                if self.is_asleep(t) || self.roster.gathered.contains(&t) {
                    continue;
                }
                let went = match self.machine.at(&self.state, t) {
                    At::Code => self.compute(t, outcome),
                    At::Sync => match self.machine.alternatives(&self.state, t) {
                        0 => {
                            self.fall_asleep(t);
                            continue;
                        }
                        _ if self.machine.only_wakes(&self.state, t) => {
                            sleeper = Some(t);
                            continue;
                        }
                        ways => self.synchronise(t, ways, outcome),
                    },
                    At::Choice(_) => self.choose(t, outcome),
                    _ => continue,
                };
                match went {
                    ControlFlow::Break(()) => return,
                    ControlFlow::Continue(()) => continue 'again,
                }
            }
            // It may wake up without a reason, as often as it likes.
            if let Some(t) = sleeper {
                let site = self.machine.site(&self.state, t);
                self.watch.obstacle = Some((site, Obstacle::OtherSynchronisation));
                return;
            }
            // Another task may have the number of the one that a thread waited for.
            if std::mem::replace(&mut self.roster.is_awake, true) {
                let is_cramped = |t: &ThreadId| self.machine.is_cramped(&self.state, *t);
                if let Some(t) = (0..count).map(ThreadId).find(is_cramped) {
                    return self.take(t, 1, outcome);
                }
                if self.roster.gathered.is_empty() {
                    break;
                }
                self.roster.is_awake = false;
                self.cross_together();
                if self.watch.obstacle.is_some() {
                    return;
                }
                continue;
            }
            self.roster.asleep.clear();
        }
        self.finish();
    }

    /// A thread computes up to its next point of interest. Breaks if the run is to end here.
    fn compute(&mut self, t: ThreadId, outcome: &mut Outcome) -> ControlFlow<()> {
        self.roster.is_awake = false;
        self.watch.set_concurrent(!self.is_last(t));
        let pause = self.machine.run(&mut self.state, t, &mut self.watch, FUEL);
        self.look_at_given();
        if pause == Pause::Fuel {
            self.tire(t, outcome)?;
        } else {
            self.endless.circle.leave();
        }
        self.paused(t, pause, outcome);
        go_on_unless(self.watch.obstacle.is_some())
    }

    /// A thread has computed for long: it might go on for ever.
    fn tire(&mut self, t: ThreadId, outcome: &mut Outcome) -> ControlFlow<()> {
        self.roster.first = t.0 + 1;
        self.roster.favourite = None;
        self.effort.tired += 1;
        let is_tired = self.effort.tired > limits::TIRED.count();
        if !self.watch.races.list.is_empty() && !self.is_patient && is_tired {
            return ControlFlow::Break(());
        }
        if self.watch.has_inputs() && is_tired {
            return self.stop_at(t, Obstacle::LongWithInputs);
        }
        if let Err(e) = self.budget.check(0) {
            outcome.limit(Limit::Exhausted(e));
            return ControlFlow::Break(());
        }
        if self.endless.circle.is_closed(self.machine, &self.state, t) {
            return self.stop_at(t, Obstacle::EndlessComputation);
        }
        ControlFlow::Continue(())
    }

    /// A thread synchronises in one of several ways. Breaks if the run is to end here.
    fn synchronise(&mut self, t: ThreadId, ways: u32, outcome: &mut Outcome) -> ControlFlow<()> {
        self.take(t, ways, outcome);
        self.roster.streak = if self.roster.last == Some(t) {
            self.roster.streak + 1
        } else {
            0
        };
        self.roster.last = Some(t);
        if self.roster.streak > limits::STREAK.count() {
            self.roster.first = t.0 + 1;
            self.roster.favourite = None;
            self.roster.streak = 0;
        }
        go_on_unless(self.watch.obstacle.is_some() || self.watch.constructs.turned.is_some())?;
        match self.waits_in_a_loop(t) {
            true => self.stop_at(t, Obstacle::BusyWait),
            false => ControlFlow::Continue(()),
        }
    }

    /// A thread gets an input. Breaks if the run is to end here.
    fn choose(&mut self, t: ThreadId, outcome: &mut Outcome) -> ControlFlow<()> {
        let has_many = self.watch.forks() > limits::THREADS_WITH_INPUTS.count();
        if self.effort.steps > limits::TURNS_WITH_INPUTS.get() || has_many {
            return self.stop_at(t, Obstacle::LongWithInputs);
        }
        let site = self.machine.site(&self.state, t);
        self.watch.set_concurrent(!self.is_last(t));
        effect!("same-accesses", "inputs are noted", self.watch.note_input(site));
        self.take(t, 1, outcome);
        ControlFlow::Continue(())
    }

    fn stop_at(&mut self, t: ThreadId, obstacle: Obstacle) -> ControlFlow<()> {
        let site = self.machine.site(&self.state, t);
        self.watch.obstacle = Some((site, obstacle));
        ControlFlow::Break(())
    }

    /// Who goes first where there are many: a task that one of them waits for, and so on from there, so that
    /// tasks that make tasks end before others begin and few are there at a time.
    fn favour(&mut self, count: u32) -> Option<ThreadId> {
        if count < limits::MANY_THREADS.count() {
            return None;
        }
        let mut now = self.roster.favourite.take()?;
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
        if let Some(awaited) = self.roster.asleep.get_mut(now.0 as usize) {
            *awaited = None;
        }
        self.roster.favourite = Some(now);
        self.roster.favourite
    }

    fn is_asleep(&self, t: ThreadId) -> bool {
        let awaited = self.roster.asleep.get(t.0 as usize).copied().flatten();
        awaited
            .and_then(|task| self.state.thread(task))
            .is_some_and(|task| task.status().is_alive())
    }

    /// A thread cannot go on.
    fn fall_asleep(&mut self, t: ThreadId) {
        let i = t.0 as usize;
        if self.roster.asleep.len() <= i {
            self.roster.asleep.resize(i + 1, None);
        }
        self.roster.asleep[i] = self.machine.awaits(&self.state, t);
        self.roster.favourite = self.roster.asleep[i].or(self.roster.favourite);
    }

    /// Whether a thread that has taken many operations in a row is where it was a few operations ago, with
    /// nothing written since: only another thread can get it out of there.
    fn waits_in_a_loop(&mut self, t: ThreadId) -> bool {
        let since = self.roster.streak % limits::LOOKED_AT_EVERY.count();
        if self.roster.streak < limits::LOOKED_AT_EVERY.count() || since > limits::WAITING_LOOP.count() {
            return false;
        }
        let mut bytes = Vec::new();
        self.machine.encode_part(&self.state, Part::Thread(t), &mut bytes);
        if since == 0 {
            self.endless.before = (bytes, self.watch.tally.writes);
            return false;
        }
        self.endless.before == (bytes, self.watch.tally.writes)
    }

    fn paused(&mut self, t: ThreadId, pause: Pause, outcome: &mut Outcome) {
        match pause {
            Pause::Stop(stop) => self.stop(t, stop, outcome),
            Pause::Branch => self.at_crossing(t, outcome),
            Pause::Ignored => {
                self.state.set_status(t, Status::Stuck);
                let site = self.machine.site(&self.state, t);
                let obstacle = Some((site, Obstacle::FalseAssumption));
                effect!(
                    "same-accesses",
                    "assumptions hold",
                    self.watch.obstacle = obstacle
                );
            }
            _ => {}
        }
    }

    pub(super) fn stop(&mut self, t: ThreadId, stop: Stop, outcome: &mut Outcome) {
        self.state.set_status(t, Status::Stuck);
        if !self.rounds.is_empty() {
            // A way that ends the program by a defect that is no undefined behaviour is over like one that
            // calls `exit`: the run of another way shows what follows. Whether it is ever taken was not seen.
            if let Stop::Fault(fault) = &stop
                && matches!(fault.kind, FaultKind::Assertion(_) | FaultKind::Abort(_))
                && self.is_last(t)
            {
                self.found.may_fail = self.found.may_fail.or(Some(fault.site));
                self.state.set_status(t, Status::Exited(ABORTED));
                return;
            }
            let site = self.machine.site(&self.state, t);
            let obstacle = Some((site, Obstacle::StoppedInRounds));
            effect!("rounds-alike", "no round stops", self.watch.obstacle = obstacle);
            return;
        }
        if self.watch.has_inputs() {
            // With other inputs it might have gone on.
            if let Stop::Fault(fault) = &stop
                && fault.kind.is_undefined()
                && self.watch.forks() == 0
            {
                self.found.defect = Some(fault.clone());
            }
            let site = self.machine.site(&self.state, t);
            let obstacle = Some((site, Obstacle::StoppedWithInputs));
            effect!(
                "same-accesses",
                "no input stops it",
                self.watch.obstacle = obstacle
            );
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

    /// A thread does the operation or choice that it is at, which could go on in so many ways.
    fn take(&mut self, t: ThreadId, ways: u32, outcome: &mut Outcome) {
        self.roster.is_awake = false;
        let is_last = self.is_last(t);
        let site = self.machine.site(&self.state, t);
        let class = self.machine.class(&self.state, t);
        let kind = self.machine.sync_kind(&self.state, t);
        self.watch.set_concurrent(!is_last);
        self.watch.operation.is_deterministic = condition!(
            "same-accesses",
            "order of every schedule",
            is_last || class.is_local()
        );
        self.watch.operation.takes_turn = self.machine.takes_turn(&self.state, t);
        self.watch.operation.meets = matches!(kind, SyncKind::Create | SyncKind::Barrier | SyncKind::Join);
        if kind == SyncKind::Create && self.watch.holds_lock(t) {
            self.watch.locks.forks_inside = true;
        }
        if !is_last {
            let covered = match kind {
                SyncKind::Lock | SyncKind::Atomic | SyncKind::Destroy => true,
                SyncKind::Other => {
                    condition!("same-accesses", "operations that are covered", class.is_local())
                }
                // A lock held while threads meet orders what follows in ways that lock contexts do not tell.
                SyncKind::Create | SyncKind::Barrier | SyncKind::Join => {
                    condition!(
                        "same-accesses",
                        "no lock where threads meet",
                        !self.watch.holds_lock(t)
                    )
                }
            };
            let is_free = condition!("same-accesses", "no atomic block", class != Class::Block);
            let is_fit = condition!(
                "same-accesses",
                "barriers for all who use them",
                !self.overbooks(t)
            );
            if !covered || !is_free || !is_fit {
                self.watch.obstacle = Some((site, Obstacle::OtherSynchronisation));
                return;
            }
        }
        let share = self.machine.share(&self.state, t);
        if let Some(construct) = share {
            let size = self.machine.share_size(&self.state, t);
            // The name may have been that of a construct of another team.
            match size {
                1 => self.watch.constructs.alone.insert(construct),
                _ => self.watch.constructs.alone.remove(&construct),
            };
            self.watch.asks(t, construct, size, site);
            self.note_view(construct, t, site);
        }
        // What can go on in several ways has a result that is as good as an input.
        if share.is_none() && ways > 1 {
            effect!("same-accesses", "results are inputs", self.watch.note_input(site));
        }
        self.watch.operation.depth = self.state.thread(t).map_or(0, |thread| thread.depth());
        let usual = share.map_or(0, |_| self.machine.usual(&self.state, t));
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
        let mut given = std::mem::take(&mut self.watch.lending.given);
        for a in given.drain(..) {
            // What the bytes of a short address mean is not told here.
            if self.machine.code().program().model.pointer_size() < WORD {
                self.watch.lending.gives_private = Some(a.site);
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
            let Some((first, rest)) = bytes.split_first_chunk::<{ WORD as usize }>() else {
                continue;
            };
            let mut word = u64::from_le_bytes(*first);
            let mut rest = rest.iter();
            loop {
                let target = Pointer(word).object();
                // A small number looks like the address of a global.
                let is_of_thread =
                    |object: &Object| !matches!(object.kind(), ObjectKind::Global(_) | ObjectKind::Code(_));
                if target != ObjectId::NONE
                    && memory.object(target).is_some_and(is_of_thread)
                    && self.watch.is_private(target)
                {
                    self.watch.lending.gives_private = Some(a.site);
                    break;
                }
                let Some(next) = rest.next() else { break };
                word = word >> 8 | u64::from(*next) << 56;
            }
        }
        self.watch.lending.given = given;
    }

    /// Compares what the works of a construct would see in the registers of this thread and of the first one.
    fn note_view(&mut self, construct: ConstructName, t: ThreadId, site: Site) {
        let Some(view) = self.machine.work_view(&self.state, t) else {
            return;
        };
        let first = self.views.entry(construct).or_insert_with(|| view.clone());
        if first.len() != view.len() {
            self.watch.obstacle = Some((site, Obstacle::DifferentCalls));
            return;
        }
        let is_scratch = |object| self.watch.history.is_scratch(object);
        let is_like = |(a, b): &(&Seen, &Seen)| a.is_like(b, is_scratch);
        for (mine, theirs) in view.iter().zip(first.iter()).filter(|pair| !is_like(pair)) {
            match mine.register {
                Some(register) if mine.register == theirs.register => {
                    effect!(
                        "identities",
                        "registers of their thread",
                        self.own.registers.insert(register)
                    );
                }
                _ => self.watch.obstacle = Some((site, Obstacle::DifferentCalls)),
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
            self.watch.obstacle = Some((Site::START, Obstacle::LargeObject));
            return;
        }
        // Whoever does a work may reach what is private to another then.
        if let Some(site) = self.watch.lending.gives_private
            && self.watch.stamps.has_teams()
            && !condition!("identities", "what is private stays so", false)
        {
            self.watch.obstacle = Some((site, Obstacle::GivesPrivate));
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
            let obstacle = Some((site, Obstacle::Incomplete));
            effect!("same-accesses", "all threads end", self.watch.obstacle = obstacle);
        }
    }
}

fn go_on_unless(is_over: bool) -> ControlFlow<()> {
    match is_over {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}
