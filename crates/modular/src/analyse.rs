//! The fixed point: from block to block and from call to call, until nothing new is found.

use crate::common::Common;
use crate::context::{ContextId, Contexts, Detail, Exit, Place};
use crate::form::{Atoms, Form};
use crate::lane::Lanes;
use crate::limits;
use crate::lock::Locks;
use crate::name::meets;
use crate::object::{Memory, Name, ObjectId};
use crate::offset::Offsets;
use crate::parallel::Access;
use crate::phase::Phases;
use crate::reach::{AtHand, Stores};
use crate::refusal::{Refusal, Why};
use crate::state::{Guard, State, ThreadNo, common_claim, grow, keep};
use crate::step::only_compared;
use crate::value::{Index, Own, Round, Value};
use crate::wild::Wild;
use raceproof_engine::{Needs, effect};
use raceproof_flow::{Counted, Exposed, Settled, Variable, counted};
use raceproof_ir::{BlockId, FuncId, Inst, Kind, Operand, Program, Reg, Span, Terminator};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// A size that is not known.
pub(crate) const UNKNOWN_SIZE: u64 = 1 << 59;

/// All that is known of a program.
pub(crate) struct Analysis<'p> {
    pub program: &'p Program,
    /// Whether there are regions of OpenMP.
    pub has_teams: bool,
    /// What a proof takes for granted.
    pub needs: Needs,
    /// Whether some threads are leagues.
    pub has_leagues: bool,
    /// Whether functions run in whatever thread.
    pub has_guests: bool,
    pub contexts: Contexts<'p>,
    pub memory: Memory,
    pub locks: Locks,
    pub stores: Stores,
    pub at_hand: AtHand,
    /// What sums are made of.
    pub atoms: Atoms,
    /// Vector loops.
    pub lanes: Lanes,
    /// Barriers.
    pub phases: Phases,
    shapes: Shapes,
    agenda: Agenda<'p>,
    /// In the last pass: the accesses.
    pub accesses: Option<Vec<Access>>,
    is_begun: bool,
    /// The blocks that load something from an object, to be looked at again when it holds something else.
    readers: FxHashMap<ObjectId, BTreeSet<(ContextId, BlockId)>>,
    /// What orders accesses, each once.
    pub guards: BTreeSet<Rc<Guard>>,
    /// What cannot be followed.
    pub wild: Wild,
}

/// What functions look like, as far as somebody asked.
struct Shapes {
    settled: Settled,
    loops: FxHashMap<FuncId, Rc<Vec<Counted>>>,
    meets: FxHashMap<FuncId, Option<Rc<Vec<Vec<Reg>>>>>,
    read: FxHashMap<FuncId, Option<Rc<Vec<Vec<Reg>>>>>,
    compared: FxHashMap<FuncId, Rc<FxHashSet<(BlockId, usize)>>>,
}

/// What is to be looked at again, and for how long.
struct Agenda<'p> {
    /// Contexts with such blocks, one after the other.
    contexts: VecDeque<ContextId>,
    /// The one at hand.
    current: Option<ContextId>,
    /// Their blocks, in the order of the function.
    blocks: FxHashMap<ContextId, BTreeSet<(u32, BlockId)>>,
    /// Blocks visited so far.
    visits: u64,
    /// Steps since the last look at the time.
    steps: u64,
    is_late: &'p dyn Fn() -> bool,
}

impl Agenda<'_> {
    /// A block of a context is to be looked at again.
    fn add(&mut self, context: ContextId, order: u32, block: BlockId) {
        let blocks = self.blocks.entry(context).or_default();
        if blocks.is_empty() && self.current != Some(context) {
            self.contexts.push_back(context);
        }
        blocks.insert((order, block));
    }

    /// What is next: blocks of one context as long as there are some, each after those that lead to it.
    fn next(&mut self) -> Option<(ContextId, BlockId)> {
        loop {
            let context = match self.current {
                Some(context) => context,
                None => self.contexts.pop_front()?,
            };
            let first = self.blocks.get_mut(&context).and_then(BTreeSet::pop_first);
            self.current = first.map(|_| context);
            if let Some((_, block)) = first {
                return Some((context, block));
            }
        }
    }
}

/// Variables that nobody writes any more; none where code may write them that is not understood, or come
/// back.
fn settled(program: &Program) -> Settled {
    let is_odd = |inst: &Inst| matches!(inst, Inst::Gap { .. } | Inst::SetJump { .. });
    match program.instructions().any(|(_, inst)| is_odd(inst)) {
        true => Settled::default(),
        false => Settled::new(program),
    }
}

/// Where an instruction is, and who runs it.
#[derive(Clone, Copy)]
pub(crate) struct Here {
    pub place: Place,
    pub thread: ThreadNo,
    /// For the user: unknown in sources of ours.
    pub span: Span,
}

/// What comes after an instruction: a value, or nothing.
pub(crate) type Step<T> = Result<Option<T>, Refusal>;

impl<'p> Analysis<'p> {
    pub fn new(
        program: &'p Program,
        entry: FuncId,
        detail: Detail,
        is_late: &'p dyn Fn() -> bool,
    ) -> Analysis<'p> {
        Analysis {
            program,
            has_teams: false,
            needs: Needs::default(),
            has_leagues: false,
            has_guests: false,
            contexts: Contexts::new(program, entry, detail),
            memory: Memory::new(program),
            locks: Locks::default(),
            stores: Stores::default(),
            is_begun: false,
            readers: FxHashMap::default(),
            at_hand: AtHand::default(),
            atoms: Atoms::default(),
            lanes: Lanes::default(),
            phases: Phases::default(),
            shapes: Shapes {
                settled: settled(program),
                loops: FxHashMap::default(),
                meets: FxHashMap::default(),
                read: FxHashMap::default(),
                compared: FxHashMap::default(),
            },
            agenda: Agenda {
                contexts: VecDeque::new(),
                current: None,
                blocks: FxHashMap::default(),
                visits: 0,
                steps: 0,
                is_late,
            },
            accesses: None,
            guards: BTreeSet::new(),
            wild: Wild::of(program),
        }
    }

    /// Whether there is no time left.
    pub fn is_late(&self) -> bool {
        (self.agenda.is_late)()
    }

    /// Runs to the fixed point, then once more to list the accesses.
    pub fn run(&mut self) -> Result<(), Refusal> {
        if !std::mem::replace(&mut self.is_begun, true) {
            self.begin_program();
        }
        self.find_fixed_point()?;
        self.accesses = Some(Vec::new());
        for c in 0..self.contexts.contexts.len() {
            for b in 0..self.contexts.contexts[c].entries.len() {
                if self.contexts.contexts[c].entries[b].is_some() {
                    self.visit(ContextId(c as u32), BlockId(b as u32))?;
                }
            }
        }
        Ok(())
    }

    /// The first thread comes to the entry of the program.
    fn begin_program(&mut self) {
        let outside = self.memory.named(self.program, Name::Outside, UNKNOWN_SIZE);
        let texts = Value::pointer(outside, false, 0).blur();
        let arguments = self.memory.named(self.program, Name::Arguments, UNKNOWN_SIZE);
        let size = Kind::Ptr.size(self.program.model);
        let all = Offsets::at(0).add((0, i128::from(UNKNOWN_SIZE)), i64::from(size), 0);
        for (object, at) in [(outside, Offsets::ANY), (arguments, all)] {
            self.memory.store(object, at, u64::from(size), &texts);
        }
        let arguments = Value::pointer(arguments, false, 0);
        let root = self.contexts.threads[0].root;
        let function = self.contexts.context(root).function;
        let registers = &self.program.function(function).registers;
        let mut state = State {
            registers: registers.iter().map(|r| Value::any(r.kind).into()).collect(),
            guard: Common::default(),
            fresh: Common::default(),
            carry: Common::default(),
            locals: Common::default(),
            assigned: Common::default(),
            relations: Common::default(),
            facts: Rc::default(),
            given: Common::default(),
        };
        let params = self.program.function(function).arguments() as usize;
        for (value, register) in state.registers.iter_mut().zip(registers).take(params) {
            if register.kind == Kind::Ptr {
                *value = arguments.clone().into();
            }
        }
        self.add_slots(root, &mut state);
        self.enter(root, BlockId(0), &state);
    }

    fn find_fixed_point(&mut self) -> Result<(), Refusal> {
        loop {
            (self.memory.changed, self.contexts.changed) = (false, false);
            for c in 0..self.contexts.contexts.len() {
                for b in 0..self.contexts.contexts[c].entries.len() {
                    if self.contexts.contexts[c].entries[b].is_some() {
                        self.enqueue(ContextId(c as u32), BlockId(b as u32));
                    }
                }
            }
            while let Some(at) = self.agenda.next() {
                self.visit(at.0, at.1)?;
                for object in self.memory.take_dirty() {
                    for (context, block) in self.readers.get(&object).cloned().unwrap_or_default() {
                        self.enqueue(context, block);
                    }
                }
            }
            let discloses_more = self.close_disclosed();
            let has_wider = std::mem::take(&mut self.atoms.changed);
            if !self.memory.changed && !self.contexts.changed && !discloses_more && !has_wider {
                let mut held = std::mem::take(&mut self.stores.held);
                if held.is_empty() {
                    return Ok(());
                }
                self.stores.released.append(&mut held);
            }
        }
    }

    fn enqueue(&mut self, context: ContextId, block: BlockId) {
        if self.accesses.is_none() {
            let order = self.contexts.order(context, block);
            self.agenda.add(context, order, block);
        }
    }

    /// The block at hand loads something from an object.
    pub fn note_reader(&mut self, object: ObjectId) {
        if let Some((context, block, _)) = self.at_hand.place {
            self.readers.entry(object).or_default().insert((context, block));
        }
    }

    /// There is another way to get to a block.
    pub fn enter(&mut self, id: ContextId, block: BlockId, state: &State) {
        let mut state = Cow::Borrowed(state);
        self.begin_round(id, block, &mut state);
        self.bring_names(id, block, &mut state);
        self.bring_sums(id, block, &mut state);
        let heads = self.contexts.heads(id);
        let read = self.registers_read(self.contexts.context(id).function);
        let context = self.contexts.context_mut(id);
        let b = block.0 as usize;
        let read = read.as_ref().map(|read| &read[b][..]);
        let changed = match &mut context.entries[b] {
            Some(known) => {
                let visits = context.visits[b];
                let is_old = visits > limits::BLOCK_STEADY.count();
                let stops = match visits <= limits::BLOCK_STOPS.count() {
                    true => &self.memory.stops[..],
                    false => &[],
                };
                let is_restless = visits > limits::BLOCK_RESTLESS.count();
                let widens = |r: Reg| is_restless || is_old && heads.widens(block, r);
                let before = known.facts.clone();
                // What is said of what begins elsewhere grows there only: a loop within another one comes by
                // often before that takes its next round.
                let is_steady = |form: &Form| {
                    visits > limits::BLOCK_RESTLESS.count() || is_old && self.atoms.is_over(form, (id, block))
                };
                let facts = match before == state.facts {
                    true => before.clone(),
                    false => Rc::new(before.join(&state.facts, &self.atoms, is_old, is_steady)),
                };
                // They are joined here, where the ranges of atoms are known.
                known.facts = state.facts.clone();
                let changed = known.join_read(&state, read, widens, stops, is_old);
                known.facts = facts;
                changed || known.facts != before
            }
            none => {
                let mut state = state.into_owned();
                state.keep_read(read);
                *none = Some(state);
                true
            }
        };
        if changed {
            context.visits[b] += 1;
            // Something new about the program, although no cell changed: whoever called must look again.
            self.contexts.changed = true;
            self.enqueue(id, block);
        }
    }

    fn visit(&mut self, id: ContextId, block: BlockId) -> Result<(), Refusal> {
        let function = self.contexts.context(id).function;
        let code = self.program.function(function);
        let is_ours = code.origin.is_ours();
        let shown = |span: Span| if is_ours { Span::NONE } else { span };
        let code = &code.blocks[block.0 as usize];
        self.agenda.visits += 1;
        let is_fine = self.contexts.detail == Detail::Fine;
        if is_fine && self.agenda.visits > limits::BLOCKS_VISITED.get() {
            return Err(Refusal::new(Why::TooLarge, shown(code.span)));
        }
        // A look is a few system calls' time at most, and so is a block.
        self.agenda.steps += code.instructions.len() as u64 + 1;
        if self.agenda.steps >= limits::STEPS_BETWEEN_LOOKS.get() {
            self.agenda.steps = 0;
            if self.is_late() {
                return Err(Refusal::new(Why::NoTime, shown(code.span)));
            }
        }
        let Some(mut state) = self.contexts.context(id).entries[block.0 as usize].clone() else {
            return Ok(());
        };
        let thread = self.contexts.context(id).thread;
        self.mark_counters(id, block, &mut state);
        self.name_values(id, block, &mut state);
        self.begin_sums(id, block, &mut state);
        for (index, (inst, span)) in code.instructions.iter().enumerate() {
            let here = Here {
                place: (id, block, index),
                thread,
                span: shown(*span),
            };
            self.at_hand = AtHand::at(here.place);
            let computed = state.computed(inst);
            if self.step(here, inst, &mut state)?.is_none() {
                return Ok(());
            }
            self.name_results(here, inst, computed, &mut state);
            self.name_sums(here, inst, &mut state);
        }
        self.at_hand = AtHand::at((id, block, code.instructions.len()));
        self.leave(id, block, state)
    }

    fn leave(&mut self, id: ContextId, block: BlockId, state: State) -> Result<(), Refusal> {
        let function = self.contexts.context(id).function;
        let code = &self.program.function(function).blocks[block.0 as usize];
        match &code.terminator {
            Terminator::Return(value) => {
                let value = match value {
                    Some(operand) => self.operand(function, &state, operand),
                    None => Value::NONE,
                };
                self.exit(id, value, state);
            }
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let value = self.operand(function, &state, cond);
                for (target, truth) in [(*then, true), (*otherwise, false)] {
                    let possible = match truth {
                        true => (value.low, value.high) != (0, 0) || !value.targets.is_empty(),
                        false => value.low <= 0 && value.high >= 0 || !value.has_numbers(),
                    };
                    if possible {
                        let mut state = state.clone();
                        let place = (block, code.instructions.len());
                        self.learn(function, place, cond, truth, &value, &mut state);
                        if self.go_round((id, block), target, &mut state) {
                            self.begin_loop(id, block, target, &state);
                            self.enter(id, target, &state);
                        }
                    }
                }
            }
            other => {
                for target in other.successors() {
                    self.begin_loop(id, block, target, &state);
                    self.enter(id, target, &state);
                }
            }
        }
        Ok(())
    }

    /// A function returns, or a thread ends.
    fn exit(&mut self, id: ContextId, value: Value, mut state: State) {
        if self.contexts.context(id).parent.is_none() {
            // With recursion the root returns to its callers too.
            self.end_thread(self.contexts.context(id).thread, &value, &mut state);
        }
        let mut exit = Exit {
            zero: value.may_be_zero().then(|| state.guard.clone()),
            other: value.may_be_other().then(|| state.guard.clone()),
            value,
            guard: state.guard,
            fresh: state.fresh,
            carry: state.carry,
            given: state.given,
        };
        exit.value.split = None;
        // The next call has the same numbers.
        let is_mine = |own: &Own| match own {
            Own::Index(Index { round, .. }) | Own::Cell { round, .. } => {
                matches!(round, Round::Loop(of, _) if *of == id)
            }
            _ => false,
        };
        if exit.value.own.is_some_and(|own| is_mine(&own)) {
            effect!("rounds", "numbers end with the function", exit.value.own = None);
        }
        exit.value.claim = exit
            .value
            .claim
            .filter(|_| self.contexts.context(id).parent.is_some());
        let context = self.contexts.context_mut(id);
        let changed = match &mut context.exit {
            Some(known) => {
                let (mine, theirs) = ((&known.value, &*known.guard), (&exit.value, &*exit.guard));
                let claim = common_claim(mine, theirs, false);
                let mut changed = false;
                if known.carry != exit.carry {
                    let (mine, theirs) = (&known.value, (&*exit.carry, &exit.value));
                    changed |= known.carry.join_exits(mine, theirs);
                }
                let mut value = known.value.widen(&exit.value);
                value.claim = claim;
                changed |= value != known.value;
                known.value = value;
                changed |= known.guard != exit.guard && known.guard.meet(&exit.guard);
                for (mine, theirs) in [(&mut known.zero, exit.zero), (&mut known.other, exit.other)] {
                    changed |= match (mine, theirs) {
                        (Some(mine), Some(theirs)) => *mine != theirs && mine.meet(&theirs),
                        (none, theirs @ Some(_)) => {
                            *none = theirs;
                            true
                        }
                        _ => false,
                    };
                }
                if known.fresh != exit.fresh {
                    changed |= keep(&mut known.fresh, &exit.fresh);
                }
                if known.given != exit.given {
                    changed |= grow(&mut known.given, &exit.given);
                }
                changed
            }
            none => {
                *none = Some(exit);
                true
            }
        };
        if changed {
            self.contexts.changed = true;
            for (caller, block) in self.contexts.context(id).callers.clone() {
                self.enqueue(caller, block);
            }
        }
    }

    /// A thread ends with a value.
    pub fn end_thread(&mut self, t: ThreadNo, value: &Value, state: &mut State) {
        self.publish(value, state);
        let thread = self.contexts.thread_mut(t);
        let joined = &state.guard.joined;
        let value = value.settle();
        let new = match &thread.exit {
            Some((known, before)) => (
                known.widen(&value),
                before.intersection(joined).copied().collect::<BTreeSet<_>>(),
            ),
            None => (value, joined.clone()),
        };
        if thread.exit.as_ref() != Some(&new) {
            thread.exit = Some(new);
            self.contexts.changed = true;
            for (context, block) in self.contexts.thread(t).joiners.clone() {
                self.enqueue(context, block);
            }
        }
    }

    /// The value of an operand, if that needs no new object.
    pub fn constant_operand(&self, function: FuncId, state: &State, operand: &Operand) -> Option<Value> {
        match operand {
            Operand::Reg(r) => Some(
                Value::clone(&state.registers[r.0 as usize]).fit(self.program.function(function).kind(*r)),
            ),
            Operand::Const(kind, bits) => Some(Value::constant(*kind, *bits)),
            Operand::Address(_) => None,
        }
    }

    pub fn operand(&mut self, function: FuncId, state: &State, operand: &Operand) -> Value {
        match operand {
            Operand::Address(address) => self.memory.address(self.program, *address),
            other => self
                .constant_operand(function, state, other)
                .unwrap_or(Value::NONE),
        }
    }

    pub fn set(&self, state: &mut State, r: Reg, value: Value) {
        state.registers[r.0 as usize] = value.into();
    }

    /// The counted loops of a function.
    pub fn loops(&mut self, f: FuncId) -> Rc<Vec<Counted>> {
        let function = self.program.function(f);
        let loops = self
            .shapes
            .loops
            .entry(f)
            .or_insert_with(|| Rc::new(counted(f, function, &self.shapes.settled)));
        Rc::clone(loops)
    }

    /// Whether a variable holds the same from the first time on that an instruction of a function is met.
    pub fn is_settled(&self, f: FuncId, variable: Variable, place: (BlockId, usize)) -> bool {
        let function = self.program.function(f);
        self.shapes.settled.from_place(f, function, variable, place)
    }

    /// The numbers that a function makes of addresses for differences and comparisons only.
    pub fn only_compared(&mut self, f: FuncId) -> Rc<FxHashSet<(BlockId, usize)>> {
        let function = self.program.function(f);
        let compared = &mut self.shapes.compared;
        compared
            .entry(f)
            .or_insert_with(|| Rc::new(only_compared(function)))
            .clone()
    }

    /// By block, the registers that may be read before they are written; none where a jump may lead back, so
    /// that all may.
    fn registers_read(&mut self, f: FuncId) -> Option<Rc<Vec<Vec<Reg>>>> {
        let function = self.program.function(f);
        let read = || {
            let exposed = Exposed::new(function);
            let all = (0..function.registers.len() as u32).map(Reg).collect();
            let blocks = (0..function.blocks.len() as u32).map(|b| {
                let mut read = Vec::new();
                exposed.each(BlockId(b), &all, |r| read.push(r));
                read
            });
            (!exposed.returnable).then(|| Rc::new(blocks.collect()))
        };
        self.shapes.read.entry(f).or_insert_with(read).clone()
    }

    /// By block, the registers to which different ways bring different values.
    pub fn meets(&mut self, f: FuncId) -> Option<Rc<Vec<Vec<Reg>>>> {
        if let Some(known) = self.shapes.meets.get(&f) {
            return known.clone();
        }
        let read = self.registers_read(f);
        let mut found = meets(self.program.function(f));
        // What nobody reads needs no name.
        if let (Some(found), Some(read)) = (&mut found, read) {
            for (meets, read) in found.iter_mut().zip(read.iter()) {
                meets.retain(|r| read.binary_search(r).is_ok());
            }
        }
        let found = found.map(Rc::new);
        self.shapes.meets.insert(f, found.clone());
        found
    }
}
