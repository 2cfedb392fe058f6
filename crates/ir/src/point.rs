//! Places in the code: what analyses and engines say "where" with.

use crate::{Block, BlockId, FuncId, Inst, Program, Span};

/// A step of a program: an instruction, or the end of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The function.
    pub function: FuncId,
    /// Its block.
    pub block: BlockId,
    /// Index of the instruction in the block; the number of its instructions stands for the terminator.
    pub index: u32,
}

impl Point {
    /// The step of a block with this index.
    pub fn new(function: FuncId, block: BlockId, index: u32) -> Point {
        Point {
            function,
            block,
            index,
        }
    }
}

impl Program {
    /// The block that a step is in.
    pub fn block(&self, point: Point) -> &Block {
        &self.function(point.function).blocks[point.block.0 as usize]
    }

    /// The instruction that a step is; none if it is the end of a block.
    pub fn instruction(&self, point: Point) -> Option<&Inst> {
        let instructions = &self.block(point).instructions;
        instructions.get(point.index as usize).map(|(inst, _)| inst)
    }

    /// Position of a step in the source.
    pub fn span(&self, point: Point) -> Span {
        let block = self.block(point);
        let instruction = block.instructions.get(point.index as usize);
        instruction.map_or(block.span, |(_, span)| *span)
    }

    /// All instructions, with where they are.
    pub fn instructions(&self) -> impl Iterator<Item = (Point, &Inst)> {
        let functions = (0..).map(FuncId).zip(&self.functions);
        functions.flat_map(|(f, function)| function.instructions(f))
    }
}

impl crate::Function {
    /// For each block, where it may go on.
    pub fn successors(&self) -> Vec<Vec<BlockId>> {
        let blocks = self.blocks.iter();
        blocks.map(|b| b.terminator.successors().collect()).collect()
    }

    /// All instructions of the function, which is `id` of its program, with where they are.
    pub fn instructions(&self, id: FuncId) -> impl Iterator<Item = (Point, &Inst)> {
        let blocks = (0..).map(BlockId).zip(&self.blocks);
        blocks.flat_map(move |(b, block)| {
            let steps = (0..).zip(&block.instructions);
            steps.map(move |(index, (inst, _))| (Point::new(id, b, index), inst))
        })
    }
}
