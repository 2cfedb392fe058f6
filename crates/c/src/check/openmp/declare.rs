//! Directives that declare something.

use std::collections::{HashMap, HashSet};

use raceproof_ir::Span;

use super::super::Checker;
use super::super::scope::Entity;
use super::reducer::Monoid;
use super::variant::Variant;
use crate::ast;
use crate::ast::Ident;
use crate::hir::{GlobalId, TypeId};
use crate::openmp::{
    ClauseArgument, ClauseName, Construct as C, Directive, DirectiveArgument, MemoryOrder,
    ReductionInitializer, ReductionOperator,
};
use crate::symbol::Symbol;

/// What directives have declared so far.
#[derive(Default)]
pub(crate) struct Declared {
    /// Reductions that the program declares.
    pub reductions: Vec<UserReduction>,
    /// The order of `atomic` that the program asks for.
    pub atomic_order: Option<MemoryOrder>,
    /// Reducers of Cilk, by where they are declared.
    pub reducers: HashMap<Span, Monoid>,
    /// Variables of `declare target`.
    pub on_device: HashSet<GlobalId>,
    /// The first variable behind a `declare target` that has not ended.
    pub device_from: Option<u32>,
    /// The name of a reducer that is being updated, not read.
    pub updated: Option<Span>,
    /// The variants of functions by the base function, and those of the function that comes next.
    pub variants: HashMap<Symbol, Vec<Variant>>,
    pub next_variants: Vec<Variant>,
    /// Functions that have vector versions, and whether the one that comes next has.
    pub vector_functions: HashSet<Symbol>,
    pub next_has_vectors: bool,
}

/// A reduction that the program declares.
#[derive(Clone)]
pub(crate) struct UserReduction {
    pub name: String,
    pub ty: TypeId,
    pub combiner: ast::Expr,
    pub initializer: Option<ReductionInitializer>,
}

impl Checker<'_> {
    /// The spelling of a reduction operator.
    pub(super) fn operator_name(&self, operator: &ReductionOperator) -> String {
        match operator {
            ReductionOperator::Add => "+".to_owned(),
            ReductionOperator::Subtract => "-".to_owned(),
            ReductionOperator::Multiply => "*".to_owned(),
            ReductionOperator::BitAnd => "&".to_owned(),
            ReductionOperator::BitOr => "|".to_owned(),
            ReductionOperator::BitXor => "^".to_owned(),
            ReductionOperator::And => "&&".to_owned(),
            ReductionOperator::Or => "||".to_owned(),
            ReductionOperator::Min => "min".to_owned(),
            ReductionOperator::Max => "max".to_owned(),
            ReductionOperator::Named(name) => self.name(name.symbol).to_owned(),
        }
    }

    /// A directive that declares something, at file or block scope.
    pub(crate) fn declarative(&mut self, d: &Directive) {
        match d.constructs.first() {
            Some(C::Threadprivate) => self.threadprivate(d),
            Some(C::DeclareReduction) => self.declare_reduction(d),
            Some(C::Requires) => {
                if let Some(clause) = d.clause(ClauseName::AtomicDefaultMemOrder)
                    && let ClauseArgument::MemoryOrder(order) = clause.argument
                {
                    self.declared.atomic_order = Some(order);
                }
            }
            Some(C::DeclareTarget | C::BeginDeclareTarget | C::EndDeclareTarget) => self.declare_target(d),
            Some(C::DeclareVariant) => self.declare_variant(d),
            Some(C::DeclareSimd) => self.declared.next_has_vectors = true,
            // Vector versions of functions and host versions of device functions are the functions
            // themselves.
            Some(C::Assumes | C::BeginAssumes | C::EndAssumes | C::Allocate | C::DeclareMapper) => {}
            _ => {
                let name = d.name();
                self.error(d.span, format!("`omp {name}` is not supported"));
            }
        }
    }

    /// Variables that a device has for itself: those named, or those declared from here to the end of the
    /// region.
    fn declare_target(&mut self, d: &Directive) {
        let mut names: Vec<&Ident> = Vec::new();
        if let DirectiveArgument::Names(listed) = &d.argument {
            names.extend(listed);
        }
        for clause in &d.clauses {
            if let ClauseArgument::Names(listed) = &clause.argument {
                names.extend(listed);
            }
        }
        let last = self.globals.len() as u32;
        if d.constructs.first() == Some(&C::EndDeclareTarget) {
            let first = self.declared.device_from.take().unwrap_or(last);
            self.declared
                .on_device
                .extend((first..last).map(crate::hir::GlobalId));
        } else if names.is_empty() {
            self.declared.device_from.get_or_insert(last);
        }
        for name in names {
            if let Some(Entity::Global(id)) = self.scopes.find(name.symbol).map(|binding| binding.what) {
                self.declared.on_device.insert(id);
            }
        }
    }

    fn threadprivate(&mut self, d: &Directive) {
        let DirectiveArgument::Names(names) = &d.argument else {
            return;
        };
        for name in names {
            let spelling = self.name(name.symbol).to_owned();
            match self.scopes.find(name.symbol).map(|binding| binding.what) {
                Some(Entity::Global(id)) => self.globals[id.0 as usize].thread_local = true,
                Some(Entity::Error) => {}
                Some(_) => self.error(
                    name.span,
                    format!("`{spelling}` is not a variable of static storage duration"),
                ),
                None => self.undeclared(name.symbol, name.span),
            }
        }
    }

    fn declare_reduction(&mut self, d: &Directive) {
        let DirectiveArgument::Reduction(declared) = &d.argument else {
            return;
        };
        let name = self.operator_name(&declared.operator);
        let initializer = d.clause(ClauseName::Initializer).and_then(|clause| {
            if let ClauseArgument::Initializer(initializer) = &clause.argument {
                Some(initializer.clone())
            } else {
                None
            }
        });
        for ty in &declared.types {
            let ty = self.type_name(ty).ty;
            self.declared.reductions.push(UserReduction {
                name: name.clone(),
                ty,
                combiner: declared.combiner.clone(),
                initializer: initializer.clone(),
            });
        }
    }

    /// The default order of atomic operations.
    pub(super) fn default_order(&self) -> raceproof_ir::Order {
        match self.declared.atomic_order {
            Some(MemoryOrder::SeqCst) => raceproof_ir::Order::SeqCst,
            Some(MemoryOrder::AcqRel) => raceproof_ir::Order::AcqRel,
            _ => raceproof_ir::Order::Relaxed,
        }
    }
}
