//! Barriers of POSIX: how often a thread has passed one.
//!
//! A barrier lets a round of threads past when as many wait at it as it was made for, and who waits cannot
//! come a second time. So if no more threads ever wait at a barrier than it was made for, each round is all
//! of them, and the k-th time that one of them gets past it is the k-th time of every other one. Say that one
//! of them makes an access after it has passed the barrier j times, and another one after k times, and j is
//! less than k. Then the second was let past a (j+1)-th time, for which the first one had to come too, and it
//! came after its access. So two accesses are ordered whose numbers of times differ, whatever branches decide
//! who waits where: nobody gets past a barrier that somebody has left out.
//!
//! Numbers of times are followed as what they leave over in a division ([`Passed`]): in a loop that waits
//! twice in a round, what comes before the first wait is done after an even number.
//!
//! How many threads may wait: each that exists once is one, and those that a loop creates, one in a round at
//! most, are as many as its rounds. The loop is run once. A number of rounds that is not known is compared
//! with the number that the barrier was made for by where both come from: a register or a variable that
//! nobody writes any more, and a constant that is added.
//!
//! SOUNDNESS: barriers

use crate::analyse::{Analysis, Here};
use crate::context::{ContextId, Place};
use crate::object::ObjectId;
use crate::offset::Offsets;
use crate::parallel::Access;
use crate::state::{State, ThreadNo};
use crate::value::{Round, Value};
use raceproof_engine::condition;
use raceproof_flow::{Bound, Counted, Settled, definition, number, reachable};
use raceproof_ir::{BinaryOp, BlockId, CompareOp, FuncId, Function, Inst, Operand, Reg, SyncObject};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes that are one barrier in every run.
pub(crate) type Barrier = (ObjectId, i64);

/// How often a thread may have passed a barrier: `least`, or so many steps more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Passed {
    least: u64,
    step: u64,
}

fn divisor(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => divisor(b, a % b),
    }
}

impl Passed {
    fn once_more(self) -> Passed {
        Passed {
            least: self.least.saturating_add(1),
            ..self
        }
    }

    fn join(self, other: Passed) -> Passed {
        let apart = self.least.abs_diff(other.least);
        Passed {
            least: self.least.min(other.least),
            step: divisor(divisor(self.step, other.step), apart),
        }
    }

    /// Whether both may be the same number.
    fn meets(self, other: Passed) -> bool {
        let step = divisor(self.step, other.step);
        match self.least.abs_diff(other.least) {
            0 => true,
            apart => {
                let lower = if self.least < other.least { self } else { other };
                // One that is a single number is reached from below only.
                step > 0 && apart.is_multiple_of(step) && lower.step > 0
            }
        }
    }
}

/// How often a thread may have passed each barrier; others never.
pub(crate) type Passages = BTreeMap<Barrier, Passed>;

/// Takes in another way. Says whether anything changed.
pub(crate) fn join_passages(mine: &mut Passages, theirs: &Passages) -> bool {
    let mut changed = false;
    let barriers: BTreeSet<Barrier> = mine.keys().chain(theirs.keys()).copied().collect();
    for barrier in barriers {
        let times = |of: &Passages| of.get(&barrier).copied().unwrap_or_default();
        let (before, other) = (times(mine), times(theirs));
        let both = before.join(other);
        changed |= both != before;
        mine.insert(barrier, both);
    }
    changed
}

/// A place that makes a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Making {
    /// For so many threads at least.
    least: i128,
    /// Whether there is no other thread then.
    alone: bool,
}

/// All that is done to barriers. It only grows.
#[derive(Debug, Default)]
pub(crate) struct Barriers {
    made: BTreeMap<Barrier, BTreeMap<Place, Making>>,
    waiters: BTreeMap<Barrier, BTreeSet<ThreadNo>>,
    /// Objects with barriers at places that are not known.
    lost: BTreeSet<ObjectId>,
    /// Whether any object may be waited at.
    is_any: bool,
    /// The barriers whose rounds are all threads that wait at them; worked out at the end.
    whole: BTreeMap<Barrier, BTreeSet<ThreadNo>>,
}

/// Threads that a loop creates.
struct Crowd {
    context: ContextId,
    bound: Bound,
    start: i128,
}

impl Analysis<'_> {
    /// The one barrier that an address means.
    fn barrier(&mut self, address: &Value) -> Option<Barrier> {
        let one = match address.targets[..] {
            [(target, offsets)] if condition!("barriers", "known address", !address.is_lost()) => {
                offsets.constant().map(|at| (target.object, at))
            }
            _ => None,
        };
        if one.is_none() {
            let lost = &mut self.phases.barriers.lost;
            lost.extend(address.targets.iter().map(|(target, _)| target.object));
            self.phases.barriers.is_any |= address.is_lost();
        }
        one
    }

    /// A barrier is made for so many threads.
    pub(crate) fn make_barrier(&mut self, here: Here, state: &State, address: &Value, count: &Value) {
        let alone = self.is_alone(here.place, state);
        if let Some(barrier) = self.barrier(address) {
            let new = Making {
                least: if count.targets.is_empty() {
                    count.low
                } else {
                    i128::MIN
                },
                alone,
            };
            let places = self.phases.barriers.made.entry(barrier).or_default();
            let known = places.entry(here.place).or_insert(new);
            known.least = known.least.min(new.least);
            known.alone &= new.alone;
        }
    }

    /// A thread waits at a barrier, and is let past.
    pub(crate) fn pass_barrier(&mut self, here: Here, state: &mut State, address: &Value) {
        if let Some(barrier) = self.barrier(address) {
            self.phases
                .barriers
                .waiters
                .entry(barrier)
                .or_default()
                .insert(here.thread);
            let passed = state.guard.passed.entry(barrier).or_default();
            *passed = passed.once_more();
        }
    }

    /// Which barriers let all past together that wait at them.
    pub(crate) fn find_whole_barriers(&mut self) {
        let barriers: Vec<Barrier> = self.phases.barriers.waiters.keys().copied().collect();
        self.phases.barriers.whole.clear();
        for barrier in barriers {
            if self.is_whole(barrier) {
                let waiters = self.phases.barriers.waiters[&barrier].clone();
                self.phases.barriers.whole.insert(barrier, waiters);
            }
        }
    }

    fn is_whole(&mut self, barrier: Barrier) -> bool {
        let (object, at) = barrier;
        let known = &self.phases.barriers;
        let mut made = known.made.get(&barrier).into_iter().flatten();
        let (Some((&place, &making)), None) = (made.next(), made.next()) else {
            return false;
        };
        let length = u64::from(SyncObject::Barrier.length());
        let is_zero = |value: &Value| value.targets.is_empty() && (value.low, value.high) == (0, 0);
        let mut pieces = self.memory.pieces(object, Offsets::at(at), length).into_iter();
        let returns = |inst: &Inst| matches!(inst, Inst::SetJump { .. });
        condition!(
            "barriers",
            "no other address",
            !known.is_any && !known.lost.contains(&object)
        ) && condition!("barriers", "one object", self.is_single(object))
            && condition!("barriers", "made once", self.happens_once(place))
            && condition!("barriers", "made while alone", making.alone)
            && condition!(
                "barriers",
                "whole object",
                self.whole(object, Offsets::at(at)) == Some(SyncObject::Barrier)
            )
            && condition!(
                "barriers",
                "nothing else is stored there",
                pieces.all(|(_, _, value)| is_zero(&value))
            )
            && condition!(
                "barriers",
                "no jump leads back",
                !self.program.instructions().any(|(_, inst)| returns(inst))
            )
            && self.is_enough(barrier, place, making)
    }

    /// Whether a barrier is made for all threads that may ever wait at it.
    fn is_enough(&mut self, barrier: Barrier, place: Place, making: Making) -> bool {
        let (mut single, mut crowds) = (0, BTreeMap::new());
        for t in self.phases.barriers.waiters[&barrier].clone() {
            if self.contexts.is_unique(t) {
                single += 1;
            } else {
                match self.crowd(t) {
                    Some((of, crowd)) => crowds.insert(of, crowd),
                    None => return false,
                };
            }
        }
        let rounds = |crowd: &Crowd| Some((crowd.bound.number()? - crowd.start).max(0));
        if let Some(most) = crowds.values().map(rounds).sum::<Option<i128>>() {
            return condition!("barriers", "made for as many", single + most <= making.least);
        }
        let mut all = crowds.values();
        let (Some(crowd), None) = (all.next(), all.next()) else {
            return false;
        };
        let Some(more) = self.more_than(place, crowd) else {
            return false;
        };
        // Without rounds it is made for any number, and nobody but a single thread is there.
        condition!("barriers", "one thread beside a crowd", single <= 1)
            && condition!(
                "barriers",
                "made for the crowd and others",
                single - crowd.start <= more
            )
    }

    /// The loop that creates a thread, one in a round at most, and is run once; and where it does so.
    fn crowd(&mut self, t: ThreadNo) -> Option<(Place, Crowd)> {
        (condition!("barriers", "no team waits", !self.contexts.is_team(t))
            && condition!("barriers", "no guest waits", !self.contexts.is_guest(t)))
        .then_some(())?;
        let place = self.contexts.creation_of(t)?;
        let mut of = place.0;
        loop {
            let block = self.contexts.called_from(place.0, place.1, of)?;
            let function = self.contexts.context(of).function;
            let loops = self.loops(function);
            if let Some(l) = loops.iter().find(|l| l.blocks.contains(&block)) {
                let round = Round::Loop(of, l.head);
                let is_once = condition!("barriers", "the loop is run once", !l.inner)
                    && condition!(
                        "barriers",
                        "the loop is called once",
                        !self.contexts.context(of).repeated && self.contexts.runs_alone(of)
                    );
                let crowd = self.crowd_of(of, l)?;
                return (is_once && self.creates_one(place, round)).then_some((place, crowd));
            }
            of = self.contexts.context(of).site?.0;
        }
    }

    fn crowd_of(&self, context: ContextId, l: &Counted) -> Option<Crowd> {
        let is_known = l.bound.number().is_some();
        // A bound that is not known is a number of 32 bits with a sign, as that of the barrier is but for the
        // sign.
        let is_narrow = l.op == CompareOp::LtSigned && l.bound_kind.bits() == 32;
        (is_known || condition!("barriers", "bound with a sign", is_narrow)).then_some(Crowd {
            context,
            bound: l.bound,
            start: l.start?,
        })
    }

    /// By how much the number that a place makes a barrier for is more than the bound of a crowd.
    fn more_than(&self, (id, block, index): Place, crowd: &Crowd) -> Option<i128> {
        condition!("barriers", "made in the call that creates", id == crowd.context).then_some(())?;
        let f = self.contexts.context(id).function;
        let function = self.program.function(f);
        let Inst::Sync { args, .. } = &function.blocks[block.0 as usize].instructions[index].0 else {
            return None;
        };
        self.more_at((f, function), (block, index), args.get(1)?, &crowd.bound)
    }

    fn more_at(
        &self,
        (f, function): (FuncId, &Function),
        (block, end): (BlockId, usize),
        operand: &Operand,
        bound: &Bound,
    ) -> Option<i128> {
        let &Operand::Reg(r) = operand else { return None };
        let code = &function.blocks[block.0 as usize];
        if *bound == Bound::Operand(*operand)
            && condition!(
                "barriers",
                "the bound is as it was",
                is_over(function, r, block, end)
            )
        {
            return Some(0);
        }
        let at = definition(code, r, end)?;
        match &code.instructions[at].0 {
            Inst::Copy { src, .. } => self.more_at((f, function), (block, at), src, bound),
            Inst::Binary {
                op: BinaryOp::Add | BinaryOp::AddSigned,
                a,
                b,
                ..
            } => {
                let more = self.more_at((f, function), (block, at), a, bound)?;
                let by = number(b).filter(|by| (0..1 << 16).contains(by))?;
                Some(more + by)
            }
            Inst::Load { .. } => {
                let (variable, offset) = Settled::loaded(function, block, r, end)?;
                (*bound == Bound::Settled(variable, offset)
                    && condition!(
                        "barriers",
                        "the variable is as it was",
                        self.is_settled(f, variable, (block, at))
                    ))
                .then_some(0)
            }
            _ => None,
        }
    }

    /// Whether one of two threads has passed a barrier more often than the other one, whenever these
    /// accesses happen.
    pub(crate) fn is_barrier_between(&self, a: &Access, b: &Access) -> bool {
        let (mine, theirs) = (&a.guard.passed, &b.guard.passed);
        let times = |of: &Passages, barrier: &Barrier| of.get(barrier).copied().unwrap_or_default();
        let mut whole = self.phases.barriers.whole.iter();
        whole.any(|(barrier, waiters)| {
            condition!(
                "barriers",
                "both wait at it",
                waiters.contains(&a.thread) && waiters.contains(&b.thread)
            ) && condition!(
                "barriers",
                "passed more often",
                !times(mine, barrier).meets(times(theirs, barrier))
            )
        })
    }
}

/// Whether nothing writes a register any more after an instruction.
fn is_over(function: &Function, r: Reg, block: BlockId, end: usize) -> bool {
    let later = reachable(function, block, |_| true);
    (0..).map(BlockId).zip(&function.blocks).all(|(b, code)| {
        let from = if b == block { end } else { 0 };
        let from = if later.contains(&b) { 0 } else { from };
        let is_later = b == block || later.contains(&b);
        !is_later || code.instructions[from..].iter().all(|(inst, _)| !inst.defines(r))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with all numbers up to a limit.
    #[test]
    fn joins_hold_all_and_meetings_are_found() {
        let numbers = |p: Passed| -> BTreeSet<u64> {
            (0..60)
                .filter(|n| {
                    *n == p.least || p.step > 0 && *n >= p.least && (n - p.least).is_multiple_of(p.step)
                })
                .collect()
        };
        let all = || (0..6).flat_map(|least| (0..5).map(move |step| Passed { least, step }));
        for a in all() {
            for b in all() {
                let both = numbers(a.join(b));
                assert!(
                    numbers(a).union(&numbers(b)).all(|n| both.contains(n)),
                    "{a:?} {b:?}"
                );
                let is_common = !numbers(a).is_disjoint(&numbers(b));
                assert_eq!(a.meets(b), is_common, "{a:?} {b:?}");
            }
        }
    }
}
