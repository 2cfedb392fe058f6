//! Which loops are worth skipping, and what skipping them lost.
//!
//! The machine can skip rounds of a loop and tell their accesses only ([`raceproof_machine::Skip`]). Values
//! are lost then: results of operations, and contents of objects. [`super::follow`] decides whether they may
//! steer anything. If they may, the run was in vain and another one is made without skipping.
//!
//! SOUNDNESS: skipped-rounds

use crate::limits;
use raceproof_machine::{Shapes, Site};
use rustc_hash::FxHashSet;

/// The most looks (log2) that are left out after others were in vain.
const PATIENCE: u8 = 8;

/// What is known of a loop.
#[derive(Clone, Copy, Debug, Default)]
struct Loop {
    /// Whether it was skipped the last time that it was looked at.
    was_skipped: bool,
    /// It cannot be skipped.
    never: bool,
    /// How often in a row it had too few rounds.
    vain: u8,
    /// How many looks are left out. What has few rounds now may have many later, so this ends.
    wait: u16,
}

/// Loops that were skipped.
#[derive(Debug, Default)]
pub struct Loops {
    /// Whether skipping is allowed.
    pub allowed: bool,
    /// The last jump back, and how often in a row it was made.
    last: Option<Site>,
    streak: u32,
    /// By the place of the jump back.
    known: Vec<Loop>,
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
            self.streak >= limits::LOOP_ROUNDS.count() && self.is_promising(from)
        } else {
            self.last = Some(from);
            self.streak = 0;
            self.allowed && self.known.get(from.0 as usize).is_some_and(|l| l.was_skipped)
        }
    }

    #[inline(never)]
    fn is_promising(&mut self, from: Site) -> bool {
        self.streak = 0;
        if !self.allowed {
            return false;
        }
        let Some(known) = self.known.get_mut(from.0 as usize) else {
            return true;
        };
        known.wait = known.wait.saturating_sub(1);
        !known.never && known.wait == 0
    }

    fn known(&mut self, from: Site) -> &mut Loop {
        let i = from.0 as usize;
        if self.known.len() <= i {
            self.known.resize(i + 1, Loop::default());
        }
        &mut self.known[i]
    }

    /// Rounds of a loop are skipped.
    pub fn skip(&mut self, from: Site, computed: &[Site]) {
        *self.known(from) = Loop {
            was_skipped: true,
            ..Loop::default()
        };
        let before = self.computed.len();
        self.computed.extend(computed);
        self.news |= !self.skipped || self.computed.len() != before;
        self.skipped = true;
    }

    /// Rounds of a loop cannot be skipped.
    pub fn fail(&mut self, from: Site, ever: bool) {
        let known = self.known(from);
        known.was_skipped = false;
        known.never |= ever;
        known.vain = (known.vain + 1).min(PATIENCE);
        known.wait = 1 << known.vain;
    }
}
