//! Random programs whose threads use the bytes of one object as locks or flags, mostly all in the same way,
//! now and then some with another length, at another offset, or as another kind of synchronisation object.

use raceproof_engine::Dice;

/// The first of these mostly, another one now and then.
fn mostly<T: Copy>(dice: &mut Dice, all: &[T]) -> T {
    match dice.one_in(4) {
        true => all[dice.below(all.len() as u32) as usize],
        false => all[0],
    }
}

fn one<T: Copy>(dice: &mut Dice, all: &[T]) -> T {
    all[dice.below(all.len() as u32) as usize]
}

/// Kinds of numbers, with numbers that are not zero: some have bytes that are.
const KINDS: [(&str, &[u64]); 4] = [
    ("i32", &[1, 256, 65_536]),
    ("i8", &[1]),
    ("i16", &[1, 256]),
    ("i64", &[1, 1 << 32]),
];

/// Where bytes begin that are used as something.
const OFFSETS: [u32; 5] = [0, 1, 2, 4, 8];

/// What is done while a lock is held.
const ACCESSES: [&str; 3] = [
    "store i32 @x, 1",
    "%x = load i32 @x\n  store i32 @x, %x",
    "%x = load i32 @x",
];

/// A thread that takes a variable as a lock.
fn word(dice: &mut Dice) -> String {
    let (kind, values) = mostly(dice, &KINDS);
    let (other, _) = mostly(dice, &[(kind, values), KINDS[1], KINDS[3]]);
    let (at, given) = (mostly(dice, &OFFSETS), mostly(dice, &OFFSETS));
    let value = one(dice, values);
    let take = match dice.one_in(2) {
        true => {
            format!("%o = atomic_rmw exchange {kind} %p, {value}\n  %z = eq {kind} %o, 0\n  br %z, in, out")
        }
        false => format!("%o, %z = atomic_cas {kind} %p, 0, {value}\n  br %z, in, out"),
    };
    let give = match mostly(dice, &[0, 1, 2]) {
        0 => format!("atomic_store {other} %q, 0"),
        1 => format!("atomic_store {other} %q, 0 relaxed"),
        _ => String::new(),
    };
    format!(
        "reg %p: ptr, %q: ptr, %o: {kind}, %z: i32, %x: i32\nb0:\n  %p = offset @u, 0 * 1 + {at}\n  %q = offset @u, 0 * 1 + {given}\n  \
         {take}\nin:\n  {access}\n  {give}\n  jump out\nout:\n  return null",
        access = one(dice, &ACCESSES),
    )
}

/// A thread that takes an object of the library.
fn object(dice: &mut Dice) -> String {
    let kinds = [
        ("spin_lock", "spin_unlock"),
        ("sem_wait", "sem_post"),
        ("mutex_lock", "mutex_unlock"),
        ("rwlock_wrlock", "rwlock_unlock"),
    ];
    let (take, give) = mostly(dice, &kinds);
    let at = mostly(dice, &OFFSETS);
    format!(
        "reg %p: ptr, %r: i32, %x: i32\nb0:\n  %p = offset @u, 0 * 1 + {at}\n  %r = {take} %p\n  {access}\n  %r = {give} %p\n  return null",
        access = one(dice, &ACCESSES),
    )
}

/// A thread that says by a variable that it is done, or looks whether another one is.
fn flag(dice: &mut Dice, sets: bool) -> String {
    let (kind, values) = mostly(dice, &KINDS);
    let at = mostly(dice, &OFFSETS);
    let value = one(dice, values);
    let order = mostly(dice, &["", "relaxed"]);
    match sets {
        true => format!(
            "reg %p: ptr, %x: i32\nb0:\n  %p = offset @u, 0 * 1 + {at}\n  store i32 @x, 1\n  atomic_store {kind} %p, {value} {order}\n  return null"
        ),
        false => format!(
            "reg %p: ptr, %o: {kind}, %z: i32, %x: i32\nb0:\n  %p = offset @u, 0 * 1 + {at}\n  %o = atomic_load {kind} %p {order}\n  \
             %z = ne {kind} %o, 0\n  br %z, in, out\nin:\n  %x = load i32 @x\n  jump out\nout:\n  return null"
        ),
    }
}

/// A thread that writes some of the bytes.
fn stray(dice: &mut Dice) -> String {
    let (kind, values) = one(dice, &KINDS);
    let value = one(dice, &[0, values[values.len() - 1]]);
    let (at, order) = (one(dice, &OFFSETS), one(dice, &["", "relaxed"]));
    format!(
        "reg %p: ptr\nb0:\n  %p = offset @u, 0 * 1 + {at}\n  atomic_store {kind} %p, {value} {order}\n  return null"
    )
}

/// The text of the next program.
pub fn program(dice: &mut Dice) -> String {
    let style = dice.below(3);
    let mut body = |i: u32| match style {
        0 => word(dice),
        1 => object(dice),
        _ => flag(dice, i == 0),
    };
    let (first, second) = (body(0), body(1));
    let third = match style != 1 && dice.one_in(2) {
        true => stray(dice),
        false => "b0:\n  return null".to_owned(),
    };
    let sem = match style {
        1 => format!(
            "%p = offset @u, 0 * 1 + {}\n  sem_init %p, 1",
            mostly(dice, &OFFSETS)
        ),
        _ => String::new(),
    };
    let fresh = match style {
        1 if dice.one_in(3) => sem.as_str(),
        1 if first.contains("sem_wait") => "sem_init @u, 1",
        _ => "",
    };
    format!(
        "global @u: 64 bytes align 8\nglobal @x: i32\n\n\
         func @first(%a: ptr) -> ptr {{\n{first}\n}}\n\nfunc @second(%a: ptr) -> ptr {{\n{second}\n}}\n\n\
         func @third(%a: ptr) -> ptr {{\n{third}\n}}\n\n\
         func @main() -> i32 {{\nreg %p: ptr, %s: i64, %t: i64, %r: i64, %v: ptr\nb0:\n  {fresh}\n  \
         %s = thread_create @first, null, 0\n  %t = thread_create @second, null, 0\n  %r = thread_create @third, null, 0\n  \
         %v = thread_join %s\n  %v = thread_join %t\n  %v = thread_join %r\n  return 0\n}}\n\nentry @main\n"
    )
}
