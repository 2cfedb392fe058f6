//! `--reproducer`: a program for ThreadSanitizer that follows the schedule of a witness.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use raceproof_machine::{Machine, Signals, replay, replay_lanes};
use raceproof_report::Describe;
use raceproof_report::reproducer::{Around, render};

use super::arguments::{Color, Macro};
use super::replay::Run;
use super::witness::WitnessFile;
use crate::load::quotable;

/// Writes the program for a race that was just found.
///
/// # Errors
///
/// Why there is none.
pub fn of(file: &WitnessFile, path: &Path) -> Result<(), String> {
    let run =
        super::replay::of(file, Color::Auto).ok_or("no reproducer can be made of a race that is gone")?;
    write(file, &run, path)
}

/// Writes the program for a witness.
///
/// # Errors
///
/// Why there is none.
pub fn write(file: &WitnessFile, run: &Run, path: &Path) -> Result<(), String> {
    let without = |reason: String| format!("no reproducer: {reason}");
    let around = around(file, run).map_err(without)?;
    let machine = Machine::new(&run.loaded.program, run.config.clone());
    let witness = match run.lanes {
        Some(lanes) => replay_lanes(&machine, &run.schedule, lanes, None),
        None => replay(&machine, &run.schedule, None),
    };
    let witness = witness.ok_or_else(|| without("the schedule does not lead to a race".to_owned()))?;
    let sources = quotable(&run.loaded.sources);
    let describe = Describe::new(&machine, &sources);
    let text = render(&describe, &witness, &sources, &around).map_err(without)?;
    compiles(&text).map_err(without)?;
    super::write::file(path, &text)
}

/// What is around the program, as far as another program can have it.
fn around(file: &WitnessFile, run: &Run) -> Result<Around, String> {
    let (input, macros) = file.input(Color::Never);
    let setting = file.setting();
    let unforced = [
        (setting.signals != Signals::Never, "the race needs a signal"),
        (setting.failing.is_some(), "the race needs a call to fail"),
        (
            setting.network.is_some(),
            "the race needs something to arrive at a socket",
        ),
        (setting.child, "the race is in the child of a process"),
        (setting.terminal, "the race needs a terminal"),
        (!setting.files.is_empty(), "the race needs files"),
        (
            setting.processors.is_some(),
            "the race needs a number of processors",
        ),
        (setting.user.is_some(), "the race needs a user"),
        (
            file.team().is_some(),
            "ThreadSanitizer does not know how OpenMP orders threads",
        ),
        (!input.entry.is_empty(), "a library has no `main`"),
    ];
    if let Some((_, reason)) = unforced.iter().find(|(is_so, _)| *is_so) {
        return Err((*reason).to_owned());
    }
    let line = |one: &Macro| match one {
        Macro::Define(text) => {
            let (name, value) = text.split_once('=').unwrap_or((text, "1"));
            format!("#define {name} {value}")
        }
        Macro::Undefine(name) => format!("#undef {name}"),
    };
    // What `-include` names is there before the file.
    let files = match input.files.is_empty() {
        true => return Err("name the files of the program".to_owned()),
        false => input.include.iter().chain(&input.files),
    };
    Ok(Around {
        files: files.map(|file| file.display().to_string()).collect(),
        macros: macros.iter().map(line).collect(),
        overrides: setting.macros.clone(),
        args: run.config.args.clone(),
        stdin: run.config.stdin.clone(),
        variables: setting.variables,
        objects: setting.objects,
    })
}

/// Whether a compiler takes the text; else what it says.
fn compiles(text: &str) -> Result<(), String> {
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let explain = |error: std::io::Error| format!("{}: {error}", compiler.display());
    let mut child = Command::new(&compiler)
        .args(["-x", "c", "-w", "-pthread", "-fsyntax-only", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(explain)?;
    if let Some(mut stdin) = child.stdin.take() {
        // A compiler that stops reading says why.
        let _ = stdin.write_all(text.as_bytes());
    }
    let output = child.wait_with_output().map_err(explain)?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let error = said
        .lines()
        .find(|line| line.contains("error"))
        .unwrap_or("nothing");
    Err(format!("the files of the program do not compile as one: {error}"))
}
