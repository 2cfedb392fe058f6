//! The proof against the oracle on random programs that use the same bytes as locks and flags in different
//! ways: nothing is proved that has a race. `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where
//! to start.

use raceproof_engine::{Budget, Dice};
use raceproof_explore::oracle;
use raceproof_generate::{mixed_locks, settings};
use raceproof_machine::{Config, Machine};
use raceproof_modular::{Answer, prove};

#[test]
fn nothing_racy_is_proved_of_mixed_locks() {
    let seed = settings::seed();
    let count = settings::count(500, 4_000);
    let (mut proved, mut racy) = (0, 0);
    for i in 0..count {
        let mut dice = Dice::numbered(seed, i);
        let text = mixed_locks::program(&mut dice);
        let program = raceproof_ir::parse("mixed.ir", &text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let is_proved = prove(&program, &|| false) == Answer::Proved;
        if !is_proved && i % 8 != 0 {
            continue;
        }
        let machine = Machine::new(&program, Config::default());
        let budget = Budget::new(None, u64::MAX, 1 << 30);
        let has_race = oracle::check(&machine, 20_000, &budget).outcome.has_race();
        assert!(
            !(is_proved && has_race),
            "program {i} of seed {seed} is proved, and it has a race:\n{text}"
        );
        proved += u64::from(is_proved);
        racy += u64::from(has_race);
    }
    println!("{count} programs, {proved} proved, {racy} of some others with a race");
    assert!(
        proved > count / 20 && racy > count / 50,
        "the random programs are too much alike"
    );
}
