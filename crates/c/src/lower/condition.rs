//! Conditions as control flow.

use raceproof_ir::{BlockId, Inst, Kind, Operand, Reg, Terminator};

use super::FunctionLowering;
use super::convert::constant;
use crate::hir::{Expr, ExprKind};

impl<'a> FunctionLowering<'_, 'a> {
    /// A condition that is a full expression: its temporaries end on both ways out.
    pub(super) fn full_condition(&mut self, e: &'a Expr, then: BlockId, otherwise: BlockId) {
        let mark = self.code.mark();
        let first = self.code.current();
        let count = self.code.block_count();
        self.condition(e, then, otherwise);
        let dying = self.code.slots_since(mark);
        if !dying.is_empty() {
            for target in [then, otherwise] {
                let way = self.code.new_block();
                self.code.redirect(first, count, target, way);
                self.code.start(way);
                for &slot in &dying {
                    self.code.emit(Inst::SlotDead { slot }, e.span);
                }
                self.code.jump(target, e.span);
            }
        }
        self.code.forget(mark);
    }

    /// Goes to `then` if the scalar `e` is not zero, else to `otherwise`.
    pub(super) fn condition(&mut self, e: &'a Expr, then: BlockId, otherwise: BlockId) {
        match &e.kind {
            ExprKind::Not(inner) => self.condition(inner, otherwise, then),
            ExprKind::Bool(inner) => self.condition(inner, then, otherwise),
            // A conversion that keeps all bits keeps the truth.
            ExprKind::Cast(inner) if self.keeps_truth(inner, e) => {
                self.condition(inner, then, otherwise);
            }
            ExprKind::And(a, b) => {
                let more = self.code.new_block();
                self.condition(a, more, otherwise);
                self.code.start(more);
                self.condition(b, then, otherwise);
            }
            ExprKind::Or(a, b) => {
                let more = self.code.new_block();
                self.condition(a, then, more);
                self.code.start(more);
                self.condition(b, then, otherwise);
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.condition(b, then, otherwise);
            }
            ExprKind::Conditional(c, a, b) => {
                let (first, second) = (self.code.new_block(), self.code.new_block());
                self.condition(c, first, second);
                self.code.start(first);
                self.condition(a, then, otherwise);
                self.code.start(second);
                self.condition(b, then, otherwise);
            }
            _ => {
                let value = self.value(e);
                let cond = match self.operand_kind(value) {
                    Kind::I32 => value,
                    _ => self.truth(value, None, e.span),
                };
                self.code.branch(cond, then, otherwise, e.span);
            }
        }
    }

    /// `&&` or `||` as 0 or 1.
    pub(super) fn short_circuit(&mut self, e: &'a Expr, dest: Option<Reg>) -> Operand {
        let dst = self.target(dest, Kind::I32);
        let [more, short, end] = [(); 3].map(|()| self.code.new_block());
        let (a, b, known) = match &e.kind {
            ExprKind::And(a, b) => (a, b, 0),
            ExprKind::Or(a, b) => (a, b, 1),
            _ => return constant(Kind::I32, 0),
        };
        match known {
            0 => self.condition(a, more, short),
            _ => self.condition(a, short, more),
        }
        self.code.start(more);
        if self.is_truth(b) {
            self.value_into(b, dst);
        } else {
            let value = self.value(b);
            let truth = self.truth(value, Some(dst), b.span);
            self.copy(dst, truth, b.span);
        }
        self.code.jump(end, e.span);
        self.code.start(short);
        self.copy(dst, constant(Kind::I32, known), e.span);
        self.code.end(Terminator::Jump(end), e.span);
        self.code.start(end);
        Operand::Reg(dst)
    }

    /// Whether a conversion of a scalar gives zero exactly for zero.
    fn keeps_truth(&self, from: &Expr, to: &Expr) -> bool {
        if self.layout.is_bool(to.ty) {
            return true;
        }
        let (Some(a), Some(b)) = (self.layout.kind(from.ty), self.layout.kind(to.ty)) else {
            return false;
        };
        let is_word = |kind: Kind| kind.is_int() || kind == Kind::Ptr;
        let size = |kind: Kind| kind.size(self.layout.model);
        is_word(a) && is_word(b) && size(a) <= size(b)
    }
}
