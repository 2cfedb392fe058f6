//! One graph by several workers: the same verdicts, findings and counts as by one, on the text tests of the
//! graph and on random programs.

use std::path::{Path, PathBuf};

use raceproof_engine::{Budget, Dice, Limit, Outcome, Workers};
use raceproof_explore::{graph, limits};
use raceproof_generate::{Plan, Style, TeamPlan, TeamStyle, settings};
use raceproof_ir::Program;
use raceproof_machine::{Config, Machine};

/// What must be the same for any number of workers. Which of several places a limit names may depend on the
/// order in which they are met.
fn story(outcome: &Outcome) -> (Option<bool>, Option<u64>, String, usize) {
    let mut limits: Vec<String> = outcome.limits.iter().map(kind).collect();
    limits.sort();
    limits.dedup();
    let is_whole = outcome.verdict() == Some(false);
    (
        outcome.verdict(),
        is_whole.then_some(outcome.stats.states),
        format!("{:?}", outcome.findings),
        match outcome.has_race() {
            true => 0,
            false => limits.len(),
        },
    )
}

fn kind(limit: &Limit) -> String {
    let text = format!("{limit:?}");
    text.split('(').next().unwrap_or_default().to_owned()
}

/// Small numbers, so that small programs are shared too.
fn share_early() {
    limits::GRAPH_ALONE.set(3);
    limits::TEAM_STRIDE.set(2);
    limits::TEAM_HOLD.set(3);
}

fn compare(program: &Program, most: u64) -> Result<Option<bool>, String> {
    let machine = Machine::new(program, Config::default());
    // Until a race is met one worker may have made fewer states.
    let search = |count| {
        let most = most * if count > 1 { 40 } else { 1 };
        let budget = Budget::new(None, most, 1 << 30).with_workers(Workers::Threads(count));
        graph::check(&machine, graph::Options::default(), &budget).outcome
    };
    let alone = search(1);
    if alone
        .limits
        .iter()
        .any(|limit| matches!(limit, Limit::Exhausted(_)))
    {
        return Ok(None);
    }
    for count in [2, 3] {
        let together = search(count);
        let (mine, theirs) = (story(&together), story(&alone));
        if mine != theirs {
            return Err(format!(
                "{count} workers: {mine:?} {:?}, one: {theirs:?} {:?}",
                together.limits, alone.limits
            ));
        }
    }
    Ok(alone.verdict())
}

fn parse(text: &str) -> Program {
    raceproof_ir::parse("test.ir", text).unwrap()
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files(&path, out),
            false => out.extend(Some(path).filter(|path| path.extension().is_some_and(|e| e == "ir"))),
        }
    }
}

#[test]
fn text_tests_are_the_same_by_several_workers() {
    share_early();
    let mut paths = Vec::new();
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ir/graph"),
        &mut paths,
    );
    paths.sort();
    let mut failures = Vec::new();
    for path in &paths {
        let text = std::fs::read_to_string(path).unwrap();
        if let Err(why) = compare(&parse(&text), 200_000) {
            failures.push(format!("{}: {why}", path.display()));
        }
    }
    assert!(
        !paths.is_empty() && failures.is_empty(),
        "{}",
        failures.join("\n")
    );
}

#[test]
fn random_programs_are_the_same_by_several_workers() {
    share_early();
    let (count, seed) = (settings::count(300, 2_000), settings::seed());
    let (mut races, mut safe) = (0, 0);
    for i in 0..count {
        let mut dice = Dice::new(seed.wrapping_mul(5_000_011).wrapping_add(i));
        let text = match i % 4 {
            0 => TeamPlan::random(&mut dice, &TeamStyle::teams(i)).to_string(),
            1 => Plan::random(&mut dice, &Style::numbered(i)).alike().to_string(),
            _ => Plan::random(&mut dice, &Style::numbered(i)).to_string(),
        };
        match compare(&parse(&text), 5_000) {
            Ok(verdict) => {
                races += u64::from(verdict == Some(true));
                safe += u64::from(verdict == Some(false));
            }
            Err(why) => panic!("program {i} of seed {seed}: {why}\n{text}"),
        }
    }
    println!("{races} races, {safe} safe");
    assert!(
        races > count / 20 && safe > count / 20,
        "the random programs are too much alike"
    );
}
