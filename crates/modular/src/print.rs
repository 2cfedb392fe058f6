//! What printing reads of its variable arguments: the texts that the format asks for, and nothing behind
//! numbers, whatever they are.
//!
//! The arguments are in a block of the caller, eight bytes each, in the order in which the format takes them.
//!
//! SOUNDNESS: printing

use crate::analyse::Analysis;
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::value::Value;
use raceproof_engine::{condition, effect};
use raceproof_ir::Kind;
use raceproof_library::format::{Amount, Directive, Length, Piece, parse};

/// Bytes of an argument.
const CELL: i64 = 8;

impl Analysis<'_> {
    /// The texts that are printed of a block of arguments. None if it cannot be told which they are, or if
    /// something is stored there.
    pub(crate) fn printed(&self, format: &Value, block: &Value) -> Option<Value> {
        let [(target, offsets)] = block.targets[..] else {
            return None;
        };
        let object = target.object;
        let first = offsets.constant().filter(|_| !block.is_lost())?;
        let is_block = matches!(self.memory.object(object).name, Name::Slot(..));
        if !is_block || format.is_lost() {
            return None;
        }
        let mut texts = Value::NONE;
        for (target, offsets) in &format.targets {
            let text = self.constant_text(target.object, *offsets)?;
            for cell in text_cells(text)? {
                let at = Offsets::at(first + CELL * cell);
                texts = texts.join(&self.printed_text(object, at));
            }
        }
        Some(texts)
    }

    fn printed_text(&self, object: ObjectId, at: Offsets) -> Value {
        self.memory.load(self.program, object, at, CELL as u64, Kind::Ptr)
    }
}

/// The arguments that are texts, by their numbers. None if they do not follow each other, one has more bytes
/// than others, or something is stored.
fn text_cells(format: &[u8]) -> Option<Vec<i64>> {
    let mut cells = Vec::new();
    let mut next = 0;
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
        for amount in [width, precision] {
            if let Amount::Argument(position) = amount {
                if !condition!("printing", "widths in order", position.is_none()) {
                    return None;
                }
                effect!("printing", "widths are arguments", next += 1);
            }
        }
        if !condition!("printing", "in order", position.is_none())
            || !condition!("printing", "eight bytes each", length != Length::LongDouble)
            || !condition!("printing", "nothing is stored", conversion != b'n')
        {
            return None;
        }
        match conversion {
            b'%' | b'm' => continue,
            b's' => cells.push(next),
            _ => {}
        }
        next += 1;
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_where_the_format_says() {
        assert_eq!(text_cells(b"%d %s %f %s"), Some(vec![1, 3]));
        assert_eq!(text_cells(b"100%% %*s %.*s %m %S"), Some(vec![1, 3, 4]));
        assert_eq!(text_cells(b"%p %x %c"), Some(Vec::new()));
        assert_eq!(text_cells(b"%2$s %1$s"), None);
        assert_eq!(text_cells(b"%s%n"), None);
        assert_eq!(text_cells(b"%Lf %s"), None);
    }
}
