//! Witnesses in the format that verifiers exchange: YAML, version 2.
//!
//! A violation witness is a list of segments. Each but the last has one waypoint that a run passes: an input
//! and its value, or a line where a thread takes part in the synchronisation, with `thread_id` as of version
//! 2.2. The last has the two accesses as targets. A correctness witness of a program without races has no
//! invariants.

use serde::{Deserialize, Serialize};

use crate::{Finding, Location, Report, Step, StepKind, Verdict};

/// The property, as the competition on software verification writes it.
pub const PROPERTY: &str = "CHECK( init(main()), LTL(G ! data-race) )";

/// The most waypoints that are written.
const MOST: usize = 1_000;

/// One entry of a witness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// What it is.
    pub entry_type: EntryType,
    /// Where it comes from.
    pub metadata: Metadata,
    /// What it says.
    pub content: Vec<Content>,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryType {
    /// A way to a violation.
    ViolationSequence,
    /// Invariants of a proof.
    InvariantSet,
    /// Variables that a proof adds to the program.
    GhostInstrumentation,
}

/// Where an entry comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metadata {
    /// The version of the format.
    pub format_version: String,
    /// A name that nothing else has.
    pub uuid: String,
    /// When it was made.
    pub creation_time: String,
    /// By whom.
    pub producer: Producer,
    /// The question.
    pub task: Task,
}

/// A tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Producer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The files of the program.
    pub input_files: Vec<String>,
    /// Their SHA-256 hashes.
    pub input_file_hashes: std::collections::BTreeMap<String, String>,
    /// The property.
    pub specification: String,
    /// `LP64` or `ILP32`.
    pub data_model: String,
    /// `C`.
    pub language: String,
}

/// A part of what an entry says; parts that are not known here have no segment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Content {
    /// Waypoints, of which the last are followed.
    #[serde(default)]
    pub segment: Vec<Waypoints>,
}

/// A waypoint, as it stands in a segment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waypoints {
    /// The waypoint.
    pub waypoint: Waypoint,
}

/// A condition on a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waypoint {
    /// Which sort.
    #[serde(rename = "type")]
    pub kind: WaypointKind,
    /// Whether it is to be passed.
    pub action: Action,
    /// Which thread passes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread_id: Option<i64>,
    /// What has to hold there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
    /// Where.
    pub location: Place,
}

/// Sorts of waypoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaypointKind {
    /// A condition holds before a statement.
    Assumption,
    /// The violation.
    Target,
    /// A function is called.
    FunctionEnter,
    /// A function gives something.
    FunctionReturn,
    /// A branch goes some way.
    Branching,
}

/// What a run does with a waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// It passes it.
    Follow,
    /// It does not.
    Avoid,
}

/// What has to hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Constraint {
    /// The condition; numbers and truth values may stand without quotes.
    #[serde(deserialize_with = "text")]
    pub value: String,
    /// Its language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub file_name: String,
    /// Its line, from 1.
    pub line: u32,
    /// The function that it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

/// A value of any simple type as a text.
fn text<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Simple {
        Text(String),
        Number(i64),
        Truth(bool),
    }
    Ok(match Simple::deserialize(deserializer)? {
        Simple::Text(text) => text,
        Simple::Number(number) => number.to_string(),
        Simple::Truth(truth) => truth.to_string(),
    })
}

impl Waypoint {
    /// The value that a function is to give, if that is what it says: `\result == 7`.
    pub fn result(&self) -> Option<i128> {
        let constraint = self.constraint.as_ref()?;
        let rest = constraint.value.trim().strip_prefix("\\result")?;
        let number = rest.trim_start().strip_prefix("==")?.trim();
        (self.kind == WaypointKind::FunctionReturn)
            .then(|| number.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok())?
    }
}

/// What a result says as entries of a witness: a race, or that there is none. An *unknown* has none.
pub fn entry(report: &Report, metadata: impl Fn(&str) -> Metadata) -> Option<Entry> {
    match report.verdict() {
        Verdict::Race => {
            let race = report.races().next()?;
            Some(Entry {
                entry_type: EntryType::ViolationSequence,
                metadata: metadata("2.2"),
                content: segments(race),
            })
        }
        Verdict::RaceFree => Some(Entry {
            entry_type: EntryType::InvariantSet,
            metadata: metadata("2.0"),
            content: Vec::new(),
        }),
        Verdict::Unknown => None,
    }
}

fn segments(race: &Finding) -> Vec<Content> {
    let mut content: Vec<Content> = Vec::new();
    let mut last: Option<&Step> = None;
    for step in race.schedule.iter().filter(|step| step.at.is_known()) {
        let is_again = last.is_some_and(|last| (last.thread, &last.at) == (step.thread, &step.at));
        let waypoint = match (step.kind, step.value) {
            (StepKind::Access, _) => continue,
            (_, Some(value)) => Waypoint {
                constraint: Some(Constraint {
                    value: format!("\\result == {value}"),
                    format: Some("acsl_expression".to_owned()),
                }),
                ..waypoint(WaypointKind::FunctionReturn, step.thread, &step.at, None)
            },
            _ if is_again => continue,
            _ => Waypoint {
                constraint: Some(Constraint {
                    value: "1".to_owned(),
                    format: Some("c_expression".to_owned()),
                }),
                ..waypoint(WaypointKind::Assumption, step.thread, &step.at, None)
            },
        };
        last = Some(step);
        content.push(Content {
            segment: vec![Waypoints { waypoint }],
        });
    }
    // The end is what leads to the race.
    content.drain(..content.len().saturating_sub(MOST));
    let targets = race.accesses.iter().map(|access| {
        let function = access.stack.first().map(|frame| frame.function.clone());
        let waypoint = waypoint(WaypointKind::Target, access.thread.id, &access.at, function);
        Waypoints { waypoint }
    });
    content.push(Content {
        segment: targets.collect(),
    });
    content
}

fn waypoint(kind: WaypointKind, thread: u32, at: &Location, function: Option<String>) -> Waypoint {
    Waypoint {
        kind,
        action: Action::Follow,
        thread_id: Some(thread.into()),
        constraint: None,
        location: Place {
            file_name: at.file.clone(),
            line: at.line,
            function: function.filter(|name| !name.is_empty()),
        },
    }
}

/// The entries as a text.
///
/// # Errors
///
/// What cannot be written.
pub fn render(entries: &[Entry]) -> Result<String, String> {
    serde_yaml_ng::to_string(entries).map_err(|error| error.to_string())
}

/// The entries of a text.
///
/// # Errors
///
/// What is wrong with it.
pub fn parse(text: &str) -> Result<Vec<Entry>, String> {
    serde_yaml_ng::from_str(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_functions_are_read() {
        let waypoint = |kind, value: &str| Waypoint {
            constraint: Some(Constraint {
                value: value.to_owned(),
                format: None,
            }),
            ..waypoint(kind, 0, &Location::default(), None)
        };
        assert_eq!(
            waypoint(WaypointKind::FunctionReturn, "\\result == -7").result(),
            Some(-7)
        );
        assert_eq!(
            waypoint(WaypointKind::FunctionReturn, "\\result==7u").result(),
            Some(7)
        );
        assert_eq!(
            waypoint(WaypointKind::FunctionReturn, "\\result > 7").result(),
            None
        );
        assert_eq!(waypoint(WaypointKind::Assumption, "\\result == 7").result(), None);
    }
}
