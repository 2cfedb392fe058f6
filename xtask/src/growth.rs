//! How the symbolic engine's formulas grow: variables, clauses and seconds against threads, rounds and
//! unrolling.
//!
//! The program is a counter that each of N threads increments L times under a mutex, which is race-free; its
//! proof needs every schedule. Sizes should grow linearly with rounds and with the length of the program, not
//! faster. Then the ten largest formulas, of these and of `tests/symbolic`: making the formula should take at
//! most a third of their time. `docs/symbolic.md` has what was measured.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// Stop each check after so many seconds
    #[arg(long, default_value_t = 60)]
    time_limit: u32,
}

/// How many cases tell what making a formula takes.
const LARGEST: usize = 10;

/// One check.
struct Case {
    name: String,
    verdict: String,
    variables: f64,
    clauses: f64,
    seconds: f64,
    solver: f64,
}

impl Case {
    /// What part of the time was not spent in the solver.
    fn encoding(&self) -> f64 {
        (self.seconds - self.solver) / self.seconds.max(1e-9)
    }

    fn print(&self) {
        println!(
            "{:<32} {:>9} {:>9} {:>8.2} {:>8.2} {:>4.0} %  {}",
            self.name,
            self.variables,
            self.clauses,
            self.seconds,
            self.solver,
            100.0 * self.encoding(),
            self.verdict
        );
    }
}

/// Prints the curves.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let raceproof = workspace::build()?;
    let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
    let counters = |threads: u32, updates: u32, rounds: Option<u32>| -> Result<Case, String> {
        let source = directory.path().join("counter.c");
        std::fs::write(&source, counter(threads, updates)).map_err(|error| error.to_string())?;
        let asked = rounds.map_or("as needed".to_owned(), |rounds| format!("{rounds} rounds"));
        let name = format!("{threads} threads, {updates} updates, {asked}");
        let case = measure(&raceproof, &source, name, rounds, arguments.time_limit)?;
        case.print();
        Ok(case)
    };
    println!(
        "{:<32} {:>9} {:>9} {:>8} {:>8} {:>6}  verdict",
        "case", "variables", "clauses", "seconds", "solver", "rest"
    );
    let mut cases = Vec::new();
    for threads in 2..=6 {
        cases.push(counters(threads, 1, None)?);
    }
    let proved = cases.iter().all(|case| case.verdict == "race-free");
    for threads in 2..=6 {
        cases.push(counters(threads, 1, Some(3))?);
    }
    for rounds in [1, 2, 4, 8] {
        cases.push(counters(2, 2, Some(rounds))?);
    }
    for updates in [1, 2, 4, 8] {
        cases.push(counters(2, updates, Some(3))?);
    }
    for source in sources(&workspace::root().join("tests/symbolic"))? {
        let name = source
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        cases.push(measure(&raceproof, &source, name, None, arguments.time_limit)?);
    }
    cases.sort_by(|a, b| b.clauses.total_cmp(&a.clauses));
    cases.truncate(LARGEST);
    println!("\nthe {LARGEST} largest");
    cases.iter().for_each(Case::print);
    let (rest, total) = cases.iter().fold((0.0, 0.0), |(rest, total), case| {
        (rest + case.seconds - case.solver, total + case.seconds)
    });
    let share = rest / f64::max(total, 1e-9);
    println!(
        "\ntime of the largest outside of the solver: {:.0} % (at most a third is wanted)",
        100.0 * share
    );
    Ok(proved && share <= 1.0 / 3.0)
}

fn measure(
    raceproof: &Path,
    source: &Path,
    name: String,
    rounds: Option<u32>,
    time_limit: u32,
) -> Result<Case, String> {
    let mut command = Command::new(raceproof);
    command.args(["check", "--engine", "symbolic", "--format", "json"]);
    if let Some(rounds) = rounds {
        command.args(["--rounds", &rounds.to_string()]);
    }
    let output = command
        .args(["--time-limit", &time_limit.to_string()])
        .arg(source)
        .output()
        .map_err(|error| format!("{}: {error}", raceproof.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let verdict = after(&text, "verdict").unwrap_or_default().trim_matches('"');
    if verdict.is_empty() {
        let message = String::from_utf8_lossy(&output.stderr);
        return Err(format!("no answer for {name}\n{message}"));
    }
    // The statistics come last, and in them what is about the formula.
    let stats = text.rfind("\"stats\"").map_or("", |at| &text[at..]);
    let formula = stats.find("\"formula\"").map_or("", |at| &stats[at..]);
    let number = |text: &str, key: &str| {
        after(text, key)
            .and_then(|value| value.parse().ok())
            .unwrap_or(0.0)
    };
    Ok(Case {
        verdict: verdict.to_owned(),
        variables: number(formula, "variables"),
        clauses: number(formula, "clauses"),
        seconds: number(stats, "seconds"),
        solver: number(formula, "seconds"),
        name,
    })
}

/// The first value of a key.
fn after<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let key = format!("\"{key}\":");
    let rest = text[text.find(&key)? + key.len()..].trim_start();
    let end = rest.find([',', '}', '\n']).unwrap_or(rest.len());
    Some(rest[..end].trim())
}

fn sources(directory: &Path) -> Result<Vec<PathBuf>, String> {
    let entries =
        std::fs::read_dir(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut sources: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    sources.sort();
    Ok(sources)
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

#[cfg(test)]
mod tests {
    use super::after;

    #[test]
    fn values_are_found() {
        let text = "{ \"a\": 1.5, \"b\": \"word\"\n}";
        assert_eq!(after(text, "a"), Some("1.5"));
        assert_eq!(after(text, "b"), Some("\"word\""));
        assert_eq!(after(text, "c"), None);
    }
}
