//! `<unistd.h>`, and the headers of the system beside it.

use crate::row::*;
use Answer::{Argument as Given, Fails, Number as Is};
use Gives::{Input, Nothing, Number};
use Missing::System;

/// Asks the system for a number.
const fn ask(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Input).world(World::System)
}

/// Looks for a file of this name.
const fn look_for(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Input).world(World::Files).errno()
}

/// Changes something of files that nobody looks at here.
const fn written(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    by_row(name, signature, arguments, World::Output, Is(0))
}

/// Asks the system for something that it does.
const fn did(name: &'static str, signature: &'static str, arguments: &'static [Argument], gives: i64) -> Row {
    by_row(name, signature, arguments, World::System, Is(gives))
}

/// Texts behind an array of addresses.
const TEXTS: Argument = r(TEXT).behind(Behind::Read);

#[rustfmt::skip]
pub(crate) const UNISTD_H: crate::Table = crate::Table {
    header: "unistd.h",
    rows: &[
        f("sleep", "uu", &[V], Number).model().blocks(),
        f("usleep", "iu", &[V], Number).model().blocks(),
        f("write", "tiPz", &[S, r(n(2)), S], Number).also(&["__write"]).world(World::Output),
        f("read", "tipz", &[S, w(most(n(2))), S], Input).also(&["__read"]).changes(Hidden::Input)
            .world(World::Input).blocks(),
        f("_exit", "vi", &[V], Nothing).ends(End::AtOnce),
        ask("getpid", "i", &[]),
        ask("getppid", "i", &[]),
        ask("getpgrp", "i", &[]),
        ask("getuid", "u", &[]),
        ask("geteuid", "u", &[]),
        ask("getgid", "u", &[]),
        ask("getegid", "u", &[]),
        ask("getpagesize", "i", &[]),
        ask("sysconf", "li", &[S]).errno(),
        ask("isatty", "ii", &[S]).errno(),
        f("nice", "ii", &[V], Number).world(World::System),
        look_for("access", "iSi", &[STRING, S]).also(&["euidaccess", "eaccess"]),
        look_for("readlink", "tSsz", &[STRING, w(most(n(2))), S]),
        f("swab", "vPpt", &[r(most(n(2))), copy(most(n(2)), 0), S], Nothing),
        f("unlink", "iS", &[STRING], Number).world(World::Output),
        // Whether a handler of a signal has ended a wait.
        by_row("__interrupted", "i", &[], World::System, Is(0)),
        // Which pipe of the program reading (0) or writing (1) goes to.
        f("__channel", "iii", &[S, S], Number),
        gap("__channel_limit", "v", Missing::Pipes),
        f("__channels", "iip", &[S, w(most(bytes(8)))], Number),
        f("__channel_copy", "iii", &[S, S], Number),
        f("close", "ii", &[S], Input).also(&["__close"]).world(World::Network).errno(),
        f("lseek", "lili", &[S, S, S], Input).also(&["lseek64"]).changes(Hidden::Input).world(World::Input).errno(),
        f("pread", "tipzl", &[S, w(most(n(2))), S, S], Input).also(&["pread64"]).world(World::Files).errno().blocks(),
        by_row("pwrite", "tiPzl", &[S, r(n(2)), S, S], World::Output, Given(2)).also(&["pwrite64"]),
        f("pipe", "iQ", &[out(bytes(8))], Input).world(World::Network).errno().role(Role::Opens),
        f("pipe2", "iQi", &[out(bytes(8)), S], Input).also(&["__pipe2"]).world(World::Network).errno()
            .role(Role::Opens),
        f("dup", "ii", &[S], Input).also(&["__dup"]).world(World::Network).errno().role(Role::Opens),
        f("dup2", "iii", &[S, S], Input).also(&["__dup2"]).world(World::Network).errno().role(Role::Opens),
        f("dup3", "iiii", &[S, S, S], Input).world(World::Network).errno(),
        written("fsync", "ii", &[S]),
        written("fdatasync", "ii", &[S]),
        written("sync", "v", &[]).gives(Nothing),
        written("syncfs", "ii", &[S]),
        written("ftruncate", "iil", &[S, S]).also(&["ftruncate64"]),
        written("truncate", "iSl", &[STRING, S]).also(&["truncate64"]),
        written("chown", "iSuu", &[STRING, S, S]),
        written("fchown", "iiuu", &[S, S, S]),
        written("lchown", "iSuu", &[STRING, S, S]),
        written("fchownat", "iiSuui", &[S, STRING, S, S, S]),
        written("link", "iSS", &[STRING, STRING]),
        written("linkat", "iiSiSi", &[S, STRING, S, STRING, S]),
        written("symlink", "iSS", &[STRING, STRING]),
        written("symlinkat", "iSiS", &[STRING, S, STRING]),
        written("unlinkat", "iiSi", &[S, STRING, S]),
        written("rmdir", "iS", &[STRING]),
        written("chdir", "iS", &[STRING]),
        written("fchdir", "ii", &[S]),
        written("chroot", "iS", &[STRING]),
        written("lockf", "iiil", &[S, S, S]).blocks(),
        by_row("faccessat", "iiSii", &[S, STRING, S, S], World::Files, Fails(2)),
        by_row("readlinkat", "tiSsz", &[S, STRING, w(most(n(3))), S], World::Files, Fails(2)),
        f("getcwd", "ssz", &[w(most(n(1))), S], Gives::Unknown).world(World::System).errno(),
        by_row("get_current_dir_name", "s", &[], World::System, Fails(12))
            .gives(Gives::Fresh(Size::Any, Contents::Zero)),
        by_row("pathconf", "lSi", &[STRING, S], World::System, Is(255)),
        by_row("fpathconf", "lii", &[S, S], World::System, Is(255)),
        by_row("confstr", "zisz", &[S, w(most(n(2))), S], World::System, Is(1)),
        by_row("gethostname", "isz", &[w(most(n(1))), S], World::System, Is(0)),
        by_row("getdomainname", "isz", &[w(most(n(1))), S], World::System, Is(0)),
        by_row("sethostname", "iSz", &[r(n(1)), S], World::System, Fails(1)),
        by_row("gethostid", "l", &[], World::System, Is(1)),
        by_row("getdtablesize", "i", &[], World::System, Is(1024)),
        by_row("getlogin", "s", &[], World::System, Is(0)).gives(Gives::State).changes(Hidden::LoginName),
        by_row("getlogin_r", "isz", &[w(most(n(1))), S], World::System, Is(6)),
        by_row("sbrk", "pl", &[S], World::System, Answer::FailsByNumber(12)).gives(Gives::Unknown),
        by_row("brk", "ip", &[V], World::System, Fails(12)),
        did("setsid", "i", &[], 1000),
        did("getsid", "ii", &[S], 1000),
        did("getpgid", "ii", &[S], 1000),
        did("setpgid", "iii", &[S, S], 0),
        did("setpgrp", "i", &[], 0),
        did("tcgetpgrp", "ii", &[S], 1000),
        did("tcsetpgrp", "iii", &[S, S], 0),
        did("setuid", "iu", &[S], 0),
        did("seteuid", "iu", &[S], 0),
        did("setreuid", "iuu", &[S, S], 0),
        did("setresuid", "iuuu", &[S, S, S], 0),
        did("setgid", "iu", &[S], 0),
        did("setegid", "iu", &[S], 0),
        did("setregid", "iuu", &[S, S], 0),
        did("setresgid", "iuuu", &[S, S, S], 0),
        did("getresuid", "ippp", &[out(bytes(4)), out(bytes(4)), out(bytes(4))], 0),
        did("getresgid", "ippp", &[out(bytes(4)), out(bytes(4)), out(bytes(4))], 0),
        did("daemon", "iii", &[S, S], 0),
        did("acct", "iS", &[STRING], 0),
        did("closefrom", "vi", &[S], 0).gives(Nothing),
        did("close_range", "iuui", &[S, S, S], 0),
        f("getentropy", "ipz", &[w(most(n(1))), S], Input).world(World::System).errno(),
        f("fork", "i", &[], Input).also(&["vfork", "_Fork"]).world(World::System).errno().role(Role::Forks),
        // One that succeeds does not return.
        by_row("execv", "iSp", &[STRING, TEXTS], World::System, Fails(2)),
        by_row("execve", "iSpp", &[STRING, TEXTS, TEXTS], World::System, Fails(2)),
        by_row("execvp", "iSp", &[STRING, TEXTS], World::System, Fails(2)),
        by_row("execvpe", "iSpp", &[STRING, TEXTS, TEXTS], World::System, Fails(2)),
        by_row("fexecve", "iipp", &[S, TEXTS, TEXTS], World::System, Fails(2)),
        by_row("execl", "iSS.", &[STRING, STRING, MORE], World::System, Fails(2)),
        by_row("execlp", "iSS.", &[STRING, STRING, MORE], World::System, Fails(2)),
        by_row("execle", "iSS.", &[STRING, STRING, MORE], World::System, Fails(2)),
        f("pause", "i", &[], Input).uses(Hidden::Signals).errno().blocks(),
        by_row("alarm", "uu", &[S], World::System, Is(0)),
        by_row("ualarm", "uuu", &[S, S], World::System, Is(0)),
        model("syscall"),
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
pub(crate) const SYS_RANDOM_H: crate::Table = crate::Table {
    header: "sys/random.h",
    rows: &[f("getrandom", "tpzu", &[w(most(n(1))), S, S], Input).world(World::System).errno()],
};

#[rustfmt::skip]
pub(crate) const SYS_UTSNAME_H: crate::Table = crate::Table {
    header: "sys/utsname.h",
    rows: &[c("uname")],
};
