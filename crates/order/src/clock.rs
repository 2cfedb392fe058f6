//! Vector clocks and epochs.

/// Anything that runs concurrently with others. Numbered from 0, densely, in order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// The thread that runs `main`.
    pub const MAIN: ThreadId = ThreadId(0);
}

/// A moment of one thread: all it did up to its next release has the same epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Epoch {
    /// Whose.
    pub thread: ThreadId,
    /// Its own component of its clock; from 1.
    pub time: u32,
}

/// For each thread, the last of its epochs that is known. Absent components are 0, and no trailing
/// component is 0, so equal knowledge is equal data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct VectorClock(Vec<u32>);

impl VectorClock {
    /// The component of a thread.
    #[inline]
    pub fn get(&self, t: ThreadId) -> u32 {
        self.0.get(t.0 as usize).copied().unwrap_or(0)
    }

    /// Sets the component of a thread.
    pub fn set(&mut self, t: ThreadId, time: u32) {
        let i = t.0 as usize;
        if self.0.len() <= i {
            if time == 0 {
                return;
            }
            self.0.resize(i + 1, 0);
        }
        self.0[i] = time;
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    /// Knows what `other` knows, and nothing else.
    pub(crate) fn copy(&mut self, other: &VectorClock) {
        self.0.clone_from(&other.0);
    }

    /// Learns all that `other` knows.
    pub fn join(&mut self, other: &VectorClock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// Whether the moment is known: whoever has this clock is ordered after it.
    #[inline]
    pub fn knows(&self, e: Epoch) -> bool {
        e.time <= self.get(e.thread)
    }

    /// Whether everything known here is known there.
    pub fn is_within(&self, other: &VectorClock) -> bool {
        self.0
            .iter()
            .enumerate()
            .all(|(i, &time)| time <= other.get(ThreadId(i as u32)))
    }

    /// The components, without trailing zeros.
    pub fn components(&self) -> &[u32] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn join_is_the_least_upper_bound() {
        let mut a = VectorClock::default();
        a.set(ThreadId(0), 3);
        let mut b = VectorClock::default();
        b.set(ThreadId(2), 1);
        let mut c = a.clone();
        c.join(&b);
        assert!(a.is_within(&c) && b.is_within(&c) && !c.is_within(&a));
        assert_eq!(c.components(), &[3, 0, 1]);
    }

    #[test]
    fn equal_knowledge_is_equal_data() {
        let mut a = VectorClock::default();
        a.set(ThreadId(5), 1);
        a.set(ThreadId(5), 0);
        assert_eq!(a, VectorClock::default());
    }
}
