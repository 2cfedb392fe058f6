//! How fast: the interpreter against gcc -O0 on the same programs in one run, [checks of long programs](long)
//! against gcc and ThreadSanitizer, [how the cost of checks
//! grows](curves), what it costs to start, and what a byte of the program costs in memory.
//!
//! Ratios are of processor times in user mode, the best of several runs on each side, with the time
//! that raceproof needs to understand the program taken off.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::curves;
use crate::long;
use crate::measure::{self, Run};
use crate::workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// How often each program is run; the best counts
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// Only programs whose name contains this
    filter: Option<String>,
}

/// The targets: times as slow as gcc -O0, start beyond the preprocessor, and bytes per byte.
const RATIO: f64 = 40.0;
const START: Duration = Duration::from_millis(15);
const BYTES: f64 = 3.0;

/// Measures; whether all targets were met.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let raceproof = workspace::build()?;
    let benches = workspace::root().join("benches");
    let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
    let native = directory.path().join("native");
    let mut met = true;
    println!(
        "{:<10} {:>12} {:>12} {:>8}   target {RATIO}x",
        "program", "gcc -O0", "raceproof", "ratio"
    );
    for source in sources(&benches.join("programs"))? {
        let name = source
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if arguments
            .filter
            .as_ref()
            .is_some_and(|filter| !name.contains(filter.as_str()))
        {
            continue;
        }
        let mut gcc = Command::new("gcc");
        gcc.args(["-O0", "-w"])
            .arg(&source)
            .arg("-o")
            .arg(&native)
            .arg("-lm");
        successful(&mut gcc)?;
        let compiled = best(arguments.runs, &mut || Command::new(&native))?;
        let interpreted = best(arguments.runs, &mut || {
            raceproof_command(&raceproof, "run", &source)
        })?;
        let understood = best(arguments.runs, &mut || {
            raceproof_command(&raceproof, "ir", &source)
        })?;
        if compiled.stdout != interpreted.stdout {
            return Err(format!(
                "{name}: raceproof prints something else than the compiled program"
            ));
        }
        let ours = interpreted.user.saturating_sub(understood.user);
        let ratio = ours.as_secs_f64() / compiled.user.as_secs_f64().max(1e-3);
        met &= ratio <= RATIO;
        println!(
            "{name:<10} {:>10.3} s {:>10.3} s {ratio:>7.1}x",
            compiled.user.as_secs_f64(),
            ours.as_secs_f64()
        );
    }
    let filter = arguments.filter.as_deref();
    long::run(&raceproof, &sources(&benches.join("long"))?, filter)?;
    met &= curves::run(&raceproof, &benches, arguments.filter.as_deref())?;
    if arguments.filter.is_none() {
        met &= start(&raceproof, &benches.join("cost/small.c"))?;
        met &= memory(&raceproof, &benches.join("cost/memory.c"))?;
    }
    println!(
        "{}",
        if met {
            "all targets met"
        } else {
            "not all targets met"
        }
    );
    Ok(met)
}

/// From start to IR, beyond the time of the preprocessor itself with the same headers.
fn start(raceproof: &Path, source: &Path) -> Result<bool, String> {
    const RUNS: u32 = 20;
    let headers = headers(raceproof, source)?;
    let whole = best_wall(RUNS, &mut || raceproof_command(raceproof, "ir", source))?;
    let compiler = best_wall(RUNS, &mut || {
        let mut command = Command::new("cc");
        command
            .args(["-E", "-x", "c", "-fopenmp"])
            .arg(source)
            .arg("-isystem")
            .arg(&headers);
        command
    })?;
    let beyond = whole.saturating_sub(compiler);
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "start      {:.1} ms to IR, {:.1} ms of it the preprocessor: {:.1} ms beyond, target {:.0} ms",
        ms(whole),
        ms(compiler),
        ms(beyond),
        ms(START)
    );
    Ok(beyond <= START)
}

/// Where raceproof put its own headers, as the IR of a program that includes one says.
fn headers(raceproof: &Path, source: &Path) -> Result<PathBuf, String> {
    let run = successful(&mut raceproof_command(raceproof, "ir", source))?;
    let text = String::from_utf8_lossy(&run.stdout);
    let mut files = text
        .lines()
        .filter_map(|line| line.strip_prefix("file \"")?.strip_suffix('"'));
    let stdio = files.find(|file| file.ends_with("/stdio.h"));
    let directory = stdio.and_then(|file| Path::new(file).parent());
    directory
        .map(Path::to_owned)
        .ok_or_else(|| "the IR names no stdio.h".to_owned())
}

/// Memory for each byte of a large array.
fn memory(raceproof: &Path, source: &Path) -> Result<bool, String> {
    let bytes = 4e7;
    let run = successful(&mut raceproof_command(raceproof, "run", source))?;
    let each = run.peak as f64 / bytes;
    println!(
        "memory     {:.0} MiB for an array of 10^7 ints: {each:.2} bytes per byte, target {BYTES}",
        run.peak as f64 / f64::from(1 << 20)
    );
    Ok(each <= BYTES)
}

fn raceproof_command(raceproof: &Path, command: &str, source: &Path) -> Command {
    let mut result = Command::new(raceproof);
    result.arg(command).arg(source);
    result
}

fn best(runs: u32, command: &mut dyn FnMut() -> Command) -> Result<Run, String> {
    let mut best = successful(&mut command())?;
    for _ in 1..runs {
        let run = successful(&mut command())?;
        if run.user < best.user {
            best = run;
        }
    }
    Ok(best)
}

fn best_wall(runs: u32, command: &mut dyn FnMut() -> Command) -> Result<Duration, String> {
    let mut best = Duration::MAX;
    for _ in 0..runs {
        best = best.min(successful(&mut command())?.wall);
    }
    Ok(best)
}

fn successful(command: &mut Command) -> Result<Run, String> {
    let run = measure::run(command, Duration::from_secs(300))?;
    match run.status {
        Some(status) if status.success() => Ok(run),
        Some(status) => Err(format!(
            "{command:?} ended with {status}:\n{}",
            String::from_utf8_lossy(&run.stderr)
        )),
        None => Err(format!("{command:?} did not end within five minutes")),
    }
}

fn sources(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let explain = |error: std::io::Error| format!("{}: {error}", directory.display());
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(explain)? {
        sources.push(entry.map_err(explain)?.path());
    }
    sources.sort();
    Ok(sources)
}
