//! Snapshots of the JSON form, and the schema that it promises to keep.

mod cases;
mod schema;

use raceproof_report::json::render;
use raceproof_report::{ProgramResult, Verdict, programs};
use schema::assert_valid;
use serde_json::Value;

#[test]
fn one_line_race() {
    insta::assert_snapshot!(render(&cases::one_line_race()));
}

#[test]
fn race_with_everything() {
    insta::assert_snapshot!(render(&cases::race_with_everything()));
}

#[test]
fn unknown_with_defects() {
    insta::assert_snapshot!(render(&cases::unknown_with_defects()));
}

#[test]
fn every_report_follows_the_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../docs/schema.json")).unwrap();
    for report in [
        cases::one_line_race(),
        cases::race_with_everything(),
        cases::unknown_with_defects(),
        cases::race_free(),
    ] {
        let value: Value = serde_json::from_str(&render(&report)).unwrap();
        assert_valid(&schema, &value);
    }
}

#[test]
fn results_of_several_programs_follow_the_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../docs/schema.json")).unwrap();
    let one = |name: &str, result| ProgramResult {
        name: name.to_owned(),
        result,
    };
    let results = [
        one("safe", Ok(cases::race_free())),
        one("racy", Ok(cases::one_line_race())),
        one("odd", Err("error: no".to_owned())),
    ];
    let value: Value = serde_json::from_str(&programs::to_json(&results)).unwrap();
    assert_valid(&schema, &value);
    assert_eq!(value["verdict"], "race");
    assert_eq!(programs::verdict(&results[..1]), Verdict::RaceFree);
    assert_eq!(
        programs::verdict(&[results[0].clone(), results[2].clone()]),
        Verdict::Unknown
    );
    insta::assert_snapshot!(programs::table(&results));
}

#[test]
fn every_kind_is_in_the_schema() {
    let schema: Value = serde_json::from_str(include_str!("../../../docs/schema.json")).unwrap();
    let words: Vec<&str> = schema["$defs"]["finding"]["properties"]["kind"]["enum"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let kinds = raceproof_report::Kind::ALL.map(|kind| kind.word());
    assert_eq!(words, kinds);
}
