//! Works that the threads of a team share.
//!
//! No two threads of a team do the same work of a construct, however works are given to threads. So the
//! number of a work is a number that no other thread has as long as the construct goes on. It is used only
//! where a thread meets the construct once in the life of its team, and where there is one team of these
//! threads at a time: works of the next time may have the same numbers, unless a barrier comes in between
//! (`phase`).
//!
//! It is taken for granted, as the standard has it, that all threads of a team meet the same constructs in
//! the same order.

use crate::analyse::{Analysis, Here};
use crate::context::{ContextId, Place};
use crate::lane::WorkSort;
use crate::state::State;
use crate::value::{Index, Own, Round, Value};
use raceproof_engine::{condition, effect};
use raceproof_flow::{leading_to, reachable};
use raceproof_ir::{BlockId, Callee, Function, Kind, Operand, Role, SyncOp};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many works the constructs of a context may have.
#[derive(Debug, Default)]
pub(crate) struct Works {
    /// How often each of the loops runs at most.
    counts: BTreeMap<Place, i128>,
    /// How many works are asked for at most.
    shared: i128,
}

impl Works {
    /// A bound for the numbers of works: loops that share their works together have as many as the product.
    fn most(&self) -> i128 {
        let counts = self.counts.values().map(|&count| count.max(1));
        counts.fold(1, i128::saturating_mul).max(self.shared)
    }
}

/// What the runtime says of a loop that runs more often.
const MOST: i128 = i64::MAX as i128;

/// How often a loop with these bounds, step and relation runs at most, where that can be told.
fn most_rounds(args: &[Value]) -> Option<i128> {
    let [from, to, step, relation] = args else {
        return None;
    };
    let only = |v: &Value| (v.low == v.high).then_some(v.low);
    let (step, relation) = (only(step)?, only(relation)?);
    // Where the variable or its bound has no sign: then these are numbers below 2^63, or nothing is known.
    if !condition!(
        "works",
        "bounds without a sign are known",
        relation & !7 == 0 || from.low >= 0 && to.low >= 0
    ) {
        return None;
    }
    let is_down = match relation & 7 {
        2 | 3 => true,
        4 => step < 0,
        _ => false,
    };
    // A step of the other sign is a large one, if there is none.
    let stride = match (is_down, step < 0) {
        (true, true) => -step,
        (false, false) => step,
        _ if relation & UNSIGNED != 0 => 1 << 63,
        _ => return Some(0),
    };
    let distance = match is_down {
        true => from.high.saturating_sub(to.low),
        false => to.high.saturating_sub(from.low),
    };
    let closed = i128::from(matches!(relation & 7, 1 | 3));
    let rounds = distance.saturating_add(closed).saturating_add(stride - 1);
    rounds.max(0).checked_div(stride)
}

/// Whether a loop with these bounds, step and relation runs just as often as it does at most.
fn are_exact(args: &[Value]) -> bool {
    let [from, to, _, relation] = args else {
        return false;
    };
    let only = |v: &Value| v.targets.is_empty() && v.low == v.high;
    condition!("works", "bounds that are constants", only(from) && only(to))
        && condition!("works", "counted with a sign", (0..4).contains(&relation.low))
}

/// The flag of a relation that says that all numbers are without a sign.
const UNSIGNED: i128 = 8;

/// Whether a construct begins in a loop around a block of it.
fn begins_again(function: &Function, block: BlockId, name: impl Fn(&Callee) -> bool) -> bool {
    let around = leading_to(function, block, &reachable(function, block, |_| true));
    let mut code = around
        .iter()
        .flat_map(|b| &function.blocks[b.0 as usize].instructions);
    code.any(|(inst, _)| inst.callee().is_some_and(&name))
}

impl Analysis<'_> {
    /// How often a loop runs: from, to, step and relation, as the runtime has them.
    pub(crate) fn count_works(&mut self, here: Here, args: &[Value]) -> Value {
        let most = self.counted(most_rounds(args));
        let counts = &mut self.phases.works.entry(here.place.0).or_default().counts;
        let known = counts.get(&here.place).copied().unwrap_or(0);
        // What grows again and again is not known.
        let all = match counts.contains_key(&here.place) && most > known {
            true => MOST,
            false => most.max(known),
        };
        if counts.insert(here.place, all) != Some(all) {
            self.contexts.changed = true;
        }
        match are_exact(args) && most < MOST {
            true => Value::number(most),
            false => Value::between(0, all),
        }
    }

    /// How often loops run together that run so often each.
    pub(crate) fn total_of(&mut self, counts: &[Value]) -> Value {
        let product = |of: fn(&Value) -> i128| counts.iter().map(of).fold(1, i128::saturating_mul);
        let most = self.counted(Some(product(|count| count.high.max(0))));
        Value::between(product(|count| count.low.max(0)).min(most), most)
    }

    /// A number of iterations as the runtime counts them. Those beyond are not looked at, and the proof says
    /// so.
    fn counted(&mut self, iterations: Option<i128>) -> i128 {
        let all = iterations.unwrap_or(i128::MAX);
        self.needs.short_loops |= all > MOST;
        all.min(MOST)
    }

    /// Works are asked for.
    pub(crate) fn share_works(&mut self, here: Here, works: &Value) {
        let known = &mut self.phases.works.entry(here.place.0).or_default().shared;
        if works.high > *known {
            *known = match *known {
                0 => works.high,
                _ => i128::MAX,
            };
            self.contexts.changed = true;
        }
    }

    /// Whether a thread meets the construct of a work once at most.
    pub(crate) fn is_met_once(&self, id: ContextId, block: BlockId) -> bool {
        let context = self.contexts.context(id);
        let begins = |callee: &Callee| match callee {
            Callee::Function(f) => matches!(
                self.program.function(*f).role,
                Some(Role::Share | Role::StaticShare | Role::NextConstruct)
            ),
            Callee::Pointer(_) => false,
        };
        let begins_again = || {
            let mut known = self.phases.begins_again.borrow_mut();
            let function = self.program.function(context.function);
            *(known.entry((context.function, block))).or_insert_with(|| begins_again(function, block, begins))
        };
        condition!("works", "called once", !context.repeated)
            && condition!("works", "begun once", !begins_again())
    }

    /// Whether the numbers of works of a construct are different ones for different threads.
    pub(crate) fn tells_threads_apart(&self, id: ContextId, block: BlockId) -> bool {
        let thread = self.contexts.context(id).thread;
        condition!("works", "of a team", self.contexts.is_team(thread))
            && condition!("works", "one team at a time", self.is_one_at_a_time(thread))
            && (self.is_met_once(id, block) || self.is_met_once_a_phase(id, block))
    }

    /// A work begins or ends.
    pub(crate) fn mark_work(&mut self, here: Here, op: SyncOp, args: &[Operand], state: &mut State) {
        if let (SyncOp::WorkBegin, Some(Operand::Reg(number))) = (op, args.get(2)) {
            let function = self.contexts.context(here.place.0).function;
            let sort = self.work_sort(function, args);
            let register = number.0 as usize;
            self.begin_work_phase(here, state);
            self.begin_work(here, &mut state.registers[register], sort);
            let value = Value::clone(&state.registers[register]);
            state.registers[register].form = self.begin_work_sum(here, state, &value, sort);
        }
        if op == SyncOp::WorkEnd {
            self.end_lane(here, state);
            let id = here.place.0;
            if state.facts.inside.is_some() {
                effect!(
                    "uniform",
                    "a work is over",
                    Rc::make_mut(&mut state.facts).inside = None
                );
            }
            effect!(
                "phases",
                "a number is over with its work",
                self.forget_works(state, |of| of == id)
            );
        }
    }

    /// A work begins: its number is one that no other thread has.
    pub(crate) fn begin_work(&mut self, here: Here, number: &mut Value, sort: WorkSort) {
        let (id, block, _) = here.place;
        if !condition!("works", "no lanes", sort != WorkSort::Lane) || !self.tells_threads_apart(id, block) {
            number.own = None;
            return;
        }
        let most = self.phases.works.get(&id).map_or(i128::MAX, Works::most);
        if number.targets.is_empty() && number.has_numbers() {
            let (low, high) = (number.low.max(0), number.high.min(most.saturating_sub(1)));
            if low <= high {
                (number.low, number.high) = (low, high);
            }
        }
        number.own = Some(Own::Index(Index::new(Round::Work(id, block), Kind::I64.bits())));
    }
}
