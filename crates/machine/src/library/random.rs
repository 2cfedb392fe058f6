//! Pseudo-random numbers, the same as glibc's for the same seed.
//!
//! `rand` and `random` share an additive generator over 31 words (r[i] = r[i-3] + r[i-31]). Its state is in
//! the environment: glibc protects it by a lock, so its use is no access. The `rand48` family is a linear
//! congruence modulo 2^48; the state that glibc keeps for some of them, without a lock, is an object of a
//! part in C.

use super::{Result, double, int, long};
use crate::{Context, NativeFn};

/// Words of the additive generator.
const DEGREE: usize = 31;
/// How far the word that is added lies ahead of the one that is added to.
const SEPARATION: usize = 3;
/// In the environment: the position in the ring, and the ring.
const RING: usize = 1;
const WORDS: usize = RING + DEGREE;

pub(super) fn find(name: &str) -> Option<NativeFn> {
    Some(match name {
        "rand" => |ctx| int(next(ctx) as i32),
        "random" => |ctx| {
            let value = next(ctx);
            long(ctx, i64::from(value))
        },
        "srand" | "srandom" => |ctx| {
            let seed = ctx.arg(0) as u32;
            let state = state(ctx);
            sow(state, seed);
            int(0)
        },
        "rand_r" => |ctx| {
            let place = ctx.pointer(0);
            let mut seed = ctx.read_uint(place, 4)? as u32;
            let mut draw = |modulus: u32| {
                seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
                (seed / 65536) % modulus
            };
            let result = ((draw(2048) << 10 ^ draw(1024)) << 10) ^ draw(1024);
            ctx.write_uint(place, 4, u64::from(seed))?;
            int(result as i32)
        },
        "erand48" => |ctx| double(fraction(own_congruence(ctx)?)),
        "nrand48" => |ctx| {
            let value = own_congruence(ctx)?;
            long(ctx, (value >> 17) as i64)
        },
        "jrand48" => |ctx| {
            let value = own_congruence(ctx)?;
            long(ctx, i64::from((value >> 16) as i32))
        },
        _ => return None,
    })
}

/// The state, made as if by `srand(1)` if there is none.
fn state<'c>(ctx: &'c mut Context<'_>) -> &'c mut Vec<u32> {
    let state = &mut ctx.environment_mut().random;
    if state.len() != WORDS {
        *state = vec![0; WORDS];
        sow(state, 1);
    }
    state
}

/// Fills the ring from a seed.
fn sow(state: &mut [u32], seed: u32) {
    let mut word = if seed == 0 { 1 } else { seed as i32 };
    state[0] = 0;
    state[RING] = word as u32;
    for place in &mut state[RING + 1..] {
        // 16807 * word modulo 2^31 - 1, without overflow.
        let (high, low) = (word / 127_773, word % 127_773);
        word = 16807 * low - 2836 * high;
        if word < 0 {
            word += i32::MAX;
        }
        *place = word as u32;
    }
    for _ in 0..10 * DEGREE {
        draw(state);
    }
}

/// The next number of the additive generator. `state[0]` is the word that is r[i-31].
fn draw(state: &mut [u32]) -> u32 {
    let rear = state[0] as usize;
    let front = (rear + SEPARATION) % DEGREE;
    let value = state[RING + front].wrapping_add(state[RING + rear]);
    state[RING + front] = value;
    state[0] = ((rear + 1) % DEGREE) as u32;
    value >> 1
}

fn next(ctx: &mut Context<'_>) -> u32 {
    draw(state(ctx))
}

fn step(x: u64) -> u64 {
    x.wrapping_mul(0x5_deec_e66d).wrapping_add(0xb) & 0xffff_ffff_ffff
}

/// The congruence over the program's own three 16-bit words at argument 0.
fn own_congruence(ctx: &mut Context<'_>) -> Result<u64> {
    let place = ctx.pointer(0);
    let bytes = ctx.read_bytes(place, 6)?;
    let x = step(bytes.iter().rev().fold(0, |x, &byte| x << 8 | u64::from(byte)));
    ctx.write_bytes(place, &x.to_le_bytes()[..6])?;
    Ok(x)
}

fn fraction(x: u64) -> f64 {
    x as f64 / (1u64 << 48) as f64
}
