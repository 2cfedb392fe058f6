//! Declarators: types derived from the specifiers' type.
//!
//! A length that is not constant gets a local of its own ([`Type::Vla`]); the pairs of local and expression
//! wait in `FunctionState::lengths` until the declaration or expression that holds the type takes them
//! ([`Checker::take_lengths`]), so that each is computed once and where the program says.

use raceproof_ir::Span;

use super::types::{ERROR, QualType, Quals};
use super::{Checker, FunctionState};
use crate::ast::{self, ArraySize, Derived, Params};
use crate::hir::{self, Expr, ExprKind, FuncId, LocalId, Type, TypeId};

/// What a declarator declares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// An object, function or typedef.
    Object,
    /// A parameter: its outermost array becomes a pointer.
    Parameter,
    /// A member of a record.
    Member,
    /// Nothing: a type name.
    TypeName,
}

impl Checker<'_> {
    /// The type of a type name.
    pub(crate) fn type_name(&mut self, name: &ast::TypeName) -> QualType {
        let specified = self.specifiers(&name.specifiers, false);
        let attributes = self.attributes(&[&name.specifiers.attributes, &name.declarator.attributes]);
        let base = self.of_vectors(specified.ty, &attributes);
        let mut ty = self.declarator(base, &name.declarator, Place::TypeName);
        if attributes.align != 0 {
            ty.align = attributes.align;
        }
        ty
    }

    /// The type of a declarator.
    pub(crate) fn declarator(
        &mut self,
        base: QualType,
        declarator: &ast::Declarator,
        place: Place,
    ) -> QualType {
        let ty = self.derive(base, &declarator.derived, place);
        if place == Place::Parameter {
            self.adjust_parameter(ty, declarator.derived.first())
        } else {
            ty
        }
    }

    /// Applies derivations from the last to the first.
    pub(crate) fn derive(&mut self, base: QualType, derived: &[Derived], place: Place) -> QualType {
        let mut ty = base;
        let pending = self.function.as_ref().map_or(0, |f| f.lengths.len());
        for (index, part) in derived.iter().enumerate().rev() {
            if ty.ty == ERROR {
                return ty;
            }
            let outermost = index == 0;
            ty = match part {
                Derived::Pointer { span, qualifiers, .. } => {
                    if !self.may_derive(ty.ty, *span) {
                        return QualType::plain(ERROR);
                    }
                    let pointer = self.types.pointer(ty.ty, ty.quals);
                    let pointer = QualType::qualified(
                        pointer,
                        Quals {
                            constant: qualifiers.is_const,
                            volatile: qualifiers.is_volatile,
                        },
                    );
                    if qualifiers.is_atomic {
                        self.make_atomic(pointer, *span)
                    } else {
                        pointer
                    }
                }
                Derived::Array { span, size, .. } => {
                    let parameter = outermost && place == Place::Parameter;
                    self.derive_array(ty, *span, size, parameter)
                }
                Derived::Function { span, params } => self.derive_function(ty, *span, params),
            };
        }
        // The outermost length is written first, so compute it first.
        if let Some(function) = &mut self.function
            && let Some(new) = function.lengths.get_mut(pending..)
        {
            new.reverse();
        }
        ty
    }

    fn may_derive(&mut self, ty: TypeId, span: Span) -> bool {
        if self.types.too_deep(ty) {
            self.error(span, "this type is nested too deeply");
            return false;
        }
        true
    }

    fn derive_array(&mut self, element: QualType, span: Span, size: &ArraySize, parameter: bool) -> QualType {
        let failed = QualType::plain(ERROR);
        if !self.may_derive(element.ty, span) {
            return failed;
        }
        if !self.types.is_complete(element.ty) {
            let name = self.types.type_name(element.ty);
            self.error(span, format!("an array cannot have elements of type `{name}`"));
            return failed;
        }
        let ty = match size {
            ArraySize::Unspecified => self.types.array(element.ty, None),
            ArraySize::Star => self.types.vla(element.ty, None),
            ArraySize::Expr(expr) => {
                let Some(ty) = self.sized_array(element.ty, expr, parameter) else {
                    return failed;
                };
                ty
            }
        };
        let fixed = matches!(self.types.get(ty), Type::Array { length: Some(_), .. });
        if fixed && !parameter && !self.types.is_vla(ty) && self.types.size(ty).is_none() {
            self.error(span, "this array is too large");
            return failed;
        }
        QualType { ty, ..element }
    }

    fn sized_array(&mut self, element: TypeId, expr: &ast::Expr, parameter: bool) -> Option<TypeId> {
        let value = self.rvalue(expr);
        if value.ty == ERROR {
            return None;
        }
        if !self.types.is_integer(value.ty) {
            let name = self.types.type_name(value.ty);
            self.error(
                expr.span,
                format!("the length of an array must be an integer, not `{name}`"),
            );
            return None;
        }
        if let Some(length) = self.evaluate_int(&value) {
            let Ok(length) = u64::try_from(length) else {
                self.error(expr.span, format!("the length of an array is negative: {length}"));
                return None;
            };
            return Some(self.types.array(element, Some(length)));
        }
        if self.prototypes > 0 || (parameter && !super::constant::has_effects(&value)) {
            return Some(self.types.vla(element, None));
        }
        if self.function.is_none() {
            self.error(
                expr.span,
                "the length of an array at file scope must be a constant",
            );
            return None;
        }
        let size_t = self.types.size_t();
        let local = self.add_local(String::new(), size_t, 0, expr.span);
        let length = self.cast(value, size_t);
        if let Some(function) = &mut self.function {
            function.lengths.push((local, length));
        }
        Some(self.types.vla(element, Some(local)))
    }

    fn derive_function(&mut self, result: QualType, span: Span, params: &Params) -> QualType {
        if !self.may_derive(result.ty, span) || !self.valid_result(result.ty, span) {
            return QualType::plain(ERROR);
        }
        let (params, variadic, prototype) = match params {
            Params::Prototype { params, variadic } => (self.prototype(params), *variadic, true),
            Params::Unspecified => (Vec::new(), false, false),
            Params::OldStyle(names) => {
                if let Some(name) = names.first() {
                    self.warning(
                        name.span,
                        "parameter names without types say nothing where nothing is defined",
                    );
                }
                (Vec::new(), false, false)
            }
        };
        if params.contains(&ERROR) {
            return QualType::plain(ERROR);
        }
        let result = self.types.unatomic(result.ty);
        let ty = self.types.intern(Type::Function {
            result,
            params,
            variadic,
            prototype,
        });
        QualType::plain(ty)
    }

    /// Says if functions cannot return this type.
    pub(crate) fn valid_result(&mut self, ty: TypeId, span: Span) -> bool {
        if self.types.is_array(ty) || self.types.is_function(ty) || *self.types.get(ty) == Type::VaList {
            let name = self.types.type_name(ty);
            self.error(span, format!("a function cannot return the type `{name}`"));
            return false;
        }
        true
    }

    /// The parameter types of a declaration that is no definition.
    fn prototype(&mut self, params: &[ast::Parameter]) -> Vec<TypeId> {
        // Parameters may be named in the lengths of later ones; they are locals of no function.
        let state = FunctionState::new(FuncId(u32::MAX), String::new(), ERROR, false);
        let outer = self.function.replace(state);
        self.scopes.push();
        self.prototypes += 1;
        let mut list = Vec::with_capacity(params.len());
        for param in params {
            let ty = self.parameter_type(param);
            if let Some(name) = param.declarator.name {
                let local = self.add_local(String::new(), ty.ty, 0, name.span);
                self.scopes
                    .bind(name.symbol, name.span, super::scope::Entity::Local(local, ty));
            }
            let plain = self.types.without_lengths(ty.ty);
            list.push(self.types.unatomic(plain));
        }
        self.prototypes -= 1;
        self.scopes.pop();
        self.function = outer;
        list
    }

    /// The type of a parameter, adjusted.
    pub(crate) fn parameter_type(&mut self, param: &ast::Parameter) -> QualType {
        let specified = self.specifiers(&param.specifiers, false);
        let ty = self.declarator(specified.ty, &param.declarator, Place::Parameter);
        if self.types.is_void(ty.ty) {
            self.error(param.span, "a parameter cannot have the type `void`");
            return QualType::plain(ERROR);
        }
        ty
    }

    /// Arrays and functions as parameters are pointers.
    pub(crate) fn adjust_parameter(&mut self, ty: QualType, outermost: Option<&Derived>) -> QualType {
        let quals = match outermost {
            Some(Derived::Array { qualifiers, .. }) => Quals {
                constant: qualifiers.is_const,
                volatile: qualifiers.is_volatile,
            },
            _ => Quals::default(),
        };
        match self.types.get(ty.ty) {
            _ if ty.ty == ERROR => ty,
            Type::Array { element, .. } | Type::Vla { element, .. } => {
                let element = *element;
                QualType::qualified(self.types.pointer(element, ty.quals), quals)
            }
            Type::Function { .. } | Type::VaList => {
                QualType::plain(self.types.pointer(ty.ty, Quals::default()))
            }
            _ => ty,
        }
    }

    /// The lengths that must be computed for types built since the last call.
    pub(crate) fn take_lengths(&mut self) -> Vec<(LocalId, Expr)> {
        match &mut self.function {
            Some(function) => std::mem::take(&mut function.lengths),
            None => Vec::new(),
        }
    }

    /// Statements that compute pending lengths.
    pub(crate) fn flush_lengths(&mut self, out: &mut Vec<hir::Stmt>) {
        for (local, length) in self.take_lengths() {
            let span = length.span;
            let size_t = self.types.size_t();
            out.push(hir::Stmt {
                kind: hir::StmtKind::Expr(Expr {
                    kind: ExprKind::SetLength {
                        local,
                        length: Box::new(length),
                        then: None,
                    },
                    ty: size_t,
                    span,
                }),
                span,
            });
        }
    }

    /// An expression that first computes the lengths pending since `mark`.
    pub(crate) fn with_lengths(&mut self, mark: usize, expr: Expr) -> Expr {
        let lengths = match &mut self.function {
            Some(function) if mark < function.lengths.len() => function.lengths.split_off(mark),
            _ => return expr,
        };
        lengths
            .into_iter()
            .rev()
            .fold(expr, |then, (local, length)| Expr {
                ty: then.ty,
                span: then.span,
                kind: ExprKind::SetLength {
                    local,
                    length: Box::new(length),
                    then: Some(Box::new(then)),
                },
            })
    }

    /// Where pending lengths start from now on; see [`Checker::with_lengths`].
    pub(crate) fn lengths_mark(&self) -> usize {
        self.function.as_ref().map_or(0, |f| f.lengths.len())
    }
}
