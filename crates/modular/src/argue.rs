//! The argument of the proof, as data that others can check: for each object that two threads may access, all
//! accesses and what keeps any two of them apart that conflict.
//!
//! What the analysis calls objects, threads and contexts are its own; an argument speaks of what the program
//! and its steps name. So objects of several contexts become one here, with the accesses and the reasons of
//! all.
//!
//! Cost: pairs of accesses to one object.

use crate::analyse::{Analysis, UNKNOWN_SIZE};
use crate::context::{Contexts, Place};
use crate::object::{Name, ObjectId};
use crate::offset::Offsets;
use crate::parallel::{Access, Ground};
use crate::pick::Key;
use crate::state::{self, Sort};
use crate::value::{Own, Round};
use crate::{Answer, limits};
use raceproof_engine::argument::{
    Actor, Arguments, By, Bytes, Lock, LockSort, Mode, ObjectName, OpenPair, Owner, Part, Reason,
    SharedObject, Unknown, Use,
};
use raceproof_engine::{Needs, effect};
use raceproof_ir::{Inst, Point, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What was found out: the answer, and of each shared object why it does not race or where it may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argued {
    /// Of the whole program.
    pub answer: Answer,
    /// Object by object; nothing if the program is not covered.
    pub arguments: Arguments,
    /// What it rests on.
    pub needs: Needs,
}

/// Bytes of a number at most.
const NARROW: u64 = 16;

/// Bytes of objects that may be raced for.
pub(crate) type OpenBytes = BTreeMap<ObjectId, Extents>;
type Extents = BTreeSet<(Offsets, u64)>;

/// What is known of the objects of one name.
#[derive(Default)]
struct Draft {
    uses: BTreeSet<Use>,
    reasons: BTreeMap<Use, BTreeSet<Reason>>,
    open: BTreeMap<[Use; 2], Found>,
}

/// Two accesses that nothing was found for: how much they matter, the calls that lead to them, and the locks.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    rank: u32,
    paths: [Vec<Point>; 2],
    held: [Vec<Lock>; 2],
}

/// Accesses that nobody knows the object of may be to any that is disclosed, and what is kept is used by the
/// world outside.
fn spread(analysis: &mut Analysis<'_>, groups: &mut BTreeMap<ObjectId, Vec<Access>>) {
    let is_written = |object: ObjectId| match analysis.memory.object(object).name {
        Name::Global(g) => !analysis.program.global(g).constant,
        _ => true,
    };
    let wild = std::mem::take(&mut analysis.wild.accesses);
    if let Some(first) = wild.first() {
        let outside = first.object;
        let disclosed = analysis.memory.disclosed.iter().copied();
        let others = disclosed.filter(|object| *object != outside && is_written(*object));
        for object in others.chain([outside]).collect::<Vec<_>>() {
            let here = wild.iter().map(|access| Access {
                object,
                ..access.clone()
            });
            effect!(
                "wildcards",
                "accesses to what is disclosed",
                groups.entry(object).or_default().extend(here)
            );
        }
    }
    let kept = analysis.wild.kept.clone();
    if kept.is_empty() {
        return;
    }
    let thread = analysis.outside_thread();
    let guard = Rc::new(state::Guard::default());
    let mut open: Vec<(ObjectId, Place)> = kept
        .iter()
        .filter_map(|(object, places)| Some((*object, *places.iter().next()?)))
        .collect();
    let mut seen = BTreeSet::new();
    while let Some((object, place)) = open.pop() {
        if !seen.insert(object) {
            continue;
        }
        let inside = analysis.memory.contents(object);
        open.extend(analysis.memory.led_to(&inside).into_iter().map(|o| (o, place)));
        let point = analysis.contexts.point(place);
        let span = analysis.program.span(point);
        let access = Access {
            object,
            at: Offsets::ANY,
            length: UNKNOWN_SIZE,
            write: true,
            atomic: false,
            thread,
            guard: guard.clone(),
            own: None,
            keys: Vec::new(),
            form: None,
            facts: Rc::default(),
            fresh: false,
            taken: false,
            unknown: true,
            context: None,
            at_point: point,
            span,
        };
        effect!(
            "wildcards",
            "what is kept is used",
            groups.entry(object).or_default().push(access)
        );
    }
}

/// Looks at all pairs of accesses to shared objects. Gives also the bytes that are open.
pub(crate) fn argue(
    analysis: &mut Analysis<'_>,
    accesses: Vec<Access>,
    shared: &BTreeSet<ObjectId>,
) -> (Argued, OpenBytes) {
    let mut groups: BTreeMap<ObjectId, Vec<Access>> = BTreeMap::new();
    for access in accesses {
        groups.entry(access.object).or_default().push(access);
    }
    spread(analysis, &mut groups);
    analysis.find_whole_barriers();
    let objects: Vec<_> = groups.into_iter().collect();
    let unknown = analysis.wild.places.iter().map(|(at, (why, _))| Unknown {
        at: *at,
        what: why.to_string(),
    });
    let unknown = unknown.collect();
    let argue = Argue { analysis };
    let mut answer = Answer::Proved;
    let mut found = BTreeMap::new();
    let mut drafts: BTreeMap<ObjectName, Draft> = BTreeMap::new();
    let mut argued = BTreeSet::new();
    for (object, accesses) in objects.iter().filter(|(object, _)| shared.contains(object)) {
        if !argue.is_shared(accesses) {
            continue;
        }
        argued.insert(*object);
        let (open, bytes) = argue.object(*object, accesses, &mut drafts);
        found.insert(*object, bytes);
        if let (Some((a, b)), Answer::Proved) = (open, &answer) {
            answer = Answer::Unordered(a, b);
        }
    }
    for (a, b) in argue
        .analysis
        .open_lanes(objects.iter().flat_map(|(_, accesses)| accesses))
    {
        if answer == Answer::Proved {
            answer = Answer::Unordered(a.span, b.span);
        }
        argued.insert(a.object);
        if let Some(name) = argue.name(a.object) {
            let draft = drafts.entry(name).or_default();
            let uses = [argue.use_of(a), argue.use_of(b)];
            draft.uses.extend(uses);
            draft.leave_open(uses[0], uses[1], argue.found(a, b));
        }
    }
    // Others by the same name are a thread's own, but nobody sees that by the name.
    for (object, accesses) in objects.iter().filter(|(object, _)| !argued.contains(object)) {
        if let Some(draft) = argue.name(*object).and_then(|name| drafts.get_mut(&name)) {
            let own = |a: &Access| Use {
                unshared: true,
                ..argue.use_of(a)
            };
            draft.uses.extend(accesses.iter().map(own));
        }
    }
    let objects = drafts.into_iter();
    let objects = objects.map(|(name, draft)| SharedObject {
        name,
        parts: draft.parts(),
        refuted: None,
    });
    let argued = Argued {
        answer,
        arguments: Arguments {
            objects: objects.collect(),
            unknown,
        },
        needs: analysis.needs,
    };
    (argued, found)
}

/// How little two accesses matter that nothing was found for. Those matter most that are plain, made by known
/// code of the program, and without any lock.
fn rank(a: &Access, b: &Access) -> u32 {
    let one = |access: &Access| {
        9 * u32::from(access.unknown)
            + 3 * u32::from(access.atomic || access.span == Span::NONE)
            + u32::from(!access.guard.locks.is_empty())
    };
    one(a) + one(b)
}

/// A number for each of some bytes: the same for those that overlap, directly or by others between them.
fn components(bytes: &[Bytes]) -> Vec<usize> {
    fn root(of: &mut [usize], mut i: usize) -> usize {
        while of[i] != i {
            of[i] = of[of[i]];
            i = of[i];
        }
        i
    }
    let mut order: Vec<usize> = (0..bytes.len()).collect();
    order.sort_by_key(|&i| bytes[i].low);
    let mut of: Vec<usize> = (0..bytes.len()).collect();
    // Those that may reach to where the next ones begin.
    let mut at_hand: Vec<usize> = Vec::new();
    for i in order {
        let end = |b: &Bytes| i128::from(b.high) + i128::from(b.length);
        at_hand.retain(|&j| end(&bytes[j]) > i128::from(bytes[i].low));
        for &j in at_hand.iter().filter(|&&j| bytes[i].overlap(&bytes[j])) {
            let (a, b) = (root(&mut of, i), root(&mut of, j));
            of[a.max(b)] = a.min(b);
        }
        at_hand.push(i);
    }
    (0..bytes.len()).map(|i| root(&mut of, i)).collect()
}

struct Argue<'a, 'p> {
    analysis: &'a Analysis<'p>,
}

impl Argue<'_, '_> {
    fn contexts(&self) -> &Contexts<'_> {
        &self.analysis.contexts
    }

    /// Whether more than one thread may make these accesses to an object.
    fn is_shared(&self, accesses: &[Access]) -> bool {
        let is_other = |a: &Access| a.thread != accesses[0].thread || !self.contexts().is_unique(a.thread);
        accesses.iter().any(is_other) && !accesses.iter().all(|a| a.fresh)
    }

    /// Adds what is known of an object to that of its name. Gives two accesses that may race.
    ///
    /// Accesses that differ in their place only are compared with others once.
    fn object(
        &self,
        object: ObjectId,
        accesses: &[Access],
        drafts: &mut BTreeMap<ObjectName, Draft>,
    ) -> (Option<(Span, Span)>, Extents) {
        let mut nameless = Draft::default();
        let draft = match self.name(object) {
            Some(name) => drafts.entry(name).or_default(),
            None => &mut nameless,
        };
        let mut classes: BTreeMap<_, Vec<(&Access, Use)>> = BTreeMap::new();
        for (number, access) in accesses.iter().enumerate() {
            let used = self.use_of(access);
            draft.uses.insert(used);
            let class = self.class(access, number);
            classes.entry(class).or_default().push((access, used));
        }
        let mut open: Option<(u32, Span, Span)> = None;
        let mut told: BTreeMap<_, usize> = BTreeMap::new();
        let mut bytes = BTreeSet::new();
        let classes: Vec<&Vec<(&Access, Use)>> = classes.values().collect();
        for (i, first) in classes.iter().enumerate() {
            let (a, of) = first[0];
            if a.fresh {
                draft.give(first, Reason::Unshared);
                continue;
            }
            for second in &classes[i..] {
                let (b, with) = second[0];
                if b.fresh || !a.conflicts(b) {
                    continue;
                }
                // What cannot be told is no reason.
                let by_sums = || self.analysis.are_apart(a, b).map(Ground::Own);
                let is_later =
                    || self.analysis.are_in_other_phases(a, b) || self.analysis.is_barrier_between(a, b);
                let by_phases = || is_later().then_some(Ground::Barrier);
                let ground = match self.analysis.is_handed_over(a, b) {
                    true => Some(Ground::HandOver),
                    false => a.ground(b, self.contexts()).or_else(by_phases).or_else(by_sums),
                };
                if let Some(reason) = ground.and_then(|ground| self.reason(ground)) {
                    draft.give(first, reason);
                    // Of works that come again, a barrier is between those with the same number.
                    if a.thread == b.thread && self.analysis.needs_barriers(a.thread) {
                        draft.give(first, Reason::Ordered(By::Barrier));
                    }
                    continue;
                }
                let count = told.entry((of.bytes, with.bytes)).or_default();
                bytes.extend([(a.at, a.length), (b.at, b.length)]);
                for (a, of) in first.iter() {
                    for (b, with) in second.iter() {
                        let rank = rank(a, b);
                        let is_first = |known: &(u32, Span, Span)| known.0 <= rank;
                        open = open.filter(is_first).or(Some((rank, a.span, b.span)));
                        if *count >= limits::OPEN_PAIRS_SEEN.size() {
                            break;
                        }
                        *count += 1;
                        draft.leave_open(*of, *with, self.found(a, b));
                    }
                }
            }
        }
        (open.map(|(_, a, b)| (a, b)), bytes)
    }

    /// What two accesses have to have in common to be kept apart from others alike. One with a lock of its
    /// element, whose name is its own, is like no other.
    fn class<'a>(&self, access: &'a Access, number: usize) -> impl Ord + use<'a> {
        let is_lane = access.context.is_some_and(|c| self.contexts().context(c).lanes);
        (
            (access.thread, &*access.guard, access.at, access.length),
            (access.write, access.atomic, access.unknown),
            (access.fresh, access.taken),
            (access.own, (!access.keys.is_empty()).then_some(number), is_lane),
            (&access.form, &*access.facts),
        )
    }

    /// What is told of two accesses that nothing was found for.
    fn found(&self, a: &Access, b: &Access) -> Found {
        let both = [a, b];
        let path = |access: &Access| match access.context {
            Some(context) => self.contexts().path(context),
            None => Vec::new(),
        };
        let held = |access: &Access| {
            let locks = access.guard.locks.keys().filter(|lock| lock.sort.is_lock());
            let locks: BTreeSet<Lock> = locks.filter_map(|lock| self.lock(*lock)).collect();
            locks.into_iter().collect()
        };
        Found {
            rank: rank(a, b),
            paths: both.map(path),
            held: both.map(held),
        }
    }

    fn use_of(&self, access: &Access) -> Use {
        let program = self.analysis.program;
        let thread = self.contexts().thread(access.thread);
        let inst = program.instruction(access.at_point);
        Use {
            at: access.at_point,
            bytes: access.at.bytes(access.length),
            write: access.write,
            atomic: access.atomic,
            synchronises: matches!(inst, Some(Inst::Sync { op, .. }) if op.object().is_some()),
            unshared: access.fresh,
            unknown: access.unknown,
            by: Actor {
                entry: self.contexts().context(thread.root).function,
                many: !self.contexts().is_unique(access.thread),
            },
        }
    }

    /// What the program calls an object; nothing if only its own thread can have it.
    fn name(&self, object: ObjectId) -> Option<ObjectName> {
        Some(match self.analysis.memory.object(object).name {
            Name::Global(g) => ObjectName::Global(g),
            Name::ThreadLocal(_, g) => ObjectName::ThreadLocal(g),
            Name::Slot(context, slot) => ObjectName::Slot(self.contexts().context(context).function, slot),
            Name::Site(context, block, index) => {
                ObjectName::Block(self.contexts().point((context, block, index)))
            }
            Name::Arguments | Name::Outside | Name::Hidden(_) => ObjectName::Outside,
            Name::Function(_)
            | Name::Label(..)
            | Name::Thread(_)
            | Name::Keys(_)
            | Name::AtomicBlock
            | Name::Combination(..) => return None,
        })
    }

    fn reason(&self, ground: Ground) -> Option<Reason> {
        let mode = |mode| match mode {
            state::Mode::Shared => Mode::Shared,
            state::Mode::Exclusive => Mode::Exclusive,
        };
        Some(match ground {
            Ground::Atomic => Reason::Atomic,
            Ground::Lock(lock, held) => Reason::Guarded(self.lock(lock)?, mode(held)),
            Ground::Key(key, held) => Reason::Guarded(self.key(key)?, mode(held)),
            Ground::Own(own) => Reason::Owned(self.owner(own)?),
            Ground::Only(number) => Reason::Owned(Owner::OnlyNumber(number)),
            Ground::Unique => Reason::OneThread,
            Ground::Join => Reason::Ordered(By::Join),
            Ground::Creation => Reason::Ordered(By::Creation),
            Ground::Barrier => Reason::Ordered(By::Barrier),
            Ground::HandOver => Reason::Ordered(By::HandOver),
            Ground::Flag((object, offset)) => Reason::Ordered(By::Flag(self.name(object)?, offset)),
        })
    }

    fn lock(&self, lock: state::Lock) -> Option<Lock> {
        match self.analysis.memory.object(lock.object).name {
            Name::AtomicBlock => return Some(Lock::AtomicBlock),
            Name::Combination(..) => return Some(Lock::Combination),
            _ => {}
        }
        let sort = match lock.sort {
            Sort::Object => LockSort::Object,
            Sort::Semaphore => LockSort::Semaphore,
            Sort::Word => LockSort::Word,
            Sort::Zero | Sort::Raised => return None,
        };
        Some(Lock::Bytes {
            object: self.name(lock.object)?,
            offset: lock.offset,
            length: lock.length,
            sort,
        })
    }

    fn key(&self, key: Key) -> Option<Lock> {
        Some(match key {
            Key::Cell {
                lock,
                lock_stride,
                at,
                ..
            } => Lock::Element {
                object: self.name(lock)?,
                offset: at,
                stride: lock_stride,
            },
            Key::Near { lock, .. } => Lock::Near(lock),
        })
    }

    fn owner(&self, own: Own) -> Option<Owner> {
        let round = match own {
            Own::Instance => return Some(Owner::Instance),
            Own::Cell { round, .. } => round,
            Own::Index(_)
            | Own::Near { .. }
            | Own::Found { .. }
            | Own::Content { .. }
            | Own::Given { .. } => {
                return None;
            }
        };
        let point = |context, block| Point::new(self.contexts().context(context).function, block, 0);
        Some(match round {
            Round::Loop(context, head) => Owner::Round(point(context, head)),
            Round::Number(_) => Owner::Number,
            Round::Work(context, block) => Owner::Work(point(context, block)),
            Round::Counter((object, offset)) => Owner::Ticket(self.name(object)?, offset),
            Round::Value(_) => return None,
        })
    }
}

impl Found {
    fn turned(self) -> Found {
        let ([a, b], [c, d]) = (self.paths, self.held);
        Found {
            rank: self.rank,
            paths: [b, a],
            held: [d, c],
        }
    }
}

impl Draft {
    /// A reason holds for accesses.
    fn give(&mut self, to: &[(&Access, Use)], reason: Reason) {
        for (_, used) in to {
            self.reasons.entry(*used).or_default().insert(reason);
        }
    }

    /// Nothing was found for two accesses.
    fn leave_open(&mut self, a: Use, b: Use, found: Found) {
        let (pair, found) = match a <= b {
            true => ([a, b], found),
            false => ([b, a], found.turned()),
        };
        match self.open.get_mut(&pair) {
            Some(known) if *known <= found => {}
            Some(known) => *known = found,
            None => {
                self.open.insert(pair, found);
            }
        }
    }

    /// The parts: uses of single numbers that overlap are in one, directly or by others between them. A use
    /// of more bytes is in each part that it overlaps.
    fn parts(self) -> Vec<Part> {
        let is_narrow = |used: &Use| used.bytes.length <= NARROW && used.bytes.step != 1;
        let (narrow, wide): (Vec<Use>, Vec<Use>) = self.uses.iter().partition(|used| is_narrow(used));
        let mut by_bytes: BTreeMap<Bytes, Vec<Use>> = BTreeMap::new();
        for used in narrow {
            by_bytes.entry(used.bytes).or_default().push(used);
        }
        let (bytes, uses): (Vec<Bytes>, Vec<Vec<Use>>) = by_bytes.into_iter().unzip();
        let mut parts: BTreeMap<usize, Vec<Use>> = BTreeMap::new();
        for (number, uses) in components(&bytes).into_iter().zip(uses) {
            parts.entry(number).or_default().extend(uses);
        }
        let mut parts: Vec<Vec<Use>> = parts.into_values().collect();
        let overlaps = |part: &[Use], used: &Use| part.iter().any(|other| used.bytes.overlap(&other.bytes));
        let hits: Vec<Vec<Use>> = parts
            .iter()
            .map(|part| {
                let wide = wide.iter().filter(|used| overlaps(part, used));
                wide.copied().collect()
            })
            .collect();
        let told: BTreeSet<Use> = hits.iter().flatten().copied().collect();
        for (part, wide) in parts.iter_mut().zip(hits) {
            part.extend(wide);
        }
        let rest: Vec<Use> = wide.iter().filter(|used| !told.contains(used)).copied().collect();
        if !rest.is_empty() {
            parts.push(rest);
        }
        // No pair is without a part.
        let mut of_use: BTreeMap<Use, BTreeSet<usize>> = BTreeMap::new();
        for (number, part) in parts.iter().enumerate() {
            for used in part {
                of_use.entry(*used).or_default().insert(number);
            }
        }
        let mut open: Vec<Vec<([Use; 2], &Found)>> = vec![Vec::new(); parts.len()];
        for (pair, found) in &self.open {
            let [a, b] = pair.map(|used| of_use.get(&used));
            let both = a
                .into_iter()
                .flatten()
                .filter(|part| b.is_some_and(|b| b.contains(part)));
            let both: Vec<usize> = both.copied().collect();
            for &part in &both {
                open[part].push((*pair, found));
            }
            if both.is_empty() {
                let mut uses = pair.to_vec();
                uses.dedup();
                for used in &uses {
                    of_use.entry(*used).or_default().insert(parts.len());
                }
                parts.push(uses);
                open.push(vec![(*pair, found)]);
            }
        }
        let part = |(mut uses, pairs): (Vec<Use>, Vec<([Use; 2], &Found)>)| {
            uses.sort_unstable();
            let reasons = uses.iter().filter_map(|used| self.reasons.get(used)).flatten();
            let mut reasons: BTreeSet<Reason> = reasons.copied().collect();
            if !uses.iter().any(|used| used.write) {
                reasons.insert(Reason::OnlyRead);
            }
            let place = |used: &Use| uses.binary_search(used).ok();
            let mut open: Vec<(u32, OpenPair)> = pairs
                .into_iter()
                .filter_map(|([a, b], found)| {
                    let pair = OpenPair {
                        uses: [place(&a)?, place(&b)?],
                        paths: found.paths.clone(),
                        held: found.held.clone(),
                    };
                    Some((found.rank, pair))
                })
                .collect();
            open.sort();
            open.truncate(limits::OPEN_PAIRS.size());
            let open = open.into_iter().map(|(_, pair)| pair).collect();
            Part {
                reasons: reasons.into_iter().collect(),
                open,
                uses,
            }
        };
        let mut parts: Vec<Part> = parts.into_iter().zip(open).map(part).collect();
        parts.sort_by_key(|part| part.uses.iter().map(|used| used.bytes).min());
        parts
    }
}
