//! Cells of memory that nobody writes any more.
//!
//! `for (i = 0; i < count; i++)` reads its bound anew in every round where `count` is a global, or a local
//! variable whose address was given to `scanf`. The bound is the same in every round, and the same as that of
//! a later loop, if all that may write it is over: its address is nowhere but in loads, stores and calls of
//! library functions that keep nothing; what writes is the function that the program starts with, which runs
//! once; and no such write can be reached from the loop.
//!
//! Cost: one pass over the program.

use crate::Exposed;
use crate::graph::{definition, reachable};
use raceproof_ir::{
    Address, BlockId, Callee, FuncId, Function, GlobalId, Inst, Operand, Part, Program, Reg, SlotId, Touch,
    Use,
};
use raceproof_library::Gives;
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variable {
    /// A global.
    Global(GlobalId),
    /// A local variable of the function that the program starts with.
    Slot(SlotId),
}

/// Which variables of a program are written where.
#[derive(Debug, Default)]
pub struct Settled {
    /// What the program starts with, if that runs once.
    entry: Option<FuncId>,
    /// Instructions of the entry that may write a variable.
    writes: FxHashMap<Variable, FxHashSet<(BlockId, usize)>>,
    /// Variables that others may write.
    lost: FxHashSet<Variable>,
    /// Local variables, and variables whose address was put there at some time.
    holders: Vec<(SlotId, Variable)>,
}

impl Settled {
    /// Looks through a program.
    pub fn new(program: &Program) -> Settled {
        let mut settled = Settled {
            entry: program.entry.filter(|&f| runs_once(program, f)),
            ..Settled::default()
        };
        let Some(entry) = settled.entry else {
            return settled;
        };
        for relocation in program.globals.iter().flat_map(|g| &g.relocations) {
            if let Address::Global(g, _) = relocation.target {
                settled.lost.insert(Variable::Global(g));
            }
        }
        for (f, function) in (0..).map(FuncId).zip(&program.functions) {
            if f != entry {
                settled.look_at_other(function);
            }
        }
        let function = program.function(entry);
        let exposed = Exposed::new(function);
        for b in (0..function.blocks.len() as u32).map(BlockId) {
            let mut look = Look {
                program,
                function,
                exposed: &exposed,
                block: b,
                index: 0,
                settled: &mut settled,
                holds: FxHashMap::default(),
                behind: FxHashMap::default(),
            };
            look.block();
        }
        settled.lose_held();
        settled
    }

    /// Whoever may have what holds an address has the address.
    fn lose_held(&mut self) {
        let mut known = usize::MAX;
        while known != self.lost.len() {
            known = self.lost.len();
            for (slot, variable) in &self.holders {
                if self.lost.contains(&Variable::Slot(*slot)) {
                    self.lost.insert(*variable);
                }
            }
        }
    }

    /// Functions that may run at any time, and more than once, may only read.
    fn look_at_other(&mut self, function: &Function) {
        for (inst, _) in function.blocks.iter().flat_map(|b| &b.instructions) {
            let read = inst.reads().filter(|_| inst.writes().is_none());
            let mut reads = usize::from(read.is_some());
            inst.uses(|usage, operand| {
                let Operand::Address(Address::Global(g, _)) = operand else {
                    return;
                };
                let is_read = usage == Use::Address && reads > 0;
                reads -= usize::from(is_read);
                if !is_read {
                    self.lost.insert(Variable::Global(g));
                }
            });
        }
        for block in &function.blocks {
            if let Some(Operand::Address(Address::Global(g, _))) = block.terminator.operand() {
                self.lost.insert(Variable::Global(g));
            }
        }
    }

    /// Whether a variable holds the same from the first time on that a block of this function is met.
    pub fn from(&self, f: FuncId, function: &Function, variable: Variable, block: BlockId) -> bool {
        self.from_place(f, function, variable, (block, 0))
    }

    /// The same from the first time on that an instruction is met.
    pub fn from_place(
        &self,
        f: FuncId,
        function: &Function,
        variable: Variable,
        (block, index): (BlockId, usize),
    ) -> bool {
        let later = reachable(function, block, |_| true);
        let mut writes = self.writes.get(&variable).into_iter().flatten();
        self.entry == Some(f)
            && !self.lost.contains(&variable)
            && !writes.any(|(b, i)| later.contains(b) || *b == block && *i >= index)
    }

    /// The variable, and the offset in it, that a register just before an instruction of a block was loaded
    /// from.
    pub fn loaded(function: &Function, block: BlockId, r: Reg, end: usize) -> Option<(Variable, i64)> {
        let code = &function.blocks[block.0 as usize];
        let at = definition(code, r, end)?;
        let &Inst::Load { addr, .. } = &code.instructions[at].0 else {
            return None;
        };
        match addr {
            Operand::Address(Address::Global(g, offset)) => Some((Variable::Global(g), offset)),
            Operand::Reg(r) => match code.instructions[definition(code, r, at)?].0 {
                Inst::SlotAddr { slot, .. } => Some((Variable::Slot(slot), 0)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether nothing calls a function or has its address, and no long jump comes back into it.
fn runs_once(program: &Program, entry: FuncId) -> bool {
    let is_entry = |operand: Operand| operand == Operand::Address(Address::Function(entry));
    let relocations = program.globals.iter().flat_map(|g| &g.relocations);
    let mut is_used = relocations
        .into_iter()
        .any(|r| r.target == Address::Function(entry));
    for block in program.functions.iter().flat_map(|f| &f.blocks) {
        is_used |= block.terminator.operand().is_some_and(is_entry);
        for (inst, _) in &block.instructions {
            is_used |= inst.called() == Some(entry);
            inst.operands(|operand| is_used |= is_entry(operand));
        }
    }
    let mut code = program
        .function(entry)
        .blocks
        .iter()
        .flat_map(|b| &b.instructions);
    !is_used && !code.any(|(inst, _)| inst.is_returned_to())
}

/// A look at one block of the entry.
struct Look<'a> {
    program: &'a Program,
    function: &'a Function,
    exposed: &'a Exposed,
    block: BlockId,
    index: usize,
    settled: &'a mut Settled,
    /// Registers that hold the address of a variable.
    holds: FxHashMap<Reg, Variable>,
    /// Variables whose addresses were put into a local variable in this block.
    behind: FxHashMap<SlotId, Vec<Variable>>,
}

impl Look<'_> {
    fn block(&mut self) {
        let code = &self.function.blocks[self.block.0 as usize];
        for (index, (inst, _)) in code.instructions.iter().enumerate() {
            self.index = index;
            self.instruction(inst);
        }
        if let Some(variable) = code.terminator.operand().and_then(|o| self.variable(o)) {
            self.lose(variable);
        }
        let held: Vec<_> = self.holds.iter().map(|(&r, &variable)| (r, variable)).collect();
        for (r, variable) in held {
            if code.terminator.successors().any(|to| self.exposed.has(to, r)) {
                self.lose(variable);
            }
        }
        // Nobody follows what is found there later.
        let behind: Vec<_> = self.behind.drain().flat_map(|(_, list)| list).collect();
        behind.into_iter().for_each(|variable| self.lose(variable));
    }

    fn variable(&self, operand: Operand) -> Option<Variable> {
        match operand {
            Operand::Address(Address::Global(g, _)) => Some(Variable::Global(g)),
            Operand::Reg(r) => self.holds.get(&r).copied(),
            _ => None,
        }
    }

    fn lose(&mut self, variable: Variable) {
        self.settled.lost.insert(variable);
    }

    fn write(&mut self, variable: Variable) {
        self.settled
            .writes
            .entry(variable)
            .or_default()
            .insert((self.block, self.index));
    }

    fn instruction(&mut self, inst: &Inst) {
        let mut uses = Vec::new();
        let mut defines = Vec::new();
        inst.parts(|part| match part {
            Part::Uses(usage, operand) => uses.push((usage, operand)),
            Part::Defines(r) => defines.push(r),
            Part::Reads(_) | Part::Writes(_) => {}
        });
        let made = match inst {
            Inst::SlotAddr { slot, .. } => Some(Variable::Slot(*slot)),
            Inst::Copy { src: from, .. } | Inst::Offset { base: from, .. } => self.variable(*from),
            _ => None,
        };
        for (usage, operand) in uses {
            if let Some(variable) = self.variable(operand) {
                self.used(inst, usage, operand, variable, made.is_some());
            }
        }
        if let Inst::SlotDead { slot } = inst {
            self.behind.remove(slot);
        }
        for r in defines {
            self.holds.remove(&r);
            if let Some(variable) = made {
                self.holds.insert(r, variable);
            }
        }
    }

    fn used(&mut self, inst: &Inst, usage: Use, operand: Operand, variable: Variable, is_passed_on: bool) {
        let touches = |touch: Option<Touch>| touch.is_some_and(|t| t.address == operand);
        match usage {
            Use::Address if touches(inst.writes()) => self.write(variable),
            Use::Address if touches(inst.reads()) => {
                if let Variable::Slot(slot) = variable {
                    let found = self.behind.remove(&slot).unwrap_or_default();
                    found.into_iter().for_each(|variable| self.lose(variable));
                }
            }
            Use::Value if is_passed_on || matches!(inst, Inst::Compare { .. }) => {}
            // The block of variable arguments of a call.
            Use::Stored => match inst.writes().and_then(|t| self.variable(t.address)) {
                Some(Variable::Slot(block)) if !matches!(inst, Inst::AtomicStore { .. }) => {
                    self.behind.entry(block).or_default().push(variable);
                    self.settled.holders.push((block, variable));
                }
                _ => self.lose(variable),
            },
            Use::Argument if self.keeps_nothing(inst) => {
                self.write(variable);
                if let Variable::Slot(block) = variable {
                    let behind = self.behind.get(&block).cloned().unwrap_or_default();
                    behind.into_iter().for_each(|variable| self.write(variable));
                }
            }
            _ => self.lose(variable),
        }
    }

    /// Whether an instruction calls a function of the library that has forgotten what it was given when it is
    /// over.
    fn keeps_nothing(&self, inst: &Inst) -> bool {
        let Some(Callee::Function(f)) = inst.callee() else {
            return false;
        };
        let callee = self.program.function(*f);
        let row = raceproof_library::find(&callee.name);
        callee.blocks.is_empty()
            && row.is_some_and(|found| {
                let gives = found.row.gives;
                found.row.keeps_nothing() && matches!(gives, Gives::Nothing | Gives::Number | Gives::Input)
            })
    }
}
