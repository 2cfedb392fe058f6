//! Files, directories and mappings: `<fcntl.h>`, `<sys/stat.h>`, `<dirent.h>`, `<sys/mman.h>`, `<sys/uio.h>`
//! and their kin.

use crate::row::*;
use Answer::{Argument as Given, Fails, Number as Is};
use Gives::{Input, Nothing, Number, Within};
use World::{Files, Network, Output};

/// Looks for a file of this name.
const fn look_for(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Input).world(Files).errno()
}

/// Changes something of files that nobody looks at here.
const fn change(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    by_row(name, signature, arguments, Output, Is(0))
}

/// A `struct stat`.
const STATUS: Argument = w(most(bytes(144)));
/// Two times.
const TIMES: Argument = r(most(words(4)));

#[rustfmt::skip]
pub(crate) const FCNTL_H: crate::Table = crate::Table {
    header: "fcntl.h",
    rows: &[
        look_for("open", "iSi.", &[STRING, S, V]).also(&["open64"]),
        look_for("openat", "iiSi.", &[S, STRING, S, V]).also(&["openat64"]),
        look_for("creat", "iSu", &[STRING, S]).also(&["creat64"]),
        f("fcntl", "iii.", &[S, S, MORE], Input).also(&["fcntl64", "__fcntl"]).world(Network).errno(),
        change("posix_fadvise", "iilli", &[S, S, S, S]).also(&["posix_fadvise64"]),
        change("posix_fallocate", "iill", &[S, S, S]),
        change("fallocate", "iiill", &[S, S, S, S]),
        by_row("readahead", "tilz", &[S, S, S], Files, Is(0)),
        change("sync_file_range", "iillu", &[S, S, S, S]),
        by_row("splice", "tipipzu", &[S, rw(most(bytes(8))), S, rw(most(bytes(8))), S, S], Network, Fails(22)),
        by_row("tee", "tiizu", &[S, S, S, S], Network, Fails(22)),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_STAT_H: crate::Table = crate::Table {
    header: "sys/stat.h",
    rows: &[
        look_for("stat", "iSp", &[STRING, STATUS]).also(&["stat64"]),
        look_for("lstat", "iSp", &[STRING, STATUS]).also(&["lstat64"]),
        look_for("fstat", "iip", &[S, STATUS]).also(&["fstat64"]),
        look_for("fstatat", "iiSpi", &[S, STRING, STATUS, S]).also(&["fstatat64"]),
        by_row("statx", "iiSiup", &[S, STRING, S, S, w(most(bytes(256)))], Files, Fails(38)),
        change("chmod", "iSu", &[STRING, S]),
        change("fchmod", "iiu", &[S, S]),
        change("lchmod", "iSu", &[STRING, S]),
        change("fchmodat", "iiSui", &[S, STRING, S, S]),
        change("mkdir", "iSu", &[STRING, S]),
        change("mkdirat", "iiSu", &[S, STRING, S]),
        change("mkfifo", "iSu", &[STRING, S]),
        change("mkfifoat", "iiSu", &[S, STRING, S]),
        change("mknod", "iSuk", &[STRING, S, S]),
        change("mknodat", "iiSuk", &[S, STRING, S, S]),
        by_row("umask", "uu", &[NOTED], Output, Is(0o22)),
        change("futimens", "iiP", &[S, TIMES]),
        change("utimensat", "iiSPi", &[S, STRING, TIMES, S]),
    ],
};

/// An open directory: the library's memory behind it is read and changed without a lock of its own as far as
/// what it gives is concerned.
const DIRECTORY: Argument = rw(TEXT);

#[rustfmt::skip]
pub(crate) const DIRENT_H: crate::Table = crate::Table {
    header: "dirent.h",
    rows: &[
        look_for("opendir", "pS", &[STRING]).gives(Gives::Fresh(Size::Any, Contents::Zero)).role(Role::Walks),
        by_row("fdopendir", "pi", &[S], Files, Fails(20)).gives(Gives::Fresh(Size::Any, Contents::Zero)),
        look_for("readdir", "pp", &[DIRECTORY]).also(&["readdir64"]).gives(Within(0)),
        by_row("readdir_r", "ippT", &[DIRECTORY, w(most(bytes(280))), put(most(words(1)), Data::Within(1))], Files, Is(0)),
        f("closedir", "ip", &[FREED], Number),
        f("rewinddir", "vp", &[DIRECTORY], Nothing),
        by_row("telldir", "lp", &[r(TEXT)], Files, Is(0)),
        by_row("seekdir", "vpl", &[DIRECTORY, S], Files, Is(0)).gives(Nothing).also(&["globfree64"]),
        by_row("dirfd", "ip", &[r(TEXT)], Files, Fails(95)),
        look_for("scandir", "iSppp", &[]).opaque(),
        by_row("alphasort", "iPP", &[r(TEXT).behind(Behind::Read), r(TEXT).behind(Behind::Read)], Files, Is(0)),
        by_row("versionsort", "iPP", &[r(TEXT).behind(Behind::Read), r(TEXT).behind(Behind::Read)], Files, Is(0)),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_MMAN_H: crate::Table = crate::Table {
    header: "sys/mman.h",
    rows: &[
        look_for("mmap", "ppziiil", &[S, S, S, S, S, S]).also(&["mmap64"])
            .gives(Gives::Fresh(Size::Argument(1, 1), Contents::Mapped)),
        f("munmap", "ipz", &[FREED, S], Number),
        by_row("mremap", "ppzzi.", &[S, S, S, S, MORE], World::System, Answer::FailsByNumber(12)).gives(Gives::Unknown),
        change("mprotect", "ipzi", &[V, S, S]),
        change("madvise", "ipzi", &[V, S, S]),
        change("posix_madvise", "ipzi", &[V, S, S]),
        change("msync", "ipzi", &[r(most(n(1))), S, S]),
        change("mlock", "iPz", &[V, S]),
        change("mlock2", "iPzu", &[V, S, S]),
        change("munlock", "iPz", &[V, S]),
        change("mlockall", "ii", &[S]),
        change("munlockall", "i", &[]),
        by_row("mincore", "ipzp", &[V, S, w(TEXT)], Files, Fails(12)),
        look_for("shm_open", "iSiu", &[STRING, S, S]),
        change("shm_unlink", "iS", &[STRING]),
        look_for("memfd_create", "iSu", &[STRING, S]),
    ],
};

/// Parts of memory, in an array of as many as the next argument says.
const PARTS_READ: Argument = r(most(units(2, 16))).behind(Behind::Read);
const PARTS_WRITTEN: Argument = r(most(units(2, 16))).behind(Behind::Written);

#[rustfmt::skip]
pub(crate) const SYS_UIO_H: crate::Table = crate::Table {
    header: "sys/uio.h",
    rows: &[
        f("writev", "tiPi", &[S, PARTS_READ, S], Input).also(&["__writev"]).world(Output).errno(),
        f("pwritev", "tiPil", &[S, PARTS_READ, S, S], Input).world(Output).errno(),
        f("readv", "tiPi", &[S, PARTS_WRITTEN, S], Input).also(&["__readv"]).changes(Hidden::Input).world(World::Input).errno().blocks(),
        by_row("preadv", "tiPil", &[S, PARTS_WRITTEN, S, S], Files, Is(0)),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_FILE_H: crate::Table = crate::Table {
    header: "sys/file.h",
    rows: &[change("flock", "iii", &[S, S]).blocks()],
};

#[rustfmt::skip]
pub(crate) const SYS_STATVFS_H: crate::Table = crate::Table {
    header: "sys/statvfs.h",
    rows: &[
        f("statvfs", "iSp", &[STRING, out(bytes(112))], Input).also(&["statvfs64"]).world(Files).errno(),
        f("fstatvfs", "iip", &[S, out(bytes(112))], Input).also(&["fstatvfs64"]).world(Files).errno(),
        by_row("statfs", "iSp", &[STRING, out(bytes(120))], Files, Fails(2)),
        by_row("fstatfs", "iip", &[S, out(bytes(120))], Files, Fails(9)),
    ],
};

#[rustfmt::skip]
pub(crate) const UTIME_H: crate::Table = crate::Table {
    header: "utime.h",
    rows: &[
        change("utime", "iSP", &[STRING, r(most(words(2)))]),
        change("utimes", "iSP", &[STRING, TIMES]),
        change("lutimes", "iSP", &[STRING, TIMES]),
        change("futimes", "iiP", &[S, TIMES]),
        change("futimesat", "iiSP", &[S, STRING, TIMES]),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_SENDFILE_H: crate::Table = crate::Table {
    header: "sys/sendfile.h",
    rows: &[
        by_row("sendfile", "tiipz", &[S, S, rw(most(bytes(8))), S], Network, Given(3)).also(&["sendfile64"]),
        by_row("copy_file_range", "tipipzu", &[S, rw(most(bytes(8))), S, rw(most(bytes(8))), S, S], Files, Fails(38)),
    ],
};

#[rustfmt::skip]
pub(crate) const GLOB_H: crate::Table = crate::Table {
    header: "glob.h",
    rows: &[
        by_row("glob", "iSipp", &[STRING, S, CALL, rw(most(bytes(72))).behind(Behind::Written)], Files, Is(3)).also(&["glob64"]),
        by_row("globfree", "vp", &[rw(most(bytes(72))).behind(Behind::Written)], Files, Is(0)).gives(Nothing),
        by_row("fnmatch", "iSSi", &[STRING, STRING, S], Files, Is(1)),
        by_row("wordexp", "iSpi", &[STRING, rw(most(bytes(24))).behind(Behind::Written), S], Files, Is(5)),
        by_row("wordfree", "vp", &[rw(most(bytes(24))).behind(Behind::Written)], Files, Is(0)).gives(Nothing),
        by_row("ftw", "iSpi", &[STRING, CALL, S], Files, Fails(2)),
        by_row("nftw", "iSpii", &[STRING, CALL, S, S], Files, Fails(2)),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_XATTR_H: crate::Table = crate::Table {
    header: "sys/xattr.h",
    rows: &[
        by_row("getxattr", "tSSpz", &[STRING, STRING, w(most(n(3))), S], Files, Fails(95)).also(&["lgetxattr"]),
        by_row("fgetxattr", "tiSpz", &[S, STRING, w(most(n(3))), S], Files, Fails(95)),
        by_row("setxattr", "iSSPzi", &[STRING, STRING, r(n(3)), S, S], Output, Fails(95)).also(&["lsetxattr"]),
        by_row("fsetxattr", "iiSPzi", &[S, STRING, r(n(3)), S, S], Output, Fails(95)),
        by_row("listxattr", "tSsz", &[STRING, w(most(n(2))), S], Files, Fails(95)).also(&["llistxattr"]),
        by_row("flistxattr", "tisz", &[S, w(most(n(2))), S], Files, Fails(95)),
        by_row("removexattr", "iSS", &[STRING, STRING], Output, Fails(95)),
    ],
};
