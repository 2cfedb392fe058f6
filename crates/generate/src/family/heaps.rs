//! Threads that are alike and have blocks of their own, which they put into a list and take out again: it
//! does not matter whose block is where, unless somebody looks at addresses as numbers, asks for one thread
//! in particular, or touches a block that others have.

use super::threads::{Body, mostly, one};
use raceproof_engine::Dice;

const PRELUDE: &str = "global @m: 40 bytes align 8
global @head: 8 bytes align 8
global @last: 8 bytes align 8
global @tids: 32 bytes align 8
global @x: 4 bytes align 4
func @malloc(%0: i64) -> ptr
func @free(%0: ptr)
";

/// Under the lock, mostly.
fn inside(dice: &mut Dice, body: &mut Body) {
    match dice.below(6) {
        0 | 1 => body.add("%h = load ptr @head\nstore ptr %n, %h\nstore ptr @head, %n"),
        2 => {
            body.add("%q = load ptr @head\n%c = ne ptr %q, null");
            let end = one(
                dice,
                &["store i32 @x, 1", "%k = offset %q, 0 * 0 + 8\nstore i32 %k, 3"],
            );
            let free = mostly(dice, &["", "call @free(%q)"]);
            body.add_if(
                "%c",
                &format!("%h = load ptr %q\nstore ptr @head, %h\n{end}\n{free}"),
            );
        }
        3 => {
            body.add("%q = load ptr @head\n%c = ne ptr %q, null");
            body.add_if(
                "%c",
                "%k = offset %q, 0 * 0 + 8\n%v = load i32 %k\nstore i32 @x, %v",
            );
        }
        4 => body.add("%v = load i32 @x\n%v = add i32 %v, 1\nstore i32 @x, %v"),
        _ => body.add("%h = load ptr @head\nstore ptr @last, %h\nstore ptr @head, %n"),
    }
}

/// Behind it.
fn outside(dice: &mut Dice, body: &mut Body) {
    match dice.below(9) {
        0 => body.add("%k = offset %n, 0 * 0 + 8\nstore i32 %k, 2"),
        1 => {
            // Who comes later in memory: a number tells.
            body.add("mutex_lock @m\n%a = load i64 @head\n%b = load i64 @last\nmutex_unlock @m");
            body.add("%c = lt_u i64 %a, %b");
            body.add_if("%c", "store i32 @x, 4");
        }
        2 => {
            body.add("mutex_lock @m\n%q = load ptr @head\nmutex_unlock @m\n%c = eq ptr %q, %n");
            body.add_if("%c", one(dice, &["store i32 @x, 5", "store i32 %n, 0", ""]));
        }
        3 => {
            body.add("mutex_lock @m\n%v = load i32 @x\nmutex_unlock @m\n%c = lt_s i32 %v, 2");
            body.add("assert %c, \"no more\"");
        }
        _ => {}
    }
}

fn work(dice: &mut Dice, part: &str, size: u32) -> String {
    let mut body = Body::default();
    body.add("%n = call @malloc(16)\n%k = offset %n, 0 * 0 + 8");
    body.add(mostly(dice, &["store i32 %k, 1", "store ptr %n, %n", ""]));
    let bare = dice.one_in(6);
    if !bare {
        body.add("mutex_lock @m");
    }
    (0..size).for_each(|_| inside(dice, &mut body));
    if !bare {
        body.add("mutex_unlock @m");
    }
    outside(dice, &mut body);
    let result = mostly(dice, &["null", "%n"]);
    format!(
        "func @{part}(%arg: ptr) -> ptr {{\n{}  return {result}\n}}\n",
        body.text()
    )
}

/// The text of the next program.
pub(super) fn program(_number: u64, dice: &mut Dice) -> String {
    let count = 2 + u32::from(dice.one_in(3));
    let size = if count == 2 { 1 + dice.below(2) } else { 1 };
    let mut text = PRELUDE.to_owned();
    text += &work(dice, "work", size);
    let other = if dice.one_in(8) {
        text += &work(dice, "other", size);
        "other"
    } else {
        "work"
    };
    let mut main = Body::default();
    main.add(mostly(dice, &["", "store i32 @x, 0"]));
    for i in 0..count {
        let function = if i == 1 { other } else { "work" };
        main.add(&format!("%t{i} = thread_create @{function}, null, 0"));
        main.add(&format!(
            "%p = offset @tids, 0 * 0 + {}\nstore i64 %p, %t{i}",
            8 * i
        ));
    }
    main.add(mostly(
        dice,
        &[
            "",
            "mutex_lock @m\nstore i32 @x, 7\nmutex_unlock @m",
            "%v = load i32 @x",
        ],
    ));
    let joined = count - u32::from(dice.one_in(8));
    let between = mostly(
        dice,
        &["", "%v = load i32 @x", "store i32 @x, 6", "%q = load ptr @head"],
    );
    for i in 0..joined {
        main.add(&format!(
            "%p = offset @tids, 0 * 0 + {}\n%t = load i64 %p\n_ = thread_join %t",
            8 * i
        ));
        if i + 1 < joined {
            main.add(between);
        }
    }
    main.add("%q = load ptr @head\n%c = ne ptr %q, null");
    main.add_if(
        "%c",
        one(
            dice,
            &[
                "%k = offset %q, 0 * 0 + 8\n%v = load i32 %k",
                "%h = load ptr %q",
                "",
            ],
        ),
    );
    text + &format!("func @main() -> i32 {{\n{}  return 0\n}}\n", main.text())
}
