//! The proof against the oracle on random programs: nothing is proved that has a race.
//!
//! `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where to start. A disagreement is shrunk and printed as `.ir` text.

#[path = "../../explore/tests/settings/mod.rs"]
mod settings;

use raceproof_explore::random::{Dice, Plan, Style, shrink};
use raceproof_explore::{Budget, oracle};
use raceproof_machine::{Config, Machine};
use raceproof_modular::{Answer, prove};

/// Whether the program is proved; an error if that is wrong.
fn compare(plan: &Plan) -> Result<bool, String> {
    let program =
        raceproof_ir::parse("random.ir", &plan.text()).map_err(|e| format!("does not parse: {e:?}"))?;
    if prove(&program) != Answer::Proved {
        return Ok(false);
    }
    let machine = Machine::new(&program, Config::default());
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    let has_race = oracle::check(&machine, 5_000, &budget).outcome.has_race();
    // The proof rests on the assumption that nobody uses what is dead.
    match has_race && !oracle::is_undefined(&machine, 5_000, &budget) {
        true => Err("proved, and it has a race".to_owned()),
        false => Ok(true),
    }
}

#[test]
fn nothing_racy_is_proved() {
    let seed = settings::seed();
    let count = settings::count(500, 20_000);
    let mut proved = 0;
    for i in 0..count {
        let style = Style::numbered(i);
        let mut dice = Dice::numbered(seed, i);
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
