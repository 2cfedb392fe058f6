//! A map whose changes can be taken back, for searches that return to earlier moments of a trace.
//!
//! Before an entry is changed its old value is noted, once a journal is kept; going back puts the noted
//! values in again, last first. Cost: a copy of an entry for each change, and the same to take it back.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A map with a journal.
#[derive(Clone, Debug)]
pub(crate) struct Journal<K, V> {
    map: BTreeMap<K, V>,
    /// Entries before their changes; nothing was there if there is no value.
    changes: Option<Vec<(K, Option<V>)>>,
}

impl<K, V> Default for Journal<K, V> {
    fn default() -> Self {
        Journal {
            map: BTreeMap::new(),
            changes: None,
        }
    }
}

impl<K: Ord + Copy, V: Clone + Default> Journal<K, V> {
    /// Notes changes from now on.
    pub fn keep(&mut self) {
        self.changes.get_or_insert_default();
    }

    pub fn get(&self, key: K) -> Option<&V> {
        self.map.get(&key)
    }

    /// The entries with these keys.
    pub fn range(&self, keys: RangeInclusive<K>) -> impl Iterator<Item = (&K, &V)> {
        self.map.range(keys)
    }

    /// The value of a key, to be changed; a new one if there was none.
    pub fn change(&mut self, key: K) -> &mut V {
        match &mut self.changes {
            None => self.map.entry(key).or_default(),
            Some(changes) => {
                let value = self.map.get(&key);
                changes.push((key, value.cloned()));
                self.map.entry(key).or_default()
            }
        }
    }

    /// All entries.
    pub fn entries(&self) -> impl Iterator<Item = (&K, &V)> {
        self.map.iter()
    }

    /// Whether changes are noted.
    pub fn is_kept(&self) -> bool {
        self.changes.is_some()
    }

    /// Leaves out all entries but these, for good: no journal may be kept.
    pub fn retain(&mut self, mut keep: impl FnMut(&K) -> bool) {
        self.map.retain(|key, _| keep(key));
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
            match value {
                Some(value) => self.map.insert(key, value),
                None => self.map.remove(&key),
            };
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
