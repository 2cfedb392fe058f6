//! What runs take for granted that a standard leaves open, and where a program may notice.
//!
//! SOUNDNESS: assumptions

use raceproof_ir::{
    Address, Callee, CompareOp, ConvertOp, FuncId, GlobalId, Inst, Kind, Operand, Point, Reg, SlotId, SyncOp,
};
use rustc_hash::FxHashSet;

use crate::failure::private;
use crate::{Crossings, Facts, Influence, Own};

/// What an address may be of.
enum Origin {
    Global(GlobalId),
    Slot(SlotId),
    Other,
}

impl Facts<'_> {
    /// Whether it may make a difference where objects are in memory: addresses are made numbers, or those of
    /// two objects are put in order, and that steers something or is stored.
    pub fn looks_at_addresses(&self) -> bool {
        let program = self.program();
        let is_theirs = |at: &Point| !program.function(at.function).origin.is_ours();
        let steps = || program.instructions().filter(|(at, _)| is_theirs(at));
        let is_cast = |inst: &Inst| {
            let is_number = matches!(
                inst,
                Inst::Convert {
                    op: ConvertOp::PtrToInt,
                    ..
                }
            );
            is_number || matches!(inst, Inst::Compare { kind: Kind::Ptr, op, .. } if is_order(*op))
        };
        if !steps().any(|(_, inst)| is_cast(inst)) {
            return false;
        }
        let addresses = self.addresses();
        let has = |f: FuncId, operand: &Operand| match operand {
            Operand::Reg(r) => addresses.contains(&(f, *r)),
            Operand::Address(_) => true,
            Operand::Const(..) => false,
        };
        // What was moved is compared with another place of the same object.
        let moved: FxHashSet<(FuncId, Reg)> = steps()
            .filter_map(|(at, inst)| match inst {
                Inst::Offset { dst, .. } => Some((at.function, *dst)),
                _ => None,
            })
            .collect();
        let is_moved = |f: FuncId, o: &Operand| matches!(o, Operand::Reg(r) if moved.contains(&(f, *r)));
        let looks = steps().filter(|(at, inst)| match inst {
            Inst::Convert {
                op: ConvertOp::PtrToInt,
                src,
                ..
            } => has(at.function, src),
            Inst::Compare {
                kind: Kind::Ptr,
                op,
                a,
                b,
                ..
            } if is_order(*op) => [a, b]
                .iter()
                .all(|o| has(at.function, o) && !is_moved(at.function, o)),
            _ => false,
        });
        let looks: Vec<Point> = looks.map(|(at, _)| at).collect();
        if looks.is_empty() {
            return false;
        }
        match self.influence(&[], &looks, &Own::default(), &Crossings::default()) {
            Influence::Steers(_) => true,
            Influence::Stores { stores, branches } => !stores.is_empty() || !branches.is_empty(),
        }
    }

    /// Registers that may hold addresses of objects, rather than numbers that were made pointers.
    fn addresses(&self) -> FxHashSet<(FuncId, Reg)> {
        let program = self.program();
        let mut found: FxHashSet<(FuncId, Reg)> = FxHashSet::default();
        let mut returns: FxHashSet<FuncId> = FxHashSet::default();
        loop {
            let before = found.len() + returns.len();
            for (at, inst) in program.instructions() {
                let f = at.function;
                let has = |found: &FxHashSet<(FuncId, Reg)>, operand: &Operand| match operand {
                    Operand::Reg(r) => found.contains(&(f, *r)),
                    Operand::Address(_) => true,
                    Operand::Const(..) => false,
                };
                let is_one = match inst {
                    Inst::Copy { src, .. } => has(&found, src),
                    Inst::Convert {
                        op: ConvertOp::IntToPtr | ConvertOp::PtrToInt,
                        src,
                        ..
                    } => has(&found, src),
                    Inst::Binary { a, b, .. } => has(&found, a) || has(&found, b),
                    Inst::Offset { base, .. } => has(&found, base),
                    Inst::Call {
                        callee: Callee::Function(g),
                        args,
                        ..
                    } => {
                        for (i, arg) in (0..).zip(args) {
                            if has(&found, arg) && !self.is_made(at, arg, &found) {
                                found.insert((*g, Reg(i)));
                            }
                        }
                        program.function(*g).blocks.is_empty() || returns.contains(g)
                    }
                    Inst::Sync { op, args, .. } if op.creates() => {
                        // Whoever it is gets it.
                        let is_given = |arg: &Operand| has(&found, arg) && !self.is_made(at, arg, &found);
                        if args.get(1).is_some_and(is_given) {
                            let taken = (0..program.functions.len() as u32).map(FuncId);
                            found.extend(taken.map(|g| (g, Reg(0))));
                        }
                        false
                    }
                    // What threads return.
                    Inst::Sync { .. } => !returns.is_empty(),
                    Inst::Compare { .. } | Inst::Unary { .. } | Inst::Convert { .. } | Inst::Unset { .. } => {
                        false
                    }
                    // From memory.
                    _ => true,
                };
                if is_one {
                    found.extend(inst.results().map(|dst| (f, dst)));
                }
            }
            for (f, function) in (0..).map(FuncId).zip(&program.functions) {
                let mut ends = function
                    .blocks
                    .iter()
                    .filter_map(|block| block.terminator.returned());
                let is_one = |value: Operand| match value {
                    Operand::Reg(r) => found.contains(&(f, r)),
                    Operand::Address(_) => true,
                    Operand::Const(..) => false,
                };
                if ends.any(is_one) {
                    returns.insert(f);
                }
            }
            if found.len() + returns.len() == before {
                return found;
            }
        }
    }

    /// Whether a pointer is made of a number that is no address, right before a step: a register may hold
    /// other things elsewhere.
    fn is_made(&self, at: Point, operand: &Operand, addresses: &FxHashSet<(FuncId, Reg)>) -> bool {
        let Operand::Reg(r) = operand else {
            return false;
        };
        let before = &self.program().block(at).instructions[..at.index as usize];
        match before.iter().rev().find(|(inst, _)| inst.defines(*r)) {
            Some((
                Inst::Convert {
                    op: ConvertOp::IntToPtr,
                    src,
                    ..
                },
                _,
            )) => match src {
                Operand::Reg(number) => !addresses.contains(&(at.function, *number)),
                _ => true,
            },
            _ => false,
        }
    }

    /// Whether it may make a difference which numbers threads have: somebody computes with its own one, or
    /// puts it in order, and that steers something or is stored. Whether two are the same is no such
    /// difference.
    pub fn counts_threads(&self) -> bool {
        let program = self.program();
        let mut own: FxHashSet<(FuncId, Reg)> = FxHashSet::default();
        let mut computed: Vec<Point> = Vec::new();
        let theirs = |at: &Point| !program.function(at.function).origin.is_ours();
        for (at, inst) in program.instructions().filter(|(at, _)| theirs(at)) {
            let mut is_own = inst.sync() == Some(SyncOp::ThreadSelf);
            inst.operands(|o| is_own |= matches!(o, Operand::Reg(r) if own.contains(&(at.function, r))));
            match inst {
                Inst::Sync { .. } | Inst::Copy { .. } if is_own => {
                    own.extend(inst.results().map(|r| (at.function, r)));
                }
                Inst::Compare { op, .. } if is_own && is_order(*op) => computed.push(at),
                Inst::Binary { .. } | Inst::Unary { .. } | Inst::Convert { .. } if is_own => {
                    computed.push(at)
                }
                _ => {}
            }
        }
        !computed.is_empty()
            && match self.influence(&[], &computed, &Own::default(), &Crossings::default()) {
                Influence::Steers(_) => true,
                Influence::Stores { stores, branches } => !stores.is_empty() || !branches.is_empty(),
            }
    }

    /// Whether a thread may look at the place where `pthread_create` stores a handle.
    pub fn shares_handles(&self) -> bool {
        let program = self.program();
        let private = private(program);
        let threads = self.run_by_threads();
        let names = |global: GlobalId| {
            let is_it =
                |o: Operand| matches!(o, Operand::Address(Address::Global(other, _)) if other == global);
            let mut steps = program
                .instructions()
                .filter(|(at, _)| threads.contains(&at.function));
            steps.any(|(_, inst)| {
                let mut found = false;
                inst.operands(|operand| found |= is_it(operand));
                found
            })
        };
        let mut creates = program.instructions().filter_map(|(at, inst)| match inst {
            Inst::Sync { op, args, .. } if op.creates() => Some((at.function, *args.get(3)?)),
            _ => None,
        });
        creates.any(|(f, place)| {
            let mut is_elsewhere = false;
            for origin in self.origins(f, place) {
                match origin {
                    Origin::Global(global) if names(global) => return true,
                    Origin::Global(_) => {}
                    Origin::Slot(slot) => is_elsewhere |= !private.contains(&(f, slot)),
                    Origin::Other => is_elsewhere = true,
                }
            }
            is_elsewhere && self.takes_handles(&threads)
        })
    }

    /// What an address in a function may be of a part of.
    fn origins(&self, f: FuncId, place: Operand) -> Vec<Origin> {
        let function = self.program().function(f);
        let insts = || {
            function
                .blocks
                .iter()
                .flat_map(|b| &b.instructions)
                .map(|(inst, _)| inst)
        };
        let mut origins = Vec::new();
        let mut known: FxHashSet<Operand> = FxHashSet::default();
        let mut open = vec![place];
        while let Some(operand) = open.pop() {
            match operand {
                _ if !known.insert(operand) => {}
                Operand::Address(Address::Global(global, _)) => origins.push(Origin::Global(global)),
                Operand::Reg(r) => {
                    let mut definitions = insts().filter(|inst| inst.defines(r)).peekable();
                    if r.0 < function.arguments() || definitions.peek().is_none() {
                        origins.push(Origin::Other);
                    }
                    for inst in definitions {
                        match inst {
                            Inst::Offset { base, .. } => open.push(*base),
                            Inst::Copy { src, .. } => open.push(*src),
                            Inst::SlotAddr { slot, .. } => origins.push(Origin::Slot(*slot)),
                            _ => origins.push(Origin::Other),
                        }
                    }
                }
                _ => {}
            }
        }
        origins
    }

    /// Whether functions that threads run use handles that they find in memory: they join, or compare them.
    fn takes_handles(&self, threads: &FxHashSet<FuncId>) -> bool {
        use raceproof_ir::SyncOp::{ThreadDetach, ThreadJoin, ThreadSelf};
        let mut steps = self.program().instructions();
        steps.any(|(at, inst)| {
            let op = inst.sync().filter(|_| threads.contains(&at.function));
            matches!(op, Some(ThreadJoin | ThreadDetach | ThreadSelf))
        })
    }

    /// Functions that threads may run: those whose addresses are used, and whom they call.
    fn run_by_threads(&self) -> FxHashSet<FuncId> {
        let program = self.program();
        let mut found: FxHashSet<FuncId> = FxHashSet::default();
        for (_, inst) in program
            .instructions()
            .filter(|(_, inst)| inst.sync().is_some_and(|op| op.creates()))
        {
            match inst.operand_of_creation() {
                Some(Operand::Address(Address::Function(f))) => drop(found.insert(f)),
                _ => found.extend((0..program.functions.len() as u32).map(FuncId)),
            }
        }
        loop {
            let before = found.len();
            for (at, inst) in program.instructions() {
                if found.contains(&at.function) {
                    found.extend(inst.called());
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// Whether addresses of variables of `main` go to others.
    pub fn lends_variables_of_main(&self) -> bool {
        let program = self.program();
        let private = private(program);
        let is_lent = |main: FuncId| {
            let slots = 0..program.function(main).slots.len() as u32;
            slots
                .into_iter()
                .any(|slot| !private.contains(&(main, SlotId(slot))))
        };
        program.entry.is_some_and(is_lent)
    }
}

/// Whether a comparison puts in order.
fn is_order(op: CompareOp) -> bool {
    matches!(
        op,
        CompareOp::LtUnsigned | CompareOp::LeUnsigned | CompareOp::LtSigned | CompareOp::LeSigned
    )
}
