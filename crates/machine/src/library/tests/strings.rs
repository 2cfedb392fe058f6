//! Blocks of bytes, strings, characters and numbers from text.

use super::World;
use crate::FaultKind;

#[test]
fn copies_are_one_read_and_one_write() {
    let mut world = World::new();
    let from = world.bytes(b"abcdef");
    let to = world.bytes(&[0; 8]);
    assert_eq!(world.call("memcpy", &[to, from, 6]), to);
    assert_eq!(world.peek(to, 8), b"abcdef\0\0");
    assert_eq!(world.log.accesses, [(from, 6, false), (to, 6, true)]);
    world.call("memmove", &[to + 2, to, 6]);
    assert_eq!(world.peek(to, 8), b"ababcdef");
    assert!(matches!(
        world.fault("memcpy", &[to, from, 7]),
        FaultKind::OutOfBounds { .. }
    ));
    assert!(matches!(
        world.fault("memset", &[0, 0, 1]),
        FaultKind::NullPointer
    ));
}

#[test]
fn string_functions() {
    let mut world = World::new();
    let (hello, world_text) = (world.text("hello"), world.text("world"));
    assert_eq!(world.call("strlen", &[hello]), 5);
    assert_eq!(world.log.accesses, [(hello, 6, false)]);
    let buffer = world.bytes(&[0xff; 16]);
    world.call("strcpy", &[buffer, hello]);
    world.call("strcat", &[buffer, world_text]);
    assert_eq!(world.string(buffer), "helloworld");
    world.call("strncpy", &[buffer, hello, 8]);
    assert_eq!(world.peek(buffer, 9), b"hello\0\0\0l");
    assert!((world.call("strcmp", &[hello, world_text]) as i32) < 0);
    assert_eq!(world.call("strncmp", &[hello, hello, 3]), 0);
    assert_eq!(world.call("strchr", &[hello, u64::from(b'l')]), hello + 2);
    assert_eq!(world.call("strrchr", &[hello, u64::from(b'l')]), hello + 3);
    assert_eq!(world.call("strchr", &[hello, 0]), hello + 5);
    assert_eq!(world.call("strchr", &[hello, u64::from(b'z')]), 0);
    let needle = world.text("lo");
    assert_eq!(world.call("strstr", &[hello, needle]), hello + 3);
    let set = world.text("leh");
    assert_eq!(world.call("strspn", &[hello, set]), 4);
    assert_eq!(world.call("strpbrk", &[world_text, set]), world_text + 3);
    let copy = world.call("strndup", &[hello, 3]);
    assert_eq!(world.string(copy), "hel");
    assert_eq!(world.call("strlcpy", &[buffer, hello, 3]), 5);
    assert_eq!(world.string(buffer), "he");
}

#[test]
fn strings_without_an_end_are_faults() {
    let mut world = World::new();
    let (open, hello) = (world.bytes(b"hel"), world.text("hello"));
    for name in ["strlen", "puts", "strdup"] {
        assert!(
            matches!(world.fault(name, &[open]), FaultKind::OutOfBounds { .. }),
            "{name}"
        );
    }
    assert!(matches!(
        world.fault("strcmp", &[open, hello]),
        FaultKind::OutOfBounds { .. }
    ));
    assert_eq!(world.call("strncmp", &[open, hello, 3]), 0);
    assert_eq!(world.call("strnlen", &[open, 3]), 3);
    let small = world.bytes(&[0; 4]);
    assert!(matches!(
        world.fault("strcpy", &[small, hello]),
        FaultKind::OutOfBounds { .. }
    ));
    assert!(matches!(
        world.fault("strncpy", &[small, hello, 1 << 40]),
        FaultKind::OutOfBounds { .. }
    ));
}

#[test]
fn strtok_remembers_its_place() {
    let mut world = World::new();
    let (text, set) = (world.text(",a,,bc;d"), world.text(",;"));
    let mut tokens = Vec::new();
    let mut token = world.call("strtok", &[text, set]);
    while token != 0 {
        tokens.push(world.string(token));
        token = world.call("strtok", &[0, set]);
    }
    assert_eq!(tokens, ["a", "bc", "d"]);
}

#[test]
fn numbers_from_text() {
    let mut world = World::new();
    let (text, end) = (world.text(" -12x"), world.bytes(&[0; 8]));
    assert_eq!(world.call("atoi", &[text]) as i32, -12);
    assert_eq!(world.call("strtol", &[text, end, 10]) as i64, -12);
    assert_eq!(world.word(end, 8), text + 4);
    let huge = world.text("99999999999999999999");
    assert_eq!(world.call("strtol", &[huge, end, 10]) as i64, i64::MAX);
    assert_eq!(world.errno(), 34);
    let none = world.text("  +z");
    assert_eq!(world.call("strtol", &[none, end, 10]), 0);
    assert_eq!(world.word(end, 8), none);
    let real = world.text("2.5e1,");
    assert_eq!(f64::from_bits(world.call("strtod", &[real, end])), 25.0);
    assert_eq!(world.word(end, 8), real + 5);
    let result = world.bytes(&[0; 8]);
    world.call("div", &[result, (-7i32) as u32 as u64, 2]);
    assert_eq!(
        (world.word(result, 4) as i32, world.word(result + 4, 4) as i32),
        (-3, -1)
    );
    assert!(matches!(
        world.fault("ldiv", &[result, 1, 0]),
        FaultKind::DivisionByZero
    ));
}

#[test]
fn characters() {
    let mut world = World::new();
    assert_eq!(world.call("toupper", &[u64::from(b'q')]), u64::from(b'Q'));
    assert_eq!(world.call("isdigit", &[u64::from(b'7')]), 1);
    assert_eq!(world.call("isalpha", &[u64::from(u32::MAX)]), 0);
    let place = world.call("__ctype_b_loc", &[]);
    let table = world.word(place, 8);
    assert_eq!(world.word(table + 2 * u64::from(b'a'), 2), 0xd60 << 4 | 8);
    assert_eq!(world.call("__ctype_b_loc", &[]), place);
    assert!(world.log.accesses.is_empty());
}
