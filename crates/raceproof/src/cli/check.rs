//! `raceproof check`: race, race-free or unknown.

use std::io::Write as _;
use std::sync::Arc;

use raceproof_explore::Budget;
use raceproof_machine::Config;
use raceproof_report::{Report, Verdict, json, text};

use super::arguments::{self, CheckArguments, Format, Macro};
use super::progress::with_progress;
use super::witness::WitnessFile;
use super::{Status, complain, input};
use crate::check::{Engine, Request, check};
use crate::load::quotable;

/// Checks a program.
pub fn run(arguments: &CheckArguments, macros: &[Macro]) -> Status {
    let Some(mut loaded) = input::read(&arguments.input, macros) else {
        return Status::REJECTED;
    };
    if loaded.program.entry.is_none() {
        complain("the program has no function `main` to start with");
        return Status::REJECTED;
    }
    let args: Vec<Vec<u8>> = input::program_arguments(&arguments.input, &arguments.args);
    let config = Config {
        args: args.clone(),
        ..Config::default()
    };
    let sources = quotable(&loaded.sources);
    let budget = Arc::new(Budget::new(
        arguments.time_limit,
        arguments.max_states.unwrap_or(u64::MAX),
        arguments.memory_limit.saturating_mul(1 << 20),
    ));
    let interrupted = Arc::clone(&budget);
    if let Err(error) = ctrlc::set_handler(move || interrupted.interrupt()) {
        complain(&format!("cannot watch for interrupts: {error}"));
    }
    let request = Request {
        engine: match arguments.engine {
            arguments::Engine::Auto => Engine::Auto,
            arguments::Engine::Graph => Engine::Graph,
            arguments::Engine::Dpor => Engine::Dpor,
            arguments::Engine::Oracle => Engine::Oracle,
            arguments::Engine::Symbolic => Engine::Symbolic,
            arguments::Engine::Modular => Engine::Modular,
        },
        all: arguments.all,
        rounds: arguments.rounds,
        unwind: arguments.unwind,
        teams: arguments.threads.clone(),
    };
    let checked = with_progress(&budget, !arguments.quiet, || {
        check(&mut loaded, &config, &sources, &request, &budget)
    });
    if let (Some(path), Some(witness)) = (&arguments.witness, checked.witness) {
        loaded.set_threads(checked.team.unwrap_or(1));
        let team = checked.team;
        let file = WitnessFile::new(&arguments.input, macros, &args, &loaded.program, &witness, team);
        if let Err(message) = file.and_then(|file| file.write(path)) {
            complain(&message);
            return Status::REJECTED;
        }
    }
    let report = checked.report;
    let written = match &arguments.output {
        Some(path) => {
            let rendered = render(
                arguments,
                &report,
                &sources,
                arguments.input.color == arguments::Color::Always,
            );
            std::fs::write(path, rendered).map_err(|error| format!("{}: {error}", path.display()))
        }
        None => {
            let mut stdout = std::io::stdout().lock();
            let rendered = render(arguments, &report, &sources, arguments.input.color.on(&stdout));
            let result = stdout
                .write_all(rendered.as_bytes())
                .and_then(|()| stdout.flush());
            result.map_err(|error| format!("standard output: {error}"))
        }
    };
    if let Err(message) = written {
        complain(&message);
        return Status::REJECTED;
    }
    status(arguments, &report)
}

fn render(
    arguments: &CheckArguments,
    report: &Report,
    sources: &raceproof_report::Sources,
    color: bool,
) -> String {
    match arguments.format {
        Format::Json => json::render(report),
        Format::Text => {
            let options = text::Options {
                color,
                brief: arguments.quiet,
            };
            text::render(report, sources, options)
        }
    }
}

fn status(arguments: &CheckArguments, report: &Report) -> Status {
    let denied = |finding: &raceproof_report::Finding| arguments.deny.contains(&finding.kind);
    match report.verdict() {
        Verdict::Race => Status::DEFECTIVE,
        _ if report.findings.iter().any(denied) => Status::DEFECTIVE,
        Verdict::RaceFree => Status::SUCCESS,
        Verdict::Unknown => Status::UNKNOWN,
    }
}
