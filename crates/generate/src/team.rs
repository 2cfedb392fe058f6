//! Plans of random programs of one team: what OpenMP shares among its threads, and tasks.
//!
//! A plan is written as IR ([`TeamPlan::text`]) that does what the front end and the runtime make of the
//! directives, small enough for the oracle.

use super::draw_team::draw;
use raceproof_engine::Dice;

/// How the iterations of a loop are mapped to threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mapping {
    /// Any way.
    Open,
    /// Any way, in chunks of two.
    Chunks,
    /// In equal parts.
    Even,
    /// One by one, in turn.
    InTurn,
}

/// What the threads of a team come to, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Every thread does it.
    All(Vec<Deed>),
    /// The thread with this number does it.
    One(u8, Vec<Deed>),
    /// A loop.
    Loop {
        /// Who does which iteration.
        mapping: Mapping,
        /// Number of iterations.
        works: u8,
        /// Whether there is no barrier at the end.
        nowait: bool,
        /// Whether the iterations add to a common sum.
        reduction: bool,
        /// What an iteration does in order, after the rest.
        ordered: Option<Vec<Deed>>,
        /// What an iteration does.
        body: Vec<Deed>,
    },
    /// Sections.
    Sections(bool, Vec<Vec<Deed>>),
    /// A single block.
    Single(bool, Vec<Deed>),
    /// A barrier.
    Barrier,
    /// Combines the private counter with a place, under the lock of reductions: all threads, or the one with
    /// this number.
    Combine(Option<u8>, Place),
}

/// How a value changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `&`.
    And,
    /// `|`.
    Or,
    /// `^`.
    Xor,
    /// The value is taken from something.
    From,
    /// One, if either is not zero.
    Any,
    /// Whatever it was, it is the number then.
    Set,
}

/// Which bytes of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All four.
    Whole,
    /// Two, the first of which is this one.
    Half(u8),
    /// This one.
    Byte(u8),
}

/// Which value of a place is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// The one before the update.
    Old,
    /// The one after it.
    New,
}

/// A number to combine with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// This one.
    Fixed(u8),
    /// That of the iteration; 1 where there is none.
    Iteration,
}

/// Takes a value from a place, combines it with a number and puts the result back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Update {
    /// Where.
    pub place: Place,
    /// Which bytes.
    pub part: Part,
    /// How.
    pub change: Change,
    /// With what.
    pub number: Number,
    /// What the thread keeps of it.
    pub keeps: Option<Age>,
}

/// A place in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A shared cell.
    Cell(u8),
    /// The cell that reductions add to.
    Sum,
    /// The atomic cell, as if it were none.
    Atom,
    /// The element of the iteration, or the one after it.
    Element(u8),
    /// The element of the thread.
    Mine,
    /// The element that a private counter of the thread tells.
    Counted,
    /// The element that the kept value tells.
    Kept,
    /// A variable on the stack of the thread.
    Private,
    /// The variable whose address was lent to all.
    Lent,
    /// The variable of the innermost lease around, as far as it is in the same function.
    Leased,
}

/// What a thread does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Reads.
    Read(Place),
    /// Writes.
    Write(Place),
    /// Reads, adds one, writes.
    Increment(Place),
    /// Combines with a number.
    Update(Update),
    /// The same for the sum of a reduction, or for the private counter where there is none.
    Collect(Change, Number),
    /// Sets these to what they were in the beginning.
    Reset,
    /// Combines these with the sum of reductions.
    Combine,
    /// Writes what a thread beside the team writes too.
    Tell,
    /// If a place is not zero.
    If(Place, Vec<Deed>),
    /// If a part of it has this value.
    IfIs(Place, Part, u8, Vec<Deed>),
    /// If the kept value has this bit.
    IfKept(u8, Vec<Deed>),
    /// If the sum of a reduction has this bit, or the private counter where there is none.
    IfCount(u8, Vec<Deed>),
    /// Adds one to an atomic cell, and goes on if it was not zero.
    IfFetched(u8, Vec<Deed>),
    /// In a critical section.
    Critical(u8, Vec<Deed>),
    /// Adds one to an atomic cell; whether in a way that orders.
    AtomicAdd(u8, bool),
    /// Changes an atomic cell, and perhaps keeps what it was.
    AtomicUpdate(Change, u8, bool),
    /// Sets an atomic cell.
    AtomicSet(u8, bool),
    /// If an atomic cell is not zero.
    IfAtomic(u8, bool, Vec<Deed>),
    /// Adds to the sum of a reduction, or to the private counter where there is none.
    Count,
    /// Lends the address of the variable on its stack to all.
    Lend,
    /// A task with its dependences, deferred or not.
    Task(Vec<(u8, u8)>, bool, Vec<Deed>),
    /// A loop whose iterations are done by two tasks: how many, and whether it waits for them.
    TaskLoop(u8, bool, Vec<Deed>),
    /// A variable on the stack whose address a task gets.
    Lease(Lease),
    /// Waits for the tasks that this one created.
    TaskWait,
    /// Waits for all tasks created in it.
    TaskGroup(Vec<Deed>),
}

/// A variable that is made for a task: the task comes to it by an address in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// What the task does; the element is the variable.
    pub task: Vec<Deed>,
    /// What its creator does meanwhile.
    pub meanwhile: Vec<Deed>,
    /// Whether the creator waits for the task then, and reads the variable.
    pub waits: bool,
    /// Whether the life of the variable ends after that, and not with the function.
    pub ends: bool,
}

/// Which things a plan may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamStyle {
    /// Most items.
    pub items: u8,
    /// Atomics and critical sections.
    pub locks: bool,
    /// Tasks.
    pub tasks: bool,
    /// Tasks in tasks in tasks, and little else.
    pub nested: bool,
    /// Places that depend on the thread.
    pub own: bool,
    /// Atomics that order nothing.
    pub weak: bool,
    /// Updates whose totals steer what follows.
    pub totals: Option<Totals>,
    /// A loop around all that the team does.
    pub rounds: bool,
}

/// Updates whose totals steer what follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// What most of them do.
    pub usual: Change,
    /// One in so many does something else.
    pub odd: u32,
    /// Whether they are of parts of places.
    pub parts: bool,
    /// Whether threads rather collect in registers, and combine that with memory in the end.
    pub private: bool,
    /// Whether all that is shared is used under a lock, so that little but [`Deed::Tell`] races.
    pub careful: bool,
}

impl TeamStyle {
    /// The style of the program with this number among those of works and tasks.
    pub fn teams(number: u64) -> TeamStyle {
        TeamStyle {
            items: 1 + (number % 3) as u8,
            locks: !number.is_multiple_of(3),
            tasks: number % 5 < 2,
            nested: number % 10 == 6,
            own: number.is_multiple_of(4),
            weak: number.is_multiple_of(7),
            totals: None,
            rounds: false,
        }
    }

    /// The style of the program with this number among those with a loop around what the team does.
    pub fn rounds(number: u64) -> TeamStyle {
        TeamStyle {
            items: 1 + (number % 2) as u8,
            tasks: false,
            rounds: true,
            ..TeamStyle::totals(number)
        }
    }

    /// The style of the program with this number among those with totals.
    pub fn totals(number: u64) -> TeamStyle {
        TeamStyle {
            items: 1 + (number % 3) as u8,
            locks: true,
            tasks: number.is_multiple_of(5),
            nested: false,
            own: number.is_multiple_of(7),
            weak: false,
            totals: Some(Totals {
                usual: match number / 3 % 8 {
                    0..=2 => Change::Add,
                    3 => Change::Or,
                    4 => Change::Any,
                    5 => Change::Mul,
                    _ => Change::Set,
                },
                odd: [6, 12, 40][(number / 24 % 3) as usize],
                parts: (number / 24).is_multiple_of(4),
                private: number % 5 < 2,
                careful: !number.is_multiple_of(4),
            }),
            rounds: false,
        }
    }
}

/// A loop around what the threads of a team come to: it is left after a few rounds, or before that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamRounds {
    /// Where threads look whether they leave it.
    pub look: Look,
    /// At which bit.
    pub bit: u8,
    /// Whether they look with a lock.
    pub locked: bool,
    /// Whether what they see is kept over the next barrier.
    pub kept: bool,
    /// Whether there are barriers: before a round, before the look and after it.
    pub barriers: [bool; 3],
    /// The thread that writes a shared cell when it has left it.
    pub writes: Option<u8>,
}

/// Where the threads of a team look whether there is another round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// At a place.
    At(Place),
    /// At the private counter.
    Count,
    /// At the kept value.
    Kept,
}

/// A random program of one team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamPlan {
    /// Number of threads.
    pub size: u8,
    /// What they come to.
    pub items: Vec<Item>,
    /// A loop around that.
    pub rounds: Option<TeamRounds>,
    /// What the first thread does when the team is over.
    pub after: Vec<Deed>,
    /// If a place has this bit then, another thread is made and races with the first one.
    pub late: Option<(Place, u8)>,
    /// How reductions combine.
    pub combine: Change,
    /// What the cells and the sum hold in the beginning.
    pub initial: [u8; 3],
}

/// How many shared cells there are.
pub(super) const CELLS: u8 = 2;
/// How many elements the array has: those of iterations, and one more.
pub(super) const ELEMENTS: u8 = 6;

impl TeamPlan {
    /// A random plan.
    pub fn random(dice: &mut Dice, style: &TeamStyle) -> TeamPlan {
        draw(dice, style)
    }

    /// What a thread collects from: combining it changes nothing.
    pub fn neutral(&self) -> u8 {
        match self.combine {
            Change::Mul => 1,
            Change::And => 255,
            _ => 0,
        }
    }

    /// Whether some thread creates tasks.
    pub fn has_tasks(&self) -> bool {
        self.mentions(&|deed| matches!(deed, Deed::Task(..) | Deed::Lease(_) | Deed::TaskLoop(..)))
    }

    /// Whether some thread uses the variable on its stack.
    pub fn lends(&self) -> bool {
        self.mentions(&|deed| match deed {
            Deed::Lend => true,
            Deed::Read(place)
            | Deed::Write(place)
            | Deed::Increment(place)
            | Deed::Update(Update { place, .. })
            | Deed::If(place, _)
            | Deed::IfIs(place, ..) => *place == Place::Private,
            _ => false,
        })
    }

    /// Whether some thread writes what a thread beside the team writes.
    pub fn tells(&self) -> bool {
        self.mentions(&|deed| *deed == Deed::Tell)
    }

    fn mentions(&self, what: &dyn Fn(&Deed) -> bool) -> bool {
        fn within(list: &[Deed], what: &dyn Fn(&Deed) -> bool) -> bool {
            list.iter().any(|deed| {
                what(deed)
                    || match deed {
                        Deed::If(_, x)
                        | Deed::IfIs(_, _, _, x)
                        | Deed::IfKept(_, x)
                        | Deed::IfCount(_, x)
                        | Deed::IfFetched(_, x)
                        | Deed::Critical(_, x)
                        | Deed::IfAtomic(_, _, x)
                        | Deed::Task(_, _, x)
                        | Deed::TaskLoop(_, _, x)
                        | Deed::TaskGroup(x) => within(x, what),
                        Deed::Lease(lease) => within(&lease.task, what) || within(&lease.meanwhile, what),
                        _ => false,
                    }
            })
        }
        self.items.iter().any(|item| match item {
            Item::All(x) | Item::One(_, x) | Item::Single(_, x) => within(x, what),
            Item::Loop { body, ordered, .. } => {
                within(body, what) || ordered.as_deref().is_some_and(|x| within(x, what))
            }
            Item::Sections(_, sections) => sections.iter().any(|s| within(s, what)),
            Item::Barrier | Item::Combine(..) => false,
        })
    }
}

impl std::fmt::Display for TeamPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}
