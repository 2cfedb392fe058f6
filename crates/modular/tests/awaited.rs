//! Tasks, leagues and teams that have ended when a region is over, and what has not.

mod answer;

use answer::answer_of;
use raceproof_c::compile_text;
use raceproof_ir::DataModel;
use raceproof_modular::Answer;

/// What is said of a program with these functions and this body of `main`, which ends with a plain store.
fn answer_to(functions: &str, body: &str) -> Answer {
    let text = format!(
        "typedef unsigned long pthread_t;\n\
         int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n\
         int pthread_join(pthread_t, void **);\nint x, y;\n\
         static void add(void) {{\n#pragma omp atomic\nx++;\n}}\n{functions}\n\
         int main(void) {{\n{body}\nx = 2;\nreturn 0;\n}}\n"
    );
    let Ok(compiled) = compile_text("awaited.c", &text, DataModel::Lp64) else {
        panic!("it does not compile:\n{text}");
    };
    answer_of(&format!("{functions} {body}"), &compiled.program)
}

const REGION: &str = "\n#pragma omp parallel\n{\n";

#[test]
fn all_of_a_region_has_ended() {
    let all = [
        ("", format!("{REGION}\n#pragma omp task\nadd();\n}}")),
        (
            "",
            format!("{REGION}\n#pragma omp single\n{{\n#pragma omp task\nadd();\n}}\n}}"),
        ),
        (
            "",
            format!("{REGION}\n#pragma omp task\n{{\n#pragma omp task\nadd();\n}}\n}}"),
        ),
        (
            "",
            format!("{REGION}\n#pragma omp task\n{REGION}\n#pragma omp task\nadd();\n}}\n}}"),
        ),
        (
            "",
            format!("for (int i = 0; i < 3; i++) {{ x = i; {REGION}\n#pragma omp task\nadd();\n}} }}"),
        ),
        (
            "",
            format!("{REGION}\n#pragma omp task\nadd();\n}}\n{REGION}\n#pragma omp single\ny = x;\n}}"),
        ),
        ("", "\n#pragma omp target teams map(x)\nadd();\n".to_owned()),
        (
            "",
            "\n#pragma omp teams\n{\n#pragma omp task\nadd();\n}".to_owned(),
        ),
        (
            "void deep(int d) { if (d > 0) {\n#pragma omp task\ndeep(d - 1);\n} else add(); }",
            format!("{REGION}\n#pragma omp single\ndeep(5);\n}}"),
        ),
    ];
    for (functions, body) in all {
        assert_eq!(answer_to(functions, &body), Answer::Proved, "{functions} {body}");
    }
}

#[test]
fn what_nobody_waits_for_has_not() {
    let run = "void *run(void *given) { add(); return given; }";
    let start = "pthread_t t; pthread_create(&t, 0, run, 0);";
    let all = [
        // A thread that a task has created, or a member.
        (run.to_owned(), format!("{REGION}\n#pragma omp task\n{{ {start} }}\n}}")),
        (run.to_owned(), format!("{REGION}\n#pragma omp single\n{{ {start} }}\n}}")),
        // A region of such a thread.
        (
            format!("void *run(void *given) {{ {REGION}\n#pragma omp task\nadd();\n}} return given; }}"),
            format!("{REGION}\n#pragma omp single\n{{ {start} }}\n}}"),
        ),
        // The same region or task again, by such a thread.
        (
            format!(
                "void f(int d); void *run(void *given) {{ f(0); return given; }}\n\
                 void f(int d) {{ {REGION} if (d) {{ {start} }} else add(); }} }}"
            ),
            "f(1);".to_owned(),
        ),
        (
            format!(
                "void f(int d); void *run(void *given) {{ f(0); return given; }}\n\
                 void f(int d) {{\n#pragma omp task\n{{ if (d) {{ {start} }} else add(); }} }}"
            ),
            format!("{REGION}\n#pragma omp single\nf(1);\n}}"),
        ),
        // Another thread than the one that made the region.
        (
            format!("void *run(void *given) {{ {REGION}\n#pragma omp task\nadd();\n}} return given; }}"),
            start.to_owned(),
        ),
        // Beside the region.
        (
            "void *run(void *given) { x = 1; return given; }".to_owned(),
            format!("{start} {REGION}\n#pragma omp task\nadd();\n}} pthread_join(t, 0);"),
        ),
        // Within it.
        (String::new(), format!("{REGION}\n#pragma omp task\nadd();\ny = x;\n}}")),
        (String::new(), format!("{REGION}\n#pragma omp task\nx = 1;\n}}")),
        (
            String::new(),
            format!("{REGION}\n#pragma omp single nowait\n{{\n#pragma omp task\nadd();\n}}\n\n#pragma omp single\ny = x;\n}}"),
        ),
        // Teams that different threads make.
        (
            format!(
                "void *run(void *given) {{ {REGION}\n#pragma omp task\nadd();\n}}\n\
                 {REGION}\n#pragma omp single\ny = x;\n}} return given; }}"
            ),
            "pthread_t s, t; pthread_create(&s, 0, run, 0); pthread_create(&t, 0, run, 0); pthread_join(s, 0); pthread_join(t, 0);".to_owned(),
        ),
        // Outside of a region.
        (
            String::new(),
            "int *p = &x;\n#pragma omp target nowait firstprivate(p)\n{\n#pragma omp atomic\n++*p;\n}".to_owned(),
        ),
        (
            String::new(),
            "int *p = &x;\n#pragma omp target teams nowait firstprivate(p)\n{\n#pragma omp atomic\n++*p;\n}"
                .to_owned(),
        ),
    ];
    for (functions, body) in all {
        assert_ne!(answer_to(&functions, &body), Answer::Proved, "{functions} {body}");
    }
}

/// Many places that make the team of one function, and what that is given.
fn from_many_places(body: &str) -> Answer {
    let calls: String = (0..12).map(|i| format!("use(&all[{}]);\n", i % 3)).collect();
    let functions = format!("int all[3], n, a[99];\nvoid use(int *p) {{\n{body}\n}}");
    answer_to(&functions, &calls)
}

/// Where one function makes a team for each of many callers, these are there one after the other all the
/// same.
#[test]
fn teams_made_at_many_places_have_ended() {
    let proved = [
        "int s = 0;\n#pragma omp parallel for reduction(+: s)\nfor (int i = 0; i < 99; i++) s += p[0];\n*p = s;",
        "\n#pragma omp parallel for\nfor (int i = 0; i < 99; i++) a[i] += *p;\na[0] = 1;",
        "\n#pragma omp parallel\n{\n#pragma omp single\nn = *p;\n}\nn++;",
    ];
    for body in proved {
        assert_eq!(from_many_places(body), Answer::Proved, "{body}");
    }
    let open = [
        "int s = 0;\n#pragma omp parallel for\nfor (int i = 0; i < 99; i++) s += p[0];\n*p = s;",
        "\n#pragma omp parallel for\nfor (int i = 0; i < 99; i++) a[i / 2] += *p;",
        "\n#pragma omp parallel\nn = *p;",
        "\n#pragma omp parallel\n{ int i = 0;\n#pragma omp critical\ni++;\n*p += i; }",
    ];
    for body in open {
        assert_ne!(from_many_places(body), Answer::Proved, "{body}");
    }
    // Threads that make such teams beside each other.
    let functions = "int n, a[99]; void use(int k) {\n#pragma omp parallel for\nfor (int i = 0; i < 99; i++) a[i] += k;\n}\n\
        void *run(void *given) { use(1); use(2); use(3); use(4); use(5); use(6); use(7); return given; }\n";
    let body = "pthread_t s, t; pthread_create(&s, 0, run, 0); pthread_create(&t, 0, run, 0);";
    let calls = "use(1); use(2); use(3); use(4); use(5); use(6); use(7); use(8); use(9); use(10);";
    assert_ne!(answer_to(functions, body), Answer::Proved);
    assert_ne!(
        answer_to(
            functions,
            &format!("pthread_t s; pthread_create(&s, 0, run, 0); {calls}")
        ),
        Answer::Proved
    );
    assert_eq!(
        answer_to(
            functions,
            &format!("pthread_t s; pthread_create(&s, 0, run, 0); pthread_join(s, 0); {calls}")
        ),
        Answer::Proved
    );
}
