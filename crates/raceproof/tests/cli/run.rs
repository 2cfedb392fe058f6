//! `raceproof run`.

use super::{Case, RACY, assert_rejected};

#[test]
fn a_program_gets_its_arguments_and_its_exit_status_is_ours() {
    let case = Case::new();
    case.write(
        "a.c",
        "#include <stdio.h>\nint main(int argc, char **argv) {\n\
         for (int i = 1; i < argc; i++) puts(argv[i]);\nfprintf(stderr, \"err\\n\");\nreturn argc; }\n",
    );
    let output = case.run(&["run", "a.c", "--", "-v", "two words"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(output.stdout, b"-v\ntwo words\n");
    assert_eq!(output.stderr, b"err\n");
}

#[test]
fn a_defect_is_status_134_and_points_at_the_source() {
    let case = Case::new();
    case.write("a.c", "#include <stdio.h>\nint a[2];\nint main(void) {\n    int i = 2;\n    puts(\"before\");\n    a[i] = 1;\n}\n");
    let output = case.run(&["run", "a.c"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(134), "{stderr}");
    assert_eq!(output.stdout, b"before\n");
    assert!(
        stderr.contains("a.c:6:5") && stderr.contains("    a[i] = 1;"),
        "{stderr}"
    );
}

#[test]
fn a_gap_is_status_3_and_names_what_is_missing() {
    let case = Case::new();
    case.write(
        "a.c",
        "int frobnicate(int);\nint main(void) {\n    return frobnicate(1);\n}\n",
    );
    let output = case.run(&["run", "a.c"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    assert!(
        stderr.contains("frobnicate") && stderr.contains("a.c:3:12"),
        "{stderr}"
    );
    case.write("b.c", "int x;\n");
    assert_rejected(&case, &["run", "b.c"], "main");
}

#[test]
fn threads_run_and_deadlocks_are_seen() {
    let case = Case::new();
    case.write("a.c", RACY);
    assert_eq!(case.run(&["run", "-DSAFE", "a.c"]).status.code(), Some(1));
    case.write(
        "b.c",
        "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
         int main(void) {\n    pthread_mutex_lock(&m);\n    pthread_mutex_lock(&m);\n}\n",
    );
    let (status, stderr) = case.fails(&["run", "b.c"]);
    assert_eq!(status, 134, "{stderr}");
    assert!(stderr.contains("b.c:5:5"), "{stderr}");
}

#[test]
fn a_program_runs_by_the_schedule_of_a_witness() {
    let case = Case::new();
    case.write(
        "a.c",
        "\
#include <pthread.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int x, n;
void *f(void *p) { if (n == 7) { puts(\"first\"); x = 1; } return p; }
int main(void)
{
    n = __VERIFIER_nondet_int();
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 2;
    pthread_join(t, 0);
    printf(\"n = %d\\n\", n);
}
",
    )
    .write("b.c", "int main(void) { return 0; }\n");
    let output = case.run(&["check", "--witness", "w.json", "a.c"]);
    assert_eq!(output.status.code(), Some(1));
    let followed = case.run(&["run", "--schedule", "w.json", "a.c"]);
    assert_eq!(followed.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&followed.stdout), "first\nn = 7\n");
    let told = "note: the schedule led to the data race on `x`, at a.c:";
    let stderr = String::from_utf8_lossy(&followed.stderr);
    assert!(stderr.contains(told), "{stderr}");
    assert_rejected(
        &case,
        &["run", "--schedule", "w.json", "b.c"],
        "is the witness of a.c",
    );
    assert_rejected(&case, &["run", "--schedule", "none.json", "a.c"], "none.json");
    assert_rejected(
        &case,
        &["run", "--schedule", "w.json", "a.c", "--", "1"],
        "--schedule",
    );
}
