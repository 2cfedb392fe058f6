//! How many random programs a test tries (`RACEPROOF_RANDOM`), where it starts (`RACEPROOF_SEED`), and for
//! those of families which one (`RACEPROOF_FAMILY`) and on how many cores (`RACEPROOF_JOBS`).

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

/// On how many cores.
pub fn jobs() -> u64 {
    number("RACEPROOF_JOBS", 1).max(1)
}

/// The name of the only family that is asked for, if one is.
pub fn family() -> Option<String> {
    std::env::var("RACEPROOF_FAMILY")
        .ok()
        .filter(|name| !name.is_empty())
}
