//! What the C library declares: types for calls without a header and for `__builtin_…`, and headers for
//! messages.
//!
//! Functions have rows in `raceproof-library`. The signature of a row is the result and then the parameters,
//! one letter each; see [`Checker::signature_type`].

use raceproof_library::find;

use super::Checker;
use super::types::{self, Quals, TypeTable};
use crate::hir::{Type, TypeId};

/// Names that are no functions, or functions of any type, for messages.
static OTHERS: &[(&str, &[&str])] = &[
    (
        "stddef.h",
        &["NULL", "size_t", "ptrdiff_t", "offsetof", "wchar_t"],
    ),
    (
        "stdint.h",
        &[
            "uint8_t",
            "uint16_t",
            "uint32_t",
            "uint64_t",
            "int8_t",
            "int16_t",
            "int32_t",
            "int64_t",
            "uintptr_t",
            "intptr_t",
            "INT32_MAX",
            "INT64_MAX",
            "UINT32_MAX",
            "UINT64_MAX",
            "SIZE_MAX",
        ],
    ),
    (
        "limits.h",
        &[
            "INT_MAX",
            "INT_MIN",
            "UINT_MAX",
            "LONG_MAX",
            "LONG_MIN",
            "ULONG_MAX",
            "CHAR_BIT",
            "LLONG_MAX",
        ],
    ),
    ("stdbool.h", &["true", "false", "bool"]),
    ("stdio.h", &["stdin", "stdout", "stderr", "EOF", "FILE"]),
    ("stdlib.h", &["EXIT_SUCCESS", "EXIT_FAILURE", "RAND_MAX"]),
    ("errno.h", &["errno", "EINVAL", "EBUSY", "ENOMEM", "ETIMEDOUT"]),
    ("assert.h", &["assert"]),
    ("math.h", &["NAN", "INFINITY", "M_PI", "HUGE_VAL"]),
    (
        "pthread.h",
        &[
            "PTHREAD_MUTEX_INITIALIZER",
            "PTHREAD_COND_INITIALIZER",
            "pthread_t",
        ],
    ),
    ("semaphore.h", &["sem_t"]),
    (
        "stdatomic.h",
        &[
            "atomic_load",
            "atomic_store",
            "atomic_init",
            "atomic_exchange",
            "atomic_fetch_add",
            "atomic_fetch_sub",
            "atomic_compare_exchange_strong",
            "atomic_compare_exchange_weak",
            "atomic_load_explicit",
            "atomic_store_explicit",
            "atomic_fetch_add_explicit",
            "memory_order_relaxed",
            "memory_order_acquire",
            "memory_order_release",
            "memory_order_seq_cst",
            "atomic_int",
            "atomic_flag_clear",
            "atomic_flag_test_and_set",
        ],
    ),
    ("setjmp.h", &["jmp_buf"]),
    (
        "stdarg.h",
        &["va_start", "va_arg", "va_end", "va_copy", "va_list"],
    ),
    ("time.h", &["CLOCK_MONOTONIC", "CLOCKS_PER_SEC"]),
];

/// The signature of a library function, if letters can say it.
pub(crate) fn signature(name: &str) -> Option<String> {
    find(name)?.signature()
}

/// The header that declares a name.
pub(crate) fn header_of(name: &str) -> Option<&'static str> {
    let function = find(name)
        .map(|found| found.header)
        .filter(|header| !header.is_empty());
    let other = || OTHERS.iter().find(|(_, names)| names.contains(&name));
    function.or_else(|| other().map(|(header, _)| *header))
}

fn letter(types: &mut TypeTable, letter: char) -> TypeId {
    let none = Quals::default();
    match letter {
        'v' => types::VOID,
        'b' => types::BOOL,
        'i' => types::INT,
        'u' => types::UINT,
        'l' => types::LONG,
        'k' => types::ULONG,
        'L' => types::LLONG,
        'K' => types::ULLONG,
        'z' => types.size_t(),
        't' => types.ptrdiff_t(),
        'f' => types::FLOAT,
        'd' => types::DOUBLE,
        'D' => types::LDOUBLE,
        'P' => types::CONST_VOID_PTR,
        's' => types::CHAR_PTR,
        'S' => types::CONST_CHAR_PTR,
        'T' => types.pointer(types::CHAR_PTR, none),
        'Q' => types.pointer(types::INT, none),
        'R' => types.pointer(types::DOUBLE, none),
        'U' => types.pointer(types::FLOAT, none),
        'a' => types.pointer(types::VA_LIST, none),
        _ => types::VOID_PTR,
    }
}

impl Checker<'_> {
    /// The function type of a signature: `v`oid, `i`nt, `u`nsigned, `l`ong, unsigned long `k`, `L`ong long,
    /// `K` unsigned, si`z`e_t, p`t`rdiff_t, `f`loat, `d`ouble, long `D`ouble, void `p`ointer, `P` to const,
    /// `s`tring, `S` const, `T` pointer to string, `Q` to int, `R` to double, `U` to float, v`a`_list, `.`
    /// for `...`.
    pub(crate) fn signature_type(&mut self, signature: &str) -> TypeId {
        let variadic = signature.ends_with('.');
        let mut letters = signature.trim_end_matches('.').chars();
        let result = letter(&mut self.types, letters.next().unwrap_or('v'));
        let params = letters.map(|l| letter(&mut self.types, l)).collect();
        self.types.intern(Type::Function {
            result,
            params,
            variadic,
            prototype: true,
        })
    }
}
