//! A program that does more than another one may.
//!
//! Runs with inputs drawn at random hardly come to what is done for one input of thousands of millions, nor
//! to what comes after a long loop. The twin of a program does: branches that inputs decide go either way,
//! and loops that do nothing but compute may end early. Its runs are compared with the argument for the
//! program, which has to hold on all of these ways too, unless it rests on what a branch has found out. So
//! what only the twin does proves nothing: it takes a proof away, and shows no race.
//!
//! What stays as it is: branches that leave loops, for a loop that creates threads and the one that joins
//! them must agree on how many there are, and loops that synchronise. Steps keep their names ([`Point`]):
//! what is added comes at the end of blocks.
//!
//! Which branches inputs decide is followed through registers, calls and variables that are accessed by their
//! names, and no further: a branch that is left alone is a way that is not tried.
//!
//! [`Point`]: raceproof_ir::Point

use crate::limits;
use raceproof_ir::{
    Address, BinaryOp, Block, BlockId, CompareOp, FuncId, Function, GlobalId, Inst, Kind, Operand, Program,
    Reg, Register, SlotId, Span, Terminator,
};
use raceproof_library::find;
use rustc_hash::{FxHashMap, FxHashSet};

/// Once in so many rounds a loop ends early.
const ROUNDS: i128 = 3;

/// The twin of a program, if it has other ways at all.
pub(crate) fn twin(program: &Program) -> Option<Program> {
    let inputs = Inputs::of(program);
    let quiet = quiet_functions(program);
    let mut twin = program.clone();
    let mut has_more = false;
    for (f, function) in (0..).map(FuncId).zip(&mut twin.functions) {
        if function.origin.is_ours() || function.blocks.len() > limits::TWIN_BLOCKS.size() {
            continue;
        }
        let next = function.successors();
        let groups = groups(&next);
        for b in 0..function.blocks.len() {
            let Terminator::Branch {
                cond: Operand::Reg(cond),
                then,
                otherwise,
            } = function.blocks[b].terminator
            else {
                continue;
            };
            let is_inside = |target: BlockId| groups[target.0 as usize] == groups[b];
            let is_loop = next[b].iter().any(|target| is_inside(*target));
            match (is_loop, is_inside(then), is_inside(otherwise)) {
                (false, ..) | (true, true, true) => {
                    if inputs.branches.contains(&(f, BlockId(b as u32))) {
                        go_either_way(function, b);
                        has_more = true;
                    }
                }
                (true, stays, _) => {
                    if is_quiet_loop(function, &groups, b, &quiet) {
                        end_early(function, b, cond, stays);
                        has_more = true;
                    }
                }
            }
        }
    }
    has_more.then_some(twin)
}

/// A program in which these branches go either way, if it has such branches.
pub fn either_way(program: &Program, branches: &[(FuncId, BlockId)]) -> Option<Program> {
    let mut twin = program.clone();
    let mut has_more = false;
    for (f, block) in branches {
        let function = &mut twin.functions[f.0 as usize];
        let block = block.0 as usize;
        if let Terminator::Branch { .. } = function.blocks[block].terminator {
            go_either_way(function, block);
            has_more = true;
        }
    }
    has_more.then_some(twin)
}

/// Adds a register and an input of so many values at the end of a block.
fn add_choice(function: &mut Function, block: usize, values: i128) -> Reg {
    let choice = add_register(function);
    push(
        &mut function.blocks[block],
        Inst::Nondet {
            kind: Kind::I32,
            dst: choice,
            signed: true,
            low: 0,
            high: values - 1,
            name: "either".to_owned(),
        },
    );
    choice
}

fn add_register(function: &mut Function) -> Reg {
    let register = Reg(function.registers.len() as u32);
    function.registers.push(Register {
        kind: Kind::I32,
        name: String::new(),
    });
    register
}

fn push(block: &mut Block, inst: Inst) {
    block.instructions.push((inst, Span::NONE));
}

fn go_either_way(function: &mut Function, block: usize) {
    let choice = add_choice(function, block, 2);
    if let Terminator::Branch { cond, .. } = &mut function.blocks[block].terminator {
        *cond = Operand::Reg(choice);
    }
}

/// A loop goes on only if it would, and not always then. `stays` says whether it does where the condition
/// holds.
fn end_early(function: &mut Function, block: usize, condition: Reg, stays: bool) {
    let choice = add_choice(function, block, ROUNDS);
    let (truth, other, both) = (
        add_register(function),
        add_register(function),
        add_register(function),
    );
    let zero = Operand::Const(Kind::I32, 0);
    let compare = |op, dst, a| Inst::Compare {
        op,
        kind: Kind::I32,
        dst,
        a: Operand::Reg(a),
        b: zero,
    };
    let (op, ends) = match stays {
        true => (BinaryOp::And, CompareOp::Ne),
        false => (BinaryOp::Or, CompareOp::Eq),
    };
    let code = &mut function.blocks[block];
    push(code, compare(CompareOp::Ne, truth, condition));
    push(code, compare(ends, other, choice));
    push(
        code,
        Inst::Binary {
            op,
            kind: Kind::I32,
            dst: both,
            a: Operand::Reg(truth),
            b: Operand::Reg(other),
        },
    );
    if let Terminator::Branch { cond, .. } = &mut code.terminator {
        *cond = Operand::Reg(both);
    }
}

/// By block, the number of those that can be reached from each other.
fn groups(next: &[Vec<BlockId>]) -> Vec<usize> {
    let reach = |from: usize, next: &[Vec<BlockId>]| {
        let mut seen = vec![false; next.len()];
        let mut open = vec![from];
        while let Some(b) = open.pop() {
            for target in &next[b] {
                let to = target.0 as usize;
                if !std::mem::replace(&mut seen[to], true) {
                    open.push(to);
                }
            }
        }
        seen
    };
    let mut back: Vec<Vec<BlockId>> = vec![Vec::new(); next.len()];
    for (b, targets) in next.iter().enumerate() {
        for target in targets {
            back[target.0 as usize].push(BlockId(b as u32));
        }
    }
    let mut groups: Vec<Option<usize>> = vec![None; next.len()];
    for b in 0..next.len() {
        if groups[b].is_some() {
            continue;
        }
        groups[b] = Some(b);
        let (ahead, behind) = (reach(b, next), reach(b, &back));
        for (other, group) in groups.iter_mut().enumerate() {
            if ahead[other] && behind[other] {
                *group = Some(b);
            }
        }
    }
    groups.into_iter().flatten().collect()
}

/// Whether what a loop does is of no concern to others: it computes, loads and stores.
fn is_quiet_loop(function: &Function, groups: &[usize], block: usize, quiet: &[bool]) -> bool {
    let blocks = function.blocks.iter().zip(groups);
    let mut inside = blocks.filter(|(_, group)| **group == groups[block]);
    inside.all(|(code, _)| code.instructions.iter().all(|(inst, _)| is_quiet(inst, quiet)))
}

fn is_quiet(inst: &Inst, quiet: &[bool]) -> bool {
    let is_atomic = matches!(
        inst,
        Inst::AtomicLoad { .. } | Inst::AtomicStore { .. } | Inst::AtomicRmw { .. } | Inst::AtomicCas { .. }
    );
    match inst {
        Inst::Sync { .. } => false,
        _ if is_atomic => false,
        inst if inst.callee().is_some() => inst.called().is_some_and(|f| quiet[f.0 as usize]),
        _ => true,
    }
}

/// Functions that neither synchronise nor call others that may.
fn quiet_functions(program: &Program) -> Vec<bool> {
    // What has no body is a native; those that synchronise are instructions.
    let mut quiet: Vec<bool> = program
        .functions
        .iter()
        .map(|f| !matches!(f.origin, raceproof_ir::Origin::Runtime(_)))
        .collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (f, function) in program.functions.iter().enumerate() {
            let mut code = function.blocks.iter().flat_map(|block| &block.instructions);
            if quiet[f] && !code.all(|(inst, _)| is_quiet(inst, &quiet)) {
                quiet[f] = false;
                changed = true;
            }
        }
    }
    quiet
}

/// What inputs decide.
#[derive(Default)]
struct Inputs {
    /// Registers all of whose values are.
    registers: FxHashSet<(FuncId, Reg)>,
    globals: FxHashSet<GlobalId>,
    slots: FxHashSet<(FuncId, SlotId)>,
    results: FxHashSet<FuncId>,
    branches: FxHashSet<(FuncId, BlockId)>,
}

/// A variable that is accessed by its name.
enum Variable {
    Global(GlobalId),
    Slot(FuncId, SlotId),
}

/// What is known of registers so far in a block.
#[derive(Default)]
struct Local {
    inputs: FxHashMap<Reg, bool>,
    slots: FxHashMap<Reg, SlotId>,
}

impl Inputs {
    fn of(program: &Program) -> Inputs {
        let mut inputs = Inputs::default();
        let size = |inputs: &Inputs| {
            inputs.registers.len()
                + inputs.globals.len()
                + inputs.slots.len()
                + inputs.results.len()
                + inputs.branches.len()
        };
        // Parameters are values too: of `main` they are inputs, of others what some call gives.
        let mut given: FxHashSet<(FuncId, Reg)> = FxHashSet::default();
        if let Some(entry) = program.entry {
            let params = program.function(entry).params;
            given.extend((0..params).map(|r| (entry, Reg(r))));
        }
        loop {
            let before = size(&inputs) + given.len();
            for (f, function) in (0..).map(FuncId).zip(&program.functions) {
                inputs.pass(program, f, function, &mut given);
            }
            if size(&inputs) + given.len() == before {
                return inputs;
            }
        }
    }

    fn is_input(&self, f: FuncId, local: &Local, operand: Operand) -> bool {
        let Operand::Reg(r) = operand else { return false };
        let here = local.inputs.get(&r).copied();
        here.unwrap_or_else(|| self.registers.contains(&(f, r)))
    }

    fn pass(
        &mut self,
        program: &Program,
        f: FuncId,
        function: &Function,
        given: &mut FxHashSet<(FuncId, Reg)>,
    ) {
        let mut always: FxHashMap<Reg, bool> = (0..function.params)
            .map(|r| (Reg(r), given.contains(&(f, Reg(r)))))
            .collect();
        for (b, block) in (0..).map(BlockId).zip(&function.blocks) {
            let mut local = Local::default();
            for (inst, _) in &block.instructions {
                let is_made = self.step(program, f, inst, &local, given);
                for r in inst.results() {
                    local.inputs.insert(r, is_made);
                    local.slots.remove(&r);
                    *always.entry(r).or_insert(true) &= is_made;
                }
                if let Inst::SlotAddr { dst, slot, .. } = inst {
                    local.slots.insert(*dst, *slot);
                }
            }
            match block.terminator {
                Terminator::Branch { cond, .. } if self.is_input(f, &local, cond) => {
                    self.branches.insert((f, b));
                }
                Terminator::Return(Some(value)) if self.is_input(f, &local, value) => {
                    self.results.insert(f);
                }
                _ => {}
            }
        }
        let always = always.into_iter().filter(|(_, is_input)| *is_input);
        self.registers.extend(always.map(|(r, _)| (f, r)));
    }

    /// Gives whether what an instruction computes is up to inputs.
    fn step(
        &mut self,
        program: &Program,
        f: FuncId,
        inst: &Inst,
        local: &Local,
        given: &mut FxHashSet<(FuncId, Reg)>,
    ) -> bool {
        let variable = |address: Operand| match address {
            Operand::Address(Address::Global(g, _)) => Some(Variable::Global(g)),
            Operand::Reg(r) => local.slots.get(&r).map(|slot| Variable::Slot(f, *slot)),
            _ => None,
        };
        if let (Some(touch), Some(value)) = (inst.writes(), inst.stored())
            && self.is_input(f, local, value)
        {
            match variable(touch.address) {
                Some(Variable::Global(g)) => {
                    self.globals.insert(g);
                }
                Some(Variable::Slot(f, slot)) => {
                    self.slots.insert((f, slot));
                }
                None => {}
            }
        }
        match inst {
            Inst::Nondet { .. } => true,
            inst if inst.callee().is_some() => self.call(program, f, inst, local, given),
            inst if inst.is_computation() => {
                let mut takes_input = false;
                inst.operands(|operand| takes_input |= self.is_input(f, local, operand));
                takes_input
            }
            inst => match inst.reads().and_then(|touch| variable(touch.address)) {
                Some(Variable::Global(g)) => self.globals.contains(&g),
                Some(Variable::Slot(f, slot)) => self.slots.contains(&(f, slot)),
                None => false,
            },
        }
    }

    /// Hands arguments on. Gives whether the result is up to inputs.
    fn call(
        &self,
        program: &Program,
        f: FuncId,
        inst: &Inst,
        local: &Local,
        given: &mut FxHashSet<(FuncId, Reg)>,
    ) -> bool {
        let Some(callee) = inst.called() else { return false };
        let function = program.function(callee);
        let is_given = |argument: &Operand| self.is_input(f, local, *argument);
        if function.blocks.is_empty() {
            let looks = find(&function.name).is_some_and(|found| found.row.world.is_some());
            return looks || inst.arguments().iter().any(is_given);
        }
        for (i, argument) in inst.arguments().iter().enumerate().take(function.params as usize) {
            if is_given(argument) {
                given.insert((callee, Reg(i as u32)));
            }
        }
        self.results.contains(&callee)
    }
}
