//! Running threads.
//!
//! [`Machine::run`] lets one thread run until something happens that others may have a say in, and
//! [`Machine::take`] lets that happen. In between nothing is allocated and nothing is hashed.

mod access;
mod arith;
pub(crate) mod atomic;
mod call;
mod choice;
mod fork;
mod initial;
mod jump;
mod local;
mod native;
mod skip;
mod step;
mod wide;

pub use choice::Range;
pub use fork::{Fork, Meet};
use raceproof_ir::Program;
pub use skip::{Shapes, Skip};

pub(crate) use call::Entered;

use crate::code::Code;
use crate::record::Record;
use crate::{Config, Site, Stop, World};

/// A program, ready to run.
pub struct Machine<'p> {
    pub(crate) code: Code<'p>,
    pub(crate) config: Config,
    pub(crate) record: Record,
}

/// Why a run paused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The next operation is a synchronisation, atomic or fence, for [`Machine::take`] to execute.
    Sync,
    /// The next operation is a choice of the environment, for [`Machine::take`] to execute.
    Choice,
    /// One operation with memory accesses was executed (only if the observer steps).
    Accessed,
    /// The thread returned from its first function.
    Finished,
    /// The program ended with this status.
    Exit(i32),
    /// An assumption does not hold, or nothing more comes from the world that the thread waits for: it stays
    /// where it is.
    Ignored,
    /// The next operation is a branch that the observer decides, for [`Machine::go`].
    Branch,
    /// The next operation may change more than registers and calls of its thread (only if the observer is one
    /// who only reads).
    Change,
    /// Out of fuel.
    Fuel,
    /// The thread cannot go on.
    Stop(Stop),
}

impl<'p> Machine<'p> {
    /// Flattens a program, to be run with these arguments and input.
    pub fn new(program: &'p Program, config: Config) -> Machine<'p> {
        let code = Code::new(program);
        Machine {
            record: Record::new(code.ops.len()),
            code,
            config,
        }
    }

    /// Where runs of this machine looked at a part of the world.
    pub fn looks(&self, world: World) -> Vec<Site> {
        self.record.looks(world)
    }

    /// Whether a run of this machine had a second thread, a task or a lane.
    pub fn has_started(&self) -> bool {
        self.record.has_started()
    }

    /// Where a run of this machine started a lane of a vector loop.
    pub fn lane(&self) -> Option<Site> {
        self.record.lane()
    }

    /// Whether signed arithmetic wrapped around in a run of this machine.
    pub fn has_wrapped(&self) -> bool {
        self.record.has_wrapped()
    }

    /// Whether `main` returned in a run of this machine while another thread was there.
    pub fn has_left(&self) -> bool {
        self.record.has_left()
    }

    /// The flattened program, which knows where sites are in the source.
    pub fn code(&self) -> &Code<'p> {
        &self.code
    }

    /// What the program is given.
    pub fn config(&self) -> &Config {
        &self.config
    }
}
