//! What comes with the front end and is written in C: runtimes of constructs, and parts of the C library that
//! must call functions of the program back.
//!
//! A part is checked together with the program if the program turned out to refer to a function that it
//! defines. What a part defines is read from its text: a definition begins at the start of a line, with its
//! name and the opening parenthesis on that line, and is not `static`.

use std::collections::HashSet;

use raceproof_ir::{Origin, Program, Runtime};
use raceproof_library::By;

/// A file of ours.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its name in positions.
    pub name: &'static str,
    /// What it says.
    pub text: &'static str,
    /// What is defined there comes from here.
    pub origin: Origin,
    /// Functions of the library that have need of it besides those that it defines: these are replaced where
    /// the program calls one of those.
    pub asked_by: &'static [&'static str],
}

/// The runtime of OpenMP.
pub(crate) static OPEN_MP: Part = Part {
    name: "<raceproof>/openmp.c",
    text: include_str!("../library/openmp.c"),
    origin: Origin::Runtime(Runtime::OpenMp),
    asked_by: &[],
};

/// The instructions of the processor that builtins name. Their types are those of their definitions, which
/// are checked before they are called.
pub(crate) static INSTRUCTIONS: [Part; 2] = [
    Part {
        name: "<raceproof>/avx.c",
        text: include_str!("../library/avx.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/sse.c",
        text: include_str!("../library/sse.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
];

/// How the names of instructions begin.
pub(crate) const INSTRUCTION: &str = "__builtin_ia32_";

static OTHERS: [Part; 16] = [
    Part {
        name: "<raceproof>/cancel.c",
        text: include_str!("../library/cancel.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/cilk.c",
        text: include_str!("../library/cilk.c"),
        origin: Origin::Runtime(Runtime::Cilk),
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/cleanup.c",
        text: include_str!("../library/cleanup.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/complex.c",
        text: include_str!("../library/complex.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/doacross.c",
        text: include_str!("../library/doacross.c"),
        origin: Origin::Runtime(Runtime::OpenMp),
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/err.c",
        text: include_str!("../library/err.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/futex.c",
        text: include_str!("../library/futex.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/getopt.c",
        text: include_str!("../library/getopt.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/hidden.c",
        text: include_str!("../library/hidden.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/macros.c",
        text: include_str!("../library/macros.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/names.c",
        text: include_str!("../library/names.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/pipe.c",
        text: include_str!("../library/pipe.c"),
        origin: Origin::Library,
        asked_by: &["pipe", "pipe2", "socketpair", "eventfd"],
    },
    Part {
        name: "<raceproof>/polybench.c",
        text: include_str!("../library/polybench.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/search.c",
        text: include_str!("../library/search.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/semaphore.c",
        text: include_str!("../library/semaphore.c"),
        origin: Origin::Library,
        asked_by: &[],
    },
    Part {
        name: "<raceproof>/signal.c",
        text: include_str!("../library/signal.c"),
        origin: Origin::Library,
        asked_by: &["pthread_kill", "kill"],
    },
];

impl Part {
    /// All of them.
    fn all() -> impl Iterator<Item = &'static Part> {
        std::iter::once(&OPEN_MP).chain(&INSTRUCTIONS).chain(&OTHERS)
    }

    /// Those that define a function which the program calls and does not define. Most programs need none, and
    /// rows tell that without a look at the texts.
    pub fn needed(program: &Program) -> Vec<&'static Part> {
        let missing = program.functions.iter().filter(|f| f.blocks.is_empty());
        let names = missing.map(|f| f.name.as_str());
        Part::defining(names)
    }

    /// Those that define a function of one of these names.
    pub fn defining<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'static Part> {
        let missing: HashSet<&str> = names.filter(|name| may_be_defined(name)).collect();
        if missing.is_empty() {
            return Vec::new();
        }
        let is_wanted = |part: &&Part| match part.asked_by {
            [] => part.definitions().any(|name| missing.contains(name)),
            names => names.iter().any(|name| missing.contains(name)),
        };
        Part::all().filter(is_wanted).collect()
    }

    /// The functions that it defines for others.
    fn definitions(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter_map(|line| {
            let line = match line.strip_prefix("[[") {
                Some(rest) => rest.split_once("]] ")?.1,
                None => line.strip_prefix("__attribute__((weak)) ").unwrap_or(line),
            };
            if line.ends_with(';') || !line.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return None;
            }
            let (before, _) = line.split_once('(')?;
            let name = before
                .rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                .next()?;
            let is_own = before.starts_with("static ") || before.starts_with("typedef ");
            (!is_own && !name.is_empty()).then_some(name)
        })
    }
}

/// Whether a part may define a function of this name: one of a runtime, an instruction, or one whose row says
/// so.
fn may_be_defined(name: &str) -> bool {
    let is_written_in_c = |found: raceproof_library::Function| found.row.by == By::C;
    name.starts_with("__raceproof_")
        || name.starts_with(INSTRUCTION)
        || raceproof_library::find(name).is_some_and(is_written_in_c)
        || Part::all().any(|part| part.asked_by.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ast::{AttributeKind, ExternalDecl, FunctionDef, StorageClass};
    use crate::lex::Dialect;
    use crate::session::{Session, parse_text};

    /// The functions that a part defines for others, as the parser has them.
    fn parsed(part: &Part, session: &mut Session) -> Vec<FunctionDef> {
        let file = session.sources.file(part.name);
        let unit = parse_text(session, file, part.text.as_bytes(), Dialect::default());
        assert!(!session.diagnostics.has_errors(), "{}", part.name);
        let functions = unit.items.into_iter().filter_map(|item| match item {
            ExternalDecl::Function(function) => Some(*function),
            _ => None,
        });
        let is_own = |f: &FunctionDef| matches!(f.specifiers.storage, Some((StorageClass::Static, _)));
        functions.filter(|f| !is_own(f)).collect()
    }

    #[test]
    fn definitions_are_those_of_the_parser() {
        for part in Part::all() {
            let mut session = Session::default();
            let functions = parsed(part, &mut session);
            let names = functions.iter().filter_map(|f| f.declarator.name);
            let names: Vec<&str> = names.map(|name| session.interner.name(name.symbol)).collect();
            assert_eq!(part.definitions().collect::<Vec<_>>(), names, "{}", part.name);
            assert!(!names.is_empty());
        }
    }

    #[test]
    fn parts_in_c_are_those_that_rows_claim() {
        let own = Part::all().filter(|part| part.asked_by.is_empty());
        let defined = own.flat_map(Part::definitions);
        let has_row = |name: &&str| !name.starts_with("__raceproof_") && !name.starts_with(INSTRUCTION);
        let defined: HashSet<&str> = defined.filter(has_row).collect();
        for name in &defined {
            let claimed = raceproof_library::find(name).is_some_and(|found| found.row.by == By::C);
            assert!(claimed, "`{name}` has no row that says so");
        }
        for (row, _) in raceproof_library::rows().filter(|(row, _)| row.by == By::C) {
            for name in std::iter::once(&row.name).chain(row.aliases) {
                assert!(defined.contains(name), "`{name}` is nowhere in C");
            }
        }
    }

    /// Engines must know what each of them does: one without a role is followed like a function of the
    /// program.
    #[test]
    fn functions_of_open_mp_have_roles() {
        let parts = Part::all().filter(|part| part.origin == Origin::Runtime(Runtime::OpenMp));
        for part in parts {
            let mut session = Session::default();
            for function in parsed(part, &mut session) {
                let attributes = &function.specifiers.attributes;
                let has_role = attributes.iter().any(|a| matches!(a.kind, AttributeKind::Role));
                let name = function
                    .declarator
                    .name
                    .map(|name| session.interner.name(name.symbol));
                assert!(has_role, "{name:?} has no role");
            }
        }
    }
}
