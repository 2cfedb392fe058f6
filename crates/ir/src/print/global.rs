//! Prints globals: the shortest form that gives size, alignment and every byte back.

use super::name::quoted_bytes;
use super::{DEFAULT_ALIGN, Printer, constant};
use crate::{Address, Global, Kind, Program};
use std::fmt::{Formatter, Result, Write};

/// What `zero N` may stand for; the reader's limit, so that a short text cannot ask for all memory.
pub(crate) const LONGEST_ZERO: u64 = 1 << 20;

impl Printer<'_> {
    pub(super) fn global(&self, f: &mut Formatter<'_>, global: &Global, name: &str) -> Result {
        if global.thread_local {
            write!(f, "thread_local ")?;
        }
        write!(f, "global {name}: ")?;
        if let Some(text) = self.as_scalar(global) {
            let (kind, value) = text;
            write!(f, "{}", kind.name())?;
            self.attributes(f, global)?;
            if let Some(value) = value {
                write!(f, " = {value}")?;
            }
        } else if is_text(global) {
            write!(f, "{}", quoted_bytes(&global.bytes))?;
            self.attributes(f, global)?;
        } else {
            write!(f, "{} bytes", global.size)?;
            if global.align != DEFAULT_ALIGN {
                write!(f, " align {}", global.align)?;
            }
            self.attributes(f, global)?;
            if !global.bytes.is_empty() {
                write!(f, " = {}", bytes(&global.bytes))?;
            }
            for (i, relocation) in global.relocations.iter().enumerate() {
                let before = if i == 0 { " with (" } else { ", " };
                let target = address(self.program, &self.names, relocation.target);
                write!(f, "{before}{}: {target}", relocation.at)?;
            }
            if !global.relocations.is_empty() {
                write!(f, ")")?;
            }
        }
        self.span(f, global.span)?;
        writeln!(f)
    }

    fn attributes(&self, f: &mut Formatter<'_>, global: &Global) -> Result {
        self.shape_of(f, global.shape)?;
        if global.constant {
            write!(f, " const")?;
        }
        self.origin(f, global.origin)?;
        match global.role {
            Some(role) => write!(f, " role {}", role.name()),
            None => Ok(()),
        }
    }

    /// The global as one scalar with its value, if that says everything.
    fn as_scalar(&self, global: &Global) -> Option<(Kind, Option<String>)> {
        let pointer = self.program.model.pointer_size();
        if u64::from(global.align) != global.size {
            return None;
        }
        if let [relocation] = global.relocations.as_slice() {
            let whole = global.size == u64::from(pointer) && global.bytes.len() == pointer as usize;
            let target = address(self.program, &self.names, relocation.target);
            return (whole && relocation.at == 0 && global.bytes.iter().all(|b| *b == 0))
                .then_some((Kind::Ptr, Some(target)));
        }
        let kind = match global.size {
            1 => Kind::I8,
            2 => Kind::I16,
            4 => Kind::I32,
            8 => Kind::I64,
            16 => Kind::I128,
            _ => return None,
        };
        if !global.relocations.is_empty() {
            None
        } else if global.bytes.is_empty() {
            Some((kind, None))
        } else if global.bytes.len() as u64 == global.size {
            let value = global
                .bytes
                .iter()
                .rev()
                .fold(0u128, |v, b| v << 8 | u128::from(*b));
            Some((kind, Some(constant(kind, value))))
        } else {
            None
        }
    }
}

fn is_text(global: &Global) -> bool {
    global.align == 1
        && global.size == global.bytes.len() as u64
        && global.relocations.is_empty()
        && mostly_visible(&global.bytes)
}

fn mostly_visible(bytes: &[u8]) -> bool {
    let visible = |b: &u8| matches!(b, b' '..=b'~' | b'\n' | b'\t');
    bytes.iter().filter(|b| visible(b)).count() * 4 >= bytes.len() * 3
        || matches!(bytes, [text @ .., 0] if text.iter().all(visible))
}

fn bytes(bytes: &[u8]) -> String {
    if bytes.iter().all(|b| *b == 0) && bytes.len() as u64 <= LONGEST_ZERO {
        return format!("zero {}", bytes.len());
    }
    if mostly_visible(bytes) {
        return quoted_bytes(bytes);
    }
    let mut out = String::from("hex \"");
    for (i, b) in bytes.iter().enumerate() {
        if i > 0 && i % 4 == 0 {
            out.push(' ');
        }
        let _ = write!(out, "{b:02x}");
    }
    out.push('"');
    out
}

pub(super) fn address(program: &Program, names: &super::Names, address: Address) -> String {
    match address {
        Address::Global(id, 0) => names.global(id).to_string(),
        Address::Global(id, offset) => {
            let sign = if offset < 0 { '-' } else { '+' };
            format!("{} {sign} {}", names.global(id), offset.unsigned_abs())
        }
        Address::Function(id) => names.function(id).to_string(),
        Address::Label(id, block) => {
            let blocks = program.functions.get(id.0 as usize).map_or(0, |f| f.blocks.len());
            let unknown = if (block.0 as usize) < blocks { "" } else { "?" };
            format!("{}:{unknown}b{}", names.function(id), block.0)
        }
    }
}
