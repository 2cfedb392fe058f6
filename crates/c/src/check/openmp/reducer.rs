//! Reducers of OpenCilk: `int cilk_reducer(zero, plus) sum = 0;` for the arithmetic monoids.
//!
//! Each strand updates a view of its own, and a sync combines the views in the order of the serial program
//! (Frigo, Halpern, Leiserson, Lewin-Berlin 2009). The runtime in `library/cilk.c` does as if every
//! continuation of a spawn were stolen: a spawned task goes on with the views of the function that spawns it,
//! which itself starts with none. Views are memory like any other, so a race with one is found.
//!
//! One stealing stands for all because of what is refused:
//! - The functions must be recognised as an arithmetic monoid: `*(T *)left op= *(T *)right` with `+ * & | ^`,
//!   and the neutral element. So they touch nothing but views, and where they run makes no difference; the
//!   runtime computes the same itself.
//! - As a statement, `op=`, `++` and `--` that fit the monoid are updates of the view. Whatever else is done
//!   with the variable needs its final value: a strand that has no access to the variable itself, because
//!   something before it in serial order is not synced, is a gap there.
//!
//! Sums of floating numbers are combined in the order of that stealing; other roundings are not looked at.

use raceproof_ir::Span;

use super::super::scope::Entity;
use super::super::types::{BOOL, DOUBLE, FLOAT, INT, QualType, Quals, VOID, VOID_PTR};
use super::super::{Checker, Value};
use crate::ast;
use crate::hir::{BinaryOp, Body, Expr, ExprKind, FuncId, LocalId, Stmt, StmtKind, TypeId};

const DECLARE: (&str, &str) = ("__raceproof_cilk_reducer", "vp");
const END: (&str, &str) = ("__raceproof_cilk_end_reducer", "vp");
const VIEW: (&str, &str) = ("__raceproof_cilk_view", "ppi");
const SETTLED: (&str, &str) = ("__raceproof_cilk_settled", "ip");
const PARTIAL: (&str, &str) = ("__raceproof_cilk_partial", "v");

/// The monoid of a reducer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Monoid {
    op: BinaryOp,
    /// Its number in the runtime: operation and type.
    number: u8,
}

impl Monoid {
    /// Whether an operation on a view commutes with combining it.
    fn has(&self, op: ast::BinaryOp) -> bool {
        use ast::BinaryOp as Op;
        match self.op {
            BinaryOp::Add => matches!(op, Op::Add | Op::Subtract),
            BinaryOp::Mul => op == Op::Multiply,
            BinaryOp::And => op == Op::BitAnd,
            BinaryOp::Or => op == Op::BitOr,
            _ => op == Op::BitXor,
        }
    }
}

impl Checker<'_> {
    /// Says that what is declared cannot be a reducer, if it asks for that.
    pub(crate) fn refuse_reducer(&mut self, specs: &ast::DeclSpecifiers) {
        if let Some(reducer) = &specs.reducer {
            self.error(reducer.span, "only variables can be reducers");
        }
    }

    /// The monoid that a declaration names; none, with an error told, if it is not an arithmetic one.
    pub(crate) fn monoid(
        &mut self,
        reducer: &ast::Reducer,
        ty: QualType,
        specs: &ast::DeclSpecifiers,
    ) -> Option<Monoid> {
        let span = reducer.span;
        let Some(kind) = self.reducer_kind(ty).filter(|_| specs.thread_local.is_none()) else {
            self.error(
                span,
                "only variables of integer types up to 64 bits, `float` and `double`, not thread-local, can be reducers",
            );
            return None;
        };
        let Some((identity, reduce)) = &reducer.functions else {
            self.error(
                span,
                "a reducer needs its functions: `cilk_reducer(identity, reduce)`",
            );
            return None;
        };
        let identity = self.function_named(identity)?;
        let reduce = self.function_named(reduce)?;
        let op = self.defined(reduce).and_then(|body| reduces(body, ty.ty));
        let Some(op) = op else {
            self.error(
                span,
                "the reduce function must be defined before, as one statement `*(T *)left op= *(T *)right;` with `+`, `*`, `&`, `|` or `^`",
            );
            return None;
        };
        let bits = self.types.size(ty.ty).unwrap_or(0) * 8;
        if !self
            .defined(identity)
            .is_some_and(|body| makes_neutral(body, ty.ty, op, bits as u32))
        {
            self.error(
                span,
                "the identity function must be defined before, as one statement that stores the neutral element of the reduce function",
            );
            return None;
        }
        let operation = match op {
            BinaryOp::Add => 0,
            BinaryOp::Mul => 1,
            BinaryOp::And => 2,
            BinaryOp::Or => 3,
            _ => 4,
        };
        let number = operation * 8 + kind;
        Some(Monoid { op, number })
    }

    /// The number of the runtime for a type; none if it cannot be a reducer's.
    fn reducer_kind(&self, ty: QualType) -> Option<u8> {
        match (self.types.size(ty.ty), ty.ty) {
            (_, FLOAT) => Some(4),
            (_, DOUBLE) => Some(5),
            (_, BOOL) => None,
            (Some(size @ (1 | 2 | 4 | 8)), ty) if self.types.is_integer(ty) => Some(size.ilog2() as u8),
            _ => None,
        }
    }

    fn defined(&self, function: FuncId) -> Option<&Body> {
        self.functions.get(function.0 as usize)?.body.as_ref()
    }

    /// The function that an expression names; none, with an error told.
    fn function_named(&mut self, expr: &ast::Expr) -> Option<FuncId> {
        let value = self.rvalue(expr);
        match &value.kind {
            ExprKind::AddrOf(of) | ExprKind::Decay(of) => {
                if let ExprKind::Function(id) = of.kind {
                    return Some(id);
                }
            }
            ExprKind::Function(id) => return Some(*id),
            _ if Self::is_poison(&value) => return None,
            _ => {}
        }
        self.error(expr.span, "this must be the name of a function");
        None
    }

    /// The name that was just declared is a reducer.
    pub(crate) fn declare_reducer(&mut self, name: ast::Ident, monoid: Monoid, out: &mut Vec<Stmt>) {
        self.declared.reducers.insert(name.span, monoid);
        let Some(Entity::Local(local, ty)) = self.scopes.find(name.symbol).map(|b| b.what) else {
            return;
        };
        let place = self.local_place(local, name.span);
        let address = self.place_address(place, ty.ty, name.span);
        let declare = self.runtime(DECLARE.0, DECLARE.1, vec![address], name.span);
        out.push(self.run(declare));
        if let Some(end) = self.runtime_function(END.0, END.1) {
            self.add_cleanup_of(local, ty.ty, end, name.span);
        }
    }

    /// A statement that updates a reducer.
    pub(super) fn reducing(&mut self, expr: &ast::Expr) -> Option<Stmt> {
        let (target, op) = match &expr.kind {
            ast::ExprKind::Assign {
                operator: Some(operator),
                target,
                ..
            } => (target, *operator),
            ast::ExprKind::Step { operand, .. } => (operand, ast::BinaryOp::Add),
            _ => return None,
        };
        let ast::ExprKind::Name(symbol) = target.kind else {
            return None;
        };
        let binding = self.scopes.find(symbol)?;
        if !self.declared.reducers.get(&binding.span)?.has(op) {
            return None;
        }
        self.declared.updated = Some(target.span);
        let value = self.rvalue(expr);
        self.declared.updated = None;
        Some(self.run(value))
    }

    /// What the name of a reducer stands for: the view of the strand if it is updated, else the variable,
    /// which must be settled.
    pub(crate) fn reducer(&mut self, monoid: Monoid, variable: Value, span: Span) -> Value {
        if self.function.is_none() || Self::is_poison(&variable.expr) {
            return variable;
        }
        let ty = variable.expr.ty;
        let address = self.place_address(variable.expr, ty, span);
        let address = match self.declared.updated.take_if(|updated| *updated == span) {
            Some(_) => {
                let number = self.int(i128::from(monoid.number), INT, span);
                let args = vec![address, number];
                self.runtime(VIEW.0, VIEW.1, args, span)
            }
            None => {
                let settled = self.runtime(SETTLED.0, SETTLED.1, vec![address.clone()], span);
                let partial = self.runtime(PARTIAL.0, PARTIAL.1, Vec::new(), span);
                let nothing = self.int(0, VOID_PTR, span);
                let partial = Expr {
                    kind: ExprKind::Comma(Box::new(partial), Box::new(nothing)),
                    ty: VOID_PTR,
                    span,
                };
                Expr {
                    kind: ExprKind::Conditional(Box::new(settled), Box::new(address), Box::new(partial)),
                    ty: VOID_PTR,
                    span,
                }
            }
        };
        let pointer = self.types.pointer(ty, Quals::default());
        let address = self.cast(address, pointer);
        Value {
            expr: Expr {
                kind: ExprKind::Deref(Box::new(address)),
                ty,
                span,
            },
            quals: variable.quals,
        }
    }
}

/// The one expression that a body consists of.
fn only(block: &[Stmt]) -> Option<&Expr> {
    match block {
        [one] => match &one.kind {
            StmtKind::Expr(expr) => Some(expr),
            StmtKind::Block(inner) => only(inner),
            _ => None,
        },
        [one, last] if matches!(last.kind, StmtKind::Return(None)) => only(std::slice::from_ref(one)),
        _ => None,
    }
}

fn without_casts(mut expr: &Expr) -> &Expr {
    while let ExprKind::Cast(inner) = &expr.kind {
        if expr.ty == VOID {
            break;
        }
        expr = inner;
    }
    expr
}

/// Whether this is what a parameter points to, as an object of a type.
fn is_view(place: &Expr, parameter: u32, ty: TypeId) -> bool {
    let ExprKind::Deref(pointer) = &place.kind else {
        return false;
    };
    match &without_casts(pointer).kind {
        ExprKind::Load(local) => {
            matches!(local.kind, ExprKind::Local(LocalId(id)) if id == parameter) && place.ty == ty
        }
        _ => false,
    }
}

/// The operation of a reduce function.
fn reduces(body: &Body, ty: TypeId) -> Option<BinaryOp> {
    let ExprKind::AssignOp { op, place, value, .. } = &only(&body.block)?.kind else {
        return None;
    };
    let is_known = matches!(
        op,
        BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
    );
    let ExprKind::Load(right) = &without_casts(value).kind else {
        return None;
    };
    (is_known && is_view(place, 0, ty) && is_view(right, 1, ty)).then_some(*op)
}

/// Whether an identity function stores the neutral element.
fn makes_neutral(body: &Body, ty: TypeId, op: BinaryOp, bits: u32) -> bool {
    let Some(ExprKind::Assign { place, value }) = only(&body.block).map(|e| &e.kind) else {
        return false;
    };
    let neutral = match op {
        BinaryOp::Mul => 1,
        BinaryOp::And => -1,
        _ => 0,
    };
    let is_neutral = match &without_casts(value).kind {
        ExprKind::Int(number) => {
            let unused = 128 - bits.clamp(1, 128);
            number << unused == neutral << unused
        }
        ExprKind::Float(number) => *number == neutral as f64,
        ExprKind::Unary(crate::hir::UnaryOp::Complement, of) => {
            neutral == -1 && matches!(without_casts(of).kind, ExprKind::Int(0))
        }
        ExprKind::Unary(crate::hir::UnaryOp::Neg, of) => {
            neutral == -1 && matches!(without_casts(of).kind, ExprKind::Int(1))
        }
        _ => false,
    };
    is_neutral && is_view(place, 0, ty)
}
