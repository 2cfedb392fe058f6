//! Going through the plan: asks who is due, and makes a conclusion of the answers.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use raceproof_engine::{
    Aim, Budget, Engine, EngineName, Exhausted, Finding, Limit, Outcome, Question, Scope, Tried,
};
use raceproof_machine::{Config, Machine, Site, living, survey, thin};
use raceproof_tuning::Tuned;

use crate::beside::Beside;
use crate::certified::EachAlone;
use crate::check::Request;
use crate::features::Features;
use crate::known::{Counts, Known, is_cut_off};
use crate::limits;
use crate::plan::{Pot, Step, What, plan};
use crate::refute::{Against, refute};

/// What the engines have to say.
#[derive(Debug)]
pub(crate) struct Conclusion {
    /// Who answered, or went furthest; with [`EngineName::Modular`] the outcome is of a search that met no
    /// race.
    pub engine: EngineName,
    /// Whose search the outcome is.
    pub searched: EngineName,
    /// The answer.
    pub outcome: Outcome,
    /// What one run could not tell.
    pub one_run: Option<Outcome>,
    /// The answer of the engine that proves each thread alone, if it was asked.
    pub proof: Option<EachAlone>,
    /// Those who were asked and could not tell, in their order.
    pub others: Vec<(EngineName, Outcome)>,
    /// What runs have shown of the pairs that they aimed at: those that the proof leaves open.
    pub tried: Vec<Tried>,
}

/// Engines and a program that they are asked about.
pub(crate) struct Inquiry<'a> {
    machine: &'a Machine<'a>,
    features: Features,
    plan: &'static [Step],
    scope: Scope,
    jobs: u32,
    budget: &'a Budget,
    /// Who is told what is known of the objects before anything else is asked.
    heard: &'a dyn Fn(&Conclusion),
    /// What the proof for each thread alone says, if it was asked about a team of another size.
    each_alone: Option<EachAlone>,
    /// What searches may use of the time, once one has started.
    search: Option<Budget>,
    /// What a search may use where there is a proof.
    second_opinion: Option<Budget>,
    started: Instant,
    /// Pairs of accesses that are open: those of the proof, or of one for another world.
    aims: Arc<[Aim]>,
}

impl<'a> Inquiry<'a> {
    /// About a program. If no engine is named, all may be asked.
    pub fn new(
        machine: &'a Machine<'a>,
        request: &Request,
        scope: Scope,
        budget: &'a Budget,
        heard: &'a dyn Fn(&Conclusion),
        each_alone: Option<EachAlone>,
    ) -> Inquiry<'a> {
        let features = Features {
            wants_proof: !request.races_only,
            ..Features::of(machine, request.jobs)
        };
        Inquiry {
            machine,
            features,
            plan: plan(request.engine),
            scope,
            jobs: request.jobs,
            budget,
            heard,
            each_alone,
            search: None,
            second_opinion: None,
            started: Instant::now(),
            aims: Arc::clone(&request.aims),
        }
    }

    /// Goes through the plan; for all races also the runs that showed one are looked through.
    pub fn conclude(mut self) -> Conclusion {
        let mut known = Known::default();
        for step in self.plan {
            let is_due = known.answered.is_none() || step.counts == Counts::Defects;
            if is_due && (step.when)(&self.features, &known) {
                self.take(step, &mut known);
            }
        }
        let mut conclusion = self.conclusion(known);
        // Where an engine chose the world, that is where its findings are.
        let world = conclusion.outcome.config.as_deref();
        let chosen = world.map(|config| Machine::new(self.machine.code().program(), config.clone()));
        let machine = chosen.as_ref().unwrap_or(self.machine);
        if self.scope.all && chosen.is_none() {
            self.survey(&mut conclusion.outcome);
        }
        for found in &mut conclusion.outcome.findings {
            if let Finding::Race(witness) = found {
                **witness = thin(machine, living(machine, (**witness).clone()));
            }
        }
        conclusion
    }

    /// Asks who is due.
    fn take(&mut self, step: &Step, known: &mut Known) {
        let scope = Scope {
            all: step.all.unwrap_or(self.scope.all),
            executions: step.executions.map_or(self.scope.executions, |most| most.get()),
            ..self.scope
        };
        let (budget, states) = self.budget_of(step, known);
        let whole = self.budget;
        let aims = self.aims.clone();
        let ask = |engine: &dyn Engine, machine: &Machine<'_>| {
            let question = Question {
                machine,
                scope,
                budget: &budget.of_engine(engine.name()),
                aims: &aims,
            };
            let mut outcome = engine.answer(&question);
            name_cuts(&mut outcome, whole, step, states);
            outcome
        };
        match step.what {
            What::One(engine) => {
                let mut outcome = ask(engine, self.machine);
                known.hear_tries(&mut outcome);
                known.hear(step.counts, engine.name(), outcome);
            }
            What::EachAlone => {
                let question = Question {
                    machine: self.machine,
                    scope,
                    budget: &budget,
                    aims: &[],
                };
                let told = self.each_alone.take();
                let mut proof = told.unwrap_or_else(|| EachAlone::answer(&question));
                name_cuts(proof.outcome_mut(), whole, step, states);
                let so_far = Conclusion {
                    engine: EngineName::Modular,
                    searched: EngineName::Modular,
                    outcome: Outcome::default(),
                    one_run: None,
                    proof: Some(proof),
                    others: Vec::new(),
                    tried: Vec::new(),
                };
                if let Some(arguments) = so_far.proof.as_ref().and_then(|p| p.outcome().arguments.as_ref()) {
                    self.aims = arguments.aims().into();
                }
                // A proof waits for the search that it is compared with.
                if so_far.proof.as_ref().is_some_and(|proof| !proof.is_proved()) {
                    (self.heard)(&so_far);
                }
                so_far.proof.into_iter().for_each(|proof| known.hear_proof(proof));
            }
            What::Crowd(engine, most) => {
                let config = Config {
                    most_threads: Some(most.count()),
                    ..self.machine.config().clone()
                };
                let machine = Machine::new(self.machine.code().program(), config);
                known.hear(step.counts, engine.name(), ask(engine, &machine));
            }
            What::Refute => {
                let time = limits::REFUTE.time().max(self.started.elapsed() / 2);
                let budget = self.budget.part(time, u64::MAX);
                if let Some((_, decided)) = &mut known.search {
                    match refute(self.machine, &decided.either_way, &budget) {
                        Some(Against::Race(outcome)) => known.hear(step.counts, EngineName::Dpor, *outcome),
                        Some(Against::Twin(limit)) => {
                            decided.limit(limit);
                            known.answered = None;
                        }
                        None => {}
                    }
                }
            }
            What::Beside(relays) => {
                let beside = Beside {
                    machine: self.machine,
                    scope,
                    jobs: self.jobs,
                    features: self.features,
                    budget: self.budget,
                    aims: &aims,
                };
                beside.ask(relays, known);
            }
        }
    }

    /// What a step may use, and what limits its states if that is not up to the user.
    fn budget_of(&mut self, step: &Step, known: &Known) -> (Budget, Option<&'static Tuned>) {
        let whole = self.budget;
        let (pot, is_shared) = match step.pot {
            Pot::Whole => (whole.share(100), true),
            Pot::Search => {
                let share = || whole.share(limits::FIRST_SHARE.count());
                (self.search.get_or_insert_with(share).share(100), true)
            }
            Pot::SecondOpinion => {
                let part = || whole.part(limits::SECOND_OPINION.time(), u64::MAX);
                (self.second_opinion.get_or_insert_with(part).share(100), true)
            }
            Pot::LastResort if whole.has_time_limit() => (whole.share(100), true),
            Pot::LastResort => {
                let time = whole.elapsed().max(limits::LAST_RESORT.time());
                (whole.part(time, u64::MAX), false)
            }
            Pot::Grace => (whole.at_least(limits::GRACE.time()), true),
        };
        let share = step.share.filter(|_| is_shared);
        let pot = share.map_or(pot.share(100), |share| pot.share(share.count()));
        let doomed = known.met_defect().then_some(&limits::DOOMED_STATES);
        let states = step
            .states
            .into_iter()
            .chain(doomed)
            .min_by_key(|most| most.get());
        let budget = match (step.time, states) {
            (None, None) => pot,
            (time, states) => pot.part(
                time.map_or(Duration::MAX, |time| time.time()),
                states.map_or(u64::MAX, |states| states.get()),
            ),
        };
        (budget, states)
    }

    fn conclusion(&self, known: Known) -> Conclusion {
        let theory = known.has_limit_of_theory();
        let (searched, mut outcome) = known.search.unwrap_or_else(|| {
            // Nobody but those who prove was asked.
            let one_run = known.one_run.clone().map(|outcome| (EngineName::Once, outcome));
            one_run.unwrap_or((EngineName::Modular, Outcome::default()))
        });
        let engine = known.answered.unwrap_or(searched);
        // What stopped the search is its own theory: that it was cut off in the beginning tells nobody
        // anything.
        if theory && self.features.has_threads && !self.features.is_shared_out {
            outcome.limits.retain(|limit| !is_cut_off(limit));
        }
        let mut others = known.others;
        if known.answered.is_some() {
            for (_, outcome) in &mut others {
                outcome.limits.retain(|limit| !is_called_off(limit));
            }
            others.retain(|(_, outcome)| !outcome.limits.is_empty());
        }
        Conclusion {
            engine,
            searched,
            outcome,
            one_run: known.one_run,
            proof: known.proof,
            others,
            tried: known.tried,
        }
    }

    /// Adds the races that the schedules of those found show besides.
    fn survey(&self, outcome: &mut Outcome) {
        let races = outcome.findings.iter().filter_map(|found| match found {
            Finding::Race(witness) => Some(witness),
            Finding::Fault(..) | Finding::Deadlock(..) => None,
        });
        let pair = |a: Site, b: Site| (a.min(b), a.max(b));
        let mut known: HashSet<(Site, Site)> = races
            .clone()
            .map(|witness| witness.parties().each_ref().map(|party| party.access().site))
            .map(|[a, b]| pair(a, b))
            .collect();
        let mut more = Vec::new();
        for witness in races {
            if self.budget.check(0).is_err() {
                break;
            }
            let is_new = |a, b| known.insert(pair(a, b));
            more.extend(survey(self.machine, witness.schedule(), is_new));
        }
        let more = more.into_iter().map(|witness| Finding::Race(Box::new(witness)));
        outcome.findings.extend(more);
    }
}

/// Names the limits of our own by which an engine was cut off, though the user would have allowed more.
fn name_cuts(outcome: &mut Outcome, whole: &Budget, step: &Step, states: Option<&'static Tuned>) {
    let states = states.filter(|most| whole.allows(most.get().saturating_add(1)));
    let time = match step.pot {
        Pot::SecondOpinion => Some(&limits::SECOND_OPINION),
        Pot::LastResort if !whole.has_time_limit() => Some(&limits::LAST_RESORT),
        _ => step.time,
    };
    let time = time.filter(|_| whole.check(0).is_ok());
    for limit in &mut outcome.limits {
        let cut = match limit {
            Limit::Exhausted(Exhausted::States) => states.map(|by| (Exhausted::States, by)),
            Limit::Exhausted(Exhausted::Time) => time.map(|by| (Exhausted::Time, by)),
            _ => None,
        };
        if let Some((what, by)) = cut {
            *limit = Limit::Cut(what, by.name());
        }
    }
}

/// Whether an engine was called off because another had the answer.
fn is_called_off(limit: &Limit) -> bool {
    *limit == Limit::Exhausted(Exhausted::Interrupted)
}
