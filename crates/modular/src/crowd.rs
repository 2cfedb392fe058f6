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
use crate::form::{Atom, AtomId, Form};
use crate::name::Symbol;
use crate::object::{Name, ObjectId};
use crate::state::{State, ThreadNo};
use crate::value::{Index, Own, Round, Value};
use raceproof_engine::condition;
use raceproof_flow::Variable;
use raceproof_ir::Kind;
use std::collections::BTreeSet;
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

    /// What is known, where a thread is created that relies on the numbers of these rounds, of these and of
    /// what stays as it is.
    pub(crate) fn facts_for(&mut self, state: &State, t: ThreadNo, rounds: &BTreeSet<Round>) -> Rc<Facts> {
        let mut facts = Facts::default();
        for form in state.facts.forms() {
            let mut told = rounds.iter().filter_map(|round| self.retell((t, *round), &form));
            if let Some(told) = told.next() {
                facts.add(&told);
            }
        }
        Rc::new(facts)
    }

    /// A sum that a thread of a round is told, if it is one that stays as it is in that round.
    pub(crate) fn tell(&mut self, round: Round, value: &Value) -> Option<usize> {
        let form = value.sum()?.into_owned();
        self.retell((ThreadNo(0), round), &form)?;
        let known = self.stores.told.iter().position(|told| *told == form);
        Some(known.unwrap_or_else(|| {
            self.stores.told.push(form);
            self.stores.told.len() - 1
        }))
    }

    /// The sum that a thread of a round finds where it was told one.
    pub(crate) fn hear(
        &mut self,
        (t, round): (ThreadNo, Round),
        told: usize,
        state: &mut State,
    ) -> Option<Rc<Form>> {
        if !self.is_of_crowd(t) {
            return None;
        }
        let form = self.retell((t, round), &self.stores.told[told].clone())?;
        let numbers = self.atoms.leaves(&form).into_iter();
        let numbers = numbers.filter(|atom| matches!(self.atoms.atom(*atom), Atom::Given(..)));
        Rc::make_mut(&mut state.facts).own.extend(numbers);
        Some(Rc::new(form))
    }

    /// The loop whose counter a sum has.
    pub(crate) fn round_of(&mut self, value: &Value) -> Option<Round> {
        let form = value.form.clone()?;
        let leaves = self.atoms.leaves(&form).into_iter();
        let symbols: Vec<Symbol> = leaves
            .filter_map(|atom| match self.atoms.atom(atom) {
                Atom::Value(symbol) => Some(*symbol),
                _ => None,
            })
            .collect();
        symbols.into_iter().find_map(|symbol| {
            let (id, head) = symbol.place();
            self.counter_of(Round::Loop(id, head), symbol)
                .map(|_| Round::Loop(id, head))
        })
    }

    /// The kind of the counter of a loop, if that is what a name means.
    fn counter_of(&mut self, round: Round, symbol: Symbol) -> Option<Kind> {
        let Round::Loop(id, head) = round else { return None };
        let loops = self.loops(self.contexts.context(id).function);
        let l = loops.iter().find(|l| l.head == head)?;
        (symbol == Symbol::met(id, head, l.counter)).then_some(l.kind)
    }

    /// What a sum of the first thread is to a thread that it creates in a round of a loop: the counter is the
    /// number of that thread, and what was computed before the loop is the same for all of them.
    fn retell(&mut self, to: (ThreadNo, Round), form: &Form) -> Option<Form> {
        let mut sum = Form::constant(i128::from(form.constant))?;
        for (atom, factor) in &form.terms {
            sum = sum.plus(&Form::atom(self.retell_atom(to, *atom)?), *factor)?;
        }
        Some(sum)
    }

    fn retell_atom(&mut self, to: (ThreadNo, Round), atom: AtomId) -> Option<AtomId> {
        let (low, high) = self.atoms.range(atom);
        let told = match self.atoms.atom(atom).clone() {
            Atom::Cell(..) => return Some(atom),
            Atom::Value(symbol) => match self.counter_of(to.1, symbol) {
                Some(kind) => Atom::Given(to.0, Index::new(to.1, kind.bits()), kind),
                None => {
                    let is_before = self.is_before_loop(to.1, symbol);
                    condition!("crowd-sums", "computed before the loop", is_before)
                        .then_some(Atom::Before(symbol))?
                }
            },
            Atom::Quotient(of, by) => Atom::Quotient(Rc::new(self.retell(to, &of)?), by),
            Atom::Ratio(of, by) => Atom::Ratio(Rc::new(self.retell(to, &of)?), self.retell_atom(to, by)?),
            Atom::Product(factors) => {
                let mut told = factors.iter().map(|factor| self.retell_atom(to, *factor));
                let first = told.next()??;
                let others: Option<Vec<AtomId>> = told.collect();
                return others?
                    .into_iter()
                    .try_fold(first, |all, other| self.atoms.product_of(all, other));
            }
            _ => return None,
        };
        Some(self.atoms.find(told, low, high))
    }

    /// Whether a name means one value as long as a loop runs, which the function that the program starts with
    /// has.
    fn is_before_loop(&mut self, round: Round, symbol: Symbol) -> bool {
        let Round::Loop(id, head) = round else {
            return false;
        };
        let (of, block) = symbol.place();
        let loops = self.loops(self.contexts.context(id).function);
        let mut loops = loops.iter().filter(|l| l.head == head);
        of == id && id.0 == 0 && loops.any(|l| !l.blocks.contains(&block))
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
