//! Programs that one condition of a rule keeps from being proved: `tests/conditions/modular`.
//!
//! Each file is two programs. Without the macro `RACE` it is safe and proved; with it, it has a race that
//! only the conditions of the first line see (`cargo xtask mutants` holds them to that).

mod answer;

use answer::{answer_of, answer_with, program_with};
use raceproof_c::compile_text;
use raceproof_engine::argument::{Arguments, ObjectName};
use raceproof_engine::try_mutants;
use raceproof_ir::{DataModel, GlobalId, Program};
use raceproof_modular::{Answer, argue};
use std::path::{Path, PathBuf};

#[test]
fn every_condition_is_needed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conditions/modular");
    let files = std::fs::read_dir(root).expect("the programs are somewhere else");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 10, "the programs are somewhere else");
    let mut failures = Vec::new();
    for path in &files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let safe = answer_with(path, None);
        if safe != Answer::Proved {
            failures.push(format!("{name} is not proved: {safe:?}"));
        }
        if is_proved_with_race(path) {
            failures.push(format!("{name} is proved with its race"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Whether a file is proved with its race, or the global in it that a line `// of: NAME` names. What the
/// proof says of one object stands also where others are open.
fn is_proved_with_race(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).expect("it was listed");
    let Some(name) = text.lines().find_map(|line| line.strip_prefix("// of: ")) else {
        return answer_with(path, Some("RACE")) == Answer::Proved;
    };
    let program = program_with(path, Some("RACE"));
    let global = program.globals.iter().position(|global| global.name == name);
    let global = ObjectName::Global(GlobalId(global.expect("it names a global") as u32));
    let is_proved = || {
        let objects = argue(&program, &|| false).arguments.objects;
        let object = objects.iter().find(|object| object.name == global);
        object.is_none_or(|object| object.is_proved())
    };
    try_mutants(&path.display().to_string(), is_proved);
    is_proved()
}

/// C has no name for what a swap found that failed for no reason.
#[test]
fn a_swap_that_may_fail_takes_nothing() {
    let text = "int x, l; void *use(void *given) { if (!__sync_val_compare_and_swap(&l, 0, 1)) { x++; __sync_lock_release(&l); } return given; }\n\
        typedef unsigned long pthread_t; int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n\
        int main(void) { pthread_t s, t; pthread_create(&s, 0, use, 0); pthread_create(&t, 0, use, 0); return 0; }";
    let Ok(compiled) = compile_text("swap.c", text, DataModel::Lp64) else {
        panic!("it does not compile");
    };
    let text = compiled.program.to_string();
    let read = |text: &str| raceproof_ir::parse("swap.ir", text).expect("it is the text of a program");
    assert_eq!(answer_of("swap", &read(&text)), Answer::Proved);
    let weak = text.replace("atomic_cas ", "atomic_cas weak ");
    assert_ne!(weak, text, "there is no swap");
    assert_ne!(answer_of("weak swap", &read(&weak)), Answer::Proved);
}

const THREADS: &str = "typedef unsigned long pthread_t;\n\
    int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n\
    int main(void) { pthread_t s, t; pthread_create(&s, 0, first, 0); pthread_create(&t, 0, second, 0); return 0; }";

/// What is raced for is not proved; but what others find there must not be either.
#[test]
fn what_is_found_in_bytes_that_are_raced_for_is_open() {
    let program = |store: &str| -> Program {
        let text = format!(
            "void *malloc(unsigned long); int *p; void *first(void *given) {{ int *q = malloc(4); if (q) {{ *q = 1; {store} }} return given; }}\n\
             void *second(void *given) {{ int *q = p; if (q) *q = 2; return given; }}\n{THREADS}"
        );
        match compile_text("found.c", &text, DataModel::Lp64) {
            Ok(compiled) => compiled.program,
            Err(_) => panic!("it does not compile: {text}"),
        }
    };
    let is_proved = |arguments: &Arguments| {
        let mut blocks = arguments.objects.iter();
        let block = blocks.find(|object| matches!(object.name, ObjectName::Block(_)));
        block.is_none_or(|block| block.is_proved())
    };
    let raced = program("p = q;");
    let is_wrong = || is_proved(&argue(&raced, &|| false).arguments);
    try_mutants("a block found in what is raced for", is_wrong);
    assert!(!is_wrong());
    assert!(is_proved(&argue(&program(""), &|| false).arguments));
}
