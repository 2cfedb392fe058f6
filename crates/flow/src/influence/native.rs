//! What becomes of values that functions of the C library are given or read.
//!
//! Output goes nowhere that a thread could look. But how far a function reads may depend on what it reads: the end of a string is one, and so
//! is a precision given as an argument. Whatever is not named here steers.

use raceproof_ir::{Address, Operand, Program};
use raceproof_machine::library::format::{Amount, Directive, Piece, parse};

/// What becomes of a value that a function reads from memory.
pub(super) enum Read {
    /// It is stored elsewhere, as it is.
    Copied,
    /// It goes to the output or into the result.
    Shown,
    /// It may decide what is accessed.
    Steers,
}

/// What becomes of what a function reads when it is called with these arguments.
pub(super) fn read(program: &Program, name: &str, args: &[Operand]) -> Read {
    match name {
        "memcpy" | "memmove" => Read::Copied,
        "write" | "fwrite" => Read::Shown,
        "printf" if args.first().is_some_and(|f| shows_numbers(program, f)) => Read::Shown,
        "fprintf" | "dprintf" if args.get(1).is_some_and(|f| shows_numbers(program, f)) => Read::Shown,
        _ => Read::Steers,
    }
}

/// Whether an argument only goes to the output or into the result.
pub(super) fn takes(name: &str, argument: u32) -> bool {
    const MATH: [&str; 24] = [
        "sqrt", "fabs", "sin", "cos", "tan", "exp", "log", "log2", "log10", "pow", "floor", "ceil", "round",
        "trunc", "fmod", "fmin", "fmax", "abs", "labs", "hypot", "atan", "atan2", "cbrt", "exp2",
    ];
    match name {
        "putchar" | "fputc" | "putc" => argument == 0,
        _ => MATH.contains(&name) || MATH.contains(&name.trim_end_matches(['f', 'l'])),
    }
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
