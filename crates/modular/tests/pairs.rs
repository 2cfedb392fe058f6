//! The proof on the pairs of `tests/threads`: no racy program is proved, and those without bounds that are safe are.
//!
//! Programs whose races a search cannot show stand here.

use raceproof_c::{Input, Options, compile};
use raceproof_modular::{Answer, prove};
use std::path::{Path, PathBuf};

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn answer(path: &Path) -> Answer {
    let input = Input {
        path: path.to_owned(),
        options: Default::default(),
    };
    match compile(&[input], Options::default()) {
        Ok(compiled) => prove(&compiled.program),
        Err(_) => panic!("{} does not compile", path.display()),
    }
}

#[test]
fn no_racy_program_is_proved() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/threads");
    let mut racy = 0;
    for file in entries(&root).iter().flat_map(|topic| entries(topic)) {
        let name = file.to_string_lossy().into_owned();
        if name.ends_with("-race.c") && !name.contains("/works/") {
            racy += 1;
            assert_ne!(answer(&file), Answer::Proved, "{name}");
        }
        if name.ends_with("-safe.c") && name.contains("/unbounded/") {
            assert_eq!(answer(&file), Answer::Proved, "{name}");
        }
    }
    assert!(racy > 50, "the pairs are not where they were");
}

/// What a C program with the usual headers gives.
fn answer_text(name: &str, text: &str) -> Answer {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.c"));
    let headers = "#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdint.h>\n";
    std::fs::write(&path, format!("{headers}{text}")).expect("the directory for tests can be written");
    answer(&path)
}

/// Two threads run `use`, after `prepare`.
fn two_users(name: &str, globals: &str, prepare: &str, body: &str) -> Answer {
    let text = format!(
        "{globals}\nvoid *use(void *given) {{ {body} return given; }}\n\
         int main(void) {{ pthread_t s, t; {prepare}\n\
         pthread_create(&s, 0, use, 0); pthread_create(&t, 0, use, 0);\n\
         pthread_join(s, 0); pthread_join(t, 0); return 0; }}\n"
    );
    answer_text(name, &text)
}

#[test]
fn an_address_from_nowhere_is_not_nowhere() {
    for (name, globals, prepare, body) in [
        (
            "allocated",
            "char *g;",
            "sscanf(\"abc\", \"%ms\", &g);",
            "g[0] = 1;",
        ),
        (
            "file",
            "int x; FILE *f;",
            "int *p = &x; f = tmpfile(); fwrite(&p, 8, 1, f); rewind(f);",
            "int *q; fread(&q, 8, 1, f); *q = 1;",
        ),
        (
            "or_known",
            "int x, y, n; char text[40];",
            "sprintf(text, \"%lu\", (unsigned long)&x);",
            "int *q = n ? &y : (int *)strtoul(text, 0, 10); if (!n) *q = 1;",
        ),
        (
            "bytes",
            "int x; uintptr_t u;",
            "u = (uintptr_t)&x;",
            "union { int *p; unsigned char c[8]; } v; for (int i = 0; i < 64; i++) { if (!(i % 8)) v.c[i / 8] = 0; \
             if (u >> i & 1) v.c[i / 8] |= 1 << i % 8; } *v.p = 1;",
        ),
        (
            "as_text",
            "int x; int *p = &x, *q;",
            "strncpy((char *)&q, (char *)&p, 8);",
            "*q = 1;",
        ),
        (
            "called",
            "int x; void add(void) { x++; } char text[40];",
            "sprintf(text, \"%lu\", (unsigned long)add);",
            "((void (*)(void))strtoul(text, 0, 10))();",
        ),
    ] {
        assert_ne!(two_users(name, globals, prepare, body), Answer::Proved, "{name}");
    }
}

#[test]
fn input_into_a_field_leaves_others_alone() {
    let globals = "struct s { int n, *p; char name[16]; }; int y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; struct s g;";
    let prepare = "g.p = &y; scanf(\"%d\", &g.n); fgets(g.name, 16, stdin);";
    let body = "pthread_mutex_lock(&m); *g.p += g.n; pthread_mutex_unlock(&m);";
    assert_eq!(two_users("fields", globals, prepare, body), Answer::Proved);
}
