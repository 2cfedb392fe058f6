//! How the symbolic engine's formulas grow: variables, clauses and seconds against threads, rounds and unrolling.
//!
//! The program is a counter that each of N threads increments L times under a mutex, which is race-free; its proof needs every
//! schedule. Sizes should grow linearly with rounds and with the length of the program, not faster.

use std::process::Command;

use crate::workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// Stop each check after so many seconds
    #[arg(long, default_value_t = 60)]
    time_limit: u32,
}

/// Prints the curves.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let raceproof = workspace::build()?;
    let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
    let measure = |threads: u32, updates: u32, rounds: u32| -> Result<(), String> {
        let source = directory.path().join("counter.c");
        std::fs::write(&source, counter(threads, updates)).map_err(|error| error.to_string())?;
        let output = Command::new(&raceproof)
            .args(["check", "--engine", "symbolic", "--format", "json"])
            .args(["--rounds", &rounds.to_string()])
            .args(["--time-limit", &arguments.time_limit.to_string()])
            .arg(&source)
            .output()
            .map_err(|error| format!("{}: {error}", raceproof.display()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let number = |key: &str| {
            let at = text.rfind(&format!("\"{key}\":"))? + key.len() + 3;
            let rest = text[at..].trim_start();
            let end = rest.find([',', '}', '\n']).unwrap_or(rest.len());
            rest[..end].trim().parse::<f64>().ok()
        };
        println!(
            "{threads:>7} {updates:>7} {rounds:>6} {:>10} {:>10} {:>9.2} {:>9.2}",
            number("variables").unwrap_or(0.0),
            number("clauses").unwrap_or(0.0),
            text.find("\"seconds\":")
                .and_then(|at| text[at + 10..]
                    .split([',', '}', '\n'])
                    .next()?
                    .trim()
                    .parse::<f64>()
                    .ok())
                .unwrap_or(0.0),
            number("seconds").unwrap_or(0.0),
        );
        Ok(())
    };
    println!(
        "{:>7} {:>7} {:>6} {:>10} {:>10} {:>9} {:>9}",
        "threads", "updates", "rounds", "variables", "clauses", "seconds", "solver"
    );
    for threads in 2..=6 {
        measure(threads, 1, 3)?;
    }
    for rounds in [1, 2, 4, 8] {
        measure(2, 2, rounds)?;
    }
    for updates in [1, 2, 4, 8] {
        measure(2, updates, 3)?;
    }
    Ok(true)
}

fn counter(threads: u32, updates: u32) -> String {
    format!(
        "#include <pthread.h>
int counter;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *argument) {{
    for (int i = 0; i < {updates}; i++) {{
        pthread_mutex_lock(&m);
        counter++;
        pthread_mutex_unlock(&m);
    }}
    return 0;
}}
int main(void) {{
    pthread_t t[{threads}];
    for (int i = 0; i < {threads}; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < {threads}; i++) pthread_join(t[i], 0);
    return counter;
}}
"
    )
}
