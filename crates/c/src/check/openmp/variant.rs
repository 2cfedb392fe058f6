//! Variants of functions: a call of the base function is one of the variant whose selector matches there.
//!
//! Constructs are those that are written around the call in its function. What cannot be told is an error: at
//! the directive, or at the call if it depends on that.

use raceproof_ir::Span;

use super::super::Checker;
use super::super::scope::Entity;
use crate::ast::{self, Ident};
use crate::openmp::{
    ClauseArgument, ClauseName, Construct as C, Directive, DirectiveArgument, Met, TraitProperties, TraitSet,
    construct_traits, is_met, is_met_within,
};
use crate::symbol::Symbol;
use raceproof_source::Diagnostic;

/// A variant of a function that may be called in its place, depending on the constructs around.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    name: Ident,
    sets: Vec<TraitSet>,
}

/// A directive around a place in a function.
#[derive(Clone, Debug)]
pub(crate) struct Around {
    constructs: Vec<C>,
    /// Where its clauses are, which are outside of it.
    tokens: Vec<Span>,
}

impl Around {
    pub fn new(d: &Directive) -> Around {
        Around {
            constructs: d.constructs.clone(),
            tokens: d.tokens.iter().map(|token| token.span).collect(),
        }
    }
}

impl Checker<'_> {
    /// `declare variant`: of the function that it names, or else of the one that is declared next.
    pub(super) fn declare_variant(&mut self, d: &Directive) {
        let DirectiveArgument::Variant { base, name } = d.argument else {
            return;
        };
        let Some(ClauseArgument::Match(sets)) = d.clause(ClauseName::Match).map(|clause| &clause.argument)
        else {
            return;
        };
        // In the order in which they are asked for.
        let mut known = Vec::new();
        for set in sets.iter().filter(|set| self.name(set.name.symbol) == "user") {
            for property in &set.traits {
                if let TraitProperties::Condition(expr) = &property.properties {
                    known.push(&**expr);
                }
            }
        }
        let known: Vec<Option<bool>> = known.into_iter().map(|expr| self.known_truth(expr)).collect();
        let mut known = known.into_iter();
        match is_met(sets, self.interner, |_| known.next().flatten()) {
            Met::No => return,
            Met::Open(span) => {
                let error = Diagnostic::error(
                    span,
                    "whether this variant of a function is called is not known here",
                );
                self.report(error.help("call the function that you mean"));
                return;
            }
            Met::Yes => {}
        }
        if self.function.is_some() {
            self.error(d.span, "`omp declare variant` in a function is not supported");
            return;
        }
        let variant = Variant {
            name,
            sets: sets.clone(),
        };
        match base {
            Some(base) => self
                .declared
                .variants
                .entry(base.symbol)
                .or_default()
                .push(variant),
            None => self.declared.next_variants.push(variant),
        }
    }

    fn known_truth(&mut self, expr: &ast::Expr) -> Option<bool> {
        let value = self.rvalue(expr);
        self.evaluate_int(&value).map(|value| value != 0)
    }

    /// A declaration that directives before it may be about.
    pub(crate) fn attach_directives(&mut self, names: impl Iterator<Item = Ident>) {
        let variants = std::mem::take(&mut self.declared.next_variants);
        let has_vectors = std::mem::take(&mut self.declared.next_has_vectors);
        if variants.is_empty() && !has_vectors {
            return;
        }
        for name in names {
            if has_vectors {
                self.declared.vector_functions.insert(name.symbol);
            }
            if variants.is_empty() {
                continue;
            }
            let known = self.declared.variants.entry(name.symbol).or_default();
            known.extend(variants.iter().cloned());
        }
    }

    /// The function that a call of another one is a call of.
    pub(crate) fn variant_of(&mut self, base: Symbol, span: Span) -> Option<Symbol> {
        let variants = self.declared.variants.get(&base)?.clone();
        let is_function =
            |binding: &super::super::scope::Binding<Entity>| matches!(binding.what, Entity::Function(_));
        // A local variable may have the name.
        if !self.scopes.find(base).is_some_and(is_function) {
            return None;
        }
        let function = self.function.as_ref()?;
        let is_in_clause = function.around.iter().any(|a| a.tokens.contains(&span));
        let around = function.around.iter().flat_map(|a| a.constructs.iter().copied());
        let around: Vec<C> = around.collect();
        // The constructs that a variant is for are around what it calls.
        let is_open = is_in_clause || self.is_for_constructs(&function.name);
        let mut chosen: Option<Symbol> = None;
        for variant in &variants {
            let is_within = !construct_traits(&variant.sets, self.interner).is_empty();
            let met = match is_met_within(&variant.sets, self.interner, &around) {
                _ if is_within && is_open => Met::Open(span),
                met => met,
            };
            match met {
                Met::No => continue,
                Met::Yes if chosen.is_none() => chosen = Some(variant.name.symbol),
                _ => {
                    let error =
                        Diagnostic::error(span, "which variant of this function is called is not known here");
                    self.report(error.help("call the function that you mean"));
                    return None;
                }
            }
        }
        let chosen = chosen?;
        if !self.scopes.find(chosen).is_some_and(is_function) {
            let name = self.name(chosen).to_owned();
            self.error(
                span,
                format!("`{name}`, a variant of this function, is not declared here"),
            );
            return None;
        }
        Some(chosen)
    }

    /// Whether a function is a variant for some constructs, or has a vector version.
    fn is_for_constructs(&self, function: &str) -> bool {
        let is_it = |variant: &&Variant| self.name(variant.name.symbol) == function;
        let mut variants = self.declared.variants.values().flatten().filter(is_it);
        variants.any(|variant| !construct_traits(&variant.sets, self.interner).is_empty())
            || self
                .declared
                .vector_functions
                .iter()
                .any(|name| self.name(*name) == function)
    }
}
