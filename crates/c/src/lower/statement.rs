//! Statements.

use raceproof_ir::{Case, Inst, Operand, Terminator};

use super::FunctionLowering;
use super::function::{Home, ResultHome};
use super::scope::Target;
use crate::hir::{self, Expr, LocalId, Stmt, StmtKind};

impl<'a> FunctionLowering<'_, 'a> {
    /// Lowers a statement.
    pub(super) fn statement(&mut self, s: &'a Stmt) {
        let span = s.span;
        match &s.kind {
            StmtKind::Expr(e) => self.full_effect(e),
            StmtKind::Block(statements) => {
                let scope = self.begin_scope();
                for statement in statements {
                    self.statement(statement);
                }
                self.end_scope(scope, span);
            }
            StmtKind::Local { local, init } => self.local(*local, init.as_ref(), s),
            StmtKind::If {
                cond,
                then,
                otherwise,
            } => {
                let (yes, no) = (self.code.new_block(), self.code.new_block());
                self.full_condition(cond, yes, no);
                self.code.start(yes);
                self.scoped(then);
                match otherwise {
                    Some(otherwise) => {
                        let end = self.code.new_block();
                        self.code.jump(end, span);
                        self.code.start(no);
                        self.scoped(otherwise);
                        self.code.start(end);
                    }
                    None => self.code.start(no),
                }
            }
            StmtKind::While { cond, body } => self.repeat(Some(cond), None, body, true, s),
            StmtKind::DoWhile { body, cond } => self.repeat(Some(cond), None, body, false, s),
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                let scope = self.begin_scope();
                for statement in init {
                    self.statement(statement);
                }
                self.repeat(cond.as_ref(), step.as_ref(), body, true, s);
                self.end_scope(scope, span);
            }
            StmtKind::Switch { value, cases, body } => self.switch(value, cases, body),
            StmtKind::Case { index, body } => {
                let block = self.switches.last().and_then(|s| s.0.get(*index)).copied();
                if let Some(block) = block {
                    self.code.start(block);
                }
                self.statement(body);
            }
            StmtKind::Default { body } => {
                if let Some((_, block, met)) = self.switches.last_mut() {
                    *met = true;
                    let block = *block;
                    self.code.start(block);
                }
                self.statement(body);
            }
            StmtKind::Label { label, body } => {
                self.place_label(*label);
                self.statement(body);
            }
            StmtKind::Goto { label, calls } => self.goto(*label, calls, span),
            StmtKind::GotoPointer(e) => {
                let mark = self.code.mark();
                let target = self.value(e);
                let labels = self.labels.iter().filter(|l| l.addressed);
                let labels = labels.map(|l| l.block).collect();
                self.code.release(mark, span);
                self.code.end(Terminator::JumpTo { target, labels }, span);
            }
            StmtKind::Break => self.jump_out(self.breaks.last().copied(), span),
            StmtKind::Continue => self.jump_out(self.continues.last().copied(), span),
            StmtKind::Return(value) => self.return_value(value.as_ref(), s),
            StmtKind::Gap { text } => self.gap(text.clone(), span),
            StmtKind::Directive { text, body } => {
                self.gap(format!("#pragma {text}"), span);
                if let Some(body) = body {
                    self.statement(body);
                }
            }
            StmtKind::Region(region) => self.region(region, span),
            StmtKind::Atomic { order, body } => {
                let around = std::mem::replace(&mut self.order, *order);
                self.statement(body);
                self.order = around;
            }
            StmtKind::Empty => {}
        }
    }

    /// A statement that is a scope of its own.
    fn scoped(&mut self, s: &'a Stmt) {
        let scope = self.begin_scope();
        self.statement(s);
        self.end_scope(scope, s.span);
    }

    /// A full expression evaluated for its effects.
    pub(super) fn full_effect(&mut self, e: &'a Expr) {
        let mark = self.code.mark();
        self.effect(e);
        self.code.release(mark, e.span);
    }

    /// A loop. The test stands behind the body, so that an iteration ends with the one branch back.
    fn repeat(
        &mut self,
        cond: Option<&'a Expr>,
        step: Option<&'a Expr>,
        body: &'a Stmt,
        test_first: bool,
        s: &'a Stmt,
    ) {
        let [start, next, test, end] = [(); 4].map(|()| self.code.new_block());
        if test_first {
            self.code.jump(test, s.span);
        }
        let depth = self.live.len();
        self.breaks.push(Target { block: end, depth });
        self.continues.push(Target { block: next, depth });
        self.code.start(start);
        self.scoped(body);
        self.breaks.pop();
        self.continues.pop();
        self.code.start(next);
        if let Some(step) = step {
            self.full_effect(step);
        }
        self.code.start(test);
        match cond {
            Some(cond) => self.full_condition(cond, start, end),
            None => self.code.jump(start, s.span),
        }
        self.code.start(end);
    }

    fn switch(&mut self, value: &'a Expr, cases: &[hir::Case], body: &'a Stmt) {
        let mark = self.code.mark();
        let operand = self.value(value);
        let kind = self.layout.scalar(value.ty);
        let blocks: Vec<_> = cases.iter().map(|_| self.code.new_block()).collect();
        let (default, end) = (self.code.new_block(), self.code.new_block());
        // A range that is empty is the label of a place and never chosen.
        let cases = cases
            .iter()
            .zip(&blocks)
            .filter(|(case, _)| case.low <= case.high)
            .map(|(case, &target)| Case {
                low: case.low,
                high: case.high,
                target,
            })
            .collect();
        self.code.release(mark, value.span);
        self.code.end(
            Terminator::Switch {
                kind,
                value: operand,
                signed: self.layout.is_signed(value.ty),
                cases,
                default,
            },
            value.span,
        );
        let depth = self.live.len();
        self.breaks.push(Target { block: end, depth });
        self.switches.push((blocks, default, false));
        self.scoped(body);
        self.breaks.pop();
        self.code.jump(end, body.span);
        if let Some((_, default, false)) = self.switches.pop() {
            self.code.start(default);
        }
        self.code.start(end);
    }

    fn return_value(&mut self, value: Option<&'a Expr>, s: &'a Stmt) {
        let Some(value) = value else {
            return self.return_nothing(s.span);
        };
        let mark = self.code.mark();
        match self.result {
            ResultHome::Scalar(kind) if self.layout.kind(value.ty).is_some() => {
                let result = self.value(value);
                let result = self.coerce(result, kind, value.span);
                self.leave(Some(result), s.span);
            }
            ResultHome::Record(register) if self.layout.is_record(value.ty) => {
                self.record(value, Some(Operand::Reg(register)));
                self.leave(None, s.span);
            }
            _ => {
                self.effect(value);
                self.return_nothing(s.span);
            }
        }
        self.code.forget(mark);
    }

    /// The declaration of a local.
    fn local(&mut self, id: LocalId, init: Option<&'a hir::Init>, s: &'a Stmt) {
        let local = &self.locals[id.0 as usize];
        let mark = self.code.mark();
        if self.layout.is_variable(local.ty) {
            let size = self.vla_size(local.ty, s.span);
            let shape = self.shape(local.ty);
            let align = local.align.max(self.layout.align(local.ty));
            if let Home::Pointed(dst) = self.home(id) {
                let inst = Inst::Alloca {
                    dst,
                    size,
                    align: u32::try_from(align).unwrap_or(16),
                    shape: Some(shape),
                };
                self.code.emit(inst, local.span);
            }
        }
        self.declare(id);
        if let Some(init) = init {
            self.initialise(id, init, s.span);
        } else if let Home::Register(dst) = self.home(id)
            && (!self.breaks.is_empty() || !self.labels.is_empty())
        {
            // The program may have been here before, and what it left is not there any more.
            let kind = self.code.function.kind(dst);
            self.code.emit(Inst::Unset { kind, dst }, s.span);
        }
        self.code.release(mark, s.span);
    }
}
