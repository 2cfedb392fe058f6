//! Limits hold whatever the checked program does, and what is written is whole.

use super::Case;

/// Takes memory for ever, and never comes to a point where an engine looks at its budget.
const GREEDY: &str = "#include <stdlib.h>
int main(void) { for (;;) malloc(1000000); }
";

/// Takes time for ever in the same way.
const BUSY: &str = "#include <stdlib.h>
int main(void) { for (;;) { char *p = malloc(1000000); free(p); } }
";

#[test]
fn a_time_limit_ends_a_program_that_allocates_for_ever() {
    let case = Case::new();
    case.write("a.c", BUSY);
    let output = case.run(&["check", "--time-limit", "1", "a.c"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("the time limit was reached"), "{text}");
}

#[test]
fn a_memory_limit_covers_the_memory_of_the_program() {
    let case = Case::new();
    case.write("a.c", GREEDY);
    let output = case.run(&["check", "--time-limit", "60", "--memory-limit", "200", "a.c"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("the memory limit was reached"), "{text}");
}

#[test]
fn memory_that_the_system_refuses_is_an_answer() {
    let case = Case::new();
    case.write("a.c", GREEDY);
    let command = "ulimit -v 1000000; exec \"$0\" check --time-limit 60 --format json -o a.json a.c";
    let output = std::process::Command::new("sh")
        .args(["-c", command, env!("CARGO_BIN_EXE_raceproof")])
        .current_dir(case.directory.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let text = std::fs::read_to_string(case.path("a.json")).unwrap();
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["verdict"], "unknown");
    assert!(text.contains("the memory limit was reached"), "{text}");
}

#[test]
fn a_result_that_cannot_be_written_leaves_the_old_one() {
    let case = Case::new();
    case.write("a.c", "int main(void) { return 0; }\n");
    case.write("a.json", "old");
    // A limit on the size of files stands in for a disk that is full.
    let command = "trap '' XFSZ; ulimit -f 0; exec \"$0\" check --format json -o a.json a.c";
    let output = std::process::Command::new("sh")
        .args(["-c", command, env!("CARGO_BIN_EXE_raceproof")])
        .current_dir(case.directory.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(std::fs::read_to_string(case.path("a.json")).unwrap(), "old");
    let left = std::fs::read_dir(case.directory.path()).unwrap().count();
    assert_eq!(left, 2, "nothing half-written is left behind");
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let case = Case::new();
    case.write("a.c", "int main(void) { return 0; }\n");
    let command = "{ \"$0\" check a.c; echo $? >&2; } | true";
    let output = std::process::Command::new("sh")
        .args(["-c", command, env!("CARGO_BIN_EXE_raceproof")])
        .current_dir(case.directory.path())
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim(), "0");
}
