//! Calls: a function is analysed anew for every place that calls it.

use crate::analyse::{Analysis, Here, Step};
use crate::common::Common;
use crate::object::{Name, ObjectId};
use crate::refusal::Why;
use crate::state::{Guard, State, grow, unset};
use crate::value::{Split, Value};
use crate::wild::Reach;
use raceproof_engine::{condition, effect};
use raceproof_ir::{BlockId, Callee, FuncId, Operand};
use std::rc::Rc;

impl Analysis<'_> {
    /// Calls of whatever the callee may be.
    pub(crate) fn call(
        &mut self,
        here: Here,
        state: &mut State,
        callee: &Callee,
        args: &[Operand],
    ) -> Step<Value> {
        let function = self.contexts.context(here.place.0).function;
        let args: Vec<Value> = args.iter().map(|a| self.operand(function, state, a)).collect();
        effect!("calls", "results before are old", state.forget_splits());
        let mut is_unknown = false;
        let callees: Vec<FuncId> = match callee {
            Callee::Function(f) => vec![*f],
            Callee::Pointer(operand) => {
                let value = self.operand(function, state, operand);
                let mut callees = self.functions(&value);
                if value.is_forged() {
                    self.note_unknown(here, Why::Call);
                    let known: Vec<FuncId> = callees.clone();
                    let others = self.functions_anywhere(args.len(), None);
                    callees.extend(others.into_iter().filter(|f| !known.contains(f)));
                    is_unknown = true;
                }
                callees
            }
        };
        let mut after: Option<(State, Value)> = None;
        if is_unknown {
            let mut state = state.clone();
            self.run_unknown(here, &mut state, &args, Reach::Given);
            after = Some((state, Value::RESULT));
        }
        for f in callees {
            let mut state = state.clone();
            let Some(value) = self.call_function(here, &mut state, f, &args)? else {
                continue;
            };
            match &mut after {
                Some((known, result)) => {
                    known.join(&state, false);
                    *result = result.join(&value);
                }
                none => *none = Some((state, value)),
            }
        }
        Ok(after.map(|(new, value)| {
            *state = new;
            value
        }))
    }

    /// The functions that a value may point to.
    pub(crate) fn functions(&self, value: &Value) -> Vec<FuncId> {
        let names = value
            .targets
            .iter()
            .map(|(t, _)| self.memory.object(t.object).name);
        names
            .filter_map(|name| match name {
                Name::Function(f) => Some(f),
                _ => None,
            })
            .collect()
    }

    /// One call of one function; nothing if it does not return.
    ///
    /// Long because a call has two sides: what the function begins with, and what its caller knows after it.
    pub(crate) fn call_function(
        &mut self,
        here: Here,
        state: &mut State,
        f: FuncId,
        args: &[Value],
    ) -> Step<Value> {
        let callee = self.program.function(f);
        if let Some(step) = self.call_runtime(here, state, f, args) {
            return step;
        }
        if callee.blocks.is_empty() {
            return self.call_library(here, state, &callee.name, args);
        }
        for (target, _) in args.iter().flat_map(|arg| &arg.targets) {
            effect!(
                "local-constants",
                "given to a function",
                state.forget_variable(target.object)
            );
        }
        // The function may take the next number, if this one has been used.
        let unused = state.guard.unused.clone();
        effect!(
            "tickets",
            "a function may take the next",
            state.forget_tickets(|counter| !unused.contains(&counter))
        );
        let child = self.contexts.callee(here.place, f);
        let mut entry = State {
            registers: unset(callee),
            guard: state.guard.clone(),
            fresh: state.fresh.clone(),
            carry: state.carry.for_call(),
            locals: Common::default(),
            assigned: state.assigned.clone(),
            relations: state.relations.clone(),
            facts: state.facts.clone(),
            given: state.given.clone(),
        };
        for (register, value) in entry.registers.iter_mut().zip(args) {
            *register = value.clone().into();
        }
        if self.contexts.context(child).merged {
            entry.given.clear();
        }
        self.add_slots(child, &mut entry);
        if self.accesses.is_none() {
            self.enter(child, BlockId(0), &entry);
            let caller = (here.place.0, here.place.1);
            self.contexts.context_mut(child).callers.insert(caller);
        }
        let Some(mut exit) = self.contexts.context(child).exit.clone() else {
            return Ok(None);
        };
        effect!("names", "end with the function", exit.value.pick = None);
        effect!("index-sums", "end with the function", exit.value.form = None);
        let is_shared = self.contexts.context(child).merged || self.contexts.context(child).recursive;
        let guards = [Some(&mut exit.guard), exit.zero.as_mut(), exit.other.as_mut()];
        for guard in guards.into_iter().flatten() {
            effect!(
                "names",
                "locks end with the function",
                guard.forget_picked(|symbol| self.is_name_below(symbol, child))
            );
            if is_shared {
                guard.frame(&state.guard, &exit.given);
            }
        }
        state.guard = exit.guard;
        if state.given != exit.given {
            grow(&mut state.given, &exit.given);
        }
        let before = std::mem::replace(&mut state.fresh, exit.fresh);
        let (memory, contexts) = (&self.memory, &self.contexts);
        let made_below = |object: ObjectId| match memory.object(object).name {
            Name::Site(at, ..) | Name::Slot(at, _) => contexts.is_below(at, child),
            _ => false,
        };
        // What the function was not given it cannot make known.
        let is_given = |object: &ObjectId| {
            args.iter()
                .any(|arg| arg.targets.iter().any(|(t, _)| t.object == *object))
        };
        state.take_back(&exit.carry, |o| is_shared && !is_given(o) && !made_below(*o));
        if is_shared {
            let stays = |object: &&ObjectId| {
                condition!("merged-calls", "fresh and not given away", !is_given(object))
                    && condition!("merged-calls", "fresh and not made anew", !made_below(**object))
            };
            state.fresh.extend(before.iter().filter(stays));
        }
        for register in &mut state.registers {
            if register.claim.is_some() {
                effect!("calls", "claims before are old", register.claim = None);
            }
            if register
                .targets
                .iter()
                .any(|(t, _)| t.recent && made_below(t.object))
            {
                effect!(
                    "fresh-objects",
                    "made anew by a call",
                    *register = register.age(made_below).into()
                );
            }
        }
        let mut value = exit.value;
        let is_told = |guard: &Option<Common<Guard>>| guard.as_ref().is_some_and(|g| *g != state.guard);
        value.split = (is_told(&exit.zero) || is_told(&exit.other)).then(|| {
            Rc::new(Split {
                both: state.guard.clone(),
                zero: exit.zero,
                other: exit.other,
            })
        });
        Ok(Some(value))
    }
}
