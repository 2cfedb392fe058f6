//! Bounds of loops that count the threads that were created.
//!
//! A pool often counts its threads while it creates them, each after its creation (`pool->count++`), and
//! joins so many. So the field starts as the counter of the loop that creates does, and goes up by one in
//! every round, as that does: when the loop is over, the one is the other, and all threads of the loop have
//! handles below it.
//!
//! The field is written in no other way as long as there are other threads. What it was before is what
//! somebody stored there while there was no other thread, each time the number that the counter starts with,
//! or more where the loop was run before; it was stored there for certain, or the bytes were zero from the
//! start.
//!
//! SOUNDNESS: counted-crowd

use crate::analyse::Analysis;
use crate::context::{ContextId, Place};
use crate::kept::{Kept, is_before};
use crate::object::Name;
use crate::offset::Offsets;
use raceproof_engine::condition;
use raceproof_flow::{Bound, Counted, Variable, definition, is_untouched, reachable};
use raceproof_ir::{Address, BinaryOp, BlockId, Callee, Function, Inst, Kind, Operand, Reg};
use raceproof_library::{Contents, Gives};

/// Where something is written, the bytes, and whether there is no other thread then.
pub(crate) type Write = (Place, Offsets, u64, bool);

impl Analysis<'_> {
    /// Whether the field up to which a loop joins has counted the rounds of another one of the same thread,
    /// which creates threads at a place, and all of these rounds are over.
    pub(crate) fn is_bound_counted(
        &mut self,
        (id, joins): (ContextId, &Counted),
        (context, creates): (ContextId, &Counted),
        created: Place,
    ) -> bool {
        let Some(cell) = self.field_of(id, joins) else {
            return false;
        };
        let writers = self.stores.writers.get(&cell.0).into_iter().flatten();
        let hits = writers.filter(|(_, w)| w.at.overlaps(w.length, Offsets::at(cell.1), cell.2));
        let writes: Vec<Write> = hits.map(|(place, w)| (*place, w.at, w.length, w.alone)).collect();
        let writes = &writes[..];
        let mine = self.contexts.context(id).thread;
        let mut later = writes.iter().filter(|(.., is_alone)| !is_alone);
        let (Some(&(rise, at, length, _)), None) = (later.next(), later.next()) else {
            return false;
        };
        condition!(
            "rising-bounds",
            "by the same thread",
            self.contexts.context(context).thread == mine && self.contexts.context(rise.0).thread == mine
        ) && condition!(
            "rising-bounds",
            "joined behind the loop",
            self.is_outside((id, joins.head, 0), (context, &creates.blocks))
        ) && (at.constant(), length) == (Some(cell.1), cell.2)
            && condition!("rising-bounds", "no jump leads back", !self.may_jump())
            && self.rises((context, creates), rise, created)
            && self.starts_alike((context, creates), cell, writes)
    }

    /// The field up to which a loop counts.
    fn field_of(&mut self, id: ContextId, l: &Counted) -> Option<Kept> {
        let Bound::Settled(variable, offset) = l.bound else {
            return self.kept_by(id, l);
        };
        let (object, at) = match variable {
            Variable::Global(g) => {
                let address = self.memory.address(self.program, Address::Global(g, offset));
                let (target, offsets) = *address.targets.first()?;
                (target.object, offsets.constant()?)
            }
            // Only the function that the program starts with has such variables.
            Variable::Slot(slot) => (self.slot(id, slot), offset),
        };
        let length = u64::from(l.bound_kind.size(self.program.model));
        Some((object, at, length))
    }

    /// Whether a loop begins once at most.
    fn is_run_once(&self, context: ContextId, l: &Counted) -> bool {
        let function = self.program.function(self.contexts.context(context).function);
        let next = function.successors();
        let mut before = (0..next.len() as u32)
            .map(BlockId)
            .filter(|b| next[b.0 as usize].contains(&l.head) && !l.blocks.contains(b));
        before.all(|b| !self.contexts.is_repeated((context, b, 0)))
            && self.contexts.is_unique(self.contexts.context(context).thread)
    }

    fn may_jump(&self) -> bool {
        let mut all = self.program.instructions();
        all.any(|(_, inst)| matches!(inst, Inst::SetJump { .. }))
    }

    /// Whether a place adds one to the field in every round, and nobody leaves the loop between the creation
    /// and that.
    fn rises(&self, (context, l): (ContextId, &Counted), rise: Place, created: Place) -> bool {
        let (of, block, index) = rise;
        let function = self.program.function(self.contexts.context(context).function);
        let Some(from) = self.contexts.called_from(created.0, created.1, context) else {
            return false;
        };
        // Once it is over, another run of the loop goes on with what the field has.
        let wide = self.is_run_once(context, l).then_some(l.kind);
        let is_reached = |b: &BlockId| self.contexts.context(context).entries[b.0 as usize].is_some();
        let next = function.successors();
        // What comes after the creation, before the field is written.
        let between = reachable(function, from, |b| b != block && b != l.head && is_reached(&b));
        let leaves = |b: &BlockId| {
            let ways = next[b.0 as usize].iter().filter(|to| is_reached(to));
            *b != block && ways.into_iter().any(|to| !l.blocks.contains(to))
        };
        of == context
            && condition!("rising-bounds", "in every round", l.always.contains(&block))
            && condition!(
                "rising-bounds",
                "one is added",
                is_one_more(function, block, index, wide)
            )
            && condition!(
                "rising-bounds",
                "nobody leaves the loop before",
                !between.iter().chain([&from]).any(leaves)
            )
    }

    /// Whether the field has the number that the counter of the loop starts with when the loop begins.
    fn starts_alike(
        &self,
        (context, l): (ContextId, &Counted),
        (object, ..): Kept,
        writes: &[Write],
    ) -> bool {
        let Some(start) = l.start else { return false };
        let mut first = writes.iter().filter(|(.., is_alone)| *is_alone);
        let is_start = |(place, ..): &Write| self.stores_number(*place, start);
        let is_certain = |(place, ..): &&Write| {
            let function = self.program.function(self.contexts.context(context).function);
            place.0 == context && is_before(function, place.1, l.head)
        };
        let is_zero = || match self.memory.object(object).name {
            Name::Global(g) => self.program.global(g).bytes.iter().all(|byte| *byte == 0) && start == 0,
            Name::Site(of, block, index) => start == 0 && self.is_zeroed((of, block, index)),
            _ => false,
        };
        let is_outside = |(place, ..): &Write| self.is_outside(*place, (context, &l.blocks));
        condition!(
            "rising-bounds",
            "not set by the loop",
            first.clone().all(is_outside)
        ) && condition!(
            "rising-bounds",
            "set to what the counter starts with",
            first.clone().all(is_start)
        ) && condition!(
            "rising-bounds",
            "set on every way",
            is_zero() || first.any(|write| is_certain(&write))
        )
    }

    /// Whether an instruction makes a block that is all zeros.
    fn is_zeroed(&self, (id, block, index): Place) -> bool {
        let function = self.program.function(self.contexts.context(id).function);
        let (inst, _) = &function.blocks[block.0 as usize].instructions[index];
        let Some(callee) = inst.callee().and_then(Callee::named) else {
            return false;
        };
        let callee = self.program.function(callee);
        let row = raceproof_library::find(&callee.name).filter(|_| callee.blocks.is_empty());
        row.is_some_and(|found| matches!(found.row.gives, Gives::Fresh(_, Contents::Zero)))
    }

    /// Whether an instruction stores a number, and nothing else.
    fn stores_number(&self, (id, block, index): Place, number: i128) -> bool {
        let function = self.program.function(self.contexts.context(id).function);
        match function.blocks[block.0 as usize].instructions[index].0 {
            Inst::Store {
                value: Operand::Const(kind, bits),
                ..
            } => crate::value::Value::constant(kind, bits).low == number,
            Inst::MemFill {
                byte: Operand::Const(_, 0),
                ..
            } => number == 0,
            _ => false,
        }
    }
}

/// Whether an instruction stores one more than was there. A number without a sign gets to the end of its
/// kind no sooner than this counter.
fn is_one_more(function: &Function, block: BlockId, index: usize, wide: Option<Kind>) -> bool {
    let code = &function.blocks[block.0 as usize];
    let Inst::Store {
        kind,
        addr,
        value: Operand::Reg(sum),
    } = code.instructions[index].0
    else {
        return false;
    };
    let added = || {
        let at = definition(code, sum, index)?;
        let Inst::Binary {
            op,
            kind: of,
            a: Operand::Reg(before),
            b: Operand::Const(_, 1),
            ..
        } = code.instructions[at].0
        else {
            return None;
        };
        let is_wide = op == BinaryOp::AddSigned
            || op == BinaryOp::Add && wide.is_some_and(|counter| of.bits() >= counter.bits());
        condition!("rising-bounds", "does not begin anew", is_wide).then_some(())?;
        let from = definition(code, before, at)?;
        let is_same_place = match code.instructions[from].0 {
            Inst::Load {
                kind: of,
                addr: found,
                ..
            } => {
                let is_as_it_was = |r: Reg| is_untouched(code, r, from, index);
                kind == of
                    && kind != Kind::Ptr
                    && found == addr
                    && match addr {
                        Operand::Reg(r) => is_as_it_was(r),
                        _ => true,
                    }
            }
            _ => false,
        };
        let mut between = code.instructions[from + 1..index].iter();
        let is_quiet = between.all(|(inst, _)| {
            matches!(
                inst,
                Inst::Binary { .. } | Inst::Convert { .. } | Inst::Copy { .. } | Inst::Offset { .. }
            )
        });
        (is_same_place && is_quiet).then_some(())
    };
    added().is_some()
}
