//! Events as lines of the standard form.

use std::fmt::Write as _;

use raceproof_order::{Action, Edge};

use crate::{Event, Roster};

/// The lines of some events, which have these names.
pub fn standard(events: &[Event], roster: &Roster) -> String {
    let mut out = String::new();
    for event in events {
        let (operation, operand) = match event.action {
            Action::Read(x) => ("r", name(roster.variables.name(x as u32))),
            Action::Write(x) => ("w", name(roster.variables.name(x as u32))),
            Action::Acquire(lock) => ("acq", name(roster.locks.name(lock as u32))),
            Action::Release(lock) => ("rel", name(roster.locks.name(lock as u32))),
            Action::Hand(Edge::Fork(t)) => ("fork", name(roster.threads.name(t.0))),
            Action::Hand(Edge::Join(t)) => ("join", name(roster.threads.name(t.0))),
            Action::Hand(Edge::Release(c)) => ("send", c.key.to_string()),
            Action::Hand(Edge::Acquire(c)) => ("receive", c.key.to_string()),
            // Traces have no other edges.
            Action::Hand(_) => continue,
        };
        let thread = name(roster.threads.name(event.thread.0));
        let place = name(roster.places.name(event.place));
        // Writing to a string does not fail.
        let _ = writeln!(out, "{thread}|{operation}({operand})|{place}");
    }
    out
}

/// A name without what means something in a line.
fn name(name: &str) -> String {
    name.replace(['|', '(', ')', '\n'], "_")
}
