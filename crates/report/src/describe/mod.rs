//! From the machine's terms to the user's: sites become positions, objects get the names that the
//! source gives them, and faults become findings.

mod construct;
mod fault;
mod part;
mod race;
mod walk;

use raceproof_ir::{FuncId, Program, Span};
use raceproof_machine::{Bytes, Machine, ObjectKind, Site, State, ThreadId};

use crate::{Frame, Location, Sources, Thread};

pub use construct::SharedConstruct;
pub use part::part;

/// Describes what happens in runs of one program.
#[derive(Clone, Copy)]
pub struct Describe<'a> {
    machine: &'a Machine<'a>,
    sources: &'a Sources,
}

impl<'a> Describe<'a> {
    /// Describes runs of this machine with quotes from these sources.
    pub fn new(machine: &'a Machine<'a>, sources: &'a Sources) -> Describe<'a> {
        Describe { machine, sources }
    }

    fn program(&self) -> &'a Program {
        self.machine.code().program()
    }

    /// The position of an operation; unknown if it has none in the source.
    pub fn site(&self, site: Site) -> Location {
        let location = self.machine.code().locate(site);
        self.span(location.map_or(Span::NONE, |location| location.span))
    }

    /// A position of the source.
    pub fn span(&self, span: Span) -> Location {
        if !span.is_known() {
            return Location::default();
        }
        Location {
            file: self.program().file(span.file).to_owned(),
            line: span.line,
            column: span.column,
            length: span.length,
        }
    }

    /// What the source has at a position; empty if it is not known.
    pub fn quote(&self, at: &Location) -> String {
        let text = self.sources.text(&at.file).zip(self.sources.range(at));
        text.map_or_else(String::new, |(text, range)| text[range].trim().to_owned())
    }

    /// The name of some bytes as the user knows them: `accounts[2].balance`, or what the object is
    /// if it has no name.
    pub fn bytes(&self, bytes: Bytes) -> String {
        let program = self.program();
        let part = |shape: Option<_>| {
            let name = |shape| part(program, shape, bytes.start.into(), bytes.length.into());
            shape.map_or_else(String::new, name)
        };
        let block = |what: &str, site| {
            let offset = match bytes.start {
                0 => String::new(),
                start => format!(", byte {start}"),
            };
            let at = self.site(site);
            match at.is_known() {
                true => format!("{what} allocated at {}{offset}", at.line_of_file()),
                false => format!("{what}{offset}"),
            }
        };
        match bytes.kind {
            ObjectKind::Global(id) | ObjectKind::ThreadLocal(id) => {
                match program.globals.get(id.0 as usize) {
                    Some(global) if !global.name.is_empty() => {
                        format!("{}{}", global.name, part(global.shape))
                    }
                    _ => "object without a name".to_owned(),
                }
            }
            ObjectKind::Slot(function, slot) => {
                let function = program.functions.get(function.0 as usize);
                match function.and_then(|function| function.slots.get(slot.0 as usize)) {
                    Some(slot) if !slot.name.is_empty() => format!("{}{}", slot.name, part(slot.shape)),
                    _ => "temporary object".to_owned(),
                }
            }
            ObjectKind::Alloca(site) => block("stack block", site),
            ObjectKind::Heap(site) => block("heap block", site),
            ObjectKind::Code(function) => format!("function {}", self.function(function)),
            ObjectKind::Environment => "arguments of the program".to_owned(),
            ObjectKind::Errno => "errno".to_owned(),
            ObjectKind::Library => "object of the C library".to_owned(),
        }
    }

    fn function(&self, id: FuncId) -> String {
        let function = self.program().functions.get(id.0 as usize);
        function.map_or_else(String::new, |function| function.name.clone())
    }

    /// The calls in progress, the innermost first.
    fn frames(&self, stack: &[(FuncId, Site)]) -> Vec<Frame> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut region = None;
        for (function, site) in stack {
            let at = self.site(*site);
            if self.is_internal(&at) {
                continue;
            }
            let name = self.function(*function);
            let (around, construct) = match name.split_once('.') {
                Some((around, _)) => (around.to_owned(), true),
                None => (name, false),
            };
            // A region is a part of the function around it.
            if region.take().is_some_and(|of: String| of == around) {
                continue;
            }
            region = construct.then(|| around.clone());
            frames.push(Frame { function: around, at });
        }
        frames
    }

    /// Whether a place is in a part of the library that is written in C.
    fn is_internal(&self, at: &Location) -> bool {
        at.file.starts_with("<raceproof>/")
    }

    /// The name of a lock.
    fn lock(&self, bytes: Bytes) -> String {
        let name = self.bytes(bytes);
        match name.strip_prefix("omp ") {
            Some(name) => name.to_owned(),
            None if name.contains(".reduction") || name.contains("].reduction") => "reduction".to_owned(),
            None if name.contains("<raceproof>/") => "mutexinoutset".to_owned(),
            // How the library divides its types is not the user's business.
            None => match name.find(".__") {
                Some(end) => name[..end].to_owned(),
                None => name,
            },
        }
    }

    /// What a thread runs: a function, or a region of one.
    fn runs(&self, stack: &[(FuncId, Site)]) -> String {
        let mut outermost = stack.iter().rev();
        let user = outermost.find(|(_, site)| !self.is_internal(&self.site(*site)));
        let name = user.map_or_else(String::new, |(function, _)| self.function(*function));
        match name.split_once('.') {
            Some((around, rest)) => {
                let construct = rest.split('.').next().unwrap_or_default();
                match construct {
                    "task" => format!("a task of {around}"),
                    _ if construct.starts_with("async") => format!("an async of {around}"),
                    _ => format!("a {construct} region of {around}"),
                }
            }
            None => name,
        }
    }

    fn thread(&self, id: ThreadId, stack: &[(FuncId, Site)], origin: Option<Site>) -> Thread {
        Thread {
            id: id.0,
            function: self.runs(stack),
            origin: origin.map(|site| self.site(site)).filter(Location::is_known),
        }
    }

    /// The calls of a thread in some state, with its own place as the innermost.
    fn stack_at(&self, state: &State, thread: ThreadId, site: Site) -> Vec<(FuncId, Site)> {
        let mut stack = self.machine.stack(state, thread);
        if let Some(top) = stack.first_mut() {
            top.1 = site;
        }
        stack
    }
}

/// A name in quotes; a description without.
fn quoted(name: &str) -> String {
    match name.contains(' ') {
        true => format!("the {name}"),
        false => format!("`{name}`"),
    }
}
