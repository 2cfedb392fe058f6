//! The attribute `cleanup`: a function is called with the address of a local when the local's scope is left.
//!
//! The calls are written out at every exit: the end of the scope, `break`, `continue` and `return`. A `goto`
//! has all calls that its target may ask for, which may not be known yet.

use raceproof_ir::Span;

use super::Checker;
use super::scope::Entity;
use super::types::{ERROR, Quals, VOID};
use crate::ast;
use crate::hir::{Expr, ExprKind, FuncId, LocalId, Stmt, StmtKind, Type, TypeId};

/// A local whose scope is open and that has a function to call at the end.
#[derive(Clone, Copy)]
pub(crate) struct Cleanup {
    pub local: LocalId,
    ty: TypeId,
    function: FuncId,
    span: Span,
}

impl Checker<'_> {
    /// Registers the cleanup of a local.
    pub(crate) fn add_cleanup(&mut self, local: LocalId, ty: TypeId, function: ast::Ident) {
        let entity = self.scopes.find(function.symbol).map(|binding| binding.what);
        let Some(Entity::Function(id)) = entity else {
            let name = self.name(function.symbol).to_owned();
            self.error(function.span, format!("`{name}` is not a function"));
            return;
        };
        let takes_one = matches!(
            self.types.get(self.function_type(id)),
            Type::Function { params, .. } if params.len() == 1
        );
        if !takes_one {
            self.error(function.span, "the function of a `cleanup` must take one pointer");
            return;
        }
        if let Some(state) = &mut self.function {
            state.cleanups.push(Cleanup {
                local,
                ty,
                function: id,
                span: function.span,
            });
            if let Some(local) = state.locals.get_mut(local.0 as usize) {
                local.addressed = true;
            }
        }
    }

    /// The same for a local and a function of ours.
    pub(crate) fn add_cleanup_of(&mut self, local: LocalId, ty: TypeId, function: FuncId, span: Span) {
        if let Some(state) = &mut self.function {
            state.cleanups.push(Cleanup {
                local,
                ty,
                function,
                span,
            });
            if let Some(local) = state.locals.get_mut(local.0 as usize) {
                local.addressed = true;
            }
        }
    }

    /// How many cleanups are pending.
    pub(crate) fn cleanup_mark(&self) -> usize {
        self.function.as_ref().map_or(0, |f| f.cleanups.len())
    }

    /// The calls of the cleanups registered since `mark`, last first.
    pub(crate) fn cleanup_calls(&mut self, mark: usize, out: &mut Vec<Stmt>) {
        let pending: Vec<Cleanup> = match &self.function {
            Some(function) => function.cleanups.get(mark..).unwrap_or(&[]).to_vec(),
            None => return,
        };
        for cleanup in pending.into_iter().rev() {
            let call = self.cleanup_call(cleanup);
            out.push(Stmt {
                span: cleanup.span,
                kind: StmtKind::Expr(call),
            });
        }
    }

    /// Ends a scope: its cleanups are called and forgotten.
    pub(crate) fn end_cleanups(&mut self, mark: usize, out: &mut Vec<Stmt>) {
        self.cleanup_calls(mark, out);
        if let Some(function) = &mut self.function {
            function.cleanups.truncate(mark);
        }
    }

    /// A statement that leaves scopes, after the cleanups registered since `mark`.
    pub(crate) fn leave(&mut self, mark: usize, exit: StmtKind, span: Span) -> StmtKind {
        let mut out = Vec::new();
        self.cleanup_calls(mark, &mut out);
        if out.is_empty() {
            return exit;
        }
        out.push(Stmt { kind: exit, span });
        StmtKind::Block(out)
    }

    /// `return value` with all cleanups in between.
    pub(crate) fn leave_function(&mut self, value: Option<Expr>, span: Span) -> StmtKind {
        if self.cleanup_mark() == 0 {
            return StmtKind::Return(value);
        }
        let mut out = Vec::new();
        let value = match value {
            Some(value) if value.ty != VOID && value.ty != ERROR => {
                let ty = value.ty;
                let local = self.temporary(ty, span);
                let kind = StmtKind::Expr(self.set(local, ty, value, span));
                out.push(Stmt { kind, span });
                Some(self.get(local, ty, span))
            }
            Some(value) => {
                let kind = StmtKind::Expr(value);
                out.push(Stmt { kind, span });
                None
            }
            None => None,
        };
        self.cleanup_calls(0, &mut out);
        let kind = StmtKind::Return(value);
        out.push(Stmt { kind, span });
        StmtKind::Block(out)
    }

    pub(crate) fn cleanup_call(&mut self, cleanup: Cleanup) -> Expr {
        let Cleanup {
            local,
            ty,
            function,
            span,
        } = cleanup;
        let of = self.function_type(function);
        let (result, param) = match self.types.get(of) {
            Type::Function { result, params, .. } => (*result, params.first().copied()),
            _ => (VOID, None),
        };
        let place = Expr {
            kind: ExprKind::Local(local),
            ty,
            span,
        };
        let pointer = self.types.pointer(ty, Quals::default());
        let address = Expr {
            kind: ExprKind::AddrOf(Box::new(place)),
            ty: pointer,
            span,
        };
        let address = self.cast(address, param.unwrap_or(pointer));
        Expr {
            kind: ExprKind::Call {
                callee: Box::new(Expr {
                    kind: ExprKind::Function(function),
                    ty: of,
                    span,
                }),
                args: vec![address],
            },
            ty: result,
            span,
        }
    }
}
