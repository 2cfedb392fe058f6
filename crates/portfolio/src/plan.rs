//! The plan: who is asked, when, and for how much of the time.
//!
//! Steps are gone through once, from the first to the last. A step is taken if nobody has the answer yet and
//! its condition on the program and on what was answered so far holds. `auto` asks the cheapest engine that
//! can be conclusive for the program, then those that may know more. With one job each has a share of the
//! time, so that the answer is the same every time; with more jobs those that would be asked later start
//! beside the first ([`What::Beside`]).
//!
//! To ask another engine, or one earlier or later: add a row or move it.

use raceproof_engine::{Engine, EngineName};
use raceproof_explore::dpor::Dpor;
use raceproof_explore::graph::Graph;
use raceproof_explore::lockset::Lockset;
use raceproof_explore::oracle::Oracle;
use raceproof_explore::tasks::Tasks;
use raceproof_explore::{AimedRuns, LongRuns, ShortRuns};
use raceproof_once::Once;
use raceproof_symbolic::Symbolic;
use raceproof_tuning::Tuned;

use crate::features::Features;
use crate::known::{Counts, Known};
use crate::limits;

/// When a step is taken.
type When = fn(&Features, &Known) -> bool;

/// Who is asked in a step.
#[derive(Clone, Copy)]
pub(crate) enum What {
    /// An engine, about the program.
    One(&'static dyn Engine),
    /// The proof for each thread alone, with its argument checked.
    EachAlone,
    /// An engine, about the program with so many threads at most. With few threads there are no other races
    /// than with more.
    Crowd(&'static dyn Engine, &'static Tuned),
    /// Runs that may take away what one run has decided.
    Refute,
    /// Several beside each other; the first who is conclusive answers.
    Beside(&'static [Relay]),
}

/// Engines that are asked one after the other, beside those of other relays.
#[derive(Clone, Copy)]
pub(crate) struct Relay {
    /// From how many jobs on, and up to how many.
    pub jobs: (u32, u32),
    /// Whether the program must suit formulas; if not, it must not.
    pub formulas: bool,
    /// Who is asked, and what each may use of the time that is left.
    pub engines: &'static [(&'static dyn Engine, Option<&'static Tuned>)],
}

/// Out of what the time of a step comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pot {
    /// What is left of all.
    Whole,
    /// What searches may use, of all that is left when the first of them starts.
    Search,
    /// The little that a search may use where there is a proof.
    SecondOpinion,
    /// What is left if that is limited; else some time more, or as long as it took until now.
    LastResort,
    /// What is left, but enough for a short proof.
    Grace,
}

/// A row of the plan.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub what: What,
    pub when: When,
    /// What its answer is good for.
    pub counts: Counts,
    pub pot: Pot,
    /// In hundredths of the pot.
    pub share: Option<&'static Tuned>,
    /// The most time.
    pub time: Option<&'static Tuned>,
    /// The most states.
    pub states: Option<&'static Tuned>,
    /// The most executions.
    pub executions: Option<&'static Tuned>,
    /// Whether all races are asked for, if that is not up to the user.
    pub all: Option<bool>,
}

/// A row that asks an engine with all that is left; what it says is the search.
const fn ask(engine: &'static dyn Engine, when: When) -> Step {
    Step {
        what: What::One(engine),
        when,
        counts: Counts::Search,
        pot: Pot::Whole,
        share: None,
        time: None,
        states: None,
        executions: None,
        all: None,
    }
}

/// A row that asks for a proof for each thread alone.
const fn prove(when: When) -> Step {
    Step {
        what: What::EachAlone,
        ..ask(&Graph, when).pot(Pot::Grace)
    }
}

/// A row that asks about a program with few threads.
const fn ask_crowd(engine: &'static dyn Engine, threads: &'static Tuned, when: When) -> Step {
    Step {
        what: What::Crowd(engine, threads),
        ..ask(engine, when)
    }
}

impl Step {
    const fn counts(self, counts: Counts) -> Step {
        Step { counts, ..self }
    }

    const fn pot(self, pot: Pot) -> Step {
        Step { pot, ..self }
    }

    const fn share(self, share: &'static Tuned) -> Step {
        Step {
            share: Some(share),
            ..self
        }
    }

    const fn time(self, time: &'static Tuned) -> Step {
        Step {
            time: Some(time),
            ..self
        }
    }

    const fn states(self, states: &'static Tuned) -> Step {
        Step {
            states: Some(states),
            ..self
        }
    }

    const fn executions(self, executions: &'static Tuned) -> Step {
        Step {
            executions: Some(executions),
            ..self
        }
    }

    const fn all(self, all: bool) -> Step {
        Step {
            all: Some(all),
            ..self
        }
    }
}

/// The engine of tasks could not tell, and another may.
fn tasks_are_open(f: &Features, k: &Known) -> bool {
    f.posts_tasks && (k.has_limit_of_theory() || k.has_unwritten() || k.is_cut_off())
}

/// Tasks have more graphs than were enumerated so far, and nobody else has the answer.
fn many_graphs(f: &Features, k: &Known) -> bool {
    f.posts_tasks && k.is_cut_off()
}

/// Threads, and a proof for each of them alone, which a search may contradict.
fn proved(f: &Features, k: &Known) -> bool {
    f.has_threads && k.is_proved()
}

/// Threads without such a proof.
fn unproved(f: &Features, k: &Known) -> bool {
    f.has_threads && !k.is_proved()
}

/// A crowd of threads without a proof.
fn unproved_crowd(f: &Features, k: &Known) -> bool {
    f.is_crowd && unproved(f, k)
}

/// Engines work beside each other.
fn side_by_side(f: &Features, k: &Known) -> bool {
    f.is_shared_out && (f.has_regions || unproved(f, k))
}

/// Engines are asked one after the other.
fn in_turn(f: &Features, k: &Known) -> bool {
    !f.is_shared_out && (f.has_regions || unproved(f, k))
}

/// Teams in turn, of which one run is made that may not take long.
fn short_run_in_turn(f: &Features, k: &Known) -> bool {
    f.has_regions && f.wants_proof && in_turn(f, k)
}

/// Threads in turn, of which one run is made that may not take long: it has no end where threads have none,
/// and other runs show a race at once.
fn first_run_in_turn(f: &Features, k: &Known) -> bool {
    f.has_threads && in_turn(f, k)
}

/// Threads in turn that had no end in the time of a first run.
fn endless_in_turn(f: &Features, k: &Known) -> bool {
    first_run_in_turn(f, k) && k.is_exhausted()
}

/// Whatever is in turn, and was not decided by a first run.
fn long_run_in_turn(f: &Features, k: &Known) -> bool {
    let had_first_run = short_run_in_turn(f, k) || first_run_in_turn(f, k);
    in_turn(f, k) && (!had_first_run || k.is_exhausted())
}

/// Threads in turn that a few runs are drawn of before anything else.
fn weak_in_turn(f: &Features, k: &Known) -> bool {
    f.has_threads && f.has_weak_atomics && in_turn(f, k)
}

/// Threads in turn that a few runs are drawn of after a first search.
fn strong_in_turn(f: &Features, k: &Known) -> bool {
    f.has_threads && !f.has_weak_atomics && in_turn(f, k)
}

/// Programs in turn that a few long runs are drawn of. Runs of teams are long.
fn long_runs_in_turn(f: &Features, k: &Known) -> bool {
    f.has_regions && in_turn(f, k) || strong_in_turn(f, k)
}

/// Programs in turn of which no run has aimed yet at what a proof leaves open.
fn unaimed_in_turn(f: &Features, k: &Known) -> bool {
    in_turn(f, k) && k.tried.is_empty()
}

/// Threads in turn that are more than the search so far could hold.
fn larger_in_turn(f: &Features, k: &Known) -> bool {
    f.has_threads && in_turn(f, k) && k.is_cut_off() && !k.has_limit_of_theory()
}

/// Whatever is in turn and more than the search so far could hold.
fn largest_in_turn(f: &Features, k: &Known) -> bool {
    f.has_regions && in_turn(f, k) && k.is_cut_off() || larger_in_turn(f, k)
}

/// Nobody else was asked yet who may know more than the graph.
fn open(f: &Features, k: &Known) -> bool {
    !f.posts_tasks && (!f.is_shared_out || proved(f, k))
}

/// What stopped the graph is its own theory.
fn beyond_graph(f: &Features, k: &Known) -> bool {
    open(f, k) && k.has_limit_of_theory()
}

/// The search was too long, and it may be that an execution is not.
fn too_long(f: &Features, k: &Known) -> bool {
    open(f, k) && f.suits_formulas && !k.has_limit_of_theory() && k.is_exhausted()
}

/// There are more inputs than a search tries.
fn many_inputs(f: &Features, k: &Known) -> bool {
    open(f, k) && f.suits_formulas && k.has_many_inputs()
}

/// There is more than a search can explore, and a formula may do.
fn many_schedules(f: &Features, k: &Known) -> bool {
    open(f, k) && f.suits_formulas && !k.has_many_inputs() && k.leaves_formula()
}

/// What is asked where nobody is named.
#[rustfmt::skip]
pub(crate) static AUTO: &[Step] = &[
    // Tasks. Where their graphs are many, states may be few, so others have their turn before all are gone
    // through.
    ask(&Tasks, |f, _| f.posts_tasks).states(&limits::FIRST_GRAPHS),
    ask(&Once, tasks_are_open).pot(Pot::Search).counts(Counts::Answer),
    ask(&Graph, |f, k| tasks_are_open(f, k) && k.needs_search())
        .pot(Pot::Search).share(&limits::SECOND_SHARE).states(&limits::MORE_STATES).counts(Counts::Answer),
    ask(&Dpor, tasks_are_open)
        .share(&limits::SECOND_SHARE).executions(&limits::EXECUTIONS).counts(Counts::Answer),
    ask(&Tasks, many_graphs).share(&limits::SECOND_SHARE),
    ask(&Graph, many_graphs).counts(Counts::Answer),
    // Threads: a proof for any number of them and any input, then races that need few of them.
    prove(|f, _| f.has_threads && f.wants_proof).share(&limits::PROOF_SHARE),
    ask_crowd(&Graph, &limits::SMALL_CROWD, unproved_crowd)
        .share(&limits::CROWD_SHARE).time(&limits::CROWD_TIME).counts(Counts::RaceAlone),
    ask_crowd(&Graph, &limits::LARGER_CROWD, unproved_crowd)
        .share(&limits::CROWD_SHARE).time(&limits::CROWD_TIME).counts(Counts::RaceAlone),
    ask(&Once, proved).pot(Pot::SecondOpinion),
    ask(&Graph, |f, k| proved(f, k) && k.needs_search())
        .pot(Pot::SecondOpinion).states(&limits::SECOND_OPINION_STATES),
    // Several jobs.
    Step { what: What::Beside(RELAYS), ..ask(&Graph, side_by_side) },
    // One job. Where atomics are weak the graph may not apply, so a few runs come first. Most teams are
    // decided by one run, so a proof comes after that, and before a long run or search.
    ask(&ShortRuns, weak_in_turn).pot(Pot::Search).time(&limits::SHORT_RUNS).counts(Counts::RaceAlone),
    ask(&Once, short_run_in_turn).pot(Pot::Search).time(&limits::FIRST_RUN),
    prove(|f, k| short_run_in_turn(f, k) && k.is_exhausted()).share(&limits::PROOF_SHARE),
    ask(&Once, first_run_in_turn).pot(Pot::Search).share(&limits::FIRST_RUN_SHARE).time(&limits::FIRST_RUN),
    ask(&ShortRuns, endless_in_turn).pot(Pot::Search).time(&limits::SHORT_RUNS).counts(Counts::RaceAlone),
    ask(&LongRuns, endless_in_turn).pot(Pot::Search).time(&limits::LONG_RUNS).counts(Counts::RaceAlone),
    ask(&AimedRuns, endless_in_turn).share(&limits::AIM_SHARE).counts(Counts::RaceAlone),
    ask(&Once, long_run_in_turn).pot(Pot::Search),
    SECOND_LOOK,
    ask(&Graph, |f, k| in_turn(f, k) && k.needs_search()).pot(Pot::Search).states(&limits::FIRST_STATES),
    prove(|f, k| f.has_regions && f.wants_proof && k.proof.is_none()).share(&limits::PROOF_SHARE),
    ask(&ShortRuns, strong_in_turn).pot(Pot::Search).time(&limits::SHORT_RUNS).counts(Counts::RaceAlone),
    ask(&LongRuns, long_runs_in_turn).pot(Pot::Search).time(&limits::LONG_RUNS).counts(Counts::RaceAlone),
    ask(&AimedRuns, unaimed_in_turn).share(&limits::AIM_SHARE).counts(Counts::RaceAlone),
    ask(&Graph, larger_in_turn).pot(Pot::Search).states(&limits::MORE_STATES),
    ask(&Dpor, larger_in_turn)
        .pot(Pot::Search).time(&limits::LOOK).executions(&limits::EXECUTIONS).counts(Counts::RaceAlone),
    ask(&Graph, largest_in_turn).pot(Pot::Search),
    // Those who may know more than the graph.
    ask(&Dpor, beyond_graph)
        .share(&limits::SECOND_SHARE).executions(&limits::FEW_EXECUTIONS).counts(Counts::Answer),
    ask(&Lockset, beyond_graph).share(&limits::SECOND_SHARE).counts(Counts::Answer),
    ask(&Dpor, beyond_graph)
        .share(&limits::SECOND_SHARE).executions(&limits::EXECUTIONS).counts(Counts::Answer),
    ask(&Dpor, too_long)
        .pot(Pot::LastResort).share(&limits::SECOND_SHARE)
        .executions(&limits::EXECUTIONS).counts(Counts::Race),
    ask(&Symbolic, many_inputs).counts(Counts::Answer),
    ask(&Symbolic, many_schedules).pot(Pot::LastResort).counts(Counts::Answer),
    // What one run has decided is compared with a few others.
    REFUTE,
];

/// One run has decided that there is no race: whether something fails in another order of events.
const SECOND_LOOK: Step = ask(&Graph, |_, k| k.is_unseen())
    .time(&limits::SECOND_LOOK)
    .states(&limits::SECOND_LOOK_STATES)
    .counts(Counts::Defects)
    .all(false);

/// One run has decided that there is no race: whether a few other runs, of the program and of its twin, say
/// otherwise.
const REFUTE: Step = Step {
    what: What::Refute,
    ..ask(&ShortRuns, |_, k| k.is_by_one_run()).counts(Counts::Defects)
};

/// What engines of a relay may use of the time that is left.
const ALL: Option<&'static Tuned> = None;
const HALF: Option<&'static Tuned> = Some(&limits::SECOND_SHARE);
const AIMS: Option<&'static Tuned> = Some(&limits::AIM_SHARE);

/// Who works beside whom. The first relay starts at once, the others after a while.
#[rustfmt::skip]
static RELAYS: &[Relay] = &[
    Relay { jobs: (2, u32::MAX), formulas: true, engines: &[(&Once, ALL), (&Graph, ALL)] },
    Relay { jobs: (2, u32::MAX), formulas: false, engines: &[(&Once, ALL), (&Graph, ALL)] },
    Relay { jobs: (2, u32::MAX), formulas: false, engines: &[(&AimedRuns, AIMS), (&Dpor, ALL)] },
    Relay {
        jobs: (2, 2), formulas: true,
        engines: &[(&AimedRuns, AIMS), (&Dpor, HALF), (&Lockset, HALF), (&Symbolic, ALL)],
    },
    Relay {
        jobs: (3, u32::MAX), formulas: true,
        engines: &[(&AimedRuns, AIMS), (&Dpor, HALF), (&Lockset, HALF)],
    },
    Relay { jobs: (3, u32::MAX), formulas: true, engines: &[(&Symbolic, ALL)] },
];

// What is asked where an engine is named.
static GRAPH: &[Step] = &[ask(&Graph, |_, _| true)];
static ONCE: &[Step] = &[ask(&Once, |_, _| true)];
/// Locksets are sound past races.
static LOCKSET: &[Step] = &[ask(&Lockset, |_, _| true).all(true)];
static DPOR: &[Step] = &[ask(&Dpor, |_, _| true)];
static TASKS: &[Step] = &[ask(&Tasks, |_, _| true)];
static ORACLE: &[Step] = &[ask(&Oracle, |_, _| true)];
static SYMBOLIC: &[Step] = &[ask(&Symbolic, |_, _| true)];
static MODULAR: &[Step] = &[prove(|_, _| true)];

/// The plan for an engine that the user named, or for none.
pub(crate) fn plan(engine: Option<EngineName>) -> &'static [Step] {
    match engine {
        None => AUTO,
        Some(EngineName::Graph) => GRAPH,
        Some(EngineName::Once) => ONCE,
        Some(EngineName::Lockset) => LOCKSET,
        Some(EngineName::Dpor) => DPOR,
        Some(EngineName::Tasks) => TASKS,
        Some(EngineName::Oracle) => ORACLE,
        Some(EngineName::Symbolic) => SYMBOLIC,
        Some(EngineName::Modular) => MODULAR,
    }
}

#[cfg(test)]
mod tests {
    use raceproof_engine::{Exhausted, Limit, Obstacle, Outcome};
    use raceproof_machine::Site;

    use super::*;
    use crate::certified::EachAlone;

    /// Who is asked about a program if each answers so.
    fn asked(features: Features, answer: fn(EngineName) -> Outcome) -> Vec<&'static str> {
        let mut known = Known::default();
        let mut asked = Vec::new();
        for step in AUTO {
            let is_due = known.answered.is_none() || step.counts == Counts::Defects;
            if is_due && (step.when)(&features, &known) {
                match step.what {
                    What::One(engine) | What::Crowd(engine, _) => {
                        asked.push(engine.name().word());
                        known.hear(step.counts, engine.name(), answer(engine.name()));
                    }
                    What::EachAlone => {
                        asked.push("modular");
                        known.hear_proof(EachAlone::of(answer(EngineName::Modular)));
                    }
                    What::Refute => asked.push("refute"),
                    What::Beside(_) => asked.push("beside"),
                }
            }
        }
        asked
    }

    fn open(limit: Limit) -> Outcome {
        let mut outcome = Outcome::default();
        outcome.limit(limit);
        outcome
    }

    const THREADS: Features = Features {
        posts_tasks: false,
        has_regions: false,
        has_threads: true,
        suits_formulas: true,
        has_weak_atomics: false,
        is_crowd: false,
        is_shared_out: false,
        wants_proof: true,
    };
    const TEAMS: Features = Features {
        has_regions: true,
        has_threads: false,
        suits_formulas: true,
        ..THREADS
    };

    #[test]
    fn one_run_is_enough_where_it_decides() {
        let decided = |engine| match engine {
            EngineName::Once => Outcome::default(),
            _ => open(Limit::FewRuns),
        };
        assert_eq!(asked(THREADS, decided), ["modular", "once", "refute"]);
        assert_eq!(asked(TEAMS, decided), ["once", "refute"]);
    }

    #[test]
    fn runs_are_drawn_before_a_long_one() {
        let endless = |_| open(Limit::Exhausted(Exhausted::Time));
        assert_eq!(
            asked(THREADS, endless)[..6],
            ["modular", "once", "dpor", "dpor", "dpor", "once"]
        );
    }

    #[test]
    fn a_proof_is_compared_with_a_short_search() {
        let cut_off = |engine| match engine {
            EngineName::Modular => Outcome::default(),
            EngineName::Once => open(Limit::OneRun(Site::START, Obstacle::Steering)),
            _ => open(Limit::Exhausted(Exhausted::States)),
        };
        assert_eq!(asked(THREADS, cut_off), ["modular", "once", "graph"]);
        assert_eq!(asked(TEAMS, cut_off), ["once", "graph", "modular"]);
    }

    #[test]
    fn others_are_asked_where_the_graph_does_not_apply() {
        let beyond = |engine| match engine {
            EngineName::Lockset => Outcome::default(),
            EngineName::Once => open(Limit::OneRun(Site::START, Obstacle::Steering)),
            EngineName::Graph => open(Limit::Unordered(Site::START)),
            _ => open(Limit::FewRuns),
        };
        let before = ["modular", "once", "graph", "dpor", "dpor", "dpor"];
        assert_eq!(asked(THREADS, beyond)[..6], before);
        assert_eq!(asked(THREADS, beyond)[6..], ["dpor", "lockset"]);
    }

    #[test]
    fn formulas_are_for_many_inputs() {
        let sampled = |engine| match engine {
            EngineName::Symbolic => Outcome::default(),
            EngineName::Once => open(Limit::OneRun(Site::START, Obstacle::Steering)),
            EngineName::Graph => open(Limit::Sampled(Site::START)),
            _ => open(Limit::FewRuns),
        };
        assert_eq!(asked(THREADS, sampled).last(), Some(&"symbolic"));
        assert_eq!(asked(TEAMS, sampled).last(), Some(&"symbolic"));
        let tasks = Features {
            posts_tasks: true,
            has_threads: false,
            suits_formulas: false,
            ..THREADS
        };
        assert!(!asked(tasks, sampled).contains(&"symbolic"));
    }

    #[test]
    fn small_crowds_are_searched_first() {
        let crowd = Features {
            is_crowd: true,
            ..THREADS
        };
        let cut_off = |_| open(Limit::Exhausted(Exhausted::Time));
        assert_eq!(asked(crowd, cut_off)[..4], ["modular", "graph", "graph", "once"]);
    }

    #[test]
    fn tasks_are_asked_about_as_tasks() {
        let tasks = Features {
            posts_tasks: true,
            has_threads: false,
            ..THREADS
        };
        assert_eq!(asked(tasks, |_| open(Limit::FewRuns)), ["tasks"]);
        let beyond = |engine| match engine {
            EngineName::Once => open(Limit::OneRun(Site::START, Obstacle::Steering)),
            _ => open(Limit::Unordered(Site::START)),
        };
        assert_eq!(asked(tasks, beyond), ["tasks", "once", "graph", "dpor"]);
        let many = |engine| match engine {
            EngineName::Once => open(Limit::OneRun(Site::START, Obstacle::Steering)),
            _ => open(Limit::Exhausted(Exhausted::States)),
        };
        let everybody = ["tasks", "once", "graph", "dpor", "tasks", "graph"];
        assert_eq!(asked(tasks, many), everybody);
    }

    #[test]
    fn with_more_jobs_engines_work_beside_each_other() {
        let shared_out = Features {
            is_shared_out: true,
            ..THREADS
        };
        assert_eq!(asked(shared_out, |_| open(Limit::FewRuns)), ["modular", "beside"]);
    }
}
