//! The symbolic engine against the oracle on random programs: same verdict wherever both are conclusive,
//! every race replayed; and where there is none, the same defects and a deadlock where there is one.
//!
//! `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where to start. A disagreement is shrunk and
//! printed as `.ir` text.

use std::collections::{BTreeMap, BTreeSet};

use raceproof_engine::{Budget, Dice, Finding, Limit};
use raceproof_explore::oracle;
use raceproof_generate::{Plan, Style, settings};
use raceproof_ir::DataModel;
use raceproof_machine::{Config, Machine, Site};
use raceproof_symbolic::{Options, check};

#[derive(Default)]
struct Tally {
    races: u64,
    safe: u64,
    undecided: u64,
    /// Safe programs with a deadlock, and with another defect.
    deadlocks: u64,
    faults: u64,
    missed: BTreeMap<String, u64>,
}

fn compare(plan: &Plan, model: DataModel, tally: &mut Tally) -> Result<(), String> {
    let text = plan.text();
    let mut program =
        raceproof_ir::parse("random.ir", &text).map_err(|e| format!("does not parse: {e:?}"))?;
    program.model = model;
    let machine = Machine::new(&program, Config::default());
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    let oracle = oracle::check(&machine, 5_000, &budget);
    let answer = check(&machine, Options::default(), &budget);
    let limits = &answer.outcome.limits;
    if let Some(limit) = limits.iter().find(|l| matches!(l, Limit::Unconfirmed(..)))
        && !oracle::is_undefined(&machine, 5_000, &budget)
    {
        return Err(format!("what the machine does not confirm: {limit:?}"));
    }
    let Some(expected) = oracle.outcome.verdict() else {
        tally.undecided += 1;
        return Ok(());
    };
    match answer.outcome.verdict() {
        Some(true) if !expected => Err("the symbolic engine finds a race, the oracle none".to_owned()),
        Some(false) if expected => Err("the oracle finds a race, the symbolic engine none".to_owned()),
        Some(true) => {
            tally.races += 1;
            Ok(())
        }
        Some(false) => {
            tally.safe += 1;
            let deadlock = |f: &Finding| matches!(f, Finding::Deadlock(..));
            let found = answer.outcome.findings.iter().any(deadlock);
            tally.deadlocks += u64::from(found);
            if found != oracle.deadlocks {
                return Err(format!("deadlocks: {found}, of the oracle: {}", oracle.deadlocks));
            }
            let site = |f: &Finding| match f {
                Finding::Fault(fault, _) => Some(fault.site),
                _ => None,
            };
            let faults: BTreeSet<Site> = answer.outcome.findings.iter().filter_map(site).collect();
            let expected: BTreeSet<Site> = oracle.defects.iter().copied().collect();
            tally.faults += u64::from(!faults.is_empty());
            match faults == expected {
                true => Ok(()),
                false => Err(format!("defects at {faults:?}, of the oracle: {expected:?}")),
            }
        }
        None => {
            let why = match limits.first() {
                Some(Limit::Gap(gap)) => gap.what.clone(),
                Some(Limit::Unordered(_)) => "unordered".to_owned(),
                other => format!("{other:?}"),
            };
            *tally.missed.entry(why).or_default() += 1;
            tally.undecided += 1;
            Ok(())
        }
    }
}

#[test]
fn symbolic_agrees_with_the_oracle() {
    let count = settings::count(300, 5_000);
    let seed = settings::seed();
    let mut tally = Tally::default();
    for i in 0..count {
        let mut dice = Dice::numbered(seed, i);
        let style = Style {
            keys: i % 9 == 4,
            publishes: i % 10 == 5,
            leaves: i % 13 == 6,
            ..Style::numbered(i)
        };
        let model = match i % 8 < 5 {
            true => DataModel::Lp64,
            false => DataModel::Ilp32,
        };
        let plan = Plan::random(&mut dice, &style);
        let passes = |p: &Plan, tally: &mut Tally| compare(p, model, tally);
        if let Err(why) = raceproof_generate::check(&plan, &mut tally, passes) {
            panic!("program {i} of seed {seed}, model {}: {why}", model.name());
        }
    }
    println!(
        "{} races, {} safe ({} with deadlocks, {} with other defects), {} undecided",
        tally.races, tally.safe, tally.deadlocks, tally.faults, tally.undecided
    );
    println!("not decided: {:?}", tally.missed);
    assert!(
        tally.races > count / 20 && tally.safe > count / 20,
        "the random programs are too much alike"
    );
}
