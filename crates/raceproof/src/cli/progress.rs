//! How far the front end or a search is, on a terminal, while it runs.

use std::io::{IsTerminal as _, Write as _};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use raceproof_c::{Input, Reading};
use raceproof_engine::Budget;

/// How often the line changes.
const PERIOD: Duration = Duration::from_millis(200);

/// What the front end reads at this moment, in words.
static READING: Mutex<Option<String>> = Mutex::new(None);

fn set_reading(words: Option<String>) {
    *READING.lock().unwrap_or_else(PoisonError::into_inner) = words;
}

/// Files that are read by all processors, with a word about each.
pub fn reading() -> Reading<'static> {
    Reading {
        progress: &|input: Option<&Input>, number, count| {
            let words = |input: &Input| format!("file {} of {count}: {}", number + 1, input.path.display());
            set_reading(input.map(words));
        },
        ..Reading::default()
    }
}

/// Does some work while the progress of its budget is shown, if there is a terminal to show it on
/// and `wanted`.
pub fn with_progress<T>(budget: &Budget, wanted: bool, work: impl FnOnce() -> T) -> T {
    if !wanted || !std::io::stderr().is_terminal() {
        return work();
    }
    std::thread::scope(|scope| {
        let (done, wait) = channel::<()>();
        scope.spawn(move || {
            while wait.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                let reading = READING.lock().unwrap_or_else(PoisonError::into_inner).clone();
                show(&reading.unwrap_or_else(|| line(budget)));
            }
            show("");
        });
        let result = work();
        drop(done);
        result
    })
}

/// Puts a line over the one before.
fn show(line: &str) {
    // Nothing sensible can be done if that fails.
    let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
}

fn line(budget: &Budget) -> String {
    let progress = budget.progress();
    let seconds = progress.elapsed.as_secs_f64();
    let rate = progress.states as f64 / seconds.max(1e-3);
    let mebibytes = progress.store_size as f64 / f64::from(1 << 20);
    format!(
        "{} states, {rate:.0}/s, depth {}, {mebibytes:.0} MiB, {seconds:.0} s",
        progress.states, progress.depth
    )
}
