//! What values can bring about where only one thread is left and none will be made: no race, but a defect
//! that another order of events would show.
//!
//! An address, a size or a length that is computed from them may leave an object ([`Late::steers`]). An
//! assertion or a divisor may fail ([`Late::fails`]). A branch decides which of its ways is taken up to where
//! they meet again: what these assign and store has such values, and if there is more on them than computing,
//! plain accesses to variables and output, it may fail as well. Ways that end the program count as if they
//! were not there, so that `if (wrong) exit(1);` does not put all that follows in question, unless the run
//! ended on such a way and did not show what follows. So do returns from `main` other than the one that the
//! run ended with.
//!
//! SOUNDNESS: after-all

use super::Closure;
use crate::{Crossings, Facts, Own};
use raceproof_ir::{
    Address, Block, BlockId, Extent, FuncId, Function, Inst, Operand, Point, Reg, Terminator, Touch,
};
use raceproof_library::{Use, find};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct End {
    /// Whether that was in the middle of `main`.
    pub exited: bool,
    /// The return from `main` that it ended with.
    pub returned: Option<Point>,
}

/// What values can bring about in a thread that is alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Late {
    /// Where one of them is an address or a size.
    pub steers: Option<Point>,
    /// Where something may fail because of one of them, whatever is stored.
    fails: Option<Point>,
    /// Stores that take them.
    pub stores: Vec<Point>,
    /// Stores that one of them decides about.
    conditional: Vec<Point>,
}

impl Late {
    /// Where something may fail, given which stores the run made: what others would have changed was not seen
    /// to depend on anything.
    pub fn fails(&self, is_made: impl Fn(Point) -> bool) -> Option<Point> {
        let mut unmade = self.conditional.iter().filter(|store| !is_made(**store));
        self.fails.or_else(|| unmade.next().copied())
    }
}

/// What is known of the program's shape, as far as it was asked for.
#[derive(Default)]
pub(crate) struct Shape {
    /// For each block of a function, where all ways from it meet again.
    meets: BTreeMap<FuncId, Vec<Option<u32>>>,
    /// Functions that do nothing but compute and print; false while that is being found out.
    quiet: BTreeMap<FuncId, bool>,
    /// Whether the run ended in the middle.
    exited: bool,
    /// `main` and the block with the return that the run ended with, unless `main` is called in other ways.
    returned: Option<(FuncId, u32)>,
}

/// Whether an argument of a function of the library cannot make it leave an object: it is a number that goes
/// nowhere, or that is kept.
pub(super) fn takes(name: &str, argument: u32) -> bool {
    let found = find(name).and_then(|found| found.argument(argument as usize));
    found.is_some_and(|argument| matches!(argument.usage, Use::Value | Use::Noted))
}

impl Facts<'_> {
    /// What values read at these places, and the results of others, can bring about in a thread that is
    /// alone, in a run that ended so.
    pub fn late(
        &self,
        reads: &[Point],
        computed: &[Point],
        own: &Own,
        crossings: &Crossings,
        end: End,
    ) -> Late {
        let shape = Shape {
            exited: end.exited,
            returned: end.returned.and_then(|at| self.last_return(at)),
            ..Shape::default()
        };
        match self.closure(reads, computed, own, crossings, Some(shape)) {
            Ok(c) => Late {
                steers: c.steers,
                fails: c.fails,
                stores: c.stores.into_iter().collect(),
                conditional: c.conditional.into_iter().collect(),
            },
            Err(at) => Late {
                steers: Some(at),
                ..Late::default()
            },
        }
    }

    /// `main` and the block of a return from it, if nobody but the system calls it and nothing comes after
    /// it.
    fn last_return(&self, at: Point) -> Option<(FuncId, u32)> {
        let program = self.program;
        let main = program.entry.filter(|main| *main == at.function)?;
        let is_main = |address: &Address| *address == Address::Function(main);
        let mut insts = program
            .functions
            .iter()
            .flat_map(|f| &f.blocks)
            .flat_map(|block| &block.instructions);
        let is_used = insts.any(|(inst, _)| {
            let is_end = |f| f == main || matches!(program.function(f).name.as_str(), "atexit" | "on_exit");
            let mut used = inst.called().is_some_and(is_end);
            inst.operands(|o| used |= matches!(o, Operand::Address(a) if is_main(&a)));
            used
        });
        let mut kept = program.globals.iter().flat_map(|g| &g.relocations);
        let is_known = is_used || kept.any(|r| is_main(&r.target));
        (!is_known).then_some((main, at.block.0))
    }

    /// A branch at the end of a block depends on values in question.
    pub(super) fn branch_late(&self, f: FuncId, b: u32, c: &mut Closure) {
        let Some(mut shape) = c.late.take() else {
            return;
        };
        let function = self.program.function(f);
        let meet = shape.meet(f, function, b);
        let (mut region, mut open) = (BTreeSet::new(), vec![b]);
        while let Some(at) = open.pop() {
            for next in function.blocks[at as usize].terminator.successors() {
                if Some(next.0) != meet && region.insert(next.0) {
                    open.push(next.0);
                }
            }
        }
        let places = self.variables(function);
        for &at in &region {
            let block = &function.blocks[at as usize];
            for (i, (inst, _)) in (0..).zip(&block.instructions) {
                let place = Point::new(f, BlockId(at), i);
                if !self.is_quiet(inst, &places, &mut shape) {
                    c.fails.get_or_insert(place);
                }
                if inst.writes().is_some() || inst.callee().is_some() {
                    c.stores.insert(place);
                }
                if inst.writes().is_some_and(|touch| touch.is_plain()) {
                    c.conditional.insert(place);
                }
                // In a loop the branch itself comes after them.
                for r in inst.results() {
                    meet.into_iter().for_each(|m| c.enter(f, m, r));
                    if region.contains(&b) {
                        c.enter(f, b, r);
                    }
                }
            }
            if block.terminator.returned().is_some() {
                c.returns(f);
            }
        }
        c.late = Some(shape);
    }

    /// Registers that are addresses of variables in all of a function.
    fn variables(&self, function: &Function) -> BTreeSet<Reg> {
        let steps = function.blocks.iter().flat_map(|b| &b.instructions);
        let mut all: BTreeSet<Reg> = BTreeSet::new();
        // What is none, and by register what is computed from it.
        let mut open: Vec<Reg> = Vec::new();
        let mut computed: FxHashMap<Reg, Vec<Reg>> = FxHashMap::default();
        for (inst, _) in steps {
            all.extend(inst.results());
            let from = match inst {
                Inst::SlotAddr { .. } | Inst::ThreadLocalAddr { .. } => continue,
                Inst::Copy { src, .. } => Some(src),
                Inst::Offset {
                    base,
                    index: Operand::Const(..),
                    ..
                } => Some(base),
                _ => None,
            };
            match from {
                Some(Operand::Address(_)) => {}
                Some(Operand::Reg(r)) => computed.entry(*r).or_default().extend(inst.results()),
                Some(Operand::Const(..)) | None => open.extend(inst.results()),
            }
        }
        // Nothing computes what a parameter is.
        open.extend(computed.keys().filter(|r| !all.contains(r)));
        while let Some(r) = open.pop() {
            all.remove(&r);
            open.extend(computed.remove(&r).into_iter().flatten());
        }
        all
    }

    /// Whether an instruction only computes, accesses variables or prints.
    fn is_quiet(&self, inst: &Inst, places: &BTreeSet<Reg>, shape: &mut Shape) -> bool {
        match inst {
            Inst::Unset { .. }
            | Inst::SlotAddr { .. }
            | Inst::SlotDead { .. }
            | Inst::ThreadLocalAddr { .. }
            | Inst::Nondet { .. }
            | Inst::Fence { .. } => true,
            inst if inst.is_computation() => !inst.may_fail(),
            inst => match inst.called() {
                Some(g) => self.is_quiet_function(g, shape),
                None => {
                    let is_in_variable = |touch: &Touch| {
                        let is_constant = |size| matches!(size, Operand::Const(..));
                        let is_known = match touch.extent {
                            Extent::Bytes(size) => is_constant(size),
                            _ => true,
                        };
                        !touch.is_atomic && is_known && is_place(&touch.address, places)
                    };
                    let mut touches = [inst.reads(), inst.writes()].into_iter().flatten().peekable();
                    touches.peek().is_some() && touches.all(|touch| is_in_variable(&touch))
                }
            },
        }
    }

    fn is_quiet_function(&self, g: FuncId, shape: &mut Shape) -> bool {
        let function = self.program.function(g);
        if function.blocks.is_empty() {
            return find(&function.name).is_some_and(|found| {
                let row = found.row;
                row.is_output() || row.is_pure() || !shape.exited && row.is_exit()
            });
        }
        if let Some(known) = shape.quiet.get(&g) {
            return *known;
        }
        shape.quiet.insert(g, false);
        let places = self.variables(function);
        let insts = |block: &Block| block.instructions.iter().map(|(inst, _)| inst.clone()).collect();
        let all: Vec<Inst> = function
            .blocks
            .iter()
            .flat_map(|b| -> Vec<Inst> { insts(b) })
            .collect();
        // What it stores is not followed from here.
        let quiet = all
            .iter()
            .all(|inst| self.is_quiet(inst, &places, shape) && !stores_elsewhere(inst));
        shape.quiet.insert(g, quiet);
        quiet
    }
}

/// Whether an operand is the address of a variable.
fn is_place(operand: &Operand, places: &BTreeSet<Reg>) -> bool {
    match operand {
        Operand::Reg(r) => places.contains(r),
        Operand::Address(_) => true,
        Operand::Const(..) => false,
    }
}

/// Whether it stores to a global variable.
fn stores_elsewhere(inst: &Inst) -> bool {
    let is_global = |touch: Touch| !touch.is_atomic && matches!(touch.address, Operand::Address(_));
    inst.writes().is_some_and(is_global)
}

impl Shape {
    /// Where all ways from a block that do not end the program meet again: its nearest postdominator.
    fn meet(&mut self, f: FuncId, function: &Function, b: u32) -> Option<u32> {
        let last = self
            .returned
            .filter(|(main, _)| *main == f)
            .map(|(_, block)| block);
        let meets = self.meets.entry(f).or_insert_with(|| meets(function, last));
        meets.get(b as usize).copied().flatten()
    }
}

/// The nearest postdominator of each block; none is the end of the function. Of several returns only the last
/// one, if it is told, leads there. After Cooper, Harvey, Kennedy, "A simple, fast dominance algorithm".
fn meets(function: &Function, last: Option<u32>) -> Vec<Option<u32>> {
    let count = function.blocks.len();
    let end = count;
    let next: Vec<Vec<usize>> = function
        .blocks
        .iter()
        .enumerate()
        .map(|(b, block)| match block.terminator {
            Terminator::Return(_) if last.is_some_and(|last| last as usize != b) => Vec::new(),
            Terminator::Return(_) => vec![end],
            _ => block
                .terminator
                .successors()
                .map(|BlockId(b)| b as usize)
                .collect(),
        })
        .collect();
    // From the end backwards; what never gets there has no number.
    let mut before = vec![Vec::new(); count + 1];
    for (from, list) in next.iter().enumerate() {
        list.iter().for_each(|to| before[*to].push(from));
    }
    let (mut order, mut number) = (Vec::new(), vec![usize::MAX; count + 1]);
    let mut stack = vec![(end, 0)];
    let mut met = vec![false; count + 1];
    met[end] = true;
    while let Some((at, i)) = stack.pop() {
        match before[at].get(i) {
            Some(&from) => {
                stack.push((at, i + 1));
                if !std::mem::replace(&mut met[from], true) {
                    stack.push((from, 0));
                }
            }
            None => {
                number[at] = order.len();
                order.push(at);
            }
        }
    }
    let mut nearest = vec![usize::MAX; count + 1];
    nearest[end] = end;
    loop {
        let mut changed = false;
        for &at in order.iter().rev().filter(|at| **at != end) {
            let mut found = usize::MAX;
            for &to in next[at].iter().filter(|to| nearest[**to] != usize::MAX) {
                let (mut a, mut b) = (to, found);
                if b == usize::MAX {
                    found = a;
                    continue;
                }
                while a != b {
                    while number[a] < number[b] {
                        a = nearest[a];
                    }
                    while number[b] < number[a] {
                        b = nearest[b];
                    }
                }
                found = a;
            }
            changed |= std::mem::replace(&mut nearest[at], found) != found;
        }
        if !changed {
            break;
        }
    }
    let block = |n: usize| (n < count).then_some(n as u32);
    nearest.into_iter().take(count).map(block).collect()
}
