//! The command line; see [`raceproof::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    raceproof::cli::main(std::env::args_os())
}
