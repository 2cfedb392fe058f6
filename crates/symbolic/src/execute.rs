//! Executes the program with words instead of numbers: loops are unrolled, calls inlined, threads cloned for each creation, and
//! what remains is the [bounded program](crate::bounded).
//!
//! Memory that one thread alone can reach is executed on the spot, with constants propagated; so is all memory until the first thread
//! is created. What can be reached by more threads is found while executing: an object escapes when its address is stored where
//! others can read it, or given to a new thread. Then everything is executed again with all objects of that origin shared from the start, until nothing
//! more escapes.
//!
//! A path ends where a loop is cut off, where something is not understood and where the program has a defect: the place is kept as a
//! [`Stop`] with its guard, and the path goes no further. Whether any execution gets there is asked of the solver later.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raceproof_ir::{
    Address, BlockId, Callee, DataModel, FuncId, Function, Inst, Operand, Program, Reg, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounded::{
    Bounded, Edge, Motion, Object, Origin, Place, Read, Reason, Special, Statement, Step, Stop, Thread,
    Touch, Write,
};
use crate::live::live;
use crate::path::{self, Local, Path};
use crate::term::{Node, Term, Terms};
use crate::translate::{self, width};
use crate::unroll::{Rank, rank};

/// Why the program has no bounded form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Abort {
    /// An object turned out to be shared: execute again.
    Escape,
    /// Too large, with what is.
    TooLarge(String),
}

/// What a path does after an instruction: `None` if it ends.
pub(crate) type Flow<T> = Result<Option<T>, Abort>;

/// Offset of the byte that says whether an object's life is over.
pub(crate) const DEAD: u32 = u32::MAX;

/// The largest number of instructions, statements and threads.
const INSTRUCTIONS: u64 = 400_000;
const STATEMENTS: usize = 1_500;
const THREADS: usize = 12;
/// Rounds of a loop whose condition is constant, and depth of such a recursion.
const ROUNDS: u32 = 20_000;
const DEPTH: usize = 200;
/// Places that a word can be stored at or loaded from through one pointer.
pub(crate) const PLACES: usize = 600;

/// What objects a word can be the address of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Targets {
    pub objects: BTreeSet<u32>,
    /// Depends on what another thread may have stored.
    pub open: bool,
}

pub(crate) struct Executor<'p, 't> {
    pub program: &'p Program,
    pub terms: &'t mut Terms,
    pub bounded: Bounded,
    pub current: usize,
    unwind: u32,
    ranks: FxHashMap<FuncId, Rc<Vec<Rank>>>,
    live: FxHashMap<FuncId, Rc<Vec<Vec<bool>>>>,
    instructions: u64,
    /// Ends of the thread at hand.
    ends: Vec<(Term, Term)>,
    calls: Vec<(FuncId, Term)>,
    thread_locals: BTreeMap<(usize, u32), u32>,
}

/// A loop that is being unrolled.
struct Loop {
    /// The path at its head in this round.
    start: Local,
    /// Rounds whose end was not certain.
    uncertain: u32,
    /// Whether an exit was decided in this round.
    decided: bool,
    /// The number of the thread's statements at the head.
    statements: usize,
}

/// A statement in the making.
pub(crate) struct Draft {
    pub place: Place,
    pub direct: bool,
    pub reads: Vec<Read>,
    pub writes: Vec<Write>,
    pub touches: Vec<Touch>,
    pub edges: Vec<Edge>,
    pub enabled: Term,
    pub defined: Term,
    pub special: Special,
    pub unordered: bool,
}

/// Executes a program with so many rounds of a loop.
pub(crate) fn execute(
    program: &Program,
    terms: &mut Terms,
    unwind: u32,
    escaped: &mut BTreeSet<Origin>,
) -> Result<Bounded, String> {
    loop {
        let mut executor = Executor {
            program,
            terms,
            bounded: Bounded {
                escaped: escaped.clone(),
                ..Bounded::default()
            },
            current: 0,
            unwind,
            ranks: FxHashMap::default(),
            live: FxHashMap::default(),
            instructions: 0,
            ends: Vec::new(),
            calls: Vec::new(),
            thread_locals: BTreeMap::new(),
        };
        match executor.program() {
            Ok(()) => return Ok(executor.bounded),
            Err(Abort::Escape) => *escaped = executor.bounded.escaped,
            Err(Abort::TooLarge(what)) => return Err(what),
        }
    }
}

impl Executor<'_, '_> {
    fn program(&mut self) -> Result<(), Abort> {
        if self.program.model != DataModel::Lp64 {
            return Err(Abort::TooLarge(
                "pointers of four bytes are not supported by this engine".into(),
            ));
        }
        self.globals();
        let Some(entry) = self.program.entry else {
            return Err(Abort::TooLarge("the program has no entry".into()));
        };
        self.bounded.threads.push(Thread::default());
        let path = Path {
            guard: self.terms.bool(true),
            memory: Rc::default(),
            alone: true,
            block: None,
        };
        let function = self.program.function(entry);
        if function.params > 0 {
            return Err(Abort::TooLarge(
                "a main with parameters is not supported by this engine".into(),
            ));
        }
        self.call(path, entry, &[])?;
        // Whoever returns from main ends the program: nothing of it orders or blocks others.
        let ends = std::mem::take(&mut self.ends);
        self.end(ends);
        Ok(())
    }

    fn globals(&mut self) {
        let nothing = Object {
            origin: Origin::Function,
            size: 0,
            constant: true,
            private: false,
            bytes: BTreeMap::new(),
            heap: false,
        };
        // Object 0 is none.
        self.bounded.objects.push(nothing.clone());
        for (i, global) in self.program.globals.iter().enumerate() {
            let mut bytes: BTreeMap<u32, u8> = (0..).zip(global.bytes.iter().copied()).collect();
            for relocation in &global.relocations {
                let value = self.address(relocation.target).unwrap_or(0);
                for (at, byte) in (relocation.at as u32..).zip(value.to_le_bytes()) {
                    bytes.insert(at, byte);
                }
            }
            bytes.retain(|_, byte| *byte != 0);
            self.bounded.objects.push(Object {
                origin: Origin::Global(i as u32),
                size: u32::try_from(global.size).unwrap_or(u32::MAX - 1),
                constant: global.constant,
                bytes,
                ..nothing.clone()
            });
        }
        self.bounded
            .objects
            .resize(self.bounded.objects.len() + self.program.functions.len(), nothing);
    }

    fn address(&self, address: Address) -> Option<u64> {
        let globals = self.program.globals.len() as u64;
        match address {
            Address::Global(g, offset) => Some((u64::from(g.0) + 1) << 32 | u64::from(offset as u32)),
            Address::Function(f) => Some((1 + globals + u64::from(f.0)) << 32),
            Address::Label(..) => None,
        }
    }

    /// The function that a constant is the address of.
    pub fn function_at(&self, address: u128) -> Option<FuncId> {
        let first = 1 + self.program.globals.len() as u128;
        let index = (address >> 32).checked_sub(first)?;
        (address as u32 == 0 && index < self.program.functions.len() as u128).then_some(FuncId(index as u32))
    }

    /// A new object.
    pub fn make(&mut self, origin: Origin, size: u32, heap: bool) -> u32 {
        let private = !self.bounded.escaped.contains(&origin);
        self.bounded.objects.push(Object {
            origin,
            size,
            constant: false,
            private,
            bytes: BTreeMap::new(),
            heap,
        });
        self.bounded.objects.len() as u32 - 1
    }

    pub fn pointer(&mut self, object: u32, offset: u32) -> Term {
        self.terms
            .number(u128::from(object) << 32 | u128::from(offset), 64)
    }

    /// `pointer + delta`, staying with the object.
    pub fn moved(&mut self, pointer: Term, delta: Term) -> Term {
        let (high, low) = (
            self.terms.extract(pointer, 32, 32),
            self.terms.extract(pointer, 0, 32),
        );
        let delta = self.terms.extract(delta, 0, 32);
        let low = self.terms.add(low, delta);
        self.terms.concat(high, low)
    }

    pub fn thread(&mut self) -> &mut Thread {
        &mut self.bounded.threads[self.current]
    }

    /// Ends the paths on which the condition holds.
    pub fn stop(&mut self, path: &mut Path, condition: Term, reason: Reason, place: Place) {
        let guard = self.terms.and(path.guard, condition);
        if self.terms.is_false(guard) {
            return;
        }
        let (after, steps) = (self.thread().statements.len(), self.thread().steps.len());
        let thread = self.current;
        self.bounded.stops.push(Stop {
            thread,
            after,
            steps,
            guard,
            reason,
            place,
        });
        let not = self.terms.not(condition);
        path.guard = self.terms.and(path.guard, not);
    }

    /// Ends the path at something that is not understood.
    pub fn gap<T>(&mut self, mut path: Path, what: impl Into<String>, place: Place) -> Flow<T> {
        let always = self.terms.bool(true);
        self.stop(&mut path, always, Reason::Gap(what.into()), place);
        Ok(None)
    }

    /// The objects that a word can be the address of.
    pub fn targets(&mut self, word: Term) -> Targets {
        let mut targets = Targets::default();
        if self.terms.width(word) != 64 {
            return targets;
        }
        let high = self.terms.extract(word, 32, 32);
        let (mut stack, mut seen) = (vec![high], FxHashSet::default());
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.terms.node(t) {
                Node::Const(v) => {
                    targets.objects.insert(v as u32);
                }
                Node::Ite(_, a, b) => stack.extend([a, b]),
                _ => targets.open = true,
            }
        }
        let count = self.bounded.objects.len() as u32;
        targets.objects.retain(|&o| o != 0 && o < count);
        targets
    }

    fn escape(&mut self, objects: &BTreeSet<u32>) -> Result<(), Abort> {
        let mut any = false;
        for &o in objects {
            let object = &self.bounded.objects[o as usize];
            if object.private {
                any |= self.bounded.escaped.insert(object.origin);
            }
        }
        if any { Err(Abort::Escape) } else { Ok(()) }
    }

    /// The word becomes known to other threads.
    pub fn publish(&mut self, word: Term) -> Result<(), Abort> {
        let targets = self.targets(word);
        self.escape(&targets.objects)
    }

    /// Begins a statement that uses these addresses.
    pub fn begin(
        &mut self,
        path: &Path,
        addresses: &[Term],
        writes: bool,
        place: Place,
    ) -> Result<Draft, Abort> {
        let mut direct = true;
        let mut all = BTreeSet::new();
        for &address in addresses {
            let targets = self.targets(address);
            let objects = &self.bounded.objects;
            let local = |o: &u32| objects[*o as usize].private || (objects[*o as usize].constant && !writes);
            direct &= !targets.open && targets.objects.iter().all(local);
            all.extend(targets.objects);
        }
        direct |= path.alone;
        if !direct {
            self.escape(&all)?;
        }
        let (enabled, defined) = (self.terms.bool(true), self.terms.bool(true));
        Ok(Draft {
            place,
            direct,
            reads: Vec::new(),
            writes: Vec::new(),
            touches: Vec::new(),
            edges: Vec::new(),
            enabled,
            defined,
            special: Special::None,
            unordered: false,
        })
    }

    /// The places that an access of so many bytes through a pointer can be at.
    pub fn places(&mut self, address: Term, length: u32, objects: &BTreeSet<u32>) -> Option<Vec<(u32, u32)>> {
        if let Some(v) = self.terms.constant(address) {
            return Some(vec![((v >> 32) as u32, v as u32)]);
        }
        let low = self.terms.extract(address, 0, 32);
        let (step, fixed) = match self.terms.constant(low) {
            Some(v) => (1, Some(v as u32)),
            None => (1u32 << self.terms.trailing_zeros(low).min(12), None),
        };
        let mut places = Vec::new();
        for &o in objects {
            let size = self.bounded.objects[o as usize].size;
            let Some(last) = size.checked_sub(length) else {
                continue;
            };
            match fixed {
                Some(at) if at <= last => places.push((o, at)),
                Some(_) => {}
                None => places.extend(
                    (0..=last)
                        .step_by(step as usize)
                        .take(PLACES + 1)
                        .map(|at| (o, at)),
                ),
            }
            if places.len() > PLACES {
                return None;
            }
        }
        Some(places)
    }

    /// Ends the paths on which the bytes are not all in an object that can be accessed so.
    pub fn bounds(&mut self, path: &mut Path, address: Term, length: u32, write: bool, place: Place) {
        let targets = self.targets(address);
        let inside = if targets.open {
            let inside = self.terms.var(1);
            self.bounded.inside.push((inside, address, length, write));
            inside
        } else {
            inside(
                self.terms,
                &self.bounded.objects,
                &targets.objects,
                address,
                length,
                write,
            )
        };
        let outside = self.terms.not(inside);
        self.stop(path, outside, Reason::Undefined, place);
        if path.alone || !targets.open {
            for &o in &targets.objects {
                if let Some(&dead) = path.memory.get(&(o, DEAD)) {
                    let high = self.terms.extract(address, 32, 32);
                    let number = self.terms.number(u128::from(o), 32);
                    let there = self.terms.eq(high, number);
                    let bad = self.terms.and(there, dead);
                    self.stop(path, bad, Reason::Undefined, place);
                }
            }
        }
    }

    fn initial(terms: &mut Terms, objects: &[Object], (o, at): (u32, u32)) -> Term {
        if at == DEAD {
            return terms.bool(false);
        }
        let byte = objects.get(o as usize).and_then(|o| o.bytes.get(&at)).copied();
        terms.number(u128::from(byte.unwrap_or(0)), 8)
    }

    fn byte(&mut self, path: &Path, key: (u32, u32)) -> Term {
        match path.memory.get(&key) {
            Some(&byte) => byte,
            None => Self::initial(self.terms, &self.bounded.objects, key),
        }
    }

    fn bytes(&mut self, path: &Path, o: u32, at: u32, length: u32) -> Term {
        let mut word = self.byte(path, (o, at));
        for i in 1..length {
            let byte = self.byte(path, (o, at + i));
            word = self.terms.concat(byte, word);
        }
        word
    }

    /// Reads a value of up to 16 bytes.
    pub fn read(
        &mut self,
        draft: &mut Draft,
        path: &Path,
        address: Term,
        length: u32,
    ) -> Result<Term, Abort> {
        if !draft.direct {
            let value = self.terms.var(8 * length as u8);
            draft.reads.push(Read {
                address,
                length,
                value,
            });
            return Ok(value);
        }
        let targets = self.targets(address);
        let Some(places) = self.places(address, length, &targets.objects) else {
            return Err(Abort::TooLarge(
                "an access to too many places through one pointer".into(),
            ));
        };
        let mut value = None;
        for (o, at) in places {
            let here = self.bytes(path, o, at, length);
            value = Some(match value {
                None => here,
                Some(others) => {
                    let pointer = self.pointer(o, at);
                    let there = self.terms.eq(address, pointer);
                    self.terms.ite(there, here, others)
                }
            });
        }
        Ok(value.unwrap_or_else(|| self.terms.number(0, 8 * length as u8)))
    }

    /// Writes a value where the condition holds.
    pub fn write(&mut self, draft: &mut Draft, address: Term, value: Term, when: Term) {
        let length = u32::from(self.terms.width(value)) / 8;
        draft.writes.push(Write {
            address,
            length,
            value,
            when,
        });
    }

    fn write_directly(&mut self, path: &mut Path, write: &Write) -> Result<(), Abort> {
        let targets = self.targets(write.address);
        let Some(places) = self.places(write.address, write.length, &targets.objects) else {
            return Err(Abort::TooLarge(
                "an access to too many places through one pointer".into(),
            ));
        };
        let only = places.len() == 1;
        for (o, at) in places {
            let pointer = self.pointer(o, at);
            let there = if only {
                self.terms.bool(true)
            } else {
                self.terms.eq(write.address, pointer)
            };
            let when = self.terms.and(there, write.when);
            for i in 0..write.length {
                let key = (o, at + i);
                let old = self.byte(path, key);
                let new = self.terms.extract(write.value, 8 * i as u8, 8);
                let byte = self.terms.ite(when, new, old);
                Rc::make_mut(&mut path.memory).insert(key, byte);
            }
        }
        Ok(())
    }

    /// The statement is complete.
    pub fn finish(&mut self, draft: Draft, path: &mut Path, motion: Motion) -> Result<(), Abort> {
        for write in &draft.writes {
            let to = self.targets(write.address);
            let shared = |o: &u32| !self.bounded.objects[*o as usize].private;
            if !draft.direct || to.objects.iter().any(shared) {
                let mut word = write.value;
                if write.length == 16 {
                    let high = self.terms.extract(word, 64, 64);
                    self.publish(high)?;
                    word = self.terms.extract(word, 0, 64);
                }
                self.publish(word)?;
            }
        }
        if draft.direct {
            let wrong = self.terms.not(draft.defined);
            self.stop(path, wrong, Reason::Undefined, draft.place);
            // Nobody else is there to let it go on.
            path.guard = self.terms.and(path.guard, draft.enabled);
            for write in &draft.writes {
                self.write_directly(path, write)?;
            }
            let guard = path.guard;
            self.thread().steps.push(Step {
                guard,
                motion,
                statement: None,
            });
            return Ok(());
        }
        self.push(draft, path, motion)
    }

    /// Adds a visible statement.
    pub fn push(&mut self, draft: Draft, path: &Path, motion: Motion) -> Result<(), Abort> {
        let statement = self.thread().statements.len();
        if statement >= STATEMENTS {
            return Err(Abort::TooLarge(format!(
                "more than {STATEMENTS} visible statements of a thread"
            )));
        }
        if self.terms.is_false(path.guard) {
            return Ok(());
        }
        let guard = path.guard;
        // Whoever synchronises with the middle of an atomic block has seen that the block is over without being ordered after its end.
        let synchronises = draft.touches.iter().any(|t| t.atomic)
            || !matches!(draft.special, Special::None | Special::Begin | Special::Finish);
        let unordered = draft.unordered || (path.block.is_some() && synchronises);
        self.thread().statements.push(Statement {
            guard,
            place: draft.place,
            reads: draft.reads,
            enabled: draft.enabled,
            defined: draft.defined,
            writes: draft.writes,
            touches: draft.touches,
            edges: draft.edges,
            special: draft.special,
            block: path.block.map(|(begin, _)| begin),
            unordered,
        });
        self.thread().steps.push(Step {
            guard,
            motion,
            statement: Some(statement),
        });
        Ok(())
    }

    /// Other threads may exist from here on: what this one has written becomes the memory that all see.
    pub fn settle(&mut self, path: &mut Path, place: Place) -> Result<(), Abort> {
        if !path.alone {
            return Ok(());
        }
        path.alone = false;
        let objects = &self.bounded.objects;
        let shared = |o: u32| !objects[o as usize].private;
        let bytes: BTreeMap<(u32, u32), Term> = path
            .memory
            .iter()
            .filter(|((o, _), _)| shared(*o))
            .map(|(k, t)| (*k, *t))
            .collect();
        Rc::make_mut(&mut path.memory).retain(|(o, at), _| !shared(*o) || *at == DEAD);
        if self.terms.is_true(path.guard) {
            self.bounded.memory = bytes;
            return Ok(());
        }
        let mut draft = self.begin(path, &[], true, place)?;
        draft.direct = false;
        let when = self.terms.bool(true);
        let words: BTreeSet<(u32, u32)> = bytes
            .keys()
            .filter(|k| k.1 != DEAD)
            .map(|(o, at)| (*o, at & !7))
            .collect();
        for (o, at) in words {
            let size = self.bounded.objects[o as usize].size;
            let length = (size - at).min(8);
            let pieces: Vec<(u32, u32)> = match length {
                8 => vec![(at, 8)],
                4 => vec![(at, 4)],
                _ => (at..at + length).map(|at| (at, 1)).collect(),
            };
            for (at, length) in pieces {
                let alone = Path {
                    memory: Rc::new(bytes.clone()),
                    ..path.clone()
                };
                let value = self.bytes(&alone, o, at, length);
                let address = self.pointer(o, at);
                self.write(&mut draft, address, value, when);
            }
        }
        for (&(o, at), &dead) in &bytes {
            if at == DEAD && !self.terms.is_false(dead) {
                return Err(Abort::TooLarge(
                    "memory freed on some paths before the first thread".into(),
                ));
            }
            let _ = o;
        }
        self.push(draft, path, Motion::None)
    }

    /// The thread at hand ends where these paths have come to, with these results.
    pub fn end(&mut self, ends: Vec<(Term, Term)>) {
        let guard = self.terms.any(ends.iter().map(|(g, _)| *g).collect::<Vec<_>>());
        let mut result = self.terms.number(0, 64);
        for (g, value) in ends {
            result = self.terms.ite(g, value, result);
        }
        self.thread().result = Some(result);
        if self.terms.is_false(guard) {
            return;
        }
        let yes = self.terms.bool(true);
        let place = Place {
            function: FuncId(0),
            block: BlockId(0),
            index: 0,
        };
        let statement = self.thread().statements.len();
        self.thread().statements.push(Statement {
            guard,
            place,
            reads: Vec::new(),
            enabled: yes,
            defined: yes,
            writes: Vec::new(),
            touches: Vec::new(),
            edges: Vec::new(),
            special: Special::End,
            block: None,
            unordered: false,
        });
        self.thread().steps.push(Step {
            guard,
            motion: Motion::End,
            statement: Some(statement),
        });
    }

    /// A path of the thread at hand ends it.
    pub fn exit_thread(&mut self, path: &Path, value: Term) -> Result<(), Abort> {
        self.publish(value)?;
        self.ends.push((path.guard, value));
        Ok(())
    }

    /// Executes a new thread; gives its number.
    pub fn spawn(
        &mut self,
        function: FuncId,
        argument: Term,
        creator: (usize, usize),
    ) -> Result<usize, Abort> {
        let number = self.bounded.threads.len();
        if number >= THREADS {
            return Err(Abort::TooLarge(format!(
                "more than {THREADS} creations of threads"
            )));
        }
        self.bounded.threads.push(Thread {
            creator: Some(creator),
            ..Thread::default()
        });
        let current = std::mem::replace(&mut self.current, number);
        let ends = std::mem::take(&mut self.ends);
        let calls = std::mem::take(&mut self.calls);
        let path = Path {
            guard: self.terms.bool(true),
            memory: Rc::default(),
            alone: false,
            block: None,
        };
        let args = match self.program.function(function).params {
            0 => vec![],
            _ => vec![argument],
        };
        if let Some((path, value)) = self.call(path, function, &args)? {
            let value = match value {
                Some(value) if self.terms.width(value) < 64 => self.terms.zext(value, 64),
                Some(value) if self.terms.width(value) == 64 => value,
                _ => self.terms.number(0, 64),
            };
            self.exit_thread(&path, value)?;
        }
        let mine = std::mem::replace(&mut self.ends, ends);
        self.end(mine);
        self.current = current;
        self.calls = calls;
        Ok(number)
    }

    /// Calls a function with a body.
    pub fn call(&mut self, path: Path, id: FuncId, args: &[Term]) -> Flow<(Path, Option<Term>)> {
        let function = self.program.function(id);
        let start = Place {
            function: id,
            block: BlockId(0),
            index: 0,
        };
        if function.variadic {
            return self.gap(path, "a variadic function", start);
        }
        let depth = self.calls.iter().filter(|(f, _)| *f == id).count();
        let grown = self
            .calls
            .iter()
            .rev()
            .find(|(f, _)| *f == id)
            .is_some_and(|(_, g)| *g != path.guard);
        if self.calls.len() >= DEPTH || (grown && depth as u32 > self.unwind) {
            let mut path = path;
            let always = self.terms.bool(true);
            self.stop(&mut path, always, Reason::Cut, start);
            return Ok(None);
        }
        self.calls.push((id, path.guard));
        let result = self.run(path, id, function, args);
        self.calls.pop();
        result
    }

    fn run(
        &mut self,
        path: Path,
        id: FuncId,
        function: &Function,
        args: &[Term],
    ) -> Flow<(Path, Option<Term>)> {
        let ranks = match self.ranks.get(&id) {
            Some(ranks) => Rc::clone(ranks),
            None => {
                let ranks = Rc::new(rank(function));
                self.ranks.insert(id, Rc::clone(&ranks));
                ranks
            }
        };
        let live = match self.live.get(&id) {
            Some(live) => Rc::clone(live),
            None => {
                let live = Rc::new(live(function));
                self.live.insert(id, Rc::clone(&live));
                live
            }
        };
        let mut registers = Vec::with_capacity(function.registers.len());
        for (i, register) in function.registers.iter().enumerate() {
            let zero = self.terms.number(0, width(register.kind));
            registers.push(
                args.get(i)
                    .copied()
                    .filter(|_| i < function.params as usize)
                    .unwrap_or(zero),
            );
        }
        let none = self.terms.number(0, 64);
        let start = Local {
            path,
            registers: Rc::new(registers),
            slots: Rc::new(vec![none; function.slots.len()]),
        };
        let mut work: BTreeMap<Vec<u32>, (usize, Vec<u32>, Local)> = BTreeMap::new();
        let rounds = vec![0; ranks[0].heads.len()];
        work.insert(ranks[0].key(&rounds), (0, rounds, start));
        let mut done: Option<(Path, Option<Term>)> = None;
        let mut loops: FxHashMap<(usize, Vec<u32>), Loop> = FxHashMap::default();
        while let Some((_, (block, rounds, mut local))) = work.pop_first() {
            let here = &ranks[block];
            if let Some(level) = here.heads.iter().position(|&h| h == block) {
                let key = (block, rounds[..level].to_vec());
                let before = loops.get(&key).filter(|_| rounds[level] > 0);
                let uncertain = before.map_or(0, |l| l.uncertain);
                let head = Loop {
                    start: local.clone(),
                    uncertain,
                    decided: false,
                    statements: self.thread().statements.len(),
                };
                loops.insert(key, head);
            }
            let code = &function.blocks[block];
            let mut alive = true;
            for (index, (instruction, _)) in code.instructions.iter().enumerate() {
                let place = Place {
                    function: id,
                    block: BlockId(block as u32),
                    index,
                };
                self.instructions += 1;
                if self.instructions > INSTRUCTIONS {
                    return Err(Abort::TooLarge(format!("more than {INSTRUCTIONS} instructions")));
                }
                match self.instruction(local, function, instruction, place)? {
                    Some(next) if !self.terms.is_false(next.path.guard) => local = next,
                    _ => {
                        alive = false;
                        local = Local {
                            path: Path {
                                guard: self.terms.bool(false),
                                memory: Rc::default(),
                                alone: false,
                                block: None,
                            },
                            registers: Rc::default(),
                            slots: Rc::default(),
                        };
                        break;
                    }
                }
            }
            if !alive {
                continue;
            }
            let place = Place {
                function: id,
                block: BlockId(block as u32),
                index: code.instructions.len(),
            };
            if let Terminator::Return(value) = &code.terminator {
                let value = match value {
                    Some(value) => match self.operand(&local, *value) {
                        Some(value) => Some(value),
                        None => {
                            let _: Option<()> = self.gap(local.path, "the address of a label", place)?;
                            continue;
                        }
                    },
                    None => None,
                };
                let mut path = local.path.clone();
                if !self.calls.is_empty() && self.calls.len() > 1 || self.current > 0 {
                    for slot in local.slots.iter() {
                        self.bury(&mut path, *slot, place)?;
                    }
                }
                done = Some(match done {
                    None => (path, value),
                    Some((other, result)) => {
                        let (mut other, mut path) = (other, path);
                        if other.alone != path.alone {
                            self.settle(&mut other, place)?;
                            self.settle(&mut path, place)?;
                        }
                        if other.block.map(|b| b.1) != path.block.map(|b| b.1) {
                            let _: Option<()> =
                                self.gap(path, "an atomic block that ends on some paths only", place)?;
                            (other, result)
                        } else {
                            let c = path.guard;
                            let result = match (value, result) {
                                (Some(a), Some(b)) => Some(self.terms.ite(c, a, b)),
                                _ => None,
                            };
                            (self.merge_paths(&path, &other), result)
                        }
                    }
                });
                continue;
            }
            for (to, guard) in self.branches(&mut local, &code.terminator, place)? {
                let guard = self.terms.and(local.path.guard, guard);
                let target = &ranks[to];
                let (next, closes) = here.follow(&rounds, to, target);
                if self.terms.is_false(guard) {
                    // An exit that is decided.
                    for (level, head) in here.heads.iter().enumerate() {
                        if target.heads.get(level) != Some(head)
                            && let Some(entry) = loops.get_mut(&(*head, rounds[..level].to_vec()))
                        {
                            entry.decided = true;
                        }
                    }
                    continue;
                }
                let mut local = Local {
                    path: Path {
                        guard,
                        ..local.path.clone()
                    },
                    ..local.clone()
                };
                if let Some(level) = closes
                    && let Some(entry) = loops.get_mut(&(to, rounds[..level].to_vec()))
                {
                    // A round that changed nothing need not have been: the thread is where it was.
                    if self.is_idle(entry, &local, &live[to]) {
                        continue;
                    }
                    let certain = entry.start.path.guard == guard && entry.decided;
                    entry.uncertain += u32::from(!certain);
                    if entry.uncertain > self.unwind || next[level] > ROUNDS {
                        let always = self.terms.bool(true);
                        self.stop(&mut local.path, always, Reason::Cut, place);
                        continue;
                    }
                }
                let key = target.key(&next);
                let merged = match work.remove(&key) {
                    None => local,
                    Some((_, _, mut other)) => {
                        if other.path.alone != local.path.alone {
                            self.settle(&mut other.path, place)?;
                            self.settle(&mut local.path, place)?;
                        }
                        if other.path.block.map(|b| b.1) != local.path.block.map(|b| b.1) {
                            let _: Option<()> =
                                self.gap(local.path, "an atomic block that ends on some paths only", place)?;
                            other
                        } else {
                            let objects = &self.bounded.objects;
                            path::merge(self.terms, &local, &other, &mut |terms, key| {
                                Self::initial(terms, objects, key)
                            })
                        }
                    }
                };
                work.insert(key, (to, next, merged));
            }
        }
        Ok(done)
    }

    /// Whether a round of a loop only read, and left the path as it was at the head: an execution without that round leads to the
    /// same state, and what the round read is about to be read there.
    fn is_idle(&mut self, entry: &Loop, local: &Local, live: &[bool]) -> bool {
        let (old, new) = (&entry.start, local);
        let mut registers = old.registers.iter().zip(new.registers.iter()).zip(live);
        if new.path.alone != old.path.alone
            || new.path.block != old.path.block
            || old.slots != new.slots
            || old.path.memory != new.path.memory
            || !registers.all(|((a, b), live)| !live || a == b)
        {
            return false;
        }
        let statements = &self.bounded.threads[self.current].statements[entry.statements..];
        statements.iter().all(|s| {
            let writes = s.writes.iter().all(|write| {
                // A compare-and-swap that failed on this path.
                let happens = self.terms.and(local.path.guard, write.when);
                self.terms.is_false(happens)
            });
            writes && s.special == Special::None && self.terms.is_true(s.enabled)
        })
    }

    fn merge_paths(&mut self, a: &Path, b: &Path) -> Path {
        let objects = &self.bounded.objects;
        path::merge_paths(self.terms, a, b, &mut |terms, key| {
            Self::initial(terms, objects, key)
        })
    }

    /// Where a block goes, and under which conditions.
    fn branches(
        &mut self,
        local: &mut Local,
        terminator: &Terminator,
        place: Place,
    ) -> Result<Vec<(usize, Term)>, Abort> {
        let unknown = |executor: &mut Self, local: &Local, what: &str| -> Result<Vec<(usize, Term)>, Abort> {
            let _: Option<()> = executor.gap(local.path.clone(), what, place)?;
            Ok(Vec::new())
        };
        match terminator {
            Terminator::Jump(b) => Ok(vec![(b.0 as usize, self.terms.bool(true))]),
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let Some(cond) = self.operand(local, *cond) else {
                    return unknown(self, local, "the address of a label");
                };
                let cond = self.truth(cond);
                let not = self.terms.not(cond);
                if then == otherwise {
                    return Ok(vec![(then.0 as usize, self.terms.bool(true))]);
                }
                Ok(vec![(then.0 as usize, cond), (otherwise.0 as usize, not)])
            }
            Terminator::Switch {
                kind,
                value,
                signed,
                cases,
                default,
            } => {
                let Some(value) = self.operand(local, *value) else {
                    return unknown(self, local, "the address of a label");
                };
                let mut rest = self.terms.bool(true);
                let mut out: Vec<(usize, Term)> = Vec::new();
                let bits = width(*kind);
                for case in cases {
                    let (low, high) = (
                        self.terms.number(case.low as u128, bits),
                        self.terms.number(case.high as u128, bits),
                    );
                    let (above, below) = match signed {
                        _ if case.low == case.high => (self.terms.eq(value, low), self.terms.bool(true)),
                        true => (
                            self.terms.less_equal_signed(low, value),
                            self.terms.less_equal_signed(value, high),
                        ),
                        false => (
                            self.terms.less_equal(low, value),
                            self.terms.less_equal(value, high),
                        ),
                    };
                    let hit = self.terms.and(above, below);
                    let taken = self.terms.and(rest, hit);
                    let missed = self.terms.not(hit);
                    rest = self.terms.and(rest, missed);
                    out.push((case.target.0 as usize, taken));
                }
                out.push((default.0 as usize, rest));
                Ok(out)
            }
            Terminator::JumpTo { .. } => unknown(self, local, "a computed jump"),
            Terminator::Unreachable => {
                let always = self.terms.bool(true);
                self.stop(&mut local.path, always, Reason::Undefined, place);
                Ok(Vec::new())
            }
            Terminator::Return(_) => Ok(Vec::new()),
        }
    }

    /// Whether a word is not zero.
    pub fn truth(&mut self, word: Term) -> Term {
        let zero = self.terms.number(0, self.terms.width(word));
        self.terms.ne(word, zero)
    }

    /// The value of an operand; none for the address of a label.
    pub fn operand(&mut self, local: &Local, operand: Operand) -> Option<Term> {
        Some(match operand {
            Operand::Reg(Reg(r)) => local.registers[r as usize],
            Operand::Const(kind, value) => self.terms.number(value, width(kind)),
            Operand::Address(address) => {
                let value = self.address(address)?;
                self.terms.number(u128::from(value), 64)
            }
        })
    }

    pub fn set(&mut self, local: &mut Local, register: Reg, value: Term) {
        Rc::make_mut(&mut local.registers)[register.0 as usize] = value;
    }

    /// Ends the life of a local variable's object.
    fn bury(&mut self, path: &mut Path, pointer: Term, place: Place) -> Result<(), Abort> {
        let targets = self.targets(pointer);
        if targets.objects.is_empty() {
            return Ok(());
        }
        let objects = &self.bounded.objects;
        if path.alone || targets.objects.iter().all(|&o| objects[o as usize].private) {
            let one = targets.objects.len() == 1;
            for &o in &targets.objects {
                let dead = if one {
                    let none = self.terms.number(0, 64);
                    self.terms.ne(pointer, none)
                } else {
                    let high = self.terms.extract(pointer, 32, 32);
                    let number = self.terms.number(u128::from(o), 32);
                    self.terms.eq(high, number)
                };
                let old = self.byte(path, (o, DEAD));
                let dead = self.terms.or(old, dead);
                Rc::make_mut(&mut path.memory).insert((o, DEAD), dead);
            }
            return Ok(());
        }
        let mut draft = self.begin(path, &[pointer], true, place)?;
        draft.direct = false;
        draft.special = Special::Free { address: pointer };
        let write = self.terms.bool(true);
        let size = |o: &u32| self.bounded.objects[*o as usize].size;
        let length = targets.objects.iter().map(size).max().unwrap_or(1);
        draft.touches.push(Touch {
            address: pointer,
            length,
            write,
            atomic: false,
            races: false,
        });
        let none = self.terms.number(0, 64);
        let some = self.terms.ne(pointer, none);
        let mut there = path.clone();
        there.guard = self.terms.and(path.guard, some);
        self.push(draft, &there, Motion::None)
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each instruction")]
    fn instruction(
        &mut self,
        mut local: Local,
        function: &Function,
        inst: &Inst,
        place: Place,
    ) -> Flow<Local> {
        macro_rules! operand {
            ($operand:expr) => {
                match self.operand(&local, $operand) {
                    Some(term) => term,
                    None => return self.gap(local.path, "the address of a label", place),
                }
            };
        }
        macro_rules! understood {
            ($value:expr, $what:expr) => {
                match $value {
                    Some(value) => value,
                    None => return self.gap(local.path, $what, place),
                }
            };
        }
        match inst {
            Inst::Copy { dst, src } => {
                let value = operand!(*src);
                self.set(&mut local, *dst, value);
            }
            Inst::Unary { op, kind, dst, a } => {
                let a = operand!(*a);
                let value = translate::unary(self.terms, *op, *kind, a);
                self.set(&mut local, *dst, value);
            }
            Inst::Binary { op, kind, dst, a, b } => {
                let (a, b) = (operand!(*a), operand!(*b));
                let computed = translate::binary(self.terms, *op, *kind, a, b);
                let computed = understood!(computed, "arithmetic on floats that are not constant");
                let wrong = self.terms.not(computed.defined);
                self.stop(&mut local.path, wrong, Reason::Undefined, place);
                self.set(&mut local, *dst, computed.value);
            }
            Inst::Compare { op, kind, dst, a, b } => {
                let (a, b) = (operand!(*a), operand!(*b));
                let bit = translate::compare(self.terms, *op, *kind, a, b);
                let bit = understood!(bit, "a comparison of floats that are not constant");
                let value = self.terms.zext(bit, 32);
                self.set(&mut local, *dst, value);
            }
            Inst::Convert { op, to, dst, src, .. } => {
                let src = operand!(*src);
                let value = translate::convert(self.terms, *op, *to, src);
                let value = understood!(value, "a conversion of floats");
                self.set(&mut local, *dst, value);
            }
            Inst::Offset {
                dst,
                base,
                index,
                scale,
                disp,
            } => {
                let (base, index) = (operand!(*base), operand!(*index));
                let scale = self.terms.number(*scale as u128, 64);
                let product = self.terms.mul(index, scale);
                let disp = self.terms.number(*disp as u128, 64);
                let delta = self.terms.add(product, disp);
                let value = self.moved(base, delta);
                self.set(&mut local, *dst, value);
            }
            Inst::SlotAddr { dst, slot } => {
                let at = slot.0 as usize;
                let old = local.slots[at];
                let none = self.terms.number(0, 64);
                let missing = self.terms.eq(old, none);
                let mut value = old;
                if !self.terms.is_false(missing) {
                    let size = u32::try_from(function.slots[at].size).unwrap_or(u32::MAX - 1);
                    let object = self.make(Origin::Slot(place.function, slot.0), size, false);
                    let fresh = self.pointer(object, 0);
                    value = self.terms.ite(missing, fresh, old);
                    Rc::make_mut(&mut local.slots)[at] = value;
                }
                self.set(&mut local, *dst, value);
            }
            Inst::SlotDead { slot } => {
                let pointer = local.slots[slot.0 as usize];
                self.bury(&mut local.path, pointer, place)?;
                let none = self.terms.number(0, 64);
                Rc::make_mut(&mut local.slots)[slot.0 as usize] = none;
            }
            Inst::ThreadLocalAddr { dst, global } => {
                let key = (self.current, global.0);
                let object = match self.thread_locals.get(&key) {
                    Some(&object) => object,
                    None => {
                        let template = self.bounded.objects[global.0 as usize + 1].clone();
                        let object = self.make(Origin::ThreadLocal(global.0), template.size, false);
                        self.bounded.objects[object as usize].bytes = template.bytes;
                        self.thread_locals.insert(key, object);
                        object
                    }
                };
                let value = self.pointer(object, 0);
                self.set(&mut local, *dst, value);
            }
            Inst::Alloca { dst, size, .. } => {
                let size = operand!(*size);
                let size = understood!(self.terms.constant(size), "an array whose size is not constant");
                let object = self.make(
                    Origin::Made(place),
                    u32::try_from(size).unwrap_or(u32::MAX - 1),
                    false,
                );
                let value = self.pointer(object, 0);
                self.set(&mut local, *dst, value);
            }
            Inst::AllocaFree { addr } => {
                let address = operand!(*addr);
                self.bury(&mut local.path, address, place)?;
            }
            Inst::Load { kind, dst, addr } => {
                let address = operand!(*addr);
                let value = self.load(
                    &mut local.path,
                    address,
                    u32::from(width(*kind)) / 8,
                    (0, 0),
                    place,
                )?;
                self.set(&mut local, *dst, value);
            }
            Inst::Store { addr, value, .. } => {
                let (address, value) = (operand!(*addr), operand!(*value));
                self.store(&mut local.path, address, value, place)?;
            }
            Inst::LoadBits {
                kind,
                dst,
                addr,
                bits,
            } => {
                let address = operand!(*addr);
                let length = (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8);
                let location = (bits.location_start, bits.location_length);
                let raw = self.load(&mut local.path, address, length, location, place)?;
                let field = self.terms.extract(raw, bits.shift, bits.width);
                let wanted = width(*kind);
                let value = match bits.signed {
                    true => self.terms.sext(field, wanted.max(bits.width)),
                    false => self.terms.zext(field, wanted.max(bits.width)),
                };
                let value = self.terms.extract(value, 0, wanted);
                self.set(&mut local, *dst, value);
            }
            Inst::StoreBits {
                addr, value, bits, ..
            } => {
                let (address, value) = (operand!(*addr), operand!(*value));
                let length = (u32::from(bits.shift) + u32::from(bits.width)).div_ceil(8);
                let path = &mut local.path;
                self.bounds(path, address, length, true, place);
                let mut draft = self.begin(path, &[address], true, place)?;
                let old = self.read(&mut draft, path, address, length)?;
                let total = 8 * length as u8;
                let mask = (u128::MAX >> (128 - u32::from(bits.width))) << bits.shift;
                let (field, others) = (self.terms.number(mask, total), self.terms.number(!mask, total));
                let value = match self.terms.width(value) < total {
                    true => self.terms.zext(value, total),
                    false => self.terms.extract(value, 0, total),
                };
                let zeros = self.terms.number(u128::from(bits.shift), total);
                // Not by `shl`, whose amounts are those of kinds.
                let value = match bits.shift {
                    0 => value,
                    shift => {
                        let _ = zeros;
                        let low = self.terms.number(0, shift);
                        let rest = self.terms.extract(value, 0, total - shift);
                        self.terms.concat(rest, low)
                    }
                };
                let (new, kept) = (self.terms.and(value, field), self.terms.and(old, others));
                let word = self.terms.or(new, kept);
                let always = self.terms.bool(true);
                self.write(&mut draft, address, word, always);
                let start = self.terms.number(bits.location_start as u128, 64);
                let first = self.moved(address, start);
                self.touch(&mut draft, first, bits.location_length, always, false);
                self.finish(draft, path, Motion::Access)?;
            }
            Inst::MemCopy { dst, src, size } => {
                let (to, from, size) = (operand!(*dst), operand!(*src), operand!(*size));
                let size = understood!(self.terms.constant(size), "a copy of a size that is not constant");
                if size > 0 {
                    understood!(
                        self.copy(&mut local.path, to, from, size, Motion::Access, place)?,
                        "a copy of many bytes"
                    );
                }
            }
            Inst::MemFill { dst, byte, size } => {
                let (to, byte, size) = (operand!(*dst), operand!(*byte), operand!(*size));
                let size = understood!(self.terms.constant(size), "a fill of a size that is not constant");
                let byte = self.terms.extract(byte, 0, 8);
                if size > 0 {
                    understood!(
                        self.fill(&mut local.path, to, byte, size, Motion::Access, place)?,
                        "a fill of many bytes"
                    );
                }
            }
            Inst::AtomicLoad { .. }
            | Inst::AtomicStore { .. }
            | Inst::AtomicRmw { .. }
            | Inst::AtomicCas { .. }
            | Inst::Fence { .. } => return self.atomic(local, inst, place),
            Inst::Sync { op, dst, args } => {
                let mut words = Vec::new();
                for arg in args {
                    words.push(operand!(*arg));
                }
                return self.sync(local, *op, *dst, &words, place);
            }
            Inst::Call { dst, callee, args } => {
                let mut words = Vec::new();
                for arg in args {
                    words.push(operand!(*arg));
                }
                let id = match callee {
                    Callee::Function(id) => *id,
                    Callee::Pointer(pointer) => {
                        let pointer = operand!(*pointer);
                        let constant = self.terms.constant(pointer);
                        let constant = understood!(constant, "a call through a pointer that is not constant");
                        let Some(id) = self.function_at(constant) else {
                            let always = self.terms.bool(true);
                            self.stop(&mut local.path, always, Reason::Undefined, place);
                            return Ok(None);
                        };
                        id
                    }
                };
                if self.program.function(id).blocks.is_empty() {
                    return self.library(local, id, *dst, &words, place);
                }
                let Some((path, value)) = self.call(local.path.clone(), id, &words)? else {
                    return Ok(None);
                };
                local.path = path;
                if let (Some(dst), Some(value)) = (dst, value) {
                    self.set(&mut local, *dst, value);
                }
            }
            Inst::Nondet {
                kind,
                dst,
                signed,
                low,
                high,
                ..
            } => {
                let bits = width(*kind);
                if bits > 64 {
                    return self.gap(local.path, "a choice of 128 bits", place);
                }
                let value = self.terms.var(bits);
                let (first, last) = (
                    self.terms.number(*low as u128, bits),
                    self.terms.number(*high as u128, bits),
                );
                let (above, below) = match signed {
                    true => (
                        self.terms.less_equal_signed(first, value),
                        self.terms.less_equal_signed(value, last),
                    ),
                    false => (
                        self.terms.less_equal(first, value),
                        self.terms.less_equal(value, last),
                    ),
                };
                self.bounded.constraints.extend([above, below]);
                let number = match signed {
                    true => self.terms.sext(value, 64),
                    false => self.terms.zext(value, 64),
                };
                let guard = local.path.guard;
                self.thread().steps.push(Step {
                    guard,
                    motion: Motion::Take(number),
                    statement: None,
                });
                self.set(&mut local, *dst, value);
            }
            Inst::Assume { cond } => {
                let cond = operand!(*cond);
                let holds = self.truth(cond);
                local.path.guard = self.terms.and(local.path.guard, holds);
            }
            Inst::Assert { cond, .. } => {
                let cond = operand!(*cond);
                let holds = self.truth(cond);
                let fails = self.terms.not(holds);
                self.stop(&mut local.path, fails, Reason::Fault, place);
            }
            Inst::SetJump { .. } | Inst::LongJump { .. } => return self.gap(local.path, "setjmp", place),
            Inst::Gap { what } => return self.gap(local.path, what.clone(), place),
        }
        Ok(Some(local))
    }

    /// Bytes that the statement accesses.
    pub fn touch(&mut self, draft: &mut Draft, address: Term, length: u32, write: Term, atomic: bool) {
        draft.touches.push(Touch {
            address,
            length,
            write,
            atomic,
            races: true,
        });
    }

    fn load(
        &mut self,
        path: &mut Path,
        address: Term,
        length: u32,
        location: (i32, u32),
        place: Place,
    ) -> Result<Term, Abort> {
        self.bounds(path, address, length, false, place);
        let mut draft = self.begin(path, &[address], false, place)?;
        let value = self.read(&mut draft, path, address, length)?;
        let (first, count) = match location {
            (_, 0) => (address, length),
            (start, count) => {
                let start = self.terms.number(start as u128, 64);
                (self.moved(address, start), count)
            }
        };
        let write = self.terms.bool(false);
        self.touch(&mut draft, first, count, write, false);
        self.finish(draft, path, Motion::Access)?;
        Ok(value)
    }

    fn store(&mut self, path: &mut Path, address: Term, value: Term, place: Place) -> Result<(), Abort> {
        let length = u32::from(self.terms.width(value)) / 8;
        self.bounds(path, address, length, true, place);
        let mut draft = self.begin(path, &[address], true, place)?;
        let always = self.terms.bool(true);
        self.write(&mut draft, address, value, always);
        self.touch(&mut draft, address, length, always, false);
        self.finish(draft, path, Motion::Access)
    }

    /// Sizes of the words in which many bytes are moved.
    fn words(size: u32) -> Vec<(u32, u32)> {
        let mut at = 0;
        let mut out = Vec::new();
        while at < size {
            let length = [8, 4, 2, 1].into_iter().find(|l| at + l <= size).unwrap_or(1);
            out.push((at, length));
            at += length;
        }
        out
    }

    /// Copies bytes; `None` if they are too many.
    pub fn copy(
        &mut self,
        path: &mut Path,
        to: Term,
        from: Term,
        size: u128,
        motion: Motion,
        place: Place,
    ) -> Result<Option<()>, Abort> {
        if size > 4096 {
            return Ok(None);
        }
        let size = size as u32;
        self.bounds(path, to, size, true, place);
        self.bounds(path, from, size, false, place);
        let mut draft = self.begin(path, &[to, from], true, place)?;
        let (yes, no) = (self.terms.bool(true), self.terms.bool(false));
        let mut values = Vec::new();
        for (at, length) in Self::words(size) {
            let delta = self.terms.number(u128::from(at), 64);
            let source = self.moved(from, delta);
            let value = self.read(&mut draft, path, source, length)?;
            values.push((delta, value));
        }
        for (delta, value) in values {
            let target = self.moved(to, delta);
            self.write(&mut draft, target, value, yes);
        }
        self.touch(&mut draft, from, size, no, false);
        self.touch(&mut draft, to, size, yes, false);
        self.finish(draft, path, motion)?;
        Ok(Some(()))
    }

    /// Fills bytes; `None` if they are too many.
    pub fn fill(
        &mut self,
        path: &mut Path,
        to: Term,
        byte: Term,
        size: u128,
        motion: Motion,
        place: Place,
    ) -> Result<Option<()>, Abort> {
        if size > 4096 {
            return Ok(None);
        }
        let size = size as u32;
        self.bounds(path, to, size, true, place);
        let mut draft = self.begin(path, &[to], true, place)?;
        let yes = self.terms.bool(true);
        for (at, length) in Self::words(size) {
            let delta = self.terms.number(u128::from(at), 64);
            let target = self.moved(to, delta);
            let mut value = byte;
            for _ in 1..length {
                value = self.terms.concat(byte, value);
            }
            self.write(&mut draft, target, value, yes);
        }
        self.touch(&mut draft, to, size, yes, false);
        self.finish(draft, path, motion)?;
        Ok(Some(()))
    }
}

/// Whether bytes are all in one of the objects.
pub(crate) fn inside(
    terms: &mut Terms,
    objects: &[Object],
    targets: &BTreeSet<u32>,
    address: Term,
    length: u32,
    write: bool,
) -> Term {
    let (high, low) = (terms.extract(address, 32, 32), terms.extract(address, 0, 32));
    let mut any = terms.bool(false);
    for &o in targets {
        let object = &objects[o as usize];
        let Some(last) = object.size.checked_sub(length) else {
            continue;
        };
        if (write && object.constant) || matches!(object.origin, Origin::Function) {
            continue;
        }
        let (number, last) = (
            terms.number(u128::from(o), 32),
            terms.number(u128::from(last), 32),
        );
        let (there, below) = (terms.eq(high, number), terms.less_equal(low, last));
        let fits = terms.and(there, below);
        any = terms.or(any, fits);
    }
    any
}
