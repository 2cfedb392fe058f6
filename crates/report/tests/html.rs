//! Snapshots of the form for a browser, without its style and script.

mod cases;

use raceproof_report::html::render;

fn body(report: &raceproof_report::Report) -> String {
    let page = render("bank.c 3", report, &cases::sources());
    let (_, body) = page.split_once("</style>").unwrap();
    let (body, _) = body.split_once("<script>").unwrap();
    // An element in a line, so that one sees what has changed.
    body.replace("><", ">\n<")
}

#[test]
fn race_with_everything() {
    insta::assert_snapshot!(body(&cases::race_with_everything()));
}

#[test]
fn unknown_with_defects() {
    insta::assert_snapshot!(body(&cases::unknown_with_defects()));
}

#[test]
fn race_free() {
    insta::assert_snapshot!(body(&cases::race_free()));
}
