//! What a call of a native does besides its accesses: whom it calls, and which state of the library it uses
//! that is no object of the program.
//!
//! Both are said by the rows of `raceproof-library`. A native that calls back without a row that says so
//! stops with a gap.
//!
//! State that the library protects by locks of its own is no memory: its uses do not race, and they order
//! nothing, since no standard says that they do. But what one thread leaves there another may find, so each
//! use is an operation whose place in the schedule matters: a relaxed atomic access, made just before the
//! call, to a word that stands for the state (`flatten` puts it there). Not of this sort are what is output,
//! which no thread can look at; `errno` and the clock, which each thread has for itself; tables and names,
//! which are the same whoever makes them; `strtok` and the results of `localtime` and `asctime`, which are
//! objects with accesses.

use raceproof_library::{Hidden, find};

/// How many sorts of state the library protects. They are the first ones.
const SORTS: u32 = 5;
/// How many keys of thread-specific data a process can have, as in Linux.
pub(crate) const KEYS: u32 = 1024;
/// Bytes of the object that stands for the library's state: a word for each sort, then a byte for each key.
pub(crate) const SIZE: u32 = SORTS * 4 + KEYS;

/// Where the word of a state is in the object that stands for the library's state.
pub(crate) fn offset(state: Hidden) -> u32 {
    (state as u32).min(SORTS - 1) * 4
}

/// Where the byte of a key is in that object.
pub(crate) fn key_offset(key: u32) -> u32 {
    SORTS * 4 + key.min(KEYS - 1)
}

/// Which state a native uses, and whether it changes it.
pub(crate) fn hidden(name: &str) -> Option<(Hidden, bool)> {
    find(name)?.row.hidden.filter(|(state, _)| state.is_protected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protected_states_have_words() {
        use Hidden::*;
        let all = [Input, AtExit, Signals, Random, Keys, Token, BrokenTime, TimeText];
        for state in all {
            assert_eq!(state.is_protected(), (state as u32) < SORTS, "{state:?}");
        }
    }

    #[test]
    fn what_is_protected_counts() {
        assert_eq!(hidden("ferror"), None);
        assert_eq!(hidden("feof_unlocked"), Some((Hidden::Input, false)));
        assert_eq!(hidden("localtime"), None);
    }
}
