//! The flattened program: made once, read-only while it runs.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use raceproof_ir::{
    Bits, BlockId, Case, ConvertOp, DataModel, FuncId, GlobalId, Inst, Kind, Order, Program, RmwOp, Span,
    SyncOp,
};

use raceproof_library::{Hidden, World};

use crate::live::Live;
use crate::op::{Op, WIDE, Word};
use crate::state::NOWHERE;
use crate::{NativeFn, Next, ObjectId, ObjectKind, Pointer, Site, limits};

/// The code of a program.
pub struct Code<'p> {
    pub(crate) program: &'p Program,
    pub(crate) ops: Vec<Op>,
    /// Where each operation came from.
    pub(crate) origins: Vec<Origin>,
    /// By [`FuncId`], and one more: the library's `exit`, which a return from `main` calls.
    pub(crate) functions: Vec<Routine>,
    /// Lists of argument registers: a count, then as many words.
    pub(crate) lists: Vec<u32>,
    /// The slots of all functions: what, size and alignment.
    pub(crate) slots: Vec<(ObjectKind, u64, u32)>,
    pub(crate) bits: Vec<(Kind, Bits)>,
    pub(crate) switches: Vec<Switch>,
    pub(crate) labels: Vec<Labels>,
    pub(crate) syncs: Vec<SyncCode>,
    pub(crate) atomics: Vec<AtomicCode>,
    pub(crate) choices: Choices,
    /// Messages of assertions and gaps.
    pub(crate) messages: Vec<String>,
    /// Constant registers of all functions, with their values.
    pub(crate) constants: Vec<(Word, u64)>,
    /// The thread-local globals, by their number.
    pub(crate) thread_locals: Vec<GlobalId>,
    /// Which of them says that a thread executes the tasks that it makes.
    pub(crate) has_turn: Option<u32>,
    pub(crate) uses: Uses,
    /// Which state of the library is used by several threads, perhaps: each use is an atomic access. None if
    /// there is only one thread.
    pub(crate) hidden: Vec<Hidden>,
    /// What a thread does next that is at each operation; none if that depends on the state.
    pub(crate) nexts: Vec<Option<Next>>,
    /// The register with the mutex that each operation locks; [`NOWHERE`](crate::state::NOWHERE) where it
    /// does something else.
    pub(crate) locks: Vec<Word>,
}

/// Whether a program makes numbers of addresses.
pub fn numbers_addresses(program: &Program) -> bool {
    let is_one = |inst: &Inst| matches!(inst, Inst::Convert { op, .. } if *op == ConvertOp::PtrToInt);
    program.instructions().any(|(_, inst)| is_one(inst))
}

/// What a program uses.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    /// Whether there are atomic blocks.
    pub blocks: bool,
    /// Whether somebody asks which thread a barrier names.
    pub serial: bool,
    /// Whether there may be several threads.
    pub threads: bool,
    /// Whether the program can see `errno`.
    pub errno: bool,
    /// Whether there are atomic accesses weaker than `seq_cst`.
    pub weak_atomics: bool,
    /// Threads may be canceled, which ends waits for the world.
    pub cancellation: bool,
    /// Whether numbers are made of addresses.
    pub numbers: bool,
}

/// The instruction that an operation was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub block: u32,
    /// Index in the block; the number of its instructions stands for the terminator.
    pub index: u32,
}

/// A function, flattened.
pub(crate) struct Routine {
    /// First operation.
    pub entry: u32,
    /// One past its last operation.
    pub end: u32,
    /// Words of a frame.
    pub words: u32,
    /// Words of the parameters, which are the first of the frame.
    pub params: u32,
    /// First word of the slots, and their number.
    pub slots: (u32, u32),
    /// Its constants: start and number in [`Code::constants`].
    pub constants: (u32, u32),
    /// Implementation, if the program has no body for it.
    pub native: Option<NativeFn>,
    /// Whether it calls back.
    pub calls_back: bool,
    /// Whether it only computes a number from numbers, but for an `errno` that the program cannot see.
    pub computes: bool,
    /// The part of the world that it looks at, if it is a native that looks at one, and whether it may set
    /// `errno`.
    pub world: Option<(World, bool)>,
    /// Whether it has to be called by name where there are several threads: it calls back or uses state of
    /// the library.
    pub by_name: bool,
    /// First operation of each block.
    pub starts: Box<[u32]>,
    /// Which registers matter where; worked out when first asked for.
    pub live: OnceLock<Live>,
    /// Its operations in the order of the steps that they were made from, once somebody asks.
    pub by_step: OnceLock<Vec<u32>>,
}

/// A multi-way branch.
pub(crate) struct Switch {
    pub kind: Kind,
    pub signed: bool,
    /// First value of `dense`.
    pub low: i128,
    /// Targets of consecutive values, if the cases are dense.
    pub dense: Vec<u32>,
    /// Otherwise the cases in order: first, last, target.
    pub ranges: Vec<(i128, i128, u32)>,
    pub default: u32,
}

impl Switch {
    /// Where it can go, each place once.
    pub fn targets(&self) -> Vec<usize> {
        let ranges = self.ranges.iter().map(|(_, _, target)| *target);
        let all = self.dense.iter().copied().chain(ranges).chain([self.default]);
        let mut targets: Vec<usize> = all.map(|target| target as usize).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}

/// Where a computed jump can go.
pub(crate) struct Labels {
    pub function: FuncId,
    pub targets: Vec<(BlockId, u32)>,
}

/// A synchronisation operation.
pub(crate) struct SyncCode {
    pub op: SyncOp,
    pub dst: Word,
    pub args: Vec<Word>,
}

/// An atomic operation. Registers of 128-bit values are the first of two.
pub(crate) struct AtomicCode {
    pub kind: Kind,
    pub address: Word,
    pub dst: Word,
    pub what: AtomicWhat,
}

/// What an atomic operation does.
#[derive(Clone, Copy)]
pub(crate) enum AtomicWhat {
    Load(Order),
    Store(Word, Order),
    Rmw(RmwOp, Word, Order),
    Cas {
        ok: Word,
        expected: Word,
        desired: Word,
        weak: bool,
        success: Order,
        failure: Order,
    },
    Fence(Order),
}

/// The choices of the environment.
#[derive(Default)]
pub(crate) struct Choices {
    pub list: Vec<NondetCode>,
    /// Numbers that are worth a try as the value of one.
    pub named: Vec<i128>,
}

/// A choice of the environment.
pub(crate) struct NondetCode {
    pub kind: Kind,
    pub dst: Word,
    pub signed: bool,
    pub low: i128,
    pub high: i128,
    pub name: String,
}

impl NondetCode {
    /// Whether there are more values than are tried.
    pub fn is_wide(&self) -> bool {
        self.high - self.low >= i128::from(limits::VALUES.get())
    }
}

/// A place in the code in the user's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The function.
    pub function: FuncId,
    /// Its block.
    pub block: BlockId,
    /// Index of the instruction in the block; the number of instructions stands for the terminator.
    pub index: usize,
    /// Position in the source.
    pub span: Span,
}

impl<'p> Code<'p> {
    /// The program that it was made from.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Whether pointers have four bytes in memory.
    pub fn is_flat(&self) -> bool {
        self.program.model == DataModel::Ilp32
    }

    /// The object of a global that is not thread-local.
    pub fn global_object(&self, global: GlobalId) -> ObjectId {
        ObjectId(global.0 + 1)
    }

    /// The object whose address is the function's.
    pub fn function_object(&self, function: FuncId) -> ObjectId {
        ObjectId(1 + self.program.globals.len() as u32 + function.0)
    }

    /// The object that stands for the state of the library that is no object of the program.
    pub(crate) fn library_object(&self) -> ObjectId {
        ObjectId(1 + (self.program.globals.len() + self.program.functions.len()) as u32)
    }

    /// The function that a pointer is the address of.
    pub fn function_at(&self, p: Pointer) -> Option<FuncId> {
        let first = 1 + self.program.globals.len() as u32;
        let index = p.object().0.checked_sub(first)?;
        (p.offset() == 0 && (index as usize) < self.program.functions.len()).then_some(FuncId(index))
    }

    /// The function that an operation belongs to.
    pub fn function_of(&self, site: Site) -> Option<FuncId> {
        // Functions without a body have no operations, and the ranges are in order.
        let i = self.functions.partition_point(|r| r.end <= site.0);
        (self.functions.get(i)?.entry <= site.0).then_some(FuncId(i as u32))
    }

    /// Whether an operation is of a source of ours: a runtime, or a part of the library that is written in C.
    pub fn is_internal(&self, site: Site) -> bool {
        self.function_of(site)
            .is_some_and(|function| self.program.function(function).origin.is_ours())
    }

    /// Where an operation came from; `None` for [`Site::START`].
    pub fn locate(&self, site: Site) -> Option<Location> {
        let origin = self.origins.get(site.0 as usize)?;
        let function = self.function_of(site)?;
        let block = self
            .program
            .function(function)
            .blocks
            .get(origin.block as usize)?;
        let instruction = block.instructions.get(origin.index as usize);
        Some(Location {
            function,
            block: BlockId(origin.block),
            index: origin.index as usize,
            span: instruction.map_or(block.span, |(_, span)| *span),
        })
    }

    /// The argument registers of a call.
    #[inline(always)]
    pub(crate) fn list(&self, at: u32) -> &[u32] {
        let at = at as usize;
        &self.lists[at + 1..][..self.lists[at] as usize]
    }

    /// All words that an operation uses or defines (`true`), side tables included.
    pub(crate) fn registers(&self, op: &Op, mut f: impl FnMut(Word, bool)) {
        op.uses(|w| f(w, false));
        if let Some(w) = op.defines() {
            f(w, true);
        }
        fn both(w: Word, f: &mut impl FnMut(Word, bool), define: bool) {
            if w != NOWHERE {
                f(w, define);
                f(w + 1, define);
            }
        }
        let f = &mut f;
        match *op {
            Op::CopyWide { to, from } => {
                both(from, f, false);
                both(to, f, true);
            }
            Op::BinaryWide { to, x, y, .. } => {
                both(x, f, false);
                both(y, f, false);
                both(to, f, true);
            }
            Op::UnaryWide { to, x, .. } => {
                both(x, f, false);
                both(to, f, true);
            }
            Op::CompareWide { x, y, .. } => {
                both(x, f, false);
                both(y, f, false);
            }
            Op::ConvertWide { from, to, out, x, .. } => {
                f(x, false);
                if from == Kind::I128 {
                    f(x + 1, false);
                }
                f(out, true);
                if to == Kind::I128 {
                    f(out + 1, true);
                }
            }
            Op::LoadWide { to, .. } => both(to, f, true),
            Op::StoreWide { from, .. } => both(from, f, false),
            Op::SwitchWide { x, .. } | Op::ReturnWide { x } => both(x, f, false),
            Op::Call { args, result, .. } | Op::CallPointer { args, result, .. } => {
                self.list(args).iter().for_each(|w| f(*w, false));
                if result != NOWHERE {
                    f(result & !WIDE, true);
                    if result & WIDE != 0 {
                        f((result & !WIDE) + 1, true);
                    }
                }
            }
            Op::Sync { index } => {
                let sync = &self.syncs[index as usize];
                sync.args.iter().for_each(|w| f(*w, false));
                if sync.dst != NOWHERE {
                    f(sync.dst, true);
                }
            }
            Op::Nondet { index } => {
                let nondet = &self.choices.list[index as usize];
                f(nondet.dst, true);
                if nondet.kind == Kind::I128 {
                    f(nondet.dst + 1, true);
                }
            }
            Op::Atomic { index } => self.atomic_registers(&self.atomics[index as usize], f),
            _ => {}
        }
    }

    fn atomic_registers(&self, atomic: &AtomicCode, f: &mut impl FnMut(Word, bool)) {
        let wide = atomic.kind == Kind::I128;
        let mut value = |w: Word, define: bool| {
            if w != NOWHERE {
                f(w, define);
                if wide {
                    f(w + 1, define);
                }
            }
        };
        match atomic.what {
            AtomicWhat::Load(_) | AtomicWhat::Fence(_) => {}
            AtomicWhat::Store(w, _) | AtomicWhat::Rmw(_, w, _) => value(w, false),
            AtomicWhat::Cas {
                expected, desired, ..
            } => {
                value(expected, false);
                value(desired, false);
            }
        }
        value(atomic.dst, true);
        if let AtomicWhat::Cas { ok, .. } = atomic.what {
            f(ok, true);
        }
        if atomic.address != NOWHERE {
            f(atomic.address, false);
        }
    }
}

impl Switch {
    /// Where a value goes.
    pub fn target(&self, value: i128) -> u32 {
        if !self.dense.is_empty() {
            let target = value.checked_sub(self.low).and_then(|i| usize::try_from(i).ok());
            return target
                .and_then(|i| self.dense.get(i))
                .map_or(self.default, |t| *t);
        }
        let i = self.ranges.partition_point(|(_, high, _)| *high < value);
        match self.ranges.get(i) {
            Some((low, _, target)) if *low <= value => *target,
            _ => self.default,
        }
    }

    /// Prepares the cases of a switch; of overlapping ones the first counts.
    pub fn new(
        kind: Kind,
        signed: bool,
        cases: &[Case],
        default: u32,
        target: impl Fn(BlockId) -> u32,
    ) -> Switch {
        let mut switch = Switch {
            kind,
            signed,
            low: 0,
            dense: Vec::new(),
            ranges: ranges(cases, target),
            default,
        };
        if let (Some(first), Some(last)) = (switch.ranges.first(), switch.ranges.last())
            && let Some(span) = last.1.checked_sub(first.0)
            && span < 16 + 4 * switch.ranges.len() as i128
        {
            switch.low = first.0;
            switch.dense = vec![default; span as usize + 1];
            for (low, high, target) in &switch.ranges {
                let (from, to) = (low - switch.low, high - switch.low);
                switch.dense[from as usize..=to as usize].fill(*target);
            }
        }
        switch
    }
}

/// The ranges of cases, in order and apart from each other; of overlapping ones the first case counts.
fn ranges(cases: &[Case], target: impl Fn(BlockId) -> u32) -> Vec<(i128, i128, u32)> {
    // Where each case begins and ends. What begins at a number does so before others end there.
    let numbered = cases.iter().enumerate().filter(|(_, case)| case.low <= case.high);
    let mut events: Vec<(i128, bool, usize)> = numbered
        .flat_map(|(number, case)| [(case.low, false, number), (case.high, true, number)])
        .collect();
    events.sort_unstable();
    let mut ranges = Vec::with_capacity(cases.len());
    let mut at_hand: BTreeSet<usize> = BTreeSet::new();
    let mut from = i128::MIN;
    for (value, is_end, number) in events {
        let last = if is_end { Some(value) } else { value.checked_sub(1) };
        if let (Some(&first), Some(last)) = (at_hand.first(), last)
            && from <= last
        {
            ranges.push((from, last, target(cases[first].target)));
        }
        if !is_end {
            at_hand.insert(number);
            from = value;
        } else if let Some(next) = value.checked_add(1) {
            at_hand.remove(&number);
            from = next;
        } else {
            break;
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cases as they are written, with the number of each as its target.
    fn cases(ranges: &[(i128, i128)]) -> Vec<Case> {
        let case = |(number, &(low, high)): (usize, &(i128, i128))| Case {
            low,
            high,
            target: BlockId(number as u32),
        };
        ranges.iter().enumerate().map(case).collect()
    }

    #[test]
    fn of_overlapping_cases_the_first_counts() {
        let written = [(5, 9), (0, 20), (7, 12), (30, 29), (40, 40), (21, 50), (40, 60)];
        let switch = Switch::new(Kind::I32, true, &cases(&written), 99, |block| block.0);
        for value in -2..70 {
            let first = written
                .iter()
                .position(|&(low, high)| (low..=high).contains(&value));
            let expected = first.map_or(99, |number| number as u32);
            assert_eq!(switch.target(value), expected, "{value}");
        }
    }

    #[test]
    fn cases_may_reach_to_the_last_numbers() {
        let written = [
            (i128::MIN, i128::MIN),
            (i128::MAX, i128::MAX),
            (i128::MIN, -1),
            (1, i128::MAX),
        ];
        let found = ranges(&cases(&written), |block| block.0);
        let expected = [
            (i128::MIN, i128::MIN, 0),
            (i128::MIN + 1, -1, 2),
            (1, i128::MAX - 1, 3),
            (i128::MAX, i128::MAX, 1),
        ];
        assert_eq!(found, expected);
    }
}
