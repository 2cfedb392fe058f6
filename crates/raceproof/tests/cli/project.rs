//! Projects: databases of builds, `cc`, and flags of compilers.

use std::process::Command;

use super::{Case, RACY, assert_rejected};
use serde_json::{Value, json};

/// A project of two programs and a library, one of whose files nobody needs.
fn project() -> Case {
    let case = Case::new();
    case.write("lib/stack.h", "void push(int); int top(void);\n");
    case.write(
        "lib/stack.c",
        "#include \"stack.h\"\n#include \"guard.h\"\nstatic int value;\n\
         void push(int v) { enter(); value = v; leave(); }\nint top(void) { enter(); int v = value; leave(); return v; }\n",
    );
    case.write("lib/guard.h", "void enter(void); void leave(void);\n");
    case.write(
        "lib/guard.c",
        "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
         void enter(void) { pthread_mutex_lock(&m); }\nvoid leave(void) { pthread_mutex_unlock(&m); }\n",
    );
    case.write("lib/unused.c", "this is no C\n");
    case.write(
        "app/safe.c",
        "#include <pthread.h>\n#include \"stack.h\"\nstatic void *f(void *p) { push(1); return p; }\n\
         int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); push(2); pthread_join(t, 0); return top() != 0; }\n",
    );
    case.write("app/racy.c", RACY);
    case
}

const MAKEFILE: &str = "\
CC = cc
all: safe racy
libs:
\tmkdir -p libs
libs/libstack.a: lib/stack.o lib/guard.o | libs
\tar rcs $@ $^
safe: app/safe.o libs/libstack.a
\t$(CC) -o $@ app/safe.o -Llibs -lstack -pthread
racy: app/racy.o
\t$(CC) -o $@ $^ -pthread
%.o: %.c
\t$(CC) -O2 -Wall -Ilib -c -o $@ $<
";

fn entry(case: &Case, file: &str, flags: &str) -> String {
    let root = case.directory.path().display();
    format!(r#"{{"directory": "{root}", "file": "{file}", "command": "cc {flags} -c {file} -o {file}.o"}}"#)
}

fn database(case: &Case, files: &[&str]) {
    let entries: Vec<String> = files.iter().map(|file| entry(case, file, "-Ilib -O2")).collect();
    case.write("build/compile_commands.json", format!("[{}]", entries.join(",")));
}

/// A file of the project that is not among those that were given.
#[test]
fn the_file_of_the_project_that_is_missing_is_named() {
    let case = project();
    database(&case, &["app/safe.c", "lib/stack.c", "lib/guard.c"]);
    let told = |args: &[&str]| String::from_utf8_lossy(&case.run(args).stderr).into_owned();
    let text = told(&["check", "-q", "-p", "build", "app/safe.c"]);
    let hint = "lib/stack.c (compile_commands.json) defines `push`, `top`";
    assert!(text.contains(hint), "{text}");
    assert!(!told(&["check", "-q", "-p", "build"]).contains("missing"));
}

fn stdout(case: &Case, args: &[&str]) -> (Option<i32>, String) {
    let output = case.run(args);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!stderr.contains("panicked"), "{stderr}");
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap() + &stderr,
    )
}

#[test]
fn every_main_is_a_program() {
    let case = project();
    database(&case, &["app/safe.c", "app/racy.c", "lib/stack.c", "lib/guard.c"]);
    let (status, text) = stdout(&case, &["check", "-p", "build"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("2 programs: 1 race, 1 race-free"), "{text}");
    assert!(text.contains("data race on `x`"), "{text}");
    let (status, text) = stdout(&case, &["check", "-p", "build", "--program", "safe"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(!text.contains("programs:"), "{text}");
    let args = ["check", "-p", "build", "--program", "racy", "--witness", "w.json"];
    assert_eq!(stdout(&case, &args).0, Some(1));
    assert!(case.prints(&["replay", "w.json"]).contains("`x`"));
    assert_rejected(
        &case,
        &["check", "-p", "build", "--program", "other"],
        "the project has safe, racy",
    );
    assert_rejected(&case, &["ir", "-p", "build"], "has 2 programs: safe, racy");
    let json = stdout(&case, &["check", "-p", "build", "--format", "json"]).1;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["verdict"], "race");
    assert_eq!(json["programs"][0]["program"], "safe");
    assert_eq!(json["programs"][0]["result"]["verdict"], "race-free");
    assert_eq!(json["programs"][1]["result"]["findings"][0]["object"], "x");
    let sarif = stdout(&case, &["check", "-p", "build", "--format", "sarif"]).1;
    let sarif: serde_json::Value = serde_json::from_str(&sarif).unwrap();
    assert_eq!(sarif["runs"].as_array().map(Vec::len), Some(2));
}

/// One that cannot be read is told, and does not keep the others from being checked.
#[test]
fn a_bad_file_concerns_its_program_only() {
    let case = project();
    case.write("app/broken.c", "int main(void) { return 0 }\n");
    database(
        &case,
        &[
            "app/safe.c",
            "app/broken.c",
            "lib/stack.c",
            "lib/guard.c",
            "lib/unused.c",
        ],
    );
    let (status, text) = stdout(&case, &["check", "-p", "build"]);
    assert_eq!(status, Some(2), "{text}");
    assert!(text.contains("app/broken.c:1:"), "{text}");
    assert!(
        text.contains("2 programs: 1 race-free, 1 not understood"),
        "{text}"
    );
    case.write("lib/guard.c", "#include \"missing.h\"\n");
    let (_, text) = stdout(&case, &["check", "-p", "build"]);
    assert!(
        text.contains("warning: lib/guard.c is left out: missing.h"),
        "{text}"
    );
}

#[test]
fn the_nearest_definition_is_taken() {
    let case = Case::new();
    let main = "int f(void);\nint main(void) { return f(); }\n";
    case.write("a/main.c", main).write("b/main.c", main);
    case.write("a/f.c", "int f(void) { return 1; }\n");
    case.write("b/f.c", "int f(void) { return 2; }\n");
    database(&case, &["a/f.c", "b/f.c", "a/main.c", "b/main.c"]);
    for (program, expected) in [("a/main", 1), ("b/main", 2)] {
        let (status, text) = stdout(&case, &["run", "-v", "-p", "build", "--program", program]);
        assert_eq!(status, Some(expected), "{text}");
        assert!(text.contains("`f` is taken from"), "{text}");
    }
}

#[test]
fn files_beside_a_project_are_added() {
    let case = project();
    database(&case, &["app/racy.c", "lib/stack.c", "lib/guard.c"]);
    case.write(
        "own.c",
        "#include \"stack.h\"\nint main(void) { push(VALUE); return top(); }\n",
    );
    let args = ["run", "-p", "build", "-Ilib", "-DVALUE=7", "own.c"];
    assert_eq!(stdout(&case, &args).0, Some(7));
    // Files that the project knows are the whole program.
    assert_rejected(&case, &["check", "-p", "build", "lib/stack.c"], "no `main`");
}

/// `make CC="raceproof cc"` needs nothing else.
#[test]
fn cc_remembers_what_make_does() {
    let case = project();
    case.write("Makefile", MAKEFILE);
    let compiler = format!("CC={} cc", env!("CARGO_BIN_EXE_raceproof"));
    let make = |args: &[&str]| {
        let output = Command::new("make")
            .current_dir(case.directory.path())
            .arg(&compiler)
            .args(args)
            .env_remove("MAKEFLAGS")
            .env_remove("RACEPROOF_DATABASE")
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    make(&["-j4"]);
    let read = |name: &str| -> Vec<serde_json::Value> {
        serde_json::from_slice(&std::fs::read(case.path(name)).unwrap()).unwrap()
    };
    let files = |entries: &[serde_json::Value]| {
        let mut files: Vec<String> = entries
            .iter()
            .map(|entry| entry["file"].as_str().unwrap().to_owned())
            .collect();
        files.sort();
        files
    };
    let expected = ["app/racy.c", "app/safe.c", "lib/guard.c", "lib/stack.c"];
    assert_eq!(files(&read("compile_commands.json")), expected);
    assert_eq!(read("link_commands.json").len(), 2);
    // An entry takes the place of its older self, and one whose file is gone goes.
    case.write("lib/stack.c", std::fs::read(case.path("lib/stack.c")).unwrap());
    std::fs::remove_file(case.path("app/racy.c")).unwrap();
    make(&["-B", "lib/stack.o"]);
    assert_eq!(
        files(&read("compile_commands.json")),
        ["app/safe.c", "lib/guard.c", "lib/stack.c"]
    );
    case.write("app/racy.c", RACY);
    make(&["-B", "racy"]);
    let (status, text) = stdout(&case, &["check", "-p", "."]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("2 programs: 1 race, 1 race-free"), "{text}");
}

#[test]
fn cc_is_the_compiler() {
    let case = Case::new();
    case.write("a.c", "int main(void) { return 3; }\n")
        .write("bad.c", "int main(void) {\n");
    let cc = |args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_raceproof"))
            .current_dir(case.directory.path())
            .env("RACEPROOF_DATABASE", case.path("db"))
            .arg("cc")
            .args(args)
            .output()
            .unwrap()
    };
    assert!(cc(&["-o", "a", "a.c"]).status.success());
    assert_eq!(Command::new(case.path("a")).status().unwrap().code(), Some(3));
    let bad = cc(&["-c", "bad.c"]);
    let real = Command::new("cc")
        .current_dir(case.directory.path())
        .args(["-c", "bad.c"])
        .output()
        .unwrap();
    assert_eq!(
        (bad.status.code(), &bad.stderr),
        (real.status.code(), &real.stderr)
    );
    assert_eq!(
        cc(&["-dumpmachine"]).stdout,
        Command::new("cc").arg("-dumpmachine").output().unwrap().stdout
    );
    assert!(cc(&["-E", "a.c"]).status.success());
    let entries = std::fs::read_to_string(case.path("db/compile_commands.json")).unwrap();
    assert_eq!(entries.matches("\"file\"").count(), 1, "{entries}");
    assert_eq!(case.run(&["run", "-p", "db"]).status.code(), Some(3));
    let help = Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .arg("cc")
        .output()
        .unwrap();
    assert!(String::from_utf8(help.stdout).unwrap().contains("make CC="));
}

#[test]
fn flags_of_compilers_are_taken_or_ignored() {
    let case = Case::new();
    case.write("sys/value.h", "#define VALUE 5\n");
    case.write(
        "a.c",
        "#include <value.h>\nint main(void) { return VALUE + sizeof(long) + FOO; }\n",
    );
    let flags = "-O2 -g -Wall -Wextra -pedantic -c -pthread -fopenmp -lm -L. -isystem sys -iquote . -m32 -MD -MF x.d \
                 -march=native -pipe -DFOO=1 -std=gnu11 -fno-strict-aliasing";
    let mut args: Vec<&str> = vec!["run"];
    args.extend(flags.split_whitespace());
    args.push("a.c");
    assert_eq!(case.run(&args).status.code(), Some(10));
    assert_rejected(
        &case,
        &["run", "-funsigned-char", "-Isys", "-DFOO", "a.c"],
        "`char` is signed",
    );
    // `-o` is where the result goes.
    let output = case.run(&["ir", "-isystem", "sys", "-DFOO", "-o", "a.ir", "a.c"]);
    assert!(output.status.success() && case.path("a.ir").exists());
    assert_rejected(&case, &["run", "--no-such-option", "a.c"], "--no-such-option");
}

#[test]
fn each_file_is_a_program_whatever_the_others_are() {
    let case = Case::new();
    case.write("b.c", RACY)
        .write("a.c", "int main(void) { return 0; }\n");
    case.write("c.c", "int main(void) { return nothing; }\n");
    let verdicts = |jobs: &str| {
        let args = [
            "check",
            "--each",
            "--jobs",
            jobs,
            "--time-limit",
            "60",
            "--format",
            "json",
        ];
        let output = case.run(&[&args[..], &["b.c", "c.c", "a.c"]].concat());
        assert_eq!(
            output.status.code(),
            Some(1),
            "a race counts more than what is not understood"
        );
        let all: Value = serde_json::from_slice(&output.stdout).unwrap();
        let of = |one: &Value| (one["program"].clone(), one["result"]["verdict"].clone());
        all["programs"]
            .as_array()
            .unwrap()
            .iter()
            .map(of)
            .collect::<Vec<_>>()
    };
    let expected = [
        ("b.c", json!("race")),
        ("c.c", Value::Null),
        ("a.c", json!("race-free")),
    ];
    let expected = expected.map(|(name, verdict)| (json!(name), verdict));
    assert_eq!(verdicts("1"), expected);
    assert_eq!(verdicts("3"), expected);
    let table = case.run(&["check", "--each", "-q", "b.c", "a.c"]);
    let table = String::from_utf8(table.stdout).unwrap();
    assert!(table.ends_with("2 programs: 1 race, 1 race-free\n"), "{table}");
    assert_rejected(&case, &["check", "--each"], "FILE");
}
