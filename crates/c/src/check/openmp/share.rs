//! What a name means in a construct: the data-sharing attributes (section 5.1 of OpenMP 5.2).
//!
//! A construct that makes a variable private opens a scope in which the name means a new local. What no
//! clause names is decided when the name is met: the constructs around are asked from the outermost in, and
//! one that makes it private then binds the name in its own scope, so that the question comes up once.

use raceproof_ir::{Construct, Span};

use super::super::scope::{Binding, Entity};
use super::super::types::{ERROR, QualType, VOID_PTR};
use super::super::{Checker, Value};
use super::iterate::Level;
use super::takes;
use super::target::Copies;
use super::task::{TASK, TASK_BLOCK};
use crate::ast::{self, Ident};
use crate::hir::{Expr, ExprKind, LocalId, Region, Stmt, StmtKind};
use crate::openmp::{ClauseArgument, ClauseName, Construct as C, DefaultKind, Directive, Item};
use crate::symbol::Symbol;
use raceproof_source::Diagnostic;

/// What a construct does with names that none of its clauses names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    /// They mean what they mean outside.
    Same,
    /// `parallel`, `teams`: shared unless `default` says otherwise.
    Team,
    /// `task`, `taskloop`: shared if all threads of the team share them, else firstprivate.
    Task,
    /// `target`: some are firstprivate.
    Target(Copies),
}

/// A construct whose body is being checked.
pub(crate) struct Context {
    pub rule: Rule,
    /// Whether the body becomes a function.
    pub is_region: bool,
    /// Whether it is the body of a `cilk_for` and not of an OpenMP construct.
    pub is_cilk: bool,
    /// Whether its iterations run side by side in one thread, so that what they share must be in memory.
    pub has_lanes: bool,
    /// The first local inside.
    pub first: u32,
    /// Locals that belong to a construct around although they were made later.
    pub foreign: Vec<LocalId>,
    /// The scope of its private names.
    pub depth: u32,
    pub default: Option<DefaultKind>,
    /// Names that a clause of the directive names.
    pub listed: Vec<Symbol>,
    /// Names that a clause makes firstprivate, in a `target`.
    pub copied: Vec<Symbol>,
    /// The same of those that are pointers; others count as listed.
    pub leading: Vec<Symbol>,
    /// Whether a `target` maps what no clause names.
    pub maps_unnamed: bool,
    /// Values copied into the region.
    pub by_value: Vec<(LocalId, LocalId)>,
    /// Statements before the region, and at its beginning.
    pub before: Vec<Stmt>,
    pub prologue: Vec<Stmt>,
    /// The loop that `ordered` belongs to.
    pub ordered: Option<super::work::OrderedLoop>,
    /// Variables of reductions in which tasks inside take part: the copy of a task and what it is combined
    /// with, or the original.
    pub reduced: Vec<(LocalId, Option<Entity>)>,
    /// The chunk that the region inside of a `distribute` shares.
    pub chunk: Option<super::distribute::Chunk>,
    /// What it is called, if not all threads of the team come to it at once, so that none of what they do
    /// together may be in it.
    pub excludes: Option<&'static str>,
}

impl Context {
    pub fn new(rule: Rule, is_region: bool) -> Context {
        Context {
            rule,
            is_region,
            is_cilk: false,
            has_lanes: false,
            first: 0,
            foreign: Vec::new(),
            depth: 0,
            default: None,
            listed: Vec::new(),
            copied: Vec::new(),
            leading: Vec::new(),
            maps_unnamed: false,
            by_value: Vec::new(),
            before: Vec::new(),
            prologue: Vec::new(),
            ordered: None,
            reduced: Vec::new(),
            chunk: None,
            excludes: None,
        }
    }

    /// The same for a construct of this name that not all threads of the team come to at once.
    pub fn excluding(self, name: &'static str) -> Context {
        Context {
            excludes: Some(name),
            ..self
        }
    }
}

/// A variable and its private copy.
#[derive(Clone)]
pub(crate) struct Private {
    pub name: Ident,
    /// What the name means around the construct.
    pub outer: Entity,
    pub inner: LocalId,
    pub ty: QualType,
}

/// The name at the root of a list item.
pub(super) fn root(expr: &ast::Expr) -> Option<Ident> {
    match &expr.kind {
        ast::ExprKind::Name(symbol) => Some(Ident {
            symbol: *symbol,
            span: expr.span,
        }),
        ast::ExprKind::Index { base, .. } | ast::ExprKind::Member { base, .. } => root(base),
        ast::ExprKind::Unary { operand, .. } => root(operand),
        _ => None,
    }
}

/// All names that the clauses of a directive give an attribute.
fn listed(directive: &Directive) -> Vec<Symbol> {
    let mut out = Vec::new();
    let items = |items: &[Item], out: &mut Vec<Symbol>| {
        out.extend(
            items
                .iter()
                .filter_map(|item| root(&item.base))
                .map(|name| name.symbol),
        );
    };
    for clause in &directive.clauses {
        match (&clause.argument, clause.name) {
            (ClauseArgument::Names(names) | ClauseArgument::Lastprivate { names, .. }, _)
            | (ClauseArgument::Linear { names, .. }, _) => {
                out.extend(names.iter().map(|name| name.symbol));
            }
            (ClauseArgument::Reduction { items: list, .. } | ClauseArgument::Map { items: list, .. }, _)
            | (ClauseArgument::Items(list), ClauseName::UseDeviceAddr | ClauseName::HasDeviceAddr) => {
                items(list, &mut out);
            }
            _ => {}
        }
    }
    out
}

impl Checker<'_> {
    /// Checks the body of a construct in a scope of its own.
    pub(super) fn within(
        &mut self,
        mut context: Context,
        directive: Option<&Directive>,
        body: impl FnOnce(&mut Self, &mut Vec<Stmt>),
    ) -> (Vec<Stmt>, Context) {
        self.scopes.push();
        context.depth = self.scopes.depth();
        if let Some(directive) = directive {
            match context.rule {
                Rule::Target(_) => context.list_for_target(directive),
                _ => context.listed = listed(directive),
            }
            if let Some(clause) = directive.clause(ClauseName::Default)
                && let ClauseArgument::Default(kind) = clause.argument
            {
                context.default = Some(kind);
            }
        }
        let saved = self.function.as_mut().map(|function| {
            context.first = function.locals.len() as u32;
            function.next_block += 1;
            function.blocks.push(function.next_block);
            if context.is_cilk {
                function.cilk.blocks.push(function.next_block);
            }
            function.contexts.push(context);
            (
                std::mem::take(&mut function.cilk.break_marks),
                std::mem::take(&mut function.cilk.continue_marks),
                std::mem::take(&mut function.switches),
            )
        });
        let mut out = Vec::new();
        body(self, &mut out);
        let mut context = Context::new(Rule::Same, false);
        if let (Some(function), Some((breaks, continues, switches))) = (&mut self.function, saved) {
            function.cilk.break_marks = breaks;
            function.cilk.continue_marks = continues;
            function.switches = switches;
            function.blocks.pop();
            if let Some(ended) = function.contexts.pop() {
                context = ended;
            }
        }
        self.scopes.pop();
        let mut statements = std::mem::take(&mut context.prologue);
        statements.append(&mut out);
        (statements, context)
    }

    /// A block that becomes a function, and the call of the runtime with it.
    pub(super) fn region(
        &mut self,
        construct: Construct,
        runtime: (&str, &str),
        args: Vec<crate::hir::Expr>,
        checked: (Vec<Stmt>, Context),
        span: Span,
    ) -> Stmt {
        let (statements, context) = checked;
        // What a task gets outlives the block that makes the task.
        let block = match runtime == TASK {
            true => self.runtime_function(TASK_BLOCK.0, TASK_BLOCK.1),
            false => None,
        };
        let Some(runtime) = self.runtime_function(runtime.0, runtime.1) else {
            return self.stmt(StmtKind::Empty, span);
        };
        let end = self.function.as_ref().map_or(0, |f| f.locals.len() as u32);
        let body = self.block_of(statements, span);
        let region = self.stmt(
            StmtKind::Region(Box::new(Region {
                construct,
                runtime,
                block,
                args,
                inside: context.first..end,
                except: context.foreign,
                by_value: context.by_value,
                body,
            })),
            span,
        );
        let mut before = context.before;
        if before.is_empty() {
            return region;
        }
        before.push(region);
        self.block_of(before, span)
    }

    /// What a name means here, after the constructs around have had their say.
    pub(crate) fn resolve_sharing(
        &mut self,
        symbol: Symbol,
        binding: Binding<Entity>,
        span: Span,
    ) -> Binding<Entity> {
        let count = self.function.as_ref().map_or(0, |f| f.contexts.len());
        let mut binding = binding;
        for index in 0..count {
            binding = self.apply_rule(index, symbol, binding, span);
        }
        if let Entity::Local(id, _) = binding.what {
            self.mark_captured(id);
        }
        binding
    }

    /// What a task that takes part in the reduction of a variable combines its copy with. A variable that is
    /// the copy of a task around stands for the original of the group.
    pub(super) fn original(&mut self, entity: Entity) -> Entity {
        let mut found = entity;
        let contexts = self.function.iter().flat_map(|f| f.contexts.iter().rev());
        for (copy, of) in contexts.flat_map(|context| &context.reduced) {
            if !matches!(found, Entity::Local(id, _) if id == *copy) {
                continue;
            }
            match of {
                Some(of) => found = *of,
                None => break,
            }
        }
        if let Entity::Local(id, _) = found {
            self.mark_captured(id);
        }
        found
    }

    /// Says that tasks inside of the construct at hand take part in the reduction of a variable.
    pub(super) fn takes_part(&mut self, variable: LocalId, original: Option<Entity>) {
        let context = self.function.as_mut().and_then(|f| f.contexts.last_mut());
        if let Some(context) = context {
            context.reduced.push((variable, original));
        }
    }

    /// A `target` maps something that no clause names.
    fn map_unnamed(&mut self, index: usize) {
        let context = self.function.as_mut().and_then(|f| f.contexts.get_mut(index));
        if let Some(context) = context {
            context.maps_unnamed = true;
        }
    }

    /// Whether the construct at hand does.
    pub(super) fn maps_unnamed(&self) -> bool {
        let context = self.function.as_ref().and_then(|f| f.contexts.last());
        context.is_some_and(|context| context.maps_unnamed)
    }

    fn context(&self, index: usize) -> Option<&Context> {
        self.function.as_ref()?.contexts.get(index)
    }

    pub(super) fn apply_rule(
        &mut self,
        index: usize,
        symbol: Symbol,
        binding: Binding<Entity>,
        span: Span,
    ) -> Binding<Entity> {
        let Some(context) = self.context(index) else {
            return binding;
        };
        if context.rule == Rule::Same || binding.depth >= context.depth || context.listed.contains(&symbol) {
            return binding;
        }
        let (rule, default) = (context.rule, context.default);
        let is_copied = context.copied.contains(&symbol);
        let is_leading = context.leading.contains(&symbol);
        let (ty, is_local) = match binding.what {
            Entity::Local(_, ty) => (ty, true),
            Entity::Global(id) if !self.globals[id.0 as usize].thread_local => (self.global_type(id), false),
            _ => return binding,
        };
        let is_target = matches!(rule, Rule::Target(_));
        if default == Some(DefaultKind::None) && !is_target {
            if !ty.quals.constant {
                let name = self.name(symbol).to_owned();
                self.report(
                    Diagnostic::error(
                        span,
                        format!(
                            "`{name}` has no data-sharing attribute although `default(none)` asks for one"
                        ),
                    )
                    .help(format!("add `shared({name})` or `private({name})`")),
                );
                self.mark_listed(index, symbol);
            }
            return binding;
        }
        let is_open = matches!(default, Some(DefaultKind::Private | DefaultKind::Firstprivate));
        if is_open && !is_target && !is_local && binding.depth == 0 && !ty.quals.constant {
            self.must_be_listed(index, symbol, span);
            return binding;
        }
        let copies = match (rule, default) {
            (Rule::Team | Rule::Task, Some(DefaultKind::Private)) => {
                return self.late_private(index, symbol, binding, ty, false, span);
            }
            (Rule::Team | Rule::Task, Some(DefaultKind::Firstprivate)) => true,
            (Rule::Task, Some(DefaultKind::Shared)) => false,
            (Rule::Task, _) => is_local && !self.is_shared_by_team(index, binding.depth),
            (Rule::Target(_), _) if is_copied => true,
            // Variables that the device has for itself are not copied.
            (Rule::Target(_), _) if self.is_on_device(&binding.what) => false,
            (Rule::Target(copies), _) => {
                let is_copied = match self.types.is_pointer(ty.ty) {
                    true => copies.pointers || is_leading,
                    false if is_leading => false,
                    false if self.types.is_scalar(ty.ty) => copies.scalars,
                    false => copies.aggregates,
                };
                if !is_copied && !is_leading {
                    self.map_unnamed(index);
                }
                is_copied
            }
            _ => false,
        };
        match copies {
            true => self.late_private(index, symbol, binding, ty, true, span),
            false => binding,
        }
    }

    /// A name counts as listed by a construct: what is wrong with it has been said.
    fn mark_listed(&mut self, index: usize, symbol: Symbol) {
        if let Some(function) = &mut self.function
            && let Some(context) = function.contexts.get_mut(index)
        {
            context.listed.push(symbol);
        }
    }

    /// `default(private)` and `default(firstprivate)` say nothing about variables at file scope (section
    /// 5.4.1).
    fn must_be_listed(&mut self, index: usize, symbol: Symbol, span: Span) {
        let name = self.name(symbol).to_owned();
        let error = Diagnostic::error(
            span,
            format!("`{name}` must be listed in a clause, because it is declared at file scope"),
        );
        self.report(error.help(format!("add `shared({name})` or `private({name})`")));
        self.mark_listed(index, symbol);
    }

    /// Whether a device has a variable for itself, by `declare target`.
    pub(super) fn is_on_device(&self, what: &Entity) -> bool {
        match what {
            Entity::Global(id) => self.declared.on_device.contains(id),
            _ => false,
        }
    }

    /// Whether a variable bound at a scope is shared by all implicit tasks of the team around a task.
    fn is_shared_by_team(&self, task: usize, depth: u32) -> bool {
        let Some(function) = &self.function else {
            return false;
        };
        let around = function.contexts[..task].iter().rev();
        let mut teams = around.filter(|context| context.rule == Rule::Team);
        teams.next().is_some_and(|team| depth < team.depth)
    }

    /// Makes a variable private to a construct whose body is being checked already.
    pub(super) fn late_private(
        &mut self,
        index: usize,
        symbol: Symbol,
        binding: Binding<Entity>,
        ty: QualType,
        with_value: bool,
        span: Span,
    ) -> Binding<Entity> {
        let spelling = self.name(symbol).to_owned();
        let inner = self.add_local(spelling, ty.ty, ty.align, span);
        self.own(inner, index);
        let is_region = self.context(index).is_some_and(|context| context.is_region);
        let is_variable = self.types.is_vla(ty.ty);
        // A task may run when the variable is gone: it finds the values of an array of any length in memory
        // that it frees.
        let is_task = self.context(index).is_some_and(|context| match context.rule {
            Rule::Target(_) => context.is_region,
            rule => rule == Rule::Task,
        });
        let mut before = Vec::new();
        let mut prologue = Vec::new();
        let mut by_value = None;
        match binding.what {
            Entity::Local(outer, _) if with_value && is_region && !is_variable => {
                by_value = Some((outer, inner));
                self.mark_captured_outside(outer, index);
            }
            Entity::Local(outer, _) if with_value && is_task && is_variable => {
                self.mark_captured_outside(outer, index);
                let copy = self.temporary(VOID_PTR, span);
                match index.checked_sub(1) {
                    Some(around) => self.own(copy, around),
                    None => self.own_by_function(copy),
                }
                let size = Expr {
                    kind: ExprKind::SizeOfVla(ty.ty),
                    ty: self.types.size_t(),
                    span,
                };
                let memory = self.call_library("malloc", vec![size], span);
                before.push(self.declared(copy, Some(memory), span));
                let from = self.entity_place(binding.what, span);
                let to = self.local_value(copy, span);
                let to = self.pointed(to, ty.ty, span);
                before.push(self.copy_place(to, from, span));
                let passed = self.temporary(VOID_PTR, span);
                self.own(passed, index);
                by_value = Some((copy, passed));
                prologue.push(self.declared(inner, None, span));
                let from = self.local_value(passed, span);
                let from = self.pointed(from, ty.ty, span);
                let to = self.local_place(inner, span);
                prologue.push(self.copy_place(to, from, span));
                let memory = self.local_value(passed, span);
                let free = self.call_library("free", vec![memory], span);
                prologue.push(self.run(free));
            }
            Entity::Global(_) if with_value && is_region => {
                let copy = self.add_local(String::new(), ty.ty, 0, span);
                if let Some(around) = index.checked_sub(1) {
                    self.own(copy, around);
                } else {
                    self.own_by_function(copy);
                }
                let from = self.entity_place(binding.what, span);
                let to = self.local_place(copy, span);
                before.push(self.declared(copy, None, span));
                before.push(self.copy_place(to, from, span));
                by_value = Some((copy, inner));
            }
            entity if with_value => {
                if let Entity::Local(outer, _) = entity {
                    self.mark_captured(outer);
                }
                let from = self.entity_place(entity, span);
                let to = self.local_place(inner, span);
                prologue.push(self.declared(inner, None, span));
                prologue.push(self.copy_place(to, from, span));
            }
            _ => prologue.push(self.declared(inner, None, span)),
        }
        let mut depth = 0;
        if let Some(function) = &mut self.function
            && let Some(context) = function.contexts.get_mut(index)
        {
            context.by_value.extend(by_value);
            context.before.append(&mut before);
            context.prologue.append(&mut prologue);
            depth = context.depth;
        }
        let what = Entity::Local(inner, ty);
        self.scopes.bind_at(depth, symbol, span, what);
        Binding { what, depth, span }
    }

    /// Says that a new local belongs to a construct around the innermost ones.
    fn own(&mut self, local: LocalId, index: usize) {
        if let Some(function) = &mut self.function {
            for context in function.contexts.iter_mut().skip(index + 1) {
                context.foreign.push(local);
            }
        }
    }

    fn own_by_function(&mut self, local: LocalId) {
        if let Some(function) = &mut self.function {
            for context in &mut function.contexts {
                context.foreign.push(local);
            }
        }
    }

    /// A local that a region uses from outside needs memory.
    pub(super) fn mark_captured(&mut self, id: LocalId) {
        let count = self.function.as_ref().map_or(0, |f| f.contexts.len());
        self.mark_captured_outside(id, count);
    }

    /// Likewise, looking only at the first `count` constructs around.
    fn mark_captured_outside(&mut self, id: LocalId, count: usize) {
        let Some(function) = &mut self.function else {
            return;
        };
        let contexts = function.contexts.iter().take(count);
        let is_captured = contexts
            .filter(|context| context.is_region || context.has_lanes)
            .any(|context| id.0 < context.first || context.foreign.contains(&id));
        if is_captured && let Some(local) = function.locals.get_mut(id.0 as usize) {
            local.addressed = true;
        }
    }

    /// A new private variable for a name in the scope that is open.
    pub(super) fn private(&mut self, name: Ident, uses_outer: bool, out: &mut Vec<Stmt>) -> Option<Private> {
        let Some(binding) = self.scopes.find(name.symbol).copied() else {
            self.undeclared(name.symbol, name.span);
            return None;
        };
        let binding = match uses_outer {
            true => self.resolve_sharing(name.symbol, binding, name.span),
            false => binding,
        };
        let spelling = self.name(name.symbol).to_owned();
        let ty = match binding.what {
            Entity::Local(_, ty) => ty,
            Entity::Global(id) => {
                if self.globals[id.0 as usize].thread_local {
                    self.error(
                        name.span,
                        format!("`{spelling}` is threadprivate and cannot be private"),
                    );
                    return None;
                }
                self.global_type(id)
            }
            Entity::Error => return None,
            _ => {
                self.error(name.span, format!("`{spelling}` is not a variable"));
                return None;
            }
        };
        if ty.ty == ERROR || !self.types.is_complete(ty.ty) {
            self.error(
                name.span,
                format!("`{spelling}` has an incomplete type and cannot be private"),
            );
            return None;
        }
        let inner = self.add_local(spelling, ty.ty, ty.align, name.span);
        out.push(self.declared(inner, None, name.span));
        self.scopes.bind(name.symbol, name.span, Entity::Local(inner, ty));
        Some(Private {
            name,
            outer: binding.what,
            inner,
            ty,
        })
    }

    /// A private variable with the value of the outer one.
    pub(super) fn firstprivate(&mut self, name: Ident, out: &mut Vec<Stmt>) -> Option<Private> {
        let private = self.private(name, true, out)?;
        let from = self.entity_place(private.outer, name.span);
        let to = self.local_place(private.inner, name.span);
        out.push(self.copy_place(to, from, name.span));
        Some(private)
    }

    /// The variables of `private` and `firstprivate` where they take effect at the first of these constructs.
    /// Loop variables are private already.
    pub(super) fn privates(
        &mut self,
        d: &Directive,
        leaves: &[C],
        levels: &[Level],
        out: &mut Vec<Stmt>,
    ) -> Vec<Private> {
        let is_level = |name: &Ident| levels.iter().any(|level| level.name.symbol == name.symbol);
        let mut made = Vec::new();
        if takes(leaves, ClauseName::Private) {
            for name in d.names(ClauseName::Private).filter(|name| !is_level(name)) {
                made.extend(self.private(name, false, out));
            }
        }
        if takes(leaves, ClauseName::Firstprivate) {
            for name in d.names(ClauseName::Firstprivate).filter(|name| !is_level(name)) {
                made.extend(self.firstprivate(name, out));
            }
        }
        made
    }

    /// The variables of `lastprivate` that are no loop variables; those that are firstprivate too are private
    /// already.
    pub(super) fn lastprivates(
        &mut self,
        d: &Directive,
        leaves: &[C],
        made: &[Private],
        levels: &[Level],
        out: &mut Vec<Stmt>,
    ) -> Vec<Private> {
        let mut lasts = Vec::new();
        if !takes(leaves, ClauseName::Lastprivate) {
            return lasts;
        }
        for name in d.names(ClauseName::Lastprivate) {
            if levels.iter().any(|level| level.name.symbol == name.symbol) {
                continue;
            }
            match made.iter().find(|private| private.name.symbol == name.symbol) {
                Some(private) => lasts.push(private.clone()),
                None => lasts.extend(self.private(name, true, out)),
            }
        }
        lasts
    }

    /// Gives the outer variables the values of the private ones.
    pub(super) fn assign_lasts(&mut self, lasts: &[Private], out: &mut Vec<Stmt>) {
        for last in lasts {
            let at = last.name.span;
            let to = self.entity_place(last.outer, at);
            let from = self.local_place(last.inner, at);
            out.push(self.copy_place(to, from, at));
        }
    }

    /// `copyin`: copies of the master's threadprivate variables, before a region. No address of them is
    /// needed in it then.
    pub(super) fn copyin_sources(&mut self, d: &Directive, out: &mut Vec<Stmt>) -> Vec<(Ident, LocalId)> {
        let mut made = Vec::new();
        for name in d.names(ClauseName::Copyin) {
            let Some(Binding {
                what: Entity::Global(id),
                ..
            }) = self.scopes.find(name.symbol).copied()
            else {
                self.error(name.span, "`copyin` takes threadprivate variables");
                continue;
            };
            if !self.globals[id.0 as usize].thread_local {
                self.error(name.span, "`copyin` takes threadprivate variables");
                continue;
            }
            let place = self.global_place(id, name.span);
            let ty = self.types.unatomic(place.ty);
            let copy = self.add_local(self.name(name.symbol).to_owned(), ty, 0, name.span);
            out.push(self.declared(copy, None, name.span));
            let to = self.local_place(copy, name.span);
            out.push(self.copy_place(to, place, name.span));
            made.push((name, copy));
        }
        made
    }

    /// `copyin`: within the region.
    pub(super) fn copyin(&mut self, sources: Vec<(Ident, LocalId)>, span: Span, out: &mut Vec<Stmt>) {
        if sources.is_empty() {
            return;
        }
        let mut copies = Vec::new();
        for (name, source) in sources {
            let Some(binding) = self.scopes.find(name.symbol).copied() else {
                continue;
            };
            let to = self.entity_place(binding.what, name.span);
            let from = self.local_place(source, name.span);
            copies.push(self.copy_place(to, from, name.span));
        }
        let number = self.runtime("__raceproof_omp_number", "i", Vec::new(), span);
        let is_other = self.truth(number);
        out.push(self.when(is_other, copies, span));
        out.push(self.barrier(span));
    }

    /// The value of an integer clause argument as an `int`.
    pub(super) fn clause_int(&mut self, expr: &ast::Expr) -> crate::hir::Expr {
        let value = self.rvalue(expr);
        if !Self::is_poison(&value) && !self.types.is_arithmetic(value.ty) {
            self.error(expr.span, "an integer is needed here");
            return self.poison(expr.span);
        }
        let value = self.decay(Value::plain(value));
        self.cast(value, super::super::types::INT)
    }

    /// Whether a tree mentions a local.
    pub(super) fn mentions(expr: &crate::hir::Expr, local: LocalId) -> bool {
        matches!(expr.kind, ExprKind::Local(id) if id == local)
            || super::super::constant::children(expr)
                .into_iter()
                .any(|child| Self::mentions(child, local))
    }
}
