//! Which loops are worth skipping, and what skipping them lost.
//!
//! The machine can skip rounds of a loop and tell their accesses only ([`raceproof_machine::Skip`]). Values are lost then: results of operations, and
//! contents of objects. [`super::follow`] decides whether they may steer anything. If they may, the run was in vain and another
//! one is made without skipping.

use raceproof_machine::{Shapes, Site};
use rustc_hash::FxHashSet;

/// Rounds in a row before a loop is looked at.
const ROUNDS: u32 = 2;
/// How often a loop may have too few rounds.
const PATIENCE: u8 = 8;
/// It cannot be skipped.
const NEVER: u8 = u8::MAX;

/// Loops that were skipped.
#[derive(Debug, Default)]
pub struct Loops {
    /// Whether skipping is allowed.
    pub allowed: bool,
    /// The last jump back, and how often in a row it was made.
    last: Option<Site>,
    streak: u32,
    /// By the place of the jump back, how often it was in vain.
    vain: Vec<u8>,
    /// What they look like, for the machine.
    pub shapes: Shapes,
    /// Operations whose results are lost.
    pub computed: FxHashSet<Site>,
    /// Whether rounds were skipped.
    pub skipped: bool,
    /// Whether something happened that may let lost values steer.
    pub news: bool,
}

impl Loops {
    /// A thread jumps back; whether to look at the loop.
    #[inline]
    pub fn turns_back(&mut self, from: Site) -> bool {
        if self.last == Some(from) {
            self.streak += 1;
            self.streak >= ROUNDS && self.is_promising(from)
        } else {
            self.last = Some(from);
            self.streak = 0;
            false
        }
    }

    #[inline(never)]
    fn is_promising(&mut self, from: Site) -> bool {
        self.streak = 0;
        self.allowed && self.vain.get(from.0 as usize).is_none_or(|&v| v < PATIENCE)
    }

    /// Rounds of a loop are skipped.
    pub fn skip(&mut self, from: Site, computed: &[Site]) {
        if let Some(vain) = self.vain.get_mut(from.0 as usize) {
            *vain = 0;
        }
        let before = self.computed.len();
        self.computed.extend(computed);
        self.news |= !self.skipped || self.computed.len() != before;
        self.skipped = true;
    }

    /// Rounds of a loop cannot be skipped.
    pub fn fail(&mut self, from: Site, ever: bool) {
        let i = from.0 as usize;
        if self.vain.len() <= i {
            self.vain.resize(i + 1, 0);
        }
        self.vain[i] = if ever {
            NEVER
        } else {
            self.vain[i].saturating_add(1)
        };
    }
}
