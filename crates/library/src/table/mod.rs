//! The tables, a file for each family of headers.

mod assert;
mod ctype;
mod event;
mod file;
mod locale;
mod math;
mod omp;
mod process;
mod pthread;
mod signal;
mod socket;
mod stdio;
mod stdlib;
mod string;
mod terminal;
mod time;
mod unistd;
mod verifier;

use crate::Table;

/// All tables.
pub(crate) const TABLES: &[&Table] = &[
    &assert::ASSERT_H,
    &assert::ERRNO_H,
    &ctype::CTYPE_H,
    &event::POLL_H,
    &event::SYS_SELECT_H,
    &event::SYS_EPOLL_H,
    &event::SYS_EVENTFD_H,
    &event::SYS_TIMERFD_H,
    &event::SYS_SIGNALFD_H,
    &event::SYS_INOTIFY_H,
    &event::MQUEUE_H,
    &event::AIO_H,
    &file::FCNTL_H,
    &file::SYS_STAT_H,
    &file::DIRENT_H,
    &file::SYS_MMAN_H,
    &file::SYS_UIO_H,
    &file::SYS_FILE_H,
    &file::SYS_STATVFS_H,
    &file::UTIME_H,
    &file::SYS_SENDFILE_H,
    &file::GLOB_H,
    &file::SYS_XATTR_H,
    &locale::LOCALE_H,
    &locale::LIBINTL_H,
    &locale::ICONV_H,
    &locale::REGEX_H,
    &locale::SYSLOG_H,
    &locale::ERR_H,
    &locale::ERROR_H,
    &locale::UCHAR_H,
    &math::COMPLEX_H,
    &math::MATH_H,
    &math::FENV_H,
    &omp::OMP_H,
    &omp::POLYBENCH_H,
    &process::GNU_LIBC_VERSION_H,
    &process::SYS_SYSMACROS_H,
    &process::SYS_WAIT_H,
    &process::SPAWN_H,
    &process::SYS_PRCTL_H,
    &process::SYS_RESOURCE_H,
    &process::SYS_TIMES_H,
    &process::SYS_SYSINFO_H,
    &process::SCHED_H,
    &process::PWD_H,
    &process::GRP_H,
    &process::MNTENT_H,
    &process::SYS_IPC_H,
    &process::DLFCN_H,
    &process::UCONTEXT_H,
    &process::EXECINFO_H,
    &process::SYS_MOUNT_H,
    &pthread::PTHREAD_H,
    &pthread::SEMAPHORE_H,
    &pthread::THREADS_H,
    &pthread::STDATOMIC_H,
    &signal::SIGNAL_H,
    &socket::SYS_SOCKET_H,
    &socket::NETINET_IN_H,
    &socket::ARPA_INET_H,
    &socket::NETDB_H,
    &socket::NET_IF_H,
    &socket::IFADDRS_H,
    &stdio::STDIO_H,
    &stdlib::STDLIB_H,
    &stdlib::MALLOC_H,
    &stdlib::ALLOCA_H,
    &stdlib::INTTYPES_H,
    &stdlib::SEARCH_H,
    &stdlib::SETJMP_H,
    &string::STRING_H,
    &string::STRINGS_H,
    &string::WCHAR_H,
    &string::WCTYPE_H,
    &terminal::TERMIOS_H,
    &terminal::SYS_IOCTL_H,
    &terminal::PTY_H,
    &time::TIME_H,
    &time::SYS_TIME_H,
    &unistd::UNISTD_H,
    &unistd::GETOPT_H,
    &unistd::LIBGEN_H,
    &unistd::SYS_RANDOM_H,
    &unistd::SYS_UTSNAME_H,
    &verifier::VERIFIER,
];
