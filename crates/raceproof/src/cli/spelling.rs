//! Options that compilers spell with one hyphen and several letters.
//!
//! `-std=c11` and `-include file` are what everybody types, and clap would read them as a run of
//! one-letter options. They are respelt with two hyphens before clap sees them.

use std::ffi::{OsStr, OsString};

/// Respells the arguments up to `--`.
pub fn respell(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut verbatim = false;
    let respell = |arg: OsString| {
        verbatim |= arg == OsStr::new("--");
        match arg.to_str() {
            Some(text) if !verbatim => respell_one(text).map_or(arg, OsString::from),
            _ => arg,
        }
    };
    args.into_iter().map(respell).collect()
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
            "--",
            "-std=c99",
        ];
        let expected = [
            "x",
            "--std=c11",
            "--include",
            "a.h",
            "--include=b.h",
            "-Ia",
            "--",
            "-std=c99",
        ];
        assert_eq!(respell(given.map(OsString::from)), expected.map(OsString::from));
    }
}
