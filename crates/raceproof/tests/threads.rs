//! Every program of `tests/threads`. The conventions are in `tests/threads/README.md`.

mod pairs;

use libtest_mimic::Arguments;

/// Programs for which the answer is `unknown`: their inputs have more values than are tried, memory that
/// nobody has written steers them, they use a part of an address, or a race needs an access that is only
/// assumed. One that gets an answer has to leave
/// this list.
const UNKNOWN: &[&str] = &[
    "input/unwritten-heap-race",
    "input/unwritten-local-race",
    "memory/address-in-int-race",
    "memory/address-in-int-safe",
    "unknown/assumed-race",
];

fn main() {
    libtest_mimic::run(&Arguments::from_args(), pairs::trials("threads", UNKNOWN)).exit();
}
