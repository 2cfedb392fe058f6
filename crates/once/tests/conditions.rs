//! Programs with a race, of which one run does not say that they have none: those of `tests/conditions/once`,
//! those among the pairs in `tests/threads` and `tests/openmp`, and in `tests/ir`. `cargo xtask mutants
//! --crate once` drops conditions of rules, and tells which of them no program needs.

use raceproof_c::{Input, Options, compile};
use raceproof_engine::{Budget, try_mutants};
use raceproof_ir::Program;
use raceproof_machine::{Config, Machine};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        if path.is_dir() && stem != "unknown" {
            collect(&path, files);
        } else if stem.ends_with("-race") && path.extension().is_some_and(|end| end == "c" || end == "ir") {
            files.push(path);
        }
    }
}

/// Races of larger teams than there are here, and of inputs that only `prepare` makes such.
const UNSEEN: [&str; 23] = [
    "openmp/atomic/random-index-race.c",
    "openmp/barrier/posix-race.c",
    "openmp/critical/total-counts-threads-race.c",
    "openmp/for/static-larger-part-race.c",
    "openmp/for/works-within-themselves-race.c",
    "openmp/parallel/errno-race.c",
    "openmp/parallel/named-number-race.c",
    "openmp/parallel/number-within-itself-race.c",
    "openmp/parallel/only-third-thread-race.c",
    "openmp/parallel/seventh-thread-race.c",
    "openmp/parallel/thread-handle-race.c",
    "openmp/parallel/thread-id-race.c",
    "openmp/parallel/thread-key-race.c",
    "openmp/parallel/thread-local-address-race.c",
    "openmp/parallel/thread-local-of-the-first-race.c",
    "openmp/reduction/within-itself-race.c",
    "openmp/threadprivate/of-the-first-race.c",
    "threads/input/random-order-race.c",
    "threads/input/random-steers-race.c",
    "threads/input/unset-local-race.c",
    "threads/library/own-random-race.c",
    "threads/library/scanf-race.c",
    "threads/unbounded/settled-bound-race.c",
];

fn read(path: &Path, define: Option<&str>) -> Option<Program> {
    if path.extension().is_some_and(|end| end == "ir") {
        return raceproof_ir::parse("test.ir", &std::fs::read_to_string(path).ok()?).ok();
    }
    let mut input = Input {
        path: path.to_owned(),
        options: Default::default(),
    };
    input.options.defines.extend(define.map(str::to_owned));
    compile(&[input], Options::default())
        .ok()
        .map(|compiled| compiled.program)
}

/// Whether one run says that there is no race.
fn is_safe(program: &Program) -> bool {
    let machine = Machine::new(program, Config::default());
    let budget = Budget::new(Some(Duration::from_secs(2)), u64::MAX, 1 << 28);
    raceproof_once::check(&machine, &budget, false).verdict() == Some(false)
}

/// Goes through files, two at a time.
fn each(files: &[PathBuf], check: impl Fn(&Path) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(path);
                }
            });
        }
    });
}

#[test]
fn every_condition_is_needed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conditions/once");
    let files = std::fs::read_dir(root).expect("the programs are somewhere else");
    let files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty(), "the programs are somewhere else");
    each(&files, |path| {
        let name = path.display();
        let (safe, racy) = (read(path, None), read(path, Some("RACE")));
        let (Some(_), Some(racy)) = (safe, racy) else {
            panic!("{name} does not compile");
        };
        try_mutants(&name.to_string(), || is_safe(&racy));
        assert!(!is_safe(&racy), "{name} is safe with its race");
    });
}

#[test]
fn nothing_racy_is_safe() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut files = Vec::new();
    for directory in ["ir", "threads", "openmp"] {
        collect(&tests.join(directory), &mut files);
    }
    files.sort();
    assert!(files.len() > 600, "the programs are somewhere else");
    each(&files, |path| {
        let Some(program) = read(path, None) else { return };
        try_mutants(&path.display().to_string(), || is_safe(&program));
        let is_unseen = UNSEEN.iter().any(|name| path.ends_with(name));
        assert!(
            is_unseen || !is_safe(&program),
            "{} is safe, and it has a race",
            path.display()
        );
    });
}
