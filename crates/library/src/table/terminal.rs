//! Terminals: `<termios.h>`, `<sys/ioctl.h>`, `<pty.h>`.

use crate::row::*;
use Answer::{Fails, Number as Is};
use Gives::{Input, Nothing, State};
use World::System;

/// A `struct termios`.
const SETTINGS: Extent = bytes(60);

const fn done(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    by_row(name, signature, arguments, System, Is(0))
}

#[rustfmt::skip]
pub(crate) const TERMIOS_H: crate::Table = crate::Table {
    header: "termios.h",
    rows: &[
        by_row("tcgetattr", "iip", &[S, out(SETTINGS)], System, Fails(25)),
        by_row("tcsetattr", "iiiP", &[S, S, r(SETTINGS)], System, Fails(25)),
        done("tcflush", "iii", &[S, S]),
        done("tcdrain", "ii", &[S]).blocks(),
        done("tcflow", "iii", &[S, S]),
        done("tcsendbreak", "iii", &[S, S]),
        by_row("tcgetsid", "ii", &[S], System, Fails(25)),
        by_row("cfmakeraw", "vp", &[in_out(SETTINGS)], System, Is(0)).gives(Nothing),
        done("cfsetspeed", "ipu", &[in_out(SETTINGS), S]),
        done("cfsetispeed", "ipu", &[in_out(SETTINGS), S]),
        done("cfsetospeed", "ipu", &[in_out(SETTINGS), S]),
        done("cfgetispeed", "uP", &[r(SETTINGS)]),
        done("cfgetospeed", "uP", &[r(SETTINGS)]),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_IOCTL_H: crate::Table = crate::Table {
    header: "sys/ioctl.h",
    rows: &[f("ioctl", "iik.", &[S, S, MORE], Input).world(System).errno().blocks()],
};

#[rustfmt::skip]
pub(crate) const PTY_H: crate::Table = crate::Table {
    header: "pty.h",
    rows: &[
        by_row("openpty", "ippsPP", &[out(bytes(4)), out(bytes(4)), w(TEXT), r(most(SETTINGS)), r(most(bytes(8)))],
               System, Fails(2)),
        by_row("forkpty", "ipsPP", &[out(bytes(4)), w(TEXT), r(most(SETTINGS)), r(most(bytes(8)))], System, Fails(2)),
        by_row("login_tty", "ii", &[S], System, Fails(25)),
        by_row("posix_openpt", "ii", &[S], System, Fails(2)).also(&["getpt"]),
        done("grantpt", "ii", &[S]),
        done("unlockpt", "ii", &[S]),
        by_row("ptsname", "si", &[S], System, Is(0)).gives(State).changes(Hidden::PseudoTerminalName),
        by_row("ptsname_r", "iisz", &[S, w(most(n(2))), S], System, Is(25)),
        by_row("ttyname", "si", &[S], System, Is(0)).gives(State).changes(Hidden::TerminalName),
        by_row("ttyname_r", "iisz", &[S, w(most(n(2))), S], System, Is(25)),
        by_row("ctermid", "ss", &[w(most(bytes(9))).usage(Use::Instead)], System, Is(0)).gives(Gives::Unknown).changes(Hidden::TerminalName),
        by_row("ttyslot", "i", &[], System, Is(0)),
        by_row("vhangup", "i", &[], System, Fails(1)),
        by_row("wcwidth", "ii", &[V], System, Is(1)),
    ],
};
