//! Bounds of loops that are kept in memory.
//!
//! A pool of threads often remembers how many it has: the loop that joins them counts up to what a field of
//! the pool says, which the loop that created them was told, or had found there too. Both have counted up to
//! the same number if the field has kept it: it is one field of one object, and all writes of it, by anybody,
//! happen while there is no other thread. Such a write does not come between a creation and the join of that
//! thread; nor does one come within the loop that creates, where the bound is looked at in every round. One
//! within the loop that joins finds that all of them have ended.
//!
//! Both loops compare as many bytes in the same way, so what both find there is the same number.
//!
//! Where the loop that creates counts up to a register or a constant, one instruction of its function stores
//! just that in the field, on every way to the loop, and no other write of the field comes in between.
//!
//! SOUNDNESS: counted-crowd

use crate::analyse::{Analysis, Here};
use crate::context::{ContextId, Place};
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::value::Value;
use raceproof_engine::condition;
use raceproof_flow::{Bound, Counted, is_untouched, reachable};
use raceproof_ir::{BlockId, Function, Inst, Operand, Reg};
use std::collections::BTreeSet;

/// Bytes of one object that is there once, and how many.
pub(crate) type Kept = (ObjectId, i64, u64);

impl Analysis<'_> {
    /// A number was loaded: it may be the bound of a loop.
    pub(crate) fn note_bound(&mut self, here: Here, address: &Value, length: u64) {
        let (id, block, index) = here.place;
        let function = self.contexts.context(id).function;
        let loops = self.loops(function);
        if !loops.iter().any(|l| l.bound == Bound::Loaded(block, index)) {
            return;
        }
        let cell = match address.targets[..] {
            [(target, offsets)]
                if condition!("kept-bounds", "known address", !address.is_lost())
                    && condition!("kept-bounds", "one object", self.is_single(target.object)) =>
            {
                offsets.constant().map(|at| (target.object, at, length))
            }
            _ => None,
        };
        if self.stores.bounds.insert((id, block), cell) != Some(cell) {
            self.contexts.changed = true;
        }
    }

    pub(crate) fn kept_by(&self, id: ContextId, l: &Counted) -> Option<Kept> {
        match l.bound {
            Bound::Loaded(..) => *self.stores.bounds.get(&(id, l.head))?,
            _ => None,
        }
    }

    /// The writes of a cell, if there is never another thread then.
    fn kept_writers(&self, (object, at, length): Kept) -> Option<Vec<(Place, Offsets, u64)>> {
        let writers = self.stores.writers.get(&object).into_iter().flatten();
        let hits = writers.filter(|(_, writer)| writer.at.overlaps(writer.length, Offsets::at(at), length));
        hits.map(|(place, writer)| {
            condition!("kept-bounds", "written while alone", writer.alone).then_some((
                *place,
                writer.at,
                writer.length,
            ))
        })
        .collect()
    }

    /// Whether a place is not within these blocks of a context, nor in what they call.
    pub(crate) fn is_outside(&self, place: Place, (id, blocks): (ContextId, &BTreeSet<BlockId>)) -> bool {
        !self.contexts.is_below(place.0, id)
            || self
                .contexts
                .called_from(place.0, place.1, id)
                .is_some_and(|block| !blocks.contains(&block))
    }

    /// Whether a loop that joins counts up to the number up to which another one of the same thread has
    /// created threads, because memory has kept it.
    pub(crate) fn is_bound_kept(
        &mut self,
        (id, joins): (ContextId, &Counted),
        (context, creates): (ContextId, &Counted),
    ) -> bool {
        let Some(cell) = self.kept_by(id, joins) else {
            return false;
        };
        let Some(writers) = self.kept_writers(cell) else {
            return false;
        };
        let mut places = writers.iter().map(|(place, ..)| *place);
        let is_quiet = condition!(
            "kept-bounds",
            "not written by the loop that creates",
            places.all(|place| self.is_outside(place, (context, &creates.blocks)))
        );
        let mine = self.contexts.context(id).thread;
        let is_same = match self.kept_by(context, creates) {
            Some(of) => condition!("kept-bounds", "the same cell", of == cell),
            None => writers
                .iter()
                .any(|writer| self.keeps(cell, *writer, &writers, (context, creates))),
        };
        is_quiet
            && is_same
            && condition!("kept-bounds", "compared alike", joins.op == creates.op)
            && condition!(
                "kept-bounds",
                "by the same thread",
                self.contexts.context(context).thread == mine
            )
    }

    /// Whether a write puts the bound of a loop into a cell, where it is when the loop begins.
    fn keeps(
        &self,
        (_, at, length): Kept,
        (place, to, size): (Place, Offsets, u64),
        writers: &[(Place, Offsets, u64)],
        (context, creates): (ContextId, &Counted),
    ) -> bool {
        let Bound::Operand(bound) = creates.bound else {
            return false;
        };
        let (of, block, index) = place;
        let is_whole = (to.constant(), size) == (Some(at), length);
        if of != context || !condition!("kept-bounds", "stored in just these bytes", is_whole) {
            return false;
        }
        let function = self.program.function(self.contexts.context(context).function);
        let &Inst::Store { value, .. } = &function.blocks[block.0 as usize].instructions[index].0 else {
            return false;
        };
        let later = reachable(function, block, |_| true);
        let is_between = |other: &Place| {
            let from = self.contexts.called_from(other.0, other.1, context);
            let is_apart = |at: BlockId| {
                let is_before = at == block && other.0 == context && other.2 <= index && !later.contains(&at);
                is_before || at != block && !later.contains(&at)
            };
            self.contexts.is_below(other.0, context) && !from.is_some_and(is_apart)
        };
        let is_last = writers
            .iter()
            .all(|(other, ..)| *other == place || !is_between(other));
        condition!("kept-bounds", "the bound is stored", value == bound)
            && condition!(
                "kept-bounds",
                "the register is as it was",
                is_fixed(function, bound, (block, index), &later)
            )
            && condition!(
                "kept-bounds",
                "stored on every way",
                is_before(function, block, creates.head)
            )
            && condition!("kept-bounds", "stored last", is_last)
    }
}

/// Whether what an operand is stays the same from an instruction on.
fn is_fixed(
    function: &Function,
    operand: Operand,
    (block, index): (BlockId, usize),
    later: &BTreeSet<BlockId>,
) -> bool {
    let Operand::Reg(r) = operand else { return true };
    let code = &function.blocks[block.0 as usize];
    let writes = |b: &BlockId| {
        let code = &function.blocks[b.0 as usize].instructions;
        code.iter().any(|(inst, _)| inst.results().any(|to: Reg| to == r))
    };
    is_untouched(code, r, index, code.instructions.len()) && !later.iter().any(writes)
}

/// Whether every way from the beginning of a function to a block goes through another one.
pub(crate) fn is_before(function: &Function, first: BlockId, then: BlockId) -> bool {
    let start = BlockId(0);
    first == start || then != start && !reachable(function, start, |b| b != first).contains(&then)
}
