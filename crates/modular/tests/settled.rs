//! Loops that create and join as many threads as a variable says: proved where nobody writes it any more.

mod answer;

use answer::answer;
use raceproof_modular::Answer;
use std::path::Path;

/// Whether it is safe; globals and functions; how the number comes to be; what threads do besides; what main
/// does in the round of a creation, and between creations and joins.
type Case = (
    bool,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

const CASES: &[Case] = &[
    (true, "int count;", "count = __VERIFIER_nondet_int();", "", "", ""),
    (true, "int count;", "scanf(\"%d\", &count);", "", "", ""),
    (true, "", "int count; scanf(\"%d\", &count);", "", "", ""),
    (
        true,
        "int count = 7;",
        "",
        "use_number(count);",
        "",
        "use_number(count);",
    ),
    (false, "int count = 7;", "", "", "", "count--;"),
    (
        false,
        "int count;",
        "scanf(\"%d\", &count);",
        "",
        "",
        "scanf(\"%d\", &count);",
    ),
    (
        false,
        "",
        "int count; scanf(\"%d\", &count);",
        "",
        "",
        "scanf(\"%d\", &count);",
    ),
    (
        false,
        "",
        "int count = 7; memset(&count, 1, 1);",
        "",
        "",
        "memset(&count, 0, 2);",
    ),
    (
        false,
        "int count = 7; int *place = &count;",
        "",
        "",
        "",
        "*place = 1;",
    ),
    (
        false,
        "int count = 7;",
        "int *place = &count; use_number(1);",
        "",
        "",
        "*place = 1;",
    ),
    (
        false,
        "int count = 7;",
        "int *place[2] = {0, &count};",
        "",
        "",
        "*place[1] = 1;",
    ),
    (
        false,
        "int count = 7; static void less(void) { count--; }",
        "",
        "",
        "",
        "less();",
    ),
    (
        false,
        "static void less(int *place) { *place = 1; }",
        "int count = 7;",
        "",
        "",
        "less(&count);",
    ),
    (
        false,
        "static int *kept; static void keep(int *p) { kept = p; }",
        "int count = 7; keep(&count);",
        "",
        "",
        "*kept = 1;",
    ),
    (
        false,
        "int count = 7;",
        "",
        "",
        "if (i == 3) count = 4;",
        "count = 2;",
    ),
    (false, "int count = 7;", "", "count = 2;", "", ""),
    (
        false,
        "int count = 7; int again;",
        "if (!again++) main();",
        "",
        "",
        "if (again > 1) count = 1;",
    ),
    (
        false,
        "int count = 7; jmp_buf back;",
        "int late = 0; if (setjmp(back)) late = 1;",
        "",
        "",
        "if (late) count = 1; else if (x > 100) longjmp(back, 1);",
    ),
];

#[test]
fn numbers_that_nobody_writes_any_more() {
    for (i, (safe, globals, first, thread, round, between)) in CASES.iter().enumerate() {
        let text = format!(
            "#include <pthread.h>\n#include <setjmp.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
             extern int __VERIFIER_nondet_int(void);\nint main(void);\nstatic int x;\nstatic pthread_mutex_t m;\n\
             static void use_number(int n) {{ if (n > 1000) exit(1); }}\n{globals}\n\
             static void *use(void *a) {{ pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); {thread} return a; }}\n\
             int main(void)\n{{\n{first}\nif (count > 100) return 0;\npthread_t *t = malloc(100 * sizeof *t);\n\
             for (int i = 0; i < count; i++) {{ pthread_create(&t[i], 0, use, 0); {round} }}\n{between}\n\
             for (int i = 0; i < count; i++) pthread_join(t[i], 0);\nreturn x;\n}}\n"
        );
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("settled-{i}.c"));
        std::fs::write(&path, text).expect("the directory for tests can be written");
        let proved = answer(&path) == Answer::Proved;
        assert_eq!(
            proved, *safe,
            "case {i}: {globals} {first}; {thread}; {round}; {between}"
        );
    }
}
