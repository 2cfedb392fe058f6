//! A state on the path (figure 5), and what is stored of a state that has left it.

use super::canonize::Crew;
use super::cells::Bytes;
use super::floors::FloorsId;
use super::future::FutureId;
use crate::store::Root;
use crate::thread_set::ThreadSet;
use crate::touch::Touch;
use raceproof_machine::{Renaming, ThreadId};
use std::rc::Rc;

/// A state on the path. The names in brackets are those of figure 5.
#[derive(Debug, Default)]
pub struct Node {
    pub root: Root,
    /// Where it is among the visited states, if these are stored.
    pub place: u32,
    pub turns: usize,
    /// Moments of the lockset table and of the cells.
    pub moment: (usize, usize),
    /// Whether other threads must be scheduled too (`tid = 0`).
    pub expanded: bool,
    /// Threads that were scheduled in all their alternatives (`done`).
    pub done: ThreadSet,
    /// Threads that can go on.
    pub enabled: ThreadSet,
    /// The thread at hand (`tid`), with the number of its next alternative and of all.
    pub current: Option<ThreadId>,
    pub next: u64,
    pub count: u64,
    pub values: Vec<u64>,
    /// What the operation of the thread at hand touches, if its order matters.
    pub touches: Vec<Touch>,
    /// The last operation of an atomic block is not a place to schedule others: the first is.
    pub block: Option<u32>,
    /// Bytes that the step to this node accessed (`va`).
    pub accessed: Vec<Bytes>,
    /// What may happen from here (`races`).
    pub future: FutureId,
    /// Threads that somebody waits for here and that are alike.
    pub crew: Option<Rc<Crew>>,
    /// The names that the state is stored with (`f`), if they are not those of the program.
    pub names: Option<Rc<Renaming>>,
    /// A successor is on the path (`succOnStack`).
    pub cycle: bool,
}

impl Node {
    /// Of the bytes that the step from here accessed, those on which later races are of no interest before
    /// it: others are scheduled from here. In an atomic block they are scheduled from its first node, so
    /// whoever gets here on another way must hear of these races as well.
    pub fn business<'a>(&self, accessed: &'a [Bytes]) -> &'a [Bytes] {
        match self.block {
            Some(_) => &[],
            None => accessed,
        }
    }
}

/// A state that was visited (`table` and `rtable`).
#[derive(Debug, Default)]
pub struct Visited {
    pub floors: FloorsId,
    pub future: FutureId,
    /// How often it is on the path.
    pub on_path: u32,
}
