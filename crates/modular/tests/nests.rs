//! Random nests of loops in regions of OpenMP: none is proved that has a race, by going through all of its
//! accesses. `RACEPROOF_RANDOM` says how many, `RACEPROOF_SEED` and `RACEPROOF_FROM` which.

use raceproof_c::compile_text;
use raceproof_engine::{Dice, try_mutants};
use raceproof_generate::{Nest, check, settings};
use raceproof_ir::DataModel;
use raceproof_modular::{Answer, prove};
use std::time::{Duration, Instant};

/// What came out.
#[derive(Default)]
struct Tally {
    races: u64,
    proved: u64,
    open: u64,
}

fn is_proved(nest: &Nest) -> bool {
    let text = nest.to_string();
    let Ok(compiled) = compile_text("nest.c", &text, DataModel::Lp64) else {
        panic!("it does not compile:\n{text}");
    };
    let start = Instant::now();
    prove(&compiled.program, &|| start.elapsed() > Duration::from_secs(2)) == Answer::Proved
}

fn compare(nest: &Nest, tally: &mut Tally) -> Result<(), String> {
    let race = nest.race();
    match (race, is_proved(nest)) {
        (Some(race), true) => return Err(format!("it is proved, and has a race: {race:?}")),
        (Some(_), false) => tally.races += 1,
        (None, true) => tally.proved += 1,
        (None, false) => tally.open += 1,
    }
    Ok(())
}

#[test]
fn no_nest_with_a_race_is_proved() {
    let (seed, from) = (settings::seed(), settings::from());
    let count = settings::count(50, 1_000);
    let mut tally = Tally::default();
    let mut failures = Vec::new();
    for number in from..from + count {
        let nest = Nest::random(&mut Dice::numbered(seed, number));
        if nest.race().is_some() {
            try_mutants(&format!("nest {number}"), || is_proved(&nest));
        }
        if let Err(why) = check(&nest, &mut tally, compare) {
            println!("{number} of seed {seed}: {why}");
            failures.push(format!("{number} of seed {seed}: {why}"));
        }
        if failures.len() == 3 {
            break;
        }
    }
    println!(
        "seed {seed}, {from}..{}: {} with a race, {} proved, {} open",
        from + count,
        tally.races,
        tally.proved,
        tally.open
    );
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(
        count < 1_000 || tally.races > count / 10 && tally.proved > count / 20,
        "there are few of a sort"
    );
}
