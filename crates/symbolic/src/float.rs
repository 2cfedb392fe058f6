//! IEEE arithmetic as words: addition, multiplication, division, comparisons and conversions of singles and
//! doubles, rounded to nearest, ties to even.
//!
//! A result is computed exactly with a bit below that stands for all that was cut off, brought into the form
//! with a leading one, moved back where it is too small for that, and rounded by adding to the packed bits,
//! where a carry out of the fraction is the next exponent and a carry out of the largest exponent is
//! infinity. What is not a number has sign and payload left free, because processors and compilers do not
//! agree about them: proofs hold for any, and a solution that depends on them may not replay, which is told.
//!
//! Cost: some thousand gates for an addition, the product of the significands for a multiplication, and as
//! much for a division.

use raceproof_ir::Kind;

use crate::term::{Term, Terms};

/// A format: bits of the exponent and of the fraction.
#[derive(Clone, Copy)]
struct Format {
    exponent: u8,
    fraction: u8,
}

impl Format {
    fn new(kind: Kind) -> Format {
        let (exponent, fraction) = if kind == Kind::F32 { (8, 23) } else { (11, 52) };
        Format { exponent, fraction }
    }

    fn width(self) -> u8 {
        1 + self.exponent + self.fraction
    }

    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// Bits of exponents on the way, with a sign: sums of two, less what a significand may be shifted.
    fn wide(self) -> u8 {
        self.exponent.max(8) + 3
    }
}

/// A number taken apart.
#[derive(Clone, Copy)]
struct Parts {
    sign: Term,
    /// Exponent and fraction: the magnitude as an integer in its order.
    magnitude: Term,
    /// The exponent with its bias, at least 1.
    exponent: Term,
    /// With the leading bit, which is 0 for what is too small for one.
    significand: Term,
    nan: Term,
    infinite: Term,
    zero: Term,
}

fn parts(terms: &mut Terms, f: Format, word: Term) -> Parts {
    let sign = terms.extract(word, f.width() - 1, 1);
    let magnitude = terms.extract(word, 0, f.width() - 1);
    let field = terms.extract(word, f.fraction, f.exponent);
    let fraction = terms.extract(word, 0, f.fraction);
    let small = is(terms, field, 0);
    let largest = is(terms, field, u128::MAX);
    let whole = is(terms, fraction, 0);
    let broken = terms.not(whole);
    let first = terms.zext(small, f.exponent);
    let exponent = terms.or(field, first);
    let lead = terms.not(small);
    Parts {
        sign,
        magnitude,
        exponent,
        significand: terms.concat(lead, fraction),
        nan: terms.and(largest, broken),
        infinite: terms.and(largest, whole),
        zero: terms.and(small, whole),
    }
}

fn is(terms: &mut Terms, word: Term, value: u128) -> Term {
    let number = terms.number(value, terms.width(word));
    terms.eq(word, number)
}

/// Zeros below.
fn pad(terms: &mut Terms, word: Term, width: u8) -> Term {
    match width - terms.width(word) {
        0 => word,
        more => {
            let zeros = terms.number(0, more);
            terms.concat(word, zeros)
        }
    }
}

/// Moves bits down by an amount; the lowest bit stays set if a set bit is lost.
fn shift_down(terms: &mut Terms, word: Term, amount: Term) -> Term {
    let width = terms.width(word);
    let mut word = word;
    let mut lost = terms.bool(false);
    for i in 0..terms.width(amount) {
        let now = terms.extract(amount, i, 1);
        let (moved, gone) = match 1u32.checked_shl(u32::from(i)).filter(|s| *s < u32::from(width)) {
            Some(step) => {
                let step = step as u8;
                let high = terms.extract(word, step, width - step);
                (terms.zext(high, width), terms.extract(word, 0, step))
            }
            None => (terms.number(0, width), word),
        };
        let none = is(terms, gone, 0);
        let some = terms.not(none);
        let some = terms.and(now, some);
        lost = terms.or(lost, some);
        word = terms.ite(now, moved, word);
    }
    let lost = terms.zext(lost, width);
    terms.or(word, lost)
}

/// Moves bits up until the highest is set, and the exponent down by as much.
fn normalise(terms: &mut Terms, word: Term, exponent: Term) -> (Term, Term) {
    let width = terms.width(word);
    let (mut word, mut exponent) = (word, exponent);
    let mut step = width.next_power_of_two() / 2;
    while step > 0 {
        if step < width {
            let top = terms.extract(word, width - step, step);
            let empty = is(terms, top, 0);
            let low = terms.extract(word, 0, width - step);
            let moved = pad(terms, low, width);
            word = terms.ite(empty, moved, word);
            let by = terms.number(u128::from(step), terms.width(exponent));
            let less = terms.sub(exponent, by);
            exponent = terms.ite(empty, less, exponent);
        }
        step /= 2;
    }
    (word, exponent)
}

/// The number with this sign whose significand's highest bit has this exponent (with the bias, and a sign of
/// its own), rounded. The significand has bits to spare, of which the lowest may stand for what was cut off.
fn pack(terms: &mut Terms, f: Format, sign: Term, exponent: Term, significand: Term) -> Term {
    let (word, exponent) = normalise(terms, significand, exponent);
    let wide = terms.width(exponent);
    let (zero, one) = (terms.number(0, wide), terms.number(1, wide));
    let lead = terms.extract(word, terms.width(word) - 1, 1);
    let nothing = terms.not(lead);
    let small = terms.less_equal_signed(exponent, zero);
    let small = terms.or(small, nothing);
    let below = terms.sub(one, exponent);
    let amount = terms.ite(small, below, zero);
    let word = shift_down(terms, word, amount);
    let width = terms.width(word);
    let rest = width - f.fraction - 1;
    let kept = terms.extract(word, rest, f.fraction);
    let half = terms.extract(word, rest - 1, 1);
    let less = terms.extract(word, 0, rest - 1);
    let exact = is(terms, less, 0);
    let more = terms.not(exact);
    let odd = terms.extract(kept, 0, 1);
    let tie = terms.or(more, odd);
    let up = terms.and(half, tie);
    let field = terms.extract(exponent, 0, f.exponent);
    let lowest = terms.number(0, f.exponent);
    let field = terms.ite(small, lowest, field);
    let packed = terms.concat(field, kept);
    let up = terms.zext(up, f.width() - 1);
    let rounded = terms.add(packed, up);
    let largest = terms.number((1 << f.exponent) - 1, wide);
    let over = terms.less_equal_signed(largest, exponent);
    let over = terms.and(over, lead);
    let infinity = infinity(terms, f);
    let magnitude = terms.ite(over, infinity, rounded);
    terms.concat(sign, magnitude)
}

/// The magnitude of infinity.
fn infinity(terms: &mut Terms, f: Format) -> Term {
    terms.number(((1 << f.exponent) - 1) << f.fraction, f.width() - 1)
}

/// Something that is not a number, with a free sign and payload.
fn not_a_number(terms: &mut Terms, f: Format) -> Term {
    let sign = terms.var(1);
    let payload = terms.var(f.fraction - 1);
    let quiet = terms.number((1 << (f.exponent + 1)) - 1, f.exponent + 1);
    let low = terms.concat(quiet, payload);
    terms.concat(sign, low)
}

/// A sum.
pub(crate) fn add(terms: &mut Terms, kind: Kind, a: Term, b: Term) -> Term {
    let f = Format::new(kind);
    let (x, y) = (parts(terms, f, a), parts(terms, f, b));
    let swap = terms.less(x.magnitude, y.magnitude);
    let large = terms.ite(swap, y.significand, x.significand);
    let small = terms.ite(swap, x.significand, y.significand);
    let exponent = terms.ite(swap, y.exponent, x.exponent);
    let lower = terms.ite(swap, x.exponent, y.exponent);
    let distance = terms.sub(exponent, lower);
    let width = f.fraction + 5;
    // A bit above for the carry, three below.
    let (large, small) = (
        terms.zext(large, f.fraction + 2),
        terms.zext(small, f.fraction + 2),
    );
    let (large, small) = (pad(terms, large, width), pad(terms, small, width));
    let small = shift_down(terms, small, distance);
    let differ = terms.xor(x.sign, y.sign);
    let (sum, difference) = (terms.add(large, small), terms.sub(large, small));
    let total = terms.ite(differ, difference, sum);
    let sign = terms.ite(swap, y.sign, x.sign);
    let nothing = is(terms, total, 0);
    // What cancels is a positive zero; two negative zeros are one.
    let minus = terms.and(x.sign, y.sign);
    let sign = terms.ite(nothing, minus, sign);
    let wide = terms.zext(exponent, f.wide());
    let one = terms.number(1, f.wide());
    let top = terms.add(wide, one);
    let finite = pack(terms, f, sign, top, total);
    let infinite = terms.or(x.infinite, y.infinite);
    let chosen = terms.ite(x.infinite, a, b);
    let result = terms.ite(infinite, chosen, finite);
    let both = terms.and(x.infinite, y.infinite);
    let clash = terms.and(both, differ);
    let wrong = terms.any([x.nan, y.nan, clash]);
    let nan = not_a_number(terms, f);
    terms.ite(wrong, nan, result)
}

/// A number with the other sign.
pub(crate) fn negate(terms: &mut Terms, kind: Kind, a: Term) -> Term {
    let width = Format::new(kind).width();
    let top = terms.number(1 << (width - 1), width);
    terms.xor(a, top)
}

/// A product.
pub(crate) fn multiply(terms: &mut Terms, kind: Kind, a: Term, b: Term) -> Term {
    let f = Format::new(kind);
    let (x, y) = (parts(terms, f, a), parts(terms, f, b));
    let sign = terms.xor(x.sign, y.sign);
    let width = 2 * f.fraction + 2;
    let (p, q) = (terms.zext(x.significand, width), terms.zext(y.significand, width));
    let product = terms.mul(p, q);
    let (d, e) = (terms.zext(x.exponent, f.wide()), terms.zext(y.exponent, f.wide()));
    let sum = terms.add(d, e);
    let bias = terms.number((f.bias() - 1) as u128, f.wide());
    let exponent = terms.sub(sum, bias);
    let finite = pack(terms, f, sign, exponent, product);
    let infinite = terms.or(x.infinite, y.infinite);
    let largest = infinity(terms, f);
    let largest = terms.concat(sign, largest);
    let result = terms.ite(infinite, largest, finite);
    let zero = terms.or(x.zero, y.zero);
    let clash = terms.and(zero, infinite);
    let wrong = terms.any([x.nan, y.nan, clash]);
    let nan = not_a_number(terms, f);
    terms.ite(wrong, nan, result)
}

/// A quotient.
pub(crate) fn divide(terms: &mut Terms, kind: Kind, a: Term, b: Term) -> Term {
    let f = Format::new(kind);
    let (x, y) = (parts(terms, f, a), parts(terms, f, b));
    let sign = terms.xor(x.sign, y.sign);
    let (d, e) = (terms.zext(x.exponent, f.wide()), terms.zext(y.exponent, f.wide()));
    let (p, d) = normalise(terms, x.significand, d);
    let (q, e) = normalise(terms, y.significand, e);
    // Long division: both begin with a one, so the first bit of the quotient is that of 1, or else the second
    // is set.
    let width = f.fraction + 2;
    let mut rest = terms.zext(p, width);
    let divisor = terms.zext(q, width);
    let mut quotient = None;
    for _ in 0..f.fraction + 3 {
        let fits = terms.less_equal(divisor, rest);
        let less = terms.sub(rest, divisor);
        rest = terms.ite(fits, less, rest);
        let low = terms.extract(rest, 0, width - 1);
        rest = pad(terms, low, width);
        quotient = Some(match quotient {
            None => fits,
            Some(high) => terms.concat(high, fits),
        });
    }
    let exact = is(terms, rest, 0);
    let more = terms.not(exact);
    let significand = match quotient {
        Some(high) => terms.concat(high, more),
        None => more,
    };
    let difference = terms.sub(d, e);
    let bias = terms.number(f.bias() as u128, f.wide());
    let exponent = terms.add(difference, bias);
    let finite = pack(terms, f, sign, exponent, significand);
    let largest = infinity(terms, f);
    let largest = terms.concat(sign, largest);
    let nothing = terms.number(0, f.width() - 1);
    let nothing = terms.concat(sign, nothing);
    let empty = terms.or(x.zero, y.infinite);
    let result = terms.ite(empty, nothing, finite);
    let infinite = terms.or(x.infinite, y.zero);
    let result = terms.ite(infinite, largest, result);
    let zeros = terms.and(x.zero, y.zero);
    let infinities = terms.and(x.infinite, y.infinite);
    let wrong = terms.any([x.nan, y.nan, zeros, infinities]);
    let nan = not_a_number(terms, f);
    terms.ite(wrong, nan, result)
}

/// Whether two numbers are equal.
pub(crate) fn equal(terms: &mut Terms, kind: Kind, a: Term, b: Term) -> Term {
    let f = Format::new(kind);
    let (x, y) = (parts(terms, f, a), parts(terms, f, b));
    let same = terms.eq(a, b);
    let zeros = terms.and(x.zero, y.zero);
    let equal = terms.or(same, zeros);
    let nan = terms.or(x.nan, y.nan);
    let numbers = terms.not(nan);
    terms.and(equal, numbers)
}

/// Whether one number is below another.
pub(crate) fn less(terms: &mut Terms, kind: Kind, a: Term, b: Term) -> Term {
    let f = Format::new(kind);
    let (x, y) = (parts(terms, f, a), parts(terms, f, b));
    let (below, above) = (
        terms.less(x.magnitude, y.magnitude),
        terms.less(y.magnitude, x.magnitude),
    );
    let alike = terms.ite(x.sign, above, below);
    let differ = terms.xor(x.sign, y.sign);
    let less = terms.ite(differ, x.sign, alike);
    let zeros = terms.and(x.zero, y.zero);
    let no = terms.any([x.nan, y.nan, zeros]);
    let yes = terms.not(no);
    terms.and(less, yes)
}

/// A number in another format.
pub(crate) fn resize(terms: &mut Terms, from: Kind, to: Kind, a: Term) -> Term {
    let (f, g) = (Format::new(from), Format::new(to));
    if f.width() == g.width() {
        return a;
    }
    let x = parts(terms, f, a);
    let wide = f.wide().max(g.wide());
    let significand = pad(terms, x.significand, f.fraction.max(g.fraction) + 4);
    let exponent = terms.zext(x.exponent, wide);
    let bias = terms.number((g.bias() - f.bias()) as u128, wide);
    let exponent = terms.add(exponent, bias);
    let finite = pack(terms, g, x.sign, exponent, significand);
    let largest = infinity(terms, g);
    let largest = terms.concat(x.sign, largest);
    let result = terms.ite(x.infinite, largest, finite);
    let nan = not_a_number(terms, g);
    terms.ite(x.nan, nan, result)
}

/// The number nearest to an integer.
pub(crate) fn from_integer(terms: &mut Terms, to: Kind, signed: bool, a: Term) -> Term {
    let f = Format::new(to);
    let width = terms.width(a);
    let sign = match signed {
        true => terms.extract(a, width - 1, 1),
        false => terms.bool(false),
    };
    let minus = terms.neg(a);
    let magnitude = terms.ite(sign, minus, a);
    let significand = pad(terms, magnitude, width.max(f.fraction + 4));
    let exponent = terms.number((f.bias() + i32::from(width) - 1) as u128, f.wide());
    pack(terms, f, sign, exponent, significand)
}

/// Towards zero to an integer of 32 or 64 bits with a sign; what does not fit is the smallest, as processors
/// give it.
fn to_signed(terms: &mut Terms, f: Format, x: Parts, width: u8) -> Term {
    let magnitude = truncate(terms, f, x, width);
    let minus = terms.neg(magnitude);
    let value = terms.ite(x.sign, minus, magnitude);
    let first = terms.number((f.bias() + i32::from(width) - 1) as u128, f.exponent);
    let large = terms.less_equal(first, x.exponent);
    let smallest = terms.number(1 << (width - 1), width);
    terms.ite(large, smallest, value)
}

/// The integer below the magnitude of what is less than two to the width.
fn truncate(terms: &mut Terms, f: Format, x: Parts, width: u8) -> Term {
    let bias = terms.number(f.bias() as u128, f.exponent);
    let amount = terms.sub(x.exponent, bias);
    let mut word = terms.zext(x.significand, f.fraction + width);
    let total = f.fraction + width;
    for i in 0..width.trailing_zeros() as u8 {
        let step = 1 << i;
        let now = terms.extract(amount, i, 1);
        let low = terms.extract(word, 0, total - step);
        let moved = pad(terms, low, total);
        word = terms.ite(now, moved, word);
    }
    let whole = terms.extract(word, f.fraction, width);
    let broken = terms.less(x.exponent, bias);
    let nothing = terms.number(0, width);
    terms.ite(broken, nothing, whole)
}

/// Towards zero to an integer of up to 64 bits, with what the machine gives where it does not fit.
pub(crate) fn to_integer(terms: &mut Terms, from: Kind, width: u8, signed: bool, a: Term) -> Term {
    let f = Format::new(from);
    let x = parts(terms, f, a);
    let value = match (signed, width) {
        (true, 64) | (false, 32) => to_signed(terms, f, x, 64),
        (true, _) | (false, 8 | 16) => to_signed(terms, f, x, 32),
        (false, _) => {
            let below = to_signed(terms, f, x, 64);
            let whole = truncate(terms, f, x, 64);
            let first = terms.number((f.bias() + 63) as u128, f.exponent);
            let last = terms.number((f.bias() + 64) as u128, f.exponent);
            let large = terms.less_equal(first, x.exponent);
            let outside = terms.less_equal(last, x.exponent);
            let nothing = terms.number(0, 64);
            let upper = terms.ite(outside, nothing, whole);
            let plus = terms.or(x.sign, x.nan);
            let plus = terms.not(plus);
            let above = terms.and(plus, large);
            terms.ite(above, upper, below)
        }
    };
    terms.extract(value, 0, width)
}

/// Towards zero to an integer of 128 bits; what does not fit is the nearest that does, and what is not a
/// number is 0, as the machine gives it.
pub(crate) fn to_wide(terms: &mut Terms, from: Kind, signed: bool, a: Term) -> Term {
    const WIDTH: u8 = 128;
    let f = Format::new(from);
    let x = parts(terms, f, a);
    let bias = terms.number(f.bias() as u128, f.exponent);
    // The significand as high up as can be, then down by what is missing to the highest exponent.
    let mut word = pad(terms, x.significand, WIDTH);
    let exponent = terms.sub(x.exponent, bias);
    for i in 0..WIDTH.trailing_zeros() as u8 {
        let step = 1 << i;
        let bit = terms.extract(exponent, i, 1);
        let high = terms.extract(word, step, WIDTH - step);
        let moved = terms.zext(high, WIDTH);
        word = terms.ite(bit, word, moved);
    }
    let nothing = terms.number(0, WIDTH);
    let below = terms.less(x.exponent, bias);
    let magnitude = terms.ite(below, nothing, word);
    let (bits, largest, smallest) = match signed {
        true => (127, u128::MAX >> 1, 1 << 127),
        false => (128, u128::MAX, 0),
    };
    let (largest, smallest) = (terms.number(largest, WIDTH), terms.number(smallest, WIDTH));
    let negative = match signed {
        true => terms.neg(magnitude),
        false => nothing,
    };
    let value = terms.ite(x.sign, negative, magnitude);
    let limit = terms.ite(x.sign, smallest, largest);
    let first = terms.number((f.bias() + bits) as u128, f.exponent);
    let large = terms.less_equal(first, x.exponent);
    let value = terms.ite(large, limit, value);
    terms.ite(x.nan, nothing, value)
}
