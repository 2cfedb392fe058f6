//! Snapshots of the SARIF form.

mod cases;

use raceproof_report::sarif::render;

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
    let log: serde_json::Value = serde_json::from_str(&text).unwrap();
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
