//! Blocks that threads hand to each other through a list under a lock. Each piece is right or a little wrong:
//! which lock, when it is given up, what is unlinked, what is set beside it, what is used after it was put
//! there or taken.

use super::threads::{mostly, one};
use raceproof_engine::Dice;

const PRELUDE: &str = "typedef unsigned long pthread_t;
typedef struct { long data[5]; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *), pthread_mutex_unlock(pthread_mutex_t *);
void *malloc(unsigned long);
void free(void *);
pthread_mutex_t m, o;
struct node { int v; struct node *next; } *head, *tail, *other;
";

/// A step between two others of a critical section: mostly none.
fn between(dice: &mut Dice) -> &'static str {
    mostly(
        dice,
        &[
            "",
            "",
            "",
            "UNLOCK(m) LOCK(m)",
            "LOCK(o) UNLOCK(o)",
            "other = head;",
        ],
    )
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let has_tail = dice.one_in(2);
    let lock = |dice: &mut Dice| mostly(dice, &["m", "m", "o"]);
    let null = mostly(dice, &["x->next = 0;", "x->next = 0;", ""]);
    let set = mostly(dice, &["tail = x;", "tail = x;", ""]);
    let (put, taken) = (lock(dice), lock(dice));
    let put = match has_tail {
        true => {
            let ways = [
                "if (tail) tail->next = x; else head = x;",
                "if (tail) tail->next = x; else head = x;",
                "if (head) tail->next = x; else head = x;",
                "if (tail && tail != x) { tail->next = x; } head = x;",
                "x->next = head; head = x;",
            ];
            format!("{null} LOCK({put}) {} {set} UNLOCK({put})", mostly(dice, &ways))
        }
        false => {
            let link = mostly(
                dice,
                &["x->next = head;", "x->next = head;", "x->next = other;", ""],
            );
            format!("LOCK({put}) {link} {} head = x; UNLOCK({put})", between(dice))
        }
    };
    let unlink = mostly(dice, &["head = x->next;", "head = x->next;", "head = 0;", ""]);
    let reset = match has_tail {
        true => mostly(
            dice,
            &["if (!head) tail = 0;", "tail = 0;", "", "if (head) tail = 0;"],
        ),
        false => "",
    };
    let take = format!(
        "LOCK({taken}) x = head; {} if (x) {{ {unlink} {reset} }} UNLOCK({taken})",
        between(dice)
    );
    let used = [
        "x->v++;",
        "x->v++; free(x);",
        "x->v = 2; put(x);",
        "put(x); x->v++;",
        "if (x->next) x->next->v++;",
        "other = x;",
    ];
    let used = mostly(dice, &used);
    let after = mostly(dice, &["", "x->v = 3;", "put(x);"]);
    let beside = [
        "",
        "LOCK(m) if (head) head->v = 4; UNLOCK(m)",
        "LOCK(m) if (tail) tail->v = 4; UNLOCK(m)",
        "LOCK(m) x = other; other = 0; UNLOCK(m) if (x) x->v = 5;",
    ];
    let beside = one(dice, &beside);
    let early = mostly(dice, &["", "make();", "make(); other = head;"]);
    let text = format!(
        "{PRELUDE}void put(struct node *x) {{ {put} }}\n\
         struct node *take(void) {{ struct node *x; {take} return x; }}\n\
         void make(void) {{ struct node *x = malloc(sizeof *x); if (!x) return; x->v = 1; put(x); {after} }}\n\
         void *give(void *p) {{ make(); return p; }}\n\
         void *use(void *p) {{ struct node *x = take(); if (x) {{ {used} }} {beside} return p; }}\n\
         int main(void) {{ pthread_t s, t, u; {early} pthread_create(&s, 0, give, 0); pthread_create(&t, 0, use, 0); \
         pthread_create(&u, 0, {}, 0); pthread_join(s, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }}\n",
        mostly(dice, &["use", "give"]),
    );
    let text = text.replace("UNLOCK(", "pthread_mutex_unlock (&");
    let text = text.replace("LOCK(", "pthread_mutex_lock (&");
    ["m", "o"].iter().fold(text, |text, lock| {
        text.replace(&format!(" (&{lock})"), &format!("(&{lock});"))
    })
}
