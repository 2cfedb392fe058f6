//! What is known of each granule of an object: of so many bytes as the accesses to it have in common.

use crate::limits;
use raceproof_machine::Access;
use std::ops::RangeInclusive;

/// The granules of an object.
#[derive(Clone, Debug)]
pub struct Sheet<C> {
    /// Log2 of the bytes of a granule.
    shift: u32,
    cells: Vec<C>,
}

impl<C> Default for Sheet<C> {
    fn default() -> Sheet<C> {
        Sheet {
            shift: 3,
            cells: Vec::new(),
        }
    }
}

impl<C: Clone + Default> Sheet<C> {
    /// All granules up to the last that was accessed, and perhaps more.
    pub fn cells(&self) -> &[C] {
        &self.cells
    }

    /// The first byte of a granule.
    pub fn start(&self, granule: usize) -> u32 {
        (granule as u32) << self.shift
    }

    /// The granules of an access that is not empty, with their numbers and the bytes that each has.
    #[inline]
    pub fn of(&mut self, a: &Access) -> (&mut [C], RangeInclusive<u32>, u32) {
        self.fit(a);
        let numbers = a.start >> self.shift..=(a.start + (a.length - 1)) >> self.shift;
        let (first, last) = (*numbers.start() as usize, *numbers.end() as usize);
        if self.cells.len() <= last {
            let more = (last + 1)
                .max(self.cells.len() * 2)
                .min(last + limits::TASK_GRANULES.size());
            self.cells.resize(more, C::default());
        }
        (&mut self.cells[first..=last], numbers, 1 << self.shift)
    }

    /// Splits the granules if an access does not fit them.
    fn fit(&mut self, a: &Access) {
        let fits = (a.start | a.length).trailing_zeros();
        if fits >= self.shift {
            return;
        }
        // The first access says how large they are; one that does not fit them then finds bytes.
        let shift = if self.cells.is_empty() { fits } else { 0 };
        let parts = 1usize << (self.shift - shift);
        let cells = std::mem::take(&mut self.cells);
        self.cells = cells
            .into_iter()
            .flat_map(|cell| std::iter::repeat_n(cell, parts))
            .collect();
        self.shift = shift;
    }
}
