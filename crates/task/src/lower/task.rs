//! Tasks: posts, awaits, finishes, asynchronous blocks.

use super::builder::Builder;
use super::{Cleanup, int, kind};
use crate::ast::{Block, Counted, Name, Place, Post, Type};
use crate::mention::places;
use raceproof_ir::{
    Address, BinaryOp, BlockId, Callee, Case, CompareOp, Construct, ConvertOp, FuncId, Function, GlobalId,
    Inst, Kind, Operand, Origin, Role, Runtime, Span, SyncOp, Terminator,
};

impl<'a> Builder<'_, 'a> {
    /// Runs `inner` as the body of a `finish`: its tasks go to a region of their own, which is awaited.
    pub fn finished(&mut self, span: Span, end: Span, inner: impl FnOnce(&mut Self)) {
        let outer = self.region;
        let region = self.binary(BinaryOp::Add, Kind::I64, outer, int(1), span);
        self.region = region;
        self.cleanups.push(Cleanup::Await(region));
        inner(self);
        self.cleanups.pop();
        self.await_region(region, end);
        self.region = outer;
    }

    /// A loop whose iterations are tasks.
    pub fn tasks_of(&mut self, head: &'a Counted, body: &'a Block, span: Span) {
        self.counted(head, body, span, |b| b.spawn(&head.phasers, body, span));
    }

    /// `async { }` as a statement.
    pub fn spawn(&mut self, phasers: &'a [Name], body: &'a Block, span: Span) {
        let phasers = self.register_task(phasers, span);
        let args = self.task(body, phasers, None, span);
        self.sync(SyncOp::TaskPost, args, span);
    }

    /// `async { }` as a value.
    pub fn future(&mut self, body: &'a Block, span: Span) -> Operand {
        let args = self.task(body, Vec::new(), Some(Type::Int), span);
        self.sync_result(SyncOp::TaskPost, args, span)
    }

    /// Makes the function of a task; the operands to post it with.
    fn task(
        &mut self,
        body: &'a Block,
        phasers: Vec<GlobalId>,
        result: Option<Type>,
        span: Span,
    ) -> Vec<Operand> {
        let mut captured: Vec<&'a str> = Vec::new();
        places(body, &mut |place, _| {
            let name = place.name.text.as_str();
            if self.find(name).is_some() && !captured.contains(&name) {
                captured.push(name);
            }
        });
        self.tasks += 1;
        let function = Function {
            name: format!("{}.async{}", self.function.name, self.tasks),
            result: result.map(kind),
            origin: Origin::Region {
                of: self.of,
                construct: Construct::Async,
            },
            span,
            ..Function::default()
        };
        let id = FuncId(self.context.program.functions.len() as u32);
        // Keeps the number while the body, which may hold more tasks, is lowered.
        self.context.program.functions.push(function.clone());
        let locals: Vec<_> = captured
            .iter()
            .filter_map(|name| Some((*name, self.find(name)?)))
            .collect();
        let mut inner = Builder::new(self.context, self.of, function, body);
        for (name, local) in &locals {
            inner.copied(name, local.ty);
        }
        inner.result = result;
        inner.cleanups = phasers.iter().map(|phaser| Cleanup::Drop(*phaser)).collect();
        inner.registered.clone_from(&phasers);
        inner.body(body);
        for phaser in phasers {
            inner.drop_phaser(phaser, body.end);
        }
        let function = inner.finish(body.end);
        self.context.program.functions[id.0 as usize] = function;
        let mut args = vec![
            Operand::Address(Address::Function(id)),
            self.region,
            int(0),
            self.region,
        ];
        args.extend(locals.iter().map(|(_, local)| Operand::Reg(local.reg)));
        args
    }

    /// The number of a region.
    fn region(&mut self, place: &'a Place) -> Operand {
        let name = &place.name;
        let shared = self.context.declared.variables.get(&name.text);
        let known = shared.map(|i| &self.context.declared.shared[*i]);
        let Some((Some((first, count)), is_array)) = known.map(|s| (s.regions, s.region_array)) else {
            self.error(
                name.span,
                format!("`{}` is no region", name.text),
                "declare it with `region`",
            );
            return int(0);
        };
        match (is_array, place.indices.as_slice()) {
            (false, []) => int(first as i64),
            (true, [e]) => {
                let index = self.expect(e, Type::Int);
                let limit = int(count as i64);
                let cond = self.compare(CompareOp::LtUnsigned, Kind::I64, index, limit, e.span);
                let (there, missing) = (self.new_block(e.span), self.new_block(e.span));
                self.branch(cond, there, missing, e.span, missing);
                let id = self.library("no_region", &[], None, false);
                let function = &mut self.context.program.functions[id.0 as usize];
                function.origin = Origin::Runtime(Runtime::Task);
                function.role = Some(Role::NoRegion);
                let refuse = Inst::Call {
                    dst: None,
                    callee: Callee::Function(id),
                    args: Vec::new(),
                };
                self.emit(refuse, e.span);
                self.jump(there, e.span, there);
                self.binary(BinaryOp::Add, Kind::I64, int(first as i64), index, e.span)
            }
            _ => {
                let remedy = "regions declared with `region r[n]` have one index, others none";
                self.error(name.span, "not the indices of this region", remedy);
                int(0)
            }
        }
    }

    /// `post r <- p(e) …`.
    pub fn post(&mut self, post: &'a Post, span: Span) {
        let region = self.region(&post.region);
        for passed in &post.pass {
            let passed = self.region(passed);
            self.sync(SyncOp::TaskPass, vec![passed], span);
        }
        let Some(&i) = self.context.declared.by_name.get(&post.proc.text) else {
            let message = format!("there is no procedure `{}`", post.proc.text);
            self.error(post.proc.span, message, "declare it with `proc`");
            return;
        };
        let proc = self.context.declared.procs[i];
        let tag = self
            .context
            .tags
            .get(&span)
            .map(|h| self.context.handlers[*h].tag);
        if post.handler.is_some() && !matches!(proc.result, Some(Type::Int | Type::Bool)) {
            let message = format!("`{}` returns no int or bool for the handler", post.proc.text);
            self.error(
                post.proc.span,
                message,
                "declare what it returns: `proc p() -> int`",
            );
        }
        let mut args = vec![
            Operand::Address(Address::Function(FuncId(i as u32))),
            region,
            int(tag.unwrap_or(0) as i64),
            self.region,
        ];
        args.extend(self.call_arguments(&post.proc, &post.args, proc));
        self.sync(SyncOp::TaskPost, args, span);
    }

    /// `await r`: all at once if no value matters, else one after the other.
    pub fn await_statement(&mut self, place: &'a Place, span: Span) {
        let region = self.region(place);
        if !self.has_handlers(place) {
            self.await_region(region, span);
            return;
        }
        let (again, handle, end) = (self.new_block(span), self.new_block(span), self.new_block(span));
        self.jump(again, span, again);
        let any = Operand::Const(Kind::I32, 0);
        let task = self.sync_result(SyncOp::TaskPick, vec![region, any], span);
        let more = self.compare(CompareOp::Ne, Kind::I64, task, int(0), span);
        self.branch(more, handle, end, span, handle);
        self.dispatch(place, task, again, span);
        self.jump_from(end);
    }

    /// `ewait r`.
    pub fn ewait_statement(&mut self, place: &'a Place, span: Span) {
        let region = self.region(place);
        let must = Operand::Const(Kind::I32, 1);
        if !self.has_handlers(place) {
            self.sync(SyncOp::TaskPick, vec![region, must], span);
            return;
        }
        let task = self.sync_result(SyncOp::TaskPick, vec![region, must], span);
        let end = self.new_block(span);
        self.dispatch(place, task, end, span);
        self.jump_from(end);
    }

    fn has_handlers(&self, place: &Place) -> bool {
        let mut handlers = self.context.handlers.iter();
        handlers.any(|h| h.region == place.name.text)
    }

    /// Runs the handler of a task that was joined, then goes to `next`.
    fn dispatch(&mut self, place: &Place, task: Operand, next: BlockId, span: Span) {
        let tag = self.sync_result(SyncOp::TaskTag, vec![task], span);
        let value = self.sync_result(SyncOp::TaskValue, vec![task], span);
        // Tasks that are inherited under this region's name may come from anywhere, but only posts to it have
        // it.
        let wanted: Vec<usize> = (0..self.context.handlers.len())
            .filter(|h| self.context.handlers[*h].region == place.name.text)
            .collect();
        let targets: Vec<BlockId> = wanted.iter().map(|_| self.new_block(span)).collect();
        let cases = wanted.iter().zip(&targets).map(|(h, target)| {
            let tag = i128::from(self.context.handlers[*h].tag);
            Case {
                low: tag,
                high: tag,
                target: *target,
            }
        });
        let terminator = Terminator::Switch {
            kind: Kind::I64,
            value: tag,
            signed: true,
            cases: cases.collect(),
            default: next,
        };
        self.close(terminator, span, next);
        for (h, target) in wanted.into_iter().zip(targets) {
            self.jump_from(target);
            let handled = &self.context.handlers[h];
            let (handler, ty) = (handled.handler, handled.ty);
            if handled.is_local && handled.home != self.home {
                let what = "a return value handler that uses variables of the procedure that posted the task, in another one";
                self.emit(
                    Inst::Gap {
                        what: what.to_owned(),
                    },
                    span,
                );
            } else {
                self.scoped(|b| {
                    let param = b.local(&handler.param, ty);
                    match ty {
                        Type::Bool => b.emit(
                            Inst::Convert {
                                op: ConvertOp::Trunc,
                                from: Kind::I64,
                                to: Kind::I32,
                                dst: param,
                                src: value,
                            },
                            span,
                        ),
                        // Others were refused where the task is posted.
                        Type::Real => {}
                        Type::Int | Type::Future => b.emit(
                            Inst::Copy {
                                dst: param,
                                src: value,
                            },
                            span,
                        ),
                    }
                    b.body(&handler.body);
                });
            }
            self.jump(next, span, next);
        }
    }
}
