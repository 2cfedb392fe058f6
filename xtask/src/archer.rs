//! Beside clang with Archer, on a folder of OpenMP programs that the user has.
//!
//! A program's expected verdict is in its name (`…-yes.c`: a race, `…-no.c`: none). Archer shows what one
//! execution shows, so it gets several; compiling counts for it as understanding the program counts for
//! raceproof. They take turns, program by program, and what is compared is wall-clock time, for Archer's
//! programs run on several processors.
//!
//! Debian's build of libomp loads Archer only if `OMP_TOOL_LIBRARIES` has the full path of `libarcher.so`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::measure;
use crate::workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// Folder with programs named …-yes.c and …-no.c
    folder: PathBuf,
    /// How often Archer runs each program; one report of a race is enough
    #[arg(long, default_value_t = 3)]
    repeats: u32,
    /// Seconds for each compilation, run or check
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// The compiler
    #[arg(long, default_value = "clang-19")]
    clang: String,
    /// Full path of libarcher.so
    #[arg(long, default_value = "/usr/lib/llvm-19/lib/libarcher.so")]
    archer: PathBuf,
    /// Only programs whose name contains this
    filter: Option<String>,
}

/// What a tool said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Race,
    Safe,
    /// No answer: it failed, or it took too long, or it does not know.
    None,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Verdict::Race => "race",
            Verdict::Safe => "safe",
            Verdict::None => "none",
        }
    }
}

/// The answers of one tool.
#[derive(Default)]
struct Score {
    right: u32,
    wrong: u32,
    none: u32,
    time: Duration,
}

impl Score {
    fn add(&mut self, verdict: Verdict, expected: Verdict, time: Duration) {
        match verdict {
            Verdict::None => self.none += 1,
            _ if verdict == expected => self.right += 1,
            _ => self.wrong += 1,
        }
        self.time += time;
    }

    fn print(&self, name: &str) {
        println!(
            "{name}: {} right, {} wrong, {} without an answer, {:.1} s",
            self.right,
            self.wrong,
            self.none,
            self.time.as_secs_f64()
        );
    }
}

/// Measures; whether raceproof was never wrong.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    if !arguments.archer.exists() {
        return Err(format!(
            "there is no {}: install clang-19 and libomp-19-dev, or name it with --archer",
            arguments.archer.display()
        ));
    }
    let raceproof = workspace::build()?;
    let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
    let native = directory.path().join("native");
    let (mut ours, mut theirs) = (Score::default(), Score::default());
    let mut ratios = Vec::new();
    println!(
        "{:<44} {:>8} {:>6} {:>10} {:>6} {:>10} {:>8}",
        "program", "expected", "ours", "time", "archer", "time", "ratio"
    );
    for (source, expected) in programs(&arguments.folder)? {
        let name = source
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if arguments
            .filter
            .as_ref()
            .is_some_and(|f| !name.contains(f.as_str()))
        {
            continue;
        }
        let (our_verdict, our_time) = check(arguments, &raceproof, &source)?;
        let (their_verdict, their_time) = archer(arguments, &source, &native)?;
        ours.add(our_verdict, expected, our_time);
        theirs.add(their_verdict, expected, their_time);
        let ratio = our_time.as_secs_f64() / their_time.as_secs_f64().max(1e-3);
        ratios.push(ratio);
        println!(
            "{name:<44} {:>8} {:>6} {:>8.3} s {:>6} {:>8.3} s {ratio:>7.2}x",
            expected.word(),
            our_verdict.word(),
            our_time.as_secs_f64(),
            their_verdict.word(),
            their_time.as_secs_f64(),
        );
    }
    if ratios.is_empty() {
        return Err("no program with a known verdict in that folder".to_owned());
    }
    ratios.sort_by(f64::total_cmp);
    ours.print("raceproof");
    theirs.print("archer");
    println!("median ratio of times: {:.2}x", ratios[ratios.len() / 2]);
    Ok(ours.wrong == 0)
}

fn programs(folder: &Path) -> Result<Vec<(PathBuf, Verdict)>, String> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let mut out = Vec::new();
    for entry in entries {
        let path = entry
            .map_err(|error| format!("{}: {error}", folder.display()))?
            .path();
        let Some(name) = path.file_name().and_then(|n| n.to_str()) else {
            continue;
        };
        if name.ends_with("-yes.c") {
            out.push((path, Verdict::Race));
        } else if name.ends_with("-no.c") {
            out.push((path, Verdict::Safe));
        }
    }
    out.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(out)
}

fn include(command: &mut Command, arguments: &Arguments) {
    command.arg("-I").arg(&arguments.folder);
    let utilities = arguments.folder.join("utilities");
    if utilities.is_dir() {
        command.arg("-I").arg(utilities);
    }
}

fn check(arguments: &Arguments, raceproof: &Path, source: &Path) -> Result<(Verdict, Duration), String> {
    let mut command = Command::new(raceproof);
    command.arg("check");
    include(&mut command, arguments);
    command.arg(source);
    let run = measure::run(&mut command, Duration::from_secs(arguments.limit))?;
    let verdict = match run.status.and_then(|s| s.code()) {
        Some(0) => Verdict::Safe,
        Some(1) => Verdict::Race,
        _ => Verdict::None,
    };
    Ok((verdict, run.wall))
}

fn archer(arguments: &Arguments, source: &Path, native: &Path) -> Result<(Verdict, Duration), String> {
    let limit = Duration::from_secs(arguments.limit);
    let mut compiler = Command::new(&arguments.clang);
    compiler.args(["-fopenmp", "-fsanitize=thread", "-g", "-O1", "-w"]);
    include(&mut compiler, arguments);
    // DataRaceBench keeps a part of its polyhedral programs apart.
    let part = arguments.folder.join("utilities/polybench.c");
    let needs_part = std::fs::read(source).is_ok_and(|text| text.windows(11).any(|w| w == b"polybench.h"))
        && part.exists();
    if needs_part {
        compiler.arg("-DPOLYBENCH_TIME").arg(part);
    }
    compiler.arg(source).arg("-o").arg(native).arg("-lm");
    let compiled = measure::run(&mut compiler, limit)?;
    if !compiled.status.is_some_and(|s| s.success()) {
        return Ok((Verdict::None, compiled.wall));
    }
    let mut time = compiled.wall;
    let mut verdict = Verdict::Safe;
    for _ in 0..arguments.repeats {
        let mut program = Command::new(native);
        program
            .env("OMP_TOOL_LIBRARIES", &arguments.archer)
            .env("TSAN_OPTIONS", "ignore_noninstrumented_modules=1");
        let run = measure::run(&mut program, limit)?;
        time += run.wall;
        let text = String::from_utf8_lossy(&run.stderr);
        if text.contains("WARNING: ThreadSanitizer: data race") {
            verdict = Verdict::Race;
        } else if run.status.is_none() && verdict == Verdict::Safe {
            verdict = Verdict::None;
        }
    }
    Ok((verdict, time))
}
