//! The proof against the oracle on random programs that use the same bytes as locks and flags in different
//! ways: nothing is proved that has a race. `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where
//! to start.

mod judge;

use judge::{judge, read};
use raceproof_generate::{mixed_locks, settings};

#[test]
fn nothing_racy_is_proved_of_mixed_locks() {
    let tally = judge(settings::count(500, 4_000), 20_000, |dice| {
        read(mixed_locks::program(dice))
    });
    assert!(
        tally.proved > tally.count / 20 && tally.racy > tally.count / 50,
        "the random programs are too much alike"
    );
}
