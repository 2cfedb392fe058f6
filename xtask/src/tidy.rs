//! The rules of the house that compilers do not know. See ARCHITECTURE.md for the reasons.
//!
//! - Only the command line, this crate and the preprocessor call do IO.
//! - Crates depend on each other in one direction.
//! - Engines that search, the portfolio and reports do not match on instructions.
//! - Functions of runtimes are known by their roles and sources of ours by their origin: only the C front end
//!   knows a name of them, and nothing is read from the form of a function's name.
//! - An argument that code cites by its id has a heading in SOUNDNESS.md, and every such heading is cited.
//! - Nothing is left for later in the code, and nothing names a machine.
//! - A function has at most 100 lines, or its doc comment says why it is long; a struct has at most 20 fields
//!   (`extent`). Tests are free.
//! - A file of more than 700 lines is a warning.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::extent::too_large;
use crate::workspace::root;

/// Which crates of the workspace a crate may depend on.
const LAYERS: &[(&str, &[&str])] = &[
    ("ir", &[]),
    ("order", &[]),
    ("trace", &["order"]),
    ("record", &[]),
    ("library", &[]),
    ("tuning", &[]),
    ("source", &["ir"]),
    ("c", &["ir", "library", "source"]),
    ("task", &["ir", "source"]),
    ("machine", &["tuning", "ir", "library", "order"]),
    ("flow", &["tuning", "ir", "library"]),
    ("engine", &["ir", "machine", "flow"]),
    ("generate", &["ir", "engine"]),
    ("once", &["tuning", "order", "machine", "flow", "engine"]),
    ("explore", &["tuning", "ir", "order", "machine", "flow", "engine"]),
    (
        "symbolic",
        &["tuning", "ir", "library", "order", "machine", "flow", "engine"],
    ),
    (
        "modular",
        &["tuning", "ir", "library", "machine", "flow", "engine"],
    ),
    (
        "certify",
        &["tuning", "ir", "library", "order", "machine", "engine"],
    ),
    ("report", &["ir", "library", "order", "machine", "flow", "engine"]),
    (
        "portfolio",
        &[
            "tuning", "ir", "library", "order", "source", "machine", "flow", "engine", "once", "explore",
            "symbolic", "modular", "certify", "report",
        ],
    ),
    (
        "raceproof",
        &[
            "ir",
            "library",
            "order",
            "source",
            "c",
            "task",
            "machine",
            "engine",
            "explore",
            "report",
            "portfolio",
            "trace",
            "record",
        ],
    ),
];

/// Files outside of `raceproof` and `xtask` that may do IO.
const IO_ALLOWED: &[&str] = &[
    "crates/c/src/preprocess.rs",
    "crates/c/src/headers.rs",
    "crates/generate/src/settings.rs",
    "crates/engine/src/mutants.rs",
];

/// Words of code that does IO.
const IO_WORDS: &[&str] = &[
    "std::fs",
    "std::process",
    "std::io",
    "std::net",
    "std::env",
    "println!",
    "print!",
    "eprintln!",
    "eprint!",
];

/// Words that mean unfinished. Written apart, so that this file does not contain them.
const UNFINISHED: &[&str] = &[
    concat!("to", "do!"),
    concat!("unimpl", "emented!"),
    concat!("FIX", "ME"),
    concat!("TO", "DO"),
    concat!("XX", "X:"),
];

/// Words that name a machine.
const MACHINES: &[&str] = &[
    concat!("/ro", "ot/"),
    concat!("/wo", "rk/"),
    concat!("/ho", "me/"),
    concat!("/tm", "p/target"),
    concat!("arti", "factory"),
    concat!("index.crates", ".io"),
];

/// Parts of names of our runtimes and of their files.
const RUNTIME_NAMES: &[&str] = &["__raceproof_", "<raceproof>/"];

/// Ways to take the name of a function apart.
const NAME_PARTS: &[&str] = &["name.contains('.')", "name.split('.')", "name.split_once('.')"];

const LONG: usize = 700;

struct Findings {
    errors: usize,
    warnings: usize,
}

impl Findings {
    fn error(&mut self, place: &str, message: &str) {
        println!("{place}: {message}");
        self.errors += 1;
    }
}

/// Checks everything; whether no rule is broken.
pub fn run() -> Result<bool, String> {
    let mut findings = Findings {
        errors: 0,
        warnings: 0,
    };
    let files = files()?;
    let mut cited = BTreeSet::new();
    for path in &files {
        // What is not text has no lines to check.
        let Ok(text) = std::fs::read_to_string(path) else {
            continue;
        };
        let name = path
            .strip_prefix(root())
            .unwrap_or(path)
            .to_string_lossy()
            .replace('\\', "/");
        check_words(&name, &text, &mut findings);
        if name.ends_with(".rs") {
            check_source(&name, &text, &mut findings);
            cited.extend(citations(&name, &text));
        }
    }
    check_arguments(&cited, &mut findings)?;
    check_layers(&mut findings)?;
    println!(
        "tidy: {} files, {} errors, {} warnings",
        files.len(),
        findings.errors,
        findings.warnings
    );
    Ok(findings.errors == 0)
}

/// All files of the repository, in order.
pub fn files() -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    collect(root(), &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let explain = |error: std::io::Error| format!("{}: {error}", directory.display());
    for entry in std::fs::read_dir(directory).map_err(explain)? {
        let entry = entry.map_err(explain)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let kind = entry.file_type().map_err(explain)?;
        if kind.is_dir() && !name.starts_with("target") && name != ".git" {
            collect(&entry.path(), files)?;
        } else if kind.is_file() && name != ".git" {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn check_words(name: &str, text: &str, findings: &mut Findings) {
    let is_code = [".rs", ".sh", ".toml", ".ir", ".task"]
        .iter()
        .any(|end| name.ends_with(end));
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}:{}", number + 1);
        for word in MACHINES.iter().filter(|word| line.contains(**word)) {
            findings.error(
                &place,
                &format!("`{word}` names a machine; use a path that works everywhere"),
            );
        }
        for word in UNFINISHED.iter().filter(|word| is_code && line.contains(**word)) {
            findings.error(
                &place,
                &format!("`{word}`: finish it, or make it an error that the user sees"),
            );
        }
    }
}

fn check_source(name: &str, text: &str, findings: &mut Findings) {
    let lines = text.lines().count();
    if lines > LONG {
        println!("{name}: warning: {lines} lines; look for the second concept in it");
        findings.warnings += 1;
    }
    let mut parts = name.split('/');
    let (Some("crates"), Some(member), Some("src")) = (parts.next(), parts.next(), parts.next()) else {
        return;
    };
    let is_test = name.ends_with("/tests.rs") || name.contains("/tests/");
    if is_test {
        return;
    }
    for (line, message) in too_large(text) {
        findings.error(&format!("{name}:{line}"), &message);
    }
    let does_io = member == "raceproof" || IO_ALLOWED.contains(&name);
    for (number, line) in code_lines(text) {
        let place = format!("{name}:{number}");
        if !does_io {
            for word in IO_WORDS.iter().filter(|word| has_word(line, word)) {
                findings.error(
                    &place,
                    &format!("`{word}`: only raceproof and the preprocessor call do IO"),
                );
            }
        }
        if member != "c" {
            for word in RUNTIME_NAMES.iter().filter(|word| line.contains(**word)) {
                findings.error(
                    &place,
                    &format!("`{word}`: ask for the role or the origin; only the C front end knows names"),
                );
            }
        }
        for word in NAME_PARTS.iter().filter(|word| line.contains(**word)) {
            findings.error(
                &place,
                &format!("`{word}`: ask for the origin; a name says nothing"),
            );
        }
        // What prepares a program makes instructions.
        let makes = name.starts_with("crates/portfolio/src/prepare/");
        if ["engine", "explore", "once", "portfolio", "report"].contains(&member) && !makes {
            for word in ["Inst::", "Terminator::"]
                .iter()
                .filter(|word| has_word(line, word))
            {
                findings.error(
                    &place,
                    &format!(
                        "`{word}`: ask `ir` what an instruction touches, or `flow`; others give it a meaning"
                    ),
                );
            }
        }
    }
}

/// What marks the citation of an argument. Written apart, so that this file cites none.
const CITES: &str = concat!("SOUND", "NESS: ");

/// The arguments that a file cites, each with its place.
fn citations(name: &str, text: &str) -> Vec<(String, String)> {
    let cites = |(index, line): (usize, &str)| {
        let (comment, cited) = line.split_once(CITES)?;
        let id = cited.split_whitespace().next()?.trim_matches(['`', '.', ',']);
        let is_comment = comment.trim_start().starts_with("//");
        is_comment.then(|| (id.to_owned(), format!("{name}:{}", index + 1)))
    };
    text.lines().enumerate().filter_map(cites).collect()
}

/// Checks that arguments and citations of them belong together.
fn check_arguments(cited: &BTreeSet<(String, String)>, findings: &mut Findings) -> Result<(), String> {
    let page = root().join("SOUNDNESS.md");
    let text = std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let heading = |line: &'_ str| Some(line.strip_prefix("### `")?.strip_suffix('`')?.to_owned());
    let known: BTreeSet<String> = text.lines().filter_map(heading).collect();
    for (id, place) in cited.iter().filter(|(id, _)| !known.contains(id)) {
        findings.error(place, &format!("SOUNDNESS.md has no argument `{id}`"));
    }
    for id in known
        .iter()
        .filter(|id| !cited.iter().any(|(cited, _)| cited == *id))
    {
        findings.error("SOUNDNESS.md", &format!("no code cites the argument `{id}`"));
    }
    Ok(())
}

/// The lines, with their numbers, that are neither comments nor in the module of tests at the end.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_tests = |line: &str| line.starts_with("mod tests {");
    text.lines()
        .enumerate()
        .take_while(move |(_, line)| !is_tests(line))
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// Whether a word stands in a line and is not the end of a longer one.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

fn check_layers(findings: &mut Findings) -> Result<(), String> {
    let crates = root().join("crates");
    let explain = |error: std::io::Error| format!("{}: {error}", crates.display());
    let mut members = Vec::new();
    for entry in std::fs::read_dir(&crates).map_err(explain)? {
        members.push(entry.map_err(explain)?.file_name().to_string_lossy().into_owned());
    }
    members.sort();
    for member in members {
        let manifest = crates.join(&member).join("Cargo.toml");
        let text =
            std::fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
        let place = format!("crates/{member}/Cargo.toml");
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == member) else {
            findings.error(
                &place,
                "this crate has no place in the layers that xtask/src/tidy.rs lists",
            );
            continue;
        };
        for dependency in dependencies(&text) {
            if !allowed.contains(&dependency) {
                findings.error(&place, &format!("`{member}` must not depend on `{dependency}`"));
            }
        }
    }
    Ok(())
}

/// The crates of this workspace that a manifest depends on, tests aside.
fn dependencies(manifest: &str) -> Vec<&str> {
    let mut section = "";
    let mut found = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line.trim();
        } else if section == "[dependencies]"
            && let Some(rest) = line.strip_prefix("raceproof-")
        {
            found.push(rest.split(['.', ' ', '=']).next().unwrap_or(rest));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_only_where_they_begin() {
        assert!(has_word("    println!(x)", "println!"));
        assert!(!has_word("    eprintln!(x)", "println!"));
        assert!(has_word("use std::fs;", "std::fs"));
    }

    #[test]
    fn dependencies_of_tests_are_free() {
        let manifest = "[dependencies]\nraceproof-ir.workspace = true\nraceproof-c = { x }\nserde = 1\n\
                        [dev-dependencies]\nraceproof-machine.workspace = true\n";
        assert_eq!(dependencies(manifest), ["ir", "c"]);
    }
}
