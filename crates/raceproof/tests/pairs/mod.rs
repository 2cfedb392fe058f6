//! Programs in pairs under `raceproof check --all --closed-world`: races on exactly the marked lines, or a
//! proof.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

/// A trial for each C file of each topic in a directory of `tests`. The answer for those that are listed is
/// `unknown`.
pub fn trials(directory: &str, unknown: &[&str]) -> Vec<Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests")
        .join(directory);
    let mut trials = Vec::new();
    for topic in entries(&root) {
        for file in entries(&topic) {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            if stem.ends_with("-race") || stem.ends_with("-safe") {
                let name = file.strip_prefix(&root).unwrap_or(&file).with_extension("");
                let name = name.to_string_lossy().into_owned();
                let known = !unknown.contains(&name.as_str());
                trials.push(Trial::test(name, move || check(&file, known)));
            }
        }
    }
    trials
}

/// The entries of a directory in the order of their names; none if it is no directory.
pub fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// The lines that end in a mark.
fn marked(file: &Path) -> Result<BTreeSet<u64>, Failed> {
    let text = std::fs::read_to_string(file)?;
    let lines = (1..).zip(text.lines());
    let marked = lines.filter(|(_, line)| line.trim_end().ends_with("//~ RACE"));
    Ok(marked.map(|(number, _)| number).collect())
}

/// Seconds for a program. Those without bounds have always more to explore after the race.
fn limit(file: &Path) -> &'static str {
    match file.parent().is_some_and(|topic| topic.ends_with("unbounded")) {
        true => "3",
        false => "60",
    }
}

fn check(file: &Path, known: bool) -> Result<(), Failed> {
    let expected = marked(file)?;
    let is_race = file
        .file_stem()
        .is_some_and(|stem| stem.to_string_lossy().ends_with("-race"));
    if is_race == expected.is_empty() {
        return Err("racy programs have marked lines, and others none".into());
    }
    let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .args(["check", "--closed-world", "--all"])
        .args(["--format", "json", "--time-limit", limit(file)])
        .arg(file)
        .output()?;
    let stdout = String::from_utf8(output.stdout)?;
    let explain = |what: String| -> Failed {
        let stderr = String::from_utf8_lossy(&output.stderr);
        format!("{what}\n{stdout}{stderr}").into()
    };
    let (word, status) = match expected.is_empty() {
        _ if !known => ("unknown", 3),
        true => ("race-free", 0),
        false => ("race", 1),
    };
    if output.status.code() != Some(status) {
        return Err(explain(format!("{word} expected, found {}", output.status)));
    }
    let report: Value = serde_json::from_str(&stdout).map_err(|error| explain(error.to_string()))?;
    let mut seen = BTreeSet::new();
    for finding in report["findings"].as_array().into_iter().flatten() {
        if finding["kind"] != "race" {
            continue;
        }
        let accesses = finding["accesses"].as_array().into_iter().flatten();
        let found: BTreeSet<u64> = accesses.filter_map(|access| access["line"].as_u64()).collect();
        if !found.is_subset(&expected) {
            return Err(explain(format!(
                "races of the lines {expected:?} expected, one of {found:?} found"
            )));
        }
        seen.extend(found);
    }
    if known && seen != expected {
        return Err(explain(format!(
            "races of the lines {expected:?} expected, of {seen:?} found"
        )));
    }
    Ok(())
}
