//! `raceproof trace`.

use super::Case;

const HIDDEN: &str =
    "T1|w(y)|a.c:1\nT1|acq(l)|a.c:2\nT1|rel(l)|a.c:3\nT2|acq(l)|a.c:4\nT2|rel(l)|a.c:5\nT2|w(y)|a.c:6\n";

#[test]
fn a_confirmed_prediction_is_a_race() {
    let case = Case::new();
    case.write("run.std", HIDDEN);
    let output = case.run(&["trace", "run.std"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "\
race on `y`: T1 writes at a.c:1, T2 writes at a.c:6 (event 6; wcp)
shb: 0 pairs of places, of which 0 confirmed; 0 events
wcp: 1 pair of places, of which 1 confirmed; 1 event
trace: 6 events, 2 threads, 1 lock, 1 variable
verdict: race
"
    );
}

#[test]
fn a_reordering_has_the_race_at_its_end() {
    let case = Case::new();
    case.write("run.std", HIDDEN);
    let output = case.run(&["trace", "--reordering", "race.std", "run.std"]);
    assert_eq!(output.status.code(), Some(1));
    let told = std::fs::read_to_string(case.path("race.std")).unwrap();
    let expected = "T2|acq(l)|a.c:4\nT2|rel(l)|a.c:5\nT1|w(y)|a.c:1\nT2|w(y)|a.c:6\n";
    assert_eq!(told, expected);
    assert_eq!(
        case.run(&["trace", "--order", "hb", "run.std"]).status.code(),
        Some(0)
    );
    assert_eq!(
        case.run(&["trace", "--order", "hb", "race.std"]).status.code(),
        Some(1)
    );
    let ordered = "T1|w(y)|1\nT1|send(c)|2\nT2|receive(c)|3\nT2|w(y)|4\n";
    case.write("ordered.std", ordered);
    let output = case.run(&["trace", "--reordering", "none.std", "ordered.std"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .contains("no race is confirmed")
    );
    assert!(!case.path("none.std").exists());
    case.write("open.std", ordered.replace("receive(c)", "receive(d)"));
    assert_eq!(
        case.run(&["trace", "--order", "hb", "open.std"]).status.code(),
        Some(1)
    );
}

#[test]
fn a_stream_predicts_and_confirms_nothing() {
    let case = Case::new();
    case.write("run.std", HIDDEN);
    let output = case.run(&["trace", "--stream", "--format", "json", "run.std"]);
    assert_eq!(output.status.code(), Some(3));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["events"], 6);
    assert_eq!(json["orders"][1]["order"], "wcp");
    assert_eq!(json["orders"][1]["pairs"][0]["standing"], "predicted");
    assert_eq!(json["orders"][1]["pairs"][0]["accesses"][0]["place"], "a.c:1");
    let output = case.run(&["trace", "--stream", "--order", "hb", "run.std"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn columns_are_read_from_the_standard_input_too() {
    let case = Case::new();
    case.write("run.csv", "w(x),\n,w(x)\n");
    let output = case.run(&["trace", "--order", "hb,sync", "-o", "out", "run.csv"]);
    assert_eq!(output.status.code(), Some(1));
    let told = std::fs::read_to_string(case.path("out")).unwrap();
    assert!(
        told.starts_with("race on `x`: T0 writes at line 1, T1 writes at line 2 (event 2; hb)\n"),
        "{told}"
    );
}

#[test]
fn what_is_no_trace_has_a_position() {
    let case = Case::new();
    case.write("wrong.std", "\nT0|acq(l)|1\nT1|acq(l)|2\n")
        .write("empty.std", "\n\n")
        .write("bytes.std", [b'T', 0xff, b'\n']);
    let wrong = [
        (
            vec!["wrong.std"],
            "error: wrong.std:3: `l` is acquired while `T0` holds it\n",
        ),
        (vec!["empty.std"], "error: empty.std: there is no event in it\n"),
        (
            vec!["bytes.std"],
            "error: bytes.std:1: this is no text in UTF-8\n",
        ),
        (
            vec!["--stream", "--order", "sync", "wrong.std"],
            "error: --stream keeps nothing of the trace, and --order sync needs all of it: leave one out\n",
        ),
    ];
    for (arguments, message) in wrong {
        let arguments: Vec<_> = ["trace"].into_iter().chain(arguments).collect();
        assert_eq!(case.fails(&arguments), (2, message.to_owned()));
    }
    assert_eq!(case.fails(&["trace", "none.std"]).0, 2);
}
