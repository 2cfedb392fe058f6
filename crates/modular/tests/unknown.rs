//! What cannot be followed does the worst, and no more: objects that it cannot reach are still proved.

use raceproof_c::{Input, Options, compile};
use raceproof_engine::argument::ObjectName;
use raceproof_ir::Program;
use raceproof_modular::{Argued, argue};
use std::path::Path;

const GLOBALS: &str = "#include <pthread.h>\n#include <setjmp.h>\n#include <signal.h>\n#include <stdatomic.h>\n\
    #include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
    int x, y, z[8]; int *p, *q; volatile int sink; intptr_t number; jmp_buf back; char text[32];\n\
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_key_t key;\n\
    #define LOCK pthread_mutex_lock(&m);\n#define UNLOCK pthread_mutex_unlock(&m);\n";

/// Globals, what two threads do, and what the first one does before and after it creates them.
type Case<'t> = (&'t str, &'t str, &'t str, &'t str);

fn argued(name: &str, (globals, body, before, after): Case<'_>) -> (Program, Argued) {
    let text = format!(
        "{GLOBALS}{globals}\nvoid *use(void *a) {{ {body} return a; }}\n\
         int main(void) {{ pthread_t t[2]; {before}\nfor (int i = 0; i < 2; i++) pthread_create(&t[i], 0, use, 0);\n\
         {after}\nreturn 0; }}\n"
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.c"));
    std::fs::write(&path, text).expect("the directory for tests can be written");
    let input = Input {
        path,
        options: Default::default(),
    };
    let Ok(compiled) = compile(&[input], Options::default()) else {
        panic!("{name} does not compile: {body}");
    };
    let argued = argue(&compiled.program, &|| false);
    (compiled.program, argued)
}

/// Whether no global of this name is open.
fn is_proved(name: &str, case: Case<'_>, object: &str) -> bool {
    let (program, argued) = argued(name, case);
    let is_meant = |found: &ObjectName| match found {
        ObjectName::Global(g) => program.global(*g).name == object,
        _ => false,
    };
    let mut objects = argued.arguments.objects.iter();
    objects.find(|o| is_meant(&o.name)).is_none_or(|o| o.is_proved())
}

const INCREMENT: &str = "LOCK x++; UNLOCK";

#[test]
fn an_address_made_of_numbers_may_be_that_of_what_became_a_number() {
    let forge = "LOCK x++; UNLOCK int *w; memcpy(&w, text, sizeof w); *w = 1;";
    let read = "fread(text, 1, 8, stdin);";
    assert!(is_proved("forged", ("", forge, read, ""), "x"));
    let cast = "fread(text, 1, 8, stdin); number = (intptr_t)&x;";
    assert!(!is_proved("forged-cast", ("", forge, cast, ""), "x"));
    let printed = "fread(text, 1, 8, stdin); printf(\"%p\", (void *)&x);";
    assert!(!is_proved("forged-printed", ("", forge, printed, ""), "x"));
    let told = "fread(text, 1, 8, stdin); printf(\"%d\", x);";
    assert!(is_proved("forged-told", ("", forge, told, ""), "x"));
    let bytes = "fread(text, 1, 8, stdin); p = &x; sink = *(char *)&p;";
    assert!(!is_proved("forged-bytes", ("", forge, bytes, ""), "x"));
    let apart = "fread(text, 1, 8, stdin); p = &x; number = p - &x;";
    assert!(is_proved("forged-difference", ("", forge, apart, ""), "x"));
    let behind = "fread(text, 1, 8, stdin); p = &x; number = (intptr_t)&p;";
    assert!(!is_proved("forged-behind", ("", forge, behind, ""), "x"));
}

#[test]
fn what_is_stored_through_such_an_address_may_be_found_anywhere() {
    let body = "int *w; memcpy(&w, text, sizeof w); *w = 1; LOCK y++; UNLOCK";
    let read = "fread(text, 1, 8, stdin); number = (intptr_t)&m;";
    assert!(!is_proved("stored-lock", ("", body, read, ""), "y"));
    let other = "fread(text, 1, 8, stdin); number = (intptr_t)z;";
    assert!(is_proved("stored-elsewhere", ("", body, other, ""), "y"));
    let address = "int **w; memcpy(&w, text, sizeof w); *w = &y; LOCK p = &x; *p = 1; UNLOCK *p = 2;";
    let hit = "fread(text, 1, 8, stdin); number = (intptr_t)&p;";
    assert!(!is_proved("stored-address", ("", address, hit, ""), "y"));
}

#[test]
fn handlers_and_destructors_run_at_any_time() {
    let touch = "void touch(int s) { y = s; }";
    let held = "void touch(int s) { LOCK y = s; UNLOCK }";
    let set = "signal(2, touch);";
    assert!(!is_proved("handler", (touch, "LOCK y++; UNLOCK", set, ""), "y"));
    assert!(is_proved(
        "handler-lock",
        (held, "LOCK y++; UNLOCK", set, ""),
        "y"
    ));
    assert!(is_proved(
        "handler-before",
        (touch, INCREMENT, "y = 1; signal(2, touch);", ""),
        "x"
    ));
    let end = "void end(void *v) { *(int *)v = 1; }";
    let make = "pthread_key_create(&key, end);";
    let value = "pthread_setspecific(key, &y); LOCK y++; UNLOCK";
    assert!(!is_proved("destructor", (end, value, make, ""), "y"));
    let freed = "pthread_setspecific(key, p); LOCK (*p)++; UNLOCK";
    let (_, found) = argued(
        "destructor-free",
        ("", freed, "p = malloc(4); pthread_key_create(&key, free);", ""),
    );
    let is_block = |name: &ObjectName| matches!(name, ObjectName::Block(_));
    let mut objects = found.arguments.objects.iter();
    assert!(objects.any(|o| is_block(&o.name) && !o.is_proved()));
    let other = "pthread_setspecific(key, &x); LOCK y++; UNLOCK";
    assert!(is_proved("destructor-other", (end, other, make, ""), "y"));
}

#[test]
fn a_jump_leads_back_with_any_values_and_no_lock() {
    let held = "LOCK y++; UNLOCK";
    assert!(is_proved(
        "jump",
        ("", held, "if (setjmp(back)) return 1;", ""),
        "y"
    ));
    let jump = "jmp_buf b; LOCK if (setjmp(b) == 0) { y++; UNLOCK longjmp(b, 1); } else { y++; }";
    assert!(!is_proved("jump-lock", ("", jump, "", ""), "y"));
    let again =
        "jmp_buf b; if (setjmp(b) == 0) { LOCK y++; UNLOCK longjmp(b, 1); } else { LOCK y++; UNLOCK }";
    assert!(is_proved("jump-held", ("", again, "", ""), "y"));
    let moved = "jmp_buf b; int *w = &x; if (setjmp(b) == 0) { w = &y; longjmp(b, 1); } *w = 1;";
    assert!(!is_proved("jump-values", ("", moved, "", ""), "y"));
    // A thread that is created after a jump led back is there when the next one is.
    let twice = "jmp_buf b; volatile int n = 0; pthread_t u; setjmp(b); z[0] = 1;\
                 pthread_create(&u, 0, use, 0); if (n++ < 1) longjmp(b, 1);";
    let body = "z[0]++;";
    assert!(!is_proved(
        "jump-creates",
        ("void *use(void *);", body, twice, ""),
        "z"
    ));
}

#[test]
fn unknown_code_does_what_it_can_reach() {
    let asm = "LOCK x++; UNLOCK int k = 1; __asm__(\"frob %0\" : \"+r\"(k));";
    let (_, found) = argued("gap", ("", asm, "", ""));
    assert!(!found.arguments.unknown.is_empty());
    assert!(!is_proved("gap-global", ("", asm, "", ""), "x"));
    let call = "void (*f)(int *); memcpy(&f, text, sizeof f); LOCK f(&y); UNLOCK LOCK x++; UNLOCK";
    let read = "fread(text, 1, 8, stdin);";
    let none = "void (*g)(int *);";
    let taken = "void touch(int *v) { *v = 1; x = 2; } void (*g)(int *) = touch;";
    assert!(is_proved("pointer", ("", call, read, ""), "x"));
    let loose = "sink = g == 0; void (*f)(int *); memcpy(&f, text, sizeof f); f(&y); LOCK x++; UNLOCK";
    assert!(!is_proved("pointer-taken", (taken, loose, read, ""), "x"));
    assert!(!is_proved("pointer-given", (none, loose, read, ""), "y"));
}

#[test]
fn an_address_handed_over_without_order_spoils_its_object_only() {
    let globals = "_Atomic(int *) slot;";
    let order = "memory_order_relaxed";
    let body = format!(
        "int *n = malloc(4); *n = 1; atomic_store_explicit(&slot, n, {order});\
         int *o = atomic_load_explicit(&slot, {order}); if (o) sink = *o; LOCK x++; UNLOCK"
    );
    let (program, found) = argued("unordered", (globals, &body, "", ""));
    let is_open = |name: &dyn Fn(&ObjectName) -> bool| {
        let mut objects = found.arguments.objects.iter();
        objects.any(|o| name(&o.name) && !o.is_proved())
    };
    assert!(is_open(&|name| matches!(name, ObjectName::Block(_))));
    assert!(!is_open(
        &|name| matches!(name, ObjectName::Global(g) if program.global(*g).name == "x")
    ));
}

#[test]
fn what_is_found_in_a_raced_variable_need_not_be_made_before() {
    let is_block_open = |name: &str, body: &str| {
        let (_, found) = argued(name, ("", body, "", ""));
        let is_block = |name: &ObjectName| matches!(name, ObjectName::Block(_));
        let mut objects = found.arguments.objects.iter();
        objects.any(|o| is_block(&o.name) && !o.is_proved())
    };
    let loose = "int *n = malloc(4); *n = 1; p = n; sink = *p;";
    assert!(is_block_open("raced-address", loose));
    let held = "int *n = malloc(4); *n = 1; LOCK p = n; UNLOCK LOCK sink = *p; UNLOCK";
    assert!(!is_block_open("held-address", held));
}

#[test]
fn threads_and_joins_that_are_not_known_order_nothing() {
    let other = "void *other(void *v) { y = 1; return v; } void *(*start)(void *) = other;";
    let forged = "sink = start == 0; pthread_t u; void *(*f)(void *); memcpy(&f, text, sizeof f); pthread_create(&u, 0, f, 0);";
    let read = "fread(text, 1, 8, stdin);";
    let body = "LOCK y++; UNLOCK";
    assert!(!is_proved("thread-unknown", (other, body, read, forged), "y"));
    assert!(is_proved("thread-known", (other, body, read, ""), "y"));
    let join = "pthread_t u; memcpy(&u, text, sizeof u); pthread_join(u, 0); x = 1;";
    assert!(!is_proved("join-unknown", ("", INCREMENT, read, join), "x"));
}

#[test]
fn many_calls_share_a_context() {
    let globals = "void inc(void) { x++; } void give(void) { x++; UNLOCK }";
    let calls = |call: &str| call.repeat(600);
    let held = format!("LOCK {} y++; UNLOCK", calls("inc();"));
    assert!(is_proved("merged", (globals, &held, "", ""), "x"));
    assert!(is_proved("merged-after", (globals, &held, "", ""), "y"));
    let loose = format!("LOCK {} y++; UNLOCK inc();", calls("inc();"));
    assert!(!is_proved("merged-loose", (globals, &loose, "", ""), "x"));
    let given = format!("{} LOCK give(); y++;", calls("LOCK give();"));
    assert!(!is_proved("merged-given", (globals, &given, "", ""), "y"));
}

#[test]
fn what_is_open_tells_locks_and_calls() {
    let globals = "void inc(void) { x++; } void step(void) { inc(); }";
    let (program, found) = argued("told", (globals, "LOCK x++; UNLOCK step();", "", ""));
    let is_meant =
        |name: &ObjectName| matches!(name, ObjectName::Global(g) if program.global(*g).name == "x");
    let object = found
        .arguments
        .objects
        .iter()
        .find(|o| is_meant(&o.name))
        .unwrap();
    let pairs = &object.parts[0].open;
    assert!(
        pairs
            .iter()
            .any(|pair| pair.paths.iter().any(|path| path.len() == 2))
    );
    assert!(
        pairs
            .iter()
            .any(|pair| pair.held.iter().any(|held| held.len() == 1))
    );
    // Those without any lock come first.
    assert!(pairs[0].held.iter().all(Vec::is_empty));
}

#[test]
fn formats_of_a_wrapper_are_texts_that_are_known() {
    // A wrapper is called with several formats; none of them writes or tells addresses.
    let tell = "#include <stdarg.h>\n\
        static void tell(const char *f, ...) { va_list l; va_start(l, f); vprintf(f, l); va_end(l); }";
    let body =
        "int n = 0; tell(\"%d\\n\", 1); tell(\"%s\\n\", \"a\"); LOCK y++; tell(\"%d %d\\n\", y, n); UNLOCK";
    assert!(is_proved("formats", (tell, body, "", ""), "y"));
    let counts = "tell(\"%d\\n\", 1); tell(\"a%n\\n\", &y); LOCK y++; UNLOCK";
    assert!(!is_proved("format-counts", (tell, counts, "", ""), "y"));
    let unknown = "tell(\"%d\\n\", 1); tell(text, &y); LOCK y++; UNLOCK";
    assert!(!is_proved("format-unknown", (tell, unknown, "", ""), "y"));
}

#[test]
fn fields_of_elements_stay_apart_when_elements_are_copied() {
    // What is copied from element to element: the address stays where addresses are.
    let pair = "struct pair { long number; int *to; } from[4], to[4]; int ordinary;";
    let body = "LOCK to[number & 3] = from[sink & 3]; *to[sink & 3].to = 1; UNLOCK ordinary = to[0].number;";
    let fill = "for (int i = 0; i < 4; i++) { from[i].number = i; from[i].to = &y; }";
    assert!(is_proved("copied-fields", (pair, body, fill, ""), "y"));
    let plain = "LOCK to[number & 3] = from[sink & 3]; UNLOCK *to[sink & 3].to = 1;";
    assert!(!is_proved("copied-fields-plain", (pair, plain, fill, ""), "y"));
}

#[test]
fn many_stores_to_an_object_come_to_an_end() {
    // More places than are told apart: what is stored there is one value, and stays so.
    let stores: String = (0..400).map(|i| format!("all[{i}] = {i};")).collect();
    let body = format!("LOCK {stores} y += all[3]; UNLOCK");
    assert!(is_proved("many-cells", ("int all[400];", &body, "", ""), "y"));
    let plain = format!("LOCK {stores} UNLOCK y += all[3];");
    assert!(!is_proved(
        "many-cells-plain",
        ("int all[400];", &plain, "", ""),
        "y"
    ));
}
