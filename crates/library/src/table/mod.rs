//! The tables, a file for each family of headers.

mod assert;
mod ctype;
mod math;
mod omp;
mod pthread;
mod signal;
mod stdio;
mod stdlib;
mod string;
mod time;
mod unistd;
mod verifier;

use crate::Table;

/// All tables.
pub(crate) const TABLES: &[&Table] = &[
    &assert::ASSERT_H,
    &assert::ERRNO_H,
    &ctype::CTYPE_H,
    &math::COMPLEX_H,
    &math::FENV_H,
    &math::MATH_H,
    &omp::OMP_H,
    &omp::POLYBENCH_H,
    &pthread::PTHREAD_H,
    &pthread::SEMAPHORE_H,
    &pthread::STDATOMIC_H,
    &pthread::THREADS_H,
    &signal::SIGNAL_H,
    &signal::SYS_SIGNALFD_H,
    &stdio::STDIO_H,
    &stdlib::ALLOCA_H,
    &stdlib::INTTYPES_H,
    &stdlib::MALLOC_H,
    &stdlib::SEARCH_H,
    &stdlib::SETJMP_H,
    &stdlib::STDLIB_H,
    &string::STRINGS_H,
    &string::STRING_H,
    &string::WCHAR_H,
    &string::WCTYPE_H,
    &time::SYS_TIME_H,
    &time::TIME_H,
    &unistd::DIRENT_H,
    &unistd::FCNTL_H,
    &unistd::GETOPT_H,
    &unistd::LIBGEN_H,
    &unistd::LOCALE_H,
    &unistd::POLL_H,
    &unistd::SCHED_H,
    &unistd::SYS_MMAN_H,
    &unistd::SYS_RANDOM_H,
    &unistd::SYS_RESOURCE_H,
    &unistd::SYS_SELECT_H,
    &unistd::SYS_STAT_H,
    &unistd::SYS_SYSINFO_H,
    &unistd::SYS_TIMES_H,
    &unistd::SYS_UTSNAME_H,
    &unistd::SYS_WAIT_H,
    &unistd::UNISTD_H,
    &verifier::VERIFIER,
];
