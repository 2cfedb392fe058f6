//! Objects that the C library defines.

/// What an object of the library holds at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KnownObject {
    /// The address of an object of this name, by which natives know a stream. It holds the stream's lock.
    Stream(&'static str),
    /// Addresses of this text.
    Texts(&'static str),
    /// A number.
    Int(u8),
}

/// An object of the library by name.
pub(crate) fn known_object(name: &str) -> Option<KnownObject> {
    Some(match name {
        "stdin" => KnownObject::Stream("__stdin"),
        "stdout" => KnownObject::Stream("__stdout"),
        "stderr" => KnownObject::Stream("__stderr"),
        "__progname" | "__progname_full" => KnownObject::Texts("program"),
        "program_invocation_name" | "program_invocation_short_name" => KnownObject::Texts("program"),
        "tzname" | "__tzname" => KnownObject::Texts("UTC"),
        "optind" | "opterr" => KnownObject::Int(1),
        "optopt" => KnownObject::Int(b'?'),
        "optarg" | "signgam" | "daylight" | "timezone" | "__daylight" | "__timezone" => KnownObject::Int(0),
        _ => return None,
    })
}

/// The function of the library that gives the address of an object of the library, as `__errno_location`
/// does: what is there belongs to the environment, which others of its functions change.
pub(crate) fn location_of(name: &str) -> Option<&'static str> {
    matches!(name, "environ" | "__environ" | "_environ").then_some("__environ_location")
}
