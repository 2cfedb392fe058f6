//! How what threads have reduced is combined.

use raceproof_ir::Span;

use super::super::Checker;
use super::super::types::{INT, LLONG, Quals, VOID};
use super::reduce::Reduced;
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, Stmt, TypeId};
use crate::openmp::ReductionOperator;

/// Which combinations exclude each other, as the runtime numbers them.
#[derive(Clone, Copy, Debug)]
pub(super) enum Combine {
    /// Those of a region or of the tasks of a team.
    Team = 0,
    /// Those of a league.
    League = 1,
    /// Those of one construct that a team shares.
    Construct = 2,
}

impl Checker<'_> {
    /// Combines the private copies into the variables, under a lock or without one.
    pub(super) fn end_reductions(
        &mut self,
        reductions: Vec<Reduced>,
        lock: Option<Combine>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if reductions.is_empty() {
            return;
        }
        for tasks in reductions.iter().filter_map(|reduced| reduced.tasks.as_deref()) {
            self.for_each(tasks, out, |s, outer, inner, out| {
                s.combine(tasks, outer, inner, out);
            });
        }
        if let Some(number) = reductions.iter().find_map(|reduced| reduced.after) {
            out.push(self.all_copied(number, span));
        }
        if let Some(whose) = lock {
            let whose = self.int(whose as i128, INT, span);
            let begin = self.runtime("__raceproof_omp_reduce_begin", "vi", vec![whose], span);
            out.push(self.run(begin));
        }
        for reduced in &reductions {
            self.for_each(reduced, out, |s, outer, inner, out| {
                s.combine(reduced, outer, inner, out);
            });
        }
        if let Some(whose) = lock {
            let whose = self.int(whose as i128, INT, span);
            let end = self.runtime("__raceproof_omp_reduce_end", "vi", vec![whose], span);
            out.push(self.run(end));
        }
    }

    fn combine(&mut self, reduced: &Reduced, outer: Expr, inner: Expr, out: &mut Vec<Stmt>) {
        let span = reduced.span;
        let ty = reduced.ty;
        if let Some(user) = &reduced.user {
            self.scopes.push();
            let mut body = Vec::new();
            let result = self.user_name("omp_out", ty, span);
            let operand = self.user_name("omp_in", ty, span);
            body.push(self.declared(result, None, span));
            body.push(self.declared(operand, None, span));
            let to = self.local_place(result, span);
            body.push(self.copy_place(to, outer.clone(), span));
            let to = self.local_place(operand, span);
            body.push(self.copy_place(to, inner, span));
            let combiner = self.rvalue(&user.combiner);
            let combiner = self.discard(combiner);
            body.push(self.run(combiner));
            let from = self.local_place(result, span);
            body.push(self.copy_place(outer, from, span));
            self.scopes.pop();
            out.push(self.block_of(body, span));
            return;
        }
        let op = match reduced.operator {
            ReductionOperator::Multiply => BinaryOp::Mul,
            ReductionOperator::BitAnd => BinaryOp::And,
            ReductionOperator::BitOr => BinaryOp::Or,
            ReductionOperator::BitXor => BinaryOp::Xor,
            ReductionOperator::And | ReductionOperator::Or => {
                let a = self.read(outer.clone());
                let a = self.truth(a);
                let b = self.read(inner);
                let b = self.truth(b);
                // No branch: what was combined before depends on the schedule.
                let op = match reduced.operator {
                    ReductionOperator::And => BinaryOp::And,
                    _ => BinaryOp::Or,
                };
                let (a, b) = (self.cast(a, INT), self.cast(b, INT));
                let both = self.binary(op, a, b, span);
                let both = self.cast(both, ty);
                out.push(self.store_place(outer, both, span));
                return;
            }
            ReductionOperator::Min | ReductionOperator::Max => {
                let compare = match reduced.operator {
                    ReductionOperator::Min => CompareOp::Lt,
                    _ => CompareOp::Gt,
                };
                self.keep_better(compare, ty, outer, inner, span, out);
                return;
            }
            _ => BinaryOp::Add,
        };
        let value = self.read(inner);
        let value = self.promote(value);
        let computation = value.ty;
        let combined = Expr {
            kind: ExprKind::AssignOp {
                op,
                place: Box::new(outer),
                value: Box::new(value),
                computation,
            },
            ty,
            span,
        };
        let combined = self.cast(combined, VOID);
        out.push(self.run(combined));
    }

    /// The smaller or larger of two values. No branch where that is possible: what was combined before
    /// depends on the schedule. The bits of the better value are chosen by a mask.
    fn keep_better(
        &mut self,
        compare: CompareOp,
        ty: TypeId,
        outer: Expr,
        inner: Expr,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let a = self.read(inner.clone());
        let a = self.promote(a);
        let b = self.read(outer.clone());
        let b = self.promote(b);
        let better = self.compare(compare, a, b, span);
        let bits = match self.types.size(ty) {
            Some(8) => LLONG,
            Some(4) => INT,
            Some(1 | 2) if self.types.is_integer(ty) => ty,
            _ => {
                let value = self.read(inner);
                let store = self.store_place(outer, value, span);
                out.push(self.when(better, vec![store], span));
                return;
            }
        };
        let better = self.cast(better, LLONG);
        let zero = self.wide(0, span);
        let mask = self.binary(BinaryOp::Sub, zero, better, span);
        let mask = self.keep(mask, out);
        let as_bits = |s: &mut Self, place: &Expr| {
            if s.types.is_integer(ty) {
                return place.clone();
            }
            s.mark_addressed(place);
            let pointer = s.address_place(place.clone(), span);
            let to = s.types.pointer(bits, Quals::default());
            let pointer = s.cast(pointer, to);
            s.pointed(pointer, bits, span)
        };
        // The address of a copy of it is used: lanes would seem to share one that is in memory itself.
        let inner = match self.types.is_integer(ty) {
            true => inner,
            false => {
                let value = self.read(inner);
                let copy = self.keep(value, out);
                self.local_place(copy, span)
            }
        };
        let (outer, inner) = (as_bits(self, &outer), as_bits(self, &inner));
        let old = self.read(outer.clone());
        let old = self.cast(old, LLONG);
        let old = self.keep(old, out);
        let new = self.read(inner);
        let new = self.cast(new, LLONG);
        let before = self.get(old, LLONG, span);
        let change = self.binary(BinaryOp::Xor, before, new, span);
        let mask = self.get(mask, LLONG, span);
        let change = self.binary(BinaryOp::And, change, mask, span);
        let before = self.get(old, LLONG, span);
        let value = self.binary(BinaryOp::Xor, before, change, span);
        let value = self.cast(value, outer.ty);
        out.push(self.store_place(outer, value, span));
    }
}
