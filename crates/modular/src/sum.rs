//! How numbers and addresses become sums, in the threads of teams.
//!
//! SOUNDNESS: index-sums

use crate::analyse::{Analysis, Here};
use crate::context::ContextId;
use crate::fact::{Counting, Facts};
use crate::form::{Atom, AtomId, Form};
use crate::lane::WorkSort;
use crate::name::Symbol;
use crate::state::{State, ThreadNo};
use crate::step::Allowed;
use crate::value::{Value, range};
use raceproof_engine::{condition, effect};
use raceproof_ir::{BinaryOp, BlockId, CompareOp, ConvertOp, Inst, Kind, Operand};
use std::borrow::Cow;
use std::rc::Rc;

/// So many inequalities are added up to bound a sum.
const DEPTH: u32 = 2;

impl Value {
    /// The sum that a number is; a constant is one too.
    pub fn sum(&self) -> Option<Cow<'_, Form>> {
        match &self.form {
            Some(form) => Some(Cow::Borrowed(form)),
            None if self.targets.is_empty() && self.low == self.high => {
                Form::constant(self.low).map(Cow::Owned)
            }
            None => None,
        }
    }
}

impl Analysis<'_> {
    /// Whether sums of a thread are followed: two threads of a team are compared by them, and lanes.
    pub(crate) fn follows_sums(&self, thread: ThreadNo) -> bool {
        self.lanes.are_there || self.contexts.is_team(thread) || self.is_of_crowd(thread)
    }

    fn named(&mut self, symbol: Symbol, kind: Kind, value: &Value) -> Option<Rc<Form>> {
        if !kind.is_int() || !value.targets.is_empty() {
            return None;
        }
        let (low, high) = range(kind);
        let atom = Atom::Value(symbol);
        let id = self.atoms.find(atom, value.low.max(low), value.high.min(high));
        Some(Rc::new(Form::atom(id)))
    }

    /// A block begins: what is over is forgotten, and values where ways meet are atoms.
    pub(crate) fn begin_sums(&mut self, id: ContextId, block: BlockId, state: &mut State) {
        if !self.follows_sums_in(id) {
            return;
        }
        let context = self.contexts.context(id);
        let (thread, is_recursive) = (context.thread, context.recursive);
        let function = self.program.function(context.function);
        let meets = self.meets(context.function).filter(|_| !is_recursive);
        for register in &mut state.registers {
            let is_over = |form: &Rc<Form>| match &meets {
                Some(_) => self.atoms.is_over(form, (id, block)),
                None => self.atoms.is_of(form, |context| context == id),
            };
            if register.form.as_ref().is_some_and(is_over) {
                effect!("index-sums", "end with the block", register.form = None);
            }
        }
        let Some(meets) = meets else { return };
        let mut registers = meets[block.0 as usize].clone();
        if block.0 == 0 {
            registers.extend((0..function.params).map(raceproof_ir::Reg));
        }
        for register in registers {
            let value = Value::clone(&state.registers[register.0 as usize]);
            // A parameter is what the caller gives.
            if value.form.is_some() && !meets[block.0 as usize].contains(&register) {
                continue;
            }
            let symbol = Symbol::met(id, block, register);
            let form = match meets[block.0 as usize].contains(&register) {
                true => None,
                false => self.own_number(thread, function.kind(register), &value, state),
            };
            let form = form.or_else(|| self.named(symbol, function.kind(register), &value));
            if form.is_some() || value.form.is_some() {
                state.registers[register.0 as usize].form = form;
            }
        }
    }

    /// A way leads into a block: what is known there of what is over, and of what begins.
    pub(crate) fn bring_sums(&mut self, id: ContextId, block: BlockId, state: &mut Cow<'_, State>) {
        if !self.follows_sums_in(id) {
            return;
        }
        let context = self.contexts.context(id);
        let (f, is_recursive) = (context.function, context.recursive);
        let meets = self.meets(f).filter(|_| !is_recursive);
        let Some(meets) = meets else {
            if *state.facts != Facts::default() {
                state.to_mut().facts = Rc::default();
            }
            return;
        };
        let function = self.program.function(f);
        let mut brought: Vec<(AtomId, Option<Form>)> = Vec::new();
        for &register in &meets[block.0 as usize] {
            let value = Value::clone(&state.registers[register.0 as usize]);
            let symbol = Symbol::met(id, block, register);
            if let Some(form) = self.named(symbol, function.kind(register), &value) {
                brought.push((form.terms[0].0, value.sum().map(Cow::into_owned)));
            }
        }
        let mut facts = state.facts.clone();
        Rc::make_mut(&mut facts).bring(&self.atoms, (id, block), &brought);
        if facts != state.facts {
            state.to_mut().facts = facts;
        }
    }

    /// A comparison of two numbers came out so.
    pub(crate) fn compare_sums(
        &self,
        op: CompareOp,
        kind: Kind,
        (a, b): (&Value, &Value),
        truth: bool,
        state: &mut State,
    ) {
        let (Some(x), Some(y)) = (a.sum(), b.sum()) else {
            return;
        };
        if !kind.is_int() || x.terms.is_empty() && y.terms.is_empty() {
            return;
        }
        let facts = Rc::make_mut(&mut state.facts);
        let mut less = |x: &Form, y: &Form, gap: i128| {
            let difference = y.plus(x, -1).and_then(|form| form.add(-gap));
            if let Some(difference) = difference {
                facts.add(&difference);
            }
        };
        let is_signed = match op {
            CompareOp::LtUnsigned | CompareOp::LeUnsigned => {
                condition!("index-sums", "compared without a sign", a.low >= 0 && b.low >= 0)
            }
            _ => true,
        };
        match (op, truth) {
            (CompareOp::Eq, true) | (CompareOp::Ne, false) => {
                less(&x, &y, 0);
                less(&y, &x, 0);
            }
            (CompareOp::LtSigned | CompareOp::LtUnsigned, true) if is_signed => less(&x, &y, 1),
            (CompareOp::LtSigned | CompareOp::LtUnsigned, false) if is_signed => less(&y, &x, 0),
            (CompareOp::LeSigned | CompareOp::LeUnsigned, true) if is_signed => less(&x, &y, 0),
            (CompareOp::LeSigned | CompareOp::LeUnsigned, false) if is_signed => less(&y, &x, 1),
            _ => {}
        }
    }

    /// How far an index goes, if comparisons and loops tell.
    pub(crate) fn told(&self, state: &State, index: &Value) -> (Option<i128>, Option<i128>) {
        let Some(form) = index.sum() else {
            return (None, None);
        };
        let told = |form: &Form| state.facts.told(form, DEPTH + 1);
        let most = form.times(-1).and_then(|turned| told(&turned));
        (told(&form), most.map(|most| -most))
    }

    /// An index is one of those that are allowed from now on.
    ///
    /// SOUNDNESS: member-arrays
    pub(crate) fn bound_index(&self, thread: ThreadNo, state: &mut State, index: &Value, allowed: Allowed) {
        let Some(form) = index.sum().filter(|_| self.follows_sums(thread)) else {
            return;
        };
        let above = allowed.low.and_then(|low| form.add(-i128::from(low)));
        let below = allowed
            .high
            .and_then(|high| form.times(-1)?.add(i128::from(high)));
        for bound in [above, below].into_iter().flatten() {
            if state.facts.lower(&self.atoms, &bound, DEPTH) < 0 {
                Rc::make_mut(&mut state.facts).add(&bound);
            }
        }
    }

    /// Whether a sum is a number of a kind for certain.
    fn is_inside(&self, state: &State, form: &Form, kind: Kind) -> bool {
        let (low, high) = range(kind);
        state.facts.lower(&self.atoms, form, DEPTH) >= low
            && state.facts.upper(&self.atoms, form, DEPTH) <= high
    }

    /// The sum that a computation gives, if it is one.
    pub(crate) fn compute_sum(
        &mut self,
        id: ContextId,
        inst: &Inst,
        state: &mut State,
        operands: &[&Value],
    ) -> Option<Rc<Form>> {
        if !self.follows_sums_in(id) {
            return None;
        }
        let form = match (inst, operands) {
            (
                Inst::Copy {
                    src: Operand::Const(..),
                    ..
                },
                [a],
            ) => Form::constant(a.low)?,
            (Inst::Copy { .. }, [a]) => return a.form.clone(),
            (
                Inst::Unary {
                    op: raceproof_ir::UnaryOp::Neg,
                    kind,
                    ..
                },
                [a],
            ) if kind.is_int() => {
                let form = a.sum()?.times(-1)?;
                self.is_inside(state, &form, *kind).then_some(form)?
            }
            (Inst::Binary { op, kind, .. }, [a, b]) if kind.is_int() => {
                let (x, y) = (a.sum()?.into_owned(), b.sum()?.into_owned());
                if x.terms.is_empty() && y.terms.is_empty() {
                    return None;
                }
                let (form, is_exact) = self.combine_sums(state, *op, (&x, a), (&y, b))?;
                // What runtimes compute of larger numbers may wrap whether it has a sign or not.
                let is_exact = is_exact && kind.bits() <= 32;
                let fits = match is_exact && self.needs.exact_sums {
                    true => true,
                    false => self.is_inside(state, &form, *kind),
                };
                self.needs.exact_sums |= is_exact && !fits;
                let fits = fits || is_exact;
                condition!("index-sums", "does not wrap", fits).then_some(form)?
            }
            (Inst::Convert { op, to, .. }, [a]) => {
                let form = a.form.clone()?;
                let is_same = match op {
                    ConvertOp::SExt => true,
                    ConvertOp::ZExt => {
                        let lowest = state.facts.lower(&self.atoms, &form, DEPTH);
                        condition!("index-sums", "extended without a sign", a.low >= 0 || lowest >= 0)
                    }
                    ConvertOp::Trunc if to.is_int() => {
                        let (low, high) = range(*to);
                        let is_small = a.low >= low && a.high <= high || self.is_inside(state, &form, *to);
                        condition!("index-sums", "not cut off", is_small)
                    }
                    _ => false,
                };
                return (is_same && a.targets.is_empty()).then_some(form);
            }
            (Inst::Offset { scale, disp, .. }, [base, index]) => {
                let start = self.address_sum(base)?;
                let index = index.sum()?.times(*scale)?;
                start.plus(&index, 1)?.add(i128::from(*disp))?
            }
            _ => return None,
        };
        Some(Rc::new(form))
    }

    /// A number that is a sum is in the range of that.
    pub(crate) fn narrow(&self, state: &State, kind: Kind, value: &mut Value) {
        if let Some(form) = &value.form
            && kind.is_int()
            && value.targets.is_empty()
        {
            let low = state.facts.lower(&self.atoms, form, 1).max(value.low);
            let high = state.facts.upper(&self.atoms, form, 1).min(value.high);
            if low <= high {
                (value.low, value.high) = (low, high);
            }
        }
    }

    /// An operation on two sums, and whether it gives that exactly for certain: a sum or product of numbers
    /// with a sign does not overflow.
    fn combine_sums(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        (x, a): (&Form, &Value),
        (y, b): (&Form, &Value),
    ) -> Option<(Form, bool)> {
        Some(match op {
            BinaryOp::AddSigned => (x.plus(y, 1)?, true),
            BinaryOp::Add => (x.plus(y, 1)?, false),
            BinaryOp::SubSigned => (x.plus(y, -1)?, true),
            BinaryOp::Sub => (x.plus(y, -1)?, false),
            BinaryOp::MulSigned => (self.atoms.product(x, y)?, true),
            BinaryOp::Mul => (self.atoms.product(x, y)?, false),
            BinaryOp::DivSigned | BinaryOp::DivUnsigned => {
                (self.divide_sums(state, (x, a), (y, b), false)?, false)
            }
            BinaryOp::RemSigned | BinaryOp::RemUnsigned => {
                (self.divide_sums(state, (x, a), (y, b), true)?, false)
            }
            _ => return None,
        })
    }

    /// The sum that an address is. Two instances of an object have no bytes in common, so that all may be at
    /// one address.
    pub(crate) fn address_sum(&mut self, address: &Value) -> Option<Form> {
        if let Some(form) = &address.form {
            return Some(Form::clone(form));
        }
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        let at = offsets.constant()?;
        if address.is_lost() {
            return None;
        }
        let start = self.atoms.find(Atom::Object(target.object), 0, 0);
        Form::atom(start).add(i128::from(at))
    }

    /// The sum that the address of an access is.
    pub(crate) fn address_sum_of(&mut self, thread: ThreadNo, address: &Value) -> Option<Rc<Form>> {
        if !self.follows_sums(thread) || address.is_lost() {
            return None;
        }
        self.address_sum(address).map(Rc::new)
    }

    /// The sum that a load finds: bytes that nobody writes as long as the team is there.
    pub(crate) fn load_sum(
        &mut self,
        here: Here,
        address: &Value,
        kind: Kind,
        value: &Value,
    ) -> Option<Rc<Form>> {
        let thread = here.thread;
        let is_of_team = self.contexts.is_team(thread) && self.is_one_at_a_time(thread);
        if !is_of_team && !self.follows_sums_in(here.place.0) || kind.is_float() {
            return None;
        }
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        let at = offsets.constant()?;
        let is_steady = match is_of_team {
            true => {
                condition!(
                    "index-sums",
                    "loaded from one object",
                    self.is_one_for(target.object, thread)
                ) && self.is_steady(target.object, thread)
            }
            false => self.is_kept_for_crowd(target.object, here),
        };
        if address.is_lost() || !is_steady {
            return None;
        }
        let (low, high) = match kind {
            Kind::Ptr => {
                // What is known to be an address of one object is better.
                let known = Value {
                    form: None,
                    low: 1,
                    high: 0,
                    ..value.clone()
                };
                if let Some(form) = self.address_sum(&known) {
                    return Some(Rc::new(form));
                }
                // It may be anywhere in its object, and what other bytes hold somewhere else.
                (i128::from(i64::MIN), i128::from(i64::MAX))
            }
            _ if value.targets.is_empty() => (value.low, value.high),
            _ => return None,
        };
        let cell = self.atoms.find(Atom::Cell(target.object, at, kind), low, high);
        Some(Rc::new(Form::atom(cell)))
    }

    /// An instruction has computed something that is no sum: an atom.
    pub(crate) fn name_sums(&mut self, here: Here, inst: &Inst, state: &mut State) {
        let id = here.place.0;
        let context = self.contexts.context(id);
        if !self.follows_sums_in(id) || context.recursive || self.meets(context.function).is_none() {
            return;
        }
        let function = self.program.function(self.contexts.context(id).function);
        for register in inst.results() {
            let value = Value::clone(&state.registers[register.0 as usize]);
            if value.form.is_none() {
                let symbol = Symbol::result(here.place, register);
                let kind = function.kind(register);
                let form = self.own_number(here.thread, kind, &value, state);
                let form = form.or_else(|| self.named(symbol, kind, &value));
                if form.is_some() {
                    state.registers[register.0 as usize].form = form;
                }
            }
        }
    }

    /// A loop that threads share is counted.
    pub(crate) fn count_sums(&mut self, here: Here, state: &mut State, args: &[Value], count: &mut Value) {
        let ([from, to, step, relation], true) = (args, self.follows_sums(here.thread)) else {
            return;
        };
        let (id, block, index) = here.place;
        let only = |v: &Value| (v.low == v.high && v.targets.is_empty()).then_some(v.low);
        if count.low == count.high {
            // That is a sum as it is.
            return;
        }
        let atom = self
            .atoms
            .find(Atom::Count(id, block, index), count.low, count.high);
        count.form = Some(Rc::new(Form::atom(atom)));
        let (Some(from), Some(to)) = (from.sum(), to.sum()) else {
            return;
        };
        let (from, to) = (from.into_owned(), to.into_owned());
        let (Some(step), Some(relation)) = (only(step), only(relation)) else {
            return;
        };
        let Ok(step) = i64::try_from(step) else { return };
        // Others have no sign, or go on until they meet the bound. Of one that goes in the other direction
        // there are no works.
        let is_plain = condition!("index-sums", "counted with a sign", (0..4).contains(&relation));
        let counting = Counting {
            from,
            to,
            step,
            closed: relation & 1 == 1,
        };
        let facts = Rc::make_mut(&mut state.facts);
        facts.counted.remove(&atom);
        if is_plain {
            facts.counted.insert(atom, counting);
        }
    }

    /// Works are asked for.
    pub(crate) fn share_sums(&mut self, here: Here, state: &mut State, works: &Value) {
        if !self.follows_sums(here.thread) {
            return;
        }
        let facts = Rc::make_mut(&mut state.facts);
        facts.shared.remove(&here.place.0);
        if let Some(works) = works.sum() {
            facts.shared.insert(here.place.0, works.into_owned());
        }
    }

    /// A work begins that has this number.
    pub(crate) fn begin_work_sum(
        &mut self,
        here: Here,
        state: &mut State,
        number: &Value,
        sort: WorkSort,
    ) -> Option<Rc<Form>> {
        if sort == WorkSort::Lane {
            return self.begin_lane(here, state, number);
        }
        if !self.follows_sums(here.thread) {
            return None;
        }
        let (id, block, _) = here.place;
        let atom = self
            .atoms
            .find(Atom::Work(id, block), number.low.max(0), number.high);
        let work = Form::atom(atom);
        let facts = Rc::make_mut(&mut state.facts);
        facts.own.insert(atom);
        facts.inside = Some(atom);
        let shared = facts.shared.get(&id).cloned();
        if let Some(works) = shared
            && condition!(
                "index-sums",
                "asked for in this construct",
                sort == WorkSort::Shared
            )
        {
            let counting = match works.terms[..] {
                [(count, 1)] if works.constant == 0 => facts.counted.get(&count).cloned(),
                _ => None,
            };
            let below = works.plus(&work, -1).and_then(|form| form.add(-1));
            let inside = counting.and_then(|counting| {
                let at = counting.from.plus(&work, counting.step)?;
                let gap = if counting.closed { 0 } else { -1 };
                match counting.step > 0 {
                    true => counting.to.plus(&at, -1)?.add(gap),
                    false => at.plus(&counting.to, -1)?.add(gap),
                }
            });
            for form in [below, inside].into_iter().flatten() {
                facts.add(&form);
            }
            self.run_once(facts, &works);
        }
        Some(Rc::new(work))
    }
}
