//! What belongs to one thread and would be different in another, and what OpenMP's runtime keeps to itself.
//!
//! An engine that lets one run stand for all mappings of works to threads must know that a work does the same
//! whoever does it. What OpenMP's runtime does for itself the program does not see ([`Facts::is_inner`]). Who
//! has the address of a thread's own memory matters, so it is told which steps may store one
//! ([`Facts::stores_address`]), and which blocks nobody but their thread can use ([`Facts::scratch`]).

use raceproof_ir::{
    BlockId, Callee, ConvertOp, Extent, FuncId, Function, Inst, Kind, Operand, Point, Program, Reg, Role,
    SyncOp, Terminator,
};
use raceproof_library::{Contents, Gives, Row, find};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

use crate::Facts;

impl Facts<'_> {
    /// Whether a step is one that OpenMP's runtime does for itself. What it makes there it uses without
    /// races, as far as only it does; what it does for the program in functions that the program calls by
    /// name is not meant.
    pub fn is_inner(&self, at: Point) -> bool {
        let contexts = self.contexts.get_or_init(|| self.context_accesses());
        self.program.function(at.function).is_inner() || contexts.contains(&at)
    }

    /// Where what a task gets is put into the block that the runtime has made for it, and where the task's
    /// function takes it from there.
    pub(crate) fn context_accesses(&self) -> FxHashSet<Point> {
        let program = self.program;
        let mut found = FxHashSet::default();
        let is_block = |f: &FuncId| program.function(*f).role == Some(Role::TaskBlock);
        let functions = || (0..program.functions.len() as u32).map(FuncId);
        let Some(make) = functions().find(is_block) else {
            return found;
        };
        for f in functions() {
            let function = program.function(f);
            // The first parameter of a construct's body is its context, and nobody sets it.
            let context = function.origin.is_region().then_some(Reg(0));
            for (b, block) in (0..).map(BlockId).zip(&function.blocks) {
                let mut known: FxHashSet<Reg> = context.into_iter().collect();
                for (i, (inst, _)) in (0..).zip(&block.instructions) {
                    let is_known =
                        |operand: &Operand| matches!(operand, Operand::Reg(r) if known.contains(r));
                    if let Inst::Load { addr, .. } | Inst::Store { addr, .. } = inst
                        && is_known(addr)
                    {
                        found.insert(Point::new(f, b, i));
                    }
                    let is_context = match inst {
                        Inst::Call { callee, .. } => *callee == Callee::Function(make),
                        Inst::Offset { base, .. } => is_known(base),
                        _ => false,
                    };
                    for dst in inst.results() {
                        if is_context {
                            known.insert(dst);
                        } else {
                            known.remove(&dst);
                        }
                    }
                }
            }
        }
        found
    }

    /// Whether a step may store an address. What OpenMP's runtime copies for itself as one record has no
    /// address of the program in it.
    pub fn stores_address(&self, at: Point) -> bool {
        let is_cast = |inst: &Inst| matches!(inst, Inst::Convert { op, .. } if *op == ConvertOp::PtrToInt);
        let casts = || {
            let casts = || self.program.instructions().any(|(_, inst)| is_cast(inst));
            *self.casts.get_or_init(casts)
        };
        let is_address = |kind: Kind| kind == Kind::Ptr || kind == Kind::I64 && casts();
        let Some(inst) = self.program.instruction(at) else {
            return false;
        };
        match inst.writes().map(|touch| touch.extent) {
            Some(Extent::Scalar(kind)) => is_address(kind),
            Some(Extent::Field(_)) => false,
            Some(Extent::Bytes(_)) => {
                inst.reads().is_some() && !self.program.function(at.function).is_inner()
            }
            None => inst.callee().is_some(),
        }
    }

    /// Whether a step writes a block of bytes, and all that it says.
    pub fn writes_block(&self, at: Point) -> bool {
        let Some(inst) = self.program.instruction(at) else {
            return false;
        };
        let extent = inst.writes().map(|touch| touch.extent);
        matches!(extent, Some(Extent::Bytes(_))) || row(self.program, inst).is_some_and(Row::writes)
    }

    /// Whether a step synchronises by something else than a lock.
    pub fn synchronises(&self, at: Point) -> bool {
        let op = self.program.instruction(at).and_then(Inst::sync);
        op.is_some_and(|op| {
            !matches!(
                op,
                SyncOp::MutexLock | SyncOp::MutexUnlock | SyncOp::SpinLock | SyncOp::SpinUnlock
            )
        })
    }

    /// The steps that allocate a block whose address never leaves the registers of its function: it is stored
    /// nowhere and given to no function but some that do not keep it. So nobody but the thread uses the
    /// block.
    pub fn scratch(&self) -> FxHashSet<Point> {
        let program = self.program;
        let is_scratch = |at: &Point, inst: &Inst| {
            let function = program.function(at.function);
            allocates(program, inst).is_some_and(|dst| stays(program, function, dst))
        };
        let all = program.instructions();
        all.filter(|(at, inst)| is_scratch(at, inst))
            .map(|(at, _)| at)
            .collect()
    }

    /// Where functions of the library are called.
    pub fn calls(&self, is_one: impl Fn(&str) -> bool) -> Vec<Point> {
        let all = self.program.instructions();
        all.filter(|(_, inst)| library_call(self.program, inst).is_some_and(&is_one))
            .map(|(at, _)| at)
            .collect()
    }
}

/// The library function that an instruction calls.
fn library_call<'p>(program: &'p Program, inst: &Inst) -> Option<&'p str> {
    let callee = program.function(inst.called()?);
    callee.blocks.is_empty().then_some(callee.name.as_str())
}

/// What is known of that function.
fn row(program: &Program, inst: &Inst) -> Option<&'static Row> {
    Some(find(library_call(program, inst)?)?.row)
}

/// The register that gets the address of a new block.
fn allocates(program: &Program, inst: &Inst) -> Option<Reg> {
    match row(program, inst)?.gives {
        // A mapping may be one of what others have mapped too.
        Gives::Fresh(_, Contents::Mapped) => None,
        Gives::Fresh(..) => inst.results().next(),
        _ => None,
    }
}

/// Whether an address in a register of a function, and those made of it, stay in registers of the function.
fn stays(program: &Program, function: &Function, first: Reg) -> bool {
    let mut all = BTreeSet::from([first]);
    loop {
        let before = all.len();
        for block in &function.blocks {
            for (inst, _) in &block.instructions {
                let has = |o: &Operand| matches!(o, Operand::Reg(r) if all.contains(r));
                let mut any = false;
                inst.operands(|o| any |= has(&o));
                if !any {
                    continue;
                }
                match inst {
                    Inst::Copy { dst, .. } | Inst::Offset { dst, .. } => {
                        all.insert(*dst);
                    }
                    Inst::Compare { .. }
                    | Inst::Load { .. }
                    | Inst::LoadBits { .. }
                    | Inst::MemFill { .. } => {}
                    // What is copied may be addresses, but not that of the block.
                    Inst::MemCopy { .. } => {}
                    Inst::Store { value, .. } | Inst::StoreBits { value, .. } if !has(value) => {}
                    // Some of them give back what they were given.
                    _ if row(program, inst).is_some_and(Row::keeps_nothing) => {
                        all.extend(inst.results().filter(|r| function.kind(*r) == Kind::Ptr));
                    }
                    _ => return false,
                }
            }
            if block.terminator.operand().is_some_and(|o| {
                matches!(o, Operand::Reg(r) if all.contains(&r))
                    && !matches!(block.terminator, Terminator::Branch { .. })
            }) {
                return false;
            }
        }
        if all.len() == before {
            return true;
        }
    }
}
