//! The Cilk programs in `tests/cilk`: racy ones race, safe ones are proved, by the tasks engine and by the graph engine. Takes about a second.

use std::path::Path;
use std::process::Command;

#[test]
fn pairs_of_cilk_programs_are_told_apart() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cilk");
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the directory is there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 10);
    for file in files {
        let racy = file.to_string_lossy().ends_with("-race.c");
        for engine in ["tasks", "graph"] {
            let output = Command::new(env!("CARGO_BIN_EXE_raceproof"))
                .args(["check", "--quiet", "--engine", engine])
                .arg(&file)
                .output()
                .expect("raceproof runs");
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(
                output.status.code(),
                Some(i32::from(racy)),
                "{engine} {}: {said}",
                file.display()
            );
        }
    }
}
