//! Names of values: what tells that two addresses were computed from the same one.
//!
//! A lock in an element of an array, or in a node of a list, protects what is in the same element or node.
//! Which one that is nobody knows here; that both are picked by the same number, or reached from the same
//! address, is enough. So every number and address gets a name where a thread computes it: that of the
//! instruction, or of the block in which different ways meet with different values (as in static single
//! assignment; Cytron et al. 1991). What is computed from a named value by constants keeps the name
//! ([`Value::pick`](crate::value::Value)).
//!
//! Invariant: all registers and held locks of a state that know a name mean the value that was computed last
//! under it, in the one run of the function that is going on. So names of a block end when it is entered
//! again, those of a function when it returns, and functions that may be going on twice have none. Memory and
//! other threads know no names.
//!
//! What names have to do with each other, `relation` knows; there, too, names end with their block, as soon
//! as a way leads into it again.
//!
//! Cost: blocks times registers for the places where ways meet, once for each function; very large functions
//! have no names.

use crate::analyse::{Analysis, Here};
use crate::context::{ContextId, Place};
use crate::limits;
use crate::relation::{Computed, Meaning};
use crate::state::State;
use crate::value::{Index, Own, Round, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::{BlockId, Function, Inst, Kind, Operand, Reg};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The name of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Symbol {
    context: ContextId,
    block: BlockId,
    /// The instruction that computes it; none where ways meet.
    index: Option<usize>,
    register: Reg,
}

impl Symbol {
    /// The name of a value where ways meet.
    pub fn met(context: ContextId, block: BlockId, register: Reg) -> Symbol {
        Symbol {
            context,
            block,
            index: None,
            register,
        }
    }

    /// The name of what an instruction computes.
    pub fn result((context, block, index): Place, register: Reg) -> Symbol {
        Symbol {
            context,
            block,
            index: Some(index),
            register,
        }
    }

    /// The instruction that computes it, if it is not where ways meet, and the register.
    pub fn made(&self) -> (Option<usize>, Reg) {
        (self.index, self.register)
    }

    /// Where it begins and ends.
    pub fn place(&self) -> (ContextId, BlockId) {
        (self.context, self.block)
    }

    /// Whether it is that of a value where ways meet, in a context.
    pub fn is_met(&self, context: ContextId) -> bool {
        self.context == context && self.index.is_none()
    }
}

/// By block, the registers to which different ways bring different values; nothing if the function is too
/// large.
pub(crate) fn meets(function: &Function) -> Option<Vec<Vec<Reg>>> {
    let (count, registers) = (function.blocks.len(), function.registers.len());
    if count.saturating_mul(registers) > limits::NAMED_REGISTERS.size() {
        return None;
    }
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut written = vec![vec![false; registers]; count];
    for (b, block) in function.blocks.iter().enumerate() {
        for next in block.terminator.successors() {
            before[next.0 as usize].push(b);
        }
        for r in block.instructions.iter().flat_map(|(inst, _)| inst.results()) {
            written[b][r.0 as usize] = true;
        }
    }
    // Where a value comes from: 0 nobody knows yet, 1 the start, then the blocks that compute it, then those
    // where ways meet.
    let (start, computed, met) = (1, |b: usize| 2 + b, |b: usize| 2 + count + b);
    let mut at = vec![vec![0usize; registers]; count];
    let mut changed = true;
    // In this order most of what comes before a block is known when its turn comes.
    let order = forward(function);
    while std::mem::take(&mut changed) {
        for &b in &order {
            for r in 0..registers {
                if at[b][r] == met(b) {
                    continue;
                }
                let end = |p: &usize| match written[*p][r] {
                    true if at[*p][r] != 0 => computed(*p),
                    _ => at[*p][r],
                };
                let ways = before[b].iter().map(end).chain((b == 0).then_some(start));
                let mut from = 0;
                for way in ways.filter(|way| *way != 0) {
                    from = match from {
                        0 => way,
                        same if same == way => way,
                        _ => met(b),
                    };
                }
                changed |= from != at[b][r];
                at[b][r] = from;
            }
        }
    }
    // While ways were still being found, values seemed to meet that are one: within a loop, what the loop
    // around it has made. A place where ways meet has a name of its own only if they bring two others.
    let mut found = vec![Vec::new(); count];
    let mut is: Vec<usize> = Vec::new();
    for r in 0..registers {
        let mut open: Vec<usize> = order.iter().copied().filter(|&b| at[b][r] == met(b)).collect();
        if open.is_empty() {
            continue;
        }
        is.clear();
        is.extend(0..met(count));
        let mut changed = true;
        while std::mem::take(&mut changed) {
            open.retain(|&b| {
                let end = |p: &usize| match written[*p][r] {
                    true if at[*p][r] != 0 => computed(*p),
                    _ => value(&is, at[*p][r]),
                };
                let ways = before[b].iter().map(end).chain((b == 0).then_some(start));
                let mut others = ways.filter(|&way| way != 0 && way != met(b));
                let Some(first) = others.next() else { return true };
                let is_one = others.all(|way| way == first);
                if is_one {
                    is[met(b)] = first;
                    changed = true;
                }
                !is_one
            });
        }
        for b in open {
            found[b].push(Reg(r as u32));
        }
    }
    Some(found)
}

/// What a value has turned out to be.
fn value(is: &[usize], mut of: usize) -> usize {
    while is[of] != of {
        of = is[of];
    }
    of
}

/// The blocks that are reached, each after those that lead to it, loops aside.
fn forward(function: &Function) -> Vec<usize> {
    let successors = |b: usize| {
        let next = function.blocks[b].terminator.successors();
        next.map(|next| next.0 as usize).collect::<Vec<_>>()
    };
    let mut order = Vec::new();
    if function.blocks.is_empty() {
        return order;
    }
    let mut seen = vec![false; function.blocks.len()];
    let mut path = vec![(0, successors(0))];
    seen[0] = true;
    while let Some((b, next)) = path.last_mut() {
        match next.pop() {
            Some(to) if !std::mem::replace(&mut seen[to], true) => path.push((to, successors(to))),
            Some(_) => {}
            None => {
                order.push(*b);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}

impl Own {
    /// What a value of a kind is that has got a name.
    fn named(symbol: Symbol, kind: Kind) -> Option<Own> {
        match kind {
            Kind::Ptr => Some(Own::Near { symbol, at: 0 }),
            kind if kind.is_int() => Some(Own::Index(Index::new(Round::Value(symbol), kind.bits()))),
            _ => None,
        }
    }

    /// The name that it was computed from.
    pub(crate) fn symbol(self) -> Option<Symbol> {
        match self {
            Own::Near { symbol, .. } => Some(symbol),
            Own::Index(Index { round, .. }) | Own::Cell { round, .. } => match round {
                Round::Value(symbol) => Some(symbol),
                _ => None,
            },
            Own::Instance | Own::Found { .. } | Own::Content { .. } | Own::Given { .. } => None,
        }
    }
}

impl State {
    /// Names that are over.
    fn forget_names(&mut self, is_over: impl Fn(&Symbol) -> bool) {
        let is_old = |value: &Value| {
            value
                .pick
                .is_some_and(|pick| pick.symbol().is_none_or(|s| is_over(&s)))
        };
        for register in self.registers.iter_mut().filter(|r| is_old(r)) {
            register.pick = register
                .pick
                .filter(|pick| pick.symbol().is_some_and(|symbol| !is_over(&symbol)));
        }
        if self.guard.picked.keys().any(|picked| is_over(&picked.symbol)) {
            self.guard.forget_picked(is_over);
        }
    }

    /// Names that no register and no lock has any more: nobody will ask what they were computed from. In a
    /// function of many steps they would be most of each state.
    fn forget_unused(&mut self) {
        let registers = self
            .registers
            .iter()
            .filter_map(|register| register.pick?.symbol());
        let locks = self.guard.picked.keys().map(|picked| picked.symbol);
        let used: BTreeSet<Symbol> = registers.chain(locks).collect();
        self.relations.computed.retain(|symbol, _| used.contains(symbol));
    }

    /// What an instruction is about to compute from a named number and a constant.
    pub(crate) fn computed(&self, inst: &Inst) -> Option<Computed> {
        match *inst {
            Inst::Binary {
                op,
                kind,
                a: Operand::Reg(a),
                b: Operand::Const(_, by),
                ..
            } => match self.registers[a.0 as usize].pick {
                Some(Own::Index(of)) if kind.is_int() => Some(Computed { op, kind, of, by }),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Analysis<'_> {
    /// A block begins: values get names where ways meet, and what it computed the last time is over.
    pub(crate) fn name_values(&mut self, id: ContextId, block: BlockId, state: &mut State) {
        let context = self.contexts.context(id);
        let function = self.program.function(context.function);
        let Some(meets) = self.meets(context.function) else {
            return state.forget_names(|symbol| symbol.context == id);
        };
        if self.contexts.context(id).recursive {
            return effect!(
                "names",
                "none in what is recursive",
                state.forget_names(|symbol| symbol.context == id)
            );
        }
        effect!(
            "names",
            "end with the block",
            state.forget_names(|symbol| (symbol.context, symbol.block) == (id, block))
        );
        let name = |register: Reg| {
            let symbol = Symbol {
                context: id,
                block,
                index: None,
                register,
            };
            Own::named(symbol, function.kind(register))
        };
        for &r in &meets[block.0 as usize] {
            state.registers[r.0 as usize].pick = name(r);
        }
        for r in (0..function.params).filter(|_| block.0 == 0).map(Reg) {
            let value = &mut state.registers[r.0 as usize];
            value.pick = value.pick.or_else(|| name(r));
        }
    }

    /// A way leads into a block: names that end there are over, and those that begin there mean what this way
    /// brings.
    pub(crate) fn bring_names(&mut self, id: ContextId, block: BlockId, state: &mut Cow<'_, State>) {
        if state.relations.is_empty() {
            return;
        }
        let relations = &mut state.to_mut().relations;
        let context = self.contexts.context(id);
        let meets = match context.recursive {
            true => None,
            false => self.meets(context.function),
        };
        let Some(meets) = meets else {
            return relations.forget(|symbol| symbol.context == id);
        };
        let is_over = |symbol: &Symbol| (symbol.context, symbol.block) == (id, block);
        effect!("relations", "end with the block", relations.forget(is_over));
        for &register in &meets[block.0 as usize] {
            let value = &state.registers[register.0 as usize];
            let symbol = Symbol {
                context: id,
                block,
                index: None,
                register,
            };
            if let Some(meaning) = Meaning::of(value)
                && condition!(
                    "relations",
                    "brought names are not over",
                    meaning.own.symbol().is_some_and(|symbol| !is_over(&symbol))
                )
            {
                state.to_mut().relations.choose(symbol, meaning);
            }
        }
    }

    /// An instruction has computed something: what has no name yet gets one.
    pub(crate) fn name_results(
        &mut self,
        here: Here,
        inst: &Inst,
        computed: Option<Computed>,
        state: &mut State,
    ) {
        let (id, block, index) = here.place;
        let context = self.contexts.context(id);
        let function = self.program.function(context.function);
        if !condition!("names", "no results in what is recursive", !context.recursive)
            || self.meets(context.function).is_none()
        {
            return;
        }
        for register in inst.results() {
            let value = &mut state.registers[register.0 as usize];
            let symbol = Symbol {
                context: id,
                block,
                index: Some(index),
                register,
            };
            if value.pick.is_none() {
                value.pick = Own::named(symbol, function.kind(register));
                if let Some(computed) = computed {
                    state.relations.computed.insert(symbol, computed);
                }
            }
        }
        let count = state.relations.computed.len();
        if count >= limits::COMPUTED.size() && count.is_power_of_two() {
            state.forget_unused();
        }
    }

    /// What a function knew by its own names is over when it has returned.
    pub(crate) fn is_name_below(&self, symbol: &Symbol, child: ContextId) -> bool {
        self.contexts.is_below(symbol.context, child)
    }
}
