//! Functions as they are called from one place, and the threads that run them.
//!
//! SOUNDNESS: merged-calls

use crate::borrow::reborn;
use crate::carry::Carry;
use crate::common::Common;
use crate::flag::Flags;
use crate::head::Heads;
use crate::limits;
use crate::state::{Guard, State, ThreadNo};
use crate::value::Value;
use crate::wild::taken;
use raceproof_engine::{condition, effect};
use raceproof_flow::cyclic;
use raceproof_ir::{BlockId, Callee, FuncId, Function, Inst, Kind, Point, Program, SlotId, SyncOp};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Index into [`Contexts::contexts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ContextId(pub u32);

/// Where in a context: block, and index of the instruction.
pub(crate) type Place = (ContextId, BlockId, usize);

/// A function called from one place of another context; recursive calls share the context of the outermost.
#[derive(Debug)]
pub(crate) struct Context {
    pub function: FuncId,
    pub thread: ThreadNo,
    pub parent: Option<ContextId>,
    /// Whether a thread may run it more than once.
    pub repeated: bool,
    /// Whether a call of it may still go on when there is another; then it is repeated as well.
    pub recursive: bool,
    /// What is known at the start of each block that can be reached.
    pub entries: Vec<Option<State>>,
    pub visits: Vec<u32>,
    /// What is known when it returns, if it can.
    pub exit: Option<Exit>,
    pub callers: BTreeSet<(ContextId, BlockId)>,
    /// Whether it, or what calls it, has works that one thread does at once.
    pub lanes: bool,
    /// Whether it stands for the calls of many places, none of which is its parent.
    pub merged: bool,
    /// Where it is called, if that is one place.
    pub site: Option<Place>,
    /// What its registers ever hold, if a jump may lead back into it.
    pub ever: Option<Vec<Value>>,
}

/// What is known when a function returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Exit {
    pub value: Value,
    pub guard: Common<Guard>,
    /// What is known if it returns zero, and if it returns something else; none if it never does.
    pub zero: Option<Common<Guard>>,
    pub other: Option<Common<Guard>>,
    pub fresh: Common<BTreeSet<crate::object::ObjectId>>,
    pub carry: Common<Carry>,
    /// Objects with locks that it may have given up; none is any.
    pub given: Common<BTreeSet<Option<crate::object::ObjectId>>>,
}

/// All threads that one place creates with one function.
#[derive(Debug)]
pub(crate) struct Thread {
    pub root: ContextId,
    pub parent: Option<ThreadNo>,
    site: Option<(FuncId, BlockId, usize)>,
    creator: Option<Place>,
    /// Whether it creates itself.
    pub recursive: bool,
    /// Whether there are many at a time: the threads of a team.
    is_team: bool,
    /// Whether it stands for what runs as often as it likes, in whatever thread: a handler, a task.
    is_guest: bool,
    /// Who waits until it has ended.
    awaited: Option<Awaited>,
    /// Whether a thread creates it, in the end, that it has created and nobody waits for.
    is_astray: bool,
    /// Threads that had ended for certain before this one was created, its creator knowing it.
    pub before: Option<BTreeSet<ThreadNo>>,
    /// Return value, and what has been joined then.
    pub exit: Option<(Value, BTreeSet<ThreadNo>)>,
    /// What it was given.
    pub argument: Value,
    pub joiners: BTreeSet<(ContextId, BlockId)>,
}

/// Who waits, whatever the program does, until a thread has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Awaited {
    /// Who makes it, before going on: a member of a team, and the first thread of a team of a league.
    ByMaker,
    /// Who made the team that it was made in: a task.
    WithTeam,
}

/// An instruction of a function.
type Site = (FuncId, BlockId, usize);

/// The threads that stand for all further ones, by who makes these.
type Shared = BTreeMap<Option<ThreadNo>, ThreadNo>;

/// How precise contexts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Calls of larger functions have one context for each thread.
    Coarse,
    /// Calls have contexts of their own until there are many.
    Fine,
}

/// By function, whether it may call itself, directly or not. A call through a pointer may be one of any
/// function whose address is used.
fn recursive(program: &Program) -> Vec<bool> {
    let taken: Vec<usize> = taken(program).into_iter().map(|f| f.0 as usize).collect();
    let callees = program.functions.iter().map(|function| {
        let mut next: Vec<BlockId> = Vec::new();
        let mut calls_any = false;
        for (inst, _) in function.blocks.iter().flat_map(|block| &block.instructions) {
            match inst.callee().map(Callee::named) {
                Some(Some(f)) if program.function(f).blocks.is_empty() => calls_any = true,
                Some(Some(f)) => next.push(BlockId(f.0)),
                Some(None) => calls_any = true,
                None => {}
            }
        }
        if calls_any {
            next.extend(taken.iter().map(|f| BlockId(*f as u32)));
        }
        next.sort_unstable();
        next.dedup();
        next
    });
    let callees: Vec<Vec<BlockId>> = callees.collect();
    cyclic(&callees)
}

/// Whether an instruction creates a thread.
fn creates(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Sync {
            op: SyncOp::ThreadCreate | SyncOp::ThreadCreateAt,
            ..
        }
    )
}

/// Whether each function is small, gives an address, and allocates something or calls such a function.
fn makers(program: &Program) -> Vec<bool> {
    let allocates = |f: FuncId| {
        let function = program.function(f);
        let row = raceproof_library::find(&function.name).filter(|_| function.blocks.is_empty());
        row.is_some_and(|found| matches!(found.row.gives, raceproof_library::Gives::Fresh(..)))
    };
    let mut makers = vec![false; program.functions.len()];
    loop {
        let mut is_new = false;
        for (number, function) in program.functions.iter().enumerate() {
            let is_small = (1..=limits::MAKER_BLOCKS.size() / 8).contains(&function.blocks.len());
            if makers[number] || !is_small || function.result != Some(Kind::Ptr) {
                continue;
            }
            let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
            makers[number] = instructions.into_iter().any(|(inst, _)| match inst {
                Inst::Call {
                    callee: Callee::Function(f),
                    ..
                } => allocates(*f) || makers[f.0 as usize],
                _ => false,
            });
            is_new |= makers[number];
        }
        if !is_new {
            return makers;
        }
    }
}

/// Facts about a function that hold in every context.
#[derive(Debug)]
struct Shape {
    /// Blocks that can be run again.
    cyclic: Vec<bool>,
    /// Where values are widened.
    heads: Rc<Heads>,
    /// Slots whose life may begin again after an end.
    reborn: BTreeSet<SlotId>,
}

/// All contexts and threads.
#[derive(Debug)]
pub(crate) struct Contexts<'p> {
    pub program: &'p Program,
    pub contexts: Vec<Context>,
    pub threads: Vec<Thread>,
    children: FxHashMap<(Place, FuncId), ContextId>,
    created: FxHashMap<(Place, FuncId), ThreadNo>,
    shapes: FxHashMap<FuncId, Shape>,
    /// How precise contexts are.
    pub detail: Detail,
    /// How many contexts of a function a thread has, and the one that stands for further calls.
    counts: FxHashMap<(ThreadNo, FuncId), (usize, Option<ContextId>)>,
    /// The same of the threads that an instruction creates; further teams that one thread makes are told from
    /// what others make.
    thread_counts: FxHashMap<(Site, FuncId), (usize, Shared)>,
    /// Whether the program creates threads of its own.
    pub creates_threads: bool,
    /// Functions that may call themselves, directly or not.
    recursive: Vec<bool>,
    /// Small functions that allocate something and give it to their callers.
    makers: Vec<bool>,
    /// Who sets variables to something other than zero.
    pub flags: Flags,
    /// Whether anything was added or became repeated.
    pub changed: bool,
}

fn shape(function: &Function) -> Shape {
    let next = function.successors();
    let mut cyclic = cyclic(&next);
    // A jump may lead back there.
    for (b, block) in function.blocks.iter().enumerate() {
        if block
            .instructions
            .iter()
            .any(|(inst, _)| matches!(inst, Inst::SetJump { .. }))
        {
            for again in raceproof_flow::reachable(function, BlockId(b as u32), |_| true) {
                effect!("long-jumps", "come again", cyclic[again.0 as usize] = true);
            }
            cyclic[b] = true;
        }
    }
    let reborn = reborn(function, &cyclic);
    Shape {
        heads: Rc::new(Heads::new(function, &next)),
        cyclic,
        reborn,
    }
}

impl<'p> Contexts<'p> {
    /// The first thread, running the program's entry.
    pub fn new(program: &'p Program, entry: FuncId, detail: Detail) -> Contexts<'p> {
        let mut contexts = Contexts {
            program,
            contexts: Vec::new(),
            threads: Vec::new(),
            children: FxHashMap::default(),
            created: FxHashMap::default(),
            shapes: FxHashMap::default(),
            detail,
            counts: FxHashMap::default(),
            thread_counts: FxHashMap::default(),
            creates_threads: program.instructions().any(|(_, inst)| creates(inst)),
            recursive: recursive(program),
            makers: makers(program),
            flags: Flags::default(),
            changed: true,
        };
        contexts.add_thread(entry, None, None, None);
        contexts
    }

    /// Whether there are to be few contexts, and what changes from place to place for rare rules (numbers
    /// that are taken from counters, flags) is not followed.
    pub fn is_coarse(&self) -> bool {
        self.detail == Detail::Coarse
    }

    pub fn context(&self, id: ContextId) -> &Context {
        &self.contexts[id.0 as usize]
    }

    pub fn context_mut(&mut self, id: ContextId) -> &mut Context {
        &mut self.contexts[id.0 as usize]
    }

    /// The step of the program that a place is.
    pub fn point(&self, (context, block, index): Place) -> Point {
        Point::new(self.context(context).function, block, index as u32)
    }

    pub fn thread(&self, t: ThreadNo) -> &Thread {
        &self.threads[t.0 as usize]
    }

    pub fn thread_mut(&mut self, t: ThreadNo) -> &mut Thread {
        &mut self.threads[t.0 as usize]
    }

    fn shape(&mut self, f: FuncId) -> &Shape {
        let function = self.program.function(f);
        self.shapes.entry(f).or_insert_with(|| shape(function))
    }

    fn add_context(
        &mut self,
        function: FuncId,
        thread: ThreadNo,
        parent: Option<ContextId>,
        repeated: bool,
    ) -> ContextId {
        let id = ContextId(self.contexts.len() as u32);
        let blocks = self.program.function(function).blocks.len();
        self.contexts.push(Context {
            function,
            thread,
            parent,
            repeated,
            recursive: false,
            entries: vec![None; blocks],
            visits: vec![0; blocks],
            exit: None,
            callers: BTreeSet::new(),
            lanes: false,
            merged: false,
            site: None,
            ever: None,
        });
        self.shape(function);
        self.changed = true;
        id
    }

    fn add_thread(
        &mut self,
        function: FuncId,
        parent: Option<ThreadNo>,
        site: Option<(FuncId, BlockId, usize)>,
        creator: Option<Place>,
    ) -> ThreadNo {
        let t = ThreadNo(self.threads.len() as u32);
        let root = self.add_context(function, t, None, false);
        self.threads.push(Thread {
            root,
            parent,
            site,
            creator,
            recursive: false,
            is_team: false,
            is_guest: false,
            awaited: None,
            is_astray: false,
            before: None,
            exit: None,
            argument: Value::NONE,
            joiners: BTreeSet::new(),
        });
        t
    }

    /// Whether a place may be reached more than once by one thread.
    pub fn is_repeated(&self, (context, block, _): Place) -> bool {
        let context = self.context(context);
        !(condition!("repeated", "called once", !context.repeated)
            && condition!(
                "repeated",
                "not in a loop",
                !self.shapes[&context.function].cyclic[block.0 as usize]
            ))
    }

    /// Where values of a context have to be widened for the analysis to end: others only follow.
    pub fn heads(&self, id: ContextId) -> Rc<Heads> {
        Rc::clone(&self.shapes[&self.context(id).function].heads)
    }

    /// The place of a block among those of its function: best looked at after those before.
    pub fn order(&self, id: ContextId, block: BlockId) -> u32 {
        self.shapes[&self.context(id).function].heads.order(block)
    }

    /// Whether the life of a slot may begin more than once in one thread.
    pub fn is_reborn(&self, context: ContextId, slot: SlotId) -> bool {
        let context = self.context(context);
        !(condition!("reborn", "called once", !context.repeated)
            && condition!(
                "reborn",
                "not in a loop",
                !self.shapes[&context.function].reborn.contains(&slot)
            ))
    }

    /// The context of a call.
    pub fn callee(&mut self, place: Place, function: FuncId) -> ContextId {
        if let Some(&known) = self.children.get(&(place, function)) {
            return known;
        }
        let mut at = Some(place.0);
        while let Some(id) = at {
            if self.context(id).function == function {
                // Everything below is run again and again.
                for i in 0..self.contexts.len() as u32 {
                    if !condition!(
                        "recursion",
                        "what it calls is too",
                        !self.is_called_by(ContextId(i), id)
                    ) {
                        self.contexts[i as usize].repeated = true;
                        self.contexts[i as usize].recursive = true;
                    }
                }
                self.children.insert((place, function), id);
                self.changed = true;
                return id;
            }
            at = self.context(id).parent;
        }
        let thread = self.context(place.0).thread;
        let most = self.most_contexts(function);
        let (count, shared) = self.counts.entry((thread, function)).or_default();
        if *count >= most {
            if let Some(id) = *shared {
                self.children.insert((place, function), id);
                return id;
            }
            let id = self.merge_calls(thread, function);
            self.children.insert((place, function), id);
            return id;
        }
        *count += 1;
        let repeated = self.is_repeated(place);
        let id = self.add_context(function, thread, Some(place.0), repeated);
        if self.is_merged(place.0) {
            // What is above that is not known.
            effect!(
                "merged-calls",
                "may be within itself",
                self.context_mut(id).recursive = self.recursive[function.0 as usize]
            );
        }
        // A call of it may still be going on when there is another.
        effect!(
            "recursion",
            "called by what is within itself",
            self.context_mut(id).recursive |= self.context(place.0).recursive
        );
        self.context_mut(id).site = Some(place);
        self.context_mut(id).lanes = self.context(place.0).lanes;
        self.children.insert((place, function), id);
        id
    }

    /// How many contexts of a function a thread has, before one stands for all further calls.
    fn most_contexts(&self, function: FuncId) -> usize {
        let size = self.program.function(function).blocks.len().max(1);
        let all = self.contexts.len();
        let room = limits::CONTEXTS.size();
        let blocks = match self.detail {
            // What one place allocates is told from what others do.
            Detail::Coarse if self.makers[function.0 as usize] && all < room / 2 => {
                limits::MAKER_BLOCKS.size()
            }
            Detail::Coarse if all < room / 4 => limits::COARSE_BLOCKS.size(),
            Detail::Coarse => 0,
            Detail::Fine if all < room / 2 => limits::FINE_BLOCKS.size(),
            Detail::Fine if all < room => limits::COARSE_BLOCKS.size(),
            Detail::Fine => 0,
        };
        blocks / size
    }

    /// The context of all further calls of a function by a thread.
    fn merge_calls(&mut self, thread: ThreadNo, function: FuncId) -> ContextId {
        let root = self.thread(thread).root;
        let id = self.add_context(function, thread, Some(root), true);
        let is_recursive = self.recursive[function.0 as usize];
        let context = self.context_mut(id);
        context.merged = true;
        effect!(
            "merged-calls",
            "the function may be within itself",
            context.recursive = is_recursive
        );
        if let Some((_, shared)) = self.counts.get_mut(&(thread, function)) {
            *shared = Some(id);
        }
        id
    }

    /// Whether a context stands for many calls, or one that it is called from does.
    fn is_merged(&self, id: ContextId) -> bool {
        let mut at = Some(id);
        while let Some(id) = at {
            if self.context(id).merged {
                return true;
            }
            at = self.context(id).parent;
        }
        false
    }

    /// Whether a context is another, or may be called, directly or not, from it.
    pub fn is_below(&self, context: ContextId, above: ContextId) -> bool {
        self.is_called_by(context, above)
            || !condition!(
                "merged-calls",
                "who calls them is not known",
                !(self.is_merged(context) && self.context(context).thread == self.context(above).thread)
            )
    }

    /// Whether a context is another, or one of its calls leads to it.
    fn is_called_by(&self, context: ContextId, above: ContextId) -> bool {
        let mut at = Some(context);
        while let Some(id) = at {
            if id == above {
                return true;
            }
            at = self.context(id).parent;
        }
        false
    }

    /// The threads that a place creates with a function.
    pub fn create(&mut self, place: Place, function: FuncId) -> ThreadNo {
        self.create_of(place, function, false)
    }

    /// The team that a place makes with a function; the thread there waits until it has ended.
    pub fn create_team(&mut self, place: Place, function: FuncId) -> ThreadNo {
        let t = self.create_of(place, function, true);
        self.make_team(t);
        t
    }

    fn create_of(&mut self, place: Place, function: FuncId, is_team: bool) -> ThreadNo {
        if let Some(&known) = self.created.get(&(place, function)) {
            return known;
        }
        let creator = self.context(place.0);
        let site = (creator.function, place.1, place.2);
        let parent = creator.thread;
        let mut at = Some(parent);
        let mut are_awaited = true;
        while let Some(t) = at {
            let thread = self.thread(t);
            are_awaited &= thread.awaited.is_some();
            if thread.site == Some(site) && self.context(thread.root).function == function {
                effect!(
                    "recursion",
                    "a thread that makes itself",
                    self.thread_mut(t).recursive = true
                );
                if !are_awaited {
                    effect!(
                        "teams",
                        "made by a thread that nobody waits for",
                        self.thread_mut(t).is_astray = true
                    );
                    self.changed = true;
                }
                self.created.insert((place, function), t);
                self.changed = true;
                return t;
            }
            at = thread.parent;
        }
        let most = limits::THREADS_OF_A_PLACE.size();
        let (count, shared) = self.thread_counts.entry((site, function)).or_default();
        if *count >= most {
            // All teams that one thread makes here are like those of a loop.
            let maker = Some(parent)
                .filter(|maker| is_team && (shared.len() < most || shared.contains_key(&Some(*maker))));
            let t = match shared.get(&maker) {
                Some(t) => *t,
                None => {
                    let t = self.add_thread(function, maker, maker.and(Some(site)), None);
                    if maker.is_none() {
                        // Who creates it is not known, nor how often.
                        effect!(
                            "merged-calls",
                            "threads are many",
                            self.thread_mut(t).is_guest = true
                        );
                    }
                    t
                }
            };
            if let Some((_, shared)) = self.thread_counts.get_mut(&(site, function)) {
                shared.insert(maker, t);
            }
            self.created.insert((place, function), t);
            return t;
        }
        *count += 1;
        let t = self.add_thread(function, Some(parent), Some(site), Some(place));
        self.created.insert((place, function), t);
        t
    }

    /// The threads that a place creates, if none of them is created by another place too.
    pub fn created_at(&self, place: Place) -> Option<Vec<ThreadNo>> {
        let here = self.created.iter().filter(|((p, _), _)| *p == place);
        let threads: Vec<ThreadNo> = here.map(|(_, t)| *t).collect();
        let elsewhere = |t: &ThreadNo| self.created.iter().any(|((p, _), u)| u == t && *p != place);
        condition!("joins", "created nowhere else", !threads.iter().any(elsewhere)).then_some(threads)
    }

    /// Whether several places create threads of this number.
    pub fn is_of_many_places(&self, t: ThreadNo) -> bool {
        self.created.values().filter(|u| **u == t).count() > 1
    }

    /// The only place that creates a thread.
    pub fn creation_of(&self, t: ThreadNo) -> Option<Place> {
        let places = self.created.iter().filter(|(_, u)| **u == t);
        let places: BTreeSet<Place> = places.map(|((place, _), _)| *place).collect();
        let &one = places.first()?;
        condition!("barriers", "created nowhere else", places.len() == 1).then_some(one)
    }

    /// Whether one thread runs a context, one call of it after the other.
    pub fn runs_alone(&self, id: ContextId) -> bool {
        let context = self.context(id);
        condition!("runs-alone", "not recursive", !context.recursive)
            && condition!("runs-alone", "by one thread", self.is_unique(context.thread))
    }

    /// The block of a context that a block of another one is, or is called from, directly or not, at most
    /// once each time.
    pub fn called_from(&self, mut id: ContextId, mut block: BlockId, of: ContextId) -> Option<BlockId> {
        while id != of {
            let context = self.context(id);
            let is_cyclic = self.shapes[&context.function].cyclic[block.0 as usize];
            // What is called back may be so again and again, but it is given no number of a round.
            (condition!("called-from", "not in a loop of its own", !is_cyclic)
                && condition!("called-from", "not recursive", !context.recursive))
            .then_some(())?;
            (id, block, _) = context.site?;
        }
        Some(block)
    }

    /// A thread is one of many that are created at once.
    fn make_team(&mut self, t: ThreadNo) {
        if !std::mem::replace(&mut self.thread_mut(t).is_team, true) {
            self.changed = true;
        }
        self.await_end(t, Awaited::ByMaker);
    }

    /// Somebody waits for a thread.
    pub fn await_end(&mut self, t: ThreadNo, awaited: Awaited) {
        if self.thread_mut(t).awaited.replace(awaited) != Some(awaited) {
            self.changed = true;
        }
    }

    /// A thread stands for what runs as often as it likes.
    pub fn make_guest(&mut self, t: ThreadNo) {
        if !std::mem::replace(&mut self.thread_mut(t).is_guest, true) {
            self.changed = true;
        }
    }

    /// Threads of the world outside.
    pub fn outside(&mut self) -> ThreadNo {
        let root = self.threads[0].root;
        let t = ThreadNo(self.threads.len() as u32);
        self.threads.push(Thread {
            root,
            parent: None,
            site: None,
            creator: None,
            recursive: false,
            is_team: false,
            is_guest: true,
            awaited: None,
            is_astray: false,
            before: None,
            exit: None,
            argument: Value::NONE,
            joiners: BTreeSet::new(),
        });
        t
    }

    /// The calls that lead to a context, the first one first, as far as each is made in one place.
    pub fn path(&self, id: ContextId) -> Vec<Point> {
        let mut path = Vec::new();
        let mut at = id;
        while let Some(place) = self.context(at).site {
            path.push(self.point(place));
            at = place.0;
        }
        path.reverse();
        path
    }

    /// Whether a thread stands for what runs as often as it likes.
    pub fn is_guest(&self, t: ThreadNo) -> bool {
        self.thread(t).is_guest
    }

    /// One thread does works of a context at once.
    pub fn make_lanes(&mut self, id: ContextId) {
        for i in 0..self.contexts.len() as u32 {
            let is_new = self.is_below(ContextId(i), id) && !self.contexts[i as usize].lanes;
            if is_new {
                self.contexts[i as usize].lanes = true;
                self.changed = true;
            }
        }
    }

    /// A function that is called back at a place may be so again and again.
    pub fn call_back(&mut self, place: Place, function: FuncId) {
        let id = self.callee(place, function);
        if !std::mem::replace(&mut self.context_mut(id).repeated, true) {
            self.changed = true;
        }
    }

    /// Whether a thread is one of a team.
    pub fn is_team(&self, t: ThreadNo) -> bool {
        self.thread(t).is_team
    }

    /// Who made a thread, and who waits for it.
    pub fn awaited(&self, t: ThreadNo) -> Option<(ThreadNo, Awaited)> {
        let thread = self.thread(t);
        let is_straight = condition!("teams", "no thread that nobody waits for", !thread.is_astray);
        thread.parent.zip(thread.awaited).filter(|_| is_straight)
    }

    /// Whom a thread made and waits for that is another thread, or has another thread made that is awaited
    /// before it ends.
    pub fn made_for(&self, waiter: ThreadNo, t: ThreadNo) -> Option<ThreadNo> {
        let mut at = t;
        while let Some((parent, awaited)) = self.awaited(at) {
            if parent == waiter {
                let is_waited_for = awaited == Awaited::ByMaker;
                return condition!("teams", "a task of a team", is_waited_for).then_some(at);
            }
            at = parent;
        }
        None
    }

    /// Whether a thread does nothing while another one, of a team that it made or of one within that, is
    /// there.
    pub fn waits_for(&self, waiter: ThreadNo, t: ThreadNo) -> bool {
        self.made_for(waiter, t).is_some()
            && condition!("teams", "waited for by one thread", self.is_unique(waiter))
    }

    /// Whether threads of this number may be created again after some have ended.
    pub fn comes_again(&self, t: ThreadNo) -> bool {
        let thread = self.thread(t);
        thread.is_team
            && !condition!(
                "teams",
                "made once",
                thread.creator.is_some_and(|place| !self.is_repeated(place))
            )
    }

    /// Whether at most one thread of this number exists in a run.
    pub fn is_unique(&self, t: ThreadNo) -> bool {
        let thread = self.thread(t);
        match (thread.parent, thread.creator) {
            (None, _) if thread.is_guest => false,
            (Some(parent), place) => {
                condition!("one-thread", "no team", !thread.is_team)
                    && condition!("one-thread", "no guest", !thread.is_guest)
                    && condition!("one-thread", "does not make itself", !thread.recursive)
                    && condition!(
                        "one-thread",
                        "created once",
                        place.is_some_and(|place| !self.is_repeated(place))
                    )
                    && condition!("one-thread", "by one thread", self.is_unique(parent))
            }
            _ => true,
        }
    }
}
