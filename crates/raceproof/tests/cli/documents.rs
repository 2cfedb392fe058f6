//! What documents and examples promise.

use super::Case;
use std::path::{Path, PathBuf};
use std::process::Command;

/// All lines but those that tell the cost.
fn without_cost(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("cost: "));
    lines.collect::<Vec<_>>().join("\n")
}

/// A document in which each `$ raceproof …` of a console block is followed by what it prints. A command with
/// nothing behind it is not run. With `RACEPROOF_BLESS` set, the document is changed to show what is printed.
fn shows_what_is_printed(document: &Path, directory: &Path) -> usize {
    let text = std::fs::read_to_string(document).unwrap();
    let mut blessed = String::new();
    let mut lines = text.lines().peekable();
    let (mut is_console, mut count) = (false, 0);
    while let Some(line) = lines.next() {
        blessed += &format!("{line}\n");
        if line.starts_with("```") {
            is_console = line == "```console";
        }
        let Some(command) = line.strip_prefix("$ raceproof ").filter(|_| is_console) else {
            continue;
        };
        let mut shown = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("```") && !line.starts_with("$ ")) {
            shown += &format!("{line}\n");
        }
        if shown.is_empty() {
            continue;
        }
        count += 1;
        let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
            .current_dir(directory)
            .args(command.split(' '))
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(
            without_cost(&shown) == without_cost(&printed) || std::env::var_os("RACEPROOF_BLESS").is_some(),
            "{} shows\n{shown}and this is printed:\n{printed}",
            document.display()
        );
        blessed += &printed;
    }
    if blessed != text && std::env::var_os("RACEPROOF_BLESS").is_some() {
        std::fs::write(document, blessed).unwrap();
    }
    count
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_readme_shows_what_is_printed() {
    assert_eq!(shows_what_is_printed(&root().join("README.md"), &root()), 2);
}

#[test]
fn the_guide_shows_what_is_printed() {
    let guide = root().join("docs/guide");
    let summary = std::fs::read_to_string(guide.join("src/SUMMARY.md")).unwrap();
    let mut count = 0;
    for chapter in std::fs::read_dir(guide.join("src")).unwrap() {
        let chapter = chapter.unwrap();
        let name = chapter.file_name().into_string().unwrap();
        assert!(
            name == "SUMMARY.md" || summary.contains(&format!("({name})")),
            "{name} is in no list"
        );
        count += shows_what_is_printed(&chapter.path(), &guide.join("examples"));
    }
    assert!(count > 5, "only {count} examples");
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
