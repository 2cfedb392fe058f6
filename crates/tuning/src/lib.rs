//! Numbers that somebody chose: caps, shares of time, sizes from which on something else is tried.
//!
//! Each crate that has such numbers has one table of them, `limits.rs`, made by [`table!`]: name, default,
//! meaning. They are read where they are needed with [`Tuned::get`], which is one load. Those on hot paths,
//! that are better known to the compiler, and those that are the length of something stand in the same table
//! as [`Fixed`]. An experiment sets the others by name (`-Z portfolio.first_states=100`) before anything else
//! runs, so that nothing needs to be compiled anew.
//!
//! *Invariant:* no value of any of them makes a verdict wrong; a number that an argument for a verdict rests
//! on is a constant beside that argument.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A number that somebody chose.
#[derive(Debug)]
pub struct Tuned {
    name: &'static str,
    default: u64,
    meaning: &'static str,
    value: AtomicU64,
}

impl Tuned {
    /// A number of a table; see [`table!`].
    pub const fn new(name: &'static str, default: u64, meaning: &'static str) -> Tuned {
        Tuned {
            name,
            default,
            meaning,
            value: AtomicU64::new(default),
        }
    }

    /// The full name: `portfolio.first_states`.
    pub fn name(&self) -> String {
        self.name.to_lowercase()
    }

    /// How to set it, at the end of a message about it.
    pub fn option(&self) -> String {
        format!("raise -Z {}", self.name())
    }

    /// That there is more than it allows, and how to set it.
    pub fn more_than(&self, what: &str) -> String {
        format!("more than {} {what} ({})", self.get(), self.option())
    }

    /// What it is if nobody sets it.
    pub fn default(&self) -> u64 {
        self.default
    }

    /// What it is for.
    pub fn meaning(&self) -> &'static str {
        self.meaning.trim()
    }

    /// The number.
    #[inline]
    pub fn get(&self) -> u64 {
        self.value.load(Ordering::Relaxed)
    }

    /// The number as a size.
    #[inline]
    pub fn size(&self) -> usize {
        self.get() as usize
    }

    /// The number as a count of few things.
    #[inline]
    pub fn count(&self) -> u32 {
        self.get() as u32
    }

    /// The number as milliseconds.
    pub fn time(&self) -> Duration {
        Duration::from_millis(self.get())
    }

    /// Sets the number, for an experiment.
    pub fn set(&self, value: u64) {
        self.value.store(value, Ordering::Relaxed);
    }
}

/// A number that somebody chose and that only a compiler can change.
#[derive(Clone, Copy, Debug)]
pub struct Fixed {
    /// The full name.
    pub name: &'static str,
    /// The number.
    pub value: u64,
    /// What it is for.
    pub meaning: &'static str,
}

/// The numbers of a crate.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Those that can be set.
    pub tuned: &'static [&'static Tuned],
    /// Those that cannot.
    pub fixed: &'static [Fixed],
}

/// Sets a number by `table.name=value`.
///
/// # Errors
///
/// What is wrong with that.
pub fn set(tables: &[&Table], text: &str) -> Result<(), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is not of the form name=value"))?;
    let value = value
        .parse()
        .map_err(|_| format!("`{value}` is not a number that {name} could be"))?;
    let mut all = tables.iter().flat_map(|table| table.tuned);
    match all.find(|tuned| tuned.name() == name) {
        Some(tuned) => {
            tuned.set(value);
            Ok(())
        }
        None => Err(format!("there is no `{name}`; `-Z help` lists all")),
    }
}

/// All numbers of some tables, a line for each: name, value, meaning.
pub fn list(tables: &[&Table]) -> String {
    let mut lines = Vec::new();
    for table in tables {
        let tuned = table.tuned.iter();
        lines.extend(tuned.map(|tuned| format!("{} = {}: {}", tuned.name(), tuned.get(), tuned.meaning())));
        let fixed = table.fixed.iter();
        lines.extend(fixed.map(|fixed| {
            let name = fixed.name.to_lowercase();
            format!("{name} = {} (fixed): {}", fixed.value, fixed.meaning.trim())
        }));
    }
    lines.join("\n") + "\n"
}

/// Declares the table of a crate: `table! { "name of the crate": /// Meaning. NAME = default; … }`, and after
/// these perhaps `fixed: /// Meaning. NAME: type = value; …`.
#[macro_export]
macro_rules! table {
    ($of:literal: $($(#[doc = $meaning:literal])+ $name:ident = $default:expr;)*
     $(fixed: $($(#[doc = $sense:literal])+ $constant:ident: $type:ty = $value:expr;)*)?) => {
        $(
            $(#[doc = $meaning])+
            pub static $name: $crate::Tuned =
                $crate::Tuned::new(concat!($of, ".", stringify!($name)), $default, concat!($($meaning),+));
        )*
        $($(
            $(#[doc = $sense])+
            pub const $constant: $type = $value;
        )*)?

        /// The numbers of this crate that somebody chose.
        pub static TABLE: $crate::Table = $crate::Table {
            tuned: &[$(&$name),*],
            fixed: &[$($($crate::Fixed {
                name: concat!($of, ".", stringify!($constant)),
                value: $value as u64,
                meaning: concat!($($sense),+),
            }),*)?],
        };
    };
}

#[cfg(test)]
mod tests {
    mod limits {
        crate::table! { "house":
            /// How many rooms there are,
            /// without the cellar.
            ROOMS = 1 << 3;
            /// How long the door stays open, in milliseconds.
            DOOR = 250;
            fixed:
            /// How many walls a room has.
            WALLS: u8 = 4;
        }
    }

    use super::*;
    use limits::{DOOR, TABLE, WALLS};

    #[test]
    fn numbers_are_set_by_name() {
        assert_eq!(DOOR.time(), Duration::from_millis(250));
        assert_eq!(set(&[&TABLE], "house.door=9"), Ok(()));
        assert_eq!((DOOR.get(), DOOR.default()), (9, 250));
        for wrong in ["house.door", "house.door=x", "house.window=1", "door=1"] {
            assert!(set(&[&TABLE], wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn tables_list_what_they_have() {
        let listed = list(&[&TABLE]);
        let lines: Vec<&str> = listed.lines().collect();
        assert_eq!(
            lines[0],
            "house.rooms = 8: How many rooms there are, without the cellar."
        );
        assert_eq!(lines[2], "house.walls = 4 (fixed): How many walls a room has.");
        assert_eq!(WALLS, 4);
    }
}
