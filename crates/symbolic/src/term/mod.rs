//! Words: a graph of bit-vector expressions, each once.
//!
//! A [`Term`] is a number of 1 to 128 bits made of constants, free variables and operations. Equal terms are
//! the same node (hash-consing), and what can be computed while building is: constants fold, neutral elements
//! vanish, parts of joined parts are found again. So a store of four bytes that are loaded as one word costs
//! nothing, and a branch on constants leaves no trace. A truth value is a term of one bit.

mod arithmetic;
mod evaluate;
mod pointer;

pub use pointer::Shape;

use rustc_hash::FxHashMap;

/// An expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) u32);

/// What an expression is made of. Operands have the width of the result unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// A number; bits above the width are zero.
    Const(u128),
    /// A free variable.
    Var(u32),
    Not(Term),
    And(Term, Term),
    Xor(Term, Term),
    Add(Term, Term),
    Mul(Term, Term),
    /// By zero: all ones, as the circuit gives it. Programs never get there.
    Div(Term, Term),
    /// By zero: the dividend.
    Rem(Term, Term),
    /// The amount is below the width.
    Shl(Term, Term),
    Shr(Term, Term),
    /// The sign comes in.
    Sar(Term, Term),
    /// One bit.
    Eq(Term, Term),
    /// One bit, unsigned.
    Less(Term, Term),
    /// The first operand has one bit.
    Ite(Term, Term, Term),
    /// Bits from the number on.
    Extract(Term, u8),
    /// High part, low part.
    Concat(Term, Term),
}

/// The graph.
#[derive(Debug, Default)]
pub struct Terms {
    nodes: Vec<(Node, u8)>,
    /// How many low bits of each are surely zero.
    zeros: Vec<u8>,
    /// Parts of words, and words put together, that have been asked for: both go down into words, which share
    /// parts of parts.
    parts: FxHashMap<(Term, u8, u8), Term>,
    wholes: FxHashMap<(Term, Term), Term>,
    index: FxHashMap<(Node, u8), Term>,
    vars: u32,
    /// What addresses look like.
    pub shape: Shape,
}

fn mask(width: u8) -> u128 {
    u128::MAX >> (128 - u32::from(width))
}

fn signed(value: u128, width: u8) -> i128 {
    let unused = 128 - u32::from(width);
    (value << unused) as i128 >> unused
}

impl Terms {
    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(crate) fn node(&self, t: Term) -> Node {
        self.nodes[t.0 as usize].0
    }

    /// Number of bits.
    pub fn width(&self, t: Term) -> u8 {
        self.nodes[t.0 as usize].1
    }

    /// The number, if it is one.
    pub fn constant(&self, t: Term) -> Option<u128> {
        match self.node(t) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    fn make(&mut self, node: Node, width: u8) -> Term {
        if let Some(&known) = self.index.get(&(node, width)) {
            return known;
        }
        let next = Term(self.nodes.len() as u32);
        self.zeros.push(self.low_zeros(node, width));
        self.nodes.push((node, width));
        self.index.insert((node, width), next);
        next
    }

    /// A number.
    pub fn number(&mut self, value: u128, width: u8) -> Term {
        self.make(Node::Const(value & mask(width)), width)
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> Term {
        self.number(u128::from(value), 1)
    }

    /// A fresh free variable.
    pub fn var(&mut self, width: u8) -> Term {
        self.vars += 1;
        self.make(Node::Var(self.vars), width)
    }

    /// Whether this is the constant truth.
    pub fn is_true(&self, t: Term) -> bool {
        self.width(t) == 1 && self.constant(t) == Some(1)
    }

    /// Whether this is the constant falsehood.
    pub fn is_false(&self, t: Term) -> bool {
        self.constant(t) == Some(0)
    }

    /// Bitwise complement.
    pub fn not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        match self.node(a) {
            Node::Const(v) => self.number(!v, width),
            Node::Not(x) => x,
            _ => self.make(Node::Not(a), width),
        }
    }

    fn is_complement(&self, a: Term, b: Term) -> bool {
        self.node(a) == Node::Not(b) || self.node(b) == Node::Not(a)
    }

    /// Bitwise and.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.number(x & y, width),
            (Some(0), _) => return a,
            (_, Some(0)) => return b,
            (Some(x), _) if x == mask(width) => return b,
            (_, Some(y)) if y == mask(width) => return a,
            _ => {}
        }
        if a == b {
            return a;
        }
        if self.is_complement(a, b) {
            return self.number(0, width);
        }
        // Absorption, one level deep: what paths through a program give.
        for (x, y) in [(a, b), (b, a)] {
            if let Node::And(p, q) = self.node(x)
                && (p == y || q == y)
            {
                return x;
            }
            if let Node::And(p, q) = self.node(x)
                && (self.is_complement(p, y) || self.is_complement(q, y))
            {
                return self.number(0, width);
            }
            // a and not (a and c) is a and not c.
            if let Node::Not(n) = self.node(x)
                && let Node::And(p, q) = self.node(n)
                && (p == y || q == y)
            {
                let other = if p == y { q } else { p };
                let not = self.not(other);
                return self.and(y, not);
            }
        }
        // Both sides of a branch together are what was before the branch.
        if let (Node::Not(x), Node::Not(y)) = (self.node(a), self.node(b))
            && let Some((shared, _)) = self.branch(x, y)
        {
            return self.not(shared);
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        self.make(Node::And(a, b), width)
    }

    /// If the two are one condition and a second one, and the same condition and the complement of the
    /// second: the condition, and the second one as `a` has it.
    pub(crate) fn branch(&self, a: Term, b: Term) -> Option<(Term, Term)> {
        let (Node::And(p, q), Node::And(r, s)) = (self.node(a), self.node(b)) else {
            // A branch at the start has no condition before it.
            return None;
        };
        for (shared, mine) in [(p, q), (q, p)] {
            for (other, theirs) in [(r, s), (s, r)] {
                if shared == other && self.is_complement(mine, theirs) {
                    return Some((shared, mine));
                }
            }
        }
        None
    }

    /// Bitwise or.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        let (x, y) = (self.not(a), self.not(b));
        let both = self.and(x, y);
        self.not(both)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        debug_assert_eq!(width, self.width(b));
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.number(x ^ y, width),
            (Some(0), _) => return b,
            (_, Some(0)) => return a,
            (Some(x), _) if x == mask(width) => return self.not(b),
            (_, Some(y)) if y == mask(width) => return self.not(a),
            _ => {}
        }
        if a == b {
            return self.number(0, width);
        }
        if self.is_complement(a, b) {
            return self.number(u128::MAX, width);
        }
        if let Some(chosen) = self.with_chosen(a, b, Terms::xor) {
            return chosen;
        }
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        self.make(Node::Xor(a, b), width)
    }

    /// Conjunction of many.
    pub fn all(&mut self, list: impl IntoIterator<Item = Term>) -> Term {
        let mut all = self.bool(true);
        for t in list {
            all = self.and(all, t);
        }
        all
    }

    /// Disjunction of many.
    pub fn any(&mut self, list: impl IntoIterator<Item = Term>) -> Term {
        let mut any = self.bool(false);
        for t in list {
            any = self.or(any, t);
        }
        any
    }

    /// Whether two words are equal.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b));
        if a == b {
            return self.bool(true);
        }
        if self.width(a) == 1 {
            let differ = self.xor(a, b);
            return self.not(differ);
        }
        match (self.constant(a), self.constant(b)) {
            (Some(_), Some(_)) => return self.bool(false),
            (Some(_), None) => return self.eq(b, a),
            _ => {}
        }
        if self.is_complement(a, b) {
            return self.bool(false);
        }
        if let Some(value) = self.constant(b) {
            match self.node(a) {
                Node::Add(p, q) => {
                    if let Some(c) = self.constant(q) {
                        let width = self.width(a);
                        let rest = self.number(value.wrapping_sub(c), width);
                        return self.eq(p, rest);
                    }
                }
                Node::Concat(high, low) => {
                    let (wh, wl) = (self.width(high), self.width(low));
                    let (vh, vl) = (self.number(value >> wl, wh), self.number(value, wl));
                    let (eh, el) = (self.eq(high, vh), self.eq(low, vl));
                    return self.and(eh, el);
                }
                // A choice between constants, as comparisons and addresses are.
                Node::Ite(c, x, y) => {
                    let (cx, cy) = (self.constant(x).is_some(), self.constant(y).is_some());
                    if cx || cy {
                        let (ex, ey) = (self.eq(x, b), self.eq(y, b));
                        return self.ite(c, ex, ey);
                    }
                }
                Node::Not(x) => {
                    let not = self.not(b);
                    return self.eq(x, not);
                }
                _ => {}
            }
        }
        let (x, y) = if a <= b { (a, b) } else { (b, a) };
        self.make(Node::Eq(x, y), 1)
    }

    /// Whether two words differ.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Unsigned less.
    pub fn less(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b));
        let width = self.width(a);
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => return self.bool(x < y),
            (_, Some(0)) => return self.bool(false),
            (_, Some(1)) => {
                let zero = self.number(0, width);
                return self.eq(a, zero);
            }
            (Some(x), _) if x == mask(width) => return self.bool(false),
            (Some(0), _) => {
                let zero = self.number(0, width);
                return self.ne(b, zero);
            }
            _ => {}
        }
        if a == b {
            return self.bool(false);
        }
        if let Some(chosen) = self.with_chosen(a, b, Terms::less) {
            return chosen;
        }
        self.make(Node::Less(a, b), 1)
    }

    /// Unsigned less or equal.
    pub fn less_equal(&mut self, a: Term, b: Term) -> Term {
        let greater = self.less(b, a);
        self.not(greater)
    }

    /// Signed less: unsigned with the sign bits turned.
    pub fn less_signed(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let top = self.number(1 << (width - 1), width);
        let (x, y) = (self.xor(a, top), self.xor(b, top));
        self.less(x, y)
    }

    /// Signed less or equal.
    pub fn less_equal_signed(&mut self, a: Term, b: Term) -> Term {
        let greater = self.less_signed(b, a);
        self.not(greater)
    }

    /// `a` if the condition holds, else `b`.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.width(a), self.width(b));
        match self.constant(c) {
            Some(0) => return b,
            Some(_) => return a,
            None => {}
        }
        if a == b {
            return a;
        }
        if let Node::Not(n) = self.node(c) {
            return self.ite(n, b, a);
        }
        let width = self.width(a);
        if width == 1 {
            match (self.constant(a), self.constant(b)) {
                (Some(1), _) => return self.or(c, b),
                (Some(_), _) => {
                    let not = self.not(c);
                    return self.and(not, b);
                }
                (_, Some(0)) => return self.and(c, a),
                (_, Some(_)) => {
                    let not = self.not(c);
                    return self.or(not, a);
                }
                _ => {}
            }
            if a == c {
                return self.or(c, b);
            }
            if b == c {
                return self.and(c, a);
            }
        }
        if let Node::Ite(d, x, _) = self.node(a)
            && d == c
        {
            return self.ite(c, x, b);
        }
        if let Node::Ite(d, _, y) = self.node(b)
            && d == c
        {
            return self.ite(c, a, y);
        }
        if let Node::Ite(d, x, y) = self.node(b)
            && x == a
        {
            let either = self.or(c, d);
            return self.ite(either, a, y);
        }
        self.make(Node::Ite(c, a, b), width)
    }

    /// `length` bits from bit `from` on.
    pub fn extract(&mut self, a: Term, from: u8, length: u8) -> Term {
        let width = self.width(a);
        debug_assert!(from + length <= width && length > 0);
        if length == width {
            return a;
        }
        if let Node::Const(v) = self.node(a) {
            return self.number(v >> from, length);
        }
        if let Some(&part) = self.parts.get(&(a, from, length)) {
            return part;
        }
        let part = self.part(a, from, length);
        self.parts.insert((a, from, length), part);
        part
    }

    fn part(&mut self, a: Term, from: u8, length: u8) -> Term {
        let width = self.width(a);
        match self.node(a) {
            Node::Extract(x, lower) => self.extract(x, lower + from, length),
            Node::Concat(high, low) => {
                let wl = self.width(low);
                if from >= wl {
                    self.extract(high, from - wl, length)
                } else if from + length <= wl {
                    self.extract(low, from, length)
                } else {
                    let below = wl - from;
                    let l = self.extract(low, from, below);
                    let h = self.extract(high, 0, length - below);
                    self.concat(h, l)
                }
            }
            Node::Not(x) => {
                let part = self.extract(x, from, length);
                self.not(part)
            }
            Node::And(x, y) => {
                let (x, y) = (self.extract(x, from, length), self.extract(y, from, length));
                self.and(x, y)
            }
            Node::Xor(x, y) => {
                let (x, y) = (self.extract(x, from, length), self.extract(y, from, length));
                self.xor(x, y)
            }
            Node::Add(x, y) if from == 0 => {
                let (x, y) = (self.extract(x, 0, length), self.extract(y, 0, length));
                self.add(x, y)
            }
            Node::Mul(x, y) if from == 0 => {
                let (x, y) = (self.extract(x, 0, length), self.extract(y, 0, length));
                self.mul(x, y)
            }
            // Pointers chosen among objects: the parts are chosen the same way.
            Node::Ite(c, x, y) if width == self.shape.width && self.shape.is_part(from, length) => {
                let (x, y) = (self.extract(x, from, length), self.extract(y, from, length));
                self.ite(c, x, y)
            }
            Node::Ite(c, x, y) if self.constant(x).is_some() && self.constant(y).is_some() => {
                let (x, y) = (self.extract(x, from, length), self.extract(y, from, length));
                self.ite(c, x, y)
            }
            _ => self.make(Node::Extract(a, from), length),
        }
    }

    /// Two words as one.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let (wh, wl) = (self.width(high), self.width(low));
        if let (Some(x), Some(y)) = (self.constant(high), self.constant(low)) {
            return self.number(x << wl | y, wh + wl);
        }
        if let Some(&whole) = self.wholes.get(&(high, low)) {
            return whole;
        }
        let whole = self.whole(high, low);
        self.wholes.insert((high, low), whole);
        whole
    }

    fn whole(&mut self, high: Term, low: Term) -> Term {
        let (wh, wl) = (self.width(high), self.width(low));
        // Neighbouring parts of one word are one part.
        let part = |node: Node, t: Term| match node {
            Node::Extract(x, from) => (x, from),
            _ => (t, 0),
        };
        let (x, from_high) = part(self.node(high), high);
        let (y, from_low) = part(self.node(low), low);
        if x == y && from_high == from_low + wl {
            return self.extract(x, from_low, wh + wl);
        }
        if let Node::Ite(c, a, b) = self.node(high)
            && let Node::Ite(d, p, q) = self.node(low)
            && c == d
        {
            let (yes, no) = (self.concat(a, p), self.concat(b, q));
            return self.ite(c, yes, no);
        }
        // Bytes of pointers that are the same whatever was chosen: the whole is chosen the same way, and
        // where it points to can be told.
        if let Node::Ite(c, a, b) = self.node(low)
            && self.constant(high).is_some()
            && self.is_chosen(low)
        {
            let (yes, no) = (self.concat(high, a), self.concat(high, b));
            return self.ite(c, yes, no);
        }
        if let Node::Ite(c, a, b) = self.node(high)
            && self.constant(low).is_some()
            && self.is_chosen(high)
        {
            let (yes, no) = (self.concat(a, low), self.concat(b, low));
            return self.ite(c, yes, no);
        }
        // The same one level down.
        if let Node::Concat(top, middle) = self.node(high) {
            let (x, from_high) = part(self.node(middle), middle);
            if x == y && from_high == from_low + wl {
                let wm = self.width(middle);
                let joined = self.extract(x, from_low, wm + wl);
                return self.concat(top, joined);
            }
        }
        self.make(Node::Concat(high, low), wh + wl)
    }

    /// What comes of a constant and a word that is chosen among few: it is chosen the same way, so that what
    /// is the same whatever was chosen is a constant again, as whether a loop goes on.
    pub(super) fn with_chosen(
        &mut self,
        a: Term,
        b: Term,
        operation: fn(&mut Terms, Term, Term) -> Term,
    ) -> Option<Term> {
        let (c, yes, no) = match (self.node(a), self.node(b)) {
            (Node::Ite(c, x, y), Node::Const(_)) if self.is_chosen(a) => {
                (c, operation(self, x, b), operation(self, y, b))
            }
            (Node::Const(_), Node::Ite(c, x, y)) if self.is_chosen(b) => {
                (c, operation(self, a, x), operation(self, a, y))
            }
            _ => return None,
        };
        Some(self.ite(c, yes, no))
    }

    /// Whether a word is chosen among few constants.
    fn is_chosen(&self, word: Term) -> bool {
        let (mut left, mut stack) = (16, vec![word]);
        while let Some(t) = stack.pop() {
            left -= 1;
            match self.node(t) {
                _ if left == 0 => return false,
                Node::Const(_) => {}
                Node::Ite(_, a, b) => stack.extend([a, b]),
                _ => return false,
            }
        }
        true
    }

    /// Wider, zeros come in.
    pub fn zext(&mut self, a: Term, width: u8) -> Term {
        let old = self.width(a);
        if width == old {
            return a;
        }
        let zeros = self.number(0, width - old);
        self.concat(zeros, a)
    }

    /// Wider, the sign comes in.
    pub fn sext(&mut self, a: Term, width: u8) -> Term {
        let old = self.width(a);
        if width == old {
            return a;
        }
        if let Some(v) = self.constant(a) {
            return self.number(signed(v, old) as u128, width);
        }
        let sign = self.sign(a);
        if let Some(0) = self.constant(sign) {
            return self.zext(a, width);
        }
        let (ones, zeros) = (self.number(u128::MAX, width - old), self.number(0, width - old));
        let high = self.ite(sign, ones, zeros);
        self.make(Node::Concat(high, a), width)
    }
}
