//! A function in the making: blocks, registers, scopes.

use super::{Cleanup, Context, ENTRY, FINISH, Local, int, kind};
use crate::Error;
use crate::ast;
use crate::ast::{Name, Type};
use raceproof_ir::{
    BinaryOp, Block, BlockId, CompareOp, FuncId, Function, GlobalId, Inst, Kind, Operand, Reg, Span, SyncOp,
    Terminator,
};
use std::collections::HashMap;

/// A function in the making.
pub(super) struct Builder<'c, 'a> {
    pub context: &'c mut Context<'a>,
    pub function: Function,
    /// The block that instructions go to; none after a return.
    current: BlockId,
    scopes: Vec<HashMap<String, Local>>,
    /// The region that tasks of `async` go to.
    pub region: Operand,
    pub cleanups: Vec<Cleanup>,
    /// The phasers that the task is registered with.
    pub registered: Vec<GlobalId>,
    pub result: Option<Type>,
    /// End of the body, which names it.
    pub home: Span,
    /// How many tasks it makes.
    pub tasks: u32,
    /// The procedure that it is, or that its tasks are in.
    pub of: FuncId,
}

impl<'c, 'a> Builder<'c, 'a> {
    /// A function whose first parameter is the region of the finish around it.
    pub fn new(
        context: &'c mut Context<'a>,
        of: FuncId,
        function: Function,
        body: &ast::Block,
    ) -> Builder<'c, 'a> {
        let mut builder = Builder::start(context, of, function, body);
        let finish = builder.function.add_register(Kind::I64, "");
        builder.function.params = 1;
        builder.region = Operand::Reg(finish);
        builder
    }

    /// A function without parameters.
    pub fn start(
        context: &'c mut Context<'a>,
        of: FuncId,
        mut function: Function,
        body: &ast::Block,
    ) -> Builder<'c, 'a> {
        function.registers.clear();
        function.blocks = vec![Block {
            instructions: Vec::new(),
            terminator: Terminator::Unreachable,
            span: body.end,
        }];
        Builder {
            context,
            function,
            current: ENTRY,
            scopes: vec![HashMap::new()],
            region: int(FINISH as i64),
            cleanups: Vec::new(),
            registered: Vec::new(),
            result: None,
            home: body.end,
            tasks: 0,
            of,
        }
    }

    pub fn error(&mut self, span: Span, message: impl Into<String>, remedy: impl Into<String>) {
        self.context.errors.push(Error::new(span, message, remedy));
    }

    pub fn emit(&mut self, inst: Inst, span: Span) {
        self.function.blocks[self.current.0 as usize]
            .instructions
            .push((inst, span));
    }

    pub fn reg(&mut self, kind: Kind) -> Reg {
        self.function.add_register(kind, "")
    }

    pub fn new_block(&mut self, span: Span) -> BlockId {
        self.function.blocks.push(Block {
            instructions: Vec::new(),
            terminator: Terminator::Unreachable,
            span,
        });
        BlockId(self.function.blocks.len() as u32 - 1)
    }

    /// Ends the block at hand and goes on in another.
    pub fn close(&mut self, terminator: Terminator, span: Span, next: BlockId) {
        let block = &mut self.function.blocks[self.current.0 as usize];
        block.terminator = terminator;
        block.span = span;
        self.current = next;
    }

    /// Instructions go to this block from now on.
    pub fn jump_from(&mut self, block: BlockId) {
        self.current = block;
    }

    pub fn jump(&mut self, to: BlockId, span: Span, next: BlockId) {
        self.close(Terminator::Jump(to), span, next);
    }

    pub fn branch(&mut self, cond: Operand, then: BlockId, otherwise: BlockId, span: Span, next: BlockId) {
        let terminator = Terminator::Branch {
            cond,
            then,
            otherwise,
        };
        self.close(terminator, span, next);
    }

    pub fn binary(&mut self, op: BinaryOp, kind: Kind, a: Operand, b: Operand, span: Span) -> Operand {
        let dst = self.reg(kind);
        self.emit(Inst::Binary { op, kind, dst, a, b }, span);
        Operand::Reg(dst)
    }

    pub fn compare(&mut self, op: CompareOp, kind: Kind, a: Operand, b: Operand, span: Span) -> Operand {
        let dst = self.reg(Kind::I32);
        self.emit(Inst::Compare { op, kind, dst, a, b }, span);
        Operand::Reg(dst)
    }

    pub fn sync(&mut self, op: SyncOp, args: Vec<Operand>, span: Span) {
        self.emit(Inst::Sync { op, dst: None, args }, span);
    }

    pub fn sync_result(&mut self, op: SyncOp, args: Vec<Operand>, span: Span) -> Operand {
        let dst = self.reg(Kind::I64);
        let inst = Inst::Sync {
            op,
            dst: Some(dst),
            args,
        };
        self.emit(inst, span);
        Operand::Reg(dst)
    }

    pub fn await_region(&mut self, region: Operand, span: Span) {
        self.sync(SyncOp::TaskAwait, vec![region], span);
    }

    /// Adds a parameter.
    pub fn parameter(&mut self, name: &Name, ty: Type) {
        let reg = self.function.add_register(kind(ty), name.text.clone());
        self.function.params += 1;
        self.declare(name, ty, reg, false);
    }

    /// Adds a parameter that is the task's copy of a variable.
    pub fn copied(&mut self, name: &str, ty: Type) {
        let reg = self.function.add_register(kind(ty), name.to_owned());
        self.function.params += 1;
        let local = Local {
            reg,
            ty,
            is_copy: true,
        };
        self.scope().insert(name.to_owned(), local);
    }

    fn scope(&mut self) -> &mut HashMap<String, Local> {
        if self.scopes.is_empty() {
            self.scopes.push(HashMap::new());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    fn declare(&mut self, name: &Name, ty: Type, reg: Reg, is_copy: bool) {
        if self.scope().contains_key(&name.text) {
            let message = format!("`{}` is declared twice in this block", name.text);
            self.error(name.span, message, "rename one of them");
        }
        self.scope().insert(name.text.clone(), Local { reg, ty, is_copy });
    }

    /// A new local variable.
    pub fn local(&mut self, name: &Name, ty: Type) -> Reg {
        let reg = self.function.add_register(kind(ty), name.text.clone());
        self.declare(name, ty, reg, false);
        reg
    }

    pub fn find(&self, name: &str) -> Option<Local> {
        self.scopes.iter().rev().find_map(|s| s.get(name).copied())
    }

    pub fn scoped<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(HashMap::new());
        let result = inner(self);
        self.scopes.pop();
        result
    }

    /// Does what leaving all blocks demands, innermost first.
    pub fn leave_all(&mut self, span: Span) {
        for cleanup in self.cleanups.clone().into_iter().rev() {
            self.clean(cleanup, span);
        }
    }

    pub fn clean(&mut self, cleanup: Cleanup, span: Span) {
        match cleanup {
            Cleanup::Unlock(held) => {
                for mutex in held.into_iter().rev() {
                    self.sync(SyncOp::MutexUnlock, vec![mutex], span);
                }
            }
            Cleanup::Drop(phaser) => self.drop_phaser(phaser, span),
            Cleanup::UnlockAll => self.all(SyncOp::MutexUnlock, span),
            Cleanup::Await(region) => self.await_region(region, span),
        }
    }

    /// Ends the function at its closing brace.
    pub fn finish(self, span: Span) -> Function {
        let zero = self.result.map(|ty| Operand::Const(kind(ty), 0));
        self.close_function(zero, span)
    }

    /// Ends the function with a value.
    pub fn end_with(self, value: Operand, span: Span) -> Function {
        self.close_function(Some(value), span)
    }

    fn close_function(mut self, value: Option<Operand>, span: Span) -> Function {
        self.close(Terminator::Return(value), span, ENTRY);
        self.function
    }
}
