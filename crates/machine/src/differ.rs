//! What is different in two states of one run in which the same threads are at the same branch, and no others
//! can go on.
//!
//! Told are the bytes of objects and the registers of the running function whose values will be read.
//! Everything else must be the same, or nothing is told. Of threads that are over and known to these nothing
//! is left that could matter, and the names of objects that are no more do not. Nor does how often a barrier
//! was passed.

use raceproof_ir::sync_object::barrier;
use raceproof_ir::{FuncId, Kind, ObjectRole, Reg};
use std::collections::BTreeSet;

use crate::flatten::Layout;
use crate::live::Live;
use crate::state::Family;
use crate::{Machine, Object, ObjectId, ObjectKind, Pointer, Site, SpaceId, State, Thread, ThreadId};

/// What is different in two states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Ranges of bytes: the object, where it starts, where it ends.
    pub bytes: Vec<(ObjectId, u32, u32)>,
    /// Registers of the running function. What the code computes from them in a block may be put off to its
    /// use.
    pub registers: BTreeSet<(FuncId, Reg)>,
}

impl Machine<'_> {
    /// What is different in two states for threads that go on at one of these places; none if that cannot be
    /// told. `barriers` are those that threads have used.
    pub fn difference(
        &self,
        (a, b): (&State, &State),
        threads: &[ThreadId],
        places: &[Site],
        barriers: &[Pointer],
    ) -> Option<Difference> {
        if a.environment != b.environment {
            return None;
        }
        let mut registers = BTreeSet::new();
        for &t in threads {
            let (mine, other) = (a.threads.get(t.0 as usize)?, b.threads.get(t.0 as usize)?);
            if !is_alike(mine, other) {
                return None;
            }
            registers.extend(self.registers_apart(mine, other, places)?);
        }
        let lives = |t: ThreadId| {
            [a, b]
                .iter()
                .any(|s| s.thread(t).is_some_and(|t| t.status().is_alive()))
        };
        let count = a.threads.len().max(b.threads.len()) as u32;
        let alive: Vec<ThreadId> = (0..count).map(ThreadId).filter(|&t| lives(t)).collect();
        // Those who wait go on as they were.
        if !alive
            .iter()
            .filter(|t| !threads.contains(t))
            .all(|&t| waits_alike(a.thread(t), b.thread(t)))
        {
            return None;
        }
        let mut bytes = Vec::new();
        // What the runtime keeps for others is made anew for whoever takes their place; what the program does
        // stays.
        let is_gone = |id: ObjectId, kind| {
            let is_left = match kind {
                ObjectKind::ThreadLocal(global) => self.code.program.global(global).origin.is_ours(),
                kind => kind == ObjectKind::Errno,
            };
            is_left && !alive.iter().any(|&t| id.space() == SpaceId::heap(t))
        };
        let counts = |(id, o): &(ObjectId, &Object)| o.is_alive() && !is_gone(*id, o.kind());
        let mut theirs = b.memory.objects().filter(counts);
        for (id, object) in a.memory.objects().filter(counts) {
            let (same, other) = theirs.next()?;
            if same != id || object.kind() != other.kind() || object.size() != other.size() {
                return None;
            }
            let (x, y) = (object.bytes(), other.bytes());
            if x == y || self.is_name(object.kind()) {
                continue;
            }
            let used = barriers.iter().filter(|barrier| barrier.object() == id);
            let (mut x, mut y) = (x.to_vec(), y.to_vec());
            used.for_each(|barrier| forget_round(barrier.offset(), &mut x, &mut y));
            apart(&x, &y, |start, end| bytes.push((id, start, end)));
        }
        theirs.next().is_none().then_some(Difference { bytes, registers })
    }

    /// Whether an object only serves to give constructs names of their own, which mean nothing. Which mutex
    /// keeps combinations of a construct apart goes by these, too: one of several in turn.
    fn is_name(&self, kind: ObjectKind) -> bool {
        let ObjectKind::ThreadLocal(global) = kind else {
            return false;
        };
        self.code.program.global(global).role == Some(ObjectRole::Names)
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
        Some(registers)
    }
}

/// Whether two threads differ in nothing but registers of their running functions and where these are.
fn is_alike(a: &Thread, b: &Thread) -> bool {
    let strip = |thread: &Thread| {
        let mut thread = without_names(thread);
        let base = thread.frames.last().map_or(0, |frame| frame.base as usize);
        thread.registers.truncate(base);
        if let Some(frame) = thread.frames.last_mut() {
            frame.pc = 0;
        }
        thread
    };
    strip(a) == strip(b)
}

/// Whether two threads differ in nothing.
fn waits_alike(a: Option<&Thread>, b: Option<&Thread>) -> bool {
    a.map(without_names) == b.map(without_names)
}

/// Which place the next thread takes has no meaning, and a share ends with its construct.
fn without_names(thread: &Thread) -> Thread {
    Thread {
        spare: Vec::new(),
        family: Family {
            spare_tasks: Vec::new(),
            ..thread.family.clone()
        },
        share_limit: 0,
        dirty: false,
        ..thread.clone()
    }
}

/// Makes the numbers of the rounds of a barrier equal where nobody waits at it.
fn forget_round(barrier: u32, x: &mut [u8], y: &mut [u8]) {
    let word = |offset: u32| (barrier + offset) as usize..(barrier + offset) as usize + 4;
    let (arrived, round) = (word(barrier::ARRIVED), word(barrier::ROUND));
    let is_idle = |bytes: &[u8]| bytes.get(arrived.clone()) == Some(&[0; 4]);
    if is_idle(x) && is_idle(y) && round.end <= x.len().min(y.len()) {
        x[round.clone()].copy_from_slice(&y[round]);
    }
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
