//! Who accessed each granule of memory, in which nodes of the computation graph.
//!
//! A granule keeps the accesses that a later one could race with: those that no later access of at least the
//! same kind comes after. Kinds matter: an isolated access does not cover one that is not, because two
//! isolated ones are no race.
//!
//! Sheets are shared between the paths of a search until one of them writes.

use super::sheet::Sheet;
use raceproof_machine::{Access, ObjectId, Site};
use raceproof_order::{Known, TaskId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An access.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Who.
    pub task: TaskId,
    /// In which of its nodes.
    pub node: u32,
    /// Its number among the task's accesses.
    pub ordinal: u32,
    /// Where in the program.
    pub site: Site,
    /// Whether it wrote.
    pub write: bool,
    /// The isolated block that it is in.
    pub block: Option<u32>,
    /// What preceded its node.
    pub known: Known,
}

#[derive(Clone, Debug, Default)]
pub struct Cell {
    pub entries: Vec<Entry>,
    /// Its value depends on the schedule.
    pub dependent: bool,
}

/// Histories of all objects.
#[derive(Clone, Debug, Default)]
pub struct History {
    sheets: FxHashMap<ObjectId, Rc<Sheet<Cell>>>,
}

impl History {
    /// Forgets an object whose name is going to be used for another.
    pub fn forget(&mut self, object: ObjectId) {
        self.sheets.remove(&object);
    }

    /// The granules of an object.
    pub fn cells(&self, object: ObjectId) -> &[Cell] {
        self.sheets.get(&object).map_or(&[], |sheet| sheet.cells())
    }

    /// Calls `f` for each entry of each granule, with the object and the granule's first byte.
    pub fn each_entry(&self, mut f: impl FnMut(ObjectId, u32, &Entry)) {
        for (&object, sheet) in &self.sheets {
            for (i, cell) in sheet.cells().iter().enumerate() {
                for e in &cell.entries {
                    f(object, sheet.start(i), e);
                }
            }
        }
    }

    /// Calls `f` for each granule of an access, with its first byte and its length.
    pub fn each(&mut self, a: &Access, mut f: impl FnMut(&mut Cell, u32, u32)) {
        if a.length == 0 {
            return;
        }
        let sheet = Rc::make_mut(self.sheets.entry(a.object).or_default());
        let (cells, numbers, length) = sheet.of(a);
        for (cell, number) in cells.iter_mut().zip(numbers) {
            f(cell, number * length, length);
        }
    }
}
