//! What instructions touch, line by line.

use raceproof_ir::{Extent, Inst, Operand, Part, Reg, Touch, Use, parse, verify};

/// What the one instruction of a function with registers of some kinds touches: uses of operands, memory,
/// registers that it writes.
fn touched(line: &str) -> String {
    let text = format!(
        "global @x: i32 = 0\nfunc @f(%p: ptr, %n: i64, %a: i32, %b: i32) -> i32 {{\n  reg %r: i32, %o: i32, %q: ptr\n\
         start:\n  {line}\n  return 0\n}}\nfunc @main() -> i32 {{\nstart:\n  return 0\n}}\n"
    );
    let program = parse("effect.ir", &text).unwrap_or_else(|e| panic!("{line}: {e:?}"));
    verify(&program).unwrap_or_else(|e| panic!("{line}: {e:?}"));
    let names = ["p", "n", "a", "b", "r", "o", "q"];
    let register = |r: Reg| names[r.0 as usize].to_owned();
    let operand = |o: Operand| match o {
        Operand::Reg(r) => register(r),
        Operand::Const(_, value) => value.to_string(),
        Operand::Address(_) => "@x".to_owned(),
    };
    let touch = |t: Touch| {
        let extent = match t.extent {
            Extent::Scalar(_) => "scalar".to_owned(),
            Extent::Field(bits) => format!("{} bits", bits.width),
            Extent::Bytes(size) => format!("{} bytes", operand(size)),
        };
        let order = if t.is_atomic { "atomic " } else { "" };
        format!("{order}{extent} at {}", operand(t.address))
    };
    let mut parts = Vec::new();
    program.functions[0].blocks[0].instructions[0].0.parts(|part| {
        parts.push(match part {
            Part::Uses(what, o) => format!("{} {what:?}", operand(o)),
            Part::Reads(t) => format!("reads {}", touch(t)),
            Part::Writes(t) => format!("writes {}", touch(t)),
            Part::Defines(r) => format!("sets {}", register(r)),
        });
    });
    parts.join(", ")
}

#[test]
fn computations_touch_registers_only() {
    assert_eq!(touched("%r = %a"), "a Value, sets r");
    assert_eq!(touched("%r = add i32 %a, 3"), "a Value, 3 Value, sets r");
    assert_eq!(touched("%r = div_s i32 %a, %b"), "a Value, b Divisor, sets r");
    assert_eq!(touched("%q = offset %p, %n * 4"), "p Value, n Value, sets q");
}

#[test]
fn accesses_say_where_how_much_and_what() {
    assert_eq!(
        touched("%r = load i32 %p"),
        "p Address, reads scalar at p, sets r"
    );
    assert_eq!(
        touched("store i32 @x, %a"),
        "@x Address, a Stored, writes scalar at @x"
    );
    assert_eq!(
        touched("store_bits i32 %p, %a bits 0:3 location 0:4"),
        "p Address, a Stored, writes 3 bits at p"
    );
    assert_eq!(
        touched("mem_copy %p, @x, %n"),
        "p Address, @x Address, n Size, reads n bytes at @x, writes n bytes at p"
    );
    assert_eq!(
        touched("mem_fill %p, %a, %n"),
        "p Address, a Stored, n Size, writes n bytes at p"
    );
}

#[test]
fn atomics_may_do_both() {
    assert_eq!(
        touched("%r = atomic_rmw add i32 @x, %a seq_cst"),
        "@x Address, a Combined, reads atomic scalar at @x, writes atomic scalar at @x, sets r"
    );
    assert_eq!(
        touched("%r, %o = atomic_cas i32 @x, %a, %b"),
        "@x Address, a Expected, b Stored, reads atomic scalar at @x, writes atomic scalar at @x, sets r, sets o"
    );
}

#[test]
fn what_steers_is_told_from_what_is_given() {
    assert_eq!(touched("assume %a"), "a Assumed");
    assert_eq!(touched("assert %a, \"a\""), "a Asserted");
    assert_eq!(touched("%q = alloca %n"), "n Size, sets q");
    assert_eq!(
        touched("%r = call @f(%p, %n, %a, 1)"),
        "p Argument, n Argument, a Argument, 1 Argument, sets r"
    );
    assert_eq!(touched("%r = mutex_lock %p"), "p Argument, sets r");
}

#[test]
fn questions_agree_with_the_table() {
    let text = "func @f(%a: i32, %b: i32, %p: ptr) {\n  reg %r: i32\nstart:\n  %r = div_s i32 %a, 3\n  %r = div_s i32 %a, %b\n  \
                %r = load i32 %p\n  %r = atomic_load i32 %p seq_cst\n  store i32 %p, %r\n  return\n}\n";
    let program = parse("effect.ir", text).unwrap_or_else(|e| panic!("{e:?}"));
    let all: Vec<&Inst> = program.instructions().map(|(_, inst)| inst).collect();
    let which = |has: &dyn Fn(&Inst) -> bool| {
        let found = all.iter().enumerate().filter(|(_, inst)| has(inst));
        found.map(|(i, _)| i).collect::<Vec<usize>>()
    };
    assert_eq!(which(&|inst| inst.is_computation()), [0, 1]);
    assert_eq!(which(&|inst| inst.may_fail()), [1]);
    assert_eq!(which(&|inst| inst.is_quiet()), [0, 1, 2]);
    assert_eq!(which(&|inst| inst.stored().is_some()), [4]);
    assert_eq!(which(&|inst| inst.defines(Reg(3))), [0, 1, 2, 3]);
    assert_eq!(which(&|inst| inst.reads_register(Reg(2))), [2, 3, 4]);
    let mut divisors = 0;
    all[1].uses(|what, _| divisors += u32::from(what == Use::Divisor));
    assert_eq!(divisors, 1);
}
