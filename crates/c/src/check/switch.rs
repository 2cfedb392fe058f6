//! `switch` and its labels.

use std::collections::BTreeMap;

use raceproof_ir::Span;

use super::Checker;
use super::types::{ERROR, INT};
use crate::ast;
use crate::hir::{Case, Stmt, StmtKind, TypeId};
use raceproof_source::Diagnostic;

/// A switch whose body is being checked.
pub(crate) struct SwitchState {
    /// The promoted type of the value.
    ty: TypeId,
    cases: Vec<Case>,
    /// Case ranges by their first value: the last value and the place.
    ranges: BTreeMap<i128, (i128, Span)>,
    default: Option<Span>,
}

impl Checker<'_> {
    pub(crate) fn switch(&mut self, value: &ast::Expr, body: &ast::Stmt, span: Span) -> StmtKind {
        let mut value = self.rvalue(value);
        if value.ty != ERROR && !self.types.is_integer(value.ty) {
            let name = self.types.type_name(value.ty);
            self.error(value.span, format!("`switch` needs an integer, not `{name}`"));
            value = self.poison(span);
        }
        let value = self.promote(value);
        let ty = if value.ty == ERROR { INT } else { value.ty };
        let state = SwitchState {
            ty,
            cases: Vec::new(),
            ranges: BTreeMap::new(),
            default: None,
        };
        if let Some(function) = &mut self.function {
            function.switches.push(state);
            let mark = function.cleanups.len();
            function.cilk.break_marks.push(mark);
        }
        let body = self.statement(body);
        let cases = match &mut self.function {
            Some(function) => {
                function.cilk.break_marks.pop();
                function.switches.pop().map(|state| state.cases)
            }
            None => None,
        };
        StmtKind::Switch {
            value,
            cases: cases.unwrap_or_default(),
            body: Box::new(body),
        }
    }

    /// A `case` label around a statement.
    pub(crate) fn case_label(
        &mut self,
        first: &ast::Expr,
        last: Option<&ast::Expr>,
        span: Span,
        body: Stmt,
    ) -> Stmt {
        let low = self.integer_constant(first, "the value of a case");
        let high = match last {
            Some(last) => self.integer_constant(last, "the value of a case"),
            None => low,
        };
        let (Some((low, low_ty)), Some((high, _))) = (low, high) else {
            return body;
        };
        let Some(ty) = self
            .function
            .as_ref()
            .and_then(|f| f.switches.last())
            .map(|state| state.ty)
        else {
            self.error(span, "a `case` outside of a `switch`");
            return body;
        };
        if !self.types.fits(low, ty) && self.types.is_integer(low_ty) {
            let name = self.types.type_name(ty);
            self.warning(span, format!("the value {low} is not one of `{name}`"));
        }
        let (low, high) = (self.types.wrap(low, ty), self.types.wrap(high, ty));
        if low > high {
            self.warning(span, "this range of values is empty");
        }
        let clash = self
            .function
            .as_ref()
            .and_then(|f| f.switches.last())
            .and_then(|state| state.ranges.range(..=high).next_back())
            .filter(|(_, (end, _))| *end >= low && low <= high)
            .map(|(_, (_, span))| *span);
        if let Some(previous) = clash {
            self.report(
                Diagnostic::error(span, format!("the value {low} has a case already"))
                    .label(previous, "here"),
            );
            return body;
        }
        let Some(state) = self.function.as_mut().and_then(|f| f.switches.last_mut()) else {
            return body;
        };
        let index = state.cases.len();
        state.cases.push(Case { low, high });
        if low <= high {
            state.ranges.insert(low, (high, span));
        }
        Stmt {
            kind: StmtKind::Case {
                index,
                body: Box::new(body),
            },
            span,
        }
    }

    /// A `default` label around a statement.
    pub(crate) fn default_label(&mut self, span: Span, body: Stmt) -> Stmt {
        let previous = match self.function.as_mut().and_then(|f| f.switches.last_mut()) {
            Some(state) => state.default.replace(span),
            None => {
                self.error(span, "a `default` outside of a `switch`");
                return body;
            }
        };
        if let Some(previous) = previous {
            self.report(
                Diagnostic::error(span, "a second `default` in one `switch`").label(previous, "the first"),
            );
            return body;
        }
        Stmt {
            kind: StmtKind::Default { body: Box::new(body) },
            span,
        }
    }
}
