//! Words against the machine: random operations at every width on random and extreme numbers. The machine
//! runs them as a program; the same result must come from constant folding, from evaluation, and from the
//! gates by way of the solver. Of what is not a number only that is compared.

use raceproof_engine::{Budget, Dice};
use raceproof_generate::settings;
use raceproof_ir::{BinaryOp, CompareOp, ConvertOp, Kind, UnaryOp};
use raceproof_machine::{Blind, Config, FUEL, Machine, ThreadId};
use raceproof_symbolic::{Formula, Model, Term, Terms, translate};

const KINDS: [Kind; 5] = [Kind::I8, Kind::I16, Kind::I32, Kind::I64, Kind::I128];
const BINARY: [(BinaryOp, &str); 16] = [
    (BinaryOp::Add, "add"),
    (BinaryOp::Sub, "sub"),
    (BinaryOp::Mul, "mul"),
    (BinaryOp::AddSigned, "add_s"),
    (BinaryOp::SubSigned, "sub_s"),
    (BinaryOp::MulSigned, "mul_s"),
    (BinaryOp::DivSigned, "div_s"),
    (BinaryOp::DivUnsigned, "div_u"),
    (BinaryOp::RemSigned, "rem_s"),
    (BinaryOp::RemUnsigned, "rem_u"),
    (BinaryOp::And, "and"),
    (BinaryOp::Or, "or"),
    (BinaryOp::Xor, "xor"),
    (BinaryOp::Shl, "shl"),
    (BinaryOp::ShrUnsigned, "shr_u"),
    (BinaryOp::ShrSigned, "shr_s"),
];
const FLOATS: [(BinaryOp, &str); 4] = [
    (BinaryOp::FAdd, "fadd"),
    (BinaryOp::FSub, "fsub"),
    (BinaryOp::FMul, "fmul"),
    (BinaryOp::FDiv, "fdiv"),
];
const FLOAT_COMPARE: [(CompareOp, &str); 4] = [
    (CompareOp::FEq, "feq"),
    (CompareOp::FNe, "fne"),
    (CompareOp::FLt, "flt"),
    (CompareOp::FLe, "fle"),
];
const COMPARE: [(CompareOp, &str); 6] = [
    (CompareOp::Eq, "eq"),
    (CompareOp::Ne, "ne"),
    (CompareOp::LtSigned, "lt_s"),
    (CompareOp::LeSigned, "le_s"),
    (CompareOp::LtUnsigned, "lt_u"),
    (CompareOp::LeUnsigned, "le_u"),
];

#[derive(Clone, Copy)]
enum What {
    Binary(BinaryOp),
    Unary(UnaryOp),
    Compare(CompareOp),
    Convert(ConvertOp, Kind),
}

struct Sample {
    what: What,
    kind: Kind,
    x: u128,
    y: u128,
    text: String,
    result: Kind,
}

fn name(kind: Kind) -> String {
    let letter = if kind.is_float() { "f" } else { "i" };
    format!("{letter}{}", kind.bits())
}

/// A float: any bits, numbers of ordinary size, halves and whole ones near each other, and the smallest and
/// largest.
fn float(dice: &mut Dice, kind: Kind) -> u128 {
    let any = u64::from(dice.below(u32::MAX)) << 32 ^ u64::from(dice.below(u32::MAX));
    let (fraction, top) = if kind == Kind::F32 {
        (23, 0xff)
    } else {
        (52, 0x7ff)
    };
    let bits = match dice.below(9) {
        0 => any,
        1 => any & !(top << fraction),
        2 => top << fraction | any & 1 << (kind.bits() - 1),
        3 => (top - 1) << fraction | any & !(top << fraction),
        4 => 0,
        // A power of two, small or any.
        5 => ((any % top / [1, 100][(any >> 40) as usize & 1] + (top >> 1)) & top) << fraction,
        _ => {
            let small = f64::from((any % 4001) as i32 - 2000) / [1.0, 2.0, 3.0, 1e9][any as usize >> 20 & 3];
            match kind {
                Kind::F32 => u64::from((small as f32).to_bits()),
                _ => small.to_bits(),
            }
        }
    };
    u128::from(bits) & (u128::MAX >> (128 - kind.bits()))
}

fn is_nan(kind: Kind, bits: u128) -> bool {
    match kind {
        Kind::F32 => f32::from_bits(bits as u32).is_nan(),
        Kind::F64 => f64::from_bits(bits as u64).is_nan(),
        _ => false,
    }
}

fn float_sample(dice: &mut Dice) -> Sample {
    let kind = [Kind::F32, Kind::F64][dice.below(2) as usize];
    let k = name(kind);
    let (mut x, mut y) = (float(dice, kind), float(dice, kind));
    if dice.below(3) == 0 {
        // Near each other, so that they cancel or are equal.
        y = x ^ u128::from(dice.below(3)) ^ u128::from(dice.below(2)) << (kind.bits() - 1);
    }
    let mut from = kind;
    let (what, text, result) = match dice.below(8) {
        0..=3 => {
            let (op, name) = FLOATS[dice.below(4) as usize];
            (What::Binary(op), format!("{name} {k} %x, %y"), kind)
        }
        4 => {
            let (op, name) = FLOAT_COMPARE[dice.below(4) as usize];
            (What::Compare(op), format!("{name} {k} %x, %y"), Kind::I32)
        }
        5 => {
            let to = if kind == Kind::F32 { Kind::F64 } else { Kind::F32 };
            let text = format!("float_to_float {k} %x to {}", name(to));
            (What::Convert(ConvertOp::FloatToFloat, to), text, to)
        }
        6 => {
            let to = KINDS[dice.below(5) as usize];
            let (op, name) = match dice.below(2) {
                0 => (ConvertOp::FloatToSigned, "float_to_signed"),
                _ => (ConvertOp::FloatToUnsigned, "float_to_unsigned"),
            };
            (
                What::Convert(op, to),
                format!("{name} {k} %x to i{}", to.bits()),
                to,
            )
        }
        _ => {
            from = KINDS[dice.below(5) as usize];
            (x, y) = (word(dice, from), word(dice, from));
            let (op, name) = match dice.below(2) {
                0 => (ConvertOp::SignedToFloat, "signed_to_float"),
                _ => (ConvertOp::UnsignedToFloat, "unsigned_to_float"),
            };
            let text = format!("{name} i{} %x to {k}", from.bits());
            (What::Convert(op, kind), text, kind)
        }
    };
    Sample {
        what,
        kind: from,
        x,
        y,
        text,
        result,
    }
}

fn word(dice: &mut Dice, kind: Kind) -> u128 {
    let mask = u128::MAX >> (128 - kind.bits());
    let mut any = || {
        u128::from(dice.below(u32::MAX)) << 96
            ^ u128::from(dice.below(u32::MAX)) << 64
            ^ u128::from(dice.below(u32::MAX)) << 32
            ^ u128::from(dice.below(u32::MAX))
    };
    let (value, shape) = (any(), any() % 6);
    let value = match shape {
        0 => value % 4,
        1 => 0u128.wrapping_sub(value % 3),
        2 => 1 << (kind.bits() - 1),
        3 => value >> (value % 128),
        _ => value,
    };
    value & mask
}

fn sample(dice: &mut Dice) -> Sample {
    let kind = KINDS[dice.below(5) as usize];
    let (x, mut y) = (word(dice, kind), word(dice, kind));
    let k = name(kind);
    let (what, text, result) = match dice.below(10) {
        0..=5 => {
            let (op, name) = BINARY[dice.below(16) as usize];
            if name.starts_with("div") || name.starts_with("rem") {
                let all = u128::MAX >> (128 - kind.bits());
                // By zero and the overflow are defects: their conditions are compared in a test of their own.
                if y == 0 || (y == all && x == 1 << (kind.bits() - 1)) {
                    y = 3;
                }
            }
            (What::Binary(op), format!("{name} {k} %x, %y"), kind)
        }
        6 => match dice.below(2) {
            0 => (What::Unary(UnaryOp::Neg), format!("neg {k} %x"), kind),
            _ => (What::Unary(UnaryOp::Not), format!("not {k} %x"), kind),
        },
        7 => {
            let (op, name) = COMPARE[dice.below(6) as usize];
            (What::Compare(op), format!("{name} {k} %x, %y"), Kind::I32)
        }
        _ => {
            let to = KINDS[dice.below(5) as usize];
            let (op, name) = match to.bits().cmp(&kind.bits()) {
                std::cmp::Ordering::Less => (ConvertOp::Trunc, "trunc"),
                _ if to == kind => return sample(dice),
                _ if dice.below(2) == 0 => (ConvertOp::ZExt, "zext"),
                _ => (ConvertOp::SExt, "sext"),
            };
            (
                What::Convert(op, to),
                format!("{name} {k} %x to i{}", to.bits()),
                to,
            )
        }
    };
    Sample {
        what,
        kind,
        x,
        y,
        text,
        result,
    }
}

fn term(terms: &mut Terms, s: &Sample, x: Term, y: Term) -> Term {
    match s.what {
        What::Binary(op) => translate::binary(terms, op, s.kind, x, y).value,
        What::Unary(op) => translate::unary(terms, op, s.kind, x),
        What::Compare(op) => {
            let bit = translate::compare(terms, op, s.kind, x, y);
            terms.zext(bit, 32)
        }
        What::Convert(op, to) => translate::convert(terms, op, s.kind, to, x).expect("such a conversion"),
    }
}

/// What the machine computes for each sample.
fn machine(samples: &[Sample]) -> Vec<u128> {
    let mut text = format!("global @out: {} bytes\n", samples.len() * 16);
    text += "func @idf32(%a: f32) -> f32 {\n return %a\n}\n";
    text += "func @idf64(%a: f64) -> f64 {\n return %a\n}\n";
    text += "func @idi8(%a: i8) -> i8 {\n return %a\n}\n";
    text += "func @idi16(%a: i16) -> i16 {\n return %a\n}\n";
    text += "func @idi32(%a: i32) -> i32 {\n return %a\n}\n";
    text += "func @idi64(%a: i64) -> i64 {\n return %a\n}\n";
    text += "func @idi128(%a: i128) -> i128 {\n return %a\n}\n";
    for (i, s) in samples.iter().enumerate() {
        let (k, r) = (name(s.kind), name(s.result));
        // Through a call, so that nothing folds them.
        text += &format!(
            "func @f{i}(%x: {k}, %y: {k}) {{\n %r = {}\n store {r} @out + {}, %r\n return\n}}\n",
            s.text,
            i * 16
        );
    }
    text += "func @main() -> i32 {\n";
    for (i, s) in samples.iter().enumerate() {
        let k = name(s.kind);
        text += &format!(
            " %a{i} = call @id{k}({:#x})\n %b{i} = call @id{k}({:#x})\n call @f{i}(%a{i}, %b{i})\n",
            s.x, s.y
        );
    }
    text += " return 0\n}\n";
    let program = raceproof_ir::parse("random.ir", &text).expect("parses");
    raceproof_ir::verify(&program).expect("is valid");
    let machine = Machine::new(&program, Config::default());
    let mut state = machine.initial();
    let _ = machine.run(&mut state, ThreadId(0), &mut Blind, FUEL);
    let out = machine.code().global_object(raceproof_ir::GlobalId(0));
    let bytes = |i: usize| {
        let at = raceproof_machine::Pointer::new(out, i as u32 * 16);
        let bytes = state.memory.load(at, 16).expect("is there");
        bytes.iter().rev().fold(0, |v, b| v << 8 | u128::from(*b))
    };
    (0..samples.len()).map(bytes).collect()
}

#[test]
fn words_agree_with_the_machine() {
    let mut dice = Dice::new(7);
    let samples: Vec<Sample> = (0..if cfg!(debug_assertions) { 600 } else { 3_000 })
        .map(|_| sample(&mut dice))
        .collect();
    compare(&samples);
}

#[test]
fn floats_agree_with_the_machine() {
    let mut dice = Dice::new(settings::seed() + 11);
    let samples: Vec<Sample> = (0..settings::count(100, 1_500))
        .map(|_| float_sample(&mut dice))
        .collect();
    compare(&samples);
}

fn compare(samples: &[Sample]) {
    let expected = machine(samples);
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    for (s, &expected) in samples.iter().zip(&expected) {
        let free_bits = is_nan(s.result, expected);
        let what = format!("{} with {:#x}, {:#x}", s.text, s.x, s.y);
        let bits = s.kind.bits() as u8;
        let mut formula = Formula::new(&budget);
        let terms = &mut formula.terms;
        let (cx, cy) = (terms.number(s.x, bits), terms.number(s.y, bits));
        let folded = term(terms, s, cx, cy);
        assert!(
            free_bits || terms.constant(folded) == Some(expected),
            "folded {what}: {:x?} instead of {expected:x}",
            terms.constant(folded)
        );
        let (x, y) = (terms.var(bits), terms.var(bits));
        let free = term(terms, s, x, y);
        // A constant on one side takes the shortcuts.
        let half = term(terms, s, x, cy);
        let (ex, ey) = (terms.eq(x, cx), terms.eq(y, cy));
        formula.assert(ex);
        formula.assert(ey);
        assert_eq!(formula.solve(&[]), Some(true));
        let mut model = Model::default();
        if free_bits {
            // Sign and payload are free, and nothing else.
            for word in [folded, free, half] {
                let number = translate::compare(&mut formula.terms, CompareOp::FEq, s.result, word, word);
                assert_eq!(formula.solve(&[number]), Some(false), "no number: {what}");
            }
            continue;
        }
        let found = formula.value(&mut model, free);
        assert_eq!(
            found, expected,
            "evaluated {what}: {found:x} instead of {expected:x}"
        );
        assert_eq!(formula.value(&mut model, half), expected, "half folded {what}");
        let result = formula.terms.number(expected, s.result.bits() as u8);
        for word in [free, half] {
            let other = formula.terms.ne(word, result);
            assert_eq!(formula.solve(&[other]), Some(false), "gates of {what}");
        }
    }
}

/// Operations on the results of others, and on powers of two, whose significands are multiplied by shifts.
#[test]
fn halves_of_integers_are_no_integers() {
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    for (kind, from, two, seven, wanted) in [
        (Kind::F64, Kind::I32, 2f64.to_bits(), 7f64.to_bits(), Some(false)),
        (Kind::F64, Kind::I32, 2f64.to_bits(), 8f64.to_bits(), Some(true)),
        (
            Kind::F64,
            Kind::I32,
            0.5f64.to_bits(),
            3.5f64.to_bits(),
            Some(true),
        ),
        (
            Kind::F32,
            Kind::I16,
            2f32.to_bits().into(),
            7f32.to_bits().into(),
            Some(false),
        ),
        (
            Kind::F32,
            Kind::I16,
            3f32.to_bits().into(),
            21f32.to_bits().into(),
            Some(true),
        ),
    ] {
        let mut formula = Formula::new(&budget);
        let terms = &mut formula.terms;
        let x = terms.var(from.bits() as u8);
        let number = translate::convert(terms, ConvertOp::SignedToFloat, from, kind, x).expect("is one");
        let bits = kind.bits() as u8;
        let (two, seven) = (terms.number(two.into(), bits), terms.number(seven.into(), bits));
        let product = translate::binary(terms, BinaryOp::FMul, kind, number, two).value;
        let equal = translate::compare(terms, CompareOp::FEq, kind, product, seven);
        assert_eq!(formula.solve(&[equal]), wanted);
    }
}
