//! Programs in text form: what they return, and which faults they have.

mod common;

use common::run;
use raceproof_machine::{Blind, Config, FaultKind, Machine, Note, Pause, Stop, ThreadId};

fn check(text: &str, status: i32) {
    let (pause, _) = run(text);
    assert_eq!(pause, Pause::Exit(status), "{text}");
}

fn fault(text: &str) -> FaultKind {
    match run(text).0 {
        Pause::Stop(Stop::Fault(fault)) => fault.kind,
        other => panic!("{other:?}\n{text}"),
    }
}

/// The body of `main`, with some globals around.
fn main_of(body: &str) -> String {
    format!(
        "global @x: i32 = 5\nglobal @a: 40 bytes align 8 = i32 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n\
         global @c: i32 = 1 const\nglobal @p: ptr = null\n\
         func @malloc(i64) -> ptr\nfunc @free(ptr)\n\
         func @main() -> i32 {{\n{body}\n}}\n"
    )
}

#[test]
fn loops_sum_an_array() {
    check(
        &main_of(
            "reg %i: i32, %s: i32\n%i = 0\n%s = 0\njump loop\nloop:\n%more = lt_s i32 %i, 10\nbr %more, body, done\nbody:\n\
             %n = sext i32 %i to i64\n%p = offset @a, %n * 4\n%v = load i32 %p\n%t = add_s i32 %s, %v\n%s = %t\n\
             %i = add_s i32 %i, 1\njump loop\ndone:\nreturn %s",
        ),
        55,
    );
}

#[test]
fn an_index_that_changes_after_its_address_was_taken() {
    check(
        &main_of(
            "reg %i: i64\n%i = 2\n%p = offset @a, %i * 4\n%i = 5\n%v = load i32 %p\n%q = offset @a, %i * 4\n\
             %w = load i32 %q\n%r = mul_s i32 %v, 10\n%s = add_s i32 %r, %w\nreturn %s",
        ),
        36,
    );
}

#[test]
fn recursion() {
    check(
        "func @fib(%n: i32) -> i32 {\n%c = lt_s i32 %n, 2\nbr %c, base, more\nbase:\nreturn %n\nmore:\n\
         %a = sub_s i32 %n, 1\n%x = call @fib(%a)\n%b = sub_s i32 %n, 2\n%y = call @fib(%b)\n%z = add_s i32 %x, %y\nreturn %z\n}\n\
         func @main() -> i32 {\n%r = call @fib(11)\nreturn %r\n}",
        89,
    );
}

#[test]
fn slots_live_and_die() {
    let text = "func @set(%p: ptr, %v: i32) {\nstore i32 %p, %v\nreturn\n}\n\
         func @bad() -> ptr {\nslot $s: 4 align 4\n%p = slot_addr $s\nreturn %p\n}\n\
         func @main() -> i32 {\nslot $x: 4 align 4\n%p = slot_addr $x\ncall @set(%p, 7)\n%v = load i32 %p\nBODY\n}";
    check(&text.replace("BODY", "return %v"), 7);
    assert!(matches!(
        fault(&text.replace("BODY", "%q = call @bad()\n%w = load i32 %q\nreturn %w")),
        FaultKind::DeadVariable(_)
    ));
    assert!(matches!(
        fault(&text.replace("BODY", "slot_dead $x\n%w = load i32 %p\nreturn %w")),
        FaultKind::DeadVariable(_)
    ));
}

#[test]
fn memory_faults() {
    let of = |body: &str| fault(&main_of(body));
    assert_eq!(of("%v = load i32 null\nreturn %v"), FaultKind::NullPointer);
    assert_eq!(
        of("%q = offset null, 8\n%v = load i32 %q\nreturn %v"),
        FaultKind::NullPointer
    );
    assert!(matches!(
        of("%v = load i32 @a + 38\nreturn %v"),
        FaultKind::OutOfBounds { offset: 38, .. }
    ));
    assert!(matches!(
        of("store i8 @a - 1, 1\nreturn 0"),
        FaultKind::OutOfBounds { .. }
    ));
    assert!(matches!(
        of("store i32 @c, 1\nreturn 0"),
        FaultKind::ConstantWrite(_)
    ));
    assert!(matches!(
        of("%v = load i32 @main\nreturn %v"),
        FaultKind::CodeAccess(_)
    ));
    assert!(matches!(
        of("%q = int_to_ptr i64 0x1234567812345678 to ptr\n%v = load i32 %q\nreturn %v"),
        FaultKind::WildPointer(_)
    ));
    assert!(matches!(
        of("call *p()\nreturn 0".replace("*p", "*@x").as_str()),
        FaultKind::BadCall(_)
    ));
    assert_eq!(of("%v = div_s i32 1, 0\nreturn %v"), FaultKind::DivisionByZero);
    assert_eq!(of("%v = rem_u i64 1, 0\nreturn 0"), FaultKind::DivisionByZero);
    assert_eq!(
        of("%v = div_s i32 0x80000000, -1\nreturn %v"),
        FaultKind::DivisionOverflow
    );
    assert_eq!(
        of("assert 0, \"no\"\nreturn 0"),
        FaultKind::Assertion("no".into())
    );
    assert_eq!(of("unreachable"), FaultKind::Unreachable);
}

#[test]
fn heap_faults() {
    let of = |body: &str| fault(&main_of(&format!("%h = call @malloc(16)\n{body}\nreturn 0")));
    assert!(matches!(
        of("%q = offset %h, 13\nstore i32 %q, 1"),
        FaultKind::OutOfBounds { size: 16, .. }
    ));
    assert!(matches!(
        of("call @free(%h)\n%v = load i32 %h"),
        FaultKind::UseAfterFree { .. }
    ));
    assert!(matches!(
        of("call @free(%h)\ncall @free(%h)"),
        FaultKind::DoubleFree { .. }
    ));
    assert!(matches!(
        of("%q = offset %h, 8\ncall @free(%q)"),
        FaultKind::InvalidFree(_)
    ));
    assert!(matches!(of("call @free(@a)"), FaultKind::InvalidFree(_)));
}

#[test]
fn endless_recursion_is_a_fault() {
    assert_eq!(
        fault(
            "func @f(%n: i32) -> i32 {\n%v = call @f(%n)\nreturn %v\n}\nfunc @main() -> i32 {\n%v = call @f(1)\nreturn %v\n}"
        ),
        FaultKind::StackOverflow
    );
}

#[test]
fn pointers_survive_integers_and_copies() {
    check(
        &main_of(
            "%n = ptr_to_int ptr @a to i64\n%m = add i64 %n, 8\n%q = int_to_ptr i64 %m to ptr\nstore ptr @p, %q\n\
             %s = alloca 8\nmem_copy %s, @p, 8\n%r = load ptr %s\n%v = load i32 %r\nreturn %v",
        ),
        3,
    );
}

#[test]
fn pointers_of_four_bytes() {
    check(
        &format!(
            "model ilp32\n{}",
            main_of(
                "%n = ptr_to_int ptr @a to i32\n%m = add i32 %n, 8\n%q = int_to_ptr i32 %m to ptr\nstore ptr @p, %q\n\
                 %s = alloca 4\nmem_copy %s, @p, 4\n%r = load ptr %s\n%v = load i32 %r\n%z = load i32 @p\n\
                 %same = eq i32 %z, %m\n%w = add i32 %v, %same\nreturn %w"
            )
        ),
        4,
    );
}

#[test]
fn notes_are_made_once_for_each_site() {
    let (pause, record) = run(&main_of(
        "reg %i: i32\nslot $s: 8 align 4\n%i = 0\njump loop\nloop:\n%p = slot_addr $s\n%v = load i32 %p\n\
         %o = add_s i32 %v, 0x7fffffff\n%o2 = add_s i32 %o, 1\n%i = add_s i32 %i, 1\n%c = lt_s i32 %i, 3\nbr %c, loop, done\ndone:\n\
         store i32 %p, 1\n%w = load i32 %p\n%q = offset %p, 2\n%u = load i32 %q\nreturn %w",
    ));
    assert_eq!(pause, Pause::Exit(1));
    let notes: Vec<Note> = record.notes.list().iter().map(|(n, _)| *n).collect();
    use Note::*;
    assert_eq!(notes, [UninitialisedRead, SignedOverflow, UninitialisedRead]);
    assert_eq!(record.accesses.len(), 6);
}

#[test]
fn copies_carry_what_is_initialised() {
    let (pause, record) = run(&main_of(
        "%s = alloca 16\n%t = alloca 16\nstore i64 %s, 42\nmem_copy %t, %s, 16\n%v = load i32 %t\n\
         %q = offset %t, 8\n%w = load i32 %q\nmem_fill %q, 7, 8\n%z = load i8 %q\nreturn %v",
    ));
    assert_eq!(pause, Pause::Exit(42));
    assert_eq!(record.notes.list().len(), 1);
}

#[test]
fn jumps_by_value_and_by_label() {
    let text = main_of(
        "%v = load i32 @x\nswitch i32 %v signed [-1: no, 3..6: yes, 7: no] else no\nyes:\n%l = @main:third\njump_to %l [no, third]\n\
         no:\nreturn 1\nthird:\n%w = zext i8 200 to i128\nswitch i128 %w [200: good] else no\ngood:\nreturn 9",
    );
    check(&text, 9);
    assert!(matches!(
        fault(&main_of("jump_to @main:no [yes]\nno:\nreturn 1\nyes:\nreturn 2")),
        FaultKind::BadJump(_)
    ));
}

#[test]
fn set_jump_and_long_jump() {
    let text = "global @buf: 200 bytes align 8\nfunc @deep(%n: i32) {\nslot $s: 4 align 4\n%p = slot_addr $s\nstore i32 %p, %n\n\
         %c = eq i32 %n, 0\nbr %c, out, down\nout:\nlong_jump @buf, 5\nunreachable\ndown:\n%m = sub_s i32 %n, 1\ncall @deep(%m)\nreturn\n}\n\
         func @arm() {\n%r = set_jump @buf\nreturn\n}\n\
         func @main() -> i32 {\nreg %k: i32\n%k = 2\n%r = set_jump @buf\n%c = eq i32 %r, 0\nbr %c, first, again\nfirst:\n%k = 3\n\
         FIRST\nreturn 1\nagain:\n%s = mul_s i32 %r, %k\nreturn %s\n}";
    check(&text.replace("FIRST", "call @deep(10)"), 15);
    assert_eq!(
        fault(&text.replace("FIRST", "call @arm()\ncall @deep(10)")),
        FaultKind::BadLongJump
    );
    assert_eq!(
        fault("global @buf: 64 bytes align 8\nfunc @main() -> i32 {\nlong_jump @buf, 1\nunreachable\n}"),
        FaultKind::BadLongJump
    );
}

#[test]
fn bit_fields_leave_their_neighbours_alone() {
    let (pause, record) = run(&main_of(
        "store i32 @x, -1\nstore_bits i32 @x, 5 bits 3:7 location 0:4\n%v = load_bits i32 @x bits 3:7 signed location 0:4\n\
         %w = load i32 @x\n%e = and i32 %w, 0x3ff\n%f = shr_u i32 %e, 3\n%g = eq i32 %f, 5\n%h = and i32 %w, 7\n\
         store_bits i32 @x, 0x7f bits 3:7 location 0:4\n%s = load_bits i32 @x bits 3:7 signed location 0:4\n\
         %t = add_s i32 %v, %h\n%u = add_s i32 %t, %g\n%z = add_s i32 %u, %s\nreturn %z",
    ));
    assert_eq!(pause, Pause::Exit(5 + 7 + 1 - 1));
    assert_eq!(record.accesses[1].length, 4);
    assert!(record.accesses[1].write);
}

#[test]
fn wide_integers() {
    check(
        "global @w: i128 = 1000000000000000000000000\nfunc @twice(%v: i128) -> i128 {\n%r = add i128 %v, %v\nreturn %r\n}\n\
         func @main() -> i32 {\n%a = load i128 @w\n%b = call @twice(%a)\n%c = div_u i128 %b, 1000000000000000000000\n\
         %d = trunc i128 %c to i32\n%e = rem_u i32 %d, 256\n%l = lt_s i128 %a, %b\n%f = add i32 %e, %l\nreturn %f\n}",
        2000 % 256 + 1,
    );
}

#[test]
fn floats_convert_as_the_processor_does() {
    let value = |from: &str| {
        let text = format!("func @main() -> i32 {{\n{from}\nreturn %r\n}}");
        match run(&text).0 {
            Pause::Exit(status) => status,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(value("%r = float_to_signed f64 -3.9 to i32"), -3);
    assert_eq!(value("%r = float_to_signed f64 1e10 to i32"), i32::MIN);
    assert_eq!(value("%r = float_to_signed f64 nan to i32"), i32::MIN);
    assert_eq!(value("%r = float_to_unsigned f64 4294967295.0 to i32"), -1);
    assert_eq!(
        value("%v = float_to_unsigned f64 1e30 to i64\n%r = trunc i64 %v to i32"),
        0
    );
    assert_eq!(
        value("%v = float_to_unsigned f64 9223372036854777856.0 to i64\n%r = trunc i64 %v to i32"),
        2048
    );
    assert_eq!(
        value(
            "%f = fdiv f32 1.0, 3.0\n%d = float_to_float f32 %f to f64\n%e = fmul f64 %d, 3.0\n%r = flt f64 1.0, %e"
        ),
        1
    );
    assert_eq!(value("%r = flt f64 nan, 1.0"), 0);
    assert_eq!(value("%r = fne f64 nan, nan"), 1);
}

#[test]
fn branches_on_floats_treat_nan_right() {
    for (op, a, expected) in [
        ("flt", "nan", 2),
        ("fle", "nan", 2),
        ("feq", "nan", 2),
        ("fne", "nan", 1),
        ("flt", "0.5", 1),
    ] {
        for order in [
            "yes, no\nyes:\nreturn 1\nno:\nreturn 2",
            "yes, no\nno:\nreturn 2\nyes:\nreturn 1",
        ] {
            check(
                &format!(
                    "global @d: f64 = {a}\nfunc @main() -> i32 {{\n%v = load f64 @d\n%c = {op} f64 %v, 1.0\nbr %c, {order}\n}}"
                ),
                expected,
            );
        }
    }
}

#[test]
fn thread_locals_and_atomics() {
    check(
        "thread_local global @t: i32 = 5\nglobal @x: i32 = 1\nfunc @main() -> i32 {\n%p = thread_local_addr @t\n%v = load i32 %p\n\
         store i32 %p, 6\n%q = thread_local_addr @t\n%w = load i32 %q\n%o = atomic_rmw add i32 @x, 4\n%old, %ok = atomic_cas i32 @x, 5, 9\n\
         %l = atomic_load i32 @x\n%s = add_s i32 %v, %w\n%s2 = add_s i32 %s, %o\n%s3 = add_s i32 %s2, %ok\n%s4 = add_s i32 %s3, %l\nreturn %s4\n}",
        5 + 6 + 1 + 1 + 9,
    );
}

#[test]
fn choices_and_assumptions() {
    check(
        "func @main() -> i32 {\n%v = nondet i32 signed 3..7 \"n\"\nreturn %v\n}",
        3,
    );
    assert_eq!(
        run("func @main() -> i32 {\nassume 0\nreturn 0\n}").0,
        Pause::Ignored
    );
    assert!(matches!(
        run("func @nobody(i32) -> i32\nfunc @main() -> i32 {\n%r = call @nobody(1)\nreturn %r\n}").0,
        Pause::Stop(Stop::Gap(_))
    ));
    let empty = raceproof_ir::Program::default();
    let machine = Machine::new(&empty, Config::default());
    let pause = machine.run(&mut machine.initial(), ThreadId::MAIN, &mut Blind, 1);
    assert!(matches!(pause, Pause::Stop(Stop::Gap(_))));
}

#[test]
fn calls_with_the_wrong_arguments_go_on() {
    let (pause, record) = run(
        "func @two(%a: i32, %b: i32) -> i32 {\n%r = add_s i32 %a, %b\nreturn %r\n}\n\
         func @main() -> i32 {\nreg %v: i32, %w: i32\n%f = @two\n%v = call *%f(i32 3)\n%w = call *%f(i32 1, i32 2, i32 3)\n%r = add_s i32 %v, %w\nreturn %r\n}",
    );
    assert_eq!(pause, Pause::Exit(6));
    assert_eq!(record.notes.list().len(), 1);
}
