//! An argument, to be looked things up in.

use raceproof_engine::argument::{Arguments, Lock, LockSort, ObjectName, Part, Reason, Use};
use raceproof_engine::condition;
use raceproof_ir::Point;
use rustc_hash::FxHashMap;

/// A part of an object, by its place in the argument.
pub(crate) type PartNo = u32;

/// A variable that is a lock: the object, and its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Word {
    pub object: ObjectName,
    pub offset: i64,
    pub length: u64,
}

/// All that an argument says.
pub(crate) struct Book<'a> {
    parts: Vec<&'a Part>,
    /// By part, whether each of its uses needs a lock.
    locked: Vec<Vec<bool>>,
    /// By object and step: parts that have uses there, and which.
    uses: FxHashMap<(ObjectName, Point), Vec<(PartNo, usize)>>,
    names: rustc_hash::FxHashSet<ObjectName>,
    /// Objects that are not claimed to be without races.
    open: rustc_hash::FxHashSet<ObjectName>,
    pub words: Vec<Word>,
    /// Objects that have semaphores which are locks.
    pub semaphores: Vec<(ObjectName, i64)>,
}

/// What the argument says of an access.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed {
    /// The parts that it may belong to.
    pub parts: Vec<PartNo>,
    pub may_write: bool,
    pub may_be_plain: bool,
    /// Whether nothing but locks keeps it apart from others that it conflicts with.
    pub needs_lock: bool,
}

/// Which uses of a part need a lock: where all reasons are locks, those that conflict with others.
pub(crate) fn needs_lock(part: &Part) -> Vec<bool> {
    let is_lock = |reason: &Reason| matches!(reason, Reason::Guarded(..) | Reason::Atomic | Reason::OnlyRead);
    if !part.reasons.iter().all(is_lock) {
        return vec![false; part.uses.len()];
    }
    let conflicts = |a: &Use, b: &Use| {
        (a.write || b.write) && !(a.atomic && b.atomic) && !b.unshared && a.bytes.overlap(&b.bytes)
    };
    let uses = part.uses.iter();
    uses.map(|a| !a.unshared && part.uses.iter().any(|b| conflicts(a, b)))
        .collect()
}

impl<'a> Book<'a> {
    pub fn new(arguments: &'a Arguments) -> Book<'a> {
        let mut book = Book {
            parts: Vec::new(),
            locked: Vec::new(),
            uses: FxHashMap::default(),
            names: Default::default(),
            open: Default::default(),
            words: Vec::new(),
            semaphores: Vec::new(),
        };
        for object in &arguments.objects {
            book.names.insert(object.name);
            if !object.is_proved() {
                book.open.insert(object.name);
            }
            for part in &object.parts {
                let number = book.parts.len() as PartNo;
                book.parts.push(part);
                book.locked.push(needs_lock(part));
                for (i, used) in part.uses.iter().enumerate() {
                    let places = book.uses.entry((object.name, used.at)).or_default();
                    places.push((number, i));
                }
                for reason in &part.reasons {
                    book.note_lock(reason);
                }
            }
        }
        book
    }

    fn note_lock(&mut self, reason: &Reason) {
        let Reason::Guarded(lock, _) = *reason else {
            return;
        };
        if let Lock::Bytes {
            object,
            offset,
            length,
            sort,
        } = lock
        {
            let word = Word {
                object,
                offset,
                length,
            };
            match sort {
                LockSort::Word if !self.words.contains(&word) => self.words.push(word),
                LockSort::Semaphore => self.semaphores.push((object, offset)),
                LockSort::Word | LockSort::Object => {}
            }
        }
    }

    /// Whether an object is not claimed to be without races.
    pub fn is_open(&self, object: ObjectName) -> bool {
        self.open.contains(&object)
    }

    /// Whether the argument lists an object.
    pub fn lists(&self, object: ObjectName) -> bool {
        self.names.contains(&object)
    }

    /// What the argument says of an access at a step, if it lists it.
    pub fn find(&self, object: ObjectName, at: Point, start: u64, length: u64) -> Option<Listed> {
        let mut listed = Listed {
            needs_lock: true,
            ..Listed::default()
        };
        for &(number, i) in self.uses.get(&(object, at))? {
            let used = &self.parts[number as usize].uses[i];
            if condition!("checked-uses", "of these bytes", used.bytes.cover(start, length)) {
                if !listed.parts.contains(&number) {
                    listed.parts.push(number);
                }
                listed.may_write |= used.write;
                listed.may_be_plain |= !used.atomic;
                listed.needs_lock &= self.locked[number as usize][i];
            }
        }
        (!listed.parts.is_empty()).then_some(listed)
    }

    /// The reasons of a part.
    pub fn reasons(&self, part: PartNo) -> &'a [Reason] {
        &self.parts[part as usize].reasons
    }
}
