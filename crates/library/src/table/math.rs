//! `<math.h>`, `<complex.h>` and `<fenv.h>`.

use crate::row::*;
use Gives::{Nothing, Number};

/// From one number a number.
const fn one(name: &'static str) -> Row {
    f(name, "dd", &[V], Number).floats().errno()
}

/// From two numbers a number.
const fn two(name: &'static str) -> Row {
    f(name, "ddd", &[V, V], Number).floats().errno()
}

/// What a number is.
const fn class(name: &'static str, aliases: &'static [&'static str]) -> Row {
    f(name, "id", &[V], Number).floats().also(aliases)
}

/// How two numbers compare.
const fn relation(name: &'static str, aliases: &'static [&'static str]) -> Row {
    f(name, "idd", &[V, V], Number).floats().also(aliases)
}

pub(crate) const COMPLEX_H: crate::Table = crate::Table {
    header: "complex.h",
    rows: &[
        c("cabs").also(&["cabsf", "cabsl"]),
        c("cacos").also(&["cacosf", "cacosl"]),
        c("cacosh").also(&["cacoshf", "cacoshl"]),
        c("carg").also(&["cargf", "cargl"]),
        c("casin").also(&["casinf", "casinl"]),
        c("casinh").also(&["casinhf", "casinhl"]),
        c("catan").also(&["catanf", "catanl"]),
        c("catanh").also(&["catanhf", "catanhl"]),
        c("ccos").also(&["ccosf", "ccosl"]),
        c("ccosh").also(&["ccoshf", "ccoshl"]),
        c("cexp").also(&["cexpf", "cexpl"]),
        c("cimag").also(&["cimagf", "cimagl"]),
        c("clog").also(&["clogf", "clogl"]),
        c("conj").also(&["conjf", "conjl"]),
        c("cpow").also(&["cpowf", "cpowl"]),
        c("cproj").also(&["cprojf", "cprojl"]),
        c("creal").also(&["crealf", "creall"]),
        c("csin").also(&["csinf", "csinl"]),
        c("csinh").also(&["csinhf", "csinhl"]),
        c("csqrt").also(&["csqrtf", "csqrtl"]),
        c("ctan").also(&["ctanf", "ctanl"]),
        c("ctanh").also(&["ctanhf", "ctanhl"]),
    ],
};

pub(crate) const MATH_H: crate::Table = crate::Table {
    header: "math.h",
    rows: &[
        one("acos").rounds(),
        one("acosh").rounds(),
        one("asin").rounds(),
        one("asinh").rounds(),
        one("atan").rounds(),
        one("atanh").rounds(),
        one("cbrt").rounds(),
        one("ceil"),
        one("cos").rounds(),
        one("cosh").rounds(),
        one("erf").rounds(),
        one("erfc").rounds(),
        one("exp").rounds(),
        one("exp10").also(&["pow10"]).rounds(),
        one("exp2").rounds(),
        one("expm1").rounds(),
        one("fabs"),
        one("floor"),
        one("j0").rounds(),
        one("j1").rounds(),
        c("lgamma").also(&["lgammaf", "lgammal", "gamma", "gammaf", "gammal"]),
        one("log").rounds(),
        one("log10").rounds(),
        one("log1p").rounds(),
        one("log2").rounds(),
        one("logb"),
        one("nearbyint"),
        one("rint"),
        one("round"),
        one("roundeven"),
        one("significand"),
        one("sin").rounds(),
        one("sinh").rounds(),
        one("sqrt"),
        one("tan").rounds(),
        one("tanh").rounds(),
        one("tgamma").rounds(),
        one("trunc"),
        one("y0").rounds(),
        one("y1").rounds(),
        two("atan2").rounds(),
        two("copysign"),
        two("fdim"),
        two("fmax"),
        two("fmin"),
        two("fmod"),
        two("hypot").rounds(),
        two("nextafter"),
        two("nexttoward"),
        two("pow").rounds(),
        two("remainder").also(&["drem"]),
        f("fma", "dddd", &[V, V, V], Number).floats(),
        f("frexp", "ddQ", &[V, w(bytes(4))], Number).floats(),
        f("ilogb", "id", &[V], Number).floats(),
        f("jn", "did", &[V, V], Number).floats().rounds(),
        f("yn", "did", &[V, V], Number).floats().rounds(),
        f("ldexp", "ddi", &[V, V], Number)
            .floats()
            .errno()
            .also(&["scalbn"]),
        f("scalbln", "ddl", &[V, V], Number).floats().errno(),
        f("llrint", "Ld", &[V], Number).floats(),
        f("llround", "Ld", &[V], Number).floats(),
        f("lrint", "ld", &[V], Number).floats(),
        f("lround", "ld", &[V], Number).floats(),
        f("modf", "ddR", &[V, w(most(bytes(8)))], Number).floats(),
        f("nan", "dS", &[STRING], Number).floats(),
        f("inf", "d", &[], Number).floats().also(&["huge_val"]),
        f("remquo", "dddQ", &[V, V, w(bytes(4))], Number).floats(),
        f(
            "sincos",
            "vdRR",
            &[V, w(most(bytes(8))), w(most(bytes(8)))],
            Nothing,
        )
        .floats()
        .rounds(),
        f("lgamma_r", "ddQ", &[V, w(bytes(4))], Number).rounds(),
        f("lgammaf_r", "ffQ", &[V, w(bytes(4))], Number).rounds(),
        f("lgammal_r", "DDQ", &[V, w(bytes(4))], Number).rounds(),
        class("isnan", &["__isnan"]),
        class("isinf", &["__isinf", "isinf_sign"]),
        class("isfinite", &["__isfinite", "finite", "__finite"]),
        class("isnormal", &["__isnormal"]),
        class("signbit", &["__signbit"]),
        class("fpclassify", &["__fpclassify"]),
        relation("isgreater", &[]),
        relation("isgreaterequal", &[]),
        relation("isless", &[]),
        relation("islessequal", &[]),
        relation("islessgreater", &[]),
        relation("isunordered", &[]),
    ],
};

/// Asks for exceptions of floating numbers, which each thread has for itself.
const fn own(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    by_row(name, signature, arguments, World::System, Answer::Number(0))
}

pub(crate) const FENV_H: crate::Table = crate::Table {
    header: "fenv.h",
    rows: &[
        f("fegetround", "i", &[], Number),
        f("fesetround", "ii", &[S], Number),
        own("feclearexcept", "ii", &[S]),
        own("feraiseexcept", "ii", &[S]),
        own("fetestexcept", "ii", &[S]),
        own("feenableexcept", "ii", &[S]),
        own("fedisableexcept", "ii", &[S]),
        own("fegetexcept", "i", &[]),
        own("fegetexceptflag", "ipi", &[out(bytes(2)), S]),
        own("fesetexceptflag", "iPi", &[r(bytes(2)), S]),
        own("fegetenv", "ip", &[out(bytes(32))]),
        own("feholdexcept", "ip", &[out(bytes(32))]),
        own("fesetenv", "iP", &[r(most(bytes(32)))]),
        own("feupdateenv", "iP", &[r(most(bytes(32)))]),
    ],
};
