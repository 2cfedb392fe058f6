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
pub(super) fn program(number: u64, dice: &mut Dice) -> String {
    let text = match number % 3 {
        0 => program_of_texts(dice),
        _ => program_of_jobs(dice),
    };
    // Nobody preprocesses these programs.
    text.replace("UNLOCK", "pthread_mutex_unlock(&m);")
        .replace("LOCK", "pthread_mutex_lock(&m);")
}

/// Boxes of two kinds with texts, which go on into a list of their own.
fn program_of_texts(dice: &mut Dice) -> String {
    let made = [
        "",
        "p->next = q;",
        "LOCK last = q; UNLOCK",
        "p->next = q; LOCK last = q; UNLOCK",
    ];
    let found = [
        "struct text *p = b->text;",
        "struct text *p = c->text;",
        "struct box *any = first ? b : c; struct text *p = any->text;",
        "struct box *any = first ? c : b; struct text *p = any->text;",
        "if (first) b = c; struct text *p = b->text;",
        "b->text = c->text; struct text *p = b->text;",
    ];
    let changed = ["p->next = 0;", "p->next = 0;", "p->next = p;", ""];
    let again = [
        "struct text *q = p;",
        "struct text *q = b->text;",
        "struct text *q = c->text;",
        "struct text *q = first ? p : c->text;",
    ];
    let kept = [
        "",
        "",
        "q->v++;",
        "p->v++;",
        "p->next = q; q->next = 0;",
        "q->next = 0;",
        "LOCK last = p; UNLOCK",
    ];
    let put = ["list = q;", "q->next = list; list = q;", "list = p;"];
    let (made, found) = (one(dice, &made), one(dice, &found));
    let (changed, again) = (one(dice, &changed), one(dice, &again));
    let (kept, put) = (one(dice, &kept), mostly(dice, &put));
    format!(
        "{PRELUDE}struct text {{ struct text *next; int v; }} *list, *last;
struct box {{ struct text *text; struct box *next; }} *boxes, *others; int turn;
static void make(int first) {{ struct text *p = malloc(sizeof *p), *q = malloc(sizeof *q); if (!p || !q) return; p->next = 0; p->v = 1; q->next = 0; q->v = 1; {made}
  if (first) {{ struct box *b = malloc(sizeof *b); if (!b) return; b->text = p; LOCK b->next = boxes; boxes = b; UNLOCK }}
  else {{ struct box *b = malloc(sizeof *b); if (!b) return; b->text = p; LOCK b->next = others; others = b; UNLOCK }} }}
static void *use(void *g) {{ struct box *b, *c; LOCK int first = turn; b = boxes; if (b) boxes = b->next; UNLOCK LOCK c = others; if (c) others = c->next; UNLOCK
  if (b && c) {{ {found} {changed} {again} {kept} LOCK {put} UNLOCK }} return g; }}
static void *look(void *g) {{ struct text *p; LOCK p = list; if (p) list = p->next; UNLOCK if (p) p->v++; LOCK p = last; last = 0; UNLOCK if (p) p->v++; return g; }}
int main(void) {{ pthread_t s, t, u; for (int i = 0; i < 2; i++) make({kind}); pthread_create(&s, 0, use, 0);
  pthread_create(&t, 0, look, 0); pthread_create(&u, 0, look, 0); LOCK turn = 1; UNLOCK pthread_join(s, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }}
",
        kind = one(dice, &["i", "!i"]),
    )
}

fn program_of_jobs(dice: &mut Dice) -> String {
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
    format!(
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
    )
}
