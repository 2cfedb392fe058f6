//! Conditions of rules, marked so that a test can drop one.
//!
//! What a rule proves rests on its conditions. [`condition!`](crate::condition) marks one: it is the
//! condition itself. [`effect!`](crate::effect) marks what a rule has to do, most of it to forget something:
//! it is that statement. Only with the feature `mutants`, which `cargo xtask mutants` asks for and nobody
//! else, they ask whether they are dropped: a dropped condition is true, a dropped effect does nothing, and a
//! rule without it proves too much, which some test must show ([`try_mutants`]).

/// A test expects that there is no wrong answer. With the feature `mutants` it is asked for again and again,
/// without one of the conditions each time, to find out which of them this test needs.
#[cfg(not(feature = "mutants"))]
pub fn try_mutants(_test: &str, _is_wrong: impl FnMut() -> bool) {}

#[cfg(feature = "mutants")]
pub use crate::mutants::try_each as try_mutants;

/// The time that a test has spent. Where mutants are tried it is that of the processor, so that on a busy
/// machine they have as long as on an idle one.
#[cfg(not(feature = "mutants"))]
pub fn time_spent() -> std::time::Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

#[cfg(feature = "mutants")]
pub use crate::mutants::processor_time as time_spent;

/// A condition of a rule: the name of the rule, what the condition says, and the condition.
#[cfg(not(feature = "mutants"))]
#[macro_export]
macro_rules! condition {
    ($rule:literal, $says:literal, $condition:expr) => {{ $condition }};
}

/// Something that a rule has to do: the name of the rule, what that is, and the statement.
#[cfg(not(feature = "mutants"))]
#[macro_export]
macro_rules! effect {
    ($rule:literal, $says:literal, $effect:expr) => {
        $effect
    };
}

/// A condition of a rule: the name of the rule, what the condition says, and the condition.
#[cfg(feature = "mutants")]
#[macro_export]
macro_rules! condition {
    ($rule:literal, $says:literal, $condition:expr) => {{
        static MARK: $crate::mutants::Mark = $crate::mutants::Mark::new(concat!($rule, ": ", $says));
        let holds: bool = $condition;
        holds || MARK.is_dropped()
    }};
}

/// Something that a rule has to do: the name of the rule, what that is, and the statement.
#[cfg(feature = "mutants")]
#[macro_export]
macro_rules! effect {
    ($rule:literal, $says:literal, $effect:expr) => {{
        static MARK: $crate::mutants::Mark = $crate::mutants::Mark::new(concat!($rule, ": ", $says));
        if !MARK.is_dropped() {
            $effect;
        }
    }};
}
