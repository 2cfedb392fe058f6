//! Globals whose values influence nothing but each other's: sums that nobody looks at, items that are handed
//! on.
//!
//! Two states that differ in such values only go the same ways, with the same accesses, so a search need not
//! tell them apart. A global is idle if its address is used for loads and stores only, and what is loaded
//! from it steers nothing and is stored to idle globals only. Registers are not told apart by where they are,
//! so a register that is ever an address of a global counts as one everywhere.
//!
//! Not found: locals, blocks of the heap, and globals whose addresses are passed on. A program that makes
//! addresses of numbers has none.

use crate::limits;
use raceproof_ir::{Address, ConvertOp, DataModel, FuncId, GlobalId, Inst, Operand, Point, Reg, Use};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

use crate::{Crossings, Facts, Influence, Own};

/// What a register may be the address of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Targets {
    globals: BTreeSet<GlobalId>,
    /// It may be something else too.
    other: bool,
}

/// By function, the registers that are ever addresses of globals.
type Pointers = Vec<FxHashMap<Reg, Targets>>;

impl Facts<'_> {
    /// The globals whose values influence nothing but each other's.
    pub fn idle(&self) -> BTreeSet<GlobalId> {
        let idle = self
            .pointers_of_all()
            .map(|pointers| self.idle_globals(&pointers));
        idle.unwrap_or_default()
    }

    /// Whether what these places read makes a difference: it steers something, or it is stored where somebody
    /// may look who does. Where that is is not followed through memory, but for idle globals.
    pub fn reads_matter(&self, reads: &[Point]) -> bool {
        match self.influence(reads, &[], &Own::default(), &Crossings::default()) {
            Influence::Stores { stores, branches } if branches.is_empty() => {
                let is_idle = |pointers: Pointers| {
                    let idle = self.idle_globals(&pointers);
                    stores.iter().all(|&s| self.stores_into(s, &idle, &pointers))
                };
                !stores.is_empty() && !self.pointers_of_all().is_some_and(is_idle)
            }
            _ => true,
        }
    }

    /// The registers that are ever addresses of globals; none if the program makes addresses of numbers.
    fn pointers_of_all(&self) -> Option<Pointers> {
        let program = self.program;
        let blocks = program.functions.iter().flat_map(|f| &f.blocks);
        let mut instructions = blocks.flat_map(|b| &b.instructions).map(|(inst, _)| inst);
        let is_made = |inst: &Inst| matches!(inst, Inst::Convert { op, .. } if *op == ConvertOp::IntToPtr);
        if program.model == DataModel::Ilp32 || instructions.any(is_made) {
            return None;
        }
        let functions = (0..program.functions.len() as u32).map(FuncId);
        Some(functions.map(|f| self.pointers(f)).collect())
    }

    fn idle_globals(&self, pointers: &Pointers) -> BTreeSet<GlobalId> {
        let program = self.program;
        let escaped = self.escaped(pointers);
        let (reads, written) = self.uses(pointers);
        let plain = |g: &GlobalId| !escaped.contains(g) && !program.global(*g).thread_local;
        let mut idle = BTreeMap::new();
        for g in written
            .into_iter()
            .filter(plain)
            .take(limits::IDLE_GLOBALS.size())
        {
            let reads = reads.get(&g).map_or(&[][..], Vec::as_slice);
            match self.influence(reads, &[], &Own::default(), &Crossings::default()) {
                Influence::Stores { stores, branches } if branches.is_empty() => {
                    idle.insert(g, stores);
                }
                _ => {}
            }
        }
        loop {
            let before = idle.len();
            let names: BTreeSet<GlobalId> = idle.keys().copied().collect();
            idle.retain(|_, stores| stores.iter().all(|&s| self.stores_into(s, &names, pointers)));
            if idle.len() == before {
                break;
            }
        }
        idle.into_keys().collect()
    }

    /// The registers of a function that are ever addresses of globals, and what else they may be.
    fn pointers(&self, f: FuncId) -> FxHashMap<Reg, Targets> {
        let function = self.program.function(f);
        let mut pointers: FxHashMap<Reg, Targets> = FxHashMap::default();
        let add = |pointers: &mut FxHashMap<Reg, Targets>, dst: Reg, new: Targets| {
            let old = pointers.entry(dst).or_default();
            let before = (old.globals.len(), old.other);
            old.globals.extend(new.globals);
            old.other |= new.other;
            before != (old.globals.len(), old.other)
        };
        let other = || Targets {
            other: true,
            ..Targets::default()
        };
        for r in (0..function.params).map(Reg) {
            add(&mut pointers, r, other());
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for (inst, _) in function.blocks.iter().flat_map(|b| &b.instructions) {
                if let Some((dst, base)) = inst.base() {
                    let targets = targets(&base, &pointers);
                    changed |= add(&mut pointers, dst, targets);
                } else {
                    for dst in inst.results() {
                        changed |= add(&mut pointers, dst, other());
                    }
                }
            }
        }
        pointers
    }

    /// The globals whose addresses go elsewhere than into loads and stores.
    fn escaped(&self, pointers: &Pointers) -> BTreeSet<GlobalId> {
        let program = self.program;
        let mut escaped = BTreeSet::new();
        let relocations = program.globals.iter().flat_map(|g| &g.relocations);
        for relocation in relocations {
            if let Address::Global(g, _) = relocation.target {
                escaped.insert(g);
            }
        }
        for (function, pointers) in program.functions.iter().zip(pointers) {
            let mut escape = |o: &Operand| escaped.extend(targets(o, pointers).globals);
            for block in &function.blocks {
                for (inst, _) in &block.instructions {
                    let is_plain = plain_load(inst).is_some() || plain_store(inst).is_some();
                    let mut base = inst.base().map(|(_, base)| base);
                    inst.uses(|what, o| {
                        // What is handed on is followed; if it stands there twice, once only.
                        let is_kept = base == Some(o) && base.take().is_some();
                        if !(is_kept || is_plain && what == Use::Address) {
                            escape(&o);
                        }
                    });
                }
                block.terminator.operand().iter().for_each(&mut escape);
            }
        }
        escaped
    }

    /// Where globals may be read, and which may be written.
    fn uses(&self, pointers: &Pointers) -> (BTreeMap<GlobalId, Vec<Point>>, BTreeSet<GlobalId>) {
        let mut reads: BTreeMap<GlobalId, Vec<Point>> = BTreeMap::new();
        let mut written = BTreeSet::new();
        let program = self.program;
        for (at, inst) in program.instructions() {
            let pointers = &pointers[at.function.0 as usize];
            for g in plain_load(inst)
                .iter()
                .flat_map(|addr| targets(addr, pointers).globals)
            {
                reads.entry(g).or_default().push(at);
            }
            if let Some(addr) = plain_store(inst) {
                written.extend(targets(&addr, pointers).globals);
            }
        }
        (reads, written)
    }

    /// Whether a step is a store into one of these globals and nothing else.
    fn stores_into(&self, at: Point, globals: &BTreeSet<GlobalId>, pointers: &Pointers) -> bool {
        let Some(addr) = self.program.instruction(at).and_then(plain_store) else {
            return false;
        };
        let targets = targets(&addr, &pointers[at.function.0 as usize]);
        !targets.other && !targets.globals.is_empty() && targets.globals.is_subset(globals)
    }
}

/// Where an instruction loads a scalar or a bit-field, if that is all.
fn plain_load(inst: &Inst) -> Option<Operand> {
    let touch = inst.reads().filter(|touch| touch.is_plain());
    touch.map(|touch| touch.address)
}

/// Where an instruction stores one.
fn plain_store(inst: &Inst) -> Option<Operand> {
    let touch = inst.writes().filter(|touch| touch.is_plain());
    touch.map(|touch| touch.address)
}

/// What an operand may be the address of.
fn targets(operand: &Operand, pointers: &FxHashMap<Reg, Targets>) -> Targets {
    match operand {
        Operand::Address(Address::Global(g, _)) => Targets {
            globals: BTreeSet::from([*g]),
            other: false,
        },
        Operand::Reg(r) => pointers.get(r).cloned().unwrap_or_default(),
        _ => Targets {
            other: true,
            ..Targets::default()
        },
    }
}
