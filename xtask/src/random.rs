//! Engines against the oracle on any number of random programs: `crates/portfolio/tests/random.rs` with other
//! numbers than in the tests.

use std::process::Command;

use crate::workspace::root;

#[derive(clap::Args)]
pub struct Arguments {
    /// The engines, with commas between them: graph, dpor, lockset, tasks, once, modular and symbolic. The
    /// oracle is asked once for all of them
    #[arg(long, default_value = "graph,dpor,lockset,tasks,once,modular")]
    engine: String,
    /// How many programs
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    /// The number of the first one: where an earlier comparison ended
    #[arg(long, default_value_t = 0)]
    from: u64,
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
        .args(["--", "--nocapture", "--exact", "engines"])
        .current_dir(root())
        .env("RACEPROOF_RANDOM", arguments.count.to_string())
        .env("RACEPROOF_ENGINE", &arguments.engine)
        .env("RACEPROOF_FROM", arguments.from.to_string())
        .env("RACEPROOF_SEED", arguments.seed.to_string())
        .env("RACEPROOF_FAMILY", &arguments.family)
        .env("RACEPROOF_JOBS", arguments.jobs.to_string());
    let status = command
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    Ok(status.success())
}
