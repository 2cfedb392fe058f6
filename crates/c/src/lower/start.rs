//! The entry of the program, and functions that stand for library functions.

use raceproof_ir::{
    Address, Callee, FuncId, Function, Inst, Kind, ObjectRole, Operand, Reg, Register, Span, Terminator,
};

use super::convert::Numeric;
use super::{ProgramLowering, set_params};
use crate::hir;
use crate::library::{self, Model};

impl<'a> ProgramLowering<'a> {
    /// The function that the first thread runs: `main` itself, or one that comes by what nobody understands
    /// of the program as a whole, calls the constructors before it and hands the destructors to `atexit`.
    pub(super) fn start(&mut self, main: hir::FuncId) -> FuncId {
        let unit = self.unit;
        let main_id = self.function(main);
        if unit.constructors.is_empty() && unit.destructors.is_empty() && unit.gaps.is_empty() {
            return main_id;
        }
        let source = &self.program.functions[main_id.0 as usize];
        let result = source.result;
        let kinds: Vec<Kind> = source.registers[..source.params as usize]
            .iter()
            .map(|r| r.kind)
            .collect();
        // Constructors may take what `main` can take, even if it does not.
        let all = [Kind::I32, Kind::Ptr, Kind::Ptr];
        let given = match all.starts_with(&kinds) {
            true => all.to_vec(),
            false => kinds.clone(),
        };
        let mut function = Function {
            name: "_start".to_owned(),
            result,
            ..Function::default()
        };
        set_params(&mut function, given.iter().copied(), false);
        let id = self.add_function(function);
        let mut calls: Vec<(FuncId, Vec<Operand>)> = Vec::new();
        if !unit.destructors.is_empty() {
            let atexit = self.atexit();
            for &destructor in unit.destructors.iter().rev() {
                calls.push((atexit, vec![self.function_address(destructor)]));
            }
        }
        for &constructor in &unit.constructors {
            let constructor = self.function(constructor);
            let wanted = &self.program.functions[constructor.0 as usize];
            let wanted = &wanted.registers[..wanted.arguments() as usize];
            let argument = |(i, register): (usize, &Register)| match given.get(i) == Some(&register.kind) {
                true => Operand::Reg(Reg(i as u32)),
                false => Operand::Const(register.kind, 0),
            };
            calls.push((constructor, wanted.iter().enumerate().map(argument).collect()));
        }
        let mut start = self.open(id);
        for (what, span) in &unit.gaps {
            let what = what.clone();
            start.emit(Inst::Gap { what }, *span);
        }
        let span = Span::NONE;
        for (function, args) in calls {
            let (dst, callee) = (None, Callee::Function(function));
            start.emit(Inst::Call { dst, callee, args }, span);
        }
        let args = (0..kinds.len() as u32).map(|i| Operand::Reg(Reg(i)));
        let status = result.map(|kind| start.temporary(kind));
        start.emit(
            Inst::Call {
                dst: status,
                callee: Callee::Function(main_id),
                args: args.collect(),
            },
            span,
        );
        start.leave(status.map(Operand::Reg), span);
        start.close(span);
        id
    }

    /// Lets the tasks of OpenMP that nobody has waited for come to an end where `main` returns.
    pub(super) fn end_with_tasks(&mut self) {
        let is_used = |id: hir::FuncId| self.functions[id.0 as usize].is_some();
        let names = ["main", "__raceproof_omp_task", "__raceproof_omp_end"];
        let [Some(main), Some(task), Some(end)] = names.map(|name| self.find_function(name, true)) else {
            return;
        };
        if !is_used(main) || !is_used(task) {
            return;
        }
        let (main, end) = (self.function(main), self.function(end));
        self.lower_queue();
        for block in &mut self.program.functions[main.0 as usize].blocks {
            if matches!(block.terminator, Terminator::Return(_)) {
                let (dst, callee, args) = (None, Callee::Function(end), Vec::new());
                block
                    .instructions
                    .push((Inst::Call { dst, callee, args }, block.span));
            }
        }
    }

    /// Tells the runtime of OpenMP that variables stay on the device.
    pub(super) fn keep_on_device(&mut self) {
        let keeps = self.find_function("__raceproof_omp_keeps", true);
        if keeps.is_none_or(|id| self.functions[id.0 as usize].is_none()) {
            return;
        }
        let globals = self.program.globals.iter_mut();
        for global in globals.filter(|global| global.role == Some(ObjectRole::Keeps)) {
            global.bytes = 1i32.to_le_bytes().to_vec();
        }
    }

    /// The library's `atexit`.
    fn atexit(&mut self) -> FuncId {
        if let Some(id) = self.find_function("atexit", false) {
            return self.function(id);
        }
        let mut function = Function {
            name: "atexit".to_owned(),
            result: Some(Kind::I32),
            ..Function::default()
        };
        set_params(&mut function, [Kind::Ptr], false);
        self.add_function(function)
    }

    /// A function that does what a modelled library function does, for programs that take its address.
    pub(super) fn lower_wrapper(&mut self, source_id: hir::FuncId, model: Model) -> FuncId {
        let source = &self.unit.functions[source_id.0 as usize];
        let mut function = Function {
            name: source.name.clone(),
            span: source.span,
            ..Function::default()
        };
        let Some(signature) = self.layout.signature(source.ty) else {
            return self.add_function(function);
        };
        let kinds = signature.params.iter().map(|&p| self.layout.scalar(p));
        set_params(&mut function, kinds, signature.variadic);
        function.result = self.layout.kind(signature.result);
        let result = function.result.map(|kind| Numeric {
            kind,
            signed: self.layout.is_signed(signature.result),
        });
        let id = self.add_function(function);
        let mut wrapper = self.open(id);
        let args: Vec<library::Argument> = signature
            .params
            .iter()
            .enumerate()
            .map(|(index, &ty)| library::Argument {
                value: Operand::Reg(Reg(index as u32)),
                numeric: wrapper.numeric(ty),
            })
            .collect();
        let call = library::ModelCall {
            name: &source.name,
            args: &args,
            wanted: result.is_some(),
            result,
            span: source.span,
        };
        let value = library::expand(&mut wrapper, model, &call);
        let value = result.map(|r| value.unwrap_or(Operand::Const(r.kind, 0)));
        wrapper.leave(value, source.span);
        wrapper.close(source.span);
        id
    }

    /// A destructor of thread-specific data that has a body: for a function of the library one that calls it,
    /// as if where it was named.
    pub(crate) fn destructor(&mut self, destructor: Operand, span: Span) -> Operand {
        let Operand::Address(Address::Function(callee)) = destructor else {
            return destructor;
        };
        let sources = self.functions.iter().zip(&self.unit.functions);
        let mut native = sources.filter(|(id, source)| **id == Some(callee) && source.body.is_none());
        let Some((_, source)) = native.next() else {
            return destructor;
        };
        let mut function = Function {
            name: format!("{} as destructor", source.name),
            span,
            ..Function::default()
        };
        set_params(&mut function, [Kind::Ptr], false);
        let id = self.add_function(function);
        let mut wrapper = self.open(id);
        let args = vec![Operand::Reg(Reg(0))];
        let (dst, callee) = (None, Callee::Function(callee));
        wrapper.emit(Inst::Call { dst, callee, args }, span);
        wrapper.leave(None, span);
        wrapper.close(span);
        Operand::Address(Address::Function(id))
    }
}
