//! Function definitions.
//!
//! Parameters are the first locals, whatever else their types need. A parameter of an old-style definition
//! arrives promoted: if that changes its type, the parameter proper is a local of its own that is initialised
//! from what arrives.

use raceproof_ir::{Role, Span};

use super::declarator::Place;
use super::link::Linkage;
use super::scope::Entity;
use super::types::{ERROR, INT, QualType};
use super::{Checker, FunctionState};
use crate::ast::{self, Derived, Params, StorageClass};
use crate::hir::{self, Body, Expr, ExprKind, FuncId, Init, LocalId, Stmt, StmtKind, Type, TypeId};
use raceproof_source::Diagnostic;

/// A parameter: its name and its type as passed and as declared.
struct Parameter {
    name: Option<ast::Ident>,
    passed: TypeId,
    declared: QualType,
    span: Span,
    register: bool,
}

impl Checker<'_> {
    pub(crate) fn define_function(&mut self, definition: &ast::FunctionDef) {
        let Some(name) = definition.declarator.name else {
            return;
        };
        let specs = &definition.specifiers;
        self.refuse_reducer(specs);
        let base = self.specifiers(specs, false).ty;
        let Some((Derived::Function { span, params }, rest)) = definition.declarator.derived.split_first()
        else {
            self.error(
                definition.span,
                "a function definition must spell its parameters out",
            );
            return;
        };
        let result = self.derive(base, rest, Place::Object);
        if result.ty != ERROR {
            self.valid_result(result.ty, *span);
        }
        let result = self.types.unatomic(result.ty);
        let spelling = self.name(name.symbol).to_owned();

        let id = FuncId(u32::MAX);
        let state = FunctionState::new(id, spelling, result, false);
        let outer = self.function.replace(state);
        self.scopes.push();
        let (list, variadic, prototype) = self.parameters(params, &definition.old_style_params);
        let ty = self.function_type_of(result, &list, variadic, prototype);
        self.define_body(definition, name, ty, &list, variadic);
        self.scopes.pop();
        self.function = outer;
    }

    /// A function in a block (GNU C): calling it is a gap.
    pub(crate) fn nested_function(&mut self, name: ast::Ident, ty: TypeId) {
        let Type::Function { params, .. } = self.types.get(ty).clone() else {
            return;
        };
        let around = self
            .function
            .as_ref()
            .map_or("", |function| function.name.as_str());
        let spelling = format!("{around}.{}", self.name(name.symbol));
        let symbol = self.interner.intern(&spelling);
        let Some(id) = self.link_function(symbol, name.span, ty, Linkage::Internal, false) else {
            return;
        };
        self.define_linked_function(id, name.span, false);
        let local = |ty: &TypeId| hir::Local {
            name: String::new(),
            ty: *ty,
            align: 0,
            addressed: !self.types.is_scalar(*ty),
            span: name.span,
        };
        let locals = params.iter().map(local).collect();
        let text = format!("the nested function `{}`", self.name(name.symbol));
        let kind = StmtKind::Gap { text };
        let span = name.span;
        self.functions[id.0 as usize].body = Some(Body {
            locals,
            labels: Vec::new(),
            block: vec![Stmt { kind, span }],
            end: span,
        });
        self.scopes.bind(name.symbol, name.span, Entity::Function(id));
    }

    fn function_type_of(
        &mut self,
        result: TypeId,
        list: &[Parameter],
        variadic: bool,
        prototype: bool,
    ) -> TypeId {
        let params: Vec<TypeId> = list
            .iter()
            .map(|param| {
                let ty = self.types.without_lengths(param.passed);
                self.types.unatomic(ty)
            })
            .collect();
        if result == ERROR || params.contains(&ERROR) {
            return ERROR;
        }
        self.types.intern(Type::Function {
            result,
            params,
            variadic,
            prototype,
        })
    }

    fn define_body(
        &mut self,
        definition: &ast::FunctionDef,
        name: ast::Ident,
        ty: TypeId,
        list: &[Parameter],
        variadic: bool,
    ) {
        let specs = &definition.specifiers;
        let attributes = self.attributes(&[&specs.attributes, &definition.declarator.attributes]);
        // The function's own name belongs to the file's scope, which is behind the parameters' one.
        let internal = matches!(specs.storage, Some((StorageClass::Static, _)));
        let linkage = if internal {
            Linkage::Internal
        } else {
            Linkage::External
        };
        let taken = match self.scopes.find_at_file(name.symbol).copied() {
            Some(binding) if matches!(binding.what, Entity::Typedef(_) | Entity::Constant(..)) => {
                let spelling = self.name(name.symbol).to_owned();
                self.report(
                    Diagnostic::error(name.span, format!("`{spelling}` is declared twice"))
                        .label(binding.span, "first declared here"),
                );
                true
            }
            _ => false,
        };
        let id = if ty == ERROR || taken {
            None
        } else {
            let symbol = self.links.linked_name(name.symbol);
            self.link_function(symbol, name.span, ty, linkage, false)
        };
        match id {
            Some(id) => self.bind_file(name, Entity::Function(id)),
            None => self.bind_file(name, Entity::Error),
        }
        let soft = specs.inline.is_some() || attributes.gnu_inline || attributes.weak;
        let counts = match id {
            Some(id) => {
                self.function_attributes(id, specs, &attributes);
                self.define_linked_function(id, name.span, soft)
            }
            None => false,
        };
        if let Some(function) = &mut self.function {
            function.variadic = variadic;
            if let Some(id) = id {
                function.id = id;
            }
        }
        let mut statements = Vec::new();
        self.flush_lengths(&mut statements);
        self.convert_parameters(list, &mut statements);
        if definition.spawns {
            self.open_cilk_frame(&mut statements, name.span);
        }
        self.block_items(&definition.body.items, &mut statements);
        self.end_cleanups(0, &mut statements);
        self.finish_labels();
        let Some(function) = self.function.take() else {
            return;
        };
        if let Some(id) = id
            && counts
        {
            let role = attributes.role.and_then(|(name, span)| {
                let role = Role::from_name(self.name(name));
                if role.is_none() {
                    self.error(span, "this is no role of a function");
                }
                role
            });
            let target = &mut self.functions[id.0 as usize];
            target.ty = ty;
            target.origin = self.origin;
            target.role = role;
            target.body = Some(Body {
                locals: function.locals,
                labels: function.labels,
                block: statements,
                end: definition.body.end,
            });
        }
    }

    fn bind_file(&mut self, name: ast::Ident, entity: Entity) {
        self.scopes.bind_at_file(name.symbol, name.span, entity);
    }

    fn parameters(
        &mut self,
        params: &Params,
        declarations: &[ast::Declaration],
    ) -> (Vec<Parameter>, bool, bool) {
        match params {
            Params::Prototype { params, variadic } => {
                self.reserve_parameters(params.len());
                let mut list = Vec::with_capacity(params.len());
                for (index, param) in params.iter().enumerate() {
                    let ty = self.parameter_type(param);
                    let attributes = self.attributes(&[&param.declarator.attributes]);
                    let ty = QualType {
                        align: attributes.align,
                        ..ty
                    };
                    let parameter = Parameter {
                        name: param.declarator.name,
                        passed: ty.ty,
                        declared: ty,
                        span: param.span,
                        register: matches!(param.specifiers.storage, Some((StorageClass::Register, _))),
                    };
                    if ty.ty != ERROR && !self.types.is_complete(ty.ty) {
                        let of = self.types.type_name(ty.ty);
                        self.error(
                            param.span,
                            format!("this parameter has the incomplete type `{of}`"),
                        );
                    }
                    self.set_parameter(index, &parameter);
                    list.push(parameter);
                }
                (list, *variadic, true)
            }
            Params::Unspecified => (Vec::new(), false, false),
            Params::OldStyle(names) => {
                self.reserve_parameters(names.len());
                (self.old_style(names, declarations), false, false)
            }
        }
    }

    fn reserve_parameters(&mut self, count: usize) {
        for _ in 0..count {
            self.add_local(String::new(), INT, 0, Span::NONE);
        }
    }

    /// Makes the parameter with this index what it is, and its name visible.
    fn set_parameter(&mut self, index: usize, parameter: &Parameter) {
        let spelling = match parameter.name {
            Some(name) => self.name(name.symbol).to_owned(),
            None => String::new(),
        };
        let id = LocalId(index as u32);
        let addressed = !self.types.is_scalar(parameter.passed);
        let span = parameter.name.map_or(parameter.span, |name| name.span);
        if let Some(function) = &mut self.function {
            if let Some(local) = function.locals.get_mut(index) {
                *local = hir::Local {
                    name: spelling,
                    ty: parameter.passed,
                    align: parameter.declared.align,
                    addressed,
                    span,
                };
            }
            if parameter.register {
                function.registers.push(id);
            }
        }
        if parameter.passed != parameter.declared.ty {
            return;
        }
        if let Some(name) = parameter.name {
            self.redeclared(name);
            let entity = if parameter.passed == ERROR {
                Entity::Error
            } else {
                Entity::Local(id, parameter.declared)
            };
            self.scopes.bind(name.symbol, name.span, entity);
        }
    }

    fn old_style(&mut self, names: &[ast::Ident], declarations: &[ast::Declaration]) -> Vec<Parameter> {
        let mut list: Vec<Parameter> = names
            .iter()
            .map(|name| Parameter {
                name: Some(*name),
                passed: INT,
                declared: QualType::plain(INT),
                span: name.span,
                register: false,
            })
            .collect();
        let mut typed = vec![false; names.len()];
        for declaration in declarations {
            self.refuse_reducer(&declaration.specifiers);
            let specified = self.specifiers(&declaration.specifiers, false);
            for item in &declaration.declarators {
                let Some(name) = item.declarator.name else {
                    continue;
                };
                let ty = self.declarator(specified.ty, &item.declarator, Place::Parameter);
                let Some(index) = names.iter().position(|n| n.symbol == name.symbol) else {
                    let spelling = self.name(name.symbol).to_owned();
                    self.error(name.span, format!("`{spelling}` is not a parameter"));
                    continue;
                };
                typed[index] = true;
                list[index].declared = ty;
                list[index].passed = self.promoted_type(ty.ty);
                list[index].register =
                    matches!(declaration.specifiers.storage, Some((StorageClass::Register, _)));
            }
        }
        for (index, parameter) in list.iter().enumerate() {
            if !typed[index] {
                self.report(
                    Diagnostic::warning(parameter.span, "no type is given: `int` is assumed")
                        .help("declare the parameter before the body"),
                );
            }
            self.set_parameter(index, parameter);
        }
        list
    }

    fn promoted_type(&self, ty: TypeId) -> TypeId {
        if self.types.is_promoted(ty) {
            ty
        } else if self.types.is_floating(ty) {
            super::types::DOUBLE
        } else {
            INT
        }
    }

    /// Locals for the parameters that arrive with another type than they have.
    fn convert_parameters(&mut self, list: &[Parameter], out: &mut Vec<Stmt>) {
        for (index, parameter) in list.iter().enumerate() {
            let Some(name) = parameter.name else {
                continue;
            };
            if parameter.passed == parameter.declared.ty {
                continue;
            }
            let spelling = self.name(name.symbol).to_owned();
            let local = self.add_local(spelling, parameter.declared.ty, 0, name.span);
            let place = Expr {
                kind: ExprKind::Local(LocalId(index as u32)),
                ty: parameter.passed,
                span: name.span,
            };
            let value = self.decay(super::Value::plain(place));
            let value = self.cast(value, self.types.unatomic(parameter.declared.ty));
            out.push(Stmt {
                kind: StmtKind::Local {
                    local,
                    init: Some(Init::Expr(value)),
                },
                span: name.span,
            });
            self.scopes
                .bind(name.symbol, name.span, Entity::Local(local, parameter.declared));
        }
    }

    /// Says which labels are used and not defined.
    fn finish_labels(&mut self) {
        let Some(function) = &self.function else {
            return;
        };
        let missing: Vec<(Span, String)> = function
            .label_state
            .iter()
            .zip(&function.labels)
            .filter_map(|((defined, used), label)| {
                let span = (*used)?;
                (!defined).then(|| (span, label.name.clone()))
            })
            .collect();
        // A label and the jumps to it must be in one structured block.
        let mut crossing: Vec<(Span, &'static str)> = Vec::new();
        for (label, block, span) in &function.label_blocks {
            let same = |other: &&(hir::LabelId, u32, Span)| other.0 == *label;
            if let Some(first) = function.label_blocks.iter().find(same)
                && first.1 != *block
            {
                let inner = function.construct_of(first.1.max(*block));
                crossing.push((*span, inner));
            }
        }
        for (span, construct) in crossing {
            self.error(span, format!("a jump may not enter or leave {construct}"));
        }
        for (span, name) in missing {
            self.error(
                span,
                format!("the label `{name}` is not defined in this function"),
            );
        }
    }
}
