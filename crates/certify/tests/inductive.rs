//! What one pass over the program shows of an argument, and what it refutes: each claim with a program for
//! which it holds on every way, and one that differs by little.

use raceproof_certify::{Broken, Checked, Effort, Proof, Refutation, certify};
use raceproof_engine::argument::{
    Actor, Arguments, By, Bytes, Lock, LockSort, Mode, ObjectName, Part, Reason, SharedObject, Unknown, Use,
};
use raceproof_engine::{Budget, try_mutants};
use raceproof_ir::{Address, GlobalId, Operand, Program, parse};
use raceproof_machine::{Config, Machine};
use std::panic::Location;

const SHARED: &str = "global @x: i32\nglobal @y: i32\nglobal @p: ptr = null\nglobal @m: 40 bytes align 8\nglobal @n: 40 bytes align 8\n";

/// Two threads that do the same while the first one does something, after it has done something else.
fn program(before: &str, work: &str, beside: &str) -> Program {
    let text = format!(
        "{SHARED}func @lock() {{\n  mutex_lock @m\n  return\n}}\nfunc @unlock() {{\n  mutex_unlock @m\n  return\n}}\n\
         func @work(%arg: ptr) -> ptr {{\n{work}\n  return null\n}}\n\
         func @main() -> i32 {{\n{before}\n  %a = thread_create @work, null, 0\n  %b = thread_create @work, null, 0\n{beside}\n\
         \x20 _ = thread_join %a\n  _ = thread_join %b\n  return 0\n}}\n"
    );
    read(&text)
}

/// The functions of a program without the usual threads.
fn functions(text: &str) -> Program {
    read(&format!("{SHARED}{text}"))
}

fn read(text: &str) -> Program {
    parse("inductive.ir", text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn global(program: &Program, name: &str) -> GlobalId {
    let place = program.globals.iter().position(|g| g.name == name);
    GlobalId(place.unwrap_or_else(|| panic!("no {name}")) as u32)
}

/// An argument that lists what can be seen, for `@x`, with these reasons.
fn argument(program: &Program, reasons: &[Reason]) -> Arguments {
    let x = global(program, "x");
    let mut uses = Vec::new();
    for (at, inst) in program.instructions() {
        for (touch, write) in [(inst.reads(), false), (inst.writes(), true)] {
            let Some(touch) = touch else { continue };
            if touch.address == Operand::Address(Address::Global(x, 0)) {
                uses.push(Use {
                    at,
                    bytes: Bytes {
                        low: 0,
                        high: 0,
                        step: 0,
                        rest: 0,
                        length: 4,
                    },
                    write,
                    atomic: touch.is_atomic,
                    synchronises: false,
                    unshared: false,
                    unknown: false,
                    by: Actor {
                        entry: at.function,
                        many: true,
                    },
                });
            }
        }
    }
    let part = Part {
        uses,
        reasons: reasons.to_vec(),
        open: Vec::new(),
    };
    Arguments {
        objects: vec![SharedObject {
            name: ObjectName::Global(x),
            parts: vec![part],
            refuted: None,
        }],
        unknown: Vec::new(),
    }
}

/// Without a run: only what can be seen counts. A test for which that is not enough, or too much, needs every
/// condition that says so.
#[track_caller]
fn checked(program: &Program, reasons: &[Reason]) -> Result<Checked, Broken> {
    checked_argument(program, &argument(program, reasons))
}

#[track_caller]
fn checked_argument(program: &Program, arguments: &Arguments) -> Result<Checked, Broken> {
    let test = Location::caller().to_string();
    try_mutants(&test, || seen(program, arguments) == Ok(Checked::Inductive));
    try_mutants(&test, || seen(program, arguments).is_ok());
    seen(program, arguments)
}

fn seen(program: &Program, arguments: &Arguments) -> Result<Checked, Broken> {
    let machine = Machine::new(program, Config::default());
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    let effort = Effort {
        runs: 0,
        seed: 1,
        budget: &budget,
    };
    let proof: Result<Proof, Refutation> = certify(&machine, arguments, effort);
    proof
        .map(|proof| proof.checked()[0][0])
        .map_err(|refutation| refutation.how)
}

fn by_m(program: &Program) -> Reason {
    let lock = Lock::Bytes {
        object: ObjectName::Global(global(program, "m")),
        offset: 0,
        length: 20,
        sort: LockSort::Object,
    };
    Reason::Guarded(lock, Mode::Exclusive)
}

#[track_caller]
fn is_guarded(before: &str, work: &str, beside: &str, expected: Checked) {
    let program = program(before, work, beside);
    assert_eq!(checked(&program, &[by_m(&program)]), Ok(expected));
}

#[test]
fn a_lock_on_every_way() {
    let direct = "  mutex_lock @m\n  store i32 @x, 1\n  mutex_unlock @m";
    is_guarded("", direct, "", Checked::Inductive);
    is_guarded(
        "",
        "  call @lock()\n  store i32 @x, 1\n  call @unlock()",
        direct,
        Checked::Inductive,
    );
    let branch =
        "  %c = load i32 @y\n  br %c, then, end\nthen:\n  mutex_lock @m\n  jump end\nend:\n  store i32 @x, 1";
    is_guarded("", branch, "", Checked::Runs);
    let early =
        "  mutex_lock @m\n  br %arg, then, end\nthen:\n  call @unlock()\n  jump end\nend:\n  store i32 @x, 1";
    is_guarded("", early, "", Checked::Runs);
}

#[test]
fn a_lock_that_is_held_on_no_way_refutes() {
    let late = program("", "  mutex_lock @m\n  mutex_unlock @m\n  store i32 @x, 1", "");
    assert!(matches!(checked(&late, &[by_m(&late)]), Err(Broken::Unheld(_))));
    let other = program("", "  mutex_lock @n\n  store i32 @x, 1\n  mutex_unlock @n", "");
    assert!(matches!(checked(&other, &[by_m(&other)]), Err(Broken::Unheld(_))));
    // It may be this lock, and another reason may keep the accesses apart.
    let unknown = program("", "  %p = load ptr @p\n  mutex_lock %p\n  store i32 @x, 1", "");
    assert_eq!(checked(&unknown, &[by_m(&unknown)]), Ok(Checked::Runs));
    assert_eq!(
        checked(&other, &[by_m(&other), Reason::OneThread]),
        Ok(Checked::Runs)
    );
}

#[test]
fn what_is_done_before_there_are_threads() {
    let read = "  %v = load i32 @x";
    let created = [Reason::Ordered(By::Creation)];
    let first = program("  store i32 @x, 1", read, "");
    assert_eq!(checked(&first, &created), Ok(Checked::Inductive));
    let beside = program("", read, "  store i32 @x, 1");
    assert_eq!(checked(&beside, &created), Ok(Checked::Runs));
}

#[test]
fn what_nobody_writes_and_what_is_atomic() {
    let read = program("", "  %v = load i32 @x", "  %v = load i32 @x");
    assert_eq!(checked(&read, &[Reason::OnlyRead]), Ok(Checked::Inductive));
    let atomic = program("", "  atomic_store i32 @x, 1", "  %v = atomic_load i32 @x");
    assert_eq!(checked(&atomic, &[Reason::Atomic]), Ok(Checked::Inductive));
    let plain = program("", "  atomic_store i32 @x, 1", "  %v = load i32 @x");
    assert_eq!(
        checked(&plain, &[Reason::Atomic, Reason::OneThread]),
        Ok(Checked::Runs)
    );
}

#[test]
fn an_address_that_goes_elsewhere() {
    let read = "  %v = load i32 @x";
    is_guarded(
        "",
        read,
        "  %q = offset @x, 0 * 4\n  %w = load i32 %q",
        Checked::Runs,
    );
    is_guarded("", read, "  store ptr @p, @x", Checked::Runs);
    is_guarded("", read, "  %c = eq ptr @x, null", Checked::Inductive);
}

#[test]
fn one_thread_only() {
    let own = "  store i32 @x, 1";
    let one = program("", "  %v = load i32 @y", own);
    assert_eq!(checked(&one, &[Reason::OneThread]), Ok(Checked::Inductive));
    let two = program("", own, "");
    assert_eq!(checked(&two, &[Reason::OneThread]), Ok(Checked::Runs));
}

const LOCKED: &str = "  mutex_lock @m\n  store i32 @x, 1\n  mutex_unlock @m";

/// Reasons with which a lock that is not held does not refute at once.
fn by_m_or_one(program: &Program) -> [Reason; 2] {
    [by_m(program), Reason::OneThread]
}

#[test]
fn a_lock_that_one_of_two_holds() {
    for (work, beside) in [("  %v = load i32 @x", LOCKED), (LOCKED, "  store i32 @x, 1")] {
        let program = program("", work, beside);
        assert_eq!(checked(&program, &by_m_or_one(&program)), Ok(Checked::Runs));
    }
    let by = |operation: &str| {
        two_workers(&format!(
            "  _ = rwlock_{operation} @m\n  store i32 @x, 1\n  _ = rwlock_unlock @m"
        ))
    };
    let (shared, alone) = (by("rdlock"), by("wrlock"));
    assert_eq!(checked(&shared, &[by_m(&shared)]), Ok(Checked::Runs));
    assert_eq!(checked(&alone, &[by_m(&alone)]), Ok(Checked::Inductive));
}

/// Two threads that do the same, and may sort.
fn two_workers(work: &str) -> Program {
    functions(&format!(
        "func @qsort(ptr, i64, i64, ptr)\nfunc @unlock() {{\n  mutex_unlock @n\n  return\n}}\n\
         func @work(%arg: ptr) -> ptr {{\n{work}\n  return null\n}}\n\
         func @main() -> i32 {{\n  %a = thread_create @work, null, 0\n  %b = thread_create @work, null, 0\n  return 0\n}}\n"
    ))
}

#[test]
fn a_lock_that_is_given_back_on_the_way() {
    let anew = "  mutex_lock @m\n  br %arg, then, end\nthen:\n  mutex_init @m, 0\n  jump end\nend:\n  store i32 @x, 1";
    is_guarded("", anew, "", Checked::Runs);
    let called = "  mutex_lock @m\n  %f = load ptr @p\n  call *%f()\n  store i32 @x, 1";
    is_guarded("  store ptr @p, @unlock", called, "", Checked::Runs);
    let by_n = |program: &Program| {
        let lock = Lock::Bytes {
            object: ObjectName::Global(global(program, "n")),
            offset: 0,
            length: 20,
            sort: LockSort::Object,
        };
        [Reason::Guarded(lock, Mode::Exclusive)]
    };
    let with = |call: &str| {
        two_workers(&format!(
            "  mutex_lock @n\n{call}  store i32 @x, 1\n  mutex_unlock @n"
        ))
    };
    let (sorts, not) = (with("  call @qsort(@y, 1, 4, @unlock)\n"), with(""));
    assert_eq!(checked(&sorts, &by_n(&sorts)), Ok(Checked::Runs));
    assert_eq!(checked(&not, &by_n(&not)), Ok(Checked::Inductive));
}

#[test]
fn bytes_that_are_not_only_a_lock() {
    is_guarded("", LOCKED, "  store ptr @p, @m", Checked::Runs);
    is_guarded("", LOCKED, "  store i32 @m, 0", Checked::Runs);
    is_guarded("", LOCKED, "  spin_init @m", Checked::Runs);
    is_guarded("", LOCKED, "  store ptr @p, @n", Checked::Inductive);
}

#[test]
fn atomic_blocks() {
    let block = [
        Reason::Guarded(Lock::AtomicBlock, Mode::Exclusive),
        Reason::OneThread,
    ];
    let inside = "  atomic_begin\n  store i32 @x, 1\n  atomic_end";
    assert_eq!(checked(&program("", inside, ""), &block), Ok(Checked::Inductive));
    let after = "  atomic_begin\n  atomic_end\n  store i32 @x, 1";
    assert_eq!(checked(&program("", after, ""), &block), Ok(Checked::Runs));
    let beside = program("", inside, "  store i32 @x, 1");
    assert_eq!(checked(&beside, &block), Ok(Checked::Runs));
}

#[test]
fn threads_that_are_more_than_one() {
    let one = [Reason::OneThread];
    let own = "func @own(%arg: ptr) -> ptr {\n  store i32 @x, 1\n  return null\n}\n";
    let with = |others: &str, main: &str| {
        functions(&format!(
            "{own}{others}func @main() -> i32 {{\n{main}\n  return 0\n}}\n"
        ))
    };
    let create = "  %t = thread_create @own, null, 0";
    assert_eq!(checked(&with("", create), &one), Ok(Checked::Inductive));
    let both = with("", &format!("{create}\n  store i32 @x, 2"));
    assert_eq!(checked(&both, &one), Ok(Checked::Runs));
    let again = format!("  jump again\nagain:\n{create}\n  br %t, again, end\nend:");
    assert_eq!(checked(&with("", &again), &one), Ok(Checked::Runs));
    let maker = format!("func @maker(%arg: ptr) -> ptr {{\n{create}\n  return null\n}}\n");
    let two = "  %a = thread_create @maker, null, 0\n  %b = thread_create @maker, null, 0";
    assert_eq!(checked(&with(&maker, two), &one), Ok(Checked::Runs));
    let deeper = format!("{create}\n  %r = call @main()");
    assert_eq!(checked(&with("", &deeper), &one), Ok(Checked::Runs));
    // A thread begins with whatever is in a variable.
    let any = "  store ptr @p, @own\n  %f = load ptr @p\n  %t = thread_create %f, null, 0\n  store i32 @x, 2";
    assert_eq!(checked(&with("", any), &one), Ok(Checked::Runs));
}

#[test]
fn arguments_that_leave_something_out() {
    let seen = program("", LOCKED, "");
    let changed = |change: &dyn Fn(&mut Arguments)| {
        let mut arguments = argument(&seen, &[by_m(&seen)]);
        change(&mut arguments);
        arguments
    };
    fn uses(arguments: &mut Arguments) -> &mut Vec<Use> {
        &mut arguments.objects[0].parts[0].uses
    }
    let all = changed(&|_| {});
    assert_eq!(checked_argument(&seen, &all), Ok(Checked::Inductive));
    let read = changed(&|all| uses(all)[0].write = false);
    assert_eq!(checked_argument(&seen, &read), Ok(Checked::Runs));
    let elsewhere = changed(&|all| (uses(all)[0].bytes.low, uses(all)[0].bytes.high) = (4, 4));
    assert_eq!(checked_argument(&seen, &elsewhere), Ok(Checked::Runs));
    let none = changed(&|all| uses(all).clear());
    assert_eq!(checked_argument(&seen, &none), Ok(Checked::Runs));
    let operation = changed(&|all| uses(all)[0].synchronises = true);
    assert_eq!(checked_argument(&seen, &operation), Ok(Checked::Runs));
    let unknown = changed(&|all| {
        let at = uses(all)[0].at;
        let what = "code".to_owned();
        all.unknown.push(Unknown { at, what });
    });
    assert_eq!(checked_argument(&seen, &unknown), Ok(Checked::Runs));
    let plain = program("", "  store i32 @x, 1", "");
    let mut atomic = argument(&plain, &[Reason::Atomic]);
    uses(&mut atomic)[0].atomic = true;
    assert_eq!(checked_argument(&plain, &atomic), Ok(Checked::Runs));
}

#[test]
fn a_part_that_an_address_may_lead_to() {
    let moved = program(
        "",
        LOCKED,
        "  %n = nondet i64\n  %q = offset @x, %n * 4\n  store i32 %q, 2",
    );
    let mut arguments = argument(&moved, &[by_m(&moved)]);
    let (at, _) = moved
        .instructions()
        .find(|(_, inst)| {
            inst.writes()
                .is_some_and(|touch| matches!(touch.address, Operand::Reg(_)))
        })
        .expect("a store through a register");
    let mut elsewhere = arguments.objects[0].parts[0].clone();
    elsewhere.uses[0].at = at;
    (elsewhere.uses[0].bytes.low, elsewhere.uses[0].bytes.high) = (4, 4);
    elsewhere.reasons = vec![Reason::OneThread];
    arguments.objects[0].parts.push(elsewhere);
    assert_eq!(checked_argument(&moved, &arguments), Ok(Checked::Runs));
}

#[test]
fn what_is_not_followed_at_all() {
    let jump = "  %j = set_jump @n\n  br %j, then, end\nthen:\n  return 0\nend:";
    is_guarded("", LOCKED, jump, Checked::Runs);
    // Operations use these bytes as well.
    let mixed = program("  store i32 @x, 1", "  _ = sem_wait @x", "");
    assert_eq!(checked(&mixed, &[Reason::OneThread]), Ok(Checked::Runs));
}
