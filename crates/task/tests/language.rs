//! What is understood, what is refused and where, and that no text makes the front end panic.

use raceproof_task::compile;

/// Compiles a program, which the IR's verifier must accept.
fn accept(text: &str) -> String {
    match compile("test.task", text) {
        Ok(program) => {
            raceproof_ir::verify(&program).unwrap_or_else(|v| panic!("{v:?}\n{program}"));
            let again =
                raceproof_ir::parse("test.task", &program.to_string()).expect("the printed form reads");
            assert_eq!(again, program);
            program.to_string()
        }
        Err(errors) => panic!("{errors:?}"),
    }
}

/// The first error: line, column, message.
fn refuse(text: &str) -> String {
    let errors = compile("test.task", text).expect_err("is refused");
    let first = &errors[0];
    assert!(!first.remedy.is_empty());
    format!("{}:{}: {}", first.span.line, first.span.column, first.message)
}

/// `main` with this body after these declarations.
fn main_with(declarations: &str, body: &str) -> String {
    format!("{declarations}\nproc main() {{\n{body}\n}}\n")
}

#[test]
fn the_documented_program_compiles() {
    let guide = include_str!("../TASK.md");
    let program = guide
        .split("```task\n")
        .nth(1)
        .and_then(|t| t.split("```").next());
    let text = accept(program.expect("TASK.md has a program"));
    for op in ["task_post", "task_pick", "task_await", "task_get", "mutex_lock"] {
        assert!(text.contains(op), "{op}");
    }
}

#[test]
fn every_statement_compiles() {
    accept(
        "const N := 2 + 3;
         region r: int;  region s[N]: int[2];  region empty;
         var a: int[N][2] := 7;  var b: bool := true;  var x: real := -1.5;  var f: future[N];
         proc p(n: int, y: real, c: bool) -> bool { if c { return n > 0; } else if *  { skip; } return y < 1.0; }
         proc q() { finish { async { isolated { isolated { return; } } } } }
         proc main() {
           var i: int; var k: int := choose(0..3);
           while i < N && b || !b { i := i + 1; a[i, 1] := a[i - 1][0] % 3 << 1; }
           post s[1] <- p(i, real(i) / 2.0, b) pass (r, s[0]) reads (r) writes () handler (v) { b := v; };
           ewait s[1]; await s[0]; await empty;
           call q(); b := p(1, x, true); assume k != 2; assert i >= 0 - 1;
           for j in 0..N { f[j] := async { var t: int := j; t := t + k; return t; }; }
           forall (j in 0..N) { a[j][0] := f[j].get(); }
           forasync j in 0..2 { x := sqrt(pow(x, 2.0)); }
           choose { skip; } or { print \"50% \", i, b, x; }
           print \"done\";
         }",
    );
}

#[test]
fn isolation_on_objects_takes_one_mutex_for_each() {
    let text = main_with(
        "var a: int; var b: int[4]; var c: int[2][3];",
        "var i: int; isolated(b[i], c[1][i], b[2], a) { isolated(a) { return; } } isolated { a := 1; }",
    );
    let program = accept(&text);
    let mutexes = |name: &str| {
        program
            .lines()
            .find(|line| line.contains(&format!("@\"isolated({name})\"")))
    };
    for (name, bytes) in [("a", "40 bytes"), ("b", "160 bytes"), ("c", "240 bytes")] {
        assert!(mutexes(name).is_some_and(|line| line.contains(bytes)), "{name}");
    }
}

#[test]
fn phasers_compile() {
    accept(
        "phaser p; phaser q; var next: int;
         proc main() {
           finish { phased(p, q) { async phased(q, p) { next q; next; return; } next; } }
           forall i in 0..3 phased(p) { next p; next := next + i; }
           phased(p) { forasync i in 0..2 phased(p) { phased(q) { next; } } }
         }",
    );
}

#[test]
fn mistakes_have_positions() {
    for (declarations, body, expected) in [
        ("", "x := 1;", "3:1: `x` is not declared"),
        ("var x: int;", "x := true;", "3:6: this is of type bool, not int"),
        (
            "",
            "var i: int := 1; async { i := 2; }",
            "3:26: `i` is this task's copy of a variable outside of it",
        ),
        ("var x: int;", "await x;", "3:7: `x` is no region"),
        (
            "region r; proc p() { r := 1; }",
            "post r <- p() writes ();",
            "3:11: `p` writes `r`, for which this post gives no right",
        ),
        (
            "region r; proc q() { r := 1; } proc p() { q(); }",
            "post r <- p() writes ();",
            "3:11: `p` writes `r`, for which this post gives no right",
        ),
        (
            "region r; proc p() { r := 1; }",
            "call p() reads (r) writes ();",
            "3:6: `p` writes `r`, for which this call gives no right",
        ),
        (
            "region r; var x: int; proc p() -> int { return r; }",
            "call x := p() reads ();",
            "3:11: `p` reads `r`, for which this call gives no right",
        ),
        (
            "region r; var x: int;",
            "call x := 1 reads (r);",
            "3:13: expected `;`, found `reads`",
        ),
        (
            "region r; proc p() { }",
            "post r <- p() handler (v) { };",
            "3:11: `p` returns no int or bool for the handler",
        ),
        ("var x: int[3];", "x := 1;", "3:1: `x` has 1 indices, not 0"),
        (
            "var x: int; var x: int;",
            "skip;",
            "1:17: `x` is declared twice, first in line 1",
        ),
        ("", "if 1 { }", "3:4: this is of type int, not bool"),
        ("", "skip", "4:1: expected `;`, found `}`"),
        ("", "x := \"text", "3:6: a text that does not end"),
        ("", "return 1;", "3:8: there is nobody to return a value to"),
        ("", "var y: int := 99999999999999999999;", "3:15: not a number"),
        ("var a: int[0];", "skip;", "1:12: not a sensible length"),
        (
            "",
            "var i: int; isolated(i) { }",
            "3:22: `i` is no shared variable",
        ),
        (
            "var a: int[2][2];",
            "isolated(a[1]) { }",
            "3:10: not the indices of an element",
        ),
        (
            "var a: int[2];",
            "isolated(a) { } isolated(a[1]) { }",
            "3:26: `a` is isolated on as a whole and by its elements",
        ),
        ("phaser p;", "next;", "3:1: there is no phaser to wait at"),
        (
            "phaser p;",
            "next p;",
            "3:6: this task is not registered with `p`",
        ),
        ("", "next p;", "3:6: `p` is no phaser"),
        (
            "phaser p;",
            "async phased(p) { }",
            "3:14: this task is not registered with `p`, so it registers nobody",
        ),
        (
            "phaser p;",
            "phased(p) { async { next; } }",
            "3:21: there is no phaser to wait at",
        ),
        (
            "phaser p;",
            "phased(p) { phased(p) { } }",
            "3:20: this task is registered with `p` already",
        ),
        ("phaser p;", "phased(p, p) { }", "3:11: `p` is named twice"),
        ("phaser p;", "p := 1;", "3:1: `p` is not declared"),
        ("", "p();", "3:1: there is no procedure `p` with 0 arguments"),
    ] {
        assert_eq!(refuse(&main_with(declarations, body)), expected);
    }
    assert_eq!(refuse("var x: int;"), "1:1: there is no procedure `main`");
    assert_eq!(
        refuse("proc main() {"),
        "1:14: expected `}`, found the end of the file"
    );
}

#[test]
fn nesting_is_bounded() {
    for (open, close) in [
        ("(", ")"),
        ("-", ""),
        ("{", "}"),
        ("if true {", "}"),
        ("async {", "}"),
        ("1 + ", ""),
    ] {
        let n = 100_000;
        let expression = !open.contains('{');
        let body = match expression {
            true => format!("var x: int := {}1{};", open.repeat(n), close.repeat(n)),
            false => format!("{}{}", open.repeat(n), close.repeat(n)),
        };
        let message = refuse(&main_with("", &body));
        assert!(
            message.contains("too deeply") || message.contains("too long"),
            "{message}"
        );
    }
}

#[test]
fn mutilated_programs_do_no_harm() {
    let guide = include_str!("../TASK.md");
    let program = guide
        .split("```task\n")
        .nth(1)
        .and_then(|t| t.split("```").next())
        .unwrap_or("");
    let mut state = 1u64;
    let mut below = |n: usize| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as usize % n.max(1)
    };
    let words: Vec<&str> = program
        .split_inclusive([' ', '\n', '(', ')', ';', '{', '}'])
        .collect();
    for _ in 0..3000 {
        let mut text = words.clone();
        for _ in 0..1 + below(3) {
            let at = below(text.len());
            match below(3) {
                0 => {
                    text.remove(at);
                }
                1 => text.insert(at, words[below(words.len())]),
                _ => text[at] = words[below(words.len())],
            }
        }
        if let Ok(program) = compile("mutilated.task", &text.concat()) {
            assert!(raceproof_ir::verify(&program).is_ok(), "{}", text.concat());
        }
    }
}
