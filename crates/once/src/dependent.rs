//! Memory whose value depends on the schedule, and how it is named from one run to the next.

use raceproof_machine::{ObjectId, Site};
use rustc_hash::FxHashMap;

/// What is told apart: an object, and where it was made. Objects that are no more leave their names to
/// others.
pub type Name = (ObjectId, Site);

/// Granules whose value depends on the schedule, by object: their size (log2) and a bit for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependent {
    pub(super) objects: FxHashMap<Name, (u32, Vec<u64>)>,
    /// Whether what is known of an object holds for all that are made at its place: in another run it may
    /// have another number.
    is_by_place: bool,
}

impl Dependent {
    /// What is known of an object holds for all that are made at its place from now on.
    pub fn merge_by_place(&mut self) {
        if !self.is_by_place {
            self.is_by_place = true;
            for (name, (shift, bits)) in std::mem::take(&mut self.objects) {
                self.add(name, shift, &bits);
            }
        }
    }

    fn key(&self, (object, site): Name) -> Name {
        match self.is_by_place && site != Site::START {
            true => (ObjectId::NONE, site),
            false => (object, site),
        }
    }

    pub fn get(&self, name: Name) -> Option<&(u32, Vec<u64>)> {
        self.objects.get(&self.key(name))
    }

    /// These granules of an object, too.
    pub fn add(&mut self, name: Name, shift: u32, bits: &[u64]) {
        let name = self.key(name);
        let known = self.objects.entry(name).or_insert_with(|| (shift, Vec::new()));
        if shift < known.0 {
            *known = (shift, divide(&known.1, known.0 - shift));
        }
        let finer;
        let bits = match shift - known.0 {
            0 => bits,
            more => {
                finer = divide(bits, more);
                &finer
            }
        };
        known.1.resize(known.1.len().max(bits.len()), 0);
        known
            .1
            .iter_mut()
            .zip(bits)
            .for_each(|(mine, more)| *mine |= more);
    }
}

/// The bits of granules that are smaller (log2).
pub(super) fn divide(bits: &[u64], by: u32) -> Vec<u64> {
    let mut finer = vec![0; bits.len() << by];
    for i in (0..bits.len() * 64).filter(|&i| has_bit(bits, i)) {
        (i << by..(i + 1) << by).for_each(|j| finer[j / 64] |= 1 << (j % 64));
    }
    finer
}

pub(super) fn has_bit(bits: &[u64], i: usize) -> bool {
    bits.get(i / 64).is_some_and(|w| w >> (i % 64) & 1 != 0)
}

/// The bytes of granules that have a bit; few ranges, else one with all.
pub(super) fn ranges(shift: u32, bits: &[u64]) -> Vec<(u32, u32)> {
    let mut out: Vec<(u32, u32)> = Vec::new();
    for i in (0..bits.len() * 64).filter(|&i| has_bit(bits, i)) {
        let (low, high) = (
            (i as u32) << shift,
            ((i as u32) << shift).saturating_add(1 << shift),
        );
        match out.last_mut() {
            Some(last) if last.1 == low => last.1 = high,
            _ => out.push((low, high)),
        }
        if out.len() > 64 {
            return vec![(0, u32::MAX)];
        }
    }
    out
}
