//! Numbers that a creator writes where the new thread will look.
//!
//! A thread is often told its number by an address: of a cell of an array, or of an object that was made for
//! it, in which its creator has put the counter of the loop. Whoever loads that number from what it was given
//! has the number of the round in which it was created, and no other thread of the loop has the same.
//!
//! Why: the creator stored the number of the round, in this round and before the creation ([`Guard::labels`],
//! which end with the round). The cell is another one in every round, or the instance was known to nobody
//! else. All stores that may mean these bytes, by anybody and at any time, are such stores of the number of
//! their own round ([`Analysis::labelled`]); those of other rounds mean other cells, or other instances. So
//! what the thread finds is what its creator stored, whenever it looks.
//!
//! The number is passed on only where one round creates one thread at most: a second one would find the same
//! number.
//!
//! The same goes for what the creator has computed from that number and from what does not change while the
//! loop runs: a sum, which the thread finds as such (`crowd`).
//!
//! [`Guard::labels`]: crate::state::Guard

use crate::analyse::{Analysis, Here, UNKNOWN_SIZE};
use crate::form::Form;
use crate::limits;
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::state::{State, ThreadNo};
use crate::value::{Index, Own, Round, Value};
use raceproof_engine::condition;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where a number was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Spot {
    /// In the cell of the round: its number times `stride`, from offset `at`.
    Cell { stride: u64, at: i64 },
    /// At this offset of the youngest instance of an object.
    Instance(i64),
}

/// What was put into an object in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Label {
    pub object: ObjectId,
    spot: Spot,
    length: u64,
    pub round: Round,
    /// The number, if no other round has it.
    number: Option<Index>,
    /// The sum that it is, by its place among those that threads are told.
    sum: Option<usize>,
}

impl Label {
    /// Whether it is about the youngest instance of an object.
    pub fn is_of_instance(&self, object: ObjectId) -> bool {
        self.object == object && matches!(self.spot, Spot::Instance(_))
    }
}

impl State {
    /// Labels are over.
    pub fn forget_labels(&mut self, is_over: impl Fn(&Label) -> bool) {
        if self.guard.labels.iter().any(&is_over) {
            self.guard.labels.retain(|label| !is_over(label));
        }
    }
}

impl Analysis<'_> {
    /// What a store of a value writes, if that is the number of a round where nothing else is.
    pub(crate) fn label(
        &mut self,
        state: &State,
        address: &Value,
        length: u64,
        value: &Value,
    ) -> Option<Label> {
        let [(target, offsets)] = &address.targets[..] else {
            return None;
        };
        if !condition!("labels", "known address", !address.is_lost()) {
            return None;
        }
        let number = match value.own {
            Some(Own::Index(index)) => Some(index),
            _ => None,
        };
        let of = match (number, address.own) {
            (Some(index), _) => index.round,
            (_, Some(Own::Cell { round, .. })) => round,
            _ => self.round_of(value)?,
        };
        let Round::Loop(..) = of else {
            return None;
        };
        let sum = self.tell(of, value);
        if number.is_none() && sum.is_none() {
            return None;
        }
        let spot = match address.own {
            Some(Own::Cell {
                round,
                stride,
                at,
                span: 0,
            }) if condition!("labels", "number of the same round", round == of)
                && condition!("labels", "within its cell", length <= stride) =>
            {
                Spot::Cell { stride, at }
            }
            None if condition!(
                "labels",
                "instance that nobody else knows",
                target.recent && state.fresh.contains(&target.object)
            ) =>
            {
                Spot::Instance(offsets.constant()?)
            }
            _ => return None,
        };
        Some(Label {
            object: target.object,
            spot,
            length,
            round: of,
            number,
            sum,
        })
    }

    /// Bytes of an object are written: with a label, or with something else.
    pub(crate) fn note_label(&mut self, object: ObjectId, at: Offsets, length: u64, label: Option<Label>) {
        let notes = self.stores.labelled.entry(object).or_default();
        let (key, label) = match notes.len() < limits::LABELS.size() || notes.contains_key(&(at, length)) {
            true => ((at, length), label),
            false => ((Offsets::ANY, UNKNOWN_SIZE), None),
        };
        let known = notes.get(&key).copied();
        let all = known.map_or(label, |known| known.filter(|_| known == label));
        if known != Some(all) {
            notes.insert(key, all);
            self.contexts.changed = true;
        }
    }

    /// The number that a load finds which reads a label.
    pub(crate) fn read_label(&self, state: &State, address: &Value, length: u64) -> Option<Own> {
        self.find_label(state, address, length)?.number.map(Own::Index)
    }

    /// The same of a sum.
    pub(crate) fn read_told(
        &mut self,
        t: ThreadNo,
        state: &mut State,
        address: &Value,
        length: u64,
    ) -> Option<Rc<Form>> {
        let label = self.find_label(state, address, length)?;
        self.hear((t, label.round), label.sum?, state)
    }

    fn find_label(&self, state: &State, address: &Value, length: u64) -> Option<Label> {
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        if !condition!("labels", "read at a known address", !address.is_lost()) {
            return None;
        }
        let spot = match address.own? {
            Own::Cell {
                stride, at, span: 0, ..
            } => Spot::Cell { stride, at },
            Own::Instance => Spot::Instance(offsets.constant()?),
            _ => return None,
        };
        let is_meant = |label: &&Label| {
            let is_of_round = match address.own {
                Some(Own::Cell { round, .. }) => {
                    condition!("labels", "read in the same round", round == label.round)
                }
                _ => true,
            };
            is_of_round
                && condition!(
                    "labels",
                    "read where it was put",
                    (label.object, label.spot, label.length) == (target.object, spot, length)
                )
        };
        let label = state.guard.labels.iter().find(is_meant)?;
        let notes = self.stores.labelled.get(&target.object)?.iter();
        let mut hits = notes.filter(|((at, size), _)| at.overlaps(*size, offsets, length));
        condition!(
            "labels",
            "no other store",
            hits.all(|(_, note)| *note == Some(*label))
        )
        .then_some(*label)
    }

    /// The labels that a thread which is created here may rely on.
    pub(crate) fn labels_for(&mut self, here: Here, state: &State) -> BTreeSet<Label> {
        let labels = state.guard.labels.iter().copied();
        labels
            .filter(|label| {
                condition!(
                    "labels",
                    "one thread a round",
                    self.creates_one(here.place, label.round)
                )
            })
            .collect()
    }
}
