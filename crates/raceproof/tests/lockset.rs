//! The examples of the lockset paper in `tests/lockset`: verdicts of the engines `lockset`, `dpor` and
//! `graph`, and what the first two explore, as the first lines of the files say. `RACEPROOF_BLESS=1` writes
//! these lines. Takes about three seconds.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What looks shared here is local in fact, and one interleaving is enough.
const LOCAL: [&str; 4] = [
    "indexer-safe.c",
    "file-system-safe.c",
    "independent-work-1-safe.c",
    "independent-work-2-safe.c",
];

fn files() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/lockset");
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the directory is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    files
}

fn report(file: &Path, engine: &str) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .args(["check", "--all", "--format", "json", "--engine", engine])
        .arg(file)
        .output()
        .expect("raceproof runs");
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}: {text}", file.display()))
}

/// The lines of the accesses of all races.
fn racing_lines(report: &Value) -> BTreeSet<u64> {
    let findings = report["findings"].as_array().into_iter().flatten();
    let races = findings.filter(|finding| finding["kind"] == "race");
    let accesses = races.flat_map(|race| race["accesses"].as_array().into_iter().flatten());
    accesses.filter_map(|access| access["line"].as_u64()).collect()
}

#[test]
fn the_examples_of_the_paper() {
    let mut local = 0;
    let files = files();
    assert_eq!(files.len(), 20);
    for file in files {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let marked: BTreeSet<u64> = (1..)
            .zip(text.lines())
            .filter(|(_, line)| line.ends_with("//~ RACE"))
            .map(|(number, _)| number)
            .collect();
        let mut pins = Vec::new();
        for engine in ["lockset", "dpor", "graph"] {
            let report = report(&file, engine);
            let verdict = if marked.is_empty() { "race-free" } else { "race" };
            assert_eq!(report["verdict"], verdict, "{engine} {name}");
            if engine == "graph" {
                continue;
            }
            assert_eq!(racing_lines(&report), marked, "{engine} {name}");
            let (states, executions) = (&report["stats"]["states"], &report["stats"]["executions"]);
            if engine == "lockset" && LOCAL.contains(&name.as_str()) {
                assert_eq!(executions, 1, "{name}");
                local += 1;
            }
            pins.push(format!("{engine}: {states} states, {executions} executions"));
        }
        let pinned = format!("//~ {}", pins.join("; "));
        let first = text.lines().next().unwrap_or("");
        if std::env::var_os("RACEPROOF_BLESS").is_some() {
            let rest = if first.starts_with("//~ ") {
                text.split_once('\n').map_or("", |(_, rest)| rest)
            } else {
                &text
            };
            std::fs::write(&file, format!("{pinned}\n{rest}")).expect("the file can be written");
        } else {
            assert_eq!(first, pinned, "{name}");
        }
    }
    assert_eq!(local, LOCAL.len());
}
