//! Draws random plans of teams.

use super::team::{
    Age, CELLS, Change, Deed, Item, Lease, Look, Mapping, Number, Part, Place, TeamPlan, TeamRounds,
    TeamStyle, Totals, Update,
};
use raceproof_engine::Dice;

/// A random plan.
pub(super) fn draw(dice: &mut Dice, style: &TeamStyle) -> TeamPlan {
    let size = if dice.one_in(4) { 3 } else { 2 };
    let least = if style.totals.is_some_and(|totals| !totals.private) {
        2
    } else {
        1
    };
    let count = least + dice.below(u32::from(style.items));
    let items: Vec<Item> = (0..count).map(|_| item(dice, style, size)).collect();
    let after = match dice.one_in(2) {
        true => vec![Deed::Write(Place::Cell(0))],
        false => Vec::new(),
    };
    let mut plan = TeamPlan {
        size,
        items,
        rounds: None,
        after,
        late: None,
        combine: Change::Add,
        initial: [0; 3],
    };
    if let Some(totals) = style.totals {
        sum_up_all(dice, totals, &mut plan);
        plan.rounds = style.rounds.then(|| rounds(dice, size, totals));
    }
    plan
}

/// A loop around what a team does, mostly with the barriers that it needs.
fn rounds(dice: &mut Dice, size: u8, totals: Totals) -> TeamRounds {
    let look = match dice.below(10) {
        0 | 1 => Look::At(Place::Sum),
        2..=4 => Look::At(Place::Cell(dice.below(u32::from(CELLS)) as u8)),
        5 => Look::At(Place::Mine),
        6 => Look::At(Place::Atom),
        7 => Look::Kept,
        _ => Look::Count,
    };
    TeamRounds {
        look,
        bit: bit(dice, totals),
        locked: dice.one_in(6),
        kept: dice.one_in(3),
        barriers: [6, 12, 6].map(|n| !dice.one_in(n)),
        writes: (!dice.one_in(4)).then(|| dice.below(u32::from(size)) as u8),
    }
}

/// Combines what was collected, and looks at a total when the team is over.
fn sum_up_all(dice: &mut Dice, totals: Totals, plan: &mut TeamPlan) {
    if !dice.one_in(if totals.private { 4 } else { 2 }) {
        let who = dice.one_in(6).then_some(0);
        plan.items.push(Item::Combine(who, combined(dice)));
    }
    if dice.one_in(2) {
        plan.initial = [0; 3].map(|_| [0, 1, 2, 255][dice.below(4) as usize]);
    }
    plan.after.retain(|_| dice.one_in(4));
    let place = match dice.below(6) {
        0..=2 if totals.private => Place::Sum,
        0..=3 => Place::Cell(0),
        4 => Place::Atom,
        _ => Place::Sum,
    };
    plan.late = Some((place, bit(dice, totals)));
    plan.combine = match totals.usual {
        Change::Set => [Change::Or, Change::Any][dice.below(2) as usize],
        usual => usual,
    };
}

/// Where a deed is.
#[derive(Clone, Copy)]
struct Inside {
    depth: u32,
    /// Which locks are held: a thread that takes one twice waits for itself, and one that waits for others
    /// with a lock may wait for ever.
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
        return Item::Combine(dice.one_in(4).then_some(who), combined(dice));
    }
    if style.nested {
        let count = 2 + dice.below(4);
        return Item::Single(nowait, (0..count).map(|_| nested(dice, 3)).collect());
    }
    let work = Inside {
        in_work: true,
        ..OUTSIDE
    };
    // What has no works has fewer schedules, but threads that do the same leave the same in any order.
    let is_simple = style.totals.is_some_and(|totals| !totals.private);
    // Works of another round would need another name, which depends on the round.
    let kind = match style.rounds {
        true => [0, 1, 1, 1, 2][dice.below(5) as usize],
        false => dice.below(if is_simple { 24 } else { 10 }),
    };
    match kind {
        0 => Item::All(deeds(dice, style, OUTSIDE)),
        1 | 10.. => Item::One(dice.below(u32::from(size)) as u8, deeds(dice, style, OUTSIDE)),
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

/// Of a list of tasks in tasks.
fn nested(dice: &mut Dice, depth: u32) -> Deed {
    let list = |dice: &mut Dice| {
        let count = 1 + dice.below(3);
        (0..count).map(|_| nested(dice, depth - 1)).collect()
    };
    let place = Place::Cell(dice.below(u32::from(CELLS)) as u8);
    match dice.below(8) {
        0..=3 if depth > 0 => Deed::Task(Vec::new(), !dice.one_in(8), list(dice)),
        4 if depth > 0 => Deed::TaskGroup(list(dice)),
        5 | 6 => Deed::TaskWait,
        7 => Deed::Read(place),
        _ => Deed::Write(place),
    }
}

fn deed(dice: &mut Dice, style: &TeamStyle, inside: Inside) -> Deed {
    let inner = Inside {
        depth: inside.depth.saturating_sub(1),
        ..inside
    };
    let nests = inside.depth > 0;
    let orders = !style.weak || dice.one_in(2);
    if let Some(totals) = style.totals
        && (totals.careful || !dice.one_in(8))
    {
        return sum_up(dice, style, totals, inside);
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

/// What a counter is combined with.
fn combined(dice: &mut Dice) -> Place {
    match dice.below(12) {
        0 => Place::Mine,
        1 => Place::Cell(0),
        _ => Place::Sum,
    }
}

fn part(dice: &mut Dice, totals: Totals) -> Part {
    match dice.below(if totals.parts { 5 } else { 6 * totals.odd }) {
        0..=2 => Part::Half(dice.below(3) as u8),
        3 => Part::Byte(dice.below(4) as u8),
        _ => Part::Whole,
    }
}

/// A bit to look at.
fn bit(dice: &mut Dice, totals: Totals) -> u8 {
    let byte = if totals.parts { dice.below(3) } else { 0 };
    let is_flag = matches!(totals.usual, Change::Set | Change::Any) && !dice.one_in(4);
    let bit = if is_flag { 0 } else { dice.below(3) };
    (8 * byte + bit) as u8
}

fn change(dice: &mut Dice, totals: Totals) -> Change {
    match dice.below(totals.odd * 2) {
        0 => [Change::Sub, Change::Mul, Change::And, Change::Or][dice.below(4) as usize],
        1 => [Change::Xor, Change::From, Change::Any, Change::Set][dice.below(4) as usize],
        2 => Change::Add,
        _ => totals.usual,
    }
}

fn number(dice: &mut Dice, change: Change) -> Number {
    match (change, dice.below(12)) {
        (Change::Set, 0..=5) => Number::Fixed(1),
        (Change::Set, 6..=10) | (_, 1 | 2) => Number::Fixed(0),
        (_, 0 | 11) => Number::Iteration,
        (_, 3) => Number::Fixed(255),
        (_, n) => Number::Fixed(1 + n as u8 % 3),
    }
}

/// What is done where something has been looked at. That is seen best if it races.
fn consequence(dice: &mut Dice, style: &TeamStyle, inside: Inside) -> Vec<Deed> {
    match dice.one_in(4) {
        true => deeds(dice, style, inside),
        false => vec![Deed::Tell],
    }
}

/// An update, and perhaps a look at what it found.
fn update(dice: &mut Dice, totals: Totals, place: Place) -> Deed {
    let change = change(dice, totals);
    let keeps = match dice.below(totals.odd * 2) {
        0 => Some(Age::Old),
        1 => Some(Age::New),
        _ => None,
    };
    Deed::Update(Update {
        place,
        part: part(dice, totals),
        change,
        number: number(dice, change),
        keeps,
    })
}

/// A deed that adds to something, or looks at what was added.
fn sum_up(dice: &mut Dice, style: &TeamStyle, totals: Totals, inside: Inside) -> Deed {
    let place = match dice.below(10) {
        0 => Place::Cell(1),
        1 | 2 => Place::Sum,
        _ => Place::Cell(0),
    };
    let inner = Inside {
        depth: inside.depth.saturating_sub(1),
        ..inside
    };
    let is_held = inside.held.iter().any(|h| *h);
    let value = dice.below(5) as u8;
    if totals.private && !inside.in_task && !dice.one_in(3) {
        let change = change(dice, totals);
        return Deed::Collect(change, number(dice, change));
    }
    match dice.below(28) {
        0..=7 | 20.. if !is_held => critical(dice, style, (totals, place), inner),
        8 => Deed::AtomicAdd(0, true),
        9 => {
            let change = change(dice, totals);
            Deed::AtomicUpdate(change, value.min(3), dice.one_in(totals.odd))
        }
        10 if !inside.in_task => {
            let change = change(dice, totals);
            Deed::Collect(change, number(dice, change))
        }
        13 if inside.depth > 0 && (is_held || !totals.careful) => {
            let place = if dice.one_in(3) { Place::Atom } else { place };
            let part = part(dice, totals);
            Deed::IfIs(place, part, value, consequence(dice, style, inner))
        }
        14 | 15 if inside.depth > 0 => Deed::IfKept(bit(dice, totals), consequence(dice, style, inner)),
        16 if !inside.in_task => match dice.below(8) {
            0 | 1 if inside.depth > 0 => Deed::IfCount(bit(dice, totals), consequence(dice, style, inner)),
            2 if !is_held => Deed::Combine,
            3..=5 => Deed::Reset,
            _ => Deed::Read(Place::Kept),
        },
        17 if inside.depth > 0 && dice.one_in(4) => Deed::IfFetched(0, consequence(dice, style, inner)),
        18 if dice.one_in(4) => Deed::Write(Place::Kept),
        _ if is_held => update(dice, totals, place),
        _ if totals.careful => critical(dice, style, (totals, place), inner),
        _ if dice.one_in(4) => update(dice, totals, place),
        _ => Deed::Read(Place::Element(0)),
    }
}

/// A critical section with updates of a place, and perhaps a look at it, or at what was kept of it.
fn critical(dice: &mut Dice, style: &TeamStyle, (totals, place): (Totals, Place), inside: Inside) -> Deed {
    let held = Inside {
        held: [true; 2],
        ..inside
    };
    let mut list = Vec::new();
    for _ in 0..1 + dice.below(2) {
        if inside.depth > 0 && dice.one_in(16) {
            let (part, value) = (part(dice, totals), dice.below(5) as u8);
            list.push(Deed::IfIs(place, part, value, consequence(dice, style, held)));
        }
        let update = update(dice, totals, place);
        let keeps = matches!(&update, Deed::Update(update) if update.keeps.is_some());
        list.push(update);
        if keeps && inside.depth > 0 && dice.one_in(2) {
            list.push(Deed::IfKept(bit(dice, totals), consequence(dice, style, held)));
        }
    }
    let is_other = dice.one_in(if totals.careful { 30 } else { 8 });
    Deed::Critical(u8::from(is_other), list)
}
