//! What the ways of a branch may access until they meet again, told without going them.
//!
//! An observer that knows which branches are decided by chance may want to hear what a thread accesses on
//! either side. From the branch all ways to the meeting point are walked on a copy of the frame's registers:
//! what is computed from them is known, what is loaded is what the memory holds now unless the way has stored
//! there. Every branch on a way goes both ways, so more may be told than can happen, never less.
//!
//! Nothing is told if something on a way cannot be walked: a call, synchronisation, an address that is not
//! known, an access that would fail. A way is short ([`limits::FORK_OPERATIONS`]) and ends at the meeting
//! point; whoever gives the meeting point has shown that all ways lead there.

use super::Machine;
use super::access::distance;
use crate::code::Switch;
use crate::limits;
use crate::op::{Op, Word};
use crate::{Access, ObjectId, Observer, Pointer, Site, State, ThreadId};

/// Where the ways of a branch meet again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Meet {
    /// The first operation of the block.
    pub(crate) start: u32,
    /// The block: operations that were copied from it count, too.
    pub(crate) block: u32,
}

/// What an observer wants at a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fork {
    /// To hear what its ways may access until they meet.
    Ways(Meet),
    /// To decide where the thread goes on: the run pauses before it.
    Pause,
}

/// A way so far.
#[derive(Clone)]
struct Way {
    at: usize,
    registers: Vec<Option<u64>>,
    /// Bytes that it has stored to.
    stored: Vec<(ObjectId, u32, u32)>,
}

impl Way {
    fn get(&self, w: Word) -> Option<u64> {
        self.registers.get(w as usize).copied().flatten()
    }

    fn set(&mut self, w: Word, value: Option<u64>) {
        if let Some(register) = self.registers.get_mut(w as usize) {
            *register = value;
        }
    }

    fn near(&self, a: Word, disp: i32) -> Option<Pointer> {
        Some(Pointer(self.get(a)?).moved(i64::from(disp)))
    }

    fn far(&self, a: Word, b: Word, narrow: bool, scale: u16) -> Option<Pointer> {
        Some(Pointer(self.get(a)?).moved(distance(self.get(b)?, narrow, scale)))
    }
}

/// A load or a store: where, how many bytes, and the register that it sets if it is a load.
struct Touch {
    place: Option<Pointer>,
    length: u32,
    loads: Option<(Word, bool)>,
}

impl Machine<'_> {
    /// A thread that has paused before a branch goes on as if that jumped, or as if it did not.
    pub fn go(&self, state: &mut State, t: ThreadId, jumps: bool) {
        let Some(thread) = state.threads.get_mut(t.0 as usize) else {
            return;
        };
        thread.dirty = true;
        let Some(frame) = thread.frames.last_mut() else {
            return;
        };
        let mut op = self.code.ops[frame.pc as usize];
        match op.target_mut() {
            Some(target) if jumps => frame.pc = *target,
            _ => frame.pc += 1,
        }
    }

    /// Tells the observer what the ways of a branch may access.
    #[inline(never)]
    pub(super) fn tell_ways<O: Observer>(
        &self,
        state: &State,
        t: ThreadId,
        observer: &mut O,
        window: &[u64],
        (from, ways): (Site, &[usize]),
        meet: Meet,
    ) {
        let accesses = self.walk(state, window, ways, meet);
        observer.ways(t, from, accesses.as_deref());
    }

    /// Tells it of a branch with many ways.
    #[cold]
    pub(super) fn tell_switch<O: Observer>(
        &self,
        state: &State,
        t: ThreadId,
        observer: &mut O,
        window: &[u64],
        (from, switch): (Site, &Switch),
    ) {
        if let Some(Fork::Ways(meet)) = observer.forks(from) {
            self.tell_ways(state, t, observer, window, (from, &switch.targets()), meet);
        }
    }

    fn walk(&self, state: &State, window: &[u64], ways: &[usize], meet: Meet) -> Option<Vec<Access>> {
        let way = |at: usize| Way {
            at,
            registers: window.iter().map(|value| Some(*value)).collect(),
            stored: Vec::new(),
        };
        let mut todo: Vec<Way> = ways.iter().copied().map(way).collect();
        let (mut told, mut walked, mut begun) = (Vec::new(), 0, todo.len());
        while let Some(mut way) = todo.pop() {
            loop {
                let here = way.at;
                let origin = self.code.origins.get(here)?;
                if here == meet.start as usize || origin.block == meet.block {
                    break;
                }
                walked += 1;
                if walked > limits::FORK_OPERATIONS.size() {
                    return None;
                }
                let mut op = self.code.ops[here];
                way.at += 1;
                if let Op::Jump { target } = op {
                    way.at = target as usize;
                } else if let Some(target) = op.target_mut() {
                    begun += 1;
                    if begun > limits::FORK_WAYS.size() {
                        return None;
                    }
                    let mut other = way.clone();
                    other.at = *target as usize;
                    todo.push(other);
                } else if let Op::Switch { table, .. } = op {
                    let ways = self.code.switches[table as usize].targets();
                    begun += ways.len();
                    if begun > limits::FORK_WAYS.size() {
                        return None;
                    }
                    todo.extend(ways.into_iter().map(|at| Way { at, ..way.clone() }));
                    break;
                } else if let Some(touch) = touch(&way, op) {
                    self.touch(state, &mut way, &touch, Site(here as u32), &mut told)?;
                } else {
                    compute(&mut way, op)?;
                }
            }
        }
        told.sort_unstable_by_key(|a| (a.site, a.object.0, a.start));
        told.dedup();
        Some(told)
    }

    /// Makes an access on a way.
    fn touch(
        &self,
        state: &State,
        way: &mut Way,
        touch: &Touch,
        site: Site,
        told: &mut Vec<Access>,
    ) -> Option<()> {
        let (place, length) = (touch.place?, touch.length);
        let bytes = state.memory.load(place, length).ok()?;
        let (object, start, end) = (place.object(), place.offset(), place.offset() + length);
        let is_write = touch.loads.is_none();
        let of = state.memory.object(object)?;
        if !of.is_alive() || is_write && of.is_constant() {
            return None;
        }
        match touch.loads {
            None => way.stored.push((object, start, end)),
            Some((dst, is_plain)) => {
                let is_changed = way
                    .stored
                    .iter()
                    .any(|&(o, low, high)| o == object && low < end && start < high);
                let value = bytes.iter().rev().fold(0, |v, b| v << 8 | u64::from(*b));
                way.set(dst, (is_plain && !is_changed).then_some(value));
            }
        }
        told.push(Access {
            object,
            start,
            length,
            write: is_write,
            atomic: false,
            site,
        });
        Some(())
    }
}

/// The load or store that an operation is.
fn touch(way: &Way, op: Op) -> Option<Touch> {
    let load = |dst: Word, place: Option<Pointer>, length: u32| {
        Some(Touch {
            place,
            length,
            loads: Some((dst, true)),
        })
    };
    let store = |place: Option<Pointer>, length: u32| {
        Some(Touch {
            place,
            length,
            loads: None,
        })
    };
    let global = |object: u32, offset: u32| Some(Pointer::new(ObjectId(object), offset));
    match op {
        Op::Load8 { dst, a, disp } => load(dst, way.near(a, disp), 1),
        Op::Load16 { dst, a, disp } => load(dst, way.near(a, disp), 2),
        Op::Load32 { dst, a, disp } => load(dst, way.near(a, disp), 4),
        Op::Load64 { dst, a, disp } => load(dst, way.near(a, disp), 8),
        Op::LoadSigned8 { dst, a, disp } => Some(Touch {
            place: way.near(a, disp),
            length: 1,
            loads: Some((dst, false)),
        }),
        Op::LoadX8 {
            dst,
            a,
            b,
            narrow,
            scale,
        } => load(dst, way.far(a, b, narrow, scale), 1),
        Op::LoadX16 {
            dst,
            a,
            b,
            narrow,
            scale,
        } => load(dst, way.far(a, b, narrow, scale), 2),
        Op::LoadX32 {
            dst,
            a,
            b,
            narrow,
            scale,
        } => load(dst, way.far(a, b, narrow, scale), 4),
        Op::LoadX64 {
            dst,
            a,
            b,
            narrow,
            scale,
        } => load(dst, way.far(a, b, narrow, scale), 8),
        Op::LoadG8 { dst, object, offset } => load(dst, global(object, offset), 1),
        Op::LoadG16 { dst, object, offset } => load(dst, global(object, offset), 2),
        Op::LoadG32 { dst, object, offset } => load(dst, global(object, offset), 4),
        Op::LoadG64 { dst, object, offset } => load(dst, global(object, offset), 8),
        Op::Store8 { a, disp, .. } => store(way.near(a, disp), 1),
        Op::Store16 { a, disp, .. } => store(way.near(a, disp), 2),
        Op::Store32 { a, disp, .. } => store(way.near(a, disp), 4),
        Op::Store64 { a, disp, .. } => store(way.near(a, disp), 8),
        Op::StoreX8 {
            a, b, narrow, scale, ..
        } => store(way.far(a, b, narrow, scale), 1),
        Op::StoreX16 {
            a, b, narrow, scale, ..
        } => store(way.far(a, b, narrow, scale), 2),
        Op::StoreX32 {
            a, b, narrow, scale, ..
        } => store(way.far(a, b, narrow, scale), 4),
        Op::StoreX64 {
            a, b, narrow, scale, ..
        } => store(way.far(a, b, narrow, scale), 8),
        Op::StoreG8 { object, offset, .. } => store(global(object, offset), 1),
        Op::StoreG16 { object, offset, .. } => store(global(object, offset), 2),
        Op::StoreG32 { object, offset, .. } => store(global(object, offset), 4),
        Op::StoreG64 { object, offset, .. } => store(global(object, offset), 8),
        _ => None,
    }
}

/// An operation that only computes, and does not fail: who gave the meeting point has seen to that. What
/// addresses are made of is known afterwards, anything else is not.
///
/// Long because it has an arm for each operation.
fn compute(way: &mut Way, op: Op) -> Option<()> {
    let low = |v: u64| v & 0xffff_ffff;
    let sum = |a: Option<u64>, b: Option<u64>| Some(a?.wrapping_add(b?));
    let immediate = |b: i32| Some(i64::from(b) as u64);
    let (dst, value) = match op {
        // A variable that has its object already.
        Op::SlotLive { register, .. } => return way.get(register).filter(|p| *p != 0).map(|_| ()),
        Op::Copy { dst, a } => (dst, way.get(a)),
        Op::Const { dst, low, high } => (dst, Some(u64::from(low) | u64::from(high) << 32)),
        Op::Add32 { dst, a, b } | Op::AddSigned32 { dst, a, b } => {
            (dst, sum(way.get(a), way.get(b)).map(low))
        }
        Op::Add64 { dst, a, b } | Op::AddSigned64 { dst, a, b } => (dst, sum(way.get(a), way.get(b))),
        Op::Add32I { dst, a, b } | Op::AddSigned32I { dst, a, b } => {
            (dst, sum(way.get(a), immediate(b)).map(low))
        }
        Op::Add64I { dst, a, b } | Op::AddSigned64I { dst, a, b } => (dst, sum(way.get(a), immediate(b))),
        Op::Sign32To64 { dst, a } => (dst, way.get(a).map(|v| v as i32 as u64)),
        Op::Low32 { dst, a } => (dst, way.get(a).map(low)),
        Op::Offset {
            dst,
            a,
            b,
            narrow,
            scale,
        } => (dst, way.far(a, b, narrow, scale).map(|p| p.0)),
        Op::OffsetI { dst, a, b } => (dst, way.near(a, b).map(|p| p.0)),
        Op::Sub32 { dst, .. }
        | Op::SubSigned32 { dst, .. }
        | Op::Sub64 { dst, .. }
        | Op::SubSigned64 { dst, .. }
        | Op::Mul32 { dst, .. }
        | Op::MulSigned32 { dst, .. }
        | Op::Mul64 { dst, .. }
        | Op::MulSigned64 { dst, .. }
        | Op::Mul32I { dst, .. }
        | Op::MulSigned32I { dst, .. }
        | Op::Mul64I { dst, .. }
        | Op::MulSigned64I { dst, .. }
        | Op::Shl32 { dst, .. }
        | Op::ShrUnsigned32 { dst, .. }
        | Op::ShrSigned32 { dst, .. }
        | Op::Shl64 { dst, .. }
        | Op::ShrUnsigned64 { dst, .. }
        | Op::ShrSigned64 { dst, .. }
        | Op::Shl32I { dst, .. }
        | Op::ShrUnsigned32I { dst, .. }
        | Op::ShrSigned32I { dst, .. }
        | Op::Shl64I { dst, .. }
        | Op::ShrUnsigned64I { dst, .. }
        | Op::ShrSigned64I { dst, .. }
        | Op::And { dst, .. }
        | Op::Or { dst, .. }
        | Op::Xor { dst, .. }
        | Op::AndI { dst, .. }
        | Op::OrI { dst, .. }
        | Op::XorI { dst, .. }
        | Op::Unary { dst, .. }
        | Op::FAdd64 { dst, .. }
        | Op::FSub64 { dst, .. }
        | Op::FMul64 { dst, .. }
        | Op::FDiv64 { dst, .. }
        | Op::FAdd32 { dst, .. }
        | Op::FSub32 { dst, .. }
        | Op::FMul32 { dst, .. }
        | Op::FDiv32 { dst, .. }
        | Op::Eq { dst, .. }
        | Op::Ne { dst, .. }
        | Op::LtUnsigned { dst, .. }
        | Op::LeUnsigned { dst, .. }
        | Op::LtSigned32 { dst, .. }
        | Op::LeSigned32 { dst, .. }
        | Op::LtSigned64 { dst, .. }
        | Op::LeSigned64 { dst, .. }
        | Op::EqI { dst, .. }
        | Op::NeI { dst, .. }
        | Op::LtUnsignedI { dst, .. }
        | Op::GtUnsignedI { dst, .. }
        | Op::LtSigned32I { dst, .. }
        | Op::GtSigned32I { dst, .. }
        | Op::LtSigned64I { dst, .. }
        | Op::GtSigned64I { dst, .. }
        | Op::FCompare64 { dst, .. }
        | Op::FCompare32 { dst, .. }
        | Op::CompareSmall { dst, .. }
        | Op::Low8 { dst, .. }
        | Op::Low16 { dst, .. }
        | Op::Sign8To16 { dst, .. }
        | Op::Sign8To32 { dst, .. }
        | Op::Sign16To32 { dst, .. }
        | Op::Sign8To64 { dst, .. }
        | Op::Sign16To64 { dst, .. }
        | Op::Signed32ToF64 { dst, .. }
        | Op::Convert { dst, .. }
        | Op::BinarySmall { dst, .. }
        | Op::DivSigned32 { dst, .. }
        | Op::RemSigned32 { dst, .. }
        | Op::DivSigned64 { dst, .. }
        | Op::RemSigned64 { dst, .. }
        | Op::DivUnsigned { dst, .. }
        | Op::RemUnsigned { dst, .. } => (dst, None),
        _ => return None,
    };
    way.set(dst, value);
    Some(())
}
