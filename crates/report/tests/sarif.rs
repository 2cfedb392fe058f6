//! Snapshots of the SARIF form.

mod cases;

use raceproof_report::sarif::render;

#[test]
fn race_with_everything() {
    insta::assert_snapshot!(render(&cases::race_with_everything()));
}

#[test]
fn unknown_with_defects() {
    insta::assert_snapshot!(render(&cases::unknown_with_defects()));
}
