//! Coverage-guided fuzzing of everything that reads text: no input makes a reader panic, hang, overflow its
//! stack or take memory without end.
//!
//! `cargo xtask fuzz` builds this with counters at every edge of the code, and libFuzzer looks for inputs
//! that reach new ones. Which reader is tried is said by the environment variable `RACEPROOF_FUZZ_TARGET`.

#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use raceproof::cli::flags::CommandLine;
use raceproof::cli::witness::WitnessFile;
use raceproof::cli::{cc, database};
use raceproof::ir::DataModel;

/// A reader by its name.
static TARGET: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("RACEPROOF_FUZZ_TARGET").unwrap_or_default();
    match name.as_str() {
        "c" => c,
        "ir" => ir,
        "task" => task,
        "witness" => witness,
        "database" => compile_database,
        "cc" => command_line,
        _ => panic!("RACEPROOF_FUZZ_TARGET names no target: `{name}`"),
    }
});

fuzz_target!(|data: &[u8]| TARGET(data));

/// Preprocessed C: parser, checker, lowering.
fn c(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(loaded) = raceproof::c::compile_text("fuzz.c", &text, DataModel::Lp64)
        && loaded.program.entry.is_some()
    {
        assert_eq!(
            raceproof::ir::verify(&loaded.program),
            Ok(()),
            "what is lowered is valid"
        );
    }
}

/// The text form of the IR: what is read and valid is printed and read again.
fn ir(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(program) = raceproof::ir::parse("fuzz.ir", &text)
        && raceproof::ir::verify(&program).is_ok()
    {
        let read = raceproof::ir::parse("fuzz.ir", &program.to_string());
        assert_eq!(read.as_ref(), Ok(&program), "what is printed reads back");
    }
}

/// The task language.
fn task(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(program) = raceproof_task::compile("fuzz.task", &text) {
        assert_eq!(
            raceproof::ir::verify(&program),
            Ok(()),
            "what is lowered is valid"
        );
    }
}

/// Witness files.
fn witness(data: &[u8]) {
    if let Ok(file) = WitnessFile::parse(&String::from_utf8_lossy(data)) {
        let _ = (file.setting(), file.division(), file.schedule());
    }
}

/// Compile databases and the link databases beside them.
fn compile_database(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = database::units(&text, Path::new("/nowhere"));
    let _ = database::links(&text, Path::new("/nowhere"));
}

/// The arguments of a compiler, one a line, and the members of archives.
fn command_line(data: &[u8]) {
    let _ = cc::members(data);
    let text = String::from_utf8_lossy(data);
    let line = CommandLine::parse(text.lines().map(str::to_owned), Path::new("/nowhere"));
    for source in &line.sources {
        let _ = line.object(source);
    }
}
