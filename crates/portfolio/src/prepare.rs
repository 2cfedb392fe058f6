//! What a program goes through before it is checked, so that nothing in it is fixed that a run of it need not
//! have.
//!
//! `raceproof run` executes the program as it was loaded. A proof must hold for whatever the world gives:
//! [`chance`] makes the numbers of the C library's generators inputs, [`unset`] the variables that nothing
//! was assigned to.
//!
//! *Invariant:* a [`Prepared`] program comes only from [`prepare`], and [`check`](fn@crate::check::check)
//! takes nothing else. Only the initial values of objects can be changed afterwards.

mod chance;
mod unset;

use raceproof_ir::Program;
use raceproof_source::{IntegerObject, Loaded};

use crate::division::Division;

/// A program that can be checked.
#[derive(Debug)]
pub struct Prepared {
    loaded: Loaded,
}

/// Prepares a program for being checked.
pub fn prepare(mut loaded: Loaded) -> Prepared {
    chance::free(&mut loaded.program);
    if !loaded.starts_zeroed {
        unset::free(&mut loaded.program);
    }
    Prepared { loaded }
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
