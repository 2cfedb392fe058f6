//! `raceproof check`: race, race-free or unknown.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use raceproof_c::Store;
use raceproof_engine::{Algorithm, Budget, EngineName, Exhausted, Order, Workers};
use raceproof_machine::World as Part;
use raceproof_portfolio::{Checked, PARTS, Request, SoFar, Teams, World, look, merge, resource, tune};
use raceproof_report::{
    Clause, Kind, Open, ProgramResult, Report, Sources, Suppressions, Verdict, html, json,
};
use raceproof_source::Failed;

use super::arguments::{self, CheckArguments, Denied, Format, KnownArguments};
use super::config::Check;
use super::contradiction::contradiction;
use super::form::{Printed, deliver, forms};
use super::guard::{Guard, LastWords};
use super::input::Files;
use super::progress::with_progress;
use super::range::{Inputs, Range};
use super::witness::WitnessFile;
use super::{Status, browse, complain, exchange, input, pins, reproducer};

use crate::load::quotable;

/// What is to be suppressed, as far as it is not in the sources.
fn suppressions(known: &KnownArguments) -> Result<Suppressions, String> {
    let mut all = Suppressions {
        rules: known.ignore.clone(),
        known: Vec::new(),
    };
    let read = |path: &Path| {
        let explain = |error| format!("{}: {error}", path.display());
        std::fs::read_to_string(path).map_err(explain)
    };
    for path in &known.suppressions {
        let name = path.display().to_string();
        let wrong = |(line, message)| format!("{name}:{line}:1: {message}");
        all.add_file(&name, &read(path)?).map_err(wrong)?;
    }
    if let Some(path) = &known.baseline {
        let explain = |message| format!("{} {message}", path.display());
        all.known = json::fingerprints(&read(path)?).map_err(explain)?;
    }
    Ok(all)
}

/// Checks programs, which differ in what the configuration says of each.
pub fn run(checks: &[Check]) -> Status {
    let Some(Check { arguments, .. }) = checks.first() else {
        complain("there is nothing to check");
        return Status::REJECTED;
    };
    if let Some(message) = checks.iter().find_map(|check| contradiction(&check.arguments)) {
        complain(&message);
        return Status::REJECTED;
    }
    for number in &arguments.numbers {
        if let Err(message) = tune(number) {
            complain(&format!("-Z: {message}"));
            return Status::REJECTED;
        }
    }
    let known = match suppressions(&arguments.known) {
        Ok(known) => Arc::new(known),
        Err(message) => {
            complain(&message);
            return Status::REJECTED;
        }
    };
    let workers = match arguments.each {
        true => (arguments.jobs as usize).min(checks.len()),
        false => 1,
    };
    // Programs that have a limit each may take as long as all of them together.
    let rounds = match arguments.each {
        true => checks.len().div_ceil(workers) as u32,
        false => 1,
    };
    let budget = Budget::new(
        arguments.time_limit.map(|limit| limit * rounds),
        arguments.max_states.unwrap_or(u64::MAX),
        arguments.memory_limit.saturating_mul(1 << 20),
    );
    let budget = Arc::new(match arguments.each {
        true => budget,
        false => budget.with_workers(Workers::Threads(arguments.jobs)),
    });
    let done = Arc::new(Mutex::new(Vec::new()));
    let so_far = Arc::new(SoFar::default());
    let words = last_words(
        arguments,
        Arc::clone(&budget),
        Arc::clone(&done),
        Arc::clone(&so_far),
        Arc::clone(&known),
    );
    let guard = Guard::start(&budget, arguments.memory_limit.saturating_mul(1 << 20), words);
    let checked = with_progress(&budget, !arguments.show.quiet, || {
        let check_one = |check: &Check, so_far: &Arc<SoFar>| {
            let mut request = request(&check.arguments, Arc::clone(so_far));
            if check.arguments.each {
                request.jobs = 1;
            }
            let asked = Asked {
                check,
                request: &request,
                known: &known,
                others: checks.len() - 1,
            };
            check_programs(&asked, &budget, &done)
        };
        let checked = match workers {
            1 => checks.iter().map(|check| check_one(check, &so_far)).collect(),
            _ => beside(workers, checks, |check| check_one(check, &Arc::default())),
        };
        let mut all = Vec::new();
        for (check, programs) in checks.iter().zip(checked) {
            match (programs, &check.name) {
                // That one file is no program does not matter to the others.
                (Err(rejection), Some(name)) if check.arguments.each => {
                    all.push((Some(name.clone()), Err(rejection)));
                }
                (programs, _) => all.extend(programs?),
            }
        }
        Ok(all)
    });
    guard.claim();
    let mut programs: Programs = match checked {
        Ok(programs) => programs,
        Err(rejection) => {
            Rejection::tell(&rejection, arguments);
            return Status::REJECTED;
        }
    };
    match (programs.len(), programs.pop()) {
        (1, Some((_, Ok(all)))) => tell_one(arguments, all),
        (1, Some((_, Err(rejection)))) => {
            rejection.tell(arguments);
            Status::REJECTED
        }
        (_, last) => {
            programs.extend(last);
            tell_several(arguments, programs)
        }
    }
}

/// Does work for all checks, so many at a time. What comes of them is in their order.
fn beside<T: Send>(workers: usize, checks: &[Check], work: impl Fn(&Check) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            match checks.get(number) {
                Some(check) => done.push((number, work(check))),
                None => return done,
            }
        }
    };
    let mut all: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        let ended = workers.into_iter().map(std::thread::ScopedJoinHandle::join);
        // A panic of a worker is one of ours.
        ended
            .flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, done)| done).collect()
}

/// The engine that was named.
pub(super) fn engine_name(arguments: &CheckArguments) -> Option<EngineName> {
    match arguments.method.engine {
        arguments::Engine::Auto => None,
        arguments::Engine::Graph => Some(EngineName::Graph),
        arguments::Engine::Lockset => Some(EngineName::Lockset),
        arguments::Engine::Dpor => Some(EngineName::Dpor),
        arguments::Engine::Tasks => Some(EngineName::Tasks),
        arguments::Engine::Once => Some(EngineName::Once),
        arguments::Engine::Oracle => Some(EngineName::Oracle),
        arguments::Engine::Symbolic => Some(EngineName::Symbolic),
        arguments::Engine::Modular => Some(EngineName::Modular),
    }
}

/// How it explores.
pub(super) fn algorithm(arguments: &CheckArguments) -> Algorithm {
    match arguments.method.algorithm {
        arguments::Algorithm::Best => Algorithm::Best,
        arguments::Algorithm::Exact => Algorithm::Exact,
        arguments::Algorithm::Classic => Algorithm::Classic,
        arguments::Algorithm::Stateless => Algorithm::Stateless,
    }
}

fn request(arguments: &CheckArguments, so_far: Arc<SoFar>) -> Request {
    Request {
        engine: engine_name(arguments),
        order: match arguments.method.order {
            arguments::Order::Hb => Order::Hb,
            arguments::Order::Wcp => Order::Wcp,
            arguments::Order::Dc => Order::Dc,
        },
        algorithm: algorithm(arguments),
        all: arguments.all,
        races_only: false,
        aims: Default::default(),
        rounds: arguments.method.rounds,
        unwind: arguments.method.unwind,
        teams: match &arguments.threads {
            Some(sizes) => Teams::only(sizes.clone()),
            None => Teams::default(),
        },
        faithful_waits: arguments.no_spurious_wakeups,
        jobs: arguments.jobs,
        draw: arguments.show.has(Format::Dot),
        so_far,
    }
}

/// What is asked about some programs.
struct Asked<'a> {
    check: &'a Check,
    request: &'a Request,
    known: &'a Suppressions,
    /// How many other checks there are.
    others: usize,
}

/// The programs, each with what became of it.
type Programs = Vec<(Option<String>, Result<All, Rejection>)>;

/// Checks all programs that the command line describes; each has an equal share of the time that is left.
fn check_programs(
    asked: &Asked<'_>,
    budget: &Budget,
    done: &Mutex<Vec<ProgramResult>>,
) -> Result<Programs, Rejection> {
    let Check {
        name,
        arguments,
        macros,
    } = asked.check;
    let store = Mutex::default();
    let programs = input::programs(&arguments.input, macros, &store).map_err(Rejection::Program)?;
    let count = programs.len() + asked.others;
    let show = &arguments.show;
    if count > 1 && (show.has(Format::Dot) || show.has(Format::Html) || show.open || show.property.is_some())
    {
        let message = "this format shows one program: pick one with --program, or name its files";
        return Err(Rejection::Message(message.to_owned()));
    }
    if count > 1 && wants_schedule(arguments) {
        let message =
            "`--witness` and `--reproducer` are for one program: pick one with --program, or name its files";
        return Err(Rejection::Message(message.to_owned()));
    }
    let mut checked = Vec::new();
    for (number, files) in programs.into_iter().enumerate() {
        files.tell_notes(&arguments.input);
        let result = match (count, arguments.time_limit) {
            (_, Some(limit)) if arguments.each => {
                check_all(asked, &files, &store, &budget.part(limit, u64::MAX))
            }
            (2.., Some(limit)) => {
                let left = limit.saturating_sub(budget.elapsed()) / (count - number) as u32;
                let share = budget.part(left, u64::MAX);
                check_all(asked, &files, &store, &share)
            }
            _ => check_all(asked, &files, &store, budget),
        };
        let of_files = || {
            arguments
                .input
                .files
                .first()
                .map(|path| path.display().to_string())
        };
        let name = name.clone().or_else(|| files.name.clone()).or_else(of_files);
        if let (2.., Some(name)) = (count, &name) {
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push(program_result(name.clone(), &result));
        }
        checked.push((name, result));
    }
    Ok(checked)
}

fn program_result(name: String, result: &Result<All, Rejection>) -> ProgramResult {
    let result = match result {
        Ok(all) => Ok(all.report.clone()),
        Err(rejection) => Err(rejection.words()),
    };
    ProgramResult { name, result }
}

/// Prints the results of several programs, one after the other, and a table of them.
fn tell_several(arguments: &CheckArguments, programs: Programs) -> Status {
    let mut results = Vec::new();
    let mut sources = Vec::new();
    let mut statuses = Vec::new();
    for (name, result) in &programs {
        let name = name.clone().unwrap_or_default();
        match result {
            Ok(all) => {
                sources.push(all.sources.clone());
                statuses.push(status(&arguments.deny, &all.report));
            }
            Err(rejection) => {
                complain(&format!("program {name} is not understood"));
                rejection.tell(arguments);
                statuses.push(Status::REJECTED);
            }
        }
        results.push(program_result(name, result));
    }
    let printed: Vec<Printed> = forms(arguments)
        .iter()
        .map(|form| form.several(&results, &sources))
        .collect();
    if let Err(message) = deliver(&printed) {
        complain(&message);
        return Status::REJECTED;
    }
    // A race in one of them is what matters most.
    let order = [Status::DEFECTIVE, Status::REJECTED, Status::UNKNOWN];
    let worst = order.into_iter().find(|status| statuses.contains(status));
    worst.unwrap_or(Status::SUCCESS)
}

/// Prints the result of the only program.
fn tell_one(arguments: &CheckArguments, all: All) -> Status {
    let All {
        report,
        witness,
        sources,
        picture,
    } = all;
    if let Err(message) = write_schedule(arguments, witness.as_ref(), &report) {
        complain(&message);
        return Status::REJECTED;
    }
    if arguments.show.has(Format::Dot) && picture.is_none() {
        complain(
            "the program has no computation graph: it uses more than tasks, their joins and isolated blocks",
        );
        return Status::REJECTED;
    }
    let picture = picture.unwrap_or_default();
    let name = program_name(arguments);
    let forms = forms(arguments);
    let printed = forms
        .iter()
        .map(|form| form.one(&name, &report, &sources, &picture));
    let delivered = deliver(&printed.collect::<Vec<Printed>>());
    if let Err(message) = delivered.and_then(|()| open(arguments, &name, &report, &sources)) {
        complain(&message);
        return Status::REJECTED;
    }
    status(&arguments.deny, &report)
}

/// Whether the schedule of the first race goes to a file.
fn wants_schedule(arguments: &CheckArguments) -> bool {
    arguments.witness.is_some() || arguments.reproducer.is_some()
}

/// Writes the schedule of the first race in the forms that are wanted.
fn write_schedule(
    arguments: &CheckArguments,
    file: Option<&WitnessFile>,
    report: &Report,
) -> Result<(), String> {
    match (&arguments.witness, file) {
        (Some(path), _) if exchange::is_meant(path) => exchange::write(arguments, report, path)?,
        (Some(path), Some(file)) => file.write(path)?,
        _ => {}
    }
    match (&arguments.reproducer, file) {
        (Some(path), Some(file)) => reproducer::of(file, path),
        _ => Ok(()),
    }
}

/// Shows the result in a browser, if that is wanted.
fn open(arguments: &CheckArguments, name: &str, report: &Report, sources: &Sources) -> Result<(), String> {
    if !arguments.show.open {
        return Ok(());
    }
    let mut outputs = arguments.show.outputs.iter();
    let written = outputs.find(|output| output.format == Format::Html);
    let path = match written.and_then(|output| output.path.clone()) {
        Some(path) => path,
        None => browse::keep(&html::render(name, report, sources))?,
    };
    browse::show(&path)
}

/// What the only program is called: its name in the project, or its first file, with its arguments.
fn program_name(arguments: &CheckArguments) -> String {
    let first = || {
        arguments
            .input
            .files
            .first()
            .map(|path| path.display().to_string())
    };
    let name = arguments.input.program.clone().or_else(first).unwrap_or_default();
    let args = arguments
        .args
        .iter()
        .map(|arg| arg.to_string_lossy().into_owned());
    std::iter::once(name)
        .chain(args)
        .collect::<Vec<String>>()
        .join(" ")
}

/// What is printed when a limit ends the check before it has a result of its own: what was found and covered
/// until then.
fn last_words(
    arguments: &CheckArguments,
    budget: Arc<Budget>,
    done: Arc<Mutex<Vec<ProgramResult>>>,
    so_far: Arc<SoFar>,
    known: Arc<Suppressions>,
) -> LastWords {
    let forms = forms(arguments);
    let name = program_name(arguments);
    let deny = arguments.deny.clone();
    let answer = move |reason: Exhausted| {
        let (mut report, sources) = so_far.get().unwrap_or_else(|| {
            let mut report = Report {
                engine: "auto".to_owned(),
                ..Report::default()
            };
            report.coverage.clauses.push(Clause::NothingToTheEnd);
            (report, Sources::default())
        });
        let open = Open::Exhausted(resource(reason));
        if !report.coverage.open.contains(&open) {
            report.coverage.open.push(open);
        }
        let amount = budget.amount();
        report.stats.seconds = budget.elapsed().as_secs_f64();
        report.stats.states = report.stats.states.max(amount.states);
        report.stats.steps = report.stats.steps.max(amount.steps);
        report.stats.executions = report.stats.executions.max(amount.executions);
        report.stats.peak_memory = peak_memory();
        known.apply(&mut report, &sources);
        let status = status(&deny, &report);
        // Of several programs, those that are done have their answers.
        let done = done.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if done.is_empty() {
            let printed = forms.iter().map(|form| form.one(&name, &report, &sources, ""));
            return (printed.collect(), status);
        }
        let rest = ProgramResult {
            name: "the others".to_owned(),
            result: Ok(report),
        };
        let results: Vec<ProgramResult> = done.into_iter().chain([rest]).collect();
        let has_race = |one: &ProgramResult| {
            let report = one.result.as_ref();
            report.is_ok_and(|report| report.races().any(|race| race.suppressed.is_none()))
        };
        let status = match results.iter().any(has_race) {
            true => Status::DEFECTIVE,
            false => Status::UNKNOWN,
        };
        let printed = forms.iter().map(|form| form.several(&results, &[]));
        (printed.collect(), status)
    };
    LastWords {
        answer: Box::new(answer),
    }
}

/// The results for all values of the inputs.
struct All {
    report: Report,
    /// Of the first race, if it is wanted.
    witness: Option<WitnessFile>,
    sources: Sources,
    /// The computation graph, if it is wanted and there is one.
    picture: Option<String>,
}

/// Why nothing was checked.
enum Rejection {
    Program(Box<Failed>),
    Message(String),
}

impl Rejection {
    /// Prints it.
    fn tell(&self, arguments: &CheckArguments) {
        match self {
            Rejection::Program(failed) => input::tell_errors(failed, &arguments.input),
            Rejection::Message(message) => complain(message),
        }
    }

    fn words(&self) -> String {
        match self {
            Rejection::Program(failed) => {
                failed
                    .diagnostics
                    .render(&failed.sources, raceproof_source::Severity::Error, false)
            }
            Rejection::Message(message) => message.clone(),
        }
    }
}

/// Checks the program with every combination of values of its inputs, up to the first that has a race.
fn check_all(
    asked: &Asked<'_>,
    files: &Files,
    store: &Mutex<Store>,
    budget: &Budget,
) -> Result<All, Rejection> {
    let Check {
        arguments, macros, ..
    } = asked.check;
    let mut request = asked.request.clone();
    let args = files.arguments(&arguments.args);
    let (input, ranges) = (&arguments.input, &arguments.world.ranges);
    let what = arguments.world.extern_code.into();
    let mut inputs = Inputs::new(files, store, ranges, args.len(), what).map_err(Rejection::Program)?;
    let unpinned = unpinned(arguments);
    let mut total: Option<All> = None;
    let mut checked: Option<Checked> = None;
    let mut told = false;
    let pinned = pins::read(&arguments.world).map_err(Rejection::Message)?;
    while let Some((program, setting)) = inputs.step().map_err(Rejection::Program)? {
        let setting = setting.within(&pinned);
        if program.program().entry.is_none() {
            let message = "the program has no `main`: give all of its files, the one with `main` among them";
            return Err(Rejection::Message(message.to_owned()));
        }
        if !std::mem::replace(&mut told, true) {
            input::tell_notes(program.loaded(), input);
        }
        let sources = quotable(&program.loaded().sources);
        // The first race may be one that does not count.
        request.all |= asked.known.may_apply(&sources);
        let world = World {
            args: &args,
            setting: &setting,
            open: if arguments.world.closed_world {
                &[]
            } else {
                &unpinned
            },
            // Values that were asked for are not mixed with others.
            unpinned: if ranges.is_empty() { &unpinned } else { &[] },
        };
        let (mut one, setting) = look(program, world, &sources, &request, budget);
        if arguments.world.closed_world {
            one.report.coverage.clauses.push(Clause::ClosedWorld);
        }
        let is_first =
            one.witness.is_some() && checked.as_ref().is_none_or(|before| before.witness.is_none());
        let mut witness = total.take().and_then(|before| before.witness);
        if let (true, true, Some(found)) = (is_first, wants_schedule(arguments), &one.witness) {
            let file = program.while_failing(setting.failing, |program| {
                program.set_threads(one.team.unwrap_or(1));
                program.set_division(one.division);
                let argv = setting.argv(&args);
                WitnessFile::new(input, macros, &argv, &setting, program.program(), found, one.team)
            });
            let file = file.map_err(Rejection::Message)?;
            let file = file.with_program(files.name.as_deref());
            let file = file.with_division(one.division);
            witness = Some(file.with_faithful_waits(request.faithful_waits));
        }
        let all = match checked.take() {
            Some(before) => merge(before, one),
            None => one,
        };
        total = Some(All {
            report: all.report.clone(),
            witness,
            sources,
            picture: all.picture.clone(),
        });
        let enough = all.witness.is_some() && !request.all;
        checked = Some(all);
        if enough {
            break;
        }
    }
    let mut total = total.ok_or_else(|| Rejection::Message("there is nothing to check".to_owned()))?;
    total.report.stats.peak_memory = peak_memory();
    asked.known.apply(&mut total.report, &total.sources);
    if !input.entry.is_empty() {
        let clause = Clause::Entry(input.entry.clone(), input.entry_init.clone());
        total.report.coverage.clauses.push(clause);
    }
    // Up to a race, the race has the values.
    let is_whole = request.all || total.report.verdict() != Verdict::Race;
    for range in ranges.iter().filter(|_| is_whole) {
        total.report.coverage.clauses.push(range.clause());
    }
    Ok(total)
}

/// The parts of the world that the user did not pin.
fn unpinned(arguments: &CheckArguments) -> Vec<Part> {
    let is_pinned = |part: &Part| match part {
        Part::Arguments => {
            !arguments.args.is_empty() || arguments.world.ranges.iter().any(Range::is_argument)
        }
        Part::Input => arguments.world.stdin.is_some(),
        Part::Files => !arguments.world.files.is_empty(),
        Part::Variables => !arguments.world.variables.is_empty(),
        Part::Processors => arguments.world.processors.is_some(),
        Part::Resources => arguments.world.no_failures,
        _ => false,
    };
    PARTS.into_iter().filter(|part| !is_pinned(part)).collect()
}

fn status(deny: &[Denied], report: &Report) -> Status {
    let denied = |finding: &raceproof_report::Finding| deny.iter().any(|denied| denied.has(finding.kind));
    let mut new = report
        .findings
        .iter()
        .filter(|finding| finding.suppressed.is_none());
    match report.verdict() {
        _ if new.any(|finding| finding.kind == Kind::Race || denied(finding)) => Status::DEFECTIVE,
        // The user knows of all races that were found.
        Verdict::Race => Status::SUCCESS,
        // Without a race, what was not covered are other defects.
        Verdict::RaceFree if !deny.is_empty() && !report.coverage.open.is_empty() => Status::UNKNOWN,
        Verdict::RaceFree => Status::SUCCESS,
        Verdict::Unknown => Status::UNKNOWN,
    }
}

/// The most memory that this process held, in bytes; 0 where the system does not say.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}
