//! How the cost of a check grows with threads and iterations, for the engines beside each other:
//! `benches/growth`, one table for each program; and what many tasks (`benches/tasks`) and many executions
//! cost.
//!
//! A program takes its size from the macros `N` (threads) and `K` (iterations). Every row is one process;
//! what it says of itself in its JSON is what is printed, with its processor time in user mode, so that other
//! work on the machine does not count. A row that does not end within its time is the last of its series:
//! larger ones would not either.

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

/// Engines that the tables compare, and how many seconds one row of each may take.
const ENGINES: &[(&str, u32)] = &[("once", 5), ("graph", 10), ("lockset", 5), ("dpor", 5)];

/// The targets: states a second and bytes a state of the counter where there are many, its time for eight
/// threads with one increment each, and how much longer than running it a check of the stencil takes.
const SPEED: f64 = 500_000.0;
const BYTES: f64 = 100.0;
const EIGHT: f64 = 0.1;
const STENCIL: f64 = 3.0;
/// How much longer a state of the lockset engine may take than one of the graph engine, on the counter: where
/// the one is slowest and the other fastest, of the sizes that come to an end and have so many states that
/// starting does not count.
const LOCKSET: f64 = 3.0;
/// How much longer than running it a check of a million nodes with ten million accesses takes.
const TASKS: f64 = 5.0;
/// Executions that the engine dpor follows in a second, of two threads with some ten events.
const EXECUTIONS: f64 = 100_000.0;
/// States that a row must have for its speed to mean something.
const MANY: f64 = 20_000.0;

/// What a check said of itself.
struct Row {
    verdict: String,
    states: f64,
    executions: f64,
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
            "\n{:<14} {:>3} {:>7} {:<8} {:<10} {:>10} {:>10} {:>8} {:>10} {:>9}",
            family.name,
            "N",
            "K",
            "engine",
            "verdict",
            "states",
            "states/s",
            "bytes",
            "executions",
            "seconds"
        );
        // In states a second.
        let (mut fastest_graph, mut slowest_lockset) = (0.0f64, f64::INFINITY);
        for &(engine, limit) in ENGINES {
            for series in family.series {
                for &(threads, iterations) in *series {
                    let source = benches.join(format!("growth/{}.c", family.name));
                    let row = measure(raceproof, &source, engine, limit, threads, iterations)?;
                    let speed = row.states / row.seconds.max(1e-6);
                    println!(
                        "{:<14} {threads:>3} {iterations:>7} {engine:<8} {:<10} {:>10} {speed:>10.0} {:>8.0} {:>10} {:>9.3}",
                        "", row.verdict, row.states, row.bytes, row.executions, row.seconds
                    );
                    if row.states >= MANY && row.verdict == "race-free" {
                        match engine {
                            "graph" => fastest_graph = fastest_graph.max(speed),
                            "lockset" => slowest_lockset = slowest_lockset.min(speed),
                            _ => {}
                        }
                    }
                    if family.name == "counter" && engine == "graph" {
                        met &= row.states < MANY || (speed >= SPEED && row.bytes <= BYTES);
                        met &= (threads, iterations) != (8, 1) || row.seconds <= EIGHT;
                    }
                    if row.verdict != "race-free" {
                        break;
                    }
                }
            }
        }
        if family.name == "counter" {
            let ratio = fastest_graph / slowest_lockset;
            println!("a state of `lockset` takes at most {ratio:.1}x of one of `graph`, target {LOCKSET}x");
            met &= ratio <= LOCKSET;
        }
    }
    if filter.is_none_or(|filter| "tasks".contains(filter)) {
        met &= tasks(raceproof, &benches.join("tasks"))?;
    }
    if filter.is_none_or(|filter| "events".contains(filter)) {
        met &= events(raceproof, &benches.join("growth/events.c"))?;
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
    limit: u32,
    threads: u32,
    iterations: u32,
) -> Result<Row, String> {
    let mut command = command(raceproof, "check", source, threads, iterations);
    command
        .args(["--format", "json", "--engine", engine, "--time-limit"])
        .arg(limit.to_string());
    let run = measure::run(&mut command, Duration::from_secs(u64::from(limit) * 2))?;
    let text = String::from_utf8_lossy(&run.stdout);
    let number = |name: &str| field(&text, name).and_then(|v| v.parse().ok());
    let (Some(verdict), Some(states)) = (field(&text, "verdict"), number("states")) else {
        return Err(format!(
            "{command:?} says nothing of itself:\n{}",
            String::from_utf8_lossy(&run.stderr)
        ));
    };
    Ok(Row {
        verdict: verdict.to_owned(),
        states,
        executions: number("executions").unwrap_or(0.0),
        seconds: run.user.as_secs_f64(),
        bytes: number("bytes_per_state").unwrap_or(0.0),
    })
}

/// The value of the first field of this name, without quotes. The fields looked for occur once.
fn field<'t>(json: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = json.split_once(&format!("\"{name}\":"))?;
    let end = rest.find([',', '\n', '}'])?;
    Some(rest[..end].trim().trim_matches('"'))
}

/// Runs a command that must succeed.
fn successful(command: &mut Command) -> Result<measure::Run, String> {
    let run = measure::run(command, Duration::from_secs(300))?;
    match run.status {
        Some(status) if status.success() => Ok(run),
        _ => Err(format!(
            "{command:?} failed:\n{}",
            String::from_utf8_lossy(&run.stderr)
        )),
    }
}

/// Checks of programs of very many tasks, against running them, and the memory that they take. Running a
/// program goes through all threads for each turn, so there is nothing to compare with where all of them are
/// alive at once.
fn tasks(raceproof: &Path, directory: &Path) -> Result<bool, String> {
    println!(
        "\n{:<16} {:>8} {:>8} {:>7} {:>9}   target {TASKS}x",
        "tasks", "run", "check", "ratio", "MiB"
    );
    let mut met = true;
    for (name, runs) in [
        ("structured.task", true),
        ("spawn.c", true),
        ("futures.task", false),
    ] {
        let source = directory.join(name);
        let measured = |what: &[&str]| successful(Command::new(raceproof).args(what).arg(&source));
        let check = measured(&["check", "--engine", "tasks"])?;
        let seconds = check.user.as_secs_f64();
        let mib = check.peak as f64 / f64::from(1 << 20);
        match runs {
            true => {
                let run = measured(&["run"])?.user.as_secs_f64();
                let ratio = seconds / run.max(1e-3);
                println!("{name:<16} {run:>8.2} {seconds:>8.2} {ratio:>6.1}x {mib:>9.1}");
                met &= ratio <= TASKS;
            }
            false => println!("{name:<16} {:>8} {seconds:>8.2} {:>7} {mib:>9.1}", "", ""),
        }
    }
    Ok(met)
}

/// How many executions of a program with two threads the engine dpor follows in a second, by each order. The
/// target is for happens-before.
fn events(raceproof: &Path, source: &Path) -> Result<bool, String> {
    println!(
        "\n{:<16} {:>10} {:>9} {:>12}   target {EXECUTIONS}",
        "events", "executions", "seconds", "executions/s"
    );
    let mut met = true;
    for (name, order, macros) in [
        ("atomic, hb", "hb", "-DATOMIC"),
        ("mutex, hb", "hb", "-DMUTEX"),
        ("mutex, wcp", "wcp", "-DMUTEX"),
        ("mutex, dc", "dc", "-DMUTEX"),
    ] {
        let mut command = Command::new(raceproof);
        command
            .args([
                "check", "--format", "json", "--engine", "dpor", "--order", order, macros,
            ])
            .arg(source);
        let run = successful(&mut command)?;
        let text = String::from_utf8_lossy(&run.stdout);
        let executions: f64 = field(&text, "executions")
            .and_then(|v| v.parse().ok())
            .unwrap_or(0.0);
        let seconds = run.user.as_secs_f64().max(1e-3);
        println!(
            "{name:<16} {executions:>10} {seconds:>9.2} {:>12.0}",
            executions / seconds
        );
        met &= name != "atomic, hb" || executions / seconds >= EXECUTIONS;
    }
    Ok(met)
}

/// A check of a program with barriers only, against running it; both without the time to understand it.
fn stencil(raceproof: &Path, source: &Path) -> Result<bool, String> {
    const THREADS: u32 = 8;
    const CELLS: u32 = 1_000_000;
    let user = |what: &str| -> Result<f64, String> {
        let run = successful(&mut command(raceproof, what, source, THREADS, CELLS))?;
        Ok(run.user.as_secs_f64())
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
