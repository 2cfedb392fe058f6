//! Every program of `tests/symbolic` under `raceproof check --engine symbolic`: a race of marked lines, or a
//! proof, and a deadlock where lines are marked so; neither where a line says why (`//~ unknown: …`). They
//! need what that engine is for: rare inputs, rare schedules, addresses that are computed; each with pointers
//! of eight and of four bytes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic");
    let entries = std::fs::read_dir(&root).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    let trials = files.into_iter().flat_map(|file| {
        let name = file.with_extension("");
        let name = name
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        ["lp64", "ilp32"].map(|model| {
            let file = file.clone();
            Trial::test(format!("{name}::{model}"), move || check(&file, model))
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn check(file: &Path, model: &str) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let marked = |mark: &str| -> BTreeSet<u64> {
        let lines = (1..).zip(text.lines());
        let with = lines.filter(|(_, line)| line.trim_end().ends_with(mark));
        with.map(|(number, _)| number).collect()
    };
    let expected = marked("//~ RACE");
    let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .args([
            "check",
            "--closed-world",
            "--engine",
            "symbolic",
            "--format",
            "json",
            "--time-limit",
            "300",
            "--data-model",
            model,
        ])
        .arg(file)
        .output()?;
    let stdout = String::from_utf8(output.stdout)?;
    let unknown = text.lines().find_map(|line| line.strip_prefix("//~ unknown: "));
    let status = match unknown {
        Some(_) => 3,
        None => i32::from(!expected.is_empty()),
    };
    if output.status.code() != Some(status) {
        let stderr = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "status {status} expected, found {}\n{stdout}{stderr}",
            output.status
        )
        .into());
    }
    if unknown.is_some_and(|words| !stdout.contains(words)) {
        return Err(format!("another reason found\n{stdout}").into());
    }
    let report: Value = serde_json::from_str(&stdout)?;
    let deadlocks = marked("//~ DEADLOCK");
    let findings = || report["findings"].as_array().into_iter().flatten();
    if findings().any(|f| f["kind"] == "deadlock") == deadlocks.is_empty() {
        return Err(format!("deadlocks at the lines {deadlocks:?} expected\n{stdout}").into());
    }
    for finding in findings() {
        if finding["kind"] == "race" {
            let accesses = finding["accesses"].as_array().into_iter().flatten();
            let found: BTreeSet<u64> = accesses.filter_map(|access| access["line"].as_u64()).collect();
            if !found.is_subset(&expected) {
                return Err(format!("a race of the lines {found:?} found\n{stdout}").into());
            }
        }
    }
    Ok(())
}
