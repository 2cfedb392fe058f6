//! The C library: functions without a body in the program that raceproof implements itself.

use crate::NativeFn;

/// The implementation of a library function, by its name.
pub fn lookup(_name: &str) -> Option<NativeFn> {
    None
}
