//! Programs in C that have a second thread, or only seem to: what starts threads is called by its name, from
//! a table, through a variable, when the program ends, before it begins, for a signal, or it is only
//! mentioned.

use super::threads::{mostly, one};
use raceproof_engine::Dice;

const PRELUDE: &str = "\
typedef unsigned long pthread_t;
typedef union { char __size[40]; long __align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int atexit(void (*)(void));
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
void (*signal(int, void (*)(int)))(int);
int raise(int);
_Bool __VERIFIER_nondet_bool(void);
int x, y, a[2] = { 2, 1 };
pthread_mutex_t m;
";

/// How what starts threads may be come to, or not.
const ROUTES: [&str; 14] = [
    "",
    "y++;",
    "start();",
    "if (y) start();",
    "if (__VERIFIER_nondet_bool()) start();",
    "table[1]();",
    "table[0]();",
    "table[y]();",
    "{ void (*f)(void) = y ? start : idle; f(); }",
    "if (start == idle) y++;",
    "atexit(start);",
    "atexit(idle);",
    "qsort(a, 2, sizeof(int), order);",
    "signal(10, heed); if (y) raise(10);",
];

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let locked = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
    let work = mostly(dice, &["x++;", locked, "y = x;"]);
    let order = mostly(dice, &["y++;", "start();", "table[0]();"]);
    let heed = mostly(dice, &["y = s;", "start();"]);
    let early = mostly(
        dice,
        &[
            "",
            "__attribute__((constructor)) static void early(void) { start(); }\n",
            "__attribute__((destructor)) static void early(void) { table[1](); }\n",
            "__attribute__((constructor)) static void early(void) { y = 1; }\n",
        ],
    );
    let routes: String = (0..1 + dice.below(2))
        .map(|_| format!("{}\n", one(dice, &ROUTES)))
        .collect();
    format!(
        "{PRELUDE}static void *work(void *p) {{ {work} return p; }}
static void idle(void) {{ y += 2; }}
static void start(void) {{
pthread_t t, u;
pthread_create(&t, 0, work, 0);
pthread_create(&u, 0, work, 0);
pthread_join(t, 0);
pthread_join(u, 0);
}}
static void (*table[2])(void) = {{ idle, start }};
static int order(const void *p, const void *q) {{ {order} return *(const int *)p - *(const int *)q; }}
static void heed(int s) {{ {heed} }}
{early}int main(void) {{
{routes}return 0;
}}
"
    )
}
