//! No input makes a reader panic: neither the C front end nor the reader of the IR's text.
//!
//! Programs of the tests are mutated: bytes, words and lines are deleted, doubled, exchanged, moved
//! between programs, and repeated up to thousands of times. Each case is a function of its number,
//! so a failure is found again by that number. A short run is part of the tests; a long one is
//!
//! ```text
//! RACEPROOF_FUZZ=1000000 cargo test --release --package raceproof --test fuzz -- --nocapture
//! ```
//!
//! which `RACEPROOF_FUZZ_FROM` starts at another case than 0.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use raceproof_ir::DataModel;

/// How many cases a run has that nobody asked to be longer.
const SHORT: u64 = 3_000;

/// Less than the command line gives itself, so that what passes here has room there.
const STACK: usize = 64 << 20;

#[test]
fn the_c_front_end_never_panics() {
    let seeds = texts("../../tests", "c");
    fuzz("C", &seeds, C_WORDS, |text| {
        let text = String::from_utf8_lossy(text);
        if let Ok(compiled) = raceproof_c::compile_text("fuzz.c", &text, DataModel::Lp64)
            && compiled.program.entry.is_some()
        {
            assert_eq!(
                raceproof_ir::verify(&compiled.program),
                Ok(()),
                "what is lowered is valid"
            );
        }
    });
}

#[test]
fn the_reader_of_the_ir_never_panics() {
    let mut seeds = texts("../ir/tests", "ir");
    seeds.extend(texts("../../tests", "ir"));
    fuzz("IR", &seeds, IR_WORDS, |text| {
        let text = String::from_utf8_lossy(text);
        if let Ok(program) = raceproof_ir::parse("fuzz.ir", &text)
            && raceproof_ir::verify(&program).is_ok()
        {
            let printed = program.to_string();
            let read = raceproof_ir::parse("fuzz.ir", &printed);
            assert_eq!(read.as_ref(), Ok(&program), "what is printed reads back");
        }
    });
}

/// Words that change much when they appear where they are not expected.
#[rustfmt::skip]
const C_WORDS: &[&str] = &[
    "(", ")", "{", "}", "[", "]", ";", ",", "*", "&", "?", ":", "=", "...", "->", "0", "1e400", "0x", "'", "\"", "\\",
    "struct", "union", "enum", "typedef", "int", "long", "unsigned", "void", "static", "extern", "_Atomic", "typeof",
    "__attribute__((", "_Generic(", "sizeof", "_Alignas(", "case", "default:", "goto", "if", "else", "while", "for",
    "do", "switch", "return", "asm(", "({", "})", "_Static_assert(", "\n#pragma omp parallel for\n", "\n# 7 \"x.h\" 3\n",
    "\n#define", "/*", "*/", "//", "L\"", "u8\"", "18446744073709551616", "__int128", "__auto_type", "\u{0}", "\u{fffd}",
];

#[rustfmt::skip]
const IR_WORDS: &[&str] = &[
    "(", ")", "{", "}", "[", "]", ";", ",", "@", "%", "$", "#", ":", "=", "->", "i1", "i8", "i32", "i64", "i128", "ptr",
    "f64", "global", "func", "slot", "reg", "load", "store", "br", "jump", "switch", "return", "call", "const", "null",
    "align", "bytes", "\"", "\\", "0", "-1", "18446744073709551616", "entry", "spans explicit", "model ilp32", "\n",
];

/// The texts of all files below a directory that have an extension; lines of the preprocessor are
/// left out, because the parser sees its output only.
fn texts(directory: &str, extension: &str) -> Vec<Vec<u8>> {
    let mut texts = Vec::new();
    let mut directories = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(directory)];
    while let Some(directory) = directories.pop() {
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                let text = std::fs::read_to_string(&path).unwrap();
                let lines = text
                    .lines()
                    .filter(|line| extension != "c" || !line.starts_with('#'));
                texts.push(lines.collect::<Vec<_>>().join("\n").into_bytes());
            }
        }
    }
    texts
}

fn fuzz(name: &str, seeds: &[Vec<u8>], words: &[&str], read: impl Fn(&[u8]) + Sync) {
    assert!(!seeds.is_empty(), "nothing to mutate");
    let number = |variable: &str| {
        std::env::var(variable)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
    };
    let count = number("RACEPROOF_FUZZ").unwrap_or(SHORT);
    let from = number("RACEPROOF_FUZZ_FROM").unwrap_or(0);
    let cases = || {
        for case in from..from + count {
            let text = mutate(case, seeds, words);
            if catch_unwind(AssertUnwindSafe(|| read(&text))).is_err() {
                let file = std::env::temp_dir().join(format!("raceproof-fuzz-{name}-{case}.txt"));
                let kept = std::fs::write(&file, &text).is_ok();
                panic!("{name} case {case} panics; kept in {}: {kept}", file.display());
            }
            if case % 50_000 == 49_999 {
                println!("{name}: {} cases", case + 1);
            }
        }
    };
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, cases);
        worker.unwrap().join().unwrap();
    });
}

/// Some text that is a function of the number of the case.
fn mutate(case: u64, seeds: &[Vec<u8>], words: &[&str]) -> Vec<u8> {
    let mut random = Random(case);
    let mut text = seeds[random.below(seeds.len())].clone();
    for _ in 0..1 + random.below(6) {
        let piece = random.piece(&text);
        match random.below(9) {
            0 => drop(text.drain(piece)),
            1 => text[piece]
                .iter_mut()
                .for_each(|byte| *byte = random.next() as u8),
            2 => {
                let copy = text[piece.clone()].to_vec();
                text.splice(piece.end..piece.end, copy);
            }
            3 => {
                let other = &seeds[random.below(seeds.len())];
                let copy = other[random.piece(other)].to_vec();
                text.splice(piece, copy);
            }
            4 | 5 => {
                let word = words[random.below(words.len())];
                text.splice(piece.start..piece.start, word.bytes());
            }
            6 => {
                let word = words[random.below(words.len())];
                text.splice(piece, word.bytes());
            }
            7 if random.below(8) == 0 => {
                let times = 1 << random.below(14);
                let copy = text[piece.start..piece.end.min(piece.start + 6)].repeat(times);
                text.splice(piece.start..piece.start, copy);
            }
            _ => {
                let word = words[random.below(words.len())].repeat(1 << random.below(7));
                text.splice(piece.start..piece.start, word.bytes());
            }
        }
    }
    text
}

/// The generator splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// A piece of a text: mostly a word or some bytes, sometimes lines.
    fn piece(&mut self, text: &[u8]) -> Range<usize> {
        let start = self.below(text.len() + 1);
        let length = match self.below(4) {
            0 => 1,
            1 => self.below(8),
            2 => text[start..]
                .iter()
                .position(u8::is_ascii_whitespace)
                .unwrap_or(0),
            _ => self.below(200),
        };
        start..text.len().min(start + length)
    }
}
