//! The command line: arguments in, text and an exit status out.
//!
//! Exit status 2 is bad usage or a program that cannot be understood; each command documents the
//! others. Results go to standard output, messages to standard error.

mod arguments;
mod browse;
pub mod cc;
mod check;
mod config;
mod contradiction;
pub mod database;
mod exchange;
mod explain;
pub mod flags;
mod form;
mod guard;
mod hint;
mod input;
mod lsp;
mod missing;
mod pins;
mod print;
mod progress;
mod project;
mod range;
mod record;
mod recorder;
mod replay;
mod reproducer;
mod run;
mod screen;
mod spelling;
mod symbols;
mod trace;
mod unit;
pub mod witness;
mod write;

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use arguments::{Arguments, Command};

/// How a command ended: the exit status of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub u8);

impl Status {
    /// All is well.
    pub const SUCCESS: Status = Status(0);
    /// The program is wrong.
    pub const DEFECTIVE: Status = Status(1);
    /// Bad usage or bad input.
    pub const REJECTED: Status = Status(2);
    /// Neither yes nor no: a limit of raceproof was reached.
    pub const UNKNOWN: Status = Status(3);
}

/// Runs the command line of a process.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    if args.get(1).is_some_and(|command| command == "cc") {
        return cc::run(&args[2..]);
    }
    if args.get(1).is_some_and(|command| command == "c++") {
        return cc::run_cpp(&args[2..]);
    }
    let status = std::panic::catch_unwind(|| dispatch(args)).unwrap_or_else(|_| {
        // The panic itself has been printed.
        complain("internal error: this is a defect of raceproof, not of your program");
        Status::UNKNOWN
    });
    ExitCode::from(status.0)
}

fn dispatch(args: Vec<OsString>) -> Status {
    if args.windows(2).any(|pair| pair[0] == "-Z" && pair[1] == "help") {
        let listed = std::io::stdout().write_all(raceproof_portfolio::tunable().as_bytes());
        return listed.map_or(Status::REJECTED, |()| Status::SUCCESS);
    }
    let args = spelling::name_command(args);
    let matches = match Arguments::command().try_get_matches_from(spelling::respell(args.clone())) {
        Ok(matches) => matches,
        Err(error) => return tell_usage(&error),
    };
    let macros = arguments::macros(&matches);
    match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => match arguments.command {
            Command::Check(arguments) => match config::checks(*arguments, macros, &matches, &args) {
                Ok(checks) => check::run(&checks),
                Err(message) => {
                    complain(&message);
                    Status::REJECTED
                }
            },
            Command::Explain(arguments) => explain::run(&arguments),
            Command::Completions(arguments) => explain::complete(&arguments),
            Command::Man(arguments) => explain::manual(&arguments),
            Command::Replay(arguments) => replay::run(&arguments),
            Command::Validate(arguments) => exchange::validate(&arguments, &macros),
            Command::Run(arguments) => run::run(&arguments, &macros),
            Command::Ir(arguments) => print::run(&arguments, &macros),
            Command::Record(arguments) => record::run(&arguments),
            Command::Trace(arguments) => trace::run(&arguments),
            Command::Lsp => lsp::run(),
            Command::Cc(_) | Command::Cpp(_) => unreachable!("arguments of compilers do not come here"),
        },
        Err(error) => tell_usage(&error),
    }
}

/// Prints what clap has to say: help and version to standard output, mistakes to standard error.
fn tell_usage(error: &clap::Error) -> Status {
    // Nothing sensible can be done if that fails.
    let _ = error.print();
    match error.use_stderr() {
        true => Status::REJECTED,
        false => Status::SUCCESS,
    }
}

/// Prints an error that has no position.
fn complain(message: &str) {
    progress::say(&format!("error: {message}\n"));
}
