//! What was not covered and why, and what a user can do about it.
//!
//! Each reason is one line: what happened, in the user's words, and in parentheses what lifts it. Options
//! that it names exist, which a test of the command line checks; a reason with nothing that a user could do
//! has no remedy.

use raceproof_machine::World;

use crate::Location;
use crate::coverage::{at, list};

/// What was not covered and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Open {
    /// Something that raceproof does not know.
    Gap(Location, String),
    /// Threads observe each other without being ordered.
    Unordered(Location),
    /// Only some values of an input were tried.
    Sampled(Location),
    /// Only one mapping of works to threads was tried.
    OneMapping(Location),
    /// What comes after a defect is undefined.
    Undefined(Location),
    /// Only zeros were tried for bytes that nobody has written.
    Unwritten(Location),
    /// The life of an object may end before others are done with it.
    Ending(Location),
    /// Two accesses race, if a function that nobody defines makes one of them.
    Assumed(Location, Location),
    /// Something may fail in another order of events.
    Unseen(Location),
    /// One run was not enough, and why.
    OneRun(Location, String),
    /// Two accesses could not be shown to be ordered.
    Unproved(Location, Location),
    /// What a proof for each thread alone does not know.
    Refused(Location, String),
    /// The argument of a proof was refuted by what runs do at these places.
    Refuted(Location, Location, String),
    /// What is found in these parts of the world may be anything, and only one was tried.
    World(Vec<World>),
    /// There never was a second thread: the program ended here.
    NoThread(Location),
    /// Only a few runs were looked at.
    FewRuns,
    /// A limit of the user.
    Exhausted(Resource),
    /// A limit of our own, by its name.
    Cut(Resource, String),
    /// The program is too large for the engine.
    TooLarge(String),
    /// A process that took part in the search was lost, in words.
    Lost(String),
    /// A race that its replay does not confirm.
    Unconfirmed(Location, Location),
    /// Defects that are no races.
    OtherDefects,
    /// What another engine says.
    By(String, Box<Open>),
}

/// What a search may use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Time.
    Time,
    /// Stored states.
    States,
    /// Memory.
    Memory,
    /// The patience of the user.
    Patience,
}

/// The one that was tried of a part of the world that may be anything, and how to pin it.
fn tried(part: World) -> (&'static str, Option<&'static str>) {
    match part {
        World::Arguments => ("without arguments", Some("`-- ARGS`")),
        World::Input => ("with an empty standard input", Some("`--stdin FILE`")),
        World::Variables => ("without environment variables", Some("`--env NAME=VALUE`")),
        World::Files => ("without files to read", Some("`--file NAME=PATH`")),
        World::Clock => ("with one clock", None),
        World::Processors => ("with one number of processors", Some("`--processors N`")),
        World::System => ("with the ids, limits and terminals of one system", None),
        World::Network => ("where nothing arrives at sockets", None),
        World::Signals => ("without signals from elsewhere", None),
        World::Output => ("where all output succeeds", None),
        World::Resources => ("where memory and threads do not run out", Some("`--no-failures`")),
        World::Random => ("with one sequence of random numbers", None),
    }
}

impl Open {
    /// Why it is not covered and what would lift that, in one line.
    pub fn words(&self) -> String {
        match self.remedy() {
            Some(remedy) => format!("{} ({remedy})", self.reason()),
            None => self.reason(),
        }
    }

    /// The same of an engine.
    pub(crate) fn words_of(&self, engine: &str) -> String {
        match self {
            Open::Cut(resource, _) => format!(
                "{engine}: its part of the {} was used up (--engine {engine} gives it all)",
                resource.noun()
            ),
            _ => format!("{engine}: {}", self.words()),
        }
    }

    /// The limit of our own that cut the engine off, if one did.
    pub(crate) fn cut(&self) -> Option<&str> {
        match self {
            Open::Cut(_, limit) => Some(limit),
            Open::By(_, why) => why.cut(),
            _ => None,
        }
    }

    /// Why it is not covered, in the user's words.
    fn reason(&self) -> String {
        let after = |place: &Location, words: &str| format!("{}{words}", at(place));
        match self {
            Open::Gap(place, what) => after(place, &format!("not supported: {what}")),
            Open::Unordered(place) => after(
                place,
                "threads observe each other here without being ordered, which this engine does not cover",
            ),
            Open::Sampled(place) => after(place, "only some of many input values were tried"),
            Open::OneMapping(place) => after(
                place,
                "this work was given to threads in one of very many ways, and other ways may race",
            ),
            Open::Undefined(place) => after(
                place,
                "what the program does after this defect is undefined and was not followed",
            ),
            Open::Unwritten(place) => after(
                place,
                "what is read here was never written and may be anything; only zero was tried",
            ),
            Open::Ending(place) => after(
                place,
                "the life of an object may end here before others are done with it, and what they do then is undefined",
            ),
            Open::Assumed(first, second) => pair(
                first,
                second,
                "may race: a function that no file defines is assumed to access what its arguments point to",
            ),
            Open::Unseen(place) => after(
                place,
                "whether this fails in another order of events, or what depends on it, was not explored",
            ),
            Open::OneRun(place, why) => after(
                place,
                &format!("one run does not tell about all schedules: {why}"),
            ),
            Open::Unproved(first, second) => pair(
                first,
                second,
                "could not be shown to be ordered, which does not mean that they race",
            ),
            Open::Refused(place, why) => after(place, why),
            Open::Refuted(first, second, why) => {
                let proof = format!("a proof was found and does not hold: {why}");
                match first == second || !second.is_known() {
                    true => after(first, &proof),
                    false => after(first, &format!("{proof} (the other one: {second})")),
                }
            }
            Open::World(parts) => {
                let here = list(parts.iter().map(|part| tried(*part).0));
                format!("race-free {here}; for others nothing is known")
            }
            Open::NoThread(place) if place.is_known() => format!(
                "no second thread was started: the program ended at {}",
                place.line_of_file()
            ),
            Open::NoThread(_) => "no second thread was started".to_owned(),
            Open::FewRuns => "only a few runs were looked at".to_owned(),
            Open::Exhausted(Resource::Time) => "the time limit was reached".to_owned(),
            Open::Exhausted(Resource::States) => "the limit on states was reached".to_owned(),
            Open::Exhausted(Resource::Memory) => "the memory limit was reached".to_owned(),
            Open::Exhausted(Resource::Patience) => "the search was interrupted".to_owned(),
            Open::Cut(resource, _) => format!("its part of the {} was used up", resource.noun()),
            Open::TooLarge(what) => what.clone(),
            Open::Lost(why) => format!("a part of the search was lost: {why}"),
            Open::Unconfirmed(first, second) => pair(
                first,
                second,
                "seem to race and the replay does not confirm it; this is a defect of raceproof",
            ),
            Open::OtherDefects => "defects that are no races, in schedules that were not searched".to_owned(),
            Open::By(engine, why) => why.words_of(engine),
        }
    }

    /// What a user can do about it.
    fn remedy(&self) -> Option<String> {
        let words = match self {
            Open::Gap(..) => "leave it out of the check: `#ifndef NAME` around it, and -D NAME",
            Open::Sampled(_) => "fix the value, or see --input for macros, globals and arguments",
            Open::OneMapping(_) => "`schedule(static)` has one way only",
            Open::Undefined(_) => "repair the defect first",
            Open::Unwritten(_) => "give it a value first",
            Open::Ending(_) => "keep the object until the threads that use it are joined",
            Open::Assumed(..) => "add the file that defines it, or see --extern",
            Open::Unproved(..) => "hold one lock at both; --objects tells what is held at each",
            Open::World(parts) => {
                let pins = parts.iter().filter_map(|part| tried(*part).1);
                let pins: Vec<&str> = pins.chain(["all by `--closed-world`"]).collect();
                let how = match pins.as_slice() {
                    [some @ .., all] if !some.is_empty() => format!("{}, or {all}", some.join(", ")),
                    all => all.concat(),
                };
                return Some(format!("pin them: {how}"));
            }
            Open::NoThread(_) => {
                "pin what makes it start one: arguments by `-- ARGS`, files by --file, input by --stdin"
            }
            Open::Exhausted(Resource::Time) => "raise --time-limit",
            Open::Exhausted(Resource::States) => "raise --max-states",
            Open::Exhausted(Resource::Memory) => "raise --memory-limit",
            Open::Lost(_) => "check again, or with --jobs 1",
            Open::OtherDefects => "--engine graph looks for them",
            _ => return None,
        };
        Some(words.to_owned())
    }
}

/// Two places and what is said of both.
fn pair(first: &Location, second: &Location, words: &str) -> String {
    match (first.is_known(), second.is_known()) {
        (true, true) => format!("{first}: the access here and that at {second} {words}"),
        (true, false) | (false, true) => {
            let known = if first.is_known() { first } else { second };
            format!("{known}: the access here and one of the library {words}")
        }
        (false, false) => format!("two accesses {words}"),
    }
}

impl Resource {
    fn noun(self) -> &'static str {
        match self {
            Resource::Time => "time",
            Resource::States => "states",
            Resource::Memory => "memory",
            Resource::Patience => "patience",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32) -> Location {
        Location {
            file: "a.c".to_owned(),
            line,
            column: 1,
            length: 1,
        }
    }

    #[test]
    fn a_reason_is_one_line_with_its_remedy() {
        let nowhere = Location::default;
        for (open, words) in [
            (
                Open::Exhausted(Resource::Time),
                "the time limit was reached (raise --time-limit)",
            ),
            (Open::Exhausted(Resource::Patience), "the search was interrupted"),
            (
                Open::Unconfirmed(place(3), place(7)),
                "a.c:3:1: the access here and that at a.c:7:1 seem to race and the replay does not confirm it; this is \
                 a defect of raceproof",
            ),
            (
                Open::Unconfirmed(nowhere(), place(7)),
                "a.c:7:1: the access here and one of the library seem to race and the replay does not confirm it; \
                 this is a defect of raceproof",
            ),
            (
                Open::World(vec![World::Arguments, World::Clock]),
                "race-free without arguments and with one clock; for others nothing is known (pin them: `-- ARGS`, \
                 or all by `--closed-world`)",
            ),
            (
                Open::World(vec![World::Clock]),
                "race-free with one clock; for others nothing is known (pin them: all by `--closed-world`)",
            ),
            (
                Open::By(
                    "graph".to_owned(),
                    Box::new(Open::Cut(Resource::States, "portfolio.first".to_owned())),
                ),
                "graph: its part of the states was used up (--engine graph gives it all)",
            ),
        ] {
            assert_eq!(open.words(), words);
        }
    }
}
