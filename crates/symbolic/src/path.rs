//! A path of a thread: what is known on the way, and how two of them become one.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::term::{Term, Terms};

/// Memory that only this thread can reach (all memory while there is no other thread): bytes that have been written.
pub(crate) type Bytes = Rc<BTreeMap<(u32, u32), Term>>;

/// What is known on a path, apart from registers.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub guard: Term,
    pub memory: Bytes,
    /// Whether no other thread has been created.
    pub alone: bool,
    /// The statement that began the atomic block at hand, and the depth.
    pub block: Option<(usize, u32)>,
}

/// A path in a function.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub path: Path,
    pub registers: Rc<Vec<Term>>,
    /// The address of each slot's object, 0 if there is none.
    pub slots: Rc<Vec<Term>>,
}

/// The condition that tells path `a` from path `b`.
fn choice(terms: &Terms, a: Term, b: Term) -> Term {
    terms.branch(a, b).map_or(a, |(_, mine)| mine)
}

fn merge_words(terms: &mut Terms, c: Term, a: &Rc<Vec<Term>>, b: &Rc<Vec<Term>>) -> Rc<Vec<Term>> {
    if Rc::ptr_eq(a, b) {
        return Rc::clone(a);
    }
    let merged = a.iter().zip(b.iter()).map(|(&x, &y)| terms.ite(c, x, y));
    Rc::new(merged.collect())
}

/// Both paths as one. `initial` gives the bytes that a path has not written.
pub(crate) fn merge_paths(
    terms: &mut Terms,
    a: &Path,
    b: &Path,
    initial: &mut dyn FnMut(&mut Terms, (u32, u32)) -> Term,
) -> Path {
    let c = choice(terms, a.guard, b.guard);
    let memory = if Rc::ptr_eq(&a.memory, &b.memory) {
        Rc::clone(&a.memory)
    } else {
        let mut memory = BTreeMap::new();
        let keys = a.memory.keys().chain(b.memory.keys());
        for &key in keys {
            if memory.contains_key(&key) {
                continue;
            }
            let mut get = |terms: &mut Terms, m: &Bytes| match m.get(&key) {
                Some(&t) => t,
                None => initial(terms, key),
            };
            let (x, y) = (get(terms, &a.memory), get(terms, &b.memory));
            let byte = terms.ite(c, x, y);
            memory.insert(key, byte);
        }
        Rc::new(memory)
    };
    Path {
        guard: terms.or(a.guard, b.guard),
        memory,
        alone: a.alone && b.alone,
        block: a.block.or(b.block),
    }
}

/// Both paths in a function as one.
pub(crate) fn merge(
    terms: &mut Terms,
    a: &Local,
    b: &Local,
    initial: &mut dyn FnMut(&mut Terms, (u32, u32)) -> Term,
) -> Local {
    let c = choice(terms, a.path.guard, b.path.guard);
    Local {
        path: merge_paths(terms, &a.path, &b.path, initial),
        registers: merge_words(terms, c, &a.registers, &b.registers),
        slots: merge_words(terms, c, &a.slots, &b.slots),
    }
}
