//! Small pieces of typed tree.

use raceproof_ir::{Span, SyncOp};

use super::super::link::Linkage;
use super::super::scope::Entity;
use super::super::types::{INT, LLONG, Quals, VOID, VOID_PTR};
use super::super::{Checker, Value};
use crate::hir::{
    BinaryOp, CompareOp, Expr, ExprKind, FuncId, GlobalId, Init, LocalId, Stmt, StmtKind, Type, TypeId,
};

impl Checker<'_> {
    pub(super) fn stmt(&self, kind: StmtKind, span: Span) -> Stmt {
        Stmt { kind, span }
    }

    /// An expression for its effects.
    pub(super) fn run(&self, expr: Expr) -> Stmt {
        let span = expr.span;
        self.stmt(StmtKind::Expr(expr), span)
    }

    pub(super) fn block_of(&self, statements: Vec<Stmt>, span: Span) -> Stmt {
        self.stmt(StmtKind::Block(statements), span)
    }

    pub(super) fn when(&self, cond: Expr, then: Vec<Stmt>, span: Span) -> Stmt {
        let then = Box::new(self.block_of(then, span));
        let otherwise = None;
        self.stmt(
            StmtKind::If {
                cond,
                then,
                otherwise,
            },
            span,
        )
    }

    /// A number of iterations or the like.
    pub(super) fn wide(&self, value: i128, span: Span) -> Expr {
        self.int(value, LLONG, span)
    }

    /// A function of the runtime library; the letters are those of library signatures.
    pub(super) fn runtime_function(&mut self, name: &str, signature: &str) -> Option<FuncId> {
        let ty = self.signature_type(signature);
        let symbol = self.interner.intern(name);
        self.link_function(symbol, Span::NONE, ty, Linkage::External, true)
    }

    /// A call of a function of the runtime library.
    pub(super) fn runtime(&mut self, name: &str, signature: &str, args: Vec<Expr>, span: Span) -> Expr {
        let Some(id) = self.runtime_function(name, signature) else {
            return self.poison(span);
        };
        let ty = self.function_type(id);
        let Type::Function { result, params, .. } = self.types.get(ty).clone() else {
            return self.poison(span);
        };
        let args = args
            .into_iter()
            .zip(params)
            .map(|(arg, param)| self.cast(arg, param))
            .collect();
        let callee = Expr {
            kind: ExprKind::Function(id),
            ty,
            span,
        };
        Expr {
            kind: ExprKind::Call {
                callee: Box::new(callee),
                args,
            },
            ty: result,
            span,
        }
    }

    /// A synchronisation operation.
    pub(super) fn sync(&mut self, op: SyncOp, args: Vec<Expr>, ty: TypeId, span: Span) -> Expr {
        Expr {
            kind: ExprKind::Sync { op, args },
            ty,
            span,
        }
    }

    /// A temporary with a value.
    pub(super) fn keep(&mut self, value: Expr, out: &mut Vec<Stmt>) -> LocalId {
        let (ty, span) = (value.ty, value.span);
        let local = self.temporary(ty, span);
        let set = self.set(local, ty, value, span);
        out.push(self.run(set));
        local
    }

    /// A local as a place.
    pub(super) fn local_place(&self, local: LocalId, span: Span) -> Expr {
        let ty = self
            .function
            .as_ref()
            .and_then(|f| f.locals.get(local.0 as usize))
            .map_or(INT, |l| l.ty);
        Expr {
            kind: ExprKind::Local(local),
            ty,
            span,
        }
    }

    /// The value of a local.
    pub(super) fn local_value(&mut self, local: LocalId, span: Span) -> Expr {
        let place = self.local_place(local, span);
        self.decay(Value::plain(place))
    }

    /// What a name means as a place.
    pub(super) fn entity_place(&mut self, entity: Entity, span: Span) -> Expr {
        match entity {
            Entity::Local(id, ty) => Expr {
                kind: ExprKind::Local(id),
                ty: ty.ty,
                span,
            },
            Entity::Global(id) => self.global_place(id, span),
            _ => self.poison(span),
        }
    }

    pub(super) fn global_place(&mut self, id: GlobalId, span: Span) -> Expr {
        Expr {
            kind: ExprKind::Global(id),
            ty: self.global_type(id).ty,
            span,
        }
    }

    /// The address of a place.
    pub(super) fn address_place(&mut self, place: Expr, span: Span) -> Expr {
        self.mark_addressed(&place);
        let ty = self.types.pointer(place.ty, Quals::default());
        Expr {
            kind: ExprKind::AddrOf(Box::new(place)),
            ty,
            span,
        }
    }

    /// `*pointer` with a type of our choice.
    pub(super) fn pointed(&mut self, pointer: Expr, ty: TypeId, span: Span) -> Expr {
        let to = self.types.pointer(ty, Quals::default());
        let pointer = self.cast(pointer, to);
        Expr {
            kind: ExprKind::Deref(Box::new(pointer)),
            ty,
            span,
        }
    }

    /// `place = value` of one type.
    pub(super) fn store_place(&mut self, place: Expr, value: Expr, span: Span) -> Stmt {
        let ty = self.types.unatomic(place.ty);
        self.run(Expr {
            kind: ExprKind::Assign {
                place: Box::new(place),
                value: Box::new(value),
            },
            ty,
            span,
        })
    }

    /// Copies an object of any type that can be copied.
    pub(super) fn copy_place(&mut self, to: Expr, from: Expr, span: Span) -> Stmt {
        if !self.types.is_array(to.ty) {
            let value = self.decay(Value::plain(from));
            return self.store_place(to, value, span);
        }
        let size = if self.types.is_vla(to.ty) {
            Expr {
                kind: ExprKind::SizeOfVla(to.ty),
                ty: self.types.size_t(),
                span,
            }
        } else {
            let size = self.types.size(to.ty).unwrap_or(0);
            self.size_constant(size, span)
        };
        let to = self.decay(Value::plain(to));
        let to = self.cast(to, VOID_PTR);
        let from = self.decay(Value::plain(from));
        let from = self.cast(from, VOID_PTR);
        let copy = self.call_library("memcpy", vec![to, from, size], span);
        let copy = self.cast(copy, VOID);
        self.run(copy)
    }

    /// The declaration of a local without an initialiser.
    pub(super) fn declared(&self, local: LocalId, init: Option<Expr>, span: Span) -> Stmt {
        let init = init.map(Init::Expr);
        self.stmt(StmtKind::Local { local, init }, span)
    }

    pub(super) fn plus(&mut self, a: Expr, b: Expr, span: Span) -> Expr {
        match (&a.kind, &b.kind) {
            (ExprKind::Int(0), _) => b,
            (_, ExprKind::Int(0)) => a,
            _ => self.binary(BinaryOp::Add, a, b, span),
        }
    }

    pub(super) fn times(&mut self, a: Expr, b: Expr, span: Span) -> Expr {
        match (&a.kind, &b.kind) {
            (ExprKind::Int(1), _) => b,
            (_, ExprKind::Int(1)) => a,
            _ => self.binary(BinaryOp::Mul, a, b, span),
        }
    }

    /// `for (index = from; index < to; before_step, index += 1) body`.
    pub(super) fn count_up(
        &mut self,
        index: LocalId,
        bounds: (Expr, Expr),
        step: Option<Expr>,
        body: Vec<Stmt>,
        span: Span,
    ) -> Stmt {
        let (from, to) = bounds;
        let ty = from.ty;
        let start = self.set(index, ty, from, span);
        let start = self.run(start);
        let current = self.get(index, ty, span);
        let cond = self.compare(CompareOp::Lt, current, to, span);
        let next = Expr {
            kind: ExprKind::IncDec {
                place: Box::new(self.local_place(index, span)),
                increment: true,
                prefix: true,
            },
            ty,
            span,
        };
        let step = match step {
            Some(step) => self.sequence(step, next, span),
            None => next,
        };
        let body = Box::new(self.block_of(body, span));
        self.stmt(
            StmtKind::For {
                init: vec![start],
                cond: Some(cond),
                step: Some(step),
                body,
            },
            span,
        )
    }
}
