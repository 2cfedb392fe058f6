//! Barriers.
//!
//! Edges: every arrival releases, every departure acquires, in the lane of the round's parity: arrivals of
//! the next round are not known to those who leave this one.
//!
//! The standard leaves open which thread is told to be the serial one, so where any result is used each is an
//! alternative.

use super::{Done, Effects, MINUS_ONE, Offer};
use crate::{State, Status, Stop};
use raceproof_ir::sync_object::barrier::{ARRIVED, NEEDED, ROUND, SERIAL};
use raceproof_ir::{SyncObject, SyncOp as Op};

pub(super) fn alternatives(s: &State, o: &Offer) -> u32 {
    let barrier = o.pointer(0);
    match o.status(s) {
        Status::Waiting { generation, .. } => u32::from(o.peek(s, barrier, ROUND) != generation),
        _ if o.result_used && o.peek(s, barrier, ARRIVED) + 1 == o.peek(s, barrier, NEEDED) => {
            o.peek(s, barrier, NEEDED)
        }
        _ => 1,
    }
}

pub(super) fn perform(s: &mut State, o: &Offer, choice: u64, effects: &mut Effects) -> Result<Done, Stop> {
    let barrier = o.pointer(0);
    o.touch(
        s,
        effects,
        barrier,
        SyncObject::Barrier.length(),
        o.op == Op::BarrierWait,
    )?;
    match o.op {
        Op::BarrierInit => {
            if o.int(1) == 0 {
                return Err(o.misuse("a barrier for no thread", None));
            }
            o.poke(s, barrier, NEEDED, o.int(1))?;
            for word in [ARRIVED, ROUND, SERIAL] {
                o.poke(s, barrier, word, 0)?;
            }
            return Ok(Done::Result(0));
        }
        Op::BarrierDestroy => {
            if o.peek(s, barrier, ARRIVED) != 0 {
                return Err(o.misuse("destruction of a barrier that threads wait at", None));
            }
            o.poke(s, barrier, NEEDED, 0)?;
            return Ok(Done::Result(0));
        }
        _ => {}
    }
    let needed = o.peek(s, barrier, NEEDED);
    if needed == 0 {
        return Err(o.misuse("wait at a barrier that is not initialised", None));
    }
    let round = o.peek(s, barrier, ROUND);
    if let Status::Waiting { generation, .. } = o.status(s) {
        o.set_status(s, Status::Runnable);
        o.acquire(effects, barrier, (generation & 1) as u8);
        return Ok(Done::Result(if o.peek(s, barrier, SERIAL) == o.me() {
            MINUS_ONE
        } else {
            0
        }));
    }
    effects.arrives = true;
    o.release(effects, barrier, (round & 1) as u8);
    let arrived = o.peek(s, barrier, ARRIVED) + 1;
    if arrived < needed {
        o.poke(s, barrier, ARRIVED, arrived)?;
        o.set_status(
            s,
            Status::Waiting {
                on: barrier,
                generation: round,
            },
        );
        return Ok(Done::Asleep);
    }
    // The last one: alternative 0 is itself, the others are those that wait, in order.
    let mut serial = o.me();
    if choice > 0 {
        let waiting = s
            .threads()
            .filter(|(_, t)| matches!(t.status(), Status::Waiting { on, .. } if on == barrier));
        serial = waiting
            .map(|(id, _)| id.0 + 1)
            .nth(choice as usize - 1)
            .unwrap_or(serial);
    }
    o.poke(s, barrier, ARRIVED, 0)?;
    o.poke(s, barrier, ROUND, round.wrapping_add(1))?;
    o.poke(s, barrier, SERIAL, if o.result_used { serial } else { 0 })?;
    o.acquire(effects, barrier, (round & 1) as u8);
    Ok(Done::Result(if serial == o.me() { MINUS_ONE } else { 0 }))
}
