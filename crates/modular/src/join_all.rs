//! Loops that join all threads whose handles are in an array.
//!
//! A loop that counts up by one to a bound, and joins in every round the handle in the cell that its counter
//! picks, has joined the threads of all cells below the bound when its bound is reached. Which threads those
//! are tell the writes of the cells: each must be a creation that stores the handle, one that happens once or
//! one of a loop that picks another cell in every round, and no two of them may write the same cell. Then
//! every handle is still where its creation has put it. What the first thread writes while there is no other
//! does not matter: there is no handle to be lost.
//!
//! That all cells that were written are among those that were joined is known if the bounds and the first
//! numbers are constants, or if there is one creation, in a loop of the same function up to the same bound.
//! Cells that nobody has written have no handle to join, which is a defect of the program.
//!
//! In a round of such a loop, after the join, the one thread has ended that was created in the round of the
//! same number ([`Met`]): cells that the threads have by the numbers of their rounds may be used.
//!
//! Loops may be run again, in a loop or in a function that is called again, if none of their threads is left
//! then (`round`). A bound that is a local variable is another one in every call of the function, so none may
//! be left when it is called again either.
//!
//! SOUNDNESS: counted-crowd

use crate::analyse::{Analysis, Here};
use crate::context::{ContextId, Place};
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::reach::Writer;
use crate::state::{State, ThreadNo};
use crate::value::{Own, Round, Value};
use raceproof_engine::condition;
use raceproof_flow::{Bound, Counted, definition, is_untouched};
use raceproof_ir::{Block, ConvertOp, Inst, Kind, Operand, Reg, SyncOp};
use std::collections::BTreeMap;

/// Numbers of cells, from one up to another.
type Cells = (i128, i128);

/// Where a handle is put or found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    object: ObjectId,
    /// The round whose number picks it, and how far cells are apart; none if it is one place.
    round: Option<(Round, u64)>,
    /// Of the cell with number 0.
    at: i64,
}

/// In this round of a loop, the thread has ended that was created in the round of the same number of another
/// loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Met {
    pub joins: Round,
    pub creates: Round,
    pub thread: ThreadNo,
}

/// The numbers that a counter has in the rounds of its loop, if they are known and not negative.
fn numbers(l: &Counted) -> Option<Cells> {
    let (start, bound) = (l.start?, l.bound.number()?);
    condition!("join-all", "numbers are not negative", start >= 0 && bound >= 0).then_some((start, bound))
}

/// The register with the address from which a register was loaded, if it still has it before an instruction.
fn loaded_from(code: &Block, r: Reg, end: usize) -> Option<Operand> {
    let at = definition(code, r, end)?;
    match code.instructions[at].0 {
        Inst::Copy {
            src: Operand::Reg(r), ..
        }
        | Inst::Convert {
            op: ConvertOp::IntToPtr | ConvertOp::PtrToInt | ConvertOp::SExt | ConvertOp::ZExt,
            src: Operand::Reg(r),
            ..
        } => loaded_from(code, r, at),
        Inst::Load { addr, .. } => match addr {
            Operand::Reg(r) => is_untouched(code, r, at, end).then_some(addr),
            _ => Some(addr),
        },
        _ => None,
    }
}

impl Analysis<'_> {
    /// Whether an object is one and the same as long as anybody may use it: instances of a variable that one
    /// thread has one after the other.
    pub(crate) fn is_single_at_a_time(&self, object: ObjectId) -> bool {
        let is_variable = || match self.memory.object(object).name {
            Name::Slot(context, _) => {
                let context = self.contexts.context(context);
                condition!(
                    "one-object",
                    "variable of what is not recursive",
                    !context.recursive
                ) && condition!(
                    "one-object",
                    "variables of one thread",
                    self.contexts.is_unique(context.thread)
                )
            }
            _ => false,
        };
        self.is_single(object) || is_variable()
    }

    fn spot(&self, address: &Value) -> Option<Spot> {
        let [(target, _)] = address.targets[..] else {
            return None;
        };
        let is_one = condition!("join-all", "one array", self.is_single_at_a_time(target.object));
        let (round, at) = match address.own.filter(|_| is_one && !address.is_lost())? {
            Own::Cell {
                round: round @ Round::Loop(..),
                stride,
                at,
                span: 0,
            } => (Some((round, stride)), at),
            _ => return None,
        };
        Some(Spot {
            object: target.object,
            round,
            at,
        })
    }

    /// Where a creation puts its handle.
    pub(crate) fn note_handle(&mut self, here: Here, address: &Value, handle: &Value) {
        if address.targets.is_empty() {
            return;
        }
        let fixed = match address.targets[..] {
            [(target, offsets)] if address.own.is_none() && !address.is_lost() => {
                offsets.constant().map(|at| Spot {
                    object: target.object,
                    round: None,
                    at,
                })
            }
            _ => None,
        };
        let spot = self.spot(address).or(fixed);
        if self.stores.handles.insert(here.place, spot) != Some(spot) {
            self.contexts.changed = true;
        }
        if let Some((round, _)) = spot.and_then(|spot| spot.round) {
            for (target, _) in &handle.targets {
                if let Name::Thread(t) = self.memory.object(target.object).name {
                    self.rely(t, round);
                }
            }
        }
    }

    /// A thread is joined by a handle that was loaded from somewhere.
    pub(crate) fn meet_thread(&mut self, here: Here, state: &mut State) {
        let (id, block, index) = here.place;
        let f = self.contexts.context(id).function;
        let code = &self.program.function(f).blocks[block.0 as usize];
        let address = match &code.instructions[index].0 {
            Inst::Sync { args, .. } => match args.first() {
                Some(Operand::Reg(r)) => loaded_from(code, *r, index),
                _ => None,
            },
            _ => None,
        };
        let address = address.map(|address| self.operand(f, state, &address));
        if address.as_ref().is_some_and(|address| address.targets.is_empty()) {
            return;
        }
        let spot = address.and_then(|address| self.spot(&address));
        if self.stores.joins.insert(here.place, spot) != Some(spot) {
            self.contexts.changed = true;
        }
        let met = spot.and_then(|spot| self.met(here, spot));
        state.guard.met.extend(met.into_iter().flatten());
    }

    /// The threads that a join in a round of a loop has met.
    fn met(&mut self, here: Here, joined: Spot) -> Option<Vec<Met>> {
        let (joins, joined_stride) = joined.round?;
        let writers = self.writers_of(joined)?;
        let mut places = writers.keys();
        let (Some(&place), None) = (places.next(), places.next()) else {
            return None;
        };
        let made = (*self.stores.handles.get(&place)?)?;
        let (creates, stride) = made.round?;
        (condition!(
            "met",
            "the same cells",
            (made.object, made.at, stride) == (joined.object, joined.at, joined_stride)
        ) && condition!("met", "by the same thread", self.is_by(here.thread, place)))
        .then_some(())?;
        // That a round creates one thread is asked for where that is given its number.
        let threads = self.contexts.created_at(place)?;
        let met = threads.into_iter().map(|thread| Met {
            joins,
            creates,
            thread,
        });
        Some(met.collect())
    }

    fn is_by(&self, thread: ThreadNo, place: Place) -> bool {
        self.contexts.context(place.0).thread == thread
    }

    /// What writes the handles of an array, from the first cell on.
    fn writers_from_the_first(&self, spot: Spot) -> Option<BTreeMap<Place, Writer>> {
        let (_, stride) = spot.round?;
        self.writers_in(spot, Offsets::from(stride, spot.at))
    }

    /// The same of all cells, also those before the first.
    fn writers_of(&self, spot: Spot) -> Option<BTreeMap<Place, Writer>> {
        let (_, stride) = spot.round?;
        self.writers_in(spot, Offsets::every(stride, spot.at))
    }

    /// What writes these handles, leaving out what is written while there is no other thread.
    fn writers_in(&self, spot: Spot, cells: Offsets) -> Option<BTreeMap<Place, Writer>> {
        let (_, stride) = spot.round?;
        let pointer = u64::from(Kind::Ptr.size(self.program.model));
        condition!("join-all", "cells apart", stride >= pointer).then_some(())?;
        let writers = self.stores.writers.get(&spot.object)?.iter();
        let writers = writers.filter(|(place, writer)| {
            let is_creation = self.stores.handles.contains_key(*place);
            (is_creation || !condition!("join-all", "written while alone", writer.alone))
                && writer.at.overlaps(writer.length, cells, pointer)
        });
        Some(writers.map(|(place, writer)| (*place, *writer)).collect())
    }

    /// Whether a loop joins threads, and nobody has come yet to where it does, or to where they are created.
    pub(crate) fn is_early(&self, id: ContextId, l: &Counted) -> bool {
        let function = self.program.function(self.contexts.context(id).function);
        l.always.iter().any(|&block| {
            let code = function.blocks[block.0 as usize].instructions.iter().enumerate();
            let is_join = |inst: &Inst| inst.sync() == Some(SyncOp::ThreadJoin);
            code.filter(|(_, (inst, _))| is_join(inst)).any(|(index, _)| {
                match self.stores.joins.get(&(id, block, index)) {
                    Some(Some(spot)) => self.writers_of(*spot).is_none_or(|writers| writers.is_empty()),
                    Some(None) => false,
                    None => true,
                }
            })
        })
    }

    /// A loop that joins threads has reached its bound.
    pub(crate) fn join_all(&mut self, id: ContextId, joins: &Counted, state: &mut State) {
        if !condition!("join-all", "by one", joins.step == 1) {
            return;
        }
        let round = Round::Loop(id, joins.head);
        let spots: Vec<Spot> = self
            .stores
            .joins
            .iter()
            .filter(|((context, block, _), _)| {
                *context == id && condition!("join-all", "in every round", joins.always.contains(block))
            })
            .filter_map(|(_, spot)| *spot)
            .filter(|spot| spot.round.is_some_and(|(of, _)| of == round))
            .collect();
        for spot in spots {
            for t in self.joined_by(id, joins, spot).unwrap_or_default() {
                // Whom they have joined is not known here: there may be none of them.
                state.guard.joined.insert(t);
                // What is left of them are threads that they have created.
                let is_childless = !self.contexts.threads.iter().any(|u| u.parent == Some(t));
                if condition!("join-all", "they have created none", is_childless) {
                    state.guard.created.remove(&t);
                }
            }
        }
    }

    /// The threads of all cells of an array, if a loop has joined all that were created.
    fn joined_by(&mut self, id: ContextId, joins: &Counted, joined: Spot) -> Option<Vec<ThreadNo>> {
        // What loops join here has numbers that are not negative.
        let writers = self.writers_from_the_first(joined)?;
        let all_same = match writers.keys().next() {
            Some(&place) if writers.len() == 1 => self.covers(id, joins, joined, place),
            _ => false,
        };
        if !all_same {
            let (first, bound) = numbers(joins)?;
            let mut written: Vec<Cells> = Vec::new();
            for &place in writers.keys() {
                let cells = self.written(id, joined, place)?;
                let is_apart = |other: &Cells| cells.1 <= other.0 || other.1 <= cells.0;
                let is_joined = first <= cells.0 && cells.1 <= bound;
                (condition!("join-all", "all written cells are joined", is_joined)
                    && condition!("join-all", "written cells apart", written.iter().all(is_apart)))
                .then_some(())?;
                written.push(cells);
            }
        }
        let mut threads = Vec::new();
        for &place in writers.keys() {
            threads.extend(self.contexts.created_at(place)?);
        }
        Some(threads)
    }

    /// The loop around a creation that puts its handle in the cell of the round.
    fn creation(&mut self, place: Place) -> Option<(Spot, ContextId, usize)> {
        let spot = (*self.stores.handles.get(&place)?)?;
        let (round @ Round::Loop(context, head), _) = spot.round? else {
            return None;
        };
        let function = self.contexts.context(context).function;
        let l = self.loops(function).iter().position(|l| l.head == head)?;
        condition!("join-all", "one creation a round", self.creates_one(place, round))
            .then_some((spot, context, l))
    }

    /// Whether a creation in a loop up to the same bound writes only cells that the other loop joins.
    fn covers(&mut self, id: ContextId, joins: &Counted, joined: Spot, place: Place) -> bool {
        let Some((made, context, l)) = self.creation(place) else {
            return false;
        };
        let loops = self.loops(self.contexts.context(context).function);
        let creates = &loops[l];
        let (Some(from), Some(first)) = (creates.start, joins.start) else {
            return false;
        };
        let is_same = |a: Spot, b: Spot| {
            let stride = |spot: Spot| spot.round.map(|(_, stride)| stride);
            (a.object, a.at, stride(a)) == (b.object, b.at, stride(b))
        };
        let is_here = condition!("join-all", "created in the same context", context == id)
            && condition!(
                "join-all",
                "the same bound",
                (joins.op, joins.bound_kind, joins.bound) == (creates.op, creates.bound_kind, creates.bound)
            )
            && condition!(
                "join-all",
                "the bound is the same one",
                self.is_bound_of_now(id, &joins.bound, place)
            );
        condition!("join-all", "the same array", is_same(made, joined))
            && (is_here
                || self.is_bound_kept((id, joins), (context, creates))
                || self.is_bound_counted((id, joins), (context, creates), place))
            && condition!("join-all", "from the first cell on", (0..=from).contains(&first))
    }

    /// Whether a bound is what it was when the threads were created that a place creates: it stays the same,
    /// or there was none of these threads when the function was called.
    fn is_bound_of_now(&self, id: ContextId, bound: &Bound, place: Place) -> bool {
        let context = self.contexts.context(id);
        let is_called_once = !context.repeated && !context.recursive;
        if is_called_once || !matches!(bound, Bound::Operand(Operand::Reg(_))) {
            return true;
        }
        let before = context.entries.first().and_then(Option::as_ref);
        let (Some(before), Some(threads)) = (before, self.contexts.created_at(place)) else {
            return false;
        };
        !threads.iter().any(|t| before.guard.created.contains(t))
    }

    /// The cells of an array that a creation writes, each once at most, until all are joined.
    fn written(&mut self, id: ContextId, joined: Spot, place: Place) -> Option<Cells> {
        // Another thread might create it after the loop.
        let is_mine = self.is_by(self.contexts.context(id).thread, place);
        condition!("join-all", "created by the same thread", is_mine).then_some(())?;
        let (_, stride) = joined.round?;
        let cell = |at: i64| {
            let (apart, stride) = (i128::from(at) - i128::from(joined.at), i128::from(stride));
            condition!("join-all", "a whole cell", apart % stride == 0).then_some(apart / stride)
        };
        if let Some((made, context, l)) = self.creation(place) {
            let same = condition!(
                "join-all",
                "cells of the same array",
                (made.object, made.round?.1) == (joined.object, stride)
            );
            let first = cell(made.at).filter(|_| same)?;
            let loops = self.loops(self.contexts.context(context).function);
            let (start, bound) = numbers(&loops[l])?;
            return Some((first + start, first + bound));
        }
        let made = (*self.stores.handles.get(&place)?)?;
        (made.round.is_none() && condition!("join-all", "created once", self.happens_once(place)))
            .then_some(())?;
        let number = cell(made.at)?;
        Some((number, number + 1))
    }
}
