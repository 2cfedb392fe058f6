//! What the C library declares: types for calls without a header and for `__builtin_…`, and headers for messages.
//!
//! A signature is the result and then the parameters, one letter each; see [`Checker::signature_type`].

use super::Checker;
use super::types::{self, Quals, TypeTable};
use crate::hir::{Type, TypeId};

/// Functions by header.
static FUNCTIONS: &[(&str, &[(&str, &str)])] = &[
    (
        "stdlib.h",
        &[
            ("malloc", "pz"),
            ("calloc", "pzz"),
            ("realloc", "ppz"),
            ("free", "vp"),
            ("aligned_alloc", "pzz"),
            ("posix_memalign", "ipzz"),
            ("abort", "v"),
            ("exit", "vi"),
            ("_Exit", "vi"),
            ("atexit", "ip"),
            ("abs", "ii"),
            ("labs", "ll"),
            ("llabs", "LL"),
            ("atoi", "iS"),
            ("atol", "lS"),
            ("atoll", "LS"),
            ("atof", "dS"),
            ("strtol", "lSTi"),
            ("strtoul", "kSTi"),
            ("strtoll", "LSTi"),
            ("strtoull", "KSTi"),
            ("strtod", "dST"),
            ("strtof", "fST"),
            ("rand", "i"),
            ("srand", "vu"),
            ("random", "l"),
            ("srandom", "vu"),
            ("drand48", "d"),
            ("srand48", "vl"),
            ("rand_r", "iQ"),
            ("qsort", "vpzzp"),
            ("bsearch", "pPPzzp"),
            ("getenv", "sS"),
            ("system", "iS"),
        ],
    ),
    (
        "string.h",
        &[
            ("memcpy", "ppPz"),
            ("memmove", "ppPz"),
            ("mempcpy", "ppPz"),
            ("memset", "ppiz"),
            ("memcmp", "iPPz"),
            ("memchr", "pPiz"),
            ("strlen", "zS"),
            ("strnlen", "zSz"),
            ("strcpy", "ssS"),
            ("stpcpy", "ssS"),
            ("strncpy", "ssSz"),
            ("stpncpy", "ssSz"),
            ("strcat", "ssS"),
            ("strncat", "ssSz"),
            ("strcmp", "iSS"),
            ("strncmp", "iSSz"),
            ("strcoll", "iSS"),
            ("strchr", "sSi"),
            ("strrchr", "sSi"),
            ("strstr", "sSS"),
            ("strspn", "zSS"),
            ("strcspn", "zSS"),
            ("strpbrk", "sSS"),
            ("strtok", "ssS"),
            ("strtok_r", "ssST"),
            ("strdup", "sS"),
            ("strndup", "sSz"),
            ("strerror", "si"),
        ],
    ),
    (
        "strings.h",
        &[
            ("strcasecmp", "iSS"),
            ("strncasecmp", "iSSz"),
            ("bzero", "vpz"),
            ("bcmp", "iPPz"),
            ("bcopy", "vPpz"),
            ("index", "sSi"),
            ("rindex", "sSi"),
            ("ffs", "ii"),
        ],
    ),
    (
        "stdio.h",
        &[
            ("printf", "iS."),
            ("fprintf", "ipS."),
            ("sprintf", "isS."),
            ("snprintf", "iszS."),
            ("dprintf", "iiS."),
            ("vprintf", "iSa"),
            ("vfprintf", "ipSa"),
            ("vsprintf", "isSa"),
            ("vsnprintf", "iszSa"),
            ("scanf", "iS."),
            ("fscanf", "ipS."),
            ("sscanf", "iSS."),
            ("puts", "iS"),
            ("fputs", "iSp"),
            ("putchar", "ii"),
            ("putc", "iip"),
            ("fputc", "iip"),
            ("getchar", "i"),
            ("getc", "ip"),
            ("fgetc", "ip"),
            ("fgets", "ssip"),
            ("gets", "ss"),
            ("fflush", "ip"),
            ("fwrite", "zPzzp"),
            ("fread", "zpzzp"),
            ("fopen", "pSS"),
            ("fclose", "ip"),
            ("perror", "vS"),
            ("remove", "iS"),
        ],
    ),
    (
        "ctype.h",
        &[
            ("isalnum", "ii"),
            ("isalpha", "ii"),
            ("isblank", "ii"),
            ("iscntrl", "ii"),
            ("isdigit", "ii"),
            ("isgraph", "ii"),
            ("islower", "ii"),
            ("isprint", "ii"),
            ("ispunct", "ii"),
            ("isspace", "ii"),
            ("isupper", "ii"),
            ("isxdigit", "ii"),
            ("isascii", "ii"),
            ("toascii", "ii"),
            ("tolower", "ii"),
            ("toupper", "ii"),
        ],
    ),
    (
        "math.h",
        &[
            ("nan", "dS"),
            ("nanf", "fS"),
            ("frexp", "ddQ"),
            ("frexpf", "ffQ"),
            ("ldexp", "ddi"),
            ("ldexpf", "ffi"),
            ("scalbn", "ddi"),
            ("scalbnf", "ffi"),
            ("scalbln", "ddl"),
            ("ilogb", "id"),
            ("ilogbf", "if"),
            ("lrint", "ld"),
            ("lrintf", "lf"),
            ("llrint", "Ld"),
            ("llrintf", "Lf"),
            ("lround", "ld"),
            ("lroundf", "lf"),
            ("llround", "Ld"),
            ("llroundf", "Lf"),
            ("modf", "ddR"),
            ("modff", "ffU"),
            ("remquo", "dddQ"),
            ("__signbit", "id"),
            ("__isnan", "id"),
            ("__isinf", "id"),
            ("__isfinite", "id"),
            ("__isnormal", "id"),
            ("__fpclassify", "id"),
        ],
    ),
    (
        "unistd.h",
        &[
            ("sleep", "uu"),
            ("usleep", "iu"),
            ("getpid", "i"),
            ("write", "tiPz"),
            ("read", "tipz"),
            ("_exit", "vi"),
        ],
    ),
    ("time.h", &[("clock", "l"), ("time", "lp")]),
    ("alloca.h", &[("alloca", "pz")]),
    (
        "wchar.h",
        &[("wcslen", "zP"), ("wmemcpy", "ppPz"), ("wmemset", "ppiz")],
    ),
];

/// Functions of `math.h` with one operand of the type of the result; each has `…f` and `…l` versions.
static MATH_1: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "j0",
    "j1",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nearbyint",
    "rint",
    "round",
    "roundeven",
    "significand",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "y0",
    "y1",
];

/// Likewise with two operands.
static MATH_2: &[&str] = &[
    "atan2",
    "copysign",
    "drem",
    "fdim",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "nextafter",
    "nexttoward",
    "pow",
    "remainder",
    "scalb",
];

/// Names beyond functions of the C library, for messages.
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
    (
        "math.h",
        &[
            "NAN", "INFINITY", "M_PI", "HUGE_VAL", "isnan", "isinf", "isfinite", "signbit",
        ],
    ),
    (
        "pthread.h",
        &[
            "pthread_create",
            "pthread_join",
            "pthread_exit",
            "pthread_self",
            "pthread_detach",
            "pthread_equal",
            "pthread_mutex_init",
            "pthread_mutex_lock",
            "pthread_mutex_unlock",
            "pthread_mutex_trylock",
            "pthread_mutex_destroy",
            "pthread_cond_init",
            "pthread_cond_wait",
            "pthread_cond_signal",
            "pthread_cond_broadcast",
            "pthread_cond_destroy",
            "pthread_barrier_init",
            "pthread_barrier_wait",
            "pthread_rwlock_rdlock",
            "pthread_rwlock_wrlock",
            "pthread_rwlock_unlock",
            "pthread_once",
            "pthread_key_create",
            "pthread_getspecific",
            "pthread_setspecific",
            "pthread_spin_lock",
            "pthread_spin_unlock",
            "PTHREAD_MUTEX_INITIALIZER",
            "PTHREAD_COND_INITIALIZER",
            "pthread_t",
        ],
    ),
    (
        "semaphore.h",
        &[
            "sem_init",
            "sem_wait",
            "sem_post",
            "sem_trywait",
            "sem_destroy",
            "sem_t",
        ],
    ),
    ("sched.h", &["sched_yield"]),
    (
        "threads.h",
        &[
            "thrd_create",
            "thrd_join",
            "mtx_init",
            "mtx_lock",
            "mtx_unlock",
            "cnd_wait",
            "cnd_signal",
        ],
    ),
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
            "atomic_thread_fence",
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
    (
        "omp.h",
        &[
            "omp_get_thread_num",
            "omp_get_num_threads",
            "omp_get_max_threads",
            "omp_set_num_threads",
            "omp_init_lock",
            "omp_set_lock",
            "omp_unset_lock",
            "omp_test_lock",
            "omp_destroy_lock",
            "omp_get_wtime",
            "omp_in_parallel",
            "omp_set_nested",
            "omp_set_dynamic",
            "omp_get_num_procs",
        ],
    ),
    ("setjmp.h", &["setjmp", "longjmp", "jmp_buf"]),
    (
        "stdarg.h",
        &["va_start", "va_arg", "va_end", "va_copy", "va_list"],
    ),
    ("sys/time.h", &["gettimeofday"]),
    (
        "time.h",
        &["clock_gettime", "nanosleep", "CLOCK_MONOTONIC", "CLOCKS_PER_SEC"],
    ),
];

/// The signature of a library function.
pub(crate) fn signature(name: &str) -> Option<&'static str> {
    for (_, functions) in FUNCTIONS {
        if let Some((_, signature)) = functions.iter().find(|(known, _)| *known == name) {
            return Some(signature);
        }
    }
    let floating = |name: &str, one: &'static str, two: &'static str| {
        if MATH_1.contains(&name) {
            Some(one)
        } else if MATH_2.contains(&name) {
            Some(two)
        } else if name == "fma" {
            Some(match one {
                "dd" => "dddd",
                "ff" => "ffff",
                _ => "DDDD",
            })
        } else {
            None
        }
    };
    floating(name, "dd", "ddd")
        .or_else(|| floating(name.strip_suffix('f')?, "ff", "fff"))
        .or_else(|| floating(name.strip_suffix('l')?, "DD", "DDD"))
}

/// The header that declares a name.
pub(crate) fn header_of(name: &str) -> Option<&'static str> {
    for (header, functions) in FUNCTIONS {
        if functions.iter().any(|(known, _)| *known == name) {
            return Some(header);
        }
    }
    for (header, names) in OTHERS {
        if names.contains(&name) {
            return Some(header);
        }
    }
    signature(name).map(|_| "math.h")
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
    /// The function type of a signature: `v`oid, `i`nt, `u`nsigned, `l`ong, unsigned long `k`, `L`ong long, `K`
    /// unsigned, si`z`e_t, p`t`rdiff_t, `f`loat, `d`ouble, long `D`ouble, void `p`ointer, `P` to const, `s`tring,
    /// `S` const, `T` pointer to string, `Q` to int, `R` to double, `U` to float, v`a`_list, `.` for `...`.
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
