//! What values read at some places can influence: a static closure over registers and calls.
//!
//! Used to tell whether values that depend on the schedule steer what threads access. The closure is insensitive to the order of
//! instructions within a function, so it may find influence where there is none, never the other way round. Memory is not followed here: the stores
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
    registers: BTreeMap<FuncId, BTreeSet<Reg>>,
    returns: BTreeSet<FuncId>,
    stores: BTreeSet<(FuncId, u32, usize)>,
    steers: Option<(FuncId, u32, usize)>,
    changed: bool,
}

impl Closure {
    fn add(&mut self, f: FuncId, r: Reg) {
        self.changed |= self.registers.entry(f).or_default().insert(r);
    }

    fn has(&self, f: FuncId, operand: &Operand) -> bool {
        match operand {
            Operand::Reg(r) => self.registers.get(&f).is_some_and(|set| set.contains(r)),
            _ => false,
        }
    }
}

impl Machine<'_> {
    /// What the values read at these places influence.
    pub fn influence(&self, reads: &[Site]) -> Influence {
        let program = self.code.program;
        let mut closure = Closure::default();
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
                Inst::Load { dst, .. }
                | Inst::LoadBits { dst, .. }
                | Inst::AtomicLoad { dst, .. }
                | Inst::AtomicRmw { dst, .. } => closure.add(at.function, *dst),
                Inst::AtomicCas { dst, ok, .. } => {
                    closure.add(at.function, *dst);
                    closure.add(at.function, *ok);
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
                    dst,
                    ..
                } => {
                    let name = program.function(*f).name.as_str();
                    if matches!(name, "memcpy" | "memmove") {
                        closure.stores.insert(place);
                    } else if is_harmless(name) {
                        dst.iter().for_each(|d| closure.add(at.function, *d));
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
            for (i, (inst, _)) in block.instructions.iter().enumerate() {
                self.follow_instruction(f, (f, b as u32, i), inst, c);
            }
            let end = (f, b as u32, block.instructions.len());
            let steers = match &block.terminator {
                Terminator::Branch { cond, .. } => c.has(f, cond),
                Terminator::Switch { value, .. } => c.has(f, value),
                Terminator::JumpTo { target, .. } => c.has(f, target),
                Terminator::Return(Some(value)) => {
                    if c.has(f, value) {
                        c.changed |= c.returns.insert(f);
                    }
                    false
                }
                Terminator::Return(None) | Terminator::Jump(BlockId(_)) | Terminator::Unreachable => false,
            };
            if steers {
                c.steers = Some(end);
            }
        }
    }

    fn follow_instruction(&self, f: FuncId, place: (FuncId, u32, usize), inst: &Inst, c: &mut Closure) {
        let program = self.code.program;
        let steered = |c: &mut Closure, operands: &[&Operand]| {
            if operands.iter().any(|o| c.has(f, o)) {
                c.steers = Some(place);
            }
        };
        match inst {
            Inst::Copy { dst, src } | Inst::Convert { dst, src, .. } => {
                if c.has(f, src) {
                    c.add(f, *dst);
                }
            }
            Inst::Unary { dst, a, .. } => {
                if c.has(f, a) {
                    c.add(f, *dst);
                }
            }
            Inst::Binary { dst, a, b, .. } | Inst::Compare { dst, a, b, .. } => {
                if c.has(f, a) || c.has(f, b) {
                    c.add(f, *dst);
                }
            }
            Inst::Offset { dst, base, index, .. } => {
                if c.has(f, base) || c.has(f, index) {
                    c.add(f, *dst);
                }
            }
            Inst::SlotAddr { .. }
            | Inst::SlotDead { .. }
            | Inst::ThreadLocalAddr { .. }
            | Inst::Fence { .. } => {}
            Inst::Alloca { size, .. } => steered(c, &[size]),
            Inst::AllocaFree { addr }
            | Inst::Load { addr, .. }
            | Inst::LoadBits { addr, .. }
            | Inst::AtomicLoad { addr, .. } => {
                steered(c, &[addr]);
            }
            Inst::Store { addr, value, .. }
            | Inst::StoreBits { addr, value, .. }
            | Inst::AtomicStore { addr, value, .. } => {
                steered(c, &[addr]);
                if c.has(f, value) {
                    c.stores.insert(place);
                }
            }
            Inst::MemCopy { dst, src, size } => steered(c, &[dst, src, size]),
            Inst::MemFill { dst, byte, size } => {
                steered(c, &[dst, size]);
                if c.has(f, byte) {
                    c.stores.insert(place);
                }
            }
            Inst::AtomicRmw { addr, value, dst, .. } => {
                steered(c, &[addr]);
                if c.has(f, value) {
                    c.stores.insert(place);
                    c.add(f, *dst);
                }
            }
            Inst::AtomicCas {
                addr,
                expected,
                desired,
                ..
            } => steered(c, &[addr, expected, desired]),
            Inst::Call { dst, callee, args } => match callee {
                Callee::Function(g) => {
                    let callee = program.function(*g);
                    let given = args
                        .iter()
                        .enumerate()
                        .filter(|(_, a)| c.has(f, a))
                        .map(|(i, _)| i);
                    let given: Vec<usize> = given.collect();
                    if callee.blocks.is_empty() {
                        if !given.is_empty() && !is_harmless(&callee.name) {
                            c.steers = Some(place);
                        }
                        if !given.is_empty() {
                            dst.iter().for_each(|d| c.add(f, *d));
                        }
                    } else {
                        given.into_iter().for_each(|i| c.add(*g, Reg(i as u32)));
                    }
                    if c.returns.contains(g) {
                        dst.iter().for_each(|d| c.add(f, *d));
                    }
                }
                Callee::Pointer(p) => {
                    steered(c, &[p]);
                    steered(c, &args.iter().collect::<Vec<_>>());
                    if !c.returns.is_empty() {
                        dst.iter().for_each(|d| c.add(f, *d));
                    }
                }
            },
            // The value that a thread returns is for whoever joins it; everything else names objects and bounds.
            Inst::Sync {
                op: SyncOp::ThreadExit,
                ..
            } => {}
            Inst::Sync { args, .. } => steered(c, &args.iter().collect::<Vec<_>>()),
            Inst::Nondet { .. } | Inst::Gap { .. } => {}
            Inst::Assume { cond } | Inst::Assert { cond, .. } => steered(c, &[cond]),
            Inst::SetJump { buffer, .. } => steered(c, &[buffer]),
            Inst::LongJump { buffer, value } => steered(c, &[buffer, value]),
        }
    }
}
