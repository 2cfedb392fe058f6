//! What runs and checks cost beside the program itself: `benches/long`, each half a second or so at gcc -O0,
//! with two threads.
//!
//! The peers are the program compiled without optimisation, and with ThreadSanitizer (by clang if it is
//! there, else by gcc, whose runtime of OpenMP it does not know: only the time counts). All are measured in
//! one run, in processor time of user mode.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::measure::{self, Run};

/// How long one measurement may take.
const LIMIT: Duration = Duration::from_secs(120);

/// Measures all programs whose names contain the filter.
pub fn run(raceproof: &Path, sources: &[std::path::PathBuf], filter: Option<&str>) -> Result<(), String> {
    let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
    let (native, watched) = (directory.path().join("native"), directory.path().join("watched"));
    let has_clang = Command::new("clang").arg("--version").output().is_ok();
    let peer = if has_clang { "clang" } else { "gcc" };
    println!(
        "\n{:<18} {:>9} {:>9} {:>9} {:>9} {:>9}   in times of gcc -O0; ThreadSanitizer of {peer}",
        "long", "gcc -O0", "tsan", "run", "check", "memory"
    );
    for source in sources {
        let name = source
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if filter.is_some_and(|filter| !name.contains(filter)) {
            continue;
        }
        compile("gcc", &["-O0"], source, &native)?;
        compile(peer, &["-O1", "-fsanitize=thread"], source, &watched)?;
        let compiled = measured(&mut Command::new(&native))?;
        let tsan = measured(Command::new(&watched).env("TSAN_OPTIONS", "report_bugs=0"))?;
        let ours = |arguments: &[&str]| measured(Command::new(raceproof).args(arguments).arg(source));
        let interpreted = ours(&["run", "--threads", "2"])?;
        let checked = ours(&["check", "--quiet", "--threads", "2", "--engine", "once"])?;
        let base = compiled.user.as_secs_f64().max(1e-3);
        let times = |run: &Run| match run.status {
            Some(_) => format!("{:.1}x", run.user.as_secs_f64() / base),
            None => "-".to_owned(),
        };
        println!(
            "{name:<18} {:>7.2} s {:>9} {:>9} {:>9} {:>5.0} MiB   {}",
            base,
            times(&tsan),
            times(&interpreted),
            times(&checked),
            checked.peak as f64 / f64::from(1 << 20),
            verdict(&checked)
        );
    }
    Ok(())
}

/// What the result says, in short.
fn verdict(run: &Run) -> String {
    let text = String::from_utf8_lossy(&run.stdout);
    let line = text.lines().find(|line| line.starts_with("verdict"));
    line.unwrap_or("no verdict in time").to_owned()
}

fn compile(compiler: &str, flags: &[&str], source: &Path, to: &Path) -> Result<(), String> {
    let mut command = Command::new(compiler);
    command.args(flags).args(["-w", "-fopenmp", "-pthread"]);
    command.arg(source).arg("-o").arg(to).arg("-lm");
    match measured(&mut command)?.status {
        Some(status) if status.success() => Ok(()),
        _ => Err(format!("{command:?} failed")),
    }
}

fn measured(command: &mut Command) -> Result<Run, String> {
    // Threads that wait must not spin.
    command
        .env("OMP_NUM_THREADS", "2")
        .env("OMP_WAIT_POLICY", "passive");
    measure::run(command, LIMIT)
}
