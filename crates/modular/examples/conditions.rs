//! Which conditions of rules keep `modular` from proving a program: `cargo xtask mutants FILE …`.

use raceproof_c::{Input, Options, compile};
use raceproof_engine::mutants::{reached, without};
use raceproof_modular::{Answer, prove};
use std::time::{Duration, Instant};

fn main() {
    for path in std::env::args().skip(1) {
        let mut input = Input {
            path: path.clone().into(),
            options: Default::default(),
        };
        input.options.defines.push("RACE".to_owned());
        let Ok(compiled) = compile(&[input], Options::default()) else {
            println!("{path}: does not compile");
            continue;
        };
        let answer = || {
            let start = Instant::now();
            prove(&compiled.program, &|| start.elapsed() > Duration::from_secs(5))
        };
        let mut with_all = Answer::Proved;
        let marks = reached(|| with_all = answer());
        println!("{path}: {}", words(&with_all));
        for mark in marks {
            match without(mark, answer) {
                None => println!("  without `{mark}` it panics"),
                Some(Answer::Proved) => println!("  without `{mark}` it is proved"),
                Some(other) => println!("  `{mark}`: {}", words(&other)),
            }
        }
    }
}

fn words(answer: &Answer) -> String {
    match answer {
        Answer::Proved => "proved".to_owned(),
        Answer::Unordered(a, b) => format!("lines {} and {} are not ordered", a.line, b.line),
        Answer::Refused(refusal) => format!("{} in line {}", refusal.why, refusal.span.line),
    }
}
