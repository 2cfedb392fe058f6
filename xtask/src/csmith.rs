//! Random programs of csmith under gcc and under `raceproof run`: same output, same exit status.
//!
//! A program that does not end within the limit under gcc says nothing and is skipped. Everything
//! else is compared; a difference is printed with the seed that makes the program again.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::measure::{self, Run};
use crate::workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// How many programs to compare
    count: u64,
    /// Seed of the first; the others follow
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many at the same time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Seconds that a compiled program may take
    #[arg(long, default_value_t = 5)]
    limit: u64,
    /// Keep the programs that differ in this directory
    #[arg(long)]
    keep: Option<PathBuf>,
}

/// How one program went.
enum Outcome {
    Same,
    Skipped,
    Differs(String),
}

/// Compares; whether all agreed.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let raceproof = workspace::build()?;
    let headers = headers()?;
    let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
    if let Some(keep) = &arguments.keep {
        std::fs::create_dir_all(keep).map_err(|error| format!("{}: {error}", keep.display()))?;
    }
    let next = AtomicU64::new(arguments.seed);
    let end = arguments.seed.saturating_add(arguments.count);
    let outcomes: Mutex<Vec<(u64, Outcome)>> = Mutex::default();
    let failure: Mutex<Option<String>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    let failed = failure.lock().unwrap_or_else(PoisonError::into_inner).is_some();
                    if seed >= end || failed {
                        break;
                    }
                    let own = directory.path().join(seed.to_string());
                    match compare(seed, &own, &raceproof, &headers, arguments) {
                        Ok(outcome) => {
                            if let Outcome::Differs(how) = &outcome {
                                println!("seed {seed}: {how}");
                            }
                            let mut outcomes = outcomes.lock().unwrap_or_else(PoisonError::into_inner);
                            outcomes.push((seed, outcome));
                        }
                        Err(message) => {
                            *failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
                        }
                    }
                    // The directory as a whole goes away at the end in any case.
                    let _ = std::fs::remove_dir_all(&own);
                }
            });
        }
    });
    if let Some(message) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(message);
    }
    let outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (mut same, mut skipped, mut differ) = (0, 0, Vec::new());
    for (seed, outcome) in outcomes {
        match outcome {
            Outcome::Same => same += 1,
            Outcome::Skipped => skipped += 1,
            Outcome::Differs(_) => differ.push(seed),
        }
    }
    differ.sort_unstable();
    println!(
        "csmith: {same} the same, {} different, {skipped} skipped",
        differ.len()
    );
    if !differ.is_empty() {
        let seeds: Vec<String> = differ.iter().map(u64::to_string).collect();
        println!("csmith: seeds that differ: {}", seeds.join(" "));
    }
    Ok(differ.is_empty())
}

fn compare(
    seed: u64,
    directory: &Path,
    raceproof: &Path,
    headers: &Path,
    arguments: &Arguments,
) -> Result<Outcome, String> {
    std::fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let minute = Duration::from_secs(60);
    let source = directory.join("program.c");
    let native = directory.join("program");
    // csmith leaves a file in its working directory, so it gets one of its own.
    let mut csmith = Command::new("csmith");
    csmith
        .current_dir(directory)
        .args(["--seed", &seed.to_string(), "--output", "program.c"]);
    let made = measure::run(&mut csmith, minute)?;
    if !succeeded(&made) || !source.exists() {
        return Ok(Outcome::Skipped);
    }
    let mut gcc = Command::new("gcc");
    gcc.args(["-O0", "-w", "-I"])
        .arg(headers)
        .arg(&source)
        .arg("-o")
        .arg(&native);
    let compiled = measure::run(&mut gcc, minute)?;
    if !succeeded(&compiled) {
        let said = String::from_utf8_lossy(&compiled.stderr);
        return Err(format!("gcc does not compile seed {seed}:\n{said}"));
    }
    let expected = measure::run(&mut Command::new(&native), Duration::from_secs(arguments.limit))?;
    if expected.status.is_none() {
        return Ok(Outcome::Skipped);
    }
    let limit = expected.wall * 100 + Duration::from_secs(20);
    let mut run = Command::new(raceproof);
    run.arg("run").arg("-I").arg(headers).arg(&source);
    let actual = measure::run(&mut run, limit)?;
    let how = difference(&expected, &actual);
    if let (Some(_), Some(keep)) = (&how, &arguments.keep) {
        let kept = keep.join(format!("{seed}.c"));
        std::fs::copy(&source, &kept).map_err(|error| format!("{}: {error}", kept.display()))?;
    }
    Ok(how.map_or(Outcome::Same, Outcome::Differs))
}

fn succeeded(run: &Run) -> bool {
    run.status.is_some_and(|status| status.success())
}

/// What is different, in words; none if nothing is.
fn difference(expected: &Run, actual: &Run) -> Option<String> {
    let Some(status) = actual.status else {
        return Some(format!(
            "raceproof did not end within {:.0} s",
            actual.wall.as_secs_f64()
        ));
    };
    let said = String::from_utf8_lossy(&actual.stderr);
    let said: Vec<&str> = said.lines().take(8).collect();
    let said = said.join("\n    ");
    if expected.status != Some(status) {
        let native = expected
            .status
            .map_or_else(String::new, |status| status.to_string());
        return Some(format!(
            "gcc's program ends with {native}, raceproof with {status}\n    {said}"
        ));
    }
    if expected.stdout != actual.stdout {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
        let (native, ours) = (text(&expected.stdout), text(&actual.stdout));
        return Some(format!(
            "gcc's program prints {native:?}, raceproof {ours:?}\n    {said}"
        ));
    }
    None
}

/// The directory of `csmith.h`, wherever the distribution put it.
fn headers() -> Result<PathBuf, String> {
    let mut candidates: Vec<PathBuf> = Vec::new();
    if let Some(home) = std::env::var_os("CSMITH_HOME") {
        candidates.extend(["include", "runtime"].map(|name| Path::new(&home).join(name)));
    }
    let entries = std::fs::read_dir("/usr/include").into_iter().flatten().flatten();
    let mut named: Vec<PathBuf> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("csmith"))
        .map(|entry| entry.path())
        .collect();
    named.sort();
    candidates.extend(named);
    candidates
        .into_iter()
        .find(|directory| directory.join("csmith.h").exists())
        .ok_or_else(|| "csmith.h is not there; install csmith and libcsmith-dev".to_owned())
}
