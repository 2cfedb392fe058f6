//! Addresses that go through integers: of their size, of a smaller size, or in two halves that are put
//! together again; and numbers that never were one. What comes out of a part of an address nobody knows: it
//! is neither null nor any object in particular, and what follows it is still a part of the program.

use super::threads::{Body, Threads, mostly, one};
use raceproof_engine::Dice;

/// An address in `%p` becomes another one in `%q`.
const WAYS: [&str; 8] = [
    "%i = ptr_to_int ptr %p to i64\n%q = int_to_ptr i64 %i to ptr",
    "%i = ptr_to_int ptr %p to i64\n%n = trunc i64 %i to i32\n%w = sext i32 %n to i64\n%q = int_to_ptr i64 %w to ptr",
    "%i = ptr_to_int ptr %p to i64\n%n = trunc i64 %i to i32\n%w = zext i32 %n to i64\n%q = int_to_ptr i64 %w to ptr",
    "%i = ptr_to_int ptr %p to i64\n%n = trunc i64 %i to i32\n%w = zext i32 %n to i64\n%h = shr_u i64 %i, 32\n%h = shl i64 %h, 32\n\
     %w = or i64 %w, %h\n%q = int_to_ptr i64 %w to ptr",
    "store ptr @kept, %p\n%n = load i32 @kept\n%w = zext i32 %n to i64\n%q = int_to_ptr i64 %w to ptr",
    "%i = ptr_to_int ptr %p to i64\n%i = add i64 %i, 4\n%i = sub i64 %i, 4\n%q = int_to_ptr i64 %i to ptr",
    "%q = %p",
    "%n = nondet i64 0..1\n%i = mul i64 %n, 100000\n%q = int_to_ptr i64 %i to ptr",
];

const USES: [&str; 4] = [
    "store i32 %q, 1",
    "%v = load i32 %q",
    "",
    "%v = load i32 %q\nstore i32 %q, %v",
];

/// Takes an address, sends it through integers, and uses what comes out, if it is something.
fn detour(dice: &mut Dice, body: &mut Body) {
    body.add(one(
        dice,
        &["%p = @x", "%p = call @malloc(16)", "%p = @own", "%p = @x"],
    ));
    body.add(mostly(dice, &WAYS));
    let checked = one(
        dice,
        &[
            "%c = ne ptr %q, null",
            "%c = eq ptr %q, %p",
            "%c = i32 1",
            "%c = eq ptr %q, null",
        ],
    );
    body.add(checked);
    body.add_if("%c", one(dice, &USES));
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let mut threads = Threads::new(
        "global @x: i32\nglobal @y: i32\nglobal @own: i32\nglobal @kept: ptr = null\nglobal @m: 40 bytes align 8\nfunc @malloc(i64) -> ptr\n",
    );
    let plain = [
        "",
        "store i32 @y, 1",
        "%v = load i32 @y",
        "mutex_lock @m\nstore i32 @y, 1\nmutex_unlock @m",
    ];
    let place = dice.below(3);
    for t in 0..2 {
        let mut body = Body::default();
        if place == 1 && t == 0 {
            detour(dice, &mut body);
        }
        body.add(one(dice, &plain));
        threads.bodies.push(body);
    }
    match place {
        0 => detour(dice, &mut threads.before),
        1 => {}
        _ => detour(dice, &mut threads.beside),
    }
    threads.beside.add(mostly(dice, &plain));
    threads.text()
}
