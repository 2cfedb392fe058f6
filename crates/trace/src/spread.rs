//! From addresses to variables.
//!
//! Accesses of different sizes overlap, and an order knows variables that are the same or not. So memory is
//! taken apart at all places where an access of the recording begins or ends: within eight bytes the *cuts*
//! are known before the first variable is numbered. What lies between two cuts is a variable, and an access
//! is one of each variable that it covers: of one, as a rule.

use rustc_hash::FxHashMap;

/// Granules of eight bytes in a page.
const GRANULES: usize = 512;

/// What is known of a page of memory.
struct Page {
    /// For each granule, where parts begin: a bit for each byte.
    cuts: Box<[u8; GRANULES]>,
    /// One more than the number of its first part, or 0.
    first: Box<[u32; GRANULES]>,
    /// Which granules were accessed since they were last given back.
    live: [u64; GRANULES / 64],
}

impl Default for Page {
    fn default() -> Self {
        Page {
            cuts: Box::new([0; GRANULES]),
            first: Box::new([0; GRANULES]),
            live: [0; GRANULES / 64],
        }
    }
}

/// All memory that a recording tells of.
#[derive(Default)]
pub struct Spread {
    numbers: FxHashMap<u64, u32>,
    pages: Vec<Page>,
    /// The page that was asked for last.
    last: Option<(u64, u32)>,
    /// How many variables there are.
    count: u32,
}

/// The bits of the bytes from one offset to another.
fn bytes(from: u64, to: u64) -> u8 {
    (((1u32 << to) - 1) & !((1u32 << from) - 1)) as u8
}

impl Spread {
    fn page(&mut self, address: u64) -> &mut Page {
        let key = address >> 12;
        let number = match self.last {
            Some((last, number)) if last == key => number,
            _ => {
                let next = self.pages.len() as u32;
                let number = *self.numbers.entry(key).or_insert(next);
                if number == next {
                    self.pages.push(Page::default());
                }
                self.last = Some((key, number));
                number
            }
        };
        &mut self.pages[number as usize]
    }

    /// There is an access of these bytes.
    pub fn cut(&mut self, address: u64, size: u64) {
        for edge in [address, address.saturating_add(size)] {
            let granule = (edge >> 3) as usize % GRANULES;
            self.page(edge).cuts[granule] |= 1 | 1 << (edge & 7);
        }
    }

    /// Gives to `each` the variables of some bytes, `new` those that have none yet, with their addresses.
    pub fn access(&mut self, address: u64, size: u64, mut new: impl FnMut(u64), mut each: impl FnMut(u32)) {
        let end = address.saturating_add(size);
        let mut at = address;
        while at < end {
            let base = at & !7;
            let to = end.min(base.saturating_add(8));
            let granule = (base >> 3) as usize % GRANULES;
            let count = self.count;
            let page = self.page(base);
            page.live[granule / 64] |= 1 << (granule % 64);
            let cuts = page.cuts[granule] | 1;
            let mut added = 0;
            if page.first[granule] == 0 {
                page.first[granule] = count + 1;
                added = cuts.count_ones();
                (0..8)
                    .filter(|offset| cuts & (1 << offset) != 0)
                    .for_each(|offset| new(base + offset));
            }
            let first = page.first[granule] - 1;
            let before = (cuts & bytes(0, at - base)).count_ones();
            let within = (cuts & bytes(at - base, to - base)).count_ones();
            self.count += added;
            (first + before..first + before + within).for_each(&mut each);
            at = to;
        }
    }

    /// Memory ends. Gives to `each` the variables there that were accessed.
    pub fn forget(&mut self, address: u64, size: u64, mut each: impl FnMut(u32)) {
        let end = address.saturating_add(size);
        let (first, last) = (address >> 12, end.saturating_sub(1) >> 12);
        let mut keys: Vec<u64> = Vec::new();
        if last - first > self.pages.len() as u64 {
            let within = |key: &&u64| (first..=last).contains(*key);
            keys.extend(self.numbers.keys().filter(within));
            keys.sort_unstable();
        } else {
            keys.extend((first..=last).filter(|key| self.numbers.contains_key(key)));
        }
        for key in keys {
            let start = key << 12;
            let page = self.page(start);
            for word in 0..page.live.len() {
                let mut live = page.live[word];
                while live != 0 {
                    let granule = word * 64 + live.trailing_zeros() as usize;
                    live &= live - 1;
                    let at = start + granule as u64 * 8;
                    if at < address || at >= end {
                        continue;
                    }
                    page.live[word] &= !(1 << (granule % 64));
                    let parts = (page.cuts[granule] | 1).count_ones();
                    let first = page.first[granule] - 1;
                    (first..first + parts).for_each(&mut each);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(spread: &mut Spread, address: u64, size: u64) -> Vec<u32> {
        let mut parts = Vec::new();
        spread.access(address, size, |_| {}, |part| parts.push(part));
        parts
    }

    #[test]
    fn bytes_are_apart_where_accesses_are() {
        let mut spread = Spread::default();
        let accesses = [(0x1000, 8), (0x1004, 4), (0x1008, 4), (0x100c, 1), (0x100a, 8)];
        accesses.iter().for_each(|&(at, size)| spread.cut(at, size));
        assert_eq!(parts(&mut spread, 0x1000, 8), [0, 1]);
        assert_eq!(parts(&mut spread, 0x1004, 4), [1]);
        // Cuts at 8, a, c, d, 10 and 12.
        assert_eq!(parts(&mut spread, 0x1008, 4), [2, 3]);
        assert_eq!(parts(&mut spread, 0x100c, 1), [4]);
        assert_eq!(parts(&mut spread, 0x100a, 8), [3, 4, 5, 6]);
    }

    #[test]
    fn a_block_ends_with_what_was_accessed_in_it() {
        let mut spread = Spread::default();
        for at in [0x1ff8, 0x2000, 0x2010] {
            spread.cut(at, 8);
        }
        assert_eq!(parts(&mut spread, 0x1ff8, 8), [0]);
        assert_eq!(parts(&mut spread, 0x2010, 8), [1]);
        let mut gone = Vec::new();
        spread.forget(0x1000, 0x1010, |part| gone.push(part));
        spread.forget(0x1000, 0x1010, |part| gone.push(part));
        assert_eq!(gone, [0]);
        spread.forget(0, u64::MAX, |part| gone.push(part));
        assert_eq!(gone, [0, 1]);
        assert_eq!(parts(&mut spread, 0x2010, 8), [1]);
    }
}
