//! Puts the blocks of a finished function in order.
//!
//! Empty blocks that only jump are skipped, blocks that cannot be reached are dropped, a block that is
//! entered only by a jump from one other is appended to it, and the rest is numbered in the order in
//! which it was written. The entry stays block 0.

use raceproof_ir::{Block, BlockId, Terminator};

use super::builder::for_each_target;

/// Tidies `blocks` in place and says where each block went. Blocks of `roots` stay reachable by name.
pub(super) fn tidy(blocks: &mut Vec<Block>, placed: &[BlockId], roots: &[BlockId]) -> Vec<Option<BlockId>> {
    let forward: Vec<BlockId> = (0..blocks.len())
        .map(|index| skip_empty(blocks, BlockId(index as u32)))
        .collect();
    for block in blocks.iter_mut() {
        for_each_target(&mut block.terminator, |target| {
            *target = forward[target.0 as usize];
        });
        join_equal_targets(block);
    }

    let mut entries = vec![0u32; blocks.len()];
    // The entry and the roots are entered from outside.
    let outside: Vec<BlockId> = std::iter::once(BlockId(0))
        .chain(roots.iter().map(|root| forward[root.0 as usize]))
        .collect();
    let mut pending = Vec::new();
    for block in outside {
        if entries[block.0 as usize] == 0 {
            pending.push(block);
        }
        entries[block.0 as usize] += 2;
    }
    while let Some(block) = pending.pop() {
        for_each_target(&mut blocks[block.0 as usize].terminator, |target| {
            let count = &mut entries[target.0 as usize];
            if *count == 0 {
                pending.push(*target);
            }
            *count += 1;
        });
    }

    let mut absorbed = vec![false; blocks.len()];
    for &BlockId(index) in placed {
        let index = index as usize;
        if entries[index] == 0 || absorbed[index] {
            continue;
        }
        while let Terminator::Jump(target) = blocks[index].terminator {
            let target = target.0 as usize;
            if entries[target] != 1 || target == index {
                break;
            }
            absorbed[target] = true;
            let span = blocks[target].span;
            let terminator = std::mem::replace(&mut blocks[target].terminator, Terminator::Unreachable);
            let mut tail = std::mem::take(&mut blocks[target].instructions);
            blocks[index].instructions.append(&mut tail);
            blocks[index].terminator = terminator;
            blocks[index].span = span;
        }
    }

    let mut moved = vec![None; blocks.len()];
    let mut kept = Vec::new();
    for &block in placed {
        let index = block.0 as usize;
        if entries[index] > 0 && !absorbed[index] && moved[index].is_none() {
            moved[index] = Some(BlockId(kept.len() as u32));
            kept.push(block);
        }
    }
    // A block that was jumped to but never placed holds no code; it keeps its `Unreachable`.
    for (index, &count) in entries.iter().enumerate() {
        if count > 0 && !absorbed[index] && moved[index].is_none() {
            moved[index] = Some(BlockId(kept.len() as u32));
            kept.push(BlockId(index as u32));
        }
    }
    let mut old: Vec<Option<Block>> = std::mem::take(blocks).into_iter().map(Some).collect();
    for block in kept {
        let Some(mut block) = old[block.0 as usize].take() else {
            continue;
        };
        for_each_target(&mut block.terminator, |target| {
            *target = moved[target.0 as usize].unwrap_or(*target);
        });
        blocks.push(block);
    }
    (0..moved.len())
        .map(|index| moved[forward[index].0 as usize])
        .collect()
}

/// The first block from `start` on that does something.
fn skip_empty(blocks: &[Block], start: BlockId) -> BlockId {
    let mut at = start;
    // An empty loop has no such block: any of it will do.
    for _ in 0..blocks.len() {
        let block = &blocks[at.0 as usize];
        match block.terminator {
            Terminator::Jump(target) if block.instructions.is_empty() => at = target,
            _ => break,
        }
    }
    at
}

/// A branch both of whose sides go to one block is a jump.
fn join_equal_targets(block: &mut Block) {
    if let Terminator::Branch { then, otherwise, .. } = block.terminator
        && then == otherwise
    {
        block.terminator = Terminator::Jump(then);
    }
}
