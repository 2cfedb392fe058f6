//! The numbers that somebody chose for what is known of a program before it runs.

raceproof_tuning::table! { "flow":
    /// How many globals are looked at.
    IDLE_GLOBALS = 64;
    /// How deep works are followed into each other.
    WORKS_DEPTH = 16;
    /// The most blocks between a branch and the meeting point.
    HAMMOCK_BLOCKS = 12;
    /// How many instructions a chain may be spread over.
    UPDATE_CHAIN = 64;
    /// How far it is looked whether a register is read again.
    UPDATE_LOOK = 1 << 12;
    /// How many steps are followed after one that has failed.
    FAILURE_STEPS = 1 << 13;
    /// How many functions are followed into each other after such a step.
    FAILURE_DEPTH = 8;
}
