//! Random programs survive the text form, and no text makes the reader panic.
//!
//! `RACEPROOF_FUZZ` is the number of mutated texts to read (default 3000).

mod generate;

use generate::Choices;
use proptest::prelude::*;
use raceproof_ir::*;

fn list<T: ToString>(errors: &[T]) -> String {
    errors
        .iter()
        .map(|e| e.to_string())
        .collect::<Vec<_>>()
        .join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_round_trip(bytes in proptest::collection::vec(any::<u8>(), 0..3000)) {
        let program = Choices::new(&bytes).program();
        if let Err(violations) = verify(&program) {
            panic!("{}\n{program}", list(&violations));
        }
        let text = program.to_string();
        match parse("random.ir", &text) {
            Ok(again) => prop_assert_eq!(&again, &program, "\n{}", text),
            Err(errors) => panic!("{}\n{text}", list(&errors)),
        }
    }

    #[test]
    fn random_text_is_no_panic(text in "\\PC{0,200}") {
        let _ = parse("random.ir", &text);
    }
}

/// A small generator of its own, so that a failing round can be repeated by its number.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

const PIECES: &[&[u8]] = &[
    b"\n",
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b":",
    b"!",
    b",",
    b"%",
    b"@",
    b"$",
    b"#",
    b"..",
    b"...",
    b"-",
    b"+",
    b"*",
    b" = ",
    b"0",
    b"340282366920938463463374607431768211455",
    b"18446744073709551615",
    b"-170141183460469231731687303715884105728",
    b"0x",
    b"1e",
    b"1.5",
    b"\\u{",
    b"\\x",
    b"//",
    b";",
    b"\xc3",
    b"\xff",
    b" i128 ",
    b" ptr ",
    b" null ",
    b" align 0",
    b" func @f(",
    b" global @g: ",
    b" shape #0 = ",
    b"zero ",
    b" spans explicit\n",
    b"model ilp32\n",
    b" entry none\n",
    b"_",
    b".1",
    b"%?",
];

fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(12)).min(text.len());
        match random.below(6) {
            0 => drop(text.drain(at..end)),
            1 => drop(text.splice(at..at, PIECES[random.below(PIECES.len())].iter().copied())),
            2 => drop(text.splice(at..end, PIECES[random.below(PIECES.len())].iter().copied())),
            3 => {
                let piece = text[at..end].to_vec();
                let to = random.below(text.len() + 1);
                text.splice(to..to, piece);
            }
            4 => {
                if let Some(byte) = text.get_mut(at) {
                    *byte = random.next() as u8;
                }
            }
            _ => {
                // Swaps two lines.
                let mut lines: Vec<&[u8]> = text.split(|b| *b == b'\n').collect();
                let (a, b) = (random.below(lines.len()), random.below(lines.len()));
                lines.swap(a, b);
                *text = lines.join(&b'\n');
            }
        }
    }
}

#[test]
fn mutated_text_is_no_panic() {
    let rounds: u64 = match std::env::var("RACEPROOF_FUZZ") {
        Ok(count) => count.parse().expect("RACEPROOF_FUZZ is a number"),
        Err(_) => 3000,
    };
    let sample = include_str!("samples/instructions.ir").as_bytes();
    let (mut read, mut valid) = (0, 0);
    for round in 0..rounds {
        let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ (round + 1).wrapping_mul(0xff51_afd7_ed55_8ccd));
        let mut text = if round % 2 == 0 {
            sample.to_vec()
        } else {
            let bytes: Vec<u8> = (0..random.below(400)).map(|_| random.next() as u8).collect();
            Choices::new(&bytes).program().to_string().into_bytes()
        };
        mutate(&mut text, &mut random);
        let text = String::from_utf8_lossy(&text);
        let Ok(program) = parse("fuzz.ir", &text) else {
            continue;
        };
        read += 1;
        let again = program.to_string();
        let _ = program.text_without_spans().to_string();
        if verify(&program).is_ok() {
            valid += 1;
            assert_eq!(
                parse("fuzz.ir", &again).as_ref(),
                Ok(&program),
                "round {round}\n{text}\n{again}"
            );
        }
    }
    println!("{rounds} texts, {read} read, {valid} valid");
}
