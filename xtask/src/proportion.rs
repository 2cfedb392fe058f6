//! Whether the work for a program is in proportion to its length: instructions, counted by callgrind.
//!
//! Each kind of program is made at three lengths, each twice the one before. What the second doubling adds is
//! twice what the first one adds if the work is in proportion, and four times that if it grows with the
//! square; what is the same for all lengths does not count. Seconds are never looked at, so other work on the
//! machine makes no difference, but for what an engine does until its time is over: each is asked by itself.

use std::fmt::Write as _;

use crate::instructions;
use crate::workspace;

#[derive(clap::Args)]
pub struct Arguments {
    /// Only kinds whose name contains this
    filter: Option<String>,
}

/// How much more the second doubling may add than the first one. Some work grows with the logarithm too.
const MOST: f64 = 3.0;

/// Instructions that are noise: where they were put in memory decides how tables of addresses are filled.
const NOISE: u64 = 2_000_000;

/// Who is asked: the front end alone, one run, and the proof for each thread alone with its argument checked.
const ASKED: &[(&str, &[&str])] = &[
    ("ir", &["ir"]),
    ("once", &["check", "--closed-world", "--engine", "once"]),
    ("modular", &["check", "--closed-world", "--engine", "modular"]),
];

/// A kind of program: its name, the shortest length, those who are not in proportion yet, and its text.
struct Kind {
    name: &'static str,
    length: usize,
    /// Whose work is known to grow faster.
    known: &'static [&'static str],
    text: fn(usize) -> String,
}

const fn kind(
    name: &'static str,
    length: usize,
    known: &'static [&'static str],
    text: fn(usize) -> String,
) -> Kind {
    Kind {
        name,
        length,
        known,
        text,
    }
}

const KINDS: &[Kind] = &[
    kind("statements", 500, &[], |n| {
        in_section("", n, |i| format!("d += {i};"))
    }),
    kind("ifs", 200, &["once"], |n| {
        in_section("int x = d;", n, |i| format!("if (x == {i}) d += {i};"))
    }),
    kind("cases", 300, &[], |n| {
        let cases = repeat(n, |i| format!("case {i}: d += {i}; break;"));
        in_section(&format!("switch (d) {{ {cases} }}"), 0, |_| String::new())
    }),
    kind("labels", 200, &["once"], |n| {
        let gotos = repeat(n, |i| format!("if (x > {i}) goto l{};", i * 7 % n));
        let labels = repeat(n, |i| format!("l{i}: x--;"));
        in_section(&format!("int x = d; {gotos} {labels} d = x;"), 0, |_| {
            String::new()
        })
    }),
    kind("sections", 300, &[], |n| {
        let sections = "pthread_mutex_lock(&m); d++; pthread_mutex_unlock(&m);";
        around("", &repeat(n, |_| sections.to_owned()))
    }),
    kind("globals", 300, &[], |n| {
        let globals = repeat(n, |i| format!("int v{i};"));
        let body = repeat(n, |i| format!("v{i}++;"));
        around(&globals, &locked(&body))
    }),
    kind("locks", 200, &[], |n| {
        let globals = repeat(n, |i| {
            format!("pthread_mutex_t m{i} = PTHREAD_MUTEX_INITIALIZER; int v{i};")
        });
        let body = repeat(n, |i| {
            format!("pthread_mutex_lock(&m{i}); v{i}++; pthread_mutex_unlock(&m{i});")
        });
        around(&globals, &body)
    }),
    kind("functions", 200, &["modular"], |n| {
        let functions = repeat(n, |i| format!("int g{i}(int x) {{ return x + {i}; }}"));
        let calls = repeat(n, |i| format!("x = g{i}(x);"));
        around(&functions, &format!("int x = 0; {calls} {}", locked("d += x;")))
    }),
    kind("unused functions", 500, &[], |n| {
        let functions = repeat(n, |i| format!("int g{i}(int x) {{ return x + {i}; }}"));
        around(&functions, &locked("d++;"))
    }),
    kind("variables", 200, &[], |n| {
        let body = repeat(n, |i| format!("{{ int s = {i}; int *p = &s; ++*p; }}"));
        around("", &format!("{body} {}", locked("d++;")))
    }),
    kind("initialisers", 2000, &[], |n| {
        let values = repeat(n, |i| format!("{i},"));
        around(&format!("int big[] = {{ {values} }};"), &locked("d += big[3];"))
    }),
];

fn repeat(n: usize, one: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut all, i| {
        let _ = writeln!(all, "{}", one(i));
        all
    })
}

fn locked(body: &str) -> String {
    format!("pthread_mutex_lock(&m);\n{body}\npthread_mutex_unlock(&m);")
}

/// Two threads that do something in a critical section.
fn in_section(before: &str, n: usize, one: impl Fn(usize) -> String) -> String {
    around("", &locked(&format!("{before}\n{}", repeat(n, one))))
}

/// Two threads that do something, and what stands before.
fn around(globals: &str, body: &str) -> String {
    format!(
        "#include <pthread.h>\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int d;\n{globals}\n\
         void *work(void *a) {{\n{body}\nreturn a; }}\n\
         int main(void) {{ pthread_t t; pthread_create(&t, 0, work, 0); work(0); pthread_join(t, 0); return 0; }}\n"
    )
}

/// Counts; whether everything grows in proportion that is not known to grow faster.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let raceproof = workspace::build()?;
    let directory = tempfile::tempdir().map_err(|error| format!("no temporary directory: {error}"))?;
    let mut met = true;
    println!(
        "{:<18} {:<8} {:>8} {:>14} {:>14}   target {MOST}",
        "kind", "asked", "length", "work", "growth"
    );
    let is_meant = |kind: &&Kind| {
        arguments
            .filter
            .as_ref()
            .is_none_or(|name| kind.name.contains(name.as_str()))
    };
    for kind in KINDS.iter().filter(is_meant) {
        for (name, words) in ASKED {
            let source = directory.path().join("program.c");
            let counts: Result<Vec<u64>, String> = (0..3)
                .map(|doubled| {
                    let text = (kind.text)(kind.length << doubled);
                    std::fs::write(&source, text).map_err(|error| error.to_string())?;
                    instructions::count(&raceproof, words, &source, &[])
                })
                .collect();
            let [a, b, c] = counts?[..] else {
                return Err("three counts".to_owned());
            };
            let growth = c.saturating_sub(b) as f64 / (b.saturating_sub(a) + NOISE) as f64;
            let is_known = kind.known.contains(name);
            met &= growth <= MOST || is_known;
            let remark = match (growth <= MOST, is_known) {
                (true, true) => "in proportion now: take it off the list",
                (false, true) => "known",
                (false, false) => "grows faster",
                (true, false) => "",
            };
            println!(
                "{:<18} {name:<8} {:>8} {c:>14} {growth:>14.2}   {remark}",
                kind.name,
                kind.length * 4
            );
        }
    }
    Ok(met)
}
