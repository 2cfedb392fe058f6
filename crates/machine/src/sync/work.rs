//! Work that any thread of a team might do: iterations, sections, single blocks.
//!
//! Edges: none. The beginning and the end of a work are told by the run itself, on its way, so that an engine
//! can compare two works that happened to be done by one thread.
//!
//! A member of a team asks for works (`work_share`) and asks again when it has done them (`work_more`) until
//! it gets none. Each answer is a contiguous range. Which works it gets is a choice of the implementation,
//! and any mapping is allowed in which every work is done once and each member does its works in increasing
//! order; OpenMP promises no more, not even that the works begin in order. So a choice is: which of the works
//! that nobody has is the next one of this member? It may leave out works that another member can still take.
//!
//! The choice is made when the member asks. Whatever mapping a run ends up with, the member's next work in it
//! is on offer at that moment, and giving it orders nothing; so the choice commutes with whatever others do,
//! and an engine may make it at once.
//!
//! Where there are many mappings (more than [`limits::MAPPINGS`]) only the even division into contiguous
//! shares is offered, and that is told. Two more choices are never offered but accepted: [`EVEN`] is that
//! division, for an engine whose argument covers all mappings by one run, and [`SPLIT`]` | n` gives the first
//! `n` works to member 0 and the rest to member 1, to put two works on different threads in a witness. A run
//! must use these for all members of a construct or for none.
//!
//! The teams of a league that share works (an odd address says so) must have equally many threads, which is
//! found out when they ask.

use super::{Done, Effects, Offer};
use crate::{Doers, Gap, State, Stop, limits};
use raceproof_ir::SyncOp as Op;

/// The choice of a share by even division.
pub const EVEN: u64 = 1 << 62;
/// With a number: the choice that gives so many works to the first member and the others to the second.
pub const SPLIT: u64 = 1 << 63;

/// The works of a construct that members are asking for. It is there from the first request until every
/// member has been told that there is no more.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sharing {
    team: u64,
    construct: u64,
    /// Works that nobody has, in order.
    free: Vec<u64>,
    /// How many of the first of these each member has left to the others.
    left: Vec<u32>,
    /// How many members have been told that there is no more.
    ended: u32,
}

impl Sharing {
    /// Appends it as numbers.
    pub(crate) fn encode(&self, mut put: impl FnMut(u64)) {
        put(self.team);
        put(self.construct);
        put(self.free.len() as u64);
        self.free.iter().for_each(|&work| put(work));
        put(self.left.len() as u64);
        self.left.iter().for_each(|&count| put(u64::from(count)));
        put(u64::from(self.ended));
    }

    /// Restores what [`Sharing::encode`] wrote.
    pub(crate) fn decode(mut get: impl FnMut() -> u64) -> Sharing {
        let (team, construct) = (get(), get());
        let count = get();
        let free = (0..count).map(|_| get()).collect();
        let count = get();
        let left = (0..count).map(|_| get() as u32).collect();
        Sharing {
            team,
            construct,
            free,
            left,
            ended: get() as u32,
        }
    }

    /// What a member can get: places in the list of free works, the length of which stands for none.
    fn offers(&self, member: usize) -> impl Iterator<Item = usize> + '_ {
        let others = self.left.iter().enumerate().filter(move |(i, _)| *i != member);
        // A work can be left out if another member has not left it out yet.
        let left_by_all = others.map(|(_, &left)| left as usize).min();
        let first = self.left[member] as usize;
        let last = match left_by_all {
            Some(left) if left <= first => self.free.len(),
            // The first `left` works are nobody else's any more.
            Some(_) => first,
            None => first.min(self.free.len()),
        };
        first..=last
    }

    fn give(&mut self, member: usize, at: usize) -> Option<u64> {
        if at >= self.free.len() {
            self.left[member] = self.free.len() as u32;
            self.ended += 1;
            return None;
        }
        let work = self.free.remove(at);
        for (i, left) in self.left.iter_mut().enumerate() {
            if i == member {
                *left = at as u32;
            } else if *left as usize > at {
                *left -= 1;
            }
        }
        Some(work)
    }
}

/// A request for works.
struct Request {
    doers: Doers,
    construct: u64,
    works: u64,
    member: usize,
    size: usize,
    /// Whether the member has had works of this construct before.
    more: bool,
}

impl Request {
    fn of(o: &Offer) -> Request {
        let number = |i: usize| o.args.get(i).copied().unwrap_or(0);
        let size = (o.int(4) as i32).max(1) as usize;
        Request {
            // Threads of the teams of a league, which are there whether these have one each or more.
            doers: match Doers::decode(number(0)) {
                Doers::League { address, .. } => Doers::League {
                    address,
                    in_regions: false,
                },
                doers => doers,
            },
            construct: number(1),
            works: (number(2) as i64).max(0) as u64,
            member: (o.int(3) as i32).max(0).min(size as i32 - 1) as usize,
            size,
            more: o.op == Op::WorkMore,
        }
    }

    /// Whether all mappings are on offer.
    fn is_open(&self) -> bool {
        let mappings = u32::try_from(self.works).map(|works| (self.size as u64).checked_pow(works));
        matches!(mappings, Ok(Some(count)) if count <= limits::MAPPINGS.get())
    }

    fn is_of_league(&self) -> bool {
        matches!(self.doers, Doers::League { .. })
    }

    fn find(&self, s: &State) -> Result<usize, usize> {
        let key = (self.doers.word(), self.construct);
        s.environment
            .sharings
            .binary_search_by_key(&key, |sharing| (sharing.team, sharing.construct))
    }

    fn fresh(&self) -> Sharing {
        self.sharing((0..self.works).collect())
    }

    fn sharing(&self, free: Vec<u64>) -> Sharing {
        Sharing {
            team: self.doers.word(),
            construct: self.construct,
            free,
            left: vec![0; self.size],
            ended: 0,
        }
    }

    /// The share by even division or by a split.
    fn contiguous(&self, choice: u64) -> (u64, u64) {
        let (works, size, member) = (self.works, self.size as u64, self.member as u64);
        let split = (choice & !SPLIT).min(works);
        match (choice & SPLIT != 0, member) {
            _ if self.more => (works, works),
            (false, _) => {
                let (each, rest) = (works / size, works % size);
                let first = each * member + member.min(rest);
                (first, first + each + u64::from(member < rest))
            }
            (true, 0) => (0, split),
            (true, 1) => (split, works),
            (true, _) => (works, works),
        }
    }

    /// Whether it is about as many members as requests before.
    fn agrees_with(&self, sharing: &Sharing) -> bool {
        !self.is_of_league() || sharing.left.len() == self.size
    }

    /// Notes that a member of a league asks for the share that it has in any case. Gives whether that agrees
    /// with what others asked for.
    fn checks_in(&self, s: &mut State) -> bool {
        if !self.is_of_league() || self.more {
            return true;
        }
        s.environment_dirty = true;
        let at = match self.find(s) {
            Ok(at) if !self.agrees_with(&s.environment.sharings[at]) => return false,
            Ok(at) => at,
            Err(at) => {
                // Works that nobody chooses are not listed: there may be very many.
                s.environment.sharings.insert(at, self.sharing(Vec::new()));
                at
            }
        };
        let sharing = &mut s.environment.sharings[at];
        sharing.ended += 1;
        if sharing.ended as usize >= self.size {
            s.environment.sharings.remove(at);
        }
        true
    }

    /// The work that a choice gives. None if teams of different sizes share the works.
    fn choose(&self, s: &mut State, choice: u64) -> Option<(u64, u64)> {
        let place = self.find(s);
        if place.is_ok_and(|at| !self.agrees_with(&s.environment.sharings[at])) {
            return None;
        }
        let at = place.unwrap_or_else(|at| at);
        let sharings = &mut s.environment.sharings;
        s.environment_dirty = true;
        if place.is_err() {
            sharings.insert(at, self.fresh());
        }
        let sharing = &mut sharings[at];
        if sharing.left.len() < self.size {
            sharing.left.resize(self.size, 0);
        }
        let mut offers = sharing.offers(self.member);
        let offer = offers.nth(choice as usize);
        drop(offers);
        let work = sharing.give(self.member, offer.unwrap_or(usize::MAX));
        if sharing.ended as usize >= self.size {
            sharings.remove(at);
        }
        Some(work.map_or((self.works, self.works), |work| (work, work + 1)))
    }
}

/// How many works a member can get next.
pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    let request = Request::of(o);
    if request.size == 1 || !request.is_open() {
        return 1;
    }
    let count = match request.find(s) {
        Ok(at) if request.member < s.environment.sharings[at].left.len() => {
            s.environment.sharings[at].offers(request.member).count()
        }
        _ => request.fresh().offers(request.member).count(),
    };
    count as u32
}

/// The choice by which a member gets this work next, or none if it is none of them; the only one there is
/// where not all mappings are on offer.
pub(crate) fn choice(s: &State, o: &Offer, work: u64) -> Option<u64> {
    let request = Request::of(o);
    if request.size == 1 || !request.is_open() {
        return Some(0);
    }
    let fresh = request.fresh();
    let sharing = match request.find(s) {
        Ok(at) if request.member < s.environment.sharings[at].left.len() => &s.environment.sharings[at],
        _ => &fresh,
    };
    let wanted = sharing.free.iter().position(|free| *free == work);
    let wanted = wanted.unwrap_or(sharing.free.len());
    let mut offers = sharing.offers(request.member);
    offers.position(|at| at == wanted).map(|choice| choice as u64)
}

pub(super) fn perform(s: &mut State, o: &Offer, choice: u64, effects: &mut Effects) -> Result<Done, Stop> {
    if o.op == Op::WorkLimit {
        return Ok(Done::Result(s.threads[o.thread.0 as usize].share_limit));
    }
    let request = Request::of(o);
    let named = choice & (EVEN | SPLIT) != 0;
    let share = if named || request.size == 1 || !request.is_open() {
        effects.narrowed = !named && request.size > 1 && !request.more;
        let agrees = request.checks_in(s);
        agrees.then(|| request.contiguous(choice & !EVEN))
    } else {
        request.choose(s, choice)
    };
    let what = "a loop that teams of different sizes share";
    let (first, limit) = share.ok_or_else(|| Gap::stop(what, o.thread, o.site))?;
    s.threads[o.thread.0 as usize].share_limit = limit;
    Ok(Done::Result(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All mappings that members who ask in any order can end up with: for each work its member.
    fn mappings(sharing: &Sharing, done: &[bool], owners: &[usize], out: &mut Vec<Vec<usize>>) {
        if done.iter().all(|d| *d) {
            out.push(owners.to_vec());
            return;
        }
        for member in (0..done.len()).filter(|&m| !done[m]) {
            for at in sharing.offers(member) {
                let (mut sharing, mut done, mut owners) = (sharing.clone(), done.to_vec(), owners.to_vec());
                match sharing.give(member, at) {
                    Some(work) => owners[work as usize] = member,
                    None => done[member] = true,
                }
                mappings(&sharing, &done, &owners, out);
            }
        }
    }

    #[test]
    fn every_mapping_is_on_offer_and_every_work_is_done() {
        for (members, works) in [(1, 3), (2, 0), (2, 1), (2, 3), (3, 2)] {
            let sharing = Sharing {
                free: (0..works).collect(),
                left: vec![0; members],
                ..Sharing::default()
            };
            let mut out = Vec::new();
            mappings(
                &sharing,
                &vec![false; members],
                &vec![usize::MAX; works as usize],
                &mut out,
            );
            assert!(out.iter().flatten().all(|&owner| owner < members));
            out.sort();
            out.dedup();
            assert_eq!(out.len(), members.pow(works as u32));
        }
    }
}
