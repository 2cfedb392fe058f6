//! Tests of the checker through the messages it gives and the tree it makes.

use expect_test::{Expect, expect};
use raceproof_ir::DataModel;

use super::{Options, check_program};
use crate::hir;
use crate::lex::Dialect;
use crate::session::{Session, parse_text};
use raceproof_source::Severity;

fn check_files(files: &[&str]) -> (Option<hir::Unit>, Session) {
    let mut session = Session::default();
    let mut units = Vec::new();
    for (index, text) in files.iter().enumerate() {
        let file = session.sources.file(&format!("{}.c", ["a", "b", "c"][index]));
        session.sources.set_text(file, text.as_bytes().to_vec());
        let unit = parse_text(&mut session, file, text.as_bytes(), Dialect::default());
        units.push(std::sync::Arc::new(unit));
    }
    let options = Options {
        data_model: DataModel::Lp64,
        ..Options::default()
    };
    let unit = check_program(units, &mut session.interner, options, &mut session.diagnostics);
    (unit, session)
}

/// What is reported of a program.
#[track_caller]
fn messages(files: &[&str], expect: Expect) {
    let (_, session) = check_files(files);
    let text = session
        .diagnostics
        .render(&session.sources, Severity::Warning, false);
    expect.assert_eq(&text);
}

/// A program without errors.
#[track_caller]
fn accepted(files: &[&str]) -> hir::Unit {
    let (unit, session) = check_files(files);
    let errors = session
        .diagnostics
        .render(&session.sources, Severity::Error, false);
    assert_eq!(errors, "");
    unit.expect("no errors, so a unit")
}

/// Holds if every condition is a constant that is not zero.
#[track_caller]
fn holds(declarations: &str, conditions: &[&str]) {
    let mut text = declarations.to_owned();
    for condition in conditions {
        text += &format!("\n_Static_assert({condition}, \"\");");
    }
    accepted(&[&text]);
}

#[test]
fn constants_have_the_widths_of_their_types() {
    holds(
        "enum e { A = -1, B = 5 }; enum u { C = 3000000000u }; enum l { D = 1LL << 40, E = 2 };
         struct s { char c; int i[4]; struct { short x, y; } in[2]; };",
        &[
            "-1 > 0u",
            "-1 < 0L",
            "2147483647 + 1u == 2147483648u",
            "(unsigned char)-1 == 255",
            "(signed char)128 == -128",
            "-7 / 2 == -3 && -7 % 2 == -1",
            "-8 >> 1 == -4",
            "0xffffffff >> 31 == 1",
            "sizeof(0x7fffffff) == 4 && sizeof(2147483648) == 8 && sizeof(0x80000000) == 4",
            "(int)2.9 == 2 && (int)-2.9 == -2",
            "1 ? 1 : 1 / 0",
            "!(0 && 1 / 0)",
            "sizeof(enum e) == 4 && (enum e)-1 < 0",
            "(enum u)-1 > 0",
            "sizeof(enum l) == 8 && sizeof E == 4 && sizeof D == 8",
            "sizeof(char) == 1 && sizeof 'a' == 4 && sizeof \"abc\" == 4 && sizeof L\"abc\" == 16",
            "__builtin_offsetof(struct s, in[1].y) == 26",
            "(unsigned long)&((struct s *)0)->i[2] == 12",
            "_Alignof(long double) == 16 && sizeof(long double) == 16",
            "_Generic((char)1, signed char: 0, char: 1, unsigned char: 0)",
            "_Generic(1L, long long: 0, long: 1)",
            "_Generic(\"a\", char *: 1, const char *: 0)",
            "_Generic(&(const int){0}, int *: 0, const int *: 1)",
            "__builtin_constant_p(3 + 4) && !__builtin_constant_p(*(int *)0)",
            "__builtin_types_compatible_p(int[], int[3]) && !__builtin_types_compatible_p(int, long)",
            "__builtin_choose_expr(sizeof(int) == 4, 1, 0)",
            "(_Bool)0.5 == 1 && (_Bool)2 == 1",
            "sizeof(struct { int a : 3; long b : 40; }) == 8",
            "(__int128)1 << 100 >> 98 == 4",
            "(float)16777217 == 16777216",
            "0.1f != 0.1",
            "__builtin_popcountll(-1LL) == 64 && __builtin_clz(1) == 31",
        ],
    );
}

#[test]
fn every_mistake_is_told_once() {
    messages(
        &["struct point { int x, y; };
int counter;
int f(struct point *p) { return countr + countr + p->z + p.x; }
void g(const int *p, struct point s) { *p = 3; s = 7; int *q = 3.5; q = s.nope + 1; }"],
        expect![[r#"
            error: `countr` is not declared
             --> a.c:3:33
              |
            3 | int f(struct point *p) { return countr + countr + p->z + p.x; }
              |                                 ^^^^^^
              = help: did you mean `counter`?

            error: `struct point` has no member `z`
             --> a.c:3:54
              |
            3 | int f(struct point *p) { return countr + countr + p->z + p.x; }
              |                                                      ^

            error: `struct point *` is no struct or union and has no member `x`
             --> a.c:3:60
              |
            3 | int f(struct point *p) { return countr + countr + p->z + p.x; }
              |                                                            ^
              = help: it is a pointer to one: write `->`

            error: this is `const` and cannot be assigned to: `const int`
             --> a.c:4:40
              |
            4 | void g(const int *p, struct point s) { *p = 3; s = 7; int *q = 3.5; q = s.nope + 1; }
              |                                        ^^

            error: mismatched types in assignment: expected `struct point`, found `int`
             --> a.c:4:52
              |
            4 | void g(const int *p, struct point s) { *p = 3; s = 7; int *q = 3.5; q = s.nope + 1; }
              |                                                    ^

            error: mismatched types in initialisation: expected `int *`, found `double`
             --> a.c:4:64
              |
            4 | void g(const int *p, struct point s) { *p = 3; s = 7; int *q = 3.5; q = s.nope + 1; }
              |                                                                ^^^

            error: `struct point` has no member `nope`
             --> a.c:4:75
              |
            4 | void g(const int *p, struct point s) { *p = 3; s = 7; int *q = 3.5; q = s.nope + 1; }
              |                                                                           ^^^^

        "#]],
    );
}

#[test]
fn calls_are_checked() {
    messages(
        &["int add(int a, int b) { return a + b; }
int f(void) { add(1); add(1, 2, 3); f(2)(3); return add(\"x\", (struct { int i; }){ 1 }); }
int g(void) { printf(\"%d\", ad(1, 2)); return 0; }"],
        expect![[r#"
            error: `add` takes 2 arguments, but 1 is given
             --> a.c:2:15
              |
            2 | int f(void) { add(1); add(1, 2, 3); f(2)(3); return add("x", (struct { int i; }){ 1 }); }
              |               ^^^^^^
             ::: a.c:1:5
              |
            1 | int add(int a, int b) { return a + b; }
              |     --- declared here

            error: `add` takes 2 arguments, but 3 are given
             --> a.c:2:23
              |
            2 | int f(void) { add(1); add(1, 2, 3); f(2)(3); return add("x", (struct { int i; }){ 1 }); }
              |                       ^^^^^^^^^^^^
             ::: a.c:1:5
              |
            1 | int add(int a, int b) { return a + b; }
              |     --- declared here

            error: `f` takes 0 arguments, but 1 is given
             --> a.c:2:37
              |
            2 | int f(void) { add(1); add(1, 2, 3); f(2)(3); return add("x", (struct { int i; }){ 1 }); }
              |                                     ^^^^
             ::: a.c:2:5
              |
            2 | int f(void) { add(1); add(1, 2, 3); f(2)(3); return add("x", (struct { int i; }){ 1 }); }
              |     - declared here

            error: `int` is not a function and cannot be called
             --> a.c:2:37
              |
            2 | int f(void) { add(1); add(1, 2, 3); f(2)(3); return add("x", (struct { int i; }){ 1 }); }
              |                                     ^^^^^^^

            warning: argument 1 makes an integer from a pointer without a cast: expected `int`, found `char *`
             --> a.c:2:57
              |
            2 | int f(void) { add(1); add(1, 2, 3); f(2)(3); return add("x", (struct { int i; }){ 1 }); }
              |                                                         ^^^
              = help: write the cast `(int)` if this is meant

            error: mismatched types in argument 2: expected `int`, found `struct <anonymous>`
             --> a.c:2:62
              |
            2 | int f(void) { add(1); add(1, 2, 3); f(2)(3); return add("x", (struct { int i; }){ 1 }); }
              |                                                              ^^^^^^^^^^^^^^^^^^^^^^^^

            warning: the function `printf` is not declared
             --> a.c:3:15
              |
            3 | int g(void) { printf("%d", ad(1, 2)); return 0; }
              |               ^^^^^^
              = help: add `#include <stdio.h>`

            warning: the function `ad` is not declared
             --> a.c:3:28
              |
            3 | int g(void) { printf("%d", ad(1, 2)); return 0; }
              |                            ^^
              = help: did you mean `add`?

        "#]],
    );
}

#[test]
fn declarations_that_disagree() {
    messages(
        &["int a; double a;
extern int b; static int b;
typedef int t; typedef long t;
struct s { int i; }; struct s { int j; };
void f(int x) { int x; int y; char y; }
int f(int, int);
enum { A, A };
int z[2] = { 1, 2, 3 };
struct unknown u;"],
        expect![[r#"
            error: conflicting types for `a`: `double`
             --> a.c:1:15
              |
            1 | int a; double a;
              |               ^
             ::: a.c:1:5
              |
            1 | int a; double a;
              |     - declared here as `int`

            error: `b` is declared `static` after it was declared without
             --> a.c:2:26
              |
            2 | extern int b; static int b;
              |                          ^
             ::: a.c:2:12
              |
            2 | extern int b; static int b;
              |            - declared here

            error: the typedef `t` is declared again as `long`
             --> a.c:3:29
              |
            3 | typedef int t; typedef long t;
              |                             ^
             ::: a.c:3:13
              |
            3 | typedef int t; typedef long t;
              |             - declared here as `int`

            error: `s` is defined twice
             --> a.c:4:29
              |
            4 | struct s { int i; }; struct s { int j; };
              |                             ^
             ::: a.c:4:1
              |
            4 | struct s { int i; }; struct s { int j; };
              | -------- first defined here

            error: `x` is declared twice
             --> a.c:5:21
              |
            5 | void f(int x) { int x; int y; char y; }
              |                     ^
             ::: a.c:5:12
              |
            5 | void f(int x) { int x; int y; char y; }
              |            - first declared here

            error: `y` is declared twice
             --> a.c:5:36
              |
            5 | void f(int x) { int x; int y; char y; }
              |                                    ^
             ::: a.c:5:28
              |
            5 | void f(int x) { int x; int y; char y; }
              |                            - first declared here

            error: conflicting types for `f`: `int (int, int)`
             --> a.c:6:5
              |
            6 | int f(int, int);
              |     ^
             ::: a.c:5:6
              |
            5 | void f(int x) { int x; int y; char y; }
              |      - declared here as `void (int)`

            error: `A` is declared twice
             --> a.c:7:11
              |
            7 | enum { A, A };
              |           ^
             ::: a.c:7:8
              |
            7 | enum { A, A };
              |        - first declared here

            warning: there are more values than parts: the rest is ignored
             --> a.c:8:20
              |
            8 | int z[2] = { 1, 2, 3 };
              |                    ^

            error: `u` has the incomplete type `struct unknown`
             --> a.c:9:16
              |
            9 | struct unknown u;
              |                ^

        "#]],
    );
}

#[test]
fn statements_out_of_place() {
    messages(
        &["void f(int n) {
    goto missing;
    break;
    switch (n) { case 1: case 2 ... 4: case 3: default: default: continue; }
    case 7: ;
    return 1;
}
int g(void) { return; }"],
        expect![[r#"
            error: `break` outside of a loop or `switch`
             --> a.c:3:5
              |
            3 |     break;
              |     ^^^^^

            error: the value 3 has a case already
             --> a.c:4:40
              |
            4 |     switch (n) { case 1: case 2 ... 4: case 3: default: default: continue; }
              |                                        ^^^^^^^
             ::: a.c:4:26
              |
            4 |     switch (n) { case 1: case 2 ... 4: case 3: default: default: continue; }
              |                          ------------- here

            error: a second `default` in one `switch`
             --> a.c:4:57
              |
            4 |     switch (n) { case 1: case 2 ... 4: case 3: default: default: continue; }
              |                                                         ^^^^^^^^
             ::: a.c:4:48
              |
            4 |     switch (n) { case 1: case 2 ... 4: case 3: default: default: continue; }
              |                                                -------- the first

            error: `continue` outside of a loop
             --> a.c:4:66
              |
            4 |     switch (n) { case 1: case 2 ... 4: case 3: default: default: continue; }
              |                                                                  ^^^^^^^^

            error: a `case` outside of a `switch`
             --> a.c:5:5
              |
            5 |     case 7: ;
              |     ^^^^^^^

            warning: `return` with a value in a function that has no result
             --> a.c:6:12
              |
            6 |     return 1;
              |            ^

            error: the label `missing` is not defined in this function
             --> a.c:2:10
              |
            2 |     goto missing;
              |          ^^^^^^^

            warning: `return` without a value in a function that has a result
             --> a.c:8:15
              |
            8 | int g(void) { return; }
              |               ^^^^^^

        "#]],
    );
}

#[test]
fn files_are_linked() {
    let unit = accepted(&[
        "struct node { struct node *next; int v; }; extern struct node list; int shared; static int own = 1;
         int get(struct node *); static int local(void) { return own; } inline int twice(int x) { return 2 * x; }
         int main(void) { return get(&list) + local() + twice(1) + shared; }",
        "struct node { struct node *next; int v; }; struct node list = { &list, 7 }; int shared = 3; static int own = 2;
         int get(struct node *n) { return n->v + own; } inline int twice(int x) { return x + x; }",
    ]);
    let bodies = |name: &str| {
        let with_name = unit.functions.iter().filter(|f| f.name == name);
        with_name.filter(|f| f.body.is_some()).count()
    };
    assert_eq!((bodies("get"), bodies("local"), bodies("twice")), (1, 1, 1));
    let globals = |name: &str| unit.globals.iter().filter(|g| g.name == name).count();
    assert_eq!((globals("shared"), globals("list"), globals("own")), (1, 1, 2));
    let shared = unit
        .globals
        .iter()
        .find(|g| g.name == "shared")
        .expect("it exists");
    assert_eq!(shared.bytes, [3, 0, 0, 0]);
    let list = unit.globals.iter().find(|g| g.name == "list").expect("it exists");
    assert_eq!(list.relocations.len(), 1);
}

#[test]
fn files_that_disagree() {
    messages(
        &[
            "struct s { int i; }; struct s x; int twice(void) { return 1; } int y = 1; int f(int); char buffer[10];",
            "struct s { long i; }; extern struct s x; int twice(void) { return 2; } int y = 2; int f(char *); extern char *buffer;",
        ],
        expect![[r#"
            warning: conflicting types for `x`: `struct s`
             --> b.c:1:39
              |
            1 | struct s { long i; }; extern struct s x; int twice(void) { return 2; } int y = 2; int f(char *); extern char *buffer;
              |                                       ^
             ::: a.c:1:31
              |
            1 | struct s { int i; }; struct s x; int twice(void) { return 1; } int y = 1; int f(int); char buffer[10];
              |                               - declared here as `struct s`

            error: `twice` is defined twice
             --> b.c:1:46
              |
            1 | struct s { long i; }; extern struct s x; int twice(void) { return 2; } int y = 2; int f(char *); extern char *buffer;
              |                                              ^^^^^
             ::: a.c:1:38
              |
            1 | struct s { int i; }; struct s x; int twice(void) { return 1; } int y = 1; int f(int); char buffer[10];
              |                                      ----- first defined here
              = help: keep one definition, or make it `static` if each file is to have its own

            error: `y` is defined twice
             --> b.c:1:76
              |
            1 | struct s { long i; }; extern struct s x; int twice(void) { return 2; } int y = 2; int f(char *); extern char *buffer;
              |                                                                            ^
             ::: a.c:1:68
              |
            1 | struct s { int i; }; struct s x; int twice(void) { return 1; } int y = 1; int f(int); char buffer[10];
              |                                                                    - first defined here
              = help: keep one definition, or make it `static` if each file is to have its own

            warning: conflicting types for `f`: `int (char *)`
             --> b.c:1:87
              |
            1 | struct s { long i; }; extern struct s x; int twice(void) { return 2; } int y = 2; int f(char *); extern char *buffer;
              |                                                                                       ^
             ::: a.c:1:79
              |
            1 | struct s { int i; }; struct s x; int twice(void) { return 1; } int y = 1; int f(int); char buffer[10];
              |                                                                               - declared here as `int (int)`

            warning: conflicting types for `buffer`: `char *`
             --> b.c:1:111
              |
            1 | struct s { long i; }; extern struct s x; int twice(void) { return 2; } int y = 2; int f(char *); extern char *buffer;
              |                                                                                                               ^^^^^^
             ::: a.c:1:92
              |
            1 | struct s { int i; }; struct s x; int twice(void) { return 1; } int y = 1; int f(int); char buffer[10];
              |                                                                                            ------ declared here as `char [10]`

        "#]],
    );
}

#[test]
fn locals_that_need_memory() {
    let unit = accepted(&[
        "int f(int a, int b) { int c = a, d[2], *e = &b; _Atomic int g; struct { int i; } h; register int k = 1;
         return c + d[0] + *e + g + h.i + k; }",
    ]);
    let body = unit.functions[0].body.as_ref().expect("defined");
    let memory: Vec<&str> = body
        .locals
        .iter()
        .filter(|local| local.addressed)
        .map(|local| local.name.as_str())
        .collect();
    assert_eq!(memory, ["b", "d", "g", "h"]);
}

#[test]
fn lengths_are_computed_once_where_they_are_declared() {
    let unit = accepted(&[
        "unsigned long f(int n, int m[n][n + 1]) { typedef int row[n]; n++; row a; return sizeof a + sizeof m[0] + sizeof(char[n++]); }",
    ]);
    let body = unit.functions[0].body.as_ref().expect("defined");
    let lengths = body.locals.iter().filter(|local| local.name.is_empty()).count();
    // One for the inner dimension of `m`, one for `row`, one for the last operand.
    assert_eq!(lengths, 3);
    let params: Vec<&str> = body.locals[..2].iter().map(|local| local.name.as_str()).collect();
    assert_eq!(params, ["n", "m"]);
}

#[test]
fn memory_locations_of_bit_fields_are_runs() {
    let unit =
        accepted(&["struct s { char a; int b : 3, c : 7; int : 0; int d : 4; char e; int f : 2; } s;"]);
    let record = &unit.types.records[0];
    let location = |name: &str| {
        let field = record.fields.iter().find(|f| f.name == name).expect("a member");
        field.bits.map(|bits| (bits.location_start, bits.location_length))
    };
    assert_eq!(location("a"), None);
    assert_eq!(location("b"), location("c"));
    assert_eq!(location("b"), Some((1, 2)));
    assert_eq!(location("d"), Some((4, 1)));
    assert_eq!(location("f"), Some((6, 1)));
}

#[test]
fn old_style_parameters_arrive_promoted() {
    let unit = accepted(&["int f(c, x, n) char c; float x; { return c + x + n; }"]);
    let function = &unit.functions[0];
    let body = function.body.as_ref().expect("defined");
    let hir::Type::Function {
        params, prototype, ..
    } = &unit.types.types[function.ty.0 as usize]
    else {
        panic!("a function has a function type");
    };
    assert!(!prototype);
    let kinds: Vec<_> = params.iter().map(|p| &unit.types.types[p.0 as usize]).collect();
    assert!(matches!(kinds[0], hir::Type::Int { bits: 32, .. }));
    assert_eq!(*kinds[1], hir::Type::Double);
    assert_eq!(body.locals.len(), 5);
}

#[test]
fn long_chains_and_deep_types_are_no_trouble() {
    let sum = format!("int f(int x) {{ return {}; }}", vec!["1"; 5000].join(" + "));
    accepted(&[&sum]);
    let logic = format!("int f(int x) {{ return {}; }}", vec!["x"; 5000].join(" && "));
    accepted(&[&logic]);
    let chain = format!("int f(int x) {{ return {}; }}", vec!["x"; 5000].join(" + "));
    let (unit, session) = check_files(&[&chain]);
    assert!(unit.is_none() && session.diagnostics.error_count() == 1);
    let mut typedefs = String::from("typedef int t0;\n");
    for i in 1..2000 {
        typedefs += &format!("typedef t{} *t{i};\n", i - 1);
    }
    let (unit, session) = check_files(&[&typedefs]);
    assert!(
        unit.is_none() && session.diagnostics.error_count() == 1,
        "{}",
        session.diagnostics.error_count()
    );
}

/// How many gaps these functions of a program have.
#[track_caller]
fn gaps<const N: usize>(text: &str, names: [&str; N]) -> [usize; N] {
    let compiled = crate::compile_text("a.c", text, DataModel::Lp64);
    let compiled = compiled.unwrap_or_else(|failed| {
        panic!(
            "{}",
            failed.diagnostics.render(&failed.sources, Severity::Error, false)
        )
    });
    names.map(|name| {
        let function = compiled.program.find_function(name).expect("is there");
        let blocks = compiled.program.function(function).blocks.iter();
        let instructions = blocks.flat_map(|block| &block.instructions);
        let is_gap = |inst: &raceproof_ir::Inst| matches!(inst, raceproof_ir::Inst::Gap { .. });
        instructions.filter(|(inst, _)| is_gap(inst)).count()
    })
}

/// Complex numbers and vectors are declared, copied, passed, taken apart and computed with, without gaps.
#[test]
fn several_numbers_in_one() {
    let text = "typedef int v4 __attribute__((vector_size(16)));
        _Static_assert(sizeof(v4) == 16 && _Alignof(v4) == 16, \"\");
        _Static_assert(sizeof(double _Complex) == 16 && _Alignof(double _Complex) == 8, \"\");
        double _Complex z; v4 v;
        v4 f(v4 a) { v4 b = a; b[1] = 3; return b; }
        double _Complex g(double _Complex a) { __real__ a = 1; return a; }
        int main(void) { v = f(v); z = g(z); double _Complex u = 1.5 * z; v4 w = v + v;
          return v[0] + (int)__imag__ z + (w[0] > 1) + (u == z); }";
    assert_eq!(gaps(text, ["f", "g", "main"]), [0, 0, 0]);
}

/// A function that a resolver picks when the program starts is one that no file defines.
#[test]
fn a_function_with_a_resolver_is_unknown_code() {
    let text = "static int one(int x) { return x; }
        static int (*pick(void))(int) { return one; }
        int f(int) __attribute__((ifunc(\"pick\")));
        __attribute__((target_clones(\"avx2\", \"default\"))) int g(int x) { return x; }
        int main(void) { return f(1) + g(2); }";
    let compiled = crate::compile_text("a.c", text, DataModel::Lp64).expect("is understood");
    let unknown: Vec<&str> = compiled.unknown.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(unknown, ["f"]);
}

/// A function in a block is a gap where it is called, and nothing else of the program is.
#[test]
fn a_nested_function_is_a_gap() {
    let text = "int main(void) { int x = 1; int nested(int y) { return x + y; } return x ? 0 : nested(2); }";
    assert_eq!(gaps(text, ["main", "main.nested"]), [0, 1]);
}

/// Numbers of half precision, of decimals and of so many bits are declared, copied and passed; each
/// computation with them is a gap.
#[test]
fn foreign_numbers() {
    let text = "_Float16 g = 1.5f16, a[2] = {2, 0.25f}; typedef _BitInt(37) b37; _Decimal64 d;
        static unsigned _BitInt(200) big = 1; struct s { _Float16 h; _Decimal32 f; } q;
        _Static_assert(sizeof(_Float16) == 2 && sizeof(b37) == 8 && sizeof big == 32, \"\");
        _Static_assert(_Alignof(_BitInt(200)) == 8 && _Alignof(_Decimal128) == 16, \"\");
        _Static_assert(sizeof(_BitInt(2)) == 1 && sizeof(_BitInt(17)) == 4, \"\");
        _Float16 copy(_Float16 h) { a[1] = h; struct s p = q; p.h = 3; q = p; _Float16 k = a[0]; return k; }
        _Float16 sum(_Float16 h) { return h + 1; }
        int less(_Float16 h, b37 b) { return h < b; }
        int test(b37 b) { return b ? 1 : 2; }
        int not(b37 b) { return !b; }
        void count(b37 *b) { ++*b; }
        void add(b37 *b) { *b += 2; }
        b37 cast(int i) { return (b37)i; }
        double back(_Float16 h) { return h; }
        b37 shift(b37 b) { return b << 2; }
        _Decimal64 decimal(void) { return 1.5dd; }
        int main(void) {
          b37 b; g = copy(g); g = sum(g); less(g, b); test(b); not(b); count(&b); add(&b); b = cast(3);
          back(g); b = shift(b); d = decimal(); return 0; }";
    let names = [
        "sum", "less", "test", "not", "count", "add", "cast", "back", "shift", "decimal",
    ];
    assert_eq!(gaps(text, ["copy", "main"]), [0, 0]);
    for (name, count) in names.iter().zip(gaps(text, names)) {
        assert!(count > 0, "{name}");
    }
    let wrong = "_BitInt(1) a; unsigned _BitInt(0) b; _BitInt(9) c; int *p = c; int x = c % p;";
    messages(
        &[wrong],
        expect![[r#"
        error: a `_BitInt` has 2 to 1024 bits
         --> a.c:1:9
          |
        1 | _BitInt(1) a; unsigned _BitInt(0) b; _BitInt(9) c; int *p = c; int x = c % p;
          |         ^

        error: a `_BitInt` has 1 to 1024 bits
         --> a.c:1:32
          |
        1 | _BitInt(1) a; unsigned _BitInt(0) b; _BitInt(9) c; int *p = c; int x = c % p;
          |                                ^

        error: mismatched types in initialisation: expected `int *`, found `_BitInt(9)`
         --> a.c:1:61
          |
        1 | _BitInt(1) a; unsigned _BitInt(0) b; _BitInt(9) c; int *p = c; int x = c % p;
          |                                                             ^

        error: `%` does not apply to `_BitInt(9)` and `int *`
         --> a.c:1:74
          |
        1 | _BitInt(1) a; unsigned _BitInt(0) b; _BitInt(9) c; int *p = c; int x = c % p;
          |                                                                          ^

    "#]],
    );
}

/// The members of what `va_list` is on x86-64 are no error.
#[test]
fn members_of_a_variable_argument_list_are_gaps() {
    let text = "int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); l->gp_offset += 8;
          void *p = l[0].reg_save_area; return p != 0; }
        int main(void) { return f(1); }";
    assert_eq!(gaps(text, ["f", "main"]), [2, 0]);
}

/// The address of the thread is made of its handle.
#[test]
fn a_thread_has_an_address() {
    let text = "int main(void) { return __builtin_thread_pointer() == 0; }";
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let compiled = crate::compile_text("a.c", text, model).expect("is understood");
        assert_eq!(
            raceproof_ir::verify(&compiled.program).map_err(|wrong| wrong.len()),
            Ok(())
        );
        assert!(compiled.unknown.is_empty());
    }
}
