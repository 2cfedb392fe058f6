//! Which locks are held at a step, on every way to it or on some way.
//!
//! A function is what it does to each bit: what comes out if it was set, and what if it was not. That is
//! worked out for all functions first, with calls taken as what the called function does, and then which bits
//! are set where each begins. The same pass finds where there is no second thread yet: that is a lock that
//! the first thread has from the start, and whoever creates a thread gives it up.

use super::actors::Actors;
use super::mention::Mentions;
use raceproof_engine::condition;
use raceproof_ir::{Address, FuncId, GlobalId, Inst, Operand, Point, Program, SyncOp};
use raceproof_library::{Use, find};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// So many locks are followed: each has two bits.
pub(super) const MOST_LOCKS: usize = 31;

/// There is no second thread yet.
const ALONE: u64 = 1;
/// In an atomic block.
const BLOCK: u64 = 2;

/// Which ways count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// All of them: what is said is held.
    Always,
    /// Any of them: what is not said is not held.
    Perhaps,
}

/// What a piece of code does to each bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    /// If it was set.
    set: u64,
    /// If it was not.
    clear: u64,
}

const NOTHING: Change = Change {
    set: u64::MAX,
    clear: 0,
};

impl Change {
    fn apply(self, bits: u64) -> u64 {
        (bits & self.set) | (!bits & self.clear)
    }

    fn then(self, next: Change) -> Change {
        Change {
            set: next.apply(self.set),
            clear: next.apply(self.clear),
        }
    }

    fn gain(bits: u64) -> Change {
        Change {
            set: u64::MAX,
            clear: bits,
        }
    }

    fn lose(bits: u64) -> Change {
        Change { set: !bits, clear: 0 }
    }
}

impl Sense {
    fn merge(self, a: u64, b: u64) -> u64 {
        match self {
            Sense::Always => a & b,
            Sense::Perhaps => a | b,
        }
    }

    fn merge_changes(self, a: Option<Change>, b: Change) -> Change {
        a.map_or(b, |a| Change {
            set: self.merge(a.set, b.set),
            clear: self.merge(a.clear, b.clear),
        })
    }
}

/// The bits at all steps.
pub(super) struct Holds {
    locks: Vec<(GlobalId, i64)>,
    /// By function and block, what is done from the start of the function to the start of the block; nothing
    /// if it is not reached.
    blocks: Vec<Vec<Option<Change>>>,
    /// By function, the bits where it begins.
    starts: Vec<u64>,
    /// By function and block, what is done from the start of the block to the end of each instruction.
    steps: Vec<Vec<Vec<Change>>>,
    /// Locks whose bytes are nothing else.
    sound: Vec<bool>,
}

/// Who calls whom.
struct Callers {
    /// By function, those that call it by its name.
    named: Vec<Vec<usize>>,
    /// Those that call functions by their addresses, or let the library do so.
    unnamed: Vec<usize>,
}

impl Callers {
    fn of(program: &Program) -> Callers {
        let mut named: Vec<Vec<usize>> = vec![Vec::new(); program.functions.len()];
        let mut unnamed: Vec<usize> = Vec::new();
        for (f, function) in program.functions.iter().enumerate() {
            let mut is_unnamed = function.blocks.is_empty();
            for (inst, _) in function.blocks.iter().flat_map(|block| &block.instructions) {
                match (inst.called(), inst.callee()) {
                    (Some(callee), _) => {
                        let callers = &mut named[callee.0 as usize];
                        if callers.last() != Some(&f) {
                            callers.push(f);
                        }
                    }
                    (None, Some(_)) => is_unnamed = true,
                    (None, None) => {}
                }
            }
            if is_unnamed {
                unnamed.push(f);
            }
        }
        Callers { named, unnamed }
    }
}

struct Pass<'a> {
    program: &'a Program,
    mentions: &'a Mentions,
    locks: &'a [(GlobalId, i64)],
    sense: Sense,
    /// By function, what a call of it does; nothing if none comes back.
    calls: Vec<Option<Change>>,
}

impl Holds {
    pub fn of(
        program: &Program,
        mentions: &Mentions,
        actors: &Actors,
        locks: &[(GlobalId, i64)],
        sense: Sense,
    ) -> Holds {
        let count = program.functions.len();
        let mut pass = Pass {
            program,
            mentions,
            locks,
            sense,
            calls: vec![None; count],
        };
        let mut blocks = vec![Vec::new(); count];
        let callers = Callers::of(program);
        let mut open: VecDeque<usize> = (0..count).collect();
        let mut is_open = vec![true; count];
        while let Some(f) = open.pop_front() {
            is_open[f] = false;
            let (all, end) = pass.function(FuncId(f as u32));
            blocks[f] = all;
            if pass.calls[f] == end {
                continue;
            }
            pass.calls[f] = end;
            let is_taken = mentions.taken.contains(&FuncId(f as u32));
            let by_address = callers.unnamed.iter().filter(|_| is_taken);
            for &caller in callers.named[f].iter().chain(by_address) {
                if !std::mem::replace(&mut is_open[caller], true) {
                    open.push_back(caller);
                }
            }
        }
        let steps = (0..count).map(|f| pass.steps(f)).collect();
        let mut holds = Holds {
            locks: locks.to_vec(),
            blocks,
            starts: Vec::new(),
            steps,
            sound: locks.iter().map(|(g, at)| mentions.is_lock(*g, *at)).collect(),
        };
        holds.begin(&pass, actors);
        holds
    }

    /// Finds out which bits are set where functions begin.
    fn begin(&mut self, pass: &Pass<'_>, actors: &Actors) {
        let (program, sense) = (pass.program, pass.sense);
        let count = program.functions.len();
        let begun: FxHashSet<FuncId> = pass.mentions.begun.iter().map(|(first, _)| *first).collect();
        let others = |f: FuncId| -> Option<u64> {
            let is_begun = begun.contains(&f);
            let is_taken = pass.mentions.taken.contains(&f);
            match sense {
                _ if Some(f) == program.entry => Some(ALONE),
                Sense::Perhaps if is_taken => Some(u64::MAX),
                _ if is_begun || is_taken || !actors.reach(f) => Some(0),
                _ => None,
            }
        };
        let mut calls: Vec<Vec<(Point, FuncId)>> = vec![Vec::new(); count];
        for (at, inst) in program.instructions() {
            if let Some(callee) = inst.called() {
                calls[at.function.0 as usize].push((at, callee));
            }
        }
        let mut starts: Vec<Option<u64>> = (0..count).map(|f| others(FuncId(f as u32))).collect();
        self.starts = starts.iter().map(|bits| bits.unwrap_or(0)).collect();
        // Bits only ever go one way, so that each function is looked at a few times.
        let mut open: Vec<usize> = (0..count).filter(|f| starts[*f].is_some()).collect();
        while let Some(f) = open.pop() {
            for &(at, callee) in &calls[f] {
                let Some(bits) = self.bits(at) else { continue };
                let callee = callee.0 as usize;
                let merged = starts[callee].map_or(bits, |start| sense.merge(start, bits));
                if starts[callee] != Some(merged) {
                    starts[callee] = Some(merged);
                    self.starts[callee] = merged;
                    open.push(callee);
                }
            }
        }
    }

    /// The bits before an instruction, if it is reached.
    fn bits(&self, at: Point) -> Option<u64> {
        let (f, b) = (at.function.0 as usize, at.block.0 as usize);
        let change = (*self.blocks.get(f)?.get(b)?)?;
        let before = match at.index.checked_sub(1) {
            None => NOTHING,
            Some(last) => self.steps[f][b].get(last as usize).copied().unwrap_or(NOTHING),
        };
        Some(change.then(before).apply(self.starts[f]))
    }

    /// What is known of all steps with the same answer: which of them are beside each other is a question of
    /// that.
    pub fn class(&self, at: Point) -> Option<u64> {
        self.bits(at)
    }

    /// Whether a lock is held at a step in some mode; nothing if the lock is not followed or the step is not
    /// reached.
    pub fn has(&self, at: Point, lock: (GlobalId, i64)) -> Option<bool> {
        let number = self.locks.iter().position(|known| *known == lock)?;
        Some(self.bits(at)? & shared(number) != 0)
    }

    /// Whether two steps are never taken beside each other.
    pub fn keep_apart(&self, a: Point, b: Point) -> bool {
        let (Some(a), Some(b)) = (self.bits(a), self.bits(b)) else {
            return true;
        };
        let is_common = |number: usize| {
            let (any, alone) = (shared(number), exclusive(number));
            condition!("inductive", "nothing but a lock", self.sound[number])
                && condition!("inductive", "held by the first", a & any != 0)
                && condition!("inductive", "held by the second", b & any != 0)
                && condition!("inductive", "one holds it alone", (a | b) & alone != 0)
        };
        let is_first = (a | b) & ALONE != 0;
        let in_blocks =
            (a | b) & BLOCK != 0 && condition!("inductive", "both in atomic blocks", a & b & BLOCK != 0);
        is_first || in_blocks || (0..self.locks.len()).any(is_common)
    }
}

fn shared(lock: usize) -> u64 {
    4 << (2 * lock)
}

fn exclusive(lock: usize) -> u64 {
    8 << (2 * lock)
}

impl Pass<'_> {
    /// What is done up to each block of a function, and up to its ends.
    fn function(&self, f: FuncId) -> (Vec<Option<Change>>, Option<Change>) {
        let function = self.program.function(f);
        let mut blocks: Vec<Option<Change>> = vec![None; function.blocks.len()];
        let mut end = None;
        if function.blocks.is_empty() {
            return (blocks, self.native(f));
        }
        blocks[0] = Some(NOTHING);
        let mut open = vec![0];
        while let Some(b) = open.pop() {
            let block = &function.blocks[b];
            let steps = block.instructions.iter().map(|(inst, _)| self.step(inst));
            let out = steps.fold(blocks[b], |so_far, step| Some(so_far?.then(step?)));
            let Some(out) = out else { continue };
            if block.terminator.returns() {
                end = Some(self.sense.merge_changes(end, out));
            }
            for next in block.terminator.successors() {
                let known = &mut blocks[next.0 as usize];
                let merged = self.sense.merge_changes(*known, out);
                if *known != Some(merged) {
                    *known = Some(merged);
                    open.push(next.0 as usize);
                }
            }
        }
        (blocks, end)
    }

    fn steps(&self, f: usize) -> Vec<Vec<Change>> {
        let blocks = self.program.functions[f].blocks.iter();
        let step = |inst: &Inst| self.step(inst).unwrap_or(NOTHING);
        let upto = |so_far: &mut Change, change: Change| {
            *so_far = so_far.then(change);
            Some(*so_far)
        };
        blocks
            .map(|block| {
                let all = block.instructions.iter().map(|(inst, _)| step(inst));
                all.scan(NOTHING, upto).collect()
            })
            .collect()
    }

    /// What an instruction does; nothing if it does not come to its end.
    fn step(&self, inst: &Inst) -> Option<Change> {
        if let Some(op) = inst.sync() {
            return Some(self.operation(op, inst));
        }
        match inst.callee() {
            None => Some(NOTHING),
            Some(_) => match inst.called() {
                Some(f) => self.calls[f.0 as usize],
                None if condition!("inductive", "called by address", false) => Some(NOTHING),
                None => Some(self.anybody()),
            },
        }
    }

    /// What one of the functions does whose address somebody has, or none of them.
    fn anybody(&self) -> Change {
        let known = self
            .mentions
            .taken
            .iter()
            .filter_map(|f| self.calls[f.0 as usize]);
        known.fold(NOTHING, |all, change| self.sense.merge_changes(Some(all), change))
    }

    /// What a function of the library does: nothing, unless it calls others.
    fn native(&self, f: FuncId) -> Option<Change> {
        let found = find(&self.program.function(f).name);
        let may_call = found.is_none_or(|found| {
            let mut usages = found.row.arguments.iter().map(|argument| argument.usage);
            found.row.is_opaque || usages.any(|usage| matches!(usage, Use::Callback | Use::Handler))
        });
        Some(
            match condition!("inductive", "the library calls nobody", !may_call) {
                true => NOTHING,
                false => self.anybody(),
            },
        )
    }

    fn operation(&self, op: SyncOp, inst: &Inst) -> Change {
        use SyncOp as Op;
        let mut operands = Vec::new();
        inst.operands(|operand| operands.push(operand));
        let place = match operands.first() {
            Some(Operand::Address(Address::Global(g, offset))) => Some((*g, *offset)),
            _ => None,
        };
        let number = place.and_then(|place| self.locks.iter().position(|known| *known == place));
        let (any, alone) = match (place, number) {
            (_, Some(number)) => (shared(number), exclusive(number)),
            (Some(_), None) => (0, 0),
            (None, None) => {
                let all = (0..self.locks.len()).fold(0, |all, n| all | shared(n) | exclusive(n));
                (all, all)
            }
        };
        let is_sure = self.sense == Sense::Always;
        let is_named = place.is_some();
        match op {
            Op::MutexLock | Op::SpinLock | Op::RwWrite if is_named || !is_sure => Change::gain(any | alone),
            Op::RwRead if is_named || !is_sure => Change::gain(any),
            Op::MutexTryLock | Op::SpinTryLock | Op::RwTryWrite | Op::MutexTimedLock | Op::RwTimedWrite
                if !is_sure =>
            {
                Change::gain(any | alone)
            }
            Op::RwTryRead | Op::RwTimedRead if !is_sure => Change::gain(any),
            Op::OnceBegin | Op::OnceEnd if !is_sure => Change::gain(any | alone),
            Op::MutexUnlock if !is_sure && (!is_named || self.mentions.recursive) => NOTHING,
            Op::RwUnlock if !is_sure => NOTHING,
            Op::SpinUnlock if !is_sure && !is_named => NOTHING,
            Op::MutexInit | Op::MutexDestroy | Op::RwInit | Op::RwDestroy if !is_sure => NOTHING,
            Op::SpinInit | Op::SpinDestroy if !is_sure => NOTHING,
            Op::MutexUnlock | Op::RwUnlock | Op::SpinUnlock
                if !condition!("inductive", "given back", false) =>
            {
                Change::lose(any | alone)
            }
            Op::MutexInit
            | Op::MutexDestroy
            | Op::RwInit
            | Op::RwDestroy
            | Op::SpinInit
            | Op::SpinDestroy
                if !condition!("inductive", "made anew", false) =>
            {
                Change::lose(any | alone)
            }
            Op::AtomicBegin => Change::gain(BLOCK),
            Op::AtomicEnd if is_sure && !condition!("inductive", "atomic blocks end", false) => {
                Change::lose(BLOCK)
            }
            op if op.creates() && !condition!("inductive", "a creation ends being alone", false) => {
                Change::lose(ALONE)
            }
            _ => NOTHING,
        }
    }
}
