//! The numbers that somebody chose for the proof of each thread alone.

raceproof_tuning::table! { "modular":
    /// Cells beyond this many become one.
    CELLS = 256;
    /// Kinds of stores to one object that are told apart.
    LABELS = 64;
    /// The most blocks that are visited with contexts for single calls before these are given up.
    BLOCKS_VISITED = 400_000;
    /// Programs with more blocks are looked at with few contexts first.
    LARGE_PROGRAM = 3_000;
    /// How many steps there are between two looks at the time.
    STEPS_BETWEEN_LOOKS = 1_000;
    /// How often the analysis begins again with the containers that it has found.
    BEGINNINGS = 2;
    /// Constants in local variables that are kept at a time.
    LOCALS = 1_024;
    /// So many contexts at most are of single calls.
    CONTEXTS = 4_000;
    /// A thread has as many contexts of a function as have so many blocks together; further calls share one.
    FINE_BLOCKS = 512;
    /// The same where there are to be few contexts.
    COARSE_BLOCKS = 12;
    /// The same of small functions that allocate something for their callers.
    MAKER_BLOCKS = 128;
    /// Further threads that one instruction creates with one function count as one that is many.
    THREADS_OF_A_PLACE = 8;
    /// Visits of a block before its values are widened.
    BLOCK_STEADY = 3;
    /// Visits before they are widened to the next number that the program has no longer, but to any.
    BLOCK_STOPS = 8;
    /// Visits before they are widened although others should do.
    BLOCK_RESTLESS = 60;
    /// The most pairs of numbers whose relation is followed.
    PAIRS = 16;
    /// The most meanings of a choice that are followed.
    MEANINGS = 256;
    /// Kinds of stores to one object that are told apart.
    FLAG_STORES = 64;
    /// Kinds of writes to one object that are told apart.
    TICKET_WRITES = 64;
    /// Counters of which a thread has a number that it did not use yet.
    UNUSED_TICKETS = 16;
    /// So many names that were computed from others are kept before it is looked which are still used.
    COMPUTED = 32;
    /// The most inequalities between sums that are kept at a place.
    FACTS = 48;
    /// The most inequalities while variables are eliminated.
    INEQUALITIES = 600;
    /// Functions with more registers times blocks have no names.
    NAMED_REGISTERS = 1 << 22;
    /// So many pairs of accesses to one part of an object that nothing keeps apart are told.
    OPEN_PAIRS = 6;
    /// So many such pairs are looked at for that.
    OPEN_PAIRS_SEEN = 64;
    fixed:
    /// How often a cell grows before it is widened.
    CELL_STEADY: u32 = 5;
    /// How often before it stops at constants no longer.
    CELL_RESTLESS: u32 = 25;
}
