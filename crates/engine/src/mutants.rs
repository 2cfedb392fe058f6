//! Which condition of a rule is dropped, in the build that `cargo xtask mutants` makes.
//!
//! `RACEPROOF_DROPPED` names it, as `RULE: CONDITION`. `RACEPROOF_REACHED` names a file that gets the names
//! of all marks that matter in a run: of conditions that were false once, of effects that took place.

use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// A condition or an effect in the source.
pub struct Mark {
    name: &'static str,
    is_dropped: OnceLock<bool>,
    is_reached: AtomicBool,
}

impl Mark {
    /// A mark of this name.
    pub const fn new(name: &'static str) -> Mark {
        Mark {
            name,
            is_dropped: OnceLock::new(),
            is_reached: AtomicBool::new(false),
        }
    }

    /// Whether it is dropped, now that it matters.
    pub fn is_dropped(&self) -> bool {
        if !self.is_reached.swap(true, Ordering::Relaxed)
            && let Some(path) = std::env::var_os("RACEPROOF_REACHED")
            && let Ok(mut file) = std::fs::OpenOptions::new().append(true).create(true).open(path)
        {
            // One write, so that lines of several processes do not mix. Without the line it counts as not
            // reached.
            let _ = file.write_all(format!("{}\n", self.name).as_bytes());
        }
        *self
            .is_dropped
            .get_or_init(|| std::env::var("RACEPROOF_DROPPED").is_ok_and(|name| name == self.name))
    }
}
