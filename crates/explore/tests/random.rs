//! The engines `graph` and `once` against the oracle on random programs: same verdict wherever both are
//! conclusive, every race replayed, and for race-free programs the same final states of `graph`.
//!
//! `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where to start. A disagreement is shrunk and
//! printed as `.ir` text.

use raceproof_engine::{Budget, Dice, Finding, Limit, Outcome};
use raceproof_explore::{graph, oracle};
use raceproof_generate::{Plan, RoundPlan, Smaller, Style, TeamPlan, TeamStyle, settings};
use raceproof_machine::{At, Blind, Config, FUEL, Machine, Naming, Schedule, Site, State, ThreadId, What};
use raceproof_once as once;

/// How many programs of each sort.
fn count() -> u64 {
    settings::count(2_000, 20_000)
}

#[derive(Default)]
struct Tally {
    races: u64,
    safe: u64,
    undecided: u64,
    one_run: u64,
    /// Those decided because the order of updates leaves no trace.
    by_totals: u64,
    /// States without and with threads that change places.
    states: (u64, u64),
}

/// `names`: whether equal runs give threads equal names, so that final states can be compared.
fn compare(text: &str, largest: u64, names: bool, tally: &mut Tally) -> Result<(), String> {
    let program = raceproof_ir::parse("random.ir", text).map_err(|e| format!("does not parse: {e:?}"))?;
    raceproof_ir::verify(&program).map_err(|v| format!("is not valid: {v:?}"))?;
    let machine = Machine::new(&program, Config::default());
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    let oracle = oracle::check(&machine, largest, &budget);
    let options = graph::Options {
        finals: true,
        ..graph::Options::default()
    };
    let graph = || graph::check(&machine, options, &budget);
    let Some(expected) = oracle.outcome.verdict() else {
        tally.undecided += 1;
        // Of what is undefined nobody may say that it is free of races.
        let undefined = |l: &Limit| matches!(l, Limit::Undefined(_));
        return match oracle.outcome.limits.iter().any(undefined) && graph().outcome.verdict() == Some(false) {
            true => {
                Err("race-free by the graph engine, where the oracle meets undefined behaviour".to_owned())
            }
            false => Ok(()),
        };
    };
    let graph = graph();
    // What follows a race or undefined behaviour is beyond the theory of the graph.
    let both = [&oracle.outcome, &graph.outcome];
    for outcome in both.into_iter().filter(|outcome| !outcome.has_race()) {
        if let Some(limit) = outcome
            .limits
            .iter()
            .find(|l| matches!(l, Limit::Unconfirmed(..)))
            && !outcome
                .limits
                .iter()
                .any(|l| matches!(l, Limit::Ending(_) | Limit::Undefined(_)))
            && !oracle::is_undefined(&machine, largest, &budget)
        {
            return Err(format!("a race that does not replay: {limit:?}"));
        }
    }
    let actual = graph.outcome.verdict();
    if actual == Some(true) && !expected {
        return Err("the graph engine finds a race, the oracle none".to_owned());
    }
    if actual == Some(false) && expected {
        return Err("the oracle finds a race, the graph engine none".to_owned());
    }
    // Without final states threads may change places, and values that matter to nobody are not stored.
    let options = graph::Options::default();
    let search = graph::check(&machine, options, &budget).outcome;
    // A turn that is recalled is the same as one that is taken anew.
    let options = graph::Options {
        anew: true,
        ..options
    };
    let anew = graph::check(&machine, options, &budget).outcome;
    let story = |o: &Outcome| {
        (
            o.stats.states,
            o.stats.turns,
            format!("{:?}", (&o.findings, &o.limits)),
        )
    };
    if story(&search) != story(&anew) {
        return Err(format!(
            "recalled: {:?}, anew: {:?}",
            story(&search),
            story(&anew)
        ));
    }
    let small = search.verdict();
    if small.is_some_and(|small| small != expected) {
        return Err(format!(
            "a search without final states says {small:?}, the oracle {expected}"
        ));
    }
    let outcome = once::check(&machine, &budget, false);
    if let Some(one_run) = outcome.verdict() {
        tally.one_run += 1;
        tally.by_totals += u64::from(outcome.by_totals);
        if one_run != expected {
            return Err(format!("one run says {one_run}, the oracle {expected}"));
        }
    }
    if text.contains("task_create") {
        compare_names(&program, expected)?;
    }
    if actual == Some(false) && deadlocks(&graph.outcome) != oracle.deadlocks {
        return Err(format!("deadlock: {} by the oracle", oracle.deadlocks));
    }
    match actual {
        Some(true) => tally.races += 1,
        None => tally.undecided += 1,
        Some(false) => {
            tally.safe += 1;
            if names && oracle.finals != graph.finals {
                return Err(format!(
                    "{} final states by the oracle, {} by the graph engine",
                    oracle.finals.len(),
                    graph.finals.len()
                ));
            }
        }
    }
    Ok(())
}

fn deadlocks(outcome: &Outcome) -> bool {
    outcome
        .findings
        .iter()
        .any(|f| matches!(f, Finding::Deadlock(..)))
}

/// Where a schedule leads.
fn follow(machine: &Machine, schedule: &Schedule) -> State {
    let mut state = machine.initial();
    for turn in schedule.turns() {
        match turn.what {
            What::Take(choice) => {
                let _ = machine.take(&mut state, turn.thread, choice, &mut Blind);
            }
            _ => {
                let _ = machine.run(&mut state, turn.thread, &mut Blind, FUEL);
            }
        }
    }
    state
}

/// The threads that a deadlock names are those that wait after its schedule, where it says.
fn names_who_waits(machine: &Machine, outcome: &Outcome) -> Result<(), String> {
    for finding in &outcome.findings {
        let Finding::Deadlock(told, schedule) = finding else {
            continue;
        };
        let state = follow(machine, schedule);
        let alive = state.threads().filter(|(_, thread)| thread.status().is_alive());
        let waiting: Vec<(ThreadId, Site)> = alive.map(|(t, _)| (t, machine.site(&state, t))).collect();
        let can_go_on = |t| match machine.at(&state, t) {
            At::Sync => machine.alternatives(&state, t) > 0 && !machine.only_wakes(&state, t),
            at => at != At::Held,
        };
        let mut told = told.clone();
        told.sort_by_key(|(t, _)| *t);
        if told != waiting || waiting.iter().any(|(t, _)| can_go_on(*t)) {
            return Err(format!("a deadlock of {told:?}, and {waiting:?} wait"));
        }
    }
    Ok(())
}

/// The answer is the same where names of tasks that are over are used again at once, and where there are few.
fn compare_names(program: &raceproof_ir::Program, expected: bool) -> Result<(), String> {
    for places in [6, 9, 2048] {
        let naming = Naming { fresh: 0, places };
        let config = Config {
            naming,
            ..Config::default()
        };
        let machine = Machine::new(program, config);
        let budget = Budget::new(None, 2_000, 1 << 30);
        let one_run = once::check(&machine, &budget, false).verdict();
        if one_run.is_some_and(|one_run| one_run != expected) {
            return Err(format!(
                "{places} names: one run says {one_run:?}, the oracle {expected}"
            ));
        }
        if places == 2048 {
            let options = graph::Options::default();
            let search = graph::check(&machine, options, &budget).outcome.verdict();
            if search.is_some_and(|search| search != expected) {
                return Err(format!(
                    "names used again: a search says {search:?}, the oracle {expected}"
                ));
            }
        }
    }
    Ok(())
}

/// Compares the search with and without threads that change places.
fn compare_symmetry(plan: &Plan, tally: &mut Tally) -> Result<(), String> {
    let program =
        raceproof_ir::parse("random.ir", &plan.text()).map_err(|e| format!("does not parse: {e:?}"))?;
    let machine = Machine::new(&program, Config::default());
    let search = |finals: bool| {
        let options = graph::Options {
            finals,
            ..graph::Options::default()
        };
        graph::check(&machine, options, &Budget::new(None, 20_000, 1 << 30)).outcome
    };
    let (without, with) = (search(true), search(false));
    let exhausted = |o: &Outcome| o.limits.iter().any(|l| matches!(l, Limit::Exhausted(_)));
    if exhausted(&without) || exhausted(&with) {
        tally.undecided += 1;
        return Ok(());
    }
    names_who_waits(&machine, &without)?;
    names_who_waits(&machine, &with)?;
    let told = |o: &Outcome| (o.verdict(), !o.has_race() && deadlocks(o));
    if told(&with) != told(&without) {
        return Err(format!(
            "race and deadlock with threads that change places: {:?}, without: {:?}",
            told(&with),
            told(&without)
        ));
    }
    if !with.has_race() {
        tally.safe += 1;
        tally.states.0 += without.stats.states;
        tally.states.1 += with.stats.states;
    } else {
        tally.races += 1;
    }
    Ok(())
}

#[test]
fn threads_that_change_places_change_nothing() {
    let (count, seed) = (count() / 4, settings::seed());
    let mut tally = Tally::default();
    for i in 0..count {
        let mut dice = Dice::new(seed.wrapping_mul(2_000_003).wrapping_add(i));
        let style = Style {
            threads: 2 + (i % 3) as u8,
            actions: 1 + (i / 3 % 3) as u8,
            weak: i % 7 == 0,
            locks: true,
            atomics: i % 3 == 0,
            barriers: false,
            tight: false,
            keys: false,
            publishes: false,
            leaves: false,
            elements: false,
        };
        let mut plan = Plan::random(&mut dice, &style);
        // Threads change places only while the first one does nothing but wait for them.
        if i % 4 != 0 {
            plan.threads[0].clear();
        }
        let plan = plan.alike();
        if let Err(why) = raceproof_generate::check(&plan, &mut tally, compare_symmetry) {
            panic!("program {i} of seed {seed}: {why}");
        }
    }
    println!(
        "{} races, {} safe, {} undecided; {:?} states without and with threads that change places",
        tally.races, tally.safe, tally.undecided, tally.states
    );
    assert!(
        count < 100 || tally.states.1 * 5 < tally.states.0 * 4,
        "the symmetry of threads saves too little: {:?}",
        tally.states
    );
}

fn judge(tally: &Tally) {
    let Tally {
        races,
        safe,
        undecided,
        one_run,
        by_totals,
        ..
    } = tally;
    println!(
        "{races} races, {safe} safe, {undecided} undecided; {one_run} decided by one run, {by_totals} of them by totals"
    );
    let count = races + safe + undecided;
    assert!(
        *races > count / 20 && *safe > count / 20,
        "the random programs are too much alike"
    );
}

/// Checks so many random plans: the one with a number is made with dice of its own. Programs whose oracle
/// would need more than `largest` states are passed over.
fn check_all<P: Smaller>(factor: u64, largest: u64, names: fn(&P) -> bool, plan: fn(u64, &mut Dice) -> P) {
    let (count, seed) = (count(), settings::seed());
    let mut tally = Tally::default();
    for i in 0..count {
        let plan = plan(i, &mut Dice::new(seed.wrapping_mul(factor).wrapping_add(i)));
        let passes = |p: &P, tally: &mut Tally| compare(&p.to_string(), largest, names(p), tally);
        if let Err(why) = raceproof_generate::check(&plan, &mut tally, passes) {
            panic!("program {i} of seed {seed}: {why}");
        }
    }
    judge(&tally);
}

#[test]
fn graph_agrees_with_the_oracle() {
    check_all(
        1_000_003,
        5_000,
        |_| true,
        |i, dice| {
            let style = Style {
                keys: i % 11 == 5,
                ..Style::numbered(i)
            };
            let plan = Plan::random(dice, &style);
            match i % 6 == 1 || i % 6 == 5 {
                true => plan.alike(),
                false => plan,
            }
        },
    );
}

/// Works whose mapping is open, fixed mappings, tasks: the oracle enumerates mappings.
#[test]
fn teams_agree_with_the_oracle() {
    let names = |p: &TeamPlan| !p.has_tasks();
    check_all(2_000_003, 2_000, names, |i, dice| {
        TeamPlan::random(dice, &TeamStyle::teams(i))
    });
}

/// Updates that commute, and some that do not, whose totals steer what follows.
#[test]
fn totals_agree_with_the_oracle() {
    let names = |p: &TeamPlan| !p.has_tasks();
    check_all(3_000_017, 2_000, names, |i, dice| {
        TeamPlan::random(dice, &TeamStyle::totals(i))
    });
}

/// Loops inside of a team that all its threads leave together, or should.
#[test]
fn rounds_of_teams_agree_with_the_oracle() {
    check_all(
        4_000_037,
        2_000,
        |_| true,
        |i, dice| TeamPlan::random(dice, &TeamStyle::rounds(i)),
    );
}

/// Loops around threads that go on until a value says that it is enough.
#[test]
fn loops_around_threads_agree_with_the_oracle() {
    check_all(2_000_029, 1_000, |_| true, |_, dice| RoundPlan::random(dice));
}
