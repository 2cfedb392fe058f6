//! The programs with a race among those in pairs (`tests/threads`, `tests/openmp`): none is proved. Those
//! whose race is with code that they do not define are left out: `prepare` adds that, and it is not asked
//! here.

mod answer;

use raceproof_modular::Answer;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if path.is_dir() && stem != "unknown" {
            collect(&path, files);
        } else if stem.ends_with("-race") && path.extension().is_some_and(|end| end == "c") {
            files.push(path);
        }
    }
}

#[test]
fn nothing_racy_is_proved() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut files = Vec::new();
    collect(&tests.join("threads"), &mut files);
    collect(&tests.join("openmp"), &mut files);
    files.sort();
    assert!(files.len() > 600, "the programs are somewhere else");
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    assert!(
                        answer::answer(path) != Answer::Proved,
                        "{} is proved, and it has a race",
                        path.display()
                    );
                }
            });
        }
    });
}
