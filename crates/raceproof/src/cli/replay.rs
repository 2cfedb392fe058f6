//! `raceproof replay`: goes through the schedule of a witness.

use std::io::{BufRead as _, IsTerminal as _, Write};
use std::path::Path;
use std::sync::Mutex;

use raceproof_machine::{Config, Machine, Schedule, Work, replay, replay_lanes};
use raceproof_portfolio::prepare_assuming;
use raceproof_report::{Describe, Finding, text};
use raceproof_source::Loaded;

use super::arguments::{Color, ReplayArguments};
use super::witness::WitnessFile;
use super::{Status, complain, input, reproducer, screen};
use crate::load::quotable;

/// The run that a witness file is about.
pub struct Run {
    /// The program.
    pub loaded: Loaded,
    /// What it is given.
    pub config: Config,
    /// Who does what.
    pub schedule: Schedule,
    /// The lanes of a vector loop that race, if no threads do.
    pub lanes: Option<[Work; 2]>,
}

/// Reads a witness file and the program that it is about; where that cannot be done, it is told why.
pub fn read(path: &Path, color: Color) -> Option<Run> {
    let told = |message: String| complain(&message);
    of(&WitnessFile::read(path).map_err(told).ok()?, color)
}

/// Reads the program that a witness is about; where that cannot be done, it is told why.
pub fn of(file: &WitnessFile, color: Color) -> Option<Run> {
    let told = |message: String| complain(&message);
    let schedule = file.schedule().map_err(told).ok()?;
    let (input, macros) = file.input(color);
    let setting = file.setting();
    let store = Mutex::default();
    let loaded = input::only(&input, &macros, &store)
        .and_then(|files| files.load(&setting.macros, &store, true))
        .map_err(|failed| {
            input::tell_errors(&failed, &input);
            if input.files.iter().any(|file| !file.exists()) {
                complain("the files of a witness are looked for where `check` ran: go there, or check again");
            }
        })
        .ok()?;
    let mut prepared = prepare_assuming(loaded, setting.what);
    setting.apply(&mut prepared);
    if let Some(failing) = setting.failing {
        prepared.fail(failing);
    }
    if let Some(team) = file.team() {
        prepared.set_threads(team);
    }
    prepared.set_division(file.division());
    if !file.is_about(prepared.program()) {
        complain("the program has changed since the witness was written; check it again");
        return None;
    }
    let config = setting.config(&file.args(), file.faithful_waits());
    Some(Run {
        loaded: prepared.into_loaded(),
        config,
        schedule,
        lanes: file.lanes(),
    })
}

/// Replays a witness.
pub fn run(arguments: &ReplayArguments) -> Status {
    let file = match WitnessFile::read(&arguments.witness) {
        Ok(file) => file,
        Err(message) => {
            complain(&message);
            return Status::REJECTED;
        }
    };
    let Some(run) = of(&file, arguments.color) else {
        return Status::REJECTED;
    };
    if let Some(path) = &arguments.reproducer
        && let Err(message) = reproducer::write(&file, &run, path)
    {
        complain(&message);
        return Status::REJECTED;
    }
    let Run {
        loaded,
        config,
        schedule,
        lanes,
    } = run;
    let machine = Machine::new(&loaded.program, config);
    let witness = match lanes {
        Some(lanes) => replay_lanes(&machine, &schedule, lanes, None),
        None => replay(&machine, &schedule, None),
    };
    let Some(witness) = witness else {
        complain("the schedule does not lead to a race; the witness is damaged");
        return Status::REJECTED;
    };
    let sources = quotable(&loaded.sources);
    let finding = Describe::new(&machine, &sources).race(&witness);
    let mut stdout = std::io::stdout().lock();
    if arguments.step {
        let color = arguments.color.on(&stdout);
        let stepped = match is_screen() {
            true => screen::show(&finding, &sources, color),
            false => step_through(&finding, &mut stdout),
        };
        if let Err(error) = stepped {
            complain(&format!("the terminal: {error}"));
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

/// Whether both keys and pictures are those of a terminal.
fn is_screen() -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !is_dumb
}

/// Prints one step after the other, each when the one before has been answered by a line.
fn step_through(finding: &Finding, out: &mut impl Write) -> std::io::Result<()> {
    let mut keys = std::io::stdin().lock();
    for step in &finding.schedule {
        write!(out, "{step} ").and_then(|()| out.flush())?;
        let mut key = String::new();
        // The end of the input ends the stepping, not the result.
        if !matches!(keys.read_line(&mut key), Ok(1..)) {
            break;
        }
    }
    Ok(())
}
