//! Rounds of counted loops that create or join threads.
//!
//! A thread that is given the counter of the loop that creates it, or the address of the cell that the counter picks, or an object that was made
//! for it, has that for itself: no other thread of the loop was given the same. What the creator does to that cell before the first creation of the round
//! is done before any thread knows of it. A loop that joins the handles in all cells that a loop before it has filled has joined all of
//! its threads.
//!
//! Invariant: [`Own`] is about the counter of the round that the creator is in, so it is forgotten where the next round begins; a
//! thread keeps what it was given. Nothing of it is ever in memory.

use crate::analyse::{Analysis, Here};
use crate::context::ContextId;
use crate::count::{Counted, Pick};
use crate::object::ObjectId;
use crate::state::State;
use crate::value::{Own, Round, Value};
use raceproof_ir::{BlockId, FuncId, Inst, Operand, SyncOp};
use std::borrow::Cow;

impl Analysis<'_> {
    /// A state gets to a block: if that begins a round, what was known of the last one is over.
    pub(crate) fn begin_round(&mut self, id: ContextId, block: BlockId, state: &mut Cow<'_, State>) {
        let function = self.contexts.context(id).function;
        let round = (id, block);
        if !self.loops(function).iter().any(|l| l.head == block) {
            return;
        }
        let stale = |value: &Value| match value.own {
            Some(Own::Index(of, _) | Own::Cell { round: of, .. }) => of == round,
            _ => false,
        };
        if state.registers.iter().any(stale) || state.guard.quiet.contains(&round) {
            let state = state.to_mut();
            state.guard.quiet.remove(&round);
            for register in state.registers.iter_mut().filter(|r| stale(r)) {
                register.own = None;
            }
        }
    }

    /// Counters are marked as such in the blocks of their loops.
    pub(crate) fn mark_counters(&mut self, id: ContextId, block: BlockId, state: &mut State) {
        // Two threads that run the same loop are in rounds of their own.
        if !self.contexts.runs_once(id) {
            return;
        }
        let function = self.contexts.context(id).function;
        for l in self.loops(function).iter() {
            if l.head != block && l.blocks.contains(&block) {
                let counter = &mut state.registers[l.counter.0 as usize];
                counter.own = Some(Own::Index((id, l.head), l.kind.bits()));
            }
        }
    }

    /// Control goes from the head of a loop into it, or out of it.
    pub(crate) fn go_round(&mut self, (id, head): Round, target: BlockId, state: &mut State) {
        let function = self.contexts.context(id).function;
        let loops = self.loops(function);
        let Some(l) = loops.iter().find(|l| l.head == head) else {
            return;
        };
        if target == l.body {
            state.guard.quiet.insert((id, head));
        } else if target == l.exit {
            self.join_all(id, l, &loops, state);
        }
    }

    /// The cell that the counter of a round picks, if its address is the same number of bytes from it in every thread.
    pub(crate) fn cell(&self, round: Round, base: &Value, scale: i64, disp: i64) -> Option<Own> {
        let [(target, offsets)] = base.targets[..] else {
            return None;
        };
        let at = offsets.constant()?.checked_add(disp)?;
        let stride = scale.unsigned_abs();
        self.is_single(target.object)
            .then_some(Own::Cell { round, stride, at })
    }

    /// What a new thread has for itself of its argument.
    pub(crate) fn given(&mut self, here: Here, state: &State, argument: &Value) -> Option<Own> {
        let (id, block, _) = here.place;
        // What the counter picks comes first: an array looks as if it were made for the thread until the next round.
        if let Some(
            Own::Index((of, head), _)
            | Own::Cell {
                round: (of, head), ..
            },
        ) = argument.own
        {
            let function = self.contexts.context(id).function;
            let loops = self.loops(function);
            let l = loops.iter().find(|l| l.head == head)?;
            return argument
                .own
                .filter(|_| of == id && l.once.contains(&block) && self.contexts.runs_once(id));
        }
        let [(target, _)] = argument.targets[..] else {
            return None;
        };
        (target.recent && state.fresh.contains(&target.object)).then_some(Own::Instance)
    }

    /// The object and the offset that a cell of a loop is counted from.
    fn origin(&mut self, id: ContextId, block: BlockId, pick: &Pick) -> Option<(ObjectId, i64)> {
        let f = self.contexts.context(id).function;
        let code = &self.program.function(f).blocks[block.0 as usize];
        let value = match pick.base {
            Operand::Reg(r) => match crate::refine::definition(code, r, pick.at) {
                Some(at) => match code.instructions[at].0 {
                    Inst::SlotAddr { slot, .. } => Value::pointer(self.slot(id, slot), false, 0),
                    _ => return None,
                },
                None => {
                    let entry = self.contexts.context(id).entries[block.0 as usize].as_ref()?;
                    entry.registers[r.0 as usize].clone()
                }
            },
            Operand::Address(address) => self.memory.address(self.program, address),
            Operand::Const(..) => return None,
        };
        let [(target, offsets)] = value.targets[..] else {
            return None;
        };
        self.is_single(target.object).then_some(())?;
        Some((target.object, offsets.constant()?.checked_add(pick.disp)?))
    }

    /// A loop that has joined the handles in all cells below its bound is over.
    fn join_all(&mut self, id: ContextId, joins: &Counted, loops: &[Counted], state: &mut State) {
        if !joins.whole || joins.step != 1 || !self.contexts.runs_once(id) {
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
        let joined = joins.pick_loaded(function, block, index, &handle)?;
        let origin = self.origin(id, block, &joined)?;
        // The cells have been written by one creation only, in a loop up to the same bound.
        let writers = self.writers.get(&origin.0)?;
        let &place = writers.first().filter(|_| writers.len() == 1)?;
        let (context, at, index) = place;
        let creates = loops.iter().find(|l| l.once.contains(&at) && l.head != at)?;
        let Inst::Sync {
            op: SyncOp::ThreadCreateAt,
            args,
            ..
        } = &function.blocks.get(at.0 as usize)?.instructions.get(index)?.0
        else {
            return None;
        };
        let made = creates.pick(function, at, index, args.get(3)?)?;
        let same = context == id
            && self.origin(id, at, &made)? == origin
            && (made.scale, joins.op, joins.kind, joins.bound)
                == (joined.scale, creates.op, creates.kind, creates.bound)
            && (0..=creates.start?).contains(&joins.start?)
            && made.scale.unsigned_abs() >= u64::from(raceproof_ir::Kind::Ptr.size(self.program.model));
        if !same {
            return None;
        }
        for t in self.contexts.created_at(place)? {
            if self.contexts.thread(t).exit.is_none() {
                continue;
            }
            // Whom they have joined is not known here: there may be none of them.
            state.guard.joined.insert(t);
            // What is left of them are threads that they have created.
            if !self.contexts.threads.iter().any(|u| u.parent == Some(t)) {
                state.guard.created.remove(&t);
            }
        }
        Some(())
    }
}
