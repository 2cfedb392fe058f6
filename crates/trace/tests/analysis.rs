//! What orders say of small traces, and how that is told.

use raceproof_trace::{Analysis, Form, OrderName, Reader, Standing, Summary, text};

const ALL: [OrderName; 5] = [
    OrderName::Hb,
    OrderName::Shb,
    OrderName::Wcp,
    OrderName::Dc,
    OrderName::Sync,
];

fn analyse(orders: &[OrderName], keeps_history: bool, trace: &str) -> Summary {
    let mut reader = Reader::new(Form::Standard);
    let mut analysis = Analysis::new(orders, keeps_history);
    for line in trace.lines() {
        reader.line(line, |event| analysis.event(event)).unwrap();
    }
    analysis.summary(&reader.roster)
}

/// How many pairs each order finds, and how many of these are races.
fn counts(trace: &str) -> Vec<(usize, usize)> {
    let summary = analyse(&ALL, true, trace);
    let count = |found: &raceproof_trace::Found| {
        let races = found.pairs.iter().filter(|pair| pair.standing == Standing::Race);
        (found.pairs.len(), races.count())
    };
    summary.orders.iter().map(count).collect()
}

/// A section without a conflict hides the race from happens-before; the others predict it, and it is
/// confirmed.
const HIDDEN: &str =
    "T1|w(y)|a.c:1\nT1|acq(l)|a.c:2\nT1|rel(l)|a.c:3\nT2|acq(l)|a.c:4\nT2|rel(l)|a.c:5\nT2|w(y)|a.c:6\n";

#[test]
fn a_hidden_race_is_predicted_and_confirmed() {
    assert_eq!(counts(HIDDEN), [(0, 0), (0, 0), (1, 1), (1, 1), (1, 1)]);
}

#[test]
fn nothing_is_confirmed_without_history() {
    let summary = analyse(&[OrderName::Wcp], false, HIDDEN);
    assert_eq!(summary.standing(), Some(Standing::Predicted));
    let summary = analyse(&[OrderName::Wcp], true, HIDDEN);
    assert_eq!(summary.standing(), Some(Standing::Race));
}

/// The read that finds the flag set comes after the writes: happens-before takes the second pair for a race.
#[test]
fn only_the_first_race_by_happens_before_is_one() {
    let trace = "T1|w(data)|1\nT1|w(flag)|2\nT2|r(flag)|3\nT2|r(data)|4\n";
    assert_eq!(counts(trace), [(2, 1), (1, 1), (2, 1), (2, 1), (1, 1)]);
}

/// A deadlock and no race: sections of two locks in each other, in both orders.
#[test]
fn a_prediction_that_is_a_deadlock_is_not_confirmed() {
    let trace = "\
        T1|acq(l)|1\nT1|acq(m)|2\nT1|rel(m)|3\nT1|w(x)|4\nT1|rel(l)|5\n\
        T2|acq(m)|6\nT2|acq(l)|7\nT2|rel(l)|8\nT2|w(x)|9\nT2|rel(m)|10\n";
    let summary = analyse(&[OrderName::Sync], true, trace);
    assert_eq!(summary.standing(), None);
    let predicted = analyse(&[OrderName::Dc], true, trace);
    assert_eq!(predicted.standing(), Some(Standing::Predicted));
}

#[test]
fn creation_and_join_order() {
    let trace = "T0|w(x)|1\nT0|fork(T1)|2\nT1|w(x)|3\nT0|join(T1)|4\nT0|r(x)|5\n";
    assert_eq!(counts(trace), [(0, 0); 5]);
    let without = "T0|w(x)|1\nT0|fork(T1)|2\nT1|w(x)|3\nT0|r(x)|5\n";
    assert_eq!(counts(without), [(1, 1); 5]);
}

#[test]
fn pairs_of_places_are_told_once() {
    let mut trace = String::from("T0|fork(T1)|main\n");
    for _ in 0..3 {
        trace += "T0|w(x)|a\nT1|w(x)|b\n";
    }
    let summary = analyse(&[OrderName::Shb], true, &trace);
    assert_eq!(
        text::render(&summary),
        "\
race on `x`: T0 writes at a, T1 writes at b (event 3, 3 times; shb)
race on `x`: T1 writes at b, T0 writes at a (event 4, 2 times; shb)
shb: 2 pairs of places, of which 2 confirmed; 5 events
trace: 7 events, 2 threads, 0 locks, 1 variable
verdict: race
"
    );
}
