//! Declarations at file scope and in blocks.

use raceproof_ir::ObjectRole;

use super::Checker;
use super::attribute::Attributes;
use super::declarator::Place;
use super::link::{Linkage, Linked};
use super::scope::Entity;
use super::types::{ERROR, QualType};
use crate::ast::{self, StorageClass};
use crate::hir::{Stmt, StmtKind, Type, TypeId};
use crate::symbol::Symbol;
use raceproof_source::Diagnostic;

impl Checker<'_> {
    /// Checks a declaration; what it does at run time goes to `out`.
    pub(crate) fn declare(&mut self, declaration: &ast::Declaration, out: &mut Vec<Stmt>) {
        let specs = &declaration.specifiers;
        let specified = self.specifiers(specs, declaration.declarators.is_empty());
        self.flush_lengths(out);
        for item in &declaration.declarators {
            let declarator = &item.declarator;
            let Some(name) = declarator.name else {
                continue;
            };
            let mut attributes = self.attributes(&[&specs.attributes, &declarator.attributes]);
            attributes.align = attributes.align.max(specified.align);
            let specified_ty = match attributes.mode.filter(|_| attributes.vector.is_some()) {
                Some((mode, span)) => self.apply_mode(specified.ty, mode, span),
                None => specified.ty,
            };
            let base = self.of_vectors(specified_ty, &attributes);
            let mut ty = if specified.deduced {
                self.deduce(specified.ty, item)
            } else {
                self.declarator(base, declarator, Place::Object)
            };
            if let Some((mode, span)) = attributes.mode.filter(|_| attributes.vector.is_none()) {
                ty = self.apply_mode(ty, mode, span);
            }
            self.flush_lengths(out);
            self.declare_name(name, ty, specs, item, &attributes, out);
        }
    }

    fn deduce(&mut self, declared: QualType, item: &ast::InitDeclarator) -> QualType {
        let Some(ast::Initialiser {
            kind: ast::InitialiserKind::Expr(expr),
            ..
        }) = &item.initialiser
        else {
            self.error(
                item.declarator.span,
                "a type can only be deduced from an initialiser that is an expression",
            );
            return QualType::plain(ERROR);
        };
        // Checked once: the initialiser takes this value instead of checking the expression again.
        let value = self.rvalue(expr);
        let ty = value.ty;
        self.deduced = Some(value);
        QualType { ty, ..declared }
    }

    fn declare_name(
        &mut self,
        name: ast::Ident,
        ty: QualType,
        specs: &ast::DeclSpecifiers,
        item: &ast::InitDeclarator,
        attributes: &Attributes,
        out: &mut Vec<Stmt>,
    ) {
        let storage = specs.storage.map(|(class, _)| class);
        if storage == Some(StorageClass::Typedef) {
            self.refuse_reducer(specs);
            self.declare_typedef(name, ty, attributes);
            return;
        }
        if ty.ty == ERROR {
            self.redeclared(name);
            self.scopes.bind(name.symbol, name.span, Entity::Error);
            if let Some(initialiser) = &item.initialiser {
                self.check_dropped(initialiser);
            }
            return;
        }
        if self.types.is_function(ty.ty) {
            if let Some(initialiser) = &item.initialiser {
                self.error(initialiser.span, "a function cannot be initialised");
            }
            self.refuse_reducer(specs);
            if item.is_nested {
                self.nested_function(name, ty.ty);
                return;
            }
            let symbol = self.linked_symbol(name, &item.declarator);
            let is_library = raceproof_library::find(self.name(symbol)).is_some();
            let ty = if is_library {
                self.plain_parameters(ty.ty)
            } else {
                ty.ty
            };
            self.declare_function(name, symbol, ty, specs, attributes);
            return;
        }
        let reducer = specs.reducer.as_ref();
        let monoid = reducer.and_then(|reducer| self.monoid(reducer, ty, specs));
        if self.scopes.is_file() || storage == Some(StorageClass::Extern) {
            self.declare_linked(name, ty, specs, item, attributes);
        } else if storage == Some(StorageClass::Static) {
            self.declare_static_local(name, ty, specs, item, attributes);
        } else if specs.thread_local.is_some() {
            self.report(
                Diagnostic::error(
                    name.span,
                    "a thread-local variable in a block must be `static` or `extern`",
                )
                .help("write `static _Thread_local`"),
            );
            self.scopes.bind(name.symbol, name.span, Entity::Error);
        } else {
            self.declare_local(name, ty, specs, item, attributes, out);
        }
        if let Some(monoid) = monoid {
            self.declare_reducer(name, monoid, out);
        }
    }

    /// Checks the expressions of an initialiser whose object is in error, for their own mistakes.
    fn check_dropped(&mut self, initialiser: &ast::Initialiser) {
        match &initialiser.kind {
            ast::InitialiserKind::Expr(expr) => {
                self.expr(expr);
            }
            ast::InitialiserKind::List(items) => {
                for item in items {
                    self.check_dropped(&item.value);
                }
            }
        }
    }

    fn declare_typedef(&mut self, name: ast::Ident, mut ty: QualType, attributes: &Attributes) {
        if attributes.align != 0 {
            ty.align = attributes.align;
        }
        if attributes.transparent_union
            && let Some(record) = self.types.as_record(ty.ty)
        {
            self.types.transparent[record.0 as usize] = true;
        }
        // `typedef struct { … } name;` is how most records get a name that a user knows.
        if let Some(record) = self.types.as_record(ty.ty)
            && self.types.record(record).name.is_empty()
        {
            let spelling = self.name(name.symbol).to_owned();
            self.types.table.records[record.0 as usize].name = spelling;
            self.types.typedef_named[record.0 as usize] = true;
        }
        if let Some(binding) = self.scopes.find_here(name.symbol).copied() {
            match binding.what {
                Entity::Typedef(previous) if self.types.compatible(previous.ty, ty.ty) => {}
                Entity::Typedef(previous) => {
                    let (new, old) = (self.types.qual_name(ty), self.types.qual_name(previous));
                    let spelling = self.name(name.symbol).to_owned();
                    self.report(
                        Diagnostic::error(
                            name.span,
                            format!("the typedef `{spelling}` is declared again as `{new}`"),
                        )
                        .label(binding.span, format!("declared here as `{old}`")),
                    );
                }
                _ => self.redeclared(name),
            }
        }
        let what = if ty.ty == ERROR {
            Entity::Error
        } else {
            Entity::Typedef(ty)
        };
        self.scopes.bind(name.symbol, name.span, what);
    }

    /// Says if a name without linkage is declared twice in a scope.
    pub(crate) fn redeclared(&mut self, name: ast::Ident) {
        if let Some(binding) = self.scopes.find_here(name.symbol).copied()
            && !matches!(binding.what, Entity::Error)
        {
            let spelling = self.name(name.symbol).to_owned();
            self.report(
                Diagnostic::error(name.span, format!("`{spelling}` is declared twice"))
                    .label(binding.span, "first declared here"),
            );
        }
    }

    /// Whether the name stands for something in this scope that a declaration with linkage cannot join.
    fn blocked(&mut self, name: ast::Ident) -> bool {
        let known = self.scopes.find_here(name.symbol).map(|b| b.what);
        match known {
            Some(Entity::Typedef(_) | Entity::Constant(..) | Entity::Local(..)) => {
                self.redeclared(name);
                true
            }
            Some(Entity::Error) => true,
            _ => false,
        }
    }

    /// The name that a linker knows something by: what `asm("…")` says, or the name of the declaration.
    fn linked_symbol(&mut self, name: ast::Ident, declarator: &ast::Declarator) -> Symbol {
        if let Some(label) = &declarator.asm_label {
            let symbol = self.interner.intern(&String::from_utf8_lossy(label));
            self.links.rename(name.symbol, symbol);
        }
        self.links.linked_name(name.symbol)
    }

    /// The type of a function of the library with the first members of transparent unions instead of these:
    /// that is how they are passed.
    fn plain_parameters(&mut self, ty: TypeId) -> TypeId {
        let Type::Function {
            result,
            params,
            variadic,
            prototype,
        } = self.types.get(ty)
        else {
            return ty;
        };
        let plain = |param: &TypeId| {
            let record = self.types.as_record(*param)?;
            let first = self.types.record(record).fields.first()?;
            self.types.transparent[record.0 as usize].then_some(first.ty)
        };
        if params.iter().all(|param| plain(param).is_none()) {
            return ty;
        }
        let params = params
            .iter()
            .map(|param| plain(param).unwrap_or(*param))
            .collect();
        let (result, variadic, prototype) = (*result, *variadic, *prototype);
        self.types.intern(Type::Function {
            result,
            params,
            variadic,
            prototype,
        })
    }

    fn declare_function(
        &mut self,
        name: ast::Ident,
        symbol: Symbol,
        ty: TypeId,
        specs: &ast::DeclSpecifiers,
        attributes: &Attributes,
    ) {
        if self.blocked(name) {
            return;
        }
        let internal = matches!(specs.storage, Some((StorageClass::Static, _)));
        let linkage = if internal {
            Linkage::Internal
        } else {
            Linkage::External
        };
        if let Some(target) = &attributes.alias {
            self.declare_alias(name, target, attributes, linkage, Some(ty), QualType::plain(ty));
            return;
        }
        let is_renamed = symbol != name.symbol;
        if is_renamed && self.links.find(symbol).is_some() {
            // Two names of one function in a file may have types of their own, as those of glibc for large
            // files do. The first one counts.
            if let Some(Linked::Function(id)) = self.links.find(symbol) {
                self.scopes.bind(name.symbol, name.span, Entity::Function(id));
                return;
            }
        }
        let Some(id) = self.link_function(symbol, name.span, ty, linkage, false) else {
            self.scopes.bind(name.symbol, name.span, Entity::Error);
            return;
        };
        self.function_attributes(id, specs, attributes);
        self.scopes.bind(name.symbol, name.span, Entity::Function(id));
    }

    /// Applies the attributes of a declaration to a function.
    pub(crate) fn function_attributes(
        &mut self,
        id: crate::hir::FuncId,
        specs: &ast::DeclSpecifiers,
        attributes: &Attributes,
    ) {
        if specs.noreturn.is_some() || attributes.noreturn {
            self.functions[id.0 as usize].noreturn = true;
        }
        if attributes.weak {
            // What the library has is there whatever the program says of it.
            let function = &mut self.functions[id.0 as usize];
            function.weak = super::library::signature(&function.name).is_none();
        }
        if let Some(priority) = attributes.constructor
            && !self.constructors.iter().any(|(_, known)| *known == id)
        {
            self.constructors.push((priority, id));
        }
        if let Some(priority) = attributes.destructor
            && !self.destructors.iter().any(|(_, known)| *known == id)
        {
            self.destructors.push((priority, id));
        }
    }

    /// `alias("target")`: a definition of the name as another one for what `target` names in this file. Other
    /// files may know the name already, and one of them may define it if the alias is weak.
    fn declare_alias(
        &mut self,
        name: ast::Ident,
        target: &str,
        attributes: &Attributes,
        linkage: Linkage,
        function: Option<TypeId>,
        object: QualType,
    ) {
        let symbol = self.interner.intern(target);
        let (span, soft) = (name.span, attributes.weak);
        // The target may be defined further below; until then its type is a guess.
        let known = self.links.find(symbol);
        let (target, id) = match function {
            Some(ty) => {
                let guess =
                    |checker: &mut Self| checker.link_function(symbol, span, ty, Linkage::External, true);
                let target = known.or_else(|| guess(self).map(Linked::Function));
                let id = self.link_function(name.symbol, span, ty, linkage, false);
                (target, id.map(Linked::Function))
            }
            None => {
                let guess =
                    |checker: &mut Self| checker.link_global(symbol, span, object, Linkage::External, true);
                let target = known.or_else(|| guess(self).map(Linked::Global));
                let id = self.link_global(name.symbol, span, object, linkage, false);
                (target, id.map(Linked::Global))
            }
        };
        let entity = match (target, id) {
            (Some(Linked::Function(target)), Some(Linked::Function(id))) => {
                if target != id && self.define_linked_function(id, span, soft) {
                    self.functions[id.0 as usize].alias = Some(target);
                }
                Entity::Function(id)
            }
            (Some(Linked::Global(target)), Some(Linked::Global(id))) => {
                if target != id && self.define_linked_global(id, span, soft) {
                    // It has no storage of its own.
                    self.globals[id.0 as usize].defined = false;
                    self.globals[id.0 as usize].alias = Some(target);
                }
                Entity::Global(id)
            }
            (_, Some(Linked::Function(id))) => Entity::Function(id),
            (_, Some(Linked::Global(id))) => Entity::Global(id),
            (_, None) => Entity::Error,
        };
        self.scopes.bind(name.symbol, name.span, entity);
    }

    /// An object at file scope, or `extern` in a block.
    fn declare_linked(
        &mut self,
        name: ast::Ident,
        ty: QualType,
        specs: &ast::DeclSpecifiers,
        item: &ast::InitDeclarator,
        attributes: &Attributes,
    ) {
        if self.blocked(name) {
            return;
        }
        let storage = specs.storage.map(|(class, _)| class);
        let linkage = if storage == Some(StorageClass::Static) {
            Linkage::Internal
        } else {
            Linkage::External
        };
        let is_extern = storage == Some(StorageClass::Extern);
        if self.types.is_variably_modified(ty.ty) {
            self.error(name.span, "an object with linkage cannot have a variable length");
            self.scopes.bind(name.symbol, name.span, Entity::Error);
            return;
        }
        if self.types.is_void(ty.ty) && (!is_extern || item.initialiser.is_some()) {
            let spelling = self.name(name.symbol).to_owned();
            self.error(name.span, format!("`{spelling}` cannot have the type `void`"));
            self.scopes.bind(name.symbol, name.span, Entity::Error);
            return;
        }
        if let Some(target) = &attributes.alias {
            self.declare_alias(name, target, attributes, linkage, None, ty);
            return;
        }
        let symbol = self.linked_symbol(name, &item.declarator);
        let Some(id) = self.link_global(symbol, name.span, ty, linkage, is_extern) else {
            self.scopes.bind(name.symbol, name.span, Entity::Error);
            return;
        };
        let global = &mut self.globals[id.0 as usize];
        global.thread_local |= specs.thread_local.is_some();
        global.weak |= attributes.weak;
        global.align = global.align.max(attributes.align);
        if let Some((role, span)) = attributes.role {
            let role = ObjectRole::from_name(self.name(role));
            self.globals[id.0 as usize].role = role;
            if role.is_none() {
                self.error(span, "this is no role of an object");
            }
        }
        self.scopes.bind(name.symbol, name.span, Entity::Global(id));
        match &item.initialiser {
            Some(initialiser) => {
                let ty = self.global_type(id);
                let counts = self.define_linked_global(id, name.span, attributes.weak);
                self.initialise_global(id, ty, initialiser, counts);
                if counts {
                    // Another file may have declared it with another type.
                    let ty = self.global_type(id);
                    self.set_storage(id, ty);
                    self.set_defined(id);
                }
            }
            None if !is_extern => {
                self.define_linked_global(id, name.span, true);
                let ty = self.global_type(id);
                if self.types.is_complete(ty.ty) {
                    self.set_storage(id, ty);
                }
            }
            None => {}
        }
    }

    fn declare_static_local(
        &mut self,
        name: ast::Ident,
        ty: QualType,
        specs: &ast::DeclSpecifiers,
        item: &ast::InitDeclarator,
        attributes: &Attributes,
    ) {
        self.redeclared(name);
        if self.types.is_vla(ty.ty) {
            self.error(name.span, "a static object cannot have a variable length");
            self.scopes.bind(name.symbol, name.span, Entity::Error);
            return;
        }
        let function = self.function.as_ref().map(|f| f.name.clone()).unwrap_or_default();
        let full = format!("{function}.{}", self.name(name.symbol));
        let id = self.add_global(full, ty, name.span);
        let global = &mut self.globals[id.0 as usize];
        global.thread_local = specs.thread_local.is_some();
        global.align = global.align.max(attributes.align);
        self.scopes.bind(name.symbol, name.span, Entity::Global(id));
        if let Some(initialiser) = &item.initialiser {
            self.initialise_global(id, ty, initialiser, true);
        }
        let ty = self.global_type(id);
        if ty.ty != ERROR && !self.types.is_complete(ty.ty) {
            self.incomplete_object(name, ty.ty);
        }
        self.set_defined(id);
    }

    fn incomplete_object(&mut self, name: ast::Ident, ty: TypeId) {
        let spelling = self.name(name.symbol).to_owned();
        let of = self.types.type_name(ty);
        let mut message =
            Diagnostic::error(name.span, format!("`{spelling}` has the incomplete type `{of}`"));
        if let Some(record) = self.types.as_record(ty) {
            message = message.label(self.types.record(record).span, "declared here without members");
        } else if matches!(self.types.get(ty), Type::Array { .. }) {
            message = message.help("give the array a length or an initialiser");
        }
        self.report(message);
    }

    fn declare_local(
        &mut self,
        name: ast::Ident,
        ty: QualType,
        specs: &ast::DeclSpecifiers,
        item: &ast::InitDeclarator,
        attributes: &Attributes,
        out: &mut Vec<Stmt>,
    ) {
        self.redeclared(name);
        let unsized_array = matches!(self.types.get(ty.ty), Type::Array { length: None, .. });
        let sized_later = unsized_array && item.initialiser.is_some();
        if !sized_later && !self.types.is_complete(ty.ty) {
            self.incomplete_object(name, ty.ty);
            self.scopes.bind(name.symbol, name.span, Entity::Error);
            return;
        }
        let align = attributes.align.max(ty.align);
        let spelling = self.name(name.symbol).to_owned();
        let local = self.add_local(spelling, ty.ty, align, name.span);
        if matches!(specs.storage, Some((StorageClass::Register, _)))
            && let Some(function) = &mut self.function
        {
            function.registers.push(local);
        }
        self.scopes.bind(name.symbol, name.span, Entity::Local(local, ty));
        let init = match &item.initialiser {
            None => None,
            Some(initialiser) => {
                let (init, complete) = self.initialise_local(ty, initialiser);
                if complete != ty.ty {
                    if let Some(function) = &mut self.function
                        && let Some(local) = function.locals.get_mut(local.0 as usize)
                    {
                        local.ty = complete;
                    }
                    let ty = QualType { ty: complete, ..ty };
                    self.scopes.bind(name.symbol, name.span, Entity::Local(local, ty));
                }
                self.flush_lengths(out);
                init
            }
        };
        out.push(Stmt {
            kind: StmtKind::Local { local, init },
            span: item.declarator.span,
        });
        if let Some(function) = attributes.cleanup {
            self.add_cleanup(local, ty.ty, function);
        }
    }

    /// `_Static_assert`.
    pub(crate) fn static_assert(&mut self, assertion: &ast::StaticAssert) {
        let what = "the condition of a static assertion";
        let Some((value, _)) = self.integer_constant(&assertion.condition, what) else {
            return;
        };
        if value == 0 {
            let message = match &assertion.message {
                Some(ast::StringLiteral {
                    units: ast::StringUnits::Bytes(bytes),
                    ..
                }) => format!("static assertion failed: {}", String::from_utf8_lossy(bytes)),
                _ => "static assertion failed".to_owned(),
            };
            self.error(assertion.span, message);
        }
    }
}
