//! The form for servers that show tests: JUnit's XML, a test case for each program.

use std::fmt::Write as _;

use crate::github::body;
use crate::{Finding, Kind, ProgramResult, Report, Verdict};

/// Renders results. A race is a failure; neither a race nor a proof, or a program that is not understood, is
/// an error; other defects are printed with the case.
pub fn render(results: &[ProgramResult]) -> String {
    let cases: Vec<Case<'_>> = results.iter().map(Case::of).collect();
    let count = |wanted: &str| cases.iter().filter(|case| case.outcome == wanted).count();
    let seconds: f64 = cases.iter().map(|case| case.seconds).sum();
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{seconds:.3}\"",
        cases.len(),
        count("failure"),
        count("error")
    );
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n<testsuite name=\"raceproof\" {counts}>\n"
    );
    for case in cases {
        let (name, seconds) = (escape(case.name), case.seconds);
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<testcase classname=\"raceproof\" name=\"{name}\" time=\"{seconds:.3}\">"
        );
        if !case.outcome.is_empty() {
            let (outcome, kind) = (case.outcome, case.kind);
            let (message, text) = (escape(&case.message), escape(&case.text));
            let _ = writeln!(
                out,
                "<{outcome} type=\"{kind}\" message=\"{message}\">{text}</{outcome}>"
            );
        }
        if !case.output.is_empty() {
            let _ = writeln!(out, "<system-out>{}</system-out>", escape(&case.output));
        }
        out.push_str("</testcase>\n");
    }
    out + "</testsuite>\n</testsuites>\n"
}

#[derive(Default)]
struct Case<'a> {
    name: &'a str,
    seconds: f64,
    /// `failure`, `error`, or empty.
    outcome: &'static str,
    kind: &'static str,
    message: String,
    text: String,
    output: String,
}

impl<'a> Case<'a> {
    fn of(one: &'a ProgramResult) -> Case<'a> {
        let name = one.name.as_str();
        match &one.result {
            Ok(report) => Case {
                name,
                seconds: report.stats.seconds,
                ..Case::of_report(report)
            },
            Err(reason) => Case {
                name,
                outcome: "error",
                kind: "input",
                message: reason.lines().next().unwrap_or_default().to_owned(),
                text: reason.clone(),
                ..Case::default()
            },
        }
    }

    fn of_report(report: &Report) -> Case<'a> {
        let line = |finding: &Finding| {
            format!(
                "{}: {}\n{}\n",
                finding.kind.word(),
                finding.message,
                body(finding)
            )
        };
        let counts = |finding: &&Finding| finding.suppressed.is_none();
        let races = || {
            report
                .findings
                .iter()
                .filter(counts)
                .filter(|finding| finding.kind == Kind::Race)
        };
        let others = report
            .findings
            .iter()
            .filter(|finding| finding.kind != Kind::Race);
        let output = others.map(line).collect();
        let covered = report.coverage.words();
        match (report.verdict(), races().next()) {
            (Verdict::Race, Some(first)) => Case {
                outcome: "failure",
                kind: first.kind.code(),
                message: first.message.clone(),
                text: races().map(line).collect(),
                output,
                ..Case::default()
            },
            (Verdict::Unknown, _) => Case {
                outcome: "error",
                kind: "RP100",
                message: report.coverage.limits().first().cloned().unwrap_or_default(),
                text: report.coverage.limits().join("\n"),
                output,
                ..Case::default()
            },
            _ => Case {
                output: output + &covered,
                ..Case::default()
            },
        }
    }
}

/// Text that means itself in XML.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 has no place for them.
            c if c.is_control() && !matches!(c, '\t' | '\n' | '\r') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
