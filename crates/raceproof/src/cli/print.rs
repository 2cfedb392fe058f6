//! `raceproof ir`: the program as text.

use std::io::Write as _;

use super::arguments::{IrArguments, Macro};
use super::{Status, complain, input};

/// Prints the IR of a program.
pub fn run(arguments: &IrArguments, macros: &[Macro]) -> Status {
    let Some(loaded) = input::read(&arguments.input, macros) else {
        return Status::REJECTED;
    };
    let text = loaded.program.to_string();
    let written = match &arguments.output {
        Some(path) => std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display())),
        None => match std::io::stdout().lock().write_all(text.as_bytes()) {
            // Whoever reads has read enough.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            result => result.map_err(|error| format!("standard output: {error}")),
        },
    };
    match written {
        Ok(()) => Status::SUCCESS,
        Err(message) => {
            complain(&message);
            Status::REJECTED
        }
    }
}
