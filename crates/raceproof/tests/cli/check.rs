//! Verdicts, exit statuses, engines, witnesses.

use super::{Case, RACY, assert_rejected};
use std::path::Path;

#[test]
fn a_check_has_the_status_of_its_verdict() {
    let case = Case::new();
    case.write("a.c", RACY);
    let status = |args: &[&str]| {
        let output = case.run(args);
        let stdout = String::from_utf8(output.stdout).unwrap();
        (output.status.code().unwrap(), stdout)
    };
    let (code, stdout) = status(&["check", "a.c"]);
    assert_eq!(code, 1, "{stdout}");
    assert!(
        stdout.contains("race[RP001]: data race on `x`") && stdout.contains("verdict: race"),
        "{stdout}"
    );
    let (code, stdout) = status(&["check", "-DSAFE", "a.c"]);
    assert_eq!(code, 0, "{stdout}");
    let (code, stdout) = status(&["check", "-q", "-DSAFE", "a.c"]);
    assert_eq!(
        (code, stdout.as_str()),
        (0, "verdict: race-free (engine: once)\n")
    );
    let (code, stdout) = status(&["check", "--format", "json", "a.c"]);
    assert_eq!(code, 1, "{stdout}");
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let accesses = &report["findings"][0]["accesses"];
    let mut lines = [accesses[0]["line"].as_u64(), accesses[1]["line"].as_u64()];
    lines.sort_unstable();
    assert_eq!(lines, [Some(3), Some(8)]);
    case.write(
        "gap.c",
        "int main(void) {\n    __asm__(\"frob\");\n    return 0;\n}\n",
    );
    let (code, stdout) = status(&["check", "gap.c"]);
    assert_eq!(code, 3, "{stdout}");
    assert!(stdout.contains("gap.c:2:5"), "{stdout}");
    case.write("unknown.c", "int f(int);\nint main(void) { return f(1); }\n");
    let (code, stdout) = status(&["check", "unknown.c"]);
    assert_eq!(code, 0, "{stdout}");
    assert!(
        stdout.contains("functions which no file defines (`f`)"),
        "{stdout}"
    );
    assert_rejected(&case, &["check", "missing.c"], "no such file");
}

/// A flag that is volatile only: a race, unless that is taken as an atomic.
#[test]
fn volatile_is_atomic_on_request() {
    let case = Case::new();
    let program = |kind: &str| {
        format!(
            "#include <pthread.h>\n{kind} int flag;\n\
             static void *f(void *p) {{ flag = 1; flag++; return p; }}\n\
             int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); while (!flag); pthread_join(t, 0); \
             return flag != 2; }}\n"
        )
    };
    case.write("a.c", program("volatile"));
    case.write("b.c", program(""));
    let run = |args: &[&str]| {
        let output = case.run(args);
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    assert_eq!(run(&["check", "-q", "a.c"]).0, Some(1));
    let (code, text) = run(&["check", "--volatile-atomic", "a.c"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("verdict: race-free with volatile accesses as relaxed atomics ("),
        "{text}"
    );
    let args = ["check", "-q", "--volatile-atomic", "--witness", "w.json", "b.c"];
    assert_eq!(run(&args).0, Some(1));
    assert_eq!(run(&["replay", "w.json"]).0, Some(0));
    assert_eq!(run(&["run", "--volatile-atomic", "a.c"]).0, Some(0));
}

/// A function that a file beside the given ones defines.
#[test]
fn the_file_that_is_missing_is_named() {
    let case = Case::new();
    case.write("main.c", "int f(int);\nint main(void) { return f(1); }\n");
    case.write("g.c", "int f(int);\nint g(void) { return f(1); }\n");
    let told = || String::from_utf8_lossy(&case.run(&["check", "main.c"]).stderr).into_owned();
    assert!(!told().contains("missing"));
    case.write("f.c", "int f(int x)\n{\n  return x;\n}\n");
    assert!(told().contains("note: is a file missing? f.c defines `f`\n"));
    let whole = case.run(&["check", "main.c", "f.c"]);
    assert!(!String::from_utf8_lossy(&whole.stderr).contains("missing"));
}

/// A program of the growth curves.
fn growth(name: &str) -> String {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/growth");
    benches.join(name).display().to_string()
}

#[test]
fn the_graph_has_as_many_states_as_it_had() {
    let case = Case::new();
    for (name, threads, rounds, states) in [
        ("counter.c", 8, 1, 17),
        ("counter.c", 8, 4, 1815),
        ("cells.c", 8, 10, 1),
        ("ticket.c", 4, 1, 25),
        ("readers.c", 2, 2, 57),
        ("philosophers.c", 3, 1, 72),
    ] {
        let (n, k) = (format!("-DN={threads}"), format!("-DK={rounds}"));
        let stdout = case.prints(&[
            "check",
            "--engine",
            "graph",
            "--format",
            "json",
            &n,
            &k,
            &growth(name),
        ]);
        let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(report["stats"]["states"].as_u64(), Some(states), "{name} {n} {k}");
    }
}

#[test]
fn a_full_store_is_no_verdict() {
    let case = Case::new();
    let counter = growth("counter.c");
    let output = case.run(&[
        "check",
        "--engine",
        "graph",
        "--memory-limit",
        "1",
        "-DN=8",
        "-DK=8",
        &counter,
    ]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{stdout}");
    assert!(
        stdout.contains("verdict: unknown") && stdout.contains("the memory limit was reached"),
        "{stdout}"
    );
}

#[test]
fn a_program_that_cannot_begin_is_not_proved() {
    let case = Case::new();
    let text = "char large[5000000000];\nvoid *f(void *p) { large[1]++; return p; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); large[1]++; return 0; }\n";
    case.write("a.c", format!("#include <pthread.h>\n{text}"));
    for engine in [
        "auto", "once", "graph", "lockset", "dpor", "tasks", "symbolic", "modular",
    ] {
        let output = case.run(&["check", "--engine", engine, "a.c"]);
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(3), "{engine}: {stdout}");
        let says_why = stdout.contains("an object of 3.75 GiB or more, as `large`");
        assert!(says_why || ["symbolic", "modular"].contains(&engine), "{stdout}");
    }
}

#[test]
fn nobody_goes_on_after_a_task_that_did_not_end() {
    let case = Case::new();
    let region = |task: &str, after: &str, rest: &str| {
        format!(
            "int x, flag, *p, d, t;\n#pragma omp threadprivate(t)\nint main(void) {{\n#pragma omp parallel num_threads(2)\n\
             #pragma omp single\n{{\n#pragma omp task depend(out: d)\n{{ {task} p = &x; flag = 1; }}\n#pragma omp {after}\n\
             {rest}\n}}\nreturn 0; }}\n"
        )
    };
    let gap = "if (t == 0) t = 1;";
    let race = "if (!flag) {\n#pragma omp task\nx++;\nx++; }";
    for (task, after, rest, says) in [
        (gap, "taskwait", "*p = 1;", "not supported"),
        (gap, "taskwait depend(in: d)", "*p = 1;", "not supported"),
        (gap, "task depend(in: d)", race, "not supported"),
        ("*p = 1;", "taskwait", race, "access through a null pointer"),
    ] {
        let text = region(task, after, rest);
        case.write("a.c", &text);
        let stdout = String::from_utf8(case.run(&["check", "a.c"]).stdout).unwrap();
        assert!(stdout.contains(says), "{text}{stdout}");
        let null = stdout.matches("null pointer").count();
        assert_eq!(null, usize::from(task == "*p = 1;"), "{text}{stdout}");
        assert!(
            !stdout.contains("race[") && !stdout.contains("defect of raceproof"),
            "{text}{stdout}"
        );
    }
}

#[test]
fn a_use_after_the_destruction_is_misuse_and_no_race() {
    let case = Case::new();
    for (make, uses, destroy, says) in [
        (
            "pthread_mutex_t o = PTHREAD_MUTEX_INITIALIZER;",
            "pthread_mutex_lock(&o);",
            "pthread_mutex_destroy(&o);",
            "mutex",
        ),
        (
            "pthread_rwlock_t o = PTHREAD_RWLOCK_INITIALIZER;",
            "pthread_rwlock_rdlock(&o);",
            "pthread_rwlock_destroy(&o);",
            "read-write lock",
        ),
        (
            "pthread_spinlock_t o;",
            "pthread_spin_lock(&o);",
            "pthread_spin_destroy(&o);",
            "spin lock",
        ),
        (
            "pthread_cond_t o = PTHREAD_COND_INITIALIZER;",
            "pthread_cond_signal(&o);",
            "pthread_cond_destroy(&o);",
            "condition variable",
        ),
        ("sem_t o;", "sem_post(&o);", "sem_destroy(&o);", "semaphore"),
    ] {
        let text = format!(
            "#include <pthread.h>\n#include <semaphore.h>\n{make}\nvoid *f(void *p) {{ {uses} return p; }}\n\
             int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); {destroy} return 0; }}\n"
        );
        case.write("a.c", text);
        for engine in ["auto", "graph", "dpor", "lockset", "symbolic", "oracle"] {
            let output = case.run(&["check", "--engine", engine, "a.c"]);
            let stdout = String::from_utf8(output.stdout).unwrap();
            assert_eq!(output.status.code(), Some(3), "{engine}: {stdout}");
            let misuse = format!("misuse[RP006]: use of a destroyed {says}");
            assert!(stdout.contains(&misuse), "{engine}: {stdout}");
        }
    }
}

#[test]
fn a_witness_replays_until_the_program_changes() {
    let case = Case::new();
    case.write("a.c", RACY);
    let checked = case.run(&["check", "-DN=1", "a.c", "--witness", "w.json", "-o", "report.txt"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(checked.stdout.is_empty());
    let replayed = case.prints(&["replay", "w.json"]);
    let report = std::fs::read_to_string(case.path("report.txt")).unwrap();
    assert!(report.starts_with(&replayed), "{report}\n{replayed}");
    // Without a terminal steps are lines, and the end of the input is the end of the stepping.
    let mut stepping = std::process::Command::new(env!("CARGO_BIN_EXE_raceproof"));
    stepping
        .current_dir(case.path(""))
        .args(["replay", "w.json", "--step"]);
    let stepped = stepping.stdin(std::process::Stdio::null()).output().unwrap();
    let stepped = String::from_utf8(stepped.stdout).unwrap();
    let rest = stepped
        .strip_prefix("main: a.c:4: pthread_create(&t, 0, f, 0)  (creates thread 1) ")
        .unwrap_or_else(|| panic!("{stepped}"));
    assert_eq!(rest, replayed);
    case.write(
        "a.c",
        RACY.replace("x = 1", "x  =  1 /* a comment does no harm */"),
    );
    case.prints(&["replay", "w.json"]);
    case.write("a.c", RACY.replace("x = 1", "x = 2"));
    assert_rejected(&case, &["replay", "w.json"], "changed");
    case.write("w.json", "{}");
    assert_rejected(&case, &["replay", "w.json"], "format");
}

#[test]
fn a_witness_of_lanes_replays() {
    let case = Case::new();
    let text = "\
int a[16];
int main(void)
{
#pragma omp simd
    for (int i = 0; i < 8; i++) {
        a[i + 4] = i;
        a[i] += 1;
    }
#pragma omp simd
    for (int i = 0; i < 4; i++)
#pragma omp simd
        for (int j = 0; j < 4; j++)
            a[j] = i;
}
";
    for text in [text, &text.replace("a[i + 4]", "a[i]")] {
        case.write("a.c", text);
        let checked = case.run(&["check", "a.c", "--witness", "w.json", "-o", "report.txt"]);
        assert_eq!(checked.status.code(), Some(1));
        let replayed = case.prints(&["replay", "w.json"]);
        let report = std::fs::read_to_string(case.path("report.txt")).unwrap();
        assert!(report.starts_with(&replayed), "{report}\n{replayed}");
        assert!(
            replayed.contains("in iteration 0 of the vector loop"),
            "{replayed}"
        );
    }
}

#[test]
fn engines_may_work_beside_each_other() {
    // The graph has too many values to try, and the formula does not.
    let text = |value: &str| {
        format!(
            "\
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int x;
void *f(void *p) {{ x = 1; return p; }}
int main(void)
{{
    pthread_t t;
    int n = __VERIFIER_nondet_int();
    pthread_create(&t, 0, f, 0);
    if (n * n == {value}) x = 2;
    pthread_join(t, 0);
}}
"
        )
    };
    let case = Case::new();
    case.write("race.c", text("24681024"))
        .write("safe.c", text("24681026"));
    for jobs in ["1", "2", "3", "8"] {
        for (file, expected) in [("race.c", "race"), ("safe.c", "race-free")] {
            let output = case.run(&["check", "-q", "--jobs", jobs, file]);
            let stdout = String::from_utf8(output.stdout).unwrap();
            let verdict = format!("verdict: {expected} (engine: symbolic)");
            assert!(stdout.contains(&verdict), "{jobs} jobs: {stdout}");
        }
    }
    assert_rejected(&case, &["check", "--jobs", "0", "race.c"], "--jobs");
}

#[test]
fn a_formula_answers_where_a_search_is_cut_off() {
    let case = Case::new();
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic");
    for (name, status, verdict) in [
        ("many-bits-race.c", 1, "verdict: race (engine: symbolic)"),
        ("many-bits-safe.c", 0, "verdict: race-free (engine: symbolic)"),
    ] {
        let source = tests.join(name).display().to_string();
        let output = case.run(&["check", "--max-states", "20000", &source]);
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(status), "{stdout}");
        assert!(stdout.contains(verdict), "{stdout}");
    }
}

#[test]
fn each_engine_says_why_it_has_no_answer() {
    let case = Case::new();
    case.write(
        "destructor.c",
        "#include <pthread.h>
#include <stdlib.h>
pthread_key_t key;
int *shared;
void (*release)(void *) = free;
void *worker(void *argument) {
  pthread_setspecific(key, shared);
  return 0;
}
int main(void) {
  pthread_t thread;
  shared = malloc(sizeof *shared);
  pthread_key_create(&key, release);
  pthread_create(&thread, 0, worker, 0);
  *shared = 1;
  pthread_join(thread, 0);
  return 0;
}
",
    );
    let output = case.run(&["check", "destructor.c"]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{stdout}");
    assert!(stdout.contains("the destructor `free`"), "{stdout}");
    assert!(
        stdout.contains("not covered: modular: destructor.c:15:3"),
        "{stdout}"
    );
}

#[test]
fn reads_of_what_nobody_has_written_are_noted() {
    let case = Case::new();
    let text = "\
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int *cell = malloc(sizeof *cell);
    printf(\"%d\\n\", *cell);
    return 0;
}
";
    case.write("a.c", text);
    let stdout = case.prints(&["check", "-v", "a.c"]);
    let note = "note: a.c:6:20: read of bytes that were never written";
    assert!(
        stdout.contains(note) && stdout.contains("verdict: race-free"),
        "{stdout}"
    );
    assert!(!case.prints(&["check", "a.c"]).contains("note:"));
}

#[test]
fn there_are_no_files_to_read() {
    let case = Case::new();
    let text = "\
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    if (fopen(\"a.txt\", \"r\") || errno != ENOENT)
        return *(volatile int *)0;
    if (access(\"a.txt\", R_OK) == 0 || open(\"a.txt\", O_RDONLY) >= 0)
        return *(volatile int *)0;
    return 0;
}
";
    case.write("a.c", text);
    let stdout = case.prints(&["check", "a.c"]);
    assert!(
        stdout.contains("covered: every schedule, any files\n"),
        "{stdout}"
    );
    let stdout = case.prints(&["check", "--closed-world", "a.c"]);
    let words = "covered: every schedule, without files to read, in the closed world\n";
    assert!(
        stdout.contains(words) && stdout.contains("verdict: race-free"),
        "{stdout}"
    );
    let written = "\
#include <stdio.h>
int main(void)
{
    FILE *file = fopen(\"a.txt\", \"w\");
    return file ? fclose(file) : 1;
}
";
    case.write("b.c", written);
    assert!(!case.prints(&["check", "b.c"]).contains("files"));
    case.write(
        "c.c",
        written.replace("return file", "fopen(\"a.txt\", \"r\");\n    return file"),
    );
    let output = case.run(&["check", "--engine", "graph", "c.c"]);
    assert_eq!(output.status.code(), Some(3));
}
