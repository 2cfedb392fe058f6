//! From a name to its row, by a hash table that the compiler fills: a look-up is one hash and about one
//! comparison, and nothing is built at start-up.

use crate::row::Row;
use crate::table::TABLES;

/// Places in the table, several times as many as there are names.
const PLACES: usize = 8192;
/// A place that no name has.
const FREE: (u8, u8) = (u8::MAX, u8::MAX);

/// By hash, the table and the row in it. A name whose place is taken has the next one that is free.
static INDEX: [(u8, u8); PLACES] = fill();

/// FNV-1a, folded to a place.
const fn place(name: &[u8]) -> usize {
    let mut hash: u32 = 0x811c_9dc5;
    let mut i = 0;
    while i < name.len() {
        hash = (hash ^ name[i] as u32).wrapping_mul(0x0100_0193);
        i += 1;
    }
    (hash ^ hash >> 16) as usize % PLACES
}

const fn enter(index: &mut [(u8, u8); PLACES], name: &str, row: (u8, u8)) {
    let mut at = place(name.as_bytes());
    while index[at].0 != FREE.0 {
        at = (at + 1) % PLACES;
    }
    index[at] = row;
}

const fn fill() -> [(u8, u8); PLACES] {
    let mut index = [FREE; PLACES];
    let mut t = 0;
    while t < TABLES.len() {
        let rows = TABLES[t].rows;
        assert!(rows.len() < FREE.1 as usize, "a table is too long");
        let mut r = 0;
        while r < rows.len() {
            enter(&mut index, rows[r].name, (t as u8, r as u8));
            let mut a = 0;
            while a < rows[r].aliases.len() {
                enter(&mut index, rows[r].aliases[a], (t as u8, r as u8));
                a += 1;
            }
            r += 1;
        }
        t += 1;
    }
    index
}

/// The row of a function of exactly this name, with its header.
pub(crate) fn find(name: &str) -> Option<(&'static Row, &'static str)> {
    let mut at = place(name.as_bytes());
    loop {
        let (t, r) = INDEX[at];
        let table = TABLES.get(usize::from(t))?;
        let row = &table.rows[usize::from(r)];
        if row.name == name || row.aliases.contains(&name) {
            return Some((row, table.header));
        }
        at = (at + 1) % PLACES;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_name_is_found_and_has_one_row() {
        let mut names = BTreeSet::new();
        for row in TABLES.iter().flat_map(|table| table.rows) {
            for name in std::iter::once(&row.name).chain(row.aliases) {
                assert!(names.insert(*name), "`{name}` has two rows");
                let found = find(name).map(|(found, _)| found.name);
                assert_eq!(found, Some(row.name), "`{name}`");
            }
        }
        assert!(names.len() * 3 < PLACES, "the table is too full");
        assert_eq!(find("no_such_function"), None);
        assert_eq!(find(""), None);
    }
}
