//! How many random programs a test tries (`RACEPROOF_RANDOM`) and where it starts (`RACEPROOF_SEED`).

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(default)
}

/// How many programs: so many in builds with debug assertions, so many in others, unless the environment says
/// another number.
pub fn count(debug: u64, release: u64) -> u64 {
    let default = if cfg!(debug_assertions) { debug } else { release };
    number("RACEPROOF_RANDOM", default)
}

/// Where to start.
pub fn seed() -> u64 {
    number("RACEPROOF_SEED", 1)
}
