//! The schedule as a list of steps beside tracks of the threads.

use maud::{Markup, html};

use super::paint::printable;
use super::{anchor, colour};
use crate::finding::thread_name;
use crate::fold::{Fold, fold};
use crate::{Finding, Held, Location, Step};

/// A step that the page shows: the first round of those that it stands for.
struct Row<'a> {
    fold: &'a Fold,
    step: &'a Step,
    number: usize,
    /// The same step of the last round.
    last: &'a Step,
}

/// The threads of a schedule; those of the accesses first.
pub fn threads(finding: &Finding) -> Vec<u32> {
    let mut rest: Vec<u32> = finding.schedule.iter().map(|step| step.thread).collect();
    rest.sort_unstable();
    rest.dedup();
    let mut threads: Vec<u32> = Vec::new();
    for thread in finding.accesses.iter().map(|access| access.thread.id).chain(rest) {
        if !threads.contains(&thread) {
            threads.push(thread);
        }
    }
    threads
}

/// The tracks: `main` first.
fn tracks(threads: &[u32]) -> Vec<u32> {
    let mut tracks = threads.to_vec();
    tracks.sort_unstable();
    tracks
}

/// Which steps are the defect: the two accesses, or else the last one.
fn defect(finding: &Finding) -> Vec<usize> {
    let last = finding.schedule.len().saturating_sub(1);
    let accesses = finding.accesses.iter().filter_map(|access| {
        let is_it = |step: &Step| {
            step.thread == access.thread.id && step.at.line_of_file() == access.at.line_of_file()
        };
        finding.schedule.iter().rposition(is_it)
    });
    let steps: Vec<usize> = accesses.collect();
    if steps.is_empty() { vec![last] } else { steps }
}

/// The schedule of the finding with this number.
pub fn schedule(finding: &Finding, number: usize, files: &[&str]) -> Markup {
    let steps = &finding.schedule;
    let folds = fold(steps);
    let threads = threads(finding);
    let tracks = tracks(&threads);
    let rows: Vec<Row<'_>> = folds
        .iter()
        .flat_map(|fold| fold.steps.clone().map(move |number| (fold, number)))
        .map(|(fold, number)| Row {
            fold,
            step: &steps[number],
            number,
            last: &steps[number + fold.count() - fold.steps.len()],
        })
        .collect();
    // Where the steps that are not shown are told.
    let shown = |wanted: usize| {
        rows.partition_point(|row| row.number <= wanted)
            .checked_sub(1)
            .filter(|place| {
                let row = &rows[*place];
                row.fold.steps.start + row.fold.count() > wanted
            })
    };
    let defect = defect(finding);
    let page = Page {
        finding: number,
        files,
        threads: &threads,
        tracks: &tracks,
    };
    html! {
        div.schedule style=(format!("--tracks:{}", tracks.len())) data-tracks=(tracks.len()) {
            h3 { "Schedule " small.faint { (count(steps.len())) } }
            (controls())
            div.tracks aria-hidden="true" {
                @for thread in &tracks {
                    span class=(colour(&threads, *thread)) { (short(*thread)) }
                }
            }
            div.scroll tabindex="0" role="region" aria-label="Steps" {
                svg aria-hidden="true" {}
                ol.steps {
                    @for (place, row) in rows.iter().enumerate() {
                        @let is_defect = defect.iter().any(|&step| row.fold.stands_for(row.number, step));
                        @let follows: Vec<usize> = row.step.follows.iter().filter_map(|step| shown(*step)).collect();
                        (line(&page, row, place, &follows, is_defect))
                    }
                }
            }
        }
    }
}

fn count(steps: usize) -> String {
    match steps {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    }
}

/// `0` or `main`, short enough for the head of a track.
fn short(thread: u32) -> String {
    match thread {
        0 => "main".to_owned(),
        thread => thread.to_string(),
    }
}

/// Buttons and what is known at a step; the script shows them.
fn controls() -> Markup {
    html! {
        div.stepper hidden {
            div.buttons role="group" aria-label="Go through the schedule" {
                button type="button" data-go="first" title="First step (Home)" { "first" }
                button type="button" data-go="previous" title="Previous step (←, k)" { "← previous" }
                button type="button" data-go="next" title="Next step (→, j)" { "next →" }
                button type="button" data-go="last" title="Last step (End)" { "last" }
            }
            div.now {
                p.told aria-live="polite" {}
                pre.code { code {} }
                dl.threads {}
                dl.values {}
            }
        }
    }
}

/// What the lines of a schedule have in common.
struct Page<'a> {
    finding: usize,
    files: &'a [&'a str],
    threads: &'a [u32],
    tracks: &'a [u32],
}

fn line(page: &Page<'_>, row: &Row<'_>, place: usize, follows: &[usize], is_defect: bool) -> Markup {
    let step = row.step;
    let id = |place: usize| format!("f{}s{}", page.finding, place);
    let track = page
        .tracks
        .iter()
        .position(|track| *track == step.thread)
        .unwrap_or(0);
    let class = format!(
        "{}{}",
        colour(page.threads, step.thread),
        if is_defect { " defect" } else { "" }
    );
    let numbers: Vec<String> = follows.iter().map(ToString::to_string).collect();
    let is_end = row.number + 1 == row.fold.steps.end;
    let value = row.last.after.as_ref().or(row.last.before.as_ref());
    html! {
        li class=(class) id=(id(place)) style=(format!("--track:{track}")) data-track=(track)
            data-thread=(thread_name(step.thread)) data-follows=[(!numbers.is_empty()).then(|| numbers.join(" "))]
            data-object=[(!step.object.is_empty()).then(|| printable(&step.object))] data-value=[value.map(|value| printable(value))]
            data-locks=[(!row.last.locks.is_empty()).then(|| printable(&holds(&row.last.locks)))]
        {
            span.who { (thread_name(step.thread)) } " "
            @if step.at.is_known() { (link(page.files, &step.at)) " " }
            span.what { (printable(&row.fold.tell(step))) }
            @if !step.locks.is_empty() { " " span.holds { "holds " (printable(&holds(&step.locks))) } }
            @for other in follows {
                " " a.after href=(format!("#{}", id(*other))) { "after step " (other + 1) }
            }
            @if is_end && let Some(again) = row.fold.again() { " " span.again { (again) } }
        }
    }
}

fn holds(locks: &[Held]) -> String {
    let names: Vec<String> = locks.iter().map(Held::to_string).collect();
    names.join(", ").replace('`', "")
}

/// A place, as a link to its line if the page has it.
pub fn link(files: &[&str], at: &Location) -> Markup {
    let name = at.file.rsplit('/').next().unwrap_or(&at.file);
    let text = printable(&format!("{name}:{}", at.line));
    html! {
        @match anchor(files, at) {
            Some(anchor) => a.place href=(format!("#{anchor}")) title=(at.line_of_file()) { (text) },
            None => span.place title=(at.line_of_file()) { (text) },
        }
    }
}
