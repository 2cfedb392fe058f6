//! Shared objects with their arguments, in the user's words.

use raceproof_engine::argument::{
    self, Actor, Arguments, By, Lock, Mode, ObjectName, Owner, Part, Reason, SharedObject, Use,
};
use raceproof_engine::{Aim, Blocked};
use raceproof_ir::{Construct, FuncId, Origin, Point};
use raceproof_machine::{Bytes, ObjectKind};
use std::collections::BTreeMap;

use super::Describe;
use crate::{Accessor, Location, Object, OpenAccess, OpenPair, Protection, Standing, Tried};

impl Describe<'_> {
    /// The objects of arguments that the user knows, part by part. Those that only synchronise are left out.
    /// `checked` says how a part of an object was checked, by their numbers.
    pub fn objects(
        &self,
        arguments: &Arguments,
        checked: &dyn Fn(usize, usize) -> Option<&'static str>,
    ) -> Vec<Object> {
        let mut rows = Vec::new();
        let mut pairs = 0;
        for (number, object) in arguments.objects.iter().enumerate() {
            let is_refuted = object.refuted.is_some();
            let mut first_pairs = Vec::new();
            for part in &object.parts {
                first_pairs.push(pairs);
                pairs += part.open.len();
            }
            let is_data =
                |(_, part): &(usize, &Part)| is_refuted || part.uses.iter().any(|used| !used.synchronises);
            let parts: Vec<(usize, &Part)> = object.parts.iter().enumerate().filter(is_data).collect();
            if !self.is_hidden(object) {
                let is_whole = parts.len() == 1;
                rows.extend(parts.iter().map(|(i, part)| Object {
                    checked: checked(number, *i),
                    ..self.part(object, (part, first_pairs[*i]), is_whole, arguments)
                }));
            }
        }
        rows
    }

    /// Whether an object is none of the user's: a constant, or one of a source of ours.
    fn is_hidden(&self, object: &SharedObject) -> bool {
        match object.name {
            ObjectName::Global(id) | ObjectName::ThreadLocal(id) => {
                let global = self.program().global(id);
                global.constant || global.origin.is_ours() || global.name.is_empty()
            }
            ObjectName::Slot(function, _) => self.origin(function).is_ours(),
            ObjectName::Block(point) => self.origin(point.function).is_ours(),
            ObjectName::Outside => false,
        }
    }

    fn part(
        &self,
        shared: &SharedObject,
        (part, first_pair): (&Part, usize),
        is_whole: bool,
        arguments: &Arguments,
    ) -> Object {
        let object = shared.name;
        let name = match is_whole {
            true => self.object_name(object),
            false => self.part_name(object, part),
        };
        let reasons = part.reasons.iter().copied();
        // Said only where there is nothing else to say.
        let (plain, mut protected_by): (Vec<_>, Vec<_>) = reasons
            .map(|reason| self.protection(reason))
            .partition(|reason| matches!(reason.form, "one-thread" | "unshared"));
        if protected_by.is_empty() {
            protected_by = plain;
        }
        protected_by.sort();
        protected_by.dedup();
        Object {
            name,
            at: self.declared(object),
            standing: match part.open.is_empty() && shared.refuted.is_none() {
                true => Standing::Proved,
                false => Standing::Open,
            },
            protected_by,
            checked: None,
            accessed_by: self.accessors(&part.uses),
            open: part
                .open
                .iter()
                .zip(first_pair..)
                .map(|(pair, number)| OpenPair {
                    number,
                    ..self.open_pair(part, pair, arguments)
                })
                .collect(),
        }
    }

    fn open_pair(&self, part: &Part, pair: &argument::OpenPair, arguments: &Arguments) -> OpenPair {
        let access = |i: usize| {
            let used = &part.uses[pair.uses[i]];
            let unknown = arguments.unknown.iter().find(|unknown| unknown.at == used.at);
            let what = || match unknown {
                Some(unknown) => unknown.what.clone(),
                None => "code that is not known may use it at any time".to_owned(),
            };
            OpenAccess {
                at: self.point(used.at),
                function: self.thread_function(used.by.entry),
                many: used.by.many,
                writes: used.write,
                atomic: used.atomic,
                locks: pair.held[i].iter().map(|lock| self.lock_name(*lock).0).collect(),
                stack: pair.paths[i].iter().map(|call| self.point(*call)).collect(),
                unknown: used.unknown.then(what),
            }
        };
        let accesses = [access(0), access(1)];
        let why = why(&accesses);
        OpenPair {
            accesses,
            why,
            number: 0,
            tried: None,
        }
    }

    /// What runs have shown of a pair.
    pub fn tried(&self, aim: &Aim, tried: &raceproof_engine::Tried) -> Tried {
        let blocked = |side: usize| {
            let line = |point| self.point(point).line_of_file();
            let why = match tried.blocked[side]? {
                Blocked::Uncalled => {
                    format!("{} was never called", self.function(aim.places[side].function))
                }
                Blocked::Branch(at) => format!("the branch at {} never went that way", line(at)),
                Blocked::Before(at) => format!("nobody came past {}", line(at)),
            };
            Some(why)
        };
        Tried {
            runs: tried.runs,
            reached: tried.reached,
            both: tried.both,
            blocked: [blocked(0), blocked(1)],
        }
    }

    fn accessors(&self, uses: &[Use]) -> Vec<Accessor> {
        let mut actors: BTreeMap<Actor, (bool, bool)> = BTreeMap::new();
        for used in uses {
            let (reads, writes) = actors.entry(used.by).or_default();
            *reads |= !used.write;
            *writes |= used.write;
        }
        let actors = actors.into_iter();
        let accessor = |(actor, (reads, writes)): (Actor, _)| Accessor {
            function: self.thread_function(actor.entry),
            many: actor.many,
            reads,
            writes,
        };
        actors.map(accessor).collect()
    }

    /// What a thread runs that begins with a function.
    fn thread_function(&self, entry: FuncId) -> String {
        match self.origin(entry) {
            Origin::Region { of, construct } => {
                let around = self.function(of);
                match construct {
                    Construct::Task => format!("a task of {around}"),
                    _ => format!("a {} region of {around}", construct.name()),
                }
            }
            _ => self.function(entry),
        }
    }

    fn point(&self, point: Point) -> Location {
        match self.origin(point.function).is_ours() {
            true => Location::default(),
            false => self.span(self.program().span(point)),
        }
    }

    fn declared(&self, object: ObjectName) -> Location {
        let program = self.program();
        match object {
            ObjectName::Global(id) | ObjectName::ThreadLocal(id) => self.span(program.global(id).span),
            ObjectName::Slot(function, slot) => {
                let slots = &program.function(function).slots;
                slots
                    .get(slot.0 as usize)
                    .map_or_else(Location::default, |slot| self.span(slot.span))
            }
            ObjectName::Block(point) => self.point(point),
            ObjectName::Outside => Location::default(),
        }
    }

    /// The name of a whole object.
    fn object_name(&self, object: ObjectName) -> String {
        let program = self.program();
        let name = match object {
            ObjectName::Global(id) | ObjectName::ThreadLocal(id) => program.global(id).name.clone(),
            ObjectName::Slot(function, slot) => {
                let slots = &program.function(function).slots;
                slots
                    .get(slot.0 as usize)
                    .map_or_else(String::new, |slot| slot.name.clone())
            }
            ObjectName::Block(point) => {
                let at = self.point(point);
                return match at.is_known() {
                    true => format!("block allocated at {}", at.line_of_file()),
                    false => "block".to_owned(),
                };
            }
            ObjectName::Outside => "memory of the library or the system".to_owned(),
        };
        match name.is_empty() {
            true => "object without a name".to_owned(),
            false => name,
        }
    }

    /// The name of some bytes of an object; indices that may be any are left out.
    fn bytes_name(&self, object: ObjectName, start: i64, length: u64) -> String {
        let kind = match object {
            ObjectName::Global(id) => ObjectKind::Global(id),
            ObjectName::ThreadLocal(id) => ObjectKind::ThreadLocal(id),
            ObjectName::Slot(function, slot) => ObjectKind::Slot(function, slot),
            ObjectName::Block(_) | ObjectName::Outside => {
                let name = self.object_name(object);
                return match start {
                    0 => name,
                    start => format!("{name}, byte {start}"),
                };
            }
        };
        let (Ok(start), Ok(length)) = (u32::try_from(start), u32::try_from(length)) else {
            return self.object_name(object);
        };
        self.bytes(Bytes { kind, start, length })
    }

    fn part_name(&self, object: ObjectName, part: &Part) -> String {
        // What accesses many bytes tells nothing of which they are.
        let bytes = || part.uses.iter().map(|used| used.bytes);
        let first = bytes().filter(|b| b.length <= 16 && b.step != 1).min();
        let first = first.or_else(|| bytes().min());
        let Some(bytes) = first else {
            return self.object_name(object);
        };
        let name = self.bytes_name(object, bytes.low, bytes.length);
        match bytes.step {
            0 => name,
            _ => without_indices(&name),
        }
    }

    fn protection(&self, reason: Reason) -> Protection {
        let told = |form, by: String| Protection {
            form,
            by,
            bytes: None,
            shared: false,
        };
        match reason {
            Reason::OnlyRead => told("only-read", String::new()),
            Reason::Atomic => told("atomic", String::new()),
            Reason::OneThread => told("one-thread", String::new()),
            Reason::Unshared => told("unshared", String::new()),
            Reason::Owned(owner) => told("owned", self.owner(owner)),
            Reason::Ordered(By::Creation) => told("ordered", "creation of threads".to_owned()),
            Reason::Ordered(By::HandOver) => told("ordered", "hand-over".to_owned()),
            Reason::Ordered(By::Join) => told("ordered", "join of threads".to_owned()),
            Reason::Ordered(By::Barrier) => told("ordered", "barriers".to_owned()),
            Reason::Ordered(By::Flag(object, offset)) => Protection {
                bytes: Some((offset, 1)),
                ..told("ordered", format!("flag {}", self.bytes_name(object, offset, 1)))
            },
            Reason::Guarded(lock, mode) => {
                let (by, bytes) = self.lock_name(lock);
                Protection {
                    bytes,
                    shared: mode == Mode::Shared,
                    ..told("guarded", by)
                }
            }
        }
    }

    fn lock_name(&self, lock: Lock) -> (String, Option<(i64, u64)>) {
        match lock {
            Lock::Bytes {
                object,
                offset,
                length,
                ..
            } => {
                let name = self.bytes_name(object, offset, length);
                // How the library divides its types is not the user's business.
                let name = name
                    .find(".__")
                    .map_or(name.as_str(), |end| &name[..end])
                    .to_owned();
                (name, Some((offset, length)))
            }
            Lock::AtomicBlock => ("of atomic blocks".to_owned(), None),
            Lock::Combination => ("of the reduction".to_owned(), None),
            Lock::Element { object, .. } => {
                (format!("of the element, in {}", self.object_name(object)), None)
            }
            Lock::Near(offset) => (
                format!("in the same object, {offset} bytes from its address"),
                None,
            ),
        }
    }

    fn owner(&self, owner: Owner) -> String {
        let line = |point: Point| match self.point(point) {
            at if at.is_known() => format!(" ({})", at.line_of_file()),
            _ => String::new(),
        };
        match owner {
            Owner::Round(point) => format!("the thread that its round of the loop creates{}", line(point)),
            Owner::Number => "the thread with its number".to_owned(),
            Owner::Work(point) => format!("the iteration or section with its number{}", line(point)),
            Owner::Ticket(object, offset) => {
                format!(
                    "whoever took its number from {}",
                    self.bytes_name(object, offset, 1)
                )
            }
            Owner::Instance => "the thread that it was made for".to_owned(),
            Owner::OnlyNumber(number) => format!("thread {number} of the team"),
        }
    }
}

/// Why nothing keeps two accesses apart.
fn why([first, second]: &[OpenAccess; 2]) -> String {
    if let Some(what) = first.unknown.as_ref().or(second.unknown.as_ref()) {
        return what.clone();
    }
    if first.atomic != second.atomic {
        return "only one of them is atomic, and no order was found".to_owned();
    }
    match (&first.locks[..], &second.locks[..]) {
        ([], []) => "no lock is held at either, and no order was found".to_owned(),
        (held, []) => format!("the first holds {}, the second holds nothing", held.join(", ")),
        ([], held) => format!("the first holds nothing, the second holds {}", held.join(", ")),
        (a, b) => format!(
            "no common lock: the first holds {}, the second holds {}",
            a.join(", "),
            b.join(", ")
        ),
    }
}

/// A name whose numbers in brackets may be any.
fn without_indices(name: &str) -> String {
    let mut out = String::new();
    let mut is_inside = false;
    for c in name.chars() {
        match c {
            '[' => {
                is_inside = true;
                out.push_str("[…");
            }
            ']' => {
                is_inside = false;
                out.push(c);
            }
            _ if is_inside => {}
            _ => out.push(c),
        }
    }
    out
}
