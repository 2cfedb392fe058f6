//! Which branches decide that a thread comes to a step, for those who explain a run.
//!
//! A branch decides if every way from the start of its function to the step goes through it, and only one of
//! its ways leads there without coming back to it. That is a matter of the program's text, so it holds for
//! the last time that a thread which is at the step came to the branch, whatever the schedule was. Only
//! branches are told whose condition is made of memory that others may change, as far as the block of the
//! branch shows: what is left out is not wrong, only not worth telling.

use raceproof_ir::{
    Address, BlockId, Function, Inst, Operand, Origin, Point, Program, Reg, Span, Terminator,
};

/// Functions with more blocks are not looked at: what is said is not worth so much time.
const MOST_BLOCKS: usize = 400;

/// How far back the operands of a condition are followed.
const DEPTH: usize = 8;

/// A branch that decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The condition.
    pub span: Span,
    /// What it was.
    pub way: Way,
}

/// What a condition was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Not zero, or zero.
    Holds(bool),
    /// This value.
    Is(i128),
}

/// The branches of its function that decide that a thread comes to a step, in the order of the blocks.
pub fn decisions(program: &Program, to: Point) -> Vec<Decision> {
    let function = program.function(to.function);
    if function.blocks.len() > MOST_BLOCKS {
        return Vec::new();
    }
    let looking = Looking { program, function };
    let mut decisions = Vec::new();
    for (number, block) in function.blocks.iter().enumerate() {
        let leading = looking.leading(number, to.block.0 as usize);
        let way = leading.and_then(|way| meaning(&block.terminator, way));
        if let Some(way) = way.filter(|_| looking.may_change(number)) {
            let span = block.span;
            decisions.push(Decision { span, way });
        }
    }
    decisions
}

/// What the condition is on a way out of a block.
fn meaning(terminator: &Terminator, way: BlockId) -> Option<Way> {
    match terminator {
        Terminator::Branch { then, .. } => Some(Way::Holds(*then == way)),
        Terminator::Switch { cases, default, .. } if *default != way => {
            let mut here = cases.iter().filter(|case| case.target == way);
            match (here.next(), here.next()) {
                (Some(case), None) if case.low == case.high => Some(Way::Is(case.low)),
                _ => None,
            }
        }
        _ => None,
    }
}

struct Looking<'p> {
    program: &'p Program,
    function: &'p Function,
}

impl Looking<'_> {
    /// The way out of a block that leads to another, if the block decides.
    fn leading(&self, block: usize, to: usize) -> Option<BlockId> {
        let mut ways: Vec<BlockId> = self.function.blocks[block].terminator.successors().collect();
        ways.sort_unstable();
        ways.dedup();
        if ways.len() < 2 || block == to || self.reaches(0, to, block) {
            return None;
        }
        let mut leading = ways
            .into_iter()
            .filter(|way| self.reaches(way.0 as usize, to, block));
        leading.next().filter(|_| leading.next().is_none())
    }

    /// Whether a block can be reached from another one without going through a third.
    fn reaches(&self, from: usize, to: usize, without: usize) -> bool {
        let blocks = &self.function.blocks;
        let mut met = vec![false; blocks.len()];
        met[without] = true;
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut met[at], true) {
                continue;
            }
            if at == to {
                return true;
            }
            open.extend(blocks[at].terminator.successors().map(|block| block.0 as usize));
        }
        false
    }

    /// Whether what the branch at the end of a block looks at is made of memory that others may change.
    fn may_change(&self, block: usize) -> bool {
        let block = &self.function.blocks[block];
        match block.terminator.decider() {
            Some(Operand::Reg(decider)) => self.is_memory(&block.instructions, decider, DEPTH),
            _ => false,
        }
    }

    /// Whether the value that a register has after these instructions is made of such memory.
    fn is_memory(&self, before: &[(Inst, Span)], register: Reg, depth: usize) -> bool {
        let found = before.iter().rposition(|(inst, _)| inst.defines(register));
        let (Some(index), 1..) = (found, depth) else {
            return false;
        };
        let (before, inst) = (&before[..index], &before[index].0);
        if let Some(touch) = inst.reads() {
            return touch.is_atomic
                || match touch.address {
                    Operand::Address(address) => self.is_written(address),
                    Operand::Reg(address) => !is_own(before, address, depth - 1),
                    Operand::Const(..) => false,
                };
        }
        if let Some(called) = inst.called() {
            let called = self.program.function(called);
            return called.origin == Origin::Program && !called.blocks.is_empty();
        }
        let mut found = false;
        if inst.is_computation() {
            inst.operands(|operand| {
                if let Operand::Reg(operand) = operand {
                    found |= self.is_memory(before, operand, depth - 1);
                }
            });
        }
        found
    }

    /// Whether some instruction does more with an object than to read it.
    fn is_written(&self, address: Address) -> bool {
        let Address::Global(global, _) = address else {
            return false;
        };
        let names = |inst: &Inst| {
            let mut found = false;
            inst.operands(|operand| {
                found |= matches!(operand, Operand::Address(Address::Global(other, _)) if other == global);
            });
            found
        };
        let functions = self.program.functions.iter();
        let mut all = functions
            .flat_map(|function| &function.blocks)
            .flat_map(|block| &block.instructions);
        all.any(|(inst, _)| (inst.reads().is_none() || inst.writes().is_some()) && names(inst))
    }
}

/// Whether an address is that of a variable of the function itself.
fn is_own(before: &[(Inst, Span)], register: Reg, depth: usize) -> bool {
    let found = before.iter().rposition(|(inst, _)| inst.defines(register));
    match found.map(|index| (index, &before[index].0)) {
        Some((_, Inst::SlotAddr { .. })) => true,
        Some((index, inst)) if depth > 0 => match inst.base() {
            Some((_, Operand::Reg(base))) => is_own(&before[..index], base, depth - 1),
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_ir::FuncId;

    fn told(body: &str, block: u32) -> Vec<Way> {
        let text = format!(
            "shape #0 = scalar 4\nglobal @x: i32 shape #0\nglobal @y: i32 shape #0\n\
             func @main(%n: i32) -> i32 {{\n  reg %1: i32, %2: i32\n{body}}}\nentry @main\n"
        );
        let program = raceproof_ir::parse("a.ir", &text).expect("a program");
        let at = Point::new(FuncId(0), BlockId(block), 0);
        decisions(&program, at)
            .into_iter()
            .map(|decision| decision.way)
            .collect()
    }

    #[test]
    fn branches_on_changing_memory_that_all_ways_go_through_decide() {
        let text = "b0:\n  store i32 @x, 1\n  %1 = load i32 @x\n  %2 = eq i32 %1, 2\n  br %2, b1, b2\n\
                    b1:\n  switch i32 %1 signed [7: b3] else b2\nb2:\n  return 0\nb3:\n  return 1\n";
        assert_eq!(told(text, 1), [Way::Holds(true)]);
        // What the switch looks at is not read in its block.
        assert_eq!(told(text, 3), [Way::Holds(true)]);
        // Both ways lead there.
        assert_eq!(told(text, 2), []);
        // Nobody writes it.
        assert_eq!(told(&text.replace("load i32 @x", "load i32 @y"), 1), []);
        // A parameter is the thread's own.
        assert_eq!(told(&text.replace("eq i32 %1, 2", "eq i32 %n, 2"), 1), []);
    }

    #[test]
    fn what_ends_a_loop_decides_behind_it() {
        let text =
            "b0:\n  store i32 @x, 1\n  jump b1\nb1:\n  %1 = load i32 @x\n  br %1, b2, b1\nb2:\n  return 0\n";
        assert_eq!(told(text, 2), [Way::Holds(true)]);
        assert_eq!(told(text, 1), []);
    }
}
