//! What a worker does: it takes in what others send, takes turns from its nodes, and answers the first one.

use std::time::Duration;

use raceproof_engine::{Broken, NUMBER, Party, lanes};

use super::clue::Clue;
use super::facts::{add_outcome, put_end, put_outcome, take_end};
use super::lead::{Shown, Waves};
use super::message::{Garbled, Message, put};
use super::travel::Refusal;
use crate::graph::search::{End, Search};
use crate::limits;

/// What messages are about: their first byte.
const NODES: u8 = 0;
const CLUE: u8 = 1;
const PROBE: u8 = 2;
const ANSWER: u8 = 3;
const ENDED: u8 = 4;
const FINISH: u8 = 5;
const FACTS: u8 = 6;
const RESULT: u8 = 7;

/// How long a worker without work waits before it looks at its budget.
const PATIENCE: Duration = Duration::from_millis(20);

impl From<Garbled> for End {
    fn from(_: Garbled) -> End {
        End::Lost("a worker sent what makes no sense".to_owned())
    }
}

impl From<Broken> for End {
    fn from(broken: Broken) -> End {
        End::Lost(broken.0)
    }
}

impl From<Refusal> for End {
    fn from(refusal: Refusal) -> End {
        match refusal {
            Refusal::Garbled => Garbled.into(),
            Refusal::Memory => crate::OutOfMemory.into(),
        }
    }
}

/// A worker at its work.
struct Shift<'w, 'm, 'p> {
    search: &'w mut Search<'m, 'p>,
    party: &'w mut Party,
    /// The first node that has not been looked at.
    next: usize,
    /// Nothing more is to be done: something has ended the search.
    resting: bool,
    /// The wave that is to be answered.
    probe: Option<u64>,
    /// What the first worker knows.
    waves: Waves,
    /// The clues that were shown.
    shown: Vec<Clue>,
    /// How many nodes were expanded since all that was waiting was sent.
    expanded: u32,
    /// Whether somebody wants to hear here what was found, though this may not be the first worker.
    is_asked: bool,
}

/// Goes on with a search that has begun, from this node, together with the other workers of a party. All that
/// is known at the end is known here if that is wanted, and always to the first worker.
pub(in crate::graph) fn work_with(
    search: &mut Search<'_, '_>,
    party: &mut Party,
    next: usize,
    is_asked: bool,
) -> Result<(), End> {
    party.begin();
    let count = party.count();
    search.join(party.index(), count)?;
    let mut shift = Shift {
        search,
        party,
        next,
        resting: false,
        probe: None,
        waves: Waves::new(count),
        shown: Vec::new(),
        expanded: 0,
        is_asked,
    };
    shift.work()
}

/// Goes on with a search that has begun, from this node, in so many threads. Each of the others makes a
/// search of its own and begins it in the same way.
pub(in crate::graph) fn work_in_process<'m, 'p: 'm>(
    search: &mut Search<'_, '_>,
    next: usize,
    count: u32,
    begin: impl Fn() -> Search<'m, 'p> + Sync,
) -> Result<(), End> {
    let mut parties = lanes(count).into_iter().map(|lane| Party::new(Box::new(lane)));
    let Some(first) = parties.next() else {
        return Err(End::Lost("there is no worker".to_owned()));
    };
    std::thread::scope(|scope| {
        // The others end if this one does, whatever the reason is.
        let mut first = first;
        let begin = &begin;
        for mut party in parties {
            scope.spawn(move || {
                let mut search = begin();
                let end = match search.begin(limits::GRAPH_ALONE.size()) {
                    Ok(Some(next)) => work_with(&mut search, &mut party, next, false),
                    Ok(None) => Err(End::Lost("a worker saw another program".to_owned())),
                    Err(end) => Err(end),
                };
                if let Err(end) = end {
                    let mut message = vec![ENDED];
                    put_end(&Err(end), &mut message);
                    party.send(0, &message);
                }
            });
        }
        work_with(search, &mut first, next, true)
    })
}

impl Shift<'_, '_, '_> {
    fn is_first(&self) -> bool {
        self.party.index() == 0
    }

    fn others(&self) -> impl Iterator<Item = u32> + use<> {
        let me = self.party.index();
        (0..self.party.count()).filter(move |&worker| worker != me)
    }

    fn work(&mut self) -> Result<(), End> {
        loop {
            let total = self.party.tell(self.search.owned());
            if let Some(team) = &mut self.search.team {
                team.total = total.max(team.common as u64);
            }
            let mut patience = Duration::ZERO;
            if self.is_idle() {
                if let Err(end) = self.send_all()
                    && let Some(end) = self.stop(end)?
                {
                    return end;
                }
                if let Some(end) = self.answer_or_ask()? {
                    return end;
                }
                patience = PATIENCE;
            }
            while let Some((from, message)) = self.party.receive(patience)? {
                if let Some(end) = self.hear(from, &message[NUMBER..])? {
                    return end;
                }
                patience = Duration::ZERO;
            }
            if let Err(end) = self.go_on()
                && let Some(end) = self.stop(end)?
            {
                return end;
            }
        }
    }

    /// Whether this worker has nothing to do before it hears from others.
    fn is_idle(&self) -> bool {
        let search = &*self.search;
        self.resting || (self.next >= search.visited.nodes.len() && search.frontier.late.is_empty())
    }

    /// Takes turns from a few nodes.
    fn go_on(&mut self) -> Result<(), End> {
        let search = &mut *self.search;
        if self.resting {
            return Ok(());
        }
        if self.next >= search.visited.nodes.len() && !search.take_late()? {
            return search.budget.check(search.states()).map_err(End::Exhausted);
        }
        for _ in 0..limits::TEAM_STRIDE.get() {
            if self.next >= search.visited.nodes.len() {
                break;
            }
            if !search.visited.nodes[self.next].is_expanded() {
                search.expand(self.next)?;
                self.expanded += 1;
            }
            self.next += 1;
        }
        match self.expanded > limits::TEAM_HOLD.count() {
            true => self.send_all(),
            false => self.send_batches(limits::TEAM_BATCH.size()),
        }
    }

    /// Sends what is waiting.
    fn send_all(&mut self) -> Result<(), End> {
        self.expanded = 0;
        self.send_batches(1)
    }

    /// Sends what is waiting where it is so many bytes.
    fn send_batches(&mut self, least: usize) -> Result<(), End> {
        for to in self.others() {
            let Some(team) = &mut self.search.team else {
                break;
            };
            let batch = &mut team.outgoing[to as usize].batch;
            if batch.len() < least {
                continue;
            }
            let mut message = Vec::with_capacity(batch.len() + 1);
            message.push(NODES);
            message.append(batch);
            team.sent += 1;
            self.party.send(to, &message);
        }
        let clues = match &mut self.search.team {
            Some(team) => std::mem::take(&mut team.clues),
            None => Vec::new(),
        };
        clues.into_iter().try_for_each(|clue| self.pass_on(clue))
    }

    /// Lets a clue go one step further.
    fn pass_on(&mut self, mut clue: Clue) -> Result<(), End> {
        self.search.walk_back(&mut clue)?;
        let to = match clue.is_whole() {
            true => 0,
            false => clue.worker,
        };
        if to == self.party.index() {
            return self.show(clue);
        }
        if to >= self.party.count() {
            return Err(Garbled.into());
        }
        let mut message = vec![CLUE];
        clue.encode(&mut message);
        if let Some(team) = &mut self.search.team {
            team.sent += 1;
        }
        self.party.send(to, &message);
        Ok(())
    }

    /// The first worker shows what a clue is about, unless it has been shown.
    fn show(&mut self, clue: Clue) -> Result<(), End> {
        if self.shown.iter().any(|known| known.sight == clue.sight) {
            return Ok(());
        }
        self.shown.push(clue.clone());
        self.search.show(&clue)
    }

    /// Says that there is nothing to do, if somebody wants to know, or asks the others.
    fn answer_or_ask(&mut self) -> Result<Option<Result<(), End>>, End> {
        let Some(team) = self.search.team.as_ref().filter(|_| !self.resting) else {
            return Ok(None);
        };
        let (sent, received, digest) = (team.sent, team.received, team.digest);
        if !self.is_first() {
            if let Some(wave) = self.probe.take() {
                let mut message = vec![ANSWER];
                for number in [wave, sent, received, digest] {
                    put(&mut message, number);
                }
                self.party.send(0, &message);
            }
            return Ok(None);
        }
        if self.party.count() == 1 {
            return self.finish(Ok(())).map(Some);
        }
        if self.waves.is_quiet() {
            self.waves.begin(sent, received);
            let mut message = vec![PROBE];
            put(&mut message, self.waves.number);
            for to in self.others() {
                self.party.send(to, &message);
            }
        }
        Ok(None)
    }

    /// Something has ended the search here. Gives how it has ended for all, if that is known.
    fn stop(&mut self, end: End) -> Result<Option<Result<(), End>>, End> {
        if self.resting {
            return Ok(None);
        }
        self.resting = true;
        if self.is_first() {
            return self.finish(Err(end)).map(Some);
        }
        let mut message = vec![ENDED];
        put_end(&Err(end), &mut message);
        self.party.send(0, &message);
        Ok(None)
    }

    /// Hears a message. Gives how the search has ended, if it has.
    fn hear(&mut self, from: u32, message: &[u8]) -> Result<Option<Result<(), End>>, End> {
        let (&kind, rest) = message.split_first().ok_or(Garbled)?;
        let mut message = Message(rest);
        if let (NODES | CLUE, Some(team)) = (kind, &mut self.search.team) {
            team.received += 1;
        }
        let done = match kind {
            NODES if !self.resting => self.take_in(from, &mut message),
            CLUE if !self.resting => Clue::decode(&mut message)
                .map_err(End::from)
                .and_then(|clue| self.pass_on(clue)),
            NODES | CLUE => Ok(()),
            PROBE => {
                self.probe = Some(message.number()?);
                Ok(())
            }
            ANSWER if self.is_first() => return self.hear_answer(from, &mut message),
            ENDED if self.is_first() => take_end(&mut message)?,
            FINISH if from == 0 => return self.part().map(Some),
            _ => Err(Garbled.into()),
        };
        match done {
            Ok(()) => Ok(None),
            Err(end) => self.stop(end),
        }
    }

    fn hear_answer(&mut self, from: u32, message: &mut Message<'_>) -> Result<Option<Result<(), End>>, End> {
        let (wave, sent, received) = (message.number()?, message.number()?, message.number()?);
        let digest = message.number()?;
        if self.resting {
            return Ok(None);
        }
        if self.search.team.as_ref().is_none_or(|team| team.digest != digest) {
            return self.stop(End::Lost(format!("worker {from} searches another program")));
        }
        match self.waves.answer(from, wave, sent, received) {
            Shown::Finished => self.finish(Ok(())).map(Some),
            Shown::Nothing | Shown::Unfinished => Ok(None),
        }
    }

    /// Makes nodes of what another worker has sent.
    fn take_in(&mut self, from: u32, message: &mut Message<'_>) -> Result<(), End> {
        let search = &mut *self.search;
        while !message.is_empty() {
            let Some(team) = &mut search.team else {
                return Err(Garbled.into());
            };
            let link = team.incoming.get_mut(from as usize).ok_or(Garbled)?;
            let node = link.take(from, message, &mut search.visited.store, &mut search.space)?;
            search.place((node.state, node.sets, node.causality), node.way, false)?;
        }
        Ok(())
    }

    /// The first worker ends the search: hears what the others have to tell, and tells them of the whole.
    fn finish(&mut self, end: Result<(), End>) -> Result<Result<(), End>, End> {
        let mut end = end;
        self.resting = true;
        self.search.found.outcome.stats.states = self.search.count_owned();
        self.search.found.outcome.stats.bytes = self.search.memory() as u64;
        let unwritten = std::mem::take(&mut self.search.record.unwritten);
        self.search.found.outcome.unwritten.extend(unwritten.sites());
        for to in self.others() {
            self.party.send(to, &[FINISH]);
        }
        let mut silent = self.party.count() - 1;
        while silent > 0 {
            let Some((_, message)) = self.party.receive(PATIENCE)? else {
                continue;
            };
            let (&kind, rest) = message[NUMBER..].split_first().ok_or(Garbled)?;
            let mut message = Message(rest);
            match kind {
                FACTS => {
                    silent -= 1;
                    add_outcome(&mut self.search.found.outcome, &mut message)?;
                    let facts = self.search.add_facts(&mut message)?;
                    end = end.and(facts);
                }
                // A race counts for more than what ended the search.
                CLUE if matches!(end, Err(End::Exhausted(_))) => {
                    let clue = Clue::decode(&mut message)?;
                    if clue.is_whole()
                        && let Err(enough @ End::Enough) = self.show(clue)
                    {
                        end = Err(enough);
                    }
                }
                ENDED => {
                    if let Err(lost @ End::Lost(_)) = take_end(&mut message)? {
                        return Err(lost);
                    }
                }
                _ => {}
            }
        }
        self.search.settle_observations();
        let mut message = vec![RESULT];
        put_end(&end, &mut message);
        let outcome = &self.search.found.outcome;
        put_outcome(outcome, outcome.stats, &mut message);
        put(&mut message, self.shown.len() as u64);
        self.shown.iter().for_each(|clue| clue.encode(&mut message));
        for to in self.others() {
            self.party.send(to, &message);
        }
        Ok(end)
    }

    /// Another worker than the first tells what it has seen, and hears how the search has ended.
    fn part(&mut self) -> Result<Result<(), End>, End> {
        self.resting = true;
        let mut message = vec![FACTS];
        let unwritten = std::mem::take(&mut self.search.record.unwritten);
        let outcome = &mut self.search.found.outcome;
        outcome.unwritten.extend(unwritten.sites());
        let stats = raceproof_engine::Stats {
            states: self.search.count_owned(),
            bytes: self.search.memory() as u64,
            ..self.search.found.outcome.stats
        };
        put_outcome(&self.search.found.outcome, stats, &mut message);
        self.search.put_facts(&mut message);
        self.party.send(0, &message);
        loop {
            let Some((from, message)) = self.party.receive(PATIENCE)? else {
                continue;
            };
            let (&kind, rest) = message[NUMBER..].split_first().ok_or(Garbled)?;
            if kind == RESULT && from == 0 {
                return Ok(self.hear_result(&mut Message(rest))?);
            }
        }
    }

    /// The whole, as the first worker tells it. What was found is shown here too.
    fn hear_result(&mut self, message: &mut Message<'_>) -> Result<Result<(), End>, Garbled> {
        let end = take_end(message)?;
        let outcome = &mut self.search.found.outcome;
        outcome.stats = raceproof_engine::Stats::default();
        add_outcome(outcome, message)?;
        for _ in 0..message.count()? {
            let clue = Clue::decode(message)?;
            if self.is_asked {
                // How the search has ended is known already.
                let _ = self.search.show(&clue);
            }
        }
        Ok(end)
    }
}
