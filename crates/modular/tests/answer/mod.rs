//! What all tests ask.

use raceproof_c::{Input, Options, compile};
use raceproof_engine::{time_spent, try_mutants};
use raceproof_ir::Program;
use raceproof_modular::{Answer, prove};
use std::path::Path;
use std::time::Duration;

/// The program of a file, with a macro.
pub fn program_with(path: &Path, define: Option<&str>) -> Program {
    let mut input = Input {
        path: path.to_owned(),
        options: Default::default(),
    };
    input.options.defines.extend(define.map(str::to_owned));
    let Ok(compiled) = compile(&[input], Options::default()) else {
        panic!("{} does not compile", path.display());
    };
    compiled.program
}

/// What the proof says of a file, with a macro. A test expects that, so that a rule that proves more is
/// wrong.
pub fn answer_with(path: &Path, define: Option<&str>) -> Answer {
    answer_of(&path.display().to_string(), &program_with(path, define))
}

/// What the proof says of a program.
pub fn answer_of(name: &str, program: &Program) -> Answer {
    try_mutants(name, || {
        // There are mutants that never end.
        let start = time_spent();
        let is_late = || time_spent().saturating_sub(start) > Duration::from_secs(2);
        prove(program, &is_late) == Answer::Proved
    });
    prove(program, &|| false)
}

/// The same without a macro.
#[allow(dead_code, reason = "not all tests use both")]
pub fn answer(path: &Path) -> Answer {
    answer_with(path, None)
}
