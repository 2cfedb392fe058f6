//! What is different in two states of one run in which the same thread is at the same branch, alone.
//!
//! Told are the bytes of objects and the registers of the running function whose values will be read. Everything else must be the same, or nothing is told.
//! Of threads that are over and known to this one nothing is left that could matter, and the names of objects that are no more do not.

use raceproof_ir::{FuncId, Kind, Reg};
use std::collections::BTreeSet;

use crate::flatten::Layout;
use crate::live::Live;
use crate::{Machine, Object, ObjectId, ObjectKind, Site, SpaceId, State, Thread, ThreadId};

/// Variables of the runtime that count constructs, so that none has the name of another.
const NAMES: [&str; 3] = ["made", "regions", "lanes"];

/// What is different in two states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Ranges of bytes: the object, where it starts, where it ends.
    pub bytes: Vec<(ObjectId, u32, u32)>,
    /// Registers of the running function.
    pub registers: BTreeSet<(FuncId, Reg)>,
}

impl Machine<'_> {
    /// What is different in two states for a thread that goes on at one of these places; none if that cannot be told.
    pub fn difference(&self, a: &State, b: &State, t: ThreadId, places: &[Site]) -> Option<Difference> {
        let (mine, other) = (a.threads.get(t.0 as usize)?, b.threads.get(t.0 as usize)?);
        if a.environment != b.environment || !is_alike(mine, other) {
            return None;
        }
        let registers = self.registers_apart(mine, other, places)?;
        let mut bytes = Vec::new();
        // What the runtime keeps for others is made anew for whoever takes their place; what the program does stays.
        let is_gone = |id: ObjectId, kind| {
            let is_left = match kind {
                ObjectKind::ThreadLocal(global) => self.is_of_library(global),
                kind => kind == ObjectKind::Errno,
            };
            is_left && id.space() != SpaceId::heap(t)
        };
        let counts = |(id, o): &(ObjectId, &Object)| o.is_alive() && !is_gone(*id, o.kind());
        let mut theirs = b.memory.objects().filter(counts);
        for (id, object) in a.memory.objects().filter(counts) {
            let (same, other) = theirs.next()?;
            if same != id || object.kind() != other.kind() || object.size() != other.size() {
                return None;
            }
            let (x, y) = (object.bytes(), other.bytes());
            if x != y && !self.is_name(object.kind()) {
                apart(x, y, |start, end| bytes.push((id, start, end)));
            }
        }
        theirs.next().is_none().then_some(Difference { bytes, registers })
    }

    /// Whether an object only serves to give constructs names of their own, which mean nothing.
    fn is_name(&self, kind: ObjectKind) -> bool {
        let ObjectKind::ThreadLocal(global) = kind else {
            return false;
        };
        let name = self.code.program.global(global).name.as_str();
        self.is_of_library(global) && NAMES.contains(&name.split('.').next().unwrap_or(name))
    }

    fn registers_apart(
        &self,
        mine: &Thread,
        other: &Thread,
        places: &[Site],
    ) -> Option<BTreeSet<(FuncId, Reg)>> {
        let frame = mine.frames.last()?;
        let routine = &self.code.functions[frame.function.0 as usize];
        if routine.is_native() {
            return None;
        }
        let function = self.code.program.function(frame.function);
        let layout = Layout::of(function);
        let live = routine.live.get_or_init(|| Live::new(&self.code, routine));
        let at = |thread: &Thread, word: u32| thread.registers[(frame.base + word) as usize];
        let (first, count) = routine.slots;
        if (first..first + count).any(|word| at(mine, word) != at(other, word)) {
            return None;
        }
        let mut registers = BTreeSet::new();
        for place in places {
            if !(routine.entry..routine.end).contains(&place.0) {
                return None;
            }
            for &word in live.before(place.0 - routine.entry) {
                if (first..first + count).contains(&word) || at(mine, word) == at(other, word) {
                    continue;
                }
                let is_at =
                    |r: usize, w: u32| w == word || function.registers[r].kind == Kind::I128 && w + 1 == word;
                let register = layout.words.iter().enumerate().position(|(r, &w)| is_at(r, w))?;
                registers.insert((frame.function, Reg(register as u32)));
            }
        }
        // What was put off is computed from these later.
        Some(self.computed_from(&registers))
    }
}

/// Whether two threads differ in nothing but registers of their running functions and where these are.
fn is_alike(a: &Thread, b: &Thread) -> bool {
    let strip = |thread: &Thread| {
        let mut thread = thread.clone();
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        thread.registers.truncate(base);
        if let Some(frame) = thread.frames.last_mut() {
            frame.pc = 0;
        }
        // Which place the next thread takes has no meaning, and a share ends with its construct.
        thread.spare.clear();
        thread.spare_tasks.clear();
        thread.share_limit = 0;
        thread.dirty = false;
        thread
    };
    strip(a) == strip(b)
}

/// Calls `f` with the ranges in which two sequences differ; gaps of a few bytes count.
fn apart(a: &[u8], b: &[u8], mut f: impl FnMut(u32, u32)) {
    const GAP: usize = 8;
    let mut range: Option<(usize, usize)> = None;
    for i in (0..a.len().min(b.len())).filter(|&i| a[i] != b[i]) {
        range = match range {
            Some((start, end)) if i < end + GAP => Some((start, i + 1)),
            before => {
                if let Some((start, end)) = before {
                    f(start as u32, end as u32);
                }
                Some((i, i + 1))
            }
        };
    }
    if let Some((start, end)) = range {
        f(start as u32, end as u32);
    }
}
