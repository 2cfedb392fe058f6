//! Which conditions of rules keep one run from deciding that a program has no race: `cargo xtask mutants
//! --crate once FILE …`.

use raceproof_c::{Input, Options, compile};
use raceproof_engine::mutants::{reached, without};
use raceproof_engine::{Budget, Limit, Outcome};
use raceproof_ir::Program;
use raceproof_machine::{Config, Machine};
use std::time::Duration;

fn main() {
    for path in std::env::args().skip(1) {
        let Some(program) = read(&path) else {
            println!("{path}: does not compile");
            continue;
        };
        let answer = || {
            let machine = Machine::new(&program, Config::default());
            let budget = Budget::new(Some(Duration::from_secs(5)), u64::MAX, 1 << 28);
            raceproof_once::check(&machine, &budget, false)
        };
        let mut with_all = Outcome::default();
        let marks = reached(|| with_all = answer());
        println!("{path}: {}", words(&with_all));
        for mark in marks {
            match without(mark, answer) {
                None => println!("  without `{mark}` it panics"),
                Some(outcome) if outcome.verdict() == Some(false) => {
                    println!("  without `{mark}` it is safe")
                }
                Some(outcome) => println!("  `{mark}`: {}", words(&outcome)),
            }
        }
    }
}

/// The program with its race.
fn read(path: &str) -> Option<Program> {
    if path.ends_with(".ir") {
        return raceproof_ir::parse(path, &std::fs::read_to_string(path).ok()?).ok();
    }
    let mut input = Input {
        path: path.into(),
        options: Default::default(),
    };
    input.options.defines.push("RACE".to_owned());
    Some(compile(&[input], Options::default()).ok()?.program)
}

fn words(outcome: &Outcome) -> String {
    let obstacle = outcome.limits.iter().find_map(|limit| match limit {
        Limit::OneRun(_, obstacle) => Some(format!("not decided: {obstacle:?}")),
        _ => None,
    });
    match outcome.verdict() {
        Some(true) => "a race".to_owned(),
        Some(false) => "safe".to_owned(),
        None => obstacle.unwrap_or_else(|| "unknown".to_owned()),
    }
}
