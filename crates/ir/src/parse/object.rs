//! Reads shapes and globals, and the sizes of slots.

use super::cursor::{Cursor, Read, fail};
use super::declare::{Declared, ROLES, Reader, origin};
use super::lex::{Line, Token};
use crate::print::{DEFAULT_ALIGN, LONGEST_ZERO};
use crate::{Field, Global, Kind, ObjectRole, Operand, Origin, Relocation, Shape, ShapeId, Span};

/// What an object is declared as: `i32`, `40 bytes`, or text.
pub(super) struct Layout {
    pub size: u64,
    pub align: u32,
    pub kind: Option<Kind>,
    pub bytes: Vec<u8>,
}

impl Reader {
    /// Reads the contents of shapes and globals. One with an error leaves a placeholder, so that the numbers
    /// of the others stay right.
    pub fn objects(&mut self, declared: &Declared<'_, '_>) {
        for line in &declared.shapes {
            let shape = self.shape(line);
            let shape = self.keep(line, shape);
            self.program
                .shapes
                .push(shape.unwrap_or(Shape::Scalar { size: 1 }));
        }
        for line in &declared.globals {
            let global = self.global(line);
            let global = self.keep(line, global);
            self.program.globals.push(global.unwrap_or(Global {
                name: String::new(),
                size: 0,
                align: 1,
                bytes: Vec::new(),
                relocations: Vec::new(),
                constant: false,
                thread_local: false,
                shape: None,
                origin: Origin::Program,
                role: None,
                span: Span::NONE,
            }));
        }
    }

    fn keep<T>(&mut self, line: &Line<'_>, read: Read<T>) -> Option<T> {
        match read {
            Ok(value) => Some(value),
            Err(error) => {
                if !line.bad {
                    self.errors.push(error);
                }
                None
            }
        }
    }

    fn shape(&self, line: &Line<'_>) -> Read<Shape> {
        const FORM: &str =
            "a shape is `scalar SIZE`, `array #SHAPE stride N length N` or `record NAME size N (…)`";
        let mut cursor = Cursor::new(line);
        cursor.step();
        cursor.step();
        cursor.mark('=', FORM)?;
        let span = cursor.span();
        let shape = match cursor.word("the form of the shape", FORM)? {
            "scalar" => Shape::Scalar {
                size: cursor.u64("a size")?,
            },
            "array" => {
                let element = self.shape_name(&mut cursor)?;
                cursor.keyword("stride", FORM)?;
                let stride = cursor.u64("a stride")?;
                cursor.keyword("length", FORM)?;
                let length = cursor.u64("a length")?;
                Shape::Array {
                    element,
                    stride,
                    length,
                }
            }
            "record" => {
                let name = cursor.word_or_string("the name of the record")?;
                cursor.keyword("size", FORM)?;
                let size = cursor.u64("a size")?;
                cursor.mark('(', FORM)?;
                let mut fields = Vec::new();
                cursor.list(')', |cursor| {
                    let name = cursor.word_or_string("the name of a member")?;
                    cursor.mark(':', "a member is `name: #SHAPE at OFFSET`")?;
                    let shape = self.shape_name(cursor)?;
                    cursor.keyword("at", "a member is `name: #SHAPE at OFFSET`")?;
                    let offset = cursor.u64("an offset")?;
                    fields.push(Field { name, offset, shape });
                    Ok(())
                })?;
                Shape::Record { name, size, fields }
            }
            word => return fail(span, format!("`{word}` is no form of a shape"), FORM),
        };
        cursor.end()?;
        Ok(shape)
    }

    pub fn shape_name(&self, cursor: &mut Cursor<'_, '_>) -> Read<ShapeId> {
        let (key, span) = cursor.name('#', "a shape")?;
        match self.shapes.get(key) {
            Some(id) => Ok(*id),
            None => fail(
                span,
                "there is no such shape",
                "declare it: `shape #name = scalar 4`",
            ),
        }
    }

    /// `i32`, `16`, `16 bytes` or text.
    pub fn layout(&self, cursor: &mut Cursor<'_, '_>) -> Read<Layout> {
        if let Some(kind) = cursor.take_kind() {
            let size = kind.size(self.program.model);
            return Ok(Layout {
                size: u64::from(size),
                align: size,
                kind: Some(kind),
                bytes: Vec::new(),
            });
        }
        if let Some(Token::Text(bytes)) = cursor.peek() {
            cursor.step();
            return Ok(Layout {
                size: bytes.len() as u64,
                align: 1,
                kind: None,
                bytes: bytes.clone(),
            });
        }
        let size = cursor.u64("a kind, text in quotes, or a number of bytes")?;
        cursor.take_word("bytes");
        Ok(Layout {
            size,
            align: DEFAULT_ALIGN,
            kind: None,
            bytes: Vec::new(),
        })
    }

    fn global(&self, line: &Line<'_>) -> Read<Global> {
        const FORM: &str = "write `global @x: i32 = 1` or `global @x: 16 bytes align 8`";
        let mut cursor = Cursor::new(line);
        let thread_local = cursor.take_word("thread_local");
        cursor.step();
        let (key, _) = cursor.name('@', "a global")?;
        cursor.mark(':', FORM)?;
        let layout = self.layout(&mut cursor)?;
        let mut global = Global {
            name: key.name.clone(),
            size: layout.size,
            align: layout.align,
            bytes: layout.bytes,
            relocations: Vec::new(),
            constant: false,
            thread_local,
            shape: None,
            origin: Origin::Program,
            role: None,
            span: Span::NONE,
        };
        self.attributes(&mut cursor, &mut global)?;
        let span = cursor.span();
        if cursor.take_mark('=') {
            if !global.bytes.is_empty() {
                return fail(span, "this global has two initial values", "remove one");
            }
            match layout.kind {
                Some(kind) => self.scalar(&mut cursor, &mut global, kind)?,
                None => self.items(&mut cursor, &mut global)?,
            }
        }
        if cursor.take_word("with") {
            cursor.mark('(', "write `with (OFFSET: @address, …)`")?;
            cursor.list(')', |cursor| {
                let at = cursor.u64("the offset of an address")?;
                cursor.mark(':', "write `with (OFFSET: @address, …)`")?;
                self.relocation(cursor, &mut global, at)
            })?;
        }
        self.attributes(&mut cursor, &mut global)?;
        global.span = self.place(&mut cursor)?;
        cursor.end()?;
        Ok(global)
    }

    /// Attributes stand before or after the initial value.
    fn attributes(&self, cursor: &mut Cursor<'_, '_>, global: &mut Global) -> Read<()> {
        loop {
            if cursor.take_word("align") {
                global.align = cursor.u32("an alignment")?;
            } else if cursor.take_word("const") {
                global.constant = true;
            } else if cursor.take_word("thread_local") {
                global.thread_local = true;
            } else if cursor.take_word("shape") {
                global.shape = Some(self.shape_name(cursor)?);
            } else if cursor.take_word("origin") {
                let span = cursor.span();
                global.origin = origin(
                    cursor.word("an origin", "write where the global comes from")?,
                    span,
                )?;
            } else if cursor.take_word("role") {
                let span = cursor.span();
                let word = cursor.word("a role", ROLES)?;
                let Some(role) = ObjectRole::from_name(word) else {
                    return fail(span, format!("`{word}` is no role of a global"), ROLES);
                };
                global.role = Some(role);
            } else {
                return Ok(());
            }
        }
    }

    fn relocation(&self, cursor: &mut Cursor<'_, '_>, global: &mut Global, at: u64) -> Read<()> {
        let target = self.address(cursor)?;
        global.relocations.push(Relocation { at, target });
        Ok(())
    }

    /// One constant of `kind`, or an address, at the end of the bytes so far.
    fn scalar(&self, cursor: &mut Cursor<'_, '_>, global: &mut Global, kind: Kind) -> Read<()> {
        let size = kind.size(self.program.model) as usize;
        if kind == Kind::Ptr && matches!(cursor.peek(), Some(Token::Name('@', _))) {
            let at = global.bytes.len() as u64;
            self.relocation(cursor, global, at)?;
            global.bytes.resize(global.bytes.len() + size, 0);
            return Ok(());
        }
        if let Operand::Const(_, bits) = self.constant(cursor, kind)? {
            global.bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
        }
        Ok(())
    }

    /// The bytes of an object in order: texts, `hex "…"`, `zero N`, `i32 5`, `i32 [1, 2]`, addresses.
    fn items(&self, cursor: &mut Cursor<'_, '_>, global: &mut Global) -> Read<()> {
        const FORM: &str = "write text, `hex \"…\"`, `zero N`, `i32 5`, `i32 [1, 2]` or `@address`";
        loop {
            if let Some(Token::Text(bytes)) = cursor.peek() {
                cursor.step();
                global.bytes.extend_from_slice(bytes);
            } else if cursor.take_word("hex") {
                let span = cursor.span();
                match hex(cursor.text("hexadecimal digits")?) {
                    Some(bytes) => global.bytes.extend_from_slice(&bytes),
                    None => {
                        return fail(
                            span,
                            "these are no bytes in hexadecimal",
                            "write two digits per byte",
                        );
                    }
                }
            } else if cursor.take_word("zero") {
                let count = cursor.integer("a number of bytes", 0, i128::from(LONGEST_ZERO))?;
                global.bytes.resize(global.bytes.len() + count as usize, 0);
            } else if let Some(Token::Name('@', _)) = cursor.peek() {
                self.scalar(cursor, global, Kind::Ptr)?;
            } else if let Some(kind) = cursor.take_kind() {
                if cursor.take_mark('[') {
                    cursor.list(']', |cursor| self.scalar(cursor, global, kind))?;
                } else {
                    self.scalar(cursor, global, kind)?;
                }
            } else {
                return cursor.wanted("an initial value", FORM);
            }
            if !cursor.take_mark(',') {
                return Ok(());
            }
        }
    }
}

fn hex(text: &[u8]) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text
        .iter()
        .filter(|b| !b.is_ascii_whitespace())
        .map(|b| char::from(*b).to_digit(16).map(|d| d as u8))
        .collect();
    let digits = digits?;
    let (pairs, odd) = digits.as_chunks::<2>();
    odd.is_empty()
        .then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}
