//! Plans of random programs.

use super::Smaller;
use super::element::Custom;
use raceproof_engine::Dice;

/// C11's memory orders, as words of the text form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryOrder {
    /// `relaxed`.
    Relaxed,
    /// Acquire for loads, release for stores, both for others.
    AcqRel,
    /// `seq_cst`.
    SeqCst,
}

/// How a thread waits on a condition variable until a shared cell is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Tests once, and takes it for granted when it wakes up.
    Once,
    /// Tests again.
    Again,
    /// Tests again, and writes another cell before each wait.
    Writing,
    /// Tests again, with a time limit for each wait.
    Timed,
}

/// What a thread does. Numbers choose among a few objects of each kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Reads a shared cell.
    Read(u8),
    /// Writes a shared cell.
    Write(u8, u8),
    /// Reads, adds one, writes.
    Increment(u8),
    /// Writes one byte of a cell.
    WriteByte(u8, u8),
    /// Under a mutex.
    Locked(u8, Vec<Action>),
    /// Under a mutex if it is free.
    TryLocked(u8, Vec<Action>),
    /// If a mutex is not free.
    Refused(u8, Vec<Action>),
    /// Takes a mutex and keeps it.
    Keep(u8),
    /// Under a recursive mutex, taken twice.
    Recursive(u8, Vec<Action>),
    /// Under a read lock.
    ReadLocked(u8, Vec<Action>),
    /// Under a write lock.
    WriteLocked(u8, Vec<Action>),
    /// Under two read locks of the same.
    ReadTwice(u8, Vec<Action>),
    /// Tries to take a lock for reading or writing and gives it up afterwards, whether it got it or not.
    Careless(u8, bool, Vec<Action>),
    /// Gives up a read-write lock, held or not.
    GiveUp(u8),
    /// Under a spin lock.
    Spun(u8, Vec<Action>),
    /// If a shared cell has a value.
    If(u8, u8, Vec<Action>),
    /// If an atomic cell has a value.
    IfAtomic(u8, u8, MemoryOrder, Vec<Action>),
    /// Waits in a loop until an atomic cell is not 0.
    Spin(u8, MemoryOrder),
    /// Stores to an atomic cell.
    AtomicStore(u8, u8, MemoryOrder),
    /// Adds one to an atomic cell.
    AtomicAdd(u8, MemoryOrder),
    /// Swaps 0 for 1 in an atomic cell; if that worked, does the rest.
    CompareSwap(u8, MemoryOrder, Vec<Action>),
    /// Swaps 0 for 1 in an atomic cell; if that did not work, does the rest.
    Unswapped(u8, MemoryOrder, Vec<Action>),
    /// Accesses an atomic cell without being atomic.
    PlainAtomic(u8, bool),
    /// A fence.
    Fence(MemoryOrder),
    /// Takes part in a barrier.
    Barrier(u8),
    /// Takes part in a barrier; if that names this thread, or does not, does the rest.
    Serial(u8, bool, Vec<Action>),
    /// Gives to a semaphore.
    Post(u8),
    /// Takes from a semaphore.
    Take(u8),
    /// Takes from a semaphore if it has something; else does the rest.
    Untaken(u8, Vec<Action>),
    /// Sets a flag under a mutex and signals (or broadcasts).
    Signal(u8, bool),
    /// Waits for the flag.
    Await(u8),
    /// Wakes one thread, or all, without a flag or a mutex.
    Wake(u8, bool),
    /// Under a mutex, sleeps until somebody wakes it, then does the rest.
    Sleep(u8, Vec<Action>),
    /// Under a mutex, waits for a shared cell that others may write under it or not, then does the rest.
    AwaitCell(u8, Wait, Vec<Action>),
    /// Runs an initialiser once.
    Once(u8, Vec<Action>),
    /// In an atomic block.
    Atomically(Vec<Action>),
    /// A few times.
    Repeat(u8, Vec<Action>),
    /// If a nondeterministic value below the first number is 0.
    Maybe(u8, Vec<Action>),
    /// Starts another thread (each is started at one place at most, and not in a loop).
    Start(u8),
    /// Waits for a thread if this one started it.
    Join(u8),
    /// Makes a heap cell and publishes its address in a pointer cell, by an atomic store if an order is
    /// given.
    Publish(Option<MemoryOrder>),
    /// Writes the heap cell that the pointer cell points to, if any; an atomic load reads it if an order is
    /// given.
    Follow(Option<MemoryOrder>),
    /// Accesses this thread's copy of a thread-local cell.
    Local,
    /// Publishes the address of a cell on its stack, under a mutex; afterwards the life of the cell ends.
    /// Perhaps it takes the address back before.
    Lend(bool, Vec<Action>),
    /// Writes the cell on another's stack, if there is one: under the mutex, or when it has given that up.
    Borrow(bool),
    /// Waits for a thread if this one started it, or detaches it, by a nondeterministic value.
    Leave(u8),
    /// Gives this thread's value of a key the address of a shared cell, which a destructor writes when the
    /// thread ends.
    SetKey(u8),
    /// Writes the cell that this thread's value of the key points to, if any.
    FollowKey,
    /// Deletes the key.
    DeleteKey,
    /// Lets the library search a table; an atomic cell leads the comparisons.
    Search,
    /// Writes an element of the table.
    WriteElement(u8),
    /// Makes a key; if it has this number, does the rest.
    Key(u8, Vec<Action>),
    /// Meets the end of standard input.
    MeetEnd,
    /// If somebody has met the end of standard input.
    IfEnd(Vec<Action>),
    /// Adds a handler that runs at the end of the program.
    AtExit,
    /// Chooses the element that one of two numbers picks.
    Choose(u8),
    /// Under the lock of the element that a number picks, does something and then increments what is in the
    /// element that a number picks.
    InElement(u8, u8, Vec<Action>),
    /// Under the locks of the elements that both numbers pick, if they are two, does something and increments
    /// what is in the element that a number picks before and after that. How the locks are put in order: the
    /// comparison for the first (two bits), for the second, whether each is turned round, and whether it is
    /// the order of the last time.
    InBoth(u8, u8, Vec<Action>),
    /// Under the lock that a number picks by an operation, does something and then increments what is in the
    /// element that a number picks.
    InComputed(u8, u8, u8, Vec<Action>),
    /// Increments that without a lock.
    TouchElement(u8),
    /// Takes the lock of the element that a number picks, and keeps it.
    KeepElement(u8),
}

/// Which actions a plan may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Number of threads besides the first.
    pub threads: u8,
    /// Most actions of a thread at top level.
    pub actions: u8,
    /// Atomics weaker than acquire/release, failing tries, and the like.
    pub weak: bool,
    /// Locks, semaphores, condition variables.
    pub locks: bool,
    /// Atomics.
    pub atomics: bool,
    /// Barriers.
    pub barriers: bool,
    /// One object of each kind, so that whatever threads do, they do it to each other.
    pub tight: bool,
    /// A key of thread-specific data.
    pub keys: bool,
    /// Addresses of heap cells go from thread to thread by atomic operations of all orders.
    pub publishes: bool,
    /// Threads that may be detached instead of joined.
    pub leaves: bool,
    /// Elements with locks of their own, and little else.
    pub elements: bool,
}

impl Style {
    /// The style of the program with this number, so that a series of programs has some of every style. Keys
    /// and detached threads are for those who ask for them.
    pub fn numbered(number: u64) -> Style {
        Style {
            threads: 1 + (number % 2) as u8,
            actions: 2 + (number / 2 % 3) as u8,
            weak: number.is_multiple_of(5),
            locks: !number.is_multiple_of(7),
            atomics: !number.is_multiple_of(3),
            barriers: number.is_multiple_of(4),
            tight: number.is_multiple_of(10),
            keys: number % 11 == 5,
            leaves: false,
            elements: false,
            publishes: number % 10 == 5,
        }
    }
}

/// A random program: what each thread does. Thread 0 is the first and starts those that nobody else starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// By thread.
    pub threads: Vec<Vec<Action>>,
}

/// How many objects of each kind there are.
pub(super) const CELLS: u8 = 3;
pub(super) const LOCKS: u8 = 2;
pub(super) const ATOMS: u8 = 2;
pub(super) const ELEMENTS: u8 = 3;

impl Plan {
    /// The same with all threads but the first alike, and joined by the first one after the other at its end.
    #[must_use]
    pub fn alike(mut self) -> Plan {
        let count = self.threads.len();
        let Some((main, others)) = self.threads.split_first_mut() else {
            return self;
        };
        if let Some((model, rest)) = others.split_first_mut() {
            model.retain(|a| !matches!(a, Action::Start(_) | Action::Join(_) | Action::Leave(_)));
            rest.iter_mut().for_each(|t| t.clone_from(model));
        }
        main.retain(|a| !matches!(a, Action::Start(_) | Action::Join(_) | Action::Leave(_)));
        let threads = 1..count as u8;
        main.splice(0..0, threads.clone().map(Action::Start));
        main.extend(threads.map(Action::Join));
        self
    }

    /// A random plan.
    pub fn random(dice: &mut Dice, style: &Style) -> Plan {
        let count = 1 + u32::from(style.threads);
        let mut threads = Vec::new();
        let custom = style.elements.then(|| Custom::random(dice));
        for t in 0..count {
            let n = 1 + dice.below(u32::from(style.actions));
            let mut actions: Vec<Action> = match custom {
                Some(custom) => custom.actions(dice, if t == 0 { n - 1 } else { n }),
                None => (0..n)
                    .map(|_| action(dice, style, 2, t as u8, count as u8))
                    .collect(),
            };
            // Creation and joins at random places give trees of threads.
            if t == 0 {
                for child in 1..count {
                    if child == 1 || !dice.one_in(3) {
                        let at = dice.below(if style.tight { 1 } else { actions.len() as u32 + 1 }) as usize;
                        actions.insert(at, Action::Start(child as u8));
                        if !style.tight && !dice.one_in(3) {
                            let at = at + 1 + dice.below((actions.len() - at) as u32) as usize;
                            actions.insert(at, Action::Join(child as u8));
                        }
                    }
                }
            }
            if style.leaves {
                for action in &mut actions {
                    if let Action::Join(t) = *action
                        && dice.one_in(2)
                    {
                        *action = Action::Leave(t);
                    }
                }
            }
            for _ in 0..if style.keys { 1 + dice.below(2) } else { 0 } {
                let at = dice.below(actions.len() as u32 + 1) as usize;
                let action = match dice.below(6) {
                    0 => Action::DeleteKey,
                    1 | 2 => Action::FollowKey,
                    _ => Action::SetKey(dice.below(u32::from(CELLS)) as u8),
                };
                actions.insert(at, action);
            }
            if style.publishes {
                let at = dice.below(actions.len() as u32 + 1) as usize;
                let order = Some(order(dice, style));
                let action = match t == 0 || dice.one_in(3) {
                    true => Action::Publish(order),
                    false => Action::Follow(order),
                };
                actions.insert(at, action);
            }
            threads.push(actions);
        }
        Plan { threads }
    }
}

impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

impl Smaller for Plan {
    fn reductions(&self) -> Vec<Plan> {
        let mut out = Vec::new();
        for t in 0..self.threads.len() {
            if !self.threads[t].is_empty() {
                let mut p = self.clone();
                p.threads[t].clear();
                out.push(p);
            }
        }
        for t in 0..self.threads.len() {
            for smaller in without_one(&self.threads[t]) {
                let mut p = self.clone();
                p.threads[t] = smaller;
                out.push(p);
            }
        }
        out.retain(|p| p != self);
        out
    }
}

/// The list with one action left out, or replaced by what is inside it.
fn without_one(list: &[Action]) -> Vec<Vec<Action>> {
    let mut out = Vec::new();
    for i in 0..list.len() {
        let mut shorter = list.to_vec();
        shorter.remove(i);
        out.push(shorter);
        if let Some(inner) = list[i].inner() {
            let mut unwrapped = list.to_vec();
            unwrapped.splice(i..=i, inner.iter().cloned());
            out.push(unwrapped);
            for smaller in without_one(inner) {
                let mut changed = list.to_vec();
                if let Some(place) = changed[i].inner_mut() {
                    *place = smaller;
                }
                out.push(changed);
            }
        }
    }
    out
}

/// What is done under a condition or a lock.
macro_rules! inner {
    ($action:expr) => {
        match $action {
            Action::Locked(_, x)
            | Action::TryLocked(_, x)
            | Action::Refused(_, x)
            | Action::Serial(_, _, x)
            | Action::Sleep(_, x)
            | Action::AwaitCell(_, _, x)
            | Action::Recursive(_, x)
            | Action::ReadLocked(_, x)
            | Action::WriteLocked(_, x)
            | Action::ReadTwice(_, x)
            | Action::Careless(_, _, x)
            | Action::Spun(_, x)
            | Action::If(_, _, x)
            | Action::IfAtomic(_, _, _, x)
            | Action::CompareSwap(_, _, x)
            | Action::Unswapped(_, _, x)
            | Action::Untaken(_, x)
            | Action::Once(_, x)
            | Action::Atomically(x)
            | Action::Repeat(_, x)
            | Action::Key(_, x)
            | Action::IfEnd(x)
            | Action::InElement(_, _, x)
            | Action::InBoth(_, _, x)
            | Action::InComputed(_, _, _, x)
            | Action::Lend(_, x)
            | Action::Maybe(_, x) => Some(x),
            _ => None,
        }
    };
}

impl Action {
    /// What is done under a condition or a lock.
    pub fn inner(&self) -> Option<&Vec<Action>> {
        inner!(self)
    }

    fn inner_mut(&mut self) -> Option<&mut Vec<Action>> {
        inner!(self)
    }
}

/// An order for an access that may be atomic.
fn some_order(dice: &mut Dice, style: &Style) -> Option<MemoryOrder> {
    (style.atomics && dice.one_in(2)).then(|| order(dice, style))
}

fn order(dice: &mut Dice, style: &Style) -> MemoryOrder {
    match dice.below(if style.weak { 3 } else { 2 }) {
        0 => MemoryOrder::SeqCst,
        1 => MemoryOrder::AcqRel,
        _ => MemoryOrder::Relaxed,
    }
}

fn list(dice: &mut Dice, style: &Style, depth: u32, me: u8, threads: u8) -> Vec<Action> {
    let n = 1 + dice.below(2);
    (0..n)
        .map(|_| action(dice, style, depth - 1, me, threads))
        .collect()
}

/// Long because it has an arm for each action.
fn action(dice: &mut Dice, style: &Style, depth: u32, me: u8, threads: u8) -> Action {
    let mut one_of = |count: u8| dice.below(if style.tight { 1 } else { u32::from(count) }) as u8;
    let (cell, lock, atom) = (one_of(CELLS), one_of(LOCKS), one_of(ATOMS));
    let value = dice.below(2) as u8;
    loop {
        // Programs in which tries that fail meet what made them fail, and little else orders threads.
        let kind = match style.tight && !dice.one_in(4) {
            true => [0, 3, 3, 42, 42, 46, 46, 47, 23, 48, 16, 50][dice.below(12) as usize],
            false => dice.below(61),
        };
        let nested = depth > 0;
        return match kind {
            0..=2 => Action::Read(cell),
            3..=5 => Action::Write(cell, value),
            6 => Action::Increment(cell),
            7 => Action::WriteByte(cell, dice.below(4) as u8),
            8..=13 if nested && style.locks => Action::Locked(lock, list(dice, style, depth, me, threads)),
            14 if nested && style.locks && style.weak => {
                Action::TryLocked(lock, list(dice, style, depth, me, threads))
            }
            15 if nested && style.locks => Action::Recursive(lock, list(dice, style, depth, me, threads)),
            16 if nested && style.locks => Action::ReadLocked(lock, list(dice, style, depth, me, threads)),
            17 if nested && style.locks => Action::WriteLocked(lock, list(dice, style, depth, me, threads)),
            18 if nested && style.locks => Action::Spun(lock, list(dice, style, depth, me, threads)),
            19 if nested => Action::If(cell, value, list(dice, style, depth, me, threads)),
            20..=22 if nested && style.atomics => Action::IfAtomic(
                atom,
                value,
                order(dice, style),
                list(dice, style, depth, me, threads),
            ),
            23 | 24 if style.atomics => Action::AtomicStore(atom, value + 1, order(dice, style)),
            25 if style.atomics => Action::AtomicAdd(atom, order(dice, style)),
            26 if nested && style.atomics => {
                Action::CompareSwap(atom, order(dice, style), list(dice, style, depth, me, threads))
            }
            27 if style.atomics && dice.one_in(3) => Action::PlainAtomic(atom, value == 0),
            28 if style.atomics && style.weak => Action::Fence(order(dice, style)),
            29 if style.barriers => Action::Barrier(0),
            30 if style.locks => Action::Post(lock),
            31 if style.locks => Action::Take(lock),
            32 if style.locks => Action::Signal(0, value == 0),
            33 if style.locks => Action::Await(0),
            34 if nested && style.locks => Action::Once(0, list(dice, style, depth, me, threads)),
            35 if nested && style.locks => {
                // Waiting inside an atomic block stops everybody for ever.
                let style = Style {
                    locks: false,
                    barriers: false,
                    ..*style
                };
                Action::Atomically(list(dice, &style, depth, me, threads))
            }
            36 if nested => Action::Repeat(2, list(dice, style, depth, me, threads)),
            37 if nested => Action::Maybe(2, list(dice, style, depth, me, threads)),
            38 | 41 if (me > 0 || kind == 41) && me + 1 < threads => {
                Action::Start(me + 1 + dice.below(u32::from(threads - me - 1)) as u8)
            }
            42 if nested && style.locks && style.weak => {
                Action::Refused(lock, list(dice, style, depth, me, threads))
            }
            43 if nested && style.barriers => {
                Action::Serial(0, value == 0, list(dice, style, depth, me, threads))
            }
            44 if style.locks => Action::Wake(0, value == 0),
            45 if nested && style.locks => Action::Sleep(0, list(dice, style, depth, me, threads)),
            46 if style.locks && style.weak => Action::Keep(lock),
            47 if nested && style.atomics && style.weak => {
                Action::Unswapped(atom, order(dice, style), list(dice, style, depth, me, threads))
            }
            48 if nested && style.locks && style.weak => {
                Action::Untaken(lock, list(dice, style, depth, me, threads))
            }
            49 if nested && style.locks => Action::ReadTwice(lock, list(dice, style, depth, me, threads)),
            50 if nested && style.locks && style.weak => {
                Action::Careless(lock, value == 0, list(dice, style, depth, me, threads))
            }
            51 if style.locks && dice.one_in(2) => Action::GiveUp(lock),
            52 if style.atomics => Action::Search,
            53 if style.atomics => Action::WriteElement(dice.below(u32::from(ELEMENTS)) as u8),
            54 if nested && style.weak => {
                Action::Key(1 + dice.below(2) as u8, list(dice, style, depth, me, threads))
            }
            55 if style.weak => match dice.below(3) {
                0 if nested => Action::IfEnd(list(dice, style, depth, me, threads)),
                1 => Action::AtExit,
                _ => Action::MeetEnd,
            },
            56 if nested && style.locks => {
                Action::Lend(!dice.one_in(3), list(dice, style, depth, me, threads))
            }
            59 | 60 if nested && style.locks => {
                let ways = [Wait::Once, Wait::Again, Wait::Again, Wait::Writing, Wait::Timed];
                let way = ways[dice.below(ways.len() as u32) as usize];
                Action::AwaitCell(cell, way, list(dice, style, depth, me, threads))
            }
            57 | 58 if style.locks => Action::Borrow(!dice.one_in(3)),
            40 if style.atomics => Action::Spin(atom, order(dice, style)),
            39 => match dice.below(3) {
                0 => Action::Publish(some_order(dice, style)),
                1 => Action::Follow(some_order(dice, style)),
                _ => Action::Local,
            },
            _ => continue,
        };
    }
}
