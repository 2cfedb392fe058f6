//! Local variables that are read where nothing can have been assigned to them, and those that are read where
//! that depends on the way.
//!
//! Cost: blocks times the variables that are used before they are assigned in some block.

use raceproof_ir::{Block, BlockId, Function, Inst, Operand, Reg, Span};
use rustc_hash::FxHashSet;

use crate::Exposed;

/// Whether an instruction gives a register a value.
fn gives(inst: &Inst, r: Reg) -> bool {
    inst.defines(r) && !matches!(inst, Inst::Unset { .. })
}

/// Whether a block assigns to a register.
fn assigns(block: &Block, r: Reg) -> bool {
    let mut all = block.instructions.iter();
    all.any(|(inst, _)| gives(inst, r))
}

/// Whether a register is a variable of the program and no parameter.
fn is_variable(function: &Function, r: Reg) -> bool {
    r.0 >= function.arguments() && !function.registers[r.0 as usize].name.is_empty()
}

/// Whether a jump may come back into a block, with what registers hold elsewhere.
fn comes_back(block: &Block) -> bool {
    let mut all = block.instructions.iter();
    all.any(|(inst, _)| inst.is_returned_to())
}

/// The variables that a block uses before it assigns to them, with the places.
fn used_first(function: &Function, block: &Block) -> Vec<(Reg, Span)> {
    let mut used: Vec<(Reg, Span)> = Vec::new();
    let mut assigned = Vec::new();
    let is_variable = |r: Reg| is_variable(function, r);
    for (inst, span) in &block.instructions {
        inst.operands(|operand| {
            if let Operand::Reg(r) = operand
                && is_variable(r)
                && !assigned.contains(&r)
                && !used.iter().any(|u| u.0 == r)
            {
                used.push((r, *span));
            }
        });
        assigned.extend(inst.results().filter(|r| is_variable(*r) && gives(inst, *r)));
    }
    if let Some(Operand::Reg(r)) = block.terminator.operand()
        && is_variable(r)
        && !assigned.contains(&r)
        && !used.iter().any(|u| u.0 == r)
    {
        used.push((r, block.span));
    }
    used
}

/// The blocks that ways from these lead to, those at the beginning of a way not counted.
fn reached(function: &Function, from: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut reached = vec![false; function.blocks.len()];
    let mut open: Vec<usize> = from.collect();
    while let Some(b) = open.pop() {
        for next in function.blocks[b].terminator.successors() {
            if !std::mem::replace(&mut reached[next.0 as usize], true) {
                open.push(next.0 as usize);
            }
        }
    }
    reached
}

/// The variables of a function that have a use which no assignment reaches, with the first such use.
pub fn unassigned(function: &Function) -> Vec<(Reg, Span)> {
    if function.blocks.is_empty() {
        return Vec::new();
    }
    let mut alive = reached(function, std::iter::once(0));
    alive[0] = true;
    let used: Vec<(usize, Reg, Span)> = (0..)
        .zip(&function.blocks)
        .filter(|(b, _)| alive[*b])
        .flat_map(|(b, block)| {
            used_first(function, block)
                .into_iter()
                .map(move |(r, s)| (b, r, s))
        })
        .collect();
    let mut variables: Vec<Reg> = used.iter().map(|u| u.1).collect();
    variables.sort_unstable();
    variables.dedup();
    let mut found = Vec::new();
    for r in variables {
        let is_assigned = function.blocks.iter().any(|block| assigns(block, r));
        let sources = (0..function.blocks.len()).filter(|&b| {
            let block = &function.blocks[b];
            assigns(block, r) || is_assigned && comes_back(block)
        });
        let has_value = reached(function, sources);
        let first = used.iter().find(|(b, used, _)| *used == r && !has_value[*b]);
        found.extend(first.map(|(_, _, span)| (r, *span)));
    }
    found
}

/// A variable that may be read before anything was assigned to it in its life.
#[derive(Debug, PartialEq, Eq)]
pub struct PartlyAssigned {
    /// Which.
    pub register: Reg,
    /// The blocks and the positions of instructions that may be the first to read it; behind the last one is
    /// the terminator.
    pub reads: Vec<(BlockId, usize)>,
    /// The blocks and the positions of instructions where a life of it begins, besides that of the function.
    pub begins: Vec<(BlockId, usize)>,
}

/// The variables of a function that may be read before anything was assigned to them: on some ways, or on
/// all.
pub fn partly_assigned(function: &Function, exposed: &Exposed) -> Vec<PartlyAssigned> {
    let mut found: Vec<PartlyAssigned> = Vec::new();
    if function.blocks.is_empty() {
        return found;
    }
    let blocks = || (0..).map(BlockId).zip(&function.blocks);
    let steps =
        || blocks().flat_map(|(b, block)| (0..).zip(&block.instructions).map(move |(i, s)| (b, i, s)));
    let mut begins: Vec<(Reg, BlockId, usize)> = Vec::new();
    let mut variables: FxHashSet<Reg> = FxHashSet::default();
    for (b, at, (inst, _)) in steps() {
        if let Inst::Unset { dst, .. } = inst {
            begins.push((*dst, b, at));
        }
        inst.operands(|operand| {
            if let Operand::Reg(r) = operand
                && is_variable(function, r)
            {
                variables.insert(r);
            }
        });
    }
    let ends = function
        .blocks
        .iter()
        .filter_map(|block| block.terminator.operand());
    variables.extend(ends.filter_map(|operand| match operand {
        Operand::Reg(r) if is_variable(function, r) => Some(r),
        _ => None,
    }));
    let mut alive: Vec<Reg> = Vec::new();
    exposed.each(BlockId(0), &variables, |r| alive.push(r));
    alive.extend(
        begins
            .iter()
            .map(|(r, ..)| *r)
            .filter(|r| is_variable(function, *r)),
    );
    alive.sort_unstable();
    alive.dedup();
    for register in alive {
        let begins: Vec<(BlockId, usize)> = begins
            .iter()
            .filter(|(r, ..)| *r == register)
            .map(|(_, b, at)| (*b, *at))
            .collect();
        let reads = first_reads(function, exposed, register, &begins);
        if !reads.is_empty() {
            found.push(PartlyAssigned {
                register,
                reads,
                begins,
            });
        }
    }
    found
}

/// Where ways from the beginnings of the lives of a register come to a use of it before anything is assigned.
fn first_reads(
    function: &Function,
    exposed: &Exposed,
    r: Reg,
    begins: &[(BlockId, usize)],
) -> Vec<(BlockId, usize)> {
    let mut reads = Vec::new();
    let mut visited: FxHashSet<BlockId> = FxHashSet::default();
    let mut open: Vec<(BlockId, usize)> = begins.iter().map(|(b, at)| (*b, at + 1)).collect();
    if exposed.has(BlockId(0), r) {
        visited.insert(BlockId(0));
        open.push((BlockId(0), 0));
    }
    while let Some((b, from)) = open.pop() {
        let block = &function.blocks[b.0 as usize];
        let uses = |operand: Operand| operand == Operand::Reg(r);
        let mut at = from;
        let ends = loop {
            let Some((inst, _)) = block.instructions.get(at) else {
                break block.terminator.operand().is_some_and(uses).then_some(true);
            };
            let mut is_used = false;
            inst.operands(|operand| is_used |= uses(operand));
            if is_used {
                break Some(true);
            }
            if inst.defines(r) {
                break Some(false);
            }
            at += 1;
        };
        match ends {
            Some(true) if !reads.contains(&(b, at)) => reads.push((b, at)),
            Some(_) => {}
            None => {
                let next = block.terminator.successors();
                let next = next.filter(|b| exposed.has(*b, r));
                open.extend(next.filter(|b| visited.insert(*b)).map(|b| (b, 0)));
            }
        }
    }
    reads.sort_unstable();
    reads
}
