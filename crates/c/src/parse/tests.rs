//! Tests of lexer and parser through the tree they make and the errors they report.

use expect_test::{Expect, expect};

use super::dump::dump;
use crate::lex::Dialect;
use crate::session::{Session, parse_text};
use raceproof_source::Severity;

fn parse(input: &str, dialect: Dialect) -> (String, Session) {
    let mut session = Session::default();
    let file = session.sources.file("t.c");
    session.sources.set_text(file, input.as_bytes().to_vec());
    let unit = parse_text(&mut session, file, input.as_bytes(), dialect);
    (dump(&unit, &session.interner), session)
}

/// The tree of an input without errors.
#[track_caller]
fn check(input: &str, expect: Expect) {
    check_dialect(input, Dialect::default(), expect);
}

#[track_caller]
fn check_dialect(input: &str, dialect: Dialect, expect: Expect) {
    let (tree, session) = parse(input, dialect);
    let errors = session
        .diagnostics
        .render(&session.sources, Severity::Error, false);
    assert_eq!(errors, "");
    expect.assert_eq(&tree);
}

/// What is reported of an input.
#[track_caller]
fn check_errors(input: &str, expect: Expect) {
    let (_, session) = parse(input, Dialect::default());
    expect.assert_eq(
        &session
            .diagnostics
            .render(&session.sources, Severity::Warning, false),
    );
}

const C23: Dialect = Dialect {
    c23: true,
    gnu: true,
    cilk: false,
};

#[test]
fn declarators_read_from_the_name() {
    check(
        "int *a[3], (*b)[3], *(*c)(int, char *), *const volatile *d; void (*e(int))(long);
         int (*(*f)[2])(void); unsigned long int long g; char (*h(void))[4];",
        expect![[r#"
            (declare a: array[3] pointer int b: pointer array[3] int c: pointer function(int, pointer char) pointer int d: pointer const volatile pointer int)
            (declare e: function(int) pointer function(long) void)
            (declare f: pointer array[2] pointer function() int)
            (declare g: unsignedlonglong)
            (declare h: function() pointer array[4] char)
        "#]],
    );
}

#[test]
fn parameters() {
    check(
        "int f(void); int g(); int h(int, ...); int k(int n, int a[static const n], int b[*]);
         typedef int T; int m(T), n(T T), o(int (T)); int p(int (*)(T), T (*q)[]);",
        expect![[r#"
            (declare f: function() int)
            (declare g: function(?) int)
            (declare h: function(int, ...) int)
            (declare k: function(n: int, a: array[static const n] int, b: array[*] int) int)
            (declare T: typedef int)
            (declare m: function(T) int n: function(T: T) int o: function(function(T) int) int)
            (declare p: function(pointer function(T) int, q: pointer array[] T) int)
        "#]],
    );
}

#[test]
fn typedef_names_are_scoped() {
    check(
        "typedef int T; void f(void) { T T = 1; T * 2; } T *p; void g(int T) { T = 1; }
         void h(void) { for (char T = 0; T < 3; T++); T x; { typedef char T; T y; } T: return; }",
        expect![[r#"
            (declare T: typedef int)
            (function f: function() void (block (declare T: T = 1) (binary T Multiply 2)))
            (declare p: pointer T)
            (function g: function(T: int) void (block (= T 1)))
            (function h: function() void (block (for (declare T: char = 0) (binary T Less 3) (_++ T) (empty)) (declare x: T) (block (declare T: typedef char) (declare y: T)) (label T (return))))
        "#]],
    );
}

#[test]
fn old_style_definitions() {
    check(
        "f(a, b) char *b; { return a; } main() {}",
        expect![[r#"
        (function f: function(old a, b) implicit (declare b: pointer char) (block (return a)))
        (function main: function(?) implicit (block))
    "#]],
    );
}

#[test]
fn records() {
    check(
        "struct s { int a : 3, : 0, b; struct { int c; }; union { int d; float e; } u; int z[]; } x;
         struct __attribute__((packed)) p { char c; } __attribute__((aligned(8))) q;
         enum e { A, B = A + 2, C, } v; struct t; union { int i; }; _Static_assert(1, \"m\");",
        expect![[r#"
            (declare x: struct s {a: int : 3, int : 0, b: int; struct {c: int}; u: union {d: int; e: float}; z: array[] int})
            (declare q: struct p @packed @aligned(8) {c: char})
            (declare v: enum e {A, B = (binary A Add 2), C})
            (declare struct t)
            (declare union {i: int})
            (static-assert 1 "m")
        "#]],
    );
}

#[test]
fn binary_operators_make_chains() {
    check(
        "int x = a + b - c * d / e << 1 < 2 == 3 & 4 ^ 5 | 6 && 7 || 8; int y = (a + b) + (c + d);",
        expect![[r#"
            (declare x: int = (binary (binary (binary (binary (binary (binary (binary (binary (binary a Add b Subtract (binary c Multiply d Divide e)) ShiftLeft 1) Less 2) Equal 3) BitAnd 4) BitXor 5) BitOr 6) And 7) Or 8))
            (declare y: int = (binary (binary a Add b) Add (binary c Add d)))
        "#]],
    );
}

#[test]
fn expressions() {
    check(
        "void f(void) { a = b += c ? d : e ?: f; (void)x, y++; --*p->q[1].r(2, 3); sizeof(int) * 2;
         sizeof (a)[0]; sizeof(int){3}; (int){1}; -(char)!~z; &&lab; *&a; __alignof__(int); _Alignof x;
         (struct s){ .a = 1, [2] = 3, [4 ... 5].b = 6, c: 7 }; ({ int t = 1; t; });
         __builtin_va_arg(ap, int *); __builtin_offsetof(struct s, a.b[3]); __extension__ (1);
         __builtin_types_compatible_p(int, const int); __builtin_choose_expr(1, 2, 3);
         _Generic(x, int: 1, char *: 2, default: 3); __real__ c; }",
        expect![[r#"
            (function f: function() void (block (= a (Add= b (? c d (? e - f)))) (, (cast void x) (_++ y)) (--_ (deref (call (. (index (-> p q) 1) r) 2 3))) (binary (sizeof-type int) Multiply 2) (sizeof (index a 0)) (sizeof (literal int {3})) (literal int {1}) (minus (cast char (not (bitnot z)))) (label-address lab) (deref (addressof a)) (alignof-type int) (alignof x) (literal struct s {.a = 1, [2] = 3, [4 ... 5].b = 6, .c = 7}) (stmt-expr (block (declare t: int = 1) t)) (va-arg ap pointer int) (offsetof struct s .a.b[3]) 1 (types-compatible int const int) (choose 1 2 3) (generic x int -> 1 pointer char -> 2 default -> 3) (real c)))
        "#]],
    );
}

#[test]
fn literals() {
    check(
        "int x[] = { 0, 017, 0x1fULL, 0b101, 1u, 1lu, 340282366920938463463374607431768211455 };
         double d[] = { 1.5, .5, 1., 1e3, 1e-3f, 0x1.8p1, 0x.1p-2f, 1.5L, 1.0q, 1.f16, 0x1p-1074, 0.1f };
         int c[] = { 'a', '\\n', '\\377', '\\x41', 'ab', L'\\u00e9', u'x', U'y', u8'z', '\\'', '\\e' };
         char *s = \"a\" \"b\\0c\\x01\" \"é\"; void *w = L\"aé\"; void *v = u\"\\U0001F600\" \"x\"; void *z = U\"\";",
        expect![[r#"
            (declare x: array[] int = {0, 15, 31ull, 5, 1u, 1ul, 340282366920938463463374607431768211455})
            (declare d: array[] double = {1.5, 0.5, 1.0, 1000.0, 0.0010000000474974513F, 3.0, 0.015625F, 1.5L, 1.0F128, 1.0F16, 5e-324, 0.10000000149011612F})
            (declare c: array[] int = {'97', '10', '-1', '65', '24930', Wide'233', Utf16'120', Utf32'121', Utf8'122', '39', '27'})
            (declare s: pointer char = "ab\x00c\x01\xc3\xa9")
            (declare w: pointer void = Wide[97, 233])
            (declare v: pointer void = u[55357, 56832, 120])
            (declare z: pointer void = Utf32[])
        "#]],
    );
}

#[test]
fn statements() {
    check(
        "void f(void) { __label__ l; if (a) b; else if (c) d; else e; while (1) continue; do ; while (0);
         for (int i = 0, j; i < 3; i++) { break; } for (;;) ; switch (x) { case 1: case 2 ... 3: y; break;
         default: ; } l: goto l; goto *p; { end: } lab: int q; return; return 1; }",
        expect![[r#"
            (function f: function() void (block (local-labels l) (if a b c d else e) (while 1 (continue)) (do (empty) 0) (for (declare i: int = 0 j: int) (binary i Less 3) (_++ i) (block (break))) (for - - - (empty)) (switch x (block (label (case 1) (case 2 ... 3) y) (break) (label default (empty)))) (label l (goto l)) (goto-address p) (block (label end -)) (label lab -) (declare q: int) (return) (return 1)))
        "#]],
    );
}

#[test]
fn gnu_extensions() {
    check(
        "__extension__ typedef __typeof__(1) T; __auto_type a = 1; __thread int b; _Thread_local T c;
         int d[0]; __int128 e; unsigned __int128 f; __float128 g; _Float64x h; int $i; _Complex float j;
         extern int k __asm__(\"kk\") __attribute__((weak, alias(\"x\"), unused)); asm(\"nop\");
         static inline __attribute__((__always_inline__)) int m(void) { return 1; }
         void n(int p) { asm volatile (\"\" ::: \"memory\"); asm(\"x %0\" : \"=r\"(p) : [q] \"r\"(p), \"i\"(1) : \"cc\");
         asm goto (\"\" :::: l); l: __attribute__((unused)); __attribute__((fallthrough)); }
         int r __attribute__((mode(__DI__))); int *__attribute__((aligned(4))) s; _Atomic(int) t; _Atomic int u;
         typedef int V __attribute__((vector_size(16))); _Alignas(16) char w; _Alignas(long) char x;
         void y(void) __attribute__((noreturn)); int z(void) __attribute__((pure)) { return 1; }",
        expect![[r#"
            (declare T: typedef typeof(1))
            (declare a: auto = 1)
            (declare b: thread_local int)
            (declare c: thread_local T)
            (declare d: array[0] int)
            (declare e: int128)
            (declare f: unsignedint128)
            (declare g: float128)
            (declare h: float64x)
            (declare $i: int)
            (declare j: complex float)
            (declare k: extern int asm "kk" @weak @alias("x") @unused)
            (asm "nop" (out) (in) (clobber) (labels))
            (function m: function() static inline @always_inline int (block (return 1)))
            (function n: function(p: int) void (block (asm-volatile "" (out) (in) (clobber "memory") (labels)) (asm "x %0" (out "=r" p) (in [q] "r" p "i" 1) (clobber "cc") (labels)) (asm-goto "" (out) (in) (clobber) (labels l)) (label l (empty)) (empty)))
            (declare r: int @mode(DI))
            (declare s: @aligned(4) pointer int)
            (declare t: atomic(int))
            (declare u: atomic int)
            (declare V: typedef int @vector_size(16))
            (declare w: alignas(16) char)
            (declare x: alignas(long) char)
            (declare y: function() void @noreturn)
            (function z: function() int @pure (block (return 1)))
        "#]],
    );
}

#[test]
fn c23() {
    check_dialect(
        "bool a = true; void *b = nullptr; constexpr int c = 1'000; static_assert(1); typeof(int) d;
         [[nodiscard, gnu::noinline]] int e(void); int f() { [[maybe_unused]] int x = {}; auto y = 2;
         switch (x) { case 1: [[fallthrough]]; case 2: } [[gnu::unused]] x = 1; lab: } alignas(8) char g;
         enum h : unsigned char { I }; struct j { enum h k : 2; }; thread_local int l; int m(...);
         typeof_unqual(const int) n; struct [[deprecated]] o { int p [[gnu::packed]]; }; [[]];",
        C23,
        expect![[r#"
            (declare a: bool = true)
            (declare b: pointer void = nullptr)
            (declare c: constexpr int = 1000)
            (static-assert 1)
            (declare d: typeof(int))
            (declare e: function() @nodiscard @noinline int)
            (function f: function() int (block (declare x: @maybe_unused int = {}) (declare y: auto = 2) (switch x (block (label (case 1) (empty)) (label (case 2) -))) (= x 1) (label lab -)))
            (declare g: alignas(8) char)
            (declare enum h : unsignedchar {I})
            (declare struct j {k: enum h : 2})
            (declare l: thread_local int)
            (declare m: function(...) int)
            (declare n: typeof-unqual(const int))
            (declare struct o @deprecated {p: int @packed})
            (declare implicit)
        "#]],
    );
}

#[test]
fn c23_words_are_names_before_c23() {
    check(
        "int bool, true, nullptr, constexpr, alignas, thread_local, typeof_unqual;",
        expect![[r#"
        (declare bool: int true: int nullptr: int constexpr: int alignas: int thread_local: int typeof_unqual: int)
    "#]],
    );
}

#[test]
fn pragmas() {
    check(
        "#pragma once
         #pragma omp threadprivate(x)
         #pragma pack(push, 1)
         struct a { char c; };
         #pragma pack(pop)
         struct b {
         #pragma GCC diagnostic ignored \"-Wx\"
         char c; };
         void f(void) {
         #pragma omp parallel
         #pragma omp for schedule(static, 2)
         for (;;) ;
         #pragma omp barrier
         if (x)
         #pragma unroll 4
         for (;;) ;
         if (y)
         #pragma omp critical (name)
         z++;
         l:
         #pragma omp atomic
         x++;
         #pragma omp ordered depend(source)
         #pragma omp ordered
         x++;
         #pragma omp target update to(x)
         #pragma omp target enter data map(to: x)
         #pragma omp target
         x++;
         _Pragma(\"omp taskwait\") _Pragma(\"omp task\") x++;
         }",
        expect![[r#"
            (pragma once)
            (omp [threadprivate] x)
            (pragma pack ( push , 1 ))
            (declare struct a pack 1 {c: char})
            (pragma pack ( pop ))
            (declare struct b {(pragma GCC diagnostic ignored "-Wx"); c: char})
            (function f: function() void (block (directive (omp [parallel]) (directive (omp [for] (schedule Static 2)) (for - - - (empty)))) (omp [barrier]) (if x (for - - - (empty))) (if y (directive (omp [critical] name) (_++ z))) (label l (directive (omp [atomic]) (_++ x))) (omp [ordered] (depend source)) (directive (omp [ordered]) (_++ x)) (omp [target update] (to x)) (omp [target enter data] (map To x)) (directive (omp [target]) (_++ x)) (omp [taskwait]) (directive (omp [task]) (_++ x))))
        "#]],
    );
}

#[test]
fn cilk() {
    let dialect = Dialect {
        cilk: true,
        ..Dialect::default()
    };
    check_dialect(
        "int f(void) { int x = cilk_spawn f(); cilk_spawn f(); cilk_sync; cilk_for (int i = 0; i < 3; i++) f();
         cilk_scope { _Cilk_sync; } }",
        dialect,
        expect![[r#"
            (function f: function() int (block (declare x: int = (cilk-spawn (call f))) (cilk-spawn (call f)) (cilk-sync) (cilk-for (declare i: int = 0) (binary i Less 3) (_++ i) (call f)) (cilk-scope (block (cilk-sync)))))
        "#]],
    );
}

#[test]
fn errors_are_many_and_have_places() {
    check_errors(
        "int f(void) {\n    int x = 1\n    x = ;\n    y = (1 + 2;\n    unknown_t z;\n    if x) y;\n    return x\n}\n\
         size_t n;\nint g(int a, uint32_t *b);\nlong short m;\nint h(void) { int nested(int a) { return a; } return 1; }\n\
         static extern int k;\n",
        expect![[r#"
            error: expected `;` after the declaration
             --> t.c:2:14
              |
            2 |     int x = 1
              |              ^

            error: expected an expression, found `;`
             --> t.c:3:9
              |
            3 |     x = ;
              |         ^

            error: expected `)` to close the parenthesis, found `;`
             --> t.c:4:15
              |
            4 |     y = (1 + 2;
              |               ^

            error: unknown type name `unknown_t`
             --> t.c:5:5
              |
            5 |     unknown_t z;
              |     ^^^^^^^^^

            error: expected `(` after `if`, found `x`
             --> t.c:6:8
              |
            6 |     if x) y;
              |        ^

            error: expected `;` after `return`
             --> t.c:7:13
              |
            7 |     return x
              |             ^

            error: unknown type name `size_t`
             --> t.c:9:1
              |
            9 | size_t n;
              | ^^^^^^
              = help: `size_t` is declared in <stddef.h>

            error: unknown type name `uint32_t`
              --> t.c:10:14
               |
            10 | int g(int a, uint32_t *b);
               |              ^^^^^^^^
               = help: `uint32_t` is declared in <stdint.h>

            error: these words together name no type
              --> t.c:11:1
               |
            11 | long short m;
               | ^^^^^^^^^^

            error: a declaration has at most one storage class
              --> t.c:13:8
               |
            13 | static extern int k;
               |        ^^^^^^
              ::: t.c:13:1
               |
            13 | static extern int k;
               | ------ the first is here

        "#]],
    );
}

#[test]
fn errors_of_tokens() {
    check_errors(
        "int a = 08, b = 1x, c = 1.5k, d = 0x, e = 'ab;\nchar *f = \"x;\nint g @ h;\nint i = '';\nint j = 0x1.8;\nwchar_t;\n",
        expect![[r#"
            error: this character constant does not end on its line
             --> t.c:1:43
              |
            1 | int a = 08, b = 1x, c = 1.5k, d = 0x, e = 'ab;
              |                                           ^

            error: this string literal does not end on its line
             --> t.c:2:11
              |
            2 | char *f = "x;
              |           ^

            error: `@` starts no token of C
             --> t.c:3:7
              |
            3 | int g @ h;
              |       ^

            error: `08` has a digit that base 8 does not have
             --> t.c:1:9
              |
            1 | int a = 08, b = 1x, c = 1.5k, d = 0x, e = 'ab;
              |         ^^

            error: `1x` has the unknown suffix `x`
             --> t.c:1:17
              |
            1 | int a = 08, b = 1x, c = 1.5k, d = 0x, e = 'ab;
              |                 ^^

            error: `1.5k` has the unknown suffix `k`
             --> t.c:1:25
              |
            1 | int a = 08, b = 1x, c = 1.5k, d = 0x, e = 'ab;
              |                         ^^^^

            error: `0x` has no digits
             --> t.c:1:35
              |
            1 | int a = 08, b = 1x, c = 1.5k, d = 0x, e = 'ab;
              |                                   ^^

            error: a character constant needs a character
             --> t.c:4:9
              |
            4 | int i = '';
              |         ^^

            error: `0x1.8` needs an exponent (`p0`)
             --> t.c:5:9
              |
            5 | int j = 0x1.8;
              |         ^^^^^

        "#]],
    );
}

#[test]
fn errors_of_structure() {
    check_errors(
        "}\nint f(void) { else x; case }\nint g(void) { (foo) x; if (1) int y; }\n\
         struct { int a b; int c; };\nint h(void) {\n  x++;\n",
        expect![[r#"
            error: this `}` closes nothing
             --> t.c:1:1
              |
            1 | }
              | ^

            error: `else` without an `if` before it
             --> t.c:2:15
              |
            2 | int f(void) { else x; case }
              |               ^^^^

            error: expected an expression, found `}`
             --> t.c:2:28
              |
            2 | int f(void) { else x; case }
              |                            ^

            error: unknown type name `foo`
             --> t.c:3:16
              |
            3 | int g(void) { (foo) x; if (1) int y; }
              |                ^^^

            error: a declaration cannot be the body of a statement
             --> t.c:3:31
              |
            3 | int g(void) { (foo) x; if (1) int y; }
              |                               ^^^
              = help: put it in braces

            error: expected `;` after the member, found `b`
             --> t.c:4:16
              |
            4 | struct { int a b; int c; };
              |                ^

            error: expected `}` to end the block, found the end of the file
             --> t.c:7:1
              |
            7 | 
              | ^
             ::: t.c:5:13
              |
            5 | int h(void) {
              |             - the block begins here

        "#]],
    );
}

#[test]
fn warnings() {
    check_errors(
        "int a __attribute__((no_such_thing)); int b = 'abcde';",
        expect![[r#"
            warning: the attribute `no_such_thing` is not known and has no effect
             --> t.c:1:22
              |
            1 | int a __attribute__((no_such_thing)); int b = 'abcde';
              |                      ^^^^^^^^^^^^^

            warning: this constant is too long; only its end counts
             --> t.c:1:47
              |
            1 | int a __attribute__((no_such_thing)); int b = 'abcde';
              |                                               ^^^^^^^

        "#]],
    );
}

#[test]
fn positions_follow_line_markers_and_macros() {
    let original = "#define LOCK(m) do { lock(&m); } while (0)\n#define N 10\n  int   x  =  N ;  LOCK(mutex); f( 1,\tN);\n\
                    #  pragma omp parallel for  num_threads( N )\n";
    let preprocessed = "# 1 \"m.c\"\n\n\n  int x = 10 ; do { lock(&mutex); } while (0); f( 1, 10);\n\
                        #pragma omp parallel for num_threads(10)\n";
    let mut session = Session::default();
    let file = session.sources.file("m.c");
    session.sources.set_text(file, original.as_bytes().to_vec());
    let Session {
        sources,
        interner,
        diagnostics,
    } = &mut session;
    let dialect = Dialect::default();
    let mut tokens = crate::lex::lex_preprocessed(
        preprocessed.as_bytes(),
        file,
        dialect,
        sources,
        interner,
        diagnostics,
    );
    crate::lex::realign(&mut tokens, dialect, sources, interner);
    let mut out = String::new();
    for token in &tokens {
        use crate::lex::TokenKind::*;
        let text = match token.kind {
            Ident(s) | Number(s) | Char(s) | String(s) => interner.name(s).to_owned(),
            Punct(p) => p.text().to_owned(),
            other => format!("{other:?}"),
        };
        out += &format!(
            "{text}@{}:{}+{} ",
            token.span.line, token.span.column, token.span.length
        );
    }
    expect!["int@3:3+3 x@3:9+1 =@3:12+1 10@3:15+1 ;@3:17+1 do@3:20+4 {@3:20+4 lock@3:20+4 (@3:24+1 &@3:20+4 mutex@3:25+5 )@3:30+1 ;@3:31+1 }@3:20+4 while@3:20+4 (@3:20+4 0@3:20+4 )@3:20+4 ;@3:20+4 f@3:33+1 (@3:34+1 1@3:36+1 ,@3:37+1 10@3:39+1 )@3:40+1 ;@3:41+1 Pragma@4:1+44 omp@4:11+3 parallel@4:15+8 for@4:24+3 num_threads@4:29+11 (@4:40+1 10@4:42+1 )@4:44+1 PragmaEnd@4:44+1 Eof@5:1+1 "].assert_eq(&out);
}

/// Runs on a stack of the size that test threads have, whatever the harness gives.
fn with_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    thread.expect("a thread").join().expect("no panic");
}

#[test]
fn deep_nesting_is_an_error() {
    let n = 10_000;
    let deep =
        |open: &str, middle: &str, close: &str| format!("{}{middle}{}", open.repeat(n), close.repeat(n));
    let inputs = [
        format!("int x = {};", deep("(", "1", ")")),
        format!("int x = {};", deep("{", "1", "}")),
        format!("int x = {};", deep("a[", "1", "]")),
        format!("int x = {};", deep("f(", "1", ")")),
        format!("int x = {};", deep("-", "1", "")),
        format!("int x = {};", deep("(int)", "1", "")),
        format!("int x = {};", deep("sizeof ", "1", "")),
        format!("int x = {};", deep("1 ? ", "1", " : 1")),
        format!("int x = {};", deep("1 ? 1 : ", "1", "")),
        format!("int x = {};", deep("a = ", "1", "")),
        format!("int x = {};", deep("1 + (", "1", ")")),
        format!(
            "int x = {};",
            deep("a || b && c | d ^ e & f == g < h << i + j * (", "1", ")")
        ),
        format!("int x = {};", deep("", "a", "[0]")),
        format!("int x = {};", deep("(", "a", "[0])")),
        format!("int x = {};", deep("({ ", "a", "; })[0]")),
        format!("int x = {};", deep("", "a", "->b")),
        format!("int x = {};", deep("", "a", "++")),
        format!("int x = {};", deep("", "a", "()")),
        format!("int x = {};", deep("_Generic(", "a", ", default: 1)")),
        format!("int {};", deep("*", "a", "")),
        format!("int {};", deep("(", "a", ")")),
        format!("int {};", deep("", "a", "[1]")),
        format!("int {};", deep("", "a", "(void)")),
        format!("int {};", deep("(*", "a", ")(void)")),
        format!("int a{};", deep("(int ", "", ")")),
        deep("struct {", "int a;", "} a;"),
        format!("{} a;", deep("typeof(", "int", ")")),
        format!("{} a;", deep("_Atomic(", "int", ")")),
        format!("int a[] = {{ {} = 1 }};", deep("[sizeof((int[]){ ", "0", " })]")),
        format!("void f(void) {}", deep("{", "", "}")),
        format!("void f(void) {{ {} }}", deep("if (1) ", ";", "")),
        format!("void f(void) {{ {} }}", deep("while (1) ", ";", "")),
        format!("void f(void) {{ {} }}", deep("do ", ";", " while (1);")),
        format!("void f(void) {{ {} }}", deep("for (;;) ", ";", "")),
        format!("void f(void) {{ {} }}", deep("switch (1) ", ";", "")),
        format!("void f(void) {{ if (1) {} }}", deep("x: if (1) ", ";", "")),
        format!(
            "void f(void) {{ {} }}",
            deep("#pragma omp parallel\n", ";", "").replacen('#', "\n#", 1)
        ),
        format!(
            "int a __attribute__(({}));",
            deep("aligned(sizeof(int[", "1", "]))")
        ),
    ];
    with_small_stack(move || {
        for input in inputs {
            let (_, session) = parse(&input, Dialect::default());
            let list = session.diagnostics.list();
            let start: String = input.chars().take(40).collect();
            assert!(
                list.iter().any(|d| d.message.starts_with("nested too deeply")),
                "{start}: {list:?}"
            );
        }
    });
}

#[test]
fn long_chains_are_no_nesting() {
    let n = 10_000;
    let inputs = [
        format!("int x = 1{};", " + 1".repeat(n)),
        format!("int x = 1{};", " || 1 && 2".repeat(n)),
        format!("int f(void) {{ {} return 1; }}", "if (1) ; else ".repeat(n)),
        format!("int f(void) {{ return 1{}; }}", ", 1".repeat(n)),
        format!("int f(int x) {{ switch (x) {{ {}; }} }}", "case 1: ".repeat(n)),
        format!("int a[] = {{ {} }};", "1, ".repeat(n)),
        format!("char *s = {};", "\"a\" ".repeat(n)),
        format!("int a{};", ", b".repeat(n)),
    ];
    with_small_stack(move || {
        for input in inputs {
            let (_, session) = parse(&input, Dialect::default());
            assert_eq!(session.diagnostics.list(), []);
        }
    });
}
