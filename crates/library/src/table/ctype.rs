//! `<ctype.h>`, and the tables behind its macros.

use crate::row::*;
use Gives::{Number, Outside};

pub(crate) const CTYPE_H: crate::Table = crate::Table {
    header: "ctype.h",
    rows: &[
        f("isalnum", "ii", &[V], Number),
        f("isalpha", "ii", &[V], Number),
        f("isascii", "ii", &[V], Number),
        f("isblank", "ii", &[V], Number),
        f("iscntrl", "ii", &[V], Number),
        f("isdigit", "ii", &[V], Number),
        f("isgraph", "ii", &[V], Number),
        f("islower", "ii", &[V], Number),
        f("isprint", "ii", &[V], Number),
        f("ispunct", "ii", &[V], Number),
        f("isspace", "ii", &[V], Number),
        f("isupper", "ii", &[V], Number),
        f("isxdigit", "ii", &[V], Number),
        f("toascii", "ii", &[V], Number),
        f("tolower", "ii", &[V], Number).also(&["_tolower"]),
        f("toupper", "ii", &[V], Number).also(&["_toupper"]),
        f("__ctype_b_loc", "p", &[], Outside),
        f("__ctype_tolower_loc", "p", &[], Outside),
        f("__ctype_toupper_loc", "p", &[], Outside),
        f("__ctype_get_mb_cur_max", "z", &[], Number),
    ],
};
