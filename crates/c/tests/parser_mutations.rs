//! No input makes the lexer or the parser panic, overflow the stack or hang: valid programs, damaged
//! in many ways. `RACEPROOF_FUZZ` sets the number of inputs.

use std::path::Path;

use raceproof_c::lex::{Dialect, KEYWORDS};
use raceproof_c::{Session, headers, parse_text};

/// xorshift64*: the same inputs on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    "=",
    "*",
    "&&",
    "...",
    "->",
    "++",
    ":",
    "?",
    "[[",
    "]]",
    "#pragma omp parallel\n",
    "#pragma pack(push,1)\n",
    "\n# 7 \"x.c\" 3\n",
    "'a'",
    "\"s\"",
    "L\"\\u12",
    "0x",
    "1e+",
    "1.5f",
    "\\",
    "/*",
    "//",
    "__attribute__((aligned(",
    "_Generic(",
    "({",
    "(int)",
    "_Pragma(\"omp for\")",
    "\n#pragma omp task depend(iterator(i=0:n), in: a[i:2][:]) if(",
    "\n#pragma omp parallel sections\n{\n#pragma omp section\n",
    "\n#pragma omp declare reduction(x : int : ",
    "\n#pragma omp metadirective when(user={condition(1)}: for ",
    " map(always, to: a[0:n])",
    " linear(val(x): ",
    "\u{e9}",
    "\u{0}",
    "case 1:",
    "x:",
    "struct {",
    "enum {",
    "typedef",
    "__builtin_offsetof(int,",
];

/// Source files without directives, which only the preprocessor reads.
fn collect(directory: &Path, seeds: &mut Vec<Vec<u8>>) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, seeds);
        } else if path.extension().is_some_and(|e| e == "c")
            && let Ok(text) = std::fs::read(&path)
        {
            seeds.push(without_directives(&text));
        }
    }
}

fn without_directives(text: &[u8]) -> Vec<u8> {
    let lines = text.split(|&b| b == b'\n').filter(|line| {
        let line = line.trim_ascii();
        !line.starts_with(b"#") || line.starts_with(b"#pragma")
    });
    lines
        .flat_map(|line| line.iter().copied().chain([b'\n']))
        .collect()
}

fn mutate(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = seeds[random.below(seeds.len())].clone();
    if text.len() > 2000 {
        let start = random.below(text.len() - 1000);
        text = text[start..start + 1000].to_vec();
    }
    for _ in 0..1 + random.below(6) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(24)).min(text.len());
        match random.below(9) {
            0 => drop(text.drain(at..end)),
            1 => {
                let copy = text[at..end].to_vec();
                let to = random.below(text.len() + 1);
                text.splice(to..to, copy);
            }
            2 => {
                if let Some(byte) = text.get_mut(at) {
                    *byte = random.next() as u8;
                }
            }
            3 | 4 => {
                let piece = PIECES[random.below(PIECES.len())].as_bytes();
                text.splice(at..end.min(at + random.below(3)), piece.iter().copied());
            }
            5 => {
                let (word, ..) = KEYWORDS[random.below(KEYWORDS.len())];
                text.splice(at..at, format!(" {word} ").into_bytes());
            }
            6 => text.truncate(at),
            7 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                let to = (from + random.below(200)).min(other.len());
                text.splice(at..at, other[from..to].iter().copied());
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())];
                let many = piece.repeat(random.below(400));
                text.splice(at..at, many.into_bytes());
            }
        }
    }
    text
}

fn parse_any(text: &[u8], with_original: bool, dialect: Dialect) {
    let mut session = Session::default();
    let file = session.sources.file("fuzz.c");
    if with_original {
        session.sources.set_text(file, text.to_vec());
    }
    let unit = parse_text(&mut session, file, text, dialect);
    std::hint::black_box(&unit);
    for diagnostic in session.diagnostics.list() {
        std::hint::black_box(diagnostic.render(&session.sources, false));
    }
}

#[test]
fn damaged_programs_do_not_panic() {
    let count: u64 = std::env::var("RACEPROOF_FUZZ")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(3000);
    let mut seeds = Vec::new();
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests"),
        &mut seeds,
    );
    collect(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples"),
        &mut seeds,
    );
    seeds.extend(
        headers::HEADERS
            .iter()
            .map(|(_, text)| without_directives(text.as_bytes())),
    );
    seeds.retain(|seed| !seed.is_empty());
    for seed in 0..count {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        random.next();
        let text = mutate(&seeds, &mut random);
        let dialect = Dialect {
            c23: seed % 3 == 0,
            gnu: seed % 5 != 0,
            cilk: seed % 7 == 0,
        };
        let result = std::panic::catch_unwind(|| parse_any(&text, seed % 2 == 0, dialect));
        assert!(
            result.is_ok(),
            "input {seed}:\n{}",
            String::from_utf8_lossy(&text)
        );
    }
}
