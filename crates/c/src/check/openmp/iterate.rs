//! Canonical loop nests (section 4.4 of OpenMP 5.2): which values their variables take, and how often they
//! run.

use raceproof_ir::Span;

use super::super::convert::Use;
use super::super::declarator::Place;
use super::super::scope::{Binding, Entity};
use super::super::types::{INT, LLONG, QualType};
use super::super::{Checker, Value};
use crate::ast::{self, BinaryOp as Op, Ident};
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, LocalId, Stmt, StmtKind, TypeId};
use crate::openmp::{ClauseArgument, ClauseName, Construct as C};
use crate::symbol::Symbol;

/// A flag of a relation, and where the bits of a variable stand in it; see `__raceproof_omp_count`.
const UNSIGNED: i128 = 8;
const WIDTH: u32 = 8;

/// A number that is known, or kept in a local.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    Constant(i128),
    Kept(LocalId),
}

/// One loop of a nest.
#[derive(Clone)]
pub(crate) struct Level {
    /// The variable, and its type.
    pub name: Ident,
    pub ty: QualType,
    /// The private copy that the body sees.
    pub variable: LocalId,
    /// What the name means around the loop, unless the loop declares it.
    pub outer: Option<Binding<Entity>>,
    /// The first value: a number, or a pointer that is kept.
    lower: Bound,
    /// What each iteration adds, in elements for a pointer.
    pub step: Bound,
    /// How often it runs, and the number of the current iteration.
    pub count: LocalId,
    pub number: LocalId,
    /// Where its bounds depend on a loop around it. Then `count` is how often it runs at most.
    pub skew: Option<Box<Skew>>,
}

/// Bounds that are known once the variables of the loops around have their values.
#[derive(Clone)]
pub(crate) struct Skew {
    lower: Expr,
    upper: Expr,
    relation: i128,
}

/// The parts of a loop as written.
struct Form<'s> {
    name: Ident,
    declaration: Option<&'s ast::Declaration>,
    lower: &'s ast::Expr,
    relation: i128,
    upper: &'s ast::Expr,
    /// Terms that each iteration adds, or subtracts if the flag is set; none at all: 1.
    step: Vec<(bool, Option<&'s ast::Expr>)>,
}

fn named(expr: &ast::Expr, symbol: Symbol) -> bool {
    matches!(expr.kind, ast::ExprKind::Name(name) if name == symbol)
}

/// The loop that a statement is.
fn find_loop(statement: &ast::Stmt) -> Option<&ast::ForLoop> {
    match &statement.kind {
        ast::StmtKind::For(parts) => Some(parts),
        ast::StmtKind::Block(block) => {
            let mut items = block
                .items
                .iter()
                .filter(|item| !matches!(item.kind, ast::StmtKind::Empty | ast::StmtKind::Pragma(_)));
            let first = items.next()?;
            match items.next() {
                None => find_loop(first),
                Some(_) => None,
            }
        }
        // What a transformation does to the order of iterations is no matter where they are compared.
        ast::StmtKind::OpenMp {
            directive,
            body: Some(body),
        } if directive.is(C::Unroll) || directive.is(C::Tile) => find_loop(body),
        _ => None,
    }
}

fn form(parts: &ast::ForLoop) -> Option<Form<'_>> {
    let (name, declaration, lower) = match &parts.init.as_ref()?.kind {
        ast::StmtKind::Declaration(declaration) => {
            let [item] = declaration.declarators.as_slice() else {
                return None;
            };
            let ast::InitialiserKind::Expr(lower) = &item.initialiser.as_ref()?.kind else {
                return None;
            };
            (item.declarator.name?, Some(&**declaration), &**lower)
        }
        ast::StmtKind::Expr(init) => match &init.kind {
            ast::ExprKind::Assign {
                operator: None,
                target,
                value,
                ..
            } => match target.kind {
                ast::ExprKind::Name(symbol) => {
                    let span = target.span;
                    (Ident { symbol, span }, None, &**value)
                }
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    let ast::ExprKind::Binary { first, rest } = &parts.condition.as_ref()?.kind else {
        return None;
    };
    let [tail] = rest.as_slice() else {
        return None;
    };
    let relation = match tail.operator {
        Op::Less => 0,
        Op::LessEqual => 1,
        Op::Greater => 2,
        Op::GreaterEqual => 3,
        Op::NotEqual => 4,
        _ => return None,
    };
    let (relation, upper) = if named(first, name.symbol) {
        (relation, &tail.operand)
    } else if named(&tail.operand, name.symbol) {
        ([2, 3, 0, 1, 4][relation], &**first)
    } else {
        return None;
    };
    Some(Form {
        name,
        declaration,
        lower,
        relation: relation as i128,
        upper,
        step: step(parts.step.as_ref()?, name.symbol)?,
    })
}

fn step(expr: &ast::Expr, variable: Symbol) -> Option<Vec<(bool, Option<&ast::Expr>)>> {
    match &expr.kind {
        ast::ExprKind::Step {
            increment, operand, ..
        } if named(operand, variable) => Some(vec![(!increment, None)]),
        ast::ExprKind::Assign {
            operator,
            target,
            value,
            ..
        } if named(target, variable) => match operator {
            Some(Op::Add) => Some(vec![(false, Some(value))]),
            Some(Op::Subtract) => Some(vec![(true, Some(value))]),
            Some(_) => None,
            None => {
                let ast::ExprKind::Binary { first, rest } = &value.kind else {
                    return None;
                };
                let mut terms: Vec<(bool, &ast::Expr)> = vec![(false, first)];
                for tail in rest {
                    match tail.operator {
                        Op::Add => terms.push((false, &tail.operand)),
                        Op::Subtract => terms.push((true, &tail.operand)),
                        _ => return None,
                    }
                }
                let at = terms
                    .iter()
                    .position(|(negative, term)| !negative && named(term, variable))?;
                terms.remove(at);
                Some(terms.into_iter().map(|(sign, term)| (sign, Some(term))).collect())
            }
        },
        _ => None,
    }
}

/// A loop as written under `tile` or `unroll partial`, and how many of its iterations are one of the loop
/// that is made.
pub(super) fn together(statement: &ast::Stmt) -> Option<(&ast::Stmt, &ast::Expr)> {
    let ast::StmtKind::OpenMp {
        directive,
        body: Some(body),
    } = &statement.kind
    else {
        return None;
    };
    let sizes = directive.clause(ClauseName::Sizes).map(|clause| &clause.argument);
    let size = match sizes {
        Some(ClauseArgument::Exprs(sizes)) => sizes.first()?,
        _ => directive.expr(ClauseName::Partial)?,
    };
    // Another transformation below would count its own iterations.
    (!matches!(body.kind, ast::StmtKind::OpenMp { .. })).then_some((body, size))
}

impl Checker<'_> {
    /// The loops of a nest and the body of the innermost one. Their bounds are computed in `out`; their
    /// variables are bound in the scope that is open. None after a message.
    pub(super) fn nest<'s>(
        &mut self,
        statement: Option<&'s ast::Stmt>,
        depth: usize,
        out: &mut Vec<Stmt>,
    ) -> Option<(Vec<Level>, &'s ast::Stmt)> {
        let (levels, body) = self.skewed_nest(statement, depth, out)?;
        if let Some(level) = levels.iter().find(|level| level.skew.is_some()) {
            self.clause_error(
                level.name.span,
                "the bounds of this loop depend on a loop around it, which is not supported with `collapse` here",
                "collapse fewer loops",
            );
            return None;
        }
        Some((levels, body))
    }

    /// Likewise; the bounds of a loop may depend on loops around it.
    pub(super) fn skewed_nest<'s>(
        &mut self,
        statement: Option<&'s ast::Stmt>,
        depth: usize,
        out: &mut Vec<Stmt>,
    ) -> Option<(Vec<Level>, &'s ast::Stmt)> {
        let mut statement = statement?;
        // The iterations of the loop that is made have several of those written, which stay together.
        if let ast::StmtKind::OpenMp { directive, .. } = &statement.kind
            && (directive.has(ClauseName::Partial) || directive.has(ClauseName::Sizes))
        {
            out.push(self.gap(
                "this directive on a loop that is tiled or unrolled in part",
                directive.span,
            ));
        }
        let mut levels: Vec<Level> = Vec::with_capacity(depth);
        for _ in 0..depth {
            let Some(parts) = find_loop(statement) else {
                self.clause_error(statement.span, "a `for` loop is needed here", "");
                return None;
            };
            let Some(form) = form(parts) else {
                self.clause_error(
                    statement.span,
                    "this loop has not the form that OpenMP asks for",
                    "write it as `for (i = a; i < b; i += c)`",
                );
                return None;
            };
            let level = self.level(&form, &levels, out)?;
            levels.push(level);
            statement = &parts.body;
        }
        Some((levels, statement))
    }

    /// Long because each rule of the canonical form of a loop has its own error.
    fn level(&mut self, form: &Form<'_>, around: &[Level], out: &mut Vec<Stmt>) -> Option<Level> {
        let name = form.name;
        let span = name.span;
        let (ty, outer) = match form.declaration {
            Some(declaration) => {
                self.refuse_reducer(&declaration.specifiers);
                let base = self.specifiers(&declaration.specifiers, false).ty;
                let declarator = &declaration.declarators.first()?.declarator;
                (self.declarator(base, declarator, Place::Object), None)
            }
            None => {
                let Some(binding) = self.scopes.find(name.symbol).copied() else {
                    self.undeclared(name.symbol, span);
                    return None;
                };
                let ty = match binding.what {
                    Entity::Local(_, ty) => ty,
                    Entity::Global(id) => self.global_type(id),
                    Entity::Error => return None,
                    _ => {
                        self.error(span, "a loop needs a variable");
                        return None;
                    }
                };
                (ty, Some(binding))
            }
        };
        let is_pointer = self.types.is_pointer(ty.ty);
        if !is_pointer && !self.types.is_integer(ty.ty) {
            let of = self.types.type_name(ty.ty);
            self.error(
                span,
                format!("a loop variable must be an integer or pointer, not `{of}`"),
            );
            return None;
        }
        let lower = self.rvalue(form.lower);
        let lower = self.assign_convert(lower, ty.ty, Use::Initialise);
        let upper = self.rvalue(form.upper);
        let step = self.loop_step(form, span);
        if [&lower, &upper, &step].iter().any(|e| Self::is_poison(e)) {
            return None;
        }
        let uses_outer = around.iter().any(|level| {
            let variable = level.variable;
            Self::mentions(&lower, variable) || Self::mentions(&upper, variable)
        });
        if uses_outer && is_pointer {
            self.clause_error(
                span,
                "the bounds of this loop depend on a loop around it, which is not supported here with `collapse`",
                "use an integer variable, or collapse fewer loops",
            );
            return None;
        }
        let step = self.bound(step, out);
        let mut skew = None;
        let (relation, upper) = match is_pointer {
            true => (form.relation, upper),
            false => self.loop_relation(form.relation, ty.ty, upper, out),
        };
        let (lower, count) = if uses_outer {
            let lower = self.cast(lower, LLONG);
            let bounds = Skew {
                lower,
                upper,
                relation,
            };
            let first = self.temporary(LLONG, span);
            let most = self.most(&bounds, first, step, around, span, out);
            skew = Some(Box::new(bounds));
            (Bound::Kept(first), self.get(most, LLONG, span))
        } else if is_pointer {
            let lower = Bound::Kept(self.keep(lower, out));
            let upper = self.assign_convert(upper, ty.ty, Use::Assign);
            let start = self.bound_value(lower, span);
            let length = Expr {
                kind: ExprKind::PtrDiff(Box::new(upper), Box::new(start)),
                ty: self.types.ptrdiff_t(),
                span,
            };
            let zero = self.wide(0, span);
            (lower, self.loop_count(zero, length, step, relation, span))
        } else {
            let lower = self.cast(lower, LLONG);
            let lower = self.bound(lower, out);
            let start = self.bound_value(lower, span);
            (lower, self.loop_count(start, upper, step, relation, span))
        };
        let count = self.keep(count, out);
        let spelling = self.name(name.symbol).to_owned();
        let variable = self.add_local(spelling, ty.ty, ty.align, span);
        self.scopes.bind(name.symbol, span, Entity::Local(variable, ty));
        Some(Level {
            name,
            ty,
            variable,
            outer,
            lower,
            step,
            count,
            number: self.temporary(LLONG, span),
            skew,
        })
    }

    /// How often a loop runs at most, whatever values the variables of the loops around it have: the program
    /// tries them all.
    fn most(
        &mut self,
        skew: &Skew,
        first: LocalId,
        step: Bound,
        around: &[Level],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> LocalId {
        let zero = self.wide(0, span);
        let most = self.keep(zero, out);
        let mut inside = Vec::new();
        let count = self.skewed_count(skew, first, step, span, &mut inside);
        let (a, b) = (self.get(count, LLONG, span), self.get(most, LLONG, span));
        let is_more = self.compare(CompareOp::Gt, a, b, span);
        let value = self.get(count, LLONG, span);
        let set = self.set(most, LLONG, value, span);
        let set = self.run(set);
        inside.push(self.when(is_more, vec![set], span));
        for level in around.iter().rev() {
            let mut body = Vec::new();
            self.begin_level(level, span, &mut body);
            body.append(&mut inside);
            let bounds = (self.wide(0, span), self.get(level.count, LLONG, span));
            inside = vec![self.count_up(level.number, bounds, None, body, span)];
        }
        out.append(&mut inside);
        most
    }

    /// How often a loop runs now; its first value is kept.
    fn skewed_count(
        &mut self,
        skew: &Skew,
        first: LocalId,
        step: Bound,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> LocalId {
        let set = self.set(first, LLONG, skew.lower.clone(), span);
        out.push(self.run(set));
        let start = self.get(first, LLONG, span);
        let count = self.loop_count(start, skew.upper.clone(), step, skew.relation, span);
        self.keep(count, out)
    }

    /// Gives a variable its value by the number of the iteration, which is left if the loop does not run as
    /// often now.
    fn begin_level(&mut self, level: &Level, span: Span, out: &mut Vec<Stmt>) {
        if let (Some(skew), Bound::Kept(first)) = (&level.skew, level.lower) {
            let count = self.skewed_count(skew, first, level.step, span, out);
            let (number, count) = (self.get(level.number, LLONG, span), self.get(count, LLONG, span));
            let is_over = self.compare(CompareOp::Ge, number, count, span);
            let leave = self.stmt(StmtKind::Continue, span);
            out.push(self.when(is_over, vec![leave], span));
        }
        let number = self.get(level.number, LLONG, span);
        self.set_variable(level, number, out);
    }

    fn loop_step(&mut self, form: &Form<'_>, span: Span) -> Expr {
        let mut total = self.wide(0, span);
        for (negative, term) in &form.step {
            let value = match term {
                Some(term) => self.rvalue(term),
                None => self.wide(1, span),
            };
            if Self::is_poison(&value) {
                return value;
            }
            let value = self.cast(value, LLONG);
            let op = if *negative { BinaryOp::Sub } else { BinaryOp::Add };
            total = self.binary(op, total, value, span);
        }
        total
    }

    /// How the runtime compares a variable with a bound, which is converted as the comparison does it: the
    /// relation, [`UNSIGNED`] where both are numbers of 64 bits without a sign, and the bits of a variable
    /// with a sign that is compared as one without.
    fn loop_relation(
        &mut self,
        relation: i128,
        variable: TypeId,
        upper: Expr,
        out: &mut Vec<Stmt>,
    ) -> (i128, Expr) {
        let span = upper.span;
        let variable = self.types.unatomic(variable);
        let sample = self.int(0, variable, span);
        let (_, upper, common) = self.arithmetic(sample, upper);
        let (Some((width, has_sign)), Some((bits, is_signed))) =
            (self.types.integer(variable), self.types.integer(common))
        else {
            out.push(self.gap("a loop up to something that is not an integer", span));
            return (relation, upper);
        };
        if width.max(bits) > 64 {
            out.push(self.gap("a loop over integers of more than 64 bits", span));
        }
        let how = match (is_signed, has_sign) {
            (true, _) => 0,
            (false, true) => i128::from(width) << WIDTH,
            (false, false) if bits == 64 => UNSIGNED,
            (false, false) => 0,
        };
        (relation | how, upper)
    }

    fn loop_count(&mut self, from: Expr, to: Expr, step: Bound, relation: i128, span: Span) -> Expr {
        let step = self.bound_value(step, span);
        let relation = self.int(relation, INT, span);
        let args = vec![from, to, step, relation];
        self.runtime("__raceproof_omp_count", "LLLLi", args, span)
    }

    fn bound(&mut self, value: Expr, out: &mut Vec<Stmt>) -> Bound {
        match self.evaluate_int(&value) {
            Some(number) => Bound::Constant(number),
            None => Bound::Kept(self.keep(value, out)),
        }
    }

    pub(super) fn bound_value(&mut self, bound: Bound, span: Span) -> Expr {
        match bound {
            Bound::Constant(number) => self.wide(number, span),
            Bound::Kept(local) => self.local_value(local, span),
        }
    }

    /// The value of a loop variable in the iteration with this number.
    pub(super) fn loop_value(&mut self, level: &Level, number: Expr) -> Expr {
        let span = level.name.span;
        let step = self.bound_value(level.step, span);
        let offset = self.times(number, step, span);
        let lower = self.bound_value(level.lower, span);
        if self.types.is_pointer(level.ty.ty) {
            return Expr {
                kind: ExprKind::PtrAdd {
                    pointer: Box::new(lower),
                    index: Box::new(offset),
                    subtract: false,
                },
                ty: level.ty.ty,
                span,
            };
        }
        let value = self.plus(lower, offset, span);
        let ty = self.types.unatomic(level.ty.ty);
        self.cast(value, ty)
    }

    /// The number of iterations of a nest.
    pub(super) fn total(&mut self, levels: &[Level], span: Span) -> Expr {
        let mut counts = levels.iter().map(|level| level.count);
        let Some(first) = counts.next() else {
            return self.wide(1, span);
        };
        let mut total = self.get(first, LLONG, span);
        for count in counts {
            let count = self.get(count, LLONG, span);
            total = self.runtime("__raceproof_omp_total", "LLL", vec![total, count], span);
        }
        total
    }

    /// Gives the variables of a nest their values in the iteration with this number.
    pub(super) fn set_variables(
        &mut self,
        levels: &[Level],
        index: LocalId,
        needs_numbers: bool,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let [level] = levels else {
            let rest = self.get(index, LLONG, span);
            let mut rest = self.keep(rest, out);
            for level in levels.iter().rev() {
                let count = self.get(level.count, LLONG, span);
                let number = self.get(rest, LLONG, span);
                let number = self.binary(BinaryOp::Rem, number, count, span);
                let set = self.set(level.number, LLONG, number, span);
                out.push(self.run(set));
                let count = self.get(level.count, LLONG, span);
                let number = self.get(rest, LLONG, span);
                let next = self.binary(BinaryOp::Div, number, count, span);
                rest = self.keep(next, out);
            }
            for level in levels {
                self.begin_level(level, span, out);
            }
            return;
        };
        let number = self.get(index, LLONG, span);
        let set = self.set(level.number, LLONG, number, span);
        // Nobody else needs the number of the only loop, but `ordered` may.
        if needs_numbers {
            out.push(self.run(set));
        }
        let number = self.get(index, LLONG, span);
        self.set_variable(level, number, out);
    }

    fn set_variable(&mut self, level: &Level, number: Expr, out: &mut Vec<Stmt>) {
        let value = self.loop_value(level, number);
        out.push(self.declared(level.variable, Some(value), level.name.span));
    }

    /// Gives the variables around a loop the values that they have after it.
    pub(super) fn end_variables(
        &mut self,
        levels: &[Level],
        only: &dyn Fn(Symbol) -> bool,
        out: &mut Vec<Stmt>,
    ) {
        for level in levels {
            let Some(outer) = level.outer.filter(|_| only(level.name.symbol)) else {
                continue;
            };
            let span = level.name.span;
            let count = self.get(level.count, LLONG, span);
            let value = self.loop_value(level, count);
            let outer = self.resolve_sharing(level.name.symbol, outer, span);
            let place = self.entity_place(outer.what, span);
            out.push(self.store_place(place, value, span));
        }
    }

    /// A constant argument of a clause such as `collapse`.
    pub(super) fn constant_clause(&mut self, expr: Option<&ast::Expr>, what: &str) -> usize {
        let Some(expr) = expr else {
            return 1;
        };
        match self.integer_constant(expr, what) {
            Some((value, _)) if (1..=64).contains(&value) => value as usize,
            Some(_) => {
                self.error(expr.span, format!("{what} must be at least 1 and not large"));
                1
            }
            None => 1,
        }
    }

    /// Checks the body of a loop: `continue` goes to the next iteration.
    pub(super) fn iteration(&mut self, body: &ast::Stmt) -> Stmt {
        let mark = self.cleanup_mark();
        if let Some(function) = &mut self.function {
            function.cilk.continue_marks.push(mark);
        }
        self.scopes.push();
        let checked = self.statement(body);
        self.scopes.pop();
        if let Some(function) = &mut self.function {
            function.cilk.continue_marks.pop();
        }
        checked
    }

    /// The value of a place.
    pub(super) fn read(&mut self, place: Expr) -> Expr {
        self.decay(Value::plain(place))
    }
}
