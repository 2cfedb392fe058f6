//! From IR to [`Code`]: once per program.
//!
//! Registers get words of the frame, constants in loops get registers of their own, and small trees of
//! instructions become one operation where an intermediate value has exactly one use, in its block: address
//! computations fold into loads and stores, comparisons into branches, results into the variable that they
//! are copied to. Such an intermediate is *pending* from its definition to its use; if an input of it is
//! redefined in between, it is computed before that.
//!
//! A frame is laid out as `parameters | registers with a value at the start | slots | other registers,
//! temporaries and constants`. A temporary lives within one instruction.

mod address;
mod branch;
mod compute;
mod facts;
mod instruction;
mod named;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::OnceLock;

use raceproof_ir::{
    Address, CompareOp, FuncId, Function, Inst, Kind, ObjectRole, Operand, Program, Reg, SlotId, SyncOp,
    Terminator,
};

use crate::code::{Choices, Code, NondetCode, Origin, Routine, Uses, numbers_addresses};
use crate::context::looks_at_errno;
use crate::library::effect;
use crate::op::{Op, Word};
use crate::{ObjectKind, Pointer, library};
use facts::Facts;
use raceproof_library::Hidden;

impl<'p> Code<'p> {
    /// Flattens a program.
    pub fn new(program: &'p Program) -> Code<'p> {
        Code::flatten(program, true)
    }

    /// Flattens a program without folding anything, for comparison.
    #[cfg(test)]
    pub fn plain(program: &'p Program) -> Code<'p> {
        Code::flatten(program, false)
    }

    fn flatten(program: &'p Program, fold: bool) -> Code<'p> {
        let mut code = Code {
            program,
            ops: Vec::new(),
            origins: Vec::new(),
            functions: Vec::new(),
            lists: Vec::new(),
            slots: Vec::new(),
            bits: Vec::new(),
            switches: Vec::new(),
            labels: Vec::new(),
            syncs: Vec::new(),
            atomics: Vec::new(),
            choices: Choices::default(),
            messages: Vec::new(),
            constants: Vec::new(),
            thread_locals: Vec::new(),
            has_turn: None,
            uses: Uses {
                weak_atomics: program.has_weak_atomics(),
                cancellation: program
                    .functions
                    .iter()
                    .any(|f| f.origin == raceproof_ir::Origin::Library && f.name == "pthread_cancel"),
                ..Uses::default()
            },
            hidden: Vec::new(),
            nexts: Vec::new(),
            locks: Vec::new(),
        };
        for (i, global) in program.globals.iter().enumerate() {
            if global.thread_local {
                code.thread_locals.push(raceproof_ir::GlobalId(i as u32));
            }
        }
        let mut locals = code.thread_locals.iter().map(|g| program.global(*g));
        let number = locals.position(|global| global.role == Some(ObjectRole::HasTurn));
        code.has_turn = number.map(|number| number as u32);
        code.uses.errno = looks_at_errno(program);
        code.uses.numbers = numbers_addresses(program);
        code.find_hidden();
        for (i, function) in program.functions.iter().enumerate() {
            let routine = if function.blocks.is_empty() {
                let native = library::native(function);
                Routine {
                    calls_back: raceproof_library::calls_back(&function.name).is_some(),
                    computes: native.is_some()
                        && !code.uses.errno
                        && raceproof_library::find(&function.name).is_some_and(|found| found.row.computes()),
                    by_name: code.is_by_name(&function.name),
                    ..Routine::native(native, code.ops.len(), function)
                }
            } else {
                Flatten::new(&mut code, FuncId(i as u32), function, fold).run()
            };
            code.functions.push(routine);
        }
        let exit = Routine {
            calls_back: true,
            ..Routine::native(library::lookup("exit"), code.ops.len(), &Function::default())
        };
        code.functions.push(exit);
        code.uses.blocks = code
            .syncs
            .iter()
            .any(|s| s.op == raceproof_ir::SyncOp::AtomicBegin);
        if code.choices.list.iter().any(NondetCode::is_wide) {
            code.choices.named = named::numbers(program);
        }
        code.nexts = code
            .ops
            .iter()
            .map(|op| crate::classify::next_at(&code, op))
            .collect();
        code.locks = code
            .ops
            .iter()
            .map(|op| crate::classify::lock_at(&code, op))
            .collect();
        code
    }

    /// Finds the state of the library that several threads may use.
    fn find_hidden(&mut self) {
        let program = self.program;
        let instructions = || {
            let blocks = program.functions.iter().flat_map(|f| &f.blocks);
            blocks.flat_map(|b| &b.instructions)
        };
        let does = |wanted: &[SyncOp]| {
            instructions().any(|(inst, _)| matches!(inst, Inst::Sync { op, .. } if wanted.contains(op)))
        };
        self.uses.threads = does(&[
            SyncOp::ThreadCreate,
            SyncOp::ThreadCreateAt,
            SyncOp::TaskCreate,
            SyncOp::TaskPost,
        ]);
        if !self.uses.threads {
            return;
        }
        if does(&[SyncOp::KeyCreate]) {
            self.hidden.push(Hidden::Keys);
        }
        for function in program.functions.iter().filter(|f| f.blocks.is_empty()) {
            match effect::hidden(&function.name) {
                // Nobody runs handlers where there are none.
                Some((Hidden::AtExit, _)) if raceproof_library::registers(&function.name).is_none() => {}
                // Random numbers are inputs where it matters.
                Some((Hidden::Random, _)) | Some((_, false)) | None => {}
                Some((state, true)) => self.hidden.push(state),
            }
        }
    }

    /// Whether a native must be called by name where there are several threads.
    fn is_by_name(&self, name: &str) -> bool {
        let uses = |(state, _): (Hidden, bool)| state == Hidden::Random || self.hidden.contains(&state);
        matches!(
            raceproof_library::calls_back(name),
            Some(raceproof_library::CallsBack::Argument(_))
        ) || effect::hidden(name).is_some_and(uses)
    }

    /// The value of an address that is known before the program runs.
    pub(crate) fn address(&self, address: Address) -> Pointer {
        match address {
            Address::Global(id, offset) => Pointer::new(self.global_object(id), 0).moved(offset),
            Address::Function(id) => Pointer::new(self.function_object(id), 0),
            Address::Label(id, block) => Pointer::new(self.function_object(id), block.0 + 1),
        }
    }
}

impl Routine {
    fn native(native: Option<crate::NativeFn>, at: usize, function: &Function) -> Routine {
        Routine {
            entry: at as u32,
            end: at as u32,
            words: 0,
            params: function.arguments(),
            slots: (0, 0),
            constants: (0, 0),
            native,
            calls_back: false,
            computes: false,
            world: raceproof_library::find(&function.name)
                .and_then(|found| Some((found.row.world?, found.row.uses_errno))),
            by_name: false,
            starts: Box::default(),
            live: OnceLock::new(),
            by_step: OnceLock::new(),
        }
    }
}

/// A value that is computed where it is used.
#[derive(Clone, Copy)]
enum Pending {
    Offset {
        base: Operand,
        index: Operand,
        scale: i64,
        disp: i64,
    },
    Slot(SlotId),
    /// Sign extension from 32 to 64 bits.
    Extend(Reg),
    Compare {
        op: CompareOp,
        kind: Kind,
        a: Operand,
        b: Operand,
    },
}

impl Pending {
    fn reads(&self, r: Reg) -> bool {
        let is = |o: &Operand| *o == Operand::Reg(r);
        match self {
            Pending::Offset { base, index, .. } => is(base) || is(index),
            Pending::Compare { a, b, .. } => is(a) || is(b),
            Pending::Extend(source) => *source == r,
            Pending::Slot(_) => false,
        }
    }
}

/// Where a frame has its registers and slots.
pub(crate) struct Layout {
    /// First word of each register.
    pub words: Vec<Word>,
    params: u32,
    /// First word of the slots.
    pub first_slot: Word,
    /// Words of a frame, without temporaries and constants.
    pub size: u32,
}

impl Layout {
    /// The layout of a function's frames.
    pub fn of(function: &Function) -> Layout {
        Layout::new(function, &Facts::new(function))
    }

    /// A frame begins with what must have a value at the start, so that a call has little to clear.
    fn new(function: &Function, facts: &Facts) -> Layout {
        let arguments = function.arguments() as usize;
        let mut next = 0;
        let mut words = vec![0; function.registers.len()];
        let mut place = |next: &mut u32, r: usize| {
            words[r] = *next;
            *next += if function.registers[r].kind == Kind::I128 {
                2
            } else {
                1
            };
        };
        (0..arguments).for_each(|r| place(&mut next, r));
        let params = next;
        let rest = arguments..function.registers.len();
        rest.clone()
            .filter(|r| facts.is_exposed(*r))
            .for_each(|r| place(&mut next, r));
        let first_slot = next;
        next += function.slots.len() as u32;
        rest.filter(|r| !facts.is_exposed(*r))
            .for_each(|r| place(&mut next, r));
        Layout {
            words,
            params,
            first_slot,
            size: next,
        }
    }
}

/// Flattening of one function.
struct Flatten<'c, 'p> {
    code: &'c mut Code<'p>,
    id: FuncId,
    function: &'p Function,
    fold: bool,
    facts: Facts,
    /// First word of each register.
    words: Vec<Word>,
    /// Words of the parameters.
    params: u32,
    first_slot: Word,
    /// Index of the first slot in the code's table.
    code_slots: u32,
    /// Words of the frame so far.
    size: u32,
    /// Pairs of words for temporaries, and how many the current instruction has taken.
    temporaries: Vec<Word>,
    taken: usize,
    /// Words of constants, by value.
    constants: HashMap<u64, Word>,
    pending: Vec<(Reg, Pending)>,
    /// Slots known to be alive here, as bits.
    alive: Vec<u64>,
    origin: Origin,
    /// The instruction after the current one, and whether it has been merged into the current one.
    next: Option<&'p Inst>,
    merged: bool,
    /// First operation of each block.
    starts: Vec<u32>,
    /// Operations whose target is still a block.
    jumps: Vec<usize>,
}

impl<'c, 'p> Flatten<'c, 'p> {
    fn new(code: &'c mut Code<'p>, id: FuncId, function: &'p Function, fold: bool) -> Flatten<'c, 'p> {
        let mut facts = Facts::new(function);
        if !fold {
            facts.forget_singles();
        }
        let Layout {
            words,
            params,
            first_slot,
            size,
        } = Layout::new(function, &facts);
        let code_slots = code.slots.len() as u32;
        for (i, slot) in function.slots.iter().enumerate() {
            let kind = ObjectKind::Slot(id, SlotId(i as u32));
            code.slots.push((kind, slot.size, slot.align));
        }
        Flatten {
            code,
            id,
            function,
            fold,
            facts,
            words,
            params,
            first_slot,
            code_slots,
            size,
            temporaries: Vec::new(),
            taken: 0,
            constants: HashMap::new(),
            pending: Vec::new(),
            alive: Vec::new(),
            origin: Origin { block: 0, index: 0 },
            next: None,
            merged: false,
            starts: Vec::new(),
            jumps: Vec::new(),
        }
    }

    fn run(mut self) -> Routine {
        let entry = self.code.ops.len() as u32;
        for (b, block) in self.function.blocks.iter().enumerate() {
            self.starts.push(self.code.ops.len() as u32);
            self.alive.clone_from(&self.facts.alive[b]);
            self.merged = false;
            for (i, (inst, _)) in block.instructions.iter().enumerate() {
                if std::mem::take(&mut self.merged) {
                    continue;
                }
                self.begin(b, i);
                self.next = block.instructions.get(i + 1).map(|(inst, _)| inst);
                self.instruction(inst);
            }
            self.end_block(b, &block.terminator, b as u32 + 1);
        }
        let starts = self.starts.clone().into_boxed_slice();
        self.patch();
        let mut constants: Vec<(Word, u64)> = self.constants.iter().map(|(v, w)| (*w, *v)).collect();
        constants.sort_unstable();
        let first = self.code.constants.len() as u32;
        self.code.constants.extend(&constants);
        Routine {
            entry,
            end: self.code.ops.len() as u32,
            words: self.size,
            params: self.params,
            slots: (self.first_slot, self.function.slots.len() as u32),
            constants: (first, constants.len() as u32),
            native: None,
            calls_back: false,
            computes: false,
            world: None,
            by_name: false,
            starts,
            live: OnceLock::new(),
            by_step: OnceLock::new(),
        }
    }

    /// Flattens the terminator of a block. A jump back to a short test, the head of a loop, becomes a copy of
    /// the test, which saves a jump in every round.
    fn end_block(&mut self, b: usize, terminator: &Terminator, next: u32) {
        let function = self.function;
        if self.fold
            && let Terminator::Jump(to) = terminator
            && to.0 as usize <= b
            && let Some(head) = function.blocks.get(to.0 as usize)
            && matches!(head.terminator, Terminator::Branch { .. })
            && head.instructions.len() <= 4
            && head.instructions.iter().all(|(inst, _)| facts::is_simple(inst))
        {
            for (i, (inst, _)) in head.instructions.iter().enumerate() {
                if !std::mem::take(&mut self.merged) {
                    self.begin(to.0 as usize, i);
                    self.next = head.instructions.get(i + 1).map(|(inst, _)| inst);
                    self.instruction(inst);
                }
            }
            self.merged = false;
            return self.end_block_with(to.0 as usize, &head.terminator, next);
        }
        self.end_block_with(b, terminator, next);
    }

    fn end_block_with(&mut self, b: usize, terminator: &Terminator, next: u32) {
        self.begin(b, self.function.blocks[b].instructions.len());
        self.next = None;
        self.terminator(terminator, next);
    }

    fn begin(&mut self, block: usize, index: usize) {
        self.origin = Origin {
            block: block as u32,
            index: index as u32,
        };
        self.taken = 0;
    }

    fn push(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.origins.push(self.origin);
    }

    fn word(&self, r: Reg) -> Word {
        self.words[r.0 as usize]
    }

    /// Two words that live until the end of the instruction.
    fn temporary(&mut self) -> Word {
        if self.taken == self.temporaries.len() {
            self.temporaries.push(self.size);
            self.size += 2;
        }
        self.taken += 1;
        self.temporaries[self.taken - 1]
    }

    /// The register of a constant.
    fn constant(&mut self, value: u64) -> Word {
        if self.facts.in_loop[self.origin.block as usize] {
            return *self.constants.entry(value).or_insert_with(|| {
                self.size += 1;
                self.size - 1
            });
        }
        if let Some(word) = self.constants.get(&value) {
            return *word;
        }
        let dst = self.temporary();
        self.load_constant(dst, value);
        dst
    }

    fn load_constant(&mut self, dst: Word, value: u64) {
        self.push(Op::Const {
            dst,
            low: value as u32,
            high: (value >> 32) as u32,
        });
    }

    /// The value of a constant operand.
    fn known(&self, o: Operand) -> Option<u128> {
        match o {
            Operand::Const(_, value) => Some(value),
            Operand::Address(address) => Some(u128::from(self.code.address(address).0)),
            Operand::Reg(_) => None,
        }
    }

    /// The register of an operand of one word.
    fn operand(&mut self, o: Operand) -> Word {
        match o {
            Operand::Reg(r) => {
                self.force(r);
                self.word(r)
            }
            _ => {
                let value = self.known(o).unwrap_or(0);
                self.constant(value as u64)
            }
        }
    }

    /// The first of the two registers of an operand.
    fn wide_operand(&mut self, o: Operand) -> Word {
        if let Operand::Reg(r) = o {
            return self.word(r);
        }
        let value = self.known(o).unwrap_or(0);
        let dst = self.temporary();
        self.load_constant(dst, value as u64);
        self.load_constant(dst + 1, (value >> 64) as u64);
        dst
    }

    /// Takes a pending value out, to compute it now.
    fn take(&mut self, o: Operand) -> Option<Pending> {
        let Operand::Reg(r) = o else { return None };
        let i = self.pending.iter().rposition(|(p, _)| *p == r)?;
        Some(self.pending.remove(i).1)
    }

    fn peek(&self, o: Operand) -> Option<Pending> {
        let Operand::Reg(r) = o else { return None };
        self.pending.iter().rev().find(|(p, _)| *p == r).map(|(_, p)| *p)
    }

    /// Computes a register that is pending.
    fn force(&mut self, r: Reg) {
        if let Some(pending) = self.take(Operand::Reg(r)) {
            let dst = self.word(r);
            self.compute(pending, dst);
        }
    }

    fn compute(&mut self, pending: Pending, dst: Word) {
        match pending {
            Pending::Offset {
                base,
                index,
                scale,
                disp,
            } => {
                let place = self.combine(base, index, scale, disp);
                self.place_to(place, dst);
            }
            Pending::Slot(slot) => {
                let a = self.slot(slot);
                self.push(Op::Copy { dst, a });
            }
            Pending::Extend(source) => {
                let a = self.operand(Operand::Reg(source));
                self.push(Op::Sign32To64 { dst, a });
            }
            Pending::Compare { op, kind, a, b } => self.compare(op, kind, dst, a, b),
        }
    }

    /// Whether what the current instruction defines is used exactly once, later in its block.
    fn is_single(&self) -> bool {
        self.facts.is_single(self.origin.block, self.origin.index)
    }

    /// Puts a value off to its use, if it has exactly one and that is near.
    fn defer(&mut self, dst: Reg, pending: Pending) {
        if self.is_single() {
            self.settle(dst);
            self.pending.push((dst, pending));
        } else {
            let dst = self.define(dst);
            self.compute(pending, dst);
        }
    }

    /// Prepares the definition of a register: computes what reads its old value, and gives its word, or that
    /// of the variable that the next instruction copies it to.
    fn define(&mut self, r: Reg) -> Word {
        let mut r = r;
        if let Some(target) = self.copied_to(r) {
            self.merged = true;
            r = target;
        }
        self.settle(r);
        self.word(r)
    }

    /// Computes what reads a register that is about to change.
    fn settle(&mut self, r: Reg) {
        while let Some(i) = self.pending.iter().position(|(_, p)| p.reads(r)) {
            let (reg, pending) = self.pending.remove(i);
            let dst = self.word(reg);
            self.compute(pending, dst);
        }
    }

    /// The register that takes the value of `r` in the next instruction, if that is its only use.
    fn copied_to(&self, r: Reg) -> Option<Reg> {
        if self.merged || !self.is_single() {
            return None;
        }
        let (dst, src) = match self.next? {
            Inst::Copy { dst, src } => (*dst, *src),
            Inst::Convert {
                op,
                from,
                to,
                dst,
                src,
                ..
            } if self.is_plain(*op, *from, *to) => (*dst, *src),
            _ => return None,
        };
        let wide = |r| self.function.kind(r) == Kind::I128;
        (src == Operand::Reg(r) && wide(r) == wide(dst)).then_some(dst)
    }

    /// A register that holds the address of the living object of a slot.
    fn slot(&mut self, slot: SlotId) -> Word {
        let register = self.first_slot + slot.0;
        let (i, bit) = (slot.0 as usize / 64, 1 << (slot.0 % 64));
        if self.alive[i] & bit == 0 {
            self.alive[i] |= bit;
            let slot = self.code_slots + slot.0;
            self.push(Op::SlotLive { register, slot });
        }
        register
    }
}
