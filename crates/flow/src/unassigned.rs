//! Local variables that are read where nothing can have been assigned to them.
//!
//! Not found: variables that are assigned on some ways to their use.
//!
//! Cost: blocks times the variables that are used before they are assigned in some block.

use raceproof_ir::{Block, Function, Operand, Reg, Span};

/// Whether a block assigns to a register.
fn assigns(block: &Block, r: Reg) -> bool {
    let mut all = block.instructions.iter();
    all.any(|(inst, _)| inst.defines(r))
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
    let is_variable =
        |r: Reg| r.0 >= function.arguments() && !function.registers[r.0 as usize].name.is_empty();
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
        assigned.extend(inst.results().filter(|r| is_variable(*r)));
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
