//! The engine against fixed cases and against the C library of the machine the tests run on.

use super::*;
use crate::library::format::tests::{Random, run_c};

/// Keeps what is stored, in order.
#[derive(Default)]
struct List {
    next: u64,
    stored: Vec<(u64, Vec<u8>)>,
}

impl Targets for List {
    type Error = String;
    fn next(&mut self) -> Result<u64, String> {
        self.next += 1;
        Ok(self.next)
    }
    fn store(&mut self, pointer: u64, bytes: &[u8]) -> Result<(), String> {
        self.stored.push((pointer, bytes.to_vec()));
        Ok(())
    }
    fn store_pointer(&mut self, pointer: u64, value: u64) -> Result<(), String> {
        self.store(pointer, &value.to_le_bytes())
    }
    fn long_bits(&self) -> u32 {
        64
    }
    fn unsupported(&mut self, what: String) -> String {
        what
    }
}

fn check(format: &str, input: &str, assigned: i32, consumed: usize, stored: &[&[u8]]) {
    let mut list = List::default();
    let scanned = scan(format.as_bytes(), input.as_bytes(), &mut list).expect(format);
    assert_eq!(
        (scanned.assigned, scanned.consumed),
        (assigned, consumed),
        "`{format}` of `{input}`"
    );
    let values: Vec<&[u8]> = list.stored.iter().map(|(_, bytes)| &bytes[..]).collect();
    assert_eq!(values, stored, "`{format}` of `{input}`");
}

#[test]
fn several_conversions() {
    check("%d %s%c", "12 abc\nx", 3, 7, &[&[12, 0, 0, 0], b"abc\0", b"\n"]);
    check("%d,%d", "1;2", 1, 1, &[&[1, 0, 0, 0]]);
    check("%2d%3s", "12345678", 2, 5, &[&[12, 0, 0, 0], b"345\0"]);
    check("%*d %hd", "5 -1", 1, 4, &[&[255, 255]]);
    check("%[a-c]%[^x]", "abcdefx", 2, 6, &[b"abc\0", b"def\0"]);
    check("%[]x-]", "]x-y", 1, 3, &[b"]x-\0"]);
    check("a%%%n", "a %", 0, 3, &[&[3, 0, 0, 0]]);
    check("%lf", "2.5", 1, 3, &[&2.5f64.to_le_bytes()]);
    check("%f", "-1e2", 1, 4, &[&(-100f32).to_le_bytes()]);
    check("%p", "(nil)", 1, 5, &[&[0; 8]]);
}

#[test]
fn the_end_of_the_input() {
    check("%d", "", -1, 0, &[]);
    check("%d", "   ", -1, 3, &[]);
    check("%d %d", "1", 1, 1, &[&[1, 0, 0, 0]]);
    check("x", "", -1, 0, &[]);
    check("%d", "x", 0, 0, &[]);
}

#[test]
fn what_is_not_understood_is_an_error() {
    for format in ["%", "%y", "%[abc", "%1$d", "%ms"] {
        assert!(
            scan(format.as_bytes(), b"12", &mut List::default()).is_err(),
            "{format}"
        );
    }
}

/// Reads pairs of lines (kind and format, input) and prints the result, the value and the count.
const JUDGE: &str = r#"
#include <stdio.h>
#include <string.h>
static char format[4096], input[4096];
int main(void) {
    while (fgets(format, sizeof format, stdin) && fgets(input, sizeof input, stdin)) {
        unsigned char value[64]; int count = -1;
        memset(value, 0xee, sizeof value);
        format[strcspn(format, "\n")] = 0;
        input[strcspn(input, "\n")] = 0;
        int n = sscanf(input, format, value, &count);
        printf("%d %d ", n, count);
        for (int i = 0; i < 12; i++) printf("%02x", value[i]);
        puts("");
    }
    return 0;
}
"#;

#[test]
fn random_inputs_scan_as_the_c_library_scans_them() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut cases = Vec::new();
    for _ in 0..20_000 {
        let mut format = String::from(random.pick(&["", " ", "%*d ", "x", "%*[ab]"]));
        format.push('%');
        if random.below(3) == 0 {
            format.push_str(&(1 + random.below(9)).to_string());
        }
        format.push_str(random.pick(&[
            "d", "i", "u", "o", "x", "hd", "hhd", "ld", "li", "lx", "lld", "p", "f", "lf", "lg", "e", "s",
            "[0-9]", "[^a-f]", "c",
        ]));
        format.push_str("%n");
        let mut input = String::new();
        let alphabet: &[&str] = match random.below(4) {
            0 => &["1", "2", "0", "9", "-", "+", " ", "x", ".", "e", "a"],
            1 => &["1", "0", "0x", "f", "p", ".", "e", "-", "9", "7"],
            2 => &["in", "i", "n", "f", "nan", "inf", "inity", "-", " ", "1"],
            _ => &["9", "8", "7", "1", "99999", "e3", "e-3", "."],
        };
        for _ in 0..random.below(8) {
            input.push_str(random.pick(alphabet));
        }
        cases.push((format, input));
    }
    let text: String = cases
        .iter()
        .map(|(format, input)| format!("{format}\n{input}\n"))
        .collect();
    let Some(output) = run_c("scanf", JUDGE, &text) else {
        return;
    };
    let mut lines = output.lines();
    let mut wrong = Vec::new();
    for (format, input) in &cases {
        let theirs = lines.next().unwrap_or("");
        let mut list = List::default();
        let ours = match scan(format.as_bytes(), input.as_bytes(), &mut list) {
            Ok(scanned) => {
                let (mut value, mut count) = (vec![0xee; 12], -1);
                for (target, bytes) in list.stored {
                    if target == 1 {
                        value[..bytes.len().min(12)].copy_from_slice(&bytes[..bytes.len().min(12)]);
                    } else {
                        count = i32::from(bytes[0]);
                    }
                }
                let hex: String = value.iter().map(|b| format!("{b:02x}")).collect();
                format!("{} {count} {hex}", scanned.assigned)
            }
            Err(error) => error,
        };
        if ours != theirs {
            wrong.push(format!(
                "`{format}` of `{input}`\n  ours   {ours}\n  theirs {theirs}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong[..wrong.len().min(20)].join("\n")
    );
}
