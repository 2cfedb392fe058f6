//! How far the front end and each engine are, on standard error: lines that change on a terminal, and
//! elsewhere a line now and then.

use std::io::{IsTerminal as _, Write as _};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use raceproof_c::{Input, Reading};
use raceproof_engine::{Budget, Progress};

/// How often lines on a terminal change.
const PERIOD: Duration = Duration::from_millis(200);

/// How often there is a line elsewhere.
const QUIET_PERIOD: Duration = Duration::from_secs(30);

/// What the front end reads at this moment, in words.
static READING: Mutex<Option<String>> = Mutex::new(None);

/// The lines on the terminal, while there are any.
static LINES: Mutex<Option<Lines>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Files that are read by all processors, with a word about each.
pub fn reading() -> Reading<'static> {
    Reading {
        progress: &|input: Option<&Input>, number, count| {
            let words =
                |input: &Input| format!("reading {} of {count}: {}", number + 1, input.path.display());
            *lock(&READING) = input.map(words);
        },
        ..Reading::default()
    }
}

/// Writes a message to standard error, above the lines that change.
pub fn say(message: &str) {
    let write = || {
        // Nothing sensible can be done if that fails.
        let _ = std::io::stderr().write_all(message.as_bytes());
    };
    match lock(&LINES).as_ref() {
        Some(lines) => lines.all.suspend(write),
        None => write(),
    }
}

/// Takes the lines away.
pub fn end() {
    if let Some(mut lines) = lock(&LINES).take() {
        lines.show(&[], true);
    }
}

/// Does some work while the progress under its budget is shown, if that is `wanted`.
pub fn with_progress<T>(budget: &Budget, wanted: bool, work: impl FnOnce() -> T) -> T {
    if !wanted {
        return work();
    }
    let is_terminal = std::io::stderr().is_terminal();
    let period = match is_terminal {
        true => PERIOD,
        false => QUIET_PERIOD,
    };
    if is_terminal {
        *lock(&LINES) = Some(Lines::new());
    }
    let started = Instant::now();
    std::thread::scope(|scope| {
        let (done, wait) = channel::<()>();
        scope.spawn(move || {
            while wait.recv_timeout(period) == Err(RecvTimeoutError::Timeout) {
                let words = words(budget, started.elapsed());
                match lock(&LINES).as_mut() {
                    Some(lines) => lines.show(&words, false),
                    // They have been taken away.
                    None if is_terminal => {}
                    None => words.iter().for_each(|words| {
                        let _ = writeln!(std::io::stderr(), "{words}");
                    }),
                }
            }
        });
        // The lines end with the work, even if it panics.
        let _end = End;
        let result = work();
        drop(done);
        result
    })
}

struct End;

impl Drop for End {
    fn drop(&mut self) {
        end();
    }
}

/// Lines that change.
struct Lines {
    all: MultiProgress,
    each: Vec<ProgressBar>,
}

impl Lines {
    fn new() -> Lines {
        Lines {
            all: MultiProgress::with_draw_target(ProgressDrawTarget::stderr()),
            each: Vec::new(),
        }
    }

    fn show(&mut self, words: &[String], is_end: bool) {
        while self.each.len() > words.len() {
            if let Some(line) = self.each.pop() {
                line.finish_and_clear();
                self.all.remove(&line);
            }
        }
        while self.each.len() < words.len() {
            let line = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
                line.set_style(style);
            }
            self.each.push(self.all.add(line));
        }
        for (line, words) in self.each.iter().zip(words) {
            line.set_message(words.clone());
            line.tick();
        }
        if is_end {
            // What a failing terminal shows does not matter.
            let _ = self.all.clear();
        }
    }
}

/// What is done at this moment, a line for each engine.
fn words(budget: &Budget, elapsed: Duration) -> Vec<String> {
    if let Some(reading) = lock(&READING).clone() {
        return vec![format!("{reading}, {}", seconds(elapsed))];
    }
    let all: Vec<String> = budget.progress().iter().map(line).collect();
    match all.is_empty() {
        true => vec![format!("preparing, {}", seconds(elapsed))],
        false => all,
    }
}

/// How far an engine is.
fn line(progress: &Progress) -> String {
    let mut parts = Vec::new();
    if !progress.phase.is_empty() {
        parts.push(progress.phase.clone());
    }
    let amount = progress.amount;
    let rate = |count: u64| number((count as f64 / progress.elapsed.as_secs_f64().max(1e-3)) as u64);
    if amount.states > 0 {
        parts.push(format!(
            "{} states ({}/s)",
            number(amount.states),
            rate(amount.states)
        ));
    }
    if amount.executions > 0 {
        parts.push(format!(
            "{} executions ({}/s)",
            number(amount.executions),
            rate(amount.executions)
        ));
    }
    if amount.clauses > 0 {
        parts.push(format!("{} clauses", number(amount.clauses)));
    }
    if amount.store_size >= 1 << 20 {
        parts.push(format!("{} MiB", amount.store_size >> 20));
    }
    if let Some(done) = progress.done {
        parts.push(format!("about {} done", percent(done)));
    }
    if let Some((what, used)) = progress.used {
        parts.push(format!("{} of its {what} used", percent(used)));
    }
    parts.push(seconds(progress.elapsed));
    format!("{}: {}", progress.name, parts.join(", "))
}

fn seconds(elapsed: Duration) -> String {
    format!("{} s", elapsed.as_secs())
}

/// A part of a whole, with more digits where it is small.
fn percent(part: f64) -> String {
    let percent = (part * 100.0).clamp(0.0, 100.0);
    match percent {
        p if p >= 1.0 || p == 0.0 => format!("{p:.0}%"),
        p if p >= 0.01 => format!("{p:.2}%"),
        _ => "less than 0.01%".to_owned(),
    }
}

/// A number with three digits and a letter, if it is large.
fn number(count: u64) -> String {
    match count {
        0..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{}k", count / 1000),
        _ => format!("{}M", count / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_engine::Amount;

    #[test]
    fn an_engine_says_how_far_it_is() {
        let progress = Progress {
            name: "dpor",
            phase: String::new(),
            amount: Amount {
                executions: 12_345,
                ..Amount::default()
            },
            done: Some(0.0342),
            used: Some(("time", 0.5)),
            elapsed: Duration::from_secs(10),
        };
        assert_eq!(
            line(&progress),
            "dpor: 12k executions (1234/s), about 3% done, 50% of its time used, 10 s"
        );
        let progress = Progress {
            name: "symbolic",
            phase: "round 2, loops followed up to 4 times".to_owned(),
            amount: Amount {
                clauses: 25_000_000,
                store_size: 3 << 20,
                ..Amount::default()
            },
            done: None,
            used: None,
            elapsed: Duration::from_millis(1900),
        };
        assert_eq!(
            line(&progress),
            "symbolic: round 2, loops followed up to 4 times, 25M clauses, 3 MiB, 1 s"
        );
    }

    #[test]
    fn small_parts_have_digits() {
        let told = [0.0, 1e-9, 0.0012, 0.0100, 0.999, 7.0].map(percent);
        assert_eq!(told, ["0%", "less than 0.01%", "0.12%", "1%", "100%", "100%"]);
    }
}
