//! Happens-before by locksets (Elmas, Qadeer, Tasiran 2006, figures 4 and 8).
//!
//! The lockset of an access is the set of those who know of it: the paper's locks and thread identifiers,
//! here [`Holder`]s. A thread is in it exactly if the access happens before the thread's next event (Theorem
//! 1). An access starts with its own thread; after that synchronisation makes the set grow. A later access by
//! a thread that is not in the set is a race.
//!
//! The rules. In the paper a lock enters the set when a thread that is in it acquires the lock (rule 3), and
//! a thread when it acquires a lock that is in it. Here an operation is a list of [`Edge`]s, and knowledge is
//! handed over by each of them:
//!
//! - `Release(c)`: if the thread is in the set, the channel enters it. A lock enters at its release rather
//!   than at its acquisition; in between only its owner could ask, and the owner is in the set itself. A
//!   channel never leaves the set: knowledge is left in addition to what is there.
//! - `Acquire(c)`: if the channel is in the set, the thread enters it (rule 3).
//! - `Fork(u)`: if the thread is in the set, so is the child (rule 5). `Join(u)`: if the child is, so is the
//!   thread (rule 6).
//!
//! Everything else the machine has is made of these: mutexes and spin locks have one channel; a read-write
//! lock has one for writers and one for readers, so readers hand nothing to each other; a barrier has one for
//! each of two rounds; posts of a semaphore, signals of a condition variable and the end of a one-time
//! initialiser are releases, what they let go on acquires. Atomic operations hand over by their order:
//!
//! - a store or read-modify-write that releases puts the *head* of its release sequence, (location, thread),
//!   into the sets that its thread is in; a plain store of another thread ends the sequence and takes the
//!   head out of every set;
//! - a load that acquires enters the sets that some head of the location is in; a relaxed one is only
//!   *pending* there;
//! - a release fence lets later relaxed stores put their head into the sets that the thread is in at the
//!   fence; an acquire fence makes pending threads members.
//!
//! So each rule is the one of [`HappensBefore`](crate::HappensBefore) with "is in the set" for "knows the
//! epoch", for one access at a time; the two are compared along random executions.
//!
//! Sets are kept in a table (section 7): accesses hold the index of a row, equal rows are one, and an
//! operation changes the rows. Cost: O(rows) for an edge, O(1) for an access.

use crate::{Channel, Edge, Strength, ThreadId};
use rustc_hash::FxHashMap;

/// Somebody who may know of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Holder {
    /// A thread.
    Thread(ThreadId),
    /// What was left in a channel.
    Channel(Channel),
    /// The release sequence of a location that this thread's store heads.
    Head(u64, ThreadId),
    /// What a release fence of the thread covers.
    Fence(ThreadId),
    /// What an acquire fence of the thread would pick up.
    Pending(ThreadId),
}

/// A set of holders, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lockset {
    low: u64,
    /// There are seldom more than 64 holders. Ends with a word that is not zero.
    high: Option<Box<[u64]>>,
}

impl Lockset {
    fn high(&self) -> &[u64] {
        self.high.as_ref().map_or(&[], |high| high)
    }

    #[inline]
    fn contains(&self, bit: u32) -> bool {
        match bit / 64 {
            0 => self.low >> bit & 1 != 0,
            n => self
                .high()
                .get(n as usize - 1)
                .is_some_and(|w| w >> (bit % 64) & 1 != 0),
        }
    }

    fn insert(&mut self, bit: u32) {
        match bit / 64 {
            0 => self.low |= 1 << bit,
            n => {
                let n = n as usize;
                let mut high = self.high().to_vec();
                if high.len() < n {
                    high.resize(n, 0);
                }
                high[n - 1] |= 1 << (bit % 64);
                self.high = without_zeros(high);
            }
        }
    }

    fn remove(&mut self, bit: u32) {
        match bit / 64 {
            0 => self.low &= !(1 << bit),
            n => {
                let mut high = self.high().to_vec();
                if let Some(w) = high.get_mut(n as usize - 1) {
                    *w &= !(1 << (bit % 64));
                }
                self.high = without_zeros(high);
            }
        }
    }

    /// Adds the holders of another set.
    fn add(&mut self, other: &Lockset) {
        self.low |= other.low;
        if let Some(more) = &other.high {
            let mut high = self.high().to_vec();
            if high.len() < more.len() {
                high.resize(more.len(), 0);
            }
            high.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
            self.high = without_zeros(high);
        }
    }

    /// The numbers of its holders.
    fn iter(&self) -> impl Iterator<Item = u32> {
        let words = std::iter::once(self.low).chain(self.high().iter().copied());
        (0..).zip(words).flat_map(|(i, word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 != 0);
            bits.map(move |bit| i * 64 + bit)
        })
    }

    /// The set with other holders in the place of these.
    #[must_use]
    pub fn exchanged(&self, exchange: &Exchange) -> Lockset {
        let mut set = Lockset::default();
        for number in self.iter() {
            set.insert(exchange.0.get(number as usize).copied().unwrap_or(number));
        }
        set
    }

    /// Whether every holder of this set is in the other.
    #[inline]
    pub fn is_within(&self, other: &Lockset) -> bool {
        self.low & !other.low == 0
            && self
                .high()
                .iter()
                .enumerate()
                .all(|(i, w)| w & !other.high().get(i).copied().unwrap_or(0) == 0)
    }

    /// The holders that are in both.
    pub fn common(&self, other: &Lockset) -> Lockset {
        let high = self.high().iter().zip(other.high());
        Lockset {
            low: self.low & other.low,
            high: without_zeros(high.map(|(a, b)| a & b).collect()),
        }
    }
}

/// These words but for zeros at the end.
fn without_zeros(mut words: Vec<u64>) -> Option<Box<[u64]>> {
    while words.last() == Some(&0) {
        words.pop();
    }
    (!words.is_empty()).then(|| words.into_boxed_slice())
}

/// Threads that can do nothing before they have acquired a channel. They are as good as in a set that the
/// channel is in: a channel never leaves a set, so they will be in it before they do anything.
#[derive(Clone, Debug, Default)]
pub struct Heirs(Vec<(u32, Lockset)>);

impl Heirs {
    /// There are none.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// A set with its heirs, unless it has all of them.
    #[inline]
    pub fn complete(&self, set: &Lockset) -> Option<Lockset> {
        let missing =
            |(channel, threads): &&(u32, Lockset)| set.contains(*channel) && !threads.is_within(set);
        let mut missing = self.0.iter().filter(missing).peekable();
        missing.peek()?;
        let mut complete = set.clone();
        missing.for_each(|(_, threads)| complete.add(threads));
        Some(complete)
    }
}

/// Which holders take the places of others, by their numbers.
#[derive(Clone, Debug)]
pub struct Exchange(Vec<u32>);

/// A lockset in a [`LocksetTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Row(u32);

/// All locksets of an execution, each stored once.
#[derive(Clone, Debug, Default)]
pub struct LocksetTable {
    /// Numbers of holders. They stay when changes are undone, so that sets of different executions can be
    /// compared.
    numbers: FxHashMap<Holder, u32>,
    /// The holders by their numbers.
    holders: Vec<Holder>,
    /// Those of threads once more: they are asked for most often.
    threads: Vec<Option<u32>>,
    /// The numbers of the heads of each location.
    heads: FxHashMap<u64, Vec<(ThreadId, u32)>>,
    rows: Vec<Lockset>,
    /// For a row that became equal to another one: that one, else itself.
    same: Vec<u32>,
    /// Rows that are not the same as another.
    distinct: Vec<u32>,
    journal: Vec<Change>,
}

/// What a change replaced.
#[derive(Clone, Debug)]
enum Change {
    Added,
    Row(u32, Lockset),
    /// A row became the same as another; it was at this place of the distinct ones.
    Merged(u32, u32),
}

impl LocksetTable {
    fn number(&mut self, holder: Holder) -> u32 {
        if let Holder::Thread(t) = holder {
            let i = t.0 as usize;
            if let Some(&Some(number)) = self.threads.get(i) {
                return number;
            }
            if self.threads.len() <= i {
                self.threads.resize(i + 1, None);
            }
            let number = self.new_number(holder);
            self.threads[i] = Some(number);
            return number;
        }
        self.new_number(holder)
    }

    fn new_number(&mut self, holder: Holder) -> u32 {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(holder).or_insert(next);
        if number == next {
            self.holders.push(holder);
            if let Holder::Head(location, t) = holder {
                self.heads.entry(location).or_default().push((t, number));
            }
        }
        number
    }

    /// The row of an access by a thread: only the thread knows of it (rule 2).
    pub fn access(&mut self, t: ThreadId) -> Row {
        let mut set = Lockset::default();
        set.insert(self.number(Holder::Thread(t)));
        self.row(set)
    }

    /// The row of a set.
    pub fn row(&mut self, set: Lockset) -> Row {
        let known = self.distinct.iter().find(|&&r| self.rows[r as usize] == set);
        if let Some(&r) = known {
            return Row(r);
        }
        let r = self.rows.len() as u32;
        self.rows.push(set);
        self.same.push(r);
        self.distinct.push(r);
        self.journal.push(Change::Added);
        Row(r)
    }

    /// The set of a row.
    #[inline]
    pub fn set(&self, row: Row) -> &Lockset {
        let mut r = row.0;
        while self.same[r as usize] != r {
            r = self.same[r as usize];
        }
        &self.rows[r as usize]
    }

    /// Whether the access with this row happens before the next event of a thread.
    #[inline]
    pub fn knows(&self, t: ThreadId, row: Row) -> bool {
        self.has(self.set(row), t)
    }

    /// Whether a thread is in a set.
    #[inline]
    pub fn has(&self, set: &Lockset, t: ThreadId) -> bool {
        let number = self.threads.get(t.0 as usize).copied().flatten();
        number.is_some_and(|n| set.contains(n))
    }

    /// What gives each holder that there is the place of another one.
    pub fn exchange(&mut self, place: impl Fn(Holder) -> Holder) -> Exchange {
        let holders = self.holders.clone();
        Exchange(holders.into_iter().map(|h| self.number(place(h))).collect())
    }

    /// The thread can do nothing before it has acquired the channel.
    pub fn add_heir(&mut self, heirs: &mut Heirs, t: ThreadId, channel: Channel) {
        let Some(&channel) = self.numbers.get(&Holder::Channel(channel)) else {
            // Nothing was left there.
            return;
        };
        let t = self.number(Holder::Thread(t));
        let known = heirs.0.iter_mut().find(|(c, _)| *c == channel);
        match known {
            Some((_, threads)) => threads.insert(t),
            None => {
                let mut threads = Lockset::default();
                threads.insert(t);
                heirs.0.push((channel, threads));
            }
        }
    }

    /// The moment to go back to with [`LocksetTable::undo`].
    pub fn moment(&self) -> usize {
        self.journal.len()
    }

    /// Goes back to a moment.
    pub fn undo(&mut self, moment: usize) {
        while self.journal.len() > moment {
            match self.journal.pop() {
                Some(Change::Added) => {
                    let r = self.rows.len() as u32 - 1;
                    self.rows.pop();
                    self.same.pop();
                    self.distinct.retain(|&d| d != r);
                }
                Some(Change::Row(r, old)) => self.rows[r as usize] = old,
                Some(Change::Merged(r, place)) => {
                    self.same[r as usize] = r;
                    self.distinct.insert(place as usize, r);
                }
                None => {}
            }
        }
    }

    /// Changes the rows that are to be changed and merges those that become equal.
    fn change(&mut self, affects: impl Fn(&Lockset) -> bool, change: impl Fn(&mut Lockset)) {
        let mut changed = false;
        for &r in &self.distinct {
            let row = &mut self.rows[r as usize];
            if affects(row) {
                self.journal.push(Change::Row(r, row.clone()));
                change(row);
                changed = true;
            }
        }
        if !changed {
            return;
        }
        let mut i = 0;
        while i < self.distinct.len() {
            let r = self.distinct[i];
            let first = self.distinct[..i]
                .iter()
                .find(|&&d| self.rows[d as usize] == self.rows[r as usize]);
            match first {
                Some(&d) => {
                    self.same[r as usize] = d;
                    self.distinct.remove(i);
                    self.journal.push(Change::Merged(r, i as u32));
                }
                None => i += 1,
            }
        }
    }

    /// Whoever `from` knows of, `to` knows of too.
    fn hand(&mut self, from: Holder, to: Holder) {
        let (from, to) = (self.number(from), self.number(to));
        self.change(
            |set| set.contains(from) && !set.contains(to),
            |set| set.insert(to),
        );
    }

    /// Nobody of these knows of anything any more.
    fn forget(&mut self, holders: &[u32]) {
        self.change(
            |set| holders.iter().any(|&number| set.contains(number)),
            |set| holders.iter().for_each(|&number| set.remove(number)),
        );
    }

    /// Thread `t` does `edge`.
    pub fn apply(&mut self, t: ThreadId, edge: Edge) {
        let me = Holder::Thread(t);
        match edge {
            Edge::Acquire(channel) => self.hand(Holder::Channel(channel), me),
            Edge::Release(channel) => self.hand(me, Holder::Channel(channel)),
            Edge::Fork(child) => self.hand(me, Holder::Thread(child)),
            Edge::Join(child) => self.hand(Holder::Thread(child), me),
            Edge::AtomicLoad(location, strength) => {
                let to = if strength.acquire { me } else { Holder::Pending(t) };
                for (head, _) in self.heads.get(&location).cloned().unwrap_or_default() {
                    self.hand(Holder::Head(location, head), to);
                }
            }
            Edge::AtomicStore(location, strength) => {
                let heads = self.heads.get(&location).map_or(&[][..], Vec::as_slice);
                let others = heads.iter().filter(|(head, _)| *head != t);
                let others: Vec<u32> = others.map(|&(_, number)| number).collect();
                self.forget(&others);
                self.publish(t, location, strength);
            }
            Edge::AtomicUpdate(location, strength) => self.publish(t, location, strength),
            Edge::Fence(strength) => {
                if strength.acquire {
                    self.hand(Holder::Pending(t), me);
                    let pending = self.number(Holder::Pending(t));
                    self.forget(&[pending]);
                }
                if strength.release {
                    self.hand(me, Holder::Fence(t));
                }
            }
        }
    }

    fn publish(&mut self, t: ThreadId, location: u64, strength: Strength) {
        let from = if strength.release {
            Holder::Thread(t)
        } else {
            Holder::Fence(t)
        };
        self.hand(from, Holder::Head(location, t));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T1: ThreadId = ThreadId(1);
    const T2: ThreadId = ThreadId(2);
    const T3: ThreadId = ThreadId(3);
    const T4: ThreadId = ThreadId(4);

    fn lock(key: u64) -> Channel {
        Channel { key, lane: 0 }
    }

    /// Section 2.1 of the paper: the output of a task passes from its creator through the queue to whoever
    /// performs it, to the threads of the subtasks and back.
    #[test]
    fn the_task_queue() {
        let (queue, task) = (lock(1), lock(2));
        let mut table = LocksetTable::default();
        let created = table.access(T1);
        table.apply(T1, Edge::Acquire(queue));
        table.apply(T1, Edge::Release(queue));
        assert!(!table.knows(T2, created));
        table.apply(T2, Edge::Acquire(queue));
        table.apply(T2, Edge::Release(queue));
        assert!(table.knows(T2, created));
        table.apply(T2, Edge::Fork(T3));
        table.apply(T2, Edge::Fork(T4));
        table.apply(T3, Edge::Acquire(task));
        assert!(table.knows(T3, created) && table.knows(T4, created));
        let first = table.access(T3);
        table.apply(T3, Edge::Release(task));
        assert!(!table.knows(T4, first));
        table.apply(T4, Edge::Acquire(task));
        assert!(table.knows(T4, first));
        let second = table.access(T4);
        table.apply(T4, Edge::Release(task));
        table.apply(T2, Edge::Join(T3));
        assert!(!table.knows(T2, second));
        table.apply(T2, Edge::Join(T4));
        assert!(table.knows(T2, second));
    }

    #[test]
    fn heirs_are_as_good_as_in_the_set() {
        let (a, b) = (lock(1), lock(2));
        let mut table = LocksetTable::default();
        let row = table.access(T1);
        let mut heirs = Heirs::default();
        // Nothing was left in the channel.
        table.add_heir(&mut heirs, T2, a);
        assert_eq!(heirs.complete(table.set(row)), None);
        table.apply(T1, Edge::Release(a));
        table.add_heir(&mut heirs, T2, a);
        table.add_heir(&mut heirs, T3, b);
        let complete = heirs.complete(table.set(row)).unwrap();
        assert!(table.has(&complete, T1) && table.has(&complete, T2) && !table.has(&complete, T3));
        assert!(table.set(row).is_within(&complete) && !complete.is_within(table.set(row)));
        table.apply(T2, Edge::Acquire(a));
        assert_eq!(*table.set(row), complete);
        assert_eq!(heirs.complete(table.set(row)), None);
    }

    /// The toy example of section 2: the lock that protects a variable changes over time.
    #[test]
    fn three_locks_in_turn() {
        let mut table = LocksetTable::default();
        let mut last = None;
        for (t, a, b) in [(T1, 1, 2), (T2, 2, 3), (T3, 1, 3)] {
            table.apply(t, Edge::Acquire(lock(a)));
            table.apply(t, Edge::Acquire(lock(b)));
            if let Some(row) = last {
                assert!(table.knows(t, row));
            }
            last = Some(table.access(t));
            table.apply(t, Edge::Release(lock(a)));
            table.apply(t, Edge::Release(lock(b)));
        }
    }

    /// The container example of section 2: a lock comes to protect what its owner never accessed.
    #[test]
    fn swapped_boxes() {
        let (a, b) = (lock(1), lock(2));
        let mut table = LocksetTable::default();
        table.apply(T1, Edge::Acquire(a));
        let row = table.access(T1);
        table.apply(T1, Edge::Release(a));
        for m in [a, b] {
            table.apply(T2, Edge::Acquire(m));
        }
        for m in [a, b] {
            table.apply(T2, Edge::Release(m));
        }
        assert!(!table.knows(T3, row));
        table.apply(T3, Edge::Acquire(b));
        assert!(table.knows(T3, row));
    }

    #[test]
    fn equal_rows_are_one_and_a_journal_leads_back() {
        let m = lock(1);
        let mut table = LocksetTable::default();
        let first = table.access(T1);
        table.apply(T1, Edge::Release(m));
        let second = table.access(T1);
        assert_ne!(table.set(first), table.set(second));
        let moment = table.moment();
        table.apply(T1, Edge::Release(m));
        assert_eq!(table.set(first), table.set(second));
        assert_eq!(table.distinct.len(), 1);
        let third = table.access(T2);
        assert!(table.knows(T2, third));
        table.undo(moment);
        assert_eq!((table.distinct.len(), table.rows.len()), (2, 2));
        assert_ne!(table.set(first), table.set(second));
    }
}
