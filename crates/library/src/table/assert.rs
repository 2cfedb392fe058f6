//! `<assert.h>`, `<errno.h>`, and what compilers call when they find a defect.

use crate::row::*;
use Gives::{Nothing, Own};

#[rustfmt::skip]
pub(crate) const ASSERT_H: crate::Table = crate::Table {
    header: "assert.h",
    rows: &[
        f("__assert_fail", "vSSuS", &[STRING, STRING, V, STRING], Nothing).model().ends(End::Defect),
        model("__assert").ends(End::Defect),
        model("__assert_perror_fail").ends(End::Defect),
        model("assert_perror_fail").ends(End::Defect),
        f("__stack_chk_fail", "v", &[], Nothing).also(&["__chk_fail", "__fortify_fail"]).ends(End::Defect),
    ],
};

#[rustfmt::skip]
pub(crate) const ERRNO_H: crate::Table = crate::Table {
    header: "errno.h",
    rows: &[f("__errno_location", "p", &[], Own).also(&["__error", "___errno"])],
};
