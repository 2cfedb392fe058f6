//! Values that follow a schema.

use serde_json::Value;

/// The schema is one, and the value follows it.
pub fn assert_valid(schema: &Value, value: &Value) {
    let validator = jsonschema::validator_for(schema).unwrap_or_else(|error| panic!("the schema: {error}"));
    let errors = validator.iter_errors(value);
    let errors: Vec<String> = errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
