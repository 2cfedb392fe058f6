//! The form for a browser: one page that needs no other file, no script and no network.
//!
//! Each finding has the source lines with the accesses marked, notes, and the schedule as a table with a
//! column for each thread, so that one sees who runs when. Everything that comes from the program is escaped.

use std::fmt::Write as _;

use crate::finding::thread_name;
use crate::fold::fold;
use crate::words::{Mark, cost, files, marks, notes};
use crate::{Finding, Report, Sources, Step, Verdict, object};

/// Lines that are shown before and after a marked one.
const AROUND: u32 = 2;

const STYLE: &str = "\
:root { color-scheme: light dark; --ground: #fff; --text: #1c1c1c; --faint: #6b6b6b; --line: #dcdcdc; --race: #b3261e; --free: #1b6e3c; \
--unknown: #8a5a00; --mark: #ffe3df; --note: #eef3fb; }
@media (prefers-color-scheme: dark) { :root { --ground: #161616; --text: #e6e6e6; --faint: #9a9a9a; --line: #383838; --race: #ff8a80; \
--free: #7fd6a0; --unknown: #ffc766; --mark: #4a1f1b; --note: #1f2a3a; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70em; margin: 2em auto; padding: 0 1em; color: var(--text); background: var(--ground); }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 2em; border-top: 1px solid var(--line); padding-top: 1em; }
.race { color: var(--race); } .race-free { color: var(--free); } .unknown { color: var(--unknown); }
code, pre, td { font: 13px/1.5 ui-monospace, monospace; }
pre { border: 1px solid var(--line); border-radius: 4px; padding: .5em 0; overflow-x: auto; margin: .5em 0; }
pre span { display: block; padding: 0 1em; white-space: pre; } pre .number { display: inline; padding: 0 1em 0 0; color: var(--faint); }
pre .primary, tr.primary { background: var(--mark); } pre .context { background: var(--note); } pre mark { color: inherit; background: none; \
text-decoration: underline; text-decoration-thickness: 2px; }
pre .label { color: var(--race); white-space: pre-wrap; } .file, .faint { color: var(--faint); }
table { border-collapse: collapse; display: block; overflow-x: auto; } th { text-align: left; } td, th { padding: .1em .8em; border-left: 1px solid var(--line); }
";

/// Renders a report.
pub fn render(program: &str, report: &Report, sources: &Sources) -> String {
    let verdict = report.verdict().word();
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>raceproof: {verdict}: {}</title>\n<style>\n{STYLE}</style>\n",
        escape(program)
    );
    conclude(&mut out, report);
    for finding in &report.findings {
        describe(&mut out, finding, sources);
    }
    if let Some(graph) = &report.graph {
        let _ = writeln!(
            out,
            "<h2>Computation graph</h2>\n<p>What precedes the two accesses. No path leads from one to the other.</p>\n{graph}"
        );
    }
    out + "</html>\n"
}

/// The verdict, the coverage and the cost.
fn conclude(out: &mut String, report: &Report) {
    let verdict = report.verdict().word();
    let engine = match report.engine.as_str() {
        "" => String::new(),
        engine => format!(" <small class=\"faint\">engine {}</small>", escape(engine)),
    };
    let _ = writeln!(
        out,
        "<h1 class=\"{verdict}\">{}{engine}</h1>",
        title(report.verdict())
    );
    let coverage = &report.coverage;
    if !coverage.clauses.is_empty() {
        let _ = writeln!(out, "<p>Covered: {}.</p>", escape(&coverage.words()));
    }
    list_objects(out, report);
    list(out, "Not covered", &coverage.limits());
    list(out, "Asked without an answer", &coverage.others());
    list(out, "Mappings of work to threads", &coverage.mappings());
    let _ = writeln!(
        out,
        "<p class=\"faint\">Cost: {}.</p>",
        escape(&cost(&report.stats))
    );
}

/// The shared objects as a table.
fn list_objects(out: &mut String, report: &Report) {
    let Some(summary) = object::summary(&report.objects) else {
        return;
    };
    let _ = writeln!(out, "<p>{}.</p>\n<table>", escape(&summary));
    out.push_str("<tr><th>object<th><th>protected by<th>accessed by<th>open\n");
    for object in &report.objects {
        let all = |words: Vec<String>| escape(&words.join("; "));
        let _ = writeln!(
            out,
            "<tr><td>{}<td>{}<td>{}<td>{}<td>{}",
            escape(&object.name),
            object.standing.word(),
            all(object.protected_by.iter().map(ToString::to_string).collect()),
            all(object.accessed_by.iter().map(ToString::to_string).collect()),
            all(object.open.iter().map(ToString::to_string).collect()),
        );
    }
    out.push_str("</table>\n");
}

fn title(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Race => "Race",
        Verdict::RaceFree => "Race-free",
        Verdict::Unknown => "Unknown",
    }
}

fn list(out: &mut String, heading: &str, items: &[String]) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(out, "<p>{heading}:</p>\n<ul>");
    for item in items {
        let _ = writeln!(out, "<li>{}</li>", escape(item));
    }
    out.push_str("</ul>\n");
}

fn describe(out: &mut String, finding: &Finding, sources: &Sources) {
    let (kind, message) = (finding.kind.word(), escape(&finding.message));
    let _ = writeln!(out, "<h2><span class=\"race\">{kind}:</span> {message}</h2>");
    let marks = marks(finding);
    for file in files(&marks) {
        let marks: Vec<&Mark<'_>> = marks.iter().filter(|mark| mark.at.file == file).collect();
        quote(out, file, &marks, sources);
    }
    let notes = notes(finding);
    if !notes.is_empty() || !finding.help.is_empty() {
        out.push_str("<ul>\n");
        for note in notes {
            let _ = writeln!(out, "<li>{}</li>", escape(&note));
        }
        for help in &finding.help {
            let _ = writeln!(out, "<li><strong>help:</strong> {}</li>", escape(help));
        }
        out.push_str("</ul>\n");
    }
    if !finding.schedule.is_empty() {
        tabulate(out, finding);
    }
}

/// The lines of a file around its marks, with what happens there under each.
fn quote(out: &mut String, file: &str, marks: &[&Mark<'_>], sources: &Sources) {
    let _ = writeln!(out, "<div class=\"file\">{}</div>\n<pre>", escape(file));
    let lines: Vec<&str> = sources.text(file).unwrap_or_default().lines().collect();
    let mut shown = 0;
    for number in 1..=lines.len() as u32 {
        let is_near = |mark: &&&Mark<'_>| number.abs_diff(mark.at.line) <= AROUND;
        if marks.iter().find(is_near).is_none() {
            continue;
        }
        if shown + 1 != number && shown != 0 {
            out.push_str("<span class=\"faint\">…</span>");
        }
        shown = number;
        let here = || marks.iter().filter(move |mark| mark.at.line == number);
        let class = match here().map(|mark| mark.primary).max() {
            Some(true) => " class=\"primary\"",
            Some(false) => " class=\"context\"",
            None => "",
        };
        let line = lines[number as usize - 1];
        let line = match here().next() {
            Some(mark) => underline(line, mark.at.column, mark.at.length),
            None => escape(line),
        };
        let _ = write!(
            out,
            "<span{class}><span class=\"number\">{number:5}</span>{line}</span>"
        );
        for mark in here() {
            let _ = write!(
                out,
                "<span class=\"label\">        {}</span>",
                escape(&mark.label)
            );
        }
    }
    // What is not in the text is told all the same.
    for mark in marks.iter().filter(|mark| mark.at.line as usize > lines.len()) {
        let _ = write!(out, "<span>{}: {}</span>", mark.at.line, escape(&mark.label));
    }
    out.push_str("</pre>\n");
}

/// A line with some of its characters underlined, columns from 1.
fn underline(line: &str, column: u32, length: u32) -> String {
    let place = |column: usize| line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let first = column.saturating_sub(1) as usize;
    let (start, end) = (place(first), place(first + length.max(1) as usize));
    let (before, rest) = line.split_at(start);
    let (marked, after) = rest.split_at(end - start);
    format!(
        "{}<mark>{}</mark>{}",
        escape(before),
        escape(marked),
        escape(after)
    )
}

/// The schedule, a column for each thread that takes part.
fn tabulate(out: &mut String, finding: &Finding) {
    let schedule = &finding.schedule;
    let mut threads: Vec<u32> = schedule.iter().map(|step| step.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let steps = if schedule.len() == 1 { "step" } else { "steps" };
    let _ = writeln!(
        out,
        "<details open>\n<summary>Schedule ({} {steps})</summary>\n<table>\n<tr><th>line</th>",
        schedule.len()
    );
    for thread in &threads {
        let _ = write!(out, "<th>{}</th>", thread_name(*thread));
    }
    out.push_str("</tr>\n");
    let defect = defect(finding);
    for fold in fold(schedule) {
        for index in fold.steps.clone() {
            let step = &schedule[index];
            let class = match defect.iter().any(|&defect| fold.stands_for(index, defect)) {
                true => " class=\"primary\"",
                false => "",
            };
            let _ = write!(out, "<tr{class}><td>{}</td>", escape(&place(step)));
            for thread in &threads {
                let text = match *thread == step.thread {
                    true => fold.tell(step),
                    false => String::new(),
                };
                let _ = write!(out, "<td>{}</td>", escape(&text));
            }
            out.push_str("</tr>\n");
        }
        if let Some(again) = fold.again() {
            let columns = threads.len() + 1;
            let _ = writeln!(out, "<tr><td colspan=\"{columns}\">{again}</td></tr>");
        }
    }
    out.push_str("</table>\n</details>\n");
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

fn place(step: &Step) -> String {
    match step.at.is_known() {
        true => step.at.line_of_file(),
        false => String::new(),
    }
}

/// Text that means itself in a page.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // A page must not have them.
            c if c.is_control() && c != '\t' && c != '\n' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_says_is_not_the_page() {
        assert_eq!(
            escape("a<b && \"c\"\u{1}"),
            "a&lt;b &amp;&amp; &quot;c&quot;\u{fffd}"
        );
        assert_eq!(underline("x<y = é;", 3, 1), "x&lt;<mark>y</mark> = é;");
        assert_eq!(underline("é", 9, 4), "é<mark></mark>");
    }
}
