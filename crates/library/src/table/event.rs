//! Waiting for descriptors, and descriptors that tell of events: `<poll.h>`, `<sys/select.h>`,
//! `<sys/epoll.h>`, `<sys/eventfd.h>`, `<sys/timerfd.h>`, `<sys/signalfd.h>`, `<sys/inotify.h>`, and queues
//! of messages.

use crate::row::*;
use Answer::{Fails, Number as Is};
use Gives::Input;
use World::Network;

const fn net(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Input).world(Network).errno()
}

const fn done(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    by_row(name, signature, arguments, Network, Is(0))
}

/// Descriptors of `poll`.
const POLLED: Argument = rw(most(units(1, 8)));
/// A set of descriptors.
const SET: Argument = rw(most(bytes(128)));
/// Two words: seconds, and fractions of one.
const PAIR: Extent = words(2);
/// A set of signals, as far as the kernel knows it.
const MASK: Argument = r(most(words(16)));

#[rustfmt::skip]
pub(crate) const POLL_H: crate::Table = crate::Table {
    header: "poll.h",
    rows: &[
        net("poll", "ipki", &[POLLED, S, S]).also(&["__poll"]).blocks(),
        net("ppoll", "ipkPP", &[POLLED, S, r(most(PAIR)), MASK]).blocks(),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_SELECT_H: crate::Table = crate::Table {
    header: "sys/select.h",
    rows: &[
        net("select", "iipppp", &[S, SET, SET, SET, rw(most(PAIR))]).also(&["__select"]).blocks(),
        net("pselect", "iipppPP", &[S, SET, SET, SET, r(most(PAIR)), MASK]).blocks(),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_EPOLL_H: crate::Table = crate::Table {
    header: "sys/epoll.h",
    rows: &[
        net("epoll_create", "ii", &[S]),
        net("epoll_create1", "ii", &[S]),
        // What the event holds is given back later, and may be an address.
        net("epoll_ctl", "iiiip", &[S, S, S, r(most(bytes(16))).usage(Use::Kept)]).also(&["__epoll_ctl"]),
        net("epoll_wait", "iipii", &[S, w(most(units(2, 16))), S, S]).also(&["__epoll_wait"]).blocks(),
        net("epoll_pwait", "iipiiP", &[S, w(most(units(2, 16))), S, S, MASK]).blocks(),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_EVENTFD_H: crate::Table = crate::Table {
    header: "sys/eventfd.h",
    rows: &[
        net("eventfd", "iui", &[S, S]).also(&["__eventfd"]).role(Role::Opens),
        gap("eventfd_read", "iip", Missing::Pipes).blocks(),
        gap("eventfd_write", "iiK", Missing::Pipes).blocks(),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_TIMERFD_H: crate::Table = crate::Table {
    header: "sys/timerfd.h",
    rows: &[
        net("timerfd_create", "iii", &[S, S]),
        done("timerfd_settime", "iiiPp", &[S, S, r(words(4)), out(words(4))]),
        done("timerfd_gettime", "iip", &[S, out(words(4))]),
    ],
};

#[rustfmt::skip]
pub(crate) const SYS_SIGNALFD_H: crate::Table = crate::Table {
    header: "sys/signalfd.h",
    rows: &[net("signalfd", "iiPi", &[S, MASK, S])],
};

#[rustfmt::skip]
pub(crate) const SYS_INOTIFY_H: crate::Table = crate::Table {
    header: "sys/inotify.h",
    rows: &[
        net("inotify_init", "i", &[]),
        net("inotify_init1", "ii", &[S]),
        by_row("inotify_add_watch", "iiSu", &[S, STRING, S], Network, Is(1)),
        done("inotify_rm_watch", "iii", &[S, S]),
    ],
};

#[rustfmt::skip]
pub(crate) const MQUEUE_H: crate::Table = crate::Table {
    header: "mqueue.h",
    rows: &[
        by_row("mq_open", "iSi.", &[STRING, S, MORE], Network, Fails(38)),
        done("mq_close", "ii", &[S]),
        done("mq_unlink", "iS", &[STRING]),
        by_row("mq_send", "iiSzu", &[S, r(n(2)), S, S], Network, Fails(9)).blocks(),
        by_row("mq_receive", "tiszp", &[S, w(most(n(2))), S, out(bytes(4))], Network, Fails(9)).blocks(),
        by_row("mq_timedsend", "iiSzuP", &[S, r(n(2)), S, S, r(PAIR)], Network, Fails(9)).blocks(),
        by_row("mq_timedreceive", "tiszpP", &[S, w(most(n(2))), S, out(bytes(4)), r(PAIR)], Network, Fails(9)).blocks(),
        by_row("mq_getattr", "iip", &[S, out(words(8))], Network, Fails(9)),
        gap("mq_notify", "", Missing::Signals).role(Role::Starts),
        by_row("mq_setattr", "iiPp", &[S, r(words(8)), out(words(8))], Network, Fails(9)),
    ],
};

/// What is written there is written later.
const CONTROL: Argument = rw(most(bytes(168))).usage(Use::Kept).behind(Behind::Written);

#[rustfmt::skip]
pub(crate) const AIO_H: crate::Table = crate::Table {
    header: "aio.h",
    rows: &[
        by_row("aio_read", "ip", &[CONTROL], Network, Fails(38)).role(Role::Starts),
        by_row("aio_write", "ip", &[CONTROL], Network, Fails(38)).role(Role::Starts),
        by_row("aio_fsync", "iip", &[S, CONTROL], Network, Fails(38)).role(Role::Starts),
        by_row("aio_error", "iP", &[r(most(bytes(168)))], Network, Is(38)),
        by_row("aio_return", "tp", &[rw(most(bytes(168)))], Network, Fails(38)),
        gap("lio_listio", "", Missing::Signals).role(Role::Starts),
        by_row("aio_cancel", "iip", &[S, rw(most(bytes(168)))], Network, Is(2)),
        by_row("aio_suspend", "iPiP", &[r(most(units(1, 8))).behind(Behind::Read), S, r(most(PAIR))], Network, Fails(11))
            .blocks(),
    ],
};
