//! What is said of programs in any world, against the oracle on programs in which inputs stand for all that
//! they can tell apart of the world.
//!
//! `RACEPROOF_RANDOM` says how many programs, `RACEPROOF_SEED` of which seed.

use raceproof_c::compile_text;
use raceproof_engine::{Algorithm, Budget, Order};
use raceproof_explore::oracle;
use raceproof_generate::family::worlds::pair;
use raceproof_generate::settings;
use raceproof_ir::DataModel;
use raceproof_machine::{Config, Machine};
use raceproof_portfolio::{PARTS, Prepared, Request, Teams, check, prepare};
use raceproof_report::{Sources, Verdict};
use std::sync::Arc;
use std::time::Duration;

const STATES: u64 = 4_000;

fn read(text: &str) -> Prepared {
    let loaded = compile_text("random.c", text, DataModel::Lp64);
    prepare(loaded.unwrap_or_else(|_| panic!("does not compile:\n{text}")))
}

/// Whether there is a race with some inputs.
fn has_race(text: &str) -> Option<bool> {
    let program = read(text);
    let machine = Machine::new(program.program(), Config::default());
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    oracle::check(&machine, STATES, &budget).outcome.verdict()
}

/// What is said of a program in any world.
fn verdict(text: &str) -> Verdict {
    let request = Request {
        engine: None,
        order: Order::Hb,
        algorithm: Algorithm::Best,
        all: false,
        races_only: false,
        rounds: None,
        unwind: None,
        teams: Teams::only(2..=2),
        jobs: 1,
        faithful_waits: false,
        draw: false,
        so_far: Arc::default(),
        aims: Default::default(),
    };
    let budget = Budget::new(Some(Duration::from_secs(2)), u64::MAX, 1 << 30);
    let config = Config {
        args: vec![b"program".to_vec()],
        ..Config::default()
    };
    let checked = check(
        &mut read(text),
        &config,
        &PARTS,
        &Sources::new(),
        &request,
        &budget,
    );
    checked.report.verdict()
}

#[test]
fn proofs_hold_in_any_world() {
    let (mut races, mut safe, mut open) = (0, 0, 0);
    for number in 0..settings::count(30, 300) {
        let (plain, explicit) = pair(settings::seed(), number);
        match (has_race(&explicit.0), verdict(&plain.0)) {
            (Some(true), Verdict::Race) => races += 1,
            (Some(false), Verdict::RaceFree) => safe += 1,
            (Some(truth), Verdict::Race | Verdict::RaceFree) => {
                panic!("number {number}, race: {truth}\n{plain}")
            }
            _ => open += 1,
        }
    }
    assert!(
        races > safe / 10 && safe > races / 10,
        "{races} races, {safe} safe, {open} open"
    );
}
