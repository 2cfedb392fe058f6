//! Limits hold whatever the checked program does, and what is written is whole.

use super::Case;

/// Takes memory for ever, in pieces that it writes to.
const GREEDY: &str = "#include <stdlib.h>
#include <string.h>
int main(void) { for (;;) memset(malloc(1000000), 1, 1000000); }
";

/// Twenty-five macros that stand for 2^26 tokens: all of the time goes into reading it.
fn long_to_read() -> String {
    let doubled = (1..25).map(|i| format!("#define M{i} M{0} M{0}\n", i - 1));
    let doubled: String = doubled.collect();
    format!("#define M0 x++;\n{doubled}int main(void) {{ int x = 0; M24 return x; }}\n")
}

#[test]
fn a_time_limit_ends_the_front_end() {
    let case = Case::new();
    case.write("a.c", long_to_read());
    let output = case.run(&["check", "--time-limit", "1", "a.c"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("the time limit was reached"), "{text}");
    assert!(text.contains("nothing to the end"), "{text}");
}

#[test]
fn objects_without_end_are_a_limit_of_the_run_alone() {
    let case = Case::new();
    case.write(
        "a.c",
        "#include <stdlib.h>\nint main(void) { for (;;) malloc(1000000); }\n",
    );
    // One run comes to the end of the memory that a program may have, and the proof needs none.
    let once = case.run(&["check", "--engine", "once", "a.c"]);
    let text = String::from_utf8(once.stdout).unwrap();
    assert_eq!(once.status.code(), Some(3), "{text}");
    assert!(text.contains("4 GiB"), "{text}");
    let all = case.run(&["check", "a.c"]);
    assert_eq!(all.status.code(), Some(0), "{all:?}");
}

#[test]
fn a_memory_limit_covers_the_memory_of_the_program() {
    let case = Case::new();
    case.write("a.c", GREEDY);
    let limits = ["--time-limit", "60", "--memory-limit", "200"];
    let output = case.run(&[&["check", "--engine", "once"], &limits[..], &["a.c"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("the memory limit was reached"), "{text}");
}

#[test]
fn memory_that_the_system_refuses_is_an_answer() {
    let case = Case::new();
    case.write("a.c", GREEDY);
    let command =
        "ulimit -v 1000000; exec \"$0\" check --engine once --time-limit 60 --format json -o a.json a.c";
    let output = std::process::Command::new("sh")
        .args(["-c", command, env!("CARGO_BIN_EXE_raceproof")])
        .current_dir(case.directory.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let text = std::fs::read_to_string(case.path("a.json")).unwrap();
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["verdict"], "unknown");
    // Who asks for much looks first whether there is so much; who does not is refused.
    let reasons = [
        "the memory limit was reached",
        "the memory of this machine has no room for",
    ];
    assert!(reasons.iter().any(|reason| text.contains(reason)), "{text}");
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
