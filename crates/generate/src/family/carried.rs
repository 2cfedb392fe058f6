//! Blocks that go along with others through lists under a lock. Each piece is right or a little wrong: what
//! is stored where before a block is put there, who else learns of it, and what is used after that.

use super::threads::{mostly, one};
use raceproof_engine::Dice;

const PRELUDE: &str = "typedef unsigned long pthread_t;
typedef struct { long data[5]; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
void *malloc(unsigned long), *memcpy(void *, const void *, unsigned long);
pthread_mutex_t m;
struct job { int *a, *b; struct job *next; } *jobs, *done, *other; int *seen;
";

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let stored = [
        "j->a = p; j->b = 0;",
        "j->a = 0; j->b = p; j->a = p; j->b = 0;",
        "j->a = p; j->b = p;",
        "LOCK j->a = seen ? seen : p; UNLOCK j->b = 0;",
        "int **at = &j->a; *at = p; j->b = 0;",
        "j->a = p; memcpy(&j->b, &j->a, sizeof j->b);",
        "if (first) j->a = p; else j->a = 0; j->b = 0;",
    ];
    let learns = [
        "",
        "",
        "LOCK seen = p; UNLOCK",
        "p = j->a; if (p) *p = 2;",
        "if (first) { LOCK seen = p; UNLOCK }",
        "LOCK seen = p; seen = 0; UNLOCK",
    ];
    let taken = [
        "int *q = j->a; if (q) ++*q;",
        "int *q = j->a; if (q) ++*q; put_done(j);",
        "int *q = j->a; put_done(j); if (q) ++*q;",
        "int *q = j->a; LOCK seen = q; UNLOCK put_done(j);",
        "int *q = j->b; if (q) ++*q; q = j->a; if (q) ++*q;",
        "int *q = j->a; if (q && first) { LOCK seen = q; UNLOCK } put_done(j);",
        "int *q = j->a; j->a = 0; put_done(j); if (q) ++*q;",
        "int *q = j->a; j->b = q; put_done(j);",
        "struct job *k = take(); if (k) { int *q = j->a; j->a = k->a; k->a = q; if (q) ++*q; put_done(k); } put_done(j);",
        "LOCK other = j; UNLOCK int *q = j->a; if (q) ++*q;",
    ];
    let peeks = [
        "",
        "",
        "LOCK int *s = seen; UNLOCK if (s) ++*s;",
        "LOCK int *s = jobs ? jobs->a : 0; UNLOCK if (s) ++*s;",
        "LOCK if (jobs) jobs->a = 0; UNLOCK",
        "LOCK struct job *k = other; other = 0; UNLOCK if (k && k->a) ++*k->a;",
        "LOCK struct job *k = done; if (k) done = k->next; UNLOCK if (k && k->a) ++*k->a;",
        "LOCK struct job *k = done; if (k) done = k->next; UNLOCK if (k) { k->b = k->a; put(k); }",
    ];
    let (stored, learns) = (mostly(dice, &stored), one(dice, &learns));
    let after = mostly(dice, &["", "++*p;", "put(j);", "j->a = 0;"]);
    let (taken, peeks) = (one(dice, &taken), one(dice, &peeks));
    let order = mostly(dice, &["put(j);", "put(j);", "put_done(j);"]);
    let text = format!(
        "{PRELUDE}static void put(struct job *j) {{ LOCK j->next = jobs; jobs = j; UNLOCK }}
static void put_done(struct job *j) {{ LOCK j->next = done; done = j; UNLOCK }}
static struct job *take(void) {{ LOCK struct job *j = jobs; if (j) jobs = j->next; UNLOCK return j; }}
static void make(int first) {{ struct job *j = malloc(sizeof *j); int *p = malloc(sizeof *p); if (!j || !p) return; *p = 1; {stored} {learns} {order} {after} (void)first; }}
static void *give(void *g) {{ make(1); {again} return g; }}
static void *use(void *g) {{ int first = g != 0; struct job *j = take(); if (j) {{ {taken} }} {peeks} (void)first; return g; }}
int main(void) {{ pthread_t s, t, u; {early} pthread_create(&s, 0, give, 0); pthread_create(&t, 0, use, &s);
  pthread_create(&u, 0, {third}, 0); pthread_join(s, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }}
",
        again = mostly(dice, &["", "make(0);"]),
        early = mostly(dice, &["", "make(1);"]),
        third = mostly(dice, &["use", "give"]),
    );
    // Nobody preprocesses these programs.
    text.replace("UNLOCK", "pthread_mutex_unlock(&m);")
        .replace("LOCK", "pthread_mutex_lock(&m);")
}
