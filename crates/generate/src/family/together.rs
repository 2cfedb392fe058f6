//! Threads that go round a loop with barriers, and leave it where a value says so that the schedule decides:
//! all of them together, if what they look at and what they compare it with is the same for all.

use super::threads::{Body, Threads, mostly, one};
use raceproof_engine::Dice;

/// What a thread does in a round before the others have met it, and what behind the loop: these two race if
/// one thread leaves and another one stays. `%me` is its number, `%own` is its element.
const APART: [(&str, &str); 5] = [
    ("%y = load i32 @y", "first:store i32 @y, 1"),
    ("%y = load i32 @y", "store i32 %own, 1"),
    ("store i32 %own, 1", "first:%y = load i32 @a + 4"),
    ("store i32 %own, 1", "%y = load i32 %own"),
    ("", "first:store i32 @y, 1"),
];

/// How `@x` changes in a round, under the lock: by something that leaves a trace of the order, mostly.
const CHANGES: [&str; 5] = [
    "%x = mul i32 %x, 2\n%x = add i32 %x, %me",
    "%x = %me",
    "%x = xor i32 %x, %me\n%x = mul i32 %x, 3",
    "%x = add i32 %x, %me",
    "%x = add i32 %x, 1",
];

/// What decides: the value that was seen, and something of the thread's own or of all.
const LOOKS: [&str; 7] = [
    "%c = and i32 %seen, 1",
    "%c = and i32 %seen, %mask",
    "%c = lt_s i32 %mask, %seen",
    "%c = eq i32 %seen, %mask",
    "%c = and i32 %seen, %rounds",
    "%c = and i32 %seen, %kept",
    "%c = and i32 %seen, 2",
];

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let others = u32::from(dice.one_in(6));
    let count = 2 + others;
    let mut threads = Threads::new(&format!(
        "global @x: i32\nglobal @y: i32\nglobal @z: i32 = 1\nglobal @a: 16 bytes align 8\nglobal @m: 40 bytes align 8\n\
         global @b: 32 bytes align 8 = i32 {count}\n"
    ));
    let mut body = Body::default();
    let (early, late) = mostly(dice, &APART);
    // The same for all threads, or not.
    let mask = one(
        dice,
        &[
            "%mask = i32 1",
            "%mask = add i32 %me, 1",
            "%mask = %me",
            "%mask = load i32 @z",
        ],
    );
    body.add(&format!(
        "%at = offset @a, %number * 4\n%own = %at\n%me = trunc i64 %number to i32\n%rounds = i32 0\n%kept = i32 1\n{mask}\njump head\nhead:"
    ));
    body.add(early);
    let barrier = |dice: &mut Dice| mostly(dice, &["barrier_wait @b", "barrier_wait @b", ""]);
    body.add(barrier(dice));
    let change = mostly(dice, &CHANGES);
    body.add(&format!(
        "mutex_lock @m\n%x = load i32 @x\n{change}\nstore i32 @x, %x\nmutex_unlock @m"
    ));
    // What a thread has seen itself is the same for all in some schedules only.
    if dice.one_in(3) {
        let kept = [
            "%kept = and i32 %x, 2",
            "%kept = shr_u i32 %x, 2",
            "%mask = lt_s i32 0, %x",
            "%kept = %x",
        ];
        body.add(one(dice, &kept));
    }
    body.add(barrier(dice));
    let place = mostly(dice, &["@x", "@x", "%own"]);
    let look = one(dice, &LOOKS);
    let seen = format!("%seen = load i32 {place}");
    match dice.below(8) {
        0 => body.add(&format!("mutex_lock @m\n{seen}\nmutex_unlock @m\n{look}")),
        1 => body.add(&format!("{seen}\nbarrier_wait @b\n{look}")),
        _ => body.add(&format!("{seen}\n{look}")),
    }
    body.add("br %c, done, again\nagain:");
    body.add(mostly(dice, &["", "", "barrier_wait @b"]));
    body.add("%rounds = add i32 %rounds, 1\njump test\ntest:\n%more = lt_s i32 %rounds, 2\nbr %more, head, done\ndone:");
    match late.strip_prefix("first:") {
        Some(late) => {
            body.add("%first = eq i32 %me, 0");
            body.add_if("%first", late);
        }
        None => body.add(late),
    }
    threads.shared.push_str(&format!(
        "func @work(%number: i64) {{\n{}  return\n}}\n",
        body.text()
    ));
    for t in 0..2 {
        let mut body = Body::default();
        body.add(&format!("call @work(i64 {t})"));
        threads.bodies.push(body);
    }
    // Somebody who meets them, and does not look.
    for _ in 0..others {
        let mut body = Body::default();
        body.add(one(dice, &["barrier_wait @b", "", "%v = load i32 @y"]));
        body.add(one(
            dice,
            &["barrier_wait @b", "barrier_wait @b\nbarrier_wait @b"],
        ));
        body.add(one(
            dice,
            &[
                "",
                "%v = load i32 @y",
                "barrier_wait @b",
                "barrier_wait @b\n%v = load i32 @y",
            ],
        ));
        threads.bodies.push(body);
    }
    threads.text()
}
