//! Addresses of what a thread has for itself, handed to others: of thread-local variables, of variables on
//! its stack, of blocks that only it knew.

use super::threads::{Body, Threads, mostly, one};
use raceproof_engine::Dice;

/// Something of a thread's own, with its address in `%own`.
const OWN: [&str; 4] = [
    "%own = thread_local_addr @mine",
    "%own = call @malloc(8)",
    "%own = thread_local_addr @mine",
    "%own = @common",
];

/// What is done with it; the address is in `%p`.
const USES: [&str; 4] = [
    "%v = load i32 %p\n%v = add i32 %v, 1\nstore i32 %p, %v",
    "store i32 %p, 1",
    "%v = load i32 %p",
    "",
];

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let mut threads = Threads::new(
        "global @common: i32\nglobal @place: ptr = null\nglobal @go: i32\nglobal @m: 40 bytes align 8\nglobal @n: 40 bytes align 8\n\
         thread_local global @mine: i32 = 0\nthread_local global @link: ptr = null\nfunc @malloc(i64) -> ptr\n",
    );
    let locked = [
        ("mutex_lock @m", "mutex_unlock @m"),
        ("", ""),
        ("mutex_lock @n", "mutex_unlock @n"),
    ];
    let mut giver = Body::default();
    giver.add(one(dice, &OWN));
    giver.add(&one(dice, &USES).replace("%p", "%own"));
    let (lock, unlock) = mostly(dice, &locked);
    let store = mostly(
        dice,
        &[
            "store ptr @place, %own",
            "%link = thread_local_addr @link\nstore ptr %link, %own\n%q = load ptr %link\nstore ptr @place, %q",
        ],
    );
    let within = mostly(dice, &["", USES[0], USES[1]]).replace("%p", "%own");
    giver.add(&format!("{lock}\n{store}\n{within}\n{unlock}"));
    if dice.one_in(3) {
        let (lock, unlock) = mostly(dice, &locked);
        let uses = one(dice, &USES).replace("%p", "%own");
        giver.add(&format!("{lock}\n{uses}\n{unlock}"));
    }
    // Mostly it stays until the other one is done with it.
    if !dice.one_in(4) {
        giver.add("jump head#\nhead#:\n%g = atomic_load i32 @go acquire\nbr %g, done#, head#\ndone#:");
        giver.add(&one(dice, &USES).replace("%p", "%own"));
    }
    let mut taker = Body::default();
    let (lock, unlock) = mostly(dice, &locked);
    taker.add(&format!("{lock}\n%p = load ptr @place\n%f = ne ptr %p, null"));
    let uses = one(dice, &USES);
    match dice.one_in(3) {
        true => {
            taker.add(unlock);
            taker.add_if("%f", uses);
        }
        false => {
            taker.add_if("%f", uses);
            taker.add(unlock);
        }
    }
    let order = mostly(dice, &["release", "relaxed"]);
    taker.add(&format!("atomic_store i32 @go, 1 {order}"));
    threads.bodies.push(giver);
    threads.bodies.push(taker);
    if dice.one_in(4) {
        threads.behind.add("%p = load ptr @place\n%f = ne ptr %p, null");
        threads.behind.add_if("%f", one(dice, &USES[1..3]));
    }
    threads.text()
}
