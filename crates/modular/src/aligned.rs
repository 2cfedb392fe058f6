//! Whether all threads of a team meet the same barriers and constructs in the same order.
//!
//! The standard demands it. What is looked at here is the text: a branch whose condition may differ between
//! threads decides about no barrier and no construct. Threads differ by their numbers, their works, their own
//! variables, what library functions and atomic operations tell them, and what they load with a lock, or from
//! an address that may differ. What they load elsewhere is the same for all that are in one phase: if
//! somebody wrote it beside them, that would be a race. What is computed from the same is the same, unless a
//! branch that differs decides whether, or how often, it is computed.
//!
//! Cost: the program once for each round in which something more is known to differ.

use crate::bits::Bits;
use crate::wild::taken;
use raceproof_engine::condition;
use raceproof_ir::{
    BlockId, Callee, FuncId, Function, Inst, Operand, Origin, Point, Program, Reg, Role, Terminator,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a program.
#[derive(Debug)]
pub(crate) struct Alignment {
    /// Whether a function may come to a barrier or a construct of its team.
    events: Vec<bool>,
    /// Whether it, or what it calls, may come there in some threads and not in others.
    unequal: Vec<bool>,
    /// Instructions of functions with events that give the same to all threads.
    same: BTreeSet<Point>,
    /// By the starts of blocks that all threads come to equally often, what differs there.
    met: BTreeMap<Point, Bits>,
}

impl Alignment {
    pub fn new(program: &Program, locked: &BTreeSet<Point>) -> Alignment {
        let calls = calls(program);
        let leads_to = |roles: &[Role]| {
            closure(&calls, |f| {
                program.function(f).role.is_some_and(|r| roles.contains(&r))
            })
        };
        let events = leads_to(&[Role::Barrier, Role::Share, Role::StaticShare, Role::NextConstruct]);
        let mut differs = Differs::new(program, locked, &events);
        differs.find();
        let (same, met) = differs.same();
        let unequal = closure(&calls, |f| differs.decides[f.0 as usize]);
        Alignment {
            events,
            unequal,
            same,
            met,
        }
    }

    /// Whether what an instruction gives, or what is in a register where a block begins, is the same for all
    /// threads that are equally far.
    pub fn is_same(&self, at: Point, is_met: bool, register: Reg) -> bool {
        match is_met {
            true => self
                .met
                .get(&at)
                .is_some_and(|differ| !differ.contains(register.0)),
            false => self.same.contains(&at),
        }
    }

    /// Whether all that run a body meet the same events.
    pub fn is_aligned(&self, body: FuncId) -> bool {
        !self.events[body.0 as usize] || !self.unequal[body.0 as usize]
    }
}

fn is_body(program: &Program, f: FuncId) -> bool {
    matches!(program.function(f).origin, Origin::Region { .. })
}

/// The functions that each one may call. Bodies of constructs are not called by anything but the runtime.
fn calls(program: &Program) -> Vec<Vec<FuncId>> {
    let anything: Vec<FuncId> = taken(program)
        .into_iter()
        .filter(|f| !is_body(program, *f))
        .collect();
    let of = |function: &Function| {
        let mut calls = BTreeSet::new();
        if matches!(function.origin, Origin::Runtime(_)) {
            return Vec::new();
        }
        for (inst, _) in function.blocks.iter().flat_map(|block| &block.instructions) {
            match inst.callee().map(Callee::named) {
                Some(Some(f)) => {
                    calls.insert(f);
                    // The library may call back.
                    if program.function(f).blocks.is_empty() {
                        calls.extend(anything.iter().copied());
                    }
                }
                Some(None) => calls.extend(anything.iter().copied()),
                None => {}
            }
        }
        calls.into_iter().collect()
    };
    program.functions.iter().map(of).collect()
}

/// The functions that something holds for, and those that may call one of them.
fn closure(calls: &[Vec<FuncId>], holds: impl Fn(FuncId) -> bool) -> Vec<bool> {
    let mut all: Vec<bool> = (0..calls.len()).map(|f| holds(FuncId(f as u32))).collect();
    loop {
        let before = all.clone();
        for (f, calls) in calls.iter().enumerate() {
            all[f] |= calls.iter().any(|g| all[g.0 as usize]);
        }
        if all == before {
            return all;
        }
    }
}

/// What may differ between the threads of a team.
struct Differs<'a> {
    program: &'a Program,
    locked: &'a BTreeSet<Point>,
    events: &'a [bool],
    /// Functions that may be called by their addresses.
    taken: Vec<FuncId>,
    /// By function and block, what differs where it begins, if it was seen.
    entries: Vec<Vec<Option<Bits>>>,
    results: Vec<bool>,
    /// Whether a branch that differs decides about an event.
    decides: Vec<bool>,
    /// Of each block of a function that ends in a branch, the blocks that it decides about.
    decided: Vec<Vec<Bits>>,
    /// Blocks that not all threads may come to equally often.
    uneven: Vec<Bits>,
    changed: bool,
}

impl<'a> Differs<'a> {
    fn new(program: &'a Program, locked: &'a BTreeSet<Point>, events: &'a [bool]) -> Differs<'a> {
        let count = program.functions.len();
        Differs {
            program,
            locked,
            events,
            taken: taken(program),
            entries: program
                .functions
                .iter()
                .map(|f| vec![None; f.blocks.len()])
                .collect(),
            results: vec![false; count],
            decides: vec![false; count],
            decided: program.functions.iter().map(decided).collect(),
            uneven: vec![Bits::default(); count],
            changed: true,
        }
    }

    fn find(&mut self) {
        while std::mem::take(&mut self.changed) {
            for f in 0..self.program.functions.len() {
                let function = &self.program.functions[f];
                if !matches!(function.origin, Origin::Runtime(_)) && !function.blocks.is_empty() {
                    self.entries[f][0].get_or_insert_default();
                    self.function(FuncId(f as u32));
                }
            }
        }
    }

    /// What is the same in bodies and functions with events, where all threads come by equally often.
    fn same(&mut self) -> (BTreeSet<Point>, BTreeMap<Point, Bits>) {
        let (mut same, mut met) = (BTreeSet::new(), BTreeMap::new());
        for f in 0..self.events.len() {
            let id = FuncId(f as u32);
            if !self.events[f] && !is_body(self.program, id) {
                continue;
            }
            for b in 0..self.program.functions[f].blocks.len() {
                let block = BlockId(b as u32);
                let Some(mut differ) = self.entries[f][b].clone() else {
                    continue;
                };
                if self.uneven[f].contains(block.0) {
                    continue;
                }
                met.insert(Point::new(id, block, 0), differ.clone());
                let code = &self.program.functions[f].blocks[b].instructions;
                for (i, (inst, _)) in code.iter().enumerate() {
                    let at = Point::new(id, block, i as u32);
                    let is_different = self.is_different(&differ, inst, at);
                    if !is_different {
                        same.insert(at);
                    }
                    inst.results().for_each(|r| differ.set(r.0, is_different));
                }
            }
        }
        (same, met)
    }

    /// Looks at the blocks of a function until nothing is new in it.
    fn function(&mut self, f: FuncId) {
        let function = self.program.function(f);
        let mut open: BTreeSet<usize> = (0..function.blocks.len()).collect();
        while let Some(b) = open.pop_first() {
            let Some(differ) = self.entries[f.0 as usize][b].clone() else {
                continue;
            };
            let uneven = self.uneven[f.0 as usize].clone();
            let differ = self.block(f, BlockId(b as u32), differ);
            for to in function.blocks[b].terminator.successors() {
                let entry = &mut self.entries[f.0 as usize][to.0 as usize];
                let is_new = entry.is_none();
                let entry = entry.get_or_insert_default();
                if entry.extend(&differ) || is_new {
                    self.changed = true;
                    open.insert(to.0 as usize);
                }
            }
            if self.uneven[f.0 as usize] != uneven {
                open = (0..function.blocks.len()).collect();
            }
        }
    }

    /// What differs at the end of a block.
    fn block(&mut self, f: FuncId, id: BlockId, mut differ: Bits) -> Bits {
        let block = &self.program.function(f).blocks[id.0 as usize];
        let is_uneven = self.uneven[f.0 as usize].contains(id.0);
        for (i, (inst, _)) in block.instructions.iter().enumerate() {
            let is_different = self.is_different(&differ, inst, Point::new(f, id, i as u32));
            let is_even = condition!("aligned", "computed in all threads", !is_uneven);
            inst.results()
                .for_each(|r| differ.set(r.0, is_different || !is_even));
            let is_jump = matches!(
                inst,
                Inst::Gap { .. } | Inst::SetJump { .. } | Inst::LongJump { .. }
            );
            if is_jump || is_uneven && self.meets(inst) {
                self.changed |= !std::mem::replace(&mut self.decides[f.0 as usize], true);
            }
        }
        let is_other = block
            .terminator
            .operand()
            .is_some_and(|operand| is_in(&differ, operand));
        match &block.terminator {
            Terminator::Return(_) if is_other || is_uneven => {
                self.changed |= !std::mem::replace(&mut self.results[f.0 as usize], true);
            }
            Terminator::Jump(_) | Terminator::Return(_) | Terminator::Unreachable => {}
            _ if is_other => {
                let decided = &self.decided[f.0 as usize][id.0 as usize];
                self.changed |= self.uneven[f.0 as usize].extend(decided);
            }
            _ => {}
        }
        differ
    }

    /// Whether an instruction may come to an event.
    fn meets(&self, inst: &Inst) -> bool {
        match inst.callee().map(Callee::named) {
            Some(Some(f)) => self.events[f.0 as usize],
            Some(None) => {
                let is_called = |f: usize| self.events[f] && !is_body(self.program, FuncId(f as u32));
                (0..self.events.len()).any(is_called)
            }
            None => false,
        }
    }

    /// Whether what an instruction gives may differ.
    fn is_different(&mut self, differ: &Bits, inst: &Inst, at: Point) -> bool {
        let mut some = false;
        inst.operands(|operand| some |= is_in(differ, operand));
        match inst {
            Inst::Copy { .. }
            | Inst::Unary { .. }
            | Inst::Binary { .. }
            | Inst::Compare { .. }
            | Inst::Convert { .. }
            | Inst::Offset { .. } => some,
            Inst::Load { .. } | Inst::LoadBits { .. } => {
                !condition!("aligned", "loaded from the same address", !some)
                    || !condition!("aligned", "loaded without a lock", !self.locked.contains(&at))
            }
            // Nobody reads it.
            Inst::Unset { .. } => false,
            Inst::Call { callee, args, .. } => {
                let args: Vec<bool> = args.iter().map(|arg| is_in(differ, *arg)).collect();
                self.call(callee, &args)
            }
            _ => true,
        }
    }

    /// A call: what the function is given, and whether what it gives may differ.
    fn call(&mut self, callee: &Callee, args: &[bool]) -> bool {
        let some = args.contains(&true);
        let Some(g) = callee.named() else {
            for g in self.taken.clone() {
                self.give(g, args);
            }
            return true;
        };
        let callee = self.program.function(g);
        match callee.role {
            None if matches!(callee.origin, Origin::Runtime(_)) => return true,
            Some(Role::TeamSize) => return false,
            Some(Role::Setting) if callee.name == "omp_get_num_threads" => return false,
            Some(Role::Count | Role::Total) => return some,
            Some(_) => return true,
            None => {}
        }
        if callee.blocks.is_empty() {
            let is_pure = raceproof_library::find(&callee.name).is_some_and(|found| found.row.is_pure());
            return some || !condition!("aligned", "result of its arguments", is_pure);
        }
        self.give(g, args);
        self.results[g.0 as usize]
    }

    /// A function is called with arguments some of which may differ.
    fn give(&mut self, g: FuncId, args: &[bool]) {
        let count = self.program.function(g).arguments();
        let Some(entry) = self.entries[g.0 as usize].first_mut() else {
            return;
        };
        let entry = entry.get_or_insert_default();
        for (i, _) in args.iter().enumerate().filter(|(_, differs)| **differs) {
            if (i as u32) < count {
                self.changed |= entry.insert(i as u32);
            }
        }
    }
}

fn is_in(differ: &Bits, operand: Operand) -> bool {
    matches!(operand, Operand::Reg(r) if differ.contains(r.0))
}

/// Of each block, the blocks whose execution its branch decides about: those on ways from it before these
/// meet again for good. What never returns ends the program.
fn decided(function: &Function) -> Vec<Bits> {
    let meets = meeting_places(function);
    let of = |b: usize| {
        let next: Vec<BlockId> = function.blocks[b].terminator.successors().collect();
        let mut seen = Bits::default();
        if next.len() < 2 {
            return seen;
        }
        let mut open = next;
        while let Some(at) = open.pop() {
            if Some(at) != meets[b] && seen.insert(at.0) {
                open.extend(function.blocks[at.0 as usize].terminator.successors());
            }
        }
        seen
    };
    (0..function.blocks.len()).map(of).collect()
}

/// Of each block, the first one that all ways from it to the end come through after it; none if that is the
/// end itself. (Cooper, Harvey and Kennedy 2001, on the graph turned around.)
fn meeting_places(function: &Function) -> Vec<Option<BlockId>> {
    let count = function.blocks.len();
    let end = count;
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count + 1];
    for (b, block) in function.blocks.iter().enumerate() {
        for to in block.terminator.successors() {
            before[to.0 as usize].push(b);
        }
        if matches!(block.terminator, Terminator::Return(_)) {
            before[end].push(b);
        }
    }
    // From the end backwards; what does not lead there has no number.
    let (mut order, mut seen) = (Vec::new(), vec![false; count + 1]);
    let mut open = vec![(end, 0)];
    seen[end] = true;
    while let Some((at, next)) = open.pop() {
        match before[at].get(next) {
            Some(&to) => {
                open.push((at, next + 1));
                if !std::mem::replace(&mut seen[to], true) {
                    open.push((to, 0));
                }
            }
            None => order.push(at),
        }
    }
    let mut number = vec![0; count + 1];
    for (i, b) in order.iter().enumerate() {
        number[*b] = i;
    }
    let mut meets: Vec<Option<usize>> = vec![None; count + 1];
    meets[end] = Some(end);
    loop {
        let mut is_new = false;
        for &b in order.iter().rev().skip(1) {
            let mut next: Vec<usize> = function.blocks[b]
                .terminator
                .successors()
                .map(|to| to.0 as usize)
                .collect();
            if matches!(function.blocks[b].terminator, Terminator::Return(_)) {
                next.push(end);
            }
            let known = next.into_iter().filter(|to| meets[*to].is_some());
            let meet = known.reduce(|mut x, mut y| {
                while x != y {
                    while number[x] < number[y] {
                        x = meets[x].unwrap_or(end);
                    }
                    while number[y] < number[x] {
                        y = meets[y].unwrap_or(end);
                    }
                }
                x
            });
            if meet.is_some() && meets[b] != meet {
                meets[b] = meet;
                is_new = true;
            }
        }
        if !is_new {
            break;
        }
    }
    let of = |meet: &Option<usize>| meet.filter(|m| *m != end).map(|m| BlockId(m as u32));
    meets[..count].iter().map(of).collect()
}
