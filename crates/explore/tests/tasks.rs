//! The tasks engine against the oracle on random task programs: same verdict wherever both are conclusive,
//! every race replayed. The engines `graph` and `once` are compared too where they are conclusive, and
//! Algorithm 1 on the graph of one run where one run decides.
//!
//! `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where to start. A disagreement is shrunk and
//! printed as `.task` text.

use raceproof_engine::{Algorithm, Budget, Dice, Finding, How, Limit, Outcome};
use raceproof_explore::{graph, lockset, oracle, tasks};
use raceproof_generate::settings;
use raceproof_generate::task::lend::{Lender, lend};
use raceproof_generate::task::{TaskPlan, TaskStyle};
use raceproof_machine::{Config, Machine};

#[derive(Default, Debug)]
struct Tally {
    races: u64,
    safe: u64,
    undecided: u64,
    structured: u64,
    one_run: u64,
    graphs: u64,
    /// States where orders merge, and where each computation graph is one.
    states: (u64, u64),
}

fn compare(plan: &TaskPlan, tally: &mut Tally) -> Result<(), String> {
    let text = plan.text();
    let program =
        raceproof_task::compile("random.task", &text).map_err(|e| format!("does not compile: {e:?}"))?;
    raceproof_ir::verify(&program).map_err(|v| format!("is not valid: {v:?}"))?;
    let machine = Machine::new(&program, Config::default());
    let budget = Budget::new(None, 20_000, 1 << 30);
    let judge = oracle::check(&machine, 3_000, &budget);
    let Some(expected) = judge.outcome.verdict() else {
        tally.undecided += 1;
        return Ok(());
    };
    let answer = tasks::check(&machine, &budget, false, Algorithm::Best);
    let unconfirmed = |o: &Outcome| o.limits.iter().any(|l| matches!(l, Limit::Unconfirmed(..)));
    if unconfirmed(&answer) {
        return Err(format!("a race that does not replay: {:?}", answer.limits));
    }
    let Some(actual) = answer.verdict() else {
        return Err(format!("the tasks engine does not decide: {:?}", answer.limits));
    };
    if actual != expected {
        return Err(format!("{:?} says {actual}, the oracle {expected}", answer.how));
    }
    if answer.how == Some(How::Graphs) {
        let exact = tasks::check(&machine, &budget, false, Algorithm::Exact);
        if exact.verdict().is_some_and(|verdict| verdict != expected) || unconfirmed(&exact) {
            return Err(format!("Algorithm 2 differs: {:?}", exact.limits));
        }
        tally.states.0 += answer.stats.states;
        tally.states.1 += exact.stats.states;
    }
    let deadlock = |o: &Outcome| {
        let is = |f: &raceproof_engine::Finding| matches!(f, raceproof_engine::Finding::Deadlock(..));
        o.findings.iter().any(is)
    };
    if !expected && deadlock(&answer) != judge.deadlocks {
        return Err(format!(
            "{:?} and the oracle ({}) differ on deadlocks",
            answer.how, judge.deadlocks
        ));
    }
    if answer.how != Some(How::Graphs)
        && let Some(drawn) = tasks::draw(&machine, &budget)
        && drawn.graph.detect_race().is_some() != expected
    {
        return Err("Algorithm 1 on the graph of one run differs".to_owned());
    }
    match answer.how {
        Some(How::Structured) => tally.structured += 1,
        Some(How::OneRun) => tally.one_run += 1,
        _ => tally.graphs += 1,
    }
    if tally.structured.is_multiple_of(4) {
        let graph = graph::check(&machine, graph::Options::default(), &budget).outcome;
        let once = raceproof_once::check(&machine, &budget, false);
        for (engine, other) in [("graph", graph), ("once", once)] {
            if unconfirmed(&other) || other.verdict().is_some_and(|v| v != expected) {
                return Err(format!(
                    "{engine} says {:?}, the oracle {expected}",
                    other.verdict()
                ));
            }
        }
    }
    match expected {
        true => tally.races += 1,
        false => tally.safe += 1,
    }
    Ok(())
}

#[test]
fn tasks_agree_with_the_oracle() {
    let count = settings::count(2_000, 20_000);
    let seed = settings::seed();
    let mut tally = Tally::default();
    for i in 0..count {
        let mut dice = Dice::numbered(seed, i);
        let plan = TaskPlan::random(&mut dice, &TaskStyle::numbered(i));
        if let Err(why) = raceproof_generate::check(&plan, &mut tally, compare) {
            panic!("program {i} of seed {seed}: {why}");
        }
    }
    println!("{tally:?}");
    assert!(
        tally.races > count / 20 && tally.safe > count / 20 && tally.graphs > count / 100,
        "the random programs are too much alike: {tally:?}"
    );
    assert!(tally.states.0 < tally.states.1, "orders do not merge: {tally:?}");
}

/// Objects that end while others may use them: no proof where some order of events has a defect, and no doubt
/// where none has.
fn compare_ends(plan: &TaskPlan, lender: Lender, tally: &mut Tally) -> Result<(), String> {
    let mut program = raceproof_task::compile("random.task", &plan.text())
        .map_err(|e| format!("does not compile: {e:?}"))?;
    lend(&mut program, "x1", lender);
    raceproof_ir::verify(&program).map_err(|v| format!("is not valid: {v:?}"))?;
    let machine = Machine::new(&program, Config::default());
    let budget = Budget::new(None, 20_000, 1 << 30);
    let judge = oracle::check(&machine, 3_000, &budget).outcome;
    let Some(races) = judge.verdict() else {
        tally.undecided += 1;
        return Ok(());
    };
    let is_undefined = |f: &Finding| matches!(f, Finding::Fault(fault, _) if fault.kind.is_undefined());
    let faulty = judge.findings.iter().any(is_undefined);
    let options = graph::Options::default();
    for (engine, outcome) in [
        ("tasks", tasks::check(&machine, &budget, false, Algorithm::Best)),
        ("once", raceproof_once::check(&machine, &budget, false)),
        ("graph", graph::check(&machine, options, &budget).outcome),
        (
            "lockset",
            lockset::check(&machine, lockset::Options::default(), &budget).outcome,
        ),
    ] {
        // That a life ends on the stack is no step of its own there.
        if engine == "lockset" && lender == Lender::Stack {
            continue;
        }
        let wrong = match outcome.verdict() {
            Some(true) => !races,
            Some(false) => races || faulty,
            None => engine == "tasks" && !races && !faulty,
        };
        if wrong {
            return Err(format!(
                "{engine} says {:?} ({:?}), the oracle {races}, undefined {faulty}",
                outcome.verdict(),
                outcome.limits
            ));
        }
    }
    tally.graphs += u64::from(faulty);
    match races {
        true => tally.races += 1,
        false => tally.safe += 1,
    }
    Ok(())
}

#[test]
fn ends_of_objects_are_seen() {
    let count = settings::count(300, 10_000);
    let seed = settings::seed();
    let mut tally = Tally::default();
    for i in 0..count {
        let mut dice = Dice::numbered(seed, i);
        let style = TaskStyle {
            acts: 1 + (i % 2) as u32,
            isolated: i % 3 != 0,
            regions: i % 4 == 0,
            futures: i % 8 < 2,
            choices: false,
            objects: false,
            phasers: false,
            ends: true,
        };
        let plan = TaskPlan::random(&mut dice, &style);
        for lender in [Lender::Heap, Lender::Stack] {
            let passes = |p: &TaskPlan, tally: &mut Tally| compare_ends(p, lender, tally);
            if let Err(why) = raceproof_generate::check(&plan, &mut tally, passes) {
                panic!("program {i} of seed {seed}, {lender:?}: {why}");
            }
        }
    }
    println!("{tally:?}");
    assert!(
        tally.races > count / 20 && tally.safe > count / 20 && tally.graphs > count / 20,
        "the random programs are too much alike: {tally:?}"
    );
}
