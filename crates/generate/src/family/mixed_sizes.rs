//! Accesses of different sizes to the bytes of one object, as unions and casts make them: some threads have
//! bytes for themselves, some share them under a lock, and now and then one reaches a byte too far.

use super::threads::{Body, Threads, mostly, one};
use raceproof_engine::Dice;

/// Kinds with their sizes.
const KINDS: [(&str, u32); 5] = [("i32", 4), ("i8", 1), ("i16", 2), ("i64", 8), ("f32", 4)];

/// One access to some of the bytes from `from` on, `size` bytes long.
fn access(dice: &mut Dice, from: u32, size: u32, body: &mut Body) {
    let fitting: Vec<(&str, u32)> = KINDS.into_iter().filter(|(_, s)| *s <= size).collect();
    let (kind, length) = one(dice, &fitting);
    let slack = (size - length) / length + 1;
    let stray = if dice.one_in(8) { 1 + dice.below(3) } else { 0 };
    let at = (from + length * dice.below(slack) + stray).min(24);
    let value = if kind == "f32" { "1.5" } else { "1" };
    body.add(&match dice.below(8) {
        0 | 1 => format!("%v_{kind} = load {kind} @u + {at}"),
        2 => format!("mem_fill @u + {at}, 1, {length}"),
        3 => format!("mem_copy @spare, @u + {at}, {length}"),
        4 => format!("mem_copy @u + {at}, @spare, {length}"),
        5 if kind == "i32" => {
            let bits = one(
                dice,
                &[
                    "0:8 location 0:1",
                    "4:8 location 0:2",
                    "0:24 location 0:4",
                    "4:4 location 0:1",
                ],
            );
            format!("store_bits i32 @u + {at}, 1 bits {bits}")
        }
        6 if kind != "f32" && at.is_multiple_of(length) => format!("atomic_store {kind} @u + {at}, 1"),
        _ => format!("store {kind} @u + {at}, {value}"),
    });
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let mut threads = Threads::new("global @u: 32 bytes align 8\nglobal @m: 40 bytes align 8\n");
    // What each thread copies from and to is its own.
    let count = 2 + dice.below(2);
    let part = mostly(dice, &[8, 4, 2]);
    for t in 0..count {
        let mut body = Body::default();
        threads
            .shared
            .push_str(&format!("global @spare{t}: 8 bytes align 8\n"));
        for _ in 0..1 + dice.below(2) {
            let locked = dice.one_in(3);
            if locked {
                body.add("mutex_lock @m");
                access(dice, 3 * part, part, &mut body);
                body.add("mutex_unlock @m");
            } else {
                let owner = if dice.one_in(8) { dice.below(count + 1) } else { t };
                access(dice, owner * part, part, &mut body);
            }
        }
        body.rename("@spare", &format!("@spare{t}"));
        threads.bodies.push(body);
    }
    if dice.one_in(3) {
        access(dice, 0, 8, &mut threads.behind);
        threads.behind.rename("@spare", "@spare0");
    }
    threads.text()
}
