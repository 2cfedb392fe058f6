//! Programs in C with handlers of signals: who sets them and when, which thread a signal interrupts and
//! where, and what a handler and the threads beside it use.

use super::threads::{mostly, one};
use raceproof_engine::Dice;

const PRELUDE: &str = "\
typedef unsigned long pthread_t;
typedef union { char __size[40]; long __align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void (*signal(int, void (*)(int)))(int);
int raise(int);
_Bool __VERIFIER_nondet_bool(void);
int x, y;
_Thread_local int inside;
_Atomic int c;
pthread_mutex_t m;
";

/// What handlers and threads do.
const DEEDS: [&str; 8] = [
    "x++;",
    "y = 1;",
    "c++;",
    "if (c) x = 1;",
    "if (y) x = 2;",
    "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);",
    "y = x;",
    "",
];

/// A thread that may be interrupted while it has the lock, and knows who is to give that up.
const ENTER: &str = "pthread_mutex_lock(&m); inside = 1; if (__VERIFIER_nondet_bool()) raise(10); x++; \
                     if (inside) { inside = 0; pthread_mutex_unlock(&m); }";

/// A handler that gives up the lock of the thread that it interrupts.
const LEAVE: &str = "if (inside) { inside = 0; pthread_mutex_unlock(&m); }";

/// Signals that a thread sends to itself.
const SIGNALS: [&str; 4] = [
    "raise(10);",
    "if (__VERIFIER_nondet_bool()) raise(10);",
    "if (__VERIFIER_nondet_bool()) raise(12);",
    "",
];

/// What a thread does, and where it is interrupted.
fn body(dice: &mut Dice) -> String {
    let (before, other) = (one(dice, &DEEDS), one(dice, &DEEDS));
    let before = mostly(dice, &[before, ENTER]);
    let after = mostly(dice, &["", other]);
    let signal = one(dice, &SIGNALS);
    format!("{before}\n{signal}\n{after}\n")
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let (first, second) = (one(dice, &DEEDS), one(dice, &DEEDS));
    let first = mostly(dice, &[first, LEAVE]);
    let (early, late) = mostly(
        dice,
        &[
            ("signal(10, heed);\nsignal(12, other);\n", ""),
            ("signal(12, other);\n", "signal(10, heed);\n"),
            ("signal(10, heed);\nsignal(12, heed);\n", ""),
            (
                "signal(10, (void (*)(int))1);\nsignal(12, other);\n",
                "signal(10, other);\n",
            ),
        ],
    );
    let (work, main) = (body(dice), body(dice));
    let behind = mostly(dice, &["", "raise(10);", "x++;"]);
    format!(
        "{PRELUDE}static void heed(int s) {{ {first} }}
static void other(int s) {{ {second} }}
static void *work(void *p) {{
{work}return p;
}}
int main(void) {{
pthread_t t;
{early}pthread_create(&t, 0, work, 0);
{late}{main}pthread_join(t, 0);
{behind}
return 0;
}}
"
    )
}
