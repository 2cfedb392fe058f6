//! Arguments that are wrong, one for each form: a program that breaks the argument refutes it, and one that
//! keeps to it does not.
//!
//! The prover only lists the accesses here; the reasons are put into its mouth.

use raceproof_c::{Input, Options, compile};
use raceproof_certify::{Broken, Effort, Refutation, certify};
use raceproof_engine::argument::{
    Arguments, By, Lock, LockSort, Mode, ObjectName, Owner, Part, Reason, SharedObject, Use,
};
use raceproof_engine::{Budget, try_mutants};
use raceproof_ir::{GlobalId, Program};
use raceproof_machine::{Config, Machine};
use raceproof_modular::argue;
use std::panic::Location;
use std::path::Path;

const HEADERS: &str = "#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\
    extern int __VERIFIER_nondet_int(void);\n\
    extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n\
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;\n\
    pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER; sem_t s;\n\
    int x, a[8]; atomic_int flag; union { long w; int lo; unsigned char b; } u; int *p;\n\
    pthread_mutex_t ms[8]; pthread_once_t o = PTHREAD_ONCE_INIT; unsigned char taken = 1; pthread_barrier_t bar;\n\
    struct { pthread_mutex_t m; int x; } pair;\n";

/// Two threads run `f` with 0 and 1; the first one does something before, beside and after them.
fn program(name: &str, body: &str, before: &str, beside: &str, after: &str) -> Program {
    let text = format!(
        "{HEADERS}void *f(void *given) {{ long id = (long)given; {body}; return 0; }}\n\
         int main(void) {{ pthread_t t[2]; {before};\n\
         for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, f, (void *)i);\n\
         {beside};\n for (int i = 0; i < 2; i++) pthread_join(t[i], 0);\n {after}; return 0; }}\n"
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("wrong-{name}.c"));
    std::fs::write(&path, text).expect("the directory for tests can be written");
    let input = Input {
        path,
        options: Default::default(),
    };
    match compile(&[input], Options::default()) {
        Ok(compiled) => compiled.program,
        Err(_) => panic!("{name} does not compile: {body}"),
    }
}

fn global(program: &Program, name: &str) -> ObjectName {
    let place = program.globals.iter().position(|g| g.name == name);
    ObjectName::Global(GlobalId(place.unwrap_or_else(|| panic!("no {name}")) as u32))
}

/// The accesses of the program, with these reasons for all of an object and none open.
fn claim(program: &Program, object: ObjectName, reasons: &[Reason]) -> Arguments {
    let mut arguments = argue(program, &|| false).arguments;
    for shared in &mut arguments.objects {
        for part in &mut shared.parts {
            part.open.clear();
            if shared.name == object {
                part.reasons = reasons.to_vec();
            }
        }
    }
    arguments
}

/// A test that has it refuted needs every check that does so.
#[track_caller]
fn checked(program: &Program, arguments: &Arguments) -> Result<(), Refutation> {
    let machine = Machine::new(program, Config::default());
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    let effort = Effort {
        runs: 12,
        seed: 1,
        budget: &budget,
    };
    let test = Location::caller().to_string();
    try_mutants(&test, || certify(&machine, arguments, effort).is_ok());
    certify(&machine, arguments, effort).map(|proof| {
        assert!(proof.runs() >= 12 && proof.accesses() > 0);
    })
}

/// Whether two accesses refute a claim about an object.
#[track_caller]
fn is_unordered(program: &Program, object: &str, reason: impl Fn(&Program) -> Reason) -> bool {
    let name = global(program, object);
    match checked(program, &claim(program, name, &[reason(program)])) {
        Ok(()) => false,
        Err(Refutation {
            object,
            how: Broken::Unordered(..) | Broken::Unheld(_),
        }) => {
            assert_eq!(object, name);
            true
        }
        Err(other) => panic!("{other:?}"),
    }
}

fn guard(program: &Program, lock: &str, length: u64, sort: LockSort) -> Reason {
    let lock = Lock::Bytes {
        object: global(program, lock),
        offset: 0,
        length,
        sort,
    };
    Reason::Guarded(lock, Mode::Exclusive)
}

#[test]
fn a_lock_that_one_of_two_does_not_hold() {
    let by_m = |p: &Program| guard(p, "m", 20, LockSort::Object);
    let lock = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m)";
    assert!(!is_unordered(&program("held", lock, "", "", ""), "x", by_m));
    let other = "pthread_mutex_lock(id ? &m : &m2); x++; pthread_mutex_unlock(id ? &m : &m2)";
    assert!(is_unordered(&program("other", other, "", "", ""), "x", by_m));
    let late = "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x++";
    assert!(is_unordered(&program("late", late, "", "", ""), "x", by_m));
    let beside = program("beside", lock, "", "x = 1", "");
    assert!(is_unordered(&beside, "x", by_m));
}

#[test]
fn a_lock_that_both_share() {
    let by_rw = |p: &Program| guard(p, "rw", 8, LockSort::Object);
    let write = "pthread_rwlock_wrlock(&rw); x++; pthread_rwlock_unlock(&rw)";
    assert!(!is_unordered(&program("write", write, "", "", ""), "x", by_rw));
    let read = "pthread_rwlock_rdlock(&rw); x++; pthread_rwlock_unlock(&rw)";
    assert!(is_unordered(&program("read", read, "", "", ""), "x", by_rw));
}

#[test]
fn an_owner_that_is_two() {
    let owned = |_: &Program| Reason::Owned(Owner::Instance);
    assert!(!is_unordered(&program("own", "a[id]++", "", "", ""), "a", owned));
    assert!(is_unordered(
        &program("half", "a[id / 2]++", "", "", ""),
        "a",
        owned
    ));
}

#[test]
fn an_order_that_a_schedule_breaks() {
    let created = |_: &Program| Reason::Ordered(By::Creation);
    let read = "int y = x; (void)y";
    assert!(!is_unordered(
        &program("first", read, "x = 1", "", "x = 2"),
        "x",
        created
    ));
    assert!(is_unordered(
        &program("beside-read", read, "", "x = 1", ""),
        "x",
        created
    ));
    // That the lock came first in this schedule is no creation.
    let locked = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m)";
    assert!(is_unordered(
        &program("accident", locked, "", "", ""),
        "x",
        created
    ));
    let one = |_: &Program| Reason::OneThread;
    assert!(is_unordered(&program("two", "x++", "", "", ""), "x", one));
}

#[test]
fn a_flag_that_orders_nothing() {
    let by_flag = |p: &Program| Reason::Ordered(By::Flag(global(p, "flag"), 0));
    let look = |order: &str| format!("if (atomic_load_explicit(&flag, memory_order_{order})) x++");
    let set = |order: &str| format!("x = 1; atomic_store_explicit(&flag, 1, memory_order_{order})");
    let only = |look: String| format!("if (!id) {{ {look}; }}");
    let good = program("flag", &only(look("acquire")), "", &set("release"), "");
    assert!(!is_unordered(&good, "x", by_flag));
    let weak = program("weak", &only(look("relaxed")), "", &set("release"), "");
    assert!(is_unordered(&weak, "x", by_flag));
}

#[test]
fn a_barrier_that_one_does_not_wait_at() {
    let by_barrier = |_: &Program| Reason::Ordered(By::Barrier);
    let text = |wait: &str| format!("if (!id) x = 1; {wait}pthread_barrier_wait(&bar); if (id) x++");
    let init = "pthread_barrier_init(&bar, 0, 2)";
    let good = program("barrier", &text(""), init, "", "");
    assert!(!is_unordered(&good, "x", by_barrier));
    let without = program("barrier-less", &text("if (id > 1) "), init, "", "");
    assert!(is_unordered(&without, "x", by_barrier));
    // Both write after it.
    let late = program(
        "barrier-late",
        &text("").replace("if (id) x++", "x++"),
        init,
        "",
        "",
    );
    assert!(is_unordered(&late, "x", by_barrier));
}

#[test]
fn an_address_that_is_handed_over_without_order() {
    let handed = |_: &Program| Reason::Ordered(By::HandOver);
    let text = |give: &str, load: &str| {
        format!(
            "if (id) {{ {give}; }} else {{ int *q = __atomic_load_n(&p, __ATOMIC_{load}); if (q) ++*q; }}"
        )
    };
    let give = "x = 1; __atomic_store_n(&p, &x, __ATOMIC_RELEASE)";
    let good = program("handed", &text(give, "ACQUIRE"), "", "", "");
    assert!(!is_unordered(&good, "x", handed));
    let weak = program("handed-weak", &text(give, "RELAXED"), "", "", "");
    assert!(is_unordered(&weak, "x", handed));
    let late = "__atomic_store_n(&p, &x, __ATOMIC_RELEASE); x = 1";
    let late = program("handed-late", &text(late, "ACQUIRE"), "", "", "");
    assert!(is_unordered(&late, "x", handed));
}

#[test]
fn what_the_argument_does_not_list() {
    let text = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m)";
    let program = program("list", text, "", "", "");
    let name = global(&program, "x");
    let reasons = [guard(&program, "m", 20, LockSort::Object)];
    let all = claim(&program, name, &reasons);
    let change = |change: &dyn Fn(&mut Vec<Use>)| {
        let mut changed = all.clone();
        let objects = changed.objects.iter_mut().filter(|object| object.name == name);
        for part in objects.flat_map(|object| &mut object.parts) {
            change(&mut part.uses);
        }
        checked(&program, &changed).map_err(|refutation| refutation.how)
    };
    assert_eq!(change(&|_| {}), Ok(()));
    let unwritten = change(&|uses| uses.iter_mut().for_each(|used| used.write = false));
    assert!(matches!(unwritten, Err(Broken::Written(_))), "{unwritten:?}");
    let atomic = change(&|uses| uses.iter_mut().for_each(|used| used.atomic = true));
    assert!(matches!(atomic, Err(Broken::Plain(_))), "{atomic:?}");
    let fewer = change(&|uses| uses.retain(|used| !used.write));
    assert!(matches!(fewer, Err(Broken::Unlisted(_))), "{fewer:?}");
    let elsewhere = change(&|uses| {
        for used in uses {
            (used.bytes.low, used.bytes.high) = (4, 4);
        }
    });
    assert!(matches!(elsewhere, Err(Broken::Unlisted(_))), "{elsewhere:?}");
    let mut without = all.clone();
    without.objects.retain(|object| object.name != name);
    let without = checked(&program, &without).map_err(|refutation| refutation.how);
    assert!(matches!(without, Err(Broken::Unshared(..))), "{without:?}");
}

#[test]
fn a_semaphore_that_lets_two_past() {
    let by_s = |p: &Program| guard(p, "s", 4, LockSort::Semaphore);
    let text = "sem_wait(&s); x++; sem_post(&s)";
    let one = program("one", text, "sem_init(&s, 0, 1)", "", "");
    assert!(!is_unordered(&one, "x", by_s));
    let two = program("more", text, "sem_init(&s, 0, 2)", "", "");
    let refuted = checked(&two, &claim(&two, global(&two, "x"), &[by_s(&two)]));
    let refuted = refuted.map_err(|refutation| refutation.how);
    assert!(
        matches!(refuted, Err(Broken::TwoHolders(_) | Broken::Unheld(_))),
        "{refuted:?}"
    );
}

#[test]
fn a_variable_that_is_no_lock() {
    let take = "if (!__atomic_exchange_n(&u.b, 1, __ATOMIC_SEQ_CST)) { x++; __atomic_store_n(&u.b, 0, __ATOMIC_SEQ_CST); }";
    let by_byte = |p: &Program| guard(p, "u", 1, LockSort::Word);
    assert!(!is_unordered(&program("byte", take, "", "", ""), "x", by_byte));
    let freed = program(
        "freed",
        take,
        "",
        "__atomic_store_n(&u.lo, 0x100, __ATOMIC_SEQ_CST)",
        "",
    );
    assert!(is_unordered(&freed, "x", by_byte));
    // One takes four bytes and the other one eight: neither is the lock of both.
    let mixed = "if (id) { int e = 0; if (__atomic_compare_exchange_n(&u.lo, &e, 1, 0, 5, 5)) x++; }\n\
         else { long e = 0; if (__atomic_compare_exchange_n(&u.w, &e, 1L << 32, 0, 5, 5)) x++; }";
    let mixed = program("mixed", mixed, "", "", "");
    for length in [4, 8] {
        assert!(is_unordered(&mixed, "x", |p| guard(
            p,
            "u",
            length,
            LockSort::Word
        )));
    }
}

#[test]
fn the_lock_of_another_element() {
    let element = |p: &Program| {
        let lock = Lock::Element {
            object: global(p, "ms"),
            offset: 0,
            stride: 40,
        };
        Reason::Guarded(lock, Mode::Exclusive)
    };
    let text = |lock: &str| {
        format!(
            "for (int i = 0; i < 3; i++) {{ pthread_mutex_lock(&ms[{lock}]); a[i]++; pthread_mutex_unlock(&ms[{lock}]); }}"
        )
    };
    assert!(!is_unordered(
        &program("element", &text("i"), "", "", ""),
        "a",
        element
    ));
    assert!(is_unordered(
        &program("elsewhere", &text("i + id"), "", "", ""),
        "a",
        element
    ));
}

#[test]
fn an_atomic_block_that_one_is_not_in() {
    let block = |_: &Program| Reason::Guarded(Lock::AtomicBlock, Mode::Exclusive);
    let text = "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end()";
    assert!(!is_unordered(&program("block", text, "", "", ""), "x", block));
    assert!(is_unordered(
        &program("outside", text, "", "x = 1", ""),
        "x",
        block
    ));
}

#[test]
fn a_block_that_is_shared_at_first() {
    let text = "if (id) { int *q = malloc(4); *q = 1; __atomic_store_n(&p, q, __ATOMIC_ORDER); }\n\
        else { int *q = __atomic_load_n(&p, __ATOMIC_ACQUIRE); if (q) x = *q; }";
    let unshared = |program: &Program| {
        let mut arguments = argue(program, &|| false).arguments;
        let blocks = arguments.objects.iter_mut();
        let mut blocks = blocks.filter(|object| matches!(object.name, ObjectName::Block(_)));
        let block: &mut SharedObject = blocks.next().expect("a block that both use");
        for part in &mut block.parts {
            *part = Part {
                reasons: vec![Reason::Unshared],
                open: Vec::new(),
                uses: part.uses.clone(),
            };
        }
        let how = checked(program, &arguments).map_err(|refutation| refutation.how);
        matches!(how, Err(Broken::Unordered(..)))
    };
    let released = program("released", &text.replace("ORDER", "RELEASE"), "", "", "");
    assert!(!unshared(&released));
    // Handed over by an operation that orders nothing, and written after it is known.
    let late = text.replace(
        "*q = 1; __atomic_store_n(&p, q, __ATOMIC_ORDER);",
        "__atomic_store_n(&p, q, __ATOMIC_RELEASE); *q = 1;",
    );
    assert!(unshared(&program("published", &late, "", "", "")));
}

#[test]
fn what_is_done_for_one_input_of_many() {
    let by_m = |p: &Program| guard(p, "m", 20, LockSort::Object);
    let rare = |what: &str| format!("if (__VERIFIER_nondet_int() == 123456789) {{ {what}; }}");
    let locked = rare("pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m)");
    assert!(!is_unordered(
        &program("rare-lock", &locked, "", "", ""),
        "x",
        by_m
    ));
    let used = "pthread_mutex_lock(&m); pthread_mutex_unlock(&m)";
    assert!(is_unordered(
        &program("rare", &rare("x++"), used, "", ""),
        "x",
        by_m
    ));
    // A branch on what a lock has told is no input, though the register had one.
    let tried = "for (int i = 0; i < 3; i++) { int r = __VERIFIER_nondet_int(); (void)r;\n\
        if (pthread_mutex_trylock(&m) == 0) { x++; pthread_mutex_unlock(&m); } }";
    assert!(!is_unordered(&program("tried", tried, "", "", ""), "x", by_m));
}

#[test]
fn what_is_done_after_a_long_loop() {
    let owned = |_: &Program| Reason::Owned(Owner::Instance);
    let text = "for (long i = 0; i < 1000000; i++) { a[2 + id]++; a[4 + id]++; } a[0]++";
    assert!(is_unordered(&program("long", text, "", "", ""), "a", owned));
    // Loops that create and join agree on how many there are.
    let joined = |_: &Program| Reason::Ordered(By::Join);
    let many = "int n = __VERIFIER_nondet_int(); if (n > 8) n = 8; pthread_t more[8];\n\
        for (int i = 0; i < n; i++) pthread_create(&more[i], 0, f, (void *)(long)(2 + i));\n\
        for (int i = 0; i < n; i++) pthread_join(more[i], 0);\n\
        x = 1";
    let read = program("many", "int y = x; (void)y", many, "", "x = 2");
    assert!(!is_unordered(&read, "x", joined));
}

/// A lock of which it cannot be seen which one it is.
fn with_lock(lock: &str, what: &str) -> String {
    format!(
        "pthread_mutex_t *q = id < 5 ? {lock} : &m; pthread_mutex_lock(q); {what}; pthread_mutex_unlock(q)"
    )
}

#[test]
fn another_lock_that_both_hold() {
    let at = |p: &Program, object: &str, offset: i64| {
        let lock = Lock::Bytes {
            object: global(p, object),
            offset,
            length: 20,
            sort: LockSort::Object,
        };
        Reason::Guarded(lock, Mode::Exclusive)
    };
    let held = |lock: Lock| Reason::Guarded(lock, Mode::Exclusive);
    let element = |p: &Program, object: &str, stride: u64| {
        let object = global(p, object);
        Lock::Element {
            object,
            offset: 0,
            stride,
        }
    };
    let other = program("both-other", &with_lock("&m2", "x++"), "", "", "");
    assert!(!is_unordered(&other, "x", |p| at(p, "m2", 0)));
    assert!(is_unordered(&other, "x", |p| at(p, "m", 0)));
    assert!(is_unordered(&other, "x", |_| held(Lock::AtomicBlock)));
    assert!(is_unordered(&other, "x", |_| held(Lock::Combination)));
    assert!(is_unordered(&other, "x", |_| held(Lock::Near(0))));
    assert!(is_unordered(&other, "x", |p| held(element(p, "m", 40))));
    let first = program("both-first", &with_lock("&ms[0]", "x++"), "", "", "");
    assert!(!is_unordered(&first, "x", |p| at(p, "ms", 0)));
    assert!(is_unordered(&first, "x", |p| at(p, "ms", 40)));
    let second = program("both-second", &with_lock("&ms[1]", "x++"), "", "", "");
    assert!(!is_unordered(&second, "x", |p| held(element(p, "ms", 40))));
    assert!(is_unordered(&second, "x", |p| held(element(p, "ms", 80))));
    let near = program("both-near", &with_lock("&pair.m", "pair.x++"), "", "", "");
    assert!(!is_unordered(&near, "pair", |_| held(Lock::Near(40))));
    let waits = with_lock("&m2", "sem_wait(&s); x++; sem_post(&s)");
    let waits = program("both-wait", &waits, "sem_init(&s, 0, 1)", "", "");
    assert!(is_unordered(&waits, "x", |p| at(p, "s", 0)));
    let late = program(
        "both-late",
        &with_lock("&m2", "").replace("; pthread_mutex_unlock(q)", "pthread_mutex_unlock(q); x++"),
        "",
        "",
        "",
    );
    assert!(is_unordered(&late, "x", |p| at(p, "m2", 0)));
}

#[test]
fn a_once_that_is_over() {
    let by_once = |p: &Program| guard(p, "o", 4, LockSort::Object);
    let text = "pthread_once(&o, first); WHAT";
    let made = |name: &str, what: &str| {
        let text = text.replace("WHAT", what);
        program(name, &text.replace("first", "(void (*)(void))abs"), "", "", "")
    };
    assert!(is_unordered(&made("once-write", "x++"), "x", by_once));
}

#[test]
fn a_variable_that_was_taken_before() {
    let by_byte = |p: &Program| guard(p, "u", 1, LockSort::Word);
    let take = "__atomic_exchange_n(&u.b, 1, __ATOMIC_SEQ_CST)";
    let turns = |first: &str, second: &str| {
        format!("if (id) {{ sem_wait(&s); {second}; x++; }} else {{ {first}; x++; sem_post(&s); }}")
    };
    let made = |name: &str, text: &str| program(name, text, "sem_init(&s, 0, 0)", "", "");
    let freed = format!("__atomic_store_n(&u.b, 0, __ATOMIC_SEQ_CST); {take}");
    assert!(!is_unordered(
        &made("word-freed", &turns(take, &freed)),
        "x",
        by_byte
    ));
    assert!(is_unordered(
        &made("word-taken", &turns(take, take)),
        "x",
        by_byte
    ));
    let by_taken = |p: &Program| guard(p, "taken", 1, LockSort::Word);
    let start = turns(take, &freed).replace("u.b", "taken");
    assert!(is_unordered(&made("word-start", &start), "x", by_taken));
    // They take four bytes, and the claim is about one of them.
    let wide = "int e = 0; while (!__atomic_compare_exchange_n(&u.lo, &e, 0x100, 0, 5, 5)) e = 0; x++; a[0]++;\n\
         __atomic_store_n(&u.lo, 0, __ATOMIC_SEQ_CST)";
    let wide = program("word-wide", wide, "", "", "");
    let claimed = |length: u64| {
        let mut arguments = claim(
            &wide,
            global(&wide, "x"),
            &[guard(&wide, "u", length, LockSort::Word)],
        );
        let of_a = arguments
            .objects
            .iter_mut()
            .filter(|object| object.name == global(&wide, "a"));
        for part in of_a.flat_map(|object| &mut object.parts) {
            part.reasons = vec![guard(&wide, "u", 4, LockSort::Word)];
        }
        checked(&wide, &arguments).is_ok()
    };
    assert!(claimed(4));
    assert!(!claimed(1));
}

#[test]
fn an_access_that_another_one_follows() {
    let joined = |_: &Program| Reason::Ordered(By::Join);
    let turns = |what: &str| {
        format!("if (id) pthread_barrier_wait(&bar); {what}; if (!id) pthread_barrier_wait(&bar)")
    };
    let init = "pthread_barrier_init(&bar, 0, 2)";
    // Both read at one place, the second thread later, and only that one is joined.
    let one = "pthread_join(t[1], 0); x = 1; pthread_join(t[0], 0); return 0";
    let read = program("follow-read", &turns("int y = x; (void)y"), init, one, "");
    assert!(is_unordered(&read, "x", joined));
    // One place writes without the lock and then with it.
    let rounds = "for (long i = id; i < 2; i++) { if (i) pthread_mutex_lock(&m); x++; if (i) pthread_mutex_unlock(&m); }";
    let locked = program("follow-lock", &turns(rounds), init, "", "");
    let name = global(&locked, "x");
    let reasons = [guard(&locked, "m", 20, LockSort::Object), Reason::OneThread];
    assert!(checked(&locked, &claim(&locked, name, &reasons)).is_err());
}

#[test]
fn a_use_that_nothing_conflicts_with_is_listed() {
    let program = program("alone", "int y = x; (void)y", "x = 1", "", "");
    let name = global(&program, "x");
    let all = claim(&program, name, &[Reason::Ordered(By::Creation)]);
    assert_eq!(checked(&program, &all), Ok(()));
    let mut fewer = all.clone();
    let objects = fewer.objects.iter_mut().filter(|object| object.name == name);
    objects
        .flat_map(|object| &mut object.parts)
        .for_each(|part| part.uses.retain(|used| !used.write));
    let refuted = checked(&program, &fewer).map_err(|refutation| refutation.how);
    assert!(matches!(refuted, Err(Broken::Unlisted(_))), "{refuted:?}");
}

#[test]
fn a_defect_that_the_proof_assumes_away() {
    let by_m = |p: &Program| guard(p, "m", 20, LockSort::Object);
    let text = |last: &str| {
        format!("pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); int *q = a; q += {last} + id; *q = 1")
    };
    let out = program("outside", &text("40"), "", "", "");
    let refuted = checked(&out, &claim(&out, global(&out, "x"), &[by_m(&out)]));
    let refuted = refuted.map_err(|refutation| refutation.how);
    assert!(matches!(refuted, Err(Broken::Undefined(_))), "{refuted:?}");
}

#[test]
fn a_block_that_was_shared_before() {
    let unshared = |program: &Program| {
        let mut arguments = argue(program, &|| false).arguments;
        let blocks = arguments.objects.iter_mut();
        for block in blocks.filter(|object| matches!(object.name, ObjectName::Block(_))) {
            for part in &mut block.parts {
                (part.reasons, part.open) = (vec![Reason::Unshared], Vec::new());
            }
        }
        checked(program, &arguments).is_err()
    };
    let text = "if (!id) { int *q = calloc(1, 4); if (!q) return 0; __atomic_store_n(&p, q, __ATOMIC_ORDER); }\n\
        int *r = __atomic_load_n(&p, __ATOMIC_ORDER); if (r) { USE }";
    let with = |name: &str, store: &str, load: &str, then: &str| {
        let text = text.replacen("ORDER", store, 1).replacen("ORDER", load, 1);
        program(name, &text.replace("USE", then), "", "", "")
    };
    let locked = "pthread_mutex_lock(&m); ++*r; pthread_mutex_unlock(&m);";
    assert!(unshared(&with("shared-lock", "RELEASE", "ACQUIRE", locked)));
    let read = "x = *r;";
    let read = read.replace("x = ", "int y = ") + " (void)y;";
    assert!(!unshared(&with("filled", "RELEASE", "ACQUIRE", &read)));
    assert!(unshared(&with("filled-weak", "RELAXED", "RELAXED", &read)));
}
