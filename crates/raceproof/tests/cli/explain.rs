//! What is said beside the two accesses of a race.

use super::Case;

/// What is printed about a program in which `one` and `two` run beside each other.
fn told(globals: &str, one: &str, two: &str) -> String {
    let case = Case::new();
    let text = format!(
        "#include <pthread.h>\n#include <string.h>\n{globals}\n\
         void *one(void *p) {{ {one} return p; }}\nvoid *two(void *p) {{ {two} return p; }}\n\
         int main(void) {{ pthread_t a, b; pthread_create(&a, 0, one, 0); pthread_create(&b, 0, two, 0);\n\
         pthread_join(a, 0); pthread_join(b, 0); return 0; }}\n"
    );
    case.write("a.c", text);
    let output = case.run(&["check", "a.c"]);
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_state_of_a_library_function_is_named_with_its_remedy() {
    let globals = "char s[] = \"a b\", t[] = \"c d\";";
    let text = told(globals, "strtok(s, \" \");", "strtok(t, \" \");");
    assert!(text.contains("data race on the state of `strtok`"), "{text}");
    assert!(text.contains("help: use `strtok_r`"), "{text}");
}

#[test]
fn bit_fields_of_one_location_are_named() {
    let text = told("struct { int a : 3, b : 3; } s;", "s.a = 1;", "s.b = 1;");
    assert!(
        text.contains("are bit-fields that share a memory location"),
        "{text}"
    );
    let text = told("struct { int a : 3, b : 3; } s;", "s.a = 1;", "s.a = 2;");
    assert!(!text.contains("are bit-fields"), "{text}");
}

#[test]
fn a_lock_for_reading_is_told_as_such() {
    let globals = "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; int n;";
    let body = "pthread_rwlock_rdlock(&rw); n++; pthread_rwlock_unlock(&rw);";
    let text = told(globals, body, body);
    assert!(text.contains("holding `rw` (read lock)"), "{text}");
    assert!(text.contains("help: take the write lock of `rw`"), "{text}");
    let text = told(
        globals,
        "pthread_rwlock_wrlock(&rw); n++; pthread_rwlock_unlock(&rw);",
        "n++;",
    );
    assert!(
        !text.contains("read lock") && text.contains("holding `rw`"),
        "{text}"
    );
}

#[test]
fn schedules_have_values_and_what_waits_do() {
    let globals = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go, n;";
    let waits =
        "pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); n = 7;";
    let wakes = "pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); n = 5;";
    let text = told(globals, waits, wakes);
    assert!(text.contains("writes n: "), "{text}");
    assert!(text.contains("→ 7") && text.contains("→ 5"), "{text}");
}

#[test]
fn a_variable_that_is_dead_keeps_its_name() {
    let case = Case::new();
    let text = "static int fib(int n) { int x, y; if (n < 2) return n;\n#pragma omp task shared(x)\nx = fib(n - 1);\n\
        #pragma omp task shared(y)\ny = fib(n - 2);\nreturn x + y; }\nint main(void) { int r = 0;\n\
        #pragma omp parallel\n#pragma omp single\nr = fib(4);\nreturn r; }\n";
    case.write("fib.c", text);
    let output = case.run(&["check", "fib.c"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("race[RP001]: data race on `x`")
            || text.starts_with("race[RP001]: data race on `y`"),
        "{text}"
    );
    assert!(!text.contains("temporary object"), "{text}");
}

#[test]
fn the_lock_that_one_access_holds_is_the_help() {
    let globals = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER; int n;";
    let held = "pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);";
    let text = told(globals, held, "n++;");
    assert!(text.contains("help: hold `m` at a.c:5 as well"), "{text}");
    let text = told(globals, held, &held.replace("&m", "&k"));
    assert!(!text.contains("help: "), "{text}");
}
