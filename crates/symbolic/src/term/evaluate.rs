//! Values of terms, and what is known of them without.

use rustc_hash::FxHashMap;

use super::{Node, Term, Terms, mask, signed};

impl Terms {
    /// How many low bits are surely zero.
    pub fn trailing_zeros(&self, t: Term) -> u32 {
        let width = u32::from(self.width(t));
        match self.node(t) {
            Node::Const(0) => width,
            Node::Const(v) => v.trailing_zeros(),
            Node::Add(a, b) | Node::Xor(a, b) => self.trailing_zeros(a).min(self.trailing_zeros(b)),
            Node::And(a, b) => self.trailing_zeros(a).max(self.trailing_zeros(b)),
            Node::Mul(a, b) => (self.trailing_zeros(a) + self.trailing_zeros(b)).min(width),
            Node::Ite(_, a, b) => self.trailing_zeros(a).min(self.trailing_zeros(b)),
            Node::Concat(high, low) => {
                let (wl, zeros) = (u32::from(self.width(low)), self.trailing_zeros(low));
                if zeros < wl {
                    zeros
                } else {
                    wl + self.trailing_zeros(high)
                }
            }
            Node::Extract(a, from) => self.trailing_zeros(a).saturating_sub(u32::from(from)).min(width),
            _ => 0,
        }
    }

    /// The value of a term for given values of the variables. `known` keeps the values of the nodes met.
    pub fn evaluate(
        &self,
        t: Term,
        known: &mut FxHashMap<Term, u128>,
        variable: &mut dyn FnMut(Term) -> u128,
    ) -> u128 {
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let operands = self.operands(top);
            let missing: Vec<Term> = operands.into_iter().filter(|o| !known.contains_key(o)).collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let value = self.apply(top, known, variable);
            known.insert(top, value);
            stack.pop();
        }
        known.get(&t).copied().unwrap_or(0)
    }

    /// What a term is made of.
    pub(crate) fn operands(&self, t: Term) -> Vec<Term> {
        match self.node(t) {
            Node::Const(_) | Node::Var(_) => Vec::new(),
            Node::Not(a) | Node::Extract(a, _) => vec![a],
            Node::Ite(c, a, b) => vec![c, a, b],
            Node::And(a, b)
            | Node::Xor(a, b)
            | Node::Add(a, b)
            | Node::Mul(a, b)
            | Node::Div(a, b)
            | Node::Rem(a, b)
            | Node::Shl(a, b)
            | Node::Shr(a, b)
            | Node::Sar(a, b)
            | Node::Eq(a, b)
            | Node::Less(a, b)
            | Node::Concat(a, b) => vec![a, b],
        }
    }

    fn apply(&self, t: Term, known: &FxHashMap<Term, u128>, variable: &mut dyn FnMut(Term) -> u128) -> u128 {
        let width = self.width(t);
        let get = |t: Term| known.get(&t).copied().unwrap_or(0);
        let value = match self.node(t) {
            Node::Const(v) => v,
            Node::Var(_) => variable(t),
            Node::Not(a) => !get(a),
            Node::And(a, b) => get(a) & get(b),
            Node::Xor(a, b) => get(a) ^ get(b),
            Node::Add(a, b) => get(a).wrapping_add(get(b)),
            Node::Mul(a, b) => get(a).wrapping_mul(get(b)),
            Node::Div(a, b) => get(a).checked_div(get(b)).unwrap_or(u128::MAX),
            Node::Rem(a, b) => get(a).checked_rem(get(b)).unwrap_or(get(a)),
            Node::Shl(a, b) => get(a) << get(b),
            Node::Shr(a, b) => get(a) >> get(b),
            Node::Sar(a, b) => (signed(get(a), width) >> get(b)) as u128,
            Node::Eq(a, b) => u128::from(get(a) == get(b)),
            Node::Less(a, b) => u128::from(get(a) < get(b)),
            Node::Ite(c, a, b) => match get(c) {
                0 => get(b),
                _ => get(a),
            },
            Node::Extract(a, from) => get(a) >> from,
            Node::Concat(a, b) => get(a) << self.width(b) | get(b),
        };
        value & mask(width)
    }
}
