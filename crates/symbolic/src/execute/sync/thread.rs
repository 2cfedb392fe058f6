//! Threads: their creation, their end, and what others do to them.

use raceproof_ir::{FuncId, Global, SyncOp as Op};

use super::Operation;
use crate::bounded::{Motion, Special, Step};
use crate::execute::{Executor, Flow};
use crate::limits;
use crate::path::{Local, Path};
use crate::term::Term;

impl Executor<'_, '_> {
    pub(super) fn thread_operation(&mut self, mut local: Local, o: Operation<'_>) -> Flow<Local> {
        match (o.op, o.args.first().copied()) {
            (Op::ThreadYield, _) => self.plain(local, None, None),
            (Op::ThreadSelf, _) => {
                let handle = self.terms.handle(self.current);
                self.plain(local, o.dst, Some(handle))
            }
            (Op::ThreadExit, Some(value)) => {
                let (guard, motion) = (local.path.guard, self.take());
                self.thread().steps.push(Step {
                    guard,
                    motion,
                    statement: None,
                });
                self.exit_thread(local.path, value)?;
                Ok(None)
            }
            (Op::ThreadCreate | Op::ThreadCreateAt | Op::TaskCreate, Some(function)) => {
                self.create(local, function, o)
            }
            (Op::ThreadJoin, Some(handle)) => {
                self.settle(&mut local.path, o.place)?;
                let mut draft = self.begin(&local.path, &[], false, o.place)?;
                draft.direct = false;
                let result = self.terms.var(self.terms.shape.width);
                draft.special = Special::Join { handle, result };
                let motion = self.take();
                self.push(draft, &local.path, motion)?;
                if let Some(dst) = o.dst {
                    self.set(&mut local, dst, result);
                }
                Ok(Some(local))
            }
            (Op::ThreadDetach, Some(handle)) => {
                self.settle(&mut local.path, o.place)?;
                let mut draft = self.begin(&local.path, &[], false, o.place)?;
                draft.direct = false;
                draft.special = Special::Detach { handle };
                self.done(local, draft, o.dst, o.zero)
            }
            _ => self.gap(local.path, o.unknown(), o.place),
        }
    }

    fn create(&mut self, mut local: Local, function: Term, o: Operation<'_>) -> Flow<Local> {
        let Operation { dst, place, .. } = o;
        let list = self.functions(&mut local.path, function, 1, place);
        let mut handle = self.terms.number(0, 64);
        let many = list.len() > 1;
        let mut done = None;
        for (function, condition) in list {
            let mut one = local.clone();
            one.path.guard = self.terms.and(local.path.guard, condition);
            if many {
                self.settle(&mut local.path, place)?;
                one.path = Path {
                    guard: one.path.guard,
                    ..local.path.clone()
                };
            }
            if let Some((after, number)) = self.start(one, function, o)? {
                handle = self.terms.ite(condition, number, handle);
                done = Some(self.join(done, after.path, None, place)?);
            }
        }
        let Some((path, _)) = done else {
            return Ok(None);
        };
        local.path = path;
        if let Some(dst) = dst {
            self.set(&mut local, dst, handle);
        }
        Ok(Some(local))
    }

    /// Starts a thread in a function; gives its handle.
    fn start(
        &mut self,
        mut local: Local,
        function: FuncId,
        Operation { op, args, place, .. }: Operation<'_>,
    ) -> Flow<(Local, Term)> {
        let what = self.program.function(function);
        if what.blocks.is_empty() || what.params > 1 {
            return self.gap(local.path, "a thread that starts in such a function", place);
        }
        if self.bounded.threads.len() >= limits::THREADS.size() {
            let what = limits::THREADS.more_than("creations of threads");
            return self.beyond(local.path, what, place);
        }
        self.settle(&mut local.path, place)?;
        self.publish(args[1])?;
        let flag = args
            .get(2)
            .and_then(|flag| self.terms.constant(*flag))
            .unwrap_or(0);
        let number = self.bounded.threads.len();
        // Whoever takes the place of a thread that ended finds its thread-local variables.
        let keeps = |global: &Global| global.thread_local && global.origin == raceproof_ir::Origin::Program;
        if flag == 2 && number > 1 && self.program.globals.iter().any(keeps) {
            return self.gap(
                local.path,
                "thread-local variables that outlive their thread",
                place,
            );
        }
        let at = args.get(3).copied();
        if let Some(at) = at {
            self.bounds(&mut local.path, at, self.terms.shape.bytes(), true, place);
        }
        if self.terms.is_false(local.path.guard) {
            return Ok(None);
        }
        let mut draft = self.begin(&local.path, at.as_slice(), true, place)?;
        if let Some(at) = at {
            // The handle is there before the thread starts.
            let handle = self.terms.handle(number);
            let handle = self.terms.extract(handle, 0, self.terms.shape.width);
            let yes = self.terms.bool(true);
            self.write(&mut draft, at, handle, yes);
            if draft.direct {
                for write in std::mem::take(&mut draft.writes) {
                    self.write_directly(&mut local.path, &write)?;
                }
            } else {
                self.touch(&mut draft, at, self.terms.shape.bytes(), yes, false);
            }
        }
        draft.direct = false;
        draft.special = Special::Create(number);
        let statement = self.thread().statements.len();
        self.push(draft, &local.path, Motion::Create(number))?;
        let arguments = match (what.params, what.registers.first()) {
            (1, Some(register)) if self.terms.shape.of_kind(register.kind) != self.terms.shape.width => {
                return self.gap(local.path, "a thread function with such a parameter", place);
            }
            (0, _) => &[],
            _ => &args[1..2],
        };
        let current = self.current;
        self.inherit_known(&local.path, number);
        let mut after = Vec::new();
        if op == Op::TaskCreate {
            after = self.predecessors(&local.path);
            self.is_born(&local.path, number);
        }
        let made = self.spawn(function, arguments, ((current, statement), after, place))?;
        self.bounded.threads[made].detached = flag == 1;
        let handle = self.terms.handle(made);
        Ok(Some((local, handle)))
    }
}
