//! `<time.h>` and `<sys/time.h>`.

use crate::row::*;
use Answer::{Fails, Number as Is};
use Gives::{Input, Nothing, Number, Same, State};

/// Bytes of a `struct tm`, at most.
const CALENDAR: Extent = most(bytes(56));
/// The members of it that say a time.
const DATE: Extent = bytes(36);
/// The text of a date.
const DATE_TEXT: Extent = most(bytes(26));
/// Two words: seconds, and fractions of one.
const PAIR: Extent = words(2);

/// Tells the time by a store.
const fn tell(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Input).world(World::Clock)
}

/// Asks the system for something that has to do with time.
const fn ask(
    name: &'static str,
    signature: &'static str,
    arguments: &'static [Argument],
    answer: Answer,
) -> Row {
    by_row(name, signature, arguments, World::System, answer)
}

#[rustfmt::skip]
pub(crate) const TIME_H: crate::Table = crate::Table {
    header: "time.h",
    rows: &[
        f("time", "lp", &[w(most(words(1)))], Input).world(World::Clock),
        f("clock", "l", &[], Input).world(World::Clock),
        tell("clock_gettime", "iip", &[S, w(most(PAIR))]).errno(),
        tell("timespec_get", "ipi", &[w(most(PAIR)), S]),
        f("clock_getres", "iip", &[S, w(most(PAIR))], Number),
        f("difftime", "dll", &[V, V], Number),
        f("nanosleep", "ipp", &[r(PAIR), w(most(PAIR))], Number).model().until(0).errno(),
        f("clock_nanosleep", "iiipp", &[S, S, r(PAIR), w(most(PAIR))], Number).model().until(2).errno(),
        f("gmtime", "pP", &[r(words(1))], State).changes(Hidden::BrokenTime),
        f("localtime", "pP", &[r(words(1))], State).changes(Hidden::BrokenTime),
        f("gmtime_r", "pPp", &[r(words(1)), w(CALENDAR)], Same(1)),
        f("localtime_r", "pPp", &[r(words(1)), w(CALENDAR)], Same(1)),
        f("mktime", "lp", &[READ_AND_SET], Number).also(&["timegm"]),
        f("asctime", "sP", &[r(DATE)], State).changes(Hidden::TimeText),
        f("ctime", "sP", &[r(words(1))], State).changes(Hidden::TimeText),
        f("asctime_r", "sPs", &[r(DATE), w(DATE_TEXT)], Same(1)),
        f("ctime_r", "sPs", &[r(words(1)), w(DATE_TEXT)], Same(1)),
        f("strftime", "zszSP", &[w(most(n(1))), S, STRING, r(DATE)], Number),
        f("tzset", "v", &[], Nothing),
        f("timer_create", "iipp", &[S, r(most(bytes(64))).usage(Use::Kept), out(words(1))], Input)
            .world(World::System).errno().role(Role::Starts),
        ask("timer_settime", "ipiPp", &[S, S, r(words(4)), out(words(4))], Is(0)),
        ask("timer_gettime", "ipp", &[S, out(words(4))], Is(0)),
        ask("timer_getoverrun", "ip", &[S], Is(0)),
        ask("timer_delete", "ip", &[S], Is(0)),
        ask("clock_settime", "iiP", &[S, r(PAIR)], Fails(1)),
        ask("clock_getcpuclockid", "iip", &[S, out(bytes(4))], Is(38)),
        by_row("strptime", "sSSp", &[STRING, STRING, w(CALENDAR)], World::System, Is(0)).gives(Gives::Within(0)),
        by_row("stime", "iP", &[r(words(1))], World::Clock, Fails(1)),
    ],
};

/// A date that is read and put right.
const READ_AND_SET: Argument = Argument {
    reads: Some(DATE),
    ..w(CALENDAR)
};

#[rustfmt::skip]
pub(crate) const SYS_TIME_H: crate::Table = crate::Table {
    header: "sys/time.h",
    rows: &[
        tell("gettimeofday", "ipp", &[w(most(PAIR)), w(most(bytes(8)))]),
        ask("setitimer", "iiPp", &[S, r(words(4)), out(words(4))], Is(0)),
        ask("getitimer", "iip", &[S, out(words(4))], Is(0)),
        ask("settimeofday", "iPP", &[r(most(PAIR)), r(most(bytes(8)))], Fails(1)),
        ask("adjtime", "iPp", &[r(most(PAIR)), out(PAIR)], Fails(1)),
    ],
};
