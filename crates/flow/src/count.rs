//! Counted loops: a counter that goes up by a constant once in every round, compared with a bound at the
//! head.
//!
//! Threads are created and joined in such loops. The counter is another number in every round, so whatever is
//! reached through it alone is another cell in every round, and a loop whose counter goes up by one to the
//! bound visits all cells below it. That holds for one execution of the loop; the analysis asks for it only
//! in contexts that run once.

use crate::graph::{Components, always_passed, components, cyclic, definition, is_untouched};
use crate::settled::{Settled, Variable};
use raceproof_ir::{
    BinaryOp, Block, BlockId, CompareOp, ConvertOp, FuncId, Function, Inst, Kind, Operand, Reg, Terminator,
};
use std::collections::{BTreeMap, BTreeSet};

/// A loop that counts.
#[derive(Debug)]
pub struct Counted {
    /// Where the counter is compared; every round begins here.
    pub head: BlockId,
    /// Where a round goes on.
    pub body: BlockId,
    /// Where it goes when the bound is reached.
    pub exit: BlockId,
    /// What counts.
    pub counter: Reg,
    /// Of the counter.
    pub kind: Kind,
    /// How it is compared.
    pub op: CompareOp,
    /// What it is compared with.
    pub bound: Bound,
    /// Of the bound, which may be narrower than the counter.
    pub bound_kind: Kind,
    /// By how much it goes up in a round.
    pub step: u64,
    /// What the counter starts with, if that is a constant.
    pub start: Option<i128>,
    /// All blocks of the loop.
    pub blocks: BTreeSet<BlockId>,
    /// Blocks that every round goes through once.
    pub always: BTreeSet<BlockId>,
    /// Blocks that a round goes through once at most.
    pub once: BTreeSet<BlockId>,
    /// Whether the bound is the only way out.
    pub whole: bool,
}

/// What a counter is compared with: it is the same in every round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A constant, or a register that is written once.
    Operand(Operand),
    /// What a variable holds at this offset, which nobody writes any more.
    Settled(Variable, i64),
}

impl Bound {
    /// The signed number that it is.
    pub fn number(&self) -> Option<i128> {
        match self {
            Bound::Operand(operand) => number(operand),
            Bound::Settled(..) => None,
        }
    }
}

/// The cell of an array that the counter picks: `base + counter * scale + disp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Where the array is.
    pub base: Operand,
    /// The instruction that computes the address.
    pub at: usize,
    /// Bytes from one cell to the next.
    pub scale: i64,
    /// Bytes from the start of the array.
    pub disp: i64,
}

/// The signed number that an operand is.
pub fn number(operand: &Operand) -> Option<i128> {
    match operand {
        Operand::Const(kind, bits) => {
            let unused = 128 - kind.bits();
            Some(((bits << unused) as i128) >> unused)
        }
        _ => None,
    }
}

/// What a register just before an instruction of a block was made of by sign extension, and of which kind
/// that is.
fn widened(code: &Block, r: Reg, end: usize) -> Option<(Operand, Kind)> {
    let at = definition(code, r, end)?;
    match code.instructions[at].0 {
        Inst::Convert {
            op: ConvertOp::SExt,
            from,
            src,
            ..
        } => {
            let is_same = match src {
                Operand::Reg(r) => is_untouched(code, r, at, end),
                _ => true,
            };
            is_same.then_some((src, from))
        }
        _ => None,
    }
}

/// What all loops of a function are looked for in. It is worked out once, so that what a loop costs does not
/// depend on what else is in the function.
struct Shape {
    next: Vec<Vec<BlockId>>,
    before: Vec<Vec<BlockId>>,
    components: Components,
    /// The blocks of each component, in order.
    members: BTreeMap<usize, BTreeSet<BlockId>>,
    /// By register, how often it is written, and whether one of these writes may happen again.
    writes: Vec<(usize, bool)>,
}

impl Shape {
    fn new(function: &Function) -> Shape {
        let next = function.successors();
        let components = components(&next);
        let mut before = vec![Vec::new(); next.len()];
        let mut members: BTreeMap<usize, BTreeSet<BlockId>> = BTreeMap::new();
        let mut writes = vec![(0, false); function.registers.len()];
        for (b, block) in (0..).map(BlockId).zip(&function.blocks) {
            let number = b.0 as usize;
            for to in &next[number] {
                before[to.0 as usize].push(b);
            }
            members.entry(components.of[number]).or_default().insert(b);
            for r in block.instructions.iter().flat_map(|(inst, _)| inst.results()) {
                let (count, again) = &mut writes[r.0 as usize];
                *count += 1;
                *again |= components.cyclic[number];
            }
        }
        Shape {
            next,
            before,
            components,
            members,
            writes,
        }
    }

    /// Whether a register has the same value wherever it is read, in one call of the function.
    fn is_fixed(&self, function: &Function, r: Reg) -> bool {
        let (count, again) = self.writes[r.0 as usize];
        let given = usize::from(r.0 < function.arguments());
        !again && count + given <= 1
    }

    /// Those of the blocks that a way which does not go through `without` never comes back to.
    fn passed_once(&self, blocks: &BTreeSet<BlockId>, without: BlockId) -> BTreeSet<BlockId> {
        let numbers: BTreeMap<BlockId, u32> = blocks.iter().copied().zip(0..).collect();
        let inner = |b: &BlockId| numbers.get(b).filter(|_| *b != without).copied().map(BlockId);
        let next: Vec<Vec<BlockId>> = blocks
            .iter()
            .map(|b| self.next[b.0 as usize].iter().filter_map(inner).collect())
            .collect();
        let again = cyclic(&next);
        let once = blocks
            .iter()
            .zip(again)
            .filter(|(b, again)| **b == without || !again);
        once.map(|(b, _)| *b).collect()
    }
}

/// All counted loops of a function.
pub fn counted(f: FuncId, function: &Function, settled: &Settled) -> Vec<Counted> {
    let shape = Shape::new(function);
    (0..function.blocks.len() as u32)
        .filter_map(|b| counted_at((f, function), &shape, BlockId(b), settled))
        .collect()
}

/// Long because each condition that makes a loop a counted one is a line of its proof.
fn counted_at(
    (f, function): (FuncId, &Function),
    shape: &Shape,
    head: BlockId,
    settled: &Settled,
) -> Option<Counted> {
    let code = &function.blocks[head.0 as usize];
    let Terminator::Branch {
        cond: Operand::Reg(cond),
        then: body,
        otherwise: exit,
    } = code.terminator
    else {
        return None;
    };
    let at = definition(code, cond, code.instructions.len())?;
    let &Inst::Compare {
        op,
        kind: compared,
        a: Operand::Reg(left),
        b: right,
        ..
    } = &code.instructions[at].0
    else {
        return None;
    };
    if !matches!(op, CompareOp::LtSigned | CompareOp::LtUnsigned) {
        return None;
    }
    let (counter, kind) = match widened(code, left, at) {
        // A counter that is narrower than a bound goes past all its own numbers, unless the bound is one of
        // them.
        Some((Operand::Reg(narrow), from)) => {
            let most = i128::MAX >> (128 - from.bits());
            number(&right).filter(|b| (0..=most).contains(b))?;
            (narrow, from)
        }
        _ => (left, compared),
    };
    let (bound, bound_kind) = match right {
        // The same number, if it is read as signed.
        Operand::Reg(r) if op == CompareOp::LtSigned => match widened(code, r, at) {
            Some((narrow, from)) => (narrow, from),
            None => (right, compared),
        },
        _ => (right, compared),
    };
    // The largest set of blocks around the head that lead to each other: no other loop is around it.
    if !shape.components.cyclic[head.0 as usize] {
        return None;
    }
    let blocks = &shape.members[&shape.components.of[head.0 as usize]];
    if !blocks.contains(&body) || blocks.contains(&exit) {
        return None;
    }
    let successors = |b: BlockId| shape.next[b.0 as usize].iter().copied();
    let outside = |b: BlockId| {
        shape.before[b.0 as usize]
            .iter()
            .filter(|from| !blocks.contains(from))
    };
    if blocks.iter().any(|&b| b != head && outside(b).next().is_some()) {
        return None;
    }
    let once = shape.passed_once(blocks, head);
    let always = always_passed(&shape.next, head, |b| blocks.contains(&b));
    let always: BTreeSet<BlockId> = always.intersection(&once).copied().collect();
    // One write of the counter, at the end of every round.
    let mut writes = blocks.iter().flat_map(|&b| {
        let code = &function.blocks[b.0 as usize].instructions;
        let writes = (0..code.len()).filter(move |&i| code[i].0.results().any(|r| r == counter));
        writes.map(move |i| (b, i))
    });
    let (latch, index) = writes.next()?;
    if writes.next().is_some() || !always.contains(&latch) || successors(latch).any(|to| to != head) {
        return None;
    }
    let step = match function.blocks[latch.0 as usize].instructions[index].0 {
        Inst::Binary {
            op: BinaryOp::Add | BinaryOp::AddSigned,
            a: Operand::Reg(from),
            b: ref by,
            ..
        } if from == counter => u64::try_from(number(by)?).ok().filter(|&s| s > 0)?,
        _ => return None,
    };
    // Longer steps may go past the bound and, at the end of all numbers, begin anew.
    let limit = match op {
        CompareOp::LtSigned => i128::MAX >> (128 - kind.bits()),
        _ => i128::MAX >> (127 - kind.bits()),
    };
    if step > 1 && number(&bound).is_none_or(|b| b < 0 || b > limit - i128::from(step)) {
        return None;
    }
    let bound = match bound {
        Operand::Const(..) => Bound::Operand(bound),
        Operand::Reg(r) if shape.is_fixed(function, r) => Bound::Operand(bound),
        Operand::Reg(r) => {
            let (variable, offset) = Settled::loaded(function, head, r, at)?;
            settled
                .from(f, function, variable, head)
                .then_some(Bound::Settled(variable, offset))?
        }
        Operand::Address(_) => return None,
    };
    let mut start = None;
    for &b in outside(head) {
        let code = &function.blocks[b.0 as usize];
        let first = definition(code, counter, code.instructions.len()).and_then(|at| {
            match &code.instructions[at].0 {
                Inst::Copy { src, .. } => number(src),
                _ => None,
            }
        });
        match (first, start) {
            (Some(number), None) => start = Some(number),
            (Some(number), Some(known)) if number == known => {}
            _ => {
                start = None;
                break;
            }
        }
    }
    let whole = blocks
        .iter()
        .filter(|&&b| b != head)
        .all(|&b| successors(b).all(|to| blocks.contains(&to)));
    Some(Counted {
        head,
        body,
        exit,
        counter,
        kind,
        op,
        bound,
        bound_kind,
        step,
        start,
        blocks: blocks.clone(),
        always,
        once,
        whole,
    })
}

impl Counted {
    /// Whether an operand just before an instruction of the loop is the counter of this round, or that made
    /// wider.
    fn is_counter(&self, function: &Function, block: BlockId, end: usize, operand: &Operand) -> bool {
        let Operand::Reg(r) = operand else { return false };
        let code = &function.blocks[block.0 as usize];
        match definition(code, *r, end) {
            // In the last block of a round the counter may have been raised already: then that is its
            // definition.
            None => *r == self.counter && block != self.head,
            Some(at) => match &code.instructions[at].0 {
                Inst::Copy { src, .. } => self.is_counter(function, block, at, src),
                Inst::Convert {
                    op: ConvertOp::SExt | ConvertOp::ZExt,
                    src,
                    ..
                } => self.is_counter(function, block, at, src),
                _ => false,
            },
        }
    }

    /// The cell that an address just before an instruction of the loop is.
    pub fn pick(&self, function: &Function, block: BlockId, end: usize, address: &Operand) -> Option<Pick> {
        let Operand::Reg(r) = address else { return None };
        let code = &function.blocks[block.0 as usize];
        let at = definition(code, *r, end)?;
        match &code.instructions[at].0 {
            Inst::Copy { src, .. } => self.pick(function, block, at, src),
            Inst::Offset {
                base,
                index,
                scale,
                disp,
                ..
            } => self.is_counter(function, block, at, index).then_some(Pick {
                base: *base,
                at,
                scale: *scale,
                disp: *disp,
            }),
            _ => None,
        }
    }

    /// The cell that a value just before an instruction of the loop was loaded from.
    pub fn pick_loaded(
        &self,
        function: &Function,
        block: BlockId,
        end: usize,
        value: &Operand,
    ) -> Option<Pick> {
        let Operand::Reg(r) = value else { return None };
        let code = &function.blocks[block.0 as usize];
        let at = definition(code, *r, end)?;
        match &code.instructions[at].0 {
            Inst::Copy { src, .. }
            | Inst::Convert {
                op: ConvertOp::IntToPtr | ConvertOp::PtrToInt | ConvertOp::SExt | ConvertOp::ZExt,
                src,
                ..
            } => self.pick_loaded(function, block, at, src),
            Inst::Load { addr, .. } => self.pick(function, block, at, addr),
            _ => None,
        }
    }
}
