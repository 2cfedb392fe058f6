//! How far engines are, for whoever shows it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// States stored.
    pub states: u64,
    /// Operations executed.
    pub steps: u64,
    /// Executions from the start to an end.
    pub executions: u64,
    /// Clauses of a formula.
    pub clauses: u64,
    /// Bytes of the state store.
    pub store_size: u64,
}

/// The same while it changes.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    states: AtomicU64,
    steps: AtomicU64,
    executions: AtomicU64,
    clauses: AtomicU64,
    store_size: AtomicU64,
}

impl Counts {
    pub fn set(&self, amount: Amount) {
        self.states.store(amount.states, Ordering::Relaxed);
        self.steps.store(amount.steps, Ordering::Relaxed);
        self.executions.store(amount.executions, Ordering::Relaxed);
        self.clauses.store(amount.clauses, Ordering::Relaxed);
        self.store_size.store(amount.store_size, Ordering::Relaxed);
    }

    pub fn get(&self) -> Amount {
        Amount {
            states: self.states.load(Ordering::Relaxed),
            steps: self.steps.load(Ordering::Relaxed),
            executions: self.executions.load(Ordering::Relaxed),
            clauses: self.clauses.load(Ordering::Relaxed),
            store_size: self.store_size.load(Ordering::Relaxed),
        }
    }
}

/// What may be used up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub time: Option<Duration>,
    pub max_states: u64,
    pub memory: usize,
}

/// Work that is shown on its own: that of an engine.
#[derive(Debug)]
pub(crate) struct Activity {
    name: &'static str,
    started: Instant,
    limits: Limits,
    counts: Counts,
    /// What it does at this moment, if it does different things.
    phase: Mutex<String>,
    /// How much of it is done, as far as can be guessed; not a number if that is not known.
    done: AtomicU64,
}

impl Activity {
    pub fn new(name: &'static str, limits: Limits) -> Activity {
        Activity {
            name,
            started: Instant::now(),
            limits,
            counts: Counts::default(),
            phase: Mutex::default(),
            done: AtomicU64::new(f64::NAN.to_bits()),
        }
    }

    pub fn set(&self, amount: Amount) {
        self.counts.set(amount);
    }

    pub fn set_phase(&self, phase: String) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }

    pub fn set_done(&self, done: f64) {
        self.done.store(done.to_bits(), Ordering::Relaxed);
    }

    fn progress(&self) -> Progress {
        let amount = self.counts.get();
        let elapsed = self.started.elapsed();
        let limits = self.limits;
        let time = limits
            .time
            .filter(|limit| *limit < Duration::MAX)
            .map(|limit| elapsed.as_secs_f64() / limit.as_secs_f64().max(1e-3));
        let states =
            (limits.max_states < u64::MAX).then(|| amount.states as f64 / limits.max_states.max(1) as f64);
        let memory = (amount.store_size > 0 && limits.memory > 0)
            .then(|| amount.store_size as f64 / limits.memory as f64);
        let used = [("time", time), ("states", states), ("memory", memory)];
        let used = used.into_iter().filter_map(|(what, used)| Some((what, used?)));
        let done = f64::from_bits(self.done.load(Ordering::Relaxed));
        Progress {
            name: self.name,
            phase: self.phase.lock().unwrap_or_else(PoisonError::into_inner).clone(),
            amount,
            done: (!done.is_nan()).then_some(done),
            used: used.max_by(|a, b| a.1.total_cmp(&b.1)),
            elapsed,
        }
    }
}

/// All work under one budget; what has ended is gone.
#[derive(Debug, Default)]
pub(crate) struct Activities(Mutex<Vec<Weak<Activity>>>);

impl Activities {
    pub fn add(&self, activity: &Arc<Activity>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|activity| activity.strong_count() > 0);
        all.push(Arc::downgrade(activity));
    }

    pub fn progress(&self) -> Vec<Progress> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at_work = all.iter().filter_map(Weak::upgrade);
        at_work.map(|activity| activity.progress()).collect()
    }
}

/// How far an engine is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Its name.
    pub name: &'static str,
    /// What it does at this moment; empty if it always does the same.
    pub phase: String,
    /// What it has done.
    pub amount: Amount,
    /// How much of its work is done, as far as can be guessed.
    pub done: Option<f64>,
    /// Which limit it has used most of, and how much of that.
    pub used: Option<(&'static str, f64)>,
    /// Time since its start.
    pub elapsed: Duration,
}
