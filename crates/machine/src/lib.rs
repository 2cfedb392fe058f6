//! Operational semantics of the IR: state, memory and execution.
//!
//! A [`Machine`] flattens a program once into [`Code`] and then runs threads of a [`State`] from one
//! point of interest to the next. What happens on the way goes to an [`Observer`]. The machine does no
//! IO, and no input makes it panic: the program's defects are [faults](Fault), its own limits are
//! [gaps](Gap).

mod classify;
mod code;
mod context;
mod differ;
mod encode;
mod environment;
mod flatten;
pub mod library;
pub mod limits;
mod live;
mod memory;
mod observe;
mod op;
mod part;
mod pointer;
mod post;
mod record;
mod rename;
mod replay;
mod retest;
mod run;
mod schedule;
mod site;
mod state;
mod stop;
mod symmetry;
mod sync;
mod turn;
mod view;
mod work;

pub use classify::{Class, SyncKind};
pub use code::{Code, Location, numbers_addresses};
pub use context::{Context, ERRNO, Flow, LOCALS, NativeFn};
pub use differ::Difference;
pub use environment::{Config, Environment, Naming, Signals};
pub use library::PROCESSORS;
pub use memory::{CHUNK, Life, Memory, NO_ROOM, NULLS, Object, ObjectKind, Refused};
pub use observe::{Access, Blind, Note, Notes, Observer, Sink, Site, Stream, Works};
pub use part::Part;
pub use pointer::{ObjectId, Pointer, SpaceId, ThreadId};
pub use post::{Heir, TaskStep};
pub use raceproof_ir::{FuncId, Reg};
pub use raceproof_library::World;
pub use rename::{Addresses, Mixed, Renaming, owner};
pub use replay::{
    Bytes, Change, Content, HeldLock, Party, Step, Wait, Walk, Witness, living, replay, replay_lanes, survey,
    thin, walk,
};
pub use run::{Fork, Machine, Meet, Pause, Range, Shapes, Skip};
pub use schedule::{Schedule, Turn, What};
pub use state::{State, Status, Thread};
pub use stop::{Fault, FaultKind, Gap, Stop};
pub use symmetry::Rearrangement;
pub use sync::work::{EVEN, SPLIT, Sharing};
pub use turn::{At, FUEL, Next};
pub use view::Seen;
pub use work::{ConstructName, Doers, Work};
