//! Executes the program with words instead of numbers: loops are unrolled, calls inlined, threads cloned for
//! each creation, and what remains is the [bounded program](crate::bounded).
//!
//! Memory that one thread alone can reach is executed on the spot, with constants propagated; so is all
//! memory until the first thread is created. What can be reached by more threads is found while executing: an
//! object escapes when its address is stored where others can read it, or given to a new thread. Then
//! everything is executed again with all objects of that origin shared from the start, until nothing more
//! escapes.
//!
//! A path ends where a loop is cut off, where something is not understood and where the program has a defect:
//! the place is kept as a [`Stop`] with its guard, and the path goes no further. Whether any execution gets
//! there is asked of the solver later.

/// The value of an operand; where that is the address of a label, the path ends in a gap.
macro_rules! operand {
    ($executor:ident, $local:ident, $place:ident, $operand:expr) => {
        match $executor.operand(&$local, $operand) {
            Some(term) => term,
            None => return $executor.gap($local.path, "the address of a label", $place),
        }
    };
}

/// The values of several operands.
macro_rules! operands {
    ($executor:ident, $local:ident, $place:ident, $operands:expr) => {{
        let mut words = Vec::new();
        for operand in $operands {
            words.push(operand!($executor, $local, $place, *operand));
        }
        words
    }};
}

/// What there is; where there is nothing, the path ends in a gap.
macro_rules! understood {
    ($executor:ident, $local:ident, $place:ident, $value:expr, $what:expr) => {
        match $value {
            Some(value) => value,
            None => return $executor.gap($local.path, $what, $place),
        }
    };
}

mod access;
mod allocate;
mod atomic;
mod block;
mod compute;
mod control;
mod copy;
mod input;
mod instruction;
mod known;
mod library;
mod memory;
mod number;
mod output;
mod scan;
mod scan_text;
mod statement;
mod sync;
mod world;

pub(crate) use known::Unsteady;
pub(crate) use memory::inside;
pub(crate) use statement::Draft;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raceproof_engine::{Budget, Exhausted};
use raceproof_flow::Exposed;
use raceproof_ir::{Address, FuncId, Kind, Program};
use raceproof_machine::{Config, World, numbers_addresses};
use rustc_hash::FxHashMap;

use crate::bounded::{Bounded, Object, Origin, Place, Reason, Stop, Thread};
use crate::path::Path;
use crate::term::{Shape, Term, Terms};
use crate::unroll::Rank;

/// Why the program has no bounded form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Abort {
    /// An object turned out to be shared: execute again.
    Escape,
    /// Too large, with what is.
    TooLarge(String),
    /// It took too long.
    Exhausted(Exhausted),
}

/// What a path does after an instruction: `None` if it ends.
pub(crate) type Flow<T> = Result<Option<T>, Abort>;

/// Offset of the byte that says whether an object's life is over.
pub(crate) const DEAD: u32 = u32::MAX;

/// The length of an access to a whole object.
pub(crate) const WHOLE: u32 = u32::MAX;

/// What objects a word can be the address of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Targets {
    pub objects: BTreeSet<u32>,
    /// Depends on what another thread may have stored.
    pub open: bool,
}

/// A read lock that a thread took, or gave up.
#[derive(Clone, Copy)]
struct Reading {
    lock: Term,
    /// On the paths that come here, and if it was so.
    when: Term,
    taken: bool,
}

pub(crate) struct Executor<'p, 't> {
    pub program: &'p Program,
    config: &'p Config,
    pub terms: &'t mut Terms,
    pub bounded: Bounded,
    pub current: usize,
    loops: Loops,
    /// The order of the blocks of functions, and which registers may be read where.
    shapes: FxHashMap<FuncId, (Rc<Vec<Rank>>, Rc<Exposed>)>,
    /// The instructions of each thread.
    lengths: FxHashMap<usize, u64>,
    /// Ends of the thread at hand.
    ends: Vec<(Term, Term)>,
    calls: Vec<(FuncId, Term)>,
    thread_locals: BTreeMap<(usize, u32), u32>,
    /// The object of the keys of thread-specific data, when there is one.
    keys: Option<u32>,
    /// The words that say at which barrier each thread sleeps.
    sleepers: BTreeMap<usize, u32>,
    /// By thread, where it took or gave up read locks.
    readings: BTreeMap<usize, Vec<Reading>>,
    /// What threads surely find in memory.
    known: known::Known,
    teams: sync::Teams,
    /// Whether the program makes numbers of addresses.
    numbers_addresses: bool,
    /// Streams that are read, by the object of their state; zero is standard input.
    streams: BTreeMap<u32, usize>,
    /// The places at which a thread has waited on a condition variable.
    waits: BTreeSet<(usize, Place)>,
    budget: &'p Budget,
}

/// How often loops are followed.
#[derive(Clone, Copy)]
pub(crate) struct Loops {
    pub unwind: u32,
    pub constant: Constant,
}

/// What becomes of loops with constant bounds.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Constant {
    /// They are gone through.
    Followed,
    /// Those beside other threads are cut off like others.
    CutBesideOthers,
    /// All are.
    Cut,
}

impl Loops {
    /// Whether a loop with constant bounds is cut off on a path.
    fn cuts(self, path: &Path) -> bool {
        match self.constant {
            Constant::Followed => false,
            Constant::CutBesideOthers => !path.alone,
            Constant::Cut => true,
        }
    }
}

/// Executes a program with so many rounds of a loop.
pub(crate) fn execute(
    program: &Program,
    config: &Config,
    terms: &mut Terms,
    loops: Loops,
    (escaped, unsteady): (&mut BTreeSet<Origin>, &mut Unsteady),
    budget: &Budget,
) -> Result<Bounded, Abort> {
    loop {
        let mut executor = Executor {
            program,
            config,
            terms,
            bounded: Bounded {
                escaped: escaped.clone(),
                ..Bounded::default()
            },
            current: 0,
            loops,
            shapes: FxHashMap::default(),
            lengths: FxHashMap::default(),
            ends: Vec::new(),
            calls: Vec::new(),
            thread_locals: BTreeMap::new(),
            keys: None,
            sleepers: BTreeMap::new(),
            readings: BTreeMap::new(),
            known: known::Known::new(unsteady.clone()),
            teams: sync::Teams::default(),
            numbers_addresses: numbers_addresses(program),
            streams: BTreeMap::new(),
            waits: BTreeSet::new(),
            budget,
        };
        match executor.program().and_then(|()| executor.fits()) {
            Ok(()) if executor.is_known() => return Ok(executor.bounded),
            Ok(()) => *unsteady = executor.known.unsteady,
            Err(Abort::Escape) => *escaped = executor.bounded.escaped,
            Err(why) => return Err(why),
        }
    }
}

impl Executor<'_, '_> {
    pub(super) fn program(&mut self) -> Result<(), Abort> {
        self.globals();
        let Some(entry) = self.program.entry else {
            return Err(Abort::TooLarge("the program has no entry".into()));
        };
        self.bounded.threads.push(Thread::default());
        let function = self.program.function(entry);
        let wanted: Vec<Kind> = function
            .registers
            .iter()
            .take(function.params as usize)
            .map(|register| register.kind)
            .collect();
        let mut memory = BTreeMap::new();
        let args = self.arguments(&wanted, &mut memory)?;
        let path = Path {
            guard: self.terms.bool(true),
            memory: Rc::new(memory),
            unset: Rc::default(),
            alone: true,
            block: None,
        };
        self.call(path, entry, &args)?;
        // Whoever returns from main ends the program: nothing of it orders or blocks others.
        let ends = std::mem::take(&mut self.ends);
        self.end(ends);
        Ok(())
    }

    /// What `main` is given: the number of its arguments, themselves, and the variables of the environment.
    fn arguments(
        &mut self,
        wanted: &[Kind],
        memory: &mut BTreeMap<(u32, u32), Term>,
    ) -> Result<Vec<Term>, Abort> {
        let config = self.config;
        let free =
            (self.is_free(World::Arguments) && !wanted.is_empty()).then(|| self.free_arguments(memory));
        let count = config.args.len() as u128;
        let mut words = Vec::new();
        for (i, kind) in wanted.iter().enumerate() {
            let width = self.terms.shape.of_kind(*kind);
            words.push(match i {
                0 if width == 32 => match free {
                    Some((count, _)) => count,
                    None => self.terms.number(count, width),
                },
                1 | 2 if width == self.terms.shape.width => {
                    if let Some((_, array)) = free.filter(|_| i == 1) {
                        words.push(array);
                        continue;
                    }
                    let strings = if i == 1 { &config.args } else { &config.variables };
                    self.strings(strings)
                }
                _ => {
                    let what = "a parameter of main that is not an int or a pointer";
                    return Err(Abort::TooLarge(what.into()));
                }
            });
        }
        Ok(words)
    }

    /// An array of strings with a null pointer at the end.
    fn strings(&mut self, strings: &[Vec<u8>]) -> Term {
        let length = self.terms.shape.bytes();
        let size = |count: usize| u32::try_from(count).unwrap_or(u32::MAX - 1);
        let array = self.make(Origin::Given, size((strings.len() + 1) * length as usize), false);
        let mut addresses = BTreeMap::new();
        for (at, string) in (0..).step_by(length as usize).zip(strings) {
            let object = self.make(Origin::Given, size(string.len() + 1), false);
            self.bounded.objects[object as usize].bytes = (0..).zip(string.iter().copied()).collect();
            let address = self.terms.shape.address(object, 0).to_le_bytes();
            addresses.extend((at..).zip(address.into_iter().take(length as usize)));
        }
        addresses.retain(|_, byte| *byte != 0);
        self.bounded.objects[array as usize].bytes = addresses;
        self.pointer(array, 0)
    }

    /// Whether addresses can name every byte of every object.
    fn fits(&self) -> Result<(), Abort> {
        let (shape, objects) = (self.terms.shape, &self.bounded.objects);
        if objects.len() as u64 >= shape.objects() {
            return Err(Abort::TooLarge("more objects than addresses can name".into()));
        }
        match objects.iter().all(|o| u64::from(o.size) <= shape.size()) || shape == Shape::default() {
            true => Ok(()),
            false => Err(Abort::TooLarge(
                "an object that is large for pointers of four bytes".into(),
            )),
        }
    }

    pub(super) fn globals(&mut self) {
        let nothing = Object {
            origin: Origin::Function,
            size: 0,
            limit: None,
            constant: true,
            private: false,
            bytes: BTreeMap::new(),
            unset: false,
            heap: false,
        };
        // Object 0 is none.
        self.bounded.objects.push(nothing.clone());
        for (i, global) in self.program.globals.iter().enumerate() {
            let mut bytes: BTreeMap<u32, u8> = (0..).zip(global.bytes.iter().copied()).collect();
            for relocation in &global.relocations {
                let value = self.address(relocation.target).unwrap_or(0);
                for (at, byte) in (relocation.at as u32..).zip(
                    value
                        .to_le_bytes()
                        .into_iter()
                        .take(self.terms.shape.bytes() as usize),
                ) {
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

    pub(super) fn address(&self, address: Address) -> Option<u64> {
        let globals = self.program.globals.len() as u32;
        match address {
            Address::Global(g, offset) => Some(self.terms.shape.address(g.0 + 1, offset as u32)),
            Address::Function(f) => Some(self.terms.shape.address(1 + globals + f.0, 0)),
            Address::Label(..) => None,
        }
    }

    /// A new object.
    pub fn make(&mut self, origin: Origin, size: u32, heap: bool) -> u32 {
        let private = !self.bounded.escaped.contains(&origin);
        self.bounded.objects.push(Object {
            origin,
            size,
            limit: None,
            constant: false,
            private,
            bytes: BTreeMap::new(),
            unset: matches!(origin, Origin::Slot(..) | Origin::Made(_)),
            heap,
        });
        self.bounded.objects.len() as u32 - 1
    }

    pub fn pointer(&mut self, object: u32, offset: u32) -> Term {
        self.terms.address(object, offset)
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

    /// Ends the path at something that there is more of than this engine takes.
    pub fn beyond<T>(&mut self, mut path: Path, what: String, place: Place) -> Flow<T> {
        let always = self.terms.bool(true);
        self.stop(&mut path, always, Reason::Beyond(what), place);
        Ok(None)
    }

    /// Ends the path at something that is not understood.
    pub fn gap<T>(&mut self, mut path: Path, what: impl Into<String>, place: Place) -> Flow<T> {
        let always = self.terms.bool(true);
        self.stop(&mut path, always, Reason::Gap(what.into()), place);
        Ok(None)
    }
}
