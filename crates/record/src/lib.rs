//! What is linked with a program that was compiled with `-fsanitize=thread`, instead of ThreadSanitizer, so
//! that it writes down what its threads do (`docs/traces.md`).
//!
//! It is C, in `runtime`, and compiled by the compiler of the program when the first program is linked; this
//! crate has the sources and says how. `access.c` is called for accesses, `atomic.c` for atomic operations;
//! `threads.c` and `memory.c` stand before functions of the C library; `core.c` writes.
//!
//! *Invariants:* no IO; the recorder calls nothing of the C library while it writes an event but to map the
//! next window of its file; a program whose recording is not asked for behaves as ever.

/// The header that the sources share.
pub const HEADER: (&str, &str) = ("recorder.h", include_str!("../runtime/recorder.h"));

/// The sources: names without ending, and what is in them.
pub const SOURCES: [(&str, &str); 5] = [
    ("core", include_str!("../runtime/core.c")),
    ("access", include_str!("../runtime/access.c")),
    ("atomic", include_str!("../runtime/atomic.c")),
    ("threads", include_str!("../runtime/threads.c")),
    ("memory", include_str!("../runtime/memory.c")),
];

/// How a source is compiled. The recorder has functions that the compiler knows, and must not call itself.
pub const COMPILE: [&str; 6] = [
    "-std=gnu11",
    "-O2",
    "-fPIC",
    "-fno-builtin",
    "-fno-strict-aliasing",
    "-c",
];

/// What the processor must be told of, where it has it: atomic operations on sixteen bytes.
pub const WIDE: &str = "-mcx16";

/// The library as GCC looks for it where it links what was compiled with `-fsanitize=thread`.
pub const LIBRARY: &str = "libtsan.a";

/// The object that GCC links before it; there is nothing in it.
pub const FIRST: &str = "libtsan_preinit.o";

/// The variable of the environment that names the file to write to.
pub const FILE: &str = "RACEPROOF_RECORD";

/// The variable of the environment that says how many bytes it may have.
pub const LIMIT: &str = "RACEPROOF_RECORD_LIMIT";
