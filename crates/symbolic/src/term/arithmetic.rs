//! Sums, products, quotients and shifts.

use super::{Node, Term, Terms, signed};

impl Terms {
    /// Sum modulo 2^width.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.number(x.wrapping_add(y), width),
            (Some(0), _) => return b,
            (_, Some(0)) => return a,
            // Constants go to the right and together.
            (Some(_), None) => return self.add(b, a),
            (None, Some(y)) => {
                if let Node::Add(p, q) = self.node(a)
                    && let Some(x) = self.constant(q)
                {
                    let sum = self.number(x.wrapping_add(y), width);
                    return self.add(p, sum);
                }
                if let Some(chosen) = self.with_chosen(a, b, Terms::add) {
                    return chosen;
                }
                return self.make(Node::Add(a, b), width);
            }
            (None, None) => {}
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        self.make(Node::Add(a, b), width)
    }

    /// Negation.
    pub fn neg(&mut self, a: Term) -> Term {
        let width = self.width(a);
        let one = self.number(1, width);
        let not = self.not(a);
        self.add(not, one)
    }

    /// Difference.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            let width = self.width(a);
            return self.number(0, width);
        }
        let minus = self.neg(b);
        self.add(a, minus)
    }

    /// Product.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.number(x.wrapping_mul(y), width),
            (Some(_), None) => return self.mul(b, a),
            (None, Some(0)) => return b,
            (None, Some(1)) => return a,
            (None, Some(y)) if y.is_power_of_two() => {
                let amount = self.number(u128::from(y.trailing_zeros()), width);
                return self.shl(a, amount);
            }
            _ => {}
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        self.make(Node::Mul(a, b), width)
    }

    /// Unsigned quotient; by zero all ones.
    pub fn div(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.number(x.checked_div(y).unwrap_or(u128::MAX), width),
            (_, Some(1)) => return a,
            (_, Some(y)) if y.is_power_of_two() => {
                let amount = self.number(u128::from(y.trailing_zeros()), width);
                return self.shr(a, amount);
            }
            _ => {}
        }
        self.make(Node::Div(a, b), width)
    }

    /// Unsigned remainder; by zero the dividend.
    pub fn rem(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.number(x.checked_rem(y).unwrap_or(x), width),
            (_, Some(y)) if y.is_power_of_two() => {
                let low = self.number(y - 1, width);
                return self.and(a, low);
            }
            _ => {}
        }
        self.make(Node::Rem(a, b), width)
    }

    /// The sign bit.
    pub fn sign(&mut self, a: Term) -> Term {
        let width = self.width(a);
        self.extract(a, width - 1, 1)
    }

    fn magnitude(&mut self, a: Term) -> Term {
        let (sign, minus) = (self.sign(a), self.neg(a));
        self.ite(sign, minus, a)
    }

    /// Signed quotient, towards zero.
    pub fn div_signed(&mut self, a: Term, b: Term) -> Term {
        let (x, y) = (self.magnitude(a), self.magnitude(b));
        let quotient = self.div(x, y);
        let (sa, sb) = (self.sign(a), self.sign(b));
        let negative = self.xor(sa, sb);
        let minus = self.neg(quotient);
        self.ite(negative, minus, quotient)
    }

    /// Signed remainder, with the sign of the dividend.
    pub fn rem_signed(&mut self, a: Term, b: Term) -> Term {
        let (x, y) = (self.magnitude(a), self.magnitude(b));
        let rest = self.rem(x, y);
        let negative = self.sign(a);
        let minus = self.neg(rest);
        self.ite(negative, minus, rest)
    }

    /// The amount of a shift, modulo the width (a power of two if the amount is not constant).
    fn amount(&mut self, b: Term) -> Term {
        let width = self.width(b);
        if let Some(v) = self.constant(b) {
            return self.number(v % u128::from(width), width);
        }
        debug_assert!(width.is_power_of_two());
        let low = self.number(u128::from(width) - 1, width);
        self.and(b, low)
    }

    /// Left shift; the amount is taken modulo the width.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        let (width, b) = (self.width(a), self.amount(b));
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => self.number(x << y, width),
            (_, Some(0)) => a,
            (_, Some(y)) => {
                let zeros = self.number(0, y as u8);
                let rest = self.extract(a, 0, width - y as u8);
                self.concat(rest, zeros)
            }
            _ => self.make(Node::Shl(a, b), width),
        }
    }

    /// Right shift, zeros come in.
    pub fn shr(&mut self, a: Term, b: Term) -> Term {
        let (width, b) = (self.width(a), self.amount(b));
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => self.number(x >> y, width),
            (_, Some(0)) => a,
            (_, Some(y)) => {
                let zeros = self.number(0, y as u8);
                let rest = self.extract(a, y as u8, width - y as u8);
                self.concat(zeros, rest)
            }
            _ => self.make(Node::Shr(a, b), width),
        }
    }

    /// Right shift, the sign comes in.
    pub fn sar(&mut self, a: Term, b: Term) -> Term {
        let (width, b) = (self.width(a), self.amount(b));
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => self.number((signed(x, width) >> y) as u128, width),
            (_, Some(0)) => a,
            _ => self.make(Node::Sar(a, b), width),
        }
    }
}
