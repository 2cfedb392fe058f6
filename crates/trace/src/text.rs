//! A summary for people.

use std::fmt::Write as _;

use crate::{Access, Pair, Standing, Summary};

/// A line for each pair of places, then what the trace is, then the verdict.
pub fn render(summary: &Summary) -> String {
    let mut out = String::new();
    for found in &summary.orders {
        for pair in &found.pairs {
            // Writing to a string does not fail.
            let _ = writeln!(out, "{}", line(found.order, pair));
        }
    }
    for found in &summary.orders {
        let confirmed = found.pairs.iter().filter(|pair| pair.standing == Standing::Race);
        let _ = writeln!(
            out,
            "{}: {}, of which {} confirmed; {}",
            found.order,
            counted(found.pairs.len() as u64, "pair of places", "pairs of places"),
            confirmed.count(),
            counted(found.events, "event", "events"),
        );
    }
    let _ = writeln!(
        out,
        "trace: {}, {}, {}, {}",
        counted(summary.events, "event", "events"),
        counted(summary.threads as u64, "thread", "threads"),
        counted(summary.locks as u64, "lock", "locks"),
        counted(summary.variables as u64, "variable", "variables"),
    );
    let verdict = match summary.standing() {
        Some(Standing::Race) => "race",
        Some(Standing::Predicted) => "predicted, not confirmed",
        None => "no race in this trace, which says nothing of other runs",
    };
    let _ = writeln!(out, "verdict: {verdict}");
    out
}

fn line(order: &str, pair: &Pair) -> String {
    let standing = match pair.standing {
        Standing::Race => "race",
        Standing::Predicted => "predicted race",
    };
    let side = |access: &Access| {
        let does = if access.write { "writes" } else { "reads" };
        format!("{} {does} at {}", access.thread, access.place)
    };
    let [first, second] = &pair.accesses;
    let times = match pair.times {
        1 => String::new(),
        n => format!(", {n} times"),
    };
    format!(
        "{standing} on `{}`: {}, {} (event {}{times}; {order})",
        pair.variable,
        side(first),
        side(second),
        pair.event
    )
}

fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
