//! Objects that the library itself owns: tables, static results, `strtok`'s memory.
//!
//! They are made when first needed. Their first contents are no access of the thread that happened
//! to need them: to the program they have been there from the start.

use raceproof_library::Hidden;

use super::Result;
use crate::state::State;
use crate::{Context, Pointer};

/// The library's static objects; the number is the index in the environment's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Static {
    /// Where `strtok` goes on: one pointer.
    Token,
    /// The messages of `strerror`.
    Messages,
    /// Values of environment variables.
    Variables,
    /// What `environ` leads to: the texts of these values, one after the other.
    List,
    /// `environ`: the address of [`Static::List`].
    ListPlace,
    /// The result of `localtime` and `gmtime`.
    BrokenTime,
    /// The result of `asctime` and `ctime`.
    TimeText,
    /// The names of the time zone and of the locale.
    Names,
    /// Table behind `__ctype_b_loc`.
    Classes,
    /// Table behind `__ctype_tolower_loc`.
    Lower,
    /// Table behind `__ctype_toupper_loc`.
    Upper,
    /// Pointer to [`Static::Classes`].
    ClassesPlace,
    /// Pointer to [`Static::Lower`].
    LowerPlace,
    /// Pointer to [`Static::Upper`].
    UpperPlace,
    /// Handlers of signals, by number.
    Handlers,
    /// What handlers are told of a signal.
    SignalInfo,
    /// The first of those that stand for state that nothing protects.
    State,
}

/// A static object, if it was made.
pub(super) fn known(state: &State, which: Static) -> Option<Pointer> {
    let address = state.environment.objects.get(which as usize).copied();
    address.filter(|address| *address != 0).map(Pointer)
}

/// The object that stands for state of the library.
pub(super) fn state(ctx: &mut Context<'_>, state: Hidden, size: usize) -> Result<Pointer> {
    numbered(ctx, Static::State as usize + state as usize, || vec![0; size])
}

/// The static object, made with these contents if it is not there.
pub(super) fn object(
    ctx: &mut Context<'_>,
    which: Static,
    contents: impl FnOnce() -> Vec<u8>,
) -> Result<Pointer> {
    numbered(ctx, which as usize, contents)
}

fn numbered(ctx: &mut Context<'_>, index: usize, contents: impl FnOnce() -> Vec<u8>) -> Result<Pointer> {
    if let Some(&address) = ctx.environment().objects.get(index)
        && address != 0
    {
        return Ok(Pointer(address));
    }
    let contents = contents();
    let place = ctx.allocate_static(contents.len() as u64, 16)?;
    initialise(ctx, place, &contents)?;
    let objects = &mut ctx.environment_mut().objects;
    if objects.len() <= index {
        objects.resize(index + 1, 0);
    }
    objects[index] = place.0;
    Ok(place)
}

/// A static object that holds the address of a place.
pub(super) fn place(ctx: &mut Context<'_>, which: Static, target: Pointer) -> Result<Pointer> {
    let size = ctx.pointer_size() as usize;
    let number = ctx.memory().pointer_to_integer(target);
    object(ctx, which, || number.to_le_bytes()[..size].to_vec())
}

/// Writes what the library keeps there, without an access event.
pub(super) fn initialise(ctx: &mut Context<'_>, p: Pointer, bytes: &[u8]) -> Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    let stored = ctx.state.memory.store(p, bytes);
    stored.map_err(|kind| ctx.fault(*kind))
}
