//! Snapshots of the terminal form.

mod cases;

use raceproof_report::text::{Options, render};

fn plain(report: &raceproof_report::Report) -> String {
    render(report, &cases::sources(), Options::default())
}

#[test]
fn one_line_race() {
    insta::assert_snapshot!(plain(&cases::one_line_race()));
}

#[test]
fn race_with_everything() {
    insta::assert_snapshot!(plain(&cases::race_with_everything()));
}

#[test]
fn unknown_with_defects() {
    insta::assert_snapshot!(plain(&cases::unknown_with_defects()));
}

#[test]
fn race_free() {
    insta::assert_snapshot!(plain(&cases::race_free()));
}

#[test]
fn objects() {
    let options = Options {
        objects: true,
        ..Options::default()
    };
    let text = render(&cases::race_with_everything(), &cases::sources(), options);
    let table = text.find("4 shared").unwrap();
    insta::assert_snapshot!(&text[table..]);
}

#[test]
fn in_colour() {
    let options = Options {
        color: true,
        ..Options::default()
    };
    let text = render(&cases::one_line_race(), &cases::sources(), options);
    insta::assert_snapshot!(text.replace('\x1b', "␛"));
}

#[test]
fn brief() {
    let options = Options {
        brief: true,
        ..Options::default()
    };
    let text = render(&cases::unknown_with_defects(), &cases::sources(), options);
    insta::assert_snapshot!(text);
}
