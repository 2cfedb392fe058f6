//! `raceproof ir`: the program as text.

use super::arguments::{IrArguments, Macro};
use super::{Status, complain, input, write};

/// Prints the IR of a program.
pub fn run(arguments: &IrArguments, macros: &[Macro]) -> Status {
    let Some((_, loaded)) = input::read(&arguments.input, macros) else {
        return Status::REJECTED;
    };
    let text = loaded.program.to_string();
    let written = match &arguments.output {
        Some(path) => write::file(path, &text),
        None => write::standard_output(&text),
    };
    match written {
        Ok(()) => Status::SUCCESS,
        Err(message) => {
            complain(&message);
            Status::REJECTED
        }
    }
}
