//! What the meaning of OpenMP directives refuses, and what it makes of them.

use raceproof_c::compile_text;
use raceproof_ir::DataModel;
use raceproof_source::{Loaded, Severity};

fn errors(text: &str) -> String {
    match compile_text("a.c", text, DataModel::Lp64) {
        Ok(_) => String::new(),
        Err(failed) => failed.diagnostics.render(&failed.sources, Severity::Error, false),
    }
}

fn compiled(text: &str) -> Loaded {
    match compile_text("a.c", text, DataModel::Lp64) {
        Ok(compiled) => compiled,
        Err(failed) => panic!(
            "{}",
            failed.diagnostics.render(&failed.sources, Severity::Error, false)
        ),
    }
}

/// The message and the line of what is wrong with the body of `main`, whose first line is 2.
fn check(body: &str, message: &str, line: u32) {
    let text = format!("int g; static int st; void f(int *);\n{body}\n");
    let told = errors(&text);
    assert!(told.contains(message), "expected `{message}`, got:\n{told}");
    let place = format!("a.c:{line}:");
    assert!(told.contains(&place), "expected line {line}, got:\n{told}");
}

#[test]
fn names_without_an_attribute_are_told() {
    check(
        "int main(void) { int x = 0;\n#pragma omp parallel default(none)\n x++;\n return x; }",
        "`x` has no data-sharing attribute",
        4,
    );
    check(
        "int main(void) {\n#pragma omp parallel default(none)\n g++;\n return 0; }",
        "`g` has no data-sharing attribute",
        4,
    );
    assert_eq!(
        errors(
            "int g; int main(void) { int x = 0, i, s = 0;\n\
             #pragma omp parallel for default(none) shared(g) reduction(+:s) firstprivate(x)\n\
             for (i = 0; i < 3; i++) { int y = x; s += y + g; }\n return s; }"
        ),
        ""
    );
}

#[test]
fn jumps_may_not_leave_a_construct() {
    check(
        "int main(void) {\n#pragma omp parallel\n{ return 1; }\n return 0; }",
        "`return` may not leave an OpenMP construct",
        4,
    );
    check(
        "int main(void) { for (;;) {\n#pragma omp single\n{ break; }\n } }",
        "`break` may not leave an OpenMP construct",
        4,
    );
    check(
        "int main(void) {\n#pragma omp critical\n{ goto out; }\nout: return 0; }",
        "a jump may not enter or leave an OpenMP construct",
        5,
    );
    check(
        "int main(void) { int i;\n#pragma omp for\nfor (i = 0; i < 9; i++) { if (i == 3) break; }\n return 0; }",
        "`break` may not leave an OpenMP construct",
        4,
    );
    assert_eq!(
        errors(
            "int main(void) { int i;\n#pragma omp parallel for\n\
             for (i = 0; i < 9; i++) { if (i == 3) continue; switch (i) { case 1: break; } }\n return 0; }"
        ),
        ""
    );
}

#[test]
fn loops_and_reductions_have_their_forms() {
    check(
        "int main(void) { int i;\n#pragma omp parallel for\nfor (i = 0; i * 2 < 9; i++) ;\n return 0; }",
        "this loop has not the form that OpenMP asks for",
        4,
    );
    check(
        "int main(void) { int i, j;\n#pragma omp parallel for collapse(2)\nfor (i = 0; i < 9; i++) f(&i);\n return 0; }",
        "a `for` loop is needed here",
        4,
    );
    check(
        "int main(void) { struct { int a; } s = { 0 };\n#pragma omp parallel reduction(+: s)\ns.a = 1;\n return 0; }",
        "no reduction `+` is known",
        3,
    );
    check(
        "#pragma omp threadprivate(g)\nint main(void) {\n#pragma omp parallel private(g)\n;\n return 0; }",
        "`g` is threadprivate",
        4,
    );
    check(
        "int main(void) { int x = 0, y = 0;\n#pragma omp atomic\nf(&x);\n return y; }",
        "no form that `atomic` allows",
        4,
    );
}

#[test]
fn regions_are_named_after_their_function() {
    let program = compiled(
        "static int work(int n) { int s = 0;\n#pragma omp parallel\n{\n#pragma omp task\ns++;\n}\n return s + n; }\n\
         int main(void) { return work(1); }",
    )
    .program;
    let names: Vec<&str> = program.functions.iter().map(|f| f.name.as_str()).collect();
    assert!(names.contains(&"work.parallel.1"), "{names:?}");
    assert!(names.contains(&"work.task.2"), "{names:?}");
}

#[test]
fn the_size_of_teams_can_be_set() {
    let mut program = compiled("int main(void) {\n#pragma omp parallel\n;\n return 0; }");
    program.set_threads(7);
    let global = program
        .program
        .globals
        .iter()
        .find(|global| global.name == "__raceproof_omp_threads")
        .expect("the runtime is linked in");
    assert_eq!(global.bytes, 7u32.to_le_bytes());
}
