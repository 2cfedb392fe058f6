//! The block of variable arguments, as the formatting and scanning engines ask for it.
//!
//! Arguments lie in cells at multiples of 8 bytes: an `int` in the low half of its cell, a `long
//! double` in 16 bytes at a multiple of 16 with a double in the first 8.

use super::format::{Arguments, Kind};
use super::scan::Targets;
use super::{Result, error, long_bits, text};
use crate::{Context, Pointer, Stop};
use raceproof_library::format::Length;

/// A position in a block of variable arguments.
pub(super) struct Cells<'c, 'r> {
    /// The call.
    pub(super) ctx: &'c mut Context<'r>,
    next: Pointer,
    /// The `va_list` to bring up to date at the end, if the block came by one.
    list: Option<Pointer>,
}

impl<'c, 'r> Cells<'c, 'r> {
    /// The block that argument `i` points to.
    pub(super) fn block(ctx: &'c mut Context<'r>, i: usize) -> Self {
        let next = ctx.pointer(i);
        Cells {
            ctx,
            next,
            list: None,
        }
    }

    /// The block that the `va_list` at argument `i` is in.
    pub(super) fn list(ctx: &'c mut Context<'r>, i: usize) -> Result<Self> {
        let list = ctx.pointer(i);
        let next = ctx.read_pointer(list)?;
        Ok(Cells {
            ctx,
            next,
            list: Some(list),
        })
    }

    /// Leaves the `va_list` after the arguments that were taken.
    pub(super) fn finish(self) -> Result<()> {
        match self.list {
            Some(list) => self.ctx.write_pointer(list, self.next),
            None => Ok(()),
        }
    }

    /// The next cell.
    fn cell(&mut self, size: i64) -> Pointer {
        if size == 16 && !self.next.offset().is_multiple_of(16) {
            self.next = self.next.moved(8);
        }
        let cell = self.next;
        self.next = cell.moved(size);
        cell
    }

    fn next_pointer(&mut self) -> Result<u64> {
        let cell = self.cell(8);
        Ok(self.ctx.read_pointer(cell)?.0)
    }

    fn limit(limit: Option<usize>) -> u64 {
        limit.map_or(u64::MAX, |limit| limit as u64)
    }
}

impl Arguments for Cells<'_, '_> {
    type Error = Stop;

    fn next(&mut self, kind: Kind) -> Result<u64> {
        let size = match kind {
            Kind::Pointer => return self.next_pointer(),
            Kind::Int => 4,
            Kind::Long => self.ctx.pointer_size(),
            Kind::LongLong | Kind::Double | Kind::LongDouble => 8,
        };
        let cell = self.cell(if kind == Kind::LongDouble { 16 } else { 8 });
        self.ctx.read_uint(cell, size)
    }

    fn string(&mut self, pointer: u64, limit: Option<usize>) -> Result<Vec<u8>> {
        text::read_bounded(self.ctx, Pointer(pointer), Self::limit(limit))
    }

    fn wide_string(&mut self, pointer: u64, limit: Option<usize>) -> Result<Vec<u32>> {
        text::read_wide(self.ctx, Pointer(pointer), Self::limit(limit))
    }

    fn store_count(&mut self, pointer: u64, length: Length, count: u64) -> Result<()> {
        let size = match length {
            Length::Char => 1,
            Length::Short => 2,
            Length::Plain => 4,
            Length::Long | Length::Size | Length::Difference => self.ctx.pointer_size(),
            Length::LongLong | Length::Max | Length::LongDouble => 8,
        };
        self.ctx.write_uint(Pointer(pointer), size, count)
    }

    fn error_message(&mut self) -> Result<String> {
        let place = self.ctx.errno()?;
        let number = self.ctx.read_uint(place, 4)?;
        Ok(error::message(number as i32))
    }

    fn long_bits(&self) -> u32 {
        long_bits(self.ctx)
    }

    fn unsupported(&mut self, what: String) -> Stop {
        self.ctx.gap(format!("{what} is not supported"))
    }
}

impl Targets for Cells<'_, '_> {
    type Error = Stop;

    fn next(&mut self) -> Result<u64> {
        self.next_pointer()
    }

    fn store(&mut self, pointer: u64, bytes: &[u8]) -> Result<()> {
        self.ctx.write_bytes(Pointer(pointer), bytes)
    }

    fn store_pointer(&mut self, pointer: u64, value: u64) -> Result<()> {
        let value = self.ctx.memory().integer_to_pointer(value);
        self.ctx.write_pointer(Pointer(pointer), value)
    }

    fn long_bits(&self) -> u32 {
        long_bits(self.ctx)
    }

    fn unsupported(&mut self, what: String) -> Stop {
        self.ctx.gap(format!("{what} is not supported"))
    }
}
