//! Every program of `tests/threads`. The conventions are in `tests/threads/README.md`.

mod pairs;

use libtest_mimic::Arguments;

/// Programs for which the answer is `unknown`: their inputs have more values than are tried, memory that
/// nobody has written steers them, or they use a part of an address. One that gets an answer has to leave
/// this list.
const UNKNOWN: &[&str] = &[
    "input/unwritten-heap-race",
    "input/unwritten-local-race",
    "memory/address-in-int-race",
    "memory/address-in-int-safe",
];

fn main() {
    libtest_mimic::run(&Arguments::from_args(), pairs::trials("threads", UNKNOWN)).exit();
}
