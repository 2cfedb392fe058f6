//! What the first thread does while it is alone: before it starts others, when all have ended, and between
//! those that it starts one after the other. What others have left there decides whether the program ends,
//! what is stored, which element is used, or whether more threads start; and one of the others may not have
//! been waited for.

use super::threads::{Body, Threads, mostly, one};
use raceproof_engine::Dice;

const SHARED: &str = "\
global @x: i32
global @y: i32
global @z: i32
global @a: 16 bytes align 4
global @m: 40 bytes align 8
func @late(%arg: ptr) -> ptr {
  %v = load i32 @z
  %v = add i32 %v, 1
  store i32 @z, %v
  return null
}
func @quiet(%arg: ptr) -> ptr {
  mutex_lock @m
  store i32 @z, 1
  mutex_unlock @m
  return null
}
";

const DEEDS: [&str; 8] = [
    "mutex_lock @m\nstore i32 @x, 1\nmutex_unlock @m",
    "mutex_lock @m\nstore i32 @x, 2\nmutex_unlock @m",
    "mutex_lock @m\n%w = load i32 @x\n%w = mul i32 %w, 2\n%w = add i32 %w, 1\nstore i32 @x, %w\nmutex_unlock @m",
    "mutex_lock @m\n%w = load i32 @x\n%w = add i32 %w, 1\nstore i32 @x, %w\nmutex_unlock @m",
    "%w = load i32 @y",
    "store i32 @y, 1",
    "store i32 @a + 4, 1",
    "",
];

/// Two threads of their own, which may race with each other.
fn pair(dice: &mut Dice) -> String {
    let first = one(dice, &["@late", "@quiet"]);
    let second = mostly(dice, &[first, "@late", "@quiet"]);
    let end = mostly(
        dice,
        &["_ = thread_join %p#\n_ = thread_join %q#", "_ = thread_join %p#"],
    );
    format!("%p# = thread_create {first}, null, 0\n%q# = thread_create {second}, null, 0\n{end}")
}

/// What follows a look at what others have left.
fn decide(dice: &mut Dice, body: &mut Body) {
    let place = mostly(dice, &["@x", "@y"]);
    let value = dice.below(4);
    body.add(&format!("%v = load i32 {place}\n%c = eq i32 %v, {value}"));
    match dice.below(6) {
        0 => body.add("br %c, then#, end#\nthen#:\nreturn 1\nend#:"),
        1 => body.add_if("%c", "store i32 @y, 3"),
        2 => body.add("%i = and i32 %v, 3\n%k = zext i32 %i to i64\n%e = offset @a, %k * 4\nstore i32 %e, 1"),
        3 => body.add("assert %c, \"it is\""),
        4 => body.add("store i32 @y, %v"),
        _ => {
            let pair = pair(dice);
            body.add_if("%c", &pair);
        }
    }
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let mut threads = Threads::new(SHARED);
    for _ in 0..2 {
        let mut body = Body::default();
        for _ in 0..1 + dice.below(2) {
            body.add(one(dice, &DEEDS));
        }
        threads.bodies.push(body);
    }
    threads
        .before
        .add(one(dice, &["", "store i32 @y, 2", "store i32 @x, 1"]));
    if dice.one_in(4) {
        let pair = pair(dice);
        threads.before.add(&pair);
        decide(dice, &mut threads.before);
    }
    threads.beside.add(mostly(
        dice,
        &["", "%b = load i32 @y", "store i32 @y, 4", "store i32 @a, 1"],
    ));
    for _ in 0..1 + dice.below(2) {
        decide(dice, &mut threads.behind);
    }
    threads
        .behind
        .add(one(dice, &["", "store i32 @y, 5", "%b = load i32 @x"]));
    if dice.one_in(4) {
        let pair = pair(dice);
        threads.behind.add(&pair);
    }
    if dice.one_in(6) {
        threads.left.push(dice.below(2) as usize);
    }
    threads.text()
}
