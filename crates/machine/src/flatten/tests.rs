//! Random programs, flattened with and without folding: both must do the same, step by step or not, and
//! neither may panic.

#[path = "../../../ir/tests/generate/mod.rs"]
mod generate;

use generate::Choices;
use proptest::prelude::*;
use raceproof_ir::Program;

use crate::record::Record;
use crate::{Access, Code, Config, FaultKind, Machine, Observer, Pause, Sink, Stop, ThreadId};

/// What a run did, without the names of objects and places, which depend on the code.
#[derive(Default, Debug, PartialEq)]
struct Trace<const STEP: bool> {
    accesses: Vec<(u32, u32, bool, bool)>,
}

impl<const STEP: bool> Sink for Trace<STEP> {
    fn access(&mut self, _thread: ThreadId, a: Access) {
        self.accesses.push((a.start, a.length, a.write, a.atomic));
    }
}
impl<const STEP: bool> Observer for Trace<STEP> {
    const STEP: bool = STEP;
}

fn summary(stop: &Stop) -> String {
    match stop {
        Stop::Gap(gap) => format!("gap: {}", gap.what),
        Stop::Fault(fault) => match &fault.kind {
            // The numbers in these depend on the names of objects.
            FaultKind::WildPointer(_) => "wild".into(),
            FaultKind::BadCall(_) => "call".into(),
            FaultKind::BadJump(_) => "jump".into(),
            FaultKind::InvalidFree(_) => "free".into(),
            FaultKind::OutOfBounds {
                offset, length, size, ..
            } => format!("bounds {offset} {length} {size}"),
            FaultKind::DeadVariable(_) => "dead".into(),
            FaultKind::CodeAccess(_) => "code".into(),
            FaultKind::ConstantWrite(_) => "constant".into(),
            FaultKind::UseAfterFree { .. } => "freed".into(),
            FaultKind::Misuse { what, .. } => what.clone(),
            other => format!("{other:?}"),
        },
    }
}

/// Runs the first thread as far as it gets alone.
fn run<const STEP: bool>(machine: &Machine<'_>) -> (String, Trace<STEP>) {
    let mut state = machine.initial();
    let mut trace = Trace::<STEP>::default();
    let t = ThreadId::MAIN;
    for _ in 0..2000 {
        match machine.run(&mut state, t, &mut trace, 300) {
            Pause::Sync if machine.alternatives(&state, t) == 0 => return ("blocked".into(), trace),
            Pause::Sync | Pause::Choice => {
                if let Err(stop) = machine.take(&mut state, t, 0, &mut trace) {
                    return (summary(&stop), trace);
                }
            }
            Pause::Accessed | Pause::Fuel => {}
            Pause::Stop(stop) => return (summary(&stop), trace),
            pause => return (format!("{pause:?}"), trace),
        }
    }
    ("too long".into(), trace)
}

fn check(program: &Program) {
    let folded = Machine::new(program, Config::default());
    let plain = Machine {
        code: Code::plain(program),
        config: Config::default(),
        record: Record::new(0),
    };
    let (end, trace) = run::<false>(&folded);
    let (other, steps) = run::<true>(&folded);
    // Loops without end stop somewhere that depends on how they are counted.
    if other == "too long" || end == "too long" {
        return;
    }
    assert_eq!(
        (&end, &trace.accesses),
        (&other, &steps.accesses),
        "step by step\n{program}"
    );
    let (other, plain) = run::<false>(&plain);
    assert_eq!(
        (&end, &trace.accesses),
        (&other, &plain.accesses),
        "without folding\n{program}"
    );
}

/// A program whose few registers are used over and over, with addresses that are mostly good.
fn dense(bytes: &[u8]) -> String {
    let mut bytes = bytes.iter().copied();
    let mut pick = move |from: &[&str]| -> String {
        let i = usize::from(bytes.next().unwrap_or(0)) % from.len();
        from[i].to_string()
    };
    const INTS: &[&str] = &["%a", "%b", "%c"];
    const LONGS: &[&str] = &["%x", "%y"];
    const POINTERS: &[&str] = &["%p", "%q"];
    const VALUES: &[&str] = &[
        "%a",
        "%b",
        "%c",
        "1",
        "-3",
        "0",
        "100",
        "0x7fffffff",
        "0x80000000",
    ];
    const BINARY: &[&str] = &[
        "add", "sub", "mul", "add_s", "sub_s", "mul_s", "and", "or", "xor", "shl", "shr_s", "shr_u",
    ];
    const COMPARE: &[&str] = &["eq", "ne", "lt_s", "le_s", "lt_u", "le_u"];
    const BLOCKS: &[&str] = &["b1", "b2", "b3", "b4"];
    let mut text = String::from(
        "global @g: 80 bytes align 8 = i32 [1, -2, 3, -4, 5, 6, 7, 8, 9, 10]\nfunc @f(%i: i32, %j: i64) -> i32 {\n\
         %k = trunc i64 %j to i32\n%r = add i32 %i, %k\nreturn %r\n}\nfunc @main() -> i32 {\n\
         reg %a: i32, %b: i32, %c: i32, %x: i64, %y: i64, %p: ptr, %q: ptr, %n: i32, %m: i64, %d: i8, %t: i32\n\
         slot $s: 40 align 8\n%a = 1\n%b = 2\n%c = 3\n%x = 4\n%y = 5\n%p = @g\n%q = slot_addr $s\n%n = 40\njump b1\n",
    );
    for block in BLOCKS {
        text += &format!("{block}:\n");
        for _ in 0..pick(&["3", "6", "9", "12"]).parse().unwrap_or(3) {
            let line = match pick(&["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"]).as_str() {
                "0" | "1" => format!(
                    "{} = {} i32 {}, {}",
                    pick(INTS),
                    pick(BINARY),
                    pick(VALUES),
                    pick(VALUES)
                ),
                "2" => format!("{} = sext i32 {} to i64", pick(LONGS), pick(INTS)),
                "3" => {
                    let to = pick(POINTERS);
                    let (index, scale) = (pick(&["%m", "%m", "%m", "%x"]), pick(&["1", "2", "4"]));
                    let base = pick(&["@g", "@g", "%p", "%q", "@g + 4"]);
                    format!(
                        "%m = and i64 {}, 7\n{to} = offset {base}, {index} * {scale}{}",
                        pick(LONGS),
                        pick(&["", " + 4", " - 4"])
                    )
                }
                "4" => format!("{} = load i32 {}", pick(INTS), pick(POINTERS)),
                "5" => format!("store i32 {}, {}", pick(POINTERS), pick(VALUES)),
                "6" => format!(
                    "{} = {} i32 {}, {}",
                    pick(INTS),
                    pick(COMPARE),
                    pick(VALUES),
                    pick(VALUES)
                ),
                "7" => format!("{} = {}", pick(INTS), pick(VALUES)),
                "8" => format!(
                    "{} = slot_addr $s{}",
                    pick(POINTERS),
                    pick(&["", "", "", "", "", "", "", "\nslot_dead $s"])
                ),
                "9" => format!(
                    "%d = load i8 {}\n{} = sext i8 %d to i32",
                    pick(POINTERS),
                    pick(INTS)
                ),
                "10" => format!("{} = call @f({}, {})", pick(INTS), pick(VALUES), pick(LONGS)),
                _ => format!("{} = {}", pick(POINTERS), pick(POINTERS)),
            };
            text += &format!("{line}\n");
        }
        let (next, other) = (pick(BLOCKS), pick(BLOCKS));
        text += &format!(
            "%n = sub_s i32 %n, 1\n%t = lt_s i32 0, %n\nbr %t, {block}x, end\n{block}x:\n%t = {} i32 {}, {}\nbr %t, {next}, {other}\n",
            pick(COMPARE),
            pick(VALUES),
            pick(VALUES)
        );
    }
    text + "end:\n%r = add i32 %a, %b\n%r = add i32 %r, %c\nreturn %r\n}\n"
}

fn check_dense(bytes: &[u8]) {
    let text = dense(bytes);
    match raceproof_ir::parse("dense.ir", &text) {
        Ok(program) => check(&program),
        Err(errors) => panic!("{errors:?}\n{text}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_do_the_same_with_and_without_folding(bytes in proptest::collection::vec(any::<u8>(), 0..2500)) {
        check(&Choices::new(&bytes).program());
    }

    #[test]
    fn dense_programs_do_the_same_with_and_without_folding(bytes in proptest::collection::vec(any::<u8>(), 100..400)) {
        check_dense(&bytes);
    }
}
