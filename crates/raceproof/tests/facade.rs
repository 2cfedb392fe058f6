//! raceproof as a library gives the verdicts of the command line.

use std::sync::Arc;

use raceproof::engine::{Algorithm, Budget, Order};
use raceproof::ir::DataModel;
use raceproof::machine::Config;
use raceproof::portfolio::{Request, Teams, check, prepare};
use raceproof::report::{Sources, Verdict};

/// The verdict of `check` about a program.
fn verdict(text: &str) -> Verdict {
    let compiled = raceproof::c::compile_text("a.c", text, DataModel::Lp64)
        .unwrap_or_else(|failed| panic!("{failed:?}"));
    let request = Request {
        engine: None,
        order: Order::Hb,
        algorithm: Algorithm::Best,
        all: false,
        races_only: false,
        aims: Default::default(),
        rounds: None,
        unwind: None,
        teams: Teams::only(2..=2),
        jobs: 1,
        faithful_waits: false,
        draw: false,
        so_far: Arc::default(),
    };
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    let checked = check(
        &mut prepare(compiled),
        &Config::default(),
        &[],
        &Sources::new(),
        &request,
        &budget,
    );
    checked.report.verdict()
}

/// Two threads that race, but only if this holds.
fn race_if(condition: &str) -> String {
    format!(
        "typedef unsigned long pthread_t;
         int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
         int pthread_join(pthread_t, void **);
         int rand(void);
         int x;
         void *f(void *a) {{ x++; return a; }}
         int main(void) {{
             int unset;
             if ({condition}) {{
                 pthread_t t, u;
                 pthread_create(&t, 0, f, 0);
                 pthread_create(&u, 0, f, 0);
                 pthread_join(t, 0);
                 pthread_join(u, 0);
             }}
             return 0;
         }}"
    )
}

#[test]
fn random_numbers_are_inputs() {
    assert_eq!(verdict(&race_if("rand() % 7 == 3")), Verdict::Race);
    assert_eq!(verdict(&race_if("rand() < 0")), Verdict::RaceFree);
}

#[test]
fn unset_variables_are_inputs() {
    assert_eq!(verdict(&race_if("unset == 3")), Verdict::Race);
    assert_eq!(verdict(&race_if("unset != unset")), Verdict::RaceFree);
}

/// Two threads that race, but only if this holds of a variable that a loop has, which these statements may
/// assign to.
fn race_after(statements: &str) -> String {
    let begin = "int main(void) {";
    let inner = format!("{begin} int known = 1; for (int i = 0; i < 2; i++) {{ int some; {statements} }}");
    race_if("0").replacen(begin, &inner, 1)
}

/// What another value of a variable would do is not known, where it may have none.
#[test]
fn variables_that_are_assigned_on_some_ways_may_be_anything_on_others() {
    let threads = "{ pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);
         pthread_join(t, 0); pthread_join(u, 0); }";
    let verdict_of = |assigned: &str| verdict(&race_after(&format!("{assigned} if (some == 3) {threads}")));
    assert_eq!(verdict_of("if (!known) some = 1;"), Verdict::Unknown);
    assert_eq!(verdict_of("if (known) some = 1;"), Verdict::RaceFree);
    assert_eq!(verdict_of("if (known) some = 3;"), Verdict::Race);
    // Each round has a variable of its own.
    assert_eq!(verdict_of("if (i == 0) some = 1;"), Verdict::Unknown);
    assert_eq!(
        verdict_of("if (i == 0) some = 1; else some = 2;"),
        Verdict::RaceFree
    );
    assert_eq!(
        verdict_of("switch (i) { case 0: some = 1; break; case 1: some = 2; }"),
        Verdict::RaceFree
    );
    // What it is does not matter here.
    let unused = format!("if (i == 0) some = 1; known += some; if (0) {threads}");
    assert_eq!(verdict(&race_after(&unused)), Verdict::RaceFree);
}

/// What is left of an address in a float is not known.
#[test]
fn addresses_in_floats_are_not_known() {
    let through = |number: &str| {
        let begin = "int main(void) {";
        let inner = format!("{begin} double d = {number}; *(int *)(unsigned long)d = 1;");
        race_if("x == 2").replacen(begin, &inner, 1)
    };
    assert_eq!(verdict(&through("(double)(unsigned long)&x")), Verdict::Unknown);
    // What is computed from one otherwise is some number.
    let hash = race_if("(double)((unsigned long)&x % 7) > 9.0");
    assert_eq!(verdict(&hash), Verdict::RaceFree);
}
