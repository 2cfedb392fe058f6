//! The engine against the C library of the machine the tests run on, and fixed cases for what a
//! C library on another machine might do otherwise.

use super::*;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Arguments from a list; pointers are one more than an index into `strings`.
struct List {
    values: std::collections::VecDeque<u64>,
    strings: Vec<Vec<u8>>,
    counts: Vec<(u64, u64)>,
}

impl List {
    fn new(values: &[u64]) -> Self {
        let strings = vec![b"hello, world".to_vec(), Vec::new()];
        List {
            values: values.iter().copied().collect(),
            strings,
            counts: Vec::new(),
        }
    }
}

impl Arguments for List {
    type Error = String;
    fn next(&mut self, _: Kind) -> Result<u64, String> {
        self.values
            .pop_front()
            .ok_or_else(|| "too few arguments".to_owned())
    }
    fn string(&mut self, pointer: u64, limit: Option<usize>) -> Result<Vec<u8>, String> {
        let text = &self.strings[pointer as usize - 1];
        Ok(text[..limit.unwrap_or(text.len()).min(text.len())].to_vec())
    }
    fn wide_string(&mut self, pointer: u64, limit: Option<usize>) -> Result<Vec<u32>, String> {
        Ok(self.string(pointer, limit)?.into_iter().map(u32::from).collect())
    }
    fn store_count(&mut self, pointer: u64, _: Length, count: u64) -> Result<(), String> {
        self.counts.push((pointer, count));
        Ok(())
    }
    fn error_message(&mut self) -> Result<String, String> {
        Ok("Success".to_owned())
    }
    fn long_bits(&self) -> u32 {
        64
    }
    fn unsupported(&mut self, what: String) -> String {
        what
    }
}

fn check(text: &str, values: &[u64], expect: &str) {
    let formatted = format(text.as_bytes(), &mut List::new(values)).expect(text);
    assert_eq!(
        String::from_utf8_lossy(&formatted.bytes),
        expect,
        "format `{text}`"
    );
}

#[test]
fn numbered_arguments_are_fetched_in_the_order_of_their_numbers() {
    check("%2$d-%1$s", &[1, 7], "7-hello, world");
    check("%1$*2$d|%1$.*3$d", &[5, 4, 3], "   5|005");
    assert!(format(b"%1$d %d", &mut List::new(&[1, 2])).is_err());
}

#[test]
fn widths_and_precisions_come_from_arguments() {
    check("[%*d]", &[(-5i64) as u64, 42], "[42   ]");
    check("[%.*d]", &[(-5i64) as u64, 42], "[42]");
    check("[%*.*f]", &[8, 2, 3.25f64.to_bits()], "[    3.25]");
}

#[test]
fn a_count_is_stored() {
    let mut list = List::new(&[12, 77, 3]);
    format(b"ab%d%n%d", &mut list).expect("supported");
    assert_eq!(list.counts, [(77, 4)]);
}

#[test]
fn null_and_messages() {
    check(
        "%s|%.5s|%.6s|%p|%8p|%m",
        &[0, 0, 0, 0, 0],
        "(null)||(null)|(nil)|   (nil)|Success",
    );
}

#[test]
fn long_double_hexadecimal_has_an_explicit_leading_digit() {
    check(
        "%La %La %La",
        &[1f64.to_bits(), 0.1f64.to_bits(), 0],
        "0x8p-3 0xc.cccccccccccdp-7 0x0p+0",
    );
    check("%.0La", &[15.9f64.to_bits()], "0x1p+4");
}

#[test]
fn what_is_not_understood_is_an_error() {
    for text in ["%y", "%", "%5", "%l", "%2000000000d"] {
        assert!(format(text.as_bytes(), &mut List::new(&[1])).is_err(), "{text}");
    }
}

#[test]
fn a_wide_character_outside_the_locale_fails() {
    let formatted = format(b"ab%lc", &mut List::new(&[0x20ac])).expect("supported");
    assert_eq!(
        formatted,
        Formatted {
            bytes: b"ab".to_vec(),
            failure: Some(EILSEQ)
        }
    );
}

/// Prints one line for every line of `kind bits format` it reads.
const JUDGE: &str = r#"
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static char line[4096], out[20000];
int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        char *end; char kind = line[0];
        unsigned long long bits = strtoull(line + 2, &end, 16);
        char *format = end + 1;
        format[strcspn(format, "\n")] = 0;
        int n = -1;
        if (kind == 'i') n = snprintf(out, sizeof out, format, (int)bits);
        else if (kind == 'l') n = snprintf(out, sizeof out, format, bits);
        else if (kind == 'p') n = snprintf(out, sizeof out, format, (void *)bits);
        else if (kind == 's') n = snprintf(out, sizeof out, format, bits == 1 ? "hello, world" : bits == 2 ? "" : 0);
        else { double d; memcpy(&d, &bits, 8); 
            if (kind == 'D') n = snprintf(out, sizeof out, format, (long double)d);
            else n = snprintf(out, sizeof out, format, d); }
        printf("%d %s\n", n, out);
    }
    return 0;
}
"#;

/// A small deterministic generator (xorshift).
pub(in crate::library) struct Random(pub u64);

impl Random {
    pub(in crate::library) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    pub(in crate::library) fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }
    pub(in crate::library) fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    fn integer(&mut self) -> u64 {
        let value = self.next() >> self.below(64);
        match self.below(4) {
            0 => value.wrapping_neg(),
            1 => self.below(12),
            2 => (1u64 << self.below(64)).wrapping_sub(self.below(2)),
            _ => value,
        }
    }

    fn double(&mut self) -> f64 {
        match self.below(8) {
            0 => f64::from_bits(self.next()),
            1 => self.below(2000) as f64 / 8.0 - 100.0,
            2 => self.below(100_000) as f64 / 1000.0,
            3 => 10f64.powi(self.below(40) as i32 - 20),
            4 => f64::from_bits(self.next() >> self.below(64)),
            5 => [
                0.0,
                -0.0,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::NAN,
                -f64::NAN,
                f64::MAX,
                0.5,
            ][self.below(8) as usize],
            6 => (self.below(1 << 20) as f64 + 0.5) / f64::from(1u32 << self.below(20)),
            _ => 9.9999f64 * 10f64.powi(self.below(20) as i32 - 8),
        }
    }

    /// A kind, the bits of a value and a format for it.
    fn case(&mut self) -> (char, u64, String) {
        let mut text = String::from("%");
        for flag in ["-", "+", " ", "#", "0", "'"] {
            if self.below(4) == 0 {
                text.push_str(flag);
            }
        }
        if self.below(2) == 0 {
            text.push_str(&self.below(30).max(1).to_string());
        }
        if self.below(2) == 0 {
            text.push('.');
            let limit = if self.below(20) == 0 { 1200 } else { 25 };
            text.push_str(&self.below(limit).to_string());
        }
        let (kind, bits) = match self.below(8) {
            0 => {
                text.push_str(self.pick(&["", "h", "hh"]));
                text.push_str(self.pick(&["d", "i", "u", "o", "x", "X"]));
                ('i', self.integer() & 0xffff_ffff)
            }
            1 => {
                text.push_str(self.pick(&["l", "ll", "j", "z", "t", "q", "L"]));
                text.push_str(self.pick(&["d", "i", "u", "o", "x", "X"]));
                ('l', self.integer())
            }
            2 => match self.below(3) {
                0 => {
                    text.push('p');
                    ('p', self.integer())
                }
                1 => {
                    text.push('s');
                    ('s', self.below(3))
                }
                _ => {
                    text.push_str(self.pick(&["c", "lc", "C"]));
                    ('i', 33 + self.below(90))
                }
            },
            3 => {
                text.push_str(self.pick(&["La", "LA", "Lf", "Lg"]));
                let value = if text.ends_with(['a', 'A']) {
                    self.double()
                } else {
                    self.below(4096) as f64 / 16.0
                };
                ('D', value.to_bits())
            }
            _ => {
                text.push_str(self.pick(&["e", "E", "f", "F", "g", "G", "a", "A"]));
                ('d', self.double().to_bits())
            }
        };
        (kind, bits, text)
    }
}

/// Compiles `source` with the system's C compiler and gives what it prints for `input`.
/// None where there is no compiler.
pub(in crate::library) fn run_c(name: &str, source: &str, input: &str) -> Option<String> {
    let directory = std::env::temp_dir().join(format!("raceproof-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&directory).ok()?;
    let (c, program) = (directory.join("judge.c"), directory.join("judge"));
    std::fs::write(&c, source).ok()?;
    let compiled = Command::new("gcc")
        .arg("-w")
        .arg("-o")
        .arg(&program)
        .arg(&c)
        .arg("-lm")
        .status()
        .ok()?;
    assert!(compiled.success(), "the judge does not compile");
    let mut child = Command::new(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().ok()?;
    writer.join().ok()?.ok()?;
    std::fs::remove_dir_all(&directory).ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

// One difference is known: glibc 2.36 loses the zeros of `%#.3g` where rounding carries into the next
// power of ten and out of the fixed notation (`1.e+03` for 999.99). These cases do not hit it.
#[test]
fn random_formats_print_as_the_c_library_prints_them() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let cases: Vec<_> = (0..20_000).map(|_| random.case()).collect();
    let mut input = String::new();
    for (kind, bits, text) in &cases {
        input.push_str(&format!("{kind} {bits:x} {text}\n"));
    }
    let Some(output) = run_c("printf", JUDGE, &input) else {
        return;
    };
    let mut lines = output.split('\n');
    let mut wrong = Vec::new();
    for (kind, bits, text) in &cases {
        let theirs = lines.next().unwrap_or("");
        let ours = match format(text.as_bytes(), &mut List::new(&[*bits])) {
            Ok(formatted) => {
                format!(
                    "{} {}",
                    formatted.bytes.len(),
                    String::from_utf8_lossy(&formatted.bytes)
                )
            }
            Err(error) => error,
        };
        if ours != theirs {
            wrong.push(format!(
                "{kind} {bits:x} `{text}`\n  ours   {ours}\n  theirs {theirs}"
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
