//! Values of terms, and what is known of them without.

use rustc_hash::FxHashMap;

use super::{Node, Term, Terms, mask, signed};

impl Terms {
    /// How many low bits are surely zero.
    pub fn trailing_zeros(&self, t: Term) -> u32 {
        u32::from(self.zeros[t.0 as usize])
    }

    /// The same of a node in the making. It is kept, because terms share parts of parts.
    pub(super) fn low_zeros(&self, node: Node, width: u8) -> u8 {
        let of = |t: Term| self.zeros[t.0 as usize];
        match node {
            Node::Const(0) => width,
            Node::Const(v) => v.trailing_zeros() as u8,
            Node::Add(a, b) | Node::Xor(a, b) | Node::Ite(_, a, b) => of(a).min(of(b)),
            Node::And(a, b) => of(a).max(of(b)),
            Node::Mul(a, b) => of(a).saturating_add(of(b)).min(width),
            Node::Concat(high, low) => match self.width(low) {
                all if of(low) == all => all + of(high),
                _ => of(low),
            },
            Node::Extract(a, from) => of(a).saturating_sub(from).min(width),
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
