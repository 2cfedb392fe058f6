//! What a run tells whoever watches it.

use raceproof_library::World;
use raceproof_order::Edge;

use crate::{Fork, ObjectId, Pointer, Shapes, Skip, ThreadId, Work};

/// A place in the code: the index of an operation of [`Code`](crate::Code), which knows its source
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site(pub u32);

impl Site {
    /// No place in the code: before the program starts.
    pub const START: Site = Site(u32::MAX);
}

/// An access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Which object.
    pub object: ObjectId,
    /// First byte.
    pub start: u32,
    /// Number of bytes.
    pub length: u32,
    /// Whether it writes (a read-modify-write does).
    pub write: bool,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Which operation did it.
    pub site: Site,
}

impl Access {
    /// The end of an object's life: to other threads it is like a write of all its bytes.
    pub fn end(object: ObjectId, size: u32, site: Site) -> Access {
        Access {
            object,
            start: 0,
            length: size,
            write: true,
            atomic: false,
            site,
        }
    }
}

/// Where output goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// A file that was opened for writing.
    File,
    /// Standard error.
    Stderr,
}

/// Something that a user may want to know about a run that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Note {
    /// Signed arithmetic overflowed and wrapped around.
    SignedOverflow,
    /// A read of bytes that nobody wrote.
    UninitialisedRead,
    /// A call passed fewer arguments than the function takes; the others are zero.
    MissingArgument,
    /// A float out of the range of the integer type that it was converted to.
    FloatOutOfRange,
}

/// Receives what happens. Everything has a default that ignores it.
pub trait Sink {
    /// An access was made.
    fn access(&mut self, _thread: ThreadId, _access: Access) {}
    /// A synchronisation object was destroyed. Whether another thread uses it before or after that is a
    /// matter of misuse and no race, so the access is atomic; whoever does not look at both orders must not
    /// take it so.
    fn destroyed(&mut self, thread: ThreadId, access: Access) {
        self.access(thread, access);
    }
    /// An object came to life.
    fn allocated(&mut self, _thread: ThreadId, _object: ObjectId, _site: Site) {}
    /// The life of an object ended: to other threads this is like a write of all its bytes (`size`; 0 for a
    /// stack object, whose later use is a fault).
    fn released(&mut self, _thread: ThreadId, _object: ObjectId, _size: u32, _site: Site) {}
    /// Whether the name of a heap object that was given up there may go to the next one at once, because
    /// nobody has its address.
    fn reuses(&self, _object: ObjectId, _site: Site) -> bool {
        false
    }
    /// The thread's operation orders it after others, or others after it.
    fn edge(&mut self, _thread: ThreadId, _edge: Edge) {}
    /// A task of the thread that has ended gives up its place, and has another number until somebody waits
    /// for it.
    fn retired(&mut self, _thread: ThreadId, _from: ThreadId, _to: ThreadId) {}
    /// The thread saw what another did, and nothing orders it after that.
    fn unordered(&mut self, _thread: ThreadId, _site: Site) {}
    /// The operation could have gone on in more ways than those that are offered.
    fn narrowed(&mut self, _thread: ThreadId, _site: Site) {}
    /// An object that came to life is the thread's copy of a thread-local variable, which has this number if
    /// it is one of the program.
    fn thread_local(&mut self, _thread: ThreadId, _object: ObjectId, _number: Option<u32>) {}
    /// Whether it follows where values go that are a thread's own, so that those of a task need not be right.
    fn follows_own(&self) -> bool {
        false
    }
    /// Where the work is that the thread is about to begin.
    fn work_at(&mut self, _thread: ThreadId, _site: Site) {}
    /// The thread begins work that another thread of its team might have done, or ends it.
    fn work(&mut self, _thread: ThreadId, _work: Option<Work>) {}
    /// The thread took a lock (`held`) or gave it back.
    fn lock(&mut self, _thread: ThreadId, _object: Pointer, _held: bool) {}
    /// `main` returned, there.
    fn returned(&mut self, _site: Site) {}
    /// The program printed.
    fn output(&mut self, _stream: Stream, _bytes: &[u8]) {}
    /// Something noteworthy, told every time; [`Notes`] keeps the first of each site.
    fn note(&mut self, _note: Note, _site: Site) {}
    /// A call looks at a part of the world, or sets a handler for what may come from there.
    fn looked(&mut self, _world: World, _site: Site) {}
}

/// The works that threads are in. They nest: a vector loop in an iteration of a shared one, a region within a
/// section.
#[derive(Clone, Debug, Default)]
pub struct Works {
    threads: Vec<Vec<Work>>,
}

impl Works {
    /// A thread begins a work, or ends the innermost one.
    pub fn turn(&mut self, thread: ThreadId, work: Option<Work>) {
        let i = thread.0 as usize;
        if self.threads.len() <= i {
            self.threads.resize_with(i + 1, Vec::new);
        }
        match work {
            Some(work) => self.threads[i].push(work),
            None => {
                self.threads[i].pop();
            }
        }
    }

    fn stack(&self, thread: ThreadId) -> &[Work] {
        self.threads.get(thread.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The innermost work of a thread that another might have done.
    pub fn shared(&self, thread: ThreadId) -> Option<Work> {
        self.stack(thread)
            .iter()
            .rev()
            .find(|work| work.is_shared())
            .copied()
    }

    /// The lanes that a thread is in, the outermost first.
    pub fn lanes(&self, thread: ThreadId) -> impl Iterator<Item = Work> {
        self.stack(thread).iter().filter(|work| work.is_lane()).copied()
    }

    /// The innermost of both.
    pub fn innermost(&self, thread: ThreadId) -> Option<Work> {
        self.stack(thread).last().copied()
    }
}

/// A sink that the interpreter is compiled for.
pub trait Observer: Sink {
    /// Whether a run may pause after every memory access.
    const STEP: bool = false;

    /// An operation that accesses memory is done; whether the run pauses. Asked only if the observer steps.
    fn accessed(&mut self) -> bool {
        true
    }

    /// Whether a run pauses before an operation that may change more than registers and calls of its thread.
    const READS: bool = false;

    /// Whether rounds of loops may be skipped.
    const SKIP: bool = false;

    /// The thread jumps back from there; whether to try and skip rounds of the loop. Asked only if the
    /// observer skips.
    fn turns_back(&mut self, _from: Site) -> bool {
        false
    }

    /// Rounds of the loop that jumps back from there can be skipped with this loss; whether they are.
    fn skip(&mut self, _from: Site, _skip: Skip<'_>) -> bool {
        false
    }

    /// Where to keep what skipped loops look like.
    fn shapes(&mut self) -> Option<&mut Shapes> {
        None
    }

    /// Accesses of skipped rounds were made: the first one, and each so many bytes behind the one before it.
    fn accesses(&mut self, thread: ThreadId, first: Access, by: i64, count: u64) {
        for k in 0..count as i64 {
            let start = (i64::from(first.start) + k * by) as u32;
            self.access(thread, Access { start, ..first });
        }
    }

    /// Rounds of that loop cannot be skipped, now or ever.
    fn cannot_skip(&mut self, _from: Site, _ever: bool) {}

    /// Whether branches are of interest.
    const FORKS: bool = false;

    /// The thread is at the branch there; what is wanted of it, if anything. Asked only if that is of
    /// interest.
    fn forks(&mut self, _from: Site) -> Option<Fork> {
        None
    }

    /// What the thread may access on the ways from that branch to where they meet; none if that cannot be
    /// told.
    fn ways(&mut self, _thread: ThreadId, _from: Site, _accesses: Option<&[Access]>) {}
}

/// Ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl Sink for Blind {}
impl Observer for Blind {}

/// The notes of a run, each once for each site.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    seen: Vec<u8>,
    list: Vec<(Note, Site)>,
}

impl Notes {
    /// Keeps a note if it is new.
    pub fn add(&mut self, note: Note, site: Site) {
        if site == Site::START {
            return;
        }
        let i = site.0 as usize;
        if self.seen.len() <= i {
            self.seen.resize(i + 1, 0);
        }
        let bit = 1 << note as u8;
        if self.seen[i] & bit == 0 {
            self.seen[i] |= bit;
            self.list.push((note, site));
        }
    }

    /// The notes, in the order of their first occurrence.
    pub fn list(&self) -> &[(Note, Site)] {
        &self.list
    }
}
