//! Engine tests that are files: `tests/ir/graph/*.ir`, with their expectations in comments.
//!
//! - `//~ once: race|safe|unknown`, `//~ graph: …`, `//~ oracle: …`: the verdict of an engine. Every file has
//!   that of `once`.
//! - `//~ graph states: N`: how many states it stored, so that a lost reduction shows. Every file has this
//!   line.
//! - `//~ graph defect: deadlock|…`: a defect that it must tell.
//! - `//~ RACE` behind an instruction: one of the two places of the race.

use raceproof_engine::{Budget, Finding, Outcome};
use raceproof_explore::{graph, oracle};
use raceproof_machine::{Config, Machine};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|e| e == "ir") {
            out.push(path);
        }
    }
}

fn verdict(outcome: &Outcome) -> &'static str {
    if outcome.has_race() {
        "race"
    } else if outcome.is_complete() {
        "safe"
    } else {
        "unknown"
    }
}

fn defect(outcome: &Outcome) -> &'static str {
    let word = |f: &Finding| match f {
        Finding::Deadlock(..) => Some("deadlock"),
        Finding::Fault(..) => Some("fault"),
        Finding::Race(_) => None,
    };
    outcome.findings.iter().find_map(word).unwrap_or("none")
}

fn lines_of_race(machine: &Machine, outcome: &Outcome) -> Option<BTreeSet<u32>> {
    let witness = outcome.findings.iter().find_map(|f| match f {
        Finding::Race(w) => Some(w),
        _ => None,
    })?;
    let line = |site| machine.code().locate(site).map_or(0, |l| l.span.line);
    Some(witness.parties().iter().map(|p| line(p.access().site)).collect())
}

fn check(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let program = raceproof_ir::parse("test.ir", &text).map_err(|e| format!("{e:?}"))?;
    raceproof_ir::verify(&program).map_err(|v| format!("{v:?}"))?;
    let machine = Machine::new(&program, Config::default());
    let budget = Budget::new(None, 1_000_000, 1 << 30);
    let marked: BTreeSet<u32> = text
        .lines()
        .zip(1..)
        .filter(|(l, _)| l.contains("//~ RACE"))
        .map(|(_, n)| n)
        .collect();
    let graph = graph::check(&machine, graph::Options::default(), &budget).outcome;
    let once = raceproof_once::check(&machine, &budget, false);
    let oracle = oracle::check(&machine, 20_000, &budget).outcome;
    let states = graph.stats.states.to_string();
    for (needed, actual) in [("once", verdict(&once)), ("graph states", &states)] {
        if !text.contains(&format!("//~ {needed}: ")) {
            return Err(format!("no line `//~ {needed}: {actual}`"));
        }
    }
    for line in text.lines().filter_map(|l| l.trim().strip_prefix("//~ ")) {
        let Some((what, expected)) = line.split_once(':') else {
            continue;
        };
        let actual = match what {
            "graph" => verdict(&graph).to_owned(),
            "oracle" => verdict(&oracle).to_owned(),
            "once" => verdict(&once).to_owned(),
            "graph states" => states.clone(),
            "graph defect" => defect(&graph).to_owned(),
            other => return Err(format!("unknown expectation `{other}`")),
        };
        if actual != expected.trim() {
            return Err(format!(
                "{what}: expected {}, got {actual}; limits {:?}",
                expected.trim(),
                graph.limits
            ));
        }
    }
    for outcome in [&once, &graph, &oracle] {
        if let Some(lines) = lines_of_race(&machine, outcome)
            && !marked.is_empty()
            && lines != marked
        {
            return Err(format!("race at lines {lines:?}, marked are {marked:?}"));
        }
    }
    Ok(())
}

#[test]
fn every_text_test_holds() {
    let mut paths = Vec::new();
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ir/graph"),
        &mut paths,
    );
    assert!(!paths.is_empty());
    let failures: Vec<String> = paths
        .iter()
        .filter_map(|p| {
            check(p)
                .err()
                .map(|e| format!("{}: {e}", p.file_name().unwrap().to_string_lossy()))
        })
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} failed:\n{}",
        failures.len(),
        paths.len(),
        failures.join("\n")
    );
}
