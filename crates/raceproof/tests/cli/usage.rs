//! What is refused, and how options reach the compiler.

use super::{Case, assert_rejected};

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
    assert_rejected(&case, &["check", "--time-limit", "10x", "a.c"], "ms, s, m or h");
    assert_rejected(
        &case,
        &["check", "--memory-limit", "0", "a.c"],
        "more than nothing",
    );
    assert_rejected(&case, &["check", "--format", "xml", "a.c"], "json");
    for (word, engine) in [("exact", "tasks"), ("classic", "dpor"), ("stateless", "lockset")] {
        let remedy = format!("--engine {engine}");
        assert_rejected(&case, &["check", "--algorithm", word, "a.c"], &remedy);
    }
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
fn a_file_alone_is_checked() {
    let case = Case::new();
    case.write("a.c", "int main(void) { return 0; }\n");
    let long = case.prints(&["check", "--closed-world", "-q", "a.c"]);
    assert_eq!(case.prints(&["a.c", "--closed-world", "-q"]), long);
    let limited = [
        "a.c",
        "--closed-world",
        "-q",
        "--time-limit",
        "1m",
        "--memory-limit",
        "1G",
    ];
    assert_eq!(case.prints(&limited), long);
    assert_rejected(&case, &["missing.c"], "missing.c");
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
    // A file that the build does not know has the options of the command line.
    case.write("d.c", "int b(void) { return D; }\n");
    let with_other = case.run(&["run", "-p", "build", "-DD=4", "a.c", "d.c"]);
    assert_eq!(with_other.status.code(), Some(6));
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
fn numbers_can_be_set_for_an_experiment() {
    let case = Case::new();
    let listed = case.prints(&["check", "-Z", "help"]);
    assert!(
        listed.contains("\nportfolio.first_states = 16384: The states of a search"),
        "{listed}"
    );
    assert!(listed.contains("\nexplore.dpor_events = "), "{listed}");
    case.write("a.c", "int main(void) { return 0; }");
    for wrong in [
        "portfolio.none=1",
        "portfolio.first_states=many",
        "portfolio.first_states",
    ] {
        assert_rejected(&case, &["check", "-Z", wrong, "a.c"], "-Z: ");
    }
    let text = "\
#include <pthread.h>
_Bool __VERIFIER_nondet_bool(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
int main(void)
{
    pthread_t t;
    while (__VERIFIER_nondet_bool()) pthread_create(&t, 0, f, 0);
    return 0;
}
";
    case.write("crowd.c", text);
    let args = [
        "check",
        "-v",
        "-Z",
        "portfolio.second_opinion_states=4",
        "crowd.c",
    ];
    let stdout = case.prints(&args);
    let cut = "not conclusive: graph: its part of the states was used up (--engine graph gives it all)";
    assert!(stdout.contains(cut), "{stdout}");
    assert!(
        stdout.contains("cut off: graph by -Z portfolio.second_opinion_states"),
        "{stdout}"
    );
}
