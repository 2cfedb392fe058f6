//! `<unistd.h>`, and the headers of the system beside it.

use crate::row::*;
use Gives::{Input, Nothing, Number, Outside, Own};
use Missing::{Files, System};

/// Asks the system for a number.
const fn ask(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Input).world(World::System)
}

/// Looks for a file of this name.
const fn look_for(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Input).world(World::Files).errno()
}

#[rustfmt::skip]
pub(crate) const UNISTD_H: crate::Table = crate::Table {
    header: "unistd.h",
    rows: &[
        f("sleep", "uu", &[V], Number).model().blocks(),
        f("usleep", "iu", &[V], Number).model().blocks(),
        f("write", "tiPz", &[S, r(n(2)), S], Number).world(World::Output),
        f("read", "tipz", &[S, w(most(n(2))), S], Input).changes(Hidden::Input).world(World::Input).blocks(),
        f("_exit", "vi", &[V], Nothing).ends(End::AtOnce),
        ask("getpid", "i", &[]),
        ask("getppid", "i", &[]),
        ask("getpgrp", "i", &[]),
        ask("getuid", "u", &[]),
        ask("geteuid", "u", &[]),
        ask("getgid", "u", &[]),
        ask("getegid", "u", &[]),
        ask("getpagesize", "i", &[]),
        ask("sysconf", "li", &[S]),
        ask("isatty", "ii", &[S]).errno(),
        f("nice", "ii", &[V], Number).world(World::System),
        look_for("access", "iSi", &[STRING, S]).also(&["euidaccess", "eaccess"]),
        look_for("readlink", "tSsz", &[STRING, w(most(n(2))), S]),
        f("swab", "vPpt", &[r(most(n(2))), copy(most(n(2)), 0), S], Nothing),
        f("unlink", "iS", &[STRING], Number).world(World::Output),
        f("close", "ii", &[NOTED], Number).missing(Files),
        gap("lseek", "lili", Files),
        gap("rmdir", "iS", Files),
        gap("pipe", "iQ", Files),
        gap("dup", "ii", Files),
        gap("dup2", "iii", Files),
        gap("getentropy", "ipz", Missing::Entropy),
        gap("fork", "i", System),
        gap("vfork", "i", System),
        gap("execv", "iSp", System),
        gap("execve", "iSpp", System),
        gap("execvp", "iSp", System),
        gap("execl", "iSS.", System),
        gap("execlp", "iSS.", System),
        gap("pause", "i", System),
        gap("syscall", "ll.", System),
        gap("alarm", "uu", Missing::Signals),
        gap("ualarm", "uuu", Missing::Signals),
        model("gettid"),
        c("getopt").role(Role::Options),
    ],
};

#[rustfmt::skip]
pub(crate) const GETOPT_H: crate::Table = crate::Table {
    header: "getopt.h",
    rows: &[c("getopt_long").role(Role::Options), gap("getopt_long_only", "", System)],
};

#[rustfmt::skip]
pub(crate) const LIBGEN_H: crate::Table = crate::Table {
    header: "libgen.h",
    rows: &[c("basename").also(&["__xpg_basename"]), c("dirname")],
};

#[rustfmt::skip]
pub(crate) const LOCALE_H: crate::Table = crate::Table {
    header: "locale.h",
    rows: &[
        c("setlocale"),
        gap("localeconv", "p", System),
    ],
};

#[rustfmt::skip]
pub(crate) const FCNTL_H: crate::Table = crate::Table {
    header: "fcntl.h",
    rows: &[
        look_for("open", "iSi.", &[STRING, S, V]).also(&["open64"]),
        gap("creat", "iSu", Files),
    ],
};

#[rustfmt::skip]
pub(crate) const DIRENT_H: crate::Table = crate::Table {
    header: "dirent.h",
    rows: &[
        look_for("opendir", "pS", &[STRING]).gives(Outside),
        look_for("scandir", "iSppp", &[]).opaque(),
        gap("readdir", "pp", Files),
        gap("closedir", "ip", Files),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_STAT_H: crate::Table = crate::Table {
    header: "sys/stat.h",
    rows: &[
        look_for("stat", "iSp", &[STRING, w(TEXT)]).also(&["stat64"]),
        look_for("lstat", "iSp", &[STRING, w(TEXT)]).also(&["lstat64"]),
        gap("fstat", "iip", Files),
        gap("mkdir", "iSu", Files),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_MMAN_H: crate::Table = crate::Table {
    header: "sys/mman.h",
    rows: &[gap("mmap", "ppziiil", Files), gap("munmap", "ipz", Files)],
};

#[rustfmt::skip]
pub(crate) const SYS_SELECT_H: crate::Table = crate::Table {
    header: "sys/select.h",
    rows: &[gap("select", "iipppp", Files).blocks()],
};

#[rustfmt::skip]
pub(crate) const POLL_H: crate::Table = crate::Table {
    header: "poll.h",
    rows: &[gap("poll", "ipki", Files).blocks()],
};

#[rustfmt::skip]
pub(crate) const SYS_RANDOM_H: crate::Table = crate::Table {
    header: "sys/random.h",
    rows: &[gap("getrandom", "tpzu", Missing::Entropy)],
};

#[rustfmt::skip]
pub(crate) const SYS_WAIT_H: crate::Table = crate::Table {
    header: "sys/wait.h",
    rows: &[gap("wait", "iQ", System).blocks(), gap("waitpid", "iiQi", System).blocks()],
};

#[rustfmt::skip]
pub(crate) const SYS_RESOURCE_H: crate::Table = crate::Table {
    header: "sys/resource.h",
    rows: &[gap("getrusage", "iip", System)],
};

#[rustfmt::skip]
pub(crate) const SYS_TIMES_H: crate::Table = crate::Table {
    header: "sys/times.h",
    rows: &[gap("times", "lp", System)],
};

#[rustfmt::skip]
pub(crate) const SYS_UTSNAME_H: crate::Table = crate::Table {
    header: "sys/utsname.h",
    rows: &[c("uname")],
};

#[rustfmt::skip]
pub(crate) const SYS_SYSINFO_H: crate::Table = crate::Table {
    header: "sys/sysinfo.h",
    rows: &[ask("get_nprocs", "i", &[]).also(&["get_nprocs_conf"]).world(World::Processors)],
};

#[rustfmt::skip]
pub(crate) const SCHED_H: crate::Table = crate::Table {
    header: "sched.h",
    rows: &[
        f("sched_yield", "i", &[], Number).model(),
        f("sched_getcpu", "i", &[], Own).world(World::System),
        ask("sched_setscheduler", "iiiP", &[S, S, r(most(bytes(4)))]),
        ask("sched_setaffinity", "iizP", &[S, S, r(most(n(1)))]),
        ask("sched_setparam", "iiP", &[S, r(most(bytes(4)))]),
        ask("sched_get_priority_min", "ii", &[S]),
        ask("sched_get_priority_max", "ii", &[S]),
    ],
};
