//! The command line from outside: messages and exit statuses.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

struct Case {
    directory: TempDir,
}

impl Case {
    fn new() -> Case {
        Case {
            directory: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> &Case {
        std::fs::write(self.path(name), text).unwrap();
        self
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_raceproof"))
            .current_dir(self.directory.path())
            .args(args)
            .output()
            .unwrap()
    }

    /// The exit status and the standard error.
    fn fails(&self, args: &[&str]) -> (i32, String) {
        let output = self.run(args);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(output.stdout.is_empty(), "nothing is printed to standard output");
        assert!(!stderr.contains("panicked"), "{stderr}");
        (output.status.code().unwrap(), stderr)
    }

    /// The standard output of a run that succeeds.
    fn prints(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {stderr}", output.status);
        String::from_utf8(output.stdout).unwrap()
    }
}

fn assert_rejected(case: &Case, args: &[&str], message: &str) {
    let (status, stderr) = case.fails(args);
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains(message), "{message:?} is not in {stderr:?}");
}

#[test]
fn bad_usage_is_status_2() {
    let case = Case::new();
    assert_rejected(&case, &[], "Usage");
    assert_rejected(&case, &["frobnicate"], "frobnicate");
    assert_rejected(&case, &["ir"], "FILE");
    assert_rejected(&case, &["ir", "--frob", "a.c"], "--frob");
    assert_rejected(&case, &["ir", "--data-model", "ilp64", "a.c"], "ilp32");
    assert_rejected(&case, &["run", "--color", "blue", "a.c"], "never");
    assert_rejected(&case, &["check", "--deny", "race", "a.c"], "assertion");
    assert_rejected(&case, &["check", "--time-limit=-1", "a.c"], "time-limit");
    assert_rejected(&case, &["check", "--format", "xml", "a.c"], "json");
    assert_rejected(&case, &["replay"], "WITNESS");
    assert_rejected(&case, &["replay", "missing.json"], "missing.json");
}

#[test]
fn help_and_version_are_status_0() {
    let case = Case::new();
    assert!(case.prints(&["--version"]).starts_with("raceproof "));
    assert!(case.prints(&["run", "--help"]).contains("134"));
}

#[test]
fn files_that_cannot_be_read_are_status_2() {
    let case = Case::new();
    case.write("binary.c", b"int main(void) { return 0; }\0\x01\x02");
    case.write("binary.ir", b"\xff\xfe\x00");
    case.write("program.txt", "int main(void) { return 0; }");
    case.write("a.c", "int x;").write("b.ir", "global @x: i32\n");
    for extension in ["c", "i", "ir"] {
        let missing = format!("missing.{extension}");
        let directory = format!("directory.{extension}");
        std::fs::create_dir(case.path(&directory)).unwrap();
        assert_rejected(&case, &["ir", &missing], "no such file");
        assert_rejected(&case, &["run", &directory], "is a directory");
    }
    assert_rejected(&case, &["ir", "binary.c"], "binary");
    assert_rejected(&case, &["ir", "binary.ir"], "UTF-8");
    assert_rejected(&case, &["ir", "program.txt"], ".ir");
    assert_rejected(&case, &["ir", "a.c", "b.ir"], "alone");
}

#[test]
fn errors_have_a_position_and_a_snippet() {
    let case = Case::new();
    case.write("a.c", "int main(void)\n{\n    return x + ;\n}\n");
    assert_rejected(&case, &["ir", "a.c"], "a.c:3:16");
    assert_rejected(&case, &["ir", "a.c"], "3 |     return x + ;");
    case.write("b.ir", "func @main() -> i32 {\n  %x = frob 1\n}\n");
    assert_rejected(&case, &["ir", "b.ir"], "b.ir:2:");
    assert_rejected(&case, &["ir", "--color", "always", "a.c"], "\x1b[");
}

#[test]
fn the_text_of_a_program_reads_back() {
    let case = Case::new();
    case.write("a.c", "int g = 3;\nint main(void) { return g - 3; }\n");
    let text = case.prints(&["ir", "a.c"]);
    case.prints(&["ir", "a.c", "-o", "a.ir"]);
    assert_eq!(std::fs::read_to_string(case.path("a.ir")).unwrap(), text);
    assert_eq!(case.prints(&["ir", "a.ir"]), text);
    case.prints(&["run", "a.ir"]);
    let (status, stderr) = case.fails(&["ir", "a.c", "-o", "no/such/directory/a.ir"]);
    assert_eq!((status, stderr.contains("no/such")), (2, true), "{stderr}");
}

#[test]
fn compiler_options_reach_the_compiler() {
    let case = Case::new();
    std::fs::create_dir(case.path("inc")).unwrap();
    case.write("inc/h.h", "#define H 4\n");
    case.write("forced.h", "#define FORCED 8\n");
    case.write(
        "a.c",
        "#include \"h.h\"\nint main(void) { return A + H + FORCED + (__STDC_VERSION__ == 199901L); }\n",
    );
    let run = |args: &[&str]| {
        let output = case.run(args);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code().unwrap(), stderr)
    };
    let (status, stderr) = run(&[
        "run", "-Iinc", "-DA=16", "-std=c99", "-include", "forced.h", "a.c",
    ]);
    assert_eq!(status, 29, "{stderr}");
    let (status, stderr) = run(&[
        "run", "-I", "inc", "-UA", "-D", "A", "-include", "forced.h", "a.c",
    ]);
    assert_eq!(status, 13, "{stderr}");
    let (status, stderr) = run(&["run", "-I", "inc", "-DA", "-UA", "-include", "forced.h", "a.c"]);
    assert_eq!(status, 2, "{stderr}");
    assert!(stderr.contains('A'), "{stderr}");
    assert_rejected(&case, &["ir", "-std=c42", "a.c"], "c42");
    assert_rejected(&case, &["ir", "a.c"], "-I");
}

#[test]
fn a_compilation_database_gives_each_file_its_options() {
    let case = Case::new();
    std::fs::create_dir(case.path("build")).unwrap();
    std::fs::create_dir(case.path("inc")).unwrap();
    case.write("inc/value.h", "#define VALUE 3\n");
    case.write("a.c", "int b(void);\nint main(void) { return A + b(); }\n");
    case.write("b.c", "#include \"value.h\"\nint b(void) { return B * VALUE; }\n");
    case.write("c.c", "int c;\n");
    let root = case.directory.path().display().to_string();
    let database = format!(
        r#"[{{"directory": "{root}/build", "file": "../a.c", "command": "cc -DA='(1 + 1)' -c ../a.c"}},
            {{"directory": "{root}/build", "file": "{root}/b.c",
              "arguments": ["cc", "-DB=5", "-I", "../inc", "-c", "b.c"]}}]"#
    );
    case.write("build/compile_commands.json", database);
    assert_eq!(
        case.run(&["run", "-p", "build", "a.c", "./b.c"]).status.code(),
        Some(17)
    );
    assert_eq!(
        case.run(&["run", "-p", "build", "-DB=1", "a.c", "b.c"])
            .status
            .code(),
        Some(5)
    );
    assert_rejected(&case, &["run", "-p", "build", "a.c", "c.c"], "c.c: not in");
    assert_rejected(&case, &["run", "-p", "inc", "a.c"], "compile_commands.json");
    case.write("inc/compile_commands.json", "[{]");
    assert_rejected(&case, &["run", "-p", "inc", "a.c"], "line 1");
}

#[test]
fn data_models_differ() {
    let case = Case::new();
    case.write(
        "a.i",
        "int main(void) { return sizeof(long) * 10 + sizeof(void *); }\n",
    );
    assert_eq!(case.run(&["run", "a.i"]).status.code(), Some(88));
    assert_eq!(
        case.run(&["run", "--data-model", "ilp32", "a.i"]).status.code(),
        Some(44)
    );
    assert_eq!(
        case.run(&["run", "--data-model=lp64", "a.i"]).status.code(),
        Some(88)
    );
}

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

const RACY: &str = "#include <pthread.h>\nint x;\nvoid *f(void *p) { x = 1; return p; }\n\
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);\n#ifdef SAFE\npthread_join(t, 0);\n#endif\nreturn x; }\n";

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
        stdout.contains("race: data race on `x`") && stdout.contains("verdict: race"),
        "{stdout}"
    );
    let (code, stdout) = status(&["check", "-DSAFE", "a.c"]);
    assert_eq!(code, 0, "{stdout}");
    let (code, stdout) = status(&["check", "-q", "-DSAFE", "a.c"]);
    assert_eq!(
        (code, stdout.as_str()),
        (0, "verdict: race-free (engine: graph)\n")
    );
    let (code, stdout) = status(&["check", "--format", "json", "a.c"]);
    assert_eq!(code, 1, "{stdout}");
    let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let accesses = &report["findings"][0]["accesses"];
    let mut lines = [accesses[0]["line"].as_u64(), accesses[1]["line"].as_u64()];
    lines.sort_unstable();
    assert_eq!(lines, [Some(3), Some(8)]);
    case.write("gap.c", "int f(int);\nint main(void) { return f(1); }\n");
    let (code, stdout) = status(&["check", "gap.c"]);
    assert_eq!(code, 3, "{stdout}");
    assert!(stdout.contains("gap.c:2:25") && stdout.contains('f'), "{stdout}");
    assert_rejected(&case, &["check", "missing.c"], "no such file");
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
fn a_defect_counts_if_it_is_denied() {
    let case = Case::new();
    case.write(
        "a.c",
        "#include <assert.h>\nint main(void) { assert(!\"never\"); return 0; }\n",
    );
    let output = case.run(&["check", "a.c"]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stdout}");
    assert!(stdout.contains("assertion: "), "{stdout}");
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
fn a_witness_replays_until_the_program_changes() {
    let case = Case::new();
    case.write("a.c", RACY);
    let checked = case.run(&["check", "-DN=1", "a.c", "--witness", "w.json", "-o", "report.txt"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(checked.stdout.is_empty());
    let replayed = case.prints(&["replay", "w.json"]);
    let report = std::fs::read_to_string(case.path("report.txt")).unwrap();
    assert!(report.starts_with(&replayed), "{report}\n{replayed}");
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
fn teams_have_the_sizes_that_are_asked_for() {
    let case = Case::new();
    let program = "#include <omp.h>\nint x, n;\nint main(void) {\n#pragma omp parallel\n{\n\
        if (omp_get_thread_num() == 2) x = 1;\nif (omp_get_thread_num() == 0) x = 2;\n\
        if (omp_get_thread_num() == 0) n = omp_get_num_threads();\n}\nreturn n; }\n";
    case.write("a.c", program);
    assert_eq!(case.run(&["run", "--threads", "7", "a.c"]).status.code(), Some(7));
    let check = |threads: &str| {
        let output = case.run(&["check", "--threads", threads, "a.c", "--witness", "w.json"]);
        (
            output.status.code().unwrap(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let (status, stdout) = check("2");
    assert_eq!(status, 0, "{stdout}");
    assert!(stdout.contains("teams of 2\n"), "{stdout}");
    let (status, stdout) = check("2..4");
    assert_eq!(status, 1, "{stdout}");
    assert!(stdout.contains("teams of 2..3\n"), "{stdout}");
    case.prints(&["replay", "w.json"]);
    assert_rejected(&case, &["check", "--threads", "4..2", "a.c"], "empty");
}

const WITH_INPUTS: &str = "\
#include <stdlib.h>
#define N 4
static int limit = 10;
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1;
    int a[N + 1];
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        a[n > limit ? 0 : i] = i;
    return a[0];
}
";

#[test]
fn every_value_of_an_input_is_checked() {
    let case = Case::new();
    case.write("a.c", WITH_INPUTS);
    let safe = case.prints(&["check", "--input", "N=1..3", "--input", "limit=1..4", "a.c"]);
    assert!(safe.contains("N = 1..3, limit = 1..4"), "{safe}");
    for (inputs, expected) in [
        (&["--input", "limit=-1..3"][..], "\"limit\": -1"),
        (&["--input", "argv[1]=8..20"], "\"argv[1]\": 11"),
        (&["--input", "N=1..3", "--input", "argv[1]=11"], "\"N\": 2"),
        (
            &["--input", "argv[1]=x", "--input", "limit=-1"],
            "\"argv[1]\": \"x\"",
        ),
    ] {
        let mut args = vec!["check", "--format", "json", "--witness", "w.json", "a.c"];
        args.extend(inputs);
        let output = case.run(&args);
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{inputs:?}: {stdout}");
        assert!(stdout.contains(expected), "{expected} is not in {stdout}");
        assert!(case.prints(&["replay", "w.json"]).contains("a[0]"), "{inputs:?}");
    }
}

const NEIGHBOURS: &str = "\
int main(void)
{
    int a[9] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
        a[i] = a[i + 1];
    return a[0];
}
";

#[test]
fn a_race_of_a_loop_names_the_iterations() {
    let case = Case::new();
    case.write("a.c", NEIGHBOURS);
    let output = case.run(&["check", "a.c"]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    for expected in [
        "in iteration 0 of the loop at a.c:4",
        "in iteration 1 of the loop at a.c:4",
    ] {
        assert!(stdout.contains(expected), "{expected} is not in {stdout}");
    }
    assert!(!stdout.contains("<raceproof>"), "{stdout}");
    let output = case.run(&["check", "--format", "sarif", "a.c"]);
    let log: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(result["ruleId"], "race");
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["startLine"], 6);
    let output = case.run(&["check", "--format", "html", "a.c"]);
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(
        page.contains("<h1 class=\"race\">Race") && page.ends_with("</html>\n"),
        "{page}"
    );
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
fn mappings_are_told_loop_by_loop() {
    let case = Case::new();
    let text = "\
int main(void)
{
    int a[8], x = 0;
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < 8; i++)
            a[i] = i;
#pragma omp for schedule(static)
        for (int i = 0; i < 8; i++)
            a[i] += 1;
#pragma omp single
        x = 1;
    }
    return x + a[0];
}
";
    case.write("a.c", text);
    let stdout = case.prints(&["check", "-v", "a.c"]);
    for expected in [
        "mapping: a.c:6: loop: all, because every one has an identity of its own",
        "mapping: a.c:9: loop: fixed by the program",
        "mapping: a.c:12: single block: all,",
    ] {
        assert!(stdout.contains(expected), "{expected} is not in {stdout}");
    }
    assert!(!case.prints(&["check", "a.c"]).contains("mapping:"));
}

#[test]
fn inputs_that_mean_nothing_are_refused() {
    let case = Case::new();
    case.write("a.c", WITH_INPUTS);
    let refused = |input: &str, message: &str| {
        assert_rejected(&case, &["check", "--input", input, "a.c"], message);
    };
    refused("M=1", "no macro or object of this name");
    refused("limit", "NAME=VALUE");
    refused("limit=4..2", "the range is empty");
    refused("limit=99999999999", "cannot hold 99999999999");
    refused("limit=x", "not an integer");
    refused("argv[2]=1", "there is no argv[1]");
    refused("N=1..99999999", "more than");
    refused("N=)", "a.c:");
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

/// All lines but those that tell the cost.
fn without_cost(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("cost: "));
    lines.collect::<Vec<_>>().join("\n")
}

/// With `RACEPROOF_BLESS` set, the README is changed to show what is printed.
#[test]
fn the_readme_shows_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    for example in ["examples/counter.c", "examples/counter_locked.c"] {
        let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
            .current_dir(&root)
            .args(["check", example])
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let (before, rest) = readme
            .split_once(&format!("$ raceproof check {example}\n"))
            .unwrap();
        let (shown, after) = rest.split_once("```\n").unwrap();
        if without_cost(shown) == without_cost(&printed) {
            continue;
        }
        assert!(
            std::env::var_os("RACEPROOF_BLESS").is_some(),
            "the README shows\n{shown}and this is printed:\n{printed}"
        );
        readme = format!("{before}$ raceproof check {example}\n{printed}```\n{after}");
        std::fs::write(root.join("README.md"), &readme).unwrap();
    }
}

#[test]
fn the_examples_run() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let case = Case::new();
    let example = |name: &str| examples.join(name).display().to_string();
    assert_eq!(
        case.prints(&["run", &example("words.c"), "--", "you"]),
        "hello, you\n0 lines, 0 words, 0 characters\n"
    );
    assert_eq!(case.run(&["run", &example("overrun.c")]).status.code(), Some(134));
    assert_eq!(case.run(&["check", &example("counter.c")]).status.code(), Some(1));
    assert_eq!(
        case.run(&["check", &example("counter_locked.c")]).status.code(),
        Some(0)
    );
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
        stdout.contains("not covered: modular: destructor.c:13:3"),
        "{stdout}"
    );
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
    let printed = case.prints(&["run", "--schedule", "w.json", "a.c"]);
    assert_eq!(printed, "first\nn = 7\n");
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

#[test]
fn inputs_are_the_objects_that_they_name() {
    // Objects are lowered in the order of their use, and one that nothing uses not at all.
    let case = Case::new();
    case.write(
        "a.c",
        "\
#include <pthread.h>
int unused, x, other, k;
void *f(void *p) { if (k == 2) x = 1; return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = other;
    pthread_join(t, 0);
}
",
    );
    for (input, expected) in [
        ("k=2", "verdict: race "),
        ("k=0..4", "verdict: race "),
        ("k=0..1", "verdict: race-free "),
        ("other=2", "verdict: race-free "),
        ("unused=2", "verdict: race-free "),
    ] {
        let output = case.run(&["check", "-q", "--input", input, "a.c"]);
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(stdout.contains(expected), "{input}: {stdout}");
    }
    assert_rejected(
        &case,
        &["check", "--input", "k=1", "--input", "k=2", "a.c"],
        "`k`",
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
        for (line, taken) in [("11 |", ":10 "), ("17 |", ":16 ")] {
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
                took.is_some() && waits.ends_with(&format!("^ {thread} waits here")),
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
    assert_eq!(case.run(&["check", "a.c"]).status.code(), Some(0));
    for engine in ["auto", "graph", "dpor", "lockset", "oracle"] {
        let args = [
            "check",
            "--engine",
            engine,
            "--spurious-wakeups",
            "--witness",
            "w.json",
            "a.c",
        ];
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
