//! Rules without one of their conditions: each must make a test fail.
//!
//! Conditions and what rules have to do are marked in the source (`condition!` and `effect!`, see
//! `docs/adding.md`). One build has all mutants, and tests that expect no proof ask again without each mark
//! that matters to them, until some test has killed it (`crates/engine/src/mutants.rs`). So a run takes
//! little longer than the tests themselves. What survives is a missing test, or stands with its reason in
//! `survivors.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::workspace::root;

#[derive(clap::Args)]
pub struct Arguments {
    /// Tell which conditions keep these programs, with the macro RACE, from being proved by `modular`, or
    /// with `--crate once` by one run; nothing else
    files: Vec<PathBuf>,
    /// Only conditions of this rule
    #[arg(long)]
    rule: Option<String>,
    /// Only conditions of this crate
    #[arg(long = "crate")]
    member: Option<String>,
    /// How many random programs of all families mutants are tried on that are alive after the tests
    #[arg(long, default_value_t = 0)]
    random: u64,
    /// Only list the marks
    #[arg(long)]
    list: bool,
}

/// The crates with marks.
const MEMBERS: [&str; 3] = ["modular", "certify", "once"];

/// Tests that may see a mutant of a crate: a package, a test program of it, and the engine where it compares
/// several on random programs. What kills most comes first.
const SUITES: [(&str, &str, &str, Option<&str>); 13] = [
    ("modular", "raceproof-modular", "conditions", None),
    ("modular", "raceproof-modular", "rules", None),
    ("modular", "raceproof-modular", "elements", None),
    ("modular", "raceproof-modular", "library", None),
    ("modular", "raceproof-modular", "pairs", None),
    ("modular", "raceproof-modular", "settled", None),
    ("modular", "raceproof-modular", "programs", None),
    ("modular", "raceproof-modular", "nests", None),
    ("modular", "raceproof-portfolio", "random", Some("modular")),
    ("certify", "raceproof-certify", "inductive", None),
    ("certify", "raceproof-certify", "wrong", None),
    ("once", "raceproof-once", "conditions", None),
    ("once", "raceproof-portfolio", "random", Some("once")),
];

impl Arguments {
    fn means(&self, member: &str) -> bool {
        self.member.as_ref().is_none_or(|only| only == member)
    }
}

/// A condition or an effect.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    member: &'static str,
    rule: String,
    says: String,
}

impl Mark {
    fn name(&self) -> String {
        format!("{}: {}", self.rule, self.says)
    }
}

/// What became of a mutant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// A test needs the mark.
    Killed,
    /// Its reason is known.
    Listed,
    /// No test needs it, though it matters in some.
    Survived,
    /// It matters in no test.
    Unreached,
}

/// Tries all mutants; whether all are killed, or known to survive.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    if !arguments.files.is_empty() {
        let member = arguments.member.as_deref().unwrap_or("modular");
        return explain(&arguments.files, member);
    }
    let marks = marks(arguments)?;
    if arguments.list {
        marks
            .iter()
            .for_each(|mark| println!("{}: {}", mark.member, mark.name()));
        return Ok(true);
    }
    let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
    let file = directory.path().join("marks");
    for (member, package, test, engine) in SUITES {
        if arguments.means(member) && (engine.is_none() || arguments.random > 0) {
            try_mutants(package, test, engine, arguments.random, &file)?;
        }
    }
    tell(&marks, &fs::read_to_string(&file).unwrap_or_default())
}

fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// Runs the tests of a program; what they find out is added to a file.
fn try_mutants(
    package: &str,
    test: &str,
    engine: Option<&str>,
    random: u64,
    file: &Path,
) -> Result<(), String> {
    let output = cargo()
        .args([
            "test",
            "--release",
            "--quiet",
            "--package",
            package,
            "--test",
            test,
        ])
        .args(["--features", "raceproof-engine/mutants", "--"])
        .args(engine.map(|_| ["--exact", "engines"]).into_iter().flatten())
        .env("RACEPROOF_ENGINE", engine.unwrap_or_default())
        .env("RACEPROOF_MUTANTS", file)
        .env("RACEPROOF_RANDOM", random.to_string())
        .env("RUST_BACKTRACE", "0")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let text = String::from_utf8_lossy(&output.stdout);
            Err(format!("{test} fails without any mutant:\n{text}"))
        }
    }
}

/// Tells which marks keep files from being proved.
fn explain(files: &[PathBuf], member: &str) -> Result<bool, String> {
    let files = files.iter().map(fs::canonicalize);
    let files: Vec<PathBuf> = files
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let status = cargo()
        .args(["run", "--release", "--quiet", "--package"])
        .arg(format!("raceproof-{member}"))
        .args(["--features", "mutants", "--example", "conditions", "--"])
        .args(&files)
        .status();
    status
        .map(|status| status.success())
        .map_err(|error| format!("cannot run cargo: {error}"))
}

/// Tells how many mutants of each rule were killed, which are known to survive and were killed, and which
/// survivors are not known: these are a failure.
fn tell(marks: &[Mark], found: &str) -> Result<bool, String> {
    let page = root().join("xtask/survivors.txt");
    let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let known: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| Some(line.split_once(" | ")?.0))
        .collect();
    let lines: Vec<(&str, &str)> = found.lines().filter_map(|line| line.split_once('\t')).collect();
    let fate = |mark: &Mark| {
        let name = mark.name();
        let mut all = lines.iter().filter(|(of, _)| *of == name).peekable();
        match all.peek().is_some() {
            _ if known.contains(name.as_str()) && !all.any(|(_, by)| !by.is_empty()) => Fate::Listed,
            false => Fate::Unreached,
            true if lines.iter().any(|(of, by)| *of == name && !by.is_empty()) => Fate::Killed,
            true => Fate::Survived,
        }
    };
    let mut rules: BTreeMap<(&str, &str), [usize; 3]> = BTreeMap::new();
    let mut is_well = true;
    for mark in marks {
        let (fate, name) = (fate(mark), mark.name());
        let tally = rules.entry((mark.member, &mark.rule)).or_default();
        tally[match fate {
            Fate::Killed => 0,
            Fate::Listed => 1,
            Fate::Survived | Fate::Unreached => 2,
        }] += 1;
        let complaint = match fate {
            // Random programs may do so by chance: no failure, but the list should be looked at.
            Fate::Killed if known.contains(name.as_str()) => {
                println!("{name}: is killed, and survivors.txt says that it survives");
                continue;
            }
            Fate::Killed | Fate::Listed => continue,
            Fate::Survived => "survives; add a test, or the reason to survivors.txt",
            Fate::Unreached => "matters in no test; add one, or the reason to survivors.txt",
        };
        is_well = false;
        println!("{name}: {complaint}");
    }
    println!("{:32} {:>7} {:>7} {:>9}", "rule", "killed", "listed", "survived");
    let line = |name: &str, [killed, listed, survived]: [usize; 3]| {
        println!("{name:32} {killed:>7} {listed:>7} {survived:>9}");
    };
    let mut all = [0; 3];
    for ((member, rule), tally) in rules {
        line(&format!("{member}: {rule}"), tally);
        (0..3).for_each(|i| all[i] += tally[i]);
    }
    line("all", all);
    Ok(is_well)
}

/// All marks in the sources.
fn marks(arguments: &Arguments) -> Result<Vec<Mark>, String> {
    let mut marks = BTreeSet::new();
    let mut names = BTreeSet::new();
    for member in MEMBERS {
        if !arguments.means(member) {
            continue;
        }
        let mut files = Vec::new();
        sources(&root().join("crates").join(member).join("src"), &mut files)?;
        for path in files {
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            for (rule, says) in marks_of(&text) {
                let is_meant = arguments.rule.as_ref().is_none_or(|only| *only == rule);
                let mark = Mark { member, rule, says };
                if is_meant && !names.insert(mark.name()) {
                    return Err(format!("two marks are called `{}`", mark.name()));
                }
                if is_meant {
                    marks.insert(mark);
                }
            }
        }
    }
    match marks.is_empty() {
        true => Err("there are no such marks".to_owned()),
        false => Ok(marks.into_iter().collect()),
    }
}

fn sources(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let explain = |error: std::io::Error| format!("{}: {error}", directory.display());
    for entry in fs::read_dir(directory).map_err(explain)? {
        let path = entry.map_err(explain)?.path();
        match path.is_dir() {
            true => sources(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

/// The marks of a source: rule and condition.
fn marks_of(text: &str) -> Vec<(String, String)> {
    let mut marks = Vec::new();
    for word in ["condition!(", "effect!("] {
        for (at, _) in text.match_indices(word) {
            let mut quoted = text[at + word.len()..].split('"');
            if let (Some(before), Some(rule), Some(_), Some(says)) =
                (quoted.next(), quoted.next(), quoted.next(), quoted.next())
                && before.trim().is_empty()
            {
                marks.push((rule.to_owned(), says.to_owned()));
            }
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::marks_of;

    #[test]
    fn marks_are_read_across_lines() {
        let text = "if condition!(\"a\", \"b\", x) && condition!(\n    \"c\",\n    \"d e\",\n    y\n) { condition!(z) }";
        assert_eq!(
            marks_of(text),
            [
                ("a".to_owned(), "b".to_owned()),
                ("c".to_owned(), "d e".to_owned())
            ]
        );
    }
}
