//! The looks at a program: as it is given, with inputs that nobody gave, with more room than it asked for.
//!
//! Each row is a way to run the program, a condition on what the looks before it have shown, and the time it
//! may take. What another look shows counts only if it is a race: that there is none with a guessed argument
//! means nothing.

use std::sync::Arc;

use raceproof_engine::{Budget, EngineName};
use raceproof_machine::{Signals, World as Part};
use raceproof_report::{Clause, Kind, Object, Open, Protection, Report, Sources, Standing, Verdict, object};
use raceproof_tuning::Tuned;

use crate::check::{Checked, Request, check};
use crate::given::Setting;
use crate::prepare::handler::sets_handlers;
use crate::prepare::{Extern, Failing, Prepared};
use crate::tell::mark_races;
use crate::{guess, limits};

/// What a program is checked with.
#[derive(Clone, Copy)]
pub struct World<'a> {
    /// `argv` without the values of inputs.
    pub args: &'a [Vec<u8>],
    /// The values of inputs.
    pub setting: &'a Setting,
    /// The parts of the world that may be anything; none if the world is closed.
    pub open: &'a [Part],
    /// The parts that nobody pinned by themselves: others than those that are given may be tried.
    pub unpinned: &'a [Part],
}

/// A way to run the program.
struct Look {
    /// What it is given instead.
    settings: fn(&Prepared, &World<'_>, &Setting, &Budget) -> Vec<Setting>,
    /// When that is tried.
    when: fn(&World<'_>, &Report) -> bool,
    /// For how long, each time.
    time: &'static Tuned,
    /// Whether the defects that were known before stay.
    keeps_findings: bool,
}

#[rustfmt::skip]
static LOOKS: &[Look] = &[
    // Numbers as an argument.
    Look { settings: arguments, when: has_arguments, time: &limits::GUESS, keeps_findings: false },
    // Lines of a standard input.
    Look { settings: lines, when: has_input, time: &limits::GUESS, keeps_findings: false },
    // Where accesses race that are only assumed, there may be others.
    Look { settings: unassumed, when: has_assumed, time: &limits::GUESS, keeps_findings: true },
    // Whatever else the program names.
    Look { settings: worlds, when: is_unknown, time: &limits::GUESS, keeps_findings: false },
    // Whatever a formula can be satisfied with.
    Look { settings: formula, when: is_elsewhere_open, time: &limits::FREE_WORLD, keeps_findings: false },
    // What comes after an access beyond the end of a block is undefined, but mostly there are a few bytes
    // more, and a race may follow.
    Look { settings: room, when: leaves_blocks, time: &limits::ROOM, keeps_findings: true },
];

fn arguments(program: &Prepared, _: &World<'_>, setting: &Setting, _: &Budget) -> Vec<Setting> {
    let numbers = guess::numbers(program.program()).into_iter();
    numbers
        .map(|number| Setting::argument(1, number).within(setting))
        .collect()
}

fn lines(program: &Prepared, _: &World<'_>, setting: &Setting, _: &Budget) -> Vec<Setting> {
    let lines = guess::lines(program.program()).into_iter();
    lines.map(|lines| setting.with_ones(lines)).collect()
}

/// A race that is none of these is looked for without these accesses.
fn unassumed(_: &Prepared, _: &World<'_>, setting: &Setting, _: &Budget) -> Vec<Setting> {
    vec![setting.without_assumed()]
}

fn has_assumed(_: &World<'_>, report: &Report) -> bool {
    let is_assumed = |open: &Open| matches!(open, Open::Assumed(..));
    report.verdict() == Verdict::Unknown && report.coverage.open.iter().any(is_assumed)
}

fn room(_: &Prepared, _: &World<'_>, setting: &Setting, _: &Budget) -> Vec<Setting> {
    vec![setting.with_room()]
}

/// The program has no race with what it is given, and others of this may have one.
fn is_open(world: &World<'_>, report: &Report, part: Part) -> bool {
    let is_elsewhere = |open: &Open| matches!(open, Open::World(_) | Open::NoThread(_) | Open::By(..));
    let is_for_any = !world.open.is_empty() && report.verdict() == Verdict::RaceFree;
    world.unpinned.contains(&part)
        && !is_for_any
        && report.verdict() != Verdict::Race
        && report.coverage.open.iter().all(is_elsewhere)
}

fn has_arguments(world: &World<'_>, report: &Report) -> bool {
    is_open(world, report, Part::Arguments)
}

/// Parts of the world are open that may make a difference.
fn is_elsewhere_open(world: &World<'_>, report: &Report) -> bool {
    let mut open = report.coverage.open.iter();
    let is_one_world = open.any(|open| matches!(open, Open::World(_)));
    is_one_world && !world.unpinned.is_empty() && report.verdict() != Verdict::Race
}

/// Nothing is known of the program, and with another world there may be a race.
fn is_unknown(world: &World<'_>, report: &Report) -> bool {
    report.verdict() == Verdict::Unknown && !world.unpinned.is_empty()
}

/// All parts that nobody pinned: where one is open, what comes next may look at others.
fn worlds(program: &Prepared, world: &World<'_>, setting: &Setting, budget: &Budget) -> Vec<Setting> {
    let from = (world.args, world.unpinned);
    guess::worlds(program.program(), from, setting, budget)
}

/// The parts that nobody pinned, as free variables.
fn formula(_: &Prepared, world: &World<'_>, setting: &Setting, _: &Budget) -> Vec<Setting> {
    let known = [Part::Arguments, Part::Input, Part::Variables, Part::Files];
    let free: Vec<Part> = known
        .into_iter()
        .filter(|part| world.unpinned.contains(part))
        .collect();
    match free.is_empty() {
        true => Vec::new(),
        false => vec![setting.with_free(&free)],
    }
}

fn has_input(world: &World<'_>, report: &Report) -> bool {
    is_open(world, report, Part::Input)
}

/// An access was met that is not of any object.
fn leaves_blocks(_: &World<'_>, report: &Report) -> bool {
    let mut findings = report.findings.iter();
    report.verdict() == Verdict::Unknown && findings.any(|finding| finding.kind == Kind::Memory)
}

/// Checks a program as it is given and, where that shows no race, with what else may show one. Gives the
/// result and what it is about.
pub fn look(
    program: &mut Prepared,
    world: World<'_>,
    sources: &Sources,
    request: &Request,
    budget: &Budget,
) -> (Checked, Setting) {
    let mut setting = world.setting.clone();
    if let Some(found) = look_with_signals(program, world, sources, request, budget) {
        return found;
    }
    let mut best = check_with(
        program,
        (world.args, world.open),
        &setting,
        sources,
        request,
        budget,
    );
    // That there is no race with what is guessed is of no interest.
    let hunt = Request {
        races_only: true,
        aims: Arc::clone(&best.aims),
        ..request.clone()
    };
    for look in LOOKS {
        if !(look.when)(&world, &best.report) {
            continue;
        }
        let whole = budget.part(limits::GUESSING.time(), u64::MAX);
        for other in (look.settings)(program, &world, &setting, &whole) {
            if whole.check(0).is_err() {
                break;
            }
            // Whoever names an engine gets no answer of another.
            let is_named = request
                .engine
                .is_some_and(|engine| engine != EngineName::Symbolic);
            if is_named && !other.free.is_empty() {
                continue;
            }
            let part = budget.part(look.time.time(), u64::MAX);
            let mut seen = check_with(program, (world.args, &[]), &other, sources, &hunt, &part);
            object::hear_tries(&mut best.report.objects, &seen.tried);
            if seen.witness.is_none() {
                continue;
            }
            if seen.report.objects.is_empty() {
                seen.report.objects = elsewhere(std::mem::take(&mut best.report.objects));
                mark_races(&mut seen.report.objects, &seen.report.findings);
            }
            if look.keeps_findings {
                seen.report.stats.seconds += best.report.stats.seconds;
                seen.report.findings.extend(best.report.findings);
            }
            let other = match &seen.world {
                Some(world) => other.in_world(world),
                None => other,
            };
            (best, setting) = (seen, other);
            break;
        }
    }
    let failed = look_at_failures(program, &world, &setting, &mut best, (sources, request, budget));
    failed.unwrap_or((best, setting))
}

/// What is known of objects in any world: not what a search has shown in one.
fn elsewhere(mut objects: Vec<Object>) -> Vec<Object> {
    let searched = [Protection::searched()];
    for object in objects
        .iter_mut()
        .filter(|object| object.protected_by == searched)
    {
        object.standing = Standing::Open;
        object.protected_by.clear();
    }
    objects
}

/// Looks at a program where steps may fail for lack of memory or threads, if that can matter. Gives a race
/// that only shows so; otherwise the result says what it is worth.
///
/// A proof that covers no failures is still one: its verdict line says so, as it does of the sizes of teams.
fn look_at_failures(
    program: &mut Prepared,
    world: &World<'_>,
    setting: &Setting,
    best: &mut Checked,
    (sources, request, budget): (&Sources, &Request, &Budget),
) -> Option<(Checked, Setting)> {
    let is_proved = best.report.verdict() == Verdict::RaceFree;
    let is_elsewhere = |open: &Open| matches!(open, Open::World(_) | Open::NoThread(_) | Open::By(..));
    let is_silent = world.open.is_empty() || best.report.verdict() == Verdict::Race;
    if is_silent || !is_proved && !best.report.coverage.open.iter().all(is_elsewhere) {
        return None;
    }
    let failures = program.failures();
    if failures.is_empty() {
        return None;
    }
    let is_open = world.open.contains(&Part::Resources);
    if is_proved && is_open {
        let failing = Setting {
            failing: Some(Failing::Any),
            ..setting.clone()
        };
        let part = budget.part(limits::FAILING.time(), u64::MAX);
        let seen = check_with(
            program,
            (world.args, world.open),
            &failing,
            sources,
            request,
            &part,
        );
        match seen.report.verdict() {
            Verdict::Race => return Some((seen, failing)),
            Verdict::RaceFree => {
                // Whoever proved that has proved all of it, within bounds of his own.
                let clauses = &mut best.report.coverage.clauses;
                *clauses = seen.report.coverage.clauses;
                clauses.push(Clause::Any(vec![Part::Resources]));
                return None;
            }
            Verdict::Unknown => {}
        }
    }
    let few = (0..).zip(&failures).take(limits::FAILURES.size());
    let tried = few.flat_map(|(number, words)| {
        let failing = [Failing::Always(number), Failing::Sometimes(number)];
        failing.map(|failing| setting.with_failure(failing, words))
    });
    for failing in tried.filter(|_| is_open) {
        let part = budget.part(limits::ONE_FAILURE.time(), u64::MAX);
        let hunt = Request {
            races_only: true,
            ..request.clone()
        };
        let seen = check_with(program, (world.args, &[]), &failing, sources, &hunt, &part);
        if seen.witness.is_some() {
            return Some((seen, failing));
        }
    }
    if is_proved {
        best.report.coverage.clauses.push(Clause::NoFailures);
    }
    None
}

/// A race that shows where signals arrive: a program that has handlers may wait for one for ever, so that is
/// looked at before anything else.
fn look_with_signals(
    program: &mut Prepared,
    world: World<'_>,
    sources: &Sources,
    request: &Request,
    budget: &Budget,
) -> Option<(Checked, Setting)> {
    let sets_handlers = program.program().functions.iter().any(sets_handlers);
    if !sets_handlers || !world.open.contains(&Part::Signals) || request.engine.is_some() {
        return None;
    }
    let hunt = Request {
        races_only: true,
        ..request.clone()
    };
    for when in [Signals::Soon, Signals::Late] {
        let other = world.setting.with_signals(when);
        let part = budget.part(limits::GUESS.time(), u64::MAX);
        let seen = check_with(program, (world.args, &[]), &other, sources, &hunt, &part);
        if seen.witness.is_some() {
            return Some((seen, other));
        }
    }
    None
}

/// Checks a program with these values.
fn check_with(
    program: &mut Prepared,
    (args, open): (&[Vec<u8>], &[Part]),
    setting: &Setting,
    sources: &Sources,
    request: &Request,
    budget: &Budget,
) -> Checked {
    let config = setting.config(args, request.faithful_waits);
    request.so_far.begin(setting.values.clone());
    let by_formula = Request {
        engine: Some(EngineName::Symbolic),
        ..request.clone()
    };
    let request = if setting.free.is_empty() {
        request
    } else {
        &by_formula
    };
    let mut checked = program.while_failing(setting.failing, |program| {
        check(program, &config, open, sources, request, budget)
    });
    let in_world = checked.world.as_deref().map(|world| setting.in_world(world));
    let setting = in_world.as_ref().unwrap_or(setting);
    if let Some((what, names)) = program.assumption().filter(|(what, _)| *what != Extern::Anything) {
        let accesses = what == Extern::Arguments && !setting.without_assumed;
        checked
            .report
            .coverage
            .clauses
            .push(Clause::Extern(names, accesses));
    }
    if program.loaded().volatile_atomic {
        checked.report.coverage.clauses.push(Clause::VolatileAtomic);
    }
    if checked.report.verdict() == Verdict::RaceFree && program.sees_evaluation() {
        checked.report.coverage.clauses.push(Clause::OneEvaluation);
    }
    if checked.report.verdict() == Verdict::RaceFree {
        let by_runs = checked.report.engine != EngineName::Modular.word();
        let clauses = &mut checked.report.coverage.clauses;
        let traits = program.loaded().traits;
        if traits.mixes_addresses && by_runs && !clauses.contains(&Clause::OneLayout) {
            clauses.push(Clause::OneLayout);
        }
        if traits.long_doubles && by_runs {
            clauses.push(Clause::Doubles);
        }
    }
    if setting.roomy {
        checked.report.coverage.clauses.push(Clause::LargerBlocks);
    }
    for finding in &mut checked.report.findings {
        finding.inputs.extend(setting.values.iter().cloned());
    }
    checked
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_report::{Finding, Location};

    #[test]
    fn what_a_search_has_shown_of_objects_is_for_its_world_only() {
        let object = |name: &str, by: Vec<Protection>| Object {
            name: name.to_owned(),
            standing: Standing::Proved,
            protected_by: by,
            at: Location::default(),
            checked: None,
            accessed_by: Vec::new(),
            open: Vec::new(),
        };
        let searched = || vec![Protection::searched()];
        let objects = vec![
            object("a", Vec::new()),
            object("b", searched()),
            object("c.d", searched()),
        ];
        let mut objects = elsewhere(objects);
        let race = Finding {
            object: "c.e".to_owned(),
            ..Finding::new(Kind::Race, "a race")
        };
        mark_races(&mut objects, &[race]);
        let standings: Vec<Standing> = objects.iter().map(|object| object.standing).collect();
        assert_eq!(standings, [Standing::Proved, Standing::Open, Standing::Race]);
    }
}
