//! Blocks of bytes whose length is up to a value, and strings: one statement that makes as many accesses as
//! the function of the library makes.
//!
//! A byte is read and written under the condition that the function gets that far, which for a string is
//! about the bytes before it. The bytes that are looked at are bounded, and the bound grows with that of
//! loops: what is longer is cut off like a loop.

use super::{Abort, Draft, Executor, Flow};
use crate::bounded::{Motion, Place, Reason};
use crate::path::{Local, Path};
use crate::term::Term;

/// What fills a block.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// The bytes at an address.
    From(Term),
    /// One byte, again and again.
    Byte(Term),
}

/// The bytes of a string that are looked at.
pub(super) struct Text {
    address: Term,
    pub(super) bytes: Vec<Term>,
    /// Whether each is.
    pub(super) read: Vec<Term>,
    /// Whether there are more of them than the bound.
    longer: Term,
}

impl Executor<'_, '_> {
    /// How many bytes of such a block or string are looked at.
    fn most(&self) -> u32 {
        32u32.saturating_mul(self.loops.unwind).clamp(32, 128)
    }

    /// Bytes from an address on, each accessed under its condition. Neighbours with the same condition are
    /// one access.
    pub(super) fn touch_bytes(&mut self, draft: &mut Draft, address: Term, when: &[Term], write: bool) {
        let write = self.terms.bool(write);
        let mut start = 0;
        while start < when.len() {
            let same = when[start..].iter().take_while(|w| **w == when[start]).count();
            if !self.terms.is_false(when[start]) {
                let first = self.at(address, start as u128);
                self.touch_if(draft, first, same as u32, write, false, when[start]);
            }
            start += same;
        }
    }

    /// The statement is a defect if the byte is outside of its object and the condition holds.
    pub(super) fn define_byte(&mut self, draft: &mut Draft, when: Term, address: Term, write: bool) {
        let inside = self.inside_of(address, 1, write);
        let idle = self.terms.not(when);
        let fine = self.terms.or(idle, inside);
        self.define(draft, fine);
    }

    /// Ends the paths on which a block of so many bytes is not in an object.
    fn bounds_of_block(&mut self, path: &mut Path, address: Term, length: Term, write: bool, place: Place) {
        let some = self.truth(length);
        let one = self.terms.number(1, 64);
        let last = self.terms.sub(length, one);
        let last = self.terms.moved(address, last);
        self.bounds_if(path, some, address, 1, write, place);
        self.bounds_if(path, some, last, 1, write, place);
    }

    /// For each unit of a block that can be that long, whether it is in it; ends the paths on which there are
    /// more.
    fn members(&mut self, path: &mut Path, length: Term, unit: u32, place: Place) -> Vec<Term> {
        let most = self.most();
        let bound = self.terms.number(u128::from(most), 64);
        let more = self.terms.less(bound, length);
        self.stop(path, more, Reason::Cut, place);
        let mut members = Vec::new();
        for i in (0..most).step_by(unit as usize) {
            let index = self.terms.number(u128::from(i), 64);
            members.push(self.terms.less(index, length));
        }
        members
    }

    /// Copies or fills a block whose length is up to a value.
    pub(super) fn move_some(
        &mut self,
        path: &mut Path,
        to: Term,
        source: Source,
        length: Term,
        place: Place,
    ) -> Result<(), Abort> {
        let length = self.terms.zext(length, 64);
        self.bounds_of_block(path, to, length, true, place);
        let mut addresses = vec![(to, true)];
        let mut zeros = self.terms.trailing_zeros(length);
        if let Source::From(from) = source {
            self.bounds_of_block(path, from, length, false, place);
            addresses.push((from, false));
        }
        for (address, _) in &addresses {
            let low = self.terms.offset_of(*address);
            zeros = zeros.min(self.terms.trailing_zeros(low));
        }
        // Whole words where there are no others, so that addresses stay in one piece.
        let unit = 1 << zeros.min(3);
        let members = self.members(path, length, unit, place);
        let mut draft = self.begin_mixed(path, &addresses, place)?;
        let mut values = Vec::new();
        for (i, &member) in (0..).step_by(unit as usize).zip(&members) {
            values.push(match source {
                Source::Byte(byte) => (1..unit).fold(byte, |word, _| self.terms.concat(byte, word)),
                Source::From(from) => {
                    let address = self.at(from, i);
                    self.read_if(&mut draft, path, address, unit, member)?
                }
            });
        }
        for (i, (&value, &when)) in (0..).step_by(unit as usize).zip(values.iter().zip(&members)) {
            let address = self.at(to, i);
            self.write(&mut draft, address, value, when);
        }
        let bytes: Vec<Term> = members
            .iter()
            .flat_map(|member| (0..unit).map(|_| *member))
            .collect();
        if let Source::From(from) = source {
            self.touch_bytes(&mut draft, from, &bytes, false);
        }
        self.touch_bytes(&mut draft, to, &bytes, true);
        self.finish(draft, path, Motion::Access)
    }

    /// Reads a string up to its end, or up to so many bytes.
    pub(super) fn text_at(
        &mut self,
        draft: &mut Draft,
        path: &Path,
        address: Term,
        limit: Option<Term>,
    ) -> Result<Text, Abort> {
        let mut text = Text {
            address,
            bytes: Vec::new(),
            read: Vec::new(),
            longer: self.terms.bool(true),
        };
        for i in 0..self.most() {
            if let Some(limit) = limit {
                let index = self.terms.number(u128::from(i), 64);
                let within = self.terms.less(index, limit);
                text.longer = self.terms.and(text.longer, within);
            }
            if self.terms.is_false(text.longer) {
                break;
            }
            let here = self.at(address, u128::from(i));
            let byte = self.read_if(draft, path, here, 1, text.longer)?;
            self.define_byte(draft, text.longer, here, false);
            text.bytes.push(byte);
            text.read.push(text.longer);
            let more = self.truth(byte);
            text.longer = self.terms.and(text.longer, more);
        }
        Ok(text)
    }

    /// Ends the paths on which a string is longer than the bound; the statement comes before.
    pub(super) fn cut_text(&mut self, path: &mut Path, text: &Text, place: Place) {
        let longer = text.longer;
        self.stop(path, longer, Reason::Cut, place);
    }

    /// The length of a string that was read.
    fn length_of(&mut self, text: &Text, width: u8) -> Term {
        let mut length = self.terms.number(0, width);
        for (i, (&byte, &read)) in (1..).zip(text.bytes.iter().zip(&text.read)) {
            let counts = self.truth(byte);
            let counts = self.terms.and(counts, read);
            let longer = self.terms.number(i, width);
            length = self.terms.ite(counts, longer, length);
        }
        length
    }

    fn is_alive(&mut self, path: &mut Path, address: Term, write: bool, place: Place) {
        self.bounds(path, address, 1, write, place);
    }

    /// A function on strings; none if it is not known.
    ///
    /// Long because it has an arm for each function on text.
    pub(super) fn text_function(
        &mut self,
        local: &mut Local,
        name: &str,
        args: &[Term],
        place: Place,
    ) -> Flow<Term> {
        let path = &mut local.path;
        let width = self.terms.shape.width;
        match (name, args) {
            ("strlen", &[s]) | ("strnlen", &[s, _]) => {
                let limit = args.get(1).map(|n| self.terms.zext(*n, 64));
                if limit.is_none() {
                    self.is_alive(path, s, false, place);
                }
                let mut draft = self.begin(path, &[s], false, place)?;
                let text = self.text_at(&mut draft, path, s, limit)?;
                self.touch_bytes(&mut draft, s, &text.read.clone(), false);
                self.finish(draft, path, Motion::Access)?;
                self.cut_text(path, &text, place);
                Ok(Some(self.length_of(&text, width)))
            }
            ("strcpy", &[to, from]) | ("strcat", &[to, from]) => {
                self.is_alive(path, from, false, place);
                self.is_alive(path, to, true, place);
                let mut draft = self.begin_mixed(path, &[(to, true), (from, false)], place)?;
                let mut start = to;
                let mut before = None;
                if name == "strcat" {
                    let old = self.text_at(&mut draft, path, to, None)?;
                    let length = self.length_of(&old, 64);
                    start = self.terms.moved(to, length);
                    self.touch_bytes(&mut draft, to, &old.read.clone(), false);
                    before = Some(old);
                }
                let text = self.text_at(&mut draft, path, from, None)?;
                for (i, (&byte, &read)) in (0..).zip(text.bytes.iter().zip(&text.read)) {
                    let address = self.at(start, i);
                    self.define_byte(&mut draft, read, address, true);
                    self.write(&mut draft, address, byte, read);
                }
                self.touch_bytes(&mut draft, text.address, &text.read.clone(), false);
                self.touch_bytes(&mut draft, start, &text.read.clone(), true);
                self.finish(draft, path, Motion::Access)?;
                self.cut_text(path, &text, place);
                if let Some(before) = before {
                    self.cut_text(path, &before, place);
                }
                Ok(Some(to))
            }
            ("strncpy", &[to, from, n]) => {
                let Some(n) = self.terms.constant(n).filter(|n| *n <= u128::from(self.most())) else {
                    return Ok(None);
                };
                if n > 0 {
                    self.bounds(path, to, n as u32, true, place);
                }
                let limit = self.terms.number(n, 64);
                let mut draft = self.begin_mixed(path, &[(to, true), (from, false)], place)?;
                let text = self.text_at(&mut draft, path, from, Some(limit))?;
                let (yes, zero) = (self.terms.bool(true), self.terms.number(0, 8));
                for i in 0..n {
                    let address = self.at(to, i);
                    let value = match (text.bytes.get(i as usize), text.read.get(i as usize)) {
                        (Some(&byte), Some(&read)) => self.terms.ite(read, byte, zero),
                        _ => zero,
                    };
                    self.write(&mut draft, address, value, yes);
                }
                self.touch_bytes(&mut draft, from, &text.read.clone(), false);
                self.touch_bytes(&mut draft, to, &vec![yes; n as usize], true);
                self.finish(draft, path, Motion::Access)?;
                Ok(Some(to))
            }
            ("strcmp", &[a, b]) | ("strncmp", &[a, b, _]) => {
                self.compare_texts(path, a, b, args.get(2), place)
            }
            ("sscanf", &[text, format, block]) => self.scan_text(path, text, format, block, place),
            ("memcmp", &[a, b, n]) => self.compare_blocks(path, a, b, n, place),
            ("strchr" | "index", &[s, wanted]) => {
                self.is_alive(path, s, false, place);
                let wanted = self.terms.extract(wanted, 0, 8);
                let mut draft = self.begin(path, &[s], false, place)?;
                let (mut longer, mut found) = (self.terms.bool(true), self.terms.null());
                let mut read = Vec::new();
                for i in 0..self.most() {
                    if self.terms.is_false(longer) {
                        break;
                    }
                    let here = self.at(s, u128::from(i));
                    let byte = self.read_if(&mut draft, path, here, 1, longer)?;
                    self.define_byte(&mut draft, longer, here, false);
                    read.push(longer);
                    let hit = self.terms.eq(byte, wanted);
                    let now = self.terms.and(longer, hit);
                    found = self.terms.ite(now, here, found);
                    let (more, other) = (self.truth(byte), self.terms.not(hit));
                    longer = self.terms.all([longer, more, other]);
                }
                self.touch_bytes(&mut draft, s, &read, false);
                self.finish(draft, path, Motion::Access)?;
                self.stop(path, longer, Reason::Cut, place);
                Ok(Some(found))
            }
            _ => Ok(None),
        }
    }

    /// The difference of two bytes as an `int`.
    fn difference(&mut self, x: Term, y: Term) -> Term {
        let (x, y) = (self.terms.zext(x, 32), self.terms.zext(y, 32));
        self.terms.sub(x, y)
    }

    fn compare_texts(
        &mut self,
        path: &mut Path,
        a: Term,
        b: Term,
        limit: Option<&Term>,
        place: Place,
    ) -> Flow<Term> {
        let limit = limit.map(|n| self.terms.zext(*n, 64));
        let mut longer = match limit {
            Some(limit) => self.truth(limit),
            None => self.terms.bool(true),
        };
        for s in [a, b] {
            self.bounds_if(path, longer, s, 1, false, place);
        }
        let mut draft = self.begin(path, &[a, b], false, place)?;
        let mut result = self.terms.number(0, 32);
        let mut read = Vec::new();
        for i in 0..self.most() {
            if self.terms.is_false(longer) {
                break;
            }
            let (p, q) = (self.at(a, u128::from(i)), self.at(b, u128::from(i)));
            let (x, y) = (
                self.read_if(&mut draft, path, p, 1, longer)?,
                self.read_if(&mut draft, path, q, 1, longer)?,
            );
            self.define_byte(&mut draft, longer, p, false);
            self.define_byte(&mut draft, longer, q, false);
            read.push(longer);
            let difference = self.difference(x, y);
            result = self.terms.ite(longer, difference, result);
            let (same, more) = (self.terms.eq(x, y), self.truth(x));
            longer = self.terms.all([longer, same, more]);
            if let Some(limit) = limit {
                let next = self.terms.number(u128::from(i) + 1, 64);
                let within = self.terms.less(next, limit);
                longer = self.terms.and(longer, within);
            }
        }
        self.touch_bytes(&mut draft, a, &read, false);
        self.touch_bytes(&mut draft, b, &read, false);
        self.finish(draft, path, Motion::Access)?;
        self.stop(path, longer, Reason::Cut, place);
        Ok(Some(result))
    }

    fn compare_blocks(&mut self, path: &mut Path, a: Term, b: Term, n: Term, place: Place) -> Flow<Term> {
        let length = self.terms.zext(n, 64);
        self.bounds_of_block(path, a, length, false, place);
        self.bounds_of_block(path, b, length, false, place);
        let members = self.members(path, length, 1, place);
        let mut draft = self.begin(path, &[a, b], false, place)?;
        let mut result = self.terms.number(0, 32);
        let mut pairs = Vec::new();
        for (i, &member) in (0..).zip(&members) {
            if self.terms.is_false(member) {
                break;
            }
            let (p, q) = (self.at(a, i), self.at(b, i));
            let (x, y) = (
                self.read_if(&mut draft, path, p, 1, member)?,
                self.read_if(&mut draft, path, q, 1, member)?,
            );
            pairs.push((x, y, member));
        }
        for (x, y, member) in pairs.into_iter().rev() {
            let (differ, difference) = (self.terms.ne(x, y), self.difference(x, y));
            let now = self.terms.and(differ, member);
            result = self.terms.ite(now, difference, result);
        }
        self.touch_bytes(&mut draft, a, &members, false);
        self.touch_bytes(&mut draft, b, &members, false);
        self.finish(draft, path, Motion::Access)?;
        Ok(Some(result))
    }
}
