//! The proof on programs whose races a search cannot show, and on those of `tests/threads` without bounds
//! that are safe.

mod answer;

use answer::answer;
use raceproof_modular::Answer;
use std::path::{Path, PathBuf};

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[test]
fn safe_programs_without_bounds_are_proved() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/threads/unbounded");
    let safe = entries(&root).into_iter();
    let safe: Vec<PathBuf> = safe
        .filter(|file| file.to_string_lossy().ends_with("-safe.c"))
        .collect();
    assert!(!safe.is_empty(), "the pairs are not where they were");
    for file in safe {
        assert_eq!(answer(&file), Answer::Proved, "{}", file.display());
    }
}

/// What a C program with the usual headers gives.
fn answer_text(name: &str, text: &str) -> Answer {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.c"));
    let headers = "#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdint.h>\n";
    std::fs::write(&path, format!("{headers}{text}")).expect("the directory for tests can be written");
    answer(&path)
}

/// Two threads run `use`, after `prepare`.
fn two_users(name: &str, globals: &str, prepare: &str, body: &str) -> Answer {
    let text = format!(
        "{globals}\nvoid *use(void *given) {{ {body} return given; }}\n\
         int main(void) {{ pthread_t s, t; {prepare}\n\
         pthread_create(&s, 0, use, 0); pthread_create(&t, 0, use, 0);\n\
         pthread_join(s, 0); pthread_join(t, 0); return 0; }}\n"
    );
    answer_text(name, &text)
}

#[test]
fn an_address_from_nowhere_is_not_nowhere() {
    for (name, globals, prepare, body) in [
        (
            "allocated",
            "char *g;",
            "sscanf(\"abc\", \"%ms\", &g);",
            "g[0] = 1;",
        ),
        (
            "file",
            "int x; FILE *f;",
            "int *p = &x; f = tmpfile(); fwrite(&p, 8, 1, f); rewind(f);",
            "int *q; fread(&q, 8, 1, f); *q = 1;",
        ),
        (
            "or_known",
            "int x, y, n; char text[40];",
            "sprintf(text, \"%lu\", (unsigned long)&x);",
            "int *q = n ? &y : (int *)strtoul(text, 0, 10); if (!n) *q = 1;",
        ),
        (
            "bytes",
            "int x; uintptr_t u;",
            "u = (uintptr_t)&x;",
            "union { int *p; unsigned char c[8]; } v; for (int i = 0; i < 64; i++) { if (!(i % 8)) v.c[i / 8] = 0; \
             if (u >> i & 1) v.c[i / 8] |= 1 << i % 8; } *v.p = 1;",
        ),
        (
            "as_text",
            "int x; int *p = &x, *q;",
            "strncpy((char *)&q, (char *)&p, 8);",
            "*q = 1;",
        ),
        (
            "called",
            "int x; void add(void) { x++; } char text[40];",
            "sprintf(text, \"%lu\", (unsigned long)add);",
            "((void (*)(void))strtoul(text, 0, 10))();",
        ),
    ] {
        assert_ne!(two_users(name, globals, prepare, body), Answer::Proved, "{name}");
    }
}

#[test]
fn input_into_a_field_leaves_others_alone() {
    let globals = "struct s { int n, *p; char name[16]; }; int y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; struct s g;";
    let prepare = "g.p = &y; scanf(\"%d\", &g.n); fgets(g.name, 16, stdin);";
    let body = "pthread_mutex_lock(&m); *g.p += g.n; pthread_mutex_unlock(&m);";
    assert_eq!(two_users("fields", globals, prepare, body), Answer::Proved);
}

#[test]
fn variables_are_locks_if_everybody_keeps_to_it() {
    let globals = "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void); extern void abort(void);\n\
                   #define block(code) __VERIFIER_atomic_begin(); code __VERIFIER_atomic_end();\n\
                   #include <stdatomic.h>\n#include <semaphore.h>\n\
                   sem_t s1, s2; atomic_int a; int w, x; char c; union { int i; char c[4]; } u; double d;\n\
                   void need(int yes) { if (!yes) abort(); } int *at(int n) { return n ? &w : &x; }\n\
                   _Bool get(void) { return __sync_bool_compare_and_swap(&w, 0, 1); }";
    for (name, lawful, prepare, body) in [
        ("need", true, "", "block(need(w == 0); w = 1;) x++; block(w = 0;)"),
        (
            "loop",
            true,
            "",
            "for (;;) { block(int o = w; w = 2;) if (!o) break; } x++; block(w = 0;)",
        ),
        (
            "cas",
            true,
            "",
            "while (!__sync_bool_compare_and_swap(&w, 0, 1)); x++; __sync_lock_release(&w);",
        ),
        (
            "called",
            true,
            "",
            "while (!get()); x++; __atomic_store_n(&w, 0, __ATOMIC_RELEASE);",
        ),
        (
            "old",
            true,
            "",
            "if (__sync_val_compare_and_swap(&w, 0, 1) == 0) { x++; __atomic_store_n(&w, 0, __ATOMIC_SEQ_CST); }",
        ),
        (
            "or",
            true,
            "",
            "while (atomic_fetch_or(&a, 1)); x++; atomic_store(&a, 0);",
        ),
        (
            "flag",
            true,
            "",
            "static atomic_flag f = ATOMIC_FLAG_INIT; while (atomic_flag_test_and_set(&f)); x++; atomic_flag_clear(&f);",
        ),
        (
            "alone",
            true,
            "w = 1; w = 0;",
            "block(need(!w); w = 1;) x++; block(w = 0;)",
        ),
        ("byte", true, "", "block(need(!c); c = 1;) x++; block(c = 0;)"),
        (
            "kept",
            true,
            "",
            "block(need(!w); w = 1;) x++; block(w = 2;) x++; block(w = 0;)",
        ),
        (
            "semaphore",
            true,
            "sem_init(&s1, 0, 1);",
            "sem_wait(&s1); x++; sem_post(&s1);",
        ),
        (
            "tried",
            true,
            "sem_init(&s1, 0, 1);",
            "if (!sem_trywait(&s1)) { x++; sem_post(&s1); }",
        ),
        // Not ordered: relaxed on one side.
        (
            "relaxed",
            false,
            "",
            "while (atomic_exchange_explicit(&a, 1, memory_order_relaxed)); x++; atomic_store(&a, 0);",
        ),
        (
            "relaxed2",
            false,
            "",
            "while (atomic_exchange(&a, 1)); x++; atomic_store_explicit(&a, 0, memory_order_relaxed);",
        ),
        (
            "relaxed3",
            false,
            "",
            "while (!__atomic_compare_exchange_n(&w, &(int){0}, 1, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)); x++; __atomic_store_n(&w, 0, __ATOMIC_RELEASE);",
        ),
        // A weak one may find zero and store nothing.
        (
            "weak",
            false,
            "",
            "int z = 0; __atomic_compare_exchange_n(&w, &z, 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); if (z == 0) x++;",
        ),
        // Somebody who does not have it stores zero.
        (
            "stranger",
            false,
            "",
            "block(need(!w); w = 1;) x++; block(w = 0;) block(w = 0;)",
        ),
        (
            "before",
            false,
            "",
            "block(w = 0;) block(need(!w); w = 1;) x++; block(w = 0;)",
        ),
        (
            "pointer",
            false,
            "",
            "block(need(!w); w = 1;) x++; block(w = 0;) block(*at(rand()) = 0;)",
        ),
        (
            "bytes",
            false,
            "",
            "block(need(!u.i); u.i = 1;) x++; block(u.i = 0;) block(u.c[0] = 0;)",
        ),
        (
            "set",
            false,
            "",
            "block(need(!w); w = 1;) x++; block(w = 0;) block(memset(&w, 0, 4);)",
        ),
        (
            "add",
            false,
            "",
            "while (atomic_fetch_add(&a, 1)); x++; atomic_store(&a, 0); atomic_fetch_sub(&a, 1);",
        ),
        ("plain", false, "", "block(need(!w); w = 1;) x++; w = 0;"),
        // What was zero need not be zero any more.
        (
            "stale",
            false,
            "",
            "int o; block(o = w;) block(need(!o); w = 1;) x++; block(w = 0;)",
        ),
        (
            "stale2",
            false,
            "",
            "block(int o = w; w = 1; w = 1; need(!w || o); w = 1;) x++; block(w = 0;)",
        ),
        (
            "swapped",
            false,
            "",
            "block(need(w == 0); __sync_bool_compare_and_swap(&w, 2, 1);) x++; block(w = 0;)",
        ),
        (
            "negative",
            false,
            "d = -0.0;",
            "block(need(d == 0); d = 1;) x++; block(d = -0.0;)",
        ),
        (
            "two",
            false,
            "sem_init(&s1, 0, 2);",
            "sem_wait(&s1); x++; sem_post(&s1);",
        ),
        (
            "opened",
            false,
            "sem_init(&s1, 0, 1);",
            "sem_wait(&s1); x++; sem_post(&s1); sem_post(&s1);",
        ),
        (
            "made",
            false,
            "",
            "sem_init(&s1, 0, 1); sem_wait(&s1); x++; sem_post(&s1);",
        ),
        (
            "other",
            false,
            "sem_init(&s1, 0, 1); sem_init(&s2, 0, 1);",
            "sem_t *s = rand() ? &s1 : &s2; sem_wait(s); x++; sem_post(s);",
        ),
        (
            "copied",
            false,
            "sem_init(&s2, 0, 3); memcpy(&s1, &s2, sizeof s1);",
            "sem_wait(&s1); x++; sem_post(&s1);",
        ),
    ] {
        let answer = two_users(&format!("word-{name}"), globals, prepare, body);
        assert_eq!(answer == Answer::Proved, lawful, "{name}: {answer:?}");
    }
}

#[test]
fn what_a_function_returns_tells_what_it_did() {
    let globals = "int x, n; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, o = PTHREAD_MUTEX_INITIALIZER;\n\
                   int take(int how) { if (how) return 0; pthread_mutex_lock(&m); return 5; }\n\
                   int away(void) { pthread_mutex_unlock(&m); return 0; }\n\
                   #define give pthread_mutex_unlock(&m);";
    for (name, proved, body) in [
        ("if", true, "if (take(rand())) { x++; give }"),
        ("not", true, "int r = take(rand()); if (!r) return 0; x++; give"),
        (
            "same",
            true,
            "int r = take(rand()); n == 3 ? 0 : 1; if (r != 0) { x++; give }",
        ),
        ("turned", false, "if (!take(rand())) { x++; give }"),
        ("given", false, "int r = take(rand()); give if (r) x++;"),
        ("called", false, "int r = take(rand()); away(); if (r) x++;"),
        (
            "cut",
            false,
            "if ((char)(take(rand()) + 256 * 3 - 5)) { x++; give }",
        ),
        (
            "changed",
            false,
            "int r = take(rand()); r = rand(); if (r) { x++; give }",
        ),
        (
            "later",
            false,
            "int r = 0; for (int i = 0; i < 3; i++) { if (r) x++; r = take(rand()); if (r) give }",
        ),
    ] {
        let answer = two_users(&format!("split-{name}"), globals, "", body);
        assert_eq!(answer == Answer::Proved, proved, "{name}: {answer:?}");
    }
}

#[test]
fn flags_tell_how_far_one_thread_has_come() {
    let text = |prepare: &str, first: &str, others: &str| {
        format!(
            "#include <stdatomic.h>\n\
             extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void); extern void abort(void);\n\
             #define block(code) __VERIFIER_atomic_begin(); code __VERIFIER_atomic_end();\n\
             #define locked(code) pthread_mutex_lock(&m); code pthread_mutex_unlock(&m);\n\
             #define other(code) pthread_mutex_lock(&o); code pthread_mutex_unlock(&o);\n\
             void need(int yes) {{ if (!yes) abort(); }}\n\
             int x, f, one = 1; atomic_int a; _Atomic(int *) p; union {{ int i; char c[4]; }} u;\n\
             pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, o = PTHREAD_MUTEX_INITIALIZER;\n\
             void *look(void *given) {{ {others} return given; }}\n\
             void *set(void *given) {{ {first} return given; }}\n\
             int main(int n, char **v) {{ pthread_t t; {prepare}\n\
             while (n--) pthread_create(&t, 0, look, 0);\n\
             pthread_create(&t, 0, set, 0); return 0; }}\n"
        )
    };
    let (set, get) = (
        "x = 1; locked(f = 1;)",
        "int r; locked(r = f;) if (r) return (void *)(long)x;",
    );
    for (name, proved, prepare, first, others) in [
        ("locked", true, "", set, get),
        (
            "one",
            true,
            "",
            set,
            "int r; locked(r = f;) if (r == 1) return (void *)(long)x;",
        ),
        (
            "in",
            true,
            "",
            set,
            "locked(if (f) r = x;)"
                .replace("r = x", "given = (void *)(long)x")
                .as_str(),
        ),
        (
            "block",
            true,
            "",
            "x = 1; block(f = 1;)",
            "block(need(f);) given = (void *)(long)x;",
        ),
        (
            "atomic",
            true,
            "",
            "x = 1; atomic_store(&a, 2);",
            "while (!atomic_load(&a)); given = (void *)(long)x;",
        ),
        (
            "release",
            true,
            "",
            "x = 1; atomic_store_explicit(&a, 2, memory_order_release);",
            "if (atomic_load_explicit(&a, memory_order_acquire)) given = (void *)(long)x;",
        ),
        (
            "pointer",
            true,
            "",
            "x = 1; atomic_store(&p, &x);",
            "int *q = atomic_load(&p); if (q) given = (void *)(long)*q;",
        ),
        (
            "reset",
            true,
            "f = 0;",
            "x = 1; locked(f = 1;)",
            "int r; locked(r = f; f = 0;) if (r) return (void *)(long)x;",
        ),
        ("two", true, "", "x = 1; locked(f = 1;) locked(f = 2;)", get),
        ("after", false, "", "locked(f = 1;) x = 1;", get),
        ("again", false, "", "x = 1; locked(f = 1;) x = 2;", get),
        (
            "loop",
            false,
            "",
            "for (int i = 0; i < 2; i++) { x = 1; locked(f = 1;) }",
            get,
        ),
        (
            "maybe",
            false,
            "",
            "if (rand()) { locked(f = 1;) } x = 1; locked(f = 1;)",
            get,
        ),
        (
            "both",
            false,
            "",
            set,
            "locked(f = 1;) int r; locked(r = f;) if (r) return (void *)(long)x;",
        ),
        ("early", false, "f = 1;", set, get),
        (
            "born",
            false,
            "",
            "x = 1; locked(one = 2;)",
            "int r; locked(r = one;) if (r) return (void *)(long)x;",
        ),
        (
            "zero",
            false,
            "",
            set,
            "int r; locked(r = f;) if (!r) return (void *)(long)x;",
        ),
        (
            "nothing",
            false,
            "",
            set,
            "int r; locked(r = f;) return (void *)(long)x;",
        ),
        ("other", false, "", "x = 1; other(f = 1;)", get),
        ("sometimes", false, "", "x = 1; locked(f = 1;) other(f = 2;)", get),
        (
            "relaxed",
            false,
            "",
            "x = 1; atomic_store_explicit(&a, 2, memory_order_relaxed);",
            "while (!atomic_load(&a)); given = (void *)(long)x;",
        ),
        (
            "relaxed2",
            false,
            "",
            "x = 1; atomic_store(&a, 2);",
            "while (!atomic_load_explicit(&a, memory_order_relaxed)); given = (void *)(long)x;",
        ),
        ("filled", false, "memset(&f, 1, 4);", set, get),
        (
            "bytes",
            false,
            "",
            "locked(u.c[1] = 1;) x = 1; locked(u.i = 1;)",
            "int r; locked(r = u.i;) if (r) return (void *)(long)x;",
        ),
        ("writer", false, "", set, "int r; locked(r = f;) if (r) x = 2;"),
        ("many", false, "pthread_create(&t, 0, set, 0);", set, get),
    ] {
        let answer = answer_text(&format!("flag-{name}"), &text(prepare, first, others));
        assert_eq!(answer == Answer::Proved, proved, "{name}: {answer:?}");
    }
}

/// A function with a region, what it does before the region and within, and how it is called.
fn region(name: &str, pragma: &str, before: &str, body: &str, call: &str) -> Answer {
    answer_text(
        name,
        &format!(
            "#include <omp.h>\nint a[64], x, n;\nvoid f(int d);\nvoid (*again)(int) = f;\n\
             void g(int d) {{\n#pragma omp parallel\nf(d); }}\n\
             int order(const void *p, const void *q) {{ f(0); return p > q; }}\n\
             void *run(void *given) {{ f(0); return given; }}\n\
             void f(int d) {{ {before}\n#pragma omp {pragma}\n{body} }}\n\
             int main(int count, char **words) {{ {call} return words == 0; }}\n"
        ),
    )
}

#[test]
fn a_team_that_makes_itself_again_is_many() {
    let (team, works) = ("parallel", "parallel for");
    let mine = "a[omp_get_thread_num()]++;";
    for (name, proved, pragma, before, body, call) in [
        ("once", true, team, "", mine, "f(3);"),
        ("next", true, team, "", mine, "f(3); f(3);"),
        ("before", true, team, "if (d) f(d - 1);", mine, "f(3);"),
        (
            "thread",
            true,
            team,
            "",
            mine,
            "pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0);",
        ),
        (
            "works",
            true,
            works,
            "",
            "for (int i = 0; i < 64; i++) a[i]++;",
            "f(3);",
        ),
        ("total", true, "parallel reduction(+:x)", "", "x++;", "f(3);"),
        (
            "zero",
            true,
            team,
            "",
            "if (omp_get_thread_num() == 0) x++;",
            "f(3);",
        ),
        (
            "number",
            false,
            team,
            "",
            "if (d) f(d - 1); else a[omp_get_thread_num()]++;",
            "f(1);",
        ),
        (
            "after",
            false,
            team,
            "",
            "{ a[omp_get_thread_num()]++; if (d) f(d - 1); }",
            "f(1);",
        ),
        (
            "pointer",
            false,
            team,
            "",
            "if (d) again(d - 1); else a[omp_get_thread_num()]++;",
            "f(1);",
        ),
        (
            "through",
            false,
            team,
            "",
            "if (d) g(d - 1); else a[omp_get_thread_num()]++;",
            "f(1);",
        ),
        ("outside", false, team, "", mine, "g(0);"),
        (
            "sorted",
            false,
            team,
            "",
            "if (d) qsort(a, 2, 4, order); else a[omp_get_thread_num() + 4]++;",
            "f(1);",
        ),
        (
            "work",
            false,
            works,
            "",
            "for (int i = 0; i < 64; i++) if (d) f(d - 1); else a[i]++;",
            "f(1);",
        ),
        (
            "totals",
            false,
            "parallel reduction(+:x)",
            "",
            "{ x++; if (d) f(d - 1); }",
            "f(1);",
        ),
        (
            "zeros",
            false,
            team,
            "",
            "{ if (omp_get_thread_num() == 0) x++; if (d) f(d - 1); }",
            "f(1);",
        ),
        (
            "threads",
            false,
            team,
            "",
            mine,
            "pthread_t t; pthread_create(&t, 0, run, 0); f(0); pthread_join(t, 0);",
        ),
    ] {
        let answer = region(&format!("region-{name}"), pragma, before, body, call);
        assert_eq!(answer == Answer::Proved, proved, "{name}: {answer:?}");
    }
}
