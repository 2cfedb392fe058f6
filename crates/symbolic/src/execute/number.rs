//! Numbers in texts (`atoi`, `strtol` and their like), and classes of characters.
//!
//! A text is gone through byte by byte: white space, a sign, digits. The value is a word that each digit
//! turns into another. More digits than a word of the result surely holds, and prefixes that choose the base,
//! are gaps.

use super::{Executor, Flow};
use crate::bounded::{Motion, Place, Reason};
use crate::float;
use crate::path::Local;
use crate::term::Term;
use raceproof_ir::Kind;

/// A number that a text begins with.
struct Numeral {
    /// Its magnitude.
    value: Term,
    negative: Term,
    /// How many bytes it takes; zero if there is no number.
    length: Term,
    /// Whether it is one that is not known here.
    odd: Term,
}

/// Classes of characters, as ranges of bytes.
fn class(name: &str) -> Option<&'static [(u8, u8)]> {
    Some(match name {
        "isalpha" => &[(b'a', b'z'), (b'A', b'Z')],
        "isdigit" => &[(b'0', b'9')],
        "isalnum" => &[(b'a', b'z'), (b'A', b'Z'), (b'0', b'9')],
        "isspace" => &[(b' ', b' '), (b'\t', b'\r')],
        "isupper" => &[(b'A', b'Z')],
        "islower" => &[(b'a', b'z')],
        "isxdigit" => &[(b'a', b'f'), (b'A', b'F'), (b'0', b'9')],
        "ispunct" => &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')],
        "isprint" => &[(b' ', b'~')],
        "isgraph" => &[(b'!', b'~')],
        "isblank" => &[(b' ', b' '), (b'\t', b'\t')],
        _ => return None,
    })
}

impl Executor<'_, '_> {
    /// Whether a byte is a digit, and its value.
    pub(super) fn digit_of(&mut self, byte: Term, base: u32, width: u8) -> (Term, Term) {
        let last = b'0' + base.min(10) as u8 - 1;
        let mut is_digit = self.is_within(byte, b'0', last);
        let wide = self.terms.zext(byte, width);
        let less = |executor: &mut Self, by: u32| {
            let by = executor.terms.number(u128::from(by), width);
            executor.terms.sub(wide, by)
        };
        let mut value = less(self, u32::from(b'0'));
        if base > 10 {
            for first in [b'a', b'A'] {
                let is_letter = self.is_within(byte, first, first + (base - 11) as u8);
                let letter = less(self, u32::from(first) - 10);
                value = self.terms.ite(is_letter, letter, value);
                is_digit = self.terms.or(is_digit, is_letter);
            }
        }
        (is_digit, value)
    }

    /// The number that a text begins with, in words of this width; those with more digits than so many are
    /// not known.
    fn numeral(&mut self, (bytes, read): (&[Term], &[Term]), (base, width, most): (u32, u8, u32)) -> Numeral {
        let (yes, no) = (self.terms.bool(true), self.terms.bool(false));
        let (mut before, mut within) = (yes, no);
        let mut numeral = Numeral {
            value: self.terms.number(0, width),
            negative: no,
            length: self.terms.number(0, 64),
            odd: no,
        };
        let factor = self
            .terms
            .number(u128::from(if base == 0 { 10 } else { base }), width);
        let mut digits = self.terms.number(0, 8);
        let mut led_by_zero = no;
        for (i, (&byte, &read)) in (1..).zip(bytes.iter().zip(read)) {
            let space = self.is_space(byte);
            let (minus, plus) = (self.is(byte, u128::from(b'-')), self.is(byte, u128::from(b'+')));
            let sign = self.terms.or(minus, plus);
            let (is_digit, digit) = self.digit_of(byte, if base == 0 { 10 } else { base }, width);
            let here = self.terms.or(before, within);
            if base == 0 || base == 16 {
                // What follows a zero may choose the base.
                let (x, big) = (self.is(byte, u128::from(b'x')), self.is(byte, u128::from(b'X')));
                let mut chooses = self.terms.or(x, big);
                if base == 0 {
                    chooses = self.terms.or(chooses, is_digit);
                }
                let now = self.terms.all([led_by_zero, chooses, read]);
                numeral.odd = self.terms.or(numeral.odd, now);
            }
            let taken = self.terms.all([here, is_digit, read]);
            let scaled = self.terms.mul(numeral.value, factor);
            let next = self.terms.add(scaled, digit);
            numeral.value = self.terms.ite(taken, next, numeral.value);
            let end = self.terms.number(i, 64);
            numeral.length = self.terms.ite(taken, end, numeral.length);
            let (is_zero, none) = (self.is(byte, u128::from(b'0')), self.is(digits, 0));
            led_by_zero = self.terms.all([taken, is_zero, none]);
            let one = self.terms.number(1, 8);
            let more = self.terms.add(digits, one);
            digits = self.terms.ite(taken, more, digits);
            let signed = self.terms.all([before, sign, read]);
            let negated = self.terms.and(signed, minus);
            numeral.negative = self.terms.or(numeral.negative, negated);
            before = self.terms.all([before, space, read]);
            within = self.terms.or(taken, signed);
            if self.terms.is_false(before) && self.terms.is_false(within) {
                break;
            }
        }
        if bytes.len() > most as usize {
            let last = self.terms.number(u128::from(most), 8);
            let many = self.terms.less(last, digits);
            numeral.odd = self.terms.or(numeral.odd, many);
        }
        numeral
    }

    /// A function that reads a number from a text; none if it is not known.
    pub(super) fn number_function(
        &mut self,
        local: &mut Local,
        name: &str,
        args: &[Term],
        place: Place,
    ) -> Flow<Term> {
        let long = self.terms.shape.width;
        let (width, result, most, signed) = match name {
            "atoi" => (36, 32, 10, true),
            "atol" | "strtol" if long == 64 => (64, 64, 18, true),
            "atoll" | "strtoll" | "strtoimax" => (64, 64, 18, true),
            "strtoul" if long == 64 => (64, 64, 19, false),
            "strtoull" | "strtoumax" => (64, 64, 19, false),
            "atof" | "strtod" => (64, 64, 15, true),
            _ => return self.character_function(local, name, args),
        };
        let path = &mut local.path;
        let (Some(&text), end) = (args.first(), args.get(1).copied()) else {
            return Ok(None);
        };
        let base = match args.get(2) {
            Some(&base) => match self.terms.constant(base) {
                Some(base @ (0 | 2..=36)) => base as u32,
                _ => return Ok(None),
            },
            None => 10,
        };
        // So many digits of a larger base do not fit.
        let most = match base {
            0..=10 => most,
            11..=16 => most.min(15),
            _ => most.min(11),
        };
        self.bounds(path, text, 1, false, place);
        let none = self.terms.null();
        let mut addresses = vec![(text, false)];
        addresses.extend(end.map(|end| (end, true)));
        let mut draft = self.begin_mixed(path, &addresses, place)?;
        let read = self.text_at(&mut draft, path, text, None)?;
        self.touch_bytes(&mut draft, text, &read.read.clone(), false);
        let floats = matches!(name, "atof" | "strtod");
        let mut numeral = self.numeral((&read.bytes, &read.read), (base, width, most));
        if floats {
            let broken = self.is_broken(&numeral, (&read.bytes, &read.read));
            numeral.odd = self.terms.or(numeral.odd, broken);
        }
        if let Some(end) = end {
            let wanted = self.terms.ne(end, none);
            let (inside, idle) = (
                self.inside_of(end, self.terms.shape.bytes(), true),
                self.terms.not(wanted),
            );
            let fine = self.terms.or(idle, inside);
            self.define(&mut draft, fine);
            let behind = self.terms.moved(text, numeral.length);
            self.write(&mut draft, end, behind, wanted);
            let yes = self.terms.bool(true);
            self.touch_if(&mut draft, end, self.terms.shape.bytes(), yes, false, wanted);
        }
        self.finish(draft, path, Motion::Access)?;
        // What was read is known from here on only.
        self.cut_text(path, &read, place);
        let reason = Reason::Gap("such a numeral in this engine".to_owned());
        self.stop(path, numeral.odd, reason, place);
        let negated = self.terms.neg(numeral.value);
        let value = self.terms.ite(numeral.negative, negated, numeral.value);
        if floats {
            let magnitude = float::from_integer(self.terms, Kind::F64, true, numeral.value);
            let minus = float::negate(self.terms, Kind::F64, magnitude);
            return Ok(Some(self.terms.ite(numeral.negative, minus, magnitude)));
        }
        debug_assert!(signed || width == 64);
        Ok(Some(self.terms.extract(value, 0, result)))
    }

    /// Whether a floating number is not a plain integer: what follows is a point, an exponent or a word.
    fn is_broken(&mut self, numeral: &Numeral, (bytes, read): (&[Term], &[Term])) -> Term {
        let mut odd = self.terms.bool(false);
        for (i, (&byte, &read)) in (0..).zip(bytes.iter().zip(read)) {
            let at = self.is(numeral.length, i);
            let mut strange = self.terms.bool(false);
            for one in *b".eExXiInN+- \t\n\x0b\x0c\r" {
                let is = self.is(byte, u128::from(one));
                strange = self.terms.or(strange, is);
            }
            // What follows a number may be white space or a sign, but not what could begin one.
            let blank = self.is_space(byte);
            let (none, some) = (self.is(numeral.length, 0), self.truth(numeral.length));
            let plain = self.terms.not(blank);
            let after = self.terms.all([some, at, strange, plain]);
            let instead = self.terms.all([none, strange]);
            let either = self.terms.or(after, instead);
            let now = self.terms.and(read, either);
            odd = self.terms.or(odd, now);
        }
        odd
    }

    /// A function of one character; none if it is not known.
    fn character_function(&mut self, local: &Local, name: &str, args: &[Term]) -> Flow<Term> {
        let &[character] = args else { return Ok(None) };
        let byte = self.terms.extract(character, 0, 8);
        let high = self.terms.extract(character, 8, 24);
        let is_byte = self.is(high, 0);
        if let Some(ranges) = class(name) {
            let mut within = self.terms.bool(false);
            for &(first, last) in ranges {
                let one = self.is_within(byte, first, last);
                within = self.terms.or(within, one);
            }
            let holds = self.terms.and(within, is_byte);
            self.called(local);
            return Ok(Some(self.terms.zext(holds, 32)));
        }
        let (first, by) = match name {
            "tolower" => (b'A', 32u32),
            "toupper" => (b'a', 32u32.wrapping_neg()),
            _ => return Ok(None),
        };
        self.called(local);
        let letter = self.is_within(byte, first, first + 25);
        let changes = self.terms.and(letter, is_byte);
        let by = self.terms.number(u128::from(by), 32);
        let changed = self.terms.add(character, by);
        Ok(Some(self.terms.ite(changes, changed, character)))
    }
}
