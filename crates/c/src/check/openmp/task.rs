//! Tasks: `task`, `taskloop`, `taskwait`, `taskgroup`.

use raceproof_ir::{Span, SyncOp};

use super::super::Checker;
use super::super::scope::Entity;
use super::super::types::{INT, LLONG, QualType, VOID, VOID_PTR};
use super::iterate::Level;
use super::share::{Context, Rule, root};
use super::takes;
use crate::ast::{self, Ident};
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, LocalId, Stmt, StmtKind};
use crate::openmp::{
    ClauseArgument, ClauseName, Construct as C, DependKind, Directive, DirectiveArgument, Item, IterVar,
    Subscript,
};

/// The runtime function of tasks.
pub(super) const TASK: (&str, &str) = ("__raceproof_omp_task", "vpplipp");

impl Checker<'_> {
    /// The flags of a task: see the runtime.
    fn task_flags(&mut self, d: &Directive, of: C, extra: i128, span: Span) -> Expr {
        let mut flags = self.int(extra, INT, span);
        if d.condition(of).is_some() {
            let condition = self.if_clause(d, of, span);
            let inline = self.not(condition, span);
            flags = self.binary(BinaryOp::Or, flags, inline, span);
        }
        if let Some(expr) = d.expr(ClauseName::Final) {
            let condition = self.condition(expr);
            let two = self.int(2, INT, span);
            let bit = self.binary(BinaryOp::Mul, condition, two, span);
            flags = self.binary(BinaryOp::Or, flags, bit, span);
        }
        flags
    }

    /// Copies the firstprivate variables of a task into its context.
    pub(super) fn task_privates(
        &mut self,
        d: &Directive,
        leaves: &[C],
        levels: &[Ident],
        out: &mut Vec<Stmt>,
    ) {
        let is_level = |name: &Ident| levels.iter().any(|level| level.symbol == name.symbol);
        if takes(leaves, ClauseName::Private) {
            for name in d.names(ClauseName::Private).filter(|name| !is_level(name)) {
                self.private(name, false, out);
            }
        }
        if takes(leaves, ClauseName::Firstprivate) {
            for name in d.names(ClauseName::Firstprivate).filter(|name| !is_level(name)) {
                self.copied_private(name, out);
            }
        }
    }

    /// A firstprivate variable whose value is taken when the task is made.
    pub(super) fn copied_private(&mut self, name: Ident, out: &mut Vec<Stmt>) {
        let Some(binding) = self.scopes.find(name.symbol).copied() else {
            self.undeclared(name.symbol, name.span);
            return;
        };
        let ty = match binding.what {
            Entity::Local(_, ty) => ty,
            Entity::Global(id) => self.global_type(id),
            Entity::Error => return,
            _ => {
                self.error(name.span, "this is not a variable");
                return;
            }
        };
        if self.types.is_vla(ty.ty) {
            self.firstprivate(name, out);
            let gap = self.gap(
                "a variable length array that is firstprivate in a task",
                name.span,
            );
            out.push(gap);
            return;
        }
        let index = self.function.as_ref().map_or(0, |f| f.contexts.len());
        let Some(index) = index.checked_sub(1) else {
            return;
        };
        let outer = self.outer_binding(index, name, binding);
        self.late_private(index, name.symbol, outer, ty, true, name.span);
    }

    /// What a name means around the construct with this index.
    fn outer_binding(
        &mut self,
        index: usize,
        name: Ident,
        binding: super::super::scope::Binding<Entity>,
    ) -> super::super::scope::Binding<Entity> {
        let mut binding = binding;
        for around in 0..index {
            binding = self.apply_rule(around, name.symbol, binding, name.span);
        }
        binding
    }

    pub(super) fn task(&mut self, d: &Directive, leaves: &[C], body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let mut before = Vec::new();
        let has_depend = d.has(ClauseName::Depend);
        let flags = self.task_flags(d, C::Task, if has_depend { 4 } else { 0 }, span);
        let flags = self.keep(flags, &mut before);
        let mutex = self.depends(d, &mut before, span);
        let event = self.detach_event(d, &mut before, span);
        let checked = self.within(Context::new(Rule::Task, true), Some(d), |s, out| {
            s.task_privates(d, leaves, &[], out);
            let reductions = s.begin_reductions(d, leaves, ClauseName::InReduction, out);
            let inner = s.leaf(d, &leaves[1..], body, span);
            out.push(inner);
            s.end_reductions(reductions, Some(0), span, out);
        });
        let flags = self.get(flags, INT, span);
        let region = self.region("task", TASK, vec![flags, mutex, event], checked, span);
        before.push(region);
        self.block_of(before, span)
    }

    /// The event that a detachable task waits for at its end, or null.
    fn detach_event(&mut self, d: &Directive, out: &mut Vec<Stmt>, span: Span) -> Expr {
        let Some(name) = d.names(ClauseName::Detach).next() else {
            return self.int(0, VOID_PTR, span);
        };
        let event = self.runtime("__raceproof_omp_event", "p", Vec::new(), span);
        let event = self.keep(event, out);
        let expr = ast::Expr {
            kind: ast::ExprKind::Name(name.symbol),
            span: name.span,
        };
        let place = self.expr(&expr).expr;
        if !Self::is_poison(&place) {
            let value = self.get(event, VOID_PTR, span);
            let value = self.cast(value, place.ty);
            out.push(self.store_place(place, value, name.span));
        }
        self.get(event, VOID_PTR, span)
    }

    /// Announces the dependences of the next task; gives the address of the mutex that its body needs, or null.
    pub(super) fn depends(&mut self, d: &Directive, out: &mut Vec<Stmt>, span: Span) -> Expr {
        let mut mutex = self.int(0, VOID_PTR, span);
        for clause in d.clauses(ClauseName::Depend) {
            let ClauseArgument::Depend {
                iterators,
                kind,
                all_memory,
                items,
            } = &clause.argument
            else {
                continue;
            };
            let code = match kind {
                DependKind::In => 0,
                DependKind::Out | DependKind::Inout => 1,
                DependKind::Mutexinoutset => 2,
                DependKind::Inoutset => 3,
                DependKind::Depobj => {
                    for item in items {
                        self.depend_on_object(item, out);
                    }
                    continue;
                }
            };
            if *all_memory {
                out.push(self.gap("depend on omp_all_memory", clause.span));
                continue;
            }
            self.scopes.push();
            let loops: Vec<Stmt> = iterators.iter().filter_map(|i| self.iterator(i)).collect();
            let mut inside = Vec::new();
            for item in items {
                let out = &mut inside;
                if let Some((address, bytes)) = self.locator(item, out) {
                    let code = self.int(code, INT, item.span);
                    let args = vec![address, bytes, code];
                    let depend = self.sync(SyncOp::TaskDepend, args, VOID, item.span);
                    out.push(self.run(depend));
                }
                if code == 2
                    && let Some(name) = root(&item.base)
                {
                    // Tasks that exclude each other hold the lock of the variable that the item is a part of.
                    let spelling = format!("mutexinoutset({})", self.name(name.symbol));
                    if let Some(address) = self.program_mutex(&spelling, item.span) {
                        mutex = address;
                    }
                }
            }
            for iterator in loops.into_iter().rev() {
                let mut iterator = iterator;
                if let StmtKind::For { body, .. } = &mut iterator.kind {
                    **body = self.block_of(std::mem::take(&mut inside), clause.span);
                }
                inside.push(iterator);
            }
            self.scopes.pop();
            out.append(&mut inside);
        }
        mutex
    }

    /// The loop of an iterator, without its body; its name is bound in the scope that is open.
    fn iterator(&mut self, iterator: &IterVar) -> Option<Stmt> {
        let span = iterator.span;
        let ty = match &iterator.ty {
            Some(declared) => {
                let base = self.specifiers(&declared.0, false).ty;
                self.declarator(base, &declared.1, super::super::declarator::Place::Object)
            }
            None => QualType::plain(INT),
        };
        if !self.types.is_integer(ty.ty) {
            self.error(span, "an iterator is an integer here");
            return None;
        }
        let number = |s: &mut Self, expr: &ast::Expr| {
            let value = s.rvalue(expr);
            s.cast(value, ty.ty)
        };
        let begin = number(self, &iterator.begin);
        let end = number(self, &iterator.end);
        let step = match &iterator.step {
            Some(step) => number(self, step),
            None => self.int(1, ty.ty, span),
        };
        if [&begin, &end, &step].iter().any(|e| Self::is_poison(e)) {
            return None;
        }
        let down = self.evaluate_int(&step).is_some_and(|step| step < 0);
        let spelling = self.name(iterator.name.symbol).to_owned();
        let local = self.add_local(spelling, ty.ty, 0, span);
        self.scopes
            .bind(iterator.name.symbol, iterator.name.span, Entity::Local(local, ty));
        let start = self.set(local, ty.ty, begin, span);
        let current = self.get(local, ty.ty, span);
        let op = if down { CompareOp::Gt } else { CompareOp::Lt };
        let cond = self.compare(op, current, end, span);
        let current = self.get(local, ty.ty, span);
        let next = self.binary(BinaryOp::Add, current, step, span);
        let next = self.set(local, ty.ty, next, span);
        let kind = StmtKind::For {
            init: vec![self.run(start)],
            cond: Some(cond),
            step: Some(next),
            body: Box::new(self.stmt(StmtKind::Empty, span)),
        };
        Some(self.stmt(kind, span))
    }

    /// The parts of an `omp_depend_t`: where, how many bytes, which kind of dependence.
    fn depend_parts(&mut self, object: Expr, span: Span) -> [Expr; 3] {
        let pointer = self.address_place(object, span);
        let part = |s: &mut Self, at: i128, ty| {
            let chars = s.cast(pointer.clone(), super::super::types::CHAR_PTR);
            let at = s.wide(at, span);
            let at = s.pointer_add(chars, at, false, span);
            s.pointed(at, ty, span)
        };
        [part(self, 0, VOID_PTR), part(self, 8, INT), part(self, 12, INT)]
    }

    fn depend_on_object(&mut self, item: &Item, out: &mut Vec<Stmt>) {
        let object = self.expr(&item.base).expr;
        if Self::is_poison(&object) {
            return;
        }
        let [address, bytes, kind] = self.depend_parts(object, item.span);
        let (address, bytes, kind) = (self.read(address), self.read(bytes), self.read(kind));
        let bytes = self.cast(bytes, LLONG);
        let depend = self.sync(SyncOp::TaskDepend, vec![address, bytes, kind], VOID, item.span);
        out.push(self.run(depend));
    }

    /// `depobj`: a dependence kept in an object.
    pub(super) fn depobj(&mut self, d: &Directive, span: Span) -> Stmt {
        let DirectiveArgument::Object(object) = &d.argument else {
            return self.unsupported(d, None, span);
        };
        let code = |kind: DependKind| match kind {
            DependKind::In => 0,
            DependKind::Mutexinoutset => 2,
            DependKind::Inoutset => 3,
            _ => 1,
        };
        let object = self.expr(object).expr;
        if Self::is_poison(&object) {
            return self.stmt(StmtKind::Empty, span);
        }
        let [at, length, kind] = self.depend_parts(object, span);
        let mut out = Vec::new();
        for clause in &d.clauses {
            match &clause.argument {
                ClauseArgument::Depend {
                    kind: wanted, items, ..
                } => {
                    let [item] = items.as_slice() else {
                        self.error(clause.span, "a dependence object has one item");
                        continue;
                    };
                    if let Some((address, bytes)) = self.locator(item, &mut out) {
                        let bytes = self.cast(bytes, INT);
                        let wanted = self.int(code(*wanted), INT, span);
                        out.push(self.store_place(at.clone(), address, span));
                        out.push(self.store_place(length.clone(), bytes, span));
                        out.push(self.store_place(kind.clone(), wanted, span));
                    }
                }
                ClauseArgument::DependUpdate(wanted) => {
                    let wanted = self.int(code(*wanted), INT, span);
                    out.push(self.store_place(kind.clone(), wanted, span));
                }
                _ => {}
            }
        }
        self.block_of(out, span)
    }

    /// Where an item is, and how many bytes it has.
    pub(super) fn locator(&mut self, item: &Item, out: &mut Vec<Stmt>) -> Option<(Expr, Expr)> {
        let span = item.span;
        if !item.shape.is_empty() {
            out.push(self.gap("a shape-operator", span));
            return None;
        }
        let base = self.expr(&item.base).expr;
        if Self::is_poison(&base) {
            return None;
        }
        let Some((first, rest)) = item.subscripts.split_first() else {
            if !self.is_place(&base) || self.is_bit_field(&base) {
                self.error(span, "this item is not an object");
                return None;
            }
            let bytes = self.size_in_bytes(base.ty, span);
            let address = self.address_place(base, span);
            let address = self.cast(address, VOID_PTR);
            return Some((address, bytes));
        };
        let (lower, length) = match first {
            Subscript::Index(index) => (Some(index), None),
            Subscript::Section { lower, length, .. } => (lower.as_ref(), length.as_ref()),
        };
        let whole = match self.types.element(base.ty) {
            Some(_) => Some(base.ty),
            None => None,
        };
        let pointer = self.read(base);
        let Some(element) = self.types.pointee(pointer.ty).map(|to| to.ty) else {
            self.error(span, "an array section needs an array or a pointer");
            return None;
        };
        let lower = match lower {
            Some(lower) => {
                let value = self.rvalue(lower);
                self.cast(value, LLONG)
            }
            None => self.wide(0, span),
        };
        let lower = self.keep(lower, out);
        let length = match (first, length) {
            (Subscript::Index(_), _) => self.wide(1, span),
            (_, Some(length)) => {
                let value = self.rvalue(length);
                self.cast(value, LLONG)
            }
            (_, None) => match whole {
                Some(array) => {
                    let bytes = self.size_in_bytes(array, span);
                    let each = self.size_in_bytes(element, span);
                    let all = self.binary(BinaryOp::Div, bytes, each, span);
                    let from = self.get(lower, LLONG, span);
                    self.binary(BinaryOp::Sub, all, from, span)
                }
                None => {
                    self.error(span, "the length of this array section is not known");
                    return None;
                }
            },
        };
        // Rows are taken whole: sections of later dimensions may only make an item smaller, and a larger one orders more; which is
        // told as a gap.
        if rest.iter().any(|subscript| !is_whole(subscript)) {
            out.push(self.gap("a section of more than one dimension", span));
        }
        let by = self.get(lower, LLONG, span);
        let address = self.pointer_add(pointer, by, false, span);
        let address = self.cast(address, VOID_PTR);
        let each = self.size_in_bytes(element, span);
        let bytes = self.binary(BinaryOp::Mul, length, each, span);
        Some((address, bytes))
    }

    fn size_in_bytes(&mut self, ty: crate::hir::TypeId, span: Span) -> Expr {
        let size = if self.types.is_vla(ty) {
            Expr {
                kind: ExprKind::SizeOfVla(ty),
                ty: self.types.size_t(),
                span,
            }
        } else {
            let size = self.types.size(ty).unwrap_or(1);
            self.size_constant(size, span)
        };
        self.cast(size, LLONG)
    }

    pub(super) fn taskwait(&mut self, d: &Directive, span: Span) -> Stmt {
        if !d.has(ClauseName::Depend) {
            let wait = self.sync(SyncOp::TaskWait, Vec::new(), VOID, span);
            return self.run(wait);
        }
        let mut out = Vec::new();
        if d.has(ClauseName::Nowait) {
            out.push(self.gap("taskwait nowait", span));
        }
        self.depends(d, &mut out, span);
        let wait = self.sync(SyncOp::TaskAwaitDepend, Vec::new(), VOID, span);
        out.push(self.run(wait));
        self.block_of(out, span)
    }

    pub(super) fn taskgroup(&mut self, d: &Directive, body: Option<&ast::Stmt>, span: Span) -> Stmt {
        let mut out = Vec::new();
        let mark = self.begin_group(span, &mut out);
        let (mut statements, _) = self.within(Context::new(Rule::Same, false), Some(d), |s, out| {
            if let Some(body) = body {
                let body = s.statement(body);
                out.push(body);
            }
        });
        out.append(&mut statements);
        self.end_group(mark, span, &mut out);
        self.block_of(out, span)
    }

    fn begin_group(&mut self, span: Span, out: &mut Vec<Stmt>) -> LocalId {
        let mark = self.sync(SyncOp::TaskMark, Vec::new(), LLONG, span);
        self.keep(mark, out)
    }

    fn end_group(&mut self, mark: LocalId, span: Span, out: &mut Vec<Stmt>) {
        let mark = self.get(mark, LLONG, span);
        let wait = self.sync(SyncOp::TaskWaitSince, vec![mark], VOID, span);
        out.push(self.run(wait));
    }

    /// How many iterations a task has at least.
    fn grain(&mut self, d: &Directive, total: LocalId, span: Span, out: &mut Vec<Stmt>) -> Option<LocalId> {
        let amount = |name| match d.clause(name).map(|clause| &clause.argument) {
            Some(ClauseArgument::Amount { value, .. }) => Some(value),
            _ => None,
        };
        let grain = match (amount(ClauseName::Grainsize), amount(ClauseName::NumTasks)) {
            (Some(size), _) => {
                let value = self.rvalue(size);
                self.cast(value, LLONG)
            }
            (None, Some(count)) => {
                let value = self.rvalue(count);
                let value = self.cast(value, LLONG);
                let all = self.get(total, LLONG, span);
                self.binary(BinaryOp::Div, all, value, span)
            }
            (None, None) => return None,
        };
        if Self::is_poison(&grain) {
            return None;
        }
        let grain = self.keep(grain, out);
        let value = self.get(grain, LLONG, span);
        let one = self.wide(1, span);
        let is_small = self.compare(CompareOp::Lt, value, one, span);
        let one = self.wide(1, span);
        let set = self.set(grain, LLONG, one, span);
        let set = self.run(set);
        out.push(self.when(is_small, vec![set], span));
        Some(grain)
    }

    /// Tasks for the iterations of a loop: as many as the team has threads, which share the iterations as works, because how many
    /// tasks there are and which iterations they do is open.
    pub(super) fn taskloop(
        &mut self,
        d: &Directive,
        leaves: &[C],
        body: Option<&ast::Stmt>,
        span: Span,
    ) -> Stmt {
        let depth = self.constant_clause(d.expr(ClauseName::Collapse), "the argument of `collapse`");
        let flags = self.task_flags(d, C::Taskloop, 0, span);
        let (statements, _) = self.within(Context::new(Rule::Same, false), None, |s, out| {
            let flags = s.keep(flags, out);
            let Some((levels, inner)) = s.nest(body, depth, out) else {
                return;
            };
            let total = s.total(&levels, span);
            let total = s.keep(total, out);
            let grain = s.grain(d, total, span, out);
            let works = match grain {
                Some(grain) => {
                    // The last task has what is left, too.
                    let (all, size) = (s.get(total, LLONG, span), s.get(grain, LLONG, span));
                    let count = s.binary(BinaryOp::Div, all, size, span);
                    let count = s.keep(count, out);
                    let none = s.get(count, LLONG, span);
                    let none = s.not(none, span);
                    let any = s.get(total, LLONG, span);
                    let any = s.truth(any);
                    let cond = s.logical(true, none, any, span);
                    let one = s.wide(1, span);
                    let set = s.set(count, LLONG, one, span);
                    let set = s.run(set);
                    out.push(s.when(cond, vec![set], span));
                    count
                }
                None => total,
            };
            let construct = s.runtime("__raceproof_omp_next_lanes", "L", Vec::new(), span);
            let construct = s.keep(construct, out);
            let zero = s.int(0, INT, span);
            let workers = s.runtime("__raceproof_omp_workers", "pi", vec![zero], span);
            let workers = s.keep(workers, out);
            let size = s.runtime("__raceproof_omp_size", "i", Vec::new(), span);
            let size = s.keep(size, out);
            let task = s.temporary(INT, span);
            let group = match d.has(ClauseName::Nogroup) {
                true => None,
                false => Some(s.begin_group(span, out)),
            };
            let loops = TaskLoop {
                levels,
                total,
                grain,
                works,
                construct,
                workers,
                size,
                task,
            };
            let checked = s.within(Context::new(Rule::Task, true), Some(d), |s, out| {
                s.taskloop_body(d, leaves, &loops, inner, span, out);
            });
            let flags = s.get(flags, INT, span);
            let mutex = s.int(0, VOID_PTR, span);
            let event = s.int(0, VOID_PTR, span);
            let region = s.region("task", TASK, vec![flags, mutex, event], checked, span);
            let bounds = (s.int(0, INT, span), s.get(size, INT, span));
            out.push(s.count_up(task, bounds, None, vec![region], span));
            if let Some(group) = group {
                s.end_group(group, span, out);
            }
        });
        self.block_of(statements, span)
    }

    /// What one of the tasks does.
    fn taskloop_body(
        &mut self,
        d: &Directive,
        leaves: &[C],
        loops: &TaskLoop,
        body: &ast::Stmt,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let names: Vec<Ident> = loops.levels.iter().map(|level| level.name).collect();
        let is_level = |name: &Ident| names.iter().any(|level| level.symbol == name.symbol);
        let copies: Vec<Ident> = d
            .names(ClauseName::Firstprivate)
            .filter(|name| takes(leaves, ClauseName::Firstprivate) && !is_level(name))
            .collect();
        for &name in &copies {
            self.copied_private(name, out);
        }
        let mut reductions = self.begin_reductions(d, leaves, ClauseName::Reduction, out);
        reductions.extend(self.begin_reductions(d, leaves, ClauseName::InReduction, out));
        let args = vec![
            self.get(loops.workers, VOID_PTR, span),
            self.get(loops.construct, LLONG, span),
            self.get(loops.works, LLONG, span),
            self.get(loops.task, INT, span),
            self.get(loops.size, INT, span),
        ];
        let first = self.sync(SyncOp::WorkShare, args, LLONG, span);
        let first = self.keep(first, out);
        let limit = self.sync(SyncOp::WorkLimit, Vec::new(), LLONG, span);
        let limit = self.keep(limit, out);
        let share = super::work::Share {
            first,
            limit,
            workers: loops.workers,
            construct: loops.construct,
        };
        let index = self.temporary(LLONG, span);
        let (iteration, _) = self.within(Context::new(Rule::Same, false), None, |s, out| {
            // The loop variables and private copies belong to the iteration.
            let mut own = loops.levels.clone();
            for level in &mut own {
                let spelling = s.name(level.name.symbol).to_owned();
                level.variable = s.add_local(spelling, level.ty.ty, level.ty.align, level.name.span);
                level.number = s.temporary(LLONG, span);
                let entity = Entity::Local(level.variable, level.ty);
                s.scopes.bind(level.name.symbol, level.name.span, entity);
            }
            for name in d.names(ClauseName::Private).filter(|name| !is_level(name)) {
                s.private(name, false, out);
            }
            let mut made = Vec::new();
            for &name in &copies {
                made.extend(s.firstprivate(name, out));
            }
            let lasts = s.lastprivates(d, leaves, &made, &own, out);
            s.set_variables(&own, index, false, span, out);
            // `continue` ends the iteration: the body is a loop that runs once.
            let checked = s.iteration(body);
            let never = s.int(0, INT, span);
            let once = StmtKind::DoWhile {
                body: Box::new(checked),
                cond: never,
            };
            out.push(s.stmt(once, span));
            let last_names: Vec<_> = d.names(ClauseName::Lastprivate).map(|n| n.symbol).collect();
            let mut then = Vec::new();
            s.assign_lasts(&lasts, span, &mut then);
            s.end_variables(&own, &|symbol| last_names.contains(&symbol), &mut then);
            if !then.is_empty() {
                let one = s.wide(1, span);
                let all = s.get(loops.total, LLONG, span);
                let final_number = s.binary(BinaryOp::Sub, all, one, span);
                let number = s.get(index, LLONG, span);
                let is_last = s.compare(CompareOp::Eq, number, final_number, span);
                out.push(s.when(is_last, then, span));
            }
        });
        let Some(grain) = loops.grain else {
            out.push(self.do_works(&share, index, iteration, span));
            return self.end_reductions(reductions, Some(0), span, out);
        };
        let work = self.temporary(LLONG, span);
        let mut inside = Vec::new();
        let (number, size) = (self.get(work, LLONG, span), self.get(grain, LLONG, span));
        let from = self.binary(BinaryOp::Mul, number, size, span);
        let from = self.keep(from, &mut inside);
        let (number, one) = (self.get(work, LLONG, span), self.wide(1, span));
        let next = self.binary(BinaryOp::Add, number, one, span);
        let next = self.keep(next, &mut inside);
        let (a, b) = (self.get(next, LLONG, span), self.get(loops.works, LLONG, span));
        let is_last = self.compare(CompareOp::Eq, a, b, span);
        let (a, b) = (self.get(next, LLONG, span), self.get(grain, LLONG, span));
        let usual = self.binary(BinaryOp::Mul, a, b, span);
        let all = self.get(loops.total, LLONG, span);
        let to = self.conditional(is_last, all, usual, span);
        let to = self.keep(to, &mut inside);
        let bounds = (self.get(from, LLONG, span), self.get(to, LLONG, span));
        inside.push(self.count_up(index, bounds, None, iteration, span));
        out.push(self.do_works(&share, work, inside, span));
        self.end_reductions(reductions, Some(0), span, out);
    }
}

/// A loop that is divided into tasks.
struct TaskLoop {
    levels: Vec<Level>,
    total: LocalId,
    grain: Option<LocalId>,
    works: LocalId,
    construct: LocalId,
    workers: LocalId,
    size: LocalId,
    task: LocalId,
}

fn is_whole(subscript: &Subscript) -> bool {
    matches!(
        subscript,
        Subscript::Section {
            lower: None,
            length: None,
            ..
        }
    )
}
