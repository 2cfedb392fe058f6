//! Tasks: threads that whoever made them can wait for in a body, and that can depend on each other.
//!
//! Which tasks an operation waits for is known when it is executed, for tasks are executed where they are
//! made: those of the thread itself that came before, with what these made in their turn. A mark (how many
//! tasks a thread has made) counts the tasks that any path makes. Of two tasks of one execution the one that
//! was made first has the smaller number, as in the machine, because paths are followed in their order.
//!
//! A dependence is kept with the guard of the path that named it, and so is what a task depended on; whether
//! two overlap is part of the condition under which one task waits for the other.
//!
//! SOUNDNESS: tasks-in-formulas

use std::collections::BTreeMap;

use raceproof_ir::{Global, ObjectRole, SyncOp as Op};

use super::Operation;
use crate::bounded::{Origin, Place, Reason, Special};
use crate::execute::{Abort, Executor, Flow};
use crate::path::{Local, Path};
use crate::term::Term;

const IN: u128 = 0;
const MUTEX: u128 = 2;
const IN_OUT_SET: u128 = 3;

/// A place in memory that a task depends on.
#[derive(Clone, Copy)]
struct Dependence {
    guard: Term,
    start: Term,
    length: Term,
    kind: u128,
}

/// What each thread has made.
#[derive(Default)]
pub(super) struct Families {
    /// Of each task its maker, and how many that had made before.
    births: BTreeMap<usize, (usize, u64)>,
    made: BTreeMap<usize, u64>,
    /// Dependences of the next task.
    pending: BTreeMap<usize, Vec<Dependence>>,
    /// Those of the tasks before.
    history: BTreeMap<usize, Vec<(Dependence, usize)>>,
    /// Where it says since which mark a thread knows its tasks.
    regions: BTreeMap<usize, u32>,
}

/// Tasks that somebody waits for, each with the condition that it is one of them.
pub(in crate::execute) type Awaited = Vec<(usize, Term)>;

fn orders(a: u128, b: u128) -> bool {
    !matches!((a, b), (IN, IN) | (MUTEX, MUTEX) | (IN_OUT_SET, IN_OUT_SET))
}

impl Executor<'_, '_> {
    pub(super) fn task(&mut self, mut local: Local, o: Operation<'_>) -> Flow<Local> {
        let me = self.current;
        match (o.op, o.args) {
            (Op::TaskMark, _) => {
                let made = self.teams.families.made.get(&me).copied().unwrap_or(0);
                let mark = self.terms.number(u128::from(made), 64);
                self.plain(local, o.dst, Some(mark))
            }
            (Op::TaskRegion, [since]) => {
                let before = self.first_task(&local.path);
                let object = self.place_of_mark();
                self.keep(&mut local.path, object, *since);
                self.plain(local, o.dst, Some(before))
            }
            (Op::TaskDepend, [start, length, kind]) => {
                let Some(kind) = self.terms.constant(*kind) else {
                    return self.gap(local.path, "a dependence of a kind that is not known", o.place);
                };
                self.depend(&mut local.path, (*start, *length, kind), o.place);
                self.plain(local, None, None)
            }
            (Op::TaskAwaitDepend, _) => {
                let tasks = self.predecessors(&local.path);
                self.settle_dependences(&local.path, None);
                self.await_tasks(local, tasks, o)
            }
            (Op::TaskWait, _) => {
                let since = self.first_task(&local.path);
                let tasks = self.children(me, since);
                self.await_tasks(local, tasks, o)
            }
            (Op::TaskWaitSince, [since]) => {
                let mut tasks = self.children(me, *since);
                let mut at = 0;
                // What they have made, too.
                while let Some(&(task, condition)) = tasks.get(at) {
                    let births = self.teams.families.births.iter();
                    let own = births.filter(|(_, (maker, _))| *maker == task);
                    tasks.extend(own.map(|(own, _)| (*own, condition)));
                    at += 1;
                }
                self.await_tasks(local, tasks, o)
            }
            _ => self.gap(local.path, o.unknown(), o.place),
        }
    }

    /// Whether the thread at hand is a task, to which a thread-local variable is one of whoever runs it: any
    /// thread of the team may, and has left there what it has.
    pub(in crate::execute) fn borrows(&self, global: Option<&Global>) -> bool {
        let is_of_task =
            |global: &Global| !global.origin.is_ours() || global.role == Some(ObjectRole::AnyThread);
        self.teams.families.births.contains_key(&self.current) && global.is_none_or(is_of_task)
    }

    /// The tasks of a thread since a mark.
    fn children(&mut self, maker: usize, since: Term) -> Awaited {
        let births = self.teams.families.births.iter();
        let own = births.filter(|(_, (other, _))| *other == maker);
        let own: Vec<(usize, u64)> = own.map(|(task, (_, rank))| (*task, *rank)).collect();
        let mut tasks = Vec::new();
        for (task, rank) in own {
            let rank = self.terms.number(u128::from(rank), 64);
            tasks.push((task, self.terms.less_equal(since, rank)));
        }
        tasks
    }

    /// The object in which a thread keeps since which mark it knows its tasks.
    fn place_of_mark(&mut self) -> u32 {
        if let Some(&object) = self.teams.families.regions.get(&self.current) {
            return object;
        }
        let object = self.make(Origin::Works, 8, false);
        self.teams.families.regions.insert(self.current, object);
        object
    }

    fn first_task(&mut self, path: &Path) -> Term {
        match self.teams.families.regions.get(&self.current) {
            Some(&object) => self.bytes(path, object, 0, 8),
            None => self.terms.number(0, 64),
        }
    }

    /// The next task depends on some bytes.
    fn depend(&mut self, path: &mut Path, (start, length, kind): (Term, Term, u128), place: Place) {
        let me = self.current;
        let (zero, one) = (self.terms.number(0, 64), self.terms.number(1, 64));
        let empty = self.terms.eq(length, zero);
        let new = Dependence {
            guard: path.guard,
            start,
            length: self.terms.ite(empty, one, length),
            kind,
        };
        let history = self.teams.families.history.get(&me).cloned().unwrap_or_default();
        let mut others: Vec<Dependence> = history.into_iter().map(|(old, _)| old).collect();
        others.extend(self.teams.families.pending.get(&me).into_iter().flatten());
        for old in others {
            let (start, length) = (
                self.terms.eq(old.start, new.start),
                self.terms.eq(old.length, new.length),
            );
            let same = self.terms.and(start, length);
            let differs = self.terms.not(same);
            let overlaps = self.overlaps(&old, &new);
            let in_part = self.terms.all([old.guard, differs, overlaps]);
            let what = "dependences on sections that overlap without being the same".to_owned();
            self.stop(path, in_part, Reason::Gap(what), place);
        }
        self.teams.families.pending.entry(me).or_default().push(new);
    }

    fn overlaps(&mut self, a: &Dependence, b: &Dependence) -> Term {
        let terms = &mut *self.terms;
        let (x, y) = (terms.object_of(a.start), terms.object_of(b.start));
        let same = terms.eq(x, y);
        if terms.is_false(same) {
            return same;
        }
        let (x, y) = (terms.offset_of(a.start), terms.offset_of(b.start));
        let (x, y) = (terms.zext(x, 64), terms.zext(y, 64));
        let (behind_a, behind_b) = (terms.add(x, a.length), terms.add(y, b.length));
        let (before, after) = (terms.less(x, behind_b), terms.less(y, behind_a));
        terms.all([same, before, after])
    }

    /// The tasks that the next one depends on, or who waits for what it would.
    pub(super) fn predecessors(&mut self, path: &Path) -> Awaited {
        let me = self.current;
        let pending = self.teams.families.pending.get(&me).cloned().unwrap_or_default();
        let history = self.teams.families.history.get(&me).cloned().unwrap_or_default();
        let since = self.first_task(path);
        let mut tasks = Vec::new();
        for new in &pending {
            let here = self.terms.and(new.guard, path.guard);
            if self.terms.is_false(here) {
                continue;
            }
            for (old, task) in history.iter().filter(|(old, _)| orders(old.kind, new.kind)) {
                let rank = self.teams.families.births.get(task).map_or(0, |birth| birth.1);
                let rank = self.terms.number(u128::from(rank), 64);
                let (known, overlaps) = (self.terms.less_equal(since, rank), self.overlaps(old, new));
                let condition = self.terms.all([new.guard, old.guard, known, overlaps]);
                if !self.terms.is_false(condition) {
                    tasks.push((*task, condition));
                }
            }
        }
        tasks
    }

    /// The dependences that were named on a path are those of a task, or of none.
    fn settle_dependences(&mut self, path: &Path, task: Option<usize>) {
        let me = self.current;
        let elsewhere = self.terms.not(path.guard);
        let mut pending = self.teams.families.pending.remove(&me).unwrap_or_default();
        for dependence in &mut pending {
            let here = self.terms.and(dependence.guard, path.guard);
            if let Some(task) = task.filter(|_| !self.terms.is_false(here)) {
                let settled = Dependence {
                    guard: here,
                    ..*dependence
                };
                self.teams
                    .families
                    .history
                    .entry(me)
                    .or_default()
                    .push((settled, task));
            }
            dependence.guard = self.terms.and(dependence.guard, elsewhere);
        }
        pending.retain(|dependence| !self.terms.is_false(dependence.guard));
        self.teams.families.pending.insert(me, pending);
    }

    /// A thread that is about to be executed is a task of the one at hand.
    pub(super) fn is_born(&mut self, path: &Path, task: usize) {
        let made = self.teams.families.made.entry(self.current).or_default();
        self.teams.families.births.insert(task, (self.current, *made));
        *made += 1;
        self.settle_dependences(path, Some(task));
    }

    /// Waits for tasks.
    pub(super) fn await_tasks(
        &mut self,
        mut local: Local,
        mut tasks: Awaited,
        o: Operation<'_>,
    ) -> Flow<Local> {
        tasks.retain(|(_, condition)| !self.terms.is_false(*condition));
        if tasks.is_empty() {
            return self.plain(local, o.dst, None);
        }
        self.settle(&mut local.path, o.place)?;
        self.push_wait(&local.path, tasks, o.place)?;
        Ok(Some(local))
    }

    /// The thread at hand begins when these tasks are over.
    pub(in crate::execute) fn delay(
        &mut self,
        path: &Path,
        tasks: Awaited,
        place: Place,
    ) -> Result<(), Abort> {
        if tasks.is_empty() {
            return Ok(());
        }
        let mut late = path.clone();
        let any = self.terms.any(tasks.iter().map(|(_, condition)| *condition));
        late.guard = self.terms.and(path.guard, any);
        self.push_wait(&late, tasks, place)
    }

    fn push_wait(&mut self, path: &Path, tasks: Awaited, place: Place) -> Result<(), Abort> {
        let mut draft = self.begin(path, &[], false, place)?;
        draft.direct = false;
        draft.special = Special::Await(self.bounded.awaited.len());
        self.bounded.awaited.push(tasks);
        let motion = self.take();
        self.push(draft, path, motion)
    }
}
