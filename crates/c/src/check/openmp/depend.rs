//! Dependences of tasks: `depend` with its items, iterators and objects.

use raceproof_ir::{Span, SyncOp};

use super::super::Checker;
use super::super::scope::Entity;
use super::super::types::{INT, LLONG, QualType, VOID, VOID_PTR};
use crate::ast;
use crate::hir::{BinaryOp, CompareOp, Expr, ExprKind, Stmt, StmtKind};
use crate::openmp::{
    ClauseArgument, ClauseName, DependKind, Directive, DirectiveArgument, Item, IterVar, Subscript,
};

impl Checker<'_> {
    /// Announces the dependences of the next task, and what excludes it from others.
    pub(super) fn depends(&mut self, d: &Directive, out: &mut Vec<Stmt>) {
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
            self.iterate(iterators, clause.span, out, |s, out| {
                for item in items {
                    if let Some((address, bytes)) = s.locator(item, out) {
                        let address = s.keep(address, out);
                        let args = vec![
                            s.get(address, VOID_PTR, item.span),
                            bytes,
                            s.int(code, INT, item.span),
                        ];
                        let depend = s.sync(SyncOp::TaskDepend, args, VOID, item.span);
                        out.push(s.run(depend));
                        if code == 2 {
                            let address = s.get(address, VOID_PTR, item.span);
                            out.push(s.exclude(address, item.span));
                        }
                    }
                }
            });
        }
    }

    /// The next task excludes others with an item at this address.
    fn exclude(&mut self, address: Expr, span: Span) -> Stmt {
        let exclude = self.runtime("__raceproof_omp_exclude", "vp", vec![address], span);
        self.run(exclude)
    }

    /// The loop of an iterator, without its body; its name is bound in the scope that is open.
    pub(super) fn iterator(&mut self, iterator: &IterVar) -> Option<Stmt> {
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
        let (address, kind) = (self.keep(address, out), self.keep(kind, out));
        let args = vec![
            self.get(address, VOID_PTR, item.span),
            bytes,
            self.get(kind, INT, item.span),
        ];
        let depend = self.sync(SyncOp::TaskDepend, args, VOID, item.span);
        out.push(self.run(depend));
        let (kind, two) = (self.get(kind, INT, item.span), self.int(2, INT, item.span));
        let excludes = self.compare(CompareOp::Eq, kind, two, item.span);
        let address = self.get(address, VOID_PTR, item.span);
        let exclude = self.exclude(address, item.span);
        out.push(self.when(excludes, vec![exclude], item.span));
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
        // Rows are taken whole: sections of later dimensions may only make an item smaller, and a larger one
        // orders more; which is told as a gap.
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
