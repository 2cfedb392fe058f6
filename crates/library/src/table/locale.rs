//! Languages, messages and patterns: `<locale.h>`, `<langinfo.h>`, `<libintl.h>`, `<iconv.h>`, `<regex.h>`,
//! `<syslog.h>`, `<err.h>`, and multibyte characters.

use crate::row::*;
use Answer::{Argument as Given, Fails, Number as Is, Text};
use Gives::{Nothing, Outside, SameOrOutside, State, Unknown};
use World::{Output, System};

const fn done(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    by_row(name, signature, arguments, System, Is(0))
}

/// A message in the user's language.
const fn message(name: &'static str, signature: &'static str, arguments: &'static [Argument], at: u8) -> Row {
    by_row(name, signature, arguments, System, Given(at)).gives(SameOrOutside(at))
}

#[rustfmt::skip]
pub(crate) const LOCALE_H: crate::Table = crate::Table {
    header: "locale.h",
    rows: &[
        c("setlocale"),
        done("localeconv", "p", &[]).gives(State).changes(Hidden::Conventions),
        by_row("newlocale", "piSp", &[S, STRING, V], System, Is(0)).gives(Outside),
        by_row("duplocale", "pp", &[V], System, Is(0)).gives(Outside),
        done("freelocale", "vp", &[V]).gives(Nothing),
        by_row("uselocale", "pp", &[NOTED], System, Is(0)).gives(Outside),
        by_row("nl_langinfo", "si", &[S], System, Text).also(&["nl_langinfo_l"]).gives(Outside),
    ],
};

#[rustfmt::skip]
pub(crate) const LIBINTL_H: crate::Table = crate::Table {
    header: "libintl.h",
    rows: &[
        message("gettext", "sS", &[STRING], 0),
        message("dgettext", "sSS", &[STRING, STRING], 1),
        message("dcgettext", "sSSi", &[STRING, STRING, S], 1),
        by_row("ngettext", "sSSk", &[STRING, STRING, S], System, Given(1)).gives(Unknown),
        by_row("dngettext", "sSSSk", &[STRING, STRING, STRING, S], System, Given(2)).gives(Unknown),
        by_row("dcngettext", "sSSSki", &[STRING, STRING, STRING, S, S], System, Given(2)).gives(Unknown),
        message("textdomain", "sS", &[STRING], 0),
        message("bindtextdomain", "sSS", &[STRING, STRING], 1),
        message("bind_textdomain_codeset", "sSS", &[STRING, STRING], 1),
        by_row("catopen", "pSi", &[STRING, S], System, Fails(2)).gives(Outside),
        message("catgets", "spiiS", &[V, S, S, STRING], 3),
        done("catclose", "ip", &[V]),
    ],
};

/// A buffer behind an address that goes on, and how much is left of it.
const READ_ON: Argument = rw(most(words(1))).behind(Behind::Written);
const LEFT: Argument = in_out(words(1));

#[rustfmt::skip]
pub(crate) const ICONV_H: crate::Table = crate::Table {
    header: "iconv.h",
    rows: &[
        by_row("iconv_open", "pSS", &[STRING, STRING], System, Answer::FailsByNumber(22)).gives(Unknown),
        by_row("iconv", "zpTpTp", &[V, READ_ON, LEFT, READ_ON, LEFT], System, Fails(9)),
        done("iconv_close", "ip", &[V]),
    ],
};

/// A pattern that was compiled: matching has a lock of its own in it.
const PATTERN: Argument = r(most(bytes(64)));

#[rustfmt::skip]
pub(crate) const REGEX_H: crate::Table = crate::Table {
    header: "regex.h",
    rows: &[
        done("regcomp", "ipSi", &[out(bytes(64)), STRING, S]),
        by_row("regexec", "iPSzpi", &[PATTERN, STRING, S, w(most(units(2, 8))), S], System, Is(1)),
        done("regerror", "ziPsz", &[S, PATTERN, w(most(n(3))), S]),
        done("regfree", "vp", &[in_out(bytes(64))]).gives(Nothing),
    ],
};

#[rustfmt::skip]
pub(crate) const SYSLOG_H: crate::Table = crate::Table {
    header: "syslog.h",
    rows: &[
        by_row("openlog", "vSii", &[r(TEXT).usage(Use::Kept), S, S], Output, Is(0)).gives(Nothing),
        by_row("syslog", "viS.", &[S, PRINT, PRINTED], Output, Is(0)).gives(Nothing).checked(&[1]),
        by_row("vsyslog", "viSa", &[S, PRINT, PRINTED_LIST], Output, Is(0)).gives(Nothing).checked(&[1]),
        by_row("closelog", "v", &[], Output, Is(0)).gives(Nothing),
        by_row("setlogmask", "ii", &[NOTED], Output, Is(0xff)),
    ],
};

#[rustfmt::skip]
pub(crate) const ERR_H: crate::Table = crate::Table {
    header: "err.h",
    rows: &[
        c("err"),
        c("errx"),
        c("verr"),
        c("verrx"),
        c("warn"),
        c("warnx"),
        c("vwarn"),
        c("vwarnx"),
    ],
};

#[rustfmt::skip]
pub(crate) const ERROR_H: crate::Table = crate::Table {
    header: "error.h",
    rows: &[c("error")],
};

/// How far a character has been read, or the library's own place for that.
const SHIFT: Argument = rw(most(bytes(8))).usage(Use::Instead);

/// A function that keeps in the library how far a character has been read.
const fn shifts(row: Row) -> Row {
    row.changes(Hidden::Shift)
}

#[rustfmt::skip]
pub(crate) const UCHAR_H: crate::Table = crate::Table {
    header: "uchar.h",
    rows: &[
        shifts(by_row("mblen", "iSz", &[r(most(n(1))), S], System, Is(1))),
        shifts(by_row("mbtowc", "ipSz", &[out(bytes(4)), r(most(n(2))), S], System, Is(1))),
        shifts(by_row("wctomb", "isi", &[w(most(bytes(16))), S], System, Is(1))),
        by_row("mbstowcs", "zpSz", &[w(most(units(2, 4))), STRING, S], System, Is(0)),
        by_row("wcstombs", "zsPz", &[w(most(n(2))), STRING, S], System, Is(0)),
        shifts(by_row("mbrtowc", "zpSzp", &[out(bytes(4)), r(most(n(2))), S, SHIFT], System, Is(1))),
        shifts(by_row("mbrlen", "zSzp", &[r(most(n(1))), S, SHIFT], System, Is(1))),
        shifts(by_row("wcrtomb", "zsip", &[w(most(bytes(16))), S, SHIFT], System, Is(1))),
        shifts(by_row("mbsrtowcs", "zpTzp", &[w(most(units(2, 4))), READ_ON, S, SHIFT], System, Is(0))),
        shifts(by_row("wcsrtombs", "zsTzp", &[w(most(n(2))), READ_ON, S, SHIFT], System, Is(0))),
        by_row("mbsinit", "iP", &[r(most(bytes(8)))], System, Is(1)),
        by_row("wcscoll", "iPP", &[STRING, STRING], System, Is(0)),
        by_row("wcsstr", "pPP", &[STRING, STRING], System, Is(0)).gives(Gives::Within(0)),
        by_row("wcspbrk", "pPP", &[STRING, STRING], System, Is(0)).gives(Gives::Within(0)),
        by_row("wcschrnul", "pPi", &[STRING, S], System, Given(0)).gives(Gives::Within(0)),
        by_row("wcsspn", "zPP", &[STRING, STRING], System, Is(0)),
        by_row("wcscspn", "zPP", &[STRING, STRING], System, Is(0)),
        by_row("wcscasecmp", "iPP", &[STRING, STRING], System, Is(0)),
        by_row("wcsncasecmp", "iPPz", &[r(most(units(2, 4))), r(most(units(2, 4))), S], System, Is(0)),
        by_row("wmemcmp", "iPPz", &[r(units(2, 4)), r(units(2, 4)), S], System, Is(0)),
        by_row("wmemchr", "pPiz", &[r(most(units(2, 4))), S, S], System, Is(0)).gives(Gives::Within(0)),
        by_row("wcstol", "lPTi", &[STRING, end(0), S], System, Is(0)),
        by_row("wcstoul", "kPTi", &[STRING, end(0), S], System, Is(0)),
        by_row("wcstoll", "LPTi", &[STRING, end(0), S], System, Is(0)),
        by_row("wcstoull", "KPTi", &[STRING, end(0), S], System, Is(0)),
        by_row("wcswidth", "iPz", &[r(most(units(1, 4))), S], System, Is(0)),
        by_row("wcsftime", "zpzPP", &[w(most(units(1, 4))), S, STRING, r(most(bytes(56)))], System, Is(0)),
        by_row("wctype", "kS", &[STRING], System, Is(0)),
        by_row("iswctype", "iuk", &[V, S], System, Is(0)),
        by_row("rpmatch", "iS", &[STRING], System, Is(1)),
    ],
};
