//! `raceproof check`: race, race-free or unknown.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use raceproof_c::Store;
use raceproof_engine::{Budget, EngineName, Exhausted, Order};
use raceproof_machine::World as Part;
use raceproof_portfolio::{Checked, PARTS, Request, SoFar, Teams, World, look, merge, resource, tune};
use raceproof_report::{
    Clause, Open, ProgramResult, Report, Sources, Verdict, html, json, programs, sarif, text,
};
use raceproof_source::Failed;

use super::arguments::{self, CheckArguments, Denied, Format, Macro};
use super::guard::{Guard, LastWords};
use super::input::Files;
use super::progress::with_progress;
use super::range::{Inputs, Range};
use super::witness::WitnessFile;
use super::{Status, complain, input, pins, write};

use crate::load::quotable;

/// What the options say that cannot be meant.
fn contradiction(arguments: &CheckArguments) -> Option<String> {
    let mut names: Vec<&str> = arguments.world.ranges.iter().map(Range::name).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Some(format!("`--input` names `{}` twice: give one range", twice[0]));
    }
    let is_same = |a: &Path, b: &Path| {
        a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
    };
    let written = [("-o", &arguments.show.output), ("--witness", &arguments.witness)];
    for (option, path) in written
        .iter()
        .filter_map(|(option, path)| Some((option, path.as_ref()?)))
    {
        if arguments.input.files.iter().any(|file| is_same(file, path)) {
            return Some(format!(
                "`{option}` would overwrite the program in {}",
                path.display()
            ));
        }
    }
    match (&arguments.show.output, &arguments.witness) {
        (Some(output), Some(witness)) if is_same(output, witness) => {
            Some("`-o` and `--witness` name the same file".to_owned())
        }
        _ => None,
    }
}

/// Checks a program.
pub fn run(arguments: &CheckArguments, macros: &[Macro]) -> Status {
    if let Some(message) = contradiction(arguments) {
        complain(&message);
        return Status::REJECTED;
    }
    for number in &arguments.numbers {
        if let Err(message) = tune(number) {
            complain(&format!("-Z: {message}"));
            return Status::REJECTED;
        }
    }
    let budget = Arc::new(Budget::new(
        arguments.time_limit,
        arguments.max_states.unwrap_or(u64::MAX),
        arguments.memory_limit.saturating_mul(1 << 20),
    ));
    let done = Arc::new(Mutex::new(Vec::new()));
    let so_far = Arc::new(SoFar::default());
    let words = last_words(
        arguments,
        Arc::clone(&budget),
        Arc::clone(&done),
        Arc::clone(&so_far),
    );
    let guard = Guard::start(&budget, arguments.memory_limit.saturating_mul(1 << 20), words);
    let request = Request {
        engine: match arguments.engine {
            arguments::Engine::Auto => None,
            arguments::Engine::Graph => Some(EngineName::Graph),
            arguments::Engine::Lockset => Some(EngineName::Lockset),
            arguments::Engine::Dpor => Some(EngineName::Dpor),
            arguments::Engine::Tasks => Some(EngineName::Tasks),
            arguments::Engine::Once => Some(EngineName::Once),
            arguments::Engine::Oracle => Some(EngineName::Oracle),
            arguments::Engine::Symbolic => Some(EngineName::Symbolic),
            arguments::Engine::Modular => Some(EngineName::Modular),
        },
        order: match arguments.order {
            arguments::Order::Hb => Order::Hb,
            arguments::Order::Wcp => Order::Wcp,
            arguments::Order::Dc => Order::Dc,
        },
        all: arguments.all,
        races_only: false,
        rounds: arguments.rounds,
        unwind: arguments.unwind,
        teams: match &arguments.threads {
            Some(sizes) => Teams::only(sizes.clone()),
            None => Teams::default(),
        },
        faithful_waits: arguments.no_spurious_wakeups,
        jobs: arguments.jobs,
        draw: arguments.show.format == Format::Dot,
        so_far,
    };
    let checked = with_progress(&budget, !arguments.show.quiet, || {
        check_programs(arguments, macros, &request, &budget, &done)
    });
    guard.claim();
    let mut programs = match checked {
        Ok(programs) => programs,
        Err(rejection) => {
            rejection.tell(arguments);
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

/// The programs, each with what became of it.
type Programs = Vec<(Option<String>, Result<All, Rejection>)>;

/// Checks all programs that the command line describes; each has an equal share of the time that is left.
fn check_programs(
    arguments: &CheckArguments,
    macros: &[Macro],
    request: &Request,
    budget: &Budget,
    done: &Mutex<Vec<ProgramResult>>,
) -> Result<Programs, Rejection> {
    let store = Mutex::default();
    let programs = input::programs(&arguments.input, macros, &store).map_err(Rejection::Program)?;
    let count = programs.len();
    if count > 1 && matches!(arguments.show.format, Format::Dot | Format::Html) {
        let message = "this format shows one program: pick one with --program";
        return Err(Rejection::Message(message.to_owned()));
    }
    if count > 1 && arguments.witness.is_some() {
        let message = "`--witness` is for one program: pick one with --program";
        return Err(Rejection::Message(message.to_owned()));
    }
    let mut checked = Vec::new();
    for (number, files) in programs.into_iter().enumerate() {
        files.tell_notes(&arguments.input);
        let result = match (count, arguments.time_limit) {
            (2.., Some(limit)) => {
                let left = limit.saturating_sub(budget.elapsed()) / (count - number) as u32;
                let share = budget.part(left, u64::MAX);
                check_all(arguments, macros, &files, &store, request, &share)
            }
            _ => check_all(arguments, macros, &files, &store, request, budget),
        };
        if let (2.., Some(name)) = (count, &files.name) {
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.push(program_result(name.clone(), &result));
        }
        checked.push((files.name, result));
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
    let form = Form::of(arguments);
    let mut out = String::new();
    let mut results = Vec::new();
    let mut statuses = Vec::new();
    for (name, result) in &programs {
        let name = name.clone().unwrap_or_default();
        match result {
            Ok(all) => {
                if arguments.show.format == Format::Text && !arguments.show.quiet {
                    out.push_str(&format!("program {name}\n\n"));
                    out.push_str(&form.render(&all.report, &all.sources, ""));
                    out.push('\n');
                }
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
    out.push_str(&render_several(Form::of(arguments), &results));
    if let Err(message) = deliver(arguments, &out) {
        complain(&message);
        return Status::REJECTED;
    }
    // A race in one of them is what matters most.
    let order = [Status::DEFECTIVE, Status::REJECTED, Status::UNKNOWN];
    let worst = order.into_iter().find(|status| statuses.contains(status));
    worst.unwrap_or(Status::SUCCESS)
}

fn render_several(form: Form, results: &[ProgramResult]) -> String {
    match form.format {
        Format::Json => programs::to_json(results),
        Format::Sarif => programs::to_sarif(results, form.text.objects),
        Format::Text | Format::Html | Format::Dot => programs::table(results),
    }
}

/// Prints a result to where it is wanted.
fn deliver(arguments: &CheckArguments, rendered: &str) -> Result<(), String> {
    match &arguments.show.output {
        Some(path) => write::file(path, rendered),
        None => write::standard_output(rendered),
    }
}

/// Prints the result of the only program.
fn tell_one(arguments: &CheckArguments, all: All) -> Status {
    let All {
        report,
        witness,
        sources,
        picture,
    } = all;
    if let (Some(path), Some(file)) = (&arguments.witness, witness)
        && let Err(message) = file.write(path)
    {
        complain(&message);
        return Status::REJECTED;
    }
    let picture = match (arguments.show.format, picture) {
        (Format::Dot, None) => {
            complain(
                "the program has no computation graph: it uses more than tasks, their joins and isolated blocks",
            );
            return Status::REJECTED;
        }
        (_, picture) => picture.unwrap_or_default(),
    };
    let rendered = Form::of(arguments).render(&report, &sources, &picture);
    if let Err(message) = deliver(arguments, &rendered) {
        complain(&message);
        return Status::REJECTED;
    }
    status(&arguments.deny, &report)
}

/// What is printed when a limit ends the check before it has a result of its own: what was found and covered
/// until then.
fn last_words(
    arguments: &CheckArguments,
    budget: Arc<Budget>,
    done: Arc<Mutex<Vec<ProgramResult>>>,
    so_far: Arc<SoFar>,
) -> LastWords {
    let form = Form::of(arguments);
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
        let progress = budget.progress();
        report.stats.seconds = progress.elapsed.as_secs_f64();
        report.stats.states = report.stats.states.max(progress.states);
        report.stats.steps = report.stats.steps.max(progress.steps);
        report.stats.peak_memory = peak_memory();
        let status = status(&deny, &report);
        // Of several programs, those that are done have their answers.
        let done = done.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if done.is_empty() {
            return (form.render(&report, &sources, ""), status);
        }
        let rest = ProgramResult {
            name: "the others".to_owned(),
            result: Ok(report),
        };
        let results: Vec<ProgramResult> = done.into_iter().chain([rest]).collect();
        let has_race = |one: &ProgramResult| {
            let report = one.result.as_ref();
            report.is_ok_and(|report| report.verdict() == Verdict::Race)
        };
        let status = match results.iter().any(has_race) {
            true => Status::DEFECTIVE,
            false => Status::UNKNOWN,
        };
        (render_several(form, &results), status)
    };
    LastWords {
        answer: Box::new(answer),
        output: arguments.show.output.clone(),
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
    arguments: &CheckArguments,
    macros: &[Macro],
    files: &Files,
    store: &Mutex<Store>,
    request: &Request,
    budget: &Budget,
) -> Result<All, Rejection> {
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
        let (mut one, setting) = look(program, world, &sources, request, budget);
        if arguments.world.closed_world {
            one.report.coverage.clauses.push(Clause::ClosedWorld);
        }
        let is_first =
            one.witness.is_some() && checked.as_ref().is_none_or(|before| before.witness.is_none());
        let mut witness = total.take().and_then(|before| before.witness);
        if let (true, true, Some(found)) = (is_first, arguments.witness.is_some(), &one.witness) {
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

/// How a report is to be shown.
#[derive(Clone, Copy)]
struct Form {
    format: Format,
    text: text::Options,
}

impl Form {
    fn of(arguments: &CheckArguments) -> Form {
        let color = match &arguments.show.output {
            Some(_) => arguments.input.color == arguments::Color::Always,
            None => arguments.input.color.on(&std::io::stdout()),
        };
        Form {
            format: arguments.show.format,
            text: text::Options {
                color,
                brief: arguments.show.quiet,
                mappings: arguments.input.verbose,
                objects: arguments.show.objects,
            },
        }
    }

    fn render(self, report: &Report, sources: &Sources, picture: &str) -> String {
        match self.format {
            Format::Dot => picture.to_owned(),
            Format::Html => html::render(report, sources),
            Format::Json => json::render(report),
            Format::Sarif => sarif::render(report, self.text.objects),
            Format::Text => text::render(report, sources, self.text),
        }
    }
}

fn status(deny: &[Denied], report: &Report) -> Status {
    let denied = |finding: &raceproof_report::Finding| deny.iter().any(|denied| denied.has(finding.kind));
    match report.verdict() {
        Verdict::Race => Status::DEFECTIVE,
        _ if report.findings.iter().any(denied) => Status::DEFECTIVE,
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
