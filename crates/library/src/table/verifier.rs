//! Functions that verifiers know: assumptions, assertions, atomic blocks. They become instructions. And what
//! front ends say instead of a call of a function that nobody defines.

use crate::Role::Assumed;
use crate::row::*;

pub(crate) const VERIFIER: crate::Table = crate::Table {
    // No header declares them.
    header: "",
    rows: &[
        model("__VERIFIER_atomic_begin").blocks(),
        model("__VERIFIER_atomic_end"),
        model("__ESBMC_atomic_begin").blocks(),
        model("__ESBMC_atomic_end"),
        model("__CPROVER_atomic_begin").blocks(),
        model("__CPROVER_atomic_end"),
        model("__VERIFIER_assume"),
        model("__ESBMC_assume"),
        model("__CPROVER_assume"),
        model("assume_abort_if_not"),
        model("__VERIFIER_assert"),
        model("__ESBMC_assert"),
        model("__CPROVER_assert"),
        model("__VERIFIER_error").ends(End::Defect),
        model("reach_error").ends(End::Defect),
        // The system may have any, and what runs find is one that does not have it.
        by_row(
            "__unknown_system_call",
            "l",
            &[],
            World::System,
            Answer::Fails(38),
        ),
        f("__unknown_read", "vP", &[r(TEXT)], Gives::Nothing).role(Assumed),
        f("__unknown_write", "vp", &[rw(TEXT)], Gives::Nothing).role(Assumed),
    ],
};
