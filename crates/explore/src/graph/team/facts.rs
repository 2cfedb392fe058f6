//! What workers tell the first one at the end of a search, and what it tells them of the whole.
//!
//! Some rules are about a search as a whole: who uses a barrier, who stores what others load without
//! acquiring, which bytes several kinds of operations use. Each worker has seen a part, so the first one puts
//! the parts together before it says how the search has ended.

use raceproof_engine::{Exhausted, Limit, Outcome, Stats};
use raceproof_machine::{Access, Gap, ObjectId, Site};

use super::message::{Garbled, Message, put, put_bytes};
use super::travel::thread;
use crate::graph::Rules;
use crate::graph::search::{End, Search};

/// Appends how a search has ended.
pub(super) fn put_end(end: &Result<(), End>, out: &mut Vec<u8>) {
    match end {
        Ok(()) => put(out, 0),
        Err(End::Enough) => put(out, 1),
        Err(End::Wrong(rules)) => {
            put(out, 2);
            let Rules {
                simple_barriers,
                forgetful_locks,
                crews,
            } = *rules;
            let bits = [simple_barriers, forgetful_locks, crews];
            put(out, bits.iter().fold(0, |all, &bit| all << 1 | u64::from(bit)));
        }
        Err(End::Exhausted(what)) => {
            put(out, 3);
            let number = match what {
                Exhausted::Time => 0,
                Exhausted::States => 1,
                Exhausted::Memory => 2,
                Exhausted::Interrupted => 3,
            };
            put(out, number);
        }
        Err(End::Lost(why)) => {
            put(out, 4);
            put_bytes(out, why.as_bytes());
        }
    }
}

/// How a search has ended.
pub(super) fn take_end(message: &mut Message<'_>) -> Result<Result<(), End>, Garbled> {
    Ok(match message.number()? {
        0 => Ok(()),
        1 => Err(End::Enough),
        2 => {
            let bits = message.number()?;
            Err(End::Wrong(Rules {
                simple_barriers: bits & 4 != 0,
                forgetful_locks: bits & 2 != 0,
                crews: bits & 1 != 0,
            }))
        }
        3 => Err(End::Exhausted(match message.number()? {
            0 => Exhausted::Time,
            1 => Exhausted::States,
            2 => Exhausted::Memory,
            3 => Exhausted::Interrupted,
            _ => return Err(Garbled),
        })),
        4 => Err(End::Lost(message.text()?)),
        _ => return Err(Garbled),
    })
}

/// Appends costs, what was not covered, and where bytes were read that nobody has written.
pub(super) fn put_outcome(outcome: &Outcome, stats: Stats, out: &mut Vec<u8>) {
    let Stats {
        states,
        executions,
        turns,
        steps,
        bytes,
        ..
    } = stats;
    for number in [states, executions, turns, steps, bytes] {
        put(out, number);
    }
    put(out, outcome.limits.len() as u64);
    outcome.limits.iter().for_each(|limit| put_limit(limit, out));
    put(out, outcome.unwritten.sites().count() as u64);
    for site in outcome.unwritten.sites() {
        put(out, u64::from(site.0));
    }
}

/// Adds what another worker has put.
pub(super) fn add_outcome(outcome: &mut Outcome, message: &mut Message<'_>) -> Result<(), Garbled> {
    let stats = &mut outcome.stats;
    for number in [
        &mut stats.states,
        &mut stats.executions,
        &mut stats.turns,
        &mut stats.steps,
        &mut stats.bytes,
    ] {
        *number = number.saturating_add(message.number()?);
    }
    for _ in 0..message.count()? {
        let limit = take_limit(message)?;
        outcome.limit(limit);
    }
    for _ in 0..message.count()? {
        let site = Site(message.word()?);
        outcome.unwritten.extend([site]);
    }
    Ok(())
}

fn put_limit(limit: &Limit, out: &mut Vec<u8>) {
    let mut sites = |kind: u64, sites: &[Site]| {
        put(out, kind);
        sites.iter().for_each(|site| put(out, u64::from(site.0)));
    };
    match limit {
        Limit::Gap(gap) => {
            sites(0, &[gap.site]);
            put(out, u64::from(gap.thread.0));
            put_bytes(out, gap.what.as_bytes());
        }
        Limit::Unordered(site) => sites(1, &[*site]),
        Limit::Sampled(site) => sites(2, &[*site]),
        Limit::Mapping(site) => sites(3, &[*site]),
        Limit::Undefined(site) => sites(4, &[*site]),
        Limit::Ending(site) => sites(5, &[*site]),
        Limit::Unconfirmed(a, b) => sites(6, &[*a, *b]),
        // No other is met in this search; if one is, it is still a limit.
        other => {
            sites(7, &[]);
            put_bytes(out, format!("{other:?}").as_bytes());
        }
    }
}

fn take_limit(message: &mut Message<'_>) -> Result<Limit, Garbled> {
    let kind = message.number()?;
    if kind == 7 {
        return Ok(Limit::TooLarge(message.text()?));
    }
    let site = Site(message.word()?);
    Ok(match kind {
        0 => Limit::Gap(Box::new(Gap {
            site,
            thread: thread(message)?,
            what: message.text()?,
        })),
        1 => Limit::Unordered(site),
        2 => Limit::Sampled(site),
        3 => Limit::Mapping(site),
        4 => Limit::Undefined(site),
        5 => Limit::Ending(site),
        6 => Limit::Unconfirmed(site, Site(message.word()?)),
        _ => return Err(Garbled),
    })
}

impl Search<'_, '_> {
    /// Appends what this worker has seen of what only the whole search can tell.
    pub(super) fn put_facts(&self, out: &mut Vec<u8>) {
        put(out, self.barrier_users.len() as u64);
        for (barrier, known) in &self.barrier_users {
            put(out, *barrier);
            put(out, u64::from(known.needed));
            put(out, known.users.len() as u64);
            known.users.iter().for_each(|t| put(out, u64::from(t.0)));
        }
        self.own_loads.put(out);
        put(out, self.overlaps.accesses().count() as u64);
        for access in self.overlaps.accesses() {
            let Access {
                object,
                start,
                length,
                site,
                ..
            } = access;
            for number in [object.0, start, length, site.0] {
                put(out, u64::from(number));
            }
        }
    }

    /// Adds what another worker has put. Fails if an assumption does not hold for both together.
    pub(super) fn add_facts(&mut self, message: &mut Message<'_>) -> Result<Result<(), End>, Garbled> {
        let mut end = Ok(());
        for _ in 0..message.count()? {
            let (barrier, needed) = (message.number()?, message.word()?);
            for _ in 0..message.count()? {
                let added = self.add_barrier_user(barrier, needed, thread(message)?);
                end = end.and(added);
            }
        }
        self.own_loads.add(message)?;
        for _ in 0..message.count()? {
            let access = Access {
                object: ObjectId(message.word()?),
                start: message.word()?,
                length: message.word()?,
                write: true,
                atomic: true,
                site: Site(message.word()?),
            };
            if self.overlaps.add(&access) {
                self.found.outcome.limit(Limit::Unordered(access.site));
            }
        }
        Ok(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raceproof_machine::ThreadId;

    #[test]
    fn limits_and_ends_come_over_as_they_are() {
        let gap = Gap {
            what: "too strange".to_owned(),
            site: Site(7),
            thread: ThreadId(2),
        };
        let limits = vec![
            Limit::Gap(Box::new(gap)),
            Limit::Unordered(Site(1)),
            Limit::Sampled(Site(2)),
            Limit::Mapping(Site(3)),
            Limit::Undefined(Site(4)),
            Limit::Ending(Site::START),
            Limit::Unconfirmed(Site(5), Site(6)),
        ];
        let outcome = Outcome {
            limits: limits.clone(),
            ..Outcome::default()
        };
        let mut bytes = Vec::new();
        let stats = Stats {
            states: 300,
            ..Stats::default()
        };
        put_outcome(&outcome, stats, &mut bytes);
        let mut heard = Outcome::default();
        assert_eq!(add_outcome(&mut heard, &mut Message(&bytes)), Ok(()));
        assert_eq!((heard.limits, heard.stats.states), (limits, 300));
        for end in 0..bytes.len() {
            assert!(add_outcome(&mut Outcome::default(), &mut Message(&bytes[..end])).is_err());
        }
        let mut bytes = Vec::new();
        put_end(&Err(End::Exhausted(Exhausted::Memory)), &mut bytes);
        let end = take_end(&mut Message(&bytes));
        assert!(matches!(end, Ok(Err(End::Exhausted(Exhausted::Memory)))));
    }
}
