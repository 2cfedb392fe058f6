//! The rules of a run: which turns a schedule may take.
//!
//! An engine that believes in a turn that the machine does not offer, or a witness that was tampered with,
//! must not make a race. So a turn is taken only if its thread is at code, at an operation that can be done
//! now in this alternative, or at a choice that has this value; and the members of a team choose their works
//! in one way ([`EVEN`], [`SPLIT`] or from what is on offer).

use std::collections::HashMap;

use crate::schedule::What;
use crate::{At, ConstructName, EVEN, Machine, SPLIT, State, ThreadId, Turn};

/// Watches the turns of a run.
#[derive(Debug, Default)]
pub(super) struct Referee {
    /// The way in which members choose the works of a construct; 0 is from what is on offer.
    ways: HashMap<ConstructName, u64>,
}

impl Referee {
    /// Whether this turn is possible now. It is taken if so.
    pub fn allows(&mut self, machine: &Machine, state: &State, turn: Turn) -> bool {
        let (Some(construct), What::Take(choice)) = (machine.share(state, turn.thread), turn.what) else {
            return machine.allows(state, turn);
        };
        let way = if choice & (EVEN | SPLIT) != 0 { choice } else { 0 };
        machine.allows(state, turn) && *self.ways.entry(construct).or_insert(way) == way
    }

    /// What a thread can do next, in the first alternative.
    pub fn next(&self, machine: &Machine, state: &State, t: ThreadId) -> Option<Turn> {
        match machine.at(state, t) {
            At::Code => Some(Turn::run(t)),
            At::Sync if machine.alternatives(state, t) > 0 => {
                let way = machine.share(state, t).and_then(|key| self.ways.get(&key));
                Some(Turn::take(t, way.copied().unwrap_or(machine.usual(state, t))))
            }
            At::Choice(range) => range.values().0.first().map(|&value| Turn::take(t, value)),
            At::Sync | At::Held | At::End => None,
        }
    }
}

impl Machine<'_> {
    /// Whether a turn is possible in a state.
    pub fn allows(&self, state: &State, turn: Turn) -> bool {
        let t = turn.thread;
        match (self.at(state, t), turn.what) {
            (At::Code, What::Run | What::Access(_)) => true,
            (At::Choice(range), What::Take(value)) => range.contains(value),
            (At::Sync, What::Take(choice)) => {
                let alternatives = u64::from(self.alternatives(state, t));
                let is_named = choice & (EVEN | SPLIT) != 0 && self.share(state, t).is_some();
                alternatives > 0 && (is_named || choice < alternatives)
            }
            _ => false,
        }
    }
}
