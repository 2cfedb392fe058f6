//! Updates whose order should leave no trace, and what breaks that: updates of two sorts, a look in between,
//! sums of floating point numbers, two totals that steer together. What they steer is whether there is a
//! race.

use super::threads::{Body, Threads, mostly, one};
use raceproof_engine::Dice;

/// Updates of a kind of number: those of one row commute with each other.
const UPDATES: [(&str, [&str; 4]); 6] = [
    (
        "i32",
        [
            "%v = add i32 %v, 1",
            "%v = add i32 %v, 2",
            "%v = sub i32 %v, 1",
            "%v = add i32 %v, 4",
        ],
    ),
    (
        "i32",
        [
            "%v = or i32 %v, 1",
            "%v = or i32 %v, 2",
            "%v = or i32 %v, 3",
            "%v = or i32 %v, 4",
        ],
    ),
    (
        "i32",
        [
            "%v = mul i32 %v, 3",
            "%v = mul i32 %v, 2",
            "%v = mul i32 %v, 1",
            "%v = mul i32 %v, 5",
        ],
    ),
    (
        "i32",
        [
            "%v = xor i32 %v, 1",
            "%v = xor i32 %v, 2",
            "%v = xor i32 %v, 3",
            "%v = xor i32 %v, 5",
        ],
    ),
    (
        "f32",
        [
            "%v = fadd f32 %v, 1.0",
            "%v = fadd f32 %v, 1e8",
            "%v = fadd f32 %v, -1e8",
            "%v = fadd f32 %v, 0.1",
        ],
    ),
    (
        "f64",
        [
            "%v = fadd f64 %v, 1.0",
            "%v = fadd f64 %v, 1e17",
            "%v = fadd f64 %v, -1e17",
            "%v = fmul f64 %v, 2.0",
        ],
    ),
];

/// A value of the kind, as an `i32`.
fn whole(kind: &str, register: &str) -> String {
    match kind {
        "i32" => format!("%w = {register}"),
        _ => format!("%w = float_to_signed {kind} {register} to i32"),
    }
}

/// Takes the number from a place, changes it and puts it back, under the lock.
fn update(dice: &mut Dice, row: usize, place: &str, body: &mut Body) {
    let (kind, lines) = UPDATES[row];
    let register = format!("%v{kind}");
    let other = if dice.one_in(6) { (row + 1) % 4 } else { row };
    let change = match UPDATES[other].0 == kind {
        true => one(dice, &UPDATES[other].1),
        false => one(dice, &lines),
    };
    let change = change.replace("%v", &register);
    let look = match dice.one_in(6) {
        true => format!("{}\nstore i32 @seen, %w", whole(kind, &register)),
        false => String::new(),
    };
    let (lock, unlock) = mostly(
        dice,
        &[
            ("mutex_lock @m", "mutex_unlock @m"),
            ("mutex_lock @n", "mutex_unlock @n"),
        ],
    );
    match kind == "i32" && row == 0 && dice.one_in(6) {
        true => body.add(&format!("%o = atomic_rmw add i32 @atom, {}", 1 + dice.below(3))),
        false => body.add(&format!(
            "{lock}\n{register} = load {kind} {place}\n{change}\nstore {kind} {place}, {register}\n{look}\n{unlock}"
        )),
    }
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let row = dice.below(6) as usize;
    let (kind, _) = UPDATES[row];
    let start = match (row, kind) {
        (2, _) => "1",
        (_, "i32") => "0",
        _ => "0.0",
    };
    let mut threads = Threads::new(&format!(
        "global @x: {kind} = {start}\nglobal @y: {kind} = {start}\nglobal @atom: i32\nglobal @seen: i32\nglobal @z: i32\n\
         global @m: 40 bytes align 8\nglobal @n: 40 bytes align 8\n\
         func @late(%arg: ptr) -> ptr {{\n  store i32 @z, 1\n  return null\n}}\n"
    ));
    for _ in 0..2 {
        let mut body = Body::default();
        for _ in 0..1 + dice.below(2) {
            let place = one(dice, &["@x", "@x", "@y"]);
            update(dice, row, place, &mut body);
            if dice.one_in(8) {
                body.add(&format!(
                    "mutex_lock @m\n%l{kind} = load {kind} @x\nmutex_unlock @m\n{}\n%c = eq i32 %w, {}",
                    whole(kind, &format!("%l{kind}")),
                    1 + dice.below(3)
                ));
                body.add_if(
                    "%c",
                    one(dice, &["store i32 @z, 1", "%o = atomic_rmw add i32 @atom, 1"]),
                );
            }
        }
        threads.bodies.push(body);
    }
    let behind = &mut threads.behind;
    behind.add(&format!(
        "%x{kind} = load {kind} @x\n{}\n%xw = %w",
        whole(kind, &format!("%x{kind}"))
    ));
    behind.add(&format!(
        "%y{kind} = load {kind} @y\n{}\n%yw = %w",
        whole(kind, &format!("%y{kind}"))
    ));
    behind.add("%aw = atomic_load i32 @atom\n%sw = load i32 @seen");
    behind.add(one(
        dice,
        &[
            "%t = %xw",
            "%t = sub i32 %xw, %yw",
            "%t = add i32 %xw, %yw",
            "%t = and i32 %xw, %yw",
            "%t = add i32 %xw, %aw",
            "%t = %sw",
            "%t = xor i32 %xw, %sw",
        ],
    ));
    let number = dice.below(6);
    let relation = one(dice, &["eq", "lt_s", "ne"]);
    behind.add(&format!("%c = {relation} i32 %t, {number}"));
    behind.add_if(
        "%c",
        "%h = thread_create @late, null, 0\nstore i32 @z, 2\n_ = thread_join %h",
    );
    threads.text()
}
