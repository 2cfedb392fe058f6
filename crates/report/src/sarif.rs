//! SARIF 2.1.0, which editors and code review tools read: a run for each program, or one for all where they
//! are more than servers take, with a result for each finding. The racing accesses are the locations, the
//! schedule is a code flow with a thread flow for each thread. The verdict and the coverage are properties of
//! the run; a tool that shows results only must not take silence for a proof, so an incomplete coverage is a
//! notification of its own.

use serde_json::{Value, json};

use crate::finding::thread_name;
use crate::fingerprint::fingerprint;
use crate::fold::fold;
use crate::{Finding, Kind, Location, Object, OpenPair, RULES, Report, Rule, Step, StepKind};

/// The rule of open pairs.
const OPEN: &str = "RP101";

/// GitHub shows so many steps of a result.
const MOST_STEPS: usize = 1000;

/// GitHub takes so many runs of one file, and so many results of one run.
const MOST_RUNS: usize = 20;
const MOST_RESULTS: usize = 25_000;

/// Renders a report as one SARIF log with a new line at its end; with open pairs of accesses as notes if they
/// are asked for.
pub fn render(report: &Report, has_notes: bool) -> String {
    render_all(&[(None, report)], has_notes)
}

/// Renders reports, with the names of their programs, as one SARIF log.
pub(crate) fn render_all(reports: &[(Option<&str>, &Report)], has_notes: bool) -> String {
    let in_one_run = match reports.len() > MOST_RUNS {
        true => reports.len(),
        false => 1,
    };
    let runs = reports.chunks(in_one_run).map(|reports| run(reports, has_notes));
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": runs.collect::<Vec<Value>>(),
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

/// One run for these programs. Races come first: they are what may not be left out.
fn run(reports: &[(Option<&str>, &Report)], has_notes: bool) -> Value {
    let rules: Vec<Value> = RULES.iter().map(rule).collect();
    let (mut results, mut notes, mut notifications, mut properties) = (vec![], vec![], vec![], vec![]);
    for (name, report) in reports {
        // Of several programs in one run, each result says which it is about.
        let name = name.filter(|_| reports.len() > 1);
        let of = name.map_or(String::new(), |name| format!("{name}: "));
        for finding in &report.findings {
            let mut result = result(finding);
            if let Some(name) = name {
                result["properties"]["program"] = json!(name);
            }
            results.push((finding.kind != Kind::Race, result));
        }
        for object in report.objects.iter().filter(|_| has_notes) {
            notes.extend(object.open.iter().map(|pair| note(object, pair)));
        }
        for limit in report.coverage.limits() {
            let text = format!("{of}not covered: {limit}");
            notifications.push(json!({ "level": "warning", "message": { "text": text } }));
        }
        let mut told = json!({
            "verdict": report.verdict().word(),
            "engine": report.engine,
            "coverage": report.coverage.words(),
            "complete": report.coverage.complete,
        });
        if let Some(name) = name {
            told["program"] = json!(name);
        }
        properties.push(told);
    }
    results.sort_by_key(|(is_other, _)| *is_other);
    let results = results.into_iter().map(|(_, result)| result).chain(notes);
    let results: Vec<Value> = results.take(MOST_RESULTS).collect();
    let mut run = json!({
        "tool": { "driver": {
            "name": "raceproof",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        } },
        "columnKind": "unicodeCodePoints",
        "invocations": [{
            // To have found neither a race nor a proof is no failure of the tool.
            "executionSuccessful": true,
            "toolExecutionNotifications": notifications,
        }],
        "results": results,
    });
    run["properties"] = match properties.len() {
        1 => properties.remove(0),
        _ => json!({ "programs": properties }),
    };
    if let [(Some(name), _)] = reports {
        // What is before the last slash is what tells the runs of a file from each other.
        run["automationDetails"] = json!({ "id": format!("raceproof/{name}/") });
    }
    run
}

fn rule(rule: &Rule) -> Value {
    let help = format!("{}\n\n{}", rule.meaning, rule.remedy);
    let level = match rule.code {
        OPEN | "RP100" => "note",
        _ => "error",
    };
    json!({
        "id": rule.code,
        "name": rule.word,
        "shortDescription": { "text": rule.title },
        "fullDescription": { "text": rule.meaning },
        "help": { "text": help, "markdown": format!("{}\n\n**What helps:** {}", rule.meaning, rule.remedy) },
        "defaultConfiguration": { "level": level },
        "properties": { "tags": ["concurrency", "correctness"], "precision": "very-high" },
    })
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
    if all.is_empty() {
        // A result that is nowhere is not shown.
        let mut steps = finding.schedule.iter().rev();
        all.extend(steps.find_map(|step| location(&step.at, &step.words())));
    }
    let related = all.split_off(all.len().min(1));
    let mut result = json!({
        "ruleId": finding.kind.code(),
        "level": if finding.kind == Kind::Race { "error" } else { "warning" },
        "message": { "text": message(finding) },
        "locations": all,
        "relatedLocations": related,
    });
    result["partialFingerprints"] = json!({ "raceproof/v1": fingerprint(finding) });
    let flows = thread_flows(finding);
    if !flows.is_empty() {
        let text = format!("a schedule of {} steps", finding.schedule.len());
        result["codeFlows"] = json!([{ "message": { "text": text }, "threadFlows": flows }]);
    }
    if let Some(suppression) = &finding.suppressed {
        let kind = if suppression.in_source {
            "inSource"
        } else {
            "external"
        };
        result["suppressions"] = json!([{ "kind": kind, "justification": suppression.reason }]);
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

/// What is wrong and what helps: some viewers show nothing but the message.
fn message(finding: &Finding) -> String {
    let help = finding.help.iter().map(|help| format!("help: {help}"));
    let lines: Vec<String> = std::iter::once(finding.message.clone()).chain(help).collect();
    lines.join("\n")
}

/// The steps of each thread, numbered in the order in which they happen. Rounds that repeat are told once;
/// of many steps the first ones are left out, but for those that create threads.
fn thread_flows(finding: &Finding) -> Vec<Value> {
    let schedule = &finding.schedule;
    let mut steps: Vec<(usize, String)> = Vec::new();
    for fold in fold(schedule) {
        let told = fold
            .steps
            .clone()
            .map(|index| (index, fold.tell(&schedule[index])));
        steps.extend(told.filter(|(index, _)| schedule[*index].at.is_known()));
    }
    let first = steps.len().saturating_sub(MOST_STEPS);
    let (early, late) = steps.split_at(first);
    let creations = early
        .iter()
        .filter(|(index, _)| schedule[*index].kind == StepKind::Create);
    let mut kept: Vec<&(usize, String)> = creations.chain(late).collect();
    let surplus = kept.len().saturating_sub(MOST_STEPS);
    kept.drain(..surplus);
    let mut threads: Vec<u32> = kept.iter().map(|(index, _)| schedule[*index].thread).collect();
    threads.sort_unstable();
    threads.dedup();
    let flow = |thread: &u32| {
        let own = kept
            .iter()
            .enumerate()
            .filter(|(_, (index, _))| schedule[*index].thread == *thread);
        let locations: Vec<Value> = own
            .filter_map(|(order, (index, text))| step(&schedule[*index], text, order + 1))
            .collect();
        json!({ "id": thread_name(*thread), "message": { "text": thread_name(*thread) }, "locations": locations })
    };
    threads.iter().map(flow).collect()
}

fn step(step: &Step, text: &str, order: usize) -> Option<Value> {
    let words = format!("{}: {text}", thread_name(step.thread));
    let importance = match step.kind {
        StepKind::Access => "essential",
        StepKind::Other => "unimportant",
        _ => "important",
    };
    let mut state = serde_json::Map::new();
    let value = step.after.as_ref().or(step.before.as_ref());
    if let (Some(value), false) = (value, step.object.is_empty()) {
        state.insert(step.object.clone(), json!({ "text": value }));
    }
    if !step.locks.is_empty() {
        let locks: Vec<String> = step.locks.iter().map(ToString::to_string).collect();
        state.insert("locks".to_owned(), json!({ "text": locks.join(", ") }));
    }
    let mut told = json!({
        "location": location(&step.at, &words)?,
        "executionOrder": order,
        "importance": importance,
        "kinds": [step.kind.word()],
    });
    if !state.is_empty() {
        told["state"] = Value::Object(state);
    }
    Some(told)
}

fn location(at: &Location, text: &str) -> Option<Value> {
    at.is_known().then(|| {
        json!({
            "physicalLocation": {
                "artifactLocation": artifact(&at.file),
                "region": {
                    "startLine": at.line,
                    "startColumn": at.column.max(1),
                    "endColumn": at.column.max(1).saturating_add(at.length),
                },
            },
            "message": { "text": text },
        })
    })
}

/// A file: relative names are relative to the root of the sources.
fn artifact(file: &str) -> Value {
    match file.starts_with('/') {
        true => json!({ "uri": format!("file://{}", uri(file)) }),
        false => json!({ "uri": uri(file), "uriBaseId": "%SRCROOT%" }),
    }
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
