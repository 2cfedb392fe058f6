//! What the analysis does not know.

use crate::limits;
use raceproof_ir::Span;
use std::fmt;

/// Why the analysis does not cover a program as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What it does not know.
    pub why: Why,
    /// Where that is.
    pub span: Span,
}

impl Refusal {
    pub(crate) fn new(why: Why, span: Span) -> Refusal {
        Refusal { why, span }
    }
}

/// What the analysis does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Where the program begins.
    NoEntry,
    /// It gave up.
    TooLarge,
    /// Others need the time.
    NoTime,
    /// A function of the library.
    Function(String),
    /// What the front end did not understand.
    Gap(String),
    /// Parts of OpenMP.
    Teams,
    /// A thread that starts in a function without a body.
    ThreadWithoutBody,
    /// Works that one thread does at once.
    Lanes,
    /// The address of an object that was private goes through an atomic operation that does not order.
    UnorderedAddress,
    /// Where an access goes.
    Access,
    /// What a call calls.
    Call,
    /// What a thread runs.
    Thread,
    /// What the threads of a region run.
    Region,
    /// Which thread is joined.
    Join,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Why::NoEntry => "there is no program entry",
            Why::TooLarge => {
                let (visits, contexts) = (limits::BLOCKS_VISITED.option(), limits::CONTEXTS.option());
                return write!(f, "the program is too large for it ({visits}, {contexts})");
            }
            Why::NoTime => "there was no time left for it",
            Why::Function(name) => return write!(f, "it does not know `{name}`"),
            Why::Gap(what) => what,
            Why::Teams => "it does not follow what tasks and `copyprivate` hand over",
            Why::ThreadWithoutBody => "a thread runs a function without a body",
            Why::Lanes => "it does not compare the lanes of vector loops",
            Why::UnorderedAddress => "an address goes through an atomic operation that orders nothing",
            Why::Access => "an access through an address that it cannot follow",
            Why::Call => "a call through an address that it cannot follow",
            Why::Thread => "a thread that runs what it cannot follow",
            Why::Region => "a region that runs what it cannot follow",
            Why::Join => "a join of a thread that it cannot follow",
        };
        f.write_str(words)
    }
}
