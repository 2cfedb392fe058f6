//! Locks that belong to an element or an object, with programs that nearly use the right one and race.

mod answer;
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
fn case(safe: bool, body: &'static str, third: &'static str) -> Case<'static> {
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

const BOTH: &str = "typedef struct acc { pthread_mutex_t m; int bal, id; } acc;\n\
    acc e[10]; pthread_mutex_t mm[20], mm2[20]; int b[20];\n\
    #define LO(i, j) ((i) < (j) ? (i) : (j))\n\
    #define HI(i, j) ((i) < (j) ? (j) : (i))\n\
    #define MAX(i, j) ((i) > (j) ? (i) : (j))\n\
    int some(void) { int i = __VERIFIER_nondet_int(); return i < 0 || i > 8 ? 0 : i; }\n\
    void on(int k) { pthread_mutex_lock(&mm[k]); }\nvoid off(int k) { pthread_mutex_unlock(&mm[k]); }\n\
    void take(acc *x) { pthread_mutex_lock(&x->m); }\nvoid leave(acc *x) { pthread_mutex_unlock(&x->m); }\n\
    void move(int i, int j) { b[i]--; b[j]++; }\n\
    void transfer(int i, int j) { if (i == j) return; int lo = LO(i, j), hi = HI(i, j); on(lo); on(hi); b[i]--; b[j]++; off(hi); off(lo); }\n\
    void swap(int i, int j) { transfer(j, i); }\n";

fn both(safe: bool, body: &'static str, third: &'static str) -> Case<'static> {
    (safe, BOTH, body, third, "", "")
}

#[test]
fn locks_in_the_order_of_their_numbers_protect_both() {
    let safe = [
        "transfer(some(), some());",
        "for (int k = 0; k < 3; k++) swap(some(), some());",
        "int i = some(), j = some(); if (i != j) { on(LO(i, j)); on(HI(i, j)); move(i, j); off(i); off(j); }",
        "int i = some(), j = some(), lo = i, hi = j; if (lo > hi) { int t = lo; lo = hi; hi = t; } on(lo); if (1) on(hi); b[i]++; b[j]++; off(hi); off(lo);",
        "int i = some(), j = some(); on(LO(i, j)); on(MAX(i, j)); b[j]++; b[i]--; off(j); off(i);",
        "int i = some(), j = some(), lo = i <= j ? i : j, hi = j <= i ? i : j; on(lo); on(hi); b[j]++; b[i]--; off(j); off(i);",
        "int i = some(), j = some(); acc *p = &e[i], *q = &e[j], *lo = i < j ? p : q, *hi = i < j ? q : p; take(lo); take(hi); p->bal--; q->bal++; leave(lo); leave(hi);",
        "acc *p = &e[some()], *q = &e[some()], *lo, *hi; if (p->id < q->id) { lo = p; hi = q; } else { lo = q; hi = p; } take(lo); take(hi); p->bal--; q->bal++; leave(hi); leave(lo);",
        "acc *p = &e[some()], *q = &e[some()]; acc *lo = p < q ? p : q, *hi = p < q ? q : p; take(lo); take(hi); p->bal--; q->bal++; leave(hi); leave(lo);",
        "unsigned i = some(), j = some(), lo = i < j ? i : j, hi = i < j ? j : i; on(lo); on(hi); b[i]++; b[j]--; off(lo); off(hi);",
        "int i = some(), j = some(), k; if (i < j) k = i; else if (i == j) k = j; else k = j; on(k); on(HI(i, j)); b[i]++; b[j]++; off(i); off(j);",
    ];
    check("both", &safe.map(|body| both(true, body, "")));
}

#[test]
fn other_orders_do_not() {
    let racy = [
        (
            "int i = some(), j = some(), lo = &mm[i] == &mm2[j + 1] ? i : 18, hi = &mm[i] == &mm[j + 1] ? 19 : i; on(lo); on(hi); b[i]++; off(hi); off(lo);",
            "int i = some(), j = some(), lo = &mm[i] == &mm2[j + 1] ? i : 16, hi = &mm[i] == &mm[j + 1] ? 17 : i; on(lo); on(hi); b[i]++; off(hi); off(lo);",
        ),
        (
            "int i = some(), j = some(), lo = LO(i, j); on(lo); b[i]++; off(lo);",
            "",
        ),
        (
            "int i = some(), j = some(), lo = LO(i, j), hi = LO(i, j); if (lo != 3) { on(lo); } else { on(hi); } b[i]++; b[j]++; off(lo);",
            "",
        ),
        (
            "int i = some(), j = some(), lo = LO(i, j), hi = HI(i, j); on(lo); on(hi); off(hi); b[i]++; off(lo);",
            "",
        ),
        (
            "int i = some(), j = some(), k = some(), lo = LO(i, j), hi = HI(i, j); on(lo); on(hi); b[k]++; off(hi); off(lo);",
            "",
        ),
        (
            "int i = some(), j = some(), lo = LO(i, j); i = some(); int hi = HI(i, j); on(lo); on(hi); b[i]++; b[j]++; off(hi); off(lo);",
            "",
        ),
        (
            "int i = some(), j = some(), o = i, lo = LO(i, j); i = some(); int hi = HI(i, j); on(lo); on(hi); b[o]++; off(hi); off(lo);",
            "",
        ),
        (
            "int i = some(), j = some(), k = some(), lo = LO(i, j), hi = k < j ? j : i; on(lo); on(hi); b[i]++; b[j]++; off(hi); off(lo);",
            "",
        ),
        (
            "int i = some(), j = some(), lo = LO(i, j), hi = i > j ? j : i; on(lo); if (hi != lo) on(hi); else on(hi); b[i]++; b[j]++; off(hi);",
            "",
        ),
        (
            "int i = some(), j = some(), lo = LO(i, j), hi = HI(i, j); on(lo); on(hi); b[i + 1]++; off(hi); off(lo);",
            "transfer(some(), some());",
        ),
        (
            "int i = some(), j = some(), lo = LO(i, j), hi = HI(i, j); on(lo); pthread_mutex_trylock(&mm[hi]); b[i]++; b[j]++; off(lo);",
            "",
        ),
        (
            "int i = some(), j = some(), lo = LO(i, j), hi = HI(i, j); pthread_mutex_lock(&mm[lo]); pthread_mutex_lock(&mm2[hi]); b[i]++; b[j]++; pthread_mutex_unlock(&mm2[hi]); pthread_mutex_unlock(&mm[lo]);",
            "",
        ),
        (
            "int i = some(), j = some(), lo = LO(i, j), hi = HI(i, j); if (some()) { on(lo); on(hi); } b[i]++; b[j]++;",
            "",
        ),
        (
            "int i = some(), j = some(), lo = 0, hi = 0; for (int k = 0; k < 2; k++) { if (k) { on(lo); on(hi); b[i]++; b[j]++; off(lo); off(hi); } lo = LO(i, j); hi = HI(i, j); i = some(); j = some(); }",
            "",
        ),
        (
            "int i = some(), j = some(), lo = LO(i, j), hi = HI(i, j); while (some()) { on(lo); on(hi); b[i]++; off(hi); off(lo); i = some(); }",
            "",
        ),
        (
            "acc *p = &e[some()], *q = &e[some()]; acc *lo = p->id < q->id ? p : q; e[some()].id = some(); acc *hi = p->id < q->id ? q : p; take(lo); take(hi); p->bal--; q->bal++; leave(hi); leave(lo);",
            "",
        ),
        (
            "acc *p = &e[some()], *q = &e[some()]; acc *lo = p < q ? p : q, *hi = p < q ? p : q; take(lo); if (lo != hi) take(hi); p->bal--; q->bal++; leave(lo);",
            "",
        ),
        (
            "int i = some(), j = some(), lo = i < j ? i : 0, hi = HI(i, j); on(lo); if (hi != lo) on(hi); b[i]++; b[j]++; off(lo);",
            "",
        ),
    ];
    check(
        "other_orders",
        &racy.map(|(body, third)| both(false, body, third)),
    );
}

#[test]
fn one_of_few_locks_protects_many_elements() {
    let safe = [
        "int i = some(); on(i % 4); b[i]++; off(i % 4);",
        "int i = some(); on(i & 3); b[i]++; off(i & 3);",
        "int i = some(); on(i / 3); b[i]++; off(i / 3);",
        "int i = some(); on(i >> 1); b[i + 1]++; off(i >> 1);",
        "unsigned k = __VERIFIER_nondet_uint(), h = k % 20; on(h % 4); b[h]++; off(h % 4);",
        "int i = some(); on((i + 2) % 4 + 1); b[i]++; off((i + 2) % 4 + 1);",
        "int i = some(); on(2 * (i % 4)); b[i]++; off(2 * (i % 4));",
        "int i = some(), h = i % 8; on(h % 4); b[h]++; off(h % 4);",
        "int i = some(); pthread_mutex_t *m = &mm[i % 4]; pthread_mutex_lock(m); move(i, i); pthread_mutex_unlock(m);",
        "for (int i = 0; i < 20; i++) { on(i % 4); b[i]++; off(i % 4); }",
    ];
    check("one_of_few", &safe.map(|body| both(true, body, "")));
    let racy = [
        (
            "int i = some(); on(i % 4); b[i]++; off(i % 4);",
            "int i = some(); on(i % 3); b[i]++; off(i % 3);",
        ),
        (
            "int i = some(); on(i % 4); b[i]++; off(i % 4);",
            "int i = some(); on(i % 4); b[i + 1]++; off(i % 4);",
        ),
        (
            "int i = some(); on(i % 4); b[i]++; off(i % 4);",
            "int i = some(); on((i + 1) % 4); b[i]++; off((i + 1) % 4);",
        ),
        (
            "int i = some(); on(i % 4); b[i]++; off(i % 4);",
            "int i = some(); on(i % 4 + 1); b[i]++; off(i % 4 + 1);",
        ),
        (
            "int i = some(); on(i % 4); b[i]++; off(i % 4);",
            "int i = some(); on(i & 3); b[i / 2]++; off(i & 3);",
        ),
        (
            "int i = some(); on(i % 4); b[i]++; off(i % 4);",
            "int i = some(); on(2 * i % 4); b[i]++; off(2 * i % 4);",
        ),
        (
            "int i = some(); on(i % 4); b[i]++; off(i % 4);",
            "int i = some(); pthread_mutex_lock(&mm2[i % 4]); b[i]++; pthread_mutex_unlock(&mm2[i % 4]);",
        ),
        ("int i = some(), j = some(); on(i % 4); off(j % 4); b[i]++;", ""),
        ("int i = some(); on(i % 4); i = some(); b[i]++; off(i % 4);", ""),
        (
            "int i = some(), h = i % 4; i++; on(h); b[i]++; off(h);",
            "int i = some(); on(i % 4); b[i]++; off(i % 4);",
        ),
        ("int i = some(); on(i % 4); *(long *)&b[i] = 1; off(i % 4);", ""),
        (
            "int i = some(), k = i % 4; while (some()) { on(k); b[i]++; off(k); i = some(); }",
            "",
        ),
        ("int i = some(), j = some(); on(i % 4); b[j]++; off(i % 4);", ""),
        ("int i = some(), k = some() % 4; on(k); b[i]++; off(k);", ""),
        ("int i = some(); on(i / 2); b[i / 3]++; off(i / 2);", ""),
    ];
    check("not_of_few", &racy.map(|(body, third)| both(false, body, third)));
}
