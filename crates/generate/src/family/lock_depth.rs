//! Threads that take a lock again which they have, of a kind that counts or one that says no, and that lock
//! elements by a number or by a constant. Each step is right or a little wrong: one unlock too many or too
//! few, an access to another element or to more than one.

use super::threads::mostly;
use raceproof_engine::Dice;

const PRELUDE: &str = "typedef struct { long words[5]; } pthread_mutex_t;
typedef struct { int kind; } pthread_mutexattr_t;
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int __VERIFIER_nondet_int(void);
void *memset(void *, int, unsigned long);
pthread_mutex_t m;
struct part { pthread_mutex_t lock; int x; } a[3];
int x;
";

fn body(dice: &mut Dice) -> String {
    let again = [
        "pthread_mutex_lock(&m);",
        "again();",
        "pthread_mutex_trylock(&m);",
        "",
    ];
    let back = [
        "pthread_mutex_unlock(&m);",
        "",
        "pthread_mutex_unlock(&m); pthread_mutex_unlock(&m);",
    ];
    match dice.below(3) {
        0 => format!(
            "pthread_mutex_lock(&m); {} {} x++; {}",
            mostly(dice, &again),
            mostly(dice, &back),
            mostly(dice, &back)
        ),
        1 => format!(
            "int i = __VERIFIER_nondet_int(); if (i < 0 || i > 1) return p; struct part *q = &a[i]; \
             pthread_mutex_lock(&{}.lock); {} pthread_mutex_unlock(&q->lock);",
            mostly(dice, &["a[i]", "(*q)", "a[1]"]),
            mostly(dice, &["a[i].x++;", "q->x++;", "a[i + 1].x++;"]),
        ),
        _ => format!(
            "pthread_mutex_lock(&a[{}].lock); {} pthread_mutex_unlock(&a[1].lock);",
            mostly(dice, &["1", "0"]),
            mostly(
                dice,
                &[
                    "a[1].x++;",
                    "a[0].x++;",
                    "memset(&a[1].x, 0, sizeof(struct part) + 4);"
                ]
            ),
        ),
    }
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let (kind, one, other) = (mostly(dice, &["1", "2", "0"]), body(dice), body(dice));
    format!(
        "{PRELUDE}static void again(void) {{ pthread_mutex_lock(&m); x++; {} }}
static void *one(void *p) {{ {one} return p; }}
static void *other(void *p) {{ {other} return p; }}
int main(void) {{
  pthread_mutexattr_t kind;
  pthread_mutexattr_settype(&kind, {kind});
  pthread_mutex_init(&m, &kind);
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  pthread_create(&t, 0, other, 0);
  return 0;
}}
",
        mostly(dice, &["", "pthread_mutex_unlock(&m);"])
    )
}
