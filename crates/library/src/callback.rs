//! Whom functions of the library call back, and when.

use crate::{End, Hidden, Role, Use, find};

/// Whom a function calls back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallsBack {
    /// The function that is this argument.
    Argument(usize),
    /// What `atexit` was given.
    AtExit,
    /// What signals do.
    Handlers,
}

/// Whom a function calls back.
pub fn calls_back(name: &str) -> Option<CallsBack> {
    let found = find(name)?;
    match (found.row.ends, found.row.hidden) {
        (Some(End::Exit), _) => Some(CallsBack::AtExit),
        (_, Some((Hidden::Signals, false))) => Some(CallsBack::Handlers),
        _ => found.position_of(Use::Callback).map(CallsBack::Argument),
    }
}

/// What will be called back because of a call of this native: by whom, and which argument it is if it is one.
pub fn registers(name: &str) -> Option<(CallsBack, Option<usize>)> {
    let found = find(name)?;
    let by = match found.row.hidden {
        Some((Hidden::AtExit, true)) if found.row.ends.is_none() => CallsBack::AtExit,
        Some((Hidden::Signals, true)) => CallsBack::Handlers,
        _ => return None,
    };
    Some((by, found.position_of(Use::Handler)))
}

/// Whether a function without a body may start threads in another way than by calling a function that it is
/// given, or bring code into the program that may. One that nobody knows may.
pub fn starts(name: &str) -> bool {
    find(name).is_none_or(|found| matches!(found.row.role, Some(Role::Starts | Role::Loads)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_calls_whom() {
        assert_eq!(calls_back("__builtin_qsort"), Some(CallsBack::Argument(3)));
        assert_eq!(calls_back("bsearch"), Some(CallsBack::Argument(4)));
        assert_eq!(calls_back("exit"), Some(CallsBack::AtExit));
        assert_eq!(calls_back("_exit"), None);
        assert_eq!(calls_back("abort"), Some(CallsBack::Handlers));
        assert_eq!(registers("atexit"), Some((CallsBack::AtExit, Some(0))));
        assert_eq!(registers("__sysv_signal"), Some((CallsBack::Handlers, Some(1))));
        assert_eq!(registers("sigaction"), Some((CallsBack::Handlers, None)));
        assert_eq!(registers("exit"), None);
        assert!(starts("timer_create") && starts("dlsym") && starts("nobody_knows_it"));
        assert!(!starts("pthread_create") && !starts("signal"));
    }
}
