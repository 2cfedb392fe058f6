//! The proof against the oracle on random programs with regions of OpenMP that call themselves again: nothing
//! is proved that has a race. `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where to start.

mod judge;

use judge::judge;
use raceproof_c::{Input, Options, compile};
use raceproof_generate::{nested_teams, settings};
use std::path::Path;

#[test]
fn nothing_racy_is_proved_of_teams_within_themselves() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nested_teams.c");
    let tally = judge(settings::count(25, 100), 4_000, |dice| {
        let text = nested_teams::program(dice);
        std::fs::write(&path, &text).expect("the directory for tests can be written");
        let input = Input {
            path: path.clone(),
            options: Default::default(),
        };
        let Ok(compiled) = compile(&[input], Options::default()) else {
            panic!("a random program does not compile:\n{text}");
        };
        (text, compiled.program)
    });
    assert!(
        tally.proved > tally.count / 20 && tally.racy > 0,
        "the random programs are too much alike"
    );
}
