//! The examples of Ogles, Aldous and Mercer 2019: figures 1 and 4, and the two programs of its evaluation,
//! with pinned numbers of executions.

use raceproof_engine::{Budget, Order};
use raceproof_explore::dpor::{self, Explored, Options};
use raceproof_machine::{Config, Machine};
use std::fmt::Write;

const ORDERS: [Order; 3] = [Order::Hb, Order::Wcp, Order::Dc];

fn check(text: &str, order: Order, classic: bool) -> Explored {
    let program = raceproof_ir::parse("figure.ir", text).unwrap();
    raceproof_ir::verify(&program).unwrap();
    let machine = Machine::new(&program, Config::default());
    let budget = Budget::new(None, 200_000, 1 << 30);
    let options = Options {
        order,
        classic,
        ..Options::default()
    };
    dpor::check(&machine, options, &budget)
}

/// The number of executions of a program without a race.
fn executions(text: &str, order: Order, classic: bool) -> u64 {
    let answer = check(text, order, classic);
    assert!(!answer.outcome.has_race() && answer.outcome.is_complete());
    answer.outcome.stats.executions
}

/// A program: globals, the bodies of its threads.
fn program(globals: &str, threads: &[String]) -> String {
    let mut text = format!("global @lock: 40 bytes align 8\n{globals}func @main() -> i32 {{\n");
    for t in 0..threads.len() {
        let _ = writeln!(text, "  _ = thread_create @thread{t}, null, 0");
    }
    text.push_str("  return 0\n}\n");
    for (t, body) in threads.iter().enumerate() {
        let _ = write!(
            text,
            "func @thread{t}(%arg: ptr) -> ptr {{\n{body}  return null\n}}\n"
        );
    }
    text
}

fn locked(body: &str) -> String {
    format!("  mutex_lock @lock\n{body}  mutex_unlock @lock\n")
}

/// Each thread puts four numbers into a hash table, each in a critical section; the first two that meet are
/// of threads 1 and 12.
fn indexer(threads: u32) -> String {
    let bodies: Vec<String> = (0..threads)
        .map(|t| {
            let insert = |m: u32| {
                let number = m * 11 + t;
                let hash = number * 7 % 128;
                locked(&format!(
                    "  %h = add i64 0, {hash}\n  jump probe{m}\nprobe{m}:\n  %p = offset @table, %h * 4\n  %v = load i32 %p\n  \
                     br %v, next{m}, free{m}\nnext{m}:\n  %h = add i64 %h, 1\n  %h = and i64 %h, 127\n  jump probe{m}\nfree{m}:\n  \
                     store i32 %p, {number}\n"
                ))
            };
            (1..=4).map(insert).collect()
        })
        .collect();
    program("global @table: 512 bytes align 4\n", &bodies)
}

/// Each thread has the largest of its numbers and updates the common maximum in a critical section.
fn findmax(threads: u32) -> String {
    let bodies: Vec<String> = (0..threads)
        .map(|t| {
            let largest = 10 + (t * 5) % 16;
            locked(&format!(
                "  %m = load i32 @max\n  %c = lt_s i32 %m, {largest}\n  br %c, set, done\nset:\n  store i32 @max, {largest}\n  \
                 jump done\ndone:\n"
            ))
        })
        .collect();
    program("global @max: i32 = 0\n", &bodies)
}

#[test]
fn figure_1_is_found_by_the_search() {
    let first = locked("  store i32 @x, 1\n");
    let second = locked("  store i32 @x, 2\n") + "  store i32 @x, 3\n";
    let text = program("global @x: i32 = 0\n", &[first, second]);
    for (order, classic) in ORDERS.into_iter().flat_map(|o| [(o, false), (o, true)]) {
        let answer = check(&text, order, classic);
        assert!(answer.outcome.has_race(), "{order:?}");
        // The weaker order of section III.B predicts it from the execution that the figure has.
        assert!(
            order != Order::Dc || answer.outcome.stats.executions == 0,
            "the first execution does not show it: {}",
            answer.outcome.stats.executions
        );
    }
}

/// Bytes of a lock are kept together, once they are known to be a lock's; a plain access of any of them is
/// seen all the same.
#[test]
fn a_plain_access_to_a_lock_is_no_secret() {
    for word in [0, 1, 2] {
        let first = locked("") + &locked("");
        let second = locked("")
            + &format!("  %i = add i64 0, {word}\n  %p = offset @lock, %i * 4\n  store i32 %p, 0\n");
        for threads in [[first.clone(), second.clone()], [second, first]] {
            let text = program("", &threads);
            for (order, classic) in ORDERS.into_iter().flat_map(|o| [(o, false), (o, true)]) {
                let outcome = check(&text, order, classic).outcome;
                assert!(
                    outcome.has_race() || !outcome.is_complete(),
                    "{order:?} {classic} {word}"
                );
            }
        }
    }
}

#[test]
fn figure_4_needs_more_than_the_last_dependent_section() {
    let first = "  store i32 @x, 1\n".to_owned() + &locked("  store i32 @x, 2\n");
    let second = locked("  store i32 @y, 1\n");
    let third =
        locked("  %v = load i32 @y\n  br %v, write, done\nwrite:\n  store i32 @x, 3\n  jump done\ndone:\n");
    let text = program(
        "global @x: i32 = 0\nglobal @y: i32 = 0\n",
        &[first, second, third],
    );
    for (order, classic) in ORDERS.into_iter().flat_map(|o| [(o, false), (o, true)]) {
        assert!(check(&text, order, classic).outcome.has_race(), "{order:?}");
    }
}

#[test]
fn indexer_needs_one_execution_until_hashes_meet() {
    for n in [2, 5, 11] {
        let text = indexer(n);
        assert_eq!(executions(&text, Order::Dc, false), 1);
        assert_eq!(executions(&text, Order::Dc, true), 1);
        assert_eq!(executions(&text, Order::Wcp, true), 1);
    }
    // With happens-before one for each order of the sections: 8! / 4!², 12! / 4!³, and 63 million for four
    // threads.
    assert_eq!(executions(&indexer(2), Order::Hb, false), 70);
    assert_eq!(executions(&indexer(3), Order::Hb, false), 34_650);
    assert_eq!(executions(&indexer(12), Order::Dc, false), 8);
    assert_eq!(executions(&indexer(13), Order::Dc, false), 64);
}

/// Figure 6 for 12 to 16 threads with `dc`, printed: minutes.
#[test]
#[ignore = "takes minutes"]
fn indexer_with_many_threads() {
    for n in 12..=16 {
        let answer = check(&indexer(n), Order::Dc, false);
        let (executions, limits) = (answer.outcome.stats.executions, answer.outcome.limits);
        println!("{n} threads: {executions} executions {limits:?}");
    }
}

#[test]
fn findmax_needs_fewer_executions_with_weaker_orders() {
    let counts =
        |order, classic| -> Vec<u64> { (2..=5).map(|n| executions(&findmax(n), order, classic)).collect() };
    let (hb, wcp, dc) = (
        counts(Order::Hb, true),
        counts(Order::Wcp, true),
        counts(Order::Dc, true),
    );
    assert_eq!(
        (hb, wcp, dc),
        (vec![2, 6, 24, 120], vec![2, 5, 16, 65], vec![2, 5, 16, 65])
    );
    // With source sets one for each class of executions.
    assert_eq!(counts(Order::Hb, false), vec![2, 6, 24, 120]);
    assert_eq!(counts(Order::Dc, false), vec![2, 5, 15, 52]);
}
