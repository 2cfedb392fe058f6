//! Pairs of accesses that nothing was found for, as the aims of runs, and what runs have shown of them.

use raceproof_ir::Point;

use crate::argument::{Arguments, OpenPair, Part};

/// Two accesses that nothing was found for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// Where they are.
    pub places: [Point; 2],
    /// Which bytes they are to: a number that pairs of the same bytes have in common.
    pub group: usize,
    /// Whether the same lock is held at both.
    pub has_common_lock: bool,
    /// Whether one of them is by code, or through an address, that cannot be followed.
    pub is_unknown: bool,
}

/// What runs have shown of an aim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// How many runs there were.
    pub runs: u32,
    /// In how many of them each place was come to.
    pub reached: [u32; 2],
    /// In how many of them both were.
    pub both: u32,
    /// What kept threads from a place that no run came to.
    pub blocked: [Option<Blocked>; 2],
}

/// Why no run came to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// Its function was never called.
    Uncalled,
    /// This step, at the end of a block, never went on towards it.
    Branch(Point),
    /// Nobody came further than this block, whose end leads to it.
    Before(Point),
}

impl Arguments {
    /// The pairs that nothing was found for, in their order.
    pub fn aims(&self) -> Vec<Aim> {
        let parts = self.objects.iter().flat_map(|object| &object.parts);
        let of_part = |(group, part): (usize, &Part)| {
            let aim = |pair: &OpenPair| {
                let uses = pair.uses.map(|i| part.uses[i]);
                Aim {
                    places: uses.map(|used| used.at),
                    group,
                    has_common_lock: pair.held[0].iter().any(|lock| pair.held[1].contains(lock)),
                    is_unknown: uses.iter().any(|used| used.unknown),
                }
            };
            part.open.iter().map(aim).collect::<Vec<Aim>>()
        };
        parts.enumerate().flat_map(of_part).collect()
    }
}
