//! Sockets and what belongs to them: `<sys/socket.h>`, `<arpa/inet.h>`, `<netinet/in.h>`, `<netdb.h>`,
//! `<net/if.h>`, `<ifaddrs.h>`.

use crate::row::*;
use Answer::{Argument as Given, Fails, Number as Is, Text};
use Gives::{Input, Nothing, Number, Outside, Own, State, Unknown, Within};
use World::{Network, System};

/// An address of a socket that is told: as much of it as there is room for.
const ADDRESS: Argument = w(most(bytes(128)));
/// How much room there is for it, and how much it needs.
const LENGTH: Argument = in_out(bytes(4));
/// A message of `sendmsg`: its parts are read.
const SENT: Argument = r(most(bytes(56))).behind(Behind::Read);
/// A message of `recvmsg`.
const RECEIVED: Argument = rw(most(bytes(56))).behind(Behind::Written);

/// Asks for something to be done, which is done.
const fn done(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    by_row(name, signature, arguments, Network, Is(0))
}

/// A native that uses the network.
const fn net(name: &'static str, signature: &'static str, arguments: &'static [Argument]) -> Row {
    f(name, signature, arguments, Input).world(Network).errno()
}

#[rustfmt::skip]
pub(crate) const SYS_SOCKET_H: crate::Table = crate::Table {
    header: "sys/socket.h",
    rows: &[
        net("socket", "iiii", &[S, S, S]),
        net("socketpair", "iiiiQ", &[S, S, S, out(bytes(8))]).also(&["__socketpair"]).role(Role::Opens),
        done("bind", "iiPu", &[S, r(n(2)), S]),
        done("connect", "iiPu", &[S, r(n(2)), S]).blocks(),
        done("listen", "iii", &[S, S]),
        net("accept", "iipp", &[S, ADDRESS, LENGTH]).blocks(),
        net("accept4", "iippi", &[S, ADDRESS, LENGTH, S]).blocks(),
        done("getsockname", "iipp", &[S, ADDRESS, LENGTH]),
        done("getpeername", "iipp", &[S, ADDRESS, LENGTH]),
        done("setsockopt", "iiiiPu", &[S, S, S, r(n(4)), S]),
        net("getsockopt", "iiiipp", &[S, S, S, w(TEXT), LENGTH]),
        by_row("send", "tiPzi", &[S, r(n(2)), S, S], Network, Given(2)).also(&["__send"]).blocks(),
        by_row("sendto", "tiPziPu", &[S, r(n(2)), S, S, r(n(5)), S], Network, Given(2)).blocks(),
        net("sendmsg", "tiPi", &[S, SENT, S]).blocks(),
        by_row("sendmmsg", "iipui", &[S, RECEIVED, S, S], Network, Fails(38)).blocks(),
        net("recv", "tipzi", &[S, w(most(n(2))), S, S]).also(&["__recv"]).blocks(),
        net("recvfrom", "tipzipp", &[S, w(most(n(2))), S, S, ADDRESS, LENGTH]).blocks(),
        net("recvmsg", "tipi", &[S, RECEIVED, S]).blocks(),
        by_row("recvmmsg", "iipuip", &[S, RECEIVED, S, S, rw(most(words(2)))], Network, Fails(38)).blocks(),
        done("shutdown", "iii", &[S, S]),
        c("__cmsg_nxthdr"),
        done("sockatmark", "ii", &[S]),
        done("isfdtype", "iii", &[S, S]),
    ],
};

#[rustfmt::skip]
pub(crate) const NETINET_IN_H: crate::Table = crate::Table {
    header: "netinet/in.h",
    rows: &[
        f("htonl", "uu", &[V], Number).also(&["ntohl"]),
        f("htons", "uu", &[V], Number).also(&["ntohs"]),
    ],
};

#[rustfmt::skip]
pub(crate) const ARPA_INET_H: crate::Table = crate::Table {
    header: "arpa/inet.h",
    rows: &[
        by_row("inet_addr", "uS", &[STRING], Network, Is(0x0100_007f)),
        by_row("inet_network", "uS", &[STRING], Network, Is(0x7f)),
        by_row("inet_aton", "iSp", &[STRING, out(bytes(4))], Network, Is(1)),
        // The text is the thread's own in glibc.
        by_row("inet_ntoa", "pu", &[V], Network, Text).gives(Own),
        by_row("inet_ntop", "siPsu", &[S, r(most(bytes(16))), w(most(n(3))), S], Network, Given(2)).gives(Within(2)),
        f("inet_pton", "iiSp", &[S, STRING, w(most(bytes(16)))], Input).world(Network).errno(),
    ],
};

/// Looks something up and gives it in a buffer of the library.
const fn look_up(
    name: &'static str,
    signature: &'static str,
    arguments: &'static [Argument],
    of: Hidden,
) -> Row {
    by_row(name, signature, arguments, Network, Is(0))
        .gives(State)
        .changes(of)
}

/// Likewise, in a buffer of the caller.
const RESULT: Argument = put(most(words(1)), Data::Within(1));

#[rustfmt::skip]
pub(crate) const NETDB_H: crate::Table = crate::Table {
    header: "netdb.h",
    rows: &[
        gap("getaddrinfo_a", "", Missing::Signals).role(Role::Starts),
        f("getaddrinfo", "iSSpp",
          &[STRING, STRING, r(most(bytes(48))), put(most(words(1)), Data::Fresh(Size::Any))], Input)
            .world(Network).blocks(),
        f("freeaddrinfo", "vp", &[FREED], Nothing),
        by_row("gai_strerror", "si", &[S], Network, Text).gives(Outside),
        by_row("hstrerror", "si", &[S], Network, Text).gives(Outside),
        by_row("herror", "vS", &[STRING], World::Output, Is(0)).gives(Nothing),
        f("__h_errno_location", "p", &[], Own),
        by_row("getnameinfo", "iPuszszi", &[r(n(1)), S, w(most(n(3))), S, w(most(n(5))), S, S], Network, Is(0)).blocks(),
        look_up("gethostbyname", "pS", &[STRING], Hidden::Hosts).blocks(),
        look_up("gethostbyname2", "pSi", &[STRING, S], Hidden::Hosts).blocks(),
        look_up("gethostbyaddr", "pPui", &[r(n(1)), S, S], Hidden::Hosts).blocks(),
        look_up("gethostent", "p", &[], Hidden::Hosts).blocks(),
        by_row("gethostbyname_r", "iSpszpp",
               &[STRING, w(TEXT), w(TEXT), S, RESULT, out(bytes(4))], Network, Is(2)).blocks(),
        by_row("sethostent", "vi", &[S], Network, Is(0)).gives(Nothing),
        by_row("endhostent", "v", &[], Network, Is(0)).gives(Nothing),
        look_up("getservbyname", "pSS", &[STRING, STRING], Hidden::Services),
        look_up("getservbyport", "piS", &[S, STRING], Hidden::Services),
        look_up("getservent", "p", &[], Hidden::Services),
        look_up("getprotobyname", "pS", &[STRING], Hidden::Services),
        look_up("getprotobynumber", "pi", &[S], Hidden::Services),
        look_up("getprotoent", "p", &[], Hidden::Services),
        look_up("getnetbyname", "pS", &[STRING], Hidden::Services),
        by_row("endservent", "v", &[], Network, Is(0)).gives(Nothing),
        by_row("endprotoent", "v", &[], Network, Is(0)).gives(Nothing),
    ],
};

#[rustfmt::skip]
pub(crate) const NET_IF_H: crate::Table = crate::Table {
    header: "net/if.h",
    rows: &[
        by_row("if_nametoindex", "uS", &[STRING], Network, Is(1)),
        by_row("if_indextoname", "sus", &[S, out(bytes(16))], Network, Fails(6)).gives(Within(1)),
        by_row("if_nameindex", "p", &[], Network, Fails(12)).gives(Unknown),
        by_row("if_freenameindex", "vp", &[V], Network, Is(0)).gives(Nothing),
    ],
};

#[rustfmt::skip]
pub(crate) const IFADDRS_H: crate::Table = crate::Table {
    header: "ifaddrs.h",
    rows: &[
        by_row("getifaddrs", "ip", &[put(most(words(1)), Data::Fresh(Size::Any))], System, Fails(38)),
        f("freeifaddrs", "vp", &[FREED], Nothing),
    ],
};
