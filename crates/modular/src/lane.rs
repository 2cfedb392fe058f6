//! Lanes of vector loops: iterations that one thread does at once.
//!
//! All iterations of such a loop are beside each other, whatever `safelen` says. Nothing orders them, and no
//! lock keeps them apart; they have in common what was there before the loop, also what no other thread
//! knows. So accesses within the loop are compared with each other once more ([`Analysis::open_lanes`]).
//!
//! SOUNDNESS: lanes

use crate::analyse::{Analysis, Here};
use crate::context::ContextId;
use crate::form::{Atom, AtomId, Form};
use crate::object::{Name, ObjectId};
use crate::parallel::Access;
use crate::refusal::Why;
use crate::state::State;
use crate::value::Value;
use raceproof_engine::{condition, effect};
use raceproof_flow::reachable;
use raceproof_ir::{BlockId, Callee, FuncId, Inst, Operand, Role, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The vector loops of a program.
#[derive(Debug, Default)]
pub(crate) struct Lanes {
    /// Whether there are some.
    pub are_there: bool,
    /// Where lanes begin, by the counters of the loops.
    starts: BTreeMap<AtomId, BlockId>,
}

/// Who does a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkSort {
    /// Whoever asks for one of those that the team shares.
    Shared,
    /// The thread that its number tells.
    Divided,
    /// One thread, at once with others.
    Lane,
}

/// Stands for the team in works that are divided by their numbers.
const DIVIDED: u128 = u32::MAX as u128;

impl Analysis<'_> {
    /// What sort of work this is: that of a construct that the runtime has numbered, or divided by its
    /// number. Others may be lanes.
    pub(crate) fn work_sort(&self, function: FuncId, work: &[Operand]) -> WorkSort {
        let program = self.program;
        let role = |inst: &Inst| match inst.callee() {
            Some(Callee::Function(f)) => program.function(*f).role,
            _ => None,
        };
        match work {
            [Operand::Const(_, DIVIDED), ..] => WorkSort::Divided,
            [_, Operand::Reg(construct), ..] => {
                let blocks = &program.function(function).blocks;
                let code = blocks.iter().flat_map(|block| &block.instructions);
                let mut made = code.filter(|(inst, _)| inst.defines(*construct)).peekable();
                let is_numbered =
                    made.peek().is_some() && made.all(|(inst, _)| role(inst) == Some(Role::Construct));
                match condition!("lanes", "numbered as works", is_numbered) {
                    true => WorkSort::Shared,
                    false => WorkSort::Lane,
                }
            }
            _ => WorkSort::Lane,
        }
    }

    /// A lane begins that has this number.
    pub(crate) fn begin_lane(&mut self, here: Here, state: &mut State, number: &Value) -> Option<Rc<Form>> {
        let id = here.place.0;
        let form = number.form.clone();
        let atom = form.as_ref().and_then(|form| match form.terms[..] {
            [(atom, 1)] if form.constant == 0 => Some(atom),
            _ => None,
        });
        let is_counter =
            |atom: &AtomId| matches!(self.atoms.atom(*atom), Atom::Value(symbol) if symbol.is_met(id));
        match atom.filter(is_counter) {
            Some(atom) => {
                self.lanes.starts.insert(atom, here.place.1);
                let facts = Rc::make_mut(&mut state.facts);
                effect!("lanes", "begin", facts.lanes.insert((id, atom)));
            }
            None => self.note_unknown(here, Why::Lanes),
        }
        form
    }

    /// A work ends, and the lane that it is.
    pub(crate) fn end_lane(&mut self, here: Here, state: &mut State) {
        let id = here.place.0;
        if state.facts.lanes.iter().any(|(context, _)| *context == id) {
            Rc::make_mut(&mut state.facts)
                .lanes
                .retain(|(context, _)| *context != id);
        }
    }

    /// The blocks of a vector loop, by the counter of its lanes.
    pub(crate) fn lane_blocks(&self, lane: AtomId) -> Option<BTreeSet<BlockId>> {
        let Atom::Value(symbol) = self.atoms.atom(lane) else {
            return None;
        };
        let (id, head) = symbol.place();
        let function = self.program.function(self.contexts.context(id).function);
        let start = *self.lanes.starts.get(&lane)?;
        let mut blocks: BTreeSet<BlockId> = reachable(function, start, |block| block != head)
            .into_iter()
            .collect();
        blocks.extend([start, head]);
        Some(blocks)
    }

    /// Whether each lane has an instance of its own of an object.
    fn is_of_lane(&self, object: ObjectId, id: ContextId, blocks: &BTreeSet<BlockId>) -> bool {
        match self.memory.object(object).name {
            Name::Slot(context, slot) => {
                let function = self.program.function(self.contexts.context(id).function);
                let code = blocks
                    .iter()
                    .flat_map(|b| &function.blocks[b.0 as usize].instructions);
                let dies =
                    |(inst, _): &(Inst, Span)| matches!(inst, Inst::SlotDead { slot: dead } if *dead == slot);
                match context == id {
                    true => code.into_iter().any(dies),
                    false => self.contexts.is_below(context, id),
                }
            }
            _ => false,
        }
    }

    /// Accesses in different lanes of one loop that may overlap: two of each object.
    pub(crate) fn open_lanes<'a>(
        &self,
        accesses: impl Iterator<Item = &'a Access>,
    ) -> Vec<(&'a Access, &'a Access)> {
        let mut groups: BTreeMap<((ContextId, AtomId), ObjectId), Vec<&'a Access>> = BTreeMap::new();
        for access in accesses {
            for lane in &access.facts.lanes {
                groups.entry((*lane, access.object)).or_default().push(access);
            }
        }
        let mut open = Vec::new();
        for ((lane, object), accesses) in groups {
            let blocks = self.lane_blocks(lane.1).unwrap_or_default();
            if condition!(
                "lanes",
                "one for each lane",
                self.is_of_lane(object, lane.0, &blocks)
            ) {
                continue;
            }
            let may_race = |a: &Access, b: &Access| {
                let is_atomic = a.atomic && b.atomic;
                a.conflicts(b) && !is_atomic && !self.are_in_other_lanes(a, b, lane)
            };
            let pairs = accesses.iter().enumerate();
            let mut pairs = pairs.flat_map(|(i, a)| accesses[i..].iter().map(move |b| (*a, *b)));
            open.extend(pairs.find(|(a, b)| may_race(a, b)));
        }
        open
    }
}
