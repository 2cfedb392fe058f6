//! Random tiny concurrent programs, to compare engines with the oracle.
//!
//! A [`Plan`] is a tree of actions for each thread; [`Plan::text`] writes it as IR text. Failures are shrunk on the plan by
//! leaving actions out, so the smallest failing program is a readable `.ir` file.

mod draw_team;
mod element;
mod plan;
mod reduce_team;
mod round;
mod team;
mod write;
mod write_deed;
mod write_team;

pub use plan::{Action, MemoryOrder, Plan, Style};
pub use round::{RoundPlan, Step};
pub use team::{
    Age, Change, Deed, Item, Lease, Look, Mapping, Number, Part, Place, TeamPlan, TeamRounds, TeamStyle,
    Totals, Update,
};

/// A small deterministic generator (SplitMix64; Steele, Lea, Flood 2014): equal seeds give equal programs on every
/// platform and in every release.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// For the program with this number among those of a seed.
    pub fn numbered(seed: u64, number: u64) -> Dice {
        Dice(seed.wrapping_mul(1_000_003).wrapping_add(number))
    }

    /// The next 64 bits.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u32) -> u32 {
        (self.roll() % u64::from(n.max(1))) as u32
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}

/// A plan of a program that can be made smaller and is written as text.
pub trait Smaller: Clone + std::fmt::Display {
    /// Plans with one part less, larger cuts first.
    fn reductions(&self) -> Vec<Self>;
}

/// Checks a plan and counts in `tally` what it is. If it does not pass, the message says why and has the smallest plan found that does not pass.
pub fn check<P: Smaller, T: Default>(
    plan: &P,
    tally: &mut T,
    passes: impl Fn(&P, &mut T) -> Result<(), String>,
) -> Result<(), String> {
    let Err(first) = passes(plan, tally) else {
        return Ok(());
    };
    let again = |p: &P| passes(p, &mut T::default()).err();
    let small = shrink(plan, |p| again(p).is_some());
    let why = again(&small).unwrap_or(first);
    Err(format!("{why}\n{small}"))
}

/// Leaves parts out of a plan as long as it still `fails`; gives the smallest plan found.
fn shrink<P: Smaller>(plan: &P, fails: impl Fn(&P) -> bool) -> P {
    let mut best = plan.clone();
    loop {
        let smaller = best.reductions().into_iter().find(|p| fails(p));
        match smaller {
            Some(p) => best = p,
            None => return best,
        }
    }
}
