//! Handlers of signals as threads.
//!
//! A handler runs at any point of any thread that does not block its signal, any number of times, and in
//! several threads at once. A thread that calls it does all that, and is ordered by less: it comes after the
//! step that sets a handler, and by nothing else. So where a program has no race in which setting a handler
//! creates any number of such threads, and the handlers do nothing that depends on the thread that they run
//! in, it has none whatever signals arrive.
//!
//! SOUNDNESS: handlers

use std::collections::BTreeSet;

use raceproof_ir::{
    Address, Block, BlockId, Callee, FuncId, Function, Inst, Kind, Operand, Program, Reg, Slot, Span, SyncOp,
    Terminator,
};
use raceproof_library::{CallsBack, Use, find, registers};

/// Bytes of what a handler is told.
const INFO: u64 = 1024;

/// The program with threads instead of handlers; none if its handlers do more than a thread could do for
/// them, or are not known.
pub(crate) fn as_threads(program: &Program) -> Option<Program> {
    if !program.functions.iter().any(sets_handlers) {
        return None;
    }
    let handlers = handlers(program);
    if handlers.is_empty() || !handlers.iter().all(|f| stands_alone(program, *f)) {
        return None;
    }
    let mut program = program.clone();
    let threads: Vec<FuncId> = handlers.into_iter().map(|f| thread(&mut program, f)).collect();
    let setters: Vec<FuncId> = (0..program.functions.len() as u32)
        .map(FuncId)
        .filter(|f| sets_handlers(program.function(*f)))
        .collect();
    for setter in setters {
        let new = set(&mut program, setter, &threads);
        redirect(&mut program, setter, new);
    }
    Some(program)
}

/// Whether a function of the library sets handlers of signals.
pub(crate) fn sets_handlers(function: &Function) -> bool {
    let registered = registers(&function.name);
    function.blocks.is_empty() && matches!(registered, Some((CallsBack::Handlers, _)))
}

/// The functions that may be handlers: their address goes somewhere else than to where threads are created or
/// functions are called back at once, and they can be called with the number of a signal.
fn handlers(program: &Program) -> BTreeSet<FuncId> {
    let mut found = BTreeSet::new();
    for (_, inst) in program.instructions() {
        let callbacks = callbacks(program, inst);
        inst.operands(|operand| {
            if let Operand::Address(Address::Function(f)) = operand
                && !callbacks.contains(&f)
            {
                found.insert(f);
            }
        });
    }
    for global in &program.globals {
        for relocation in &global.relocations {
            if let Address::Function(f) = relocation.target {
                found.insert(f);
            }
        }
    }
    found.retain(|f| {
        let function = program.function(*f);
        let first = function.registers.first().filter(|_| function.params > 0);
        !function.blocks.is_empty()
            && function.params <= 3
            && !function.variadic
            && first.is_none_or(|register| register.kind == Kind::I32)
    });
    found
}

/// The functions that an instruction starts a thread with, or has called back before it is over.
fn callbacks(program: &Program, inst: &Inst) -> Vec<FuncId> {
    let function = |operand: Option<&Operand>| match operand {
        Some(Operand::Address(Address::Function(f))) => Some(*f),
        _ => None,
    };
    match inst {
        Inst::Sync {
            op: SyncOp::ThreadCreate | SyncOp::ThreadCreateAt,
            args,
            ..
        } => function(args.first()).into_iter().collect(),
        Inst::Call {
            callee: Callee::Function(f),
            args,
            ..
        } => {
            let at = find(&program.function(*f).name).and_then(|found| found.position_of(Use::Callback));
            let called = at.and_then(|at| function(args.get(at)));
            called.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Whether what a handler does is the same in whichever thread it runs.
fn stands_alone(program: &Program, handler: FuncId) -> bool {
    let mut seen = BTreeSet::from([handler]);
    let mut open = vec![handler];
    while let Some(f) = open.pop() {
        let instructions = program.function(f).blocks.iter().flat_map(|b| &b.instructions);
        for (inst, _) in instructions {
            match inst {
                Inst::ThreadLocalAddr { .. } | Inst::LongJump { .. } | Inst::SetJump { .. } => return false,
                Inst::Call {
                    callee: Callee::Pointer(_),
                    ..
                } => return false,
                Inst::Call {
                    callee: Callee::Function(f),
                    ..
                } if seen.insert(*f) => open.push(*f),
                Inst::Sync { op, .. } => {
                    let is_own = matches!(
                        op,
                        SyncOp::ThreadSelf
                            | SyncOp::ThreadExit
                            | SyncOp::KeyGet
                            | SyncOp::KeySet
                            | SyncOp::MutexUnlock
                            | SyncOp::RwUnlock
                            | SyncOp::SpinUnlock
                    );
                    if is_own {
                        return false;
                    }
                }
                _ => {}
            }
        }
    }
    true
}

fn jump(to: u32, instructions: Vec<(Inst, Span)>) -> Block {
    Block {
        instructions,
        terminator: Terminator::Jump(BlockId(to)),
        span: Span::default(),
    }
}

fn end(value: Option<Operand>, instructions: Vec<(Inst, Span)>) -> Block {
    Block {
        instructions,
        terminator: Terminator::Return(value),
        span: Span::default(),
    }
}

/// Any value of a kind.
fn any(kind: Kind, dst: Reg, (low, high): (i128, i128)) -> Inst {
    Inst::Nondet {
        kind,
        dst,
        signed: true,
        low,
        high,
        name: "signal".to_owned(),
    }
}

fn add(program: &mut Program, function: Function) -> FuncId {
    program.functions.push(function);
    FuncId(program.functions.len() as u32 - 1)
}

/// A thread that calls a handler.
fn thread(program: &mut Program, handler: FuncId) -> FuncId {
    let called = program.function(handler);
    let kinds: Vec<Kind> = called.registers[..called.params as usize]
        .iter()
        .map(|register| register.kind)
        .collect();
    let (result, span) = (called.result, called.span);
    let mut function = Function {
        name: format!("a signal to {}", called.name),
        params: 1,
        result: Some(Kind::Ptr),
        span,
        ..Function::default()
    };
    function.add_register(Kind::Ptr, "");
    let mut instructions = Vec::new();
    let mut args = Vec::new();
    for kind in kinds {
        let dst = function.add_register(kind, "");
        args.push(Operand::Reg(dst));
        let inst = match kind {
            Kind::Ptr => {
                function.slots.push(Slot {
                    name: String::new(),
                    size: INFO,
                    align: 16,
                    shape: None,
                    span,
                });
                let slot = raceproof_ir::SlotId(function.slots.len() as u32 - 1);
                Inst::SlotAddr { dst, slot }
            }
            kind => any(kind, dst, kind.range(true)),
        };
        instructions.push((inst, span));
    }
    let dst = result.map(|kind| function.add_register(kind, ""));
    let callee = Callee::Function(handler);
    instructions.push((Inst::Call { dst, callee, args }, span));
    function.blocks = vec![end(Some(Operand::Const(Kind::Ptr, 0)), instructions)];
    add(program, function)
}

/// A function that sets a handler and lets signals arrive.
fn set(program: &mut Program, setter: FuncId, threads: &[FuncId]) -> FuncId {
    let old = program.function(setter).clone();
    let span = old.span;
    let found = find(&old.name);
    let mut first = Vec::new();
    for at in 0..old.params {
        let argument = found.and_then(|found| found.argument(at as usize));
        let name = match argument {
            Some(argument) if argument.writes.is_some() => "__unknown_write",
            Some(argument) if argument.reads.is_some() => "__unknown_read",
            _ => continue,
        };
        let callee = Callee::Function(assumed(program, name));
        let args = vec![Operand::Reg(Reg(at))];
        first.push((
            Inst::Call {
                dst: None,
                callee,
                args,
            },
            span,
        ));
    }
    let mut function = Function {
        name: format!("{} with signals", old.name),
        ..old
    };
    let more = function.add_register(Kind::I32, "");
    let handle = function.add_register(Kind::I64, "");
    let creations = threads.iter().map(|thread| {
        let start = Operand::Address(Address::Function(*thread));
        let args = vec![start, Operand::Const(Kind::Ptr, 0), Operand::Const(Kind::I32, 1)];
        let (op, dst) = (SyncOp::ThreadCreate, Some(handle));
        (Inst::Sync { op, dst, args }, span)
    });
    let test = Block {
        instructions: vec![(any(Kind::I32, more, (0, 1)), span)],
        terminator: Terminator::Branch {
            cond: Operand::Reg(more),
            then: BlockId(2),
            otherwise: BlockId(3),
        },
        span,
    };
    let creations = jump(1, creations.collect());
    let result = function
        .result
        .map(|kind| (kind, function.add_register(kind, "")));
    let given = result.map(|(kind, dst)| (any(kind, dst, kind.range(true)), span));
    let last = end(
        result.map(|(_, dst)| Operand::Reg(dst)),
        given.into_iter().collect(),
    );
    function.blocks = vec![jump(1, first), test, creations, last];
    add(program, function)
}

/// The function of this name that accesses what code might that is not known.
fn assumed(program: &mut Program, name: &str) -> FuncId {
    if let Some(known) = program.find_function(name) {
        return known;
    }
    let mut function = Function {
        name: name.to_owned(),
        params: 1,
        ..Function::default()
    };
    function.add_register(Kind::Ptr, "");
    add(program, function)
}

/// Calls of one function become calls of another.
fn redirect(program: &mut Program, from: FuncId, to: FuncId) {
    let blocks = program
        .functions
        .iter_mut()
        .flat_map(|function| &mut function.blocks);
    for (inst, _) in blocks.flat_map(|block| &mut block.instructions) {
        if let Inst::Call { callee, .. } = inst
            && *callee == Callee::Function(from)
        {
            *callee = Callee::Function(to);
        }
    }
}
