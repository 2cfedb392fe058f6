//! Random programs that create threads in one loop and join them in another. Every piece of the two loops is
//! right or a little wrong: where they start, how far they go, what they pick, what the threads are given,
//! and what is accessed before, between and behind.

use raceproof_engine::Dice;

/// The first of these mostly, another one now and then.
fn mostly<'a>(dice: &mut Dice, all: &[&'a str]) -> &'a str {
    match dice.one_in(4) {
        true => all[dice.below(all.len() as u32) as usize],
        false => all[0],
    }
}

fn one<'a>(dice: &mut Dice, all: &[&'a str]) -> &'a str {
    all[dice.below(all.len() as u32) as usize]
}

const ACCESSES: [&str; 7] = [
    "",
    "%c = offset @a, %w * 4\n  store i32 %c, 1",
    "%c = offset @a, %w * 4 + 4\n  store i32 %c, 1",
    "%c = offset @a, %w * 4\n  %v = load i32 %c",
    "store i32 @a, 1",
    "store i32 @x, 1",
    "%v = load i32 @x",
];

/// The text of the next program.
pub fn program(dice: &mut Dice) -> String {
    let bounds = ["%n", "2", "1", "%m"];
    let starts = ["0", "1"];
    let steps = ["1", "2"];
    let picked = [
        "%c = offset %t, %w * 8",
        "%c = offset %t, %w * 8 + 8",
        "%c = offset %t, 0 * 8",
        "%c = offset %t, %w * 4",
    ];
    let given = [
        "%g = int_to_ptr i64 %w to ptr",
        "%g = offset @a, %w * 4",
        "%g = offset @a, %w * 4 + 4",
        "%g = offset @a, 0 * 4",
        "%g = offset @a, %w * 8",
        "%g = call @malloc(8)",
    ];
    let argument = dice.below(given.len() as u32) as usize;
    let does = match argument {
        0 => [
            "%c = offset @a, %w * 4\n  store i32 %c, 1",
            "%c = offset @a, %w * 4 + 4\n  store i32 %c, 1",
            "%c = offset @a, %w * 2\n  store i32 %c, 1",
        ],
        _ => [
            "store i32 %p, 1",
            "%c = offset %p, 0 * 4 + 4\n  store i32 %c, 1",
            "store i64 %p, 1",
        ],
    };
    let hoard = ["", "store ptr @y, %g"];
    let extra = [
        "",
        "%c = offset %t, 0 * 8 + 8\n  %h = load i64 %c\n  store i64 %t, %h",
        "%n = 2",
    ];
    let (create, also) = (one(dice, &does), mostly(dice, &["", does[1], "store i32 @x, 1"]));
    format!(
        "\
global @a: 64 bytes align 8
global @x: i32
global @y: i64

func @malloc(%0: i64) -> ptr

func @main() -> i32 {{
  reg %n: i32, %m: i32, %t: ptr, %w: i64, %i: i32, %j: i32, %c: ptr, %g: ptr, %h: i64, %r: ptr, %v: i32
  slot $s: 64 bytes
b0:
  %m = nondet i32 signed 0..2 \"m\"
  %n = {n}
  %t = slot_addr $s
  %i = {i0}
  jump b2
b1:
  %w = sext i32 %i to i64
  {before}
  {given}
  {hoard}
  {pick}
  thread_create_at @work, %g, 0, %c
  {after}
  %i = add_s i32 %i, {istep}
  jump b2
b2:
  %v = lt_s i32 %i, {ibound}
  br %v, b1, b3
b3:
  {extra}
  %j = {j0}
  jump b5
b4:
  %w = sext i32 %j to i64
  {join}
  %h = load i64 %c
  %r = thread_join %h
  {inside}
  %j = add_s i32 %j, {jstep}
  jump b5
b5:
  %v = lt_s i32 %j, {jbound}
  br %v, b4, b6
b6:
  %w = 0
  {last}
  return 0
}}

func @work(%p: ptr) -> ptr {{
  reg %w: i64, %c: ptr, %v: i32
b0:
  %w = ptr_to_int ptr %p to i64
  {create}
  {also}
  return null
}}

entry @main
",
        n = mostly(dice, &["2", "%m"]),
        i0 = mostly(dice, &starts),
        before = mostly(dice, &ACCESSES),
        given = given[argument],
        hoard = mostly(dice, &hoard),
        pick = mostly(dice, &picked),
        after = mostly(dice, &ACCESSES),
        istep = mostly(dice, &steps),
        ibound = mostly(dice, &bounds),
        extra = mostly(dice, &extra),
        j0 = mostly(dice, &starts),
        join = mostly(dice, &picked),
        inside = mostly(dice, &ACCESSES),
        jstep = mostly(dice, &steps),
        jbound = mostly(dice, &bounds),
        last = one(dice, &ACCESSES),
    )
}
