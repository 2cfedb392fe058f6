//! Defects that are no races, and what is left open.

use super::Case;

#[test]
fn a_defect_counts_if_it_is_denied() {
    let case = Case::new();
    case.write(
        "a.c",
        "#include <assert.h>\nint main(void) { assert(!\"never\"); return 0; }\n",
    );
    let output = case.run(&["check", "a.c"]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stdout}");
    assert!(stdout.contains("assertion[RP003]: "), "{stdout}");
    assert!(
        stdout.contains("verdict: race-free, but 1 failed assertion"),
        "{stdout}"
    );
    assert_eq!(
        case.run(&["check", "--deny", "all", "a.c"]).status.code(),
        Some(1)
    );
    assert_eq!(
        case.run(&["check", "--deny", "memory,assertion", "a.c"])
            .status
            .code(),
        Some(1)
    );
    assert_eq!(
        case.run(&["check", "--deny", "memory", "a.c"]).status.code(),
        Some(0)
    );
}

#[test]
fn what_follows_misuse_is_not_claimed() {
    let case = Case::new();
    case.write(
        "a.c",
        "\
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *f(void *p) { pthread_mutex_unlock(&m); x = 1; return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 2;
    pthread_join(t, 0);
}
",
    );
    // Another thread has the read lock that this one gives up, so that the writer gets it.
    case.write(
        "b.c",
        "\
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
void *f(void *p) { pthread_rwlock_unlock(&l); pthread_rwlock_wrlock(&l); x = 1; return p; }
int main(void)
{
    pthread_t t;
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_create(&t, 0, f, 0);
    int y = x;
    pthread_join(t, 0);
    return y;
}
",
    );
    for file in ["a.c", "b.c"] {
        for engine in ["auto", "graph", "dpor", "lockset", "oracle", "symbolic"] {
            let output = case.run(&["check", "--engine", engine, file]);
            let stdout = String::from_utf8(output.stdout).unwrap();
            assert_eq!(output.status.code(), Some(3), "{engine}: {stdout}");
            assert!(stdout.contains("misuse"), "{engine}: {stdout}");
        }
    }
}

#[test]
fn a_deadlock_names_who_waits_where() {
    let case = Case::new();
    case.write(
        "a.c",
        "\
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int next;
void *work(void *p)
{
    pthread_mutex_lock(&m);
    int mine = next++;
    pthread_mutex_unlock(&m);
    if (mine == 1) {
        pthread_mutex_lock(&a);
        pthread_mutex_lock(&b);
        pthread_mutex_unlock(&b);
        pthread_mutex_unlock(&a);
    }
    if (mine == 2) {
        pthread_mutex_lock(&b);
        pthread_mutex_lock(&a);
        pthread_mutex_unlock(&a);
        pthread_mutex_unlock(&b);
    }
    return p;
}
int main(void)
{
    pthread_t t[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], 0);
}
",
    );
    for engine in ["graph", "dpor", "lockset"] {
        let output = case.run(&["check", "--engine", engine, "a.c"]);
        let stdout = String::from_utf8(output.stdout).unwrap();
        // Alike threads change places in a search; the schedule tells who took which mutex.
        let (told, schedule) = stdout.split_once("schedule (").expect(&stdout);
        for (line, taken, wait) in [
            ("11 |", ":10 ", "waits for `b`, which thread"),
            ("17 |", ":16 ", "waits for `a`, which thread"),
        ] {
            let (_, below) = told.split_once(line).expect(&stdout);
            let waits = below.lines().nth(1).expect(&stdout);
            let mut thread = "";
            let took = schedule.lines().find(|step| {
                let step = step.trim();
                thread = match step.split_once("  ") {
                    Some((name, _)) if name.starts_with("thread") || name == "main" => name,
                    _ => thread,
                };
                step.contains(taken)
            });
            assert!(
                took.is_some() && waits.contains(&format!("^ {thread} {wait}")),
                "{engine}: {stdout}"
            );
        }
        assert!(told.contains("main waits here"), "{engine}: {stdout}");
    }
}

#[test]
fn a_variable_of_a_thread_that_may_have_ended_is_not_proved() {
    let case = Case::new();
    let text = "\
#include <pthread.h>
pthread_barrier_t b;
int *shared;
void *f(void *p) { int x = 0; shared = &x; pthread_barrier_wait(&b); return p; }
int main(void)
{
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, f, 0);
    pthread_barrier_wait(&b);
    *shared = 1;
    pthread_join(t, 0);
}
";
    case.write("a.c", text);
    let engines = ["auto", "graph", "dpor", "lockset", "oracle"];
    for engine in engines {
        let output = case.run(&["check", "-q", "--engine", engine, "a.c"]);
        assert_eq!(output.status.code(), Some(3), "{engine}");
    }
    // The thread waits until the other is done with it.
    let waits = "pthread_barrier_wait(&b);";
    let text = text.replace("return p", &format!("{waits} return p"));
    case.write(
        "a.c",
        text.replace("*shared = 1;", &format!("*shared = 1; {waits}")),
    );
    for engine in engines {
        let output = case.run(&["check", "-q", "--engine", engine, "a.c"]);
        assert_eq!(output.status.code(), Some(0), "{engine}");
    }
}

#[test]
fn waits_may_end_without_a_reason() {
    let case = Case::new();
    case.write(
        "a.c",
        "\
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int x, ready;
void *f(void *p)
{
    pthread_mutex_lock(&m);
    if (!ready) pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    x++;
    return p;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x++;
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
",
    );
    let faithful = case.run(&["check", "--no-spurious-wakeups", "a.c"]);
    assert_eq!(faithful.status.code(), Some(0));
    let text = String::from_utf8_lossy(&faithful.stdout).into_owned();
    assert!(text.contains("race-free without spurious wake-ups ("), "{text}");
    for engine in ["auto", "graph", "dpor", "lockset", "symbolic", "oracle"] {
        let args = ["check", "--engine", engine, "--witness", "w.json", "a.c"];
        assert_eq!(case.run(&args).status.code(), Some(1), "{engine}");
        assert_eq!(case.run(&["replay", "w.json"]).status.code(), Some(0), "{engine}");
    }
}

#[test]
fn what_a_proof_of_each_thread_alone_leaves_open_counts_if_denied() {
    let case = Case::new();
    let program = "#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) {
    while (__VERIFIER_nondet_int()) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }
    return a;
}
int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_int()) pthread_create(&t, 0, f, 0);
    return 0;
}
";
    case.write("a.c", program);
    let free = case.run(&["check", "--time-limit", "3", "a.c"]);
    let text = String::from_utf8(free.stdout).unwrap();
    assert_eq!(free.status.code(), Some(0), "{text}");
    assert!(text.contains("not covered: defects that are no races"), "{text}");
    let denied = case.run(&["check", "--time-limit", "3", "--deny", "assertion", "a.c"]);
    assert_eq!(denied.status.code(), Some(3));
}

#[test]
fn a_race_behind_the_end_of_a_block_is_shown_beside_the_defect() {
    let case = Case::new();
    let program = "#include <pthread.h>
#include <stdlib.h>
int x;
void *f(void *a) { x++; return a; }
int main(void) {
    pthread_t t;
    char *text = malloc(SIZE);
    text[16] = 0;
    pthread_create(&t, 0, f, 0);
    x++;
    pthread_join(t, 0);
}
";
    case.write("a.c", program);
    let checked = case.run(&["check", "-DSIZE=16", "--witness", "w.json", "a.c"]);
    let text = String::from_utf8(checked.stdout).unwrap();
    assert_eq!(checked.status.code(), Some(1), "{text}");
    assert!(text.contains("access of 1 byte at offset 16"), "{text}");
    assert!(text.contains("as large as glibc makes them"), "{text}");
    assert_eq!(case.run(&["replay", "w.json"]).status.code(), Some(0));
    // Further away there is no byte of the block.
    case.write("a.c", program.replace("text[16]", "text[24]"));
    assert_eq!(case.run(&["check", "-DSIZE=16", "a.c"]).status.code(), Some(3));
}

/// A program of its time keeps what `malloc` gives in an `int`: an address where that has its size, and a
/// part of one elsewhere.
#[test]
fn an_address_in_an_int_is_known_where_it_fits() {
    let case = Case::new();
    case.write(
        "a.c",
        "\
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int malloc();
int sum;
static void *add(void *p) { sum += *(int *)p; return p; }
int main(void)
{
    pthread_t t;
    int kept = malloc(16);
    int *p = (int *)(long)kept;
    if (!p)
        return 1;
    *p = 1;
    pthread_create(&t, 0, add, p);
    sum++;
    pthread_join(t, 0);
    return 0;
}
",
    );
    let fits = case.run(&["check", "--data-model", "ilp32", "a.c"]);
    let stdout = String::from_utf8(fits.stdout).unwrap();
    assert_eq!(fits.status.code(), Some(1), "{stdout}");
    assert!(stdout.contains("data race on `sum`"), "{stdout}");
    let part = case.run(&["check", "a.c"]);
    let stdout = String::from_utf8(part.stdout).unwrap();
    assert_eq!(part.status.code(), Some(3), "{stdout}");
    assert!(!stdout.contains("null"), "{stdout}");
}
