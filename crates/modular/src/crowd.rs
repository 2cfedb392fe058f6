//! Sums in the threads of a counted loop.
//!
//! Each of these threads was given a number that no other one has which the same place creates
//! ([`Own::Index`]); another place may create one with the same number. That is an atom of sums, and two
//! accesses of different threads are compared as those of a team are (`apart`): slices of an array that
//! threads compute from their numbers do not meet.
//!
//! What such threads find in memory is the same for all of them where nobody writes it but the first thread
//! while there is no other one: such a write comes before the creation of all threads that may be beside each
//! other, or after the end of all.
//!
//! SOUNDNESS: crowd-sums

use crate::analyse::{Analysis, Here};
use crate::context::ContextId;
use crate::fact::Facts;
use crate::form::{Atom, Form};
use crate::object::{Name, ObjectId};
use crate::state::{State, ThreadNo};
use crate::value::{Own, Round, Value};
use raceproof_engine::condition;
use raceproof_flow::Variable;
use raceproof_ir::Kind;
use std::rc::Rc;

impl Analysis<'_> {
    /// Whether a thread is one of a loop that relies on numbers of the loop.
    pub(crate) fn is_of_crowd(&self, t: ThreadNo) -> bool {
        !self.contexts.is_coarse() && self.stores.numbered.contains(&t) && !self.contexts.is_team(t)
    }

    /// The sum that a number of a thread is which no other thread of its crowd has.
    pub(crate) fn own_number(
        &mut self,
        t: ThreadNo,
        kind: Kind,
        value: &Value,
        state: &mut State,
    ) -> Option<Rc<Form>> {
        // No thread of a crowd counts a loop of its own: others may be in it as well (`rounds`).
        let Some(Own::Index(index)) = value.own else {
            return None;
        };
        let is_number = matches!(index.round, Round::Loop(..)) && kind.is_int() && value.targets.is_empty();
        if !is_number || !self.is_of_crowd(t) {
            return None;
        }
        let atom = self
            .atoms
            .find(Atom::Given(t, index, kind), value.low, value.high);
        Rc::make_mut(&mut state.facts).own.insert(atom);
        Some(Rc::new(Form::atom(atom)))
    }

    /// Whether sums are followed in a context: also where the first thread looks at what it tells others.
    pub(crate) fn follows_sums_in(&self, id: ContextId) -> bool {
        let context = self.contexts.context(id);
        self.follows_sums(context.thread) || self.tells_crowds(id)
    }

    /// Whether a context is of the function that the program starts with, and that tells threads something.
    fn tells_crowds(&self, id: ContextId) -> bool {
        id.0 == 0 && self.contexts.creates_threads && !self.contexts.is_coarse()
    }

    /// What is known, where a thread is created, of what stays as it is as long as there are threads.
    pub(crate) fn facts_for(&self, state: &State) -> Rc<Facts> {
        let is_kept = |form: &Form| !self.atoms.mentions(form, &|atom| !atom.is_of_kept());
        Rc::new(state.facts.only(is_kept))
    }

    /// Whether all threads of a crowd find the same in an object, and in the first thread, whether it stays
    /// as it is from here on.
    pub(crate) fn is_kept_for_crowd(&self, object: ObjectId, here: Here) -> bool {
        let mut writers = self.stores.writers.get(&object).into_iter().flatten();
        let (id, block, index) = here.place;
        let is_settled = || match self.memory.object(object).name {
            Name::Global(g) => {
                let function = self.contexts.context(id).function;
                self.is_settled(function, Variable::Global(g), (block, index))
            }
            _ => false,
        };
        (self.is_of_crowd(here.thread)
            || self.tells_crowds(id) && condition!("crowd-sums", "written no more", is_settled()))
            && condition!("crowd-sums", "one object", self.is_single(object))
            && condition!("crowd-sums", "not kept by the world", !self.is_kept(object))
            && condition!(
                "crowd-sums",
                "written while alone",
                writers.all(|(_, writer)| writer.alone)
            )
    }
}
