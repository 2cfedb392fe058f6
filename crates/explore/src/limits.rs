//! The numbers that somebody chose for the engines that search.

raceproof_tuning::table! { "explore":
    /// Most events of one execution.
    DPOR_EVENTS = 1 << 18;
    /// How many executions may be cut off at that before the search gives up.
    DPOR_CUTS = 4;
    /// How often a thread may run out of fuel before the others go on without it.
    DPOR_TIRED = 16;
    /// How many events a loop that waits may have.
    DPOR_LOOP = 64;
    /// How many turns in a row may be local before whoever takes them is left aside.
    DPOR_LOCAL = 1 << 16;
    /// Longest path.
    LOCKSET_PATH = 1 << 20;
    /// Of more uses than this it is only said that there are many: a long path has a list at each of its
    /// states.
    LOCKSET_USES = 32;
    /// Turns that are taken after a schedule.
    RETRACE_TURNS = 1 << 16;
    /// Local operations that a path may do in one go. A path that does more (a loop that creates threads
    /// without end) waits at a node, so that others get their turn and races on it are told.
    GRAPH_LOCAL = 4096;
    /// Nodes with only one way on that are gone through in one go. There is a limit so that others get their
    /// turn.
    GRAPH_CHAIN = 64;
    /// How many nodes one worker makes before others help.
    GRAPH_ALONE = 2048;
    /// How many nodes a worker expands before it looks what has come from others.
    TEAM_STRIDE = 64;
    /// For how many expanded nodes what others are to have may wait.
    TEAM_HOLD = 1024;
    /// How many bytes are sent at a time, if nobody waits for them.
    TEAM_BATCH = 1 << 14;
    /// With more threads than this each step takes long enough to look at the clock.
    GRAPH_MANY_THREADS = 64;
    /// After how many turns the memo asks itself whether it is worth it.
    MEMO_TRIAL = 1 << 13;
    /// How many nodes with one state are compared for subsumption.
    NODES_COMPARED = 8;
    /// Among how many nodes with one state one is looked for that covers another, when they are counted.
    NODES_COUNTED = 64;
    /// How many unsettled intervals may pile up, as a multiple of the settled ones, before they are settled.
    UNSETTLED = 1024;
    /// Operations that a thread may run ahead between two joins.
    RUN_AHEAD = 1 << 12;
    /// How many granules are made at the most beyond those asked for.
    TASK_GRANULES = 1 << 20;
    /// How often a run is repeated to follow values that depend on the schedule.
    TASK_ROUNDS = 8;
    /// How long graphs may be enumerated to look for defects where one run has shown that there is no race,
    /// in milliseconds.
    TASK_SECOND_LOOK = 1000;
    /// The states of that search.
    TASK_SECOND_LOOK_STATES = 1 << 14;
    /// How many bytes a run may allocate. An input that is any number may be the size of a block.
    RUN_MEMORY = 1 << 26;
    /// How long runs that aim may take, all together, in milliseconds.
    AIMED_TIME = 500;
    /// How many runs aim at each target.
    AIMED_RUNS = 40;
    /// How many runs look which places of aims are come to, before others aim.
    AIMED_FIRST_RUNS = 3;
    /// The most turns of a run that aims.
    AIMED_TURNS = 1 << 16;
    /// For how many turns of others a thread is held at a place.
    AIMED_PATIENCE = 1 << 14;
    /// After how many visits of a place in a run it is half as likely that a thread is held there.
    AIMED_VISITS = 4;
    /// How often threads of such a run may run long without an operation that others see.
    AIMED_LONG_RUNS = 64;
    /// Among how many a thread is looked for.
    SPACE_LOOK = 64;
    /// The most states that the oracle accepts as an engine.
    ORACLE_STATES = 1 << 22;
    fixed:
    /// How many objects are found without looking them up.
    SPACE_RECENT: usize = 16;
    /// Bytes that a task takes while it is there, measured: its thread, registers and calls, and what is
    /// remembered of it.
    TASK_BYTES: usize = 1280;
    /// More threads than this are not told apart here.
    MEMO_THREADS: u32 = 64;
}
