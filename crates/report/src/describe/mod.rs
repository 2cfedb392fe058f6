//! From the machine's terms to the user's: sites become positions, objects get the names that the
//! source gives them, and faults become findings.

mod construct;
mod decide;
mod explain;
mod fault;
mod force;
mod heap;
mod object;
mod part;
mod race;
mod step;
mod tie;

use raceproof_ir::{Construct, FuncId, ObjectRole, Origin, Program, Span};
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

    /// The position of an operation; unknown if it is not one of the user's.
    pub fn place(&self, site: Site) -> Location {
        match self.is_internal(site) {
            true => Location::default(),
            false => self.site(site),
        }
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
        let mut region_of = None;
        for (function, site) in stack {
            if self.is_internal(*site) {
                continue;
            }
            let (around, is_region) = match self.origin(*function) {
                Origin::Region { of, .. } => (of, true),
                _ => (*function, false),
            };
            // The body of a construct is a part of the function around it.
            if region_of.take() == Some(around) {
                continue;
            }
            region_of = is_region.then_some(around);
            frames.push(Frame {
                function: self.function(around),
                at: self.site(*site),
            });
        }
        frames
    }

    /// Whether an operation is not of the program, but of a source of ours.
    pub fn is_internal(&self, site: Site) -> bool {
        self.machine.code().is_internal(site)
    }

    fn origin(&self, function: FuncId) -> Origin {
        let function = self.program().functions.get(function.0 as usize);
        function.map_or(Origin::Program, |function| function.origin)
    }

    /// The name of a lock. A runtime has some of its own: a team those that keep combinations apart, and
    /// tasks that exclude each other share blocks.
    fn lock(&self, bytes: Bytes) -> String {
        let is_of_team = match bytes.kind {
            ObjectKind::Heap(site) if self.is_internal(site) => return "mutexinoutset".to_owned(),
            ObjectKind::Alloca(site) => self.is_internal(site),
            ObjectKind::Slot(function, _) => self.origin(function).is_ours(),
            ObjectKind::Global(id) | ObjectKind::ThreadLocal(id) => {
                match self.program().globals.get(id.0 as usize) {
                    Some(global) if global.role == Some(ObjectRole::Critical) => return global.name.clone(),
                    global => global.is_some_and(|global| global.origin.is_ours()),
                }
            }
            _ => false,
        };
        if is_of_team {
            return "reduction".to_owned();
        }
        let name = self.bytes(bytes);
        // How the library divides its types is not the user's business.
        match name.find(".__") {
            Some(end) => name[..end].to_owned(),
            None => name,
        }
    }

    /// What a thread runs: a function, or a region of one.
    fn runs(&self, stack: &[(FuncId, Site)]) -> String {
        let mut outermost = stack.iter().rev();
        let Some((function, _)) = outermost.find(|(_, site)| !self.is_internal(*site)) else {
            return String::new();
        };
        let Origin::Region { of, construct } = self.origin(*function) else {
            return self.function(*function);
        };
        let around = self.function(of);
        match construct {
            Construct::Task => format!("a task of {around}"),
            Construct::Async => format!("an async of {around}"),
            _ => format!("a {} region of {around}", construct.name()),
        }
    }

    /// Whether this is the stack of an explicit task.
    fn is_task(&self, stack: &[(FuncId, Site)]) -> bool {
        let mut outermost = stack.iter().rev();
        let found = outermost.find(|(_, site)| !self.is_internal(*site));
        found.is_some_and(|(function, _)| {
            matches!(
                self.origin(*function),
                Origin::Region {
                    construct: Construct::Task,
                    ..
                }
            )
        })
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
