//! Locks with more than one holder, or none: read-write locks, semaphores of two, results of tries that are
//! stored and looked at later, locks that are given up too early or by others.

use super::threads::{Body, Threads, mostly, one};
use raceproof_engine::Dice;

/// What is done with a lock.
const ACCESSES: [&str; 4] = [
    "%v = load i32 @x\n%v = add i32 %v, 1\n%v = and i32 %v, 1\nstore i32 @x, %v",
    "store i32 @x, 1",
    "%v = load i32 @x",
    "%v = load i32 @x\nstore i32 @y, %v",
];

/// How a lock is taken for certain and given up: usually by the first, and who only reads by the second.
const SORTS: [[(&str, &str); 3]; 4] = [
    [
        ("rwlock_wrlock @l", "rwlock_unlock @l"),
        ("rwlock_rdlock @l", "rwlock_unlock @l"),
        (
            "rwlock_rdlock @l\nrwlock_rdlock @l",
            "rwlock_unlock @l\nrwlock_unlock @l",
        ),
    ],
    [
        ("sem_wait @l", "sem_post @l"),
        ("sem_wait @l\nsem_post @l\nsem_wait @l", "sem_post @l"),
        ("sem_wait @l", "sem_post @l\nsem_post @l"),
    ],
    [
        ("mutex_lock @l", "mutex_unlock @l"),
        ("mutex_lock @l\nmutex_unlock @l\nmutex_lock @l", "mutex_unlock @l"),
        ("mutex_lock @l", "mutex_unlock @l\nmutex_lock @l\nmutex_unlock @l"),
    ],
    [
        ("spin_lock @l", "spin_unlock @l"),
        ("spin_lock @l\nspin_unlock @l\nspin_lock @l", "spin_unlock @l"),
        ("spin_lock @l", ""),
    ],
];

/// Ways to try the lock of a sort.
const TRIES: [&[&str]; 4] = [
    &["rwlock_trywrlock", "rwlock_tryrdlock", "rwlock_timedwrlock"],
    &["sem_trywait", "sem_timedwait"],
    &["mutex_trylock", "mutex_timedlock"],
    &["spin_trylock"],
];

/// Where the result of a try is kept until it is looked at.
const KEPT: [(&str, &str); 4] = [
    ("%kept = %r", "%seen = %kept"),
    (
        "%own = thread_local_addr @mine\nstore i32 %own, %r",
        "%seen = load i32 %own",
    ),
    ("store i32 @kept, %r", "%seen = load i32 @kept"),
    ("%kept = add i32 %r, 0", "%seen = or i32 %kept, 0"),
];

/// Under the lock for certain.
fn section(dice: &mut Dice, sort: usize, body: &mut Body) {
    let access = one(dice, &ACCESSES);
    let reads = !access.contains("@x, ");
    let (take, give) = match dice.one_in(5) {
        true => one(dice, &SORTS[sort]),
        false => SORTS[sort][usize::from(reads && sort == 0)],
    };
    let late = mostly(dice, &["", "", "%v = load i32 @x", "store i32 @x, 0"]);
    body.add(&format!("{take}\n{access}\n{give}\n{late}"));
}

/// Under the lock if a try took it, as far as what was kept of that tells.
fn attempt(dice: &mut Dice, sort: usize, body: &mut Body) {
    let access = one(dice, &ACCESSES);
    let word = mostly(dice, TRIES[sort]);
    let (keep, look) = mostly(dice, &KEPT);
    let (_, give) = SORTS[sort][0];
    let again = mostly(dice, &["", "", "again"]);
    let relation = mostly(dice, &["eq", "ne", "le_s"]);
    body.add(&format!("%r = {word} @l\n{keep}"));
    if again == "again" {
        body.add(&format!("%r = {word} @l\n{keep}"));
    }
    let given = mostly(dice, &[give, give, ""]);
    body.add(&format!("{look}\n%c = {relation} i32 %seen, 0"));
    match dice.one_in(8) {
        true => {
            body.add_if("%c", access);
            body.add(given);
        }
        false => body.add_if("%c", &format!("{access}\n{given}")),
    }
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let sort = dice.below(4) as usize;
    let mut threads = Threads::new(
        "global @l: 64 bytes align 8\nglobal @x: i32\nglobal @y: i32\nglobal @kept: i32\n\
                 thread_local global @mine: i32 = 0\n",
    );
    if sort == 1 {
        let value = mostly(dice, &[1, 2, 0]);
        threads.before.add(&format!("sem_init @l, {value}"));
    }
    let tries = dice.below(3);
    for _ in 0..2 + dice.below(2) {
        let mut body = Body::default();
        match dice.below(3) < tries {
            true => attempt(dice, sort, &mut body),
            false => section(dice, sort, &mut body),
        }
        if dice.one_in(6) {
            section(dice, sort, &mut body);
        }
        threads.bodies.push(body);
    }
    if dice.one_in(8) {
        threads.beside.add(SORTS[sort][0].1);
    }
    if dice.one_in(4) {
        threads.behind.add(one(dice, &ACCESSES));
    }
    threads.text()
}
