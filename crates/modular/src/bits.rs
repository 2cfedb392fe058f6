//! Sets of small numbers, such as those of the registers or blocks of a function, as bits.

/// A set of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub fn contains(&self, number: u32) -> bool {
        let word = self.words.get(number as usize / 64).copied().unwrap_or(0);
        word >> (number % 64) & 1 != 0
    }

    /// Whether it was not there.
    pub fn insert(&mut self, number: u32) -> bool {
        let i = number as usize / 64;
        if self.words.len() <= i {
            self.words.resize(i + 1, 0);
        }
        let before = self.words[i];
        self.words[i] |= 1 << (number % 64);
        self.words[i] != before
    }

    pub fn remove(&mut self, number: u32) {
        if let Some(word) = self.words.get_mut(number as usize / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    /// Inserts or removes.
    pub fn set(&mut self, number: u32, is_there: bool) {
        match is_there {
            true => _ = self.insert(number),
            false => self.remove(number),
        }
    }

    /// Inserts all of another set; whether some were not there.
    pub fn extend(&mut self, other: &Bits) -> bool {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        let mut is_more = false;
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            is_more |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        is_more
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn bits_are_sets() {
        let mut random = 1u64;
        let mut draw = |below: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((random >> 33) % below) as u32
        };
        let mut bits = [Bits::default(), Bits::default()];
        let mut sets = [BTreeSet::new(), BTreeSet::new()];
        for _ in 0..2_000 {
            let (which, number) = (draw(2) as usize, draw(200));
            match draw(5) {
                0 => {
                    bits[which].remove(number);
                    sets[which].remove(&number);
                }
                1 => {
                    let (other, count) = (sets[1 - which].clone(), sets[which].len());
                    sets[which].extend(other);
                    let other = bits[1 - which].clone();
                    assert_eq!(bits[which].extend(&other), sets[which].len() > count);
                }
                2 => {
                    bits[which].set(number, false);
                    sets[which].remove(&number);
                }
                _ => assert_eq!(bits[which].insert(number), sets[which].insert(number)),
            }
            assert_eq!(bits[which].contains(number), sets[which].contains(&number));
            assert!((0..200).all(|n| bits[which].contains(n) == sets[which].contains(&n)));
        }
    }
}
