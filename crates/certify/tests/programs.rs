//! The argument of every proof of `modular` for a program of `tests/threads` and `tests/openmp` is accepted.
//! `RACEPROOF_RANDOM` sets how many runs are made of each.

use raceproof_c::{Input, Options, compile};
use raceproof_certify::{Broken, Effort, certify};
use raceproof_engine::Budget;
use raceproof_generate::settings;
use raceproof_ir::ObjectRole;
use raceproof_machine::{Config, Machine};
use raceproof_modular::{Answer, argue};
use std::path::{Path, PathBuf};

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

/// Why the argument of the proof for a program is refuted, if there is a proof and it is; and whether there
/// is one.
fn refuted(path: &Path, runs: u32) -> (bool, Option<String>) {
    let input = Input {
        path: path.to_owned(),
        options: Default::default(),
    };
    let Ok(mut compiled) = compile(&[input], Options::default()) else {
        return (false, None);
    };
    let argued = argue(&compiled.program, &|| false);
    if argued.answer != Answer::Proved {
        return (false, None);
    }
    for threads in [2u32, 3] {
        let globals = compiled.program.globals.iter_mut();
        for global in globals.filter(|g| g.role == Some(ObjectRole::TeamSize)) {
            global.bytes = threads.to_le_bytes().to_vec();
        }
        let machine = Machine::new(&compiled.program, Config::default());
        let budget = Budget::new(None, u64::MAX, 1 << 30);
        let effort = Effort {
            runs,
            seed: settings::seed(),
            budget: &budget,
        };
        if let Err(refutation) = certify(&machine, &argued.arguments, effort) {
            // The proof assumes that there is none, and says so.
            if matches!(refutation.how, Broken::Undefined(_)) {
                return (true, None);
            }
            let program = &compiled.program;
            let (a, b) = refutation.places();
            let (a, b) = (program.span(a), program.span(b));
            let words = refutation.words(program);
            let why = format!("{words} at lines {} and {} ({refutation:?})", a.line, b.line);
            return (true, Some(why));
        }
    }
    (true, None)
}

fn check(folder: &str, least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut files = Vec::new();
    programs(&root.join(folder), &mut files);
    let runs = settings::count(3, 12) as u32;
    let mut proved = 0;
    let mut wrong = Vec::new();
    for file in &files {
        let (is_proved, why) = refuted(file, runs);
        proved += usize::from(is_proved);
        wrong.extend(why.map(|why| format!("{}: {why}", file.display())));
    }
    println!("{} programs, {proved} proved", files.len());
    assert!(
        wrong.is_empty(),
        "{} are refuted:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(proved >= least, "only {proved} programs are proved");
}

#[test]
fn arguments_for_threads_are_accepted() {
    check("threads", 100);
}

#[test]
fn arguments_for_teams_are_accepted() {
    check("openmp", 20);
}
