//! Parts: putting back what was encoded gives the state again, and states that do the same have the same
//! bytes.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::program;
use raceproof_machine::{Access, Blind, Config, Machine, Observer, Part, Pause, Sink, State, ThreadId};

#[derive(Default)]
struct Stepper(Vec<Access>);

impl Sink for Stepper {
    fn access(&mut self, _thread: ThreadId, access: Access) {
        self.0.push(access);
    }
}
impl Observer for Stepper {
    const STEP: bool = true;
}

type Stored = BTreeMap<Part, Vec<u8>>;

/// Brings the stored parts up to date with what changed.
fn save(machine: &Machine, state: &mut State, stored: &mut Stored) {
    let mut dirty = Vec::new();
    state.drain(&mut dirty);
    let unique: BTreeSet<_> = dirty.iter().collect();
    assert_eq!(unique.len(), dirty.len(), "a part was told twice: {dirty:?}");
    for part in dirty {
        let mut bytes = Vec::new();
        machine.encode_part(state, part, &mut bytes);
        if bytes.is_empty() {
            stored.remove(&part);
        } else {
            stored.insert(part, bytes);
        }
    }
}

/// Every part as it is now, changed or not.
fn everything(machine: &Machine, state: &State, known: &BTreeSet<Part>) -> Stored {
    let mut all = Stored::new();
    for part in known {
        let mut bytes = Vec::new();
        machine.encode_part(state, *part, &mut bytes);
        if !bytes.is_empty() {
            all.insert(*part, bytes);
        }
    }
    all
}

/// Puts a stored state back, in an order that depends on `seed`.
fn load(machine: &Machine, state: &mut State, now: &Stored, to: &Stored, seed: usize) {
    let mut parts: Vec<Part> = now.keys().chain(to.keys()).copied().collect();
    parts.sort();
    parts.dedup();
    parts.retain(|p| now.get(p) != to.get(p));
    if seed % 2 == 1 {
        parts.reverse();
    }
    let n = parts.len().max(1);
    parts.rotate_left(seed % n);
    // Threads are taken away from the last one down.
    parts.sort_by_key(|p| match p {
        Part::Thread(t) if !to.contains_key(p) => std::cmp::Reverse(Some(*t)),
        _ => std::cmp::Reverse(None),
    });
    for part in parts {
        machine.decode_part(state, part, to.get(&part).map_or(&[], Vec::as_slice));
    }
    let mut dirty = Vec::new();
    state.drain(&mut dirty);
}

fn step(machine: &Machine, state: &mut State, stepper: &mut Stepper) -> Pause {
    match machine.run(state, ThreadId::MAIN, stepper, 100_000) {
        Pause::Choice | Pause::Sync => match machine.take(state, ThreadId::MAIN, 1, stepper) {
            Ok(()) => Pause::Accessed,
            Err(stop) => Pause::Stop(stop),
        },
        pause => pause,
    }
}

fn round_trip(text: &str) {
    let program = program(text);
    let machine = Machine::new(&program, Config::default());
    let mut state = machine.initial();
    state.track();
    let mut stored = Stored::new();
    let mut stepper = Stepper::default();
    save(&machine, &mut state, &mut stored);
    let mut known: BTreeSet<Part> = stored.keys().copied().collect();
    let mut trail = vec![(stored.clone(), 0)];
    let last = loop {
        let pause = step(&machine, &mut state, &mut stepper);
        save(&machine, &mut state, &mut stored);
        known.extend(stored.keys());
        assert!(
            stored == everything(&machine, &state, &known),
            "a change was not told"
        );
        if pause != Pause::Accessed {
            break pause;
        }
        trail.push((stored.clone(), stepper.0.len()));
    };
    assert!(trail.len() > 3, "the program does too little");
    let end = stored.clone();
    // From every state of the run to every few others, forwards and backwards, and on to the same end.
    for (i, (target, made)) in trail.iter().enumerate() {
        load(&machine, &mut state, &stored, target, i);
        assert!(
            *target == everything(&machine, &state, &known),
            "not restored: {i}"
        );
        stored = target.clone();
        let mut again = Stepper::default();
        if i % 3 == 0 {
            while step(&machine, &mut state, &mut again) == Pause::Accessed {}
            save(&machine, &mut state, &mut stored);
            assert_eq!(again.0, stepper.0[*made..], "another run from {i}");
            assert!(stored == end, "another end from {i}");
        }
    }
    assert!(matches!(last, Pause::Exit(_)), "{last:?}");
}

const LIST: &str = "global @head: ptr = null
global @big: 20000 bytes align 8
func @malloc(i64) -> ptr
func @calloc(i64, i64) -> ptr
func @free(ptr)
func @push(%v: i32) {
  slot $copy: 4 align 4
  %p = slot_addr $copy
  store i32 %p, %v
  %n = call @malloc(16)
  %w = load i32 %p
  store i32 %n, %w
  %h = load ptr @head
  %q = offset %n, 8
  store ptr %q, %h
  store ptr @head, %n
  return
}
func @pop() -> i32 {
  %h = load ptr @head
  %v = load i32 %h
  %q = offset %h, 8
  %n = load ptr %q
  store ptr @head, %n
  call @free(%h)
  return %v
}
func @main() -> i32 {
  reg %i: i32, %s: i32
  %k = nondet i32 0..3
  %m = alloca 5000 align 16
  %i = 0
  %s = 0
  jump loop
loop:
  %c = lt_s i32 %i, 6
  br %c, body, rest
body:
  call @push(%i)
  %w = sext i32 %i to i64
  %b = offset @big, %w * 3000 + 100
  store i32 %b, %i
  %d = offset %m, %w * 900
  store i32 %d, %i
  %i = add_s i32 %i, 1
  jump loop
rest:
  alloca_free %m
  %z = call @calloc(10, 1000)
  %y = offset %z, 9000
  store i64 %y, 77
  jump unwind
unwind:
  %h = load ptr @head
  %e = eq ptr %h, null
  br %e, done, more
more:
  %v = call @pop()
  %s = add_s i32 %s, %v
  jump unwind
done:
  call @free(%z)
  %r = add_s i32 %s, %k
  return %r
}";

#[test]
fn a_list_on_the_heap() {
    round_trip(LIST);
}

#[test]
fn a_list_on_the_heap_with_short_pointers() {
    round_trip(&format!("model ilp32\n{LIST}"));
}

#[test]
fn natives_that_call_back() {
    round_trip(
        "global @a: 32 bytes align 4 = i32 [5, 3, 9, 1, 7, 2, 8, 6]
func @qsort(ptr, i64, i64, ptr)
func @less(%a: ptr, %b: ptr) -> i32 {
  %x = load i32 %a
  %y = load i32 %b
  %d = sub_s i32 %x, %y
  return %d
}
func @main() -> i32 {
  call @qsort(@a, 8, 4, @less)
  %v = load i32 @a + 12
  return %v
}",
    );
}

#[test]
fn leftovers_in_registers_make_no_difference() {
    let text = "global @x: i32 = 0
func @main() -> i32 {
  %n = nondet i32 0..9
  store i32 @x, 1
  %m = mul_s i32 %n, 0
  store i32 @x, 2
  return 0
}";
    let program = program(text);
    let machine = Machine::new(&program, Config::default());
    let mut encodings = Vec::new();
    for choice in [3, 4] {
        let mut state = machine.initial();
        let mut stepper = Stepper::default();
        assert_eq!(
            machine.run(&mut state, ThreadId::MAIN, &mut Blind, 100),
            Pause::Choice
        );
        machine
            .take(&mut state, ThreadId::MAIN, choice, &mut stepper)
            .expect("a choice");
        let mut after = Vec::new();
        for _ in 0..2 {
            assert_eq!(
                machine.run(&mut state, ThreadId::MAIN, &mut stepper, 100),
                Pause::Accessed
            );
            let mut bytes = Vec::new();
            machine.encode_part(&state, Part::Thread(ThreadId::MAIN), &mut bytes);
            after.push(bytes);
        }
        encodings.push(after);
    }
    assert_ne!(encodings[0][0], encodings[1][0], "the number is still needed");
    assert_eq!(
        encodings[0][1], encodings[1][1],
        "the number is not needed any more"
    );
}
