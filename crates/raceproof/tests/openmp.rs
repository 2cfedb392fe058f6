//! Every program of `tests/openmp`: pairs with and without a race, and programs in error. The conventions are
//! in `tests/openmp/README.md`.

mod pairs;

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};

/// Programs for which the answer is `unknown`, with the reason. One that gets an answer has to leave this
/// list.
const UNKNOWN: &[&str] = &[
    // Elements outside of the section are not told apart from those inside.
    "reduction/array-part-race",
    // Iterations are beside each other where several threads share them.
    "for/concurrent-alone-race",
    "for/concurrent-alone-safe",
    // Which thread runs a task is not explored.
    "task/thread-number-safe",
    // A task sees what its thread left in the variable, and which thread that is is not explored.
    "threadprivate/task-value-race",
    "threadprivate/task-value-safe",
    "threadprivate/task-left-race",
    "threadprivate/task-errno-race",
];

fn main() {
    let mut trials = pairs::trials("openmp", UNKNOWN);
    let errors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/openmp/errors");
    for file in pairs::entries(&errors) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        trials.push(Trial::test(format!("errors/{name}"), move || rejected(&file)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The first error is at the marked line and says what the mark says.
fn rejected(file: &PathBuf) -> Result<(), Failed> {
    let text = std::fs::read_to_string(file)?;
    let mark = (1..).zip(text.lines()).find_map(|(number, line)| {
        let (_, message) = line.split_once("//~ ERROR ")?;
        Some((number, message.trim_end().to_owned()))
    });
    let (line, message) = mark.ok_or("no mark")?;
    let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .args(["check", "--closed-world"])
        .arg(file)
        .output()?;
    let stderr = String::from_utf8(output.stderr)?;
    let mut lines = stderr.lines();
    let title = lines.next().unwrap_or_default();
    let place = lines.next().unwrap_or_default();
    let is_there = place.contains(&format!("{}:{line}:", file.display()));
    match output.status.code() == Some(2) && title.contains(&message) && is_there {
        true => Ok(()),
        false => Err(format!(
            "an error in line {line} that says `{message}` expected, found {}\n{stderr}",
            output.status
        )
        .into()),
    }
}
