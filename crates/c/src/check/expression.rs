//! Expressions: names, casts, `sizeof`, conditionals and the other forms that are no operators on numbers.

use raceproof_ir::Span;

use super::convert::Use;
use super::packed::Packed;
use super::scope::Entity;
use super::store::COMPOUND_LITERAL;
use super::types::{self, ERROR, INT, QualType, VOID, VOID_PTR};
use super::{Checker, Value};
use crate::ast::{self, UnaryOp};
use crate::hir::{self, Expr, ExprKind, Init, TypeId};

/// The span from one to the end of another, if they are on one line; else the first.
pub(crate) fn join(a: Span, b: Span) -> Span {
    if a.file != b.file || a.line != b.line || b.column < a.column {
        return a;
    }
    Span {
        length: a.length.max(b.column + b.length - a.column),
        ..a
    }
}

impl Checker<'_> {
    /// The value of an expression.
    pub(crate) fn rvalue(&mut self, expr: &ast::Expr) -> Expr {
        let value = self.expr(expr);
        self.decay(value)
    }

    /// The value of a condition as 0 or 1.
    pub(crate) fn condition(&mut self, expr: &ast::Expr) -> Expr {
        let value = self.rvalue(expr);
        self.scalar_truth(value)
    }

    /// The truth of a value that must be scalar.
    pub(crate) fn scalar_truth(&mut self, value: Expr) -> Expr {
        if self.is_foreign(value.ty) {
            let span = value.span;
            return self.foreign_result(vec![value], INT, span);
        }
        if self.types.as_packed(value.ty).is_some_and(Packed::is_complex) {
            return self.complex_truth(value);
        }
        if value.ty != ERROR && !self.types.is_scalar(value.ty) {
            let name = self.types.type_name(value.ty);
            self.error(
                value.span,
                format!("a value of type `{name}` is neither true nor false"),
            );
            return self.poison(value.span);
        }
        self.truth(value)
    }

    /// Checks an expression: a place or a value.
    pub(crate) fn expr(&mut self, expr: &ast::Expr) -> Value {
        let span = expr.span;
        match &expr.kind {
            ast::ExprKind::Name(symbol) => self.name_expr(*symbol, span),
            ast::ExprKind::Integer(literal) => Value::plain(self.integer_literal(*literal, span)),
            ast::ExprKind::Imaginary(literal) => {
                let kind = (**literal).clone();
                let number = self.rvalue(&ast::Expr { kind, span });
                Value::plain(self.imaginary_literal(number, span))
            }
            ast::ExprKind::Floating(literal) => Value::plain(self.floating_literal(*literal, span)),
            ast::ExprKind::Char(literal) => Value::plain(self.char_literal(*literal, span)),
            ast::ExprKind::String(literal) => self.string_literal(literal, span),
            ast::ExprKind::Bool(value) => Value::plain(self.int(i128::from(*value), types::BOOL, span)),
            ast::ExprKind::Nullptr => Value::plain(self.int(0, VOID_PTR, span)),
            ast::ExprKind::Index { base, index } => self.index(base, index, span),
            ast::ExprKind::Call { callee, arguments } => Value::plain(self.call(callee, arguments, span)),
            ast::ExprKind::Member { base, arrow, field } => self.member(base, *arrow, *field, span),
            ast::ExprKind::Step {
                increment,
                prefix,
                operand,
            } => Value::plain(self.step(operand, *increment, *prefix, span)),
            ast::ExprKind::CompoundLiteral { ty, initialiser } => {
                self.compound_literal(ty, initialiser, span)
            }
            ast::ExprKind::Unary { operator, operand } => self.unary_expr(*operator, operand, span),
            ast::ExprKind::SizeofExpr(operand) => Value::plain(self.sizeof_expr(operand, span)),
            ast::ExprKind::SizeofType(name) => Value::plain(self.sizeof_type(name, span)),
            ast::ExprKind::AlignofExpr(operand) => Value::plain(self.alignof_expr(operand, span)),
            ast::ExprKind::AlignofType(name) => {
                let ty = self.type_name(name);
                let align = self.types.member_align(ty);
                Value::plain(self.size_constant(align, span))
            }
            ast::ExprKind::LabelAddress(name) => Value::plain(self.label_address(*name, span)),
            ast::ExprKind::Cast { ty, operand } => Value::plain(self.cast_expr(ty, operand, span)),
            ast::ExprKind::Binary { first, rest } => Value::plain(self.chain(first, rest)),
            ast::ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => Value::plain(match then {
                Some(then) => self.conditional_expr(condition, then, otherwise, span),
                None => self.elvis(condition, otherwise, span),
            }),
            ast::ExprKind::Assign {
                operator,
                target,
                value,
                ..
            } => Value::plain(match operator {
                None => self.assign(target, value, span),
                Some(operator) => self.assign_operator(*operator, target, value, span),
            }),
            ast::ExprKind::Comma(list) => Value::plain(self.comma(list, span)),
            ast::ExprKind::StmtExpr(block) => Value::plain(self.statement_expr(block, span)),
            ast::ExprKind::Generic {
                controlling,
                associations,
            } => self.generic(controlling, associations, span),
            ast::ExprKind::VaArg { list, ty } => Value::plain(self.va_arg(list, ty, span)),
            ast::ExprKind::ConvertVector { vector, ty } => self.convert_vector(vector, ty, span),
            ast::ExprKind::Offsetof { ty, member } => Value::plain(self.offsetof(ty, member, span)),
            ast::ExprKind::TypesCompatible(a, b) => {
                let (a, b) = (self.type_name(a), self.type_name(b));
                let same = self.types.compatible(a.ty, b.ty);
                Value::plain(self.int(i128::from(same), INT, span))
            }
            ast::ExprKind::ChooseExpr {
                condition,
                then,
                otherwise,
            } => match self.integer_constant(condition, "the condition of `__builtin_choose_expr`") {
                Some((0, _)) => self.expr(otherwise),
                Some(_) => self.expr(then),
                None => Value::plain(self.poison(span)),
            },
            ast::ExprKind::CilkSpawn(_) => {
                self.error(span, "`cilk_spawn` must be a statement, or the right side of a plain assignment or initialisation");
                Value::plain(self.poison(span))
            }
        }
    }

    fn name_expr(&mut self, symbol: ast::Symbol, span: Span) -> Value {
        let Some(binding) = self.scopes.find(symbol).copied() else {
            return self.unbound_name(symbol, span);
        };
        let monoid = self.declared.reducers.get(&binding.span).copied();
        let binding = self.resolve_sharing(symbol, binding, span);
        let value = self.named(symbol, binding.what, span);
        match monoid {
            Some(monoid) => self.reducer(monoid, value, span),
            None => value,
        }
    }

    fn named(&mut self, symbol: ast::Symbol, what: Entity, span: Span) -> Value {
        match what {
            Entity::Local(id, ty) => Value {
                expr: Expr {
                    kind: ExprKind::Local(id),
                    ty: ty.ty,
                    span,
                },
                quals: ty.quals,
            },
            Entity::Global(id) => {
                let ty = self.global_type(id);
                Value {
                    expr: Expr {
                        kind: ExprKind::Global(id),
                        ty: ty.ty,
                        span,
                    },
                    quals: ty.quals,
                }
            }
            Entity::Function(id) => Value::plain(Expr {
                kind: ExprKind::Function(id),
                ty: self.function_type(id),
                span,
            }),
            Entity::Constant(value, ty) => Value::plain(self.int(value, ty, span)),
            Entity::Typedef(_) => {
                let name = self.name(symbol).to_owned();
                self.error(span, format!("`{name}` is a type, not a value"));
                Value::plain(self.poison(span))
            }
            Entity::Error => Value::plain(self.poison(span)),
        }
    }

    fn unbound_name(&mut self, symbol: ast::Symbol, span: Span) -> Value {
        let name = self.name(symbol).to_owned();
        if matches!(name.as_str(), "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__")
            && let Some(value) = self.function_name(span)
        {
            return value;
        }
        if let Some(plain) = name.strip_prefix("__builtin_")
            && let Some(function) = self.library_function(plain, span)
        {
            return Value::plain(function);
        }
        self.undeclared(symbol, span);
        Value::plain(self.poison(span))
    }

    fn unary_expr(&mut self, operator: UnaryOp, operand: &ast::Expr, span: Span) -> Value {
        match operator {
            UnaryOp::AddressOf => Value::plain(self.address_of(operand, span)),
            UnaryOp::Deref => {
                let pointer = self.rvalue(operand);
                self.deref(pointer, span)
            }
            UnaryOp::Plus | UnaryOp::Minus | UnaryOp::BitNot => {
                Value::plain(self.sign(operator, operand, span))
            }
            UnaryOp::Not => {
                let value = self.rvalue(operand);
                let value = match self.types.as_packed(value.ty) {
                    Some(of) if !of.is_vector() && !of.is_complex() => self.scalar_truth(value),
                    Some(of) if of.is_complex() => self.complex_truth(value),
                    Some(_) => match self.vector_sign(operator, value.clone(), span) {
                        Some(mask) => return Value::plain(mask),
                        None => value,
                    },
                    None => value,
                };
                if value.ty != ERROR && !self.types.is_scalar(value.ty) {
                    let name = self.types.type_name(value.ty);
                    self.error(span, format!("`!` does not apply to `{name}`"));
                    return Value::plain(self.poison(span));
                }
                Value::plain(self.not(value, span))
            }
            UnaryOp::Real | UnaryOp::Imag => {
                let whole = self.expr(operand);
                if self.types.as_packed(whole.expr.ty).is_some() {
                    let index = self.int(i128::from(operator == UnaryOp::Imag), INT, span);
                    return self.packed_part(whole, index, span);
                }
                if operator == UnaryOp::Real {
                    return whole;
                }
                let value = self.rvalue(operand);
                let zero = self.int(0, INT, span);
                Value::plain(self.cast(zero, value.ty))
            }
        }
    }

    fn statement_expr(&mut self, block: &ast::Block, span: Span) -> Expr {
        if self.function.is_none() {
            self.error(span, "a statement expression makes sense in a function only");
            return self.poison(span);
        }
        self.scopes.push();
        let (mark, labels) = (self.cleanup_mark(), self.label_mark());
        let mut statements = Vec::new();
        let value = match block.items.split_last() {
            Some((last, first)) => {
                self.first_items(first, &mut statements);
                self.last_value(last, &mut statements)
            }
            None => None,
        };
        self.end_labels(labels);
        let value = match value {
            Some(value) if self.cleanup_mark() > mark && value.ty != VOID && value.ty != ERROR => {
                let ty = value.ty;
                let local = self.temporary(ty, span);
                let kind = hir::StmtKind::Expr(self.set(local, ty, value, span));
                statements.push(hir::Stmt { kind, span });
                Some(self.get(local, ty, span))
            }
            value => value,
        };
        self.end_cleanups(mark, &mut statements);
        self.scopes.pop();
        let ty = value.as_ref().map_or(VOID, |value| value.ty);
        Expr {
            kind: ExprKind::Statements(statements, value.map(Box::new)),
            ty,
            span,
        }
    }

    fn last_value(&mut self, last: &ast::Stmt, statements: &mut Vec<hir::Stmt>) -> Option<Expr> {
        match &last.kind {
            ast::StmtKind::Expr(expr) => Some(self.rvalue(expr)),
            ast::StmtKind::Labeled {
                labels,
                body: Some(body),
            } if matches!(body.kind, ast::StmtKind::Expr(_)) => {
                let empty = hir::Stmt {
                    kind: hir::StmtKind::Empty,
                    span: last.span,
                };
                let labeled = self.labels(labels, empty);
                statements.push(labeled);
                match &body.kind {
                    ast::StmtKind::Expr(expr) => Some(self.rvalue(expr)),
                    _ => None,
                }
            }
            _ => {
                self.block_items(std::slice::from_ref(last), statements);
                None
            }
        }
    }

    /// The type of the value of an expression that is not evaluated.
    pub(crate) fn type_of(&mut self, expr: &ast::Expr) -> TypeId {
        let mark = self.lengths_mark();
        let ty = self.rvalue(expr).ty;
        if let Some(function) = &mut self.function {
            function.lengths.truncate(mark);
        }
        ty
    }

    fn compound_literal(
        &mut self,
        name: &ast::TypeName,
        initialiser: &ast::Initialiser,
        span: Span,
    ) -> Value {
        let mark = self.lengths_mark();
        let ty = self.type_name(name);
        if ty.ty == ERROR {
            return Value::plain(self.poison(span));
        }
        if self.types.is_function(ty.ty) || ty.ty == VOID || self.types.is_vla(ty.ty) {
            let of = self.types.type_name(ty.ty);
            self.error(span, format!("a compound literal cannot have the type `{of}`"));
            return Value::plain(self.poison(span));
        }
        let fixed = self.function.is_none()
            || self.static_initialiser
            || matches!(name.specifiers.storage, Some((ast::StorageClass::Static, _)));
        let (kind, ty) = if fixed {
            let id = self.add_global(COMPOUND_LITERAL.to_owned(), ty, span);
            self.initialise_global(id, ty, initialiser, true);
            self.set_defined(id);
            (ExprKind::Global(id), self.global_type(id))
        } else {
            let (init, complete) = self.initialise_local(ty, initialiser);
            if complete == ERROR {
                return Value::plain(self.poison(span));
            }
            let local = self.add_local(String::new(), complete, ty.align, span);
            if let Some(function) = &mut self.function
                && let Some(local) = function.locals.get_mut(local.0 as usize)
            {
                local.addressed = true;
            }
            let init = init.unwrap_or(Init::List {
                zero: true,
                items: Vec::new(),
            });
            (
                ExprKind::CompoundLiteral {
                    local,
                    init: Box::new(init),
                },
                QualType { ty: complete, ..ty },
            )
        };
        if ty.ty != ERROR && !self.types.is_complete(ty.ty) {
            let of = self.types.type_name(ty.ty);
            self.error(span, format!("a compound literal has the incomplete type `{of}`"));
            return Value::plain(self.poison(span));
        }
        let expr = Expr {
            kind,
            ty: ty.ty,
            span,
        };
        let value = Value {
            expr,
            quals: ty.quals,
        };
        if self.lengths_mark() == mark {
            return value;
        }
        // With lengths to compute first it is no place any more; nobody takes the address of such a literal.
        let expr = self.decay(value);
        Value::plain(self.with_lengths(mark, expr))
    }

    fn label_address(&mut self, name: ast::Ident, span: Span) -> Expr {
        match self.use_label(name) {
            Some(label) => {
                if let Some(function) = &mut self.function
                    && let Some(label) = function.labels.get_mut(label.0 as usize)
                {
                    label.addressed = true;
                }
                Expr {
                    kind: ExprKind::LabelAddr(label),
                    ty: VOID_PTR,
                    span,
                }
            }
            None => {
                self.error(span, "labels exist in functions only");
                self.poison(span)
            }
        }
    }

    /// Converts a value for a parameter or the like.
    pub(crate) fn argument(&mut self, expr: &ast::Expr, ty: TypeId, number: usize) -> Expr {
        let value = self.rvalue(expr);
        self.assign_convert(value, ty, Use::Argument(number))
    }
}

/// Joins a list by an associative operation into a tree of logarithmic depth.
pub(crate) fn balance(mut list: Vec<Expr>, join: &dyn Fn(Expr, Expr) -> Expr) -> Option<Expr> {
    while list.len() > 1 {
        let mut next = Vec::with_capacity(list.len().div_ceil(2));
        let mut items = list.into_iter();
        while let Some(a) = items.next() {
            next.push(match items.next() {
                Some(b) => join(a, b),
                None => a,
            });
        }
        list = next;
    }
    list.pop()
}
