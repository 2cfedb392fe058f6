//! The numbers that somebody chose for the one run.

raceproof_tuning::table! { "once":
    /// How many runs in a row may find out more of values that depend on the schedule.
    RUNS = 9;
    /// Steps and accesses of a run that is not made again without need.
    LONG_RUN = 1 << 20;
    /// How many times threads are let go on before it is tried to bring about a race that a run has shown.
    /// Using all fuel counts as much.
    FIRST_TRY = 1 << 12;
    /// How many threads have been made before a race is brought about, if one race is enough.
    ENOUGH_THREADS = 16;
    /// How many operations a thread may take in a row: it might wait for another in a loop.
    STREAK = 2000;
    /// How many times threads are let go on in a run with inputs: with other inputs it might have been a
    /// short one.
    TURNS_WITH_INPUTS = 1 << 21;
    /// How often threads may use all their fuel in a run with inputs, and in one that has shown a race.
    TIRED = 16;
    /// From so many threads on it is chosen who goes first.
    MANY_THREADS = 64;
    /// How many threads a run with inputs may create.
    THREADS_WITH_INPUTS = 256;
    /// How often a thread that does not let others go on is asked whether it waits in a loop.
    LOOKED_AT_EVERY = 512;
    /// For how many operations such a thread is looked at.
    WAITING_LOOP = 24;
    /// So many threads may be led to a race of tasks at first: schedules without a crowd are looked for
    /// before those with one.
    DIRECT_CROWD = 256;
    /// So many threads are enough to meet the race of a recursion, or too many to compare their clocks.
    DIRECT_DEPTH = 2048;
    /// How often a thread that goes on alone on the way to a race is looked at.
    DIRECT_LOOKED_AT_EVERY = 512;
    /// For how many steps such a thread is looked at.
    DIRECT_WAITING_LOOP = 24;
    /// Pauses after so many accesses: the thread may be waiting in a loop. A run out of fuel counts as much.
    DIRECT_ACCESSES = 1 << 12;
    /// The most ways on which loops of any length are followed.
    WAYS = 16;
    /// The longest period of such ways.
    PERIOD = 2;
    /// How often a run comes to a branch of such a loop before it is enough.
    OFTEN = 16;
    /// Pauses of a thread before it is worth looking whether it goes round in a circle.
    CIRCLE_PAUSES = 4;
    /// Rounds in a row before a loop is looked at, unless it was skipped the last time.
    LOOP_ROUNDS = 2;
    /// The longest list of stretches of lanes.
    STRETCHES = 48;
    /// From so many entries on those of one owner are looked for.
    MANY_ENTRIES = 16;
    /// How many names are kept to find them again.
    NAMES_KEPT = 1 << 12;
    /// So many constructs are told apart in what a thread knows of others.
    CONSTRUCTS = 3;
    /// From so many threads and tasks on names of what they are made from are used again.
    MANY_FORKS = 128;
    fixed:
    /// The most regions and works that something may be in.
    DEEPEST: usize = 12;
    /// How many relations between moments are kept.
    MOMENTS_KEPT: usize = 16;
    /// How many late uses are kept (log2).
    LATE_USES: u32 = 12;
    /// How many late operations on bytes that threads synchronise on are kept.
    APART: usize = 1024;
    /// How many habits of places are kept.
    HABITS: usize = 512;
    /// How many entries of a granule are kept in place, without a list.
    GRANULE_IN_PLACE: usize = 3;
    /// How many entries of lanes are kept in place, without a list.
    LANES_IN_PLACE: usize = 4;
}
