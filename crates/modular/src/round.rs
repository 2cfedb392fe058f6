//! Rounds of counted loops that create or join threads.
//!
//! A thread that is given the counter of the loop that creates it, or the address of the cell that the
//! counter picks, or an object that was made for it, has that for itself: no other thread of the loop was
//! given the same. What the creator does to that cell before the first creation of the round is done before
//! any thread knows of it. Which threads a loop has joined when it is over: `join_all`.
//!
//! A loop may be run again, where it is in another one or in a function that is called again. Then its
//! numbers come again too, so none of the threads that rely on them may be left when it begins: that is
//! looked at on every way into it, and where it may not be so its numbers are nobody's
//! ([`Stores::restless`]).
//!
//! Invariant: [`Own`] is about the counter of the round that the creator is in, so it is forgotten where the
//! next round begins, and where its function returns; a thread keeps what it was given. What is in memory is
//! another matter (`label`).
//!
//! [`Stores::restless`]: crate::reach::Stores

use crate::analyse::{Analysis, Here};
use crate::context::{ContextId, Place};
use crate::state::{State, ThreadNo};
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
        let is_known = state.guard.quiet.contains(&round)
            || state.guard.labels.iter().any(|l| l.round == round)
            || state.guard.met.iter().any(|met| met.joins == round);
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
                state.forget_labels(|label| label.round == round)
            );
            effect!(
                "met",
                "ends with the round",
                state.guard.met.retain(|met| met.joins != round)
            );
            for register in state.registers.iter_mut().filter(|r| stale(r)) {
                effect!("rounds", "numbers end with the round", register.own = None);
            }
        }
    }

    /// Counters are marked as such in the blocks of their loops.
    pub(crate) fn mark_counters(&mut self, id: ContextId, block: BlockId, state: &mut State) {
        // Two threads that run the same loop are in rounds of their own, and so are two calls.
        if !condition!("rounds", "counter of one loop", self.contexts.runs_alone(id)) {
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

    /// Control goes from the head of a loop into it, or out of it. Says whether it does so already: where it
    /// is not known yet whom a loop joins, nothing is known either of what comes after it.
    pub(crate) fn go_round(
        &mut self,
        (id, head): (ContextId, BlockId),
        target: BlockId,
        state: &mut State,
    ) -> bool {
        let function = self.contexts.context(id).function;
        let loops = self.loops(function);
        let Some(l) = loops.iter().find(|l| l.head == head) else {
            return true;
        };
        if target == l.body {
            state.guard.quiet.insert(Round::Loop(id, head));
        } else if target == l.exit {
            let round = Round::Loop(id, head);
            if !self.stores.released.contains(&round) && self.is_early(id, l) {
                self.stores.held.insert(round);
                return false;
            }
            self.join_all(id, l, state);
        }
        true
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
        let stride = index.scale.checked_mul(scale)?;
        // Where some count up and others down, different numbers may pick the same cell.
        condition!("cells", "counted upwards", stride > 0).then_some(())?;
        // Elements are fewer than half of the numbers that a counter has.
        let is_small = high <= i128::from(i32::MAX) || self.memory.object(target.object).size <= 1 << 31;
        if matches!(index.round, Round::Counter(_))
            && !condition!("tickets", "fewer elements than numbers", is_small)
        {
            return None;
        }
        let is_one = match index.round {
            Round::Loop(..) => self.is_single_at_a_time(target.object),
            _ => self.is_single(target.object),
        };
        condition!("cells", "one object", is_one).then_some(Own::Cell {
            round: index.round,
            stride: stride.unsigned_abs(),
            at,
            span: 0,
        })
    }

    /// A state gets from one block to another: if that is where a loop begins, none of the threads that rely
    /// on its numbers may be left.
    pub(crate) fn begin_loop(&mut self, id: ContextId, from: BlockId, head: BlockId, state: &State) {
        let round = Round::Loop(id, head);
        let Some(crowd) = self.stores.crowds.get(&round) else {
            return;
        };
        let is_left = crowd.iter().any(|t| state.guard.created.contains(t));
        if condition!("rounds", "none is left when the loop begins", !is_left) {
            return;
        }
        let loops = self.loops(self.contexts.context(id).function);
        let begins = loops.iter().any(|l| l.head == head && !l.blocks.contains(&from));
        if begins && self.stores.restless.insert(round) {
            self.contexts.changed = true;
        }
    }

    /// Whether a place creates one thread at most for each number of a round, of those that are there at the
    /// same time: in the loop itself, or in functions that it calls.
    pub(crate) fn creates_one(&mut self, (id, block, _): Place, round: Round) -> bool {
        let Round::Loop(of, head) = round else {
            return false;
        };
        let Some(block) = self.contexts.called_from(id, block, of) else {
            return false;
        };
        let loops = self.loops(self.contexts.context(of).function);
        let mut heads = loops.iter().filter(|l| l.head == head);
        condition!("rounds", "none left", !self.stores.restless.contains(&round))
            && condition!(
                "rounds",
                "one creation a round",
                heads.any(|l| l.once.contains(&block))
            )
    }

    /// A thread relies on the number of a round.
    pub(crate) fn rely(&mut self, t: ThreadNo, round: Round) {
        self.stores.numbered.insert(t);
        if self.stores.crowds.entry(round).or_default().insert(t) {
            self.contexts.changed = true;
        }
    }

    /// What a new thread has for itself of its argument.
    pub(crate) fn given(&mut self, here: Here, state: &State, argument: &Value) -> Option<Own> {
        // What the counter picks comes first: an array looks as if it were made for the thread until the next
        // round.
        if let Some(Own::Index(Index { round, .. }) | Own::Cell { round, .. }) = argument.own {
            return argument.own.filter(|_| {
                condition!(
                    "rounds",
                    "one thread a round",
                    self.creates_one(here.place, round)
                )
            });
        }
        let [(target, _)] = argument.targets[..] else {
            return None;
        };
        (!argument.is_lost()
            && condition!(
                "rounds",
                "instance that nobody else knows",
                target.recent && state.fresh.contains(&target.object)
            ))
        .then_some(Own::Instance)
    }
}
