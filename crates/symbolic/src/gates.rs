//! Bits: a graph of gates, each once, made from [words](crate::term).
//!
//! An and-inverter graph with two gates more, exclusive or and choice, because words are full of them and
//! their clauses are better than those of the and-gates that they stand for. Equal gates are the same node,
//! constants and complements are propagated. A gate becomes clauses only when something that is asserted or
//! assumed depends on it.

use rustc_hash::FxHashMap;

use crate::term::{Node, Term, Terms};

/// A gate or its complement (the lowest bit).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bit(pub u32);

impl Bit {
    pub const FALSE: Bit = Bit(0);
    pub const TRUE: Bit = Bit(1);

    pub fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }

    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }
}

/// What drives a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Gate {
    False,
    Input(u32),
    And(Bit, Bit),
    Xor(Bit, Bit),
    Ite(Bit, Bit, Bit),
}

#[derive(Debug)]
pub(crate) struct Gates {
    pub gates: Vec<Gate>,
    index: FxHashMap<Gate, Bit>,
    words: FxHashMap<Term, Vec<Bit>>,
    inputs: u32,
}

impl Gates {
    pub fn new() -> Gates {
        Gates {
            gates: vec![Gate::False],
            index: FxHashMap::default(),
            words: FxHashMap::default(),
            inputs: 0,
        }
    }

    fn make(&mut self, gate: Gate) -> Bit {
        let next = Bit((self.gates.len() as u32) << 1);
        let gates = &mut self.gates;
        *self.index.entry(gate).or_insert_with(|| {
            gates.push(gate);
            next
        })
    }

    fn input(&mut self) -> Bit {
        self.inputs += 1;
        self.make(Gate::Input(self.inputs))
    }

    fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Bit::FALSE || a == b.not() {
            Bit::FALSE
        } else if a == Bit::TRUE || a == b {
            b
        } else {
            self.make(Gate::And(a, b))
        }
    }

    fn or(&mut self, a: Bit, b: Bit) -> Bit {
        self.and(a.not(), b.not()).not()
    }

    fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let flip = a.is_complement() != b.is_complement();
        let (a, b) = (Bit(a.0 & !1), Bit(b.0 & !1));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let bit = if a == Bit::FALSE {
            b
        } else if a == b {
            Bit::FALSE
        } else {
            self.make(Gate::Xor(a, b))
        };
        Bit(bit.0 ^ u32::from(flip))
    }

    fn ite(&mut self, c: Bit, a: Bit, b: Bit) -> Bit {
        if c == Bit::TRUE || a == b {
            return a;
        }
        if c == Bit::FALSE {
            return b;
        }
        if c.is_complement() {
            return self.ite(c.not(), b, a);
        }
        if a == b.not() {
            return self.xor(c, b);
        }
        if a == Bit::TRUE || a == c {
            return self.or(c, b);
        }
        if a == Bit::FALSE || a == c.not() {
            return self.and(c.not(), b);
        }
        if b == Bit::FALSE || b == c {
            return self.and(c, a);
        }
        if b == Bit::TRUE || b == c.not() {
            return self.or(c.not(), a);
        }
        if a.is_complement() {
            return self.ite(c, a.not(), b.not()).not();
        }
        self.make(Gate::Ite(c, a, b))
    }

    /// The bits of a word, the lowest first.
    pub fn word(&mut self, terms: &Terms, t: Term) -> Vec<Bit> {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.words.contains_key(&top) {
                stack.pop();
                continue;
            }
            let missing: Vec<Term> = terms
                .operands(top)
                .into_iter()
                .filter(|o| !self.words.contains_key(o))
                .collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let bits = self.blast(terms, top);
            self.words.insert(top, bits);
            stack.pop();
        }
        self.words[&t].clone()
    }

    /// The bits of a variable, if anything depends on it.
    pub fn known(&self, t: Term) -> Option<&[Bit]> {
        self.words.get(&t).map(Vec::as_slice)
    }

    fn blast(&mut self, terms: &Terms, t: Term) -> Vec<Bit> {
        let width = usize::from(terms.width(t));
        let get = |gates: &Gates, t: Term| gates.words[&t].clone();
        match terms.node(t) {
            Node::Const(v) => (0..width).map(|i| Bit((v >> i & 1) as u32)).collect(),
            Node::Var(_) => (0..width).map(|_| self.input()).collect(),
            Node::Not(a) => get(self, a).into_iter().map(Bit::not).collect(),
            Node::And(a, b) => self.zip(a, b, Gates::and),
            Node::Xor(a, b) => self.zip(a, b, Gates::xor),
            Node::Add(a, b) => {
                let (a, b) = (get(self, a), get(self, b));
                self.sum(&a, &b, Bit::FALSE).0
            }
            Node::Mul(a, b) => {
                let (a, b) = (get(self, a), get(self, b));
                self.product(&a, &b)
            }
            Node::Div(a, b) => {
                let (a, b) = (get(self, a), get(self, b));
                self.divide(&a, &b).0
            }
            Node::Rem(a, b) => {
                let (a, b) = (get(self, a), get(self, b));
                self.divide(&a, &b).1
            }
            Node::Shl(a, b) => {
                let (mut a, b) = (get(self, a), get(self, b));
                a.reverse();
                let mut shifted = self.shift(a, &b, Bit::FALSE);
                shifted.reverse();
                shifted
            }
            Node::Shr(a, b) => {
                let (a, b) = (get(self, a), get(self, b));
                self.shift(a, &b, Bit::FALSE)
            }
            Node::Sar(a, b) => {
                let (a, b) = (get(self, a), get(self, b));
                let sign = a[width - 1];
                self.shift(a, &b, sign)
            }
            Node::Eq(a, b) => {
                let differ = self.zip(a, b, Gates::xor);
                let mut same = Bit::TRUE;
                for bit in differ {
                    same = self.and(same, bit.not());
                }
                vec![same]
            }
            Node::Less(a, b) => {
                // a < b if a - b borrows: a + not b has no carry.
                let (a, b) = (get(self, a), get(self, b));
                vec![self.below(&a, &b)]
            }
            Node::Ite(c, a, b) => {
                let c = self.words[&c][0];
                let (a, b) = (get(self, a), get(self, b));
                a.iter().zip(&b).map(|(&x, &y)| self.ite(c, x, y)).collect()
            }
            Node::Extract(a, from) => self.words[&a][usize::from(from)..][..width].to_vec(),
            Node::Concat(high, low) => {
                let mut bits = get(self, low);
                bits.extend(get(self, high));
                bits
            }
        }
    }

    fn zip(&mut self, a: Term, b: Term, f: fn(&mut Gates, Bit, Bit) -> Bit) -> Vec<Bit> {
        let (a, b) = (self.words[&a].clone(), self.words[&b].clone());
        a.iter().zip(&b).map(|(&x, &y)| f(self, x, y)).collect()
    }

    fn sum(&mut self, a: &[Bit], b: &[Bit], carry: Bit) -> (Vec<Bit>, Bit) {
        let mut carry = carry;
        let bits = a
            .iter()
            .zip(b)
            .map(|(&x, &y)| {
                let half = self.xor(x, y);
                let bit = self.xor(half, carry);
                carry = self.ite(half, carry, x);
                bit
            })
            .collect();
        (bits, carry)
    }

    fn below(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let mut less = Bit::FALSE;
        for (&x, &y) in a.iter().zip(b) {
            let differ = self.xor(x, y);
            less = self.ite(differ, y, less);
        }
        less
    }

    fn product(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let width = a.len();
        let mut total = vec![Bit::FALSE; width];
        for (i, &bit) in b.iter().enumerate() {
            if bit == Bit::FALSE {
                continue;
            }
            let row: Vec<Bit> = (0..width - i).map(|j| self.and(a[j], bit)).collect();
            let (sum, _) = self.sum(&total[i..], &row, Bit::FALSE);
            total.splice(i.., sum);
        }
        total
    }

    /// Long division: quotient and remainder. By zero every trial subtraction succeeds, which gives all ones
    /// and the dividend.
    fn divide(&mut self, a: &[Bit], b: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
        let width = a.len();
        // One bit more than the operands, for the remainder before it is reduced.
        let mut rest = vec![Bit::FALSE; width + 1];
        let mut divisor = b.to_vec();
        divisor.push(Bit::FALSE);
        let minus: Vec<Bit> = divisor.iter().map(|b| b.not()).collect();
        let mut quotient = vec![Bit::FALSE; width];
        for i in (0..width).rev() {
            rest.rotate_right(1);
            rest[0] = a[i];
            let (less, fits) = self.sum(&rest, &minus, Bit::TRUE);
            quotient[i] = fits;
            rest = rest
                .iter()
                .zip(&less)
                .map(|(&keep, &reduced)| self.ite(fits, reduced, keep))
                .collect();
        }
        rest.truncate(width);
        (quotient, rest)
    }

    /// Shifts towards the lowest bit.
    fn shift(&mut self, a: Vec<Bit>, amount: &[Bit], fill: Bit) -> Vec<Bit> {
        let width = a.len();
        let mut bits = a;
        let mut step = 1;
        let mut i = 0;
        while step < width {
            let by = amount[i];
            bits = (0..width)
                .map(|j| {
                    let from = bits.get(j + step).copied().unwrap_or(fill);
                    self.ite(by, from, bits[j])
                })
                .collect();
            step *= 2;
            i += 1;
        }
        bits
    }
}
