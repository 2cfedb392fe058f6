//! Instructions that two builds of raceproof execute for the same work, counted by callgrind.
//!
//! Times on a shared machine are noise of a tenth and more; instructions are the same every time, so a loss
//! of a few hundredths shows. Sizes are small, because callgrind is fifty times slower than the processor,
//! but large enough that understanding the program is the smaller part.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::measure;
use crate::workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// The other binary: that of the commit before
    #[arg(long)]
    against: PathBuf,
    /// Only works whose name contains this
    filter: Option<String>,
}

/// How many times as many instructions a work may take as before.
const RATIO: f64 = 1.05;

/// What is measured: the words of the command line before the program, the program below `benches`, its
/// macros.
const WORKS: &[(&[&str], &str, &[&str])] = &[
    (&["run"], "programs/fib.c", &["-DN=20"]),
    (&["run"], "programs/list.c", &["-DN=4000"]),
    (&["run"], "programs/matrix.c", &["-DN=40"]),
    (&["run"], "programs/nbody.c", &["-DN=1000"]),
    (&["run"], "programs/sieve.c", &["-DN=200000"]),
    (&["run"], "programs/strings.c", &["-DN=150"]),
    (&["check"], "growth/stencil.c", &[]),
    (&["check"], "growth/barrier.c", &["-DN=3", "-DK=2"]),
    (&["check"], "growth/buffer.c", &["-DN=1", "-DK=8"]),
    (&["check"], "growth/cells.c", &["-DN=8", "-DK=1000"]),
    (&["check"], "growth/counter.c", &["-DN=4", "-DK=4"]),
    (&["check"], "growth/events.c", &[]),
    (&["check"], "growth/philosophers.c", &["-DN=4", "-DK=1"]),
    (&["check"], "growth/readers.c", &["-DN=2", "-DK=2"]),
    (&["check"], "growth/ticket.c", &["-DN=3", "-DK=1"]),
    (
        &["check", "--engine", "lockset"],
        "growth/counter.c",
        &["-DN=3", "-DK=3"],
    ),
    (
        &["check", "--engine", "dpor"],
        "growth/counter.c",
        &["-DN=3", "-DK=2"],
    ),
    (
        &["check", "--engine", "symbolic"],
        "growth/counter.c",
        &["-DN=2", "-DK=1"],
    ),
    (
        &["check", "--engine", "modular"],
        "growth/counter.c",
        &["-DN=4", "-DK=4"],
    ),
];

/// Counts; whether no work takes more than it may.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let ours = workspace::build()?;
    let mut met = true;
    println!(
        "{:<52} {:>14} {:>14} {:>7}   target {RATIO}x",
        "work", "before", "now", "ratio"
    );
    for (words, program, macros) in WORKS {
        let name = format!("{} {program} {}", words.join(" "), macros.join(" "));
        if arguments
            .filter
            .as_ref()
            .is_some_and(|filter| !name.contains(filter.as_str()))
        {
            continue;
        }
        let source = workspace::root().join("benches").join(program);
        let counted = |binary: &Path| count(binary, words, &source, macros);
        let (before, now) = (counted(&arguments.against)?, counted(&ours)?);
        let ratio = now as f64 / before.max(1) as f64;
        met &= ratio <= RATIO;
        println!("{name:<52} {before:>14} {now:>14} {ratio:>6.3}x");
    }
    Ok(met)
}

/// Instructions that one command executes, its own children left out.
pub fn count(binary: &Path, words: &[&str], source: &Path, macros: &[&str]) -> Result<u64, String> {
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(binary)
        .args(words)
        .args(macros)
        .arg(source);
    let run = measure::run(&mut command, Duration::from_secs(600))?;
    let text = String::from_utf8_lossy(&run.stderr);
    let collected = text.lines().find_map(|line| line.split_once("Collected : "));
    collected
        .and_then(|(_, count)| count.trim().parse().ok())
        .ok_or_else(|| format!("{command:?} counted nothing:\n{text}"))
}
