//! The numbers that somebody chose for the machine.

raceproof_tuning::table! { "machine":
    /// How many values of a choice are tried when there are more.
    VALUES = 64;
    /// How many numbers that the program compares with are tried as values of such a choice.
    NAMED = 8;
    /// The most turns of a schedule that is thinned.
    THIN_TURNS = 1 << 12;
    /// The most accesses of the run of a schedule that is thinned.
    THIN_RUN = 1 << 17;
    /// The most accesses that all attempts to thin it may make together.
    THIN_ACCESSES = 1 << 20;
    /// The most steps of a turn in attempts to thin a schedule, if its own turns have no more.
    THIN_FUEL = 1 << 14;
    /// The most accesses to a place of the stack that are looked through for one to a variable that was
    /// alive.
    LIVING_TOUCHES = 1 << 10;
    /// Of so many threads all orders are tried to find a schedule that changes rarely between them.
    CALM_THREADS = 4;
    /// The most parts of a schedule, each of one thread, that are moved together.
    CALM_PARTS = 1 << 7;
    /// The most turns by which a schedule is continued.
    SURVEY_TURNS = 1 << 14;
    /// The most turns of a thread before another has its chance: it may wait for that one in a loop.
    SURVEY_PATIENCE = 1 << 7;
    /// The most accesses that a survey of a run looks at.
    SURVEY_ACCESSES = 1 << 20;
    /// How many mappings of works to threads a construct may have for all to be on offer.
    MAPPINGS = 1 << 12;
    /// The most operations on all these ways together.
    FORK_OPERATIONS = 400;
    /// The most ways on which a value that depends on the schedule is followed.
    FORK_WAYS = 16;
    /// How many freed heap objects of a thread keep their names before one is used again.
    QUARANTINE = 65_536;
    /// Largest sum of the sizes of all objects that are alive, and of what we need for each, looked at where
    /// one of `large_object` bytes or more is made, or objects of `uncounted` bytes were.
    MEMORY = 4 << 30;
    /// After so many bytes of new objects the sum of all is looked at.
    UNCOUNTED = 1 << 25;
    /// From this size on an object may not find room.
    LARGE_OBJECT = 1 << 20;
    /// The widest field that is printed: a wider one would be the fault of a defect in the program and cost
    /// all our memory.
    FIELD_WIDTH = 1 << 24;
    fixed:
    /// Bytes that a native goes through for one unit of fuel (log2).
    EFFORT: u32 = 6;
    /// Loops with fewer rounds left are not worth being skipped.
    SKIP_ROUNDS: u64 = 6;
    /// What it takes to tell of a round, as bytes that a native goes through.
    SKIP_EFFORT: u64 = 4;
    /// The longest round of a loop that is traced to be skipped.
    SKIP_LONGEST: usize = 400;
    /// Deepest stack of calls. With the eight megabytes that systems usually give and the smallest frames
    /// that compilers make, no real program gets deeper.
    DEPTH: usize = 1 << 18;
    /// Most words of registers of a thread: 64 MiB.
    WORDS: usize = 8 << 20;
}
