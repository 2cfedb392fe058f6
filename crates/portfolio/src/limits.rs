//! The numbers by which the plan shares out time and states. Times are in milliseconds, shares in hundredths
//! of the time that is left.

raceproof_tuning::table! { "portfolio":
    /// The most executions that partial order reduction explores when nobody asked for it.
    EXECUTIONS = 1 << 20;
    /// The most executions that partial order reduction explores before locksets have their turn.
    FEW_EXECUTIONS = 1 << 13;
    /// Threads that one loop may create without making a crowd.
    FEW_THREADS = 16;
    /// How often an object is taken back that runs refute, before all are.
    REFUTATIONS = 4;
    /// How long the argument of a proof is compared with runs, where half of what the proof took is less.
    CERTIFY = 100;
    /// How long a few other runs may take where one run has decided that there is no race.
    REFUTE = 200;
    /// How long a search may take where a proof is at hand already.
    SECOND_OPINION = 100;
    /// The states of a search where a proof is at hand already.
    SECOND_OPINION_STATES = 1 << 14;
    /// How long a search may take that looks for defects where it is known that there is no race.
    SECOND_LOOK = 1000;
    /// The states of a search that looks for defects where it is known that there is no race.
    SECOND_LOOK_STATES = 1 << 14;
    /// The states of a search before a few runs are drawn.
    FIRST_STATES = 1 << 14;
    /// How long a few short runs may take.
    SHORT_RUNS = 300;
    /// How long runs may take that are longer, without their replay.
    LONG_RUNS = 900;
    /// What runs may use of the time that is left that aim at pairs of accesses which a proof leaves open.
    AIM_SHARE = 25;
    /// The states of a search before whole executions are looked at for a while: races that come late in long
    /// executions are far from where a search is then.
    MORE_STATES = 1 << 18;
    /// How long whole executions are looked at then.
    LOOK = 1200;
    /// The states that are looked at for inputs with which a program gets past a defect that it met before it
    /// had threads.
    DOOMED_STATES = 1 << 16;
    /// The states of the first look at the graphs of tasks.
    FIRST_GRAPHS = 1 << 14;
    /// What searches may use of the time that is left, so that other engines can have their turn when they
    /// are cut off.
    FIRST_SHARE = 65;
    /// What each of those other engines may use.
    SECOND_SHARE = 50;
    /// How long an engine may take at the end, where no time limit says more and the time until then was
    /// less.
    LAST_RESORT = 20_000;
    /// What the proof for each thread alone may use of the time that is left: a program that it takes longer
    /// for may still have a race that runs show.
    PROOF_SHARE = 60;
    /// What the proof may use of it where handlers of signals are threads.
    SIGNALS_SHARE = 10;
    /// Turns of a schedule whose computation graph a page may show.
    PICTURE_TURNS = 1 << 12;
    /// How long one run may take before a proof is asked for, or others are drawn.
    FIRST_RUN = 2000;
    /// What it may use of the time of searches, where there are threads.
    FIRST_RUN_SHARE = 30;
    /// How long a proof for each thread alone may take when the time is up: it mostly takes a fraction of
    /// that.
    GRACE = 500;
    /// So many threads are followed first of a program that creates ever more: most races need few.
    SMALL_CROWD = 3;
    /// So many threads are followed next.
    LARGER_CROWD = 5;
    /// The largest team that is looked at where the user does not say.
    LARGEST_TEAM = 8;
    /// How long a team may take that is larger than those that are always looked at.
    LARGER_TEAM = 1000;
    /// The states of a search of such a team.
    LARGER_TEAM_STATES = 1 << 14;
    /// So many states of the smaller teams are cheap enough to look at larger ones.
    CHEAP_STATES = 1 << 12;
    /// So many operations of the smaller teams are.
    CHEAP_STEPS = 1 << 21;
    /// How long one run may take that gives the iterations of static loops to any threads.
    OPEN_DIVISION = 2000;
    /// What the search of a crowd may use of the time that is left.
    CROWD_SHARE = 10;
    /// How long the search of a crowd may take.
    CROWD_TIME = 5000;
    /// How long the first engine is alone before others start beside it: most programs need less.
    HEAD_START = 200;
    /// How long an argument or a standard input that nobody asked for is tried.
    GUESS = 1000;
    /// How long a program is looked at in which steps may fail for lack of memory or threads.
    FAILING = 1000;
    /// How long it is looked at if one of them always does.
    ONE_FAILURE = 300;
    /// How many of them are tried one by one.
    FAILURES = 8;
    /// How many numbers are tried as an argument.
    GUESSES = 6;
    /// The largest number of the program that is tried as an argument. With a larger one nobody waits for the
    /// end.
    LARGEST_GUESS = 1 << 20;
    /// Of so many variables that may be used before they are assigned it is found out whether their values
    /// matter.
    UNSET_VARIABLES = 256;
    /// How many lines there are in a standard input that nobody gave.
    GUESSED_LINES = 64;
    /// How many worlds that nobody asked for are tried.
    GUESSED_WORLDS = 64;
    /// In how many worlds a run tells how far a program comes there.
    PROBES = 4000;
    /// After how many steps such a run ends.
    PROBE_STEPS = 20_000;
    /// After how many of them another thread goes on.
    PROBE_TURN = 2000;
    /// How long such runs take, all together.
    PROBING = 3000;
    /// How long such worlds are tried, all together.
    GUESSING = 6000;
    /// How long formulas may take that have the world as free variables.
    FREE_WORLD = 20_000;
    /// How long one run may take that finds out whether the answer of another holds in any world.
    OPEN_RUN = 5000;
    /// After how many steps of its first thread the end of a program is looked for no longer.
    STEPS_TO_END = 1 << 16;
    /// How long it is looked what a program does beyond the ends of its blocks.
    ROOM = 5000;
}
