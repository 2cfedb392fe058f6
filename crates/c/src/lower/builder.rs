//! The code of one function while it is being made: blocks, registers, slots.
//!
//! Emission is to the current block. After a terminator there is no current block, and what is
//! emitted is dropped: code that cannot be reached costs nothing, yet its labels still open blocks.
//!
//! Temporaries (registers and slots without a name) belong to a full expression. They are taken from
//! free lists and go back when the expression ends, because the number of registers is part of the
//! size of every state.

use std::collections::HashMap;

use raceproof_ir::{
    Block, BlockId, Function, Inst, Kind, Operand, Reg, ShapeId, Slot, SlotId, Span, Terminator,
};

/// A block that may not have its terminator yet.
struct OpenBlock {
    instructions: Vec<(Inst, Span)>,
    terminator: Option<(Terminator, Span)>,
}

/// What temporaries a full expression has taken; given back by [`Builder::release`].
#[derive(Clone, Copy)]
pub(super) struct Mark {
    registers: usize,
    slots: usize,
}

/// Size, alignment and layout: slots with equal ones may stand for each other.
type SlotClass = (u64, u32, Option<ShapeId>);

/// Makes one function.
pub(super) struct Builder {
    /// What is known of the function so far; its blocks are filled in by [`Builder::finish`].
    pub function: Function,
    blocks: Vec<OpenBlock>,
    /// Blocks in the order in which their code was written.
    placed: Vec<BlockId>,
    current: Option<BlockId>,
    free_registers: HashMap<Kind, Vec<Reg>>,
    used_registers: Vec<Reg>,
    free_slots: HashMap<SlotClass, Vec<SlotId>>,
    used_slots: Vec<SlotId>,
    /// The register that holds a slot's address once it was asked for.
    slot_addresses: HashMap<SlotId, Reg>,
    /// Slots whose address register is known to be set at this point of the current block.
    addressed_here: Vec<SlotId>,
}

impl Builder {
    /// Starts a function at its entry block.
    pub fn new(function: Function) -> Self {
        let mut builder = Builder {
            function,
            blocks: Vec::new(),
            placed: Vec::new(),
            current: None,
            free_registers: HashMap::new(),
            used_registers: Vec::new(),
            free_slots: HashMap::new(),
            used_slots: Vec::new(),
            slot_addresses: HashMap::new(),
            addressed_here: Vec::new(),
        };
        let entry = builder.new_block();
        builder.start(entry);
        builder
    }

    /// A block to be placed later.
    pub fn new_block(&mut self) -> BlockId {
        self.blocks.push(OpenBlock {
            instructions: Vec::new(),
            terminator: None,
        });
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Emits into `block` from here on. Falls into it from the current block if there is one.
    pub fn start(&mut self, block: BlockId) {
        self.end(Terminator::Jump(block), Span::NONE);
        self.placed.push(block);
        self.current = Some(block);
    }

    /// The block that is being emitted to; none if this point cannot be reached.
    pub fn current(&self) -> Option<BlockId> {
        self.current
    }

    /// Goes back to emitting into a block that has no terminator yet.
    pub fn resume(&mut self, block: Option<BlockId>) {
        self.current = block;
        self.addressed_here.clear();
    }

    /// Adds an instruction.
    pub fn emit(&mut self, inst: Inst, span: Span) {
        let Some(block) = self.current else { return };
        match &inst {
            Inst::SlotDead { slot } => self.addressed_here.retain(|s| s != slot),
            // A `longjmp` comes back here from a place where slots may have died and come again.
            Inst::SetJump { .. } => self.addressed_here.clear(),
            _ => {}
        }
        self.blocks[block.0 as usize].instructions.push((inst, span));
    }

    /// Ends the current block, if there is one.
    pub fn end(&mut self, terminator: Terminator, span: Span) {
        if let Some(block) = self.current.take() {
            self.blocks[block.0 as usize].terminator = Some((terminator, span));
        }
        self.addressed_here.clear();
    }

    /// Ends the current block with a jump.
    pub fn jump(&mut self, target: BlockId, span: Span) {
        self.end(Terminator::Jump(target), span);
    }

    /// Ends the current block with a branch on an `i32`.
    pub fn branch(&mut self, cond: Operand, then: BlockId, otherwise: BlockId, span: Span) {
        let terminator = match cond {
            Operand::Const(_, 0) => Terminator::Jump(otherwise),
            Operand::Const(..) => Terminator::Jump(then),
            _ => Terminator::Branch {
                cond,
                then,
                otherwise,
            },
        };
        self.end(terminator, span);
    }

    /// A temporary register.
    pub fn temporary(&mut self, kind: Kind) -> Reg {
        let free = self.free_registers.entry(kind).or_default();
        let register = match free.pop() {
            Some(register) => register,
            None => self.function.add_register(kind, ""),
        };
        self.used_registers.push(register);
        register
    }

    /// A temporary object.
    pub fn temporary_slot(&mut self, size: u64, align: u32, shape: Option<ShapeId>) -> SlotId {
        let free = self.free_slots.entry((size, align, shape)).or_default();
        let slot = match free.pop() {
            Some(slot) => slot,
            None => {
                self.function.slots.push(Slot {
                    name: String::new(),
                    size,
                    align,
                    shape,
                    span: Span::NONE,
                });
                SlotId(self.function.slots.len() as u32 - 1)
            }
        };
        self.used_slots.push(slot);
        slot
    }

    /// The address of a slot's object, in a register that keeps it for the rest of the block.
    pub fn slot_address(&mut self, slot: SlotId, span: Span) -> Operand {
        let register = match self.slot_addresses.get(&slot) {
            Some(&register) => register,
            None => {
                let register = self.function.add_register(Kind::Ptr, "");
                self.slot_addresses.insert(slot, register);
                register
            }
        };
        if !self.addressed_here.contains(&slot) {
            self.emit(Inst::SlotAddr { dst: register, slot }, span);
            self.addressed_here.push(slot);
        }
        Operand::Reg(register)
    }

    /// What is in use now.
    pub fn mark(&self) -> Mark {
        Mark {
            registers: self.used_registers.len(),
            slots: self.used_slots.len(),
        }
    }

    /// Temporary objects taken since the mark.
    pub fn slots_since(&self, mark: Mark) -> Vec<SlotId> {
        self.used_slots[mark.slots.min(self.used_slots.len())..].to_vec()
    }

    /// Ends the life of the temporary objects taken since the mark, and gives all temporaries back.
    pub fn release(&mut self, mark: Mark, span: Span) {
        for slot in self.slots_since(mark) {
            self.emit(Inst::SlotDead { slot }, span);
        }
        self.forget(mark);
    }

    /// Gives the temporaries taken since the mark back, their objects' ends having been emitted.
    pub fn forget(&mut self, mark: Mark) {
        // Last in, first out: what was taken first is taken first again, so equal statements use equal
        // registers.
        for register in self.used_registers.split_off(mark.registers).into_iter().rev() {
            let kind = self.function.kind(register);
            self.free_registers.entry(kind).or_default().push(register);
        }
        for slot in self.used_slots.split_off(mark.slots).into_iter().rev() {
            let s = &self.function.slots[slot.0 as usize];
            let class = (s.size, s.align, s.shape);
            self.free_slots.entry(class).or_default().push(slot);
        }
    }

    /// Number of blocks made so far; blocks made later have larger ids.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// In the terminators of `first` and of the blocks made since there were `count` blocks, replaces a
    /// target.
    pub fn redirect(&mut self, first: Option<BlockId>, count: usize, from: BlockId, to: BlockId) {
        let later = count..self.blocks.len();
        for index in first.map(|b| b.0 as usize).into_iter().chain(later) {
            if let Some((terminator, _)) = &mut self.blocks[index].terminator {
                for_each_target(terminator, |target| {
                    if *target == from {
                        *target = to;
                    }
                });
            }
        }
    }

    /// The finished function, and for each block made where it went. `roots` are blocks that something
    /// outside the function may name.
    pub fn finish(mut self, roots: &[BlockId], span: Span) -> (Function, Vec<Option<BlockId>>) {
        self.end(Terminator::Unreachable, span);
        let mut blocks: Vec<Block> = self
            .blocks
            .into_iter()
            .map(|open| {
                let (terminator, at) = open.terminator.unwrap_or((Terminator::Unreachable, span));
                Block {
                    instructions: open.instructions,
                    terminator,
                    span: at,
                }
            })
            .collect();
        let moved = super::tidy::tidy(&mut blocks, &self.placed, roots);
        // Most blocks are short: the room that they have left is a large part of a large program.
        for block in &mut blocks {
            block.instructions.shrink_to_fit();
        }
        blocks.shrink_to_fit();
        self.function.registers.shrink_to_fit();
        self.function.blocks = blocks;
        (self.function, moved)
    }
}

/// Visits every block that a terminator may go to.
pub(super) fn for_each_target(terminator: &mut Terminator, mut visit: impl FnMut(&mut BlockId)) {
    match terminator {
        Terminator::Jump(target) => visit(target),
        Terminator::Branch { then, otherwise, .. } => {
            visit(then);
            visit(otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|case| visit(&mut case.target));
            visit(default);
        }
        Terminator::JumpTo { labels, .. } => labels.iter_mut().for_each(visit),
        Terminator::Return(_) | Terminator::Unreachable => {}
    }
}
