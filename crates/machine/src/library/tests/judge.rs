//! What glibc itself writes, against what rows claim.
//!
//! A small C program calls each function with a buffer full of marks, twice with different marks, and tells
//! how far the function has written. That must be within what the row says, and where the row says that all
//! of it is written it must be all.

use raceproof_library::{Size, find};

use super::*;

/// A call in C on the buffer `b` of [`ROOM`] bytes, the function, the argument of it that is the buffer, and
/// the values of the arguments that sizes are made of, by position.
type Case = (&'static str, &'static str, u8, &'static [(u8, u64)]);

/// Bytes of the buffer.
const ROOM: u64 = 512;

const CASES: &[Case] = &[
    ("memset(b, 1, 7)", "memset", 0, &[(2, 7)]),
    ("memcpy(b, text, 9)", "memcpy", 0, &[(2, 9)]),
    ("strncpy(b, \"ab\", 20)", "strncpy", 0, &[(2, 20)]),
    ("stpncpy(b, \"ab\", 20)", "stpncpy", 0, &[(2, 20)]),
    ("memccpy(b, text, 'c', 20)", "memccpy", 0, &[(3, 20)]),
    ("bzero(b, 11)", "bzero", 0, &[(1, 11)]),
    ("wmemset((wchar_t *)b, 1, 5)", "wmemset", 0, &[(2, 5)]),
    ("wcsncpy((wchar_t *)b, L\"a\", 6)", "wcsncpy", 0, &[(2, 6)]),
    ("snprintf(b, 10, \"%s\", text)", "snprintf", 0, &[(1, 10)]),
    (
        "{ struct tm t = {0}; strftime(b, 30, \"%Y\", &t); }",
        "strftime",
        0,
        &[(1, 30)],
    ),
    (
        "{ time_t t = 0; gmtime_r(&t, (struct tm *)b); }",
        "gmtime_r",
        1,
        &[],
    ),
    (
        "{ time_t t = 0; localtime_r(&t, (struct tm *)b); }",
        "localtime_r",
        1,
        &[],
    ),
    ("{ time_t t = 0; ctime_r(&t, b); }", "ctime_r", 1, &[]),
    (
        "clock_gettime(CLOCK_REALTIME, (struct timespec *)b)",
        "clock_gettime",
        1,
        &[],
    ),
    (
        "clock_getres(CLOCK_REALTIME, (struct timespec *)b)",
        "clock_getres",
        1,
        &[],
    ),
    ("gettimeofday((struct timeval *)b, 0)", "gettimeofday", 0, &[]),
    ("sigemptyset((sigset_t *)b)", "sigemptyset", 0, &[]),
    ("sigfillset((sigset_t *)b)", "sigfillset", 0, &[]),
    ("sigprocmask(SIG_BLOCK, 0, (sigset_t *)b)", "sigprocmask", 2, &[]),
    ("sigpending((sigset_t *)b)", "sigpending", 0, &[]),
    ("sigaltstack(0, (stack_t *)b)", "sigaltstack", 1, &[]),
    (
        "sigaction(SIGUSR1, 0, (struct sigaction *)b)",
        "sigaction",
        2,
        &[],
    ),
    ("inet_pton(AF_INET, \"1.2.3.4\", b)", "inet_pton", 2, &[]),
    ("inet_pton(AF_INET6, \"1::2\", b)", "inet_pton", 2, &[]),
    ("inet_aton(\"1.2.3.4\", (struct in_addr *)b)", "inet_aton", 1, &[]),
    (
        "{ int a = 0; inet_ntop(AF_INET, &a, b, 40); }",
        "inet_ntop",
        2,
        &[(3, 40)],
    ),
    (
        "getrlimit(RLIMIT_NOFILE, (struct rlimit *)b)",
        "getrlimit",
        1,
        &[],
    ),
    ("getrusage(RUSAGE_SELF, (struct rusage *)b)", "getrusage", 1, &[]),
    (
        "getitimer(ITIMER_REAL, (struct itimerval *)b)",
        "getitimer",
        1,
        &[],
    ),
    ("fstat(1, (struct stat *)b)", "fstat", 1, &[]),
    ("stat(\"/\", (struct stat *)b)", "stat", 1, &[]),
    ("lstat(\"/\", (struct stat *)b)", "lstat", 1, &[]),
    ("statvfs(\"/\", (struct statvfs *)b)", "statvfs", 1, &[]),
    ("statfs(\"/\", (struct statfs *)b)", "statfs", 1, &[]),
    ("sysinfo((struct sysinfo *)b)", "sysinfo", 0, &[]),
    ("times((struct tms *)b)", "times", 0, &[]),
    ("pipe((int *)b)", "pipe", 0, &[]),
    (
        "socketpair(AF_UNIX, SOCK_STREAM, 0, (int *)b)",
        "socketpair",
        3,
        &[],
    ),
    ("gethostname(b, 200)", "gethostname", 0, &[(1, 200)]),
    ("getcwd(b, 400)", "getcwd", 0, &[(1, 400)]),
    ("confstr(_CS_PATH, b, 100)", "confstr", 1, &[(2, 100)]),
    ("regcomp((regex_t *)b, \"a*b\", 0)", "regcomp", 0, &[]),
    ("getentropy(b, 33)", "getentropy", 0, &[(1, 33)]),
    ("getrandom(b, 33, 0)", "getrandom", 0, &[(1, 33)]),
    (
        "sched_getaffinity(0, 128, (cpu_set_t *)b)",
        "sched_getaffinity",
        2,
        &[(1, 128)],
    ),
    (
        "sched_getparam(0, (struct sched_param *)b)",
        "sched_getparam",
        1,
        &[],
    ),
    (
        "pthread_getname_np(pthread_self(), b, 30)",
        "pthread_getname_np",
        1,
        &[(2, 30)],
    ),
    (
        "pthread_getattr_np(pthread_self(), (pthread_attr_t *)b)",
        "pthread_getattr_np",
        1,
        &[],
    ),
    (
        "posix_spawnattr_init((posix_spawnattr_t *)b)",
        "posix_spawnattr_init",
        0,
        &[],
    ),
    (
        "posix_spawn_file_actions_init((posix_spawn_file_actions_t *)b)",
        "posix_spawn_file_actions_init",
        0,
        &[],
    ),
    ("fegetenv((fenv_t *)b)", "fegetenv", 0, &[]),
    (
        "{ mbstate_t s = {0}; mbrtowc((wchar_t *)b, \"a\", 1, &s); }",
        "mbrtowc",
        0,
        &[],
    ),
    ("mbstowcs((wchar_t *)b, \"abc\", 20)", "mbstowcs", 0, &[(2, 20)]),
    ("wcstombs(b, L\"abc\", 20)", "wcstombs", 0, &[(2, 20)]),
    ("wcrtomb(b, L'a', 0)", "wcrtomb", 0, &[]),
    (
        "{ struct passwd *r; char t[400]; getpwuid_r(0, (struct passwd *)b, t, 400, &r); }",
        "getpwuid_r",
        1,
        &[],
    ),
    (
        "{ struct group *r; char t[400]; getgrgid_r(0, (struct group *)b, t, 400, &r); }",
        "getgrgid_r",
        1,
        &[],
    ),
    ("frexp(3.0, (int *)b)", "frexp", 1, &[]),
    ("remquo(3.0, 2.0, (int *)b)", "remquo", 2, &[]),
];

/// How far each call has written, in the order of the cases.
fn written() -> Option<Vec<u64>> {
    let mut calls = String::new();
    for (call, ..) in CASES {
        calls.push_str(&format!("TRY({call});\n"));
    }
    let source = format!("{HEAD}{calls}return 0; }}\n");
    let output = run_c("writes", &source, "")?;
    output.lines().map(|line| line.parse().ok()).collect()
}

const HEAD: &str = r#"
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <fenv.h>
#include <grp.h>
#include <math.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
static char text[] = "abcdefghijklmnopqrstuvwxyz";
static _Alignas(16) char b[512];
static int last(char mark) {
  int i = 512;
  while (i > 0 && b[i - 1] == mark) i--;
  return i;
}
#define TRY(...) do { int far = 0; for (int m = 0; m < 2; m++) { char mark = m ? 0x5a : 0xa5; \
  memset(b, mark, sizeof b); __VA_ARGS__; int n = last(mark); if (n > far) far = n; } \
  printf("%d\n", far); } while (0)
int main(void) {
"#;

#[test]
fn glibc_writes_what_rows_claim() {
    // Without a compiler there is no judge.
    let Some(all) = written() else { return };
    assert_eq!(all.len(), CASES.len());
    for ((call, name, at, values), far) in CASES.iter().zip(all) {
        let found = find(name).unwrap_or_else(|| panic!("`{name}` has no row"));
        let argument = found.argument(usize::from(*at)).expect("the row has it");
        let (extent, _) = argument
            .writes
            .unwrap_or_else(|| panic!("{call}: no write is claimed"));
        let value = |position: u8| {
            let known = values.iter().find(|(at, _)| *at == position);
            known.map_or(0, |(_, value)| *value)
        };
        let claimed = match extent.size {
            Size::Bytes(count) => u64::from(count),
            Size::Words(count) => u64::from(count) * 8,
            Size::Argument(at, unit) => value(at) * u64::from(unit),
            Size::Product(a, b) => value(a) * value(b),
            Size::Any => ROOM,
        };
        assert!(far > 0, "{call} has written nothing");
        assert!(far <= claimed, "{call}: {far} bytes, {claimed} are claimed");
        assert!(
            !extent.exact || far == claimed,
            "{call}: {far} bytes of {claimed}"
        );
    }
}
