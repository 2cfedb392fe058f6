//! Locks held at an access, with what was locked since each was taken.
//!
//! Two threads can be at two accesses at the same time, each having run on its own, exactly if they hold no
//! common lock and it is not the case that each took a lock of the other while holding one of its own
//! (Kahlon, Ivančić, Gupta 2005, for nested locks): *acquisition histories*.

use raceproof_engine::condition;
use rustc_hash::FxHashMap;

/// A lock by its address.
pub type Lock = u64;

/// Index into [`Contexts`]. 0 is "no lock".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ContextId(pub u32);

/// Locks held, in the order in which they were taken, each with the locks taken since (released ones too),
/// sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Context {
    held: Vec<(Lock, Vec<Lock>)>,
}

impl Context {
    /// Whether no lock is held.
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Takes a lock (again, if it is recursive).
    pub fn take(&mut self, lock: Lock) {
        for (_, since) in &mut self.held {
            if let Err(at) = since.binary_search(&lock) {
                since.insert(at, lock);
            }
        }
        self.held.push((lock, Vec::new()));
    }

    /// What was taken after the first so many locks that are held.
    pub fn after(&self, count: usize) -> Context {
        let held = self.held.get(count..).unwrap_or_default().to_vec();
        Context { held }
    }

    /// Gives a lock back; false if it was not the one taken last, which the theory does not cover.
    pub fn give(&mut self, lock: Lock) -> bool {
        if self.held.last().is_some_and(|(l, _)| *l == lock) {
            self.held.pop();
            return true;
        }
        self.held.retain(|(l, _)| *l != lock);
        false
    }

    /// The locks held.
    pub fn held(&self) -> impl Iterator<Item = Lock> + '_ {
        self.held.iter().map(|(l, _)| *l)
    }

    fn holds(&self, lock: Lock) -> bool {
        self.held.iter().any(|(l, _)| *l == lock)
    }

    /// Whether two threads can be in these contexts at the same time.
    fn compatible(&self, other: &Context) -> bool {
        if self.held.iter().any(|(l, _)| other.holds(*l)) {
            return false;
        }
        !self.held.iter().any(|(mine, since)| {
            other.held.iter().any(|(theirs, since_theirs)| {
                condition!("lock-contexts", "the first took theirs", since.contains(theirs))
                    && condition!(
                        "lock-contexts",
                        "the second took mine",
                        since_theirs.contains(mine)
                    )
            })
        })
    }
}

/// All contexts met, each once.
#[derive(Debug)]
pub struct Contexts {
    list: Vec<Context>,
    ids: FxHashMap<Context, ContextId>,
    compatible: FxHashMap<(ContextId, ContextId), bool>,
}

impl Default for Contexts {
    fn default() -> Contexts {
        let mut ids = FxHashMap::default();
        ids.insert(Context::default(), ContextId(0));
        Contexts {
            list: vec![Context::default()],
            ids,
            compatible: FxHashMap::default(),
        }
    }
}

impl Contexts {
    /// The name of a context.
    pub fn intern(&mut self, context: &Context) -> ContextId {
        if let Some(&id) = self.ids.get(context) {
            return id;
        }
        let id = ContextId(self.list.len() as u32);
        self.list.push(context.clone());
        self.ids.insert(context.clone(), id);
        id
    }

    /// Whether two threads can be in these contexts at the same time.
    pub fn compatible(&mut self, a: ContextId, b: ContextId) -> bool {
        if a.0 == 0 || b.0 == 0 {
            return true;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&answer) = self.compatible.get(&key) {
            return answer;
        }
        let answer = self.list[a.0 as usize].compatible(&self.list[b.0 as usize]);
        self.compatible.insert(key, answer);
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(steps: &[(char, Lock)]) -> Context {
        let mut c = Context::default();
        for &(what, lock) in steps {
            if what == '+' {
                c.take(lock);
            } else {
                assert!(c.give(lock));
            }
        }
        c
    }

    #[test]
    fn a_common_lock_excludes() {
        assert!(!context(&[('+', 1)]).compatible(&context(&[('+', 2), ('+', 1)])));
        assert!(context(&[('+', 1)]).compatible(&context(&[('+', 2)])));
    }

    #[test]
    fn opposite_acquisitions_exclude_though_no_lock_is_common() {
        let a = context(&[('+', 1), ('+', 2), ('-', 2)]);
        let b = context(&[('+', 2), ('+', 1), ('-', 1)]);
        assert!(!a.compatible(&b));
        assert!(a.compatible(&context(&[('+', 2)])));
    }
}
