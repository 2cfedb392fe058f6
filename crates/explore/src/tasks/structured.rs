//! One depth-first run of a structured program, decided on the fly by bags.
//!
//! A granule remembers one writer and one reader. That is enough (Feng, Leiserson 1997): of two parallel
//! readers the older one is kept, because whatever is parallel to the younger and comes later is parallel to
//! the older too.
//!
//! Nothing is kept of what is over but two words for each task. Whatever is not structured (a get, a lock, a
//! choice, a join that leaves younger tasks unjoined, a task that has to wait) makes this step give up; the
//! next one starts from the beginning. So does a race, to be found again with what its witness needs, and a
//! defect.

use super::sheet::Sheet;
use crate::limits::TASK_BYTES;
use raceproof_engine::{Budget, Limit, Outcome, Unwritten};
use raceproof_machine::{
    Access, At, FUEL, Machine, Note, ObjectId, Observer, Pause, Pointer, Sink, Site, State, TaskStep,
    ThreadId,
};
use raceproof_order::{Bags, Edge, TaskId};
use rustc_hash::FxHashMap;

/// The outcome if the program is structured and race-free; nothing if another step has to decide.
pub fn check(machine: &Machine, budget: &Budget) -> Option<Outcome> {
    let mut outcome = Outcome::default();
    let mut state = machine.initial();
    let mut watch = Watch::new();
    let mut stack = vec![ThreadId::MAIN];
    let mut steps = 0u64;
    while let Some(&t) = stack.last() {
        steps += 1;
        let tasks = state.threads().len();
        if steps.is_multiple_of(4096)
            && let Err(exhausted) = budget
                .check(tasks as u64)
                .and_then(|()| budget.check_memory(tasks * TASK_BYTES))
        {
            outcome.limit(Limit::Exhausted(exhausted));
            return Some(outcome);
        }
        match machine.at(&state, t) {
            At::Code => {
                watch.now = watch.task(t);
                match machine.run(&mut state, t, &mut watch, FUEL) {
                    Pause::Sync | Pause::Finished | Pause::Exit(_) => {}
                    Pause::Fuel if stack.len() == 1 => {}
                    _ => return None,
                }
            }
            At::End => {
                stack.pop();
                watch.end(t);
            }
            At::Sync => {
                if !step(machine, &mut state, t, &mut watch) {
                    return None;
                }
                stack.extend(watch.forked.take());
            }
            At::Choice(_) | At::Held => return None,
        }
        if watch.gives_up {
            return None;
        }
    }
    outcome.unwritten = watch.unwritten;
    outcome.settle_unwritten(machine);
    outcome.stats.executions = 1;
    outcome.stats.turns = steps;
    Some(outcome)
}

/// Takes an operation if it is structured and can be taken.
fn step(machine: &Machine, state: &mut State, t: ThreadId, watch: &mut Watch) -> bool {
    if machine.task_step(state, t) != TaskStep::Structured || machine.alternatives(state, t) == 0 {
        return false;
    }
    watch.now = watch.task(t);
    watch.oldest_joined = None;
    let taken = machine.take(state, t, 0, watch).is_ok();
    taken && watch.nests(t)
}

#[derive(Clone, Copy, Default)]
struct Cell {
    /// One more than the task; 0 is nobody.
    writer: u32,
    reader: u32,
}

/// What a task has not joined, by number.
#[derive(Default)]
struct Unjoined {
    tasks: Vec<TaskId>,
}

struct Watch {
    bags: Bags,
    /// By thread.
    running: Vec<TaskId>,
    unjoined: FxHashMap<TaskId, Unjoined>,
    now: TaskId,
    forked: Option<ThreadId>,
    /// The oldest task that the operation at hand joined.
    oldest_joined: Option<TaskId>,
    sheets: FxHashMap<ObjectId, Sheet<Cell>>,
    /// The object of the last access and its sheet, out of the table.
    hot: (ObjectId, Sheet<Cell>),
    gives_up: bool,
    /// Where bytes were read that nobody has written.
    unwritten: Unwritten,
}

impl Watch {
    fn new() -> Watch {
        Watch {
            bags: Bags::new(),
            running: vec![TaskId(0)],
            unjoined: FxHashMap::default(),
            now: TaskId(0),
            forked: None,
            oldest_joined: None,
            sheets: FxHashMap::default(),
            hot: (ObjectId::NONE, Sheet::default()),
            gives_up: false,
            unwritten: Unwritten::default(),
        }
    }

    fn task(&self, t: ThreadId) -> TaskId {
        self.running.get(t.0 as usize).copied().unwrap_or(TaskId(0))
    }

    /// Forgets an object and gives what was known of it.
    fn forget(&mut self, object: ObjectId) -> Option<Sheet<Cell>> {
        match self.hot.0 == object {
            true => Some(std::mem::replace(&mut self.hot, (ObjectId::NONE, Sheet::default())).1),
            false => self.sheets.remove(&object),
        }
    }

    /// The life of an object on the stack ends. No other task may still use it: with another order of tasks
    /// it would come too late.
    fn end_life(&mut self, object: ObjectId) {
        let Some(sheet) = self.forget(object) else {
            return;
        };
        let me = self.now.0 + 1;
        let mut parallel = |who: u32| who != 0 && who != me && !self.bags.precedes(TaskId(who - 1));
        self.gives_up |= sheet
            .cells()
            .iter()
            .any(|cell| parallel(cell.writer) || parallel(cell.reader));
    }

    fn end(&mut self, t: ThreadId) {
        let task = self.task(t);
        self.bags.end(task);
    }

    /// Whether the joins of the last operation left no task unjoined that is younger than one of those
    /// joined.
    fn nests(&mut self, t: ThreadId) -> bool {
        let Some(oldest) = self.oldest_joined else {
            return true;
        };
        let task = self.task(t);
        let left = self.unjoined.get(&task).and_then(|u| u.tasks.iter().max());
        left.is_none_or(|youngest| *youngest < oldest)
    }

    #[inline]
    fn note(&mut self, a: Access) {
        if a.atomic {
            self.gives_up = true;
            return;
        }
        if a.length == 0 {
            return;
        }
        if self.hot.0 != a.object {
            let next = self.sheets.remove(&a.object).unwrap_or_default();
            let (object, sheet) = std::mem::replace(&mut self.hot, (a.object, next));
            if object != ObjectId::NONE {
                self.sheets.insert(object, sheet);
            }
        }
        let (cells, ..) = self.hot.1.of(&a);
        let me = self.now.0 + 1;
        for cell in cells {
            let mut parallel = |who: u32| who != 0 && who != me && !self.bags.precedes(TaskId(who - 1));
            if a.write {
                if (cell.writer != me && parallel(cell.writer))
                    || (cell.reader != me && parallel(cell.reader))
                {
                    self.gives_up = true;
                    return;
                }
                cell.writer = me;
            } else {
                if cell.writer != me && parallel(cell.writer) {
                    self.gives_up = true;
                    return;
                }
                if cell.reader != me && !parallel(cell.reader) {
                    cell.reader = me;
                }
            }
        }
    }
}

impl Sink for Watch {
    #[inline]
    fn access(&mut self, _t: ThreadId, a: Access) {
        self.note(a);
    }

    fn allocated(&mut self, _t: ThreadId, object: ObjectId, _site: Site) {
        self.forget(object);
    }

    fn released(&mut self, _t: ThreadId, object: ObjectId, size: u32, site: Site) {
        if !object.space().is_stack() {
            self.note(Access::end(object, size, site));
            // An access from now on is a defect.
            self.forget(object);
        } else {
            self.end_life(object);
        }
    }

    fn edge(&mut self, t: ThreadId, edge: Edge) {
        let me = self.task(t);
        match edge {
            Edge::Fork(child) => {
                let id = self.bags.fork();
                let i = child.0 as usize;
                if self.running.len() <= i {
                    self.running.resize(i + 1, TaskId(0));
                }
                self.running[i] = id;
                self.unjoined.entry(me).or_default().tasks.push(id);
                self.forked = Some(child);
            }
            Edge::Join(child) => {
                let task = self.task(child);
                let mine = self.unjoined.entry(me).or_default();
                let before = mine.tasks.len();
                // Mostly the last ones are joined.
                match mine.tasks.iter().rposition(|t| *t == task) {
                    Some(i) => {
                        mine.tasks.swap_remove(i);
                    }
                    // The get of a future, or a join of what another made.
                    None => self.gives_up = true,
                }
                if before > 0
                    && let Some(inherited) = self.unjoined.remove(&task)
                {
                    self.unjoined.entry(me).or_default().tasks.extend(inherited.tasks);
                }
                let oldest = self.oldest_joined.map_or(task, |t| t.min(task));
                self.oldest_joined = Some(oldest);
                self.bags.join(me, task);
            }
            _ => self.gives_up = true,
        }
    }

    fn unordered(&mut self, _t: ThreadId, _site: Site) {
        self.gives_up = true;
    }

    fn lock(&mut self, _t: ThreadId, _object: Pointer, _held: bool) {
        self.gives_up = true;
    }

    fn note(&mut self, note: Note, site: Site) {
        self.unwritten.add(note, site);
    }
}

impl Observer for Watch {}
