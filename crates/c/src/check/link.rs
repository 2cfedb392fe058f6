//! Names with linkage, over all files of the program.
//!
//! An object or function with external linkage has one id for the whole program from its first declaration
//! on. What type it has is kept per file as well: each file has its own records, and within a file its own
//! declarations count.

use std::collections::HashMap;

use raceproof_ir::{Origin, Span};

use super::Checker;
use super::compatible::Across;
use super::types::{ERROR, QualType};
use crate::hir::{self, FuncId, GlobalId, Type, TypeId};
use crate::symbol::Symbol;
use raceproof_source::Diagnostic;

/// Who can name an object or function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Linkage {
    /// This file.
    Internal,
    /// The whole program.
    External,
}

/// How far the program has defined something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Definition {
    /// Declared only.
    None,
    /// `int x;` at file scope, an inline function, or a weak definition: another definition replaces it.
    Soft,
    /// Defined.
    Hard,
}

/// Something with linkage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Linked {
    Global(GlobalId),
    Function(FuncId),
}

/// What is known of an object or function with linkage.
#[derive(Clone, Copy, Debug)]
struct Info {
    linkage: Linkage,
    definition: Definition,
    /// The definition, or else the first declaration.
    span: Span,
    /// Nobody wrote a declaration: the type is a guess that a real one replaces.
    implicit: bool,
}

/// The table of names with linkage.
#[derive(Default)]
pub(crate) struct Links {
    externals: HashMap<Symbol, Linked>,
    /// Names with linkage declared in this file.
    file: HashMap<Symbol, Linked>,
    /// What `asm("…")` calls names of this file.
    renamed: HashMap<Symbol, Symbol>,
    file_functions: HashMap<FuncId, TypeId>,
    file_globals: HashMap<GlobalId, QualType>,
    globals: Vec<Info>,
    functions: Vec<Info>,
}

impl Links {
    /// Forgets what belongs to the file before.
    pub fn start_file(&mut self) {
        self.file.clear();
        self.renamed.clear();
        self.file_functions.clear();
        self.file_globals.clear();
    }

    /// Whether an object has its initial value.
    pub fn is_defined(&self, id: GlobalId) -> bool {
        self.globals
            .get(id.0 as usize)
            .is_some_and(|info| info.definition == Definition::Hard)
    }

    /// Says what a name of this file is to a linker.
    pub fn rename(&mut self, symbol: Symbol, linked: Symbol) {
        self.renamed.insert(symbol, linked);
    }

    /// Whether another name of this file stands for what a linker knows by this one.
    fn is_rename(&self, linked: Symbol) -> bool {
        self.renamed.values().any(|other| *other == linked)
    }

    /// What a name of this file is to a linker.
    pub fn linked_name(&self, symbol: Symbol) -> Symbol {
        self.renamed.get(&symbol).copied().unwrap_or(symbol)
    }

    /// What this file calls by a name with linkage.
    pub fn find(&self, symbol: Symbol) -> Option<Linked> {
        self.file.get(&symbol).copied()
    }

    /// The function that other files know by a name.
    pub fn external_function(&self, symbol: Symbol) -> Option<FuncId> {
        match self.externals.get(&symbol) {
            Some(Linked::Function(id)) => Some(*id),
            _ => None,
        }
    }

    fn info(&mut self, linked: Linked) -> &mut Info {
        match linked {
            Linked::Global(id) => &mut self.globals[id.0 as usize],
            Linked::Function(id) => &mut self.functions[id.0 as usize],
        }
    }
}

impl Checker<'_> {
    /// The type of an object as this file sees it.
    pub(crate) fn global_type(&self, id: GlobalId) -> QualType {
        match self.links.file_globals.get(&id) {
            Some(ty) => *ty,
            None => QualType::plain(self.globals[id.0 as usize].ty),
        }
    }

    /// The type of a function as this file sees it.
    pub(crate) fn function_type(&self, id: FuncId) -> TypeId {
        match self.links.file_functions.get(&id) {
            Some(ty) => *ty,
            None => self.functions[id.0 as usize].ty,
        }
    }

    /// Sets the type of an object as this file sees it.
    pub(crate) fn set_global_type(&mut self, id: GlobalId, ty: QualType) {
        self.links.file_globals.insert(id, ty);
    }

    /// A new object of static storage duration without linkage.
    pub(crate) fn add_global(&mut self, name: String, ty: QualType, span: Span) -> GlobalId {
        let id = GlobalId(self.globals.len() as u32);
        self.globals.push(hir::Global {
            name,
            ty: ty.ty,
            size: self.types.size(ty.ty).unwrap_or(0),
            align: self.types.qual_align(ty),
            bytes: Vec::new(),
            relocations: Vec::new(),
            constant: ty.quals.constant && !ty.quals.volatile,
            thread_local: false,
            defined: true,
            weak: false,
            alias: None,
            origin: self.origin,
            role: None,
            span,
        });
        self.links.globals.push(Info {
            linkage: Linkage::Internal,
            definition: Definition::None,
            span,
            implicit: false,
        });
        self.links.file_globals.insert(id, ty);
        id
    }

    /// Says that an object has its initial value.
    pub(crate) fn set_defined(&mut self, id: GlobalId) {
        self.links.globals[id.0 as usize].definition = Definition::Hard;
        self.globals[id.0 as usize].defined = true;
    }

    /// Finds what a declaration with linkage refers to: declared in this file before, or in another one.
    /// `keep` if the declaration takes over the linkage of an earlier one (`extern`, and functions).
    fn resolve(
        &mut self,
        symbol: Symbol,
        span: Span,
        linkage: Linkage,
        keep: bool,
    ) -> Option<(Linked, bool)> {
        if let Some(linked) = self.links.file.get(&symbol).copied() {
            let info = *self.links.info(linked);
            let name = || self.interner.name(symbol).to_owned();
            if linkage == Linkage::Internal && info.linkage == Linkage::External && !info.implicit {
                let message = format!("`{}` is declared `static` after it was declared without", name());
                self.report(Diagnostic::error(span, message).label(info.span, "declared here"));
            } else if linkage == Linkage::External && info.linkage == Linkage::Internal && !keep {
                let message = format!(
                    "`{}` is declared without `static` after it was declared with it",
                    name()
                );
                self.report(Diagnostic::error(span, message).label(info.span, "declared here"));
            }
            return Some((linked, true));
        }
        if linkage == Linkage::External {
            return self.links.externals.get(&symbol).map(|linked| (*linked, false));
        }
        None
    }

    fn different_kind(&mut self, symbol: Symbol, span: Span, previous: Span) {
        let name = self.name(symbol).to_owned();
        self.report(
            Diagnostic::error(span, format!("`{name}` is declared as another kind of thing"))
                .label(previous, "declared here"),
        );
    }

    /// Two declarations disagree. Within a file that is an error; between files a linker does not look at
    /// types, and each file goes by its own declarations.
    fn conflict(&mut self, symbol: Symbol, span: Span, types: [&str; 2], previous: Span, across: Across) {
        if across == Across::Files && self.origin.is_ours() {
            // Files of ours are for any data model.
            return;
        }
        let (name, [new, old]) = (self.name(symbol).to_owned(), types);
        let message = format!("conflicting types for `{name}`: `{new}`");
        let diagnostic = match across {
            Across::SameFile => Diagnostic::error(span, message),
            Across::Files => Diagnostic::warning(span, message),
        };
        self.report(diagnostic.label(previous, format!("declared here as `{old}`")));
    }

    /// Declares a function.
    pub(crate) fn link_function(
        &mut self,
        symbol: Symbol,
        span: Span,
        ty: TypeId,
        linkage: Linkage,
        implicit: bool,
    ) -> Option<FuncId> {
        let resolved = self.resolve(symbol, span, linkage, true);
        let id = match resolved {
            Some((Linked::Global(id), _)) => {
                let previous = self.links.globals[id.0 as usize].span;
                self.different_kind(symbol, span, previous);
                return None;
            }
            Some((Linked::Function(id), here)) => {
                self.merge_function(symbol, span, ty, id, here, implicit);
                id
            }
            None => {
                let id = FuncId(self.functions.len() as u32);
                self.functions.push(hir::Function {
                    name: self.name(symbol).to_owned(),
                    ty,
                    body: None,
                    noreturn: false,
                    weak: false,
                    alias: None,
                    origin: Origin::Program,
                    role: None,
                    span,
                });
                self.links.functions.push(Info {
                    linkage,
                    definition: Definition::None,
                    span,
                    implicit,
                });
                self.links.file_functions.insert(id, ty);
                id
            }
        };
        self.links.file.insert(symbol, Linked::Function(id));
        if self.links.functions[id.0 as usize].linkage == Linkage::External {
            self.links.externals.insert(symbol, Linked::Function(id));
        }
        Some(id)
    }

    fn merge_function(
        &mut self,
        symbol: Symbol,
        span: Span,
        ty: TypeId,
        id: FuncId,
        here: bool,
        implicit: bool,
    ) {
        let info = self.links.functions[id.0 as usize];
        if implicit {
            if !here {
                // A guess from this file does not change what another file knows, but what it knows is
                // better.
                let known = self.functions[id.0 as usize].ty;
                let ty = if info.implicit { ty } else { known };
                self.links.file_functions.insert(id, ty);
            }
            return;
        }
        let previous = self.function_type(id);
        let across = if here { Across::SameFile } else { Across::Files };
        // The runtime library knows the routines of OpenMP, but not the types of the header that the program
        // uses.
        let is_routine = !here && self.name(symbol).starts_with("omp_");
        let fits = is_routine || self.types.compatible_across(previous, ty, across);
        if info.implicit {
            if !fits && info.span.is_known() && here {
                let (new, old) = (self.types.type_name(ty), self.types.type_name(previous));
                let name = self.name(symbol).to_owned();
                self.report(
                    Diagnostic::warning(
                        span,
                        format!("`{name}` was used before this declaration as `{old}`, not `{new}`"),
                    )
                    .label(info.span, "used here"),
                );
            }
            self.links.functions[id.0 as usize].implicit = false;
            self.links.functions[id.0 as usize].span = span;
            self.links.file_functions.insert(id, ty);
            self.functions[id.0 as usize].ty = ty;
            self.functions[id.0 as usize].span = span;
            return;
        }
        if !fits && here && self.links.is_rename(symbol) {
            // Another name of this file stands for it as well, with a type of its own.
            return;
        }
        if !fits {
            let (new, old) = (self.types.type_name(ty), self.types.type_name(previous));
            self.conflict(symbol, span, [&new, &old], info.span, across);
            if !here {
                self.links.file_functions.insert(id, ty);
            }
            return;
        }
        let ty = if here {
            self.types.composite(ty, previous)
        } else {
            ty
        };
        self.links.file_functions.insert(id, ty);
        if info.definition == Definition::None {
            // A prototype of another file says more than `()` here.
            let says_less = matches!(self.types.get(ty), Type::Function { prototype: false, .. });
            if here || !says_less {
                self.functions[id.0 as usize].ty = ty;
            }
        }
    }

    /// Whether a definition of a function counts; says if there is another one already. Soft definitions are
    /// inline and weak ones.
    pub(crate) fn define_linked_function(&mut self, id: FuncId, span: Span, soft: bool) -> bool {
        let info = self.links.functions[id.0 as usize];
        match (info.definition, soft) {
            (Definition::Hard, false) => {
                self.defined_twice(&self.functions[id.0 as usize].name.clone(), span, info.span);
                return false;
            }
            (Definition::Hard | Definition::Soft, true) => return false,
            _ => {}
        }
        let info = &mut self.links.functions[id.0 as usize];
        info.definition = if soft { Definition::Soft } else { Definition::Hard };
        info.span = span;
        info.implicit = false;
        self.functions[id.0 as usize].span = span;
        self.functions[id.0 as usize].alias = None;
        true
    }

    fn defined_twice(&mut self, name: &str, span: Span, previous: Span) {
        self.report(
            Diagnostic::error(span, format!("`{name}` is defined twice"))
                .label(previous, "first defined here")
                .help("keep one definition, or make it `static` if each file is to have its own"),
        );
    }

    /// Declares an object with linkage. `keep` if it is `extern`.
    pub(crate) fn link_global(
        &mut self,
        symbol: Symbol,
        span: Span,
        ty: QualType,
        linkage: Linkage,
        keep: bool,
    ) -> Option<GlobalId> {
        let resolved = self.resolve(symbol, span, linkage, keep);
        let id = match resolved {
            Some((Linked::Function(id), _)) => {
                let previous = self.links.functions[id.0 as usize].span;
                self.different_kind(symbol, span, previous);
                return None;
            }
            Some((Linked::Global(id), here)) => {
                let previous = self.global_type(id);
                let across = if here { Across::SameFile } else { Across::Files };
                let mut merged = ty;
                if !self.types.compatible_across(previous.ty, ty.ty, across)
                    || (here && previous.quals != ty.quals)
                {
                    let (new, old) = (self.types.qual_name(ty), self.types.qual_name(previous));
                    let at = self.links.globals[id.0 as usize].span;
                    self.conflict(symbol, span, [&new, &old], at, across);
                } else if here {
                    merged.ty = self.types.composite(ty.ty, previous.ty);
                } else if self.types.is_complete(previous.ty) && !self.types.is_complete(ty.ty) {
                    // `extern int a[];` here, `int a[10];` there: this file still does not know the length.
                    merged = ty;
                }
                self.links.file_globals.insert(id, merged);
                if !self.types.is_complete(self.globals[id.0 as usize].ty)
                    && self.types.is_complete(merged.ty)
                {
                    self.set_storage(id, merged);
                }
                id
            }
            None => {
                let name = self.name(symbol).to_owned();
                let id = self.add_global(name, ty, span);
                self.links.globals[id.0 as usize].linkage = linkage;
                self.globals[id.0 as usize].defined = false;
                id
            }
        };
        self.links.file.insert(symbol, Linked::Global(id));
        if self.links.globals[id.0 as usize].linkage == Linkage::External {
            self.links.externals.insert(symbol, Linked::Global(id));
        }
        Some(id)
    }

    /// Gives an object the size and alignment of its type.
    pub(crate) fn set_storage(&mut self, id: GlobalId, ty: QualType) {
        let size = self.types.size(ty.ty).unwrap_or(0);
        let align = self.types.qual_align(ty);
        let global = &mut self.globals[id.0 as usize];
        global.ty = ty.ty;
        global.size = global.size.max(size);
        global.align = global.align.max(align);
        global.constant = ty.quals.constant && !ty.quals.volatile;
    }

    /// Whether a definition of an object counts; says if there is another one already. Soft definitions are
    /// tentative and weak ones.
    pub(crate) fn define_linked_global(&mut self, id: GlobalId, span: Span, soft: bool) -> bool {
        let info = self.links.globals[id.0 as usize];
        if info.definition == Definition::Hard {
            if !soft {
                self.defined_twice(&self.globals[id.0 as usize].name.clone(), span, info.span);
            }
            return false;
        }
        let definition = if soft { Definition::Soft } else { Definition::Hard };
        let info = &mut self.links.globals[id.0 as usize];
        if info.definition == Definition::None || !soft {
            info.span = span;
            self.globals[id.0 as usize].span = span;
        }
        if definition == Definition::Hard {
            self.globals[id.0 as usize].alias = None;
        }
        info.definition = definition;
        self.globals[id.0 as usize].defined |= self.globals[id.0 as usize].alias.is_none();
        true
    }

    /// A function of the library that gives an address gives one, whatever the program declares: what the
    /// program takes for a number is made of that address where it is called.
    pub(crate) fn correct_results(&mut self) {
        for index in 0..self.functions.len() {
            let function = &self.functions[index];
            let Some(signature) = super::library::signature(&function.name) else {
                continue;
            };
            let declared = match self.types.get(function.ty) {
                Type::Function { result, .. } => *result,
                _ => continue,
            };
            if function.body.is_some() || !self.types.is_integer(declared) {
                continue;
            }
            let known = self.signature_type(&signature);
            let mut ours = self.types.get(self.functions[index].ty).clone();
            let theirs = self.types.get(known);
            if let (
                Type::Function {
                    result, prototype, ..
                },
                Type::Function { result: address, .. },
            ) = (&mut ours, theirs)
                && self.types.is_pointer(*address)
            {
                *result = *address;
                let has_prototype = *prototype;
                let corrected = self.types.intern(ours);
                self.functions[index].ty = if has_prototype { corrected } else { known };
            }
        }
    }

    /// At the end of a file: tentative definitions of arrays without a length have one element.
    pub(crate) fn finish_file(&mut self) {
        let mut seen: Vec<(GlobalId, QualType)> = self
            .links
            .file_globals
            .iter()
            .map(|(id, ty)| (*id, *ty))
            .collect();
        seen.sort_by_key(|(id, _)| *id);
        for (id, ty) in seen {
            let info = self.links.globals[id.0 as usize];
            if info.definition == Definition::None || ty.ty == ERROR {
                continue;
            }
            let global = &self.globals[id.0 as usize];
            if self.types.is_complete(global.ty) {
                if global.size == 0 {
                    self.set_storage(id, ty);
                }
                continue;
            }
            if let Type::Array {
                element,
                length: None,
            } = *self.types.get(ty.ty)
            {
                let array = self.types.array(element, Some(1));
                self.set_storage(id, QualType { ty: array, ..ty });
            } else {
                let name = global.name.clone();
                let of = self.types.type_name(ty.ty);
                self.error(info.span, format!("`{name}` has the incomplete type `{of}`"));
            }
        }
    }
}
