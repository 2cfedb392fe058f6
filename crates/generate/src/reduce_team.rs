//! Smaller plans of teams.

use super::Smaller;
use super::team::{Deed, Item, Lease, TeamPlan, Update};

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
        if self.rounds.is_some() {
            out.push(TeamPlan {
                rounds: None,
                ..self.clone()
            });
        }
        if self.initial != [0; 3] {
            out.push(TeamPlan {
                initial: [0; 3],
                ..self.clone()
            });
        }
        if self.size > 2 {
            let is_late =
                |item: &Item| matches!(item, Item::One(who, _) | Item::Combine(Some(who), _) if *who >= 2);
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
        Item::Barrier | Item::Combine(..) => Vec::new(),
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
        if let Some((inner, again)) = around(&list[i]) {
            replace(inner.to_vec());
            smaller(inner).into_iter().for_each(|x| replace(vec![again(x)]));
        }
        match &list[i] {
            Deed::Update(update) if update.keeps.is_some() => {
                replace(vec![Deed::Update(Update {
                    keeps: None,
                    ..*update
                })]);
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

/// What is inside of a deed that may as well be done without it, and how to put other things there.
#[expect(clippy::type_complexity, reason = "one use")]
fn around(deed: &Deed) -> Option<(&[Deed], Box<dyn Fn(Vec<Deed>) -> Deed + '_>)> {
    Some(match deed {
        Deed::If(place, x) => (x, Box::new(|x| Deed::If(*place, x))),
        Deed::IfIs(place, part, value, x) => (x, Box::new(|x| Deed::IfIs(*place, *part, *value, x))),
        Deed::IfKept(value, x) => (x, Box::new(|x| Deed::IfKept(*value, x))),
        Deed::IfCount(value, x) => (x, Box::new(|x| Deed::IfCount(*value, x))),
        Deed::IfFetched(cell, x) => (x, Box::new(|x| Deed::IfFetched(*cell, x))),
        Deed::Critical(name, x) => (x, Box::new(|x| Deed::Critical(*name, x))),
        Deed::IfAtomic(cell, orders, x) => (x, Box::new(|x| Deed::IfAtomic(*cell, *orders, x))),
        Deed::TaskGroup(x) => (x, Box::new(Deed::TaskGroup)),
        _ => return None,
    })
}
