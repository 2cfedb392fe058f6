//! The Cilk programs in `tests/cilk`: racy ones race, safe ones are proved, with the same verdict from the
//! engines `tasks`, `once`, `graph` and `dpor`.
//! Takes about five seconds.

use std::path::Path;
use std::process::Command;

/// All orders in which tasks may take one lock are too many for an engine that explores them.
const MANY_ORDERS: [&str; 2] = ["counter-safe.c", "primes-safe.c"];

/// What depends on the schedule is the size of a block here.
const BEYOND_ONE_RUN: [&str; 1] = ["size-safe.c"];

#[test]
fn pairs_of_cilk_programs_are_told_apart() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cilk");
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the directory is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 35);
    for file in files {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let status = match name.rsplit_once('-') {
            Some((_, "race.c")) => 1,
            Some((_, "unknown.c")) => 3,
            _ => 0,
        };
        for engine in ["tasks", "once", "graph", "dpor"] {
            if engine == "once" && BEYOND_ONE_RUN.contains(&name.as_str()) {
                continue;
            }
            if engine == "dpor" && MANY_ORDERS.contains(&name.as_str()) {
                continue;
            }
            let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
                .args(["check", "--quiet", "--engine", engine])
                .arg(&file)
                .output()
                .expect("raceproof runs");
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(
                output.status.code(),
                Some(status),
                "{engine} {}: {said}",
                file.display()
            );
        }
    }
}

/// What is said of a program that does not compile.
fn errors(source: &str) -> String {
    let directory = tempfile();
    let file = directory.join("reducer.c");
    std::fs::write(&file, format!("#include <cilk/cilk.h>\n{source}")).expect("the file can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .arg("check")
        .arg(&file)
        .output()
        .expect("raceproof runs");
    assert_eq!(output.status.code(), Some(2), "{source}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn tempfile() -> std::path::PathBuf {
    let directory = std::env::temp_dir().join(format!("raceproof-cilk-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("the directory can be made");
    directory
}

#[test]
fn reducers_that_are_no_arithmetic_monoids_are_refused() {
    let zero = "void zero(void *v) { *(int *)v = 0; }\n";
    let plus = "void plus(void *l, void *r) { *(int *)l += *(int *)r; }\n";
    let cases = [
        (
            "void one(void *v) { *(int *)v = 1; }",
            plus,
            "int cilk_reducer(one, plus) s;",
            "neutral element",
        ),
        (
            zero,
            "void plus(void *l, void *r) { *(int *)l -= *(int *)r; }",
            "int cilk_reducer(zero, plus) s;",
            "the reduce function",
        ),
        (
            zero,
            "int n; void plus(void *l, void *r) { n++; *(int *)l += *(int *)r; }",
            "int cilk_reducer(zero, plus) s;",
            "the reduce function",
        ),
        (
            zero,
            plus,
            "long cilk_reducer(zero, plus) s;",
            "the reduce function",
        ),
        (zero, plus, "int cilk_reducer(zero, plus) *s;", "only variables"),
        (
            zero,
            plus,
            "typedef int cilk_reducer(zero, plus) s;",
            "only variables",
        ),
        (
            zero,
            plus,
            "int f(int cilk_reducer(zero, plus) s);",
            "only variables",
        ),
        (
            zero,
            plus,
            "struct s { int cilk_reducer(zero, plus) s; };",
            "only variables",
        ),
        (zero, plus, "int cilk_reducer s;", "needs its functions"),
    ];
    for (identity, reduce, declaration, expected) in cases {
        let said = errors(&format!(
            "{identity}\n{reduce}\n{declaration}\nint main(void) {{ return 0; }}\n"
        ));
        assert!(said.contains(expected), "{declaration}: {said}");
    }
}

#[test]
fn what_cilk_does_not_allow_is_told_in_its_words() {
    let body = "int a[9];\nstatic int f(int k) { return k; }\nstatic void g(void) {}\nstruct s { int a; };\nstatic struct s h(void) { struct s r = {1}; return r; }\n";
    let cases = [
        (
            "cilk_for (int i = 0; i < 8; i++) { if (i) break; a[i] = 1; }",
            "`break` may not leave a `cilk_for`",
        ),
        (
            "cilk_for (int i = 0; i < 8; i++) { if (i) return 1; a[i] = 1; }",
            "`return` may not leave a `cilk_for`",
        ),
        (
            "cilk_for (int i = 0, j = 8; i < 4; i++, j--) { a[i] = 1; a[j] = 1; }",
            "a `cilk_for` has one variable",
        ),
        (
            "cilk_scope { cilk_spawn f(1); goto out; } out: a[0] = 2;",
            "`goto` in a `cilk_scope` or `cilk_for`",
        ),
        ("const int c = 0; c = cilk_spawn f(1);", "this is `const`"),
        ("int c; c = cilk_spawn g();", "void"),
        ("int c; c = cilk_spawn h();", "struct s"),
        ("int c = cilk_spawn h();", "struct s"),
    ];
    for (code, expected) in cases {
        let said = errors(&format!(
            "{body}int main(void) {{ {code} cilk_sync; return 0; }}\n"
        ));
        assert!(said.contains(expected), "{code}: {said}");
        assert!(!said.contains("OpenMP"), "{code}: {said}");
    }
}

/// Assertions that fail in another order than that of the one run that shows that there is no race.
#[test]
fn what_fails_in_another_order_is_found() {
    let program = |check: &str| {
        format!(
            "#include <assert.h>\n#include <cilk/cilk.h>\n#include <pthread.h>\n\
             pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint x, z;\n\
             static void f(void) {{ pthread_mutex_lock(&m); x = x * 2; pthread_mutex_unlock(&m); }}\n\
             int main(void) {{ cilk_spawn f(); pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m);\n\
             cilk_sync; {check} return 0; }}\n"
        )
    };
    for (check, kind, status) in [
        ("assert(x == 1);", "assertion", 1),
        ("assert(x == 2);", "assertion", 1),
        ("assert(x == 1 || x == 2);", "assertion", 0),
        ("z = 1 / (x - 1);", "arithmetic", 1),
        ("z = 1 / (x - 2);", "arithmetic", 1),
        ("z = 1 / x;", "arithmetic", 0),
        ("if (x == 1) z = 1; assert(z == 0);", "assertion", 1),
    ] {
        let file = tempfile().join("order.c");
        std::fs::write(&file, program(check)).expect("the file can be written");
        for engine in ["tasks", "graph"] {
            let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
                .args(["check", "--quiet", "--engine", engine, "--deny", kind])
                .arg(&file)
                .output()
                .expect("raceproof runs");
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(status), "{engine} {check}: {said}");
        }
    }
}
