//! The form for a browser: one page that needs no other file and no network. It has all without script; the
//! script steps through schedules and draws what comes after what.
//!
//! Each thread of a finding has a colour: the first two are those of the accesses. Everything that comes from
//! the program is escaped.

mod paint;
mod schedule;

use std::collections::{BTreeMap, BTreeSet};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::finding::thread_name;
use crate::stepping::threads;
use crate::words::{cost, marks, notes};
use crate::{Finding, Location, Object, Report, Sources, Verdict, object};
use paint::{Colour, colours, paint, printable};
use schedule::{link, schedule};

/// Lines that are shown before and after a marked one.
const AROUND: u32 = 2;

/// Longer files are shown around their marks only.
const WHOLE: usize = 20_000;

/// So many threads have a colour of their own.
const COLOURS: usize = 8;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Renders a report. `program` is its name with its arguments.
pub fn render(program: &str, report: &Report, sources: &Sources) -> String {
    let verdict = report.verdict();
    let rest = report.answer().1;
    let files = files(report, sources);
    let names: Vec<&str> = files.keys().copied().collect();
    let title = format!(
        "{}{rest}: {} (raceproof {})",
        verdict.word(),
        printable(program),
        env!("CARGO_PKG_VERSION")
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#findings" { "Skip to the findings" }
                div.columns {
                    main {
                        (conclude(program, report))
                        (contents(report))
                        div id="findings" {
                            @for (number, finding) in report.findings.iter().enumerate() {
                                (describe(finding, number, sources, &names))
                            }
                        }
                        @if let Some(graph) = &report.graph {
                            section id="graph" {
                                h2 { "Computation graph" }
                                p { "What precedes the two accesses. No path leads from one to the other." }
                                (PreEscaped(graph))
                            }
                        }
                        (objects(report, &names))
                        (coverage(report))
                    }
                    (texts(report, &files))
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string() + "\n"
}

/// Text that means itself in a page.
pub(crate) fn escape(text: &str) -> String {
    html! { (printable(text)) }.into_string()
}

/// The files that the report names and whose text is known.
fn files<'a>(report: &'a Report, sources: &'a Sources) -> BTreeMap<&'a str, Vec<&'a str>> {
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for finding in &report.findings {
        named.extend(marks(finding).iter().map(|mark| mark.at.file.as_str()));
        named.extend(finding.schedule.iter().map(|step| step.at.file.as_str()));
    }
    for object in &report.objects {
        named.insert(&object.at.file);
        let open = object.open.iter().flat_map(|pair| &pair.accesses);
        named.extend(open.map(|access| access.at.file.as_str()));
    }
    let text = |file: &'a str| Some((file, sources.text(file)?.lines().collect::<Vec<&str>>()));
    named.into_iter().filter_map(text).collect()
}

/// The name of a line in the page, if the page has its file.
fn anchor(files: &[&str], at: &Location) -> Option<String> {
    let number = files.binary_search(&at.file.as_str()).ok()?;
    at.is_known().then(|| format!("s{number}-{}", at.line))
}

/// The class of a thread's colour.
fn colour(threads: &[u32], thread: u32) -> String {
    let place = threads.iter().position(|other| *other == thread).unwrap_or(0);
    format!("t{}", place % COLOURS)
}

/// The verdict.
fn conclude(program: &str, report: &Report) -> Markup {
    let (verdict, rest) = report.answer();
    let title = match verdict {
        Verdict::Race => "Race",
        Verdict::RaceFree => "Race-free",
        Verdict::Unknown => "Unknown",
    };
    html! {
        header {
            h1 class=(verdict.word()) { (title) (rest) }
            p { code { (printable(program)) } }
        }
    }
}

/// What the page has.
fn contents(report: &Report) -> Markup {
    html! {
        @if !report.findings.is_empty() {
            nav aria-label="Findings" {
                ol {
                    @for (number, finding) in report.findings.iter().enumerate() {
                        @let at = marks(finding).first().map(|mark| mark.at.line_of_file());
                        li {
                            a href=(format!("#finding-{}", number + 1)) { (finding.kind.word()) ": " (printable(&finding.message)) }
                            @if let Some(at) = at { " " span.faint { (printable(&at)) } }
                            @if finding.suppressed.is_some() { " " span.faint { "(suppressed)" } }
                        }
                    }
                }
            }
        }
    }
}

fn describe(finding: &Finding, number: usize, sources: &Sources, files: &[&str]) -> Markup {
    let notes = notes(finding);
    html! {
        section.finding id=(format!("finding-{}", number + 1)) {
            h2 { span.race { (finding.kind.word()) " " small { (finding.kind.code()) } } " " (printable(&finding.message)) }
            @if let Some(why) = &finding.suppressed { p.faint { "suppressed: " (printable(&why.reason)) } }
            (accused(finding, files))
            @for file in crate::words::files(&marks(finding)) {
                (quote(finding, file, sources))
            }
            @if !notes.is_empty() || !finding.help.is_empty() {
                ul.notes {
                    @for note in &notes { li { (printable(note)) } }
                    @for help in &finding.help { li.help { strong { "help:" } " " (printable(help)) } }
                }
            }
            @if !finding.schedule.is_empty() { (schedule(finding, number, files)) }
            (history(finding, files))
        }
    }
}

/// How the lockset of the first access grows.
fn history(finding: &Finding, files: &[&str]) -> Markup {
    let threads = threads(finding);
    html! {
        @if !finding.history.is_empty() {
            details.history {
                summary { "Lockset of " code { (printable(&finding.object)) } ": who comes after the first access" }
                ol {
                    @for growth in &finding.history {
                        @let step = &finding.schedule[growth.step];
                        li class=(colour(&threads, step.thread)) {
                            (thread_name(step.thread)) " " (link(files, &step.at)) " "
                            code { (printable(&growth.words(step.thread))) }
                        }
                    }
                }
            }
        }
    }
}

/// The accesses, or the places, one line each.
fn accused(finding: &Finding, files: &[&str]) -> Markup {
    let threads = threads(finding);
    html! {
        ul.accused {
            @for mark in marks(finding) {
                li class=(mark_colour(finding, &threads, mark.at, &mark.label)) {
                    (link(files, mark.at)) " " (printable(&mark.label))
                }
            }
        }
    }
}

/// The colour of a mark: that of the thread whose access it is, or none.
fn mark_colour(finding: &Finding, threads: &[u32], at: &Location, label: &str) -> String {
    let is_it = |access: &&crate::Access| &access.at == at && label.starts_with(&access.thread.name());
    let access = finding.accesses.iter().find(is_it);
    access.map_or_else(|| "place".to_owned(), |access| colour(threads, access.thread.id))
}

/// The lines of a file around its marks, with what happens there under each.
fn quote(finding: &Finding, file: &str, sources: &Sources) -> Markup {
    let threads = threads(finding);
    let text = sources.text(file).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let marks = marks(finding);
    let marks: Vec<_> = marks.iter().filter(|mark| mark.at.file == file).collect();
    let is_near = |line: u32| marks.iter().any(|mark| line.abs_diff(mark.at.line) <= AROUND);
    let near: Vec<u32> = (1..=lines.len() as u32).filter(|line| is_near(*line)).collect();
    let colours = colours(text);
    html! {
        figure {
            figcaption.faint { (printable(file)) }
            pre.code tabindex="0" {
                @for (place, number) in near.iter().enumerate() {
                    @if place > 0 && near[place - 1] + 1 != *number { span.line { span.faint { "…" } } }
                    @let here: Vec<_> = marks.iter().filter(|mark| mark.at.line == *number).collect();
                    @let classes: Vec<String> = here.iter()
                        .map(|mark| mark_colour(finding, &threads, mark.at, &mark.label)).collect();
                    @let spans: Vec<(u32, u32, &str)> = here.iter().zip(&classes)
                        .map(|(mark, class)| (mark.at.column, mark.at.length, class.as_str())).collect();
                    (code_line(*number, lines[*number as usize - 1], &colours[*number as usize - 1], &spans, None))
                    @for (mark, class) in here.iter().zip(&classes) {
                        span class={ "label " (class) } { (printable(&mark.label)) }
                    }
                }
                @for mark in marks.iter().filter(|mark| mark.at.line as usize > lines.len()) {
                    span.line { (mark.at.line) ": " (printable(&mark.label)) }
                }
            }
        }
    }
}

fn code_line(
    number: u32,
    line: &str,
    colours: &[Colour],
    marks: &[(u32, u32, &str)],
    id: Option<&str>,
) -> Markup {
    let class = marks.first().map_or_else(
        || "line".to_owned(),
        |(_, _, class)| format!("line marked {class}"),
    );
    html! {
        span class=(class) id=[id] { span.number { (format!("{number:5} ")) } (paint(line, colours, marks)) "\n" }
    }
}

/// A marked part of a line: column, length, class.
type Span = (u32, u32, String);

/// All lines of the files that matter.
fn texts(report: &Report, files: &BTreeMap<&str, Vec<&str>>) -> Markup {
    // What is marked, by file and line.
    let mut marked: BTreeMap<(&str, u32), Vec<Span>> = BTreeMap::new();
    for finding in &report.findings {
        let threads = threads(finding);
        for mark in marks(finding) {
            let class = mark_colour(finding, &threads, mark.at, &mark.label);
            let line = marked.entry((mark.at.file.as_str(), mark.at.line)).or_default();
            line.push((mark.at.column, mark.at.length, class));
        }
    }
    html! {
        @if !files.is_empty() {
            section.source id="source" aria-label="Source" {
                h2 { "Source" }
                @for (number, (file, lines)) in files.iter().enumerate() {
                    @if lines.len() <= WHOLE {
                        details open {
                            summary { (printable(file)) }
                            @let text = lines.join("\n");
                            pre.code tabindex="0" {
                                @for (at, (line, colours)) in lines.iter().zip(colours(&text)).enumerate() {
                                    @let at = at as u32 + 1;
                                    @let marks = marked.get(&(*file, at)).map_or(&[][..], Vec::as_slice);
                                    @let marks: Vec<(u32, u32, &str)> = marks.iter()
                                        .map(|(column, length, class)| (*column, *length, class.as_str())).collect();
                                    (code_line(at, line, &colours, &marks, Some(&format!("s{number}-{at}"))))
                                }
                            }
                        }
                    } @else {
                        p.faint { (printable(file)) " is too long to be shown as a whole." }
                    }
                }
            }
        }
    }
}

/// The shared objects with their arguments.
fn objects(report: &Report, files: &[&str]) -> Markup {
    html! {
        @if let Some(summary) = object::summary(&report.objects) {
            section.objects {
                h2 { "Objects" }
                p { (summary) "." }
                div.wide tabindex="0" role="region" aria-label="Objects" {
                    table {
                        thead { tr { th scope="col" { "object" } th scope="col" { "" } th scope="col" { "why no two accesses race" } th scope="col" { "accessed by" } } }
                        tbody { @for object in &report.objects { (row(object, files)) } }
                    }
                }
            }
        }
    }
}

fn row(object: &Object, files: &[&str]) -> Markup {
    let list = |words: Vec<String>| html! { @for word in &words { div { (printable(word)) } } };
    html! {
        tr {
            th scope="row" {
                code { (printable(&object.name)) }
                @if object.at.is_known() { div { (link(files, &object.at)) } }
            }
            td class=(object.standing.word()) { (object.standing.word()) }
            td {
                (list(object.protected_by.iter().map(ToString::to_string).collect()))
                @if let Some(checked) = object.checked {
                    div.faint {
                        @if checked == "inductive" { "checked for every step of the program" } @else { "compared with runs" }
                    }
                }
                @if !object.open.is_empty() {
                    details {
                        summary { (object.open.len()) " open" }
                        @for pair in &object.open {
                            p {
                                (link(files, &pair.accesses[0].at)) " " (link(files, &pair.accesses[1].at)) " "
                                (printable(&pair.to_string()))
                            }
                        }
                    }
                }
            }
            td { (list(object.accessed_by.iter().map(ToString::to_string).collect())) }
        }
    }
}

/// What was covered and what not, and the cost.
fn coverage(report: &Report) -> Markup {
    let coverage = &report.coverage;
    let list = |heading: &str, items: Vec<String>| {
        html! {
            @if !items.is_empty() {
                h3 { (heading) }
                ul { @for item in &items { li { (printable(item)) } } }
            }
        }
    };
    html! {
        section.coverage {
            h2 { "Coverage" }
            @if !coverage.clauses.is_empty() { p { "Covered: " (printable(&coverage.words())) "." } }
            (list("Not covered", coverage.limits()))
            (list("Asked without an answer", coverage.others()))
            (list("Mappings of work to threads", coverage.mappings()))
            p.faint {
                @if !report.engine.is_empty() { "Engine: " (report.engine) ". " }
                "Cost: " (cost(&report.stats)) "."
            }
        }
    }
}
