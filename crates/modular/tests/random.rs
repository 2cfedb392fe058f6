//! The proof against the oracle on random programs: nothing is proved that has a race.
//!
//! `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where to start. A disagreement is shrunk and
//! printed as `.ir` text.

use raceproof_engine::{Budget, Dice};
use raceproof_explore::oracle;
use raceproof_generate::{Plan, Style, settings};
use raceproof_machine::{Config, Machine};
use raceproof_modular::{Answer, prove};

/// Counts the program if it is proved; an error if that is wrong.
fn compare(plan: &Plan, proved: &mut u64) -> Result<(), String> {
    let program =
        raceproof_ir::parse("random.ir", &plan.text()).map_err(|e| format!("does not parse: {e:?}"))?;
    if prove(&program, &|| false) != Answer::Proved {
        return Ok(());
    }
    let machine = Machine::new(&program, Config::default());
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    let has_race = oracle::check(&machine, 5_000, &budget).outcome.has_race();
    // The proof rests on the assumption that nobody uses what is dead.
    if has_race && !oracle::is_undefined(&machine, 5_000, &budget) {
        return Err("proved, and it has a race".to_owned());
    }
    *proved += 1;
    Ok(())
}

#[test]
fn nothing_racy_is_proved() {
    let seed = settings::seed();
    let count = settings::count(500, 20_000);
    let mut proved = 0;
    for i in 0..count {
        let style = Style {
            elements: i % 4 == 1,
            ..Style::numbered(i)
        };
        let mut dice = Dice::numbered(seed, i);
        let plan = Plan::random(&mut dice, &style);
        if let Err(why) = raceproof_generate::check(&plan, &mut proved, compare) {
            panic!("program {i} of seed {seed}: {why}");
        }
    }
    println!("{count} programs, {proved} proved");
    assert!(proved > 0, "a proof that never succeeds is not tested");
}
