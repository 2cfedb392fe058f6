//! Schedules: which ones replay, and what thinning leaves of one.

use raceproof_machine::{Config, Machine, Schedule, Site, ThreadId, Turn, replay, survey, thin};

const A: ThreadId = ThreadId(1);
const B: ThreadId = ThreadId(2);

/// Two threads that write under a lock, and something else before it.
const LOCKED: &str = "
global @x: i32 = 0
global @y: i32 = 0
global @m: 40 bytes

func @first(%arg: ptr) -> ptr {
  store i32 @y, 1
  mutex_lock @m
  store i32 @x, 1
  mutex_unlock @m
  return null
}

func @second(%arg: ptr) -> ptr {
  store i32 @y, 2
  mutex_lock @m
  store i32 @x, 2
  mutex_unlock @m
  return null
}

func @main() -> i32 {
  %a = thread_create @first, null, 0
  %b = thread_create @second, null, 0
  _ = thread_join %a
  _ = thread_join %b
  return 0
}
";

fn creations() -> Vec<Turn> {
    let main = ThreadId::MAIN;
    vec![
        Turn::run(main),
        Turn::take(main, 0),
        Turn::run(main),
        Turn::take(main, 0),
    ]
}

fn with_machine(f: impl FnOnce(&Machine)) {
    with_program(LOCKED, f);
}

fn with_program(text: &str, f: impl FnOnce(&Machine)) {
    let program = raceproof_ir::parse("replay.ir", text).unwrap();
    f(&Machine::new(&program, Config::default()));
}

#[test]
fn who_has_to_wait_cannot_go_on() {
    let text = LOCKED
        .replace("mutex_unlock @m", "_ = sem_post @m")
        .replace("  store i32 @y, 2\n  mutex_lock @m\n", "  _ = sem_wait @m\n")
        .replace("mutex_lock @m", "");
    with_program(&text, |machine| {
        let mut turns = creations();
        // The semaphore has not been posted.
        turns.extend([Turn::run(B), Turn::take(B, 0), Turn::run(B), Turn::run(A)]);
        assert!(replay(machine, &Schedule::new(turns), None).is_none());
    });
}

#[test]
fn a_thread_that_has_nothing_to_run_cannot_run() {
    with_machine(|machine| {
        let turns = vec![Turn::run(A)];
        assert!(replay(machine, &Schedule::new(turns), None).is_none());
    });
}

/// The first thread goes through everything before the second begins.
fn late_race() -> Schedule {
    let mut turns = creations();
    turns.extend([
        Turn::run(A),
        Turn::take(A, 0),
        Turn::run(A),
        Turn::take(A, 0),
        Turn::run(A),
        Turn::run(B),
    ]);
    Schedule::new(turns)
}

#[test]
fn thinning_keeps_the_race() {
    with_machine(|machine| {
        let long = replay(machine, &late_race(), None).unwrap();
        let places = |witness: &raceproof_machine::Witness| {
            witness
                .parties()
                .each_ref()
                .map(|party| (party.thread(), party.access().site))
        };
        let short = thin(machine, long.clone());
        assert_eq!(places(&short), places(&long));
        assert_eq!(long.schedule().turns().len(), 10);
        assert_eq!(short.schedule().turns().len(), 6);
        assert!(replay(machine, short.schedule(), None).is_some());
    });
}

#[test]
fn a_survey_tells_what_is_new_only() {
    with_machine(|machine| {
        let mut pairs = Vec::new();
        let found = survey(machine, &late_race(), |a: Site, b: Site| {
            let is_new = !pairs.contains(&(a, b));
            pairs.push((a, b));
            is_new
        });
        assert_eq!(found.len(), 1);
        assert!(survey(machine, &late_race(), |_, _| false).is_empty());
    });
}
