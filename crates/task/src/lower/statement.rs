//! Statements.

use super::builder::Builder;
use super::{int, kind};
use crate::ast::{Block, Counted, Expr, Loop, Place, Printed, Statement, Type, What};
use raceproof_ir::{
    Address, BinaryOp, Callee, Case, CompareOp, Function, Global, Inst, Kind, Operand, Origin, Slot, SlotId,
    Span, Terminator,
};

impl<'a> Builder<'_, 'a> {
    /// The text of an assertion, as far as it is on the line where it begins.
    fn asserted(&self, span: Span) -> String {
        let line = self
            .context
            .text
            .lines()
            .nth(span.line.saturating_sub(1) as usize);
        let rest: String = line
            .unwrap_or("")
            .chars()
            .skip(span.column.saturating_sub(1) as usize)
            .collect();
        let rest = rest.strip_prefix("assert").unwrap_or(&rest);
        rest.split(';').next().unwrap_or(rest).trim().to_owned()
    }

    /// The statements of a block, in a scope of their own.
    pub fn body(&mut self, block: &'a Block) {
        self.scoped(|b| {
            for statement in &block.statements {
                b.statement(statement);
            }
        });
    }

    fn statement(&mut self, statement: &'a Statement) {
        let span = statement.span;
        match &statement.what {
            What::Local(name, ty, init) => {
                let value = match init {
                    Some(e) => self.expect(e, *ty),
                    None => Operand::Const(kind(*ty), 0),
                };
                let dst = self.local(name, *ty);
                self.emit(Inst::Copy { dst, src: value }, span);
            }
            What::Assign(place, value) => self.assign(place, value, span),
            What::Call(e) => {
                self.effect(e);
            }
            What::Return(value) => self.leave(value.as_ref(), span),
            What::Skip => {}
            What::Assume(e) => {
                let cond = self.expect(e, Type::Bool);
                self.emit(Inst::Assume { cond }, span);
            }
            What::Assert(e) => {
                let cond = self.expect(e, Type::Bool);
                let message = self.asserted(span);
                self.emit(Inst::Assert { cond, message }, span);
            }
            What::If(condition, then, otherwise) => {
                let cond = self.expect(condition, Type::Bool);
                let (a, b, end) = (self.new_block(span), self.new_block(span), self.new_block(span));
                self.branch(cond, a, b, span, a);
                self.body(then);
                self.jump(end, then.end, b);
                self.body(otherwise);
                self.jump(end, otherwise.end, end);
            }
            What::While(condition, body) => {
                let (test, inside, end) = (self.new_block(span), self.new_block(span), self.new_block(span));
                self.jump(test, span, test);
                let cond = self.expect(condition, Type::Bool);
                self.branch(cond, inside, end, span, inside);
                self.body(body);
                self.jump(test, body.end, end);
            }
            What::For(head, body) => match head.kind {
                Loop::Sequential => self.counted(head, body, span, |b| b.body(body)),
                Loop::Tasks => self.tasks_of(head, body, span),
                Loop::AwaitedTasks => self.finished(span, body.end, |b| {
                    b.phased(&head.phasers, span, body.end, |b| b.tasks_of(head, body, span));
                }),
            },
            What::Post(post) => self.post(post, span),
            What::Await(region) => self.await_statement(region, span),
            What::Ewait(region) => self.ewait_statement(region, span),
            What::Isolated(objects, body) => self.isolated(objects, body, span),
            What::Finish(body) => self.finished(span, body.end, |b| b.body(body)),
            What::Async(phasers, body) => self.spawn(phasers, body, span),
            What::Phased(phasers, body) => self.phased(phasers, span, body.end, |b| b.body(body)),
            What::Next(phasers) => self.next(phasers, span),
            What::Choose(blocks) => self.choose(blocks, span),
            What::Print(list) => self.print(list, span),
            What::Block(body) => self.body(body),
        }
    }

    fn assign(&mut self, place: &'a Place, value: &'a Expr, span: Span) {
        let name = &place.name;
        if let Some(local) = self.find(&name.text) {
            if !place.indices.is_empty() {
                let remedy = "arrays are declared with `var` outside of procedures";
                self.error(name.span, format!("`{}` is no array", name.text), remedy);
            }
            if local.is_copy {
                let message = format!("`{}` is this task's copy of a variable outside of it", name.text);
                self.error(
                    name.span,
                    message,
                    "declare a shared variable, or a local one in the task",
                );
            }
            let src = self.expect(value, local.ty);
            self.emit(Inst::Copy { dst: local.reg, src }, span);
            return;
        }
        let Some((addr, ty)) = self.address(place) else {
            self.expression(value);
            return;
        };
        let value = self.expect(value, ty);
        let kind = kind(ty);
        self.emit(Inst::Store { kind, addr, value }, span);
    }

    fn leave(&mut self, value: Option<&'a Expr>, span: Span) {
        let value = match (value, self.result) {
            (Some(e), Some(ty)) => Some(self.expect(e, ty)),
            (None, Some(ty)) => {
                let message = format!("this must return a value of type {}", ty.word());
                self.error(span, message, "write `return e;`");
                None
            }
            (Some(e), None) => {
                self.error(
                    e.span,
                    "there is nobody to return a value to",
                    "declare it: `proc p() -> int`",
                );
                None
            }
            (None, None) => None,
        };
        self.leave_all(span);
        let next = self.new_block(span);
        self.close(Terminator::Return(value), span, next);
    }

    /// A loop over numbers.
    pub fn counted(&mut self, head: &'a Counted, body: &'a Block, span: Span, inner: impl FnOnce(&mut Self)) {
        let first = self.expect(&head.from, Type::Int);
        let limit = self.expect(&head.to, Type::Int);
        // The limit is computed once, whatever the body does to the variables in it.
        let kept = self.reg(Kind::I64);
        self.emit(
            Inst::Copy {
                dst: kept,
                src: limit,
            },
            span,
        );
        self.scoped(|b| {
            let i = b.local(&head.name, Type::Int);
            b.emit(Inst::Copy { dst: i, src: first }, span);
            let (test, inside, end) = (b.new_block(span), b.new_block(span), b.new_block(span));
            b.jump(test, span, test);
            let (i, kept) = (Operand::Reg(i), Operand::Reg(kept));
            let cond = b.compare(CompareOp::LtSigned, Kind::I64, i, kept, span);
            b.branch(cond, inside, end, span, inside);
            inner(b);
            let Operand::Reg(dst) = i else { return };
            let step = Inst::Binary {
                op: BinaryOp::Add,
                kind: Kind::I64,
                dst,
                a: i,
                b: int(1),
            };
            b.emit(step, span);
            b.jump(test, body.end, end);
        });
    }

    fn choose(&mut self, blocks: &'a [Block], span: Span) {
        let dst = self.reg(Kind::I32);
        self.emit(
            Inst::Nondet {
                kind: Kind::I32,
                dst,
                signed: true,
                low: 0,
                high: blocks.len() as i128 - 1,
                name: "choose".to_owned(),
            },
            span,
        );
        let targets: Vec<_> = blocks.iter().map(|_| self.new_block(span)).collect();
        let end = self.new_block(span);
        let cases = targets.iter().enumerate().map(|(i, target)| Case {
            low: i as i128,
            high: i as i128,
            target: *target,
        });
        let terminator = Terminator::Switch {
            kind: Kind::I32,
            value: Operand::Reg(dst),
            signed: true,
            cases: cases.collect(),
            default: end,
        };
        self.close(terminator, span, end);
        for (block, target) in blocks.iter().zip(targets) {
            self.jump_from(target);
            self.body(block);
            self.jump(end, block.end, end);
        }
    }

    /// By the C library's `printf`.
    fn print(&mut self, list: &'a [Printed], span: Span) {
        let mut format = String::new();
        let mut values = Vec::new();
        for printed in list {
            match printed {
                Printed::Text(text) => format += &text.replace('%', "%%"),
                Printed::Value(e) => {
                    let (value, ty) = self.expression(e);
                    format += match ty {
                        Type::Real => "%g",
                        Type::Bool => "%d",
                        Type::Int | Type::Future => "%ld",
                    };
                    values.push((value, ty));
                }
            }
        }
        format += "\n\0";
        let id = raceproof_ir::GlobalId(self.context.program.globals.len() as u32);
        self.context.program.globals.push(Global {
            name: String::new(),
            size: format.len() as u64,
            align: 1,
            bytes: format.into_bytes(),
            relocations: Vec::new(),
            constant: true,
            thread_local: false,
            shape: None,
            origin: Origin::Program,
            role: None,
            span: Span::NONE,
        });
        let mut block = Operand::Const(Kind::Ptr, 0);
        if !values.is_empty() {
            let slot = SlotId(self.function.slots.len() as u32);
            self.function.slots.push(Slot {
                name: String::new(),
                size: 8 * values.len() as u64,
                align: 8,
                shape: None,
                span: Span::NONE,
            });
            let dst = self.reg(Kind::Ptr);
            self.emit(Inst::SlotAddr { dst, slot }, span);
            block = Operand::Reg(dst);
            for (i, (value, ty)) in values.into_iter().enumerate() {
                let cell = self.reg(Kind::Ptr);
                let inst = Inst::Offset {
                    dst: cell,
                    base: block,
                    index: int(0),
                    scale: 1,
                    disp: 8 * i as i64,
                    within: None,
                };
                self.emit(inst, span);
                let addr = Operand::Reg(cell);
                let kind = kind(ty);
                self.emit(Inst::Store { kind, addr, value }, span);
            }
        }
        let printf = self.library("printf", &[Kind::Ptr], Some(Kind::I32), true);
        let format = Operand::Address(Address::Global(id, 0));
        let inst = Inst::Call {
            dst: None,
            callee: Callee::Function(printf),
            args: vec![format, block],
        };
        self.emit(inst, span);
    }

    /// A function of the C library, declared when it is first used.
    pub fn library(
        &mut self,
        name: &'static str,
        params: &[Kind],
        result: Option<Kind>,
        variadic: bool,
    ) -> raceproof_ir::FuncId {
        if let Some(&id) = self.context.library.get(name) {
            return id;
        }
        let mut function = Function {
            name: name.to_owned(),
            result,
            variadic,
            params: params.len() as u32,
            ..Function::default()
        };
        for kind in params {
            function.add_register(*kind, "");
        }
        if variadic {
            function.add_register(Kind::Ptr, "");
        }
        let id = raceproof_ir::FuncId(self.context.program.functions.len() as u32);
        self.context.program.functions.push(function);
        self.context.library.insert(name, id);
        id
    }
}
