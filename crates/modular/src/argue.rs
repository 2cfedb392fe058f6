//! The argument of the proof, as data that others can check: for each object that two threads may access, all
//! accesses and what keeps any two of them apart that conflict.
//!
//! What the analysis calls objects, threads and contexts are its own; an argument speaks of what the program
//! and its steps name. So objects of several contexts become one here, with the accesses and the reasons of
//! all.
//!
//! Cost: pairs of accesses to one object.

use crate::analyse::Analysis;
use crate::context::Contexts;
use crate::object::{Name, ObjectId};
use crate::parallel::{Access, Ground};
use crate::pick::Key;
use crate::state::{self, Sort};
use crate::value::{Own, Round};
use crate::{Answer, limits};
use raceproof_engine::argument::{
    Actor, Arguments, By, Lock, LockSort, Mode, ObjectName, Owner, Part, Reason, SharedObject, Use,
};
use raceproof_ir::{Inst, Point, Span};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What was found out: the answer, and of each shared object why it does not race or where it may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argued {
    /// Of the whole program.
    pub answer: Answer,
    /// Object by object; nothing if the program is not covered.
    pub arguments: Arguments,
    /// Whether it rests on loops that threads share having fewer than 2^63 iterations.
    pub needs_short_loops: bool,
}

/// What is known of the objects of one name.
#[derive(Default)]
struct Draft {
    uses: BTreeSet<Use>,
    reasons: BTreeMap<Use, BTreeSet<Reason>>,
    open: BTreeSet<[Use; 2]>,
}

/// Looks at all pairs of accesses to shared objects.
pub(crate) fn argue(analysis: &Analysis<'_>, accesses: Vec<Access>, shared: &BTreeSet<ObjectId>) -> Argued {
    let mut groups: FxHashMap<ObjectId, Vec<Access>> = FxHashMap::default();
    for access in accesses {
        groups.entry(access.object).or_default().push(access);
    }
    let mut objects: Vec<_> = groups.into_iter().collect();
    objects.sort_by_key(|(object, _)| *object);
    let argue = Argue { analysis };
    let mut answer = Answer::Proved;
    let mut drafts: BTreeMap<ObjectName, Draft> = BTreeMap::new();
    let mut argued = BTreeSet::new();
    for (object, accesses) in objects.iter().filter(|(object, _)| shared.contains(object)) {
        if !argue.is_shared(accesses) {
            continue;
        }
        argued.insert(*object);
        let open = argue.object(*object, accesses, &mut drafts);
        if let (Some((a, b)), Answer::Proved) = (open, &answer) {
            answer = Answer::Unordered(a, b);
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
    });
    Argued {
        answer,
        arguments: Arguments {
            objects: objects.collect(),
        },
        needs_short_loops: analysis.has_long_loops,
    }
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
    fn object(
        &self,
        object: ObjectId,
        accesses: &[Access],
        drafts: &mut BTreeMap<ObjectName, Draft>,
    ) -> Option<(Span, Span)> {
        let mut nameless = Draft::default();
        let draft = match self.name(object) {
            Some(name) => drafts.entry(name).or_default(),
            None => &mut nameless,
        };
        let uses: Vec<Use> = accesses.iter().map(|a| self.use_of(a)).collect();
        draft.uses.extend(&uses);
        let mut open = None;
        for (i, a) in accesses.iter().enumerate() {
            let reasons = draft.reasons.entry(uses[i]).or_default();
            if a.fresh {
                reasons.insert(Reason::Unshared);
                continue;
            }
            for (j, b) in accesses.iter().enumerate().skip(i) {
                if b.fresh || !a.conflicts(b) {
                    continue;
                }
                // What cannot be told is no reason.
                let ground = a.ground(b, self.contexts());
                if let Some(reason) = ground.and_then(|ground| self.reason(ground)) {
                    reasons.insert(reason);
                    continue;
                }
                open.get_or_insert((a.span, b.span));
                draft.open.insert([uses[i].min(uses[j]), uses[i].max(uses[j])]);
                if draft.open.len() >= limits::OPEN_PAIRS.size() {
                    return open;
                }
            }
        }
        open
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
            Name::Outside => ObjectName::Outside,
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
            Own::Index(_) | Own::Near { .. } | Own::Found { .. } => return None,
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

impl Draft {
    /// The parts: uses that overlap are in one, directly or by others between them.
    fn parts(self) -> Vec<Part> {
        let mut parts: Vec<Vec<Use>> = Vec::new();
        for used in self.uses {
            let overlaps = |part: &Vec<Use>| part.iter().any(|other| used.bytes.overlap(&other.bytes));
            let (hit, rest): (Vec<_>, Vec<_>) = parts.into_iter().partition(overlaps);
            parts = rest;
            parts.push(hit.into_iter().flatten().chain([used]).collect());
        }
        let part = |mut uses: Vec<Use>| {
            uses.sort_unstable();
            let reasons = uses.iter().filter_map(|used| self.reasons.get(used)).flatten();
            let mut reasons: BTreeSet<Reason> = reasons.copied().collect();
            if !uses.iter().any(|used| used.write) {
                reasons.insert(Reason::OnlyRead);
            }
            let place = |used: &Use| uses.binary_search(used).ok();
            let open = self.open.iter();
            let open = open.filter_map(|[a, b]| Some([place(a)?, place(b)?])).collect();
            Part {
                reasons: reasons.into_iter().collect(),
                open,
                uses,
            }
        };
        let mut parts: Vec<Part> = parts.into_iter().map(part).collect();
        parts.sort_by_key(|part| part.uses.iter().map(|used| used.bytes).min());
        parts
    }
}
