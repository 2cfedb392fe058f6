//! Asking engines: which one answers a question, and who is asked when it cannot.
//!
//! `auto` asks the cheapest engine that can be conclusive for the program, then those that may know more. With one job they are asked one after
//! the other, each with a share of the time, so that the answer is the same every time. With more jobs those that would be asked later
//! start beside the first, and whoever is conclusive first answers.

use std::collections::HashSet;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use raceproof_engine::{Budget, Exhausted, Finding, Limit, Outcome};
use raceproof_explore::{dpor, gaze, glance, graph, lockset, oracle, tasks};
use raceproof_machine::{Config, Machine, Site, Witness, survey, thin};
use raceproof_modular::Answer;

use crate::check::Request;

/// A search procedure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Tasks for programs that post them; else one run and the graph, then whoever may know more: see SOUNDNESS.md.
    #[default]
    Auto,
    /// One run, where it tells about all schedules.
    Once,
    /// The race-detecting state graph.
    Graph,
    /// Search with locksets, past races too.
    Lockset,
    /// Dynamic partial order reduction.
    Dpor,
    /// Computation graphs of task-parallel programs.
    Tasks,
    /// Every interleaving of instructions; for tiny programs only.
    Oracle,
    /// Formulas with inputs and schedules left free.
    Symbolic,
    /// A proof for each thread alone; it finds no races.
    Modular,
}

impl Engine {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Once => "once",
            Engine::Graph => "graph",
            Engine::Lockset => "lockset",
            Engine::Dpor => "dpor",
            Engine::Tasks => "tasks",
            Engine::Oracle => "oracle",
            Engine::Symbolic => "symbolic",
            Engine::Modular => "modular",
        }
    }

    /// Whether it is one of those that `auto` asks first.
    pub(crate) fn is_first(self) -> bool {
        matches!(self, Engine::Once | Engine::Graph)
    }
}

/// The most states that the oracle accepts.
const TINY: u64 = 1 << 22;

/// The most executions that partial order reduction explores when nobody asked for it, and before locksets have their turn.
const EXECUTIONS: u64 = 1 << 20;
const FEW_EXECUTIONS: u64 = 1 << 13;

/// What a search may use where a proof is at hand already.
const SECOND_OPINION: Duration = Duration::from_millis(1500);
const SECOND_OPINION_STATES: u64 = 1 << 18;

/// How many states are looked at for inputs with which a program gets past a defect that it met before it had threads.
const DOOMED: u64 = 1 << 16;

/// The states of a search before there is a glance at the program.
const FIRST_STATES: u64 = 1 << 14;
/// How long that may take.
const GLANCE: Duration = Duration::from_millis(300);
/// How long runs may take that are longer, without their replay.
const GAZE: Duration = Duration::from_millis(900);

/// The states of a search before whole executions are looked at for a while: races that come late in long executions are far from where a search is then.
const MORE_STATES: u64 = 1 << 18;
const LOOK: Duration = Duration::from_millis(1200);

/// What searches may use of the time that is left, in hundredths, so that other engines can have their turn when they are cut off.
const FIRST_SHARE: u32 = 65;
const SECOND_SHARE: u32 = 50;

/// What the symbolic engine may use after a search was cut off, where no time limit says more: this, or as long as it took until then.
const LAST_RESORT: Duration = Duration::from_secs(20);

/// How long a proof by locks may take when the time is up: it mostly takes a fraction of that.
const GRACE: Duration = Duration::from_millis(500);

/// Of a program that creates ever more threads, so many are followed first, each time for so long, in hundredths of the time that is left: most
/// races need few.
const SMALL_CROWDS: [u32; 2] = [3, 5];
const CROWD_SHARE: u32 = 10;
const CROWD_TIME: Duration = Duration::from_secs(5);

/// How long the first engine is alone before others start beside it: most programs need less.
const HEAD_START: Duration = Duration::from_millis(200);

/// What the engines have to say.
#[derive(Debug)]
pub(crate) struct Conclusion {
    /// Who answered; with [`Engine::Modular`] the outcome is of a search that met no race.
    pub engine: Engine,
    /// The answer.
    pub outcome: Outcome,
    /// Why the engine for tasks needed no more than it looked at.
    pub proof_of_tasks: Option<tasks::Proof>,
    /// The answer of the engine that proves each thread alone, if it was asked.
    pub modular: Option<Answer>,
    /// Those who were asked and could not tell, in their order.
    pub others: Vec<(Engine, Outcome)>,
}

impl Conclusion {
    fn new((engine, outcome): (Engine, Outcome)) -> Conclusion {
        Conclusion {
            engine,
            outcome,
            proof_of_tasks: None,
            modular: None,
            others: Vec::new(),
        }
    }

    /// The answer of the first who was conclusive, or what one run and the graph could not tell.
    fn of(mut answers: Vec<(Engine, Outcome)>) -> Conclusion {
        answers.sort_by_key(|(engine, outcome)| (!is_conclusive(outcome), !engine.is_first()));
        let mut answers = answers.into_iter();
        let mut conclusion = Conclusion::new(answers.next().unwrap_or_default());
        for (engine, outcome) in answers {
            if engine.is_first() {
                conclusion.others.extend(left(engine, &outcome));
                conclusion.outcome = keep_defects(conclusion.outcome, outcome);
            } else if is_conclusive(&conclusion.outcome) {
                conclusion.others.extend(left(engine, &outcome));
            } else {
                conclusion.others.push((engine, outcome));
            }
        }
        conclusion
    }

    /// Hears one more answer and says whether that is the one.
    fn hear(&mut self, (engine, outcome): (Engine, Outcome)) -> bool {
        if !is_conclusive(&outcome) {
            self.others.push((engine, outcome));
            return false;
        }
        self.others.extend(left(self.engine, &self.outcome));
        self.engine = engine;
        self.outcome = keep_defects(outcome, std::mem::take(&mut self.outcome));
        true
    }
}

/// A question to engines.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    /// The program.
    pub machine: &'a Machine<'a>,
    /// What is asked for.
    pub request: &'a Request,
    /// What may be used.
    pub budget: &'a Budget,
}

impl Question<'_> {
    /// Asks who is to answer; for all races also the runs that showed one.
    pub fn ask(&self) -> Conclusion {
        let mut conclusion = self.ask_engines();
        if self.request.all {
            self.survey(&mut conclusion.outcome);
        }
        for found in &mut conclusion.outcome.findings {
            if let Finding::Race(witness) = found {
                **witness = thin(self.machine, (**witness).clone());
            }
        }
        conclusion
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

    fn ask_engines(&self) -> Conclusion {
        match self.request.engine {
            Engine::Auto if self.machine.code().posts_tasks() => self.ask_about_tasks(),
            Engine::Auto => self.ask_about_threads(),
            Engine::Tasks => self.tasks(),
            Engine::Once => Conclusion::new((Engine::Once, self.once(self.budget))),
            Engine::Graph => Conclusion::new((Engine::Graph, self.graph(self.budget))),
            Engine::Lockset => {
                let outcome = lockset::check(self.machine, lockset::Options::default(), self.budget).outcome;
                Conclusion::new((Engine::Lockset, outcome))
            }
            Engine::Dpor => Conclusion::new(self.dpor(u64::MAX, self.budget)),
            Engine::Oracle => {
                let races = match self.request.all {
                    true => oracle::Races::All,
                    false => oracle::Races::First,
                };
                let outcome = oracle::explore(self.machine, TINY, self.budget, races).outcome;
                Conclusion::new((Engine::Oracle, outcome))
            }
            Engine::Symbolic => Conclusion::new(self.symbolic(self.budget)),
            Engine::Modular => Conclusion {
                modular: Some(self.modular()),
                ..Conclusion::new((Engine::Modular, Outcome::default()))
            },
        }
    }

    fn ask_about_tasks(&self) -> Conclusion {
        let first = self.tasks();
        let is_unwritten = |limit: &Limit| matches!(limit, Limit::Unwritten(_));
        let may_know_more = has_engine_limit(&first.outcome) || first.outcome.limits.iter().any(is_unwritten);
        if is_conclusive(&first.outcome) || !may_know_more {
            return first;
        }
        let mut others = vec![(first.engine, first.outcome)];
        let second = self.run_or_search(&self.budget.share(FIRST_SHARE));
        let last = match is_conclusive(&second.1) {
            true => second,
            false => {
                others.push(second);
                self.dpor(EXECUTIONS, self.budget)
            }
        };
        Conclusion {
            others,
            ..Conclusion::new(last)
        }
    }

    fn ask_about_threads(&self) -> Conclusion {
        if self.has_regions() {
            return self.ask_about_teams();
        }
        let proof = self.modular();
        // A proof for each thread alone rests on an assumption that a search does not need, and a search may see it fail.
        let is_proved = proof == Answer::Proved;
        if !is_proved && let Some(race) = self.race_in_small_crowd() {
            return Conclusion {
                modular: Some(proof),
                ..Conclusion::new((Engine::Graph, race))
            };
        }
        let mut conclusion = match is_proved {
            true => {
                let budget = self.budget.part(SECOND_OPINION, SECOND_OPINION_STATES);
                Conclusion::new(self.run_or_search(&budget))
            }
            false if self.request.jobs > 1 => self.ask_beside_each_other(),
            false => Conclusion::new(self.search(&self.budget.share(FIRST_SHARE))),
        };
        conclusion.modular = Some(proof);
        if is_conclusive(&conclusion.outcome) {
            return conclusion;
        }
        if is_proved && leaves_room(&conclusion.outcome) {
            conclusion.engine = Engine::Modular;
            return conclusion;
        }
        if self.request.jobs == 1 || is_proved {
            self.ask_further(&mut conclusion);
        }
        conclusion
    }

    /// Asks about teams: most are decided by one run, so a proof for each thread alone comes after that, and before a long search.
    fn ask_about_teams(&self) -> Conclusion {
        if self.request.jobs > 1 {
            let mut conclusion = self.ask_beside_each_other();
            if !is_conclusive(&conclusion.outcome) {
                self.prove(&mut conclusion);
            }
            return conclusion;
        }
        let budget = self.budget.share(FIRST_SHARE);
        let one_run = self.once(&budget);
        let first = self.search_beyond(&one_run, &budget.part(Duration::MAX, FIRST_STATES));
        let mut conclusion = Conclusion::new(first);
        if is_conclusive(&conclusion.outcome) || self.prove(&mut conclusion) {
            return conclusion;
        }
        if let Some((engine, outcome)) = self.gaze(&budget) {
            (conclusion.engine, conclusion.outcome) = (engine, outcome);
            return conclusion;
        }
        if conclusion.outcome.limits.iter().any(is_cut_off) {
            conclusion.outcome = self.search_beyond(&one_run, &budget).1;
        }
        if !is_conclusive(&conclusion.outcome) {
            self.ask_further(&mut conclusion);
        }
        conclusion
    }

    /// Asks for a proof for each thread alone. Gives whether there is one, and nothing that speaks against it.
    fn prove(&self, conclusion: &mut Conclusion) -> bool {
        let proof = self.modular();
        let is_proved = proof == Answer::Proved && leaves_room(&conclusion.outcome);
        conclusion.modular = Some(proof);
        if is_proved {
            conclusion.engine = Engine::Modular;
        }
        is_proved
    }

    /// Asks for one run, and for the graph where that does not decide. Before that takes long, a glance at the program may show a race; where atomics are weak the graph may not apply, so that comes first.
    fn search(&self, budget: &Budget) -> (Engine, Outcome) {
        let is_weak = self.machine.code().program().has_weak_atomics();
        if is_weak && let Some(race) = self.glance(budget) {
            return race;
        }
        let one_run = self.once(budget);
        let mut first = self.search_beyond(&one_run, &budget.part(Duration::MAX, FIRST_STATES));
        if is_conclusive(&first.1) {
            return first;
        }
        if !is_weak && let Some(race) = self.glance(budget).or_else(|| self.gaze(budget)) {
            return race;
        }
        if !first.1.limits.iter().any(is_cut_off) {
            return first;
        }
        if !has_engine_limit(&first.1) {
            let second = self.search_beyond(&one_run, &budget.part(Duration::MAX, MORE_STATES));
            if is_conclusive(&second.1) || !second.1.limits.iter().any(is_cut_off) {
                return second;
            }
            let look = self.dpor(EXECUTIONS, &budget.part(LOOK, u64::MAX));
            return match look.1.has_race() {
                true => look,
                false => self.search_beyond(&one_run, budget),
            };
        }
        first.1.limits.retain(|limit| !is_cut_off(limit));
        first
    }

    /// A race that a few runs show. Runs of teams would be long.
    fn glance(&self, budget: &Budget) -> Option<(Engine, Outcome)> {
        if self.has_regions() {
            return None;
        }
        glance(self.machine, &budget.part(GLANCE, u64::MAX)).map(shown)
    }

    /// A race that a few long runs show.
    fn gaze(&self, budget: &Budget) -> Option<(Engine, Outcome)> {
        gaze(self.machine, &budget.part(GAZE, u64::MAX)).map(shown)
    }

    /// A race with few threads, in a program that creates ever more. With few threads there are no other races than with more, so only races
    /// count.
    fn race_in_small_crowd(&self) -> Option<Outcome> {
        let program = self.machine.code().program();
        if self.has_regions() || !raceproof_modular::is_crowd(program) {
            return None;
        }
        SMALL_CROWDS.into_iter().find_map(|most| {
            let config = Config {
                most_threads: Some(most),
                ..self.machine.config().clone()
            };
            let machine = Machine::new(program, config);
            let budget = self.budget.share(CROWD_SHARE).part(CROWD_TIME, u64::MAX);
            // One run ends where the next thread would be created, and says no more.
            let outcome = graph::check(&machine, self.graph_options(), &budget).outcome;
            outcome.has_race().then_some(outcome)
        })
    }

    /// Asks those who may know more than one run and the graph.
    fn ask_further(&self, conclusion: &mut Conclusion) {
        let many_inputs = has_too_many_inputs(&conclusion.outcome);
        let formula = self.is_for_formulas() && (many_inputs || leaves_formula(&conclusion.outcome));
        if has_engine_limit(&conclusion.outcome) {
            let share = || self.budget.share(SECOND_SHARE);
            if conclusion.hear(self.dpor(FEW_EXECUTIONS, &share())) {
                return;
            }
            if conclusion.hear(self.lockset(&share())) {
                return;
            }
            conclusion.others.retain(|(engine, _)| *engine != Engine::Dpor);
            if conclusion.hear(self.dpor(EXECUTIONS, &share())) {
                return;
            }
        } else if self.is_for_formulas() && conclusion.outcome.limits.iter().any(is_too_much) {
            let answer = self.dpor(EXECUTIONS, &self.last_resort(SECOND_SHARE));
            if answer.1.has_race() {
                conclusion.hear(answer);
                return;
            }
        }
        if formula {
            let rest = match many_inputs {
                true => self.budget.share(100),
                false => self.last_resort(100),
            };
            conclusion.hear(self.symbolic(&rest));
        }
    }

    /// A share of the time that is left, in hundredths, or some time if there is no limit.
    fn last_resort(&self, share: u32) -> Budget {
        match self.budget.has_time_limit() {
            true => self.budget.share(share),
            false => self.budget.part(self.budget.elapsed().max(LAST_RESORT), u64::MAX),
        }
    }

    /// Asks for one run and the graph, and after a while those beside them who may know more; the first who is conclusive answers.
    fn ask_beside_each_other(&self) -> Conclusion {
        let rivals = &self.budget.rival();
        // Two who follow each other share the time.
        let (followers, share): (&[&[Engine]], _) = match self.request.jobs {
            _ if !self.is_for_formulas() => (&[&[Engine::Dpor]], 100),
            0..=2 => (
                &[&[Engine::Dpor, Engine::Lockset, Engine::Symbolic]],
                SECOND_SHARE,
            ),
            _ => (
                &[&[Engine::Dpor, Engine::Lockset], &[Engine::Symbolic]],
                SECOND_SHARE,
            ),
        };
        std::thread::scope(|scope| {
            let (say, hear) = channel();
            let start = |engines: &'static [Engine]| {
                let (say, question) = (say.clone(), *self);
                scope.spawn(move || {
                    for engine in engines {
                        let answer = match engine {
                            Engine::Dpor => question.dpor(EXECUTIONS, &rivals.share(share)),
                            Engine::Lockset => question.lockset(&rivals.share(share)),
                            Engine::Symbolic => question.symbolic(rivals),
                            _ => question.run_or_search(rivals),
                        };
                        let done = is_conclusive(&answer.1);
                        if say.send(answer).is_err() || done {
                            break;
                        }
                    }
                });
            };
            start(&[Engine::Once]);
            let mut answers: Vec<(Engine, Outcome)> = hear.recv_timeout(HEAD_START).into_iter().collect();
            if !answers.iter().any(|(_, outcome)| is_conclusive(outcome)) {
                match self.glance(rivals) {
                    Some(race) => {
                        rivals.call_off();
                        answers.push(race);
                    }
                    None => followers.iter().for_each(|engines| start(engines)),
                }
            }
            drop(say);
            loop {
                // Without a limit a formula may take for ever, which is too long once the searches have ended.
                let patience = match answers.len() < 2 || self.budget.has_time_limit() {
                    true => Duration::MAX,
                    false => self.budget.elapsed().max(LAST_RESORT),
                };
                match hear.recv_timeout(patience) {
                    Ok(answer) => {
                        let done = is_conclusive(&answer.1);
                        answers.push(answer);
                        if done {
                            rivals.call_off();
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => rivals.call_off(),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            Conclusion::of(answers)
        })
    }

    /// Whether the engine that works on formulas may know the program: it knows no teams and no tasks.
    fn is_for_formulas(&self) -> bool {
        !self.machine.code().has_teams()
    }

    /// Whether there are parallel regions.
    fn has_regions(&self) -> bool {
        let code = self.machine.code();
        code.has_teams() || code.program().has_role(raceproof_ir::Role::Parallel)
    }

    /// Asks for one run, and for the graph where that does not decide.
    fn run_or_search(&self, budget: &Budget) -> (Engine, Outcome) {
        self.search_beyond(&self.once(budget), budget)
    }

    /// What one run told, or, where that does not decide, what the graph tells.
    fn search_beyond(&self, one_run: &Outcome, budget: &Budget) -> (Engine, Outcome) {
        let Some(obstacle) = one_run.beyond_one_run() else {
            let mut outcome = one_run.clone();
            if outcome.unseen.is_some() && outcome.is_complete() {
                let options = graph::Options::default();
                outcome.hear(graph::check(self.machine, options, &budget.second_look()).outcome);
            }
            return (Engine::Once, outcome);
        };
        if one_run.findings.is_empty() {
            let mut outcome = self.graph(budget);
            outcome.obstacle = Some(obstacle);
            return (Engine::Graph, outcome);
        }
        // The run met a defect before it had threads: with other inputs the program may get past it.
        let mut outcome = self.graph(&budget.part(Duration::MAX, DOOMED));
        if outcome.findings.is_empty() {
            let is_undefined = |limit: &&Limit| matches!(limit, Limit::Undefined(_));
            let undefined = one_run.limits.iter().filter(is_undefined).cloned();
            undefined.for_each(|limit| outcome.limit(limit));
            outcome.findings.clone_from(&one_run.findings);
        }
        (Engine::Graph, outcome)
    }

    fn once(&self, budget: &Budget) -> Outcome {
        raceproof_once::check(self.machine, budget, self.request.all)
    }

    fn graph(&self, budget: &Budget) -> Outcome {
        graph::check(self.machine, self.graph_options(), budget).outcome
    }

    fn graph_options(&self) -> graph::Options {
        graph::Options {
            all: self.request.all,
            ..graph::Options::default()
        }
    }

    fn dpor(&self, executions: u64, budget: &Budget) -> (Engine, Outcome) {
        let options = dpor::Options {
            order: self.request.order,
            all: self.request.all,
            executions,
            ..dpor::Options::default()
        };
        (Engine::Dpor, dpor::check(self.machine, options, budget).outcome)
    }

    /// Where stored states save more than they cost: many executions that come together again.
    fn lockset(&self, budget: &Budget) -> (Engine, Outcome) {
        let options = lockset::Options {
            first: !self.request.all,
            ..lockset::Options::default()
        };
        (
            Engine::Lockset,
            lockset::check(self.machine, options, budget).outcome,
        )
    }

    fn symbolic(&self, budget: &Budget) -> (Engine, Outcome) {
        let options = raceproof_symbolic::Options {
            rounds: self.request.rounds,
            unwind: self.request.unwind,
            all: self.request.all,
        };
        let answer = raceproof_symbolic::check(self.machine, options, budget);
        (Engine::Symbolic, answer.outcome)
    }

    fn tasks(&self) -> Conclusion {
        let answer = tasks::check(self.machine, self.budget, self.request.all);
        Conclusion {
            proof_of_tasks: Some(answer.proof),
            ..Conclusion::new((Engine::Tasks, answer.outcome))
        }
    }

    fn modular(&self) -> Answer {
        let start = Instant::now();
        let is_late = || match self.budget.check(0) {
            Ok(()) => false,
            Err(Exhausted::Time) => start.elapsed() > GRACE,
            Err(_) => true,
        };
        raceproof_modular::prove(self.machine.code().program(), &is_late)
    }
}

/// What an engine could not tell where another answered, unless it was called off for that.
fn left(engine: Engine, outcome: &Outcome) -> Option<(Engine, Outcome)> {
    let interrupted = Limit::Exhausted(Exhausted::Interrupted);
    let limits: Vec<Limit> = outcome
        .limits
        .iter()
        .filter(|limit| **limit != interrupted)
        .cloned()
        .collect();
    let outcome = Outcome {
        limits,
        ..Outcome::default()
    };
    (!outcome.limits.is_empty()).then_some((engine, outcome))
}

/// An answer with the defects that an earlier search met and this one did not look for.
fn keep_defects(mut answer: Outcome, earlier: Outcome) -> Outcome {
    let has_faults = answer.findings.iter().any(|f| matches!(f, Finding::Fault(..)));
    let has_deadlock = answer.findings.iter().any(|f| matches!(f, Finding::Deadlock(..)));
    answer
        .findings
        .extend(earlier.findings.into_iter().filter(|found| match found {
            Finding::Race(_) => false,
            Finding::Fault(..) => !has_faults,
            Finding::Deadlock(..) => !has_deadlock,
        }));
    answer
}

/// Whether a formula may tell more than a search that ended so: there was too much to explore, and no defect or gap that it would
/// meet as well.
fn leaves_formula(outcome: &Outcome) -> bool {
    !outcome.limits.is_empty()
        && outcome.limits.iter().all(|limit| match limit {
            Limit::Sampled(_) | Limit::TooLarge(_) | Limit::Unordered(_) | Limit::OneRun(..) => true,
            // The formula has zeros there too.
            Limit::Unwritten(_) => false,
            Limit::Exhausted(why) => *why != Exhausted::Interrupted,
            Limit::Gap(_) | Limit::Undefined(_) | Limit::Ending(_) => false,
            Limit::Unconfirmed(..) | Limit::Mapping(_) => false,
        })
}

/// Whether a search ended only because there was more than it could explore, and not at a defect.
fn leaves_room(outcome: &Outcome) -> bool {
    outcome.limits.iter().all(|limit| {
        matches!(
            limit,
            Limit::Sampled(_)
                | Limit::Unwritten(_)
                | Limit::Exhausted(_)
                | Limit::TooLarge(_)
                | Limit::Unordered(_)
                | Limit::Mapping(_)
                | Limit::Gap(_)
        )
    }) && !outcome.limits.contains(&Limit::Exhausted(Exhausted::Interrupted))
}

/// Whether a limit is that on states.
fn is_cut_off(limit: &Limit) -> bool {
    *limit == Limit::Exhausted(Exhausted::States)
}

/// Whether a limit is one of time, memory or states.
fn is_too_much(limit: &Limit) -> bool {
    matches!(limit, Limit::Exhausted(why) if *why != Exhausted::Interrupted)
}

/// The answer where a run has shown a race. Runs are executions like those of partial order reduction.
fn shown(witness: Witness) -> (Engine, Outcome) {
    let race = Outcome {
        findings: vec![Finding::Race(Box::new(witness))],
        ..Outcome::default()
    };
    (Engine::Dpor, race)
}

fn is_conclusive(outcome: &Outcome) -> bool {
    outcome.has_race() || outcome.is_complete()
}

/// Whether inputs have more values than were tried.
fn has_too_many_inputs(outcome: &Outcome) -> bool {
    outcome
        .limits
        .iter()
        .any(|limit| matches!(limit, Limit::Sampled(_)))
}

/// Whether another engine may do better, because what stopped this one is its own theory.
fn has_engine_limit(outcome: &Outcome) -> bool {
    outcome
        .limits
        .iter()
        .any(|limit| matches!(limit, Limit::Unordered(_) | Limit::Ending(_)))
}
