//! Threads: creation, what they begin with, their end, and who waits for it.

use crate::analyse::{Analysis, Here, Step};
use crate::common::Common;
use crate::fact::Facts;
use crate::label::Label;
use crate::object::Name;
use crate::phase::Event;
use crate::refusal::Why;
use crate::state::{Guard, State, ThreadNo, unset};
use crate::value::{Index, Origin, Own, Round, Target, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::{BlockId, FuncId, Kind, SyncOp as Op};
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a new thread begins with.
#[derive(Clone, Default)]
pub(crate) struct Given {
    /// What it has for itself of its argument.
    own: Option<Own>,
    labels: BTreeSet<Label>,
    facts: Rc<Facts>,
}

impl Given {
    /// The rounds of loops whose numbers the thread is given.
    fn relied_on(&self) -> BTreeSet<Round> {
        let own = match self.own {
            Some(Own::Index(Index { round, .. }) | Own::Cell { round, .. }) => Some(round),
            _ => None,
        };
        own.into_iter()
            .chain(self.labels.iter().map(|label| label.round))
            .collect()
    }
}

impl Analysis<'_> {
    /// An operation on threads; nothing if control does not go on.
    pub(crate) fn thread_operation(
        &mut self,
        here: Here,
        state: &mut State,
        op: Op,
        args: &[Value],
    ) -> Step<Value> {
        let none = Value::NONE;
        let first = args.first().unwrap_or(&none);
        Ok(match op {
            Op::ThreadJoin => {
                self.meet_thread(here, state);
                self.join(here, state, first)
            }
            Op::ThreadExit => {
                self.end_thread(here.thread, first, state);
                None
            }
            Op::ThreadSelf => {
                let object = self.memory.named(self.program, Name::Thread(here.thread), 1);
                Some(Value::pointer(object, false, 0))
            }
            Op::ThreadCreateAt => {
                let handle = self.create(here, state, first, args.get(1).unwrap_or(&none));
                self.store_handle(here, state, args.get(3).unwrap_or(&none), &handle);
                Some(handle)
            }
            _ => Some(self.create(here, state, first, args.get(1).unwrap_or(&none))),
        })
    }

    /// The handle of a new thread is stored before the thread starts; a thread of the same place may have
    /// started before.
    fn store_handle(&mut self, here: Here, state: &mut State, at: &Value, handle: &Value) {
        let length = u64::from(Kind::Ptr.size(self.program.model));
        let mut before = state.clone();
        let name = |(target, _): &(Target, _)| self.memory.object(target.object).name;
        if let Some(Name::Thread(t)) = handle.targets.first().map(name)
            && condition!("creation", "handle of one thread", self.contexts.is_unique(t))
            && handle.targets.len() == 1
        {
            before.guard.created.remove(&t);
        }
        self.note_handle(here, at, handle);
        self.touch(here, &before, at, length, true, false);
        self.store(state, at, length, handle);
    }

    fn create(&mut self, here: Here, state: &mut State, function: &Value, argument: &Value) -> Value {
        let mut functions = self.functions(function);
        if function.is_forged() {
            self.note_unknown(here, Why::Thread);
            let others = self.functions_anywhere(1, None);
            functions.extend(
                others
                    .into_iter()
                    .filter(|f| !functions.contains(f))
                    .collect::<Vec<_>>(),
            );
            self.keep(here, state, argument);
        }
        let given = Given {
            own: self.given(here, state, argument),
            labels: self.labels_for(here, state),
            facts: Rc::default(),
        };
        let rounds = given.relied_on();
        effect!(
            "fresh-objects",
            "argument is known",
            self.publish(argument, state)
        );
        effect!("rounds", "a creation ends quiet", state.guard.quiet.clear());
        let mut handles = Value::NONE;
        for f in functions {
            let code = self.program.function(f);
            if code.blocks.is_empty() {
                self.note_unknown(here, Why::ThreadWithoutBody);
                self.keep(here, state, argument);
                continue;
            }
            let t = self.contexts.create(here.place, f);
            // Another place may create one of them in the same round.
            let is_of_one = !self.contexts.is_of_many_places(t);
            let mut given = match condition!("rounds", "created at one place", is_of_one) {
                true => given.clone(),
                false => Given {
                    own: given.own.filter(|own| *own == Own::Instance),
                    ..Given::default()
                },
            };
            if self.accesses.is_none() {
                self.note_others(&state.guard, t);
            }
            let object = self.memory.named(self.program, Name::Thread(t), 1);
            handles = handles.join(&Value::pointer(object, false, 0));
            if self.accesses.is_none() {
                given.facts = self.facts_for(state, t, &rounds);
                // Teams that come again may do so while the new thread is there.
                let joined = state.guard.joined.iter().copied();
                let stays = |t: &ThreadNo| {
                    condition!(
                        "creation",
                        "no team that comes again",
                        !self.contexts.comes_again(*t)
                    )
                };
                // So may the threads of a loop that is run again.
                let is_over = |u: &ThreadNo| {
                    let is_outlived = self.stores.outlived.contains(&(t, *u));
                    condition!("creation", "gone when others are created again", !is_outlived)
                };
                let ended = joined.filter(stays).filter(is_over).collect();
                self.begin(state, t, f, argument, given, ended);
            }
            for round in &rounds {
                self.rely(t, *round);
            }
            effect!(
                "met",
                "created again has not ended",
                state.guard.met.retain(|met| met.thread != t)
            );
            effect!("creation", "created from now on", state.guard.created.insert(t));
            effect!(
                "joins",
                "created again is not joined",
                state.guard.joined.remove(&t)
            );
        }
        handles
    }

    /// A thread may begin with this argument and what it is given, when these threads have ended.
    pub(crate) fn begin(
        &mut self,
        state: &State,
        t: ThreadNo,
        f: FuncId,
        argument: &Value,
        given: Given,
        ended: BTreeSet<ThreadNo>,
    ) {
        let thread = self.contexts.thread_mut(t);
        let all = thread.argument.widen(&argument.settle());
        let before: BTreeSet<_> = match &thread.before {
            Some(known) => known
                .iter()
                .filter(|t| condition!("creation", "ended before every creation", ended.contains(t)))
                .copied()
                .collect(),
            None => ended,
        };
        if all != thread.argument || thread.before.as_ref() != Some(&before) {
            thread.argument = all;
            thread.before = Some(before);
            self.contexts.changed = true;
        }
        let root = self.contexts.thread(t).root;
        let code = self.program.function(f);
        let mut entry = State {
            registers: unset(code),
            guard: Guard {
                ready: state.guard.ready.clone(),
                labels: given.labels,
                last: BTreeSet::from([Event::Start(t)]).into(),
                ..Guard::default()
            }
            .into(),
            fresh: Common::default(),
            carry: Common::default(),
            locals: Common::default(),
            assigned: Common::default(),
            relations: Common::default(),
            facts: given.facts,
            given: Common::default(),
        };
        if let Some(register) = entry.registers.first_mut().filter(|_| code.arguments() > 0) {
            let value = Value {
                own: given.own,
                ..argument.settle()
            };
            *register = value.into();
        }
        self.add_slots(root, &mut entry);
        self.enter(root, BlockId(0), &entry);
    }

    /// Whether each of the threads of one number has been joined when the next one is created, all of them by
    /// one thread: then there is one at a time, and who joins one has joined all that there are.
    ///
    /// SOUNDNESS: joined-in-turn
    fn comes_in_turn(&self, t: ThreadNo) -> bool {
        let thread = self.contexts.thread(t);
        let is_unique =
            |parent: ThreadNo| condition!("joins", "in turn by one thread", self.contexts.is_unique(parent));
        let is_childless = !self.contexts.threads.iter().any(|u| u.parent == Some(t));
        thread.parent.is_some_and(is_unique)
            && condition!(
                "joins",
                "in turn without others",
                is_childless && !thread.recursive
            )
            && condition!("joins", "one at a time", !self.stores.crowded.contains(&t))
    }

    /// A thread is created, perhaps again, while those of this guard may be there.
    fn note_others(&mut self, guard: &Guard, t: ThreadNo) {
        if guard.created.contains(&t) && self.stores.crowded.insert(t) {
            self.contexts.changed = true;
        }
        for &other in &guard.created {
            if self.stores.outlived.insert((other, t)) {
                self.contexts.changed = true;
            }
        }
    }

    fn join(&mut self, here: Here, state: &mut State, handle: &Value) -> Option<Value> {
        let is_unknown = handle.origin != Origin::Plain;
        let mut result: Option<Value> = None;
        if is_unknown {
            self.note_unknown(here, Why::Join);
            let exits = self.contexts.threads.iter().filter_map(|t| t.exit.as_ref());
            result = Some(exits.fold(Value::RESULT, |all, (value, _)| all.join(value)));
        }
        let mut threads = Vec::new();
        for (target, _) in &handle.targets {
            if let Name::Thread(t) = self.memory.object(target.object).name {
                threads.push(t);
                let waiter = (here.place.0, here.place.1);
                self.contexts.thread_mut(t).joiners.insert(waiter);
                if let Some((value, _)) = &self.contexts.thread(t).exit {
                    result = Some(result.unwrap_or(Value::NONE).join(value));
                }
            }
        }
        if let ([t], [_]) = (&threads[..], &handle.targets[..])
            && condition!("joins", "known handle", !is_unknown)
            && let Some((_, joined)) = &self.contexts.thread(*t).exit
            && condition!(
                "joins",
                "one thread",
                self.contexts.is_unique(*t) || self.comes_in_turn(*t)
            )
        {
            // Whom one of many has joined another one may have created again.
            if self.contexts.is_unique(*t) {
                state.guard.joined.extend(joined);
            }
            state.guard.joined.insert(*t);
            // Nothing is left of it if it has created no others.
            let is_childless = !self.contexts.threads.iter().any(|u| u.parent == Some(*t));
            if condition!("joins", "it has created none", is_childless) {
                state.guard.created.remove(t);
            }
        }
        result
    }
}
