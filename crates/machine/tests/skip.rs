//! Loops skipped and loops executed: the same bytes are accessed, and everything is the same afterwards but
//! what was told to be lost.

mod common;

use std::collections::BTreeSet;

use common::program;
use proptest::prelude::*;
use raceproof_machine::{
    Access, Config, Machine, ObjectId, Observer, Pause, Shapes, Sink, Site, Skip, ThreadId,
};

/// Collects accessed bytes: place, object, byte, write.
#[derive(Default)]
struct Bytes {
    all: BTreeSet<(Site, ObjectId, u32, bool)>,
    skips: bool,
    /// Whether something is not known any more.
    loses: bool,
    shapes: Shapes,
}

impl Sink for Bytes {
    fn access(&mut self, _thread: ThreadId, a: Access) {
        for byte in a.start..a.start + a.length {
            self.all.insert((a.site, a.object, byte, a.write));
        }
    }
}

impl Observer for Bytes {
    const SKIP: bool = true;

    fn turns_back(&mut self, _from: Site) -> bool {
        self.skips
    }

    fn skip(&mut self, _from: Site, skip: Skip<'_>) -> bool {
        self.loses |= !skip.stored.is_empty() || !skip.computed.is_empty();
        true
    }

    fn shapes(&mut self) -> Option<&mut Shapes> {
        Some(&mut self.shapes)
    }
}

/// An expression over the counter `%i`, the outer counter `%k` and what was computed before.
fn line() -> impl Strategy<Value = String> {
    let operand = prop_oneof![
        Just("%i".to_owned()),
        Just("%k".to_owned()),
        Just("%x".to_owned()),
        Just("%y".to_owned()),
        (-9i32..200).prop_map(|n| n.to_string()),
    ];
    let op = prop_oneof![
        Just("add_s"),
        Just("sub_s"),
        Just("mul_s"),
        Just("add"),
        Just("div_s"),
        Just("and")
    ];
    let dst = prop_oneof![Just("%x"), Just("%y")];
    (dst, op, operand.clone(), operand).prop_map(|(dst, op, a, b)| match op {
        // A divisor that cannot be zero.
        "div_s" => format!("{dst} = div_s i32 {a}, 3\n"),
        _ => format!("{dst} = {op} i32 {a}, {b}\n"),
    })
}

/// A load or store at an index that stays in the array.
fn touch() -> impl Strategy<Value = String> {
    let index = prop_oneof![
        3 => Just("%n = sext i32 %i to i64\n"),
        1 => Just("%n = sext i32 %k to i64\n"),
        1 => Just("%t = sub_s i32 180, %i\n%n = sext i32 %t to i64\n"),
        1 => Just("%t = and i32 %x, 127\n%n = sext i32 %t to i64\n"),
    ];
    let what = prop_oneof![
        Just("%v = load i32 %p\n"),
        Just("%x = load i32 %p\n"),
        Just("store i32 %p, %i\n"),
        Just("store i32 %p, %y\n"),
        Just("store i32 %p, %v\n"),
    ];
    let array = prop_oneof![Just("@a"), Just("@b")];
    (index, array, 0u32..8, what).prop_map(|(index, array, disp, what)| {
        format!("{index}%p = offset {array}, %n * 4 + {}\n{what}", disp * 4)
    })
}

fn body() -> impl Strategy<Value = String> {
    prop::collection::vec(prop_oneof![line(), touch()], 1..7).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn skipped_rounds_access_what_executed_ones_do(
        body in body(),
        step in prop_oneof![Just(1), Just(2), Just(3)],
        limit in 0i32..180,
        global_limit in any::<bool>(),
        guard in any::<bool>(),
    ) {
        let test = match global_limit {
            true => "%l = load i32 @limit\n%more = lt_s i32 %i, %l\n".to_owned(),
            false => format!("%more = lt_s i32 %i, {limit}\n"),
        };
        let guarded = match guard {
            true => format!("%g = lt_s i32 %i, 60\nbr %g, inner, rest\ninner:\n{body}jump rest\nrest:\n"),
            false => body,
        };
        let text = format!(
            "global @a: 1024 bytes align 8\nglobal @b: 1024 bytes align 8\nglobal @limit: i32 = {limit}\n\
             func @main() -> i32 {{\nreg %i: i32, %k: i32, %x: i32, %y: i32, %v: i32, %l: i32, %n: i64, %t: i32, %p: ptr\n\
             %k = 0\n%x = 1\n%y = 2\n%v = 3\njump outer\nouter:\n%again = lt_s i32 %k, 3\nbr %again, start, end\n\
             start:\n%i = 0\njump loop\nloop:\n{test}br %more, round, done\nround:\n{guarded}%i = add_s i32 %i, {step}\njump loop\n\
             done:\n%k = add_s i32 %k, 1\njump outer\nend:\nreturn %y\n}}\n"
        );
        let program = program(&text);
        let machine = Machine::new(&program, Config::default());
        let run = |skips| {
            let mut state = machine.initial();
            let mut bytes = Bytes { skips, ..Bytes::default() };
            let pause = machine.run(&mut state, ThreadId::MAIN, &mut bytes, 1 << 20);
            (state, bytes, pause)
        };
        let (state, executed, end) = run(false);
        let (skipped_state, skipped, skipped_end) = run(true);
        // Values that were lost may steer an address here.
        if !skipped.loses || !text.contains("%t = and i32 %x") {
            prop_assert_eq!(&executed.all, &skipped.all, "{}", text);
        }
        if !skipped.loses {
            prop_assert_eq!(end, skipped_end, "{}", text);
            for (id, object) in state.memory.objects() {
                let other = skipped_state.memory.object(id).map(|o| o.bytes().to_vec());
                prop_assert_eq!(Some(object.bytes().to_vec()), other, "{}", text);
            }
        }
    }
}

/// A plain loop over an array is skipped, or the comparison above would compare nothing.
#[test]
fn a_plain_loop_is_skipped() {
    let text = "global @a: 4000 bytes align 8\nfunc @main() -> i32 {\nreg %i: i32\n%i = 0\njump loop\nloop:\n\
         %more = lt_s i32 %i, 1000\nbr %more, round, done\nround:\n%n = sext i32 %i to i64\n%p = offset @a, %n * 4\n\
         store i32 %p, %i\n%i = add_s i32 %i, 1\njump loop\ndone:\n%q = offset @a, 99 * 4\n%v = load i32 %q\nreturn %v\n}\n";
    let program = program(text);
    let machine = Machine::new(&program, Config::default());
    let mut state = machine.initial();
    let mut bytes = Bytes {
        skips: true,
        ..Bytes::default()
    };
    // Fewer than there are rounds are enough.
    let pause = machine.run(&mut state, ThreadId::MAIN, &mut bytes, 100);
    assert_eq!(pause, Pause::Exit(99));
    assert!(!bytes.loses);
    assert_eq!(bytes.all.iter().filter(|b| b.3).count(), 4000);
}
