//! Functions that neither the standard library nor the `libm` crate computes as glibc does.

/// ln 2.
const LN_2: f64 = std::f64::consts::LN_2;

/// Inverse hyperbolic sine. The formulas by range are the classical ones that avoid cancellation.
pub(super) fn asinh(x: f64) -> f64 {
    let a = x.abs();
    let result = if !x.is_finite() || a < 2f64.powi(-28) {
        return x;
    } else if a > 2f64.powi(28) {
        a.ln() + LN_2
    } else if a > 2.0 {
        (2.0 * a + 1.0 / ((a * a + 1.0).sqrt() + a)).ln()
    } else {
        let t = a * a;
        (a + t / (1.0 + (1.0 + t).sqrt())).ln_1p()
    };
    result.copysign(x)
}

/// Inverse hyperbolic cosine.
pub(super) fn acosh(x: f64) -> f64 {
    if x < 1.0 {
        f64::NAN
    } else if x > 2f64.powi(28) {
        x.ln() + LN_2
    } else if x > 2.0 {
        (2.0 * x - 1.0 / (x + (x * x - 1.0).sqrt())).ln()
    } else {
        let t = x - 1.0;
        (t + (2.0 * t + t * t).sqrt()).ln_1p()
    }
}

/// Inverse hyperbolic tangent.
pub(super) fn atanh(x: f64) -> f64 {
    let a = x.abs();
    let result = if a < 2f64.powi(-28) {
        return x;
    } else if a < 0.5 {
        let t = a + a;
        0.5 * (t + t * a / (1.0 - a)).ln_1p()
    } else if a == 1.0 {
        f64::INFINITY
    } else if a > 1.0 {
        f64::NAN
    } else {
        0.5 * ((a + a) / (1.0 - a)).ln_1p()
    };
    result.copysign(x)
}

/// The exponent of a number that is finite and not zero.
fn exponent(x: f64) -> i32 {
    let bits = x.abs().to_bits();
    if bits >> 52 == 0 {
        // Subnormal: the highest bit set counts.
        -1011 - bits.leading_zeros() as i32
    } else {
        (bits >> 52) as i32 - 1023
    }
}

/// `ilogb`, with glibc's values for what has no exponent.
pub(super) fn ilogb(x: f64) -> i32 {
    if x.is_infinite() {
        i32::MAX
    } else if x == 0.0 || x.is_nan() {
        i32::MIN
    } else {
        exponent(x)
    }
}

/// `logb`.
pub(super) fn logb(x: f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x.is_finite() {
        f64::from(exponent(x))
    } else {
        x * x
    }
}

/// The number scaled to between 1 and 2.
pub(super) fn significand(x: f64) -> f64 {
    if x == 0.0 || !x.is_finite() {
        x
    } else {
        libm::scalbn(x, -exponent(x))
    }
}

/// The fraction between a half and 1, and the exponent to go with it.
pub(super) fn frexp(x: f64) -> (f64, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    let power = exponent(x) + 1;
    (libm::scalbn(x, -power), power)
}

/// The fraction and the whole part, both with the sign of `x`.
pub(super) fn modf(x: f64) -> (f64, f64) {
    let whole = x.trunc();
    let fraction = if x.is_infinite() { 0.0 } else { x - whole };
    (fraction.copysign(x), whole)
}

/// The next double after `x` in the direction of `y`.
pub(super) fn next_after(x: f64, y: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        x + y
    } else if x == y {
        y
    } else if y > x {
        x.next_up()
    } else {
        x.next_down()
    }
}

/// The next float after `x` in the direction of `y`.
pub(super) fn next_after_single(x: f32, y: f32) -> f32 {
    next_toward_single(x, f64::from(y))
}

/// The same, towards a double.
pub(super) fn next_toward_single(x: f32, y: f64) -> f32 {
    let wide = f64::from(x);
    if x.is_nan() || y.is_nan() {
        x + y as f32
    } else if wide == y {
        y as f32
    } else if y > wide {
        x.next_up()
    } else {
        x.next_down()
    }
}
