//! Engines against the oracle on all families of random programs: the same verdict wherever both have one.
//! The oracle is asked once for all engines that are compared, and only if one of them has a verdict.
//!
//! `RACEPROOF_RANDOM` says how many programs, `RACEPROOF_FROM` which is the first, `RACEPROOF_SEED` of which
//! seed, `RACEPROOF_FAMILY` of which family, `RACEPROOF_ENGINE` which engines (with commas between them),
//! `RACEPROOF_JOBS` on how many cores; `cargo xtask random` sets them. A disagreement is shrunk and printed.

use raceproof_c::compile_text;
use raceproof_engine::{Budget, Engine, EngineName, Limit, Outcome, Question, Scope, try_mutants};
use raceproof_explore::{dpor::Dpor, graph::Graph, lockset::Lockset, oracle, tasks::Tasks};
use raceproof_generate::family::{FAMILIES, Family, Language, Text};
use raceproof_generate::settings;
use raceproof_ir::{DataModel, Program};
use raceproof_machine::{Config, Machine};
use raceproof_modular::Modular;
use raceproof_once::Once;
use raceproof_symbolic::Symbolic;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

type AnyEngine = &'static (dyn Engine + Sync);

/// All that are compared.
static ENGINES: [AnyEngine; 7] = [&Graph, &Dpor, &Lockset, &Tasks, &Once, &Modular, &Symbolic];

/// After so many programs it is said how far the comparison is.
const CHUNK: u64 = 20_000;

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
    time: Duration,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.programs += other.programs;
        self.races += other.races;
        self.safe += other.safe;
        self.refused += other.refused;
        self.beyond += other.beyond;
        self.time += other.time;
    }
}

/// By whom and of which family. Who reads programs and who judges count as engines.
type Tallies = BTreeMap<(&'static str, &'static str), Tally>;

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
        _ => Budget::new(Some(Duration::from_millis(100)), 4_000, 1 << 30),
    }
}

fn is_undefined(outcome: &Outcome) -> bool {
    outcome.limits.iter().any(|l| matches!(l, Limit::Undefined(_)))
}

/// Whether an engine is asked about the programs of a family.
fn suits(engine: EngineName, family: &Family) -> bool {
    match engine {
        EngineName::Tasks => family.language == Language::Task,
        _ => true,
    }
}

/// What an engine says of a program.
struct Answer {
    engine: EngineName,
    /// Whether there is a race; none if it has no verdict.
    race: Option<bool>,
    /// Whether it rests on the assumption that nobody does what is undefined.
    assumes: bool,
}

fn ask(engine: &dyn Engine, machine: &Machine<'_>) -> Answer {
    let name = engine.name();
    let question = Question {
        machine,
        scope: Scope::default(),
        budget: &budget(name),
        aims: &[],
    };
    let outcome = engine.answer(&question);
    let assumes = name == EngineName::Modular && outcome.how.is_some() && outcome.limits.is_empty();
    Answer {
        engine: name,
        race: if assumes { Some(false) } else { outcome.verdict() },
        assumes,
    }
}

/// Compares engines on one program; an error says how they differ. A race has a witness that replays: whoever
/// says otherwise is wrong, and the oracle need not be asked, but now and then.
fn compare(engines: &[AnyEngine], family: &Family, text: &Text, tallies: &mut Tallies) -> Result<(), String> {
    let started = Instant::now();
    let Some(program) = read(family.language, &text.0) else {
        return Ok(());
    };
    let machine = Machine::new(&program, Config::default());
    tally(tallies, "reading", family).programs += 1;
    tally(tallies, "reading", family).time += started.elapsed();
    let mut answers = Vec::new();
    for engine in engines.iter().filter(|engine| suits(engine.name(), family)) {
        let started = Instant::now();
        let answer = ask(*engine, &machine);
        let tally = tally(tallies, engine.name().word(), family);
        tally.programs += 1;
        tally.time += started.elapsed();
        match answer.race {
            None => tally.refused += 1,
            Some(_) => answers.push(answer),
        }
    }
    let racy = answers.iter().find(|answer| answer.race == Some(true));
    let (says, judge) = match (racy, answers.is_empty()) {
        (_, true) => return Ok(()),
        (Some(racy), _) if !is_judged(text) => (racy.engine, Some(true)),
        _ => {
            let started = Instant::now();
            let open = Budget::new(None, u64::MAX, 1 << 30);
            let judge = oracle::check(&machine, family.states, &open).outcome;
            let tally = tally(tallies, "oracle", family);
            tally.programs += 1;
            tally.time += started.elapsed();
            let sure = answers.iter().find(|answer| !answer.assumes);
            if let (Some(sure), None, None, true) = (sure, racy, judge.verdict(), is_undefined(&judge)) {
                return Err(format!("{} proves what is undefined", sure.engine.word()));
            }
            match (judge.verdict(), racy) {
                (None, Some(racy)) => (racy.engine, Some(true)),
                (verdict, _) => (EngineName::Oracle, verdict),
            }
        }
    };
    for answer in answers {
        let tally = tally(tallies, answer.engine.word(), family);
        let open = Budget::new(None, u64::MAX, 1 << 30);
        match (judge, answer.race) {
            (Some(true), Some(true)) => tally.races += 1,
            (Some(false), Some(false)) => tally.safe += 1,
            (Some(true), _) if answer.assumes && oracle::is_undefined(&machine, family.states, &open) => {
                tally.beyond += 1;
            }
            (Some(expected), _) => {
                let name = answer.engine.word();
                return Err(format!("race: {expected} by {}, not by {name}", says.word()));
            }
            (None, _) => tally.beyond += 1,
        }
    }
    Ok(())
}

/// Whether the oracle is asked about a program that has a race: about one of sixteen.
fn is_judged(text: &Text) -> bool {
    text.0.bytes().map(u32::from).sum::<u32>().is_multiple_of(16)
}

fn tally<'a>(tallies: &'a mut Tallies, who: &'static str, family: &Family) -> &'a mut Tally {
    tallies.entry((who, family.name)).or_default()
}

/// The families that engines are asked about, each as often as its weight says.
fn wheel(engines: &[AnyEngine]) -> Vec<&'static Family> {
    let only = settings::family();
    let is_meant = |f: &&Family| match &only {
        Some(name) => f.name == name,
        None => engines.iter().any(|engine| suits(engine.name(), f)),
    };
    let times = |f: &'static Family| std::iter::repeat_n(f, f.weight as usize);
    let wheel: Vec<&Family> = FAMILIES.iter().filter(is_meant).flat_map(times).collect();
    assert!(!wheel.is_empty(), "there is no such family: {only:?}");
    wheel
}

/// A comparison: of whom, on which programs.
struct Comparison {
    engines: Vec<AnyEngine>,
    seed: u64,
    from: u64,
    to: u64,
    wheel: Vec<&'static Family>,
    /// The next program that nobody has taken.
    next: AtomicU64,
    started: Instant,
}

impl Comparison {
    /// Compares on programs that nobody else takes, until there are none left.
    fn go(&self) -> (Tallies, Vec<String>) {
        let (mut tallies, mut failures) = (Tallies::new(), Vec::new());
        let seed = self.seed;
        loop {
            let i = self.next.fetch_add(1, Ordering::Relaxed);
            if i >= self.to || failures.len() == 3 {
                return (tallies, failures);
            }
            let family = self.wheel[(i % self.wheel.len() as u64) as usize];
            let text = family.program(seed, i);
            let read = |tallies: &Tallies| tallies.get(&("reading", family.name)).map_or(0, |t| t.programs);
            let before = read(&tallies);
            try_mutants(&format!("{} {i}", family.name), || {
                compare(&self.engines, family, &text, &mut Tallies::new()).is_err()
            });
            if let Err(first) = compare(&self.engines, family, &text, &mut tallies) {
                println!("{} {i} of seed {seed}: {first}\n{text}", family.name);
                let passes =
                    |text: &Text, tallies: &mut Tallies| compare(&self.engines, family, text, tallies);
                let small = raceproof_generate::check(&text, &mut Tallies::new(), passes).err();
                let why = small.unwrap_or(first);
                failures.push(format!("{} {i} of seed {seed}: {why}", family.name));
            }
            assert!(
                read(&tallies) > before,
                "{} {i} of seed {seed} does not compile:\n{text}",
                family.name
            );
            if (i + 1).is_multiple_of(CHUNK) {
                let seconds = self.started.elapsed().as_secs_f64();
                println!(
                    "seed {seed}: {}..{} done in {seconds:.0} s, {} disagreed",
                    self.from,
                    i + 1,
                    failures.len()
                );
            }
        }
    }
}

fn compare_all(usual: &[AnyEngine], debug: u64, release: u64) {
    let named = settings::engines();
    let is_named = |engine: &&AnyEngine| named.iter().any(|name| name == engine.name().word());
    let engines: Vec<AnyEngine> = match named.is_empty() {
        true => usual.to_vec(),
        false => ENGINES.iter().filter(is_named).copied().collect(),
    };
    assert!(engines.len() >= named.len(), "there is no such engine: {named:?}");
    let from = settings::from();
    let comparison = Comparison {
        wheel: wheel(&engines),
        engines,
        seed: settings::seed(),
        from,
        to: from + settings::count(debug, release),
        next: AtomicU64::new(from),
        started: Instant::now(),
    };
    let jobs = settings::jobs();
    let parts: Vec<(Tallies, Vec<String>)> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..jobs).map(|_| scope.spawn(|| comparison.go())).collect();
        running.into_iter().filter_map(|job| job.join().ok()).collect()
    });
    assert_eq!(parts.len() as u64, jobs, "a comparison ended early");
    let (mut tallies, mut failures) = (Tallies::new(), Vec::new());
    for (some, failed) in parts {
        for (key, tally) in some {
            tallies.entry(key).or_default().add(&tally);
        }
        failures.extend(failed);
    }
    tell(&comparison, &tallies, failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn tell(comparison: &Comparison, tallies: &Tallies, failures: usize) {
    let mut by_engine: BTreeMap<&str, Tally> = BTreeMap::new();
    let line = |engine: &str, family: &str, t: &Tally| {
        println!(
            "{engine:8} {family:16} {:8} programs in {:7.2} s: {:8} races, {:8} safe, {:8} refused, {:6} beyond the oracle",
            t.programs,
            t.time.as_secs_f64(),
            t.races,
            t.safe,
            t.refused,
            t.beyond,
        );
    };
    for ((engine, family), tally) in tallies {
        line(engine, family, tally);
        by_engine.entry(engine).or_default().add(tally);
    }
    by_engine
        .iter()
        .for_each(|(engine, tally)| line(engine, "all", tally));
    let seconds = comparison.started.elapsed().as_secs_f64();
    let programs = by_engine.get("reading").map_or(0, |t| t.programs);
    println!(
        "seed {}: {}..{} done in {seconds:.1} s ({:.0} programs a second), {failures} disagreed",
        comparison.seed,
        comparison.from,
        comparison.to,
        programs as f64 / seconds,
    );
}

#[test]
fn engines() {
    compare_all(&[&Graph, &Dpor, &Lockset, &Tasks, &Once, &Modular], 1_000, 10_000);
}

#[test]
fn tasks() {
    compare_all(&[&Tasks], 1_000, 10_000);
}

#[test]
fn symbolic() {
    compare_all(&[&Symbolic], 100, 1_000);
}
