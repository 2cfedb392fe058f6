//! Follows the ways that a thread may go after a step has failed.

use raceproof_ir::{Address, BlockId, FuncId, GlobalId, Inst, Kind, Operand, Point, Reg, SlotId, Terminator};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use super::Ground;
use super::value::{Value, binary, compare, convert, widen};
use crate::limits;

/// Where what a failed step gave was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Stored {
    /// In a global.
    Global(GlobalId),
    /// In a variable of a function.
    Slot(FuncId),
    /// Where a pointer leads.
    Elsewhere,
}

/// What an address is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Global(GlobalId),
    Slot(FuncId, SlotId),
}

/// A function that has not returned.
#[derive(Clone)]
pub(super) struct Frame {
    /// Which one.
    pub function: FuncId,
    /// What its registers hold.
    pub registers: BTreeMap<Reg, Value>,
    /// Where its result goes.
    pub dst: Option<Reg>,
}

/// A thread on its way.
#[derive(Clone)]
pub(super) struct Walk {
    /// The function that the way began in or came back to, and those that were called since.
    pub frames: Vec<Frame>,
    /// The step that comes next, in each function.
    pub at: Vec<(BlockId, u32)>,
    /// What is in memory, by the names of addresses, and of which kind it is.
    cells: BTreeMap<u64, (Kind, Value)>,
    /// Whether the failure has decided a branch.
    pub is_astray: bool,
    /// Whether there can be no other thread.
    pub is_alone: bool,
}

/// What becomes of a way after a step.
pub(super) enum Then {
    /// It goes on.
    Next,
    /// Nothing that matters happens on it any more.
    Over,
    /// Something may.
    Matters,
}

/// Follows ways.
pub(super) struct Walker<'g, 'f, 'p> {
    pub ground: &'g Ground<'f, 'p>,
    /// Where the values went that memory keeps.
    pub stored: BTreeSet<Stored>,
    /// What some names are of.
    places: FxHashMap<u64, Place>,
    /// Names of what the library keeps for the thread or for nobody, and of what nobody writes.
    pub harmless: FxHashSet<u64>,
    seen: FxHashSet<u64>,
    open: Vec<Walk>,
    steps: u32,
}

/// A name of something.
pub(super) fn name(of: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

impl<'g, 'f, 'p> Walker<'g, 'f, 'p> {
    pub fn new(ground: &'g Ground<'f, 'p>) -> Self {
        Walker {
            ground,
            stored: BTreeSet::new(),
            places: FxHashMap::default(),
            harmless: FxHashSet::default(),
            seen: FxHashSet::default(),
            open: Vec::new(),
            steps: 0,
        }
    }

    /// Whether it matters that a register holds this from a place on because a step has failed.
    pub fn matters(&mut self, at: Point, is_alone: bool, dst: Reg, value: Value) -> bool {
        self.open.clear();
        self.start(at, [(dst, value)].into(), false, BTreeMap::new());
        if let Some(first) = self.open.last_mut() {
            first.is_alone = is_alone;
        }
        while let Some(mut walk) = self.open.pop() {
            loop {
                self.steps += 1;
                if self.steps > limits::FAILURE_STEPS.count() {
                    return true;
                }
                match self.step(&mut walk) {
                    Then::Next => {}
                    Then::Over => break,
                    Then::Matters => return true,
                }
            }
        }
        false
    }

    /// One more way, which begins there.
    pub fn start(
        &mut self,
        at: Point,
        registers: BTreeMap<Reg, Value>,
        is_astray: bool,
        cells: BTreeMap<u64, (Kind, Value)>,
    ) {
        let frame = Frame {
            function: at.function,
            registers,
            dst: None,
        };
        self.open.push(Walk {
            frames: vec![frame],
            at: vec![(at.block, at.index)],
            cells,
            is_astray,
            is_alone: !self.ground.facts.may_be_beside(at),
        });
    }

    /// What an operand holds.
    pub fn value(&self, walk: &Walk, operand: &Operand) -> Value {
        let depth = walk.frames.len();
        match (operand, walk.frames.last()) {
            (Operand::Reg(r), Some(frame)) => match frame.registers.get(r) {
                Some(value) => *value,
                None => Value::Other(name((depth, frame.function, r))),
            },
            (Operand::Const(_, value), _) if walk.is_astray => Value::Known(*value),
            (operand, _) => Value::Other(name(operand)),
        }
    }

    /// What an address is of, if that is known.
    fn place(&self, operand: &Operand, value: Value) -> Option<Place> {
        match (operand, value) {
            (Operand::Address(Address::Global(global, _)), _) => Some(Place::Global(*global)),
            (_, Value::Other(name)) => self.places.get(&name).copied(),
            _ => None,
        }
    }

    /// A register gets a value.
    pub fn assign(walk: &mut Walk, r: Reg, value: Value) {
        if let Some(frame) = walk.frames.last_mut() {
            frame.registers.insert(r, value);
        }
    }

    /// Goes one step on.
    fn step(&mut self, walk: &mut Walk) -> Then {
        let (Some(frame), Some(&(block, index))) = (walk.frames.last(), walk.at.last()) else {
            return Then::Over;
        };
        let at = Point::new(frame.function, block, index);
        let program = self.ground.facts.program();
        let code = program.block(at);
        match code.instructions.get(index as usize) {
            Some((inst, _)) => {
                if let Some(at) = walk.at.last_mut() {
                    at.1 += 1;
                }
                self.instruction(walk, at, inst)
            }
            None => self.terminator(walk, at, &code.terminator),
        }
    }

    /// Goes on at the beginning of a block, unless somebody was there with the same.
    pub fn enter(&mut self, walk: &mut Walk, block: BlockId) -> Then {
        let Some(frame) = walk.frames.last_mut() else {
            return Then::Over;
        };
        let exposed = self.ground.facts.exposed(frame.function);
        frame.registers.retain(|r, _| exposed.has(block, *r));
        if let Some(at) = walk.at.last_mut() {
            *at = (block, 0);
        }
        let failed = |(r, v): (&Reg, &Value)| v.is_failed().then_some((*r, *v));
        let registers: Vec<Vec<(Reg, Value)>> = walk
            .frames
            .iter()
            .map(|frame| frame.registers.iter().filter_map(failed).collect())
            .collect();
        let is_clean = registers.iter().all(Vec::is_empty) && walk.cells.is_empty();
        if is_clean && !walk.is_astray {
            return Then::Over;
        }
        let functions: Vec<FuncId> = walk.frames.iter().map(|frame| frame.function).collect();
        let here = (
            &walk.at,
            functions,
            registers,
            &walk.cells,
            walk.is_astray,
            walk.is_alone,
        );
        match self.seen.insert(name(here)) {
            true => Then::Next,
            false => Then::Over,
        }
    }

    fn terminator(&mut self, walk: &mut Walk, at: Point, end: &Terminator) -> Then {
        let next: Vec<BlockId> = match end {
            Terminator::Return(value) => return self.give_back(walk, at.function, value.as_ref()),
            Terminator::Unreachable => return Then::Over,
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => match self.value(walk, cond) {
                Value::Known(value) => {
                    walk.is_astray |= matches!(cond, Operand::Reg(_));
                    vec![if value != 0 { *then } else { *otherwise }]
                }
                Value::Dark => {
                    walk.is_astray = true;
                    vec![*then, *otherwise]
                }
                Value::Other(_) => vec![*then, *otherwise],
            },
            _ => {
                let decided = end.decider().map(|operand| self.value(walk, &operand));
                if decided.is_some_and(Value::is_failed) {
                    walk.is_astray = true;
                }
                match (end, decided) {
                    (
                        Terminator::Switch {
                            kind,
                            signed,
                            cases,
                            default,
                            ..
                        },
                        Some(Value::Known(value)),
                    ) => {
                        let value = if *signed {
                            widen(*kind, value)
                        } else {
                            value as i128
                        };
                        let case = cases.iter().find(|case| (case.low..=case.high).contains(&value));
                        vec![case.map_or(*default, |case| case.target)]
                    }
                    _ => end.successors().collect(),
                }
            }
        };
        let Some((last, others)) = next.split_last() else {
            return Then::Over;
        };
        for other in others {
            let mut way = walk.clone();
            if let Then::Next = self.enter(&mut way, *other) {
                self.open.push(way);
            }
        }
        self.enter(walk, *last)
    }

    /// A function returns.
    fn give_back(&mut self, walk: &mut Walk, f: FuncId, value: Option<&Operand>) -> Then {
        let value = value.map(|value| self.value(walk, value));
        let left = walk.frames.pop();
        walk.at.pop();
        if !walk.frames.is_empty() {
            if let Some((dst, value)) = left.and_then(|frame| frame.dst).zip(value) {
                Self::assign(walk, dst, value);
            }
            return Then::Next;
        }
        let ground = self.ground;
        let program = ground.facts.program();
        let is_failed = value.is_some_and(Value::is_failed);
        if program.entry == Some(f) {
            let is_quiet = !walk.is_astray || !ground.facts.callbacks().follow(f, true, |_| true);
            return if is_quiet { Then::Over } else { Then::Matters };
        }
        if !walk.is_astray && !is_failed {
            return Then::Over;
        }
        // Who waits for the thread, or called it in another way, goes on.
        if ground.taken.contains(&f) {
            return Then::Matters;
        }
        for &at in ground.callers.get(&f).into_iter().flatten() {
            let Some(inst) = program.instruction(at) else {
                continue;
            };
            let registers = match (inst, value) {
                (Inst::Call { dst: Some(dst), .. }, Some(value)) => [(*dst, value)].into(),
                _ => BTreeMap::new(),
            };
            let after = Point {
                index: at.index + 1,
                ..at
            };
            if self.seen.insert(name((
                after.function,
                after.block,
                after.index,
                &registers,
                walk.is_astray,
            ))) {
                self.start(after, registers, walk.is_astray, walk.cells.clone());
            }
        }
        Then::Over
    }

    /// An address is used.
    fn access(&mut self, walk: &Walk, address: &Operand, is_write: bool) -> Then {
        let value = self.value(walk, address);
        if value.is_failed() {
            // Through null: a defect of another kind.
            return Then::Over;
        }
        if !walk.is_astray || walk.is_alone {
            return Then::Next;
        }
        let is_harmless = match (self.place(address, value), value) {
            (Some(Place::Slot(f, slot)), _) => self.ground.private.contains(&(f, slot)),
            (Some(Place::Global(global)), _) => !is_write && self.ground.unwritten.contains(&global),
            (None, Value::Other(name)) => self.harmless.contains(&name),
            (None, _) => false,
        };
        if is_harmless { Then::Next } else { Then::Matters }
    }

    /// The name of what is at an address.
    fn cell(&self, walk: &Walk, address: &Operand) -> u64 {
        match self.value(walk, address) {
            Value::Other(name) => name,
            Value::Known(_) | Value::Dark => 0,
        }
    }

    /// Something is stored.
    fn store(&mut self, walk: &mut Walk, kind: Kind, address: &Operand, value: &Operand) -> Then {
        let stored = self.value(walk, value);
        let cell = self.cell(walk, address);
        if !stored.is_failed() {
            walk.cells.remove(&cell);
            let is_pointer = kind == Kind::Ptr && walk.is_astray && !walk.is_alone;
            if is_pointer && !self.is_harmless(value, stored) {
                // Whoever gets it may look at what it leads to.
                return Then::Matters;
            }
            return Then::Next;
        }
        walk.cells.insert(cell, (kind, stored));
        let place = self.place(address, self.value(walk, address));
        match place {
            Some(Place::Global(global)) => {
                self.stored.insert(Stored::Global(global));
                if self.ground.exposed.contains(&global) {
                    self.stored.insert(Stored::Elsewhere);
                }
            }
            Some(Place::Slot(f, slot)) => {
                self.stored.insert(Stored::Slot(f));
                if !self.ground.private.contains(&(f, slot)) {
                    self.stored.insert(Stored::Elsewhere);
                }
            }
            None => drop(self.stored.insert(Stored::Elsewhere)),
        }
        Then::Next
    }

    /// Whether an address leads to what nobody writes, or to what is the thread's own.
    pub fn is_harmless(&self, operand: &Operand, value: Value) -> bool {
        match (self.place(operand, value), value) {
            (Some(Place::Global(global)), _) => self.ground.unwritten.contains(&global),
            (Some(Place::Slot(f, slot)), _) => self.ground.private.contains(&(f, slot)),
            (None, Value::Other(name)) => {
                self.harmless.contains(&name) || matches!(operand, Operand::Const(..))
            }
            (None, _) => true,
        }
    }

    fn instruction(&mut self, walk: &mut Walk, at: Point, inst: &Inst) -> Then {
        let other = |dst: &Reg| (*dst, Value::Other(name((at.function, at.block, at.index))));
        match inst {
            Inst::Call { .. } => return self.call(walk, at, inst),
            Inst::Sync { .. } => return self.synchronise(walk, at, inst),
            Inst::SlotAddr { dst, slot } => {
                let f = at.function;
                let address = name((walk.frames.len(), f, slot, "slot"));
                self.places.insert(address, Place::Slot(f, *slot));
                Self::assign(walk, *dst, Value::Other(address));
            }
            Inst::Load { kind, dst, addr } => {
                match self.access(walk, addr, false) {
                    Then::Next => {}
                    end => return end,
                }
                let cell = self.cell(walk, addr);
                let found = name((cell, kind, "at"));
                let from = self.place(addr, self.value(walk, addr));
                if matches!(from, Some(Place::Global(global)) if self.ground.unwritten.contains(&global)) {
                    self.harmless.insert(found);
                }
                let value = match walk.cells.get(&cell) {
                    None => Value::Other(found),
                    Some((stored, value)) if stored == kind || *value == Value::Known(0) => *value,
                    Some(_) => Value::Dark,
                };
                Self::assign(walk, *dst, value);
            }
            Inst::Store { kind, addr, value } => {
                return match self.access(walk, addr, true) {
                    Then::Next => self.store(walk, *kind, addr, value),
                    end => end,
                };
            }
            Inst::Assert { cond, .. } | Inst::Assume { cond } => {
                if self.value(walk, cond) == Value::Known(0) || matches!(cond, Operand::Const(_, 0)) {
                    return Then::Over;
                }
            }
            Inst::LongJump { .. } | Inst::Gap { .. } if walk.is_astray => return Then::Matters,
            // What is accessed there is something else.
            Inst::Offset { base, index, .. }
                if !walk.is_astray
                    && matches!(index, Operand::Reg(_))
                    && self.value(walk, index).is_failed()
                    && !self.value(walk, base).is_failed() =>
            {
                return Then::Matters;
            }
            inst if inst.is_computation() => {
                let value = self.compute(walk, at, inst);
                inst.results().for_each(|dst| Self::assign(walk, dst, value));
            }
            inst => {
                for (touch, is_write) in [(inst.reads(), false), (inst.writes(), true)] {
                    let Some(touch) = touch else { continue };
                    match self.access(walk, &touch.address, is_write) {
                        Then::Next => {}
                        end => return end,
                    }
                    if !walk.cells.is_empty() && !touch.is_plain() {
                        self.stored.insert(Stored::Elsewhere);
                    }
                }
                let mut is_failed = false;
                inst.operands(|operand| is_failed |= self.value(walk, &operand).is_failed());
                if is_failed && !walk.is_astray {
                    return Then::Matters;
                }
                inst.results().for_each(|dst| {
                    let (dst, value) = other(&dst);
                    Self::assign(walk, dst, value);
                });
            }
        }
        Then::Next
    }

    /// What a computation gives.
    fn compute(&mut self, walk: &Walk, at: Point, inst: &Inst) -> Value {
        let mut is_failed = false;
        inst.operands(|operand| {
            is_failed |= self.value(walk, &operand).is_failed() && matches!(operand, Operand::Reg(_));
        });
        let known = |operand: &Operand| match (operand, self.value(walk, operand)) {
            (Operand::Const(_, value), _) => Some(*value),
            (_, Value::Known(value)) => Some(value),
            _ => None,
        };
        match inst {
            Inst::Copy { src, .. } => self.value(walk, src),
            Inst::Offset {
                base,
                index,
                scale,
                disp,
                ..
            } => {
                if self.value(walk, base).is_failed() && matches!(base, Operand::Reg(_)) {
                    return self.value(walk, base);
                }
                let from = self.value(walk, base);
                let steps = (self.value(walk, index), known(index));
                let address = match steps {
                    // By a constant.
                    (_, Some(count)) => name((from, (count as i64).wrapping_mul(*scale).wrapping_add(*disp))),
                    (index, None) => name((from, index, scale, disp)),
                };
                if let Some(place) = self.place(base, from) {
                    self.places.insert(address, place);
                }
                if let (Value::Other(base), true) = (from, is_failed) {
                    self.harmless.remove(&base);
                }
                Value::Other(address)
            }
            _ if !is_failed && !walk.is_astray => Value::Other(name((at.function, at.block, at.index))),
            Inst::Compare { op, kind, a, b, .. } => match (known(a), known(b)) {
                (Some(a), Some(b)) => compare(*op, *kind, a, b),
                _ if is_failed => Value::Dark,
                _ => Value::Other(name((at.function, at.block, at.index))),
            },
            Inst::Binary { op, kind, a, b, .. } => match (known(a), known(b)) {
                (Some(a), Some(b)) => binary(*op, *kind, a, b),
                _ if is_failed => Value::Dark,
                _ => Value::Other(name((at.function, at.block, at.index))),
            },
            Inst::Convert {
                op, from, to, src, ..
            } => match known(src) {
                Some(value) => convert(*op, *from, *to, value),
                _ if is_failed => Value::Dark,
                _ => Value::Other(name((at.function, at.block, at.index))),
            },
            _ if is_failed => Value::Dark,
            _ => Value::Other(name((at.function, at.block, at.index))),
        }
    }
}
