//! Threads and thread-specific data.

use raceproof_ir::{BinaryOp, Callee, CompareOp, ConvertOp, Inst, Kind, Operand, SyncOp};

use super::ModelCall;
use crate::lower::FunctionLowering;
use crate::lower::convert::{Numeric, constant};

/// `pthread_create(&thread, attributes, function, argument)`.
pub(super) fn create(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let attributes = call.pointer(f, 1);
    let detached = f.temporary(Kind::I32);
    let joinable = constant(Kind::I32, 0);
    let detached = match attributes {
        Operand::Const(_, 0) => joinable,
        _ => {
            f.copy(detached, joinable, call.span);
            f.if_not_null(attributes, call.span, |f| {
                let state = f.load_int(attributes, call.span);
                f.copy(detached, state, call.span);
            });
            Operand::Reg(detached)
        }
    };
    start(f, call, 2, detached)
}

/// `thrd_create(&thread, function, argument)`.
pub(super) fn c11_create(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    start(f, call, 1, constant(Kind::I32, 0))
}

/// Starts a thread with the function and argument from argument `first` on; its handle goes to the first one.
fn start(
    f: &mut FunctionLowering<'_, '_>,
    call: &ModelCall<'_>,
    first: usize,
    detached: Operand,
) -> Option<Operand> {
    let at = call.pointer(f, 0);
    let function = call.pointer(f, first);
    let argument = call.pointer(f, first + 1);
    // `pthread_t` and `thrd_t` are as large as a pointer. POSIX leaves open when the handle is stored; glibc
    // does it before the thread starts, so that whoever learns from the thread that it exists may use the
    // handle.
    let args = vec![function, argument, detached, at];
    f.sync(SyncOp::ThreadCreateAt, args, None, call.span);
    call.success(f)
}

fn wait(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Operand {
    let thread = call.arg(f, 0, Kind::I64);
    let value = f.temporary(Kind::Ptr);
    f.sync(SyncOp::ThreadJoin, vec![thread], Some(value), call.span);
    Operand::Reg(value)
}

/// `pthread_join(thread, &value)`.
pub(super) fn join(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let at = call.pointer(f, 1);
    let value = wait(f, call);
    f.if_not_null(at, call.span, |f| {
        let kind = Kind::Ptr;
        f.emit(
            Inst::Store {
                kind,
                addr: at,
                value,
            },
            call.span,
        );
    });
    Some(constant(Kind::I32, 0))
}

/// `thrd_join(thread, &result)`.
pub(super) fn c11_join(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let at = call.pointer(f, 1);
    let value = wait(f, call);
    f.if_not_null(at, call.span, |f| {
        let from = Numeric::unsigned(Kind::Ptr);
        let value = f.convert(value, from, Numeric::signed(Kind::I32), None, call.span);
        f.store_int(at, value, call.span);
    });
    Some(constant(Kind::I32, 0))
}

/// `pthread_exit(value)` and `thrd_exit(result)`, after the handlers of `pthread_cleanup_push`.
pub(super) fn exit(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let value = call.pointer(f, 0);
    f.call_defined("__raceproof_cleanup_run", call.span);
    f.sync(SyncOp::ThreadExit, vec![value], None, call.span);
    f.unreachable(call.span);
    None
}

/// `gettid()`: that of the first thread is the number of the process.
pub(super) fn id(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let handle = f.temporary(Kind::I64);
    f.sync(SyncOp::ThreadSelf, Vec::new(), Some(handle), call.span);
    let dst = f.temporary(Kind::I32);
    let narrow = Inst::Convert {
        op: ConvertOp::Trunc,
        from: Kind::I64,
        to: Kind::I32,
        dst,
        src: Operand::Reg(handle),
    };
    f.emit(narrow, call.span);
    let before = constant(Kind::I32, 999);
    Some(f.binary(
        BinaryOp::Add,
        Kind::I32,
        Operand::Reg(dst),
        before,
        None,
        call.span,
    ))
}

/// `syscall(number, …)`: which thread this is; others have functions of their own.
pub(super) fn system_call(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let number = match call.args[0].value {
        Operand::Const(_, number) => Some(number),
        _ => None,
    };
    // The numbers of x86-64 and of i386.
    let (who, wait) = match f.layout.address_kind() {
        Kind::I64 => (186, 202),
        _ => (224, 240),
    };
    let what = match number {
        Some(number) if number == who => return id(f, call),
        Some(number) if number == wait && call.args.len() > 3 => {
            if let Some(result) = futex(f, call) {
                return Some(result);
            }
            "the system call `futex` is not modelled here".to_owned()
        }
        Some(number) => format!("the system call {number} is not modelled; call the function of its name"),
        None => "a system call whose number is not a constant is not modelled".to_owned(),
    };
    f.gap(what, call.span);
    None
}

/// `syscall(SYS_futex, word, operation, value, timeout, …)`, if the part in C that knows it is there.
/// Otherwise it is asked for.
fn futex(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    const FUTEX: &str = "__raceproof_futex";
    let Some(id) = f.program.find_function(FUTEX, true) else {
        f.program
            .library_function(FUTEX, &[Kind::Ptr, Kind::I32, Kind::I32, Kind::Ptr]);
        return None;
    };
    let callee = Callee::Function(f.program.function(id));
    let timeout = match call.args.len() {
        4 => constant(Kind::Ptr, 0),
        _ => call.pointer(f, 4),
    };
    let args = vec![
        call.pointer(f, 1),
        call.arg(f, 2, Kind::I32),
        call.arg(f, 3, Kind::I32),
        timeout,
    ];
    let dst = f.temporary(Kind::I32);
    let inst = Inst::Call {
        dst: Some(dst),
        callee,
        args,
    };
    f.emit(inst, call.span);
    let from = Numeric {
        kind: Kind::I32,
        signed: true,
    };
    let to = call.result.unwrap_or(from);
    Some(f.convert(Operand::Reg(dst), from, to, None, call.span))
}

/// `pthread_equal(a, b)`.
pub(super) fn equal(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let a = call.arg(f, 0, Kind::I64);
    let b = call.arg(f, 1, Kind::I64);
    let dst = f.temporary(Kind::I32);
    f.emit(
        Inst::Compare {
            op: CompareOp::Eq,
            kind: Kind::I64,
            dst,
            a,
            b,
        },
        call.span,
    );
    Some(Operand::Reg(dst))
}

/// `pthread_key_create(&key, destructor)`.
pub(super) fn key_create(f: &mut FunctionLowering<'_, '_>, call: &ModelCall<'_>) -> Option<Operand> {
    let at = call.pointer(f, 0);
    let destructor = call.pointer(f, 1);
    let destructor = f.program.destructor(destructor, call.span);
    let key = f.temporary(Kind::I32);
    f.sync(SyncOp::KeyCreate, vec![destructor], Some(key), call.span);
    f.store_int(at, Operand::Reg(key), call.span);
    call.success(f)
}
