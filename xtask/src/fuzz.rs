//! Coverage-guided fuzzing of everything that reads text: C, the IR, the task language, witnesses, compile
//! databases, command lines of compilers.
//!
//! The package in `fuzz` is built with counters at the edges of its code, which a stable compiler can do too,
//! and libFuzzer looks for inputs that reach new ones. It starts with the programs of the tests and with
//! `fuzz/corpus`, a file of small inputs for each target; what it finds beside goes to `target/fuzz`. An
//! input that makes a reader panic, take longer than [`SLOW`] or more memory than [`MEMORY`] is shown and
//! kept there.

use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::workspace;

/// Seconds after which an input counts as one that makes a reader hang.
const SLOW: u32 = 10;

/// Mebibytes that a reader may take.
const MEMORY: u32 = 2048;

/// Bytes of an input at most.
const LARGEST: u64 = 8192;

/// Bytes of the stack: less than the command line gives itself, so that what passes here has room there.
const STACK: u64 = 64 << 20;

/// How much of an input is shown.
const SHOWN: usize = 2000;

/// The line before each input of a corpus.
const INPUT: &str = "-- input --\n";

/// Bytes of an input that is kept.
const KEPT: u64 = 200;

/// Puts counters at the edges of the code, and tells libFuzzer what is compared with what.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares";

/// What is tried: its name, its dictionary, and the ending of the files that it starts with.
const TARGETS: [(&str, &str, Option<&str>); 6] = [
    ("c", "c", Some("c")),
    ("ir", "ir", Some("ir")),
    ("task", "task", Some("task")),
    ("witness", "json", None),
    ("database", "json", None),
    ("cc", "cc", None),
];

#[derive(clap::Args)]
pub struct Arguments {
    /// What to try: c, ir, task, witness, database or cc; all if none is named
    target: Option<String>,
    /// How long in all, without the build
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Make fuzz/corpus of the small inputs that were found, as few as reach what all reach
    #[arg(long)]
    keep: bool,
}

/// Tries; whether nothing was found.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let is_meant = |name: &str| arguments.target.as_deref().is_none_or(|target| target == name);
    let targets: Vec<_> = TARGETS.into_iter().filter(|(name, ..)| is_meant(name)).collect();
    if targets.is_empty() {
        return Err(format!(
            "there is no target `{}`",
            arguments.target.as_deref().unwrap_or_default()
        ));
    }
    let program = build()?;
    let seconds = (arguments.seconds / targets.len() as u64).max(1);
    let mut is_clean = true;
    for (name, dictionary, ending) in targets {
        let place = Place::new(name, ending)?;
        let mut command = command(&program, name);
        command
            .args([&place.found, &place.seeds, &place.corpus])
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-seed={}", arguments.seed))
            .arg(format!("-timeout={SLOW}"))
            .arg(format!("-rss_limit_mb={MEMORY}"))
            .arg(format!("-max_len={LARGEST}"))
            .arg(format!(
                "-dict={}",
                workspace::root()
                    .join(format!("fuzz/dictionaries/{dictionary}.dict"))
                    .display()
            ))
            .arg(format!("-artifact_prefix={}/", place.crashes.display()));
        is_clean &= place.try_out(name, command)?;
        if arguments.keep {
            place.keep(name, &program)?;
        }
    }
    Ok(is_clean)
}

/// The directories of one target.
struct Place {
    /// Inputs of the tests.
    seeds: PathBuf,
    /// Inputs that were found in this and earlier runs.
    found: PathBuf,
    /// Inputs that the project keeps, as files of their own.
    corpus: PathBuf,
    /// Inputs that something is wrong with.
    crashes: PathBuf,
}

impl Place {
    fn new(name: &str, ending: Option<&str>) -> Result<Place, String> {
        let home = workspace::root().join("target/fuzz");
        let place = Place {
            seeds: home.join("seeds").join(name),
            found: home.join("found").join(name),
            corpus: home.join("corpus").join(name),
            crashes: home.join("crashes").join(name),
        };
        for directory in [&place.seeds, &place.found, &place.corpus, &place.crashes] {
            std::fs::create_dir_all(directory)
                .map_err(|error| format!("{}: {error}", directory.display()))?;
        }
        let kept = std::fs::read_to_string(corpus(name)).unwrap_or_default();
        for (number, text) in kept.split(INPUT).skip(1).enumerate() {
            let text = text.strip_suffix('\n').unwrap_or(text);
            write(&place.corpus.join(number.to_string()), text)?;
        }
        let mut files = Vec::new();
        if let Some(ending) = ending {
            for directory in ["tests", "crates/ir/tests", "crates/task/tests"] {
                collect(&workspace::root().join(directory), ending, &mut files);
            }
        }
        for (number, file) in files.iter().enumerate() {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            // The parser sees what the preprocessor leaves.
            let is_kept =
                |line: &&str| !line.starts_with('#') || line.contains("pragma") || ending != Some("c");
            let text: Vec<&str> = text.lines().filter(is_kept).collect();
            let seed = place
                .seeds
                .join(format!("{number}.{}", ending.unwrap_or_default()));
            write(&seed, &text.join("\n"))?;
        }
        Ok(place)
    }

    /// Makes the corpus of the project anew: small texts that reach together what all of them reach.
    fn keep(&self, name: &str, program: &Path) -> Result<(), String> {
        let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
        let (small, few) = (directory.path().join("small"), directory.path().join("few"));
        let fail = |error: std::io::Error| format!("{}: {error}", directory.path().display());
        std::fs::create_dir(&small)
            .and_then(|()| std::fs::create_dir(&few))
            .map_err(fail)?;
        let is_plain = |text: &String| {
            let is_plain = |byte: u8| matches!(byte, b'\n' | b'\t' | b' '..=b'~');
            text.len() as u64 <= KEPT && text.bytes().all(is_plain) && !text.contains(INPUT.trim())
        };
        let plain = texts(&[&self.corpus, &self.found]).into_iter().filter(is_plain);
        for (number, text) in plain.enumerate() {
            write(&small.join(number.to_string()), &text)?;
        }
        let status = command(program, name)
            .arg("-set_cover_merge=1")
            .args([&few, &small])
            .stderr(Stdio::null())
            .status();
        status.map_err(|error| format!("cannot run {}: {error}", program.display()))?;
        let mut kept = texts(&[&few]);
        kept.sort();
        let kept: String = kept.iter().map(|text| format!("{INPUT}{text}\n")).collect();
        write(&corpus(name), &kept)
    }

    /// Runs a target; whether nothing was found.
    fn try_out(&self, name: &str, mut command: Command) -> Result<bool, String> {
        let output = command
            .stdout(Stdio::null())
            .output()
            .map_err(|error| format!("cannot run the fuzzer: {error}"))?;
        let log = String::from_utf8_lossy(&output.stderr);
        let last = log
            .lines()
            .rfind(|line| line.starts_with("Done "))
            .unwrap_or_default();
        let reached = log
            .lines()
            .filter_map(|line| line.split("cov: ").nth(1))
            .next_back();
        let reached = reached.and_then(|rest| rest.split(' ').next()).unwrap_or("0");
        println!("{name}: {last}, {reached} edges of the code");
        if output.status.success() {
            return Ok(true);
        }
        let artifact = |line: &str| Some(PathBuf::from(line.split("Test unit written to ").nth(1)?));
        let artifact = log.lines().find_map(artifact);
        // What the reader says of it comes before what libFuzzer says.
        for line in log
            .lines()
            .filter(|line| line.contains("panicked at") || line.contains("ERROR: libFuzzer"))
        {
            println!("{line}");
        }
        match artifact {
            Some(path) => {
                let input = std::fs::read(&path).unwrap_or_default();
                let shown = String::from_utf8_lossy(&input[..input.len().min(SHOWN)]).into_owned();
                println!(
                    "the input is {} ({} bytes):\n{shown}",
                    path.display(),
                    input.len()
                );
            }
            None => println!("{log}"),
        }
        Ok(false)
    }
}

/// The file with the inputs of a target that the project keeps.
fn corpus(name: &str) -> PathBuf {
    workspace::root().join("fuzz/corpus").join(format!("{name}.txt"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The texts in some directories.
fn texts(directories: &[&Path]) -> Vec<String> {
    let entries = directories
        .iter()
        .filter_map(|directory| std::fs::read_dir(directory).ok());
    let files = entries.flatten().flatten();
    files
        .filter_map(|entry| std::fs::read_to_string(entry.path()).ok())
        .collect()
}

/// The files below a directory with an ending that are no larger than an input may be.
fn collect(directory: &Path, ending: &str, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_small = || path.metadata().is_ok_and(|data| data.len() <= LARGEST);
        if path.is_dir() {
            collect(&path, ending, files);
        } else if path.extension().is_some_and(|found| found == ending) && is_small() {
            files.push(path);
        }
    }
}

/// The fuzzer with the stack that readers have.
fn command(program: &Path, target: &str) -> Command {
    let mut command = Command::new(program);
    command.env("RACEPROOF_FUZZ_TARGET", target);
    let limit = || {
        let stack = libc::rlimit {
            rlim_cur: STACK,
            rlim_max: libc::RLIM_INFINITY,
        };
        // SAFETY: setrlimit reads the structure only. Where more is not allowed the stack stays as it is.
        unsafe { libc::setrlimit(libc::RLIMIT_STACK, &stack) };
        Ok(())
    };
    // SAFETY: between fork and exec only setrlimit is called, which is safe there.
    unsafe { command.pre_exec(limit) };
    command
}

/// Builds the fuzzer; its path.
fn build() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let version = Command::new("rustc").arg("-vV").output();
    let version = version.map_err(|error| format!("cannot run rustc: {error}"))?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc does not say which machine this is")?;
    let home = workspace::root().join("target/fuzz");
    let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    // With a target of their own, build scripts and macros have no counters.
    let status = Command::new(cargo)
        .args([
            "build",
            "--quiet",
            "--release",
            "--locked",
            "--target",
            host,
            "--target-dir",
        ])
        .arg(&home)
        .current_dir(workspace::root().join("fuzz"))
        .env("RUSTFLAGS", format!("{flags} {FLAGS}"))
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    match status.success() {
        true => Ok(home.join(host).join("release/raceproof-fuzz")),
        false => Err("the fuzzer does not build".to_owned()),
    }
}
