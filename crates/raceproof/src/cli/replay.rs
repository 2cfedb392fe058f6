//! `raceproof replay`: goes through the schedule of a witness.

use std::io::{BufRead as _, Write as _};

use raceproof_machine::{Config, Machine, replay};
use raceproof_report::{Describe, text};

use super::arguments::ReplayArguments;
use super::witness::WitnessFile;
use super::{Status, complain, input};
use crate::chance;
use crate::load::quotable;

/// Replays a witness.
pub fn run(arguments: &ReplayArguments) -> Status {
    let file = match WitnessFile::read(&arguments.witness) {
        Ok(file) => file,
        Err(message) => {
            complain(&message);
            return Status::REJECTED;
        }
    };
    let schedule = match file.schedule() {
        Ok(schedule) => schedule,
        Err(message) => {
            complain(&message);
            return Status::REJECTED;
        }
    };
    let (input, macros) = file.input(arguments.color);
    let setting = file.setting();
    let mut loaded = match input::attempt(&input, &macros, &setting.macros) {
        Ok(loaded) => loaded,
        Err(failed) => {
            input::tell_errors(&failed, &input);
            return Status::REJECTED;
        }
    };
    chance::free(&mut loaded.program);
    setting.apply(&mut loaded);
    if let Some(team) = file.team() {
        loaded.set_threads(team);
    }
    if !file.is_about(&loaded.program) {
        complain("the program has changed since the witness was written; check it again");
        return Status::REJECTED;
    }
    let config = Config {
        args: file.args(),
        stdin: setting.stdin.clone().into_bytes(),
        ..Config::default()
    };
    let machine = Machine::new(&loaded.program, config);
    let Some(witness) = replay(&machine, &schedule, None) else {
        complain("the schedule does not lead to a race; the witness is damaged");
        return Status::REJECTED;
    };
    let sources = quotable(&loaded.sources);
    let finding = Describe::new(&machine, &sources).race(&witness);
    let mut stdout = std::io::stdout().lock();
    if arguments.step {
        let mut keys = std::io::stdin().lock();
        for step in &finding.schedule {
            // A closed terminal ends the stepping, not the result.
            let _ = write!(stdout, "{step} ").and_then(|()| stdout.flush());
            let mut key = String::new();
            if !matches!(keys.read_line(&mut key), Ok(1..)) {
                break;
            }
        }
    }
    let options = text::Options {
        color: arguments.color.on(&stdout),
        ..text::Options::default()
    };
    let rendered = text::render_finding(&finding, &sources, options);
    match stdout.write_all(rendered.as_bytes()) {
        Ok(()) => Status::SUCCESS,
        Err(error) => {
            drop(stdout);
            complain(&format!("standard output: {error}"));
            Status::REJECTED
        }
    }
}
