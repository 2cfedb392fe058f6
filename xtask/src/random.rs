//! Engines against the oracle on any number of random programs: `crates/portfolio/tests/random.rs` with other
//! numbers than in the tests.

use std::process::Command;

use crate::workspace::root;

#[derive(clap::Args)]
pub struct Arguments {
    /// The engine: graph, dpor, lockset, tasks, symbolic, once or modular; all of them if none is given
    #[arg(long)]
    engine: Option<String>,
    /// How many programs for each engine
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    /// Other programs for another number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only programs of this family
    #[arg(long, default_value = "")]
    family: String,
    /// How many at the same time
    #[arg(long, default_value_t = 2)]
    jobs: u64,
}

/// Compares; whether there is no disagreement.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args([
            "test",
            "--quiet",
            "--release",
            "--package",
            "raceproof-portfolio",
            "--test",
            "random",
        ])
        .args(["--", "--nocapture", "--test-threads", "1"])
        .current_dir(root())
        .env("RACEPROOF_RANDOM", arguments.count.to_string())
        .env("RACEPROOF_SEED", arguments.seed.to_string())
        .env("RACEPROOF_FAMILY", &arguments.family)
        .env("RACEPROOF_JOBS", arguments.jobs.to_string());
    if let Some(engine) = &arguments.engine {
        command.args(["--exact", engine]);
    }
    let status = command
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    Ok(status.success())
}
