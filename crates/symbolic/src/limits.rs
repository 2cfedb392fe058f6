//! The numbers that somebody chose for formulas.

raceproof_tuning::table! { "symbolic":
    /// The widest field that is printed here. The machine prints wider ones, up to where it stops.
    FIELD_WIDTH = 4096;
    /// The largest object of a constant size.
    OBJECT_SIZE = 1 << 20;
    /// The most bytes that a reallocation moves.
    BYTES_MOVED = 256;
    /// The bytes of a new object of which it is kept what they begin with.
    BYTES_KNOWN = 1 << 12;
    /// The largest number of instructions of a thread.
    INSTRUCTIONS = 400_000;
    /// The largest number of visible statements of a thread.
    STATEMENTS = 1_500;
    /// The largest number of threads.
    THREADS = 12;
    /// The rounds of a loop whose condition is constant.
    LOOP_ROUNDS = 20_000;
    /// The depth of a recursion whose condition is constant.
    DEPTH = 200;
    /// Places that a word can be stored at or loaded from through one pointer.
    PLACES = 600;
    /// The bytes of a text that may be anything; twice as many where loops are followed for longer.
    FREE_BYTES = 16;
    /// The arguments of a program that may be anything.
    FREE_ARGUMENTS = 3;
    /// The conflicts after which a solution is no longer looked for that is only easier to read.
    TRIED_CONFLICTS = 2_000;
    /// How often loops are followed in a first turn, in which those with constant bounds are cut off, too.
    FIRST_UNWIND = 2;
    /// The conflicts that a question may take in the first turn of an unrolling.
    PATIENCE = 10_000;
    /// How many times as many in each further turn.
    PATIENCE_GROWTH = 4;
    /// How often a question of a turn is left to the next round.
    ROUNDS_SKIPPED = 3;
    /// How many clauses are added before the budget is asked again.
    CLAUSES_BETWEEN_LOOKS = 1 << 14;
    /// The most rounds that are tried.
    FORMULA_ROUNDS = 40;
    /// The most defects that are looked for.
    DEFECTS = 12;
    /// How often loops are unrolled at the most; powers of two up to it are tried in turn.
    UNWIND = 32;
}
