//! Recursion through functions, threads and pointers to functions: what a function does for itself it does
//! beside itself, if threads call it again.

use super::threads::{Body, Threads, mostly, one};
use raceproof_engine::Dice;

/// What a function does once: `%d` is how deep it still goes.
const ACCESSES: [&str; 7] = [
    "store i32 @x, 1",
    "mutex_lock @m\n%v = load i32 @x\nstore i32 @x, 1\nmutex_unlock @m",
    "%v = load i32 @x",
    "%at = offset @a, %d * 4\nstore i32 %at, 1",
    "%own = thread_local_addr @mine\nstore i32 %own, 1",
    "%own = slot_addr $own\nstore i32 %own, 1",
    "",
];

/// How it goes on: by a call of itself, of what a table says, or by a thread that does.
fn again(dice: &mut Dice, threads: bool) -> &'static str {
    let calls = [
        "call @work(%less)",
        "%p = load ptr @table\ncall *%p(%less)",
        "%p = load ptr @table + 8\ncall *%p(%less)",
        "call @other(%less)",
    ];
    let creates = [
        "%g = int_to_ptr i64 %less to ptr\n%h = thread_create @run, %g, 0\n_ = thread_join %h",
        "%g = int_to_ptr i64 %less to ptr\n%h = thread_create @run, %g, 0\nstore i32 @y, 1\n_ = thread_join %h",
        "%g = int_to_ptr i64 %less to ptr\n%h = thread_create @run, %g, 0\ncall @other(%less)\n_ = thread_join %h",
        "%g = int_to_ptr i64 %less to ptr\n%h = thread_create @run, %g, 0",
    ];
    match threads {
        true => one(dice, &creates),
        false => one(dice, &calls),
    }
}

/// A function that does something, and goes on if it is not deep enough.
fn function(dice: &mut Dice, name: &str, threads: bool) -> String {
    let mut body = Body::default();
    let (first, last) = (
        one(dice, &ACCESSES),
        mostly(dice, &["", ACCESSES[0], ACCESSES[1], ACCESSES[3]]),
    );
    body.add("%less = sub i64 %d, 1\n%c = lt_s i64 0, %d");
    body.add(first);
    let next = again(dice, threads);
    body.add_if("%c", next);
    body.add(last);
    format!(
        "func @{name}(%d: i64) {{\n  slot $own: i32\nstart:\n{}  return\n}}\n",
        body.text()
    )
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let mut threads = Threads::new(
        "global @x: i32\nglobal @y: i32\nglobal @a: 16 bytes align 8\nglobal @m: 40 bytes align 8\n\
         thread_local global @mine: i32 = 0\n\
         func @run(%arg: ptr) -> ptr {\n  %d = ptr_to_int ptr %arg to i64\n  call @work(%d)\n  return null\n}\n",
    );
    let table = one(
        dice,
        &["@work, @other", "@other, @work", "@other, @other", "@leaf, @work"],
    );
    threads
        .shared
        .push_str(&format!("global @table: 16 bytes align 8 = {table}\n"));
    let deep = dice.one_in(2);
    let work = function(dice, "work", deep);
    let aside = deep && dice.one_in(4);
    let other = function(dice, "other", aside);
    let leaf = one(dice, &ACCESSES[..3]);
    let mut body = Body::default();
    body.add(leaf);
    threads.shared.push_str(&format!(
        "{work}{other}func @leaf(%d: i64) {{\n{}  return\n}}\n",
        body.text()
    ));
    let count = if deep { dice.below(2) } else { 1 + dice.below(2) };
    for _ in 0..count {
        let mut body = Body::default();
        let depth = dice.below(2);
        body.add(one(
            dice,
            &[
                format!("call @work(i64 {depth})").as_str(),
                format!("call @other(i64 {depth})").as_str(),
                format!("%p = load ptr @table\ncall *%p(i64 {depth})").as_str(),
            ],
        ));
        threads.bodies.push(body);
    }
    let depth = dice.below(3);
    threads
        .beside
        .add(mostly(dice, &["", format!("call @work(i64 {depth})").as_str()]));
    if count == 0 {
        threads.beside.add(&format!("call @work(i64 {depth})"));
    }
    threads
        .behind
        .add(one(dice, &["", "store i32 @x, 2", "store i32 @y, 2"]));
    threads.text()
}
