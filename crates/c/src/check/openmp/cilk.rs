//! OpenCilk: `cilk_spawn`, `cilk_sync`, `cilk_for`, `cilk_scope`.
//!
//! What is spawned becomes a region like the body of an OpenMP construct, and a call of the runtime in
//! `library/cilk.c`. The arguments of a spawned call, the called function and the address of the variable
//! that takes the result are evaluated by the spawning function; the call and the assignment are done by the
//! new task.
//!
//! A *frame* is a local whose address names the region of the tasks; it holds the list of them. A function
//! that spawns has one, a `cilk_scope` and a `cilk_for` have their own, and so has each iteration of a
//! `cilk_for`, as it is like a function of its own. The end of a frame syncs: it is a `cleanup` of the local,
//! so every way out is covered, and the value of a `return` is computed before.
//!
//! Not understood (an error): a spawn that is neither a statement nor the right side of a plain assignment or
//! initialisation. Reducers are in [`super::reducer`].

use raceproof_ir::{Construct, Span};

use super::super::Checker;
use super::super::convert::Use;
use super::super::types::{INT, Quals, VOID, VOID_PTR};
use super::share::{Context, Rule};
use crate::ast::{self, Ident};
use crate::hir::{Expr, ExprKind, LocalId, RecordId, Stmt, StmtKind, TypeId};

const SPAWN: (&str, &str) = ("__raceproof_cilk_spawn", "vpplp");
const SYNC: (&str, &str) = ("__raceproof_cilk_sync", "vp");

/// The place that takes the result of a spawned call.
struct Target {
    /// Of the place, or of the record whose bit-field it is.
    address: LocalId,
    pointee: TypeId,
    bit_field: Option<(RecordId, u32)>,
    ty: TypeId,
}

/// Where in Cilk a function is.
#[derive(Default)]
pub(crate) struct Cilk {
    /// The frames around, each with the number of constructs around it.
    pub frames: Vec<(LocalId, usize)>,
    /// How many of them there were when the loops and switches around were entered; for `continue`, loops
    /// only.
    pub break_marks: Vec<usize>,
    pub continue_marks: Vec<usize>,
    /// The structured blocks that are bodies of a `cilk_for`.
    pub blocks: Vec<u32>,
}

impl Checker<'_> {
    /// Opens a frame: its end is a cleanup of the scope that is open.
    pub(crate) fn open_cilk_frame(&mut self, out: &mut Vec<Stmt>, span: Span) {
        let Some(sync) = self.runtime_function(SYNC.0, SYNC.1) else {
            return;
        };
        let local = self.temporary(VOID_PTR, span);
        let none = self.int(0, VOID_PTR, span);
        out.push(self.declared(local, Some(none), span));
        self.add_cleanup_of(local, VOID_PTR, sync, span);
        if let Some(function) = &mut self.function {
            let depth = function.contexts.len();
            function.cilk.frames.push((local, depth));
        }
    }

    fn close_cilk_frame(&mut self, mark: usize, out: &mut Vec<Stmt>) {
        self.end_cleanups(mark, out);
        if let Some(function) = &mut self.function {
            function.cilk.frames.pop();
        }
    }

    /// The address of the innermost frame; none, with an error told, if there is none here.
    fn cilk_frame(&mut self, span: Span) -> Option<Expr> {
        let function = self.function.as_ref()?;
        let depth = function.contexts.len();
        match function.cilk.frames.last() {
            Some(&(local, of)) if of == depth => {
                let place = self.local_place(local, span);
                Some(self.place_address(place, VOID_PTR, span))
            }
            _ => {
                self.error(span, "Cilk inside of an OpenMP construct is not supported");
                None
            }
        }
    }

    pub(super) fn place_address(&mut self, place: Expr, ty: TypeId, span: Span) -> Expr {
        self.mark_addressed(&place);
        let pointer = self.types.pointer(ty, Quals::default());
        let address = Expr {
            kind: ExprKind::AddrOf(Box::new(place)),
            ty: pointer,
            span,
        };
        self.cast(address, VOID_PTR)
    }

    /// A statement of Cilk, or one with a spawn; none if it is neither.
    pub(crate) fn cilk(&mut self, statement: &ast::Stmt) -> Option<Stmt> {
        let span = statement.span;
        match &statement.kind {
            ast::StmtKind::CilkSync => Some(self.cilk_sync(span)),
            ast::StmtKind::CilkScope(body) => {
                self.scopes.push();
                let mark = self.cleanup_mark();
                let mut out = Vec::new();
                self.open_cilk_frame(&mut out, span);
                let body = self.statement(body);
                out.push(body);
                self.close_cilk_frame(mark, &mut out);
                self.scopes.pop();
                Some(self.block_of(out, span))
            }
            ast::StmtKind::CilkFor(parts) => Some(self.cilk_for(parts, span)),
            ast::StmtKind::Expr(expr) => match self.spawning(expr) {
                None => self.reducing(expr),
                spawned => spawned,
            },
            _ => None,
        }
    }

    /// An expression statement that spawns.
    fn spawning(&mut self, expr: &ast::Expr) -> Option<Stmt> {
        match &expr.kind {
            ast::ExprKind::CilkSpawn(call) => Some(self.spawn(None, call, expr.span)),
            ast::ExprKind::Cast { ty, operand } => match &operand.kind {
                ast::ExprKind::CilkSpawn(call) if self.type_name(ty).ty == VOID => {
                    Some(self.spawn(None, call, expr.span))
                }
                _ => None,
            },
            ast::ExprKind::Assign {
                operator: None,
                target,
                value,
                ..
            } => match &value.kind {
                ast::ExprKind::CilkSpawn(call) => {
                    Some(self.spawn(Some((target, Use::Assign)), call, expr.span))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A declaration whose initial value is spawned: the declaration without it, then the spawn.
    pub(crate) fn spawned_declaration(
        &mut self,
        declaration: &ast::Declaration,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let is_spawn = |d: &ast::InitDeclarator| match &d.initialiser {
            Some(ast::Initialiser {
                kind: ast::InitialiserKind::Expr(e),
                ..
            }) => matches!(e.kind, ast::ExprKind::CilkSpawn(_)),
            _ => false,
        };
        if !declaration.declarators.iter().any(is_spawn) {
            return false;
        }
        for declarator in &declaration.declarators {
            let mut one = declaration.clone();
            one.declarators = vec![declarator.clone()];
            let mut call = None;
            if is_spawn(declarator)
                && let Some(first) = one.declarators.first_mut()
                && let Some(initialiser) = first.initialiser.take()
                && let ast::InitialiserKind::Expr(e) = initialiser.kind
                && let ast::ExprKind::CilkSpawn(spawned) = e.kind
            {
                call = Some(spawned);
            }
            self.declare(&one, out);
            if let (Some(call), Some(name)) = (call, declarator.declarator.name) {
                let target = ast::Expr {
                    kind: ast::ExprKind::Name(name.symbol),
                    span: name.span,
                };
                let spawn = self.spawn(Some((&target, Use::Initialise)), &call, name.span);
                out.push(spawn);
            }
        }
        true
    }

    fn cilk_sync(&mut self, span: Span) -> Stmt {
        if self.function.as_ref().is_none_or(|f| f.cilk.frames.is_empty()) {
            // Nothing was spawned.
            return self.stmt(StmtKind::Empty, span);
        }
        match self.cilk_frame(span) {
            Some(frame) => {
                let sync = self.runtime(SYNC.0, SYNC.1, vec![frame], span);
                self.run(sync)
            }
            None => self.stmt(StmtKind::Empty, span),
        }
    }

    /// The task's own copy of a value that the spawning function computed.
    fn handed_over(&mut self, outer: LocalId, ty: TypeId, span: Span) -> Expr {
        let inner = self.temporary(ty, span);
        if let Some(context) = self.function.as_mut().and_then(|f| f.contexts.last_mut()) {
            context.by_value.push((outer, inner));
        }
        self.get(inner, ty, span)
    }

    /// The place that takes the result of a spawned call: its address, computed now, and how to get from
    /// there to the place. A bit-field has no address, but its record has. None, with an error told, if it
    /// cannot be assigned to.
    fn spawn_target(
        &mut self,
        (target, why): (&ast::Expr, Use),
        span: Span,
        before: &mut Vec<Stmt>,
    ) -> Option<Target> {
        let place = self.expr(target);
        let can_take = match why {
            Use::Initialise => !Self::is_poison(&place.expr),
            _ => self.assignable(&place),
        };
        if !can_take {
            return None;
        }
        let ty = place.expr.ty;
        let is_bit_field = self.is_bit_field(&place.expr);
        let (object, bit_field) = match place.expr.kind {
            ExprKind::Member { base, record, field } if is_bit_field => (*base, Some((record, field))),
            _ => (place.expr, None),
        };
        let pointee = object.ty;
        let address = self.place_address(object, pointee, span);
        Some(Target {
            address: self.keep(address, before),
            pointee,
            bit_field,
            ty,
        })
    }

    fn spawn(&mut self, target: Option<(&ast::Expr, Use)>, call: &ast::Expr, span: Span) -> Stmt {
        let empty = |s: &Self| s.stmt(StmtKind::Empty, span);
        let Some(frame) = self.cilk_frame(span) else {
            return empty(self);
        };
        let mut before = Vec::new();
        let why = target.map(|(_, why)| why);
        let target = match target {
            None => None,
            Some(target) => match self.spawn_target(target, span, &mut before) {
                Some(target) => Some(target),
                None => return empty(self),
            },
        };
        let value = self.rvalue(call);
        if let (Some(target), Some(why)) = (&target, why)
            && Self::is_poison(&self.assign_convert(value.clone(), target.ty, why))
        {
            return empty(self);
        }
        let ty = value.ty;
        let (callee, args) = match value.kind {
            ExprKind::Call { callee, args } => (*callee, args),
            _ if Self::is_poison(&value) => return empty(self),
            _ => {
                self.error(span, "`cilk_spawn` is for calls of functions of the program");
                return empty(self);
            }
        };
        let pointer = match callee.kind {
            ExprKind::Function(_) => None,
            _ => {
                let ty = callee.ty;
                Some((self.keep(callee.clone(), &mut before), ty))
            }
        };
        let mut kept = Vec::new();
        for arg in args {
            let ty = arg.ty;
            kept.push((self.keep(arg, &mut before), ty));
        }
        let checked = self.within(Context::new(Rule::Same, true), None, |s, out| {
            let callee = match pointer {
                Some((outer, ty)) => s.handed_over(outer, ty, span),
                None => callee,
            };
            let args = kept
                .into_iter()
                .map(|(outer, ty)| s.handed_over(outer, ty, span))
                .collect();
            let call = Expr {
                kind: ExprKind::Call {
                    callee: Box::new(callee),
                    args,
                },
                ty,
                span,
            };
            match target {
                None => out.push(s.run(call)),
                Some(target) => {
                    let address = s.handed_over(target.address, VOID_PTR, span);
                    let object = s.pointed(address, target.pointee, span);
                    let place = match target.bit_field {
                        None => object,
                        Some((record, field)) => Expr {
                            kind: ExprKind::Member {
                                base: Box::new(object),
                                record,
                                field,
                            },
                            ty: target.ty,
                            span,
                        },
                    };
                    let to = s.types.unatomic(target.ty);
                    let value = match s.types.as_record(to) {
                        Some(_) => call,
                        None => s.cast(call, to),
                    };
                    out.push(s.store_place(place, value, span));
                }
            }
        });
        let region = self.region(Construct::Spawn, SPAWN, vec![frame], checked, span);
        before.push(region);
        self.block_of(before, span)
    }

    /// `cilk_for`: every iteration is a task with its own copy of the variable.
    fn cilk_for(&mut self, parts: &ast::ForLoop, span: Span) -> Stmt {
        let name = match loop_variables(parts).as_slice() {
            [Some(name)] => *name,
            [_, second, ..] => {
                let at = second.map_or(span, |name| name.span);
                self.error(
                    at,
                    "a `cilk_for` has one variable; declare others before it or in its body",
                );
                return self.stmt(StmtKind::Empty, span);
            }
            _ => {
                self.error(
                    span,
                    "a `cilk_for` must declare its variable: `cilk_for (int i = 0; …)`",
                );
                return self.stmt(StmtKind::Empty, span);
            }
        };
        self.scopes.push();
        let mark = self.cleanup_mark();
        let mut out = Vec::new();
        self.open_cilk_frame(&mut out, span);
        let frame = self.cilk_frame(span);
        let mut init = Vec::new();
        if let Some(first) = &parts.init {
            self.block_items(std::slice::from_ref(first), &mut init);
        }
        let cond = parts.condition.as_ref().map(|expr| self.condition(expr));
        let step = parts.step.as_ref().map(|expr| self.rvalue(expr));
        let context = Context {
            is_cilk: true,
            ..Context::new(Rule::Same, true)
        };
        let checked = self.within(context, None, |s, out| {
            s.copied_private(name);
            let mark = s.cleanup_mark();
            s.open_cilk_frame(out, span);
            // A loop of one round, so that `continue` goes to its end.
            let body = StmtKind::DoWhile {
                body: Box::new(s.iteration(&parts.body)),
                cond: s.int(0, INT, span),
            };
            out.push(s.stmt(body, span));
            s.close_cilk_frame(mark, out);
        });
        let region = self.region(Construct::For, SPAWN, frame.into_iter().collect(), checked, span);
        let body = Box::new(region);
        let kind = StmtKind::For {
            init,
            cond,
            step,
            body,
        };
        out.push(self.stmt(kind, span));
        self.close_cilk_frame(mark, &mut out);
        self.scopes.pop();
        self.block_of(out, span)
    }
}

/// The variables that the loop declares.
fn loop_variables(parts: &ast::ForLoop) -> Vec<Option<Ident>> {
    match parts.init.as_ref().map(|init| &init.kind) {
        Some(ast::StmtKind::Declaration(declaration)) => {
            let declarators = declaration.declarators.iter();
            declarators.map(|d| d.declarator.name).collect()
        }
        _ => Vec::new(),
    }
}
