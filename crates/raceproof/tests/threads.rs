//! Every program of `tests/threads`. The conventions are in `tests/threads/README.md`.

mod pairs;

use libtest_mimic::Arguments;

/// Programs for which the answer is `unknown`: their inputs have more values than are tried. One that
/// gets an answer has to leave this list.
const UNKNOWN: &[&str] = &[];

fn main() {
    libtest_mimic::run(&Arguments::from_args(), pairs::trials("threads", UNKNOWN)).exit();
}
