//! `<string.h>` and `<strings.h>`.

use crate::row::*;
use Gives::{Nothing, Number, Outside, Past, Same, Within};

/// Where `strtok_r` goes on.
const PLACE: Argument = Argument {
    reads: Some(most(words(1))),
    ..put(most(words(1)), Data::Within(0)).behind(Behind::Written)
};

#[rustfmt::skip]
pub(crate) const STRING_H: crate::Table = crate::Table {
    header: "string.h",
    rows: &[
        f("memcpy", "ppPz", &[copy(n(2), 1), r(n(2)), S], Same(0)).checked(&[3]),
        f("memmove", "ppPz", &[copy(n(2), 1), r(n(2)), S], Same(0)).checked(&[3]),
        f("mempcpy", "ppPz", &[copy(n(2), 1), r(n(2)), S], Past(0, 2)).also(&["__mempcpy"]).checked(&[3]),
        f("memccpy", "ppPiz", &[copy(most(n(3)), 1), r(most(n(3))), S, S], Within(0)),
        f("memset", "ppiz", &[put(n(2), Data::Fill(1)), V, S], Same(0)).checked(&[3]),
        f("explicit_memset", "ppiz", &[put(n(2), Data::Fill(1)), V, S], Same(0)),
        f("memcmp", "iPPz", &[r(n(2)), r(n(2)), S], Number).also(&["__memcmpeq"]).role(Role::Compares),
        f("memchr", "pPiz", &[r(most(n(2))), S, S], Within(0)),
        f("rawmemchr", "pPi", &[r(TEXT), S], Within(0)),
        f("memrchr", "pPiz", &[r(n(2)), S, S], Within(0)),
        f("memmem", "pPzPz", &[r(n(1)), S, r(n(3)), S], Within(0)),
        f("strlen", "zS", &[STRING], Number),
        f("strnlen", "zSz", &[r(most(n(1))), S], Number),
        f("strcpy", "ssS", &[copy(TEXT, 1), STRING], Same(0)).checked(&[2]),
        f("stpcpy", "ssS", &[copy(TEXT, 1), STRING], Within(0)).also(&["__stpcpy"]).checked(&[2]),
        f("strncpy", "ssSz", &[copy(n(2), 1), r(most(n(2))), S], Same(0)).checked(&[3]),
        f("stpncpy", "ssSz", &[copy(n(2), 1), r(most(n(2))), S], Within(0))
            .also(&["__stpncpy"]).checked(&[3]),
        f("strcat", "ssS", &[append(1), STRING], Same(0)).checked(&[2]),
        f("strncat", "ssSz", &[append(1), r(most(n(2))), S], Same(0)).checked(&[3]),
        f("strlcpy", "zsSz", &[copy(most(n(2)), 1), STRING, S], Number),
        f("strlcat", "zsSz", &[append(1), STRING, S], Number),
        f("strxfrm", "zsSz", &[copy(most(n(2)), 1), STRING, S], Number),
        f("strcmp", "iSS", &[STRING, STRING], Number).also(&["strcoll"]).role(Role::Compares),
        f("strncmp", "iSSz", &[r(most(n(2))), r(most(n(2))), S], Number).role(Role::Compares),
        f("strchr", "sSi", &[STRING, S], Within(0)).also(&["index"]),
        f("strrchr", "sSi", &[STRING, S], Within(0)).also(&["rindex"]),
        f("strchrnul", "sSi", &[STRING, S], Within(0)),
        f("strstr", "sSS", &[STRING, STRING], Within(0)).role(Role::Compares),
        f("strcasestr", "sSS", &[STRING, STRING], Within(0)),
        f("strspn", "zSS", &[STRING, STRING], Number),
        f("strcspn", "zSS", &[STRING, STRING], Number),
        f("strpbrk", "sSS", &[STRING, STRING], Within(0)),
        f("strtok", "ssS", &[rw(TEXT).usage(Use::Kept), STRING], Gives::Unknown).changes(Hidden::Token),
        f("strtok_r", "ssST", &[rw(TEXT), STRING, PLACE], Gives::Unknown).also(&["__strtok_r"]),
        f("strsep", "sTS", &[rw(most(words(1))).behind(Behind::Written), STRING], Gives::Unknown),
        f("strdup", "sS", &[STRING], Gives::Fresh(Size::Any, Contents::Copy(0))).also(&["__strdup"]),
        f("strndup", "sSz", &[r(most(n(1))), S], Gives::Fresh(Size::Any, Contents::Copy(0)))
            .also(&["__strndup"]),
        f("strerror", "si", &[S], Outside),
        f("strerror_l", "sip", &[S, V], Outside),
        f("strerror_r", "sisz", &[S, w(most(n(2))), S], Outside),
        f("__xpg_strerror_r", "iisz", &[S, w(most(n(2))), S], Number),
    ],
};

#[rustfmt::skip]
pub(crate) const STRINGS_H: crate::Table = crate::Table {
    header: "strings.h",
    rows: &[
        f("strcasecmp", "iSS", &[STRING, STRING], Number).role(Role::Compares),
        f("strncasecmp", "iSSz", &[r(most(n(2))), r(most(n(2))), S], Number).role(Role::Compares),
        f("bzero", "vpz", &[put(n(1), Data::Zero), S], Nothing).also(&["explicit_bzero"]),
        f("bcmp", "iPPz", &[r(n(2)), r(n(2)), S], Number),
        f("bcopy", "vPpz", &[r(n(2)), copy(n(2), 0), S], Nothing),
        f("ffs", "ii", &[V], Number),
        f("ffsl", "il", &[V], Number),
        f("ffsll", "iL", &[V], Number),
    ],
};

#[rustfmt::skip]
pub(crate) const WCHAR_H: crate::Table = crate::Table {
    header: "wchar.h",
    rows: &[
        f("wcslen", "zP", &[STRING], Number),
        f("wcsnlen", "zPz", &[r(most(units(1, 4))), S], Number),
        f("wcscpy", "ppP", &[copy(TEXT, 1), STRING], Same(0)),
        f("wcscat", "ppP", &[append(1), STRING], Same(0)),
        f("wcsncpy", "ppPz", &[copy(units(2, 4), 1), r(most(units(2, 4))), S], Same(0)),
        f("wcsncat", "ppPz", &[append(1), r(most(units(2, 4))), S], Same(0)),
        f("wcsdup", "pP", &[STRING], Gives::Fresh(Size::Any, Contents::Copy(0))),
        f("wcscmp", "iPP", &[STRING, STRING], Number),
        f("wcsncmp", "iPPz", &[r(most(units(2, 4))), r(most(units(2, 4))), S], Number),
        f("wcschr", "pPi", &[STRING, S], Within(0)),
        f("wcsrchr", "pPi", &[STRING, S], Within(0)),
        f("wmemcpy", "ppPz", &[copy(units(2, 4), 1), r(units(2, 4)), S], Same(0)),
        f("wmemmove", "ppPz", &[copy(units(2, 4), 1), r(units(2, 4)), S], Same(0)),
        f("wmemset", "ppiz", &[put(units(2, 4), Data::Fill(1)), V, S], Same(0)),
        f("btowc", "ui", &[V], Number),
        f("wctob", "iu", &[V], Number),
        gap("wprintf", "iP.", Missing::WideStreams),
        gap("fwprintf", "ipP.", Missing::WideStreams),
        gap("swprintf", "ipzP.", Missing::WideStreams),
        gap("putwchar", "ui", Missing::WideStreams),
        gap("fputws", "iPp", Missing::WideStreams),
        gap("fputwc", "uip", Missing::WideStreams),
    ],
};

#[rustfmt::skip]
pub(crate) const WCTYPE_H: crate::Table = crate::Table {
    header: "wctype.h",
    rows: &[
        f("iswalnum", "iu", &[V], Number),
        f("iswalpha", "iu", &[V], Number),
        f("iswblank", "iu", &[V], Number),
        f("iswcntrl", "iu", &[V], Number),
        f("iswdigit", "iu", &[V], Number),
        f("iswgraph", "iu", &[V], Number),
        f("iswlower", "iu", &[V], Number),
        f("iswprint", "iu", &[V], Number),
        f("iswpunct", "iu", &[V], Number),
        f("iswspace", "iu", &[V], Number),
        f("iswupper", "iu", &[V], Number),
        f("iswxdigit", "iu", &[V], Number),
        f("towlower", "uu", &[V], Number),
        f("towupper", "uu", &[V], Number),
    ],
};
