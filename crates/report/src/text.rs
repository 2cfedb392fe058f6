//! The terminal form: what a person reads.
//!
//! Each finding is a title, the source lines with the accesses marked, notes about the threads, the inputs,
//! and the schedule as a listing in three columns (thread, position, what it does). The verdict and the
//! coverage follow. Only the line with the cost, which has to be asked for, varies from run to run.

use std::fmt::Write as _;

use annotate_snippets::renderer::{AnsiColor, Effects, Style};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};

use crate::finding::thread_name;
use crate::fold::fold;
use crate::words::{cost, files, marks, notes};
use crate::{Finding, Location, Report, Sources, Step, Verdict, object};

/// What to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether to use the terminal's colours.
    pub color: bool,
    /// Whether to leave out snippets, notes and schedules: one line for each finding and the verdict.
    pub brief: bool,
    /// Whether to say of each shared construct how its mappings were covered, what is noteworthy, and what
    /// the search cost.
    pub verbose: bool,
    /// Whether to list the shared objects.
    pub objects: bool,
}

/// Renders a report.
pub fn render(report: &Report, sources: &Sources, options: Options) -> String {
    let mut out = String::new();
    for finding in &report.findings {
        if options.brief {
            out.push_str(&headline(finding));
        } else {
            out.push_str(&render_finding(finding, sources, options));
            if options.verbose || report.engine == LOCKSET {
                list_history(&mut out, finding, options);
            }
            out.push('\n');
        }
    }
    conclude(&mut out, report, options);
    out
}

/// Renders one finding, ending in a new line.
pub fn render_finding(finding: &Finding, sources: &Sources, options: Options) -> String {
    let renderer = if options.color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let level = Level::ERROR.with_name(finding.kind.word());
    let title = level
        .primary_title(finding.message.as_str())
        .id(finding.kind.code());
    let mut elements: Vec<Element<'_>> = Vec::new();
    let marks = marks(finding);
    for file in files(&marks) {
        let of_file = || marks.iter().filter(|mark| mark.at.file == file);
        match sources.text(file) {
            Some(text) if of_file().any(|mark| sources.range(mark.at).is_some()) => {
                let annotations = of_file().filter_map(|mark| {
                    let kind = if mark.primary {
                        AnnotationKind::Primary
                    } else {
                        AnnotationKind::Context
                    };
                    let range = sources.range(mark.at)?;
                    Some(kind.span(range).label(mark.label.clone()))
                });
                elements.push(Snippet::source(text).path(file).annotations(annotations).into());
            }
            _ => {
                for mark in of_file() {
                    let origin = Origin::path(file)
                        .line(mark.at.line as usize)
                        .char_column(mark.at.column as usize);
                    elements.push(origin.into());
                    elements.push(Level::NOTE.message(mark.label.clone()).into());
                }
            }
        }
    }
    for note in notes(finding) {
        elements.push(Level::NOTE.message(note).into());
    }
    if let Some(suppression) = &finding.suppressed {
        let note = format!("suppressed: {}", suppression.reason);
        elements.push(Level::NOTE.message(note).into());
    }
    for help in &finding.help {
        elements.push(Level::HELP.message(help.as_str()).into());
    }
    let group = if elements.is_empty() {
        Group::with_title(title)
    } else {
        title.elements(elements)
    };
    let mut out = renderer.render(&[group]).to_string();
    out.push('\n');
    if !finding.schedule.is_empty() {
        list_schedule(&mut out, &finding.schedule, options);
    }
    out
}

/// Renders a message with its source line, ending in a new line.
pub fn render_message(level: &str, message: &str, at: &Location, sources: &Sources, color: bool) -> String {
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let base = if level == "error" {
        Level::ERROR
    } else {
        Level::NOTE
    };
    let title = base.with_name(level).primary_title(message);
    let group = match (sources.text(&at.file), sources.range(at)) {
        (Some(text), Some(range)) => {
            let annotation = AnnotationKind::Primary.span(range);
            title.element(Snippet::source(text).path(&at.file).annotation(annotation))
        }
        _ if at.is_known() => {
            let origin = Origin::path(&at.file)
                .line(at.line as usize)
                .char_column(at.column as usize);
            title.element(origin)
        }
        _ => Group::with_title(title),
    };
    format!("{}\n", renderer.render(&[group]))
}

/// How many lines of a long schedule are shown at its start and at its end.
const HEAD: usize = 16;
const TAIL: usize = 32;

/// One line for each step, in columns; repeats are told once. The thread is named where it changes.
fn list_schedule(out: &mut String, schedule: &[Step], options: Options) {
    let steps = if schedule.len() == 1 { "step" } else { "steps" };
    let _ = writeln!(
        out,
        "\n  {}",
        bold(&format!("schedule ({} {steps})", schedule.len()), options)
    );
    let places: Vec<String> = schedule
        .iter()
        .map(|step| match step.at.is_known() {
            true => step.at.line_of_file(),
            false => String::new(),
        })
        .collect();
    let names: Vec<String> = schedule.iter().map(|step| thread_name(step.thread)).collect();
    let width = |cells: &[String]| cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
    let (name_width, place_width) = (width(&names), width(&places));
    // A line for each: the step, or none for a remark, what is said, and how many steps it stands for.
    let mut lines = Vec::new();
    for fold in fold(schedule) {
        let count = if fold.steps.len() == 1 { fold.rounds } else { 1 };
        let steps = fold.steps.clone();
        lines.extend(steps.map(|index| (Some(index), fold.tell(&schedule[index]), count)));
        let again = fold.again();
        lines.extend(again.map(|again| (None, again, fold.count() - fold.steps.len())));
    }
    let is_long = lines.len() > HEAD + TAIL + 1;
    let left_out = if is_long { HEAD..lines.len() - TAIL } else { 0..0 };
    let mut previous = None;
    for (number, (index, text, _)) in lines.iter().enumerate() {
        if left_out.contains(&number) {
            if number == left_out.start {
                let hidden: usize = lines[left_out.clone()].iter().map(|(_, _, count)| count).sum();
                let _ = writeln!(out, "    … {hidden} more steps");
                previous = None;
            }
            continue;
        }
        let Some(index) = *index else {
            let _ = writeln!(out, "    {text}");
            previous = None;
            continue;
        };
        let thread = Some(schedule[index].thread);
        let name = if previous == thread {
            ""
        } else {
            names[index].as_str()
        };
        previous = thread;
        // Padding first: the codes of colours have no width.
        let name = bold(&format!("{name:name_width$}"), options);
        let line = format!("    {name}  {:place_width$}  {text}", places[index]);
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// The engine that explains races by locksets.
const LOCKSET: &str = "lockset";

/// Who knows of the first access after which step: its lockset.
fn list_history(out: &mut String, finding: &Finding, options: Options) {
    if finding.history.is_empty() {
        return;
    }
    let title = format!("lockset of {}: who comes after the first access", finding.object);
    let _ = writeln!(out, "\n  {}", bold(&title, options));
    let steps = finding
        .history
        .iter()
        .map(|growth| &finding.schedule[growth.step]);
    let places: Vec<String> = steps
        .map(|step| format!("{}  {}", thread_name(step.thread), step.at.line_of_file()))
        .collect();
    let width = places
        .iter()
        .map(|place| place.chars().count())
        .max()
        .unwrap_or(0);
    for (place, growth) in places.iter().zip(&finding.history) {
        let thread = finding.schedule[growth.step].thread;
        let _ = writeln!(out, "    {place:width$}  {}", growth.words(thread));
    }
}

/// `file:line:column: race: message`, as compilers print it.
fn headline(finding: &Finding) -> String {
    let first = finding.accesses.iter().map(|access| &access.at);
    let first = first.chain(finding.places.iter().map(|place| &place.at));
    let position = first
        .clone()
        .find(|at| at.is_known())
        .map_or(String::new(), |at| format!("{at}: "));
    format!("{position}{}: {}\n", finding.kind.word(), finding.message)
}

/// The verdict, the coverage and the statistics.
fn conclude(out: &mut String, report: &Report, options: Options) {
    let (verdict, rest) = report.answer();
    let style = match verdict {
        Verdict::Race => AnsiColor::BrightRed,
        Verdict::RaceFree => AnsiColor::BrightGreen,
        Verdict::Unknown => AnsiColor::BrightYellow,
    };
    let style = style.on_default().effects(Effects::BOLD);
    let word = painted(verdict.word(), style, options);
    let engine = match report.engine.as_str() {
        "" => String::new(),
        engine => format!(" (engine: {engine})"),
    };
    let _ = writeln!(out, "verdict: {word}{rest}{engine}");
    if options.brief {
        return;
    }
    let coverage = &report.coverage;
    // What is open comes first where that is the answer.
    if verdict == Verdict::Unknown {
        list_open(out, report, options);
    }
    if !coverage.clauses.is_empty() {
        let _ = writeln!(out, "covered: {}", coverage.words());
    }
    if options.verbose {
        for note in coverage.notes() {
            let _ = writeln!(out, "note: {note}");
        }
        for mapping in coverage.mappings() {
            let _ = writeln!(out, "mapping: {mapping}");
        }
    }
    if let Some(summary) = object::summary(&report.objects) {
        let _ = writeln!(out, "{summary}");
    }
    if options.objects {
        list_objects(out, report);
    }
    if verdict != Verdict::Unknown {
        list_open(out, report, options);
    }
    if options.verbose {
        for cut in coverage.cuts() {
            let _ = writeln!(out, "cut off: {cut}");
        }
        let _ = writeln!(out, "cost: {}", cost(&report.stats));
    }
}

/// What was not covered, with the pairs of accesses that are most worth a look, and who had no answer.
fn list_open(out: &mut String, report: &Report, options: Options) {
    for limit in report.coverage.limits() {
        let _ = writeln!(out, "not covered: {limit}");
    }
    if report.verdict() == Verdict::Unknown && !options.objects {
        for (name, pair) in object::most_relevant(&report.objects, PAIRS) {
            let _ = writeln!(out, "open: {name}: {pair}");
        }
    }
    for other in report.coverage.others() {
        let _ = writeln!(out, "not conclusive: {other}");
    }
}

/// So many open pairs are told without being asked for.
const PAIRS: usize = 3;

/// One line for each shared object, in columns, and the open pairs below it.
fn list_objects(out: &mut String, report: &Report) {
    let words = |all: Vec<String>| match all.is_empty() {
        true => "nothing that was found".to_owned(),
        false => all.join("; "),
    };
    let mut rows = vec![["object", "", "protected by", "accessed by"].map(str::to_owned)];
    for object in &report.objects {
        rows.push([
            object.name.clone(),
            object.standing.word().to_owned(),
            words(object.protected_by.iter().map(ToString::to_string).collect()),
            words(object.accessed_by.iter().map(ToString::to_string).collect()),
        ]);
    }
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths = [width(0), width(1), width(2)];
    for (number, row) in rows.iter().enumerate().filter(|_| rows.len() > 1) {
        let [a, b, c] = widths;
        let line = format!("  {:a$}  {:b$}  {:c$}  {}", row[0], row[1], row[2], row[3]);
        let _ = writeln!(out, "{}", line.trim_end());
        let object = number
            .checked_sub(1)
            .and_then(|number| report.objects.get(number));
        for pair in object.into_iter().flat_map(|object| &object.open) {
            let _ = writeln!(out, "    {pair}");
        }
    }
}

fn bold(text: &str, options: Options) -> String {
    painted(text, Style::new().effects(Effects::BOLD), options)
}

fn painted(text: &str, style: Style, options: Options) -> String {
    if options.color {
        format!("{style}{text}{style:#}")
    } else {
        text.to_owned()
    }
}
