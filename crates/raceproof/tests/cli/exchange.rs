//! Witnesses that verifiers exchange.

use super::{Case, assert_rejected};
use serde_json::{Value, json};

/// One thread races with main if an input has some value, and if main is late.
const PROGRAM: &str = "\
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n, ready, x;
void *f(void *p)
{
    x = 1;
    pthread_mutex_lock(&m);
    ready = n;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void)
{
    n = __VERIFIER_nondet_int();
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&m);
    int seen = ready;
    pthread_mutex_unlock(&m);
    if (seen != 7)
        x = 2;
    pthread_join(t, 0);
    return 0;
}
";

/// A witness after the text of a file, which has to keep to the schema.
fn witness(case: &Case, name: &str) -> Value {
    let text = std::fs::read_to_string(case.path(name)).unwrap();
    let witness: Value = serde_yaml_ng::from_str(&text).unwrap();
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/witness.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&witness).map(|it| it.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{text}");
    witness
}

#[test]
fn a_race_is_a_violation_that_is_confirmed() {
    let case = Case::new();
    case.write("a.c", PROGRAM);
    assert_eq!(
        case.run(&["check", "-q", "--witness", "w.yml", "a.c"])
            .status
            .code(),
        Some(1)
    );
    let written = witness(&case, "w.yml");
    let entry = &written[0];
    assert_eq!(entry["entry_type"], "violation_sequence");
    assert_eq!(entry["metadata"]["task"]["input_files"], json!(["a.c"]));
    let segments = entry["content"].as_array().unwrap();
    let targets = segments.last().unwrap()["segment"].as_array().unwrap();
    let mut lines: Vec<u64> = targets
        .iter()
        .filter(|target| target["waypoint"]["type"] == "target")
        .filter_map(|target| target["waypoint"]["location"]["line"].as_u64())
        .collect();
    lines.sort_unstable();
    assert_eq!(lines, [7, 22]);
    let input = segments
        .iter()
        .find(|it| it["segment"][0]["waypoint"]["type"] == "function_return");
    let constraint = &input.unwrap()["segment"][0]["waypoint"]["constraint"]["value"];
    assert!(
        constraint.as_str().unwrap().starts_with("\\result == "),
        "{constraint}"
    );
    let validated = case.run(&["validate", "w.yml"]);
    let printed = String::from_utf8(validated.stdout).unwrap();
    assert_eq!(validated.status.code(), Some(1), "{printed}");
    assert!(
        printed.ends_with("witness: confirmed\nresult: false(no-data-race)\n"),
        "{printed}"
    );
}

#[test]
fn witnesses_of_others_say_less() {
    let case = Case::new();
    let other = |target: u32| {
        format!(
            "- entry_type: violation_sequence
  metadata:
    format_version: \"2.0\"
    uuid: 00000000-0000-0000-0000-000000000000
    creation_time: 2026-01-01T00:00:00Z
    producer: {{name: other, version: \"1\"}}
    task:
      input_files: [./a.c]
      input_file_hashes: {{./a.c: 00}}
      specification: CHECK( init(main()), LTL(G ! data-race) )
      data_model: LP64
      language: C
  content:
  - segment:
    - waypoint:
        type: branching
        action: follow
        constraint: {{value: true}}
        location: {{file_name: ./a.c, line: 21, column: 5}}
  - segment:
    - waypoint:
        type: target
        action: follow
        location: {{file_name: ./a.c, line: {target}, column: 9, function: main}}
"
        )
    };
    case.write("a.c", PROGRAM)
        .write("right.yml", other(22))
        .write("wrong.yml", other(20));
    let right = case.run(&["validate", "right.yml"]);
    assert_eq!(right.status.code(), Some(1));
    let told = String::from_utf8(right.stderr).unwrap();
    assert!(
        told.contains("is not the file that the witness is about"),
        "{told}"
    );
    let wrong = case.run(&["validate", "wrong.yml", "a.c"]);
    assert_eq!(wrong.status.code(), Some(3));
    assert!(
        String::from_utf8(wrong.stdout)
            .unwrap()
            .ends_with("result: unknown\n")
    );
    case.write("none.yml", "- entry_type: 7\n");
    assert_rejected(&case, &["validate", "none.yml", "a.c"], "is no witness");
    case.write("overflow.yml", other(22).replace("data-race", "overflow"));
    assert_rejected(&case, &["validate", "overflow.yml", "a.c"], "another property");
}

#[test]
fn a_proof_is_a_correctness_witness_and_unknown_is_none() {
    let case = Case::new();
    let safe = PROGRAM.replace("    if (seen != 7)\n        x = 2;\n", "");
    case.write("a.c", &safe);
    assert_eq!(
        case.run(&["check", "-q", "--witness", "w.yml", "a.c"])
            .status
            .code(),
        Some(0)
    );
    assert_eq!(witness(&case, "w.yml")[0]["entry_type"], "invariant_set");
    assert_rejected(&case, &["validate", "w.yml", "a.c"], "is no violation witness");
    case.write(
        "b.c",
        "void unknown(int *);\nint x;\nint main(void) { unknown(&x); return 0; }\n",
    );
    let status = case
        .run(&["check", "-q", "--extern", "anything", "--witness", "v.yml", "b.c"])
        .status;
    assert_eq!(status.code(), Some(3));
    assert!(!case.path("v.yml").exists());
}
