//! `syscall(number, …)` with a number that is known: a call of the function that makes this system call.
//!
//! What the C library has a function for is a call of that function, which says what happens to its
//! arguments. Threads and their words are left to the model of `syscall`. What changes which memory, which
//! threads or which program there is stays a gap. Of any other call only this is known, that it may use what
//! its arguments point to: it is a function that nobody defines, `syscall` and its number, and is told as
//! one.

use raceproof_ir::Span;

use super::link::Linkage;
use super::types::LONG;
use super::{Checker, Value};
use crate::ast;
use crate::hir::{Expr, ExprKind, Type};
use crate::lower::SYSTEM_CALL;

/// The system calls of x86-64 that do what a function of the C library does with the same arguments.
const FUNCTIONS: [(i128, &str); 40] = [
    (0, "read"),
    (1, "write"),
    (3, "close"),
    (4, "stat"),
    (5, "fstat"),
    (6, "lstat"),
    (7, "poll"),
    (8, "lseek"),
    (20, "writev"),
    (22, "pipe"),
    (23, "select"),
    (24, "sched_yield"),
    (32, "dup"),
    (33, "dup2"),
    (35, "nanosleep"),
    (39, "getpid"),
    (41, "socket"),
    (42, "connect"),
    (44, "sendto"),
    (45, "recvfrom"),
    (49, "bind"),
    (50, "listen"),
    (62, "kill"),
    (80, "chdir"),
    (87, "unlink"),
    (96, "gettimeofday"),
    (102, "getuid"),
    (104, "getgid"),
    (107, "geteuid"),
    (108, "getegid"),
    (110, "getppid"),
    (201, "time"),
    (203, "sched_setaffinity"),
    (213, "epoll_create"),
    (228, "clock_gettime"),
    (232, "epoll_wait"),
    (233, "epoll_ctl"),
    (291, "epoll_create1"),
    (293, "pipe2"),
    (318, "getrandom"),
];

/// The others of which something is known, or which do more than use what their arguments point to: who this
/// is and words that threads wait for; memory; threads, processes, the program; handlers of signals; what the
/// system writes later or elsewhere.
const LEFT: [i128; 26] = [
    186, 202, 9, 10, 11, 12, 25, 28, 30, 56, 57, 58, 59, 60, 67, 13, 14, 15, 231, 322, 435, 449, 454, 209,
    311, 426,
];

impl Checker<'_> {
    /// The call that this call of `syscall` stands for, if it is one of a system call that is known.
    pub(super) fn system_call(&mut self, function: &Value, args: &[ast::Expr], span: Span) -> Option<Expr> {
        let ExprKind::Function(id) = function.expr.kind else {
            return None;
        };
        let called = &self.functions[id.0 as usize];
        let is_other = called.name != "syscall" || called.body.is_some();
        // The numbers are those of x86-64.
        if is_other || self.types.size(LONG) != Some(8) {
            return None;
        }
        let (number, rest) = args.split_first()?;
        let number = self.rvalue(number);
        let number = self.evaluate_int(&number)?;
        if LEFT.contains(&number) {
            return None;
        }
        let known = FUNCTIONS.iter().find(|(known, _)| *known == number);
        let callee = match known.and_then(|(_, name)| self.library_function(name, span)) {
            Some(callee) => callee,
            None => self.unknown_system_call(number, span)?,
        };
        let Type::Function { params, .. } = self.types.get(callee.ty).clone() else {
            return None;
        };
        if rest.len() < params.len() {
            return None;
        }
        let mut values = Vec::with_capacity(rest.len());
        for (index, argument) in rest.iter().enumerate() {
            let value = self.rvalue(argument);
            if !self.types.is_scalar(value.ty) {
                return Some(self.poison(span));
            }
            match params.get(index) {
                Some(param) => values.push(self.cast(value, *param)),
                // The system looks at no more of them than the call has.
                None if known.is_some() => {}
                None => values.push(self.promote_argument(value)),
            }
        }
        let Type::Function { result, .. } = self.types.get(callee.ty).clone() else {
            return None;
        };
        let call = Expr {
            kind: ExprKind::Call {
                callee: Box::new(callee),
                args: values,
            },
            ty: result,
            span,
        };
        Some(self.cast(call, LONG))
    }

    /// A function that nobody defines.
    fn unknown_system_call(&mut self, number: i128, span: Span) -> Option<Expr> {
        let ty = self.types.intern(Type::Function {
            result: LONG,
            params: Vec::new(),
            variadic: false,
            prototype: false,
        });
        let symbol = self.interner.intern(&format!("{SYSTEM_CALL}{number}"));
        let id = self.link_function(symbol, span, ty, Linkage::External, true)?;
        Some(Expr {
            kind: ExprKind::Function(id),
            ty: self.function_type(id),
            span,
        })
    }
}
