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

/// What is said of an OpenMP program that has a race, and of the same with its help followed.
fn helped(racy: &str, repaired: &str) -> String {
    let case = Case::new();
    case.write("a.c", racy).write("b.c", repaired);
    let output = case.run(&["check", "a.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        case.run(&["check", "b.c"]).status.code(),
        Some(0),
        "the help does not help"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn whoever_makes_a_task_is_told_to_wait_for_it() {
    let program = |wait: &str| {
        format!(
            "int f(int n) {{\n    int x = 0;\n#pragma omp task shared(x)\n    x = n;\n{wait}    return x;\n}}\n\
             int main(void) {{\n    int y;\n#pragma omp parallel\n#pragma omp single\n    y = f(3);\n    return y;\n}}\n"
        )
    };
    let text = helped(&program(""), &program("#pragma omp taskwait\n"));
    assert!(text.contains("data race on `x`"), "{text}");
    assert!(
        text.contains("help: put `#pragma omp taskwait` before a.c:5"),
        "{text}"
    );
    // Two tasks that race are nobody's maker.
    let two = "int x;\nint main(void) {\n#pragma omp parallel\n#pragma omp single\n    {\n#pragma omp task\n    x = 1;\n\
         #pragma omp task\n    x = 2;\n    }\n    return x;\n}\n";
    let text = helped(two, &program("#pragma omp taskwait\n"));
    assert!(!text.contains("taskwait"), "{text}");
}

#[test]
fn sums_of_loops_are_told_to_be_reductions() {
    let program = |clause: &str, update: &str| {
        format!(
            "int main(void) {{\n    int a[50], s = 1;\n    for (int i = 0; i < 50; i++) a[i] = i;\n\
             #pragma omp parallel for {clause}\n    for (int i = 0; i < 50; i++)\n        {update};\n    return s;\n}}\n"
        )
    };
    for (update, operator) in [
        ("s += a[i]", "+"),
        ("s++", "+"),
        ("s -= a[i]", "+"),
        ("s *= a[i]", "*"),
    ] {
        let clause = format!("reduction({operator}:s)");
        let text = helped(&program("", update), &program(&clause, update));
        let help = format!("help: add `{clause}` to the loop at a.c:4");
        assert!(text.contains(&help), "{help} is not in {text}");
    }
    let text = helped(&program("", "s = s / 2"), &program("reduction(+:s)", "s += 1"));
    assert!(!text.contains("reduction"), "{text}");
}

#[test]
fn blocks_have_the_name_that_the_source_gives_them() {
    let globals = "#include <stdlib.h>\nstruct stack { int used, n; } *made;\n\
        struct stack *stack_new(void) { struct stack *s = malloc(sizeof *s); if (s) s->n = 0; return s; }\n\
        struct stack *make(void) { return stack_new(); }\n\
        void __attribute__((constructor)) begin(void) { made = make(); }";
    let body = "struct stack *s = made; if (s) s->n++;";
    let text = told(globals, body, body);
    assert!(text.contains("data race on `s->n`"), "{text}");
    assert!(text.contains("writes s->n: 0 → 1"), "{text}");
    let note =
        "`s->n` is in the block that `stack_new` allocated at a.c:5, called from make (a.c:6), begin (a.c:7)";
    assert!(text.contains(note), "{text}");
    assert!(text.contains(" 1 race\n"), "{text}");
    // Who calls it is not said where there are several.
    let twice = globals.replace("made = make();", "made = make(); free(make());");
    let text = told(&twice, body, body);
    assert!(text.contains("called from make (a.c:6)\n"), "{text}");
}

#[test]
fn decisions_that_lead_to_a_race_are_told() {
    let globals = "#include <stdatomic.h>\natomic_int mode; int data;";
    let writes = "data = 1; atomic_store_explicit(&mode, 2, memory_order_relaxed);";
    let asks = "if (atomic_load_explicit(&mode, memory_order_relaxed) == 2) data++;";
    let text = told(globals, writes, asks);
    let note =
        "thread 2 comes there because `atomic_load_explicit(&mode, memory_order_relaxed) == 2` holds (a.c:";
    assert!(text.contains(note), "{text}");
    // Nobody has a say in what a thread counts itself, and what does not decide is not told.
    let text = told(
        globals,
        "for (int i = 0; i < 3; i++) data++;",
        "if (mode) mode = 0; data++;",
    );
    assert!(!text.contains("comes there"), "{text}");
}

#[test]
fn updates_of_elements_are_told_to_be_atomic() {
    let program = |directive: &str, update: &str| {
        format!(
            "int bins[4];\nint main(int n, char **p) {{\n#pragma omp parallel for\n\
             for (int i = 0; i < 100; i++) {{\n{directive}\n{update};\n}}\nreturn bins[0]; }}\n"
        )
    };
    for update in ["bins[i * i % 4]++", "bins[i % 3] += i"] {
        let text = helped(&program("", update), &program("#pragma omp atomic", update));
        assert!(text.contains("put `#pragma omp atomic` before a.c:6"), "{text}");
    }
}
