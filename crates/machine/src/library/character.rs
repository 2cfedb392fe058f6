//! Classes of characters (`<ctype.h>`) in the C locale, and glibc's tables for its macros.

use super::number::is_space;
use super::statics::{self, Static};
use super::{Result, int, pointer, truth};
use crate::{Context, Flow, NativeFn};

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "isalpha" => |ctx| class(ctx, |b| b.is_ascii_alphabetic()),
        "isdigit" => |ctx| class(ctx, |b| b.is_ascii_digit()),
        "isalnum" => |ctx| class(ctx, |b| b.is_ascii_alphanumeric()),
        "isspace" => |ctx| class(ctx, is_space),
        "isupper" => |ctx| class(ctx, |b| b.is_ascii_uppercase()),
        "islower" => |ctx| class(ctx, |b| b.is_ascii_lowercase()),
        "ispunct" => |ctx| class(ctx, |b| b.is_ascii_punctuation()),
        "isxdigit" => |ctx| class(ctx, |b| b.is_ascii_hexdigit()),
        "iscntrl" => |ctx| class(ctx, |b| b.is_ascii_control()),
        "isprint" => |ctx| class(ctx, |b| matches!(b, b' '..=b'~')),
        "isgraph" => |ctx| class(ctx, |b| b.is_ascii_graphic()),
        "isblank" => |ctx| class(ctx, |b| matches!(b, b' ' | b'\t')),
        "isascii" => |ctx| class(ctx, |b| b.is_ascii()),
        "toascii" => |ctx| int(ctx.int(0) & 0x7f),
        "tolower" => |ctx| convert(ctx, |b| b.to_ascii_lowercase()),
        "toupper" => |ctx| convert(ctx, |b| b.to_ascii_uppercase()),
        "__ctype_b_loc" => |ctx| table(ctx, Static::Classes, Static::ClassesPlace, 2, classes),
        "__ctype_tolower_loc" => |ctx| {
            table(ctx, Static::Lower, Static::LowerPlace, 4, || {
                mapping(|b| b.to_ascii_lowercase())
            })
        },
        "__ctype_toupper_loc" => |ctx| {
            table(ctx, Static::Upper, Static::UpperPlace, 4, || {
                mapping(|b| b.to_ascii_uppercase())
            })
        },
        "__ctype_get_mb_cur_max" => |_| Ok(Flow::Return(1)),
        _ => return None,
    })
}

fn class(ctx: &Context<'_>, test: Test) -> Result<Flow> {
    truth(u8::try_from(ctx.int(0)).is_ok_and(test))
}

fn convert(ctx: &Context<'_>, change: fn(u8) -> u8) -> Result<Flow> {
    let value = ctx.int(0);
    int(u8::try_from(value).map_or(value, |byte| i32::from(change(byte))))
}

/// The address of the address of the entry for 0 of a table that goes from -128 to 255.
fn table(
    ctx: &mut Context<'_>,
    which: Static,
    place: Static,
    entry: i64,
    contents: fn() -> Vec<u8>,
) -> Result<Flow> {
    let table = statics::object(ctx, which, contents)?;
    pointer(statics::place(ctx, place, table.moved(128 * entry))?)
}

/// The characters of a table: those below 0 are the same as from 128 on, and in no class.
fn characters() -> impl Iterator<Item = i32> {
    -128..=255
}

/// Whether a byte is in a class.
type Test = fn(u8) -> bool;

/// The bits of `<ctype.h>` in glibc on a little-endian machine.
fn classes() -> Vec<u8> {
    let tests: [(Test, u16); 12] = [
        (|b| b.is_ascii_uppercase(), 1 << 8),
        (|b| b.is_ascii_lowercase(), 1 << 9),
        (|b| b.is_ascii_alphabetic(), 1 << 10),
        (|b| b.is_ascii_digit(), 1 << 11),
        (|b| b.is_ascii_hexdigit(), 1 << 12),
        (is_space, 1 << 13),
        (|b| matches!(b, b' '..=b'~'), 1 << 14),
        (|b| b.is_ascii_graphic(), 1 << 15),
        (|b| matches!(b, b' ' | b'\t'), 1 << 0),
        (|b| b.is_ascii_control(), 1 << 1),
        (|b| b.is_ascii_punctuation(), 1 << 2),
        (|b| b.is_ascii_alphanumeric(), 1 << 3),
    ];
    characters()
        .map(|c| match u8::try_from(c) {
            Ok(byte) => tests
                .iter()
                .filter(|(test, _)| test(byte))
                .map(|(_, bit)| bit)
                .sum(),
            Err(_) => 0u16,
        })
        .flat_map(u16::to_le_bytes)
        .collect()
}

fn mapping(change: fn(u8) -> u8) -> Vec<u8> {
    characters()
        .map(|c| match u8::try_from(c) {
            Ok(byte) => i32::from(change(byte)),
            // The entry for EOF is EOF; the others below 0 stand for the bytes from 128 on.
            Err(_) if c == -1 => -1,
            Err(_) => c + 256,
        })
        .flat_map(i32::to_le_bytes)
        .collect()
}
