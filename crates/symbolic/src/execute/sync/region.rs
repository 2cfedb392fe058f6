//! Tasks that are posted into regions and joined by whoever awaits the region: those of Cilk.
//!
//! A thread owns the tasks that it posts, each with the word that names its region, until it awaits that.
//! Whoever joins a task owns from then on what the task had not joined itself. Handing tasks on to others,
//! joining any one of several, and what tasks give back are beyond it.
//!
//! SOUNDNESS: tasks-in-formulas

use std::collections::BTreeMap;

use raceproof_ir::{FuncId, SyncOp as Op};

use super::{Awaited, Operation};
use crate::bounded::{Motion, Special};
use crate::execute::{Executor, Flow};
use crate::limits;
use crate::path::Local;
use crate::term::Term;

/// A task that a thread owns.
#[derive(Clone, Copy)]
struct Owned {
    guard: Term,
    region: Term,
    task: usize,
}

/// The tasks that each thread owns.
#[derive(Default)]
pub(super) struct Regions {
    owned: BTreeMap<usize, Vec<Owned>>,
}

impl Executor<'_, '_> {
    pub(super) fn region_operation(&mut self, mut local: Local, o: Operation<'_>) -> Flow<Local> {
        match (o.op, o.args) {
            (Op::TaskPost, &[function, region, _, ref arguments @ ..]) => {
                let list = self.functions(&mut local.path, function, arguments.len(), o.place);
                match list[..] {
                    [] => Ok(None),
                    [(function, _)] => self.post(local, function, region, arguments, o),
                    _ => self.gap(local.path, "a task that is one of several functions", o.place),
                }
            }
            (Op::TaskAwait, &[region]) => {
                let tasks = self.join_region(&local, region);
                self.await_tasks(local, tasks, o)
            }
            _ => self.gap(local.path, o.unknown(), o.place),
        }
    }

    fn post(
        &mut self,
        mut local: Local,
        function: FuncId,
        region: Term,
        arguments: &[Term],
        o: Operation<'_>,
    ) -> Flow<Local> {
        let what = self.program.function(function);
        let shape = self.terms.shape;
        let fits = what.params as usize == arguments.len()
            && what
                .registers
                .iter()
                .zip(arguments)
                .all(|(register, word)| shape.of_kind(register.kind) == self.terms.width(*word));
        if what.blocks.is_empty() || !fits {
            return self.gap(local.path, "a task that starts in such a function", o.place);
        }
        if self.bounded.threads.len() >= limits::THREADS.size() {
            let what = limits::THREADS.more_than("creations of threads");
            return self.beyond(local.path, what, o.place);
        }
        self.settle(&mut local.path, o.place)?;
        for word in arguments {
            self.publish(*word)?;
        }
        let (me, number) = (self.current, self.bounded.threads.len());
        let mut draft = self.begin(&local.path, &[], true, o.place)?;
        draft.direct = false;
        draft.special = Special::Create(number);
        let statement = self.thread().statements.len();
        self.push(draft, &local.path, Motion::Create(number))?;
        self.inherit_known(&local.path, number);
        self.spawn(function, arguments, ((me, statement), Vec::new(), o.place))?;
        let posted = Owned {
            guard: local.path.guard,
            region,
            task: number,
        };
        self.teams.regions.owned.entry(me).or_default().push(posted);
        if let Some(dst) = o.dst {
            let handle = self.terms.handle(number);
            self.set(&mut local, dst, handle);
        }
        Ok(Some(local))
    }

    /// The tasks of a region that the thread at hand owns, and that it owns no longer.
    fn join_region(&mut self, local: &Local, region: Term) -> Awaited {
        let me = self.current;
        let every = self.terms.number(u128::MAX, self.terms.width(region));
        let all = self.terms.eq(region, every);
        let mut owned = self.teams.regions.owned.remove(&me).unwrap_or_default();
        let mut tasks = Vec::new();
        let mut at = 0;
        // What a join brings is appended, so one walk meets everything.
        while let Some(&Owned {
            guard,
            region: of,
            task,
        }) = owned.get(at)
        {
            let same = self.terms.eq(of, region);
            let is_of = self.terms.or(all, same);
            let here = self.terms.all([guard, is_of, local.path.guard]);
            if !self.terms.is_false(here) {
                tasks.push((task, here));
                let left = self.teams.regions.owned.get(&task).cloned().unwrap_or_default();
                for more in left {
                    let guard = self.terms.and(more.guard, here);
                    owned.push(Owned { guard, ..more });
                }
                let kept = self.terms.not(here);
                owned[at].guard = self.terms.and(guard, kept);
            }
            at += 1;
        }
        owned.retain(|task| !self.terms.is_false(task.guard));
        self.teams.regions.owned.insert(me, owned);
        tasks
    }
}
