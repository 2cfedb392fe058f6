use raceproof_ir::parse;

use crate::Facts;

/// How many steps of `main` and `@work` may fail so that it matters; `body` is what `main` does after it has
/// created a thread, `first` what it does before.
fn failures(first: &str, body: &str, rest: &str) -> usize {
    let text = format!(
        "global @shared: 4 bytes\nglobal @kept: 8 bytes\n\
         func @malloc(%0: i64) -> ptr\nfunc @free(%0: ptr)\nfunc @exit(%0: i32)\nfunc @puts(%0: ptr) -> i32\n\
         func @work(%a: ptr) -> ptr {{\n  reg %1: ptr, %2: i32\nb0:\n  store i32 @shared, 1\n{rest}  return null\n}}\n\
         func @main() -> i32 {{\n  reg %p: ptr, %1: i32, %2: i64\n  slot $v: 8 bytes\nb0:\n{first}  \
         %2 = thread_create @work, null, 0\n{body}}}\nentry @main\n"
    );
    let program = parse("test.ir", &text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    Facts::new(&program).failures(false).len()
}

const TEST: &str = "  %p = call @malloc(10)\n  %1 = eq ptr %p, null\n  br %1, b1, b2\n";

#[test]
fn a_way_that_ends_the_process_does_not_matter() {
    let body = |way: &str| format!("{TEST}b1:\n{way}b2:\n  store i32 %p, 1\n  return 0\n");
    let is_over = [
        "  call @exit(1)\n  unreachable\n",
        "  return 1\n",
        "  %1 = call @puts(@name)\n  return 1\n",
    ];
    let goes_on = [
        "  jump b2\n",
        "  store i32 @shared, 2\n  return 1\n",
        "  %1 = load i32 @shared\n  return 1\n",
        "  %3 = thread_join %2\n  return 1\n",
    ];
    let fix = |way: &str| way.replace("@name", "null").replace("%3 = ", "");
    assert_eq!(failures("", &body(is_over[0]), ""), 0);
    assert_eq!(failures("", &body(is_over[1]), ""), 0);
    assert_eq!(failures("", &body(&fix(is_over[2])), ""), 0);
    // An access through null comes first.
    assert_eq!(failures("", &body(goes_on[0]), ""), 0);
    for way in &goes_on[1..] {
        assert_eq!(failures("", &body(&fix(way)), ""), 1, "{way}");
    }
}

#[test]
fn before_there_are_threads_anything_may_happen_but_their_creation() {
    let first = |way: &str| format!("{TEST}b1:\n{way}b2:\n");
    let body = "  return 0\n";
    assert_eq!(
        failures(&first("  store i32 @shared, 2\n  return 1\n"), body, ""),
        0
    );
    assert_eq!(
        failures(&first("  store i32 @shared, 2\n  jump b2\n"), body, ""),
        1
    );
}

#[test]
fn what_nobody_looks_at_does_not_matter() {
    let body = |use_: &str| format!("  %p = call @malloc(10)\n{use_}  return 0\n");
    assert_eq!(failures("", &body("  store i32 %p, 1\n"), ""), 0);
    assert_eq!(failures("", &body("  store ptr @kept, %p\n"), ""), 0);
    let looks = "  %1 = load ptr @kept\n  %2 = eq ptr %1, null\n  br %2, b1, b2\nb1:\n  store i32 @shared, 3\n  jump b2\nb2:\n";
    assert_eq!(failures("", &body("  store ptr @kept, %p\n"), looks), 1);
    assert_eq!(failures("", &body("  call @free(%p)\n"), looks), 0);
}

#[test]
fn a_creation_that_fails_matters_where_its_error_decides() {
    let body = |way: &str| {
        format!(
            "  %p = slot_addr $v\n  thread_create_at @work, null, 0, %p\n  %1 = 0\n  br %1, b1, b2\n\
             b1:\n{way}b2:\n  return 0\n"
        )
    };
    assert_eq!(failures("", &body("  call @exit(1)\n  unreachable\n"), ""), 0);
    assert_eq!(failures("", &body("  store i32 @shared, 2\n  jump b2\n"), ""), 1);
    let ignored = body("  store i32 @shared, 2\n  jump b2\n").replace("br %1,", "br 0,");
    assert_eq!(failures("", &ignored, ""), 0);
}
