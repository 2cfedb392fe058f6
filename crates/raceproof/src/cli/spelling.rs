//! Options that compilers spell with one hyphen and several letters.
//!
//! `-std=c11` and `-include file` are what everybody types, and clap would read them as a run of
//! one-letter options. They are respelt with two hyphens before clap sees them. The other flags of compilers
//! (`-O2 -Wall -isystem dir`) become values of one hidden option, for `flags.rs` to read.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::CommandFactory as _;

use super::arguments::Arguments;
use super::flags::{Shape, shape};

/// The hidden option whose values are flags of compilers.
const FLAG: &str = "--compiler-flag=";

/// Files of programs are told from names of commands by their endings.
const ENDINGS: [&str; 4] = ["c", "i", "task", "ir"];

/// `raceproof file.c` is `raceproof check file.c`; so is what exists and is no command, for its message says
/// what to do with it.
pub fn name_command(mut args: Vec<OsString>) -> Vec<OsString> {
    let commands = Arguments::command();
    let is_file = |arg: &OsString| {
        let ending = Path::new(arg).extension().and_then(OsStr::to_str);
        let is_program = ending.is_some_and(|ending| ENDINGS.contains(&ending));
        is_program || (Path::new(arg).exists() && commands.find_subcommand(arg).is_none())
    };
    if args.get(1).is_some_and(is_file) {
        args.insert(1, "check".into());
    }
    args
}

/// Respells the arguments up to `--`.
pub fn respell(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut respelt = Vec::new();
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        if arg == OsStr::new("--") {
            respelt.push(arg);
            respelt.extend(args);
            break;
        }
        let Some(text) = arg.to_str() else {
            respelt.push(arg);
            continue;
        };
        match (respell_one(text), shape(text)) {
            (Some(other), _) => respelt.push(other.into()),
            (None, None) => respelt.push(arg),
            (None, Some(shape)) => {
                respelt.push(format!("{FLAG}{text}").into());
                let value = args.by_ref().take(usize::from(shape == Shape::WithNext));
                respelt.extend(value.map(|value| {
                    let mut word = OsString::from(FLAG);
                    word.push(value);
                    word
                }));
            }
        }
    }
    respelt
}

fn respell_one(arg: &str) -> Option<String> {
    if let Some(dialect) = arg.strip_prefix("-std=") {
        return Some(format!("--std={dialect}"));
    }
    match arg.strip_prefix("-include")? {
        "" => Some("--include".to_owned()),
        attached => Some(format!("--include={attached}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compiler_spellings_are_understood_before_the_separator() {
        let given = [
            "x",
            "-std=c11",
            "-include",
            "a.h",
            "-includeb.h",
            "-Ia",
            "-O2",
            "-isystem",
            "dir",
            "-pthread",
            "-p",
            "build",
            "--",
            "-std=c99",
            "-O2",
        ];
        let expected = [
            "x",
            "--std=c11",
            "--include",
            "a.h",
            "--include=b.h",
            "-Ia",
            "--compiler-flag=-O2",
            "--compiler-flag=-isystem",
            "--compiler-flag=dir",
            "--compiler-flag=-pthread",
            "-p",
            "build",
            "--",
            "-std=c99",
            "-O2",
        ];
        assert_eq!(respell(given.map(OsString::from)), expected.map(OsString::from));
    }
}
