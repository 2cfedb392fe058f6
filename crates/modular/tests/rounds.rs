//! The proof against the oracle on random programs that create threads in one loop and join them in another:
//! nothing is proved that has a race. `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where to
//! start.

mod judge;

use judge::{judge, read};
use raceproof_generate::{settings, thread_loops};

#[test]
fn nothing_racy_is_proved_of_loops() {
    let tally = judge(settings::count(300, 4_000), 20_000, |dice| {
        read(thread_loops::program(dice))
    });
    assert!(
        tally.proved > tally.count / 50 && tally.racy > tally.count / 50,
        "the random programs are too much alike"
    );
}
