//! The form for GitLab: a code quality report, an array of issues with fingerprints.

use serde_json::{Value, json};

use crate::fingerprint::fingerprint;
use crate::github::{body, first_place};
use crate::{Kind, Report};

/// Renders reports as one array with a new line at its end. What is suppressed is left out: GitLab has no
/// word for it.
pub fn render<'a>(reports: impl Iterator<Item = &'a Report>) -> String {
    let findings = reports.flat_map(|report| report.findings.iter());
    let issues: Vec<Value> = findings
        .filter(|finding| finding.suppressed.is_none())
        .map(|finding| {
            let at = first_place(finding);
            json!({
                "description": format!("{}: {}", finding.kind.word(), finding.message),
                "check_name": finding.kind.code(),
                "content": { "body": body(finding) },
                "fingerprint": fingerprint(finding),
                "severity": if finding.kind == Kind::Race { "critical" } else { "major" },
                "location": {
                    "path": at.map_or("", |at| at.file.as_str()),
                    "lines": { "begin": at.map_or(1, |at| at.line) },
                },
            })
        })
        .collect();
    // Only strings and numbers go in, so there is nothing to fail.
    let mut text = serde_json::to_string_pretty(&issues).unwrap_or_default();
    text.push('\n');
    text
}
