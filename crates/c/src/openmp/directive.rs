//! Directives.

use raceproof_ir::Span;

use super::{
    Association, CancelKind, Clause, ClauseArgument, ClauseName, Construct, Item, ReductionOperator,
};
use crate::ast::{DeclSpecifiers, Declarator, Expr, Ident, TypeName};
use crate::lex::Token;

/// An OpenMP directive.
#[derive(Clone, Debug)]
pub struct Directive {
    /// The `#pragma` line, from `#` on. For a section that the program does not name, its first statement.
    pub span: Span,
    /// The leaf constructs in order; at least one, and more only in combined and composite directives.
    pub constructs: Vec<Construct>,
    /// What stands after the name and is no clause.
    pub argument: DirectiveArgument,
    /// The clauses as written.
    pub clauses: Vec<Clause>,
    /// The tokens after `omp`.
    pub tokens: Vec<Token>,
}

/// What stands after the name of a directive and is no clause.
#[derive(Clone, Debug)]
pub enum DirectiveArgument {
    /// Nothing.
    None,
    /// The name of a `critical`.
    Name(Ident),
    /// The variables of `threadprivate` and `allocate`, the names of `declare target`.
    Names(Vec<Ident>),
    /// The items of `flush`.
    Items(Vec<Item>),
    /// The object of `depobj`.
    Object(Box<Expr>),
    /// The functions of `declare variant`: the one that it is a variant of, if that is not the one that
    /// follows, and the variant.
    Variant {
        /// The base function.
        base: Option<Ident>,
        /// The variant.
        name: Ident,
    },
    /// The kind of region of `cancel` and `cancellation point`.
    Cancel(CancelKind),
    /// What `declare reduction` declares.
    Reduction(Box<DeclareReduction>),
    /// What `declare mapper` declares.
    Mapper(Box<DeclareMapper>),
}

/// `declare reduction(operator : types : combiner)`; the initializer is a clause.
#[derive(Clone, Debug)]
pub struct DeclareReduction {
    /// The declared identifier; an operator for types that it does not reduce by itself.
    pub operator: ReductionOperator,
    /// Where the identifier is written.
    pub operator_span: Span,
    /// The types.
    pub types: Vec<TypeName>,
    /// Combines `omp_in` into `omp_out`.
    pub combiner: Expr,
}

/// `declare mapper(name : type variable)`; the `map` clauses are clauses.
#[derive(Clone, Debug)]
pub struct DeclareMapper {
    /// The name; none: the default mapper of the type.
    pub name: Option<Ident>,
    /// The type.
    pub specifiers: DeclSpecifiers,
    /// The variable.
    pub declarator: Declarator,
}

impl Directive {
    /// Whether one of its constructs is this one.
    pub fn is(&self, construct: Construct) -> bool {
        self.constructs.contains(&construct)
    }

    /// What belongs to the directive in the program text.
    pub fn association(&self) -> Association {
        if self.is(Construct::Ordered) && (self.has(ClauseName::Depend) || self.has(ClauseName::Doacross)) {
            return Association::Standalone;
        }
        // The innermost construct is the one that the statement follows.
        let last = self.constructs.last();
        last.map_or(Association::Standalone, |construct| construct.association())
    }

    /// The clauses of this name.
    pub fn clauses(&self, name: ClauseName) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(move |clause| clause.name == name)
    }

    /// The first clause of this name.
    pub fn clause(&self, name: ClauseName) -> Option<&Clause> {
        self.clauses(name).next()
    }

    /// Whether there is a clause of this name.
    pub fn has(&self, name: ClauseName) -> bool {
        self.clause(name).is_some()
    }

    /// The expression of a clause that takes one and stands once.
    pub fn expr(&self, name: ClauseName) -> Option<&Expr> {
        match &self.clause(name)?.argument {
            ClauseArgument::Expr(value) => Some(value),
            _ => None,
        }
    }

    /// The variables of all clauses of a name that takes a plain list of them.
    pub fn names(&self, name: ClauseName) -> impl Iterator<Item = Ident> {
        self.clauses(name)
            .filter_map(|clause| match &clause.argument {
                ClauseArgument::Names(names) | ClauseArgument::Lastprivate { names, .. } => Some(names),
                _ => None,
            })
            .flatten()
            .copied()
    }

    /// The condition of the `if` clause that applies to a construct.
    pub fn condition(&self, of: Construct) -> Option<&Expr> {
        self.clauses(ClauseName::If)
            .find_map(|clause| match &clause.argument {
                ClauseArgument::If { construct, condition } if construct.is_none_or(|c| c == of) => {
                    Some(condition.as_ref())
                }
                _ => None,
            })
    }
}
