//! `<signal.h>`.

use crate::row::*;
use Answer::{Number as Is, Text};
use Gives::{Input, Number, Unknown};

/// What is used of a set of signals, which has room for more.
const SET: Extent = bytes(8);

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
        f("raise", "ii", &[S], Number).also(&["__raise"]).uses(Hidden::Signals),
        f("sigprocmask", "iiPp", &[S, r(most(SET)), w(most(SET))], Number),
        f("pthread_sigmask", "iiPp", &[S, r(most(SET)), w(most(SET))], Number).also(&["__pthread_sigmask"]),
        // The first signal of a set that comes from elsewhere, or none.
        f("__signal_comes", "iP", &[r(SET)], Input).world(World::Signals),
        // What a thread blocked when it was made; everything, if there is none.
        f("__signal_first_mask", "Kk", &[S], Number),
        f("siginterrupt", "iii", &[S, S], Number),
        f("sigemptyset", "ip", &[w(SET)], Number),
        f("sigfillset", "ip", &[w(SET)], Number),
        f("sigaddset", "ipi", &[rw(most(SET)), S], Number).errno(),
        f("sigdelset", "ipi", &[rw(most(SET)), S], Number).errno(),
        f("pthread_kill", "iki", &[S, S], Number).also(&["__pthread_kill"]).uses(Hidden::Signals),
        f("sigismember", "iPi", &[r(most(SET)), S], Number).errno(),
        f("sigisemptyset", "iP", &[r(SET)], Number),
        by_row("sigqueue", "", &[S, S, V], World::System, Is(0)),
        f("sigpending", "ip", &[out(SET)], Input).world(World::System).errno(),
        by_row("sigaltstack", "iPp", &[r(most(words(3))).usage(Use::Kept), out(words(3))], World::System, Is(0)),
        by_row("killpg", "iii", &[S, S], World::System, Is(0)),
        f("kill", "iii", &[S, S], Input).also(&["__kill"]).uses(Hidden::Signals).world(World::System).errno(),
        f("sigwait", "iPQ", &[r(most(SET)), w(bytes(4))], Input).world(World::Signals).blocks(),
        f("sigwaitinfo", "iPp", &[r(most(SET)), w(most(bytes(128)))], Input).world(World::Signals).errno().blocks(),
        f("sigtimedwait", "iPpP", &[r(most(SET)), w(most(bytes(128))), r(most(words(2)))], Input)
            .world(World::Signals).errno().blocks(),
        f("sigsuspend", "iP", &[r(most(SET))], Input).also(&["__sigsuspend"]).uses(Hidden::Signals).errno().blocks(),
        // The text is the thread's own in glibc.
        by_row("strsignal", "pi", &[S], World::System, Text).gives(Gives::Own),
        by_row("psignal", "viS", &[S, STRING], World::Output, Is(0)).gives(Gives::Nothing),
    ],
};
