//! Threads that hand something over: by an atomic variable, by a condition variable, by a semaphore, by the
//! address itself. Each step is right or a little wrong: the order of an atomic operation, a wait that is not
//! repeated, a flag that is set too early, a look that is not a wait.

use super::threads::{Body, Threads, mostly, one};
use raceproof_engine::Dice;

/// How what is handed over is used.
const USES: [&str; 4] = [
    "%v = load i32 @x\n%v = add i32 %v, 1\nstore i32 @x, %v",
    "store i32 @x, 1",
    "%v = load i32 @x",
    "",
];

/// Says that the flag of a number is up, in a way.
fn tell(dice: &mut Dice, way: u32, flag: u32, body: &mut Body) {
    let lines = match way {
        0 => {
            let order = mostly(dice, &["release", "seq_cst", "relaxed"]);
            one(
                dice,
                &[
                    format!("atomic_store i32 @flag{flag}, 1 {order}").as_str(),
                    format!("%o = atomic_rmw exchange i32 @flag{flag}, 1 {order}").as_str(),
                    format!("%o = atomic_rmw add i32 @flag{flag}, 1 {order}").as_str(),
                ],
            )
            .to_owned()
        }
        1 => {
            let (lock, unlock) = mostly(
                dice,
                &[
                    ("mutex_lock @m", "mutex_unlock @m"),
                    ("mutex_lock @n", "mutex_unlock @n"),
                    ("", ""),
                ],
            );
            let wake = mostly(dice, &["cond_signal @cond", "cond_broadcast @cond", ""]);
            match dice.one_in(6) {
                true => format!("{lock}\nstore i32 @flag{flag}, 1\n{unlock}\n{wake}"),
                false => format!("{lock}\nstore i32 @flag{flag}, 1\n{wake}\n{unlock}"),
            }
        }
        2 => mostly(dice, &["sem_post @sem", "sem_post @sem\nsem_post @sem", ""]).to_owned(),
        _ => {
            let order = mostly(dice, &["release", "seq_cst", "relaxed"]);
            mostly(
                dice,
                &[
                    format!("atomic_store ptr @place{flag}, @x {order}").as_str(),
                    format!("store ptr @place{flag}, @x").as_str(),
                ],
            )
            .to_owned()
        }
    };
    body.add(&lines);
}

/// Waits for the flag of a number, or looks whether it is up, and then uses what was handed over.
fn hear(dice: &mut Dice, way: u32, flag: u32, body: &mut Body) {
    let uses = one(dice, &USES);
    match way {
        0 => {
            let order = mostly(dice, &["acquire", "seq_cst", "relaxed"]);
            match dice.one_in(2) {
                true => {
                    body.add(&format!("%f = atomic_load i32 @flag{flag} {order}"));
                    body.add_if("%f", uses);
                }
                false => body.add(&format!(
                    "jump head#\nhead#:\n%f = atomic_load i32 @flag{flag} {order}\nbr %f, done#, head#\ndone#:\n{uses}"
                )),
            }
        }
        1 => {
            let again = mostly(dice, &["head#", "done#"]);
            let wait = mostly(dice, &["cond_wait @cond, @m", "cond_timedwait @cond, @m"]);
            let first = mostly(dice, &["jump head#", "cond_wait @cond, @m\njump head#"]);
            let inside = dice.one_in(3);
            let (within, behind) = if inside { (uses, "") } else { ("", uses) };
            body.add(&format!(
                "mutex_lock @m\n{first}\nhead#:\n%f = load i32 @flag{flag}\nbr %f, done#, body#\nbody#:\n{wait}\njump {again}\n\
                 done#:\n{within}\nmutex_unlock @m\n{behind}"
            ));
        }
        2 => {
            body.add(mostly(
                dice,
                &[
                    "sem_wait @sem",
                    "sem_trywait @sem",
                    "sem_wait @sem\nsem_post @sem",
                ],
            ));
            body.add(uses);
        }
        _ => {
            let order = mostly(dice, &["acquire", "seq_cst", "relaxed"]);
            let load = mostly(
                dice,
                &[
                    format!("%p = atomic_load ptr @place{flag} {order}").as_str(),
                    format!("%p = load ptr @place{flag}").as_str(),
                ],
            )
            .to_owned();
            body.add(&format!("{load}\n%f = ne ptr %p, null"));
            let through = uses.replace("@x", "%p");
            body.add_if("%f", &through);
        }
    }
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let mut threads = Threads::new(
        "global @x: i32\nglobal @flag0: i32\nglobal @flag1: i32\nglobal @place0: ptr = null\nglobal @place1: ptr = null\n\
                 global @m: 40 bytes align 8\nglobal @n: 40 bytes align 8\nglobal @cond: 48 bytes align 8\nglobal @sem: 32 bytes align 8\n",
    );
    let way = dice.below(4);
    let mut giver = Body::default();
    giver.add(one(dice, &USES));
    tell(dice, way, 0, &mut giver);
    let late = dice.one_in(6);
    if late {
        giver.add(one(dice, &USES));
    }
    let mut taker = Body::default();
    hear(dice, way, 0, &mut taker);
    // Now and then it goes back, in the same way or another.
    if !late && dice.one_in(2) {
        let back = mostly(dice, &[way, 0, 1]);
        tell(dice, back, 1, &mut taker);
        hear(dice, back, 1, &mut giver);
    }
    threads.bodies.push(giver);
    threads.bodies.push(taker);
    if dice.one_in(4) {
        let mut third = Body::default();
        let other = mostly(dice, &[way, 0, 2]);
        match dice.one_in(3) {
            true => tell(dice, other, 0, &mut third),
            false => hear(dice, other, 0, &mut third),
        }
        threads.bodies.push(third);
    }
    if dice.one_in(3) {
        threads.behind.add(one(dice, &USES));
    }
    threads.text()
}
