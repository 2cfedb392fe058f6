//! What is known of a program before it runs: where its values go, what they can bring about, and what can
//! still happen after a place.
//!
//! [`Facts`] are about one program of the IR and answer in its terms: a place is a [`Point`], a step of a
//! block. Most of them are closures over registers and calls. They may find more than there is, never less;
//! each module says in which direction it errs. Memory is not followed: whoever runs the program knows better
//! who reads what was stored.
//!
//! - [`influence`](Facts::influence): what values that some places read, or that steps compute, can steer,
//!   and which stores take them; [`late`](Facts::late): the same where only one thread is left;
//!   [`crossing`](Facts::crossing), [`grounds`](Facts::grounds): branches that may go either way, and what
//!   decides them.
//! - [`updates`](Facts::updates), [`accumulators`](Facts::accumulators): updates that commute.
//! - [`idle`](Facts::idle): globals whose values influence nothing but each other's.
//! - [`Exposed`]: liveness, where blocks begin; [`Callbacks`]: whom an instruction may call.
//! - [`may_create_after`](Facts::may_create_after): whether threads may still be created;
//!   [`may_create`](Facts::may_create): whether there can be any.
//! - [`is_inner`](Facts::is_inner), [`stores_address`](Facts::stores_address), [`scratch`](Facts::scratch):
//!   what belongs to one thread; [`asks_for_size`](Facts::asks_for_size): whether teams of another size may
//!   do something else.
//! - [`looks_at_addresses`](Facts::looks_at_addresses), [`shares_handles`](Facts::shares_handles): whether a
//!   program may notice what runs take for granted.
//! - [`failures`](Facts::failures): steps that may fail for lack of memory or threads where that can matter.
//! - [`decisions`]: the branches that lead to a step, for those who explain a run.
//! - [`counted`]: loops that count; [`Settled`]: variables that nobody writes any more; [`is_crowd`]: whether
//!   one of them creates threads; [`unassigned`],
//!   [`partly_assigned`]: variables that are read before anything was assigned to them.
//!
//! What is asked for more than once is worked out once, when first asked for. So there should be one `Facts`
//! for each program.
//!
//! What functions of the library do is asked of `library`; of the machine nothing is known here.

mod accumulate;
mod assume;
mod callback;
mod count;
mod creation;
mod crossing;
mod crowd;
mod decision;
mod evaluation;
mod exposed;
mod failure;
mod graph;
mod grounds;
mod idle;
mod influence;
pub mod limits;
mod own;
mod settled;
mod size;
mod solitude;
mod unassigned;
mod update;

pub use accumulate::{Accumulator, Own};
pub use callback::{Callbacks, Callees};
pub use count::{Bound, Counted, counted, number};
pub use creation::Creation;
pub use crossing::{Crossing, Crossings, Loop};
pub use crowd::is_crowd;
pub use decision::{Decision, Way, decisions};
pub use exposed::Exposed;
pub use failure::Failure;
pub use graph::{cyclic, definition, is_untouched, leading_to, reachable};
pub use influence::{End, Influence, Late};
pub use settled::{Settled, Variable};
pub use unassigned::{PartlyAssigned, partly_assigned, unassigned};
pub use update::COMBINES;

use raceproof_ir::{FuncId, Point, Program};
use rustc_hash::FxHashSet;
use std::sync::OnceLock;

/// What is known of a program.
pub struct Facts<'p> {
    program: &'p Program,
    callbacks: OnceLock<Callbacks<'p>>,
    /// By function.
    exposed: Vec<OnceLock<Exposed>>,
    creation: OnceLock<Creation>,
    company: OnceLock<creation::Company>,
    /// Where what a task gets is put into its block and taken from there.
    contexts: OnceLock<FxHashSet<Point>>,
    /// Whether addresses are made numbers somewhere.
    casts: OnceLock<bool>,
    /// Whether there can never be a second thread.
    alone: OnceLock<bool>,
}

impl<'p> Facts<'p> {
    /// What is known of a program; nothing is worked out yet.
    pub fn new(program: &'p Program) -> Facts<'p> {
        Facts {
            program,
            callbacks: OnceLock::new(),
            exposed: program.functions.iter().map(|_| OnceLock::new()).collect(),
            creation: OnceLock::new(),
            company: OnceLock::new(),
            contexts: OnceLock::new(),
            casts: OnceLock::new(),
            alone: OnceLock::new(),
        }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Whom instructions may call.
    pub fn callbacks(&self) -> &Callbacks<'p> {
        self.callbacks.get_or_init(|| Callbacks::new(self.program))
    }

    /// Which registers of a function may be read where its blocks begin.
    pub fn exposed(&self, f: FuncId) -> &Exposed {
        self.exposed[f.0 as usize].get_or_init(|| Exposed::new(self.program.function(f)))
    }

    /// Where threads may be created from.
    fn creation(&self) -> &Creation {
        self.creation
            .get_or_init(|| Creation::new(self.program, self.callbacks()))
    }
}
