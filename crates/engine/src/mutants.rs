//! Rules without one of their conditions, in the build that `cargo xtask mutants` makes.
//!
//! A test that expects no proof asks [`try_each`] whether there is one without some condition that matters.
//! Each thread drops a mark of its own, so tests run beside each other as always.
//!
//! `RACEPROOF_MUTANTS` names a file with one line for each mark that matters, a tab, and the test that kills
//! it, if there is one. Marks that some test has killed are not tried again, so that several programs with
//! tests can add to the file, one after the other.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A condition or an effect in the source.
pub struct Mark {
    name: &'static str,
}

thread_local! {
    static DROPPED: Cell<Option<&'static str>> = const { Cell::new(None) };
    static REACHED: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// What is known of all marks.
struct Fates {
    path: PathBuf,
    reached: BTreeSet<String>,
    killed: BTreeSet<String>,
    /// How often a mutant took long.
    long: BTreeMap<&'static str, u32>,
}

/// The time that the processor has given to this thread, where the system tells: others that keep the machine
/// busy do not count.
pub fn processor_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// A mutant that takes so long this often never ends, and is not tried any more.
const LONG: Duration = Duration::from_millis(1500);
const OFTEN: u32 = 2;

static FATES: LazyLock<Option<Mutex<Fates>>> = LazyLock::new(|| {
    let path = PathBuf::from(std::env::var_os("RACEPROOF_MUTANTS")?);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let lines: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('\t')).collect();
    let names = |is_meant: fn(&str) -> bool| {
        let lines = lines.iter().filter(|(_, by)| is_meant(by));
        lines.map(|(mark, _)| (*mark).to_owned()).collect()
    };
    Some(Mutex::new(Fates {
        reached: names(|_| true),
        killed: names(|by| !by.is_empty()),
        long: BTreeMap::new(),
        path,
    }))
});

impl Fates {
    fn is_done(&self, mark: &str) -> bool {
        self.killed.contains(mark) || self.long.get(mark).is_some_and(|times| *times >= OFTEN)
    }

    fn add(&mut self, mark: &str, by: &str) {
        let known = if by.is_empty() {
            &mut self.reached
        } else {
            &mut self.killed
        };
        if known.insert(mark.to_owned()) {
            let mut file = std::fs::OpenOptions::new()
                .append(true)
                .create(true)
                .open(&self.path)
                .expect("the file of marks");
            // One write, so that lines of several processes do not mix.
            file.write_all(format!("{mark}\t{by}\n").as_bytes())
                .expect("the file of marks");
        }
    }
}

impl Mark {
    /// A mark of this name.
    pub const fn new(name: &'static str) -> Mark {
        Mark { name }
    }

    /// Whether it is dropped, now that it matters.
    pub fn is_dropped(&self) -> bool {
        REACHED.with_borrow_mut(|reached| reached.insert(self.name));
        DROPPED.get() == Some(self.name)
    }
}

/// The marks that matter while something is done.
pub fn reached(something: impl FnOnce()) -> BTreeSet<&'static str> {
    REACHED.take();
    something();
    REACHED.take()
}

/// Does something without a mark; nothing if it panics.
pub fn without<T>(mark: &'static str, something: impl FnOnce() -> T) -> Option<T> {
    DROPPED.set(Some(mark));
    let done = catch_unwind(AssertUnwindSafe(something));
    DROPPED.set(None);
    done.ok()
}

/// Asks for a wrong answer with all conditions, and without each of them that matters: the test of this name
/// kills a mutant that gives one, or that panics.
pub fn try_each(test: &str, mut is_wrong: impl FnMut() -> bool) {
    let Some(fates) = &*FATES else { return };
    let fates = || fates.lock().unwrap_or_else(PoisonError::into_inner);
    let mut is_wrong_anyway = false;
    let marks = reached(|| is_wrong_anyway = is_wrong());
    for mark in marks.into_iter().filter(|_| !is_wrong_anyway) {
        fates().add(mark, "");
        if !fates().is_done(mark) {
            let start = processor_time();
            let is_killed = without(mark, &mut is_wrong).unwrap_or(true);
            if is_killed {
                fates().add(mark, test);
            } else if processor_time().saturating_sub(start) > LONG {
                *fates().long.entry(mark).or_default() += 1;
            }
        }
    }
}
