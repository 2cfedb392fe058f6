//! Layout and static initialisers against gcc: random records, each with one object per member whose bits are
//! all set there.
//!
//! gcc only compiles to assembly, whose data directives are read back, so that the 32-bit data model needs no
//! libraries.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::process::Command;

use raceproof_c::check::{Options, check_program};
use raceproof_c::lex::Dialect;
use raceproof_c::{Session, hir, parse_text};
use raceproof_ir::{DataModel, FileId};
use raceproof_source::Severity;

/// A small random generator, the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % limit
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }
}

const BIT_TYPES: &[(&str, u64)] = &[
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum e", 32),
    ("aligned_int", 32),
];

const TYPES: &[&str] = &[
    "char",
    "short",
    "int",
    "long",
    "long long",
    "float",
    "double",
    "_Bool",
    "void *",
    "enum small",
    "struct pair",
    "aligned_int",
    "low_int",
];

/// A program with `count` records; gives the text.
fn program(seed: u64, count: usize) -> String {
    let mut random = Random(seed);
    let mut text = String::from(
        "enum e { E0, E1 };\nenum __attribute__((packed)) small { S0, S1 = 200 };\n\
         typedef int aligned_int __attribute__((aligned(8)));\n\
         typedef int low_int __attribute__((aligned(2)));\nstruct pair { char a; short b; };\n",
    );
    for record in 0..count {
        let pack = random.below(6) == 0;
        if pack {
            let n = random.pick(&["1", "2", "4", "8"]);
            let _ = writeln!(text, "#pragma pack(push, {n})");
        }
        let kind = if random.below(5) == 0 { "union" } else { "struct" };
        let attribute = match random.below(8) {
            0 | 1 => "__attribute__((packed)) ",
            2 => "__attribute__((aligned(8))) ",
            3 => "__attribute__((packed, aligned(4))) ",
            _ => "",
        };
        let _ = writeln!(text, "{kind} {attribute}r{record} {{");
        let mut fields: Vec<(String, bool)> = Vec::new();
        let members = 1 + random.below(7);
        for member in 0..members {
            let name = format!("m{member}");
            if random.below(3) > 0 {
                let (ty, limit) = BIT_TYPES[random.below(BIT_TYPES.len() as u64) as usize];
                match random.below(8) {
                    0 => {
                        let _ = writeln!(text, "  {ty} : 0;");
                        continue;
                    }
                    1 => {
                        let _ = writeln!(text, "  {ty} : {};", 1 + random.below(limit));
                        continue;
                    }
                    _ => {}
                }
                let extra = match random.below(16) {
                    0 => " __attribute__((aligned(4)))",
                    1 => " __attribute__((packed))",
                    _ => "",
                };
                let _ = writeln!(text, "  {ty} {name} : {}{extra};", 1 + random.below(limit));
                fields.push((name, true));
            } else {
                let ty = random.pick(TYPES);
                let extra = match random.below(10) {
                    0 => " __attribute__((aligned(8)))",
                    1 => " __attribute__((packed))",
                    2 => "[3]",
                    _ => "",
                };
                if extra == "[3]" && ty == "aligned_int" {
                    let _ = writeln!(text, "  {ty} {name};");
                } else {
                    let _ = writeln!(text, "  {ty} {name}{extra};");
                }
                fields.push((name, false));
            }
        }
        text.push_str("};\n");
        if pack {
            text.push_str("#pragma pack(pop)\n");
        }
        let of = format!("{kind} r{record}");
        let _ = writeln!(text, "unsigned s{record} = sizeof({of});");
        let _ = writeln!(text, "unsigned a{record} = _Alignof({of});");
        for (name, bits) in &fields {
            if *bits {
                let _ = writeln!(text, "{of} v{record}_{name} = {{ .{name} = -1 }};");
            } else {
                let _ = writeln!(
                    text,
                    "unsigned o{record}_{name} = __builtin_offsetof({of}, {name});"
                );
            }
        }
    }
    text
}

/// The initial bytes of the objects in gcc's assembly; none if gcc cannot do it.
fn gcc(text: &str, model: DataModel, name: &str) -> Option<HashMap<String, Vec<u8>>> {
    let path = std::env::temp_dir().join(format!("raceproof-{}-{name}.c", std::process::id()));
    std::fs::write(&path, text).ok()?;
    let width = match model {
        DataModel::Lp64 => "-m64",
        DataModel::Ilp32 => "-m32",
    };
    let output = Command::new("gcc")
        .args(["-S", "-w", "-O0", "-fno-pic", width, "-o", "-"])
        .arg(&path)
        .output();
    let _ = std::fs::remove_file(&path);
    let output = output.ok()?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!message.contains("error"), "gcc rejects the test: {message}");
        return None;
    }
    Some(read_assembly(&String::from_utf8_lossy(&output.stdout)))
}

fn read_assembly(text: &str) -> HashMap<String, Vec<u8>> {
    let mut objects: HashMap<String, Vec<u8>> = HashMap::new();
    let mut current = String::new();
    for line in text.lines() {
        let line = line.trim();
        if let Some(label) = line.strip_suffix(':') {
            current = label.to_owned();
            objects.entry(current.clone()).or_default();
            continue;
        }
        let (directive, argument) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let Some(bytes) = objects.get_mut(&current) else {
            continue;
        };
        if matches!(directive, ".string" | ".ascii") {
            unescape(argument.trim().trim_matches('"'), bytes);
            bytes.extend((directive == ".string").then_some(0));
            continue;
        }
        let number = argument.trim().parse::<i128>().unwrap_or(0);
        let width = match directive {
            ".byte" => 1,
            ".value" => 2,
            ".long" => 4,
            ".quad" => 8,
            ".zero" => {
                bytes.resize(bytes.len() + number as usize, 0);
                continue;
            }
            _ => continue,
        };
        bytes.extend(&number.to_le_bytes()[..width]);
    }
    objects
}

/// The bytes of a string in assembly.
fn unescape(text: &str, bytes: &mut Vec<u8>) {
    let mut rest = text.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let mut code = 0u32;
        let mut digits = 0;
        while let Some(digit) = rest
            .peek()
            .copied()
            .filter(|d| (b'0'..=b'7').contains(d) && digits < 3)
        {
            code = code * 8 + u32::from(digit - b'0');
            digits += 1;
            rest.next();
        }
        if digits > 0 {
            bytes.push(code as u8);
        } else if let Some(other) = rest.next() {
            bytes.push(match other {
                b'n' => b'\n',
                b't' => b'\t',
                b'b' => 8,
                b'f' => 12,
                b'r' => b'\r',
                other => other,
            });
        }
    }
}

fn ours(text: &str, model: DataModel) -> hir::Unit {
    let mut session = Session::default();
    let unit = parse_text(&mut session, FileId(0), text.as_bytes(), Dialect::default());
    let options = Options {
        data_model: model,
        ..Options::default()
    };
    let unit = check_program(
        vec![std::sync::Arc::new(unit)],
        &mut session.interner,
        options,
        &mut session.diagnostics,
    );
    let messages = session
        .diagnostics
        .render(&session.sources, Severity::Error, false);
    unit.unwrap_or_else(|| panic!("{messages}\n{text}"))
}

fn compare(seed: u64, model: DataModel) {
    let text = program(seed, 120);
    let Some(expected) = gcc(&text, model, &format!("{seed}-{model:?}")) else {
        eprintln!("no gcc for {model:?}: skipped");
        return;
    };
    let unit = ours(&text, model);
    let mut differences = String::new();
    for global in &unit.globals {
        let Some(bytes) = expected.get(&global.name) else {
            continue;
        };
        let mut found = global.bytes.clone();
        found.resize(global.size as usize, 0);
        if &found != bytes {
            let _ = writeln!(differences, "{}: gcc {bytes:02x?}, we {found:02x?}", global.name);
        }
    }
    assert!(
        differences.is_empty(),
        "seed {seed}, {model:?}:\n{differences}\n{text}"
    );
}

#[test]
fn lp64_layout_is_that_of_gcc() {
    for seed in 1..=8 {
        compare(seed, DataModel::Lp64);
    }
}

#[test]
fn ilp32_layout_is_that_of_gcc() {
    for seed in 1..=8 {
        compare(seed, DataModel::Ilp32);
    }
}

#[test]
fn initialisers_are_those_of_gcc() {
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let text = include_str!("initialisers.c");
        let Some(expected) = gcc(text, model, &format!("initialisers-{model:?}")) else {
            continue;
        };
        let unit = ours(text, model);
        let mut compared = 0;
        for global in &unit.globals {
            let Some(bytes) = expected.get(&global.name) else {
                continue;
            };
            let mut found = global.bytes.clone();
            found.resize(global.size as usize, 0);
            assert_eq!(&found, bytes, "{} in {model:?}", global.name);
            compared += 1;
        }
        assert!(compared > 40, "only {compared} objects were compared");
    }
}
