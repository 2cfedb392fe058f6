//! Where what failed steps gave is found again in memory.

use raceproof_ir::{Address, FuncId, GlobalId, Inst, Kind, Operand, Point, Program, Reg, SlotId};
use raceproof_library::{Contents, Data, Gives, find};
use rustc_hash::{FxHashMap, FxHashSet};

use super::walk::Stored;

/// A step that takes something out of memory.
#[derive(Clone, Copy)]
pub(super) struct Read {
    /// Which one.
    pub at: Point,
    /// Where it goes, and of which kind it is.
    pub dst: Reg,
    pub kind: Kind,
}

/// A step that copies memory.
#[derive(Clone, Copy)]
struct Copied {
    function: FuncId,
    from: Operand,
    /// Nothing if it is a new block.
    to: Option<Operand>,
}

/// Steps of the program that find what was stored, by where that was.
#[derive(Default)]
pub(super) struct Reads {
    all: Vec<Read>,
    /// Of a global, by its name.
    globals: FxHashMap<GlobalId, Vec<u32>>,
    /// Through a register of a function.
    functions: FxHashMap<FuncId, Vec<u32>>,
    /// Through any register.
    others: Vec<u32>,
    copies: Vec<Copied>,
}

impl Reads {
    pub fn of(program: &Program) -> Reads {
        let mut reads = Reads::default();
        for (at, inst) in program.instructions() {
            if program.function(at.function).origin.is_ours() {
                continue;
            }
            reads.copies.extend(copies(program, at.function, inst));
            let (Some(touch), Some(dst)) = (inst.reads(), inst.results().next()) else {
                continue;
            };
            let number = reads.all.len() as u32;
            match touch.address {
                Operand::Address(Address::Global(global, _)) => {
                    reads.globals.entry(global).or_default().push(number);
                }
                Operand::Reg(_) => {
                    reads.functions.entry(at.function).or_default().push(number);
                    reads.others.push(number);
                }
                _ => continue,
            }
            let kind = program.function(at.function).kind(dst);
            reads.all.push(Read { at, dst, kind });
        }
        reads
    }

    /// Steps that may find what was stored there.
    pub fn find<'r>(
        &'r self,
        stored: Stored,
        exposed: &'r FxHashSet<GlobalId>,
    ) -> impl Iterator<Item = Read> + 'r {
        let numbers = |found: Option<&'r Vec<u32>>| found.map_or(&[][..], Vec::as_slice);
        let near = match stored {
            Stored::Global(global) => numbers(self.globals.get(&global)),
            Stored::Slot(f) => numbers(self.functions.get(&f)),
            Stored::Elsewhere => &self.others,
        };
        let is_elsewhere = stored == Stored::Elsewhere;
        let named = self
            .globals
            .iter()
            .filter(move |(global, _)| is_elsewhere && exposed.contains(global));
        let far = named.flat_map(|(_, numbers)| numbers);
        near.iter().chain(far).map(|number| self.all[*number as usize])
    }

    /// Where copies of memory take along what was stored there.
    pub fn carried(&self, stored: Stored, exposed: &FxHashSet<GlobalId>) -> Vec<Stored> {
        let takes = |copy: &&Copied| match (stored, copy.from) {
            (Stored::Global(global), Operand::Address(Address::Global(other, _))) => global == other,
            (Stored::Elsewhere, Operand::Address(Address::Global(other, _))) => exposed.contains(&other),
            (Stored::Slot(f), Operand::Reg(_)) => f == copy.function,
            (Stored::Elsewhere, Operand::Reg(_)) => true,
            _ => false,
        };
        let copies = self.copies.iter().filter(takes);
        let mut found: Vec<Stored> = Vec::new();
        for copy in copies {
            match copy.to {
                Some(Operand::Address(Address::Global(global, _))) => {
                    found.push(Stored::Global(global));
                    if exposed.contains(&global) {
                        found.push(Stored::Elsewhere);
                    }
                }
                Some(Operand::Reg(_)) => found.extend([Stored::Slot(copy.function), Stored::Elsewhere]),
                _ => found.push(Stored::Elsewhere),
            }
        }
        found
    }
}

/// What a step copies.
fn copies(program: &Program, function: FuncId, inst: &Inst) -> Vec<Copied> {
    let copied = |from: Operand, to| Copied { function, from, to };
    match inst {
        Inst::MemCopy { dst, src, .. } => vec![copied(*src, Some(*dst))],
        _ => {
            let called = inst.called().map(|f| program.function(f));
            let found = called.filter(|f| f.blocks.is_empty()).and_then(|f| find(&f.name));
            let Some(found) = found else { return Vec::new() };
            let args = inst.arguments();
            let mut all: Vec<Copied> = Vec::new();
            for (i, to) in args.iter().enumerate() {
                if let Some((_, Data::Copy(from))) = found.argument(i).and_then(|argument| argument.writes)
                    && let Some(from) = args.get(usize::from(from))
                {
                    all.push(copied(*from, Some(*to)));
                }
            }
            if let Gives::Fresh(_, Contents::Copy(from)) = found.row.gives
                && let Some(from) = args.get(usize::from(from))
            {
                all.push(copied(*from, None));
            }
            all
        }
    }
}

/// Variables whose addresses go nowhere but to functions of the library that do not keep them.
pub(crate) fn private(program: &Program) -> FxHashSet<(FuncId, SlotId)> {
    let mut all = FxHashSet::default();
    for (f, function) in (0..).map(FuncId).zip(&program.functions) {
        let mut slots: Vec<Vec<Reg>> = vec![Vec::new(); function.slots.len()];
        let mut moved: FxHashMap<Reg, Vec<Reg>> = FxHashMap::default();
        // Registers whose values go somewhere.
        let mut given: FxHashSet<Reg> = FxHashSet::default();
        for (inst, _) in function.blocks.iter().flat_map(|block| &block.instructions) {
            match inst {
                Inst::SlotAddr { dst, slot } => slots[slot.0 as usize].push(*dst),
                Inst::Offset {
                    dst,
                    base: Operand::Reg(r),
                    ..
                } => moved.entry(*r).or_default().push(*dst),
                _ => {}
            }
            give(program, inst, &mut given);
        }
        let ends = function
            .blocks
            .iter()
            .filter_map(|block| block.terminator.operand());
        given.extend(ends.filter_map(register));
        for (slot, mut open) in (0..).map(SlotId).zip(slots) {
            let mut seen: FxHashSet<Reg> = open.iter().copied().collect();
            let mut is_private = true;
            while let Some(r) = open.pop().filter(|_| is_private) {
                is_private = !given.contains(&r);
                let next = moved.get(&r).into_iter().flatten();
                open.extend(next.filter(|dst| seen.insert(**dst)));
            }
            if is_private {
                all.insert((f, slot));
            }
        }
    }
    all
}

fn register(operand: Operand) -> Option<Reg> {
    match operand {
        Operand::Reg(r) => Some(r),
        _ => None,
    }
}

/// The registers that a step gives to somebody who might keep them.
fn give(program: &Program, inst: &Inst, given: &mut FxHashSet<Reg>) {
    let places = [inst.reads(), inst.writes()].map(|touch| touch.map(|touch| touch.address));
    let is_library = inst
        .called()
        .is_some_and(|g| program.function(g).blocks.is_empty());
    // Where a handle goes is no business of the thread.
    let is_handle = |operand: &Operand| match inst {
        Inst::Sync { op, args, .. } => op.creates() && args.get(3) == Some(operand),
        _ => false,
    };
    let keeps = matches!(inst, Inst::Offset { .. }) || is_library;
    inst.operands(|operand| {
        if !(keeps || is_handle(&operand) || places.contains(&Some(operand))) {
            given.extend(register(operand));
        }
    });
    given.extend(inst.stored().and_then(register));
}
