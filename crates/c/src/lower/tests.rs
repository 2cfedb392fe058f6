//! Snapshots of small programs.

use expect_test::{Expect, expect};
use raceproof_ir::DataModel;

use crate::compile::compile_text;

/// Lowers a program, checks it with the verifier, and compares what follows the globals of its text form.
fn check(source: &str, expected: Expect) {
    check_model(source, DataModel::Lp64, expected);
}

fn check_model(source: &str, model: DataModel, expected: Expect) {
    match compile_text("test.c", source, model) {
        Ok(compiled) => {
            let violations = raceproof_ir::verify(&compiled.program).err().unwrap_or_default();
            let broken: String = violations.iter().map(|v| format!("{v}\n")).collect();
            assert!(
                broken.is_empty(),
                "{broken}\n{}",
                compiled.program.text_without_spans()
            );
            let text = compiled.program.text_without_spans().to_string();
            let code = text.find("func ").unwrap_or(0);
            expected.assert_eq(&text[code..]);
        }
        Err(failed) => {
            let severity = raceproof_source::Severity::Error;
            expected.assert_eq(&failed.diagnostics.render(&failed.sources, severity, false));
        }
    }
}

#[test]
fn registers_and_memory() {
    check(
        "int g; int main(void) { int x = 1; int y; int *p = &y; *p = x + g; x++; return x * y; }",
        expect![[r#"
            func @main() -> i32 {
              reg %x: i32, %p: ptr, %2: ptr, %3: i32, %4: i32
              slot $y: 4 bytes align 4 shape #0
            b0:
              %x = 1
              %2 = slot_addr $y
              %p = %2
              %3 = load i32 @g
              %4 = add_s i32 %x, %3
              store i32 %p, %4
              %x = add_s i32 %x, 1
              %3 = load i32 %2
              %4 = mul_s i32 %x, %3
              return %4
            }

            entry @main
        "#]],
    );
}

#[test]
fn one_offset_for_an_element() {
    check(
        "struct s { int a; int b[4]; }; struct s t[10];
         int f(int i, struct s *p) { return t[i].b[2] + p[i + 1].a; }
         int main(void) { return f(1, t); }",
        expect![[r#"
            func @main() -> i32 {
              reg %0: i32
            b0:
              %0 = call @f(1, @t)
              return %0
            }

            func @f(%i: i32, %p: ptr) -> i32 {
              reg %2: i64, %3: ptr, %4: i32, %5: i64, %6: ptr, %7: i32, %8: i32
            b0:
              %2 = sext i32 %i to i64
              %3 = offset @t, %2 * 20 + 12
              %4 = load i32 %3
              %5 = sext i32 %i to i64
              %6 = offset %p, %5 * 20 + 20
              %7 = load i32 %6
              %8 = add_s i32 %4, %7
              return %8
            }

            entry @main
        "#]],
    );
}

#[test]
fn loops_test_at_the_end() {
    check(
        "int main(void) { int s = 0; for (int i = 0; i < 10; i++) { if (i == 3) continue; s += i; } return s; }",
        expect![[r#"
            func @main() -> i32 {
              reg %s: i32, %i: i32, %2: i32
            b0:
              %s = 0
              %i = 0
              jump b4
            b1:
              %2 = eq i32 %i, 3
              br %2, b3, b2
            b2:
              %s = add_s i32 %s, %i
              jump b3
            b3:
              %i = add_s i32 %i, 1
              jump b4
            b4:
              %2 = lt_s i32 %i, 10
              br %2, b1, b5
            b5:
              return %s
            }

            entry @main
        "#]],
    );
}

#[test]
fn conditions_are_branches() {
    check(
        "int f(int a, int b) { if (a > 0 && !(b < a || b == 7)) return 1; return a && b; }
         int main(void) { return f(1, 2); }",
        expect![[r#"
            func @main() -> i32 {
              reg %0: i32
            b0:
              %0 = call @f(1, 2)
              return %0
            }

            func @f(%a: i32, %b: i32) -> i32 {
              reg %2: i32, %3: i32, %4: i32
            b0:
              %2 = lt_s i32 0, %a
              br %2, b1, b4
            b1:
              %3 = lt_s i32 %b, %a
              br %3, b4, b2
            b2:
              %4 = eq i32 %b, 7
              br %4, b4, b3
            b3:
              return 1
            b4:
              br %a, b5, b6
            b5:
              %2 = ne i32 %b, 0
              jump b7
            b6:
              %2 = 0
              jump b7
            b7:
              return %2
            }

            entry @main
        "#]],
    );
}

#[test]
fn locals_die_with_their_scope() {
    check(
        "void use(int *p); int main(void) { for (;;) { int x = 0; use(&x); if (x == 3) break; if (x) continue; use(&x); } return 0; }",
        expect![[r#"
            func @main() -> i32 {
              reg %0: ptr, %1: i32, %2: i32
              slot $x: 4 bytes align 4 shape #0
            b0:
              jump b1
            b1:
              %0 = slot_addr $x
              store i32 %0, 0
              call @__unknown_write(%0)
              %1 = load i32 %0
              %2 = eq i32 %1, 3
              br %2, b2, b3
            b2:
              slot_dead $x
              return 0
            b3:
              %0 = slot_addr $x
              %1 = load i32 %0
              br %1, b4, b5
            b4:
              slot_dead $x
              jump b1
            b5:
              %0 = slot_addr $x
              call @__unknown_write(%0)
              slot_dead $x
              jump b1
            }

            func @__unknown_write(%0: ptr)

            entry @main
        "#]],
    );
}

#[test]
fn goto_ends_lives() {
    check(
        "void use(int *p); int main(void) { { int x = 0; again: use(&x); if (x == 1) goto out; if (x) goto again; } out: return 0; }",
        expect![[r#"
            func @main() -> i32 {
              reg %0: ptr, %1: i32, %2: i32
              slot $x: 4 bytes align 4 shape #0
            b0:
              %0 = slot_addr $x
              store i32 %0, 0
              jump b1
            b1:
              %0 = slot_addr $x
              call @__unknown_write(%0)
              %1 = load i32 %0
              %2 = eq i32 %1, 1
              br %2, b2, b3
            b2:
              slot_dead $x
              jump b5
            b3:
              %0 = slot_addr $x
              %1 = load i32 %0
              br %1, b1, b4
            b4:
              slot_dead $x
              jump b5
            b5:
              return 0
            }

            func @__unknown_write(%0: ptr)

            entry @main
        "#]],
    );
}

#[test]
fn records_by_value() {
    check(
        "struct p { int x, y; }; struct p f(struct p a) { a.x += 1; return a; }
         int main(void) { struct p v = { 1, 2 }; v = f(f(v)); return f(v).y; }",
        expect![[r#"
            func @main() -> i32 {
              reg %0: ptr, %1: ptr, %2: ptr, %3: ptr, %4: ptr, %5: i32
              slot $v: 8 bytes align 4 shape #1
              slot $1: 8 bytes align 4 shape #1
              slot $2: 8 bytes align 4 shape #1
              slot $3: 8 bytes align 4 shape #1
            b0:
              %0 = slot_addr $v
              store i32 %0, 1
              %1 = offset %0, 0 * 0 + 4
              store i32 %1, 2
              %2 = slot_addr $1
              mem_copy %2, %0, 8
              %3 = slot_addr $2
              call @f(%3, %2)
              %4 = slot_addr $3
              call @f(%4, %3)
              mem_copy %0, %4, 8
              slot_dead $1
              slot_dead $2
              slot_dead $3
              %2 = slot_addr $1
              mem_copy %2, %0, 8
              %3 = slot_addr $2
              call @f(%3, %2)
              %1 = offset %3, 0 * 0 + 4
              %5 = load i32 %1
              return %5
            }

            func @f(%0: ptr, %a: ptr) {
              reg %2: i32, %3: i32
            b0:
              %2 = load i32 %a
              %3 = add_s i32 %2, 1
              store i32 %a, %3
              mem_copy %0, %a, 8
              return
            }

            entry @main
        "#]],
    );
}

#[test]
fn variable_arguments() {
    check(
        "int f(int n, ...) { __builtin_va_list ap; __builtin_va_start(ap, n); int s = __builtin_va_arg(ap, int);
           double d = __builtin_va_arg(ap, double); __builtin_va_end(ap); return s + (int)d; }
         int main(void) { return f(2, 'a', 1.5f) + f(0); }",
        expect![[r#"
            func @main() -> i32 {
              reg %0: ptr, %1: ptr, %2: i32, %3: i32, %4: i32
              slot $0: 16 bytes align 16
            b0:
              %0 = slot_addr $0
              store i32 %0, 97
              %1 = offset %0, 0 * 0 + 8
              store f64 %1, 1.5
              %2 = call @f(2, %0)
              %3 = call @f(0, null)
              %4 = add_s i32 %2, %3
              return %4
            }

            func @f(%n: i32, ...%1: ptr) -> i32 {
              reg %2: ptr, %s: i32, %4: ptr, %5: ptr, %d: f64, %7: i32, %8: i32
              slot $ap: 24 bytes shape #0
            b0:
              %2 = slot_addr $ap
              store ptr %2, %1
              %4 = load ptr %2
              %5 = offset %4, 0 * 0 + 8
              store ptr %2, %5
              %s = load i32 %4
              %4 = load ptr %2
              %5 = offset %4, 0 * 0 + 8
              store ptr %2, %5
              %d = load f64 %4
              %7 = float_to_signed f64 %d to i32
              %8 = add_s i32 %s, %7
              return %8
            }

            entry @main
        "#]],
    );
}

#[test]
fn variable_length_arrays() {
    check(
        "int main(int n, char **v) { for (int i = 1; i < n; i++) { int a[i][n]; a[0][1] = sizeof a; } return 0; }",
        expect![[r#"
            func @main(%n: i32, %v: ptr) -> i32 {
              reg %i: i32, %3: i64, %4: i64, %5: i64, %6: i64, %a: ptr, %8: i64, %9: i32, %10: ptr
            b0:
              %i = 1
              jump b2
            b1:
              %3 = sext i32 %i to i64
              %4 = sext i32 %n to i64
              %5 = mul i64 %4, 4
              %6 = mul i64 %3, %5
              %a = alloca %6 align 4 shape #0
              %5 = mul i64 %4, 4
              %6 = mul i64 %4, 4
              %8 = mul i64 %3, %6
              %9 = trunc i64 %8 to i32
              %10 = offset %a, 0 * 0 + 4
              store i32 %10, %9
              alloca_free %a
              %i = add_s i32 %i, 1
              jump b2
            b2:
              %9 = lt_s i32 %i, %n
              br %9, b1, b3
            b3:
              return 0
            }

            entry @main
        "#]],
    );
}

#[test]
fn switches() {
    check(
        "int main(int n, char **v) { switch (n) { case 1: n = 5; break; case 2 ... 4: n = 6; default: n++; } return n; }",
        expect![[r#"
            func @main(%n: i32, %v: ptr) -> i32 {
            b0:
              switch i32 %n signed [1: b1, 2..4: b2] else b3
            b1:
              %n = 5
              jump b4
            b2:
              %n = 6
              jump b3
            b3:
              %n = add_s i32 %n, 1
              jump b4
            b4:
              return %n
            }

            entry @main
        "#]],
    );
}

#[test]
fn computed_goto() {
    check(
        "int main(int n, char **v) { static void *t[] = { &&a, &&b }; goto *t[n & 1]; a: return 1; b: return 2; }",
        expect![[r#"
            func @main(%n: i32, %v: ptr) -> i32 {
              reg %2: i32, %3: i64, %4: ptr, %5: ptr
            b0:
              %2 = and i32 %n, 1
              %3 = sext i32 %2 to i64
              %4 = offset @"main.t", %3 * 8
              %5 = load ptr %4
              jump_to %5 [b1, b2]
            b1:
              return 1
            b2:
              return 2
            }

            entry @main
        "#]],
    );
}

#[test]
fn bit_fields() {
    check(
        "struct { unsigned a : 3; int b : 5; } s; int main(void) { s.a = 9; int v = (s.b = 17); return s.a++ + v; }",
        expect![[r#"
            func @main() -> i32 {
              reg %v: i32, %1: i32, %2: i32, %3: i32
            b0:
              store_bits i32 @s, 9 bits 0:3 location 0:1
              store_bits i32 @s, 17 bits 3:5 signed location 0:1
              %1 = shl i32 17, 27
              %2 = shr_s i32 %1, 27
              %v = %2
              %1 = load_bits i32 @s bits 0:3 location 0:1
              %2 = add i32 %1, 1
              store_bits i32 @s, %2 bits 0:3 location 0:1
              %3 = add_s i32 %1, %v
              return %3
            }

            entry @main
        "#]],
    );
}

#[test]
fn atomics() {
    check(
        "_Atomic int a; _Atomic double d; int *_Atomic p;
         int main(void) { a++; a += 3; a <<= 1; d *= 2; p++; int x = a; a = x; return __sync_fetch_and_add(&x, 1); }",
        expect![[r#"
            func @main() -> i32 {
              reg %0: i32, %1: i32, %2: i32, %3: f64, %4: ptr, %5: ptr, %6: ptr
              slot $x: 4 bytes align 4 shape #0
            b0:
              %0 = atomic_rmw add i32 @a, 1 seq_cst
              %0 = atomic_rmw add i32 @a, 3 seq_cst
              %0 = atomic_load i32 @a seq_cst
              jump b1
            b1:
              %1 = shl i32 %0, 1
              %0, %2 = atomic_cas i32 @a, %0, %1 seq_cst seq_cst
              br %2, b2, b1
            b2:
              %3 = atomic_rmw fmul f64 @d, 2.0 seq_cst
              %4 = atomic_load ptr @p seq_cst
              jump b3
            b3:
              %5 = offset %4, 0 * 0 + 4
              %4, %0 = atomic_cas ptr @p, %4, %5 seq_cst seq_cst
              br %0, b4, b3
            b4:
              %6 = slot_addr $x
              %0 = atomic_load i32 @a seq_cst
              store i32 %6, %0
              %0 = load i32 %6
              atomic_store i32 @a, %0 seq_cst
              %0 = atomic_rmw add i32 %6, 1 seq_cst
              return %0
            }

            entry @main
        "#]],
    );
}

#[test]
fn threads() {
    check(
        "typedef unsigned long pthread_t; int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
         int pthread_join(pthread_t, void **); int pthread_mutex_lock(void *); int pthread_mutex_unlock(void *);
         long m[5]; int n; void *f(void *a) { pthread_mutex_lock(m); n++; pthread_mutex_unlock(m); return 0; }
         int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return n; }",
        expect![[r#"
            func @main() -> i32 {
              reg %0: ptr, %1: i32, %2: i64, %3: ptr
              slot $t: 8 bytes shape #0
            b0:
              %0 = slot_addr $t
              thread_create_at @f, null, 0, %0
              %2 = load i64 %0
              %3 = thread_join %2
              %1 = load i32 @n
              return %1
            }

            func @f(%a: ptr) -> ptr {
              reg %1: i32, %2: i32
            b0:
              mutex_lock @m
              %1 = load i32 @n
              %2 = add_s i32 %1, 1
              store i32 @n, %2
              mutex_unlock @m
              return null
            }

            entry @main
        "#]],
    );
}

#[test]
fn indices_of_members_stay_in_them() {
    check(
        "typedef struct { long parts[4]; } sem_t; int sem_post(sem_t *);
         struct s { int a[4]; long m[3][4]; sem_t sems[2]; int last[4]; } s; union { int a[4]; int b; } u;
         int *f(int i) { s.a[i + 1] = 1; s.m[0][i] = 2; s.last[i] = 3; u.a[i] = 4; sem_post(&s.sems[i]);
           return &s.a[i]; }
         int main(void) { return *f(1); }",
        expect![[r#"
            func @main() -> i32 {
              reg %0: ptr, %1: i32
            b0:
              %0 = call @f(1)
              %1 = load i32 %0
              return %1
            }

            func @f(%i: i32) -> ptr {
              reg %1: i64, %2: ptr
            b0:
              %1 = sext i32 %i to i64
              %2 = offset @s, %1 * 4 + 4 within -1 2
              store i32 %2, 1
              %1 = sext i32 %i to i64
              %2 = offset @s, %1 * 8 + 16
              store i64 %2, 2
              %1 = sext i32 %i to i64
              %2 = offset @s, %1 * 4 + 176
              store i32 %2, 3
              %1 = sext i32 %i to i64
              %2 = offset @u, %1 * 4
              store i32 %2, 4
              %1 = sext i32 %i to i64
              %2 = offset @s, %1 * 32 + 112 within 0 1
              sem_post %2
              %1 = sext i32 %i to i64
              %2 = offset @s, %1 * 4
              return %2
            }

            entry @main
        "#]],
    );
}

#[test]
fn indices_of_rows_stay_in_them() {
    check(
        "struct s { int a[4]; int b; } t[9]; int g[3][4], h[3][4][5];
         void f(int i, int j) { t[i].a[3] = 1; g[i][j + 1] = 2; g[0][j] = 3; g[2][j] = 4; h[0][i][j] = 5; h[i][j][2] = 6; }
         int main(void) { f(1, 2); return 0; }",
        expect![[r#"
            func @main() -> i32 {
            b0:
              call @f(1, 2)
              return 0
            }

            func @f(%i: i32, %j: i32) {
              reg %2: i64, %3: ptr, %4: i64, %5: ptr
            b0:
              %2 = sext i32 %i to i64
              %3 = offset @t, %2 * 20 + 12
              store i32 %3, 1
              %2 = sext i32 %i to i64
              %4 = sext i32 %j to i64
              %3 = offset @g, %2 * 16 + 4
              %5 = offset %3, %4 * 4 within -1 2
              store i32 %5, 2
              %2 = sext i32 %j to i64
              %3 = offset @g, %2 * 4
              store i32 %3, 3
              %2 = sext i32 %j to i64
              %3 = offset @g, %2 * 4 + 32 within 0 3
              store i32 %3, 4
              %2 = sext i32 %i to i64
              %4 = sext i32 %j to i64
              %3 = offset @h, %2 * 20 within 0 3
              %5 = offset %3, %4 * 4 within 0 4
              store i32 %5, 5
              %2 = sext i32 %i to i64
              %4 = sext i32 %j to i64
              %3 = offset @h, %2 * 80
              %5 = offset %3, %4 * 20 + 8 within 0 3
              store i32 %5, 6
              return
            }

            entry @main
        "#]],
    );
}

#[test]
fn library_functions_as_values() {
    check(
        "int pthread_mutex_lock(void *); int (*lock)(void *) = pthread_mutex_lock; long m[5];
         int main(void) { return lock(m); }",
        expect![[r#"
            func @main() -> i32 {
              reg %0: ptr, %1: i32
            b0:
              %0 = load ptr @lock
              %1 = call *%0(@m)
              return %1
            }

            func @pthread_mutex_lock(%0: ptr) -> i32 {
              reg %1: i32
            b0:
              %1 = mutex_lock %0
              return %1
            }

            entry @main
        "#]],
    );
}

#[test]
fn verifier_functions() {
    check(
        "int __VERIFIER_nondet_int(void); _Bool __VERIFIER_nondet_bool(void); void __VERIFIER_assume(int);
         void reach_error(void); int x; void __VERIFIER_atomic_inc(void) { x++; }
         int main(void) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 0);
           if (__VERIFIER_nondet_bool()) reach_error(); __VERIFIER_atomic_inc(); return n; }",
        expect![[r#"
            func @main() -> i32 {
              reg %n: i32, %1: i32, %2: i8
            b0:
              %1 = nondet i32 signed "__VERIFIER_nondet_int"
              %n = %1
              %1 = lt_s i32 0, %n
              assume %1
              %2 = nondet i8 0..1 "__VERIFIER_nondet_bool"
              %1 = ne i8 %2, 0
              br %1, b1, b2
            b1:
              assert 0, "reach_error"
              jump b2
            b2:
              call @__VERIFIER_atomic_inc()
              return %n
            }

            func @__VERIFIER_atomic_inc() {
              reg %0: i32, %1: i32
            b0:
              atomic_begin
              %0 = load i32 @x
              %1 = add_s i32 %0, 1
              store i32 @x, %1
              atomic_end
              return
            }

            entry @main
        "#]],
    );
}

#[test]
fn narrow_and_wide_pointers() {
    check_model(
        "long f(int *p, long i) { return (long)(p + i) - (long)p; } int main(void) { int a[4]; return f(a, 2); }",
        DataModel::Ilp32,
        expect![[r#"
            func @main() -> i32 {
              reg %0: ptr, %1: i32
              slot $a: 16 bytes align 4 shape #1
            b0:
              %0 = slot_addr $a
              %1 = call @f(%0, 2)
              return %1
            }

            func @f(%p: ptr, %i: i32) -> i32 {
              reg %2: i64, %3: ptr, %4: i32, %5: i32, %6: i32
            b0:
              %2 = sext i32 %i to i64
              %3 = offset %p, %2 * 4
              %4 = ptr_to_int ptr %3 to i32
              %5 = ptr_to_int ptr %p to i32
              %6 = sub_s i32 %4, %5
              return %6
            }

            entry @main
        "#]],
    );
}

#[test]
fn what_is_missing_is_told() {
    check(
        "extern int x; int main(void) { return x; }",
        expect![[r#"
            func @main() -> i32 {
              reg %0: i32
            b0:
              %0 = load i32 @x
              return %0
            }

            entry @main
        "#]],
    );
}

#[test]
fn directives_that_nobody_knows_are_gaps() {
    let source = "void f(int *a, int n) {\n\
                  #pragma omp parallel for\n\
                  #pragma omp interchange\n\
                  for (int i = 0; i < 2; i++) a[i] = 0;\n\
                  switch (n) { case 1:\n\
                  #pragma omp rephrase\n\
                  a[2] = 1; }\n\
                  if (n)\n\
                  #pragma omp rephrase\n\
                  a[3] = 1;\n\
                  #pragma omp metadirective when(implementation={vendor(gnu)}: parallel) otherwise(single)\n\
                  a[4] = 1;\n\
                  #pragma omp tile sizes(2) apply(rephrase)\n\
                  for (int i = 0; i < 2; i++) a[i] = 0;\n\
                  }\n";
    let Ok(compiled) = compile_text("test.c", source, DataModel::Lp64) else {
        unreachable!("compilers accept it");
    };
    let text = compiled.program.text_without_spans().to_string();
    let body = text
        .split("func @f(")
        .nth(1)
        .and_then(|rest| rest.split("\nfunc ").next());
    let gaps: Vec<&str> = body
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.trim().strip_prefix("gap "))
        .collect();
    expect![[r#"
        "unknown OpenMP directive `interchange`"
        "unknown OpenMP directive `rephrase`"
        "unknown OpenMP directive `rephrase`"
        "which directive of this `metadirective` applies is not known here"
        "unknown clause `apply` of `omp tile`""#]]
    .assert_eq(&gaps.join("\n"));
}

#[test]
fn directives_that_nobody_knows_are_errors_outside_of_functions() {
    check(
        "#pragma omp rephrase\nint x;\n",
        expect![[r#"
        error: unknown OpenMP directive `rephrase`
         --> test.c:1:13
          |
        1 | #pragma omp rephrase
          |             ^^^^^^^^

    "#]],
    );
}
