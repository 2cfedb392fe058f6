//! Rounds of counted loops that create or join threads.
//!
//! A thread that is given the counter of the loop that creates it, or the address of the cell that the
//! counter picks, or an object that was made for it, has that for itself: no other thread of the loop was
//! given the same. What the creator does to that cell before the first creation of the round is done before
//! any thread knows of it. Which threads a loop has joined when it is over: `join_all`.
//!
//! Invariant: [`Own`] is about the counter of the round that the creator is in, so it is forgotten where the
//! next round begins; a thread keeps what it was given. What is in memory is another matter (`label`).

use crate::analyse::{Analysis, Here};
use crate::context::ContextId;
use crate::state::State;
use crate::value::{Index, Own, Round, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::BlockId;
use std::borrow::Cow;

impl Analysis<'_> {
    /// A state gets to a block: if that begins a round, what was known of the last one is over.
    pub(crate) fn begin_round(&mut self, id: ContextId, block: BlockId, state: &mut Cow<'_, State>) {
        let function = self.contexts.context(id).function;
        let round = Round::Loop(id, block);
        if !self.loops(function).iter().any(|l| l.head == block) {
            return;
        }
        let stale = |value: &Value| match value.own {
            Some(Own::Index(Index { round: of, .. }) | Own::Cell { round: of, .. }) => of == round,
            _ => false,
        };
        let is_known =
            state.guard.quiet.contains(&round) || state.guard.labels.iter().any(|l| l.index.round == round);
        if state.registers.iter().any(|r| stale(r)) || is_known {
            let state = state.to_mut();
            effect!(
                "rounds",
                "quiet ends with the round",
                state.guard.quiet.remove(&round)
            );
            effect!(
                "labels",
                "end with the round",
                state.guard.labels.retain(|l| l.index.round != round)
            );
            for register in state.registers.iter_mut().filter(|r| stale(r)) {
                effect!("rounds", "numbers end with the round", register.own = None);
            }
        }
    }

    /// Counters are marked as such in the blocks of their loops.
    pub(crate) fn mark_counters(&mut self, id: ContextId, block: BlockId, state: &mut State) {
        // Two threads that run the same loop are in rounds of their own.
        if !condition!("rounds", "counter of one loop", self.contexts.runs_once(id)) {
            return;
        }
        let function = self.contexts.context(id).function;
        for l in self.loops(function).iter() {
            if l.head != block && l.blocks.contains(&block) {
                let counter = &mut state.registers[l.counter.0 as usize];
                counter.own = Some(Own::Index(Index::new(Round::Loop(id, l.head), l.kind.bits())));
            }
        }
    }

    /// Control goes from the head of a loop into it, or out of it.
    pub(crate) fn go_round(&mut self, (id, head): (ContextId, BlockId), target: BlockId, state: &mut State) {
        let function = self.contexts.context(id).function;
        let loops = self.loops(function);
        let Some(l) = loops.iter().find(|l| l.head == head) else {
            return;
        };
        if target == l.body {
            state.guard.quiet.insert(Round::Loop(id, head));
        } else if target == l.exit {
            self.join_all(id, l, &loops, state);
        }
    }

    /// The cell that the counter of a round picks, if its address is the same number of bytes from it in
    /// every thread.
    pub(crate) fn cell(
        &self,
        (index, high): (Index, i128),
        base: &Value,
        scale: i64,
        disp: i64,
    ) -> Option<Own> {
        let [(target, offsets)] = base.targets[..] else {
            return None;
        };
        let at = offsets
            .constant()?
            .checked_add(disp)?
            .checked_add(index.add.checked_mul(scale)?)?;
        let stride = index.scale.checked_mul(scale)?.unsigned_abs();
        // Elements are fewer than half of the numbers that a counter has.
        let is_small = high <= i128::from(i32::MAX) || self.memory.object(target.object).size <= 1 << 31;
        if matches!(index.round, Round::Counter(_))
            && !condition!("tickets", "fewer elements than numbers", is_small)
        {
            return None;
        }
        condition!("cells", "one object", self.is_single(target.object)).then_some(Own::Cell {
            round: index.round,
            stride,
            at,
            span: 0,
        })
    }

    /// Whether a place of a context creates one thread at most for each number of a round.
    pub(crate) fn creates_one(&mut self, id: ContextId, block: BlockId, round: Round) -> bool {
        let Round::Loop(of, head) = round else {
            return false;
        };
        let function = self.contexts.context(id).function;
        let loops = self.loops(function);
        let mut heads = loops.iter().filter(|l| l.head == head);
        condition!("rounds", "created in its own context", of == id)
            && condition!(
                "rounds",
                "one creation a round",
                heads.any(|l| l.once.contains(&block))
            )
    }

    /// What a new thread has for itself of its argument.
    pub(crate) fn given(&mut self, here: Here, state: &State, argument: &Value) -> Option<Own> {
        let (id, block, _) = here.place;
        // What the counter picks comes first: an array looks as if it were made for the thread until the next
        // round.
        if let Some(Own::Index(Index { round, .. }) | Own::Cell { round, .. }) = argument.own {
            return argument
                .own
                .filter(|_| condition!("rounds", "one thread a round", self.creates_one(id, block, round)));
        }
        let [(target, _)] = argument.targets[..] else {
            return None;
        };
        condition!(
            "rounds",
            "instance that nobody else knows",
            target.recent && state.fresh.contains(&target.object)
        )
        .then_some(Own::Instance)
    }
}
