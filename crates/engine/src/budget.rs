//! What a search may use, and who may stop it.
//!
//! A limit that the user set, and shares of it, are times that pass. The plan's own limits for a search are
//! times that the process works: on a busy machine a search gets as far as on an idle one.

use crate::clock::Stopwatch;
use crate::progress::{Activities, Activity, Counts, Limits};
use crate::{Amount, EngineName, Progress, Workers};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may use. Shared by all engines and threads that work on one question.
#[derive(Debug)]
pub struct Budget {
    watch: Stopwatch,
    time: Option<Duration>,
    /// Whether `time` is time that the process works, not time that passes.
    is_work: bool,
    /// When it is over however little was worked.
    end: Option<Instant>,
    max_states: u64,
    memory: usize,
    shared: Arc<Shared>,
    /// Whether those who work on the same question beside each other have an answer.
    answered: Arc<AtomicBool>,
    workers: Workers,
    /// The engine that uses it, if one does.
    activity: Option<Arc<Activity>>,
}

/// What a budget and its parts have in common.
#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    counts: Counts,
    activities: Activities,
    full: AtomicBool,
}

/// Why a search ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exhausted {
    /// The time limit.
    Time,
    /// The limit on stored states.
    States,
    /// The memory limit, or the system gave no more.
    Memory,
    /// Somebody asked to stop.
    Interrupted,
}

impl Budget {
    /// A budget that starts now. `None` and `u64::MAX` are no limit.
    pub fn new(time: Option<Duration>, max_states: u64, memory: usize) -> Budget {
        let watch = Stopwatch::new();
        Budget {
            watch,
            time,
            is_work: false,
            end: time.and_then(|time| watch.started().checked_add(time)),
            max_states,
            memory,
            shared: Arc::default(),
            answered: Arc::default(),
            workers: Workers::default(),
            activity: None,
        }
    }

    /// The same for a search in which these work together.
    pub fn with_workers(self, workers: Workers) -> Budget {
        Budget { workers, ..self }
    }

    /// Who may work on a search.
    pub fn workers(&self) -> &Workers {
        &self.workers
    }

    /// What one of so many workers may use.
    pub fn of_worker(&self, count: u32) -> Budget {
        Budget {
            memory: self.memory / count.max(1) as usize,
            workers: Workers::default(),
            ..self.starting_with(self.left())
        }
    }

    /// The time that is left, if that is limited.
    fn left(&self) -> Option<Duration> {
        let spent = match self.is_work {
            true => self.watch.worked(),
            false => self.elapsed(),
        };
        let left = self.time.map(|limit| limit.saturating_sub(spent));
        let until = self.end.map(|end| end.saturating_duration_since(Instant::now()));
        left.into_iter().chain(until).min()
    }

    /// The same with so much time from now on.
    fn starting_with(&self, time: Option<Duration>) -> Budget {
        let watch = Stopwatch::new();
        let latest = || time.and_then(|time| watch.started().checked_add(time));
        Budget {
            watch,
            time,
            is_work: self.is_work,
            end: if self.is_work { self.end } else { latest() },
            max_states: self.max_states,
            memory: self.memory,
            shared: Arc::clone(&self.shared),
            answered: Arc::clone(&self.answered),
            workers: self.workers.clone(),
            activity: self.activity.clone(),
        }
    }

    /// A part of what is left, which starts now and stops when this one is asked to. Its time is one of work.
    pub fn part(&self, time: Duration, max_states: u64) -> Budget {
        Budget {
            max_states: self.max_states.min(max_states),
            is_work: true,
            end: self.end,
            ..self.starting_with(Some(self.left().map_or(time, |left| left.min(time))))
        }
    }

    /// Some hundredths of the time that is left, or all of it if there is no limit, for one of several
    /// searches.
    pub fn share(&self, hundredths: u32) -> Budget {
        let left = self.left();
        self.starting_with(left.map(|left| match hundredths < 100 {
            true => left.saturating_mul(hundredths) / 100,
            false => left,
        }))
    }

    /// What is left, but so much time at least.
    pub fn at_least(&self, time: Duration) -> Budget {
        let budget = self.starting_with(self.left().map(|left| left.max(time)));
        let latest = Instant::now().checked_add(time);
        Budget {
            end: budget.end.and_then(|end| latest.map(|latest| latest.max(end))),
            ..budget
        }
    }

    /// What is left, for searches beside each other of which the first that has an answer calls off the
    /// others.
    pub fn rival(&self) -> Budget {
        Budget {
            answered: Arc::default(),
            ..self.starting_with(self.left())
        }
    }

    /// Asks the searches of a [`Budget::rival`] to stop.
    pub fn call_off(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }

    /// Whether it ends by itself.
    pub fn has_time_limit(&self) -> bool {
        self.time.is_some()
    }

    /// Bytes that a state store may occupy.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// Says whether the process holds more memory than it may: while it does, searches under this budget end.
    pub fn set_full(&self, is_full: bool) {
        self.shared.full.store(is_full, Ordering::Relaxed);
    }

    /// Whether the time limit was reached so long ago.
    pub fn is_overdue(&self, grace: Duration) -> bool {
        self.time
            .is_some_and(|limit| self.elapsed() > limit.saturating_add(grace))
    }

    /// Asks every search under this budget to stop.
    pub fn interrupt(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }

    /// Whether a search with so many states must end now.
    pub fn check(&self, states: u64) -> Result<(), Exhausted> {
        if self.shared.stop.load(Ordering::Relaxed) || self.answered.load(Ordering::Relaxed) {
            Err(Exhausted::Interrupted)
        } else if self.shared.full.load(Ordering::Relaxed) {
            Err(Exhausted::Memory)
        } else if states > self.max_states {
            Err(Exhausted::States)
        } else if self.is_over() {
            Err(Exhausted::Time)
        } else {
            Ok(())
        }
    }

    fn is_over(&self) -> bool {
        let now = Instant::now();
        let passed = now.saturating_duration_since(self.watch.started());
        self.end.is_some_and(|end| now > end)
            || self.time.is_some_and(|limit| {
                // Nobody works for longer than time passes, so the slower clock is asked last.
                passed > limit && (!self.is_work || self.watch.worked() > limit)
            })
    }

    /// Whether so many states are within the limit.
    #[inline]
    pub fn allows(&self, states: u64) -> bool {
        states <= self.max_states
    }

    /// Whether so many bytes are within the limit. What is held in growing lists may be asked for twice at a
    /// time, so the system must have as much again.
    pub fn check_memory(&self, bytes: usize) -> Result<(), Exhausted> {
        match bytes <= self.memory && Vec::<u8>::new().try_reserve_exact(bytes).is_ok() {
            true => Ok(()),
            false => Err(Exhausted::Memory),
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.watch.started().elapsed()
    }

    /// What is left, for this engine, whose progress is shown on its own while the budget or a part of it
    /// lives.
    pub fn of_engine(&self, engine: EngineName) -> Budget {
        let budget = self.starting_with(self.left());
        let limits = Limits {
            time: budget.time,
            max_states: budget.max_states,
            memory: budget.memory,
        };
        let activity = Arc::new(Activity::new(engine.word(), limits));
        self.shared.activities.add(&activity);
        Budget {
            activity: Some(activity),
            ..budget
        }
    }

    /// Tells how far a search is.
    pub fn report(&self, amount: Amount) {
        self.shared.counts.set(amount);
        if let Some(activity) = &self.activity {
            activity.set(amount);
        }
    }

    /// Tells what an engine begins to do.
    pub fn enter(&self, phase: impl Into<String>) {
        if let Some(activity) = &self.activity {
            activity.set_phase(phase.into());
        }
    }

    /// Tells how much of its work an engine has done, from 0 to 1, as far as can be guessed.
    pub fn estimate(&self, done: f64) {
        if let Some(activity) = &self.activity {
            activity.set_done(done);
        }
    }

    /// What the search that told it last has done.
    pub fn amount(&self) -> Amount {
        self.shared.counts.get()
    }

    /// How far each engine is that works under this budget.
    pub fn progress(&self) -> Vec<Progress> {
        self.shared.activities.progress()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_ends_by_work_and_with_the_whole() {
        let part = Budget::new(None, 1, 1).part(Duration::from_millis(20), 1);
        // Does not end unless what is worked here counts.
        while part.check(0).is_ok() {}
        assert_eq!(part.check(0), Err(Exhausted::Time));
        let whole = Budget::new(Some(Duration::from_millis(20)), 1, 1);
        let (share, part) = (whole.share(50), whole.part(Duration::MAX, 1));
        let later = share.at_least(Duration::from_secs(1000));
        std::thread::sleep(Duration::from_millis(30));
        assert_eq!(share.check(0), Err(Exhausted::Time));
        assert_eq!(part.check(0), Err(Exhausted::Time), "longer than the whole");
        assert_eq!(later.check(0), Ok(()));
    }

    #[test]
    fn engines_that_work_are_told_of_one_by_one() {
        // Without a limit on its time, too.
        Budget::new(None, 1, 1)
            .part(Duration::MAX, 1)
            .of_engine(EngineName::Once);
        let whole = Budget::new(Some(Duration::from_secs(1000)), 200, 1 << 20);
        assert!(whole.progress().is_empty());
        let graph = whole.share(50).of_engine(EngineName::Graph);
        let dpor = whole.of_engine(EngineName::Dpor);
        let amount = Amount {
            states: 50,
            ..Amount::default()
        };
        graph.part(Duration::MAX, u64::MAX).report(amount);
        dpor.enter("reversals");
        dpor.estimate(0.25);
        let all = whole.progress();
        assert_eq!(all.len(), 2);
        assert_eq!((all[0].name, all[0].amount), ("graph", amount));
        assert_eq!(all[0].used, Some(("states", 0.25)));
        assert_eq!((all[0].done, all[1].done), (None, Some(0.25)));
        assert_eq!(all[1].phase, "reversals");
        assert_eq!(all[1].used.map(|(what, _)| what), Some("time"));
        drop(graph);
        assert_eq!(whole.progress().len(), 1);
        assert_eq!(whole.amount(), amount);
    }
}
