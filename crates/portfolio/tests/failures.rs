//! Which failures can matter, by the text of a program, against the oracle on the program in which every call
//! may fail.
//!
//! `RACEPROOF_RANDOM` says how many programs, `RACEPROOF_SEED` of which seed.

use raceproof_c::compile_text;
use raceproof_engine::Budget;
use raceproof_explore::oracle;
use raceproof_generate::family::failures::pair;
use raceproof_generate::settings;
use raceproof_ir::{DataModel, Program};
use raceproof_machine::{Config, Machine};
use raceproof_portfolio::{Failing, Prepared, prepare};

const STATES: u64 = 4_000;

fn read(text: &str) -> Prepared {
    let loaded = compile_text("random.c", text, DataModel::Lp64);
    prepare(loaded.unwrap_or_else(|_| panic!("does not compile:\n{text}")))
}

fn has_race(program: &Program) -> Option<bool> {
    let machine = Machine::new(program, Config::default());
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    oracle::check(&machine, STATES, &budget).outcome.verdict()
}

#[test]
fn failures_that_matter_are_known_by_the_text() {
    let (mut races, mut safe, mut open) = (0, 0, 0);
    for number in 0..settings::count(30, 300) {
        let (plain, explicit) = pair(settings::seed(), number);
        let truth = has_race(read(&explicit.0).program());
        let mut program = read(&plain.0);
        program.fail(Failing::Any);
        match (truth, has_race(program.program())) {
            (Some(true), Some(true)) => races += 1,
            (Some(false), Some(false)) => safe += 1,
            (Some(truth), Some(_)) => panic!("number {number}, race: {truth}\n{explicit}"),
            // What comes after an access through null is undefined.
            _ => open += 1,
        }
    }
    assert!(
        races > safe / 10 && safe > races / 10,
        "{races} races, {safe} safe, {open} open"
    );
}
