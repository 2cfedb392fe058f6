//! Plans of random programs of one team: what OpenMP shares among its threads, and tasks.
//!
//! A plan is written as IR ([`TeamPlan::text`]) that does what the front end and the runtime make of the directives, small enough for the oracle.

use super::{Dice, Smaller};

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
    /// Adds the private counter to the sum of reductions, under the lock of these: all threads, or the one with this number.
    Combine(Option<u8>),
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
    /// `+` of the second byte.
    Byte,
    /// `+` of the two bytes in the middle.
    Middle,
    /// `+`, with a look at the result.
    Used,
    /// Whatever it was, it is the number then.
    Set,
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
    /// Combines with a number, or with that of the iteration if it is 0.
    Update(Place, Change, u8),
    /// The same for the sum of a reduction, or for the private counter where there is none.
    Collect(Change, u8),
    /// Sets these to zero.
    Reset,
    /// If a place is not zero.
    If(Place, Vec<Deed>),
    /// If it has this value.
    IfIs(Place, u8, Vec<Deed>),
    /// Adds one to an atomic cell, and goes on if it was not zero.
    IfFetched(u8, Vec<Deed>),
    /// In a critical section.
    Critical(u8, Vec<Deed>),
    /// Adds one to an atomic cell; whether in a way that orders.
    AtomicAdd(u8, bool),
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
    /// Places that depend on the thread.
    pub own: bool,
    /// Atomics that order nothing.
    pub weak: bool,
    /// Updates whose totals steer what follows, mostly of this sort.
    pub totals: Option<Change>,
}

/// A random program of one team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamPlan {
    /// Number of threads.
    pub size: u8,
    /// What they come to.
    pub items: Vec<Item>,
    /// What the first thread does when the team is over.
    pub after: Vec<Deed>,
    /// If a place has this value then, another thread is made and races with the first one.
    pub late: Option<(Place, u8)>,
    /// How reductions combine.
    pub combine: Change,
}

/// How many shared cells there are.
pub(super) const CELLS: u8 = 2;
/// How many elements the array has: those of iterations, and one more.
pub(super) const ELEMENTS: u8 = 6;

impl TeamPlan {
    /// A random plan.
    pub fn random(dice: &mut Dice, style: &TeamStyle) -> TeamPlan {
        let count = 1 + dice.below(u32::from(style.items));
        let size = if dice.one_in(4) { 3 } else { 2 };
        let mut items: Vec<Item> = (0..count).map(|_| item(dice, style, size)).collect();
        if style.totals.is_some() && dice.one_in(2) {
            items.push(Item::Combine(None));
        }
        TeamPlan {
            size,
            items,
            after: if dice.one_in(2) {
                vec![Deed::Write(Place::Cell(0))]
            } else {
                Vec::new()
            },
            late: style.totals.map(|_| {
                let place = match dice.below(5) {
                    0..=2 => Place::Cell(0),
                    3 => Place::Atom,
                    _ => Place::Sum,
                };
                (place, dice.below(5) as u8)
            }),
            combine: match style.totals {
                Some(Change::Set) => [Change::Or, Change::Any][dice.below(2) as usize],
                Some(change @ (Change::Mul | Change::And | Change::Or | Change::Xor | Change::Any)) => change,
                _ => Change::Add,
            },
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
            | Deed::Update(place, ..)
            | Deed::If(place, _)
            | Deed::IfIs(place, ..) => *place == Place::Private,
            _ => false,
        })
    }

    fn mentions(&self, what: &dyn Fn(&Deed) -> bool) -> bool {
        fn within(list: &[Deed], what: &dyn Fn(&Deed) -> bool) -> bool {
            list.iter().any(|deed| {
                what(deed)
                    || match deed {
                        Deed::If(_, x)
                        | Deed::IfIs(_, _, x)
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
            Item::Barrier | Item::Combine(_) => false,
        })
    }
}

impl std::fmt::Display for TeamPlan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

impl Smaller for TeamPlan {
    fn reductions(&self) -> Vec<TeamPlan> {
        let mut out = Vec::new();
        let with = |items: Vec<Item>| TeamPlan {
            items,
            ..self.clone()
        };
        if !self.after.is_empty() {
            out.push(TeamPlan {
                after: Vec::new(),
                ..self.clone()
            });
        }
        if self.late.is_some() {
            out.push(TeamPlan {
                late: None,
                ..self.clone()
            });
        }
        if self.size > 2 {
            let is_late =
                |item: &Item| matches!(item, Item::One(who, _) | Item::Combine(Some(who)) if *who >= 2);
            let items = self.items.iter().filter(|i| !is_late(i)).cloned().collect();
            out.push(TeamPlan {
                size: 2,
                ..with(items)
            });
        }
        for i in 0..self.items.len() {
            let mut items = self.items.clone();
            items.remove(i);
            out.push(with(items));
        }
        for i in 0..self.items.len() {
            for smaller in smaller_items(&self.items[i]) {
                let mut items = self.items.clone();
                items[i] = smaller;
                out.push(with(items));
            }
        }
        out
    }
}

fn smaller_items(item: &Item) -> Vec<Item> {
    match item {
        Item::All(x) => smaller(x).into_iter().map(Item::All).collect(),
        Item::One(who, x) => smaller(x).into_iter().map(|x| Item::One(*who, x)).collect(),
        Item::Single(nowait, x) => smaller(x).into_iter().map(|x| Item::Single(*nowait, x)).collect(),
        Item::Sections(nowait, sections) => {
            let mut out = Vec::new();
            for i in 0..sections.len() {
                let mut fewer = sections.clone();
                fewer.remove(i);
                out.push(Item::Sections(*nowait, fewer));
                for less in smaller(&sections[i]) {
                    let mut changed = sections.clone();
                    changed[i] = less;
                    out.push(Item::Sections(*nowait, changed));
                }
            }
            out
        }
        Item::Loop {
            mapping,
            works,
            nowait,
            reduction,
            ordered,
            body,
        } => {
            let with = |works: u8, reduction: bool, ordered: Option<Vec<Deed>>, body: Vec<Deed>| Item::Loop {
                mapping: *mapping,
                works,
                nowait: *nowait,
                reduction,
                ordered,
                body,
            };
            let mut out = Vec::new();
            if *works > 1 {
                out.push(with(works - 1, *reduction, ordered.clone(), body.clone()));
            }
            if *reduction {
                out.push(with(*works, false, ordered.clone(), body.clone()));
            }
            if let Some(ordered) = ordered {
                out.push(with(*works, *reduction, None, body.clone()));
                for less in smaller(ordered) {
                    out.push(with(*works, *reduction, Some(less), body.clone()));
                }
            }
            for less in smaller(body) {
                out.push(with(*works, *reduction, ordered.clone(), less));
            }
            out
        }
        Item::Barrier | Item::Combine(_) => Vec::new(),
    }
}

/// The list with one deed left out, or replaced by what is inside it, or with less inside it.
fn smaller(list: &[Deed]) -> Vec<Vec<Deed>> {
    let mut out = Vec::new();
    for i in 0..list.len() {
        let mut shorter = list.to_vec();
        shorter.remove(i);
        out.push(shorter);
        let mut replace = |with: Vec<Deed>| {
            let mut changed = list.to_vec();
            changed.splice(i..=i, with);
            out.push(changed);
        };
        match &list[i] {
            Deed::If(place, x) => {
                replace(x.clone());
                smaller(x)
                    .into_iter()
                    .for_each(|x| replace(vec![Deed::If(*place, x)]));
            }
            Deed::IfIs(place, value, x) => {
                replace(x.clone());
                smaller(x)
                    .into_iter()
                    .for_each(|x| replace(vec![Deed::IfIs(*place, *value, x)]));
            }
            Deed::IfFetched(cell, x) => {
                replace(x.clone());
                smaller(x)
                    .into_iter()
                    .for_each(|x| replace(vec![Deed::IfFetched(*cell, x)]));
            }
            Deed::Critical(name, x) => {
                replace(x.clone());
                smaller(x)
                    .into_iter()
                    .for_each(|x| replace(vec![Deed::Critical(*name, x)]));
            }
            Deed::IfAtomic(cell, orders, x) => {
                replace(x.clone());
                smaller(x)
                    .into_iter()
                    .for_each(|x| replace(vec![Deed::IfAtomic(*cell, *orders, x)]));
            }
            Deed::TaskGroup(x) => {
                replace(x.clone());
                smaller(x)
                    .into_iter()
                    .for_each(|x| replace(vec![Deed::TaskGroup(x)]));
            }
            Deed::Task(depends, deferred, x) => {
                for at in 0..depends.len() {
                    let mut fewer = depends.clone();
                    fewer.remove(at);
                    replace(vec![Deed::Task(fewer, *deferred, x.clone())]);
                }
                smaller(x)
                    .into_iter()
                    .for_each(|x| replace(vec![Deed::Task(depends.clone(), *deferred, x)]));
            }
            Deed::Lease(lease) => {
                replace(lease.meanwhile.clone());
                for task in smaller(&lease.task) {
                    replace(vec![Deed::Lease(Lease {
                        task,
                        ..lease.clone()
                    })]);
                }
                for meanwhile in smaller(&lease.meanwhile) {
                    replace(vec![Deed::Lease(Lease {
                        meanwhile,
                        ..lease.clone()
                    })]);
                }
            }
            Deed::TaskLoop(works, waits, x) => {
                if *works > 1 {
                    replace(vec![Deed::TaskLoop(works - 1, *waits, x.clone())]);
                }
                smaller(x)
                    .into_iter()
                    .for_each(|x| replace(vec![Deed::TaskLoop(*works, *waits, x)]));
            }
            _ => {}
        }
    }
    out
}

/// Where a deed is.
#[derive(Clone, Copy)]
struct Inside {
    depth: u32,
    /// Which locks are held: a thread that takes one twice waits for itself, and one that waits for others with a lock may wait for ever.
    held: [bool; 2],
    in_task: bool,
    in_work: bool,
    has_lease: bool,
}

const OUTSIDE: Inside = Inside {
    depth: 2,
    held: [false; 2],
    in_task: false,
    in_work: false,
    has_lease: false,
};

fn item(dice: &mut Dice, style: &TeamStyle, size: u8) -> Item {
    let nowait = dice.one_in(if style.totals.is_some() { 4 } else { 2 });
    if style.totals.is_some() && dice.one_in(12) {
        let who = dice.below(u32::from(size)) as u8;
        return Item::Combine(dice.one_in(4).then_some(who));
    }
    let work = Inside {
        in_work: true,
        ..OUTSIDE
    };
    match dice.below(10) {
        0 => Item::All(deeds(dice, style, OUTSIDE)),
        1 => Item::One(dice.below(u32::from(size)) as u8, deeds(dice, style, OUTSIDE)),
        2 => Item::Barrier,
        3 => Item::Single(nowait, deeds(dice, style, work)),
        4 | 5 => {
            let count = 1 + dice.below(3);
            Item::Sections(nowait, (0..count).map(|_| deeds(dice, style, work)).collect())
        }
        _ => {
            let mapping = match dice.below(6) {
                0..=2 => Mapping::Open,
                3 => Mapping::Chunks,
                4 => Mapping::Even,
                _ => Mapping::InTurn,
            };
            let ordered = dice.one_in(4).then(|| {
                // Waiting for a lock that a later iteration holds is for ever.
                let style = TeamStyle {
                    tasks: false,
                    ..*style
                };
                deeds(dice, &style, Inside { depth: 1, ..work })
            });
            Item::Loop {
                mapping,
                works: 1 + dice.below(4) as u8,
                nowait,
                reduction: dice.one_in(if style.totals.is_some() { 2 } else { 4 }),
                ordered,
                body: deeds(dice, style, work),
            }
        }
    }
}

fn deeds(dice: &mut Dice, style: &TeamStyle, inside: Inside) -> Vec<Deed> {
    let count = 1 + dice.below(2);
    (0..count).map(|_| deed(dice, style, inside)).collect()
}

fn place(dice: &mut Dice, style: &TeamStyle, inside: Inside) -> Place {
    match dice.below(if inside.has_lease { 18 } else { 14 }) {
        14.. => Place::Leased,
        12 if style.own && !inside.in_task => Place::Private,
        13 if style.own => Place::Lent,
        0..=4 => Place::Cell(dice.below(u32::from(CELLS)) as u8),
        5 => Place::Sum,
        6..=8 => Place::Element(0),
        9 => Place::Element(1),
        10 if style.own && !inside.in_task => Place::Mine,
        11 if style.own && !inside.in_task => Place::Counted,
        _ => Place::Cell(0),
    }
}

fn deed(dice: &mut Dice, style: &TeamStyle, inside: Inside) -> Deed {
    let inner = Inside {
        depth: inside.depth.saturating_sub(1),
        ..inside
    };
    let nests = inside.depth > 0;
    let orders = !style.weak || dice.one_in(2);
    if let Some(usual) = style.totals
        && !dice.one_in(8)
    {
        return update(dice, style, usual, inside);
    }
    loop {
        return match dice.below(25) {
            23 | 24 if nests && style.tasks => {
                let task = Inside {
                    in_task: true,
                    has_lease: false,
                    ..inner
                };
                let meanwhile = Inside {
                    has_lease: true,
                    ..inner
                };
                let waits = !dice.one_in(3);
                Deed::Lease(Lease {
                    task: deeds(dice, style, task),
                    meanwhile: deeds(dice, style, meanwhile),
                    waits,
                    ends: waits && !dice.one_in(3),
                })
            }
            20 if style.own && !inside.in_task => Deed::Lend,
            0..=2 => Deed::Read(place(dice, style, inside)),
            3..=5 => Deed::Write(place(dice, style, inside)),
            6 => Deed::Increment(place(dice, style, inside)),
            7 if nests => Deed::If(place(dice, style, inside), deeds(dice, style, inner)),
            8..=10 if nests && style.locks => {
                let name = dice.below(2) as usize;
                if inside.held.iter().any(|h| *h) {
                    continue;
                }
                let mut held = inside.held;
                held[name] = true;
                let style = TeamStyle {
                    tasks: false,
                    ..*style
                };
                Deed::Critical(name as u8, deeds(dice, &style, Inside { held, ..inner }))
            }
            11 if style.locks => Deed::AtomicAdd(0, orders),
            12 if style.locks => Deed::AtomicSet(0, orders),
            13 | 14 if nests && style.locks => Deed::IfAtomic(0, orders, deeds(dice, style, inner)),
            15 if inside.in_work && !inside.in_task => Deed::Count,
            16 | 17 if nests && style.tasks => {
                let count = dice.below(3);
                let depends = (0..count)
                    .map(|_| (dice.below(2) as u8, dice.below(u32::from(CELLS)) as u8))
                    .collect();
                let inner = Inside {
                    in_task: true,
                    has_lease: false,
                    ..inner
                };
                Deed::Task(depends, !dice.one_in(4), deeds(dice, style, inner))
            }
            21 | 22 if nests && style.tasks && !inside.in_task => {
                let inner = Inside {
                    in_task: true,
                    has_lease: false,
                    ..inner
                };
                let works = 1 + dice.below(2) as u8;
                Deed::TaskLoop(works, !dice.one_in(4), deeds(dice, style, inner))
            }
            18 if style.tasks => Deed::TaskWait,
            19 if nests && style.tasks => Deed::TaskGroup(deeds(dice, style, inner)),
            _ => continue,
        };
    }
}

fn change(dice: &mut Dice, usual: Change) -> Change {
    match dice.below(60) {
        0..=9 => Change::Add,
        10 => Change::Sub,
        11 => Change::Mul,
        12 => Change::And,
        13 => Change::Or,
        14 => Change::Xor,
        15 => Change::From,
        16 => Change::Any,
        17 => Change::Byte,
        18 => Change::Middle,
        19 => Change::Used,
        20 => Change::Set,
        _ => usual,
    }
}

/// A deed that adds to something, or looks at what was added.
fn update(dice: &mut Dice, style: &TeamStyle, usual: Change, inside: Inside) -> Deed {
    let value = dice.below(4) as u8;
    let cell = match dice.below(5) {
        0..=2 => Place::Cell(0),
        3 => Place::Cell(1),
        _ => Place::Sum,
    };
    let update = |dice: &mut Dice| Deed::Update(cell, change(dice, usual), value);
    let inner = Inside {
        depth: inside.depth.saturating_sub(1),
        ..inside
    };
    match dice.below(16) {
        0..=3 | 12..=15 if !inside.held.iter().any(|h| *h) => {
            let count = 1 + dice.below(2);
            let list = (0..count).map(|_| update(dice)).collect();
            Deed::Critical(u8::from(dice.one_in(8)), list)
        }
        4 | 5 => Deed::AtomicAdd(0, true),
        6..=8 if !inside.in_task => Deed::Collect(change(dice, usual), value),
        9 if inside.depth > 0 => {
            let place = if dice.one_in(3) { Place::Atom } else { cell };
            Deed::IfIs(place, dice.below(5) as u8, deeds(dice, style, inner))
        }
        10 if !inside.in_task && dice.one_in(2) => Deed::Reset,
        11 if inside.depth > 0 && dice.one_in(4) => Deed::IfFetched(0, deeds(dice, style, inner)),
        _ if inside.held.iter().any(|h| *h) || dice.one_in(4) => update(dice),
        _ => Deed::Read(Place::Element(0)),
    }
}
