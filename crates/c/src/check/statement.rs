//! Statements.

use std::collections::HashMap;

use raceproof_ir::Span;

use super::Checker;
use super::cleanup::Cleanup;
use super::convert::Use;
use super::types::{self, ERROR, VOID_PTR};
use crate::ast::{self, LabelKind};
use crate::hir::{self, Expr, LabelId, LocalId, Stmt, StmtKind};
use crate::lex::TokenKind;
use raceproof_source::Diagnostic;

/// Longer `else if` chains would nest the typed tree too deeply.
const MAX_ARMS: usize = 1000;

impl Checker<'_> {
    /// The items of a block, in the scope that is open.
    pub(crate) fn block_items(&mut self, items: &[ast::Stmt], out: &mut Vec<Stmt>) {
        let mark = self.label_mark();
        self.first_items(items, out);
        self.end_labels(mark);
    }

    /// How many scopes of labels there are; for [`Checker::end_labels`].
    pub(crate) fn label_mark(&self) -> usize {
        self.function
            .as_ref()
            .map_or(0, |function| function.label_scopes.len())
    }

    /// Ends the scopes of labels that were opened since the mark.
    pub(crate) fn end_labels(&mut self, mark: usize) {
        if let Some(function) = &mut self.function {
            function.label_scopes.truncate(mark);
        }
    }

    /// The first items of a block. The labels that they declare are known until the block's end.
    pub(crate) fn first_items(&mut self, items: &[ast::Stmt], out: &mut Vec<Stmt>) {
        let mut label_scope = false;
        for item in items {
            match &item.kind {
                ast::StmtKind::Declaration(declaration) if self.spawned_declaration(declaration, out) => {}
                ast::StmtKind::Declaration(declaration) => self.declare(declaration, out),
                ast::StmtKind::StaticAssert(assertion) => self.static_assert(assertion),
                ast::StmtKind::LocalLabels(names) => {
                    if !label_scope && let Some(function) = &mut self.function {
                        function.label_scopes.push(HashMap::new());
                        label_scope = true;
                    }
                    for name in names {
                        self.new_label(*name, true);
                    }
                }
                _ => {
                    let statement = self.statement(item);
                    self.flush_lengths(out);
                    out.push(statement);
                }
            }
        }
    }

    fn block(&mut self, items: &[ast::Stmt]) -> Vec<Stmt> {
        self.scopes.push();
        let mark = self.cleanup_mark();
        let mut out = Vec::new();
        self.block_items(items, &mut out);
        self.end_cleanups(mark, &mut out);
        self.scopes.pop();
        out
    }

    /// A statement that is the body of another one: a scope of its own.
    fn body(&mut self, statement: &ast::Stmt) -> Box<Stmt> {
        self.scopes.push();
        let body = self.statement(statement);
        self.scopes.pop();
        Box::new(body)
    }

    fn loop_body(&mut self, statement: &ast::Stmt) -> Box<Stmt> {
        let mark = self.cleanup_mark();
        if let Some(function) = &mut self.function {
            function.cilk.break_marks.push(mark);
            function.cilk.continue_marks.push(mark);
        }
        let body = self.body(statement);
        if let Some(function) = &mut self.function {
            function.cilk.break_marks.pop();
            function.cilk.continue_marks.pop();
        }
        body
    }

    /// Checks a statement.
    pub(crate) fn statement(&mut self, statement: &ast::Stmt) -> Stmt {
        // Selections and loops are scopes: what a condition declares ends with the statement.
        let scope = matches!(
            statement.kind,
            ast::StmtKind::If { .. }
                | ast::StmtKind::Switch { .. }
                | ast::StmtKind::While { .. }
                | ast::StmtKind::DoWhile { .. }
        );
        if scope {
            self.scopes.push();
        }
        let checked = self.statement_here(statement);
        if scope {
            self.scopes.pop();
        }
        checked
    }

    fn statement_here(&mut self, statement: &ast::Stmt) -> Stmt {
        let span = statement.span;
        if let Some(statement) = self.cilk(statement) {
            return statement;
        }
        let kind = match &statement.kind {
            ast::StmtKind::Empty => StmtKind::Empty,
            ast::StmtKind::Unclear(text) => StmtKind::Gap { text: text.clone() },
            ast::StmtKind::Expr(expr) => StmtKind::Expr(self.rvalue(expr)),
            ast::StmtKind::Declaration(_)
            | ast::StmtKind::StaticAssert(_)
            | ast::StmtKind::LocalLabels(_) => {
                let mut out = Vec::new();
                self.block_items(std::slice::from_ref(statement), &mut out);
                StmtKind::Block(out)
            }
            ast::StmtKind::Block(block) => StmtKind::Block(self.block(&block.items)),
            ast::StmtKind::Labeled { labels, body } => return self.labeled(labels, body.as_deref(), span),
            ast::StmtKind::If { arms, otherwise } => return self.if_chain(arms, otherwise.as_deref(), span),
            ast::StmtKind::Switch { value, body } => self.switch(value, body, span),
            ast::StmtKind::While { condition, body } => StmtKind::While {
                cond: self.condition(condition),
                body: self.loop_body(body),
            },
            ast::StmtKind::DoWhile { body, condition } => StmtKind::DoWhile {
                body: self.loop_body(body),
                cond: self.condition(condition),
            },
            ast::StmtKind::For(parts) => self.for_loop(parts, span),
            ast::StmtKind::Goto(name) => {
                let calls = self.left_by_goto(span);
                match self.use_label(*name) {
                    Some(label) => StmtKind::Goto { label, calls },
                    None => StmtKind::Empty,
                }
            }
            ast::StmtKind::GotoAddress(expr) => {
                let value = self.rvalue(expr);
                let value = self.assign_convert(value, VOID_PTR, Use::Assign);
                StmtKind::GotoPointer(value)
            }
            ast::StmtKind::Continue => {
                let mark = self.function.as_ref().and_then(|f| f.cilk.continue_marks.last());
                match mark.copied() {
                    Some(mark) => self.leave(mark, StmtKind::Continue, span),
                    None => {
                        self.jump_error(span, "continue", "outside of a loop");
                        StmtKind::Empty
                    }
                }
            }
            ast::StmtKind::Break => {
                let mark = self.function.as_ref().and_then(|f| f.cilk.break_marks.last());
                match mark.copied() {
                    Some(mark) => self.leave(mark, StmtKind::Break, span),
                    None => {
                        self.jump_error(span, "break", "outside of a loop or `switch`");
                        StmtKind::Empty
                    }
                }
            }
            ast::StmtKind::Return(value) => self.return_statement(value.as_deref(), span),
            ast::StmtKind::Asm(asm) => self.asm(asm, span),
            ast::StmtKind::Pragma(pragma) => {
                self.ignored_pragma(pragma);
                StmtKind::Empty
            }
            ast::StmtKind::OpenMp { directive, body } => {
                return self.open_mp(directive, body.as_deref(), span);
            }
            ast::StmtKind::CilkSync | ast::StmtKind::CilkFor(_) | ast::StmtKind::CilkScope(_) => {
                StmtKind::Empty
            }
        };
        Stmt { kind, span }
    }

    /// The calls at the ends of the scopes that a `goto` may leave. All labels are in the scope of the frame
    /// of the function itself.
    fn left_by_goto(&mut self, span: Span) -> Vec<(LocalId, Expr)> {
        let Some(function) = &self.function else {
            return Vec::new();
        };
        let around = function.cilk.frames.first().map(|(local, _)| *local);
        let frame = function.cilk.frames.last().map(|(local, _)| *local);
        let of_frame = |cleanup: &&Cleanup| Some(cleanup.local) == around;
        let left: Vec<Cleanup> = function.cleanups.iter().skip_while(of_frame).copied().collect();
        if left.iter().any(|cleanup| Some(cleanup.local) == frame) {
            self.error(span, "`goto` in a `cilk_scope` or `cilk_for` is not supported");
            return Vec::new();
        }
        let call = |cleanup: Cleanup| (cleanup.local, self.cleanup_call(cleanup));
        left.into_iter().rev().map(call).collect()
    }

    /// A jump to nowhere, or out of a structured block.
    fn jump_error(&mut self, span: Span, which: &str, otherwise: &str) {
        match &self.function {
            Some(function) if let Some(block) = function.blocks.last() => {
                let construct = function.construct_of(*block);
                self.error(span, format!("`{which}` may not leave {construct}"));
            }
            _ => self.error(span, format!("`{which}` {otherwise}")),
        }
    }

    fn if_chain(&mut self, arms: &[ast::IfArm], otherwise: Option<&ast::Stmt>, span: Span) -> Stmt {
        if arms.len() > MAX_ARMS {
            self.report(
                Diagnostic::error(span, format!("this `if` has more than {MAX_ARMS} arms"))
                    .help("use a `switch` or a table"),
            );
            return Stmt {
                kind: StmtKind::Empty,
                span,
            };
        }
        let checked: Vec<(Expr, Box<Stmt>, Span)> = arms
            .iter()
            .map(|arm| {
                let cond = self.condition(&arm.condition);
                (cond, self.body(&arm.body), arm.span)
            })
            .collect();
        let mut rest = otherwise.map(|statement| self.body(statement));
        for (cond, then, span) in checked.into_iter().rev() {
            rest = Some(Box::new(Stmt {
                kind: StmtKind::If {
                    cond,
                    then,
                    otherwise: rest,
                },
                span,
            }));
        }
        match rest {
            Some(statement) => *statement,
            None => Stmt {
                kind: StmtKind::Empty,
                span,
            },
        }
    }

    fn for_loop(&mut self, parts: &ast::ForLoop, span: Span) -> StmtKind {
        self.scopes.push();
        let mark = self.cleanup_mark();
        let mut init = Vec::new();
        if let Some(first) = &parts.init {
            self.block_items(std::slice::from_ref(first), &mut init);
        }
        let cond = parts.condition.as_ref().map(|expr| self.condition(expr));
        let step = parts.step.as_ref().map(|expr| self.rvalue(expr));
        let body = self.loop_body(&parts.body);
        let mut after = Vec::new();
        self.end_cleanups(mark, &mut after);
        self.scopes.pop();
        if after.is_empty() {
            return StmtKind::For {
                init,
                cond,
                step,
                body,
            };
        }
        // What the calls at the end take must live till then.
        let mut around = std::mem::take(&mut init);
        let kind = StmtKind::For {
            init,
            cond,
            step,
            body,
        };
        around.push(Stmt { kind, span });
        around.append(&mut after);
        StmtKind::Block(around)
    }

    fn return_statement(&mut self, value: Option<&ast::Expr>, span: Span) -> StmtKind {
        let result = self.function.as_ref().map_or(ERROR, |f| f.result);
        if self.function.as_ref().is_some_and(|f| !f.blocks.is_empty()) {
            self.jump_error(span, "return", "");
        }
        match value {
            None => {
                if result != types::VOID && result != ERROR {
                    self.warning(span, "`return` without a value in a function that has a result");
                }
                self.leave_function(None, span)
            }
            Some(expr) => {
                let value = self.rvalue(expr);
                if result == types::VOID {
                    if value.ty != types::VOID && value.ty != ERROR {
                        self.warning(
                            expr.span,
                            "`return` with a value in a function that has no result",
                        );
                    }
                    let value = self.discard(value);
                    return self.leave_function(Some(value), span);
                }
                let value = self.assign_convert(value, result, Use::Return);
                self.leave_function(Some(value), span)
            }
        }
    }

    fn labeled(&mut self, labels: &[ast::Label], body: Option<&ast::Stmt>, span: Span) -> Stmt {
        // Labels are defined before the body is checked only in the sense that the body may jump to them,
        // which needs no order; cases are numbered in the order of the text, so outer ones come first.
        let mut wrappers = Vec::with_capacity(labels.len());
        for label in labels {
            let empty = Stmt {
                kind: StmtKind::Empty,
                span: label.span,
            };
            wrappers.push(self.label(label, empty));
        }
        let mut inner = match body {
            Some(body) => self.statement(body),
            None => Stmt {
                kind: StmtKind::Empty,
                span,
            },
        };
        for mut wrapper in wrappers.into_iter().rev() {
            match &mut wrapper.kind {
                StmtKind::Case { body, .. } | StmtKind::Default { body } | StmtKind::Label { body, .. } => {
                    **body = inner;
                    inner = wrapper;
                }
                // A label in error leaves nothing.
                _ => {}
            }
        }
        inner
    }

    /// Labels around a statement that is already checked.
    pub(crate) fn labels(&mut self, labels: &[ast::Label], inner: Stmt) -> Stmt {
        let mut inner = inner;
        for label in labels.iter().rev() {
            inner = self.label(label, inner);
        }
        inner
    }

    fn label(&mut self, label: &ast::Label, body: Stmt) -> Stmt {
        match &label.kind {
            LabelKind::Name(name) => self.define_label(*name, body),
            LabelKind::Case(value) => self.case_label(value, None, label.span, body),
            LabelKind::CaseRange(first, last) => self.case_label(first, Some(last), label.span, body),
            LabelKind::Default => self.default_label(label.span, body),
        }
    }

    fn find_label(&self, name: ast::Ident) -> Option<LabelId> {
        let function = self.function.as_ref()?;
        function
            .label_scopes
            .iter()
            .rev()
            .find_map(|scope| scope.get(&name.symbol))
            .copied()
    }

    fn new_label(&mut self, name: ast::Ident, innermost: bool) -> Option<LabelId> {
        let spelling = self.name(name.symbol).to_owned();
        let function = self.function.as_mut()?;
        let id = LabelId(function.labels.len() as u32);
        function.labels.push(hir::Label {
            name: spelling,
            addressed: false,
            cleanups: Vec::new(),
            span: name.span,
        });
        function.label_state.push((false, None));
        let scope = if innermost {
            function.label_scopes.last_mut()
        } else {
            function.label_scopes.first_mut()
        };
        scope?.insert(name.symbol, id);
        Some(id)
    }

    /// The label of a `goto` or `&&`; it may be defined further below.
    pub(crate) fn use_label(&mut self, name: ast::Ident) -> Option<LabelId> {
        let id = match self.find_label(name) {
            Some(id) => id,
            None => self.new_label(name, false)?,
        };
        let function = self.function.as_mut()?;
        let block = function.blocks.last().copied().unwrap_or(0);
        function.label_blocks.push((id, block, name.span));
        let state = function.label_state.get_mut(id.0 as usize)?;
        state.1.get_or_insert(name.span);
        Some(id)
    }

    fn define_label(&mut self, name: ast::Ident, body: Stmt) -> Stmt {
        let id = match self.find_label(name) {
            Some(id) => Some(id),
            None => self.new_label(name, false),
        };
        let Some((id, function)) = id.zip(self.function.as_mut()) else {
            return body;
        };
        let (Some(state), Some(label)) = (
            function.label_state.get_mut(id.0 as usize),
            function.labels.get_mut(id.0 as usize),
        ) else {
            return body;
        };
        let previous = label.span;
        if std::mem::replace(&mut state.0, true) {
            let spelling = label.name.clone();
            self.report(
                Diagnostic::error(name.span, format!("the label `{spelling}` is defined twice"))
                    .label(previous, "first defined here"),
            );
            return body;
        }
        label.span = name.span;
        label.cleanups = function.cleanups.iter().map(|cleanup| cleanup.local).collect();
        let block = function.blocks.last().copied().unwrap_or(0);
        function.label_blocks.push((id, block, name.span));
        Stmt {
            kind: StmtKind::Label {
                label: id,
                body: Box::new(body),
            },
            span: name.span,
        }
    }

    /// The text of a pragma without `#pragma`.
    pub(super) fn pragma_text(&self, pragma: &ast::Pragma) -> String {
        let mut text = String::new();
        for token in &pragma.tokens {
            if !text.is_empty() {
                text.push(' ');
            }
            match token.kind {
                TokenKind::Ident(symbol)
                | TokenKind::Number(symbol)
                | TokenKind::Char(symbol)
                | TokenKind::String(symbol) => {
                    text.push_str(&String::from_utf8_lossy(self.interner.bytes(symbol)));
                }
                TokenKind::Punct(punct) => text.push_str(punct.text()),
                _ => {}
            }
        }
        text
    }

    pub(crate) fn ignored_pragma(&mut self, pragma: &ast::Pragma) {
        if self.options.verbose {
            let text = self.pragma_text(pragma);
            self.warning(pragma.span, format!("unknown pragma `{text}` is ignored"));
        }
    }
}
