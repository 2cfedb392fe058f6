//! Functions whose row says all that there is to them: they ask the world for something, and runs find the
//! row's answer.
//!
//! A call makes as few accesses as any call of the function that goes so: what is told in a record is written
//! as a whole, of what has any length no more than the first byte, and a text is read to its end. So a race
//! that shows is one that the real function has too. Engines that cover other worlds go by the row, not by
//! this.

use raceproof_library::{
    Answer, Argument, Behind, By, Data, Extent, Function, Gives, Hidden, Size, Use, find,
};

use super::statics::{self, Static};
use super::variadic::Cells;
use super::{Result, format, signal};
use crate::{Context, Flow, Pointer};

/// Bytes of an object that stands for state of the library.
const STATE: usize = 64;

/// Calls the function whose name the context has.
pub(super) fn call(ctx: &mut Context<'_>) -> Result<Flow> {
    let found = find(ctx.name);
    let Some((found, answer)) = found.and_then(|found| match found.row.by {
        By::Row(answer) => Some((found, answer)),
        _ => None,
    }) else {
        return Err(ctx.gap("a function that has no row of its own"));
    };
    let fails = matches!(answer, Answer::Fails(_) | Answer::FailsByNumber(_));
    let mut replaced = false;
    for (i, argument) in found.row.arguments.iter().enumerate() {
        let at = found.position(i as u8);
        let place = ctx.pointer(at);
        match argument.usage {
            // Where it does not fail it writes there, now or later.
            Use::Kept | Use::Address if fails && !place.is_null() && writes(argument) => {
                return Err(ctx.gap("a call that may write more where it does not fail"));
            }
            Use::Print => print(ctx, &found, at)?,
            Use::Address | Use::Kept | Use::Instead if !place.is_null() => {
                replaced |= argument.usage == Use::Instead;
                access(ctx, &found, argument, place, fails)?;
            }
            _ => {}
        }
    }
    let state = match found.row.hidden.filter(|(state, _)| !state.is_protected()) {
        Some((state, changes)) if !replaced => Some(use_state(ctx, state, changes)?),
        _ => None,
    };
    let value = match answer {
        Answer::Number(value) => value as u64,
        Answer::Argument(at) => ctx.arg(found.position(at)),
        Answer::Fails(error) | Answer::FailsByNumber(error) => {
            if error != 0 {
                ctx.set_errno(error)?;
            }
            let is_address = found.row.signature.starts_with(['p', 's']);
            match answer {
                Answer::FailsByNumber(_) => signal::address_of_error(ctx),
                _ if is_address => 0,
                _ => u64::MAX,
            }
        }
        Answer::Text => match (found.row.gives, state) {
            (Gives::State, Some(state)) => state.0,
            _ => statics::object(ctx, Static::Names, || vec![0; 16])?.0,
        },
    };
    Ok(Flow::Return(value))
}

/// Whether a call that does not fail writes there or behind it.
fn writes(argument: &Argument) -> bool {
    argument.writes.is_some() || argument.behind == Behind::Written
}

/// Makes all writes to arguments that a call of the function may make in any world, for it may write less, or
/// nothing, in this one. What is there stays.
pub(crate) fn write_all(ctx: &mut Context<'_>) -> Result<()> {
    let Some(found) = find(ctx.name) else {
        return Ok(());
    };
    for (i, argument) in found.row.arguments.iter().enumerate() {
        let place = ctx.pointer(found.position(i as u8));
        let Some((extent, _)) = argument.writes.filter(|_| !place.is_null()) else {
            continue;
        };
        let room = ctx.memory().rest_of(place);
        let length = match extent.size {
            Size::Any => room,
            bytes => size(ctx, &found, bytes).min(room),
        };
        if length > 0 {
            let bytes = ctx.peek(place, length)?.to_vec();
            ctx.write_bytes(place, &bytes)?;
        }
    }
    Ok(())
}

/// Uses state of the library that nothing protects, and gives where it is.
pub(super) fn use_state(ctx: &mut Context<'_>, state: Hidden, changes: bool) -> Result<Pointer> {
    let place = statics::state(ctx, state, STATE)?;
    match changes {
        true => ctx.fill(place, 0, STATE as u64)?,
        false => ctx.read_bytes(place, STATE as u64).map(drop)?,
    }
    Ok(place)
}

/// Reads a format and what it asks for; what it gives goes nowhere that a thread could look.
fn print(ctx: &mut Context<'_>, found: &Function, at: usize) -> Result<()> {
    let text = ctx.read_string(ctx.pointer(at))?;
    let is_list = found.position_of(Use::List).is_some();
    let mut cells = match is_list {
        true => Cells::list(ctx, at + 1)?,
        false => Cells::block(ctx, at + 1),
    };
    format::format(&text, &mut cells)?;
    cells.finish()
}

fn access(
    ctx: &mut Context<'_>,
    found: &Function,
    argument: &Argument,
    place: Pointer,
    fails: bool,
) -> Result<()> {
    if let Some(extent) = argument.reads {
        read(ctx, found, extent, place)?;
    }
    let Some((extent, data)) = argument.writes.filter(|_| !fails) else {
        return Ok(());
    };
    let room = ctx.memory().rest_of(place);
    let length = match data {
        Data::Within(_) | Data::Fresh(_) => return ctx.write_pointer(place, Pointer::NULL),
        Data::Record => size(ctx, found, extent.size).min(room),
        _ => size(ctx, found, extent.size).min(1),
    };
    match argument.reads {
        // What is there is as good as anything.
        Some(_) => {
            let bytes = ctx.peek(place, length)?.to_vec();
            ctx.write_bytes(place, &bytes)
        }
        None => ctx.fill(place, 0, length),
    }
}

fn read(ctx: &mut Context<'_>, found: &Function, extent: Extent, place: Pointer) -> Result<()> {
    let room = ctx.memory().rest_of(place);
    match extent.size {
        Size::Any if ctx.memory().string_length(place).is_ok() => ctx.string_length(place).map(drop),
        Size::Any => ctx.read_bytes(place, room.min(1)).map(drop),
        Size::Bytes(_) | Size::Words(_) => {
            let length = size(ctx, found, extent.size).min(room);
            ctx.read_bytes(place, length).map(drop)
        }
        Size::Argument(..) | Size::Product(..) => {
            let length = size(ctx, found, extent.size);
            let length = if extent.exact { length } else { length.min(1) };
            ctx.read_bytes(place, length).map(drop)
        }
    }
}

/// How many bytes are meant; none by a number that is no size.
fn size(ctx: &Context<'_>, found: &Function, size: Size) -> u64 {
    let argument = |at: u8| ctx.arg(found.position(at));
    let bytes = match size {
        Size::Bytes(count) => u64::from(count),
        Size::Words(count) => u64::from(count * ctx.pointer_size()),
        Size::Argument(at, unit) => argument(at).saturating_mul(u64::from(unit)),
        Size::Product(a, b) => argument(a).saturating_mul(argument(b)),
        Size::Any => 1,
    };
    if bytes < 1 << 31 { bytes } else { 0 }
}
