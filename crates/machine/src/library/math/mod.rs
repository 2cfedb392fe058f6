//! `<math.h>`.
//!
//! Every function exists for `double`, for `float` (suffix `f`) and for `long double` (suffix `l`,
//! computed as double). Most are the platform's own through the standard library, so that results
//! are those of a native program; what the standard library does not reach is in [`functions`] or comes
//! from the `libm` crate. Measured against glibc 2.36: `cbrt`, `erf`, `erfc`, `exp10` and the Bessel and
//! gamma functions may differ in the last bits (`cbrt` because ours is correctly rounded), and so may
//! the inverse hyperbolic ones for `float`; all others give the same bits.
//!
//! `errno` is set as glibc sets it for results that are no number or infinite without need. `lgamma`, which
//! leaves a sign in `signgam`, is a part in C.

mod classify;
mod functions;

use super::{Result, double, float, long};
use crate::{Context, Flow, NativeFn};

const EDOM: i32 = 33;
const ERANGE: i32 = 34;

/// A function for `double` and the same for `float`.
type Pair = (NativeFn, NativeFn);

pub(super) fn find(name: &str) -> Option<NativeFn> {
    if let Some((double, _)) = pair(name) {
        return Some(double);
    }
    if let Some(native) = environment(name) {
        return Some(native);
    }
    match name.as_bytes().last()? {
        b'f' => pair(&name[..name.len() - 1]).map(|(_, float)| float),
        b'l' => pair(&name[..name.len() - 1]).map(|(double, _)| double),
        _ => None,
    }
}

/// Functions with one version only: the rounding mode, and `lgamma_r`.
fn environment(name: &str) -> Option<NativeFn> {
    Some(match name {
        "fegetround" => |_| super::int(0),
        "fesetround" => |ctx| match ctx.int(0) {
            0 => super::int(0),
            _ => Err(ctx.gap("rounding modes other than to nearest are not modelled")),
        },
        "lgamma_r" | "lgammal_r" => |ctx| {
            let (value, sign) = libm::lgamma_r(ctx.double(0));
            ctx.write_uint(ctx.pointer(1), 4, u64::from(sign as u32))?;
            double(value)
        },
        "lgammaf_r" => |ctx| {
            let (value, sign) = libm::lgammaf_r(ctx.float(0));
            ctx.write_uint(ctx.pointer(1), 4, u64::from(sign as u32))?;
            float(value)
        },
        _ => return None,
    })
}

/// A function of one argument: the version for double, the version for float.
macro_rules! one {
    ($double:expr, $single:expr) => {
        (|ctx| one(ctx, $double), |ctx| one_single(ctx, $single))
    };
}

/// A function of one argument whose float version is the double one, rounded.
macro_rules! one_by_double {
    ($double:expr) => {
        one!($double, |x| $double(f64::from(x)) as f32)
    };
}

/// A function of two arguments.
macro_rules! two {
    ($double:expr, $single:expr) => {
        (|ctx| two(ctx, $double), |ctx| two_single(ctx, $single))
    };
}

/// A function of one argument with a result of another type, computed exactly from the double.
macro_rules! exact {
    ($function:expr) => {
        (
            |ctx| $function(ctx, ctx.double(0)),
            |ctx| $function(ctx, f64::from(ctx.float(0))),
        )
    };
}

/// Long because it has a row for each function of two numbers.
fn pair(name: &str) -> Option<Pair> {
    Some(match name {
        "sin" => one!(f64::sin, f32::sin),
        "cos" => one!(f64::cos, f32::cos),
        "tan" => one!(f64::tan, f32::tan),
        "asin" => one!(f64::asin, f32::asin),
        "acos" => one!(f64::acos, f32::acos),
        "atan" => one!(f64::atan, f32::atan),
        "sinh" => one!(f64::sinh, f32::sinh),
        "cosh" => one!(f64::cosh, f32::cosh),
        "tanh" => one!(f64::tanh, f32::tanh),
        "asinh" => one_by_double!(functions::asinh),
        "acosh" => one_by_double!(functions::acosh),
        "atanh" => one_by_double!(functions::atanh),
        "exp" => one!(f64::exp, f32::exp),
        "exp2" => one!(f64::exp2, f32::exp2),
        "exp10" => one!(|x| 10f64.powf(x), |x| 10f64.powf(f64::from(x)) as f32),
        "expm1" => one!(f64::exp_m1, f32::exp_m1),
        "log" => one!(f64::ln, f32::ln),
        "log2" => one!(f64::log2, f32::log2),
        "log10" => one!(f64::log10, f32::log10),
        "log1p" => one!(f64::ln_1p, f32::ln_1p),
        "sqrt" => one!(f64::sqrt, f32::sqrt),
        "cbrt" => one!(f64::cbrt, f32::cbrt),
        "fabs" => one!(f64::abs, f32::abs),
        "floor" => one!(f64::floor, f32::floor),
        "ceil" => one!(f64::ceil, f32::ceil),
        "trunc" => one!(f64::trunc, f32::trunc),
        "round" => one!(f64::round, f32::round),
        "rint" | "nearbyint" | "roundeven" => one!(f64::round_ties_even, f32::round_ties_even),
        "erf" => one!(libm::erf, libm::erff),
        "erfc" => one!(libm::erfc, libm::erfcf),
        "tgamma" => one!(libm::tgamma, libm::tgammaf),
        "j0" => one!(libm::j0, libm::j0f),
        "j1" => one!(libm::j1, libm::j1f),
        "y0" => one!(libm::y0, libm::y0f),
        "y1" => one!(libm::y1, libm::y1f),
        "logb" => one_by_double!(functions::logb),
        "significand" => one_by_double!(functions::significand),
        "pow" => two!(f64::powf, f32::powf),
        "atan2" => two!(f64::atan2, f32::atan2),
        "hypot" => two!(f64::hypot, f32::hypot),
        "fmod" => two!(|x, y| x % y, |x, y| x % y),
        "remainder" => two!(libm::remainder, libm::remainderf),
        "fmin" => two!(f64::min, f32::min),
        "fmax" => two!(f64::max, f32::max),
        "fdim" => two!(libm::fdim, libm::fdimf),
        "copysign" => two!(f64::copysign, f32::copysign),
        "nextafter" => two!(functions::next_after, functions::next_after_single),
        "nexttoward" => (
            |ctx| two(ctx, functions::next_after),
            // The second argument is a long double whatever the first one is.
            |ctx| float(functions::next_toward_single(ctx.float(0), ctx.double(1))),
        ),
        "fma" => (
            |ctx| double(ctx.double(0).mul_add(ctx.double(1), ctx.double(2))),
            |ctx| float(ctx.float(0).mul_add(ctx.float(1), ctx.float(2))),
        ),
        "ldexp" => (|ctx| scale(ctx, ctx.int(1)), |ctx| scale_single(ctx, ctx.int(1))),
        "scalbln" => (
            |ctx| scale(ctx, clamp(super::long_argument(ctx, 1))),
            |ctx| scale_single(ctx, clamp(super::long_argument(ctx, 1))),
        ),
        "lrint" => exact!(|ctx: &mut Context<'_>, x: f64| long(ctx, to_integer(x.round_ties_even()))),
        "lround" => exact!(|ctx: &mut Context<'_>, x: f64| long(ctx, to_integer(x.round()))),
        "llrint" => {
            exact!(|_: &mut Context<'_>, x: f64| Ok(Flow::Return(to_integer(x.round_ties_even()) as u64)))
        }
        "llround" => exact!(|_: &mut Context<'_>, x: f64| Ok(Flow::Return(to_integer(x.round()) as u64))),
        "ilogb" => exact!(|_: &mut Context<'_>, x: f64| super::int(functions::ilogb(x))),
        "frexp" => (
            |ctx| double(split(ctx, ctx.double(0))?),
            |ctx| float(split(ctx, f64::from(ctx.float(0)))? as f32),
        ),
        "modf" => (
            |ctx| {
                let (fraction, whole) = functions::modf(ctx.double(0));
                ctx.write_uint(ctx.pointer(1), 8, whole.to_bits())?;
                double(fraction)
            },
            |ctx| {
                let (fraction, whole) = functions::modf(f64::from(ctx.float(0)));
                ctx.write_uint(ctx.pointer(1), 4, u64::from((whole as f32).to_bits()))?;
                float(fraction as f32)
            },
        ),
        "remquo" => (
            |ctx| {
                let (rest, quotient) = libm::remquo(ctx.double(0), ctx.double(1));
                ctx.write_uint(ctx.pointer(2), 4, u64::from(low_bits(quotient)))?;
                double(rest)
            },
            |ctx| {
                let (rest, quotient) = libm::remquof(ctx.float(0), ctx.float(1));
                ctx.write_uint(ctx.pointer(2), 4, u64::from(low_bits(quotient)))?;
                float(rest)
            },
        ),
        "sincos" => (
            |ctx| {
                let x = ctx.double(0);
                ctx.write_uint(ctx.pointer(1), 8, x.sin().to_bits())?;
                ctx.write_uint(ctx.pointer(2), 8, x.cos().to_bits())?;
                double(0.0)
            },
            |ctx| {
                let x = ctx.float(0);
                ctx.write_uint(ctx.pointer(1), 4, u64::from(x.sin().to_bits()))?;
                ctx.write_uint(ctx.pointer(2), 4, u64::from(x.cos().to_bits()))?;
                float(0.0)
            },
        ),
        "jn" => (
            |ctx| double(libm::jn(ctx.int(0), ctx.double(1))),
            |ctx| float(libm::jnf(ctx.int(0), ctx.float(1))),
        ),
        "yn" => (
            |ctx| double(libm::yn(ctx.int(0), ctx.double(1))),
            |ctx| float(libm::ynf(ctx.int(0), ctx.float(1))),
        ),
        "nan" => (
            |ctx| {
                ctx.string_length(ctx.pointer(0))?;
                double(f64::NAN)
            },
            |ctx| {
                ctx.string_length(ctx.pointer(0))?;
                float(f32::NAN)
            },
        ),
        "inf" => (|_| double(f64::INFINITY), |_| float(f32::INFINITY)),
        _ => return classify::pair(name),
    })
}

/// Sets `errno` for a result that the arguments do not explain, as glibc does.
fn report(ctx: &mut Context<'_>, nan: bool, finite: bool, result: f64) -> Result<()> {
    if result.is_nan() && !nan {
        ctx.set_errno(EDOM)
    } else if result.is_infinite() && finite {
        ctx.set_errno(ERANGE)
    } else {
        Ok(())
    }
}

fn one(ctx: &mut Context<'_>, function: fn(f64) -> f64) -> Result<Flow> {
    let x = ctx.double(0);
    let result = function(x);
    report(ctx, x.is_nan(), x.is_finite(), result)?;
    double(result)
}

fn one_single(ctx: &mut Context<'_>, function: fn(f32) -> f32) -> Result<Flow> {
    let x = ctx.float(0);
    let result = function(x);
    report(ctx, x.is_nan(), x.is_finite(), f64::from(result))?;
    float(result)
}

fn two(ctx: &mut Context<'_>, function: fn(f64, f64) -> f64) -> Result<Flow> {
    let (x, y) = (ctx.double(0), ctx.double(1));
    let result = function(x, y);
    report(
        ctx,
        x.is_nan() || y.is_nan(),
        x.is_finite() && y.is_finite(),
        result,
    )?;
    double(result)
}

fn two_single(ctx: &mut Context<'_>, function: fn(f32, f32) -> f32) -> Result<Flow> {
    let (x, y) = (ctx.float(0), ctx.float(1));
    let result = function(x, y);
    report(
        ctx,
        x.is_nan() || y.is_nan(),
        x.is_finite() && y.is_finite(),
        f64::from(result),
    )?;
    float(result)
}

fn scale(ctx: &mut Context<'_>, exponent: i32) -> Result<Flow> {
    let x = ctx.double(0);
    let result = libm::scalbn(x, exponent);
    report(ctx, x.is_nan(), x.is_finite(), result)?;
    double(result)
}

fn scale_single(ctx: &mut Context<'_>, exponent: i32) -> Result<Flow> {
    let x = ctx.float(0);
    let result = libm::scalbnf(x, exponent);
    report(ctx, x.is_nan(), x.is_finite(), f64::from(result))?;
    float(result)
}

fn clamp(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// As the processor converts: what does not fit gives the smallest integer.
fn to_integer(x: f64) -> i64 {
    let limit = 2f64.powi(63);
    if x >= -limit && x < limit {
        x as i64
    } else {
        i64::MIN
    }
}

/// `frexp`: stores the exponent and gives the fraction.
fn split(ctx: &mut Context<'_>, x: f64) -> Result<f64> {
    let (fraction, exponent) = functions::frexp(x);
    ctx.write_uint(ctx.pointer(1), 4, u64::from(exponent as u32))?;
    Ok(fraction)
}

/// The low three bits of a quotient, with its sign, as glibc's `remquo` stores it.
fn low_bits(quotient: i32) -> u32 {
    let low = (quotient.unsigned_abs() & 7) as i32;
    (if quotient < 0 { -low } else { low }) as u32
}
