//! How the cost of a check grows with threads and iterations: `benches/growth`, one table for each program.
//!
//! A program takes its size from the macros `N` (threads) and `K` (iterations). Every row is one process; what it says of itself in
//! its JSON is what is printed. A row that does not end within its time is the last of its series: larger ones would not either.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::measure;

/// A program and the sizes that it is measured at: series of which only one number grows.
struct Family {
    name: &'static str,
    series: &'static [&'static [(u32, u32)]],
}

const FAMILIES: &[Family] = &[
    Family {
        name: "counter",
        series: &[
            &[(2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1), (8, 1), (16, 1)],
            &[(2, 4), (3, 4), (4, 4), (5, 4), (6, 4), (7, 4), (8, 4)],
            &[(8, 2), (8, 4), (8, 6), (8, 8), (8, 10)],
        ],
    },
    Family {
        name: "cells",
        series: &[
            &[(2, 10), (4, 10), (8, 10), (16, 10), (32, 10)],
            &[(8, 1000), (8, 100_000)],
        ],
    },
    Family {
        name: "philosophers",
        series: &[&[(2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]],
    },
    Family {
        name: "buffer",
        series: &[
            &[(1, 2), (1, 4), (1, 8), (1, 16)],
            &[(1, 4), (2, 4), (3, 4), (4, 4)],
        ],
    },
    Family {
        name: "barrier",
        series: &[&[(2, 2), (3, 2), (4, 2)], &[(2, 4), (2, 16), (2, 64)]],
    },
    Family {
        name: "readers",
        series: &[&[(1, 2), (2, 2), (4, 2), (8, 2)], &[(1, 4), (1, 16), (1, 64)]],
    },
    Family {
        name: "ticket",
        series: &[
            &[(2, 1), (3, 1), (4, 1), (5, 1), (6, 1)],
            &[(2, 2), (2, 4), (2, 8)],
        ],
    },
];

/// Engines that the tables compare.
const ENGINES: &[&str] = &["graph"];

/// How long one row may take.
const LIMIT: u32 = 30;

/// The targets: states a second and bytes a state of the counter where there are many, its time for eight threads with one increment
/// each, and how much longer than running it a check of the stencil takes.
const SPEED: f64 = 500_000.0;
const BYTES: f64 = 100.0;
const EIGHT: f64 = 0.1;
const STENCIL: f64 = 3.0;
/// States that a row must have for its speed to mean something.
const MANY: f64 = 20_000.0;

/// What a check said of itself.
struct Row {
    verdict: String,
    states: f64,
    seconds: f64,
    bytes: f64,
}

/// Prints the tables; whether all targets were met.
pub fn run(raceproof: &Path, benches: &Path, filter: Option<&str>) -> Result<bool, String> {
    let mut met = true;
    for family in FAMILIES {
        if filter.is_some_and(|filter| !family.name.contains(filter)) {
            continue;
        }
        println!(
            "\n{:<14} {:>3} {:>7} {:<8} {:<10} {:>10} {:>10} {:>8} {:>9}",
            family.name, "N", "K", "engine", "verdict", "states", "states/s", "bytes", "seconds"
        );
        for engine in ENGINES {
            for series in family.series {
                for &(threads, iterations) in *series {
                    let source = benches.join(format!("growth/{}.c", family.name));
                    let row = measure(raceproof, &source, engine, threads, iterations)?;
                    let speed = row.states / row.seconds.max(1e-6);
                    println!(
                        "{:<14} {threads:>3} {iterations:>7} {engine:<8} {:<10} {:>10} {speed:>10.0} {:>8.0} {:>9.3}",
                        "", row.verdict, row.states, row.bytes, row.seconds
                    );
                    if family.name == "counter" && *engine == "graph" {
                        met &= row.states < MANY || (speed >= SPEED && row.bytes <= BYTES);
                        met &= (threads, iterations) != (8, 1) || row.seconds <= EIGHT;
                    }
                    if row.verdict != "race-free" {
                        break;
                    }
                }
            }
        }
    }
    if filter.is_none_or(|filter| "stencil".contains(filter)) {
        met &= stencil(raceproof, &benches.join("growth/stencil.c"))?;
    }
    Ok(met)
}

fn command(raceproof: &Path, what: &str, source: &Path, threads: u32, iterations: u32) -> Command {
    let mut command = Command::new(raceproof);
    command
        .arg(what)
        .arg(format!("-DN={threads}"))
        .arg(format!("-DK={iterations}"))
        .arg(source);
    command
}

fn measure(
    raceproof: &Path,
    source: &Path,
    engine: &str,
    threads: u32,
    iterations: u32,
) -> Result<Row, String> {
    let mut command = command(raceproof, "check", source, threads, iterations);
    command
        .args(["--format", "json", "--engine", engine, "--time-limit"])
        .arg(LIMIT.to_string());
    let run = measure::run(&mut command, Duration::from_secs(u64::from(LIMIT) * 2))?;
    let text = String::from_utf8_lossy(&run.stdout);
    let number = |name: &str| field(&text, name).and_then(|v| v.parse().ok());
    let (Some(verdict), Some(states), Some(seconds)) =
        (field(&text, "verdict"), number("states"), number("seconds"))
    else {
        return Err(format!(
            "{command:?} says nothing of itself:\n{}",
            String::from_utf8_lossy(&run.stderr)
        ));
    };
    Ok(Row {
        verdict: verdict.to_owned(),
        states,
        seconds,
        bytes: number("bytes_per_state").unwrap_or(0.0),
    })
}

/// The value of the first field of this name, without quotes. The fields looked for occur once.
fn field<'t>(json: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = json.split_once(&format!("\"{name}\":"))?;
    let end = rest.find([',', '\n', '}'])?;
    Some(rest[..end].trim().trim_matches('"'))
}

/// A check of a program with barriers only, against running it; both without the time to understand it.
fn stencil(raceproof: &Path, source: &Path) -> Result<bool, String> {
    const THREADS: u32 = 8;
    const CELLS: u32 = 1_000_000;
    let user = |what: &str| -> Result<f64, String> {
        let mut command = command(raceproof, what, source, THREADS, CELLS);
        let run = measure::run(&mut command, Duration::from_secs(300))?;
        match run.status {
            Some(status) if status.success() => Ok(run.user.as_secs_f64()),
            _ => Err(format!(
                "{command:?} failed:\n{}",
                String::from_utf8_lossy(&run.stderr)
            )),
        }
    };
    let understood = user("ir")?;
    let run = (user("run")? - understood).max(1e-3);
    let check = (user("check")? - understood).max(1e-3);
    println!(
        "\nstencil        {THREADS} threads, {CELLS} cells: run {run:.2} s, check {check:.2} s, {:.1}x, target {STENCIL}x",
        check / run
    );
    Ok(check <= STENCIL * run)
}

#[cfg(test)]
mod tests {
    #[test]
    fn fields_are_found() {
        let json = "{\n  \"verdict\": \"race-free\",\n  \"stats\": {\n    \"states\": 17,\n    \"seconds\": 0.5\n  }\n}";
        assert_eq!(super::field(json, "verdict"), Some("race-free"));
        assert_eq!(super::field(json, "seconds"), Some("0.5"));
        assert_eq!(super::field(json, "bytes"), None);
    }
}
