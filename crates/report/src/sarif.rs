//! SARIF 2.1.0, which editors and code review tools read: one run with a result for each finding. The racing
//! accesses are the locations, the schedule is a code flow. The verdict and the coverage are properties of
//! the run; a tool that shows results only must not take silence for a proof, so an incomplete coverage is a
//! notification of its own.

use serde_json::{Value, json};

use crate::{Finding, Kind, Location, Object, OpenPair, Report, Step, Verdict};

/// The rule of open pairs.
const OPEN: &str = "open";

/// Renders a report as one SARIF log with a new line at its end; with open pairs of accesses as notes if they
/// are asked for.
pub fn render(report: &Report, has_notes: bool) -> String {
    render_all(std::iter::once((None, report)), has_notes)
}

/// Renders reports, with the names of their programs, as one SARIF log.
pub(crate) fn render_all<'a>(
    reports: impl Iterator<Item = (Option<&'a str>, &'a Report)>,
    has_notes: bool,
) -> String {
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": reports.map(|(name, report)| run(name, report, has_notes)).collect::<Vec<Value>>(),
    });
    // Only strings and numbers go in and all keys are strings, so there is nothing to fail.
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

/// An open pair of accesses to an object.
fn note(object: &Object, pair: &OpenPair) -> Value {
    let places = pair.accesses.iter();
    let mut all: Vec<Value> = places
        .filter_map(|access| location(&access.at, &access.to_string()))
        .collect();
    let related = all.split_off(all.len().min(1));
    json!({
        "ruleId": OPEN,
        "level": "note",
        "message": { "text": format!("open: {}: {}", object.name, pair.why) },
        "locations": all,
        "relatedLocations": related,
    })
}

fn run(name: Option<&str>, report: &Report, has_notes: bool) -> Value {
    let mut rules: Vec<Value> = Kind::ALL.iter().map(|kind| rule(*kind)).collect();
    let mut results: Vec<Value> = report.findings.iter().map(result).collect();
    if has_notes {
        let text = "Two accesses that nothing was found to keep apart; they need not race";
        rules.push(json!({ "id": OPEN, "shortDescription": { "text": text } }));
        for object in &report.objects {
            results.extend(object.open.iter().map(|pair| note(object, pair)));
        }
    }
    let notifications: Vec<Value> = report
        .coverage
        .limits()
        .iter()
        .map(|limit| json!({ "level": "warning", "message": { "text": format!("not covered: {limit}") } }))
        .collect();
    let mut run = json!({
        "tool": { "driver": {
            "name": "raceproof",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        } },
        "columnKind": "unicodeCodePoints",
        "invocations": [{
            "executionSuccessful": report.verdict() != Verdict::Unknown,
            "toolExecutionNotifications": notifications,
        }],
        "results": results,
        "properties": {
            "verdict": report.verdict().word(),
            "engine": report.engine,
            "coverage": report.coverage.words(),
            "complete": report.coverage.complete,
        },
    });
    if let Some(name) = name {
        run["automationDetails"] = json!({ "id": name });
    }
    run
}

fn rule(kind: Kind) -> Value {
    let text = match kind {
        Kind::Race => "Two unordered accesses, one of them a write, not both atomic",
        Kind::Deadlock => "Threads wait for each other for ever",
        Kind::Assertion => "An assertion fails",
        Kind::Memory => "An access outside of any living object, or a bad free",
        Kind::Arithmetic => "Division by zero and the like",
        Kind::Misuse => "A library function or a synchronisation object used against its contract",
        Kind::Abort => "The program gives up by itself",
        Kind::Unreachable => "Control reaches a point that the program promised it would not",
    };
    json!({ "id": kind.word(), "shortDescription": { "text": text } })
}

fn result(finding: &Finding) -> Value {
    let accesses = finding.accesses.iter().map(|access| {
        let work = access.work.as_ref().map(|work| format!(" in {}", work.words()));
        let name = access.thread.name();
        let text = format!("{name} {}{}", access.verb(), work.unwrap_or_default());
        location(&access.at, &text)
    });
    let places = finding
        .places
        .iter()
        .map(|place| location(&place.at, &place.text));
    let mut all: Vec<Value> = accesses.chain(places).flatten().collect();
    let related = all.split_off(all.len().min(1));
    let mut result = json!({
        "ruleId": finding.kind.word(),
        "level": "error",
        "message": { "text": finding.message },
        "locations": all,
        "relatedLocations": related,
    });
    let steps: Vec<Value> = finding.schedule.iter().filter_map(step).collect();
    if !steps.is_empty() {
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    if !finding.inputs.is_empty() {
        let inputs = finding
            .inputs
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        result["properties"] = json!({ "inputs": inputs.collect::<Vec<String>>() });
    }
    result
}

fn step(step: &Step) -> Option<Value> {
    Some(json!({ "location": location(&step.at, &step.to_string())? }))
}

fn location(at: &Location, text: &str) -> Option<Value> {
    at.is_known().then(|| {
        json!({
            "physicalLocation": {
                "artifactLocation": { "uri": uri(&at.file) },
                "region": {
                    "startLine": at.line,
                    "startColumn": at.column,
                    "endColumn": at.column.saturating_add(at.length),
                },
            },
            "message": { "text": text },
        })
    })
}

/// The name of a file as a URI reference.
fn uri(file: &str) -> String {
    let mut out = String::with_capacity(file.len());
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                out.push(char::from(byte))
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_uris() {
        assert_eq!(uri("a/b-c.c"), "a/b-c.c");
        assert_eq!(uri("ä b.c"), "%C3%A4%20b.c");
    }
}
