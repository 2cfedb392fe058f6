//! What a program goes through before it is checked, so that nothing in it is fixed that a run of it need not
//! have.
//!
//! `raceproof run` executes the program as it was loaded. A proof must hold for whatever the world gives:
//! [`address`] finds addresses that are lost in floats, [`chance`] makes the numbers of the C library's
//! generators inputs, [`unset`] the variables that nothing was assigned to, [`unknown`] what objects hold
//! that nobody defines. [`failure`] lets steps fail for lack of memory or threads, where that is looked at.
//!
//! *Invariant:* a [`Prepared`] program comes only from [`prepare`], and [`check`](fn@crate::check::check)
//! takes nothing else. Only the initial values of objects can be changed afterwards.

mod address;
mod chance;
mod failure;
pub(crate) mod handler;
mod unknown;
mod unset;

pub use failure::Failing;
pub use unknown::Extern;
pub(crate) use unknown::is_assumed;

use raceproof_flow::Facts;
use raceproof_ir::Program;
use raceproof_source::{IntegerObject, Loaded};

use crate::division::Division;

/// A program that can be checked.
#[derive(Debug)]
pub struct Prepared {
    loaded: Loaded,
    what: Extern,
}

/// Prepares a program for being checked.
pub fn prepare(loaded: Loaded) -> Prepared {
    prepare_assuming(loaded, Extern::default())
}

/// Likewise, with this assumption about functions that nobody defines.
pub fn prepare_assuming(mut loaded: Loaded, what: Extern) -> Prepared {
    unknown::assume(&mut loaded.program, what);
    unknown::free(&mut loaded);
    address::stop(&mut loaded.program);
    chance::free(&mut loaded.program);
    if !loaded.starts_zeroed {
        unset::free(&mut loaded.program);
    }
    Prepared { loaded, what }
}

impl Prepared {
    /// The program.
    pub fn program(&self) -> &Program {
        &self.loaded.program
    }

    /// The program with its files, its objects and what the front end said about it.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// What is assumed of functions that nobody defines; nothing if there are none.
    pub fn assumption(&self) -> Option<(Extern, Vec<String>)> {
        let functions = self
            .loaded
            .unknown
            .iter()
            .filter(|unknown| unknown.object.is_none());
        let names: Vec<String> = functions.map(|unknown| unknown.name.clone()).collect();
        (!names.is_empty()).then_some((self.what, names))
    }

    /// Whether it may make a difference in which order operands are evaluated.
    pub(crate) fn sees_evaluation(&self) -> bool {
        let facts = Facts::new(self.program());
        let mut pairs = self.loaded.unsequenced.iter();
        pairs.any(|&(f, g)| facts.is_order_seen(f, g))
    }

    /// The steps whose failure for lack of memory or threads can matter, in words.
    pub(crate) fn failures(&self) -> Vec<String> {
        let program = self.program();
        let failures = Facts::new(program).failures(self.loaded.traits.mixes_kinds);
        failures.iter().map(|one| failure::words(program, one)).collect()
    }

    /// Lets such steps fail from now on.
    pub fn fail(&mut self, failing: Failing) {
        failure::fail(&mut self.loaded.program, failing, self.loaded.traits.mixes_kinds);
    }

    /// Does something with the program in which such steps fail, if any should.
    pub fn while_failing<T>(&mut self, failing: Option<Failing>, f: impl FnOnce(&mut Prepared) -> T) -> T {
        let Some(failing) = failing else {
            return f(self);
        };
        let whole = self.loaded.program.clone();
        self.fail(failing);
        let result = f(self);
        self.loaded.program = whole;
        result
    }

    /// The same for those who do not check it.
    pub fn into_loaded(self) -> Loaded {
        self.loaded
    }

    /// Sets the size of OpenMP teams where the program does not; false if it has none.
    pub fn set_threads(&mut self, threads: u32) -> bool {
        self.loaded.set_threads(threads)
    }

    /// Sets how loops with `schedule(static)` are divided.
    pub fn set_division(&mut self, division: Division) {
        self.loaded.set_division(division.number());
    }

    /// Sets the initial value of an object.
    pub fn set_initial(&mut self, object: &IntegerObject, value: i128) {
        self.loaded.set_initial(object, value);
    }
}
