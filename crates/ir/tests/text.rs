//! The text form: what is printed reads back, what is written by hand means what it says, and errors
//! come with positions, all at once.

use raceproof_ir::*;

const INSTRUCTIONS: &str = include_str!("samples/instructions.ir");

fn read(text: &str) -> Program {
    match parse("test.ir", text) {
        Ok(program) => program,
        Err(errors) => panic!("{}", list(&errors)),
    }
}

fn list<T: ToString>(errors: &[T]) -> String {
    errors
        .iter()
        .map(|e| e.to_string())
        .collect::<Vec<_>>()
        .join("\n")
}

fn check_round_trip(program: &Program) {
    if let Err(violations) = verify(program) {
        panic!("{}\n{program}", list(&violations));
    }
    let text = program.to_string();
    match parse("other.ir", &text) {
        Ok(again) => assert_eq!(again, *program, "\n{text}"),
        Err(errors) => panic!("{}\n{text}", list(&errors)),
    }
}

/// The errors of a text, as `line:column message`.
fn check_errors(text: &str, expected: &[&str]) {
    let errors = parse("test.ir", text).expect_err("the text has errors");
    let errors: Vec<String> = errors
        .iter()
        .map(|e| format!("{}:{} {}", e.span.line, e.span.column, e.message))
        .collect();
    assert_eq!(errors, expected, "\n{text}");
}

/// A function of one block, in a program with a few globals.
fn body(lines: &str) -> String {
    format!("global @x: i32\nfunc @main() -> i32 {{\n{lines}\n}}")
}

#[test]
fn instructions_round_trip() {
    check_round_trip(&read(INSTRUCTIONS));
}

#[test]
fn instructions_round_trip_without_spans() {
    let program = read(INSTRUCTIONS);
    let text = program.text_without_spans().to_string();
    let again = read(&text);
    assert_eq!(again.text_without_spans().to_string(), text);
}

#[test]
fn the_example_of_the_manual_is_valid() {
    let manual = include_str!("../TEXT.md");
    let mut examples = 0;
    for example in manual.split("```ir\n").skip(1) {
        let (example, _) = example.split_once("```").expect("the example ends");
        check_round_trip(&read(example));
        examples += 1;
    }
    assert!(examples > 0);
}

#[test]
fn the_manual_names_every_word() {
    let manual = include_str!("../TEXT.md");
    let words = |names: Vec<&'static str>| {
        for name in names {
            let found = manual
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|w| w == name);
            assert!(found, "TEXT.md does not mention `{name}`");
        }
    };
    words(UnaryOp::ALL.iter().map(|o| o.name()).collect());
    words(BinaryOp::ALL.iter().map(|o| o.name()).collect());
    words(CompareOp::ALL.iter().map(|o| o.name()).collect());
    words(ConvertOp::ALL.iter().map(|o| o.name()).collect());
    words(RmwOp::ALL.iter().map(|o| o.name()).collect());
    words(Order::ALL.iter().map(|o| o.name()).collect());
    words(Kind::ALL.iter().map(|k| k.name()).collect());
}

#[test]
fn synchronisation_operations_round_trip() {
    let mut lines = String::new();
    for op in SyncOp::ALL {
        let (kinds, result) = op.signature();
        let args: Vec<String> = kinds
            .iter()
            .map(|k| if *k == Kind::Ptr { "@x" } else { "1" }.to_string())
            .collect();
        let args = args.join(", ");
        lines.push_str(&format!("{} {args}\n", op.name()));
        if let Some(kind) = result {
            lines.push_str(&format!("%{} = {} {args}\n", kind.name(), op.name()));
        }
    }
    lines.push_str("return 0");
    let program = read(&body(&lines));
    let first = &program.functions[0].blocks[0];
    assert!(first.instructions.len() >= SyncOp::ALL.len());
    check_round_trip(&program);
}

#[test]
fn origins_and_roles_round_trip() {
    let program = read(
        "global @threads: i32 const origin openmp role team_size = 2
global @tree: 8 bytes origin library
func @body(%context: ptr) origin parallel of @main {
  return
}
func @barrier() role barrier origin openmp
func @main() -> i32 {
  return 0
}",
    );
    check_round_trip(&program);
    assert_eq!(program.globals[0].role, Some(ObjectRole::TeamSize));
    assert_eq!(program.globals[1].origin, Origin::Library);
    let body = Origin::Region {
        of: FuncId(2),
        construct: Construct::Parallel,
    };
    assert_eq!(program.functions[0].origin, body);
    assert!(program.has_role(Role::Barrier) && !program.has_role(Role::Task));
    assert_eq!(program.functions[2].origin, Origin::Program);
}

#[test]
fn errors_of_origins_and_roles() {
    check_errors(
        "global @x: i32 role barrier
global @y: i32 origin nowhere
func @a(ptr) origin parallel of @x
func @b(ptr) origin critical of @a
func @c() role critical",
        &[
            "1:21 `barrier` is no role of a global",
            "2:23 `nowhere` is no origin",
            "3:33 a construct stands in no such function",
            "4:21 `critical` is no construct",
            "5:16 `critical` is no role of a function",
        ],
    );
}

#[test]
fn empty_program_round_trips() {
    let program = Program::default();
    assert_eq!(read(&program.to_string()), program);
    assert_eq!(read("").files, ["test.ir"]);
}

#[test]
fn positions_are_those_of_the_text() {
    let program = read("func @main() {\n  fence  // one\n  gap \"é\" ; return !7:8\n}");
    let block = &program.functions[0].blocks[0];
    let span = |line, column, length| Span {
        file: FileId(0),
        line,
        column,
        length,
    };
    assert_eq!(program.functions[0].span, span(1, 1, 14));
    assert_eq!(block.instructions[0].1, span(2, 3, 5));
    assert_eq!(block.instructions[1].1, span(3, 3, 7));
    assert_eq!(block.span, span(7, 8, 0));
    assert_eq!(program.entry, Some(FuncId(0)));
}

#[test]
fn constants_take_the_kind_of_their_place() {
    let program = read(&body(
        "%a = add i8 -1, 255\n%b = fadd f32 1, -1.5\nstore ptr @x, 16\nreturn i32 0x80000000",
    ));
    let block = &program.functions[0].blocks[0];
    let Inst::Binary { a, b, .. } = block.instructions[0].0 else {
        panic!("an addition");
    };
    assert_eq!(
        (a, b),
        (Operand::Const(Kind::I8, 255), Operand::Const(Kind::I8, 255))
    );
    let Inst::Binary { a, b, .. } = block.instructions[1].0 else {
        panic!("an addition");
    };
    assert_eq!(a, Operand::Const(Kind::F32, u128::from(1f32.to_bits())));
    assert_eq!(b, Operand::Const(Kind::F32, u128::from((-1.5f32).to_bits())));
    let Inst::Store { value, .. } = block.instructions[2].0 else {
        panic!("a store");
    };
    assert_eq!(value, Operand::Const(Kind::Ptr, 16));
}

#[test]
fn a_program_that_breaks_rules_still_prints() {
    let mut program = read(INSTRUCTIONS);
    let main = program.functions.last_mut().expect("there is a function");
    main.registers.clear();
    main.slots.clear();
    main.blocks.truncate(2);
    program.globals.clear();
    program.shapes.clear();
    program.entry = Some(FuncId(99));
    let text = program.to_string();
    assert!(text.contains("%?") && text.contains("@?") && text.contains("$?"));
    assert!(parse("test.ir", &text).is_err());
}

#[test]
fn all_errors_are_found() {
    check_errors(
        "model lp46\nglobal @x i32\nglobal @x: i32\nfrobnicate\n\
         func @f(%a: i33) {\n  anything at all\n}\n\
         func @g() {\n  %a = laod i32 @x\n  store i32 @y, 1\n  %b = load i8 @x, 3\n  jump nowhere\n}\nentry @h",
        &[
            "1:7 `lp46` is no data model",
            "2:11 expected `:`, found `i32`",
            "3:8 `@x` is declared twice",
            "4:1 `frobnicate` begins no declaration",
            "5:13 `i33` is not a kind",
            "9:8 there is no instruction `laod`",
            "10:13 there is no such global or function",
            "11:18 expected the end of the line, found `,`",
            "12:8 there is no label `nowhere`",
            "14:7 the entry is no function",
        ],
    );
}

#[test]
fn a_wrong_word_gets_a_suggestion() {
    let errors = parse("test.ir", &body("%a = laod i32 @x")).expect_err("`laod` is wrong");
    assert_eq!(errors[0].remedy, "perhaps `load` is meant");
}

#[test]
fn errors_of_code() {
    let case = |line: &str, expected: &str| {
        check_errors(&body(&format!("{line}\nreturn 0")), &[expected]);
    };
    case("%a = 5", "3:6 nothing tells the kind of this constant");
    case(
        "%b = sext i8 %a to i64",
        "3:14 nothing tells the kind of this register",
    );
    case("load i32 @x", "3:1 the result of this instruction goes nowhere");
    case("%a = store i32 @x, 1", "3:6 this instruction has no result");
    case("%a, %b = load i32 @x", "3:10 this instruction has one result");
    case(
        "%a = atomic_cas i32 @x, 0, 1",
        "3:6 this instruction has two results",
    );
    case("_ = @x", "3:5 this copy has no effect");
    case("%a = slot_addr $s", "3:16 there is no such slot");
    case("%a = add i8 256, 1", "3:13 this constant does not fit in i8");
    case("%a = add i8 -129, 1", "3:13 this constant does not fit in i8");
    case(
        "%a = atomic_load i32 @x strong",
        "3:25 `strong` is no memory order",
    );
    case("call @x()", "3:6 this is a global, not a function");
    case("call *@x(5)", "3:10 nothing tells the kind of this constant");
    case("gap \"x", "3:5 this text has no closing quote");
    case("gap \"\\q\"", "3:5 the escape `\\q` is unknown");
    case("gap ?", "3:5 the character '?' has no meaning here");
    case("%r = call @main(", "3:16 this is never closed");
    case("reg %a: i32, %a: i32", "3:14 `%a` is declared twice");
    case("slot $a: \"text\"", "3:10 a slot has no initial value");
    case("fence 7", "3:7 expected the end of the line, found a number");
    case("fence !4", "3:9 expected `:`, found the end of the line");
}

#[test]
fn errors_of_blocks() {
    check_errors(
        &body("fence"),
        &["3:1 the block before this line does not say where it goes"],
    );
    check_errors(
        &body("jump a\nfence\na:\nreturn 0"),
        &["4:1 this is never reached: the block has ended"],
    );
    check_errors(
        &body("a:\nreturn 0\na:\nreturn 0"),
        &["5:1 the label `a` is there twice"],
    );
    check_errors(
        "func @main() {\nreturn\nglobal @x: i32",
        &["1:1 the body of this function is not closed"],
    );
}

#[test]
fn errors_of_globals() {
    let case = |text: &str, expected: &str| check_errors(text, &[expected]);
    case(
        "global @x: i32 = @x",
        "1:18 expected a value of kind i32, found `@x`",
    );
    case(
        "global @x: \"a\" = \"b\"",
        "1:16 this global has two initial values",
    );
    case(
        "global @x: 4 = hex \"123\"",
        "1:20 these are no bytes in hexadecimal",
    );
    case(
        "global @x: 4 = zero 99999999999",
        "1:21 a number of bytes is out of range",
    );
    case("global @x: 4 shape #a", "1:20 there is no such shape");
    case("shape #a = cube 4", "1:12 `cube` is no form of a shape");
    case("global @x.1: i8\nglobal @x.1: i8", "2:8 `@x.1` is declared twice");
}
