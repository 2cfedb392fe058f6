//! What cannot be followed, and what it may do.
//!
//! An address that was made of numbers, code that nobody has given, a jump out of a function: none of them
//! ends the analysis. Each is a place with a reason ([`Why`]), and does the worst that is possible there:
//!
//! - An address of which nothing is known may mean any *disclosed* object: one whose address became a number
//!   (a cast, a load of its bytes as one, a text), or was given to code that is not known; and whatever those
//!   lead to. Who makes an address of a number that never was one leaves every object, which the assumption
//!   of the proof excludes.
//! - Unknown code reads and writes all disclosed objects, and stores numbers there of which addresses can be
//!   made.
//! - Functions that it is given run at any time from then on, in threads of their own that have no end.
//!
//! Invariants: disclosed objects only become more; they are closed under what they lead to whenever somebody
//! uses an address that is not known; a disclosed object is not fresh.
//!
//! SOUNDNESS: wildcards
//! SOUNDNESS: long-jumps

use crate::analyse::{Analysis, Here, UNKNOWN_SIZE};
use crate::context::{Awaited, Place};
use crate::library::leaves_locks_alone;
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::parallel::Access;
use crate::refusal::Why;
use crate::relation::Relations;
use crate::state::{Guard, Lock, Sort, State, ThreadNo};
use crate::value::{Target, Value};
use raceproof_engine::effect;
use raceproof_ir::{Address, FuncId, Inst, Kind, Operand, Point, Program, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What is known of what is not.
#[derive(Debug, Default)]
pub(crate) struct Wild {
    /// Places that cannot be followed, and why.
    pub places: BTreeMap<Point, (Why, Span)>,
    /// In the last pass: accesses that may be to any disclosed object.
    pub accesses: Vec<Access>,
    /// Objects that code which is not known keeps, and where it gets them.
    pub kept: BTreeMap<ObjectId, BTreeSet<Place>>,
    /// Places that store something nobody knows where: how many objects were disclosed then, and whether
    /// there was no other thread.
    stores: BTreeMap<Place, (usize, bool)>,
    /// Whether somebody uses streams without their locks.
    pub streams: bool,
    /// The threads of the world outside.
    outside: Option<ThreadNo>,
    /// Functions whose address is used otherwise than for a call.
    taken: Option<Rc<[FuncId]>>,
}

impl Wild {
    pub fn of(program: &Program) -> Wild {
        Wild {
            streams: leaves_locks_alone(program),
            ..Wild::default()
        }
    }
}

/// The functions whose address the program uses otherwise than for a call.
pub(crate) fn taken(program: &Program) -> Vec<FuncId> {
    let mut taken = BTreeSet::new();
    let mut see = |operand: Operand| {
        if let Operand::Address(Address::Function(f)) = operand {
            taken.insert(f);
        }
    };
    for block in program.functions.iter().flat_map(|f| &f.blocks) {
        for (inst, _) in &block.instructions {
            inst.operands(&mut see);
        }
        block.terminator.operand().into_iter().for_each(&mut see);
    }
    for relocation in program.globals.iter().flat_map(|g| &g.relocations) {
        see(Operand::Address(relocation.target));
    }
    taken.into_iter().collect()
}

/// What code that is not known may do, apart from accesses to what it can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Nothing else: it was given these addresses.
    Given,
    /// It may use globals and variables of the function around it by their names.
    Named,
    /// It may also take and give back locks, and whatever else threads do.
    Anything,
}

impl Analysis<'_> {
    /// A place cannot be followed.
    pub(crate) fn note_unknown(&mut self, here: Here, why: Why) {
        let point = self.contexts.point(here.place);
        self.wild.places.entry(point).or_insert((why, here.span));
        if !std::mem::replace(&mut self.memory.is_wild, true) {
            self.contexts.changed = true;
        }
    }

    /// Whether addresses of an object can be used for accesses.
    fn is_memory(&self, object: ObjectId) -> bool {
        match self.memory.object(object).name {
            Name::Global(_) | Name::ThreadLocal(..) | Name::Slot(..) | Name::Site(..) => true,
            Name::Arguments | Name::Outside | Name::Hidden(_) => true,
            Name::Function(_) | Name::Label(..) | Name::Thread(_) | Name::Keys(_) => false,
            Name::AtomicBlock | Name::Combination(..) => false,
        }
    }

    /// Addresses become numbers, or are given to code that is not known.
    pub(crate) fn disclose(&mut self, value: &Value, state: &mut State) {
        for (target, _) in &value.targets {
            self.publish_assigned(state, target.object);
            self.disclose_object(target.object);
            state.give_away(target.object);
            if state.fresh.contains(&target.object) {
                effect!(
                    "wildcards",
                    "what is disclosed is known to others",
                    state.fresh.remove(&target.object)
                );
            }
        }
    }

    /// The same of what is read as a value of a kind, if that is no address.
    pub(crate) fn disclose_number(&mut self, kind: Kind, value: &Value, state: &mut State) {
        if kind != Kind::Ptr {
            effect!(
                "wildcards",
                "addresses are read as numbers",
                self.disclose(value, state)
            );
        }
    }

    fn disclose_object(&mut self, object: ObjectId) {
        if self.is_memory(object) && self.memory.disclosed.insert(object) {
            self.contexts.changed = true;
        }
    }

    /// What disclosed objects lead to is disclosed as well. Says whether there are more of them now.
    pub(crate) fn close_disclosed(&mut self) -> bool {
        if !self.memory.is_wild {
            return false;
        }
        let before = self.memory.disclosed.len();
        let mut open: Vec<ObjectId> = self.memory.disclosed.iter().copied().collect();
        while let Some(object) = open.pop() {
            let inside = self.memory.contents(object);
            for (target, _) in inside.targets {
                if self.is_memory(target.object) && !self.memory.disclosed.contains(&target.object) {
                    effect!("wildcards", "what they lead to is disclosed", {
                        self.memory.disclosed.insert(target.object);
                        open.push(target.object);
                    });
                }
            }
        }
        before != self.memory.disclosed.len()
    }

    /// Something is stored, and nobody knows where.
    pub(crate) fn store_anywhere(&mut self, state: &mut State, value: &Value) {
        let mut value = value.settle().blur();
        (value.low, value.high) = (i128::MIN, i128::MAX);
        self.memory.store_anywhere(&value);
        // What such a store of a place does to what is known of all is the same every time.
        let Some(place) = self.at_hand.place else { return };
        let how = (self.memory.disclosed.len(), self.is_alone(place, state));
        if self.wild.stores.insert(place, how) == Some(how) {
            return self.write_anywhere(place, state);
        }
        for object in self.memory.disclosed.clone() {
            let target = Target {
                object,
                recent: false,
            };
            effect!(
                "wildcards",
                "a store may be anywhere",
                self.record(state, target, Offsets::ANY, UNKNOWN_SIZE)
            );
        }
    }

    /// A store that may be anywhere changes what this thread knows.
    fn write_anywhere(&mut self, place: Place, state: &mut State) {
        state.locals.clear();
        state.forget_found(|_| true);
        let is_lock = |object: &ObjectId| {
            let is_used = |sort| self.locks.used.contains(&(*object, sort));
            self.locks.objects.contains_key(object) || is_used(Sort::Word) || is_used(Sort::Semaphore)
        };
        let disclosed = self.memory.disclosed.iter().copied();
        let locks: BTreeSet<ObjectId> = disclosed.filter(is_lock).collect();
        state.given.extend(locks.iter().map(|object| Some(*object)));
        effect!(
            "wildcards",
            "locks may be written",
            state.drop_locks(|lock| lock.sort != Sort::Raised && locks.contains(&lock.object))
        );
        if !locks.is_empty() {
            state.guard.picked.clear();
        }
        for object in locks {
            let recent = false;
            self.make_lock(place, state, Target { object, recent });
        }
    }

    /// In the last pass: an access that may be to any disclosed object.
    pub(crate) fn touch_anywhere(&mut self, here: Here, guard: Rc<Guard>, write: bool, atomic: bool) {
        let outside = self.memory.named(self.program, Name::Outside, UNKNOWN_SIZE);
        self.wild.accesses.push(Access {
            object: outside,
            at: Offsets::ANY,
            length: UNKNOWN_SIZE,
            write,
            atomic,
            thread: here.thread,
            guard,
            own: None,
            keys: Vec::new(),
            form: None,
            facts: Rc::default(),
            fresh: false,
            taken: false,
            unknown: true,
            context: Some(here.place.0),
            at_point: self.contexts.point(here.place),
            span: here.span,
        });
    }

    /// The least that is known of a thread wherever it is.
    pub(crate) fn weakest(&self, thread: ThreadNo) -> Guard {
        let threads = (0..self.contexts.threads.len() as u32).map(ThreadNo);
        let counters = self.stores.takings.iter().flat_map(|(object, takings)| {
            let offsets = takings.keys().filter_map(|(at, _)| at.constant());
            offsets.map(|offset| (*object, offset))
        });
        let is_fine = !self.contexts.is_coarse();
        let counters = counters.filter(|_| is_fine);
        let flags = self.contexts.flags.all().filter(|_| is_fine);
        Guard {
            created: threads
                .filter(|t| self.contexts.thread(*t).parent == Some(thread))
                .collect(),
            unused: counters.collect::<BTreeSet<_>>().into(),
            set: flags.collect::<BTreeSet<_>>().into(),
            ..Guard::default()
        }
    }

    /// Code that is not known runs.
    pub(crate) fn run_unknown(&mut self, here: Here, state: &mut State, given: &[Value], reach: Reach) {
        for value in given {
            self.disclose(value, state);
        }
        if reach != Reach::Given {
            for register in state.registers.clone() {
                self.disclose(&register, state);
            }
            let ids: Vec<ObjectId> = self.memory.ids().collect();
            for object in ids {
                let is_named = match self.memory.object(object).name {
                    Name::Global(g) => !self.program.global(g).constant,
                    Name::Slot(context, _) => context == here.place.0,
                    Name::ThreadLocal(..) => true,
                    _ => false,
                };
                if is_named {
                    self.publish_assigned(state, object);
                    self.disclose_object(object);
                    if state.fresh.contains(&object) {
                        state.fresh.remove(&object);
                    }
                }
            }
        }
        self.stir(state);
        if reach == Reach::Anything {
            let guard = self.weakest(here.thread);
            effect!(
                "wildcards",
                "unknown code gives back locks",
                state.guard = guard.into()
            );
            state.fresh.clear();
            state.carry.held.clear();
            state.assigned.clear();
            state.given.insert(None);
        }
        let guard = self.intern(&state.guard);
        if self.accesses.is_some() {
            self.touch_anywhere(here, guard, true, false);
        }
        self.store_anywhere(state, &Value::RESULT);
        state.locals.clear();
        if reach != Reach::Given {
            let function = self
                .program
                .function(self.contexts.context(here.place.0).function);
            state.relations = Relations::default().into();
            state.facts = Rc::default();
            for (register, of) in state.registers.iter_mut().zip(&function.registers) {
                let mut any = register.settle().join(&Value::computed(of.kind)).fit(of.kind);
                (any.own, any.pick) = (None, None);
                effect!(
                    "wildcards",
                    "unknown code changes variables",
                    *register = any.into()
                );
            }
        }
    }

    /// The functions that a call through a value may mean, of which some may not be known: all that fit and
    /// whose address is used somewhere.
    pub(crate) fn functions_anywhere(&mut self, args: usize, result: Option<Kind>) -> Vec<FuncId> {
        let taken = match &self.wild.taken {
            Some(taken) => taken.clone(),
            None => Rc::from(taken(self.program)),
        };
        self.wild.taken = Some(taken.clone());
        let fits = |f: &FuncId| {
            let function = self.program.function(*f);
            function.arguments() as usize == args && (result.is_none() || function.result == result)
        };
        taken.iter().copied().filter(fits).collect()
    }

    /// Functions that somebody keeps run at any time from now on, in threads that have no end.
    pub(crate) fn keep_functions(&mut self, here: Here, state: &mut State, value: &Value, argument: &Value) {
        let mut open: Vec<ObjectId> = self.memory.led_to(value);
        let mut seen = BTreeSet::new();
        while let Some(object) = open.pop() {
            if !seen.insert(object) {
                continue;
            }
            if let Name::Function(f) = self.memory.object(object).name {
                self.run_at_any_time(here, state, f, argument, None);
            }
            let inside = self.memory.contents(object);
            open.extend(self.memory.led_to(&inside));
        }
    }

    /// A function runs at any time from now on, as often as it likes, in whatever thread.
    pub(crate) fn run_at_any_time(
        &mut self,
        here: Here,
        state: &mut State,
        f: FuncId,
        argument: &Value,
        awaited: Option<Awaited>,
    ) {
        if !std::mem::replace(&mut self.has_guests, true) {
            self.contexts.changed = true;
        }
        let function = self.program.function(f);
        if function.blocks.is_empty() {
            self.note_unknown(here, Why::Function(function.name.clone()));
            effect!(
                "wildcards",
                "functions of the library run at any time too",
                self.keep_reached(here, state, argument)
            );
            if argument.is_forged() && self.accesses.is_some() {
                let thread = self.outside_thread();
                let guard = self.intern(&Guard::default());
                self.touch_anywhere(Here { thread, ..here }, guard, true, false);
            }
            return;
        }
        let t = self.contexts.create(here.place, f);
        self.contexts.make_guest(t);
        if let Some(awaited) = awaited {
            self.contexts.await_end(t, awaited);
        }
        self.publish(argument, state);
        if self.accesses.is_none() {
            self.begin(state, t, f, argument, Default::default(), BTreeSet::new());
        }
        effect!(
            "wildcards",
            "guests run from now on",
            state.guard.created.insert(t)
        );
        state.guard.joined.remove(&t);
        state.guard.quiet.clear();
    }

    /// Code that is not known may use at any time what it is given, whatever that is.
    fn keep_reached(&mut self, here: Here, state: &mut State, value: &Value) {
        self.keep(here, state, value);
        if value.is_forged() {
            for object in self.memory.disclosed.clone() {
                let known = self.wild.kept.entry(object).or_default();
                if known.insert(here.place) {
                    self.contexts.changed = true;
                }
            }
        }
    }

    /// Code that is not known keeps addresses, and may use them at any time.
    pub(crate) fn keep(&mut self, here: Here, state: &mut State, value: &Value) {
        self.disclose(value, state);
        let place = here.place;
        for (target, _) in &value.targets {
            let is_constant = match self.memory.object(target.object).name {
                Name::Global(global) => self.program.global(global).constant,
                _ => false,
            };
            if self.is_memory(target.object) && !is_constant {
                let known = self.wild.kept.entry(target.object).or_default();
                if known.insert(place) {
                    self.contexts.changed = true;
                }
            }
        }
        let all = value.settle().blur();
        for (target, at) in self.places(&all) {
            self.record(state, target, at, UNKNOWN_SIZE);
            self.memory.store(target.object, at, UNKNOWN_SIZE, &Value::RESULT);
        }
        let argument = Value::RESULT.fit(Kind::Ptr);
        self.keep_functions(here, state, &all, &argument);
    }

    /// A synchronisation object is made, ended or given back, and nobody knows which.
    pub(crate) fn make_anything(&mut self, state: &mut State, address: &Value) {
        if address.is_forged() {
            self.give_up_anything(state);
            self.store_anywhere(state, &Value::RESULT);
        }
    }

    /// The threads of the world outside.
    pub(crate) fn outside_thread(&mut self) -> ThreadNo {
        let thread = match self.wild.outside {
            Some(known) => known,
            None => self.contexts.outside(),
        };
        self.wild.outside = Some(thread);
        thread
    }

    /// Locks that an address of which nothing is known may mean.
    pub(crate) fn give_up_anything(&self, state: &mut State) {
        effect!(
            "wildcards",
            "any lock may be given up",
            state.drop_locks(|lock: &Lock| lock.sort != Sort::Raised)
        );
        state.given.insert(None);
        state.guard.picked.clear();
    }

    /// A jump leads back to here from wherever the thread is, with whatever is in variables then.
    pub(crate) fn come_back(&mut self, here: Here, state: &mut State) {
        let id = here.place.0;
        let function = self.program.function(self.contexts.context(id).function);
        let kinds = function.registers.iter().map(|r| r.kind);
        let mut back = state.clone();
        back.guard = self.weakest(here.thread).into();
        back.fresh.clear();
        self.stir(&mut back);
        back.carry.held.clear();
        back.locals.clear();
        effect!("set-before-read", "a jump leads back", back.assigned.clear());
        back.relations = Relations::default().into();
        back.facts = Rc::default();
        back.given.insert(None);
        let context = self.contexts.context_mut(id);
        let ever = context.ever.get_or_insert_with(|| vec![Value::NONE; kinds.len()]);
        for ((mine, ever), kind) in back.registers.iter_mut().zip(ever.iter_mut()).zip(kinds) {
            let all = ever.widen(&mine.settle());
            *ever = all.clone();
            *mine = all.join(&Value::any(kind)).into();
        }
        effect!("long-jumps", "come back", state.join(&back, true));
        for register in &mut state.registers {
            (register.claim, register.split) = (None, None);
            (register.own, register.pick) = (None, None);
            register.form = None;
        }
    }

    /// What the registers of a function ever hold to which a jump may lead back.
    pub(crate) fn note_ever(&mut self, here: Here, inst: &Inst, state: &State) {
        let context = self.contexts.context_mut(here.place.0);
        let Some(ever) = &mut context.ever else { return };
        let mut is_new = false;
        for r in inst.results() {
            let known = &mut ever[r.0 as usize];
            let all = known.widen(&state.registers[r.0 as usize].settle());
            is_new |= all != *known;
            *known = all;
        }
        if is_new {
            self.contexts.changed = true;
        }
    }
}
