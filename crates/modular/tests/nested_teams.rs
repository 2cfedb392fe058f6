//! The proof against the oracle on random programs with regions of OpenMP that call themselves again: nothing
//! is proved that has a race. `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where to start.

use raceproof_c::{Input, Options, compile};
use raceproof_engine::{Budget, Dice};
use raceproof_explore::oracle;
use raceproof_generate::{nested_teams, settings};
use raceproof_machine::{Config, Machine};
use raceproof_modular::{Answer, prove};
use std::path::Path;

#[test]
fn nothing_racy_is_proved_of_teams_within_themselves() {
    let seed = settings::seed();
    let count = settings::count(25, 100);
    let (mut proved, mut racy) = (0, 0);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nested_teams.c");
    for i in 0..count {
        let mut dice = Dice::numbered(seed, i);
        let text = nested_teams::program(&mut dice);
        std::fs::write(&path, &text).expect("the directory for tests can be written");
        let input = Input {
            path: path.clone(),
            options: Default::default(),
        };
        let Ok(compiled) = compile(&[input], Options::default()) else {
            panic!("program {i} of seed {seed} does not compile:\n{text}");
        };
        let is_proved = prove(&compiled.program, &|| false) == Answer::Proved;
        if !is_proved && i % 8 != 0 {
            continue;
        }
        let machine = Machine::new(&compiled.program, Config::default());
        let budget = Budget::new(None, u64::MAX, 1 << 30);
        let has_race = oracle::check(&machine, 4_000, &budget).outcome.has_race();
        assert!(
            !(is_proved && has_race),
            "program {i} of seed {seed} is proved, and it has a race:\n{text}"
        );
        proved += u64::from(is_proved);
        racy += u64::from(has_race);
    }
    println!("{count} programs, {proved} proved, {racy} of some others with a race");
    assert!(
        proved > count / 20 && racy > 0,
        "the random programs are too much alike"
    );
}
