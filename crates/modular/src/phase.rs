//! Phases of a region: what its threads do between two barriers.
//!
//! All threads of a team come to the same barriers and constructs in the same order (`aligned`). So they pass
//! one sequence of events, each at its own pace. Of two accesses, one is after so many events, the other
//! after as many or more; if there is a barrier among those that one thread has passed and the other has not,
//! then the first comes to it later and the second came from it. Otherwise the event that the second met last
//! is the one that the first met last, or one that comes after it without a barrier. So what may be beside
//! each other is seen from which events follow which.
//!
//! The number of a work is one that no other thread has as long as the same construct is not met again. Where
//! a barrier is on every way from a construct back to itself, two works with the same number are in different
//! phases; the number is forgotten when the work is over, so that nobody uses it in a later phase. (No work
//! comes to a barrier: it would depend on the work whether a thread does.)
//!
//! SOUNDNESS: phases

use crate::aligned::Alignment;
use crate::analyse::{Analysis, Here};
use crate::barrier::Barriers;
use crate::context::{ContextId, Place};
use crate::form::{Atom, AtomId, Form};
use crate::parallel::Access;
use crate::state::{State, ThreadNo};
use crate::value::{Index, Own, Round};
use crate::work::Works;
use raceproof_engine::condition;
use raceproof_ir::{BlockId, FuncId, Point, Role};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What the threads of a team meet together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Event {
    /// The region begins.
    Start(ThreadNo),
    /// A construct begins whose works are shared.
    Construct(Place),
    Barrier(Place),
}

/// The events of all teams, and other barriers.
#[derive(Debug, Default)]
pub(crate) struct Phases {
    /// Barriers of POSIX.
    pub barriers: Barriers,
    /// How many works constructs of a context have at most: what their loops count to, and what else shares
    /// works.
    pub works: BTreeMap<ContextId, Works>,
    /// Which events may come right after which.
    next: BTreeMap<Event, BTreeSet<Event>>,
    /// What the thread had met last where works begin.
    begun: BTreeMap<(ContextId, BlockId), BTreeSet<Event>>,
    /// Loads with a lock: what they find need not be the same for all threads.
    locked: BTreeSet<Point>,
    aligned: RefCell<Option<(usize, Rc<Alignment>)>>,
    /// By function and block: whether a construct begins in a loop around it.
    pub begins_again: RefCell<FxHashMap<(FuncId, BlockId), bool>>,
}

impl Phases {
    /// The events that may follow one without a barrier before them.
    fn beside(&self, event: Event) -> BTreeSet<Event> {
        let mut seen = BTreeSet::new();
        let mut open = vec![event];
        while let Some(at) = open.pop() {
            for &to in self.next.get(&at).into_iter().flatten() {
                if !matches!(to, Event::Barrier(_)) && seen.insert(to) {
                    open.push(to);
                }
            }
        }
        seen
    }
}

impl Analysis<'_> {
    /// The thread meets something together with the others of its team.
    pub(crate) fn meet_event(&mut self, here: Here, state: &mut State, role: Option<Role>) {
        let event = match role {
            Some(Role::Barrier) => Event::Barrier(here.place),
            Some(Role::Share | Role::StaticShare | Role::NextConstruct) => Event::Construct(here.place),
            _ => return,
        };
        if !self.contexts.is_team(here.thread) {
            return;
        }
        for before in state.guard.last.iter() {
            if self.phases.next.entry(*before).or_default().insert(event) {
                self.contexts.changed = true;
            }
        }
        state.guard.last = BTreeSet::from([event]).into();
    }

    /// A load in a team: with a lock, others may find something else.
    pub(crate) fn note_locked(&mut self, here: Here, state: &State) {
        let is_locked = !state.guard.locks.is_empty() || !state.guard.picked.is_empty();
        if is_locked && self.contexts.is_team(here.thread) {
            let point = self.contexts.point(here.place);
            if self.phases.locked.insert(point) {
                self.contexts.changed = true;
            }
        }
    }

    pub(crate) fn alignment(&self) -> Rc<Alignment> {
        let count = self.phases.locked.len();
        let mut known = self.phases.aligned.borrow_mut();
        match &*known {
            Some((of, alignment)) if *of == count => alignment.clone(),
            _ => {
                let alignment = Rc::new(Alignment::new(self.program, &self.phases.locked));
                *known = Some((count, alignment.clone()));
                alignment
            }
        }
    }

    /// Whether the threads of a team meet the same events in the same order.
    pub(crate) fn is_aligned(&self, t: ThreadNo) -> bool {
        let body = self.contexts.context(self.contexts.thread(t).root).function;
        condition!("phases", "one team at a time", self.is_one_at_a_time(t))
            && condition!(
                "phases",
                "the same for all threads",
                self.alignment().is_aligned(body)
            )
    }

    /// Whether a barrier is between two accesses of different threads of a team, whenever these happen.
    pub(crate) fn are_in_other_phases(&self, a: &Access, b: &Access) -> bool {
        if !condition!("phases", "the same team", a.thread == b.thread) || !self.is_aligned(a.thread) {
            return false;
        }
        let (mine, theirs) = (&a.guard.last, &b.guard.last);
        let is_beside = |x: &Event, y: &Event| {
            let is_after = self.phases.beside(*x).contains(y) || self.phases.beside(*y).contains(x);
            !condition!("phases", "no common event", x != y)
                || !condition!("phases", "a barrier between them", !is_after)
        };
        !mine.is_empty() && !theirs.is_empty() && !mine.iter().any(|x| theirs.iter().any(|y| is_beside(x, y)))
    }

    /// A work begins.
    pub(crate) fn begin_work_phase(&mut self, here: Here, state: &State) {
        let (id, block, _) = here.place;
        let known = self.phases.begun.entry((id, block)).or_default();
        let count = known.len();
        known.extend(state.guard.last.iter());
        if known.len() > count {
            self.contexts.changed = true;
        }
    }

    /// Whether a construct is met once at most in each phase.
    pub(crate) fn is_met_once_a_phase(&self, id: ContextId, block: BlockId) -> bool {
        let thread = self.contexts.context(id).thread;
        let Some(begun) = self.phases.begun.get(&(id, block)) else {
            return false;
        };
        let mut begun = begun.iter();
        let (Some(&event @ Event::Construct((of, ..))), None) = (begun.next(), begun.next()) else {
            return false;
        };
        if of != id {
            return false;
        }
        condition!(
            "phases",
            "a barrier before it comes again",
            !self.phases.beside(event).contains(&event)
        ) && self.is_aligned(thread)
    }

    /// Whether accesses of different threads are told apart, in part, by barriers between them.
    pub(crate) fn needs_barriers(&self, t: ThreadNo) -> bool {
        let mut events = self.phases.next.values().flatten();
        events
            .any(|event| matches!(event, Event::Barrier((id, ..)) if self.contexts.context(*id).thread == t))
    }

    /// Numbers of works may be over: those of some contexts, of constructs that may come again.
    pub(crate) fn forget_works(&self, state: &mut State, is_over: impl Fn(ContextId) -> bool) {
        let is_gone = |id: ContextId, block: BlockId| is_over(id) && !self.is_met_once(id, block);
        let is_round = |round: Round| matches!(round, Round::Work(id, block) if is_gone(id, block));
        let is_own = |own: Option<Own>| match own {
            Some(Own::Index(Index { round, .. }) | Own::Cell { round, .. }) => is_round(round),
            _ => false,
        };
        let is_form = |form: &Form| {
            self.atoms
                .mentions(form, &|atom| self.is_gone_work(atom, &is_gone))
        };
        for register in &mut state.registers {
            if is_own(register.own) {
                register.own = None;
            }
            if register.form.as_ref().is_some_and(|form| is_form(form)) {
                register.form = None;
            }
        }
        state.forget_labels(|label| is_round(label.round));
        let is_atom = |atom: AtomId| is_form(&Form::atom(atom));
        if state.facts.mentions(is_atom) {
            Rc::make_mut(&mut state.facts).forget(is_atom);
        }
    }

    fn is_gone_work(&self, atom: &Atom, is_gone: &dyn Fn(ContextId, BlockId) -> bool) -> bool {
        matches!(atom, Atom::Work(id, block) if is_gone(*id, *block))
    }
}
