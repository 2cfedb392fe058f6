//! A path of a thread: what is known on the way, and how two of them become one.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::term::{Term, Terms};

/// Memory that only this thread can reach (all memory while there is no other thread): bytes that have been
/// written.
pub(crate) type Bytes = Rc<BTreeMap<(u32, u32), Term>>;

/// Gives the bytes that a path has not written, and when they may be anything.
pub(crate) type Initial<'a> = dyn FnMut(&mut Terms, (u32, u32)) -> (Term, Term) + 'a;

/// What is known on a path, apart from registers.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    pub guard: Term,
    pub memory: Bytes,
    /// When bytes among them have not been written on the way that was taken.
    pub unset: Bytes,
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

/// Both paths as one.
pub(crate) fn merge_paths(terms: &mut Terms, a: &Path, b: &Path, initial: &mut Initial<'_>) -> Path {
    let c = choice(terms, a.guard, b.guard);
    let no = terms.bool(false);
    let mut unset = BTreeMap::new();
    for &key in a.unset.keys().chain(b.unset.keys()) {
        let mut get = |path: &Path| match (path.unset.get(&key), path.memory.contains_key(&key)) {
            (Some(&unset), _) => unset,
            (None, true) => no,
            (None, false) => initial(terms, key).1,
        };
        let (x, y) = (get(a), get(b));
        let byte = terms.ite(c, x, y);
        unset.insert(key, byte);
    }
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
                Some(&t) => (t, no),
                None => initial(terms, key),
            };
            let (x, y) = (get(terms, &a.memory), get(terms, &b.memory));
            let byte = terms.ite(c, x.0, y.0);
            memory.insert(key, byte);
            unset.entry(key).or_insert_with(|| terms.ite(c, x.1, y.1));
        }
        Rc::new(memory)
    };
    unset.retain(|_, byte| !terms.is_false(*byte));
    Path {
        guard: terms.or(a.guard, b.guard),
        memory,
        unset: Rc::new(unset),
        alone: a.alone && b.alone,
        block: a.block.or(b.block),
    }
}

/// Both paths in a function as one.
pub(crate) fn merge(terms: &mut Terms, a: &Local, b: &Local, initial: &mut Initial<'_>) -> Local {
    let c = choice(terms, a.path.guard, b.path.guard);
    Local {
        path: merge_paths(terms, &a.path, &b.path, initial),
        registers: merge_words(terms, c, &a.registers, &b.registers),
        slots: merge_words(terms, c, &a.slots, &b.slots),
    }
}
