//! Random teams in C: the answer for several sizes at once, where a team of two may stand for larger ones, is
//! that of the sizes one by one.
//!
//! What is drawn are the ways in which a program may learn who a thread is or how many there are.
//! `RACEPROOF_RANDOM` says how many programs, `RACEPROOF_SEED` which.

use std::sync::Arc;
use std::time::Duration;

use raceproof::engine::{Algorithm, Budget, Dice, Order};
use raceproof::ir::DataModel;
use raceproof::machine::Config;
use raceproof::portfolio::{Request, Teams, check, prepare};
use raceproof::report::{Sources, Verdict};

/// What all programs begin with.
const PRELUDE: &str = "\
typedef unsigned long pthread_t;
typedef union { char bytes[32]; long align; } pthread_barrier_t;
typedef union { char bytes[40]; long align; } pthread_mutex_t;
pthread_t pthread_self(void);
int gettid(void);
int *__errno_location(void);
int pthread_barrier_init(pthread_barrier_t *, const void *, unsigned);
int pthread_barrier_wait(pthread_barrier_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int omp_get_thread_num(void);
int omp_get_num_threads(void);
static _Thread_local int mine;
static int *first_mine;
static pthread_t first;
static int first_id;
static pthread_barrier_t barrier;
static pthread_mutex_t mutex = { { [16] = 1 } };
static int x, y, a[8];
";

/// Conditions that may hold in some threads only.
const CONDITIONS: [&str; 10] = [
    "mine",
    "!mine",
    "&mine == first_mine",
    "&mine != first_mine",
    "pthread_self() != first",
    "gettid() != first_id",
    "*__errno_location() != 5",
    "omp_get_thread_num() == 2",
    "omp_get_num_threads() > 2",
    "1",
];

/// What a thread does.
const DEEDS: [&str; 5] = ["x = 1;", "y = x;", "a[mine]++;", "x++;", "y++;"];

fn deed(dice: &mut Dice) -> &'static str {
    DEEDS[dice.below(DEEDS.len() as u32) as usize]
}

fn item(dice: &mut Dice) -> String {
    let done = deed(dice);
    let nowait = if dice.one_in(2) { " nowait" } else { "" };
    match dice.below(9) {
        0..=2 => {
            let condition = CONDITIONS[dice.below(CONDITIONS.len() as u32) as usize];
            format!("if ({condition}) {{ {done} }}")
        }
        3 => format!("\n#pragma omp critical\n{{ {done} }}"),
        4 => format!("\n#pragma omp single{nowait}\n{{ {done} }}"),
        5 => format!("\n#pragma omp for schedule(dynamic){nowait}\nfor (int i = 0; i < 3; i++) a[i] = i;"),
        6 => "\n#pragma omp barrier\n".to_owned(),
        7 => "pthread_barrier_wait(&barrier);".to_owned(),
        _ => format!("pthread_mutex_lock(&mutex); {done} pthread_mutex_unlock(&mutex);"),
    }
}

fn program(dice: &mut Dice) -> String {
    let locks = if dice.one_in(4) {
        "pthread_mutex_lock(&mutex);"
    } else {
        ""
    };
    let unlocks = if locks.is_empty() {
        ""
    } else {
        "pthread_mutex_unlock(&mutex);"
    };
    let items: Vec<String> = (0..=dice.below(3)).map(|_| item(dice)).collect();
    format!(
        "{PRELUDE}int main(void)\n{{\nmine = 1; first_mine = &mine; first = pthread_self(); first_id = gettid();\n\
         *__errno_location() = 5; pthread_barrier_init(&barrier, 0, 2); {locks}\n#pragma omp parallel\n{{\n{}\n{unlocks}\n}}\nreturn 0;\n}}\n",
        items.join("\n")
    )
}

fn verdict(text: &str, teams: std::ops::RangeInclusive<u32>) -> Verdict {
    let compiled = raceproof::c::compile_text("team.c", text, DataModel::Lp64)
        .unwrap_or_else(|failed| panic!("{failed:?}\n{text}"));
    let request = Request {
        engine: None,
        order: Order::Hb,
        algorithm: Algorithm::Best,
        all: false,
        races_only: false,
        aims: Default::default(),
        rounds: None,
        unwind: None,
        teams: Teams::only(teams),
        jobs: 1,
        faithful_waits: false,
        draw: false,
        so_far: Arc::default(),
    };
    let budget = Budget::new(Some(Duration::from_secs(20)), 100_000, 1 << 30);
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

#[test]
fn a_team_of_two_stands_for_larger_ones_only_where_they_do_the_same() {
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|value| value.parse::<u64>().ok())
    };
    let seed = number("RACEPROOF_SEED").unwrap_or(1);
    for i in 0..number("RACEPROOF_RANDOM").unwrap_or(60) {
        let text = program(&mut Dice::numbered(seed, i));
        let one_by_one = [2..=2, 3..=3].map(|teams| verdict(&text, teams));
        let expected = match one_by_one {
            all if all.contains(&Verdict::Race) => Verdict::Race,
            all if all.contains(&Verdict::Unknown) => Verdict::Unknown,
            _ => Verdict::RaceFree,
        };
        let found = verdict(&text, 2..=3);
        assert_eq!(found, expected, "program {i} of seed {seed}\n{text}");
    }
}
