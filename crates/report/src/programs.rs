//! The results for several programs of one project: a table for people, one object or log for programs.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::{Kind, Report, Verdict, json, sarif};

/// A program of a project and what was found out about it.
#[derive(Clone, Debug)]
pub struct ProgramResult {
    /// What the project calls it.
    pub name: String,
    /// The result, or why the program was not understood.
    pub result: Result<Report, String>,
}

impl ProgramResult {
    fn word(&self) -> &'static str {
        match &self.result {
            Ok(report) => report.verdict().word(),
            Err(_) => "not understood",
        }
    }

    fn detail(&self) -> String {
        let report = match &self.result {
            Ok(report) => report,
            Err(reason) => return reason.lines().next().unwrap_or_default().to_owned(),
        };
        let race = report.findings.iter().find(|finding| finding.kind == Kind::Race);
        match (report.verdict(), race) {
            (Verdict::Race, Some(race)) => race.message.clone(),
            (Verdict::RaceFree, _) => report.coverage.words(),
            _ => report.coverage.limits().first().cloned().unwrap_or_default(),
        }
    }
}

/// The verdict on all of them together: a race if one has a race, race-free if all are.
pub fn verdict(results: &[ProgramResult]) -> Verdict {
    let all = results
        .iter()
        .map(|one| one.result.as_ref().map_or(Verdict::Unknown, Report::verdict));
    all.fold(Verdict::RaceFree, |all, one| match (all, one) {
        (Verdict::Race, _) | (_, Verdict::Race) => Verdict::Race,
        (Verdict::RaceFree, Verdict::RaceFree) => Verdict::RaceFree,
        _ => Verdict::Unknown,
    })
}

/// The table that ends the text form: a line for each program and one for all.
pub fn table(results: &[ProgramResult]) -> String {
    let widest = |column: &dyn Fn(&ProgramResult) -> usize| results.iter().map(column).max().unwrap_or(0);
    let name_width = widest(&|one| one.name.chars().count()).max("program".len());
    let word_width = widest(&|one| one.word().len()).max("verdict".len());
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{:name_width$}  {:word_width$}  seconds",
        "program", "verdict"
    );
    for one in results {
        let seconds = one.result.as_ref().map_or(0.0, |report| report.stats.seconds);
        let line = format!(
            "{:name_width$}  {:word_width$}  {seconds:>7.2}  {}",
            one.name,
            one.word(),
            one.detail()
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let count = |wanted: &str| results.iter().filter(|one| one.word() == wanted).count();
    let words = ["race", "race-free", "unknown", "not understood"];
    let counts: Vec<String> = words
        .iter()
        .filter(|word| count(word) > 0)
        .map(|word| format!("{} {word}", count(word)))
        .collect();
    let _ = writeln!(out, "{} programs: {}", results.len(), counts.join(", "));
    out
}

/// One JSON object with the results of all programs, and a new line at its end.
pub fn to_json(results: &[ProgramResult]) -> String {
    let one = |one: &ProgramResult| match &one.result {
        Ok(report) => json!({ "program": one.name, "result": json::value(report) }),
        Err(reason) => json!({ "program": one.name, "error": reason }),
    };
    let programs: Vec<Value> = results.iter().map(one).collect();
    let all = json!({ "verdict": verdict(results).word(), "programs": programs });
    // Only strings and numbers go in and all keys are strings, so there is nothing to fail.
    let mut text = serde_json::to_string_pretty(&all).unwrap_or_default();
    text.push('\n');
    text
}

/// One SARIF log of the programs that were understood.
pub fn to_sarif(results: &[ProgramResult], has_notes: bool) -> String {
    let understood: Vec<(Option<&str>, &Report)> = results
        .iter()
        .filter_map(|one| Some((Some(one.name.as_str()), one.result.as_ref().ok()?)))
        .collect();
    sarif::render_all(&understood, has_notes)
}
