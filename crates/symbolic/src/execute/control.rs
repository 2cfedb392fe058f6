//! Calls, branches and loops: paths are followed in the order of [`unroll`](crate::unroll) and merged where
//! they meet.

use crate::limits;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raceproof_flow::Exposed;
use raceproof_ir::{Address, BlockId, FuncId, Function, Operand, Program, Reg, Terminator};
use rustc_hash::FxHashMap;

use super::memory::is_unset;
use super::sync::Awaited;
use super::{Abort, Executor, Flow};
use crate::bounded::{Motion, Place, Reason, Special, Statement, Step, Thread};
use crate::path::{self, Local, Path};
use crate::term::Term;
use crate::unroll::{Rank, rank};

/// A loop that is being unrolled.
struct Loop {
    /// The path at its head in this round.
    start: Local,
    /// Rounds whose end was not certain.
    uncertain: u32,
    /// Whether an exit was decided in this round.
    decided: bool,
    /// The number of the thread's statements at the head.
    statements: usize,
}

/// Where paths are that have still to go on: by their order, the block, the rounds of its loops, and the
/// path.
type Work = BTreeMap<Vec<u32>, (usize, Vec<u32>, Local)>;

/// A function that is being executed.
struct Frame<'f> {
    id: FuncId,
    function: &'f Function,
    ranks: Rc<Vec<Rank>>,
    exposed: Rc<Exposed>,
    work: Work,
    loops: FxHashMap<(usize, Vec<u32>), Loop>,
}

impl Frame<'_> {
    fn place(&self, block: usize, index: usize) -> Place {
        Place {
            function: self.id,
            block: BlockId(block as u32),
            index,
        }
    }

    /// A path comes to a block; if that is the head of a loop, a round begins.
    fn enter(&mut self, block: usize, rounds: &[u32], local: &Local, statements: usize) {
        let heads = &self.ranks[block].heads;
        let Some(level) = heads.iter().position(|&h| h == block) else {
            return;
        };
        let key = (block, rounds[..level].to_vec());
        let before = self.loops.get(&key).filter(|_| rounds[level] > 0);
        let uncertain = before.map_or(0, |l| l.uncertain);
        let head = Loop {
            start: local.clone(),
            uncertain,
            decided: false,
            statements,
        };
        self.loops.insert(key, head);
    }
}

impl Executor<'_, '_> {
    /// Calls a function with a body.
    pub fn call(&mut self, path: Path, id: FuncId, args: &[Term]) -> Flow<(Path, Option<Term>)> {
        let function = self.program.function(id);
        let start = Place {
            function: id,
            block: BlockId(0),
            index: 0,
        };
        let depth = self.calls.iter().filter(|(f, _)| *f == id).count();
        let grown = self
            .calls
            .iter()
            .rev()
            .find(|(f, _)| *f == id)
            .is_some_and(|(_, g)| *g != path.guard);
        if self.calls.len() >= limits::DEPTH.size()
            || ((grown || self.loops.cuts(&path)) && depth as u32 > self.loops.unwind)
        {
            let mut path = path;
            let always = self.terms.bool(true);
            self.stop(&mut path, always, Reason::Cut, start);
            return Ok(None);
        }
        self.calls.push((id, path.guard));
        let result = self.run(path, id, function, args);
        self.calls.pop();
        result
    }

    pub(super) fn run(
        &mut self,
        path: Path,
        id: FuncId,
        function: &Function,
        args: &[Term],
    ) -> Flow<(Path, Option<Term>)> {
        let (ranks, exposed) = self.shape(id, function);
        let mut frame = Frame {
            id,
            function,
            ranks,
            exposed,
            work: BTreeMap::new(),
            loops: FxHashMap::default(),
        };
        let mut registers = Vec::with_capacity(function.registers.len());
        for (i, register) in function.registers.iter().enumerate() {
            let zero = self.terms.number(0, self.terms.shape.of_kind(register.kind));
            registers.push(
                args.get(i)
                    .copied()
                    .filter(|_| i < function.arguments() as usize)
                    .unwrap_or(zero),
            );
        }
        let none = self.terms.null();
        let start = Local {
            path,
            registers: Rc::new(registers),
            slots: Rc::new(vec![none; function.slots.len()]),
        };
        let rounds = vec![0; frame.ranks[0].heads.len()];
        frame.work.insert(frame.ranks[0].key(&rounds), (0, rounds, start));
        let mut done: Option<(Path, Option<Term>)> = None;
        while let Some((_, (block, rounds, local))) = frame.work.pop_first() {
            frame.enter(block, &rounds, &local, self.thread().statements.len());
            let Some(mut local) = self.block(&frame, block, local)? else {
                continue;
            };
            let code = &function.blocks[block];
            let place = frame.place(block, code.instructions.len());
            if let Terminator::Return(value) = &code.terminator {
                done = self.give_back(done, &local, *value, place)?;
                continue;
            }
            for (to, guard) in self.branches(&mut local, &code.terminator, place)? {
                let guard = self.terms.and(local.path.guard, guard);
                self.go(&mut frame, (block, &rounds), to, guard, &local, place)?;
            }
        }
        Ok(done)
    }

    fn shape(&mut self, id: FuncId, function: &Function) -> (Rc<Vec<Rank>>, Rc<Exposed>) {
        let shape = self.shapes.entry(id);
        let shape = shape.or_insert_with(|| (Rc::new(rank(function)), Rc::new(Exposed::new(function))));
        shape.clone()
    }

    /// The instructions of a block.
    fn block(&mut self, frame: &Frame<'_>, block: usize, mut local: Local) -> Flow<Local> {
        for (index, (instruction, _)) in frame.function.blocks[block].instructions.iter().enumerate() {
            let place = frame.place(block, index);
            if let Some(what) = self.is_full()? {
                return self.beyond(local.path, what, place);
            }
            match self.instruction(local, frame.function, instruction, place)? {
                Some(next) if !self.terms.is_false(next.path.guard) => local = next,
                _ => return Ok(None),
            }
        }
        Ok(Some(local))
    }

    /// What there is too much of in the thread at hand, one more instruction counted.
    fn is_full(&mut self) -> Flow<String> {
        let instructions = self.lengths.entry(self.current).or_default();
        *instructions += 1;
        if instructions.is_multiple_of(256) {
            self.budget.check(0).map_err(Abort::Exhausted)?;
        }
        if *instructions > limits::INSTRUCTIONS.get() {
            return Ok(Some(limits::INSTRUCTIONS.more_than("instructions of a thread")));
        }
        let statements = self.bounded.threads[self.current].statements.len();
        let is_full = statements >= limits::STATEMENTS.size();
        Ok(is_full.then(|| limits::STATEMENTS.more_than("visible statements of a thread")))
    }

    /// A function returns on one more path.
    fn give_back(
        &mut self,
        done: Option<(Path, Option<Term>)>,
        local: &Local,
        value: Option<Operand>,
        place: Place,
    ) -> Flow<(Path, Option<Term>)> {
        let value = match value {
            Some(value) => match self.operand(local, value) {
                Some(value) => Some(value),
                None => {
                    let _: Option<()> = self.gap(local.path.clone(), "the address of a label", place)?;
                    return Ok(done);
                }
            },
            None => None,
        };
        let mut path = local.path.clone();
        if !self.calls.is_empty() && self.calls.len() > 1 || self.current > 0 {
            for slot in local.slots.iter() {
                self.bury(&mut path, *slot, place)?;
            }
        }
        Ok(Some(self.join(done, path, value, place)?))
    }

    /// Control goes from a block in some rounds of its loops to another one, if the guard holds.
    fn go(
        &mut self,
        frame: &mut Frame<'_>,
        (block, rounds): (usize, &[u32]),
        to: usize,
        guard: Term,
        local: &Local,
        place: Place,
    ) -> Result<(), Abort> {
        let ranks = Rc::clone(&frame.ranks);
        let (here, target) = (&ranks[block], &ranks[to]);
        let (next, closes) = here.follow(rounds, to, target);
        if self.terms.is_false(guard) {
            // An exit that is decided.
            for (level, head) in here.heads.iter().enumerate() {
                if target.heads.get(level) != Some(head)
                    && let Some(entry) = frame.loops.get_mut(&(*head, rounds[..level].to_vec()))
                {
                    entry.decided = true;
                }
            }
            return Ok(());
        }
        let mut local = Local {
            path: Path {
                guard,
                ..local.path.clone()
            },
            ..local.clone()
        };
        if let Some(level) = closes
            && let Some(entry) = frame.loops.get_mut(&(to, rounds[..level].to_vec()))
        {
            // A round that changed nothing need not have been: the thread is where it was.
            let idle = self.idle(entry, &local, |r| frame.exposed.has(BlockId(to as u32), r));
            let busy = self.terms.not(idle);
            local.path.guard = self.terms.and(guard, busy);
            if self.terms.is_false(local.path.guard) {
                return Ok(());
            }
            // A bound that was asked for is one for all loops.
            let certain = entry.start.path.guard == guard && entry.decided && !self.loops.cuts(&local.path);
            entry.uncertain += u32::from(!certain);
            if entry.uncertain > self.loops.unwind || next[level] > limits::LOOP_ROUNDS.count() {
                let always = self.terms.bool(true);
                self.stop(&mut local.path, always, Reason::Cut, place);
                return Ok(());
            }
        }
        let key = target.key(&next);
        let merged = match frame.work.remove(&key) {
            None => local,
            Some((_, _, other)) => self.merge(local, other, place)?,
        };
        frame.work.insert(key, (to, next, merged));
        Ok(())
    }

    /// Two paths that come to one place.
    fn merge(&mut self, mut local: Local, mut other: Local, place: Place) -> Result<Local, Abort> {
        if other.path.alone != local.path.alone {
            self.settle(&mut other.path, place)?;
            self.settle(&mut local.path, place)?;
        }
        if other.path.block.map(|b| b.1) != local.path.block.map(|b| b.1) {
            let what = "an atomic block that ends on some paths only";
            let _: Option<()> = self.gap(local.path, what, place)?;
            return Ok(other);
        }
        let objects = &self.bounded.objects;
        Ok(path::merge(self.terms, &local, &other, &mut |terms, key| {
            (Self::initial(terms, objects, key), is_unset(terms, objects, key))
        }))
    }

    /// When a round of a loop left everything as it was at the head: it only read, or it wrote what it had
    /// read. An execution without that round leads to the same state, and what the round accessed is about to
    /// be accessed there. Atomic blocks in the round order it with others, and without them less is ordered.
    fn idle(&mut self, entry: &Loop, local: &Local, is_live: impl Fn(Reg) -> bool) -> Term {
        let (old, new) = (&entry.start, local);
        let mut registers = (0..).map(Reg).zip(old.registers.iter().zip(new.registers.iter()));
        let mut idle = self.terms.bool(true);
        if new.path.alone != old.path.alone
            || new.path.block != old.path.block
            || old.slots != new.slots
            || old.path.memory != new.path.memory
            || !registers.all(|(r, (a, b))| a == b || !is_live(r))
        {
            return self.terms.bool(false);
        }
        let statements = &self.bounded.threads[self.current].statements[entry.statements..];
        for s in statements {
            let plain = matches!(s.special, Special::None | Special::Begin | Special::Finish);
            if !plain || !self.terms.is_true(s.enabled) {
                return self.terms.bool(false);
            }
            for write in &s.writes {
                // A compare-and-swap that failed on this path, or a value that was there.
                let happens = self.terms.and(local.path.guard, write.when);
                let read = s
                    .reads
                    .iter()
                    .find(|r| r.address == write.address && r.length == write.length);
                let same = match read {
                    Some(read) => self.terms.eq(read.value, write.value),
                    None => self.terms.bool(false),
                };
                let not = self.terms.not(happens);
                let harmless = self.terms.or(not, same);
                idle = self.terms.and(idle, harmless);
            }
        }
        idle
    }

    /// Two ways through a call as one.
    pub(super) fn join(
        &mut self,
        done: Option<(Path, Option<Term>)>,
        mut path: Path,
        value: Option<Term>,
        place: Place,
    ) -> Result<(Path, Option<Term>), Abort> {
        let Some((mut other, result)) = done else {
            return Ok((path, value));
        };
        if other.alone != path.alone {
            self.settle(&mut other, place)?;
            self.settle(&mut path, place)?;
        }
        if other.block.map(|b| b.1) != path.block.map(|b| b.1) {
            let what = "an atomic block that ends on some paths only";
            let _: Option<()> = self.gap(path, what, place)?;
            return Ok((other, result));
        }
        let c = path.guard;
        let result = match (value, result) {
            (Some(a), Some(b)) => Some(self.terms.ite(c, a, b)),
            _ => None,
        };
        Ok((self.merge_paths(&path, &other), result))
    }

    /// The functions that a pointer can point to, each with the condition. None of them is a defect.
    pub fn functions(
        &mut self,
        path: &mut Path,
        pointer: Term,
        arguments: usize,
        place: Place,
    ) -> Vec<(FuncId, Term)> {
        let mut candidates = BTreeSet::new();
        let targets = self.targets(pointer);
        let first = 1 + self.program.globals.len() as u32;
        if targets.open {
            candidates = taken(self.program);
            candidates.retain(|f| self.program.function(*f).arguments() as usize == arguments);
        }
        candidates.extend(
            targets
                .objects
                .iter()
                .filter_map(|o| o.checked_sub(first))
                .map(FuncId),
        );
        let mut out = Vec::new();
        let mut any = self.terms.bool(false);
        for f in candidates {
            if (f.0 as usize) < self.program.functions.len() {
                let address = self.pointer(first + f.0, 0);
                let this = self.terms.eq(pointer, address);
                any = self.terms.or(any, this);
                if !self.terms.is_false(this) {
                    out.push((f, this));
                }
            }
        }
        let wrong = self.terms.not(any);
        self.stop(path, wrong, Reason::Undefined, place);
        out
    }

    pub(super) fn merge_paths(&mut self, a: &Path, b: &Path) -> Path {
        let objects = &self.bounded.objects;
        path::merge_paths(self.terms, a, b, &mut |terms, key| {
            (Self::initial(terms, objects, key), is_unset(terms, objects, key))
        })
    }

    /// Where a block goes, and under which conditions.
    pub(super) fn branches(
        &mut self,
        local: &mut Local,
        terminator: &Terminator,
        place: Place,
    ) -> Result<Vec<(usize, Term)>, Abort> {
        let unknown = |executor: &mut Self, local: &Local, what: &str| -> Result<Vec<(usize, Term)>, Abort> {
            let _: Option<()> = executor.gap(local.path.clone(), what, place)?;
            Ok(Vec::new())
        };
        match terminator {
            Terminator::Jump(b) => Ok(vec![(b.0 as usize, self.terms.bool(true))]),
            Terminator::Branch {
                cond,
                then,
                otherwise,
            } => {
                let Some(cond) = self.operand(local, *cond) else {
                    return unknown(self, local, "the address of a label");
                };
                let cond = self.truth(cond);
                let not = self.terms.not(cond);
                if then == otherwise {
                    return Ok(vec![(then.0 as usize, self.terms.bool(true))]);
                }
                Ok(vec![(then.0 as usize, cond), (otherwise.0 as usize, not)])
            }
            Terminator::Switch {
                kind,
                value,
                signed,
                cases,
                default,
            } => {
                let Some(value) = self.operand(local, *value) else {
                    return unknown(self, local, "the address of a label");
                };
                let mut rest = self.terms.bool(true);
                let mut out: Vec<(usize, Term)> = Vec::new();
                let bits = self.terms.shape.of_kind(*kind);
                for case in cases {
                    let (low, high) = (
                        self.terms.number(case.low as u128, bits),
                        self.terms.number(case.high as u128, bits),
                    );
                    let (above, below) = match signed {
                        _ if case.low == case.high => (self.terms.eq(value, low), self.terms.bool(true)),
                        true => (
                            self.terms.less_equal_signed(low, value),
                            self.terms.less_equal_signed(value, high),
                        ),
                        false => (
                            self.terms.less_equal(low, value),
                            self.terms.less_equal(value, high),
                        ),
                    };
                    let hit = self.terms.and(above, below);
                    let taken = self.terms.and(rest, hit);
                    let missed = self.terms.not(hit);
                    rest = self.terms.and(rest, missed);
                    out.push((case.target.0 as usize, taken));
                }
                out.push((default.0 as usize, rest));
                Ok(out)
            }
            Terminator::JumpTo { .. } => unknown(self, local, "a computed jump"),
            Terminator::Unreachable => {
                let always = self.terms.bool(true);
                self.stop(&mut local.path, always, Reason::Fault, place);
                Ok(Vec::new())
            }
            Terminator::Return(_) => Ok(Vec::new()),
        }
    }

    /// Calls the function that a pointer turns out to point to.
    pub(super) fn call_one_of(
        &mut self,
        mut local: Local,
        list: &[(FuncId, Term)],
        dst: Option<Reg>,
        args: &[Term],
        place: Place,
    ) -> Flow<Local> {
        let mut done = None;
        for &(id, condition) in list {
            let mut path = local.path.clone();
            path.guard = self.terms.and(path.guard, condition);
            if self.program.function(id).blocks.is_empty() {
                let _: Option<()> = self.gap(path, "a call of the library through a pointer", place)?;
                continue;
            }
            if let Some((path, value)) = self.call(path, id, args)? {
                done = Some(self.join(done, path, value, place)?);
            }
        }
        let Some((path, value)) = done else {
            return Ok(None);
        };
        local.path = path;
        if let (Some(dst), Some(value)) = (dst, value) {
            self.set(&mut local, dst, value);
        }
        Ok(Some(local))
    }

    /// Executes a new thread, which begins when some tasks are over; gives its number.
    pub fn spawn(
        &mut self,
        function: FuncId,
        arguments: &[Term],
        (creator, after, place): ((usize, usize), Awaited, Place),
    ) -> Result<usize, Abort> {
        let number = self.bounded.threads.len();
        self.bounded.threads.push(Thread {
            creator: Some(creator),
            ..Thread::default()
        });
        let current = std::mem::replace(&mut self.current, number);
        let ends = std::mem::take(&mut self.ends);
        let calls = std::mem::take(&mut self.calls);
        let path = Path {
            guard: self.terms.bool(true),
            memory: Rc::default(),
            unset: Rc::default(),
            alone: false,
            block: None,
        };
        self.delay(&path, after, place)?;
        if let Some((path, value)) = self.call(path, function, arguments)? {
            let word = self.terms.shape.width;
            let value = match value {
                Some(value) if self.terms.width(value) <= word => self.terms.zext(value, word),
                _ => self.terms.null(),
            };
            self.exit_thread(path, value)?;
        }
        let mine = std::mem::replace(&mut self.ends, ends);
        self.end(mine);
        self.current = current;
        self.calls = calls;
        Ok(number)
    }

    /// The thread at hand ends where these paths have come to, with these results.
    pub fn end(&mut self, ends: Vec<(Term, Term)>) {
        let guard = self.terms.any(ends.iter().map(|(g, _)| *g).collect::<Vec<_>>());
        let mut result = self.terms.null();
        for (g, value) in ends {
            result = self.terms.ite(g, value, result);
        }
        self.thread().result = Some(result);
        if self.terms.is_false(guard) {
            return;
        }
        let yes = self.terms.bool(true);
        let place = Place {
            function: FuncId(0),
            block: BlockId(0),
            index: 0,
        };
        let statement = self.thread().statements.len();
        self.thread().statements.push(Statement {
            guard,
            place,
            reads: Vec::new(),
            enabled: yes,
            asleep: None,
            defined: yes,
            writes: Vec::new(),
            touches: Vec::new(),
            edges: Vec::new(),
            special: Special::End,
            block: None,
            unordered: false,
        });
        self.thread().steps.push(Step {
            guard,
            motion: Motion::End,
            statement: Some(statement),
        });
    }

    /// A path of the thread at hand ends it.
    pub fn exit_thread(&mut self, path: Path, value: Term) -> Result<(), Abort> {
        self.publish(value)?;
        let place = Place {
            function: FuncId(0),
            block: BlockId(0),
            index: 0,
        };
        let Some(path) = self.destroy(path, place)? else {
            return Ok(());
        };
        self.ends.push((path.guard, value));
        Ok(())
    }
}

/// The functions whose address is taken.
fn taken(program: &Program) -> BTreeSet<FuncId> {
    let mut out = BTreeSet::new();
    let mut add = |address: &Address| {
        if let Address::Function(f) = address {
            out.insert(*f);
        }
    };
    for global in &program.globals {
        global.relocations.iter().for_each(|r| add(&r.target));
    }
    for block in program.functions.iter().flat_map(|f| &f.blocks) {
        for (inst, _) in &block.instructions {
            inst.operands(|operand| {
                if let Operand::Address(address) = operand {
                    add(&address);
                }
            });
        }
        if let Some(Operand::Address(address)) = block.terminator.operand() {
            add(&address);
        }
    }
    out
}
