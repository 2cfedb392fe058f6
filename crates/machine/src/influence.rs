//! What values read at some places can influence: a static closure over registers and calls.
//!
//! Used to tell whether values that depend on the schedule steer what threads access. Within a function registers are followed from
//! block to block; calls are followed into the callee for whoever calls it. So influence may be found where there is none, never the
//! other way round. Memory is not followed here: the stores
//! that take such values are given back, and a run tells who reads them.

use raceproof_ir::{BlockId, Callee, FuncId, Inst, Operand, Reg, SyncOp, Terminator};
use std::collections::{BTreeMap, BTreeSet};

use crate::{Machine, Site};

/// What the values influence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Influence {
    /// Control, an address or a bound, there.
    Steers(Site),
    /// Nothing but the values of these stores.
    Stores(Vec<Site>),
}

/// Library functions whose only effect is output, or that compute a number from numbers.
fn is_harmless(name: &str) -> bool {
    const OUTPUT: [&str; 14] = [
        "printf", "fprintf", "puts", "putchar", "fputs", "fputc", "putc", "fflush", "perror", "vprintf",
        "vfprintf", "write", "fwrite", "dprintf",
    ];
    const MATH: [&str; 24] = [
        "sqrt", "fabs", "sin", "cos", "tan", "exp", "log", "log2", "log10", "pow", "floor", "ceil", "round",
        "trunc", "fmod", "fmin", "fmax", "abs", "labs", "hypot", "atan", "atan2", "cbrt", "exp2",
    ];
    let plain = name.trim_end_matches(['f', 'l']);
    OUTPUT.contains(&name) || MATH.contains(&name) || MATH.contains(&plain)
}

#[derive(Default)]
struct Closure {
    /// Instructions whose results have the values in question.
    seeds: BTreeSet<(FuncId, u32, usize)>,
    /// Registers that have such values at the start of blocks.
    entries: BTreeMap<(FuncId, u32), BTreeSet<Reg>>,
    /// The same at the instruction at hand.
    now: BTreeSet<Reg>,
    returns: BTreeSet<FuncId>,
    stores: BTreeSet<(FuncId, u32, usize)>,
    steers: Option<(FuncId, u32, usize)>,
    changed: bool,
}

impl Closure {
    fn has(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Reg(r) if self.now.contains(r))
    }

    /// A register gets a value, which is one in question or not.
    fn assign(&mut self, r: Reg, tainted: bool) {
        if tainted {
            self.now.insert(r);
        } else {
            self.now.remove(&r);
        }
    }

    /// A register may have such a value at the start of a block.
    fn enter(&mut self, f: FuncId, block: u32, r: Reg) {
        self.changed |= self.entries.entry((f, block)).or_default().insert(r);
    }
}

impl Machine<'_> {
    /// What the values read at these places influence.
    pub fn influence(&self, reads: &[Site]) -> Influence {
        self.influence_with(reads, &[])
    }

    /// What the values read and those computed at these places influence.
    pub fn influence_with(&self, reads: &[Site], computed: &[Site]) -> Influence {
        let program = self.code.program;
        let mut closure = Closure::default();
        for &site in computed {
            let Some(at) = self.code.locate(site) else {
                return Influence::Steers(site);
            };
            closure.seeds.insert((at.function, at.block.0, at.index));
        }
        for &site in reads {
            let Some(at) = self.code.locate(site) else {
                return Influence::Steers(site);
            };
            let block = &program.function(at.function).blocks[at.block.0 as usize];
            let Some((inst, _)) = block.instructions.get(at.index) else {
                return Influence::Steers(site);
            };
            let place = (at.function, at.block.0, at.index);
            match inst {
                Inst::Load { .. }
                | Inst::LoadBits { .. }
                | Inst::AtomicLoad { .. }
                | Inst::AtomicRmw { .. }
                | Inst::AtomicCas { .. } => {
                    closure.seeds.insert(place);
                }
                // A bit-field store reads its neighbours and puts them back.
                Inst::Store { .. }
                | Inst::StoreBits { .. }
                | Inst::AtomicStore { .. }
                | Inst::MemFill { .. } => {}
                Inst::MemCopy { .. } => {
                    closure.stores.insert(place);
                }
                Inst::Call {
                    callee: Callee::Function(f),
                    ..
                } => {
                    let name = program.function(*f).name.as_str();
                    if matches!(name, "memcpy" | "memmove") {
                        closure.stores.insert(place);
                    } else if is_harmless(name) {
                        closure.seeds.insert(place);
                    } else {
                        return Influence::Steers(site);
                    }
                }
                // Locks and the like touch their own bytes.
                Inst::Sync { .. } => {}
                _ => return Influence::Steers(site),
            }
        }
        closure.changed = true;
        while std::mem::take(&mut closure.changed) && closure.steers.is_none() {
            for f in (0..program.functions.len() as u32).map(FuncId) {
                self.follow(f, &mut closure);
            }
        }
        if let Some((f, block, index)) = closure.steers {
            return Influence::Steers(self.first_site(f, block, index));
        }
        let mut stores = Vec::new();
        for &(f, block, index) in &closure.stores {
            stores.extend(self.sites(f, block, index));
        }
        Influence::Stores(stores)
    }

    fn sites(&self, f: FuncId, block: u32, index: usize) -> impl Iterator<Item = Site> + '_ {
        let routine = &self.code.functions[f.0 as usize];
        (routine.entry..routine.end)
            .filter(move |&op| {
                let origin = self.code.origins[op as usize];
                origin.block == block && origin.index as usize == index
            })
            .map(Site)
    }

    fn first_site(&self, f: FuncId, block: u32, index: usize) -> Site {
        self.sites(f, block, index).next().unwrap_or(Site::START)
    }

    /// One pass over a function.
    fn follow(&self, f: FuncId, c: &mut Closure) {
        let program = self.code.program;
        for (b, block) in program.function(f).blocks.iter().enumerate() {
            c.now = c.entries.get(&(f, b as u32)).cloned().unwrap_or_default();
            for (i, (inst, _)) in block.instructions.iter().enumerate() {
                self.follow_instruction((f, b as u32, i), inst, c);
            }
            let steers = match &block.terminator {
                Terminator::Branch { cond, .. } => c.has(cond),
                Terminator::Switch { value, .. } => c.has(value),
                Terminator::JumpTo { target, .. } => c.has(target),
                Terminator::Return(Some(value)) => {
                    if c.has(value) {
                        c.changed |= c.returns.insert(f);
                    }
                    false
                }
                Terminator::Return(None) | Terminator::Jump(_) | Terminator::Unreachable => false,
            };
            if steers {
                c.steers = Some((f, b as u32, block.instructions.len()));
            }
            let now = std::mem::take(&mut c.now);
            for next in successors(&block.terminator) {
                now.iter().for_each(|r| c.enter(f, next.0, *r));
            }
        }
    }

    fn follow_instruction(&self, place: (FuncId, u32, usize), inst: &Inst, c: &mut Closure) {
        let program = self.code.program;
        let seed = c.seeds.contains(&place);
        let steered = |c: &mut Closure, operands: &[&Operand]| {
            if operands.iter().any(|o| c.has(o)) {
                c.steers = Some(place);
            }
        };
        match inst {
            Inst::Copy { dst, src } | Inst::Convert { dst, src, .. } => c.assign(*dst, seed || c.has(src)),
            Inst::Unary { dst, a, .. } => c.assign(*dst, seed || c.has(a)),
            Inst::Binary { dst, a, b, .. } | Inst::Compare { dst, a, b, .. } => {
                c.assign(*dst, seed || c.has(a) || c.has(b))
            }
            Inst::Offset { dst, base, index, .. } => {
                c.assign(*dst, seed || c.has(base) || c.has(index));
            }
            Inst::SlotAddr { dst, .. } | Inst::ThreadLocalAddr { dst, .. } | Inst::Nondet { dst, .. } => {
                c.assign(*dst, false);
            }
            Inst::SlotDead { .. } | Inst::Fence { .. } | Inst::Gap { .. } => {}
            Inst::Alloca { dst, size, .. } => {
                steered(c, &[size]);
                c.assign(*dst, false);
            }
            Inst::AllocaFree { addr } => steered(c, &[addr]),
            Inst::Load { dst, addr, .. }
            | Inst::LoadBits { dst, addr, .. }
            | Inst::AtomicLoad { dst, addr, .. } => {
                steered(c, &[addr]);
                c.assign(*dst, seed);
            }
            Inst::Store { addr, value, .. }
            | Inst::StoreBits { addr, value, .. }
            | Inst::AtomicStore { addr, value, .. } => {
                steered(c, &[addr]);
                if c.has(value) {
                    c.stores.insert(place);
                }
            }
            Inst::MemCopy { dst, src, size } => steered(c, &[dst, src, size]),
            Inst::MemFill { dst, byte, size } => {
                steered(c, &[dst, size]);
                if c.has(byte) {
                    c.stores.insert(place);
                }
            }
            Inst::AtomicRmw { addr, value, dst, .. } => {
                steered(c, &[addr]);
                if c.has(value) {
                    c.stores.insert(place);
                }
                c.assign(*dst, seed || c.has(value));
            }
            Inst::AtomicCas {
                addr,
                expected,
                desired,
                dst,
                ok,
                ..
            } => {
                steered(c, &[addr, expected, desired]);
                c.assign(*dst, seed);
                c.assign(*ok, seed);
            }
            Inst::Call { dst, callee, args } => {
                let tainted = match callee {
                    Callee::Function(g) => {
                        let callee = program.function(*g);
                        let given: Vec<u32> = (0u32..)
                            .zip(args)
                            .filter(|(_, a)| c.has(a))
                            .map(|(i, _)| i)
                            .collect();
                        if callee.blocks.is_empty() {
                            if !given.is_empty() && !is_harmless(&callee.name) {
                                c.steers = Some(place);
                            }
                            seed || !given.is_empty()
                        } else {
                            given.into_iter().for_each(|i| c.enter(*g, 0, Reg(i)));
                            c.returns.contains(g)
                        }
                    }
                    Callee::Pointer(p) => {
                        steered(c, &[p]);
                        steered(c, &args.iter().collect::<Vec<_>>());
                        !c.returns.is_empty()
                    }
                };
                dst.iter().for_each(|d| c.assign(*d, tainted));
            }
            Inst::Sync { op, dst, args } => {
                // The value that a thread returns is for whoever joins it; everything else names objects and bounds.
                if *op != SyncOp::ThreadExit {
                    steered(c, &args.iter().collect::<Vec<_>>());
                } else if args.iter().any(|a| c.has(a)) {
                    c.changed |= c.returns.insert(place.0);
                }
                let given = matches!(op, SyncOp::ThreadJoin | SyncOp::TaskValue | SyncOp::TaskGet);
                let tainted = given && !c.returns.is_empty();
                dst.iter().for_each(|d| c.assign(*d, tainted));
            }
            Inst::Assume { cond } | Inst::Assert { cond, .. } => steered(c, &[cond]),
            Inst::SetJump { dst, buffer } => {
                steered(c, &[buffer]);
                c.assign(*dst, false);
            }
            Inst::LongJump { buffer, value } => steered(c, &[buffer, value]),
        }
    }
}

/// Where a block can go.
fn successors(terminator: &Terminator) -> Vec<BlockId> {
    match terminator {
        Terminator::Jump(b) => vec![*b],
        Terminator::Branch { then, otherwise, .. } => vec![*then, *otherwise],
        Terminator::Switch { cases, default, .. } => {
            cases.iter().map(|case| case.target).chain([*default]).collect()
        }
        Terminator::JumpTo { labels, .. } => labels.clone(),
        Terminator::Return(_) | Terminator::Unreachable => Vec::new(),
    }
}
