//! Loops that join all threads whose handles are in an array.
//!
//! A loop that counts up by one to a bound, and joins in every round the handle in the cell that its counter
//! picks, has joined the threads of all cells below the bound when it is over. Which threads those are tell
//! the writes of the array: each must be a creation that stores the handle, one that happens once or one of a
//! loop that picks another cell in every round, and no two of them may write the same cell. Then every handle
//! is still where its creation has put it.
//!
//! That all cells that were written are among those that were joined is known if the bounds and the first
//! numbers are constants, or if there is one creation, in a loop up to the same bound. Cells that nobody has
//! written have no handle to join, which is a defect of the program.
//!
//! SOUNDNESS: counted-crowd

use crate::analyse::Analysis;
use crate::context::{ContextId, Place};
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::state::State;
use crate::value::Value;
use raceproof_engine::condition;
use raceproof_flow::{Counted, Pick};
use raceproof_ir::{BlockId, FuncId, Inst, Kind, Operand, SyncOp};

/// Cells of an array, from one up to another.
type Cells = (i128, i128);

/// An array as a loop sees it: the object, the offset of its first cell, and how far cells are apart.
#[derive(Clone, Copy)]
struct Array {
    object: ObjectId,
    start: i64,
    scale: i64,
}

impl Array {
    /// The number of the cell at an offset.
    fn cell(self, offset: i64) -> Option<i128> {
        let (apart, scale) = (
            i128::from(offset) - i128::from(self.start),
            i128::from(self.scale),
        );
        condition!("join-all", "a whole cell", apart % scale == 0).then_some(apart / scale)
    }
}

/// The numbers that a counter has in the rounds of its loop, if they are known and not negative.
fn numbers(l: &Counted) -> Option<Cells> {
    let (start, bound) = (l.start?, l.bound.number()?);
    condition!("join-all", "numbers are not negative", start >= 0 && bound >= 0).then_some((start, bound))
}

impl Analysis<'_> {
    /// The array that a loop picks a cell of.
    fn array(&mut self, id: ContextId, block: BlockId, pick: &Pick) -> Option<Array> {
        let f = self.contexts.context(id).function;
        let code = &self.program.function(f).blocks[block.0 as usize];
        let value = match pick.base {
            Operand::Reg(r) => match raceproof_flow::definition(code, r, pick.at) {
                Some(at) => match code.instructions[at].0 {
                    Inst::SlotAddr { slot, .. } => Value::pointer(self.slot(id, slot), false, 0),
                    _ => return None,
                },
                None => {
                    let entry = self.contexts.context(id).entries[block.0 as usize].as_ref()?;
                    Value::clone(&entry.registers[r.0 as usize])
                }
            },
            Operand::Address(address) => self.memory.address(self.program, address),
            Operand::Const(..) => return None,
        };
        let [(target, offsets)] = value.targets[..] else {
            return None;
        };
        let pointer = u64::from(Kind::Ptr.size(self.program.model));
        (condition!("join-all", "one array", self.is_single(target.object))
            && condition!("join-all", "cells apart", pick.scale.unsigned_abs() >= pointer))
        .then_some(())?;
        Some(Array {
            object: target.object,
            start: offsets.constant()?.checked_add(pick.disp)?,
            scale: pick.scale,
        })
    }

    /// A loop that joins threads is over.
    pub(crate) fn join_all(&mut self, id: ContextId, joins: &Counted, loops: &[Counted], state: &mut State) {
        if !condition!("join-all", "left by its bound", joins.whole)
            || !condition!("join-all", "by one", joins.step == 1)
            || !condition!("join-all", "loop run once", self.contexts.runs_once(id))
        {
            return;
        }
        let f = self.contexts.context(id).function;
        for &block in &joins.always {
            let code = &self.program.function(f).blocks[block.0 as usize].instructions;
            for (index, (inst, _)) in code.iter().enumerate() {
                if let Inst::Sync {
                    op: SyncOp::ThreadJoin,
                    args,
                    ..
                } = inst
                    && let Some(handle) = args.first()
                {
                    self.join_cells(id, f, (joins, block, index, *handle), loops, state);
                }
            }
        }
    }

    fn join_cells(
        &mut self,
        id: ContextId,
        f: FuncId,
        (joins, block, index, handle): (&Counted, BlockId, usize, Operand),
        loops: &[Counted],
        state: &mut State,
    ) -> Option<()> {
        let function = self.program.function(f);
        let pick = joins.pick_loaded(function, block, index, &handle)?;
        let array = self.array(id, block, &pick)?;
        let writers = self.stores.writers.get(&array.object)?.clone();
        let all_same = match writers.iter().next() {
            Some((&place, _)) if writers.len() == 1 => self.covers(id, joins, loops, array, place),
            _ => false,
        };
        if !all_same {
            let (first, bound) = numbers(joins)?;
            let mut written: Vec<Cells> = Vec::new();
            for (&place, &at) in &writers {
                let cells = self.written(id, loops, array, place, at)?;
                let is_apart = |other: &Cells| cells.1 <= other.0 || other.1 <= cells.0;
                let is_joined = first <= cells.0 && cells.1 <= bound;
                (condition!("join-all", "all written cells are joined", is_joined)
                    && condition!("join-all", "written cells apart", written.iter().all(is_apart)))
                .then_some(())?;
                written.push(cells);
            }
        }
        for &place in writers.keys() {
            for t in self.contexts.created_at(place)? {
                if self.contexts.thread(t).exit.is_none() {
                    continue;
                }
                // Whom they have joined is not known here: there may be none of them.
                state.guard.joined.insert(t);
                // What is left of them are threads that they have created.
                let is_childless = !self.contexts.threads.iter().any(|u| u.parent == Some(t));
                if condition!("join-all", "they have created none", is_childless) {
                    state.guard.created.remove(&t);
                }
            }
        }
        Some(())
    }

    /// The loop around a creation of the same context, and the array and the cell that it puts the handle in.
    fn creation<'l>(
        &mut self,
        id: ContextId,
        loops: &'l [Counted],
        (context, at, index): Place,
    ) -> Option<(&'l Counted, Array)> {
        let creates = loops.iter().find(|l| l.once.contains(&at) && l.head != at)?;
        let function = self.program.function(self.contexts.context(id).function);
        let handle = self.handle((context, at, index))?;
        let made = creates.pick(function, at, index, &handle)?;
        let array = self.array(id, at, &made)?;
        condition!("join-all", "created in the same context", context == id).then_some((creates, array))
    }

    /// Where the creation at a place puts the handle.
    fn handle(&self, (context, at, index): Place) -> Option<Operand> {
        let function = self.program.function(self.contexts.context(context).function);
        match &function.blocks.get(at.0 as usize)?.instructions.get(index)?.0 {
            Inst::Sync {
                op: SyncOp::ThreadCreateAt,
                args,
                ..
            } => args.get(3).copied(),
            _ => None,
        }
    }

    /// Whether a creation in a loop up to the same bound writes only cells that the other loop joins.
    fn covers(
        &mut self,
        id: ContextId,
        joins: &Counted,
        loops: &[Counted],
        joined: Array,
        place: Place,
    ) -> bool {
        let Some((creates, made)) = self.creation(id, loops, place) else {
            return false;
        };
        let (Some(from), Some(first)) = (creates.start, joins.start) else {
            return false;
        };
        condition!(
            "join-all",
            "the same array",
            (made.object, made.start, made.scale) == (joined.object, joined.start, joined.scale)
        ) && condition!(
            "join-all",
            "the same bound",
            (joins.op, joins.bound_kind, joins.bound) == (creates.op, creates.bound_kind, creates.bound)
        ) && condition!("join-all", "from the first cell on", (0..=from).contains(&first))
    }

    /// The cells of an array that a creation writes, each once at most.
    fn written(
        &mut self,
        id: ContextId,
        loops: &[Counted],
        array: Array,
        place: Place,
        at: Offsets,
    ) -> Option<Cells> {
        if let Some((creates, made)) = self.creation(id, loops, place) {
            let same = condition!(
                "join-all",
                "cells of the same array",
                (made.object, made.scale) == (array.object, array.scale)
            );
            let first = array.cell(made.start).filter(|_| same)?;
            let (start, bound) = numbers(creates)?;
            return Some((first + start, first + bound));
        }
        // Another thread might create it after the loop.
        let is_mine = self.contexts.context(place.0).thread == self.contexts.context(id).thread;
        self.handle(place).filter(|_| {
            condition!("join-all", "created by the same thread", is_mine)
                && condition!("join-all", "created once", self.happens_once(place))
        })?;
        let cell = array.cell(at.constant()?)?;
        Some((cell, cell + 1))
    }
}
