//! Each engine against the oracle on all families of random programs: the same verdict wherever both have
//! one.
//!
//! `RACEPROOF_RANDOM` says how many programs, `RACEPROOF_SEED` where to start, `RACEPROOF_FAMILY` of which
//! family, `RACEPROOF_JOBS` on how many cores; `cargo xtask random` sets them. A disagreement is shrunk and
//! printed.

use raceproof_c::compile_text;
use raceproof_engine::{Budget, Engine, EngineName, Limit, Outcome, Question, Scope};
use raceproof_explore::{dpor::Dpor, graph::Graph, lockset::Lockset, oracle, tasks::Tasks};
use raceproof_generate::family::{FAMILIES, Family, Language, Text};
use raceproof_generate::settings;
use raceproof_ir::{DataModel, Program};
use raceproof_machine::{Config, Machine};
use raceproof_modular::Modular;
use raceproof_once::Once;
use raceproof_symbolic::Symbolic;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What came out.
#[derive(Clone, Copy, Default)]
struct Tally {
    programs: u64,
    races: u64,
    safe: u64,
    /// The engine has no verdict.
    refused: u64,
    /// The oracle has none.
    beyond: u64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.programs += other.programs;
        self.races += other.races;
        self.safe += other.safe;
        self.refused += other.refused;
        self.beyond += other.beyond;
    }
}

/// Does not compile only while it is shrunk.
fn read(language: Language, text: &str) -> Option<Program> {
    let program = match language {
        Language::Ir => raceproof_ir::parse("random.ir", text).ok()?,
        Language::Task => raceproof_task::compile("random.task", text).ok()?,
        Language::C => compile_text("random.c", text, DataModel::Lp64).ok()?.program,
    };
    raceproof_ir::verify(&program).ok()?;
    Some(program)
}

/// What an engine may use for one program.
fn budget(engine: EngineName) -> Budget {
    match engine {
        EngineName::Symbolic => Budget::new(Some(Duration::from_millis(250)), u64::MAX, 1 << 30),
        _ => Budget::new(None, 20_000, 1 << 30),
    }
}

fn is_undefined(outcome: &Outcome) -> bool {
    outcome.limits.iter().any(|l| matches!(l, Limit::Undefined(_)))
}

/// Compares on one program; an error says how they differ.
fn compare(engine: &dyn Engine, family: &Family, text: &Text, tally: &mut Tally) -> Result<(), String> {
    let Some(program) = read(family.language, &text.0) else {
        return Ok(());
    };
    tally.programs += 1;
    let name = engine.name();
    let machine = Machine::new(&program, Config::default());
    let question = Question {
        machine: &machine,
        scope: Scope::default(),
        budget: &budget(name),
    };
    let outcome = engine.answer(&question);
    let proves = name == EngineName::Modular && outcome.proof.is_some() && outcome.limits.is_empty();
    let actual = if proves { Some(false) } else { outcome.verdict() };
    let Some(actual) = actual else {
        tally.refused += 1;
        return Ok(());
    };
    let open = Budget::new(None, u64::MAX, 1 << 30);
    let judge = oracle::check(&machine, family.states, &open).outcome;
    match (judge.verdict(), actual) {
        (Some(true), true) => tally.races += 1,
        (Some(false), false) => tally.safe += 1,
        // The proof rests on the assumption that nobody does what is undefined.
        (Some(true), false) if proves && oracle::is_undefined(&machine, family.states, &open) => {
            tally.beyond += 1;
        }
        (Some(expected), actual) => {
            return Err(format!(
                "race: {actual} by {}, {expected} by the oracle",
                name.word()
            ));
        }
        (None, false) if !proves && is_undefined(&judge) => {
            return Err(format!("{} proves what is undefined", name.word()));
        }
        (None, _) => tally.beyond += 1,
    }
    Ok(())
}

/// The families that an engine is asked about, each as often as its weight says.
fn wheel(engine: EngineName) -> Vec<&'static Family> {
    let only = settings::family();
    let is_meant = |f: &&Family| match (&only, engine) {
        (Some(name), _) => f.name == name,
        (None, EngineName::Tasks) => f.language == Language::Task,
        (None, EngineName::Symbolic) => f.language == Language::Ir,
        _ => true,
    };
    let times = |f: &'static Family| std::iter::repeat_n(f, f.weight as usize);
    let wheel: Vec<&Family> = FAMILIES.iter().filter(is_meant).flat_map(times).collect();
    assert!(!wheel.is_empty(), "there is no such family: {only:?}");
    wheel
}

type Tallies = BTreeMap<&'static str, Tally>;

/// Compares an engine on so many programs: `first`, and every so many after it.
fn compare_some(engine: &dyn Engine, count: u64, first: u64, every: u64) -> (Tallies, Vec<String>) {
    let (seed, wheel) = (settings::seed(), wheel(engine.name()));
    let (mut tallies, mut failures) = (Tallies::new(), Vec::new());
    for i in (first..count).step_by(every as usize) {
        let family = wheel[(i % wheel.len() as u64) as usize];
        let text = family.program(seed, i);
        let tally = tallies.entry(family.name).or_default();
        let before = tally.programs;
        let passes = |text: &Text, tally: &mut Tally| compare(engine, family, text, tally);
        if let Err(why) = raceproof_generate::check(&text, tally, passes) {
            failures.push(format!("{} {i} of seed {seed}: {why}", family.name));
        }
        assert!(
            tally.programs > before,
            "{} {i} of seed {seed} does not compile:\n{text}",
            family.name
        );
        if failures.len() == 3 {
            break;
        }
    }
    (tallies, failures)
}

fn compare_all(engine: &(dyn Engine + Sync), debug: u64, release: u64) {
    let (count, jobs) = (settings::count(debug, release), settings::jobs());
    let start = Instant::now();
    let parts: Vec<(Tallies, Vec<String>)> = std::thread::scope(|scope| {
        let some = |job| scope.spawn(move || compare_some(engine, count, job, jobs));
        let running: Vec<_> = (0..jobs).map(some).collect();
        running.into_iter().filter_map(|job| job.join().ok()).collect()
    });
    assert_eq!(parts.len() as u64, jobs, "a comparison ended early");
    let (mut all, mut by_family, mut failures) = (Tally::default(), Tallies::new(), Vec::new());
    for (tallies, failed) in parts {
        for (name, tally) in tallies {
            by_family.entry(name).or_default().add(&tally);
            all.add(&tally);
        }
        failures.extend(failed);
    }
    let line = |name: &str, t: &Tally| {
        println!(
            "{name:16} {:8} programs: {:8} races and {:8} safe as the oracle has it, {:8} refused, {:6} beyond the oracle",
            t.programs, t.races, t.safe, t.refused, t.beyond
        );
    };
    by_family.iter().for_each(|(name, tally)| line(name, tally));
    line(engine.name().word(), &all);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{}: {} programs in {seconds:.1} s ({:.0} a second), {} agreed, {} refused, {} beyond the oracle, {} disagreed",
        engine.name().word(),
        all.programs,
        all.programs as f64 / seconds,
        all.races + all.safe,
        all.refused,
        all.beyond,
        failures.len()
    );
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn graph() {
    compare_all(&Graph, 1_000, 10_000);
}

#[test]
fn dpor() {
    compare_all(&Dpor, 1_000, 10_000);
}

#[test]
fn lockset() {
    compare_all(&Lockset, 1_000, 10_000);
}

#[test]
fn tasks() {
    compare_all(&Tasks, 1_000, 10_000);
}

#[test]
fn symbolic() {
    compare_all(&Symbolic, 100, 1_000);
}

#[test]
fn once() {
    compare_all(&Once, 1_000, 10_000);
}

#[test]
fn modular() {
    compare_all(&Modular, 1_000, 10_000);
}
