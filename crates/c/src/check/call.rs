//! Calls.

use raceproof_ir::Span;

use super::convert::Use;
use super::link::Linkage;
use super::scope::Entity;
use super::types::{ERROR, INT};
use super::{Checker, Value};
use crate::ast;
use crate::hir::{Expr, ExprKind, Type, TypeId};
use raceproof_source::Diagnostic;

impl Checker<'_> {
    pub(crate) fn call(&mut self, callee: &ast::Expr, arguments: &[ast::Expr], span: Span) -> Expr {
        if let ast::ExprKind::Name(symbol) = callee.kind
            && self.scopes.find(symbol).is_none()
        {
            let name = self.name(symbol).to_owned();
            if let Some(result) = self.builtin_call(&name, arguments, span) {
                return result;
            }
            self.declare_implicitly(symbol, callee.span);
        }
        let variant = match callee.kind {
            ast::ExprKind::Name(symbol) => self.variant_of(symbol, callee.span),
            _ => None,
        };
        let function = match variant {
            Some(variant) => self.expr(&ast::Expr {
                kind: ast::ExprKind::Name(variant),
                span: callee.span,
            }),
            None => self.expr(callee),
        };
        if let Some(result) = self.system_call(&function, arguments, span) {
            return result;
        }
        self.call_value(function, arguments, span)
    }

    /// Calls a function designator or pointer to function.
    pub(crate) fn call_value(&mut self, function: Value, arguments: &[ast::Expr], span: Span) -> Expr {
        let (callee, ty) = match function.expr.kind {
            ExprKind::Function(_) => {
                let ty = function.expr.ty;
                (function.expr, ty)
            }
            _ => {
                let pointer = self.decay(function);
                let ty = match self.types.pointee(pointer.ty) {
                    Some(to) if pointer.ty != ERROR => to.ty,
                    _ => pointer.ty,
                };
                (pointer, ty)
            }
        };
        if callee.ty == ERROR {
            for argument in arguments {
                self.rvalue(argument);
            }
            return self.poison(span);
        }
        let Type::Function {
            result,
            params,
            variadic,
            prototype,
        } = self.types.get(ty).clone()
        else {
            let name = self.types.type_name(callee.ty);
            self.error(span, format!("`{name}` is not a function and cannot be called"));
            return self.poison(span);
        };
        if prototype {
            self.check_count(&callee, params.len(), variadic, arguments.len(), span);
        }
        let mut failed = false;
        let mut args = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let value = self.rvalue(argument);
            let value = match params.get(index) {
                Some(param) if prototype => self.assign_convert(value, *param, Use::Argument(index + 1)),
                _ => self.variable_argument(value),
            };
            failed |= value.ty == ERROR;
            args.push(value);
        }
        if failed {
            // The result's type is known whatever the arguments are.
            return Expr {
                kind: ExprKind::Int(0),
                ty: if self.types.is_scalar(result) {
                    result
                } else {
                    ERROR
                },
                span,
            };
        }
        if result != super::types::VOID && !self.types.is_complete(result) {
            let name = self.types.type_name(result);
            self.error(span, format!("the result has the incomplete type `{name}`"));
            return self.poison(span);
        }
        Expr {
            kind: ExprKind::Call {
                callee: Box::new(callee),
                args,
            },
            ty: result,
            span,
        }
    }

    fn check_count(&mut self, callee: &Expr, wanted: usize, variadic: bool, given: usize, span: Span) {
        if given == wanted || (variadic && given > wanted) {
            return;
        }
        let (name, declared) = match callee.kind {
            ExprKind::Function(id) => {
                let function = &self.functions[id.0 as usize];
                (format!("`{}`", function.name), Some(function.span))
            }
            _ => ("this function".to_owned(), None),
        };
        let least = if variadic { "at least " } else { "" };
        let plural = if wanted == 1 { "argument" } else { "arguments" };
        let are = if given == 1 { "is" } else { "are" };
        let mut message = Diagnostic::error(
            span,
            format!("{name} takes {least}{wanted} {plural}, but {given} {are} given"),
        );
        if let Some(declared) = declared
            && declared.is_known()
        {
            message = message.label(declared, "declared here");
        }
        self.report(message);
    }

    fn variable_argument(&mut self, value: Expr) -> Expr {
        if value.ty == ERROR {
            return value;
        }
        if self.types.is_void(value.ty) {
            self.error(value.span, "a void value is used as an argument");
            return self.poison(value.span);
        }
        self.promote_argument(value)
    }

    /// A call of a function by name that nobody declared: `int f()`, or what the library has by that name.
    fn declare_implicitly(&mut self, symbol: ast::Symbol, span: Span) {
        let name = self.name(symbol).to_owned();
        let known = self.library_type(&name);
        let ty = match known {
            Some(ty) => ty,
            None => self.types.intern(Type::Function {
                result: INT,
                params: Vec::new(),
                variadic: false,
                prototype: false,
            }),
        };
        let mut message = Diagnostic::warning(span, format!("the function `{name}` is not declared"));
        if let Some(header) = super::library::header_of(&name) {
            message = message.help(format!("add `#include <{header}>`"));
        } else if let Some(similar) = self.similar_name(&name) {
            message = message.help(format!("did you mean `{similar}`?"));
        }
        self.report(message);
        let entity = match self.link_function(symbol, span, ty, Linkage::External, true) {
            Some(id) => Entity::Function(id),
            None => Entity::Error,
        };
        self.scopes.bind_at_file(symbol, span, entity);
    }

    /// A library function by name, declared if need be, as a designator.
    pub(crate) fn library_function(&mut self, name: &str, span: Span) -> Option<Expr> {
        let ty = self.library_type(name)?;
        let symbol = self.interner.intern(name);
        let id = self.link_function(symbol, Span::NONE, ty, Linkage::External, true)?;
        Some(Expr {
            kind: ExprKind::Function(id),
            ty: self.function_type(id),
            span,
        })
    }

    /// A call of a library function with values that are already checked.
    pub(crate) fn call_library(&mut self, name: &str, args: Vec<Expr>, span: Span) -> Expr {
        if args.iter().any(|arg| arg.ty == ERROR) {
            return self.poison(span);
        }
        let Some(callee) = self.library_function(name, span) else {
            self.error(span, format!("`{name}` is not known"));
            return self.poison(span);
        };
        let Type::Function { result, params, .. } = self.types.get(callee.ty).clone() else {
            return self.poison(span);
        };
        let mut converted = Vec::with_capacity(args.len());
        for (index, arg) in args.into_iter().enumerate() {
            converted.push(match params.get(index) {
                Some(param) => self.assign_convert(arg, *param, Use::Argument(index + 1)),
                None => self.promote_argument(arg),
            });
        }
        if converted.iter().any(|arg| arg.ty == ERROR) {
            return self.poison(span);
        }
        Expr {
            kind: ExprKind::Call {
                callee: Box::new(callee),
                args: converted,
            },
            ty: result,
            span,
        }
    }

    fn library_type(&mut self, name: &str) -> Option<TypeId> {
        let signature = super::library::signature(name)?;
        Some(self.signature_type(&signature))
    }
}
