//! What belongs to one thread and would be different in another: which work does not say, but who does it.
//!
//! An engine that lets one run stand for all mappings of works to threads must know that a work does the same whoever does it. A work sees
//! the registers of the function that it is in, and memory. For the registers there is [`Machine::work_view`]: their values when a thread asks for
//! works, to be compared with those of the other threads of its team. Memory that is private to a thread is the engine's business; only of the
//! runtime's own variables it need not care, except where the program asks for the number of its thread ([`Machine::is_runtime`]).

use raceproof_ir::{
    Address, BlockId, Callee, CompareOp, ConvertOp, FuncId, Function, GlobalId, Inst, Kind, Operand, Program,
    Reg, SyncOp, Terminator,
};
use rustc_hash::FxHashSet;

use std::collections::BTreeSet;

use crate::flatten::Layout;
use crate::op::Op;
use crate::{Machine, ObjectId, ObjectKind, Pointer, Site, State, ThreadId};

/// What a register held when its thread asked for works.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// The register; none for a word of the frame that is no register of the program.
    pub register: Option<(FuncId, Reg)>,
    bits: u64,
    /// What it points to, if that is on the thread's own stack.
    own: Option<(ObjectKind, u32)>,
    /// The same if it is a block that the thread allocated.
    block: Option<(ObjectId, ObjectKind, u32)>,
}

impl Seen {
    /// Whether a work sees the same in both threads: the same value, or the address of the thread's own copy of the same thing. That may be a block which nobody
    /// but its thread uses.
    pub fn is_like(&self, other: &Seen, is_scratch: impl Fn(ObjectId) -> bool) -> bool {
        let has_block = || match (self.block, other.block) {
            (Some((a, kind, offset)), Some((b, other_kind, other_offset))) => {
                (kind, offset) == (other_kind, other_offset) && is_scratch(a) && is_scratch(b)
            }
            _ => false,
        };
        self.register == other.register
            && (self.bits == other.bits || self.own.is_some() && self.own == other.own || has_block())
    }
}

/// Functions of the runtime that tell the program who it is.
const ASKS: [&str; 5] = [
    "omp_get_thread_num",
    "__raceproof_omp_number",
    "__raceproof_omp_member",
    "omp_get_ancestor_thread_num",
    "omp_get_team_num",
];

/// Functions of the runtime that do the same for teams of any size, as far as the program can see.
const SIZELESS: [&str; 27] = [
    "__raceproof_omp_parallel",
    "__raceproof_omp_barrier",
    "__raceproof_omp_construct",
    "__raceproof_omp_workers",
    "__raceproof_omp_share",
    "__raceproof_omp_more",
    "__raceproof_omp_count",
    "__raceproof_omp_concurrent",
    "__raceproof_omp_next_construct",
    "__raceproof_omp_next_lanes",
    "__raceproof_omp_lock",
    "__raceproof_omp_group_mutex",
    "__raceproof_omp_reduce_begin",
    "__raceproof_omp_reduce_end",
    "__raceproof_omp_publish",
    "__raceproof_omp_published",
    "__raceproof_omp_task",
    TASK_BLOCK,
    "omp_init_lock",
    "omp_destroy_lock",
    "omp_set_lock",
    "omp_unset_lock",
    "__raceproof_omp_runtime_chunk",
    "omp_alloc",
    "omp_free",
    "omp_get_wtime",
    "omp_get_wtick",
];

/// Functions of the C library that give each thread something of its own.
const OWN: [&str; 4] = ["__errno_location", "__error", "___errno", "sched_getcpu"];

/// The function of the runtime that makes room for what a task gets.
const TASK_BLOCK: &str = "__raceproof_omp_task_block";

/// Whether a function is the body of a construct, as the compiler calls them.
fn is_region(name: &str) -> bool {
    name.contains('.')
}

/// Where the parts of the library in C are.
const LIBRARY: &str = "<raceproof>/";

/// Those that are the runtime of OpenMP; what they know of a thread they keep to themselves unless they are asked.
const RUNTIME: [&str; 2] = ["openmp.c", "doacross.c"];

/// Whether a synchronisation of the program does the same in teams of any size. Barriers, semaphores and conditions may count threads, and
/// what asks for a thread's handle or its value of a key tells who it is.
fn is_sizeless(op: SyncOp) -> bool {
    use SyncOp as S;
    matches!(
        op,
        S::ThreadYield
            | S::MutexInit
            | S::MutexLock
            | S::MutexUnlock
            | S::MutexDestroy
            | S::SpinInit
            | S::SpinLock
            | S::SpinUnlock
            | S::SpinDestroy
            | S::OnceBegin
            | S::OnceEnd
            | S::WorkBegin
            | S::WorkEnd
            | S::WorkShare
            | S::WorkMore
            | S::WorkLimit
            | S::TaskDepend
            | S::TaskCreate
            | S::TaskAwaitDepend
            | S::TaskWait
            | S::TaskMark
            | S::TaskWaitSince
            | S::TaskRegion
    )
}

impl Machine<'_> {
    /// Whether a place is in the runtime, and not where the program asks for the number of its thread.
    pub fn is_runtime(&self, site: Site) -> bool {
        self.code
            .locate(site)
            .is_some_and(|at| self.is_library(at.function))
    }

    /// Whether a variable belongs to a part of the library that is written in C.
    pub(crate) fn is_of_library(&self, global: GlobalId) -> bool {
        let program = self.code.program;
        program
            .file(program.global(global).span.file)
            .starts_with(LIBRARY)
    }

    /// By site, whether it is in what OpenMP's runtime does for itself. What it makes there it uses without races, as far as only it does; what it
    /// does for the program in functions that the program calls by name is not meant.
    pub fn inner_sites(&self) -> Vec<bool> {
        let program = self.code.program;
        let inner: Vec<bool> = (0..program.functions.len() as u32)
            .map(|f| self.is_inner(FuncId(f)))
            .collect();
        let contexts = self.context_accesses();
        let at = |site: Site| {
            self.code.locate(site).is_some_and(|at| {
                inner[at.function.0 as usize] || contexts.contains(&(at.function, at.block, at.index))
            })
        };
        (0..self.code.ops.len() as u32).map(Site).map(at).collect()
    }

    /// Where what a task gets is put into the block that the runtime has made for it, and where the task's function takes it from there.
    fn context_accesses(&self) -> FxHashSet<(FuncId, BlockId, usize)> {
        let program = self.code.program;
        let mut found = FxHashSet::default();
        let is_block = |f: &FuncId| program.function(*f).name == TASK_BLOCK;
        let functions = || (0..program.functions.len() as u32).map(FuncId);
        let Some(make) = functions().find(is_block) else {
            return found;
        };
        for f in functions() {
            let function = program.function(f);
            // The parameter of a region's function is its context, and nobody sets it.
            let context = is_region(&function.name).then_some(Reg(0));
            for (b, block) in (0u32..).zip(&function.blocks) {
                let mut known: FxHashSet<Reg> = context.into_iter().collect();
                for (i, (inst, _)) in block.instructions.iter().enumerate() {
                    let is_known =
                        |operand: &Operand| matches!(operand, Operand::Reg(r) if known.contains(r));
                    if let Inst::Load { addr, .. } | Inst::Store { addr, .. } = inst
                        && is_known(addr)
                    {
                        found.insert((f, BlockId(b), i));
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

    /// Whether a function is part of what the runtime of OpenMP does for itself.
    pub(crate) fn is_inner(&self, function: FuncId) -> bool {
        let program = self.code.program;
        let of = program.function(function);
        let file = program.file(of.span.file).strip_prefix(LIBRARY);
        self.is_library(function) && file == Some(RUNTIME[0]) && !of.name.starts_with("omp_")
    }

    fn is_library(&self, function: FuncId) -> bool {
        let program = self.code.program;
        let function = program.function(function);
        program.file(function.span.file).starts_with(LIBRARY) && !ASKS.contains(&function.name.as_str())
    }

    /// Whether the program may do something else in a team of another size, of two threads at least: it asks for the size, for the number of a
    /// thread, or for its share of works that the program gives to threads by their numbers. Or it can tell the thread that made the team from
    /// the others without that: by its handle, by what it left in thread-local variables, by their addresses or by any address as a number. Or it
    /// has synchronisation that counts threads.
    ///
    /// SOUNDNESS: team-of-two
    pub fn asks_for_size(&self) -> bool {
        let program = self.code.program;
        let is_runtime = |f: FuncId| {
            let file = program.file(program.function(f).span.file);
            RUNTIME
                .iter()
                .any(|name| file.strip_prefix(LIBRARY) == Some(name))
        };
        let tells = |f: FuncId| {
            let name = program.function(f).name.as_str();
            (name.starts_with("omp_") || name.starts_with("__raceproof_omp_")) && !SIZELESS.contains(&name)
                || OWN.contains(&name)
        };
        let is_told = |address: &Address| matches!(address, Address::Function(f) if tells(*f));
        let asks = |inst: &Inst| {
            let mut found = match inst {
                Inst::Call { callee, .. } => matches!(callee, Callee::Function(f) if tells(*f)),
                Inst::ThreadLocalAddr { .. } => true,
                Inst::Convert { op, .. } => *op == ConvertOp::PtrToInt,
                Inst::Compare { op, kind, .. } => {
                    *kind == Kind::Ptr && !matches!(op, CompareOp::Eq | CompareOp::Ne)
                }
                Inst::Sync { op, .. } => !is_sizeless(*op),
                _ => false,
            };
            inst.operands(|o| found |= matches!(o, Operand::Address(a) if is_told(&a)));
            found
        };
        let relocations = || program.globals.iter().flat_map(|g| &g.relocations);
        relocations().any(|r| is_told(&r.target))
            || (0..program.functions.len() as u32).map(FuncId).any(|f| {
                let function = program.function(f);
                let instructions = || function.blocks.iter().flat_map(|b| &b.instructions);
                !is_runtime(f) && instructions().any(|(inst, _)| asks(inst))
            })
    }

    /// By site, whether an operation may store an address. What OpenMP's runtime copies for itself as one record has no address of the program in it.
    pub fn stores_of_addresses(&self) -> Vec<bool> {
        let program = self.code.program;
        let instructions = || {
            program
                .functions
                .iter()
                .flat_map(|f| &f.blocks)
                .flat_map(|b| &b.instructions)
        };
        let is_cast = |inst: &Inst| matches!(inst, Inst::Convert { op, .. } if *op == ConvertOp::PtrToInt);
        let casts = instructions().any(|(inst, _)| is_cast(inst));
        let is_address = |kind: Kind| kind == Kind::Ptr || casts && kind == Kind::I64;
        let instruction = |site: Site| {
            let at = self.code.locate(site)?;
            let block = program.function(at.function).blocks.get(at.block.0 as usize)?;
            block.instructions.get(at.index).map(|(inst, _)| inst)
        };
        let stores = |site: Site| match instruction(site) {
            Some(
                Inst::Store { kind, .. }
                | Inst::AtomicStore { kind, .. }
                | Inst::AtomicRmw { kind, .. }
                | Inst::AtomicCas { kind, .. },
            ) => is_address(*kind),
            Some(Inst::MemCopy { .. }) => !self.code.function_of(site).is_some_and(|f| self.is_inner(f)),
            Some(Inst::Call { .. }) => true,
            _ => false,
        };
        (0..self.code.ops.len() as u32).map(Site).map(stores).collect()
    }

    /// By site, whether an operation writes a block of bytes, and all that it says.
    pub fn block_writes(&self) -> Vec<bool> {
        const WRITERS: [&str; 8] = [
            "memcpy", "memmove", "memset", "strcpy", "strncpy", "stpcpy", "sprintf", "snprintf",
        ];
        let program = self.code.program;
        let writes = |site: Site| {
            let Some(at) = self.code.locate(site) else {
                return false;
            };
            let block = &program.function(at.function).blocks[at.block.0 as usize];
            match block.instructions.get(at.index).map(|(inst, _)| inst) {
                Some(Inst::MemCopy { .. } | Inst::MemFill { .. }) => true,
                Some(Inst::Call {
                    callee: Callee::Function(f),
                    ..
                }) => {
                    let callee = program.function(*f);
                    callee.blocks.is_empty() && WRITERS.contains(&callee.name.as_str())
                }
                _ => false,
            }
        };
        (0..self.code.ops.len() as u32).map(Site).map(writes).collect()
    }

    /// Whether an operation there synchronises by something else than a lock.
    pub fn synchronises(&self, site: Site) -> bool {
        let Some(at) = self.code.locate(site) else {
            return false;
        };
        let block = &self.code.program.function(at.function).blocks[at.block.0 as usize];
        match block.instructions.get(at.index).map(|(inst, _)| inst) {
            Some(Inst::Sync { op, .. }) => !matches!(
                op,
                SyncOp::MutexLock | SyncOp::MutexUnlock | SyncOp::SpinLock | SyncOp::SpinUnlock
            ),
            _ => false,
        }
    }

    /// By site, whether an operation allocates a block whose address never leaves the registers of its function: it is stored nowhere and given to no function but
    /// some that do not keep it. So nobody but the thread uses the block.
    pub fn scratch_sites(&self) -> Vec<bool> {
        let program = self.code.program;
        let mut sites = vec![false; self.code.ops.len()];
        for f in (0..program.functions.len() as u32).map(FuncId) {
            let function = program.function(f);
            for (b, block) in (0u32..).zip(&function.blocks) {
                for (i, (inst, _)) in block.instructions.iter().enumerate() {
                    if let Some(dst) = allocates(program, inst)
                        && stays(program, function, dst)
                    {
                        self.sites(f, b, i).for_each(|site| sites[site.0 as usize] = true);
                    }
                }
            }
        }
        sites
    }

    /// Where functions of the library are called.
    pub fn calls(&self, is_one: impl Fn(&str) -> bool) -> Vec<Site> {
        let program = self.code.program;
        let is_call = |inst: &Inst| match inst {
            Inst::Call {
                callee: Callee::Function(f),
                ..
            } => program.function(*f).blocks.is_empty() && is_one(&program.function(*f).name),
            _ => false,
        };
        let sites = (0..self.code.ops.len() as u32).map(Site);
        let calls = sites.filter(|site| {
            self.code.locate(*site).is_some_and(|at| {
                let block = &program.function(at.function).blocks[at.block.0 as usize];
                block
                    .instructions
                    .get(at.index)
                    .is_some_and(|(inst, _)| is_call(inst))
            })
        });
        calls.collect()
    }

    /// If a thread is about to ask for its first works of a construct: the registers that its works will see.
    pub fn work_view(&self, s: &State, t: ThreadId) -> Option<Vec<Seen>> {
        let (Op::Sync { index }, _) = self.pending(s, t)? else {
            return None;
        };
        if self.code.syncs[index as usize].op != SyncOp::WorkShare {
            return None;
        }
        let thread = s.threads.get(t.0 as usize)?;
        // The function that has the works: the runtime asks for it.
        let at = (0..thread.frames.len())
            .rev()
            .find(|&i| !self.is_library(thread.frames[i].function))?;
        let frame = thread.frames[at];
        let function = self.code.program.function(frame.function);
        let layout = Layout::of(function);
        let mut seen = Vec::new();
        self.each_live(&thread.frames[at..], |word| {
            let register = layout.words.iter().position(|&w| w == word);
            let bits = thread.registers[frame.base as usize + word as usize];
            let is_pointer = register.is_some_and(|r| function.registers[r].kind == Kind::Ptr);
            let target = is_pointer.then(|| self.own_target(s, t, Pointer(bits))).flatten();
            let is_on_stack = |(id, _, _): &(ObjectId, ObjectKind, u32)| id.space().is_stack();
            let own = target.filter(is_on_stack).map(|(_, kind, offset)| (kind, offset));
            let block = target.filter(|target| !is_on_stack(target));
            let slots = self.code.functions[frame.function.0 as usize].slots;
            if !(slots.0..slots.0 + slots.1).contains(&word) {
                seen.push(Seen {
                    register: register.map(|r| (frame.function, Reg(r as u32))),
                    bits,
                    own,
                    block,
                });
            }
        });
        Some(seen)
    }

    fn own_target(&self, s: &State, t: ThreadId, pointer: Pointer) -> Option<(ObjectId, ObjectKind, u32)> {
        let id = pointer.object();
        let kind = s.memory.object(id)?.kind();
        let is_own = id.space().is_stack() || matches!(kind, ObjectKind::Heap(_));
        (is_own && id.space().thread() == t).then_some((id, kind, pointer.offset()))
    }
}

/// The library function that an instruction calls.
fn library_call<'p>(program: &'p Program, inst: &Inst) -> Option<&'p str> {
    match inst {
        Inst::Call {
            callee: Callee::Function(f),
            ..
        } => {
            let callee = program.function(*f);
            callee.blocks.is_empty().then_some(callee.name.as_str())
        }
        _ => None,
    }
}

/// The register that gets the address of a new block.
fn allocates(program: &Program, inst: &Inst) -> Option<Reg> {
    match (library_call(program, inst)?, inst) {
        ("malloc" | "calloc" | "aligned_alloc", Inst::Call { dst, .. }) => *dst,
        _ => None,
    }
}

/// Whether an address in a register of a function, and those made of it, stay in registers of the function.
fn stays(program: &Program, function: &Function, first: Reg) -> bool {
    const KEEP_NOTHING: [&str; 10] = [
        "free", "memset", "memcpy", "memmove", "strcpy", "strncpy", "sprintf", "snprintf", "strlen", "memcmp",
    ];
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
                    _ if library_call(program, inst).is_some_and(|name| KEEP_NOTHING.contains(&name)) => {
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
