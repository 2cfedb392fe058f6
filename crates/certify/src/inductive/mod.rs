//! The argument as a statement that every step of the program keeps, where one pass over the IR shows it.
//!
//! Runs compare an argument with what they come to; this looks at all code once. A part of a global is shown
//! to be right if all of the following holds, whatever the prover thought of:
//!
//! - every instruction of the program that may access the global is one that the argument lists, because its
//!   address goes nowhere but to the addresses of instructions (`mention`);
//! - of any two accesses in conflict, either both are made by one thread, of which there is only one
//!   (`actors`), or both hold a lock, one of them alone, or one is made before there is a second thread, or
//!   both are in atomic blocks (`hold`): on every way through the program, which is more than its runs do.
//!
//! What is not shown is not wrong. Wrong is a part whose only reason is a lock that is held on no way to one
//! of its accesses: that refutes the argument without a run.
//!
//! Not followed, so left to runs: objects that are no globals, addresses that are stored or handed on, locks
//! that are reached by addresses in registers, owners, joins, flags, and all of a program that jumps out of
//! functions or has code that is not known.

mod actors;
mod hold;
mod mention;

use crate::book::needs_lock;
use crate::refutation::{Broken, Refutation};
use actors::Actors;
use hold::{Holds, Sense};
use mention::{Mention, Mentions};
use raceproof_engine::argument::{Arguments, Lock, LockSort, ObjectName, Part, Reason, SharedObject, Use};
use raceproof_engine::condition;
use raceproof_ir::{GlobalId, Inst, Point, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// How a part of an argument was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// For every step of the program.
    Inductive,
    /// On runs.
    Runs,
}

impl Checked {
    /// The word for it, the same in every format.
    pub fn word(self) -> &'static str {
        match self {
            Checked::Inductive => "inductive",
            Checked::Runs => "runs",
        }
    }
}

/// How each part of each object of an argument can be checked without a run, unless it is wrong.
pub(crate) fn check(program: &Program, arguments: &Arguments) -> Result<Vec<Vec<Checked>>, Refutation> {
    let parts = |object: &SharedObject| vec![Checked::Runs; object.parts.len()];
    let jumps = |inst: &Inst| inst.jumps() || inst.is_returned_to();
    let is_known = condition!("inductive", "all code is known", arguments.unknown.is_empty());
    if !is_known
        || !condition!(
            "inductive",
            "no jumps out of functions",
            !program.instructions().any(|(_, inst)| jumps(inst))
        )
    {
        return Ok(arguments.objects.iter().map(parts).collect());
    }
    let mentions = Mentions::of(program);
    let actors = Actors::of(program, &mentions);
    let locks = locks(program, arguments);
    let held = Holds::of(program, &mentions, &actors, &locks, Sense::Always);
    let possible = Holds::of(program, &mentions, &actors, &locks, Sense::Perhaps);
    let induction = Induction {
        mentions: &mentions,
        actors: &actors,
        held: &held,
        possible: &possible,
    };
    arguments
        .objects
        .iter()
        .map(|object| induction.object(object))
        .collect()
}

/// The global locks of the library that an argument names: the global and where they are in it.
fn locks(program: &Program, arguments: &Arguments) -> Vec<(GlobalId, i64)> {
    let parts = arguments.objects.iter().flat_map(|object| &object.parts);
    let mut locks: Vec<(GlobalId, i64)> = parts
        .flat_map(|part| &part.reasons)
        .filter_map(global_lock)
        .filter(|(g, _)| !program.global(*g).thread_local)
        .collect();
    locks.sort_unstable();
    locks.dedup();
    locks.truncate(hold::MOST_LOCKS);
    locks
}

fn global_lock(reason: &Reason) -> Option<(GlobalId, i64)> {
    match *reason {
        Reason::Guarded(
            Lock::Bytes {
                object: ObjectName::Global(g),
                offset,
                sort: LockSort::Object,
                ..
            },
            _,
        ) => Some((g, offset)),
        _ => None,
    }
}

struct Induction<'a> {
    mentions: &'a Mentions,
    actors: &'a Actors,
    held: &'a Holds,
    possible: &'a Holds,
}

impl Induction<'_> {
    fn object(&self, object: &SharedObject) -> Result<Vec<Checked>, Refutation> {
        // Nothing is claimed of it.
        if !object.is_proved() {
            return Ok(vec![Checked::Runs; object.parts.len()]);
        }
        for part in &object.parts {
            if let Some(used) = self.without_lock(part)
                && !condition!("inductive", "a lock on some way", false)
            {
                return Err(Refutation {
                    object: object.name,
                    how: Broken::Unheld(used.at),
                });
            }
        }
        let is_complete = self.is_complete(object);
        let checked = object
            .parts
            .iter()
            .map(|part| match is_complete && self.is_apart(object, part) {
                true => Checked::Inductive,
                false => Checked::Runs,
            });
        Ok(checked.collect())
    }

    /// A use that needs a lock and has it on no way.
    fn without_lock<'p>(&self, part: &'p Part) -> Option<&'p Use> {
        let locks: Option<Vec<_>> = part.reasons.iter().map(global_lock).collect();
        let locks = locks.filter(|locks| !locks.is_empty())?;
        let needy = needs_lock(part)
            .into_iter()
            .zip(&part.uses)
            .filter(|(needs, _)| *needs);
        let mut uses = needy.map(|(_, used)| used);
        uses.find(|used| {
            self.actors.reach(used.at.function)
                && locks
                    .iter()
                    .all(|lock| self.possible.has(used.at, *lock) == Some(false))
        })
    }

    /// Whether the argument lists all accesses to an object, because they can be seen in the text.
    fn is_complete(&self, object: &SharedObject) -> bool {
        let ObjectName::Global(g) = object.name else {
            return false;
        };
        let Some(mentions) = self.mentions.accesses(g) else {
            return false;
        };
        let is_followed = mentions.iter().all(|mention| mention.bytes.is_some());
        if !condition!(
            "inductive",
            "the bytes are known or all of the object",
            is_followed || object.parts.len() == 1
        ) {
            return false;
        }
        let mut listed: FxHashMap<Point, Vec<&Use>> = FxHashMap::default();
        for used in object.parts.iter().flat_map(|part| &part.uses) {
            listed.entry(used.at).or_default().push(used);
        }
        let is_listed = |mention: &Mention| {
            let mut uses = listed.get(&mention.at).into_iter().flatten();
            uses.any(|used| {
                condition!("inductive", "listed as a write", used.write || !mention.write)
                    && condition!("inductive", "listed as plain", !used.atomic || mention.atomic)
                    && condition!(
                        "inductive",
                        "of these bytes",
                        mention.bytes.is_none_or(|(at, size)| used.bytes.cover(at, size))
                    )
            })
        };
        mentions
            .iter()
            .filter(|mention| self.actors.reach(mention.at.function))
            .all(|mention| {
                condition!(
                    "inductive",
                    "all that is in the text is listed",
                    is_listed(mention)
                )
            })
    }

    /// Whether any two uses in conflict are kept apart.
    fn is_apart(&self, object: &SharedObject, part: &Part) -> bool {
        let is_one_part = object.parts.len() == 1;
        let overlap = |a: &Use, b: &Use| is_one_part || a.bytes.overlap(&b.bytes);
        let conflict = |a: &Use, b: &Use| (a.write || b.write) && !(a.atomic && b.atomic) && overlap(a, b);
        let all: Vec<&Use> = part.uses.iter().filter(|used| !used.synchronises).collect();
        // Of uses that do the same, by the same threads and with the same locks, one stands for all; it is
        // compared with itself, and so with the others.
        let mut seen = FxHashSet::default();
        let same = |used: &&&Use| {
            let bytes = (!is_one_part).then_some(used.bytes);
            let firsts = self.actors.firsts(used.at.function);
            seen.insert((used.write, used.atomic, bytes, firsts, self.held.class(used.at)))
        };
        let uses: Vec<&Use> = all.iter().filter(same).copied().collect();
        let pairs = uses
            .iter()
            .enumerate()
            .flat_map(|(i, a)| uses[i..].iter().map(move |b| (*a, *b)));
        let mut pairs = pairs.filter(|(a, b)| conflict(a, b));
        pairs.all(|(a, b)| {
            self.actors.is_one(a.at.function, b.at.function) || self.held.keep_apart(a.at, b.at)
        }) && condition!("inductive", "no operations", all.len() == part.uses.len())
    }
}
