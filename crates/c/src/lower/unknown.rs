//! Calls of functions that nobody defines.
//!
//! Such a function is taken to read and write what its arguments point to, and through a pointer to something
//! constant only to read; to keep no address, to call nothing back, and to return anything. The accesses are
//! calls of their own, which whoever checks the program can tell from those of the program. One that does not
//! return ends the process.

use raceproof_ir::{Callee, FuncId, Function, Inst, Kind, Operand, Reg, Span, Terminator};

use super::convert::Numeric;
use super::expression::Wanted;
use super::{FunctionLowering, ProgramLowering, set_params};
use crate::hir::{self, Expr, Type, TypeId};
use crate::library;

/// What the names of functions that stand for system calls begin with. No program has such a name.
pub(crate) const SYSTEM_CALL: &str = "syscall ";

/// The null pointer.
const NULL: Operand = Operand::Const(Kind::Ptr, 0);

impl ProgramLowering<'_> {
    /// A function that does what is assumed of one that nobody defines, for programs that take its address;
    /// none if its result is a record or if it takes variable arguments.
    pub(super) fn unknown_function(&mut self, id: hir::FuncId) -> Option<FuncId> {
        let source = &self.unit.functions[id.0 as usize];
        let signature = self.layout.signature(source.ty)?;
        if signature.variadic || self.layout.is_record(signature.result) {
            return None;
        }
        self.note_unknown(id);
        let mut function = Function {
            name: source.name.clone(),
            span: source.span,
            ..Function::default()
        };
        set_params(
            &mut function,
            signature.params.iter().map(|&p| self.layout.scalar(p)),
            false,
        );
        function.result = self.layout.kind(signature.result);
        let new = self.add_function(function);
        let mut body = self.open(new);
        let params = signature.params.iter().enumerate();
        let values: Vec<(Operand, TypeId)> = params
            .map(|(index, &ty)| (Operand::Reg(Reg(index as u32)), ty))
            .collect();
        body.assume_accesses(&values, source.span);
        if source.noreturn {
            body.end_process(source.span);
        }
        let result = body
            .layout
            .kind(signature.result)
            .map(|_| body.numeric(signature.result));
        let value = result.and_then(|_| body.any_result(&source.name, result, source.span));
        body.leave(value, source.span);
        body.close(source.span);
        Some(new)
    }
}

impl<'a> FunctionLowering<'_, 'a> {
    /// What stands for a call; gives its result if it has one (of a record, the address).
    pub(super) fn unknown_call(
        &mut self,
        e: &'a Expr,
        id: hir::FuncId,
        values: &[(Operand, TypeId)],
        wanted: Wanted,
    ) -> Option<Operand> {
        let function = &self.unit.functions[id.0 as usize];
        self.program.note_unknown(id);
        self.assume_accesses(values, e.span);
        if function.noreturn {
            self.end_process(e.span);
        }
        if self.layout.is_record(e.ty) {
            // Nobody writes to it, so what it holds may be anything.
            return Some(match wanted {
                Wanted::Record(Some(dest)) => {
                    let ty = e.ty;
                    let temporary = self.temporary_record(ty, e.span);
                    self.copy_record(dest, temporary, ty, e.span);
                    dest
                }
                _ => self.temporary_record(e.ty, e.span),
            });
        }
        if function.name.starts_with(SYSTEM_CALL) {
            return Some(self.system_call_result(e.span));
        }
        let result = self.layout.kind(e.ty).map(|_| self.numeric(e.ty));
        self.any_result(&function.name, result, e.span)
    }

    /// What a system call gives of which nothing is known: the system may not have it.
    fn system_call_result(&mut self, span: Span) -> Operand {
        let id = self.program.library_function("__unknown_system_call", &[]);
        self.program.set_result(id, Kind::I64);
        let dst = self.temporary(Kind::I64);
        let inst = Inst::Call {
            dst: Some(dst),
            callee: Callee::Function(id),
            args: Vec::new(),
        };
        self.emit(inst, span);
        Operand::Reg(dst)
    }

    fn any_result(&mut self, name: &str, result: Option<Numeric>, span: Span) -> Option<Operand> {
        result?;
        let call = library::ModelCall {
            name,
            args: &[],
            wanted: true,
            result,
            span,
        };
        library::anything(self, &call)
    }

    /// The accesses of a call; one of nothing if there are none, so that each call has its place.
    fn assume_accesses(&mut self, values: &[(Operand, TypeId)], span: Span) {
        let types = &self.layout.types.types;
        let access = |&(value, ty): &(Operand, TypeId)| match types[ty.0 as usize] {
            Type::Pointer { to, .. } if matches!(types[to.0 as usize], Type::Function { .. }) => None,
            Type::Pointer { constant: true, .. } => Some(("__unknown_read", value)),
            Type::Pointer { .. } => Some(("__unknown_write", value)),
            _ => None,
        };
        let accesses: Vec<(&str, Operand)> = values.iter().filter_map(access).collect();
        if accesses.is_empty() {
            self.assume_access("__unknown_read", NULL, span);
        }
        for (name, value) in accesses {
            self.assume_access(name, value, span);
        }
    }

    fn assume_access(&mut self, name: &str, value: Operand, span: Span) {
        let callee = Callee::Function(self.program.library_function(name, &[Kind::Ptr]));
        let args = vec![value];
        self.emit(
            Inst::Call {
                dst: None,
                callee,
                args,
            },
            span,
        );
    }

    fn end_process(&mut self, span: Span) {
        let callee = Callee::Function(self.program.library_function("_exit", &[Kind::I32]));
        let args = vec![Operand::Const(Kind::I32, 1)];
        self.emit(
            Inst::Call {
                dst: None,
                callee,
                args,
            },
            span,
        );
        self.code.end(Terminator::Unreachable, span);
    }
}
