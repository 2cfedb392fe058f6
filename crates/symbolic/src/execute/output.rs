//! Functions that print. What they print is nobody's business here; what they read on the way is: the format
//! must be a constant of the program, and texts are read up to their end. Anything else is a gap: among it
//! `%n`, texts with a precision that are no constants, and what such a function returns if that is up to how
//! numbers are printed.

use crate::limits;
use raceproof_ir::{GlobalId, Reg};
use raceproof_library::format::{Amount, Directive, Length, Piece, parse};
use raceproof_library::{Argument, Use, find};

use super::{Abort, Executor, Flow};
use crate::bounded::{Motion, Place, Reason};
use crate::path::{Local, Path};
use crate::term::Term;

/// A cell of the block of variable arguments that a format uses.
struct Cell {
    at: u32,
    size: u32,
    text: bool,
    /// A width or a precision.
    amount: bool,
}

impl Executor<'_, '_> {
    /// The text at an address, if it is a constant of the program.
    pub(super) fn text(&mut self, address: Term) -> Option<Vec<u8>> {
        let v = self.terms.constant(address)?;
        let (object, at) = self.terms.shape.place(v);
        let object = self.bounded.objects.get(object as usize)?;
        if !object.constant {
            return None;
        }
        let mut bytes = (at..object.size).map(|at| object.bytes.get(&at).copied().unwrap_or(0));
        let mut text = Vec::new();
        loop {
            // A text without an end is a defect that the machine can tell about.
            match bytes.next()? {
                0 => return Some(text),
                byte => text.push(byte),
            }
        }
    }

    /// Prints with a function of this name.
    pub(super) fn output(
        &mut self,
        mut local: Local,
        name: &str,
        dst: Option<Reg>,
        args: &[Term],
        place: Place,
    ) -> Flow<Local> {
        let arguments = find(name).map_or(&[][..], |found| found.row.arguments);
        let given = || arguments.iter().zip(args);
        let is_stream = |(argument, _): &(&Argument, &Term)| argument.usage == Use::Stream;
        let stream = given().find(is_stream).map(|(_, stream)| *stream);
        let rest: Vec<(Use, Term)> = given()
            .filter(|pair| !is_stream(pair))
            .map(|(argument, term)| (argument.usage, *term))
            .collect();
        let texts = match rest[..] {
            _ if arguments.len() != args.len() => None,
            [] | [(Use::Value, _)] => Some(Vec::new()),
            [(Use::Address, text)] if self.text(text).is_some() => Some(Vec::new()),
            [(Use::Address, text)] if name == "puts" => Some(vec![text]),
            [(Use::Print, format), (Use::Block, block)] => self.texts_of(&local.path, format, block),
            _ => None,
        };
        let rest: Vec<Term> = rest.into_iter().map(|(_, term)| term).collect();
        let Some(texts) = texts else {
            return self.gap(local.path, format!("{name} of what is not constant"), place);
        };
        let result = match dst {
            Some(_) => self.printed(name, &rest),
            None => None,
        };
        if dst.is_some() && result.is_none() {
            return self.gap(local.path, format!("the result of {name}"), place);
        }
        if let Some(stream) = stream {
            let mut known = self.terms.bool(false);
            for i in 0..self.program.globals.len() as u32 {
                let name = self.program.global(GlobalId(i)).name.as_str();
                if matches!(name, "__stdout" | "__stderr") {
                    let address = self.pointer(i + 1, 0);
                    let this = self.terms.eq(stream, address);
                    known = self.terms.or(known, this);
                }
            }
            let unknown = self.terms.not(known);
            let reason = Reason::Gap(format!("{name} to what is not a standard stream"));
            self.stop(&mut local.path, unknown, reason, place);
            if self.terms.is_false(local.path.guard) {
                return Ok(None);
            }
        }
        self.print(&mut local, &texts, place)?;
        if let (Some(dst), Some(result)) = (dst, result) {
            self.set(&mut local, dst, result);
        }
        Ok(Some(local))
    }

    /// The call itself, which reads these texts.
    fn print(&mut self, local: &mut Local, texts: &[Term], place: Place) -> Result<(), Abort> {
        if texts.is_empty() {
            self.called(local);
            return Ok(());
        }
        let path = &mut local.path;
        for &text in texts {
            self.bounds(path, text, 1, false, place);
        }
        let mut draft = self.begin(path, texts, false, place)?;
        let mut read = Vec::new();
        for &text in texts {
            let bytes = self.text_at(&mut draft, path, text, None)?;
            self.touch_bytes(&mut draft, text, &bytes.read.clone(), false);
            read.push(bytes);
        }
        self.finish(draft, path, Motion::Access)?;
        for text in &read {
            self.cut_text(path, text, place);
        }
        Ok(())
    }

    /// What such a function gives back, if that is not up to how numbers are printed.
    fn printed(&mut self, name: &str, rest: &[Term]) -> Option<Term> {
        let number = match (name, rest) {
            ("putchar" | "fputc" | "putc", [what]) => {
                let byte = self.terms.extract(*what, 0, 8);
                return Some(self.terms.zext(byte, 32));
            }
            ("fflush", []) => 0,
            ("fputs", [_]) => 1,
            ("puts", [text]) => self.text(*text)?.len() + 1,
            ("printf" | "fprintf", [format, _]) => {
                let text = self.text(*format)?;
                (!text.contains(&b'%')).then_some(text.len())?
            }
            _ => return None,
        };
        Some(self.terms.number(number as u128, 32))
    }

    /// The texts that a format with these arguments reads, but for those that are constants; none if it reads
    /// what is not known.
    fn texts_of(&mut self, path: &Path, format: Term, block: Term) -> Option<Vec<Term>> {
        let text = self.text(format)?;
        let cells = cells(&text)?;
        if cells.is_empty() {
            return Some(Vec::new());
        }
        // The block is a local variable of the call, which nobody else knows.
        let v = self.terms.constant(block)?;
        let (object, start) = self.terms.shape.place(v);
        let known = self.bounded.objects.get(object as usize);
        let size = known.filter(|o| o.private || path.alone).map(|o| o.size)?;
        let pointer = self.terms.shape.bytes();
        let mut texts = Vec::new();
        // Of a text with a precision not all is read.
        let is_whole = !cells.iter().any(|cell| cell.amount) && !text.contains(&b'.');
        for cell in cells {
            start
                .checked_add(cell.at + cell.size)
                .filter(|end| *end <= size)?;
            if cell.amount {
                let amount = self.bytes(path, object, start + cell.at, 4);
                let amount = self.terms.constant(amount)?;
                (amount <= limits::FIELD_WIDTH.size() as u128).then_some(())?;
            } else if cell.text {
                let address = self.bytes(path, object, start + cell.at, pointer);
                if self.text(address).is_none() {
                    is_whole.then(|| texts.push(address))?;
                }
            }
        }
        Some(texts)
    }
}

/// The cells of its block that a format uses; none if it does what is not known here.
fn cells(format: &[u8]) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut at: u32 = 0;
    let mut put = |size: u32, text: bool, amount: bool| {
        at = at.next_multiple_of(size);
        cells.push(Cell {
            at,
            size,
            text,
            amount,
        });
        at += size;
    };
    for piece in parse(format).ok()? {
        let Piece::Directive(directive) = piece else {
            continue;
        };
        let Directive {
            position,
            width,
            precision,
            length,
            conversion,
            ..
        } = directive;
        if position.is_some() {
            return None;
        }
        for amount in [width, precision] {
            match amount {
                Amount::Absent => {}
                Amount::Fixed(amount) if amount <= limits::FIELD_WIDTH.size() => {}
                Amount::Argument(None) => put(8, false, true),
                Amount::Fixed(_) | Amount::Argument(_) => return None,
            }
        }
        let mut add = |size, text| put(size, text, false);
        match (conversion, length) {
            (b'%', _) => {}
            (b'd' | b'i' | b'o' | b'u' | b'x' | b'X', Length::LongDouble) => return None,
            (b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'p', _) | (b'c', Length::Plain) => add(8, false),
            (b's', Length::Plain) => add(8, true),
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', Length::LongDouble) => add(16, false),
            (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A', _) => add(8, false),
            _ => return None,
        }
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::cells;

    #[test]
    fn formats_use_cells() {
        let places = |format: &str| {
            let cells = cells(format.as_bytes())?;
            Some(cells.iter().map(|c| (c.at, c.size, c.text)).collect::<Vec<_>>())
        };
        assert_eq!(places("done 100%%\n"), Some(vec![]));
        assert_eq!(
            places("%5d %s %Lf %c"),
            Some(vec![(0, 8, false), (8, 8, true), (16, 16, false), (32, 8, false)])
        );
        assert_eq!(places("%n"), None);
        assert_eq!(places("%*d"), Some(vec![(0, 8, false), (8, 8, false)]));
        assert_eq!(places("%1$*2$d"), None);
        assert_eq!(places("%2$d"), None);
        assert_eq!(places("%ls"), None);
        assert_eq!(places("%"), None);
    }
}
