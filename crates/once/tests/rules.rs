//! Which rules decide: `tests/ir/once/*.ir`, with their expectations in comments.
//!
//! - `//~ once: race|safe|unknown`: the verdict.
//! - `//~ rules: NAME …`: the rule that had an answer after each run; the last one decided.
//! - `//~ obstacle: NAME`: why one run is not enough, in the files that have no verdict for that.

use raceproof_engine::Budget;
use raceproof_machine::{Config, Machine};
use std::collections::BTreeSet;
use std::path::Path;

/// What a file expects of one kind.
fn expected<'a>(text: &'a str, what: &str) -> Option<&'a str> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(&format!("//~ {what}: ")))?;
    Some(line.trim())
}

/// Checks a file, and gives the rules that had an answer.
fn check(path: &Path) -> Result<Vec<&'static str>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let program = raceproof_ir::parse("test.ir", &text).map_err(|error| format!("{error:?}"))?;
    raceproof_ir::verify(&program).map_err(|error| format!("{error:?}"))?;
    let machine = Machine::new(&program, Config::default());
    let decision = raceproof_once::decide(&machine, &Budget::new(None, u64::MAX, 1 << 30), false);
    let outcome = &decision.outcome;
    let verdict = match outcome.verdict() {
        Some(true) => "race",
        Some(false) => "safe",
        None => "unknown",
    };
    let rules = decision.rules.join(" ");
    let obstacle = outcome.beyond_one_run().map(|(_, why)| format!("{why:?}"));
    for (what, actual) in [
        ("once", Some(verdict)),
        ("rules", Some(rules.as_str())),
        ("obstacle", obstacle.as_deref()),
    ] {
        if expected(&text, what) != actual {
            let limits = &outcome.limits;
            return Err(format!(
                "{what}: expected {:?}, got {actual:?}; rules: {rules}; limits: {limits:?}",
                expected(&text, what)
            ));
        }
    }
    Ok(decision.rules)
}

#[test]
fn every_rule_has_a_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ir/once");
    let mut failures = Vec::new();
    let mut seen = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match check(&path) {
            Ok(rules) => seen.extend(rules),
            Err(why) => failures.push(format!("{}: {why}", path.display())),
        }
    }
    failures.sort();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let without: Vec<&str> = raceproof_once::rules()
        .filter(|rule| !seen.contains(rule))
        .collect();
    assert!(without.is_empty(), "no program for {without:?}");
}
