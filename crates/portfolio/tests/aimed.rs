//! Runs that aim at what a proof leaves open.

use raceproof_c::compile_text;
use raceproof_engine::{Blocked, Budget, Engine, Outcome, Question, Scope, Tried};
use raceproof_explore::{AimedRuns, LongRuns, ShortRuns};
use raceproof_ir::{DataModel, Program};
use raceproof_machine::{Config, Machine};
use raceproof_modular::Modular;

const THREADS: &str = "typedef unsigned long pthread_t; typedef struct { long bytes[5]; } pthread_mutex_t;
    int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
    int pthread_join(pthread_t, void **);
    int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_unlock(pthread_mutex_t *);
    pthread_mutex_t lock; int rounds, last;";

/// Reads what is counted.
const READ: &str = "pthread_mutex_lock(&lock); int r = rounds; pthread_mutex_unlock(&lock);";

/// Two threads, of which the first is done with the lock long before the other one is.
fn text(quick: &str, slow: &str) -> String {
    format!(
        "{THREADS}
        void count(void) {{ pthread_mutex_lock(&lock); rounds++; pthread_mutex_unlock(&lock); }}
        void *quick(void *p) {{ {quick} return p; }}
        void *slow(void *p) {{ for (int i = 0; i < 400; i++) count(); {slow} return p; }}
        int main(void) {{
            pthread_t a, b;
            pthread_create(&a, 0, quick, 0); pthread_create(&b, 0, slow, 0);
            pthread_join(a, 0); pthread_join(b, 0);
            return 0; }}"
    )
}

fn compile(text: &str) -> Program {
    compile_text("a.c", text, DataModel::Lp64)
        .expect("compiles")
        .program
}

fn ask(engine: &dyn Engine, program: &Program) -> Outcome {
    let machine = Machine::new(program, Config::default());
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    let mut question = Question {
        machine: &machine,
        scope: Scope::default(),
        budget: &budget,
        aims: &[],
    };
    let proof = Modular.answer(&question);
    let aims = proof
        .arguments
        .map_or_else(Vec::new, |arguments| arguments.aims());
    question.aims = &aims;
    engine.answer(&question)
}

/// What was tried of the pairs, each once.
fn tried(program: &Program) -> Vec<Tried> {
    let outcome = ask(&AimedRuns, program);
    assert!(!outcome.has_race() && !outcome.tried.is_empty());
    outcome.tried
}

#[test]
fn a_thread_is_held_until_another_comes() {
    let program = compile(&text("last = 1; count();", "last = 2;"));
    for engine in [&ShortRuns as &dyn Engine, &LongRuns] {
        assert!(
            !ask(engine, &program).has_race(),
            "accidents show it, so nothing is tested"
        );
    }
    assert!(ask(&AimedRuns, &program).has_race());
    let again = ask(&AimedRuns, &program);
    assert_eq!(again.findings.len(), 1, "the dice are the same every time");
}

#[test]
fn what_never_meets_is_no_race() {
    let program = compile(&text(
        "last = 1; count();",
        &format!("{READ} if (r > 400) last = 2;"),
    ));
    let all = tried(&program);
    assert!(
        all.iter().all(|tried| tried.both > 0 && tried.runs > 3),
        "{all:?}"
    );
}

#[test]
fn the_branch_is_told_that_never_went_there() {
    let program = compile(&text(
        "last = 1; count();",
        &format!("{READ} if (r > 1000) last = 2;"),
    ));
    let all = tried(&program);
    let is_branch = |why: &Option<Blocked>| matches!(why, Some(Blocked::Branch(_)));
    assert!(
        all.iter().any(|tried| tried.blocked.iter().any(is_branch)),
        "{all:?}"
    );
    let never = text("last = 1;", &format!("{READ} if (r > 1000) never();"));
    let uncalled = never.replace("void count", "void never(void) { last = 3; } void count");
    let all = tried(&compile(&uncalled));
    let is_uncalled = |tried: &Tried| tried.blocked.contains(&Some(Blocked::Uncalled));
    assert!(all.iter().any(is_uncalled), "{all:?}");
}
