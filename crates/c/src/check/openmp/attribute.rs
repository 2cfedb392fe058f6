//! Which data-sharing clauses may name one variable (section 5.4 of OpenMP 5.2).

use super::super::Checker;
use super::share::root;
use crate::ast::Ident;
use crate::openmp::{ClauseArgument, ClauseName, Directive, Item};
use crate::symbol::Symbol;

impl Checker<'_> {
    /// A variable has one data-sharing attribute in a construct; only `firstprivate` and `lastprivate` go
    /// together.
    pub(super) fn check_attributes(&mut self, d: &Directive) {
        let mut seen: Vec<(Symbol, ClauseName)> = Vec::new();
        let mut sections = Vec::new();
        for clause in &d.clauses {
            let names: Vec<Ident> = match (&clause.argument, clause.name) {
                (
                    ClauseArgument::Names(names),
                    ClauseName::Private | ClauseName::Firstprivate | ClauseName::Shared,
                )
                | (ClauseArgument::Lastprivate { names, .. }, _)
                | (ClauseArgument::Linear { names, .. }, _) => names.clone(),
                (ClauseArgument::Reduction { items, .. }, _) => {
                    let whole = items.iter().filter(|item| item.subscripts.is_empty());
                    self.check_sections(clause.name, items, &mut sections);
                    whole.filter_map(|item| root(&item.base)).collect()
                }
                _ => continue,
            };
            for name in names {
                let clashes = |(symbol, before): &(Symbol, ClauseName)| {
                    let pair = [*before, clause.name];
                    let together =
                        pair.contains(&ClauseName::Firstprivate) && pair.contains(&ClauseName::Lastprivate);
                    *symbol == name.symbol && !together
                };
                if seen.iter().any(clashes) {
                    let spelling = self.name(name.symbol).to_owned();
                    let message = format!("`{spelling}` has a data-sharing attribute already");
                    self.clause_error(name.span, &message, "name it in one clause");
                }
                seen.push((name.symbol, clause.name));
            }
        }
    }

    /// Sections of one array in reductions of a construct may overlap.
    fn check_sections(&mut self, of: ClauseName, items: &[Item], seen: &mut Vec<(Symbol, ClauseName)>) {
        let sections = items.iter().filter(|item| !item.subscripts.is_empty());
        for name in sections.filter_map(|item| root(&item.base)) {
            if seen.contains(&(name.symbol, of)) {
                let spelling = self.name(name.symbol).to_owned();
                let message = format!("a section of `{spelling}` is reduced already");
                self.clause_error(name.span, &message, "reduce one section that has both");
            }
            seen.push((name.symbol, of));
        }
    }
}
