//! Snapshots of the JSON form, and the schema that it promises to keep.

mod cases;

use raceproof_report::json::render;
use raceproof_report::{ProgramResult, Verdict, programs};
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
        validate(&schema, &schema, &value, "$");
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
    validate(&schema, &schema["$defs"]["project"], &value, "$");
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

/// Checks a value against the part of JSON Schema that our schema uses; a keyword that it does not
/// know fails, so that the schema cannot say more than is checked.
fn validate(root: &Value, schema: &Value, value: &Value, path: &str) {
    for (keyword, rule) in schema.as_object().unwrap() {
        match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => {}
            "$ref" => {
                let pointer = rule.as_str().unwrap().strip_prefix('#').unwrap();
                validate(root, root.pointer(pointer).unwrap(), value, path);
            }
            "type" => {
                let types = match rule {
                    Value::Array(types) => types.clone(),
                    one => vec![one.clone()],
                };
                let fits = |name: &Value| match name.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "number" => value.is_number(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "null" => value.is_null(),
                    other => panic!("unknown type {other}"),
                };
                assert!(types.iter().any(fits), "{path}: {value} is no {rule}");
            }
            "enum" => assert!(
                rule.as_array().unwrap().contains(value),
                "{path}: {value} not in {rule}"
            ),
            "minimum" => assert!(
                value.as_f64().unwrap() >= rule.as_f64().unwrap(),
                "{path}: {value}"
            ),
            // These speak of objects only.
            "required" | "properties" | "additionalProperties" if !value.is_object() => {}
            "required" => {
                for key in rule.as_array().unwrap() {
                    assert!(value.get(key.as_str().unwrap()).is_some(), "{path}: no {key}");
                }
            }
            "properties" => {
                for (key, schema) in rule.as_object().unwrap() {
                    if let Some(value) = value.get(key) {
                        validate(root, schema, value, &format!("{path}.{key}"));
                    }
                }
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (key, value) in value.as_object().unwrap() {
                    if known.is_none_or(|known| !known.contains_key(key)) {
                        assert_ne!(rule, &Value::Bool(false), "{path}: unexpected {key}");
                        validate(root, rule, value, &format!("{path}.{key}"));
                    }
                }
            }
            "items" => {
                for (index, value) in value.as_array().unwrap().iter().enumerate() {
                    validate(root, rule, value, &format!("{path}[{index}]"));
                }
            }
            other => panic!("the schema uses {other}, which this test does not check"),
        }
    }
}
