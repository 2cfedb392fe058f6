//! One defect of the checked program, with everything a reader needs to believe and to fix it.

use std::collections::BTreeMap;
use std::fmt;

use crate::{Growth, Suppression};

/// What sort of defect it is. The words are those of `--deny` and of the JSON form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Two unordered accesses, one of them a write, not both atomic.
    Race,
    /// No thread can go on and not all have ended.
    Deadlock,
    /// An assertion failed.
    Assertion,
    /// An access outside of any living object, or a bad free.
    Memory,
    /// Division by zero and the like.
    Arithmetic,
    /// A library function or a synchronisation object used against its contract.
    Misuse,
    /// The program gave up by itself: `abort`.
    Abort,
    /// Control reached a point that the program promised it would not.
    Unreachable,
}

impl Kind {
    /// Every kind, in the order in which a report lists them.
    pub const ALL: [Kind; 8] = [
        Kind::Race,
        Kind::Deadlock,
        Kind::Assertion,
        Kind::Memory,
        Kind::Arithmetic,
        Kind::Misuse,
        Kind::Abort,
        Kind::Unreachable,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Race => "race",
            Kind::Deadlock => "deadlock",
            Kind::Assertion => "assertion",
            Kind::Memory => "memory",
            Kind::Arithmetic => "arithmetic",
            Kind::Misuse => "misuse",
            Kind::Abort => "abort",
            Kind::Unreachable => "unreachable",
        }
    }

    /// So many of them: `1 deadlock`, `2 failed assertions`.
    pub fn counted(self, count: usize) -> String {
        let noun = match self {
            Kind::Race => "race",
            Kind::Deadlock => "deadlock",
            Kind::Assertion => "failed assertion",
            Kind::Memory => "memory defect",
            Kind::Arithmetic => "arithmetic defect",
            Kind::Misuse => "misuse",
            Kind::Abort => "abort",
            Kind::Unreachable => "broken promise",
        };
        let end = if count == 1 { "" } else { "s" };
        format!("{count} {noun}{end}")
    }
}

/// A defect.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What sort.
    pub kind: Kind,
    /// The object concerned, as the user knows it: `accounts[2].balance`. Empty if there is none.
    pub object: String,
    /// Where the block was allocated that the object is in, if it is in one of the heap.
    pub allocated: Option<Location>,
    /// The defect in one sentence without a full stop.
    pub message: String,
    /// The two accesses of a race; none otherwise.
    pub accesses: Vec<Access>,
    /// Other places that matter: where an assertion failed, where each thread of a deadlock waits,
    /// where the object was allocated or freed.
    pub places: Vec<Place>,
    /// The steps that lead there, thinned to those that matter.
    pub schedule: Vec<Step>,
    /// How the lockset of the first access of a race grows in these steps.
    pub history: Vec<Growth>,
    /// The nondeterministic values of the run, by name.
    pub inputs: BTreeMap<String, Value>,
    /// How many threads the run had.
    pub threads: u32,
    /// What a reader may not know of what happened, in sentences without a full stop.
    pub notes: Vec<String>,
    /// What would remove the defect, likewise.
    pub help: Vec<String>,
    /// Why the user does not want to hear of it, if that is so.
    pub suppressed: Option<Suppression>,
}

impl Finding {
    /// A finding with nothing but its message.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Finding {
            kind,
            object: String::new(),
            allocated: None,
            message: message.into(),
            accesses: Vec::new(),
            places: Vec::new(),
            schedule: Vec::new(),
            history: Vec::new(),
            inputs: BTreeMap::new(),
            threads: 1,
            notes: Vec::new(),
            help: Vec::new(),
            suppressed: None,
        }
    }
}

/// A place in the source. Lines and columns count characters from 1; line 0 is no place.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The file as the user named it.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
    /// Length on that line.
    pub length: u32,
}

impl Location {
    /// Whether it is a place at all.
    pub fn is_known(&self) -> bool {
        self.line != 0
    }

    /// `file:line`.
    pub fn line_of_file(&self) -> String {
        format!("{}:{}", self.file, self.line)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A thread of the run, as a reader tells it from others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thread {
    /// Its number; 0 runs `main`.
    pub id: u32,
    /// The function that it runs, if it has a name.
    pub function: String,
    /// Where it was created; none for the first.
    pub origin: Option<Location>,
}

impl Thread {
    /// `main` or `thread 3`.
    pub fn name(&self) -> String {
        thread_name(self.id)
    }
}

/// `main` or `thread 3`.
pub fn thread_name(id: u32) -> String {
    if id == 0 {
        "main".to_owned()
    } else {
        format!("thread {id}")
    }
}

/// Read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// It reads.
    Read,
    /// It writes, or reads and writes at once, or ends the life of the object.
    Write,
}

impl AccessKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        }
    }
}

/// One of the two accesses of a race.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// Where.
    pub at: Location,
    /// Read or write.
    pub access: AccessKind,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Who.
    pub thread: Thread,
    /// The locks that the thread held.
    pub locks: Vec<Held>,
    /// The calls that led there, innermost first.
    pub stack: Vec<Frame>,
    /// The accessed expression as the source has it; empty if it is not known.
    pub expression: String,
    /// The iteration, section or single block that it is part of, if it is.
    pub work: Option<Work>,
}

/// A lock that a thread holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Its name.
    pub name: String,
    /// Whether it is held for reading, so that others may hold it too.
    pub reading: bool,
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = if self.reading { " (read lock)" } else { "" };
        write!(f, "`{}`{mode}", self.name)
    }
}

/// Work that threads share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    /// Which: `iteration 3`, `section 1`, `single block`.
    pub name: String,
    /// Of what: `loop`, `sections`; empty if the name says it all.
    pub construct: String,
    /// Its number, from 0.
    pub number: u64,
    /// Where the construct is.
    pub at: Location,
}

impl Work {
    /// `iteration 3 of the loop at a.c:5`.
    pub fn words(&self) -> String {
        let at = self.at.line_of_file();
        match self.construct.as_str() {
            "" => format!("the {} at {at}", self.name),
            construct => format!("{} of the {construct} at {at}", self.name),
        }
    }
}

impl Access {
    /// What the thread does: `reads`, `atomically writes`.
    pub fn verb(&self) -> &'static str {
        match (self.access, self.atomic) {
            (AccessKind::Read, false) => "reads",
            (AccessKind::Write, false) => "writes",
            (AccessKind::Read, true) => "atomically reads",
            (AccessKind::Write, true) => "atomically writes",
        }
    }
}

/// A place with something to say about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Where.
    pub at: Location,
    /// What happened there, to be put under the source line.
    pub text: String,
    /// Who was there, if that matters.
    pub thread: Option<Thread>,
    /// The locks that the thread held.
    pub locks: Vec<Held>,
    /// The calls that led there, innermost first.
    pub stack: Vec<Frame>,
}

impl Place {
    /// A place with its text and no thread.
    pub fn new(at: Location, text: impl Into<String>) -> Self {
        Place {
            at,
            text: text.into(),
            thread: None,
            locks: Vec::new(),
            stack: Vec::new(),
        }
    }
}

/// One call of a stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function.
    pub function: String,
    /// Where in it.
    pub at: Location,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.at.is_known() {
            write!(f, "{} ({}:{})", self.function, self.at.file, self.at.line)
        } else {
            f.write_str(&self.function)
        }
    }
}

/// What a step of a schedule is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepKind {
    /// A synchronisation or a call that is none of the others.
    #[default]
    Other,
    /// It creates a thread.
    Create,
    /// It waits for the end of a thread.
    Join,
    /// It gets a value from outside.
    Input,
    /// It takes a lock.
    Lock,
    /// It gives a lock back.
    Unlock,
    /// It goes to sleep.
    Sleep,
    /// It goes on after it slept.
    Wake,
    /// An atomic operation.
    Atomic,
    /// One of the two accesses of a race.
    Access,
}

impl StepKind {
    /// Every kind.
    pub const ALL: [StepKind; 10] = [
        StepKind::Other,
        StepKind::Create,
        StepKind::Join,
        StepKind::Input,
        StepKind::Lock,
        StepKind::Unlock,
        StepKind::Sleep,
        StepKind::Wake,
        StepKind::Atomic,
        StepKind::Access,
    ];

    /// The word for it, the same in every format.
    pub fn word(self) -> &'static str {
        match self {
            StepKind::Other => "other",
            StepKind::Create => "create",
            StepKind::Join => "join",
            StepKind::Input => "input",
            StepKind::Lock => "lock",
            StepKind::Unlock => "unlock",
            StepKind::Sleep => "sleep",
            StepKind::Wake => "wake",
            StepKind::Atomic => "atomic",
            StepKind::Access => "access",
        }
    }
}

/// One step of a schedule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Who.
    pub thread: u32,
    /// Where.
    pub at: Location,
    /// What sort of step it is.
    pub kind: StepKind,
    /// What: the source expression or the operation, without values.
    pub text: String,
    /// The object that it accesses, if it is an access or an atomic operation.
    pub object: String,
    /// What the object held before, and what it holds after that if the step writes.
    pub before: Option<String>,
    /// See `before`.
    pub after: Option<String>,
    /// The value that it gets from outside, if it does.
    pub value: Option<i128>,
    /// The locks that the thread holds after it.
    pub locks: Vec<Held>,
    /// The steps of other threads that it comes after by happens-before and no earlier step of its thread
    /// does, by their places in the schedule; only those that no other of them comes after.
    pub follows: Vec<usize>,
}

impl Step {
    /// What it does, with the values: `writes counter: 0 → 1`.
    pub fn words(&self) -> String {
        let text = &self.text;
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => format!("{text}: {before} → {after}"),
            (Some(value), None) => format!("{text}: {value}"),
            (None, Some(after)) => format!("{text}: → {after}"),
            (None, None) => text.clone(),
        }
    }

    /// Whether another step does the same at the same place, maybe with other values.
    pub fn is_like(&self, other: &Step) -> bool {
        (self.thread, &self.at, &self.text) == (other.thread, &other.at, &other.text)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", thread_name(self.thread))?;
        if self.at.is_known() {
            write!(f, "{}:{}: ", self.at.file, self.at.line)?;
        }
        f.write_str(&self.words())
    }
}

/// A nondeterministic value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer of any C type.
    Integer(i128),
    /// A floating value.
    Float(f64),
    /// A string, such as an argument of the program.
    Text(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Integer(value) => write!(f, "{value}"),
            Value::Float(value) => write!(f, "{value}"),
            Value::Text(value) => write!(f, "{value:?}"),
        }
    }
}
