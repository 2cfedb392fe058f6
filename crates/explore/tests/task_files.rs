//! The programs in `tests/tasks`: verdict, number of tasks and states of the tasks engine as their first
//! lines say, or that it refuses and the states of `graph`, and the same verdict from the engines `graph`,
//! `once` and `dpor` where these are conclusive within a small budget. Takes a few seconds.

use raceproof_engine::{Algorithm, Budget, Exhausted, Finding, Limit, Outcome};
use raceproof_explore::{dpor, graph, lockset, oracle, tasks};
use raceproof_machine::{Config, Machine};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// What the first line of a file expects.
fn expectations(text: &str) -> BTreeMap<&str, &str> {
    let first = text.lines().next().unwrap_or("");
    let pairs = first.strip_prefix("//~ ").unwrap_or("").split(", ");
    pairs.filter_map(|pair| pair.split_once(": ")).collect()
}

fn verdict(outcome: &Outcome) -> &'static str {
    match (outcome.has_race(), outcome.is_complete()) {
        (true, _) => "race",
        (false, true) => "race-free",
        (false, false) => "unknown",
    }
}

fn check(path: &Path) {
    let name = path.display();
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let wanted = expectations(&text);
    let program =
        raceproof_task::compile(&name.to_string(), &text).unwrap_or_else(|e| panic!("{name}: {e:?}"));
    let machine = Machine::new(&program, Config::default());
    let budget = || Budget::new(Some(Duration::from_secs(2)), 100_000, 1 << 30);
    let outcome = &tasks::check(
        &machine,
        &Budget::new(None, u64::MAX, 1 << 30),
        false,
        Algorithm::Best,
    );
    let refused = wanted.get("engine") == Some(&"graph");
    let searched = refused.then(|| graph::check(&machine, graph::Options::default(), &budget()).outcome);
    if refused {
        assert_eq!(verdict(outcome), "unknown", "{name}");
    }
    let outcome = searched.as_ref().unwrap_or(outcome);
    assert_eq!(
        Some(&verdict(outcome)),
        wanted.get("verdict"),
        "{name}: {:?}",
        outcome.limits
    );
    let defects: Vec<_> = outcome.findings.iter().filter(|f| !f.is_race()).collect();
    assert!(defects.is_empty(), "{name}: {defects:?}");
    let states = outcome.stats.states.to_string();
    assert_eq!(Some(&states.as_str()), wanted.get("states"), "{name}: states");
    let made = tasks::draw(&machine, &budget()).map(|drawn| drawn.graph.tasks() - 1);
    if let Some(count) = wanted.get("tasks") {
        assert_eq!(
            made.map(|m| m.to_string()).as_deref(),
            Some(*count),
            "{name}: tasks"
        );
    }
    if made.is_none_or(|m| m < 30) {
        let options = dpor::Options {
            executions: 300,
            ..dpor::Options::default()
        };
        for (engine, other) in [
            (
                "graph",
                graph::check(&machine, graph::Options::default(), &budget()).outcome,
            ),
            ("once", raceproof_once::check(&machine, &budget(), false)),
            ("dpor", dpor::check(&machine, options, &budget()).outcome),
        ] {
            let other_verdict = verdict(&other);
            assert!(
                other_verdict == "unknown" || Some(&other_verdict) == wanted.get("verdict"),
                "{name}: {engine} says {other_verdict}"
            );
        }
    }
}

#[test]
fn programs_are_decided_as_they_say() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/tasks");
    let mut paths: Vec<_> = std::fs::read_dir(directory)
        .expect("the directory is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "task"))
        .collect();
    paths.sort();
    assert!(paths.len() > 20);
    paths.iter().for_each(|path| check(path));
}

#[test]
fn an_ewait_that_can_never_come_true_is_a_deadlock() {
    let text = "region r; proc main() { ewait r; }";
    let program = raceproof_task::compile("ewait.task", text).expect("compiles");
    let machine = Machine::new(&program, Config::default());
    let answer = tasks::check(
        &machine,
        &Budget::new(None, u64::MAX, 1 << 30),
        false,
        Algorithm::Best,
    );
    assert!(matches!(answer.findings.as_slice(), [Finding::Deadlock(..)]));
}

/// Which task is joined first decides whether there is a race.
#[test]
fn every_engine_joins_each_task_first() {
    let worker = "proc w(k: int) -> int { return k; }";
    let last = format!(
        "region r: int; var x: int; var who: int; {worker}
         proc main() {{ post r <- w(1) handler (v) {{ who := v; }}; post r <- w(2) handler (v) {{ who := v; }}; ewait r;
         finish {{ async {{ x := 1; }} if who == 2 {{ x := 2; }} }} }}"
    );
    let order = format!(
        "region r: int; var s: int; var x: int; {worker}
         proc main() {{ post r <- w(1) handler (v) {{ s := s + v; }}; post r <- w(2) handler (v) {{ s := s * 2 + v; }}; await r;
         finish {{ async {{ x := 1; }} if s == 3 {{ x := 2; }} }} }}"
    );
    for text in [last, order] {
        let program = raceproof_task::compile("join.task", &text).expect("compiles");
        let machine = Machine::new(&program, Config::default());
        let budget = Budget::new(None, 100_000, 1 << 30);
        for (engine, outcome) in [
            ("oracle", oracle::check(&machine, 100_000, &budget).outcome),
            ("tasks", tasks::check(&machine, &budget, false, Algorithm::Best)),
            (
                "graph",
                graph::check(&machine, graph::Options::default(), &budget).outcome,
            ),
            (
                "dpor",
                dpor::check(&machine, dpor::Options::default(), &budget).outcome,
            ),
            (
                "lockset",
                lockset::check(&machine, lockset::Options::default(), &budget).outcome,
            ),
        ] {
            assert_eq!(outcome.verdict(), Some(true), "{engine}: {text}");
        }
    }
}

#[test]
fn tasks_without_end_are_a_limit() {
    let text = "proc main() { async { main(); } }";
    let program = raceproof_task::compile("endless.task", text).expect("compiles");
    let machine = Machine::new(&program, Config::default());
    for (states, memory, why) in [
        (u64::MAX, 10 << 20, Exhausted::Memory),
        (5_000, 1 << 30, Exhausted::States),
    ] {
        let answer = tasks::check(
            &machine,
            &Budget::new(None, states, memory),
            false,
            Algorithm::Best,
        );
        assert_eq!(answer.limits, [Limit::Exhausted(why)]);
    }
}
