//! `sscanf` of a text.
//!
//! Where a directive begins is one of the positions of the text: for each there is a condition, of which one
//! holds as long as everything has matched. A directive turns the conditions of its beginning into those of
//! its end. What it stores is put together from the bytes behind each beginning. Prefixes of numbers, numbers
//! with more digits than surely fit, and long words are gaps.

use super::scan::{Bytes, Conversion, Directive, directives};
use super::{Draft, Executor, Flow};
use crate::bounded::{Motion, Place, Reason};
use crate::path::Path;
use crate::term::Term;

/// A text that is gone through.
struct Scan {
    bytes: Vec<Term>,
    /// Whether there is a byte that is not the end.
    some: Vec<Term>,
    /// Whether the next directive begins at a position.
    at: Vec<Term>,
    /// Whether something came that is not known here.
    odd: Term,
}

impl Executor<'_, '_> {
    /// `sscanf`; none if the format is not known.
    pub(super) fn scan_text(
        &mut self,
        path: &mut Path,
        text: Term,
        format: Term,
        block: Term,
        place: Place,
    ) -> Flow<Term> {
        let Some(directives) = self.text(format).and_then(|text| directives(&text)) else {
            return Ok(None);
        };
        let is_float = |d: &Directive| {
            matches!(
                d,
                Directive::Convert {
                    what: Conversion::Float(_),
                    ..
                }
            )
        };
        if directives.iter().any(is_float) {
            return Ok(None);
        }
        let assigns = |d: &&Directive| matches!(d, Directive::Convert { assigns: true, .. });
        let count = directives.iter().filter(assigns).count();
        let Some(targets) = self.cells_of(path, block, count) else {
            return Ok(None);
        };
        self.bounds(path, text, 1, false, place);
        let mut addresses = vec![(text, false)];
        addresses.extend(targets.iter().map(|target| (*target, true)));
        let mut draft = self.begin_mixed(path, &addresses, place)?;
        let read = self.text_at(&mut draft, path, text, None)?;
        self.touch_bytes(&mut draft, text, &read.read.clone(), false);
        let (yes, no) = (self.terms.bool(true), self.terms.bool(false));
        let mut at = vec![no; read.bytes.len() + 1];
        at[0] = yes;
        let mut some = Vec::new();
        for (&byte, &read) in read.bytes.iter().zip(&read.read) {
            let is_some = self.truth(byte);
            some.push(self.terms.and(is_some, read));
        }
        let bytes = read.bytes.clone();
        let mut scan = Scan {
            bytes,
            some,
            at,
            odd: no,
        };
        let result = self.scan_directives(&mut draft, &mut scan, directives, targets);
        self.finish(draft, path, Motion::Access)?;
        self.cut_text(path, &read, place);
        let reason = Reason::Gap("such an input in this engine".to_owned());
        self.stop(path, scan.odd, reason, place);
        Ok(Some(result))
    }

    fn scan_directives(
        &mut self,
        draft: &mut Draft,
        scan: &mut Scan,
        directives: Vec<Directive>,
        targets: Vec<Term>,
    ) -> Term {
        let mut targets = targets.into_iter();
        let mut result = self.terms.number(0, 32);
        let mut ended = self.terms.bool(false);
        let mut assigned = 0;
        for directive in directives {
            let skips = match directive {
                Directive::Literal(_) => false,
                Directive::Space => true,
                Directive::Convert { what, .. } => {
                    matches!(
                        what,
                        Conversion::Integer(..) | Conversion::Hexadecimal(_) | Conversion::Word
                    )
                }
            };
            if skips {
                self.skip_spaces(scan);
            }
            if directive == Directive::Space {
                continue;
            }
            // Nothing was read before the end of the text.
            for i in 0..scan.at.len() {
                let over = match scan.some.get(i) {
                    Some(&some) => self.terms.not(some),
                    None => self.terms.bool(true),
                };
                let at_end = self.terms.and(scan.at[i], over);
                ended = self.terms.or(ended, at_end);
            }
            let Directive::Convert { what, width, assigns } = directive else {
                if let Directive::Literal(byte) = directive {
                    self.pass_byte(scan, byte);
                }
                continue;
            };
            let target = if assigns { targets.next() } else { None };
            self.convert_text(draft, scan, what, width, target);
            if assigns {
                assigned += 1;
                let (live, number) = (
                    self.terms.any(scan.at.iter().copied()),
                    self.terms.number(assigned, 32),
                );
                result = self.terms.ite(live, number, result);
            }
        }
        let (none, end) = (self.is(result, 0), self.terms.number(u128::MAX, 32));
        let nothing = self.terms.and(none, ended);
        self.terms.ite(nothing, end, result)
    }

    fn skip_spaces(&mut self, scan: &mut Scan) {
        let mut here = scan.at[0];
        for i in 0..scan.bytes.len() {
            let space = self.is_space(scan.bytes[i]);
            let passed = self.terms.all([here, space, scan.some[i]]);
            let not = self.terms.not(passed);
            let stays = self.terms.and(here, not);
            here = self.terms.or(passed, scan.at[i + 1]);
            scan.at[i] = stays;
        }
        if let Some(last) = scan.at.last_mut() {
            *last = here;
        }
    }

    fn pass_byte(&mut self, scan: &mut Scan, byte: u8) {
        let mut next = vec![self.terms.bool(false)];
        for i in 0..scan.bytes.len() {
            let same = self.is(scan.bytes[i], u128::from(byte));
            next.push(self.terms.all([scan.at[i], same, scan.some[i]]));
        }
        scan.at = next;
    }

    fn convert_text(
        &mut self,
        draft: &mut Draft,
        scan: &mut Scan,
        what: Conversion,
        width: u32,
        target: Option<Term>,
    ) {
        match what {
            Conversion::Integer(size, _) => self.integer_of_text(draft, scan, (size, 10), width, target),
            Conversion::Hexadecimal(size) => self.integer_of_text(draft, scan, (size, 16), width, target),
            Conversion::Word => {
                let accepts: Vec<Term> = (0..scan.bytes.len())
                    .map(|i| {
                        let space = self.is_space(scan.bytes[i]);
                        self.terms.not(space)
                    })
                    .collect();
                self.run_of_text(draft, scan, &accepts, width, target);
            }
            Conversion::Set(set) => {
                let accepts: Vec<Term> = scan
                    .bytes
                    .clone()
                    .into_iter()
                    .map(|b| self.is_in(b, &set))
                    .collect();
                self.run_of_text(draft, scan, &accepts, width, target);
            }
            Conversion::Characters => self.characters_of_text(draft, scan, width.max(1), target),
            // Such formats are not known.
            Conversion::Float(_) => {}
        }
    }

    /// Whether a byte is in a set.
    pub(super) fn is_in(&mut self, byte: Term, set: &Bytes) -> Term {
        let mut within = self.terms.bool(false);
        let mut first = None;
        for at in 0..=u8::MAX {
            let last = match (set.has(at), first) {
                (true, None) => {
                    first = Some(at);
                    continue;
                }
                (true, Some(_)) | (false, None) => continue,
                (false, Some(_)) => at - 1,
            };
            if let Some(first) = first.take() {
                let range = self.is_within(byte, first, last);
                within = self.terms.or(within, range);
            }
        }
        if let Some(first) = first {
            let range = self.is_within(byte, first, u8::MAX);
            within = self.terms.or(within, range);
        }
        within
    }

    fn integer_of_text(
        &mut self,
        draft: &mut Draft,
        scan: &mut Scan,
        (size, base): (u32, u32),
        width: u32,
        target: Option<Term>,
    ) {
        let no = self.terms.bool(false);
        // More digits may be too many for the number.
        let most = match (size, base) {
            (8, 10) => 18,
            (8, _) => 15,
            (4, 10) => 9,
            (4, _) => 7,
            (2, 10) => 4,
            _ => 2,
        };
        let most = if width == 0 { most } else { most.min(width) };
        let (mut value, factor) = (self.terms.number(0, 64), self.terms.number(u128::from(base), 64));
        let (mut signed, mut within, mut minus) = (no, no, no);
        let (mut length, one) = (self.terms.number(0, 8), self.terms.number(1, 8));
        let mut ends = Vec::new();
        let mut led_by_zero = no;
        for i in 0..scan.bytes.len() {
            let (byte, some, begins) = (scan.bytes[i], scan.some[i], scan.at[i]);
            let (is_minus, is_plus) = (self.is(byte, u128::from(b'-')), self.is(byte, u128::from(b'+')));
            let (is_digit, digit) = self.digit_of(byte, base, 64);
            let sign = self.terms.or(is_minus, is_plus);
            let sign = self.terms.all([begins, sign, some]);
            let negated = self.terms.and(sign, is_minus);
            minus = self.terms.or(minus, negated);
            let here = self.terms.any([begins, signed, within]);
            let taken = self.terms.all([here, is_digit, some]);
            let idle = self.terms.not(taken);
            ends.push(self.terms.and(within, idle));
            // `0x` belongs to a number of base 16 only, and is not gone through here.
            let (x, big) = (self.is(byte, u128::from(b'x')), self.is(byte, u128::from(b'X')));
            let prefix = self.terms.or(x, big);
            let prefix = self.terms.all([led_by_zero, prefix, some]);
            scan.odd = self.terms.or(scan.odd, prefix);
            let (zero, first) = (self.is(byte, u128::from(b'0')), self.terms.not(within));
            led_by_zero = self.terms.all([taken, zero, first]);
            let scaled = self.terms.mul(value, factor);
            let next = self.terms.add(scaled, digit);
            value = self.terms.ite(taken, next, value);
            let counts = self.terms.or(taken, sign);
            let more = self.terms.add(length, one);
            length = self.terms.ite(counts, more, length);
            (signed, within) = (sign, taken);
        }
        ends.push(within);
        let most = self.terms.number(u128::from(most), 8);
        let many = self.terms.less(most, length);
        scan.odd = self.terms.or(scan.odd, many);
        scan.at = ends;
        let matched = self.terms.any(scan.at.iter().copied());
        if let Some(target) = target {
            let negative = self.terms.neg(value);
            let value = self.terms.ite(minus, negative, value);
            let value = self.terms.extract(value, 0, 8 * size as u8);
            self.store_if(draft, target, value, matched);
        }
    }

    fn characters_of_text(&mut self, draft: &mut Draft, scan: &mut Scan, count: u32, target: Option<Term>) {
        let no = self.terms.bool(false);
        let (count, length) = (count as usize, scan.bytes.len());
        let mut next = vec![no; length + 1];
        let mut all = vec![self.terms.number(0, 8); count];
        for start in 0..(length + 1).saturating_sub(count) {
            let there = self.terms.all(scan.some[start..start + count].iter().copied());
            let begins = self.terms.and(scan.at[start], there);
            next[start + count] = begins;
            for (to, &byte) in all.iter_mut().zip(&scan.bytes[start..]) {
                *to = self.terms.ite(begins, byte, *to);
            }
        }
        scan.at = next;
        let matched = self.terms.any(scan.at.iter().copied());
        if let Some(target) = target {
            for (i, byte) in (0..).zip(all) {
                let address = self.at(target, i);
                self.write_byte(draft, address, byte, matched);
            }
        }
    }

    /// One or more bytes that are accepted, at most as many as the width says.
    fn run_of_text(
        &mut self,
        draft: &mut Draft,
        scan: &mut Scan,
        accepts: &[Term],
        width: u32,
        target: Option<Term>,
    ) {
        let no = self.terms.bool(false);
        let bound = match width {
            0 => 2 * self.free_bytes(),
            width => width.min(2 * self.free_bytes()),
        } as usize;
        let fits: Vec<Term> = (0..scan.bytes.len())
            .map(|i| self.terms.and(accepts[i], scan.some[i]))
            .collect();
        let mut next = vec![no; scan.bytes.len() + 1];
        // What is taken behind a beginning, and the byte there.
        let mut taken = vec![no; bound];
        let mut bytes = vec![self.terms.number(0, 8); bound];
        for start in 0..scan.bytes.len() {
            let mut more = scan.at[start];
            for offset in 0..=bound {
                let fit = fits.get(start + offset).copied().unwrap_or(no);
                let (goes_on, stops) = (self.terms.and(more, fit), self.terms.not(fit));
                let ends = match offset {
                    0 => no,
                    _ if offset == bound && width as usize == bound => more,
                    _ => self.terms.and(more, stops),
                };
                if let Some(next) = next.get_mut(start + offset) {
                    *next = self.terms.or(*next, ends);
                }
                if offset == bound {
                    if width as usize != bound {
                        scan.odd = self.terms.or(scan.odd, goes_on);
                    }
                    break;
                }
                taken[offset] = self.terms.or(taken[offset], goes_on);
                if let Some(&byte) = scan.bytes.get(start + offset) {
                    bytes[offset] = self.terms.ite(goes_on, byte, bytes[offset]);
                }
                more = goes_on;
            }
        }
        scan.at = next;
        let Some(target) = target else { return };
        let zero = self.terms.number(0, 8);
        for offset in 0..bound {
            let address = self.at(target, offset as u128);
            self.write_byte(draft, address, bytes[offset], taken[offset]);
            let behind = taken.get(offset + 1).copied().unwrap_or(no);
            let last = self.terms.not(behind);
            let ends = self.terms.and(taken[offset], last);
            let address = self.at(target, offset as u128 + 1);
            self.write_byte(draft, address, zero, ends);
        }
    }
}
