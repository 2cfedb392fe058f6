//! The JSON form: one object, its keys in a fixed order. `docs/schema.json` describes it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::fingerprint::fingerprint;
use crate::{Access, Coverage, Finding, Held, Location, Object, Place, Report, Stats, Step, Value};

/// Grows when a key changes its meaning or goes; new keys may come without that.
pub const FORMAT_VERSION: u32 = 1;

/// Renders a report as one JSON object with a new line at its end.
pub fn render(report: &Report) -> String {
    // Only strings and numbers go in and all keys are strings, so there is nothing to fail.
    let mut text = serde_json::to_string_pretty(&JsonReport::from(report)).unwrap_or_default();
    text.push('\n');
    text
}

/// A report as a part of a larger object.
pub(crate) fn value(report: &Report) -> serde_json::Value {
    serde_json::to_value(JsonReport::from(report)).unwrap_or_default()
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Serialize)]
struct JsonReport<'a> {
    format_version: u32,
    verdict: &'static str,
    engine: &'a str,
    findings: Vec<JsonFinding<'a>>,
    #[serde(skip_serializing_if = "is_zero")]
    unshown: usize,
    objects: Vec<JsonObject<'a>>,
    coverage: JsonCoverage,
    stats: JsonStats,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    kind: &'static str,
    code: &'static str,
    fingerprint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressed: Option<&'a str>,
    object: &'a str,
    message: &'a str,
    accesses: Vec<JsonAccess<'a>>,
    places: Vec<JsonPlace<'a>>,
    schedule: Vec<String>,
    steps: Vec<JsonStep<'a>>,
    inputs: BTreeMap<&'a str, JsonValue<'a>>,
    threads: u32,
    notes: &'a [String],
    help: &'a [String],
}

#[derive(Serialize)]
struct JsonAccess<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    length: u32,
    access: &'static str,
    atomic: bool,
    expression: &'a str,
    thread: u32,
    thread_origin: Option<String>,
    locks: Vec<&'a str>,
    read_locks: Vec<&'a str>,
    stack: Vec<String>,
    work: Option<JsonWork<'a>>,
}

#[derive(Serialize)]
struct JsonStep<'a> {
    thread: u32,
    kind: &'static str,
    file: &'a str,
    line: u32,
    column: u32,
    length: u32,
    text: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    object: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<&'a str>,
    locks: Vec<&'a str>,
    read_locks: Vec<&'a str>,
}

#[derive(Serialize)]
struct JsonWork<'a> {
    name: &'a str,
    construct: &'a str,
    number: u64,
    at: String,
}

#[derive(Serialize)]
struct JsonPlace<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    length: u32,
    text: &'a str,
    thread: Option<u32>,
    thread_origin: Option<String>,
    locks: Vec<&'a str>,
    read_locks: Vec<&'a str>,
    stack: Vec<String>,
}

#[derive(Serialize)]
struct JsonObject<'a> {
    object: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    standing: &'static str,
    protected_by: Vec<JsonProtection<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<&'static str>,
    accessed_by: Vec<JsonAccessor<'a>>,
    open: Vec<JsonOpenPair<'a>>,
}

#[derive(Serialize)]
struct JsonOpenPair<'a> {
    accesses: [JsonOpenAccess<'a>; 2],
    why: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tried: Option<JsonTried>,
}

#[derive(Serialize)]
struct JsonTried {
    runs: u32,
    reached: [u32; 2],
    both: u32,
    words: String,
}

#[derive(Serialize)]
struct JsonOpenAccess<'a> {
    at: String,
    function: &'a str,
    many: bool,
    access: &'static str,
    atomic: bool,
    locks: &'a [String],
    stack: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unknown: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonProtection<'a> {
    form: &'static str,
    by: &'a str,
    words: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'static str>,
}

#[derive(Serialize)]
struct JsonAccessor<'a> {
    function: &'a str,
    many: bool,
    reads: bool,
    writes: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum JsonValue<'a> {
    Small(i64),
    Large(u64),
    Float(f64),
    Text(String),
    Borrowed(&'a str),
}

#[derive(Serialize)]
struct JsonCoverage {
    complete: bool,
    words: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pinned: Vec<String>,
    limits: Vec<String>,
    mappings: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<String>,
}

#[derive(Serialize)]
struct JsonStats {
    states: u64,
    executions: u64,
    steps: u64,
    seconds: f64,
    bytes_per_state: f64,
    peak_memory: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    formula: Option<JsonFormula>,
}

#[derive(Serialize)]
struct JsonFormula {
    variables: u64,
    clauses: u64,
    seconds: f64,
    rounds: u64,
    unwind: u64,
}

impl<'a> From<&'a Report> for JsonReport<'a> {
    fn from(report: &'a Report) -> Self {
        JsonReport {
            format_version: FORMAT_VERSION,
            verdict: report.verdict().word(),
            engine: &report.engine,
            findings: report.findings.iter().map(JsonFinding::from).collect(),
            unshown: report.unshown,
            objects: report.objects.iter().map(JsonObject::from).collect(),
            coverage: JsonCoverage::from(&report.coverage),
            stats: JsonStats::from(&report.stats),
        }
    }
}

impl<'a> From<&'a Finding> for JsonFinding<'a> {
    fn from(finding: &'a Finding) -> Self {
        JsonFinding {
            kind: finding.kind.word(),
            code: finding.kind.code(),
            fingerprint: fingerprint(finding),
            suppressed: finding.suppressed.as_ref().map(|why| why.reason.as_str()),
            object: &finding.object,
            message: &finding.message,
            accesses: finding.accesses.iter().map(JsonAccess::from).collect(),
            places: finding.places.iter().map(JsonPlace::from).collect(),
            schedule: finding.schedule.iter().map(ToString::to_string).collect(),
            steps: finding.schedule.iter().map(JsonStep::from).collect(),
            inputs: finding
                .inputs
                .iter()
                .map(|(name, value)| (name.as_str(), JsonValue::from(value)))
                .collect(),
            threads: finding.threads,
            notes: &finding.notes,
            help: &finding.help,
        }
    }
}

impl<'a> From<&'a Object> for JsonObject<'a> {
    fn from(object: &'a Object) -> Self {
        let protection = |why: &'a crate::Protection| JsonProtection {
            form: why.form,
            by: &why.by,
            words: why.to_string(),
            offset: why.bytes.map(|(offset, _)| offset),
            length: why.bytes.map(|(_, length)| length),
            mode: (why.form == "guarded").then_some(if why.shared { "shared" } else { "exclusive" }),
        };
        let accessor = |who: &'a crate::Accessor| JsonAccessor {
            function: &who.function,
            many: who.many,
            reads: who.reads,
            writes: who.writes,
        };
        let open_access = |access: &'a crate::OpenAccess| JsonOpenAccess {
            at: access.at.to_string(),
            function: &access.function,
            many: access.many,
            access: if access.writes { "write" } else { "read" },
            atomic: access.atomic,
            locks: &access.locks,
            stack: access.stack.iter().map(Location::to_string).collect(),
            unknown: access.unknown.as_deref(),
        };
        let open = object.open.iter();
        JsonObject {
            object: &object.name,
            file: &object.at.file,
            line: object.at.line,
            column: object.at.column,
            standing: object.standing.word(),
            protected_by: object.protected_by.iter().map(protection).collect(),
            checked: object.checked,
            accessed_by: object.accessed_by.iter().map(accessor).collect(),
            open: open
                .map(|pair| JsonOpenPair {
                    accesses: pair.accesses.each_ref().map(open_access),
                    why: &pair.why,
                    tried: pair.tried.as_ref().map(|tried| JsonTried {
                        runs: tried.runs,
                        reached: tried.reached,
                        both: tried.both,
                        words: tried.to_string(),
                    }),
                })
                .collect(),
        }
    }
}

/// The names of locks; only of those that are held for reading, or of all.
fn names(locks: &[Held], only_reading: bool) -> Vec<&str> {
    let locks = locks.iter().filter(|lock| lock.reading || !only_reading);
    locks.map(|lock| lock.name.as_str()).collect()
}

impl<'a> From<&'a Access> for JsonAccess<'a> {
    fn from(access: &'a Access) -> Self {
        JsonAccess {
            file: &access.at.file,
            line: access.at.line,
            column: access.at.column,
            length: access.at.length,
            access: access.access.word(),
            atomic: access.atomic,
            expression: &access.expression,
            thread: access.thread.id,
            thread_origin: access.thread.origin.as_ref().map(Location::to_string),
            locks: names(&access.locks, false),
            read_locks: names(&access.locks, true),
            stack: access.stack.iter().map(ToString::to_string).collect(),
            work: access.work.as_ref().map(|work| JsonWork {
                name: &work.name,
                construct: &work.construct,
                number: work.number,
                at: work.at.to_string(),
            }),
        }
    }
}

impl<'a> From<&'a Step> for JsonStep<'a> {
    fn from(step: &'a Step) -> Self {
        JsonStep {
            thread: step.thread,
            kind: step.kind.word(),
            file: &step.at.file,
            line: step.at.line,
            column: step.at.column,
            length: step.at.length,
            text: &step.text,
            object: &step.object,
            before: step.before.as_deref(),
            after: step.after.as_deref(),
            locks: names(&step.locks, false),
            read_locks: names(&step.locks, true),
        }
    }
}

impl<'a> From<&'a Place> for JsonPlace<'a> {
    fn from(place: &'a Place) -> Self {
        let origin = place.thread.as_ref().and_then(|thread| thread.origin.as_ref());
        JsonPlace {
            file: &place.at.file,
            line: place.at.line,
            column: place.at.column,
            length: place.at.length,
            text: &place.text,
            thread: place.thread.as_ref().map(|thread| thread.id),
            thread_origin: origin.map(Location::to_string),
            locks: names(&place.locks, false),
            read_locks: names(&place.locks, true),
            stack: place.stack.iter().map(ToString::to_string).collect(),
        }
    }
}

impl<'a> From<&'a Value> for JsonValue<'a> {
    /// Integers that no JSON reader would take and floats that JSON cannot write become strings.
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Integer(value) => match (i64::try_from(*value), u64::try_from(*value)) {
                (Ok(value), _) => JsonValue::Small(value),
                (_, Ok(value)) => JsonValue::Large(value),
                _ => JsonValue::Text(value.to_string()),
            },
            Value::Float(value) if value.is_finite() => JsonValue::Float(*value),
            Value::Float(value) => JsonValue::Text(value.to_string()),
            Value::Text(text) => JsonValue::Borrowed(text),
        }
    }
}

impl From<&Coverage> for JsonCoverage {
    fn from(coverage: &Coverage) -> Self {
        JsonCoverage {
            complete: coverage.complete,
            words: coverage.words(),
            pinned: coverage.pins(),
            limits: coverage.limits(),
            mappings: coverage.mappings(),
            others: coverage.others(),
        }
    }
}

impl From<&Stats> for JsonStats {
    fn from(stats: &Stats) -> Self {
        JsonStats {
            states: stats.states,
            executions: stats.executions,
            steps: stats.steps,
            seconds: stats.seconds,
            bytes_per_state: stats.bytes_per_state,
            peak_memory: stats.peak_memory,
            formula: (stats.variables > 0).then_some(JsonFormula {
                variables: stats.variables,
                clauses: stats.clauses,
                seconds: stats.solver_seconds,
                rounds: stats.rounds,
                unwind: stats.unwind,
            }),
        }
    }
}

/// The fingerprints of the findings in a result of this or an older release, of one program or of several.
///
/// # Errors
///
/// Why it is no such result.
pub fn fingerprints(text: &str) -> Result<Vec<String>, String> {
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| format!("is no JSON, or damaged: {error}"))?;
    let of_report = |report: &serde_json::Value| {
        let findings = report.get("findings")?.as_array()?;
        let name = |finding: &serde_json::Value| Some(finding.get("fingerprint")?.as_str()?.to_owned());
        findings.iter().map(name).collect::<Option<Vec<String>>>()
    };
    let programs = value.get("programs").and_then(serde_json::Value::as_array);
    let found = match programs {
        // A program that was not understood has no findings.
        Some(programs) => {
            let results = programs.iter().filter_map(|program| program.get("result"));
            let all: Option<Vec<Vec<String>>> = results.map(of_report).collect();
            all.map(|all| all.concat())
        }
        None => of_report(&value),
    };
    found.ok_or_else(|| "is no result of `raceproof check --format json`".to_owned())
}
