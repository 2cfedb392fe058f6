//! What one pass over the program shows of an argument, and what it refutes: each claim with a program for
//! which it holds on every way, and one that differs by little.

use raceproof_certify::{Broken, Checked, Effort, Proof, Refutation, certify};
use raceproof_engine::Budget;
use raceproof_engine::argument::{
    Actor, Arguments, By, Bytes, Lock, LockSort, Mode, ObjectName, Part, Reason, SharedObject, Use,
};
use raceproof_ir::{Address, GlobalId, Operand, Program, parse};
use raceproof_machine::{Config, Machine};

const SHARED: &str = "global @x: i32\nglobal @y: i32\nglobal @p: ptr = null\nglobal @m: 40 bytes align 8\nglobal @n: 40 bytes align 8\n";

/// Two threads that do the same while the first one does something, after it has done something else.
fn program(before: &str, work: &str, beside: &str) -> Program {
    let text = format!(
        "{SHARED}func @lock() {{\n  mutex_lock @m\n  return\n}}\nfunc @unlock() {{\n  mutex_unlock @m\n  return\n}}\n\
         func @work(%arg: ptr) -> ptr {{\n{work}\n  return null\n}}\n\
         func @main() -> i32 {{\n{before}\n  %a = thread_create @work, null, 0\n  %b = thread_create @work, null, 0\n{beside}\n\
         \x20 _ = thread_join %a\n  _ = thread_join %b\n  return 0\n}}\n"
    );
    parse("inductive.ir", &text).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
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

/// Without a run: only what can be seen counts.
fn checked(program: &Program, reasons: &[Reason]) -> Result<Checked, Broken> {
    let machine = Machine::new(program, Config::default());
    let budget = Budget::new(None, u64::MAX, 1 << 30);
    let effort = Effort {
        runs: 0,
        seed: 1,
        budget: &budget,
    };
    let arguments = argument(program, reasons);
    let proof: Result<Proof, Refutation> = certify(&machine, &arguments, effort);
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
