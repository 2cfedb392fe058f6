//! Processes and what the system tells of them: `<sys/wait.h>`, `<spawn.h>`, `<sys/prctl.h>`,
//! `<sys/resource.h>`, `<pwd.h>`, `<grp.h>`, memory that processes share, and other libraries.

use crate::row::*;
use Answer::{Argument as Given, Fails, Number as Is, Text};
use Gives::{Input, Nothing, Number, Outside, State, Unknown};
use World::{Processors, System};

/// Asks the system for something, which it does.
const fn done(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    by_row(name, signature, arguments, System, Is(0))
}

/// Asks the system for something that it does not do.
const fn fails(
    name: &'static str,
    signature: &'static str,
    arguments: &'static [Argument],
    error: i32,
) -> Row {
    by_row(name, signature, arguments, System, Fails(error))
}

/// A native that asks the system.
const fn sys(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Input).world(System).errno()
}

/// How a process ended.
const STATUS: Argument = out(bytes(4));

#[rustfmt::skip]
pub(crate) const SYS_WAIT_H: crate::Table = crate::Table {
    header: "sys/wait.h",
    rows: &[
        sys("wait", "iQ", &[STATUS]).blocks(),
        sys("waitpid", "iiQi", &[S, STATUS, S]).blocks(),
        fails("wait3", "ipip", &[STATUS, S, out(bytes(144))], 10).blocks(),
        by_row("wait4", "iipip", &[S, STATUS, S, out(bytes(144))], System, Given(0)).blocks(),
        fails("waitid", "iiupi", &[S, S, out(bytes(128)), S], 10).blocks(),
    ],
};

/// Texts behind an array of addresses.
const TEXTS: Argument = r(TEXT).behind(Behind::Read);
/// What a process is started with.
const ACTIONS: Argument = rw(most(bytes(80))).behind(Behind::Written);
const ATTRIBUTES: Argument = in_out(bytes(336));

#[rustfmt::skip]
pub(crate) const SPAWN_H: crate::Table = crate::Table {
    header: "spawn.h",
    rows: &[
        by_row("posix_spawn", "ipSPPpp", &[out(bytes(4)), STRING, ACTIONS, r(most(bytes(336))), TEXTS, TEXTS], System, Is(2)),
        by_row("posix_spawnp", "ipSPPpp", &[out(bytes(4)), STRING, ACTIONS, r(most(bytes(336))), TEXTS, TEXTS], System, Is(2)),
        done("posix_spawn_file_actions_init", "ip", &[out(bytes(80))]),
        done("posix_spawn_file_actions_destroy", "ip", &[ACTIONS]),
        done("posix_spawn_file_actions_addopen", "ipiSiu", &[ACTIONS, S, STRING, S, S]),
        done("posix_spawn_file_actions_addclose", "ipi", &[ACTIONS, S]),
        done("posix_spawn_file_actions_adddup2", "ipii", &[ACTIONS, S, S]),
        done("posix_spawnattr_init", "ip", &[out(bytes(336))]),
        done("posix_spawnattr_destroy", "ip", &[ATTRIBUTES]),
        done("posix_spawnattr_setflags", "ipi", &[ATTRIBUTES, S]),
        done("posix_spawnattr_setpgroup", "ipi", &[ATTRIBUTES, S]),
        done("posix_spawnattr_setsigmask", "ipP", &[ATTRIBUTES, r(words(16))]),
        done("posix_spawnattr_setsigdefault", "ipP", &[ATTRIBUTES, r(words(16))]),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_PRCTL_H: crate::Table = crate::Table {
    header: "sys/prctl.h",
    rows: &[fails("prctl", "ii.", &[S, MORE], 22), fails("ptrace", "li.", &[S, MORE], 1)],
};

/// A limit: two numbers of a word, or of eight bytes.
const LIMIT: Argument = w(most(bytes(16)));

#[rustfmt::skip]
pub(crate) const SYS_RESOURCE_H: crate::Table = crate::Table {
    header: "sys/resource.h",
    rows: &[
        sys("getrlimit", "iip", &[S, LIMIT]).also(&["getrlimit64"]),
        done("setrlimit", "iiP", &[S, r(most(bytes(16)))]).also(&["setrlimit64"]),
        fails("prlimit", "iiiPp", &[S, S, r(most(bytes(16))), LIMIT], 1).also(&["prlimit64"]),
        done("getrusage", "iip", &[S, out(bytes(144))]),
        done("getpriority", "iii", &[S, S]),
        done("setpriority", "iiii", &[S, S, S]),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_TIMES_H: crate::Table = crate::Table {
    header: "sys/times.h",
    rows: &[by_row("times", "lp", &[out(words(4))], World::Clock, Is(0))],
};

#[rustfmt::skip]
pub(crate) const SYS_SYSMACROS_H: crate::Table = crate::Table {
    header: "sys/sysmacros.h",
    rows: &[c("gnu_dev_major"), c("gnu_dev_minor"), c("gnu_dev_makedev")],
};

#[rustfmt::skip]
pub(crate) const GNU_LIBC_VERSION_H: crate::Table = crate::Table {
    header: "gnu/libc-version.h",
    rows: &[
        by_row("gnu_get_libc_version", "S", &[], System, Text).gives(Outside),
        by_row("gnu_get_libc_release", "S", &[], System, Text).gives(Outside),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_SYSINFO_H: crate::Table = crate::Table {
    header: "sys/sysinfo.h",
    rows: &[
        f("get_nprocs", "i", &[], Input).also(&["get_nprocs_conf"]).world(Processors),
        fails("sysinfo", "ip", &[out(bytes(112))], 14),
        by_row("get_phys_pages", "l", &[], System, Is(1 << 20)),
        by_row("get_avphys_pages", "l", &[], System, Is(1 << 19)),
    ],
};

#[rustfmt::skip]
pub(crate) const SCHED_H: crate::Table = crate::Table {
    header: "sched.h",
    rows: &[
        f("sched_yield", "i", &[], Number).model(),
        f("sched_getcpu", "i", &[], Gives::Own).world(System),
        sys("sched_setscheduler", "iiiP", &[S, S, r(most(bytes(4)))]),
        sys("sched_setaffinity", "iizP", &[S, S, r(most(n(1)))]),
        sys("sched_setparam", "iiP", &[S, r(most(bytes(4)))]),
        sys("sched_get_priority_min", "ii", &[S]),
        sys("sched_get_priority_max", "ii", &[S]),
        c("__sched_cpucount"),
        f("sched_getaffinity", "iizp", &[S, S, w(most(n(1)))], Input).world(Processors).errno(),
        done("sched_getscheduler", "ii", &[S]),
        done("sched_getparam", "iip", &[S, out(bytes(4))]),
        done("sched_rr_get_interval", "iip", &[S, out(words(2))]),
        fails("unshare", "ii", &[S], 1),
        fails("setns", "iii", &[S, S], 1),
        gap("clone", "", Missing::System).role(Role::Starts),
    ],
};

/// Looks somebody up and gives what is found in a buffer of the library.
const fn look_up(
    name: &'static str,
    signature: &'static str,
    arguments: &'static [Argument],
    of: Hidden,
) -> Row {
    by_row(name, signature, arguments, System, Is(0))
        .gives(State)
        .changes(of)
}

/// Likewise, in buffers of the caller: the record, texts, and where it is told that there is one.
const FOUND: Argument = put(most(words(1)), Data::Within(1));

#[rustfmt::skip]
pub(crate) const PWD_H: crate::Table = crate::Table {
    header: "pwd.h",
    rows: &[
        look_up("getpwnam", "pS", &[STRING], Hidden::Users),
        look_up("getpwuid", "pu", &[S], Hidden::Users),
        look_up("getpwent", "p", &[], Hidden::Users),
        by_row("getpwnam_r", "iSpszp", &[STRING, w(most(bytes(48))), w(most(n(3))), S, FOUND], System, Is(0)),
        by_row("getpwuid_r", "iupszp", &[S, w(most(bytes(48))), w(most(n(3))), S, FOUND], System, Is(0)),
        done("setpwent", "v", &[]).gives(Nothing),
        done("endpwent", "v", &[]).gives(Nothing),
        look_up("getspnam", "pS", &[STRING], Hidden::Secrets),
        look_up("getpass", "sS", &[STRING], Hidden::Secrets),
        look_up("crypt", "sSS", &[STRING, STRING], Hidden::Secrets),
    ],
};

#[rustfmt::skip]
pub(crate) const GRP_H: crate::Table = crate::Table {
    header: "grp.h",
    rows: &[
        look_up("getgrnam", "pS", &[STRING], Hidden::Groups),
        look_up("getgrgid", "pu", &[S], Hidden::Groups),
        look_up("getgrent", "p", &[], Hidden::Groups),
        by_row("getgrnam_r", "iSpszp", &[STRING, w(most(bytes(32))), w(most(n(3))), S, FOUND], System, Is(0)),
        by_row("getgrgid_r", "iupszp", &[S, w(most(bytes(32))), w(most(n(3))), S, FOUND], System, Is(0)),
        done("setgrent", "v", &[]).gives(Nothing),
        done("endgrent", "v", &[]).gives(Nothing),
        fails("getgrouplist", "iSupp", &[STRING, S, w(TEXT), in_out(bytes(4))], 1),
        done("initgroups", "iSu", &[STRING, S]),
        done("setgroups", "izP", &[S, r(units(0, 4))]),
        done("getgroups", "iip", &[S, w(most(units(0, 4)))]),
    ],
};

#[rustfmt::skip]
pub(crate) const MNTENT_H: crate::Table = crate::Table {
    header: "mntent.h",
    rows: &[
        fails("setmntent", "pSS", &[STRING, STRING], 2).gives(Unknown),
        look_up("getmntent", "pp", &[V], Hidden::Mounts),
        by_row("endmntent", "ip", &[V], System, Is(1)),
        by_row("hasmntopt", "sPS", &[r(most(bytes(40))).behind(Behind::Read), STRING], System, Is(0)).gives(Unknown),
        look_up("getutxent", "p", &[], Hidden::Sessions).also(&["getutent"]),
        look_up("getutxid", "pP", &[r(most(bytes(384)))], Hidden::Sessions).also(&["getutid"]),
        look_up("getutxline", "pP", &[r(most(bytes(384)))], Hidden::Sessions).also(&["getutline"]),
        look_up("pututxline", "pP", &[r(most(bytes(384)))], Hidden::Sessions).also(&["pututline"]),
        done("setutxent", "v", &[]).gives(Nothing).changes(Hidden::Sessions).also(&["setutent"]),
        done("endutxent", "v", &[]).gives(Nothing).changes(Hidden::Sessions).also(&["endutent"]),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_IPC_H: crate::Table = crate::Table {
    header: "sys/ipc.h",
    rows: &[
        by_row("ftok", "iSi", &[STRING, S], System, Is(1)),
        fails("shmget", "iizi", &[S, S, S], 38),
        by_row("shmat", "piPi", &[S, V, S], System, Answer::FailsByNumber(22)).gives(Unknown),
        done("shmdt", "iP", &[V]),
        fails("shmctl", "iiip", &[S, S, rw(most(bytes(112)))], 22),
        fails("semget", "iiii", &[S, S, S], 38),
        fails("semop", "iipz", &[S, r(most(units(2, 6))), S], 22).blocks(),
        fails("semtimedop", "iipzP", &[S, r(most(units(2, 6))), S, r(most(words(2)))], 22).blocks(),
        fails("semctl", "iiii.", &[S, S, S, MORE], 22),
        fails("msgget", "iii", &[S, S], 38),
        fails("msgsnd", "iiPzi", &[S, r(TEXT), S, S], 22).blocks(),
        fails("msgrcv", "tipzli", &[S, w(TEXT), S, S, S], 22).blocks(),
        fails("msgctl", "iiip", &[S, S, rw(most(bytes(120)))], 22),
    ],
};

#[rustfmt::skip]
pub(crate) const DLFCN_H: crate::Table = crate::Table {
    header: "dlfcn.h",
    rows: &[
        fails("dlopen", "pSi", &[STRING, S], 0).gives(Unknown).role(Role::Loads),
        fails("dlsym", "ppS", &[V, STRING], 0).also(&["dlvsym"]).gives(Unknown).role(Role::Loads),
        done("dlclose", "ip", &[V]),
        // The text is the thread's own in glibc.
        by_row("dlerror", "p", &[], System, Text).gives(Gives::Own),
        done("dladdr", "iPp", &[V, out(words(4))]),
    ],
};

#[rustfmt::skip]
pub(crate) const UCONTEXT_H: crate::Table = crate::Table {
    header: "ucontext.h",
    rows: &[
        gap("getcontext", "ip", Missing::Contexts),
        gap("setcontext", "iP", Missing::Contexts),
        gap("makecontext", "vppi.", Missing::Contexts),
        gap("swapcontext", "ipP", Missing::Contexts),
    ],
};

#[rustfmt::skip]
pub(crate) const EXECINFO_H: crate::Table = crate::Table {
    header: "execinfo.h",
    rows: &[
        done("backtrace", "ipi", &[w(most(units(1, 8))), S]),
        done("backtrace_symbols", "pPi", &[r(most(units(1, 8))), S]).gives(Outside),
        done("backtrace_symbols_fd", "vPii", &[r(most(units(1, 8))), S, S]).gives(Nothing),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_MOUNT_H: crate::Table = crate::Table {
    header: "sys/mount.h",
    rows: &[
        fails("mount", "iSSSkP", &[STRING, STRING, STRING, S, r(TEXT)], 1),
        fails("umount", "iS", &[STRING], 1),
        fails("umount2", "iSi", &[STRING, S], 1),
        fails("klogctl", "iisi", &[S, w(most(n(2))), S], 1),
        fails("reboot", "ii", &[S], 1),
        fails("swapon", "iSi", &[STRING, S], 1),
        fails("swapoff", "iS", &[STRING], 1),
    ],
};
