//! Snapshots of the SARIF form, and what those who read it ask for.

mod cases;
mod schema;

use std::collections::BTreeSet;

use raceproof_report::sarif::render;
use raceproof_report::{Location, ProgramResult, Report, Step, StepKind, programs};
use serde_json::Value;

/// The log as a value, which has the parts of SARIF that it should have.
fn log(text: &str) -> Value {
    let schema = serde_json::from_str(include_str!("schema/sarif.json")).unwrap();
    let log = serde_json::from_str(text).unwrap();
    schema::assert_valid(&schema, &log);
    log
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn logs_have_the_parts_that_they_should_have() {
    for report in [
        cases::one_line_race(),
        cases::race_with_everything(),
        cases::unknown_with_defects(),
        cases::race_free(),
    ] {
        let log = log(&render(&report, true));
        let run = &log["runs"][0];
        let rules = array(&run["tool"]["driver"]["rules"]);
        let rules: BTreeSet<&str> = rules.iter().filter_map(|rule| rule["id"].as_str()).collect();
        let results = array(&run["results"]);
        for result in results {
            assert!(rules.contains(result["ruleId"].as_str().unwrap()));
        }
        for finding in results.iter().filter(|result| result["level"] != "note") {
            assert!(finding.get("partialFingerprints").is_some());
        }
        // To have found neither a race nor a proof is no failure.
        assert_eq!(run["invocations"][0]["executionSuccessful"], true);
        assert_eq!(run["properties"]["verdict"], report.verdict().word());
    }
}

#[test]
fn long_schedules_keep_their_end_and_their_order() {
    let mut report = cases::one_line_race();
    let last = report.findings[0].schedule.last().unwrap().clone();
    let at = |line| Location {
        line,
        ..last.at.clone()
    };
    let step = |number: u32| Step {
        thread: number % 3,
        at: at(number + 1),
        text: format!("step {number}"),
        kind: match number {
            1 => StepKind::Create,
            _ => StepKind::Lock,
        },
        ..Step::default()
    };
    report.findings[0].schedule = (0..5000).map(step).chain([last.clone()]).collect();
    let log = log(&render(&report, false));
    let flows = array(&log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"]);
    // A flow for each thread, and one order of all their steps.
    assert_eq!(flows.len(), 3);
    let mut orders = Vec::new();
    for flow in flows {
        let own = array(&flow["locations"]).iter();
        let own: Vec<u64> = own.filter_map(|step| step["executionOrder"].as_u64()).collect();
        assert!(own.is_sorted(), "{own:?}");
        orders.extend(own);
    }
    orders.sort_unstable();
    assert!(orders.iter().copied().eq(1..=1000), "{orders:?}");
    let steps: Vec<String> = flows
        .iter()
        .flat_map(|flow| array(&flow["locations"]))
        .filter_map(|step| Some(step["location"]["message"]["text"].as_str()?.to_owned()))
        .collect();
    assert_eq!(steps.len(), 1000);
    let has = |words: &str| steps.iter().any(|step| step.ends_with(words));
    assert!(has(&last.words()) && has("step 4999") && !has("step 2000"));
}

#[test]
fn names_of_findings_survive_edits_elsewhere() {
    let names = |report: &Report| -> Vec<Value> {
        let log = log(&render(report, false));
        array(&log["runs"][0]["results"])
            .iter()
            .map(|result| result["partialFingerprints"].clone())
            .collect()
    };
    let before = cases::race_with_everything();
    let mut after = before.clone();
    for finding in &mut after.findings {
        for access in &mut finding.accesses {
            access.at.line += 7;
            access.thread.id += 1;
            access.stack.iter_mut().for_each(|frame| frame.at.line += 7);
        }
        finding.schedule.clear();
    }
    assert_eq!(names(&before), names(&after));
    for finding in &mut after.findings {
        for access in &mut finding.accesses {
            access.expression.push_str(" + 1");
        }
    }
    assert_ne!(names(&before), names(&after));
}

#[test]
fn a_finding_without_a_place_is_where_its_schedule_ends() {
    let mut report = cases::one_line_race();
    report.findings[0].accesses.clear();
    report.findings[0].places.clear();
    let log = log(&render(&report, false));
    let last = report.findings[0].schedule.last().unwrap();
    let region = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], last.at.line);
}

#[test]
fn programs_are_runs_as_far_as_servers_take_them() {
    let many = |count: usize| -> Vec<ProgramResult> {
        let one = |number| ProgramResult {
            name: format!("src/p{number}"),
            result: Ok(cases::one_line_race()),
        };
        (0..count).map(one).collect()
    };
    let some = log(&programs::to_sarif(&many(3), false));
    let ids: Vec<&str> = array(&some["runs"])
        .iter()
        .filter_map(|run| run["automationDetails"]["id"].as_str())
        .collect();
    assert_eq!(
        ids,
        ["raceproof/src/p0/", "raceproof/src/p1/", "raceproof/src/p2/"]
    );
    let all = log(&programs::to_sarif(&many(21), false));
    let results = array(&all["runs"][0]["results"]);
    assert_eq!((array(&all["runs"]).len(), results.len()), (1, 21));
    assert_eq!(results[20]["properties"]["program"], "src/p20");
    assert_eq!(array(&all["runs"][0]["properties"]["programs"]).len(), 21);
}

#[test]
fn race_with_everything() {
    insta::assert_snapshot!(render(&cases::race_with_everything(), false));
}

#[test]
fn unknown_with_defects() {
    insta::assert_snapshot!(render(&cases::unknown_with_defects(), false));
}

#[test]
fn open_pairs_are_notes() {
    let text = render(&cases::race_with_everything(), true);
    let log = log(&text);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let notes: Vec<_> = results
        .iter()
        .filter(|result| result["level"] == "note")
        .collect();
    assert_eq!(notes.len(), 1);
    let message = notes[0]["message"]["text"].as_str().unwrap();
    assert_eq!(
        message,
        "open: accounts[…].name: the first holds global, the second holds nothing"
    );
    assert_eq!(notes[0]["relatedLocations"].as_array().unwrap().len(), 1);
}
