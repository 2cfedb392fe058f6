//! `errno`, its messages, and failed assertions.

use super::statics::{self, Static};
use super::{Result, int, pointer, text};
use crate::{Context, FaultKind, Flow, NativeFn, Pointer, Stream};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "__errno_location" => |ctx| pointer(ctx.errno()?),
        "strerror" | "strerror_l" => |ctx| pointer(address(ctx, ctx.int(0))?),
        // The GNU version, which is what glibc's header declares by default.
        "strerror_r" => |ctx| pointer(address(ctx, ctx.int(0))?),
        "__xpg_strerror_r" => |ctx| {
            let (number, buffer, size) = (ctx.int(0), ctx.pointer(1), super::size_argument(ctx, 2));
            let message = message(number);
            if message.len() as u64 >= size {
                return int(34);
            }
            text::write_string(ctx, buffer, message.as_bytes())?;
            int(0)
        },
        "perror" => perror,
        "__assert_fail" => |ctx| {
            let (condition, file) = (ctx.pointer(0), ctx.pointer(1));
            let line = ctx.arg(2) as u32;
            let condition = ctx.read_string(condition)?;
            let file = ctx.read_string(file)?;
            let what = [
                &condition[..],
                b" (",
                &file,
                b":",
                line.to_string().as_bytes(),
                b")",
            ]
            .concat();
            Err(ctx.fault(FaultKind::Assertion(String::from_utf8_lossy(&what).into_owned())))
        },
        _ => return None,
    })
}

/// A region of tasks was asked for that does not exist.
pub(super) fn no_region(ctx: &mut Context<'_>) -> Result<Flow> {
    let what = "there is no region with this number".to_owned();
    Err(ctx.fault(FaultKind::Misuse { what, other: None }))
}

/// The message of an error number.
pub(super) fn message(number: i32) -> String {
    match usize::try_from(number).ok().and_then(|n| MESSAGES.get(n)) {
        Some(message) if !message.is_empty() => (*message).to_owned(),
        _ => format!("Unknown error {number}"),
    }
}

/// The address of the message of an error number, in one object that holds them all.
fn address(ctx: &mut Context<'_>, number: i32) -> Result<Pointer> {
    let known = usize::try_from(number)
        .ok()
        .filter(|&n| n < MESSAGES.len() && !MESSAGES[n].is_empty());
    let Some(known) = known else {
        return Err(ctx.gap(format!("strerror of the unknown error {number}")));
    };
    let all = || MESSAGES.iter().flat_map(|m| m.bytes().chain([0])).collect();
    let object = statics::object(ctx, Static::Messages, all)?;
    let offset: usize = MESSAGES[..known].iter().map(|m| m.len() + 1).sum();
    Ok(object.moved(offset as i64))
}

fn perror(ctx: &mut Context<'_>) -> Result<Flow> {
    let prefix = ctx.pointer(0);
    let mut line = Vec::new();
    if !prefix.is_null() {
        line = ctx.read_string(prefix)?;
        if !line.is_empty() {
            line.extend_from_slice(b": ");
        }
    }
    let place = ctx.errno()?;
    let number = ctx.read_uint(place, 4)? as i32;
    line.extend_from_slice(message(number).as_bytes());
    line.push(b'\n');
    ctx.output(Stream::Stderr, &line);
    int(0)
}

/// The messages of Linux, by number; empty where there is no such error.
const MESSAGES: &[&str] = &[
    "Success",
    "Operation not permitted",
    "No such file or directory",
    "No such process",
    "Interrupted system call",
    "Input/output error",
    "No such device or address",
    "Argument list too long",
    "Exec format error",
    "Bad file descriptor",
    "No child processes",
    "Resource temporarily unavailable",
    "Cannot allocate memory",
    "Permission denied",
    "Bad address",
    "Block device required",
    "Device or resource busy",
    "File exists",
    "Invalid cross-device link",
    "No such device",
    "Not a directory",
    "Is a directory",
    "Invalid argument",
    "Too many open files in system",
    "Too many open files",
    "Inappropriate ioctl for device",
    "Text file busy",
    "File too large",
    "No space left on device",
    "Illegal seek",
    "Read-only file system",
    "Too many links",
    "Broken pipe",
    "Numerical argument out of domain",
    "Numerical result out of range",
    "Resource deadlock avoided",
    "File name too long",
    "No locks available",
    "Function not implemented",
    "Directory not empty",
    "Too many levels of symbolic links",
    "",
    "No message of desired type",
    "Identifier removed",
    "Channel number out of range",
    "Level 2 not synchronized",
    "Level 3 halted",
    "Level 3 reset",
    "Link number out of range",
    "Protocol driver not attached",
    "No CSI structure available",
    "Level 2 halted",
    "Invalid exchange",
    "Invalid request descriptor",
    "Exchange full",
    "No anode",
    "Invalid request code",
    "Invalid slot",
    "",
    "Bad font file format",
    "Device not a stream",
    "No data available",
    "Timer expired",
    "Out of streams resources",
    "Machine is not on the network",
    "Package not installed",
    "Object is remote",
    "Link has been severed",
    "Advertise error",
    "Srmount error",
    "Communication error on send",
    "Protocol error",
    "Multihop attempted",
    "RFS specific error",
    "Bad message",
    "Value too large for defined data type",
    "Name not unique on network",
    "File descriptor in bad state",
    "Remote address changed",
    "Can not access a needed shared library",
    "Accessing a corrupted shared library",
    ".lib section in a.out corrupted",
    "Attempting to link in too many shared libraries",
    "Cannot exec a shared library directly",
    "Invalid or incomplete multibyte or wide character",
    "Interrupted system call should be restarted",
    "Streams pipe error",
    "Too many users",
    "Socket operation on non-socket",
    "Destination address required",
    "Message too long",
    "Protocol wrong type for socket",
    "Protocol not available",
    "Protocol not supported",
    "Socket type not supported",
    "Operation not supported",
    "Protocol family not supported",
    "Address family not supported by protocol",
    "Address already in use",
    "Cannot assign requested address",
    "Network is down",
    "Network is unreachable",
    "Network dropped connection on reset",
    "Software caused connection abort",
    "Connection reset by peer",
    "No buffer space available",
    "Transport endpoint is already connected",
    "Transport endpoint is not connected",
    "Cannot send after transport endpoint shutdown",
    "Too many references: cannot splice",
    "Connection timed out",
    "Connection refused",
    "Host is down",
    "No route to host",
    "Operation already in progress",
    "Operation now in progress",
    "Stale file handle",
    "Structure needs cleaning",
    "Not a XENIX named type file",
    "No XENIX semaphores available",
    "Is a named type file",
    "Remote I/O error",
    "Disk quota exceeded",
    "No medium found",
    "Wrong medium type",
    "Operation canceled",
    "Required key not available",
    "Key has expired",
    "Key has been revoked",
    "Key was rejected by service",
    "Owner died",
    "State not recoverable",
    "Operation not possible due to RF-kill",
    "Memory page has hardware error",
];
