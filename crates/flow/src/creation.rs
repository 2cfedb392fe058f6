//! Whether a program may still create threads after a place, in any execution: a static closure over blocks
//! and calls.
//!
//! Used to tell whether what a thread reads while it is alone can matter for races: it cannot if nobody will
//! ever run beside it. Lanes of a vector loop count as created by their `work_begin`. An indirect call may
//! call whatever function there is, so creation may be found where there is none, never the other way round.

use raceproof_ir::{Address, FuncId, Function, Inst, Operand, Point, Program, SyncOp};
use std::collections::{BTreeMap, BTreeSet};

use crate::callback::{Callbacks, Callees};
use crate::{Facts, solitude};

/// Where threads may be created from.
#[derive(Clone, Debug, Default)]
pub struct Creation {
    /// Functions that may create threads while they run.
    creators: BTreeSet<FuncId>,
    /// The last instruction of a block that may create threads while it runs.
    last: BTreeMap<(FuncId, u32), usize>,
    /// Blocks from whose start a creation may be reached, in the function or after it returned.
    blocks: BTreeSet<(FuncId, u32)>,
    /// Functions after whose return a creation may be reached.
    returns: BTreeSet<FuncId>,
}

/// Where other threads may be there already.
#[derive(Clone, Debug, Default)]
pub struct Company {
    /// Functions that may be called then.
    functions: BTreeSet<FuncId>,
    /// Blocks that may be entered then, after a creation in the same function.
    blocks: BTreeSet<(FuncId, u32)>,
}

impl Company {
    fn new(program: &Program, callbacks: &Callbacks, creators: &BTreeSet<FuncId>) -> Company {
        let functions: Vec<(FuncId, &Function)> = (0..).map(FuncId).zip(&program.functions).collect();
        let mut company = Company::default();
        // Who is called through an address may be called by a thread.
        let mut take = |address: &Address| {
            if let Address::Function(f) = address {
                company.functions.insert(*f);
            }
        };
        program
            .globals
            .iter()
            .flat_map(|global| &global.relocations)
            .for_each(|relocation| take(&relocation.target));
        for (_, inst) in program.instructions() {
            inst.operands(|operand| {
                if let Operand::Address(address) = operand {
                    take(&address);
                }
            });
        }
        loop {
            let before = (company.functions.len(), company.blocks.len());
            for &(f, function) in &functions {
                for (b, block) in (0..).zip(&function.blocks) {
                    let mut is_beside = company.functions.contains(&f) || company.blocks.contains(&(f, b));
                    for (inst, _) in &block.instructions {
                        is_beside |= creates(creators, callbacks, inst);
                        if let (true, Callees::Known(some)) = (is_beside, callbacks.of(inst)) {
                            company.functions.extend(some);
                        }
                    }
                    if is_beside {
                        let next = block.terminator.successors();
                        company.blocks.extend(next.map(|to| (f, to.0)));
                    }
                }
            }
            if before == (company.functions.len(), company.blocks.len()) {
                return company;
            }
        }
    }
}

/// Functions that may create threads while they run.
fn creators(functions: &[(FuncId, &Function)], callbacks: &Callbacks) -> BTreeSet<FuncId> {
    let mut callers: BTreeMap<FuncId, Vec<FuncId>> = BTreeMap::new();
    // Those that may call whoever there is.
    let mut careless = Vec::new();
    let mut open = Vec::new();
    for &(f, function) in functions {
        for (inst, _) in function.blocks.iter().flat_map(|b| &b.instructions) {
            if creates(&BTreeSet::new(), callbacks, inst) {
                open.push(f);
            }
            for callees in [callbacks.of(inst), callbacks.later(inst)] {
                match callees {
                    Callees::Known(some) => some.iter().for_each(|g| callers.entry(*g).or_default().push(f)),
                    Callees::Any => careless.push(f),
                }
            }
        }
    }
    if !open.is_empty() {
        open.append(&mut careless);
    }
    let mut creators = BTreeSet::new();
    while let Some(f) = open.pop() {
        if creators.insert(f) {
            open.extend(callers.get(&f).into_iter().flatten());
        }
    }
    creators
}

fn creates(creators: &BTreeSet<FuncId>, callbacks: &Callbacks, inst: &Inst) -> bool {
    // Nobody knows here where a jump ends.
    inst.jumps()
        || inst
            .sync()
            .is_some_and(|op| op.creates() || op == SyncOp::WorkBegin)
        || callbacks.starts(inst)
        || [callbacks.of(inst), callbacks.later(inst)]
            .iter()
            .any(|callees| callees.any(!creators.is_empty(), |f| creators.contains(&f)))
}

impl Creation {
    /// Whether a creation may be reached from an instruction of a block.
    fn from(&self, f: FuncId, function: &Function, block: u32, index: usize) -> bool {
        let terminator = &function.blocks[block as usize].terminator;
        self.last.get(&(f, block)).is_some_and(|last| *last >= index)
            || terminator.successors().any(|b| self.blocks.contains(&(f, b.0)))
            || terminator.returns() && self.returns.contains(&f)
    }

    /// Looks through a program.
    pub(crate) fn new(program: &Program, callbacks: &Callbacks) -> Creation {
        let functions: Vec<(FuncId, &Function)> = (0..).map(FuncId).zip(&program.functions).collect();
        let creators = creators(&functions, callbacks);
        let mut creation = Creation::default();
        for &(f, function) in &functions {
            for (b, block) in (0..).zip(&function.blocks) {
                let is_creation = |(inst, _): &(Inst, _)| creates(&creators, callbacks, inst);
                if let Some(last) = block.instructions.iter().rposition(is_creation) {
                    creation.last.insert((f, b), last);
                }
            }
        }
        let ends = |f: FuncId| callbacks.follow(f, !creators.is_empty(), |g| creators.contains(&g));
        creation.returns = functions.iter().map(|(f, _)| *f).filter(|f| ends(*f)).collect();
        creation.creators = creators;
        // A function is looked at once, and once more when its return turns out to lead to a creation.
        let mut open: Vec<FuncId> = functions.iter().map(|(f, _)| *f).collect();
        while let Some(f) = open.pop() {
            let function = program.function(f);
            creation.spread(f, function);
            for (b, block) in (0..).zip(&function.blocks) {
                for (i, (inst, _)) in block.instructions.iter().enumerate() {
                    let callees = callbacks.of(inst);
                    // What the library calls may be called again before the call is over.
                    let after = || usize::from(!callbacks.is_native(block, i));
                    if !callees.any(true, |_| true) || !creation.from(f, function, b, i + after()) {
                        continue;
                    }
                    let mut add = |g: FuncId| {
                        if creation.returns.insert(g) {
                            open.push(g);
                        }
                    };
                    match callees {
                        Callees::Known(some) => some.into_iter().for_each(&mut add),
                        Callees::Any => functions.iter().for_each(|(g, _)| add(*g)),
                    }
                }
            }
        }
        creation
    }

    /// Finds the blocks of a function from which a creation may be reached, against the direction of jumps.
    fn spread(&mut self, f: FuncId, function: &Function) {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); function.blocks.len()];
        for (b, block) in (0..).zip(&function.blocks) {
            for to in block.terminator.successors() {
                before[to.0 as usize].push(b);
            }
        }
        let all = 0..function.blocks.len() as u32;
        let mut open: Vec<u32> = all.filter(|b| self.from(f, function, *b, 0)).collect();
        while let Some(b) = open.pop() {
            if self.blocks.insert((f, b)) {
                open.extend(&before[b as usize]);
            }
        }
    }
}

impl Facts<'_> {
    /// Whether threads may be created at all.
    pub fn may_create(&self) -> bool {
        !*self.alone.get_or_init(|| solitude::is_alone(self.program))
    }

    /// Whether a function may create threads before it returns.
    pub(crate) fn may_create_in(&self, f: FuncId) -> bool {
        self.creation().creators.contains(&f)
    }

    /// Whether other threads may have been created before this place is come to.
    pub(crate) fn may_be_beside(&self, at: Point) -> bool {
        let creators = &self.creation().creators;
        let callbacks = self.callbacks();
        let company = self
            .company
            .get_or_init(|| Company::new(self.program, callbacks, creators));
        let before = &self.program.block(at).instructions[..at.index as usize];
        company.functions.contains(&at.function)
            || company.blocks.contains(&(at.function, at.block.0))
            || before.iter().any(|(inst, _)| creates(creators, callbacks, inst))
    }

    /// Whether threads may be created after this place.
    pub fn may_create_after(&self, at: Point) -> bool {
        let function = self.program.function(at.function);
        let callbacks = self.callbacks();
        // What a native reads it reads before it calls back.
        let index = at.index as usize;
        let after = usize::from(!callbacks.is_native(self.program.block(at), index));
        let from = index + after;
        self.creation().from(at.function, function, at.block.0, from)
    }
}
