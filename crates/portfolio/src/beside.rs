//! Engines beside each other: the first relay starts at once, the others after a while, and whoever is
//! conclusive first answers.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use raceproof_engine::{Aim, Budget, Engine, EngineName, Limit, Outcome, Question, Scope};
use raceproof_explore::ShortRuns;
use raceproof_machine::Machine;

use crate::features::Features;
use crate::known::{Counts, Known, is_conclusive};
use crate::limits;
use crate::plan::Relay;

/// A question to several engines at a time.
#[derive(Clone, Copy)]
pub(crate) struct Beside<'a> {
    pub machine: &'a Machine<'a>,
    pub scope: Scope,
    pub jobs: u32,
    pub features: Features,
    pub budget: &'a Budget,
    pub aims: &'a [Aim],
}

type Answer = (EngineName, Outcome);

impl Beside<'_> {
    /// Asks, and hears the answers: of the graph first, as if they had been asked one after the other.
    pub fn ask(&self, relays: &'static [Relay], known: &mut Known) {
        let mut answers = self.race(relays);
        answers.sort_by_key(|(engine, outcome)| (rank(*engine), !is_conclusive(outcome)));
        for (engine, mut outcome) in answers {
            known.hear_tries(&mut outcome);
            if is_few_runs(&outcome) {
                continue;
            }
            let counts = match rank(engine) {
                2 if known.answered.is_some() => continue,
                2 => Counts::Answer,
                _ => Counts::Search,
            };
            known.hear(counts, engine, outcome);
        }
    }

    /// The answers in the order in which they came.
    fn race(&self, relays: &'static [Relay]) -> Vec<Answer> {
        let rivals = &self.budget.rival();
        let mut relays = relays.iter().filter(|relay| self.is_for(relay));
        std::thread::scope(|scope| {
            let (say, hear) = channel();
            let start = |relay: &'static Relay| {
                let (say, question) = (say.clone(), *self);
                scope.spawn(move || question.follow(relay, rivals, &say));
            };
            relays.by_ref().take(1).for_each(&start);
            let mut answers: Vec<Answer> = Vec::new();
            let end = Instant::now() + limits::HEAD_START.time();
            while !answers.iter().any(|answer| is_done(answer) || is_search(answer)) {
                match hear.recv_timeout(end.saturating_duration_since(Instant::now())) {
                    Ok(answer) => answers.push(answer),
                    Err(_) => break,
                }
            }
            if !answers.iter().any(is_done) {
                match self.short_runs(rivals) {
                    Some(race) => {
                        rivals.call_off();
                        answers.push(race);
                    }
                    None => relays.for_each(&start),
                }
            }
            drop(say);
            loop {
                // Without a limit a formula may take for ever, which is too long once the searches have
                // ended.
                let searches = answers.iter().filter(|answer| is_search(answer)).count();
                let patience = match searches < 2 || self.budget.has_time_limit() {
                    true => Duration::MAX,
                    false => self.budget.elapsed().max(limits::LAST_RESORT.time()),
                };
                match hear.recv_timeout(patience) {
                    Ok(answer) => {
                        if is_done(&answer) {
                            rivals.call_off();
                        }
                        answers.push(answer);
                    }
                    Err(RecvTimeoutError::Timeout) => rivals.call_off(),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            answers
        })
    }

    /// Asks the engines of a relay one after the other, until one is conclusive.
    fn follow(&self, relay: &Relay, rivals: &Budget, say: &Sender<Answer>) {
        let mut met_defect = false;
        for (engine, share) in relay.engines {
            let budget = rivals.share(share.map_or(100, |share| share.count()));
            let budget = match met_defect {
                true => budget.part(Duration::MAX, limits::DOOMED_STATES.get()),
                false => budget,
            };
            let question = Question {
                machine: self.machine,
                scope: Scope {
                    executions: limits::EXECUTIONS.get(),
                    ..self.scope
                },
                budget: &budget.of_engine(engine.name()),
                aims: self.aims,
            };
            let outcome = engine.answer(&question);
            met_defect = engine.name() == EngineName::Once && !outcome.findings.is_empty();
            // Where one run ends without an answer for another reason than that it is one, so does a search.
            let done = is_conclusive(&outcome) || is_search_by_one_run(engine.name(), &outcome);
            if say.send((engine.name(), outcome)).is_err() || done {
                break;
            }
        }
    }

    fn is_for(&self, relay: &Relay) -> bool {
        let (least, most) = relay.jobs;
        (least..=most).contains(&self.jobs) && relay.formulas == self.features.suits_formulas
    }

    /// A race that a few runs show. Runs of teams would be long.
    fn short_runs(&self, rivals: &Budget) -> Option<Answer> {
        if self.features.has_regions {
            return None;
        }
        let question = Question {
            machine: self.machine,
            scope: self.scope,
            budget: &rivals.part(limits::SHORT_RUNS.time(), u64::MAX),
            aims: self.aims,
        };
        let outcome = ShortRuns.answer(&question);
        outcome.has_race().then(|| (ShortRuns.name(), outcome))
    }
}

/// In which order answers are heard: what one run says, the graph, and those who may know more.
fn rank(engine: EngineName) -> u8 {
    match engine {
        EngineName::Once => 0,
        EngineName::Graph => 1,
        _ => 2,
    }
}

fn is_done((_, outcome): &Answer) -> bool {
    is_conclusive(outcome)
}

fn is_search((engine, outcome): &Answer) -> bool {
    let is_search = *engine != EngineName::Once || is_search_by_one_run(*engine, outcome);
    is_search && !is_few_runs(outcome)
}

/// Whether somebody only looked at a few runs and saw no race.
fn is_few_runs(outcome: &Outcome) -> bool {
    outcome.limits == [Limit::FewRuns]
}

/// Whether one run is all that a search would tell.
fn is_search_by_one_run(engine: EngineName, outcome: &Outcome) -> bool {
    engine == EngineName::Once && outcome.beyond_one_run().is_none()
}
