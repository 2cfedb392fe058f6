//! `<stdlib.h>`, `<malloc.h>`, `<alloca.h>`, `<inttypes.h>`, `<search.h>` and `<setjmp.h>`.

use crate::row::*;
use Answer::{Fails, Number as Is, Text};
use Gives::{Fresh, Input, Nothing, Number, Outside, Within};
use Missing::{Generators, System};

/// A new block that nothing was set in.
const fn unset(size: Size) -> Gives {
    Fresh(size, Contents::Unset)
}

/// Where the text behind a number is stored.
const END: Argument = end(0);

/// Reads a number from a text.
const fn parse(name: &'static str, signature: &'static str) -> Row {
    f(name, signature, &[STRING], Number)
}

/// Reads an integer from a text and says where it ends.
const fn integer(name: &'static str, signature: &'static str) -> Row {
    f(name, signature, &[STRING, END, S], Number)
        .errno()
        .role(Role::Numeral)
}

/// Reads a floating number from a text and says where it ends.
const fn floating(name: &'static str, signature: &'static str) -> Row {
    f(name, signature, &[STRING, END], Number).errno()
}

/// Draws from the library's generator.
const fn draw(name: &'static str, signature: &'static str, of: Draw) -> Row {
    f(name, signature, &[], Input)
        .changes(Hidden::Random)
        .world(World::Random)
        .role(Role::Draw(of))
}

/// Draws from a generator that the program keeps.
const fn own_draw(name: &'static str, signature: &'static str, state: &'static [Argument], of: Draw) -> Row {
    f(name, signature, state, Input)
        .world(World::Random)
        .role(Role::Draw(of))
}

/// Sets the library's generator.
const fn sow(name: &'static str, signature: &'static str) -> Row {
    f(name, signature, &[NOTED], Nothing).changes(Hidden::Random)
}

/// A name whose last characters are replaced.
const TEMPLATE: Argument = rw(TEXT);

#[rustfmt::skip]
pub(crate) const STDLIB_H: crate::Table = crate::Table {
    header: "stdlib.h",
    rows: &[
        f("malloc", "pz", &[S], unset(Size::Argument(0, 1))).errno(),
        f("calloc", "pzz", &[S, S], Fresh(Size::Product(0, 1), Contents::Zero)).errno(),
        f("realloc", "ppz", &[FREED, S], Fresh(Size::Argument(1, 1), Contents::Copy(0))).errno(),
        f("reallocarray", "ppzz", &[FREED, S, S], Fresh(Size::Product(1, 2), Contents::Copy(0))).errno(),
        f("free", "vp", &[FREED], Nothing).also(&["cfree"]),
        f("aligned_alloc", "pzz", &[S, S], unset(Size::Argument(1, 1))).errno(),
        f("posix_memalign", "ipzz", &[put(most(words(1)), Data::Fresh(Size::Argument(2, 1))), S, S], Number),
        f("valloc", "pz", &[S], unset(Size::Argument(0, 1))).errno(),
        f("abort", "v", &[], Nothing).uses(Hidden::Signals).ends(End::Abort),
        f("exit", "vi", &[V], Nothing).changes(Hidden::AtExit).ends(End::Exit),
        f("_Exit", "vi", &[V], Nothing).ends(End::AtOnce),
        f("quick_exit", "vi", &[V], Nothing).ends(End::AtOnce),
        f("atexit", "ip", &[HANDLER], Number).changes(Hidden::AtExit).world(World::System),
        gap("on_exit", "ipp", System),
        gap("at_quick_exit", "ip", System),
        f("abs", "ii", &[V], Number),
        f("labs", "ll", &[V], Number),
        f("llabs", "LL", &[V], Number),
        // Their result is a struct, whose address comes first.
        f("div", "", &[w(bytes(8)), V, S], Number),
        f("ldiv", "", &[w(words(2)), V, S], Number),
        f("lldiv", "", &[w(bytes(16)), V, S], Number).also(&["imaxdiv"]),
        parse("atoi", "iS").role(Role::Numeral),
        parse("atol", "lS").role(Role::Numeral),
        parse("atoll", "LS").role(Role::Numeral),
        parse("atof", "dS").errno(),
        integer("strtol", "lSTi"),
        integer("strtoul", "kSTi"),
        integer("strtoll", "LSTi").also(&["strtoq"]),
        integer("strtoull", "KSTi").also(&["strtouq"]),
        floating("strtod", "dST"),
        floating("strtof", "fST"),
        floating("strtold", "DST"),
        draw("rand", "i", Draw::Natural),
        draw("random", "l", Draw::Natural),
        c("lrand48"),
        c("mrand48"),
        c("drand48"),
        own_draw("rand_r", "iQ", &[rw(bytes(4))], Draw::Natural),
        own_draw("nrand48", "lp", &[rw(bytes(6))], Draw::Natural),
        own_draw("jrand48", "lp", &[rw(bytes(6))], Draw::Integer),
        own_draw("erand48", "dp", &[rw(bytes(6))], Draw::Fraction),
        sow("srand", "vu"),
        sow("srandom", "vu"),
        c("srand48"),
        c("seed48"),
        gap("initstate", "susz", Generators),
        gap("setstate", "ss", Generators),
        gap("lcong48", "vp", Generators),
        gap("random_r", "ipp", Generators),
        gap("srandom_r", "iup", Generators),
        f("qsort", "vpzzp", &[rw(most(product(1, 2))).usage(Use::Passed), S, S, CALL], Nothing),
        f("qsort_r", "vpzzpp", &[rw(most(product(1, 2))).usage(Use::Passed), S, S, CALL, PASSED], Nothing),
        f("bsearch", "pPPzzp", &[PASSED, PASSED, S, S, CALL], Within(1)),
        f("getenv", "sS", &[STRING], Outside).also(&["secure_getenv"]).uses(Hidden::Variables).world(World::Variables),
        f("__environ_location", "p", &[], Gives::State).uses(Hidden::Variables).world(World::Variables),
        f("setenv", "iSSi", &[STRING, STRING, S], Number).changes(Hidden::Variables).errno(),
        f("unsetenv", "iS", &[STRING], Number).changes(Hidden::Variables).errno(),
        f("putenv", "is", &[r(TEXT).usage(Use::Kept)], Number).changes(Hidden::Variables).errno(),
        f("clearenv", "i", &[], Number).changes(Hidden::Variables),
        by_row("system", "iS", &[STRING], World::System, Is(0)).blocks(),
        f("mkstemp", "is", &[TEMPLATE], Input).also(&["mkstemp64"]).world(World::Files).errno(),
        f("mkostemp", "isi", &[TEMPLATE, S], Input).also(&["mkostemp64"]).world(World::Files).errno(),
        f("mkstemps", "isi", &[TEMPLATE, S], Input).also(&["mkstemps64"]).world(World::Files).errno(),
        f("mkdtemp", "ss", &[TEMPLATE], Within(0)).world(World::Files).errno(),
        f("mktemp", "ss", &[TEMPLATE], Within(0)).world(World::Files).errno(),
        by_row("arc4random", "u", &[], World::System, Is(0)),
        by_row("arc4random_uniform", "uu", &[S], World::System, Is(0)),
        f("arc4random_buf", "vpz", &[w(n(1)), S], Nothing).world(World::System),
        by_row("ecvt", "sdipp", &[V, S, out(bytes(4)), out(bytes(4))], World::System, Text)
            .gives(Gives::State).changes(Hidden::Digits),
        by_row("fcvt", "sdipp", &[V, S, out(bytes(4)), out(bytes(4))], World::System, Text)
            .gives(Gives::State).changes(Hidden::Digits),
        by_row("gcvt", "sdis", &[V, S, w(TEXT)], World::System, Answer::Argument(2)).gives(Within(2)),
        by_row("a64l", "lS", &[STRING], World::System, Is(0)),
        by_row("l64a", "sl", &[V], World::System, Text).gives(Gives::State).changes(Hidden::Base64),
        by_row("getsubopt", "iTpT", &[rw(most(words(1))).behind(Behind::Written), r(TEXT).behind(Behind::Read),
               put(most(words(1)), Data::Within(0))], World::System, Fails(0)),
        f("realpath", "sSs", &[STRING, w(TEXT)], Gives::Unknown).world(World::Files).errno(),
        c("getloadavg"),
    ],
};

#[rustfmt::skip]
pub(crate) const MALLOC_H: crate::Table = crate::Table {
    header: "malloc.h",
    rows: &[
        f("memalign", "pzz", &[S, S], unset(Size::Argument(1, 1))).errno(),
        f("pvalloc", "pz", &[S], unset(Size::Any)).errno(),
        f("malloc_usable_size", "zp", &[S], Number),
        f("malloc_trim", "iz", &[S], Number),
        f("mallopt", "iii", &[S, S], Number),
    ],
};

#[rustfmt::skip]
pub(crate) const ALLOCA_H: crate::Table = crate::Table {
    header: "alloca.h",
    rows: &[Row {
        signature: "pz",
        ..model("alloca")
    }],
};

#[rustfmt::skip]
pub(crate) const INTTYPES_H: crate::Table = crate::Table {
    header: "inttypes.h",
    rows: &[
        f("imaxabs", "LL", &[V], Number),
        integer("strtoimax", "LSTi"),
        integer("strtoumax", "KSTi"),
    ],
};

#[rustfmt::skip]
pub(crate) const SEARCH_H: crate::Table = crate::Table {
    header: "search.h",
    rows: &[
        by_row("hcreate", "iz", &[S], World::System, Is(1)).changes(Hidden::Table),
        gap("hsearch", "", System).changes(Hidden::Table),
        by_row("hdestroy", "v", &[], World::System, Is(0)).gives(Nothing).changes(Hidden::Table),
        c("lfind"),
        c("lsearch"),
        c("tsearch"),
        c("tfind"),
        c("tdelete"),
        c("twalk"),
    ],
};

#[rustfmt::skip]
pub(crate) const SETJMP_H: crate::Table = crate::Table {
    header: "setjmp.h",
    rows: &[
        model("setjmp").also(&["_setjmp", "__setjmp"]),
        model("sigsetjmp").also(&["__sigsetjmp"]),
        model("longjmp").also(&["_longjmp", "siglongjmp"]),
    ],
};
