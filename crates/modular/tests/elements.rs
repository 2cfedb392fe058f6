//! Locks that belong to an element or an object, with programs that nearly use the right one and race.

mod cases;

use cases::{Case, check};

const ELEMENTS: &str = "typedef struct acc { pthread_mutex_t m; int bal, other; struct acc *next; } acc;\n\
    acc e[10], *list, *found; pthread_mutex_t mm[20], mm2[20]; pthread_rwlock_t rw[10]; int b[20], cells[300]; pthread_mutex_t wide[300]; _Atomic(acc *) tab[10]; atomic_int g;\n\
    int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 8 ? 0 : i; }\n\
    acc *get(void) { return &e[some()]; }\n\
    void take(acc *x) { pthread_mutex_lock(&x->m); }\nvoid leave(acc *x) { pthread_mutex_unlock(&x->m); }\n\
    void add(acc *x, int v) { take(x); x->bal += v; leave(x); }\n\
    void set(int *i) { *i = some(); }\n\
    void f(acc *x, int d) { acc *y = get(); if (d) { take(y); f(y, d - 1); leave(y); } else y->bal++; }\n";

const LIST: &str = "for (int k = 0; k < 3; k++) { acc *n = malloc(sizeof *n); pthread_mutex_init(&n->m, 0); n->bal = 0; n->next = list; list = n; }";

/// The same in all threads, or other things in the third.
fn case(safe: bool, body: &'static str, third: &'static str) -> Case {
    (safe, ELEMENTS, body, third, LIST, "")
}

#[test]
fn what_is_in_the_element_of_a_lock_is_protected() {
    let safe = [
        "int i = some(); pthread_mutex_lock(&e[i].m); e[i].bal++; pthread_mutex_unlock(&e[i].m);",
        "int i = some(); pthread_mutex_lock(&mm[i]); b[i]++; pthread_mutex_unlock(&mm[i]);",
        "acc *p = &e[some()]; pthread_mutex_lock(&p->m); p->bal++; p->other--; pthread_mutex_unlock(&p->m);",
        "for (acc *p = list; p; p = p->next) { pthread_mutex_lock(&p->m); p->bal++; pthread_mutex_unlock(&p->m); }",
        "int i = some(); pthread_mutex_lock(&e[i].m); if (e[i].bal > 3) { e[i].bal = 0; e[i].other++; } else e[i].other = 1; pthread_mutex_unlock(&e[i].m);",
        "add(&e[some()], 1);",
        "for (int k = 0; k < 10; k++) { pthread_mutex_lock(&mm[k]); if (b[k] < 5) b[k]++; pthread_mutex_unlock(&mm[k]); }",
        "acc *p = get(); take(p); if (p->bal > some()) p->bal -= 2; leave(p);",
        "int i = some(); pthread_rwlock_wrlock(&rw[i]); b[i]++; pthread_rwlock_unlock(&rw[i]); int j = some(); pthread_rwlock_rdlock(&rw[j]); int v = b[j]; pthread_rwlock_unlock(&rw[j]); (void)v;",
        "acc *p = atomic_load(&tab[some()]); if (!p) p = e; take(p); p->bal++; leave(p);",
        "int i = some(); pthread_mutex_lock(&mm[2 * i]); b[2 * i]++; b[2 * i + 1]++; pthread_mutex_unlock(&mm[2 * i]);",
    ];
    check("in_element", &safe.map(|body| case(true, body, "")));
}

#[test]
fn what_is_elsewhere_is_not() {
    let racy = [
        (
            "int i = some(), j = some(); pthread_mutex_lock(&e[i].m); e[j].bal++; pthread_mutex_unlock(&e[i].m);",
            "",
        ),
        (
            "int i = some(); pthread_mutex_lock(&e[i].m); i++; e[i].bal++; pthread_mutex_unlock(&e[i - 1].m);",
            "int i = some(); pthread_mutex_lock(&e[i].m); e[i].bal++; pthread_mutex_unlock(&e[i].m);",
        ),
        (
            "int i = some(); pthread_mutex_lock(&mm[i]); b[i + 1]++; pthread_mutex_unlock(&mm[i]);",
            "int i = some(); pthread_mutex_lock(&mm[i]); b[i]++; pthread_mutex_unlock(&mm[i]);",
        ),
        (
            "int i = some(); pthread_mutex_lock(&e[i].m); pthread_mutex_unlock(&e[i].m); e[i].bal++;",
            "",
        ),
        (
            "int i = some(), j = some(); pthread_mutex_lock(&e[i].m); pthread_mutex_unlock(&e[j].m); e[i].bal++;",
            "",
        ),
        (
            "acc *q = 0; for (acc *p = list; p; p = p->next) { pthread_mutex_lock(&p->m); if (q) q->bal++; pthread_mutex_unlock(&p->m); q = p; }",
            "",
        ),
        (
            "acc *p = list; do { acc *q = p; p = p->next; pthread_mutex_lock(&p->m); q->bal++; pthread_mutex_unlock(&p->m); } while (p->next);",
            "",
        ),
        (
            "int i = some(); pthread_mutex_lock(&mm[i]); b[8 - i]++; pthread_mutex_unlock(&mm[i]);",
            "int i = some(); pthread_mutex_lock(&mm[i]); b[i]++; pthread_mutex_unlock(&mm[i]);",
        ),
        (
            "int i = some(); pthread_mutex_lock(&mm[i]); *(long *)&b[i] = 1; pthread_mutex_unlock(&mm[i]);",
            "",
        ),
        (
            "int i = some(); pthread_mutex_lock(&mm[i]); b[i]++; pthread_mutex_unlock(&mm[i]);",
            "int i = some(); pthread_mutex_lock(&e[i].m); b[i]++; pthread_mutex_unlock(&e[i].m);",
        ),
        (
            "int i = some(); pthread_mutex_lock(&mm[i]); b[i]++; pthread_mutex_unlock(&mm[i]);",
            "int i = some(); pthread_mutex_lock(&mm2[i]); b[i]++; pthread_mutex_unlock(&mm2[i]);",
        ),
        ("acc *p = get(), *q = get(); take(p); q->bal++; leave(p);", ""),
        (
            "acc *old = 0; for (int k = 0; k < 3; k++) { acc *p = get(); take(p); if (old) old->bal++; leave(p); old = p; }",
            "",
        ),
        ("f(e, 2);", ""),
        (
            "int i = some(); take(atomic_load(&tab[i])); atomic_load(&tab[i])->bal++; leave(atomic_load(&tab[i]));",
            "atomic_store(&tab[some()], &e[some()]);",
        ),
        (
            "int i = some(); pthread_mutex_lock(&e[i].m); e[i].bal++; pthread_mutex_unlock(&e[i].m);",
            "pthread_mutex_init(&e[some()].m, 0);",
        ),
        (
            "int i = some(); pthread_mutex_lock(&e[i].m); set(&i); e[i].bal++; pthread_mutex_unlock(&e[i].m);",
            "",
        ),
        ("int i = some(); pthread_mutex_trylock(&e[i].m); e[i].bal++;", ""),
        (
            "int i = some(); pthread_rwlock_rdlock(&rw[i]); b[i]++; pthread_rwlock_unlock(&rw[i]);",
            "",
        ),
        (
            "int i = some(); acc *p = &e[i]; take(p); for (int k = 0; k < 2; k++) { p->bal++; p = &e[(i + k) % 9]; }",
            "",
        ),
        (
            "int i = some(), j = some(); acc *p = some() ? &e[i] : &e[j]; take(p); acc *q = some() ? &e[i] : &e[j]; q->bal++; leave(p);",
            "",
        ),
        (
            "pthread_mutex_lock(&e[g].m); e[g].bal++; pthread_mutex_unlock(&e[g].m);",
            "g = 1 - g;",
        ),
        ("int i = some(); take(&e[i]); leave(&e[i]); e[i].bal++;", ""),
        ("int i = some(); take(&e[i]); leave(get()); e[i].bal++;", ""),
        (
            "int i = some(); pthread_mutex_lock(&mm[2 * i]); b[i]++; pthread_mutex_unlock(&mm[2 * i]);",
            "int i = some(); pthread_mutex_lock(&mm[i]); b[i]++; pthread_mutex_unlock(&mm[i]);",
        ),
        (
            "int i = some(); pthread_mutex_lock(&mm[2 * i]); b[2 * i]++; b[2 * i + 2]++; pthread_mutex_unlock(&mm[2 * i]);",
            "",
        ),
        (
            "int i = some(); take(&e[i]); e[i + 1].bal++; leave(&e[i]);",
            "add(&e[some()], 1);",
        ),
        (
            "int i = some(); take(&e[i]); (&e[i].bal)[sizeof(acc) / 4]++; leave(&e[i]);",
            "add(&e[some()], 1);",
        ),
        ("int i = some(); if (some()) take(&e[i]); e[i].bal++;", ""),
        (
            "for (int i = 0; i < 9; i++) { if (i) b[i]++; pthread_mutex_lock(&mm[i]); }",
            "",
        ),
        (
            "int i = some(); while (some()) { take(&e[i]); i = some(); e[i].bal++; }",
            "",
        ),
        (
            "int i = some(), j = i; while (some()) { take(&e[i]); e[j].bal++; leave(&e[i]); j = i; i = some(); }",
            "",
        ),
        (
            "signed char c = (signed char)__VERIFIER_nondet_int(); signed char d = (signed char)(c + 1); pthread_mutex_lock(&wide[c + 129]); cells[d + 128]++; pthread_mutex_unlock(&wide[c + 129]);",
            "signed char c = (signed char)__VERIFIER_nondet_int(); pthread_mutex_lock(&wide[c + 128]); cells[c + 128]++; pthread_mutex_unlock(&wide[c + 128]);",
        ),
        (
            "unsigned char c = (unsigned char)__VERIFIER_nondet_int(); unsigned char d = (unsigned char)(c + 1); pthread_mutex_lock(&wide[c + 1]); cells[d]++; pthread_mutex_unlock(&wide[c + 1]);",
            "unsigned char c = (unsigned char)__VERIFIER_nondet_int(); pthread_mutex_lock(&wide[c]); cells[c]++; pthread_mutex_unlock(&wide[c]);",
        ),
    ];
    check("elsewhere", &racy.map(|(body, third)| case(false, body, third)));
}
