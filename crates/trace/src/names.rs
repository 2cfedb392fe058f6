//! The names of a trace: threads, locks, variables and places, each by a number.

use rustc_hash::FxHashMap;

/// Names of one kind, numbered in the order in which they were met.
#[derive(Clone, Debug, Default)]
pub struct Names {
    numbers: FxHashMap<Box<str>, u32>,
    names: Vec<Box<str>>,
}

impl Names {
    /// The number of a name.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.numbers.insert(name.into(), number);
        self.names.push(name.into());
        number
    }

    /// Gives the next number to a name, which another one may have too.
    pub fn push(&mut self, name: &str) -> u32 {
        self.names.push(name.into());
        self.names.len() as u32 - 1
    }

    /// The name with a number.
    pub fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("?", |name| name)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// The names of a trace.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// Of threads.
    pub threads: Names,
    /// Of locks.
    pub locks: Names,
    /// Of channels, in forms that name these.
    pub channels: Names,
    /// Of variables.
    pub variables: Names,
    /// Of places.
    pub places: Names,
}
