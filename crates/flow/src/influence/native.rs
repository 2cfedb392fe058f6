//! What becomes of values that functions of the C library are given or read, by their rows.
//!
//! Output goes nowhere that a thread could look. But how far a function reads may depend on what it reads:
//! the end of a string is one, and so is a precision given as an argument. Whatever has no row steers.

use raceproof_ir::{Address, Operand, Program};
use raceproof_library::format::{Amount, Directive, Piece, parse};
use raceproof_library::{Behind, Function, Gives, Use, find};

/// What becomes of values that a function reads from memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Read {
    /// They may decide what is accessed.
    pub steers: bool,
    /// They go into the result.
    pub given: bool,
    /// They are stored elsewhere.
    pub stored: bool,
}

impl Read {
    const STEERS: Read = Read {
        steers: true,
        given: true,
        stored: true,
    };
}

/// What becomes of what a function reads when it is called with these arguments.
pub(super) fn read(program: &Program, name: &str, args: &[Operand]) -> Read {
    let Some(found) = find(name).filter(|found| !found.row.is_opaque && found.row.hidden.is_none()) else {
        return Read::STEERS;
    };
    let shows = |format: Use| {
        let format = found.position_of(format).and_then(|at| args.get(at));
        format.is_some_and(|format| shows_numbers(program, format))
    };
    let is_plain = found.row.arguments.iter().all(|argument| match argument.usage {
        // What they take is shown, and the rest of it is fixed.
        Use::Print | Use::Block => found.row.is_output() && shows(Use::Print),
        Use::Scan | Use::List | Use::Callback | Use::Freed => false,
        _ => {
            let extents = argument
                .reads
                .iter()
                .chain(argument.writes.iter().map(|(extent, _)| extent));
            argument.behind == Behind::Untouched && extents.into_iter().all(|extent| extent.exact)
        }
    });
    match is_plain {
        true => Read {
            steers: false,
            given: !matches!(found.row.gives, Gives::Nothing | Gives::Same(_) | Gives::Past(..)),
            stored: stores_results(&found),
        },
        false => Read::STEERS,
    }
}

/// Whether an argument only goes to the output, into the result, or to where the function stores.
pub(super) fn takes(name: &str, argument: u32) -> bool {
    let found = find(name).and_then(|found| found.argument(argument as usize));
    found.is_some_and(|argument| argument.usage == Use::Value)
}

/// Whether a function stores what it computes from its arguments.
pub(super) fn stores(name: &str) -> bool {
    find(name).is_none_or(|found| found.row.is_opaque || stores_results(&found))
}

/// Whether a function may leave something in memory that is not computed from what it is given: what it finds
/// in the world, or why it failed.
pub(super) fn leaves(program: &Program, name: &str) -> bool {
    let is_errno = |f: &raceproof_ir::Function| f.blocks.is_empty() && f.name == "__errno_location";
    find(name).is_none_or(|found| {
        // What is printed is what is given, so that a count of it is too.
        let writes = found.row.writes() && !found.row.is_output();
        writes || found.row.uses_errno && program.functions.iter().any(is_errno)
    })
}

fn stores_results(found: &Function) -> bool {
    found
        .row
        .arguments
        .iter()
        .any(|argument| argument.writes.is_some())
}

/// Whether a format is fixed and asks for numbers only, so that it reads its arguments and no more.
fn shows_numbers(program: &Program, format: &Operand) -> bool {
    let Operand::Address(Address::Global(global, offset)) = format else {
        return false;
    };
    let global = &program.globals[global.0 as usize];
    let Some(text) = usize::try_from(*offset).ok().and_then(|o| global.bytes.get(o..)) else {
        return false;
    };
    let end = text.iter().position(|&byte| byte == 0).unwrap_or(text.len());
    let is_number = |d: &Directive| {
        let is_argument = |amount| matches!(amount, Amount::Argument(_));
        !is_argument(d.width) && !is_argument(d.precision) && b"diouxXcfFeEgGaAp%".contains(&d.conversion)
    };
    global.constant
        && parse(&text[..end]).is_ok_and(|pieces| {
            pieces.iter().all(|piece| match piece {
                Piece::Text(_) => true,
                Piece::Directive(directive) => is_number(directive),
            })
        })
}
