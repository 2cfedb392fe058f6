//! `qsort`, as a merge sort from the bottom up.
//!
//! It is stable, as glibc's is, so the result is the same for every consistent comparison. The native
//! is entered again after each comparison; between two of them it keeps its place in its locals and
//! the merged elements in a scratch object, which lives until the array is sorted.

use super::{Result, int, size_argument};
use crate::{Context, Flow, Pointer};

/// Length of the runs that are sorted already.
const WIDTH: usize = 0;
/// First element of the pair of runs at hand.
const START: usize = 1;
/// Next element of the left run.
const LEFT: usize = 2;
/// Next element of the right run.
const RIGHT: usize = 3;
/// The scratch object.
const SCRATCH: usize = 4;

/// `qsort(base, count, size, compare)`, or `qsort_r` with one more argument for `compare`.
pub(super) fn qsort(ctx: &mut Context<'_>, with_argument: bool) -> Result<Flow> {
    let (base, count, size) = (ctx.pointer(0), size_argument(ctx, 1), size_argument(ctx, 2));
    if count < 2 || size == 0 {
        return int(0);
    }
    if ctx.resumed().is_none() {
        let Some(total) = count.checked_mul(size) else {
            return Err(ctx.misuse("qsort of an array larger than memory"));
        };
        ctx.peek(base, total)?;
        let scratch = ctx.allocate(total, 16, true)?;
        ctx.set_local(SCRATCH, scratch.0);
        ctx.set_local(WIDTH, 1);
        begin(ctx, 0, 1);
    }
    let array = Array {
        base,
        scratch: Pointer(ctx.local(SCRATCH)),
        size,
    };
    if let Some(result) = ctx.resumed() {
        let from = if result as i32 <= 0 { LEFT } else { RIGHT };
        take(ctx, &array, from, 1)?;
    }
    loop {
        let (start, width) = (ctx.local(START), ctx.local(WIDTH));
        let middle = (start + width).min(count);
        let end = (middle + width).min(count);
        let (left, right) = (ctx.local(LEFT), ctx.local(RIGHT));
        if left < middle && right < end {
            let args = [array.element(left).0, array.element(right).0, ctx.arg(4), 0];
            return Ok(Flow::Call {
                callee: ctx.arg(3),
                args,
                count: if with_argument { 3 } else { 2 },
            });
        }
        // What is left of the right run is in its place already, and so is all if none of it was taken.
        let taken = right - (start + width);
        if taken > 0 {
            take(ctx, &array, LEFT, middle - left)?;
            let merged = middle - start + taken;
            ctx.copy(array.element(start), array.scratch_element(start), merged * size)?;
        }
        if end < count {
            begin(ctx, end, width);
        } else if width * 2 < count {
            ctx.set_local(WIDTH, width * 2);
            begin(ctx, 0, width * 2);
        } else {
            ctx.free(array.scratch)?;
            return int(0);
        }
    }
}

struct Array {
    base: Pointer,
    scratch: Pointer,
    size: u64,
}

impl Array {
    fn element(&self, i: u64) -> Pointer {
        self.base.moved((i * self.size) as i64)
    }

    fn scratch_element(&self, i: u64) -> Pointer {
        self.scratch.moved((i * self.size) as i64)
    }
}

/// Begins with the pair of runs at `start`.
fn begin(ctx: &mut Context<'_>, start: u64, width: u64) {
    ctx.set_local(START, start);
    ctx.set_local(LEFT, start);
    ctx.set_local(RIGHT, start + width);
}

/// Moves the next `n` elements of a run to the scratch object.
fn take(ctx: &mut Context<'_>, array: &Array, run: usize, n: u64) -> Result<()> {
    let (start, width) = (ctx.local(START), ctx.local(WIDTH));
    let (left, right) = (ctx.local(LEFT), ctx.local(RIGHT));
    let to = start + (left - start) + (right - (start + width));
    let from = ctx.local(run);
    ctx.copy(array.scratch_element(to), array.element(from), n * array.size)?;
    ctx.set_local(run, from + n);
    Ok(())
}
