//! Classification and comparison of floating numbers, under the names that macros expand to.

use super::super::{Result, int, truth};
use super::Pair;
use crate::Flow;

/// A predicate on one number; a float is classified as a float.
macro_rules! class {
    ($double:expr, $single:expr) => {
        (|ctx| $double(ctx.double(0)), |ctx| $single(ctx.float(0)))
    };
}

/// A predicate on two numbers that is false if either is no number.
macro_rules! relation {
    ($test:expr) => {
        (
            |ctx| relation(ctx.double(0), ctx.double(1), $test),
            |ctx| relation(f64::from(ctx.float(0)), f64::from(ctx.float(1)), $test),
        )
    };
}

pub(super) fn pair(name: &str) -> Option<Pair> {
    Some(match name {
        "isnan" => class!(|x: f64| truth(x.is_nan()), |x: f32| truth(x.is_nan())),
        "isinf" => class!(infinity, |x: f32| infinity(f64::from(x))),
        "isfinite" => class!(|x: f64| truth(x.is_finite()), |x: f32| truth(x.is_finite())),
        "isnormal" => class!(|x: f64| truth(x.is_normal()), |x: f32| truth(x.is_normal())),
        "signbit" => {
            class!(|x: f64| truth(x.is_sign_negative()), |x: f32| truth(
                x.is_sign_negative()
            ))
        }
        "fpclassify" => class!(|x: f64| category(x.classify()), |x: f32| category(x.classify())),
        "isgreater" => relation!(|x, y| x > y),
        "isgreaterequal" => relation!(|x, y| x >= y),
        "isless" => relation!(|x, y| x < y),
        "islessequal" => relation!(|x, y| x <= y),
        "islessgreater" => relation!(|x, y| x.partial_cmp(&y).is_some_and(std::cmp::Ordering::is_ne)),
        "isunordered" => relation!(|x, y| x.is_nan() || y.is_nan()),
        _ => return None,
    })
}

fn relation(x: f64, y: f64, test: fn(f64, f64) -> bool) -> Result<Flow> {
    truth(test(x, y))
}

/// glibc tells the sign of an infinity.
fn infinity(x: f64) -> Result<Flow> {
    int(if !x.is_infinite() {
        0
    } else if x > 0.0 {
        1
    } else {
        -1
    })
}

/// The numbers of `FP_NAN` and so on in glibc.
fn category(category: std::num::FpCategory) -> Result<Flow> {
    use std::num::FpCategory;
    int(match category {
        FpCategory::Nan => 0,
        FpCategory::Infinite => 1,
        FpCategory::Zero => 2,
        FpCategory::Subnormal => 3,
        FpCategory::Normal => 4,
    })
}
