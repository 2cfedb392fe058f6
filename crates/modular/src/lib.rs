//! A thread-modular proof of race freedom: for any number of threads, any inputs, and loops of any length.
//!
//! The engines on the machine cover what they run. A program that creates as many threads as an input says,
//! or that never ends, has more runs than anybody can explore; most such programs are race-free for simple
//! reasons: a lock is always held, a thread does not exist yet or has been joined, an object has not been
//! shared yet. This engine proves those and says nothing about the others. It is an abstract interpretation
//! in the manner of the static race analysers (Vojdani and Vene 2009 describe one for C): each thread alone,
//! with memory as the join of all that anybody ever stores.
//!
//! - `value`, `offset`: numbers are intervals; addresses are objects with strided offsets and stay with their
//!   object through arithmetic.
//! - `object`: one abstract object for a global, for a local or an allocation in one calling context. Memory
//!   does not know time.
//! - `context`: functions are analysed anew for every place that calls them; a recursive call shares the
//!   context of the first, and where there are many calls of a function further ones share one context. Large
//!   programs are looked at with few contexts first.
//! - `state`: what orders accesses (`Guard`: locks held for certain, threads perhaps created, threads
//!   certainly joined), and which objects are `fresh`, known to registers of this thread only. What a
//!   function has locked, created or joined may depend on what it returns; the caller knows that until
//!   something else happens (`Split`). `head`: where values are widened, and which.
//! - `step`, `call`, `reach`, `lock`, `synchronise`, `library`: transfer functions; `refine`: what branches
//!   tell. `word`: variables and semaphores that are used as locks; `flag`: variables that say that something
//!   is done. `analyse`: the fixed point. `parallel`: which accesses may race. `argue`: the
//!   argument as data.
//! - `ticket`: numbers that threads take from a counter.
//! - `name`, `relation`, `pick`: locks that belong to one of many elements or objects.
//! - `local`: constants in local variables whose address is taken. `assigned`: variables that are set before
//!   anybody reads them.
//! - `wild`: what cannot be followed, and what it may do.
//! - `borrow`: local variables that begin again while others have their address.
//! - `hand_over`: atomic operations that make a fresh object known without order.
//! - `container`, `carry`, `transfer`, `along`: blocks that threads hand to each other through lists and
//!   slots.
//! - `team`, `work`: regions of OpenMP, and the works that their threads share.
//! - `phase`, `aligned`: barriers of regions, and whether all threads come to them. `barrier`: those of
//!   POSIX.
//! - `uniform`: values that are the same for all threads of a team.
//! - `form`, `fact`, `sum`, `divide`, `row`, `steady`: numbers in teams as sums of what they were computed
//!   from, and inequalities between them. `solve`, `apart`: whether two accesses may meet. `lane`: vector
//!   loops. `crowd`: the same in threads of counted loops.
//! - `count`, `round`, `join_all`, `kept`, `rises`, `label`: loops that create or join threads, and what each
//!   of their threads has for itself.
//!
//! Invariant: everything that a run of the machine does without leaving an object is covered: registers and
//! memory hold what the abstract values say, a lock in a guard is held, a thread outside `created` has not
//! been created by this one, a thread in `joined` has ended. So if no two accesses may race, none do. The
//! assumption is stated in the answer: that no access leaves its object or uses a dead one, and that no
//! thread gives up a lock of another. Cost: the number of contexts times the size of their functions, a few
//! milliseconds for programs of a thousand lines.
//!
//! What it cannot prove: order by condition variables, or by semaphores and atomics that are no locks; loops
//! that count in other ways than up to a bound that stays the same.
//!
//! SOUNDNESS: each-thread-alone

mod aligned;
mod along;
mod analyse;
mod apart;
mod argue;
mod assigned;
mod barrier;
mod bits;
mod borrow;
mod call;
mod carry;
mod common;
mod container;
mod context;
mod crowd;
mod divide;
mod engine;
mod fact;
mod flag;
mod form;
mod hand_over;
mod head;
mod join_all;
mod kept;
mod label;
mod lane;
mod library;
pub mod limits;
mod local;
mod lock;
mod name;
mod object;
mod offset;
mod parallel;
mod phase;
mod pick;
mod print;
mod reach;
mod refine;
mod refusal;
mod relation;
mod rises;
mod round;
mod row;
mod solve;
mod state;
mod steady;
mod step;
mod sum;
mod synchronise;
mod team;
mod thread;
mod ticket;
mod transfer;
mod uniform;
mod value;
mod wild;
mod word;
mod work;

use analyse::Analysis;
pub use argue::Argued;
use argue::OpenBytes;
use container::Containers;
use context::Detail;
pub use engine::Modular;
use object::{Name, ObjectId};
use raceproof_engine::argument::Arguments;
use raceproof_engine::{Needs, effect};
use raceproof_ir::{FuncId, Program, Role, Span};
pub use refusal::{Refusal, Why};
use std::collections::BTreeSet;
use std::time::Instant;

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// No two accesses race, provided that no access leaves its object and no thread gives up a lock of
    /// another.
    Proved,
    /// These two accesses could not be shown to be ordered; they need not race.
    Unordered(Span, Span),
    /// The analysis does not cover the program.
    Refused(Refusal),
}

/// Tries to prove that a program has no race, as long as it is not too late.
pub fn prove<'p>(program: &'p Program, is_late: &'p dyn Fn() -> bool) -> Answer {
    argue(program, is_late).answer
}

/// The same with the argument for each object that two threads may access.
pub fn argue<'p>(program: &'p Program, is_late: &'p dyn Fn() -> bool) -> Argued {
    let refused = |refusal| Argued {
        answer: Answer::Refused(refusal),
        arguments: Arguments::default(),
        needs: Needs::default(),
    };
    let Some(entry) = program.entry else {
        return refused(Refusal::new(Why::NoEntry, Span::default()));
    };
    let blocks: usize = program.functions.iter().map(|f| f.blocks.len()).sum();
    let is_large = blocks > limits::LARGE_PROGRAM.size();
    let with = |detail| argue_with(program, entry, detail, is_late);
    let start = Instant::now();
    // What few contexts tell of a large program stands if there is no time for more.
    let first = with(if is_large { Detail::Coarse } else { Detail::Fine });
    let is_done = match is_large {
        true => first.answer == Answer::Proved,
        false => !matches!(&first.answer, Answer::Refused(refusal) if refusal.why == Why::TooLarge),
    };
    if is_done {
        return first;
    }
    // Time is left for what comes after the proof: more contexts take as long as few did, and once more.
    let (took, again) = (start.elapsed(), Instant::now());
    let is_too_long = || is_late() || again.elapsed() > took * 2;
    let second = match is_large {
        true => argue_with(program, entry, Detail::Fine, &is_too_long),
        false => with(Detail::Coarse),
    };
    match &second.answer {
        Answer::Refused(refusal) if matches!(refusal.why, Why::TooLarge | Why::NoTime) => first,
        _ => second,
    }
}

fn argue_with<'p>(
    program: &'p Program,
    entry: FuncId,
    detail: Detail,
    is_late: &'p dyn Fn() -> bool,
) -> Argued {
    let refused = |refusal| Argued {
        answer: Answer::Refused(refusal),
        arguments: Arguments::default(),
        needs: Needs::default(),
    };
    let begin = |seed: Containers| {
        let mut analysis = Analysis::new(program, entry, detail, is_late);
        analysis.has_teams = program.has_role(Role::Parallel);
        analysis.stores.containers = seed;
        analysis
    };
    let mut analysis = begin(Containers::default());
    let mut begins = 0;
    let mut argued = loop {
        if let Err(refusal) = analysis.run() {
            return refused(refusal);
        }
        // What was done before a container was known to be one is looked at again, from the beginning.
        if let Some(seed) = analysis
            .stores
            .containers
            .seed()
            .filter(|_| begins < limits::BEGINNINGS.count())
        {
            begins += 1;
            analysis = begin(seed);
            continue;
        }
        let shared = shared_objects(&analysis);
        let accesses = analysis.accesses.take().unwrap_or_default();
        let (argued, open) = argue::argue(&mut analysis, accesses, &shared);
        if !spoil_open(&mut analysis, &open) {
            break argued;
        }
    };
    // There is no saying what stands there, or it was not looked at.
    let is_limit = |why: &Why| matches!(why, Why::Gap(_) | Why::Lanes);
    let mut places = analysis.wild.places.into_values();
    if let Some((why, span)) = places.find(|(why, _)| is_limit(why)) {
        argued.answer = Answer::Refused(Refusal::new(why, span));
    }
    argued
}

/// What is found in bytes that may be raced for need not come from who made it before. Says whether that
/// takes something away from what was proved.
fn spoil_open(analysis: &mut Analysis<'_>, open: &OpenBytes) -> bool {
    let mut is_new = false;
    for (object, bytes) in open {
        for (at, length) in bytes {
            for (_, _, value) in analysis.memory.pieces(*object, *at, *length) {
                effect!(
                    "hand-over",
                    "found in what is raced for",
                    is_new |= analysis.spoil_private(&value)
                );
            }
        }
    }
    is_new
}

/// Objects that more than one thread can reach: globals, what threads are given or give back, and whatever
/// those lead to.
fn shared_objects(analysis: &Analysis<'_>) -> BTreeSet<ObjectId> {
    let is_common = |name: Name| {
        matches!(
            name,
            Name::Global(_) | Name::Arguments | Name::Outside | Name::Hidden(_)
        )
    };
    let memory = &analysis.memory;
    let mut open: Vec<ObjectId> = memory
        .ids()
        .filter(|&o| is_common(memory.object(o).name))
        .collect();
    for thread in &analysis.contexts.threads {
        let values = [Some(&thread.argument), thread.exit.as_ref().map(|e| &e.0)];
        for value in values.into_iter().flatten() {
            open.extend(value.targets.iter().map(|(t, _)| t.object));
        }
    }
    if analysis.memory.is_wild {
        open.extend(&analysis.memory.disclosed);
    }
    open.extend(analysis.wild.kept.keys());
    let mut shared = BTreeSet::new();
    while let Some(object) = open.pop() {
        if shared.insert(object) {
            open.extend(memory.contents(object).targets.iter().map(|(t, _)| t.object));
        }
    }
    shared
}
