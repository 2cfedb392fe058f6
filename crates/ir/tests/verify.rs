//! The verifier: each rule is broken once or more, and nothing else is reported.
//!
//! Programs are written in the text form where that can express the violation, and changed after reading
//! where it cannot.

use raceproof_ir::*;
use std::collections::HashSet;

const BASE: &str = "
file \"a.c\"
shape #0 = scalar 4
shape #1 = array #0 stride 4 length 4
shape #2 = record pair size 8 (a: #0 at 0, b: #1 at 4)
global @x: i32
global @wide: i128
global @p: 16 bytes = @x
thread_local global @t: i32
func @one(%a: i32) -> i32
func @none()
func @many(%a: ptr, ...%rest)
";

/// A program whose entry has registers of every kind and these lines.
fn program(lines: &str) -> Program {
    let text = format!(
        "{BASE}func @main() -> i32 {{
  reg %b: i8, %h: i16, %i: i32, %l: i64, %q: i128, %f: f32, %d: f64, %p: ptr
  slot $s: 8 bytes shape #2
  {lines}
  return 0
}}"
    );
    match parse("test.ir", &text) {
        Ok(program) => program,
        Err(errors) => panic!("{}\n{text}", errors[0]),
    }
}

fn rules(program: &Program) -> Vec<Rule> {
    match verify(program) {
        Ok(()) => Vec::new(),
        Err(violations) => violations.iter().map(|v| v.rule).collect(),
    }
}

/// The lines break one rule once each, at their place.
#[track_caller]
fn check(rule: Rule, lines: &[&str]) {
    for line in lines {
        let program = program(line);
        let violations = verify(&program).expect_err(line);
        let found: Vec<Rule> = violations.iter().map(|v| v.rule).collect();
        assert_eq!(found, [rule], "{line}: {}", violations[0]);
        let place = Place::Instruction(FuncId(3), BlockId(0), 0);
        assert_eq!(violations[0].place, place, "{line}");
        assert!(violations[0].span.is_known());
    }
}

/// Every line keeps the rules.
#[track_caller]
fn check_valid(lines: &[&str]) {
    assert_eq!(rules(&program(&lines.join("\n"))), [], "{lines:?}");
}

/// A change of a valid program breaks one rule once.
#[track_caller]
fn check_change(rule: Rule, place: Place, change: impl FnOnce(&mut Program)) {
    let mut program = program("fence");
    assert_eq!(rules(&program), []);
    change(&mut program);
    let violations = verify(&program).expect_err("a rule is broken");
    let found: Vec<Rule> = violations.iter().map(|v| v.rule).collect();
    assert_eq!(found, [rule], "{}", violations[0]);
    assert_eq!(violations[0].place, place);
    let _ = violations[0].to_string();
}

/// Replaces the only instruction of the program.
#[track_caller]
fn check_instruction(rule: Rule, inst: Inst) {
    let place = Place::Instruction(FuncId(3), BlockId(0), 0);
    check_change(rule, place, |p| p.functions[3].blocks[0].instructions[0].0 = inst);
}

#[track_caller]
fn check_terminator(rule: Rule, terminator: Terminator) {
    let place = Place::Terminator(FuncId(3), BlockId(0));
    check_change(rule, place, |p| p.functions[3].blocks[0].terminator = terminator);
}

const FAR: u32 = 1000;

#[test]
fn reference() {
    let reg = |r| Operand::Reg(Reg(r));
    let place = |address| Inst::Assume {
        cond: Operand::Address(address),
    };
    check_instruction(Rule::Reference, Inst::Assume { cond: reg(FAR) });
    let dst = Reg(FAR);
    check_instruction(
        Rule::Reference,
        Inst::Load {
            kind: Kind::I32,
            dst,
            addr: Operand::Const(Kind::Ptr, 0),
        },
    );
    check_instruction(Rule::Reference, Inst::SlotDead { slot: SlotId(FAR) });
    check_instruction(
        Rule::Reference,
        Inst::ThreadLocalAddr {
            dst: Reg(7),
            global: GlobalId(FAR),
        },
    );
    check_instruction(
        Rule::Reference,
        Inst::Call {
            dst: None,
            callee: Callee::Function(FuncId(FAR)),
            args: vec![],
        },
    );
    check_instruction(
        Rule::Reference,
        Inst::Alloca {
            dst: Reg(7),
            size: Operand::Const(Kind::I64, 1),
            align: 1,
            shape: Some(ShapeId(FAR)),
        },
    );
    let global = Place::Global(GlobalId(2));
    let addresses = [
        Address::Global(GlobalId(FAR), 0),
        Address::Function(FuncId(FAR)),
        Address::Label(FuncId(3), BlockId(FAR)),
        Address::Label(FuncId(FAR), BlockId(0)),
    ];
    for address in addresses {
        check_change(Rule::Reference, global, |p| {
            p.globals[2].relocations[0].target = address;
        });
        // As an operand an address is checked too, besides its kind.
        let mut program = program("fence");
        program.functions[3].blocks[0].instructions[0].0 = place(address);
        assert_eq!(rules(&program), [Rule::Reference, Rule::OperandKind]);
    }
    check_terminator(Rule::Reference, Terminator::Jump(BlockId(FAR)));
    check_terminator(
        Rule::Reference,
        Terminator::JumpTo {
            target: Operand::Const(Kind::Ptr, 0),
            labels: vec![BlockId(FAR)],
        },
    );
    check_terminator(
        Rule::Reference,
        Terminator::Branch {
            cond: Operand::Const(Kind::I32, 0),
            then: BlockId(0),
            otherwise: BlockId(FAR),
        },
    );
    check_terminator(
        Rule::Reference,
        Terminator::Switch {
            kind: Kind::I32,
            value: Operand::Const(Kind::I32, 0),
            signed: true,
            cases: vec![],
            default: BlockId(FAR),
        },
    );
    check_change(Rule::Reference, Place::Shape(ShapeId(1)), |p| {
        p.shapes[1] = Shape::Array {
            element: ShapeId(FAR),
            stride: 1,
            length: 1,
        };
    });
    check_change(Rule::Reference, Place::Global(GlobalId(0)), |p| {
        p.globals[0].shape = Some(ShapeId(FAR));
    });
    check_change(Rule::Reference, Place::Function(FuncId(3)), |p| {
        p.functions[3].slots[0].shape = Some(ShapeId(FAR));
    });
    check_change(Rule::Reference, Place::Function(FuncId(0)), |p| {
        p.functions[0].span.file = FileId(FAR);
    });
}

#[test]
fn entry() {
    for entry in [None, Some(FuncId(FAR)), Some(FuncId(1))] {
        check_change(Rule::Entry, Place::Program, |p| p.entry = entry);
    }
    let headers = ["%a: i32, %b: ptr, %c: ptr, %d: ptr", "%a: i32, ...%rest"];
    for header in headers {
        let text = format!("func @main({header}) {{\nreturn\n}}");
        let program = parse("test.ir", &text).expect("the text is right");
        assert_eq!(rules(&program), [Rule::Entry]);
    }
}

#[test]
fn parameters() {
    check_change(Rule::Parameters, Place::Function(FuncId(0)), |p| {
        p.functions[0].params = 2;
    });
    check_change(Rule::Parameters, Place::Function(FuncId(2)), |p| {
        p.functions[2].params = 2;
    });
    check_change(Rule::Parameters, Place::Function(FuncId(2)), |p| {
        p.functions[2].params = u32::MAX;
    });
    check_change(Rule::Parameters, Place::Function(FuncId(2)), |p| {
        p.functions[2].registers[1].kind = Kind::I64;
    });
}

#[test]
fn operand_kind() {
    check(
        Rule::OperandKind,
        &[
            "%i = neg i32 %l",
            "%i = add i32 %i, %l",
            "%i = add i32 %l, %i",
            "%i = add i32 %i, i64 1",
            "%i = eq i64 %i, %l",
            "%l = sext i32 %b to i64",
            "%p = offset %l, %l",
            "%p = offset %p, %i",
            "%p = alloca %i",
            "alloca_free %l",
            "%i = load i32 %i",
            "store i32 %p, %l",
            "store i32 %l, %i",
            "store i64 @x, @x",
            "%i = load_bits i32 %l bits 0:1 location 0:1",
            "store_bits i32 %p, %l bits 0:1 location 0:1",
            "mem_copy %p, %l, %l",
            "mem_fill %p, %l, %l",
            "mem_fill %p, %i, %i",
            "%i = atomic_load i32 %i",
            "atomic_store i32 %p, %l",
            "%i = atomic_rmw add i32 %p, %l",
            "%i, %i = atomic_cas i32 %p, %l, %i",
            "%i, %i = atomic_cas i32 %p, %i, %l",
            "%i = call @one(%l)",
            "%i = call *%l()",
            "mutex_lock %l",
            "assume %l",
            "assert %l",
            "%i = set_jump %l",
            "long_jump %p, %l",
        ],
    );
    let l = Operand::Reg(Reg(3));
    check_terminator(Rule::OperandKind, Terminator::Return(Some(l)));
    check_terminator(
        Rule::OperandKind,
        Terminator::Branch {
            cond: l,
            then: BlockId(0),
            otherwise: BlockId(0),
        },
    );
    check_terminator(
        Rule::OperandKind,
        Terminator::JumpTo {
            target: l,
            labels: vec![],
        },
    );
    check_terminator(
        Rule::OperandKind,
        Terminator::Switch {
            kind: Kind::I32,
            value: l,
            signed: false,
            cases: vec![],
            default: BlockId(0),
        },
    );
}

#[test]
fn result_kind() {
    check(
        Rule::ResultKind,
        &[
            "%i = %l",
            "%i = i64 1",
            "%i = @x",
            "%l = neg i32 %i",
            "%l = add i32 %i, %i",
            "%l = eq i64 %l, %l",
            "%i = sext i32 %i to i64",
            "%l = offset %p, %l",
            "%l = slot_addr $s",
            "%l = thread_local_addr @t",
            "%l = alloca %l",
            "%l = load i32 @x",
            "%l = load_bits i32 %p bits 0:1 location 0:1",
            "%l = atomic_load i32 @x",
            "%l = atomic_rmw add i32 @x, 1",
            "%l, %i = atomic_cas i32 @x, 0, 1",
            "%i, %l = atomic_cas i32 @x, 0, 1",
            "%l = call @one(1)",
            "%l = mutex_lock @x",
            "%l = nondet i32",
            "%l = set_jump %p",
        ],
    );
}

#[test]
fn operation_kind() {
    check(
        Rule::OperationKind,
        &[
            "%f = neg f32 %f",
            "%p = not ptr %p",
            "%i = fneg i32 %i",
            "%p = add ptr %p, %p",
            "%d = shl f64 %d, %d",
            "%i = fadd i32 %i, %i",
            "%i = eq f32 %f, %f",
            "%i = lt_s ptr %p, %p",
            "%i = le_u f64 %d, %d",
            "%i = flt i32 %i, %i",
            "%p = atomic_rmw add ptr @x, %p",
            "%d = atomic_rmw max_s f64 @x, %d",
            "%i = atomic_rmw fadd i32 @x, %i",
        ],
    );
    check_valid(&[
        "%i = lt_u ptr %p, %p",
        "%i = eq ptr %p, null",
        "%p = atomic_rmw exchange ptr @x, %p",
    ]);
}

#[test]
fn conversion() {
    check(
        Rule::Conversion,
        &[
            "%l = trunc i32 %i to i64",
            "%i = trunc i32 %i to i32",
            "%i = zext i64 %l to i32",
            "%f = sext i8 %b to f32",
            "%i = signed_to_float i64 %l to i32",
            "%i = unsigned_to_float f32 %f to i32",
            "%d = float_to_signed f32 %f to f64",
            "%d = float_to_unsigned i32 %i to f64",
            "%i = float_to_float f32 %f to i32",
            "%i = ptr_to_int ptr %p to i32",
            "%p = int_to_ptr i32 %i to ptr",
            "%l = int_to_ptr i64 %l to i64",
        ],
    );
    check_valid(&[
        "%l = ptr_to_int ptr %p to i64",
        "%f = float_to_float f64 %d to f32",
    ]);
    let narrow = "model ilp32\nfunc @main() {\n%p = int_to_ptr i32 4 to ptr\nreturn\n}";
    assert_eq!(rules(&parse("test.ir", narrow).expect("the text is right")), []);
}

#[test]
fn constant() {
    for (kind, bits) in [(Kind::I8, 256), (Kind::F32, 1 << 32), (Kind::Ptr, 1 << 64)] {
        let dst = Reg(Kind::ALL.iter().position(|k| *k == kind).expect("it is a kind") as u32);
        let src = Operand::Const(kind, bits);
        check_instruction(Rule::Constant, Inst::Copy { dst, src });
    }
}

#[test]
fn call() {
    check(
        Rule::Call,
        &[
            "%i = call @one()",
            "%i = call @one(1, i32 2)",
            "call @many(%p)",
            "%i = call @none()",
        ],
    );
    check_valid(&["call @one(1)", "call @many(%p, null)", "%i = call *@none(i64 1)"]);
}

#[test]
fn sync() {
    let sync = |op, dst, args: &[Operand]| Inst::Sync {
        op,
        dst,
        args: args.to_vec(),
    };
    let null = Operand::Const(Kind::Ptr, 0);
    check_instruction(Rule::Sync, sync(SyncOp::MutexLock, None, &[]));
    check_instruction(Rule::Sync, sync(SyncOp::MutexLock, None, &[null, null]));
    check_instruction(Rule::Sync, sync(SyncOp::ThreadYield, Some(Reg(2)), &[]));
}

#[test]
fn returns() {
    check_terminator(Rule::Return, Terminator::Return(None));
    let text = "func @main() {\nreturn i32 5\n}";
    assert_eq!(
        rules(&parse("test.ir", text).expect("the text is right")),
        [Rule::Return]
    );
}

#[test]
fn order() {
    check(
        Rule::Order,
        &[
            "%i = atomic_load i32 @x release",
            "%i = atomic_load i32 @x acq_rel",
            "atomic_store i32 @x, 1 acquire",
            "atomic_store i32 @x, 1 acq_rel",
            "%i, %i = atomic_cas i32 @x, 0, 1 seq_cst release",
            "%i, %i = atomic_cas i32 @x, 0, 1 seq_cst acq_rel",
        ],
    );
}

#[test]
fn atomic_kind() {
    check(
        Rule::AtomicKind,
        &[
            "%q = atomic_load i128 @wide",
            "atomic_store i128 @wide, %q",
            "%q = atomic_rmw add i128 @wide, %q",
            "%q, %i = atomic_cas i128 @wide, %q, %q",
        ],
    );
}

#[test]
fn bits() {
    check(
        Rule::Bits,
        &[
            "%i = load_bits i32 %p bits 0:0 location 0:4",
            "%i = load_bits i32 %p bits 0:33 location 0:8",
            "%q = load_bits i128 %p bits 0:65 location 0:16",
            "%i = load_bits i32 %p bits 8:1 location 0:4",
            "%i = load_bits i32 %p bits 0:1 location 1:4",
            "%i = load_bits i32 %p bits 7:10 location 0:2",
            "%i = load_bits i32 %p bits 0:1 location 0:0",
            "%f = load_bits f32 %p bits 0:1 location 0:4",
            "store_bits i32 %p, 1 bits 0:1 location -4:4",
        ],
    );
    check_valid(&["%i = load_bits i32 %p bits 7:9 location -2:4"]);
}

#[test]
fn nondet() {
    check(
        Rule::Nondet,
        &[
            "%i = nondet i32 2..1",
            "%b = nondet i8 0..256",
            "%b = nondet i8 -1..5",
            "%b = nondet i8 signed -129..5",
        ],
    );
}

#[test]
fn switch() {
    let switch = |kind, low, high| Terminator::Switch {
        kind,
        value: Operand::Const(kind, 0),
        signed: false,
        cases: vec![Case {
            low,
            high,
            target: BlockId(0),
        }],
        default: BlockId(0),
    };
    check_terminator(Rule::Switch, switch(Kind::I8, 2, 1));
    check_terminator(Rule::Switch, switch(Kind::I8, 2, 256));
    check_terminator(Rule::Switch, switch(Kind::I8, -1, 2));
    check_terminator(Rule::Switch, switch(Kind::F32, 0, 1));
    check_terminator(Rule::Switch, switch(Kind::Ptr, 0, 1));
}

#[test]
fn thread_local() {
    check(
        Rule::ThreadLocal,
        &["%p = @t", "%i = load i32 @t", "%p = thread_local_addr @x"],
    );
    check_change(Rule::ThreadLocal, Place::Global(GlobalId(2)), |p| {
        p.globals[0].thread_local = true;
    });
}

#[test]
fn alignment() {
    check(
        Rule::Alignment,
        &["%p = alloca 1 align 0", "%p = alloca 1 align 3"],
    );
    check_change(Rule::Alignment, Place::Global(GlobalId(0)), |p| {
        p.globals[0].align = 0
    });
    check_change(Rule::Alignment, Place::Function(FuncId(3)), |p| {
        p.functions[3].slots[0].align = 24;
    });
}

#[test]
fn initialiser() {
    let place = Place::Global(GlobalId(2));
    check_change(Rule::Initialiser, place, |p| p.globals[2].bytes = vec![0; 17]);
    for at in [9, u64::MAX] {
        check_change(Rule::Initialiser, place, |p| p.globals[2].relocations[0].at = at);
    }
    check_change(Rule::Initialiser, place, |p| {
        let mut second = p.globals[2].relocations[0].clone();
        second.at = 7;
        p.globals[2].relocations.insert(0, second);
    });
}

#[test]
fn shape() {
    let array = |element, stride, length| Shape::Array {
        element: ShapeId(element),
        stride,
        length,
    };
    check_change(Rule::Shape, Place::Shape(ShapeId(1)), |p| {
        p.shapes[1] = array(0, 0, 1)
    });
    check_change(Rule::Shape, Place::Shape(ShapeId(1)), |p| {
        p.shapes[1] = array(0, 2, u64::MAX);
    });
    check_change(Rule::Shape, Place::Shape(ShapeId(2)), |p| {
        if let Shape::Record { fields, .. } = &mut p.shapes[2] {
            fields[1].offset = 9;
        }
    });
    check_change(Rule::Shape, Place::Shape(ShapeId(1)), |p| {
        p.shapes[1] = array(2, 4, 1)
    });
    check_change(Rule::Shape, Place::Shape(ShapeId(0)), |p| {
        p.shapes[0] = array(0, 4, 1)
    });
}

#[test]
fn origin() {
    let body = |of| Origin::Region {
        of: FuncId(of),
        construct: Construct::Task,
    };
    let (one, none) = (Place::Function(FuncId(0)), Place::Function(FuncId(1)));
    check_change(Rule::Origin, one, |p| p.functions[0].role = Some(Role::Barrier));
    check_change(Rule::Origin, none, |p| p.functions[1].origin = body(3));
    check_change(Rule::Origin, one, |p| p.functions[0].origin = body(0));
    check_change(Rule::Reference, one, |p| p.functions[0].origin = body(FAR));
    let x = Place::Global(GlobalId(0));
    check_change(Rule::Origin, x, |p| p.globals[0].origin = body(3));
    let mut valid = program("fence");
    valid.functions[0].origin = body(3);
    valid.functions[1].origin = Origin::Runtime(Runtime::OpenMp);
    valid.functions[1].role = Some(Role::Barrier);
    assert_eq!(rules(&valid), []);
}

#[test]
fn deep_shapes_are_no_overflow() {
    let mut deep = program("fence");
    for i in 0..200_000 {
        deep.shapes.push(Shape::Array {
            element: ShapeId(i + 4),
            stride: 1,
            length: 1,
        });
    }
    deep.shapes.push(Shape::Scalar { size: 1 });
    assert_eq!(rules(&deep), []);
}

#[test]
fn all_violations_are_reported() {
    let program = program("%i = load i32 %i\n%l = add i32 %q, 1\nassume %p");
    assert_eq!(
        rules(&program),
        [
            Rule::OperandKind,
            Rule::OperandKind,
            Rule::ResultKind,
            Rule::OperandKind
        ]
    );
}

#[test]
fn every_rule_has_a_text() {
    let texts: HashSet<&str> = Rule::ALL.iter().map(|r| r.text()).collect();
    assert_eq!(texts.len(), Rule::ALL.len());
}
