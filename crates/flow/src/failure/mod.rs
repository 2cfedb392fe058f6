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
//! - What goes to memory is looked for in all loads that may find it.
//!
//! What does not come to an end in that way may matter.
//!
//! SOUNDNESS: failures

mod call;
mod value;
mod walk;

use raceproof_ir::{Address, FuncId, GlobalId, Inst, Kind, Operand, Point, Program, Reg, SlotId, SyncOp};
use raceproof_library::{Argument, Data, Gives, Use, find};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

use crate::Facts;
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
    /// The steps whose failure can matter.
    pub fn failures(&self) -> Vec<Failure> {
        let program = self.program();
        if !self.may_create() {
            return Vec::new();
        }
        let all: Vec<Failure> = candidates(program).collect();
        if all.is_empty() {
            return all;
        }
        let ground = Ground::new(self);
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
            let row = find(&called.name).filter(|_| called.blocks.is_empty())?.row;
            let makes = |argument: &Argument| matches!(argument.writes, Some((_, Data::Fresh(_))));
            let gives = match row.gives {
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
            let (dst, length) = match (dst, next) {
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
            let error = if creates { EAGAIN } else { ENOMEM };
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
    use SyncOp::{BarrierInit, CondInit, MutexInit, RwInit, SemInit, SpinInit, ThreadCreate, ThreadCreateAt};
    matches!(
        op,
        ThreadCreate | ThreadCreateAt | MutexInit | RwInit | SpinInit | CondInit | BarrierInit | SemInit
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
}

impl<'f, 'p> Ground<'f, 'p> {
    fn new(facts: &'f Facts<'p>) -> Ground<'f, 'p> {
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
        for (_, inst) in program.instructions() {
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
        }
    }

    /// Whether it matters that a step fails.
    fn matters(&self, failure: &Failure) -> bool {
        let Operand::Const(kind, value) = failure.gives else {
            return true;
        };
        let mut walker = Walker::new(self);
        let after = Point {
            index: failure.at.index + failure.length,
            ..failure.at
        };
        let is_alone = !self.facts.may_be_beside(failure.at);
        if walker.matters(after, is_alone, failure.dst, value) {
            return true;
        }
        // What was stored may be found by whoever loads such a value.
        let mut known: BTreeSet<Stored> = BTreeSet::new();
        while let Some(stored) = walker.stored.pop_first() {
            if !known.insert(stored) {
                continue;
            }
            for (at, dst) in self.loads(stored, kind) {
                let after = Point {
                    index: at.index + 1,
                    ..at
                };
                if walker.matters(after, !self.facts.may_be_beside(after), dst, value) {
                    return true;
                }
            }
        }
        false
    }

    /// Loads that may find what was stored there.
    fn loads(&self, stored: Stored, kind: Kind) -> Vec<(Point, Reg)> {
        let program = self.facts.program();
        let finds = |f: FuncId, addr: &Operand| match (stored, addr) {
            (Stored::Global(global), Operand::Address(Address::Global(other, _))) => global == *other,
            (Stored::Slot(owner), Operand::Reg(_)) => owner == f,
            (Stored::Elsewhere, Operand::Reg(_)) => true,
            (Stored::Elsewhere, Operand::Address(Address::Global(other, _))) => self.exposed.contains(other),
            _ => false,
        };
        let loads = program.instructions().filter_map(|(at, inst)| match inst {
            Inst::Load { kind: k, dst, addr } if *k == kind && finds(at.function, addr) => Some((at, *dst)),
            _ => None,
        });
        loads
            .filter(|(at, _)| !program.function(at.function).origin.is_ours())
            .collect()
    }
}

/// Variables whose addresses go nowhere but to functions of the library that do not keep them.
pub(crate) fn private(program: &Program) -> FxHashSet<(FuncId, SlotId)> {
    let mut all = FxHashSet::default();
    for (f, function) in (0..).map(FuncId).zip(&program.functions) {
        let insts = || {
            function
                .blocks
                .iter()
                .flat_map(|b| &b.instructions)
                .map(|(inst, _)| inst)
        };
        for slot in (0..function.slots.len() as u32).map(SlotId) {
            let mut addresses: FxHashSet<Reg> = FxHashSet::default();
            let mut is_private = true;
            loop {
                let before = addresses.len();
                for inst in insts() {
                    match inst {
                        Inst::SlotAddr { dst, slot: s } if *s == slot => drop(addresses.insert(*dst)),
                        Inst::Offset {
                            dst,
                            base: Operand::Reg(r),
                            ..
                        } if addresses.contains(r) => {
                            addresses.insert(*dst);
                        }
                        _ => {}
                    }
                }
                if addresses.len() == before {
                    break;
                }
            }
            let is_address = |operand: &Operand| matches!(operand, Operand::Reg(r) if addresses.contains(r));
            for inst in insts() {
                let places = [inst.reads(), inst.writes()].map(|touch| touch.map(|touch| touch.address));
                let is_library = inst
                    .called()
                    .is_some_and(|g| program.function(g).blocks.is_empty());
                // Where a handle goes is no business of the thread.
                let is_handle = |operand: &Operand| match inst {
                    Inst::Sync { op, args, .. } => op.creates() && args.get(3) == Some(operand),
                    _ => false,
                };
                let keeps = matches!(inst, Inst::Offset { .. }) || is_library;
                inst.operands(|operand| {
                    let is_kept = keeps || is_handle(&operand) || places.contains(&Some(operand));
                    is_private &= is_kept || !is_address(&operand);
                });
                is_private &= !inst.stored().is_some_and(|value| is_address(&value));
            }
            let mut ends = function
                .blocks
                .iter()
                .filter_map(|block| block.terminator.operand());
            if is_private && !ends.any(|operand| is_address(&operand)) {
                all.insert((f, slot));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests;
