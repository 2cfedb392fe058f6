//! The fixed point: from block to block and from call to call, until nothing new is found.

use crate::Refusal;
use crate::context::{ContextId, Contexts, Exit, Place};
use crate::count::{Counted, counted};
use crate::label::Label;
use crate::name::meets;
use crate::object::{Memory, Name, ObjectId};
use crate::offset::Offsets;
use crate::parallel::Access;
use crate::state::{Guard, Lock, Mode, Sort, State, ThreadNo, common_claim};
use crate::ticket::Taking;
use crate::value::{Claim, Index, Own, Round, Split, Target, Value};
use crate::work::Works;
use raceproof_ir::{BlockId, Callee, FuncId, Inst, Kind, Operand, Program, Reg, Span, Terminator};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// Blocks visited before the analysis gives up.
const PATIENCE: u64 = 400_000;
/// Contexts before it gives up.
const CONTEXTS: usize = 4_000;
/// Visits of a block before its values are widened.
const STEADY: u32 = 3;
/// Visits before they are widened although others should do.
const RESTLESS: u32 = 60;
/// A size that is not known.
pub(crate) const UNKNOWN_SIZE: u64 = 1 << 59;

/// What may be stored, for the whole program.
pub(crate) struct Analysis<'p> {
    pub program: &'p Program,
    /// Whether there are regions of OpenMP.
    pub has_teams: bool,
    pub contexts: Contexts<'p>,
    pub memory: Memory,
    /// Where locks are made, by object: places, and whether one of them may come after their use.
    pub made: BTreeMap<ObjectId, (BTreeSet<Place>, bool)>,
    /// Bytes of objects that are used as locks.
    pub locks: BTreeMap<ObjectId, BTreeSet<(Offsets, u64)>>,
    /// Bytes that are written in ways that locks of a sort do not allow.
    pub spoiled: BTreeMap<(ObjectId, Sort), BTreeSet<(Offsets, u64)>>,
    /// Objects with locks that are semaphores or variables.
    pub used: BTreeSet<(ObjectId, Sort)>,
    /// Whether the write at hand is one that the lock in a variable allows.
    pub lawful: bool,
    /// Whether the write at hand has been noted among those that set a variable.
    pub noted: bool,
    /// In the last pass: an access that nobody knows the place of.
    lost: Option<Refusal>,
    /// Instructions that store something in an object, and where.
    pub writers: BTreeMap<ObjectId, BTreeMap<Place, Offsets>>,
    /// All stores to objects: those that put the number of a round there, and others.
    pub labelled: BTreeMap<ObjectId, BTreeMap<(Offsets, u64), Option<Label>>>,
    /// What the store at hand puts there.
    pub labelling: Option<Label>,
    /// All writes to objects, as far as they take numbers from counters.
    pub takings: BTreeMap<ObjectId, BTreeMap<(Offsets, u64), Taking>>,
    /// How the write at hand does.
    pub taking: Option<Taking>,
    /// How many works constructs of a context have at most: what their loops count to, and what else shares works.
    pub works: BTreeMap<ContextId, Works>,
    loops: FxHashMap<FuncId, Rc<Vec<Counted>>>,
    meets: FxHashMap<FuncId, Option<Rc<Vec<Vec<Reg>>>>>,
    place: Option<Place>,
    open: VecDeque<(ContextId, BlockId)>,
    queued: BTreeSet<(ContextId, BlockId)>,
    work: u64,
    /// In the last pass: the accesses.
    pub accesses: Option<Vec<Access>>,
    guard: Option<Rc<Guard>>,
}

/// Where an instruction is, and who runs it.
#[derive(Clone, Copy)]
pub(crate) struct Here {
    pub place: Place,
    pub thread: ThreadNo,
    pub span: Span,
}

/// What comes after an instruction: a value, or nothing.
pub(crate) type Step<T> = Result<Option<T>, Refusal>;

impl<'p> Analysis<'p> {
    pub fn new(program: &'p Program, entry: FuncId) -> Analysis<'p> {
        Analysis {
            program,
            has_teams: false,
            contexts: Contexts::new(program, entry),
            memory: Memory::default(),
            made: BTreeMap::new(),
            locks: BTreeMap::new(),
            spoiled: BTreeMap::new(),
            used: BTreeSet::new(),
            lawful: false,
            noted: false,
            lost: None,
            writers: BTreeMap::new(),
            labelled: BTreeMap::new(),
            labelling: None,
            takings: BTreeMap::new(),
            taking: None,
            works: BTreeMap::new(),
            loops: FxHashMap::default(),
            meets: FxHashMap::default(),
            place: None,
            open: VecDeque::new(),
            queued: BTreeSet::new(),
            work: 0,
            accesses: None,
            guard: None,
        }
    }

    /// Runs to the fixed point, then once more to list the accesses.
    pub fn run(&mut self) -> Result<(), Refusal> {
        let outside = self.memory.named(self.program, Name::Outside, UNKNOWN_SIZE);
        let outside = Value::pointer(outside, false, 0).blur();
        for (object, _) in outside.targets.clone() {
            self.memory.store(
                object.object,
                Offsets::ANY,
                u64::from(Kind::Ptr.size(self.program.model)),
                &outside,
            );
        }
        let root = self.contexts.threads[0].root;
        let function = self.contexts.context(root).function;
        let registers = &self.program.function(function).registers;
        let mut state = State {
            registers: registers.iter().map(|r| Value::any(r.kind)).collect(),
            guard: Guard::default(),
            fresh: BTreeSet::new(),
            locals: BTreeMap::new(),
        };
        let params = self.program.function(function).arguments() as usize;
        for (value, register) in state.registers.iter_mut().zip(registers).take(params) {
            if register.kind == Kind::Ptr {
                *value = outside.clone();
            }
        }
        self.add_slots(root, &mut state);
        self.enter(root, BlockId(0), &state);
        loop {
            (self.memory.changed, self.contexts.changed) = (false, false);
            for c in 0..self.contexts.contexts.len() {
                for b in 0..self.contexts.contexts[c].entries.len() {
                    if self.contexts.contexts[c].entries[b].is_some() {
                        self.enqueue(ContextId(c as u32), BlockId(b as u32));
                    }
                }
            }
            while let Some(at) = self.open.pop_front() {
                self.queued.remove(&at);
                self.visit(at.0, at.1)?;
            }
            if !self.memory.changed && !self.contexts.changed {
                break;
            }
        }
        self.accesses = Some(Vec::new());
        for c in 0..self.contexts.contexts.len() {
            for b in 0..self.contexts.contexts[c].entries.len() {
                if self.contexts.contexts[c].entries[b].is_some() {
                    self.visit(ContextId(c as u32), BlockId(b as u32))?;
                }
            }
        }
        match self.lost.take() {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        }
    }

    fn enqueue(&mut self, context: ContextId, block: BlockId) {
        if self.accesses.is_none() && self.queued.insert((context, block)) {
            self.open.push_back((context, block));
        }
    }

    /// There is another way to get to a block.
    pub fn enter(&mut self, id: ContextId, block: BlockId, state: &State) {
        let mut state = Cow::Borrowed(state);
        self.begin_round(id, block, &mut state);
        let is_widened = self.contexts.is_widened(id, block);
        let context = self.contexts.context_mut(id);
        let b = block.0 as usize;
        let changed = match &mut context.entries[b] {
            Some(known) => {
                let visits = context.visits[b];
                let widen = visits > STEADY && is_widened || visits > RESTLESS;
                known.join(&state, widen, visits > STEADY)
            }
            none => {
                *none = Some(state.into_owned());
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
        let code = &self.program.function(function).blocks[block.0 as usize];
        self.work += 1;
        if self.work > PATIENCE || self.contexts.contexts.len() > CONTEXTS {
            return Err(Refusal::new("the program is too large for it", code.span));
        }
        let Some(mut state) = self.contexts.context(id).entries[block.0 as usize].clone() else {
            return Ok(());
        };
        let thread = self.contexts.context(id).thread;
        self.mark_counters(id, block, &mut state);
        self.name_values(id, block, &mut state);
        for (index, (inst, span)) in code.instructions.iter().enumerate() {
            let here = Here {
                place: (id, block, index),
                thread,
                span: *span,
            };
            self.guard = None;
            self.place = Some(here.place);
            if self.step(here, inst, &mut state)?.is_none() {
                return Ok(());
            }
            self.name_results(here, inst, &mut state);
        }
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
                        self.go_round((id, block), target, &mut state);
                        self.enter(id, target, &state);
                    }
                }
            }
            other => {
                for target in other.successors() {
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
        };
        exit.value.split = None;
        exit.value.claim = exit
            .value
            .claim
            .filter(|_| self.contexts.context(id).parent.is_some());
        let context = self.contexts.context_mut(id);
        let changed = match &mut context.exit {
            Some(known) => {
                let (mine, theirs) = ((&known.value, &known.guard), (&exit.value, &exit.guard));
                let claim = common_claim(mine, theirs, false);
                let mut value = known.value.widen(&exit.value);
                value.claim = claim;
                let mut changed = value != known.value;
                known.value = value;
                changed |= known.guard.meet(&exit.guard);
                for (mine, theirs) in [(&mut known.zero, exit.zero), (&mut known.other, exit.other)] {
                    changed |= match (mine, theirs) {
                        (Some(mine), Some(theirs)) => mine.meet(&theirs),
                        (none, theirs @ Some(_)) => {
                            *none = theirs;
                            true
                        }
                        _ => false,
                    };
                }
                let fresh = known.fresh.len();
                known.fresh.retain(|o| exit.fresh.contains(o));
                changed | (fresh != known.fresh.len())
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

    /// What a branch or an assumption tells about the registers that its condition was computed from, and about locks.
    pub fn learn(
        &self,
        function: FuncId,
        (block, end): (BlockId, usize),
        cond: &Operand,
        truth: bool,
        value: &Value,
        state: &mut State,
    ) {
        if let Some(claim) = value.claim {
            let mode = if truth { claim.other } else { claim.zero };
            if let Some(mode) = mode {
                let held = state.guard.locks.entry(claim.lock).or_insert(mode);
                *held = (*held).max(mode);
            }
        }
        let code = &self.program.function(function).blocks[block.0 as usize];
        let (mut cond, mut truth) = (*cond, truth);
        let now = end;
        let mut end = end;
        // A few negations may stand between the comparison and the branch.
        for _ in 0..4 {
            let Operand::Reg(r) = cond else { return };
            let mut known = state.registers[r.0 as usize].clone();
            if crate::refine::is_untouched(code, r, end, now) && known.has_numbers() && known.split.is_some()
            {
                // Being something else than zero is no interval; one number that is not zero stands for it.
                (known.low, known.high) = if truth { (1, 1) } else { (0, 0) };
                state.choose(&known);
            }
            let Some(at) = crate::refine::definition(code, r, end) else {
                return;
            };
            let Inst::Compare { op, kind, a, b, .. } = &code.instructions[at].0 else {
                return;
            };
            let untouched = |operand: &Operand| match operand {
                Operand::Reg(r) => crate::refine::is_untouched(code, *r, at, now),
                _ => true,
            };
            let values = (
                self.constant_operand(function, state, a),
                self.constant_operand(function, state, b),
            );
            // What an operand holds now tells of the comparison only if it held that then.
            if let (Some(x), Some(y)) = values
                && untouched(a)
                && untouched(b)
            {
                let (x, y) = crate::refine::refine(*op, *kind, truth, x, y);
                for (operand, refined) in [(a, x), (b, y)] {
                    if let Operand::Reg(r) = operand {
                        state.choose(&refined);
                        if let Some(claim) = refined.claim {
                            let mode = match (refined.may_be_zero(), refined.may_be_other()) {
                                (true, false) => claim.zero,
                                (false, true) => claim.other,
                                _ => None,
                            };
                            if let Some(mode) = mode {
                                self.hold(state, claim.lock, mode);
                            }
                        }
                        if let Some(Own::Index(Index {
                            round: team @ Round::Number(_),
                            scale: 1,
                            add: 0,
                            ..
                        })) = refined.own
                            && refined.low == refined.high
                        {
                            state.guard.only = Some((team, refined.low));
                        }
                        state.registers[r.0 as usize] = refined;
                    }
                }
            }
            match crate::refine::negation(*op, b) {
                Some(flips) => (cond, truth, end) = (*a, truth ^ flips, at),
                None => return,
            }
        }
    }

    /// The value of an operand, if that needs no new object.
    fn constant_operand(&self, function: FuncId, state: &State, operand: &Operand) -> Option<Value> {
        match operand {
            Operand::Reg(r) => Some(
                state.registers[r.0 as usize]
                    .clone()
                    .fit(self.program.function(function).kind(*r)),
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
        state.registers[r.0 as usize] = value;
    }

    /// New local variables: nobody else knows them.
    pub fn add_slots(&mut self, id: ContextId, state: &mut State) {
        let context = self.contexts.context(id);
        if context.recursive {
            return;
        }
        let slots = self.program.function(context.function).slots.len() as u32;
        for slot in (0..slots).map(raceproof_ir::SlotId) {
            let object = self.slot(id, slot);
            state.fresh.insert(object);
        }
    }

    pub fn slot(&mut self, id: ContextId, slot: raceproof_ir::SlotId) -> ObjectId {
        let function = self.program.function(self.contexts.context(id).function);
        let size = function.slots[slot.0 as usize].size;
        self.memory.named(self.program, Name::Slot(id, slot), size)
    }

    /// An instruction makes an object.
    pub fn allocate(&mut self, here: Here, state: &mut State, size: &Value) -> Value {
        let (context, block, index) = here.place;
        let size = match size.low == size.high && size.low > 0 {
            true => u64::try_from(size.low).unwrap_or(UNKNOWN_SIZE).min(UNKNOWN_SIZE),
            false => UNKNOWN_SIZE,
        };
        let object = self
            .memory
            .named(self.program, Name::Site(context, block, index), size);
        state.guard.labels.retain(|label| !label.is_of_instance(object));
        for register in &mut state.registers {
            if register
                .targets
                .iter()
                .any(|(t, _)| t.recent && t.object == object)
            {
                *register = register.age(|o| o == object);
            }
        }
        if self.contexts.context(context).recursive {
            state.fresh.remove(&object);
            return Value::pointer(object, false, 0);
        }
        state.fresh.insert(object);
        Value::pointer(object, true, 0)
    }

    /// Addresses in a value become known to memory or to other threads.
    pub fn publish(&self, value: &Value, state: &mut State) {
        for (target, _) in &value.targets {
            state.fresh.remove(&target.object);
        }
    }

    /// The bytes that an address of `length` bytes may mean.
    pub fn places(&self, address: &Value) -> Vec<(Target, Offsets)> {
        let targets = address.targets.iter();
        targets
            .filter_map(|&(target, offsets)| {
                let size = self.memory.object(target.object).size;
                Some((target, offsets.inside(size)?))
            })
            .collect()
    }

    /// A thread may access memory.
    pub fn touch(
        &mut self,
        here: Here,
        state: &State,
        address: &Value,
        length: u64,
        write: bool,
        atomic: bool,
    ) {
        if self.accesses.is_none() {
            return;
        }
        if address.is_lost() {
            self.lose("an access through an address that it cannot follow", here.span);
        }
        let guard = match &self.guard {
            Some(guard) if **guard == state.guard => guard.clone(),
            _ => Rc::new(state.guard.clone()),
        };
        self.guard = Some(guard.clone());
        for (target, at) in self.places(address) {
            if target.recent && state.fresh.contains(&target.object) {
                continue;
            }
            let keys = guard.keys(address.pick, at, length);
            if let Some(accesses) = &mut self.accesses {
                accesses.push(Access {
                    object: target.object,
                    at,
                    length,
                    write,
                    atomic,
                    thread: here.thread,
                    guard: guard.clone(),
                    own: address.own.filter(|_| address.targets.len() == 1),
                    keys,
                    span: here.span,
                });
            }
        }
    }

    /// In the last pass, when everything is known: nothing is proved about something that may be anywhere.
    pub fn lose(&mut self, why: &str, span: Span) {
        if self.accesses.is_some() && self.lost.is_none() {
            self.lost = Some(Refusal::new(why, span));
        }
    }

    pub fn store(&mut self, state: &mut State, address: &Value, length: u64, value: &Value) {
        self.publish(value, state);
        for (target, at) in self.places(address) {
            self.record(state, target, at, length);
            self.memory.store(target.object, at, length, value);
        }
    }

    pub fn load(&mut self, address: &Value, length: u64, kind: Kind) -> Value {
        let mut result = Value::NONE;
        for (target, at) in self.places(address) {
            let found = self.memory.load(self.program, target.object, at, length, kind);
            result = result.join(&found);
        }
        result.fit(kind)
    }

    /// Calls of whatever the callee may be.
    pub fn call(&mut self, here: Here, state: &mut State, callee: &Callee, args: &[Operand]) -> Step<Value> {
        let function = self.contexts.context(here.place.0).function;
        let args: Vec<Value> = args.iter().map(|a| self.operand(function, state, a)).collect();
        state.forget_splits();
        let callees: Vec<FuncId> = match callee {
            Callee::Function(f) => vec![*f],
            Callee::Pointer(operand) => {
                let value = self.operand(function, state, operand);
                if value.is_lost() {
                    self.lose("a call through an address that it cannot follow", here.span);
                }
                self.functions(&value)
            }
        };
        let mut after: Option<(State, Value)> = None;
        for f in callees {
            let mut state = state.clone();
            let Some(value) = self.call_function(here, &mut state, f, &args)? else {
                continue;
            };
            match &mut after {
                Some((known, result)) => {
                    known.join(&state, false, false);
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
    pub fn functions(&self, value: &Value) -> Vec<FuncId> {
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

    fn call_function(&mut self, here: Here, state: &mut State, f: FuncId, args: &[Value]) -> Step<Value> {
        let callee = self.program.function(f);
        if let Some(step) = self.call_runtime(here, state, f, args) {
            return step;
        }
        if callee.blocks.is_empty() {
            return self.call_library(here, state, &callee.name, args);
        }
        for (target, _) in args.iter().flat_map(|arg| &arg.targets) {
            state.forget_variable(target.object);
        }
        // The function may take the next number, if this one has been used.
        let unused = state.guard.unused.clone();
        state.forget_tickets(|counter| !unused.contains(&counter));
        let child = self.contexts.callee(here.place, f);
        let mut entry = State {
            registers: callee.registers.iter().map(|r| Value::any(r.kind)).collect(),
            guard: state.guard.clone(),
            fresh: state.fresh.clone(),
            locals: BTreeMap::new(),
        };
        for (register, value) in entry.registers.iter_mut().zip(args) {
            *register = value.clone();
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
        exit.value.pick = None;
        let guards = [Some(&mut exit.guard), exit.zero.as_mut(), exit.other.as_mut()];
        for guard in guards.into_iter().flatten() {
            guard.forget_picked(|symbol| self.is_name_below(symbol, child));
        }
        state.guard = exit.guard;
        state.fresh = exit.fresh;
        let (memory, contexts) = (&self.memory, &self.contexts);
        let made_below = |object: ObjectId| match memory.object(object).name {
            Name::Site(at, ..) | Name::Slot(at, _) => contexts.is_below(at, child),
            _ => false,
        };
        for register in &mut state.registers {
            register.claim = None;
            if register
                .targets
                .iter()
                .any(|(t, _)| t.recent && made_below(t.object))
            {
                *register = register.age(made_below);
            }
        }
        let mut value = exit.value;
        let is_told = |guard: &Option<Guard>| guard.as_ref().is_some_and(|g| *g != state.guard);
        value.split = (is_told(&exit.zero) || is_told(&exit.other)).then(|| {
            Rc::new(Split {
                both: state.guard.clone(),
                zero: exit.zero,
                other: exit.other,
            })
        });
        Ok(Some(value))
    }

    /// The counted loops of a function.
    pub fn loops(&mut self, f: FuncId) -> Rc<Vec<Counted>> {
        let function = self.program.function(f);
        let loops = self.loops.entry(f).or_insert_with(|| Rc::new(counted(function)));
        Rc::clone(loops)
    }

    /// By block, the registers to which different ways bring different values.
    pub fn meets(&mut self, f: FuncId) -> Option<Rc<Vec<Vec<Reg>>>> {
        let function = self.program.function(f);
        self.meets
            .entry(f)
            .or_insert_with(|| meets(function).map(Rc::new))
            .clone()
    }

    /// The instruction at hand stores something in an object. A lock whose bytes that are is made anew.
    pub fn record(&mut self, state: &mut State, target: Target, at: Offsets, length: u64) {
        state.forget_locals(target.object, at, length);
        let Some(place) = self.place else { return };
        self.write_words(place, state, target, at, length);
        self.note_label(target.object, at, length, self.labelling);
        self.note_taking(place, state, target.object, at, length);
        state.forget_found(|(object, offset)| {
            object == target.object && at.overlaps(length, Offsets::at(offset), 8)
        });
        let writers = self.writers.entry(target.object).or_default();
        let before = writers.get(&place).copied();
        let all = before.map_or(at, |before| before.widen(at));
        if before != Some(all) {
            writers.insert(place, all);
            self.contexts.changed = true;
        }
        let Some(locks) = self.locks.get(&target.object) else {
            return;
        };
        let hit: Vec<(Offsets, u64)> = locks
            .iter()
            .filter(|(offsets, size)| offsets.overlaps(*size, at, length))
            .copied()
            .collect();
        if hit.is_empty() {
            return;
        }
        let gone = |lock: &Lock| {
            let here = Offsets::at(lock.offset);
            lock.object == target.object && hit.iter().any(|(at, size)| at.overlaps(*size, here, 1))
        };
        state.drop_locks(gone);
        state.guard.picked.clear();
        self.make_lock(place, state, target);
    }

    /// Whether an object is one and the same in all of a run.
    pub fn is_single(&self, object: ObjectId) -> bool {
        let unique = |context: ContextId| self.contexts.is_unique(self.contexts.context(context).thread);
        match self.memory.object(object).name {
            Name::Global(_) | Name::AtomicBlock => true,
            Name::ThreadLocal(t, _) => !self.has_teams && self.contexts.is_unique(t),
            Name::Slot(context, slot) => !self.contexts.is_reborn(context, slot) && unique(context),
            Name::Site(context, block, index) => {
                !self.contexts.is_repeated((context, block, index)) && unique(context)
            }
            _ => false,
        }
    }

    /// The lock that an address means, if it is one only and made before it is used.
    pub fn lock(&self, state: &State, address: &Value) -> Option<Lock> {
        let [(target, offsets)] = address.targets[..] else {
            return None;
        };
        let sound = match self.made.get(&target.object) {
            Some((places, late)) => {
                let once = places.len() == 1 && places.iter().all(|&p| self.happens_once(p));
                !*late || once && state.guard.ready.contains(&target.object)
            }
            None => true,
        };
        (sound && self.is_single(target.object)).then_some(())?;
        Some(Lock {
            object: target.object,
            offset: offsets.constant()?,
            sort: Sort::Object,
        })
    }

    pub fn happens_once(&self, place: Place) -> bool {
        !self.contexts.is_repeated(place) && self.contexts.is_unique(self.contexts.context(place.0).thread)
    }

    pub fn hold(&self, state: &mut State, lock: Lock, mode: Mode) {
        let held = state.guard.locks.entry(lock).or_insert(mode);
        *held = (*held).max(mode);
    }

    /// A lock that the address may mean is given up.
    pub fn give_up(&self, state: &mut State, address: &Value) {
        self.give_up_picked(state, address);
        match self.lock(state, address) {
            Some(gone) => state.drop_locks(|lock| *lock == gone),
            None => {
                state.drop_locks(|lock| address.targets.iter().any(|(t, _)| t.object == lock.object));
            }
        }
    }

    /// The result of an operation that takes a lock or not.
    pub fn claim(&self, state: &State, address: &Value, zero: Option<Mode>, other: Option<Mode>) -> Value {
        let mut value = Value::any(Kind::I32);
        value.claim = self.lock(state, address).map(|lock| Claim {
            lock,
            zero,
            other,
            busy: None,
        });
        value
    }
}
