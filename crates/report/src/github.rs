//! The form for GitHub Actions: workflow commands that become annotations of the changed lines.

use std::fmt::Write as _;

use crate::words::{marks, notes};
use crate::{Finding, Kind, Location, Report, Verdict};

/// Renders a report; `program` names it where there are several.
pub fn render(program: Option<&str>, report: &Report) -> String {
    let mut out = String::new();
    let of = program.map_or_else(String::new, |name| format!("{name}: "));
    for finding in report
        .findings
        .iter()
        .filter(|finding| finding.suppressed.is_none())
    {
        let level = match finding.kind {
            Kind::Race => "error",
            _ => "warning",
        };
        let title = format!("{of}{} {}", finding.kind.code(), finding.message);
        let at = first_place(finding);
        command(&mut out, level, at, &title, &body(finding));
    }
    if report.verdict() == Verdict::Unknown {
        let limits = report.coverage.limits().join("\n");
        command(
            &mut out,
            "notice",
            None,
            &format!("{of}RP100 race or race-free is unknown"),
            &limits,
        );
    }
    out
}

/// The place of a finding that a reader is led to.
pub(crate) fn first_place(finding: &Finding) -> Option<&Location> {
    let accesses = finding.accesses.iter().map(|access| &access.at);
    let places = finding.places.iter().map(|place| &place.at);
    accesses.chain(places).find(|at| at.is_known())
}

/// What happens at each place, and the notes.
pub(crate) fn body(finding: &Finding) -> String {
    let marks = marks(finding);
    let places = marks.iter().map(|mark| format!("{}: {}", mark.at, mark.label));
    let help = finding.help.iter().map(|help| format!("help: {help}"));
    let lines: Vec<String> = places.chain(notes(finding)).chain(help).collect();
    lines.join("\n")
}

fn command(out: &mut String, level: &str, at: Option<&Location>, title: &str, text: &str) {
    let place = at.map_or_else(String::new, |at| {
        let file = property(&at.file);
        let end = at.column.saturating_add(at.length);
        format!("file={file},line={},col={},endColumn={end},", at.line, at.column)
    });
    // Writing to a string cannot fail.
    let _ = writeln!(out, "::{level} {place}title={}::{}", property(title), data(text));
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_says_is_no_command() {
        assert_eq!(
            property("a,b: 100%\n::error::x"),
            "a%2Cb%3A 100%25%0A%3A%3Aerror%3A%3Ax"
        );
        assert_eq!(data("a: b"), "a: b");
    }
}
