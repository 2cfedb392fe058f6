//! Barriers that are used again and again, now and then by too few, by too many, or for another number of
//! threads than there are; or made of a counter that all wait for.

use super::threads::{Body, Threads, mostly, one};
use raceproof_engine::Dice;

/// What a thread does between two meetings; `!` is its number.
const ACCESSES: [&str; 7] = [
    "store i32 @a + !0, 1",
    "%v = load i32 @a + !0",
    "",
    "%v = load i32 @x",
    "store i32 @x, 1",
    "%v = load i32 @a",
    "mutex_lock @m\nstore i32 @x, 2\nmutex_unlock @m",
];

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let count = 2 + dice.below(2);
    let number = mostly(dice, &[count, 1, 2, 3]);
    let mut threads = Threads::new(&format!(
        "global @x: i32\nglobal @met: i32\nglobal @a: 16 bytes align 8\nglobal @m: 40 bytes align 8\nglobal @b: 32 bytes align 8 = i32 {number}\n\
         global @c: 32 bytes align 8 = i32 {count}\n"
    ));
    let meetings = 1 + dice.below(2);
    // One thread has the shared cell in each phase, mostly.
    let owners: Vec<u32> = (0..=meetings).map(|_| dice.below(count)).collect();
    for t in 0..count {
        let mut body = Body::default();
        for (phase, owner) in owners.iter().enumerate() {
            if phase > 0 {
                let meet = mostly(
                    dice,
                    &[
                        "barrier_wait @b",
                        "barrier_wait @b",
                        "barrier_wait @c",
                        "",
                        "serial",
                        "twice",
                        "count",
                    ],
                );
                match meet {
                    "serial" => {
                        body.add("%r = barrier_wait @b\n%c = ne i32 %r, 0");
                        body.add_if("%c", one(dice, &["store i32 @x, 3", "barrier_wait @b"]));
                    }
                    "twice" => body.add("barrier_wait @b\nbarrier_wait @b"),
                    "count" => {
                        let look = mostly(dice, &["atomic_load i32 @met", "load i32 @met"]);
                        body.add(&format!(
                            "%o = atomic_rmw add i32 @met, 1\njump look#\nlook#:\n%s = {look}\n%d = lt_s i32 %s, {count}\n\
                             br %d, look#, met#\nmet#:"
                        ));
                    }
                    meet => body.add(meet),
                }
            }
            let access = match *owner == t {
                true => one(dice, &["store i32 @x, 1", "%v = load i32 @x", "store i32 @a, 1"]),
                false => mostly(dice, &ACCESSES),
            };
            body.add(&access.replace("!0", &(4 * t).to_string()));
        }
        threads.bodies.push(body);
    }
    // Made by the first thread, which proofs know, instead of having its number from the beginning.
    if dice.one_in(2) {
        threads
            .before
            .add(&format!("barrier_init @b, {number}\nbarrier_init @c, {count}"));
    }
    if dice.one_in(16) {
        threads.beside.add(&format!("barrier_init @b, {number}"));
    }
    if dice.one_in(4) {
        threads.beside.add(one(
            dice,
            &[
                "barrier_wait @b",
                "barrier_wait @b\nstore i32 @x, 4",
                "%v = load i32 @x",
            ],
        ));
    }
    threads.text()
}
