//! Where pointers point to: a flow-insensitive analysis of the bounded program.
//!
//! The high part of a pointer names its object, and arithmetic leaves it alone, so the objects of a word are
//! the constants that its high part is chosen from. For a value that was read they are those of all that is
//! ever written to the objects that are read.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounded::{Bounded, Special};
use crate::term::{Node, Term, Terms};

/// What is known of where words point to.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    values: FxHashMap<Term, BTreeSet<u32>>,
    objects: u32,
}

impl Reach {
    /// The objects that a word can be an address of.
    pub fn of(&self, terms: &mut Terms, word: Term) -> BTreeSet<u32> {
        let mut out = BTreeSet::new();
        let shape = terms.shape;
        let mut seen = FxHashSet::default();
        // Of several words in one, those of each.
        let mut stack: Vec<Term> = (0..terms.width(word) / shape.width)
            .map(|i| terms.extract(word, i * shape.width + shape.split, shape.split))
            .collect();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match terms.node(t) {
                Node::Const(v) if v != 0 && v < u128::from(self.objects) => {
                    out.insert(v as u32);
                }
                Node::Ite(_, a, b) => stack.extend([a, b]),
                Node::Extract(x, from) if from % shape.width == shape.split => match self.values.get(&x) {
                    Some(objects) => out.extend(objects),
                    // What was chosen among words that are not constant.
                    None => {
                        if let Node::Ite(_, a, b) = terms.node(x) {
                            let (a, b) = (
                                terms.extract(a, from, shape.split),
                                terms.extract(b, from, shape.split),
                            );
                            stack.extend([a, b]);
                        }
                    }
                },
                _ => {}
            }
        }
        out
    }

    /// Analyses a bounded program.
    pub fn new(bounded: &Bounded, terms: &mut Terms) -> Reach {
        let mut reach = Reach {
            objects: bounded.objects.len() as u32,
            ..Reach::default()
        };
        let length = terms.shape.bytes();
        let mut contents: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for (o, object) in (0..).zip(&bounded.objects) {
            let words: BTreeSet<u32> = object.bytes.keys().map(|at| at & !(length - 1)).collect();
            for at in words {
                let byte = |i: u32| u64::from(object.bytes.get(&(at + i)).copied().unwrap_or(0)) << (8 * i);
                let word: u64 = (0..length).map(byte).sum();
                let (high, _) = terms.shape.place(u128::from(word));
                if high != 0 && high < reach.objects {
                    contents.entry(o).or_default().insert(high);
                }
            }
        }
        let words: BTreeSet<(u32, u32)> = bounded
            .memory
            .keys()
            .filter(|(o, at)| at | (length - 1) < bounded.objects[*o as usize].size && *at != u32::MAX)
            .map(|(o, at)| (*o, at & !(length - 1)))
            .collect();
        for (o, at) in words {
            let zero = terms.number(0, 8);
            let byte = |i: u32| bounded.memory.get(&(o, at + i)).copied();
            let mut word = byte(0).unwrap_or(zero);
            for i in 1..length {
                word = terms.concat(byte(i).unwrap_or(zero), word);
            }
            let objects = reach.of(terms, word);
            contents.entry(o).or_default().extend(objects);
        }
        loop {
            let mut changed = false;
            let mut add = |set: &mut BTreeSet<u32>, more: &BTreeSet<u32>| {
                let before = set.len();
                set.extend(more);
                changed |= set.len() != before;
            };
            for thread in &bounded.threads {
                for statement in &thread.statements {
                    for read in statement.reads.iter().filter(|r| r.length >= length) {
                        for o in reach.of(terms, read.address) {
                            if let Some(more) = contents.get(&o) {
                                add(reach.values.entry(read.value).or_default(), more);
                            }
                        }
                    }
                    for write in &statement.writes {
                        let more = reach.of(terms, write.value);
                        if !more.is_empty() {
                            for o in reach.of(terms, write.address) {
                                add(contents.entry(o).or_default(), &more);
                            }
                        }
                    }
                    if let Special::Join { result, .. } = statement.special {
                        for other in bounded.threads.iter().filter_map(|t| t.result) {
                            let more = reach.of(terms, other);
                            add(reach.values.entry(result).or_default(), &more);
                        }
                    }
                }
            }
            if !changed {
                return reach;
            }
        }
    }
}
