//! What documents and examples promise.

use super::Case;
use std::path::Path;
use std::process::Command;

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
