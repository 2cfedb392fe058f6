//! Reads constants and addresses.

use super::cursor::{Cursor, Read, fail};
use super::declare::{Reader, Symbol};
use super::lex::Token;
use crate::print::{NAN_F32, NAN_F64};
use crate::{Address, BlockId, FuncId, Kind, Operand, Span};

impl Reader {
    /// A constant of `kind`. Integers may be written signed or unsigned.
    pub fn constant(&self, cursor: &mut Cursor<'_, '_>, kind: Kind) -> Read<Operand> {
        let span = cursor.span();
        let negative = cursor.take_mark('-');
        let token = cursor.peek();
        let bits = match (kind, token) {
            (Kind::F32 | Kind::F64, Some(token)) => float(kind, token, negative),
            (Kind::Ptr, Some(Token::Word("null"))) if !negative => Some(0),
            (_, Some(Token::Integer { value, .. })) => match integer(kind, *value, negative) {
                Some(bits) => Some(bits),
                None => {
                    return fail(
                        span,
                        format!("this constant does not fit in {}", kind.name()),
                        "use a smaller one or a wider kind",
                    );
                }
            },
            _ => None,
        };
        match bits {
            Some(bits) => {
                cursor.step();
                Ok(Operand::Const(kind, bits))
            }
            None => cursor.wanted(
                &format!("a value of kind {}", kind.name()),
                "write a register, a constant or an address",
            ),
        }
    }

    /// `@x`, `@x + 4`, `@f` or `@f:label`.
    pub fn address(&self, cursor: &mut Cursor<'_, '_>) -> Read<Address> {
        let (key, span) = cursor.name('@', "an address")?;
        match self.symbols.get(key) {
            Some(Symbol::Global(id)) => Ok(Address::Global(*id, cursor.displacement()?)),
            Some(Symbol::Function(id)) if cursor.take_mark(':') => {
                Ok(Address::Label(*id, self.label(cursor, *id)?))
            }
            Some(Symbol::Function(id)) => Ok(Address::Function(*id)),
            None => unknown(span),
        }
    }

    /// A label of a function.
    pub fn label(&self, cursor: &mut Cursor<'_, '_>, function: FuncId) -> Read<BlockId> {
        let span = cursor.span();
        let word = cursor.word("a label", "name a block of the function")?;
        let labels = self.labels.get(function.0 as usize);
        match labels.and_then(|l| l.get(word)) {
            Some(block) => Ok(*block),
            None => fail(
                span,
                format!("there is no label `{word}`"),
                format!("begin a block with the line `{word}:`"),
            ),
        }
    }
}

pub(super) fn unknown<T>(span: Span) -> Read<T> {
    fail(
        span,
        "there is no such global or function",
        "declare it with `global` or `func`",
    )
}

fn integer(kind: Kind, value: u128, negative: bool) -> Option<u128> {
    if negative {
        let least = 1u128 << (kind.bits() - 1);
        (value <= least).then(|| value.wrapping_neg() & kind.mask())
    } else {
        (value <= kind.mask()).then_some(value)
    }
}

/// Decimal numbers are values, hexadecimal ones are the bits.
fn float(kind: Kind, token: &Token<'_>, negative: bool) -> Option<u128> {
    let single = kind == Kind::F32;
    let sign = if !negative {
        0
    } else if single {
        1 << 31
    } else {
        1 << 63
    };
    let text = match token {
        Token::Word("nan") if single => return Some(u128::from(NAN_F32) | sign),
        Token::Word("nan") => return Some(u128::from(NAN_F64) | sign),
        Token::Word("inf") => "inf",
        Token::Integer { value, hex: true, .. } => {
            return (!negative && *value <= kind.mask()).then_some(*value);
        }
        Token::Integer { text, .. } | Token::Float(text) => text,
        _ => return None,
    };
    let bits = if single {
        u128::from(text.parse::<f32>().ok()?.to_bits())
    } else {
        u128::from(text.parse::<f64>().ok()?.to_bits())
    };
    Some(bits | sign)
}
