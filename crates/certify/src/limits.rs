//! The numbers that somebody chose for checking arguments.

raceproof_tuning::table! { "certify":
    /// How many runs of the program an argument is compared with.
    RUNS = 24;
    /// The most turns of a run.
    TURNS = 1 << 14;
    /// How often a run may go on for long without an operation that others see.
    LONG_TURNS = 4;
    /// The most bytes that a run may allocate.
    MEMORY = 1 << 26;
    /// Functions with more blocks have no other ways in a twin.
    TWIN_BLOCKS = 2000;
    /// Accesses of more bytes are not found by their bytes.
    WIDE = 512;
    /// So many accesses to one place of memory are kept; later ones are compared with them only.
    KEPT = 512;
}
