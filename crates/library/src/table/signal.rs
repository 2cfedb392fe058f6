//! `<signal.h>`.

use crate::row::*;
use Gives::{Number, Unknown};
use Missing::Signals;

/// A set of signals is 16 words.
const SET: Extent = words(16);

#[rustfmt::skip]
pub(crate) const SIGNAL_H: crate::Table = crate::Table {
    header: "signal.h",
    rows: &[
        f("signal", "pip", &[S, HANDLER], Unknown)
            .also(&["bsd_signal", "sysv_signal", "__sysv_signal"])
            .changes(Hidden::Signals)
            .errno(),
        // The handler is the first member of what the second argument points to.
        f("sigaction", "iiPp", &[S, r(TEXT).usage(Use::Kept), w(TEXT)], Number)
            .changes(Hidden::Signals)
            .errno(),
        f("raise", "ii", &[S], Number).uses(Hidden::Signals),
        f("sigprocmask", "iiPp", &[S, r(most(SET)), w(most(SET))], Number),
        f("pthread_sigmask", "iiPp", &[S, r(most(SET)), w(most(SET))], Number),
        f("siginterrupt", "iii", &[S, S], Number),
        f("sigemptyset", "ip", &[w(SET)], Number),
        f("sigfillset", "ip", &[w(SET)], Number),
        f("sigaddset", "ipi", &[rw(most(SET)), S], Number).errno(),
        f("sigdelset", "ipi", &[rw(most(SET)), S], Number).errno(),
        gap("pthread_kill", "iki", Signals),
        gap("sigqueue", "", Signals),
        gap("sigtimedwait", "iPpP", Signals).blocks(),
        gap("sigwaitinfo", "iPp", Signals).blocks(),
        gap("sigaltstack", "iPp", Signals),
        gap("sigpending", "ip", Signals),
        gap("kill", "iii", Missing::System),
        gap("sigwait", "iPQ", Missing::System).blocks(),
        gap("sigsuspend", "iP", Missing::System).blocks(),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_SIGNALFD_H: crate::Table = crate::Table {
    header: "sys/signalfd.h",
    rows: &[gap("signalfd", "iiPi", Signals)],
};
