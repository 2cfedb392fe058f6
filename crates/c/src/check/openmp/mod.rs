//! OpenMP: directives become ordinary statements and calls of the runtime library in `library/openmp.c`.
//!
//! A directive is taken apart into its leaf constructs, outermost first; each takes the clauses that the
//! standard gives it (chapter 17 of OpenMP 5.2) and puts its statements around those of the next one. What a
//! name means in a construct is decided in [`share`]; what other threads run becomes a
//! [`Region`](crate::hir::Region).
//!
//! Which thread does the iterations, sections and single blocks whose mapping is open is left to the machine:
//! each is announced as a *work* with a number of its own, so that an engine can compare two works of one
//! thread.
//!
//! What is not understood is an error, or a gap where the program reaches it.

mod atomic;
mod attribute;
mod build;
mod cilk;
mod combine;
mod compare;
mod construct;
mod declare;
mod depend;
mod distribute;
mod idle;
mod iterate;
mod reduce;
mod reducer;
mod share;
mod shared_loop;
mod simd;
mod synchronise;
mod target;
mod task;
mod taskloop;
mod transfer;
mod variant;
mod work;

use raceproof_ir::Span;

use super::Checker;
use super::types::ERROR;
use crate::ast;
use crate::hir::{Stmt, StmtKind};
use crate::openmp::{ClauseArgument, ClauseName, Construct as C, Directive, ErrorSeverity, ErrorTime};
pub(crate) use cilk::Cilk;
pub(crate) use declare::Declared;
pub(crate) use share::Context;
use share::Rule;
pub(crate) use variant::Around;

/// The leaf constructs of a directive in the order in which they enclose each other. `simd` after another
/// loop construct is the business of that one: its iterations are lanes then.
fn leaves(directive: &Directive) -> Vec<C> {
    let all = &directive.constructs;
    let mut out = Vec::with_capacity(all.len());
    for (index, construct) in all.iter().enumerate() {
        let before = index.checked_sub(1).map(|i| all[i]);
        match construct {
            C::Simd if matches!(before, Some(C::For | C::Distribute | C::Taskloop)) => {}
            _ => out.push(*construct),
        }
    }
    out
}

/// Whether a clause of a data-sharing attribute takes effect at the first of these constructs, the others
/// being inside it.
fn takes(leaves: &[C], name: ClauseName) -> bool {
    let Some((first, inner)) = leaves.split_first() else {
        return false;
    };
    if !first.clauses().contains(&name) {
        return false;
    }
    let inside = |of: &[C]| inner.iter().any(|construct| of.contains(construct));
    match name {
        ClauseName::Reduction => match first {
            C::Parallel => !inside(&[C::For, C::Sections, C::Loop, C::Taskloop]),
            C::Teams => !inside(&[C::Loop]),
            _ => true,
        },
        ClauseName::Shared | ClauseName::Default => true,
        _ => !inner.iter().any(|construct| construct.clauses().contains(&name)),
    }
}

impl Checker<'_> {
    /// An OpenMP directive in a function.
    pub(crate) fn open_mp(&mut self, directive: &Directive, body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let span = if directive.span.is_known() {
            directive.span
        } else {
            span
        };
        self.check_attributes(directive);
        let leaves = leaves(directive);
        if let Some(function) = self
            .function
            .as_mut()
            .filter(|_| !self.declared.variants.is_empty())
        {
            function.around.push(Around::new(directive));
        }
        let statement = self.leaf(directive, &leaves, body, span);
        if let Some(function) = self
            .function
            .as_mut()
            .filter(|_| !self.declared.variants.is_empty())
        {
            function.around.pop();
        }
        statement
    }

    /// The statements of the first of these constructs with the others inside.
    fn leaf(&mut self, d: &Directive, leaves: &[C], body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let Some((first, inner)) = leaves.split_first() else {
            return match body {
                Some(body) => self.statement(body),
                None => self.stmt(StmtKind::Empty, span),
            };
        };
        match first {
            C::Parallel => self.parallel(d, leaves, body, span),
            C::Teams => self.teams(d, leaves, body, span),
            C::Distribute if inner.first() == Some(&C::Parallel) => {
                self.distribute_parallel(d, leaves, body, span)
            }
            C::For | C::Loop | C::Distribute => self.shared_loop(d, leaves, body, span),
            C::Simd => self.simd(d, leaves, body, span),
            C::Taskloop => self.taskloop(d, leaves, body, span),
            C::Tile | C::Unroll => self.leaf(d, inner, body, span),
            C::Sections => self.sections(d, leaves, body, span),
            C::Section => self.leaf(d, inner, body, span),
            C::Single => self.single(d, leaves, body, span),
            C::Master | C::Masked => self.masked(d, leaves, body, span),
            C::Scope => self.scope(d, leaves, body, span),
            C::Critical => self.critical(d, body, span),
            C::Atomic => self.atomic_construct(d, body, span),
            C::Ordered => self.ordered(d, body, span),
            C::Barrier => {
                self.refuse_nested("a barrier", span);
                self.barrier(span)
            }
            C::Flush => self.flush(d, span),
            C::Task => self.task(d, leaves, body, span),
            C::Taskwait => self.taskwait(d, span),
            C::Taskgroup => self.taskgroup(d, body, span),
            C::Taskyield => {
                let kind = self.sync(
                    raceproof_ir::SyncOp::ThreadYield,
                    Vec::new(),
                    super::types::VOID,
                    span,
                );
                let mut out = Vec::new();
                self.at_scheduling_point(kind, span, &mut out);
                self.block_of(out, span)
            }
            C::Target => self.target(d, leaves, body, span),
            C::TargetData => self.target_data(d, body, span),
            C::TargetEnterData | C::TargetExitData | C::TargetUpdate => self.target_transfer(d, span),
            C::Threadprivate
            | C::DeclareReduction
            | C::DeclareSimd
            | C::DeclareTarget
            | C::BeginDeclareTarget
            | C::EndDeclareTarget
            | C::Requires
            | C::Allocate
            | C::Assumes
            | C::BeginAssumes
            | C::EndAssumes
            | C::DeclareMapper
            | C::DeclareVariant => {
                self.declarative(d);
                self.stmt(StmtKind::Empty, span)
            }
            C::Nothing => self.stmt(StmtKind::Empty, span),
            C::Assume => self.leaf(d, inner, body, span),
            C::Depobj => self.depobj(d, span),
            // Nothing is cancelled unless the environment says so (OMP_CANCELLATION), and here it does not.
            C::Cancel | C::CancellationPoint => {
                let condition = self.if_clause(d, C::Cancel, span);
                let condition = self.discard(condition);
                let condition = self.run(condition);
                let caveat = self.cancels(span);
                self.stmt(StmtKind::Block(vec![condition, caveat]), span)
            }
            C::Error => self.error_directive(d, span),
            C::Dispatch | C::Interop | C::Scan => self.unsupported(d, body, span),
        }
    }

    /// `error`: a warning does nothing, at whatever time; at compilation an error is one of ours.
    fn error_directive(&mut self, d: &Directive, span: Span) -> Stmt {
        let has = |is: fn(&ClauseArgument) -> bool| d.clauses.iter().any(|clause| is(&clause.argument));
        if has(|a| matches!(a, ClauseArgument::Severity(ErrorSeverity::Warning))) {
            return self.stmt(StmtKind::Empty, span);
        }
        if has(|a| matches!(a, ClauseArgument::At(ErrorTime::Execution))) {
            return self.unsupported(d, None, span);
        }
        self.error(span, "this `error` directive ends the compilation");
        self.stmt(StmtKind::Empty, span)
    }

    /// Says so if what all threads of a team do together is closely nested inside of what they do not
    /// (section 17.1).
    fn refuse_nested(&mut self, what: &str, span: Span) {
        let contexts = self.function.as_ref().map(|f| f.contexts.iter().rev());
        let mut nearest = contexts
            .into_iter()
            .flatten()
            .take_while(|context| !matches!(context.rule, Rule::Team | Rule::Target(_)) && !context.is_cilk);
        if let Some(name) = nearest.find_map(|context| context.excludes) {
            let message = format!("{what} may not be closely nested inside of `{name}`");
            let help =
                "not all threads of the team come here: move it out, or make a `parallel` region for it";
            self.clause_error(span, &message, help);
        }
    }

    /// A construct that makes the answer unknown where the program reaches it.
    fn unsupported(&mut self, d: &Directive, body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let text = d.text(self.interner);
        let body = body.map(|body| {
            self.scopes.push();
            let body = self.statement(body);
            self.scopes.pop();
            Box::new(body)
        });
        self.stmt(StmtKind::Directive { text, body }, span)
    }

    /// A construct with an argument that makes the answer unknown.
    fn gap(&mut self, what: &str, span: Span) -> Stmt {
        let text = format!("omp: {what}");
        self.stmt(StmtKind::Directive { text, body: None }, span)
    }

    /// Says what is wrong with a clause.
    fn clause_error(&mut self, span: Span, message: &str, help: &str) {
        let error = raceproof_source::Diagnostic::error(span, message);
        self.report(match help {
            "" => error,
            _ => error.help(help),
        });
    }

    /// Whether a value could not be typed.
    fn is_poison(expr: &crate::hir::Expr) -> bool {
        expr.ty == ERROR
    }
}
