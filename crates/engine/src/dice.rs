//! Random numbers that are the same everywhere.

/// A small deterministic generator (SplitMix64; Steele, Lea, Flood 2014): equal seeds give equal programs on
/// every platform and in every release.
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
