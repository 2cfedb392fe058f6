//! Calls.

use raceproof_ir::{Callee, Function, Inst, Kind, Operand, Origin, Span, Terminator};

use super::FunctionLowering;
use super::expression::Wanted;
use super::layout::Signature;
use super::set_params;
use crate::hir::{self, Expr, ExprKind, TypeId};
use crate::library;

impl<'a> FunctionLowering<'_, 'a> {
    /// A call; gives its result if it has one (of a record, the address).
    pub(super) fn call(
        &mut self,
        e: &'a Expr,
        callee: &'a Expr,
        args: &'a [Expr],
        wanted: Wanted,
    ) -> Option<Operand> {
        let span = e.span;
        let known = called_function(callee).map(|id| self.program.unaliased(id));
        let function = known.map(|id| &self.unit.functions[id.0 as usize]);
        let pointer = match known {
            Some(_) => None,
            None => Some(self.value(callee)),
        };
        let used = function.filter(|function| library::uses_first(function));
        let values = self.arguments(args, used.is_some());
        let point = function.filter(|function| function.body.is_none() || function.origin == Origin::Library);
        if let Some(function) = point {
            self.cancellation_point(&function.name, span);
        }
        if let Some(function) = function
            && let Some(model) = library::model(function)
        {
            let mut operands = Vec::with_capacity(values.len());
            for &(value, ty) in &values {
                operands.push(library::Argument {
                    value,
                    numeric: self.numeric(ty),
                });
            }
            let call = library::ModelCall {
                name: &function.name,
                args: &operands,
                wanted: !matches!(wanted, Wanted::Nothing),
                result: self.layout.kind(e.ty).map(|_| self.numeric(e.ty)),
                span,
            };
            let result = library::expand(self, model, &call);
            if call.may_wait() {
                self.cancellation_point(&function.name, span);
            }
            if !(call.wanted && library::is_refusable(&function.name)) {
                return match result {
                    Some(value) => Some(value),
                    None => self.layout.kind(e.ty).map(|kind| Operand::Const(kind, 0)),
                };
            }
        }
        if let Some(id) = known
            && self.program.is_unknown(id)
        {
            return self.unknown_call(e, id, &values, wanted);
        }
        let ty = function.map_or(callee.ty, |f| f.ty);
        let Some(signature) = self.layout.signature(ty) else {
            self.gap("a call of something that is no function", span);
            return None;
        };
        self.call_with(e, known, pointer, signature, &values, wanted)
    }

    /// The arguments in memory or as values, evaluated from right to left as gcc does. What the first one
    /// points to may be said to be used.
    fn arguments(&mut self, args: &'a [Expr], uses_first: bool) -> Vec<(Operand, TypeId)> {
        let mut values: Vec<(Operand, TypeId)> = Vec::with_capacity(args.len());
        let start = self.program.calls();
        for (number, arg) in args.iter().enumerate().rev() {
            let before = self.program.calls();
            let value = if uses_first && number == 0 && matches!(arg.kind, ExprKind::PtrAdd { .. }) {
                let addr = self.accessed(arg);
                self.materialise(addr, None, arg.span)
            } else if self.layout.is_record(arg.ty) {
                match &arg.kind {
                    // The callee may have the result of a call: nobody else does.
                    ExprKind::Call { .. } => self.record(arg, None),
                    _ => {
                        let copy = self.temporary_record(arg.ty, arg.span);
                        self.record(arg, Some(copy))
                    }
                }
            } else {
                self.value(arg)
            };
            values.push((value, arg.ty));
            self.program.note_unsequenced(start, before);
        }
        values.reverse();
        values
    }

    /// Why arguments cannot be passed, if they cannot.
    fn misfit(
        &self,
        signature: Signature<'_>,
        values: &[(Operand, TypeId)],
        fixed: usize,
        takes_no_more: bool,
    ) -> Option<String> {
        let mut pairs = values.iter().zip(signature.params);
        if values.len() < fixed || (values.len() > fixed && takes_no_more) {
            return Some(format!(
                "a call with {} instead of {fixed} arguments",
                values.len()
            ));
        }
        pairs
            .any(|(&(_, ty), &param)| self.layout.is_record(ty) != self.layout.is_record(param))
            .then(|| "a call with a structure for a number, or the other way round".to_owned())
    }

    fn call_with(
        &mut self,
        e: &'a Expr,
        known: Option<hir::FuncId>,
        pointer: Option<Operand>,
        signature: Signature<'a>,
        values: &[(Operand, TypeId)],
        wanted: Wanted,
    ) -> Option<Operand> {
        let span = e.span;
        let is_record = self.layout.is_record(signature.result);
        let has_body = known.is_some_and(|id| self.unit.functions[id.0 as usize].body.is_some());
        let fixed = match signature.prototype || has_body {
            true => signature.params.len(),
            false => values.len(),
        };
        // What a definition without a prototype does not take is evaluated and goes nowhere.
        let takes_no_more = !signature.variadic && (signature.prototype || !has_body);
        if let Some(what) = self.misfit(signature, values, fixed, takes_no_more) {
            self.gap(what, span);
            return self.layout.kind(e.ty).map(|kind| Operand::Const(kind, 0));
        }
        let result_at = match (is_record, wanted) {
            (true, Wanted::Record(Some(dest))) => Some(dest),
            (true, _) => Some(self.temporary_record(signature.result, span)),
            (false, _) => None,
        };
        let mut operands: Vec<Operand> = result_at.into_iter().collect();
        for (index, &(value, ty)) in values[..fixed].iter().enumerate() {
            let value = match signature.params.get(index) {
                Some(&param) if self.layout.scalar(param) != self.operand_kind(value) => {
                    let (from, to) = (self.numeric(ty), self.numeric(param));
                    self.convert(value, from, to, None, span)
                }
                _ => value,
            };
            operands.push(value);
        }
        if signature.variadic {
            let block = self.argument_block(&values[fixed..], span);
            operands.push(block);
        }
        let callee = match (known, pointer) {
            (Some(id), _) => {
                let function = self.program.function(id);
                let open = !signature.prototype && !has_body;
                if open && !self.fix_parameters(function, &operands) {
                    self.gap(
                        "calls with different arguments of a function without a prototype",
                        span,
                    );
                    return self.layout.kind(e.ty).map(|kind| Operand::Const(kind, 0));
                }
                self.program.note_call(function);
                Callee::Function(function)
            }
            (None, Some(pointer)) => Callee::Pointer(pointer),
            (None, None) => return None,
        };
        let result_kind = self.layout.kind(signature.result);
        let dst = match (wanted, result_kind) {
            (Wanted::Scalar(dest), Some(kind)) => Some(self.target(dest, kind)),
            _ => None,
        };
        self.emit(
            Inst::Call {
                dst,
                callee,
                args: operands,
            },
            span,
        );
        if known.is_some_and(|id| self.unit.functions[id.0 as usize].noreturn) {
            self.code.end(Terminator::Unreachable, span);
        }
        if let Some(at) = result_at {
            return Some(at);
        }
        let wanted_kind = self.layout.kind(e.ty)?;
        match dst {
            Some(dst) => {
                let from = self.numeric(signature.result);
                let to = self.numeric(e.ty);
                Some(self.convert(Operand::Reg(dst), from, to, None, span))
            }
            None if matches!(wanted, Wanted::Nothing) => None,
            None => {
                self.gap("the result of a function that returns none", span);
                Some(Operand::Const(wanted_kind, 0))
            }
        }
    }

    /// A function without body or prototype has the parameters of its first call. Whether this call agrees.
    fn fix_parameters(&mut self, id: raceproof_ir::FuncId, args: &[Operand]) -> bool {
        let kinds: Vec<Kind> = args.iter().map(|&arg| self.operand_kind(arg)).collect();
        let function: &mut Function = if id == self.id {
            &mut self.code.function
        } else {
            &mut self.program.program.functions[id.0 as usize]
        };
        if function.registers.is_empty() {
            set_params(function, kinds, false);
            return true;
        }
        function.registers.iter().map(|r| r.kind).eq(kinds)
    }

    /// Calls a function through a pointer with values of known kinds.
    pub(crate) fn call_pointer(&mut self, pointer: Operand, args: Vec<Operand>, span: Span) {
        let callee = Callee::Pointer(pointer);
        self.emit(
            Inst::Call {
                dst: None,
                callee,
                args,
            },
            span,
        );
    }

    /// Calls a function without parameters if the program has one with a body of this name.
    pub(crate) fn call_defined(&mut self, name: &str, span: Span) {
        if let Some(id) = self.program.find_function(name, true) {
            let callee = Callee::Function(self.program.function(id));
            let (dst, args) = (None, Vec::new());
            self.emit(Inst::Call { dst, callee, args }, span);
        }
    }

    /// Calls a function from pointer to pointer, if the program has one with a body of this name.
    pub(crate) fn call_for_pointer(&mut self, name: &str, argument: Operand, span: Span) -> Option<Operand> {
        let id = self.program.find_function(name, true)?;
        let callee = Callee::Function(self.program.function(id));
        let dst = self.code.temporary(Kind::Ptr);
        let args = vec![argument];
        self.emit(
            Inst::Call {
                dst: Some(dst),
                callee,
                args,
            },
            span,
        );
        Some(Operand::Reg(dst))
    }

    /// Ends the current block: control does not come here.
    pub(crate) fn unreachable(&mut self, span: Span) {
        self.code.end(Terminator::Unreachable, span);
    }

    /// Runs `then` if `pointer` is not null.
    pub(crate) fn if_not_null(&mut self, pointer: Operand, span: Span, then: impl FnOnce(&mut Self)) {
        if let Operand::Const(_, 0) = pointer {
            return;
        }
        if let Operand::Address(_) = pointer {
            return then(self);
        }
        let cond = self.truth(pointer, None, span);
        self.if_true(cond, span, then);
    }

    /// Runs `then` if `cond` (`i32`) is not zero.
    pub(crate) fn if_true(&mut self, cond: Operand, span: Span, then: impl FnOnce(&mut Self)) {
        let (yes, end) = (self.code.new_block(), self.code.new_block());
        self.code.branch(cond, yes, end, span);
        self.code.start(yes);
        then(self);
        self.code.start(end);
    }

    /// A temporary register.
    pub(crate) fn temporary(&mut self, kind: Kind) -> raceproof_ir::Reg {
        self.code.temporary(kind)
    }

    /// Text of a string literal that an operand is the address of.
    pub(crate) fn literal_text(&self, operand: Operand) -> Option<String> {
        let Operand::Address(raceproof_ir::Address::Global(id, offset)) = operand else {
            return None;
        };
        let bytes = &self.program.program.globals[id.0 as usize].bytes;
        let bytes = bytes.get(usize::try_from(offset).ok()?..)?;
        let text = bytes.split(|&b| b == 0).next()?;
        Some(String::from_utf8_lossy(text).into_owned())
    }
}

/// The function that a callee expression names, if it names one.
fn called_function(callee: &Expr) -> Option<hir::FuncId> {
    match &callee.kind {
        ExprKind::Function(id) => Some(*id),
        ExprKind::AddrOf(inner) | ExprKind::Deref(inner) | ExprKind::Decay(inner) => called_function(inner),
        _ => None,
    }
}
