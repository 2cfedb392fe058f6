//! Integer operations at every width against a reference in `i128` arithmetic, in every form that flattening
//! gives them: both operands in registers, or one a constant.

mod common;

use common::run;
use proptest::prelude::*;
use raceproof_machine::Pause;

const WIDTHS: [u32; 5] = [8, 16, 32, 64, 128];

fn signed(bits: u32, v: u128) -> i128 {
    let shift = 128 - bits;
    ((v << shift) as i128) >> shift
}

fn clip(bits: u32, v: u128) -> u128 {
    v & (u128::MAX >> (128 - bits))
}

/// The result, or `None` for a fault.
fn reference(op: &str, bits: u32, a: u128, b: u128) -> Option<u128> {
    let (sa, sb) = (signed(bits, a), signed(bits, b));
    let amount = (b % u128::from(bits)) as u32;
    let smallest = signed(bits, 1 << (bits - 1));
    let overflow = sa == smallest && sb == -1 && bits < 128;
    let value = match op {
        "add" | "add_s" => a.wrapping_add(b),
        "sub" | "sub_s" => a.wrapping_sub(b),
        "mul" | "mul_s" => a.wrapping_mul(b),
        "div_u" => a.checked_div(b)?,
        "rem_u" => a.checked_rem(b)?,
        "div_s" | "rem_s" if overflow || sb == 0 => return None,
        "div_s" => sa.wrapping_div(sb) as u128,
        "rem_s" => sa.wrapping_rem(sb) as u128,
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        "shl" => a << amount,
        "shr_u" => a >> amount,
        "shr_s" => (sa >> amount) as u128,
        "eq" => u128::from(a == b),
        "ne" => u128::from(a != b),
        "lt_s" => u128::from(sa < sb),
        "le_s" => u128::from(sa <= sb),
        "lt_u" => u128::from(a < b),
        "le_u" => u128::from(a <= b),
        _ => unreachable!("no such operation: {op}"),
    };
    Some(clip(bits, value))
}

const OPS: [&str; 16] = [
    "add", "sub", "mul", "add_s", "sub_s", "mul_s", "div_s", "div_u", "rem_s", "rem_u", "and", "or", "xor",
    "shl", "shr_u", "shr_s",
];
const COMPARISONS: [&str; 6] = ["eq", "ne", "lt_s", "le_s", "lt_u", "le_u"];

/// Values near the edges are where mistakes live.
fn operand() -> impl Strategy<Value = u128> {
    prop_oneof![
        any::<u128>(),
        (0u32..128, -2i128..3).prop_map(|(bit, d)| (1u128 << bit).wrapping_add(d as u128)),
        (-3i128..4).prop_map(|d| d as u128),
    ]
}

/// Runs `op` in three forms, each compared with the expected value inside the program.
fn check(op: &str, bits: u32, a: u128, b: u128) {
    let (a, b) = (clip(bits, a), clip(bits, b));
    let expected = reference(op, bits, a, b);
    let result = if COMPARISONS.contains(&op) { 32 } else { bits };
    let (x, y) = (signed(bits, a), signed(bits, b));
    let want = expected.map_or(0, |v| signed(result, v));
    for form in 0..4 {
        let (left, right) = match form {
            0 => ("%a".to_string(), "%b".to_string()),
            1 => ("%a".to_string(), y.to_string()),
            2 => (x.to_string(), "%b".to_string()),
            _ => ("%a".to_string(), y.to_string()),
        };
        // The last form branches on the outcome at once, which comparisons fold into.
        let test = if form == 3 && result == 32 && COMPARISONS.contains(&op) {
            let (yes, no) = if want == 0 {
                ("bad", "good")
            } else {
                ("good", "bad")
            };
            format!("br %r, {yes}, {no}\ngood:\nreturn 1\nbad:\nreturn 2")
        } else {
            format!("%ok = eq i{result} %r, {want}\nreturn %ok")
        };
        let text = format!(
            "global @a: i{bits} = {x}\nglobal @b: i{bits} = {y}\nfunc @main() -> i32 {{\n%a = load i{bits} @a\n\
             %b = load i{bits} @b\n%r = {op} i{bits} {left}, {right}\n{test}\n}}"
        );
        let (pause, _) = run(&text);
        match expected {
            Some(_) => assert_eq!(pause, Pause::Exit(1), "{text}"),
            None => assert!(matches!(pause, Pause::Stop(_)), "{pause:?} {text}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn arithmetic(op in proptest::sample::select(&OPS[..]), w in 0usize..5, a in operand(), b in operand()) {
        check(op, WIDTHS[w], a, b);
    }

    #[test]
    fn comparisons(op in proptest::sample::select(&COMPARISONS[..]), w in 0usize..5, a in operand(), b in operand()) {
        check(op, WIDTHS[w], a, b);
        check(op, WIDTHS[w], a, a);
    }

    #[test]
    fn conversions(from in 0usize..5, to in 0usize..5, v in operand()) {
        let (from, to) = (WIDTHS[from], WIDTHS[to]);
        let v = clip(from, v);
        let ops: &[&str] = if from > to { &["trunc"] } else if from < to { &["zext", "sext"] } else { &[] };
        for op in ops {
            let want = clip(to, if *op == "sext" { signed(from, v) as u128 } else { v });
            let text = format!(
                "global @v: i{from} = {}\nfunc @main() -> i32 {{\n%v = load i{from} @v\n%r = {op} i{from} %v to i{to}\n\
                 %ok = eq i{to} %r, {}\nreturn %ok\n}}",
                signed(from, v), signed(to, want)
            );
            prop_assert_eq!(run(&text).0, Pause::Exit(1), "{}", text);
        }
    }
}
