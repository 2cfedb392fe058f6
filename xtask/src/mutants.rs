//! Rules without one of their conditions: each must make a test fail.
//!
//! Conditions and what rules have to do are marked in the source (`condition!` and `effect!`, see
//! `docs/adding.md`). One build has all mutants: the environment says which mark is dropped. A first run of
//! the tests finds out where each mark matters, so that a mutant is only run by tests that it can make fail.
//! What survives is a missing test, or stands with its reason in `survivors.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::measure;
use crate::workspace::root;

#[derive(clap::Args)]
pub struct Arguments {
    /// Only conditions of this rule
    #[arg(long)]
    rule: Option<String>,
    /// Only conditions of this crate: modular or once
    #[arg(long = "crate")]
    member: Option<String>,
    /// How many at the same time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// How many random programs of all families each mutant is tried on
    #[arg(long, default_value_t = 3_000)]
    random: u64,
    /// Only list the marks
    #[arg(long)]
    list: bool,
}

/// The crates with marks.
const MEMBERS: [&str; 2] = ["modular", "once"];

/// Tests that may see a mutant of a crate: a package, a test program of it, and the engine if it compares
/// several.
const SUITES: [(&str, &str, &str, Option<&str>); 9] = [
    ("modular", "raceproof-modular", "rules", None),
    ("modular", "raceproof-modular", "elements", None),
    ("modular", "raceproof-modular", "pairs", None),
    ("modular", "raceproof-modular", "library", None),
    ("modular", "raceproof-modular", "programs", None),
    ("modular", "raceproof-portfolio", "random", Some("modular")),
    ("once", "raceproof-once", "rules", None),
    ("once", "raceproof-explore", "random", None),
    ("once", "raceproof-portfolio", "random", Some("once")),
];

/// How long a test program may run; one that goes on is one that the mutant keeps from its end.
const LIMIT: Duration = Duration::from_secs(120);

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
enum Fate {
    /// A test failed.
    Killed(String),
    /// The mark never matters in any test.
    Unreached,
    Survived,
}

/// Tries all mutants; whether all are killed, or known to survive.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let marks = marks(arguments)?;
    if arguments.list {
        marks
            .iter()
            .for_each(|mark| println!("{}: {}", mark.member, mark.name()));
        return Ok(true);
    }
    let programs = build()?;
    let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
    let reached = reached(&programs, directory.path(), arguments)?;
    let fates: Mutex<BTreeMap<Mark, Fate>> = Mutex::default();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..arguments.jobs.max(1) {
            scope.spawn(|| {
                while let Some(mark) = marks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let fate = try_mutant(mark, &programs, &reached, arguments);
                    println!("{:9} {:60} {}", mark.member, mark.name(), words(&fate));
                    if let Ok(mut fates) = fates.lock() {
                        fates.insert(mark.clone(), fate);
                    }
                }
            });
        }
    });
    let fates = fates
        .into_inner()
        .map_err(|_| "a mutant ended early".to_owned())?;
    tell(&fates)
}

fn words(fate: &Fate) -> String {
    match fate {
        Fate::Killed(by) => format!("killed by {by}"),
        Fate::Unreached => "SURVIVED: it never matters".to_owned(),
        Fate::Survived => "SURVIVED".to_owned(),
    }
}

/// Tells how many were killed, and which survivors are not known or are known and killed.
fn tell(fates: &BTreeMap<Mark, Fate>) -> Result<bool, String> {
    let page = root().join("xtask/survivors.txt");
    let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let known: BTreeMap<&str, &str> = text.lines().filter_map(|line| line.split_once(" | ")).collect();
    let mut is_well = true;
    let mut killed = 0;
    for (mark, fate) in fates {
        let name = mark.name();
        match (fate, known.contains_key(name.as_str())) {
            (Fate::Killed(_), false) => killed += 1,
            (Fate::Killed(_), true) => {
                killed += 1;
                is_well = false;
                println!("{name}: is killed, and survivors.txt says that it survives");
            }
            (_, true) => {}
            (_, false) => {
                is_well = false;
                println!("{name}: survives; add a test, or the reason to survivors.txt");
            }
        }
    }
    println!("{killed} of {} mutants killed", fates.len());
    Ok(is_well)
}

/// All marks in the sources.
fn marks(arguments: &Arguments) -> Result<Vec<Mark>, String> {
    let mut marks = BTreeSet::new();
    for member in MEMBERS {
        if arguments.member.as_deref().is_some_and(|only| only != member) {
            continue;
        }
        let mut files = Vec::new();
        sources(&root().join("crates").join(member).join("src"), &mut files)?;
        for path in files {
            let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            for (rule, says) in marks_of(&text) {
                let is_meant = arguments.rule.as_ref().is_none_or(|only| *only == rule);
                let mark = Mark { member, rule, says };
                if is_meant && !marks.insert(mark.clone()) {
                    return Err(format!("two marks are called `{}`", mark.name()));
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

/// Builds the tests with all marks; their programs by package and name.
fn build() -> Result<BTreeMap<(String, String), PathBuf>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let packages: BTreeSet<&str> = SUITES.iter().map(|(_, package, ..)| *package).collect();
    let mut programs = BTreeMap::new();
    for package in packages {
        let output = Command::new(&cargo)
            .args(["test", "--no-run", "--quiet", "--package", package])
            .args([
                "--features",
                "raceproof-engine/mutants",
                "--message-format",
                "json",
            ])
            .current_dir(root())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("cannot run cargo: {error}"))?;
        if !output.status.success() {
            return Err(format!("the tests of {package} do not build"));
        }
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let field = |name: &str| {
                let (_, rest) = line.split_once(&format!("\"{name}\":\""))?;
                rest.split('"').next().map(str::to_owned)
            };
            let is_test = line.contains("\"kind\":[\"test\"]");
            // The name of the target comes after that of its package.
            let name = line.split_once("\"kind\":[\"test\"]").and_then(|(_, rest)| {
                let (_, rest) = rest.split_once("\"name\":\"")?;
                rest.split('"').next().map(str::to_owned)
            });
            if let (true, Some(name), Some(program)) = (is_test, name, field("executable")) {
                programs.insert((package.to_owned(), name), PathBuf::from(program));
            }
        }
    }
    Ok(programs)
}

/// The test programs of a member that are there, with the engine if they compare several.
fn suites<'p>(
    member: &str,
    programs: &'p BTreeMap<(String, String), PathBuf>,
) -> Vec<(usize, &'p Path, Option<&'static str>)> {
    let mut found = Vec::new();
    for (i, (of, package, test, only)) in SUITES.iter().enumerate() {
        let program = programs.get(&((*package).to_owned(), (*test).to_owned()));
        if let Some(program) = program.filter(|_| *of == member) {
            found.push((i, program.as_path(), *only));
        }
    }
    found
}

/// The marks that matter in each suite.
fn reached(
    programs: &BTreeMap<(String, String), PathBuf>,
    directory: &Path,
    arguments: &Arguments,
) -> Result<BTreeMap<usize, BTreeSet<String>>, String> {
    let mut reached = BTreeMap::new();
    for member in MEMBERS {
        if arguments.member.as_deref().is_some_and(|only| only != member) {
            continue;
        }
        for (i, program, only) in suites(member, programs) {
            let list = directory.join(i.to_string());
            let mut command = command(program, only, arguments);
            command.env("RACEPROOF_REACHED", &list);
            if let Some(why) = failure(command)? {
                return Err(format!("{} fails without any mutant: {why}", program.display()));
            }
            let text = fs::read_to_string(&list).unwrap_or_default();
            reached.insert(i, text.lines().map(str::to_owned).collect());
        }
    }
    Ok(reached)
}

fn command(program: &Path, only: Option<&str>, arguments: &Arguments) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(root())
        .env("RACEPROOF_RANDOM", arguments.random.to_string())
        .env("RUST_BACKTRACE", "0");
    if let Some(engine) = only {
        command
            .args(["--exact", "engines"])
            .env("RACEPROOF_ENGINE", engine);
    }
    command
}

/// Runs tests; the first one that fails, or why they did not end.
fn failure(mut command: Command) -> Result<Option<String>, String> {
    let run = measure::run(&mut command, LIMIT)?;
    match run.status {
        None => Ok(Some("a test that does not end".to_owned())),
        Some(status) if status.success() => Ok(None),
        Some(_) => {
            let text = String::from_utf8_lossy(&run.stdout);
            let failed = |line: &str| {
                Some(
                    line.strip_prefix("test ")?
                        .strip_suffix(" ... FAILED")?
                        .to_owned(),
                )
            };
            let failed = text.lines().find_map(failed);
            Ok(Some(failed.unwrap_or_else(|| "a crash".to_owned())))
        }
    }
}

fn try_mutant(
    mark: &Mark,
    programs: &BTreeMap<(String, String), PathBuf>,
    reached: &BTreeMap<usize, BTreeSet<String>>,
    arguments: &Arguments,
) -> Fate {
    let name = mark.name();
    let mut fate = Fate::Unreached;
    for (i, program, only) in suites(mark.member, programs) {
        if !reached.get(&i).is_some_and(|marks| marks.contains(&name)) {
            continue;
        }
        let mut command = command(program, only, arguments);
        command.env("RACEPROOF_DROPPED", &name);
        fate = match failure(command) {
            Ok(Some(test)) => return Fate::Killed(format!("{} ({test})", SUITES[i].2)),
            Ok(None) => Fate::Survived,
            Err(why) => return Fate::Killed(why),
        };
    }
    fate
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
