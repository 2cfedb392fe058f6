//! The proof against the oracle on random programs: nothing is proved that has a race.
//!
//! `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where to start. A disagreement is shrunk and printed as `.ir` text.

use raceproof_explore::random::{Dice, Plan, Style, shrink};
use raceproof_explore::{Budget, oracle};
use raceproof_machine::{Config, Machine};
use raceproof_modular::{Answer, prove};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(default)
}

/// Whether the program is proved; an error if that is wrong.
fn compare(plan: &Plan) -> Result<bool, String> {
    let program =
        raceproof_ir::parse("random.ir", &plan.text()).map_err(|e| format!("does not parse: {e:?}"))?;
    if prove(&program) != Answer::Proved {
        return Ok(false);
    }
    let machine = Machine::new(&program, Config::default());
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    match oracle::check(&machine, 5_000, &budget).outcome.has_race() {
        true => Err("proved, and it has a race".to_owned()),
        false => Ok(true),
    }
}

#[test]
fn nothing_racy_is_proved() {
    let seed = number("RACEPROOF_SEED", 1);
    let count = number(
        "RACEPROOF_RANDOM",
        if cfg!(debug_assertions) { 500 } else { 20_000 },
    );
    let mut proved = 0;
    for i in 0..count {
        let style = Style {
            threads: 1 + (i % 2) as u8,
            actions: 2 + (i / 2 % 3) as u8,
            weak: i % 5 == 0,
            locks: i % 7 != 0,
            atomics: i % 3 != 0,
            barriers: i % 4 == 0,
        };
        let mut dice = Dice::new(seed.wrapping_mul(1_000_003).wrapping_add(i));
        let plan = Plan::random(&mut dice, &style);
        match compare(&plan) {
            Ok(one) => proved += u64::from(one),
            Err(why) => {
                let small = shrink(&plan, |plan| compare(plan).is_err());
                panic!("program {i} of seed {seed}: {why}\n{}", small.text());
            }
        }
    }
    println!("{count} programs, {proved} proved");
    assert!(proved > 0, "a proof that never succeeds is not tested");
}
