//! What a check found, and how it is shown.
//!
//! [`Report`] is the one model of a result. Each renderer is one file that reads a report and makes text:
//! [`text`](mod@text) for people at a terminal, [`html`](mod@html) for those at a browser, [`json`](mod@json)
//! for programs, [`sarif`](mod@sarif) for editors, [`github`](mod@github), [`gitlab`](mod@gitlab) and
//! [`junit`](mod@junit) for servers, [`dot`](mod@dot) and [`svg`](mod@svg) for pictures of computation
//! graphs. [`reproducer`](mod@reproducer) is a program for other tools, [`exchange`](mod@exchange) a witness
//! for them. [`stepping`](mod@stepping) is for those who show a schedule step by step.
//! [`programs`](mod@programs) puts the results of several programs together. [`describe`](mod@describe) makes
//! findings of what happens in the machine. The verdict is computed from the findings and the coverage
//! wherever it is needed and stored nowhere, so it cannot contradict them.
//!
//! Invariants: this crate does no IO (source lines for snippets come in as [`Sources`]); the same
//! report always renders to the same text; only the cost in the text form and the `stats` of
//! the JSON form depend on time or memory.

pub mod coverage;
pub mod describe;
pub mod dot;
pub mod exchange;
pub mod finding;
pub mod fingerprint;
mod fold;
pub mod github;
pub mod gitlab;
mod history;
pub mod html;
pub mod json;
pub mod junit;
pub mod model;
pub mod object;
mod open;
pub mod programs;
pub mod reproducer;
pub mod rule;
pub mod sarif;
pub mod sources;
pub mod stepping;
pub mod suppress;
pub mod svg;
pub mod text;
mod words;

pub use coverage::{Clause, Coverage, Mapped, Mapping, Note, Other};
pub use describe::{Describe, SharedConstruct};
pub use finding::{
    Access, AccessKind, Finding, Frame, Held, Kind, Location, Place, Step, StepKind, Thread, Value, Work,
};
pub use history::Growth;
pub use model::{Report, Stats, Verdict};
pub use object::{Accessor, Object, OpenAccess, OpenPair, Protection, Standing, Tried};
pub use open::{Open, Resource};
pub use programs::ProgramResult;
pub use rule::{RULES, Rule};
pub use sources::Sources;
pub use suppress::{Ignore, Suppression, Suppressions};
