//! Steps that may fail for lack of memory or threads, and whether that can matter.
//!
//! An allocation gives null then, a creation of a thread or an initialisation an error. Most programs ignore
//! that, or print something and end. So from each such step the way of its failure is followed by the
//! program's text ([`walk`]), with what it gives known and all else unknown.
//! - As long as nothing that was given decides a branch the thread does what it does otherwise, up to an
//!   access through null, which is another defect. A thread that was not created is like one that has not
//!   begun yet.
//! - A branch that it decides leads astray. From there to the end of the process there must be nothing but
//!   computing, accesses to the thread's own variables and output; where no other thread can have been
//!   created yet anything may happen, as long as none is. What others do until then they may do otherwise
//!   too.
//! - What goes to memory is looked for in all loads that may find it, there and where copies of memory take
//!   it.
//!
//! What does not come to an end in that way may matter.
//!
//! SOUNDNESS: failures

mod call;
mod memory;
mod value;
mod walk;

use raceproof_ir::{
    Address, FuncId, GlobalId, Inst, Kind, Operand, Origin, Point, Program, Reg, SlotId, SyncOp,
};
use raceproof_library::{Argument, Contents, Data, Gives, Role, Use, find};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

use crate::Facts;
use memory::Reads;
pub(crate) use memory::private;
use value::Value;
use walk::{Stored, Walker};

const ENOMEM: u128 = 12;
const EAGAIN: u128 = 11;

/// A step that may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which one.
    pub at: Point,
    /// How many instructions belong to it.
    pub length: u32,
    /// Where what it gives goes.
    pub dst: Reg,
    /// What it gives when it fails.
    pub gives: Operand,
    /// Whether it creates a thread.
    pub creates: bool,
}

impl Facts<'_> {
    /// The steps whose failure can matter. `mixes` says whether the program may read what was stored as a
    /// value of another kind.
    pub fn failures(&self, mixes: bool) -> Vec<Failure> {
        let program = self.program();
        if !self.may_create() {
            return Vec::new();
        }
        let all: Vec<Failure> = candidates(program).collect();
        if all.is_empty() {
            return all;
        }
        let mut ground = Ground::new(self, mixes);
        all.into_iter().filter(|one| ground.matters(one)).collect()
    }
}

/// The steps of a program that may fail.
fn candidates(program: &Program) -> impl Iterator<Item = Failure> + '_ {
    let is_theirs = |at: &Point| !program.function(at.function).origin.is_ours();
    let steps = program.instructions().filter(move |(at, _)| is_theirs(at));
    steps.filter_map(move |(at, inst)| match inst {
        Inst::Call { dst: Some(dst), .. } => {
            let called = program.function(inst.called()?);
            let row = find(&called.name).filter(|_| called.origin == Origin::Library);
            if row.is_some_and(|found| found.row.role == Some(Role::Opens)) {
                return Some(Failure {
                    at,
                    length: 1,
                    dst: *dst,
                    gives: Operand::Const(Kind::I32, u32::MAX.into()),
                    creates: false,
                });
            }
            let row = find(&called.name).filter(|_| called.blocks.is_empty())?.row;
            let makes = |argument: &Argument| matches!(argument.writes, Some((_, Data::Fresh(_))));
            let gives = match row.gives {
                Gives::Fresh(_, Contents::Mapped) => {
                    Operand::Const(Kind::Ptr, u128::MAX >> (128 - 8 * Kind::Ptr.size(program.model)))
                }
                Gives::Fresh(..) => Operand::Const(Kind::Ptr, 0),
                // An error, or a length that is none.
                Gives::Number if row.arguments.iter().any(makes) => {
                    let prints = row.arguments.iter().any(|argument| argument.usage == Use::Print);
                    let error = if prints { u32::MAX.into() } else { ENOMEM };
                    Operand::Const(Kind::I32, error)
                }
                _ => return None,
            };
            Some(Failure {
                at,
                length: 1,
                dst: *dst,
                gives,
                creates: false,
            })
        }
        Inst::Sync { op, dst, .. } if may_fail(*op) => {
            let creates = op.creates();
            // What an operation without a result gives is copied right after it, to a register that is no
            // variable. Where nobody looks at it there is no such copy, and the next step is another one.
            let registers = &program.function(at.function).registers;
            let next = program.block(at).instructions.get(at.index as usize + 1);
            let is_its_own = |dst: Reg| registers[dst.0 as usize].name.is_empty();
            let third = program.block(at).instructions.get(at.index as usize + 2);
            let (dst, length) = match (dst, next) {
                // The number of a key is stored before.
                (Some(_), Some((Inst::Store { .. }, _))) if *op == SyncOp::KeyCreate => match third {
                    Some((
                        Inst::Copy {
                            dst,
                            src: Operand::Const(Kind::I32, 0),
                        },
                        _,
                    )) if is_its_own(*dst) => (*dst, 3),
                    _ => return None,
                },
                (Some(dst), _) if !creates && *op != SyncOp::KeyCreate => (*dst, 1),
                (
                    None,
                    Some((
                        Inst::Copy {
                            dst,
                            src: Operand::Const(Kind::I32, 0),
                        },
                        _,
                    )),
                ) if is_its_own(*dst) => (*dst, 2),
                _ => return None,
            };
            let is_number = creates || *op == SyncOp::KeyCreate;
            let error = if is_number { EAGAIN } else { ENOMEM };
            Some(Failure {
                at,
                length,
                dst,
                gives: Operand::Const(Kind::I32, error),
                creates,
            })
        }
        _ => None,
    })
}

/// Whether an operation takes something that may run out.
fn may_fail(op: SyncOp) -> bool {
    use SyncOp::{BarrierInit, CondInit, MutexInit, RwInit, SemInit, SpinInit};
    use SyncOp::{KeyCreate, KeySet, ThreadCreate, ThreadCreateAt};
    matches!(
        op,
        KeyCreate
            | KeySet
            | ThreadCreate
            | ThreadCreateAt
            | MutexInit
            | RwInit
            | SpinInit
            | CondInit
            | BarrierInit
            | SemInit
    )
}

/// What is known of a program's shape.
struct Ground<'f, 'p> {
    facts: &'f Facts<'p>,
    /// Globals that nobody writes, and whose addresses go nowhere.
    unwritten: FxHashSet<GlobalId>,
    /// Globals whose addresses go somewhere.
    exposed: FxHashSet<GlobalId>,
    /// Variables of functions whose addresses stay where they are, or are given to functions of the library.
    private: FxHashSet<(FuncId, SlotId)>,
    /// Functions whose addresses are used.
    taken: FxHashSet<FuncId>,
    /// Where each function is called by its name.
    callers: FxHashMap<FuncId, Vec<Point>>,
    /// Whether what was stored may be read as a value of another kind.
    mixes: bool,
    reads: Reads,
    /// By place, kind and value what becomes of it: see [`Ground::found`].
    known: FxHashMap<(Stored, Kind, u128), Option<BTreeSet<Stored>>>,
}

impl<'f, 'p> Ground<'f, 'p> {
    fn new(facts: &'f Facts<'p>, mixes: bool) -> Ground<'f, 'p> {
        let program = facts.program();
        let mut written: FxHashSet<GlobalId> = FxHashSet::default();
        let mut exposed: FxHashSet<GlobalId> = FxHashSet::default();
        let mut taken: FxHashSet<FuncId> = FxHashSet::default();
        let mut take = |address: Address, exposed: &mut FxHashSet<GlobalId>| match address {
            Address::Global(global, _) => drop(exposed.insert(global)),
            Address::Function(f) => drop(taken.insert(f)),
            Address::Label(..) => {}
        };
        for relocation in program.globals.iter().flat_map(|global| &global.relocations) {
            take(relocation.target, &mut exposed);
        }
        let mut callers: FxHashMap<FuncId, Vec<Point>> = FxHashMap::default();
        for (at, inst) in program.instructions() {
            if let Some(callee) = inst.called() {
                callers.entry(callee).or_default().push(at);
            }
            let places = [inst.reads(), inst.writes()].map(|touch| touch.map(|touch| touch.address));
            if let Some(Operand::Address(Address::Global(global, _))) = places[1] {
                written.insert(global);
            }
            inst.operands(|operand| match operand {
                Operand::Address(address) if !places.contains(&Some(operand)) => take(address, &mut exposed),
                _ => {}
            });
        }
        let returned = program.functions.iter().flat_map(|f| &f.blocks);
        for operand in returned.filter_map(|block| block.terminator.operand()) {
            if let Operand::Address(address) = operand {
                take(address, &mut exposed);
            }
        }
        let globals = (0..program.globals.len() as u32).map(GlobalId);
        let unwritten = globals
            .filter(|id| program.global(*id).constant || !written.contains(id) && !exposed.contains(id));
        Ground {
            facts,
            unwritten: unwritten.collect(),
            exposed,
            private: private(program),
            taken,
            callers,
            mixes,
            reads: Reads::of(program),
            known: FxHashMap::default(),
        }
    }

    /// Whether it matters that a step fails.
    fn matters(&mut self, failure: &Failure) -> bool {
        let Operand::Const(kind, value) = failure.gives else {
            return true;
        };
        let after = Point {
            index: failure.at.index + failure.length,
            ..failure.at
        };
        let is_alone = !self.facts.may_be_beside(failure.at);
        let mut walker = Walker::new(self);
        if walker.matters(after, is_alone, failure.dst, Value::Known(value)) {
            return true;
        }
        // What was stored may be found by whoever loads such a value.
        let mut open: Vec<Stored> = walker.stored.into_iter().collect();
        let mut known: BTreeSet<Stored> = BTreeSet::new();
        while let Some(stored) = open.pop() {
            if !known.insert(stored) {
                continue;
            }
            match self.found(stored, kind, value) {
                None => return true,
                Some(further) => open.extend(further),
            }
        }
        false
    }

    /// Where it goes from there; nothing if it matters that somebody finds it there.
    fn found(&mut self, stored: Stored, kind: Kind, value: u128) -> Option<BTreeSet<Stored>> {
        let key = (stored, kind, value);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut walker = Walker::new(self);
        let reads = self.reads.find(stored, &self.exposed);
        let mut matters = false;
        for read in reads.filter(|read| read.kind == kind || self.mixes) {
            let after = Point {
                index: read.at.index + 1,
                ..read.at
            };
            let found = match read.kind == kind || value == 0 {
                true => Value::Known(value),
                false => Value::Dark,
            };
            matters = walker.matters(after, !self.facts.may_be_beside(after), read.dst, found);
            if matters {
                break;
            }
        }
        let further = (!matters).then(|| {
            let mut further = walker.stored;
            further.extend(self.reads.carried(stored, &self.exposed));
            further
        });
        self.known.insert(key, further.clone());
        further
    }
}

#[cfg(test)]
mod tests;
