//! Findings that the user knows of, the configuration of a project, and the forms for servers.

use super::{Case, RACY, assert_rejected};
use serde_json::Value;

/// Two races, on `x` and on `y`.
const TWO: &str = "#include <pthread.h>\nint x, y;\nvoid *f(void *p) {\n    x = 1;\n    y = 2;\n    return p;\n}\n\
    int main(void) {\n    pthread_t t;\n    pthread_create(&t, 0, f, 0);\n    int v = x;\n    return v + y;\n}\n";

fn status(case: &Case, args: &[&str]) -> (Option<i32>, String) {
    let output = case.run(args);
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_verdict_counts_what_is_not_shown() {
    let case = Case::new();
    case.write("a.c", TWO);
    let (_, text) = status(&case, &["check", "a.c"]);
    assert!(text.contains("verdict: race (1 of 2 shown) (engine"), "{text}");
    assert!(text.contains("race[RP001]: data race on `x`"), "{text}");
    assert!(!text.contains("cost: "), "{text}");
    let (_, text) = status(&case, &["check", "-v", "--all", "a.c"]);
    assert!(text.contains("verdict: race (2 shown)"), "{text}");
    assert!(text.contains("cost: "), "{text}");
}

#[test]
fn comments_suppress_and_are_counted() {
    let case = Case::new();
    case.write(
        "a.c",
        TWO.replace("x = 1;", "x = 1; // raceproof: ignore(a counter)"),
    );
    let (code, text) = status(&case, &["check", "a.c"]);
    assert_eq!(code, Some(1), "the other race counts");
    assert!(text.contains("suppressed: a counter"), "{text}");
    assert!(text.contains("(2 shown, 1 suppressed)"), "{text}");
    let both = "// raceproof: ignore(one)\n    x = 1;\n    y = 2; /* raceproof: ignore(two) */";
    case.write("a.c", TWO.replace("x = 1;\n    y = 2;", both));
    let (code, text) = status(&case, &["check", "--format", "sarif", "a.c"]);
    assert_eq!(code, Some(0));
    let log: Value = serde_json::from_str(&text).unwrap();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        assert_eq!(result["suppressions"][0]["kind"], "inSource");
    }
    // Beside code a comment speaks of its own line only.
    case.write(
        "a.c",
        TWO.replace(
            "void *f(void *p) {",
            "void *f(void *p) { // raceproof: ignore(no)",
        ),
    );
    assert_eq!(status(&case, &["check", "a.c"]).0, Some(1));
}

#[test]
fn only_findings_that_are_not_in_the_baseline_fail() {
    let case = Case::new();
    case.write("a.c", TWO.replace("y = 2;", ""));
    let (code, _) = status(&case, &["check", "--format", "json", "-o", "old.json", "a.c"]);
    assert_eq!(code, Some(1));
    let moved = format!("/* longer */\n\n{}", TWO.replace("y = 2;", ""));
    case.write("a.c", moved);
    let (code, text) = status(&case, &["check", "--baseline", "old.json", "a.c"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("suppressed: in the baseline"), "{text}");
    case.write("a.c", TWO);
    assert_eq!(
        status(&case, &["check", "--baseline", "old.json", "a.c"]).0,
        Some(1)
    );
    case.write("bad.json", "{}");
    assert_rejected(
        &case,
        &["check", "--baseline", "bad.json", "a.c"],
        "bad.json is no result",
    );
}

#[test]
fn files_of_suppressions_are_read() {
    let case = Case::new();
    case.write("a.c", TWO)
        .write("known", "# these\nrace:f\n")
        .write("bad", "\nrace\n");
    assert_eq!(
        status(&case, &["check", "--suppressions", "known", "a.c"]).0,
        Some(0)
    );
    assert_rejected(
        &case,
        &["check", "--suppressions", "bad", "a.c"],
        "bad:2:1: write KIND:PATTERN",
    );
}

#[test]
fn a_configuration_has_programs_settings_and_suppressions() {
    let case = Case::new();
    case.write("a.c", RACY).write("b.c", RACY);
    let programs = "[[program]]\nname = \"racy\"\nfiles = [\"a.c\"]\n\
        [[program]]\nname = \"safe\"\nfiles = [\"b.c\"]\nflags = [\"-DSAFE\"]\n";
    case.write("raceproof.toml", format!("no-failures = true\n{programs}"));
    let (code, text) = status(&case, &["check", "-q"]);
    assert_eq!(code, Some(1));
    assert!(text.contains("2 programs: 1 race, 1 race-free"), "{text}");
    let ignore = "[[ignore]]\nobject = \"x\"\nfunction = \"f\"\nreason = \"known\"\n";
    case.write(
        "raceproof.toml",
        format!("no-failures = true\n{programs}{ignore}"),
    );
    assert_eq!(status(&case, &["check", "-q"]).0, Some(0));
    // Files that are named are checked with the settings of all.
    let (code, text) = status(&case, &["check", "a.c"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("suppressed: known"), "{text}");
    case.write("raceproof.toml", "\nthread = 2\n");
    assert_rejected(
        &case,
        &["check", "a.c"],
        "raceproof.toml:2:1: unknown key `thread`",
    );
    case.write("raceproof.toml", "threads = \"many\"\n");
    assert_rejected(
        &case,
        &["check", "a.c"],
        "raceproof.toml: error: invalid value 'many'",
    );
    assert_rejected(
        &case,
        &["check", "--config", "no.toml", "a.c"],
        "no.toml: No such file",
    );
}

#[test]
fn one_run_writes_several_forms() {
    let case = Case::new();
    case.write("a.c", RACY);
    let args = [
        "check", "a.c", "--format", "github", "--format", "junit", "-o", "j.xml", "--format", "gitlab",
    ];
    let (code, text) = status(&case, &[&args[..], &["-o", "g.json"]].concat());
    assert_eq!(code, Some(1));
    assert!(text.starts_with("::error file=a.c,line="), "{text}");
    let xml = std::fs::read_to_string(case.path("j.xml")).unwrap();
    assert!(
        xml.contains("failures=\"1\"") && xml.contains("<failure type=\"RP001\""),
        "{xml}"
    );
    let issues: Value = serde_json::from_str(&std::fs::read_to_string(case.path("g.json")).unwrap()).unwrap();
    assert_eq!(issues[0]["check_name"], "RP001");
    assert_eq!(issues[0]["location"]["path"], "a.c");
    assert_rejected(
        &case,
        &["check", "a.c", "--format", "json", "--format", "html"],
        "two formats go to",
    );
}

#[test]
fn codes_completions_and_manuals_are_printed() {
    let case = Case::new();
    assert!(
        case.prints(&["explain", "RP001"])
            .contains("Two threads access the same bytes")
    );
    assert_eq!(
        case.prints(&["explain", "deadlock"]),
        case.prints(&["explain", "rp002"])
    );
    assert!(case.prints(&["explain"]).lines().count() >= 10);
    assert_rejected(&case, &["explain", "RP999"], "no code or word is `RP999`");
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            case.prints(&["completions", shell]).contains("closed-world"),
            "{shell}"
        );
    }
    assert!(case.prints(&["man"]).contains(".SH SUBCOMMANDS"));
    assert!(case.prints(&["man", "check"]).contains("baseline"));
    assert_rejected(&case, &["man", "nothing"], "no command is `nothing`");
}

#[test]
fn files_that_are_no_program_have_a_remedy() {
    let case = Case::new();
    case.write("a.cpp", "")
        .write("a.h", "")
        .write("Makefile", "")
        .write("dir/x.c", RACY);
    for (file, message) in [
        ("a.cpp", "is C++, which is not read"),
        ("a.h", "give the C files that include it"),
        ("Makefile", "make CC=\"raceproof cc\""),
        ("dir", "is a directory"),
    ] {
        assert_rejected(&case, &["check", file], message);
        assert_rejected(&case, &[file], message);
    }
    assert_rejected(&case, &["check"], "there is no program");
}
