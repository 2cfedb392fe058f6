//! How many random programs a test tries (`RACEPROOF_RANDOM`), of which seed (`RACEPROOF_SEED`), and for
//! those of families the first (`RACEPROOF_FROM`), the family (`RACEPROOF_FAMILY`), the engines that are
//! compared (`RACEPROOF_ENGINE`) and on how many cores (`RACEPROOF_JOBS`).

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

/// The seed: another one gives other programs.
pub fn seed() -> u64 {
    number("RACEPROOF_SEED", 1)
}

/// The number of the first program of a seed.
pub fn from() -> u64 {
    number("RACEPROOF_FROM", 0)
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

/// The names of the engines that are asked for, if some are.
pub fn engines() -> Vec<String> {
    let all = std::env::var("RACEPROOF_ENGINE").unwrap_or_default();
    let names = all.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}
