//! Names in the text form.
//!
//! Names in a program need not be distinct nor be identifiers, and may be empty. In the text an empty name
//! becomes its number (`%3`), a name that several things have gets its number as a suffix that is not part
//! of the name (`%i.3`), and what is no identifier is put in quotes (`@"a b"`).

use crate::{FuncId, Function, GlobalId, Program, Reg, SlotId};
use std::collections::HashMap;
use std::fmt::Write;

/// The words for what a program or a function declares, with their signs.
#[derive(Default)]
pub(super) struct Names {
    pub globals: Vec<String>,
    pub functions: Vec<String>,
    pub registers: Vec<String>,
    pub slots: Vec<String>,
}

impl Names {
    /// Globals and functions share one sign, so they are made distinct together.
    pub fn of_program(program: &Program) -> Names {
        let globals = program.globals.iter().map(|g| g.name.as_str());
        let functions = program.functions.iter().map(|f| f.name.as_str());
        let mut all = distinct('@', globals.chain(functions).collect());
        let functions = all.split_off(program.globals.len());
        Names {
            globals: all,
            functions,
            ..Names::default()
        }
    }

    pub fn of_function(function: &Function) -> Names {
        Names {
            registers: distinct('%', function.registers.iter().map(|r| r.name.as_str()).collect()),
            slots: distinct('$', function.slots.iter().map(|s| s.name.as_str()).collect()),
            ..Names::default()
        }
    }

    pub fn global(&self, id: GlobalId) -> &str {
        self.globals.get(id.0 as usize).map_or("@?", String::as_str)
    }

    pub fn function(&self, id: FuncId) -> &str {
        self.functions.get(id.0 as usize).map_or("@?", String::as_str)
    }

    pub fn register(&self, id: Reg) -> &str {
        self.registers.get(id.0 as usize).map_or("%?", String::as_str)
    }

    pub fn slot(&self, id: SlotId) -> &str {
        self.slots.get(id.0 as usize).map_or("$?", String::as_str)
    }
}

fn distinct(sign: char, names: Vec<&str>) -> Vec<String> {
    let mut uses: HashMap<&str, u32> = HashMap::new();
    for name in &names {
        *uses.entry(name).or_default() += 1;
    }
    let text = |(i, name): (usize, &&str)| {
        if name.is_empty() {
            return format!("{sign}{i}");
        }
        let word = if is_word(name) {
            name.to_string()
        } else {
            quoted(name)
        };
        match uses[name] {
            1 => format!("{sign}{word}"),
            _ => format!("{sign}{word}.{i}"),
        }
    };
    names.iter().enumerate().map(text).collect()
}

/// Whether a name can be written without quotes.
pub(crate) fn is_word(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'$')
}

/// Text in quotes, with what does not show escaped.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Bytes in quotes; what is not visible ASCII is escaped.
pub(super) fn quoted_bytes(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &b in bytes {
        match b {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            0 => out.push_str("\\0"),
            b' '..=b'~' => out.push(char::from(b)),
            _ => {
                let _ = write!(out, "\\x{b:02x}");
            }
        }
    }
    out.push('"');
    out
}
