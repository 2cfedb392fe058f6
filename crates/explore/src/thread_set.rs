//! Sets of threads: one word for the first 64, more where a program has more.

use raceproof_machine::ThreadId;

/// A set of threads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ThreadSet {
    low: u64,
    high: Vec<u64>,
}

impl ThreadSet {
    /// Whether the thread is in it.
    #[inline]
    pub fn contains(&self, t: ThreadId) -> bool {
        let (word, bit) = (t.0 as usize / 64, 1 << (t.0 % 64));
        match word {
            0 => self.low & bit != 0,
            n => self.high.get(n - 1).is_some_and(|w| w & bit != 0),
        }
    }

    /// Adds a thread.
    pub fn insert(&mut self, t: ThreadId) {
        let (word, bit) = (t.0 as usize / 64, 1 << (t.0 % 64));
        if word == 0 {
            self.low |= bit;
            return;
        }
        if self.high.len() < word {
            self.high.resize(word, 0);
        }
        self.high[word - 1] |= bit;
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        self.low = 0;
        self.high.clear();
    }

    /// Whether nobody is in it.
    pub fn is_empty(&self) -> bool {
        self.low == 0 && self.high.iter().all(|&w| w == 0)
    }

    /// Its threads, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = ThreadId> + '_ {
        std::iter::once(&self.low)
            .chain(&self.high)
            .enumerate()
            .flat_map(|(i, &word)| {
                (0..64)
                    .filter(move |b| word >> b & 1 != 0)
                    .map(move |b| ThreadId(i as u32 * 64 + b))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_largest_thread() {
        let mut set = ThreadSet::default();
        for t in [3, 64, 200] {
            set.insert(ThreadId(t));
        }
        assert_eq!(set.iter().map(|t| t.0).collect::<Vec<_>>(), [3, 64, 200]);
        assert!(!set.contains(ThreadId(65)) && set.contains(ThreadId(200)) && !set.contains(ThreadId(999)));
    }
}
