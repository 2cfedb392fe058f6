//! The programs with a race among those in pairs (`tests/threads`, `tests/openmp`): none is proved. Those
//! whose race is with code that they do not define are left out: `prepare` adds that, and it is not asked
//! here.

use raceproof_c::{Input, Options, compile};
use raceproof_modular::{Answer, prove};
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

fn is_proved(path: &Path) -> bool {
    let input = Input {
        path: path.to_owned(),
        options: Default::default(),
    };
    let Ok(compiled) = compile(&[input], Options::default()) else {
        panic!("{} does not compile", path.display());
    };
    prove(&compiled.program, &|| false) == Answer::Proved
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
                        !is_proved(path),
                        "{} is proved, and it has a race",
                        path.display()
                    );
                }
            });
        }
    });
}
