//! What named values have to do with each other.
//!
//! Two locks are taken in the order of their numbers: `lo = a < b ? a : b`, `hi = a < b ? b : a`. Which of
//! `a` and `b` the name `lo` means depends on how they compare, and so does what `hi` means; in every case
//! the locks of both are held. So a branch on a comparison of two named values leaves some [cases](Case) of
//! that [`Pair`]; a value that gets a name where ways meet is known to be, in the cases of each way, what
//! that way brings (the gates of gated single assignment; Ottenstein, Ballance, MacCabe 1990, without the
//! graph: the cases come with the states). A lock that is picked by such a name is held, case by case, for
//! what the name means, and what is held in all cases that are left is held ([`Relations::held`]).
//!
//! A lock may also be one of few for many elements: `m[i % 8]` for `table[i]`. A name that was computed from
//! another one by a constant says so ([`Computed`]).
//!
//! Invariant: all names here are those of values that registers and locks may know (`name`); what is said
//! holds for the values that were computed last under them. A name that is over is in no relation. What is
//! said of a case that cannot be is true of anything, which is how two ways are joined.
//!
//! Cost: a few pairs, each with the names that were chosen by it; no more than a few hundred of these are
//! kept.

use crate::limits;
use crate::name::Symbol;
use crate::object::ObjectId;
use crate::pick::Picked;
use crate::state::Mode;
use crate::value::{Index, Own, Value};
use raceproof_engine::condition;
use raceproof_ir::{BinaryOp, CompareOp, Kind};
use std::collections::{BTreeMap, BTreeSet};

/// How the first of two values compares with the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Case {
    Less,
    Equal,
    Greater,
}

impl Case {
    const ALL: [Case; 3] = [Case::Less, Case::Equal, Case::Greater];

    /// How the second compares with the first.
    fn turn(self) -> Case {
        match self {
            Case::Less => Case::Greater,
            Case::Equal => Case::Equal,
            Case::Greater => Case::Less,
        }
    }
}

/// Two named values, the one that is first in their order as values of this analysis being the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Pair {
    a: Meaning,
    b: Meaning,
    signed: bool,
}

impl Pair {
    fn has(&self, is_meant: &impl Fn(&Symbol) -> bool) -> bool {
        [self.a, self.b]
            .iter()
            .any(|meaning| meaning.own.symbol().is_some_and(|symbol| is_meant(&symbol)))
    }

    /// The other of two numbers, if this is the name of one.
    pub fn other(&self, symbol: Symbol) -> Option<Symbol> {
        let name = |own: Own| match own {
            Own::Index(Index { scale: 1, add: 0, .. }) => own.symbol(),
            _ => None,
        };
        let (a, b) = (name(self.a.own)?, name(self.b.own)?);
        match symbol {
            _ if symbol == a => Some(b),
            _ if symbol == b => Some(a),
            _ => None,
        }
    }
}

/// What a name means in a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Meaning {
    pub own: Own,
    /// The object, if it is an address in one only.
    pub object: Option<ObjectId>,
}

impl Meaning {
    /// What a value means, if it has a name or one that says how it was computed.
    pub fn of(value: &Value) -> Option<Meaning> {
        let object = match value.targets.as_slice() {
            [(target, _)] if !value.has_numbers() => Some(target.object),
            _ => None,
        };
        let own = value.pick?;
        Some(Meaning { own, object })
    }

    /// Whether it is one value only: elements of two arrays have the same name.
    fn is_one(&self) -> bool {
        match self.own {
            Own::Index(_) | Own::Near { .. } => true,
            Own::Cell { span, .. } => {
                condition!("relations", "one element", span == 0)
                    && condition!("relations", "of one object", self.object.is_some())
            }
            Own::Instance | Own::Found { .. } | Own::Content { .. } | Own::Given { .. } => false,
        }
    }
}

/// What a name was computed from, by an operation with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Computed {
    pub op: BinaryOp,
    pub kind: Kind,
    pub of: Index,
    pub by: u128,
}

/// How a number was computed from a named one, whatever that was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recipe {
    op: BinaryOp,
    kind: Kind,
    scale: i64,
    add: i64,
    by: u128,
}

impl Computed {
    /// The name of what it was computed from.
    pub fn symbol(&self) -> Option<Symbol> {
        Own::Index(self.of).symbol()
    }

    pub fn recipe(&self) -> Recipe {
        Recipe {
            op: self.op,
            kind: self.kind,
            scale: self.of.scale,
            add: self.of.add,
            by: self.by,
        }
    }
}

/// All that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Relations {
    /// The cases that are left of pairs that a branch has told something about.
    left: BTreeMap<Pair, BTreeSet<Case>>,
    /// What names mean in a case.
    chosen: BTreeMap<(Symbol, Pair, Case), Meaning>,
    pub computed: BTreeMap<Symbol, Computed>,
}

impl Relations {
    pub fn is_empty(&self) -> bool {
        self.left.is_empty() && self.chosen.is_empty() && self.computed.is_empty()
    }

    /// Names that are over.
    pub fn forget(&mut self, is_over: impl Fn(&Symbol) -> bool) {
        let is_old = |own: Own| own.symbol().is_none_or(|symbol| is_over(&symbol));
        self.left.retain(|pair, _| {
            condition!(
                "relations",
                "pairs of names that are not over",
                !pair.has(&is_over)
            )
        });
        self.chosen.retain(|(symbol, pair, _), meaning| {
            condition!("relations", "chosen names that are not over", !is_over(symbol))
                && condition!(
                    "relations",
                    "chosen by names that are not over",
                    !pair.has(&is_over)
                )
                && condition!(
                    "relations",
                    "chosen meanings that are not over",
                    !is_old(meaning.own)
                )
        });
        self.computed.retain(|symbol, computed| {
            condition!("relations", "computed names that are not over", !is_over(symbol))
                && condition!(
                    "relations",
                    "computed from names that are not over",
                    !is_old(Own::Index(computed.of))
                )
        });
    }

    fn may_be(&self, pair: &Pair, case: Case) -> bool {
        self.left.get(pair).is_none_or(|left| left.contains(&case))
    }

    /// A comparison of two named values came out so.
    pub fn compare(&mut self, op: CompareOp, (a, b): (Meaning, Meaning), truth: bool) {
        let (cases, signed): (&[Case], &[bool]) = match op {
            CompareOp::Eq => (&[Case::Equal], &[false, true]),
            CompareOp::Ne => (&[Case::Less, Case::Greater], &[false, true]),
            CompareOp::LtSigned => (&[Case::Less], &[true]),
            CompareOp::LeSigned => (&[Case::Less, Case::Equal], &[true]),
            CompareOp::LtUnsigned => (&[Case::Less], &[false]),
            CompareOp::LeUnsigned => (&[Case::Less, Case::Equal], &[false]),
            _ => return,
        };
        let is_named = |meaning: &Meaning| meaning.is_one() && meaning.own.symbol().is_some();
        if a == b
            || !condition!("relations", "first value is one", is_named(&a))
            || !condition!("relations", "second value is one", is_named(&b))
        {
            return;
        }
        let came_out = Case::ALL.into_iter().filter(|case| cases.contains(case) == truth);
        let came_out: BTreeSet<Case> = match a < b {
            true => came_out.collect(),
            false => came_out.map(Case::turn).collect(),
        };
        for &signed in signed {
            let (a, b) = (a.min(b), a.max(b));
            let pair = Pair { a, b, signed };
            if self.left.len() >= limits::PAIRS.size() && !self.left.contains_key(&pair) {
                continue;
            }
            let left = self.left.entry(pair).or_insert_with(|| Case::ALL.into());
            left.retain(|case| came_out.contains(case));
        }
    }

    /// A value gets a name where ways meet, and this way brings another one.
    pub fn choose(&mut self, symbol: Symbol, meaning: Meaning) {
        for (pair, left) in &self.left {
            for &case in left {
                if self.chosen.len() >= limits::MEANINGS.size() {
                    return;
                }
                self.chosen.insert((symbol, *pair, case), meaning);
            }
        }
    }

    /// Takes in what is known on another way. Says whether anything changed.
    pub fn join(&mut self, other: &Relations) -> bool {
        if self == other {
            return false;
        }
        let mut joined = Relations::default();
        for (&key, &meaning) in self.chosen.iter().chain(&other.chosen) {
            let (_, pair, case) = key;
            let agrees = |way: &Relations| match way.chosen.get(&key) {
                Some(known) => *known == meaning || !way.may_be(&pair, case),
                None => !way.may_be(&pair, case),
            };
            if condition!("relations", "chosen on this way", agrees(self))
                && condition!("relations", "chosen on the other way", agrees(other))
            {
                // Of what is said of a case that cannot be on either way, what was said first stays, so that
                // this comes to an end.
                joined.chosen.entry(key).or_insert(meaning);
            }
        }
        for (pair, left) in &self.left {
            if let Some(theirs) = other.left.get(pair) {
                let left: BTreeSet<Case> = left.union(theirs).copied().collect();
                if left.len() < Case::ALL.len() {
                    joined.left.insert(*pair, left);
                }
            }
        }
        for (symbol, computed) in &self.computed {
            if condition!(
                "relations",
                "computed alike on both ways",
                other.computed.get(symbol) == Some(computed)
            ) {
                joined.computed.insert(*symbol, *computed);
            }
        }
        let changed = joined != *self;
        *self = joined;
        changed
    }

    /// Locks that are held in all cases that are left, each by one name or another.
    pub fn held(&self, picked: &BTreeMap<Picked, Mode>) -> Vec<(Picked, Mode)> {
        let mut by_case: BTreeMap<(Pair, Picked), BTreeMap<Case, Mode>> = BTreeMap::new();
        for ((symbol, pair, case), meaning) in &self.chosen {
            for (lock, &mode) in picked.iter().filter(|(lock, _)| lock.symbol == *symbol) {
                let Some(lock) = lock.as_meant(*meaning) else {
                    continue;
                };
                let same = match case {
                    Case::Equal => lock.of_the_other(pair),
                    _ => None,
                };
                for lock in [Some(lock), same].into_iter().flatten() {
                    let cases = by_case.entry((*pair, lock)).or_default();
                    let held = cases.entry(*case).or_insert(mode);
                    *held = (*held).max(mode);
                }
            }
        }
        by_case
            .into_iter()
            .filter_map(|((pair, lock), cases)| {
                let is_covered = |case: &Case| cases.contains_key(case) || !self.may_be(&pair, *case);
                let mode = cases.values().copied().min()?;
                condition!("relations", "held in all cases", Case::ALL.iter().all(is_covered))
                    .then_some((lock, mode))
            })
            .collect()
    }
}
