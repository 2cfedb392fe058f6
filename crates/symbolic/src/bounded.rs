//! The bounded program: threads without loops and calls, in static single assignment.
//!
//! A thread is a list of [visible statements](Statement) (the paper's section 2), each with the guard of the
//! paths that lead to it. Between two of them there is nothing left to execute: registers have become words
//! over the values that the statements read. A statement is executed at most once, so a value that it reads
//! is one variable, whenever that happens; whatever a thread computes is therefore encoded once, and only
//! what statements do to memory is encoded once for each round. This is where we deviate from the paper,
//! whose rounds simulate the thread's code again: there the formula is rounds times code, here it is code
//! plus rounds times statements.

use std::collections::{BTreeMap, BTreeSet};

use raceproof_ir::{BlockId, FuncId};

use crate::term::Term;
use crate::world::Free;

/// An instruction of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Place {
    pub function: FuncId,
    pub block: BlockId,
    pub index: usize,
}

/// What objects are made at: all that are made there are treated alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Origin {
    Global(u32),
    /// Each thread's copy.
    ThreadLocal(u32),
    Function,
    Slot(FuncId, u32),
    Made(Place),
    /// The state of a wait for a condition variable.
    Wait,
    /// What `main` is given, and the values of environment variables.
    Given,
    /// The state of standard input.
    Input,
    /// Which works a thread has had, and which of its tasks it knows.
    Works,
    /// The keys of thread-specific data, and whether they are made or deleted while there are threads.
    Keys,
}

/// An object of the bounded program. Its number is the high half of its addresses.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub origin: Origin,
    pub size: u32,
    /// How many of its bytes there are, where that is up to a value: an offset, at most the size.
    pub limit: Option<Term>,
    pub constant: bool,
    /// Whether only the thread that made it can reach it.
    pub private: bool,
    /// Initial bytes that are not zero.
    pub bytes: BTreeMap<u32, u8>,
    /// Whether its bytes may be anything until they are written; they are zeros here.
    pub unset: bool,
    pub heap: bool,
}

/// Bytes that a statement accesses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub address: Term,
    pub length: u32,
    /// Whether it writes (a compare-and-swap does only if it succeeds).
    pub write: Term,
    pub atomic: bool,
    /// Whether it can be one of the accesses of a race; if not, it only orders statements.
    pub races: bool,
    /// Whether there is a race if the others meet it; a word over what the statement reads.
    pub when: Term,
}

/// A value that a statement reads: a variable that equals what is there when it is executed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Read {
    pub address: Term,
    pub length: u32,
    pub value: Term,
    /// When it matters what is there.
    pub when: Term,
}

/// A value that a statement writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub address: Term,
    pub length: u32,
    pub value: Term,
    pub when: Term,
    /// When there are bytes among them that nobody has written.
    pub unset: Term,
}

/// What else a statement does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Special {
    None,
    /// Starts the thread with this number.
    Create(usize),
    /// Waits for the thread that the handle names; its result is the variable.
    Join {
        handle: Term,
        result: Term,
    },
    /// Waits for tasks: the number of these in [`Bounded::awaited`].
    Await(usize),
    /// Nobody may join the thread that the handle names from now on.
    Detach {
        handle: Term,
    },
    /// The thread's end.
    End,
    /// Wakes one waiter or all.
    Signal {
        condition: Term,
        all: bool,
    },
    /// Begins to wait: the object holds the state of the wait.
    Sleep {
        condition: Term,
        object: u32,
    },
    /// Destroys a condition variable, on which nobody may wait.
    Destroy {
        condition: Term,
    },
    /// Ends the life of objects: what the address points to.
    Free {
        address: Term,
    },
    /// From here to the matching end no other thread runs.
    Begin,
    /// The matching end.
    Finish,
}

/// What the machine does for a statement or step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Motion {
    /// Nothing.
    None,
    /// One access.
    Access,
    /// One access of a call that uses a state of the library.
    Look,
    /// The alternative or value.
    Take(Term),
    /// A signal: the alternative is told by who is woken.
    Signal,
    /// An arrival at a barrier: the alternative is told by who becomes the serial thread, by its number plus
    /// one.
    Meet(Term),
    /// A request for works, which this is the first one of.
    Share(Term),
    /// Creates this thread.
    Create(usize),
    /// Runs to its end.
    End,
}

/// What orders a statement and others by happens-before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Order {
    /// It knows what was released there.
    Acquire,
    /// Those who acquire there know what it knows.
    Release,
    /// An atomic load, and whether it acquires.
    Load(bool),
    /// An atomic store, and whether it releases.
    Store(bool),
    /// The store of a read-modify-write, and whether it releases.
    Update(bool),
    /// A fence: whether it acquires and releases.
    Fence(bool, bool),
}

/// An edge of happens-before, at an address and one of its lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub order: Order,
    pub address: Term,
    pub lane: u8,
    pub when: Term,
}

/// A visible statement.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub guard: Term,
    pub place: Place,
    pub reads: Vec<Read>,
    /// It is blocked unless this holds; a word over what it reads.
    pub enabled: Term,
    /// When it need not happen though nothing blocks it: its thread sleeps, and would wake up without a
    /// reason.
    pub asleep: Option<Term>,
    /// It is a defect unless this holds.
    pub defined: Term,
    pub writes: Vec<Write>,
    pub touches: Vec<Touch>,
    /// Edges of happens-before, in their order: those that acquire come before the access, the others after
    /// it.
    pub edges: Vec<Edge>,
    pub special: Special,
    /// The statement that began the atomic block that this one is in.
    pub block: Option<usize>,
    /// Whether it observes others without being ordered by that.
    pub unordered: bool,
}

/// Something that a thread does in the machine, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub guard: Term,
    pub motion: Motion,
    /// The visible statement that it is.
    pub statement: Option<usize>,
}

/// A thread of the bounded program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thread {
    pub statements: Vec<Statement>,
    pub steps: Vec<Step>,
    /// The thread and statement that creates it.
    pub creator: Option<(usize, usize)>,
    /// What it returns, if it ends.
    pub result: Option<Term>,
    /// Whether it is created so that nobody may join it.
    pub detached: bool,
}

/// Why a path of a thread ends before the thread does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reason {
    /// A loop or a recursion was cut off.
    Cut,
    /// More than a limit of this engine, with what it is.
    Beyond(String),
    /// Something that is not understood.
    Gap(String),
    /// A defect whose consequences are undefined.
    Undefined,
    /// A failed assertion, a null pointer and the like: the thread stops there.
    Fault,
    /// The thread waits for what nobody else can bring about.
    Blocked,
    /// No end: bytes are read that nobody has written.
    Unwritten,
}

/// An end of paths.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub thread: usize,
    /// The number of statements of the thread before it.
    pub after: usize,
    /// The number of steps of the thread before it.
    pub steps: usize,
    pub guard: Term,
    pub reason: Reason,
    pub place: Place,
}

/// A program with everything bounded.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bounded {
    pub threads: Vec<Thread>,
    pub objects: Vec<Object>,
    pub stops: Vec<Stop>,
    /// Bytes when the first thread is created.
    pub memory: BTreeMap<(u32, u32), Term>,
    /// When bytes of it have not been written.
    pub unset: BTreeMap<(u32, u32), Term>,
    /// Variables that say whether an access is inside an object, not known until it is known where pointers
    /// point to.
    pub inside: Vec<(Term, Term, u32, bool)>,
    /// Tasks that statements wait for, each with the condition that it is one of them.
    pub awaited: Vec<Vec<(usize, Term)>>,
    /// Constraints on free variables.
    pub constraints: Vec<Term>,
    /// What of the world is free.
    pub free: Free,
    /// Origins of objects that more than one thread can reach.
    pub escaped: BTreeSet<Origin>,
}
