//! What values read at some places can influence: a static closure over registers and calls.
//!
//! Used to tell whether values that depend on the schedule steer what threads access. Within a function
//! registers are followed from block to block; calls are followed into the callee for whoever calls it. So
//! influence may be found where there is none, never the other way round. Memory is not followed here: the
//! stores that take such values are given back, and a run tells who reads them.
//!
//! A branch whose ways soon meet again need not count as steered ([`hammock`]): what is assigned and stored
//! on the ways has such values, and if there are accesses, the branch is given back. Whoever asks must see to
//! it that the accesses of both ways count.
//!
//! Cost: a block is followed again only when more has come to be known where it begins, and of that only
//! registers count that may be read before they are written, see [`Exposed`](crate::Exposed).

mod hammock;
mod late;
mod native;

pub use late::{End, Late};

use crate::limits;
use late::Shape;
use raceproof_ir::{BlockId, Callee, FuncId, Inst, Operand, Point, Reg, SyncOp, Terminator, Use};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

use crate::{Crossings, Facts, Own};

/// What the values influence.
///
/// `At` says where something is, and `Meet` where ways meet: a step and a block, unless an engine says it in
/// other terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Influence<At = Point, Meet = BlockId> {
    /// Control, an address, a bound, a divisor or an assertion, there.
    Steers(At),
    /// Nothing but what is told here.
    Stores {
        /// Stores whose values they influence.
        stores: Vec<At>,
        /// Branches that decide between accesses, and where their ways meet.
        branches: Vec<(At, Meet)>,
    },
}

/// What is known at the start of a block.
#[derive(Clone, Default)]
pub(crate) struct Start {
    /// Registers that have values in question.
    pub tainted: FxHashSet<Reg>,
    /// Within a work: the registers that it has assigned so far.
    work: Option<FxHashSet<Reg>>,
    /// How many works around it are lanes of a vector loop or fixed.
    fixed: u32,
    /// Whether it was followed with all that is known.
    is_done: bool,
}

#[derive(Default)]
pub(crate) struct Closure {
    /// Instructions whose results have the values in question.
    seeds: FxHashSet<Point>,
    /// By function and block.
    pub starts: Vec<Vec<Start>>,
    /// Registers that have such values at the instruction at hand.
    now: FxHashSet<Reg>,
    returns: BTreeSet<FuncId>,
    stores: BTreeSet<Point>,
    /// Branches that decide between accesses, and the blocks in which their ways meet.
    branches: BTreeMap<Point, BlockId>,
    pub steers: Option<Point>,
    /// Where something may fail, if that is told apart.
    fails: Option<Point>,
    /// Stores that depend on a branch of a thread that is alone.
    conditional: BTreeSet<Point>,
    /// Whether the thread is alone, so that control does no harm by itself.
    late: Option<Shape>,
    /// Whether there are blocks to follow again.
    changed: bool,
    /// Registers that hold something else in each thread.
    own: BTreeSet<(FuncId, Reg)>,
    /// Registers that may, because nobody looks before they are combined.
    accumulators: BTreeSet<(FuncId, Reg)>,
    /// Within a work: the registers that it has assigned so far.
    work: Option<FxHashSet<Reg>>,
    /// How many works around the instruction at hand are lanes of a vector loop or fixed.
    fixed: u32,
    /// The function at hand if a jump may come back into it.
    returnable: Option<FuncId>,
    /// Registers of such functions that have such values somewhere.
    carried: BTreeSet<(FuncId, Reg)>,
    /// Branches that such values may decide.
    crossings: Crossings,
}

impl Closure {
    fn has(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::Reg(r) if self.now.contains(r))
    }

    /// A register gets a value, which is one in question or not.
    fn assign(&mut self, r: Reg, tainted: bool) {
        if let (true, Some(f)) = (tainted, self.returnable)
            && self.carried.insert((f, r))
        {
            self.follow_again(f);
        }
        if let Some(work) = &mut self.work {
            work.insert(r);
        }
        if tainted {
            self.now.insert(r);
        } else {
            self.now.remove(&r);
        }
    }

    fn own_of(&self, f: FuncId) -> impl Iterator<Item = Reg> + '_ {
        let all = self.own.range((f, Reg(0))..=(f, Reg(u32::MAX)));
        all.map(|(_, r)| *r)
    }

    /// All blocks of a function are to be followed with what has come to be known.
    fn follow_again(&mut self, f: FuncId) {
        self.starts[f.0 as usize]
            .iter_mut()
            .for_each(|s| s.is_done = false);
        self.changed = true;
    }

    /// A function returns a value in question: whoever calls it has it.
    fn returns(&mut self, f: FuncId) {
        if self.returns.insert(f) {
            (0..self.starts.len() as u32).for_each(|f| self.follow_again(FuncId(f)));
        }
    }

    /// Something that may fail, and nothing worse, depends on such a value.
    fn fail(&mut self, place: Point) {
        match self.late {
            Some(_) => drop(self.fails.get_or_insert(place)),
            None => self.steers = Some(place),
        }
    }

    /// A register may have such a value at the start of a block.
    fn enter(&mut self, f: FuncId, block: u32, r: Reg) {
        let start = &mut self.starts[f.0 as usize][block as usize];
        if start.tainted.insert(r) {
            start.is_done = false;
            self.changed = true;
        }
    }
}

impl Facts<'_> {
    /// What the values read at these places influence.
    ///
    /// `computed` are places whose results count too. What a work (between `work_begin` and `work_end`)
    /// leaves in registers depends on which works its thread did, so it counts wherever it is read after the
    /// work. Registers of `own` hold something else in each thread: they count within works. Accumulators
    /// count only where they are assigned such values. `crossings` are branches that such values may decide,
    /// with what they leave behind.
    pub fn influence(
        &self,
        reads: &[Point],
        computed: &[Point],
        own: &Own,
        crossings: &Crossings,
    ) -> Influence {
        match self.closure(reads, computed, own, crossings, None) {
            Ok(c) => match c.steers {
                Some(at) => Influence::Steers(at),
                None => Influence::Stores {
                    stores: c.stores.into_iter().collect(),
                    branches: c.branches.into_iter().collect(),
                },
            },
            Err(at) => Influence::Steers(at),
        }
    }

    /// The closure; a place that steers whatever else is so.
    pub(crate) fn closure(
        &self,
        reads: &[Point],
        computed: &[Point],
        own: &Own,
        crossings: &Crossings,
        late: Option<Shape>,
    ) -> Result<Closure, Point> {
        let program = self.program;
        let mut closure = Closure {
            own: &self.computed_from(&(&own.registers - &own.accumulators)) - &own.accumulators,
            accumulators: own.accumulators.clone(),
            crossings: crossings.clone(),
            late,
            starts: program
                .functions
                .iter()
                .map(|f| vec![Start::default(); f.blocks.len()])
                .collect(),
            ..Closure::default()
        };
        closure.seeds.extend(computed);
        // What a function of the library finds in the world goes to memory too.
        let leaves = |place: &&Point| match program.instruction(**place).and_then(Inst::callee) {
            Some(Callee::Function(f)) => {
                let callee = program.function(*f);
                callee.blocks.is_empty() && native::leaves(program, &callee.name)
            }
            Some(Callee::Pointer(_)) => true,
            None => false,
        };
        closure.stores.extend(computed.iter().filter(leaves));
        for &place in reads {
            let Some(inst) = program.instruction(place) else {
                return Err(place);
            };
            match inst {
                Inst::Call {
                    callee: Callee::Function(f),
                    args,
                    ..
                } => {
                    let read = native::read(program, &program.function(*f).name, args);
                    if read.steers && closure.late.is_none() {
                        return Err(place);
                    }
                    if read.steers {
                        closure.fail(place);
                    }
                    if read.given {
                        closure.seeds.insert(place);
                    }
                    if read.stored {
                        closure.stores.insert(place);
                    }
                }
                // Locks and the like touch their own bytes.
                Inst::Sync { .. } => {}
                // What it reads decides whether it writes.
                Inst::AtomicCas { .. } if closure.late.is_some() => {
                    closure.seeds.insert(place);
                    closure.stores.insert(place);
                }
                Inst::AtomicCas { .. } => return Err(place),
                inst => match (inst.reads(), inst.writes()) {
                    (Some(_), _) if inst.results().next().is_some() => {
                        closure.seeds.insert(place);
                    }
                    (Some(_), _) => {
                        closure.stores.insert(place);
                    }
                    // A bit-field store reads its neighbours and puts them back.
                    (None, Some(_)) => {}
                    (None, None) => return Err(place),
                },
            }
        }
        for (f, block, r) in crossings.registers() {
            closure.enter(f, block, r);
        }
        self.close(&mut closure);
        Ok(closure)
    }

    /// Follows the values in question until nothing new is found.
    fn close(&self, closure: &mut Closure) {
        closure.changed = true;
        while std::mem::take(&mut closure.changed) && closure.steers.is_none() {
            for f in (0..self.program.functions.len() as u32).map(FuncId) {
                self.follow(f, closure);
            }
        }
    }

    /// Whether it makes a difference what a register holds where its function begins, or after these steps:
    /// that steers something, or is stored.
    pub fn entry_matters(&self, f: FuncId, r: Reg, steps: &[Point]) -> bool {
        let functions = self.program.functions.iter();
        let mut closure = Closure {
            starts: functions
                .map(|f| vec![Start::default(); f.blocks.len()])
                .collect(),
            ..Closure::default()
        };
        closure.enter(f, 0, r);
        closure.seeds.extend(steps);
        self.close(&mut closure);
        closure.steers.is_some() || !closure.stores.is_empty() || !closure.branches.is_empty()
    }

    /// These registers and those that are computed from them without memory in one block: the machine may put
    /// such a computation off to its use later in the block.
    pub fn computed_from(&self, own: &BTreeSet<(FuncId, Reg)>) -> BTreeSet<(FuncId, Reg)> {
        let mut all = own.clone();
        let functions: BTreeSet<FuncId> = own.iter().map(|(f, _)| *f).collect();
        for f in functions {
            for block in &self.program.function(f).blocks {
                let mut computed: FxHashSet<Reg> = FxHashSet::default();
                for (inst, _) in &block.instructions {
                    let has = |o: &Operand| match o {
                        Operand::Reg(r) => computed.contains(r) || own.contains(&(f, *r)),
                        _ => false,
                    };
                    let mut found = false;
                    // Of operations with one operand none is put off.
                    if inst.is_computation() && !matches!(inst, Inst::Unary { .. }) {
                        inst.operands(|o| found |= has(&o));
                    }
                    for r in inst.results() {
                        if found {
                            computed.insert(r);
                            all.insert((f, r));
                        } else {
                            computed.remove(&r);
                        }
                    }
                }
            }
        }
        all
    }

    /// Follows the blocks of a function where there is news.
    fn follow(&self, f: FuncId, c: &mut Closure) {
        let program = self.program;
        let blocks = &program.function(f).blocks;
        if c.starts[f.0 as usize].iter().all(|s| s.is_done) {
            return;
        }
        let exposed = self.exposed(f);
        c.returnable = exposed.returnable.then_some(f);
        for (b, block) in (0..).map(BlockId).zip(blocks) {
            let start = &mut c.starts[f.0 as usize][b.0 as usize];
            if std::mem::replace(&mut start.is_done, true) {
                continue;
            }
            c.now.clone_from(&start.tainted);
            c.work.clone_from(&start.work);
            c.fixed = start.fixed;
            for (i, (inst, _)) in (0..).zip(&block.instructions) {
                self.follow_instruction(Point::new(f, b, i), inst, c);
            }
            let end = Point::new(f, b, block.instructions.len() as u32);
            if block.terminator.returned().is_some_and(|value| c.has(&value)) {
                c.returns(f);
            }
            let steers = block.terminator.decider().is_some_and(|o| c.has(&o));
            let steers = steers && !c.crossings.has(f, b.0);
            let is_jump = matches!(block.terminator, Terminator::JumpTo { .. });
            if steers && c.late.is_some() && !is_jump {
                let now = std::mem::take(&mut c.now);
                self.branch_late(f, b.0, c);
                c.now = now;
            } else if steers && !self.opens(end, &block.terminator, c) {
                c.steers = Some(end);
                return;
            }
            for next in block.terminator.successors() {
                let start = &mut c.starts[f.0 as usize][next.0 as usize];
                let mut news = false;
                exposed.each(next, &c.now, |r| news |= start.tainted.insert(r));
                if let Some(work) = &c.work {
                    news |= start.work.is_none();
                    let known = start.work.get_or_insert_default();
                    exposed.each(next, work, |r| news |= known.insert(r));
                }
                let fixed = c.fixed.min(limits::WORKS_DEPTH.count());
                news |= start.fixed < fixed;
                start.fixed = start.fixed.max(fixed);
                if news {
                    start.is_done = false;
                    c.changed = true;
                }
            }
        }
    }

    /// Whether a branch decides only what some registers are assigned and what is stored before both ways
    /// meet again. Those have the values in question then.
    fn opens(&self, branch: Point, terminator: &Terminator, c: &mut Closure) -> bool {
        if !matches!(terminator, Terminator::Branch { .. } | Terminator::Switch { .. }) {
            return false;
        }
        let f = branch.function;
        let blocks = &self.program.function(f).blocks;
        let Some(hammock) = hammock::find(blocks, branch.block.0) else {
            return false;
        };
        if hammock.accesses {
            // What comes back by a jump has other registers.
            if c.returnable.is_some() {
                return false;
            }
            c.branches.insert(branch, BlockId(hammock.meet));
        }
        let stores = hammock.stores.iter();
        c.stores
            .extend(stores.map(|&(block, index)| Point::new(f, BlockId(block), index)));
        hammock
            .assigned
            .into_iter()
            .for_each(|r| c.enter(f, hammock.meet, r));
        true
    }

    /// Long because it has an arm for each instruction.
    fn follow_instruction(&self, place: Point, inst: &Inst, c: &mut Closure) {
        match inst {
            Inst::Call { dst, callee, args } => {
                let tainted = self.follow_call(place, inst, (callee, args), c);
                dst.iter().for_each(|d| c.assign(*d, tainted));
            }
            Inst::Sync { op, dst, args } => {
                let tainted = follow_sync(place, *op, args, c);
                dst.iter().for_each(|d| c.assign(*d, tainted));
            }
            inst => {
                // An address of a variable is what it is.
                let is_value = inst.is_computation() || inst.reads().is_some() || is_choice(inst);
                let mut tainted = is_value && c.seeds.contains(&place);
                // What is compared with memory decides whether the rest is stored.
                let mut is_decided = false;
                inst.uses(|what, operand| {
                    is_decided |= what == Use::Expected;
                    if c.has(&operand) {
                        tainted |= what.is_value() || what == Use::Combined;
                        match what {
                            Use::Value => {}
                            Use::Divisor | Use::Asserted => c.fail(place),
                            Use::Stored if is_decided => c.steers = Some(place),
                            Use::Stored | Use::Combined => drop(c.stores.insert(place)),
                            _ => c.steers = Some(place),
                        }
                    }
                });
                inst.results().for_each(|r| c.assign(r, tainted));
            }
        }
        if inst.is_returned_to() {
            // A jump comes back here from anywhere, with what the registers hold there.
            let registers = (place.function, Reg(0))..=(place.function, Reg(u32::MAX));
            let carried: Vec<Reg> = c.carried.range(registers).map(|(_, r)| *r).collect();
            c.now.extend(carried);
        }
    }

    /// Follows a call; whether what it gives is a value in question.
    fn follow_call(
        &self,
        place: Point,
        inst: &Inst,
        (callee, args): (&Callee, &[Operand]),
        c: &mut Closure,
    ) -> bool {
        match callee {
            Callee::Function(g) => {
                let callee = self.program.function(*g);
                let given: Vec<u32> = (0u32..)
                    .zip(args)
                    .filter(|(_, a)| c.has(a))
                    .map(|(i, _)| i)
                    .collect();
                if callee.blocks.is_empty() {
                    let takes = c.late.is_some() && given.iter().all(|&i| late::takes(&callee.name, i));
                    if !takes && given.iter().any(|&i| !native::takes(&callee.name, i)) {
                        c.steers = Some(place);
                    } else if !given.is_empty() && native::stores(&callee.name) {
                        c.stores.insert(place);
                    }
                    // What a function gives that the library calls decides what that does next.
                    let called = self.callbacks().of(inst);
                    if called.any(!c.returns.is_empty(), |f| c.returns.contains(&f)) {
                        c.steers = Some(place);
                    }
                    c.seeds.contains(&place) || !given.is_empty()
                } else {
                    given.into_iter().for_each(|i| c.enter(*g, 0, Reg(i)));
                    c.seeds.contains(&place) || c.returns.contains(g)
                }
            }
            Callee::Pointer(p) => {
                if c.has(p) || args.iter().any(|a| c.has(a)) {
                    c.steers = Some(place);
                }
                c.seeds.contains(&place) || !c.returns.is_empty()
            }
        }
    }
}

/// Whether an instruction is a choice of the environment, or leaves one to it.
fn is_choice(inst: &Inst) -> bool {
    matches!(inst, Inst::Nondet { .. } | Inst::Unset { .. })
}

/// Follows a synchronisation; whether what it gives is a value in question.
fn follow_sync(place: Point, op: SyncOp, args: &[Operand], c: &mut Closure) -> bool {
    let steering = match op {
        // The value that a thread returns is for whoever joins it; everything else names objects and bounds.
        SyncOp::ThreadExit => {
            if args.iter().any(|a| c.has(a)) {
                c.returns(place.function);
            }
            &[]
        }
        // Who asks for works is not who does them.
        SyncOp::WorkShare | SyncOp::WorkMore => &args[..args.len().min(3)],
        _ => args,
    };
    if steering.iter().any(|a| c.has(a)) {
        c.steers = Some(place);
    }
    match op {
        // Lanes of a vector are all done by one thread, and works that the program gives to a thread are.
        SyncOp::WorkBegin if matches!(args[0], Operand::Const(..)) || c.work.is_some() => c.fixed += 1,
        SyncOp::WorkEnd if c.fixed > 0 => c.fixed -= 1,
        SyncOp::WorkBegin => {
            c.work = Some(FxHashSet::default());
            let own: Vec<Reg> = c.own_of(place.function).collect();
            c.now.extend(own);
        }
        SyncOp::WorkEnd => {
            if let Some(mut assigned) = c.work.take() {
                assigned.retain(|r| !c.accumulators.contains(&(place.function, *r)));
                let own: Vec<Reg> = c.own_of(place.function).collect();
                c.now.retain(|r| !own.contains(r));
                c.now.extend(assigned);
            }
        }
        _ => {}
    }
    let given = matches!(op, SyncOp::ThreadJoin | SyncOp::TaskValue | SyncOp::TaskGet);
    // Which thread a barrier names is up to the schedule.
    c.seeds.contains(&place) || op == SyncOp::BarrierWait || given && !c.returns.is_empty()
}
