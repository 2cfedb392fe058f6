//! Prints a program in its text form (`TEXT.md`).
//!
//! What is printed reads back as an equal program if the program keeps the rules of
//! [`verify`](crate::verify()). A program that breaks them still prints, without a panic: a reference to
//! something that does not exist appears as `%?`, which the reader rejects.

mod constant;
mod global;
mod instruction;
mod name;

use crate::{Function, Origin, Program, Shape, ShapeId, Slot, Span};
use name::Names;
use std::fmt::{Display, Formatter, Result};

pub(crate) use constant::{NAN_F32, NAN_F64, constant};
pub(crate) use global::LONGEST_ZERO;
pub(crate) use name::{is_word, quoted};

/// The widest list of declarations on one line.
const WIDTH: usize = 100;

/// Alignment of an object of so many bytes for which the text gives none.
pub(crate) const DEFAULT_ALIGN: u32 = 8;

/// A program about to be displayed; made by [`Program::text`] or [`Program::text_without_spans`].
#[derive(Clone, Copy)]
pub struct Text<'a> {
    program: &'a Program,
    spans: bool,
}

impl Program {
    /// The text form with every source position: it reads back as an equal program.
    pub fn text(&self) -> Text<'_> {
        Text {
            program: self,
            spans: true,
        }
    }

    /// The text form for people: when it is read, every instruction gets its position in that text.
    pub fn text_without_spans(&self) -> Text<'_> {
        Text {
            program: self,
            spans: false,
        }
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.text().fmt(f)
    }
}

impl Display for Text<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let printer = Printer {
            program: self.program,
            names: Names::of_program(self.program),
            spans: self.spans,
        };
        printer.program(f)
    }
}

struct Printer<'a> {
    program: &'a Program,
    names: Names,
    spans: bool,
}

impl Printer<'_> {
    fn program(&self, f: &mut Formatter<'_>) -> Result {
        let p = self.program;
        writeln!(f, "model {}", p.model.name())?;
        if self.spans {
            writeln!(f, "spans explicit")?;
            for file in &p.files {
                writeln!(f, "file {}", quoted(file))?;
            }
        }
        if !p.shapes.is_empty() {
            writeln!(f)?;
        }
        for (i, shape) in p.shapes.iter().enumerate() {
            write!(f, "shape #{i} = ")?;
            self.shape(f, shape)?;
        }
        if !p.globals.is_empty() {
            writeln!(f)?;
        }
        for (i, global) in p.globals.iter().enumerate() {
            self.global(f, global, &self.names.globals[i])?;
        }
        for (i, function) in p.functions.iter().enumerate() {
            writeln!(f)?;
            self.function(f, function, &self.names.functions[i])?;
        }
        writeln!(f)?;
        match p.entry {
            Some(entry) => writeln!(f, "entry {}", self.names.function(entry)),
            None => writeln!(f, "entry none"),
        }
    }

    fn shape(&self, f: &mut Formatter<'_>, shape: &Shape) -> Result {
        match shape {
            Shape::Scalar { size } => writeln!(f, "scalar {size}"),
            Shape::Array {
                element,
                stride,
                length,
            } => writeln!(f, "array #{} stride {stride} length {length}", element.0),
            Shape::Record { name, size, fields } => {
                write!(f, "record {} size {size} (", word(name))?;
                for (i, field) in fields.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    let name = word(&field.name);
                    write!(f, "{comma}{name}: #{} at {}", field.shape.0, field.offset)?;
                }
                writeln!(f, ")")
            }
        }
    }

    /// ` shape #3`, or nothing.
    fn shape_of(&self, f: &mut Formatter<'_>, shape: Option<ShapeId>) -> Result {
        match shape {
            Some(shape) => write!(f, " shape #{}", shape.0),
            None => Ok(()),
        }
    }

    /// ` origin openmp`, or nothing for what the program has.
    fn origin(&self, f: &mut Formatter<'_>, origin: Origin) -> Result {
        match origin {
            Origin::Program => Ok(()),
            Origin::Library => write!(f, " origin library"),
            Origin::Runtime(runtime) => write!(f, " origin {}", runtime.name()),
            Origin::Region { of, construct } => {
                write!(f, " origin {} of {}", construct.name(), self.names.function(of))
            }
        }
    }

    /// ` !file:line:column+length`; file 0 and length 0 are left out.
    fn span(&self, f: &mut Formatter<'_>, span: Span) -> Result {
        if !self.spans || span == Span::NONE {
            return Ok(());
        }
        write!(f, " !")?;
        if span.file.0 != 0 {
            write!(f, "{}:", span.file.0)?;
        }
        write!(f, "{}:{}", span.line, span.column)?;
        if span.length != 0 {
            write!(f, "+{}", span.length)?;
        }
        Ok(())
    }

    fn function(&self, f: &mut Formatter<'_>, function: &Function, name: &str) -> Result {
        let locals = Names::of_function(function);
        write!(f, "func {name}(")?;
        let arguments = (function.arguments() as usize).min(function.registers.len());
        for (i, register) in function.registers[..arguments].iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            let dots = if function.variadic && i + 1 == arguments {
                "..."
            } else {
                ""
            };
            let name = &locals.registers[i];
            write!(f, "{comma}{dots}{name}: {}", register.kind.name())?;
        }
        write!(f, ")")?;
        if let Some(kind) = function.result {
            write!(f, " -> {}", kind.name())?;
        }
        self.origin(f, function.origin)?;
        if let Some(role) = function.role {
            write!(f, " role {}", role.name())?;
        }
        self.span(f, function.span)?;
        let rest = &function.registers[arguments..];
        if function.blocks.is_empty() && function.slots.is_empty() && rest.is_empty() {
            return writeln!(f);
        }
        writeln!(f, " {{")?;
        let mut line = String::new();
        for (i, register) in rest.iter().enumerate() {
            let one = format!("{}: {}", locals.registers[arguments + i], register.kind.name());
            if !line.is_empty() && line.len() + one.len() > WIDTH {
                writeln!(f, "  reg {line}")?;
                line.clear();
            }
            if !line.is_empty() {
                line.push_str(", ");
            }
            line.push_str(&one);
        }
        if !line.is_empty() {
            writeln!(f, "  reg {line}")?;
        }
        for (i, slot) in function.slots.iter().enumerate() {
            self.slot(f, slot, &locals.slots[i])?;
        }
        for (i, block) in function.blocks.iter().enumerate() {
            writeln!(f, "b{i}:")?;
            let code = instruction::Code {
                names: &self.names,
                locals: &locals,
                program: self.program,
                function,
            };
            for (inst, span) in &block.instructions {
                write!(f, "  ")?;
                code.instruction(f, inst)?;
                self.span(f, *span)?;
                writeln!(f)?;
            }
            write!(f, "  ")?;
            code.terminator(f, &block.terminator)?;
            self.span(f, block.span)?;
            writeln!(f)?;
        }
        writeln!(f, "}}")
    }

    fn slot(&self, f: &mut Formatter<'_>, slot: &Slot, name: &str) -> Result {
        write!(f, "  slot {name}: {} bytes", slot.size)?;
        if slot.align != DEFAULT_ALIGN {
            write!(f, " align {}", slot.align)?;
        }
        self.shape_of(f, slot.shape)?;
        self.span(f, slot.span)?;
        writeln!(f)
    }
}

/// A name that stands alone: bare if it is a word, else in quotes.
fn word(name: &str) -> String {
    if is_word(name) {
        name.to_string()
    } else {
        quoted(name)
    }
}
