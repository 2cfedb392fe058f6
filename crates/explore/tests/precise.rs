//! The path-precise engines against the oracle on random programs: same verdict wherever both are conclusive,
//! every race replayed, and for race-free programs the same final states, defects and deadlocks.
//!
//! `RACEPROOF_RANDOM` sets how many programs, `RACEPROOF_SEED` where to start. A disagreement is shrunk and
//! printed as `.ir` text.

use raceproof_engine::{Budget, Dice, Finding, Limit, Order, Outcome};
use raceproof_explore::{dpor, lockset, oracle};
use raceproof_generate::family::{FAMILIES, Text};
use raceproof_generate::{Action, Plan, Style, settings};
use raceproof_machine::{Access, At, Config, FUEL, Machine, Observer, Pause, Sink, Site, Status, ThreadId};
use raceproof_order::{Edge, Epoch, HappensBefore, LocksetTable, Row};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

fn defects(outcome: &Outcome) -> BTreeSet<Site> {
    let place = |f: &Finding| match f {
        Finding::Fault(fault, _) => Some(fault.site),
        _ => None,
    };
    outcome.findings.iter().filter_map(place).collect()
}

fn deadlocks(outcome: &Outcome) -> bool {
    outcome
        .findings
        .iter()
        .any(|f| matches!(f, Finding::Deadlock(..)))
}

#[derive(Default)]
struct Tally {
    races: u64,
    safe: u64,
    undecided: u64,
}

/// Compares the verdicts; whether both say that there is no race.
fn compare_verdicts(expected: &Outcome, actual: &Outcome, tally: &mut Tally) -> Result<bool, String> {
    for outcome in [expected, actual] {
        if let Some(limit) = outcome
            .limits
            .iter()
            .find(|l| matches!(l, Limit::Unconfirmed(..)))
        {
            return Err(format!("a race that does not replay: {limit:?}"));
        }
    }
    match (expected.verdict(), actual.verdict()) {
        (Some(true), Some(true)) => tally.races += 1,
        (Some(false), Some(false)) => {
            tally.safe += 1;
            return Ok(true);
        }
        (Some(expected), Some(actual)) => {
            return Err(format!("race: {actual} by the engine, {expected} by the oracle"));
        }
        (None, Some(false)) if is_undefined(expected) => {
            return Err("race-free by the engine, where the oracle meets undefined behaviour".to_owned());
        }
        _ => tally.undecided += 1,
    }
    Ok(false)
}

fn is_undefined(outcome: &Outcome) -> bool {
    outcome.limits.iter().any(|l| matches!(l, Limit::Undefined(_)))
}

fn with_machine<T>(plan: &Plan, f: impl FnOnce(&Machine) -> Result<T, String>) -> Result<T, String> {
    let text = plan.text();
    let program = raceproof_ir::parse("random.ir", &text).map_err(|e| format!("does not parse: {e:?}"))?;
    raceproof_ir::verify(&program).map_err(|v| format!("is not valid: {v:?}"))?;
    f(&Machine::new(&program, Config::default()))
}

fn dpor_agrees(plan: &Plan, tally: &mut Tally) -> Result<(), String> {
    with_machine(plan, |machine| {
        let budget = Budget::new(None, u64::MAX, 1 << 30);
        let oracle = oracle::check(machine, 5_000, &budget);
        let options = dpor::Options {
            finals: true,
            ..dpor::Options::default()
        };
        let dpor = dpor::check(machine, options, &budget);
        if compare_verdicts(&oracle.outcome, &dpor.outcome, tally)? {
            if oracle.finals != dpor.finals {
                return Err(format!(
                    "{} final states by the oracle, {} by the engine",
                    oracle.finals.len(),
                    dpor.finals.len()
                ));
            }
            if defects(&oracle.outcome) != defects(&dpor.outcome) {
                return Err("other defects".to_owned());
            }
            if deadlocks(&oracle.outcome) != deadlocks(&dpor.outcome) {
                return Err("one sees a deadlock, the other none".to_owned());
            }
        }
        Ok(())
    })
}

/// Also past the first race: the same final states and defects.
fn lockset_agrees(plan: &Plan, tally: &mut Tally, stateless: bool) -> Result<(), String> {
    with_machine(plan, |machine| {
        let budget = Budget::new(None, if stateless { 5_000 } else { 100_000 }, 1 << 30);
        let oracle = oracle::explore(machine, 5_000, &budget, oracle::Races::Past);
        let is_limit = |l: &Limit| !matches!(l, Limit::Undefined(_));
        if oracle.outcome.limits.iter().any(is_limit) {
            tally.undecided += 1;
            return Ok(());
        }
        let options = lockset::Options {
            finals: true,
            stateless,
            ..lockset::Options::default()
        };
        let lockset = lockset::check(machine, options, &budget);
        compare_verdicts(&oracle.outcome, &lockset.outcome, tally)?;
        // What follows undefined behaviour is not followed.
        if is_undefined(&oracle.outcome) {
            return Ok(());
        }
        if !lockset.outcome.limits.is_empty() {
            let tries = machine.tries_beside_waits();
            let ends = |l: &Limit| match l {
                Limit::Unordered(site) => Some(*site) == tries,
                l => matches!(l, Limit::Ending(_)),
            };
            return match stateless || lockset.outcome.limits.iter().all(ends) {
                true => Ok(()),
                false => Err(format!("not complete: {:?}", lockset.outcome.limits)),
            };
        }
        if oracle.finals != lockset.finals {
            return Err(format!(
                "{} final states by the oracle, {} by the engine",
                oracle.finals.len(),
                lockset.finals.len()
            ));
        }
        if defects(&oracle.outcome) != defects(&lockset.outcome) {
            return Err("other defects".to_owned());
        }
        if deadlocks(&oracle.outcome) != deadlocks(&lockset.outcome) {
            return Err("one sees a deadlock, the other none".to_owned());
        }
        Ok(())
    })
}

/// Where states are one that differ in names only: also past the first race, the same defects and deadlocks.
fn canonical_lockset_agrees(text: &Text, tally: &mut Tally) -> Result<(), String> {
    let Ok(program) = raceproof_ir::parse("random.ir", &text.0) else {
        // It is being shrunk.
        return Ok(());
    };
    if raceproof_ir::verify(&program).is_err() {
        return Ok(());
    }
    let machine = Machine::new(&program, Config::default());
    let budget = Budget::new(None, 100_000, 1 << 30);
    let oracle = oracle::explore(&machine, 5_000, &budget, oracle::Races::Past);
    let is_limit = |l: &Limit| !matches!(l, Limit::Undefined(_));
    if oracle.outcome.limits.iter().any(is_limit) {
        tally.undecided += 1;
        return Ok(());
    }
    let lockset = lockset::check(&machine, lockset::Options::default(), &budget);
    compare_verdicts(&oracle.outcome, &lockset.outcome, tally)?;
    if is_undefined(&oracle.outcome) || !lockset.outcome.limits.is_empty() {
        return Ok(());
    }
    if defects(&oracle.outcome) != defects(&lockset.outcome) {
        return Err("other defects".to_owned());
    }
    if deadlocks(&oracle.outcome) != deadlocks(&lockset.outcome) {
        return Err("one sees a deadlock, the other none".to_owned());
    }
    Ok(())
}

/// Theorem 1: along a random execution, at each access, a thread is in the lockset of each earlier access
/// exactly if it knows its epoch.
#[derive(Default)]
struct Both {
    order: HappensBefore,
    table: LocksetTable,
    past: Vec<(Epoch, Row)>,
    differs: bool,
    compared: u64,
}

impl Sink for Both {
    fn access(&mut self, t: ThreadId, _access: Access) {
        for &(epoch, row) in &self.past {
            self.compared += 1;
            self.differs |= self.order.clock(t).knows(epoch) != self.table.knows(t, row);
        }
        self.past.push((self.order.epoch(t), self.table.access(t)));
    }

    fn edge(&mut self, t: ThreadId, edge: Edge) {
        self.order.apply(t, edge);
        self.table.apply(t, edge);
    }
}

impl Observer for Both {
    const STEP: bool = true;
}

fn locksets_are_happens_before(plan: &Plan, tally: &mut Tally) -> Result<(), String> {
    with_machine(plan, |machine| {
        let mut dice = Dice::new(plan.text().len() as u64);
        for _ in 0..4 {
            let mut state = machine.initial();
            let mut both = Both {
                order: HappensBefore::new(),
                ..Both::default()
            };
            for _ in 0..100 {
                let threads: Vec<ThreadId> = state.threads().map(|(t, _)| t).collect();
                let t = threads[dice.below(threads.len() as u32) as usize];
                let result = match machine.at(&state, t) {
                    At::Code => match machine.run(&mut state, t, &mut both, FUEL) {
                        Pause::Stop(stop) => Err(stop),
                        _ => Ok(()),
                    },
                    At::Sync => match machine.alternatives(&state, t) {
                        0 => Ok(()),
                        n => machine.take(&mut state, t, u64::from(dice.below(n)), &mut both),
                    },
                    At::Choice(range) => {
                        let (values, _) = range.values();
                        let value = values[dice.below(values.len() as u32) as usize];
                        machine.take(&mut state, t, value, &mut both)
                    }
                    At::Held | At::End => Ok(()),
                };
                if result.is_err() {
                    state.set_status(t, Status::Stuck);
                }
            }
            if both.differs {
                return Err("a lockset and a vector clock differ".to_owned());
            }
            match both.compared {
                0 => tally.safe += 1,
                _ => tally.races += 1,
            }
        }
        Ok(())
    })
}

/// The part of a plan of which every prediction is confirmed: locks held one at a time, creation and join
/// outside of them, barriers.
fn one_lock_at_a_time(actions: &[Action], inside: bool) -> Vec<Action> {
    let nested = |x: &[Action], inside| one_lock_at_a_time(x, inside);
    let mut out = Vec::new();
    for a in actions {
        match a {
            Action::Locked(m, x)
            | Action::Recursive(m, x)
            | Action::TryLocked(m, x)
            | Action::Refused(m, x)
                if !inside =>
            {
                out.push(Action::Locked(*m, nested(x, true)));
            }
            Action::Spun(m, x) | Action::WriteLocked(m, x) | Action::ReadLocked(m, x) if !inside => {
                out.push(Action::Spun(*m, nested(x, true)));
            }
            Action::Locked(_, x)
            | Action::Recursive(_, x)
            | Action::TryLocked(_, x)
            | Action::Refused(_, x)
            | Action::Spun(_, x)
            | Action::ReadLocked(_, x)
            | Action::WriteLocked(_, x)
            | Action::Once(_, x)
            | Action::Atomically(x)
            | Action::IfAtomic(_, _, _, x)
            | Action::CompareSwap(_, _, x) => out.extend(nested(x, inside)),
            Action::Maybe(_, x) if inside => out.extend(nested(x, inside)),
            Action::Maybe(n, x) => out.push(Action::Maybe(*n, nested(x, inside))),
            Action::If(c, v, x) => out.push(Action::If(*c, *v, nested(x, inside))),
            Action::Repeat(n, x) => out.push(Action::Repeat(*n, nested(x, inside))),
            Action::Serial(b, named, x) if !inside => {
                out.push(Action::Serial(*b, *named, nested(x, inside)));
            }
            Action::Barrier(b) if !inside => out.push(Action::Barrier(*b)),
            Action::Start(_) | Action::Join(_) if !inside => out.push(a.clone()),
            // Something under a lock instead, so that few accesses race.
            Action::Post(m) | Action::Take(m) | Action::AtomicAdd(m, _) | Action::Spin(m, _) if !inside => {
                out.push(Action::Locked(*m, vec![Action::Increment(*m)]));
            }
            Action::Read(_)
            | Action::Write(..)
            | Action::Increment(_)
            | Action::WriteByte(..)
            | Action::Local => out.push(a.clone()),
            _ => {}
        }
    }
    out
}

fn order_agrees(plan: &Plan, tally: &mut Tally, order: Order, classic: bool) -> Result<(), String> {
    let plan = Plan {
        threads: plan
            .threads
            .iter()
            .map(|t| one_lock_at_a_time(t, false))
            .collect(),
    };
    with_machine(&plan, |machine| {
        let budget = Budget::new(None, u64::MAX, 1 << 30);
        let oracle = oracle::check(machine, 5_000, &budget);
        let options = dpor::Options {
            order,
            classic,
            ..dpor::Options::default()
        };
        let dpor = dpor::check(machine, options, &budget);
        if dpor.dropped > 0 {
            return Err(format!("{} predicted races dropped", dpor.dropped));
        }
        compare_verdicts(&oracle.outcome, &dpor.outcome, tally)
            .map(|_| ())
            .map_err(|e| format!("{e}\n{}", plan.text()))
    })
}

/// The orders on programs of any kind: the same verdict where there is one, and how many get none, by reason.
fn order_is_right(
    plan: &Plan,
    tally: &mut Tally,
    (order, classic): (Order, bool),
    why: &RefCell<BTreeMap<String, u64>>,
) -> Result<(), String> {
    with_machine(plan, |machine| {
        let budget = Budget::new(None, u64::MAX, 1 << 30);
        let options = dpor::Options {
            order,
            classic,
            executions: 2_000,
            ..dpor::Options::default()
        };
        let dpor = dpor::check(machine, options, &budget);
        let limits = dpor.outcome.limits.iter();
        for limit in limits.filter(|_| dpor.outcome.verdict().is_none()) {
            let words = match limit {
                Limit::TooLarge(what) => what.trim_start_matches(char::is_numeric).to_owned(),
                other => format!("{other:?}").split('(').take(1).collect(),
            };
            *why.borrow_mut().entry(words).or_default() += 1;
        }
        let oracle = oracle::check(machine, 5_000, &budget);
        compare_verdicts(&oracle.outcome, &dpor.outcome, tally).map(|_| ())
    })
}

#[test]
fn orders_are_right_on_any_program() {
    for kind in [(Order::Dc, false), (Order::Wcp, true), (Order::Hb, true)] {
        let why = RefCell::new(BTreeMap::new());
        let mut tally = Tally::default();
        let (count, seed) = (settings::count(100, 2_000), settings::seed());
        for i in 0..count {
            let style = Style {
                weak: i % 4 != 0,
                ..Style::numbered(i)
            };
            let plan = Plan::random(&mut Dice::numbered(seed, i), &style);
            let passes = |plan: &Plan, tally: &mut Tally| order_is_right(plan, tally, kind, &why);
            if let Err(why) = raceproof_generate::check(&plan, &mut tally, passes) {
                panic!("program {i} of seed {seed} by {kind:?}: {why}");
            }
        }
        println!(
            "{kind:?}: {} races, {} safe, {} undecided, {:#?}",
            tally.races,
            tally.safe,
            tally.undecided,
            why.borrow()
        );
        assert!(tally.races > count / 20 && tally.safe > count / 10);
    }
}

/// Programs of `main` and one thread, in which only what is done with locks beside plain sections decides.
#[test]
fn locks_that_are_no_leaves_are_found_out() {
    let fails = "  %r = mutex_trylock @m\n  br %r, busy, got\nbusy:\n  store i32 @x, 1\n  return 0\ngot:\n  \
                 mutex_unlock @m\n  return 0\n";
    let section = "  mutex_lock @m\n  mutex_unlock @m\n  store i32 @x, 2\n";
    let under = |lock: &str, inside: &str, unlock: &str| format!("  {lock}\n{inside}  {unlock}\n");
    let write = |value: u32| format!("  store i32 @x, {value}\n");
    let locked = |inside: &str| under("mutex_lock @m", inside, "mutex_unlock @m");
    let nested = |inside: &str| under("mutex_lock @n", &locked(inside), "mutex_unlock @n");
    let waits = "  mutex_lock @m\n  jump test\ntest:\n  %g = load i32 @go\n  br %g, gone, wait\nwait:\n  \
                 cond_wait @c, @m\n  jump test\ngone:\n  mutex_unlock @m\n";
    let wakes = "  mutex_lock @m\n  store i32 @go, 1\n  cond_signal @c\n  mutex_unlock @m\n";
    let relocked = locked(&under(
        "mutex_lock @r",
        &under("mutex_lock @r", &write(1), "mutex_unlock @r"),
        "mutex_unlock @r",
    ));
    let read = |inside: &str| under("rwlock_rdlock @w", inside, "rwlock_unlock @w");
    let written = |inside: &str| under("rwlock_wrlock @w", inside, "rwlock_unlock @w");
    let loads = "  %v = load i32 @x\n";
    let published = "  store i32 @x, 1\n  atomic_store i32 @go, 1 release\n";
    let asked = |order: &str| {
        format!(
            "  %f = atomic_load i32 @go {order}\n  br %f, seen, unseen\nseen:\n{loads}  jump unseen\nunseen:\n"
        )
    };
    let end = "  return 0\n";
    for (main, thread, race) in [
        // The lock is tried before and after its section was taken for an event.
        (fails.to_owned(), section.to_owned(), true),
        (
            format!("{section}{end}"),
            fails.replace("return 0", "return null"),
            true,
        ),
        (format!("{}{end}", nested(&write(1))), locked(&write(2)), false),
        (
            format!("{}{}{end}", nested(""), write(1)),
            nested(&write(2)),
            true,
        ),
        (
            format!("{waits}{}{end}", write(1)),
            format!("{}{wakes}", write(2)),
            false,
        ),
        (
            format!("{waits}{}{end}", write(1)),
            format!("{wakes}{}", write(2)),
            true,
        ),
        (
            format!("{relocked}{end}"),
            under("mutex_lock @r", &write(2), "mutex_unlock @r"),
            false,
        ),
        (
            format!("{relocked}{}{end}", write(1)),
            under("mutex_lock @r", &write(2), "mutex_unlock @r"),
            true,
        ),
        (format!("{}{end}", read(loads)), written(&write(2)), false),
        (format!("{}{end}", read(&write(1))), read(loads), true),
        (
            format!("  sem_wait @s\n{}{end}", write(1)),
            format!("{}  sem_post @s\n", write(2)),
            false,
        ),
        (
            format!("  sem_wait @s\n{}{end}", write(1)),
            format!("  sem_post @s\n{}", write(2)),
            true,
        ),
        (format!("{}{end}", asked("acquire")), published.to_owned(), false),
        (format!("{}{end}", asked("relaxed")), published.to_owned(), true),
        (
            format!("  atomic_store i32 @x, 1 seq_cst\n{end}"),
            loads.to_owned(),
            true,
        ),
    ] {
        let text = format!(
            "global @x: i32 = 0\nglobal @go: i32 = 0\nglobal @m: 40 bytes align 8\nglobal @n: 40 bytes align 8\n\
             global @r: 40 bytes align 8 = zero 16, i32 1\nglobal @c: 48 bytes align 8\nglobal @w: 56 bytes align 8\n\
             global @s: 32 bytes align 8\nfunc @main() -> i32 {{\n  _ = thread_create @work, null, 0\n{main}}}\n\
             func @work(%unused: ptr) -> ptr {{\n{thread}  return null\n}}\n"
        );
        let text = text.replace("return null\n  return null", "return null");
        let program = raceproof_ir::parse("leaf.ir", &text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        raceproof_ir::verify(&program).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let machine = Machine::new(&program, Config::default());
        let budget = Budget::new(None, u64::MAX, 1 << 30);
        assert_eq!(
            oracle::check(&machine, 5_000, &budget).outcome.verdict(),
            Some(race),
            "{text}"
        );
        for (order, classic) in [(Order::Dc, false), (Order::Wcp, true), (Order::Hb, true)] {
            let options = dpor::Options {
                order,
                classic,
                ..dpor::Options::default()
            };
            let dpor = dpor::check(&machine, options, &budget).outcome;
            assert_eq!(dpor.verdict(), Some(race), "{order:?}: {:?}\n{text}", dpor.limits);
        }
    }
}

/// What the weaker order predicts in vain, defects behind a predicted access, and bytes that several objects
/// share.
#[test]
fn orders_say_what_happens_before_says() {
    let creates = "func @main() -> i32 {\n  %a = thread_create @first, null, 0\n  %b = thread_create @second, null, 0\n";
    let section = "  mutex_lock @m\n  store i32 @x, 1\n  mutex_unlock @m\n  return null\n}\n";
    let spins = "  %p = offset @m, 0\n  %r = spin_lock %p\n  %r = spin_unlock %p\n  return null\n}\n";
    for (first, second, main) in [
        (
            section,
            section,
            "  _ = thread_join %b\n  %v = load i32 @x\n  %c = eq i32 %v, 2\n  assert %c, \"it is\"\n  return 0\n}\n",
        ),
        (spins, "  %r = sem_wait @m\n  return null\n}\n", "  return 0\n}\n"),
        (
            spins,
            "  %p = offset @m, 1\n  %r = spin_lock %p\n  return null\n}\n",
            "  return 0\n}\n",
        ),
    ] {
        let text = format!(
            "global @x: i32 = 0\nglobal @m: 40 bytes align 8\nfunc @first(%a: ptr) -> ptr {{\n{first}\
             func @second(%a: ptr) -> ptr {{\n{second}{creates}{main}"
        );
        let program = raceproof_ir::parse("order.ir", &text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
        let machine = Machine::new(&program, Config::default());
        let budget = Budget::new(None, u64::MAX, 1 << 30);
        let verdict = |order| {
            let options = dpor::Options {
                order,
                ..dpor::Options::default()
            };
            dpor::check(&machine, options, &budget).outcome.verdict()
        };
        assert_ne!(verdict(Order::Hb), Some(false), "{text}");
        for order in [Order::Dc, Order::Wcp] {
            assert_eq!(verdict(order), verdict(Order::Hb), "{order:?}: {text}");
        }
    }
}

fn check_all(name: &str, per_mille: u64, compare: impl Fn(&Plan, &mut Tally) -> Result<(), String>) {
    let count = settings::count(1_000, 20_000) * per_mille / 1000;
    let seed = settings::seed();
    let mut tally = Tally::default();
    for i in 0..count {
        let mut dice = Dice::numbered(seed, i);
        let style = Style {
            weak: i % 4 != 0,
            ..Style::numbered(i)
        };
        let plan = Plan::random(&mut dice, &style);
        if let Err(why) = raceproof_generate::check(&plan, &mut tally, &compare) {
            panic!("program {i} of seed {seed}: {why}");
        }
    }
    println!(
        "{name}: {} races, {} safe, {} undecided",
        tally.races, tally.safe, tally.undecided
    );
    assert!(
        tally.races > count / 20 && tally.safe > count / 20,
        "the random programs are too much alike"
    );
}

#[test]
fn dpor_agrees_with_the_oracle() {
    check_all("dpor", 1000, dpor_agrees);
}

/// A state inside of an atomic block is reached on two ways; from both the other thread must come before the
/// block, too.
#[test]
fn a_block_is_preceded_on_every_way() {
    let block = Action::If(2, 0, vec![Action::Write(0, 1), Action::Increment(2)]);
    let plan = Plan {
        threads: vec![
            vec![
                Action::Maybe(2, vec![Action::WriteByte(0, 0)]),
                Action::Start(1),
                Action::Start(2),
            ],
            vec![Action::Atomically(vec![block])],
            vec![Action::Write(2, 1)],
        ],
    };
    if let Err(why) = lockset_agrees(&plan, &mut Tally::default(), false) {
        panic!("{why}");
    }
}

#[test]
fn lockset_agrees_with_the_oracle() {
    check_all("lockset", 1000, |plan, tally| lockset_agrees(plan, tally, false));
}

#[test]
fn lockset_agrees_with_the_oracle_without_stored_states() {
    check_all("stateless lockset", 50, |plan, tally| {
        lockset_agrees(plan, tally, true)
    });
}

#[test]
fn canonical_lockset_agrees_with_the_oracle() {
    let heaps = FAMILIES.iter().find(|family| family.name == "heaps").unwrap();
    let (count, seed) = (settings::count(200, 2_000), settings::seed());
    let mut tally = Tally::default();
    for i in 0..count {
        let text = match i % 3 {
            0 => {
                let plan = Plan::random(&mut Dice::numbered(seed, i), &Style::numbered(i));
                Text(plan.alike().to_string())
            }
            _ => heaps.program(seed, i),
        };
        if let Err(why) = raceproof_generate::check(&text, &mut tally, canonical_lockset_agrees) {
            panic!("program {i} of seed {seed}: {why}");
        }
    }
    println!(
        "canonical lockset: {} races, {} safe, {} undecided",
        tally.races, tally.safe, tally.undecided
    );
    assert!(
        tally.races > count / 10 && tally.safe > count / 10,
        "the random programs are too much alike"
    );
}

#[test]
fn a_lockset_is_a_vector_clock_seen_from_the_access() {
    check_all("theorem 1", 250, locksets_are_happens_before);
}

#[test]
fn the_predictive_orders_agree_with_the_oracle() {
    use Order::{Dc, Hb, Wcp};
    for (order, classic) in [(Dc, false), (Dc, true), (Wcp, true), (Hb, true)] {
        let name = format!("{} {}", order.word(), if classic { "classic" } else { "" });
        check_all(&name, 250, |plan, tally| {
            order_agrees(plan, tally, order, classic)
        });
    }
}

/// A semaphore that nobody posts shares bytes with a spin lock: whoever waits for it gets past it while the
/// lock is held, and breaks the lock.
#[test]
fn who_waits_depends_on_all_bytes_that_it_looks_at() {
    let text = "global @u: 64 bytes align 8
func @first(%a: ptr) -> ptr {
  spin_lock @u + 1
  spin_unlock @u + 1
  return null
}
func @second(%a: ptr) -> ptr {
  sem_wait @u
  return null
}
func @main() -> i32 {
  %s = thread_create @first, null, 0
  %t = thread_create @second, null, 0
  return 0
}
";
    let program = raceproof_ir::parse("overlap.ir", text).unwrap();
    let machine = Machine::new(&program, Config::default());
    let budget = Budget::new(None, 10_000, 1 << 30);
    for outcome in [
        dpor::check(&machine, dpor::Options::default(), &budget).outcome,
        lockset::check(&machine, lockset::Options::default(), &budget).outcome,
    ] {
        assert!(is_undefined(&outcome), "{:?}", outcome.limits);
    }
}
