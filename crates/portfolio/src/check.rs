//! Checking a program: an engine searches, and its outcome becomes a report.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use raceproof_engine::{Budget, Finding as Found, Limit, Outcome};
use raceproof_explore::{dpor, tasks};
use raceproof_flow::{Crossings, Facts, Influence, Own};
use raceproof_ir::{Address, Callee, Function, Inst, Operand, Program};
use raceproof_machine::{Config, Machine, Site, Witness, library};
use raceproof_modular::Answer;
use raceproof_report::{
    Coverage, Describe, Finding, Location, Report, SharedConstruct, Sources, Stats, Verdict, dot,
};

pub use crate::ask::Engine;
use crate::ask::{Conclusion, Question};
use crate::prepare::Prepared;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Who is to answer.
    pub engine: Engine,
    /// The order of partial order reduction.
    pub order: dpor::Order,
    /// Whether to go on after the first race.
    pub all: bool,
    /// Rounds of the symbolic engine; as many as are needed if none.
    pub rounds: Option<u32>,
    /// How often the symbolic engine follows loops; more and more if none.
    pub unwind: Option<u32>,
    /// Sizes of OpenMP teams where the program does not fix them.
    pub teams: RangeInclusive<u32>,
    /// Whether waits on condition variables may end without a reason.
    pub spurious_wakeups: bool,
    /// How many engines may work at a time.
    pub jobs: u32,
    /// Whether a picture of the computation graph is wanted.
    pub draw: bool,
}

/// A result, and the witness of its first race.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// For whoever reads it.
    pub report: Report,
    /// For `replay`.
    pub witness: Option<Box<Witness>>,
    /// The size of OpenMP teams in the run of the witness, if the program has any.
    pub team: Option<u32>,
    /// The computation graph in the language of Graphviz, if it was asked for and the program has one.
    pub picture: Option<String>,
    /// Whether one run proved it and showed no defect.
    by_one_run: bool,
}

/// Checks a program within a budget: with OpenMP once for each size of a team that is asked for, up to
/// the first that has a race.
///
/// A run of a team of two decides for larger ones too if it is one of those that show all there is and nothing in the program asks for the size of
/// a team or for who a thread is ([`Facts::asks_for_size`]). Works do the same whoever does them. The rest of a region is what every thread does, so whatever two
/// threads of a larger team do beside each other, the two of this one do.
pub fn check(
    program: &mut Prepared,
    config: &Config,
    sources: &Sources,
    request: &Request,
    budget: &Budget,
) -> Checked {
    if !program.set_threads(*request.teams.start()) {
        return check_one(
            &Machine::new(program.program(), config.clone()),
            sources,
            request,
            budget,
        );
    }
    let mut total: Option<Checked> = None;
    let (first, mut last) = (*request.teams.start(), *request.teams.start());
    for size in request.teams.clone() {
        last = size;
        program.set_threads(size);
        let machine = Machine::new(program.program(), config.clone());
        let mut one = check_one(&machine, sources, request, budget);
        let is_general = size > 1 && one.by_one_run && !Facts::new(machine.code().program()).asks_for_size();
        one.team = one.witness.is_some().then_some(size);
        let all = total.map_or(one.clone(), |before| merge(before, one));
        let enough = all.witness.is_some() && !request.all;
        total = Some(all);
        if is_general {
            last = *request.teams.end();
        }
        if enough || is_general {
            break;
        }
    }
    // A range that was asked for is never empty, but a proof of nothing would be worse than none.
    let mut checked = total.unwrap_or_default();
    checked.report.coverage.words += &match first == last {
        true => format!(", teams of {first}"),
        false => format!(", teams of {first}..{last}"),
    };
    checked
}

/// The results for two sizes of a team, or for two inputs, in one.
pub fn merge(before: Checked, after: Checked) -> Checked {
    let mut report = after.report;
    if before.report.verdict() == Verdict::Race {
        report.engine = before.report.engine;
    }
    report.findings = distinct(before.report.findings.into_iter().chain(report.findings));
    let mut limits = before.report.coverage.limits;
    for limit in report.coverage.limits {
        if !limits.contains(&limit) {
            limits.push(limit);
        }
    }
    let mut mappings = before.report.coverage.mappings;
    for mapping in std::mem::take(&mut report.coverage.mappings) {
        if !mappings.contains(&mapping) {
            mappings.push(mapping);
        }
    }
    report.coverage.mappings = mappings;
    let mut notes = before.report.coverage.notes;
    for note in std::mem::take(&mut report.coverage.notes) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    report.coverage.notes = notes;
    let others = std::mem::take(&mut report.coverage.others);
    report.coverage.others = before.report.coverage.others;
    for other in others {
        if !report.coverage.others.contains(&other) {
            report.coverage.others.push(other);
        }
    }
    if !before.report.coverage.complete {
        report.coverage.words = before.report.coverage.words;
    }
    report.coverage.complete &= before.report.coverage.complete;
    report.coverage.limits = limits;
    let (old, new) = (before.report.stats, &mut report.stats);
    let bytes = old.bytes_per_state * old.states as f64 + new.bytes_per_state * new.states as f64;
    new.states += old.states;
    new.executions += old.executions;
    new.steps += old.steps;
    new.bytes_per_state = bytes / new.states.max(1) as f64;
    let (witness, team) = match before.witness {
        Some(witness) => (Some(witness), before.team),
        None => (after.witness, after.team),
    };
    Checked {
        report,
        witness,
        team,
        picture: before.picture.or(after.picture),
        by_one_run: before.by_one_run && after.by_one_run,
    }
}

/// One finding of each kind for the same places, in whatever order; the first counts.
fn distinct(all: impl IntoIterator<Item = Finding>) -> Vec<Finding> {
    let mut known = Vec::new();
    let mut findings = Vec::new();
    for finding in all {
        let accesses = finding.accesses.iter().map(|access| &access.at);
        let places = finding.places.iter().map(|place| &place.at);
        let mut places: Vec<_> = accesses.chain(places).map(ToString::to_string).collect();
        places.sort();
        let key = (finding.kind, places);
        if !known.contains(&key) {
            known.push(key);
            findings.push(finding);
        }
    }
    findings.sort_by_key(|finding| finding.kind);
    findings
}

fn check_one(machine: &Machine<'_>, sources: &Sources, request: &Request, budget: &Budget) -> Checked {
    let describe = Describe::new(machine, sources);
    let question = Question {
        machine,
        request,
        budget,
    };
    let Conclusion {
        engine,
        outcome,
        proof_of_tasks,
        modular,
        others,
    } = question.ask();
    let refusal = modular.as_ref().and_then(|answer| refusal(&describe, answer));
    if engine == Engine::Modular {
        let unsure = request.engine == Engine::Auto && refusal.is_none();
        let searched = match outcome.by_identities {
            true => Engine::Once,
            false => Engine::Graph,
        };
        let others = unsure.then(|| reasons(searched, &sentences(&describe, &outcome)));
        let others = others.flatten().into_iter().collect();
        return report_proof(machine, sources, refusal, outcome, others, budget);
    }
    let mut report = report(machine, sources, engine, &outcome, budget);
    if outcome.is_complete() && !outcome.has_race() {
        report.coverage.words += match proof_of_tasks {
            Some(tasks::Proof::Structured) => {
                ", proved by one execution: all make the same computation graph"
            }
            Some(tasks::Proof::OneRun) => ", proved by one execution: all make the same accesses",
            Some(tasks::Proof::Graphs) => ", each computation graph once",
            None => "",
        };
    }
    if report.verdict() == Verdict::Unknown {
        let refusal = refusal.map(|why| (Engine::Modular, vec![why]));
        let others = others
            .iter()
            .map(|(other, outcome)| (*other, sentences(&describe, outcome)));
        for (other, why) in refusal.into_iter().chain(others) {
            let lines = why.iter().map(|why| format!("{}: {why}", other.word()));
            report.coverage.limits.extend(lines);
        }
    } else {
        let proof = refusal.filter(|_| !outcome.has_race());
        let proof = proof.map(|why| (Engine::Modular, vec![why]));
        let others = others
            .iter()
            .map(|(other, outcome)| (*other, sentences(&describe, outcome)));
        let all = others.chain(proof);
        // Where the first to be asked answers, nobody else was needed.
        let all = all.filter(|_| !engine.is_first());
        report.coverage.others = all.filter_map(|(other, why)| reasons(other, &why)).collect();
    }
    let picture = request
        .draw
        .then(|| draw(machine, sources, &outcome, budget))
        .flatten();
    let by_one_run = outcome.by_identities
        && !outcome.forks_in_lock
        && !outcome.by_totals
        && outcome.is_complete()
        && outcome.findings.is_empty();
    let witness = outcome.findings.into_iter().find_map(|found| match found {
        Found::Race(witness) => Some(witness),
        Found::Fault(..) | Found::Deadlock(..) => None,
    });
    Checked {
        report,
        witness,
        team: None,
        picture,
        by_one_run,
    }
}

/// Why an engine did not answer: the first reason, and how many more it has.
fn reasons(engine: Engine, why: &[String]) -> Option<String> {
    let first = why.first()?;
    let more = match why.len() {
        1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    };
    Some(format!("{}: {first}{more}", engine.word()))
}

/// The computation graph of the run that leads to the race, or of the one that the tasks engine looks at first.
fn draw(machine: &Machine<'_>, sources: &Sources, outcome: &Outcome, budget: &Budget) -> Option<String> {
    let race = outcome.findings.iter().find_map(|found| match found {
        Found::Race(witness) => Some(witness),
        Found::Fault(..) | Found::Deadlock(..) => None,
    });
    let drawn = match race {
        Some(witness) => Some(tasks::draw_schedule(machine, witness.schedule())),
        None => tasks::draw(machine, budget),
    };
    drawn.map(|drawn| dot::render(&drawn.graph, &drawn.starts, &Describe::new(machine, sources)))
}

/// The answer of the modular engine, with the defects that a search met on the way.
fn report_proof(
    machine: &Machine<'_>,
    sources: &Sources,
    refusal: Option<String>,
    mut outcome: Outcome,
    others: Vec<String>,
    budget: &Budget,
) -> Checked {
    outcome.limits.clear();
    let mut report = report(machine, sources, Engine::Modular, &outcome, budget);
    let words = match refusal {
        None => {
            "every schedule, any input and any number of threads, provided that no access leaves its object or comes after its end and no thread gives \
             up a lock of another"
        }
        Some(_) => "nothing",
    };
    report.coverage = Coverage {
        complete: refusal.is_none(),
        words: words.to_owned(),
        limits: vec![
            refusal.unwrap_or("defects that are no races, in schedules that were not searched".to_owned()),
        ],
        mappings: Vec::new(),
        notes: report.coverage.notes,
        others,
    };
    Checked {
        report,
        witness: None,
        team: None,
        picture: None,
        by_one_run: false,
    }
}

/// Why the modular engine has no proof.
fn refusal(describe: &Describe<'_>, answer: &Answer) -> Option<String> {
    let at = |span| match describe.span(span) {
        at if at.is_known() => format!("{at}: "),
        _ => String::new(),
    };
    match answer {
        Answer::Proved => None,
        Answer::Unordered(a, b) => Some(format!(
            "{}this and {}could not be shown to be ordered, which does not mean that they race",
            at(*a),
            at(*b)
        )),
        Answer::Refused(refusal) => Some(format!("{}{}", at(refusal.span), refusal.why)),
    }
}

fn report(
    machine: &Machine<'_>,
    sources: &Sources,
    engine: Engine,
    outcome: &Outcome,
    budget: &Budget,
) -> Report {
    let describe = Describe::new(machine, sources);
    let findings = distinct(outcome.findings.iter().map(|found| finding(&describe, found)));
    let mut limits = sentences(&describe, outcome);
    limits.extend(outcome.unseen.filter(|_| !outcome.has_race()).map(|site| {
        format!(
            "{}whether this fails in another order of events, or what depends on it, was not explored",
            position(&describe, site)
        )
    }));
    if let Some((site, why)) = outcome.obstacle.filter(|_| outcome.verdict().is_none()) {
        limits.push(one_run(&describe, site, why));
    }
    let stats = &outcome.stats;
    Report {
        engine: engine.word().to_owned(),
        findings,
        coverage: Coverage {
            complete: outcome.is_complete(),
            words: words(machine, outcome),
            limits,
            mappings: mappings(&describe, outcome),
            notes: unwritten(&describe, outcome),
            others: Vec::new(),
        },
        stats: Stats {
            states: stats.states,
            executions: stats.executions,
            steps: stats.steps,
            seconds: budget.elapsed().as_secs_f64(),
            bytes_per_state: stats.bytes as f64 / stats.states.max(1) as f64,
            peak_memory: 0,
            variables: stats.variables,
            clauses: stats.clauses,
            solver_seconds: stats.solver_time as f64 / 1e6,
            rounds: stats.rounds,
            unwind: stats.unwind,
        },
    }
}

fn finding(describe: &Describe<'_>, found: &Found) -> Finding {
    match found {
        Found::Race(witness) => describe.race(witness),
        Found::Fault(fault, schedule) => describe.fault_after(fault, schedule),
        Found::Deadlock(waiting, schedule) => describe.deadlock_after(waiting, schedule),
    }
}

/// Where the program reads what nobody has written, once for each position.
fn unwritten(describe: &Describe<'_>, outcome: &Outcome) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for at in outcome.unwritten.sites().map(|site| position(describe, site)) {
        let note = format!("{at}read of bytes that were never written");
        if !at.is_empty() && !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

/// How the mappings of work to threads were covered, construct by construct.
fn mappings(describe: &Describe<'_>, outcome: &Outcome) -> Vec<String> {
    if outcome.has_race() {
        return Vec::new();
    }
    let one_only: Vec<Location> = outcome
        .limits
        .iter()
        .filter_map(|limit| match limit {
            Limit::Mapping(site) => Some(describe.site(*site)),
            _ => None,
        })
        .collect();
    let tell = |construct: &SharedConstruct| {
        let at = construct.at.line_of_file();
        let name = &construct.name;
        let how = match () {
            () if construct.is_fixed => "fixed by the program",
            () if one_only.iter().any(|other| other.line_of_file() == at) => "one only",
            () if outcome.by_identities => "all, because every one has an identity of its own",
            () if outcome.is_complete() => "all, explored",
            () => "some, explored",
        };
        format!("{at}: {name}: {how}")
    };
    describe.shared_constructs().iter().map(tell).collect()
}

/// What was covered, with what the program was given.
fn words(machine: &Machine<'_>, outcome: &Outcome) -> String {
    let program = machine.code().program();
    let mut words = match (outcome.is_complete(), outcome.has_race()) {
        // Without a race a weak memory shows nothing that these do not, but for atomics in weak orders.
        (true, false) if program.has_weak_atomics() => "every sequentially consistent schedule",
        (true, false) => "every schedule",
        (true, true) => "the schedules up to the race",
        (false, _) => "some schedules",
    }
    .to_owned();
    let reads_input =
        |function: &Function| function.blocks.is_empty() && library::reads_input(&function.name);
    if program
        .entry
        .is_some_and(|entry| program.function(entry).params > 0)
    {
        words += match machine.config().args.len() {
            0 | 1 => ", without arguments",
            _ => ", with the given arguments",
        };
    }
    if program.functions.iter().any(reads_input) {
        words += match machine.config().stdin.is_empty() {
            true => ", with an empty standard input",
            false => ", with the given standard input",
        };
    }
    if machine.config().without_files && looks_for_files(program) {
        words += ", without files to read";
    }
    if tells_time(machine) {
        words += ", with a clock that goes on with every look";
    }
    words
}

/// Whether the program may look for a file. One that is opened for writing, in a mode that is a constant, is not looked for.
fn looks_for_files(program: &Program) -> bool {
    let is_looked_for = |f: &Function| f.blocks.is_empty() && library::reads_files(&f.name);
    let writes = |mode: Option<&Operand>| match mode {
        Some(Operand::Address(Address::Global(global, offset))) => {
            let global = program.global(*global);
            let at = usize::try_from(*offset).ok();
            let first = at.and_then(|at| global.bytes.get(at));
            global.constant && matches!(first, Some(b'w' | b'a'))
        }
        _ => false,
    };
    let blocks = program.functions.iter().flat_map(|f| &f.blocks);
    let mut instructions = blocks.flat_map(|block| &block.instructions);
    let is_harmless = |inst: &Inst| match inst {
        Inst::Call {
            callee: Callee::Function(f),
            args,
            ..
        } => {
            let f = program.function(*f);
            !is_looked_for(f) || f.name.contains("fopen") && writes(args.get(1))
        }
        _ => true,
    };
    let is_passed = |inst: &Inst| {
        let mut found = false;
        inst.operands(|operand| {
            if let Operand::Address(Address::Function(f)) = operand {
                found |= is_looked_for(program.function(f));
            }
        });
        found
    };
    instructions.any(|(inst, _)| !is_harmless(inst) || is_passed(inst))
}

/// Functions that give the time, and those that store it.
const CLOCKS: [&str; 3] = ["time", "clock", "omp_get_wtime"];
const STORED_CLOCKS: [&str; 3] = ["gettimeofday", "clock_gettime", "timespec_get"];

/// Whether the program does this or that by the time, or may: what goes through memory is not followed.
fn tells_time(machine: &Machine<'_>) -> bool {
    let facts = Facts::new(machine.code().program());
    if !facts.calls(|name| STORED_CLOCKS.contains(&name)).is_empty() {
        return true;
    }
    let looks = facts.calls(|name| CLOCKS.contains(&name));
    if looks.is_empty() {
        return false;
    }
    match facts.influence(&[], &looks, &Own::default(), &Crossings::default()) {
        Influence::Steers(_) => true,
        Influence::Stores { stores, branches } => !stores.is_empty() || !branches.is_empty(),
    }
}

/// What an outcome leaves open. Many threads may have met the same limit.
fn sentences(describe: &Describe<'_>, outcome: &Outcome) -> Vec<String> {
    let mut said = BTreeSet::new();
    let all = outcome.limits.iter().map(|limit| sentence(describe, limit));
    all.filter(|limit| said.insert(limit.clone())).collect()
}

/// A place at the beginning of a sentence, if it is one of the program.
fn position(describe: &Describe<'_>, site: Site) -> String {
    let at = describe.site(site);
    match at.is_known() && !describe.is_internal(site) {
        true => format!("{at}: "),
        false => String::new(),
    }
}

/// Why one run is not enough.
fn one_run(describe: &Describe<'_>, site: Site, why: &str) -> String {
    let at = position(describe, site);
    format!("{at}one run does not tell about all schedules: {why}")
}

/// A limit in one sentence, with what would lift it.
fn sentence(describe: &Describe<'_>, limit: &Limit) -> String {
    let at = |site| position(describe, site);
    match limit {
        Limit::Gap(gap) => format!("{}not supported: {}", at(gap.site), gap.what),
        Limit::Unordered(site) => format!(
            "{}threads observe each other here without being ordered, which this engine does not cover",
            at(*site)
        ),
        Limit::Sampled(site) => format!("{}only some of many input values were tried", at(*site)),
        Limit::Mapping(site) => format!(
            "{}this work was given to threads in one of very many ways, and other ways may race",
            at(*site)
        ),
        Limit::Undefined(site) => format!(
            "{}what the program does after this defect is undefined and was not followed",
            at(*site)
        ),
        Limit::Unwritten(site) => format!(
            "{}what is read here was never written and may be anything; only zero was tried",
            at(*site)
        ),
        Limit::Ending(site) => format!(
            "{}the life of an object may end here before others are done with it, and what they do then is undefined",
            at(*site)
        ),
        Limit::OneRun(site, why) => one_run(describe, *site, why),
        Limit::Exhausted(exhausted) => exhausted.words().to_owned(),
        Limit::TooLarge(what) => what.clone(),
        Limit::Unconfirmed(first, second) => format!(
            "{}a race with {}was seen that its replay does not confirm; this is a defect of raceproof",
            at(*first),
            at(*second)
        ),
    }
}
