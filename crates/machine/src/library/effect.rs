//! What a call of a native does besides its accesses: whom it calls, and which state of the library it uses that is no object of the program.
//!
//! This is the one list of both, for the machine and for every static analysis. A native that calls back without being listed here stops
//! with a gap.
//!
//! State that the library protects by locks of its own is no memory: its uses do not race, and they order nothing, since no standard
//! says that they do. But what one thread leaves there another may find, so each use is an operation whose place in the schedule matters: a
//! relaxed atomic access, made just before the call, to a word that stands for the state (`flatten` puts it there). Not on the list: what is output, which no
//! thread can look at; `errno` and the clock, which each thread has for itself; tables and names, which are the same whoever makes them; `strtok` and
//! the results of `localtime` and `asctime`, which are objects with accesses.

/// State that the library keeps for the whole process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Hidden {
    /// How much of standard input was read, and whether its end was met.
    Input,
    /// What `atexit` was given.
    AtExit,
    /// What signals do.
    Signals,
    /// The generators of random numbers. A check has made inputs of them; what is left are calls through pointers.
    Random,
    /// How many keys of thread-specific data there are.
    Keys,
}

/// How many sorts of state there are.
const SORTS: u32 = 5;
/// How many keys of thread-specific data a process can have, as in Linux.
pub(crate) const KEYS: u32 = 1024;
/// Bytes of the object that stands for the library's state: a word for each sort, then a byte for each key.
pub(crate) const SIZE: u32 = SORTS * 4 + KEYS;

impl Hidden {
    /// Where its word is in the object that stands for the library's state.
    pub(crate) fn offset(self) -> u32 {
        self as u32 * 4
    }
}

/// Where the byte of a key is in that object.
pub(crate) fn key_offset(key: u32) -> u32 {
    SORTS * 4 + key.min(KEYS - 1)
}

/// Whom a native calls back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallsBack {
    /// The function that is this argument.
    Argument(usize),
    /// What `atexit` was given.
    AtExit,
    /// What signals do.
    Handlers,
}

fn plain(name: &str) -> &str {
    name.strip_prefix("__builtin_").unwrap_or(name)
}

/// Whom a native calls back.
pub fn calls_back(name: &str) -> Option<CallsBack> {
    Some(match plain(name) {
        "qsort" | "qsort_r" => CallsBack::Argument(3),
        "bsearch" => CallsBack::Argument(4),
        "exit" => CallsBack::AtExit,
        "raise" | "abort" => CallsBack::Handlers,
        _ => return None,
    })
}

/// What will be called back because of a call of this native: by whom, and which argument it is if it is one.
pub fn registers(name: &str) -> Option<(CallsBack, Option<usize>)> {
    Some(match plain(name) {
        "atexit" => (CallsBack::AtExit, Some(0)),
        "signal" | "bsd_signal" | "sysv_signal" | "__sysv_signal" => (CallsBack::Handlers, Some(1)),
        "sigaction" => (CallsBack::Handlers, None),
        _ => return None,
    })
}

/// Which state a native uses, and whether it changes it.
pub(crate) fn hidden(name: &str) -> Option<(Hidden, bool)> {
    Some(match plain(name) {
        "feof" | "feof_unlocked" => (Hidden::Input, false),
        "exit" => (Hidden::AtExit, true),
        "atexit" => (Hidden::AtExit, true),
        "raise" | "abort" => (Hidden::Signals, false),
        "signal" | "bsd_signal" | "sysv_signal" | "__sysv_signal" | "sigaction" => (Hidden::Signals, true),
        "rand" | "random" | "srand" | "srandom" | "srand48" | "drand48" | "lrand48" | "mrand48" => {
            (Hidden::Random, true)
        }
        name if super::reads_input(name) && !name.starts_with("ferror") => (Hidden::Input, true),
        _ => return None,
    })
}
