//! The argument of every proof of `modular` for a program of `tests/threads` and `tests/openmp` is accepted.
//! `RACEPROOF_RANDOM` sets how many runs are made of each.

use raceproof_c::{Input, Options, compile};
use raceproof_certify::{Broken, Checked, Effort, certify};
use raceproof_engine::Budget;
use raceproof_generate::settings;
use raceproof_ir::ObjectRole;
use raceproof_machine::{Config, Machine};
use raceproof_modular::{Answer, argue};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn programs(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        match path.is_dir() {
            true => programs(&path, found),
            false if path.extension().is_some_and(|e| e == "c") => found.push(path),
            false => {}
        }
    }
}

/// What came out.
#[derive(Default)]
struct Tally {
    proved: usize,
    /// Parts of objects, and those that are shown to be right without a run.
    parts: usize,
    inductive: usize,
    /// Why arguments are refuted.
    wrong: Vec<String>,
}

/// Checks the argument of the proof for a program, if there is one.
fn check_one(path: &Path, runs: u32, tally: &mut Tally) {
    let input = Input {
        path: path.to_owned(),
        options: Default::default(),
    };
    let Ok(mut compiled) = compile(&[input], Options::default()) else {
        return;
    };
    let argued = argue(&compiled.program, &|| false);
    if argued.answer != Answer::Proved {
        return;
    }
    tally.proved += 1;
    for threads in [2u32, 3] {
        let globals = compiled.program.globals.iter_mut();
        for global in globals.filter(|g| g.role == Some(ObjectRole::TeamSize)) {
            global.bytes = threads.to_le_bytes().to_vec();
        }
        let machine = Machine::new(&compiled.program, Config::default());
        // Some programs have runs without an end.
        let budget = Budget::new(Some(Duration::from_secs(1)), u64::MAX, 1 << 30);
        let effort = Effort {
            runs,
            seed: settings::seed(),
            budget: &budget,
        };
        let refutation = match certify(&machine, &argued.arguments, effort) {
            Ok(proof) if threads == 2 => {
                let parts = proof.checked().iter().flatten();
                tally.parts += parts.clone().count();
                tally.inductive += parts.filter(|checked| **checked == Checked::Inductive).count();
                None
            }
            Ok(_) => None,
            Err(refutation) => Some(refutation),
        };
        if let Some(refutation) = refutation {
            // The proof assumes that there is none, and says so.
            if matches!(refutation.how, Broken::Undefined(_)) {
                return;
            }
            let program = &compiled.program;
            let (a, b) = refutation.places();
            let (a, b) = (program.span(a), program.span(b));
            let words = refutation.words(program);
            let why = format!("{words} at lines {} and {} ({refutation:?})", a.line, b.line);
            return tally.wrong.push(format!("{}: {why}", path.display()));
        }
    }
}

fn check(folder: &str, least: usize, least_inductive: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut files = Vec::new();
    programs(&root.join(folder), &mut files);
    let runs = settings::count(3, 12) as u32;
    let mut tally = Tally::default();
    for file in &files {
        check_one(file, runs, &mut tally);
    }
    let Tally {
        proved,
        parts,
        inductive,
        wrong,
    } = tally;
    println!(
        "{} programs, {proved} proved, {inductive} of {parts} parts without a run",
        files.len()
    );
    assert!(
        wrong.is_empty(),
        "{} are refuted:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(proved >= least, "only {proved} programs are proved");
    assert!(
        inductive >= least_inductive,
        "only {inductive} parts are shown without a run"
    );
}

#[test]
fn arguments_for_threads_are_accepted() {
    check("threads", 100, 50);
}

#[test]
fn arguments_for_teams_are_accepted() {
    check("openmp", 20, 1);
}
