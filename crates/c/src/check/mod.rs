//! The type checker: from the syntax trees of all files of a program to one typed tree.
//!
//! Files are checked one after the other with fresh scopes but shared tables of types, globals and functions;
//! a name with external linkage finds what earlier files made of it in [`link`], so that linking needs no
//! second pass.
//!
//! Invariants:
//! - Nothing panics on any tree. What cannot be typed gets the type [`types::ERROR`] after one message, and
//!   whatever touches that type stays silent, so that one mistake gives one message.
//! - Constant expressions are folded where they are built ([`constant`]), so "is it constant" is "is it a
//!   literal now".
//! - Every conversion is explicit in the result (see [`crate::hir`]).

mod asm;
mod assign;
mod atomic;
mod attribute;
mod builtin;
mod call;
mod classify;
mod cleanup;
mod compatible;
mod complex;
mod conditional;
mod constant;
mod convert;
mod declarator;
mod declare;
mod define;
mod designate;
mod enumerate;
mod evaluate;
mod expression;
mod file_scope;
mod foreign;
mod initialise;
mod layout;
mod library;
mod link;
mod literal;
mod member;
mod openmp;
mod operator;
mod packed;
mod precise;
mod print;
mod record;
mod scope;
mod sizeof;
mod specify;
mod statement;
mod store;
mod suggest;
mod switch;
mod system_call;
#[cfg(test)]
mod tests;
mod types;
mod variadic;
mod vector;

use std::borrow::Borrow;
use std::collections::HashMap;
use std::sync::Arc;

use raceproof_ir::{DataModel, Origin, Span};

use crate::ast;
use crate::hir::{self, FuncId, GlobalId, LabelId, LocalId, TypeId};
use crate::symbol::{Interner, Symbol};
use raceproof_source::{Diagnostic, Diagnostics};
use scope::Scopes;
use types::{ERROR, QualType, Quals, TypeTable};

/// What the checker needs to know beside the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Sizes of types.
    pub data_model: DataModel,
    /// Also warn about what is ignored (unknown pragmas and attributes).
    pub verbose: bool,
    /// Accesses to volatile scalars are relaxed atomics.
    pub volatile_atomic: bool,
}

/// Checks all files of one program and links them. None if there was an error. Files that nobody else keeps
/// are given up one after the other, for the typed tree takes as much memory as they do.
pub fn check_program(
    units: Vec<Arc<ast::TranslationUnit>>,
    interner: &mut Interner,
    options: Options,
    diagnostics: &mut Diagnostics,
) -> Option<hir::Unit> {
    let errors = diagnostics.error_count();
    let mut checker = Checker::new(interner, options, diagnostics);
    for unit in units {
        // What nobody else wants is given up as soon as it is checked.
        match Arc::try_unwrap(unit) {
            Ok(unit) => checker.unit(unit.origin, unit.items.into_iter()),
            Err(shared) => checker.unit(shared.origin, shared.items.iter()),
        }
    }
    let unit = checker.finish();
    (diagnostics.error_count() == errors).then_some(unit)
}

/// An expression with what the typed tree does not say of a place: its qualifiers.
#[derive(Debug)]
pub(crate) struct Value {
    pub expr: hir::Expr,
    pub quals: Quals,
}

impl Value {
    /// An expression that is no place, or an unqualified one.
    pub fn plain(expr: hir::Expr) -> Value {
        Value {
            expr,
            quals: Quals::default(),
        }
    }

    /// Its type with qualifiers.
    pub fn qual_type(&self) -> QualType {
        QualType::qualified(self.expr.ty, self.quals)
    }
}

/// What is known of the function that is being checked.
pub(crate) struct FunctionState {
    pub id: FuncId,
    pub name: String,
    pub result: TypeId,
    pub variadic: bool,
    pub locals: Vec<hir::Local>,
    /// Locals declared `register`.
    pub registers: Vec<LocalId>,
    pub labels: Vec<hir::Label>,
    /// Label names: of the function, then of blocks with `__label__`.
    pub label_scopes: Vec<HashMap<Symbol, LabelId>>,
    /// For each label, whether it is defined, and where it is used.
    pub label_state: Vec<(bool, Option<Span>)>,
    pub switches: Vec<switch::SwitchState>,
    /// Lengths of variable arrays whose types were just built and that the program must compute.
    pub lengths: Vec<(LocalId, hir::Expr)>,
    /// Locals with a function to call when their scope is left.
    pub cleanups: Vec<cleanup::Cleanup>,
    pub cilk: openmp::Cilk,
    /// `__func__`.
    pub name_global: Option<GlobalId>,
    /// The OpenMP constructs around.
    pub contexts: Vec<openmp::Context>,
    /// The directives around, where functions have variants.
    pub around: Vec<openmp::Around>,
    /// The structured blocks around, which no jump may cross, by number; and the last number given.
    pub blocks: Vec<u32>,
    pub next_block: u32,
    /// The structured blocks that labels are defined and used in.
    pub label_blocks: Vec<(LabelId, u32, Span)>,
}

impl FunctionState {
    pub fn new(id: FuncId, name: String, result: TypeId, variadic: bool) -> FunctionState {
        FunctionState {
            id,
            name,
            result,
            variadic,
            locals: Vec::new(),
            registers: Vec::new(),
            labels: Vec::new(),
            label_scopes: vec![HashMap::new()],
            label_state: Vec::new(),
            switches: Vec::new(),
            lengths: Vec::new(),
            cleanups: Vec::new(),
            cilk: openmp::Cilk::default(),
            name_global: None,
            contexts: Vec::new(),
            around: Vec::new(),
            blocks: Vec::new(),
            next_block: 0,
            label_blocks: Vec::new(),
        }
    }

    /// What a structured block is the body of, in words.
    pub fn construct_of(&self, block: u32) -> &'static str {
        match self.cilk.blocks.contains(&block) {
            true => "a `cilk_for`",
            false => "an OpenMP construct",
        }
    }
}

/// The state of checking.
pub(crate) struct Checker<'a> {
    types: TypeTable,
    interner: &'a mut Interner,
    options: Options,
    diagnostics: &'a mut Diagnostics,
    /// Whose file is being checked.
    origin: Origin,
    scopes: Scopes,
    globals: Vec<hir::Global>,
    functions: Vec<hir::Function>,
    links: link::Links,
    function: Option<FunctionState>,
    strings: HashMap<(TypeId, Vec<u8>), GlobalId>,
    /// The memory orders of the atomic call at hand.
    orders: atomic::Orders,
    /// More than zero within the parameters of a declaration that is no definition: there, array lengths do
    /// not count.
    prototypes: u32,
    gaps: Vec<(String, Span)>,
    constructors: Vec<(u32, FuncId)>,
    destructors: Vec<(u32, FuncId)>,
    /// The value that a deduced type was deduced from, until the declared object takes it.
    deduced: Option<hir::Expr>,
    /// Within the initialiser of an object of static storage duration.
    static_initialiser: bool,
    declared: openmp::Declared,
}

impl<'a> Checker<'a> {
    fn new(interner: &'a mut Interner, options: Options, diagnostics: &'a mut Diagnostics) -> Checker<'a> {
        Checker {
            types: TypeTable::new(options.data_model),
            interner,
            options,
            diagnostics,
            origin: Origin::Program,
            scopes: Scopes::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            links: link::Links::default(),
            function: None,
            strings: HashMap::new(),
            orders: atomic::Orders::default(),
            prototypes: 0,
            gaps: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            deduced: None,
            static_initialiser: false,
            declared: openmp::Declared::default(),
        }
    }

    fn unit(&mut self, origin: Origin, items: impl Iterator<Item: Borrow<ast::ExternalDecl>>) {
        self.scopes = Scopes::new();
        self.origin = origin;
        self.links.start_file();
        self.declared.variants.clear();
        self.declared.vector_functions.clear();
        for item in items {
            match item.borrow() {
                ast::ExternalDecl::Function(definition) => {
                    self.attach_directives(definition.declarator.name.into_iter());
                    self.define_function(definition);
                }
                ast::ExternalDecl::Declaration(declaration) => {
                    let declarators = declaration.declarators.iter();
                    self.attach_directives(declarators.filter_map(|item| item.declarator.name));
                    self.declare(declaration, &mut Vec::new());
                }
                ast::ExternalDecl::StaticAssert(assertion) => self.static_assert(assertion),
                ast::ExternalDecl::Asm(asm) => self.file_asm(asm),
                ast::ExternalDecl::Pragma(pragma) => self.file_pragma(pragma),
                ast::ExternalDecl::OpenMp(directive) => self.declarative(directive),
            }
        }
        self.finish_file();
    }

    fn finish(mut self) -> hir::Unit {
        // Equal priorities keep the order of the program; destructors run in reverse.
        self.constructors.sort_by_key(|(priority, _)| *priority);
        self.destructors.sort_by_key(|(priority, _)| *priority);
        self.destructors.reverse();
        self.correct_results();
        hir::Unit {
            types: self.types.table,
            globals: self.globals,
            functions: self.functions,
            gaps: self.gaps,
            constructors: self.constructors.into_iter().map(|(_, f)| f).collect(),
            destructors: self.destructors.into_iter().map(|(_, f)| f).collect(),
        }
    }

    fn name(&self, symbol: Symbol) -> &str {
        self.interner.name(symbol)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(span, message));
    }

    fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::warning(span, message));
    }

    /// The place-holder for what could not be typed.
    fn poison(&self, span: Span) -> hir::Expr {
        hir::Expr {
            kind: hir::ExprKind::Int(0),
            ty: ERROR,
            span,
        }
    }

    /// A new local of the function being checked; a place-holder outside of functions.
    fn add_local(&mut self, name: String, ty: TypeId, align: u64, span: Span) -> LocalId {
        let addressed = !self.types.is_scalar(ty);
        let Some(function) = &mut self.function else {
            return LocalId(0);
        };
        function.locals.push(hir::Local {
            name,
            ty,
            align,
            addressed,
            span,
        });
        LocalId(function.locals.len() as u32 - 1)
    }
}
