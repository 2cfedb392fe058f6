//! Families of random programs: each has members with a race and members without, that differ by little, and
//! is small enough for the oracle to be the judge. All engines are compared with it on all families that they
//! know something about.

mod after_all;
mod barriers;
mod broken_totals;
mod callbacks;
mod carried;
mod containers;
mod crowds;
pub mod failures;
mod hand_over;
mod handlers;
mod heaps;
mod holders;
mod locals;
mod lock_depth;
mod mixed_sizes;
mod narrow_addresses;
mod one_thread;
mod slices;
mod solitude;
mod tables;
mod team_loops;
mod texts;
mod thread_pointers;
mod threads;
mod together;
mod works;
pub mod worlds;

use crate::task::{TaskPlan, TaskStyle};
use crate::{
    Nest, Plan, RoundPlan, Smaller, Style, TeamPlan, TeamStyle, mixed_locks, nested_teams, thread_loops,
};
use raceproof_engine::Dice;
use std::fmt;

/// What a program is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// The text form of the IR.
    Ir,
    /// C, as it is behind the preprocessor.
    C,
    /// The task language.
    Task,
}

/// Random programs of one kind.
#[derive(Clone, Copy)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// What its programs are written in.
    pub language: Language,
    /// How often it has its turn: those that take long less often.
    pub weight: u32,
    /// The states after which the oracle gives up.
    pub states: u64,
    text: fn(u64, &mut Dice) -> String,
}

impl Family {
    /// The program with this number of a seed.
    pub fn program(&self, seed: u64, number: u64) -> Text {
        let name = self.name.bytes().fold(seed, |hash, byte| {
            hash.wrapping_mul(31).wrapping_add(u64::from(byte))
        });
        Text((self.text)(number, &mut Dice::numbered(name, number)))
    }
}

/// The text of a program. It becomes smaller by leaving lines out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(pub String);

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Smaller for Text {
    fn reductions(&self) -> Vec<Text> {
        let lines: Vec<&str> = self.0.lines().collect();
        let mut out = Vec::new();
        let mut size = lines.len() / 2;
        while size > 0 {
            for start in (0..lines.len()).step_by(size) {
                let end = (start + size).min(lines.len());
                let rest: Vec<&str> = lines[..start].iter().chain(&lines[end..]).copied().collect();
                out.push(Text(rest.join("\n") + "\n"));
            }
            size /= 2;
        }
        out
    }
}

const fn family(
    name: &'static str,
    language: Language,
    weight: u32,
    states: u64,
    text: fn(u64, &mut Dice) -> String,
) -> Family {
    Family {
        name,
        language,
        weight,
        states,
        text,
    }
}

/// All families.
pub const FAMILIES: &[Family] = &[
    family("actions", Language::Ir, 40, 1_500, |number, dice| {
        Plan::random(dice, &Style::numbered(number)).to_string()
    }),
    family("alike", Language::Ir, 10, 1_500, |number, dice| {
        Plan::random(dice, &Style::numbered(number)).alike().to_string()
    }),
    family("elements", Language::Ir, 10, 1_500, |number, dice| {
        let style = Style {
            elements: true,
            ..Style::numbered(number)
        };
        Plan::random(dice, &style).to_string()
    }),
    family("teams", Language::Ir, 20, 1_000, |number, dice| {
        TeamPlan::random(dice, &TeamStyle::teams(number)).to_string()
    }),
    family("totals", Language::Ir, 20, 1_000, |number, dice| {
        TeamPlan::random(dice, &TeamStyle::totals(number)).to_string()
    }),
    family("rounds-of-teams", Language::Ir, 20, 1_000, |number, dice| {
        TeamPlan::random(dice, &TeamStyle::rounds(number)).to_string()
    }),
    family("rounds", Language::Ir, 10, 1_000, |_, dice| {
        RoundPlan::random(dice).to_string()
    }),
    family("thread-loops", Language::Ir, 20, 1_500, |_, dice| {
        thread_loops::program(dice)
    }),
    family("mixed-locks", Language::Ir, 20, 1_500, |_, dice| {
        mixed_locks::program(dice)
    }),
    family("heaps", Language::Ir, 20, 3_000, heaps::program),
    family("holders", Language::Ir, 40, 1_500, holders::program),
    family("hand-over", Language::Ir, 40, 1_500, hand_over::program),
    family("mixed-sizes", Language::Ir, 40, 1_500, mixed_sizes::program),
    family("callbacks", Language::Ir, 40, 1_500, callbacks::program),
    family("broken-totals", Language::Ir, 40, 1_500, broken_totals::program),
    family(
        "narrow-addresses",
        Language::Ir,
        20,
        1_500,
        narrow_addresses::program,
    ),
    family("together", Language::Ir, 40, 1_500, together::program),
    family("barriers", Language::Ir, 40, 1_500, barriers::program),
    family(
        "thread-pointers",
        Language::Ir,
        40,
        1_500,
        thread_pointers::program,
    ),
    family("tasks", Language::Task, 40, 3_000, |number, dice| {
        TaskPlan::random(dice, &TaskStyle::numbered(number)).text()
    }),
    family("task-objects", Language::Task, 8, 6_000, |number, dice| {
        TaskPlan::random(dice, &TaskStyle::with_objects(number)).text()
    }),
    family("nested-teams", Language::C, 2, 2_000, |_, dice| {
        nested_teams::program(dice)
    }),
    family("nests", Language::C, 2, 500, |_, dice| {
        Nest::random(dice).to_string()
    }),
    family("team-loops", Language::C, 2, 2_000, team_loops::program),
    family("texts", Language::C, 4, 2_000, texts::program),
    family("lock-depth", Language::C, 2, 1_500, lock_depth::program),
    family("locals", Language::C, 4, 2_000, locals::program),
    family("containers", Language::C, 2, 1_500, containers::program),
    family("carried", Language::C, 2, 1_500, carried::program),
    family("crowds", Language::C, 2, 1_500, crowds::program),
    family("failures", Language::C, 2, 2_000, failures::program),
    family("one-thread", Language::C, 2, 1_500, one_thread::program),
    family("after-all", Language::Ir, 20, 1_500, after_all::program),
    family("solitude", Language::C, 2, 1_500, solitude::program),
    family("handlers", Language::C, 2, 2_000, handlers::program),
    family("works", Language::C, 2, 6_000, works::program),
    family("worlds", Language::C, 2, 2_000, worlds::program),
    family("slices", Language::C, 2, 1_500, slices::program),
    family("tables", Language::C, 2, 6_000, tables::program),
];
