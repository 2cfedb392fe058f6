//! A map whose changes can be taken back, for searches that return to earlier moments of a trace.
//!
//! Before an entry is changed its old value is noted, once a journal is kept; going back puts the noted
//! values in again, last first. Cost: a copy of an entry for each change, and the same to take it back.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::RangeInclusive;

use rustc_hash::FxHashMap;

/// What a journal keeps its entries in: in order where ranges are asked for, else by a hash.
pub(crate) trait Table<K, V>: Default {
    fn get(&self, key: &K) -> Option<&V>;
    fn get_mut(&mut self, key: K) -> &mut V;
    fn put(&mut self, key: K, value: Option<V>);
    fn iter<'a>(&'a self) -> impl Iterator<Item = (&'a K, &'a V)>
    where
        K: 'a,
        V: 'a;
}

impl<K: Ord, V: Default> Table<K, V> for BTreeMap<K, V> {
    fn get(&self, key: &K) -> Option<&V> {
        BTreeMap::get(self, key)
    }

    fn get_mut(&mut self, key: K) -> &mut V {
        self.entry(key).or_default()
    }

    fn put(&mut self, key: K, value: Option<V>) {
        match value {
            Some(value) => self.insert(key, value),
            None => self.remove(&key),
        };
    }

    fn iter<'a>(&'a self) -> impl Iterator<Item = (&'a K, &'a V)>
    where
        K: 'a,
        V: 'a,
    {
        BTreeMap::iter(self)
    }
}

impl<K: Hash + Eq, V: Default> Table<K, V> for FxHashMap<K, V> {
    #[inline]
    fn get(&self, key: &K) -> Option<&V> {
        self.get(key)
    }

    #[inline]
    fn get_mut(&mut self, key: K) -> &mut V {
        self.entry(key).or_default()
    }

    fn put(&mut self, key: K, value: Option<V>) {
        match value {
            Some(value) => self.insert(key, value),
            None => self.remove(&key),
        };
    }

    fn iter<'a>(&'a self) -> impl Iterator<Item = (&'a K, &'a V)>
    where
        K: 'a,
        V: 'a,
    {
        self.iter()
    }
}

/// A map with a journal.
#[derive(Clone, Debug)]
pub(crate) struct Journal<K, V, T = FxHashMap<K, V>> {
    map: T,
    /// Entries before their changes; nothing was there if there is no value.
    changes: Option<Vec<(K, Option<V>)>>,
}

/// One whose entries are in order.
pub(crate) type OrderedJournal<K, V> = Journal<K, V, BTreeMap<K, V>>;

impl<K, V, T: Default> Default for Journal<K, V, T> {
    fn default() -> Self {
        Journal {
            map: T::default(),
            changes: None,
        }
    }
}

impl<K: Ord + Copy, V: Default> OrderedJournal<K, V> {
    /// The entries with these keys.
    pub fn range(&self, keys: RangeInclusive<K>) -> impl Iterator<Item = (&K, &V)> {
        self.map.range(keys)
    }

    /// Leaves out all entries but these, for good: no journal may be kept.
    pub fn retain(&mut self, mut keep: impl FnMut(&K) -> bool) {
        self.map.retain(|key, _| keep(key));
    }
}

impl<K: Copy, V: Clone + Default, T: Table<K, V>> Journal<K, V, T> {
    /// Notes changes from now on.
    pub fn keep(&mut self) {
        self.changes.get_or_insert_default();
    }

    #[inline]
    pub fn get(&self, key: K) -> Option<&V> {
        Table::get(&self.map, &key)
    }

    /// The value of a key, to be changed; a new one if there was none.
    pub fn change(&mut self, key: K) -> &mut V {
        match &mut self.changes {
            None => self.map.get_mut(key),
            Some(changes) => {
                let value = Table::get(&self.map, &key);
                changes.push((key, value.cloned()));
                self.map.get_mut(key)
            }
        }
    }

    /// All entries.
    pub fn entries<'a>(&'a self) -> impl Iterator<Item = (&'a K, &'a V)>
    where
        K: 'a,
        V: 'a,
    {
        Table::iter(&self.map)
    }

    /// Whether changes are noted.
    pub fn is_kept(&self) -> bool {
        self.changes.is_some()
    }

    /// How many changes were noted.
    pub fn moment(&self) -> u32 {
        self.changes.as_ref().map_or(0, |changes| changes.len() as u32)
    }

    /// Goes back to when there were that many.
    pub fn undo(&mut self, moment: u32) {
        let Some(changes) = &mut self.changes else { return };
        while changes.len() > moment as usize
            && let Some((key, value)) = changes.pop()
        {
            self.map.put(key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_back_to_a_moment() {
        let mut map: Journal<u32, u32> = Journal::default();
        *map.change(1) = 7;
        map.keep();
        let first = map.moment();
        *map.change(1) += 1;
        let second = map.moment();
        *map.change(2) = 5;
        *map.change(1) = 0;
        map.undo(second);
        assert_eq!((map.get(1), map.get(2)), (Some(&8), None));
        map.undo(first);
        assert_eq!((map.get(1), map.get(2)), (Some(&7), None));
    }
}
