//! Formats of `scanf`, and what it takes from a stream that may be anything.
//!
//! Whether a conversion succeeds is free, and so is its value; the stream is then what that takes. A number
//! is written in decimals with white space before it. Where the input does not match, the byte at hand is one
//! that begins nothing that is known here.

use super::input::{Glue, Stream, Which};
use super::{Draft, Executor, Flow};
use crate::bounded::Place;
use crate::path::Path;
use crate::term::Term;
use crate::world::Piece;

/// What a conversion reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Conversion {
    /// A number of so many bytes, and whether it may be negative.
    Integer(u32, bool),
    /// One of base 16.
    Hexadecimal(u32),
    /// A floating number of so many bytes.
    Float(u32),
    /// So many characters.
    Characters,
    Word,
    /// One or more of these bytes.
    Set(Bytes),
}

/// A set of bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bytes([u128; 2]);

impl Bytes {
    pub fn has(&self, byte: u8) -> bool {
        self.0[usize::from(byte / 128)] >> (byte % 128) & 1 == 1
    }
}

/// A directive of a format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Directive {
    Space,
    Literal(u8),
    Convert {
        what: Conversion,
        /// Zero if there is none.
        width: u32,
        assigns: bool,
    },
}

/// The directives of a format; none if one is not known.
pub(super) fn directives(format: &[u8]) -> Option<Vec<Directive>> {
    let mut all = Vec::new();
    let mut bytes = format.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte.is_ascii_whitespace() || byte == 0x0b {
            all.push(Directive::Space);
            continue;
        }
        if byte != b'%' {
            all.push(Directive::Literal(byte));
            continue;
        }
        let assigns = bytes.next_if_eq(&b'*').is_none();
        let mut width = 0u32;
        while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
            width = width.checked_mul(10)?.checked_add(u32::from(digit - b'0'))?;
        }
        let mut length = Vec::new();
        while let Some(letter) = bytes.next_if(|b| b"hlzjtqL".contains(b)) {
            length.push(letter);
        }
        let size = match length[..] {
            [] => 4,
            [b'h'] => 2,
            [b'h', b'h'] => 1,
            [b'l' | b'z' | b'j' | b't' | b'q'] | [b'l', b'l'] => 8,
            _ => return None,
        };
        let what = match (bytes.next()?, size) {
            (b'%', 4) if assigns && width == 0 => {
                all.push(Directive::Space);
                all.push(Directive::Literal(b'%'));
                continue;
            }
            (b'd' | b'i', size) => Conversion::Integer(size, true),
            (b'x' | b'X', size @ (4 | 8)) => Conversion::Hexadecimal(size),
            (b'u', size) => Conversion::Integer(size, false),
            (b'f' | b'g' | b'e', size @ (4 | 8)) if width == 0 => Conversion::Float(size),
            (b'c', 4) if width <= 8 => Conversion::Characters,
            (b's', 4) => Conversion::Word,
            (b'[', 4) => Conversion::Set(set(&mut bytes)?),
            _ => return None,
        };
        all.push(Directive::Convert { what, width, assigns });
    }
    Some(all)
}

/// The bytes that a `[…]` accepts; none if it does not end.
fn set(bytes: &mut impl Iterator<Item = u8>) -> Option<Bytes> {
    let mut set = [0u128; 2];
    let mut listed = Vec::new();
    let mut byte = bytes.next()?;
    let negated = byte == b'^';
    if negated {
        byte = bytes.next()?;
    }
    // A bracket is the end unless it is the first one.
    loop {
        listed.push(byte);
        byte = bytes.next()?;
        if byte == b']' {
            break;
        }
    }
    let mut at = 0;
    while let Some(&first) = listed.get(at) {
        let (last, length) = match listed.get(at + 1..at + 3) {
            Some(&[b'-', last]) if last >= first => (last, 3),
            _ => (first, 1),
        };
        at += length;
        for byte in first..=last {
            set[usize::from(byte / 128)] |= 1 << (byte % 128);
        }
    }
    if negated {
        set = set.map(|half| !half);
    }
    Some(Bytes(set))
}

impl Executor<'_, '_> {
    /// What does not match and is not taken, which begins no number and no word that is wanted.
    fn odd_byte(&mut self, unlike: Option<u8>) -> Term {
        let byte = self.terms.var(8);
        let mut fine = self.is_within(byte, 0x21, 0x7e);
        let ranges = [(b'0', b'9'), (b'a', b'f'), (b'A', b'F'), (b'+', b'.')];
        let ones = b"iInNpPxX".iter().map(|one| (*one, *one));
        for (first, last) in ranges.into_iter().chain(ones).chain(unlike.map(|one| (one, one))) {
            let (within, yes) = (self.is_within(byte, first, last), fine);
            let outside = self.terms.not(within);
            fine = self.terms.and(yes, outside);
        }
        self.bounded.constraints.push(fine);
        byte
    }

    /// Where a conversion or a literal has come to its turn (`live`): whether it matches, if a fresh input
    /// or the byte at hand can. Gives that, and whether the input ended instead.
    fn outcome(
        &mut self,
        stream: &mut Stream,
        live: Term,
        (fresh, at_hand): (Term, Term),
        unlike: Option<u8>,
    ) -> (Term, Term) {
        let (chosen, end) = (self.terms.var(1), self.terms.var(1));
        let (open, new) = (self.terms.not(stream.ended), self.terms.not(stream.pending));
        let by_fresh = self.terms.all([new, chosen, fresh]);
        let by_old = self.terms.and(stream.pending, at_hand);
        let either = self.terms.or(by_fresh, by_old);
        let matched = self.terms.all([live, open, either]);
        let failed = self.terms.not(matched);
        let ends = self.terms.and(new, end);
        let over = self.terms.or(stream.ended, ends);
        let ended = self.terms.all([live, failed, over]);
        let not_ended = self.terms.not(ended);
        let odd = self.odd_byte(unlike);
        let mismatch = self.terms.all([live, failed, not_ended, new]);
        // White space is skipped before a conversion, not before a byte that the format has.
        if unlike.is_none() {
            stream.pieces.push((mismatch, Piece::Space));
        }
        stream.pieces.push((mismatch, Piece::Byte(odd)));
        stream.byte = self.terms.ite(mismatch, odd, stream.byte);
        stream.pending = self.terms.or(stream.pending, mismatch);
        let taken = self.terms.not(matched);
        stream.pending = self.terms.and(stream.pending, taken);
        stream.ended = self.terms.or(stream.ended, ended);
        let (touched, none) = (
            self.terms.or(matched, mismatch),
            self.terms.number(Glue::None as u128, 8),
        );
        stream.glue = self.terms.ite(touched, none, stream.glue);
        (matched, ended)
    }

    /// The addresses that a block of variable arguments has, one in each cell.
    pub(super) fn cells_of(&mut self, path: &Path, block: Term, count: usize) -> Option<Vec<Term>> {
        let v = self.terms.constant(block)?;
        let (object, start) = self.terms.shape.place(v);
        let known = self.bounded.objects.get(object as usize)?;
        let fits = u64::from(start) + 8 * count as u64 <= u64::from(known.size);
        if !fits || !(known.private || path.alone) {
            return None;
        }
        let bytes = self.terms.shape.bytes();
        let cells = (0..count as u32).map(|i| self.bytes(path, object, start + 8 * i, bytes));
        Some(cells.collect())
    }

    pub(super) fn scan_stream(
        &mut self,
        path: &mut Path,
        from: Which,
        format: Term,
        block: Term,
        place: Place,
    ) -> Flow<Term> {
        let Some(directives) = self.text(format).and_then(|text| directives(&text)) else {
            return Ok(None);
        };
        let assigns = |d: &&Directive| matches!(d, Directive::Convert { assigns: true, .. });
        let count = directives.iter().filter(assigns).count();
        let Some(targets) = self.cells_of(path, block, count) else {
            return Ok(None);
        };
        let addresses: Vec<(Term, bool)> = targets.iter().map(|target| (*target, true)).collect();
        let (mut draft, mut stream) = self.take_from(path, from, &addresses, place)?;
        let mut targets = targets.into_iter();
        let mut live = self.terms.bool(true);
        let mut at_end = self.terms.bool(false);
        let mut result = self.terms.number(0, 32);
        let mut assigned = 0;
        for directive in directives {
            let (matched, ended) = match directive {
                Directive::Space => {
                    self.drop_space(&mut stream, live);
                    continue;
                }
                Directive::Literal(byte) => self.literal(&mut stream, live, byte),
                Directive::Convert { what, width, assigns } => {
                    let target = if assigns { targets.next() } else { None };
                    let outcome = self.convert(&mut draft, &mut stream, live, (what, width), target);
                    if assigns {
                        assigned += 1;
                        let number = self.terms.number(assigned, 32);
                        result = self.terms.ite(outcome.0, number, result);
                    }
                    outcome
                }
            };
            at_end = self.terms.or(at_end, ended);
            live = matched;
        }
        self.taken(draft, stream, path)?;
        let (none, end) = (self.is(result, 0), self.terms.number(u128::MAX, 32));
        let nothing = self.terms.and(none, at_end);
        Ok(Some(self.terms.ite(nothing, end, result)))
    }

    fn literal(&mut self, stream: &mut Stream, live: Term, byte: u8) -> (Term, Term) {
        let word = self.terms.number(u128::from(byte), 8);
        let (fresh, at_hand) = (
            self.may_follow(stream.glue, word),
            self.terms.eq(stream.byte, word),
        );
        let new = self.terms.not(stream.pending);
        let (matched, ended) = self.outcome(stream, live, (fresh, at_hand), Some(byte));
        let made = self.terms.and(matched, new);
        stream.pieces.push((made, Piece::Byte(word)));
        (matched, ended)
    }

    fn convert(
        &mut self,
        draft: &mut Draft,
        stream: &mut Stream,
        live: Term,
        (what, width): (Conversion, u32),
        target: Option<Term>,
    ) -> (Term, Term) {
        let (yes, no) = (self.terms.bool(true), self.terms.bool(false));
        if !matches!(what, Conversion::Characters | Conversion::Set(_)) {
            self.drop_space(stream, live);
        }
        let (value, piece) = match what {
            Conversion::Integer(size, signed) => {
                let value = self.terms.var(8 * size as u8);
                self.narrow(value, signed, width);
                (value, Piece::Number(value, signed))
            }
            Conversion::Hexadecimal(size) => {
                let value = self.terms.var(8 * size as u8);
                if width > 0 && width < 2 * size {
                    let end = self.terms.number(1 << (4 * width), 8 * size as u8);
                    let fits = self.terms.less(value, end);
                    self.bounded.constraints.push(fits);
                }
                (value, Piece::Hexadecimal(value))
            }
            Conversion::Float(size) => {
                let value = self.terms.var(8 * size as u8);
                self.finite(value);
                (value, Piece::Float(value))
            }
            Conversion::Characters => return self.characters(draft, stream, live, width.max(1), target),
            Conversion::Word => return self.take_word(draft, stream, live, width, target),
            Conversion::Set(set) => return self.take_set(draft, stream, live, (&set, width), target),
        };
        let (matched, ended) = self.outcome(stream, live, (yes, no), None);
        stream.pieces.push((matched, piece));
        let number = self.terms.number(Glue::Number as u128, 8);
        stream.glue = self.terms.ite(matched, number, stream.glue);
        if let Some(target) = target {
            self.store_if(draft, target, value, matched);
        }
        (matched, ended)
    }

    /// Stores a number where the condition holds.
    pub(super) fn store_if(&mut self, draft: &mut Draft, target: Term, value: Term, when: Term) {
        let size = u32::from(self.terms.width(value)) / 8;
        let (inside, idle) = (self.inside_of(target, size, true), self.terms.not(when));
        let fine = self.terms.or(idle, inside);
        self.define(draft, fine);
        self.write(draft, target, value, when);
        let yes = self.terms.bool(true);
        self.touch_if(draft, target, size, yes, false, when);
    }

    /// White space that was looked at is taken.
    fn drop_space(&mut self, stream: &mut Stream, live: Term) {
        let space = self.is_space(stream.byte);
        let dropped = self.terms.all([live, stream.pending, space]);
        let kept = self.terms.not(dropped);
        stream.pending = self.terms.and(stream.pending, kept);
    }

    /// One or more bytes of a set; the one behind them is looked at and not taken.
    fn take_set(
        &mut self,
        draft: &mut Draft,
        stream: &mut Stream,
        live: Term,
        (set, width): (&Bytes, u32),
        target: Option<Term>,
    ) -> (Term, Term) {
        let bound = match width {
            0 => self.free_bytes(),
            width => width.min(self.free_bytes()),
        };
        let mut taken = Vec::new();
        let mut ended = self.terms.bool(false);
        let mut more = live;
        for i in 0..=bound {
            if i == bound && bound == width {
                break;
            }
            let (byte, got) = self.next_byte(stream, more, false);
            if i == 0 {
                let none = self.terms.not(got);
                ended = self.terms.and(live, none);
            }
            let fits = self.is_in(byte, set);
            let takes = self.terms.and(got, fits);
            let other = self.terms.not(fits);
            let back = self.terms.and(got, other);
            stream.pending = self.terms.or(stream.pending, back);
            stream.byte = self.terms.ite(back, byte, stream.byte);
            if i == bound {
                // Longer runs are not looked at.
                let fine = self.terms.not(takes);
                draft.enabled = self.terms.and(draft.enabled, fine);
                break;
            }
            if let Some(target) = target {
                let address = self.at(target, u128::from(i));
                self.write_byte(draft, address, byte, takes);
            }
            taken.push(takes);
            more = takes;
        }
        let (zero, no) = (self.terms.number(0, 8), self.terms.bool(false));
        for (i, &here) in taken.iter().enumerate() {
            let next = taken.get(i + 1).copied().unwrap_or(no);
            let next = self.terms.not(next);
            let last = self.terms.and(here, next);
            if let Some(target) = target {
                let address = self.at(target, i as u128 + 1);
                self.write_byte(draft, address, zero, last);
            }
        }
        (taken[0], ended)
    }

    /// A number has at most so many characters.
    fn narrow(&mut self, value: Term, signed: bool, width: u32) {
        if width == 0 || width > 18 {
            return;
        }
        let bits = self.terms.width(value);
        let wide = self.terms.var(64);
        let (first, last) = match signed {
            true => (-(10i128.pow(width - 1)) + 1, 10i128.pow(width) - 1),
            false => (0, 10i128.pow(width) - 1),
        };
        let (low, high) = (
            self.terms.number(first as u128, 64),
            self.terms.number(last as u128, 64),
        );
        let same = match signed {
            true => self.terms.sext(value, 64),
            false => self.terms.zext(value, 64),
        };
        debug_assert!(bits <= 64);
        let same = self.terms.eq(wide, same);
        let (above, below) = match signed {
            true => (
                self.terms.less_equal_signed(low, wide),
                self.terms.less_equal_signed(wide, high),
            ),
            false => (
                self.terms.less_equal(low, wide),
                self.terms.less_equal(wide, high),
            ),
        };
        self.bounded.constraints.extend([same, above, below]);
    }

    /// A floating number is neither infinite nor no number.
    fn finite(&mut self, value: Term) {
        let exponent = match self.terms.width(value) {
            32 => self.terms.extract(value, 23, 8),
            _ => self.terms.extract(value, 52, 11),
        };
        let infinite = self.is(exponent, u128::MAX);
        let finite = self.terms.not(infinite);
        self.bounded.constraints.push(finite);
    }

    /// Characters are taken as they are; they must all be there.
    fn characters(
        &mut self,
        draft: &mut Draft,
        stream: &mut Stream,
        live: Term,
        count: u32,
        target: Option<Term>,
    ) -> (Term, Term) {
        let (first, matched) = self.next_byte(stream, live, false);
        let missed = self.terms.not(matched);
        let ended = self.terms.and(live, missed);
        let mut bytes = vec![first];
        for _ in 1..count {
            let (byte, got) = self.next_byte(stream, matched, false);
            let idle = self.terms.not(matched);
            let fine = self.terms.or(idle, got);
            self.bounded.constraints.push(fine);
            bytes.push(byte);
        }
        if let Some(target) = target {
            for (i, &byte) in (0..).zip(&bytes) {
                let address = self.at(target, i);
                self.write_byte(draft, address, byte, matched);
            }
        }
        (matched, ended)
    }

    /// A word: what is no white space, at least one of it.
    fn take_word(
        &mut self,
        draft: &mut Draft,
        stream: &mut Stream,
        live: Term,
        width: u32,
        target: Option<Term>,
    ) -> (Term, Term) {
        let (yes, no) = (self.terms.bool(true), self.terms.bool(false));
        let (matched, ended) = self.outcome(stream, live, (yes, no), None);
        // There is no other way to fail than the end of the input; a byte at hand would be part of the word.
        let (dead, fine) = (self.terms.not(live), self.terms.or(matched, ended));
        let fine = self.terms.or(dead, fine);
        draft.enabled = self.terms.and(draft.enabled, fine);
        stream.pieces.push((matched, Piece::Space));
        let most = match width {
            0 => self.free_bytes(),
            width => width.min(self.free_bytes()),
        };
        let mut more = matched;
        let zero = self.terms.number(0, 8);
        for i in 0..most {
            let byte = self.terms.var(8);
            let (typed, end) = (self.is_within(byte, 0x21, 0x7e), self.is(byte, 0));
            let fine = if i == 0 { typed } else { self.terms.or(typed, end) };
            self.bounded.constraints.push(fine);
            let some = self.truth(byte);
            let here = self.terms.and(more, some);
            stream.pieces.push((here, Piece::Byte(byte)));
            if let Some(target) = target {
                let address = self.at(target, u128::from(i));
                self.write_byte(draft, address, byte, more);
            }
            more = here;
        }
        if let Some(target) = target {
            let address = self.at(target, u128::from(most));
            self.write_byte(draft, address, zero, more);
        }
        stream.pieces.push((matched, Piece::Separated));
        let word = self.terms.number(Glue::Word as u128, 8);
        stream.glue = self.terms.ite(matched, word, stream.glue);
        (matched, ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_have_directives() {
        let number = |width, assigns| Directive::Convert {
            what: Conversion::Integer(4, true),
            width,
            assigns,
        };
        let comma = Directive::Literal(b',');
        assert_eq!(
            directives(b"%d,%*3d"),
            Some(vec![number(0, true), comma, number(3, false)])
        );
        assert_eq!(directives(b"%n"), None);
        assert_eq!(directives(b"%[a-z"), None);
        let Some(
            [
                Directive::Convert {
                    what: Conversion::Set(set),
                    width: 9,
                    ..
                },
            ],
        ) = directives(b"%9[]a-c-]").map(|all| <[Directive; 1]>::try_from(all).expect("one"))
        else {
            panic!("a set");
        };
        let members: Vec<u8> = (0..=255).filter(|byte| set.has(*byte)).collect();
        assert_eq!(members, b"-]abc");
        assert_eq!(directives(b"%"), None);
    }
}
