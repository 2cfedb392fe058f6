//! Where globals and functions are named, and which instructions may access a global.

use raceproof_engine::condition;
use raceproof_ir::{
    Address, Extent, FuncId, Function, GlobalId, Inst, Operand, Part as Touched, Point, Program, Reg,
    SyncObject, SyncOp, Use, sync_object::mutex,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// An instruction that accesses a global.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mention {
    pub at: Point,
    pub write: bool,
    pub atomic: bool,
    /// Where and how many, if the text says so.
    pub bytes: Option<(u64, u64)>,
}

/// An operation on a synchronisation object in a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Operation {
    offset: i64,
    object: SyncObject,
}

/// All names in a program.
#[derive(Default)]
pub(super) struct Mentions {
    accesses: FxHashMap<GlobalId, Vec<Mention>>,
    operations: FxHashMap<GlobalId, Vec<Operation>>,
    /// Globals whose address goes somewhere else.
    escaped: FxHashSet<GlobalId>,
    /// Functions whose address goes somewhere else than into the creation of a thread.
    pub taken: FxHashSet<FuncId>,
    /// Functions that threads begin with, and where these are created.
    pub begun: Vec<(FuncId, Point)>,
    /// Whether threads begin with functions that are not named, or tasks are made.
    pub begins_unknown: bool,
    /// Mutexes may be held more than once.
    pub recursive: bool,
}

impl Mentions {
    pub fn of(program: &Program) -> Mentions {
        let mut all = Mentions::default();
        for global in &program.globals {
            for relocation in &global.relocations {
                all.escape(relocation.target);
            }
        }
        for (f, function) in (0..).map(FuncId).zip(&program.functions) {
            let derived = derived(function);
            for (at, inst) in function.instructions(f) {
                all.instruction(program, &derived, at, inst);
            }
            for block in &function.blocks {
                if let Some(operand) = block.terminator.operand() {
                    all.operand(&derived, operand);
                }
            }
        }
        let operations = all
            .operations
            .iter()
            .flat_map(|(g, on)| on.iter().map(move |operation| (*g, operation)));
        let mut mutexes = operations.filter(|(_, operation)| operation.object == SyncObject::Mutex);
        let is_recursive = |(g, operation): (GlobalId, &Operation)| {
            let place = operation.offset + i64::from(mutex::kind_at(program.model));
            let kind = usize::try_from(place)
                .ok()
                .and_then(|place| program.global(g).bytes.get(place));
            kind.is_some_and(|kind| u32::from(*kind) == mutex::RECURSIVE)
        };
        all.recursive |= mutexes.any(is_recursive);
        all
    }

    /// The accesses to a global, if all of them can be seen.
    pub fn accesses(&self, g: GlobalId) -> Option<&[Mention]> {
        let is_seen = condition!(
            "inductive",
            "its address goes nowhere",
            !self.escaped.contains(&g)
        ) && condition!(
            "inductive",
            "no object of the library",
            !self.operations.contains_key(&g)
        );
        is_seen.then(|| self.accesses.get(&g).map_or(&[][..], Vec::as_slice))
    }

    /// Whether these bytes of a global are one lock, and nothing else.
    pub fn is_lock(&self, g: GlobalId, offset: i64) -> bool {
        let operations = self.operations.get(&g).map_or(&[][..], Vec::as_slice);
        let end = |operation: &Operation| operation.offset + i64::from(operation.object.length());
        let Some(lock) = operations.iter().find(|operation| operation.offset == offset) else {
            return false;
        };
        let is_apart = |other: &Operation| other.offset >= end(lock) || end(other) <= lock.offset;
        condition!(
            "inductive",
            "the lock's address goes nowhere",
            !self.escaped.contains(&g)
        ) && condition!(
            "inductive",
            "the lock is not accessed",
            self.accesses.get(&g).is_none_or(Vec::is_empty)
        ) && condition!(
            "inductive",
            "the lock is one",
            operations.iter().all(|other| other == lock || is_apart(other))
        )
    }

    fn escape(&mut self, address: Address) {
        match address {
            Address::Global(g, _) => {
                self.escaped.insert(g);
            }
            Address::Function(f) => {
                self.taken.insert(f);
            }
            Address::Label(..) => {}
        }
    }

    fn operand(&mut self, derived: &FxHashMap<Reg, FxHashSet<GlobalId>>, operand: Operand) {
        match operand {
            Operand::Address(address) => self.escape(address),
            Operand::Reg(r) => self.escaped.extend(derived.get(&r).into_iter().flatten()),
            Operand::Const(..) => {}
        }
    }

    fn instruction(
        &mut self,
        program: &Program,
        derived: &FxHashMap<Reg, FxHashSet<GlobalId>>,
        at: Point,
        inst: &Inst,
    ) {
        if let Some(op) = inst.sync() {
            return self.operation(derived, at, op, inst);
        }
        let is_base = inst.base().is_some();
        inst.parts(|part| match part {
            Touched::Uses(Use::Address, _) | Touched::Defines(_) => {}
            Touched::Uses(Use::Value, _) if is_base || inst.compared().is_some() => {}
            Touched::Uses(Use::Target, Operand::Address(Address::Function(_))) => {}
            Touched::Uses(_, operand) => self.operand(derived, operand),
            Touched::Reads(touch) | Touched::Writes(touch) => {
                let mention = Mention {
                    at,
                    write: matches!(part, Touched::Writes(_)),
                    atomic: touch.is_atomic,
                    bytes: None,
                };
                match touch.address {
                    Operand::Address(Address::Global(g, offset)) => {
                        let size = match touch.extent {
                            Extent::Scalar(kind) => Some(u64::from(kind.size(program.model))),
                            Extent::Bytes(Operand::Const(_, size)) => u64::try_from(size).ok(),
                            Extent::Field(_) | Extent::Bytes(_) => None,
                        };
                        let bytes = u64::try_from(offset).ok().zip(size);
                        self.accesses
                            .entry(g)
                            .or_default()
                            .push(Mention { bytes, ..mention });
                    }
                    Operand::Reg(r) => {
                        for g in derived.get(&r).into_iter().flatten() {
                            self.accesses.entry(*g).or_default().push(mention);
                        }
                    }
                    _ => {}
                }
            }
        });
    }

    fn operation(
        &mut self,
        derived: &FxHashMap<Reg, FxHashSet<GlobalId>>,
        at: Point,
        op: SyncOp,
        inst: &Inst,
    ) {
        let mut operands = Vec::new();
        inst.operands(|operand| operands.push(operand));
        let is_create = matches!(op, SyncOp::ThreadCreate | SyncOp::ThreadCreateAt);
        self.begins_unknown |= op.creates() && !is_create;
        if op == SyncOp::MutexInit {
            self.recursive |= operands
                .get(1)
                .is_none_or(|kind| !matches!(kind, Operand::Const(_, 0 | 2)));
        }
        for (i, operand) in operands.into_iter().enumerate() {
            let is_mutex = i == 1 && matches!(op, SyncOp::CondWait | SyncOp::CondTimedWait);
            let object = if is_mutex {
                Some(SyncObject::Mutex)
            } else {
                op.object().filter(|_| i == 0)
            };
            match (operand, object) {
                (Operand::Address(Address::Global(g, offset)), Some(object)) => {
                    self.operations
                        .entry(g)
                        .or_default()
                        .push(Operation { offset, object });
                }
                (Operand::Address(Address::Function(f)), None) if is_create && i == 0 => {
                    self.begun.push((f, at));
                }
                (operand, _) => {
                    self.begins_unknown |= is_create && i == 0;
                    self.operand(derived, operand);
                }
            }
        }
    }
}

/// By register of a function, the globals whose address it may have been made from.
fn derived(function: &Function) -> FxHashMap<Reg, FxHashSet<GlobalId>> {
    let mut derived: FxHashMap<Reg, FxHashSet<GlobalId>> = FxHashMap::default();
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for (dst, base) in function
            .blocks
            .iter()
            .flat_map(|b| &b.instructions)
            .filter_map(|(i, _)| i.base())
        {
            let from: Vec<GlobalId> = match base {
                Operand::Address(Address::Global(g, _)) => vec![g],
                Operand::Reg(r) => derived.get(&r).into_iter().flatten().copied().collect(),
                _ => Vec::new(),
            };
            for g in from {
                has_changed |= derived.entry(dst).or_default().insert(g);
            }
        }
    }
    derived
}
