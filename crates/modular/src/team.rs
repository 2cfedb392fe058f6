//! Teams of OpenMP: a region is any number of threads that run its body, all of which have ended when it is
//! over.
//!
//! The runtime is a library in C that comes with the program. Its functions are not followed but taken for
//! what they mean: a region creates threads and joins them, a critical section has a lock, and which works a
//! thread does may be anything. So every team size and every mapping of works to threads is covered.
//! Barriers are events (`phase`); `ordered` orders nothing here, which can only add candidates.
//!
//! The number of a thread is its own among those of its team, and what is done where it equals a constant is
//! done by one thread.
//!
//! Tasks and the threads of a league are taken to run beside everything that comes later in the region, and
//! have ended when that, or the league, is over; `copyprivate` hands over addresses that are not followed.
//! Works that one thread does at once, in vector loops, are beside each other (`lane`).
//!
//! SOUNDNESS: any-team

use crate::analyse::{Analysis, Here, Step};
use crate::context::Awaited;
use crate::form::{Atom, Form};
use crate::object::Name;
use crate::refusal::Why;
use crate::state::{Lock, Mode, Sort, State, ThreadNo};
use crate::value::{Index, Own, Round, Value};
use raceproof_engine::{condition, effect};
use raceproof_ir::{FuncId, Kind, Role};
use std::rc::Rc;

/// What a function of the runtime does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Makes a region.
    Region,
    /// Gives a number.
    Number,
    /// Says how often a loop runs.
    Count,
    /// Says how often two loops run together.
    Total,
    /// Gives works of a construct.
    Share,
    /// Gives the number of the thread in its team.
    ThreadNumber,
    /// Gives something that is used as a name only.
    Token,
    /// Gives its first argument back.
    Same,
    /// Takes or gives back what keeps combinations of one region apart.
    Combines(bool),
    /// Runs a function that may still run later, beside whatever.
    Task,
    /// Runs a function in threads that are the first of teams of their own.
    League,
    /// Begins works that one thread does at once.
    Lanes,
    /// Gives an address to other threads of the team, or gets the last one that was.
    Publishes,
}

/// What a function does, by its role; nothing if it has none, or if it is one to be followed.
fn effect(role: Option<Role>) -> Option<Effect> {
    use Effect::*;
    Some(match role? {
        Role::Parallel => Region,
        Role::GroupLock => Same,
        Role::Workers | Role::Ordered => Token,
        Role::Count => Count,
        Role::Total => Total,
        Role::Share | Role::StaticShare => Share,
        Role::ReduceBegin => Combines(true),
        Role::ReduceEnd => Combines(false),
        Role::ThreadNumber => ThreadNumber,
        Role::Barrier
        | Role::TeamSize
        | Role::Construct
        | Role::NextConstruct
        | Role::Member
        | Role::More
        | Role::StaticBound
        | Role::RuntimeChunk
        | Role::OrderedTurn
        | Role::Copied
        | Role::Finish
        | Role::Caveat
        | Role::Copies
        | Role::Doacross
        | Role::TaskExtra
        | Role::TaskLoop
        | Role::Setting => Number,
        Role::League => League,
        Role::NextLanes | Role::Concurrent => Lanes,
        Role::Publish => Publishes,
        Role::Task => Task,
        Role::TaskBlock | Role::Memory | Role::Routine | Role::NoRegion => return None,
    })
}

impl Analysis<'_> {
    /// A call of the runtime; nothing if the function is none of it.
    pub(crate) fn call_runtime(
        &mut self,
        here: Here,
        state: &mut State,
        f: FuncId,
        args: &[Value],
    ) -> Option<Step<Value>> {
        let callee = self.program.function(f);
        let none = Value::NONE;
        let first = args.first().unwrap_or(&none);
        self.meet_event(here, state, callee.role);
        Some(match effect(callee.role)? {
            Effect::Region => self.region(here, state, first, args.get(1).unwrap_or(&none)),
            Effect::Number => Ok(Some(callee.result.map_or(Value::NONE, Value::any))),
            Effect::Count => {
                let mut count = self.count_works(here, args);
                self.count_sums(here, state, args, &mut count);
                Ok(Some(count))
            }
            Effect::Total => {
                let mut total = self.total_of(args);
                if let (true, [a, b]) = (self.follows_sums(here.thread), args)
                    && let (Some(a), Some(b)) = (a.sum(), b.sum())
                {
                    let (a, b) = (a.into_owned(), b.into_owned());
                    total.form = self.atoms.product(&a, &b).map(Rc::new);
                }
                Ok(Some(total))
            }
            Effect::Share => {
                self.share_works(here, first);
                self.share_sums(here, state, first);
                Ok(Some(Value::any(Kind::I64)))
            }
            Effect::ThreadNumber => Ok(Some(self.thread_number(here, state))),
            Effect::Token => Ok(Some(Value::number(0))),
            // Teams of a league have locks of their own.
            Effect::Same if self.has_leagues => Ok(Some(first.blur())),
            Effect::Same => Ok(Some(first.clone())),
            Effect::Combines(begins) => {
                self.combine(here, state, first, begins);
                Ok(Some(Value::NONE))
            }
            Effect::Task => {
                self.run_task(here, state, args, Some(Awaited::WithTeam));
                Ok(Some(Value::NONE))
            }
            Effect::League => {
                if !args.is_empty() && !std::mem::replace(&mut self.has_leagues, true) {
                    self.contexts.changed = true;
                }
                self.run_task(here, state, args, Some(Awaited::ByMaker));
                Ok(Some(callee.result.map_or(Value::NONE, Value::any)))
            }
            Effect::Lanes => {
                if callee.role == Some(Role::NextLanes) {
                    // They are looked at where they begin.
                    if !std::mem::replace(&mut self.lanes.are_there, true) {
                        self.contexts.changed = true;
                    }
                } else {
                    self.note_unknown(here, Why::Lanes);
                    effect!(
                        "lanes",
                        "are beside each other",
                        self.contexts.make_lanes(here.place.0)
                    );
                }
                Ok(Some(callee.result.map_or(Value::NONE, Value::any)))
            }
            Effect::Publishes => {
                self.note_unknown(here, Why::Teams);
                self.disclose(first, state);
                Ok(Some(callee.result.map_or(Value::NONE, Value::computed)))
            }
        })
    }

    /// Threads run a function and have ended when that is over.
    fn region(&mut self, here: Here, state: &mut State, body: &Value, argument: &Value) -> Step<Value> {
        let mut bodies = self.functions(body);
        if body.is_forged() {
            self.note_unknown(here, Why::Region);
            let others = self.functions_anywhere(1, None);
            bodies.extend(
                others
                    .into_iter()
                    .filter(|f| !bodies.contains(f))
                    .collect::<Vec<_>>(),
            );
        }
        self.publish(argument, state);
        effect!("rounds", "a region ends quiet", state.guard.quiet.clear());
        let alone = self.contexts.is_unique(here.thread);
        let mut ends = false;
        for f in bodies {
            let t = self.contexts.create_team(here.place, f);
            if self.accesses.is_none() {
                // A team that was here before may be known to have ended, but another one begins. Others that
                // come again do so after this one.
                let joined = state.guard.joined.iter().copied();
                let ended = joined
                    .filter(|&u| {
                        condition!("teams", "not joined by itself", u != t)
                            && condition!(
                                "teams",
                                "no team that comes again",
                                alone || !self.contexts.comes_again(u)
                            )
                    })
                    .collect();
                self.begin(state, t, f, argument, Default::default(), ended);
            }
            let waiter = (here.place.0, here.place.1);
            self.contexts.thread_mut(t).joiners.insert(waiter);
            let Some((_, joined)) = self.contexts.thread(t).exit.clone() else {
                continue;
            };
            ends = true;
            state.guard.created.insert(t);
            let is_awaited = self.contexts.awaited(t).is_some();
            if condition!("teams", "joined by one thread", alone) && is_awaited {
                // Nobody else makes threads here, and these are over.
                state.guard.joined.extend(joined);
                state.guard.joined.insert(t);
            } else {
                state.guard.joined.remove(&t);
            }
        }
        self.give_up_in_team(state);
        Ok(ends.then_some(Value::NONE))
    }

    /// A task: a function that gets an address, and runs beside whatever comes later.
    pub(crate) fn run_task(
        &mut self,
        here: Here,
        state: &mut State,
        args: &[Value],
        awaited: Option<Awaited>,
    ) {
        let (Some(body), Some(argument)) = (args.first(), args.get(1)) else {
            return;
        };
        let mut bodies = self.functions(body);
        if body.is_forged() {
            self.note_unknown(here, Why::Region);
            bodies = self.functions_anywhere(1, None);
        }
        self.publish(argument, state);
        for f in bodies {
            self.run_at_any_time(here, state, f, &argument.settle(), awaited);
        }
    }

    fn thread_number(&mut self, here: Here, state: &mut State) -> Value {
        let thread = self.contexts.thread(here.thread).root;
        let is_one = condition!("thread-number", "of a team", self.contexts.is_team(here.thread))
            && condition!(
                "thread-number",
                "of one team at a time",
                self.is_one_at_a_time(here.thread)
            );
        let mut value = Value {
            own: is_one.then_some(Own::Index(Index::new(Round::Number(thread), Kind::I32.bits()))),
            ..Value::between(0, i128::from(i32::MAX))
        };
        if is_one && self.follows_sums(here.thread) {
            let atom = self.atoms.find(Atom::Number(thread), 0, i128::from(i32::MAX));
            Rc::make_mut(&mut state.facts).own.insert(atom);
            value.form = Some(Rc::new(Form::atom(atom)));
        }
        value
    }

    /// Whether there is one team of these threads at a time: only one thread makes them, which waits until
    /// they have ended. Where the threads of a team make the same team again, the one within is there beside
    /// the one around it and those that others of its threads make.
    pub(crate) fn is_one_at_a_time(&self, t: ThreadNo) -> bool {
        let thread = self.contexts.thread(t);
        let is_made_by_one = |parent| self.contexts.is_unique(parent);
        condition!("one-team-at-a-time", "not within itself", !thread.recursive)
            && condition!("one-team-at-a-time", "a team", !self.contexts.is_guest(t))
            && condition!(
                "one-team-at-a-time",
                "made by one thread",
                thread.parent.is_some_and(is_made_by_one)
            )
    }

    /// Combinations of a region or a construct exclude each other, if there is one team of its threads at a
    /// time.
    fn combine(&mut self, here: Here, state: &mut State, of: &Value, begins: bool) {
        if !begins {
            let memory = &self.memory;
            let is_combination = |lock: &Lock| match memory.object(lock.object).name {
                Name::Combination(t, _) => t == here.thread,
                _ => false,
            };
            state.given.insert(None);
            effect!(
                "combinations",
                "over at the end",
                state.drop_locks(is_combination)
            );
            return;
        }
        // Those of a construct exclude each other, but not those of the next time.
        let (context, block, _) = here.place;
        let construct = match (of.low, of.high) {
            (0, 0) => None,
            (2, 2)
                if condition!(
                    "combinations",
                    "construct met once",
                    !self.contexts.is_repeated(here.place)
                ) =>
            {
                Some((context, block))
            }
            _ => return,
        };
        if condition!(
            "combinations",
            "one team at a time",
            self.is_one_at_a_time(here.thread)
        ) && of.targets.is_empty()
        {
            let name = Name::Combination(here.thread, construct);
            let object = self.memory.named(self.program, name, 1);
            let lock = Lock {
                object,
                offset: 0,
                length: 1,
                sort: Sort::Object,
            };
            self.hold(state, lock, Mode::Exclusive);
        }
    }
}
