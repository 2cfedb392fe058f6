//! What a search may use, and who may stop it.

use crate::Workers;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a search may use. Shared by all engines and threads that work on one question.
#[derive(Debug)]
pub struct Budget {
    started: Instant,
    time: Option<Duration>,
    max_states: u64,
    memory: usize,
    shared: Arc<Shared>,
    /// Whether those who work on the same question beside each other have an answer.
    answered: Arc<AtomicBool>,
    workers: Workers,
}

/// What a budget and its parts have in common.
#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    states: AtomicU64,
    steps: AtomicU64,
    depth: AtomicU64,
    store_size: AtomicU64,
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

/// How far a search is, for whoever shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// States stored.
    pub states: u64,
    /// Operations executed.
    pub steps: u64,
    /// Length of the path at hand.
    pub depth: u64,
    /// Bytes of the state store.
    pub store_size: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

impl Budget {
    /// A budget that starts now. `None` and `u64::MAX` are no limit.
    pub fn new(time: Option<Duration>, max_states: u64, memory: usize) -> Budget {
        Budget {
            started: Instant::now(),
            time,
            max_states,
            memory,
            shared: Arc::default(),
            answered: Arc::default(),
            workers: Workers::default(),
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
            ..self.share(100)
        }
    }

    /// A part of what is left, which starts now and stops when this one is asked to.
    pub fn part(&self, time: Duration, max_states: u64) -> Budget {
        let left = self.time.map(|limit| limit.saturating_sub(self.elapsed()));
        Budget {
            started: Instant::now(),
            time: Some(left.map_or(time, |left| left.min(time))),
            max_states: self.max_states.min(max_states),
            memory: self.memory,
            shared: Arc::clone(&self.shared),
            answered: Arc::clone(&self.answered),
            workers: self.workers.clone(),
        }
    }

    /// Some hundredths of the time that is left, or all of it if there is no limit, for one of several
    /// searches.
    pub fn share(&self, hundredths: u32) -> Budget {
        let left = self.time.map(|limit| limit.saturating_sub(self.elapsed()));
        Budget {
            started: Instant::now(),
            time: left.map(|left| left * hundredths.min(100) / 100),
            max_states: self.max_states,
            memory: self.memory,
            shared: Arc::clone(&self.shared),
            answered: Arc::clone(&self.answered),
            workers: self.workers.clone(),
        }
    }

    /// What is left, but so much time at least.
    pub fn at_least(&self, time: Duration) -> Budget {
        let left = self.time.map(|limit| limit.saturating_sub(self.elapsed()));
        Budget {
            time: left.map(|left| left.max(time)),
            ..self.share(100)
        }
    }

    /// What is left, for searches beside each other of which the first that has an answer calls off the
    /// others.
    pub fn rival(&self) -> Budget {
        Budget {
            answered: Arc::default(),
            ..self.share(100)
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
        } else if self.time.is_some_and(|limit| self.started.elapsed() > limit) {
            Err(Exhausted::Time)
        } else {
            Ok(())
        }
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
        self.started.elapsed()
    }

    /// Tells how far a search is.
    pub fn report(&self, states: u64, steps: u64, depth: u64, store_size: u64) {
        self.shared.states.store(states, Ordering::Relaxed);
        self.shared.steps.store(steps, Ordering::Relaxed);
        self.shared.depth.store(depth, Ordering::Relaxed);
        self.shared.store_size.store(store_size, Ordering::Relaxed);
    }

    /// How far the search is.
    pub fn progress(&self) -> Progress {
        Progress {
            states: self.shared.states.load(Ordering::Relaxed),
            steps: self.shared.steps.load(Ordering::Relaxed),
            depth: self.shared.depth.load(Ordering::Relaxed),
            store_size: self.shared.store_size.load(Ordering::Relaxed),
            elapsed: self.elapsed(),
        }
    }
}
