//! Counted loops: a counter that goes up by a constant once in every round, compared with a bound at the
//! head.
//!
//! Threads are created and joined in such loops. The counter is another number in every round, so whatever is
//! reached through it alone is another cell in every round, and a loop whose counter goes up by one to the
//! bound visits all cells below it. That holds for one execution of the loop; whoever asks has to see to it
//! that no other one matters.

use crate::graph::{Components, always_passed, components, cyclic, definition, is_untouched, reachable};
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
    /// Whether another loop is around it, so that it may be run again.
    pub inner: bool,
}

/// What a counter is compared with: it is the same in every round, unless it is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// A constant, or a register that is written once, or not any more.
    Operand(Operand),
    /// What a variable holds at this offset, which nobody writes any more.
    Settled(Variable, i64),
    /// What this instruction at the head finds in memory, in each round anew.
    Loaded(BlockId, usize),
}

impl Bound {
    /// The signed number that it is.
    pub fn number(&self) -> Option<i128> {
        match self {
            Bound::Operand(operand) => number(operand),
            Bound::Settled(..) | Bound::Loaded(..) => None,
        }
    }
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
    /// By register, the blocks that write it, each as often as it does.
    writes: Vec<Vec<BlockId>>,
}

impl Shape {
    fn new(function: &Function) -> Shape {
        let next = function.successors();
        let components = components(&next);
        let mut before = vec![Vec::new(); next.len()];
        let mut members: BTreeMap<usize, BTreeSet<BlockId>> = BTreeMap::new();
        let mut writes = vec![Vec::new(); function.registers.len()];
        for (b, block) in (0..).map(BlockId).zip(&function.blocks) {
            let number = b.0 as usize;
            for to in &next[number] {
                before[to.0 as usize].push(b);
            }
            members.entry(components.of[number]).or_default().insert(b);
            for r in block.instructions.iter().flat_map(|(inst, _)| inst.results()) {
                writes[r.0 as usize].push(b);
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

    /// Whether a register has the same value from the first time on that a block is met, in one call of the
    /// function.
    fn is_fixed(&self, function: &Function, r: Reg, block: BlockId) -> bool {
        let writes = &self.writes[r.0 as usize];
        let is_once = || {
            let given = usize::from(r.0 < function.arguments());
            let again = |b: &BlockId| self.components.cyclic[b.0 as usize];
            !writes.iter().any(again) && writes.len() + given <= 1
        };
        let is_over = || {
            let later = reachable(function, block, |_| true);
            !writes.iter().any(|b| *b == block || later.contains(b))
        };
        is_once() || is_over()
    }

    /// The blocks of the loop that begins at a block: those that lead back to it and that nothing leads to
    /// but by it. If the block is the only way into all blocks that lead to each other, they are these.
    fn around(&self, head: BlockId) -> BTreeSet<BlockId> {
        let of = &self.components.of;
        let is_inside = |b: BlockId| of[b.0 as usize] == of[head.0 as usize];
        let component = &self.members[&of[head.0 as usize]];
        let is_entered = |b: &BlockId| {
            let mut before = self.before[b.0 as usize].iter();
            *b != head && (b.0 == 0 || before.any(|from| !is_inside(*from)))
        };
        if !component.iter().any(is_entered) {
            return component.clone();
        }
        // What can be reached without the head is not behind it.
        let mut apart = vec![false; self.next.len()];
        apart[0] = true;
        let mut open = vec![BlockId(0)];
        while let Some(at) = open.pop().filter(|at| *at != head) {
            let next = self.next[at.0 as usize].iter();
            let is_new = |to: &BlockId| !std::mem::replace(&mut apart[to.0 as usize], true);
            open.extend(next.copied().filter(|to| *to != head).filter(is_new));
        }
        let mut blocks = BTreeSet::from([head]);
        let mut open = vec![head];
        while let Some(at) = open.pop() {
            let before = self.before[at.0 as usize].iter();
            let inside = before.filter(|from| is_inside(**from) && !apart[from.0 as usize]);
            open.extend(inside.filter(|from| blocks.insert(**from)));
        }
        blocks
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
    // Where a function begins with a loop, a call cannot be told from a round.
    if !shape.components.cyclic[head.0 as usize] || head.0 == 0 {
        return None;
    }
    let blocks = shape.around(head);
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
    let once = shape.passed_once(&blocks, head);
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
        Operand::Reg(r) if shape.is_fixed(function, r, head) => Bound::Operand(bound),
        Operand::Reg(r) => {
            let variable = Settled::loaded(function, head, r, at);
            let is_settled = |(variable, _): &(Variable, i64)| settled.from(f, function, *variable, head);
            match variable.filter(is_settled) {
                Some((variable, offset)) => Bound::Settled(variable, offset),
                None => {
                    let load = definition(code, r, at)?;
                    let is_load = matches!(code.instructions[load].0, Inst::Load { .. });
                    is_load.then_some(Bound::Loaded(head, load))?
                }
            }
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
        always,
        once,
        inner: blocks.len() < shape.members[&shape.components.of[head.0 as usize]].len(),
        blocks,
    })
}
