//! Works that any thread of a team might do: iterations, sections, single blocks.
//!
//! Who does a work is a free variable. A thread that asks for works gets the first one behind those that it
//! has had whose variable names it: every mapping is one in which a thread does its works in their order, and
//! no state is shared. Where there are more works than all mappings are tried of, they are divided evenly, as
//! the machine does then, and that is told.
//!
//! SOUNDNESS: free-works

use std::collections::BTreeMap;
use std::rc::Rc;

use raceproof_ir::SyncOp as Op;
use raceproof_machine::Doers;
use rustc_hash::FxHashSet;

use super::Operation;
use crate::bounded::{Motion, Origin, Place, Reason, Step};
use crate::execute::{Executor, Flow};
use crate::path::{Local, Path};
use crate::term::{Node, Term};

/// The most mappings of which all are tried; the machine has the same limit.
const MAPPINGS: u64 = 1 << 12;

/// The works that threads of teams share.
#[derive(Default)]
pub(super) struct Works {
    /// For each thread, team and construct where the next of its works is kept.
    places: BTreeMap<(u128, u128, u128), u32>,
    /// Who does the works of each team and construct.
    owners: BTreeMap<(u128, u128), Vec<Term>>,
}

/// What is asked for.
struct Request {
    team: u128,
    construct: u128,
    works: Term,
    member: u128,
    size: u64,
    /// Whether the thread has had works before.
    more: bool,
}

impl Executor<'_, '_> {
    pub(super) fn work(&mut self, mut local: Local, o: Operation<'_>) -> Flow<Local> {
        match o.op {
            // The beginning and the end of a work are told on the way. Lanes of a vector loop are beside each
            // other in one thread, which is not in the formula, and neither is a league.
            Op::WorkBegin => {
                return match self.is_of_team(o.args.first().copied()) {
                    true => Ok(Some(local)),
                    false => self.gap(local.path, "works of lanes or of several teams", o.place),
                };
            }
            Op::WorkEnd => return Ok(Some(local)),
            Op::WorkLimit => {
                let limit = self.place_of_works((self.current as u128, u128::MAX, 0));
                let value = self.bytes(&local.path, limit, 0, 8);
                return self.plain(local, o.dst, Some(value));
            }
            _ => {}
        }
        let number =
            |executor: &Self, i: usize| o.args.get(i).and_then(|term| executor.terms.constant(*term));
        let (team, construct) = (number(self, 0), number(self, 1));
        let (member, size) = (number(self, 3), number(self, 4));
        let (Some(team), Some(construct), Some(member), Some(size)) = (team, construct, member, size) else {
            return self.gap(local.path, "works of a team that is not known", o.place);
        };
        if team & 1 != 0 || size == 0 || size > 64 || member >= size {
            return self.gap(local.path, o.unknown(), o.place);
        }
        let request = Request {
            team,
            construct,
            works: o.args[2],
            member,
            size: size as u64,
            more: o.op == Op::WorkMore,
        };
        let Some((first, limit)) = self.share(&mut local.path, &request, o.place) else {
            return self.gap(local.path, "works that are more than a formula divides", o.place);
        };
        let place = self.place_of_works((self.current as u128, u128::MAX, 0));
        self.keep(&mut local.path, place, limit);
        let guard = local.path.guard;
        self.thread().steps.push(Step {
            guard,
            motion: Motion::Share(first),
            statement: None,
        });
        if let Some(dst) = o.dst {
            self.set(&mut local, dst, first);
        }
        Ok(Some(local))
    }

    /// Whether a work is one of a team or of a thread that the program fixes.
    fn is_of_team(&mut self, doers: Option<Term>) -> bool {
        let Some(word) = doers.and_then(|doers| self.terms.constant(doers)) else {
            return false;
        };
        let (object, _) = self.terms.shape.place(word);
        word == u128::from(Doers::FIXED) || object != 0 && word & 1 == 0
    }

    /// An object of this thread alone with a number in it.
    fn place_of_works(&mut self, key: (u128, u128, u128)) -> u32 {
        if let Some(&object) = self.teams.works.places.get(&key) {
            return object;
        }
        let object = self.make(Origin::Works, 8, false);
        self.teams.works.places.insert(key, object);
        object
    }

    /// Writes a number into an object of this thread alone.
    pub(super) fn keep(&mut self, path: &mut Path, object: u32, word: Term) {
        for i in 0..8 {
            let byte = self.terms.extract(word, 8 * i as u8, 8);
            Rc::make_mut(&mut path.memory).insert((object, i), byte);
        }
    }

    /// The next works of a thread: the first, and the one behind the last.
    fn share(&mut self, path: &mut Path, request: &Request, place: Place) -> Option<(Term, Term)> {
        let works = request.works;
        let none = self.terms.number(0, 64);
        let negative = self.terms.less_signed(works, none);
        let works = self.terms.ite(negative, none, works);
        if request.size == 1 {
            let first = if request.more { works } else { none };
            return Some((first, works));
        }
        let most = (0..64).take_while(|n| request.size.checked_pow(*n).is_some_and(|all| all <= MAPPINGS));
        let most = u128::from(most.last()?);
        match self.terms.constant(works) {
            Some(count) if count > most => return Some(self.divide(path, request, count, place)),
            Some(_) => {}
            None => {
                let bound = self.terms.number(most, 64);
                let more = self.terms.less(bound, works);
                self.stop(path, more, Reason::Cut, place);
            }
        }
        let owners = self.owners(request, most);
        let object = self.place_of_works((self.current as u128, request.team, request.construct));
        let next = match request.more {
            true => self.bytes(path, object, 0, 8),
            false => none,
        };
        let member = self.terms.number(request.member, 8);
        let (mut first, mut limit) = (works, works);
        let had = self.least(next);
        for (work, owner) in owners.into_iter().enumerate().skip(had).rev() {
            let number = self.terms.number(work as u128, 64);
            let (there, mine) = (self.terms.less(number, works), self.terms.eq(owner, member));
            let ahead = self.terms.less_equal(next, number);
            let takes = self.terms.all([there, mine, ahead]);
            first = self.terms.ite(takes, number, first);
            let behind = self.terms.number(work as u128 + 1, 64);
            limit = self.terms.ite(takes, behind, limit);
        }
        self.keep(path, object, limit);
        Some((first, limit))
    }

    /// A number that a small word is not less than.
    fn least(&mut self, word: Term) -> usize {
        let low = self.terms.extract(word, 0, 8);
        let (mut stack, mut seen) = (vec![low], FxHashSet::default());
        let mut least = usize::MAX;
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.terms.node(t) {
                Node::Const(value) => least = least.min(value as usize),
                Node::Ite(_, a, b) => stack.extend([a, b]),
                _ => return 0,
            }
        }
        least
    }

    /// Who does each work of a construct.
    fn owners(&mut self, request: &Request, most: u128) -> Vec<Term> {
        let key = (request.team, request.construct);
        if let Some(owners) = self.teams.works.owners.get(&key) {
            return owners.clone();
        }
        let last = self.terms.number(u128::from(request.size) - 1, 8);
        let mut owners = Vec::new();
        for _ in 0..most {
            let owner = self.terms.var(8);
            let is_member = self.terms.less_equal(owner, last);
            self.bounded.constraints.push(is_member);
            owners.push(owner);
        }
        self.teams.works.owners.insert(key, owners.clone());
        owners
    }

    /// The share of an even division.
    fn divide(&mut self, path: &Path, request: &Request, works: u128, place: Place) -> (Term, Term) {
        let what = "works have more mappings to threads than are tried".to_owned();
        let always = self.terms.bool(true);
        self.stop(&mut path.clone(), always, Reason::Beyond(what), place);
        let (size, member) = (u128::from(request.size), request.member);
        let (each, rest) = (works / size, works % size);
        let first = each * member + member.min(rest);
        let (first, limit) = match request.more {
            true => (works, works),
            false => (first, first + each + u128::from(member < rest)),
        };
        (self.terms.number(first, 64), self.terms.number(limit, 64))
    }
}
