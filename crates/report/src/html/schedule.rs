//! The schedule as a list of steps beside tracks of the threads.

use maud::{Markup, html};

use super::paint::printable;
use super::{anchor, colour};
use crate::finding::thread_name;
use crate::stepping::{Shown, holds, shown, threads};
use crate::{Finding, Location};

/// The tracks: `main` first.
fn tracks(threads: &[u32]) -> Vec<u32> {
    let mut tracks = threads.to_vec();
    tracks.sort_unstable();
    tracks
}

/// The schedule of the finding with this number.
pub fn schedule(finding: &Finding, number: usize, files: &[&str]) -> Markup {
    let steps = &finding.schedule;
    let threads = threads(finding);
    let tracks = tracks(&threads);
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
                    @for (place, row) in shown(finding).iter().enumerate() { (line(&page, row, place)) }
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

fn line(page: &Page<'_>, row: &Shown<'_>, place: usize) -> Markup {
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
        if row.is_defect { " defect" } else { "" }
    );
    let numbers: Vec<String> = row.follows.iter().map(ToString::to_string).collect();
    html! {
        li class=(class) id=(id(place)) style=(format!("--track:{track}")) data-track=(track)
            data-thread=(thread_name(step.thread)) data-follows=[(!numbers.is_empty()).then(|| numbers.join(" "))]
            data-object=[(!step.object.is_empty()).then(|| printable(&step.object))] data-value=[row.value().map(printable)]
            data-locks=[(!row.last.locks.is_empty()).then(|| printable(&holds(&row.last.locks)))]
        {
            span.who { (thread_name(step.thread)) } " "
            @if step.at.is_known() { (link(page.files, &step.at)) " " }
            span.what { (printable(&row.words)) }
            @if !step.locks.is_empty() { " " span.holds { "holds " (printable(&holds(&step.locks))) } }
            @for other in &row.follows {
                " " a.after href=(format!("#{}", id(*other))) { "after step " (other + 1) }
            }
            @if let Some(again) = &row.again { " " span.again { (again) } }
        }
    }
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
