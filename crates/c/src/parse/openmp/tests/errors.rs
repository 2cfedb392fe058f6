//! What is reported of wrong directives.

use expect_test::{Expect, expect};

use super::{errors, parse};

/// What is reported of directives, each on a line of its own in a function and followed by a loop.
#[track_caller]
fn check_errors(input: &str, expect: Expect) {
    let mut out = String::new();
    for line in input.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (_, session) = parse(&format!("void f(void) {{\n#pragma omp {line}\nfor (;;) ;\n}}\n"));
        for diagnostic in session.diagnostics.list() {
            let column = diagnostic.span.column as usize;
            let text = session
                .sources
                .line(diagnostic.span.file, diagnostic.span.line)
                .unwrap_or_default();
            let place: String = text
                .chars()
                .skip(column - 1)
                .take(diagnostic.span.length as usize)
                .collect();
            let help = diagnostic
                .help
                .as_ref()
                .map_or(String::new(), |help| format!(" ({help})"));
            out += &format!("{line}\n    at `{place}`: {}{help}\n", diagnostic.message);
        }
        if session.diagnostics.error_count() == 0 {
            out += &format!("{line}\n    no error\n");
        }
    }
    expect.assert_eq(&out);
}

#[test]
fn wrong_names() {
    check_errors(
        "paralel for
         declare simdd
         parallel fro
         target entr data map(x)
         do
         distribute parallel
         target parallel sections

         begin declare variant match(device={kind(host)})
         +
         omp parallel",
        expect![[r#"
            paralel for
                at `paralel`: unknown OpenMP directive `paralel` (did you mean `parallel`?)
            declare simdd
                at `declare`: unknown OpenMP directive `declare simdd` (did you mean `declare simd`?)
            parallel fro
                at `fro`: unknown clause `fro` of `omp parallel` (did you mean `for`?)
            target entr data map(x)
                at `entr`: unknown clause `entr` of `omp target`
            target entr data map(x)
                at `data`: unknown clause `data` of `omp target`
            do
                at `do`: `omp do` cannot be used: it is a directive of Fortran; in C it is `for`
            distribute parallel
                at `parallel`: expected `for` after `distribute parallel`, found the end of the line
            target parallel sections
                at `sections`: `sections` cannot be combined with `omp target parallel`
            begin declare variant match(device={kind(host)})
                at `begin`: `omp begin declare variant` cannot be used: it must stand outside of functions
            +
                at `+`: expected the name of a directive, found `+`
            omp parallel
                at `omp`: unknown OpenMP directive `omp` (did you mean `loop`?)
        "#]],
    );
    let (_, session) = parse(
        "#pragma omp\n#pragma omp parallel\nvoid f(void) {}\nstruct s {\n#pragma omp barrier\n int x; };",
    );
    expect![[r#"
        error: `#pragma omp` needs the name of a directive
         --> t.c:1:9
          |
        1 | #pragma omp
          |         ^^^

        error: `omp parallel` must stand in a function
         --> t.c:2:1
          |
        2 | #pragma omp parallel
          | ^^^^^^^^^^^^^^^^^^^^

        error: an OpenMP directive cannot stand among members
         --> t.c:5:1
          |
        5 | #pragma omp barrier
          | ^^^^^^^^^^^^^^^^^^^

    "#]]
    .assert_eq(&errors(&session));
}

#[test]
fn wrong_clauses() {
    check_errors(
        "parallel privat(x)
         parallel nowait
         parallel for nowait
         barrier nowait
         parallel num_threads
         parallel num_threads()
         parallel num_threads(2
         parallel num_threads(2) num_threads(3)
         parallel private(x, )
         parallel private(a[0])
         parallel private(s.x)
         for schedule(statik)
         for schedule(runtime, 2)
         for schedule(monotonik: static)
         for nowait(1)
         parallel default(some)
         parallel if(task: x)
         parallel if(x) if(y)
         parallel if(x) if(parallel: y)
         parallel for simd if(parallel: x) if(simd: y)
         parallel reduction(x)
         parallel reduction(/: x)
         parallel reduction(inscam, +: x)
         task depend(x)
         task depend(inn: x)
         task depend(source)
         ordered depend(in: x)
         ordered depend(sink: 2 * i)
         ordered threads depend(source)
         taskloop grainsize(2) num_tasks(2)
         taskloop nogroup reduction(+: x)
         atomic read write
         atomic read capture
         atomic seq_cst relaxed
         target map(too: x)
         target map(to, x: y)
         target update
         target update to(
         target update to(([n])p[0:2])
         scan
         tile
         cancel
         cancel task
         flush acquire (x)
         flush(x) acquire
         task depend(in: *p[0:2])
         task depend(in: a[0:2].x)
         task depend(in: f(b[0:2]))
         simd linear(x: 1, 2)
         parallel proc_bind(near)
         parallel private(x) foo bar(1) shared(y, 2) num_threads(1) num_threads(2)
         threadprivate x
         declare reduction(m : x : 1)
         metadirective when(user={condition(1)}: parallel) when(: single)
         declare variant(f)",
        expect![[r#"
            parallel privat(x)
                at `privat`: unknown clause `privat` of `omp parallel` (did you mean `private`?)
            parallel nowait
                at `nowait`: `nowait` is not a clause of `omp parallel` (it takes `allocate`, `copyin`, `default`, `firstprivate`, `if`, `num_threads`, `private`, `proc_bind`, `reduction`, `shared`)
            parallel for nowait
                at `nowait`: `nowait` is not a clause of `omp parallel for` (it takes `allocate`, `collapse`, `copyin`, `default`, `firstprivate`, `if`, `lastprivate`, `linear`, `num_threads`, `order`, `ordered`, `private`, `proc_bind`, `reduction`, `schedule`, `shared`)
            barrier nowait
                at `nowait`: `nowait` is not a clause of `omp barrier` (`omp barrier` takes no clauses)
            parallel num_threads
                at `num_threads`: `num_threads` needs an argument in parentheses: `num_threads(…)`
            parallel num_threads()
                at `)`: the argument of `num_threads` is empty
            parallel num_threads(2
                at `2`: expected `)` to end the argument of `num_threads`, found the end of the line
            parallel num_threads(2) num_threads(3)
                at `num_threads(3)`: `num_threads` may stand only once on `omp parallel`
            parallel private(x, )
                at `)`: expected the name of a variable in `private`, found `)`
            parallel private(a[0])
                at `a`: `private` takes whole variables, not parts of them
            parallel private(s.x)
                at `s`: `private` takes whole variables, not parts of them
            for schedule(statik)
                at `statik`: `statik` is not an argument of `schedule` (did you mean `static`?)
            for schedule(runtime, 2)
                at `,`: this schedule takes no chunk size
            for schedule(monotonik: static)
                at `monotonik`: `monotonik` is not an argument of `schedule` (did you mean `monotonic`?)
            for nowait(1)
                at `(`: `nowait` takes no argument
            parallel default(some)
                at `some`: `some` is not an argument of `default` (did you mean `none`?)
            parallel if(task: x)
                at `if(task: x)`: `task` takes no `if` on `omp parallel`
            parallel if(x) if(y)
                at `if(y)`: `if` may stand only once on `omp parallel`
            parallel if(x) if(parallel: y)
                at `if(parallel: y)`: `if` may stand only once on `omp parallel`
            parallel for simd if(parallel: x) if(simd: y)
                no error
            parallel reduction(x)
                at `)`: expected `:` after the operator of `reduction`, found `)`
            parallel reduction(/: x)
                at `/`: `/` is not the operator of a reduction (it is one of `+`, `-`, `*`, `&`, `|`, `^`, `&&`, `||`, `min`, `max`, or a declared name)
            parallel reduction(inscam, +: x)
                at `inscam`: `inscam` is not an argument of `reduction` (did you mean `inscan`?)
            task depend(x)
                at `x`: `x` is not an argument of `depend` (it takes `in`, `out`, `inout`, `mutexinoutset`, `inoutset`, `depobj`)
            task depend(inn: x)
                at `inn`: `inn` is not an argument of `depend` (did you mean `in`?)
            task depend(source)
                at `depend(source)`: `source` and `sink` do not belong on `omp task`
            ordered depend(in: x)
                at `depend(in: x)`: `depend` of `omp ordered` is `source` or `sink`
            ordered depend(sink: 2 * i)
                at `2 * i`: expected a loop variable plus or minus a constant
            ordered threads depend(source)
                at `depend(source)`: `depend` and `threads` exclude each other
            taskloop grainsize(2) num_tasks(2)
                at `num_tasks(2)`: `num_tasks` and `grainsize` exclude each other
            taskloop nogroup reduction(+: x)
                at `reduction(+: x)`: `reduction` and `nogroup` exclude each other
            atomic read write
                at `write`: `write` and `read` exclude each other
            atomic read capture
                at `capture`: `capture` and `read` exclude each other
            atomic seq_cst relaxed
                at `relaxed`: `relaxed` and `seq_cst` exclude each other
            target map(too: x)
                at `too`: `too` is not an argument of `map` (did you mean `to`?)
            target map(to, x: y)
                at `x`: expected `:` after the type of the map, found `x`
            target update
                at `#pragma omp target update`: `omp target update` needs one of `to`, `from`
            target update to(
                at `(`: expected an expression, found the end of the line
            target update to(([n])p[0:2])
                at `[`: an array section binds tighter than what stands before (put parentheses: `(*p)[0:n]`)
            scan
                at `#pragma omp scan`: `omp scan` needs one of `inclusive`, `exclusive`
            tile
                at `#pragma omp tile`: `omp tile` needs `sizes`
            cancel
                at `cancel`: the end of the line is not an argument of `cancel` (it takes `parallel`, `sections`, `for`, `taskgroup`)
            cancel task
                at `task`: `task` is not an argument of `cancel` (it takes `parallel`, `sections`, `for`, `taskgroup`)
            flush acquire (x)
                at `(`: `acquire` takes no argument
            flush(x) acquire
                at `acquire`: `omp flush` takes a list or a memory order, not both
            task depend(in: *p[0:2])
                at `[`: an array section binds tighter than what stands before (put parentheses: `(*p)[0:n]`)
            task depend(in: a[0:2].x)
                at `.`: members of an array section are not supported
            task depend(in: f(b[0:2]))
                at `[`: expected `)` after the arguments, found `[`
            simd linear(x: 1, 2)
                at `2`: `linear` takes one step
            parallel proc_bind(near)
                at `near`: `near` is not an argument of `proc_bind` (it takes `primary`, `master`, `close`, `spread`)
            parallel private(x) foo bar(1) shared(y, 2) num_threads(1) num_threads(2)
                at `foo`: unknown clause `foo` of `omp parallel` (did you mean `for`?)
            parallel private(x) foo bar(1) shared(y, 2) num_threads(1) num_threads(2)
                at `bar`: unknown clause `bar` of `omp parallel` (did you mean `for`?)
            parallel private(x) foo bar(1) shared(y, 2) num_threads(1) num_threads(2)
                at `2`: expected the name of a variable in `shared`, found `2`
            parallel private(x) foo bar(1) shared(y, 2) num_threads(1) num_threads(2)
                at `num_threads(2)`: `num_threads` may stand only once on `omp parallel`
            threadprivate x
                at `x`: expected `(` after `threadprivate`, found `x`
            declare reduction(m : x : 1)
                at `x`: expected a type, found `x`
            metadirective when(user={condition(1)}: parallel) when(: single)
                at `when`: more than one directive of this `metadirective` applies (write the directive that you mean)
            declare variant(f)
                at `#pragma omp declare variant(f)`: `omp declare variant` needs `match`
        "#]],
    );
}

#[test]
fn wrong_places() {
    let input = "void f(void) {
#pragma omp for
  x++;
#pragma omp parallel sections
  x++;
#pragma omp section
  x++;
  if (x)
#pragma omp barrier
  while (x)
#pragma omp paralel
    x++;
#pragma omp parallel
}
";
    let (_, session) = parse(input);
    expect![[r#"
        error: `omp for` must be followed by a `for` loop
         --> t.c:3:3
          |
        3 |   x++;
          |   ^^^
         ::: t.c:2:1
          |
        2 | #pragma omp for
          | --------------- the directive

        error: `sections` must be followed by a block of sections in braces
         --> t.c:4:1
          |
        4 | #pragma omp parallel sections
          | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

        error: `omp section` must stand directly in the block of a `sections`
         --> t.c:6:1
          |
        6 | #pragma omp section
          | ^^^^^^^^^^^^^^^^^^^
          = help: if the block belongs to a `sections`, put the directive in its outermost braces

        error: `omp barrier` cannot be the body of a statement
         --> t.c:9:1
          |
        9 | #pragma omp barrier
          | ^^^^^^^^^^^^^^^^^^^
          = help: put it in braces

        error: unknown OpenMP directive `paralel`
          --> t.c:11:13
           |
        11 | #pragma omp paralel
           |             ^^^^^^^
           = help: did you mean `parallel`?

        error: this directive needs a statement after it
          --> t.c:13:1
           |
        13 | #pragma omp parallel
           | ^^^^^^^^^^^^^^^^^^^^

    "#]]
    .assert_eq(&errors(&session));
}
