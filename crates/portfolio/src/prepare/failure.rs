//! Steps that fail for lack of memory or threads.
//!
//! In a program as it is prepared nothing fails for that reason. Where it can matter, by the program's text
//! ([`Facts::failures`]), the program is looked at again: each such step fails or not, as an input says, or
//! one of them does, always or some of the times.
//!
//! SOUNDNESS: failures

use raceproof_flow::{Facts, Failure};
use raceproof_ir::{Block, BlockId, Callee, FAILURE, Function, Inst, Kind, Operand, Program, Terminator};

/// Which steps fail, of those where it can matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failing {
    /// Each, or not.
    Any,
    /// The one of this number, always.
    Always(u32),
    /// The one of this number, or not: it may succeed before it fails.
    Sometimes(u32),
}

/// Lets steps of a program fail.
pub fn fail(program: &mut Program, failing: Failing, mixes: bool) {
    let mut failures = Facts::new(program).failures(mixes);
    if let Failing::Always(number) | Failing::Sometimes(number) = failing {
        failures = failures.get(number as usize).copied().into_iter().collect();
    }
    // From the last one on, so that places stay what they are.
    failures.sort_by_key(|failure| std::cmp::Reverse(failure.at));
    let is_open = !matches!(failing, Failing::Always(_));
    for failure in &failures {
        split(program, failure, is_open);
    }
}

/// What a step is called where it is told that it fails.
pub fn words(program: &Program, failure: &Failure) -> String {
    let block = program.block(failure.at);
    let Some((inst, span)) = block.instructions.get(failure.at.index as usize) else {
        return String::new();
    };
    let name = match inst.called() {
        Some(f) => program.function(f).name.as_str(),
        None if failure.creates => "pthread_create",
        None => inst.sync().map_or("", |op| op.name()),
    };
    format!("`{name}` failing at line {}", span.line)
}

/// Takes a block apart where a step may fail, or does.
fn split(program: &mut Program, failure: &Failure, is_open: bool) {
    let errno = errno(program, failure);
    let function = &mut program.functions[failure.at.function.0 as usize];
    let here = failure.at.block.0 as usize;
    let at = failure.at.index as usize;
    let rest = function.blocks[here].instructions.split_off(at);
    let Some((_, span)) = rest.first() else {
        return;
    };
    let span = *span;
    let (step, rest) = rest.split_at(failure.length as usize);
    let (done, failed, after) = {
        let count = function.blocks.len() as u32;
        (BlockId(count), BlockId(count + 1), BlockId(count + 2))
    };
    let mut is_failed = Operand::Const(Kind::I32, 1);
    if is_open {
        let choice = function.add_register(Kind::I32, "");
        let choose = Inst::Nondet {
            kind: Kind::I32,
            dst: choice,
            signed: false,
            low: 0,
            high: 1,
            name: FAILURE.to_owned(),
        };
        function.blocks[here].instructions.push((choose, span));
        is_failed = Operand::Reg(choice);
    }
    let branch = Terminator::Branch {
        cond: is_failed,
        then: failed,
        otherwise: done,
    };
    let last = &mut function.blocks[here];
    let end = std::mem::replace(&mut last.terminator, branch);
    let end_span = std::mem::replace(&mut last.span, span);
    let block = |instructions, terminator, span| Block {
        instructions,
        terminator,
        span,
    };
    let mut gives = vec![Inst::Copy {
        dst: failure.dst,
        src: failure.gives,
    }];
    gives.extend(errno.into_iter().flat_map(|location| set(function, location)));
    let gives = gives.into_iter().map(|inst| (inst, span)).collect();
    function.blocks.extend([
        block(step.to_vec(), Terminator::Jump(after), span),
        block(gives, Terminator::Jump(after), span),
        block(rest.to_vec(), end, end_span),
    ]);
}

/// The function that says where `errno` is, if the program asks for it and the step sets it.
fn errno(program: &Program, failure: &Failure) -> Option<Callee> {
    let is_set = matches!(failure.gives, Operand::Const(Kind::Ptr, _));
    let found = program.find_function("__errno_location").filter(|_| is_set);
    found.map(Callee::Function)
}

/// Sets `errno`.
fn set(function: &mut Function, location: Callee) -> [Inst; 2] {
    let address = function.add_register(Kind::Ptr, "");
    let ask = Inst::Call {
        dst: Some(address),
        callee: location,
        args: Vec::new(),
    };
    let store = Inst::Store {
        kind: Kind::I32,
        addr: Operand::Reg(address),
        value: Operand::Const(Kind::I32, 12),
    };
    [ask, store]
}
