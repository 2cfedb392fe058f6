//! Formatted output and standard input.

use super::World;
use crate::{FaultKind, Pointer, Stop};

#[test]
fn longs_have_32_bits_in_ilp32() {
    let mut world = World::with_pointer_size(4);
    let text = world.text("-5000000000");
    assert_eq!(world.call("strtol", &[text, 0, 10]), 0x8000_0000);
    let format = world.text("%ld %lld %p %s");
    // Cells are 8 bytes; pointers in them are numbers of 4 bytes.
    let name = world.text("abc");
    let number = world.state.memory.pointer_to_integer(Pointer(name));
    let block = world.block(&[0xdead_beef_ffff_fffb, (-6i64) as u64, 0, number]);
    world.call("printf", &[format, block]);
    assert_eq!(world.log.stdout, b"-5 -6 (nil) abc");
}

#[test]
fn printing() {
    let mut world = World::new();
    let format = world.text("%d %s %.2f %Lf|%c\n");
    let name = world.text("abc");
    // The long double is at a multiple of 16.
    let block = world.block(&[
        7,
        name,
        2.345f64.to_bits(),
        0,
        1.5f64.to_bits(),
        0,
        u64::from(b'x'),
    ]);
    assert_eq!(world.call("printf", &[format, block]), 22);
    assert_eq!(world.log.stdout, b"7 abc 2.35 1.500000|x\n");
    let stderr = world.file("stderr");
    let list = world.bytes(&block.to_le_bytes());
    let decimal = world.text("%d");
    world.call("vfprintf", &[stderr, decimal, list]);
    assert_eq!(world.log.stderr, b"7");
    assert_eq!(world.word(list, 8), block + 8);
    let buffer = world.bytes(&[0xff; 4]);
    let block = world.block(&[123_456]);
    assert_eq!(world.call("snprintf", &[buffer, 4, decimal, block]), 6);
    assert_eq!(world.peek(buffer, 4), b"123\0");
    assert!(matches!(
        world.fault("sprintf", &[buffer, decimal, block]),
        FaultKind::OutOfBounds { .. }
    ));
    let null = world.fault("fprintf", &[0, decimal, block]);
    assert!(matches!(null, FaultKind::NullPointer));
    let text = world.text("r");
    assert!(matches!(
        world.run("fopen", &[text, text], |_, _| 0),
        Err(Stop::Gap(_))
    ));
}

#[test]
fn standard_input() {
    let mut world = World::new();
    world.config.stdin = b"12 abc\nline two\nrest".to_vec();
    let (format, number, word) = (world.text("%d %s"), world.bytes(&[0; 4]), world.bytes(&[0; 8]));
    let block = world.block(&[number, word]);
    assert_eq!(world.call("scanf", &[format, block]), 2);
    assert_eq!(world.word(number, 4), 12);
    assert_eq!(world.string(word), "abc");
    assert_eq!(world.call("getchar", &[]), u64::from(b'\n'));
    let (stdin, buffer) = (world.file("stdin"), world.bytes(&[0; 16]));
    assert_eq!(world.call("fgets", &[buffer, 16, stdin]), buffer);
    assert_eq!(world.string(buffer), "line two\n");
    assert_eq!(world.call("getc", &[stdin]), u64::from(b'r'));
    assert_eq!(world.call("ungetc", &[u64::from(b'r'), stdin]), u64::from(b'r'));
    let (place, size) = (world.bytes(&[0; 8]), world.bytes(&[0; 8]));
    assert_eq!(world.call("getline", &[place, size, stdin]), 4);
    let line = world.word(place, 8);
    assert_eq!(world.string(line), "rest");
    assert_eq!(world.call("feof", &[stdin]), 1);
    assert_eq!(world.call("fgets", &[buffer, 16, stdin]), 0);
    assert_eq!(world.call("scanf", &[format, block]) as i32, -1);
    let (text, format) = (world.text("3:4"), world.text("%*d:%d"));
    assert_eq!(world.call("__isoc99_sscanf", &[text, format, block]), 1);
    assert_eq!(world.word(number, 4), 4);
}
